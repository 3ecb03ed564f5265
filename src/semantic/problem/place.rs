//! Places where a statement or an expression has no meaning.

use crate::semantic::builtin;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// Whether the file's `stroj` names a network, and another machine was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NamesNetwork {
    /// It names one.
    Yes,
    /// It names another machine, or there is none.
    #[default]
    No,
}

impl NamesNetwork {
    /// How to get a machine whose processors exchange messages.
    fn help(self, vocabulary: Vocabulary) -> String {
        let machine = vocabulary.word(Concept::Machine);
        match self {
            Self::Yes => format!(
                "the file's `{machine}` names a network, and the command line asks for another \
                 machine: leave `--machine` and `--model` away"
            ),
            Self::No => {
                let ring = vocabulary.choose("prsten", "ring");
                format!(
                    "run it with `--machine ring -p 8 --ts 100 --tw 7`, or write \
                     `{machine} {ring}(p = 8, t_s = 100, t_w = 7);` in the file"
                )
            }
        }
    }
}

/// Where a statement must not stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::semantic) enum Place {
    /// `prekini` or `nastavi`.
    LeavesBlock(Concept),
    LeavesNothing(Concept),
    BarrierOutside,
    OutputInBlock,
    OutputInAlgorithm,
    ResultInBlock,
    ResultOfProgram,
    ListInExpression,
    LengthOfExpression,
    ReverseOutside,
    GeneratorInExpression,
    /// A statement or a name of messages, where memory is shared, and whether the file names a network.
    MessageInSharedMemory(NamesNetwork),
    MessageOutside,
    SharedAmongMessages,
    BarrierAmongMessages,
    DistributedInBlock,
    DistributedScalar,
    /// `zadaci` or `kanal`, where memory is shared.
    TasksInSharedMemory(NamesNetwork),
    ChannelInSharedMemory(NamesNetwork),
    ChannelInBlock,
    /// A channel anywhere but as a receiver or sender.
    ChannelAsArray,
    /// A channel without the subscripts of one of its queues.
    ChannelWithoutQueue,
    TagOfChannel,
    SynchronousChannel,
    CellInMapping,
    /// Tasks side by side, where processors exchange messages.
    SideBySideAmongMessages,
    /// A block without ranges and without tasks.
    NoTask,
    DeclarationAsTask,
    BarrierAsTask,
    /// A bound on turns that is not the first statement of a loop's body.
    TurnsOutside,
    /// A bound on turns that reads shared memory, calls an algorithm or draws a number.
    TurnsOfData,
}

