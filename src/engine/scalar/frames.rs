//! The frames of the calls in progress of a single processor: words, arrays, and owned cells.

use super::code::{DecodedRoutine, RoutineId};
use super::instr::At;
use crate::code::control::CallResult;
use crate::code::kernel::Slot;
use crate::engine::cells::Region;
use crate::engine::handle::Handle;
use crate::engine::memory::Memory;

/// A call in progress.
#[derive(Debug, Clone, Copy)]
pub struct CallFrame {
    /// The routine that is executed.
    pub routine: RoutineId,
    /// Its next instruction, or the position after the call that it waits for.
    pub at: At,
    /// The destination of its result.
    pub wanted: CallResult,
    /// Its first word.
    pub(super) words: usize,
    /// Its first array.
    pub(super) arrays: usize,
    /// The number of its own arrays; the others are outside its block.
    own_arrays: usize,
    /// The first entry of the cells that it owns.
    pub(super) owned: usize,
}

/// The frames, from the outermost one to the innermost.
#[derive(Debug, Default, Clone)]
pub struct Frames {
    calls: Vec<CallFrame>,
    pub(super) words: Vec<i64>,
    pub(super) arrays: Vec<Option<Handle>>,
    owned: Vec<(Slot, Region)>,
}

/// The contents of a frame.
#[derive(Debug)]
pub struct Contents<'a> {
    /// The call.
    pub frame: CallFrame,
    /// Its words.
    pub words: &'a [i64],
    /// Its arrays, by slot.
    pub arrays: &'a [Option<Handle>],
    /// The cells that it owns, with the slots that refer to them.
    pub owned: &'a [(Slot, Region)],
}

impl Frames {
    /// The number of frames.
    pub fn depth(&self) -> usize {
        self.calls.len()
    }

    /// The bytes of their words and arrays.
    pub fn bytes(&self) -> u64 {
        (size_of_val(self.words.as_slice()) + size_of_val(self.arrays.as_slice())) as u64
    }

    /// The bytes of their allocations, including unused capacity.
    pub fn capacity_bytes(&self) -> u64 {
        let bytes = self.calls.capacity() * size_of::<CallFrame>()
            + self.words.capacity() * size_of::<i64>()
            + self.arrays.capacity() * size_of::<Option<Handle>>()
            + self.owned.capacity() * size_of::<(Slot, Region)>();
        bytes as u64
    }

    /// The bytes with one more frame of a routine.
    pub fn bytes_with(&self, routine: &DecodedRoutine) -> u64 {
        let arrays = routine.arrays * size_of::<Option<Handle>>();
        self.bytes() + (size_of_val(routine.template.as_slice()) + arrays) as u64
    }

    /// Adds an empty frame of a routine.
    pub fn push(&mut self, id: RoutineId, routine: &DecodedRoutine, at: At, wanted: CallResult) {
        self.calls.push(CallFrame {
            routine: id,
            at,
            wanted,
            words: self.words.len(),
            arrays: self.arrays.len(),
            own_arrays: routine.own_arrays(),
            owned: self.owned.len(),
        });
        self.words.extend_from_slice(&routine.template);
        let arrays = self.arrays.len() + routine.arrays;
        self.arrays.resize(arrays, None);
    }

    /// The words of the innermost frame.
    #[inline]
    pub fn top_words(&self) -> &[i64] {
        &self.words[self.top().words..]
    }

    /// An array of the innermost frame.
    pub fn array(&self, slot: Slot) -> Option<Handle> {
        self.arrays[self.top().arrays + slot.0 as usize]
    }

    /// Sets a word of the innermost frame.
    pub fn set_word(&mut self, place: usize, word: i64) {
        let first = self.top().words;
        self.words[first + place] = word;
    }

    /// Sets an array of the innermost frame.
    pub fn set_array(&mut self, place: usize, handle: Handle) {
        let first = self.top().arrays;
        self.arrays[first + place] = Some(handle);
    }

    /// The innermost frame.
    #[inline]
    pub fn top(&self) -> CallFrame {
        *self.calls.last().expect("a processor has a frame")
    }

    #[inline]
    pub(super) fn top_mut(&mut self) -> &mut CallFrame {
        self.calls.last_mut().expect("a processor has a frame")
    }

