//! The table of typed operations: one row each, documented by its notation with int operands a, b,
//! real operands x, y and bools s, t.

use crate::program::{BinaryOp, Builtin, Conversion, Type, UnaryOp};

macro_rules! operations {
    ($(#[$doc:meta])* $table:ident { $($name:ident $notation:literal;)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $table { $(#[doc = $notation] $name,)* }
    };
}

operations! {
    /// Operations with one operand.
    Unary {
        NegateInt "-a";
        NegateReal "-x";
        Not "not s";
        BitNot "NOT a";
        AbsInt "|a|";
        AbsReal "|x|";
        Sqrt "sqrt x";
        Log "log2 x";
        Ln "ln x";
        Exp "e ^ x";
        Sin "sin x";
        Cos "cos x";
        Tan "tan x";
        Floor "⌊x⌋ as int";
        Ceil "⌈x⌉ as int";
        Round "x to the nearest int";
        IntToReal "a as real";
        IntToBool "a as truth value, 0 or 1";
        BoolToInt "s as int";
        WholeRealToInt "x as int, x whole";
    }
}

operations! {
    /// Operations with two operands.
    Binary {
        AddInt "a + b";
        SubtractInt "a - b";
        MultiplyInt "a * b";
        DivideInt "⌊a / b⌋";
        DivideUpInt "⌈a / b⌉";
        DivideNearestInt "a / b to the nearest int, halves away from zero";
        ModuloInt "a - b * ⌊a / b⌋";
        PowerInt "a ^ b, b ≥ 0";
        AddReal "x + y";
        SubtractReal "x - y";
        MultiplyReal "x * y";
        DivideReal "x / y";
        ModuloReal "x - y * ⌊x / y⌋";
        PowerReal "x ^ y";
        EqualWord "a == b";
        NotEqualWord "a != b";
        LessInt "a < b";
        LessEqualInt "a <= b";
        EqualReal "x == y";
        NotEqualReal "x != y";
        LessReal "x < y";
        LessEqualReal "x <= y";
        And "a AND b, s and t";
        Or "a OR b, s or t";
        Xor "a XOR b";
        ShiftLeft "a << b";
        ShiftRight "a >> b";
        MaxInt "max(a, b)";
        MinInt "min(a, b)";
        MaxReal "max(x, y)";
        MinReal "min(x, y)";
        BothTrueInt "a and b, both 0 or 1";
        EitherTrueInt "a or b, both 0 or 1";
        Bit "bit b of a";
    }
}

/// The operation of an operator with one operand of a type.
pub fn unary(op: UnaryOp, operand: Type) -> Unary {
    match (op, operand) {
        (UnaryOp::Negate, Type::Real) => Unary::NegateReal,
        (UnaryOp::Negate, _) => Unary::NegateInt,
        (UnaryOp::Not, _) => Unary::Not,
        (UnaryOp::BitNot, _) => Unary::BitNot,
    }
}

/// The operation of a conversion.
pub fn conversion(conversion: Conversion) -> Unary {
    match conversion {
        Conversion::IntToReal => Unary::IntToReal,
        Conversion::IntToBool => Unary::IntToBool,
        Conversion::BoolToInt => Unary::BoolToInt,
        Conversion::WholeRealToInt => Unary::WholeRealToInt,
    }
}

/// The operation of an operator on two operands of one type, and whether these are exchanged.
pub fn binary(op: BinaryOp, operand: Type) -> (Binary, Swap) {
    use BinaryOp as B;
    let real = operand == Type::Real;
    let pick = |on_int, on_real| if real { on_real } else { on_int };
    match op {
        B::Add => (pick(Binary::AddInt, Binary::AddReal), Swap::No),
        B::Subtract => (pick(Binary::SubtractInt, Binary::SubtractReal), Swap::No),
        B::Multiply => (pick(Binary::MultiplyInt, Binary::MultiplyReal), Swap::No),
        B::Divide => (pick(Binary::DivideInt, Binary::DivideReal), Swap::No),
        B::DivideUp => (Binary::DivideUpInt, Swap::No),
        B::DivideNearest => (Binary::DivideNearestInt, Swap::No),
        B::Modulo => (pick(Binary::ModuloInt, Binary::ModuloReal), Swap::No),
        B::Power => (pick(Binary::PowerInt, Binary::PowerReal), Swap::No),
        B::Equal => (pick(Binary::EqualWord, Binary::EqualReal), Swap::No),
        B::NotEqual => (pick(Binary::NotEqualWord, Binary::NotEqualReal), Swap::No),
        B::Less => (pick(Binary::LessInt, Binary::LessReal), Swap::No),
        B::LessEqual => (pick(Binary::LessEqualInt, Binary::LessEqualReal), Swap::No),
        B::Greater => (pick(Binary::LessInt, Binary::LessReal), Swap::Yes),
        B::GreaterEqual => (pick(Binary::LessEqualInt, Binary::LessEqualReal), Swap::Yes),
        B::BitAnd => (Binary::And, Swap::No),
        B::BitOr => (Binary::Or, Swap::No),
        B::BitXor => (Binary::Xor, Swap::No),
        B::ShiftLeft => (Binary::ShiftLeft, Swap::No),
        B::ShiftRight => (Binary::ShiftRight, Swap::No),
        B::Max => (pick(Binary::MaxInt, Binary::MaxReal), Swap::No),
        B::Min => (pick(Binary::MinInt, Binary::MinReal), Swap::No),
        B::BothTrue if operand == Type::Int => (Binary::BothTrueInt, Swap::No),
        B::EitherTrue if operand == Type::Int => (Binary::EitherTrueInt, Swap::No),
        B::BothTrue => (Binary::And, Swap::No),
        B::EitherTrue => (Binary::Or, Swap::No),
    }
}

/// Whether `a > b` is computed as `b < a`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Swap {
    /// As written.
    No,
    /// The right operand first.
    Yes,
}

/// How a built-in function of operands of a type is computed.
pub enum BuiltinOperation {
    /// The value as it is: `floor` of an int.
    Identity,
    /// One operand.
    One(Unary),
    /// Two operands, or a chain of them.
    Chain(Binary),
}

/// The operation of a built-in function.
pub fn builtin(function: Builtin, operand: Type) -> BuiltinOperation {
    use BuiltinOperation::{Chain, Identity, One};
    let real = operand == Type::Real;
    match function {
        Builtin::Min => Chain(if real {
            Binary::MinReal
        } else {
            Binary::MinInt
        }),
        Builtin::Max => Chain(if real {
            Binary::MaxReal
        } else {
            Binary::MaxInt
        }),
        Builtin::Bit => Chain(Binary::Bit),
        Builtin::Abs => One(if real { Unary::AbsReal } else { Unary::AbsInt }),
        Builtin::Sqrt => One(Unary::Sqrt),
        Builtin::Log => One(Unary::Log),
        Builtin::Ln => One(Unary::Ln),
        Builtin::Exp => One(Unary::Exp),
        Builtin::Sin => One(Unary::Sin),
        Builtin::Cos => One(Unary::Cos),
        Builtin::Tan => One(Unary::Tan),
        Builtin::Floor if real => One(Unary::Floor),
        Builtin::Ceil if real => One(Unary::Ceil),
        Builtin::Round if real => One(Unary::Round),
        Builtin::Floor | Builtin::Ceil | Builtin::Round | Builtin::Random => Identity,
    }
}
