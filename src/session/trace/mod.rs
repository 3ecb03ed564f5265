//! A whole run as a trace: every step as data, to be shown without the program.

mod arrays;
mod groups;

use std::collections::{HashMap, VecDeque};

use serde::Serialize;

use super::{Arrival, Session};
use crate::machine::meeting::Meeting;
use crate::machine::step_view::{Temporary, Variable};
use crate::pipeline::quantity::Cells;
use crate::present::json::trace::{Tier, TracedArrayJson};
use crate::present::json::trace_step::{MetJson, StepJson, TracedCostJson};
use crate::present::json::trace_values::{CellsJson, NumbersJson};
use crate::present::language::Language;
use crate::present::text::step::sentences;
use crate::result::progression::Progression;
use crate::result::step::StepRecord;
use crate::source::Sources;
use crate::syntax::ast::Unit;

use arrays::{Arrays, Followed};
use groups::Passed;

/// Cells of each array that a window shows.
const WINDOW: usize = 64;
/// Meetings of a step that are told.
const MEETINGS: usize = 100;
/// The most processors, summed over the steps, that are recorded: it takes a few seconds.
const MOST_WORK: u64 = 50_000_000;
/// Recording a step copies the run's memory. Copying this many bytes takes as long as one processor.
const BYTES_AS_A_PROCESSOR: u64 = 256;
/// An open block or call takes as long as this many processors.
const PROCESSORS_AS_A_TEAM: u64 = 32;

/// The steps of a run, told.
pub struct Traced {
    /// How much of each step.
    pub tier: Tier,
    /// Arrays and shared scalars.
    pub arrays: Vec<TracedArrayJson>,
    /// What they hold before the first step.
    pub before: Vec<CellsJson>,
    /// What a run without steps printed.
    pub printed: Vec<String>,
    /// The steps.
    pub steps: Vec<StepJson>,
    /// How many steps there are.
    pub length: u64,
}

/// Records every step of a run in at most `bytes` of JSON: with all values where these fit, else
/// with a window of the arrays, else in patterns; and where that is not enough either, or the steps
/// are more work than can be looked at in time, without some steps in the middle. None where Ctrl-C
/// was pressed.
pub fn trace(
    session: &mut Session<'_>,
    sources: &Sources,
    bytes: usize,
    language: Language,
    cells: &[Cells],
) -> Option<Traced> {
    let met = forbidden_cells(session)?;
    let teller = |tier| Teller::new(tier, language, (cells.to_vec(), met.clone()));
    for tier in [Tier::Full, Tier::Window] {
        match teller(tier).tell(session, sources, bytes)? {
            Told::Whole(traced) => return Some(traced),
            Told::TooLong => {}
            Told::TooMuch => return teller(Tier::Window).tell_ends(session, sources, bytes),
        }
    }
    match teller(Tier::Shape).tell(session, sources, bytes)? {
        Told::Whole(traced) => Some(traced),
        Told::TooLong | Told::TooMuch => teller(Tier::Shape).tell_ends(session, sources, bytes),
    }
}

/// The first cells in which processors meet against the rules of a run, ascending; none where Ctrl-C was pressed.
fn forbidden_cells(session: &mut Session<'_>) -> Option<Vec<i64>> {
    if session.to_end() == Arrival::Interrupted {
        return None;
    }
    if !session.is_broken() {
        return Some(Vec::new());
    }
    let raced = session.now().race().map(|(cell, ..)| cell);
    let (model, simultaneity) = session.model();
    let step = session.step();
    let met = step.and_then(|step| step.forbidden_by(model, simultaneity));
    let met = met.into_iter().flat_map(|met| &met.cells).take(MEETINGS);
    let mut cells: Vec<i64> = raced
        .iter()
        .chain(met)
        .map(|cell| i64::from(*cell))
        .collect();
    cells.sort_unstable();
    cells.dedup();
    Some(cells)
}

/// What became of telling.
enum Told {
    Whole(Traced),
    /// It takes more bytes than it may.
    TooLong,
    /// It takes more time than it may.
    TooMuch,
}

