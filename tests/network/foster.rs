//! Computation with communication: the examples of Foster's method (F2, F4, F10) and of the
//! complexity of a sum (F18, F19).

use pram::network::{Options, Topology};

use super::patterns::{START, WORD, empty, logarithm, message, reduction, ring, runs};
use super::script::{Op, path, receive, run, send, time};

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
