//! The requests of processors, each at its time: send, receive, probe.

use crate::network::ending::Ending;
use crate::network::mail::{Letter, SenderWaits, Slot, Stage};
use crate::network::observer::{Activity, Observer};
use crate::network::options::Sending;
use crate::network::processors::{Answer, Manner, Processors, Request};
use crate::network::transit::Transit;

use super::block::{Block, Receiving, State};

impl<P: Processors, O: Observer> Block<'_, P, O> {
    /// Begins the request of a processor.
    pub fn operation(&mut self, processor: u32) -> Result<(), Ending<P::Stop>> {
        let state = std::mem::replace(&mut self.states[processor as usize], State::Ended);
        let State::Requesting(request) = state else {
            unreachable!("an operation is the event of a request");
        };
        match request {
            Request::End => Ok(()),
            Request::Stop(fault) => Err(Ending::Stopped(fault)),
            Request::Probe { from, place } => {
                let found = self.probe(processor, from);
                self.show_probe(processor, from, place, found);
                self.advance(processor, Answer::Probed(found))
            }
            Request::Receive { from, tag, place } => self.receive(processor, from, tag, place),
            Request::Send {
                to,
                words,
                tag,
                manner,
                payload,
                place,
            } => {
                let manner = match (manner, self.network.options.sending) {
                    (Manner::Blocking, Sending::Synchronous) => Manner::Synchronous,
                    _ => manner,
                };
                let sender_waits = match manner {
                    Manner::Synchronous => SenderWaits::Yes,
                    Manner::Blocking | Manner::Now => SenderWaits::No,
                };
                let issued = self.network.issue()?;
                let order = issued.ok_or(Ending::TooManyMessages)?;
                let slot = self.mail.add(Letter {
                    transit: Transit::new(
                        self.network.accounts[processor as usize].clock,
                        words,
                        processor,
                        to,
                    ),
                    tag,
                    order,
                    payload,
                    place,
                    sender_waits,
                });
                self.show_issue(slot);
                self.send(processor, slot, manner)
            }
        }
    }

    fn send(&mut self, processor: u32, slot: Slot, manner: Manner) -> Result<(), Ending<P::Stop>> {
        match manner {
            Manner::Synchronous => {
                self.states[processor as usize] = State::Sending(slot);
                self.mail.offer(slot);
                let receiver = self.mail.get(slot).transit.receiver;
                if self.is_awaited(receiver, slot) {
                    self.bind(receiver, slot)?;
                }
                Ok(())
            }
            Manner::Now => {
                self.leave(slot)?;
                self.advance(processor, Answer::Nothing)
            }
            Manner::Blocking => {
                let before = self.network.accounts[processor as usize].clock;
                let done = self.leave(slot)?;
                let start = self.mail.get(slot).transit.start;
                self.network.count_sending(processor, start, done.time)?;
                self.network.accounts[processor as usize].clock = done;
                self.show_segment(processor, Activity::Wait, before.time, start);
                self.show_segment(processor, Activity::Send, start, done.time);
                self.advance(processor, Answer::Nothing)
            }
        }
    }

    /// Whether a receiver waits for a message that is offered to it.
    fn is_awaited(&self, receiver: u32, slot: Slot) -> bool {
        let Some(State::Receiving(receiving)) = self.states.get(receiver as usize) else {
            return false;
        };
        let sender = self.mail.get(slot).transit.sender;
        receiving.bound.is_none()
            && receiving.from.is_none_or(|from| from == sender)
            && self.mail.is_next(slot, receiving.tag)
    }

    /// Binds a waiting receive to an offered message, which leaves.
    fn bind(&mut self, receiver: u32, slot: Slot) -> Result<(), Ending<P::Stop>> {
        let State::Receiving(receiving) = &mut self.states[receiver as usize] else {
            unreachable!("a receive is bound while it waits");
        };
        receiving.bound = Some(slot);
        let waits_since = self.network.accounts[receiver as usize].clock;
        let message = self.mail.get_mut(slot);
        message.transit.clock = message.transit.clock.later(waits_since);
        let sender = message.transit.sender;
        self.mail.send_off(slot);
        let done = self.leave(slot)?;
        let start = self.mail.get(slot).transit.start;
        Ok(self.network.count_sending(sender, start, done.time)?)
    }

    fn receive(
        &mut self,
        processor: u32,
        from: Option<u32>,
        tag: Option<i64>,
        place: u32,
    ) -> Result<(), Ending<P::Stop>> {
        let mut receiving = Receiving {
            from,
            tag,
            place,
            bound: None,
            ordinal: None,
        };
        if from.is_none() {
            let account = &mut self.network.accounts[processor as usize];
            receiving.from = self.choices.sender(processor, account.from_anyone);
            receiving.ordinal = Some(account.from_anyone);
            account.from_anyone += 1;
        }
        let next = self.next_for(processor, receiving.from, tag);
        self.states[processor as usize] = State::Receiving(receiving);
        match next.map(|slot| (slot, self.mail.get(slot).stage)) {
            Some((slot, Stage::Arrived)) => self.take(processor, slot, receiving),
            Some((slot, Stage::Offered)) => self.bind(processor, slot),
            Some((_, Stage::Travelling)) | None => Ok(()),
        }
    }

    /// The message that a receive would take or be bound to; from a given sender also the one that
    /// it would wait for.
    fn next_for(&self, processor: u32, from: Option<u32>, tag: Option<i64>) -> Option<Slot> {
        match from {
            Some(from) => self.mail.first_of_pair(from, processor, tag),
            None => (self.mail.first_arrived(processor, tag))
                .or_else(|| self.mail.first_offered(processor, tag)),
        }
    }

    fn probe(&self, processor: u32, from: Option<u32>) -> bool {
        (self.next_for(processor, from, None))
            .is_some_and(|slot| self.mail.get(slot).stage != Stage::Travelling)
    }
}
