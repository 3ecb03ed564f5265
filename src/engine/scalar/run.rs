//! Executes instructions over the words of one frame.

use std::sync::atomic::Ordering::Relaxed;

use super::elements;
use super::instr::{At, FrameWord, Instr};
use super::interpreter::{Interpreter, InterpreterCounts, InterpreterLimits, InterpreterPause};
use super::reach::{CellReach, TouchKind};
use crate::engine::arithmetic::{binary_word, unary_word};
use crate::engine::handle::Handle;
use crate::engine::memory::Memory;
use crate::engine::words::{add, subtract};
use crate::program::Compared;

/// Why the execution of a frame stopped.
enum Halt {
    /// The instruction failed, or is left to the machine.
    Out,
    /// The limits have to be checked.
    Limit,
    /// The instruction concerns more than the words of the frame.
    Frames,
    /// The cell of the access belongs to another processor.
    Foreign(u32, TouchKind),
    /// The machine executes it.
    Yield(u32),
    /// The end of a block's body.
    Closed,
}

impl Interpreter {
    /// Executes until an instruction is left to the machine or a limit is near.
    pub fn run(
        &mut self,
        memory: &mut Memory,
        limits: &InterpreterLimits,
        reach: &mut impl CellReach,
    ) -> InterpreterPause {
        let mut pause = InterpreterPause::Limit;
        while self.is_within(limits) {
            let (at, halt) = self.run_frame(memory, limits, reach);
            pause = match halt {
                Halt::Frames if self.change_frames(at, memory, limits, reach) => {
                    pause = InterpreterPause::Limit;
                    continue;
                }
                Halt::Out | Halt::Frames => InterpreterPause::Out,
                Halt::Limit => InterpreterPause::Limit,
                Halt::Foreign(cell, touch) => InterpreterPause::Foreign(cell, touch),
                Halt::Yield(site) => InterpreterPause::Yield(site),
                Halt::Closed => InterpreterPause::Closed,
            };
            self.frames.top_mut().at = at;
            if !matches!(pause, InterpreterPause::Yield(_)) {
                // The computed part of the statement is computed again.
                self.rewind();
            }
            break;
        }
        memory.initialised.settle();
        pause
    }

    /// Whether the execution until the next check stays within the limits.
    fn is_within(&self, limits: &InterpreterLimits) -> bool {
        self.passed.steps + self.longest < limits.steps && self.passed.ticks + 1 < limits.ticks
    }

