//! The calls of a processor that waits, in little memory: of a block with a million processors nearly
//! all wait.

use super::frames::Frames;
use super::instr::At;

/// What a waiting processor of a block holds.
#[derive(Debug)]
pub enum Suspended {
    /// It is in the block's own body and has no arrays: its scalars, and whether they were written.
    Body {
        /// Where it stands.
        at: At,
        /// The first words of its frame.
        own: Box<[i64]>,
    },
    /// It has arrays, or is in a call: its frames.
    Calls(Box<Frames>),
}

/// Whether the outputs of the kernel at which a processor waits are needed when it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outputs {
    /// They stay in its frame.
    Kept,
    /// They may be overwritten.
    Dropped,
}

impl Suspended {
    /// A processor at the beginning of its block, with these first words.
    pub fn at_beginning(own: &[i64]) -> Self {
        Self::Body {
            at: 0,
            own: own.into(),
        }
    }

    /// Takes a processor in hand. `frames` holds the frame of another processor of the block, whose
    /// constants and outside scalars are the same.
    pub fn resume(&mut self, frames: &mut Frames) {
        match self {
            Self::Body { at, own } => frames.become_body(*at, own),
            Self::Calls(calls) => std::mem::swap(frames, calls),
        }
    }

    /// Puts the processor in hand back. `own` is the number of words that a body keeps.
    pub fn suspend(&mut self, frames: &mut Frames, own: usize, outputs: Outputs) {
        let body = (outputs == Outputs::Dropped)
            .then(|| frames.as_body(own))
            .flatten();
        match (&mut *self, body) {
            (Self::Body { at, own }, Some((now, words))) => {
                *at = now;
                own.copy_from_slice(words);
            }
            (Self::Calls(_), Some((at, words))) => {
                let own = words.into();
                *self = Self::Body { at, own };
            }
            // The frame of another processor lies there since this one was taken in hand.
            (Self::Calls(calls), None) => std::mem::swap(frames, calls),
            (Self::Body { .. }, None) => {
                let body = frames.body();
                let calls = std::mem::replace(frames, body);
                *self = Self::Calls(Box::new(calls));
            }
        }
    }
}
