//! Deadlocks: for which message each processor waits, and why none will come.

use super::processors::Rendezvous;

/// A state in which processors wait and no message is in transit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// All waiting processors, by number.
    pub blocked: Vec<Blocked>,
    /// Why they cannot continue.
    pub cause: Cause,
}

/// A processor that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// The processor, or the task.
    pub processor: u32,
    /// The number of its statement.
    pub place: u32,
    pub awaits: Awaits,
    /// Whether the processor for which it waits has ended, or takes no part in the block.
    pub is_for_ended: bool,
    /// The tag of a message of the awaited sender that has arrived, but with another tag than the
    /// awaited one.
    pub other_tag: Option<i64>,
}

/// What a processor waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaits {
    /// A message of a processor, with this tag if one is given.
    Message {
        /// The sender.
        from: u32,
        /// The tag.
        tag: Option<i64>,
    },
    /// A message of anyone, with this tag if one is given.
    MessageOfAnyone {
        /// The tag.
        tag: Option<i64>,
    },
    /// A message in a queue.
    MessageInQueue {
        /// The queue.
        queue: u32,
    },
    /// That a processor receives its synchronous message.
    Reception {
        /// The receiver.
        by: u32,
        /// The tag of the message.
        tag: i64,
    },
    /// All processors at a rendezvous.
    Meeting {
        /// The meeting.
        meeting: Rendezvous,
        /// The lowest of those that have not arrived.
        missing: u32,
    },
}

impl Blocked {
    /// The processor for which it waits; `None` for anyone.
    pub fn awaited(&self) -> Option<u32> {
        match self.awaits {
            Awaits::Message { from, .. } => Some(from),
            Awaits::Reception { by, .. } => Some(by),
            Awaits::Meeting { missing, .. } => Some(missing),
            Awaits::MessageOfAnyone { .. } | Awaits::MessageInQueue { .. } => None,
        }
    }
}

/// Why the processors of a deadlock cannot continue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A processor waits for itself.
    Itself(Blocked),
    /// Each waits for the next, the last for the first. It begins with the lowest number.
    Cycle(Vec<Blocked>),
    /// A processor waits for one that has ended.
    Ended(Blocked),
    /// A processor waits for anyone, and all that could send to it wait as well, each of them through
    /// others for a processor that waits for anyone.
    Knot {
        /// The processor that waits for anyone.
        waiting: Blocked,
        /// The other processors that wait; empty if all others have ended.
        others: Vec<Blocked>,
    },
}

impl Deadlock {
    /// Determines the cause among waiting processors, which are given by number. There is at least one.
    pub(super) fn of(blocked: Vec<Blocked>) -> Self {
        let cause = cause_of(&blocked);
        Self { blocked, cause }
    }
}

/// A processor that waits for itself, or a cycle, comes first, as it persists whatever other processors
/// do; then a wait for a processor that has ended.
fn cause_of(blocked: &[Blocked]) -> Cause {
    let is_for_itself = |waiting: &&Blocked| waiting.awaited() == Some(waiting.processor);
    if let Some(waiting) = blocked.iter().find(is_for_itself) {
        return Cause::Itself(*waiting);
    }
    if let Some(cycle) = cycle_of(blocked) {
        return Cause::Cycle(cycle);
    }
    if let Some(waiting) = blocked.iter().find(|waiting| waiting.is_for_ended) {
        return Cause::Ended(*waiting);
    }
    // The processor for which a blocked processor waits is blocked as well; without a cycle and an ended
    // processor, the path ends at one that waits for anyone.
    let of_anyone = blocked.iter().find(|waiting| waiting.awaited().is_none());
    let waiting = *of_anyone.expect("a deadlock has a cycle, an ended processor or a knot");
    let others = blocked.iter().copied().filter(|other| *other != waiting);
    Cause::Knot {
        waiting,
        others: others.collect(),
    }
}

/// The position of the blocked processor for which this one waits.
fn next_position(blocked: &[Blocked], position: usize) -> Option<usize> {
    let awaited = blocked[position].awaited()?;
    (blocked.binary_search_by_key(&awaited, |other| other.processor)).ok()
}

/// The first cycle found when the waits are followed from each processor in ascending order.
fn cycle_of(blocked: &[Blocked]) -> Option<Vec<Blocked>> {
    // The start from which a position was reached first.
    let mut reached_from: Vec<Option<usize>> = vec![None; blocked.len()];
    for start in 0..blocked.len() {
        let mut position = start;
        while reached_from[position].is_none() {
            reached_from[position] = Some(start);
            match next_position(blocked, position) {
                Some(next) => position = next,
                None => break,
            }
            if reached_from[position] == Some(start) {
                return Some(cycle_through(blocked, position));
            }
        }
    }
    None
}

/// The cycle that contains this position, from its lowest number on.
fn cycle_through(blocked: &[Blocked], position: usize) -> Vec<Blocked> {
    let next = |at: &usize| next_position(blocked, *at).filter(|next| *next != position);
    let positions = std::iter::successors(Some(position), next);
    let mut cycle: Vec<Blocked> = positions.map(|at| blocked[at]).collect();
    let least = (cycle.iter().enumerate()).min_by_key(|(_, waiting)| waiting.processor);
    let first = least.map_or(0, |(at, _)| at);
    cycle.rotate_left(first);
    cycle
}
