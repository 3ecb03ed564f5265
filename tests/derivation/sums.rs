//! Sums of rounded logarithms, of shares that cover a whole, and of the lesser of two values.

use super::examples::is;
use super::{READS, T_ROUNDS, T_STEPS, W_ROUNDS, W_STEPS, WRITES, of_text};

/// i is reached by doubling in ⌊log i⌋ + 1 = ⌈log(i + 1)⌉ turns. Of the numbers from 2 to m = n + 1, those
/// from 2^(u−1) + 1 to 2^u have ⌈log⌉ = u, which adds up to m·U − 2^U + 1 with U = ⌈log m⌉: for n = 1, 2, 3
/// that is 1, 1 + 2, 1 + 2 + 2.
#[test]
fn doubling_up_to_each_number() {
    let body = "for i = 1 to n {\nj = 1;\nwhile (j <= i) {\nA[0] = j;\nj = 2*j;\n}\n}";
    let writes = "n*ceil(log(n + 1)) - 2^ceil(log(n + 1)) + ceil(log(n + 1)) + 1 for every n ≥ 0";
    is(body, WRITES, writes);
}

/// With L = ⌊log n⌋ to base b: n·L times, less what the numbers below each power b^j have too much,
/// (b^j − 1) for j = 1 … L: (n + 1)·L − (b^(L + 1) − b)/(b − 1). For b = 2 and n = 5: 0 + 1 + 1 + 2 + 2
/// = 6 = 12 − 8 + 2; for b = 3 and n = 9: 6·1 + 2 = 8 = 20 − (27 − 3)/2.
#[test]
fn rounded_logarithms_of_all_numbers() {
    let floors = "for i = 1 to n\nfor j = 1 to floor(log i)\nA[0] = j;";
    let writes = "n*floor(log n) - 2^(floor(log n)+1) + floor(log n) + 2 for every n ≥ 1";
    is(floors, WRITES, writes);
    let base_three = "for i = 1 to n {\nj = i;\nwhile (j >= 3) {\nA[0] = j;\nj = j/3;\n}\n}";
    is(
        base_three,
        WRITES,
        "n*floor(log n/log 3) - 3*3^floor(log n/log 3)/2 + floor(log n/log 3) + 3/2 for every n ≥ 1",
    );
    // Of n − i + 1 for i = 1 … n: the numbers from 1 to n, the other way round.
    let falling = "for i = 1 to n\nfor j = 1 to ceil(log(n - i + 1))\nA[0] = j;";
    let writes = "n*ceil(log n) - 2^ceil(log n) + 1 for every n ≥ 1";
    is(falling, WRITES, writes);
}

/// p processors have ⌈n/p⌉ elements each, the last ones less or none: n in all. Steps: `q = …`, `s = 0`,
/// the loop of the first, which has most, and one to write; in work one for each processor.
#[test]
fn shares_of_processors() {
    let text = "machine CREW;\ninput n = 16, p = 4;\ninput A[n] = random(0, 9);\nprogram\n\
        array S[p];\nq = ceil(n/p);\nparallel (for each j from 0 to p-1)\ns = 0;\n\
        for k = j*q to min((j+1)*q, n) - 1\ns += A[k];\nS[j] = s;\nend_parallel\nend_program\n";
    assert_eq!(
        of_text(text, T_STEPS),
        "ceil(n/p) + 3 for every n ≥ 0; p ≥ 1"
    );
    assert_eq!(of_text(text, W_STEPS), "2*p + n + 1 for every n ≥ 0; p ≥ 1");
    // The same rounds one after the other, p elements in each, the last one less.
    let text = "machine CREW;\ninput n = 16, p = 4;\ninput A[n] = random(0, 9);\nprogram\n\
        for r = 0 to ceil(n/p) - 1\nparallel (for each i from r*p to min((r+1)*p, n) - 1)\n\
        A[i] = 1;\nend_parallel\nend_program\n";
    assert_eq!(of_text(text, T_STEPS), "ceil(n/p) for every n ≥ 0; p ≥ 1");
    assert_eq!(of_text(text, W_STEPS), "n for every n, p ≥ 1");
}

/// A broadcast by doubling: each of ⌈log n⌉ steps writes as many cells as are known, the last step only
/// the rest. All but the first are written once: n − 1.
#[test]
fn what_is_known_doubles_up_to_n() {
    let body = "for d = 0 to ceil(log n) - 1\nparallel (for each i from 0 to min(2^d, n - 2^d) - 1)\n\
        A[i + 2^d] = A[i];\nend_parallel";
    is(body, WRITES, "n - 1 for every n ≥ 2");
    is(body, T_STEPS, "ceil(log n) for every n ≥ 1");
}

