//! Shared memory with exact checks, as a native program would do them by hand.
//!
//! Every read and every write stamps its cell with the step and the processor; a cell that bears
//! the stamp of another processor in the same step is where two have met.

use std::fmt;

/// Why a checked twin did not come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// An index out of bounds.
    OutOfBounds,
    /// A result beyond 64 bits.
    Overflow,
    /// A read of a cell that was never written.
    NeverWritten,
    /// Two processors met where the model forbids it.
    Illegal,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, formatter)
    }
}

/// Who touched a cell last, and when.
#[derive(Debug, Clone, Copy, Default)]
struct Stamp {
    /// The step; 0 is before all.
    epoch: u32,
    processor: u32,
}

/// Whether a model lets processors meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// EREW.
    Exclusive,
    /// CREW.
    Concurrent,
}

/// The steps of a run. Writes are always exclusive.
#[derive(Debug)]
pub struct Steps {
    reads: Reads,
    epoch: u32,
    met_reading: bool,
    met_writing: bool,
}

impl Steps {
    /// Before the first step.
    pub fn under(reads: Reads) -> Self {
        Self {
            reads,
            epoch: 1,
            met_reading: false,
            met_writing: false,
        }
    }

    /// Begins a step: no stamp is valid in it.
    pub fn begin(&mut self) {
        self.epoch += 1;
    }

    /// All have read.
    pub fn end_reading(&self) -> Result<(), Fault> {
        if self.met_reading && self.reads == Reads::Exclusive {
            return Err(Fault::Illegal);
        }
        Ok(())
    }

    /// All have written.
    pub fn end_writing(&self) -> Result<(), Fault> {
        if self.met_writing {
            return Err(Fault::Illegal);
        }
        Ok(())
    }
}

/// An array in shared memory.
#[derive(Debug)]
pub struct Shared {
    words: Vec<i64>,
    readers: Vec<Stamp>,
    /// A cell that was never written bears epoch 0.
    writers: Vec<Stamp>,
    unwritten: usize,
}

impl Shared {
    /// An input.
    pub fn from(words: Vec<i64>) -> Self {
        let before_all = Stamp {
            epoch: 1,
            processor: 0,
        };
        Self {
            readers: vec![Stamp::default(); words.len()],
            writers: vec![before_all; words.len()],
            unwritten: 0,
            words,
        }
    }

    /// An array without values.
    pub fn unwritten(length: usize) -> Self {
        Self {
            words: vec![0; length],
            readers: vec![Stamp::default(); length],
            writers: vec![Stamp::default(); length],
            unwritten: length,
        }
    }

    /// How many cells.
    pub fn len(&self) -> i64 {
        self.words.len() as i64
    }

    /// A processor reads a cell.
    #[inline]
    pub fn read(&mut self, index: i64, processor: u32, steps: &mut Steps) -> Result<i64, Fault> {
        let cell = index as usize;
        let stamp = self.readers.get_mut(cell).ok_or(Fault::OutOfBounds)?;
        steps.met_reading |= stamp.epoch == steps.epoch && stamp.processor != processor;
        *stamp = Stamp {
            epoch: steps.epoch,
            processor,
        };
        if self.unwritten > 0 && self.writers[cell].epoch == 0 {
            return Err(Fault::NeverWritten);
        }
        Ok(self.words[cell])
    }

    /// A processor writes a cell.
    #[inline]
    pub fn write(
        &mut self,
        index: i64,
        word: i64,
        processor: u32,
        steps: &mut Steps,
    ) -> Result<(), Fault> {
        let cell = index as usize;
        let stamp = self.writers.get_mut(cell).ok_or(Fault::OutOfBounds)?;
        steps.met_writing |= stamp.epoch == steps.epoch && stamp.processor != processor;
        self.unwritten -= usize::from(stamp.epoch == 0);
        *stamp = Stamp {
            epoch: steps.epoch,
            processor,
        };
        self.words[cell] = word;
        Ok(())
    }

    /// The values at the end.
    pub fn into_words(self) -> Vec<i64> {
        self.words
    }
}

/// `a + b`, as the language adds.
#[inline]
pub fn sum(a: i64, b: i64) -> Result<i64, Fault> {
    a.checked_add(b).ok_or(Fault::Overflow)
}
