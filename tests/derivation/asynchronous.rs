//! Formulas on the asynchronous PRAM, worked out by hand from the machine's rules.

use pram::pipeline::Options;
use pram::pipeline::machine::{AskedMachine, MachineKind};
use pram::quantity::{Measure, Quantity, Unit};

use super::{derived_with, of_shipped, of_text, told};
use crate::files::{Disk, NoFiles};

const T: Quantity = Measure::T.in_unit(Unit::Apram);
const W: Quantity = Measure::W.in_unit(Unit::Apram);

#[track_caller]
fn is(file: &str, quantity: Quantity, expected: &str) {
    assert_eq!(of_shipped(file, quantity), expected, "{file}, {quantity:?}");
}

/// Of a program for the synchronous machine.
fn adapted(text: &str, quantity: Quantity) -> String {
    let options = Options {
        machine: Some(AskedMachine::Shared(MachineKind::Apram)),
        ..Options::default()
    };
    let derived = derived_with("example.pram", text, &[quantity], &Disk, options);
    told(&derived.expect("it is correct"))
}

fn one_statement(statement: &str) -> String {
    format!(
        "machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\nalgorithm f(A[], n)\n\
         parallel (for each i from 0 to n-1)\n{statement}\nend_parallel\nend_algorithm\n"
    )
}

/// A block of the asynchronous machine.
fn block(body: &str) -> String {
    format!(
        "machine apram(d = 3, B = 8);\ninput n = 8;\ninput A[n] = random(0, 9);\n\
         input M[n,n] = random(0, 9);\nalgorithm f(A[], M[,], n)\n\
         parallel async (for each i from 0 to n-1)\n{body}\nend_parallel\nend_algorithm\n"
    )
}

const EVERY: &str = "for every n, d ≥ 1; B ≥ 0";

/// (4d + 5 + 2B)·log n + d: up a node takes two reads, d + 1, an addition, a write, d, and a barrier;
/// down two reads and a write are one run, d + 2, then come an addition, a write, d, and a barrier.
/// Between the sweeps there is one write.
#[test]
fn prescan() {
    let time = "2*B*log n + 4*d*log n + d + 5*log n for every n = 2^k, k ≥ 0; d ≥ 1; B ≥ 0";
    is("apram_prescan", T, time);
}

/// (d + 1 + B), then ⌈log n⌉ rounds of a test, d, an addition, a subtraction, d and B; at the end 1, d
/// and B.
#[test]
fn scan() {
    let rounds = "B*ceil(log n) + 2*d*ceil(log n)";
    let time = format!("{rounds} + 2*B + 2*d + 3*ceil(log n) + 2 {EVERY}");
    is("apram_scan", T, &time);
}

/// One run of 2m reads, 2m + d − 1; an instruction, 2m, and a write.
#[test]
fn matrix_vector() {
    let time = "B + 2*d + 4*m for every n, m, d ≥ 1; B ≥ 0";
    is("apram_matrix_vector", T, time);
}

/// A read, an operator, a write: 2B + 2d + 1, and 2d + 1 for each of n processors.
#[test]
fn an_adapted_statement() {
    let text = one_statement("A[i] = A[i] + 1;");
    assert_eq!(adapted(&text, T), format!("2*B + 2*d + 1 {EVERY}"));
    assert_eq!(adapted(&text, W), "2*d*n + n for every n ≥ 0; d ≥ 1");
    // Two runs of reads.
    let text = one_statement("x = A[A[i] mod n];");
    assert_eq!(adapted(&text, T), format!("B + 2*d {EVERY}"));
}

/// Two processors read and write, the others compute and write: max(d, 0) + B, max(d, 2 + d) + B; the
/// test before takes 1.
#[test]
fn adapted_groups_side_by_side() {
    let text = one_statement("if (i < 2) A[i] = A[i];\nelse A[i] = 2*i + 1;");
    let time = adapted(&text, T);
    assert_eq!(time, "2*B + 2*d + 3 for every n ≥ 3; d ≥ 1; B ≥ 0");
}

/// On p processors ⌈n/p⌉ of the program each: d + v − 1, v, d + v − 1.
#[test]
fn virtual_processors() {
    let text = one_statement("A[i] = A[i] + 1;").replace("CRCW", "CRCW(p = 4)");
    let time = "2*B + 2*d + 3*ceil(n/p) - 2 for every p, n, d ≥ 1; B ≥ 0";
    assert_eq!(adapted(&text, T), time);
}

/// The last processor makes most turns: n reads in one run, d + n − 1.
#[test]
fn the_slowest_processor_counts() {
    let text = block("for j = 0 to i\nx = M[i,j];");
    assert_eq!(of_text(&text, T), format!("B + d + n - 1 {EVERY}"));
    // Processor i itself spends d + i.
    let work = "n^2/2 + d*n - n/2 for every n ≥ 0; d ≥ 1";
    assert_eq!(of_text(&text, W), work);
}

