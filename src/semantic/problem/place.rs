//! Places where a statement or an expression has no meaning.

use crate::syntax::keyword::Concept;

/// Whether the file's `stroj` names a network, and another machine was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NamesNetwork {
    /// It names one.
    Yes,
    /// It names another machine, or there is none.
    #[default]
    No,
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
    /// What has no meaning in a kernel, or only there.
    Kernel(KernelPlace),
}

/// What has no meaning in a kernel, or only there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::semantic) enum KernelPlace {
    /// A kernel on another machine than a GPU.
    OtherMachine,
    AsynchronousOrTasks,
    /// A kernel in another block.
    InBlock,
    WithoutGroups,
    WithoutItems,
    /// A range of items before one of groups.
    ItemsFirst,
    TooManyRanges,
    /// A block in a kernel.
    Nested,
    /// A statement about a whole array in a kernel.
    WholeArray,
    /// `polje` in a kernel.
    Array,
    GroupOutside,
    /// `grupno` in a branch or a loop.
    GroupInside,
    GroupWithValue,
    /// The length of a `grupno` or `lokalno` array that an item computes.
    Length,
    WarpBarrierOutside,
    AtomicOutside,
    /// What an atomic statement changes is no cell that items share, or what gets the value before is no private
    /// variable.
    NoAtomicCell,
    /// An atomic update with an operator that atomics do not have.
    NoAtomicOperator,
    /// An atomic comparison of another form than `A[i] == e`.
    NoAtomicComparison,
    /// `ograda` in a block that is no kernel.
    BarrierInAdapted,
    PartialBarrier,
    /// A call, by a kernel, of an algorithm that calls itself.
    Recursive,
    /// A call, by a kernel, of an algorithm with a block or a new array.
    CallsBlock,
}
