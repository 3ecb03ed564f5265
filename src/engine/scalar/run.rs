//! The interpreter of one processor.

use super::code::{Allocation, At, CallSite, Instr, Place, Program, Routine, Statement};
use super::frames::{Contents, Frames};
use std::sync::atomic::Ordering::Relaxed;

use std::sync::Arc;

use crate::code::control::{CallResult, Parameter, Pc};
use crate::code::kernel::{ArrayRef, Slot};
use crate::engine::arithmetic::{add, binary_word, subtract, unary_word};
use crate::engine::handle::Handle;
use crate::engine::memory::{MOST_CELLS, Memory, Region};
use crate::program::{AlgorithmId, Compared};

/// Why the interpreter stopped. Everything is as it was before the instruction at which the
/// innermost frame stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// The instruction is left to the machine.
    Out,
    /// The limits of this call of [`Interpreter::run`] are near.
    Limit,
}

/// What one call of [`Interpreter::run`] may use. It stops early enough, not at the very last unit.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Steps.
    pub steps: u64,
    /// Executions of loop bodies.
    pub ticks: u64,
    /// Frames at one time.
    pub depth: usize,
    /// Bytes of the memory and of all frames.
    pub bytes: u64,
}

/// The interpreter of one processor: its program, its calls, and what it has executed.
#[derive(Debug, Clone)]
pub struct Interpreter {
    program: Arc<Program>,
    /// The calls in progress.
    pub frames: Frames,
    /// By statement.
    counts: Vec<Count>,
    /// The statements that were executed, in the order of their first execution.
    executed: Vec<u32>,
    /// Rounds since they were last taken.
    rounds: u64,
    /// Executions of loop bodies since they were last taken.
    ticks: u64,
    /// Steps since they were last taken.
    steps: u64,
    /// The most steps that are executed between two looks at the limits.
    longest: u64,
}

/// How often a statement was executed.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    times: u64,
    /// Of executions with guarded stretches: the instructions, and the reads in those stretches.
    instructions: u64,
    reads: u64,
}

/// What a processor executed: the executions of one statement together.
#[derive(Debug, Clone, Copy)]
pub struct Executed {
    /// The statement.
    pub statement: Statement,
    /// How often.
    pub times: u64,
    /// Instructions (the unit of cost).
    pub instructions: u64,
    /// Reads of shared memory.
    pub reads: u64,
}

/// Steps, rounds and executions of loop bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    /// Steps.
    pub steps: u64,
    /// Rounds.
    pub rounds: u64,
    /// Executions of loop bodies.
    pub ticks: u64,
}

/// What a frame holds.
#[derive(Debug)]
pub struct Held<'a> {
    /// Of which algorithm.
    pub algorithm: AlgorithmId,
    /// The same, decoded.
    pub routine: &'a Routine,
    /// The control instruction that is next; of a caller, its call.
    pub pc: Pc,
    /// Where its result goes.
    pub wanted: CallResult,
    words: &'a [i64],
    /// By slot.
    pub arrays: &'a [Option<Handle>],
    /// The cells that it owns, with the slots that hold them.
    pub owned: &'a [(Slot, Region)],
}

