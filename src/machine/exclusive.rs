//! Which accesses of a step may meet another, judged from their subscripts.
//!
//! Cells that grow evenly from processor to processor (`from + stride · lane`, stride ≠ 0) are
//! different for different processors, whatever they hold. Two such accesses with the same stride
//! touch a common cell only where the difference of their starts is a multiple of it, and with
//! strides s and t only where it is a multiple of gcd(s, t); accesses whose cells lie apart never
//! meet. What is settled by this needs no look at the cells; all other accesses are marked cell by
//! cell.

use std::ops::Range;

use super::access::Watching;
use super::configuration::Proofs;
use super::form::Span;
use super::memory::Cell;
use super::plan::{Cells, Plan};
use super::team::TeamId;
use super::witness::Acting;
use crate::code::control::Control;
use crate::code::kernel::{Kernel, Op};

/// With more accesses than this in a step, it is quicker to look than to compare all of them.
const MOST_COMPARED: usize = 64;

/// How the reads of a step are to be watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watch {
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
    team: TeamId,
    span: Span,
    cells: Cells,
    /// Which accesses it is simultaneous with.
    moment: u32,
    /// Which group, and which of its accesses.
    group: usize,
    site: usize,
}

impl Access {
    fn extent(&self) -> Range<Cell> {
        self.cells.extent(self.span)
    }

    /// Whether two processors do read a cell by this access: all read the same.
    fn meets_itself(&self, actor: &Acting<'_>) -> bool {
        let plan = &actor.results.plan;
        let all_read = !plan.list.contains(&plan.sites[self.site].op);
        all_read && !self.span.is_single() && matches!(self.cells, Cells::One(_))
    }

    /// Whether two processors may touch a cell by this access.
    fn may_meet_itself(&self) -> bool {
        match self.cells {
            Cells::One(_) | Cells::Within(_) => !self.span.is_single(),
            Cells::Line { .. } => false,
        }
    }

    /// Whether one processor by this access and another by the other may touch a cell.
    fn may_meet(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.extent(), other.extent());
        if mine.end <= theirs.start || theirs.end <= mine.start {
            return false;
        }
        // One and the same processor.
        if self.group == other.group && self.span.is_single() {
            return false;
        }
        let (Cells::Line { from: a, stride: s }, Cells::Line { from: b, stride: t }) =
            (&self.cells, &other.cells)
        else {
            return true;
        };
        let (s, t) = (i128::from(*s), i128::from(*t));
        let apart = i128::from(*b) - i128::from(*a);
        if s == t && self.team == other.team {
            // The same cells, processor by processor, or so many processors apart.
            let lanes = i128::from(
                self.span.last.max(other.span.last) - self.span.first.min(other.span.first),
            );
            return apart % s == 0 && apart != 0 && (apart / s).abs() <= lanes;
        }
        apart % gcd(s, t) == 0
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Says which reads of a step have to be watched, and marks those in the groups' results.
pub fn reads(acting: &mut [Acting<'_>], watching: Watching, proofs: Proofs) -> Watch {
    if watching == Watching::Nothing {
        return Watch::Nothing;
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
        let sites = &actor.results.plan.sites;
        for (site, read) in sites.iter().enumerate() {
            accesses.push(Access {
                team: actor.group.team,
                span: actor.group.lanes.span(),
                cells: read.cells.clone(),
                moment: if apart { read.ordinal } else { 0 },
                group,
                site,
            });
        }
    }
    if accesses
        .iter()
        .any(|access| access.meets_itself(&acting[access.group]))
    {
        return Watch::Met;
    }
    let doubtful = doubtful(&accesses, proofs);
    if doubtful.iter().all(|doubtful| !doubtful) {
        return Watch::Nothing;
    }
    if any_varies && watching == Watching::Accesses {
        return Watch::Logged;
    }
    let mut moments = 0;
    for (access, _) in accesses
        .iter()
        .zip(&doubtful)
        .filter(|(_, doubtful)| **doubtful)
    {
        let actor = &mut acting[access.group];
        let marks = &mut actor.results.marks;
        marks.resize(actor.results.plan.sites.len(), None);
        // A processor that skipped a read has not been where the read would have led it.
        if any_varies && marks.iter().any(Option::is_some) {
            marks.clear();
            return Watch::Logged;
        }
        marks[access.site] = Some(access.moment);
        moments = moments.max(access.moment as usize + 1);
    }
    Watch::Marked(moments)
}

/// Says of each group whether the cells that it writes in this step have to be marked.
pub fn writes(acting: &[Acting<'_>], proofs: Proofs) -> Vec<bool> {
    let mut accesses = Vec::new();
    for (group, actor) in acting.iter().enumerate() {
        if let Some(cells) = actor.written_cells() {
            accesses.push(Access {
                team: actor.group.team,
                span: actor.group.lanes.span(),
                cells,
                moment: 0,
                group,
                site: 0,
            });
        }
    }
    let mut marked = vec![false; acting.len()];
    for (access, doubtful) in accesses.iter().zip(doubtful(&accesses, proofs)) {
        marked[access.group] = doubtful;
    }
    marked
}

/// Which accesses may meet one of the same moment.
fn doubtful(accesses: &[Access], proofs: Proofs) -> Vec<bool> {
    let all_compared = accesses.len() <= MOST_COMPARED;
    let single = |access: &Access| access.span.is_single();
    let mut doubtful: Vec<bool> = (accesses.iter())
        .map(|access| {
            access.may_meet_itself() || !all_compared || (proofs == Proofs::Off && !single(access))
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
pub struct Together {
    team: TeamId,
    span: Span,
    reads: Vec<Access>,
    writes: Vec<Access>,
}

impl Together {
    /// None so far.
    pub fn new(team: TeamId, span: Span) -> Self {
        Self {
            team,
            span,
            reads: Vec::new(),
            writes: Vec::new(),
        }
    }

    /// Whether a statement can join the others: nobody meets anybody in it, as far as reads are
    /// watched, and nobody touches what another one writes in it or in the others.
    pub fn admits(
        &mut self,
        kernel: &Kernel,
        plan: &Plan,
        control: &Control,
        watching: Watching,
    ) -> bool {
        let access = |cells: Cells, moment: u32| Access {
            team: self.team,
            span: self.span,
            cells,
            moment,
            group: 0,
            site: 0,
        };
        let apart = watching == Watching::Accesses && !kernel.varies;
        let watched: Vec<Access> = (plan.sites.iter())
            .map(|site| access(site.cells.clone(), if apart { site.ordinal } else { 0 }))
            .collect();
        if watching != Watching::Nothing && doubtful(&watched, Proofs::On).contains(&true) {
            return false;
        }
        let first_read = self.reads.len();
        for op in &kernel.ops {
            if let Op::Read { address, .. } | Op::Peek { address, .. } = op {
                let cells = plan.cells(*address);
                self.reads.push(access(cells, 0));
            }
        }
        let apart =
            |write: &Access, others: &[Access]| others.iter().all(|other| !write.may_meet(other));
        let (old, new) = self.reads.split_at(first_read);
        if !self.writes.iter().all(|write| apart(write, new)) {
            return false;
        }
        if let Control::Write { .. } = control {
            let write = access(plan.cells(kernel.outputs[0]), 0);
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
