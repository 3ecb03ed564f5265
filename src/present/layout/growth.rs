//! Closed forms, classes and optimality.

use super::cells;
use super::prose::Prose;
use crate::language::Language;
use crate::present::document::{Block, Table, Word, Words, numbers, plain, sentences, words};
use crate::present::plot::number::short;
use crate::quantity::{Measure, Unit};
use crate::result::study::{FormulaStatus, HeldOut, QuantityGrowth, Study, Verdict};

/// A formula with what it is a formula of.
struct Named<'a> {
    quantity: &'static str,
    unit: Option<Unit>,
    formula: Option<&'a QuantityGrowth>,
    /// In how many units the program counts.
    units: usize,
}

impl Named<'_> {
    fn unit(&self) -> &'static str {
        self.unit.map_or("", Unit::name)
    }
}

/// The section on growth: formulas in the unit in which the program is judged.
pub fn lay_out(study: &Study, prose: &Prose, blocks: &mut Vec<Block>) {
    let all = formulas(study);
    blocks.push(Block::Heading("Growth".to_owned()));
    blocks.push(Block::Table(in_unit(study)));
    advice(&all, prose, blocks);
    without_class(&all, prose, blocks);
}

/// The formulas in the unit in which the program is judged, and those that have none.
pub fn in_unit(study: &Study) -> Table {
    let all = formulas(study);
    let own = (all.iter()).filter(|named| named.unit.is_none_or(|unit| unit == study.unit));
    table(study, own)
}

/// The same in a few words.
pub fn brief(study: &Study) -> Table {
    let columns = ["measure", "formula", "class"].map(words);
    let mut table = Table::new(
        format!("in {}", study.unit.name()),
        columns.into_iter().chain([sentences("how sure")]),
    );
    for named in &formulas(study) {
        let is_own = named.unit.is_none_or(|unit| unit == study.unit);
        if let (true, Some(formula)) = (is_own, named.formula) {
            table.rows.push(vec![
                plain(named.quantity),
                cells::formula(Some(formula)),
                cells::theta(Some(formula)),
                cells::brief_status(formula),
            ]);
        }
    }
    table
}

/// What would decide the formulas that are open.
pub fn advised(study: &Study, prose: &Prose, blocks: &mut Vec<Block>) {
    let all = formulas(study);
    let own = all
        .into_iter()
        .filter(|named| named.unit.is_none_or(|unit| unit == study.unit));
    // They are all in one unit, which goes without saying.
    let own = own.map(|named| Named { units: 1, ..named });
    advice(&own.collect::<Vec<_>>(), prose, blocks);
}

/// The formulas in the other units.
pub fn in_other_units(study: &Study, blocks: &mut Vec<Block>) {
    let all = formulas(study);
    let others = (all.iter()).filter(|named| named.unit.is_some_and(|unit| unit != study.unit));
    let table = table(study, others);
    if !table.rows.is_empty() {
        blocks.push(Block::Table(table));
    }
}

/// By which sizes formulas are confirmed, the terms of fits, and what came close.
pub fn confirmed(study: &Study) -> Vec<Block> {
    let all = formulas(study);
    let mut blocks = Vec::new();
    held_out(&all, &mut blocks);
    fits(&all, &mut blocks);
    blocks
}

fn table<'n>(study: &Study, all: impl Iterator<Item = &'n Named<'n>>) -> Table {
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
    let mut all: Vec<&Named> = all.collect();
    let is_here = |named: &&Named| {
        named
            .formula
            .is_some_and(|it| it.status == FormulaStatus::Here)
    };
    all.sort_by_key(is_here);
    for named in all {
        let mut row = vec![
            plain(named.quantity),
            plain(named.unit()),
            cells::formula(named.formula),
            cells::theta(named.formula),
            cells::status(named.formula, &study.varied),
        ];
        if is_here(&named) {
            row = row.into_iter().map(faint).collect();
        }
        table.rows.push(row);
    }
    table
}

/// The same words, small.
fn faint(words: Words) -> Words {
    let faint = |word| match word {
        Word::Plain(text) => Word::Faint(text),
        other => other,
    };
    words.into_iter().map(faint).collect()
}

fn formulas(study: &Study) -> Vec<Named<'_>> {
    let mut all = Vec::new();
    for measure in Measure::IN_UNITS {
        for unit in study.units().iter().copied() {
            all.push(Named {
                quantity: measure.name(),
                unit: Some(unit),
                formula: Some(study.formulas.get(measure).get(unit)),
                units: study.units().len(),
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
                units: study.units().len(),
            });
        }
    }
    for (measure, formula) in &study.counts {
        all.push(Named {
            quantity: measure.name(),
            unit: None,
            formula: Some(formula),
            units: study.units().len(),
        });
    }
    if study.processors.is_some() {
        all.push(Named {
            quantity: "p asked for",
            unit: None,
            formula: study.processors.as_ref(),
            units: study.units().len(),
        });
    }
    all
}

