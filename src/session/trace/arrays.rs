//! The arrays and shared scalars of a trace: their numbers, and what their cells hold from step to
//! step.

use std::collections::HashMap;
use std::ops::Range;

use super::{WINDOW, numbers};
use crate::machine::view::{ArrayView, TeamView, View};
use crate::present::json::trace::{CallJson, Tier, TracedArrayJson};
use crate::present::json::trace_values::{CellsJson, WordJson};
use crate::program::{Constant, Type};
use crate::result::step::{SiteRecord, StepRecord, cell_name};

/// An array as the machine knows it.
#[derive(PartialEq, Eq, Hash)]
struct Place {
    /// Its first cell.
    base: u32,
    dimensions: Vec<usize>,
    name: String,
    /// The algorithm and the depth of the call in which it is known first.
    call: (String, u32),
}

/// What is there behind a step, and how it came to be.
pub struct Followed {
    /// The arrays that are there, by their numbers.
    pub live: Vec<usize>,
    /// What cells hold in front of the step that held something else behind the step before: in between
    /// an array came to be, or got the result of a call.
    pub given: Vec<CellsJson>,
    /// What the step changes.
    pub changes: Vec<CellsJson>,
}

/// The arrays that are known.
pub struct Arrays {
    tier: Tier,
    /// By their numbers.
    pub told: Vec<TracedArrayJson>,
    numbers: HashMap<Place, usize>,
    /// By the array's number, what its cells that are shown hold.
    held: Vec<Vec<Option<Constant>>>,
    /// Those that are there, and those that were there before the last step.
    live: [Vec<usize>; 2],
}

impl Arrays {
    /// None yet.
    pub fn new(tier: Tier) -> Self {
        Self {
            tier,
            told: Vec::new(),
            numbers: HashMap::new(),
            held: Vec::new(),
            live: [Vec::new(), Vec::new()],
        }
    }

    /// The array in which all cells of an access lie: the one of its name, else one of which the accessed
    /// array is a part or another name; none where processors have arrays of their own.
    pub fn of_site(&self, site: &SiteRecord) -> Option<usize> {
        let (first, last) = (site.cells.iter().min()?, site.cells.iter().max()?);
        let holds = |number: &usize| {
            let begin = i64::from(self.told[*number].first_cell);
            begin <= first && last < begin + self.told[*number].length() as i64
        };
        let is_named = |number: &usize| {
            let array = &self.told[*number];
            let begin = i64::from(array.first_cell);
            array.name == site.array && site.bases.iter().all(|base| base == begin)
        };
        let mut near = self.live.iter().flatten().copied();
        let named = near.clone().find(|one| is_named(one) && holds(one));
        named.or_else(|| near.find(|one| site.is_shared && holds(one)))
    }

    /// The cell of this number in memory as users name it.
    pub fn cell_name(&self, array: usize, cell: i64) -> String {
        let TracedArrayJson {
            name,
            dimensions,
            first_cell,
            ..
        } = &self.told[array];
        let inner = dimensions.iter().skip(1).map(|length| *length as i64);
        let inner: Vec<i64> = inner.collect();
        let place = cell - i64::from(*first_cell);
        cell_name(name, dimensions.len() as u8, place, &inner)
    }

    /// The number of an array, which becomes known.
    fn number(&mut self, array: ArrayView<'_>, team: TeamView<'_>) -> usize {
        let dimensions = array.dimensions();
        let place = Place {
            base: array.base(),
            dimensions: dimensions.clone(),
            name: array.name.to_owned(),
            call: (team.algorithm().to_owned(), team.depth()),
        };
        if let Some(number) = self.numbers.get(&place) {
            return *number;
        }
        let shown = match self.tier {
            Tier::Full => array.len(),
            Tier::Window => array.len().min(WINDOW),
            Tier::Shape => 0,
        };
        self.told.push(TracedArrayJson {
            name: array.name.to_owned(),
            element: match array.element {
                Type::Int => "int",
                Type::Real => "real",
                Type::Bool => "bool",
            },
            dimensions,
            shown,
            first_cell: array.base(),
            call: (team.depth() > 0).then(|| CallJson {
                algorithm: team.algorithm().to_owned(),
                depth: team.depth(),
            }),
        });
        self.held.push(vec![None; shown]);
        let number = self.told.len() - 1;
        self.numbers.insert(place, number);
        number
    }

    /// Brings all to where a step ends: the arrays that all processors share, and which of their cells
    /// hold something else than behind the step before.
    pub fn follow(&mut self, view: View<'_>, step: Option<&StepRecord>) -> Followed {
        let mut shared: Vec<(usize, ArrayView<'_>)> = Vec::new();
        for team in view
            .teams()
            .into_iter()
            .filter(|team| team.processors() == 1)
        {
            for array in team.arrays(0).filter(|array| !array.is_empty()) {
                // A call knows an array by the name that it has outside.
                let is_known = |(number, _): &(usize, ArrayView<'_>)| {
                    let known = &self.told[*number];
                    known.first_cell == array.base()
                        && known.name == array.name
                        && known.dimensions == array.dimensions()
                };
                if !shared.iter().any(is_known) {
                    shared.push((self.number(array, team), array));
                }
            }
        }
        let live: Vec<usize> = shared.iter().map(|(number, _)| *number).collect();
        let replaced = self.replaced(step, &live);
        let (mut given, mut changes) = (Vec::new(), Vec::new());
        for (number, array) in shared {
            let (mut in_front, mut behind) = (Vec::new(), Vec::new());
            for (at, known) in self.held[number].iter_mut().enumerate() {
                let now = array.cell(at);
                // What the step does not write it leaves as it was.
                let cell = i64::from(array.base()) + at as i64;
                let before = replaced.get(&cell).copied().unwrap_or(now);
                if before != *known {
                    in_front.push((at, before));
                }
                if now != before {
                    behind.push((at, now));
                }
                *known = now;
            }
            given.extend(told(number, &in_front));
            changes.extend(told(number, &behind));
        }
        let [now, former] = &mut self.live;
        *former = std::mem::replace(now, live.clone());
        Followed {
            live,
            given,
            changes,
        }
    }

    /// What the cells of these arrays that are shown and that a step writes held in front of it, by their
    /// numbers in memory.
    fn replaced(
        &self,
        step: Option<&StepRecord>,
        arrays: &[usize],
    ) -> HashMap<i64, Option<Constant>> {
        let shown = arrays.iter().map(|number| {
            let TracedArrayJson {
                first_cell, shown, ..
            } = &self.told[*number];
            let begin = i64::from(*first_cell);
            begin..begin + *shown as i64
        });
        let shown: Vec<Range<i64>> = shown.filter(|cells| !cells.is_empty()).collect();
        let mut replaced = HashMap::new();
        let sites = step.into_iter().flat_map(StepRecord::sites);
        for (_, site) in sites.filter(|(_, site)| site.is_write && !shown.is_empty()) {
            for (access, cell) in site.cells.iter().enumerate() {
                if shown.iter().any(|cells| cells.contains(&cell)) {
                    replaced.insert(cell, site.replaced(access));
                }
            }
        }
        replaced
    }
}

/// Cells of an array with their values; none where there are no cells.
fn told(array: usize, cells: &[(usize, Option<Constant>)]) -> Option<CellsJson> {
    (!cells.is_empty()).then(|| CellsJson {
        array,
        cells: numbers(cells.iter().map(|(at, _)| *at as i64)),
        values: cells
            .iter()
            .map(|(_, value)| value.map(WordJson::from))
            .collect(),
    })
}