/// Brent's principle: n/2^(d+1) processors are ⌈n/(2^(d+1)·p)⌉ rounds on p of them: n/p − 1 in all as long
/// as they are p at least, then one for each of log p levels.
#[test]
fn levels_of_a_tree_on_few_processors() {
    let text = "machine EREW(p = 4);\ninput n = 16;\ninput A[n] = random(0, 9);\nprogram\n\
        for d = 0 to log n - 1\nparallel (for each i from 0 to n/2^(d+1) - 1)\n\
        A[i] += A[i + n/2^(d+1)];\nend_parallel\nend_program\n";
    let time = "log p + n/p - 1 for every p = 2^k, k ≥ 0; n = 2^j, j ≥ 0; p divides n";
    assert_eq!(of_text(text, T_ROUNDS), time);
}

/// Half of what is left over rounds up: 0, 0, 1, 1, 1, 2 for n = 0 … 5 of n/3, and 0, 1, 1, 2 of n/2.
#[test]
fn quotients_rounded_to_the_nearest() {
    let body = "for i = 1 to round(n/3)\nA[0] = i;";
    is(body, WRITES, "floor(n/3 + 1/2) for every n ≥ 0");
    let body = "for i = 1 to round(n/2)\nA[0] = i;";
    is(body, WRITES, "ceil(n/2) for every n ≥ 0");
}

/// NOT n is −n − 1: n + 1 turns up to −1.
#[test]
fn inverted_bits() {
    let body = "for i = NOT n to -1\nA[0] = i;";
    is(body, WRITES, "n + 1 for every n ≥ 0");
}

/// 10^54 turns are more than a coefficient holds, though the sum has a closed form.
#[test]
fn what_is_too_large_is_not_called_a_sum_without_a_closed_form() {
    let body = "for a = 1 to 10^18\nfor b = 1 to 10^18\nfor c = 1 to 10^18\nA[0] = 1;";
    is(body, T_ROUNDS, "line 7: the formulas become too large");
}

/// n elements in m shares, of which the j-th goes from ⌊j·n/m⌋ to ⌊(j + 1)·n/m⌋ − 1: all in all n, unless
/// there is no share.
#[test]
fn balanced_shares_need_one() {
    let text = "machine CREW;\ninput n = 10, m = 4;\nprogram\narray S[m] = 0;\n\
        for j = 0 to m-1\nfor i = j*n/m to (j+1)*n/m - 1\nS[j] += i;\nend_program\n";
    assert_eq!(of_text(text, T_STEPS), "n for every n ≥ 0; m ≥ 1");
}

/// Every fourth of the numbers from a to b takes a second step: b − a + 1 tests, and one more for each
/// multiple of 4, of which ⌈x/4⌉ are below x: ⌈(a + b + 1)/4⌉ is ⌊(a + b)/4⌋ + 1.
#[test]
fn what_differs_for_one_remainder_is_added_to_all() {
    let text = "machine CREW;\ninput a = 3, b = 9;\nprogram\narray A[8] = 0;\n\
        for i = a to a + b\nif (i mod 4 == 0)\nA[0] = 1;\nend_program\n";
    let expected = "b + floor((b + a)/4) - ceil(a/4) + 2 for every a, b ≥ 0";
    assert_eq!(of_text(text, T_STEPS), expected);
}

/// The turn i = n/3 is there where 3 divides n, and takes a second step where 12 divides n. What is known
/// of such an n, that ⌊n/3⌋ is ⌈n/3⌉, does not hold for the sizes between which it lies.
#[test]
fn what_is_known_of_one_size_is_not_used_of_others() {
    let text = "machine CREW;\ninput n = 5;\nprogram\narray A[8] = 0;\n\
        for i = ceil(n/3) to n/3\nif (i mod 4 == 0)\nA[0] = 1;\nend_program\n";
    let counted = of_text(text, T_STEPS);
    assert!(counted.ends_with("for every n ≥ 0"), "{counted}");
    assert_eq!(
        of_text(text, WRITES),
        "floor(n/12) - ceil(n/12) + 1 for every n ≥ 0"
    );
}

