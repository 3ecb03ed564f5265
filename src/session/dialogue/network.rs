//! The network of the last steps in text: cells across, steps down, with an edge from each cell that is
//! read to the one that is written from it.

use std::collections::BTreeMap;

use super::Dialogue;
use super::columns::{Columns, Known, Marks, Owners};
use super::stop::FORBIDDEN;
use super::wires::{drawn, edges};
use crate::present::language::Language;
use crate::present::text::step::{sentences, statement};
use crate::present::text::value::counted;
use crate::present::text::visible::visible;
use crate::result::step::StepRecord;
use crate::session::Arrival;

/// Steps that the network shows.
const STEPS: u64 = 12;
/// Lines of the source that the label of a step names.
const LINES: usize = 3;
/// Characters of what stands in front of the cells, and of the frame around all.
const LABEL: usize = 18;
const FRAME: usize = 21;

/// The steps that were drawn last: going on by a step draws that step only.
#[derive(Default)]
pub struct DrawnSteps {
    /// What each touches.
    touched: BTreeMap<u64, Touched>,
    /// The columns over which the steps are drawn.
    columns: Columns,
    steps: BTreeMap<u64, DrawnStep>,
}

/// The arrays that a step accesses, where it writes any.
struct Touched {
    arrays: Vec<Known>,
    /// Characters of the longest value in their first cells.
    widest: usize,
}

/// A step of the network: its edges, its cells, what there is to say of it; each row with its label.
type DrawnStep = Vec<(String, String)>;

