//! Loops that divide a scalar, in one statement or by way of another scalar, and sums of quotients.

use super::examples::is;
use super::{READS, T_ROUNDS, T_STEPS, W_ROUNDS, W_STEPS, WRITES, of_text};

const BLOCK: &str = "parallel (for each i from 0 to n-1)\nA[i] = s;\nend_parallel";

/// m elements are added in pairs; with an odd one left over, ⌈m/2⌉ stay. Each addition removes one
/// element, so there are n − 1 in all, and ⌈log n⌉ turns. Steps: `m = n`, and in each turn the test,
/// `h = …`, the block's one and `m = h`; the last test.
#[test]
fn elements_in_pairs() {
    let forms = [
        "h = ceil(m/2)",
        "h = (m + 1)/2",
        "h = m - m/2",
        "k = m/2; h = m - k",
    ];
    for form in forms {
        let body = format!(
            "m = n;\nwhile (m > 1) {{\n{form};\nparallel (for each i from 0 to m-h-1)\n\
             A[i] = A[i] + A[i+h];\nend_parallel\nm = h;\n}}"
        );
        is(&body, T_ROUNDS, "ceil(log n) for every n ≥ 1");
        is(&body, WRITES, "n - 1 for every n ≥ 1");
        is(&body, READS, "2*n - 2 for every n ≥ 1");
        if !form.contains('k') {
            is(&body, T_STEPS, "4*ceil(log n) + 2 for every n ≥ 1");
            let work = "n + 3*ceil(log n) + 1 for every n ≥ 1";
            is(&body, W_STEPS, work);
        }
    }
}

/// The first half of m elements, as many as ⌊m/2⌋, for n = 2^k: n/2 + n/4 + … + 1.
#[test]
fn halves_by_way_of_another_scalar() {
    let body = "m = n;\nwhile (m > 1) {\nh = m/2;\nparallel (for each i from 0 to h-1)\n\
        A[i] = A[i+h];\nend_parallel\nm = h;\n}";
    is(body, T_ROUNDS, "floor(log n) for every n ≥ 1");
    is(body, W_ROUNDS, "n - 1 for every n = 2^k, k ≥ 0");
}

/// What a turn uses of a scalar before it is changed is the value of the turn before; what a branch
/// changes is not known.
#[test]
fn scalars_that_are_changed_elsewhere() {
    let late = "m = n;\nh = n;\nwhile (m > 1) {\nm = h;\nh = m/2;\n}";
    is(
        late,
        T_STEPS,
        "line 7: the number of iterations depends on m",
    );
    let branch = "m = n;\nwhile (m > 1) {\nh = m/2;\nif (A[0] > 0) h = 0;\nm = h;\n}";
    is(
        branch,
        T_STEPS,
        "line 6: the number of iterations depends on m",
    );
}

/// The number of operators is small: `a = m; b = a + a; c = b + b; …` is not written out.
#[test]
fn values_that_double_in_size() {
    let names = ["b", "c", "d", "e", "f", "g"];
    let mut body = "m = n;\nwhile (m > 1) {\na = m;\n".to_owned();
    let mut before = "a";
    for name in names {
        body.extend([name, " = ", before, " + ", before, ";\n"]);
        before = name;
    }
    body += "m = m - g;\n}";
    is(
        &body,
        T_STEPS,
        "line 6: the number of iterations depends on m",
    );
}

/// Σ over i < n of ⌈(n − i)/2⌉ = Σ over m ≤ n of ⌈m/2⌉, with h = ⌈n/2⌉: h·(h + 1) for n = 2·h and h²
/// for n = 2·h − 1, which both is h·(n − h + 1).
#[test]
fn every_second_one_from_each() {
    let body = "for i = 0 to n-1\nfor j = i to n-1 step 2\nA[j] = 1;";
    let writes = "floor(n^2/4) + ceil(n/2) for every n ≥ 0";
    is(body, WRITES, writes);
}

