//! What warps issue, as it is recorded: the lanes, cells and values of each instruction.

use super::history::{LaneCell, WarpAccess, WarpAccessKind, WarpAction, WarpInstruction};
use super::run::LaunchRun;
use super::schedule::Issued;
use super::statement::{MemoryMap, StatementParts};
use super::warp::WarpRun;
use crate::code::control::{Control, Instruction};
use crate::code::kernel::ArrayRef;
use crate::engine::cells::Cell;
use crate::engine::kernel::reads::ReadLog;
use crate::engine::kernel::results::Results;
use crate::machine::groups::Group;
use crate::machine::names::{TeamProcessor, name_cell};
use crate::machine::pram::Machine;
use crate::program::Constant;

/// A statement that a warp executes, as far as it was evaluated.
pub struct EvaluatedStatement<'a, 'r, 'c> {
    pub machine: &'a Machine<'r, 'c>,
    pub map: &'a MemoryMap,
    pub group: &'a Group,
    pub instruction: &'a Instruction,
    pub parts: &'a StatementParts,
    pub results: &'a Results,
    pub log: &'a ReadLog,
    /// The active lanes, each with its position in the group of processors.
    pub lanes: Vec<(usize, u8)>,
}

impl EvaluatedStatement<'_, '_, '_> {
    /// What it issues, given the costs in the order in which it was issued.
    pub fn instructions(&self, issued: &[Issued]) -> Vec<WarpInstruction> {
        let kernel = self.instruction.kernel();
        let mut found: Vec<(Vec<u8>, WarpAction)> = Vec::new();
        for part in &self.parts.parts {
            let through = part
                .guard
                .map(|guard| &self.results.through[guard as usize]);
            let is_active = |at: usize| through.is_none_or(|through| through[at] == 1);
            let active = self.lanes.iter().filter(|(at, _)| is_active(*at));
            let active: Vec<u8> = active.map(|(_, lane)| *lane).collect();
            if active.is_empty() {
                continue;
            }
            for read in &part.reads {
                let Some(site) = self.log.sites.iter().find(|site| site.op == *read) else {
                    continue;
                };
                let array = site.array(kernel);
                let cells = site.cells.iter().enumerate().filter_map(|(at, cell)| {
                    let position = site.position(at);
                    let lane = self.lanes.iter().find(|(own, _)| *own == position)?.1;
                    let memory = &self.machine.state.memory;
                    let word = memory.read(*cell as usize);
                    Some(self.lane_cell(array, (position, lane), *cell, word))
                });
                let cells: Vec<LaneCell> = cells.collect();
                if !cells.is_empty() {
                    let kind = WarpAccessKind::Read;
                    let access = WarpAction::Access(WarpAccess { kind, cells });
                    found.push((active.clone(), access));
                }
            }
            let computes = (active, WarpAction::Compute);
            let operators = std::iter::repeat_n(computes, part.operators as usize);
            found.extend(operators);
        }
        found.extend(self.written());
        let with_costs = found.into_iter().zip(issued);
        let instructions = with_costs.map(|((lanes, action), issued)| WarpInstruction {
            span: self.instruction.span,
            lanes,
            action,
            issued: *issued,
        });
        instructions.collect()
    }

    /// Its write to shared memory, or its atomic.
    fn written(&self) -> Option<(Vec<u8>, WarpAction)> {
        let control = &self.instruction.control;
        let (array, kind) = if let Control::Atomic { array, .. } = control {
            (*array, WarpAccessKind::Atomic)
        } else {
            let written = control.written_cell().filter(|_| control.writes_shared())?;
            (written.array, WarpAccessKind::Write)
        };
        let outputs = &self.results.outputs;
        let cells = self.lanes.iter().map(|(at, lane)| {
            let cell = outputs[0].at(&self.group.lanes, *at) as Cell;
            let value =
                (kind == WarpAccessKind::Write).then(|| outputs[1].at(&self.group.lanes, *at));
            self.lane_cell(array, (*at, *lane), cell, value)
        });
        let cells = cells.collect();
        let lanes = self.lanes.iter().map(|(_, lane)| *lane).collect();
        Some((lanes, WarpAction::Access(WarpAccess { kind, cells })))
    }

    fn lane_cell(
        &self,
        array: ArrayRef,
        (position, lane): (usize, u8),
        cell: Cell,
        word: Option<i64>,
    ) -> LaneCell {
        let machine = self.machine;
        let info = &machine.algorithm(machine.team(self.group).algorithm).arrays[array.id.index()];
        let processor = TeamProcessor {
            team: self.group.team,
            lane: self.group.lanes.at(position),
        };
        let handle = machine.names().handle(processor, array);
        let named = |handle| name_cell(&info.name, info.rank, handle, cell);
        LaneCell {
            lane,
            name: handle.map_or_else(|| info.name.clone(), named),
            place: self.map.place(cell).1,
            value: word.map(|word| Constant::from_word(word, info.element)),
        }
    }
}

impl WarpRun {
    /// The active lanes, each with its position.
    pub(super) fn lanes(
        &self,
        launch: &LaunchRun<'_, '_, '_, '_>,
        group: &Group,
    ) -> Vec<(usize, u8)> {
        let first = self.number * launch.gpu.warp as u32;
        let positions = 0..group.lanes.len();
        positions
            .map(|at| (at, (self.item(launch, group, at) - first) as u8))
            .collect()
    }

    /// Records what it issued for a statement since its stream had this length, before the statement writes.
    pub(super) fn record(
        &mut self,
        launch: &mut LaunchRun<'_, '_, '_, '_>,
        group: &Group,
        instruction: &Instruction,
        since: usize,
    ) {
        let history = launch.machine.state.kernel_history.as_ref();
        let noted = launch.record.as_ref().map_or(0, |record| record.noted);
        let is_next = self.instructions.len() == since;
        if !is_next || history.is_none_or(|history| !history.has_room(noted)) {
            return;
        }
        let algorithm = launch.machine.team(group).algorithm;
        let statement = EvaluatedStatement {
            machine: &*launch.machine,
            map: &launch.map,
            group,
            instruction,
            parts: &launch.parts[&(algorithm, group.pc)],
            results: &self.results,
            log: &self.log,
            lanes: self.lanes(launch, group),
        };
        let issued = &self.stream[since..];
        let instructions = statement.instructions(issued);
        if let Some(record) = &mut launch.record {
            record.noted += instructions.len();
        }
        self.instructions.extend(instructions);
    }
}
