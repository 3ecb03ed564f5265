//! The operators: which one an instance means by ⊕, what they take, what they give.

use crate::syntax::ast::{self, OperatorName};

use super::infer::{Known, join};
use super::problem::Needed;
use crate::program::{self, BinaryOp, Constant, Type};

/// The operator of the program, and the type of its operands and of its result.
pub(super) struct Typed {
    /// Which.
    pub operator: BinaryOp,
    /// Both operands have this type.
    pub operands: Known,
    /// Of the result.
    pub result: Known,
}

/// What an operator needs that an operand is not.
pub(super) struct Unfit {
    /// The right operand is at fault, not the left.
    pub right: bool,
    /// What is needed.
    pub needed: Needed,
}

/// Types an operator with two operands. `and`, `or` and ⊕ have ways of their own.
pub(super) fn typed(operator: ast::BinaryOp, left: Known, right: Known) -> Result<Typed, Unfit> {
    use ast::BinaryOp as Source;
    let numbers = |operator| arithmetic(operator, left, right);
    match operator {
        Source::Add => numbers(BinaryOp::Add),
        Source::Subtract => numbers(BinaryOp::Subtract),
        Source::Multiply => numbers(BinaryOp::Multiply),
        Source::Divide => numbers(BinaryOp::Divide),
        Source::Modulo => numbers(BinaryOp::Modulo),
        Source::Power => numbers(BinaryOp::Power),
        Source::Equal => equality(BinaryOp::Equal, left, right),
        Source::NotEqual => equality(BinaryOp::NotEqual, left, right),
        Source::Less => comparison(BinaryOp::Less, left, right),
        Source::LessEqual => comparison(BinaryOp::LessEqual, left, right),
        Source::Greater => comparison(BinaryOp::Greater, left, right),
        Source::GreaterEqual => comparison(BinaryOp::GreaterEqual, left, right),
        Source::BitAnd => bits(BinaryOp::BitAnd, left, right),
        Source::BitOr => bits(BinaryOp::BitOr, left, right),
        Source::BitXor => bits(BinaryOp::BitXor, left, right),
        Source::ShiftLeft => bits(BinaryOp::ShiftLeft, left, right),
        Source::ShiftRight => bits(BinaryOp::ShiftRight, left, right),
        Source::And | Source::Or | Source::Generic => Err(Unfit {
            right: false,
            needed: Needed::Number,
        }),
    }
}

/// Types ⊕ where it stands for one of the language's own operators.
pub(super) fn typed_own(own: &OperatorName, left: Known, right: Known) -> Result<Typed, Unfit> {
    match own {
        OperatorName::Plus | OperatorName::Generic => arithmetic(BinaryOp::Add, left, right),
        OperatorName::Times => arithmetic(BinaryOp::Multiply, left, right),
        OperatorName::Max => arithmetic(BinaryOp::Max, left, right),
        OperatorName::Min => arithmetic(BinaryOp::Min, left, right),
        OperatorName::And => truths(BinaryOp::BothTrue, left, right),
        OperatorName::Or => truths(BinaryOp::EitherTrue, left, right),
        OperatorName::Xor => match (left, right) {
            (Some(Type::Bool), Some(Type::Bool)) => Ok(Typed {
                operator: BinaryOp::NotEqual,
                operands: Some(Type::Bool),
                result: Some(Type::Bool),
            }),
            (Some(Type::Bool), None) | (None, Some(Type::Bool)) => Ok(Typed {
                operator: BinaryOp::NotEqual,
                operands: Some(Type::Bool),
                result: None,
            }),
            _ => bits(BinaryOp::BitXor, left, right),
        },
    }
}

fn unfit(needed: Needed, left_fits: bool) -> Unfit {
    Unfit {
        right: left_fits,
        needed,
    }
}

fn arithmetic(operator: BinaryOp, left: Known, right: Known) -> Result<Typed, Unfit> {
    let bool = Some(Type::Bool);
    if left == bool || right == bool {
        return Err(unfit(Needed::Number, left != bool));
    }
    let ty = join(left, right);
    Ok(Typed {
        operator,
        operands: ty,
        result: ty,
    })
}

