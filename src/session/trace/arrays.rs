//! The arrays and shared scalars of a trace: their numbers, and the contents of their cells from step to
//! step.

use std::collections::HashMap;
use std::ops::Range;

use crate::machine::view::{ArrayView, TeamView, View};
use crate::pipeline::quantity::QuantityCells;
use crate::program::{Constant, Type};
use crate::trace::array::{self as traced, Array, Call};
use crate::trace::cut::WINDOW;
use crate::trace::{Index, Step, Tier, Values};

/// An array as the machine identifies it.
#[derive(PartialEq, Eq, Hash)]
struct Place {
    /// Its first cell.
    base: u32,
    dimensions: Vec<usize>,
    name: String,
    /// The processors that have a row of it each.
    owners: Vec<Index>,
    /// The call in which it is first known.
    call: Call,
}

/// The arrays after a step, and their changes.
pub struct Followed {
    /// The existing arrays, by their numbers.
    pub live: Vec<usize>,
    /// The contents before the step of those cells that held something else after the previous step: in
    /// between, an array was created or got the result of a call.
    pub given: Vec<traced::Cells>,
    /// The changes by the step.
    pub changes: Vec<traced::Cells>,
}

/// The known arrays.
pub struct Arrays {
    tier: Tier,
    /// The cells that were requested.
    cells: Vec<QuantityCells>,
    /// Cells with conflicts against the rules of the run, by their numbers in memory: a window shows
    /// these as well.
    met: Vec<i64>,
    /// By their numbers.
    pub entries: Vec<Array>,
    numbers: HashMap<Place, usize>,
    /// By the array's number, the contents of its shown cells.
    held: Vec<Vec<Option<Constant>>>,
    /// Those that exist, and those that existed before the last step.
    live: [Vec<usize>; 2],
}

impl Arrays {
    /// None yet; for a window the requested cells of some arrays, and those with conflicts against the
    /// rules of the run.
    pub fn new(tier: Tier, cells: Vec<QuantityCells>, met: Vec<i64>) -> Self {
        Self {
            tier,
            cells,
            met,
            entries: Vec::new(),
            numbers: HashMap::new(),
            held: Vec::new(),
            live: [Vec::new(), Vec::new()],
        }
    }

    /// The arrays that exist, or existed before the last step, by their numbers.
    pub fn near(&self) -> Vec<usize> {
        self.live.iter().flatten().copied().collect()
    }

    /// The cell of this number in memory as users name it.
    pub fn cell_name(&self, array: usize, cell: i64) -> String {
        let array = &self.entries[array];
        array.cell_name(cell - i64::from(array.first_cell))
    }

    /// The number of an array, or of those that these processors own, which are added if unknown.
    fn number(&mut self, array: ArrayView<'_>, team: TeamView<'_>, owners: Vec<Index>) -> usize {
        let count = owners.first().map(|index| index.values.len());
        let dimensions: Vec<usize> = count.into_iter().chain(array.dimensions()).collect();
        let place = Place {
            base: array.base(),
            dimensions: dimensions.clone(),
            name: array.name.to_owned(),
            owners,
            call: Call {
                algorithm: team.algorithm().to_owned(),
                depth: team.depth(),
            },
        };
        if let Some(number) = self.numbers.get(&place) {
            return *number;
        }
        let length = dimensions.iter().product::<usize>();
        let shown = match self.tier {
            Tier::Full => 0..length,
            Tier::Window => self.window(array.name, length),
            Tier::Shape => 0..0,
        };
        let base = i64::from(array.base());
        let met = self.met.iter().filter_map(|cell| {
            let place = usize::try_from(cell - base).ok()?;
            (self.tier == Tier::Window && place < length && !shown.contains(&place))
                .then_some(place)
        });
        let met: Vec<usize> = met.collect();
        self.held.push(vec![None; shown.len() + met.len()]);
        self.entries.push(Array {
            name: array.name.to_owned(),
            element: match array.element {
                Type::Int => "int",
                Type::Real => "real",
                Type::Bool => "bool",
            }
            .to_owned(),
            dimensions,
            owners: place.owners.clone(),
            shown: shown.len(),
            first_shown: shown.start,
            also_shown: met,
            first_cell: array.base(),
            call: Some(place.call.clone()).filter(|call| call.depth > 0),
        });
        let number = self.entries.len() - 1;
        self.numbers.insert(place, number);
        number
    }

