//! A warp: its statements up to the next barrier of its group, with what they issue and access.

use std::collections::HashMap;

use super::fault::KernelFault;
use super::history::{WarpAction, WarpInstruction};
use super::races::{ItemAccessKind, same_zero};
use super::run::LaunchRun;
use super::schedule::{Issued, WarpStream};
use super::statement::{AccessForm, Issuer, StatementParts};
use crate::code::control::{Control, Instruction, Pc};
use crate::code::kernel::ArrayRef;
use crate::engine::cells::Cell;
use crate::engine::kernel::reads::{ReadLog, SiteLog};
use crate::engine::kernel::results::Results;
use crate::engine::lanes::team::{Regime, TeamId};
use crate::machine::fault::FaultKind;
use crate::machine::groups::{Group, RegionId};
use crate::machine::pram::EarlyStop;
use crate::program::Charge;
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
    pub(super) team: TeamId,
    pub(super) group: u32,
    pub(super) number: u32,
    width: u64,
    /// The lanes that left the kernel by `vrati`.
    left: u64,
    /// Its barriers of all its lanes, and its statements.
    pub(super) phases: u64,
    pub(super) statements: u64,
    /// The lanes at each barrier of the warp since then that not all of them reached.
    pub(super) partial: Vec<u64>,
    /// The iterations of the loops that it is in.
    iterations: HashMap<RegionId, u64>,
    /// What it issued.
    pub stream: WarpStream,
    /// What is recorded of it.
    pub instructions: Vec<WarpInstruction>,
    pub(super) results: Box<Results>,
    pub(super) log: ReadLog,
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
            partial: Vec::new(),
            iterations: HashMap::new(),
            stream: WarpStream::new(),
            instructions: Vec::new(),
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
            let control = &instruction.control;
            if let Control::Barrier { .. } = control {
                let place = self.barrier_place(launch, &group);
                self.issue_barrier(launch, &group, span, WarpAction::Barrier);
                self.partial.clear();
                self.live = Some(passed(group));
                return Ok(WarpStop::Barrier { place, span, lanes });
            }
            if let Control::Open { .. } = control {
                let kind = FaultKind::Kernel(Box::new(KernelFault::Outside));
                return Err(machine.fault(kind, span, &group));
            }
            // The memory of a group is there from its beginning.
            let is_there = matches!(control, Control::Allocate { array, .. }
                if machine.algorithm(algorithm).arrays[array.index()].is_group);
            if let Control::WarpBarrier = control {
                self.issue_barrier(launch, &group, span, WarpAction::WarpBarrier);
                self.order(launch, &group);
            } else if let Control::Atomic { .. } = control {
                self.atomic(launch, &group, instruction)?;
            } else if !is_there && !matches!(control, Control::Round) {
                self.live = self.statement(launch, group, instruction)?;
                continue;
            }
            self.live = Some(passed(group));
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
        let control = &instruction.control;
        if let Control::Branch { .. } | Control::LoopTest { .. } = control {
            let holds = &self.results.outputs[0];
            let positions = 0..lanes;
            let holding = positions
                .filter(|at| holds.at(&group.lanes, *at) != 0)
                .count();
            let counts = launch.lines.entry(span).or_default();
            counts.tests += u64::from(is_step);
            counts.divergent += u64::from(holding > 0 && holding < lanes);
        }
        if matches!(control, Control::Leave) && self.team == group.team {
            self.left += lanes as u64;
        }
        if matches!(control, Control::Rejoin) {
            *self.iterations.entry(region).or_default() += 1;
        }
        let machine = &mut *launch.machine;
        let next = machine.apply(group, instruction, &mut self.results)?;
        let next = next.filter(|next| machine.team(next).regime == Regime::Warp);
        if let (Some(next), Control::EnterLoop { .. }) = (&next, control) {
            self.iterations.insert(next.region, 0);
        }
        // Some stay in the loop, and others wait after it.
        if let (Some(next), Control::CountTest { .. }) = (&next, control)
            && next.pc == Pc(pc.0 + 1)
            && next.region == region
            && next.lanes.len() < lanes
        {
            launch.lines.entry(span).or_default().divergent += 1;
        }
        Ok(next)
    }

    /// Evaluates a step with a log of its reads, and counts it for the limits. What it reads and nobody wrote may
    /// be written later, or was to be written by an item that nothing orders: its reads are compared even so.
    pub(super) fn evaluate_step(
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
        let evaluated =
            machine.evaluate(group, instruction, Some(&mut self.log), &mut self.results);
        if evaluated.as_ref().is_err_and(EarlyStop::is_unwritten) {
            self.judge_reads(launch, group, instruction)?;
        }
        evaluated
    }

    /// Counts what the warp issues for a statement that was evaluated.
    pub(super) fn issue(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        instruction: &Instruction,
    ) {
        let kernel = instruction.kernel();
        let since = self.stream.len();
        let algorithm = launch.machine.team(group).algorithm;
        let parts = (launch.parts.entry((algorithm, group.pc)))
            .or_insert_with(|| StatementParts::of(kernel));
        let control = &instruction.control;
        let written = if let Control::Atomic { .. } = control {
            Some(AccessForm::Atomic)
        } else {
            control.writes_shared().then_some(AccessForm::Plain)
        };
        let (results, log) = (&self.results, &self.log);
        let mut issuer = Issuer {
            gpu: &launch.gpu,
            map: &launch.map,
            counts: launch.lines.entry(instruction.span).or_default(),
            stream: &mut self.stream,
        };
        issue_parts(&mut issuer, parts, results, log, group.lanes.len());
        if let Some(form) = written {
            let cells = written_cells(results, group);
            issuer.access(&cells, form);
        }
        if launch.record.is_some() {
            self.record(launch, group, instruction, since);
        }
    }

    /// Issues a barrier of the group or of the warp.
    fn issue_barrier(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        span: Span,
        action: WarpAction,
    ) {
        let issued = match action {
            WarpAction::Barrier => Issued::Barrier,
            _ => Issued::Operator,
        };
        let mut issuer = Issuer {
            gpu: &launch.gpu,
            map: &launch.map,
            counts: launch.lines.entry(span).or_default(),
            stream: &mut self.stream,
        };
        issuer.barrier(issued, group.lanes.len() as u64);
        let is_next = self.instructions.len() + 1 == self.stream.len();
        if launch.record.is_some() && is_next {
            let lanes = self.lanes(launch, group);
            self.instructions.push(WarpInstruction {
                span,
                lanes: lanes.into_iter().map(|(_, lane)| lane).collect(),
                action,
                issued,
            });
        }
    }

    /// A barrier of the warp orders the lanes at it.
    fn order(&mut self, launch: &LaunchRun<'_, '_, '_, '_>, group: &Group) {
        if group.lanes.len() as u64 == self.remaining() {
            self.phases += 1;
            self.partial.clear();
            return;
        }
        let first = self.number * launch.gpu.warp as u32;
        let lanes = (0..group.lanes.len()).map(|at| self.item(launch, group, at) - first);
        self.partial
            .push(lanes.fold(0, |all, lane| all | 1 << lane));
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
            let accesses = accesses.map(|(at, (cell, value))| {
                (at, *cell, ItemAccessKind::Write(same_zero(*value, ty)))
            });
            self.judge(launch, group, (array, span), accesses)?;
        }
        for (cell, value) in cells.iter().zip(values) {
            launch.machine.state.memory.write(*cell as usize, value);
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

/// The group after its instruction.
fn passed(mut group: Group) -> Group {
    group.pc = Pc(group.pc.0 + 1);
    group
}
