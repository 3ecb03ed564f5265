//! What goes wrong among the processors of a multicomputer, and how it is told.

use thiserror::Error;

use super::waits::{Deadlock, Wait};
use crate::diagnostic::{Code, Diagnostic};
use crate::network::{Shape, Topology};
use crate::source::Span;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// Messages that a diagnostic names; of further ones it says how many there are.
pub const NAMED: usize = 4;

/// What a processor of a multicomputer cannot do.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum NetworkFault {
    /// No processor can go on.
    #[error("{}", .0.sentence())]
    Deadlock(Deadlock),
    /// Messages that no processor has received by the end of the block.
    #[error("{}", never_received(left, *more))]
    NeverReceived {
        /// The first few.
        left: Vec<LeftMessage>,
        /// How many more.
        more: usize,
    },
    /// A message that does not fit where it is to go.
    #[error(
        "{} wants {}, and the message of {sender} has {}",
        receiver,
        shown(expected),
        shown(sent)
    )]
    Mismatch {
        /// Number of the sender.
        sender: u32,
        /// Number of the receiver.
        receiver: u32,
        /// What the message holds: words and their types.
        sent: Vec<String>,
        /// What the receiver has room for.
        expected: Vec<String>,
        /// The statement that sent it.
        sent_at: Span,
    },
    /// A cell that another processor owns, or none.
    #[error("{}", foreign(cell, *owner, *processor))]
    ForeignCell {
        /// `A[5]`
        cell: String,
        /// Who owns it.
        owner: Option<u32>,
        /// Who touches it.
        processor: u32,
    },
    /// Cells used by sequential code, which a block has written.
    #[error("code outside of every block uses {array}, which processors have written")]
    UsedOutside {
        /// The array.
        array: String,
    },
    /// A block of more processors than there are.
    #[error("this block asks for {asked} processors, and the machine has {available}")]
    TooFewProcessors {
        /// How many it asks for.
        asked: u128,
        /// How many there are.
        available: u32,
    },
    /// A number that no processor has.
    #[error("there is no processor {number}: the machine has 0 to {}", processors - 1)]
    NoSuchProcessor {
        /// The number.
        number: i128,
        /// How many processors there are.
        processors: u32,
    },
    /// Indices that no processor of the block has.
    #[error("no processor of this block has the indices ({indices})")]
    NoSuchIndices {
        /// The indices.
        indices: String,
    },
    /// A neighbour that a processor has not.
    #[error("processor {processor} has no neighbour {neighbour} on this network")]
    NoNeighbour {
        /// Whose.
        processor: u32,
        /// Which, as written.
        neighbour: String,
        /// Which the network has.
        network: NamedNeighbours,
    },
    /// A receive from anyone that could have taken another message, where that is forbidden.
    #[error(
        "processor {receiver} receives from anyone, and both the message of {} and that of {} can \
         come first", senders[0], senders[1]
    )]
    Race {
        /// Who receives.
        receiver: u32,
        /// Whose message was taken, and whose could have been.
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
        /// As written.
        way: &'static str,
        /// Why.
        reason: String,
    },
    /// Too many messages.
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
        /// Whether instructions take no time, so that a loop may go on for ever at one time.
        is_free: bool,
    },
    /// A time that does not fit.
    #[error("the times of this run are more than 128 bits can count")]
    TimeOverflow,
    /// A statement that the multicomputer cannot execute.
    #[error("the multicomputer cannot execute this statement")]
    Unsupported,
}

/// Which neighbours with names a network has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedNeighbours {
    /// Those in the row and the column, except at the ends: lines and meshes.
    Inside,
    /// Those in the row and the column: rings and tori.
    Around,
    /// One for each dimension: hypercubes.
    Dimensions,
    /// None.
    Nothing,
}

impl NamedNeighbours {
    /// Those of a network.
    pub fn of(topology: &Topology) -> Self {
        match topology.shape() {
            Shape::Line | Shape::Mesh(_) => Self::Inside,
            Shape::Ring | Shape::Torus(_) => Self::Around,
            Shape::Hypercube(_) => Self::Dimensions,
            Shape::Complete | Shape::Tree(_) | Shape::Star | Shape::Bus => Self::Nothing,
        }
    }

