//! The network of the last steps in text: cells across, steps down, with an edge from each cell that is
//! read to the one that is written from it.

use std::collections::BTreeMap;

use super::Dialogue;
use super::columns::{ArrayColumns, ArrayOwners, CellMarks, KnownArray};
use super::stop::FORBIDDEN;
use super::wires::{drawn, edges};
use crate::language::Language;
use crate::machine::view::View;
use crate::present::text::step::{sentences, statement};
use crate::present::text::value::counted;
use crate::present::text::visible::visible;
use crate::source::Sources;
use crate::trace::{Progression, Site, Step};

/// Steps that the network shows.
const STEPS: u64 = 12;
/// Lines of the source that the label of a step names.
const LINES: usize = 3;
/// Characters of the label before the cells, and of the frame around everything.
const LABEL: usize = 18;
/// Below this width the legend is shorter.
const NARROW: usize = 54;
const FRAME: usize = 21;

/// The steps that were drawn last: a move by one step draws only that step.
#[derive(Default)]
pub struct DrawnSteps {
    /// The cells that each one accesses.
    touched: BTreeMap<u64, Touched>,
    /// The columns over which the steps are drawn.
    columns: ArrayColumns,
    steps: BTreeMap<u64, DrawnStep>,
}

/// The arrays that a step accesses, if it writes any.
struct Touched {
    arrays: Vec<KnownArray>,
    /// Characters of the longest value in their first cells.
    widest: usize,
    /// Whether processors store what they read in scalars of their own, which have no column.
    keeps: bool,
}

/// A step of the network: its edges, its cells, and remarks; each row with its label.
type DrawnStep = Vec<(String, String)>;

/// A step that is to be drawn.
struct StepScene<'s> {
    record: &'s Step,
    /// The run after it.
    view: View<'s>,
    /// The cells with conflicts that the rules of the run forbid, ascending.
    forbidden: Vec<i64>,
    /// Whether it ends the run.
    is_broken: bool,
}

impl Dialogue<'_> {
    pub(super) fn network(&mut self) -> String {
        let here = self.session.at();
        let from = here.saturating_sub(STEPS - 1).max(1);
        self.draw_missing(from, here);
        let steps = self.drawn.steps.range(from..here.saturating_add(1));
        let mut shown = self.drawn.touched.range(from..here.saturating_add(1));
        let kept = if shown.any(|(_, touched)| touched.keeps) {
            "what goes through a processor's own variable has no edge here: `export X.svg 1..9` \
             draws it\n"
        } else {
            ""
        };
        let header = self.drawn.columns.header();
        let rows = self.fitting(
            &steps.map(|(_, rows)| rows).collect::<Vec<_>>(),
            header.len() + kept.lines().count(),
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
        let written = match self.width {
            ..NARROW => "* written",
            _ => "* written in this step",
        };
        format!(
            "{}\n{left_out}{written}; ○──▶● read there, written here{forbidden}\n{kept}",
            lines.join("\n")
        )
    }

    /// Draws those steps from `from` to the current one that are not drawn yet.
    fn draw_missing(&mut self, from: u64, here: u64) {
        let near = from.saturating_sub(STEPS)..=here.saturating_add(STEPS);
        self.drawn.touched.retain(|step, _| near.contains(step));
        self.drawn.steps.retain(|step, _| near.contains(step));
        if let Some(touched) = self.scene().map(|scene| scene.touched()) {
            self.drawn.touched.insert(here, touched);
        }
        // Usually all steps access the same arrays, so that nothing is drawn twice.
        self.lay_out(from, here);
        self.survey_missing(from, here);
        if self.lay_out(from, here) {
            self.survey_missing(from, here);
        }
        let drawn = self.scene().map(|scene| {
            let mut rows = scene.draw(self.sources, &self.drawn.columns);
            rows.extend(self.breach_line().map(|line| (String::new(), line)));
            rows
        });
        if let Some(drawn) = drawn {
            self.drawn.steps.insert(here, drawn);
        }
    }

    /// Assigns columns to the arrays of the known steps. Returns whether these differ from the previous
    /// ones, so that all steps must be drawn again.
    fn lay_out(&mut self, from: u64, here: u64) -> bool {
        let touched = self.drawn.touched.range(from..here.saturating_add(1));
        let touched: Vec<&Touched> = touched.map(|(_, touched)| touched).collect();
        let arrays = touched.iter().flat_map(|step| step.arrays.iter().cloned());
        let widest = touched.iter().map(|step| step.widest).max().unwrap_or(0);
        let room = self.width.saturating_sub(FRAME);
        let columns = ArrayColumns::of(arrays.collect(), widest, room);
        let is_new = self.drawn.columns != columns;
        if is_new {
            self.drawn.steps.clear();
            self.drawn.columns = columns;
        }
        is_new
    }

    /// Draws those steps before the current one that are not drawn yet.
    fn survey_missing(&mut self, from: u64, here: u64) {
        let Self {
            session,
            sources,
            drawn,
            ..
        } = self;
        let DrawnSteps {
            touched,
            columns,
            steps,
        } = drawn;
        let is_missing = |step: &u64| !(touched.contains_key(step) && steps.contains_key(step));
        let mut missing = (from..here).filter(is_missing);
        let Some(first) = missing.next() else {
            return;
        };
        let last = missing.next_back().unwrap_or(first);
        session.survey(first..last + 1, |record, view| {
            let scene = StepScene {
                record,
                view,
                // A session ends at the first step that breaks a rule.
                forbidden: Vec::new(),
                is_broken: false,
            };
            touched.insert(record.number, scene.touched());
            steps.insert(record.number, scene.draw(sources, columns));
        });
    }

    /// The current step; `None` if it is not known.
    fn scene(&self) -> Option<StepScene<'_>> {
        Some(StepScene {
            record: self.session.step()?,
            view: self.session.now(),
            forbidden: self.forbidden_cells(),
            is_broken: self.session.is_broken(),
        })
    }

    /// The rows of the last steps that fit into the picture below a header, in any case the last step.
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
}

