//! Steps on a given number of processors of the machine, by Brent's principle: in each one all groups that
//! act share them.

use super::{T_INSTRUCTIONS, T_STEPS, of_text};
use pram::quantity::{Measure, Quantity, Unit};

fn program(body: &str) -> String {
    format!(
        "machine CRCW(p = 4);\ninput n = 8;\ninput A[n] = iota;\n\
         algorithm g(A[], n)\nfor i = 1 to n\nA[0] = i;\nend_algorithm\n\
         algorithm t(A[], n)\n{body}\nend_algorithm\n"
    )
}

/// The test takes ⌈n/p⌉ for n processors, and of these one goes on alone.
#[test]
fn one_processor_of_a_block() {
    let body = "parallel (for each i from 0 to n-1)\nif (i == 0) A[0] = 1;\nend_parallel";
    let time = of_text(&program(body), T_STEPS);
    assert_eq!(time, "ceil(n/p) + 1 for every p, n ≥ 1");
}

/// On one processor two tasks of n and ⌊n/2⌋ steps take n + ⌊n/2⌋, and on two n: this has no one formula
/// here, but each of p lies between.
#[test]
fn tasks_of_unequal_length_lie_between() {
    let time = of_text(&program("parallel { g(A[], n); g(A[], n/2); }"), T_STEPS);
    assert_eq!(time, "n to n + floor(n/2) for every p ≥ 1; n ≥ 0");
}

/// A step of several groups takes ⌈a/p⌉ for all of their processors together. With j > 1 two of four
/// processors have two steps, and the others one: ⌈4/p⌉ for the test, ⌈4/p⌉ for four in the first step,
/// ⌈2/p⌉ for two in the second, which is 1 from p = 2 on. Of n processors the even ones are ⌈n/2⌉, and ⌊n/2⌋ have their second step
/// alone; ⌈⌊n/2⌋/p⌉ is ⌊(⌊n/2⌋ − 1)/p⌋ + 1.
#[test]
fn groups_side_by_side_share_the_processors() {
    for (body, expected) in [
        ("parallel { A[0] = 1; A[1] = 2; }", "1 for every p ≥ 2"),
        (
            "parallel (for each j from 0 to 3)\n\
             if (j > 1) { A[0] = 1; A[1] = 1; } else A[2] = 2;\nend_parallel",
            "1 + 2*ceil(4/p) for every p ≥ 2",
        ),
        (
            "parallel (for each j from 0 to 3)\n\
             if (j mod 2 == 0) { A[0] = 1; A[1] = 1; } else A[2] = 2;\nend_parallel",
            "1 + 2*ceil(4/p) for every p ≥ 2",
        ),
        (
            "parallel (for each j from 0 to n-1)\n\
             if (j mod 2 == 1) { A[0] = 1; A[1] = 1; } else A[2] = 2;\nend_parallel",
            "2*ceil(n/p) + 1 + floor((n - 2)/(2*p)) for every p ≥ 1; n ≥ 2",
        ),
        // All but one in 2^d, and these: n in each turn.
        (
            "assert(n == 2^ceil(log n));\nfor d = 1 to log n\n\
             parallel (for each j from 0 to n-1)\n\
             if (j mod 2^d == 0) A[0] = 1; else A[2] = 2;\nend_parallel",
            "2*log n*ceil(n/p) for every n = 2^k, k ≥ 0; p ≥ 1",
        ),
        // Whoever takes which side, all n have a step.
        (
            "parallel (for each j from 0 to n-1)\n\
             if (A[j] > 2) A[0] = 1; else A[2] = 2;\nend_parallel",
            "2*ceil(n/p) for every p, n ≥ 1",
        ),
        // From none to n have a second step.
        (
            "parallel (for each j from 0 to n-1)\n\
             if (A[j] > 2) { A[0] = 1; A[1] = 1; } else A[2] = 2;\nend_parallel",
            "2*ceil(n/p) to 3*ceil(n/p) for every p, n ≥ 1",
        ),
    ] {
        let time = of_text(&program(body), T_STEPS);
        assert_eq!(time, expected, "{body}");
    }
}

/// The slowest of a step counts for all who share it: 3 instructions (a read, an addition, a write) beside
/// 1, for n processors.
#[test]
fn instructions_of_groups_side_by_side() {
    let body = "parallel (for each j from 0 to n-1)\n\
                if (j > 0) A[j] = A[j] + 1; else A[2] = 2;\nend_parallel";
    let time = of_text(&program(body), T_INSTRUCTIONS);
    // The test takes 1.
    assert_eq!(time, "4*ceil(n/p) for every p ≥ 1; n ≥ 2");
}

/// Two calls of n/64 side by side: their blocks of three are active at once.
#[test]
fn calls_of_itself_side_by_side_share_the_processors() {
    for calls in [
        "parallel { f(A[], n/64); f(A[], n/64); }",
        "parallel (for each j from 0 to 1)\nf(A[], n/64);\nend_parallel",
    ] {
        let text = format!(
            "machine CRCW(p = 3);\ninput n = 8;\ninput A[n] = iota;\n\
             algorithm f(A[], n)\nif (n > 1) {{\n{calls}\n\
             parallel (for each i from 0 to 2)\nA[0] = 1;\nend_parallel\n}}\nend_algorithm\n\
             program\nf(A[], n);\nend_program\n"
        );
        let time = of_text(&text, T_STEPS);
        assert!(time.starts_with("line "), "{calls}: {time}");
    }
}

/// In each of three turns n processors read, compute and write, and each of the processors that execute
/// begins a run of accesses twice: 3·(3·n + 2·(d − 1)·min(p, n)).
#[test]
fn work_of_turns_on_the_asynchronous_machine() {
    let text = |turns: &str, last: &str| {
        format!(
            "machine apram(p = 3, d = 3, B = 5);\ninput n = 8;\ninput A[n] = iota;\n\
             algorithm t(A[], n)\nparallel (for each i from 0 to n-1)\nfor k = 1 to {turns}\n\
             parallel (for each j from 1 to {last})\nA[i] = A[i] + k;\nend_parallel\n\
             end_parallel\nend_algorithm\n"
        )
    };
    let work = of_text(&text("3", "1"), Measure::W.in_unit(Unit::Apram));
    assert_eq!(
        work,
        "6*d*min(p, n) + 9*n - 6*min(p, n) for every p, d ≥ 1; n ≥ 0"
    );
    // Turns of their own, and more processors in each turn: no closed form of min(p, …), or no one number.
    for (turns, last) in [("i", "1"), ("n", "k"), ("3", "i")] {
        let work = of_text(&text(turns, last), Measure::W.in_unit(Unit::Apram));
        assert!(work.starts_with("line "), "{turns}, {last}: {work}");
    }
}

/// An input is called p, and the machine has 4 processors: the formula holds for any value of the input.
#[test]
fn an_input_called_p_beside_processors() {
    let text = "machine CREW(p = 4);\ninput n = 8, p = 4;\nprogram\narray S[p];\n\
        parallel (for each i from 0 to p-1)\nS[i] = i;\nend_parallel\nend_program\n";
    assert_eq!(of_text(text, T_STEPS), "ceil(p/4) for every p ≥ 1");
    assert_eq!(of_text(text, Quantity::PROCESSORS), "4 for every p ≥ 1");
    assert_eq!(
        of_text(text, Measure::C.in_unit(Unit::Steps)),
        "4*ceil(p/4) for every p ≥ 1"
    );
}