fn comparison(operator: BinaryOp, left: Known, right: Known) -> Result<Typed, Unfit> {
    let bool = Some(Type::Bool);
    if left == bool || right == bool {
        let needed = if left == bool {
            Needed::Comparable
        } else {
            Needed::Number
        };
        return Err(unfit(needed, left != bool));
    }
    Ok(Typed {
        operator,
        operands: join(left, right),
        result: bool,
    })
}

fn equality(operator: BinaryOp, left: Known, right: Known) -> Result<Typed, Unfit> {
    let bool = Some(Type::Bool);
    let mixed = left.is_some() && right.is_some() && (left == bool) != (right == bool);
    if mixed {
        return Err(unfit(Needed::SameKind, true));
    }
    Ok(Typed {
        operator,
        operands: join(left, right),
        result: bool,
    })
}

fn bits(operator: BinaryOp, left: Known, right: Known) -> Result<Typed, Unfit> {
    let fits = |ty: Known| matches!(ty, None | Some(Type::Int));
    if !fits(left) || !fits(right) {
        return Err(unfit(Needed::Int, fits(left)));
    }
    Ok(Typed {
        operator,
        operands: Some(Type::Int),
        result: Some(Type::Int),
    })
}

fn truths(operator: BinaryOp, left: Known, right: Known) -> Result<Typed, Unfit> {
    let real = Some(Type::Real);
    if left == real || right == real {
        return Err(unfit(Needed::Truth, left != real));
    }
    let mixed = left.is_some() && right.is_some() && left != right;
    if mixed {
        return Err(unfit(Needed::SameKind, true));
    }
    let ty = join(left, right);
    Ok(Typed {
        operator,
        operands: ty,
        result: ty,
    })
}

/// The neutral element of one of the language's own operators, for elements of a type.
pub(super) fn neutral(own: &OperatorName, ty: Type) -> Constant {
    let number = |value: i64| match ty {
        Type::Real => Constant::Real(value as f64),
        _ => Constant::Int(value),
    };
    let truth = |value: bool| match ty {
        Type::Bool => Constant::Bool(value),
        _ => Constant::Int(i64::from(value)),
    };
    match own {
        OperatorName::Plus | OperatorName::Generic => number(0),
        OperatorName::Times => number(1),
        OperatorName::Max if ty == Type::Real => Constant::Real(f64::NEG_INFINITY),
        OperatorName::Max => Constant::Int(i64::MIN),
        OperatorName::Min if ty == Type::Real => Constant::Real(f64::INFINITY),
        OperatorName::Min => Constant::Int(i64::MAX),
        OperatorName::And => truth(true),
        OperatorName::Or | OperatorName::Xor => truth(false),
    }
}

/// How a quotient of ints that is the whole argument of a function is rounded, where not down.
pub(super) fn rounded_division(function: program::Builtin) -> Option<BinaryOp> {
    match function {
        program::Builtin::Ceil => Some(BinaryOp::DivideUp),
        program::Builtin::Round => Some(BinaryOp::DivideNearest),
        _ => None,
    }
}

/// A built-in function as users write it.
pub(super) fn function_name(function: program::Builtin) -> &'static str {
    match function {
        program::Builtin::Min => "min",
        program::Builtin::Max => "max",
        program::Builtin::Abs => "abs",
        program::Builtin::Random => "random",
        program::Builtin::Sqrt => "sqrt",
        program::Builtin::Log => "log",
        program::Builtin::Ln => "ln",
        program::Builtin::Exp => "exp",
        program::Builtin::Sin => "sin",
        program::Builtin::Cos => "cos",
        program::Builtin::Tan => "tan",
        program::Builtin::Floor => "floor",
        program::Builtin::Ceil => "ceil",
        program::Builtin::Round => "round",
        program::Builtin::Bit => "bit",
    }
}
