//! Reports events to the observer. Nothing is computed if it wants no detail.

use crate::network::causality::Decided;
use crate::network::label::MessageSelector;
use crate::network::mail::{MailSlot, Message, SenderWaits};
use crate::network::observer::{
    Activity, Candidate, LateCandidate, MessageSeen, Receipt, ReceiveDecision, ReceiveOutcome,
    Segment,
};
use crate::network::processors::ProcessorPrograms;

use super::block::{BlockSimulation, Receiving};

fn candidate<P>(message: &Message<P>) -> Candidate {
    Candidate {
        sender: message.sender,
        place: message.place,
        order: message.order,
        tag: message.label.tag(),
    }
}

impl<P: ProcessorPrograms> BlockSimulation<'_, P> {
    /// Reports what a processor did, unless the interval is empty.
    pub fn show_segment(&mut self, processor: u32, activity: Activity, from: i128, to: i128) {
        if self.observer.wants().detail && from < to {
            self.observer.segment(Segment {
                processor,
                activity,
                from,
                to,
            });
        }
    }

    /// When the out-port of a message that has left is free again.
    pub fn sending_done(&self, slot: MailSlot) -> i128 {
        let message = self.mail.get(slot);
        let units = &self.network.units;
        // The sum did not overflow when the message left.
        message.transit.start + units.t_s + units.t_w * i128::from(message.transit.words)
    }

    /// Reports a message whose arrival is known.
    pub fn show_message(&mut self, slot: MailSlot) {
        if !self.observer.wants().detail {
            return;
        }
        let message = self.mail.get(slot);
        self.observer.message(&MessageSeen {
            order: message.order,
            sender: message.sender,
            receiver: message.receiver,
            tag: message.label.tag(),
            queue: message.label.queue(),
            processors: [message.sender, message.receiver].map(|one| self.processor_of(one)),
            words: message.transit.words,
            start: message.transit.start,
            arrival: message.transit.clock.time,
            place: message.place,
        });
    }

    /// Reports that a message was received.
    pub fn show_receipt(&mut self, receiver: u32, slot: MailSlot, place: u32) {
        if self.observer.wants().detail {
            self.observer.received(&Receipt {
                order: self.mail.get(slot).order,
                receiver,
                place,
                time: self.network.accounts[self.processor_of(receiver) as usize]
                    .clock
                    .time,
            });
        }
    }

    /// Reports a message that is issued now, and in which earlier receives from anyone it competes.
    pub fn show_issue(&mut self, slot: MailSlot) {
        if self.observer.wants().detail {
            let message = self.mail.get(slot);
            self.observer.issued(message.order, message.sender);
        }
        if !self.observer.wants().races {
            return;
        }
        let message = self.mail.get(slot);
        let (processor, candidate) = (message.receiver, candidate(message));
        let (order, sender, label) = (message.order, message.sender, message.label);
        for (place, ordinal) in self.causality.issue(order, sender, processor, label) {
            self.observer.competed(&LateCandidate {
                processor,
                place,
                ordinal,
                candidate,
            });
        }
    }

    /// Reports how a receive from anyone was decided, before the message is taken.
    pub fn show_choice(&mut self, receiver: u32, slot: MailSlot, receiving: &Receiving) {
        if !self.observer.wants().races {
            return;
        }
        let decided = (receiving.ordinal)
            .map(|ordinal| self.show_decision(receiver, slot, receiving, ordinal));
        let message = self.mail.get(slot);
        self.causality.receive(message.order, receiver, decided);
        if message.sender_waits == SenderWaits::Yes {
            self.causality.acknowledge(message.sender, receiver);
        }
    }

    fn show_decision(
        &mut self,
        receiver: u32,
        slot: MailSlot,
        receiving: &Receiving,
        ordinal: u64,
    ) -> Decided {
        let taken = candidate(self.mail.get(slot));
        let mut others = self.mail.candidates(receiver, receiving.wanted);
        others.retain(|message| message.sender != taken.sender);
        let decision = ReceiveDecision {
            processor: receiver,
            place: receiving.place,
            ordinal,
            received: self.network.receives[receiver as usize].received,
            outcome: ReceiveOutcome::Taken(taken),
            others: others.into_iter().map(candidate).collect(),
        };
        self.observer.decided(&decision);
        Decided {
            ordinal,
            place: receiving.place,
            wanted: receiving.wanted,
            taken_from: taken.sender,
            competitors: decision.others.iter().map(|other| other.sender).collect(),
        }
    }

    /// Reports the result of a probe. The alternatives are all messages that it could have found.
    pub fn show_probe(&mut self, processor: u32, from: Option<u32>, place: u32, found: bool) {
        if !self.observer.wants().races {
            return;
        }
        let mut others = self.mail.candidates(processor, MessageSelector::AnyTag);
        others.retain(|message| from.is_none_or(|from| from == message.sender));
        let receives = self.network.receives[processor as usize];
        let decision = ReceiveDecision {
            processor,
            place,
            ordinal: receives.from_anyone,
            received: receives.received,
            outcome: ReceiveOutcome::Probed(found),
            others: others.into_iter().map(candidate).collect(),
        };
        self.observer.decided(&decision);
    }
}
