//! The arrays and shared scalars of a trace: their numbers, and what their cells hold from step to
//! step.

use std::collections::HashMap;

use super::{WINDOW, numbers};
use crate::machine::view::{ArrayView, TeamView, View};
use crate::present::json::trace::{CallJson, CellsJson, Tier, TracedArrayJson, WordJson};
use crate::program::{Constant, Type};
use crate::result::step::{SiteRecord, cell_name};

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

    /// The arrays that all processors share and that are there now, and what other cells than before
    /// hold.
    pub fn changes(&mut self, view: View<'_>) -> (Vec<usize>, Vec<CellsJson>) {
        let (mut live, mut changes) = (Vec::new(), Vec::new());
        for team in view
            .teams()
            .into_iter()
            .filter(|team| team.processors() == 1)
        {
            for array in team.arrays(0).filter(|array| !array.is_empty()) {
                // A call knows an array by the name that it has outside.
                let is_known = |number: &usize| {
                    let known = &self.told[*number];
                    known.first_cell == array.base()
                        && known.name == array.name
                        && known.dimensions == array.dimensions()
                };
                if live.iter().any(is_known) {
                    continue;
                }
                let number = self.number(array, team);
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
        let [now, former] = &mut self.live;
        *former = std::mem::replace(now, live.clone());
        (live, changes)
    }
}
