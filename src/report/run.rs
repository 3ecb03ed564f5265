//! A finished run as data: what went in, what came out, what it cost, what was illegal.

use indexmap::IndexMap;

use crate::cost::Cost;
use crate::diagnostic::Diagnostic;
use crate::machine::configuration::{Configuration, OnViolation};
use crate::machine::model::Legality;
use crate::machine::value::Value;
use crate::machine::violation::Violation;
use crate::source::Span;
use crate::syntax::ast::{Measure, Unit};

/// A finished run, however it ended.
#[derive(Debug, Clone)]
pub struct Run {
    /// The name of the entry: `program`, `+_prescan`.
    pub entry: String,
    /// What it was given.
    pub configuration: Configuration,
    /// The inputs in the order of their declaration; then the scalars that only the length of one
    /// fixes.
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

impl Run {
    /// The processors of the machine: as fixed, or as many as the program asked for.
    pub fn processors(&self) -> u64 {
        self.configuration
            .processors
            .unwrap_or_else(|| self.cost.processors())
    }

    /// A measure in a unit, on [`Run::processors`].
    pub fn measure(&self, measure: Measure, unit: Unit) -> u64 {
        self.measure_on(self.processors(), measure, unit)
    }

    /// A measure in a unit, on so many processors.
    pub fn measure_on(&self, processors: u64, measure: Measure, unit: Unit) -> u64 {
        let profile = self.cost.profile(unit);
        match measure {
            Measure::T => profile.time_on(processors),
            Measure::W => profile.work,
            Measure::C => profile.time_on(processors).saturating_mul(processors),
        }
    }

    /// Whether the run came to its end, with or without illegal accesses on its way.
    pub fn finished(&self) -> bool {
        let stopped =
            self.violation_count > 0 && self.configuration.on_violation == OnViolation::Stop;
        self.error.is_none() && !stopped
    }

    /// Whether the run came to its end and broke no rule.
    pub fn succeeded(&self) -> bool {
        self.error.is_none() && self.violation_count == 0
    }
}
