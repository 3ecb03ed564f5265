//! Which message a receive from anyone takes: as defined for the machine, or as a caller that explores
//! other outcomes prescribes.

use std::collections::BTreeMap;

/// Prescribed choices of receives from anyone. Those without one follow the machine's definition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    senders: BTreeMap<(u32, u64), u32>,
}

impl Choices {
    /// No choice is forced.
    pub fn machine() -> Self {
        Self::default()
    }

    /// Makes a processor's receive from anyone, counted from 0 over the whole run, take a message of the
    /// given sender: it waits like a receive from that sender.
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
