//! Receives from anyone and probes: what they take, what else they could have taken, and choices
//! that a caller forces.

use pram::network::{
    BlockEnding, Choices, LateCandidate, NetworkObserver, Options, ReceiveDecision, ReceiveOutcome,
    Topology, Unobserved, WatchedEvents,
};

use super::script::{
    LECTURE, Op, Scripted, Seen, receive, receive_any, send, send_now, send_sync, simulation,
    tagged,
};

#[derive(Default)]
struct Decisions {
    decided: Vec<ReceiveDecision>,
    late: Vec<LateCandidate>,
}

impl NetworkObserver for Decisions {
    fn wants(&self) -> WatchedEvents {
        WatchedEvents {
            detail: false,
            races: true,
        }
    }

    fn decided(&mut self, decision: &ReceiveDecision) {
        self.decided.push(decision.clone());
    }

    fn competed(&mut self, late: &LateCandidate) {
        self.late.push(*late);
    }
}

fn decide(
    scripts: Vec<Vec<Op>>,
    choices: &Choices,
) -> (Scripted, Result<(), BlockEnding<u32>>, Vec<ReceiveDecision>) {
    let count = scripts.len() as u32;
    let topology = Topology::complete(count).unwrap();
    let mut network = simulation(topology, Options::default(), LECTURE);
    let mut processors = Scripted::new(scripts);
    let mut decisions = Decisions::default();
    let ending = network.run_block(&mut processors, count, choices, &mut decisions);
    (processors, ending, decisions.decided)
}

fn taken(processors: &Scripted, own: usize) -> Vec<u32> {
    let messages = processors.seen[own].iter().filter_map(|seen| match seen {
        Seen::Message { sender, .. } => Some(*sender),
        _ => None,
    });
    messages.collect()
}

