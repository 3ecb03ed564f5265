//! Algorithms that call themselves for parts of a range, one after the other and by tasks.

use super::{T_INSTRUCTIONS, T_ROUNDS, T_STEPS, W_ROUNDS, W_STEPS, of_shipped, of_text};
use pram::quantity::Quantity;

#[track_caller]
fn is(algorithms: &str, quantity: Quantity, expected: &str) {
    let text = format!("machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\n{algorithms}");
    assert_eq!(of_text(&text, quantity), expected, "{algorithms}");
}

/// From lo to hi, both included: n·log n turns in all, 2·n − 1 tests, n − 1 middles.
#[test]
fn halves_of_a_range() {
    let sort = "algorithm sort(A[], lo, hi)\nif (lo < hi) {\nm = (lo + hi) / 2;\n\
        sort(A[], lo, m);\nsort(A[], m+1, hi);\nfor i = lo to hi A[i] = 1;\n}\n\
        end_algorithm\nprogram\nsort(A[], 0, n-1);\nend_program\n";
    let of = "for every n = 2^k, k ≥ 0";
    is(sort, T_ROUNDS, &format!("n*log n {of}"));
    is(sort, T_STEPS, &format!("n*log n + 3*n - 2 {of}"));
}

/// A start and a length: the start is any number.
#[test]
fn a_start_and_a_length() {
    let sort = "algorithm sort(A[], lo, n)\nif (n > 1) {\nsort(A[], lo, n/2);\n\
        sort(A[], lo + n/2, n/2);\nfor i = lo to lo + n - 1 A[i] = 1;\n}\nend_algorithm\n\
        program\nsort(A[], 0, n);\nend_program\n";
    is(sort, T_STEPS, "n*log n + 2*n - 1 for every n = 2^k, k ≥ 0");
}

/// Thirds, of which the last is what is left: n·log n/log 3 turns, n + (n − 1)/2 tests, and (n − 1)/2
/// thirds computed.
#[test]
fn thirds_of_a_range() {
    let sort = "algorithm sort(A[], lo, n)\nif (n > 1) {\nm = n/3;\nsort(A[], lo, m);\n\
        sort(A[], lo + m, m);\nsort(A[], lo + 2*m, n - 2*m);\n\
        for i = lo to lo + n - 1 A[i] = 1;\n}\nend_algorithm\nprogram\nsort(A[], 0, n);\n\
        end_program\n";
    is(
        sort,
        T_STEPS,
        "n*log n/log 3 + 2*n - 1 for every n = 3^k, k ≥ 0",
    );
}

/// A range that is one shorter in every call: n + (n − 1) + … + 2 turns for n ≥ 1.
#[test]
fn one_less_of_a_range() {
    let less = "algorithm less(A[], lo, hi)\nif (lo < hi) {\nless(A[], lo + 1, hi);\n\
        for i = lo to hi A[i] = 1;\n}\nend_algorithm\nprogram\nless(A[], 0, n - 1);\n\
        end_program\n";
    is(less, T_ROUNDS, "n^2/2 + n/2 - 1 for every n ≥ 1");
}

/// The claims of the program: in steps T(1) = 2, T(n) = T(n/2) + 4, and one more for the result;
/// W(n) = 2·W(n/2) + 5. In instructions T(1) = 3 (two for the test, one for the value) and
/// T(n) = T(n/2) + 8: 2 + 2 + 1 and 3 for the sum of what is read.
#[test]
fn a_sum_by_tasks() {
    let of = "for every n = 2^k, k ≥ 0";
    let sum = |quantity| of_shipped("tree_sum_tasks", quantity);
    assert_eq!(sum(T_ROUNDS), format!("log n {of}"));
    assert_eq!(sum(T_STEPS), format!("4*log n + 3 {of}"));
    assert_eq!(sum(T_INSTRUCTIONS), format!("8*log n + 4 {of}"));
    assert_eq!(sum(W_STEPS), format!("7*n - 4 {of}"));
    assert_eq!(sum(Quantity::PROCESSORS), "n for every n = 2^k, k ≥ 1");
}

/// The last merge takes 2·n turns: T(n) = T(n/2) + 2·n with T(1) = 0, and W(n) = 2·W(n/2) + 2·n.
#[test]
fn a_merge_sort_by_tasks() {
    let sort = |quantity| of_shipped("merge_sort_tasks", quantity);
    let of = "for every n = 2^k, k ≥ 0";
    assert_eq!(sort(T_ROUNDS), format!("4*n - 4 {of}"));
    assert_eq!(sort(W_ROUNDS), format!("2*n*log n {of}"));
    assert_eq!(sort(Quantity::PROCESSORS), "n for every n = 2^k, k ≥ 1");
}

/// Data delays one of two tasks before it splits again: their steps may come at different times.
/// In steps T(n) = T(n/2) + 4 with or without two more, T(1) = 1.
#[test]
fn tasks_that_data_delays() {
    let tasks = "algorithm tasks(A[], lo, hi)\nif (hi - lo > 1) {\nif (A[lo] > 4) { x = 1; x = 2; }\n\
        m = (hi + lo) / 2;\nparallel {\ntasks(A[], lo, m);\ntasks(A[], m, hi);\n}\n\
        A[lo] = A[lo] + 1;\n}\nend_algorithm\nprogram\ntasks(A[], 0, n);\nend_program\n";
    let of = "for every n = 2^k, k ≥ 0";
    is(tasks, T_STEPS, &format!("4*log n + 1 to 6*log n + 1 {of}"));
    is(tasks, W_STEPS, &format!("5*n - 4 to 7*n - 6 {of}"));
}

/// The i-th of n processors makes i turns, and opens n more in each: in the first turn all but processor
/// 0 do, then fewer, so that n·(n − 1) are active at most, from n = 2 on no fewer than the n. Downwards
/// and from i to n − 2 it is the same.
#[test]
fn blocks_in_turns_that_not_all_make() {
    for turns in ["j = 1 to i", "j = i downto 1", "j = i to n-2"] {
        let text = format!(
            "program\nparallel (for each i from 0 to n-1)\nfor {turns}\n\
             parallel (for each k from 0 to n-1)\nA[0] = 1;\nend_parallel\nend_parallel\n\
             end_program\n"
        );
        is(&text, Quantity::PROCESSORS, "n^2 - n for every n ≥ 2");
    }
}
