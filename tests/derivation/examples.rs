//! Small programs, with formulas worked out by hand.

use super::{T_INSTRUCTIONS, T_ROUNDS, T_STEPS, W_INSTRUCTIONS, W_ROUNDS, W_STEPS, of_text};
use pram::quantity::Quantity;

#[track_caller]
pub fn is(body: &str, quantity: Quantity, expected: &str) {
    let text = format!(
        "machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\nalgorithm f(A[], n)\n{body}\n\
         end_algorithm\n"
    );
    assert_eq!(of_text(&text, quantity), expected, "{body}");
}

/// Σ k for k = 1 … log n, as in bitonic sorting.
#[test]
fn a_sum_of_a_sum() {
    let body = "for k = 1 to log n\nfor j = k - 1 to 0 step -1\n\
        parallel (for each i from 0 to n-1)\nA[i] += 1;\nend_parallel";
    is(
        body,
        T_ROUNDS,
        "((log n)^2 + log n)/2 for every n = 2^k, k ≥ 0",
    );
    is(
        body,
        W_STEPS,
        "(n*(log n)^2 + n*log n)/2 for every n = 2^k, k ≥ 0",
    );
}

/// Two processors go one way, the others another: the test, then the longer of 1 and 2 steps. The
/// first steps side by side take max(3, 1) instructions, the second 1.
#[test]
fn branches_by_the_index() {
    let body = "parallel (for each i from 0 to n-1)\nif (i >= 2) A[i] += 1;\n\
        else { A[i] = 3; x = 1; }\nend_parallel";
    // Nobody is on the first side for n = 1, 2: the two steps of the other one are the longer.
    is(body, T_STEPS, "3 for every n ≥ 1");
    is(body, T_INSTRUCTIONS, "5 for every n ≥ 3");
    // n tests, 2 · 2 steps, n − 2 steps.
    is(body, W_STEPS, "2*n + 2 for every n ≥ 2");
    // n tests of 1, 2 · (1 + 1), (n − 2) · 3.
    is(body, W_INSTRUCTIONS, "4*n - 2 for every n ≥ 2");
}

/// Whether a processor is on the second side depends on n being odd, and it takes no longer: 1 test
/// and 1 step. In instructions the test takes 3; its side 3 (two reads, +) or, for odd n, beside it 1.
#[test]
fn sides_that_are_perhaps_empty() {
    let body = "parallel (for each i from 0 to (n+1)/2 - 1)\n\
        if (2*i + 1 < n) A[i] = A[i] + 1; else A[i] = 3;\nend_parallel";
    is(body, T_ROUNDS, "1 for every n ≥ 1");
    is(body, T_STEPS, "2 for every n ≥ 1");
    // The longer side is there for odd n only: for even n the first takes all the time.
    let body = "parallel (for each i from 0 to (n+1)/2 - 1)\n\
        if (2*i + 1 < n) A[i] = 1; else { A[i] = 3; A[i] = 4; A[i] = 5; }\nend_parallel";
    is(body, T_STEPS, "2 for every n = 2^k, k ≥ 1");
}

/// ⌈n/2⌉ elements take ⌈log ⌈n/2⌉⌉ = ⌈log n⌉ − 1 rounds.
#[test]
fn logarithms_of_rounded_values() {
    let body = "m = (n+1)/2;\nfor d = 0 to ceil(log m) - 1\nA[0] = d;";
    is(body, T_ROUNDS, "ceil(log n) - 1 for every n ≥ 2");
    let body = "m = n/3;\nif (m > 0)\nfor d = 0 to floor(log m)\nA[0] = d;";
    is(body, T_ROUNDS, "floor(log(n/3)) + 1 for every n ≥ 3");
}

/// Processor i makes n − i turns: the longest n, together n(n + 1)/2.
#[test]
fn loops_of_different_lengths() {
    let body = "parallel (for each i from 0 to n-1)\nfor j = i to n-1\nA[j] = i;\nend_parallel";
    is(body, T_ROUNDS, "n for every n ≥ 1");
    is(body, W_ROUNDS, "(n^2 + n)/2 for every n ≥ 0");
}