/// The effort of recording the current step of a session, in processors.
fn effort(session: &Session<'_>) -> u64 {
    let processors = session.step().map_or(0, StepRecord::processors) as u64;
    let teams = session.now().team_count() as u64;
    processors + session.held_bytes() / BYTES_AS_A_PROCESSOR + teams * PROCESSORS_AS_A_TEAM
}

/// Tells steps one after the other.
struct Teller {
    tier: Tier,
    /// That of the sentences.
    language: Language,
    arrays: Arrays,
    /// The calls that have returned, with their numbers.
    calls: HashMap<Temporary, usize>,
    /// What the results come from that were returned last without a step.
    passed: HashMap<Temporary, Passed>,
    /// What the parameters come from that were passed without a step and not assigned since.
    arguments: HashMap<Variable, Passed>,
    /// The scalars of processors that were read or assigned, with their numbers.
    variables: HashMap<Variable, usize>,
}

impl Teller {
    fn new(tier: Tier, language: Language, (cells, met): (Vec<Cells>, Vec<i64>)) -> Self {
        Self {
            tier,
            language,
            arrays: Arrays::new(tier, cells, met),
            calls: HashMap::new(),
            passed: HashMap::new(),
            arguments: HashMap::new(),
            variables: HashMap::new(),
        }
    }

    fn tell(mut self, session: &mut Session<'_>, sources: &Sources, bytes: usize) -> Option<Told> {
        session.go_to(0);
        let before = self.arrays.follow(session.now(), None).given;
        let mut steps = Vec::new();
        let (mut used, mut looked) = (size(&before), 0);
        loop {
            match session.forward(1) {
                Arrival::There => {}
                Arrival::End => {
                    // What is free behind the last step belongs to it: only now is it known as the last.
                    if let Some(last) = steps.last_mut() {
                        complete(last, session);
                    }
                    break;
                }
                Arrival::Interrupted => return None,
            }
            let step = self.step(session, sources);
            used += size(&step);
            steps.push(step);
            looked += effort(session);
            if used > bytes {
                return Some(Told::TooLong);
            }
            if looked > MOST_WORK {
                return Some(Told::TooMuch);
            }
            if session.is_broken() {
                break;
            }
        }
        if used + size(&self.arrays.told) > bytes {
            return Some(Told::TooLong);
        }
        let printed = if steps.is_empty() {
            session.printed()
        } else {
            Vec::new()
        };
        Some(Told::Whole(Traced {
            tier: self.tier,
            arrays: self.arrays.told,
            before,
            printed,
            steps,
            length: session.at(),
        }))
    }

    /// The first steps in half of the bytes and of the time, and the last ones in the other half.
    fn tell_ends(
        mut self,
        session: &mut Session<'_>,
        sources: &Sources,
        bytes: usize,
    ) -> Option<Traced> {
        session.go_to(0);
        let before = self.arrays.follow(session.now(), None).given;
        let (mut steps, mut used, mut looked) = (Vec::new(), size(&before), 0);
        // One step at least, however little room there is.
        while steps.is_empty() || used < bytes / 2 && looked < MOST_WORK / 2 {
            if session.forward(1) == Arrival::Interrupted {
                return None;
            }
            let step = self.step(session, sources);
            used += size(&step);
            looked += effort(session);
            steps.push(step);
        }
        if session.to_end() == Arrival::Interrupted {
            return None;
        }
        let length = session.at();
        let mean = (used / steps.len()).max(1) as u64;
        // Runs that grow are largest at their end.
        let largest = effort(session).max(looked / steps.len() as u64).max(1);
        // The last one in any case.
        let rest = (bytes as u64 / 2 / mean)
            .min(MOST_WORK / 2 / largest)
            .max(1);
        let from = length.saturating_sub(rest).max(steps.len() as u64);
        session.go_to(from);
        let mut last = VecDeque::new();
        while session.at() < length {
            if session.forward(1) == Arrival::Interrupted {
                return None;
            }
            let step = self.step(session, sources);
            used += size(&step);
            last.push_back(step);
        }
        used += size(&self.arrays.told);
        // The last step is told in any case: it says how the run ends.
        while used > bytes && last.len() > 1 {
            used -= last.pop_front().map_or(0, |step| size(&step));
        }
        while used > bytes && steps.len() > 1 {
            used -= steps.pop().map_or(0, |step| size(&step));
        }
        steps.extend(last);
        Some(Traced {
            tier: self.tier,
            arrays: self.arrays.told,
            before,
            printed: Vec::new(),
            steps,
            length,
        })
    }

