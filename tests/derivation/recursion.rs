//! Algorithms that call themselves, with recurrences solved by hand.

use super::{T_INSTRUCTIONS, T_ROUNDS, T_STEPS, W_ROUNDS, W_STEPS, of_text};
use pram::quantity::{Measure, Quantity, Unit};

#[track_caller]
fn is(algorithms: &str, quantity: Quantity, expected: &str) {
    let text = format!("machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\n{algorithms}");
    assert_eq!(of_text(&text, quantity), expected, "{algorithms}");
}

/// T(n) = T(n/2) + 1 with T(1) = 0 in rounds, W(n) = W(n/2) + n/2.
#[test]
fn a_recursive_sum() {
    let sum = "algorithm total(A[], n)\nif (n > 1) then\n\
        parallel (for each i from 0 to n/2 - 1)\nA[i] = A[2*i] + A[2*i+1];\nend_parallel\n\
        total(A[], n/2);\nend_if\nend_algorithm\n";
    let of = "for every n = 2^k, k ≥ 0";
    is(sum, T_ROUNDS, &format!("log n {of}"));
    // Each of log n + 1 activations tests, all but the last one add.
    is(sum, T_STEPS, &format!("2*log n + 1 {of}"));
    is(sum, W_STEPS, &format!("n + log n {of}"));
    is(sum, Quantity::PROCESSORS, "n/2 for every n = 2^k, k ≥ 1");
}

/// T(n) = 2T(n/2) + n with T(1) = 1: a test, then n copies one after the other, n·log n in all, and
/// 2n − 1 tests.
#[test]
fn two_halves_one_after_the_other() {
    let sort = "algorithm halves(A[], n)\nif (n == 1) return;\nhalves(A[], n/2);\n\
        halves(A[], n/2);\nfor i = 0 to n-1\nA[i] = A[i] + 1;\nend_algorithm\n";
    is(sort, T_STEPS, "n*log n + 2*n - 1 for every n = 2^k, k ≥ 0");
}

/// Both halves at the same time: T(n) = T(n/2) + 2 with T(1) = 1, and W(n) = 2W(n/2) + 1 + n. What
/// the two processors do before is one test each, which the activations of the next size count.
#[test]
fn two_halves_side_by_side() {
    let both = "algorithm both(A[], n)\nif (n > 1) then\n\
        parallel (for each h from 0 to 1)\nboth(A[], n/2);\nend_parallel\n\
        parallel (for each i from 0 to n-1)\nA[i] = 1;\nend_parallel\nend_if\nend_algorithm\n";
    let of = "for every n = 2^k, k ≥ 0";
    is(both, T_STEPS, &format!("2*log n + 1 {of}"));
    is(both, W_STEPS, &format!("n*log n + 2*n - 1 {of}"));
}

/// T(n) = T(n − 1) + n with T(0) = 0, and a test in each of n + 1 activations.
#[test]
fn one_less_in_every_call() {
    let less = "algorithm less(A[], n)\nif (n > 0) then\nfor i = 0 to n-1\nA[i] += 1;\n\
        less(A[], n - 1);\nend_if\nend_algorithm\n";
    is(less, T_STEPS, "n^2/2 + 3*n/2 + 1 for every n ≥ 0");
    is(less, T_ROUNDS, "(n^2 + n)/2 for every n ≥ 0");
}

/// The algorithm is called by another one, with a size of its own.
#[test]
fn a_call_of_a_recursion() {
    let text = "algorithm less(A[], m)\nif (m > 0) then\nA[0] += 1;\nless(A[], m - 1);\nend_if\n\
        end_algorithm\nalgorithm f(A[], n)\nfor k = 1 to n\nless(A[], k);\nend_algorithm\n";
    // T(k) = 4k + 1: k times a test of 1 and an addition of 3, and the last test.
    is(text, T_INSTRUCTIONS, "2*n^2 + 3*n for every n ≥ 0");
}

