//! A whole run as a trace: every step as data, to be shown without the program.

use std::collections::HashMap;

use super::{Arrival, Session};
use crate::machine::meeting::Meeting;
use crate::machine::step_view::Temporary;
use crate::machine::view::{ArrayView, View};
use crate::present::json::trace::{
    AssignedJson, CellsJson, GroupJson, IndexJson, MetJson, NumbersJson, ReturnedJson, SiteJson,
    StepJson, Tier, TracedArrayJson, TracedCostJson, WordJson,
};
use crate::present::language::Language;
use crate::present::text::step::{sentences, statement};
use crate::program::{Constant, Type};
use crate::result::progression::Progression;
use crate::result::step::{GroupRecord, SiteRecord, StepRecord};
use crate::source::Sources;
use crate::syntax::ast::{Measure, Unit};

/// Cells of each array that a window shows.
const WINDOW: usize = 64;
/// Meetings of a step that are told.
const MEETINGS: usize = 100;

/// The steps of a run, told.
pub struct Traced {
    /// How much of each step.
    pub tier: Tier,
    /// Arrays and shared scalars.
    pub arrays: Vec<TracedArrayJson>,
    /// What they hold before the first step.
    pub before: Vec<CellsJson>,
    /// The steps.
    pub steps: Vec<StepJson>,
    /// How many steps there are.
    pub length: u64,
}

/// Records every step of a run in at most `bytes` of JSON: with all values where these fit, else
/// with a window of the arrays, else in patterns; and where that is not enough either, without some
/// steps in the middle. None where Ctrl-C was pressed.
pub fn trace(
    session: &mut Session<'_>,
    sources: &Sources,
    bytes: usize,
    language: Language,
) -> Option<Traced> {
    let teller = |tier| Teller::new(tier, language);
    for tier in [Tier::Full, Tier::Window] {
        if let Told::Whole(traced) = teller(tier).tell(session, sources, bytes)? {
            return Some(traced);
        }
    }
    let told = teller(Tier::Shape).tell(session, sources, bytes)?;
    match told {
        Told::Whole(traced) => Some(traced),
        Told::TooLong => teller(Tier::Shape).tell_ends(session, sources, bytes),
    }
}

/// What became of telling.
enum Told {
    Whole(Traced),
    /// It takes more bytes than it may.
    TooLong,
}

/// An array as the machine knows it: its first cell, its lengths, its name.
type Place = (u32, Vec<usize>, String);

/// Tells steps one after the other.
struct Teller {
    tier: Tier,
    /// That of the sentences.
    language: Language,
    arrays: Vec<TracedArrayJson>,
    numbers: HashMap<Place, usize>,
    /// The calls that have returned, with their numbers.
    calls: HashMap<Temporary, usize>,
    /// By the array's number, what its cells that are shown hold.
    held: Vec<Vec<Option<Constant>>>,
}

impl Teller {
    fn new(tier: Tier, language: Language) -> Self {
        Self {
            tier,
            language,
            arrays: Vec::new(),
            numbers: HashMap::new(),
            calls: HashMap::new(),
            held: Vec::new(),
        }
    }

