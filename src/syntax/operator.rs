//! Every spelling of every infix operator, how tightly it binds, and what other languages write.

use super::ast::BinaryOp::{
    self, Add, And, BitAnd, BitOr, BitXor, Divide, Equal, Generic, Greater, GreaterEqual, Less,
    LessEqual, Modulo, Multiply, NotEqual, Or, Power, ShiftLeft, ShiftRight, Subtract,
};

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Infix {
    /// As written.
    pub spelling: &'static str,
    /// What it means.
    pub operator: BinaryOp,
    /// The spelling to use instead, where this one is from another language.
    pub instead: Option<&'static str>,
}

const fn right(spelling: &'static str, operator: BinaryOp) -> Infix {
    Infix {
        spelling,
        operator,
        instead: None,
    }
}

const fn wrong(spelling: &'static str, operator: BinaryOp, instead: &'static str) -> Infix {
    Infix {
        spelling,
        operator,
        instead: Some(instead),
    }
}

/// The table.
pub const INFIX: &[Infix] = &[
    right("+", Add),
    right("-", Subtract),
    right("−", Subtract),
    right("–", Subtract),
    right("*", Multiply),
    right("·", Multiply),
    right("×", Multiply),
    right("/", Divide),
    right("%", Modulo),
    right("mod", Modulo),
    right("^", Power),
    right("==", Equal),
    right("!=", NotEqual),
    right("≠", NotEqual),
    right("<", Less),
    right("<=", LessEqual),
    right("≤", LessEqual),
    right(">", Greater),
    right(">=", GreaterEqual),
    right("≥", GreaterEqual),
    right("and", And),
    right("&&", And),
    right("or", Or),
    right("||", Or),
    right("AND", BitAnd),
    right("OR", BitOr),
    right("XOR", BitXor),
    right("<<", ShiftLeft),
    right(">>", ShiftRight),
    right("⊕", Generic),
    right("@", Generic),
    wrong("=", Equal, "=="),
    wrong("===", Equal, "=="),
    wrong("<>", NotEqual, "!="),
    wrong("/=", NotEqual, "!="),
    wrong("=!", NotEqual, "!="),
    wrong("=<", LessEqual, "<="),
    wrong("=>", GreaterEqual, ">="),
    wrong("∧", And, "and"),
    wrong("∨", Or, "or"),
    wrong("&", And, "and"),
    wrong("|", Or, "or"),
    wrong("xor", BitXor, "XOR"),
    wrong("**", Power, "^"),
    wrong("÷", Divide, "/"),
    wrong("div", Divide, "/"),
    wrong("DIV", Divide, "/"),
    wrong("MOD", Modulo, "mod"),
    wrong("∪", BitOr, "OR"),
];

/// The row of a spelling.
pub fn find(spelling: &str) -> Option<&'static Infix> {
    INFIX.iter().find(|row| row.spelling == spelling)
}

/// The spellings that are words; those before their operand are only in the grammar.
pub fn words() -> impl Iterator<Item = &'static str> {
    let infix = INFIX.iter().map(|row| row.spelling);
    let is_word = |spelling: &&str| spelling.chars().all(char::is_alphabetic);
    infix.filter(is_word).chain(["not", "NOT"])
}

/// How tightly `not` binds: looser than a comparison.
pub const NOT: u8 = 3;
/// How tightly unary minus, `!` and `NOT` bind: tighter than `*`, looser than `^`.
pub const SIGN: u8 = 11;

/// How tightly an operator binds; more is tighter.
pub fn binding(operator: BinaryOp) -> u8 {
    match operator {
        Or => 1,
        And => 2,
        Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => 4,
        BitOr => 5,
        BitXor => 6,
        BitAnd => 7,
        ShiftLeft | ShiftRight => 8,
        Add | Subtract | Generic => 9,
        Multiply | Divide | Modulo => 10,
        Power => 12,
    }
}

/// Whether it compares, so that a chain of two is a likely mistake.
pub fn compares(operator: BinaryOp) -> bool {
    binding(operator) == 4
}

/// The operator as messages write it.
pub fn spelling(operator: BinaryOp) -> &'static str {
    INFIX
        .iter()
        .find(|row| row.operator == operator)
        .map_or("?", |row| row.spelling)
}
