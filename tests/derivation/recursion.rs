//! Algorithms that call themselves, with recurrences solved by hand.

use super::{T_INSTRUCTIONS, T_ROUNDS, T_STEPS, W_STEPS, of_text};
use pram::result::derivation::Quantity;

#[track_caller]
fn is(algorithms: &str, quantity: Quantity, expected: &str) {
    let text = format!("machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\n{algorithms}");
    assert_eq!(of_text(&text, quantity), expected, "{algorithms}");
}

/// T(n) = T(n/2) + 1 with T(1) = 0 in rounds, W(n) = W(n/2) + n/2.
#[test]
fn a_recursive_sum() {
    let sum = "algorithm total(A[], n)\nif (n > 1) then\n\
        parallel (for each i from 0 to n/2 - 1)\nA[i] = A[2*i] + A[2*i+1];\nend_parallel\n\
        total(A[], n/2);\nend_if\nend_algorithm\n";
    let of = "for every n = 2^k, k ≥ 0";
    is(sum, T_ROUNDS, &format!("log n {of}"));
    // Each of log n + 1 activations tests, all but the last one add.
    is(sum, T_STEPS, &format!("2*log n + 1 {of}"));
    is(sum, W_STEPS, &format!("n + log n {of}"));
    is(sum, Quantity::Processors, "n/2 for every n = 2^k, k ≥ 1");
}

/// T(n) = 2T(n/2) + n with T(1) = 1: a test, then n copies one after the other, n·log n in all, and
/// 2n − 1 tests.
#[test]
fn two_halves_one_after_the_other() {
    let sort = "algorithm halves(A[], n)\nif (n == 1) return;\nhalves(A[], n/2);\n\
        halves(A[], n/2);\nfor i = 0 to n-1\nA[i] = A[i] + 1;\nend_algorithm\n";
    is(sort, T_STEPS, "n*log n + 2*n - 1 for every n = 2^k, k ≥ 0");
}

/// Both halves at the same time: T(n) = T(n/2) + 2 with T(1) = 1, and W(n) = 2W(n/2) + 1 + n. What
/// the two processors do before is one test each, which the activations of the next size count.
#[test]
fn two_halves_side_by_side() {
    let both = "algorithm both(A[], n)\nif (n > 1) then\n\
        parallel (for each h from 0 to 1)\nboth(A[], n/2);\nend_parallel\n\
        parallel (for each i from 0 to n-1)\nA[i] = 1;\nend_parallel\nend_if\nend_algorithm\n";
    let of = "for every n = 2^k, k ≥ 0";
    is(both, T_STEPS, &format!("2*log n + 1 {of}"));
    is(both, W_STEPS, &format!("n*log n + 2*n - 1 {of}"));
}

/// T(n) = T(n − 1) + n with T(0) = 0, and a test in each of n + 1 activations.
#[test]
fn one_less_in_every_call() {
    let less = "algorithm less(A[], n)\nif (n > 0) then\nfor i = 0 to n-1\nA[i] += 1;\n\
        less(A[], n - 1);\nend_if\nend_algorithm\n";
    is(less, T_STEPS, "n^2/2 + 3*n/2 + 1 for every n ≥ 0");
    is(less, T_ROUNDS, "(n^2 + n)/2 for every n ≥ 0");
}

/// The algorithm is called by another one, with a size of its own.
#[test]
fn a_call_of_a_recursion() {
    let text = "algorithm less(A[], m)\nif (m > 0) then\nA[0] += 1;\nless(A[], m - 1);\nend_if\n\
        end_algorithm\nalgorithm f(A[], n)\nfor k = 1 to n\nless(A[], k);\nend_algorithm\n";
    // T(k) = 4k + 1: k times a test of 1 and an addition of 3, and the last test.
    is(text, T_INSTRUCTIONS, "2*n^2 + 3*n for every n ≥ 0");
}

#[test]
fn what_is_not_solved_has_a_line_and_a_reason() {
    let told = |text: &str| {
        of_text(
            &format!("input n = 8;\ninput A[n] = random(0, 9);\n{text}"),
            T_STEPS,
        )
    };
    let mutual = told(
        "algorithm even(A[], n)\nif (n > 0) odd(A[], n - 1);\nend_algorithm\n\
         algorithm odd(A[], n)\nif (n > 0) even(A[], n - 1);\nend_algorithm\n",
    );
    assert!(
        mutual.contains("is called by an algorithm that it calls itself"),
        "{mutual}"
    );
    let third = told("algorithm third(A[], n)\nif (n > 1) third(A[], n - n/3);\nend_algorithm\n");
    assert!(third.contains("calls itself in a way"), "{third}");
    let by_data = told("algorithm data(A[], n)\nif (A[0] > n) data(A[], n - 1);\nend_algorithm\n");
    assert!(by_data.contains("calls itself in a way"), "{by_data}");
}
