//! Powers of any base: sums of them, loops that multiply or divide by any number, and sizes that are
//! powers, with formulas worked out by hand.

use pram::derivation::Need;
use pram::derivation::algebra::formula::Radix;
use pram::quantity::{Measure, Quantity, Unit};

use super::{T_ROUNDS, T_STEPS, W_ROUNDS, W_STEPS, of_shipped, of_text, of_text_assuming};

fn program(body: &str) -> String {
    format!(
        "machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\nalgorithm f(A[], n)\n{body}\n\
         end_algorithm\n"
    )
}

#[track_caller]
fn is(body: &str, quantity: Quantity, expected: &str) {
    assert_eq!(of_text(&program(body), quantity), expected, "{body}");
}

fn block(low: &str, high: &str) -> String {
    format!("parallel (for each i from {low} to {high})\nA[0] = 1;\nend_parallel")
}

/// Σ 3^k = (3^n − 1)/2 for k = 0, …, n − 1; Σ 6^k = (6^n − 1)/5; Σ k·3^k = ((2n − 3)·3^n + 3)/4,
/// which for n = 2 is 3; Σ (3^k − 2^k) = (3^n − 1)/2 − (2^n − 1).
#[test]
fn sums_of_powers() {
    let of = "for every n ≥ 0";
    let levels = |block: String| format!("for k = 0 to n-1\n{block}");
    let body = levels(block("0", "3^k - 1"));
    is(&body, W_ROUNDS, &format!("(3^n - 1)/2 {of}"));
    is(&body, Quantity::PROCESSORS, "3^(n-1) for every n ≥ 1");
    let body = levels(block("0", "6^k - 1"));
    is(&body, W_ROUNDS, &format!("(6^n - 1)/5 {of}"));
    let body = levels(format!("for j = 1 to k\n{}", block("0", "3^k - 1")));
    is(&body, W_ROUNDS, &format!("3^n*n/2 - 3*3^n/4 + 3/4 {of}"));
    let body = levels(block("2^k", "3^k - 1"));
    is(&body, W_ROUNDS, &format!("3^n/2 - 2^n + 1/2 {of}"));
}

/// s = 1, 3, 9, … below n: L = ⌈log n/log 3⌉ turns. Steps: s = 1, in each turn a test, the block and
/// 3·s, and the last test: 3·L + 2. Work in rounds Σ (n − 3^t) = n·L − (3^L − 1)/2; for n = 3^k that
/// is n·k − (n − 1)/2.
#[test]
fn a_loop_that_triples() {
    let body = format!(
        "s = 1;\nwhile (s < n) {{\n{}\ns = 3*s;\n}}",
        block("0", "n-1-s")
    );
    is(&body, T_ROUNDS, "ceil(log n/log 3) for every n ≥ 1");
    is(&body, T_STEPS, "3*ceil(log n/log 3) + 2 for every n ≥ 1");
    is(
        &body,
        W_ROUNDS,
        "n*ceil(log n/log 3) - 3^ceil(log n/log 3)/2 + 1/2 for every n ≥ 1",
    );
    let assumed = [Need::Power("n".into(), Radix::Number(3))];
    assert_eq!(
        of_text_assuming(&program(&body), W_ROUNDS, &assumed),
        "n*log n/log 3 - n/2 + 1/2 for every n = 3^k, k ≥ 0"
    );
    assert_eq!(
        of_text_assuming(&program(&body), T_STEPS, &assumed),
        "3*log n/log 3 + 2 for every n = 3^k, k ≥ 0"
    );
}

/// s = n, n/10, …, 1 for n = 10^k: k + 1 turns, n + n/10 + … + 1 = (10·n − 1)/9 processors.
#[test]
fn a_loop_that_divides() {
    let body = format!("for (s = n; s >= 1; s /= 10) {{\n{}\n}}", block("0", "s-1"));
    let of = "for every n = 10^k, k ≥ 0";
    is(&body, T_ROUNDS, &format!("log n/log 10 + 1 {of}"));
    is(&body, W_ROUNDS, &format!("(10*n - 1)/9 {of}"));
}

/// s = 1, c, c², … below n: ⌈log n/log c⌉ turns, each with s processors, the
/// most in the last one.
#[test]
fn a_loop_that_multiplies_by_an_input() {
    let text = format!(
        "machine CRCW;\ninput n = 8, c = 2;\ninput A[n] = random(0, 9);\nalgorithm f(A[], n, c)\n\
         for (s = 1; s < n; s *= c) {{\n{}\n}}\nend_algorithm\n",
        block("0", "s-1")
    );
    assert_eq!(
        of_text(&text, T_ROUNDS),
        "ceil(log n/log c) for every n ≥ 1; c ≥ 2"
    );
    assert_eq!(
        of_text(&text, Quantity::PROCESSORS),
        "c^(ceil(log n/log c)-1) for every n, c ≥ 2"
    );
}

