//! The JSON of `pram derive`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::present::derivation::formula::Style;
use crate::present::derivation::shown::{End, Note, Row, Shown, shown};
use crate::result::derivation::Derivation;
use crate::source::Sources;
use crate::syntax::ast::Unit;

/// Formulas that follow from a program's text; also the JSON of `pram derive`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram derive --format json")]
pub struct DerivationJson {
    /// The file as it was named on the command line.
    pub file: String,
    /// The algorithm, or `program`.
    pub entry: String,
    /// The measures that were asked for.
    pub formulas: Formulas,
}

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
    pub processors: Option<FormulaJson>,
    /// Reads of shared memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reads: Option<FormulaJson>,
    /// Writes of shared memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub writes: Option<FormulaJson>,
}

/// A measure in each unit.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Units {
    /// In rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<FormulaJson>,
    /// In steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<FormulaJson>,
    /// In instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<FormulaJson>,
}

impl Units {
    fn is_empty(&self) -> bool {
        self == &Self::default()
    }
}

/// What was derived. Formulas are expressions of the language, in which `/` is of reals.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FormulaJson {
    /// `derived`: exact; `bounded`: between two formulas; `none`; `wrong`: a counted run has
    /// another number, which is a bug in pram.
    pub status: Status,
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
    /// Where the derivation stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// At how many sizes it was compared with counted runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<usize>,
    /// The statements that it is made of.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineJson>,
}

/// How sure a formula is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
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
pub struct LineJson {
    /// The file, where it is not the main one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line.
    pub line: usize,
    /// Within how many calls and loops it stands.
    pub depth: usize,
    /// The cost, an expression of the language.
    pub cost: String,
}

impl DerivationJson {
    /// A derivation as JSON.
    pub fn new(derivation: &Derivation, file: &str, sources: &Sources) -> Self {
        let mut formulas = Formulas::default();
        for measure in shown(derivation, Style::Source, sources) {
            let json = Some(FormulaJson::new(&measure));
            let units = match measure.name {
                "T" => &mut formulas.time,
                "W" => &mut formulas.work,
                _ => &mut formulas.cost,
            };
            match (measure.name, measure.unit) {
                (_, Some(Unit::Rounds)) => units.rounds = json,
                (_, Some(Unit::Steps)) => units.steps = json,
                (_, Some(Unit::Instructions)) => units.instructions = json,
                ("p", None) => formulas.processors = json,
                ("reads", None) => formulas.reads = json,
                (_, None) => formulas.writes = json,
            }
        }
        Self {
            file: file.to_owned(),
            entry: derivation.entry.clone(),
            formulas,
        }
    }
}

impl FormulaJson {
    fn new(measure: &Shown) -> Self {
        let mut json = Self {
            status: Status::None,
            formula: None,
            lower: None,
            upper: None,
            assumption: None,
            given: Vec::new(),
            reason: None,
            line: None,
            compared: None,
            lines: measure.rows.iter().map(line).collect(),
        };
        match &measure.end {
            End::Exact { formula, note } => {
                json.status = Status::Derived;
                json.formula = Some(formula.clone());
                json.take(note);
            }
            End::Bounded { lower, upper, note } => {
                json.status = Status::Bounded;
                json.lower = Some(lower.clone());
                json.upper = Some(upper.clone());
                json.take(note);
            }
            End::None { line, reason, .. } => {
                json.reason = Some(reason.clone());
                json.line = Some(*line);
            }
            End::Wrong { at } => {
                json.status = Status::Wrong;
                json.reason = Some(format!("for {at} a counted run has another number"));
            }
        }
        json
    }

    fn take(&mut self, note: &Note) {
        self.assumption = Some(note.assumption.clone());
        self.given = note.given.iter().map(|(line, _)| *line).collect();
        self.compared = Some(note.compared);
    }
}

fn line(row: &Row) -> LineJson {
    LineJson {
        file: row.file.clone(),
        line: row.line,
        depth: row.depth,
        cost: row.cost.clone(),
    }
}
