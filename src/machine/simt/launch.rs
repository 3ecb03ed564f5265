//! A launch of a kernel: its groups, one after the other, as the schedule has room for them.

use std::collections::HashMap;

use super::configuration::Gpu;
use super::counts::{ExceededLimit, GroupNeeds, Launch, sorted};
use super::fault::KernelFault;
use super::history::{LaunchRecord, RecordedWarp};
use super::layout::layout;
use super::races::{self, RacingSites};
use super::run::{KernelBlock, LaunchRun, value_of};
use super::schedule::{self, WarpStream};
use super::statement::MemoryMap;
use super::warp::{WarpRun, WarpStop};
use crate::code::control::Pc;
use crate::engine::cells::{Cell, Region};
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::team::{Ancestry, ArrayColumn, Regime};
use crate::machine::fault::{FaultKind, MemoryUse};
use crate::machine::groups::Group;
use crate::machine::index_range::{IndexRange, product};
use crate::machine::pram::{EarlyStop, Machine};

/// Starts a kernel, whose first `group_ranges` ranges number groups, and executes it.
pub fn launch(
    machine: &mut Machine<'_, '_>,
    kernel: KernelBlock,
    ranges: &[IndexRange],
    group_ranges: usize,
    gpu: Gpu,
) -> Result<Option<Group>, EarlyStop> {
    machine.run_deferred()?;
    let (of_groups, of_items) = ranges.split_at(group_ranges);
    let (groups, items) = (product(of_groups), product(of_items));
    let (opener, span) = (&kernel.opener, kernel.span);
    let limit = machine.configuration.limits.processors.min(u32::MAX.into());
    let asked = groups.saturating_mul(items);
    if asked > u128::from(limit) {
        return Err(machine.fault(FaultKind::TooManyProcessors { asked, limit }, span, opener));
    }
    if groups > 0 && items == 0 {
        let fault = FaultKind::Kernel(Box::new(KernelFault::NoItems));
        return Err(machine.fault(fault, span, opener));
    }
    let algorithm = machine.team(opener).algorithm;
    if asked > 0 {
        let body = Pc(opener.pc.0 + 1);
        let layout = layout(
            machine,
            opener,
            kernel.block,
            (body, kernel.after),
            items as u64,
        )?;
        if let Some(fault) = does_not_fit(&layout.needs, &gpu) {
            return Err(machine.fault(FaultKind::Kernel(Box::new(fault)), span, opener));
        }
        let cells = machine
            .state
            .memory
            .len()
            .saturating_add(layout.needs.words);
        let stamps = u128::from(cells) * u128::from(races::BYTES_PER_CELL);
        machine.check_memory(stamps, || MemoryUse::KernelAccesses, span, opener)?;
        let mut run = LaunchRun {
            algorithm,
            ranges: [of_groups, of_items],
            layout,
            groups: groups as u64,
            next: 0,
            map: MemoryMap {
                starts: array_starts(machine),
                group: 0..0,
            },
            lines: HashMap::new(),
            parts: HashMap::new(),
            sites: RacingSites::default(),
            record: gpu.records.then(LaunchRecord::default),
            gpu,
            kernel: &kernel,
            machine,
        };
        let executed = run.execute();
        run.keep_record();
        executed?;
    }
    let mut next = kernel.opener;
    next.pc = kernel.after;
    Ok(Some(next))
}

/// The first cell of every array, in order.
pub(super) fn array_starts(machine: &Machine<'_, '_>) -> Vec<Cell> {
    let owned = machine.state.teams.iter().flat_map(|team| &team.owned);
    let mut starts: Vec<Cell> = owned.map(|(_, region)| region.base).collect();
    starts.sort_unstable();
    starts
}

