//! Collective operations: each lecture formula with two sizes at least, on the topologies that it
//! names, with a time for each hop and with messages that are stored and forwarded.

use std::collections::BTreeMap;

use pram::network::{Options, Routing, Simulation, Topology};

use super::script::{HOPS, LECTURE, Op, path, receive, run, send, time};

/// `t_s` and `t_w` of the examples.
const START: i128 = 100;
const WORD: i128 = 7;

type Scripts = Vec<Vec<Op>>;

fn logarithm(p: u32) -> u32 {
    assert!(p.is_power_of_two());
    p.trailing_zeros()
}

fn empty(p: u32) -> Scripts {
    vec![Vec::new(); p as usize]
}

/// One message, from `from` to `to`, in both scripts.
fn message(scripts: &mut Scripts, from: u32, to: u32, words: u64) {
    scripts[from as usize].push(send(to, words));
    scripts[to as usize].push(receive(from));
}

/// Both send, then both receive.
fn exchange(scripts: &mut Scripts, one: u32, other: u32, words: u64) {
    scripts[one as usize].extend([send(other, words), receive(other)]);
    scripts[other as usize].extend([send(one, words), receive(one)]);
}

/// `GENERAL_ONE_TO_ALL_BC` from processor 0: the highest bit first.
pub fn broadcast(p: u32, words: u64) -> Scripts {
    let mut scripts = empty(p);
    for bit in (0..logarithm(p)).rev() {
        let stride = 1 << bit;
        for from in (0..p).step_by(2 * stride as usize) {
            message(&mut scripts, from, from + stride, words);
        }
    }
    scripts
}

/// The broadcast backwards: the lowest bit first.
pub fn reduction(p: u32, words: u64) -> Scripts {
    let mut scripts = empty(p);
    for bit in 0..logarithm(p) {
        let stride = 1 << bit;
        for to in (0..p).step_by(2 * stride as usize) {
            message(&mut scripts, to + stride, to, words);
        }
    }
    scripts
}

/// Exchanges with the partner across each bit, of lengths by the number of the step.
pub fn butterfly(p: u32, words: impl Fn(u32) -> u64) -> Scripts {
    let mut scripts = empty(p);
    for bit in 0..logarithm(p) {
        for own in 0..p {
            let partner = own ^ (1 << bit);
            if own < partner {
                exchange(&mut scripts, own, partner, words(bit));
            }
        }
    }
    scripts
}

/// All send to the right and receive from the left along a dimension of a grid, with lengths by the
/// number of the step from 1 on.
fn rotation(scripts: &mut Scripts, p: u32, side: u32, stride: u32, words: impl Fn(u32) -> u64) {
    for step in 1..side {
        for own in 0..p {
            let place = own / stride % side;
            let base = own - place * stride;
            let right = base + (place + 1) % side * stride;
            let left = base + (place + side - 1) % side * stride;
            scripts[own as usize].extend([send(right, words(step)), receive(left)]);
        }
    }
}

fn ring(p: u32) -> Topology {
    Topology::ring(p).unwrap()
}

fn cube(p: u32) -> Topology {
    Topology::hypercube_of(p).unwrap()
}

fn runs(topology: Topology, scripts: Scripts) -> Simulation {
    run(topology, Options::default(), LECTURE, scripts)
}

fn hops(topology: Topology, scripts: Scripts) -> Simulation {
    run(topology, Options::default(), HOPS, scripts)
}

fn stored(topology: Topology, values: [u32; 5], scripts: Scripts) -> Simulation {
    let options = Options {
        routing: Routing::StoreAndForward,
        ..Options::default()
    };
    run(topology, options, values, scripts)
}

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

