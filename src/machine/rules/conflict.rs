//! The cells of shared memory with concurrent accesses in one step, and the conflict that is shown.
//!
//! Needed once presence bits say that two processors accessed a cell. A table keeps the first processor
//! of each cell; further passes over the accesses, which remain the columns that they are, find the
//! conflict to show: among the cells with concurrent accesses, the one that involves the lowest
//! processor, of several the first in its order of accesses.

use std::collections::BTreeMap;

use super::accesses::{AccessCells, AccessSite, Accesses, CellTouch, moment};
use super::store;
use crate::engine::presence::Presence;
use crate::machine::ranks::Ranks;
use crate::program::Type;

/// How many of the processors at the shown cell are named.
pub const NAMED: usize = 8;

/// The state of a cell without an access in the step. The states between this one and [`MET`] are one
/// more than the number of the only processor that has accessed the cell.
const UNTOUCHED: u32 = 0;
/// The state of a cell that several processors accessed. There are fewer processors than this.
const MET: u32 = u32::MAX - 1;
/// The state of a cell to which several processors wrote different values.
const DISAGREED: u32 = u32::MAX;

/// A condition on the accesses to a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConflictQuery {
    /// That they are by different processors.
    Conflict,
    /// That these write different values.
    Disagreement,
}

impl ConflictQuery {
    /// Whether it holds for a cell with this state.
    #[inline]
    fn holds(self, state: u32) -> bool {
        match self {
            Self::Conflict => state >= MET,
            Self::Disagreement => state == DISAGREED,
        }
    }
}

/// The cells with concurrent accesses.
#[derive(Default)]
pub struct ConflictCells {
    moments: Vec<Table>,
}

/// The state of each cell at one moment.
#[derive(Default)]
struct Table {
    /// [`UNTOUCHED`], one more than the number of the only processor, [`MET`] or [`DISAGREED`].
    state: Vec<u32>,
    /// What the first processor wrote.
    value: Vec<i64>,
    conflicts: u64,
    disagreements: u64,
}

impl Table {
    /// No branch depends on the state, so that the loads of distant cells overlap.
    #[inline]
    fn read(&mut self, cell: usize, rank: u32) {
        let (before, own) = (self.state[cell], rank + 1);
        let has_met = before != UNTOUCHED && before != own;
        self.conflicts += u64::from(has_met && before < MET);
        self.state[cell] = if has_met { MET } else { own };
    }

    #[inline]
    fn write(&mut self, cell: usize, rank: u32, value: i64, ty: Type) {
        let state = &mut self.state[cell];
        if *state == UNTOUCHED {
            *state = rank + 1;
            self.value[cell] = value;
            return;
        }
        if *state < MET {
            *state = MET;
            self.conflicts += 1;
        }
        if *state != DISAGREED && store::differ(value, self.value[cell], ty) {
            *state = DISAGREED;
            self.disagreements += 1;
        }
    }
}

impl ConflictCells {
    /// Finds them; `cells` is the length of the memory.
    pub fn of(accesses: &Accesses<'_>, cells: usize) -> Self {
        let mut met = Self::default();
        for site in &accesses.sites {
            let ranks = accesses.ranks;
            let rank = |position: usize| ranks.rank(site.group as usize, position as u32);
            match site.cells {
                // Ascending cells are all different, and these are all reads of the moment: no two
                // processors read the same cell.
                AccessCells::Read(read, moment)
                    if read.is_sorted_by(|a, b| a < b) && accesses.is_alone(moment) => {}
                AccessCells::Read(read, moment) => {
                    let table = met.table(moment, cells);
                    for (position, cell) in read.iter().enumerate() {
                        table.read(*cell as usize, rank(position));
                    }
                }
                AccessCells::Guarded(read, readers, simultaneity) => {
                    for (cell, (position, ordinal)) in read.iter().zip(readers) {
                        let moment = moment(simultaneity, *ordinal);
                        let table = met.table(moment, cells);
                        table.read(*cell as usize, rank(*position as usize));
                    }
                }
                AccessCells::Written(written, values, ty) => {
                    let table = met.table(0, cells);
                    if table.value.is_empty() {
                        table.value = vec![0; cells];
                    }
                    for (position, (cell, value)) in written.iter().zip(values).enumerate() {
                        table.write(*cell as usize, rank(position), *value, ty);
                    }
                }
            }
        }
        met
    }