    /// Executes instructions of the innermost frame; returns the one at which it stops.
    #[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
    fn run_frame(
        &mut self,
        memory: &Memory,
        limits: &InterpreterLimits,
        reach: &mut impl CellReach,
    ) -> (At, Halt) {
        let program = &self.program;
        let top = self.frames.top();
        let routine = program.routine(top.routine);
        let code = routine.code.as_slice();
        let words = &mut self.frames.words[top.words..];
        let arrays = &self.frames.arrays[top.arrays..];
        let counts = &mut self.counts;
        let cells = memory.words();
        let most_steps = limits.steps - self.longest;
        let InterpreterCounts {
            mut steps,
            mut ticks,
            mut own,
            ..
        } = self.passed;
        // Of the guarded stretches of the statement that is being executed.
        let (mut instructions, mut reads) = (0_u64, 0_u64);
        let mut at = top.at as usize;
        macro_rules! halt {
            ($halt:expr) => {{
                (self.passed.steps, self.passed.ticks, self.passed.own) = (steps, ticks, own);
                return (at as At, $halt);
            }};
        }
        macro_rules! word {
            ($place:expr) => {
                words[usize::from($place)]
            };
        }
        // Stops if the flag of a result is negative.
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
            ($array:expr, $find:ident, $($subscript:expr),+) => {{
                let handle = array!($array);
                match handle.$find($($subscript),+) {
                    Some(cell) => cell,
                    None => halt!(Halt::Out),
                }
            }};
        }
        // Stops if a cell belongs to another processor.
        macro_rules! hold {
            ($may:ident, $touch:ident, $cell:expr) => {
                if !reach.$may($cell as usize) {
                    halt!(Halt::Foreign($cell as u32, TouchKind::$touch));
                }
            };
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
                Instr::Within {
                    to,
                    array,
                    axis,
                    from,
                } => {
                    let subscript = word!(from);
                    if !array!(array).has(axis, subscript) {
                        halt!(Halt::Out);
                    }
                    word!(to) = subscript;
                }
                Instr::CellOf { to, array } => word!(to) = cell!(array, cell, 0),
                Instr::Cell { to, array, row } => word!(to) = cell!(array, cell, word!(row)),
                Instr::CellAt {
                    to,
                    array,
                    row,
                    column,
                } => word!(to) = cell!(array, cell_at, word!(row), word!(column)),
                Instr::Peek { to, cell } => read!(to, word!(cell)),
                Instr::Read { to, cell } => {
                    hold!(reads, Read, word!(cell));
                    read!(to, word!(cell));
                }
                Instr::ReadRow {
                    to,
                    cell,
                    array,
                    row,
                } => {
                    let found = cell!(array, cell, word!(row));
                    word!(cell) = found;
                    hold!(reads, Read, found);
                    read!(to, found);
                }
                Instr::Poke { cell, value } => memory.write(word!(cell) as usize, word!(value)),
                Instr::Store { cell, value } => {
                    hold!(writes, Write, word!(cell));
                    memory.write(word!(cell) as usize, word!(value));
                }
                Instr::Elements { site } => {
                    let elements = &routine.elements[site as usize];
                    self.staged.begin();
                    if !elements::first(elements, words) {
                        at = elements.end as usize;
                        continue;
                    }
                }
                Instr::Element {
                    cell,
                    value,
                    shared,
                    own: fixed,
                } => {
                    if shared {
                        hold!(writes, Write, word!(cell));
                    }
                    let more = u64::from(fixed) + instructions - reads;
                    (instructions, reads) = (0, 0);
                    self.staged.push(word!(cell), word!(value), more);
                }
                Instr::NextElement { site } => {
                    let elements = &routine.elements[site as usize];
                    if elements::next(elements, words) {
                        at = elements.body as usize;
                        continue;
                    }
                    own += self.staged.write(memory);
                    steps += 1;
                }
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
                Instr::Done {
                    statement,
                    own: more,
                } => {
                    counts.add(statement);
                    steps += 1;
                    own += u64::from(more);
                }
                Instr::Computed { own: fixed } => {
                    own += u64::from(fixed) + instructions - reads;
                    (instructions, reads) = (0, 0);
                }
                Instr::DoneVarying {
                    statement,
                    own: more,
                } => {
                    own += (u64::from(more) + instructions - reads).max(1);
                    let fixed = program.statements[statement as usize].instructions;
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
                Instr::SameExtents { site } => {
                    let lengths = |places: &Vec<FrameWord>| -> Vec<i64> {
                        places.iter().map(|place| word!(*place)).collect()
                    };
                    if !agree(routine.extents[site as usize].iter().map(lengths)) {
                        halt!(Halt::Out);
                    }
                }
                Instr::Yield { site } => halt!(Halt::Yield(site)),
                Instr::Close => halt!(Halt::Closed),
                Instr::Call { .. }
                | Instr::Return { .. }
                | Instr::ReturnArray { .. }
                | Instr::End
                | Instr::Allocate { .. }
                | Instr::View { .. }
                | Instr::Copy { .. } => halt!(Halt::Frames),
                Instr::Out => halt!(Halt::Out),
            }
            at += 1;
        }
    }
}

/// Whether lengths agree and none is negative.
fn agree(mut lengths: impl Iterator<Item = Vec<i64>>) -> bool {
    let Some(first) = lengths.next() else {
        return true;
    };
    first.iter().all(|length| *length >= 0) && lengths.all(|other| other == first)
}

fn have_same_lengths(compared: &[Compared<u16>], arrays: &[Option<Handle>]) -> bool {
    let lengths = |compared: &Compared<u16>| {
        let handle = arrays[usize::from(compared.array)]?;
        Some(handle.compared(compared.dimension))
    };
    let Some((first, others)) = compared.split_first() else {
        return true;
    };
    let expected = lengths(first);
    expected.is_some() && others.iter().all(|other| lengths(other) == expected)
}
