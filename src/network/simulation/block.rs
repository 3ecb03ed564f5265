//! A block: from the first request of each processor until all have ended or nobody can go on.

use crate::network::causality::Causality;
use crate::network::choice::Choices;
use crate::network::deadlock::{Awaits, Blocked, Deadlock};
use crate::network::ending::{Ending, Left};
use crate::network::mail::{Mail, Slot};
use crate::network::observer::{Activity, Observer};
use crate::network::processors::{Answer, Processors, Request};
use crate::network::queue::{Event, Kind, Queue};

use super::Simulation;

/// What a processor does.
pub(super) enum State<P, S> {
    /// Its request begins at its clock.
    Requesting(Request<P, S>),
    /// It waits for a message.
    Receiving(Receiving),
    /// It waits for the arrival of its synchronous message.
    Sending(Slot),
    /// It has reached the end of the block.
    Ended,
}

/// A receive that waits.
#[derive(Clone, Copy)]
pub(super) struct Receiving {
    /// The sender; anyone if none.
    pub from: Option<u32>,
    pub tag: Option<i64>,
    pub place: u32,
    /// The synchronous message to which it is bound; it takes no other.
    pub bound: Option<Slot>,
    /// The number of the receive among those from anyone; none if the program names a sender.
    pub ordinal: Option<u64>,
}

/// The part of a simulation that lives as long as a block.
pub(super) struct Block<'a, P: Processors, O> {
    pub network: &'a mut Simulation,
    pub processors: &'a mut P,
    pub choices: &'a Choices,
    pub observer: &'a mut O,
    /// Who knows of which receive from anyone; empty where the observer wants no races.
    pub causality: Causality,
    pub queue: Queue,
    pub mail: Mail<P::Payload>,
    pub states: Vec<State<P::Payload, P::Stop>>,
}

impl<'a, P: Processors, O: Observer> Block<'a, P, O> {
    pub fn new(
        network: &'a mut Simulation,
        processors: &'a mut P,
        count: u32,
        choices: &'a Choices,
        observer: &'a mut O,
    ) -> Self {
        Self {
            mail: Mail::new(network.topology.processors()),
            causality: Causality::default(),
            queue: Queue::new(),
            states: (0..count).map(|_| State::Ended).collect(),
            network,
            processors,
            choices,
            observer,
        }
    }

    pub fn run(mut self) -> Result<(), Ending<P::Stop>> {
        for processor in 0..self.states.len() as u32 {
            self.advance(processor, Answer::Nothing)?;
        }
        while let Some(event) = self.queue.pop() {
            match event.kind() {
                Kind::Header => self.header(Slot(event.slot()))?,
                Kind::Arrival => self.arrival(Slot(event.slot()))?,
                Kind::Operation => self.operation(event.number())?,
            }
        }
        self.judge()
    }

    /// Lets a processor take over an answer and compute up to its next request, which becomes an
    /// event.
    pub fn advance(
        &mut self,
        processor: u32,
        answer: Answer<P::Payload>,
    ) -> Result<(), Ending<P::Stop>> {
        let before = *self.network.clock(processor);
        let advance = self.processors.advance(processor, &before, answer);
        let is_send = matches!(advance.request, Request::Send { .. });
        let executed = self
            .network
            .executed(processor, advance.instructions, is_send)?;
        let from = executed.ok_or(Ending::TooLong)?;
        let clock = *self.network.clock(processor);
        self.show_segment(processor, Activity::Compute, from, clock.time);
        self.states[processor as usize] = match advance.request {
            Request::End => State::Ended,
            request => {
                self.push_operation(processor, clock.time);
                State::Requesting(request)
            }
        };
        Ok(())
    }

    fn push_operation(&mut self, processor: u32, time: i128) {
        self.queue.push(Event::operation(time, processor));
    }

    /// No event is left: whoever has not ended waits for ever.
    fn judge(&self) -> Result<(), Ending<P::Stop>> {
        let blocked: Vec<Blocked> = (0..)
            .zip(&self.states)
            .filter_map(|(processor, state)| self.blocked(processor, state))
            .collect();
        if !blocked.is_empty() {
            return Err(Ending::Deadlock(Deadlock::of(blocked)));
        }
        let left: Vec<Left> = (self.mail.left().into_iter())
            .map(|message| Left {
                sender: message.transit.sender,
                receiver: message.transit.receiver,
                words: message.transit.words,
                tag: message.tag,
                place: message.place,
            })
            .collect();
        if left.is_empty() {
            Ok(())
        } else {
            Err(Ending::NeverReceived(left))
        }
    }

    fn blocked(&self, processor: u32, state: &State<P::Payload, P::Stop>) -> Option<Blocked> {
        let (place, awaits) = match state {
            State::Ended => return None,
            State::Requesting(_) => unreachable!("a request is an event"),
            State::Sending(slot) => {
                let message = self.mail.get(*slot);
                let (by, tag) = (message.transit.receiver, message.tag);
                (message.place, Awaits::Reception { by, tag })
            }
            State::Receiving(Receiving {
                from, tag, place, ..
            }) => {
                let tag = *tag;
                let awaits = from.map_or(Awaits::MessageOfAnyone { tag }, |from| Awaits::Message {
                    from,
                    tag,
                });
                (*place, awaits)
            }
        };
        let waiting = Blocked {
            processor,
            place,
            awaits,
            is_for_ended: false,
            other_tag: None,
        };
        let other = match awaits {
            Awaits::Message { from, .. } => self.mail.first_of_pair(from, processor, None),
            Awaits::MessageOfAnyone { .. } => self.mail.first_arrived(processor, None),
            Awaits::Reception { .. } => None,
        };
        let has_ended =
            |other: u32| matches!(self.states.get(other as usize), None | Some(State::Ended));
        Some(Blocked {
            is_for_ended: waiting.awaited().is_some_and(has_ended),
            other_tag: other.map(|slot| self.mail.get(slot).tag),
            ..waiting
        })
    }
}