/// No formula, but the reason.
#[test]
fn loops_that_never_end() {
    let body = "k = n;\nwhile (k >= n) {\nA[0] = k;\nk += 1;\n}";
    let reason = "line 6: this loop never ends: its condition holds in every iteration";
    is(body, T_STEPS, reason);
    is(
        "while (1 == 1) A[0] = 1;",
        T_STEPS,
        &reason.replace('6', "5"),
    );
    let body = "for i = 0 to n step 0\nA[i] = 1;";
    is(
        body,
        T_STEPS,
        "line 5: the step of this range is 0: it would never end",
    );
}

/// ⌈log n⌉ doublings lead from 1 to at least n, and ⌊log n⌋ halvings from n to 1, however they are written.
#[test]
fn powers_of_two_in_every_spelling() {
    let written = BLOCK;
    for doubles in ["s *= 2", "s = s + s", "s += s", "s = s << 1", "s = 2*s"] {
        let body = format!("s = 1;\nwhile (s < n) {{\n{written}\n{doubles};\n}}");
        is(&body, T_ROUNDS, "ceil(log n) for every n ≥ 1");
    }
    for halves in ["s /= 2", "s = s >> 1", "s = floor(s/2)"] {
        let body = format!("s = n;\nwhile (s > 1) {{\n{written}\n{halves};\n}}");
        is(&body, T_ROUNDS, "floor(log n) for every n ≥ 1");
    }
    let body = format!("s = 1;\nwhile (s < n) {{\n{written}\ns = s << 2;\n}}");
    is(&body, T_ROUNDS, "ceil(log n/2) for every n ≥ 1");
}

/// Of n processors those below h = n/2, n/4, …, 1 add: log n turns with a test and an addition, n tests and h
/// additions in each; n/2 + … + 1 = n − 1. Where n is no power of two, there are ⌊log n⌋ turns, and the values of h
/// have no closed sum.
#[test]
fn all_test_and_half_of_them_add() {
    let body = "for (h = n/2; h >= 1; h /= 2)\nparallel (for each i from 0 to n-1)\n\
        if (i < h) A[i] = A[i] + A[i+h];\nend_parallel";
    is(body, T_ROUNDS, "floor(log n) for every n ≥ 2");
    is(body, T_STEPS, "2*floor(log n) for every n ≥ 2");
    is(body, W_STEPS, "n*log n + n - 1 for every n = 2^k, k ≥ 1");
    is(body, WRITES, "n - 1 for every n = 2^k, k ≥ 1");
}

/// Halving never steps over 1, and no division over 0: `!=` says as much as `>`.
#[test]
fn values_that_are_not_yet_the_last_one() {
    let of = |test: &str, change: &str| {
        format!("m = n;\nwhile ({test}) {{\nA[0] = m;\nm = {change};\n}}")
    };
    is(
        &of("m != 1", "m / 2"),
        WRITES,
        "floor(log n) for every n ≥ 1",
    );
    is(
        &of("m != 1", "ceil(m / 2)"),
        WRITES,
        "ceil(log n) for every n ≥ 1",
    );
    is(
        &of("m != 1", "(m + 1) / 2"),
        WRITES,
        "ceil(log n) for every n ≥ 1",
    );
    is(
        &of("m != 0", "m / 2"),
        WRITES,
        "floor(log n) + 1 for every n ≥ 1",
    );
    is(
        &of("0 != m", "m / 2"),
        WRITES,
        "floor(log n) + 1 for every n ≥ 1",
    );
    // ⌈m/3⌉ is 1 after ⌈log₃ n⌉ turns.
    is(
        &of("m != 1", "ceil(m / 3)"),
        WRITES,
        "ceil(log n/log 3) for every n ≥ 1",
    );
    // A division by 3 steps over 1: from 2 to 0.
    let over = of("m != 1", "m / 3");
    let unknown = "line 6: the number of iterations depends on values that change in it";
    is(&over, WRITES, unknown);
}

