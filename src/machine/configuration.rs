//! What a machine is told before a run: the rules, the processors, the seed, the limits.

use super::model::{Model, Simultaneity};

/// What a run is given besides its program and its inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Configuration {
    /// Under which rules.
    pub model: Model,
    /// Which accesses count as simultaneous.
    pub simultaneity: Simultaneity,
    /// How the two branches of an `ako` share the time.
    pub branches: Branches,
    /// The machine's processors, where they are fixed: the name `p`, and Brent scheduling.
    pub processors: Option<u64>,
    /// Every random choice derives from it.
    pub seed: u64,
    /// What an illegal access does.
    pub on_violation: OnViolation,
    /// What a run may use.
    pub limits: Limits,
}

/// How the two branches of an `ako` share the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Branches {
    /// Side by side, step beside step.
    #[default]
    Mimd,
    /// One after the other, as on a GPU.
    Simd,
}

/// What an illegal access does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnViolation {
    /// Ends the run.
    #[default]
    Stop,
    /// Is recorded; the run goes on.
    Continue,
}

/// What a run may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Steps, and executions of loop bodies.
    pub steps: u64,
    /// Bytes of arrays, stamps and lanes.
    pub memory: u64,
    /// Processors of all blocks open at one time.
    pub processors: u64,
    /// Calls inside calls.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 100_000_000,
            memory: 4 << 30,
            processors: 1 << 26,
            depth: 10_000,
        }
    }
}
