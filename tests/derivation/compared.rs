//! With which runs formulas are compared.

use pram::pipeline::Options;
use pram::result::derivation::MeasureDerivation;

use super::{T_STEPS, W_ROUNDS, derived_with, of_text};
use crate::files::NoFiles;

/// At how many sizes T in steps of such a body is compared.
fn sizes(body: &str) -> usize {
    let text = format!(
        "machine CREW;\ninput n = 4;\ninput A[n+1] = constant(0);\nprogram\ns = 0;\n{body}\nend_program\n"
    );
    let derived = derived_with(
        "example.pram",
        &text,
        &[T_STEPS],
        &NoFiles,
        Options::default(),
    );
    let (derivation, _) = derived.expect("it is correct");
    match &derivation.measures[0].1 {
        MeasureDerivation::Found(compared) => compared.sizes,
        MeasureDerivation::None(without) => panic!("{:?}", without.reason),
    }
}

/// Of the small sizes 0 to 4 run, and of larger ones those from the number on that stands in the text: without that
/// sizes are drawn below 120.
#[test]
fn beyond_numbers_of_the_text() {
    assert!(sizes("assert(n < 5 or n >= 300);") > 5);
    // 3000 is beyond the largest number that is looked at.
    assert_eq!(sizes("assert(n < 5 or n >= 3000);"), 5);
}

/// Sizes from 5 on run with other elements only than the file gives.
#[test]
fn with_other_data() {
    assert!(sizes("assert(n < 5 or A[0] != 0);") > 5);
    // The elements lie around the numbers of the text.
    assert_eq!(sizes("assert(n < 5 or A[0] > 4000);"), 5);
}

/// The length of an array as it is declared: ⌊n/2⌋, 2^n, max(n, 3) and ⌈n/3⌉ of n; of a list, and by a name that is
/// no input, it is a number of its own, which the run tells.
#[test]
fn lengths_of_inputs() {
    let text = |inputs: &str| {
        format!(
            "machine CREW;\n{inputs}\nprogram\nparallel (for each i from 0 to length(A[])-1)\nA[i] = 1;\n\
             end_parallel\nend_program\n"
        )
    };
    let of = |length: &str| {
        let inputs = format!("input n = 9;\ninput A[{length}] = random(0, 9);");
        of_text(&text(&inputs), W_ROUNDS)
    };
    assert_eq!(of("n/2"), "floor(n/2) for every n ≥ 0");
    assert_eq!(of("2^n"), "2^n for every n ≥ 0");
    assert_eq!(of("max(n, 3)"), "n for every n ≥ 3");
    assert_eq!(of("ceil(n/3)"), "ceil(n/3) for every n ≥ 0");
    assert_eq!(of("abs(n)"), "length(A) for every length(A) ≥ 0");
    let list = of_text(&text("input A[] = {3, 1, 2};"), W_ROUNDS);
    assert_eq!(list, "length(A) for every length(A) ≥ 0");
}
