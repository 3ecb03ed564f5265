//! Broadcasts and reductions, C1 to C9: each lecture formula with two sizes at least, on the
//! topologies that it names, with a time for each hop and with messages that are stored and forwarded.

use std::collections::BTreeMap;

use pram::network::{Options, Topology};

use super::patterns::{
    START, WORD, broadcast, broadcast_topologies, butterfly, cube, empty, hops, logarithm, message,
    reduction, ring, rotation, runs, stored,
};
use super::script::{HOPS, LECTURE, Op, path, run, time};

#[test]
fn c1_one_message() {
    for (from, to, hops) in [(0, 1, 1), (0, 4, 4), (3, 3, 0), (7, 0, 1)] {
        for words in [0_u64, 1, 5] {
            let m = i128::from(words);
            let mut scripts = empty(8);
            message(&mut scripts, from, to, words);
            let cut = run(ring(8), Options::default(), HOPS, scripts.clone());
            assert_eq!(cut.clock(to).time, START + hops * 3 + WORD * m);
            assert_eq!(cut.traffic().word_hops, hops as u64 * words);
            let stored = stored(ring(8), HOPS, scripts);
            let expected = START
                + if hops == 0 {
                    WORD * m
                } else {
                    hops * (3 + WORD * m)
                };
            assert_eq!(stored.clock(to).time, expected);
            if from != to {
                // The sender goes on without regard to the way.
                assert_eq!(stored.clock(from).time, START + WORD * m);
            }
        }
    }
}

#[test]
fn c2_a_naive_broadcast_sends_one_after_the_other() {
    for (p, words) in [(4, 3), (8, 5), (13, 1)] {
        let mut scripts = empty(p);
        for to in 1..p {
            message(&mut scripts, 0, to, words);
        }
        let network = runs(Topology::complete(p).unwrap(), scripts);
        let one = START + WORD * i128::from(words);
        assert_eq!(time(&network), i128::from(p - 1) * one);
        // The in-port takes as long as the out-port, so gathering costs the same.
        let mut scripts = empty(p);
        for from in 1..p {
            message(&mut scripts, from, 0, words);
        }
        let network = runs(Topology::complete(p).unwrap(), scripts);
        assert_eq!(time(&network), i128::from(p - 1) * one);
        assert_eq!(network.traffic().port_waits, u64::from(p - 2));
    }
}

#[test]
fn c3_broadcast_and_reduction_in_log_p_messages() {
    for p in [8, 16, 64] {
        let steps = u64::from(logarithm(p));
        for words in [3, 10] {
            for (topology, way) in broadcast_topologies(p) {
                for scripts in [broadcast(p, words), reduction(p, words)] {
                    let network = runs(topology.clone(), scripts.clone());
                    let found = path(&network);
                    let expected = (steps, steps * words);
                    assert_eq!((found["t_s"], found["t_w"]), expected, "{topology:?}");
                    let one = START + WORD * i128::from(words);
                    assert_eq!(time(&network), i128::from(steps) * one);
                    assert_eq!(network.traffic().link_waits, 0);
                    let network = hops(topology.clone(), scripts);
                    let expected = i128::from(steps) * one + 3 * i128::from(way);
                    assert_eq!(time(&network), expected, "{topology:?}");
                    assert_eq!(network.traffic().link_waits, 0);
                }
            }
        }
    }
}

#[test]
fn c3_broadcast_stored_and_forwarded() {
    for (p, words) in [(8, 3), (16, 10), (64, 2)] {
        let steps = i128::from(logarithm(p));
        let way = i128::from(p - 1) * i128::from(words);
        let network = stored(ring(p), LECTURE, broadcast(p, words));
        assert_eq!(time(&network), steps * START + way * WORD);
        let network = stored(cube(p), HOPS, broadcast(p, words));
        let one = START + 3 + WORD * i128::from(words);
        assert_eq!(time(&network), steps * one);
    }
}

