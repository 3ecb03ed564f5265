//! Places where a statement or an expression has no meaning, in English.

use super::kernel;
use crate::diagnostic::Words;
use crate::semantic::builtin;
use crate::semantic::problem::{NamesNetwork, Place};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// What has no meaning where, and where it would.
pub(super) fn words(place: Place, vocabulary: Vocabulary) -> Words {
    if let Place::Kernel(place) = place {
        return kernel::words(place, vocabulary);
    }
    Words::new(message(place, vocabulary), label(place)).help(help(place, vocabulary))
}

fn message(place: Place, vocabulary: Vocabulary) -> String {
    use Concept::{Barrier, Output, Parallel, Return};
    let [parallel, barrier, output, return_word] =
        vocabulary.words([Parallel, Barrier, Output, Return]);
    match place {
        Place::LeavesBlock(word) => {
            let word = vocabulary.word(word);
            format!("`{word}` cannot leave a `{parallel}`")
        }
        Place::LeavesNothing(word) => {
            let word = vocabulary.word(word);
            format!("`{word}` needs a loop around it")
        }
        Place::BarrierOutside => format!("`{barrier}` is not inside a `{parallel}`"),
        Place::OutputInBlock => format!("`{output}` is not allowed inside a `{parallel}`"),
        Place::OutputInAlgorithm => {
            format!("`{output}` is allowed in the program and in the entry algorithm only")
        }
        Place::ResultInBlock => {
            format!("`{return_word}` with a value is not allowed inside a `{parallel}`")
        }
        Place::ResultOfProgram => {
            format!("`{return_word}` with a value is not allowed in the program")
        }
        Place::ListInExpression => "a list is not allowed inside an expression".to_owned(),
        Place::LengthOfExpression => {
            let length = builtin::length(vocabulary);
            format!("`{length}` needs the name of an array")
        }
        Place::ReverseOutside => {
            let reverse = builtin::reverse(vocabulary);
            format!("`{reverse}` gives a whole array, and one value is needed here")
        }
        Place::GeneratorInExpression => {
            "a generator is not allowed inside an expression".to_owned()
        }
        Place::MessageInSharedMemory(_) => {
            "processors exchange messages on a multicomputer only, and this machine has shared memory"
                .to_owned()
        }
        Place::TasksInSharedMemory(_) => {
            let tasks = vocabulary.word(Concept::Tasks);
            format!(
                "`{tasks}` are placed on the processors of a multicomputer, and this machine has \
                 shared memory"
            )
        }
        Place::ChannelInSharedMemory(_) => {
            "channels carry messages on a multicomputer only, and this machine has shared memory".to_owned()
        }
        Place::ChannelInBlock => format!("a channel is declared inside a `{parallel}`"),
        Place::ChannelAsArray => "a channel can only be sent into or received from".to_owned(),
        Place::ChannelWithoutQueue => {
            "a message names a channel without saying which of its queues".to_owned()
        }
        Place::TagOfChannel => "a message through a channel cannot have a tag".to_owned(),
        Place::SynchronousChannel => {
            let word = vocabulary.word(Concept::SendSync);
            format!("`{word}` cannot send into a channel")
        }
        Place::CellInMapping => {
            "the processor of a task may not depend on a cell of an array".to_owned()
        }
        Place::SideBySideAmongMessages => {
            format!(
                "a `{parallel}` of tasks without an index is not allowed where processors exchange \
                 messages"
            )
        }
        Place::NoTask => format!("a `{parallel}` has neither processors nor tasks"),
        Place::DeclarationAsTask => "a declaration cannot be a task by itself".to_owned(),
        Place::BarrierAsTask => {
            format!("`{barrier}` cannot be a task by itself")
        }
        Place::TurnsOutside => {
            "a bound on iterations must be the first statement of a loop's body".to_owned()
        }
        Place::TurnsOfData => {
            "a bound on iterations may not read shared memory, call an algorithm or draw a number"
                .to_owned()
        }
        Place::MessageOutside => {
            format!("messages are sent and received inside a `{parallel}` only")
        }
        Place::DistributedInBlock => {
            format!("an array cannot be distributed inside a `{parallel}`")
        }
        Place::DistributedScalar => {
            "a single value cannot be distributed among processors".to_owned()
        }
        Place::BarrierAmongMessages => {
            format!("`{barrier}` of a range is not allowed where processors exchange messages")
        }
        Place::SharedAmongMessages => {
            let shared = vocabulary.word(Concept::Shared);
            format!("`{shared}` has no meaning where processors share no memory")
        }
        Place::Kernel(_) => String::new(),
    }
}

