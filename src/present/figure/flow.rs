//! The source of each value that a step writes: the cells that the step reads, and the cells that an earlier
//! step read into a private scalar. The page does the same in `script/network.js`.

use std::collections::{BTreeMap, HashMap};

use crate::trace::{Group, Scalar, Step};

/// Groups of more processors are not followed from step to step.
const FOLLOWED: usize = 256;
/// Cells that the value of one scalar comes from, at most.
const ORIGINS: usize = 64;

/// A cell: its array and its place.
pub type Cell = (usize, i64);

/// A cell that is read, and how far down the figure that was.
pub type Origin = (Cell, f64);

/// A scalar, which may hold what a call returned, and the processor that has it.
type Holder = (Scalar, String);

/// Follows values from step to step.
#[derive(Debug, Default)]
pub struct Flow {
    carried: HashMap<Holder, Vec<Origin>>,
}

impl Flow {
    /// Forgets what scalars hold, as the steps that follow are not in the trace.
    pub fn forget(&mut self) {
        self.carried.clear();
    }

    /// Pairs of a cell that is read and a cell that gets its value from it. `row` gives how far down the
    /// figure a cell was drawn last.
    pub fn edges(
        &mut self,
        step: &Step<usize>,
        row: impl Fn(Cell) -> Option<f64>,
    ) -> Vec<(Origin, Cell)> {
        let mut edges = Vec::new();
        let mut later = Vec::new();
        for group in &step.groups {
            let mut of: BTreeMap<i64, [Vec<Cell>; 2]> = BTreeMap::new();
            let sites = group.sites.iter().filter(|site| site.shared);
            for site in sites.filter(|site| !site.subscript) {
                let Some(array) = site.array else { continue };
                for (position, place) in site.accesses() {
                    of.entry(position).or_default()[usize::from(site.writes)].push((array, place));
                }
            }
            let is_followed = group.processors <= FOLLOWED;
            if is_followed {
                // Also those that access no cell may assign scalars.
                for position in 0..group.processors as i64 {
                    of.entry(position).or_default();
                }
            }
            for (position, [read, written]) in of {
                let read = read.into_iter();
                let mut origins: Vec<Origin> =
                    read.filter_map(|cell| Some((cell, row(cell)?))).collect();
                if is_followed {
                    origins.extend(self.carried_by(group, position as usize));
                }
                let all = written.iter();
                edges.extend(all.flat_map(|to| origins.iter().map(|from| (*from, *to))));
                if is_followed {
                    origins.truncate(ORIGINS);
                    let held = holders(group, position as usize);
                    later.extend(held.map(|holder| (holder, origins.clone())));
                }
            }
        }
        // Groups go side by side: none finds what another assigns in the same step.
        self.carried.extend(later);
        edges.sort_by(|one, other| {
            let key = |edge: &(Origin, Cell)| (edge.0.0, edge.1);
            (key(one).cmp(&key(other))).then(one.0.1.total_cmp(&other.0.1))
        });
        edges.dedup();
        edges
    }

    /// Where the values come from that a processor of a group finds in scalars, and in results of calls.
    fn carried_by(&self, group: &Group<usize>, position: usize) -> Vec<Origin> {
        let scalars = group.used.iter();
        let scalars = scalars.map(|used| (used.scalar, group.name_within(position, used.indices)));
        let results = group.results.iter();
        let held = scalars.chain(results.map(|result| (*result, group.name(position))));
        held.filter_map(|holder| self.carried.get(&holder))
            .flatten()
            .copied()
            .collect()
    }
}

/// What a processor of a group assigns, and returns.
fn holders(group: &Group<usize>, position: usize) -> impl Iterator<Item = Holder> {
    let assigned = group.assigned.iter().map(|assigned| assigned.scalar);
    let returned = group.returned.iter().map(|returned| returned.call);
    let name = group.name(position);
    assigned
        .chain(returned)
        .map(move |scalar| (scalar, name.clone()))
}
