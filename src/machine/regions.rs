//! Regions: the branches, loops, blocks and calls in which groups are, and where the processors of each
//! wait until all have arrived at its end.
//!
//! Each construct that processors can leave at different times is a region. The regions form a tree
//! whose root is the call of the entry.

use super::groups::{CallResults, Group, GroupArrival, GroupClock, RegionId, Waiting};
use crate::code::control::Pc;
use crate::engine::lanes::selection::{Gathering, Lane, Selection};
use crate::engine::lanes::team::{Team, TeamId};

/// A construct that is being executed.
#[derive(Debug, Clone)]
pub struct OpenConstruct {
    parent: Option<RegionId>,
    /// The team whose processors are inside.
    pub(super) team: TeamId,
    pub(super) kind: ConstructKind,
}

#[derive(Debug, Clone)]
pub(super) enum ConstructKind {
    /// An `ako` whose branches are being executed.
    Branch {
        join: Pc,
        pending: u32,
        /// The processors that reached the `ako`.
        whole: Selection,
        arrived: Gathering,
        clock: GroupClock,
        deferred: Option<Group>,
    },
    /// A loop.
    Loop {
        rejoin: Pc,
        exit: Pc,
        /// The processors that reached the loop.
        whole: Selection,
        exited: Gathering,
        continued: Gathering,
    },
    /// A block: its opener waits after it.
    Block {
        opener: Waiting,
        pending: u32,
        clock: GroupClock,
    },
    /// A call; the entry has no caller.
    Call {
        caller: Option<Waiting>,
        returned: CallResults,
    },
}

impl OpenConstruct {
    /// The group that waits after the block or call; `None` for the entry, branches and loops.
    pub(super) fn opener(&self) -> Option<&Waiting> {
        match &self.kind {
            ConstructKind::Block { opener, .. } => Some(opener),
            ConstructKind::Call { caller, .. } => caller.as_ref(),
            ConstructKind::Branch { .. } | ConstructKind::Loop { .. } => None,
        }
    }
}

/// The tree of regions.
#[derive(Debug, Default, Clone)]
pub struct Schedule {
    regions: Vec<Option<OpenConstruct>>,
    free: Vec<u32>,
}

impl Schedule {
    fn add(&mut self, region: OpenConstruct) -> RegionId {
        if let Some(slot) = self.free.pop() {
            self.regions[slot as usize] = Some(region);
            return RegionId(slot);
        }
        self.regions.push(Some(region));
        RegionId(self.regions.len() as u32 - 1)
    }

    /// The constructs that are being executed.
    pub(super) fn regions(&self) -> impl Iterator<Item = &OpenConstruct> {
        self.regions.iter().flatten()
    }

    /// A construct and those around it, the innermost first.
    pub fn around(&self, region: RegionId) -> impl Iterator<Item = RegionId> {
        let parent = |of: &RegionId| self.regions[of.0 as usize].as_ref()?.parent;
        std::iter::successors(Some(region), parent)
    }

    fn get(&mut self, id: RegionId) -> &mut OpenConstruct {
        self.regions[id.0 as usize]
            .as_mut()
            .expect("a group lies in a live region")
    }

    fn remove(&mut self, id: RegionId) -> OpenConstruct {
        self.free.push(id.0);
        self.regions[id.0 as usize]
            .take()
            .expect("a region ends once")
    }

    /// Enters the call of the entry, which has no caller.
    pub fn enter_run(&mut self, team: TeamId, returned: CallResults) -> RegionId {
        self.add(OpenConstruct {
            parent: None,
            team,
            kind: ConstructKind::Call {
                caller: None,
                returned,
            },
        })
    }

    /// A group calls an algorithm; it continues at `next`.
    pub fn enter_call(
        &mut self,
        caller: Group,
        next: Pc,
        team: TeamId,
        returned: CallResults,
    ) -> RegionId {
        let parent = Some(caller.region);
        let caller = Some(Waiting {
            team: caller.team,
            lanes: caller.lanes,
            next,
        });
        self.add(OpenConstruct {
            parent,
            team,
            kind: ConstructKind::Call { caller, returned },
        })
    }

    /// A group opens a block that `pending` groups will execute; it continues at `next`.
    pub fn enter_block(&mut self, opener: Group, next: Pc, team: TeamId, pending: u32) -> RegionId {
        let (parent, clock) = (Some(opener.region), opener.clock);
        let opener = Waiting {
            team: opener.team,
            lanes: opener.lanes,
            next,
        };
        self.add(OpenConstruct {
            parent,
            team,
            kind: ConstructKind::Block {
                opener,
                pending,
                clock,
            },
        })
    }

    /// A group enters a loop.
    pub fn enter_loop(&mut self, group: &mut Group, rejoin: Pc, exit: Pc) {
        let kind = ConstructKind::Loop {
            rejoin,
            exit,
            whole: group.lanes.clone(),
            exited: Gathering::default(),
            continued: Gathering::default(),
        };
        let region = OpenConstruct {
            parent: Some(group.region),
            team: group.team,
            kind,
        };
        group.region = self.add(region);
    }

    /// A group is divided into branches that meet at `join`. The processors of `idle` are there already;
    /// `whole` are all that reached the branch.
    pub fn enter_branch(
        &mut self,
        group: &Group,
        whole: Selection,
        join: Pc,
        pending: u32,
        idle: Selection,
    ) -> RegionId {
        let mut arrived = Gathering::default();
        arrived.add(idle);
        let kind = ConstructKind::Branch {
            join,
            pending,
            whole,
            arrived,
            clock: group.clock,
            deferred: None,
        };
        self.add(OpenConstruct {
            parent: Some(group.region),
            team: group.team,
            kind,
        })
    }

