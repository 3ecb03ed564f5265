//! The formulas of lectures, worked out by hand.

use super::{T_INSTRUCTIONS, T_ROUNDS, T_STEPS, W_INSTRUCTIONS, W_ROUNDS, W_STEPS, of_shipped};
use pram::quantity::Quantity;

#[track_caller]
fn is(file: &str, quantity: Quantity, expected: &str) {
    assert_eq!(of_shipped(file, quantity), expected, "{file}, {quantity:?}");
}

/// Up: a statement a level; then one; then three a level, of 1, 2 and 3 instructions.
#[test]
fn prescan() {
    let of = "for every n = 2^k, k ≥ 0";
    is("prescan", T_ROUNDS, &format!("2*log n {of}"));
    is("prescan", T_STEPS, &format!("4*log n + 1 {of}"));
    is("prescan", T_INSTRUCTIONS, &format!("10*log n + 1 {of}"));
    is("prescan", W_ROUNDS, &format!("2*n - 2 {of}"));
    is("prescan", W_STEPS, &format!("4*n - 3 {of}"));
    is("prescan", W_INSTRUCTIONS, &format!("10*n - 9 {of}"));
}

/// For k = t − 1, …, 0 with t = ⌈log n⌉: t − k rounds.
#[test]
fn odd_even_merge_sort() {
    let rounds = "(ceil(log n)^2 + ceil(log n))/2 for every n ≥ 1";
    is("odd_even_merge_sort", T_ROUNDS, rounds);
}

/// The powers: 1, and the prescan of n/2 + 1 of them, 2·log n − 2; the elements in their places: 1;
/// in level d the factors, log n − 1 − d copies of them, and the butterflies.
#[test]
fn number_transform() {
    let rounds = "((log n)^2 + 7*log n)/2 for every n = 2^k, k ≥ 3";
    is("number_transform", T_ROUNDS, rounds);
}

/// n − 2^d processors in round d.
#[test]
fn scan_in_one_sweep() {
    is("one_sweep_scan", T_ROUNDS, "ceil(log n) for every n ≥ 1");
    is(
        "one_sweep_scan",
        T_INSTRUCTIONS,
        "4*ceil(log n) for every n ≥ 1",
    );
    let work = "n*ceil(log n) - 2^ceil(log n) + 1 for every n ≥ 1";
    is("one_sweep_scan", W_ROUNDS, work);
    is(
        "one_sweep_scan",
        Quantity::PROCESSORS,
        "n - 1 for every n ≥ 2",
    );
}

/// Up: ⌊log n⌋ levels of a statement of 4 instructions; down: those d with 3·2^d ≤ n; in front of
/// both a statement of 3. For n = 2^k the blocks of level d have n/2^(d+1) processors up, one less down.
#[test]
fn scan_up_and_down() {
    let of = "for every n ≥ 3";
    let (up, down) = ("floor(log n)", "floor(log(n/3))");
    let file = "library/scan";
    is(file, T_ROUNDS, &format!("{up} + {down} + 1 {of}"));
    is(file, T_STEPS, &format!("{up} + {down} + 2 {of}"));
    let instructions = format!("4*{up} + 4*{down} + 7 {of}");
    is(file, T_INSTRUCTIONS, &instructions);
    let of = "for every n = 2^k, k ≥ 0";
    is(file, W_ROUNDS, &format!("2*n - log n - 2 {of}"));
}

/// ⌈log(n + 1)⌉ times, which is k + 1 for n = 2^k: the digits (n processors), the flags of split (n),
/// its prescan, which is a scan of 2n − k − 2 and a block of n, and the permutation (n). Then two blocks
/// of n: (k + 1)·(6n − k − 2) + 2n.
#[test]
fn tour_of_a_tree() {
    let expected = "6*n*log n + 8*n - (log n)^2 - 3*log n - 2 for every n = 2^k, k ≥ 0";
    is("library/euler_tour", W_ROUNDS, expected);
}

/// Each cell but the first is taken in once.
#[test]
fn reduction_of_any_length() {
    is("reduction_any_n", T_ROUNDS, "ceil(log n) for every n ≥ 1");
    is("reduction_any_n", W_ROUNDS, "n - 1 for every n ≥ 1");
    is(
        "reduction_any_n",
        Quantity::READS,
        "2*n - 2 for every n ≥ 1",
    );
}

