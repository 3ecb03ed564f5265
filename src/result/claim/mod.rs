//! What became of a claim, and what shows it, as data. Its words are in `english.rs`.

mod english;

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
    /// It names no unit, so it is about this machine, which the file names.
    OfDeclared(MachineKind),
    /// It names a model that there is not.
    UnknownModel(String),
    /// It names a network, which is no model.
    Network,
    /// It is about another machine than the one of the run.
    OtherMachine {
        /// What it is about.
        about: MachineKind,
        /// The machine of the run.
        run: MachineKind,
    },
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
    /// All sections are legal on this model of the asynchronous machine.
    LegalSections(&'static str),
    /// It is about a unit in which a multicomputer does not count.
    NoSuchUnit,
    /// It names B, and nothing says how long a barrier takes.
    NoBarrierTime,
    /// It names what only this machine has.
    NameOf(String, MachineKind),
    /// Its formula has no value.
    NoValue {
        /// The formula.
        formula: String,
        /// Why.
        reason: String,
    },
    /// What is claimed and what was measured.
    Measured(Box<Measured>),
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
