//! What goes wrong among the processors of a multicomputer, in English.

mod left;
mod party;
mod waits;

use party::{parties, whole_party};

use super::{NamedNeighbours, NetworkFault};
use crate::diagnostic::Words;
use crate::engine::scalar::reach::TouchKind;
use crate::machine::fault::english::RAISE_WORK;
use crate::machine::network::left::further_places;
use crate::machine::network::undistributed::Undistributed;
use crate::source::Span;
use crate::syntax::keyword::Concept;
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
            "a task asks for a number or a neighbour in the network, which only processors have"
                .to_owned()
        }
        NetworkFault::NoSuchIndices { indices } => {
            format!("nobody in this block has the indices ({indices})")
        }
        NetworkFault::NoNeighbour {
            processor,
            neighbour,
            ..
        } => format!("processor {processor} has no neighbour {neighbour} on this network"),
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
            "a processor of a multicomputer cannot open a block of its own".to_owned()
        }
        NetworkFault::Distribution { array, way, reason } => format!(
            "{array} cannot be distributed {way}: {}",
            undistributed(*reason)
        ),
        NetworkFault::TooManyMessages { limit } => {
            format!("the run reached its limit of {limit} messages")
        }
        NetworkFault::TooLong { limit, .. } => format!(
            "the processors together reached the limit of {limit} instructions, sends and receives"
        ),
        NetworkFault::TooMuchWork { limit } => format!(
            "the processors together reached the limit of work, {limit} instructions, sends and receives"
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

/// The advice for a fault.
fn help(fault: &NetworkFault, vocabulary: Vocabulary) -> Option<String> {
    let [send, receive, towards, from, by, on] = vocabulary.words([
        Concept::Send,
        Concept::Receive,
        Concept::Towards,
        Concept::From,
        Concept::By,
        Concept::On,
    ]);
    let [blocks, to, tag] = vocabulary.words([Concept::Blocks, Concept::To, Concept::Tag]);
    Some(match fault {
        NetworkFault::Deadlock(deadlock) => waits::help(deadlock, vocabulary),
        NetworkFault::NeverReceived {
            left, collective, ..
        } => left::help(left, collective.as_deref(), vocabulary),
        NetworkFault::Mismatch {
            has_other_types: true,
            ..
        } => format!(
            "a variable has the type that the program gives it elsewhere, or else that of what is \
             sent with this tag: assign it a value of the right type before the `{receive}`, or \
             tell messages of different types apart by a `{tag}`"
        ),
        NetworkFault::Mismatch { .. } => format!(
            "a message fits where `{receive}` takes as many words of the same types, in the \
             same order: to take a part of an array, name the section, such as `A[a {to} b]`"
        ),
        NetworkFault::ForeignCell {
            cell,
            owner: Some(owner),
            is_of_tasks: true,
            ..
        } => format!(
            "a task reaches the cells of its own processor only: let a task on processor \
             {owner} `{send} {cell}` to this one, or map this task onto processor {owner}"
        ),
        NetworkFault::ForeignQueue {
            queue,
            reader,
            program,
            ..
        } => format!(
            "let {reader} take it there with `{receive}`, or put what is meant for {program} \
             into a queue of {program}: `{send} x {towards} …;`, where now it goes into {queue}"
        ),
        NetworkFault::ForeignCell {
            cell,
            owner: Some(owner),
            processor,
            touch: TouchKind::Write,
            ..
        } => format!(
            "processors share no memory: write cells of processor {processor} only, or `{send}` \
             the value `{towards} {owner};` and let processor {owner} `{receive} {cell} {from} \
             {processor};`"
        ),
        NetworkFault::ForeignCell {
            cell,
            owner: Some(owner),
            processor,
            ..
        } => format!(
            "processors share no memory: let processor {owner} `{send} {cell} {towards} \
             {processor};`, and receive it here with `{receive} x {from} {owner};`"
        ),
        NetworkFault::ForeignCell { owner: None, .. } => format!(
            "say behind the array's declaration where its cells lie: `{by} {blocks}` gives each \
             processor a stretch, `{on} 0` gives all to processor 0"
        ),
        NetworkFault::UsedOutside { .. } => {
            let [assert, print, output] =
                vocabulary.words([Concept::Assert, Concept::Print, Concept::Output]);
            format!(
                "every processor knows what that code computes, so this would be a broadcast \
                 for nothing: use it there in `{assert}`, `{print}` and `{output}` only, or \
                 `{send}` it to the others in a block"
            )
        }
        NetworkFault::TooFewProcessors { available, .. } => {
            let [parallel, tasks] = vocabulary.words([Concept::Parallel, Concept::Tasks]);
            format!(
                "give the machine more processors (`-p`), or write `{parallel} {tasks}`, which \
                 gives each of its {available} processors several of them"
            )
        }
        NetworkFault::NoSuchTask { .. } => format!(
            "in a block of tasks messages go to the numbers of tasks: guard the first and the \
             last one with `{}`",
            vocabulary.word(Concept::If)
        ),
        NetworkFault::NoSuchPlace { .. } => {
            let tasks = vocabulary.word(Concept::Tasks);
            format!(
                "what follows `{on}` has to be the number of a processor for every task: \
                 `{on} i mod p` deals them out in turn; `{tasks}` without `{on}` gives each \
                 processor a stretch"
            )
        }
        NetworkFault::NumberOfTask => {
            "name tasks by their numbers, such as `i + 1`, or by their indices; \
                               neighbours with names, and collective communication, are for \
                               blocks of processors"
                .to_owned()
        }
        NetworkFault::NoSuchProcessor { processors, .. } => format!(
            "at the ends of a line something else has to happen (`{}`), or the numbers go round: \
             `(i + 1) mod {processors}`",
            vocabulary.word(Concept::If)
        ),
        NetworkFault::NoSuchOwner { processors, .. } => {
            in_one_or_in_blocks(*processors, vocabulary)
        }
        NetworkFault::NoSuchIndices { .. } => format!(
            "`(r, s)` are values of the indices in the block's header: guard the ends with `{}`, \
             or let the numbers go round with `mod`",
            vocabulary.word(Concept::If)
        ),
        NetworkFault::NoNeighbour { network, .. } => neighbours(*network, vocabulary),
        NetworkFault::Race { .. } => {
            let anyone = vocabulary.word(Concept::Anyone);
            format!(
                "name the sender instead of `{anyone}`; where the result is the same whatever \
                 comes first, leave --strict out"
            )
        }
        NetworkFault::ChannelOfOne { .. } => {
            "its queues are there for the others to send into: declare it in the code that \
             opens the block"
                .to_owned()
        }
        NetworkFault::DistributedByOne { array } => format!(
            "leave the clause away: in a block `{array}` lies in the processor that declares it; \
             an array that lies in several is declared before the block"
        ),
        NetworkFault::NestedBlock => {
            "write the inner work as a loop of each processor, or send it to other processors"
                .to_owned()
        }
        NetworkFault::TooManyMessages { .. } => {
            "if so many are meant, raise the limit with --max-messages".to_owned()
        }
        NetworkFault::TooLong { is_free, .. } => is_it_endless(*is_free).to_owned(),
        NetworkFault::TooMuchWork { .. } => RAISE_WORK.to_owned(),
        NetworkFault::TimeOverflow => "take smaller parameters, or a smaller input".to_owned(),
        NetworkFault::Distribution { reason, .. } => distribution(*reason, vocabulary),
        NetworkFault::Unsupported => return None,
    })
}

/// Advice where a run takes too long, perhaps as its loops take no time.
fn is_it_endless(is_free: bool) -> &'static str {
    if is_free {
        "a loop takes no time where t_c is 0 and its messages take none: does one of them never end? \
         Give the machine a t_c above 0; a longer run is allowed by --max-steps"
    } else {
        "is there a loop that never ends? A longer run is allowed by --max-steps"
    }
}

