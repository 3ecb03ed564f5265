//! The edges of a step as lines of characters: from each cell that is read to the one that its reader
//! writes. Each cell has a column, in which a wire goes down.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::trace::{Progression, Site, Step};

/// The most lines for a step's edges.
const LINES: usize = 8;

/// An edge from the column of a cell that is read to that of a cell that is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The column of the cell that is read.
    pub from: usize,
    /// The column of the cell that is written.
    pub to: usize,
}

impl Edge {
    /// Its first and its last column.
    fn span(self) -> (usize, usize) {
        (self.from.min(self.to), self.from.max(self.to))
    }
}

/// The columns of cells: ranges of cells, ascending, each up to the next.
#[derive(Default)]
pub struct Stretches(Vec<(i64, Option<usize>)>);

impl Stretches {
    /// Assigns a column, or none, to the cells from this one on.
    pub fn push(&mut self, first: i64, column: Option<usize>) {
        self.0.push((first, column));
    }

    /// The stretch of a cell, and its column.
    fn around(&self, cell: i64) -> (Range<i64>, Option<usize>) {
        let after = self.0.partition_point(|(first, _)| *first <= cell);
        let end = self.0.get(after).map_or(i64::MAX, |(first, _)| *first);
        match after.checked_sub(1).map(|at| self.0[at]) {
            Some((first, column)) => (first..end, column),
            None => (i64::MIN..end, None),
        }
    }
}

/// Adjacent processors that access cells of one column.
struct Neighbours {
    positions: Range<i64>,
    column: usize,
}

/// The edges between cells of shared memory that have columns. A processor that reads the column it
/// writes has the column's wire as its edge.
pub fn edges(step: &Step, columns: &Stretches) -> Vec<Edge> {
    let mut edges = BTreeSet::new();
    for group in &step.groups {
        let of = |writes: bool| {
            let shared = group.sites.iter().filter(|site| site.shared);
            let sites = shared.filter(|site| site.writes == writes);
            let all = sites.map(|site| neighbours(site, columns));
            all.collect::<Vec<_>>()
        };
        let read = of(false);
        for written in of(true) {
            for read in &read {
                join(read, &written, &mut edges);
            }
        }
    }
    edges.into_iter().collect()
}

/// The processors that access cells of columns at a place of the source, ascending: as the fewest
/// possible ranges, if the cells form a line.
fn neighbours(site: &Site, columns: &Stretches) -> Vec<Neighbours> {
    let mut all: Vec<Neighbours> = Vec::new();
    let mut add = |positions: Range<i64>, column: usize| match all.last_mut() {
        Some(last) if last.column == column && last.positions.end == positions.start => {
            last.positions.end = positions.end;
        }
        _ => all.push(Neighbours { positions, column }),
    };
    let lines = (&site.positions, &site.cells);
    if let (
        Progression::Line {
            from: first,
            step: 1,
            ..
        },
        Progression::Line { from, step, count },
    ) = lines
    {
        let mut at = 0;
        while at < *count as i64 {
            let cell = from + step * at;
            let (stretch, column) = columns.around(cell);
            let within = match step.signum() {
                0 => i64::MAX,
                1 => (stretch.end.saturating_sub(cell) - 1) / step + 1,
                _ => (cell.saturating_sub(stretch.start) / -step).saturating_add(1),
            };
            let end = at.saturating_add(within).min(*count as i64);
            if let Some(column) = column {
                add(first + at..first + end, column);
            }
            at = end;
        }
    } else {
        for (position, cell) in site.positions.iter().zip(site.cells.iter()) {
            if let (_, Some(column)) = columns.around(cell) {
                add(position..position + 1, column);
            }
        }
    }
    all
}

/// Adds the edges from what processors read to what the same processors write.
fn join(read: &[Neighbours], written: &[Neighbours], edges: &mut BTreeSet<Edge>) {
    let (mut first, mut last) = (0, None);
    for writers in written {
        let begins = writers.positions.start;
        while read
            .get(first)
            .is_some_and(|readers| readers.positions.end <= begins)
        {
            first += 1;
        }
        let together = read[first..]
            .iter()
            .take_while(|readers| readers.positions.start < writers.positions.end);
        for readers in together {
            let edge = Edge {
                from: readers.column,
                to: writers.column,
            };
            if edge.from != edge.to && last != Some(edge) {
                edges.insert(edge);
                last = Some(edge);
            }
        }
    }
}

/// The edges as lines of characters, between columns with wires at these positions. Edges that do not
/// overlap share a line. If there are too many, the rest is counted.
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
