//! Which accesses of a step may meet another, judged from their subscripts.
//!
//! What is settled by where the accesses reach (see [`crate::engine::nest::access_relation`]) needs no look at the cells;
//! all others are marked cell by cell.

use std::ops::Range;

use super::disciplines::Watching;
use crate::machine::steps::acting::Acting;
use crate::machine::configuration::SubscriptTests;
use crate::engine::lanes::selection::LaneRange;
use crate::engine::nest::induction::Trips;
use crate::engine::kernel::analysis::{Analysis, Cells};
use crate::engine::nest::access_relation::AccessRelation;
use crate::engine::lanes::team::TeamId;
use crate::code::control::Control;
use crate::code::kernel::{Kernel, Reg};
use crate::engine::cells::{Cell, overlap};

/// With more accesses than this in a step, it is quicker to look than to compare all of them.
const MOST_COMPARED: usize = 64;

/// How the reads of a step are to be watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadCheck {
    /// Not at all: no two processors read a cell, or nobody wants to know.
    Nothing,
    /// Not any more: two processors do read one cell.
    Met,
    /// Some are marked; so many moments are told apart.
    Marked(usize),
    /// Each has to be written down.
    Logged,
}

/// An access of a group.
struct Access {
    /// Where it reaches, if its cells lie along a line.
    relation: Option<AccessRelation>,
    extent: Range<Cell>,
    is_single: bool,
    /// Which accesses it is simultaneous with.
    moment: u32,
    /// Which group, and which of its accesses.
    group: usize,
    site: usize,
}

impl Access {
    fn new(cells: &Cells, team: TeamId, range: LaneRange) -> Self {
        Self::of(AccessRelation::of(cells, team, range), cells, range)
    }

    fn of(relation: Option<AccessRelation>, cells: &Cells, range: LaneRange) -> Self {
        let extent = relation.map(|relation| relation.extent());
        Self {
            relation,
            extent: extent.unwrap_or_else(|| cells.extent(range)),
            is_single: range.is_single(),
            moment: 0,
            group: 0,
            site: 0,
        }
    }

    /// Whether two processors do read a cell by this access: all read the same.
    fn meets_itself(&self, actor: &Acting<'_>) -> bool {
        let analysis = &actor.results.analysis;
        let all_read = !analysis.list.contains(&analysis.sites[self.site].op);
        all_read && self.relation.is_some_and(|relation| relation.meets_itself())
    }

    /// Whether two processors may touch a cell by this access.
    fn may_meet_itself(&self) -> bool {
        !self.is_single && self.relation.is_none_or(|relation| relation.meets_itself())
    }

    /// Whether one processor by this access and another by the other may touch a cell.
    fn may_meet(&self, other: &Self) -> bool {
        if !overlap(&self.extent, &other.extent) {
            return false;
        }
        // One and the same processor.
        if self.group == other.group && self.is_single {
            return false;
        }
        match (&self.relation, &other.relation) {
            (Some(mine), Some(theirs)) => mine.may_meet(theirs),
            _ => true,
        }
    }
}

/// Says which reads of a step have to be watched, and marks those in the groups' results.
pub fn reads(
    acting: &mut [Acting<'_>],
    watching: Watching,
    subscript_tests: SubscriptTests,
) -> ReadCheck {
    if watching == Watching::Nothing || is_one_processor(acting) {
        return ReadCheck::Nothing;
    }
    let varies = |actor: &Acting<'_>| {
        let kernel = actor.instruction.control.kernel();
        kernel.is_some_and(|kernel| kernel.varies)
    };
    // Where something may be skipped, which read is the k-th is known processor by processor only.
    let synchronous = |actor: &&Acting<'_>| actor.native.is_none();
    let any_varies = acting.iter().filter(synchronous).any(varies);
    let apart = watching == Watching::Accesses && !any_varies;
    let mut accesses = Vec::new();
    for (group, actor) in acting
        .iter()
        .enumerate()
        .filter(|(_, actor)| actor.native.is_none())
    {
        let sites = &actor.results.analysis.sites;
        for (site, read) in sites.iter().enumerate() {
            accesses.push(Access {
                moment: if apart { read.ordinal } else { 0 },
                group,
                site,
                ..Access::new(&read.cells, actor.group.team, actor.group.lanes.range())
            });
        }
    }
    if accesses
        .iter()
        .any(|access| access.meets_itself(&acting[access.group]))
    {
        return ReadCheck::Met;
    }
    let doubtful = doubtful(&accesses, subscript_tests);
    if doubtful.iter().all(|doubtful| !doubtful) {
        return ReadCheck::Nothing;
    }
    if any_varies && watching == Watching::Accesses {
        return ReadCheck::Logged;
    }
    let mut moments = 0;
    for (access, _) in accesses
        .iter()
        .zip(&doubtful)
        .filter(|(_, doubtful)| **doubtful)
    {
        let actor = &mut acting[access.group];
        let marks = &mut actor.results.marks;
        marks.resize(actor.results.analysis.sites.len(), None);
        // A processor that skipped a read has not been where the read would have led it.
        if any_varies && marks.iter().any(Option::is_some) {
            marks.clear();
            return ReadCheck::Logged;
        }
        marks[access.site] = Some(access.moment);
        moments = moments.max(access.moment as usize + 1);
    }
    ReadCheck::Marked(moments)
}

