//! Executing instructions over the words of one frame.

use std::sync::atomic::Ordering::Relaxed;

use super::code::{At, Instr};
use super::interpreter::{Interpreter, Limits, Passed, Pause, routine};
use crate::code::kernel::ArrayRef;
use crate::engine::arithmetic::{binary_word, unary_word};
use crate::engine::handle::Handle;
use crate::engine::memory::Memory;
use crate::engine::words::{add, subtract};
use crate::program::Compared;

/// Why the instructions of one frame were left.
enum Halt {
    /// Without success, or because it is left to the machine.
    Out,
    /// The limits have to be looked at.
    Limit,
    /// The instruction concerns more than the words of the frame.
    Frames,
}

impl Interpreter {
    /// Executes until an instruction is left to the machine or a limit is near.
    pub fn run(&mut self, memory: &mut Memory, limits: &Limits) -> Pause {
        let mut pause = Pause::Limit;
        while self.is_within(limits) {
            let (at, halt) = self.run_frame(memory, limits);
            let goes_on = match halt {
                Halt::Out | Halt::Limit => false,
                Halt::Frames => self.change_frames(at, memory, limits),
            };
            if goes_on {
                continue;
            }
            // What of the statement was computed already is computed anew.
            let top = self.frames.top();
            let routine = routine(&self.program, top.algorithm.index());
            self.frames.top_mut().at = routine.start(routine.control_at(at));
            if !matches!(halt, Halt::Limit) {
                pause = Pause::Out;
            }
            break;
        }
        memory.initialised.settle();
        pause
    }

    /// Whether what is executed until the next look stays within the limits.
    fn is_within(&self, limits: &Limits) -> bool {
        self.passed.steps + self.longest < limits.steps && self.passed.ticks + 1 < limits.ticks
    }

