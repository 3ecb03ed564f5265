//! Deadlocks: which message each processor waits for, and why none will come.

use super::processors::Rendezvous;

/// A state in which processors wait and no message is on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// All processors that wait, by number.
    pub blocked: Vec<Blocked>,
    /// What holds them.
    pub cause: Cause,
}

/// A processor that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// The processor, or the task.
    pub processor: u32,
    /// The number of its statement.
    pub place: u32,
    /// What it waits for.
    pub awaits: Awaits,
    /// Whether the processor that it waits for has ended, or takes no part in the block.
    pub is_for_ended: bool,
    /// The tag of a message of the awaited sender that is there, and whose tag is not awaited.
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
    /// That all processors come to a meeting.
    Meeting {
        /// The meeting.
        meeting: Rendezvous,
        /// The least of those that have not come.
        missing: u32,
    },
}

impl Blocked {
    /// The processor that it waits for; none where it waits for anyone.
    pub fn awaited(&self) -> Option<u32> {
        match self.awaits {
            Awaits::Message { from, .. } => Some(from),
            Awaits::Reception { by, .. } => Some(by),
            Awaits::Meeting { missing, .. } => Some(missing),
            Awaits::MessageOfAnyone { .. } | Awaits::MessageInQueue { .. } => None,
        }
    }
}

/// What holds the processors of a deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A processor waits for itself.
    Itself(Blocked),
    /// Each waits for the next, the last for the first. It begins with the least number.
    Cycle(Vec<Blocked>),
    /// A processor waits for one that has ended.
    Ended(Blocked),
    /// A processor waits for anyone, and all that could send to it wait as well, each of them
    /// through others for a processor that waits for anyone.
    Knot {
        /// The processor that waits for anyone.
        waiting: Blocked,
        /// The other processors that wait; none if all others have ended.
        others: Vec<Blocked>,
    },
}

impl Deadlock {
    /// Finds the cause among processors that wait, which are given by number. At least one is.
    pub(super) fn of(blocked: Vec<Blocked>) -> Self {
        let cause = cause_of(&blocked);
        Self { blocked, cause }
    }
}

/// A processor that waits for itself, or a cycle, comes first, as it holds whatever other processors
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
    // Whoever waits for a blocked processor leads on to another one; without cycle and ended
    // processor the way ends at one that waits for anyone.
    let of_anyone = blocked.iter().find(|waiting| waiting.awaited().is_none());
    let waiting = *of_anyone.expect("a deadlock has a cycle, an ended processor or a knot");
    let others = blocked.iter().copied().filter(|other| *other != waiting);
    Cause::Knot {
        waiting,
        others: others.collect(),
    }
}

/// The position of the blocked processor that this one waits for.
fn next_position(blocked: &[Blocked], position: usize) -> Option<usize> {
    let awaited = blocked[position].awaited()?;
    (blocked.binary_search_by_key(&awaited, |other| other.processor)).ok()
}

/// The first cycle that is met when the waits are followed from each processor in turn.
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

/// The cycle on which this position lies, from its least number on.
fn cycle_through(blocked: &[Blocked], position: usize) -> Vec<Blocked> {
    let next = |at: &usize| next_position(blocked, *at).filter(|next| *next != position);
    let positions = std::iter::successors(Some(position), next);
    let mut cycle: Vec<Blocked> = positions.map(|at| blocked[at]).collect();
    let least = (cycle.iter().enumerate()).min_by_key(|(_, waiting)| waiting.processor);
    let first = least.map_or(0, |(at, _)| at);
    cycle.rotate_left(first);
    cycle
}