/// What is halved may be any whole number: of n + 1 and of 2n numbers ⌈log ·⌉ rounds are left, which add all but
/// one of them.
#[test]
fn sums_of_more_numbers_than_a_size() {
    let of = |count: &str| {
        format!(
            "machine CREW;\ninput n = 8;\nprogram\narray A[{count}] = 0;\nw = {count};\nwhile (w > 1) {{\n\
             h = (w+1)/2;\nparallel (for each i from 0 to w/2-1)\nA[i] += A[i+h];\nend_parallel\nw = h;\n}}\n\
             end_program\n"
        )
    };
    let found = |count, quantity| of_text(&of(count), quantity);
    assert_eq!(found("n+1", T_ROUNDS), "ceil(log(n + 1)) for every n ≥ 0");
    assert_eq!(found("n+1", W_ROUNDS), "n for every n ≥ 0");
    assert_eq!(found("2*n", T_ROUNDS), "ceil(log n) + 1 for every n ≥ 1");
    assert_eq!(found("2*n", W_ROUNDS), "2*n - 1 for every n ≥ 1");
}

/// The last of m elements is number m − 1, which goes to m/2 − 1 or, of ⌈m/2⌉ elements, to ⌈m/2⌉ − 1. What stays is
/// counted by m: ⌊log m⌋ and ⌈log m⌉ turns from m = n on. x/3 + 2 is a third of x − 3, and 3.
#[test]
fn quotients_of_a_shifted_number() {
    let cases = [
        (
            "n - 1",
            "0",
            "(m + 1)/2 - 1",
            "floor(log n) for every n ≥ 1",
        ),
        ("n - 1", "0", "(m - 1)/2", "floor(log n) for every n ≥ 1"),
        (
            "n - 1",
            "0",
            "ceil((m + 1)/2) - 1",
            "ceil(log n) for every n ≥ 2",
        ),
        (
            "n + 3",
            "3",
            "m/3 + 2",
            "floor(log n/log 3) + 1 for every n ≥ 1",
        ),
    ];
    for (first, last, next, expected) in cases {
        let body = format!("s = 0;\nm = {first};\nwhile (m > {last}) {{\n{BLOCK}\nm = {next};\n}}");
        is(&body, T_ROUNDS, expected);
    }
}

/// Of 2^k − 1 half is 2^(k−1) − 1, and so on to 1: 2^k − 1 + … + 1 is 2·(n − 1) − k, for n = 2^k.
#[test]
fn halves_of_one_less_than_a_power() {
    let body = "m = n - 1;\nwhile (m > 0) {\nparallel (for each i from 0 to m-1)\nA[i] = 1;\n\
        end_parallel\nm = m/2;\n}";
    is(body, W_ROUNDS, "2*n - log n - 2 for every n = 2^k, k ≥ 1");
}

/// The bits of a processor's number: ⌊log i⌋ + 1 turns of three steps, none for i = 0, behind two steps, with one more
/// test and `B[i]`. The numbers below n have ⌈log n⌉ bits at most, and n·⌈log n⌉ − 2^⌈log n⌉ + 1 in all.
#[test]
fn bits_of_a_number_that_may_be_zero() {
    let body = "parallel (for each i from 0 to n-1)\nb = 0;\nx = i;\nwhile (x > 0) {\nb += x mod 2;\nx = x/2;\n}\n\
        A[i] = b;\nend_parallel";
    is(body, T_STEPS, "3*ceil(log n) + 4 for every n ≥ 1");
    let work = "3*n*ceil(log n) + 4*n - 3*2^ceil(log n) + 3 for every n ≥ 1";
    is(body, W_STEPS, work);
}

/// Of a power of two only the last of the halves is odd: log n + 1 turns of test, test, `A[1] = …` and `e = …`, the
/// first statement, the last test, and `A[0] = 1` once.
#[test]
fn the_only_odd_half_of_a_power() {
    let body = "e = n;\nwhile (e > 0) {\nif (e mod 2 == 1)\nA[0] = 1;\nA[1] = 2;\ne = e/2;\n}";
    is(body, T_STEPS, "4*log n + 7 for every n = 2^k, k ≥ 0");
}
