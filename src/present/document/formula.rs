//! Expressions of the language as mathematics: in HTML and in LaTeX.

use crate::network::Parameters;
use crate::present::plot::number::short;
use crate::present::plot::svg;
use crate::source::Sources;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::syntax::parse_expression;

/// How mathematics is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// Letters in `<var>`, powers in `<sup>`.
    Html,
    /// For math mode.
    Latex,
}

/// How tightly a piece binds: what is looser than asked for gets brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Sum,
    Product,
    Sign,
    Power,
    Atom,
}

/// The signs of relations, with those of LaTeX.
const RELATIONS: [(&str, &str); 4] = [("≥", "\\ge"), ("≤", "\\le"), ("=", "="), (">", ">")];

/// The expression as mathematics, or a condition such as `n ≥ 1`, `n = 3·k`; none for what mathematics has
/// no sign for.
pub fn typeset(expression: &str, notation: Notation) -> Option<String> {
    for (sign, command) in RELATIONS {
        if let Some((left, right)) = expression.split_once(&format!(" {sign} ")) {
            let right = right.replace('·', "*");
            let (left, right) = (typeset(left, notation)?, typeset(&right, notation)?);
            // No line is broken at a relation.
            return Some(match notation {
                Notation::Html => {
                    let sign = svg::escaped(sign);
                    format!("{left}\u{a0}{sign}\u{a0}{right}")
                }
                Notation::Latex => format!("{left} {command} {right}"),
            });
        }
    }
    let mut sources = Sources::default();
    let file = sources.add("formula", expression);
    let expression = parse_expression(&sources, file).ok()?;
    piece(&expression, notation).map(|(text, _)| text)
}

fn piece(expression: &Expr, notation: Notation) -> Option<(String, Tightness)> {
    Some(match &expression.kind {
        ExprKind::Int(value) => number(&value.to_string()),
        ExprKind::Real(value) => number(&short(*value)),
        ExprKind::Name(name) => (name_text(&name.text, notation), Tightness::Atom),
        ExprKind::Call(name, arguments) if name.operator.is_none() => {
            call(&name.stem, arguments, notation)?
        }
        ExprKind::Unary(UnaryOp::Negate, operand) => {
            let operand = within(operand, Tightness::Sign, notation)?;
            (format!("{}{operand}", minus(notation)), Tightness::Sign)
        }
        ExprKind::Binary(operator, _, left, right) => binary(*operator, left, right, notation)?,
        _ => return None,
    })
}

fn number(text: &str) -> (String, Tightness) {
    let tightness = if text.starts_with('-') {
        Tightness::Sign
    } else {
        Tightness::Atom
    };
    (text.replace('-', "−"), tightness)
}

fn binary(
    operator: BinaryOp,
    left: &Expr,
    right: &Expr,
    notation: Notation,
) -> Option<(String, Tightness)> {
    use Tightness::{Atom, Power, Product, Sign, Sum};
    let html = notation == Notation::Html;
    Some(match operator {
        BinaryOp::Add | BinaryOp::Subtract => {
            let left = within(left, Sum, notation)?;
            let right = within(right, Product, notation)?;
            let sign = match operator {
                BinaryOp::Add => "+",
                _ => minus(notation),
            };
            (format!("{left} {sign} {right}"), Sum)
        }
        BinaryOp::Multiply => {
            let right_is_number = begins_with_number(right);
            let left = factor(left, notation)?;
            let right = within(right, Sign, notation)?;
            let sign = match (html, right_is_number) {
                (true, _) => "·",
                (false, true) => " \\cdot ",
                (false, false) => "\\,",
            };
            (format!("{left}{sign}{right}"), Product)
        }
        BinaryOp::Divide if html => {
            let left = factor(left, notation)?;
            let right = within(right, Sign, notation)?;
            (format!("{left}/{right}"), Product)
        }
        BinaryOp::Divide => {
            let (left, right) = (piece(left, notation)?.0, piece(right, notation)?.0);
            (format!("\\frac{{{left}}}{{{right}}}"), Power)
        }
        BinaryOp::Modulo => {
            let left = within(left, Product, notation)?;
            let right = within(right, Sign, notation)?;
            let sign = if html { "mod" } else { "\\bmod" };
            (format!("{left} {sign} {right}"), Product)
        }
        BinaryOp::Power => {
            let base = within(left, Atom, notation)?;
            let exponent = piece(right, notation)?.0;
            let text = if html {
                format!("{base}<sup>{exponent}</sup>")
            } else {
                format!("{base}^{{{exponent}}}")
            };
            (text, Power)
        }
        _ => return None,
    })
}

