//! Conditions on binary digits, distances and squares of indices; loops up to a square root, until a number is
//! reached, or as far as a sum.

use super::examples::is;
use super::{READS, T_ROUNDS, T_STEPS, W_STEPS, WRITES, of_text};

/// A block of n processors in each of log n rounds, of which those with a condition write.
fn of_digits(condition: &str) -> String {
    format!(
        "for d = 0 to log n - 1\nparallel (for each i from 0 to n-1)\nif ({condition}) A[i] = 1;\n\
         end_parallel"
    )
}

/// Half of all numbers below n = 2^k have a given one of their k digits: n tests and n/2 writes in each of
/// log n rounds of two steps.
#[test]
fn half_of_the_numbers_have_a_digit() {
    for condition in [
        "(i / 2^d) mod 2 == 0",
        "(i / 2^d) mod 2 != 0",
        "(i / 2^d) mod 2 == 1",
        "bit(i, d) == 0",
        "bit(i, d) > 0",
        "(i AND 2^d) == 0",
        "(i AND 2^d) != 0",
        "(i OR 2^d) == i",
        "(i XOR 2^d) > i",
        "i mod 2^(d+1) < 2^d",
        "i mod 2^(d+1) >= 2^d",
    ] {
        let body = of_digits(condition);
        is(&body, T_STEPS, "2*log n for every n = 2^k, k ≥ 0");
        is(&body, WRITES, "n*log n/2 for every n = 2^k, k ≥ 0");
        is(&body, W_STEPS, "3*n*log n/2 for every n = 2^k, k ≥ 0");
    }
}

/// Digits that decide together with something else, or of which only some are asked for: those below n/4
/// with an even i/2 are n/8, and those with two given digits n/4.
#[test]
fn digits_beside_other_conditions() {
    let block = |condition: &str| {
        format!("parallel (for each i from 0 to 8*n-1)\nif ({condition}) A[0] = 1;\nend_parallel")
    };
    let of = |condition: &str| is(&block(condition), WRITES, "2*n for every n ≥ 0");
    of("bit(i, 1) == 0 and i < 4*n");
    of("bit(i, 2) == 0 and bit(i, 1) == 1");
    // Those of the upper half begin with four that have the digit, or with four that do not.
    is(
        &block("(i AND 4) == 4 and i >= 4*n"),
        WRITES,
        "4*ceil(n/2) for every n ≥ 0",
    );
    // Of 8·n numbers 6·n have one of two digits.
    is(
        &block("bit(i, 2) == 0 or bit(i, 0) == 1"),
        WRITES,
        "6*n for every n ≥ 0",
    );
}

/// The butterfly of a sorting network: k rounds of level k, in each of which all processors test and those
/// with the lower partner test again. The levels have 1 + 2 + … + log n rounds.
#[test]
fn partners_that_differ_in_a_digit() {
    let body = "for k = 1 to log n\nfor j = k-1 to 0 step -1\n\
        parallel (for each i from 0 to n-1)\np = i XOR 2^j;\n\
        if (p > i) {\nif ((i / 2^k) mod 2 == 0) A[i] = 1;\n}\nend_parallel";
    is(
        body,
        T_ROUNDS,
        "((log n)^2 + log n)/2 for every n = 2^k, k ≥ 0",
    );
}

/// With n = 2^k every partner is below n.
#[test]
fn partners_that_are_always_there() {
    let body = of_digits("(i XOR 2^d) < n");
    is(&body, WRITES, "n*log n for every n = 2^k, k ≥ 0");
    is(&body, T_STEPS, "2*log n for every n = 2^k, k ≥ 0");
}

/// Around each of n numbers there are three, of the first and the last two.
#[test]
fn distances_between_numbers() {
    let body = "for j = 0 to n-1\nparallel (for each i from 0 to n-1)\n\
        if (abs(i - j) <= 1) A[i] = 1;\nend_parallel";
    is(body, WRITES, "3*n - 2 for every n ≥ 1");
    is(body, T_STEPS, "2*n for every n ≥ 0");
    let larger = "parallel (for each i from 0 to n-1)\nif (max(i, n - 1 - i) < n - 1) A[i] = 1;\n\
        end_parallel";
    // All but the first and the last.
    is(larger, WRITES, "n - 2 for every n ≥ 2");
}