/// Each of n turns is a round of ⌈n/2⌉ processors on p, the last one too, which only an odd n has among
/// those with an odd j.
#[test]
fn the_last_turn_of_an_odd_number_takes_as_long() {
    let text = "machine CRCW(p = 3);\ninput n = 5;\nprogram\narray A[8] = 0;\n\
        parallel (for each i from 0 to n-1 step 2)\nfor j = 1 to n\n\
        if (j mod 2 == 1 and j < n) A[0] = 1;\nend_parallel\nend_program\n";
    assert_eq!(
        of_text(text, T_ROUNDS),
        "n*ceil(n/(2*p)) for every p, n ≥ 1"
    );
}

/// Blocks of n − r + 1 processors for r = 1 … 10 are there, or empty, from n = 9 on: 10·n − 45. For r = 1 … m
/// of n − r, where n ≥ m: m·n − m·(m + 1)/2.
#[test]
fn ranges_that_end_before_they_begin_for_small_sizes_only() {
    let program = |inputs: &str, parameters: &str, body: &str| {
        format!(
            "machine CREW;\ninput n = 16;\n{inputs}algorithm f({parameters})\narray A[n+16] = 0;\n\
             {body}\nA[i] = 1;\nend_parallel\nend_algorithm\n"
        )
    };
    let text = program(
        "",
        "n",
        "for r = 1 to 10\nparallel (for each i from 0 to n-r)",
    );
    assert_eq!(of_text(&text, W_STEPS), "10*n - 45 for every n ≥ 9");
    let body = "for r = 1 to m\nparallel (for each i from r to n-1)";
    let text = program("input m = 4;\n", "n, m", body);
    let work = "m*n - m^2/2 - m/2 for every n, m ≥ 0; n ≥ m";
    assert_eq!(of_text(&text, W_STEPS), work);
}

/// Σ ⌊n/2^(h + 1)⌋ for h = 0 … log n is n − 1: behind h = log n − 1 a half is rounded down. Rounded up it is n.
#[test]
fn halves_that_are_rounded_at_the_end() {
    let text = |round: &str| {
        format!(
            "machine CREW;\ninput n = 8;\nprogram\narray A[n + 1];\nfor h = log n to 0 step -1\n\
             parallel (for each j from 1 to {round}(n/2^(h+1)))\nA[j] = h;\nend_parallel\nend_program\n"
        )
    };
    assert_eq!(
        of_text(&text("floor"), WRITES),
        "n - 1 for every n = 2^k, k ≥ 0"
    );
    assert_eq!(of_text(&text("ceil"), WRITES), "n for every n = 2^k, k ≥ 0");
}

/// Work-optimal shares of ⌊log n⌋ elements: two steps before the block, two beside the loop of ⌊log n⌋ turns.
#[test]
fn shares_of_a_logarithm() {
    let text = "machine EREW;\ninput n = 16;\ninput A[n] = random(0, 9);\nprogram\n\
        b = floor(log n);\nm = ceil(n/b);\narray S[m];\nparallel (for each i from 0 to m-1)\ns = 0;\n\
        for k = i*b to min(n, (i+1)*b) - 1\ns += A[k];\nS[i] = s;\nend_parallel\nend_program\n";
    assert_eq!(of_text(text, T_STEPS), "floor(log n) + 4 for every n ≥ 2");
    assert_eq!(
        of_text(text, W_STEPS),
        "n + 2*ceil(n/floor(log n)) + 2 for every n ≥ 2"
    );
}

/// Brent by hand: p processors share the n/2^d sums of level d, ⌈n/(2^d·p)⌉ each. Those are n/(2^d·p) up to
/// d = log(n/p), n/p − 1 together, and 1 in each of the log p levels behind.
#[test]
fn levels_of_a_tree_on_p_processors() {
    let text = "machine EREW;\ninput n = 16, p = 4;\ninput A[n] = random(0, 9);\nprogram\n\
        for d = 1 to log n {\nm = n/2^d;\nparallel (for each j from 0 to p-1)\nfor i = j to m-1 step p\n\
        A[i*2^d] += A[i*2^d + 2^(d-1)];\nend_parallel\n}\nend_program\n";
    assert_eq!(
        of_text(text, T_ROUNDS),
        "log p + n/p - 1 for every n = 2^k, k ≥ 0; p = 2^j, j ≥ 0; n ≥ p"
    );
}

