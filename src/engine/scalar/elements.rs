//! Statements about whole arrays, executed by one processor: all elements are computed before the
//! first is written.

use super::code::{Dimension, ElementwiseStatement};
use super::instr::FrameWord;
use crate::engine::memory::Memory;

/// What a statement about whole arrays has computed so far.
#[derive(Debug, Clone, Default)]
pub struct Staged {
    writes: Vec<(u32, i64)>,
    instructions: u64,
}

impl Staged {
    /// Begins a statement.
    pub fn begin(&mut self) {
        self.writes.clear();
        self.instructions = 0;
    }

    /// One more element: its cell, the value that it gets, and the instructions that this took.
    #[inline]
    pub fn push(&mut self, cell: i64, value: i64, instructions: u64) {
        self.writes.push((cell as u32, value));
        self.instructions += instructions;
    }

    /// Writes all elements. Gives what the statement takes: its operators, and 1 for each element at
    /// least.
    pub fn write(&mut self, memory: &Memory) -> u64 {
        for (cell, value) in &self.writes {
            memory.write(*cell as usize, *value);
        }
        self.instructions.max(self.writes.len() as u64)
    }
}

/// The indices of the first element; false where there is none.
pub fn first(elements: &ElementwiseStatement, words: &mut [i64]) -> bool {
    // The body uses the words in which the bounds were computed.
    for Dimension {
        bounds,
        kept,
        index,
    } in &elements.dimensions
    {
        for (from, to) in bounds.iter().zip(kept) {
            words[usize::from(*to)] = words[usize::from(*from)];
        }
        words[usize::from(*index)] = words[usize::from(kept[0])];
    }
    (elements.dimensions.iter()).all(|dimension| {
        dimension
            .kept
            .map(|place| words[usize::from(place)])
            .is_sorted()
    })
}

/// The indices of the next element; false behind the last one.
pub fn next(elements: &ElementwiseStatement, words: &mut [i64]) -> bool {
    for Dimension { kept, index, .. } in elements.dimensions.iter().rev() {
        let [first, last] = kept.map(|place: FrameWord| words[usize::from(place)]);
        let index = &mut words[usize::from(*index)];
        if *index < last {
            *index += 1;
            return true;
        }
        *index = first;
    }
    false
}