    /// The table of a moment.
    fn table(&mut self, moment: u32, cells: usize) -> &mut Table {
        let moment = moment as usize;
        if self.moments.len() <= moment {
            self.moments.resize_with(moment + 1, Table::default);
        }
        let table = &mut self.moments[moment];
        if table.state.len() < cells {
            // The system provides zeroed pages; vectors that grow would write them all.
            table.state = vec![UNTOUCHED; cells];
        }
        table
    }

    /// The number of cells for which a condition holds.
    pub fn count(&self, wanted: ConflictQuery) -> u64 {
        let counts = self.moments.iter().map(|table| match wanted {
            ConflictQuery::Conflict => table.conflicts,
            ConflictQuery::Disagreement => table.disagreements,
        });
        counts.sum()
    }

    /// The cells for which a condition holds, moment by moment.
    pub fn cells(&self, wanted: ConflictQuery) -> Vec<u32> {
        self.keys(wanted).map(|key| key as u32).collect()
    }

    /// All accesses to the first cells for which a condition holds, cell by cell in processor order.
    pub fn touches(
        &self,
        accesses: &Accesses<'_>,
        wanted: ConflictQuery,
        most: usize,
    ) -> Vec<Vec<CellTouch>> {
        let mut met: BTreeMap<u64, Vec<CellTouch>> = BTreeMap::new();
        let Some(last) = self.keys(wanted).take(most).last() else {
            return Vec::new();
        };
        for site in &accesses.sites {
            site.each(accesses.ranks, |touch| {
                if touch.key <= last && self.holds(touch.key, wanted) {
                    met.entry(touch.key).or_default().push(touch);
                }
            });
        }
        let mut met: Vec<Vec<CellTouch>> = met.into_values().collect();
        for touches in &mut met {
            touches.sort_unstable();
        }
        met
    }

