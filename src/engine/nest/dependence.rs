//! Whether two processors can access the same cell by accesses with known subscripts. This is the only
//! such test.

use std::ops::Range;

use super::access_relation::AccessRelation;
use super::induction::Trips;
use super::sweep::StatementOrder;
use crate::code::control::Control;
use crate::code::kernel::{Kernel, Reg};
use crate::engine::cells::{Cell, overlap};
use crate::engine::kernel::analysis::{Analysis, GroupCells};
use crate::engine::lanes::selection::LaneRange;
use crate::engine::lanes::team::TeamId;
use crate::engine::tuning::SubscriptTests;

/// How the reads of a step are watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watching {
    /// No reads.
    Nothing,
    /// All reads of a step are one moment.
    Steps,
    /// The k-th reads of all processors are one moment.
    Accesses,
}

/// With more accesses than this in a step, marking their cells is faster than comparing all pairs.
const MOST_COMPARED: usize = 64;

/// An access of a group.
pub struct NestAccess {
    /// The relation, if its cells are on a line.
    pub relation: Option<AccessRelation>,
    /// All cells that it may touch.
    pub extent: Range<Cell>,
    /// Whether only one processor executes it.
    pub is_single: bool,
    /// The moment of the access.
    pub moment: u32,
    /// The group that executes it.
    pub group: usize,
    /// The number of the access in the group, by the sites of its analysis.
    pub site: usize,
}

impl NestAccess {
    /// The access of the lanes of a range to these cells, in one step.
    pub fn new(cells: &GroupCells, team: TeamId, range: LaneRange) -> Self {
        Self::of(AccessRelation::of(cells, team, range), cells, range)
    }

    fn of(relation: Option<AccessRelation>, cells: &GroupCells, range: LaneRange) -> Self {
        let in_trips = relation.filter(|relation| relation.trips() > 1);
        let extent = in_trips.map(|relation| relation.extent());
        Self {
            relation,
            extent: extent.unwrap_or_else(|| cells.extent(range)),
            is_single: range.is_single(),
            moment: 0,
            group: 0,
            site: 0,
        }
    }

    /// Whether two processors certainly read the same cell by this access: all of them read the same
    /// one.
    pub fn meets_itself(&self, analysis: &Analysis) -> bool {
        let all_read = !analysis.list.contains(&analysis.sites[self.site].op);
        all_read
            && self
                .relation
                .is_some_and(|relation| relation.meets_itself())
    }

    /// Whether two processors may touch the same cell by this access.
    fn may_meet_itself(&self) -> bool {
        !self.is_single && self.relation.is_none_or(|relation| relation.meets_itself())
    }

    /// Whether two processors may touch the same cell, one by each access.
    fn may_meet(&self, other: &Self) -> bool {
        if !overlap(&self.extent, &other.extent) {
            return false;
        }
        // Both accesses are executed by the same processor.
        if self.group == other.group && self.is_single {
            return false;
        }
        match (&self.relation, &other.relation) {
            (Some(mine), Some(theirs)) => mine.may_meet(theirs),
            _ => true,
        }
    }
}

/// Marks the accesses that may conflict with one of the same moment.
pub fn find_doubtful(
    accesses: &[NestAccess],
    subscript_tests: SubscriptTests,
    doubtful: &mut Vec<bool>,
) {
    let all_compared = accesses.len() <= MOST_COMPARED;
    doubtful.clear();
    doubtful.extend(accesses.iter().map(|access| {
        access.may_meet_itself()
            || !all_compared
            || (subscript_tests == SubscriptTests::Off && !access.is_single)
    }));
    if all_compared {
        for (at, access) in accesses.iter().enumerate() {
            for (other_at, other) in accesses.iter().enumerate().skip(at + 1) {
                if access.moment == other.moment && access.may_meet(other) {
                    (doubtful[at], doubtful[other_at]) = (true, true);
                }
            }
        }
    }
}

/// Consecutive statements of one group in which no processor touches a cell that another one writes in
/// any of them, unless the order of execution separates the accesses.
pub struct Independence {
    team: TeamId,
    range: LaneRange,
    reads: Vec<NestAccess>,
    writes: Vec<NestAccess>,
}

impl Independence {
    /// An empty sequence.
    pub fn new(team: TeamId, range: LaneRange) -> Self {
        Self {
            team,
            range,
            reads: Vec::new(),
            writes: Vec::new(),
        }
    }

    /// The order in which the processors can execute a further statement together with the others. None
    /// if it cannot join. In its step no two processors may access the same cell, as far as reads are
    /// watched, and no processor may touch a cell that another one writes in it or in the others, in any
    /// iteration. A single statement may read cells that others write, if the order puts each read
    /// before the write.
    pub fn admits(
        &mut self,
        (kernel, analysis): (&Kernel, &Analysis),
        trips: Trips<'_>,
        control: &Control,
        watching: Watching,
    ) -> Option<StatementOrder> {
        let access = |address: Reg, moment: u32, trips: Trips<'_>| {
            let cells = analysis.cells(address);
            let relation = trips.relation(address, &cells, self.team, self.range);
            NestAccess {
                moment,
                ..NestAccess::of(relation, &cells, self.range)
            }
        };
        if watching != Watching::Nothing {
            let sites: Vec<(Reg, u32)> = analysis.read_sites(kernel).collect();
            // Reads that advance equally have the same distance in every iteration.
            let is_even =
                (sites.windows(2)).all(|pair| trips.advance(pair[0].0) == trips.advance(pair[1].0));
            let trips = if is_even { Trips::ONE } else { trips };
            let by_ordinal = watching == Watching::Accesses && !kernel.varies;
            let watched: Vec<NestAccess> = (sites.iter())
                .map(|(address, ordinal)| {
                    access(*address, if by_ordinal { *ordinal } else { 0 }, trips)
                })
                .collect();
            let mut doubtful = Vec::new();
            find_doubtful(&watched, SubscriptTests::On, &mut doubtful);
            if doubtful.contains(&true) {
                return None;
            }
        }
        let is_first = self.reads.is_empty() && self.writes.is_empty();
        let first_read = self.reads.len();
        let read = kernel.read_addresses();
        self.reads
            .extend(read.map(|address| access(address, 0, trips)));
        let are_disjoint = |write: &NestAccess, others: &[NestAccess]| {
            others.iter().all(|other| !write.may_meet(other))
        };
        let (old, new) = self.reads.split_at(first_read);
        if !self.writes.iter().all(|write| are_disjoint(write, new)) {
            return None;
        }
        let mut sweep = StatementOrder::Any;
        if let Some(cell) = control.written_cell() {
            let write = access(cell.address, 0, trips);
            if write.may_meet_itself()
                || !are_disjoint(&write, old)
                || !are_disjoint(&write, &self.writes)
            {
                return None;
            }
            let written = analysis.cells(cell.address);
            for (address, read) in kernel.read_addresses().zip(new) {
                if write.may_meet(read) {
                    let order = StatementOrder::of(&analysis.cells(address), &written);
                    let order = order.filter(|_| is_first && trips.count == 1);
                    sweep = sweep.and(order?)?;
                }
            }
            self.writes.push(write);
        }
        Some(sweep)
    }
}
