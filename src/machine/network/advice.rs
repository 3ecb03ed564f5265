//! Advice for faults among the processors of a multicomputer.

use super::fault::{NamedNeighbours, NetworkFault};
use super::left::help_for_left;
use crate::engine::scalar::reach::TouchKind;
use crate::machine::fault_text::RAISE_WORK;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

impl NetworkFault {
    /// The advice for a fault.
    pub fn help(&self, vocabulary: Vocabulary) -> Option<String> {
        let [send, receive, towards, from, by, on] = vocabulary.words([
            Concept::Send,
            Concept::Receive,
            Concept::Towards,
            Concept::From,
            Concept::By,
            Concept::On,
        ]);
        let [blocks, to, tag] = vocabulary.words([Concept::Blocks, Concept::To, Concept::Tag]);
        Some(match self {
            Self::Deadlock(deadlock) => deadlock.help(vocabulary),
            Self::NeverReceived {
                left, collective, ..
            } => help_for_left(left, collective.as_deref(), vocabulary),
            Self::Mismatch {
                has_other_types: true,
                ..
            } => format!(
                "a variable has the type that the program gives it elsewhere, or else that of what is \
                 sent with this tag: assign it a value of the right type before the `{receive}`, or \
                 tell messages of different types apart by a `{tag}`"
            ),
            Self::Mismatch { .. } => format!(
                "a message fits where `{receive}` takes as many words of the same types, in the \
                 same order: to take a part of an array, name the section, such as `A[a {to} b]`"
            ),
            Self::ForeignCell {
                cell,
                owner: Some(owner),
                is_of_tasks: true,
                ..
            } => format!(
                "a task reaches the cells of its own processor only: let a task on processor \
                 {owner} `{send} {cell}` to this one, or map this task onto processor {owner}"
            ),
            Self::ForeignQueue {
                queue,
                reader,
                program,
                ..
            } => format!(
                "let {reader} take it there with `{receive}`, or put what is meant for {program} \
                 into a queue of {program}: `{send} x {towards} …;`, where now it goes into {queue}"
            ),
            Self::ForeignCell {
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
            Self::ForeignCell {
                cell,
                owner: Some(owner),
                processor,
                ..
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
            Self::TooFewProcessors { available, .. } => {
                let [parallel, tasks] = vocabulary.words([Concept::Parallel, Concept::Tasks]);
                format!(
                    "give the machine more processors (`-p`), or write `{parallel} {tasks}`, which \
                     gives each of its {available} processors several of them"
                )
            }
            Self::NoSuchTask { .. } => format!(
                "in a block of tasks messages go to the numbers of tasks: guard the first and the \
                 last one with `{}`",
                vocabulary.word(Concept::If)
            ),
            Self::NoSuchPlace { .. } => {
                let tasks = vocabulary.word(Concept::Tasks);
                format!(
                    "what follows `{on}` has to be the number of a processor for every task: \
                     `{on} i mod p` deals them out in turn; `{tasks}` without `{on}` gives each \
                     processor a stretch"
                )
            }
            Self::NumberOfTask => {
                "name tasks by their numbers, such as `i + 1`, or by their indices; \
                                   neighbours with names, and collective communication, are for \
                                   blocks of processors"
                    .to_owned()
            }
            Self::NoSuchProcessor { processors, .. } => format!(
                "at the ends of a line something else has to happen (`{}`), or the numbers go round: \
                 `(i + 1) mod {processors}`",
                vocabulary.word(Concept::If)
            ),
            Self::NoSuchOwner { processors, .. } => in_one_or_in_blocks(*processors, vocabulary),
            Self::NoSuchIndices { .. } => format!(
                "`(r, s)` are values of the indices in the block's header: guard the ends with `{}`, \
                 or let the numbers go round with `mod`",
                vocabulary.word(Concept::If)
            ),
            Self::NoNeighbour { network, .. } => network.help(vocabulary),
            Self::Race { .. } => {
                let anyone = vocabulary.word(Concept::Anyone);
                format!(
                    "name the sender instead of `{anyone}`; where the result is the same whatever \
                     comes first, leave --strict out"
                )
            }
            Self::ChannelOfOne { .. } => {
                "its queues are there for the others to send into: declare it in the code that \
                 opens the block"
                    .to_owned()
            }
            Self::DistributedByOne { array } => format!(
                "leave the clause away: in a block `{array}` lies in the processor that declares it; \
                 an array that lies in several is declared before the block"
            ),
            Self::NestedBlock => {
                "write the inner work as a loop of each processor, or send it to other processors"
                    .to_owned()
            }
            Self::TooManyMessages { .. } => {
                "if so many are meant, raise the limit with --max-messages".to_owned()
            }
            Self::TooLong { is_free, .. } => is_it_endless(*is_free).to_owned(),
            Self::TooMuchWork { .. } => RAISE_WORK.to_owned(),
            Self::TimeOverflow => "take smaller parameters, or a smaller input".to_owned(),
            Self::Distribution { reason, .. } => reason.help(vocabulary),
            Self::Unsupported => return None,
        })
    }
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

impl NamedNeighbours {
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
