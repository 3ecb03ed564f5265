//! What takes the memory that a run asks for.

/// What takes memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MemoryUse {
    /// The array of this name.
    Array(String),
    /// Cells of a shared scalar.
    SharedScalar,
    /// The inputs.
    Inputs,
    /// The output of this name.
    Output(String),
    /// The lines that the program prints.
    Printed,
    /// The record of the accesses of a step.
    Meetings,
    /// This many new processors.
    Processors(u64),
    /// One message.
    Message,
    /// The messages that are sent and not received.
    Unreceived,
    /// The record of messages.
    MessageRecord,
    /// The record of the accesses of a kernel.
    KernelAccesses,
    /// The memory of a group.
    GroupMemory,
}
