//! For which inputs formulas hold that rest on the least values of inputs, and values that are rounded.

use pram::derivation::Need;
use pram::derivation::algebra::formula::Radix;

use super::examples::is;
use super::{READS, T_STEPS, W_STEPS, WRITES, of_text, of_text_assuming};

/// The branch is taken from n = 3 on, although T has no n in it: a step for the test, one for the write.
#[test]
fn a_condition_on_a_size_that_the_formula_does_not_hold() {
    is("if (n > 2) A[0] = 1;", T_STEPS, "2 for every n ≥ 3");
    // Of 1 … 3 all are at most n from n = 3 on: three tests and no write.
    let body = "parallel (for each i from 1 to 3)\nif (i > n) A[i] = 1;\nend_parallel";
    is(body, W_STEPS, "3 for every n ≥ 3");
    // n … 2 is empty from n = 3 on.
    is("for i = n to 2\nA[0] = 1;", T_STEPS, "0 for every n ≥ 3");
}

/// Processor 0 writes where a is at least 1: one step for the test, one for the write.
#[test]
fn a_condition_on_an_input_that_the_formula_does_not_hold() {
    let text = "machine CREW;\ninput n = 8, a = 1;\nalgorithm f(n, a)\narray A[n + 1];\n\
        parallel (for each i from 0 to n-1)\nif (i < a) A[i] = 1;\nend_parallel\nend_algorithm\n";
    assert_eq!(of_text(text, T_STEPS), "2 for every n, a ≥ 1");
}

/// ⌊2·log n⌋ turns with an assignment each: 3 for n = 3, as 2·log 3 = 3.17.
#[test]
fn rounded_multiples_of_logarithms_are_compared() {
    let body = "for i = 1 to floor(2*log n)\nA[0] = i;";
    is(body, T_STEPS, "floor(2*log n) for every n ≥ 1");
}

/// Both are decided from n = 11 on: a test and ⌊n/4⌋ writes, a test and a write.
#[test]
fn conditions_on_a_size_that_larger_ones_decide() {
    let body = "if (n < 4) {\nA[0] = 1;\n} else {\nparallel (for each i from 0 to n/4 - 1)\nA[i] = 1;\n\
        end_parallel\n}\nif (n > 10) A[0] = 2;";
    is(body, T_STEPS, "4 for every n ≥ 11");
    is(body, W_STEPS, "floor(n/4) + 3 for every n ≥ 11");
}

/// Of two inputs only the one is assumed to be larger: a test and n writes, and a test.
#[test]
fn only_what_is_tested_is_assumed_to_be_larger() {
    let text = "machine CREW;\ninput n = 8, a = 1;\nalgorithm f(n, a)\narray A[n + 1];\n\
        if (a > 20) {\nfor i = 1 to n\nA[i] = 1;\n}\nif (n == 0) A[0] = 1;\nend_algorithm\n";
    assert_eq!(of_text(text, T_STEPS), "n + 2 for every n ≥ 1; a ≥ 21");
}

/// Even numbers, and not only powers of two, decide n mod 2: two writes behind the test.
#[test]
fn a_condition_on_a_remainder_of_a_size() {
    let body = "if (n mod 2 == 0) {\nA[0] = 1;\nA[0] = 2;\n}\nelse A[0] = 3;";
    is(body, T_STEPS, "3 for every n = 2·k, k ≥ 0");
}

/// ⌊n/3⌋ times as many turns as n is divided by 3 before it is 0, ⌊log n/log 3⌋ + 1. For n = 2^k the
/// logarithm is k/log 3, which is 0 for k = 0.
#[test]
fn whole_multiples_of_logarithms_are_compared() {
    let text = "machine CREW;\ninput n = 8;\nalgorithm f(n)\narray A[n + 1];\nfor i = 1 to n/3 {\n\
        q = n;\nwhile (q >= 1) {\nA[0] = q;\nq = q/3;\n}\n}\nend_algorithm\n";
    let power = Need::power_of_two(&"n".into());
    let found = of_text_assuming(text, WRITES, &[power]);
    let turns = "floor(log n/log 3)*floor(n/3) + floor(n/3)";
    assert_eq!(found, format!("{turns} for every n = 2^k, k ≥ 0"));
}

/// The same while q ≥ 2: ⌊log(n/2)/log 3⌋ + 1 turns. For n = 4 that is one, and not ⌈log 4/log 3⌉ = 2, as
/// ⌊(x − 1)/s⌋ + 1 is ⌈x/s⌉ for whole s only.
#[test]
fn divisors_that_are_not_whole() {
    let text = "machine CREW;\ninput n = 8;\nalgorithm f(n)\narray A[n + 1];\nfor i = 1 to n/3 {\n\
        q = n;\nwhile (q >= 2) {\nA[0] = q;\nq = q/3;\n}\n}\nend_algorithm\n";
    let power = Need::power_of_two(&"n".into());
    let found = of_text_assuming(text, WRITES, &[power]);
    let turns = "floor(log(n/2)/log 3)*floor(n/3) + floor(n/3)";
    assert_eq!(found, format!("{turns} for every n = 2^k, k ≥ 0"));
}

