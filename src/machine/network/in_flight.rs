//! The words of messages that have been sent and not received, and the memory that they take.
//!
//! The network passes on only a number, the [`Parcel`], which stands for the words: it is copied several
//! times between the sender and the receiver.

use super::payload::{MessageWords, Payload};
use crate::machine::fault::MemoryUse;
use crate::machine::groups::Group;
use crate::machine::pram::{EarlyStop, Machine};
use crate::source::Span;

/// Bytes that are counted for a message, besides words in an allocation of their own.
const BYTES: u64 = 256;
/// The granularity in bytes with which the machine counts memory here.
const PORTION: u64 = 1 << 20;

/// The words of a message that is sent and not received, by number.
#[derive(Debug, Clone, Copy)]
pub struct Parcel(u32);

/// The messages of a block that are sent and not received.
#[derive(Debug, Default)]
pub(super) struct InFlight {
    /// By number.
    payloads: Vec<Payload>,
    /// Numbers whose message has been received.
    free: Vec<Parcel>,
    /// Bytes of messages that have been sent and not received.
    bytes: u64,
    /// Bytes that the machine counts for them: the maximum so far, in whole portions. Counting is slow,
    /// and memory of received messages is soon reused for the next ones.
    reserved: u64,
}

impl InFlight {
    /// A message is sent. Fails if all of them would exceed the memory limit.
    pub fn sent(
        &mut self,
        payload: Payload,
        machine: &mut Machine<'_, '_>,
        place: (&Group, Span),
    ) -> Result<Parcel, EarlyStop> {
        self.bytes = self.bytes.saturating_add(bytes(&payload));
        if self.bytes > self.reserved {
            self.reserve(machine, place)?;
        }
        if let Some(parcel) = self.free.pop() {
            self.payloads[parcel.0 as usize] = payload;
            return Ok(parcel);
        }
        self.payloads.push(payload);
        Ok(Parcel(self.payloads.len() as u32 - 1))
    }

    /// Has the machine count more memory for messages.
    #[cold]
    fn reserve(
        &mut self,
        machine: &mut Machine<'_, '_>,
        (group, span): (&Group, Span),
    ) -> Result<(), EarlyStop> {
        let more = self.bytes - self.reserved;
        let more = more.div_ceil(PORTION).saturating_mul(PORTION);
        let what = || MemoryUse::Unreceived;
        machine.check_memory(more.into(), what, span, group)?;
        self.reserved += more;
        machine.state.lane_bytes += more;
        Ok(())
    }

    /// The words of a message.
    pub fn payload(&self, parcel: Parcel) -> &Payload {
        &self.payloads[parcel.0 as usize]
    }

    /// A message is received.
    pub fn received(&mut self, parcel: Parcel) -> Payload {
        let payload = std::mem::take(&mut self.payloads[parcel.0 as usize]);
        self.free.push(parcel);
        self.bytes = self.bytes.saturating_sub(bytes(&payload));
        payload
    }

    /// At the end of the block, the machine counts nothing for messages any more.
    pub fn give_back(self, machine: &mut Machine<'_, '_>) {
        machine.state.lane_bytes -= self.reserved;
    }
}

fn bytes(payload: &Payload) -> u64 {
    let words = payload.words.len();
    let allocation = if words > MessageWords::new().inline_size() {
        8 * words as u64
    } else {
        0
    };
    BYTES + allocation
}
