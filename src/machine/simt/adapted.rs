//! A step of a block that is no kernel, on a GPU: a launch of its own.
//!
//! Its processors are items of groups of neighbours. All reads come before all writes, as on the synchronous
//! PRAM, whose rules of access hold.

use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;

use super::configuration::Gpu;
use super::counts::{Counts, GroupNeeds, Launch, sorted};
use super::history::{LaunchRecord, RecordedWarp, WarpInstruction};
use super::launch::array_starts;
use super::recording::EvaluatedStatement;
use super::schedule::{self, WarpStream};
use super::statement::{AccessForm, Issuer, MemoryMap, StatementParts};
use crate::engine::cells::Cell;
use crate::engine::lanes::team::Regime;
use crate::machine::acting::Acting;
use crate::machine::pram::Machine;
use crate::program::BlockId;
use crate::source::Span;

/// The most items of a group.
const GROUP: u64 = 256;

/// Whether these groups of processors are in a block, and not in code outside.
pub fn is_of_block(machine: &Machine<'_, '_>, acting: &[Acting<'_>]) -> bool {
    acting
        .iter()
        .any(|actor| machine.team(&actor.group).regime == Regime::Synchronous)
}

/// The launch that a step is, whose reads are in the logs of its groups, and what its warps issued, if that is
/// recorded.
pub fn launch(
    machine: &Machine<'_, '_>,
    acting: &[Acting<'_>],
    gpu: &Gpu,
) -> (Launch, Option<LaunchRecord>) {
    let history = machine.state.kernel_history.as_ref();
    let mut recorded: Option<BTreeMap<u64, Vec<WarpInstruction>>> =
        history.and_then(|history| history.has_room(0).then(BTreeMap::new));
    let end =
        |actor: &Acting<'_>| u64::from(actor.first) + u64::from(machine.team(&actor.group).width);
    let processors = acting.iter().map(end).max().unwrap_or(1);
    let items = GROUP.min(gpu.group_max);
    let registers = acting.iter().map(|actor| {
        let team = machine.team(&actor.group);
        let block = &machine.algorithm(team.algorithm).blocks[team.block.index()];
        let is_call = team.block == BlockId(0);
        if is_call {
            0
        } else {
            block.scalars.len() as u64
        }
    });
    let needs = GroupNeeds {
        items: items.min(processors),
        words: 0,
        registers: registers.max().unwrap_or(0),
    };
    let map = MemoryMap {
        starts: array_starts(machine),
        group: 0..0,
    };
    let mut order: Vec<&Acting<'_>> = acting.iter().collect();
    order.sort_by_key(|actor| actor.group.pc);
    let mut streams: BTreeMap<u64, WarpStream> = BTreeMap::new();
    let mut lines: HashMap<Span, Counts> = HashMap::new();
    let warps_of_group = needs.warps(gpu);
    let warp_of = |number: u64| number / items * warps_of_group + number % items / gpu.warp;
    for actor in order {
        let lanes = actor.group.lanes.iter().enumerate();
        let numbers = lanes.map(|(at, lane)| (at, u64::from(actor.first) + u64::from(lane)));
        let mut warps: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (at, number) in numbers {
            warps.entry(warp_of(number)).or_default().push(at);
        }
        // The reads of each position, by the instruction.
        let parts = StatementParts::of(actor.instruction.kernel());
        let mut reads: HashMap<(u32, usize), Cell> = HashMap::new();
        for site in &actor.log.sites {
            for (at, cell) in site.cells.iter().enumerate() {
                reads.insert((site.op, site.position(at)), *cell);
            }
        }
        for (warp, positions) in warps {
            let since = streams.get(&warp).map_or(0, Vec::len);
            let mut issuer = Issuer {
                gpu,
                map: &map,
                counts: lines.entry(actor.instruction.span).or_default(),
                stream: streams.entry(warp).or_default(),
            };
            for part in &parts.parts {
                let through = part
                    .guard
                    .map(|guard| &actor.results.through[guard as usize]);
                let is_active = |at: &&usize| through.is_none_or(|through| through[**at] == 1);
                let active = positions.iter().filter(is_active).count() as u64;
                if active == 0 {
                    continue;
                }
                for read in &part.reads {
                    let cells = positions.iter().filter_map(|at| reads.get(&(*read, *at)));
                    issuer.access(&cells.copied().collect::<Vec<_>>(), AccessForm::Plain);
                }
                issuer.operators(part.operators, active);
            }
            if actor.is_shared_write() {
                let (lanes, outputs) = (&actor.group.lanes, &actor.results.outputs);
                let cell = |at: &usize| outputs[0].at(lanes, *at) as Cell;
                let cells: Vec<Cell> = positions.iter().map(cell).collect();
                issuer.access(&cells, AccessForm::Plain);
            }
            if let Some(holds) = test_of(actor) {
                let holding = positions.iter().filter(|at| holds(**at)).count();
                issuer.counts.tests += 1;
                issuer.counts.divergent += u64::from(holding > 0 && holding < positions.len());
            }
            if let Some(recorded) = &mut recorded {
                let lane = |at: usize| {
                    let number = u64::from(actor.first) + u64::from(actor.group.lanes.at(at));
                    (number % items % gpu.warp) as u8
                };
                let statement = EvaluatedStatement {
                    machine,
                    map: &map,
                    group: &actor.group,
                    instruction: actor.instruction,
                    parts: &parts,
                    results: &actor.results,
                    log: &actor.log,
                    lanes: positions.iter().map(|at| (*at, lane(*at))).collect(),
                };
                let issued = statement.instructions(&streams[&warp][since..]);
                recorded.entry(warp).or_default().extend(issued);
            }
        }
    }
    let (lines, counts) = sorted(lines);
    let groups = processors.div_ceil(items);
    // The warps of a group; the last one may be smaller.
    let warps_of = |group: u64| {
        let items = (processors - group * items).min(items);
        (group * warps_of_group..).take(items.div_ceil(gpu.warp) as usize)
    };
    let occupancy = needs.occupancy(gpu, groups);
    let record = recorded.map(|mut recorded| LaunchRecord {
        groups: (0..groups)
            .map(|group| record_of(warps_of(group), &streams, &mut recorded))
            .collect(),
        noted: 0,
        resident: occupancy.groups.max(1),
    });
    let mut next = 0;
    let next_group = || {
        if next == groups {
            return Ok::<_, Infallible>(None);
        }
        next += 1;
        Ok(Some(
            warps_of(next - 1)
                .map(|warp| streams.remove(&warp).unwrap_or_default())
                .collect(),
        ))
    };
    let timed = match schedule::time(gpu, occupancy.groups.max(1), next_group, |_| {}) {
        Ok(timed) => timed,
        Err(never) => match never {},
    };
    let last = processors - (groups - 1) * items;
    let launch = Launch {
        span: acting[0].instruction.span,
        is_adapted: true,
        counts,
        time: timed.time + gpu.launch,
        groups,
        warps: (groups - 1) * warps_of_group + last.div_ceil(gpu.warp),
        items: needs.items,
        bounds: timed.bounds,
        occupancy,
        lines,
    };
    (launch, record)
}

/// What is recorded of these warps.
fn record_of(
    warps: impl Iterator<Item = u64>,
    streams: &BTreeMap<u64, WarpStream>,
    recorded: &mut BTreeMap<u64, Vec<WarpInstruction>>,
) -> Vec<RecordedWarp> {
    let record = warps.map(|warp| RecordedWarp {
        stream: streams.get(&warp).cloned().unwrap_or_default(),
        instructions: recorded.remove(&warp).unwrap_or_default(),
    });
    record.collect()
}

/// Whether a test holds at a position, if the groups of processors execute one.
fn test_of<'a>(actor: &'a Acting<'_>) -> Option<impl Fn(usize) -> bool + 'a> {
    use crate::code::control::Control;
    let is_test = matches!(
        actor.instruction.control,
        Control::Branch { .. } | Control::LoopTest { .. }
    );
    let holds = actor.results.outputs.first().filter(|_| is_test)?;
    Some(move |at: usize| holds.at(&actor.group.lanes, at) != 0)
}