/// The topologies of C3, each with the hops along the critical path.
fn broadcast_topologies(p: u32) -> Vec<(Topology, u64)> {
    let steps = u64::from(logarithm(p));
    let mut all = vec![
        (ring(p), u64::from(p - 1)),
        (Topology::line(p).unwrap(), u64::from(p - 1)),
        (cube(p), steps),
        (Topology::tree(p).unwrap(), steps * (steps + 1)),
    ];
    if p.isqrt().pow(2) == p {
        let hops = 2 * u64::from(p.isqrt() - 1);
        all.push((Topology::square_mesh(p).unwrap(), hops));
        all.push((Topology::square_torus(p).unwrap(), hops));
    }
    all
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

/// Half of what is left goes to the partner across each bit, the highest first.
fn scatter(p: u32, words: u64) -> Scripts {
    let mut scripts = empty(p);
    for bit in (0..logarithm(p)).rev() {
        let stride = 1_u32 << bit;
        for from in (0..p).step_by(2 * stride as usize) {
            message(&mut scripts, from, from + stride, words << bit);
        }
    }
    scripts
}

fn gather(p: u32, words: u64) -> Scripts {
    let mut scripts = empty(p);
    for bit in 0..logarithm(p) {
        let stride = 1_u32 << bit;
        for to in (0..p).step_by(2 * stride as usize) {
            message(&mut scripts, to + stride, to, words << bit);
        }
    }
    scripts
}

#[test]
fn c10_scatter_and_gather() {
    for (p, words) in [(8, 3), (16, 2), (64, 1)] {
        let steps = i128::from(logarithm(p));
        let expected = START * steps + WORD * i128::from(words) * i128::from(p - 1);
        for topology in [cube(p), ring(p)] {
            for scripts in [scatter(p, words), gather(p, words)] {
                let network = runs(topology.clone(), scripts);
                assert_eq!(time(&network), expected);
                assert_eq!(network.traffic().link_waits, 0);
            }
        }
    }
}

#[test]
fn c11_total_exchange_on_a_ring() {
    for (p, words, expected) in [
        (8_u32, 3_u64, 1288),
        (5, 4, 680),
        (16, 2, 15 * 100 + 240 * 7),
    ] {
        let mut scripts = empty(p);
        rotation(&mut scripts, p, p, 1, |step| words * u64::from(p - step));
        let network = runs(ring(p), scripts);
        assert_eq!(time(&network), expected);
        // (t_s + t_w m p/2)(p − 1)
        let (m, p) = (i128::from(words), i128::from(p));
        assert_eq!(2 * time(&network), (2 * START + WORD * m * p) * (p - 1));
    }
}

#[test]
fn c12_total_exchange_on_a_torus() {
    for (p, words) in [(4_u32, 3_u64), (9, 2), (16, 2)] {
        let q = p.isqrt();
        let mut scripts = empty(p);
        for stride in [1, q] {
            rotation(&mut scripts, p, q, stride, |step| {
                words * u64::from(q) * u64::from(q - step)
            });
        }
        let network = runs(Topology::square_torus(p).unwrap(), scripts);
        let (m, p, q) = (i128::from(words), i128::from(p), i128::from(q));
        assert_eq!(time(&network), (2 * START + WORD * m * p) * (q - 1));
    }
}

#[test]
fn c13_total_exchange_on_a_hypercube_in_log_p_steps() {
    for (p, words) in [(8, 3), (32, 1)] {
        let network = runs(cube(p), butterfly(p, |_| words * u64::from(p) / 2));
        let (m, steps) = (i128::from(words), i128::from(logarithm(p)));
        assert_eq!(
            time(&network),
            (START + WORD * m * i128::from(p) / 2) * steps
        );
    }
}

#[test]
fn c14_total_exchange_by_e_cube_and_c15_its_traffic() {
    for (p, words, traffic) in [(8_u32, 1_u64, 96), (16, 1, 512), (32, 2, 2 * 2560)] {
        let mut scripts = empty(p);
        for mask in 1..p {
            for own in 0..p {
                if own < own ^ mask {
                    exchange(&mut scripts, own, own ^ mask, words);
                }
            }
        }
        let network = runs(cube(p), scripts.clone());
        let (m, rounds) = (i128::from(words), i128::from(p - 1));
        assert_eq!(time(&network), (START + WORD * m) * rounds);
        assert_eq!(network.traffic().link_waits, 0);
        // m p² (log p)/2
        assert_eq!(network.traffic().word_hops, traffic);
        let way = i128::from(p / 2 * logarithm(p));
        let network = hops(cube(p), scripts);
        assert_eq!(time(&network), (START + WORD * m) * rounds + 3 * way);
        assert_eq!(network.traffic().link_waits, 0);
    }
}

#[test]
fn c19_broadcast_of_a_long_message_in_parts() {
    for (p, words, expected) in [(8_u32, 16_u64, 796), (16, 32, 2 * (400 + 7 * 30))] {
        let part = words / u64::from(p);
        let mut scripts = scatter(p, part);
        for (script, more) in scripts.iter_mut().zip(butterfly(p, |bit| part << bit)) {
            script.extend(more);
        }
        let network = runs(cube(p), scripts);
        assert_eq!(time(&network), expected);
        let found = path(&network);
        let steps = u64::from(logarithm(p));
        assert_eq!(found["t_s"], 2 * steps);
        assert_eq!(found["t_w"], 2 * part * u64::from(p - 1));
    }
}

#[test]
fn f4_central_chain_and_tree() {
    for p in [8_u32, 16] {
        let (complete, rounds) = (Topology::complete(p).unwrap(), i128::from(p - 1));
        let one = START + WORD;
        let mut central = empty(p);
        for from in 1..p {
            message(&mut central, from, 0, 1);
            central[0].push(Op::Compute(1));
        }
        assert_eq!(time(&runs(complete.clone(), central)), rounds * one + 1);
        let mut chain = empty(p);
        for from in (1..p).rev() {
            message(&mut chain, from, from - 1, 1);
            chain[from as usize - 1].push(Op::Compute(1));
        }
        assert_eq!(time(&runs(complete.clone(), chain)), rounds * (one + 1));
        let tree = reduction(p, 1).into_iter().map(|script| {
            let steps = script.into_iter().flat_map(|op| match op {
                Op::Receive { .. } => vec![op, Op::Compute(1)],
                _ => vec![op],
            });
            std::iter::once(Op::Compute(1)).chain(steps).collect()
        });
        let steps = i128::from(logarithm(p));
        assert_eq!(time(&runs(complete, tree.collect())), steps * (one + 1) + 1);
    }
    // The numbers of the lecture for 8 processors.
    assert_eq!((7 * 107 + 1, 7 * 108, 3 * 108 + 1), (750, 756, 325));
}

#[test]
fn f10_the_atmosphere_in_strips() {
    for (n, p, z) in [(16_u64, 4_u32, 2_u64), (32, 8, 3)] {
        let mut scripts = empty(p);
        for own in 0..p {
            let (left, right) = ((own + p - 1) % p, (own + 1) % p);
            let border = 2 * n * z;
            scripts[own as usize].extend([
                send(left, border),
                send(right, border),
                receive(left),
                receive(right),
                Op::Compute(n * n * z / u64::from(p)),
            ]);
        }
        let network = runs(ring(p), scripts);
        let found = path(&network);
        assert_eq!((found["t_s"], found["t_w"]), (2, 4 * n * z));
        assert_eq!(found["t_c"], n * n * z / u64::from(p));
        assert_eq!(network.total_computing(), Ok(i128::from(n * n * z)));
        let sent = 2 * i128::from(p) * (START + WORD * i128::from(2 * n * z));
        assert_eq!(network.total_sending(), Ok(sent));
        assert_eq!(network.total_waiting(), Ok(0));
        if p == 4 {
            assert_eq!((found["t_w"], found["t_c"], sent), (128, 128, 4384));
        }
    }
}

#[test]
fn f2_finite_differences() {
    for (rounds, p, expected) in [(10, 8, 2181), (3, 16, 655)] {
        let mut scripts = empty(p);
        for (own, script) in (0..p).zip(&mut scripts) {
            let (left, right) = ((own + p - 1) % p, (own + 1) % p);
            script.push(Op::Compute(1));
            for _ in 0..rounds {
                script.extend([send(left, 1), send(right, 1), receive(left), receive(right)]);
                script.push(Op::Compute(4));
            }
        }
        let network = runs(ring(p), scripts);
        assert_eq!(time(&network), expected);
        assert_eq!(network.total_waiting(), Ok(0));
    }
}

#[test]
fn f18_and_f19_a_sum_with_unit_times() {
    for (n, p, link, expected) in [
        (64, 8, 1, 21),
        (1024, 16, 1, 135),
        (64, 8, 100, 318),
        (1024, 16, 100, 531),
    ] {
        let scripts = reduction(p, 1).into_iter().map(|script| {
            let steps = script.into_iter().flat_map(|op| match op {
                Op::Receive { .. } => vec![op, Op::Compute(1)],
                _ => vec![op],
            });
            std::iter::once(Op::Compute(2 * n / u64::from(p) - 1))
                .chain(steps)
                .collect()
        });
        let complete = Topology::complete(p).unwrap();
        let values = [0, link, 0, 1, 0];
        let network = run(complete, Options::default(), values, scripts.collect());
        assert_eq!(time(&network), expected);
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
