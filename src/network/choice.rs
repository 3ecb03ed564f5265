//! Which message a receive from anyone takes: as the machine defines it, or as a caller that
//! explores other outcomes forces it.

use std::collections::BTreeMap;

/// Forced choices of receives from anyone. Those without a forced choice follow the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    senders: BTreeMap<(u32, u64), u32>,
}

impl Choices {
    /// No choice is forced.
    pub fn machine() -> Self {
        Self::default()
    }

    /// Lets a processor's receive from anyone, counted from 0 over the whole run, take a message
    /// of the given sender: it waits as a receive from that sender does.
    pub fn force(&mut self, processor: u32, ordinal: u64, sender: u32) {
        self.senders.insert((processor, ordinal), sender);
    }

    /// The sender that is forced upon a receive from anyone.
    pub(super) fn sender(&self, processor: u32, ordinal: u64) -> Option<u32> {
        if self.senders.is_empty() {
            return None;
        }
        self.senders.get(&(processor, ordinal)).copied()
    }
}
