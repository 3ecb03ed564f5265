//! What is a chain without being a repetition of the grammar: one operator three times and more in
//! a row, and `inace ako` after `inace ako`.

use std::collections::BTreeMap;

use pram::source::Sources;
use pram::syntax::ast::{Expr, ExprKind, File, Item, Stmt, StmtKind};
use pram::syntax::parse;

use super::{RUN, random, texts};
use crate::reference::definitions::{expressions_of, visit_expression, visit_statements};

/// In a chain of three operators there are four operands.
const LONG: usize = 3;

/// Every operator that may stand in a chain, and the chain of branches.
const CHAINS: [&str; 18] = [
    "Add",
    "Subtract",
    "Multiply",
    "Divide",
    "Modulo",
    "Power",
    "And",
    "Or",
    "BitAnd",
    "BitOr",
    "BitXor",
    "ShiftLeft",
    "ShiftRight",
    "Generic",
    "Negate",
    "Not",
    "BitNot",
    "If",
];

fn body(item: &Item) -> &[Stmt] {
    match item {
        Item::Algorithm(algorithm) => &algorithm.body,
        Item::Program(program) => &program.body,
        Item::Machine(_)
        | Item::Include(_)
        | Item::Input(_)
        | Item::Claim(_)
        | Item::Sequential(_)
        | Item::Neutral(_) => &[],
    }
}

/// The name of the operator of an expression, and how often it stands there in a row.
fn operators(expr: &Expr) -> Option<(String, usize)> {
    let (name, inside) = match &expr.kind {
        ExprKind::Binary(operator, _, left, right) => {
            let name = format!("{operator:?}");
            // Powers go from the right.
            let inside = if name == "Power" { right } else { left };
            (name, inside)
        }
        ExprKind::Unary(operator, operand) => (format!("{operator:?}"), operand),
        _ => return None,
    };
    let more = operators(inside).filter(|(other, _)| *other == name);
    Some((name, 1 + more.map_or(0, |(_, count)| count)))
}

/// How many `ako` follow one another.
fn branches(statement: &Stmt) -> usize {
    match &statement.kind {
        StmtKind::If { otherwise, .. } => match otherwise.as_slice() {
            [next] => 1 + branches(next),
            _ => 1,
        },
        _ => 0,
    }
}

/// The longest chain of each kind.
fn longest(files: &[File]) -> BTreeMap<String, usize> {
    let mut longest = BTreeMap::new();
    let mut note = |name: String, count: usize| {
        let most = longest.entry(name).or_insert(0);
        *most = count.max(*most);
    };
    for item in files.iter().flat_map(|file| &file.items) {
        visit_statements(body(item), &mut |statement| {
            note("If".to_owned(), branches(statement));
            for expr in expressions_of(statement) {
                visit_expression(expr, &mut |part| {
                    if let Some((name, count)) = operators(part) {
                        note(name, count);
                    }
                });
            }
        });
    }
    longest
}

fn short(texts: impl Iterator<Item = String>) -> Vec<&'static str> {
    let files: Vec<File> = texts
        .map(|text| {
            let mut sources = Sources::default();
            let file = sources.add("case.pram", text);
            parse(&sources, file).0
        })
        .collect();
    let longest = longest(&files);
    let is_short = |name: &&str| longest.get(*name).is_none_or(|count| *count < LONG);
    CHAINS.into_iter().filter(|name| is_short(name)).collect()
}

#[test]
fn programs_that_are_run_have_long_chains() {
    assert_eq!(short(texts(&RUN).into_iter()), Vec::<&str>::new());
}

#[test]
fn random_programs_have_long_chains() {
    assert_eq!(short(random(1000).into_iter()), Vec::<&str>::new());
}
