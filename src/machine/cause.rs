//! Why an instruction of a kernel failed, in terms of the program.

use super::arithmetic;
use super::chunk::{Job, Registers};
use super::crew::{Chunk, Crew, extent, name_cell};
use super::fault::FaultKind;
use super::lanes::Lane;
use crate::code::kernel::{ArrayRef, Kernel, Op, Reg};
use crate::code::operation::Unary;
use crate::semantic::program::ScalarClass;

impl Registers {
    /// Why an instruction failed for a processor, who has just run it.
    pub(super) fn cause(&self, job: &Job<'_>, op: usize, position: usize) -> FaultKind {
        let (kernel, crew) = (job.kernel, job.crew);
        let lane = crew.lanes.at(position);
        let one = Chunk {
            start: position,
            len: 1,
        };
        let value = |reg: Reg| match job.plan.form(reg).at(lane) {
            Some(value) => value,
            None => self.operand(job, reg, one).at(0),
        };
        let name = |array: ArrayRef| crew.algorithm.arrays[array.id.index()].name.clone();
        match kernel.ops[op] {
            Op::Unary { operation, a, .. } => {
                let mut kind = arithmetic::unary_fault(operation, value(a));
                if let FaultKind::NotIntegral { logarithm_of, .. } = &mut kind {
                    *logarithm_of = kernel.ops.iter().find_map(|op| match op {
                        Op::Unary {
                            operation: Unary::Log,
                            to,
                            a: number,
                        } if *to == a => Some(f64::from_bits(value(*number) as u64)),
                        _ => None,
                    });
                }
                kind
            }
            Op::Binary {
                operation, a, b, ..
            } => arithmetic::binary_fault(operation, value(a), value(b)),
            Op::Scalar { up, slot, .. } => {
                let (team, _) = crew.ancestor(lane, up);
                let block = &crew.algorithm.blocks[team.block.index()];
                let scalar = &block.scalars[slot.0 as usize];
                FaultKind::NeverWritten {
                    what: scalar.name.clone(),
                    array: None,
                    class: Some(ScalarClass::Own(scalar.why)),
                }
            }
            Op::Address {
                array, row, column, ..
            } => match crew.handle(array, lane) {
                None => FaultKind::NeverWritten {
                    what: name(array),
                    array: None,
                    class: None,
                },
                Some(handle) => {
                    let subscripts: Vec<String> = row
                        .iter()
                        .chain(&column)
                        .map(|reg| value(*reg).to_string())
                        .collect();
                    FaultKind::OutOfBounds {
                        array: name(array),
                        id: array.id,
                        subscripts: subscripts.join(","),
                        extent: extent(handle, column.is_some()),
                    }
                }
            },
            Op::Length { array, .. } => FaultKind::NeverWritten {
                what: name(array),
                array: None,
                class: None,
            },
            Op::Read { address, array, .. } | Op::Peek { address, array, .. } => {
                let what = cell_name(kernel, crew, lane, (address, value(address)), array.index());
                let why_shared = crew.algorithm.arrays[array.index()].why_shared;
                FaultKind::NeverWritten {
                    what,
                    array: Some(array),
                    class: why_shared.map(ScalarClass::Shared),
                }
            }
            Op::Constant { .. } | Op::Copy { .. } | Op::Guard { .. } | Op::Charge { .. } => {
                unreachable!("these instructions cannot fail")
            }
        }
    }
}

/// The cell whose number a register holds, as `A[3]`.
fn cell_name(
    kernel: &Kernel,
    crew: Crew<'_>,
    lane: Lane,
    (address, cell): (Reg, i64),
    array: usize,
) -> String {
    let name = &crew.algorithm.arrays[array].name;
    let handle = kernel.ops.iter().find_map(|op| match op {
        Op::Address { to, array, .. } if *to == address => crew.handle(*array, lane),
        _ => None,
    });
    match handle {
        None => name.clone(),
        Some(handle) => name_cell(name, crew.algorithm.arrays[array].rank, handle, cell as u32),
    }
}
