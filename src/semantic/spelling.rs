//! An expression as users write it, for the names of temporaries in messages.

use crate::syntax::ast::{
    AlgorithmName, BinaryOp, Expr, ExprKind, Ident, Manner, Peer, StmtKind, Subscript, Target,
    UnaryOp,
};
use crate::syntax::keyword::{self, Concept};
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
        ExprKind::Section(name, subscripts) => section(name, subscripts, vocabulary),
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

/// A section on one line.
pub(super) fn section(name: &Ident, subscripts: &[Subscript], vocabulary: Vocabulary) -> String {
    let to = vocabulary.word(Concept::To);
    let end = |end: &Option<Expr>| {
        let end = end.as_ref();
        end.map_or_else(String::new, |end| expression(end, vocabulary))
    };
    let subscripts = subscripts.iter().map(|subscript| match subscript {
        Subscript::At(at) => expression(at, vocabulary),
        Subscript::Range {
            from: None,
            to: None,
        } => String::new(),
        Subscript::Range { from, to: last } => format!("{} {to} {}", end(from), end(last)),
    });
    let subscripts: Vec<String> = subscripts.collect();
    format!("{}[{}]", name.text, subscripts.join(", "))
}

/// `send(x, j)`, `recv(x, j)`, as lectures write messages: the statement that it stands for, where no
/// algorithm has that name.
pub(super) fn message_call(name: &AlgorithmName, arguments: &[Expr]) -> Option<StmtKind> {
    let (None, [message, peer]) = (&name.operator, arguments) else {
        return None;
    };
    let peer = Peer::Number(peer.clone());
    match keyword::find(&name.stem)? {
        Concept::Send => Some(StmtKind::Send {
            manner: Manner::Blocking,
            items: vec![message.clone()],
            to: peer,
            tag: None,
        }),
        Concept::Receive => {
            let span = message.span;
            let target = match &message.kind {
                ExprKind::Name(name) => Target::Name(name.clone()),
                ExprKind::WholeArray(name) => Target::WholeArray(name.clone(), span),
                ExprKind::Element(name, at) => Target::Element(name.clone(), at.clone(), span),
                ExprKind::Section(name, at) => Target::Section(name.clone(), at.clone(), span),
                _ => return None,
            };
            Some(StmtKind::Receive {
                targets: vec![target],
                from: peer,
                sender: None,
                tag: None,
            })
        }
        _ => None,
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
