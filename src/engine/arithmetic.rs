//! The operations on words and on columns of words: one loop each, in which failures are collected
//! without a branch.
//!
//! A column contains words: ints, the bits of reals, or 0 and 1 for truth values. Each loop records in
//! one flag whether any position failed; which one and why is determined afterwards, position by
//! position.

use super::words::{
    Flagged, add, divide, domain, finite, flag, modulo, multiply, power, quotient, real,
    shift_left, subtract, to_int, truth, word,
};
use crate::code::operation::{Binary, Unary};
use crate::program::real as reals;
use crate::semantic::arithmetic::{self};

/// An operand: a column, or one value for all positions.
#[derive(Debug, Clone, Copy)]
pub enum Operand<'a> {
    /// One value for each position.
    Flat(&'a [i64]),
    /// The same value for all positions.
    Constant(i64),
}

impl Operand<'_> {
    /// The value at a position.
    pub fn at(self, position: usize) -> i64 {
        match self {
            Self::Flat(column) => column[position],
            Self::Constant(value) => value,
        }
    }
}

/// The positions of a chunk that are active.
#[derive(Debug, Clone, Copy)]
pub enum Positions<'a> {
    /// 0 … n−1.
    Dense(usize),
    /// The listed ones.
    Sparse(&'a [u32]),
}

/// Whether all positions succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum OperationOutcome {
    /// They did.
    Fine,
    /// At least one failed.
    Failed,
}

fn outcome(flags: i64) -> OperationOutcome {
    if flags < 0 {
        OperationOutcome::Failed
    } else {
        OperationOutcome::Fine
    }
}

/// Computes a value for every position.
pub fn fill(out: &mut [i64], positions: Positions<'_>, mut value: impl FnMut(usize) -> i64) {
    match positions {
        Positions::Dense(n) => {
            for (position, out) in out[..n].iter_mut().enumerate() {
                *out = value(position);
            }
        }
        Positions::Sparse(list) => {
            for position in list {
                out[*position as usize] = value(*position as usize);
            }
        }
    }
}

fn each1(
    a: Operand<'_>,
    out: &mut [i64],
    positions: Positions<'_>,
    f: impl Fn(i64) -> Flagged,
) -> OperationOutcome {
    let mut flags = 0;
    match (positions, a) {
        (Positions::Dense(n), Operand::Flat(a)) => {
            for (out, a) in out[..n].iter_mut().zip(&a[..n]) {
                let (value, flag) = f(*a);
                *out = value;
                flags |= flag;
            }
        }
        (Positions::Dense(n), Operand::Constant(a)) => {
            let (value, flag) = f(a);
            out[..n].fill(value);
            flags |= flag;
        }
        (Positions::Sparse(list), a) => {
            for &position in list {
                let (value, flag) = f(a.at(position as usize));
                out[position as usize] = value;
                flags |= flag;
            }
        }
    }
    outcome(flags)
}

fn each2(
    a: Operand<'_>,
    b: Operand<'_>,
    out: &mut [i64],
    positions: Positions<'_>,
    f: impl Fn(i64, i64) -> Flagged,
) -> OperationOutcome {
    let mut flags = 0;
    match (positions, a, b) {
        (Positions::Dense(n), Operand::Flat(a), Operand::Flat(b)) => {
            for ((out, a), b) in out[..n].iter_mut().zip(&a[..n]).zip(&b[..n]) {
                let (value, flag) = f(*a, *b);
                *out = value;
                flags |= flag;
            }
        }
        (Positions::Dense(n), Operand::Flat(a), Operand::Constant(b)) => {
            for (out, a) in out[..n].iter_mut().zip(&a[..n]) {
                let (value, flag) = f(*a, b);
                *out = value;
                flags |= flag;
            }
        }
        (Positions::Dense(n), Operand::Constant(a), Operand::Flat(b)) => {
            for (out, b) in out[..n].iter_mut().zip(&b[..n]) {
                let (value, flag) = f(a, *b);
                *out = value;
                flags |= flag;
            }
        }
        (Positions::Dense(n), Operand::Constant(a), Operand::Constant(b)) => {
            let (value, flag) = f(a, b);
            out[..n].fill(value);
            flags |= flag;
        }
        (Positions::Sparse(list), a, b) => {
            for &position in list {
                let (value, flag) = f(a.at(position as usize), b.at(position as usize));
                out[position as usize] = value;
                flags |= flag;
            }
        }
    }
    outcome(flags)
}

