//! Deadlocks, messages that nobody receives, faults, limits.

use pram::network::{
    Awaits, BlockEnding, Blocked, Cause, Choices, Deadlock, Decimal, Left, NetworkLimits, Options,
    Parameters, SendManner, Sending, Simulation, Topology, Unobserved,
};

use super::script::{
    LECTURE, Op, Scripted, failed, parameters, receive, receive_any, run, run_in, send, send_now,
    send_sync, simulation, tagged,
};

const SYNCHRONOUS: Options = Options {
    routing: pram::network::Routing::CutThrough,
    ports: pram::network::Ports::One,
    duplex: pram::network::Duplex::Full,
    sending: Sending::Synchronous,
};

fn ring(p: u32) -> Topology {
    Topology::ring(p).unwrap()
}

fn deadlock(options: Options, scripts: Vec<Vec<Op>>) -> Deadlock {
    let topology = Topology::complete(scripts.len() as u32).unwrap();
    match failed(topology, options, LECTURE, scripts) {
        BlockEnding::Deadlock(deadlock) => deadlock,
        other => panic!("{other:?}"),
    }
}

fn numbers(blocked: &[Blocked]) -> Vec<(u32, u32)> {
    blocked.iter().map(|it| (it.processor, it.place)).collect()
}

/// FER 2.6, first example: both receive first.
#[test]
fn two_that_receive_first_hold_each_other_under_any_sending() {
    let scripts = vec![vec![receive(1), send(1, 1)], vec![receive(0), send(0, 1)]];
    for options in [Options::default(), SYNCHRONOUS] {
        let found = deadlock(options, scripts.clone());
        let Cause::Cycle(cycle) = &found.cause else {
            panic!("{found:?}");
        };
        assert_eq!(numbers(cycle), [(0, 0), (1, 0)]);
        assert_eq!(cycle[0].awaits, Awaits::Message { from: 1, tag: None });
        assert_eq!(found.blocked, *cycle);
    }
}

/// FER 2.6, second example: all send to the right first; L3, the ring of SK.
#[test]
fn a_ring_that_sends_first_relies_on_buffering() {
    let script = |own: u32| vec![send((own + 1) % 8, 1), receive((own + 7) % 8)];
    let scripts: Vec<_> = (0..8).map(script).collect();
    run(ring(8), Options::default(), LECTURE, scripts.clone());
    let BlockEnding::Deadlock(found) = failed(ring(8), SYNCHRONOUS, LECTURE, scripts) else {
        panic!("no deadlock");
    };
    let Cause::Cycle(cycle) = found.cause else {
        panic!("{found:?}");
    };
    assert_eq!(
        numbers(&cycle),
        (0..8).map(|own| (own, 0)).collect::<Vec<_>>()
    );
    assert_eq!(cycle[7].awaits, Awaits::Reception { by: 0, tag: 0 });
}

#[test]
fn a_cycle_is_found_behind_processors_that_wait_for_it() {
    let scripts = vec![
        vec![receive(3)],
        vec![receive(2)],
        vec![Op::Compute(5), receive(3)],
        vec![receive(1)],
        vec![],
    ];
    let found = deadlock(Options::default(), scripts);
    let Cause::Cycle(cycle) = found.cause else {
        panic!("{found:?}");
    };
    assert_eq!(numbers(&cycle), [(1, 0), (2, 1), (3, 0)]);
    assert_eq!(found.blocked.len(), 4);
}

#[test]
fn a_processor_that_has_ended_is_named() {
    let scripts = vec![
        vec![receive(1)],
        vec![receive(2)],
        vec![send(3, 1)],
        vec![receive(2)],
    ];
    let found = deadlock(Options::default(), scripts);
    let Cause::Ended(waiting) = found.cause else {
        panic!("{found:?}");
    };
    assert_eq!((waiting.processor, waiting.awaited()), (1, Some(2)));
    assert!(waiting.is_for_ended);
    assert!(!found.blocked[0].is_for_ended);
    // One that takes no part counts as ended.
    let mut network = simulation(ring(3), Options::default(), LECTURE);
    let (_, ending) = run_in(&mut network, vec![vec![receive(2)]], &mut Unobserved);
    let Err(BlockEnding::Deadlock(found)) = ending else {
        panic!("{ending:?}");
    };
    assert!(matches!(found.cause, Cause::Ended(_)));
}

#[test]
fn a_receive_from_anyone_is_held_by_a_knot() {
    let scripts = vec![vec![receive_any()], vec![receive(0)], vec![receive(1)]];
    let found = deadlock(Options::default(), scripts);
    let Cause::Knot { waiting, others } = found.cause else {
        panic!("{found:?}");
    };
    assert_eq!(waiting.awaits, Awaits::MessageOfAnyone { tag: None });
    assert_eq!(
        (waiting.processor, numbers(&others)),
        (0, vec![(1, 0), (2, 0)])
    );
    let found = deadlock(Options::default(), vec![vec![receive_any()], vec![]]);
    let Cause::Knot { others, .. } = found.cause else {
        panic!("{found:?}");
    };
    assert!(others.is_empty());
}