impl StepScene<'_> {
    /// The arrays that it accesses.
    fn touched(&self) -> Touched {
        let mut touched = Touched {
            arrays: Vec::new(),
            widest: 0,
            keeps: self.keeps(),
        };
        if !self.has_cells() {
            return touched;
        }
        let owners = ArrayOwners::of(self.view);
        let shared = self.record.sites().filter(|(_, site)| site.shared);
        let mut bases = Vec::new();
        for (_, site) in shared {
            if let Progression::Line { from, step: 0, .. } = site.bases {
                bases.push(from);
                continue;
            }
            for cell in site.bases.iter() {
                // Accesses to one array are usually adjacent.
                if bases.last() != Some(&cell) {
                    bases.push(cell);
                }
            }
        }
        bases.sort_unstable();
        bases.dedup();
        for owner in bases.into_iter().filter_map(|base| owners.owner(base)) {
            touched.widest = touched.widest.max(KnownArray::widest(owner.0));
            touched.arrays.push(KnownArray::of(owner));
        }
        touched
    }

    /// Whether it has a row of cells: it writes shared memory, or has conflicts there.
    fn has_cells(&self) -> bool {
        let mut sites = self.record.sites();
        sites.any(|(_, site)| site.shared && site.writes) || !self.forbidden.is_empty()
    }

    /// Whether its processors read shared memory into scalars of their own.
    fn keeps(&self) -> bool {
        let reads = |site: &Site| site.shared && !site.writes;
        (self.record.groups.iter())
            .any(|group| !group.assigned.is_empty() && group.sites.iter().any(reads))
    }

    /// Its rows.
    fn draw(&self, sources: &Sources, columns: &ArrayColumns) -> DrawnStep {
        let label = self.label(sources);
        if !self.has_cells() {
            let description = sentences(self.record, Language::English).join("; ");
            return vec![(label, visible(&description))];
        }
        let beside = |text: String| (String::new(), text);
        let owners = ArrayOwners::of(self.view);
        let edges = edges(self.record, &columns.of_cells(&owners));
        let mut rows: DrawnStep = drawn(&edges, &columns.places())
            .into_iter()
            .map(beside)
            .collect();
        rows.push((label, columns.row(&owners, &self.marks())));
        if columns.has_buckets() {
            rows.extend(self.alike_lines(sources).into_iter().map(beside));
        }
        rows
    }

    /// `step 3 lines 8, 10 ✗`
    fn label(&self, sources: &Sources) -> String {
        let mut lines: Vec<usize> = Vec::new();
        for group in &self.record.groups {
            let line = sources.position(group.statement).line;
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines.sort_unstable();
        let word = if lines.len() > 1 { "lines" } else { "line" };
        let shown: Vec<String> = lines.iter().take(LINES).map(usize::to_string).collect();
        let more = if lines.len() > LINES { ", …" } else { "" };
        let broken = if self.is_broken { " ✗" } else { "" };
        let (step, shown) = (self.record.number, shown.join(", "));
        format!("step {step} {word} {shown}{more}{broken}")
    }

    /// The cells that are marked.
    fn marks(&self) -> CellMarks {
        let written = self.record.sites().filter(|(_, site)| site.writes);
        CellMarks {
            written: ascending(written.map(|(_, site)| &site.cells)),
            forbidden: self.forbidden.iter().copied().collect(),
            // A step that fails writes nothing.
            sign: if self.is_broken { "" } else { "*" },
        }
    }

    /// `… 1048575 processors alike: …`: a line for each group of several processors.
    fn alike_lines(&self, sources: &Sources) -> Vec<String> {
        let groups = self.record.groups.iter();
        let many = groups.filter(|group| group.processors > 1);
        let lines = many.map(|group| {
            let processors = counted(group.processors as u64, "processor");
            let code = statement(sources, group.statement);
            format!("… {processors} alike: `{code}`")
        });
        lines.collect()
    }
}

/// The numbers of several lists, each once, ascending.
fn ascending<'r>(mut lists: impl Iterator<Item = &'r Progression>) -> Progression {
    let Some(first) = lists.next() else {
        return Progression::default();
    };
    let second = lists.next();
    if let (Progression::Line { step: 1.., .. }, None) = (first, second) {
        return first.clone();
    }
    let lists = [first].into_iter().chain(second).chain(lists);
    let mut numbers: Vec<i64> = lists.flat_map(Progression::iter).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().collect()
}