/// The broadcast to n = d^k cells: k levels of a run of one read and d − 1 writes, which takes
/// 2·d − 1, and a barrier.
#[test]
fn a_broadcast_by_a_tree_of_d_children() {
    assert_eq!(
        of_shipped("apram_broadcast", Measure::T.in_unit(Unit::Apram)),
        "B*log n/log d + 2*d*log n/log d - log n/log d for every n = d^k, k ≥ 0; d ≥ 2; B ≥ 0"
    );
}

/// It ends with the first of two: after ⌈log n⌉ turns, or after 5. Steps: 2 before, 4 in a turn
/// with its test, the last test.
#[test]
fn a_condition_in_two_parts() {
    let body = "s = 1;\nt = 5;\nwhile (s < n and t > 0) {\nA[0] = s;\ns = 2*s;\nt = t - 1;\n}";
    is(body, T_STEPS, "4*min(5, ceil(log n)) + 3 for every n ≥ 1");
    // Either of them: n turns, as n is at least ⌊log n⌋ + 1 there.
    let body = "s = n;\nt = n;\nwhile (s > 1 or t > 0) {\nA[0] = s;\ns = s/2;\nt = t - 1;\n}";
    is(body, T_STEPS, "4*n + 3 for every n ≥ 1");
}

/// ⌊log n⌋ turns of a comparison in the call, the test, m/2 and the block; m = n, and the last
/// comparison and test. The blocks have n/2, n/4, …, 1 processors for n = 2^k.
#[test]
fn a_condition_that_calls() {
    let text = format!(
        "machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\nalgorithm more(m)\n\
         return m > 1;\nend_algorithm\nalgorithm f(A[], n)\nm = n;\nwhile (more(m)) {{\n\
         m = m/2;\n{}\n}}\nend_algorithm\n",
        block("0", "m-1")
    );
    let of = "for every n = 2^k, k ≥ 0";
    let time = "4*floor(log n) + 3 for every n ≥ 1";
    assert_eq!(of_text(&text, T_STEPS), time);
    assert_eq!(of_text(&text, W_STEPS), format!("n + 3*log n + 2 {of}"));
}

/// Where data decides what a call returns, it is not known.
#[test]
fn a_call_that_returns_one_of_two_numbers() {
    let text = "machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\nalgorithm one(A[])\n\
        if (A[0] > 4) return 1; else return 5;\nend_algorithm\nalgorithm f(A[], n)\nk = one(A[]);\n\
        for i = 1 to k A[0] = 1;\nend_algorithm\n";
    assert_eq!(
        of_text(text, T_STEPS),
        "line 9: the number of iterations depends on the result of a call"
    );
}

/// One processor opens 10, beside two others: with 20 each they are 50 at the same time, if the
/// steps come at the same time; with one step each 12.
#[test]
fn blocks_inside_of_blocks_side_by_side() {
    let with = |other: &str| {
        format!(
            "parallel (for each i from 0 to 2)\nif (i == 0) {{\n\
             parallel (for each j from 0 to 9) A[0] = 1; end_parallel\n}} else {{\n{other}\n}}\n\
             end_parallel"
        )
    };
    let twenty = with("parallel (for each j from 0 to 19) A[0] = 1; end_parallel");
    is(&twenty, Quantity::PROCESSORS, "40 to 50 for every input");
    let step = with("A[0] = 1;");
    is(&step, Quantity::PROCESSORS, "10 to 12 for every input");
}

/// 31 squarings make x to the power of 2^31 of what is any number.
#[test]
fn powers_that_are_too_high() {
    let squares = "x = x*x;\n".repeat(31);
    let text = format!(
        "machine CRCW;\ninput n = 1;\ninput A[2] = iota;\nalgorithm f(A[], n)\nx = n;\n{squares}\
         for i = 1 to x\nA[0] = 1;\nend_algorithm\n"
    );
    let time = of_text(&text, T_STEPS);
    assert!(time.starts_with("line "), "{time}");
}

/// m = 3^k, …, 3 while m > 1, and the block has m/3 processors: k turns, (3^k − 1)/2 in all.
#[test]
fn thirds_while_more_than_one_is_left() {
    let body = format!(
        "m = n;\nwhile (m > 1) {{\nm = m/3;\n{}\n}}",
        block("0", "m-1")
    );
    let of = "for every n = 3^k, k ≥ 0";
    is(&body, T_ROUNDS, &format!("log n/log 3 {of}"));
    is(&body, W_ROUNDS, &format!("(n - 1)/2 {of}"));
}