/// Turn k of all processors together takes k rounds: Σ_{k=1}^{n−1} k. Where processor i begins with
/// k = i + 1, one of those that make turn t has its last one then, k = n with n rounds: n turns of n.
#[test]
fn loops_in_loops_of_different_lengths() {
    let inner = "for v = 1 to k A[v-1] = i;\nend_parallel";
    let all = "parallel (for each i from 0 to n-1)";
    let body = format!("{all}\nfor k = 0 to i\n{inner}");
    is(&body, T_ROUNDS, "(n^2 - n)/2 for every n ≥ 1");
    let body = format!("{all}\nfor k = i + 1 to n\n{inner}");
    is(&body, T_ROUNDS, "n^2 for every n ≥ 1");
}

/// Processors 0, …, n − 2 make 0, 0, 1, …, n − 3 turns: also for n = 1, where there is none.
#[test]
fn work_where_nobody_is() {
    let body = "parallel (for each i from 0 to n-2)\nfor k = 2 to i A[k] = 1;\nend_parallel";
    is(body, W_ROUNDS, "n^2/2 - 5*n/2 + 3 for every n ≥ 2");
}

/// w = 1, 2, 4, … below n.
#[test]
fn a_loop_that_doubles() {
    let body = "for (w = 1; w < n; w *= 2)\nA[0] += 1;";
    is(body, T_STEPS, "ceil(log n) for every n ≥ 1");
}

/// n, ⌊n/2⌋, ⌊n/4⌋, …, 1 makes ⌊log n⌋ + 1 turns and leaves 0, which is one turn more.
#[test]
fn a_scalar_that_is_halved() {
    let body = "w = n;\nwhile (w > 0) { A[0] = 1; w = w/2; }\nfor j = 0 to w\nA[0] = 2;";
    is(body, T_ROUNDS, "floor(log n) + 2 for every n ≥ 1");
    // 8, 4, 2, 1, 0: 0 is half of 1 also where another scalar counts the turns.
    let body = "w = 8;\nfor j = 1 to 4 w = w/2;\nfor j = 0 to w\nA[0] = 2;";
    is(body, T_ROUNDS, "1 for every input");
    let body = "w = n;\nj = 0;\nwhile (j < n) { for k = 1 to w A[0] = 1; w = w/2; j = j + 1; }";
    is(body, T_ROUNDS, "line 7: a sum that has no closed form here");
}

/// d begins the first turn as 1, and turn j as the turn before has left it: (n + j − 2) + (j − 1).
/// Σ_{j=2}^{n} (n + 2j − 3) = 2n² − 3n + 1, and 1 for the first turn; in steps 2n + 2 more.
#[test]
fn a_scalar_that_a_turn_leaves_to_the_next() {
    let body = "q = n;\nd = 1;\nfor j = 1 to n {\nfor i = 1 to d A[0] = 1;\n\
        d = q + j;\nq = q + 1;\n}";
    is(body, T_ROUNDS, "2*n^2 - 3*n + 2 for every n ≥ 1");
    is(body, T_STEPS, "2*n^2 - n + 4 for every n ≥ 1");
    // Of d = 1 and 2^t − 1, 2^(t−1) − 1, …, 3: 1 + (2^(t+1) − 4) − (t − 1) for t ≥ 1.
    let body = "t = ceil(log(max(n, 1)));\nq = 2^t;\nd = 1;\nrepeat t times\n\
        for i = 1 to d A[0] = 1;\nd = q - 1;\nq = q/2;\nend_repeat";
    let expected = "2^(ceil(log n)+1) - ceil(log n) - 2 for every n ≥ 2";
    is(body, T_ROUNDS, expected);
}

