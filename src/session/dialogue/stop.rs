//! What is said at a stop.

use std::fmt::Write as _;

use super::Dialogue;
use super::names::Pause;
use crate::machine::view::{ArrayView, View};
use crate::present::language::Language;
use crate::present::text::array::array_line;
use crate::present::text::step::{processor_lines, sentences, so_far, statement, value_text};
use crate::present::text::value::counted;
use crate::present::text::visible::visible;
use crate::program::Constant;
use crate::result::step::{FreeRecord, StepRecord};
use crate::semantic::constant::Lookup;
use crate::session::noted::Watched;
use crate::session::source_text::{line_of, listing_around};
use crate::source::Span;
use crate::syntax::ast::{Measure, Unit};

/// Lines below the sentence.
const LINES: usize = 5;
/// Of these, lines about single processors.
const PROCESSOR_LINES: usize = 2;
/// Arrays that are shown where a step writes to several.
const ARRAYS: usize = 3;

impl Dialogue<'_> {
    /// The stop: one sentence for each group, and what is worth knowing below it.
    pub(super) fn stop(&self) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "{}", self.sentence());
        let mut lines = Vec::new();
        if let Some(step) = self.session.step() {
            let most = if step.processors() > 1 {
                PROCESSOR_LINES
            } else {
                0
            };
            lines.extend(self.absent_line(step));
            if most > 0 || self.followed.is_some() {
                lines.extend(processor_lines(step, self.followed.as_deref(), most.max(1)));
            }
            lines.extend(self.changed_lines(step));
        }
        let printed = self.session.printed().iter();
        lines.extend(printed.map(|line| format!("prints: {}", visible(line))));
        lines.extend(
            self.noted
                .watched
                .iter()
                .map(|watched| self.watched_line(watched)),
        );
        lines.truncate(LINES - 1 + self.noted.watched.len());
        lines.push(self.cost_line());
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
        text
    }

    pub(super) fn sentence(&self) -> String {
        let at = self.session.at();
        let of = self
            .session
            .length()
            .map_or(String::new(), |length| format!(" of {length}"));
        let Some(step) = self.session.step() else {
            return if at == 0 {
                format!("Before the first step{}.", of_all(self.session.length()))
            } else {
                self.broken_sentence()
            };
        };
        let opened = step.free.iter().rev().find_map(|free| match free {
            FreeRecord::Opened(width) => Some(format!("; a block of {width} begins")),
            FreeRecord::Called(name, _) => Some(format!("; `{name}` is called")),
            _ => None,
        });
        let opened = opened.unwrap_or_default();
        let spoken = sentences(step, Language::English);
        let mut parts = step.groups.iter().zip(&spoken).map(|(group, sentence)| {
            let line = self.line_of(group.statement);
            let code = statement(self.sources, group.statement);
            format!("{line}, `{code}`: {sentence}")
        });
        let conflict = if self.session.is_broken() { " ✗" } else { "" };
        match spoken.len() {
            1 => {
                let part = parts.next().unwrap_or_default();
                format!("Step {at}{of}{conflict}, {part}{opened}.")
            }
            many => {
                let parts: Vec<String> = parts.collect();
                format!(
                    "Step {at}{of}{conflict}, {many} groups{opened}.\n  {}",
                    parts.join("\n  ")
                )
            }
        }
    }

    /// A step that broke off before its accesses were known.
    fn broken_sentence(&self) -> String {
        let at = self.session.at();
        let groups = self.session.before().groups();
        let place = groups.first().map_or(String::new(), |group| {
            format!(", behind {}", self.line_of(group.next))
        });
        format!("Step {at} ✗ breaks off before anything is written{place}.")
    }

    /// That the processor that is followed takes no part in a step.
    pub(super) fn absent_line(&self, step: &StepRecord) -> Option<String> {
        let name = self.followed.as_ref()?;
        let mut groups = step.groups.iter();
        let is_there = groups.any(|group| group.position_of(name).is_some());
        (!is_there).then(|| format!("{name} takes no part in this step"))
    }

    pub(super) fn line_of(&self, span: Span) -> String {
        line_of(self.sources, span)
    }

    /// The arrays that a step writes, as they are behind it.
    fn changed_lines(&self, step: &StepRecord) -> Vec<String> {
        let arrays = written_places(step);
        let view = self.session.now();
        let lines = arrays.iter().take(ARRAYS).filter_map(|(base, places)| {
            let (array, whose) = array_at(view, *base)?;
            let width = (self.width - 2).saturating_sub(whose.chars().count());
            Some(format!("{}{whose}", line_of_array(array, places, width)))
        });
        lines.collect()
    }

    pub(super) fn cost_line(&self) -> String {
        let cost = self.session.cost();
        let of = |measure| {
            let units = [Unit::Rounds, Unit::Steps, Unit::Instructions];
            units.map(|unit| cost.measure(measure, unit, self.session.processors()))
        };
        let mut line = so_far(of(Measure::T), of(Measure::W));
        if let Some(asynchronous) = &cost.asynchronous {
            let _ = write!(
                line,
                "; aPRAM T = {}, W = {}, {}",
                asynchronous.time,
                asynchronous.work,
                counted(asynchronous.sections, "section")
            );
        }
        line
    }

    pub(super) fn pause(&self) -> Pause<'_> {
        Pause {
            view: self.session.now(),
            vocabulary: self.vocabulary,
        }
    }

    pub(super) fn watch(&mut self, name: String, processor: Option<String>) -> String {
        let watched = Watched { name, processor };
        let line = self.watched_line(&watched);
        self.noted.watched.push(watched);
        format!("{line}\n")
    }

    /// `A[5] = 9 (was 6)`
    pub(super) fn watched_line(&self, watched: &Watched) -> String {
        let value = |view: View<'_>| -> Result<Option<Constant>, String> {
            let pause = Pause {
                view,
                vocabulary: self.vocabulary,
            };
            match &watched.processor {
                Some(processor) => Ok(own_scalar(view, &watched.name, processor)),
                None => match pause.scalar(&watched.name) {
                    Some(value) => Ok(Some(value)),
                    None => pause
                        .cell(&watched.name)
                        .map(|cell| cell.array.cell(cell.place)),
                },
            }
        };
        let name = match &watched.processor {
            Some(processor) => format!("{} of {processor}", watched.name),
            None => watched.name.clone(),
        };
        match (value(self.session.now()), value(self.session.before())) {
            (Ok(now), Ok(before)) if now != before => {
                format!("{name} = {} (was {})", value_text(now), value_text(before))
            }
            (Ok(now), _) => format!("{name} = {}", value_text(now)),
            (Err(why), _) => format!("{name}: {why}"),
        }
    }

    pub(super) fn listing(&self) -> String {
        let Some(group) = self.session.step().and_then(|step| step.groups.first()) else {
            return "There is no step yet; `next` takes the first.\n".to_owned();
        };
        listing_around(self.sources, group.statement)
    }
}