/// Calls `each` with the function of a unary operation.
macro_rules! with_unary {
    ($op:expr, $each:ident) => {
        match $op {
            Unary::NegateInt => $each!(|a| subtract(0, a)),
            Unary::NegateReal => $each!(|a| (word(-real(a)), 0)),
            Unary::Not => $each!(|a| (a ^ 1, 0)),
            Unary::BitNot => $each!(|a| (!a, 0)),
            Unary::AbsInt => $each!(|a: i64| (a.wrapping_abs(), a.wrapping_abs())),
            Unary::AbsReal => $each!(|a| (word(real(a).abs()), 0)),
            Unary::Sqrt => $each!(|a| domain(real(a) >= 0.0, || real(a).sqrt())),
            Unary::Log => $each!(|a| domain(real(a) > 0.0, || real(a).log2())),
            Unary::Ln => $each!(|a| domain(real(a) > 0.0, || reals::ln(real(a)))),
            Unary::Exp => $each!(|a| finite(reals::exp(real(a)))),
            Unary::Sin => $each!(|a| finite(reals::sin(real(a)))),
            Unary::Cos => $each!(|a| finite(reals::cos(real(a)))),
            Unary::Tan => $each!(|a| finite(reals::tan(real(a)))),
            Unary::Floor => $each!(|a| to_int(real(a).floor())),
            Unary::Ceil => $each!(|a| to_int(real(a).ceil())),
            Unary::Round => $each!(|a| to_int(real(a).round())),
            Unary::IntToReal => $each!(|a| (word(a as f64), 0)),
            Unary::IntToBool => $each!(truth),
            Unary::BoolToInt => $each!(|a| (a, 0)),
            Unary::WholeRealToInt => $each!(|a| {
                let (value, failed) = to_int(real(a));
                (value, failed | flag(real(a).fract() != 0.0))
            }),
        }
    };
}

/// Calls `each` with the function of a binary operation.
macro_rules! with_binary {
    ($op:expr, $each:ident) => {
        match $op {
            Binary::AddInt => $each!(add),
            Binary::SubtractInt => $each!(subtract),
            Binary::MultiplyInt => $each!(multiply),
            Binary::DivideInt => $each!(divide),
            Binary::DivideUpInt => $each!(|a, b| quotient(arithmetic::ceiled(a, b))),
            Binary::DivideNearestInt => $each!(|a, b| quotient(arithmetic::nearest(a, b))),
            Binary::ModuloInt => $each!(modulo),
            Binary::PowerInt => $each!(power),
            Binary::AddReal => $each!(|a, b| finite(real(a) + real(b))),
            Binary::SubtractReal => $each!(|a, b| finite(real(a) - real(b))),
            Binary::MultiplyReal => $each!(|a, b| finite(real(a) * real(b))),
            Binary::DivideReal => $each!(|a, b| finite(real(a) / real(b))),
            Binary::ModuloReal => $each!(|a, b| {
                let (a, b) = (real(a), real(b));
                finite(a - b * (a / b).floor())
            }),
            Binary::PowerReal => $each!(|a, b| finite(real(a).powf(real(b)))),
            Binary::EqualWord => $each!(|a, b| (i64::from(a == b), 0)),
            Binary::NotEqualWord => $each!(|a, b| (i64::from(a != b), 0)),
            Binary::LessInt => $each!(|a, b| (i64::from(a < b), 0)),
            Binary::LessEqualInt => $each!(|a, b| (i64::from(a <= b), 0)),
            Binary::EqualReal => $each!(|a, b| (i64::from(real(a) == real(b)), 0)),
            Binary::NotEqualReal => $each!(|a, b| (i64::from(real(a) != real(b)), 0)),
            Binary::LessReal => $each!(|a, b| (i64::from(real(a) < real(b)), 0)),
            Binary::LessEqualReal => $each!(|a, b| (i64::from(real(a) <= real(b)), 0)),
            Binary::And => $each!(|a, b| (a & b, 0)),
            Binary::Or => $each!(|a, b| (a | b, 0)),
            Binary::Xor => $each!(|a, b| (a ^ b, 0)),
            Binary::ShiftLeft => $each!(shift_left),
            Binary::ShiftRight => $each!(|a: i64, b: i64| (a >> (b & 63), flag(b as u64 > 63))),
            Binary::MaxInt => $each!(|a: i64, b: i64| (a.max(b), 0)),
            Binary::MinInt => $each!(|a: i64, b: i64| (a.min(b), 0)),
            Binary::MaxReal => $each!(|a, b| (word(real(a).max(real(b))), 0)),
            Binary::MinReal => $each!(|a, b| (word(real(a).min(real(b))), 0)),
            Binary::BothTrueInt => $each!(|a: i64, b: i64| (a & b, flag((a | b) as u64 > 1))),
            Binary::EitherTrueInt => $each!(|a: i64, b: i64| (a | b, flag((a | b) as u64 > 1))),
            Binary::Bit => $each!(|a: i64, b: i64| ((a >> (b & 63)) & 1, flag(b as u64 > 63))),
        }
    };
}

