//! The JSON of `pram derive`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::present::derivation::formula::Style;
use crate::present::derivation::rows::shown;
use crate::present::derivation::shown::{End, Note, Row, Shown};
use crate::quantity::{Quantity, Unit};
use crate::result::derivation::Derivation;
use crate::result::formulas::{DerivedFormula, DerivedLine, DerivedStatus, Formulas};
use crate::source::Sources;

/// Formulas that follow from a program's text.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram derive --format json")]
pub struct DerivationJson {
    /// The file as it was named on the command line.
    pub file: String,
    /// The algorithm, or `program`.
    pub entry: String,
    /// The measures that were asked for.
    pub formulas: Formulas,
    /// Those on the asynchronous PRAM, where the program is derived for that.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub apram: IndexMap<&'static str, DerivedFormula>,
}

impl DerivationJson {
    /// A derivation as JSON.
    pub fn new(derivation: &Derivation, file: &str, sources: &Sources) -> Self {
        let is_asynchronous = |quantity: &Quantity| quantity.unit == Some(Unit::Apram);
        let (asynchronous, others): (Vec<_>, Vec<_>) =
            each(derivation, sources).partition(|(quantity, _)| is_asynchronous(quantity));
        let asynchronous = asynchronous.into_iter();
        Self {
            file: file.to_owned(),
            entry: derivation.entry.clone(),
            formulas: others.into_iter().collect(),
            apram: asynchronous
                .map(|(quantity, formula)| (quantity.name(), formula))
                .collect(),
        }
    }
}

/// The formulas of a derivation as expressions of the language, with their lines.
pub fn formulas(derivation: &Derivation, sources: &Sources) -> Formulas {
    each(derivation, sources).collect()
}

fn each(
    derivation: &Derivation,
    sources: &Sources,
) -> impl Iterator<Item = (Quantity, DerivedFormula)> {
    let shown = shown(derivation, Style::Source, sources);
    let quantities = derivation.measures.iter().map(|(quantity, _)| *quantity);
    quantities
        .zip(shown)
        .map(|(quantity, measure)| (quantity, formula(&measure)))
}

fn formula(measure: &Shown) -> DerivedFormula {
    let mut json = DerivedFormula {
        status: DerivedStatus::None,
        formula: None,
        lower: None,
        upper: None,
        assumption: None,
        given: Vec::new(),
        reason: None,
        help: None,
        line: None,
        file: None,
        compared: None,
        lines: measure.rows.iter().map(line).collect(),
    };
    match &measure.end {
        End::Exact { formula, note } => {
            json.status = DerivedStatus::Derived;
            json.formula = Some(formula.clone());
            take(&mut json, note);
        }
        End::Bounded { lower, upper, note } => {
            json.status = DerivedStatus::Bounded;
            json.lower = Some(lower.clone());
            json.upper = Some(upper.clone());
            take(&mut json, note);
        }
        End::None {
            file,
            line,
            reason,
            help,
        } => {
            json.reason = Some(reason.clone());
            json.help = help.map(str::to_owned);
            json.line = Some(*line);
            json.file.clone_from(file);
        }
        End::Wrong { at } => {
            json.status = DerivedStatus::Wrong;
            json.reason = Some(format!("for {at} a counted run has another number"));
        }
    }
    json
}

fn take(json: &mut DerivedFormula, note: &Note) {
    json.assumption = Some(note.assumption.clone());
    json.given = note.given.iter().map(|(line, _)| *line).collect();
    json.compared = Some(note.compared);
}

fn line(row: &Row) -> DerivedLine {
    DerivedLine {
        file: row.file.clone(),
        line: row.line,
        depth: row.depth,
        source: row.source.clone(),
        cost: row.cost.clone(),
    }
}
