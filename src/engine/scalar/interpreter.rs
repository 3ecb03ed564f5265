//! The interpreter of a single processor: its state, and how it is transferred.

use std::sync::Arc;

use super::code::{DecodedProgram, DecodedRoutine, RoutineId};
use super::counts::{ExecutionCount, StatementCounts};
use super::elements::Staged;
use super::frames::{Contents, Frames};
use super::reach::TouchKind;
use crate::code::control::{CallResult, Pc};
use crate::code::kernel::Slot;
use crate::engine::cells::Region;
use crate::engine::handle::Handle;
use crate::program::AlgorithmId;

/// Why the interpreter stopped. The state is that before the instruction of the innermost frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InterpreterPause {
    /// The instruction is left to the machine.
    Out,
    /// The limits of this call of [`Interpreter::run`] are near.
    Limit,
    /// The instruction would access this cell, which belongs to another processor.
    Foreign(u32, TouchKind),
    /// The innermost frame is at a [`Yield`](super::code::Yield) of its routine, by number, and the
    /// outputs of its kernel are computed.
    Yield(u32),
    /// The end of a block's body, in the outermost frame.
    Closed,
}

/// The limits of one call of [`Interpreter::run`]. It stops early enough, not exactly at the limit.
#[derive(Debug, Clone, Copy)]
pub struct InterpreterLimits {
    /// Steps.
    pub steps: u64,
    /// Executions of loop bodies.
    pub ticks: u64,
    /// The most frames at the same time.
    pub depth: usize,
    /// The most bytes of the memory and of all frames.
    pub bytes: u64,
}

/// The interpreter of a single processor: its program, its calls, and its counts.
#[derive(Debug, Clone)]
pub struct Interpreter {
    pub(super) program: Arc<DecodedProgram>,
    /// The calls in progress.
    pub frames: Frames,
    /// The executions since they were last taken.
    pub(super) counts: StatementCounts,
    /// The steps, rounds and iterations since they were last taken.
    pub(super) passed: InterpreterCounts,
    /// The most steps that are executed between two checks of the limits.
    pub(super) longest: u64,
    /// A statement about whole arrays in progress.
    pub(super) staged: Staged,
}

/// Steps, rounds and executions of loop bodies.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct InterpreterCounts {
    /// Steps.
    pub steps: u64,
    /// Rounds.
    pub rounds: u64,
    /// Executions of loop bodies.
    pub ticks: u64,
    /// Instructions that are no accesses to shared memory.
    pub own: u64,
}

/// The contents of a frame.
#[derive(Debug)]
pub struct FrameContents<'a> {
    /// The algorithm that is executed.
    pub algorithm: AlgorithmId,
    /// The decoded routine.
    pub routine: &'a DecodedRoutine,
    /// The control instruction that is next; of a caller, its call.
    pub pc: Pc,
    /// The destination of its result.
    pub wanted: CallResult,
    words: &'a [i64],
    /// By slot.
    pub arrays: &'a [Option<Handle>],
    /// The cells that it owns, with the slots that refer to them.
    pub owned: &'a [(Slot, Region)],
}

impl FrameContents<'_> {
    /// By slot, the word of a scalar and whether it was written.
    pub fn scalars(&self) -> impl Iterator<Item = (i64, bool)> + '_ {
        let words = self.words.iter().zip(&self.routine.flags);
        words.map(|(word, flag)| {
            (
                *word,
                flag.is_none_or(|flag| self.words[usize::from(flag)] != 0),
            )
        })
    }
}

impl Interpreter {
    /// A processor that has not executed anything.
    pub fn new(program: DecodedProgram) -> Self {
        let routines = program.routines.iter().flatten();
        let longest = routines.map(|routine| routine.code.len() as u64).max();
        Self {
            counts: StatementCounts::new(program.statements.len()),
            program: Arc::new(program),
            frames: Frames::default(),
            passed: InterpreterCounts::default(),
            longest: longest.unwrap_or(0),
            staged: Staged::default(),
        }
    }

    /// The program.
    #[inline]
    pub fn program(&self) -> &DecodedProgram {
        &self.program
    }

    /// Assigns a scalar of the innermost frame.
    #[inline]
    pub fn assign(&mut self, slot: Slot, word: i64) {
        let routine = self.program.routine(self.frames.top().routine);
        self.frames.assign(routine, slot, word);
    }

    /// Returns the innermost frame to the start of its current instruction.
    pub fn rewind(&mut self) {
        let top = self.frames.top();
        let routine = self.program.routine(top.routine);
        self.frames.top_mut().at = routine.start(routine.control_at(top.at));
    }

    /// Continues after the instruction at which the innermost frame yielded, which is done.
    #[inline]
    pub fn proceed(&mut self) {
        self.frames.top_mut().at += 1;
    }

    /// Starts with a frame of an algorithm at a control instruction: the words of its scalars and their
    /// flags, its arrays, and the cells that it owns.
    pub fn enter(
        &mut self,
        algorithm: AlgorithmId,
        pc: Pc,
        scalars: impl Iterator<Item = (i64, bool)>,
        arrays: impl Iterator<Item = Option<Handle>>,
        owned: &[(Slot, Region)],
    ) {
        let id = RoutineId::of(algorithm);
        let routine = self.program.routine(id);
        let frames = &mut self.frames;
        frames.push(id, routine, routine.start(pc), CallResult::None);
        let top = frames.top();
        for (slot, (word, is_written)) in scalars.enumerate() {
            frames.words[top.words + slot] = word;
            if let Some(flag) = routine.flags[slot] {
                frames.words[top.words + usize::from(flag)] = is_written.into();
            }
        }
        for (slot, handle) in arrays.enumerate() {
            frames.arrays[top.arrays + slot] = handle;
        }
        for (slot, region) in owned {
            frames.own(*slot, *region);
        }
    }

    /// The contents of a frame, by its number from the outermost, 0.
    pub fn held(&self, number: usize) -> FrameContents<'_> {
        let Contents {
            frame,
            words,
            arrays,
            owned,
        } = self.frames.of(number);
        let routine = self.program.routine(frame.routine);
        let is_top = number + 1 == self.frames.depth();
        // A caller is at the position after its call.
        let at = if is_top { frame.at } else { frame.at - 1 };
        FrameContents {
            algorithm: routine.algorithm,
            routine,
            pc: routine.control_at(at),
            wanted: frame.wanted,
            words,
            arrays: &arrays[..routine.own_arrays()],
            owned,
        }
    }

    /// The executions since the last call, by statement.
    pub fn take_executed(&mut self) -> impl Iterator<Item = ExecutionCount> + '_ {
        self.counts.take(&self.program)
    }

    /// The steps, rounds and iterations since the last call.
    pub fn take_passed(&mut self) -> InterpreterCounts {
        std::mem::take(&mut self.passed)
    }
}
