//! The arithmetic of the language: nothing wraps, nothing is infinite, every fault is said.

use crate::program::{BinaryOp, Builtin, Constant, UnaryOp, real as reals};

/// Why there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It does not fit.
    Overflow,
    /// The divisor is zero.
    DivisionByZero,
    /// The operation has no value there.
    Domain,
    /// An int that should be a truth value is neither 0 nor 1.
    NotTruth,
}

/// An operator with one operand of a fitting type.
pub fn unary(operator: UnaryOp, value: Constant) -> Result<Constant, Fault> {
    match (operator, value) {
        (UnaryOp::Negate, Constant::Int(value)) => int(value.checked_neg()),
        (UnaryOp::Negate, Constant::Real(value)) => Ok(Constant::Real(-value)),
        (UnaryOp::Not, Constant::Bool(value)) => Ok(Constant::Bool(!value)),
        (UnaryOp::BitNot, Constant::Int(value)) => Ok(Constant::Int(!value)),
        _ => Err(Fault::Domain),
    }
}

/// An operator with two operands of one fitting type.
pub fn binary(operator: BinaryOp, left: Constant, right: Constant) -> Result<Constant, Fault> {
    match (left, right) {
        (Constant::Int(left), Constant::Int(right)) => ints(operator, left, right),
        (Constant::Real(left), Constant::Real(right)) => reals(operator, left, right),
        (Constant::Bool(left), Constant::Bool(right)) => Ok(Constant::Bool(match operator {
            BinaryOp::Equal => left == right,
            BinaryOp::NotEqual => left != right,
            BinaryOp::BothTrue => left && right,
            BinaryOp::EitherTrue => left || right,
            _ => return Err(Fault::Domain),
        })),
        _ => Err(Fault::Domain),
    }
}

fn int(value: Option<i64>) -> Result<Constant, Fault> {
    value.map(Constant::Int).ok_or(Fault::Overflow)
}

fn real(value: f64) -> Result<Constant, Fault> {
    if value.is_nan() {
        Err(Fault::Domain)
    } else if value.is_infinite() {
        Err(Fault::Overflow)
    } else {
        Ok(Constant::Real(value))
    }
}

/// Floored, with the sign of the divisor in the remainder.
pub fn floored(left: i64, right: i64) -> Result<(i64, i64), Fault> {
    if right == 0 {
        return Err(Fault::DivisionByZero);
    }
    let quotient = left.checked_div(right).ok_or(Fault::Overflow)?;
    let remainder = left.wrapping_rem(right);
    if remainder != 0 && (remainder < 0) != (right < 0) {
        Ok((quotient - 1, remainder + right))
    } else {
        Ok((quotient, remainder))
    }
}

/// Rounded up.
pub fn ceiled(left: i64, right: i64) -> Result<i64, Fault> {
    let (quotient, remainder) = floored(left, right)?;
    Ok(quotient + i64::from(remainder != 0))
}

/// Rounded to the nearest int, halves away from zero.
pub fn nearest(left: i64, right: i64) -> Result<i64, Fault> {
    let (quotient, remainder) = floored(left, right)?;
    // The remainder has the sign of the divisor; what is missing to the next int is the rest.
    let (below, above) = (remainder.unsigned_abs(), right.abs_diff(remainder));
    let up = below > above || (below == above && quotient >= 0);
    Ok(quotient + i64::from(up))
}

fn ints(operator: BinaryOp, left: i64, right: i64) -> Result<Constant, Fault> {
    let truth = |value: bool| Ok(Constant::Bool(value));
    let logical = |value: i64| match value {
        0 | 1 => Ok(value),
        _ => Err(Fault::NotTruth),
    };
    match operator {
        BinaryOp::Add => int(left.checked_add(right)),
        BinaryOp::Subtract => int(left.checked_sub(right)),
        BinaryOp::Multiply => int(left.checked_mul(right)),
        BinaryOp::Divide => Ok(Constant::Int(floored(left, right)?.0)),
        BinaryOp::DivideUp => Ok(Constant::Int(ceiled(left, right)?)),
        BinaryOp::DivideNearest => Ok(Constant::Int(nearest(left, right)?)),
        // The remainder of the least int by -1 fits although the quotient does not.
        BinaryOp::Modulo if right == -1 => Ok(Constant::Int(0)),
        BinaryOp::Modulo => Ok(Constant::Int(floored(left, right)?.1)),
        BinaryOp::Power => power(left, right),
        BinaryOp::Equal => truth(left == right),
        BinaryOp::NotEqual => truth(left != right),
        BinaryOp::Less => truth(left < right),
        BinaryOp::LessEqual => truth(left <= right),
        BinaryOp::Greater => truth(left > right),
        BinaryOp::GreaterEqual => truth(left >= right),
        BinaryOp::BitAnd => Ok(Constant::Int(left & right)),
        BinaryOp::BitOr => Ok(Constant::Int(left | right)),
        BinaryOp::BitXor => Ok(Constant::Int(left ^ right)),
        BinaryOp::ShiftLeft => {
            let amount = shift(right)?;
            let shifted = left << amount;
            int((shifted >> amount == left).then_some(shifted))
        }
        BinaryOp::ShiftRight => Ok(Constant::Int(left >> shift(right)?)),
        BinaryOp::Max => Ok(Constant::Int(left.max(right))),
        BinaryOp::Min => Ok(Constant::Int(left.min(right))),
        BinaryOp::BothTrue => Ok(Constant::Int(logical(left)? & logical(right)?)),
        BinaryOp::EitherTrue => Ok(Constant::Int(logical(left)? | logical(right)?)),
    }
}

