//! Blocks in lock step end as they do event by event, or are given up.

use std::collections::BTreeMap;

use pram::network::{
    BlockEnding, Choices, LockStepEnd, NetworkLimits, Options, Simulation, Topology, Unobserved,
};

use super::differential::{Random, Taste, options, scripts, values};
use super::patterns::{Scripts, broadcast, butterfly, empty, exchange, reduction, rotation};
use super::script::{LECTURE, Op, Scripted, receive, send, simulation, topologies};

/// Everything that can be asked of a network.
fn same_network(one: &Simulation, other: &Simulation) {
    assert_eq!(one.traffic(), other.traffic());
    for own in 0..one.topology().processors() {
        assert_eq!(one.clock(own), other.clock(own), "clock of {own}");
        assert_eq!(one.computing(own), other.computing(own), "T_R of {own}");
        assert_eq!(one.sending(own), other.sending(own), "T_K of {own}");
    }
}

/// Runs a block both ways, and the other blocks event by event. The result is how it ended, and
/// whether lock step came to its end.
pub fn both_ways(
    network: &mut Simulation,
    scripts: Vec<Vec<Op>>,
) -> (Scripted, Result<(), BlockEnding<u32>>, bool) {
    let count = scripts.len() as u32;
    let mut in_turns = network.clone();
    let mut turning = Scripted::new(scripts.clone());
    let end = in_turns.run_in_lock_step(&mut turning, count);
    let is_over = end == LockStepEnd::Over;
    let mut processors = Scripted::new(scripts);
    let machine = Choices::machine();
    let ending = network.run_block(&mut processors, count, &machine, &mut Unobserved);
    if is_over {
        assert_eq!(ending, Ok(()));
        assert_eq!(turning.seen, processors.seen);
        same_network(&in_turns, network);
    }
    if end == LockStepEnd::TooManyMessages {
        assert_eq!(ending, Err(BlockEnding::TooManyMessages));
    }
    (processors, ending, is_over)
}

/// At a limit of messages a block has as many whatever the order of its processors: it ends there, and is
/// not begun again.
#[test]
fn a_limit_of_messages_ends_a_block_in_lock_step() {
    let parameters = super::script::parameters(LECTURE);
    for (messages, end) in [(24, LockStepEnd::Over), (23, LockStepEnd::TooManyMessages)] {
        let limits = NetworkLimits {
            messages,
            ..NetworkLimits::default()
        };
        let cube = Topology::hypercube_of(8).unwrap();
        let mut network = Simulation::new(cube, Options::default(), &parameters, limits).unwrap();
        // Three exchanges of 8 processors.
        let mut scripts = Scripted::new(butterfly(8, |_| 1));
        assert_eq!(network.run_in_lock_step(&mut scripts, 8), end);
    }
}

fn is_in_lock_step(topology: Topology, options: Options, scripts: Scripts) -> bool {
    let mut network = simulation(topology, options, LECTURE);
    let (_, ending, is_over) = both_ways(&mut network, scripts);
    assert_eq!(ending, Ok(()));
    is_over
}

#[test]
fn regular_exchanges_are_not_given_up() {
    for p in [2, 8, 64] {
        let cube = || Topology::hypercube_of(p).unwrap();
        let ring = || Topology::ring(p).unwrap();
        let usual = Options::default;
        assert!(is_in_lock_step(cube(), usual(), butterfly(p, |_| 3)));
        assert!(is_in_lock_step(cube(), usual(), broadcast(p, 5)));
        assert!(is_in_lock_step(cube(), usual(), reduction(p, 5)));
        let mut round = empty(p);
        rotation(&mut round, p, p, 1, |step| u64::from(p - step));
        assert!(is_in_lock_step(ring(), usual(), round));
    }
}

#[test]
fn messages_that_wait_are_given_up() {
    // 1 and 2 send to 0 at one time: the second waits for the in-port.
    let scripts = vec![
        vec![receive(1), receive(2)],
        vec![send(0, 4)],
        vec![send(0, 4)],
    ];
    let complete = Topology::complete(3).unwrap();
    assert!(!is_in_lock_step(complete, Options::default(), scripts));
    // 0 to 2 and 1 to 2 over the link from 1 to 2 of a line.
    let scripts = vec![
        vec![send(2, 4)],
        vec![send(2, 4), Op::Compute(1)],
        vec![receive(1), receive(0)],
    ];
    let line = Topology::line(3).unwrap();
    assert!(!is_in_lock_step(line, Options::default(), scripts));
}

#[test]
fn words_that_wait_at_their_receiver_are_counted() {
    // 2 begins to receive when both messages, of 3 and of 4 words, have arrived: at 2·(100 + 4·7).
    let mut scripts = empty(3);
    scripts[0] = vec![send(2, 3)];
    scripts[1] = vec![Op::Compute(200), send(2, 4)];
    scripts[2] = vec![Op::Compute(1000), receive(1), receive(0)];
    let complete = Topology::complete(3).unwrap();
    let mut network = simulation(complete, Options::default(), LECTURE);
    let (_, _, is_over) = both_ways(&mut network, scripts);
    assert!(is_over);
    assert_eq!(network.traffic().largest_buffer_words, 7);
}

/// Random exchanges in steps: in each some pairs of processors send to each other.
fn steps(random: &mut Random, count: u32) -> Scripts {
    let mut scripts = empty(count);
    for _ in 0..random.below(6) {
        let stride = 1 + random.below(count);
        for one in 0..count {
            let other = one ^ stride;
            if one < other && other < count && !random.one_in(5) {
                exchange(&mut scripts, one, other, u64::from(random.below(4)));
            }
        }
        for script in &mut scripts {
            if random.one_in(6) {
                script.push(Op::Compute(u64::from(random.below(40))));
            }
        }
    }
    scripts
}

#[test]
fn random_scripts_end_as_event_by_event() {
    let mut ways: BTreeMap<bool, u32> = BTreeMap::new();
    for round in 0..60 {
        for (at, topology) in topologies().iter().enumerate() {
            let mut random = Random(round * 1000 + at as u64);
            let (options, values) = (options(&mut random), values(&mut random));
            let mut network = simulation(topology.clone(), options, values);
            for _ in 0..random.pick(&[1, 2]) {
                let count = 1 + random.below(topology.processors());
                let block = if random.one_in(2) {
                    steps(&mut random, count)
                } else {
                    let taste = Taste {
                        computing: true,
                        wildcards: random.one_in(8),
                        probes: false,
                        manners: &[
                            pram::network::SendManner::Blocking,
                            pram::network::SendManner::Now,
                        ],
                        tags: 2,
                        longest: 3,
                        faults: random.one_in(12),
                        meetings: random.one_in(8),
                    };
                    scripts(&mut random, count, &taste)
                };
                let (_, ending, is_over) = both_ways(&mut network, block);
                *ways.entry(is_over).or_default() += 1;
                if ending.is_err() {
                    break;
                }
            }
        }
    }
    println!("{ways:?}");
    assert!(ways[&true] > 300 && ways[&false] > 300, "{ways:?}");
}
