//! Scatter, gather and total exchange, C10 to C15 and C19, against the lectures' formulas.

use pram::network::Topology;

use super::patterns::{
    START, WORD, butterfly, cube, empty, exchange, gather, hops, logarithm, ring, rotation, runs,
    scatter,
};
use super::script::{path, time};

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
