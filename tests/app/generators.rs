//! Generators: the same seed gives the same data, and the data is what its name says.

use pram::language::{Vocabulary, Voice};
use pram::library::Program;
use pram::machine::generator::{generate, seed_for};
use pram::machine::value::{ArrayValue, Value};
use pram::program::{Constant, Generator, Type};
use rand::{RngCore, SeedableRng};
use rand_pcg::Pcg64;

fn made(generator: Generator, arguments: &[Constant], length: usize, seed: u64) -> ArrayValue {
    generate(generator, arguments, &[length], seed).expect("the arguments fit")
}

fn ints(low: i64, high: i64) -> [Constant; 2] {
    [Constant::Int(low), Constant::Int(high)]
}

#[test]
fn a_seed_means_the_same_data_in_every_release() {
    let random = made(Generator::Random, &ints(0, 99), 8, 1).words;
    let permutation = made(Generator::Permutation, &[], 8, 1).words;
    let list = made(Generator::List, &[], 8, 1).words;
    let tree = made(Generator::Tree, &[], 8, 1).words;
    let sorted = made(Generator::Sorted, &[], 8, 1).words;
    insta::assert_debug_snapshot!((random, permutation, list, tree, sorted, seed_for(1, "A")));
}

#[test]
fn an_array_that_is_made_anew_gets_other_data() {
    let text = "program
    polje M[8,4];
    za k = 0 do 7 {
        polje G[4] = slucajno(0, 10^12);
        M[k, ] = G[];
    }
    izlaz M[];
kraj_programa
";
    let run = Program::parse(text).unwrap().run(&[]).unwrap();
    let Value::Array(matrix) = &run.outputs["M"] else {
        panic!("a matrix");
    };
    let rows: std::collections::BTreeSet<&[i64]> = matrix.words.chunks(4).collect();
    assert_eq!(rows.len(), 8, "{rows:?}");
}

#[test]
fn random_numbers_reach_both_ends_and_nothing_beyond() {
    let words = made(Generator::Random, &ints(-2, 2), 1000, 7).words;
    assert_eq!(
        (words.iter().min(), words.iter().max()),
        (Some(&-2), Some(&2))
    );
    let all = made(Generator::Random, &ints(i64::MIN, i64::MAX), 100, 7).words;
    assert!(all.iter().any(|word| *word < 0) && all.iter().any(|word| *word > 0));
    let reals = made(
        Generator::Random,
        &[Constant::Real(0.0), Constant::Int(1)],
        100,
        7,
    );
    assert_eq!(reals.element, Type::Real);
    assert!(
        reals
            .words
            .iter()
            .all(|word| (0.0..=1.0).contains(&f64::from_bits(*word as u64)))
    );
}

#[test]
fn permutations_lists_and_trees_hold_together_at_every_length() {
    for length in [0, 1, 2, 3, 10, 1000] {
        let mut permutation = made(Generator::Permutation, &[], length, 3).words;
        permutation.sort_unstable();
        assert!(permutation.iter().copied().eq(0..length as i64));

        let next = made(Generator::List, &[], length, 3).words;
        let tails = next.iter().filter(|word| **word == -1).count();
        assert_eq!(tails, usize::from(length > 0));
        let mut targets: Vec<i64> = next.iter().copied().filter(|word| *word >= 0).collect();
        targets.sort_unstable();
        targets.dedup();
        assert_eq!(
            targets.len(),
            length.saturating_sub(1),
            "no two have one successor"
        );

        let parent = made(Generator::Tree, &[], length, 3).words;
        for node in 0..length {
            let mut at = node as i64;
            let mut steps = 0;
            while parent[at as usize] >= 0 {
                at = parent[at as usize];
                steps += 1;
                assert!(steps <= length, "no cycle");
            }
        }
    }
}

#[test]
fn sorted_numbers_ascend() {
    assert!(
        made(Generator::Sorted, &ints(-50, 50), 500, 9)
            .words
            .is_sorted()
    );
}

#[test]
fn arguments_that_do_not_fit_are_explained() {
    let cases = [
        generate(Generator::Random, &[Constant::Int(1)], &[4], 0),
        generate(Generator::Random, &ints(5, 1), &[4], 0),
        generate(
            Generator::Random,
            &[Constant::Bool(true), Constant::Int(1)],
            &[4],
            0,
        ),
        generate(Generator::List, &[], &[2, 2], 0),
        generate(Generator::Iota, &[Constant::Int(1)], &[4], 0),
    ];
    let texts: Vec<String> = cases
        .into_iter()
        .map(|case| {
            case.expect_err("it does not fit")
                .message(Voice::english(Vocabulary::Croatian))
        })
        .collect();
    insta::assert_snapshot!(texts.join("\n"));
}

