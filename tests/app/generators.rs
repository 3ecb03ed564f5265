//! Generators: the same seed gives the same data, and the data is what its name says.

use pram::machine::generator::{generate, seed_for};
use pram::machine::value::ArrayValue;
use pram::program::{Constant, Generator, Type};
use pram::syntax::vocabulary::Vocabulary;

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
                .message(Vocabulary::Croatian)
        })
        .collect();
    insta::assert_snapshot!(texts.join("\n"));
}