    /// The contents of a frame, by its number from the outermost, 0.
    #[inline]
    pub fn of(&self, number: usize) -> Contents<'_> {
        let frame = self.calls[number];
        let next = self.calls.get(number + 1);
        let words = next.map_or(self.words.len(), |next| next.words);
        let arrays = next.map_or(self.arrays.len(), |next| next.arrays);
        let owned = next.map_or(self.owned.len(), |next| next.owned);
        Contents {
            frame,
            words: &self.words[frame.words..words],
            arrays: &self.arrays[frame.arrays..arrays],
            owned: &self.owned[frame.owned..owned],
        }
    }

    /// Sets the position of the innermost frame.
    pub(super) fn stand_at(&mut self, at: At) {
        self.top_mut().at = at;
    }

    /// Sets the first words, the own arrays and the owned cells of the innermost frame, which is empty.
    pub(super) fn take_over(
        &mut self,
        words: &[i64],
        arrays: impl Iterator<Item = Option<Handle>>,
        owned: impl Iterator<Item = (Slot, Region)>,
    ) {
        let top = self.top();
        self.words[top.words..][..words.len()].copy_from_slice(words);
        for (to, array) in self.arrays[top.arrays..].iter_mut().zip(arrays) {
            *to = array;
        }
        self.owned.extend(owned);
    }

    /// Removes all frames except the outermost, which loses its own arrays. Their contents were copied
    /// before, together with their cells.
    pub(super) fn become_body(&mut self) {
        if let Some(second) = self.calls.get(1) {
            self.words.truncate(second.words);
            self.arrays.truncate(second.arrays);
            self.calls.truncate(1);
        }
        let own = self.top().own_arrays;
        self.arrays[..own].fill(None);
        self.owned.clear();
    }

    /// The outermost frame without its own arrays, for other processors.
    pub(super) fn body(&self) -> Self {
        let outermost = self.of(0);
        let mut arrays = outermost.arrays.to_vec();
        arrays[..outermost.frame.own_arrays].fill(None);
        Self {
            calls: vec![outermost.frame],
            words: outermost.words.to_vec(),
            arrays,
            owned: Vec::new(),
        }
    }

    /// The innermost frame owns cells under an array's slot.
    pub fn own(&mut self, slot: Slot, region: Region) {
        self.owned.push((slot, region));
    }

    /// Assigns new cells to an array slot of the innermost frame, in place of those that it owned there.
    pub fn replace(&mut self, slot: Slot, handle: Handle, regions: &[Region], memory: &mut Memory) {
        let first = self.top().owned;
        let mut at = first;
        while at < self.owned.len() {
            if self.owned[at].0 == slot {
                memory.release(self.owned.remove(at).1);
            } else {
                at += 1;
            }
        }
        self.owned
            .extend(regions.iter().map(|region| (slot, *region)));
        let top = self.top();
        self.arrays[top.arrays + slot.0 as usize] = Some(handle);
    }

    /// Takes the cells that the innermost frame owns under a slot.
    pub(super) fn disown(&mut self, slot: Slot) -> Vec<Region> {
        let first = self.top().owned;
        let mut given = Vec::new();
        let mut at = first;
        while at < self.owned.len() {
            if self.owned[at].0 == slot {
                given.push(self.owned.remove(at).1);
            } else {
                at += 1;
            }
        }
        given
    }

    /// Removes the innermost frame and releases its cells.
    pub fn pop(&mut self, memory: &mut Memory) -> CallFrame {
        let frame = self.calls.pop().expect("a processor has a frame");
        self.words.truncate(frame.words);
        self.arrays.truncate(frame.arrays);
        for (_, region) in self.owned.drain(frame.owned..) {
            memory.release(region);
        }
        frame
    }

    /// Removes all frames; their cells now have other owners.
    pub fn clear(&mut self) {
        self.calls.clear();
        self.words.clear();
        self.arrays.clear();
        self.owned.clear();
    }

    /// Assigns a scalar of the innermost frame, which belongs to this routine.
    #[inline]
    pub fn assign(&mut self, routine: &DecodedRoutine, slot: Slot, word: i64) {
        let first = self.top().words;
        self.words[first + slot.0 as usize] = word;
        if let Some(flag) = routine.flags[slot.0 as usize] {
            self.words[first + usize::from(flag)] = 1;
        }
    }
}
