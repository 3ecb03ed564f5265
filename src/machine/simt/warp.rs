//! A warp: its statements up to the next barrier of its group, with what they issue and access.

use std::collections::HashMap;

use super::fault::{KernelFault, KernelRace, RacingAccess, RacingKind};
use super::launch::LaunchRun;
use super::races::{AccessKind, Accessor, ItemAccess, Met, phase};
use super::schedule::{Issued, WarpStream};
use super::statement::{AccessForm, Issuer, StatementParts};
use crate::code::control::{AtomicChange, Control, Instruction, Pc};
use crate::code::kernel::ArrayRef;
use crate::engine::arithmetic;
use crate::engine::cells::Cell;
use crate::engine::kernel::reads::{ReadLog, SiteLog};
use crate::engine::kernel::results::Results;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::team::{Regime, TeamId};
use crate::machine::cause::binary_fault;
use crate::machine::configuration::OnViolation;
use crate::machine::fault::FaultKind;
use crate::machine::groups::{Group, RegionId};
use crate::machine::names::{TeamProcessor, name_cell};
use crate::machine::pram::EarlyStop;
use crate::machine::rules::store::differ;
use crate::program::{Charge, Type};
use crate::source::Span;

/// A barrier in the execution of a warp: the instruction, the calls and the numbers of iterations around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BarrierPlace {
    calls: Vec<(TeamId, Pc)>,
    pc: Pc,
    iterations: Vec<u64>,
}

/// Why a warp stopped.
#[derive(Debug)]
pub enum WarpStop {
    /// It is at a barrier of its group.
    Barrier {
        place: BarrierPlace,
        span: Span,
        /// Its active lanes.
        lanes: u64,
    },
    /// It has ended.
    End,
}

/// A warp in progress.
pub struct WarpRun {
    /// Its active lanes and the next instruction; `None` after its end.
    live: Option<Group>,
    /// Its team, and that of the code that started the kernel.
    team: TeamId,
    group: u32,
    number: u32,
    width: u64,
    /// The lanes that left the kernel by `vrati`.
    left: u64,
    /// Its barriers of the warp, and its statements.
    phases: u64,
    statements: u64,
    /// The iterations of the loops that it is in.
    iterations: HashMap<RegionId, u64>,
    /// What it issued.
    pub stream: WarpStream,
    results: Box<Results>,
    log: ReadLog,
}

impl WarpRun {
    /// A warp before its first statement.
    pub fn new(live: Group, group: u32, number: u32) -> Self {
        Self {
            team: live.team,
            width: live.lanes.len() as u64,
            live: Some(live),
            group,
            number,
            left: 0,
            phases: 0,
            statements: 0,
            iterations: HashMap::new(),
            stream: WarpStream::new(),
            results: Box::default(),
            log: ReadLog::default(),
        }
    }

    /// The items that did not leave by `vrati`.
    pub fn remaining(&self) -> u64 {
        self.width - self.left
    }

    /// Executes it up to its next barrier, or its end.
    pub(super) fn run(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, '_>,
    ) -> Result<WarpStop, EarlyStop> {
        while let Some(group) = self.live.take() {
            let machine = &mut *launch.machine;
            let algorithm = machine.team(&group).algorithm;
            let instruction =
                &machine.code.algorithms[algorithm.index()].instructions[group.pc.0 as usize];
            let (span, lanes) = (instruction.span, group.lanes.len() as u64);
            match &instruction.control {
                Control::Barrier { .. } => {
                    let place = self.barrier_place(launch, &group);
                    self.issuer(launch, span, |issuer| {
                        issuer.barrier(Issued::Barrier, lanes);
                    });
                    self.live = Some(passed(group));
                    return Ok(WarpStop::Barrier { place, span, lanes });
                }
                Control::WarpBarrier => {
                    self.issuer(launch, span, |issuer| {
                        issuer.barrier(Issued::Operator, lanes);
                    });
                    self.phases += 1;
                    self.live = Some(passed(group));
                }
                // Kernels have no rounds.
                Control::Round => self.live = Some(passed(group)),
                // It is there from the beginning of the group.
                Control::Allocate { array, .. }
                    if machine.algorithm(algorithm).arrays[array.index()].is_group =>
                {
                    self.live = Some(passed(group));
                }
                Control::Open { .. } => {
                    let kind = FaultKind::Kernel(Box::new(KernelFault::Outside));
                    return Err(machine.fault(kind, span, &group));
                }
                Control::Atomic { .. } => {
                    self.atomic(launch, &group, instruction)?;
                    self.live = Some(passed(group));
                }
                _ => self.live = self.statement(launch, group, instruction)?,
            }
        }
        Ok(WarpStop::End)
    }

