//! Which messages could have been taken by an earlier receive from anyone, had they come sooner.
//!
//! Which messages could have been taken by an earlier receive from anyone, had they come sooner.
//!
//! A message competes in a receive from anyone that was decided before it was sent, unless its sending
//! depends on that receive. Each processor therefore knows how many such receives of each other
//! processor precede its current state: the part of a vector clock (F. Mattern, *Virtual time and global
//! states of distributed systems*, 1989) that receives from anyone need. This knowledge travels with
//! messages, and back to the sender of a synchronous one.

use super::label::{MessageLabel, MessageSelector};
use std::collections::{BTreeMap, BTreeSet};

/// By processor, the number of its receives from anyone that lie in the past.
type Knowledge = BTreeMap<u32, u64>;

/// A receive from anyone that took a message.
pub(super) struct Decided {
    pub ordinal: u64,
    pub place: u32,
    pub wanted: MessageSelector,
    pub taken_from: u32,
    /// Senders whose messages competed.
    pub competitors: BTreeSet<u32>,
}

/// The receives from anyone of a block, and which processors know of them.
#[derive(Default)]
pub(super) struct Causality {
    known: BTreeMap<u32, Knowledge>,
    /// What the sender of a message knew, by the message's number in the order of issue.
    carried: BTreeMap<u64, Knowledge>,
    decided: BTreeMap<u32, Vec<Decided>>,
}

impl Causality {
    /// Records that a message is issued. Returns the place and ordinal of each receive from anyone in
    /// which it is the first of its sender to compete.
    pub fn issue(
        &mut self,
        order: u64,
        sender: u32,
        receiver: u32,
        label: MessageLabel,
    ) -> Vec<(u32, u64)> {
        let known = self.known.entry(sender).or_default();
        let before = known.get(&receiver).copied().unwrap_or(0) as usize;
        self.carried.insert(order, known.clone());
        let Some(decided) = self.decided.get_mut(&receiver) else {
            return Vec::new();
        };
        (decided[before..].iter_mut())
            .filter(|receive| receive.taken_from != sender)
            .filter(|receive| receive.wanted.takes(label))
            .filter(|receive| !receive.competitors.contains(&sender))
            .map(|receive| {
                receive.competitors.insert(sender);
                (receive.place, receive.ordinal)
            })
            .collect()
    }

    /// Records that a message is received, with the decision if by a receive from anyone.
    pub fn receive(&mut self, order: u64, receiver: u32, decided: Option<Decided>) {
        let carried = self.carried.remove(&order).unwrap_or_default();
        self.learn(receiver, &carried);
        if let Some(receive) = decided {
            let all = self.decided.entry(receiver).or_default();
            all.push(receive);
            let count = all.len() as u64;
            self.known
                .entry(receiver)
                .or_default()
                .insert(receiver, count);
        }
    }

    /// The sender of a synchronous message learns that it was received.
    pub fn acknowledge(&mut self, sender: u32, receiver: u32) {
        let known = self.known.get(&receiver).cloned().unwrap_or_default();
        self.learn(sender, &known);
    }

    fn learn(&mut self, processor: u32, more: &Knowledge) {
        let known = self.known.entry(processor).or_default();
        for (other, count) in more {
            let own = known.entry(*other).or_default();
            *own = (*own).max(*count);
        }
    }
}
