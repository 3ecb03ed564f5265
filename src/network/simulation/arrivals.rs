//! Arrivals: who goes on when a message has arrived.

use crate::network::ending::Ending;
use crate::network::mail::{SenderWaits, Slot};
use crate::network::observer::{Activity, Observer};
use crate::network::processors::{Answer, Delivered, Processors};

use super::block::{Block, Receiving, State};

impl<P: Processors, O: Observer> Block<'_, P, O> {
    /// A message has arrived.
    pub fn arrival(&mut self, slot: Slot) -> Result<(), Ending<P::Stop>> {
        self.mail.deliver(slot);
        let message = self.mail.get(slot);
        let (sender, receiver) = (message.transit.sender, message.transit.receiver);
        let sender_waits = message.sender_waits;
        if sender_waits == SenderWaits::Yes {
            self.release_sender(sender, slot);
        }
        let state = self.states.get(receiver as usize);
        let taker = match state {
            Some(State::Receiving(receiving)) if self.is_taken_by(slot, receiving) => {
                Some(*receiving)
            }
            _ => None,
        };
        if let Some(receiving) = taker {
            self.take(receiver, slot, receiving)?;
        } else {
            let words = self.mail.waiting_words(receiver);
            let largest = &mut self.network.traffic.largest_buffer_words;
            *largest = words.max(*largest);
        }
        match sender_waits {
            SenderWaits::Yes => self.advance(sender, Answer::Nothing),
            SenderWaits::No => Ok(()),
        }
    }

    /// Whether a waiting receive takes a message that arrives.
    ///
    /// If the tag fits, no earlier message of the pair does: it would have arrived before, and the
    /// receive would not wait any more.
    fn is_taken_by(&self, slot: Slot, receiving: &Receiving) -> bool {
        let message = self.mail.get(slot);
        match receiving.bound {
            Some(bound) => bound == slot,
            None => {
                receiving
                    .from
                    .is_none_or(|from| from == message.transit.sender)
                    && receiving.tag.is_none_or(|tag| tag == message.tag)
            }
        }
    }

    /// The sender of a synchronous message goes on at its arrival.
    fn release_sender(&mut self, sender: u32, slot: Slot) {
        let message = self.mail.get(slot);
        let (arrival, start) = (message.transit.clock, message.transit.start);
        let account = &mut self.network.accounts[sender as usize];
        let before = account.clock.time;
        account.clock = account.clock.later(arrival);
        if O::DETAIL {
            let done = self.sending_done(slot);
            self.show_segment(sender, Activity::Wait, before, start);
            self.show_segment(sender, Activity::Send, start, done);
            self.show_segment(sender, Activity::Wait, done, arrival.time);
        }
    }

    /// Hands an arrived message to its receiver, which goes on.
    pub fn take(
        &mut self,
        receiver: u32,
        slot: Slot,
        receiving: Receiving,
    ) -> Result<(), Ending<P::Stop>> {
        self.show_choice(receiver, slot, &receiving);
        let arrival = self.mail.get(slot).transit.clock;
        let waits_since = self.network.clock(receiver).time;
        let taken = self.network.received(receiver, arrival)?;
        let called = self.network.clock(receiver).time;
        self.show_segment(receiver, Activity::Wait, waits_since, taken);
        self.show_segment(receiver, Activity::Compute, taken, called);
        self.show_receipt(receiver, slot, receiving.place);
        let payload = self.mail.take(slot);
        let message = self.mail.get(slot);
        let delivered = Delivered {
            sender: message.transit.sender,
            tag: message.tag,
            words: message.transit.words,
            place: message.place,
            payload: payload.expect("a message is received once"),
        };
        self.advance(receiver, Answer::Message(delivered))
    }
}
