//! A whole run as a trace: every step as data, to be shown without the program.

mod arrays;

use std::collections::VecDeque;

use serde::Serialize;

use super::{Session, SessionArrival};
use crate::language::Language;
use crate::machine::meeting::CellMeeting;
use crate::pipeline::progress::{Parts, Progress, Watcher};
use crate::pipeline::quantity::QuantityCells;
use crate::present::text::step::{places, sentences};
use crate::quantity::Unit;
use crate::source::Sources;
use crate::trace::array::{self as traced, array_of};
use crate::trace::cut::{Around, Cutter};
use crate::trace::step::{CostUntil, MetCells};
use crate::trace::{Group, Met, Place, Step, Tier, TracedStep};

use arrays::{Arrays, Followed};

/// Conflicting cells of a step that are written to the trace.
const MEETINGS: usize = 100;
/// The most processors, summed over the steps, that are recorded: it takes a few seconds.
const MOST_WORK: u64 = 50_000_000;
/// Recording a step copies the run's memory. Copying this many bytes takes as long as one processor.
const BYTES_AS_A_PROCESSOR: u64 = 256;
/// An open block or call takes as long as this many processors.
const PROCESSORS_AS_A_TEAM: u64 = 32;

/// The steps of a run in a trace.
pub struct ShownTrace {
    /// The level of detail.
    pub tier: Tier,
    /// Arrays and shared scalars.
    pub arrays: Vec<traced::Array>,
    /// Places of the source, in the order of their numbers.
    pub places: Vec<Place>,
    /// The contents of the arrays before the first step.
    pub before: Vec<traced::Cells>,
    /// The lines that a run without steps printed.
    pub printed: Vec<String>,
    /// The steps.
    pub steps: Vec<TracedStep>,
    /// The same in words.
    pub sentences: Vec<Vec<String>>,
    /// The number of steps.
    pub length: u64,
}

/// Records every step of a run in at most `bytes` of JSON: with all values if these fit, else with a
/// window of the arrays, else in patterns; and if that is not enough either, or the steps take too much
/// work, without some steps in the middle. `None` if Ctrl-C was pressed.
pub fn trace(
    session: &mut Session<'_>,
    sources: &Sources,
    bytes: usize,
    language: Language,
    cells: &[QuantityCells],
    watcher: Watcher<'_>,
) -> Option<ShownTrace> {
    let met = forbidden_cells(session)?;
    let length = session.at();
    let builder =
        |tier| TraceBuilder::new(tier, (sources, language), (cells.to_vec(), met.clone()));
    for tier in [Tier::Full, Tier::Window] {
        match builder(tier).build(session, bytes, (length, watcher))? {
            RecordingResult::Whole(traced) => return Some(traced),
            RecordingResult::TooLong => {}
            RecordingResult::TooMuch => return builder(Tier::Window).build_ends(session, bytes),
        }
    }
    match builder(Tier::Shape).build(session, bytes, (length, watcher))? {
        RecordingResult::Whole(traced) => Some(traced),
        RecordingResult::TooLong | RecordingResult::TooMuch => {
            builder(Tier::Shape).build_ends(session, bytes)
        }
    }
}