/// e begins turn t ≥ 1 as n − t + 3, whichever turns the branch selects: Σ_{t=2}^{n} of that is
/// n²/2 + 3n/2 − 2, turn n − 2 has 5, and turn ⌈n/2⌉ has ⌊n/2⌋ + 3. Downwards, turn n − t does what turn
/// t does upwards. Where every second turn counts, the turn before is not one of these.
#[test]
fn a_scalar_that_is_left_to_a_later_part_of_the_turns() {
    let upwards = |condition: &str| {
        format!(
            "c = n;\ne = 1;\nfor t = 0 to n {{\nif ({condition})\nfor q = 1 to e A[0] = 1;\n\
             e = c + 2;\nc -= 1;\n}}"
        )
    };
    let downwards = |condition| upwards(condition).replace("t = 0 to n", "t = n to 0 step -1");
    let from_second = "n^2/2 + 3*n/2 - 2 for every n ≥ 1";
    is(&upwards("t >= 2"), T_ROUNDS, from_second);
    is(&downwards("t <= n - 2"), T_ROUNDS, from_second);
    is(&upwards("c == 2"), T_ROUNDS, "5 for every n ≥ 3");
    let half = "floor(n/2) + 3 for every n ≥ 1";
    is(&upwards("c == n/2"), T_ROUNDS, half);
    is(&downwards("t == n/2"), T_ROUNDS, half);
    let every_second = "line 9: the number of iterations depends on e";
    is(&upwards("t % 2 == 1"), T_ROUNDS, every_second);
}

/// The last turn, i = n − 1, leaves 3n + n − 1; the last of those that count down, i = 2, leaves 4.
/// n doublings make 2^n, and ⌈n/2⌉ turns of step −2 add as much.
#[test]
fn what_the_last_turn_leaves() {
    let body =
        "c = 3*n;\nd = 5;\nfor i = 0 to n-1 { d = c + i; A[0] = 1; }\nfor j = 1 to d A[0] = 2;";
    is(body, T_ROUNDS, "5*n - 1 for every n ≥ 1");
    let body = "d = 1;\nfor i = n to 2 step -1 { d = i + 2; A[0] = 1; }\nfor j = 1 to d A[0] = 2;";
    is(body, T_ROUNDS, "n + 3 for every n ≥ 2");
    let body = "c = 1;\nfor i = n to 1 step -1 c *= 2;\nfor j = 1 to c A[0] = 2;";
    is(body, T_ROUNDS, "2^n for every n ≥ 0");
    let body = "c = n;\nfor i = n to 1 step -2 c += 1;\nfor j = 1 to c A[0] = 2;";
    is(body, T_ROUNDS, "n + ceil(n/2) for every n ≥ 0");
}

/// One test more than turns, and two steps a turn.
#[test]
fn a_loop_with_a_test() {
    let body = "i = n;\nwhile (i > 0) { i--; A[0] = 1; }";
    is(body, T_STEPS, "3*n + 2 for every n ≥ 0");
    is(body, T_ROUNDS, "n for every n ≥ 0");
}

/// The turns with k < 3 take two steps, the others one.
#[test]
fn a_condition_on_the_turns() {
    let body = "for k = 0 to n-1\nif (k < 3) A[k] = 1;";
    is(body, T_STEPS, "n + 3 for every n ≥ 3");
}

/// Data decides: the test, and one step or none.
#[test]
fn branches_by_data() {
    let body = "parallel (for each i from 0 to n-1)\nif (A[i] > 3) A[i] = 3;\nend_parallel";
    is(body, T_STEPS, "1 to 2 for every n ≥ 1");
    is(body, W_STEPS, "n to 2*n for every n ≥ 0");
    is(body, T_ROUNDS, "1 for every n ≥ 1");
}

/// What a loop without turns costs has no logarithm of 0: for n = 0 nothing runs.
#[test]
fn logarithms_have_a_value() {
    let text = "machine CREW;\ninput n = 8;\ninput A[n] = 0;\n\
        algorithm f(A[], n)\nfor k = 1 to n {\nfor (w = 1; w < n; w *= 2) {\n\
        parallel (for each i from 0 to n-1)\nA[i] += 1;\nend_parallel\n}\n}\nend_algorithm\n";
    assert_eq!(of_text(text, W_ROUNDS), "n^2*ceil(log n) for every n ≥ 1");
}