/// A third in every call, of n = 3^k: k + 1 tests, and Σ 3^j = (3·n − 3)/2 turns for j = 1, …, k.
#[test]
fn a_third_in_every_call() {
    let third = "algorithm third(A[], n)\nif (n > 1) {\nfor i = 1 to n A[0] = 1;\n\
        third(A[], n/3);\n}\nend_algorithm\n";
    let of = "for every n = 3^k, k ≥ 0";
    is(third, T_ROUNDS, &format!("(3*n - 3)/2 {of}"));
    is(third, T_STEPS, &format!("3*n/2 + log n/log 3 - 1/2 {of}"));
}

/// Three calls with half: T(n) = 3·T(n/2) + 1 with T(1) = 1 is (3^(k + 1) − 1)/2, and of blocks of n
/// W(n) = 3·W(n/2) + n with W(1) = 0 is 2·(3^k − 2^k).
#[test]
fn three_halves() {
    let three = "algorithm three(A[], n)\nif (n > 1) {\nthree(A[], n/2);\nthree(A[], n/2);\n\
        three(A[], n/2);\nparallel (for each i from 0 to n-1) A[i] = 1; end_parallel\n}\n\
        end_algorithm\n";
    let of = "for every n = 2^k, k ≥ 0";
    is(three, W_ROUNDS, &format!("2*3^(log n) - 2*n {of}"));
    // A test in each of (3^(k + 1) − 1)/2 activations, a step in the (3^k − 1)/2 larger ones.
    is(three, T_STEPS, &format!("2*3^(log n) - 1 {of}"));
}

/// Seven calls with half, and n² turns: T(n) = 7·T(n/2) + n² with T(1) = 0 is 4·(7^k − 4^k)/3.
#[test]
fn seven_halves() {
    let seven = format!(
        "algorithm seven(A[], n)\nif (n > 1) {{\nfor i = 1 to n*n A[0] = 1;\n{}}}\n\
         end_algorithm\n",
        "seven(A[], n/2);\n".repeat(7)
    );
    is(
        &seven,
        T_ROUNDS,
        "(4*7^(log n) - 4*n^2)/3 for every n = 2^k, k ≥ 0",
    );
}

/// Two calls with a quarter of n = 4^k: 2^(k + 1) − 1 activations, with a test each.
#[test]
fn two_quarters() {
    let quarter = "algorithm quarter(A[], n)\nif (n > 1) {\nquarter(A[], n/4);\n\
        quarter(A[], n/4);\n}\nend_algorithm\n";
    is(quarter, T_STEPS, "2*sqrt(n) - 1 for every n = 4^k, k ≥ 0");
}

/// What is left without the half is the other half: T(n) = T(n/2) + 3 with T(1) = 1.
#[test]
fn the_other_half() {
    let other = "algorithm other(A[], n)\nif (n > 1) {\nm = n - n/2;\n\
        parallel (for each i from 0 to m-1) A[i] = A[i+n/2]; end_parallel\nother(A[], m);\n}\n\
        end_algorithm\n";
    is(other, T_STEPS, "3*log n + 1 for every n = 2^k, k ≥ 0");
    is(other, W_ROUNDS, "n - 1 for every n = 2^k, k ≥ 0");
}

/// Two less: ⌊n/2⌋ times a test and a step, and the last test. With n turns it depends on n being
/// even: T(n) = T(n − 2) + n + 1 with T(0) = 1 is n/2·(n/2 + 1) + n/2 + 1.
#[test]
fn two_less_in_every_call() {
    let two = "algorithm two(A[], n)\nif (n > 1) {\nA[0] += 1;\ntwo(A[], n-2);\n}\n\
        end_algorithm\n";
    is(two, T_STEPS, "2*floor(n/2) + 1 for every n ≥ 0");
    let turns = "algorithm two(A[], n)\nif (n > 1) {\nfor i = 1 to n A[0] = 1;\n\
        two(A[], n-2);\n}\nend_algorithm\n";
    is(turns, T_STEPS, "n^2/4 + n + 1 for every n = 2·k, k ≥ 0");
}

