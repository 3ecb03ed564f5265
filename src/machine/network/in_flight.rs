//! What messages that are sent and not received hold of the memory.

use super::payload::{Payload, Words};
use crate::machine::event::Observer;
use crate::machine::groups::Group;
use crate::machine::pram::{Machine, Stop};
use crate::source::Span;

/// What the network holds of a message, besides words that have no place in it.
const BYTES: u64 = 256;
/// Bytes that are asked for at a time.
const PORTION: u64 = 1 << 20;

/// The memory of the messages of a block.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    /// Bytes of what is sent and not received.
    bytes: u64,
    /// Bytes that the machine counts for it: the most that it ever was, in whole portions. Asking
    /// is dear, and what was received is soon taken by what is sent next.
    reserved: u64,
}

impl InFlight {
    /// A message is sent. Fails where all of them would exceed the memory limit.
    pub fn sent<O: Observer>(
        &mut self,
        payload: &Payload,
        machine: &mut Machine<'_, O>,
        (group, span): (&Group, Span),
    ) -> Result<(), Stop> {
        self.bytes = self.bytes.saturating_add(bytes(payload));
        let more = self.bytes.saturating_sub(self.reserved);
        if more == 0 {
            return Ok(());
        }
        let more = more.div_ceil(PORTION).saturating_mul(PORTION);
        let what = || "what is sent and not received".to_owned();
        machine.check_memory(more.into(), what, span, group)?;
        self.reserved += more;
        machine.state.lane_bytes += more;
        Ok(())
    }

    /// A message is received.
    pub fn received(&mut self, payload: &Payload) {
        self.bytes = self.bytes.saturating_sub(bytes(payload));
    }

    /// At the end of the block: the machine counts nothing for it any more.
    pub fn give_back<O: Observer>(self, machine: &mut Machine<'_, O>) {
        machine.state.lane_bytes -= self.reserved;
    }
}

fn bytes(payload: &Payload) -> u64 {
    let words = payload.words.len();
    let apart = if words > Words::new().inline_size() {
        8 * words as u64
    } else {
        0
    };
    BYTES + apart
}
