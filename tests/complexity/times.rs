//! Closed forms in which the times d and B of the asynchronous machine stand.

use pram::complexity::finding::{Finding, find};
use pram::complexity::series::{Point, Series};
use pram::complexity::tree::Tree;

use super::closed_forms::exact;

/// The counts over a grid; the times are the last names.
fn grid(names: &[&str], times: usize, axes: &[&[i64]], count: impl Fn(&[i64]) -> i64) -> Series {
    let mut sizes: Vec<Vec<i64>> = vec![Vec::new()];
    for axis in axes {
        let longer = |at: &Vec<i64>| -> Vec<Vec<i64>> {
            axis.iter()
                .map(|value| [at.as_slice(), &[*value]].concat())
                .collect()
        };
        sizes = sizes.iter().flat_map(longer).collect();
    }
    Series {
        variables: names.iter().map(|name| (*name).to_owned()).collect(),
        times,
        second_is_bounded: false,
        points: sizes
            .into_iter()
            .map(|at| Point {
                value: u64::try_from(count(&at)).expect("a count"),
                at,
                held_out: false,
            })
            .collect(),
        ..Series::default()
    }
}

/// Levels and children of the root, by going up the tree.
fn tree(leaves: i64, children: i64) -> (i64, i64) {
    let (mut nodes, mut levels) = (leaves, 0);
    let mut root = children;
    while nodes > 1 {
        root = nodes;
        nodes = (nodes + children - 1) / children;
        levels += 1;
    }
    (levels, root)
}

#[test]
fn trees_are_measured_by_going_up() {
    for leaves in 1..1100 {
        for children in 2..40 {
            let (levels, root) = tree(leaves, children);
            assert_eq!(
                Tree::Levels.exact(leaves, children),
                Some(i128::from(levels).into())
            );
            assert_eq!(
                Tree::Root.exact(leaves, children),
                Some(i128::from(root).into())
            );
            let real = Tree::Levels.real(leaves as f64, children as f64);
            assert!(
                (real - levels as f64).abs() < f64::EPSILON,
                "{leaves} {children}"
            );
        }
    }
    for (leaves, children) in [(8, 1), (8, 0), (0, 4), (-3, 2), (8, -2)] {
        assert_eq!(Tree::Levels.exact(leaves, children), None);
    }
    assert_eq!(Tree::Levels.exact(i64::MAX, i64::MAX), Some(1.into()));
}

#[test]
fn accesses_and_barriers_are_counted_apart() {
    let sizes: Vec<i64> = vec![8, 11, 16, 23, 32, 47, 64, 100, 300];
    let log = |n: i64| i64::from(n.ilog2()) + i64::from(n.count_ones() > 1);
    let axes: [&[i64]; 3] = [&sizes, &[2, 3, 5, 7], &[4, 9, 16, 25]];
    let series = grid(&["n", "d", "B"], 2, &axes, |at| {
        let (n, d, b) = (at[0], at[1], at[2]);
        d * (2 * log(n) + 1) + b * (n + 3) + n * n - 3 * n + 7
    });
    // Seven terms, more than are searched for at once; spelled out they give the counts again.
    let form = exact(&series);
    assert_eq!(form.terms.len(), 7);
    // Times alone.
    let series = grid(&["d", "B"], 2, &[&[2, 3, 4, 7], &[4, 8, 9]], |at| {
        3 * at[1] + 2 * at[0] - 3
    });
    assert_eq!(exact(&series).text(&series.variables), "2*d + 3*B - 3");
}

#[test]
fn trees_of_b_children_are_searched_at_once() {
    // Powers of 5, 7 and 10 are among the sizes, whose logarithms no float divides exactly.
    let sizes = [9, 27, 49, 64, 81, 100, 125, 243, 250, 343, 625, 1000];
    let axes: [&[i64]; 2] = [&sizes, &[2, 3, 5, 7, 10]];
    let series = grid(&["n", "B"], 1, &axes, |at| {
        let (levels, root) = tree(at[0], at[1]);
        3 * at[1] * levels + 3 * levels + 2 * root - at[1] + 3
    });
    exact(&series);
}

#[test]
fn what_is_scattered_is_never_exact() {
    let sizes = [8, 11, 16, 23, 32, 47, 64, 100];
    let scattered = |n: i64| (n * 7919 + 13) % 97;
    let axes: [&[i64]; 3] = [&sizes, &[2, 3, 5], &[4, 9]];
    for series in [
        grid(&["n", "d", "B"], 2, &axes, |at| {
            scattered(at[0]) + at[1] + at[2]
        }),
        grid(&["n", "d", "B"], 2, &axes, |at| {
            at[0] + at[1] * scattered(at[0] + at[2])
        }),
        grid(&["d", "B"], 2, &axes[1..], |at| {
            scattered(at[0] * 31 + at[1])
        }),
    ] {
        assert!(!matches!(find(&series, false), Finding::Found { .. }));
    }
}