/// T(n) = 2·T(n − 1) + 2 with T(0) = 1 is 3·2^n − 2, and T(n) = 3·T(n − 1) + 1 is (3^(n + 1) − 1)/2.
#[test]
fn several_calls_with_one_less() {
    let towers = "algorithm towers(A[], n)\nif (n > 0) {\ntowers(A[], n-1);\nA[0] = n;\n\
        towers(A[], n-1);\n}\nend_algorithm\n";
    is(towers, T_STEPS, "3*2^n - 2 for every n ≥ 0");
    let three = "algorithm three(A[], n)\nif (n > 0) {\nthree(A[], n-1);\nthree(A[], n-1);\n\
        three(A[], n-1);\n}\nend_algorithm\n";
    is(three, T_STEPS, "(3^(n+1) - 1)/2 for every n ≥ 0");
}

/// Calls on both sides of a branch on sizes. T(1) = 2, two tests; T(n) = 2·T(n/2) + 3 up to 8, which
/// gives 7, 17, 37; then T(n) = T(n/2) + 3: 37 + 3·(log n − 3).
#[test]
fn calls_on_both_sides() {
    let both = "algorithm both(A[], n)\nif (n > 8) {\nA[0] = 1;\nA[0] = 2;\nboth(A[], n/2);\n\
        } else if (n > 1) {\nA[0] = 1;\nboth(A[], n/2);\nboth(A[], n/2);\n}\nend_algorithm\n";
    is(both, T_STEPS, "3*log n + 28 for every n = 2^k, k ≥ 3");
}

/// What a recursion returns follows from a recurrence too: log n, which is how often the loop turns.
#[test]
fn a_depth_that_is_returned() {
    let depth = "algorithm depth(A[], n)\nif (n == 1) return 0;\nd = depth(A[], n/2);\n\
        return d + 1;\nend_algorithm\nprogram\nd = depth(A[], n);\nfor i = 1 to d A[0] = 1;\n\
        end_program\n";
    is(depth, T_ROUNDS, "log n for every n = 2^k, k ≥ 0");
    let data = "algorithm depth(A[], n)\nif (n == 1) return 0;\nd = depth(A[], n/2);\n\
        if (A[0] > 3) return d + 1; else return d + 2;\nend_algorithm\nprogram\n\
        d = depth(A[], n);\nfor i = 1 to d A[0] = 1;\nend_program\n";
    is(
        data,
        T_ROUNDS,
        "line 11: the number of iterations depends on depth",
    );
}

#[test]
fn what_is_not_solved_has_a_line_and_a_reason() {
    let told = |text: &str| {
        of_text(
            &format!("input n = 8;\ninput A[n] = random(0, 9);\n{text}"),
            T_STEPS,
        )
    };
    let mutual = told(
        "algorithm even(A[], n)\nif (n > 0) odd(A[], n - 1);\nend_algorithm\n\
         algorithm odd(A[], n)\nif (n > 0) even(A[], n - 1);\nend_algorithm\n",
    );
    assert!(
        mutual.contains("is called by an algorithm that it calls itself"),
        "{mutual}"
    );
    let third = told("algorithm third(A[], n)\nif (n > 1) third(A[], n - n/3);\nend_algorithm\n");
    assert!(third.contains("calls itself in a way"), "{third}");
    let by_data = told("algorithm data(A[], n)\nif (A[0] > n) data(A[], n - 1);\nend_algorithm\n");
    assert!(by_data.contains("calls itself in a way"), "{by_data}");
}

/// A parameter that grows with every call: W = Σ 2^t for t = 0 … log n − 1, beside a test in each of
/// log n + 1 activations.
#[test]
fn a_level_that_grows() {
    let levels = "algorithm down(A[], m, level)\nif (m <= 1) return;\n\
        parallel (for each i from 0 to 2^level - 1)\nA[i] += 1;\nend_parallel\n\
        down(A[], m/2, level + 1);\nend_algorithm\nalgorithm f(A[], n)\ndown(A[], n, 0);\n\
        end_algorithm\n";
    let of = "for every n = 2^k, k ≥ 0";
    is(levels, T_ROUNDS, &format!("log n {of}"));
    is(levels, W_ROUNDS, &format!("n - 1 {of}"));
    is(levels, W_STEPS, &format!("n + log n {of}"));
    is(levels, Quantity::PROCESSORS, "n/2 for every n = 2^k, k ≥ 1");
}

