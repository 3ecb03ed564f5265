//! The sections of a run on the asynchronous PRAM: the completed ones, and what the processors did in
//! the current one, in a row for each.

use std::fmt::Write as _;

use super::Dialogue;
use super::breach::BreachRace;
use super::strip::{LEGEND, Strip};
use crate::machine::event::SectionKind;
use crate::session::SessionArrival;

/// Steps of a section that are drawn: the last ones.
const STEPS: u64 = 240;
/// Sections that are listed: the last ones.
const LISTED: usize = 20;

/// What distinguishes sections.
#[derive(Clone, Copy)]
pub(super) struct SectionMark {
    /// The number of completed sections.
    over: u64,
    /// Whether the step is one of a synchronous block, which is a section of its own.
    is_adapted: bool,
}

impl SectionMark {
    /// Whether two consecutive steps belong to the same section.
    pub(super) fn continues(self, other: Self) -> bool {
        !self.is_adapted && !other.is_adapted && self.over == other.over
    }
}

impl Dialogue<'_> {
    pub(super) fn sections(&mut self) -> String {
        if !self.session.is_asynchronous() {
            return "Sections are there on the asynchronous PRAM only.\n".to_owned();
        }
        format!("{}{}", self.strip(), self.table())
    }

    /// The completed sections.
    fn table(&self) -> String {
        let cost = self.session.cost().asynchronous.unwrap_or_default();
        let mut text = String::new();
        let left_out = cost.table.len().saturating_sub(LISTED);
        if left_out > 0 {
            let _ = writeln!(text, "… {left_out} earlier");
        }
        for section in cost.table.iter().skip(left_out) {
            // For an adapted step it is not known which of the virtual processors was the slowest.
            let slowest = match (section.kind, section.slowest.as_deref()) {
                (_, Some(name)) => format!(", slowest {name}"),
                (SectionKind::Adapted, None) => String::new(),
                (SectionKind::Sequential | SectionKind::Native, None) => {
                    ", slowest the program".to_owned()
                }
            };
            // Sections of asynchronous blocks are numbered, as in messages about races.
            let number = match section.number {
                0 => String::new(),
                number => format!("section {number}: "),
            };
            let _ = writeln!(
                text,
                "{number}{}, time {}, barrier {}, waiting {}{slowest}",
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

    /// What the first processors did in the section up to the step, over time. An adapted step is shown
    /// in its parts.
    fn strip(&mut self) -> String {
        let here = self.session.at();
        // A limit stops its step before it is known: the section ends before it.
        let is_broken = self.session.is_broken();
        let last = here - u64::from(self.session.step().is_none() && here > 0);
        if last == 0 {
            return String::new();
        }
        let race = self.broken_race().cloned();
        self.session.go_to(last);
        let (first, text) = if self.is_adapted() {
            (last, self.strip_of_parts())
        } else {
            self.strip_of_section(last, is_broken, race.as_ref())
        };
        self.session.go_to(here);
        let steps = if first == last {
            format!("step {last}")
        } else {
            format!("steps {first} to {last}")
        };
        format!("{steps}{text}")
    }

    fn strip_of_parts(&self) -> String {
        let mut strip = Strip::new(self.followed.iter().cloned().collect());
        if let Some(step) = self.session.step() {
            strip.add_parts(step, self.session.now());
        }
        format!(" in its parts: {LEGEND}\n{}", strip.text())
    }

    /// The time line of the section of a step, up to that step; with its first step.
    fn strip_of_section(
        &mut self,
        last: u64,
        is_broken: bool,
        race: Option<&BreachRace>,
    ) -> (u64, String) {
        let over = self.sections_over();
        let mut first = last;
        let is_inside = |of: &mut Self, step: u64| {
            of.session.go_to(step) == SessionArrival::There
                && of.sections_over() == over
                && !of.is_adapted()
        };
        while first > 1 && last - first + 1 < STEPS && is_inside(self, first - 1) {
            first -= 1;
        }
        let is_cut = first > 1 && last - first + 1 == STEPS && is_inside(self, first - 1);
        let followed = self.followed.clone().into_iter();
        let racing = race.into_iter().flat_map(BreachRace::accesses);
        let racing = racing.map(|access| access.processor.clone());
        let mut strip = Strip::new(followed.chain(racing).collect());
        for step in first..=last {
            if self.session.go_to(step) == SessionArrival::Interrupted {
                break;
            }
            let Some(record) = self.session.step() else {
                continue;
            };
            let is_continued = is_cut || step > first;
            let before = is_continued.then(|| self.session.before());
            strip.add(record, before, self.session.now());
        }
        // A barrier takes no step: the section is complete in the next step, and at the end.
        let ended = self.sections_listed();
        let is_over = !is_broken
            && (self.session.forward(1) == SessionArrival::End || self.sections_over() != over);
        if is_over {
            let cost = self.session.cost().asynchronous.unwrap_or_default();
            if let Some(section) = cost.table.get(ended) {
                strip.end(section.time, section.barrier);
            }
        }
        for access in race.into_iter().flat_map(BreachRace::accesses) {
            strip.mark_race(&access.processor, access.step);
        }
        let unit = match strip.units() {
            1 => "unit of time".to_owned(),
            units => format!("{units} units of time"),
        };
        let crosses = if race.is_some() {
            ", ✗ accesses of the race"
        } else {
            ""
        };
        let text = format!(
            ", a column for each {unit}: {LEGEND}{crosses}\n{}",
            strip.text()
        );
        (first, text)
    }

    /// What distinguishes the section of the step from others.
    pub(super) fn section_mark(&self) -> SectionMark {
        SectionMark {
            over: self.sections_over(),
            is_adapted: self.is_adapted(),
        }
    }

    /// The number of completed sections in the step.
    fn sections_over(&self) -> u64 {
        let [_, after] = self.session.costs_around();
        after.asynchronous.map_or(0, |cost| cost.sections)
    }

    /// The number of listed sections before the end of the step.
    fn sections_listed(&self) -> usize {
        let [_, after] = self.session.costs_around();
        after.asynchronous.map_or(0, |cost| cost.table.len())
    }

    /// Whether the step is one of a synchronous block, which has barriers of its own.
    fn is_adapted(&self) -> bool {
        let costs = self.session.costs_around();
        let [before, after] = costs.map(|cost| cost.asynchronous.unwrap_or_default());
        let last = after.table.last();
        after.sections > before.sections
            && last.is_some_and(|section| section.kind == SectionKind::Adapted)
    }
}