/// There is no processor for n = 1, and then nothing is written; ⌈⌊1/2⌋/2⌉ − 1 would be −1. Of the
/// processors 2, 4, … up to ⌈log n⌉ those below ⌊n/2⌋ write where data says so.
#[test]
fn totals_without_processors_are_nothing() {
    let text = "machine CRCW;\ninput n = 8;\ninput A[n] = 0;\nalgorithm f(A[], n)\n\
        parallel (for each i from 2 to ceil(log n) step 2)\nif (A[i mod n] > 4) {\n\
        if (i >= n/2) {\nx = 1;\n} else {\nA[0] = 1;\n}\n}\nend_parallel\nend_algorithm\n";
    let of = of_text(text, Quantity::WRITES);
    assert!(of.starts_with("0 to "), "{of}");
}

/// The antidiagonals of a square: d + 1 cells up to d = n − 1, then 2n − 1 − d; n² in all, and n on the
/// longest one.
#[test]
fn lengths_that_rise_and_fall() {
    let body = "for d = 0 to 2*n - 2\n\
        parallel (for each i from max(0, d - n + 1) to min(d, n - 1))\nA[i] = d;\nend_parallel";
    is(body, T_ROUNDS, "2*n - 1 for every n ≥ 1");
    is(body, W_ROUNDS, "n^2 for every n ≥ 1");
    is(body, Quantity::PROCESSORS, "n for every n ≥ 1");
    // Σ max(d, n) for d < 2·n: n times n, then n, …, 2·n − 1.
    let body = "for d = 0 to 2*n - 1\nfor j = 1 to max(d, n)\nx = j;";
    is(body, T_STEPS, "(5*n^2 - n)/2 for every n ≥ 0");
}

/// The levels of a tree over m elements, up and down. For m = 2^k + 1 the blocks have 2^(k−d−1)
/// processors up, 2^k − 1 in all, and down one less from d = 1 on, 2^k − k. For m = 2^k − 1 there are
/// k − 1 levels, and 2^(k−d−1) − 1 processors both up and down, 2^k − k − 1 in all each time.
#[test]
fn one_more_and_one_less_than_a_power_of_two() {
    let body = |m: &str| {
        format!(
            "m = {m};\nlevels = floor(log m);\nfor d = 0 to levels - 1\n\
             parallel (for each i from 2^(d+1)-1 to m-1 step 2^(d+1))\nA[i mod n] = 1;\n\
             end_parallel\nfor d = levels - 1 to 0 step -1\n\
             parallel (for each i from 3*2^d-1 to m-1 step 2^(d+1))\nA[i mod n] = 1;\nend_parallel"
        )
    };
    let (more, less) = (body("n + 1"), body("n - 1"));
    is(&more, W_ROUNDS, "2*n - log n - 1 for every n = 2^k, k ≥ 1");
    is(
        &less,
        W_ROUNDS,
        "2*n - 2*log n - 2 for every n = 2^k, k ≥ 1",
    );
}

/// ⌊log n⌋ turns, until 1 is left; then ⌊log(n/3)⌋ + 1 until less than 3 is. Steps: of both together
/// two assignments, a test more than turns, and two in each turn.
#[test]
fn a_number_that_is_halved() {
    let body = "m = n;\nwhile (m > 1) {\nA[0] = m;\nm = m / 2;\n}";
    is(body, T_STEPS, "3*floor(log n) + 2 for every n ≥ 1");
    is(body, T_ROUNDS, "floor(log n) for every n ≥ 1");
    let body = "m = n;\nwhile (m >= 3) {\nA[0] = m;\nm /= 2;\n}";
    is(body, T_ROUNDS, "floor(log(n/3)) + 1 for every n ≥ 3");
}

/// Level d has ⌊(n − 2 − 3·2^d)/2^(d+1)⌋ + 1 processors, the most for d = 0: n/2 − 2 of an even n.
#[test]
fn the_most_processors_of_levels_are_whole() {
    let body = "for d = 0 to floor(log n) - 1\n\
        parallel (for each i from 3*2^d + 1 to n-1 step 2^(d+1))\nA[i] += 1;\nend_parallel";
    is(
        body,
        Quantity::PROCESSORS,
        "n/2 - 2 for every n = 2^k, k ≥ 3",
    );
}