    fn tell(mut self, session: &mut Session<'_>, sources: &Sources, bytes: usize) -> Option<Told> {
        session.go_to(0);
        let before = self.changes(session.now()).1;
        let mut steps = Vec::new();
        let mut used = 0;
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
            if used > bytes {
                return Some(Told::TooLong);
            }
            steps.push(step);
            if session.is_broken() {
                break;
            }
        }
        Some(Told::Whole(Traced {
            tier: self.tier,
            arrays: self.arrays,
            before,
            steps,
            length: session.at(),
        }))
    }

    /// The first steps in half of the bytes, and the last ones in the other half.
    fn tell_ends(
        mut self,
        session: &mut Session<'_>,
        sources: &Sources,
        bytes: usize,
    ) -> Option<Traced> {
        session.go_to(0);
        let before = self.changes(session.now()).1;
        let (mut steps, mut used) = (Vec::new(), 0);
        while used < bytes / 2 {
            if session.forward(1) == Arrival::Interrupted {
                return None;
            }
            let step = self.step(session, sources);
            used += size(&step);
            steps.push(step);
        }
        if session.to_end() == Arrival::Interrupted {
            return None;
        }
        let length = session.at();
        let mean = (used / steps.len().max(1)).max(1);
        let rest = (bytes / 2 / mean) as u64;
        let from = length.saturating_sub(rest).max(steps.len() as u64);
        session.go_to(from);
        while session.at() < length {
            if session.forward(1) == Arrival::Interrupted {
                return None;
            }
            steps.push(self.step(session, sources));
        }
        Some(Traced {
            tier: self.tier,
            arrays: self.arrays,
            before,
            steps,
            length,
        })
    }

    fn step(&mut self, session: &Session<'_>, sources: &Sources) -> StepJson {
        let (live, changes) = self.changes(session.now());
        let record = session.step();
        let groups = record.map_or(&[][..], |record| &record.groups);
        let met = record.map_or(Vec::new(), meetings);
        let met_count = record.map_or(0, |record| {
            record.readers_met.cells.len() + record.writers_met.meetings.cells.len()
        });
        StepJson {
            number: session.at(),
            sentences: record.map_or(Vec::new(), |record| sentences(record, self.language)),
            groups: groups
                .iter()
                .map(|group| self.group(group, sources))
                .collect(),
            met,
            met_count,
            live,
            changes,
            printed: session.printed().to_vec(),
            cost: cost(session),
            broken: session.is_broken(),
        }
    }

    /// The number of an array, which becomes known.
    fn number(&mut self, array: ArrayView<'_>) -> usize {
        let dimensions = array.dimensions();
        let place = (array.base(), dimensions.clone(), array.name.to_owned());
        if let Some(number) = self.numbers.get(&place) {
            return *number;
        }
        let shown = match self.tier {
            Tier::Full => array.len(),
            Tier::Window => array.len().min(WINDOW),
            Tier::Shape => 0,
        };
        self.arrays.push(TracedArrayJson {
            name: array.name.to_owned(),
            element: match array.element {
                Type::Int => "int",
                Type::Real => "real",
                Type::Bool => "bool",
            },
            dimensions,
            shown,
        });
        self.held.push(vec![None; shown]);
        let number = self.arrays.len() - 1;
        self.numbers.insert(place, number);
        number
    }

    /// The arrays that all processors share and that are there now, and what other cells than before
    /// hold.
    fn changes(&mut self, view: View<'_>) -> (Vec<usize>, Vec<CellsJson>) {
        let (mut live, mut changes) = (Vec::new(), Vec::new());
        for team in view
            .teams()
            .into_iter()
            .filter(|team| team.processors() == 1)
        {
            for array in team.arrays(0).filter(|array| !array.is_empty()) {
                let number = self.number(array);
                if live.contains(&number) {
                    continue;
                }
                live.push(number);
                let held = &mut self.held[number];
                let (mut cells, mut values) = (Vec::new(), Vec::new());
                for (at, known) in held.iter_mut().enumerate() {
                    let now = array.cell(at);
                    if now != *known {
                        cells.push(at as i64);
                        values.push(now.map(WordJson::from));
                        *known = now;
                    }
                }
                if !cells.is_empty() {
                    changes.push(CellsJson {
                        array: number,
                        cells: numbers(cells),
                        values,
                    });
                }
            }
        }
        (live, changes)
    }

    fn group(&mut self, group: &GroupRecord, sources: &Sources) -> GroupJson {
        let results = group.temporaries.iter();
        let results = results.filter_map(|temporary| self.calls.get(temporary).copied());
        let results = results.collect();
        let call = group.returned.as_ref().map(|returned| {
            let next = self.calls.len();
            *self.calls.entry(returned.into).or_insert(next)
        });
        let sites = group.sites.iter().map(|site| self.site(site, sources));
        let index = |(name, values): &(String, Progression)| IndexJson {
            name: name.clone(),
            values: self.cut(values),
        };
        let values = |words: &Progression, ty| {
            let words = words.iter().take(self.most());
            words
                .map(|word| Some(Constant::from_word(word, ty).into()))
                .collect()
        };
        let assigned = group
            .assigned
            .iter()
            .filter(|scalar| !scalar.name.is_empty());
        GroupJson {
            source: group.statement.file.0 as usize,
            line: sources.position(group.statement).line,
            statement: statement(sources, group.statement),
            processors: group.processors,
            indices: group.indices.iter().map(index).collect(),
            sites: sites.collect(),
            assigned: assigned
                .map(|scalar| AssignedJson {
                    name: scalar.name.clone(),
                    values: values(&scalar.words, scalar.ty),
                })
                .collect(),
            results,
            returned: group
                .returned
                .as_ref()
                .zip(call)
                .map(|(returned, call)| ReturnedJson {
                    call,
                    algorithm: returned.algorithm.clone(),
                    values: values(&returned.words, returned.ty),
                }),
        }
    }

    /// So many processors or accesses of a group are told.
    fn most(&self) -> usize {
        match self.tier {
            Tier::Full => usize::MAX,
            Tier::Window => WINDOW,
            Tier::Shape => 0,
        }
    }

    /// Numbers of a group: lines as they are, lists as far as they are told.
    fn cut(&self, values: &Progression) -> NumbersJson {
        match values {
            Progression::Line { .. } => values.into(),
            Progression::List(list) => numbers(list.iter().copied().take(self.most())),
        }
    }

    fn site(&self, site: &SiteRecord, sources: &Sources) -> SiteJson {
        let is_one_array = matches!(site.bases, Progression::Line { step: 0, .. });
        let base = if is_one_array && !site.is_empty() {
            Some(site.bases.at(0))
        } else {
            None
        };
        let array = base.and_then(|base| {
            let known = |place: &&Place| i64::from(place.0) == base && place.2 == site.array;
            let here = self.numbers.keys().find(known);
            here.map(|place| self.numbers[place])
        });
        let shown = array.map_or(0, |array| self.arrays[array].shown);
        let told: Vec<usize> = match self.tier {
            Tier::Full | Tier::Shape => (0..site.len()).collect(),
            Tier::Window => {
                let inside = |access: &usize| (site.offset(*access) as usize) < shown;
                (0..site.len()).filter(inside).take(4 * WINDOW).collect()
            }
        };
        let of = |number: &dyn Fn(usize) -> i64| -> NumbersJson {
            let found: Progression = told.iter().map(|access| number(*access)).collect();
            match self.tier {
                Tier::Full | Tier::Window => (&found).into(),
                Tier::Shape => self.cut(&found),
            }
        };
        let value = |access: &usize| site.value(*access).map(WordJson::from);
        SiteJson {
            text: statement(sources, site.span),
            writes: site.is_write,
            shared: site.is_shared,
            count: site.len(),
            array,
            positions: of(&|access| site.positions.at(access)),
            ordinals: of(&|access| site.ordinals.at(access)),
            cells: of(&|access| site.offset(access)),
            values: (self.tier != Tier::Shape).then(|| told.iter().map(value).collect()),
        }
    }
}

