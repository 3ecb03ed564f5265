//! The calls of a processor that waits, in little memory: of a block with a million processors nearly
//! all wait.

use super::frames::{Frames, OwnArrays};
use super::instr::At;
use crate::engine::memory::Memory;

/// What a waiting processor of a block holds.
#[derive(Debug)]
pub enum Suspended {
    /// It is in the block's own body.
    Body(Body),
    /// It is in a call: its frames.
    Calls(Box<Frames>),
}

/// What a processor holds in the block's own body.
#[derive(Debug)]
pub struct Body {
    /// Where it stands.
    at: At,
    /// The first words of its frame: its scalars, whether they were written, and outputs of a kernel
    /// that are still needed.
    own: Box<[i64]>,
    /// Its arrays, where it has some.
    arrays: Option<Box<OwnArrays>>,
}

/// Whether the outputs of the kernel at which a processor waits are needed when it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outputs {
    /// They stay in its frame.
    Kept,
    /// They may be overwritten.
    Dropped,
}

impl Body {
    /// Keeps these first words of the frame. Where there were more before, what lies behind them is
    /// not needed any more.
    fn keep(&mut self, words: &[i64]) {
        match self.own.get_mut(..words.len()) {
            Some(own) => own.copy_from_slice(words),
            None => self.own = words.into(),
        }
    }
}

impl Suspended {
    /// A processor at the beginning of its block, with these first words.
    pub fn at_beginning(own: &[i64]) -> Self {
        Self::Body(Body {
            at: 0,
            own: own.into(),
            arrays: None,
        })
    }

    /// Takes a processor in hand. `frames` holds the frame of another processor of the block, whose
    /// constants and outside scalars are the same, and no arrays of that processor.
    pub fn resume(&mut self, frames: &mut Frames) {
        match self {
            Self::Body(Body { at, own, arrays }) => {
                frames.become_body(*at, own);
                if let Some(arrays) = arrays {
                    frames.take_arrays(arrays);
                }
            }
            Self::Calls(calls) => std::mem::swap(frames, calls),
        }
    }

    /// Puts the processor in hand back. `own` is the number of words that a body keeps where the
    /// outputs of its kernel may be overwritten.
    pub fn suspend(&mut self, frames: &mut Frames, own: usize, outputs: Outputs) {
        let kept = match outputs {
            Outputs::Kept => frames.word_count(),
            Outputs::Dropped => own,
        };
        match (&mut *self, frames.depth()) {
            (Self::Body(body), 1) => {
                body.at = frames.top().at;
                body.keep(frames.first_words(kept));
                frames.give_arrays(&mut body.arrays);
            }
            (Self::Calls(_), 1) => {
                let mut arrays = None;
                frames.give_arrays(&mut arrays);
                *self = Self::Body(Body {
                    at: frames.top().at,
                    own: frames.first_words(kept).into(),
                    arrays,
                });
            }
            // The frame of another processor lies there since this one was taken in hand.
            (Self::Calls(calls), _) => std::mem::swap(frames, calls),
            (Self::Body(_), _) => {
                let body = frames.body();
                let calls = std::mem::replace(frames, body);
                *self = Self::Calls(Box::new(calls));
            }
        }
    }

    /// Gives back the cells of a processor that goes on no more.
    pub fn release(self, memory: &mut Memory) {
        match self {
            Self::Body(body) => {
                if let Some(arrays) = body.arrays {
                    arrays.release(memory);
                }
            }
            Self::Calls(mut frames) => {
                while frames.depth() > 0 {
                    frames.pop(memory);
                }
            }
        }
    }
}
