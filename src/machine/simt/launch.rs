//! A launch of a kernel: its groups, one after the other, as the schedule has room for them.

use std::collections::HashMap;

use super::configuration::Gpu;
use super::counts::{Counts, ExceededLimit, GroupNeeds, Launch};
use super::fault::KernelFault;
use super::layout::{GroupLayout, layout};
use super::races::{self, RacingSites};
use super::schedule::{self, WarpStream};
use super::statement::{MemoryMap, StatementParts};
use super::warp::{WarpRun, WarpStop};
use crate::code::control::Pc;
use crate::engine::cells::{Cell, Region};
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::team::{Ancestry, ArrayColumn, Regime};
use crate::machine::fault::FaultKind;
use crate::machine::groups::Group;
use crate::machine::index_range::{IndexRange, product};
use crate::machine::pram::{EarlyStop, Machine};
use crate::program::{AlgorithmId, BlockId};
use crate::source::Span;

/// A kernel that is started.
pub struct Kernel {
    /// The group of processors that starts it.
    pub opener: Group,
    pub block: BlockId,
    /// The instruction after it.
    pub after: Pc,
    /// Its header.
    pub span: Span,
}

/// A launch in progress.
pub(super) struct LaunchRun<'k, 'm, 'r, 'c> {
    pub machine: &'m mut Machine<'r, 'c>,
    pub kernel: &'k Kernel,
    pub gpu: Gpu,
    algorithm: AlgorithmId,
    /// The ranges of the groups and of the items of one.
    ranges: [&'k [IndexRange]; 2],
    layout: GroupLayout,
    /// Groups in all, and the next one.
    groups: u64,
    next: u64,
    pub map: MemoryMap,
    /// The counts of each statement.
    pub lines: HashMap<Span, Counts>,
    /// The parts of the statements executed so far.
    pub parts: HashMap<(AlgorithmId, Pc), StatementParts>,
    pub sites: RacingSites,
}

/// Starts a kernel, whose first `group_ranges` ranges number groups, and executes it.
pub fn launch(
    machine: &mut Machine<'_, '_>,
    kernel: Kernel,
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
        machine.check_memory(
            stamps,
            || "the accesses of a kernel".to_owned(),
            span,
            opener,
        )?;
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
            gpu,
            kernel: &kernel,
            machine,
        };
        run.execute()?;
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
        let timed = schedule::time(&gpu, occupancy.groups, || self.next_group())?;
        let mut lines: Vec<(Span, Counts)> = self.lines.drain().collect();
        lines.sort_unstable_by_key(|(span, _)| *span);
        let mut counts = Counts::default();
        for (_, line) in &lines {
            counts.add(line);
        }
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
                    .cells("the memory of a group", words, span, opener)?,
            )
        } else {
            None
        };
        self.map.group = memory.map_or(0..0, |region| region.base..region.base + region.cells);
        let mut warps = (0..self.layout.needs.warps(&self.gpu))
            .map(|warp| self.warp(number, warp, memory))
            .collect::<Result<Vec<_>, _>>()?;
        loop {
            self.machine.scratch.races.begin_interval();
            let mut stops = Vec::with_capacity(warps.len());
            for warp in &mut warps {
                stops.push(warp.run(self)?);
            }
            if !self.meet(&warps, &stops)? {
                break;
            }
        }
        if let Some(region) = memory {
            self.machine.state.memory.release(region);
        }
        Ok(Some(warps.into_iter().map(|warp| warp.stream).collect()))
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
        let Kernel {
            opener,
            block,
            after,
            span,
        } = self.kernel;
        let items = self.layout.needs.items;
        let first = warp * u64::from(self.gpu.warp);
        let width = (items - first).min(self.gpu.warp.into()) as u32;
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

    /// A group as users name it: by the values of its indices.
    pub(super) fn group_name(&self, group: u64) -> String {
        let [ranges, _] = self.ranges;
        let values = (0..ranges.len()).map(|place| value_of(ranges, place, group).to_string());
        let values: Vec<String> = values.collect();
        match values.as_slice() {
            [one] => one.clone(),
            several => format!("({})", several.join(", ")),
        }
    }

    /// A group or an item with the names of its indices: `t = 3`.
    pub(super) fn named(&self, is_group: bool, number: u64) -> String {
        let [groups, items] = self.ranges;
        let block = &self.machine.algorithm(self.algorithm).blocks[self.kernel.block.index()];
        let (ranges, skipped) = if is_group {
            (groups, 0)
        } else {
            (items, groups.len())
        };
        let slots = block.indices[skipped..]
            .iter()
            .enumerate()
            .take(ranges.len());
        let equations = slots.map(|(place, slot)| {
            let name = &block.scalars[slot.0 as usize].name;
            format!("{name} = {}", value_of(ranges, place, number))
        });
        equations.collect::<Vec<_>>().join(", ")
    }
}

/// The value of an index for a number: the last range runs fastest.
fn value_of(ranges: &[IndexRange], place: usize, number: u64) -> i64 {
    let faster = product(&ranges[place + 1..]) as u64;
    let range = &ranges[place];
    let step = (number / faster) % range.count as u64;
    range
        .from
        .wrapping_add(range.stride.wrapping_mul(step as i64))
}
