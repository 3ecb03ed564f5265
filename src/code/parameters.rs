//! The parameters of the machine that a program may ask for.

/// The values of `p`, `d` and `B` in this run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MachineParameters {
    /// `p`
    pub processors: i64,
    /// `d`
    pub delay: i64,
    /// `B`
    pub barrier: i64,
}
