//! Conditions on indices: on remainders, on two things at once; turns, loops and calls that end early.

use super::examples::is;
use super::{READS, T_INSTRUCTIONS, T_ROUNDS, T_STEPS, W_INSTRUCTIONS, W_STEPS, WRITES, of_text};

/// Of n indices ⌈n/3⌉ are multiples of 3: these take one step behind the test, the others two.
#[test]
fn indices_with_one_remainder() {
    let body = "parallel (for each i from 0 to n-1)\n\
        if (i mod 3 == 0) A[i] = 1; else { A[i] = 2; A[i] = 3; }\nend_parallel";
    is(body, T_STEPS, "3 for every n ≥ 2");
    is(body, W_STEPS, "3*n - ceil(n/3) for every n ≥ 0");
    is(body, WRITES, "2*n - ceil(n/3) for every n ≥ 0");
    // Those with the remainders 0 and 1 by 4: n/2 of them, where 4 divides n.
    let body = "parallel (for each i from 0 to 4*n-1)\n\
        if (i mod 4 < 2) A[i mod n] = 1;\nend_parallel";
    is(body, WRITES, "2*n for every n ≥ 0");
}

/// Of 12 indices one behind the other six are odd, two are multiples of 6, and six are neither.
#[test]
fn indices_with_one_of_several_remainders() {
    let writes = |condition: &str, of_twelve: &str| {
        let body = format!(
            "parallel (for each i from 0 to 12*n-1)\nif ({condition}) A[i mod n] = 1;\nend_parallel"
        );
        is(&body, WRITES, &format!("{of_twelve} for every n ≥ 0"));
        is(&body, T_STEPS, "2 for every n ≥ 1");
    };
    writes("i mod 4 == 1 or i mod 4 == 3", "6*n");
    writes("i mod 2 == 0 and i mod 3 == 0", "2*n");
    // 0, 3, 6, 9 by 3, and 1, 5, 7, 11 by 6: 8.
    writes("i mod 6 == 1 or i mod 6 == 5 or i mod 3 == 0", "8*n");
    // 0, 4, 6, 10.
    writes(
        "i mod 2 == 0 and (i mod 6 == 0 or (i - 1) mod 3 == 0)",
        "4*n",
    );
    // The lowest bits are remainders.
    writes("(i AND 1) == 1", "6*n");
    writes("(i AND 3) == 2", "3*n");
    writes("(3 AND i) == 2 or (i AND 3) == 0", "6*n");
    // 2, 5, 8, 11 of those that are not 0 or 1 by 3.
    writes("i mod 3 != 0 and i mod 3 > 1", "4*n");
}

/// A tree over all processors: level d has n/2^(d+1) of them that add, together n − 1.
#[test]
fn indices_that_powers_of_two_divide() {
    let body = "for d = 0 to log(n) - 1\nparallel (for each i from 0 to n-1)\n\
        if (i mod 2^(d+1) == 0) A[i] += A[i + 2^d];\nend_parallel";
    is(body, T_STEPS, "2*log n for every n = 2^k, k ≥ 0");
    is(body, W_STEPS, "n*log n + n - 1 for every n = 2^k, k ≥ 0");
    is(body, READS, "2*n - 2 for every n = 2^k, k ≥ 0");
}

/// Turn t of n has those of n − 1 processors whose index is as odd as t: n(n − 1)/2 in all.
#[test]
fn odd_and_even_turns() {
    let body = "for t = 0 to n-1\nparallel (for each i from 0 to n-2)\n\
        if (i mod 2 == t mod 2) A[i] = t;\nend_parallel";
    is(body, T_STEPS, "2*n for every n ≥ 3");
    is(body, W_STEPS, "(3*n^2 - 3*n)/2 for every n ≥ 0");
}

/// The n − 2 inner ones read two cells each.
#[test]
fn two_conditions_at_once() {
    let body = "parallel (for each i from 0 to n-1)\n\
        if (i > 0 and i < n-1) A[i] = A[i-1] + A[i+1]; else A[i] = 0;\nend_parallel";
    is(body, T_STEPS, "2 for every n ≥ 1");
    is(body, READS, "2*n - 4 for every n ≥ 2");
    // Even and not the last one: ⌊n/2⌋.
    let body = "parallel (for each i from 0 to n-1)\n\
        if (i mod 2 == 0 and i+1 < n) A[i] = A[i+1];\nend_parallel";
    is(body, WRITES, "floor(n/2) for every n ≥ 0");
}