/// Applies an operation with one operand at every position.
pub fn unary(
    op: Unary,
    a: Operand<'_>,
    out: &mut [i64],
    positions: Positions<'_>,
) -> OperationOutcome {
    macro_rules! each {
        ($f:expr) => {
            each1(a, out, positions, $f)
        };
    }
    with_unary!(op, each)
}

/// Applies an operation to one operand.
#[inline(always)]
pub fn unary_word(op: Unary, a: i64) -> Flagged {
    macro_rules! each {
        ($f:expr) => {
            apply1($f, a)
        };
    }
    with_unary!(op, each)
}

/// Applies an operation with two operands at every position.
#[expect(
    clippy::float_cmp,
    reason = "`==` of the language is equality of reals"
)]
pub fn binary(
    op: Binary,
    a: Operand<'_>,
    b: Operand<'_>,
    out: &mut [i64],
    positions: Positions<'_>,
) -> OperationOutcome {
    macro_rules! each {
        ($f:expr) => {
            each2(a, b, out, positions, $f)
        };
    }
    // Floored division by 2^k is a shift; the remainder consists of the lowest k bits.
    match (op, power_of_two(b)) {
        (Binary::DivideInt, Some(k)) => each!(|a, _| (a >> k, 0)),
        (Binary::DivideUpInt, Some(k)) => {
            each!(|a, _| ((a >> k) + i64::from(a & ((1 << k) - 1) != 0), 0))
        }
        (Binary::ModuloInt, Some(k)) => each!(|a, _| (a & ((1 << k) - 1), 0)),
        _ => with_binary!(op, each),
    }
}

/// Applies an operation to two operands.
#[expect(
    clippy::float_cmp,
    reason = "`==` of the language is equality of reals"
)]
#[inline(always)]
pub fn binary_word(op: Binary, a: i64, b: i64) -> Flagged {
    macro_rules! each {
        ($f:expr) => {
            apply2($f, a, b)
        };
    }
    with_binary!(op, each)
}

#[inline]
fn apply1(f: impl Fn(i64) -> Flagged, a: i64) -> Flagged {
    f(a)
}

#[inline]
fn apply2(f: impl Fn(i64, i64) -> Flagged, a: i64, b: i64) -> Flagged {
    f(a, b)
}

/// The exponent k, if all positions have the operand 2^k.
fn power_of_two(b: Operand<'_>) -> Option<u32> {
    match b {
        Operand::Constant(b) if b > 0 && b & (b - 1) == 0 => Some(b.trailing_zeros()),
        _ => None,
    }
}
