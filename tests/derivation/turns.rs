//! Loops whose turns depend on data, with a bound in the file: formulas worked out by hand.

use pram::present::derivation::document::document;
use pram::present::derivation::formula::Style;
use pram::present::derivation::rows::shown;
use pram::present::derivation::{html, latex};
use pram::present::document::formula::Notation;
use pram::present::document::markdown::{self, Drawings};
use pram::present::json::derivation::DerivationJson;
use pram::present::text::derivation as text;
use pram::quantity::{Measure, Quantity, Unit};

use super::{
    T_INSTRUCTIONS, T_ROUNDS, T_STEPS, W_INSTRUCTIONS, W_ROUNDS, W_STEPS, derived, of_text,
};
use crate::files::NoFiles;

fn program(body: &str) -> String {
    format!(
        "machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 2);\nalgorithm f(A[], n)\n{body}\n\
         end_algorithm\n"
    )
}

#[track_caller]
fn is(body: &str, quantity: Quantity, expected: &str) {
    assert_eq!(of_text(&program(body), quantity), expected, "{body}");
}

/// The lines that a formula relies on.
fn given(body: &str, quantity: Quantity) -> Vec<usize> {
    let (derivation, sources) =
        derived("example.pram", &program(body), &[quantity], &NoFiles).expect("it is correct");
    let shown = shown(&derivation, Style::Source, &sources);
    let note = shown[0].end.note().expect("there is a formula");
    note.given.iter().map(|(line, _)| *line).collect()
}

/// L = ⌊log n⌋ turns at most. Steps: `k = A[0]`, L + 1 tests, 2 in a turn: 3·L + 2, and without any
/// turn 2. Instructions: 1 for `k = A[0]`, 1 a test, in a turn 3 (read, add, write) and 1: 5·L + 2.
#[test]
fn a_loop_with_a_test() {
    let body = "k = A[0];\nwhile (k > 0) {\nclaim turns <= log n + 2;\nA[0] += 1;\nk -= 1;\n}";
    is(body, T_ROUNDS, "0 to floor(log n) + 2 for every n ≥ 1");
    is(body, T_STEPS, "2 to 3*floor(log n) + 8 for every n ≥ 1");
    is(body, W_STEPS, "2 to 3*floor(log n) + 8 for every n ≥ 1");
    is(
        body,
        T_INSTRUCTIONS,
        "2 to 5*floor(log n) + 12 for every n ≥ 1",
    );
    assert_eq!(given(body, T_STEPS), [7]);
}

/// Each of n processors makes up to i + 2 turns, the last one n + 1: one after the other n + 1 rounds
/// beside that of the block. Steps: `k = A[i]`, n + 2 tests, 2·(n + 1) in turns: 3·n + 5; with no turn
/// 2. Work in steps: Σ (1 + (i + 3) + 2·(i + 2)) = Σ (3·i + 8) = 3·n·(n − 1)/2 + 8·n.
#[test]
fn processors_with_bounds_of_their_own() {
    let body = "parallel (for each i from 0 to n-1)\nk = A[i];\nwhile (k > 0) {\n\
        claim turns <= i + 2;\nA[i] = 0;\nk -= 1;\n}\nend_parallel";
    is(body, T_ROUNDS, "1 to n + 2 for every n ≥ 1");
    is(body, T_STEPS, "2 to 3*n + 5 for every n ≥ 1");
    is(body, W_STEPS, "2*n to (3*n^2 + 13*n)/2 for every n ≥ 0");
    is(body, Quantity::WRITES, "0 to (n^2 + 3*n)/2 for every n ≥ 0");
    is(body, Quantity::PROCESSORS, "n for every n ≥ 1");
}

/// A counting loop has no test: its bounds cost a step once, as they read A. Up to n turns of 1.
#[test]
fn a_counting_loop() {
    let body = "for j = 1 to A[0] {\nclaim turns <= n + 1;\nx = j;\n}";
    is(body, T_STEPS, "1 to n + 2 for every n ≥ 0");
}

/// A block in the body: n processors in each of up to 2 turns, or none at all.
#[test]
fn a_block_in_the_body() {
    let body = "k = A[0];\nwhile (k > 0) {\nclaim turns <= 2;\n\
        parallel (for each i from 0 to n-1)\nA[i] = 1;\nend_parallel\nk -= 1;\n}";
    is(body, W_ROUNDS, "0 to 2*n for every n ≥ 0");
    is(body, Quantity::PROCESSORS, "1 to n for every n ≥ 1");
    // k = A[0], 3 tests, 2·(n + 1): the write takes one instruction each.
    is(body, W_INSTRUCTIONS, "2 to 2*n + 6 for every n ≥ 0");
}

/// Where the turns follow from sizes they are used, and nothing is given: w = 2^t is at most n for
/// t = 0, …, ⌈log(n + 1)⌉ − 1.
#[test]
fn turns_that_are_known_are_exact() {
    let body = "for j = 1 to n {\nclaim turns <= 3*n;\nA[0] = j;\n}\n\
        for (w = 1; w <= n; w *= 2) {\nclaim turns <= n + 1;\nA[0] = w;\n}";
    is(body, T_STEPS, "n + ceil(log(n + 1)) for every n ≥ 0");
    assert_eq!(given(body, T_STEPS), [0; 0]);
}

/// A bound that depends on data itself is of no use.
#[test]
fn a_bound_on_data() {
    let body = "k = A[0];\nm = k;\nwhile (k > 0) {\nclaim turns <= m;\nk -= 1;\n}";
    is(
        body,
        T_STEPS,
        "line 7: the number of iterations depends on k",
    );
}