/// The sizes that confirm any of the formulas.
fn held_out(all: &[Named], blocks: &mut Vec<Block>) {
    let mut named: Vec<HeldOut> = Vec::new();
    for held_out in all
        .iter()
        .filter_map(|named| named.formula)
        .flat_map(|formula| &formula.held_out)
    {
        if !named.contains(held_out) {
            named.push(held_out.clone());
        }
    }
    named.sort_by_key(|size| match size {
        HeldOut::One(value) => vec![*value],
        HeldOut::Several(size) => size.values().copied().collect::<Vec<_>>(),
    });
    if !named.is_empty() {
        let sizes = cells::first_sizes(&named);
        blocks.push(Block::Paragraph(vec![Word::Faint(format!(
            "Held-out sizes, which took no part in finding what they confirm: {sizes}"
        ))]));
    }
}

/// What would decide where nothing is decided; each advice once, with all it is for.
fn advice(all: &[Named], prose: &Prose, blocks: &mut Vec<Block>) {
    let mut lines: Vec<(Vec<&Named>, Words)> = Vec::new();
    for named in all {
        let Some(advice) = named.formula.and_then(|formula| formula.advice.as_ref()) else {
            continue;
        };
        let mut said = prose.words(&format!(": {}.", advice.reason.trim_end_matches('.')));
        if let Some(option) = &advice.option {
            said.push(Word::Plain(" To decide it, add ".to_owned()));
            said.push(Word::Code(option.clone()));
        }
        match lines.iter_mut().find(|line| line.1 == said) {
            Some((subjects, _)) => subjects.push(named),
            None => lines.push((vec![named], said)),
        }
    }
    if !lines.is_empty() {
        let lines = lines.into_iter().map(|(subjects, said)| {
            let mut line = plain(labels(&subjects));
            line.extend(said);
            line
        });
        blocks.push(Block::List(lines.collect()));
    }
}

/// Why formulas that were found have no class; each reason once, with all it is for.
fn without_class(all: &[Named], prose: &Prose, blocks: &mut Vec<Block>) {
    let mut lines: Vec<(Vec<&Named>, &str)> = Vec::new();
    for named in all {
        let reason = named
            .formula
            .and_then(|formula| formula.no_class.as_deref());
        let Some(reason) = reason else { continue };
        match lines.iter_mut().find(|line| line.1 == reason) {
            Some((subjects, _)) => subjects.push(named),
            None => lines.push((vec![named], reason)),
        }
    }
    if !lines.is_empty() {
        let lines = lines.into_iter();
        let lines = lines.map(|(subjects, why)| {
            let is_one = subjects
                .iter()
                .all(|one| one.quantity == subjects[0].quantity);
            let why = if is_one {
                why.to_owned()
            } else {
                why.replacen("it has", "they have", 1)
                    .replacen(
                        "it turns negative or falls",
                        "they turn negative or fall",
                        1,
                    )
                    .replacen("so it is a formula", "so they are formulas", 1)
                    .replacen("and has no class", "and have no class", 1)
            };
            prose.words(&format!("{}: {why}.", labels(&subjects)))
        });
        blocks.push(Block::List(lines.collect()));
    }
}

/// `T, W in steps and instructions`: what is said of every unit goes without units.
fn labels(all: &[&Named]) -> String {
    let mut quantities: Vec<(&str, Vec<&str>)> = Vec::new();
    for named in all {
        match quantities
            .iter_mut()
            .find(|(quantity, _)| *quantity == named.quantity)
        {
            Some((_, units)) => units.push(named.unit()),
            None => quantities.push((named.quantity, vec![named.unit()])),
        }
    }
    let labels = quantities.into_iter().map(|(quantity, units)| {
        let count = all.first().map_or(0, |named| named.units);
        let is_of_all = units.len() == count || units == [""];
        if is_of_all {
            quantity.to_owned()
        } else {
            format!("{quantity} in {}", Language::English.listed(&units))
        }
    });
    labels.collect::<Vec<_>>().join(", ")
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
        let fitted = formula.terms.iter().filter(|term| term.fraction.is_none());
        for term in fitted {
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

/// The verdicts by name.
pub fn judged(study: &Study) -> [(&'static str, &Verdict); 3] {
    let verdicts = &study.verdicts;
    [
        ("work-optimal, W = O(SU)", &verdicts.work_optimal),
        ("cost-optimal, C = O(SU)", &verdicts.cost_optimal),
        ("SU ≤ W ≤ C", &verdicts.bounds_hold),
    ]
}

/// The section on verdicts.
pub fn verdicts(study: &Study, prose: &Prose, blocks: &mut Vec<Block>) {
    let verdicts = &study.verdicts;
    blocks.push(Block::Heading(format!(
        "Verdicts, in {}",
        verdicts.unit.name()
    )));
    let mut table = Table::new("", [words(""), words("verdict"), sentences("evidence")]);
    for (name, verdict) in judged(study) {
        table.rows.push(vec![
            vec![Word::Mark(verdict.holds)],
            plain(name),
            prose.words(&verdict.evidence.to_string()),
        ]);
    }
    blocks.push(Block::Table(table));
    if let Some(class) = &verdicts.cost_optimal_up_to {
        blocks.push(Block::Paragraph(vec![
            Word::Plain("Cost-optimal on as many processors as p = ".to_owned()),
            Word::Theta(class.clone()),
            Word::Plain(".".to_owned()),
        ]));
    }
}
