//! A report on one page, for handing in: the listing, one table, formulas, verdicts and claims.

use super::comparison::{self, Shared};
use super::prose::Prose;
use super::{cells, claims, growth, measured, summary, title, verdict};
use crate::present::document::{Block, Document, Table, Word, Words, plain, sentences, words};
use crate::present::text::value::counted;
use crate::result::study::{Report, Study};

/// More characters are not said twice.
const LONG_WORDS: usize = 60;

/// The page.
pub fn document(report: &Report) -> Document {
    let studies: Vec<&Study> = report.studies().collect();
    let names = cells::study_names(&studies);
    let mut document = Document {
        title: title(&studies),
        author: None,
        is_compact: true,
        blocks: Vec::new(),
    };
    let blocks = &mut document.blocks;
    if let (true, Some(unit)) = (studies.len() > 1, comparison::unit(&studies)) {
        let shared = Shared::of(&studies);
        blocks.extend(verdict::lead(
            &studies,
            &names,
            &report.crossings,
            unit,
            &shared,
        ));
    }
    for (index, (study, name)) in studies.iter().zip(&names).enumerate() {
        if studies.len() > 1 {
            blocks.push(Block::Part(name.clone()));
        }
        // Of one file that is run in several ways, one listing.
        let is_new = studies[..index]
            .iter()
            .all(|other| other.text != study.text);
        lay_out(study, is_new, blocks);
    }
    document
}

fn lay_out(study: &Study, with_listing: bool, blocks: &mut Vec<Block>) {
    blocks.extend(summary::lead(study));
    if with_listing {
        let lines = study.text.trim_end().lines();
        blocks.push(Block::Listing(lines.map(str::to_owned).collect()));
    }
    blocks.push(Block::Heading("Measured".to_owned()));
    let shown = measured::asked_for(study);
    let rest = study.series.len() - shown.rows.len();
    blocks.push(Block::Table(shown));
    if rest > 0 {
        let others = counted(rest as u64, "size");
        let text = format!("Formulas were also checked on {others} not shown.");
        blocks.push(Block::Paragraph(vec![Word::Faint(text)]));
    }
    blocks.push(Block::Heading("Formulas".to_owned()));
    blocks.push(Block::Table(formulas(study)));
    blocks.push(Block::Heading("Verdicts and claims".to_owned()));
    blocks.push(Block::Table(judged(study)));
    measured::failed(study, blocks);
}

/// The formulas; what holds of several of them in many words is said of the first.
fn formulas(study: &Study) -> Table {
    let mut table = growth::in_unit(study);
    let mut said: Vec<(Words, Words)> = Vec::new();
    for row in &mut table.rows {
        let [measure, .., how_sure] = row.as_mut_slice() else {
            continue;
        };
        match said.iter().find(|(_, before)| before == how_sure) {
            Some((first, _)) if length(how_sure) > LONG_WORDS => {
                let first = first.clone();
                *how_sure = plain("as for ");
                how_sure.extend(first);
            }
            Some(_) => {}
            None => said.push((measure.clone(), how_sure.clone())),
        }
    }
    table
}

fn length(words: &Words) -> usize {
    let lengths = words.iter().map(|word| match word {
        Word::Plain(text) | Word::Formula(text) => text.chars().count(),
        _ => 0,
    });
    lengths.sum()
}

/// Verdicts and claims, one row each.
fn judged(study: &Study) -> Table {
    let prose = Prose::of(study);
    let mut table = Table::new(
        "",
        [words(""), words("verdict or claim"), sentences("evidence")],
    );
    for (name, verdict) in growth::judged(study) {
        table.rows.push(vec![
            vec![Word::Mark(verdict.holds)],
            plain(name),
            prose.words(&verdict.evidence.to_string()),
        ]);
    }
    for claim in &study.claims {
        table.rows.push(claims::row(claim, &prose));
    }
    table
}
