//! Where the time of the largest run on the asynchronous PRAM goes, section by section.

use super::cells;
use crate::present::document::{Block, Table, numbers, plain, words};
use crate::present::text::asynchronous::lines_text;
use crate::result::study::{SectionAnatomy, SectionShare, Study};

/// The section on sections.
pub fn lay_out(anatomy: &SectionAnatomy, study: &Study, blocks: &mut Vec<Block>) {
    blocks.push(Block::Heading(format!(
        "Sections of the run of {} on p = {}",
        cells::size(&anatomy.inputs),
        anatomy.processors
    )));
    blocks.push(Block::Paragraph(plain(
        "In units of time, by the lines between two barriers. What single lines take is not told \
         here: within a section every processor goes at its own pace.",
    )));
    let whole: u64 = anatomy
        .sections
        .iter()
        .fold(0, |sum, one| sum.saturating_add(takes(one)));
    let columns = [words("lines"), words("kind")];
    let counts = ["times", "slowest", "barriers", "T", "of T", "W", "waiting"];
    let mut table = Table::new("", columns.into_iter().chain(counts.map(numbers)));
    for one in &anatomy.sections {
        let lines = lines_text((one.from_line, one.to_line));
        let place = if one.file == study.file {
            lines
        } else {
            format!("{}:{lines}", one.file)
        };
        table.rows.push(vec![
            plain(place),
            plain(one.kind.name()),
            cells::count(one.executions),
            cells::count(one.time),
            cells::count(one.barriers),
            cells::count(takes(one)),
            plain(cells::percent(takes(one) as f64 / whole.max(1) as f64)),
            cells::count(one.work),
            cells::count(one.waiting),
        ]);
    }
    blocks.push(Block::Table(table));
}

fn takes(share: &SectionShare) -> u64 {
    share.time.saturating_add(share.barriers)
}
