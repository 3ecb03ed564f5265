//! What is written down of messages holds of the memory: it grows as long as the run goes on.

use std::cell::Cell;
use std::rc::Rc;

use crate::machine::event::Observer;
use crate::machine::groups::Group;
use crate::machine::pram::{Machine, Stop};
use crate::source::Span;

/// Bytes that are asked for at a time.
const PORTION: u64 = 1 << 20;

/// Bytes of what is written down: a record adds to them, and the machine looks at them.
#[derive(Debug, Default)]
pub(super) struct Written {
    bytes: Rc<Cell<u64>>,
    /// Bytes that the machine counts for it, in whole portions.
    reserved: u64,
}

impl Written {
    /// The same for a record, which only adds to it.
    pub fn shared(&self) -> Self {
        Self {
            bytes: Rc::clone(&self.bytes),
            reserved: 0,
        }
    }

    /// So many bytes more are written down.
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

    /// Lets the machine count it up to its end. Fails where that exceeds the memory limit.
    pub fn reserve<O: Observer>(
        &mut self,
        machine: &mut Machine<'_, O>,
        (group, span): (&Group, Span),
    ) -> Result<(), Stop> {
        let more = self.bytes.get().saturating_sub(self.reserved);
        let more = more.div_ceil(PORTION).saturating_mul(PORTION);
        let what = || "what is written down of the messages".to_owned();
        machine.check_memory(more.into(), what, span, group)?;
        self.reserved += more;
        machine.state.kept_bytes += more;
        Ok(())
    }
}