/// One processor reads two cells in one run, the others none: 1 for the test, d + 1; 1 and 1 otherwise.
#[test]
fn a_branch_on_the_index() {
    let text = block("if (i < 1) { x = A[i]; y = M[i,0]; } else x = 1;");
    assert_eq!(of_text(&text, T), format!("B + d + 2 {EVERY}"));
}

/// 2 for the test of i mod 3; then d for who writes, 2·d + 1 for who adds, from the first one of the kind on.
#[test]
fn a_branch_on_a_remainder() {
    let from = |least: i32| format!("for every n ≥ {least}; d ≥ 1; B ≥ 0");
    let text = block("if (i mod 2 == 0) A[i] = 1;");
    assert_eq!(of_text(&text, T), format!("B + d + 2 {EVERY}"));
    let text = block("if (i mod 4 == 3) A[i] += 1;");
    assert_eq!(of_text(&text, T), format!("B + 2*d + 3 {}", from(4)));
    // Two tests, 4, in front of the longest side, 2·d + 1 and an instruction of a scalar.
    let text = block(
        "if (i mod 3 == 0) x = 1; else {\nif (i mod 3 == 1) A[i] += 1;\n\
         else { A[i] += 1; x = 2; }\n}\nbarrier;\nif (i mod 3 != 1) A[i] = 1;",
    );
    assert_eq!(of_text(&text, T), format!("2*B + 3*d + 8 {}", from(3)));
    // What is spent by the index itself, i units, goes beside no remainder: only bounds.
    let text = block("for k = 1 to i x = k;\nif (i mod 2 == 0) x = 1;");
    assert!(of_text(&text, T).contains(" to "), "{}", of_text(&text, T));
}

/// The loop inside of a remainder's side ends by the index itself: bounds, which hold. Processor i = n − 1, where
/// 3 divides it, makes the turns of k = i … i + 3, each with two tests of i and k + 1 turns: with d = 3, B = 8 and
/// n = 2000 that is 4·2 + (i + 1) + … + (i + 4) in one section, and 1 + d beside it.
#[test]
fn a_remainder_around_a_loop_up_to_the_index() {
    let text = block(
        "s = 0;\nfor k = i to i + 3 {\nif (i mod 3 == 0) { for j = 0 to k s += j; }\n\
         else { for j = 1 to 500 s += j; }\n}\nA[i] = s;",
    );
    let time = of_text(&text, T);
    assert!(time.contains(" to "), "{time}");
    // The bound above is no less than what the last processor takes: 4·n and more.
    assert!(time.contains("4*n"), "{time}");
}

/// Data decides: 1 + d for the test, and d or nothing.
#[test]
fn a_branch_on_data() {
    let text = block("if (A[i] > 4) A[i] = 1;");
    assert_eq!(
        of_text(&text, T),
        format!("B + d + 1 to B + 2*d + 1 {EVERY}")
    );
}

/// A barrier costs nothing more at the end of the block; one in a part of the processors is not derived.
#[test]
fn barriers() {
    let text = block("A[i] = 1;\nbarrier;");
    assert_eq!(of_text(&text, T), format!("B + d {EVERY}"));
    let text = block("A[i] = 1;\nif (i > 2) barrier;");
    let reason = "a barrier under a condition is not followed";
    assert_eq!(of_text(&text, T), format!("line 8: {reason}"));
}

/// The accesses of all turns are one run: d + n − 1; an address that was read begins another.
#[test]
fn sequential_runs() {
    let of = |body: &str| {
        let text = format!(
            "machine apram(d = 3, B = 8);\ninput n = 8;\ninput A[n] = random(0, 9);\n\
             algorithm f(A[], n)\n{body}\nparallel async (for each i from 0 to n-1)\nz = 1;\n\
             end_parallel\nend_algorithm\n"
        );
        told(&derived_with("a.pram", &text, &[T], &NoFiles, Options::default()).expect("correct"))
    };
    assert_eq!(
        of("for k = 0 to n-1\nA[k] = k;"),
        format!("B + d + n {EVERY}")
    );
    let time = of("for k = 0 to n-1 {\nx = A[k];\nA[x mod n] = k;\n}");
    assert_eq!(time, format!("d*n + B + d + n {EVERY}"));
}

/// Whether a block is there, between writes of the sequential code, depends on n: log n − 2 reads, d
/// each, and behind it another run of accesses. Behind the first, a turn is d and d, from 8 on; for
/// n = 4 the writes would all be one run.
#[test]
fn a_block_without_processors_ends_no_run() {
    let text = "machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\nalgorithm f(A[], n)\n\
        for k = 0 to 3 {\nparallel (for each i from 2 to log n - 1)\nx = A[i];\nend_parallel\n\
        A[0] = 1;\n}\nend_algorithm\n";
    let work = "4*d*log n - 4*d for every n = 2^k, k ≥ 3; d ≥ 1";
    assert_eq!(adapted(text, W), work);
}

