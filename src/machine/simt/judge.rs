//! The accesses of a warp, compared with those that no barrier orders before them.

use super::fault::{KernelFault, KernelRace, RacingAccess, RacingKind};
use super::races::{Accessor, ItemAccess, ItemAccessKind, MetAccess, phase};
use super::run::LaunchRun;
use super::warp::WarpRun;
use crate::code::control::Instruction;
use crate::code::kernel::ArrayRef;
use crate::engine::cells::Cell;
use crate::machine::configuration::OnViolation;
use crate::machine::fault::FaultKind;
use crate::machine::groups::Group;
use crate::machine::names::{TeamProcessor, name_cell};
use crate::machine::pram::EarlyStop;
use crate::source::Span;

impl WarpRun {
    /// Compares what the lanes read with other accesses of the interval and of the launch.
    pub(super) fn judge_reads(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        instruction: &Instruction,
    ) -> Result<(), EarlyStop> {
        let kernel = instruction.kernel();
        let log = std::mem::take(&mut self.log);
        let mut judged = Ok(());
        for site in &log.sites {
            let array = site.array(kernel);
            let span = kernel.spans[site.op as usize];
            let accesses = (site.cells.iter().enumerate())
                .map(|(at, cell)| (site.position(at), *cell, ItemAccessKind::Read));
            judged = self.judge(launch, group, (array, span), accesses);
            if judged.is_err() {
                break;
            }
        }
        self.log = log;
        judged
    }

    /// Compares accesses, each with the position of its lane, with earlier ones, and keeps them.
    pub(super) fn judge(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        (array, span): (ArrayRef, Span),
        accesses: impl Iterator<Item = (usize, Cell, ItemAccessKind)>,
    ) -> Result<(), EarlyStop> {
        let phase = phase(launch.gpu.order, self.phases, self.statements);
        for (position, cell, kind) in accesses {
            let site = launch.sites.number(span);
            let item = self.item(launch, group, position);
            let who = Accessor {
                group: self.group,
                item,
                site,
            };
            let access = ItemAccess {
                who,
                kind,
                warp: self.number,
                lane: item - self.number * launch.gpu.warp as u32,
                phase,
                partial: &self.partial,
            };
            let is_global = !launch.map.group.contains(&cell);
            let met = launch.machine.scratch.races.note(cell, &access, is_global);
            let Some(met) = met else {
                continue;
            };
            let race = self.race(launch, group, (array, cell), met, access);
            if launch.machine.configuration.on_violation == OnViolation::Continue {
                launch.machine.state.kernel_races.add(race);
                continue;
            }
            let kind = FaultKind::Kernel(Box::new(KernelFault::Race(Box::new(race))));
            return Err(launch.machine.fault(kind, span, &launch.kernel.opener));
        }
        Ok(())
    }

    /// The number of the item, in its group, that the lane at a position is.
    pub(super) fn item(
        &self,
        launch: &LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        position: usize,
    ) -> u32 {
        let lane = group.lanes.at(position);
        let processor = TeamProcessor {
            team: group.team,
            lane,
        };
        let lane = if group.team == self.team {
            lane
        } else {
            let of_block = launch.machine.names().number(processor);
            of_block - launch.machine.state.teams[self.team.0 as usize].first_lane
        };
        self.number * launch.gpu.warp as u32 + lane
    }

    /// Two accesses in the terms of the program.
    fn race(
        &self,
        launch: &LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        (array, cell): (ArrayRef, Cell),
        met: MetAccess,
        access: ItemAccess<'_>,
    ) -> KernelRace {
        let machine = &*launch.machine;
        let info = &machine.algorithm(machine.team(group).algorithm).arrays[array.id.index()];
        let processor = TeamProcessor {
            team: group.team,
            lane: group.lanes.at(0),
        };
        let handle = machine.names().handle(processor, array);
        let cell = handle.map_or_else(
            || info.name.clone(),
            |handle| name_cell(&info.name, info.rank, handle, cell),
        );
        let racing = |who: Accessor, kind| RacingAccess {
            who: if met.is_in_group {
                launch.named(false, who.item.into())
            } else {
                launch.named(true, who.group.into())
            },
            span: launch.sites.span(who.site),
            kind,
        };
        let kinds = [RacingKind::Read, RacingKind::Write, RacingKind::Atomic];
        let kind = match access.kind {
            ItemAccessKind::Read => RacingKind::Read,
            ItemAccessKind::Write(_) => RacingKind::Write,
            ItemAccessKind::Atomic => RacingKind::Atomic,
        };
        KernelRace {
            cell,
            group: met
                .is_in_group
                .then(|| launch.group_name(self.group.into())),
            accesses: [
                racing(met.first, kinds[met.first_kind]),
                racing(access.who, kind),
            ],
        }
    }
}