/// What the generators are defined by, one draw after the other.
struct Defined(Pcg64);

impl Defined {
    /// Uniform in `0..=last`: of a 128-bit product the upper half, unless the lower half lies below
    /// 2^64 mod (last + 1).
    fn up_to(&mut self, last: u64) -> u64 {
        let count = u128::from(last) + 1;
        if count > u128::from(u64::MAX) {
            return self.0.next_u64();
        }
        loop {
            let product = u128::from(self.0.next_u64()) * count;
            if product % (1 << 64) >= (1 << 64) % count {
                return (product >> 64) as u64;
            }
        }
    }

    fn ints(&mut self, low: i64, high: i64, length: usize) -> Vec<i64> {
        let last = high.wrapping_sub(low) as u64;
        let words = (0..length).map(|_| low.wrapping_add(self.up_to(last) as i64));
        words.collect()
    }

    fn reals(&mut self, low: f64, high: f64, length: usize) -> Vec<i64> {
        let words = (0..length).map(|_| {
            let part = (self.0.next_u64() >> 11) as f64 / 2_f64.powi(53);
            let value = (low * (1.0 - part) + high * part).clamp(low, high);
            value.to_bits() as i64
        });
        words.collect()
    }

    fn permutation(&mut self, length: usize) -> Vec<i64> {
        let mut order: Vec<i64> = (0..length as i64).collect();
        for last in (1..length).rev() {
            let other = self.up_to(last as u64) as usize;
            order.swap(last, other);
        }
        order
    }
}

/// Lengths around a block of numbers that are drawn together, and many such blocks.
const LENGTHS: [usize; 9] = [0, 1, 7, 511, 2047, 2048, 2049, 6161, 100_000];

#[test]
fn ints_are_those_of_single_draws_in_every_range() {
    let ranges = [
        (0, 0),
        (0, 1),
        (0, 9),
        (0, 99),
        (-50, 50),
        (1, 1 << 32),
        (0, 1_000_000_000_000),
        // The widest ranges of which blocks are drawn, and the first beyond them.
        (0, (1 << 48) - 2),
        (0, (1 << 48) - 1),
        (0, 1 << 48),
        (-7, 3 << 60),
        // Nearly every second draw is rejected.
        (-1, i64::MAX),
        (i64::MIN, 0),
        (i64::MIN, i64::MAX - 1),
        (i64::MIN, i64::MAX),
    ];
    for (low, high) in ranges {
        for (seed, length) in LENGTHS.into_iter().enumerate() {
            let seed = (seed as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let defined = Defined(Pcg64::seed_from_u64(seed)).ints(low, high, length);
            let made = made(Generator::Random, &ints(low, high), length, seed).words;
            assert!(made == defined, "{low} … {high}, {length} of seed {seed}");
        }
    }
}

#[test]
fn blocks_that_may_hold_a_rejected_draw_are_drawn_again() {
    // A draw is rejected with probability (2^64 mod c) / 2^64 for c = 2^48 - 1 - 2^40, about 2^-24;
    // one that may be rejected comes with 2^-16: some 60 of these numbers, in about 60 blocks.
    let last = (1 << 48) - 2 - (1 << 40);
    let defined = Defined(Pcg64::seed_from_u64(5)).ints(0, last, 1 << 22);
    assert!(made(Generator::Random, &ints(0, last), 1 << 22, 5).words == defined);
}

#[test]
fn reals_are_those_of_single_draws_in_every_range() {
    let ranges = [
        (0.0, 1.0),
        (-1.5, 2.25),
        (3.0, 3.0),
        (-f64::MAX, f64::MAX),
        (0.0, f64::MIN_POSITIVE),
    ];
    for (low, high) in ranges {
        for (seed, length) in (11..).zip(LENGTHS) {
            let defined = Defined(Pcg64::seed_from_u64(seed)).reals(low, high, length);
            let bounds = [Constant::Real(low), Constant::Real(high)];
            let made = made(Generator::Random, &bounds, length, seed).words;
            assert!(made == defined, "{low} … {high}, {length} of seed {seed}");
        }
    }
}

#[test]
fn permutations_are_those_of_single_draws() {
    for (seed, length) in (3..).zip(LENGTHS) {
        let defined = Defined(Pcg64::seed_from_u64(seed)).permutation(length);
        let made = made(Generator::Permutation, &[], length, seed).words;
        assert!(made == defined, "{length} of seed {seed}");
    }
}