/// Σ (1 + t) for t = 0 … log n − 1 = (log² n + log n)/2, and log n + 1 tests.
#[test]
fn more_turns_with_every_call() {
    let more = "algorithm more(A[], m, c)\nif (m <= 1) return;\nfor j = 1 to c\nA[0] += 1;\n\
        more(A[], m/2, c + 1);\nend_algorithm\nalgorithm f(A[], n)\nmore(A[], n, 1);\n\
        end_algorithm\n";
    let of = "for every n = 2^k, k ≥ 0";
    is(more, T_STEPS, &format!("(log n)^2/2 + 3*log n/2 + 1 {of}"));
}

/// Σ 3·2^t for t = 0 … n − 1 = 3·2^n − 3, and n + 1 tests.
#[test]
fn twice_as_many_turns_with_every_call() {
    let twice = "algorithm twice(A[], m, c)\nif (m <= 0) return;\nfor j = 1 to c\nA[0] += 1;\n\
        twice(A[], m - 1, 2*c);\nend_algorithm\nalgorithm f(A[], n)\ntwice(A[], n, 3);\n\
        end_algorithm\n";
    is(twice, T_STEPS, "n + 3*2^n - 2 for every n ≥ 0");
}

/// Two calls with other numbers: what they cost together is not followed.
#[test]
fn two_calls_with_different_numbers() {
    let two = "algorithm two(A[], m, c)\nif (m <= 1) return;\nfor j = 1 to c\nA[0] += 1;\n\
        two(A[], m/2, c);\ntwo(A[], m/2, c + 1);\nend_algorithm\nalgorithm f(A[], n)\n\
        two(A[], n, 1);\nend_algorithm\n";
    is(
        two,
        T_STEPS,
        "line 6: the number of iterations depends on c",
    );
}

/// Both calls hand on another number, as they stand in a loop.
#[test]
fn a_call_in_a_loop_hands_on_its_index() {
    let loops = "algorithm two(A[], m, c)\nif (m <= 1) return;\nfor j = 1 to c\nA[0] += 1;\n\
        for i = 0 to 1\ntwo(A[], m/2, c + i);\nend_algorithm\nalgorithm f(A[], n)\n\
        two(A[], n, 1);\nend_algorithm\n";
    is(
        loops,
        T_STEPS,
        "line 6: the number of iterations depends on c",
    );
}

/// The size 1 = 2^0 calls itself once more, with 0: log n + 2 tests, and a write behind all but the last.
#[test]
fn a_recursion_that_ends_below_its_least_size() {
    let of = |ends: &str, next: &str| {
        format!(
            "algorithm f(A[], n)\nif ({ends}) return;\nA[0] = 1;\nf(A[], {next});\nend_algorithm\n"
        )
    };
    for ends in ["n < 1", "n == 0", "n <= 0"] {
        let expected = "2*log n + 3 for every n = 2^k, k ≥ 0";
        is(&of(ends, "n/2"), T_STEPS, expected);
    }
    // 6, 4 and 2 are followed by another.
    is(
        &of("n <= 0", "n - 2"),
        T_STEPS,
        "n + 1 for every n = 2·k, k ≥ 0",
    );
}

/// A test, the middle and another test in each of log n activations, and the last test.
#[test]
fn one_of_two_calls_is_returned() {
    let search = |otherwise: &str| {
        format!(
            "algorithm search(A[], low, high, x)\nif (high - low <= 1) return low;\n\
             middle = (low + high)/2;\nif (A[middle] > x) return search(A[], low, middle, x);\n\
             {otherwise}return search(A[], middle, high, x);\nend_algorithm\n\
             program\nat = search(A[], 0, n, 5);\noutput at;\nend_program\n"
        )
    };
    let apart = of_both(&search(""));
    assert_eq!(apart, of_both(&search("else ")));
    assert!(apart[0].ends_with(" for every n = 2^k, k ≥ 0"), "{apart:?}");
}