    fn step(&mut self, session: &Session<'_>, sources: &Sources) -> StepJson {
        let record = session.step();
        let Followed {
            live,
            given,
            changes,
        } = self.arrays.follow(session.now(), record);
        let groups = record.map_or(&[][..], |record| &record.groups);
        let mut met: Vec<i64> = record.map_or(Vec::new(), |record| {
            let readers = record.readers_met.listed.iter();
            let writers = record.writers_met.meetings.listed.iter();
            readers
                .chain(writers)
                .map(|met| i64::from(met.number))
                .collect()
        });
        met.sort_unstable();
        for group in record.map_or(&[][..], |record| &record.handed_before) {
            self.hand(group, sources);
        }
        let meetings = record.map_or(Vec::new(), |record| {
            self.meetings(record, session.is_broken())
        });
        let met_count = record.map_or(0, |record| {
            record.readers_met.cells.len() + record.writers_met.meetings.cells.len()
        });
        StepJson {
            number: session.at(),
            sentences: record.map_or(Vec::new(), |record| sentences(record, self.language)),
            groups: groups
                .iter()
                .map(|group| self.group(group, sources, &met))
                .collect(),
            met: meetings,
            met_count,
            live,
            given,
            changes,
            printed: session.printed(),
            cost: cost(session),
            broken: session.is_broken(),
        }
    }

    /// The cells in which processors meet, by the names of their arrays in the trace.
    fn meetings(&self, record: &StepRecord, is_broken: bool) -> Vec<MetJson> {
        let at_once = &record.readers_met_at_once.cells;
        let renamed = record.sites().filter_map(|(_, site)| {
            let array = self.arrays.of_site(site)?;
            let told = &self.arrays.told[array];
            let is_renamed = told.name != site.array || !told.owners.is_empty();
            is_renamed.then_some((array, site))
        });
        let renamed: Vec<_> = renamed.collect();
        let name = |met: &Meeting| {
            let number = i64::from(met.number);
            let mut renamed = renamed.iter();
            let found = renamed.find(|(_, site)| site.cells.place_of(number).is_some());
            found.map_or_else(
                || met.cell.clone(),
                |(array, _)| self.arrays.cell_name(*array, number),
            )
        };
        let told = |met: &Meeting, writes: bool| MetJson {
            cell: name(met),
            writes,
            at_once: writes || at_once.binary_search(&met.number).is_ok(),
            agree: met.agree,
            processors: met.processors.clone(),
            count: met.count,
            // Of a step that breaks off nothing is written.
            winner: met.winner.clone().filter(|_| !is_broken),
        };
        let readers = record.readers_met.listed.iter().map(|met| told(met, false));
        let writers = record.writers_met.meetings.listed.iter();
        let all = readers.chain(writers.map(|met| told(met, true)));
        all.take(MEETINGS).collect()
    }
}

/// What was counted until behind the step at which a session stands.
fn cost(session: &Session<'_>) -> TracedCostJson {
    let cost = session.cost();
    let processors = session.processors().unwrap_or_else(|| cost.processors());
    let unit = |unit| [cost.time(unit, processors), cost.profile(unit).work];
    TracedCostJson {
        rounds: unit(Unit::Rounds),
        steps: unit(Unit::Steps),
        instructions: unit(Unit::Instructions),
        apram: (cost.asynchronous.as_ref())
            .map(|counted| [counted.time, counted.work, counted.sections]),
        active: session.step().map_or(0, StepRecord::processors) as u64,
    }
}

/// Adds to the last step what is printed and counted behind it.
fn complete(last: &mut StepJson, session: &Session<'_>) {
    last.printed = session.printed();
    last.cost = cost(session);
}

fn numbers(list: impl IntoIterator<Item = i64>) -> NumbersJson {
    (&list.into_iter().collect::<Progression>()).into()
}

/// Bytes of a part of a trace as JSON, with the comma behind it.
pub(super) fn size(part: &impl Serialize) -> usize {
    serde_json::to_vec(part).map_or(usize::MAX, |json| json.len() + 1)
}
