//! Blocks within blocks, of which some of the processors around have none.

use super::{T_INSTRUCTIONS, T_ROUNDS, T_STEPS, W_ROUNDS, W_STEPS, of_text};
use pram::quantity::Quantity;

fn program(inner: &str) -> String {
    format!(
        "machine CREW;\ninput n = 8;\ninput A[n,n] = random(0, 9);\nprogram\n\
         parallel (for each i from 0 to n-1)\n{inner}\nend_parallel\nend_program\n"
    )
}

const BELOW: &str = "parallel (for each j from 0 to i-1)\nA[i,j] = A[j,i];\nend_parallel";
const ABOVE: &str = "parallel (for each j from i+1 to n-1)\nA[i,j] = A[j,i];\nend_parallel";

/// 0 + 1 + … + (n − 1) cells are written in one step, from n = 2 on: a read and a write in it. As many
/// processors are asked for inside as n·(n − 1)/2, at least the n outside from n = 3 on.
#[test]
fn a_triangle_without_its_diagonal() {
    for inner in [BELOW, ABOVE] {
        let text = program(inner);
        assert_eq!(of_text(&text, T_ROUNDS), "1 for every n ≥ 2");
        assert_eq!(of_text(&text, T_STEPS), "1 for every n ≥ 2");
        assert_eq!(of_text(&text, T_INSTRUCTIONS), "2 for every n ≥ 2");
        assert_eq!(of_text(&text, W_STEPS), "(n^2 - n)/2 for every n ≥ 0");
        assert_eq!(
            of_text(&text, Quantity::PROCESSORS),
            "(n^2 - n)/2 for every n ≥ 3"
        );
    }
}

/// A remainder that is not 0 has others beside it; a group is there from its first processor on. The tests of
/// `i mod 3` take 2 instructions, that of a remainder modulo 4 within the even ones as much.
#[test]
fn remainders_within_remainders() {
    let program = |body: &str| {
        format!(
            "machine EREW;\ninput n = 8;\ninput A[n] = random(0, 9);\nprogram\n\
             parallel (for each i from 0 to n-1)\n{body}\nend_parallel\nend_program\n"
        )
    };
    // Two tests and three writes of processor 2, seven instructions.
    let three = program(
        "if (i mod 3 == 0) A[i] = 1; else {\nif (i mod 3 == 1) { A[i] = 1; A[i] = 2; }\n\
         else { A[i] = 1; A[i] = 2; A[i] = 3; }\n}",
    );
    assert_eq!(of_text(&three, T_STEPS), "5 for every n ≥ 3");
    assert_eq!(of_text(&three, T_INSTRUCTIONS), "7 for every n ≥ 3");
    // Processor 0 goes all the way: a test, a write, a test, a write.
    let even = program("if (i mod 2 == 0) { A[i] = 1; if (i mod 4 == 0) A[i] = 2; }");
    assert_eq!(of_text(&even, T_STEPS), "4 for every n ≥ 1");
    // 3·i mod 4 is 1 for i = 3; (2·i + 1) mod 6 is 3 for i = 1.
    let slope = program("if (3*i mod 4 == 1) A[i] = 1;");
    assert_eq!(of_text(&slope, T_STEPS), "2 for every n ≥ 4");
    assert_eq!(of_text(&slope, W_STEPS), "n + floor(n/4) for every n ≥ 0");
    let slope = program("if ((2*i + 1) mod 6 == 3) A[i] = 1;");
    assert_eq!(of_text(&slope, T_STEPS), "2 for every n ≥ 2");
}

/// In front of it everyone writes, behind it everyone reads and writes.
#[test]
fn between_steps_of_all() {
    let text = program(&format!("A[i,i] = 1;\n{BELOW}\nA[i,i] = A[i,0];"));
    assert_eq!(of_text(&text, T_STEPS), "3 for every n ≥ 2");
    assert_eq!(of_text(&text, W_STEPS), "(n^2 + 3*n)/2 for every n ≥ 0");
}

