//! What goes wrong among the processors of a multicomputer, in English.

mod help;
mod left;
mod party;
mod waits;

use help::help;
use party::{parties, whole_party};

use super::{Neighbour, NetworkFault};
use crate::code::control::Distribution;
use crate::diagnostic::Words;
use crate::machine::network::left::further_places;
use crate::machine::network::undistributed::Undistributed;
use crate::network::GridDirection;
use crate::program::Type;
use crate::source::Span;
use crate::syntax::vocabulary::Vocabulary;

/// A fault in words; at its own place nothing more is said.
pub(super) fn words(fault: &NetworkFault, span: Option<Span>, vocabulary: Vocabulary) -> Words {
    let mut words = Words::message(message(fault));
    words.labels.extend(span.map(|_| String::new()));
    words.labels.extend(labels(fault, span));
    words.help.extend(help(fault, vocabulary));
    words
}

/// What is said at the further places.
fn labels(fault: &NetworkFault, span: Option<Span>) -> Vec<String> {
    match fault {
        NetworkFault::Deadlock(deadlock) => {
            let waits = deadlock.elsewhere(span).into_iter();
            waits.map(waits::phrase).collect()
        }
        NetworkFault::NeverReceived { left, .. } => (further_places(left, span).iter())
            .map(|_| "sent here".to_owned())
            .collect(),
        NetworkFault::Mismatch { sender, placed, .. } => {
            let sender = whole_party(*sender, placed.map(|[sender, _]| sender));
            vec![format!("{sender} sends it here")]
        }
        NetworkFault::Race {
            senders,
            is_of_tasks,
            ..
        } => {
            let task = if *is_of_tasks { "task " } else { "" };
            (senders.iter())
                .map(|sender| format!("{task}{sender} sends here"))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The message, in one sentence.
pub(super) fn message(fault: &NetworkFault) -> String {
    match fault {
        NetworkFault::Deadlock(deadlock) => waits::sentence(deadlock),
        NetworkFault::NeverReceived { left, more, .. } => left::never_received(left, *more),
        NetworkFault::Mismatch {
            sender,
            receiver,
            placed,
            sent,
            expected,
            ..
        } => format!(
            "{} wants {}, and the message of {} has {}",
            parties([*sender, *receiver], *placed)[1],
            shown(expected),
            parties([*sender, *receiver], *placed)[0],
            shown(sent)
        ),
        NetworkFault::ForeignCell {
            cell,
            owner,
            processor,
            is_of_tasks,
            ..
        } => foreign(cell, *owner, *processor, *is_of_tasks),
        NetworkFault::ForeignQueue {
            queue,
            reader,
            program,
            placed,
        } => format!(
            "{} takes a message from {queue}, which {} alone does",
            parties([*reader, *program], *placed)[1],
            parties([*reader, *program], *placed)[0]
        ),
        NetworkFault::ChannelOfOne { channel } => {
            format!("a processor declares the channel `{channel}` for itself alone")
        }
        NetworkFault::DistributedByOne { array } => {
            format!("a processor distributes the array `{array}`, which is its own")
        }
        NetworkFault::UsedOutside { array } => {
            let array = array.as_deref().unwrap_or("an array");
            format!("code outside of every block uses {array}, which processors have written")
        }
        NetworkFault::TooFewProcessors { asked, available } => {
            format!("this block asks for {asked} processors, and the machine has {available}")
        }
        NetworkFault::NoSuchOwner {
            array,
            number,
            processors,
        } => format!(
            "`{array}` is to lie in processor {number}, and the machine has 0 to {}",
            processors - 1
        ),
        NetworkFault::NoSuchProcessor { number, processors } => format!(
            "there is no processor {number}: the machine has 0 to {}",
            processors - 1
        ),
        NetworkFault::NoSuchTask { number, tasks } => format!(
            "there is no task {number}: this block has {}",
            numbers(*tasks)
        ),
        NetworkFault::NoSuchPlace {
            task,
            number,
            processors,
        } => format!(
            "task {task} is to be on processor {number}, and the machine has 0 to {}",
            processors - 1
        ),
        NetworkFault::NumberOfTask => {
            "a task asks for a number or a neighbour in the network, which only processors \
            have"
                .to_owned()
        }
        NetworkFault::NoSuchIndices { indices } => {
            format!("no processor of this block has the indices ({indices})")
        }
        NetworkFault::NoNeighbour {
            processor,
            neighbour,
            ..
        } => format!(
            "processor {processor} has no neighbour {} on this network",
            place_of(*neighbour)
        ),
        NetworkFault::Race {
            receiver,
            is_of_tasks,
            senders,
            ..
        } => format!(
            "{0} {receiver} receives from anyone, and both the message of {1}{2} and that of {1}{3} can \
         come first",
            if *is_of_tasks { "task" } else { "processor" },
            if *is_of_tasks { "task " } else { "" },
            senders[0],
            senders[1]
        ),
        NetworkFault::NestedBlock => {
            "a processor of a multicomputer cannot open another block".to_owned()
        }
        NetworkFault::Distribution { array, way, reason } => format!(
            "{array} cannot be distributed {}: {}",
            way_of(*way),
            undistributed(*reason)
        ),
        NetworkFault::TooManyMessages { limit } => {
            format!("the run reached its limit of {limit} messages")
        }
        NetworkFault::TooLong { limit, .. } => format!(
            "the processors together reached the limit of {limit} instructions, sends and \
            receives"
        ),
        NetworkFault::TooMuchWork { limit } => format!(
            "the processors together reached the limit of work, {limit} instructions, sends \
            and receives"
        ),
        NetworkFault::TimeOverflow => {
            "the times of this run are more than 128 bits can count".to_owned()
        }
        NetworkFault::Unsupported => "the multicomputer cannot execute this statement".to_owned(),
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

fn shown(runs: &[(Type, usize)]) -> String {
    if runs.is_empty() {
        return "no words".to_owned();
    }
    let one = |(ty, count): &(Type, usize)| {
        let words = if *count == 1 { "word" } else { "words" };
        let ty = match ty {
            Type::Int => "int",
            Type::Real => "real",
            Type::Bool => "bool",
        };
        format!("{count} {words} of type {ty}")
    };
    let parts: Vec<String> = runs.iter().map(one).collect();
    parts.join(" and ")
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

/// Where a neighbour is.
fn place_of(neighbour: Neighbour) -> String {
    match neighbour {
        Neighbour::Towards(GridDirection::Left) => "on its left".to_owned(),
        Neighbour::Towards(GridDirection::Right) => "on its right".to_owned(),
        Neighbour::Towards(GridDirection::Up) => "above it".to_owned(),
        Neighbour::Towards(GridDirection::Down) => "below it".to_owned(),
        Neighbour::Along(dimension) => format!("along dimension {dimension}"),
    }
}

/// How an array is distributed.
fn way_of(distribution: Distribution) -> &'static str {
    match distribution {
        Distribution::Blocks => "by blocks",
        Distribution::Cyclic => "by turns",
        Distribution::Rows => "by rows",
        Distribution::Columns => "by columns",
        Distribution::Squares => "by squares",
        Distribution::On => "to one processor",
    }
}

/// Why an array cannot be distributed in some way.
fn undistributed(reason: Undistributed) -> String {
    match reason {
        Undistributed::OneDimension => "it has one dimension".to_owned(),
        Undistributed::NoBlock { length } => format!("a block of {length} elements is none"),
        Undistributed::NoSquare { processors } => format!(
            "{processors} processors form no square, and the machine is no mesh or torus of \
            two dimensions"
        ),
    }
}
