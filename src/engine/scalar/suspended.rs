//! The calls of a waiting processor in compact form: in a block with a million processors almost all of
//! them wait.

use super::code::{DecodedProgram, DecodedRoutine, RoutineId};
use super::frames::{Contents, Frames};
use super::interpreter::Interpreter;
use crate::code::control::CallResult;
use crate::code::kernel::Slot;
use crate::engine::cells::Region;
use crate::engine::handle::Handle;
use crate::engine::memory::Memory;
use crate::program::ArrayId;

/// The most frames that are packed. More frames stay as they are, so that a processor that waits often
/// in a deep recursion is suspended in constant time.
const MOST_PACKED: usize = 8;
/// Words that represent an array.
const HANDLE_WORDS: usize = 3;
/// Words that represent cells owned by a frame.
const REGION_WORDS: usize = 2;
/// Words before a frame's own ones.
const HEAD_WORDS: usize = 4;
/// Represents an array without cells: no array starts at the last cell number.
const NOWHERE: [i64; HANDLE_WORDS] = [-1; HANDLE_WORDS];

/// The state of a waiting processor of a block.
#[derive(Debug)]
pub enum Suspended {
    /// The own parts of its few frames.
    Packed(PackedFrames),
    /// Its frames, of which there are many.
    Whole(Box<Frames>),
}

/// The own parts of frames: the rest is known from their routines, and for the block's body it is the
/// same for all processors. They are stored in one allocation, which is reused whenever the processor
/// waits.
///
/// Each frame, outermost first, consists of its head ([`HEAD_WORDS`]), its first words (scalars and
/// their flags; for the innermost frame all words if the outputs of a kernel are still needed), its own
/// arrays, and the cells that it owns.
#[derive(Debug, Default)]
pub struct PackedFrames(Vec<i64>);

/// Whether the outputs of the kernel at which a processor waits are still needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outputs {
    /// They stay in its frame.
    Kept,
    /// They may be overwritten.
    Dropped,
}

impl Suspended {
    /// A processor at the start of its block, with a single frame.
    pub fn at_beginning(frames: &Frames, program: &DecodedProgram) -> Self {
        let mut packed = PackedFrames::default();
        packed.fill(frames, program, Outputs::Dropped);
        Self::Packed(packed)
    }

