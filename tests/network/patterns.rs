//! Scripts of collective operations, and runs of them with the parameters of the lectures.

use pram::network::{Options, Routing, Simulation, Topology};

use super::script::{HOPS, LECTURE, Op, receive, run, send};

/// `t_s` and `t_w` of the examples.
pub const START: i128 = 100;
pub const WORD: i128 = 7;

pub type Scripts = Vec<Vec<Op>>;

pub fn logarithm(p: u32) -> u32 {
    assert!(p.is_power_of_two());
    p.trailing_zeros()
}

pub fn empty(p: u32) -> Scripts {
    vec![Vec::new(); p as usize]
}

/// One message, from `from` to `to`, in both scripts.
pub fn message(scripts: &mut Scripts, from: u32, to: u32, words: u64) {
    scripts[from as usize].push(send(to, words));
    scripts[to as usize].push(receive(from));
}

/// Both send, then both receive.
pub fn exchange(scripts: &mut Scripts, one: u32, other: u32, words: u64) {
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
pub fn rotation(scripts: &mut Scripts, p: u32, side: u32, stride: u32, words: impl Fn(u32) -> u64) {
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

pub fn ring(p: u32) -> Topology {
    Topology::ring(p).unwrap()
}

pub fn cube(p: u32) -> Topology {
    Topology::hypercube_of(p).unwrap()
}

pub fn runs(topology: Topology, scripts: Scripts) -> Simulation {
    run(topology, Options::default(), LECTURE, scripts)
}

pub fn hops(topology: Topology, scripts: Scripts) -> Simulation {
    run(topology, Options::default(), HOPS, scripts)
}

pub fn stored(topology: Topology, values: [u32; 5], scripts: Scripts) -> Simulation {
    let options = Options {
        routing: Routing::StoreAndForward,
        ..Options::default()
    };
    run(topology, options, values, scripts)
}

/// The topologies of C3, each with the hops along the critical path.
pub fn broadcast_topologies(p: u32) -> Vec<(Topology, u64)> {
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

/// Half of what is left goes to the partner across each bit, the highest first.
pub fn scatter(p: u32, words: u64) -> Scripts {
    let mut scripts = empty(p);
    for bit in (0..logarithm(p)).rev() {
        let stride = 1_u32 << bit;
        for from in (0..p).step_by(2 * stride as usize) {
            message(&mut scripts, from, from + stride, words << bit);
        }
    }
    scripts
}

pub fn gather(p: u32, words: u64) -> Scripts {
    let mut scripts = empty(p);
    for bit in 0..logarithm(p) {
        let stride = 1_u32 << bit;
        for to in (0..p).step_by(2 * stride as usize) {
            message(&mut scripts, to + stride, to, words << bit);
        }
    }
    scripts
}