    /// Executes an instruction; the result is the group that continues, if the warp has not ended.
    fn statement<'c>(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, 'c>,
        group: Group,
        instruction: &'c Instruction,
    ) -> Result<Option<Group>, EarlyStop> {
        let (pc, region, span) = (group.pc, group.region, instruction.span);
        let lanes = group.lanes.len();
        let is_step = instruction.charge == Charge::Step;
        if is_step {
            self.evaluate_step(launch, &group, instruction)?;
            self.issue(launch, &group, instruction);
            self.judge_reads(launch, &group, instruction)?;
        } else if instruction.control.kernel().is_some() {
            // With a log, the outputs are columns.
            self.log.sites.clear();
            let (log, results) = (&mut self.log, &mut self.results);
            launch
                .machine
                .evaluate(&group, instruction, Some(log), results)?;
        }
        if let Some(written) = instruction.control.written_cell() {
            self.write(launch, &group, written.array, written.span, written.shared)?;
        }
        match &instruction.control {
            Control::Branch { .. } | Control::LoopTest { .. } => {
                let holds = &self.results.outputs[0];
                let positions = 0..lanes;
                let holding = positions
                    .filter(|at| holds.at(&group.lanes, *at) != 0)
                    .count();
                let counts = launch.lines.entry(span).or_default();
                counts.tests += u64::from(is_step);
                counts.divergent += u64::from(holding > 0 && holding < lanes);
            }
            Control::Leave if self.team == group.team => self.left += lanes as u64,
            Control::Rejoin => *self.iterations.entry(region).or_default() += 1,
            _ => {}
        }
        let machine = &mut *launch.machine;
        let next = machine.apply(group, instruction, &mut self.results)?;
        let next = next.filter(|next| machine.team(next).regime == Regime::Warp);
        if let Some(next) = &next {
            match &instruction.control {
                Control::EnterLoop { .. } => {
                    self.iterations.insert(next.region, 0);
                }
                // Some stay in the loop, and others wait behind it.
                Control::CountTest { .. }
                    if next.pc == Pc(pc.0 + 1)
                        && next.region == region
                        && next.lanes.len() < lanes =>
                {
                    launch.lines.entry(span).or_default().divergent += 1;
                }
                _ => {}
            }
        }
        Ok(next)
    }

    /// Evaluates a step with a log of its reads, and counts it for the limits.
    fn evaluate_step(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        instruction: &Instruction,
    ) -> Result<(), EarlyStop> {
        let machine = &mut *launch.machine;
        machine.tick(group, instruction.span)?;
        machine.count_work(group.lanes.len() as u64, group, instruction.span)?;
        self.statements += 1;
        self.log.sites.clear();
        machine.evaluate(group, instruction, Some(&mut self.log), &mut self.results)
    }

    /// Counts what the warp issues for a statement that was evaluated.
    fn issue(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        instruction: &Instruction,
    ) {
        let kernel = instruction.kernel();
        let algorithm = launch.machine.team(group).algorithm;
        let parts = launch.parts.remove(&(algorithm, group.pc));
        let parts = parts.unwrap_or_else(|| StatementParts::of(kernel));
        let written = match &instruction.control {
            Control::Atomic { .. } => Some(AccessForm::Atomic),
            control if control.writes_shared() => Some(AccessForm::Plain),
            _ => None,
        };
        let (results, log) = (&self.results, &self.log);
        let mut issuer = Issuer {
            gpu: &launch.gpu,
            map: &launch.map,
            counts: launch.lines.entry(instruction.span).or_default(),
            stream: &mut self.stream,
        };
        issue_parts(&mut issuer, &parts, results, log, group.lanes.len());
        if let Some(form) = written {
            let cells = written_cells(results, group);
            issuer.access(&cells, form);
        }
        launch.parts.insert((algorithm, group.pc), parts);
    }

    fn issuer(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, '_>,
        span: Span,
        issue: impl FnOnce(&mut Issuer<'_>),
    ) {
        issue(&mut Issuer {
            gpu: &launch.gpu,
            map: &launch.map,
            counts: launch.lines.entry(span).or_default(),
            stream: &mut self.stream,
        });
    }

    /// Compares what the lanes read with other accesses of the interval and of the launch.
    fn judge_reads(
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
                .map(|(at, cell)| (site.position(at), *cell, AccessKind::Read));
            judged = self.judge(launch, group, (array, span), accesses);
            if judged.is_err() {
                break;
            }
        }
        self.log = log;
        judged
    }

    /// Compares accesses, each with the position of its lane, with earlier ones, and keeps them.
    fn judge(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        (array, span): (ArrayRef, Span),
        accesses: impl Iterator<Item = (usize, Cell, AccessKind)>,
    ) -> Result<(), EarlyStop> {
        let phase = phase(launch.gpu.order, self.phases, self.statements);
        for (position, cell, kind) in accesses {
            let site = launch.sites.number(span);
            let who = Accessor {
                group: self.group,
                item: self.item(launch, group, position),
                site,
            };
            let access = ItemAccess {
                who,
                kind,
                warp: self.number,
                phase,
            };
            let is_global = !launch.map.group.contains(&cell);
            let met = launch.machine.scratch.races.note(cell, &access, is_global);
            let Some(met) = met else {
                continue;
            };
            if launch.machine.configuration.on_violation == OnViolation::Continue {
                launch.machine.state.kernel_races += 1;
                continue;
            }
            let race = self.race(launch, group, (array, cell), met, access);
            let kind = FaultKind::Kernel(Box::new(KernelFault::Race(Box::new(race))));
            return Err(launch.machine.fault(kind, span, &launch.kernel.opener));
        }
        Ok(())
    }

    /// The number of the item, in its group, that the lane at a position is.
    fn item(&self, launch: &LaunchRun<'_, '_, '_, '_>, group: &Group, position: usize) -> u32 {
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
        self.number * launch.gpu.warp + lane
    }

    /// Two accesses in the terms of the program.
    fn race(
        &self,
        launch: &LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        (array, cell): (ArrayRef, Cell),
        met: Met,
        access: ItemAccess,
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
            AccessKind::Read => RacingKind::Read,
            AccessKind::Write(_) => RacingKind::Write,
            AccessKind::Atomic => RacingKind::Atomic,
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

    /// The lanes write, by number.
    fn write(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        array: ArrayRef,
        span: Span,
        is_shared: bool,
    ) -> Result<(), EarlyStop> {
        let cells = written_cells(&self.results, group);
        let values = &self.results.outputs[1];
        let values: Vec<i64> = (0..group.lanes.len())
            .map(|at| values.at(&group.lanes, at))
            .collect();
        if is_shared {
            let machine = &*launch.machine;
            let info = &machine.algorithm(machine.team(group).algorithm).arrays[array.id.index()];
            let ty = info.element;
            let accesses = cells.iter().zip(&values).enumerate();
            let accesses = accesses
                .map(|(at, (cell, value))| (at, *cell, AccessKind::Write(same_zero(*value, ty))));
            self.judge(launch, group, (array, span), accesses)?;
        }
        for (cell, value) in cells.iter().zip(values) {
            launch.machine.state.memory.write(*cell as usize, value);
        }
        Ok(())
    }

    /// `nedjeljivo`: the lanes change their cells, by number.
    fn atomic<'c>(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, 'c>,
        group: &Group,
        instruction: &'c Instruction,
    ) -> Result<(), EarlyStop> {
        let Control::Atomic {
            change,
            array,
            span,
            old: kept,
            ..
        } = &instruction.control
        else {
            return Ok(());
        };
        self.evaluate_step(launch, group, instruction)?;
        self.issue(launch, group, instruction);
        self.judge_reads(launch, group, instruction)?;
        let cells = written_cells(&self.results, group);
        let accesses = cells.iter().enumerate();
        let accesses = accesses.map(|(at, cell)| (at, *cell, AccessKind::Atomic));
        self.judge(launch, group, (*array, *span), accesses)?;
        let mut before = Vec::with_capacity(cells.len());
        for (at, cell) in cells.iter().enumerate() {
            let output = |number: usize| self.results.outputs[number].at(&group.lanes, at);
            let value = output(1);
            let fault = |kind: FaultKind| {
                let lane = group.lanes.at(at);
                let team = group.team;
                launch
                    .machine
                    .fault_of(kind, *span, TeamProcessor { team, lane })
            };
            let held = launch.machine.state.memory.read(*cell as usize);
            let needs_old = *change != AtomicChange::Exchange || kept.is_some();
            let Some(old) = held.or((!needs_old).then_some(0)) else {
                let machine = &*launch.machine;
                let info =
                    &machine.algorithm(machine.team(group).algorithm).arrays[array.id.index()];
                let lane = group.lanes.at(at);
                let team = group.team;
                let handle = machine.names().handle(TeamProcessor { team, lane }, *array);
                let name = |handle| name_cell(&info.name, info.rank, handle, *cell);
                return Err(fault(FaultKind::NeverWritten {
                    what: handle.map_or_else(|| info.name.clone(), name),
                    array: Some(array.id),
                    class: None,
                }));
            };
            let new = match *change {
                AtomicChange::Exchange => value,
                AtomicChange::Update(operation) => {
                    let (new, flags) = arithmetic::binary_word(operation, old, value);
                    if flags < 0 {
                        return Err(fault(binary_fault(operation, old, value)));
                    }
                    new
                }
                AtomicChange::Compare(ty) if differ(old, output(2), ty) => old,
                AtomicChange::Compare(_) => value,
            };
            before.push(old);
            launch.machine.state.memory.write(*cell as usize, new);
        }
        if let Some(slot) = kept {
            launch
                .machine
                .assign(group, &[*slot], &mut [Column::flat(before)]);
        }
        Ok(())
    }

    /// Where a barrier is in the execution of the warp.
    fn barrier_place(&self, launch: &LaunchRun<'_, '_, '_, '_>, group: &Group) -> BarrierPlace {
        let state = &launch.machine.state;
        let mut calls = Vec::new();
        let mut team = group.team;
        while team != self.team {
            let inner = &state.teams[team.0 as usize];
            let Some(creator) = inner.creator else {
                break;
            };
            calls.push((TeamId(inner.algorithm.0), inner.called.unwrap_or_default()));
            team = creator;
        }
        let around = state.schedule.around(group.region);
        let iterations = around.map(|region| self.iterations.get(&region).copied().unwrap_or(0));
        BarrierPlace {
            calls,
            pc: group.pc,
            iterations: iterations.collect(),
        }
    }
}

