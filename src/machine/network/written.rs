//! The memory of the record of messages, which grows during the whole run.

use std::cell::Cell;
use std::rc::Rc;

/// The granularity in bytes with which the machine counts memory here.
const PORTION: u64 = 1 << 20;

/// Bytes of the record: the recorder adds to them, and the machine counts them.
#[derive(Debug, Default)]
pub(super) struct Written {
    bytes: Rc<Cell<u64>>,
    /// Bytes that the machine counts for it, in whole portions.
    reserved: u64,
}

impl Written {
    /// The same count for a recorder, which only adds to it.
    pub fn shared(&self) -> Self {
        Self {
            bytes: Rc::clone(&self.bytes),
            reserved: 0,
        }
    }

    /// Adds bytes to the record's size.
    #[inline]
    pub fn add(&self, bytes: usize) {
        self.bytes
            .set(self.bytes.get().saturating_add(bytes as u64));
    }

    /// Whether the machine has not yet counted all of it.
    #[inline]
    pub fn is_beyond(&self) -> bool {
        self.bytes.get() > self.reserved
    }

    /// How many more bytes the machine has to count, in whole portions.
    pub fn owed(&self) -> u64 {
        let more = self.bytes.get().saturating_sub(self.reserved);
        more.div_ceil(PORTION).saturating_mul(PORTION)
    }

    /// Adds bytes to those that the machine has counted.
    pub fn reserve(&mut self, more: u64) {
        self.reserved += more;
    }
}