fn shift(amount: i64) -> Result<u32, Fault> {
    u32::try_from(amount)
        .ok()
        .filter(|amount| *amount < 64)
        .ok_or(Fault::Domain)
}

fn power(base: i64, exponent: i64) -> Result<Constant, Fault> {
    if exponent < 0 {
        return Err(Fault::Domain);
    }
    match base {
        // These fit whatever the exponent.
        0 | 1 => Ok(Constant::Int(if exponent == 0 { 1 } else { base })),
        -1 => Ok(Constant::Int(if exponent % 2 == 0 { 1 } else { -1 })),
        _ => {
            let exponent = u32::try_from(exponent).map_err(|_| Fault::Overflow)?;
            int(base.checked_pow(exponent))
        }
    }
}

#[expect(clippy::float_cmp, reason = "`==` of the language compares exactly")]
fn reals(operator: BinaryOp, left: f64, right: f64) -> Result<Constant, Fault> {
    let truth = |value: bool| Ok(Constant::Bool(value));
    match operator {
        BinaryOp::Add => real(left + right),
        BinaryOp::Subtract => real(left - right),
        BinaryOp::Multiply => real(left * right),
        BinaryOp::Divide | BinaryOp::Modulo if right == 0.0 => Err(Fault::DivisionByZero),
        BinaryOp::Divide => real(left / right),
        BinaryOp::Modulo => real(left - right * (left / right).floor()),
        // A negative number to a broken power, and zero to a negative one, have no value.
        BinaryOp::Power if left == 0.0 && right < 0.0 => Err(Fault::Domain),
        BinaryOp::Power => real(left.powf(right)),
        BinaryOp::Equal => truth(left == right),
        BinaryOp::NotEqual => truth(left != right),
        BinaryOp::Less => truth(left < right),
        BinaryOp::LessEqual => truth(left <= right),
        BinaryOp::Greater => truth(left > right),
        BinaryOp::GreaterEqual => truth(left >= right),
        BinaryOp::Max => Ok(Constant::Real(left.max(right))),
        BinaryOp::Min => Ok(Constant::Real(left.min(right))),
        _ => Err(Fault::Domain),
    }
}

/// A built-in function of arguments of one fitting type.
pub fn builtin(function: Builtin, values: &[Constant]) -> Result<Constant, Fault> {
    match (function, values) {
        (Builtin::Min, [first, rest @ ..]) => rest
            .iter()
            .try_fold(*first, |least, value| binary(BinaryOp::Min, least, *value)),
        (Builtin::Max, [first, rest @ ..]) => rest
            .iter()
            .try_fold(*first, |most, value| binary(BinaryOp::Max, most, *value)),
        (Builtin::Abs, [Constant::Int(value)]) => int(value.checked_abs()),
        (Builtin::Abs, [Constant::Real(value)]) => Ok(Constant::Real(value.abs())),
        (Builtin::Sqrt, [Constant::Real(value)]) if *value >= 0.0 => real(value.sqrt()),
        (Builtin::Log, [Constant::Real(value)]) if *value > 0.0 => real(value.log2()),
        (Builtin::Ln, [Constant::Real(value)]) if *value > 0.0 => real(reals::ln(*value)),
        (Builtin::Exp, [Constant::Real(value)]) => real(reals::exp(*value)),
        (Builtin::Sin, [Constant::Real(value)]) => real(reals::sin(*value)),
        (Builtin::Cos, [Constant::Real(value)]) => real(reals::cos(*value)),
        (Builtin::Tan, [Constant::Real(value)]) => real(reals::tan(*value)),
        (Builtin::Floor | Builtin::Ceil | Builtin::Round, [Constant::Int(value)]) => {
            Ok(Constant::Int(*value))
        }
        (Builtin::Floor, [Constant::Real(value)]) => whole(value.floor()),
        (Builtin::Ceil, [Constant::Real(value)]) => whole(value.ceil()),
        (Builtin::Round, [Constant::Real(value)]) => whole(value.round()),
        (Builtin::Bit, [Constant::Int(value), Constant::Int(position)]) => {
            Ok(Constant::Int(value >> shift(*position)? & 1))
        }
        _ => Err(Fault::Domain),
    }
}

/// A whole real as an int. -2^63 fits, 2^63 does not.
fn whole(value: f64) -> Result<Constant, Fault> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    int((-LIMIT..LIMIT).contains(&value).then_some(value as i64))
}
