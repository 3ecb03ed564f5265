//! Divides the processors of a group by a test, chunk by chunk: those for which it holds, and the
//! others.
//!
//! Each thread divides its own processors while their truth values are in its cache; afterwards the
//! lists are concatenated.

use std::ops::Range;

use super::selection::{Chunk, Lane, Selection};
use crate::engine::arithmetic::Operand;
use crate::engine::threads::Threads;

/// The number of lanes that are divided together. Their truth values are summed: if none or all hold,
/// the lanes are copied to one side, otherwise each lane is written to its own side.
const BLOCK: usize = 32;

/// The lanes that one thread has divided so far. The allocation is reused from step to step.
#[derive(Debug, Default)]
pub struct Division {
    yes: Side,
    no: Side,
}

/// Lanes, ascending; more room than lanes.
#[derive(Debug, Default)]
struct Side {
    room: Vec<Lane>,
    count: usize,
}

impl Side {
    fn begin(&mut self, most: usize) {
        self.count = 0;
        if self.room.len() <= most {
            self.room.resize(most + 1, 0);
        }
    }

    fn lanes(&self) -> &[Lane] {
        &self.room[..self.count]
    }

    /// Takes the lanes of one side of `whole`. A long list takes the allocation along.
    fn take(&mut self, whole: &Selection) -> Selection {
        match self.count {
            0 => Selection::none(),
            count if count == whole.len() => whole.clone(),
            count if count < self.room.len() / 4 => Selection::listed(self.lanes().to_vec()),
            count => Selection::in_room(std::mem::take(&mut self.room), count),
        }
    }
}

impl Division {
    /// Starts empty, with capacity for `most` lanes.
    pub fn begin(&mut self, most: usize) {
        self.yes.begin(most);
        self.no.begin(most);
    }

    /// Reuses the allocations of lists that are no longer needed.
    pub fn reuse(&mut self, lists: &mut Vec<Vec<Lane>>) {
        for side in [&mut self.yes, &mut self.no] {
            if side.room.is_empty() {
                side.room = lists.pop().unwrap_or_default();
            }
        }
    }

    /// The lanes divided by one thread, which together are `whole`.
    pub fn take(&mut self, whole: &Selection) -> (Selection, Selection) {
        (self.yes.take(whole), self.no.take(whole))
    }

    /// Divides the processors of a chunk by their truth values.
    pub fn add(&mut self, lanes: &Selection, chunk: Chunk, test: Operand<'_>) {
        let positions = chunk.start..chunk.start + chunk.len;
        match (lanes, test) {
            (_, Operand::Constant(value)) => {
                let side = if value == 0 {
                    &mut self.no
                } else {
                    &mut self.yes
                };
                for position in positions {
                    side.room[side.count] = lanes.at(position);
                    side.count += 1;
                }
            }
            (Selection::All(_), Operand::Flat(values)) => {
                let starts = positions.step_by(BLOCK);
                for (start, values) in starts.zip(values[..chunk.len].chunks(BLOCK)) {
                    self.put_block(start as Lane.., values);
                }
            }
            (Selection::List(list), Operand::Flat(values)) => {
                let lanes = list[positions].chunks(BLOCK);
                for (lanes, values) in lanes.zip(values[..chunk.len].chunks(BLOCK)) {
                    self.put_block(lanes.iter().copied(), values);
                }
            }
        }
    }

    /// Divides a block of lanes by as many truth values, which are 0 or 1.
    #[inline]
    fn put_block(&mut self, lanes: impl Iterator<Item = Lane>, values: &[i64]) {
        debug_assert!(values.iter().all(|value| matches!(value, 0 | 1)));
        let count = values.len();
        let side = match values.iter().sum::<i64>() as usize {
            0 => &mut self.no,
            all if all == count => &mut self.yes,
            _ => {
                let lanes = lanes.zip(values);
                return self.put(lanes.map(|(lane, value)| (lane, *value != 0)));
            }
        };
        let room = side.room[side.count..][..count].iter_mut();
        room.zip(lanes).for_each(|(room, lane)| *room = lane);
        side.count += count;
    }

    /// Each lane is written to both sides, and counted on one: no branch depends on the data.
    fn put(&mut self, lanes: impl Iterator<Item = (Lane, bool)>) {
        let (mut of_yes, mut of_no) = (self.yes.count, self.no.count);
        let (yes, no) = (&mut self.yes.room[..], &mut self.no.room[..]);
        for (lane, holds) in lanes {
            yes[of_yes] = lane;
            no[of_no] = lane;
            of_yes += usize::from(holds);
            of_no += usize::from(!holds);
        }
        (self.yes.count, self.no.count) = (of_yes, of_no);
    }

    /// Divides the processors at some positions of a group by a test.
    pub fn by(&mut self, lanes: &Selection, positions: Range<usize>, holds: impl Fn(Lane) -> bool) {
        self.begin(positions.len());
        match lanes {
            Selection::All(_) => {
                let lanes = positions.start as Lane..positions.end as Lane;
                self.put(lanes.map(|lane| (lane, holds(lane))));
            }
            Selection::List(list) => {
                let lanes = list[positions].iter();
                self.put(lanes.map(|lane| (*lane, holds(*lane))));
            }
        }
    }

    /// Concatenates the lanes divided by several threads, in order; together they are `whole`.
    pub fn together(
        parts: &[&Self],
        whole: &Selection,
        threads: &Threads,
    ) -> (Selection, Selection) {
        let side = |side: fn(&Self) -> &Side| {
            let lists: Vec<&[Lane]> = parts.iter().map(|part| side(part).lanes()).collect();
            match lists.iter().map(|list| list.len()).sum::<usize>() {
                0 => Selection::none(),
                count if count == whole.len() => whole.clone(),
                _ => Selection::listed(threads.concatenate(&lists)),
            }
        };
        (side(|part| &part.yes), side(|part| &part.no))
    }
}
