//! A report on one screen of a terminal: the sentence, verdicts, formulas, one plot and one short table.

use super::comparison::{self, Shared};
use super::prose::Prose;
use super::{cells, claims, growth, measured, overview, summary, title, verdict};
use crate::present::document::{Block, Document, Table, Word, Words, code, plain};
use crate::present::plot::Plot;
use crate::present::text::value::counted;
use crate::quantity::Measure;
use crate::result::study::{ClaimReport, Report, Study};

/// Rows of the table.
const ROWS: usize = 10;
/// Claims that fail, one by one.
const FAILING: usize = 3;
/// Where the rest is.
const MORE: &str = "--full prints the whole report; -o report.html writes it as a page.";

/// The screen.
pub fn document(report: &Report) -> Document {
    let studies: Vec<&Study> = report.studies().collect();
    let mut document = Document {
        title: title(&studies),
        author: None,
        is_compact: true,
        blocks: Vec::new(),
    };
    let blocks = &mut document.blocks;
    comparison::refused(&report.refused, blocks);
    match studies.as_slice() {
        [study] => one(study, blocks),
        _ => several(&studies, report, blocks),
    }
    blocks.push(Block::Paragraph(vec![Word::Faint(MORE.to_owned())]));
    document
}

fn one(study: &Study, blocks: &mut Vec<Block>) {
    let prose = Prose::of(study);
    blocks.extend(summary::lead(study));
    blocks.push(Block::List(vec![joined(Words::new(), study)]));
    failing(study, &prose, blocks);
    if study.series.is_empty() {
        blocks.push(Block::Paragraph(plain("No size ran to its end.")));
    } else {
        blocks.push(Block::Table(growth::brief(study)));
        growth::advised(study, &prose, blocks);
        let table = shortened(without("SU", measured::asked_for(study)));
        blocks.push(beside(table, measured::growth(study)));
    }
    measured::failed(study, blocks);
    let notes = study.notes.iter().map(|note| prose.words(note));
    blocks.push(Block::List(notes.collect()));
}

fn several(studies: &[&Study], report: &Report, blocks: &mut Vec<Block>) {
    let names = cells::study_names(studies);
    let shared = Shared::of(studies);
    if let Some(unit) = comparison::unit(studies) {
        blocks.extend(verdict::lead(
            studies,
            &names,
            &report.crossings,
            unit,
            &shared,
        ));
        blocks.push(Block::Table(Table {
            caption: "formulas".to_owned(),
            ..comparison::formulas(studies, &names, &[unit])
        }));
        if let Some(table) = comparison::sizes(&names, unit, &shared).next() {
            let plot = comparison::plot(&names, Measure::T, unit, &shared);
            blocks.push(beside(shortened(table), plot));
        }
    } else {
        comparison::in_own_units(studies, &names, blocks);
    }
    for (study, name) in studies.iter().zip(&names) {
        let line = joined([code(name.clone()), plain(": ")].concat(), study);
        blocks.push(Block::List(vec![line]));
        failing(study, &Prose::of(study), blocks);
    }
}

/// What is decided of a program, in one line after what it begins with.
fn joined(begins: Words, study: &Study) -> Words {
    let verdicts = overview::verdicts(study).join(&Word::Plain("; ".to_owned()));
    match verdicts.as_slice() {
        [] => Words::new(),
        _ => [begins, verdicts].concat(),
    }
}

/// The claims that fail.
fn failing(study: &Study, prose: &Prose, blocks: &mut Vec<Block>) {
    let is_failing = |claim: &&ClaimReport| claim.holds == Some(false);
    let failing: Vec<&ClaimReport> = study.claims.iter().filter(is_failing).collect();
    let mut lines: Vec<Words> = (failing.iter().take(FAILING))
        .map(|claim| claims::row(claim, prose).join(&Word::Plain(" ".to_owned())))
        .collect();
    if failing.len() > FAILING {
        let more = counted((failing.len() - FAILING) as u64, "more claim");
        lines.push(vec![Word::Faint(format!("{more} that fail"))]);
    }
    blocks.push(Block::List(lines));
}

fn beside(table: Table, plot: Plot) -> Block {
    Block::Beside(vec![Block::Table(table), Block::Plots(vec![plot])])
}

/// A table without a column; the formulas say what it holds.
fn without(title: &str, mut table: Table) -> Table {
    if let Some(place) = table
        .columns
        .iter()
        .position(|column| column.title == title)
    {
        table.columns.remove(place);
        for row in &mut table.rows {
            row.remove(place);
        }
    }
    table
}

/// A table of at most ten rows: its beginning and its end.
fn shortened(mut table: Table) -> Table {
    if table.rows.len() > ROWS {
        let (head, tail) = (ROWS / 2, ROWS - ROWS / 2 - 1);
        let gap = table.columns.iter().map(|_| plain("…")).collect();
        table.rows.splice(head..table.rows.len() - tail, [gap]);
    }
    table
}
