//! The groups of processors at a pause: the statement of each, and whether it waits for others.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::regions::{ConstructKind, OpenConstruct};
use super::view::View;
use crate::code::control::{Control, Instruction};
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::team::TeamId;
use crate::source::Span;

/// A group: processors at the same place of their program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupView {
    pub processors: usize,
    /// The indices of the blocks around them, outermost first: names, and the values of all; empty in
    /// sequential code.
    pub indices: Vec<(String, Vec<i64>)>,
    /// Whether they can execute a statement, or wait.
    pub stand: Stand,
    /// The statement.
    pub span: Span,
}

/// The state of processors at a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// They execute it next, or it is free.
    Next,
    /// They have finished it: a branch, the body of a loop or block, a call.
    Behind,
    /// They have finished it, and wait for others that have not.
    WaitBehind,
    /// They wait until others have reached the end of a branch of it; then they execute theirs.
    WaitForBranch,
    /// They wait at this barrier.
    WaitAt,
}

impl<'a> View<'a> {
    /// The groups that can execute a statement, then the processors that wait for others of their block
    /// or call, outer ones first.
    pub fn groups(self) -> Vec<GroupView> {
        let mut placed: BTreeMap<TeamId, Vec<Lane>> = BTreeMap::new();
        let mut place = |team: TeamId, lanes: &[Lane]| {
            placed.entry(team).or_default().extend(lanes);
        };
        let mut groups = Vec::new();
        for group in &self.state.waiting {
            let lanes: Vec<Lane> = group.lanes.iter().collect();
            place(group.team, &lanes);
            let next = self.instruction(group.team, group.pc.0);
            let stand = if is_end(&next.control) {
                Stand::Behind
            } else {
                Stand::Next
            };
            groups.extend(self.group(group.team, lanes, (stand, next.span)));
        }
        let blocks = self.state.blocks.values();
        for parked in blocks.flat_map(|block| block.parked.values()) {
            let group = &parked.group;
            let lanes: Vec<Lane> = group.lanes.iter().collect();
            place(group.team, &lanes);
            let barrier = self.instruction(group.team, group.pc.0 - 1).span;
            groups.extend(self.group(group.team, lanes, (Stand::WaitAt, barrier)));
        }
        let regions = || self.state.schedule.regions();
        for region in regions() {
            if let Some(opener) = region.opener() {
                let lanes: Vec<Lane> = opener.lanes.iter().collect();
                place(opener.team, &lanes);
            }
            for (lanes, at) in self.gathered(region) {
                place(region.team, &lanes);
                groups.extend(self.group(region.team, lanes, at));
            }
        }
        // A processor of a block or call that is in no group has reached its end.
        for region in regions() {
            let Some(opener) = region.opener() else {
                continue;
            };
            let mut here = placed.remove(&region.team).unwrap_or_default();
            here.sort_unstable();
            let width = self.state.teams[region.team.0 as usize].width;
            let done = (0..width).filter(|lane| here.binary_search(lane).is_err());
            let opened = self.opening(opener.team, opener.next.0);
            groups.extend(self.group(region.team, done.collect(), (Stand::WaitBehind, opened)));
        }
        groups
    }

    /// The processors that have reached the end of a branch or loop and wait for the others, with their
    /// state and statement.
    fn gathered(self, region: &OpenConstruct) -> Vec<(Vec<Lane>, (Stand, Span))> {
        match &region.kind {
            ConstructKind::Branch {
                join,
                arrived,
                deferred,
                ..
            } => {
                let is_it = |control: &Control| matches!(control, Control::Branch { join: own, .. } if own == join);
                let span = self.found(region.team, is_it);
                let deferred = deferred.iter().map(|group| {
                    let lanes = group.lanes.iter().collect();
                    (lanes, (Stand::WaitForBranch, span))
                });
                let arrived = (arrived.lanes().collect(), (Stand::WaitBehind, span));
                deferred.chain([arrived]).collect()
            }
            ConstructKind::Loop {
                rejoin,
                exited,
                continued,
                ..
            } => {
                let is_it = |control: &Control| matches!(control, Control::EnterLoop { rejoin: own, .. } if own == rejoin);
                let span = self.found(region.team, is_it);
                let waiting = exited.lanes().chain(continued.lanes());
                vec![(waiting.collect(), (Stand::WaitBehind, span))]
            }
            ConstructKind::Block { .. } | ConstructKind::Call { .. } => Vec::new(),
        }
    }

    /// Some lanes of a team as a group; `None` if there are none.
    fn group(
        self,
        team: TeamId,
        mut lanes: Vec<Lane>,
        (stand, span): (Stand, Span),
    ) -> Option<GroupView> {
        lanes.sort_unstable();
        lanes.first()?;
        let processors = lanes.len();
        let lanes = Selection::List(Arc::new(lanes.into()));
        let indices = self.team(team).index_values(&lanes).into_iter();
        Some(GroupView {
            processors,
            indices: indices
                .map(|(name, values)| (name.to_owned(), values))
                .collect(),
            stand,
            span,
        })
    }

    fn instructions(self, team: TeamId) -> &'a [Instruction] {
        let team = &self.state.teams[team.0 as usize];
        &self.code.algorithms[team.algorithm.index()].instructions
    }

    fn instruction(self, team: TeamId, at: u32) -> &'a Instruction {
        &self.instructions(team)[at as usize]
    }

    /// The statement of an instruction of the team's algorithm.
    fn found(self, team: TeamId, is_it: impl Fn(&Control) -> bool) -> Span {
        let mut all = self.instructions(team).iter();
        let found = all.find(|instruction| is_it(&instruction.control));
        found
            .expect("a construct has an instruction that enters it")
            .span
    }

    /// The block or call after which the processors of a team continue.
    fn opening(self, team: TeamId, next: u32) -> Span {
        let is_it = |instruction: &&Instruction| matches!(&instruction.control, Control::Open { after, .. } if after.0 == next);
        let block = self.instructions(team).iter().find(is_it);
        let call = || self.instruction(team, next - 1);
        block.unwrap_or_else(call).span
    }
}

/// Whether processors at this instruction have finished its statement.
fn is_end(control: &Control) -> bool {
    matches!(
        control,
        Control::Join
            | Control::Rejoin
            | Control::CountNext { .. }
            | Control::Jump(_)
            | Control::Close
            | Control::Leave
            | Control::End
    )
}
