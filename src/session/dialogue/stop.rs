//! The description of a stop.

use std::fmt::Write as _;

use super::Dialogue;
use super::names::PauseNames;
use crate::engine::lanes::selection::Lane;
use crate::language::Language;
use crate::machine::view::{ArrayView, TeamView, View};
use crate::present::text::array::array_line;
use crate::present::text::step::{processor_lines, sentences, so_far, statement};
use crate::present::text::value::counted;
use crate::present::text::visible::visible;
use crate::quantity::Unit;
use crate::session::source_text::{line_of, listing_around};
use crate::source::Span;
use crate::trace::{Free, Site, Step};

/// Lines below the sentence.
const LINES: usize = 5;
/// Of these, lines about single groups if there are several.
const GROUP_LINES: usize = 2;
/// Of these, lines that were printed.
const PRINTED_LINES: usize = 1;
/// The remark on lines that are not shown.
const MORE_PRINTED: &str = "printed lines; `printed` shows all";
/// Of these, lines about single processors.
const PROCESSOR_LINES: usize = 2;
/// Arrays that are shown if a step writes several.
const ARRAYS: usize = 3;
/// Marks a cell that is written.
pub(super) const WRITTEN: char = '*';
/// Marks a cell with a conflict that the rules of the run forbid.
pub(super) const FORBIDDEN: char = '✗';

impl Dialogue<'_> {
    /// The description of the stop: one sentence, and details below it.
    pub(super) fn stop(&self) -> String {
        let mut description = self.description().into_iter();
        let mut text = description.next().unwrap_or_default() + "\n";
        let mut lines = first_of(description.collect(), GROUP_LINES, "groups");
        lines.extend(self.breach_line());
        let printed = self.session.printed().into_iter();
        let printed = printed.map(|line| format!("prints: {}", visible(&line)));
        let printed = first_of(printed.collect(), PRINTED_LINES, MORE_PRINTED);
        let watched = self.noted.watched_in_line(|one| self.watched_line(one));
        let room = LINES - 1 - printed.len() - usize::from(watched.is_some());
        if let Some(step) = self.session.step() {
            lines.extend(self.absent_line(step));
            lines.truncate(room);
            let wanted = match (step.groups.len(), step.processors()) {
                (1, 2..) => PROCESSOR_LINES,
                _ => usize::from(self.followed.is_some()),
            };
            // A changed array gets a line before a second processor does.
            let changes = step.sites().any(|(_, site)| site.writes);
            let left = room - lines.len();
            let most = wanted.min(left.saturating_sub(usize::from(changes)).max(1));
            let most = most.min(left);
            if most > 0 {
                lines.extend(processor_lines(step, self.followed.as_deref(), most));
            }
            lines.extend(self.changed_lines(step, room - lines.len()));
        }
        lines.extend(printed);
        lines.extend(watched);
        lines.push(self.cost_line());
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
        text
    }

    /// What happens in the step: a sentence, and for several groups a line each.
    pub(super) fn sentence(&self) -> String {
        self.description().join("\n  ")
    }

    /// The sentence, followed by a line for each of several groups.
    fn description(&self) -> Vec<String> {
        let at = self.session.at();
        let of = of_all(self.session.length());
        let Some(step) = self.session.step() else {
            return vec![if at == 0 {
                format!("Before the first step{of}.")
            } else {
                self.stopped_sentence()
            }];
        };
        let opened = step.free.iter().rev().find_map(|free| match free {
            Free::Opened(width) => Some(format!("; a block of {width} begins")),
            Free::Called(name, _) => Some(format!("; `{name}` is called")),
            _ => None,
        });
        let opened = opened.unwrap_or_default();
        let spoken = sentences(step, Language::English);
        // In the order of their processors.
        let mut groups: Vec<_> = step.groups.iter().zip(&spoken).collect();
        groups.sort_by_cached_key(|(group, _)| {
            let indices = group.indices_of(0);
            indices.collect::<Vec<i64>>()
        });
        let mut parts = groups.into_iter().map(|(group, sentence)| {
            let line = self.line_of(group.statement);
            let code = statement(self.sources, group.statement);
            format!("{line}, `{code}`: {sentence}")
        });
        let (model, simultaneity) = self.session.model();
        let meets = step.forbidden_by(model, simultaneity).is_some();
        let conflict = if self.session.is_broken() || meets {
            " ✗"
        } else {
            ""
        };
        match spoken.len() {
            1 => {
                let part = parts.next().unwrap_or_default();
                vec![format!("Step {at}{of}{conflict}, {part}{opened}.")]
            }
            many => {
                let first = format!("Step {at}{of}{conflict}, {many} groups{opened}.");
                std::iter::once(first).chain(parts).collect()
            }
        }
    }

    /// A step that a limit stopped before anything was executed.
    fn stopped_sentence(&self) -> String {
        let at = self.session.at();
        let place = self.session.fault().map_or(String::new(), |fault| {
            let line = self.line_of(fault.span);
            format!(", {line}, `{}`", statement(self.sources, fault.span))
        });
        format!("Step {at} ✗{place}: it is stopped before anything is executed.")
    }

    /// That the followed processor takes no part in a step.
    pub(super) fn absent_line(&self, step: &Step) -> Option<String> {
        let name = self.followed.as_ref()?;
        let mut groups = step.groups.iter();
        let is_there = groups.any(|group| group.position_of(name).is_some());
        (!is_there).then(|| format!("{name} takes no part in this step"))
    }

    pub(super) fn line_of(&self, span: Span) -> String {
        line_of(self.sources, span)
    }

    /// The arrays that a step writes, as they are after it, in at most `most` lines; for a step that
    /// fails those with conflicts.
    fn changed_lines(&self, step: &Step, most: usize) -> Vec<String> {
        let (arrays, sign) = self.marked_places(step);
        let view = self.session.now();
        let most = most.min(ARRAYS);
        let lines = arrays.iter().take(most).filter_map(|(base, places)| {
            let (array, whose) = array_at(view, *base)?;
            let width = (self.width - 2).saturating_sub(whose.chars().count());
            let line = line_of_array(array, (places, sign), width);
            Some(format!("{line}{whose}"))
        });
        let mut lines: Vec<String> = lines.collect();
        let more = arrays.len().saturating_sub(most) as u64;
        if let Some(last) = lines.last_mut().filter(|_| more > 0) {
            let _ = write!(last, "  … and {}", counted(more, "more array"));
        }
        lines
    }

    /// The cells that a step writes, and the sign that marks them; for one that fails, the cells with
    /// conflicts that the rules of the run forbid.
    pub(super) fn marked_places(&self, step: &Step) -> (Vec<(i64, Vec<usize>)>, char) {
        if !self.session.is_broken() {
            return (written_places(step), WRITTEN);
        }
        (self.forbidden_places(step), FORBIDDEN)
    }

    /// The cells of a step with conflicts that the rules of the run forbid: the first cell of each array
    /// with positions in it, ascending.
    pub(super) fn forbidden_places(&self, step: &Step) -> Vec<(i64, Vec<usize>)> {
        let forbidden = self.forbidden_cells();
        if forbidden.is_empty() {
            return Vec::new();
        }
        let is_forbidden = |cell: i64| forbidden.binary_search(&cell).is_ok();
        places(step.sites().map(|(_, site)| site), is_forbidden)
    }

    pub(super) fn cost_line(&self) -> String {
        let cost = self.session.cost();
        let processors = (self.session.processors()).unwrap_or_else(|| cost.processors());
        let units = [Unit::Rounds, Unit::Steps, Unit::Instructions];
        let mut line = so_far(
            units.map(|unit| cost.time(unit, processors)),
            units.map(|unit| cost.work(unit)),
        );
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

    pub(super) fn pause(&self) -> PauseNames<'_> {
        PauseNames {
            view: self.session.now(),
            processor: None,
            voice: self.voice,
        }
    }

    /// The source around the first group's statement: that of the step, or the next one.
    pub(super) fn listing(&self) -> String {
        let step = self.session.step().and_then(|step| step.groups.first());
        let executed = step.map(|group| group.statement);
        let stopped = || self.session.fault().map(|fault| fault.span);
        let next = || {
            let groups = self.session.now().groups();
            groups.first().map(|group| group.span)
        };
        match executed.or_else(stopped).or_else(next) {
            Some(statement) => listing_around(self.sources, statement),
            None => "There is nothing left to execute.\n".to_owned(),
        }
    }
}

