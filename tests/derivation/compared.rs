//! With which runs formulas are compared.

use pram::pipeline::Options;
use pram::result::derivation::Derived;

use super::{T_STEPS, derived_with};
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
        Derived::Found(compared) => compared.sizes,
        Derived::None(without) => panic!("{:?}", without.reason),
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
