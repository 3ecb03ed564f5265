//! `nedjeljivo`: a statement of a warp that reads and writes a cell as one access.

use super::races::ItemAccessKind;
use super::run::LaunchRun;
use super::warp::{WarpRun, written_cells};
use crate::code::control::{AtomicOp, Control, Instruction};
use crate::engine::arithmetic;
use crate::engine::lanes::column::Column;
use crate::machine::cause::binary_fault;
use crate::machine::fault::FaultKind;
use crate::machine::groups::Group;
use crate::machine::names::{TeamProcessor, name_cell};
use crate::machine::pram::EarlyStop;
use crate::machine::rules::store::differ;

impl WarpRun {
    /// `nedjeljivo`: the lanes change their cells, by number.
    pub(super) fn atomic<'c>(
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
        let accesses = accesses.map(|(at, cell)| (at, *cell, ItemAccessKind::Atomic));
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
            let needs_old = *change != AtomicOp::Exchange || kept.is_some();
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
                AtomicOp::Exchange => value,
                AtomicOp::Update(operation) => {
                    let (new, flags) = arithmetic::binary_word(operation, old, value);
                    if flags < 0 {
                        return Err(fault(binary_fault(operation, old, value)));
                    }
                    new
                }
                AtomicOp::Compare(ty) if differ(old, output(2), ty) => old,
                AtomicOp::Compare(_) => value,
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
}