/// What was counted until behind the step at which a session stands.
fn cost(session: &Session<'_>) -> TracedCostJson {
    let cost = session.cost();
    let processors = session.processors();
    let unit = |unit| [Measure::T, Measure::W].map(|of| cost.measure(of, unit, processors));
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
    last.printed = session.printed().to_vec();
    last.cost = cost(session);
}

fn numbers(list: impl IntoIterator<Item = i64>) -> NumbersJson {
    (&list.into_iter().collect::<Progression>()).into()
}

fn meetings(record: &StepRecord) -> Vec<MetJson> {
    let at_once = &record.readers_met_at_once.cells;
    let told = |met: &Meeting, writes: bool| MetJson {
        cell: met.cell.clone(),
        writes,
        at_once: writes || at_once.binary_search(&met.number).is_ok(),
        agree: met.agree,
        processors: met.processors.clone(),
        count: met.count,
        winner: met.winner.clone(),
    };
    let readers = record.readers_met.listed.iter().map(|met| told(met, false));
    let writers = record.writers_met.meetings.listed.iter();
    let all = readers.chain(writers.map(|met| told(met, true)));
    all.take(MEETINGS).collect()
}

/// Bytes of a step as JSON.
fn size(step: &StepJson) -> usize {
    serde_json::to_vec(step).map_or(usize::MAX, |json| json.len())
}
