//! Formulas that follow from a program's text, as they are written to JSON and shown in reports.

use schemars::JsonSchema;
use serde::Serialize;

use super::derivation::Quantity;
use crate::syntax::ast::Unit;

/// Formulas by measure.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Formulas {
    /// Time.
    #[serde(rename = "T", skip_serializing_if = "Units::is_empty")]
    pub time: Units,
    /// Work.
    #[serde(rename = "W", skip_serializing_if = "Units::is_empty")]
    pub work: Units,
    /// Cost, p·T.
    #[serde(rename = "C", skip_serializing_if = "Units::is_empty")]
    pub cost: Units,
    /// Processors.
    #[serde(rename = "p", skip_serializing_if = "Option::is_none")]
    pub processors: Option<DerivedFormula>,
    /// Reads of shared memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reads: Option<DerivedFormula>,
    /// Writes of shared memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writes: Option<DerivedFormula>,
    /// On the asynchronous PRAM, in its units of time, with its parameters d and B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apram: Option<AsynchronousFormulas>,
}

/// What a program takes on the asynchronous PRAM.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct AsynchronousFormulas {
    /// Time.
    #[serde(rename = "T", skip_serializing_if = "Option::is_none")]
    pub time: Option<DerivedFormula>,
    /// What the processors spend themselves, together.
    #[serde(rename = "W", skip_serializing_if = "Option::is_none")]
    pub work: Option<DerivedFormula>,
    /// Cost, p·T.
    #[serde(rename = "C", skip_serializing_if = "Option::is_none")]
    pub cost: Option<DerivedFormula>,
}

/// A measure in each unit.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Units {
    /// In rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<DerivedFormula>,
    /// In steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<DerivedFormula>,
    /// In instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<DerivedFormula>,
}

impl Formulas {
    /// What was derived for a measure, if it was asked for.
    pub fn get(&self, quantity: Quantity) -> Option<&DerivedFormula> {
        match quantity {
            Quantity::Time(unit) => self.time.get(unit),
            Quantity::Work(unit) => self.work.get(unit),
            Quantity::Cost(unit) => self.cost.get(unit),
            Quantity::Processors => self.processors.as_ref(),
            Quantity::Reads => self.reads.as_ref(),
            Quantity::Writes => self.writes.as_ref(),
            Quantity::AsynchronousTime => self.apram.as_ref()?.time.as_ref(),
            Quantity::AsynchronousWork => self.apram.as_ref()?.work.as_ref(),
            Quantity::AsynchronousCost => self.apram.as_ref()?.cost.as_ref(),
        }
    }

    /// Leaves the statements away that a formula is made of.
    pub fn without_lines(&mut self, quantity: Quantity) {
        if self.get(quantity).is_some()
            && let Some(formula) = self.place(quantity)
        {
            formula.lines.clear();
        }
    }

    /// Sets what was derived for a measure.
    pub fn set(&mut self, quantity: Quantity, formula: DerivedFormula) {
        *self.place(quantity) = Some(formula);
    }

    fn place(&mut self, quantity: Quantity) -> &mut Option<DerivedFormula> {
        match quantity {
            Quantity::Time(unit) => self.time.place(unit),
            Quantity::Work(unit) => self.work.place(unit),
            Quantity::Cost(unit) => self.cost.place(unit),
            Quantity::Processors => &mut self.processors,
            Quantity::Reads => &mut self.reads,
            Quantity::Writes => &mut self.writes,
            Quantity::AsynchronousTime => &mut self.apram.get_or_insert_default().time,
            Quantity::AsynchronousWork => &mut self.apram.get_or_insert_default().work,
            Quantity::AsynchronousCost => &mut self.apram.get_or_insert_default().cost,
        }
    }
}

impl Units {
    fn is_empty(&self) -> bool {
        self == &Self::default()
    }

    fn get(&self, unit: Unit) -> Option<&DerivedFormula> {
        match unit {
            Unit::Rounds => self.rounds.as_ref(),
            Unit::Steps => self.steps.as_ref(),
            Unit::Instructions => self.instructions.as_ref(),
        }
    }

    fn place(&mut self, unit: Unit) -> &mut Option<DerivedFormula> {
        match unit {
            Unit::Rounds => &mut self.rounds,
            Unit::Steps => &mut self.steps,
            Unit::Instructions => &mut self.instructions,
        }
    }
}

/// What was derived. Formulas are expressions of the language, in which `/` is of reals.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DerivedFormula {
    /// `derived`: exact; `bounded`: between two formulas; `none`; `wrong`: a counted run has
    /// another number, which is a bug in pram.
    pub status: DerivedStatus,
    /// The exact formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// It is at least this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<String>,
    /// It is at most this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<String>,
    /// For which inputs that holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumption: Option<String>,
    /// The lines of `tvrdi` on which it rests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<usize>,
    /// Why there is none, or at which sizes it is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What would help.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Where the derivation stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The file of that line, where it is not the main one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// At how many sizes it was compared with counted runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<usize>,
    /// The statements that it is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<DerivedLine>,
}

/// How sure a formula is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DerivedStatus {
    /// Exact.
    Derived,
    /// Between two formulas.
    Bounded,
    /// Not known.
    None,
    /// A counted run has another number.
    Wrong,
}

/// A statement and what it costs.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DerivedLine {
    /// The file, where it is not the main one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line.
    pub line: usize,
    /// Within how many calls and loops it stands.
    pub depth: usize,
    /// The statement's first line, trimmed.
    pub source: String,
    /// The cost, an expression of the language; `low … high` where only bounds are known.
    pub cost: String,
}

/// A claim of the file, as far as formulas that follow from its text decide it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DecidedClaim {
    /// The claim as written.
    pub claim: String,
    /// Its line.
    pub line: usize,
    /// Whether it holds for all inputs that the evidence names; `null` where the formulas do not
    /// decide that.
    pub holds: Option<bool>,
    /// The formula, and for which inputs it holds; or why nothing is decided.
    pub evidence: String,
}