/// A band of half width b: 2·b + 1 elements in a row, or all n where there are no more; one step before, one behind.
#[test]
fn rows_of_a_band() {
    let text = "machine CREW;\ninput n = 8, b = 2;\ninput A[n,n] = random(0, 9), x[n] = random(0, 9);\n\
        program\narray y[n];\nparallel (for each i from 0 to n-1)\ns = 0;\n\
        for j = max(0, i-b) to min(n-1, i+b)\ns += A[i,j]*x[j];\ny[i] = s;\nend_parallel\nend_program\n";
    assert_eq!(
        of_text(text, T_STEPS),
        "min(n - 1, 2*b) + 3 for every n, b ≥ 0; n > b"
    );
}

/// Tiles of b by b, where b divides n: n² cells in all, and b² one after the other. Of n = 0, which b
/// divides too, there is no tile.
#[test]
fn tiles_of_a_square() {
    let text = "machine CREW;\ninput n = 8, b = 2;\ninput A[n,n] = random(0, 9);\nprogram\n\
        parallel (for each I from 0 to n/b-1, J from 0 to n/b-1)\nfor i = I*b to I*b+b-1\n\
        for j = J*b to J*b+b-1\nA[i,j] += 1;\nend_parallel\nend_program\n";
    assert_eq!(
        of_text(text, T_STEPS),
        "b^2 for every b ≥ 1; b divides n; n ≥ b"
    );
}

/// What is rounded behind the logarithm is whole only where 3 divides n: its sum has no closed form.
#[test]
fn logarithms_of_thirds() {
    let text = "machine CREW;\ninput n = 8;\nprogram\ns = 0;\nfor x = 1 to n {\n\
        for l = 1 to floor(log(x + n/3.0)) { s += 1; }\n}\nend_program\n";
    let found = of_text(text, T_STEPS);
    assert!(found.contains("a sum that has no closed form"), "{found}");
}

/// Rows i of a triangle dealt to q workers in turn, where q divides n: the last one has q − 1, 2q − 1, …, and takes i
/// reads and a write for each, n/q·(n + q)/2 in all; all workers read n(n − 1)/2 cells.
#[test]
fn a_triangle_that_is_dealt() {
    let text = "machine CREW;\ninput q = 3;\ninput n = 9;\ninput X[n] = random(0, 9);\nprogram\narray D[n];\n\
        parallel (for each w from 0 to q-1)\nfor i = w to n-1 step q {\ns = 0;\nfor j = 0 to i-1 { s += X[j]; }\n\
        D[i] = s;\n}\nend_parallel\nend_program\n";
    let every = "for every q ≥ 1; q divides n; n ≥ q";
    assert_eq!(of_text(text, T_ROUNDS), format!("n^2/(2*q) + n/2 {every}"));
    assert_eq!(of_text(text, READS), format!("n^2/2 - n/2 {every}"));
}

/// Of min(n, p) processors each takes every p-th element, n in all and ⌈n/p⌉ at most; of n elements that are halved,
/// with n and p powers of two, n/(2p) + … + 1 turns for more than p, and one for each of the log p rounds behind.
#[test]
fn elements_of_no_more_processors_than_there_are() {
    let of = |body: &str, quantity| {
        let text = format!(
            "machine EREW;\ninput n = 8, p = 4;\ninput A[n] = random(0, 9);\nprogram\nassert p >= 1;\n{body}\n\
             end_program\n"
        );
        of_text(&text, quantity)
    };
    let block = "parallel (for each j from 0 to min(p, n)-1)\nfor i = j to n-1 step p\nA[i] += 1;\nend_parallel";
    assert_eq!(of(block, T_ROUNDS), "ceil(n/p) for every n, p ≥ 1");
    assert_eq!(of(block, W_ROUNDS), "n for every n, p ≥ 0");
    let by_turns = [
        "parallel (for each j from 0 to min(p, m)-1)\nfor i = j to m-1 step p\nA[i] += A[i+m];\nend_parallel",
        "for s = 0 to m-1 step p\nparallel (for each i from s to min(s+p, m)-1)\nA[i] += A[i+m];\nend_parallel",
    ];
    for block in by_turns {
        let halves = format!("m = n;\nwhile (m > 1) {{\nm = m/2;\n{block}\n}}");
        assert_eq!(
            of(&halves, T_ROUNDS),
            "log p + n/p - 1 for every n = 2^k, k ≥ 0; p = 2^j, j ≥ 0; n ≥ p"
        );
        let work = of(&halves, W_ROUNDS);
        assert!(
            work.starts_with("n - 1 for every n = 2^k, k ≥ 0; p"),
            "{work}"
        );
    }
}
