//! Rows of marks over time, one for each processor: what it did in a section, by its own clock.

use std::fmt::Write as _;

use crate::engine::lanes::selection::Lane;
use crate::engine::lanes::team::TeamId;
use crate::machine::time::clock::ClockReading;
use crate::machine::view::View;
use crate::present::text::value::counted;
use crate::trace::{Group, Step};

/// Processors that have a row.
const ROWS: usize = 16;
/// The approximate number of columns of a row: if time is longer, a column is several units.
const COLUMNS: u64 = 60;

/// The meaning of the marks.
pub(super) const LEGEND: &str = "r reads, w writes, x both, c computes, · waits, | barrier";
/// An access of a race.
const RACE: char = '✗';

/// Rows of marks over time.
#[derive(Default)]
pub(super) struct Strip {
    /// Processors that have a row in any case.
    wanted: Vec<String>,
    rows: Vec<Row>,
    /// The most processors of a step.
    processors: usize,
}

struct Row {
    name: String,
    clock: Clock,
    /// When its first step begins.
    begin: u64,
    /// The last reading of its clock.
    seen: ClockReading,
    /// The end of each mark, ascending.
    marks: Vec<(u64, char)>,
    /// When its step with a number began.
    began: Vec<(u64, u64)>,
    /// The times of its accesses in races.
    races: Vec<u64>,
}

/// The clock for a processor's time.
#[derive(Clone, Copy)]
enum Clock {
    /// Its own, in an asynchronous block.
    Of((TeamId, Lane)),
    /// That of sequential code.
    Sequential,
    /// None: a step is a unit.
    Steps,
}

impl Strip {
    pub(super) fn new(wanted: Vec<String>) -> Self {
        Self {
            wanted,
            ..Self::default()
        }
    }

    /// Adds what each processor did in a step, up to the reading of its clock after it. Clocks begin at
    /// 0 with the first step of a section; for others `before` has their readings before the step.
    pub(super) fn add(&mut self, step: &Step, before: Option<View<'_>>, now: View<'_>) {
        self.add_rows(step, before, now);
        for row in &mut self.rows {
            let before = row.seen;
            let mark = (step.groups.iter())
                .find_map(|group| Some(mark(group, group.position_of(&row.name)?)));
            let next = row.clock.read(now).unwrap_or(ClockReading {
                time: before.time + u64::from(mark.is_some()),
                ..before
            });
            let passed = next.barriers - before.barriers;
            let waited = next.away - before.away - passed;
            let arrived = before.time + waited;
            row.hold('·', arrived);
            row.hold('|', arrived + passed);
            row.began.push((step.number, arrived + passed));
            row.hold(mark.unwrap_or('·'), next.time);
            row.seen = next;
        }
    }

    /// All wait at a barrier for the slowest.
    pub(super) fn end(&mut self, slowest: u64, barrier: u64) {
        for row in &mut self.rows {
            row.hold('·', slowest);
            row.hold('|', slowest + barrier);
        }
    }

    /// The parts of an adapted step, each a column: all read, all compute and write, each up to a
    /// barrier.
    pub(super) fn add_parts(&mut self, step: &Step, now: View<'_>) {
        self.add_rows(step, None, now);
        for row in &mut self.rows {
            let mut own = (step.groups.iter())
                .filter_map(|group| Some((group, group.position_of(&row.name)?)));
            let (reads, writes) = own.next().map_or((false, false), |(group, position)| {
                (reads(group, position), writes(group, position))
            });
            let parts = [
                if reads { 'r' } else { '·' },
                '|',
                'c',
                if writes { 'w' } else { '·' },
                '|',
            ];
            for (at, mark) in (1..).zip(parts) {
                row.hold(mark, at);
            }
        }
    }

    /// Marks an access of a race: by its processor, in a step, or in the one that failed.
    pub(super) fn mark_race(&mut self, processor: &str, step: u64) {
        for row in &mut self.rows {
            if row.name == processor {
                let began = row.began.iter().find(|(number, _)| *number == step);
                let at = began.map_or_else(|| row.end(), |(_, began)| *began);
                row.races.push(at);
            }
        }
    }

    /// The units of time per column.
    pub(super) fn units(&self) -> u64 {
        let end = self.rows.iter().map(Row::end).max().unwrap_or(0);
        (end.saturating_sub(self.begin())).div_ceil(COLUMNS).max(1)
    }

