//! The sections of a run on the asynchronous PRAM: those that are over, and what the processors did in
//! the one of the step, in a row for each.

use std::fmt::Write as _;

use super::Dialogue;
use crate::machine::event::SectionKind;
use crate::present::text::value::counted;
use crate::result::step::{GroupRecord, StepRecord};
use crate::session::Arrival;

/// Steps of a section that are drawn: the last ones.
const STEPS: u64 = 60;
/// Processors that have a row.
const ROWS: usize = 16;
/// Sections that are listed: the last ones.
const LISTED: usize = 20;

const LEGEND: &str = "r reads, w writes, x both, c computes, · waits, | barrier";

impl Dialogue<'_> {
    pub(super) fn sections(&mut self) -> String {
        if !self.session.is_asynchronous() {
            return "Sections are there on the asynchronous PRAM only.\n".to_owned();
        }
        format!("{}{}", self.strip(), self.table())
    }

    /// The sections that are over.
    fn table(&self) -> String {
        let cost = self.session.cost().asynchronous.unwrap_or_default();
        let mut text = String::new();
        let left_out = cost.table.len().saturating_sub(LISTED);
        if left_out > 0 {
            let _ = writeln!(text, "… {left_out} earlier");
        }
        for (at, section) in cost.table.iter().enumerate().skip(left_out) {
            let slowest = section.slowest.as_deref().unwrap_or("the program");
            let _ = writeln!(
                text,
                "section {}: {}, time {}, barrier {}, waiting {}, slowest {slowest}",
                at + 1,
                section.kind.name(),
                section.time,
                section.barrier,
                section.waiting
            );
        }
        if text.is_empty() {
            text.push_str("No section is over yet.\n");
        }
        text
    }

    /// What the first processors did in the section up to the step, a column for each step. An adapted
    /// step is shown in its parts.
    fn strip(&mut self) -> String {
        let here = self.session.at();
        // A race breaks off its step before it is known in full: the section ends in front of it.
        let is_broken = self.session.is_broken();
        let last = here - u64::from(self.session.step().is_none() && here > 0);
        if last == 0 {
            return String::new();
        }
        self.session.go_to(last);
        let mut strip = Strip::new(self.followed.clone());
        let mut first = last;
        if self.is_adapted() {
            strip.add_parts(self.session.step());
        } else {
            let over = self.sections_over();
            while first > 1
                && last - first + 1 < STEPS
                && self.session.go_to(first - 1) == Arrival::There
                && self.sections_over() == over
                && !self.is_adapted()
            {
                first -= 1;
            }
            for step in first..=last {
                if self.session.go_to(step) == Arrival::Interrupted {
                    break;
                }
                strip.add(self.session.step());
            }
            // A barrier takes no step: the next step finds the section over, and so does the end.
            let is_over = !is_broken
                && (self.session.forward(1) == Arrival::End || self.sections_over() != over);
            if is_over {
                strip.end();
            }
        }
        self.session.go_to(here);
        let steps = if first == last {
            format!("step {last}")
        } else {
            format!("steps {first} to {last}")
        };
        format!("{steps}: {LEGEND}\n{}", strip.text())
    }

    /// How many sections are over in the step.
    fn sections_over(&self) -> u64 {
        let [_, behind] = self.session.costs_around();
        behind.asynchronous.map_or(0, |cost| cost.sections)
    }

    /// Whether the step is one of a synchronous block, which has barriers of its own.
    fn is_adapted(&self) -> bool {
        let costs = self.session.costs_around();
        let [before, behind] = costs.map(|cost| cost.asynchronous.unwrap_or_default());
        let last = behind.table.last();
        behind.sections > before.sections
            && last.is_some_and(|section| section.kind == SectionKind::Adapted)
    }
}

/// Rows of marks, one for each processor.
struct Strip {
    followed: Option<String>,
    rows: Vec<(String, String)>,
    columns: usize,
    /// The most processors of a step.
    processors: usize,
}

impl Strip {
    fn new(followed: Option<String>) -> Self {
        Self {
            followed,
            rows: Vec::new(),
            columns: 0,
            processors: 0,
        }
    }

    /// A column of what each processor does in a step.
    fn add(&mut self, step: Option<&StepRecord>) {
        self.column(step, |group, position| {
            match (reads(group, position), writes(group, position)) {
                (true, true) => 'x',
                (true, false) => 'r',
                (false, true) => 'w',
                (false, false) => 'c',
            }
        });
    }

    /// The parts of an adapted step: all read, all compute and write, each time up to a barrier.
    fn add_parts(&mut self, step: Option<&StepRecord>) {
        let mark = |does: bool, mark: char| if does { mark } else { '·' };
        self.column(step, |group, position| mark(reads(group, position), 'r'));
        self.end();
        self.column(step, |_, _| 'c');
        self.column(step, |group, position| mark(writes(group, position), 'w'));
        self.end();
    }

    fn column(&mut self, step: Option<&StepRecord>, mark: impl Fn(&GroupRecord, usize) -> char) {
        let Some(step) = step else {
            return;
        };
        self.processors = self.processors.max(step.processors());
        let followed = self.followed.clone().into_iter();
        let first = step.groups.iter().flat_map(|group| {
            let positions = 0..group.processors.min(ROWS);
            positions.map(|position| group.name(position))
        });
        for name in followed.chain(first) {
            let is_known = self.rows.iter().any(|(known, _)| *known == name);
            if !is_known && self.rows.len() < ROWS {
                self.rows.push((name, "·".repeat(self.columns)));
            }
        }
        for (name, marks) in &mut self.rows {
            let mut own = (step.groups.iter())
                .filter_map(|group| Some(mark(group, group.position_of(name)?)));
            marks.push(own.next().unwrap_or('·'));
        }
        self.columns += 1;
    }

    /// A barrier for all.
    fn end(&mut self) {
        for (_, marks) in &mut self.rows {
            marks.push('|');
        }
        self.columns += 1;
    }

    fn text(&self) -> String {
        let shown = |name: &str| if name.is_empty() { "the program" } else { name }.to_owned();
        let widths = self
            .rows
            .iter()
            .map(|(name, _)| shown(name).chars().count());
        let width = widths.max().unwrap_or(0);
        let mut text = String::new();
        for (name, marks) in &self.rows {
            let _ = writeln!(text, "  {:<width$}  {marks}", shown(name));
        }
        let rest = self.processors.saturating_sub(self.rows.len());
        if rest > 0 {
            let _ = writeln!(text, "  … and {}", counted(rest as u64, "other processor"));
        }
        text
    }
}

/// Whether a processor of a group reads shared memory.
fn reads(group: &GroupRecord, position: usize) -> bool {
    accesses(group, position, false)
}

/// Whether a processor of a group writes shared memory.
fn writes(group: &GroupRecord, position: usize) -> bool {
    accesses(group, position, true)
}

fn accesses(group: &GroupRecord, position: usize, is_write: bool) -> bool {
    let mut sites = group.sites.iter();
    sites.any(|site| {
        let is_of_kind = site.is_shared && site.is_write == is_write;
        is_of_kind && site.positions.place_of(position as i64).is_some()
    })
}
