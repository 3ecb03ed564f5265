//! The calls of a processor that waits, in little memory: of a block with a million processors nearly
//! all wait.

use super::code::{Program, RoutineId};
use super::frames::{Contents, Frames, OwnArrays};
use super::instr::At;
use super::interpreter::Interpreter;
use crate::code::control::CallResult;
use crate::engine::memory::Memory;

/// Frames that are taken apart. Of more, so that a processor which waits often in a deep recursion
/// is put back in constant time, the frames stay as they are.
const MOST_APART: usize = 8;

/// What a waiting processor of a block holds.
#[derive(Debug)]
pub enum Suspended {
    /// What its few frames have of their own.
    Apart(Apart),
    /// Its frames, of which there are many.
    Whole(Box<Frames>),
}

/// What frames have of their own: the rest of them is known from their routines, and of the block's
/// body it is the same for all processors.
#[derive(Debug)]
pub struct Apart {
    /// Where the body stands.
    at: At,
    /// The calls inside of it, outermost first.
    calls: Box<[Call]>,
    /// The first words of each frame, outermost first: its scalars, and whether they were written. Of
    /// the innermost also the outputs of a kernel, where they are still needed.
    words: Box<[i64]>,
    /// The arrays, where there are some.
    arrays: Option<Box<OwnArrays>>,
}

/// A call inside of a block's body.
#[derive(Debug, Clone, Copy)]
struct Call {
    routine: RoutineId,
    at: At,
    wanted: CallResult,
    /// The first entry of the cells that it owns.
    owned: u32,
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
        Self::Apart(Apart {
            at: 0,
            calls: Box::default(),
            words: own.into(),
            arrays: None,
        })
    }

    /// Takes a processor in hand. The interpreter holds the frame of another processor of the block,
    /// whose constants and outside scalars are the same, and no arrays of that processor.
    pub fn resume(&mut self, interpreter: &mut Interpreter) {
        let Interpreter {
            program, frames, ..
        } = interpreter;
        match self {
            Self::Apart(apart) => apart.resume(frames, program),
            Self::Whole(whole) => std::mem::swap(frames, whole),
        }
    }

    /// Puts the processor in hand back.
    pub fn suspend(&mut self, interpreter: &mut Interpreter, outputs: Outputs) {
        let Interpreter {
            program, frames, ..
        } = interpreter;
        let is_deep = frames.depth() > MOST_APART;
        match &mut *self {
            Self::Apart(apart) if !is_deep => apart.suspend(frames, program, outputs),
            Self::Apart(_) => {
                let body = frames.body();
                let whole = std::mem::replace(frames, body);
                *self = Self::Whole(Box::new(whole));
            }
            // The frame of another processor lies there since this one was taken in hand.
            Self::Whole(whole) if is_deep => std::mem::swap(frames, whole),
            Self::Whole(_) => {
                *self = Self::at_beginning(&[]);
                self.suspend(interpreter, outputs);
            }
        }
    }

    /// Gives back the cells of a processor that goes on no more.
    pub fn release(self, memory: &mut Memory) {
        match self {
            Self::Apart(apart) => {
                if let Some(arrays) = apart.arrays {
                    arrays.release(memory);
                }
            }
            Self::Whole(mut frames) => {
                while frames.depth() > 0 {
                    frames.pop(memory);
                }
            }
        }
    }
}

impl Apart {
    fn resume(&mut self, frames: &mut Frames, program: &Program) {
        if self.calls.is_empty() {
            frames.become_body(self.at, &self.words);
        } else {
            self.resume_calls(frames, program);
        }
        if let Some(arrays) = &mut self.arrays {
            frames.take_arrays(arrays);
        }
    }

    fn resume_calls(&self, frames: &mut Frames, program: &Program) {
        let body = program.routine(frames.top().routine).own_words;
        let (own, mut rest) = self.words.split_at(body);
        frames.become_body(self.at, own);
        for (number, call) in self.calls.iter().enumerate() {
            let routine = program.routine(call.routine);
            frames.push(call.routine, routine, call.at, call.wanted);
            let count = match self.calls.len() - number {
                1 => rest.len(),
                _ => routine.own_words,
            };
            let (own, others) = rest.split_at(count);
            frames.become_call(own, call.owned);
            rest = others;
        }
    }

    fn suspend(&mut self, frames: &mut Frames, program: &Program, outputs: Outputs) {
        if frames.depth() == 1 {
            self.suspend_body(frames, program, outputs);
        } else {
            self.suspend_calls(frames, program, outputs);
        }
    }

    fn suspend_body(&mut self, frames: &mut Frames, program: &Program, outputs: Outputs) {
        let body = frames.of(0);
        let words = needed(&body, program, outputs);
        self.at = body.frame.at;
        match self.words.get_mut(..words.len()) {
            // What lies behind them was needed before, and is not any more.
            Some(kept) if self.calls.is_empty() => kept.copy_from_slice(words),
            _ => self.words = words.into(),
        }
        self.calls = Box::default();
        frames.give_arrays(&mut self.arrays);
    }

    fn suspend_calls(&mut self, frames: &mut Frames, program: &Program, outputs: Outputs) {
        let depth = frames.depth();
        self.at = frames.of(0).frame.at;
        let calls = (1..depth).map(|number| {
            let frame = frames.of(number).frame;
            Call {
                routine: frame.routine,
                at: frame.at,
                wanted: frame.wanted,
                owned: frame.owned as u32,
            }
        });
        self.calls = calls.collect();
        let words = (0..depth).flat_map(|number| {
            let outputs = match depth - number {
                1 => outputs,
                _ => Outputs::Dropped,
            };
            needed(&frames.of(number), program, outputs)
        });
        self.words = words.copied().collect();
        frames.give_arrays(&mut self.arrays);
        frames.keep_outermost();
    }
}

/// The words of a frame that are needed when it goes on.
fn needed<'f>(contents: &Contents<'f>, program: &Program, outputs: Outputs) -> &'f [i64] {
    let count = match outputs {
        Outputs::Kept => contents.words.len(),
        Outputs::Dropped => program.routine(contents.frame.routine).own_words,
    };
    &contents.words[..count]
}
