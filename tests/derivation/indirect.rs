//! Recursions by way of another algorithm.

use super::{T_STEPS, of_text};

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