    fn help(self, vocabulary: Vocabulary) -> String {
        match self {
            Self::Inside => format!(
                "the processors at the ends of a line or mesh have no neighbour beyond: guard this \
                 with `{}`, or use a ring or torus",
                vocabulary.word(Concept::If)
            ),
            Self::Around => "rings have neighbours on the left and on the right, tori of two \
                             dimensions also above and below"
                .to_owned(),
            Self::Dimensions => format!(
                "the neighbours on a hypercube are `{}(k)` for each of its dimensions k, from 0",
                vocabulary.choose("susjed", "neighbour")
            ),
            Self::Nothing => {
                "only rings, lines, meshes, tori and hypercubes have named neighbours: \
                              write the number of the processor"
                    .to_owned()
            }
        }
    }
}

/// A message that nobody received.
#[derive(Debug, Clone, PartialEq)]
pub struct LeftMessage {
    /// Number of its sender.
    pub sender: u32,
    /// Number of the processor to which it went.
    pub receiver: u32,
    /// How many words it has.
    pub words: u64,
    /// The statement that sent it.
    pub span: Span,
}

fn never_received(left: &[LeftMessage], more: usize) -> String {
    let one = |message: &LeftMessage| {
        let words = match message.words {
            1 => "1 word".to_owned(),
            words => format!("{words} words"),
        };
        format!("{words} from {} to {}", message.sender, message.receiver)
    };
    let mut listed: Vec<String> = left.iter().map(one).collect();
    if more > 0 {
        listed.push(format!("{more} more"));
    }
    let messages = if listed.len() == 1 {
        "a message is"
    } else {
        "messages are"
    };
    format!("{messages} never received: {}", listed.join(", "))
}

fn shown(parts: &[String]) -> String {
    match parts {
        [] => "no words".to_owned(),
        parts => parts.join(" and "),
    }
}

fn foreign(cell: &str, owner: Option<u32>, processor: u32) -> String {
    match owner {
        Some(owner) => {
            format!("processor {processor} touches {cell}, which lies in processor {owner}")
        }
        None => format!("processor {processor} touches {cell}, which lies in no processor"),
    }
}

impl NetworkFault {
    /// Its code.
    pub fn code(&self) -> Code {
        match self {
            Self::Deadlock(_) => Code::MessageDeadlock,
            Self::NeverReceived { .. } => Code::NeverReceived,
            Self::Mismatch { .. } => Code::WrongMessage,
            Self::ForeignCell { .. } | Self::UsedOutside { .. } => Code::ForeignCell,
            Self::TooFewProcessors { .. } => Code::TooFewProcessors,
            Self::NoSuchProcessor { .. }
            | Self::NoSuchIndices { .. }
            | Self::NoNeighbour { .. } => Code::NoSuchProcessor,
            Self::Race { .. } => Code::MessageRace,
            Self::NestedBlock | Self::Unsupported => Code::Misplaced,
            Self::Distribution { .. } => Code::WrongShape,
            Self::TooManyMessages { .. } | Self::TooLong { .. } => Code::TooManySteps,
            Self::TimeOverflow => Code::Overflow,
        }
    }

    /// The other places that it is about.
    pub fn with_places(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self {
            Self::Deadlock(deadlock) => deadlock.with_places(diagnostic),
            Self::NeverReceived { left, .. } => {
                let first = diagnostic.primary.as_ref().map(|label| label.span);
                let mut places: Vec<Span> = left.iter().map(|message| message.span).collect();
                places.dedup();
                (places.into_iter().filter(|span| Some(*span) != first))
                    .fold(diagnostic, |diagnostic, span| {
                        diagnostic.label(span, "sent here")
                    })
            }
            Self::Mismatch {
                sender, sent_at, ..
            } => diagnostic.label(*sent_at, format!("processor {sender} sends it here")),
            Self::Race {
                senders, sent_at, ..
            } => senders
                .iter()
                .zip(sent_at)
                .fold(diagnostic, |diagnostic, (sender, span)| {
                    diagnostic.label(*span, format!("{sender} sends here"))
                }),
            _ => diagnostic,
        }
    }

