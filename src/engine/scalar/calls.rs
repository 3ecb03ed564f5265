//! Instructions that change frames: calls, returns, and the creation and release of arrays.

use super::code::{Allocation, DecodedCall, RoutineId, ViewSite};
use super::instr::{At, FrameWord, Instr};
use super::interpreter::{Interpreter, InterpreterLimits};
use super::reach::CellReach;
use crate::code::algorithm::ParameterPassing;
use crate::code::control::CallResult;
use crate::code::kernel::Slot;
use crate::engine::handle::Handle;
use crate::engine::memory::{MOST_CELLS, Memory};
use crate::engine::part::{part, taken};

impl Interpreter {
    /// Executes an instruction that concerns more than the words of the innermost frame. Returns false
    /// if it is left to the machine.
    pub(super) fn change_frames(
        &mut self,
        at: At,
        memory: &mut Memory,
        limits: &InterpreterLimits,
        reach: &mut impl CellReach,
    ) -> bool {
        let top = self.frames.top();
        match self.program().routine(top.routine).code[at as usize] {
            Instr::Call { site } => self.call(site, at, memory, limits),
            Instr::Return { value, step } => self.give(value, step, memory),
            Instr::ReturnArray { array } => self.give_array(array, memory),
            Instr::End => {
                let is_wanted = top.wanted != CallResult::None;
                if self.frames.depth() == 1 || is_wanted {
                    return false;
                }
                self.frames.pop(memory);
                true
            }
            Instr::Allocate { site } => self.allocate(site, at, memory, limits, reach),
            Instr::View { site } => self.view(site, at),
            Instr::Copy { from, to } => self.copy(from, to, at, memory, reach),
            _ => false,
        }
    }

    fn done(&mut self, statement: u32) {
        self.counts.add(statement);
        self.passed.steps += 1;
    }

    fn call(&mut self, site: u32, at: At, memory: &Memory, limits: &InterpreterLimits) -> bool {
        let Self {
            program, frames, ..
        } = self;
        let top = frames.top();
        let DecodedCall {
            callee,
            scalars,
            arrays,
            result,
            statement,
        } = &program.routine(top.routine).calls[site as usize];
        let id = RoutineId::of(*callee);
        let Some(called) = &program.routines[id.0 as usize] else {
            return false;
        };
        let bytes = memory.bytes_with(0) + frames.bytes_with(called);
        if !called.is_callable || frames.depth() >= limits.depth || bytes > limits.bytes {
            return false;
        }
        let has_array = |slot: &Slot| frames.arrays[top.arrays + slot.0 as usize].is_some();
        if !arrays.iter().all(has_array) {
            return false;
        }
        frames.top_mut().at = at + 1;
        frames.push(id, called, 0, *result);
        let (mut scalars, mut arrays) = (scalars.iter(), arrays.iter());
        for parameter in &called.parameters {
            match parameter {
                ParameterPassing::Scalar(slot, _) => {
                    let place = scalars.next().expect("a call gives every scalar");
                    let word = frames.words[top.words + usize::from(*place)];
                    frames.assign(called, *slot, word);
                }
                ParameterPassing::Array(slot, _) => {
                    let passed = arrays.next().expect("a call gives every array");
                    let handle = frames.arrays[top.arrays + passed.0 as usize];
                    let to = frames.top().arrays + slot.0 as usize;
                    frames.arrays[to] = handle;
                }
                ParameterPassing::SharedScalar(..) => {
                    unreachable!("its cell needs more than a frame")
                }
            }
        }
        if let Some(statement) = *statement {
            self.done(statement);
        }
        true
    }

    /// Returns, with a word or without.
    fn give(&mut self, value: Option<FrameWord>, step: u32, memory: &mut Memory) -> bool {
        if self.frames.depth() == 1 {
            return false;
        }
        let top = self.frames.top();
        let word = value.map(|value| self.frames.words[top.words + usize::from(value)]);
        self.frames.pop(memory);
        if let (Some(word), CallResult::Scalar(slot)) = (word, top.wanted) {
            let caller = self.program.routine(self.frames.top().routine);
            self.frames.assign(caller, slot, word);
        }
        if let Some(statement) = step.checked_sub(1) {
            self.done(statement);
        }
        true
    }

