//! A block: from the first request of each processor until all have ended or none can continue.

use crate::network::causality::Causality;
use crate::network::choice::Choices;
use crate::network::clock::Clock;
use crate::network::deadlock::{Awaits, Blocked, Deadlock};
use crate::network::ending::{BlockEnding, Left};
use crate::network::hashing::NumberMap;
use crate::network::label::MessageSelector;
use crate::network::mail::{Mail, MailSlot};
use crate::network::observer::{Activity, NetworkObserver};
use crate::network::placement::Placement;
use crate::network::processors::{NetworkRequest, ProcessorPrograms, Rendezvous, Reply};
use crate::network::queue::{EventKind, EventQueue, NetworkEvent};

use super::Simulation;
use super::task_queue::TaskQueue;

/// The state of the program of a processor, or of a task.
pub(super) enum TaskState<P, S> {
    /// It is a task that has not begun.
    NotBegun,
    /// Its request begins at its clock.
    Requesting(NetworkRequest<P, S>),
    /// It waits for a message.
    Receiving(Receiving),
    /// It waits for the arrival of its synchronous message.
    Sending(MailSlot),
    /// It waits for all others at this rendezvous.
    Meeting(Rendezvous, u32),
    /// It is a task whose message has arrived, and which takes it when it runs next.
    Taking(MailSlot, Receiving),
    /// It is a task whose synchronous message has arrived at this time.
    Released(Clock),
    /// It has reached the end of the block.
    Ended,
}

/// A receive that waits.
#[derive(Clone, Copy)]
pub(super) struct Receiving {
    /// The sender; `None` for anyone, and for a queue.
    pub from: Option<u32>,
    pub wanted: MessageSelector,
    pub place: u32,
    /// The synchronous message to which it is bound; it takes no other.
    pub bound: Option<MailSlot>,
    /// The number of the receive among those from anyone; `None` if the program names a sender.
    pub ordinal: Option<u64>,
}

/// The part of a simulation that lives as long as a block.
pub(super) struct BlockSimulation<'a, P: ProcessorPrograms> {
    pub network: &'a mut Simulation,
    pub processors: &'a mut P,
    pub placement: &'a Placement,
    /// By processor, if the programs are tasks.
    pub task_queues: Vec<TaskQueue>,
    pub choices: &'a Choices,
    pub observer: &'a mut dyn NetworkObserver,
    /// Which processor knows of which receive from anyone; empty if the observer wants no races.
    pub causality: Causality,
    pub queue: EventQueue,
    pub mail: Mail<P::Payload>,
    /// By program.
    pub states: Vec<TaskState<P::Payload, P::Stop>>,
    /// By processor, the words that arrived before a receive waited for them, and were not received.
    pub kept_words: Vec<u64>,
    /// The sender of the first message in each queue.
    pub queue_senders: NumberMap<u32>,
}

