//! Scalars that are updated chunk by chunk, while their new values are in the cache.
//!
//! A scalar belongs to its processor, so it does not matter to the others when it changes within a step.
//! During the execution of a kernel, the scalar's column is taken out of the team and divided among the
//! threads: each reads the old values in its part and writes the new ones there.

use std::ops::Range;

use super::column::Column;
use super::selection::{Chunk, Lane, Selection};
use super::shape::RegisterShape;
use super::team::TeamId;
use crate::code::kernel::Slot;
use crate::engine::arithmetic::{Operand, Positions, fill};
use crate::engine::threads::{Threads, stretches};

/// The part of a scalar's column that belongs to one thread.
#[derive(Debug)]
pub struct ColumnTarget<'a> {
    /// The team of the scalar.
    team: TeamId,
    /// The scalar.
    pub slot: Slot,
    /// The lane of the first word.
    first: Lane,
    words: &'a mut [i64],
}

impl<'a> ColumnTarget<'a> {
    /// The words of a scalar from that of the lane `first` on.
    pub fn new(team: TeamId, slot: Slot, first: Lane, words: &'a mut [i64]) -> Self {
        Self {
            team,
            slot,
            first,
            words,
        }
    }

    /// Whether it is this scalar.
    pub fn is_of(&self, team: TeamId, slot: Slot) -> bool {
        (self.team, self.slot) == (team, slot)
    }

    /// Loads the old values of the processors of a chunk.
    pub fn load(&self, lanes: &Selection, chunk: Chunk, out: &mut [i64], positions: Positions<'_>) {
        let word = |lane: Lane| self.words[(lane - self.first) as usize];
        match (lanes, positions) {
            (Selection::All(_), Positions::Dense(n)) => out[..n].copy_from_slice(self.dense(chunk)),
            (Selection::List(list), Positions::Dense(n)) => {
                for (out, lane) in out[..n].iter_mut().zip(&list[chunk.start..]) {
                    *out = word(*lane);
                }
            }
            (lanes, positions @ Positions::Sparse(_)) => fill(out, positions, |position| {
                word(lanes.at(chunk.start + position))
            }),
        }
    }

    /// The words of a chunk of all processors.
    pub fn dense(&self, chunk: Chunk) -> &[i64] {
        let start = chunk.start - self.first as usize;
        &self.words[start..start + chunk.len]
    }

    /// Assigns new values to the processors of a chunk.
    pub fn put(&mut self, lanes: &Selection, chunk: Chunk, values: Operand<'_>) {
        match (lanes, values) {
            (Selection::All(_), values) => {
                let start = chunk.start - self.first as usize;
                let words = &mut self.words[start..start + chunk.len];
                match values {
                    Operand::Flat(values) => words.copy_from_slice(&values[..chunk.len]),
                    Operand::Constant(value) => words.fill(value),
                }
            }
            (Selection::List(list), values) => {
                let list = &list[chunk.start..chunk.start + chunk.len];
                let places = list.iter().map(|lane| (*lane - self.first) as usize);
                match values {
                    Operand::Flat(values) => {
                        for (place, value) in places.zip(values) {
                            self.words[place] = *value;
                        }
                    }
                    Operand::Constant(value) => places.for_each(|place| self.words[place] = value),
                }
            }
        }
    }
}

/// Divides the words of a scalar among threads with these stretches of a group's positions.
pub fn divide<'a>(
    team: TeamId,
    slot: Slot,
    words: &'a mut [i64],
    lanes: &Selection,
    stretches: &[Range<usize>],
) -> impl Iterator<Item = ColumnTarget<'a>> {
    let (mut rest, mut behind) = (words, 0);
    stretches.iter().map(move |positions| {
        let first = lanes.at(positions.start);
        let end = lanes.at(positions.end - 1) + 1;
        let (_, from_first) = std::mem::take(&mut rest).split_at_mut((first - behind) as usize);
        let (words, others) = from_first.split_at_mut((end - first) as usize);
        (rest, behind) = (others, end);
        ColumnTarget::new(team, slot, first, words)
    })
}

/// Assigns the computed values of some processors of a team to the words of a scalar.
pub fn assign(
    team: TeamId,
    slot: Slot,
    words: &mut [i64],
    lanes: &Selection,
    output: &mut Column,
    threads: &Threads,
) {
    if output.shape.is_line() {
        output.write_out(lanes);
    }
    let put = |(mut target, positions): (ColumnTarget<'_>, &Range<usize>)| {
        let chunk = Chunk {
            start: positions.start,
            len: positions.len(),
        };
        let values = match output.shape {
            RegisterShape::Constant(value) => Operand::Constant(value),
            _ => Operand::Flat(&output.words[positions.clone()]),
        };
        target.put(lanes, chunk, values);
    };
    match threads.shares(lanes.len()) {
        1 => put((ColumnTarget::new(team, slot, 0, words), &(0..lanes.len()))),
        parts => {
            let stretches = stretches(lanes.len(), 1, parts);
            let targets = divide(team, slot, words, lanes, &stretches).zip(&stretches);
            threads.run(targets.collect(), put);
        }
    }
}
