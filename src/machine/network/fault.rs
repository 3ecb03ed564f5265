//! Faults among the processors of a multicomputer, and their messages.

use thiserror::Error;

use super::left::{LeftMessage, never_received, with_left};
use super::party::{parties, whole_party};
use super::undistributed::Undistributed;
use super::waits::{DeadlockReport, NetworkWait};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::scalar::reach::TouchKind;
use crate::network::{Topology, TopologyShape};
use crate::source::Span;

/// The most messages that a diagnostic names; it says how many more there are.
pub const NAMED: usize = 4;

/// What a processor of a multicomputer cannot do.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum NetworkFault {
    #[error("{}", .0.sentence())]
    Deadlock(DeadlockReport),
    /// Messages that no processor has received by the end of the block.
    #[error("{}", never_received(left, *more))]
    NeverReceived {
        /// The first few.
        left: Vec<LeftMessage>,
        more: usize,
        /// The collective communication in which the first one was sent, as the program calls it. The
        /// pipeline sets it, as it adds these algorithms to programs.
        collective: Option<String>,
    },
    /// A message that does not fit the variables that receive it.
    #[error(
        "{} wants {}, and the message of {} has {}",
        parties([*sender, *receiver], *placed)[1],
        shown(expected),
        parties([*sender, *receiver], *placed)[0],
        shown(sent)
    )]
    Mismatch {
        /// Number of the sender.
        sender: u32,
        /// Number of the receiver.
        receiver: u32,
        /// Their processors, if they are tasks.
        placed: Option<[u32; 2]>,
        /// Whether only their types differ.
        has_other_types: bool,
        /// The words of the message with their types.
        sent: Vec<String>,
        /// What the receiver expects.
        expected: Vec<String>,
        /// The statement that sent it.
        sent_at: Span,
    },
    /// A cell that another processor owns, or none.
    #[error("{}", foreign(cell, *owner, *processor, *is_of_tasks))]
    ForeignCell {
        /// `A[5]`
        cell: String,
        /// The processor that owns it.
        owner: Option<u32>,
        /// The processor that touches it.
        processor: u32,
        /// Whether it reads or writes it.
        touch: TouchKind,
        /// Whether the owner is one of its tasks.
        is_of_tasks: bool,
    },
    /// A queue from which another task takes messages.
    #[error(
        "{} takes a message from {queue}, which {} alone does",
        parties([*reader, *program], *placed)[1],
        parties([*reader, *program], *placed)[0]
    )]
    ForeignQueue {
        /// `K[5]`
        queue: String,
        /// The only processor or task that may take messages from it.
        reader: u32,
        /// The one that takes a message from it here.
        program: u32,
        /// Their processors, if they are tasks.
        placed: Option<[u32; 2]>,
    },
    /// A channel that is declared by an algorithm which a block calls.
    #[error("a processor declares the channel `{channel}` for itself alone")]
    ChannelOfOne {
        /// The channel.
        channel: String,
    },
    /// An array that is distributed by an algorithm which a block calls.
    #[error("a processor distributes the array `{array}`, which is its own")]
    DistributedByOne {
        /// The array.
        array: String,
    },
    /// Cells that sequential code uses after a block has written them.
    #[error("code outside of every block uses {array}, which processors have written")]
    UsedOutside {
        /// The array.
        array: String,
    },
    /// A block that needs more processors than there are.
    #[error("this block asks for {asked} processors, and the machine has {available}")]
    TooFewProcessors {
        /// The number it asks for.
        asked: u128,
        available: u32,
    },
    /// An array that is placed in a processor that does not exist.
    #[error(
        "`{array}` is to lie in processor {number}, and the machine has 0 to {}",
        processors - 1
    )]
    NoSuchOwner {
        /// The array.
        array: String,
        /// The number.
        number: i64,
        processors: u32,
    },
    /// A number that no processor has.
    #[error("there is no processor {number}: the machine has 0 to {}", processors - 1)]
    NoSuchProcessor {
        /// The number.
        number: i128,
        processors: u32,
    },
    /// A number that no task has.
    #[error("there is no task {number}: this block has {}", numbers(*tasks))]
    NoSuchTask {
        /// The number.
        number: i64,
        tasks: u32,
    },
    /// A task that is to be on no processor of the machine.
    #[error(
        "task {task} is to be on processor {number}, and the machine has 0 to {}",
        processors - 1
    )]
    NoSuchPlace {
        /// The task.
        task: u32,
        /// The number.
        number: i64,
        processors: u32,
    },
    /// A task that asks for the number or a neighbour of a processor in the network.
    #[error("a task asks for a number or a neighbour in the network, which only processors have")]
    NumberOfTask,
    /// Indices that no processor of the block has.
    #[error("nobody in this block has the indices ({indices})")]
    NoSuchIndices {
        /// The indices.
        indices: String,
    },
    /// A neighbour that a processor does not have.
    #[error("processor {processor} has no neighbour {neighbour} on this network")]
    NoNeighbour {
        /// The processor.
        processor: u32,
        /// The neighbour, as written.
        neighbour: String,
        /// The neighbours with names that the network has.
        network: NamedNeighbours,
    },
    /// A receive from anyone that could have taken another message, where that is forbidden.
    #[error(
        "{0} {receiver} receives from anyone, and both the message of {1}{2} and that of {1}{3} can \
         come first",
        if *is_of_tasks { "task" } else { "processor" },
        if *is_of_tasks { "task " } else { "" },
        senders[0],
        senders[1]
    )]
    Race {
        /// The receiver.
        receiver: u32,
        /// Whether that is a task.
        is_of_tasks: bool,
        /// The sender of the message that was taken, and that of one that could have been.
        senders: [u32; 2],
        /// Where these were sent.
        sent_at: [Span; 2],
    },
    /// A block inside a block.
    #[error("a processor of a multicomputer cannot open a block of its own")]
    NestedBlock,
    /// An array that cannot be distributed in this way.
    #[error("{array} cannot be distributed {way}: {reason}")]
    Distribution {
        /// The array.
        array: String,
        /// The kind of distribution.
        way: &'static str,
        /// Why.
        reason: Undistributed,
    },
    #[error("the run reached its limit of {limit} messages")]
    TooManyMessages {
        /// The limit.
        limit: u64,
    },
    /// More instructions and messages than the limit.
    #[error(
        "the processors together reached the limit of {limit} instructions, sends and receives"
    )]
    TooLong {
        /// The limit.
        limit: u64,
        /// Whether instructions take no time, so that a loop may run for ever at one point in time.
        is_free: bool,
    },
    /// More instructions and messages than the limit of work.
    #[error(
        "the processors together reached the limit of work, {limit} instructions, sends and receives"
    )]
    TooMuchWork {
        /// The limit.
        limit: u64,
    },
    /// A time that does not fit.
    #[error("the times of this run are more than 128 bits can count")]
    TimeOverflow,
    /// A statement that the multicomputer cannot execute.
    #[error("the multicomputer cannot execute this statement")]
    Unsupported,
}