/// The limit that a single group exceeds.
fn does_not_fit(needs: &GroupNeeds, gpu: &Gpu) -> Option<KernelFault> {
    let (limit, needed, most) = needs.exceeds(gpu)?;
    let fits = |items: &u64| {
        let fewer = GroupNeeds {
            items: *items,
            ..*needs
        };
        fewer.exceeds(gpu).is_none()
    };
    let largest = match limit {
        ExceededLimit::Words => 0,
        ExceededLimit::Items | ExceededLimit::Warps | ExceededLimit::Registers => {
            (1..=gpu.group_max.min(needs.items))
                .rev()
                .find(fits)
                .unwrap_or(0)
        }
    };
    Some(KernelFault::DoesNotFit {
        limit,
        items: needs.items,
        needed,
        most,
        largest,
    })
}

impl LaunchRun<'_, '_, '_, '_> {
    fn execute(&mut self) -> Result<(), EarlyStop> {
        let cells = self.machine.state.memory.len() + self.layout.needs.words;
        self.machine.scratch.races.begin_launch(cells as usize);
        let gpu = self.gpu;
        let occupancy = self.layout.needs.occupancy(&gpu, self.groups);
        if let Some(record) = &mut self.record {
            record.resident = occupancy.groups;
        }
        let timed = schedule::time(&gpu, occupancy.groups, || self.next_group(), |_| {})?;
        let (lines, counts) = sorted(std::mem::take(&mut self.lines));
        let warps = self.layout.needs.warps(&gpu);
        let launch = Launch {
            span: self.kernel.span,
            is_adapted: false,
            counts,
            time: timed.time + gpu.launch,
            groups: self.groups,
            warps: self.groups * warps,
            items: self.layout.needs.items,
            bounds: timed.bounds,
            occupancy,
            lines,
        };
        self.machine.observer.launch(launch);
        Ok(())
    }

    /// Executes the next group; the result is what its warps issued.
    fn next_group(&mut self) -> Result<Option<Vec<WarpStream>>, EarlyStop> {
        if self.next == self.groups {
            return Ok(None);
        }
        let number = self.next;
        self.next += 1;
        let words = self.layout.needs.words;
        let memory = if words > 0 {
            let (span, opener) = (self.kernel.span, &self.kernel.opener);
            Some(
                self.machine
                    .cells(|| MemoryUse::GroupMemory, words, span, opener)?,
            )
        } else {
            None
        };
        self.map.group = memory.map_or(0..0, |region| region.base..region.base + region.cells);
        let mut warps = (0..self.layout.needs.warps(&self.gpu))
            .map(|warp| self.warp(number, warp, memory))
            .collect::<Result<Vec<_>, _>>()?;
        let executed = self.intervals(&mut warps);
        if let Some(record) = &mut self.record {
            let recorded = warps.iter_mut().map(|warp| RecordedWarp {
                stream: warp.stream.clone(),
                instructions: std::mem::take(&mut warp.instructions),
            });
            record.groups.push(recorded.collect());
        }
        executed?;
        if let Some(region) = memory {
            self.machine.state.memory.release(region);
        }
        Ok(Some(warps.into_iter().map(|warp| warp.stream).collect()))
    }

    /// Executes the warps of a group, from barrier to barrier.
    fn intervals(&mut self, warps: &mut [WarpRun]) -> Result<(), EarlyStop> {
        loop {
            self.machine.scratch.races.begin_interval();
            let mut stops = Vec::with_capacity(warps.len());
            for at in 0..warps.len() {
                let races = self.machine.state.kernel_races.found.len();
                match warps[at].run(self) {
                    Ok(stop) => stops.push(stop),
                    Err(fault) if fault.is_unwritten() => {
                        let race = self.race_of(&mut warps[at + 1..], races);
                        return Err(race.unwrap_or(fault));
                    }
                    Err(stop) => return Err(stop),
                }
            }
            if !self.meet(warps, &stops)? {
                return Ok(());
            }
        }
    }

    /// The first race after `known` ones, with these warps executed up to their barriers: what a warp before them
    /// reads and nobody wrote is often what they write, and a barrier is missing. A run that goes on after races
    /// has no value to go on with.
    fn race_of(&mut self, warps: &mut [WarpRun], known: usize) -> Option<EarlyStop> {
        let mut stops = warps.iter_mut().filter_map(|warp| warp.run(self).err());
        if let Some(race) = stops.find(EarlyStop::is_kernel_race) {
            return Some(race);
        }
        let race = self.machine.state.kernel_races.found.get(known)?.clone();
        let span = race.accesses[1].span;
        let kind = FaultKind::Kernel(Box::new(KernelFault::Race(Box::new(race))));
        Some(self.machine.fault(kind, span, &self.kernel.opener))
    }