/// Of a square n(n − 1)/2 pairs lie above the diagonal, of which there is one from n = 2 on.
#[test]
fn pairs_above_the_diagonal() {
    let body = "parallel (for each i from 0 to n-1, j from 0 to n-1)\n\
        if (i < j) A[j] = i;\nend_parallel";
    is(body, T_STEPS, "2 for every n ≥ 2");
    is(body, WRITES, "(n^2 - n)/2 for every n ≥ 0");
}

/// Below n/2 there are ⌊n/2⌋ processors: the others return.
#[test]
fn processors_that_return() {
    let text = "machine CRCW;\ninput n = 8;\ninput A[n] = iota;\n\
        algorithm h(A[], i, n)\nif (i >= n/2) return;\nA[i] = 1;\nA[i] = 2;\nend_algorithm\n\
        program\nparallel (for each i from 0 to n-1)\nh(A[], i, n);\nend_parallel\nend_program\n";
    assert_eq!(of_text(text, T_STEPS), "3 for every n ≥ 2");
    assert_eq!(of_text(text, W_STEPS), "n + 2*floor(n/2) for every n ≥ 0");
}

/// n tests, and two steps more in ⌈n/2⌉ turns; ⌊n/2⌋ whole turns, and the test that ends the loop.
#[test]
fn turns_that_end_early() {
    let body = "for i = 0 to n-1 {\nif (i mod 2 == 1) continue;\nA[i] = 1;\nA[i] = 2;\n}";
    is(body, T_STEPS, "n + 2*ceil(n/2) for every n ≥ 0");
    let body = "for i = 0 to n-1 {\nif (i == n/2) break;\nA[i] = 1;\n}";
    is(body, T_STEPS, "2*floor(n/2) + 1 for every n ≥ 1");
    // From the end: the turns n − 1 to n/2 + 1 are whole.
    let body = "for i = n-1 to 0 step -1 {\nif (i <= n/2) break;\nA[i] = 1;\n}";
    is(body, T_STEPS, "2*ceil(n/2) - 1 for every n ≥ 1");
}

/// Processor i makes i whole turns and one more test: the longest 2(n − 1) + 1 steps, together
/// Σ (2i + 1) = n².
#[test]
fn loops_that_processors_leave_at_different_turns() {
    let body = "parallel (for each i from 0 to n-1)\n\
        for d = 0 to n-1 {\nif (d >= i) break;\nA[i] = d;\n}\nend_parallel";
    is(body, T_STEPS, "2*n - 1 for every n ≥ 1");
    is(body, W_STEPS, "n^2 for every n ≥ 0");
    // Behind the turns 0 … i there is one more test, but for the last processor: 2 + 4 + … + 2·n, and n − 1.
    let body = "parallel (for each i from 0 to n-1)\n\
        for d = 0 to n-1 {\nif (d > i) break;\nA[i] = d;\n}\nend_parallel";
    is(body, W_STEPS, "n^2 + 2*n - 1 for every n ≥ 1");
    // Processor i leaves behind its write with d = n − i: it makes n − i + 1 turns, but all n for i = 0.
    let body = "parallel (for each i from 0 to n-1)\n\
        for d = 0 to n-1 {\nA[i] = d;\nif (i + d >= n) break;\n}\nend_parallel";
    is(body, WRITES, "n^2/2 + 3*n/2 - 1 for every n ≥ 1");
}

/// Which turn is the last one depends on data: from none to all of them.
#[test]
fn turns_that_data_end() {
    let body = "for i = 0 to n-1 {\nif (A[i] > 4) break;\nA[i] = 1;\n}";
    is(body, T_STEPS, "0 to 2*n for every n ≥ 0");
}

/// Sorting by insertion: for k = 1 … n − 1 three assignments and a test, and up to k times two more and a test.
/// A search makes up to n turns.
#[test]
fn turns_that_data_and_a_bound_end() {
    let sort = "for k = 1 to n-1 {\nx = A[k];\nj = k;\nwhile (j > 0 and A[j-1] > x) {\n\
        A[j] = A[j-1];\nj = j - 1;\n}\nA[j] = x;\n}";
    is(
        sort,
        T_STEPS,
        "4*n - 4 to 3*n^2/2 + 5*n/2 - 4 for every n ≥ 1",
    );
    is(sort, WRITES, "n - 1 to n^2/2 + n/2 - 1 for every n ≥ 1");
    let search = "i = 0;\nwhile (i < n and A[i] != 5)\ni = i + 1;";
    is(search, T_STEPS, "2 to 2*n + 2 for every n ≥ 0");
    // Of one of two conditions there is no bound.
    let either = "i = 0;\nwhile (i < n or A[0] != 5)\ni = i + 1;";
    is(
        either,
        T_STEPS,
        "line 6: the number of iterations depends on values that change in it",
    );
}

