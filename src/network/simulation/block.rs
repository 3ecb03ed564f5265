//! A block: from the first request of each processor until all have ended or nobody can go on.

use crate::network::causality::Causality;
use crate::network::choice::Choices;
use crate::network::clock::Clock;
use crate::network::deadlock::{Awaits, Blocked, Deadlock};
use crate::network::ending::{Ending, Left};
use crate::network::hashing::NumberMap;
use crate::network::label::Wanted;
use crate::network::mail::{Mail, Slot};
use crate::network::observer::{Activity, Observer};
use crate::network::placement::Placement;
use crate::network::processors::{Answer, Meeting, Processors, Request};
use crate::network::queue::{Event, Kind, Queue};

use super::Simulation;
use super::turns::Turns;

/// What the program of a processor, or a task, does.
pub(super) enum State<P, S> {
    /// It is a task that has had no turn yet.
    NotBegun,
    /// Its request begins at its clock.
    Requesting(Request<P, S>),
    /// It waits for a message.
    Receiving(Receiving),
    /// It waits for the arrival of its synchronous message.
    Sending(Slot),
    /// It waits for all others to come to this meeting.
    Meeting(Meeting, u32),
    /// It is a task whose message has arrived, and which takes it at its next turn.
    Taking(Slot, Receiving),
    /// It is a task whose synchronous message has arrived at this time.
    Released(Clock),
    /// It has reached the end of the block.
    Ended,
}

/// A receive that waits.
#[derive(Clone, Copy)]
pub(super) struct Receiving {
    /// The sender; anyone if none, and of a queue.
    pub from: Option<u32>,
    pub wanted: Wanted,
    pub place: u32,
    /// The synchronous message to which it is bound; it takes no other.
    pub bound: Option<Slot>,
    /// The number of the receive among those from anyone; none if the program names a sender.
    pub ordinal: Option<u64>,
}

/// The part of a simulation that lives as long as a block.
pub(super) struct Block<'a, P: Processors> {
    pub network: &'a mut Simulation,
    pub processors: &'a mut P,
    pub placement: &'a Placement,
    /// By processor, where the programs are tasks.
    pub turns: Vec<Turns>,
    pub choices: &'a Choices,
    pub observer: &'a mut dyn Observer,
    /// Who knows of which receive from anyone; empty where the observer wants no races.
    pub causality: Causality,
    pub queue: Queue,
    pub mail: Mail<P::Payload>,
    /// By program.
    pub states: Vec<State<P::Payload, P::Stop>>,
    /// By processor, the words that arrived before a receive waited for them, and were not received.
    pub kept_words: Vec<u64>,
    /// The sender of the first message in each queue.
    pub queue_senders: NumberMap<u32>,
}

impl<'a, P: Processors> Block<'a, P> {
    pub fn new(
        network: &'a mut Simulation,
        processors: &'a mut P,
        placement: &'a Placement,
        choices: &'a Choices,
        observer: &'a mut dyn Observer,
    ) -> Self {
        Self {
            mail: Mail::new(placement.count().max(network.topology.processors())),
            causality: Causality::default(),
            queue: Queue::new(),
            states: (0..placement.count()).map(|_| State::NotBegun).collect(),
            turns: Turns::of(placement, network.topology.processors(), |processor| {
                network.accounts[processor as usize].clock.time
            }),
            kept_words: vec![0; network.topology.processors() as usize],
            queue_senders: NumberMap::default(),
            placement,
            network,
            processors,
            choices,
            observer,
        }
    }

    pub fn run(mut self) -> Result<(), Ending<P::Stop>> {
        match self.placement {
            Placement::Processors(count) => {
                for processor in 0..*count {
                    self.advance(processor, Answer::Nothing)?;
                }
            }
            Placement::Tasks(_) => self.begin_tasks(),
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

    /// The processor that executes a program.
    pub fn processor_of(&self, program: u32) -> u32 {
        self.placement.processor_of(program)
    }

    /// Lets a program take over an answer and compute up to its next request, which becomes an
    /// event.
    pub fn advance(
        &mut self,
        program: u32,
        answer: Answer<P::Payload>,
    ) -> Result<(), Ending<P::Stop>> {
        let processor = self.processor_of(program);
        let before = *self.network.clock(processor);
        let advance = self.processors.advance(program, &before, answer);
        let calls = match advance.request {
            Request::Send { to, .. } | Request::Put { to, .. } => {
                !self.placement.is_within_memory(program, to)
            }
            _ => false,
        };
        let executed = self
            .network
            .executed(processor, advance.instructions, calls)?;
        let from = executed.ok_or(Ending::TooLong)?;
        let time = self.network.clock(processor).time;
        self.show_segment(processor, Activity::Compute, from, time);
        self.states[program as usize] = match advance.request {
            Request::End => {
                self.give_way(program, time);
                State::Ended
            }
            request => {
                self.push_operation(processor, time);
                State::Requesting(request)
            }
        };
        Ok(())
    }

    /// A request of a processor, or its choice of a task, becomes an event.
    pub fn push_operation(&mut self, processor: u32, time: i128) {
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
                sender: message.sender,
                receiver: message.receiver,
                words: message.transit.words,
                tag: message.label.tag(),
                queue: message.label.queue(),
                place: message.place,
            })
            .collect();
        if left.is_empty() {
            Ok(())
        } else {
            Err(Ending::NeverReceived(left))
        }
    }

    fn blocked(&self, program: u32, state: &State<P::Payload, P::Stop>) -> Option<Blocked> {
        let (place, awaits) = match state {
            State::Ended => return None,
            State::Requesting(_) | State::NotBegun | State::Taking(..) | State::Released(_) => {
                unreachable!("a request and a turn are events")
            }
            State::Meeting(meeting, place) => {
                let missing = self.missing(*meeting);
                let missing = missing.expect("who waits at a meeting waits for somebody");
                let meeting = *meeting;
                (*place, Awaits::Meeting { meeting, missing })
            }
            State::Sending(slot) => {
                let message = self.mail.get(*slot);
                let (by, tag) = (message.receiver, message.label.tag());
                (message.place, Awaits::Reception { by, tag })
            }
            State::Receiving(receiving) => {
                let awaits = match (receiving.wanted, receiving.from) {
                    (Wanted::Queue(queue), _) => Awaits::MessageInQueue { queue },
                    (Wanted::AnyTag, Some(from)) => Awaits::Message { from, tag: None },
                    (Wanted::Tag(tag), Some(from)) => Awaits::Message {
                        from,
                        tag: Some(tag),
                    },
                    (Wanted::AnyTag, None) => Awaits::MessageOfAnyone { tag: None },
                    (Wanted::Tag(tag), None) => Awaits::MessageOfAnyone { tag: Some(tag) },
                };
                (receiving.place, awaits)
            }
        };
        let waiting = Blocked {
            processor: program,
            place,
            awaits,
            is_for_ended: false,
            other_tag: None,
        };
        let other = match awaits {
            Awaits::Message { from, .. } => {
                (self.mail).first_of_pair(from, program, Wanted::AnyTag)
            }
            Awaits::MessageOfAnyone { .. } => self.mail.first_arrived(program, Wanted::AnyTag),
            Awaits::MessageInQueue { .. } | Awaits::Reception { .. } | Awaits::Meeting { .. } => {
                None
            }
        };
        let has_ended =
            |other: u32| matches!(self.states.get(other as usize), None | Some(State::Ended));
        Some(Blocked {
            is_for_ended: waiting.awaited().is_some_and(has_ended),
            other_tag: other.map(|slot| self.mail.get(slot).label.tag()),
            ..waiting
        })
    }
}
