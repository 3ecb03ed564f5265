//! Statements about whole arrays, executed by a single processor: all elements are computed before the
//! first is written.

use super::code::{Dimension, ElementwiseStatement};
use super::instr::FrameWord;
use crate::engine::memory::Memory;

/// The elements that a statement about whole arrays has computed so far.
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

    /// Adds an element: its cell, its value, and the instructions of its computation.
    #[inline]
    pub fn push(&mut self, cell: i64, value: i64, instructions: u64) {
        self.writes.push((cell as u32, value));
        self.instructions += instructions;
    }

    /// Writes all elements. Returns the cost of the statement: its operators, and at least 1 for each
    /// element.
    pub fn write(&mut self, memory: &Memory) -> u64 {
        for (cell, value) in &self.writes {
            memory.write(*cell as usize, *value);
        }
        self.instructions.max(self.writes.len() as u64)
    }
}

/// Sets the indices of the first element. Returns false if there are no elements.
pub fn first(elements: &ElementwiseStatement, words: &mut [i64]) -> bool {
    // The body reuses the words in which the bounds were computed.
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

/// Sets the indices of the next element. Returns false after the last one.
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
