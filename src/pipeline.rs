//! The one path from source to result.

use indexmap::IndexMap;

use crate::cost::Cost;
use crate::diagnostic::Diagnostic;
use crate::machine::model::{Legality, Model, Simultaneity};
use crate::machine::value::Value;
use crate::machine::violation::Violation;
use crate::source::Span;

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

/// A finished run, however it ended.
#[derive(Debug, Clone)]
pub struct Run {
    /// The name of the entry: `program`, `+_prescan`.
    pub entry: String,
    /// What it was given.
    pub configuration: Configuration,
    /// The inputs in the order of their declaration.
    pub inputs: IndexMap<String, Value>,
    /// The outputs, when the run came to its end.
    pub outputs: IndexMap<String, Value>,
    /// The printed lines.
    pub printed: Vec<String>,
    /// What was counted (also when the run ended early).
    pub cost: Cost,
    /// The weakest models that allow what happened.
    pub legal_on: Legality,
    /// For each stronger model the first step that breaks it.
    pub breaks: Vec<Violation>,
    /// Illegal accesses: one with [`OnViolation::Stop`], each with [`OnViolation::Continue`]
    /// (the first thousand).
    pub violations: Vec<Violation>,
    /// How many violations there were.
    pub violation_count: u64,
    /// The exact claims that could be verified, with what came out.
    pub claims: Vec<ClaimOutcome>,
    /// A fault, a limit, an interruption.
    pub error: Option<Diagnostic>,
}

/// A claim after a run.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimOutcome {
    /// The claim as written.
    pub claim: String,
    /// Its place.
    pub span: Span,
    /// Whether it holds; none for claims about growth, which one run cannot decide.
    pub holds: Option<bool>,
    /// What was claimed, as a value, and what was measured: `2*log n = 6, measured 6`.
    pub evidence: String,
}