/// The first of some lines, and how many more there are; a single further one is shown itself.
fn first_of(mut lines: Vec<String>, most: usize, name: &str) -> Vec<String> {
    let more = lines.len().saturating_sub(most);
    if more > 1 {
        lines.truncate(most);
        lines.push(format!("… and {more} more {name}"));
    }
    lines
}

/// The cells that a step writes: the first cell of each array with positions in it, ascending.
pub(super) fn written_places(step: &Step) -> Vec<(i64, Vec<usize>)> {
    let sites = step.sites().map(|(_, site)| site);
    places(sites.filter(|site| site.writes), |_| true)
}

/// The cells of some accesses for whose numbers a predicate holds.
fn places<'r>(
    sites: impl Iterator<Item = &'r Site>,
    is_wanted: impl Fn(i64) -> bool,
) -> Vec<(i64, Vec<usize>)> {
    let mut arrays: Vec<(i64, Vec<usize>)> = Vec::new();
    for site in sites {
        let accesses = site.bases.iter().zip(site.cells.iter());
        // Accesses to one array are usually adjacent: the last array is tried first.
        let mut at = 0;
        for (base, cell) in accesses.filter(|(_, cell)| is_wanted(*cell)) {
            if arrays.get(at).is_none_or(|(known, _)| *known != base) {
                let known = arrays.iter().position(|(known, _)| *known == base);
                at = known.unwrap_or(arrays.len());
                if known.is_none() {
                    arrays.push((base, Vec::with_capacity(site.len())));
                }
            }
            arrays[at].1.push((cell - base) as usize);
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

/// The array that begins at a cell, and its owner.
pub(super) fn array_at(view: View<'_>, base: i64) -> Option<(ArrayView<'_>, String)> {
    view.teams().into_iter().find_map(|team| {
        let lanes = 0..team.processors().min(64);
        lanes.into_iter().find_map(|lane| {
            let mut arrays = team.arrays(lane);
            let array =
                arrays.find(|array| i64::from(array.base()) == base && !array.is_empty())?;
            Some((array, whose(team, lane)))
        })
    })
}

/// `  (total, i = 3)` after an array or shared scalar of a call or of a processor: the algorithm, if it
/// is not the entry, and the processor.
pub(super) fn whose(team: TeamView<'_>, lane: Lane) -> String {
    let called = match (team.depth(), team.algorithm()) {
        (0, _) => None,
        (1, name) => Some(name.to_owned()),
        (depth, name) => Some(format!("{name} at depth {depth}")),
    };
    let processor = Some(team.name(lane)).filter(|name| !name.is_empty());
    let parts: Vec<String> = called.into_iter().chain(processor).collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!("  ({})", parts.join(", "))
    }
}

/// An array in one line, with some of its cells marked by a sign.
pub(super) fn line_of_array(
    array: ArrayView<'_>,
    marked: (&[usize], char),
    width: usize,
) -> String {
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