    /// The keys of the cells for which a condition holds (the moment in the upper half), ascending.
    fn keys(&self, wanted: ConflictQuery) -> impl Iterator<Item = u64> + '_ {
        let is_wanted = self.count(wanted) > 0;
        let moments = self.moments.iter().zip(0_u64..).filter(move |_| is_wanted);
        moments.flat_map(move |(table, moment)| {
            let states = table.state.iter().zip(0_u64..);
            let met = states.filter(move |(state, _)| wanted.holds(**state));
            met.map(move |(_, cell)| moment << 32 | cell)
        })
    }

    /// By cell, the states at a moment. There is no table for a moment whose accesses are to different
    /// cells.
    fn states(&self, moment: u32) -> &[u32] {
        let table = self.moments.get(moment as usize);
        table.map_or(&[], |table| &table.state)
    }

    fn holds(&self, key: u64, wanted: ConflictQuery) -> bool {
        let state = self.states((key >> 32) as u32).get(key as u32 as usize);
        state.is_some_and(|state| wanted.holds(*state))
    }

    /// Passes the accesses of a site to cells for which a condition holds to `f`.
    #[inline]
    fn each(
        &self,
        site: &AccessSite<'_>,
        ranks: &Ranks,
        wanted: ConflictQuery,
        mut f: impl FnMut(CellTouch),
    ) {
        match site.moment() {
            Some(moment) => {
                let states = self.states(moment);
                if !states.is_empty() {
                    let is_wanted = |cell: u32| wanted.holds(states[cell as usize]);
                    site.each_in(ranks, is_wanted, f);
                }
            }
            None => site.each(ranks, |touch| {
                if self.holds(touch.key, wanted) {
                    f(touch);
                }
            }),
        }
    }

    /// The conflict that is shown of these accesses.
    pub fn shown(&self, accesses: &Accesses<'_>, wanted: ConflictQuery) -> Option<Conflict> {
        if self.count(wanted) == 0 {
            return None;
        }
        let (mut involved, mut processors) = (Presence::default(), 0);
        involved.begin(accesses.ranks.count());
        let mut lowest: Option<(CellTouch, Option<(i64, Type)>)> = None;
        for site in &accesses.sites {
            self.each(site, accesses.ranks, wanted, |touch| {
                processors += u64::from(!involved.touch(touch.rank as usize));
                let is_lower =
                    |(lowest, _): (CellTouch, _)| (touch.rank, touch.op) < (lowest.rank, lowest.op);
                if lowest.is_none_or(is_lower) {
                    lowest = Some((touch, site.written(touch.position)));
                }
            });
        }
        let (CellTouch { key: shown, .. }, value) = lowest?;
        let opposes = |other: Option<(i64, Type)>| match (value, other) {
            (Some((one, ty)), Some((other, _))) => store::differ(one, other, ty),
            _ => false,
        };
        let (mut shown_cell, mut processors_there) = (ShownCell::default(), 0);
        involved.begin(accesses.ranks.count());
        for site in &accesses.sites {
            let mut lowest: Option<CellTouch> = None;
            let mut opposing: Option<CellTouch> = None;
            site.each_of(accesses.ranks, shown, |touch| {
                processors_there += u64::from(!involved.touch(touch.rank as usize));
                shown_cell.add(touch);
                let is_lower = |other: Option<CellTouch>| other.is_none_or(|other| touch < other);
                if is_lower(lowest) {
                    lowest = Some(touch);
                }
                if is_lower(opposing) && opposes(site.written(touch.position)) {
                    opposing = Some(touch);
                }
            });
            shown_cell.of_sites.extend(lowest);
            shown_cell.of_sites.extend(opposing);
        }
        Some(Conflict {
            touches: shown_cell.sorted(),
            processors_there,
            cells: self.count(wanted),
            processors,
        })
    }
}

/// The conflict of a step that is shown.
#[derive(Debug, Clone)]
pub struct Conflict {
    /// Accesses to its cell in processor order: those of the [`NAMED`] lowest processors, of each
    /// instruction the lowest processor's, and that of the lowest one that writes another value than the
    /// first.
    pub touches: Vec<CellTouch>,
    /// The number of processors that accessed that cell.
    pub processors_there: u64,
    /// The number of cells of the step with concurrent accesses.
    pub cells: u64,
    /// The number of processors with concurrent accesses.
    pub processors: u64,
}

/// The accesses to the shown cell that are kept.
#[derive(Default)]
pub(super) struct ShownCell {
    /// The accesses of the [`NAMED`] lowest processors so far, in order.
    lowest: Vec<CellTouch>,
    /// The lowest of each instruction, and its lowest that writes another value than the first of all.
    pub(super) of_sites: Vec<CellTouch>,
    /// Number of processors of these accesses.
    processors: usize,
}

impl ShownCell {
    /// Adds an access to the lowest ones, if it is one of them.
    pub(super) fn add(&mut self, touch: CellTouch) {
        let highest = self.lowest.last().map_or(0, |last| last.rank);
        if self.processors == NAMED && touch.rank > highest {
            return;
        }
        let at = self.lowest.partition_point(|kept| *kept < touch);
        let beside = |at: usize| {
            self.lowest
                .get(at)
                .is_some_and(|kept| kept.rank == touch.rank)
        };
        let is_known = beside(at) || at > 0 && beside(at - 1);
        self.lowest.insert(at, touch);
        self.processors += usize::from(!is_known);
        if self.processors > NAMED {
            self.lowest.retain(|kept| kept.rank != highest);
            self.processors = NAMED;
        }
    }

    /// The kept accesses, in processor order.
    pub(super) fn sorted(self) -> Vec<CellTouch> {
        let mut touches = self.lowest;
        touches.extend(self.of_sites);
        touches.sort_unstable();
        touches.dedup();
        touches
    }
}
