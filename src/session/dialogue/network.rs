//! The network of the last steps in text: cells across, steps down, with an edge from each cell that is
//! read to the one that is written from it.

use std::collections::BTreeMap;

use super::Dialogue;
use super::buckets::{Buckets, alike_lines};
use super::stop::{FORBIDDEN, array_at, written_places};
use super::wires::{drawn, edges};
use crate::machine::view::ArrayView;
use crate::present::language::Language;
use crate::present::text::step::{sentences, statement, value_text};
use crate::present::text::visible::visible;
use crate::result::step::StepRecord;
use crate::session::Arrival;

/// Steps that the network shows.
const STEPS: u64 = 12;
/// Cells that have a column each at most.
const CELLS: usize = 16;
/// An array of at most this many times [`CELLS`] is drawn by its first cells, a longer one in buckets.
const FULLY: usize = 2;
/// Characters of a cell, and of what stands in front of them.
const CELL_WIDTH: usize = 6;
const LABEL_WIDTH: usize = 21;

/// The steps that were drawn last: going on by a step draws that step only.
#[derive(Default)]
pub struct DrawnSteps {
    /// How many cells each shows at most.
    cells: usize,
    steps: BTreeMap<u64, DrawnStep>,
}

/// A step of the network.
struct DrawnStep {
    /// What stands above the cells; empty where the step writes no array.
    header: String,
    /// Its edges, then its cells.
    rows: Vec<String>,
}

impl Dialogue<'_> {
    pub(super) fn network(&mut self) -> String {
        let here = self.session.at();
        let most = (self.width.saturating_sub(LABEL_WIDTH) / CELL_WIDTH).clamp(1, CELLS);
        let from = here.saturating_sub(STEPS - 1).max(1);
        if self.drawn.cells != most {
            self.drawn.steps.clear();
            self.drawn.cells = most;
        }
        let near = from.saturating_sub(STEPS)..=here.saturating_add(STEPS);
        self.drawn.steps.retain(|step, _| near.contains(step));
        for step in from..=here {
            if self.drawn.steps.contains_key(&step) {
                continue;
            }
            if self.session.at() != step && self.session.go_to(step) == Arrival::Interrupted {
                break;
            }
            if let Some(drawn) = self.draw_step(most) {
                self.drawn.steps.insert(step, drawn);
            }
        }
        if self.session.at() != here {
            self.session.go_to(here);
        }
        let steps = self.drawn.steps.range(from..here.saturating_add(1));
        let steps: Vec<&DrawnStep> = steps.map(|(_, step)| step).collect();
        if steps.is_empty() {
            return "There is no step yet; `next` takes the first.\n".to_owned();
        }
        let mut headers = steps.iter().map(|step| step.header.as_str());
        let header = headers.find(|header| !header.is_empty());
        let header = header.unwrap_or_default();
        let rows: Vec<&str> = (steps.iter())
            .flat_map(|step| step.rows.iter().map(String::as_str))
            .collect();
        let forbidden = if rows.iter().any(|row| row.contains(FORBIDDEN)) {
            "; ✗ what breaks a step"
        } else {
            ""
        };
        format!(
            "{header}\n{}\n* written in this step; ○──▶● read there, written here{forbidden}\n",
            rows.join("\n")
        )
    }

    /// The step at which the session stands; none where it is not known.
    fn draw_step(&self, most: usize) -> Option<DrawnStep> {
        let record = self.session.step()?;
        let written = written_places(record);
        let forbidden = self.forbidden_places(record);
        let is_broken = self.session.is_broken();
        let broken = if is_broken { " ✗" } else { "" };
        let line = record
            .groups
            .first()
            .map_or(0, |group| self.sources.position(group.statement).line);
        let label = format!("step {} line {line}{broken}", self.session.at());
        let now = self.session.now();
        let array = written.iter().find_map(|(base, places)| {
            let (array, _) = array_at(now, *base)?;
            (array.rank > 0).then_some((array, places))
        });
        let mut drawn = match array {
            None => {
                let told = sentences(record, Language::English).join("; ");
                DrawnStep {
                    header: String::new(),
                    rows: vec![format!("{label:<18} {}", visible(&told))],
                }
            }
            Some((array, written)) => {
                let base = i64::from(array.base());
                let own = forbidden.iter().find(|(known, _)| *known == base);
                let forbidden = own.map_or(&[][..], |(_, places)| places);
                let marks = Marks {
                    written,
                    forbidden,
                    // A step that breaks off writes nothing.
                    sign: if is_broken { "" } else { "*" },
                };
                if array.len() > FULLY * most {
                    self.in_buckets(record, &array, &label, &marks)
                } else {
                    cell_by_cell(record, &array, &label, &marks, most)
                }
            }
        };
        let breach = self.breach_line();
        drawn
            .rows
            .extend(breach.map(|line| format!("{:<18} {line}", "")));
        Some(drawn)
    }

    /// The step over an array that is too long for a column for each cell.
    fn in_buckets(
        &self,
        record: &StepRecord,
        array: &ArrayView<'_>,
        label: &str,
        marks: &Marks<'_>,
    ) -> DrawnStep {
        let buckets = Buckets::of(array.len(), self.width.saturating_sub(LABEL_WIDTH));
        let (title, firsts) = buckets.header(array);
        let wires = buckets.edges(record, i64::from(array.base()));
        let cells = buckets.cells(marks.written, marks.forbidden, marks.sign);
        let code = |group: usize| {
            let span = record.groups[group].statement;
            format!("`{}`", statement(self.sources, span))
        };
        let mut rows: Vec<String> = wires
            .iter()
            .map(|wires| format!("{:<18} {wires}", ""))
            .collect();
        rows.push(format!("{label:<18} {cells}"));
        let alike = alike_lines(record, code).into_iter();
        rows.extend(alike.map(|line| format!("{:<18} {line}", "")));
        DrawnStep {
            header: format!("{title:<18} {firsts}"),
            rows,
        }
    }
}

/// What is marked in an array.
struct Marks<'m> {
    /// Places that are written, ascending.
    written: &'m [usize],
    /// Places in which processors meet although the rules of the run forbid it, ascending.
    forbidden: &'m [usize],
    /// In front of what is written.
    sign: &'static str,
}

/// The step over the first cells of an array, a column for each.
fn cell_by_cell(
    record: &StepRecord,
    array: &ArrayView<'_>,
    label: &str,
    marks: &Marks<'_>,
    most: usize,
) -> DrawnStep {
    let shown = array.len().min(most);
    let names = (0..shown).map(|at| format!("{at:>CELL_WIDTH$}"));
    let column = |place: usize| Some(place).filter(|place| *place < shown);
    let edges = edges(record, i64::from(array.base()), column);
    let wires = drawn(&edges, shown, CELL_WIDTH);
    let mut rows: Vec<String> = wires
        .iter()
        .map(|wires| format!("{:<18} {wires}", ""))
        .collect();
    let cells = (0..shown).map(|at| {
        let is_in = |places: &[usize]| places.binary_search(&at).is_ok();
        let mark = match (is_in(marks.forbidden), is_in(marks.written)) {
            (true, _) => "✗",
            (false, true) => marks.sign,
            (false, false) => "",
        };
        let text = format!("{mark}{}", value_text(array.cell(at)));
        format!("{text:>CELL_WIDTH$}")
    });
    let more = if array.len() > most { " …" } else { "" };
    rows.push(format!("{label:<18} {}{more}", cells.collect::<String>()));
    DrawnStep {
        header: format!("{:<18} {}", array.name, names.collect::<String>()),
        rows,
    }
}
