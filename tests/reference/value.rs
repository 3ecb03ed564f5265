//! Values and arithmetic, rule by rule: nothing wraps, nothing is silently zero.

use pram::syntax::ast::{BinaryOp, UnaryOp};

/// A value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    Int(i64),
    Real(f64),
    Bool(bool),
}

/// A static type; `Unknown` is what nothing has been assigned to yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    Unknown,
    Bool,
    Int,
    Real,
}

impl Type {
    /// "A variable that takes both int and real values is real."
    pub fn join(self, other: Self) -> Self {
        self.max(other)
    }
}

/// The code of a fault.
pub type Code = &'static str;

pub const OVERFLOW: Code = "E0401";
pub const DIVISION_BY_ZERO: Code = "E0402";
pub const OUT_OF_BOUNDS: Code = "E0403";
pub const NEVER_WRITTEN: Code = "E0404";
pub const OUTSIDE_DOMAIN: Code = "E0405";
pub const NOT_INTEGRAL: Code = "E0406";
pub const NOT_TRUTH: Code = "E0407";
pub const LENGTHS_DIFFER: Code = "E0408";
pub const ASSERTION_FAILED: Code = "E0409";
pub const CLAIM_FAILED: Code = "E0410";
pub const BAD_LENGTH: Code = "E0411";
pub const ZERO_STRIDE: Code = "E0412";
pub const NO_RESULT: Code = "E0413";
/// Not in the catalogue: the program is not well typed, which the twin does not judge.
pub const ILL_TYPED: Code = "ill-typed";

impl Value {
    pub fn ty(self) -> Type {
        match self {
            Self::Int(_) => Type::Int,
            Self::Real(_) => Type::Real,
            Self::Bool(_) => Type::Bool,
        }
    }

    /// As a variable of this type holds it: an int in a real variable is a real.
    pub fn into_type(self, ty: Type) -> Self {
        match (self, ty) {
            (Self::Int(value), Type::Real) => Self::Real(value as f64),
            _ => self,
        }
    }

    pub fn real(self) -> Result<f64, Code> {
        match self {
            Self::Int(value) => Ok(value as f64),
            Self::Real(value) => Ok(value),
            Self::Bool(_) => Err(ILL_TYPED),
        }
    }

    pub fn int(self) -> Result<i64, Code> {
        match self {
            Self::Int(value) => Ok(value),
            _ => Err(ILL_TYPED),
        }
    }

    /// A bound, a count or a length: an int, or a real that is integral.
    pub fn bound(self) -> Result<i64, Code> {
        match self {
            Self::Int(value) => Ok(value),
            Self::Real(value) if value.fract() == 0.0 => to_int(value).map_err(|_| NOT_INTEGRAL),
            Self::Real(_) => Err(NOT_INTEGRAL),
            Self::Bool(_) => Err(ILL_TYPED),
        }
    }

    /// A condition: a bool, or an int that is 0 or 1.
    pub fn truth(self) -> Result<bool, Code> {
        match self {
            Self::Bool(value) => Ok(value),
            Self::Int(0) => Ok(false),
            Self::Int(1) => Ok(true),
            Self::Int(_) => Err(NOT_TRUTH),
            Self::Real(_) => Err(ILL_TYPED),
        }
    }
}

/// A truth value of a type: ints are 0 and 1.
pub fn truth_as(truth: bool, ty: Type) -> Value {
    if ty == Type::Int {
        Value::Int(i64::from(truth))
    } else {
        Value::Bool(truth)
    }
}

fn to_int(value: f64) -> Result<i64, Code> {
    // -2^63 is an i64, 2^63 is not.
    if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value) {
        Ok(value as i64)
    } else {
        Err(OVERFLOW)
    }
}

/// A real result must be a number.
fn finite(value: f64) -> Result<Value, Code> {
    if value.is_finite() {
        Ok(Value::Real(value))
    } else {
        Err(OVERFLOW)
    }
}