/// The shares of p processors differ by one element; the longest is ⌈n/p⌉.
#[test]
fn sums_on_p_processors() {
    let (time, work) = ("for every p, n ≥ 1", "for every p ≥ 1; n ≥ 0");
    is(
        "reduction_p",
        T_ROUNDS,
        &format!("ceil(log p) + ceil(n/p) {time}"),
    );
    is("reduction_p", W_ROUNDS, &format!("n + p - 1 {work}"));
    is(
        "sum_p",
        T_STEPS,
        &format!("2*ceil(log p) + 2*ceil(n/p) - 1 {time}"),
    );
    is("sum_p", W_STEPS, &format!("2*n + p - 2 {work}"));
}

/// The shares, the prescan of p sums, the shares again.
#[test]
fn prescan_on_p_processors() {
    let time = "2*log p + 2*ceil(n/p) for every p = 2^k, k ≥ 1; n ≥ 1";
    is("prescan_p", T_ROUNDS, time);
    let work = "2*p + 2*n - 2 for every p = 2^k, k ≥ 0; n ≥ 0";
    is("prescan_p", W_ROUNDS, work);
}

/// Two prescans of 2·log n rounds, and four whole-array statements.
#[test]
fn split_and_radix_sort() {
    is("split", T_ROUNDS, "4*log n + 4 for every n = 2^k, k ≥ 0");
    is(
        "split",
        T_INSTRUCTIONS,
        "20*log n + 15 for every n = 2^k, k ≥ 0",
    );
    let of = "for every n = 2^k, k ≥ 0; b ≥ 0";
    is("radix_sort", T_ROUNDS, &format!("4*b*log n + 5*b {of}"));
    is("radix_sort", W_ROUNDS, &format!("9*b*n - 4*b {of}"));
}

/// n·m processors, each with l rounds of its loop and that of its block.
#[test]
fn matrices() {
    is("matrix_matrix", T_ROUNDS, "l + 1 for every n, m ≥ 1; l ≥ 0");
    is(
        "matrix_matrix",
        W_ROUNDS,
        "l*m*n + m*n for every n, l, m ≥ 0",
    );
    is(
        "matrix_vector",
        T_INSTRUCTIONS,
        "4*m + 2 for every n ≥ 1; m ≥ 0",
    );
}

/// All pairs, then all elements; which of them write depends on A.
#[test]
fn maximum_in_constant_time() {
    is("maximum_crcw", T_ROUNDS, "2 for every n ≥ 1");
    is("maximum_crcw", W_ROUNDS, "n^2 + n for every n ≥ 0");
    is("maximum_crcw", T_STEPS, "3 to 5 for every n ≥ 1");
}

/// Even and odd pairs by turns: n/2·(n − 1) of them, whether n is even or odd.
#[test]
fn transpositions() {
    is("odd_even_transposition", T_ROUNDS, "n for every n ≥ 3");
    is(
        "odd_even_transposition",
        W_ROUNDS,
        "(n^2 - n)/2 for every n ≥ 1",
    );
}

#[test]
fn what_depends_on_data_has_a_line_and_a_reason() {
    let turns = |line, name| format!("line {line}: the number of iterations depends on {name}");
    is("binary_search", T_ROUNDS, &turns(39, "low"));
    is("collatz", T_STEPS, &turns(38, "x"));
    is("allocation", W_STEPS, &turns(48, "first"));
}

/// The antidiagonals of a table of n × m cells, n + m − 1 of them: six statements for each cell (j,
/// three reads, a test, a write), then the result. The longest has min(n, m) cells.
#[test]
fn longest_common_subsequence() {
    let of = "for every n, m ≥ 1";
    is("lcs", T_ROUNDS, &format!("m + n - 1 {of}"));
    is("lcs", T_STEPS, &format!("6*m + 6*n - 5 {of}"));
    let of_sums = "for every n ≥ 0; m ≥ 1";
    is("lcs", W_ROUNDS, &format!("m*n {of_sums}"));
    is("lcs", W_STEPS, &format!("6*m*n + 1 {of_sums}"));
    // Of the table three, of the words two; and the result.
    is("lcs", Quantity::READS, &format!("5*m*n + 1 {of_sums}"));
    is("lcs", Quantity::PROCESSORS, &format!("min(n, m) {of}"));
}
