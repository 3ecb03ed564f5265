//! Branches and ranges for which it counts which of two sizes is larger.

use pram::derivation::{Comparison, Need};
use pram::quantity::Quantity;
use pram::source::Sources;
use pram::syntax::ast::Expr;
use pram::syntax::parse_expression;

use super::{T_ROUNDS, W_ROUNDS, of_text, of_text_assuming};

fn program(body: &str) -> String {
    format!(
        "machine CREW;\ninput n = 8;\ninput m = 4;\ninput A[n] = iota;\n\
         program\narray B[n];\n{body}\nend_program\n"
    )
}

const FROM_M: &str = "parallel (for each i from m to n - 1)\nB[i] = A[i];\nend_parallel";
const IF_LARGER: &str =
    "if (n > m)\nparallel (for each i from 0 to n - 1)\nB[i] = A[i] + 1;\nend_parallel";

fn expression(text: &str) -> Expr {
    let mut sources = Sources::default();
    let file = sources.add("it".to_owned(), text);
    parse_expression(&sources, file).expect("it is an expression")
}

/// Without a processor a block takes no time, so that T = 1 for n > m only; its n − m processors are none
/// for n ≤ m.
#[test]
fn a_range_between_two_sizes() {
    let text = program(FROM_M);
    assert_eq!(of_text(&text, T_ROUNDS), "1 for every n, m ≥ 0; n > m");
    assert_eq!(of_text(&text, W_ROUNDS), "max(0, n - m) for every n, m ≥ 0");
    assert_eq!(
        of_text(&text, Quantity::PROCESSORS),
        "n - m for every n, m ≥ 0; n > m"
    );
}

/// Where the branch is taken all n processors write, and n − m more before.
#[test]
fn a_branch_on_two_sizes() {
    let text = program(&format!("{FROM_M}\n{IF_LARGER}"));
    assert_eq!(of_text(&text, T_ROUNDS), "2 for every n, m ≥ 0; n > m");
    assert_eq!(
        of_text(&text, W_ROUNDS),
        "2*n - m for every n, m ≥ 0; n > m"
    );
}

/// For n ≤ m the branch is not taken.
#[test]
fn what_is_assumed_decides_a_branch() {
    let text = program(IF_LARGER);
    for (assumed, expected) in [
        ("n <= m", "0 for every n, m ≥ 0; m ≥ n"),
        ("2 * m < n", "n for every n, m ≥ 0; n > 2·m"),
        ("n - m >= 3", "n for every n, m ≥ 0; n > m + 2"),
    ] {
        let expression = expression(assumed);
        let comparison = Comparison::of_expression(&expression).expect("it compares");
        let work = of_text_assuming(&text, W_ROUNDS, &[Need::Compares(comparison)]);
        assert_eq!(work, expected, "{assumed}");
    }
}

/// What is no comparison of sums of sizes.
#[test]
fn what_cannot_be_assumed() {
    for assumed in [
        "n",
        "n == m",
        "n * m > 3",
        "n > n",
        "3 > 2",
        "n > m / 2",
        "A[1] > n",
    ] {
        let expression = expression(assumed);
        assert!(
            Comparison::of_expression(&expression).is_none(),
            "{assumed}"
        );
    }
}

/// Item i fits from w = i on, which the processors 0 … W reach in every turn for W ≥ n − 1, or from which on
/// none does for n ≥ W + …: one step for the test, one for the two kinds of writes side by side.
#[test]
fn an_index_that_reaches_another_size() {
    let text = "machine CREW;\ninput n = 8, W = 9;\ninput K[n+1,W+1] = random(0, 9);\nprogram\n\
        for i = 1 to n\nparallel (for each w from 0 to W)\n\
        if (w >= i) K[i,w] = K[i-1,w-i]; else K[i,w] = K[i-1,w];\nend_parallel\nend_program\n";
    let found = of_text(text, T_ROUNDS);
    assert!(found.starts_with("n for every n"), "{found}");
    let found = of_text(text, W_ROUNDS);
    assert!(found.starts_with("W*n + n for every n"), "{found}");
    let found = of_text(text, Quantity::PROCESSORS);
    assert!(found.starts_with("W + 1 for every n"), "{found}");
}
