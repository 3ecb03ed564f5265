//! Writes of different values where all have to agree: who is named, and what is legal all the same.

use pram::Program;
use pram::result::model::model_name;

use crate::spoken::messages;

/// Processors 0 to 3 write 4, processor 4 is the first that writes another value.
const FIRST_TWO_AGREE: &str = "machine CRCW-common;\ninput n = 6;\n\
    input A[n] = {4, 4, 4, 4, 9, 4};\nprogram\n    array m[2];\n    \
    parallel (for each i from 0 to n-1)\n        m[0] = A[i];\n    end_parallel\nend_program\n";

#[test]
fn two_are_named_that_write_different_values() {
    let told = messages(FIRST_TWO_AGREE, &[]);
    assert!(
        told.contains("(1) i = 0 writes 4 into m[0], (2) i = 4 writes 9 into m[0] here"),
        "{told}"
    );
}

/// Processors 0 to 9 write 7 from two places, and 10 writes 8: more than eight come before it.
#[test]
fn one_behind_those_that_are_listed_is_named() {
    let told = messages(
        "machine CRCW-common;\nprogram\n    array m[1];\n    \
         parallel (for each i from 0 to 11)\n        if (i < 2)\n            m[0] = 7;\n        \
         else\n            m[0] = 7 + i/10;\n    end_parallel\nend_program\n",
        &[],
    );
    assert!(told.contains("i = 0 writes 7 into m[0]"), "{told}");
    assert!(told.contains("i = 10 writes 8 into m[0]"), "{told}");
}

/// They met in one cell, which an arbitrary rule allows, and no exclusive one.
#[test]
fn a_run_that_ends_so_is_known_to_write_concurrently() {
    let program = Program::parse(FIRST_TWO_AGREE).unwrap();
    let error = program.run(&[]).unwrap_err();
    let run = error.run.expect("it went that far");
    for model in [run.legal_on.step, run.legal_on.access] {
        assert_eq!(model_name(model), "ERCW-arbitrary");
    }
}
