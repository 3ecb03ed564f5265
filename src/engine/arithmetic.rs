//! The operations, on words and on columns of words: one loop each, faults gathered without a
//! branch.
//!
//! A column holds words: ints, the bits of reals, or 0 and 1. Each loop gathers in one flag
//! whether any position failed; who failed and why is found afterwards, one position at a time.

use crate::code::operation::{Binary, Unary};
use crate::semantic::arithmetic::{self, Fault};

/// An operand: a column, or one value for all positions.
#[derive(Debug, Clone, Copy)]
pub enum Operand<'a> {
    /// One value each.
    Flat(&'a [i64]),
    /// The same for all.
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

/// Which positions of a chunk take part.
#[derive(Debug, Clone, Copy)]
pub enum Positions<'a> {
    /// 0 … n−1.
    Dense(usize),
    /// These.
    Sparse(&'a [u32]),
}

/// Whether all positions succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// They did.
    Fine,
    /// At least one failed.
    Failed,
}

/// A result and a flag that is negative where the operation failed.
pub type Flagged = (i64, i64);

const FAILED: i64 = -1;

fn flag(failed: bool) -> i64 {
    -i64::from(failed)
}

fn outcome(flags: i64) -> Outcome {
    if flags < 0 {
        Outcome::Failed
    } else {
        Outcome::Fine
    }
}

/// Gives every position its value.
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
) -> Outcome {
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
) -> Outcome {
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

/// A real from its bits.
#[inline]
pub fn real(word: i64) -> f64 {
    f64::from_bits(word as u64)
}

fn word(value: f64) -> i64 {
    value.to_bits() as i64
}

/// A real that is a number.
#[inline]
pub fn finite(value: f64) -> Flagged {
    (word(value), flag(!value.is_finite()))
}

/// `a + b`
#[inline]
pub fn add(a: i64, b: i64) -> Flagged {
    let sum = a.wrapping_add(b);
    (sum, (a ^ sum) & (b ^ sum))
}

/// `a - b`
#[inline]
pub fn subtract(a: i64, b: i64) -> Flagged {
    let difference = a.wrapping_sub(b);
    (difference, (a ^ b) & (a ^ difference))
}

/// `a * b`
#[inline]
pub fn multiply(a: i64, b: i64) -> Flagged {
    let (product, overflow) = a.overflowing_mul(b);
    (product, flag(overflow))
}

fn divide(a: i64, b: i64) -> Flagged {
    if b == 0 || (a == i64::MIN && b == -1) {
        return (0, FAILED);
    }
    let quotient = a / b;
    (
        if a % b != 0 && (a < 0) != (b < 0) {
            quotient - 1
        } else {
            quotient
        },
        0,
    )
}

fn quotient(result: Result<i64, Fault>) -> Flagged {
    result.map_or((0, FAILED), |quotient| (quotient, 0))
}

fn modulo(a: i64, b: i64) -> Flagged {
    if b == 0 {
        return (0, FAILED);
    }
    let rest = a.wrapping_rem(b);
    (
        if rest != 0 && (rest < 0) != (b < 0) {
            rest + b
        } else {
            rest
        },
        0,
    )
}

fn power(a: i64, b: i64) -> Flagged {
    if b < 0 {
        return (0, FAILED);
    }
    match (a, u32::try_from(b)) {
        (0 | 1, _) if b > 0 => (a, 0),
        (-1, _) => (if b % 2 == 0 { 1 } else { -1 }, 0),
        (_, Ok(exponent)) => match a.checked_pow(exponent) {
            Some(value) => (value, 0),
            None => (0, FAILED),
        },
        (_, Err(_)) => (0, FAILED),
    }
}

fn shift_left(a: i64, b: i64) -> Flagged {
    if !(0..64).contains(&b) {
        return (0, FAILED);
    }
    let shifted = a << b;
    (shifted, flag(shifted >> b != a))
}

fn truth(word: i64) -> Flagged {
    (word, flag(word as u64 > 1))
}

fn to_int(value: f64) -> Flagged {
    // −2^63 is a double, 2^63 is the first one too large.
    let fits = (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value);
    (if fits { value as i64 } else { 0 }, flag(!fits))
}

fn domain(inside: bool, value: impl FnOnce() -> f64) -> Flagged {
    if inside { finite(value()) } else { (0, FAILED) }
}

/// What an operation with one operand does: `each` gets it as a function of the operand.
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

/// What an operation with two operands does: `each` gets it as a function of the operands.
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
pub fn unary(op: Unary, a: Operand<'_>, out: &mut [i64], positions: Positions<'_>) -> Outcome {
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

/// k where all have the operand 2^k.
fn power_of_two(b: Operand<'_>) -> Option<u32> {
    match b {
        Operand::Constant(b) if b > 0 && b & (b - 1) == 0 => Some(b.trailing_zeros()),
        _ => None,
    }
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
) -> Outcome {
    macro_rules! each {
        ($f:expr) => {
            each2(a, b, out, positions, $f)
        };
    }
    // Floored division by 2^k is a shift, and the rest are the lowest k bits.
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