/// How to place the array in one of these processors, or to distribute it over all.
fn in_one_or_in_blocks(processors: u32, vocabulary: Vocabulary) -> String {
    let [on, by, blocks] = vocabulary.words([Concept::On, Concept::By, Concept::Blocks]);
    format!(
        "write the number of one processor, such as `{on} {}`; `{by} {blocks}` gives each of the \
         {processors} processors a stretch",
        processors - 1
    )
}

/// Where neighbours with names are.
fn neighbours(network: NamedNeighbours, vocabulary: Vocabulary) -> String {
    match network {
        NamedNeighbours::Inside => format!(
            "the processors at the ends of a line or mesh have no neighbour beyond: guard this \
             with `{}`, or use a ring or torus",
            vocabulary.word(Concept::If)
        ),
        NamedNeighbours::Around => {
            "rings have neighbours on the left and on the right, tori of two \
                         dimensions also above and below"
                .to_owned()
        }
        NamedNeighbours::Dimensions => format!(
            "the neighbours on a hypercube are `{}(k)` for each of its dimensions k, from 0",
            vocabulary.choose("susjed", "neighbour")
        ),
        NamedNeighbours::Nothing => {
            "only rings, lines, meshes, tori and hypercubes have named neighbours: \
                          write the number of the processor"
                .to_owned()
        }
    }
}

/// Why an array cannot be distributed in some way.
fn undistributed(reason: Undistributed) -> String {
    match reason {
        Undistributed::OneDimension => "it has one dimension".to_owned(),
        Undistributed::NoBlock { length } => format!("a block of {length} elements is none"),
        Undistributed::NoSquare { processors } => format!(
            "{processors} processors form no square, and the machine is no mesh or torus of two dimensions"
        ),
    }
}

/// How an array can be distributed instead.
fn distribution(reason: Undistributed, vocabulary: Vocabulary) -> String {
    let [by, blocks, rows, turns] =
        vocabulary.words([Concept::By, Concept::Blocks, Concept::Rows, Concept::Turns]);
    match reason {
        Undistributed::OneDimension => format!(
            "write `{by} {blocks}` for a stretch in each processor, or `{by} {turns}` to deal the \
             elements out in turn"
        ),
        Undistributed::NoBlock { .. } => format!(
            "a block has at least one element: `{by} {turns}(2)` deals out two at a time, \
             `{by} {turns}` one"
        ),
        Undistributed::NoSquare { processors } => {
            let side = processors.isqrt();
            format!(
                "give the machine {} or {} processors (`-p`) or a mesh with rows and columns, or \
                 write `{by} {rows}`",
                side * side,
                (side + 1) * (side + 1)
            )
        }
    }
}