/// A loop that some processors leave goes on for the others: for n = 3 processors 0 and 1 write three
/// times and processor 2 once, so that bounds have to hold 7 writes.
#[test]
fn a_loop_that_some_leave_goes_on_for_the_others() {
    let conditions = [
        "if (i == 2 and k >= 1) break;",
        "if (k >= 1 and i == 2) break;",
        "if (i == 2) { if (k >= 1) break; }",
        "if (i == 2 and k mod 3 == 1) break;",
        "if (A[i] > 4) { if (k >= 1) break; }",
    ];
    for condition in conditions {
        let body = format!(
            "parallel (for each i from 0 to n-1)\nfor k = 0 to n-1 {{\n{condition}\n\
             A[(i + k) mod n] = 1;\n}}\nend_parallel"
        );
        is(&body, WRITES, "0 to n^2 for every n ≥ 0");
    }
}

/// Of two conditions on the index of the loop both have to hold: k = 5 is the first that does, where the
/// loop gets there.
#[test]
fn a_turn_with_two_conditions_is_not_the_first_with_one() {
    let body = "parallel (for each i from 0 to n-1)\nfor k = 0 to n-1 {\n\
        if (k mod 3 == 2 and k >= 4) break;\nA[(i + k) mod n] = 1;\n}\nend_parallel";
    is(body, WRITES, "0 to n^2 - n*floor(n/3) + n for every n ≥ 3");
}

/// The loop is left in its first turn of each remainder by 4, if it has one. How its bounds are written
/// need not be the same when the first turn is looked at again, and it is looked at once all the same.
#[test]
fn a_first_turn_that_is_the_last_one() {
    let body = "for i = m to n-3 {\nif (i mod 4 == 1 or i mod 2 == 0) break;\n\
        if (i < n) A[2] = 1;\n}";
    let text =
        format!("input m = 3;\ninput n = 20;\ninput A[5] = iota;\nprogram\n{body}\nend_program\n");
    for quantity in [T_ROUNDS, T_STEPS] {
        let derived = of_text(&text, quantity);
        assert!(derived.starts_with("0 to "), "{derived}");
    }
}

/// Turns with an even i end before the write: n turns, each with the tests of the head and of the branch
/// and the update, ⌊n/2⌋ writes; `i = 0` and the last test.
#[test]
fn turns_of_a_loop_with_an_update_end_early() {
    let body = "for (i = 0; i < n; i++) {\nif (i mod 2 == 0) continue;\nA[i] = 1;\n}";
    is(body, WRITES, "floor(n/2) for every n ≥ 0");
    let nested = "for (i = 0; i < n; i++) {\nif (i > 2) {\nif (i mod 2 == 0) continue;\nA[i] = 1;\n}\nA[i] = 2;\n}";
    // 0, 1 and 2 write once; from 3 on each odd i writes twice, of which there are ⌊n/2⌋ − 1.
    is(nested, WRITES, "2*floor(n/2) + 1 for every n ≥ 3");
}

/// In each turn of a loop within a block, one processor is apart, or those before it are.
#[test]
fn turns_of_a_block_that_treat_one_processor_apart() {
    let block = |inside: &str| {
        format!(
            "parallel (for each i from 0 to n-1)\nfor j = 0 to n-1 {{\n{inside}\n}}\nend_parallel"
        )
    };
    // In every turn there is the one: a test and an assignment.
    let only = block("if (j == i) A[i] = 1;");
    is(&only, T_ROUNDS, "n for every n ≥ 1");
    is(&only, T_STEPS, "2*n for every n ≥ 1");
    is(&only, W_STEPS, "n^2 + n for every n ≥ 0");
    // In every turn there are others, unless there is one processor only.
    for inside in [
        "if (j != i) A[i] = 1;",
        "if (j == i) continue;\nA[i] = 1;",
        "if (i + j == n - 1) continue;\nA[i] = 1;",
    ] {
        let others = block(inside);
        is(&others, T_STEPS, "2*n for every n ≥ 2");
        is(&others, W_STEPS, "2*n^2 - n for every n ≥ 0");
    }
    // In the first turn there is none before it.
    let before = block("if (j > i) A[i] = 1;");
    is(&before, T_STEPS, "2*n - 1 for every n ≥ 1");
    is(&before, WRITES, "(n^2 - n)/2 for every n ≥ 0");
}

