//! What messages that are sent and not received hold of the memory.

use super::payload::{Payload, Words};
use super::running::Running;
use crate::machine::event::Observer;
use crate::machine::pram::Stop;
use crate::source::Span;

/// What the network holds of a message, besides words that have no place in it.
const BYTES: u64 = 256;
/// Bytes that are sent between two comparisons with the limit.
const LOOK: u64 = 1 << 20;

impl<O: Observer> Running<'_, '_, O> {
    /// A message is sent. Fails where all of them would exceed the memory limit.
    pub(super) fn count_sent(&mut self, payload: &Payload, span: Span) -> Result<(), Stop> {
        let before = self.in_flight / LOOK;
        self.in_flight = self.in_flight.saturating_add(bytes(payload));
        if self.in_flight / LOOK == before {
            return Ok(());
        }
        let what = || "what is sent and not received".to_owned();
        let creator = self.creator.clone();
        (self.machine).check_memory(self.in_flight.into(), what, span, &creator)
    }

    /// A message is received.
    pub(super) fn count_received(&mut self, payload: &Payload) {
        self.in_flight = self.in_flight.saturating_sub(bytes(payload));
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
