//! Typed expressions, the operators and the built-in functions.

use crate::source::Span;

use super::value::{Constant, Type};
use super::{ArrayId, ScalarId};

/// A typed expression without calls of algorithms.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Where it is written.
    pub span: Span,
}

/// The most values of a condition that are shown.
const MOST_TOLD: usize = 4;

impl Expr {
    /// The sides of comparisons of numbers that tell why a condition does not hold: no constants, and of
    /// those that `and` and `or` may skip only scalars that surely have a value.
    pub fn compared(&self) -> Vec<&Self> {
        let mut sides = Vec::new();
        self.collect_compared(true, &mut sides);
        sides.truncate(MOST_TOLD);
        sides
    }

    fn collect_compared<'e>(&'e self, is_evaluated: bool, into: &mut Vec<&'e Self>) {
        match &self.kind {
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                left.collect_compared(is_evaluated, into);
                right.collect_compared(false, into);
            }
            ExprKind::Binary(op, left, right) if op.compares() && left.ty != Type::Bool => {
                for side in [left, right] {
                    let side = match &side.kind {
                        // An int is told as one.
                        ExprKind::Convert(Conversion::IntToReal, operand) => &**operand,
                        _ => &**side,
                    };
                    let is_told = match &side.kind {
                        ExprKind::Constant(_) => false,
                        ExprKind::Scalar { id, checked } => {
                            (is_evaluated || !checked) && !into.iter().any(|it| it.is_scalar(*id))
                        }
                        _ => is_evaluated,
                    };
                    if is_told {
                        into.push(side);
                    }
                }
            }
            _ => {}
        }
    }

    fn is_scalar(&self, of: ScalarId) -> bool {
        matches!(&self.kind, ExprKind::Scalar { id, .. } if *id == of)
    }
}

/// The kinds of expression.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A literal.
    Constant(Constant),
    /// A scalar of this block or of one around it: a free read.
    Scalar {
        /// Which.
        id: ScalarId,
        /// It may be unwritten here, so the machine looks.
        checked: bool,
    },
    /// A cell.
    Cell(Cell),
    /// Number of elements (`None`), rows (`Some(0)`) or columns (`Some(1)`).
    Length(ArrayId, Option<u8>),
    /// A parameter of the machine, of type int.
    Machine(MachineParameter),
    /// One operator. Operand and result have the type that `ty` and the operator say.
    Unary(UnaryOp, Box<Expr>),
    /// One operator; both operands have one type.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `and`: the right side only where the left holds. Operands of type bool.
    And(Box<Expr>, Box<Expr>),
    /// `or`: the right side only where the left does not hold. Operands of type bool.
    Or(Box<Expr>, Box<Expr>),
    /// One built-in function.
    Builtin(Builtin, Vec<Expr>),
    /// A change of type; not an operator, free.
    Convert(Conversion, Box<Expr>),
}

/// One cell of an array, or a shared scalar.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The array.
    pub array: ArrayId,
    /// As many as its rank, of type int. Their arithmetic is free; reads in them are reads.
    pub subscripts: Vec<Expr>,
    /// Whether the access counts.
    pub reach: Reach,
    /// Where it is written.
    pub span: Span,
}

/// Whether an access counts and is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// An access to the global memory.
    Shared,
    /// An access to a processor's own memory.
    Private,
}

/// What a program may ask about its machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MachineParameter {
    /// `p`: the processors.
    Processors,
    /// `d`: time of a global access on the aPRAM.
    Delay,
    /// `B`: time of a barrier on the aPRAM.
    BarrierTime,
}

/// Operators with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Of an int or a real.
    Negate,
    /// Of a bool.
    Not,
    /// Of an int, bitwise.
    BitNot,
}

/// Operators with two operands of one type, as [`ExprKind::Binary`] has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`: floored on ints.
    Divide,
    /// `/` of two ints, rounded up: directly inside `ceil`.
    DivideUp,
    /// `/` of two ints, rounded to the nearest int, halves away from zero: directly inside `round`.
    DivideNearest,
    /// `%`: floored.
    Modulo,
    /// `^`
    Power,
    /// `==`, to bool.
    Equal,
    /// `!=`, to bool; also `xor` of bools.
    NotEqual,
    /// `<`, to bool.
    Less,
    /// `<=`, to bool.
    LessEqual,
    /// `>`, to bool.
    Greater,
    /// `>=`, to bool.
    GreaterEqual,
    /// On ints.
    BitAnd,
    /// On ints.
    BitOr,
    /// On ints.
    BitXor,
    /// On ints.
    ShiftLeft,
    /// On ints.
    ShiftRight,
    /// ⊕ = max.
    Max,
    /// ⊕ = min.
    Min,
    /// ⊕ = and, on bools, or on ints that must be 0 or 1; evaluates both sides.
    BothTrue,
    /// ⊕ = or, on bools, or on ints that must be 0 or 1; evaluates both sides.
    EitherTrue,
}

impl BinaryOp {
    /// Whether it compares its operands.
    pub fn compares(self) -> bool {
        use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(
            self,
            Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual
        )
    }
}

/// Built-in functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// Of two or more ints or reals.
    Min,
    /// Of two or more ints or reals.
    Max,
    /// Of an int or a real.
    Abs,
    /// Real to real.
    Sqrt,
    /// Base 2, real to real.
    Log,
    /// Base e, real to real.
    Ln,
    /// Real to real.
    Exp,
    /// Real to real.
    Sin,
    /// Real to real.
    Cos,
    /// Real to real.
    Tan,
    /// Real (or int) to int.
    Floor,
    /// Real (or int) to int.
    Ceil,
    /// Real (or int) to int, halves away from zero.
    Round,
    /// `bit(x, k)`: bit k of x, 0 or 1.
    Bit,
    /// The number that [`StmtKind::Draw`](super::StmtKind::Draw) has drawn in front of the statement.
    Random,
}

/// Changes of type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// int to real.
    IntToReal,
    /// An int that must be 0 or 1, to bool.
    IntToBool,
    /// false, true to 0, 1.
    BoolToInt,
    /// A real that must be whole, to int: bounds, counts and lengths.
    WholeRealToInt,
}
