//! Programs of which formulas were once refused because a counted run differed: whatever is derived of them
//! now, no run contradicts it.

use pram::pipeline::{Branches, Options};

use super::random::Tally;

fn are_right(texts: &[&str], options: &Options) {
    let mut tally = Tally::default();
    for (at, text) in texts.iter().enumerate() {
        tally.add(at as u64, text, options.clone());
    }
    tally.has_nothing_wrong();
}

/// Roots and logarithms of the machine are rounded; ⌈√(x + 1)⌉ is ⌊√x⌋ + 1 from x = 0 on; what fails once need
/// not fail from there on; 1 has only itself as a power.
#[test]
fn what_holds_for_most_sizes_only() {
    are_right(
        &[
            "input n = 5;\n\
             program\n\
               k = 0; j = 0; i = 0;\n\
               while ((k != 3 or j < 5) and i < n + 10) {\n\
                 k = k + 1; j = j + 1; i = i + 1;\n\
               }\n\
             end_program\n",
            "input n = 2;\n\
             program\n\
               k = 1;\n\
               while (k != n*n*n) {\n\
                 k = k * n;\n\
               }\n\
             end_program\n",
            "input n = 2;\n\
             program\n\
               k = 0;\n\
               while (k < sqrt(n)*sqrt(n)) {\n\
                 k = k + 1;\n\
               }\n\
             end_program\n",
            "input n = 3;\n\
             program\n\
               c = 0;\n\
               for i = 0 to n + 1 {\n\
                 if (ceil(sqrt(n + 1 - i)) >= 1) { c = c + 1; c = c + 2; }\n\
               }\n\
             end_program\n",
            "input n = 2, m = 8;\n\
             program\n\
               c = 0;\n\
               for k = 1 to ceil(sqrt(n)*sqrt(m)) { c = k; }\n\
             end_program\n",
            "input n = 2;\n\
             program\n\
               c = 0;\n\
               if (sqrt(9*n) == 3*sqrt(n)) { c = 1; c = 2; c = 3; }\n\
             end_program\n",
            "input n = 3, m = 4;\n\
             program\n\
               c = 0;\n\
               for i = 0 to n + 1 pardo {\n\
                 if (ceil(sqrt(n + 1 - i)) >= 1) { c = i; c = i+2; }\n\
               }\n\
             end_program\n",
            "input n = 8;\n\
             program\n\
               c = 0;\n\
               for k = 1 to floor(sqrt(n)*sqrt(n)) { c = k; }\n\
             end_program\n",
            "input n = 4; input A[n] = random(0,9);\n\
             program\n\
               k = 0; j = 0;\n\
               while ((k != 3 or j < 5) and A[0] >= 0 and k < n + 8) { k = k + 1; j = j + 1; }\n\
             end_program\n",
            "input n = 4;\n\
             program\n\
               c = 0;\n\
               if (n + sqrt(n) - sqrt(n) == n) { c = 1; c = 2; }\n\
             end_program\n",
            "input n = 5;\n\
             program\n\
               c = 0;\n\
               if (n + log(n) - log(n) == n) { c = 1; c = 2; }\n\
             end_program\n",
            "input n = 1;\n\
             program\n\
               c = 0;\n\
               x = n / 49.0;\n\
               for i = 1 to floor(x * 49) { c = i; }\n\
             end_program\n",
            "input n = 5, m = 2;\n\
             program\n\
               k = 1;\n\
               while (k != m^3) { k = k * m; }\n\
             end_program\n",
        ],
        &Options::default(),
    );
}

/// The test of a branch is executed by all at once, and tasks that are executed one after the other need no
/// processors of their own.
#[test]
fn sides_one_after_the_other() {
    let options = Options {
        branches: Branches::Simd,
        ..Options::default()
    };
    are_right(
        &[
            "input n = 12;\n\
             program\n\
               for i = 0 to n-1 pardo { if (i mod 2 == 0 and i mod 3 == 0) { c = 1; c = 2; c = 3; } else { c = 7; } }\n\
             end_program\n",
            "input n = 12;\n\
             program\n\
               for i = 0 to n-1 pardo { if (i mod 4 == 0 or i mod 4 == 1) { c = 1; c = 2; c = 3; } else { c = 7; } }\n\
             end_program\n",
            "input n = 8;\n\
             input A[n] = random(0, 9);\n\
             algorithm f(A[], lo, hi)\n\
               if (hi - lo > 1) {\n\
                 mid = (lo + hi) / 2;\n\
                 parallel {\n\
                   f(A[], lo, mid);\n\
                   f(A[], mid, hi);\n\
                 }\n\
                 A[lo] = A[hi - 1];\n\
               }\n\
             end_algorithm\n\
             program\n\
               f(A[], 0, n);\n\
             end_program\n",
            include_str!("../../programs/tree_sum_tasks.pram"),
        ],
        &options,
    );
}