    /// Ways out.
    pub fn help(&self, vocabulary: Vocabulary) -> Option<String> {
        let [send, receive, towards, from, by, on] = vocabulary.words([
            Concept::Send,
            Concept::Receive,
            Concept::Towards,
            Concept::From,
            Concept::By,
            Concept::On,
        ]);
        let [blocks, to] = vocabulary.words([Concept::Blocks, Concept::To]);
        Some(match self {
            Self::Deadlock(deadlock) => deadlock.help(vocabulary),
            Self::NeverReceived { .. } => format!(
                "every message that is sent has to be received before the block ends: count the \
                 `{send}` and the `{receive}` between these processors"
            ),
            Self::Mismatch { .. } => format!(
                "a message fits where `{receive}` takes as many words of the same types, in the \
                 same order: to take a part of an array, name the section, such as `A[a {to} b]`"
            ),
            Self::ForeignCell {
                cell,
                owner: Some(owner),
                processor,
            } => format!(
                "processors share no memory: let processor {owner} `{send} {cell} {towards} \
                 {processor};`, and receive it here with `{receive} x {from} {owner};`"
            ),
            Self::ForeignCell { owner: None, .. } => format!(
                "say behind the array's declaration where its cells lie: `{by} {blocks}` gives each \
                 processor a stretch, `{on} 0` gives all to processor 0"
            ),
            Self::UsedOutside { .. } => {
                let [assert, print, output] =
                    vocabulary.words([Concept::Assert, Concept::Print, Concept::Output]);
                format!(
                    "every processor knows what that code computes, so this would be a broadcast \
                     for nothing: use it there in `{assert}`, `{print}` and `{output}` only, or \
                     `{send}` it to the others in a block"
                )
            }
            Self::TooFewProcessors { available, .. } => format!(
                "give the machine more processors (`-p`), or each of its {available} processors \
                 more than one of the tasks"
            ),
            Self::NoSuchProcessor { processors, .. } => format!(
                "at the ends of a line something else has to happen (`{}`), or the numbers go round: \
                 `(i + 1) mod {processors}`",
                vocabulary.word(Concept::If)
            ),
            Self::NoSuchIndices { .. } => format!(
                "`(r, s)` are values of the indices in the block's header: guard the ends with `{}`, \
                 or let the numbers go round with `mod`",
                vocabulary.word(Concept::If)
            ),
            Self::NoNeighbour { network, .. } => network.help(vocabulary),
            Self::Race { .. } => {
                let anyone = vocabulary.word(Concept::Anyone);
                format!(
                    "name the sender instead of `{anyone}`, or tell the messages apart by their tags; \
                     where the result is the same whatever comes first, leave --strict out"
                )
            }
            Self::NestedBlock => {
                "write the inner work as a loop of each processor, or send it to other processors"
                    .to_owned()
            }
            Self::TooManyMessages { .. } => {
                "if so many are meant, raise the limit with --max-messages".to_owned()
            }
            Self::TooLong { is_free: true, .. } => {
                "a loop that only looks for messages takes no time where t_c is 0: give the machine \
                 a t_c above 0, or wait with a receive; a longer run is allowed by --max-steps"
                    .to_owned()
            }
            Self::TooLong { is_free: false, .. } => {
                "is there a loop that never ends? A longer run is allowed by --max-steps".to_owned()
            }
            Self::TimeOverflow => "take smaller parameters, or a smaller input".to_owned(),
            Self::Distribution { .. } | Self::Unsupported => return None,
        })
    }

    /// Who waits for whom, where that is what went wrong.
    pub fn waits(&self) -> &[Wait] {
        match self {
            Self::Deadlock(deadlock) => &deadlock.waits,
            _ => &[],
        }
    }
}