/// Behind the barrier processor i writes i times, or n − 1 − i times: for n = 1 nobody does, and the end
/// of the block is no barrier of its own. Else it takes 1, B, a run of n − 1 writes and B.
#[test]
fn a_loop_behind_a_barrier_that_perhaps_nobody_turns() {
    for turns in ["i", "n-1-i"] {
        let text = block(&format!(
            "x = 0;\nbarrier;\nfor k = 1 to {turns} {{ A[i] = k; }}"
        ));
        let bounds = "2*B + n to d*n + 2*B - d + 1 for every n ≥ 2; d ≥ 1; B ≥ 0";
        assert_eq!(of_text(&text, T), bounds);
    }
}

/// Behind the loop its run of accesses goes on where the last turn writes: where n is a multiple of m. The
/// turns of each remainder by themselves do not tell that.
#[test]
fn a_run_of_accesses_that_only_some_turns_leave_open() {
    for m in [2, 3, 16] {
        let text = format!(
            "machine apram(d = 3, B = 8);\ninput n = 8;\ninput A[n+8] = iota;\n\
             algorithm t(A[], n)\nfor i = 0 to n\nif (i mod {m} == 0)\nA[0] = 1;\nA[3] = 1;\n\
             end_algorithm\n"
        );
        let time = of_text(&text, T);
        assert!(time.starts_with("line "), "{m}: {time}");
    }
}

/// A tree in a native block: a turn tests with 4 operators, and one in 2^(h+1) reads, adds and writes.
#[test]
fn levels_of_a_tree_by_remainder() {
    let text = block(
        "for h = 0 to log n - 1 {\nif (i mod 2^(h+1) == 0) {\nlocal x = A[i];\nA[i] = x + 1;\n}\nbarrier;\n}",
    );
    assert_eq!(
        of_text(&text, T),
        "B*log n + 2*d*log n + 5*log n for every n = 2^k, k ≥ 1; d ≥ 1; B ≥ 0"
    );
    assert_eq!(
        of_text(&text, W),
        "2*d*n + 4*n*log n + n - 2*d - 1 for every n = 2^k, k ≥ 0; d ≥ 1"
    );
}

/// Only those inside of both ends write twice: the tests take 1 and 2 operators.
#[test]
fn two_branches_on_the_index() {
    let text = block("if (i > 0) { A[i] = 1; }\nif (i < n-1) { A[i] = 2; }");
    assert_eq!(
        of_text(&text, T),
        "B + 2*d + 3 for every n ≥ 3; d ≥ 1; B ≥ 0"
    );
    assert_eq!(of_text(&text, W), "2*d*n + 3*n - 2*d for every n, d ≥ 1");
}

/// Processor 0 skips two of the four operators of the test; those inside of both ends write.
#[test]
fn two_conditions_on_the_index() {
    let text = block("if (i > 0 and i < n-1) { A[i] = 1; }");
    assert_eq!(of_text(&text, T), "B + d + 4 for every n ≥ 3; d ≥ 1; B ≥ 0");
    assert_eq!(
        of_text(&text, W),
        "d*n + 4*n - 2*d - 2 for every n ≥ 2; d ≥ 1"
    );
}

/// Of the odd processors only those below the last one read and write: a second condition is about the processor, not
/// about its quotient by 2. The test takes 3 operators, the first part of it with `and` 3.
#[test]
fn a_remainder_and_a_bound() {
    let text = block("if (i mod 2 == 1 and i < n-1) { A[i] = 1; }");
    assert_eq!(of_text(&text, T), "B + d + 5 for every n ≥ 3; d ≥ 1; B ≥ 0");
    // Even ones take 3 operators, odd ones 5; two writes are one run, d + 1. For n = 3 nobody writes.
    let halves = block("if (i mod 2 == 1 and i > n/2) { A[i] = 1; A[i] = 2; }");
    assert_eq!(
        of_text(&halves, T),
        "B + 3 to B + d + 6 for every n, d ≥ 1; B ≥ 0"
    );
}

/// In formulas d and B are times of the machine: an input of such a name would be another number.
#[test]
fn an_input_with_the_name_of_a_time() {
    for name in ["d", "B"] {
        let text = format!(
            "machine apram(d = 3, B = 8);\ninput n = 4;\ninput {name} = 2;\nprogram\narray A[n];\n\
             parallel (for each i from 0 to n-1)\nA[i] = {name};\nend_parallel\nend_program\n"
        );
        let told = of_text(&text, T);
        let reason = format!("is called like a time of the machine, which is `{name}` in formulas");
        assert!(told.ends_with(&reason), "{told}");
    }
}
