//! Order at equal times, out-ports, tags, overhead of calls, blocks behind each other, zero
//! parameters.

use pram::network::{
    Clock, Decomposition, NetworkObserver, Options, Segment, Topology, Unobserved, WatchedEvents,
};

use super::script::{
    LECTURE, Op, Seen, path, receive, receive_any, run, run_in, send, send_now, simulation, tagged,
    time,
};

fn complete(p: u32) -> Topology {
    Topology::complete(p).unwrap()
}

fn senders(seen: &[Seen]) -> Vec<(u32, u32)> {
    let messages = seen.iter().filter_map(|seen| match *seen {
        Seen::Message { sender, place, .. } => Some((sender, place)),
        _ => None,
    });
    messages.collect()
}

#[test]
fn at_equal_times_the_lower_sender_is_first() {
    for p in [3, 5] {
        let mut scripts = vec![vec![send(0, 1)]; p as usize];
        scripts[0] = vec![receive_any(); p as usize - 1];
        for values in [LECTURE, [0; 5], [0, 1, 0, 0, 0], [1, 0, 0, 0, 0]] {
            let mut network = simulation(complete(p), Options::default(), values);
            let (processors, ending) = run_in(&mut network, scripts.clone(), &mut Unobserved);
            assert_eq!(ending, Ok(()));
            let expected: Vec<_> = (1..p).map(|sender| (sender, 0)).collect();
            assert_eq!(senders(&processors.seen[0]), expected);
        }
    }
}

#[test]
fn arrivals_come_before_operations_of_the_same_time() {
    let scripts = |instructions| {
        vec![
            vec![send(1, 1)],
            vec![Op::Compute(instructions), Op::Probe(Some(0)), receive(0)],
        ]
    };
    for (instructions, expected) in [(106, false), (107, true), (108, true)] {
        let mut network = simulation(complete(2), Options::default(), LECTURE);
        let (processors, _) = run_in(&mut network, scripts(instructions), &mut Unobserved);
        assert!(processors.seen[1].contains(&Seen::Found(expected)));
    }
}

#[test]
fn opposite_processors_of_a_ring_send_upwards() {
    // From 0 to 2 of 4: up over 1. Processor 1 sends to 2 over the same link.
    let scripts = vec![
        vec![send(2, 10)],
        vec![Op::Compute(50), send(2, 1)],
        vec![receive_any(), receive_any()],
        vec![],
    ];
    let ring = Topology::ring(4).unwrap();
    let network = run(ring, Options::default(), LECTURE, scripts);
    assert_eq!(network.traffic().link_waits, 1);
    for p in [2, 4, 6] {
        let ring = Topology::ring(p).unwrap();
        for own in 0..p {
            let first = ring.route(own, (own + p / 2) % p).next().unwrap();
            assert_eq!(first.0, u64::from(own) * 2, "p = {p}");
        }
    }
}

#[test]
fn messages_that_leave_later_wait_for_the_out_port() {
    let scripts = vec![
        vec![send_now(1, 1), send_now(1, 2), send(1, 3)],
        vec![receive(0), receive(0), receive(0)],
    ];
    let network = run(complete(2), Options::default(), LECTURE, scripts);
    assert_eq!(
        [0, 1].map(|own| network.clock(own).time),
        [107 + 114 + 121; 2]
    );
    // Only the message for which the sender waits counts as its communication.
    assert_eq!(network.sending(0), 121);
    assert_eq!(network.traffic().port_waits, 2);
    assert_eq!(network.total_waiting(), Ok(2 * 342 - 121));
}

#[test]
fn a_receive_takes_messages_of_a_pair_in_order_but_for_the_tag() {
    let scripts = vec![
        vec![
            tagged(send_now(1, 9), 1),
            tagged(send_now(1, 0), 2),
            tagged(send_now(1, 9), 1),
        ],
        vec![tagged(receive(0), 2), receive(0), tagged(receive(0), 1)],
    ];
    let mut network = simulation(complete(2), Options::default(), LECTURE);
    let (processors, ending) = run_in(&mut network, scripts, &mut Unobserved);
    assert_eq!(ending, Ok(()));
    assert_eq!(senders(&processors.seen[1]), [(0, 1), (0, 0), (0, 2)]);
}

#[test]
fn calls_take_their_overhead_before_a_send_and_behind_a_receive() {
    let scripts = vec![vec![send(1, 5)], vec![Op::Compute(10), receive(0)]];
    let network = run(complete(2), Options::default(), [100, 7, 0, 1, 4], scripts);
    assert_eq!([0, 1].map(|own| network.clock(own).time), [139, 143]);
    assert_eq!([0, 1].map(|own| network.computing(own)), [4, 14]);
    assert_eq!(path(&network)["t_o"], 2);
}