#[test]
fn a_processor_waits_for_itself() {
    for (op, awaits) in [
        (send_sync(1, 2), Awaits::Reception { by: 1, tag: 0 }),
        (receive(1), Awaits::Message { from: 1, tag: None }),
    ] {
        let scripts = vec![vec![receive(2)], vec![op], vec![receive(0)]];
        let found = deadlock(Options::default(), scripts);
        let Cause::Itself(alone) = found.cause else {
            panic!("{found:?}");
        };
        assert_eq!((alone.processor, alone.awaits), (1, awaits));
    }
    // A buffered message to oneself costs like any other.
    let network = run(
        ring(2),
        Options::default(),
        LECTURE,
        vec![vec![send(0, 2), receive(0)]],
    );
    assert_eq!(network.clock(0).time, 114);
}

#[test]
fn a_wrong_tag_is_never_received() {
    let scripts = vec![vec![tagged(send(1, 1), 3)], vec![tagged(receive(0), 4)]];
    let found = deadlock(Options::default(), scripts);
    let tag = Some(4);
    assert_eq!(found.blocked[0].awaits, Awaits::Message { from: 0, tag });
    assert!(matches!(found.cause, Cause::Ended(_)));
}

#[test]
fn messages_left_at_the_end_are_listed() {
    let scripts = vec![
        vec![send(2, 4), tagged(send_now(2, 5), 7)],
        vec![send(2, 6)],
        vec![receive(1)],
    ];
    let ending = failed(ring(3), Options::default(), LECTURE, scripts);
    let left = |words, tag, place| Left {
        sender: 0,
        receiver: 2,
        words,
        tag,
        queue: None,
        place,
    };
    assert_eq!(
        ending,
        BlockEnding::NeverReceived(vec![left(4, 0, 0), left(5, 7, 1)])
    );
}

#[test]
fn the_earliest_fault_ends_the_run() {
    let fault = |time| vec![Op::Compute(time), Op::Fault];
    let scripts = vec![fault(30), fault(20), fault(20), vec![receive(0)]];
    assert_eq!(
        failed(ring(4), Options::default(), LECTURE, scripts),
        BlockEnding::Stopped(1)
    );
    // What the receiver cannot take is a fault at its time.
    let scripts = vec![
        vec![tagged(send(1, 1), -1)],
        vec![receive(0)],
        fault(107),
        fault(108),
    ];
    let ending = failed(ring(4), Options::default(), LECTURE, scripts.clone());
    assert_eq!(ending, BlockEnding::Stopped(1001));
    let mut scripts = scripts;
    scripts[3] = fault(106);
    assert_eq!(
        failed(ring(4), Options::default(), LECTURE, scripts),
        BlockEnding::Stopped(3)
    );
}

fn limited(values: [u32; 5], limits: NetworkLimits, scripts: Vec<Vec<Op>>) -> BlockEnding<u32> {
    let count = scripts.len() as u32;
    let parameters = parameters(values);
    let topology = Topology::complete(count).unwrap();
    let network = Simulation::new(topology, Options::default(), &parameters, limits);
    let mut processors = Scripted::new(scripts);
    (network.unwrap())
        .run_block(&mut processors, count, &Choices::machine(), &mut Unobserved)
        .unwrap_err()
}

#[test]
fn loops_that_take_no_time_end() {
    let limits = NetworkLimits {
        operations: 1000,
        ..NetworkLimits::default()
    };
    let scripts = vec![vec![Op::Poll(Some(1))], vec![receive(0)]];
    assert_eq!(limited([0; 5], limits, scripts), BlockEnding::TooLong);
    let endless = vec![send_now(0, 0); 2000];
    assert_eq!(
        limited([0; 5], limits, vec![endless.clone()]),
        BlockEnding::TooLong
    );
    let limits = NetworkLimits {
        messages: 1000,
        ..NetworkLimits::default()
    };
    assert_eq!(
        limited([0; 5], limits, vec![endless]),
        BlockEnding::TooManyMessages
    );
}

#[test]
fn times_and_counts_beyond_their_range_are_an_ending() {
    let huge = |words| {
        vec![
            Op::Send {
                to: 0,
                words,
                tag: 0,
                manner: SendManner::Now,
            };
            2
        ]
    };
    let ending = limited(
        [1, 1, 1, 1, 1],
        NetworkLimits::default(),
        vec![huge(u64::MAX)],
    );
    assert_eq!(ending, BlockEnding::Overflow);
    let compute = vec![Op::Compute(u64::MAX / 2), send(0, 0), Op::Compute(u64::MAX)];
    let ending = limited([0; 5], NetworkLimits::default(), vec![compute]);
    assert!(matches!(
        ending,
        BlockEnding::Overflow | BlockEnding::TooLong
    ));
    let large: Decimal = "1e38".parse().unwrap();
    let parameters = Parameters {
        t_s: large,
        ..parameters([0; 5])
    };
    let topology = Topology::complete(1).unwrap();
    let limits = NetworkLimits::default();
    let mut network = Simulation::new(topology, Options::default(), &parameters, limits).unwrap();
    let (_, ending) = run_in(
        &mut network,
        vec![vec![send(0, 1), send(0, 1)]],
        &mut Unobserved,
    );
    assert_eq!(ending, Err(BlockEnding::Overflow));
}