/// k from 1 on with k² < n: those up to ⌈√n⌉ − 1; with k² ≤ n those up to ⌊√n⌋. The test, two steps in each
/// turn, and the first value and the last test.
#[test]
fn loops_up_to_a_square_root() {
    let of = |test: &str| format!("k = 1;\nwhile ({test}) {{\nA[0] = k;\nk = k + 1;\n}}");
    is(&of("k*k < n"), WRITES, "ceil(sqrt(n)) - 1 for every n ≥ 1");
    is(
        &of("k*k < n"),
        T_STEPS,
        "3*ceil(sqrt(n)) - 1 for every n ≥ 1",
    );
    is(
        &of("k < sqrt(n)"),
        WRITES,
        "ceil(sqrt(n)) - 1 for every n ≥ 1",
    );
    for test in [
        "k*k <= n",
        "k <= sqrt(n)",
        "k <= floor(sqrt(n))",
        "sqrt(n) >= k",
    ] {
        is(&of(test), WRITES, "floor(sqrt(n)) for every n ≥ 0");
        is(&of(test), T_STEPS, "3*floor(sqrt(n)) + 2 for every n ≥ 0");
    }
    // k = 1, 3, 5, … up to ⌊√n⌋.
    let odd = "k = 1;\nwhile (k*k <= n) {\nA[0] = k;\nk = k + 2;\n}";
    is(odd, WRITES, "floor((sqrt(n) + 1)/2) for every n ≥ 0");
    // The turns before the first i with i² ≥ n.
    let left = "for i = 1 to n {\nif (i*i >= n) break;\nA[0] = 1;\n}";
    is(left, WRITES, "ceil(sqrt(n)) - 1 for every n ≥ 1");
}

/// Of n numbers ⌈√n⌉ have a square below n.
#[test]
fn numbers_with_small_squares() {
    let body = "parallel (for each i from 0 to n-1)\nif (i*i < n) A[i] = 1;\nend_parallel";
    is(body, WRITES, "ceil(sqrt(n)) for every n ≥ 0");
    is(body, T_STEPS, "2 for every n ≥ 1");
}

/// A loop that runs until a number is reached: one up, one down, one by doubling.
#[test]
fn loops_until_a_number_is_reached() {
    let of = |first: &str, test: &str, change: &str| {
        format!("k = {first};\nwhile ({test}) {{\nA[0] = 1;\nk {change};\n}}")
    };
    is(&of("0", "k != n", "+= 1"), WRITES, "n for every n ≥ 0");
    is(&of("n", "k != 0", "-= 1"), WRITES, "n for every n ≥ 0");
    is(&of("0", "k != 2*n", "+= 2"), WRITES, "n for every n ≥ 0");
    is(
        &of("1", "k != n", "*= 2"),
        WRITES,
        "log n for every n = 2^k, k ≥ 0",
    );
}

/// k = 2^t·2 − 1 is below n in the turns t < log (n + 1) − 1.
#[test]
fn values_that_are_multiplied_and_moved() {
    let of = |change: &str| format!("k = 1;\nwhile (k < n) {{\nA[0] = 1;\nk = {change};\n}}");
    for change in ["2*k + 1", "k*2 + 1", "1 + 2*k"] {
        is(&of(change), WRITES, "ceil(log(n + 1)) - 1 for every n ≥ 1");
    }
}

/// i and j are both even or both odd in ⌈n²/2⌉ of n² turns.
#[test]
fn remainders_of_two_indices() {
    let body = "for i = 0 to n-1\nfor j = 0 to n-1\nif ((i + j) mod 2 == 0) A[i] = 1;";
    is(body, T_STEPS, "2*n^2 - 2*floor(n^2/4) for every n ≥ 0");
}

/// Turn 3 has only its test.
#[test]
fn one_turn_of_all_is_apart() {
    let body = "for j = 0 to n-1 {\nif (j == 3) continue;\nA[j] = 1;\n}";
    is(body, T_STEPS, "2*n - 1 for every n ≥ 4");
}

/// s = 0 + 1 + … + t is at most n − 1 for t up to (√(8n − 7) − 1)/2, from t = 0 on.
#[test]
fn sums_of_what_turns_have() {
    let body = "s = 0;\nk = 0;\nwhile (s < n) {\nk = k + 1;\ns = s + k;\nA[0] = s;\n}";
    is(body, WRITES, "floor((sqrt(8*n - 7) + 1)/2) for every n ≥ 1");
    // 1 + 2 + … + n, whatever i was before.
    let body = "i = 5;\ns = 0;\nfor i = 1 to n\ns = s + i;\nfor j = 1 to s\nA[0] = j;";
    is(body, WRITES, "(n^2 + n)/2 for every n ≥ 0");
    // Twice the same, from n down.
    let body = "s = 0;\nfor i = n to 1 step -1 {\ns = s + 2*i;\n}\nfor j = 1 to s\nA[0] = j;";
    is(body, WRITES, "n^2 + n for every n ≥ 0");
    // 1 + 2 + 4 + … below n: 2^t − 1 < n.
    let body = "s = 0;\nh = 1;\nwhile (s < n) {\ns = s + h;\nh = 2*h;\nA[0] = s;\n}";
    is(body, WRITES, "ceil(log(n + 1)) for every n ≥ 0");
}