    /// Executes instructions of the innermost frame; gives the one at which it stops.
    #[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
    fn run_frame(&mut self, memory: &Memory, limits: &Limits) -> (At, Halt) {
        let top = self.frames.top();
        let routine = routine(&self.program, top.algorithm.index());
        let code = routine.code.as_slice();
        let words = &mut self.frames.words[top.words..];
        let arrays = &self.frames.arrays[top.arrays..];
        let counts = &mut self.counts;
        let cells = memory.words();
        let most_steps = limits.steps - self.longest;
        let Passed {
            mut steps,
            mut ticks,
            ..
        } = self.passed;
        // Of the guarded stretches of the statement that is being executed.
        let (mut instructions, mut reads) = (0_u64, 0_u64);
        let mut at = top.at as usize;
        macro_rules! halt {
            ($halt:expr) => {{
                (self.passed.steps, self.passed.ticks) = (steps, ticks);
                return (at as At, $halt);
            }};
        }
        macro_rules! word {
            ($place:expr) => {
                words[usize::from($place)]
            };
        }
        // Stops where the flag of a result is negative.
        macro_rules! give {
            ($to:expr, $result:expr) => {{
                let (value, flag) = $result;
                if flag < 0 {
                    halt!(Halt::Out);
                }
                word!($to) = value;
            }};
        }
        macro_rules! array {
            ($array:expr) => {
                match arrays[usize::from($array)] {
                    Some(handle) => handle,
                    None => halt!(Halt::Out),
                }
            };
        }
        macro_rules! cell {
            ($array:expr, $row:expr, $column:expr) => {{
                let handle = array!($array);
                match handle.cell($row, $column) {
                    Some(cell) => cell,
                    None => halt!(Halt::Out),
                }
            }};
        }
        macro_rules! read {
            ($to:expr, $cell:expr) => {{
                let cell = $cell as usize;
                if !memory.initialised.has(cell) {
                    halt!(Halt::Out);
                }
                word!($to) = cells[cell].load(Relaxed);
            }};
        }
        loop {
            match code[at] {
                Instr::Move { to, from } => word!(to) = word!(from),
                Instr::Unary { operation, to, a } => give!(to, unary_word(operation, word!(a))),
                Instr::Binary {
                    operation,
                    to,
                    a,
                    b,
                } => give!(to, binary_word(operation, word!(a), word!(b))),
                Instr::Add { to, a, b } => give!(to, add(word!(a), word!(b))),
                Instr::Subtract { to, a, b } => give!(to, subtract(word!(a), word!(b))),
                Instr::Less { to, a, b } => word!(to) = i64::from(word!(a) < word!(b)),
                Instr::CheckWritten { flag } | Instr::Require { word: flag } => {
                    if word!(flag) == 0 {
                        halt!(Halt::Out);
                    }
                }
                Instr::Length { to, array, axis } => word!(to) = array!(array).length(axis),
                Instr::CellOf { to, array } => word!(to) = cell!(array, 0, 0),
                Instr::Cell { to, array, row } => word!(to) = cell!(array, word!(row), 0),
                Instr::CellAt {
                    to,
                    array,
                    row,
                    column,
                } => word!(to) = cell!(array, word!(row), word!(column)),
                Instr::Read { to, cell } => read!(to, word!(cell)),
                Instr::ReadRow {
                    to,
                    cell,
                    array,
                    row,
                } => {
                    let found = cell!(array, word!(row), 0);
                    word!(cell) = found;
                    read!(to, found);
                }
                Instr::Store { cell, value } => memory.write(word!(cell) as usize, word!(value)),
                Instr::Guard { test, open, to } => {
                    if (word!(test) != 0) != open {
                        at = to as usize;
                        continue;
                    }
                }
                Instr::Charge {
                    instructions: more,
                    reads: more_reads,
                } => {
                    instructions += u64::from(more);
                    reads += u64::from(more_reads);
                }
                Instr::Done { statement } => {
                    counts.add(statement);
                    steps += 1;
                }
                Instr::DoneVarying { statement } => {
                    let fixed = self.program.statements[statement as usize].instructions;
                    let count = counts.add(statement);
                    count.instructions += (u64::from(fixed) + instructions).max(1);
                    count.reads += reads;
                    (instructions, reads) = (0, 0);
                    steps += 1;
                }
                Instr::Unless { test, to } => {
                    if word!(test) == 0 {
                        at = to as usize;
                        continue;
                    }
                }
                Instr::Jump { to } => {
                    at = to as usize;
                    continue;
                }
                Instr::CountUp {
                    variable,
                    limit,
                    exit,
                } => {
                    if word!(variable) > word!(limit) {
                        at = exit as usize;
                        continue;
                    }
                }
                Instr::CountDown {
                    variable,
                    limit,
                    exit,
                } => {
                    if word!(variable) < word!(limit) {
                        at = exit as usize;
                        continue;
                    }
                }
                Instr::CountBy {
                    variable,
                    limit,
                    stride,
                    exit,
                } => {
                    let (value, limit) = (word!(variable), word!(limit));
                    let is_inside = if word!(stride) > 0 {
                        value <= limit
                    } else {
                        value >= limit
                    };
                    if !is_inside {
                        at = exit as usize;
                        continue;
                    }
                }
                Instr::CountNext {
                    variable,
                    stride,
                    head,
                    exit,
                } => {
                    let next = word!(variable).checked_add(word!(stride));
                    word!(variable) = next.unwrap_or(i64::MAX);
                    at = if next.is_some() { head } else { exit } as usize;
                    continue;
                }
                Instr::Tick => {
                    if steps >= most_steps || ticks + 1 >= limits.ticks {
                        halt!(Halt::Limit);
                    }
                    ticks += 1;
                }
                Instr::Round => self.passed.rounds += 1,
                Instr::SameLengths { site } => {
                    if !have_same_lengths(&routine.lengths[site as usize], arrays) {
                        halt!(Halt::Out);
                    }
                }
                Instr::Call { .. }
                | Instr::Return { .. }
                | Instr::ReturnArray { .. }
                | Instr::End
                | Instr::Allocate { .. }
                | Instr::Copy { .. } => halt!(Halt::Frames),
                Instr::Out => halt!(Halt::Out),
            }
            at += 1;
        }
    }
}

fn have_same_lengths(compared: &[Compared<ArrayRef>], arrays: &[Option<Handle>]) -> bool {
    let lengths = |compared: &Compared<ArrayRef>| {
        let handle = arrays[compared.array.slot.0 as usize]?;
        Some(handle.lengths(compared.dimension))
    };
    let Some((first, others)) = compared.split_first() else {
        return true;
    };
    let expected = lengths(first);
    expected.is_some() && others.iter().all(|other| lengths(other) == expected)
}