    /// Returns an array that the innermost frame owns.
    fn give_array(&mut self, array: u16, memory: &mut Memory) -> bool {
        let top = self.frames.top();
        let handle = self.frames.arrays[top.arrays + usize::from(array)];
        let (CallResult::Array(slot, _), Some(handle), 2..) =
            (top.wanted, handle, self.frames.depth())
        else {
            return false;
        };
        let regions = self.frames.disown(Slot(array.into()));
        self.frames.pop(memory);
        self.frames.replace(slot, handle, &regions, memory);
        true
    }

    fn allocate(
        &mut self,
        site: u32,
        at: At,
        memory: &mut Memory,
        limits: &InterpreterLimits,
        reach: &mut impl CellReach,
    ) -> bool {
        let Self {
            program, frames, ..
        } = self;
        let top = frames.top();
        let Allocation {
            slot,
            lengths,
            words,
            statement,
        } = &program.routine(top.routine).allocations[site as usize];
        let length =
            |place: &FrameWord| u32::try_from(frames.words[top.words + usize::from(*place)]);
        let Ok(lengths) = lengths.iter().map(length).collect::<Result<Vec<u32>, _>>() else {
            return false;
        };
        let product =
            (lengths.iter()).try_fold(1_u64, |cells, length| cells.checked_mul(u64::from(*length)));
        let Some(cells) = product.filter(|cells| *cells < MOST_CELLS) else {
            return false;
        };
        let fits = memory.len() + cells < MOST_CELLS
            && (!memory.must_grow(cells as u32)
                || memory.bytes_with(cells) + frames.bytes() <= limits.bytes);
        let is_filled = |words: &Vec<i64>| words.len() as u64 == cells;
        if !fits || !words.as_ref().is_none_or(is_filled) {
            return false;
        }
        let Some(region) = memory.allocate(cells as u32) else {
            return false;
        };
        reach.obtain(region);
        if let Some(words) = words {
            memory.fill(region.range(), words.iter().copied());
        }
        let handle = Handle::of_dimensions(region.base, &lengths);
        frames.replace(*slot, handle, &[region], memory);
        frames.top_mut().at = at + 1;
        if let Some(statement) = *statement {
            self.done(statement);
        }
        true
    }

    fn view(&mut self, site: u32, at: At) -> bool {
        let Self {
            program, frames, ..
        } = self;
        let top = frames.top();
        let ViewSite {
            slot,
            of,
            axes,
            outputs,
        } = &program.routine(top.routine).views[site as usize];
        let Some(whole) = frames.arrays[top.arrays + usize::from(*of)] else {
            return false;
        };
        let words = |place: &FrameWord| frames.words[top.words + usize::from(*place)];
        let Ok(part) = part(whole, &taken(axes, outputs.iter().map(words))) else {
            return false;
        };
        frames.set_array(slot.0 as usize, part);
        frames.top_mut().at = at + 1;
        true
    }

    fn copy(
        &mut self,
        from: u16,
        to: u16,
        at: At,
        memory: &mut Memory,
        reach: &mut impl CellReach,
    ) -> bool {
        let top = self.frames.top();
        let array = |slot: u16| self.frames.arrays[top.arrays + usize::from(slot)];
        if let Some(source) = array(from) {
            let Some(target) = array(to) else {
                return false;
            };
            if source.lengths != target.lengths {
                return false;
            }
            let mut written = target.base as usize..target.base as usize + source.cells();
            if !written.all(|cell| reach.writes(cell)) {
                return false;
            }
            let first = source.base as usize;
            memory.copy(first..first + source.cells(), target.base as usize);
        }
        self.frames.top_mut().at = at + 1;
        true
    }
}
