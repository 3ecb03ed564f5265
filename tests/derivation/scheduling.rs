//! Steps on a given number of processors of the machine, by Brent's principle: in each one all groups that
//! act share them.

use pram::result::derivation::Quantity;

use super::{T_STEPS, of_text};

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
/// here. The same holds of two sides of a branch, however few processors take each.
#[test]
fn groups_side_by_side_share_the_processors() {
    for body in [
        "parallel { g(A[], n); g(A[], n/2); }",
        "parallel { A[0] = 1; A[1] = 2; }",
        "parallel (for each j from 0 to 3)\n\
         if (j > 1) { A[0] = 1; A[1] = 1; } else A[2] = 2;\nend_parallel",
        "parallel (for each j from 0 to 3)\n\
         if (j mod 2 == 0) { A[0] = 1; A[1] = 1; } else A[2] = 2;\nend_parallel",
    ] {
        let time = of_text(&program(body), T_STEPS);
        assert!(time.starts_with("line "), "{body}: {time}");
    }
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
    let work = of_text(&text("3", "1"), Quantity::AsynchronousWork);
    assert_eq!(
        work,
        "6*d*min(p, n) - 6*min(p, n) + 9*n for every p, d ≥ 1; n ≥ 0"
    );
    // Turns of their own, and more processors in each turn: no closed form of min(p, …), or no one number.
    for (turns, last) in [("i", "1"), ("n", "k"), ("3", "i")] {
        let work = of_text(&text(turns, last), Quantity::AsynchronousWork);
        assert!(work.starts_with("line "), "{turns}, {last}: {work}");
    }
}