pub fn unary(operator: UnaryOp, operand: Value) -> Result<Value, Code> {
    match (operator, operand) {
        (UnaryOp::Negate, Value::Int(value)) => value.checked_neg().map(Value::Int).ok_or(OVERFLOW),
        (UnaryOp::Negate, Value::Real(value)) => Ok(Value::Real(-value)),
        (UnaryOp::Not, value) => Ok(truth_as(!value.truth()?, value.ty())),
        (UnaryOp::BitNot, Value::Int(value)) => Ok(Value::Int(!value)),
        _ => Err(ILL_TYPED),
    }
}

/// An operator that evaluates both sides; `and` and `or` do not come here.
pub fn binary(operator: BinaryOp, left: Value, right: Value) -> Result<Value, Code> {
    use BinaryOp as Op;
    match operator {
        Op::Add | Op::Subtract | Op::Multiply | Op::Divide | Op::Modulo | Op::Power => {
            match (left, right) {
                (Value::Int(left), Value::Int(right)) => int_arithmetic(operator, left, right),
                _ => real_arithmetic(operator, left.real()?, right.real()?),
            }
        }
        Op::Equal | Op::NotEqual if left.ty() == Type::Bool || right.ty() == Type::Bool => {
            match (left, right) {
                (Value::Bool(left), Value::Bool(right)) => {
                    Ok(Value::Bool((left == right) == (operator == Op::Equal)))
                }
                _ => Err(ILL_TYPED),
            }
        }
        Op::Equal | Op::NotEqual | Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual => {
            let order = compare(left, right)?;
            Ok(Value::Bool(match operator {
                Op::Equal => order.is_eq(),
                Op::NotEqual => order.is_ne(),
                Op::Less => order.is_lt(),
                Op::LessEqual => order.is_le(),
                Op::Greater => order.is_gt(),
                _ => order.is_ge(),
            }))
        }
        Op::BitAnd => Ok(Value::Int(left.int()? & right.int()?)),
        Op::BitOr => Ok(Value::Int(left.int()? | right.int()?)),
        Op::BitXor => Ok(Value::Int(left.int()? ^ right.int()?)),
        Op::ShiftLeft => {
            let (value, amount) = (left.int()?, shift(right)?);
            let shifted = value << amount;
            // A shift that loses bits does not come back.
            if shifted >> amount == value {
                Ok(Value::Int(shifted))
            } else {
                Err(OVERFLOW)
            }
        }
        Op::ShiftRight => Ok(Value::Int(left.int()? >> shift(right)?)),
        Op::And | Op::Or | Op::Generic => Err(ILL_TYPED),
    }
}

fn shift(amount: Value) -> Result<u32, Code> {
    match amount.int()? {
        amount @ 0..=63 => Ok(amount as u32),
        _ => Err(OUTSIDE_DOMAIN),
    }
}

fn compare(left: Value, right: Value) -> Result<std::cmp::Ordering, Code> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => Ok(left.cmp(&right)),
        // No real is ever NaN.
        _ => left.real()?.partial_cmp(&right.real()?).ok_or(ILL_TYPED),
    }
}

fn int_arithmetic(operator: BinaryOp, left: i64, right: i64) -> Result<Value, Code> {
    let result = match operator {
        BinaryOp::Add => left.checked_add(right),
        BinaryOp::Subtract => left.checked_sub(right),
        BinaryOp::Multiply => left.checked_mul(right),
        BinaryOp::Divide | BinaryOp::Modulo if right == 0 => return Err(DIVISION_BY_ZERO),
        BinaryOp::Divide => left.checked_div(right).map(|quotient| {
            // Towards minus infinity instead of towards zero.
            let inexact = left.wrapping_rem(right) != 0;
            quotient - i64::from(inexact && (left < 0) != (right < 0))
        }),
        BinaryOp::Modulo => {
            let remainder = left.wrapping_rem(right);
            let other_sign = remainder != 0 && (remainder < 0) != (right < 0);
            Some(if other_sign {
                remainder + right
            } else {
                remainder
            })
        }
        _ => {
            if right < 0 {
                return Err(OUTSIDE_DOMAIN);
            }
            return int_power(left, right);
        }
    };
    result.map(Value::Int).ok_or(OVERFLOW)
}