/// Brackets of LaTeX as high as a fraction in them.
fn rounded(bracket: &str, inside: &str) -> String {
    if inside.contains("\\frac") {
        format!("\\left\\l{bracket} {inside}\\right\\r{bracket} ")
    } else {
        format!("\\l{bracket} {inside}\\r{bracket} ")
    }
}

fn call(name: &str, arguments: &[Expr], notation: Notation) -> Option<(String, Tightness)> {
    let html = notation == Notation::Html;
    let pieces: Option<Vec<String>> = arguments
        .iter()
        .map(|argument| piece(argument, notation).map(|(text, _)| text))
        .collect();
    let inside = pieces?.join(", ");
    let text = match (name, html) {
        ("ceil", true) => format!("⌈{inside}⌉"),
        ("ceil", false) => rounded("ceil", &inside),
        ("floor", true) => format!("⌊{inside}⌋"),
        ("floor", false) => rounded("floor", &inside),
        ("abs", _) => format!("|{inside}|"),
        ("sqrt", false) => format!("\\sqrt{{{inside}}}"),
        ("sqrt", true) if is_atom(arguments) => format!("√{inside}"),
        ("sqrt", true) => format!("√({inside})"),
        ("log", _) => {
            let log = if html { "log" } else { "\\log" };
            let text = if is_atom(arguments) {
                format!("{log} {inside}")
            } else {
                format!("{log}({inside})")
            };
            return Some((text, Tightness::Sign));
        }
        ("min" | "max", false) => format!("\\{name}({inside})"),
        (_, false) => format!("\\mathrm{{{}}}({inside})", name.replace('_', "\\_")),
        (_, true) => format!("{name}({inside})"),
    };
    Some((text, Tightness::Atom))
}

fn is_atom(arguments: &[Expr]) -> bool {
    matches!(
        arguments,
        [Expr {
            kind: ExprKind::Name(_) | ExprKind::Int(_),
            ..
        }]
    )
}

/// The piece, in brackets where it binds less tightly than its surroundings.
fn within(expression: &Expr, surroundings: Tightness, notation: Notation) -> Option<String> {
    let (text, own) = piece(expression, notation)?;
    Some(if own < surroundings {
        match notation {
            Notation::Html => format!("({text})"),
            Notation::Latex => format!("\\left({text}\\right)"),
        }
    } else {
        text
    })
}

/// What more factors follow: n·log n/2 would be read as n·log(n/2).
fn factor(expression: &Expr, notation: Notation) -> Option<String> {
    let surroundings = if ends_with_log(expression) {
        Tightness::Atom
    } else {
        Tightness::Product
    };
    within(expression, surroundings, notation)
}

fn ends_with_log(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Call(name, arguments) => name.stem == "log" && is_atom(arguments),
        ExprKind::Binary(BinaryOp::Multiply | BinaryOp::Divide, _, _, right) => {
            ends_with_log(right)
        }
        _ => false,
    }
}

/// What stands behind another factor would be read together with its digits: 2 3^k.
fn begins_with_number(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Int(_) | ExprKind::Real(_) => true,
        ExprKind::Binary(BinaryOp::Power, _, base, _) => begins_with_number(base),
        _ => false,
    }
}

fn minus(notation: Notation) -> &'static str {
    match notation {
        Notation::Html => "−",
        Notation::Latex => "-",
    }
}

fn name_text(name: &str, notation: Notation) -> String {
    let is_letter = name.chars().count() == 1;
    // The parameters of a network: t with what it is a time of below.
    let parameter = name.split_once('_');
    if let Some((time, what)) = parameter.filter(|_| Parameters::NAMES.contains(&name)) {
        return match notation {
            Notation::Html => format!("<var>{time}<sub>{what}</sub></var>"),
            Notation::Latex => format!("{time}_{{{what}}}"),
        };
    }
    match notation {
        Notation::Html => format!("<var>{}</var>", svg::escaped(name)),
        Notation::Latex if is_letter && name.is_ascii() => name.to_owned(),
        Notation::Latex => match super::latex::greek(name) {
            Some(letter) => letter,
            None if name.is_ascii() => format!("\\mathit{{{}}}", super::latex::escaped(name)),
            // Letters with marks, which fonts of mathematics do not hold.
            None => format!("\\textit{{{}}}", super::latex::escaped(name)),
        },
    }
}