fn of_both(algorithms: &str) -> [String; 2] {
    let text = format!("machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\n{algorithms}");
    [T_STEPS, W_STEPS].map(|quantity| of_text(&text, quantity))
}

/// Halves by tasks, with a block behind them: p(1) = 1, p(n) = max(2·p(n/2), f(n)). With f(n) = n each level
/// asks for n; with 2·n it is the last block; with 1 the activations for one element.
#[test]
fn processors_of_tasks_with_a_block_behind_them() {
    let of_block = |count: &str| {
        format!(
            "algorithm sort(A[], a, b)\nif (b - a > 1) {{\nm = (a + b)/2;\n\
             parallel {{ sort(A[], a, m); sort(A[], m, b); }}\n\
             parallel (for each i from 1 to {count})\nx = i;\nA[a] = A[a] + 0*x;\nend_parallel\n}}\n\
             end_algorithm\nprogram\nsort(A[], 0, n);\nend_program\n"
        )
    };
    is(
        &of_block("b - a"),
        Quantity::PROCESSORS,
        "n for every n = 2^k, k ≥ 1",
    );
    is(
        &of_block("2*(b - a)"),
        Quantity::PROCESSORS,
        "2*n for every n = 2^k, k ≥ 1",
    );
    is(
        &of_block("1"),
        Quantity::PROCESSORS,
        "n for every n = 2^k, k ≥ 1",
    );
}

/// A step behind the calls has ⌊n/4⌋ processors, none for n = 2, so that the recurrence begins there:
/// W(n) = 2·W(n/2) + n/4, which is n/4 for each of log n − 1 levels.
#[test]
fn a_recurrence_that_begins_behind_the_least_size() {
    let sort = "algorithm sort(A[], n)\nif (n > 1) {\nparallel {\nsort(A[0 to n/2-1], n/2);\n\
        sort(A[n/2 to n-1], n/2);\n}\nparallel (for each i from 0 to n/4 - 1)\nA[i] = A[i] + 1;\n\
        end_parallel\n}\nend_algorithm\nprogram\nsort(A[], n);\nend_program\n";
    is(sort, W_ROUNDS, "(n*log n - n)/4 for every n = 2^k, k ≥ 1");
}

/// Statements in a block of the asynchronous machine take other times than those of sequential code, as which
/// activations are followed.
#[test]
fn activations_in_blocks_of_the_asynchronous_machine() {
    let head = "machine apram(d = 3, B = 8);\ninput n = 8;\ninput A[4] = 1;\n";
    let called =
        "algorithm f(A[], n)\nx = A[0];\nif (n > 1)\nf(A[], n/2);\nend_algorithm\nprogram\n";
    let block = format!(
        "{head}{called}parallel (for each i from 0 to 1)\nf(A[], n);\nend_parallel\nend_program\n"
    );
    let refused = "line 11: a recursive call by processors of a block on the asynchronous machine is not followed";
    assert_eq!(of_text(&block, Measure::T.in_unit(Unit::Apram)), refused);
    assert_eq!(of_text(&block, Measure::W.in_unit(Unit::Apram)), refused);
    // In sequential code a read, d, and a test, 1, for each of log n + 1 activations.
    let code = format!("{head}{called}f(A[], n);\nend_program\n");
    assert_eq!(
        of_text(&code, Measure::T.in_unit(Unit::Apram)),
        "d*log n + d + log n + 1 for every n = 2^k, k ≥ 0; d ≥ 1"
    );
}

/// What a recursion costs whose size is a processor's number is not the same for all.
#[test]
fn recursions_by_the_number_of_the_processor() {
    let text = "machine CREW;\ninput n = 8;\nalgorithm f(x)\nif (x > 0) {\nf(x-1);\ns = 1;\n}\nend_algorithm\n\
        program\nparallel (for each i from 0 to n-1)\nfor k = i to n-1 {\nf(k);\n}\nend_parallel\nend_program\n";
    let refused = "line 12: which processor takes longest is not known";
    assert_eq!(of_text(text, T_STEPS), refused);
}

