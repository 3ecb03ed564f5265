//! What an assignment computes, in short: `+`, `max`, `2 * ·`.

use super::keyword::{self, Class};
use super::operator;
use super::token::{Kind, Token, tokens};

/// What stands for a variable or a cell.
const OPERAND: &str = "·";

/// A part of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part<'t> {
    /// A variable or a cell, whichever it is.
    Operand,
    /// A number, `true`, `false`.
    Literal(&'t str),
    Operator(&'t str),
    /// A function, before its arguments.
    Function(&'t str),
    /// A bracket, a comma, another mark.
    Mark(&'t str),
}

/// The operation of an assignment, with `·` in place of variables and cells; only the operator or the
/// function where all of its operands are such. `None` for other statements, and for an assignment that
/// copies.
pub fn operation(statement: &str) -> Option<String> {
    let all = tokens(statement);
    let text = |token: &Token| &statement[token.start..token.end];
    let mut depth = 0_i32;
    let at = all.iter().position(|token| {
        depth += nesting(text(token));
        depth == 0 && combined(text(token)).is_some()
    })?;
    let before = at.checked_sub(1).map(|before| &all[before]);
    // `⊕=` is two tokens.
    let own = before.filter(|before| before.end == all[at].start && before.kind == Kind::Mark);
    let own = own.map(text).filter(|own| operator::find(own).is_some());
    let own = own.or_else(|| combined(text(&all[at])))?;
    let value = in_short(&parts(statement, &all[at + 1..]));
    match (value, own) {
        (value, "") => value,
        (None, own) => Some(own.to_owned()),
        (Some(value), own) => Some(format!("{own} {value}")),
    }
}

/// The operator of a mark that assigns: empty where it only assigns.
fn combined(mark: &str) -> Option<&str> {
    match mark {
        "=" | ":=" | "<-" | "←" => Some(""),
        "+=" | "-=" | "*=" | "/=" => Some(&mark[..1]),
        _ => None,
    }
}

fn nesting(mark: &str) -> i32 {
    match mark {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}

fn parts<'t>(statement: &'t str, tokens: &[Token]) -> Vec<Part<'t>> {
    let text = |token: &Token| &statement[token.start..token.end];
    let mut parts = Vec::new();
    let mut rest = tokens.iter().peekable();
    while let Some(token) = rest.next() {
        let written = text(token);
        let next = rest.peek().map(|next| text(next));
        parts.push(match token.kind {
            Kind::Comment | Kind::LineNumber => continue,
            Kind::Number | Kind::Literal => Part::Literal(written),
            _ if operator::find(written).is_some()
                || operator::words().any(|one| one == written) =>
            {
                Part::Operator(written)
            }
            Kind::Word if is_value(written) => Part::Literal(written),
            Kind::Word if next == Some("(") => Part::Function(written),
            Kind::Word => {
                if next == Some("[") {
                    let mut depth = 0;
                    for inner in rest.by_ref() {
                        depth += nesting(text(inner));
                        if depth == 0 {
                            break;
                        }
                    }
                }
                Part::Operand
            }
            Kind::Mark if written == ";" => break,
            Kind::Mark => Part::Mark(written),
        });
    }
    parts
}

fn is_value(word: &str) -> bool {
    keyword::find(word).is_some_and(|concept| concept.keyword().class == Class::Value)
}

/// An expression in short; `None` if it is one variable, cell or number.
fn in_short(parts: &[Part<'_>]) -> Option<String> {
    match parts {
        [] | [Part::Operand | Part::Literal(_)] => return None,
        [
            Part::Operand,
            Part::Operator(operator),
            Part::Literal(number),
        ] => {
            return Some(format!("{operator} {number}"));
        }
        [Part::Operand, Part::Operator(first), ..] if is_chain(parts, Part::Operator(first)) => {
            return Some((*first).to_owned());
        }
        [
            Part::Function(name),
            Part::Mark("("),
            arguments @ ..,
            Part::Mark(")"),
        ] if is_chain(arguments, Part::Mark(",")) => {
            return Some((*name).to_owned());
        }
        _ => {}
    }
    let mut text = String::new();
    let mut is_after_operand = false;
    for part in parts {
        match part {
            Part::Operand => text.push_str(OPERAND),
            Part::Operator(operator) if is_after_operand => {
                text.extend([" ", operator, " "]);
            }
            Part::Literal(own) | Part::Function(own) | Part::Operator(own) => text.push_str(own),
            Part::Mark(",") => text.push_str(", "),
            Part::Mark(mark) => text.push_str(mark),
        }
        is_after_operand = matches!(
            part,
            Part::Operand | Part::Literal(_) | Part::Mark(")" | "]")
        );
    }
    Some(text)
}

/// Whether parts are variables or cells with this part between each two.
fn is_chain(parts: &[Part<'_>], between: Part<'_>) -> bool {
    let is_right = |(at, part): (usize, &Part<'_>)| match at % 2 {
        0 => *part == Part::Operand,
        _ => *part == between,
    };
    parts.len() % 2 == 1 && parts.iter().enumerate().all(is_right)
}
