//! The result of a claim and its evidence, as data. The wording is in `english`.

mod english;
pub mod optimality;
pub mod sweep;

pub use english::sweep::size_text;

use std::borrow::Cow;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use optimality::Optimality;
use sweep::SweepEvidence;

use super::machine::MachineKind;
use crate::machine::rules::model::{Model, Simultaneity};
use crate::quantity::Unit;
use crate::source::Span;
use crate::syntax::ast::Relation;

/// A claim after a run.
#[derive(Debug, Clone, PartialEq)]
pub struct ClaimOutcome {
    /// The claim as written.
    pub claim: String,
    /// Its place.
    pub span: Span,
    /// Whether it holds; `None` for claims about growth, which one run cannot decide.
    pub holds: Option<bool>,
    /// The evidence; as text `2*log n = 6, measured 6`.
    pub evidence: Evidence,
}

/// The evidence that a claim holds in a run or does not, or why the run does not decide it.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// It is not about this entry.
    OtherEntry(String),
    /// It is about growth.
    Growth,
    /// It names an unknown model.
    UnknownModel(String),
    /// It names a network, which is no model.
    Network,
    /// The run did not reach its end.
    Unfinished,
    /// The run breaks the model.
    Needs {
        /// A model on which it is legal.
        model: Model,
        /// Which accesses count as simultaneous.
        simultaneity: Simultaneity,
        /// The first step that violates the claimed one, and the cell.
        broken: Option<(u64, String)>,
    },
    /// The run is legal on this model.
    Legal {
        /// The model.
        model: Model,
        /// Which accesses count as simultaneous.
        simultaneity: Simultaneity,
    },
    /// In a section there are concurrent accesses of a cell, at least one of them a write.
    SectionRace,
    /// In a section several processors read a cell.
    SectionReads,
    /// It is proved to be legal on the model, whatever the input.
    Proved,
    /// A run with these inputs breaks the model.
    BrokenFor {
        /// The first step that does.
        step: u64,
        /// The cell.
        cell: String,
        /// The inputs, with their values.
        inputs: IndexMap<String, i64>,
    },
    /// It holds in this run; other inputs are not decided.
    OtherInputsOpen,
    /// All sections are legal on this model of the asynchronous machine.
    LegalSections(&'static str),
    /// It is about a unit that a multicomputer does not have.
    NoSuchUnit,
    /// It names B, but the time of a barrier is not given.
    NoBarrierTime,
    /// Its formula has no value.
    NoValue {
        /// The formula.
        formula: String,
        /// Why.
        reason: String,
    },
    /// The claimed and the measured value.
    Measured(Box<Measured>),
    /// It is about another machine than that of the runs.
    Elsewhere(Elsewhere),
    /// The evidence of runs of many sizes, or of a formula that follows from the program's text.
    Swept(Box<SweepEvidence>),
    /// Of work- and cost-optimality.
    Optimality(Box<Optimality>),
    /// Several, one after the other.
    All(Vec<Self>),
}

/// A claim about another machine than that of the runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elsewhere {
    /// The machine of the claim.
    pub about: MachineKind,
    /// How that is known.
    pub because: Because,
    /// The machine of the runs.
    pub runs_on: MachineKind,
    /// Whether there are several runs.
    pub are_many: bool,
}

/// How the machine of a claim is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Because {
    /// It names a model of it.
    Model,
    /// The file names the machine, and the claim no unit.
    Declared,
    /// It contains a name that only that machine has.
    Names(String),
    /// It is about a number that only that machine counts.
    Counts,
}

impl Evidence {
    /// The evidence followed by more.
    #[must_use]
    pub fn and(self, more: impl Into<Self>) -> Self {
        let more = more.into();
        match self {
            Self::All(mut all) => {
                all.push(more);
                Self::All(all)
            }
            one => Self::All(vec![one, more]),
        }
    }
}

impl From<SweepEvidence> for Evidence {
    fn from(swept: SweepEvidence) -> Self {
        Self::Swept(Box::new(swept))
    }
}

impl From<Optimality> for Evidence {
    fn from(optimality: Optimality) -> Self {
        Self::Optimality(Box::new(optimality))
    }
}

impl Serialize for Evidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Evidence {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Evidence".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// The result of a claim in a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The formula; `None` if it is the value itself.
    pub formula: Option<String>,
    /// Its value.
    pub claimed: String,
    /// The measured value.
    pub measured: String,
    /// The claimed relation of the two.
    pub relation: Relation,
    /// Whether it holds; `None` if rounding hides it.
    pub holds: Option<bool>,
    /// The unit of the measurement, if it has to be named.
    pub unit: Option<MeasuredUnit>,
    /// The number of processors that the program asks for, if the run had fewer.
    pub asked: Option<u64>,
    /// Why the claim's value is no integer.
    pub not_whole: Option<NotWhole>,
}

/// A logarithm that is no integer.
#[derive(Debug, Clone, PartialEq)]
pub struct NotWhole {
    /// As written: `log(n)`
    pub log: String,
    /// Its argument as written, or its value where that is a number.
    pub argument: String,
    /// The value of its argument.
    pub of: f64,
}

/// The unit in which a claim without a unit was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasuredUnit {
    /// In the units of time of the asynchronous PRAM.
    Asynchronous,
    /// In rounds, in which lectures count. If it fails, another unit in which it holds.
    Rounds(Option<Unit>),
}
