//! Ways out of what goes wrong among the processors of a multicomputer, in English.

use super::{left, waits};
use crate::engine::scalar::reach::TouchKind;
use crate::machine::fault::english::RAISE_WORK;
use crate::machine::network::fault::{NamedNeighbours, NetworkFault};
use crate::machine::network::undistributed::Undistributed;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// Ways out.
pub(super) fn help(fault: &NetworkFault, vocabulary: Vocabulary) -> Option<String> {
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
            "a task can access the cells of its own processor only: let a task on processor \
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
            "say after the array's declaration where its cells are: `{by} {blocks}` gives each \
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
            "the first and the last processor have one neighbour less: guard the message with `{}`, \
             or count modulo the number of processors, `(i + 1) mod {processors}`",
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
            "remove the clause: in a block `{array}` is in the processor that declares it; \
             an array that lies in several is declared before the block"
        ),
        NetworkFault::NestedBlock => {
            "write the inner work as a loop of each processor, or send it to other \
            processors"
                .to_owned()
        }
        NetworkFault::TooManyMessages { .. } => {
            "if that many are intended, raise the limit with --max-messages".to_owned()
        }
        NetworkFault::TooLong { is_free, .. } => is_it_endless(*is_free).to_owned(),
        NetworkFault::TooMuchWork { .. } => RAISE_WORK.to_owned(),
        NetworkFault::TimeOverflow => "take smaller parameters, or a smaller input".to_owned(),
        NetworkFault::Distribution { reason, .. } => distribution(*reason, vocabulary),
        NetworkFault::Unsupported => return None,
    })
}

/// What to look for where a run takes too long, perhaps as its loops take no time.
fn is_it_endless(is_free: bool) -> &'static str {
    if is_free {
        "a loop takes no time where t_c is 0 and its messages take none: does one of them never end? \
         Give the machine a t_c above 0; a longer run is allowed by --max-steps"
    } else {
        "is there a loop that never ends? A longer run is allowed by --max-steps"
    }
}

/// How to let an array lie in one of these processors, or in all of them.
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
