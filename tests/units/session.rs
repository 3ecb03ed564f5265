//! Edges of steps as lines of characters.

use pram::session::dialogue::wires::{Edge, drawn};

fn edge(from: usize, to: usize) -> Edge {
    Edge { from, to }
}

/// The places of the last characters of columns, in characters from the left.
fn places(columns: usize, width: usize) -> Vec<usize> {
    (1..=columns).map(|column| column * width - 1).collect()
}

#[test]
fn edges_that_do_not_overlap_share_a_line() {
    let lines = drawn(&[edge(0, 1), edge(2, 3)], &places(5, 4));
    assert_eq!(lines, ["   ○──▶●   ○──▶●   │"]);
}

#[test]
fn edges_cross_wires_and_overlapping_ones_stand_below_each_other() {
    let lines = drawn(&[edge(0, 2), edge(3, 1)], &places(4, 3));
    assert_eq!(lines, ["  ○──┼─▶●  │", "  │  ●◀─┼──○"]);
}

#[test]
fn of_many_edges_the_rest_is_counted() {
    let many: Vec<Edge> = (0..10).map(|from| edge(from, from + 10)).collect();
    let lines = drawn(&many, &places(20, 3));
    assert_eq!(lines.len(), 9);
    assert_eq!(lines[8], "… and 2 more edges");
}