/// All leave in turn 5, where there is one: turns 0 to 4 write, and turn 5 leaves behind its test, which
/// is no round of its own.
#[test]
fn a_block_that_leaves_its_loop_at_a_given_turn() {
    let body = "parallel (for each i from 0 to n-1)\nfor j = 0 to n-1 {\n\
        if (j == 3) break;\nA[i] = 1;\n}\nend_parallel";
    // Turns 0, 1, 2 of two steps each, and the test of turn 3.
    is(body, T_STEPS, "7 for every n ≥ 4");
}

/// Processors that leave at different turns: what a side does before its `break` is waited for by those who go on,
/// in every turn. In work they do it once each. Here 1 + 2·i + 1 steps of processor i and ⌈ ⌉ no more, and behind its
/// test n − 200 + 1, where that is positive, but for the last one, who does not leave.
#[test]
fn what_is_done_before_a_loop_is_left() {
    let text = |turn: &str| {
        format!(
            "machine CREW;\ninput n = 8;\ninput A[n+1] = constant(0);\nprogram\n\
             parallel (for each i from 0 to n-1)\ns = 0;\nfor k = 0 to n-1 {{\n{turn}\n}}\nend_parallel\nend_program\n"
        )
    };
    let long = text("if (k > i) { for l = 200 to n { s += 1; } break; }\ns += 1;");
    assert_eq!(
        of_text(&long, T_STEPS),
        "3 to n*max(0, n - 199) + 2*n - max(0, n - 199) + 1 for every n ≥ 1"
    );
    assert_eq!(
        of_text(&long, W_STEPS),
        "n^2 + n*max(0, n - 199) + 3*n - max(0, n - 199) - 1 for every n ≥ 1"
    );
    let short = text("if (k > i) break;\ns += 1;");
    assert_eq!(of_text(&short, T_STEPS), "2*n + 1 for every n ≥ 1");
    // With all of A above 4 each of n turns takes 2 steps, and nobody leaves.
    let skipped = text("s += 1;\nif (A[0] > 4) continue;\nif (k == i) break;");
    assert_eq!(of_text(&skipped, W_STEPS), "n to 3*n^2 + n for every n ≥ 0");
    // With all of A above 4 it is left in the first turn, by processor 0 too, who has 0 turns inside.
    let left = text(
        "if (k >= i) { for l = 1 to k { s += 1; } }\nif (A[0] > 4) break;\nif (k == i) break;",
    );
    assert_eq!(
        of_text(&left, W_STEPS),
        "n to n^3/3 + 3*n^2 + 2*n/3 for every n ≥ 0"
    );
}

/// A loop that perhaps has no turn may return 500: what is returned is known in no other way.
#[test]
fn values_returned_in_loops() {
    let text = |before: &str| {
        format!(
            "machine CREW;\ninput n = 8;\ninput A[n+1] = constant(0);\nalgorithm g(A[], n)\n{before}\nreturn 7;\n\
             end_algorithm\nprogram\nx = g(A[], n);\nfor k = 1 to x\nA[0] = 1;\nend_program\n"
        )
    };
    let unknown = "line 12: the number of iterations depends on g";
    let sizes = text("for k = 1 to n-200 {\nreturn 500;\n}");
    assert_eq!(of_text(&sizes, T_STEPS), unknown);
    let data = text("while (A[0] > 4) { claim turns <= 1;\nreturn 500;\n}");
    assert_eq!(of_text(&data, T_STEPS), unknown);
    let always = text("for k = 1 to 2 {\nreturn 500;\n}");
    // One step to assign it.
    assert_eq!(of_text(&always, T_STEPS), "501 for every input");
}