/// A block of n − 1 processors is there from n = 2 on; k may be 0 all the same.
#[test]
fn each_number_has_its_own_least_value() {
    let text = "machine CREW;\ninput n = 8, k = 3;\ninput A[n] = iota;\nprogram\nrepeat k times\n\
        parallel (for each i from 0 to n-2)\nA[i] = A[i] + 1;\nend_parallel\nend_repeat\nend_program\n";
    assert_eq!(of_text(text, T_STEPS), "k for every n ≥ 2; k ≥ 0");
    assert_eq!(of_text(text, W_STEPS), "k*n - k for every n ≥ 1; k ≥ 0");
}

/// What holds for every n holds under an assumption, too: ⌈log n⌉ halvings, rounded up.
#[test]
fn an_assumption_that_the_way_does_not_need() {
    let text = "machine CREW;\ninput n = 8;\ninput A[n] = iota;\nprogram\nm = n;\nwhile (m > 1) {\n\
        h = ceil(m/2);\nparallel (for each i from 0 to m-h-1)\nA[i] = A[i] + A[i+h];\nend_parallel\n\
        m = h;\n}\nend_program\n";
    let even = [Need::Divides("n".into(), Radix::Number(2))];
    let found = of_text_assuming(text, T_STEPS, &even);
    assert_eq!(found, "4*ceil(log n) + 2 for every n ≥ 1");
}

/// In round d there are ⌊d/2⌋ processors, and n/4 is one of their numbers from 1 on only for n = 4: round 2
/// has the number 1. That there is a round with processors says n ≥ 4 of the sizes for which there is one, and
/// nothing of smaller ones, from which d/2 < n/4 would follow for all by induction. ⌊log² n/4⌋ tests: 0, 0,
/// 1, 2, 4 for n = 1, 2, 4, 8, 16.
#[test]
fn what_rounds_say_of_sizes_is_known_of_no_smaller_ones() {
    let body = "for d = 0 to log n\nparallel (for each i from 0 to d/2 - 1)\n\
        if (i + 1 == n/4) A[0] = 1;\nend_parallel";
    let power = Need::power_of_two(&"n".into());
    let text = format!(
        "machine CREW;\ninput n = 8;\nalgorithm f(n)\narray A[n + 1];\n{body}\nend_algorithm\n"
    );
    let found = of_text_assuming(&text, WRITES, std::slice::from_ref(&power));
    assert_eq!(found, "0 for every n = 2^k, k ≥ 3");
    // A step for each of the rounds 2 … log n.
    let found = of_text_assuming(&text, T_STEPS, &[power]);
    assert_eq!(found, "log n - 1 for every n = 2^k, k ≥ 3");
}

/// Processors d … ⌈log n⌉ exist where d ≤ ⌈log n⌉, which for d = 0 they do for n = 1, too: it is d that is
/// taken away from the logarithm, and not 1. Of ⌈log n⌉ = L there are ⌈(L − d + 1)·(L − 1)⌉ writes for
/// d = 0 and 1, which is (2·L + 1)·(L − 1) for L ≥ 1; for L = 0 there is none, where this would be −1.
#[test]
fn what_processors_say_of_a_logarithm() {
    let body = "for d = 0 to 1\nparallel (for each i from d to ceil(log n))\n\
        for k = 1 to ceil(log n) - 1\nA[0] = 1;\nend_parallel";
    is(
        body,
        WRITES,
        "2*ceil(log n)^2 - ceil(log n) - 1 for every n ≥ 2",
    );
}

/// With n = 1·m the condition does not hold.
#[test]
fn the_least_quotient_of_a_size_that_is_divided() {
    let text = "machine CREW;\ninput n = 8, m = 4;\nprogram\nassert(n mod m == 0);\ns = 0;\nif (n / m > 3) s = 1;\n\
        end_program\n";
    assert_eq!(
        of_text(text, T_STEPS),
        "3 for every m ≥ 1; m divides n; n ≥ 4·m"
    );
}

/// Σ_{k=1}^{n−1} (n − 1 − k) pairs k < i from 0 to n − 1, of which there are none for n = 0, where the range of k ends
/// two before it begins.
#[test]
fn ranges_inside_of_an_index_that_has_no_value() {
    let text = "machine CREW;\ninput n = 8;\ninput A[n+1] = constant(0);\nprogram\n\
        parallel (for each i from 0 to n-1)\nfor k = 1 to n-1 { if (k < i) { s = A[k]; } }\nend_parallel\nend_program\n";
    assert_eq!(of_text(text, READS), "n^2/2 - 3*n/2 + 1 for every n ≥ 1");
}