    /// The bytes of its calls.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Packed(PackedFrames(row)) => (row.capacity() * size_of::<i64>()) as u64,
            Self::Whole(frames) => size_of::<Frames>() as u64 + frames.capacity_bytes(),
        }
    }

    /// The bytes of a processor with only the frame of its block's body and one region of cells for each
    /// array.
    pub fn bytes_at_beginning(body: &DecodedRoutine) -> usize {
        let arrays = (HANDLE_WORDS + REGION_WORDS) * body.own_arrays();
        size_of::<Self>() + size_of::<i64>() * (HEAD_WORDS + body.own_words + arrays)
    }

    /// Resumes a processor. The interpreter contains the frame of another processor of the block, with
    /// the same constants and outside scalars, and no arrays of that processor.
    pub fn resume(&mut self, interpreter: &mut Interpreter) {
        let Interpreter {
            program, frames, ..
        } = interpreter;
        match self {
            Self::Packed(packed) => packed.resume(frames, program),
            Self::Whole(whole) => std::mem::swap(frames, whole),
        }
    }

    /// Suspends the processor whose frames are in the interpreter.
    pub fn suspend(&mut self, interpreter: &mut Interpreter, outputs: Outputs) {
        let Interpreter {
            program, frames, ..
        } = interpreter;
        let is_deep = frames.depth() > MOST_PACKED;
        match &mut *self {
            Self::Packed(packed) if !is_deep => {
                packed.fill(frames, program, outputs);
                frames.become_body();
            }
            Self::Packed(_) => {
                let body = frames.body();
                let whole = std::mem::replace(frames, body);
                *self = Self::Whole(Box::new(whole));
            }
            // The frame of another processor has been there since this one was resumed.
            Self::Whole(whole) if is_deep => std::mem::swap(frames, whole),
            Self::Whole(_) => {
                *self = Self::Packed(PackedFrames::default());
                self.suspend(interpreter, outputs);
            }
        }
    }

    /// Releases the cells of a processor that does not continue.
    pub fn release(self, memory: &mut Memory) {
        match self {
            Self::Packed(PackedFrames(row)) => {
                let mut rest = row.as_slice();
                while !rest.is_empty() {
                    for (_, region) in Head::take(&mut rest).contents(&mut rest).owned() {
                        memory.release(region);
                    }
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

impl PackedFrames {
    /// Stores the own parts of frames.
    fn fill(&mut self, frames: &Frames, program: &DecodedProgram, outputs: Outputs) {
        let Self(row) = self;
        row.clear();
        let depth = frames.depth();
        for number in 0..depth {
            let Contents {
                frame,
                words,
                arrays,
                owned,
            } = frames.of(number);
            let routine = program.routine(frame.routine);
            let words = match outputs {
                Outputs::Kept if number + 1 == depth => words,
                _ => &words[..routine.own_words],
            };
            let arrays = &arrays[..routine.own_arrays()];
            // Most arrays will own one region of cells.
            let stretches = owned.len().max(arrays.len());
            let own = words.len() + HANDLE_WORDS * arrays.len() + REGION_WORDS * stretches;
            row.reserve_exact(HEAD_WORDS + own);
            let head = Head {
                routine: frame.routine,
                at: frame.at,
                wanted: frame.wanted,
                words: words.len() as u32,
                arrays: arrays.len() as u32,
                owned: owned.len() as u32,
            };
            row.extend_from_slice(&head.words());
            row.extend_from_slice(words);
            for array in arrays {
                row.extend_from_slice(&array.map_or(NOWHERE, Handle::words));
            }
            for (slot, region) in owned {
                row.extend_from_slice(&[i64::from(slot.0), pair(region.base, region.cells)]);
            }
        }
    }

    fn resume(&self, frames: &mut Frames, program: &DecodedProgram) {
        let mut rest = self.0.as_slice();
        let mut is_body = true;
        while !rest.is_empty() {
            let head = Head::take(&mut rest);
            if is_body {
                frames.stand_at(head.at);
            } else {
                let routine = program.routine(head.routine);
                frames.push(head.routine, routine, head.at, head.wanted);
            }
            is_body = false;
            let own = head.contents(&mut rest);
            frames.take_over(own.words, own.handles(), own.owned());
        }
    }
}

/// The words before a frame's own ones.
#[derive(Debug, Clone, Copy)]
struct Head {
    routine: RoutineId,
    at: u32,
    wanted: CallResult,
    words: u32,
    arrays: u32,
    owned: u32,
}

impl Head {
    fn words(self) -> [i64; HEAD_WORDS] {
        // A result is dropped, or stored in a scalar or in an array.
        let (kind, slot, array) = match self.wanted {
            CallResult::None => (0, 0, 0),
            CallResult::Scalar(slot) => (1, slot.0, 0),
            CallResult::Array(slot, array) => (2, slot.0, array.0),
        };
        [
            pair(self.routine.0, self.at),
            pair(slot, array),
            pair(kind, self.words),
            pair(self.arrays, self.owned),
        ]
    }

    fn take(rest: &mut &[i64]) -> Self {
        let [routine, target, sizes, counts] = take(rest, HEAD_WORDS) else {
            unreachable!("a head has so many words");
        };
        let (routine, at) = halves(*routine);
        let (slot, array) = halves(*target);
        let (kind, words) = halves(*sizes);
        let (arrays, owned) = halves(*counts);
        Self {
            routine: RoutineId(routine),
            at,
            wanted: match kind {
                0 => CallResult::None,
                1 => CallResult::Scalar(Slot(slot)),
                _ => CallResult::Array(Slot(slot), ArrayId(array)),
            },
            words,
            arrays,
            owned,
        }
    }

    /// The words after the head.
    fn contents<'r>(self, rest: &mut &'r [i64]) -> Own<'r> {
        Own {
            words: take(rest, self.words as usize),
            arrays: take(rest, HANDLE_WORDS * self.arrays as usize),
            owned: take(rest, REGION_WORDS * self.owned as usize),
        }
    }
}

/// The own parts of a frame.
struct Own<'r> {
    words: &'r [i64],
    arrays: &'r [i64],
    owned: &'r [i64],
}

impl<'r> Own<'r> {
    fn handles(&self) -> impl Iterator<Item = Option<Handle>> + use<'r> {
        let (arrays, _) = self.arrays.as_chunks();
        (arrays.iter()).map(|array| (*array != NOWHERE).then(|| Handle::of_words(*array)))
    }

    fn owned(&self) -> impl Iterator<Item = (Slot, Region)> + use<'r> {
        let (owned, _) = self.owned.as_chunks();
        owned.iter().map(|[slot, region]: &[i64; REGION_WORDS]| {
            let (base, cells) = halves(*region);
            (Slot(*slot as u32), Region { base, cells })
        })
    }
}

/// Takes the first words.
fn take<'r>(rest: &mut &'r [i64], count: usize) -> &'r [i64] {
    let (first, others) = rest.split_at(count);
    *rest = others;
    first
}

/// Two numbers in one word.
fn pair(lower: u32, upper: u32) -> i64 {
    (u64::from(upper) << 32 | u64::from(lower)) as i64
}

/// The two numbers in a word.
fn halves(word: i64) -> (u32, u32) {
    (word as u32, (word as u64 >> 32) as u32)
}