    /// The cells of an array that a window shows: those that were requested, else the first ones.
    fn window(&self, name: &str, length: usize) -> Range<usize> {
        let wanted = self.cells.iter().find(|cells| cells.array == name);
        let (first, last) = wanted.map_or((0, WINDOW - 1), |cells| (cells.first, cells.last));
        let first = first.min(length);
        first..last.saturating_add(1).clamp(first, length)
    }

    /// The arrays that all processors share, and those that the processors of blocks and calls own, if
    /// these are tables; each with its number.
    fn of_view<'v>(&mut self, view: View<'v>) -> Vec<(usize, ArrayView<'v>)> {
        let mut all: Vec<(usize, ArrayView<'_>)> = Vec::new();
        for team in view.teams() {
            if team.processors() > 1 {
                for rows in team.own_rows() {
                    let owners = rows.owners.into_iter();
                    let owners = owners.map(|(name, values)| Index {
                        name,
                        values: values.into_iter().collect(),
                    });
                    all.push((self.number(rows.first, team, owners.collect()), rows.first));
                }
                continue;
            }
            for array in team.arrays(0).filter(|array| !array.is_empty()) {
                // A call knows an array by the name that it has outside.
                let is_known = |(number, _): &(usize, ArrayView<'_>)| {
                    let known = &self.entries[*number];
                    known.first_cell == array.base()
                        && known.name == array.name
                        && known.dimensions == array.dimensions()
                };
                if !all.iter().any(is_known) {
                    all.push((self.number(array, team, Vec::new()), array));
                }
            }
        }
        all
    }

    /// Updates all to the end of a step: the existing arrays, and which of their cells hold something
    /// else than after the previous step.
    pub fn follow(&mut self, view: View<'_>, step: Option<&Step>) -> Followed {
        let all = self.of_view(view);
        let live: Vec<usize> = all.iter().map(|(number, _)| *number).collect();
        let replaced = self.replaced(step, &live);
        let (mut given, mut changes) = (Vec::new(), Vec::new());
        for (number, array) in all {
            let (mut contents_before, mut contents_after) = (Vec::new(), Vec::new());
            for (at, known) in self.entries[number].cells().zip(&mut self.held[number]) {
                let now = array.cell(at);
                // A cell that the step does not write is unchanged.
                let cell = i64::from(array.base()) + at as i64;
                let before = replaced.get(&cell).copied().unwrap_or(now);
                if before != *known {
                    contents_before.push((at, before));
                }
                if now != before {
                    contents_after.push((at, now));
                }
                *known = now;
            }
            given.extend(cells_with_values(number, array.element, &contents_before));
            changes.extend(cells_with_values(number, array.element, &contents_after));
        }
        let [now, former] = &mut self.live;
        *former = std::mem::replace(now, live.clone());
        Followed {
            live,
            given,
            changes,
        }
    }

    /// The contents before the step of those shown cells of these arrays that it writes, by their
    /// numbers in memory.
    fn replaced(&self, step: Option<&Step>, arrays: &[usize]) -> HashMap<i64, Option<Constant>> {
        let shown = arrays.iter().flat_map(|number| {
            let array = &self.entries[*number];
            let (begin, window) = (i64::from(array.first_cell), array.window());
            let met = array.also_shown.iter().map(|place| *place..place + 1);
            let all = std::iter::once(window).chain(met);
            all.map(move |cells| begin + cells.start as i64..begin + cells.end as i64)
        });
        let shown: Vec<Range<i64>> = shown.filter(|cells| !cells.is_empty()).collect();
        let mut replaced = HashMap::new();
        let sites = step.into_iter().flat_map(Step::sites);
        for (_, site) in sites.filter(|(_, site)| site.writes && !shown.is_empty()) {
            for (access, cell) in site.cells.iter().enumerate() {
                if shown.iter().any(|cells| cells.contains(&cell)) {
                    replaced.insert(cell, site.replaced(access));
                }
            }
        }
        replaced
    }
}

/// Cells of an array with their values; `None` if there are no cells.
fn cells_with_values(
    array: usize,
    ty: Type,
    cells: &[(usize, Option<Constant>)],
) -> Option<traced::Cells> {
    (!cells.is_empty()).then(|| traced::Cells {
        array,
        cells: cells.iter().map(|(at, _)| *at as i64).collect(),
        values: Values::of(ty, cells.iter().map(|(_, value)| *value)),
    })
}