fn label(place: Place) -> &'static str {
    match place {
        Place::LeavesBlock(_) => "no loop between here and the block",
        Place::LeavesNothing(_) => "no loop around this",
        Place::BarrierOutside => "no other processor to wait for here",
        Place::OutputInBlock | Place::OutputInAlgorithm => "not here",
        Place::ResultInBlock => "every processor would return its own value",
        Place::ResultOfProgram => "the program has no caller",
        Place::ListInExpression => "a list is data, not a value",
        Place::LengthOfExpression => "not an array by name",
        Place::ReverseOutside => "this is a whole array",
        Place::GeneratorInExpression => "a generator makes a whole array",
        Place::MessageInSharedMemory(_) => "a message",
        Place::TasksInSharedMemory(_) => "tasks",
        Place::ChannelInSharedMemory(_) => "a channel",
        Place::ChannelInBlock => "each task would have its own",
        Place::ChannelAsArray => "a channel",
        Place::ChannelWithoutQueue => "which of its queues?",
        Place::TagOfChannel => "queues have no tags",
        Place::SynchronousChannel => "it would wait for the receiver",
        Place::CellInMapping => "no cells exist before the tasks are placed",
        Place::SideBySideAmongMessages => "its tasks would share the variables around it",
        Place::NoTask => "no statement in it",
        Place::DeclarationAsTask => "no other task would see it",
        Place::BarrierAsTask => "a task that would only wait",
        Place::TurnsOutside => "the iterations of which loop?",
        Place::TurnsOfData => "evaluating it would have a cost",
        Place::MessageOutside => "no processor acts here",
        Place::SharedAmongMessages => "no processors share it",
        Place::DistributedInBlock => "each processor has its own",
        Place::DistributedScalar => "one value has no cells to distribute",
        Place::BarrierAmongMessages => "only some of the processors",
        Place::Kernel(_) => "",
    }
}