/// Processors 0 and 2 call it at the same time, and their activations take the same steps: T(n) = T(n/2) + 2 with a
/// test of the size and one of the index.
#[test]
fn activations_of_two_groups_of_a_side() {
    let text = "machine CRCW;\ninput n = 8;\nalgorithm f(n)\nif (n > 1) {\n\
        parallel (for each i from 0 to 2)\nif (i != 1) f(n/2);\nend_parallel\n}\nend_algorithm\n\
        program\nf(n);\nend_program\n";
    let time = of_text(text, T_INSTRUCTIONS);
    assert_eq!(time, "2*log n + 1 for every n = 2^k, k ≥ 0");
}

/// The most processors are asked for at the end of a recursion, if it comes there.
#[test]
fn processors_of_calls_that_are_perhaps_not_made() {
    let text = |call: &str| {
        format!(
            "machine CREW;\ninput n = 6, m = 2;\ninput A[n+1] = constant(9);\nalgorithm f(A[], n, m)\n\
             if (n == 0) {{\nparallel (for each i from 0 to 99)\ns = 0;\nend_parallel\nreturn;\n}}\n{call}\n\
             end_algorithm\nprogram\nf(A[], n, m);\nend_program\n"
        )
    };
    let of = |call: &str| of_text(&text(call), Quantity::PROCESSORS);
    assert_eq!(of("f(A[], n-1, m);"), "100 for every n ≥ 1");
    assert_eq!(
        of("if (A[0] > 4) f(A[], n-1, m);"),
        "1 to 100 for every n ≥ 1"
    );
    assert_eq!(
        of("for k = 1 to m\nf(A[], n-1, m);"),
        "100 for every n, m ≥ 1"
    );
}

/// Processors of a block call it side by side: where data leads them to different sides, their first steps are of 5
/// and 1 instructions, and their second ones of 1 and 5. A test (2) and 10 at the most, and 6 where all go one way.
#[test]
fn calls_side_by_side_whose_branches_depend_on_data() {
    let text = "machine CREW;\ninput n = 3;\ninput A[2] = constant(9);\nalgorithm f(A[], n, i)\n\
        if (n == 0) return;\nif (A[i] > 4) {\ns = A[0] + A[1]*2;\ns = 1;\n} else {\ns = 1;\n\
        s = A[0] + A[1]*2;\n}\nf(A[], n-1, i);\nend_algorithm\nprogram\n\
        parallel (for each j from 0 to 1)\nf(A[], n, j);\nend_parallel\nend_program\n";
    assert_eq!(
        of_text(text, T_INSTRUCTIONS),
        "8*n + 1 to 11*n + 1 for every n ≥ 0"
    );
}

/// Prefix sums by pairs, as JáJá has them: below n = 4 no processor has i > 0. From n = 2 on an activation takes a test,
/// a step, and two with the condition's one behind the calls: 5·log n, as n = 1 takes the first test alone and n = 2
/// five.
#[test]
fn a_condition_that_holds_for_none_in_the_smallest_activation() {
    let text = "machine EREW;\ninput n = 8;\ninput A[n] = random(0, 9);\nalgorithm prefix(X[], n)\nif (n > 1) {\n\
        array Y[n/2];\nparallel (for each i from 0 to n/2 - 1)\nY[i] = X[2*i] + X[2*i+1];\nend_parallel\n\
        prefix(Y[], n/2);\nparallel (for each i from 0 to n/2 - 1)\nX[2*i+1] = Y[i];\n\
        if (i > 0) X[2*i] = Y[i-1] + X[2*i];\nend_parallel\n}\nend_algorithm\n\
        program\nprefix(A[], n);\nend_program\n";
    assert_eq!(of_text(text, T_STEPS), "5*log n for every n = 2^k, k ≥ 1");
}