/// Issues the reads and operators of a statement, part by part.
pub(super) fn issue_parts(
    issuer: &mut Issuer<'_>,
    parts: &StatementParts,
    results: &Results,
    log: &ReadLog,
    lanes: usize,
) {
    for part in &parts.parts {
        let active = part.guard.map_or(lanes, |guard| {
            let through = &results.through[guard as usize];
            through.iter().map(|passed| usize::from(*passed)).sum()
        });
        if active == 0 {
            continue;
        }
        for read in &part.reads {
            let site = log.sites.iter().find(|site: &&SiteLog| site.op == *read);
            issuer.access(site.map_or(&[], |site| &site.cells), AccessForm::Plain);
        }
        issuer.operators(part.operators, active as u64);
    }
}

/// The cells that the lanes write.
pub(super) fn written_cells(results: &Results, group: &Group) -> Vec<Cell> {
    let cells = &results.outputs[0];
    let positions = 0..group.lanes.len();
    positions
        .map(|at| cells.at(&group.lanes, at) as Cell)
        .collect()
}

/// A word for comparison: reals have two zeros, which are one value.
fn same_zero(word: i64, ty: Type) -> i64 {
    if differ(word, 0, ty) { word } else { 0 }
}

/// The group after its instruction.
fn passed(mut group: Group) -> Group {
    group.pc = Pc(group.pc.0 + 1);
    group
}