    /// Defers a branch until the other one has arrived.
    pub fn defer(&mut self, region: RegionId, group: Group) {
        if let ConstructKind::Branch { deferred, .. } = &mut self.get(region).kind {
            *deferred = Some(group);
        }
    }

    /// Removes the branches and loops around the only group of a call; returns the region of the call.
    pub fn leave_constructs(&mut self, mut region: RegionId) -> RegionId {
        while matches!(
            self.get(region).kind,
            ConstructKind::Branch { .. } | ConstructKind::Loop { .. }
        ) {
            let parent = self.remove(region).parent;
            region = parent.expect("only the entry has no construct around it");
        }
        region
    }

    fn innermost(
        &mut self,
        mut region: RegionId,
        matches: impl Fn(&ConstructKind) -> bool,
    ) -> Option<&mut OpenConstruct> {
        while !matches(&self.get(region).kind) {
            region = self.get(region).parent?;
        }
        Some(self.get(region))
    }

    /// Removes processors of a group from the innermost loop.
    pub fn leave_loop(&mut self, region: RegionId, lanes: Selection) {
        let found = self.innermost(region, |kind| matches!(kind, ConstructKind::Loop { .. }));
        if let Some(OpenConstruct {
            kind: ConstructKind::Loop { exited, .. },
            ..
        }) = found
        {
            exited.add(lanes);
        }
    }

    /// These processors of a group wait at the end of the innermost loop's body.
    pub fn continue_loop(&mut self, region: RegionId, lanes: Selection) {
        let found = self.innermost(region, |kind| matches!(kind, ConstructKind::Loop { .. }));
        if let Some(OpenConstruct {
            kind: ConstructKind::Loop { continued, .. },
            ..
        }) = found
        {
            continued.add(lanes);
        }
    }

    /// The processors that wait at the end of this loop's body join the group.
    pub fn rejoin(&mut self, group: &mut Group, width: u32) {
        if let ConstructKind::Loop {
            continued, whole, ..
        } = &mut self.get(group.region).kind
        {
            let waiting = continued.take(whole, width);
            if !waiting.is_empty() {
                let lanes = std::mem::take(&mut group.lanes);
                group.lanes = lanes.union(waiting, width);
            }
        }
    }

    /// The results of the innermost call so far.
    pub fn returned(&mut self, region: RegionId) -> &mut CallResults {
        let found = self.innermost(region, |kind| matches!(kind, ConstructKind::Call { .. }));
        match found {
            Some(OpenConstruct {
                kind: ConstructKind::Call { returned, .. },
                ..
            }) => returned,
            _ => unreachable!("every region lies in the call of the entry"),
        }
    }

    /// A group has nothing left to execute in its region. `lanes` are its processors that are still in
    /// it. Lists that are no longer needed are kept in `spare_lists`; the loops that end by this are
    /// counted in `loops_over`.
    pub fn arrive(
        &mut self,
        region: RegionId,
        lanes: Selection,
        clock: GroupClock,
        teams: &[Team],
        spare_lists: &mut Vec<Vec<Lane>>,
        loops_over: &mut u32,
    ) -> GroupArrival {
        let (mut id, mut lanes, mut clock) = (region, lanes, clock);
        loop {
            let region = self.get(id);
            let team = region.team;
            let width = teams[team.0 as usize].width;
            match &mut region.kind {
                ConstructKind::Branch {
                    pending,
                    arrived,
                    clock: latest,
                    deferred,
                    ..
                } => {
                    arrived.add(lanes);
                    *latest = clock.later(*latest);
                    *pending -= 1;
                    if let Some(mut next) = deferred.take() {
                        next.clock = *latest;
                        return GroupArrival::Resume(next);
                    }
                    if *pending > 0 {
                        return GroupArrival::Wait;
                    }
                }
                ConstructKind::Loop {
                    rejoin,
                    continued,
                    whole,
                    ..
                } => {
                    if !continued.is_empty() {
                        let lanes = continued.take(whole, width);
                        let pc = *rejoin;
                        return GroupArrival::Resume(Group {
                            team,
                            lanes,
                            pc,
                            region: id,
                            clock,
                        });
                    }
                }
                ConstructKind::Block {
                    pending,
                    clock: latest,
                    ..
                } => {
                    *latest = clock.later(*latest);
                    *pending -= 1;
                    if *pending > 0 {
                        return GroupArrival::Wait;
                    }
                }
                ConstructKind::Call { .. } => {}
            }
            let ended = self.remove(id);
            let parent = ended.parent;
            let (pc, remaining) = match ended.kind {
                ConstructKind::Branch {
                    join,
                    whole,
                    arrived,
                    clock: latest,
                    ..
                } => {
                    clock = latest;
                    (join, arrived.end(&whole, width, spare_lists))
                }
                ConstructKind::Loop {
                    exit,
                    whole,
                    mut exited,
                    ..
                } => {
                    *loops_over += 1;
                    (exit, exited.take(&whole, width))
                }
                ConstructKind::Block { opener, clock, .. } => {
                    return GroupArrival::BlockOver(team, opener.resume(parent, clock));
                }
                ConstructKind::Call {
                    caller: Some(caller),
                    returned,
                } => {
                    return GroupArrival::CallOver(team, returned, caller.resume(parent, clock));
                }
                ConstructKind::Call {
                    caller: None,
                    returned,
                } => return GroupArrival::RunOver(returned),
            };
            let parent = parent.expect("only the entry has no construct around it");
            if !remaining.is_empty() {
                let group = Group {
                    team,
                    lanes: remaining,
                    pc,
                    region: parent,
                    clock,
                };
                return GroupArrival::Resume(group);
            }
            (id, lanes) = (parent, Selection::none());
        }
    }
}
