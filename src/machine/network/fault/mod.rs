//! Faults among the processors of a multicomputer: as data here, with their places in `places`, and with their
//! messages in a folder of each language.

mod english;
mod places;

use super::left::LeftMessage;
use super::undistributed::Undistributed;
use super::waits::{DeadlockReport, NetworkWait};
use crate::code::control::Distribution;
use crate::diagnostic::{Code, Diagnostic, Places, Words};
use crate::engine::scalar::reach::TouchKind;
use crate::language::{Language, Voice};
use crate::network::{GridDirection, Topology, TopologyShape};
use crate::program::Type;
use crate::source::Span;

/// The most messages that a diagnostic names; it says how many more there are.
pub const NAMED: usize = 4;

/// A neighbour, as a program names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Neighbour {
    /// On a grid.
    Towards(GridDirection),
    /// Along a dimension of a hypercube.
    Along(i64),
}

/// What a processor of a multicomputer cannot do.
#[derive(Debug, Clone, PartialEq)]
pub enum NetworkFault {
    Deadlock(DeadlockReport),
    /// Messages that no processor has received by the end of the block.
    NeverReceived {
        /// The first few.
        left: Vec<LeftMessage>,
        more: usize,
        /// The collective communication in which the first one was sent, as the program calls it. The
        /// pipeline sets it, as it adds these algorithms to programs.
        collective: Option<String>,
    },
    /// A message that does not fit the variables that receive it.
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
        sent: Vec<(Type, usize)>,
        /// What the receiver expects.
        expected: Vec<(Type, usize)>,
        /// The statement that sent it.
        sent_at: Span,
    },
    /// A cell that another processor owns, or none.
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
    ChannelOfOne {
        /// The channel.
        channel: String,
    },
    /// An array that is distributed by an algorithm which a block calls.
    DistributedByOne {
        /// The array.
        array: String,
    },
    /// Cells that sequential code uses after a block has written them.
    UsedOutside {
        /// The array, where its name is known.
        array: Option<String>,
    },
    /// A block that needs more processors than there are.
    TooFewProcessors {
        /// The number it asks for.
        asked: u128,
        available: u32,
    },
    /// An array that is placed in a processor that does not exist.
    NoSuchOwner {
        /// The array.
        array: String,
        /// The number.
        number: i64,
        processors: u32,
    },
    /// A number that no processor has.
    NoSuchProcessor {
        /// The number.
        number: i128,
        processors: u32,
    },
    /// A number that no task has.
    NoSuchTask {
        /// The number.
        number: i64,
        tasks: u32,
    },
    /// A task that is to be on no processor of the machine.
    NoSuchPlace {
        /// The task.
        task: u32,
        /// The number.
        number: i64,
        processors: u32,
    },
    /// A task that asks for the number or a neighbour of a processor in the network.
    NumberOfTask,
    /// Indices that no processor of the block has.
    NoSuchIndices {
        /// The indices.
        indices: String,
    },
    /// A neighbour that a processor does not have.
    NoNeighbour {
        /// The processor.
        processor: u32,
        /// The neighbour.
        neighbour: Neighbour,
        /// The neighbours with names that the network has.
        network: NamedNeighbours,
    },
    /// A receive from anyone that could have taken another message, where that is forbidden.
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
    NestedBlock,
    /// An array that cannot be distributed in this way.
    Distribution {
        /// The array.
        array: String,
        /// How.
        way: Distribution,
        /// Why.
        reason: Undistributed,
    },
    TooManyMessages {
        /// The limit.
        limit: u64,
    },
    /// More instructions and messages than the limit.
    TooLong {
        /// The limit.
        limit: u64,
        /// Whether instructions take no time, so that a loop may run for ever at one point in time.
        is_free: bool,
    },
    /// More instructions and messages than the limit of work.
    TooMuchWork {
        /// The limit.
        limit: u64,
    },
    /// A time that does not fit.
    TimeOverflow,
    /// A statement that the multicomputer cannot execute.
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

    /// The fault in words, where there is a place for it.
    pub fn diagnostic(&self, span: Option<Span>, voice: Voice) -> Diagnostic {
        self.places(span).with(self.words(span, voice))
    }

    /// Its code and its places, that of the fault first.
    pub fn places(&self, span: Option<Span>) -> Places {
        places::of(self, span)
    }

    /// What is said of it, and at these places.
    pub fn words(&self, span: Option<Span>, voice: Voice) -> Words {
        match voice.language {
            Language::English | Language::Croatian => english::words(self, span, voice.vocabulary),
        }
    }

    /// The message, in one sentence.
    pub fn message(&self, voice: Voice) -> String {
        match voice.language {
            Language::English | Language::Croatian => english::message(self),
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