#[test]
fn c4_all_to_all_broadcast_on_a_ring() {
    for (p, words, expected) in [(8, 3, 847), (16, 10, 2550), (5, 4, 4 * 128)] {
        let mut scripts = empty(p);
        rotation(&mut scripts, p, p, 1, |_| words);
        let network = runs(ring(p), scripts.clone());
        assert_eq!(time(&network), expected);
        let steps = u64::from(p - 1);
        // On ties the own clock counts, which has no hops.
        let counts = [("t_o", 2 * steps), ("t_s", steps), ("t_w", steps * words)];
        assert_eq!(path(&network), BTreeMap::from(counts));
        assert_eq!(network.total_waiting(), Ok(0));
        let traffic = network.traffic();
        assert_eq!(traffic.messages, u64::from(p) * steps);
        assert_eq!(traffic.word_hops, u64::from(p) * steps * words);
        assert_eq!((traffic.link_waits, traffic.port_waits), (0, 0));
        assert_eq!(traffic.busiest_link.unwrap().1, steps * words);
        let network = hops(ring(p), scripts.clone());
        assert_eq!(time(&network), expected + i128::from(steps) * 3);
        let network = stored(ring(p), HOPS, scripts);
        assert_eq!(time(&network), expected + i128::from(steps) * 3);
    }
}

#[test]
fn c5_all_to_all_broadcast_on_a_torus() {
    for (p, words) in [(9_u32, 2_u64), (16, 3), (64, 1)] {
        let q = p.isqrt();
        let mut scripts = empty(p);
        rotation(&mut scripts, p, q, 1, |_| words);
        rotation(&mut scripts, p, q, q, |_| words * u64::from(q));
        let network = runs(Topology::square_torus(p).unwrap(), scripts.clone());
        let (m, p1, q1) = (i128::from(words), i128::from(p - 1), i128::from(q - 1));
        assert_eq!(time(&network), 2 * START * q1 + WORD * m * p1);
        let network = hops(Topology::square_torus(p).unwrap(), scripts);
        assert_eq!(time(&network), 2 * (START + 3) * q1 + WORD * m * p1);
    }
}

#[test]
fn c6_all_to_all_broadcast_on_a_hypercube() {
    for (p, words) in [(8_u32, 3_u64), (16, 3), (64, 5)] {
        let scripts = butterfly(p, |bit| words << bit);
        let (steps, m) = (i128::from(logarithm(p)), i128::from(words));
        let expected = START * steps + WORD * m * i128::from(p - 1);
        let network = runs(cube(p), scripts.clone());
        assert_eq!(time(&network), expected);
        assert_eq!(time(&hops(cube(p), scripts.clone())), expected + 3 * steps);
        assert_eq!(time(&stored(cube(p), HOPS, scripts)), expected + 3 * steps);
    }
}

#[test]
fn c7_the_algorithm_of_the_hypercube_on_a_ring_waits_for_links() {
    let network = runs(ring(8), butterfly(8, |bit| 3 << bit));
    let found = path(&network);
    assert_eq!((found["t_s"], found["t_w"]), (3, 57));
    assert_eq!(time(&network), 3 * START + 57 * WORD);
    assert_eq!(network.traffic().link_waits, 22);
}

#[test]
fn c8_all_reduce() {
    for (p, words) in [(8, 3), (32, 4)] {
        let steps = i128::from(logarithm(p));
        let mut scripts = butterfly(p, |_| words);
        let network = runs(cube(p), scripts.clone());
        let one = START + WORD * i128::from(words);
        assert_eq!(time(&network), steps * one);
        // An addition for each word behind each exchange.
        for script in &mut scripts {
            *script = (script.chunks(2))
                .flat_map(|pair| [pair[0], pair[1], Op::Compute(words)])
                .collect();
        }
        let network = runs(cube(p), scripts);
        assert_eq!(time(&network), steps * (one + i128::from(words)));
        assert_eq!(path(&network)["t_c"], words * steps as u64);
    }
}

#[test]
fn c9_prefix_sums_on_a_hypercube() {
    for p in [8, 32] {
        let steps = i128::from(logarithm(p));
        let scripts = butterfly(p, |_| 1).into_iter().map(|script| {
            let exchanges = script.chunks(2);
            let mut own = vec![Op::Compute(2)];
            own.extend(exchanges.flat_map(|pair| [pair[0], pair[1], Op::Compute(3)]));
            own
        });
        let network = runs(cube(p), scripts.collect());
        assert_eq!(time(&network), (START + WORD) * steps + 3 * steps + 2);
    }
}

#[test]
fn without_contention_no_topology_beats_the_complete_graph() {
    for p in [8, 16, 64] {
        for words in [1, 6] {
            let best = time(&hops(Topology::complete(p).unwrap(), broadcast(p, words)));
            for (topology, _) in broadcast_topologies(p) {
                assert!(time(&hops(topology, broadcast(p, words))) >= best);
            }
        }
    }
}