/// Where a condition of a sequential loop is not told apart: either side in each turn.
#[test]
fn sides_that_no_assumption_decides() {
    let quotient = "for i = 0 to n-1\nif (i / 4 == 1) A[i] = 1;";
    is(quotient, T_STEPS, "n to 2*n for every n ≥ 0");
    is(quotient, WRITES, "0 to n for every n ≥ 0");
    // The test, and in the branch i + 1 steps: Σ (i + 2) for i = 0 … n − 1.
    let nested = "for i = 0 to n-1\nif (i / 4 == 1)\nfor j = 0 to i\nA[i] = 1;";
    is(nested, T_STEPS, "n to (n^2 + 3*n)/2 for every n ≥ 0");
    let square = "for i = 0 to n-1\nif (i*i < n and i > 2) A[i] = 1;";
    is(square, T_STEPS, "n to 2*n for every n ≥ 0");
    // Three such branches, one after another.
    let three = "for i = 0 to n-1 {\nif (i / 4 == 1) A[i] = 1;\nif (i / 3 == 1) A[i] = 2;\n\
        if (i / 5 == 2) A[i] = 3;\n}";
    is(three, T_STEPS, "3*n to 6*n for every n ≥ 0");
}

/// From d to n − d − 1 the quotients by d go from 1 to n/d − 2: n/(2d) − 1 odd ones of d indices each, n/2 − d in all,
/// for d = n/4, n/8, …, 1. There is such a d from n = 4 on.
#[test]
fn a_digit_of_some_indices() {
    let text = "machine CREW;\ninput n = 8;\ninput A[n] = iota;\nprogram\nd = n/4;\nwhile (d >= 1) {\n\
        parallel (for each i from d to n-d-1)\nif ((i/d) mod 2 == 1) A[i] = 1;\nend_parallel\nd = d/2;\n}\nend_program\n";
    assert_eq!(
        of_text(text, WRITES),
        "n*log n/2 - n + 1 for every n = 2^k, k ≥ 2"
    );
}

/// Processors 0, …, r − 1 of q have b + 1 elements, the others b, where n = b·q + r: one each where q divides n.
#[test]
fn shares_that_a_branch_rounds() {
    let text = "machine CREW;\ninput q = 4;\ninput n = 8;\ninput A[n] = iota;\nprogram\narray S[q];\nb = n/q;\n\
        r = n mod q;\nparallel (for each k from 0 to q-1)\nif (k < r) { lo = k*(b+1); len = b+1; }\n\
        else { lo = r + k*b; len = b; }\nfor i = lo to lo+len-1 { s = A[i]; }\nS[k] = s;\nend_parallel\nh = 1;\n\
        while (h < q) {\nparallel (for each k from 0 to q-1 step 2*h)\nif (k+h < q) S[k] = S[k] + S[k+h];\n\
        end_parallel\nh = 2*h;\n}\nend_program\n";
    // n reads, and two for each of q − 1 sums.
    assert_eq!(
        of_text(text, READS),
        "n + 2*q - 2 for every q = 2^k, k ≥ 1; q divides n; n ≥ q"
    );
}

/// Pairs of blocks of g = n/2, n/4, … and 1: of the turns c = 0 and 1 the first has processors always, the second one
/// where there are four blocks. A block is a test and two steps, 6·log n in all, less two for g = n/2. The halving and
/// the test in front of it are 2·log n, the first step and the last test two.
#[test]
fn blocks_by_the_turns_of_a_short_loop() {
    let text = "machine CREW;\ninput n = 16;\ninput A[n] = permutation;\nprogram\ng = n/2;\nwhile (g >= 1) {\n\
        for c = 0 to 1\nparallel (for each i from 0 to n-1-g)\nif ((i/g) mod 2 == c) {\nx = A[i];\nA[i+g] = x;\n}\n\
        end_parallel\ng /= 2;\n}\nend_program\n";
    assert_eq!(of_text(text, T_STEPS), "8*log n for every n = 2^k, k ≥ 1");
}