impl Place {
    pub(super) fn message(self, vocabulary: Vocabulary) -> String {
        use Concept::{Barrier, Output, Parallel, Return};
        let [parallel, barrier, output, return_word] =
            vocabulary.words([Parallel, Barrier, Output, Return]);
        match self {
            Self::LeavesBlock(word) => {
                let word = vocabulary.word(word);
                format!("`{word}` cannot leave a `{parallel}`")
            }
            Self::LeavesNothing(word) => {
                let word = vocabulary.word(word);
                format!("`{word}` needs a loop around it")
            }
            Self::BarrierOutside => format!("`{barrier}` stands outside of every `{parallel}`"),
            Self::OutputInBlock => format!("`{output}` stands inside a `{parallel}`"),
            Self::OutputInAlgorithm => {
                format!("`{output}` stands in an algorithm that is not the entry")
            }
            Self::ResultInBlock => {
                format!("`{return_word}` with a value stands inside a `{parallel}`")
            }
            Self::ResultOfProgram => format!("`{return_word}` with a value stands in the program"),
            Self::ListInExpression => "a list stands inside an expression".to_owned(),
            Self::LengthOfExpression => {
                let length = builtin::length(vocabulary);
                format!("`{length}` is asked of something that is not an array")
            }
            Self::ReverseOutside => {
                let reverse = builtin::reverse(vocabulary);
                format!("`{reverse}` stands where one value is needed")
            }
            Self::GeneratorInExpression => "a generator stands inside an expression".to_owned(),
            Self::MessageInSharedMemory(_) => {
                "processors exchange messages on a multicomputer only, and this machine is a PRAM"
                    .to_owned()
            }
            Self::TasksInSharedMemory(_) => {
                let tasks = vocabulary.word(Concept::Tasks);
                format!(
                    "`{tasks}` are placed on the processors of a multicomputer, and this machine is \
                     a PRAM"
                )
            }
            Self::ChannelInSharedMemory(_) => {
                "channels carry messages on a multicomputer only, and this machine is a PRAM"
                    .to_owned()
            }
            Self::ChannelInBlock => format!("a channel is declared inside a `{parallel}`"),
            Self::ChannelAsArray => {
                "a channel stands where no message is sent or received".to_owned()
            }
            Self::ChannelWithoutQueue => "a message names a channel, and no queue of it".to_owned(),
            Self::TagOfChannel => "a message of a channel has a tag".to_owned(),
            Self::SynchronousChannel => {
                let word = vocabulary.word(Concept::SendSync);
                format!("`{word}` sends into a channel")
            }
            Self::CellInMapping => {
                "the processor of a task depends on a cell of an array".to_owned()
            }
            Self::SideBySideAmongMessages => format!(
                "a `{parallel}` without processors stands where processors exchange messages"
            ),
            Self::NoTask => format!("a `{parallel}` names no processors and holds no task"),
            Self::DeclarationAsTask => {
                "a declaration stands alone among tasks side by side".to_owned()
            }
            Self::BarrierAsTask => {
                format!("`{barrier}` stands alone among tasks side by side")
            }
            Self::TurnsOutside => {
                "a bound on turns stands where no body of a loop begins".to_owned()
            }
            Self::TurnsOfData => {
                "a bound on turns reads shared memory, calls an algorithm or draws a number"
                    .to_owned()
            }
            Self::MessageOutside => format!("a message stands outside of every `{parallel}`"),
            Self::DistributedInBlock => {
                format!("an array is distributed inside a `{parallel}`")
            }
            Self::DistributedScalar => {
                "a single value is distributed among processors as if it had cells".to_owned()
            }
            Self::BarrierAmongMessages => {
                format!("`{barrier}` of a range stands where processors exchange messages")
            }
            Self::SharedAmongMessages => {
                let shared = vocabulary.word(Concept::Shared);
                format!("`{shared}` has no meaning where processors share no memory")
            }
        }
    }

