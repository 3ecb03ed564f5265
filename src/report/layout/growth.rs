//! Closed forms, classes and optimality.

use super::cells;
use crate::report::complexity::{Formula, HeldOut, MeasureName, Study, UnitName, Verdict};
use crate::report::document::{Block, Table, Word, Words, numbers, plain, sentences, words};
use crate::report::plot::number::short;

/// A formula with what it is a formula of.
struct Named<'a> {
    quantity: &'static str,
    unit: Option<UnitName>,
    formula: Option<&'a Formula>,
}

impl Named<'_> {
    fn unit(&self) -> &'static str {
        self.unit.map_or("", UnitName::name)
    }

    /// `T in rounds`
    fn label(&self) -> String {
        match self.unit {
            Some(unit) => format!("{} in {}", self.quantity, unit.name()),
            None => self.quantity.to_owned(),
        }
    }
}

/// The section on growth.
pub fn lay_out(study: &Study, blocks: &mut Vec<Block>) {
    let all = formulas(study);
    blocks.push(Block::Heading("Growth".to_owned()));
    let mut table = Table::new(
        "",
        [
            words("measure"),
            words("unit"),
            words("formula"),
            words("class"),
            sentences("how sure"),
        ],
    );
    for named in &all {
        table.rows.push(vec![
            plain(named.quantity),
            plain(named.unit()),
            cells::formula(named.formula),
            cells::theta(named.formula),
            cells::status(named.formula),
        ]);
    }
    blocks.push(Block::Table(table));
    held_out(&all, blocks);
    advice(&all, blocks);
    fits(&all, blocks);
    verdicts(study, blocks);
}

fn formulas(study: &Study) -> Vec<Named<'_>> {
    let mut all = Vec::new();
    for measure in MeasureName::ALL {
        for unit in study.units().iter().copied() {
            all.push(Named {
                quantity: measure.name(),
                unit: Some(unit),
                formula: Some(study.formulas.get(measure).get(unit)),
            });
        }
    }
    for unit in study.units().iter().copied() {
        let formula = study.sequential.formulas.get(unit).as_ref();
        if formula.is_some() {
            all.push(Named {
                quantity: "SU",
                unit: Some(unit),
                formula,
            });
        }
    }
    if study.processors.is_some() {
        all.push(Named {
            quantity: "p asked for",
            unit: None,
            formula: study.processors.as_ref(),
        });
    }
    all
}

/// The sizes that confirm any of the formulas.
fn held_out(all: &[Named], blocks: &mut Vec<Block>) {
    let mut named: Vec<String> = Vec::new();
    for held_out in all
        .iter()
        .filter_map(|named| named.formula)
        .flat_map(|formula| &formula.held_out)
    {
        let size = match held_out {
            HeldOut::One(value) => value.to_string(),
            HeldOut::Several(size) => cells::short_size(size),
        };
        if !named.contains(&size) {
            named.push(size);
        }
    }
    if !named.is_empty() {
        blocks.push(Block::Paragraph(vec![Word::Faint(format!(
            "Held-out sizes, which took no part in finding what they confirm: {}",
            named.join(", ")
        ))]));
    }
}

/// What would decide where nothing is decided; each advice once, with all it is for.
fn advice(all: &[Named], blocks: &mut Vec<Block>) {
    let mut lines: Vec<(String, Words)> = Vec::new();
    for named in all {
        let Some(advice) = named.formula.and_then(|formula| formula.advice.as_ref()) else {
            continue;
        };
        let mut said = vec![Word::Plain(format!(
            ": {}.",
            advice.reason.trim_end_matches('.')
        ))];
        if let Some(option) = &advice.option {
            said.push(Word::Plain(" To decide it, add ".to_owned()));
            said.push(Word::Code(option.clone()));
        }
        match lines.iter_mut().find(|line| line.1 == said) {
            Some((label, _)) => {
                label.push_str(", ");
                label.push_str(&named.label());
            }
            None => lines.push((named.label(), said)),
        }
    }
    if !lines.is_empty() {
        let lines = lines.into_iter().map(|(label, said)| {
            let mut line = plain(label);
            line.extend(said);
            line
        });
        blocks.push(Block::List(lines.collect()));
    }
}

fn fits(all: &[Named], blocks: &mut Vec<Block>) {
    let mut terms = Table::new(
        "terms of the fits, with 95 % confidence intervals (Student's t)",
        [
            words("measure"),
            words("unit"),
            words("term"),
            numbers("coefficient"),
            numbers("from"),
            numbers("to"),
        ],
    );
    let mut runners_up = Table::new(
        "fits that came close",
        [
            words("measure"),
            words("unit"),
            words("formula"),
            words("class"),
            numbers("off by"),
        ],
    );
    for named in all {
        let Some(formula) = named.formula else {
            continue;
        };
        for term in &formula.terms {
            terms.rows.push(vec![
                plain(named.quantity),
                plain(named.unit()),
                vec![Word::Formula(term.term.clone())],
                plain(short(term.coefficient)),
                cells::real(term.low),
                cells::real(term.high),
            ]);
        }
        for runner_up in &formula.runners_up {
            runners_up.rows.push(vec![
                plain(named.quantity),
                plain(named.unit()),
                vec![Word::Formula(runner_up.formula.clone())],
                vec![Word::Theta(runner_up.theta.clone())],
                plain(cells::percent(runner_up.cross_validated)),
            ]);
        }
    }
    for table in [terms, runners_up] {
        if !table.rows.is_empty() {
            blocks.push(Block::Table(table));
        }
    }
}

fn verdicts(study: &Study, blocks: &mut Vec<Block>) {
    let verdicts = &study.verdicts;
    blocks.push(Block::Heading(format!(
        "Verdicts, in {}",
        verdicts.unit.name()
    )));
    let mut table = Table::new("", [words(""), words("verdict"), sentences("evidence")]);
    let row = |name: &str, verdict: &Verdict| {
        vec![
            vec![Word::Mark(verdict.holds)],
            plain(name),
            plain(&verdict.evidence),
        ]
    };
    table
        .rows
        .push(row("work-optimal, W = O(SU)", &verdicts.work_optimal));
    table
        .rows
        .push(row("cost-optimal, C = O(SU)", &verdicts.cost_optimal));
    table.rows.push(row("SU ≤ W ≤ C", &verdicts.bounds_hold));
    blocks.push(Block::Table(table));
    if let Some(class) = &verdicts.cost_optimal_up_to {
        blocks.push(Block::Paragraph(vec![
            Word::Plain("Cost-optimal on as many processors as p = ".to_owned()),
            Word::Theta(class.clone()),
            Word::Plain(".".to_owned()),
        ]));
    }
}