impl Held<'_> {
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
    /// A processor that has executed nothing.
    pub fn new(program: Program) -> Self {
        let routines = program.routines.iter().flatten();
        let longest = routines.map(|routine| routine.code.len() as u64).max();
        Self {
            counts: vec![Count::default(); program.statements.len()],
            program: Arc::new(program),
            frames: Frames::default(),
            executed: Vec::new(),
            rounds: 0,
            ticks: 0,
            steps: 0,
            longest: longest.unwrap_or(0),
        }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Begins with a frame of an algorithm that stands at a control instruction: the words of its
    /// scalars and whether they were written, its arrays, and the cells that it owns.
    pub fn enter(
        &mut self,
        algorithm: AlgorithmId,
        pc: Pc,
        scalars: impl Iterator<Item = (i64, bool)>,
        arrays: impl Iterator<Item = Option<Handle>>,
        owned: &[(Slot, Region)],
    ) {
        let routine = routine(&self.program, algorithm.index());
        let frames = &mut self.frames;
        frames.push(algorithm, routine, routine.start(pc), CallResult::None);
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

    /// What a frame holds, by its number from the outermost, 0.
    pub fn held(&self, number: usize) -> Held<'_> {
        let Contents {
            frame,
            words,
            arrays,
            owned,
        } = self.frames.of(number);
        let routine = routine(&self.program, frame.algorithm.index());
        let is_top = number + 1 == self.frames.depth();
        // A caller stands behind its call.
        let at = if is_top { frame.at } else { frame.at - 1 };
        Held {
            algorithm: frame.algorithm,
            routine,
            pc: routine.control_at(at),
            wanted: frame.wanted,
            words,
            arrays,
            owned,
        }
    }

    fn routine(&self, algorithm: usize) -> &Routine {
        routine(&self.program, algorithm)
    }

    /// What was executed since the last call, statement by statement.
    pub fn take_executed(&mut self) -> impl Iterator<Item = Executed> + '_ {
        let Self {
            program,
            counts,
            executed,
            ..
        } = self;
        executed.drain(..).map(|number| {
            let statement = program.statements[number as usize];
            let count = std::mem::take(&mut counts[number as usize]);
            let each = u64::from(statement.instructions).max(1);
            let fixed = if count.instructions == 0 {
                each * count.times
            } else {
                0
            };
            Executed {
                statement,
                times: count.times,
                instructions: fixed + count.instructions,
                reads: u64::from(statement.reads) * count.times + count.reads,
            }
        })
    }

    /// What has passed since the last call.
    pub fn take_passed(&mut self) -> Passed {
        Passed {
            steps: std::mem::take(&mut self.steps),
            rounds: std::mem::take(&mut self.rounds),
            ticks: std::mem::take(&mut self.ticks),
        }
    }

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
        memory.written.settle();
        pause
    }

    /// Whether what is executed until the next look stays within the limits.
    fn is_within(&self, limits: &Limits) -> bool {
        self.steps + self.longest < limits.steps && self.ticks + 1 < limits.ticks
    }

    /// Executes instructions of the innermost frame; gives the one at which it stops.
    #[expect(clippy::too_many_lines, reason = "one arm for each instruction")]
    fn run_frame(&mut self, memory: &Memory, limits: &Limits) -> (At, Halt) {
        let top = self.frames.top();
        let routine = routine(&self.program, top.algorithm.index());
        let code = routine.code.as_slice();
        let words = &mut self.frames.words[top.words..];
        let arrays = &self.frames.arrays[top.arrays..];
        let counts = self.counts.as_mut_slice();
        let cells = memory.words();
        let most_steps = limits.steps - self.longest;
        let (mut steps, mut ticks) = (self.steps, self.ticks);
        // Of the guarded stretches of the statement that is being executed.
        let (mut instructions, mut reads) = (0_u64, 0_u64);
        let mut at = top.at as usize;
        macro_rules! halt {
            ($halt:expr) => {{
                (self.steps, self.ticks) = (steps, ticks);
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
                match cell(handle, $row, $column) {
                    Some(cell) => cell,
                    None => halt!(Halt::Out),
                }
            }};
        }
        macro_rules! read {
            ($to:expr, $cell:expr) => {{
                let cell = $cell as usize;
                if !memory.written.has(cell) {
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
                    let count = &mut counts[statement as usize];
                    if count.times == 0 {
                        self.executed.push(statement);
                    }
                    count.times += 1;
                    steps += 1;
                }
                Instr::DoneVarying { statement } => {
                    let count = &mut counts[statement as usize];
                    if count.times == 0 {
                        self.executed.push(statement);
                    }
                    let fixed = self.program.statements[statement as usize].instructions;
                    count.times += 1;
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
                Instr::Round => self.rounds += 1,
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

    /// Executes the instruction that concerns more than the words of the innermost frame. False
    /// where it is left to the machine.
    fn change_frames(&mut self, at: At, memory: &mut Memory, limits: &Limits) -> bool {
        let top = self.frames.top();
        match self.routine(top.algorithm.index()).code[at as usize] {
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
            Instr::Allocate { site } => self.allocate(site, at, memory, limits),
            Instr::Copy { from, to } => self.copy(from, to, at, memory),
            _ => false,
        }
    }

    fn done(&mut self, statement: u32) {
        let count = &mut self.counts[statement as usize];
        if count.times == 0 {
            self.executed.push(statement);
        }
        count.times += 1;
        self.steps += 1;
    }

    fn call(&mut self, site: u32, at: At, memory: &Memory, limits: &Limits) -> bool {
        let Self {
            program, frames, ..
        } = self;
        let top = frames.top();
        let CallSite {
            callee,
            scalars,
            arrays,
            result,
            statement,
        } = &routine(program, top.algorithm.index()).calls[site as usize];
        let Some(called) = &program.routines[callee.index()] else {
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
        frames.push(*callee, called, 0, *result);
        let (mut scalars, mut arrays) = (scalars.iter(), arrays.iter());
        for parameter in &called.parameters {
            match parameter {
                Parameter::Scalar(slot, _) => {
                    let place = scalars.next().expect("a call gives every scalar");
                    let word = frames.words[top.words + usize::from(*place)];
                    frames.assign(called, *slot, word);
                }
                Parameter::Array(slot, _) => {
                    let passed = arrays.next().expect("a call gives every array");
                    let handle = frames.arrays[top.arrays + passed.0 as usize];
                    let to = frames.top().arrays + slot.0 as usize;
                    frames.arrays[to] = handle;
                }
                Parameter::SharedScalar(..) => unreachable!("its cell needs more than a frame"),
            }
        }
        if let Some(statement) = *statement {
            self.done(statement);
        }
        true
    }

    /// Returns, with a word or without.
    fn give(&mut self, value: Option<Place>, step: u32, memory: &mut Memory) -> bool {
        if self.frames.depth() == 1 {
            return false;
        }
        let top = self.frames.top();
        let word = value.map(|value| self.frames.words[top.words + usize::from(value)]);
        self.frames.pop(memory);
        if let (Some(word), CallResult::Scalar(slot)) = (word, top.wanted) {
            let caller = self.frames.top().algorithm.index();
            self.frames
                .assign(routine(&self.program, caller), slot, word);
        }
        if let Some(statement) = step.checked_sub(1) {
            self.done(statement);
        }
        true
    }

    /// Returns an array of the innermost frame's own.
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

    fn allocate(&mut self, site: u32, at: At, memory: &mut Memory, limits: &Limits) -> bool {
        let Self {
            program, frames, ..
        } = self;
        let top = frames.top();
        let Allocation {
            slot,
            lengths,
            words,
            statement,
        } = &routine(program, top.algorithm.index()).allocations[site as usize];
        let length = |place: Option<Place>| {
            place.map_or(1, |place| frames.words[top.words + usize::from(place)])
        };
        let [Ok(rows), Ok(columns)] = lengths.map(|place| u32::try_from(length(place))) else {
            return false;
        };
        let cells = u64::from(rows) * u64::from(columns);
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
        if let Some(words) = words {
            memory.fill(region.range(), words.iter().copied());
        }
        let handle = Handle {
            base: region.base,
            rows,
            columns,
        };
        frames.replace(*slot, handle, &[region], memory);
        frames.top_mut().at = at + 1;
        if let Some(statement) = *statement {
            self.done(statement);
        }
        true
    }

    fn copy(&mut self, from: u16, to: u16, at: At, memory: &mut Memory) -> bool {
        let top = self.frames.top();
        let array = |slot: u16| self.frames.arrays[top.arrays + usize::from(slot)];
        if let Some(source) = array(from) {
            let Some(target) = array(to) else {
                return false;
            };
            if (source.rows, source.columns) != (target.rows, target.columns) {
                return false;
            }
            let first = source.base as usize;
            memory.copy(first..first + source.cells(), target.base as usize);
        }
        self.frames.top_mut().at = at + 1;
        true
    }
}

fn routine(program: &Program, algorithm: usize) -> &Routine {
    let routine = program.routines[algorithm].as_ref();
    routine.expect("only decoded algorithms get frames")
}

/// The cell of an array at a row and a column; none outside of it.
#[inline]
fn cell(handle: Handle, row: i64, column: i64) -> Option<i64> {
    let is_inside =
        (row as u64) < u64::from(handle.rows) && (column as u64) < u64::from(handle.columns);
    let offset = row
        .wrapping_mul(i64::from(handle.columns))
        .wrapping_add(column);
    is_inside.then(|| i64::from(handle.base) + offset)
}

fn have_same_lengths(compared: &[Compared<ArrayRef>], arrays: &[Option<Handle>]) -> bool {
    let lengths = |compared: &Compared<ArrayRef>| {
        let handle = arrays[compared.array.slot.0 as usize]?;
        Some(match compared.dimension {
            None => (handle.rows, handle.columns),
            Some(0) => (handle.rows, 1),
            Some(_) => (handle.columns, 1),
        })
    };
    let Some((first, others)) = compared.split_first() else {
        return true;
    };
    let expected = lengths(first);
    expected.is_some() && others.iter().all(|other| lengths(other) == expected)
}