/// Steps that groups share take more on few processors than those of each group by itself.
#[test]
fn sides_one_after_the_other_on_few_processors() {
    let options = Options {
        branches: Branches::Simd,
        processors: Some(3),
        ..Options::default()
    };
    are_right(
        &[
            "input n = 8, m = 3;\n\
             program\n\
               for i = 0 to n-1 pardo { if (i >= 2 and i >= 1) { c = 1; c = 2; c = 3; } else { c = 7; } }\n\
             end_program\n",
            "input n = 8, m = 3; input A[n] = random(0,9);\n\
             program\n\
               for i = 0 to n-1 pardo { if (i >= 3 or i*i + i*A[i] + A[i]*3 > 20) { c = 1; } else { c = 7; } }\n\
             end_program\n",
        ],
        &options,
    );
}

/// Sides of which those that are left out are the only ones; blocks that count down; of two indices one of
/// which bounds the other, only those that both have count.
#[test]
fn ranges_that_go_down_or_depend_on_another() {
    let bodies = [
        "parallel (for each i from 0 to n-1) if (i mod 3 == 0) A[i] = 1; else if (i mod 3 == 1) { A[i] = 1; A[i] = 2; } else { A[i] = 1; A[i] = 2; A[i] = 3; } end_parallel",
        "parallel (for each i from n-1 to 0 step -1) A[i] = 1; end_parallel",
        "parallel (for each i from n to 1 step -1) if (i mod 2 == 1) A[i-1] = 1; end_parallel",
        "parallel (for each i from 0 to n-1, j from 0 to n-1) if (i < j) for k = 1 to i A[i] = i; end_parallel",
        "parallel (for each i from 0 to n-1, j from 0 to 3) if (i == j) for k = 1 to i A[i] = i; end_parallel",
        "parallel (for each i from 0 to n-1, j from 0 to 3) if (abs(i - j) <= 1) for k = 1 to i A[i] = i; end_parallel",
        "parallel (for each i from 0 to n-1, j from 0 to n-1) if (i < j and j < n/2) for k = 1 to i A[i] = i; end_parallel",
        "parallel (for each i from 0 to n-1, j from 0 to n-1) if (i - j >= 2) for k = 0 to n-1-i A[i] = i; end_parallel",
        "parallel (for each i from 0 to n-1, j from 0 to n-1) if (i + j < n-2) for k = 1 to i A[i] = i; end_parallel",
        "parallel (for each i from 1 to n-1) parallel (for each j from 0 to n-2) if (i != j) { A[0] = 1; A[0] = 2; } else for k = 1 to i A[i] = 1; end_parallel end_parallel",
    ];
    let texts = bodies.map(|body| {
        format!(
            "machine CRCW;\ninput n = 8;\ninput A[n] = iota;\nalgorithm f(A[], n)\n{body}\n\
             end_algorithm\n"
        )
    });
    are_right(&texts.each_ref().map(String::as_str), &Options::default());
}

/// Two groups on one side of a branch that go different ways in one statement and meet in the next, in an algorithm
/// that calls itself: their lists of steps look alike, and are not at the same time.
#[test]
fn groups_that_look_alike_in_a_recursion() {
    let text = "machine CREW;\ninput n = 8;\nalgorithm f(n)\nif (n > 1) {\n\
        parallel (for each i from 0 to n-1)\nif (i != 1) {\nif (i < 1) { s = 1; s = 2; }\n\
        if (i > 1) { s = 1; s = 2; }\n}\nend_parallel\nf(n/2);\n}\nend_algorithm\n\
        program\nf(n);\nend_program\n";
    are_right(&[text], &Options::default());
}
