//! Why a step fails: conflicting accesses that the rules of the run forbid, a race, or a fault.

use std::ops::RangeInclusive;

use super::Dialogue;
use crate::machine::fault::{Fault, FaultKind};
use crate::present::text::step::{statement, value_text};
use crate::present::text::value::counted;
use crate::present::text::visible::visible;
use crate::session::SessionArrival;
use crate::trace::{Site, Step};

/// The number of conflicting processors of a cell that are named.
const NAMED: usize = 3;
/// Steps that are searched for the earlier access of a race: the last ones.
const STEPS: u64 = 240;

/// The race that ends a run.
#[derive(Clone)]
pub(super) struct BreachRace {
    /// The cell by its number, and as it is written.
    pub cell: (u32, String),
    /// The access that the run made last.
    pub later: BreachAccess,
    /// The other; `None` if it is not among the last steps.
    pub earlier: Option<BreachAccess>,
}

#[derive(Clone)]
pub(super) struct BreachAccess {
    pub processor: String,
    pub is_write: bool,
    pub step: u64,
}

impl BreachRace {
    pub(super) fn accesses(&self) -> impl Iterator<Item = &BreachAccess> {
        self.earlier.iter().chain([&self.later])
    }
}

impl Dialogue<'_> {
    /// What is forbidden in the step, or the fault by which it fails, in a line; or what ends the run
    /// after it.
    pub(super) fn breach_line(&self) -> Option<String> {
        if let Some(fault) = self.session.fault_behind() {
            return Some(self.fault_behind(fault));
        }
        let fault = || {
            let fault = self.session.fault()?;
            let kind = visible(&fault.kind.message(self.voice));
            Some(match &fault.processor {
                Some(name) => format!("{name}: {kind}"),
                None => kind,
            })
        };
        let race = || self.broken_race().map(race_text);
        let line = fault().or_else(race).or_else(|| self.conflict_text())?;
        Some(format!("✗ {line}"))
    }

    /// `✗ after this step, line 7, `barrier`: i = 0 waits; the processors i = 2 and i = 3 never reach this barrier`
    fn fault_behind(&self, fault: &Fault) -> String {
        let place = format!(
            "{}, `{}`",
            self.line_of(fault.span),
            statement(self.sources, fault.span)
        );
        let when = if self.session.at() > 0 {
            "after this step, "
        } else {
            ""
        };
        let kind = visible(&fault.kind.message(self.voice));
        let who = match (&fault.kind, &fault.processor) {
            (FaultKind::BarrierNotReached { .. }, Some(name)) => format!("{name} waits, and "),
            (FaultKind::Deadlock { .. }, _) | (_, None) => String::new(),
            (_, Some(name)) => format!("{name}: "),
        };
        format!("✗ {when}{place}: {who}{kind}")
    }

    /// The race that ends the run at the session's current step.
    pub(super) fn broken_race(&self) -> Option<&BreachRace> {
        self.race.as_ref().filter(|_| self.session.is_broken())
    }

    /// The numbers of the cells with conflicts that the rules of the run forbid, ascending.
    pub(super) fn forbidden_cells(&self) -> Vec<i64> {
        if let Some(race) = self.broken_race() {
            return vec![i64::from(race.cell.0)];
        }
        let Some(step) = self.session.step() else {
            return Vec::new();
        };
        let (model, simultaneity) = self.session.model();
        let met = step.forbidden_by(model, simultaneity);
        let cells = met.into_iter().flat_map(|met| &met.cells);
        let mut cells: Vec<i64> = cells.map(|cell| i64::from(*cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// `S[0]: i = 0 writes 4, i = 1 writes 1`: the processors at the first cell with a forbidden
    /// conflict.
    fn conflict_text(&self) -> Option<String> {
        let step = self.session.step()?;
        let (model, simultaneity) = self.session.model();
        let met = step.forbidden_by(model, simultaneity)?.listed.first()?;
        let is_of_readers =
            !model.concurrent_read && step.readers_met.listed.iter().any(|read| read == met);
        let mut processors: Vec<String> = Vec::new();
        for (group, site) in step
            .sites()
            .filter(|(_, site)| site.writes != is_of_readers)
        {
            for access in accesses_to(site, met.number) {
                let name = group.name(site.positions.at(access) as usize);
                let value = value_text(site.value(access));
                let does = if site.writes { "writes" } else { "reads" };
                let text = format!("{name} {does} {value}");
                if processors.len() < NAMED && !processors.contains(&text) {
                    processors.push(text);
                }
            }
        }
        let more = met.count.saturating_sub(processors.len());
        if more > 0 {
            processors.push(format!("and {} more", counted(more as u64, "processor")));
        }
        let cells = self.forbidden_cells().len();
        let others = match cells {
            0 | 1 => String::new(),
            many => format!("; processors meet so in {many} cells"),
        };
        Some(format!("{}: {}{others}", met.cell, processors.join(", ")))
    }

    /// Determines the accesses of a race, once the session is at the step that ends with it.
    pub(super) fn learn_race(&mut self) {
        if self.race.is_some() || !self.session.is_broken() {
            return;
        }
        let Some((number, race, began)) = self.session.now().race() else {
            return;
        };
        let later = BreachAccess {
            processor: race.later.processor.clone(),
            is_write: race.later.written.is_some(),
            step: race.later.step,
        };
        let (cell, reads_only) = ((number, race.cell.clone()), race.reads_only);
        let here = self.session.at();
        let steps = here.saturating_sub(STEPS).max(began) + 1..=here;
        let meets = |step: u64, is_write: bool| match (later.is_write, reads_only) {
            (true, _) => true,
            (false, true) => !is_write,
            // In a step all reads come before the writes.
            (false, false) => is_write && step < later.step,
        };
        let earlier = self.earlier_access((number, &later.processor), steps, meets);
        self.session.go_to(here);
        self.race = Some(BreachRace {
            cell,
            later,
            earlier,
        });
    }

    /// The first access in some steps to a cell by another processor that conflicts with this one's
    /// access, by its step and whether it writes.
    fn earlier_access(
        &mut self,
        (cell, processor): (u32, &str),
        steps: RangeInclusive<u64>,
        meets: impl Fn(u64, bool) -> bool,
    ) -> Option<BreachAccess> {
        for number in steps {
            if self.session.at() != number
                && self.session.go_to(number) == SessionArrival::Interrupted
            {
                return None;
            }
            let sites = self.session.step().into_iter().flat_map(Step::sites);
            let met = sites.filter(|(_, site)| site.shared && meets(number, site.writes));
            let mut met = met.flat_map(|(group, site)| {
                let names = accesses_to(site, cell).map(move |access| {
                    let position = site.positions.at(access) as usize;
                    group.name(position)
                });
                names.map(|name| (name, site.writes))
            });
            let other = met.find(|(name, _)| name != processor);
            if let Some((processor, is_write)) = other {
                return Some(BreachAccess {
                    processor,
                    is_write,
                    step: number,
                });
            }
        }
        None
    }
}

/// `S[1]: i = 0 reads it in step 3, i = 1 writes it in step 1, with no barrier between them`
fn race_text(race: &BreachRace) -> String {
    let accesses = race.accesses().map(|access| {
        let does = if access.is_write { "writes" } else { "reads" };
        format!("{} {does} it in step {}", access.processor, access.step)
    });
    let accesses: Vec<String> = accesses.collect();
    format!(
        "{}: {}, with no barrier between them",
        race.cell.1,
        accesses.join(", ")
    )
}

/// The accesses at a place of the source to the cell with this number.
fn accesses_to(site: &Site, number: u32) -> impl Iterator<Item = usize> + '_ {
    let cells = site.cells.iter().enumerate();
    let own = cells.filter(move |(_, cell)| *cell == i64::from(number));
    own.map(|(access, _)| access)
}