    pub(super) fn label(self) -> &'static str {
        match self {
            Self::LeavesBlock(_) => "no loop between here and the block",
            Self::LeavesNothing(_) => "no loop around this",
            Self::BarrierOutside => "no other processor to wait for here",
            Self::OutputInBlock | Self::OutputInAlgorithm => "not here",
            Self::ResultInBlock => "every processor would return a value of its own",
            Self::ResultOfProgram => "the program has no caller",
            Self::ListInExpression => "a list is data, not a value",
            Self::LengthOfExpression => "not an array by name",
            Self::ReverseOutside => "this is a whole array",
            Self::GeneratorInExpression => "a generator makes a whole array",
            Self::MessageInSharedMemory(_) => "a message",
            Self::TasksInSharedMemory(_) => "tasks",
            Self::ChannelInSharedMemory(_) => "a channel",
            Self::ChannelInBlock => "each task would have one of its own",
            Self::ChannelAsArray => "queues of messages",
            Self::ChannelWithoutQueue => "which of its queues?",
            Self::TagOfChannel => "queues have no tags",
            Self::SynchronousChannel => "it would wait for the receiver",
            Self::CellInMapping => "no task is anywhere yet",
            Self::SideBySideAmongMessages => "its tasks would share the variables around it",
            Self::NoTask => "no statement in it",
            Self::DeclarationAsTask => "a task of its own, which no other one sees",
            Self::BarrierAsTask => "a task that waits for the others, and does nothing else",
            Self::TurnsOutside => "the turns of which loop?",
            Self::TurnsOfData => "checking it would not be free",
            Self::MessageOutside => "no processor acts here",
            Self::SharedAmongMessages => "shared by nobody",
            Self::DistributedInBlock => "each processor has one of its own",
            Self::DistributedScalar => "one value has no cells to distribute",
            Self::BarrierAmongMessages => "only some of the processors",
        }
    }

    pub(super) fn help(self, vocabulary: Vocabulary) -> String {
        use Concept::{Array, EndParallel, If, Output, Parallel, Return};
        let [parallel, end_parallel, if_word, output, return_word, array] =
            vocabulary.words([Parallel, EndParallel, If, Output, Return, Array]);
        match self {
            Self::LeavesBlock(_) => format!(
                "take the processor out of the rest with an `{if_word}` around it, or leave the \
                 whole block with `{return_word};`"
            ),
            Self::LeavesNothing(_) => format!("leave an algorithm with `{return_word};`"),
            Self::BarrierOutside => format!(
                "put it between the statements of a `{parallel}`: outside of blocks no other \
                 processor acts"
            ),
            Self::OutputInBlock => format!("write it after `{end_parallel}`"),
            Self::OutputInAlgorithm => format!(
                "give the value back with `{return_word}`, and write `{output}` in the program; \
                 the arrays of an entry algorithm are its outputs anyway"
            ),
            Self::ResultInBlock => format!(
                "write the result into an array or a shared scalar, and `{return_word}` it after \
                 `{end_parallel}`; `{return_word};` without a value takes this processor out of \
                 the block"
            ),
            Self::ResultOfProgram => format!("show results with `{output}`"),
            Self::ListInExpression | Self::GeneratorInExpression => {
                format!("declare an array with it: `{array} A[n] = …;`")
            }
            Self::MessageInSharedMemory(names)
            | Self::TasksInSharedMemory(names)
            | Self::ChannelInSharedMemory(names) => names.help(vocabulary),
            Self::MessageOutside => format!(
                "code outside of blocks prepares the run, and every processor knows what it \
                 computes: send and receive inside a `{parallel}`"
            ),
            Self::ChannelInBlock => {
                let channel = vocabulary.word(Concept::Channel);
                format!("declare it before the `{parallel}`: `{channel} K[n];`")
            }
            Self::ChannelAsArray | Self::ChannelWithoutQueue => {
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
            Self::TagOfChannel => {
                let channel = vocabulary.word(Concept::Channel);
                format!("declare a channel for each kind of message: `{channel} K[n], L[n];`")
            }
            Self::SynchronousChannel => {
                let send = vocabulary.word(Concept::Send);
                format!("a send into a channel ends at once: write `{send}`")
            }
            Self::CellInMapping => {
                "compute it of the block's indices and of scalars that are known \
                                    outside of blocks"
                    .to_owned()
            }
            Self::SideBySideAmongMessages => {
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
            Self::NoTask => {
                let [for_word, each, from, to] =
                    vocabulary.words([Concept::For, Concept::Each, Concept::From, Concept::To]);
                format!(
                    "each statement of `{parallel} {{ …; … }}` is a task with a processor of its own; \
                     processors for all values of an index are opened by \
                     `{parallel} ({for_word} {each} i {from} 0 {to} n-1) … {end_parallel}`"
                )
            }
            Self::DeclarationAsTask => format!(
                "declare it before the `{parallel}` if the tasks share it, or put it in braces with \
                 the statements of its task: `{parallel} {{ {{ …; … }} {{ …; … }} }}`"
            ),
            Self::BarrierAsTask => {
                "leave it out: the end of the block is a barrier already. For tasks one after the \
                 other write two blocks; tasks that wait for each other on their way stand in \
                 braces, each with its own barriers"
                    .to_owned()
            }
            Self::TurnsOutside => first_in_its_loop(vocabulary),
            Self::TurnsOfData => {
                "let it be made from inputs, lengths, indices and other variables that are not \
                 shared; what is read or computed for it goes into a variable before the loop"
                    .to_owned()
            }
            Self::BarrierAmongMessages => {
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
            Self::DistributedInBlock => format!(
                "leave the clause away: what is declared here lies in the processor that declares \
                 it; an array that lies in several is declared before the `{parallel}`"
            ),
            Self::DistributedScalar => {
                let [by, blocks] = vocabulary.words([Concept::By, Concept::Blocks]);
                format!(
                    "leave the clause away: a value from outside of the blocks is known to every \
                     processor; an array has its length behind its name, `A[n] {by} {blocks}`"
                )
            }
            Self::SharedAmongMessages => {
                "leave the word out: each processor has its own, and sends what others need"
                    .to_owned()
            }
            Self::LengthOfExpression => {
                "assign the expression to an array first: `X[] = …;`".to_owned()
            }
            Self::ReverseOutside => {
                let reverse = builtin::reverse(vocabulary);
                format!("use it in `X[] = {reverse}(A[]);` or as an argument")
            }
        }
    }
}

/// Where a bound on turns belongs.
fn first_in_its_loop(vocabulary: Vocabulary) -> String {
    let [claim, passes, while_word] =
        vocabulary.words([Concept::Claim, Concept::Passes, Concept::While]);
    format!(
        "write it as the first statement of the loop's body, in braces with the others: \
         `{while_word} (…) {{ {claim} {passes} <= n; … }}`"
    )
}
