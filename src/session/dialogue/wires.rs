//! The edges of a step as lines of characters: from each cell that is read to the one that its reader
//! writes. Each cell has a column, in which a wire goes down.

use std::collections::BTreeSet;

use crate::result::step::{GroupRecord, StepRecord};

/// Lines that a step's edges take at most.
const LINES: usize = 8;

/// An edge from the column of a cell that is read to that of a cell that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
}

impl Edge {
    /// Its first and its last column.
    fn span(self) -> (usize, usize) {
        (self.from.min(self.to), self.from.max(self.to))
    }
}

/// The edges between cells of shared memory, which `column` puts into columns by their numbers; what reads
/// the column that it writes is its wire.
pub fn edges(step: &StepRecord, column: impl Fn(i64) -> Option<usize>) -> Vec<Edge> {
    let mut edges = BTreeSet::new();
    for group in &step.groups {
        let written = of_processors(group, true, &column);
        let read = of_processors(group, false, &column);
        for (position, to) in written {
            let first = read.partition_point(|(reader, _)| *reader < position);
            let own = read[first..].iter();
            for (_, from) in own.take_while(|(reader, _)| *reader == position) {
                if *from != to {
                    edges.insert(Edge { from: *from, to });
                }
            }
        }
    }
    edges.into_iter().collect()
}

/// Positions of processors, ascending, with the columns that they write or read.
fn of_processors(
    group: &GroupRecord,
    writes: bool,
    column: impl Fn(i64) -> Option<usize>,
) -> Vec<(i64, usize)> {
    let mut columns = Vec::new();
    let sites = group.sites.iter();
    for site in sites.filter(|site| site.is_write == writes && site.is_shared) {
        let accesses = site.cells.iter().enumerate();
        columns.extend(
            accesses.filter_map(|(access, cell)| Some((site.positions.at(access), column(cell)?))),
        );
    }
    columns.sort_unstable();
    columns
}

/// The edges as lines of characters, between columns whose wires stand at these places. Edges that do not
/// overlap share a line. Of many, the rest is counted.
pub fn drawn(edges: &[Edge], places: &[usize]) -> Vec<String> {
    let mut rows: Vec<Vec<Edge>> = Vec::new();
    let mut left_out = 0;
    for edge in edges {
        let (first, last) = edge.span();
        let is_free = |row: &Vec<Edge>| {
            row.iter()
                .all(|other| last < other.span().0 || other.span().1 < first)
        };
        match rows.iter().position(is_free) {
            Some(row) => rows[row].push(*edge),
            None if rows.len() < LINES => rows.push(vec![*edge]),
            None => left_out += 1,
        }
    }
    let mut lines: Vec<String> = rows.iter().map(|row| line(row, places)).collect();
    if left_out > 0 {
        lines.push(format!("… and {left_out} more edges"));
    }
    lines
}

fn line(edges: &[Edge], places: &[usize]) -> String {
    let mut text = vec![' '; places.last().map_or(0, |last| last + 1)];
    let place = |column: usize| places[column];
    for place in places {
        text[*place] = '│';
    }
    for edge in edges {
        let (first, last) = edge.span();
        for sign in &mut text[place(first) + 1..place(last)] {
            *sign = if *sign == '│' { '┼' } else { '─' };
        }
        text[place(edge.from)] = '○';
        text[place(edge.to)] = '●';
        let beside = if edge.from < edge.to {
            (place(edge.to) - 1, '▶')
        } else {
            (place(edge.to) + 1, '◀')
        };
        text[beside.0] = beside.1;
    }
    text.into_iter().collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Edge, drawn};

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
}
