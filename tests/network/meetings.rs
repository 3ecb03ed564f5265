//! Meetings of all processors of a block: barriers, and calls that all have to make.

use pram::network::{
    Activity, Awaits, BlockEnding, Cause, NetworkObserver, Options, Rendezvous, Segment, Topology,
    WatchedEvents,
};

use super::lock_step::both_ways;
use super::script::{
    BARRIER, LECTURE, Op, call, failed, path, receive, run, run_in, send, simulation, time,
};

const MEET: Op = Op::Meet(Rendezvous::Barrier);

fn complete(p: u32) -> Topology {
    Topology::complete(p).unwrap()
}

fn cause(scripts: Vec<Vec<Op>>) -> Cause {
    let topology = complete(scripts.len() as u32);
    match failed(topology, Options::default(), LECTURE, scripts) {
        BlockEnding::Deadlock(deadlock) => deadlock.cause,
        other => panic!("{other:?}"),
    }
}

/// 1 comes at 30, the last one: all go on at 30 + B. The message of 0 then takes `t_o + t_s + 2 t_w`, and
/// the path is that of 1 up to the barrier, of 0 behind it: `30 t_c + B + t_o + t_s + 2 t_w`, that is
/// 30 + 50 + 114. The receiver has the message at the same time, as `t_h` and `t_o` are 0, and the least
/// number counts.
#[test]
fn all_go_on_a_barriers_time_after_the_last() {
    let scripts = vec![
        vec![Op::Compute(5), MEET, send(2, 2)],
        vec![Op::Compute(30), MEET],
        vec![MEET, receive(0)],
    ];
    let network = run(complete(3), Options::default(), LECTURE, scripts);
    assert_eq!(time(&network), 30 + i128::from(BARRIER) + 114);
    let clocks: Vec<i128> = (0..3).map(|own| network.clock(own).time).collect();
    assert_eq!(clocks, [194, 80, 194]);
    let expected = [("B", 1), ("t_c", 30), ("t_o", 1), ("t_s", 1), ("t_w", 2)];
    assert_eq!(path(&network).into_iter().collect::<Vec<_>>(), expected);
    // The barrier is waiting: of 3 · 194, 35 were computed and 114 sent.
    assert_eq!(network.total_waiting(), Ok(3 * 194 - 35 - 114));
}

/// Where several come last at one time, each keeps its own path: `20 t_c`, or `t_s` (which is 20)
/// and a `t_o` for each call; the message to 2 passes one link.
#[test]
fn on_ties_ones_own_clock_comes_first() {
    let values = [20, 0, 0, 1, 0];
    let scripts = vec![
        vec![Op::Compute(20), MEET],
        vec![send(2, 0), MEET],
        vec![receive(1), MEET],
    ];
    let network = run(complete(3), Options::default(), values, scripts);
    let paths: Vec<[u64; 6]> = (0..3).map(|own| network.clock(own).path.counts()).collect();
    assert_eq!(paths[0], [0, 0, 0, 20, 0, 1]);
    assert_eq!(paths[1], [1, 0, 0, 0, 1, 1]);
    assert_eq!(paths[2], [1, 0, 1, 0, 2, 1]);
}

/// A call costs nothing: all go on when the last one, at 30, has come.
#[test]
fn a_call_of_all_takes_no_time() {
    let scripts = vec![
        vec![call(3, Some(1)), Op::Compute(1)],
        vec![Op::Compute(30), call(3, Some(1))],
    ];
    let network = run(complete(2), Options::default(), LECTURE, scripts);
    assert_eq!(time(&network), 31);
    assert_eq!(
        path(&network).into_iter().collect::<Vec<_>>(),
        [("t_c", 31)]
    );
}

/// A block of two of three processors: the third is not waited for.
#[test]
fn only_processors_of_the_block_meet() {
    let scripts = vec![vec![MEET], vec![Op::Compute(3), MEET]];
    let network = run(complete(3), Options::default(), LECTURE, scripts);
    assert_eq!(time(&network), 53);
    assert_eq!(network.clock(2).time, 0);
}

#[test]
fn a_processor_that_ended_never_comes() {
    let Cause::Ended(waiting) = cause(vec![vec![MEET], vec![Op::Compute(1)], vec![MEET]]) else {
        panic!("1 has ended");
    };
    assert_eq!((waiting.processor, waiting.place), (0, 0));
    let meeting = Rendezvous::Barrier;
    assert_eq!(
        waiting.awaits,
        Awaits::Meeting {
            meeting,
            missing: 1
        }
    );
}

/// 1 waits for a message that 0 sends behind the barrier.
#[test]
fn a_message_from_behind_the_barrier_is_a_cycle() {
    let scripts = vec![
        vec![Op::Compute(2), MEET, send(1, 1)],
        vec![receive(0), MEET],
        vec![MEET],
    ];
    let Cause::Cycle(cycle) = cause(scripts) else {
        panic!("0 and 1 wait for each other");
    };
    let who: Vec<(u32, u32)> = cycle.iter().map(|it| (it.processor, it.place)).collect();
    assert_eq!(who, [(0, 1), (1, 0)]);
}

/// Another procedure, another argument, none, and a barrier are four different meetings.
#[test]
fn all_have_to_come_to_the_same_meeting() {
    let others = [call(1, Some(0)), call(0, Some(1)), call(0, None), MEET];
    for other in others {
        let Cause::Cycle(cycle) = cause(vec![vec![call(0, Some(0))], vec![other]]) else {
            panic!("both wait for the other");
        };
        assert_eq!(cycle.len(), 2);
    }
}

/// Lock step leaves meetings to the simulation of events.
#[test]
fn blocks_with_meetings_are_not_in_lock_step() {
    let mut network = simulation(complete(2), Options::default(), LECTURE);
    let (_, ending, is_in_lock_step) = both_ways(&mut network, vec![vec![MEET], vec![MEET]]);
    assert_eq!(ending, Ok(()));
    assert!(!is_in_lock_step);
}

/// What was done, by processor.
#[derive(Default)]
struct Segments(Vec<(u32, Activity, i128, i128)>);

impl NetworkObserver for Segments {
    fn wants(&self) -> WatchedEvents {
        WatchedEvents::DETAIL
    }

    fn segment(&mut self, segment: Segment) {
        let Segment {
            processor,
            activity,
            from,
            to,
        } = segment;
        self.0.push((processor, activity, from, to));
    }
}

/// 0 waits from 5, 1 from 30, both up to 80.
#[test]
fn who_meets_is_seen_to_wait() {
    let scripts = vec![vec![Op::Compute(5), MEET], vec![Op::Compute(30), MEET]];
    let mut network = simulation(complete(2), Options::default(), LECTURE);
    let mut seen = Segments::default();
    let (_, ending) = run_in(&mut network, scripts, &mut seen);
    assert_eq!(ending, Ok(()));
    let waits = seen.0.into_iter().filter(|each| each.1 == Activity::Wait);
    let expected = [(0, Activity::Wait, 5, 80), (1, Activity::Wait, 30, 80)];
    assert_eq!(waits.collect::<Vec<_>>(), expected);
}
