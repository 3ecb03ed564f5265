//! The requests of programs, each at its time: send, receive, probe.

use crate::network::ending::Ending;
use crate::network::label::{Label, Wanted};
use crate::network::mail::{Letter, SenderWaits, Slot, Stage};
use crate::network::observer::Activity;
use crate::network::options::Sending;
use crate::network::processors::{Answer, Manner, Processors, Request};
use crate::network::transit::Transit;

use super::block::{Block, Receiving, State};

/// A message that a program sends.
struct Outgoing<P> {
    to: u32,
    words: u64,
    label: Label,
    payload: P,
    place: u32,
}

impl<P: Processors> Block<'_, P> {
    /// Begins the request of a processor, or lets it choose a task.
    pub fn operation(&mut self, processor: u32) -> Result<(), Ending<P::Stop>> {
        let Some(program) = self.in_hand(processor) else {
            return self.choose(processor);
        };
        let state = std::mem::replace(&mut self.states[program as usize], State::Ended);
        let State::Requesting(request) = state else {
            unreachable!("an operation is the event of a request");
        };
        match request {
            Request::End => Ok(()),
            Request::Stop(fault) => Err(Ending::Stopped(fault)),
            Request::Probe { from, place } => {
                let found = self.probe(program, from);
                self.show_probe(program, from, place, found);
                self.advance(program, Answer::Probed(found))
            }
            Request::Receive { from, tag, place } => {
                self.receive(program, from, Wanted::of_tag(tag), place)
            }
            Request::Take { queue, place } => {
                self.receive(program, None, Wanted::Queue(queue), place)
            }
            Request::Meet { meeting, place } => self.meet(program, meeting, place),
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
                    (Manner::Synchronous, Sending::AllBuffered) => Manner::Buffered,
                    _ => manner,
                };
                let outgoing = Outgoing {
                    to,
                    words,
                    label: Label::Tag(tag),
                    payload,
                    place,
                };
                self.send(program, manner, outgoing)
            }
            Request::Put {
                to,
                queue,
                words,
                payload,
                place,
            } => {
                let first = *(self.queue_senders.entry(queue.into())).or_insert(program);
                self.network.has_shared_queue |= first != program;
                let outgoing = Outgoing {
                    to,
                    words,
                    label: Label::Queue(queue),
                    payload,
                    place,
                };
                self.send(program, Manner::Now, outgoing)
            }
        }
    }

    fn send(
        &mut self,
        program: u32,
        manner: Manner,
        outgoing: Outgoing<P::Payload>,
    ) -> Result<(), Ending<P::Stop>> {
        let processor = self.processor_of(program);
        let sender_waits = match manner {
            Manner::Synchronous => SenderWaits::Yes,
            Manner::Blocking | Manner::Buffered | Manner::Now => SenderWaits::No,
        };
        let issued = self.network.issue()?;
        let order = issued.ok_or(Ending::TooManyMessages)?;
        let receiver = self.processor_of(outgoing.to);
        let clock = self.network.accounts[processor as usize].clock;
        let slot = self.mail.add(Letter {
            transit: Transit::new(clock, outgoing.words, processor, receiver),
            label: outgoing.label,
            order,
            payload: outgoing.payload,
            sender: program,
            receiver: outgoing.to,
            place: outgoing.place,
            sender_waits,
        });
        self.show_issue(slot);
        match manner {
            Manner::Synchronous => {
                self.states[program as usize] = State::Sending(slot);
                self.give_way(program, self.queue.now());
                self.mail.offer(slot);
                let receiver = self.mail.get(slot).receiver;
                if self.is_awaited(receiver, slot) {
                    self.bind(receiver, slot)?;
                }
                Ok(())
            }
            Manner::Blocking | Manner::Buffered | Manner::Now if self.is_within_memory(slot) => {
                self.hand_over(slot)?;
                self.advance(program, Answer::Nothing)
            }
            Manner::Now => {
                self.leave(slot)?;
                self.advance(program, Answer::Nothing)
            }
            Manner::Blocking | Manner::Buffered => {
                let before = self.network.accounts[processor as usize].clock;
                let done = self.leave(slot)?;
                let transit = &self.mail.get(slot).transit;
                let (start, words) = (transit.start, transit.words);
                self.network
                    .count_sending(processor, words, (start, done.time))?;
                self.network.accounts[processor as usize].clock = done;
                self.show_segment(processor, Activity::Wait, before.time, start);
                self.show_segment(processor, Activity::Send, start, done.time);
                self.advance(program, Answer::Nothing)
            }
        }
    }

    /// Whether a message goes from one task to another of the same processor.
    fn is_within_memory(&self, slot: Slot) -> bool {
        let message = self.mail.get(slot);
        self.placement
            .is_within_memory(message.sender, message.receiver)
    }

    /// A message between tasks of one processor has arrived as soon as it is sent.
    fn hand_over(&mut self, slot: Slot) -> Result<(), Ending<P::Stop>> {
        let message = self.mail.get_mut(slot);
        message.transit.start = message.transit.clock.time;
        self.show_message(slot);
        self.arrival(slot)
    }

    /// Whether a receiver waits for a message that is offered to it.
    fn is_awaited(&self, receiver: u32, slot: Slot) -> bool {
        let Some(State::Receiving(receiving)) = self.states.get(receiver as usize) else {
            return false;
        };
        let sender = self.mail.get(slot).sender;
        receiving.bound.is_none()
            && receiving.from.is_none_or(|from| from == sender)
            && self.mail.is_next(slot, receiving.wanted)
    }

    /// Binds a waiting receive to an offered message, which leaves at the present time.
    fn bind(&mut self, receiver: u32, slot: Slot) -> Result<(), Ending<P::Stop>> {
        let State::Receiving(receiving) = &mut self.states[receiver as usize] else {
            unreachable!("a receive is bound while it waits");
        };
        receiving.bound = Some(slot);
        self.mail.send_off(slot);
        if self.is_within_memory(slot) {
            return self.hand_over(slot);
        }
        self.leave(slot)?;
        Ok(())
    }

    fn receive(
        &mut self,
        program: u32,
        from: Option<u32>,
        wanted: Wanted,
        place: u32,
    ) -> Result<(), Ending<P::Stop>> {
        let mut receiving = Receiving {
            from,
            wanted,
            place,
            bound: None,
            ordinal: None,
        };
        if from.is_none() {
            let receives = &mut self.network.receives[program as usize];
            receiving.from = self.choices.sender(program, receives.from_anyone);
            receiving.ordinal = Some(receives.from_anyone);
            receives.from_anyone += 1;
        }
        let next = self.next_for(program, receiving.from, wanted);
        self.states[program as usize] = State::Receiving(receiving);
        let next = next.map(|slot| (slot, self.mail.get(slot).stage));
        if let Some((slot, Stage::Arrived)) = next {
            return self.take_kept(program, slot, receiving);
        }
        self.give_way(program, self.queue.now());
        if let Some((slot, Stage::Offered)) = next {
            // The sender has waited for the receiver.
            let processor = self.processor_of(program);
            let waits_since = self.network.accounts[processor as usize].clock;
            let message = self.mail.get_mut(slot);
            message.transit.clock = message.transit.clock.later(waits_since);
            return self.bind(program, slot);
        }
        Ok(())
    }

    /// The message that a receive would take or be bound to; from a given sender also the one that
    /// it would wait for.
    fn next_for(&self, program: u32, from: Option<u32>, wanted: Wanted) -> Option<Slot> {
        match from {
            Some(from) => self.mail.first_of_pair(from, program, wanted),
            None => (self.mail.first_arrived(program, wanted))
                .or_else(|| self.mail.first_offered(program, wanted)),
        }
    }

    fn probe(&self, program: u32, from: Option<u32>) -> bool {
        (self.next_for(program, from, Wanted::AnyTag))
            .is_some_and(|slot| self.mail.get(slot).stage != Stage::Travelling)
    }
}
