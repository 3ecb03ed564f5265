//! What became of a claim, and what shows it, as data. Its words are in `english.rs`.

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
    /// Whether it holds; none for claims about growth, which one run cannot decide.
    pub holds: Option<bool>,
    /// What shows it; as text `2*log n = 6, measured 6`.
    pub evidence: Evidence,
}

/// What shows that a claim holds in a run or does not, or why the run says nothing to it.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// It is not about this entry.
    OtherEntry(String),
    /// It is about growth.
    Growth,
    /// It names a model that there is not.
    UnknownModel(String),
    /// It names a network, which is no model.
    Network,
    /// The run did not come to its end.
    Unfinished,
    /// The run breaks the model.
    Needs {
        /// A model on which it is legal.
        model: Model,
        /// Which accesses count as simultaneous.
        simultaneity: Simultaneity,
        /// The first step that breaks the claimed one, and the cell.
        broken: Option<(u64, String)>,
    },
    /// The run is legal on this model.
    Legal {
        /// The model.
        model: Model,
        /// Which accesses count as simultaneous.
        simultaneity: Simultaneity,
    },
    /// In a section processors met in a cell, and one of them wrote.
    SectionRace,
    /// In a section processors read a cell together.
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
    /// What holds in this run is open for other inputs.
    OtherInputsOpen,
    /// All sections are legal on this model of the asynchronous machine.
    LegalSections(&'static str),
    /// It is about a unit in which a multicomputer does not count.
    NoSuchUnit,
    /// It names B, and nothing says how long a barrier takes.
    NoBarrierTime,
    /// Its formula has no value.
    NoValue {
        /// The formula.
        formula: String,
        /// Why.
        reason: String,
    },
    /// What is claimed and what was measured.
    Measured(Box<Measured>),
    /// It is about another machine than the one of the runs.
    Elsewhere(Elsewhere),
    /// What runs of many sizes say, or a formula that follows from the program's text.
    Swept(Box<SweepEvidence>),
    /// Of work- and cost-optimality.
    Optimality(Box<Optimality>),
    /// Several, one behind the other.
    All(Vec<Self>),
}

/// A claim about another machine than the one of the runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elsewhere {
    /// What it is about.
    pub about: MachineKind,
    /// What says so.
    pub because: Because,
    /// The machine of the runs.
    pub runs_on: MachineKind,
    /// Whether there are several runs.
    pub are_many: bool,
}

/// What says which machine a claim is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Because {
    /// It names a model of it.
    Model,
    /// The file names the machine, and the claim no unit.
    Declared,
    /// It names what only that machine has.
    Names(String),
}

impl Evidence {
    /// With more behind it.
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

/// What a claim comes to in a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The formula; none where that is the value itself.
    pub formula: Option<String>,
    /// Its value.
    pub claimed: String,
    /// What was measured.
    pub measured: String,
    /// How the two are claimed to stand.
    pub relation: Relation,
    /// Whether they do; none where rounding hides it.
    pub holds: Option<bool>,
    /// In which unit it was measured, where that has to be said.
    pub unit: Option<MeasuredUnit>,
    /// As many processors as the program asks for, where the run had fewer.
    pub asked: Option<u64>,
    /// Why the claim comes to no whole number.
    pub not_whole: Option<String>,
}

/// In which unit a claim was measured that names none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasuredUnit {
    /// In the units of time of the asynchronous PRAM.
    Asynchronous,
    /// In rounds, in which lectures count. Where it fails, another unit in which it holds.
    Rounds(Option<Unit>),
}