/// `LogP` by the parameters that the contract names: L = 6, o = 2, g = 4.
#[test]
fn logp() {
    let values = [0, 4, 2, 1, 2];
    let scripts = vec![
        vec![send_now(1, 1), send_now(2, 1)],
        vec![receive(0)],
        vec![receive(0)],
    ];
    let network = run(complete(3), Options::default(), values, scripts);
    // o + L + o; the second message leaves g after the first.
    assert_eq!([0, 1, 2].map(|own| network.clock(own).time), [4, 10, 14]);
}

#[test]
fn with_zero_parameters_everything_happens_at_once() {
    let p = 8;
    let script = |own: u32| {
        let step = move |shift: u32| [send((own + shift) % p, 3), receive((own + p - shift) % p)];
        (1..p).flat_map(step).collect::<Vec<_>>()
    };
    for topology in super::script::topologies() {
        if topology.processors() == p {
            let network = run(
                topology,
                Options::default(),
                [0; 5],
                (0..p).map(script).collect(),
            );
            assert_eq!(time(&network), 0);
            assert_eq!(network.traffic().messages, 56);
            assert_eq!(
                (network.traffic().link_waits, network.traffic().port_waits),
                (0, 0)
            );
        }
    }
}

#[test]
fn blocks_follow_each_other_without_barrier() {
    let mut network = simulation(complete(3), Options::default(), LECTURE);
    let first = vec![vec![Op::Compute(1000)], vec![send(2, 1)], vec![receive(1)]];
    let (_, ending) = run_in(&mut network, first, &mut Unobserved);
    assert_eq!(ending, Ok(()));
    let second = vec![vec![], vec![send(2, 1)], vec![receive(1), send(1, 1)]];
    let (_, ending) = run_in(&mut network, second, &mut Unobserved);
    // The last message of the second block is left; the first block's were its own.
    assert!(ending.is_err());
    assert_eq!(
        [0, 1, 2].map(|own| network.clock(own).time),
        [1000, 214, 321]
    );
}

#[test]
fn ports_stay_taken_from_block_to_block() {
    let mut network = simulation(complete(3), Options::default(), LECTURE);
    let first = vec![vec![send_now(1, 100)], vec![receive(0)]];
    run_in(&mut network, first, &mut Unobserved).1.unwrap();
    assert_eq!(network.clock(0).time, 0);
    let second = vec![vec![send(2, 0)], vec![], vec![receive(0)]];
    run_in(&mut network, second, &mut Unobserved).1.unwrap();
    assert_eq!(network.clock(2).time, 800 + 100);
}

#[test]
fn on_ties_the_own_clock_is_the_critical_path() {
    let scripts = vec![vec![send(1, 5)], vec![Op::Compute(135), receive(0)]];
    let network = run(complete(2), Options::default(), LECTURE, scripts);
    let own = Clock {
        time: 135,
        path: Decomposition {
            t_c: 135,
            t_o: 1,
            ..Decomposition::default()
        },
    };
    assert_eq!(*network.clock(1), own);
}

#[test]
fn the_largest_buffer_is_counted_in_words() {
    let scripts = vec![
        vec![Op::Compute(1000), receive(1), receive(2), receive(3)],
        vec![send(0, 4)],
        vec![send(0, 5)],
        vec![Op::Compute(2000), send(0, 6)],
    ];
    let network = run(complete(4), Options::default(), LECTURE, scripts);
    assert_eq!(network.traffic().largest_buffer_words, 9);
}

#[derive(Default)]
struct Rows(Vec<(u32, String)>);

impl NetworkObserver for Rows {
    fn wants(&self) -> WatchedEvents {
        WatchedEvents::DETAIL
    }

    fn segment(&mut self, segment: Segment) {
        let text = format!("{:?} {}–{}", segment.activity, segment.from, segment.to);
        self.0.push((segment.processor, text));
    }
}

#[test]
fn a_strip_of_time_shows_what_each_processor_does() {
    let scripts = vec![
        vec![Op::Compute(3), send(1, 1), receive(1)],
        vec![receive(0), send(0, 2)],
    ];
    let mut rows = Rows::default();
    let mut network = simulation(complete(2), Options::default(), LECTURE);
    run_in(&mut network, scripts, &mut rows).1.unwrap();
    let of = |own: u32| {
        let rows = rows.0.iter().filter(|(processor, _)| *processor == own);
        rows.map(|(_, text)| text.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(of(0), ["Compute 0–3", "Send 3–110", "Wait 110–224"]);
    assert_eq!(of(1), ["Wait 0–110", "Send 110–224"]);
}
