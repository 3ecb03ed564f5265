//! Why an instruction of a kernel failed, in terms of the program.

use std::collections::BTreeSet;

use super::fault::extent::ArrayExtent;
use super::fault::{FaultKind, Needs};
use super::names::name_cell;
use crate::code::kernel::{ArrayRef, Kernel, Op, Reg};
use crate::code::operation::{Binary, Unary};
use crate::engine::lanes::lane_view::LaneView;
use crate::engine::lanes::selection::Lane;
use crate::engine::words::real;
use crate::program::{Constant, ScalarClass};

/// Why an instruction of a kernel failed for a processor whose registers held these words.
pub fn cause(
    kernel: &Kernel,
    view: LaneView<'_>,
    lane: Lane,
    (op, words): (usize, &[i64]),
) -> FaultKind {
    let value = |reg: Reg| words[reg.0 as usize];
    let name = |array: ArrayRef| view.algorithm.arrays[array.id.index()].name.clone();
    match kernel.ops[op] {
        Op::Unary { operation, a, .. } => {
            let mut kind = unary_fault(operation, value(a));
            if let FaultKind::NotIntegral { logarithm_of, .. } = &mut kind {
                *logarithm_of = kernel.ops.iter().find_map(|op| {
                    if let Op::Unary {
                        operation: Unary::Log,
                        to,
                        a: number,
                    } = op
                    {
                        (*to == a).then(|| f64::from_bits(value(*number) as u64))
                    } else {
                        None
                    }
                });
            }
            kind
        }
        Op::Binary {
            operation, a, b, ..
        } => binary_fault(operation, value(a), value(b)),
        Op::Scalar { up, slot, .. } => {
            let (team, _) = view.ancestor(lane, up);
            let block = &view.algorithm.blocks[team.block.index()];
            let scalar = &block.scalars[slot.0 as usize];
            FaultKind::NeverWritten {
                what: scalar.name.clone(),
                array: None,
                class: Some(ScalarClass::Own(scalar.why)),
            }
        }
        Op::Address {
            array, row, column, ..
        } => {
            let subscripts: Vec<Reg> = row.into_iter().chain(column).collect();
            outside(kernel, view, lane, (array, None), &subscripts, words)
        }
        Op::Within { array, axis, .. } => {
            let first = op - usize::from(axis);
            let of_axis = |op: &Op| {
                let Op::Within { subscript, .. } = op else {
                    unreachable!("the subscripts of an access stand side by side");
                };
                *subscript
            };
            let rank = view.algorithm.arrays[array.id.index()].rank;
            let subscripts = kernel.ops[first..first + usize::from(rank)].iter();
            let subscripts: Vec<Reg> = subscripts.map(of_axis).collect();
            outside(kernel, view, lane, (array, Some(axis)), &subscripts, words)
        }
        Op::Length { array, .. } => FaultKind::NeverWritten {
            what: name(array),
            array: None,
            class: None,
        },
        Op::Read { address, array, .. } | Op::Peek { address, array, .. } => {
            let what = cell_name(kernel, view, lane, (address, value(address)), array.index());
            let why_shared = view.algorithm.arrays[array.index()].why_shared;
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

/// The fault of an access outside its array, with the dimension where the array has more than two.
fn outside(
    kernel: &Kernel,
    view: LaneView<'_>,
    lane: Lane,
    (array, axis): (ArrayRef, Option<u8>),
    subscripts: &[Reg],
    words: &[i64],
) -> FaultKind {
    let info = &view.algorithm.arrays[array.id.index()];
    let Some(handle) = view.handle(array, lane) else {
        return FaultKind::NeverWritten {
            what: info.name.clone(),
            array: None,
            class: None,
        };
    };
    let computed_from = scalars_of(kernel, view, lane, subscripts, words);
    let subscripts = subscripts.iter().map(|reg| words[reg.0 as usize]);
    let subscripts: Vec<String> = subscripts.map(|value| value.to_string()).collect();
    FaultKind::OutOfBounds {
        array: info.name.clone(),
        id: array.id,
        subscripts: subscripts.join(","),
        extent: ArrayExtent::at(handle, info.rank, axis.unwrap_or(0)),
        computed_from,
    }
}

/// The scalars from which subscripts are computed, in the order in which they are loaded, with their
/// values. A subscript that is just a scalar is left out: the message shows its value already.
fn scalars_of(
    kernel: &Kernel,
    view: LaneView<'_>,
    lane: Lane,
    subscripts: &[Reg],
    words: &[i64],
) -> Vec<(String, Constant)> {
    let computing: BTreeSet<usize> = (subscripts.iter())
        .map(|subscript| kernel.computing(*subscript))
        .filter(|ops| ops.len() > 1)
        .flatten()
        .collect();
    let mut scalars: Vec<(String, Constant)> = Vec::new();
    for op in computing {
        let Op::Scalar { to, up, slot, .. } = kernel.ops[op] else {
            continue;
        };
        let (team, _) = view.ancestor(lane, up);
        let scalar = &view.algorithm.blocks[team.block.index()].scalars[slot.0 as usize];
        if !scalars.iter().any(|(name, _)| *name == scalar.name) {
            let value = Constant::from_word(words[to.0 as usize], scalar.ty);
            scalars.push((scalar.name.clone(), value));
        }
    }
    scalars
}

/// The cell whose number a register holds, as `A[3]`.
fn cell_name(
    kernel: &Kernel,
    view: LaneView<'_>,
    lane: Lane,
    (address, cell): (Reg, i64),
    array: usize,
) -> String {
    let name = &view.algorithm.arrays[array].name;
    let handle = view.handle(kernel.array_at(address), lane);
    match handle {
        None => name.clone(),
        Some(handle) => name_cell(name, view.algorithm.arrays[array].rank, handle, cell as u32),
    }
}

/// Why an operation failed on this operand.
fn unary_fault(op: Unary, a: i64) -> FaultKind {
    match op {
        Unary::Sqrt => FaultKind::Domain {
            what: format!("sqrt({})", real(a)),
            needs: Needs::NotNegative,
        },
        Unary::Log => FaultKind::Domain {
            what: format!("log({})", real(a)),
            needs: Needs::Positive,
        },
        Unary::Ln => FaultKind::Domain {
            what: format!("ln({})", real(a)),
            needs: Needs::Positive,
        },
        Unary::Exp => FaultKind::Overflow {
            what: format!("exp({})", real(a)),
        },
        Unary::IntToBool => FaultKind::NotTruth { value: a },
        Unary::WholeRealToInt if real(a).fract() != 0.0 => FaultKind::NotIntegral {
            value: real(a),
            logarithm_of: None,
        },
        Unary::Floor | Unary::Ceil | Unary::Round | Unary::WholeRealToInt => {
            FaultKind::NoInt { value: real(a) }
        }
        Unary::AbsInt => FaultKind::Overflow {
            what: format!("abs({a})"),
        },
        _ => FaultKind::Overflow {
            what: format!("-({a})"),
        },
    }
}

/// Why an operation failed on these operands.
pub fn binary_fault(op: Binary, a: i64, b: i64) -> FaultKind {
    let ints = |sign: &str| format!("{a} {sign} {b}");
    let reals = |sign: &str| format!("{:?} {sign} {:?}", real(a), real(b));
    match op {
        Binary::DivideInt | Binary::DivideUpInt | Binary::DivideNearestInt | Binary::ModuloInt
            if b == 0 =>
        {
            FaultKind::DivisionByZero
        }
        Binary::DivideReal | Binary::ModuloReal if real(b) == 0.0 => FaultKind::DivisionByZero,
        Binary::PowerInt if b < 0 => FaultKind::Domain {
            what: ints("^"),
            needs: Needs::NoNegativePower,
        },
        Binary::PowerReal if real(a).powf(real(b)).is_nan() => FaultKind::Domain {
            what: reals("^"),
            needs: Needs::WholePower,
        },
        Binary::PowerReal if real(a) == 0.0 => FaultKind::DivisionByZero,
        Binary::ShiftLeft if !(0..64).contains(&b) => FaultKind::Domain {
            what: ints("<<"),
            needs: Needs::BitNumber,
        },
        Binary::ShiftRight => FaultKind::Domain {
            what: ints(">>"),
            needs: Needs::BitNumber,
        },
        Binary::Bit => FaultKind::Domain {
            what: format!("bit({a}, {b})"),
            needs: Needs::BitNumber,
        },
        Binary::BothTrueInt | Binary::EitherTrueInt => FaultKind::NotTruth {
            value: if a as u64 > 1 { a } else { b },
        },
        Binary::AddInt => FaultKind::Overflow { what: ints("+") },
        Binary::SubtractInt => FaultKind::Overflow { what: ints("-") },
        Binary::MultiplyInt => FaultKind::Overflow { what: ints("*") },
        Binary::PowerInt => FaultKind::Overflow { what: ints("^") },
        Binary::ShiftLeft => FaultKind::Overflow { what: ints("<<") },
        Binary::AddReal => FaultKind::Overflow { what: reals("+") },
        Binary::SubtractReal => FaultKind::Overflow { what: reals("-") },
        Binary::MultiplyReal => FaultKind::Overflow { what: reals("*") },
        Binary::DivideReal => FaultKind::Overflow { what: reals("/") },
        Binary::PowerReal => FaultKind::Overflow { what: reals("^") },
        Binary::ModuloReal => FaultKind::Overflow { what: reals("%") },
        _ => FaultKind::Overflow { what: ints("/") },
    }
}