/// The cells that a step writes: the first cell of each array with places in it, ascending.
pub(super) fn written_places(step: &StepRecord) -> Vec<(i64, Vec<usize>)> {
    let mut arrays: Vec<(i64, Vec<usize>)> = Vec::new();
    for (_, site) in step.sites().filter(|(_, site)| site.is_write) {
        for (base, place) in site.bases.iter().zip(site.offsets().iter()) {
            let place = place as usize;
            match arrays.iter_mut().find(|(known, _)| *known == base) {
                Some((_, places)) => places.push(place),
                None => arrays.push((base, vec![place])),
            }
        }
    }
    for (_, places) in &mut arrays {
        places.sort_unstable();
        places.dedup();
    }
    arrays
}

fn of_all(length: Option<u64>) -> String {
    length.map_or(String::new(), |length| format!(" of {length}"))
}

/// The array that begins at a cell, and whose it is.
pub(super) fn array_at(view: View<'_>, base: i64) -> Option<(ArrayView<'_>, String)> {
    view.teams().into_iter().find_map(|team| {
        let lanes = 0..team.processors().min(64);
        lanes.into_iter().find_map(|lane| {
            let mut arrays = team.arrays(lane);
            let array =
                arrays.find(|array| i64::from(array.base()) == base && !array.is_empty())?;
            Some((array, whose(&array, &team.name(lane))))
        })
    })
}

/// `  (i = 3)` behind an array that a processor has for itself.
pub(super) fn whose(array: &ArrayView<'_>, processor: &str) -> String {
    if processor.is_empty() || array.rank == 0 {
        String::new()
    } else {
        format!("  ({processor})")
    }
}

/// An array in one line, with these of its cells marked.
pub(super) fn line_of_array(array: ArrayView<'_>, marked: &[usize], width: usize) -> String {
    let inner_lengths = array.dimensions().into_iter().skip(1);
    let inner_lengths: Vec<i64> = inner_lengths.map(|length| length as i64).collect();
    array_line(
        array.name,
        (array.rank, &inner_lengths),
        &|at| array.cell(at),
        array.len(),
        marked,
        width,
    )
}

/// What a processor holds in a scalar of its own.
pub(super) fn own_scalar(view: View<'_>, name: &str, processor: &str) -> Option<Constant> {
    view.teams().into_iter().rev().find_map(|team| {
        let lane = (0..team.processors()).find(|lane| team.name(*lane) == processor)?;
        let mut scalars = team.scalars(lane);
        scalars.find(|(known, _)| *known == name)?.1
    })
}
