//! What holds of every run: results without receives from anyone do not depend on timing, times
//! grow with the parameters, renumbering by an automorphism of the topology changes nothing.

use pram::network::{Options, SendManner, Topology, Unobserved};

use super::differential::{Random, Taste, options, scripts, values};
use super::patterns::{broadcast, butterfly};
use super::script::{LECTURE, Op, Seen, run, run_in, simulation, time, topologies};

const SENDS_ALONE: Taste = Taste {
    computing: true,
    wildcards: false,
    probes: false,
    manners: &[SendManner::Blocking, SendManner::Now],
    tags: 2,
    longest: 9,
    faults: false,
    meetings: false,
};

/// What each processor received, in order.
fn results(topology: Topology, seed: u64, scripts: Vec<Vec<Op>>) -> Option<Vec<Vec<Seen>>> {
    let mut random = Random(seed);
    let mut network = simulation(topology, options(&mut random), values(&mut random));
    let words: u64 = (scripts.iter().flatten())
        .map(|op| match op {
            Op::Send { words, .. } => *words,
            _ => 0,
        })
        .sum();
    let (mut processors, ending) = run_in(&mut network, scripts, &mut Unobserved);
    ending.ok()?;
    assert_eq!(network.traffic().words, words);
    for seen in &mut processors.seen {
        seen.retain(|seen| matches!(seen, Seen::Message { .. }));
    }
    Some(processors.seen)
}

#[test]
fn without_wildcards_and_probes_results_depend_on_no_timing() {
    let networks: Vec<_> = (topologies().into_iter())
        .filter(|topology| topology.processors() == 8)
        .collect();
    let mut compared = 0;
    for seed in 0..100 {
        let scripts = scripts(&mut Random(seed), 8, &SENDS_ALONE);
        let mut all = networks.iter().enumerate().filter_map(|(at, topology)| {
            results(topology.clone(), 1000 * seed + at as u64, scripts.clone())
        });
        let Some(first) = all.next() else { continue };
        for other in all {
            assert_eq!(first, other, "seed {seed}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn times_grow_with_each_parameter() {
    let cube = || Topology::hypercube(4).unwrap();
    for scripts in [butterfly(16, |bit| 3 << bit), broadcast(16, 5)] {
        for parameter in 0..5 {
            let mut last = 0;
            for value in [0, 1, 2, 10, 100] {
                let mut values = LECTURE;
                values[parameter] = value;
                let network = run(cube(), Options::default(), values, scripts.clone());
                assert_eq!(network.traffic().link_waits, 0);
                assert!(time(&network) >= last);
                last = time(&network);
            }
        }
    }
}

#[test]
fn renumbering_the_processors_of_a_hypercube_leaves_the_time() {
    let plain = broadcast(16, 5);
    let cube = || Topology::hypercube(4).unwrap();
    let expected = time(&run(cube(), Options::default(), LECTURE, plain.clone()));
    for mask in 0..16_u32 {
        let renumbered = |op: &Op| match *op {
            Op::Send {
                to,
                words,
                tag,
                manner,
            } => Op::Send {
                to: to ^ mask,
                words,
                tag,
                manner,
            },
            Op::Receive { from, tag } => Op::Receive {
                from: from.map(|from| from ^ mask),
                tag,
            },
            other => other,
        };
        let scripts = (0..16).map(|own: u32| {
            let script = &plain[(own ^ mask) as usize];
            script.iter().map(renumbered).collect()
        });
        let network = run(cube(), Options::default(), LECTURE, scripts.collect());
        assert_eq!(time(&network), expected);
    }
}

#[test]
fn a_large_hypercube_forgets_links_that_are_free() {
    // 22528 links among 2048 processors: more than are kept.
    let (dimensions, words) = (11, 3);
    let cube = Topology::hypercube(dimensions).unwrap();
    let scripts = butterfly(1 << dimensions, |_| words);
    let network = run(cube, Options::default(), LECTURE, scripts);
    assert_eq!(time(&network), 11 * (100 + 7 * 3));
    assert_eq!(network.traffic().messages, 11 * 2048);
    assert_eq!(network.total_waiting(), Ok(0));
}
