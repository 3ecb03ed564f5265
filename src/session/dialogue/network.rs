//! The network of the last steps in text: cells across, steps down, with an edge from each cell that is
//! read to the one that is written from it.

use std::collections::BTreeMap;

use super::Dialogue;
use super::stop::array_at;
use super::wires::{drawn, edges};
use crate::present::language::Language;
use crate::present::text::step::{sentences, value_text};
use crate::present::text::visible::visible;
use crate::session::Arrival;

/// Steps that the network shows.
const STEPS: u64 = 12;
/// Cells that it shows at most.
const CELLS: usize = 16;
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
        format!(
            "{header}\n{}\n* written in this step; ○──▶● read there, written here\n",
            rows.join("\n")
        )
    }

    /// The step at which the session stands; none where it is not known.
    fn draw_step(&self, most: usize) -> Option<DrawnStep> {
        let record = self.session.step()?;
        let mut written: Vec<usize> = Vec::new();
        let mut base = None;
        for (_, site) in record
            .sites()
            .filter(|(_, site)| site.is_write && site.rank > 0)
        {
            let first = *base.get_or_insert(site.bases.at(0));
            let places = site.offsets();
            let accesses = site.bases.iter().zip(places.iter());
            let own = accesses.filter(|(base, _)| *base == first);
            let shown = own.filter(|(_, place)| *place < most as i64);
            written.extend(shown.map(|(_, place)| place as usize));
        }
        let broken = if self.session.is_broken() { " ✗" } else { "" };
        let line = record
            .groups
            .first()
            .map_or(0, |group| self.sources.position(group.statement).line);
        let label = format!("step {} line {line}{broken}", self.session.at());
        let array = base.and_then(|base| array_at(self.session.now(), base));
        let Some((array, _)) = array else {
            let told = sentences(record, Language::English).join("; ");
            return Some(DrawnStep {
                header: String::new(),
                rows: vec![format!("{label:<18} {}", visible(&told))],
            });
        };
        let shown = array.len().min(most);
        let names = (0..shown).map(|at| format!("{at:>CELL_WIDTH$}"));
        let header = format!("{:<18} {}", array.name, names.collect::<String>());
        let wires = drawn(
            &edges(record, i64::from(array.base()), shown),
            shown,
            CELL_WIDTH,
        );
        let mut rows: Vec<String> = wires
            .iter()
            .map(|wires| format!("{:<18} {wires}", ""))
            .collect();
        let cells = (0..shown).map(|at| {
            let mark = if written.contains(&at) { "*" } else { "" };
            let text = format!("{mark}{}", value_text(array.cell(at)));
            format!("{text:>CELL_WIDTH$}")
        });
        let more = if array.len() > most { " …" } else { "" };
        rows.push(format!("{label:<18} {}{more}", cells.collect::<String>()));
        Some(DrawnStep { header, rows })
    }
}
