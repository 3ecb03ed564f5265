//! Of what an expression is an operand.

/// Of what an expression is an operand whose type has to fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::semantic) enum OperandOf {
    /// Of this operator or function.
    Code(String),
    /// A condition.
    Condition,
    /// A subscript.
    Subscript,
    /// The length of an array.
    ArrayLength,
    /// A bound of a loop.
    LoopBound,
    /// The step of a loop.
    LoopStep,
    /// How often a loop is repeated.
    Repetitions,
    /// A claimed bound on the iterations of a loop.
    IterationBound,
    /// A bound of a block's range.
    BlockBound,
    /// The step of a block's range.
    BlockStep,
    /// A bound of a section.
    SectionBound,
    /// A bound of the range of a barrier.
    BarrierRange,
    /// The number of a processor.
    Processor,
    /// The subscript of a channel.
    ChannelSubscript,
    /// The tag of a message.
    Tag,
    /// The root of a collective operation.
    Root,
    /// The dimension of a hypercube.
    HypercubeDimension,
    /// The length of a block of a distribution.
    DistributedBlock,
}

/// What is defined twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::semantic) enum Defined {
    /// An algorithm.
    Algorithm,
    /// An array.
    Array,
    /// The index of a block.
    Index,
    /// An input.
    Input,
    /// A name of any kind.
    Name,
    /// The neutral element of an operator.
    NeutralElement,
    /// A parameter.
    Parameter,
    /// The program.
    Program,
    /// A variable.
    Variable,
}