fn help(place: Place, vocabulary: Vocabulary) -> String {
    use Concept::{Array, EndParallel, If, Output, Parallel, Return};
    let [parallel, end_parallel, if_word, output, return_word, array] =
        vocabulary.words([Parallel, EndParallel, If, Output, Return, Array]);
    match place {
        Place::LeavesBlock(_) => format!(
            "put the statements after it in an `{if_word}`, or let the processor leave the \
             whole block with `{return_word};`"
        ),
        Place::LeavesNothing(_) => format!("leave an algorithm with `{return_word};`"),
        Place::BarrierOutside => format!(
            "put it between the statements of a `{parallel}`: outside of it there are no \
             other processors"
        ),
        Place::OutputInBlock => format!("write it after `{end_parallel}`"),
        Place::OutputInAlgorithm => format!(
            "give the value back with `{return_word}`, and write `{output}` in the program; \
             the arrays of an entry algorithm are its outputs anyway"
        ),
        Place::ResultInBlock => format!(
            "write the result into an array or a shared scalar, and `{return_word}` it after \
             `{end_parallel}`; `{return_word};` without a value takes this processor out of \
             the block"
        ),
        Place::ResultOfProgram => format!("show results with `{output}`"),
        Place::ListInExpression | Place::GeneratorInExpression => {
            format!(
                "declare an array with it, `{array} A[n] = …;`; `{array} A[n] = 0;` has one value in all cells"
            )
        }
        Place::MessageInSharedMemory(names)
        | Place::TasksInSharedMemory(names)
        | Place::ChannelInSharedMemory(names) => network(names, vocabulary),
        Place::MessageOutside => format!(
            "write it inside a `{parallel}`; outside of it no messages are needed: every \
             processor knows what is computed there"
        ),
        Place::ChannelInBlock => {
            let channel = vocabulary.word(Concept::Channel);
            format!("declare it before the `{parallel}`: `{channel} K[n];`")
        }
        Place::ChannelAsArray | Place::ChannelWithoutQueue => {
            let [send, receive, towards, from] = vocabulary.words([
                Concept::Send,
                Concept::Receive,
                Concept::Towards,
                Concept::From,
            ]);
            format!(
                "`{send} x {towards} K[i];` puts a message into the queue of task i, and task i \
                 takes the next one with `{receive} x {from} K[i];`"
            )
        }
        Place::TagOfChannel => {
            let channel = vocabulary.word(Concept::Channel);
            format!("declare a channel for each kind of message: `{channel} K[n], L[n];`")
        }
        Place::SynchronousChannel => {
            let send = vocabulary.word(Concept::Send);
            format!("a send into a channel ends at once: write `{send}`")
        }
        Place::CellInMapping => "compute it from the block's indices and from scalars that are \
                                known outside of blocks"
            .to_owned(),
        Place::SideBySideAmongMessages => {
            let [tasks, for_word, each, from, to] = vocabulary.words([
                Concept::Tasks,
                Concept::For,
                Concept::Each,
                Concept::From,
                Concept::To,
            ]);
            format!(
                "number the tasks and let them exchange messages: \
                 `{parallel} {tasks} ({for_word} {each} t {from} 0 {to} 1)`, with an \
                 `{if_word} (t == 0) … ` for the first one; or run it on a PRAM: `--machine pram`"
            )
        }
        Place::NoTask => {
            let [for_word, each, from, to] =
                vocabulary.words([Concept::For, Concept::Each, Concept::From, Concept::To]);
            format!(
                "each statement of `{parallel} {{ …; … }}` is a task with its own processor; \
                 processors for all values of an index are opened by \
                 `{parallel} ({for_word} {each} i {from} 0 {to} n-1) … {end_parallel}`"
            )
        }
        Place::DeclarationAsTask => format!(
            "declare it before the `{parallel}` if the tasks share it, or put it in braces with \
             the statements of its task: `{parallel} {{ {{ …; … }} {{ …; … }} }}`"
        ),
        Place::BarrierAsTask => {
            "remove it: the end of the block is a barrier. To run tasks one after the other, \
             write two blocks; if tasks wait for each other midway, put each in braces, with \
             barriers of its own"
                .to_owned()
        }
        Place::TurnsOutside => first_in_its_loop(vocabulary),
        Place::TurnsOfData => {
            "use inputs, lengths, indices and variables that are not shared; assign anything \
             else to a variable before the loop"
                .to_owned()
        }
        Place::BarrierAmongMessages => {
            let [barrier, send, receive, to, from] = vocabulary.words([
                Concept::Barrier,
                Concept::Send,
                Concept::Receive,
                Concept::Towards,
                Concept::From,
            ]);
            format!(
                "`{barrier};` waits for all processors of the machine, by messages; some of them \
                 wait for each other by messages of their own, `{send} {to} j;` and \
                 `{receive} {from} j;`"
            )
        }
        Place::DistributedInBlock => format!(
            "remove the clause: what is declared here belongs to the processor that declares \
             it; an array of several processors is declared before the `{parallel}`"
        ),
        Place::DistributedScalar => {
            let [by, blocks] = vocabulary.words([Concept::By, Concept::Blocks]);
            format!(
                "remove the clause: every processor knows a value from outside of blocks; if it \
                 should be an array, write its length after its name: `A[n] {by} {blocks}`"
            )
        }
        Place::SharedAmongMessages => {
            "remove the word: each processor has its own, and sends what others need".to_owned()
        }
        Place::LengthOfExpression => {
            "assign the expression to an array first: `X[] = …;`".to_owned()
        }
        Place::ReverseOutside => {
            let reverse = builtin::reverse(vocabulary);
            format!("use it in `X[] = {reverse}(A[]);` or as an argument")
        }
        Place::Kernel(_) => String::new(),
    }
}

/// How to get a machine whose processors exchange messages.
fn network(names: NamesNetwork, vocabulary: Vocabulary) -> String {
    let machine = vocabulary.word(Concept::Machine);
    match names {
        NamesNetwork::Yes => format!(
            "the file's `{machine}` names a network, and the command line asks for another \
             machine: omit `--machine` and `--model`"
        ),
        NamesNetwork::No => {
            let ring = vocabulary.choose("prsten", "ring");
            format!(
                "run it with `--machine ring -p 8 --ts 100 --tw 7`, or write \
                 `{machine} {ring}(p = 8, t_s = 100, t_w = 7);` in the file"
            )
        }
    }
}

/// Where a bound on iterations belongs.
fn first_in_its_loop(vocabulary: Vocabulary) -> String {
    let [claim, passes, while_word] =
        vocabulary.words([Concept::Claim, Concept::Passes, Concept::While]);
    format!(
        "write it as the first statement of the loop's body, in braces with the others: \
         `{while_word} (…) {{ {claim} {passes} <= n; … }}`"
    )
}
