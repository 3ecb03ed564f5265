//! What a kernel needs of a unit: the memory of a group, and the registers of an item.

use std::collections::BTreeSet;

use super::counts::GroupNeeds;
use crate::code::algorithm::CompiledAlgorithm;
use crate::code::control::{Control, Instruction, Pc};
use crate::code::kernel::{Op, Slot};
use crate::engine::handle::Handle;
use crate::engine::kernel::results::Results;
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::team::Ancestry;
use crate::machine::fault::{FaultKind, MemoryUse};
use crate::machine::groups::Group;
use crate::machine::pram::{EarlyStop, Machine};
use crate::program::{AlgorithmId, BlockId, WhyOwn};

/// Where the arrays of a group are in its memory, and what a group needs.
#[derive(Debug)]
pub struct GroupLayout {
    /// The slot of each array of the group, with its place from cell 0.
    pub arrays: Vec<(Slot, Handle)>,
    pub needs: GroupNeeds,
}

/// The layout of the groups of a kernel, which `opener` is about to start.
pub fn layout(
    machine: &mut Machine<'_, '_>,
    opener: &Group,
    block: BlockId,
    (body, after): (Pc, Pc),
    items: u64,
) -> Result<GroupLayout, EarlyStop> {
    let algorithm = machine.team(opener).algorithm;
    // The lengths are the same for all items.
    let origin = Ancestry::One(opener.lanes.at(0));
    let team = machine.assemble(algorithm, block, 1, Some(opener.team), origin);
    machine.state.live_processors += 1;
    let group = Group {
        team,
        lanes: Selection::All(1),
        ..opener.clone()
    };
    let code = machine.code;
    let compiled = &code.algorithms[algorithm.index()];
    let mut found = Found {
        arrays: Vec::new(),
        words: 0,
        private: 0,
    };
    let instructions = &compiled.instructions[body.0 as usize..after.0 as usize];
    let measured = found.measure(machine, &group, compiled, instructions);
    machine.dissolve(team);
    measured?;
    let scalars = registers(compiled, block);
    let mut called = BTreeSet::new();
    let calls = calls(code.algorithms.as_slice(), instructions, false, &mut called);
    Ok(GroupLayout {
        arrays: found.arrays,
        needs: GroupNeeds {
            items,
            words: found.words,
            registers: scalars + found.private + calls,
        },
    })
}

struct Found {
    arrays: Vec<(Slot, Handle)>,
    /// Words of group memory.
    words: u64,
    /// Cells of private arrays.
    private: u64,
}

impl Found {
    fn measure(
        &mut self,
        machine: &mut Machine<'_, '_>,
        group: &Group,
        compiled: &CompiledAlgorithm,
        instructions: &[Instruction],
    ) -> Result<(), EarlyStop> {
        let mut results = Results::default();
        for instruction in instructions {
            let Control::Allocate { slot, array, .. } = &instruction.control else {
                continue;
            };
            let info = &compiled.arrays[array.index()];
            machine.evaluate(group, instruction, None, &mut results)?;
            let mut lengths = Vec::new();
            for column in &results.outputs[..usize::from(info.rank).min(results.outputs.len())] {
                let length = column.at(&group.lanes, 0);
                let Ok(length) = u32::try_from(length) else {
                    let kind = if length < 0 {
                        let array = info.name.clone();
                        FaultKind::BadLength { array, length }
                    } else {
                        FaultKind::TooMuchMemory {
                            what: MemoryUse::Array(info.name.clone()),
                            needed: length.unsigned_abs().into(),
                            limit: machine.configuration.limits.memory,
                        }
                    };
                    return Err(machine.fault(kind, instruction.span, group));
                };
                lengths.push(length);
            }
            let cells =
                (lengths.iter().map(|length| u64::from(*length))).fold(1, u64::saturating_mul);
            if !info.is_group {
                self.private = self.private.saturating_add(cells);
                continue;
            }
            let base = u32::try_from(self.words).unwrap_or(u32::MAX);
            self.words = self.words.saturating_add(cells);
            if u32::try_from(self.words).is_ok() {
                self.arrays
                    .push((*slot, Handle::of_dimensions(base, &lengths)));
            }
        }
        Ok(())
    }
}

/// The scalars of the items of a block: those that a program names.
fn registers(compiled: &CompiledAlgorithm, block: BlockId) -> u64 {
    let scalars = compiled.blocks[block.index()].scalars.iter();
    let named = scalars.filter(|scalar| scalar.why != WhyOwn::Temporary);
    named.count() as u64
}

/// The registers of all algorithms that are called, each once.
fn calls(
    algorithms: &[CompiledAlgorithm],
    instructions: &[Instruction],
    is_called: bool,
    known: &mut BTreeSet<AlgorithmId>,
) -> u64 {
    let mut all = 0;
    for instruction in instructions {
        if let Control::Call { algorithm, .. } = &instruction.control
            && known.insert(*algorithm)
        {
            let callee = &algorithms[algorithm.index()];
            all += registers(callee, BlockId(0));
            all += calls(algorithms, &callee.instructions, true, known);
        }
        if let Control::Allocate { kernel, .. } = &instruction.control
            && is_called
        {
            // In an algorithm that a kernel calls, lengths are constants.
            let constant = |reg| {
                kernel.ops.iter().find_map(|op| {
                    let Op::Constant { to, word } = op else {
                        return None;
                    };
                    (to == reg).then(|| u64::try_from(*word).ok()).flatten()
                })
            };
            all += kernel.outputs.iter().filter_map(constant).product::<u64>();
        }
    }
    all
}
