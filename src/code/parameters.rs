//! What a program may ask about its machine.

/// What `p`, `d` and `B` mean in this run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MachineParameters {
    /// `p`
    pub processors: i64,
    /// `d`
    pub delay: i64,
    /// `B`
    pub barrier: i64,
}