    /// Adds the record of the launch to that of the run.
    fn keep_record(&mut self) {
        let Some(record) = self.record.take() else {
            return;
        };
        let Some(mut history) = self.machine.state.kernel_history.take() else {
            return;
        };
        let about = (self.kernel.span, false, self.layout.needs.items);
        history.add(&self.gpu, record, about, |group| self.group_name(group));
        self.machine.state.kernel_history = Some(history);
    }

    /// Whether the warps of a group are at a barrier, to which all of its items came; false at the end.
    fn meet(&self, warps: &[WarpRun], stops: &[WarpStop]) -> Result<bool, EarlyStop> {
        let at_barrier = |stop: &&WarpStop| matches!(stop, WarpStop::Barrier { .. });
        let Some(first) = stops.iter().find(at_barrier) else {
            return Ok(false);
        };
        let WarpStop::Barrier { place, span, .. } = first else {
            return Ok(false);
        };
        let mut reached = 0;
        let mut others = None;
        for stop in stops {
            match stop {
                WarpStop::Barrier {
                    place: own, lanes, ..
                } if own == place => reached += lanes,
                WarpStop::Barrier { span, .. } => others = others.or(Some(*span)),
                WarpStop::End => {}
            }
        }
        let of: u64 = warps.iter().map(WarpRun::remaining).sum();
        if reached == of {
            return Ok(true);
        }
        let fault = KernelFault::Barrier {
            reached,
            of,
            group: self.group_name(self.next - 1),
            others: others.unwrap_or(self.kernel.span),
        };
        let kind = FaultKind::Kernel(Box::new(fault));
        Err(self.machine.fault(kind, *span, &self.kernel.opener))
    }

    /// A warp before its first statement.
    fn warp(
        &mut self,
        group: u64,
        warp: u64,
        memory: Option<Region>,
    ) -> Result<WarpRun, EarlyStop> {
        let KernelBlock {
            opener,
            block,
            after,
            span,
        } = self.kernel;
        let items = self.layout.needs.items;
        let first = warp * self.gpu.warp;
        let width = (items - first).min(self.gpu.warp) as u32;
        let machine = &mut *self.machine;
        machine.check_lane_memory(self.algorithm, *block, width, *span, opener)?;
        let origin = Ancestry::One(opener.lanes.at(0));
        let team = machine.assemble(self.algorithm, *block, width, Some(opener.team), origin);
        machine.state.live_processors += u64::from(width);
        let own = &mut machine.state.teams[team.0 as usize];
        own.regime = Regime::Warp;
        own.first_lane = (group * items + first) as u32;
        for (slot, handle) in &self.layout.arrays {
            let base = memory.map_or(0, |region| region.base);
            own.arrays[slot.0 as usize] = Some(ArrayColumn::Uniform(handle.moved(base)));
        }
        let indices =
            &machine.code.algorithms[self.algorithm.index()].blocks[block.index()].indices;
        let [of_groups, of_items] = self.ranges;
        let (group_slots, item_slots) = indices.split_at(of_groups.len());
        for (place, slot) in group_slots.iter().enumerate() {
            let value = value_of(of_groups, place, group);
            machine.set_scalar(team, *slot, Column::constant(value));
        }
        for (place, slot) in item_slots.iter().enumerate() {
            let items = first..first + u64::from(width);
            let values = items.map(|item| value_of(of_items, place, item)).collect();
            machine.set_scalar(team, *slot, Column::flat(values));
        }
        let schedule = &mut machine.state.schedule;
        let region = schedule.enter_block(opener.clone(), *after, team, 1);
        let live = Group {
            team,
            lanes: Selection::All(width),
            pc: Pc(opener.pc.0 + 1),
            region,
            clock: opener.clock,
        };
        Ok(WarpRun::new(live, group as u32, warp as u32))
    }
}