/// What is returned on both sides of a branch on a remainder is no formula of the quotients.
#[test]
fn truth_values_returned_by_remainder() {
    let text = "machine CREW;\ninput n = 8;\nalgorithm g(i)\nif (i mod 2 == 0) {\nreturn i > 6000;\n} else {\n\
        return i > 6001;\n}\nend_algorithm\nprogram\nparallel (for each i from 0 to n-1)\ns = 0;\nb = g(i);\n\
        if (b) {\ns = 1;\ns = 2;\ns = 3;\n}\nend_parallel\nend_program\n";
    // Those above 6000 of even and above 6001 of odd i take 3 more.
    assert_eq!(of_text(text, W_STEPS), "5*n to 8*n for every n ≥ 0");
}

/// A side that may go on to the next turn does not leave for sure: with all of A above 4 there are n turns of 4 steps.
#[test]
fn exits_that_data_may_skip() {
    let text = "machine CREW;\ninput n = 8;\ninput A[n] = constant(0);\nprogram\n\
        parallel (for each i from 0 to n-1)\ns = 0;\nfor w = 0 to n-1 {\ns += 1;\nif (w >= i) {\n\
        if (A[w] > 4) continue;\nbreak;\n}\n}\nend_parallel\nend_program\n";
    let found = of_text(text, W_STEPS);
    // Of processor i the first i turns take 2 steps, the others 3.
    assert_eq!(found, "n to (5*n^2 + 3*n)/2 for every n ≥ 0");
}

/// In turn w > 200 processor w takes 10 reads and 4 sums more than the others, who wait: what `and` skips is not the
/// same in the turn in which one leaves.
#[test]
fn skipped_operands_before_an_exit() {
    let text = "machine CREW;\ninput n = 8;\ninput A[n+4] = constant(0);\nprogram\n\
        parallel (for each i from 0 to n-1)\nfor w = 0 to n-1 {\n\
        b = w > 200 and w == i and A[0]+A[1]+A[2]+A[3]+A[4] >= 0;\nif (w == i) break;\n}\nend_parallel\nend_program\n";
    let found = of_text(text, T_INSTRUCTIONS);
    assert!(!found.contains("5*n + 10"), "{found}");
}

/// A loop that costs nothing may leave, too: with all of A above 4 the first loop ends in its first turn, and the
/// second one reads nothing.
#[test]
fn what_costs_nothing_may_leave() {
    let text = "machine CREW;\ninput n = 8;\ninput A[2*n+1] = constant(0);\nprogram\n\
        parallel (for each i from 0 to n-1)\ny = A[i];\nfor k = 0 to i { if (y > 4) break; }\n\
        for j = 1 to k { s = A[j]; }\nend_parallel\nend_program\n";
    assert_eq!(
        of_text(text, T_ROUNDS),
        "line 8: the number of iterations depends on k"
    );
    let returned = "machine CREW;\ninput n = 8;\nalgorithm g(i, n)\nfor k = 1 to i-200 {\nreturn 500;\n}\nreturn 7;\n\
        end_algorithm\nprogram\nparallel (for each i from 0 to n-1)\nx = g(i, n);\nfor k = 1 to x { s = 1; }\n\
        end_parallel\nend_program\n";
    assert_eq!(
        of_text(returned, T_STEPS),
        "line 12: the number of iterations depends on g"
    );
}

/// m = 1, 2, 4, …: the turn m ≥ n is the one with the number ⌈log n⌉ + 1, and writes 1 + 2 + 4 + … before that.
#[test]
fn a_loop_that_a_power_ends() {
    let text = "machine CREW;\ninput n = 8;\ninput A[2*n] = constant(0);\nprogram\nm = 1;\nrepeat n times\n\
        if (m >= n) break;\nparallel (for each i from 0 to m-1)\nA[i] = 1;\nend_parallel\nm = 2*m;\nend_repeat\n\
        end_program\n";
    assert_eq!(of_text(text, T_ROUNDS), "ceil(log n) for every n ≥ 1");
    assert_eq!(of_text(text, WRITES), "2^ceil(log n) - 1 for every n ≥ 1");
}

/// Processor 0 skips `n > 1`, the others test with three operators; all of them write.
#[test]
fn a_test_that_some_skip_and_that_all_pass() {
    let text = "machine CREW;\ninput n = 8;\ninput A[n] = constant(0);\nprogram\n\
        parallel (for each i from 0 to n-1)\nif (i == 0 or n > 1) A[i] = 1;\nend_parallel\nend_program\n";
    assert_eq!(of_text(text, T_INSTRUCTIONS), "4 for every n ≥ 2");
    assert_eq!(of_text(text, W_INSTRUCTIONS), "4*n - 1 for every n ≥ 1");
}