    /// When the first column begins.
    fn begin(&self) -> u64 {
        self.rows.iter().map(|row| row.begin).min().unwrap_or(0)
    }

    pub(super) fn text(&self) -> String {
        let shown = |name: &str| if name.is_empty() { "the program" } else { name }.to_owned();
        let widths = (self.rows.iter()).map(|row| shown(&row.name).chars().count());
        let width = widths.max().unwrap_or(0);
        let units = self.units();
        let mut text = String::new();
        for row in &self.rows {
            let marks = row.text(self.begin(), units);
            let _ = writeln!(text, "  {:<width$}  {marks}", shown(&row.name));
        }
        let rest = self.processors.saturating_sub(self.rows.len());
        if rest > 0 {
            let _ = writeln!(text, "  … and {}", counted(rest as u64, "other processor"));
        }
        text
    }

    /// Adds a row for each wanted processor that takes part in the step, and for the first ones of each
    /// group.
    fn add_rows(&mut self, step: &Step, before: Option<View<'_>>, now: View<'_>) {
        self.processors = self.processors.max(step.processors());
        let first = step.groups.iter().flat_map(|group| {
            let positions = 0..group.processors.min(ROWS);
            positions.map(|position| group.name(position))
        });
        let is_here = |name: &&String| {
            let mut groups = step.groups.iter();
            groups.any(|group| group.position_of(name).is_some())
        };
        let wanted = self.wanted.iter().filter(is_here).cloned();
        for name in wanted.chain(first) {
            let is_known = self.rows.iter().any(|row| row.name == name);
            if !is_known && self.rows.len() < ROWS {
                let clock = match now.on_clock(&name) {
                    Some(processor) => Clock::Of(processor),
                    None if name.is_empty() => Clock::Sequential,
                    None => Clock::Steps,
                };
                let seen = before.and_then(|before| clock.read(before));
                let seen = seen.unwrap_or_default();
                self.rows.push(Row {
                    name,
                    clock,
                    begin: seen.time,
                    seen,
                    marks: vec![(seen.time, '·')],
                    began: Vec::new(),
                    races: Vec::new(),
                });
            }
        }
        self.rows.sort_by_key(|row| match row.clock {
            Clock::Of(processor) => Some(processor),
            Clock::Sequential | Clock::Steps => None,
        });
    }
}

impl Clock {
    fn read(self, view: View<'_>) -> Option<ClockReading> {
        match self {
            Self::Of(processor) => view.clock(processor),
            Self::Sequential => Some(view.sequential_clock()),
            Self::Steps => None,
        }
    }
}

impl Row {
    /// The time until which the processor's activity is known.
    fn end(&self) -> u64 {
        self.marks.last().map_or(0, |(until, _)| *until)
    }

    fn hold(&mut self, mark: char, until: u64) {
        if until > self.end() {
            self.marks.push((until, mark));
        }
    }

    /// One mark for each column of `units` units of time: the activity that takes most of the column.
    fn text(&self, begin: u64, units: u64) -> String {
        let races = self.races.iter().map(|at| at + 1).max().unwrap_or(0);
        let end = self.end().max(races);
        let columns = (begin..end).step_by(usize::try_from(units).unwrap_or(usize::MAX));
        let marks = columns.map(|from| {
            let to = from.saturating_add(units);
            if self.races.iter().any(|at| (from..to).contains(at)) {
                return RACE;
            }
            let mut start = 0;
            let mut longest = (0, '·');
            for (until, mark) in &self.marks {
                let inside = (*until).min(to).saturating_sub(start.max(from));
                if inside > longest.0 {
                    longest = (inside, *mark);
                }
                start = *until;
            }
            longest.1
        });
        marks.collect()
    }
}

fn mark(group: &Group, position: usize) -> char {
    match (reads(group, position), writes(group, position)) {
        (true, true) => 'x',
        (true, false) => 'r',
        (false, true) => 'w',
        (false, false) => 'c',
    }
}

/// Whether a processor of a group reads shared memory.
fn reads(group: &Group, position: usize) -> bool {
    accesses(group, position, false)
}

/// Whether a processor of a group writes shared memory.
fn writes(group: &Group, position: usize) -> bool {
    accesses(group, position, true)
}

fn accesses(group: &Group, position: usize, is_write: bool) -> bool {
    let mut sites = group.sites.iter();
    sites.any(|site| {
        let is_of_kind = site.shared && site.writes == is_write;
        is_of_kind && site.positions.place_of(position as i64).is_some()
    })
}