/// Says of each group whether the cells that it writes in this step have to be marked.
pub fn writes(acting: &[Acting<'_>], subscript_tests: SubscriptTests) -> Vec<bool> {
    if is_one_processor(acting) {
        return Vec::new();
    }
    let mut accesses = Vec::new();
    for (group, actor) in acting.iter().enumerate() {
        if let Some(cells) = actor.written_cells() {
            accesses.push(Access {
                group,
                ..Access::new(&cells, actor.group.team, actor.group.lanes.range())
            });
        }
    }
    let mut marked = vec![false; acting.len()];
    for (access, doubtful) in accesses.iter().zip(doubtful(&accesses, subscript_tests)) {
        marked[access.group] = doubtful;
    }
    marked
}

/// Whether only one processor executes the step: it meets nobody.
fn is_one_processor(acting: &[Acting<'_>]) -> bool {
    matches!(acting, [actor] if actor.group.lanes.len() == 1)
}

/// Which accesses may meet one of the same moment.
fn doubtful(accesses: &[Access], subscript_tests: SubscriptTests) -> Vec<bool> {
    let all_compared = accesses.len() <= MOST_COMPARED;
    let mut doubtful: Vec<bool> = (accesses.iter())
        .map(|access| {
            access.may_meet_itself()
                || !all_compared
                || (subscript_tests == SubscriptTests::Off && !access.is_single)
        })
        .collect();
    if all_compared {
        for (at, access) in accesses.iter().enumerate() {
            for (other_at, other) in accesses.iter().enumerate().skip(at + 1) {
                if access.moment == other.moment && access.may_meet(other) {
                    (doubtful[at], doubtful[other_at]) = (true, true);
                }
            }
        }
    }
    doubtful
}

/// Statements that one group executes one after the other, no processor of it touching what
/// another one writes in any of them.
pub struct Independence {
    team: TeamId,
    range: LaneRange,
    reads: Vec<Access>,
    writes: Vec<Access>,
}

impl Independence {
    /// None so far.
    pub fn new(team: TeamId, range: LaneRange) -> Self {
        Self {
            team,
            range,
            reads: Vec::new(),
            writes: Vec::new(),
        }
    }

    /// Whether a statement can join the others: nobody meets anybody in it, as far as reads are
    /// watched, and nobody touches what another one writes in it or in the others, in any trips.
    pub fn admits(
        &mut self,
        (kernel, analysis): (&Kernel, &Analysis),
        trips: Trips<'_>,
        control: &Control,
        watching: Watching,
    ) -> bool {
        let access = |address: Reg, moment: u32, trips: Trips<'_>| {
            let cells = analysis.cells(address);
            let relation = trips.relation(address, &cells, self.team, self.range);
            Access {
                moment,
                ..Access::of(relation, &cells, self.range)
            }
        };
        if watching != Watching::Nothing {
            let sites: Vec<(Reg, u32)> = analysis.read_sites(kernel).collect();
            // Reads that advance alike are as far apart in every trip.
            let is_even =
                (sites.windows(2)).all(|pair| trips.advance(pair[0].0) == trips.advance(pair[1].0));
            let trips = if is_even { Trips::ONE } else { trips };
            let apart = watching == Watching::Accesses && !kernel.varies;
            let watched: Vec<Access> = (sites.iter())
                .map(|(address, ordinal)| access(*address, if apart { *ordinal } else { 0 }, trips))
                .collect();
            if doubtful(&watched, SubscriptTests::On).contains(&true) {
                return false;
            }
        }
        let first_read = self.reads.len();
        let read = kernel.read_addresses();
        self.reads
            .extend(read.map(|address| access(address, 0, trips)));
        let apart =
            |write: &Access, others: &[Access]| others.iter().all(|other| !write.may_meet(other));
        let (old, new) = self.reads.split_at(first_read);
        if !self.writes.iter().all(|write| apart(write, new)) {
            return false;
        }
        if let Control::Write { .. } = control {
            let write = access(kernel.outputs[0], 0, trips);
            if write.may_meet_itself()
                || !apart(&write, old)
                || !apart(&write, new)
                || !apart(&write, &self.writes)
            {
                return false;
            }
            self.writes.push(write);
        }
        true
    }
}
