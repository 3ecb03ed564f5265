//! Arrivals: which processor continues when a message has arrived.

use crate::network::ending::BlockEnding;
use crate::network::mail::{MailSlot, SenderWaits};
use crate::network::observer::Activity;
use crate::network::processors::{Delivered, ProcessorPrograms, Reply};

use super::block::{BlockSimulation, Receiving, TaskState};

impl<P: ProcessorPrograms> BlockSimulation<'_, P> {
    /// A message has arrived.
    pub fn arrival(&mut self, slot: MailSlot) -> Result<(), BlockEnding<P::Stop>> {
        self.mail.deliver(slot);
        let message = self.mail.get(slot);
        let words = message.transit.words;
        let (sender, receiver) = (message.sender, message.receiver);
        let sender_waits = message.sender_waits;
        let is_of_tasks = self.placement.is_of_tasks();
        if sender_waits == SenderWaits::Yes {
            if is_of_tasks {
                self.make_released(sender, slot);
            } else {
                self.release_sender(sender, slot)?;
            }
        }
        let state = self.states.get(receiver as usize);
        let taker = match state {
            Some(TaskState::Receiving(receiving)) if self.is_taken_by(slot, receiving) => {
                Some(*receiving)
            }
            _ => None,
        };
        match taker {
            Some(receiving) if is_of_tasks => self.make_taker(receiver, slot, receiving),
            Some(receiving) => self.take(receiver, slot, receiving)?,
            None => self.keep(receiver, words),
        }
        match sender_waits {
            SenderWaits::Yes if !is_of_tasks => self.advance(sender, Reply::Nothing),
            SenderWaits::Yes | SenderWaits::No => Ok(()),
        }
    }

    /// The words of a message that no receive waits for stay in a buffer.
    fn keep(&mut self, receiver: u32, words: u64) {
        let processor = self.processor_of(receiver);
        let kept = &mut self.kept_words[processor as usize];
        // The words that exist at one time take less than 2^64 bytes.
        *kept = kept.saturating_add(words);
        let largest = &mut self.network.traffic.largest_buffer_words;
        *largest = (*kept).max(*largest);
    }

    /// A receive takes a message out of the buffer.
    pub fn take_kept(
        &mut self,
        receiver: u32,
        slot: MailSlot,
        receiving: Receiving,
    ) -> Result<(), BlockEnding<P::Stop>> {
        let words = self.mail.get(slot).transit.words;
        let processor = self.processor_of(receiver);
        let kept = &mut self.kept_words[processor as usize];
        *kept = kept.saturating_sub(words);
        self.take(receiver, slot, receiving)
    }

    /// Whether a waiting receive takes an arriving message.
    ///
    /// If the tag matches, no earlier message of the pair does: it would have arrived before, and the
    /// receive would not be waiting any more.
    fn is_taken_by(&self, slot: MailSlot, receiving: &Receiving) -> bool {
        let message = self.mail.get(slot);
        match receiving.bound {
            Some(bound) => bound == slot,
            None => {
                receiving.from.is_none_or(|from| from == message.sender)
                    && receiving.wanted.takes(message.label)
            }
        }
    }

    /// The sender of a synchronous message continues at its arrival. Its send is counted here, together
    /// with its clock, so that in a run that ends early its clock is never behind what was counted.
    fn release_sender(&mut self, sender: u32, slot: MailSlot) -> Result<(), BlockEnding<P::Stop>> {
        let message = self.mail.get(slot);
        let (arrival, start) = (message.transit.clock, message.transit.start);
        let (words, done) = (message.transit.words, self.sending_done(slot));
        self.network.count_sending(sender, words, (start, done))?;
        let account = &mut self.network.accounts[sender as usize];
        let before = account.clock.time;
        account.clock = account.clock.later(arrival);
        if self.observer.wants().detail {
            self.show_segment(sender, Activity::Wait, before, start);
            self.show_segment(sender, Activity::Send, start, done);
            self.show_segment(sender, Activity::Wait, done, arrival.time);
        }
        Ok(())
    }

    /// Passes an arrived message to its receiver, which continues.
    pub fn take(
        &mut self,
        receiver: u32,
        slot: MailSlot,
        receiving: Receiving,
    ) -> Result<(), BlockEnding<P::Stop>> {
        self.show_choice(receiver, slot, &receiving);
        let arrival = self.mail.get(slot).transit.clock;
        let processor = self.processor_of(receiver);
        let sender = self.mail.get(slot).sender;
        let calls = !self.placement.is_within_memory(sender, receiver);
        let waits_since = self.network.clock(processor).time;
        let taken = self.network.received(receiver, processor, arrival, calls)?;
        let called = self.network.clock(processor).time;
        self.show_segment(processor, Activity::Wait, waits_since, taken);
        self.show_segment(processor, Activity::Compute, taken, called);
        self.show_receipt(receiver, slot, receiving.place);
        let payload = self.mail.take(slot);
        let message = self.mail.get(slot);
        let delivered = Delivered {
            sender: message.sender,
            tag: message.label.tag(),
            words: message.transit.words,
            place: message.place,
            payload: payload.expect("a message is received once"),
        };
        self.advance(receiver, Reply::Message(delivered))
    }
}
