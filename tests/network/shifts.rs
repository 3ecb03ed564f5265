//! Circular shifts: by one message across a hypercube, by steps between neighbours on a torus and
//! on a ring embedded in a hypercube.

use pram::network::{Options, Topology};

use super::script::{HOPS, LECTURE, Op, receive, run, send, time};

const ONE: i128 = 100 + 7 * 2;
const WORDS: u64 = 2;

/// One step: data at `from(i)` go to `i`, for those processors that take part.
fn step(scripts: &mut [Vec<Op>], moves: &[(u32, u32)]) {
    for (from, to) in moves {
        scripts[*from as usize].push(send(*to, WORDS));
    }
    for (from, to) in moves {
        scripts[*to as usize].push(receive(*from));
    }
}

#[test]
fn c18_a_shift_by_e_cube_meets_no_taken_link() {
    let mut word_hops = Vec::new();
    for dimensions in 1..=6 {
        let p = 1_u32 << dimensions;
        for shift in 1..p {
            let mut scripts = vec![Vec::new(); p as usize];
            let moves: Vec<_> = (0..p).map(|own| (own, (own + shift) % p)).collect();
            step(&mut scripts, &moves);
            let cube = Topology::hypercube(dimensions).unwrap();
            let network = run(cube.clone(), Options::default(), LECTURE, scripts.clone());
            assert_eq!(time(&network), ONE, "p = {p}, shift by {shift}");
            assert_eq!(network.traffic().link_waits, 0);
            if [(16, 5), (64, 5), (16, 8)].contains(&(p, shift)) {
                word_hops.push(network.traffic().word_hops);
            }
            // The longest way has log p − γ links, 2^γ being the largest power that divides.
            let network = run(cube, Options::default(), HOPS, scripts);
            let way = i128::from(dimensions - shift.trailing_zeros());
            assert_eq!(time(&network), ONE + 3 * way);
            assert_eq!(network.traffic().link_waits, 0);
        }
    }
    assert_eq!(word_hops, [92, 32, 428]);
}

/// The shift of all rows, or of the columns for which `takes_part` holds, by one place.
fn unit(q: u32, stride: u32, backwards: bool, takes_part: impl Fn(u32) -> bool) -> Vec<(u32, u32)> {
    let own = (0..q * q).filter(|own| takes_part(own % q));
    own.map(|own| {
        let place = own / stride % q;
        let next = if backwards { place + q - 1 } else { place + 1 } % q;
        (own, own - place * stride + next * stride)
    })
    .collect()
}

/// SK: along the rows by the remainder, a step along the columns for data that left their row, then
/// along the columns; each the shorter way around.
fn torus_shift(q: u32, shift: u32) -> (Vec<Vec<Op>>, Vec<u32>) {
    let mut scripts = vec![Vec::new(); (q * q) as usize];
    let mut data: Vec<u32> = (0..q * q).collect();
    let mut go = |moves: Vec<(u32, u32)>| {
        step(&mut scripts, &moves);
        let before = data.clone();
        for (from, to) in moves {
            data[to as usize] = before[from as usize];
        }
    };
    let (remainder, is_back) = (shift % q, 2 * (shift % q) > q);
    let along_rows = remainder.min(q - remainder);
    for _ in 0..along_rows {
        go(unit(q, 1, is_back, |_| true));
    }
    if remainder > 0 {
        // What left its row upwards is one row short; what left it downwards is one too far, as
        // all go one row further then.
        go(unit(q, q, is_back, |column| {
            if is_back {
                column >= q - along_rows
            } else {
                column < along_rows
            }
        }));
    }
    let rows = (shift / q + u32::from(is_back)) % q;
    for _ in 0..rows.min(q - rows) {
        go(unit(q, q, rows > q - rows, |_| true));
    }
    (scripts, data)
}

#[test]
fn c16_a_shift_on_a_torus_in_steps() {
    for (q, worst) in [(4, 5), (8, 9)] {
        let p = q * q;
        let mut most = 0;
        for shift in 1..p {
            let (scripts, data) = torus_shift(q, shift);
            for own in 0..p {
                assert_eq!(data[((own + shift) % p) as usize], own, "shift by {shift}");
            }
            let torus = Topology::square_torus(p).unwrap();
            let network = run(torus, Options::default(), LECTURE, scripts);
            let remainder = shift % q;
            let rows = (shift / q + u32::from(2 * remainder > q)) % q;
            let steps =
                remainder.min(q - remainder) + u32::from(remainder > 0) + rows.min(q - rows);
            assert_eq!(time(&network), i128::from(steps) * ONE);
            assert_eq!(network.traffic().link_waits, 0);
            most = most.max(steps);
        }
        assert_eq!(most, worst);
    }
}

fn gray(number: u32) -> u32 {
    number ^ (number >> 1)
}

#[test]
fn c20_the_gray_code_by_reflection() {
    fn reflected(number: u32, bits: u32) -> u32 {
        if bits == 1 {
            return number;
        }
        let half = 1 << (bits - 1);
        if number < half {
            reflected(number, bits - 1)
        } else {
            half + reflected(2 * half - 1 - number, bits - 1)
        }
    }
    for bits in 1..8 {
        for number in 0..1 << bits {
            assert_eq!(reflected(number, bits), gray(number));
        }
    }
}

#[test]
fn c17_a_shift_on_a_ring_embedded_by_the_gray_code() {
    for (dimensions, worst) in [(3, 5), (4, 7), (5, 9), (6, 11)] {
        let p = 1_u32 << dimensions;
        let mut most = 0;
        for shift in 1..p {
            let mut scripts = vec![Vec::new(); p as usize];
            let mut steps = 0;
            for bit in (0..dimensions).filter(|bit| shift & (1 << bit) != 0) {
                // Places 2^bit apart differ in two bits of the code, neighbours in one.
                let ends: Vec<_> = (0..p)
                    .map(|place| (gray(place), gray((place + (1 << bit)) % p)))
                    .collect();
                let between = |from: u32, to: u32| from ^ (1 << (from ^ to).trailing_zeros());
                let first = ends.iter().map(|(from, to)| (*from, between(*from, *to)));
                step(&mut scripts, &first.collect::<Vec<_>>());
                steps += 1;
                if bit > 0 {
                    let second = ends.iter().map(|(from, to)| (between(*from, *to), *to));
                    step(&mut scripts, &second.collect::<Vec<_>>());
                    steps += 1;
                }
            }
            let cube = Topology::hypercube(dimensions).unwrap();
            let network = run(cube, Options::default(), LECTURE, scripts);
            assert_eq!(time(&network), steps * ONE, "p = {p}, shift by {shift}");
            assert_eq!(network.traffic().link_waits, 0);
            most = most.max(steps);
        }
        assert_eq!(most, worst);
    }
}