/// In an asynchronous block the slowest of the processors counts. `k = A[i]` takes d, each of 3 tests
/// 1, each of 2 turns d for the write, which a test precedes, and 1 for `k -= 1`; then the barrier of
/// the block's end. Without any turn: d, the test, the barrier.
#[test]
fn asynchronous_blocks() {
    let text = "machine apram(d = 3, B = 8);\ninput n = 8;\ninput A[n] = random(0, 2);\n\
        algorithm f(A[], n)\nparallel async (for each i from 0 to n-1)\nk = A[i];\n\
        while (k > 0) {\nclaim turns <= 2;\nA[i] = 0;\nk -= 1;\n}\nend_parallel\nend_algorithm\n";
    assert_eq!(
        of_text(text, Measure::T.in_unit(Unit::Apram)),
        "B + d + 1 to B + 3*d + 5 for every n, d ≥ 1; B ≥ 0"
    );
    // n processors of that, without the barrier.
    assert_eq!(
        of_text(text, Measure::W.in_unit(Unit::Apram)),
        "d*n + n to 3*d*n + 5*n for every n ≥ 0; d ≥ 1"
    );
}

/// Where a claim allows less than no turn, a loop without any meets it: one read in front of the
/// loop, and two in each of max(0, ⌊log n⌋ − 2) turns.
#[test]
fn a_claim_of_less_than_no_turn() {
    let body = "k = A[0];\nwhile (k > 0) {\nclaim turns <= log n - 2;\nA[0] += A[1];\nk -= 1;\n}";
    is(
        body,
        T_ROUNDS,
        "0 to max(0, floor(log n) - 2) for every n ≥ 1",
    );
    is(
        body,
        Quantity::READS,
        "1 to 2*max(0, floor(log n) - 2) + 1 for every n ≥ 1",
    );
}

/// A test in each of n turns, and a write or none: rows say at most and at least.
#[test]
fn rows_between_bounds() {
    let text = program("for i = 0 to n-1 {\nif (A[i] > 0) A[i] = 1;\n}");
    let (derivation, sources) =
        derived("example.pram", &text, &[T_STEPS], &NoFiles).expect("it is correct");
    let rows = &shown(&derivation, Style::Text, &sources)[0].rows;
    let [row] = rows.as_slice() else {
        panic!("one row: {rows:?}");
    };
    assert_eq!(row.way.as_deref(), Some("≤ Σ_{i=0}^{n − 1} 2"));
    assert_eq!(row.cost, "2·n, ≥ n");
}

/// What would help stands in every format.
#[test]
fn help_in_every_format() {
    let program = program("for i = 1 to A[0]\nA[i] = 1;");
    let (derivation, sources) =
        derived("example.pram", &program, &[T_STEPS], &NoFiles).expect("it is correct");
    let expected = "claimed as the first statement of the loop";
    let rows = |style| shown(&derivation, style, &sources);
    let of = |notation| rows(Style::Typeset(notation));
    let page = document(&rows(Style::Text), "f.pram", "f");
    let data = DerivationJson::new(&derivation, "f.pram", &sources);
    for text in [
        text::text(&derivation, "f.pram", &sources),
        markdown::render(&page, Drawings::Inside).0,
        html::render(&of(Notation::Html), "f.pram", "f", &program),
        latex::render(&of(Notation::Latex), "f.pram", "f"),
        serde_json::to_string(&data).expect("it is JSON"),
    ] {
        assert!(text.contains(expected), "{text}");
    }
}

/// From 2 on s is 2^(2^t): below n up to 2^t = log n, which for n = 2, 4, 5, 16, 17 are 0, 1, 2, 2, 3 turns. From n
/// on m is ⌊n^(1/2^t)⌋: at least 3 while 2^t is at most the logarithm to base 3, which for n = 3, 8, 9, 80, 81 are
/// 1, 1, 2, 2, 3 turns.
#[test]
fn squares_and_square_roots() {
    let squared = "s = 2;\nwhile (s < n) {\nA[0] = 1;\ns = s*s;\n}";
    is(
        squared,
        Quantity::WRITES,
        "ceil(log(log n)) for every n ≥ 2",
    );
    let up_to = "s = 2;\nwhile (s <= n) {\nA[0] = 1;\ns *= s;\n}";
    is(
        up_to,
        Quantity::WRITES,
        "floor(log(log n)) + 1 for every n ≥ 2",
    );
    let rooted = "m = n;\nwhile (m > 2) {\nm = floor(sqrt(m));\nA[0] = 1;\n}";
    is(
        rooted,
        Quantity::WRITES,
        "floor(log(floor(log n/log 3))) + 1 for every n ≥ 3",
    );
    let to_one = "m = n;\nwhile (2 <= m) {\nm = floor(sqrt(m));\nA[0] = 1;\n}";
    is(
        to_one,
        Quantity::WRITES,
        "floor(log(log n)) + 1 for every n ≥ 2",
    );
}

/// Where the body assigns to the loop's variable the bounds do not tell the turns.
#[test]
fn loops_that_change_their_variable() {
    let text = |body: &str| {
        format!(
            "machine CREW;\ninput n = 8, m = 3;\ninput A[n+1] = constant(0);\nprogram\nfor k = 0 to n {{\n\
             A[0] = 1;\n{body}\n}}\nend_program\n"
        )
    };
    let reason = "line 5: the number of iterations depends on k";
    assert_eq!(of_text(&text("for l = 30 to m\nk += 1;"), T_STEPS), reason);
    assert_eq!(of_text(&text("if (A[k] > 4) k += 1;"), T_STEPS), reason);
    assert_eq!(of_text(&text("for k = 1 to 3\nA[1] = k;"), T_STEPS), reason);
}
