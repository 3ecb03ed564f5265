//! A report on one page, for handing in: the listing, one table, formulas, verdicts and claims.

use super::prose::Prose;
use super::{cells, claims, growth, measured, summary, title};
use crate::present::document::{Block, Document, Table, Word, plain, sentences, words};
use crate::result::study::{Report, Study};

/// The page.
pub fn document(report: &Report) -> Document {
    let studies: Vec<&Study> = report.studies().collect();
    let names = cells::study_names(&studies);
    let mut document = Document {
        title: title(&studies),
        author: None,
        blocks: Vec::new(),
    };
    let blocks = &mut document.blocks;
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
    blocks.push(Block::Table(measured::asked_for(study)));
    blocks.push(Block::Heading("Formulas".to_owned()));
    blocks.push(Block::Table(growth::in_unit(study)));
    blocks.push(Block::Heading("Verdicts and claims".to_owned()));
    blocks.push(Block::Table(judged(study)));
    measured::failed(study, blocks);
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
            prose.words(&verdict.evidence),
        ]);
    }
    for claim in &study.claims {
        table.rows.push(claims::row(claim, &prose));
    }
    table
}
