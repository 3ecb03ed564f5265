//! Activations of recursions: by way of another algorithm, side by side, and what they assert.

use super::{T_INSTRUCTIONS, T_STEPS, of_text};
use pram::quantity::Quantity;

/// The algorithm in between hands on another number of turns, from n = 104 on.
#[test]
fn calls_by_another_algorithm_are_mutual() {
    let text = "machine CREW;\ninput n = 8;\ninput A[n] = constant(0);\n\
        algorithm h(A[], n, m)\nf(A[], n-1, max(m, n-100));\nend_algorithm\n\
        algorithm f(A[], n, m)\nif (n == 0) return;\nfor k = 1 to m\nA[0] = 1;\n\
        if (n == 1) {\nf(A[], n-1, m);\nreturn;\n}\nh(A[], n, m);\nend_algorithm\n\
        program\nf(A[], n, 3);\nend_program\n";
    let found = of_text(text, T_STEPS);
    assert!(
        found.contains("`f` is called by an algorithm that it calls itself"),
        "{found}"
    );
}

/// Calls in a block of the algorithm itself: two activations of size n − 1 side by side, which data leads to
/// different sides, 5 and 1 instructions, and 1 and 5. With both the same way 8 for each size and 1 for size 0.
#[test]
fn calls_side_by_side_in_a_block_of_their_own() {
    let text = "machine CREW;\ninput n = 3;\ninput A[4] = constant(0);\nalgorithm f(A[], n, q)\n\
        if (n == 0) return;\nif (A[q] > 4) {\ns = A[0] + A[1]*2;\ns = 1;\n} else {\ns = 1;\n\
        s = A[0] + A[1]*2;\n}\nparallel (for each i from 0 to 1)\nf(A[], n-1, i);\nend_parallel\n\
        end_algorithm\nprogram\nf(A[], n, 0);\nend_program\n";
    assert_eq!(
        of_text(text, T_INSTRUCTIONS),
        "8*n + 1 to 11*n + 1 for every n ≥ 0"
    );
}

/// What the activation of size 0 asserts does not hold for the others: with m = 150 and n = 1 there are 50 turns.
#[test]
fn what_the_last_activation_asserts() {
    let text = "machine CREW;\ninput n = 4, m = 3;\nalgorithm f(n, q)\nif (n == 0) {\nassert(q <= 100);\ns = 1;\n\
        } else {\nfor l = 101 to q { s = 1; }\nf(n-1, q/2);\n}\nend_algorithm\nprogram\nf(n, m);\nend_program\n";
    let found = of_text(text, T_STEPS);
    assert!(!found.contains("n + 2"), "{found}");
}

/// Groups of calls that data may make leave a loop at different turns ask for their processors at different times:
/// with A = 0, 9, 0, 9 there are 21 for n = 2.
#[test]
fn processors_of_calls_that_fall_out_of_step() {
    let text = "machine CREW;\ninput n = 4;\ninput A[4] = constant(0);\nalgorithm f(A[], n, q)\nif (n == 0) {\n\
        parallel (for each j from 0 to 9)\ns = 1;\nend_parallel\nreturn;\n}\nfor k = 1 to 99 {\n\
        if (A[q] > 4) break;\ns2 = 1;\n}\nparallel (for each i from 0 to 1)\nif (i == 0) {\nf(A[], n-1, 0);\n\
        } else {\nf(A[], n-1, 1);\n}\nend_parallel\nend_algorithm\nprogram\nf(A[], n, 0);\nend_program\n";
    let found = of_text(text, Quantity::PROCESSORS);
    assert!(!found.starts_with("10*2^n"), "{found}");
}
