//! The requests of programs, each at its time: send, receive, probe.

use crate::network::ending::BlockEnding;
use crate::network::label::{MessageLabel, MessageSelector};
use crate::network::mail::{MailSlot, NewMessage, SenderWaits, Stage};
use crate::network::observer::Activity;
use crate::network::options::Sending;
use crate::network::processors::{NetworkRequest, ProcessorPrograms, Reply, SendManner};
use crate::network::transit::Transit;

use super::block::{BlockSimulation, Receiving, TaskState};

/// A message that a program sends.
struct Outgoing<P> {
    to: u32,
    words: u64,
    label: MessageLabel,
    payload: P,
    place: u32,
}

impl<P: ProcessorPrograms> BlockSimulation<'_, P> {
    /// Begins the request of a processor, or selects its next task.
    pub fn operation(&mut self, processor: u32) -> Result<(), BlockEnding<P::Stop>> {
        let Some(program) = self.current(processor) else {
            return self.choose(processor);
        };
        let state = std::mem::replace(&mut self.states[program as usize], TaskState::Ended);
        let TaskState::Requesting(request) = state else {
            unreachable!("an operation is the event of a request");
        };
        match request {
            NetworkRequest::End => Ok(()),
            NetworkRequest::Stop(fault) => Err(BlockEnding::Stopped(fault)),
            NetworkRequest::Probe { from, place } => {
                let found = self.probe(program, from);
                self.show_probe(program, from, place, found);
                self.advance(program, Reply::Probed(found))
            }
            NetworkRequest::Receive { from, tag, place } => {
                self.receive(program, from, MessageSelector::of_tag(tag), place)
            }
            NetworkRequest::Take { queue, place } => {
                self.receive(program, None, MessageSelector::Queue(queue), place)
            }
            NetworkRequest::Meet { meeting, place } => self.meet(program, meeting, place),
            NetworkRequest::Send {
                to,
                words,
                tag,
                manner,
                payload,
                place,
            } => {
                let manner = match (manner, self.network.options.sending) {
                    (SendManner::Blocking, Sending::Synchronous) => SendManner::Synchronous,
                    (SendManner::Synchronous, Sending::AllBuffered) => SendManner::Buffered,
                    _ => manner,
                };
                let outgoing = Outgoing {
                    to,
                    words,
                    label: MessageLabel::Tag(tag),
                    payload,
                    place,
                };
                self.send(program, manner, outgoing)
            }
            NetworkRequest::Put {
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
                    label: MessageLabel::Queue(queue),
                    payload,
                    place,
                };
                self.send(program, SendManner::Now, outgoing)
            }
        }
    }

    fn send(
        &mut self,
        program: u32,
        manner: SendManner,
        outgoing: Outgoing<P::Payload>,
    ) -> Result<(), BlockEnding<P::Stop>> {
        let processor = self.processor_of(program);
        let sender_waits = match manner {
            SendManner::Synchronous => SenderWaits::Yes,
            SendManner::Blocking | SendManner::Buffered | SendManner::Now => SenderWaits::No,
        };
        let issued = self.network.issue()?;
        let order = issued.ok_or(BlockEnding::TooManyMessages)?;
        let receiver = self.processor_of(outgoing.to);
        let clock = self.network.accounts[processor as usize].clock;
        let slot = self.mail.add(NewMessage {
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
            SendManner::Synchronous => {
                self.states[program as usize] = TaskState::Sending(slot);
                self.give_way(program, self.queue.now());
                self.mail.offer(slot);
                let receiver = self.mail.get(slot).receiver;
                if self.is_awaited(receiver, slot) {
                    self.bind(receiver, slot)?;
                }
                Ok(())
            }
            SendManner::Blocking | SendManner::Buffered | SendManner::Now
                if self.is_within_memory(slot) =>
            {
                self.hand_over(slot)?;
                self.advance(program, Reply::Nothing)
            }
            SendManner::Now => {
                self.leave(slot)?;
                self.advance(program, Reply::Nothing)
            }
            SendManner::Blocking | SendManner::Buffered => {
                let before = self.network.accounts[processor as usize].clock;
                let done = self.leave(slot)?;
                let transit = &self.mail.get(slot).transit;
                let (start, words) = (transit.start, transit.words);
                self.network
                    .count_sending(processor, words, (start, done.time))?;
                self.network.accounts[processor as usize].clock = done;
                self.show_segment(processor, Activity::Wait, before.time, start);
                self.show_segment(processor, Activity::Send, start, done.time);
                self.advance(program, Reply::Nothing)
            }
        }
    }

    /// Whether a message is from one task to another of the same processor.
    fn is_within_memory(&self, slot: MailSlot) -> bool {
        let message = self.mail.get(slot);
        self.placement
            .is_within_memory(message.sender, message.receiver)
    }

    /// A message between tasks of one processor arrives as soon as it is sent.
    fn hand_over(&mut self, slot: MailSlot) -> Result<(), BlockEnding<P::Stop>> {
        let message = self.mail.get_mut(slot);
        message.transit.start = message.transit.clock.time;
        self.show_message(slot);
        self.arrival(slot)
    }

    /// Whether a receiver waits for a message that is offered to it.
    fn is_awaited(&self, receiver: u32, slot: MailSlot) -> bool {
        let Some(TaskState::Receiving(receiving)) = self.states.get(receiver as usize) else {
            return false;
        };
        let sender = self.mail.get(slot).sender;
        receiving.bound.is_none()
            && receiving.from.is_none_or(|from| from == sender)
            && self.mail.is_next(slot, receiving.wanted)
    }

    /// Binds a waiting receive to an offered message, which leaves at the current time.
    fn bind(&mut self, receiver: u32, slot: MailSlot) -> Result<(), BlockEnding<P::Stop>> {
        let TaskState::Receiving(receiving) = &mut self.states[receiver as usize] else {
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
        wanted: MessageSelector,
        place: u32,
    ) -> Result<(), BlockEnding<P::Stop>> {
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
        self.states[program as usize] = TaskState::Receiving(receiving);
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

    /// The message that a receive would take or be bound to; for a given sender also the one for which
    /// it would wait.
    fn next_for(
        &self,
        program: u32,
        from: Option<u32>,
        wanted: MessageSelector,
    ) -> Option<MailSlot> {
        match from {
            Some(from) => self.mail.first_of_pair(from, program, wanted),
            None => (self.mail.first_arrived(program, wanted))
                .or_else(|| self.mail.first_offered(program, wanted)),
        }
    }

    fn probe(&self, program: u32, from: Option<u32>) -> bool {
        (self.next_for(program, from, MessageSelector::AnyTag))
            .is_some_and(|slot| self.mail.get(slot).stage != Stage::Travelling)
    }
}