/// Each processor chooses one of two blocks: together Σ (2·i + 1) = n² at the most, or Σ (2·(n − i) + 1) = n² + 2·n, or
/// some of either, which the sum of both bounds.
#[test]
fn blocks_of_different_sizes_by_data() {
    let text = "machine CRCW;\ninput n = 8;\ninput A[n] = constant(0);\nprogram\n\
        parallel (for each i from 0 to n-1)\nif (A[i] > 4) {\nparallel (for each j from 0 to 2*i)\ns = 1;\n\
        end_parallel\n} else {\nparallel (for each j from 0 to 2*(n-i))\ns = 1;\nend_parallel\n}\n\
        end_parallel\nend_program\n";
    assert_eq!(
        of_text(text, Quantity::PROCESSORS),
        "n to 2*n^2 + 2*n for every n ≥ 1"
    );
}

/// Diagonal l has n − l + 1 processors, each of which asks for l: l·(n + 1 − l) is ⌊(n + 1)²/4⌋ in the middle, which
/// for n = 1, 2, 3 is 1, 2, 4.
#[test]
fn blocks_along_diagonals() {
    let text = "machine CREW;\ninput n = 6;\nprogram\narray T[n+1,n+1,n+1];\nfor l = 1 to n\n\
        parallel (for each i from 0 to n-l)\nparallel (for each r from i to i+l-1)\nT[i,i+l,r] = 1;\n\
        end_parallel\nend_parallel\nend_program\n";
    assert_eq!(
        of_text(text, Quantity::PROCESSORS),
        "floor(n^2/4 + n/2 + 1/4) for every n ≥ 1"
    );
}

/// Who has no block inside counts beside those of the others' blocks: Σ 3·i of them, and n at the most.
#[test]
fn blocks_of_some_beside_none_by_data() {
    let text = "machine CRCW;\ninput n = 8;\ninput A[n] = constant(0);\nprogram\n\
        parallel (for each i from 0 to n-1)\nif (A[i] > 4) {\nparallel (for each j from 1 to 3*i)\ns = 1;\n\
        end_parallel\n} else {\nt = 1;\n}\nend_parallel\nend_program\n";
    assert_eq!(
        of_text(text, Quantity::PROCESSORS),
        "n to (3*n^2 - n)/2 for every n ≥ 1"
    );
}

/// What is asserted for all indices but those with one remainder is not known of these: with m = 600 and n = 3 two
/// processors make 500 turns.
#[test]
fn asserts_for_all_but_one_remainder() {
    let text = "machine CREW;\ninput n = 4, m = 3;\nprogram\nparallel (for each i from 0 to n-1)\ns = 0;\n\
        for k = 3 to n {\nif (i mod 3 != 0) {\nassert(m*(i mod 3) >= m);\nfor l = 1 to min(m, 500) { s = 1; }\n}\n}\n\
        end_parallel\nend_program\n";
    let found = of_text(text, W_STEPS);
    assert!(!found.contains("m*ceil(n/3)"), "{found}");
}

/// Neighbours in every row: turns from 0 and from 1 have ⌊m/2⌋ and ⌊(m − 1)/2⌋ pairs, which are m·(m − 1)/2 in all.
#[test]
fn pairs_in_turns_of_each_row() {
    let text = "machine CREW;\ninput n = 4, m = 6;\ninput A[n,m] = random(0, 99);\nprogram\n\
        parallel (for each r from 0 to n-1)\nfor t = 0 to m-1\n\
        parallel (for each c from t mod 2 to m-2 step 2)\nA[r,c] = A[r,c+1];\nend_parallel\nend_parallel\n\
        end_program\n";
    let work = "(m^2*n - m*n)/2 for every n ≥ 0; m ≥ 1";
    assert_eq!(of_text(text, W_ROUNDS), work);
}