/// `floor(a/b)`, `ceil(a/b)` and `round(a/b)` of ints: the int of the exact quotient.
pub fn rounded_quotient(name: &str, left: i64, right: i64) -> Result<Value, Code> {
    if right == 0 {
        return Err(DIVISION_BY_ZERO);
    }
    let (a, b) = (i128::from(left), i128::from(right));
    let (a, b) = if b < 0 { (-a, -b) } else { (a, b) };
    let whole = match name {
        "floor" => a.div_euclid(b),
        "ceil" => -(-a).div_euclid(b),
        // Halves go away from zero.
        _ => a.signum() * ((2 * a.abs() + b) / (2 * b)),
    };
    i64::try_from(whole).map(Value::Int).map_err(|_| OVERFLOW)
}

fn int_power(base: i64, exponent: i64) -> Result<Value, Code> {
    // The only powers that stay in range for a large exponent.
    let result = match base {
        0 | 1 => Some(if exponent == 0 { 1 } else { base }),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => u32::try_from(exponent)
            .ok()
            .and_then(|exponent| base.checked_pow(exponent)),
    };
    result.map(Value::Int).ok_or(OVERFLOW)
}

fn real_arithmetic(operator: BinaryOp, left: f64, right: f64) -> Result<Value, Code> {
    match operator {
        BinaryOp::Add => finite(left + right),
        BinaryOp::Subtract => finite(left - right),
        BinaryOp::Multiply => finite(left * right),
        BinaryOp::Divide | BinaryOp::Modulo if right == 0.0 => Err(DIVISION_BY_ZERO),
        BinaryOp::Divide => finite(left / right),
        BinaryOp::Modulo => finite(left - right * (left / right).floor()),
        _ => {
            let outside = (left == 0.0 && right < 0.0) || (left < 0.0 && right.fract() != 0.0);
            if outside {
                Err(OUTSIDE_DOMAIN)
            } else {
                finite(left.powf(right))
            }
        }
    }
}

/// The built-in functions of values; `duljina` and `unatrag` are about arrays.
pub fn builtin(name: &str, arguments: &[Value]) -> Result<Value, Code> {
    let first = arguments.first().copied().ok_or(ILL_TYPED)?;
    match name {
        "min" | "max" => {
            let mut best = first;
            for &other in &arguments[1..] {
                best = extreme(name == "max", best, other)?;
            }
            Ok(best)
        }
        "abs" => match first {
            Value::Int(value) => value.checked_abs().map(Value::Int).ok_or(OVERFLOW),
            _ => Ok(Value::Real(first.real()?.abs())),
        },
        "sqrt" if first.real()? < 0.0 => Err(OUTSIDE_DOMAIN),
        "sqrt" => finite(first.real()?.sqrt()),
        "log" if first.real()? <= 0.0 => Err(OUTSIDE_DOMAIN),
        "log" => finite(first.real()?.log2()),
        "ln" if first.real()? <= 0.0 => Err(OUTSIDE_DOMAIN),
        "ln" => finite(libm::log(first.real()?)),
        "exp" => finite(libm::exp(first.real()?)),
        "sin" => finite(libm::sin(first.real()?)),
        "cos" => finite(libm::cos(first.real()?)),
        "tan" => finite(libm::tan(first.real()?)),
        "floor" | "ceil" | "round" => {
            let Value::Real(value) = first else {
                return first.int().map(Value::Int);
            };
            let whole = match name {
                "floor" => value.floor(),
                "ceil" => value.ceil(),
                // Halves go away from zero.
                _ => value.round(),
            };
            to_int(whole).map(Value::Int)
        }
        "bit" => match arguments {
            [Value::Int(value), Value::Int(place @ 0..=63)] => Ok(Value::Int(value >> place & 1)),
            [Value::Int(_), Value::Int(_)] => Err(OUTSIDE_DOMAIN),
            _ => Err(ILL_TYPED),
        },
        _ => Err(ILL_TYPED),
    }
}

/// The larger or the smaller of two; of an int and a real, as a real.
pub fn extreme(larger: bool, left: Value, right: Value) -> Result<Value, Code> {
    let ty = left.ty().join(right.ty());
    let order = compare(left, right)?;
    let take_right = if larger { order.is_lt() } else { order.is_gt() };
    Ok(if take_right { right } else { left }.into_type(ty))
}
