//! Where a value comes from: the step that wrote it, the cells from which it was computed, and those
//! again.

use std::fmt::Write as _;

use super::Dialogue;
use crate::present::text::step::value_text;
use crate::result::step::{GroupRecord, SiteRecord, StepRecord};
use crate::session::Arrival;
use crate::session::question::Question;
use crate::session::search::{Found, Wanted};

/// How far back the tree goes.
const DEPTH: usize = 3;
/// Lines of the tree at most.
const LINES: usize = 30;

/// A cell whose value is asked for, behind a step.
struct Asked {
    name: String,
    number: u32,
    value: String,
    /// Behind this step.
    step: u64,
    depth: usize,
}

impl Dialogue<'_> {
    /// The tree of the steps that made the value of a cell.
    pub(super) fn why(&mut self, text: &str) -> String {
        let here = self.session.at();
        let cell = match self.pause().cell(text) {
            Ok(cell) => cell,
            Err(why) => return format!("{why}\n"),
        };
        // A step that breaks off has written nothing.
        let step = if self.session.is_broken() {
            here - 1
        } else {
            here
        };
        let mut open = vec![Asked {
            name: text.trim().to_owned(),
            number: cell.number(),
            value: value_text(cell.array.cell(cell.place)),
            step,
            depth: 0,
        }];
        let mut answer = String::new();
        let mut lines = 0;
        while let Some(asked) = open.pop() {
            if lines == LINES {
                let rest = open.len() + 1;
                let _ = writeln!(
                    answer,
                    "  … and {rest} more cells; ask `why` of one of them"
                );
                break;
            }
            lines += 1;
            let indent = "  ".repeat(asked.depth);
            let _ = write!(answer, "{indent}{} = {}: ", asked.name, asked.value);
            match self.writer(&asked) {
                Ok(Some((told, read))) => {
                    let _ = writeln!(answer, "{told}");
                    if asked.depth < DEPTH {
                        open.extend(read.into_iter().rev());
                    }
                }
                Ok(None) => {
                    let _ = writeln!(
                        answer,
                        "no step wrote it, so it is an input or what the array was filled with"
                    );
                }
                Err(Interrupted) => {
                    let _ = writeln!(answer, "stopped by Ctrl-C");
                    break;
                }
            }
        }
        self.session.go_to(here);
        answer
    }

    /// The last step that wrote a cell, in words, and the cells that its writer read.
    fn writer(&mut self, asked: &Asked) -> Result<Option<(String, Vec<Asked>)>, Interrupted> {
        if self.session.go_to(asked.step.saturating_add(1)) == Arrival::Interrupted {
            return Err(Interrupted);
        }
        let wanted = Wanted {
            questions: vec![Question::Writes(asked.number)],
            ..Wanted::default()
        };
        // At the end of the run the session stands at the step itself.
        let found = if self.session.at() == asked.step && self.session.writes(asked.number) {
            Found::At(asked.step, 0)
        } else {
            self.session.find_previous(&wanted)
        };
        let step = match found {
            Found::At(step, _) => step,
            Found::Nothing => return Ok(None),
            Found::Interrupted(_) => return Err(Interrupted),
        };
        self.session.go_to(step);
        let Some(record) = self.session.step() else {
            return Ok(None);
        };
        let Some((group, position)) = writer_in(record, asked.number) else {
            return Ok(None);
        };
        let line = self.line_of(group.statement);
        let name = group.name(position);
        let by = if name.is_empty() {
            String::new()
        } else {
            format!(" by {name}")
        };
        let mut read: Vec<Asked> = Vec::new();
        for site in group.sites.iter().filter(|site| !site.is_write) {
            for access in accesses_by(site, position) {
                let number = site.cells.at(access) as u32;
                if read.iter().all(|known| known.number != number) {
                    read.push(Asked {
                        name: site.cell(access),
                        number,
                        value: value_text(site.value(access)),
                        step: step - 1,
                        depth: asked.depth + 1,
                    });
                }
            }
        }
        let from = read
            .iter()
            .map(|read| format!("{} = {}", read.name, read.value));
        let from: Vec<String> = from.collect();
        let from = if from.is_empty() {
            "from no cell of shared memory".to_owned()
        } else {
            format!("from {}", from.join(", "))
        };
        Ok(Some((
            format!("written in step {step}, {line}{by}, {from}"),
            read,
        )))
    }
}

/// Ctrl-C was pressed.
struct Interrupted;

/// The processor whose value stays in a cell that a step writes: of several that write it, the one
/// that the rule chooses; where it makes one value of all, the first.
fn writer_in(step: &StepRecord, cell: u32) -> Option<(&GroupRecord, usize)> {
    if let Some((group, position)) = step.writers_met.winner(cell) {
        return Some((step.groups.get(group)?, position));
    }
    let mut writes = step.sites().filter(|(_, site)| site.is_write);
    writes.find_map(|(group, site)| {
        let access = site
            .cells
            .iter()
            .position(|written| written == i64::from(cell))?;
        Some((group, site.positions.at(access) as usize))
    })
}

/// The accesses of a processor at a place of the source.
fn accesses_by(site: &SiteRecord, position: usize) -> impl Iterator<Item = usize> + '_ {
    (0..site.len()).filter(move |access| site.positions.at(*access) == position as i64)
}
