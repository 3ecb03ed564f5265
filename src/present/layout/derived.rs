//! What follows from the program's text beyond the formulas of the report: bounds, reads and writes, and
//! formulas for other sizes than those that ran.

use std::fmt::Write as _;

use super::prose::Prose;
use crate::present::document::{Block, Table, Word, Words, plain, sentences, words};
use crate::quantity::{Measure, Quantity, Unit};
use crate::result::formulas::{DerivedFormula, DerivedStatus};
use crate::result::study::{FormulaStatus, QuantityGrowth, Study};

/// The section on formulas that were derived, in the unit in which the program is judged; one line
/// where there are none.
pub fn lay_out(study: &Study, blocks: &mut Vec<Block>) {
    let is_own = |unit: Option<Unit>| unit.is_none_or(|unit| unit == study.unit);
    let (table, reasons) = rows(study, is_own);
    let is_empty = table.rows.is_empty();
    if !is_empty {
        blocks.push(Block::Heading("Derived from the program".to_owned()));
        blocks.push(Block::Table(table));
    }
    let reasons = reasons.into_iter().map(|(reason, labels)| {
        if is_empty {
            reason
        } else {
            format!("{}: {reason}", labels.join(", "))
        }
    });
    let reasons: Vec<String> = reasons.collect();
    if !reasons.is_empty() {
        let what = if is_empty {
            "No formula is derived from the program"
        } else {
            "Not derived"
        };
        let line = format!("{what}: {}", reasons.join("; "));
        blocks.push(Block::Paragraph(vec![Word::Faint(line)]));
    }
}

/// The formulas that were derived in the other units.
pub fn in_other_units(study: &Study, blocks: &mut Vec<Block>) {
    let is_other = |unit: Option<Unit>| unit.is_some_and(|unit| unit != study.unit);
    let (table, _) = rows(study, is_other);
    if !table.rows.is_empty() {
        blocks.push(Block::Table(table));
    }
}

/// Why formulas are missing, each with the measures of which that is so.
type Reasons = Vec<(String, Vec<String>)>;

/// The formulas in the units that are wanted.
fn rows(study: &Study, is_wanted: impl Fn(Option<Unit>) -> bool) -> (Table, Reasons) {
    let mut table = Table::new(
        "",
        [
            words("measure"),
            words("unit"),
            words("formula"),
            sentences("holds for"),
        ],
    );
    let prose = Prose::of(study);
    let mut missing = Reasons::new();
    for quantity in Quantity::all() {
        let unit = quantity.unit;
        let derived = study.derived.as_ref();
        let Some(formula) = derived.and_then(|formulas| formulas.get(quantity)) else {
            continue;
        };
        if !is_wanted(unit) || is_in_report(study, quantity, formula) {
            continue;
        }
        let unit = unit.map_or("", Unit::name);
        if formula.status == DerivedStatus::None {
            let label = format!("{} {unit}", quantity.name());
            let label = label.trim_end().to_owned();
            let reason = reason(formula);
            match missing.iter_mut().find(|(other, _)| *other == reason) {
                Some((_, labels)) => labels.push(label),
                None => missing.push((reason, vec![label])),
            }
            continue;
        }
        table.rows.push(vec![
            plain(quantity.name()),
            plain(unit),
            value(formula),
            prose.words(&holds_for(formula)),
        ]);
    }
    (table, missing)
}

/// Whether a formula is the report's own.
fn is_in_report(study: &Study, quantity: Quantity, derived: &DerivedFormula) -> bool {
    let is_same = |own: &QuantityGrowth| {
        own.status == FormulaStatus::Derived
            && derived.formula.is_some()
            && own.formula == derived.formula
    };
    match (quantity.measure, quantity.unit) {
        (Measure::Processors, _) => study.processors.as_ref().is_some_and(is_same),
        (measure, Some(unit)) if study.units().contains(&unit) => {
            is_same(study.formulas.get(measure).get(unit))
        }
        _ => false,
    }
}

/// What was derived of a measure, and is not wrong.
pub fn known(study: &Study, measure: Measure, unit: Unit) -> Option<&DerivedFormula> {
    let formula = study.derived.as_ref()?.get(measure.in_unit(unit))?;
    let is_known = matches!(
        formula.status,
        DerivedStatus::Derived | DerivedStatus::Bounded
    );
    is_known.then_some(formula)
}

/// The formula, or those between which the measure lies.
pub fn value(formula: &DerivedFormula) -> Words {
    match (&formula.formula, &formula.lower, &formula.upper) {
        (Some(exact), ..) => vec![Word::Formula(exact.clone())],
        (None, Some(lower), Some(upper)) => vec![
            Word::Plain("from ".to_owned()),
            Word::Formula(lower.clone()),
            Word::Plain(" to ".to_owned()),
            Word::Formula(upper.clone()),
        ],
        _ => vec![
            Word::Mark(Some(false)),
            Word::Plain(" not shown: a bug in pram".to_owned()),
        ],
    }
}

/// `every n = 2^k, k ≥ 0; given line 9; compared at 24 sizes`
pub fn holds_for(formula: &DerivedFormula) -> String {
    let Some(assumption) = &formula.assumption else {
        return formula.reason.clone().unwrap_or_default();
    };
    let mut text = assumption.clone();
    for line in &formula.given {
        let _ = write!(text, "; given line {line}");
    }
    match formula.compared {
        Some(0) => text + "; compared at no size",
        Some(1) => text + "; compared at 1 size",
        Some(count) => format!("{text}; compared at {count} sizes"),
        None => text,
    }
}

/// `line 39: the number of turns depends on low`
fn reason(formula: &DerivedFormula) -> String {
    let reason = formula.reason.clone().unwrap_or_default();
    match (&formula.file, formula.line) {
        (Some(file), Some(line)) => format!("{file}, line {line}: {reason}"),
        (None, Some(line)) => format!("line {line}: {reason}"),
        _ => reason,
    }
}