impl<'a, P: ProcessorPrograms> BlockSimulation<'a, P> {
    pub fn new(
        network: &'a mut Simulation,
        processors: &'a mut P,
        placement: &'a Placement,
        choices: &'a Choices,
        observer: &'a mut dyn NetworkObserver,
    ) -> Self {
        Self {
            mail: Mail::new(placement.count().max(network.topology.processors())),
            causality: Causality::default(),
            queue: EventQueue::new(),
            states: (0..placement.count())
                .map(|_| TaskState::NotBegun)
                .collect(),
            task_queues: TaskQueue::of(placement, network.topology.processors(), |processor| {
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

    pub fn run(mut self) -> Result<(), BlockEnding<P::Stop>> {
        match self.placement {
            Placement::Processors(count) => {
                for processor in 0..*count {
                    self.advance(processor, Reply::Nothing)?;
                }
            }
            Placement::Tasks(_) => self.begin_tasks(),
        }
        while let Some(event) = self.queue.pop() {
            match event.kind() {
                EventKind::Header => self.header(MailSlot(event.slot()))?,
                EventKind::Arrival => self.arrival(MailSlot(event.slot()))?,
                EventKind::Operation => self.operation(event.number())?,
            }
        }
        self.judge()
    }

    /// The processor that executes a program.
    pub fn processor_of(&self, program: u32) -> u32 {
        self.placement.processor_of(program)
    }

    /// Passes a reply to a program, which computes up to its next request; this becomes an event.
    pub fn advance(
        &mut self,
        program: u32,
        answer: Reply<P::Payload>,
    ) -> Result<(), BlockEnding<P::Stop>> {
        let processor = self.processor_of(program);
        let before = *self.network.clock(processor);
        let advance = self.processors.advance(program, &before, answer);
        let calls = match advance.request {
            NetworkRequest::Send { to, .. } | NetworkRequest::Put { to, .. } => {
                !self.placement.is_within_memory(program, to)
            }
            _ => false,
        };
        let executed = self
            .network
            .executed(processor, advance.instructions, calls)?;
        let from = executed.ok_or(BlockEnding::TooLong)?;
        let time = self.network.clock(processor).time;
        self.show_segment(processor, Activity::Compute, from, time);
        self.states[program as usize] = match advance.request {
            NetworkRequest::End => {
                self.give_way(program, time);
                TaskState::Ended
            }
            request => {
                self.push_operation(processor, time);
                TaskState::Requesting(request)
            }
        };
        Ok(())
    }

    /// A request of a processor, or its choice of a task, becomes an event.
    pub fn push_operation(&mut self, processor: u32, time: i128) {
        self.queue.push(NetworkEvent::operation(time, processor));
    }

    /// No event is left: the programs that have not ended wait for ever.
    fn judge(&self) -> Result<(), BlockEnding<P::Stop>> {
        let blocked: Vec<Blocked> = (0..)
            .zip(&self.states)
            .filter_map(|(processor, state)| self.blocked(processor, state))
            .collect();
        if !blocked.is_empty() {
            return Err(BlockEnding::Deadlock(Deadlock::of(blocked)));
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
            Err(BlockEnding::NeverReceived(left))
        }
    }

    fn blocked(&self, program: u32, state: &TaskState<P::Payload, P::Stop>) -> Option<Blocked> {
        let (place, awaits) = match state {
            TaskState::Ended => return None,
            TaskState::Requesting(_)
            | TaskState::NotBegun
            | TaskState::Taking(..)
            | TaskState::Released(_) => {
                unreachable!("requests and selections of tasks are events")
            }
            TaskState::Meeting(meeting, place) => {
                let missing = self.missing(*meeting);
                let missing = missing.expect("who waits at a meeting waits for somebody");
                let meeting = *meeting;
                (*place, Awaits::Meeting { meeting, missing })
            }
            TaskState::Sending(slot) => {
                let message = self.mail.get(*slot);
                let (by, tag) = (message.receiver, message.label.tag());
                (message.place, Awaits::Reception { by, tag })
            }
            TaskState::Receiving(receiving) => {
                let awaits = match (receiving.wanted, receiving.from) {
                    (MessageSelector::Queue(queue), _) => Awaits::MessageInQueue { queue },
                    (MessageSelector::AnyTag, Some(from)) => Awaits::Message { from, tag: None },
                    (MessageSelector::Tag(tag), Some(from)) => Awaits::Message {
                        from,
                        tag: Some(tag),
                    },
                    (MessageSelector::AnyTag, None) => Awaits::MessageOfAnyone { tag: None },
                    (MessageSelector::Tag(tag), None) => Awaits::MessageOfAnyone { tag: Some(tag) },
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
                (self.mail).first_of_pair(from, program, MessageSelector::AnyTag)
            }
            Awaits::MessageOfAnyone { .. } => {
                self.mail.first_arrived(program, MessageSelector::AnyTag)
            }
            Awaits::MessageInQueue { .. } | Awaits::Reception { .. } | Awaits::Meeting { .. } => {
                None
            }
        };
        let has_ended = |other: u32| {
            matches!(
                self.states.get(other as usize),
                None | Some(TaskState::Ended)
            )
        };
        Some(Blocked {
            is_for_ended: waiting.awaited().is_some_and(has_ended),
            other_tag: other.map(|slot| self.mail.get(slot).label.tag()),
            ..waiting
        })
    }
}