impl Dialogue<'_> {
    pub(super) fn network(&mut self) -> String {
        let here = self.session.at();
        let from = here.saturating_sub(STEPS - 1).max(1);
        let near = from.saturating_sub(STEPS)..=here.saturating_add(STEPS);
        self.drawn.touched.retain(|step, _| near.contains(step));
        self.drawn.steps.retain(|step, _| near.contains(step));
        for step in from..=here {
            if self.drawn.touched.contains_key(&step) {
                continue;
            }
            if self.session.at() != step && self.session.go_to(step) == Arrival::Interrupted {
                break;
            }
            if let Some(touched) = self.touched() {
                self.drawn.touched.insert(step, touched);
            }
        }
        let touched = self.drawn.touched.range(from..here.saturating_add(1));
        let touched: Vec<&Touched> = touched.map(|(_, touched)| touched).collect();
        let arrays = touched.iter().flat_map(|step| step.arrays.iter().cloned());
        let widest = touched.iter().map(|step| step.widest).max().unwrap_or(0);
        let room = self.width.saturating_sub(FRAME);
        let columns = Columns::of(arrays.collect(), widest, room);
        if self.drawn.columns != columns {
            self.drawn.steps.clear();
            self.drawn.columns = columns;
        }
        for step in from..=here {
            if self.drawn.steps.contains_key(&step) {
                continue;
            }
            if self.session.at() != step && self.session.go_to(step) == Arrival::Interrupted {
                break;
            }
            if let Some(drawn) = self.draw_step() {
                self.drawn.steps.insert(step, drawn);
            }
        }
        if self.session.at() != here {
            self.session.go_to(here);
        }
        let steps = self.drawn.steps.range(from..here.saturating_add(1));
        let header = self.drawn.columns.header();
        let rows = self.fitting(
            &steps.map(|(_, rows)| rows).collect::<Vec<_>>(),
            header.len(),
        );
        if rows.is_empty() {
            return "There is no step yet; `next` takes the first.\n".to_owned();
        }
        let labels = rows.iter().map(|(label, _)| label.chars().count());
        let label_width = labels.max().unwrap_or(0).max(LABEL);
        let lines = header.iter().chain(rows.iter().copied());
        let lines = lines.map(|(label, text)| {
            let line = format!("{label:<label_width$} {text}");
            line.trim_end().to_owned()
        });
        let lines: Vec<String> = lines.collect();
        let left_out = match self.drawn.columns.left_out() {
            0 => String::new(),
            count => format!("… and {}\n", counted(count as u64, "more array")),
        };
        let forbidden = if lines.iter().any(|line| line.contains(FORBIDDEN)) {
            "; ✗ what breaks a step"
        } else {
            ""
        };
        format!(
            "{}\n{left_out}* written in this step; ○──▶● read there, written here{forbidden}\n",
            lines.join("\n")
        )
    }

    /// The rows of the last steps that fit into the room for the picture below a header, the last step in
    /// any case.
    fn fitting<'r>(&self, steps: &[&'r DrawnStep], header: usize) -> Vec<&'r (String, String)> {
        // The signs are explained below.
        let mut left =
            (self.picture_lines).map_or(usize::MAX, |lines| lines.saturating_sub(header + 1));
        let mut first = steps.len();
        while let Some(step) = first.checked_sub(1).map(|at| steps[at])
            && (step.len() <= left || first == steps.len())
        {
            left = left.saturating_sub(step.len());
            first -= 1;
        }
        steps[first..].iter().flat_map(|rows| rows.iter()).collect()
    }

    /// What the step at which the session stands touches; none where it is not known.
    fn touched(&self) -> Option<Touched> {
        let record = self.session.step()?;
        let mut touched = Touched {
            arrays: Vec::new(),
            widest: 0,
        };
        if !self.is_drawn(record) {
            return Some(touched);
        }
        let owners = Owners::of(self.session.now());
        let shared = record.sites().filter(|(_, site)| site.is_shared);
        let mut bases = Vec::new();
        for cell in shared.flat_map(|(_, site)| site.bases.iter()) {
            // Accesses to one array mostly stand side by side.
            if bases.last() != Some(&cell) {
                bases.push(cell);
            }
        }
        bases.sort_unstable();
        bases.dedup();
        for owner in bases.into_iter().filter_map(|base| owners.owner(base)) {
            touched.widest = touched.widest.max(Known::widest(owner.0));
            touched.arrays.push(Known::of(owner));
        }
        Some(touched)
    }

    /// Whether a step has a row of cells: it writes shared memory, or processors meet there.
    fn is_drawn(&self, record: &StepRecord) -> bool {
        let mut sites = record.sites();
        sites.any(|(_, site)| site.is_shared && site.is_write)
            || !self.forbidden_places(record).is_empty()
    }

    /// The step at which the session stands; none where it is not known.
    fn draw_step(&self) -> Option<DrawnStep> {
        let record = self.session.step()?;
        let label = self.label(record);
        let beside = |text: String| (String::new(), text);
        let mut rows = if self.is_drawn(record) {
            let owners = Owners::of(self.session.now());
            let columns = &self.drawn.columns;
            let edges = edges(record, columns.of_cells(&owners));
            let marks = self.marks(record);
            let mut rows: DrawnStep = drawn(&edges, &columns.places())
                .into_iter()
                .map(beside)
                .collect();
            rows.push((label, columns.row(&owners, &marks)));
            if columns.has_buckets() {
                rows.extend(self.alike_lines(record).into_iter().map(beside));
            }
            rows
        } else {
            let told = sentences(record, Language::English).join("; ");
            vec![(label, visible(&told))]
        };
        rows.extend(self.breach_line().map(beside));
        Some(rows)
    }

    /// `step 3 lines 8, 10 ✗`
    fn label(&self, record: &StepRecord) -> String {
        let mut lines: Vec<usize> = Vec::new();
        for group in &record.groups {
            let line = self.sources.position(group.statement).line;
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines.sort_unstable();
        let word = if lines.len() > 1 { "lines" } else { "line" };
        let shown: Vec<String> = lines.iter().take(LINES).map(usize::to_string).collect();
        let more = if lines.len() > LINES { ", …" } else { "" };
        let broken = if self.session.is_broken() { " ✗" } else { "" };
        let (step, shown) = (self.session.at(), shown.join(", "));
        format!("step {step} {word} {shown}{more}{broken}")
    }

    /// The cells of a step that are marked.
    fn marks(&self, record: &StepRecord) -> Marks {
        let written = record.sites().filter(|(_, site)| site.is_write);
        let mut written: Vec<i64> = written.flat_map(|(_, site)| site.cells.iter()).collect();
        written.sort_unstable();
        written.dedup();
        Marks {
            written,
            forbidden: self.forbidden_cells(),
            // A step that breaks off writes nothing.
            sign: if self.session.is_broken() { "" } else { "*" },
        }
    }

    /// `… 1048575 processors alike: …`: a line for each group of several processors.
    fn alike_lines(&self, record: &StepRecord) -> Vec<String> {
        let many = record.groups.iter().filter(|group| group.processors > 1);
        let lines = many.map(|group| {
            let processors = counted(group.processors as u64, "processor");
            let code = statement(self.sources, group.statement);
            format!("… {processors} alike: `{code}`")
        });
        lines.collect()
    }
}
