//! An expression as users write it, for the names of temporaries in messages.

use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

use super::names;

/// The expression on one line.
pub(super) fn expression(expr: &Expr, vocabulary: Vocabulary) -> String {
    let expression = |expr: &Expr| expression(expr, vocabulary);
    let list = |values: &[Expr]| list(values, vocabulary);
    let operand_of = |expr: &Expr| operand_of(expr, vocabulary);
    match &expr.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Real(value) => format!("{value:?}"),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Name(name) => name.text.clone(),
        ExprKind::WholeArray(name) => format!("{}[]", name.text),
        ExprKind::Element(name, subscripts) => format!("{}[{}]", name.text, list(subscripts)),
        ExprKind::Section(name, _) => format!("{}[…]", name.text),
        ExprKind::Call(name, arguments) => {
            format!("{}({})", names::display(name), list(arguments))
        }
        ExprKind::Unary(UnaryOp::Not, operand) => format!("not({})", expression(operand)),
        ExprKind::Unary(UnaryOp::BitNot, operand) => format!("NOT({})", expression(operand)),
        ExprKind::Unary(UnaryOp::Negate, operand) => format!("-{}", operand_of(operand)),
        ExprKind::Binary(operator, _, left, right) => {
            format!(
                "{} {} {}",
                operand_of(left),
                symbol(*operator),
                operand_of(right)
            )
        }
        ExprKind::Neutral(operator) => {
            let neutral = vocabulary.word(Concept::Neutral);
            format!("{neutral}({})", names::symbol(operator))
        }
        ExprKind::List(values) => format!("{{{}}}", list(values)),
    }
}

fn list(values: &[Expr], vocabulary: Vocabulary) -> String {
    let values = values.iter().map(|value| expression(value, vocabulary));
    values.collect::<Vec<_>>().join(", ")
}

fn operand_of(expr: &Expr, vocabulary: Vocabulary) -> String {
    match expr.kind {
        ExprKind::Binary(..) => format!("({})", expression(expr, vocabulary)),
        _ => expression(expr, vocabulary),
    }
}

/// An operator as users write it.
pub(super) fn symbol(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Modulo => "%",
        BinaryOp::Power => "^",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::BitAnd => "AND",
        BinaryOp::BitOr => "OR",
        BinaryOp::BitXor => "XOR",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::Generic => "⊕",
    }
}