/// The named neighbours that a network has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedNeighbours {
    /// Those in the row and the column, except at the ends: lines and meshes.
    Inside,
    /// Those in the row and the column, with wrap-around: rings and tori.
    Around,
    /// One for each dimension: hypercubes.
    Dimensions,
    Nothing,
}

impl NamedNeighbours {
    /// The named neighbours of a network.
    pub fn of(topology: &Topology) -> Self {
        match topology.shape() {
            TopologyShape::Line | TopologyShape::Mesh(_) => Self::Inside,
            TopologyShape::Ring | TopologyShape::Torus(_) => Self::Around,
            TopologyShape::Hypercube(_) => Self::Dimensions,
            TopologyShape::Complete
            | TopologyShape::Tree(_)
            | TopologyShape::Star
            | TopologyShape::Bus => Self::Nothing,
        }
    }
}

/// `no tasks`, `task 0 alone`, `tasks 0 to 7`
fn numbers(tasks: u32) -> String {
    match tasks {
        0 => "none".to_owned(),
        1 => "task 0 alone".to_owned(),
        tasks => format!("tasks 0 to {}", tasks - 1),
    }
}

fn shown(parts: &[String]) -> String {
    match parts {
        [] => "no words".to_owned(),
        parts => parts.join(" and "),
    }
}

fn foreign(cell: &str, owner: Option<u32>, processor: u32, is_of_tasks: bool) -> String {
    let toucher = if is_of_tasks { "a task on " } else { "" };
    match owner {
        Some(owner) => {
            format!(
                "{toucher}processor {processor} touches {cell}, which lies in processor {owner}"
            )
        }
        None => {
            format!("{toucher}processor {processor} touches {cell}, which lies in no processor")
        }
    }
}

impl NetworkFault {
    /// Its code.
    pub fn code(&self) -> Code {
        match self {
            Self::Deadlock(_) => Code::MessageDeadlock,
            Self::NeverReceived { .. } => Code::NeverReceived,
            Self::Mismatch { .. } => Code::WrongMessage,
            Self::ForeignCell { .. } | Self::ForeignQueue { .. } | Self::UsedOutside { .. } => {
                Code::ForeignCell
            }
            Self::TooFewProcessors { .. } => Code::TooFewProcessors,
            Self::NoSuchProcessor { .. }
            | Self::NoSuchOwner { .. }
            | Self::NoSuchTask { .. }
            | Self::NoSuchPlace { .. }
            | Self::NumberOfTask
            | Self::NoSuchIndices { .. }
            | Self::NoNeighbour { .. } => Code::NoSuchProcessor,
            Self::Race { .. } => Code::MessageRace,
            Self::ChannelOfOne { .. }
            | Self::DistributedByOne { .. }
            | Self::NestedBlock
            | Self::Unsupported => Code::Misplaced,
            Self::Distribution { .. } => Code::WrongShape,
            Self::TooManyMessages { .. } | Self::TooLong { .. } => Code::TooManySteps,
            Self::TooMuchWork { .. } => Code::TooMuchWork,
            Self::TimeOverflow => Code::Overflow,
        }
    }

    /// Adds the other places that the fault involves.
    pub fn with_places(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self {
            Self::Deadlock(deadlock) => deadlock.with_places(diagnostic),
            Self::NeverReceived { left, .. } => with_left(left, diagnostic),
            Self::Mismatch {
                sender,
                sent_at,
                placed,
                ..
            } => {
                let sender = whole_party(*sender, placed.map(|[sender, _]| sender));
                diagnostic.label(*sent_at, format!("{sender} sends it here"))
            }
            Self::Race {
                senders,
                sent_at,
                is_of_tasks,
                ..
            } => senders
                .iter()
                .zip(sent_at)
                .fold(diagnostic, |diagnostic, (sender, span)| {
                    let task = if *is_of_tasks { "task " } else { "" };
                    diagnostic.label(*span, format!("{task}{sender} sends here"))
                }),
            _ => diagnostic,
        }
    }

    /// The waiting processors of a deadlock; empty for other faults.
    pub fn waits(&self) -> &[NetworkWait] {
        match self {
            Self::Deadlock(deadlock) => &deadlock.waits,
            _ => &[],
        }
    }
}