/// The first cells with conflicts against the rules of a run, ascending; `None` if Ctrl-C was pressed.
fn forbidden_cells(session: &mut Session<'_>) -> Option<Vec<i64>> {
    if session.to_end() == SessionArrival::Interrupted {
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

/// The result of recording.
enum RecordingResult {
    Whole(ShownTrace),
    /// It takes more bytes than allowed.
    TooLong,
    /// It takes more time than allowed.
    TooMuch,
}

/// The effort of recording the current step of a session, in processors.
fn effort(session: &Session<'_>) -> u64 {
    let processors = session.step().map_or(0, Step::processors) as u64;
    let teams = session.now().team_count() as u64;
    processors + session.held_bytes() / BYTES_AS_A_PROCESSOR + teams * PROCESSORS_AS_A_TEAM
}

/// Records steps one after the other.
struct TraceBuilder<'s> {
    tier: Tier,
    sources: &'s Sources,
    /// That of the sentences.
    language: Language,
    arrays: Arrays,
    cutter: Cutter,
}

/// A step, and it in words.
type Worded = (TracedStep, Vec<String>);

impl<'s> TraceBuilder<'s> {
    fn new(
        tier: Tier,
        (sources, language): (&'s Sources, Language),
        (cells, met): (Vec<QuantityCells>, Vec<i64>),
    ) -> Self {
        Self {
            tier,
            sources,
            language,
            arrays: Arrays::new(tier, cells, met),
            cutter: Cutter::new(tier),
        }
    }

    /// The places of the source that have numbers, in the order of these.
    fn places(&self) -> Vec<Place> {
        places(self.sources, self.cutter.places())
    }

    fn shown_trace(
        self,
        before: Vec<traced::Cells>,
        steps: impl IntoIterator<Item = Worded>,
        length: u64,
    ) -> ShownTrace {
        let places = self.places();
        let (steps, sentences) = steps.into_iter().unzip();
        ShownTrace {
            tier: self.tier,
            arrays: self.arrays.entries,
            places,
            before,
            printed: Vec::new(),
            steps,
            sentences,
            length,
        }
    }

    fn build(
        mut self,
        session: &mut Session<'_>,
        bytes: usize,
        (length, watcher): (u64, Watcher<'_>),
    ) -> Option<RecordingResult> {
        session.go_to(0);
        let before = self.arrays.follow(session.now(), None).given;
        let mut steps: Vec<Worded> = Vec::new();
        let (mut used, mut looked) = (size(&before), 0);
        loop {
            match session.forward(1) {
                SessionArrival::There => {}
                SessionArrival::End => {
                    // The free instructions after the last step belong to it: only now is it known to be
                    // the last.
                    if let Some((last, _)) = steps.last_mut() {
                        complete(last, session);
                    }
                    break;
                }
                SessionArrival::Interrupted => return None,
            }
            let step = self.step(session);
            used += size(&step);
            steps.push(step);
            looked += effort(session);
            watcher.tell(Progress {
                parts: Parts::Steps,
                done: session.at(),
                total: length,
                share: (used as f64 / bytes as f64)
                    .max(looked as f64 / MOST_WORK as f64)
                    .max(session.at() as f64 / length as f64)
                    .min(1.0),
            });
            if used > bytes {
                return Some(RecordingResult::TooLong);
            }
            if looked > MOST_WORK {
                return Some(RecordingResult::TooMuch);
            }
            if session.is_broken() {
                break;
            }
        }
        if used + size(&self.arrays.entries) + size(&self.places()) > bytes {
            return Some(RecordingResult::TooLong);
        }
        let printed = if steps.is_empty() {
            session.printed()
        } else {
            Vec::new()
        };
        Some(RecordingResult::Whole(ShownTrace {
            printed,
            ..self.shown_trace(before, steps, session.at())
        }))
    }

    /// The first steps in half of the bytes and of the time, and the last ones in the other half.
    fn build_ends(mut self, session: &mut Session<'_>, bytes: usize) -> Option<ShownTrace> {
        session.go_to(0);
        let before = self.arrays.follow(session.now(), None).given;
        let (mut steps, mut used, mut looked) = (Vec::<Worded>::new(), size(&before), 0);
        // One step at least, however little room there is.
        while steps.is_empty() || used < bytes / 2 && looked < MOST_WORK / 2 {
            if session.forward(1) == SessionArrival::Interrupted {
                return None;
            }
            let step = self.step(session);
            used += size(&step);
            looked += effort(session);
            steps.push(step);
        }
        if session.to_end() == SessionArrival::Interrupted {
            return None;
        }
        let length = session.at();
        let mean = (used / steps.len()).max(1) as u64;
        // Runs that grow are largest at their end.
        let largest = effort(session).max(looked / steps.len() as u64).max(1);
        // In any case the last one.
        let rest = (bytes as u64 / 2 / mean)
            .min(MOST_WORK / 2 / largest)
            .max(1);
        let from = length.saturating_sub(rest).max(steps.len() as u64);
        session.go_to(from);
        let mut last = VecDeque::new();
        while session.at() < length {
            if session.forward(1) == SessionArrival::Interrupted {
                return None;
            }
            let step = self.step(session);
            used += size(&step);
            last.push_back(step);
        }
        used += size(&self.arrays.entries) + size(&self.places());
        // The last step is recorded in any case: it says how the run ends.
        while used > bytes && last.len() > 1 {
            used -= last.pop_front().map_or(0, |step| size(&step));
        }
        while used > bytes && steps.len() > 1 {
            used -= steps.pop().map_or(0, |step| size(&step));
        }
        steps.extend(last);
        Some(self.shown_trace(before, steps, length))
    }

    fn step(&mut self, session: &Session<'_>) -> Worded {
        let record = session.step();
        let Followed {
            live,
            given,
            changes,
        } = self.arrays.follow(session.now(), record);
        let nothing = Step::of_groups(session.at(), Vec::new());
        let record = record.unwrap_or(&nothing);
        let readers = record.readers_met.listed.iter();
        let listed = readers.chain(&record.writers_met.meetings.listed);
        let mut met: Vec<i64> = listed.map(|met| i64::from(met.number)).collect();
        met.sort_unstable();
        let around = Around {
            arrays: &self.arrays.entries,
            near: &self.arrays.near(),
            met: &met,
        };
        let step = self.cutter.cut(record, &around);
        let (groups, sentences) = in_order(record, step.groups, sentences(record, self.language));
        let [_, after] = session.costs_around();
        let step = TracedStep {
            step: Step { groups, ..step },
            met: self.meetings(record, session.is_broken()),
            met_cells: MetCells::of(record),
            live,
            given,
            changes,
            printed: session.printed(),
            cost: cost(session),
            sections_before: after.asynchronous.map(|counted| counted.sections),
            broken: session.is_broken(),
        };
        (step, sentences)
    }

    /// The cells with conflicts, by the names of their arrays in the trace.
    fn meetings(&self, record: &Step, is_broken: bool) -> Vec<Met> {
        let at_once = &record.readers_met_at_once.cells;
        let near = self.arrays.near();
        let renamed = record.sites().filter_map(|(_, site)| {
            let array = array_of(site, &self.arrays.entries, near.iter().copied())?;
            let entry = &self.arrays.entries[array];
            let is_renamed = entry.name != site.name || !entry.owners.is_empty();
            is_renamed.then_some((array, site))
        });
        let renamed: Vec<_> = renamed.collect();
        let name = |met: &CellMeeting| {
            let number = i64::from(met.number);
            let mut renamed = renamed.iter();
            let found = renamed.find(|(_, site)| site.cells.place_of(number).is_some());
            found.map_or_else(
                || met.cell.clone(),
                |(array, _)| self.arrays.cell_name(*array, number),
            )
        };
        let described = |met: &CellMeeting, writes: bool| Met {
            cell: name(met),
            writes,
            at_once: writes || at_once.binary_search(&met.number).is_ok(),
            agree: met.agree,
            processors: met.processors.clone(),
            count: met.count,
            // A step that fails writes nothing.
            winner: met.winner.clone().filter(|_| !is_broken),
        };
        let readers = record
            .readers_met
            .listed
            .iter()
            .map(|met| described(met, false));
        let writers = record.writers_met.meetings.listed.iter();
        let mut all: Vec<Met> = readers.take(MEETINGS).collect();
        // Some of each are included.
        all.truncate(MEETINGS - writers.len().min(MEETINGS / 2));
        all.extend(writers.map(|met| described(met, true)));
        all.truncate(MEETINGS);
        all
    }
}

/// The costs up to the end of the current step of a session.
fn cost(session: &Session<'_>) -> CostUntil {
    let cost = session.cost();
    let processors = session.processors().unwrap_or_else(|| cost.processors());
    let unit = |unit| [cost.time(unit, processors), cost.work(unit)];
    CostUntil {
        rounds: unit(Unit::Rounds),
        steps: unit(Unit::Steps),
        instructions: unit(Unit::Instructions),
        apram: (cost.asynchronous.as_ref())
            .map(|counted| [counted.time, counted.work, counted.sections]),
        active: session.step().map_or(0, Step::processors) as u64,
    }
}

/// Adds to the last step the lines and costs after it.
fn complete(last: &mut TracedStep, session: &Session<'_>) {
    last.printed = session.printed();
    last.cost = cost(session);
}

/// The groups of a step with the remarks on each, in the order of their processors.
fn in_order(
    record: &Step,
    groups: Vec<Group<usize>>,
    sentences: Vec<String>,
) -> (Vec<Group<usize>>, Vec<String>) {
    let first = |group: &Group| group.indices_of(0).collect::<Vec<i64>>();
    let mut all: Vec<_> = (record.groups.iter().map(first))
        .zip(groups.into_iter().zip(sentences))
        .collect();
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all.into_iter().map(|(_, group)| group).unzip()
}

/// Bytes of a part of a trace as JSON, with the comma after it.
pub(super) fn size(part: &impl Serialize) -> usize {
    serde_json::to_vec(part).map_or(usize::MAX, |json| json.len() + 1)
}