#[test]
fn the_first_arrival_is_taken_and_the_others_are_told() {
    let scripts = vec![
        vec![Op::Compute(1000), receive_any(), receive_any(), receive(3)],
        vec![Op::Compute(50), send(0, 1)],
        vec![Op::Compute(20), send(0, 1), send(0, 1)],
        vec![send(0, 1)],
    ];
    let mut scripts = scripts;
    scripts[0].push(receive(2));
    scripts[0].swap(3, 4);
    scripts[0].swap(3, 4);
    let (processors, ending, decisions) = decide(scripts, &Choices::machine());
    // Processors 3, 2, 1 arrive in this order; then the second message of 2. Processor 3's message
    // was taken by the first receive from anyone.
    assert!(matches!(ending, Err(BlockEnding::Deadlock(_))));
    assert_eq!(taken(&processors, 0), [3, 2]);
    let found: Vec<_> = (decisions.iter())
        .map(|it| {
            let ReceiveOutcome::Taken(taken) = it.outcome else {
                panic!("{it:?}");
            };
            let others: Vec<_> = it
                .others
                .iter()
                .map(|other| (other.sender, other.place))
                .collect();
            (it.place, it.ordinal, it.received, taken.sender, others)
        })
        .collect();
    let expected = [
        (1, 0, 0, 3, vec![(1, 1), (2, 1)]),
        (2, 1, 1, 2, vec![(1, 1)]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn tags_narrow_the_candidates() {
    let scripts = vec![
        vec![
            Op::Compute(1000),
            tagged(receive_any(), 5),
            receive_any(),
            receive_any(),
        ],
        vec![tagged(send(0, 1), 4), tagged(send(0, 1), 5)],
        vec![Op::Compute(300), tagged(send(0, 1), 5)],
    ];
    let (processors, ending, decisions) = decide(scripts, &Choices::machine());
    assert_eq!(ending, Ok(()));
    assert_eq!(taken(&processors, 0), [1, 1, 2]);
    let others = |at: usize| {
        let others = decisions[at].others.iter();
        others.map(|it| (it.sender, it.tag)).collect::<Vec<_>>()
    };
    assert_eq!(others(0), [(2, 5)]);
    assert_eq!(others(2), []);
}

#[test]
fn offered_messages_and_those_on_their_way_are_candidates() {
    let scripts = vec![
        vec![
            Op::Compute(107),
            receive_any(),
            receive_any(),
            receive_any(),
        ],
        vec![send(0, 1)],
        vec![Op::Compute(60), send_now(0, 1)],
        vec![Op::Compute(107), send_sync(0, 1)],
    ];
    let (processors, ending, decisions) = decide(scripts, &Choices::machine());
    assert_eq!(ending, Ok(()));
    assert_eq!(taken(&processors, 0), [1, 3, 2]);
    let others = |at: usize| {
        let others = decisions[at].others.iter();
        others.map(|it| it.sender).collect::<Vec<_>>()
    };
    // At one time the receive of processor 0 comes before the offer of processor 3, to which the
    // second receive is bound before the message of processor 2 arrives.
    assert_eq!(others(0), [2]);
    assert_eq!(others(1), [2]);
    assert!(others(2).is_empty());
}

#[test]
fn a_forced_choice_waits_for_its_sender() {
    let scripts = vec![
        vec![receive_any(), receive_any()],
        vec![send(0, 1)],
        vec![Op::Compute(500), send(0, 1)],
    ];
    let (processors, ..) = decide(scripts.clone(), &Choices::machine());
    assert_eq!(taken(&processors, 0), [1, 2]);
    let mut choices = Choices::machine();
    choices.force(0, 0, 2);
    let (processors, ending, _) = decide(scripts.clone(), &choices);
    assert_eq!(ending, Ok(()));
    assert_eq!(taken(&processors, 0), [2, 1]);
    // A choice that cannot be met ends in a deadlock.
    choices.force(0, 1, 2);
    let (_, ending, _) = decide(scripts, &choices);
    assert!(matches!(ending, Err(BlockEnding::Deadlock(_))));
}

#[test]
fn a_probe_finds_what_a_receive_would_take_or_be_bound_to() {
    let probes = |time: u64, op: Op| {
        let scripts = vec![
            vec![
                Op::Compute(time),
                Op::Probe(Some(1)),
                Op::Probe(None),
                receive(1),
            ],
            vec![op],
            vec![],
        ];
        let (processors, ending, decisions) = decide(scripts, &Choices::machine());
        assert_eq!(ending, Ok(()));
        let found: Vec<_> = (processors.seen[0].iter())
            .filter_map(|seen| match seen {
                Seen::Found(found) => Some(*found),
                _ => None,
            })
            .collect();
        let outcomes: Vec<_> = decisions.iter().map(|it| it.outcome).collect();
        assert_eq!(
            outcomes,
            [
                ReceiveOutcome::Probed(found[0]),
                ReceiveOutcome::Probed(found[1])
            ]
        );
        assert_eq!(decisions[0].others.len(), 1);
        found
    };
    assert_eq!(probes(106, send(0, 1)), [false, false]);
    assert_eq!(probes(107, send(0, 1)), [true, true]);
    assert_eq!(probes(1, send_sync(0, 1)), [true, true]);
}

#[test]
fn polling_goes_on_until_a_message_is_there() {
    let scripts = vec![vec![Op::Poll(None), receive_any()], vec![send(0, 1)]];
    let topology = Topology::complete(2).unwrap();
    let mut network = simulation(topology, Options::default(), LECTURE);
    let mut processors = Scripted::new(scripts);
    let ending = network.run_block(&mut processors, 2, &Choices::machine(), &mut Unobserved);
    assert_eq!(ending, Ok(()));
    assert_eq!(network.clock(0).path.t_c, 107);
    assert_eq!(network.computing(0), 107);
}

/// Receiver, place and ordinal of the receive, sender of the message.
fn late(scripts: Vec<Vec<Op>>) -> Vec<(u32, u32, u64, u32)> {
    let count = scripts.len() as u32;
    let topology = Topology::complete(count).unwrap();
    let mut network = simulation(topology, Options::default(), LECTURE);
    let mut processors = Scripted::new(scripts);
    let mut decisions = Decisions::default();
    let ending = network.run_block(&mut processors, count, &Choices::machine(), &mut decisions);
    assert_eq!(ending, Ok(()));
    let late = decisions.late.iter();
    late.map(|it| (it.processor, it.place, it.ordinal, it.candidate.sender))
        .collect()
}

/// FER 2.6, third example: which of two messages is first depends on timing alone.
#[test]
fn a_message_that_is_sent_later_competes() {
    let scripts = vec![
        vec![receive_any(), receive_any()],
        vec![send(0, 1)],
        vec![Op::Compute(500), send(0, 1)],
    ];
    assert_eq!(late(scripts), [(0, 0, 0, 2)]);
}

#[test]
fn a_message_that_depends_on_the_receive_does_not_compete() {
    // Processor 2 sends only when processor 0 has received and told it so, through 3.
    let scripts = vec![
        vec![receive_any(), send(3, 1), receive_any()],
        vec![send(0, 1)],
        vec![receive(3), send(0, 1)],
        vec![receive(0), send(2, 1)],
    ];
    assert_eq!(late(scripts), []);
    // The first answer to processor 1 does not hold back processor 2.
    let scripts = vec![
        vec![receive_any(), send(1, 1), receive_any(), receive_any()],
        vec![send(0, 1), receive(0), send(0, 1)],
        vec![Op::Compute(5000), send(0, 1)],
    ];
    assert_eq!(late(scripts), [(0, 0, 0, 2), (0, 2, 1, 2)]);
}

#[test]
fn a_synchronous_sender_knows_that_it_was_received() {
    let after_send = |op: Op| {
        vec![
            vec![receive_any(), receive_any(), receive_any()],
            vec![send(0, 1)],
            vec![Op::Compute(1000), op, send(3, 1)],
            vec![receive(2), send(0, 1)],
        ]
    };
    assert_eq!(
        late(after_send(send(0, 1))),
        [(0, 0, 0, 2), (0, 0, 0, 3), (0, 1, 1, 3)]
    );
    assert_eq!(late(after_send(send_sync(0, 1))), [(0, 0, 0, 2)]);
}

#[test]
fn tags_keep_messages_apart() {
    let scripts = vec![
        vec![tagged(receive_any(), 1), receive_any()],
        vec![tagged(send(0, 1), 1)],
        vec![Op::Compute(500), tagged(send(0, 1), 2)],
    ];
    assert_eq!(late(scripts), []);
}
