//! What a printed listing uses and does not declare: its working arrays, whose lengths the ranges of its
//! loops tell, and the variables that its parallel blocks assign for what follows them.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::Span;
use crate::syntax::ast::visit::{Visitor, statements, walk_expression, walk_statement};
use crate::syntax::ast::{
    Algorithm, BinaryOp, Expr, ExprKind, File, Item, ParallelHeader, Stmt, StmtKind, Target,
    UnaryOp,
};
use crate::syntax::operator;

/// A declaration, and the byte before which it belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// The first byte of a statement.
    pub at: u32,
    /// In the spelling of the language.
    pub text: String,
}

/// A listing has no more arrays, and no more variables in blocks: what has more is none.
const MOST_NAMES: usize = 100;

/// What the algorithms in these listings do not declare, where the text says how it is meant.
pub fn declarations(file: &File, listings: &[Span]) -> Vec<Declaration> {
    let inputs: BTreeSet<&str> = (file.items.iter())
        .filter_map(|item| match item {
            Item::Input(input) => Some(input.name.text.as_str()),
            _ => None,
        })
        .collect();
    let is_inside = |span: Span| {
        let mut all = listings.iter();
        all.any(|listing| listing.start <= span.start && span.start < listing.end)
    };
    let algorithms = file.items.iter().filter_map(|item| match item {
        Item::Algorithm(algorithm) if is_inside(algorithm.header) => Some(algorithm),
        _ => None,
    });
    algorithms
        .flat_map(|algorithm| of_algorithm(algorithm, &inputs))
        .collect()
}

fn of_algorithm(algorithm: &Algorithm, inputs: &BTreeSet<&str>) -> Vec<Declaration> {
    let mut uses = Uses::default();
    statements(&mut uses, &algorithm.body);
    let mut known = uses.declared.clone();
    known.extend(inputs.iter().map(|name| (*name).to_owned()));
    for parameter in &algorithm.parameters {
        known.insert(parameter.name.text.clone());
    }
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    if uses.arrays.len() > MOST_NAMES || uses.inside.len() > MOST_NAMES {
        return Vec::new();
    }
    // `a` beside a parameter `A` is more likely that one than an array of its own.
    let known_in_small: BTreeSet<String> = known.iter().map(|name| name.to_lowercase()).collect();
    let is_missing = |name: &str| !known_in_small.contains(&name.to_lowercase());
    for (name, ends) in uses.arrays.iter().filter(|(name, _)| is_missing(name)) {
        let Some(first) = first_mention(&algorithm.body, name) else {
            continue;
        };
        let mut values: BTreeSet<&str> = inputs.clone();
        for parameter in &algorithm.parameters {
            values.insert(&parameter.name.text);
        }
        for statement in &algorithm.body[..first] {
            if let StmtKind::Assign {
                target: Target::Name(name),
                ..
            } = &statement.kind
            {
                values.insert(&name.text);
            }
        }
        if let Some(lengths) = lengths(ends, &values) {
            let text = format!("array {name}[{}]; ", lengths.join(", "));
            found.entry(first).or_default().push(text);
        }
    }
    let is_result = |name: &&String| uses.read_outside.contains(*name) && !known.contains(*name);
    for name in uses.inside.difference(&uses.outside).filter(is_result) {
        if let Some(first) = first_mention(&algorithm.body, name) {
            let text = format!("shared {name}; ");
            found.entry(first).or_default().push(text);
        }
    }
    let declaration = |(first, texts): (usize, Vec<String>)| Declaration {
        at: algorithm.body[first].span.start,
        text: texts.concat(),
    };
    found.into_iter().map(declaration).collect()
}

/// The first statement of a body that names a variable.
fn first_mention(body: &[Stmt], name: &str) -> Option<usize> {
    struct Mentions<'a>(&'a str, bool);
    impl Visitor for Mentions<'_> {
        fn statement(&mut self, statement: &Stmt) {
            for target in targets(statement) {
                self.1 |= target.name().text == self.0;
            }
            walk_statement(self, statement);
        }
        fn expression(&mut self, expression: &Expr) {
            self.1 |= named(expression) == Some(self.0);
            walk_expression(self, expression);
        }
    }
    body.iter().position(|statement| {
        let mut mentions = Mentions(name, false);
        mentions.statement(statement);
        mentions.1
    })
}

fn targets(statement: &Stmt) -> &[Target] {
    match &statement.kind {
        StmtKind::Assign { target, .. } => std::slice::from_ref(target),
        StmtKind::Receive { targets, .. } => targets,
        _ => &[],
    }
}

/// The variable or array that an expression is, or is a part of.
fn named(expression: &Expr) -> Option<&str> {
    match &expression.kind {
        ExprKind::Name(name)
        | ExprKind::WholeArray(name)
        | ExprKind::Element(name, _)
        | ExprKind::Section(name, _) => Some(&name.text),
        _ => None,
    }
}

/// A loop or a block around a statement: its index, with the first and the last value.
type Around = (String, Expr, Expr);

/// A subscript that is assigned, with what is around it.
type End = (Expr, Vec<Around>);

/// What a body does with its variables.
#[derive(Default)]
struct Uses {
    /// What is around the statement that is visited.
    around: Vec<Around>,
    blocks: usize,
    /// The subscripts of each array that is assigned, by its dimensions.
    arrays: BTreeMap<String, Vec<Vec<End>>>,
    declared: BTreeSet<String>,
    /// Scalars that are assigned in parallel blocks, and outside of them.
    inside: BTreeSet<String>,
    outside: BTreeSet<String>,
    read_outside: BTreeSet<String>,
}

impl Uses {
    fn target(&mut self, target: &Target) {
        let name = target.name().text.clone();
        let ends: Vec<&Expr> = match target {
            Target::Name(_) if self.blocks > 0 => {
                self.inside.insert(name);
                return;
            }
            Target::Name(_) => {
                self.outside.insert(name);
                return;
            }
            Target::WholeArray(..) => {
                self.declared.insert(name);
                return;
            }
            Target::Element(_, subscripts, _) => subscripts.iter().collect(),
            Target::Section(_, subscripts, _) => {
                let ends: Option<Vec<&Expr>> = (subscripts.iter())
                    .map(|subscript| subscript.expressions().last())
                    .collect();
                ends.unwrap_or_default()
            }
        };
        let all = self.arrays.entry(name).or_default();
        all.resize(all.len().max(ends.len()), Vec::new());
        for (dimension, end) in all.iter_mut().zip(ends) {
            dimension.push((end.clone(), self.around.clone()));
        }
    }
}

impl Visitor for Uses {
    fn statement(&mut self, statement: &Stmt) {
        for target in targets(statement) {
            self.target(target);
        }
        let (length, blocks) = (self.around.len(), self.blocks);
        match &statement.kind {
            StmtKind::Declare { declarators, .. } => {
                let names = declarators.iter().map(|one| one.name.text.clone());
                self.declared.extend(names);
            }
            StmtKind::For {
                variable,
                from,
                to,
                step,
                ..
            } => {
                let is_down = step.as_ref().is_some_and(|step| match &step.kind {
                    ExprKind::Int(step) => *step < 0,
                    kind => matches!(kind, ExprKind::Unary(UnaryOp::Negate, _)),
                });
                let (low, high) = if is_down { (to, from) } else { (from, to) };
                self.outside.insert(variable.text.clone());
                let around = (variable.text.clone(), low.clone(), high.clone());
                self.around.push(around);
            }
            StmtKind::Parallel(block) => {
                self.blocks += 1;
                if let ParallelHeader::Ranges(ranges) = &block.header {
                    for range in ranges {
                        let [low, high] = [&range.from, &range.to].map(Expr::clone);
                        self.around.push((range.variable.text.clone(), low, high));
                    }
                }
            }
            _ => {}
        }
        walk_statement(self, statement);
        self.around.truncate(length);
        self.blocks = blocks;
    }

    fn expression(&mut self, expression: &Expr) {
        if let ExprKind::Name(name) = &expression.kind
            && self.blocks == 0
        {
            self.read_outside.insert(name.text.clone());
        }
        walk_expression(self, expression);
    }
}

/// The length of each dimension: one more than the largest subscript that is assigned.
fn lengths(dimensions: &[Vec<End>], values: &BTreeSet<&str>) -> Option<Vec<String>> {
    let length = |ends: &Vec<End>| {
        let ends: Option<BTreeSet<String>> = (ends.iter())
            .map(|(end, around)| bound(end, around, values, true))
            .collect();
        let largest = ends?
            .into_iter()
            .reduce(|one, other| format!("max({one}, {other})"))?;
        Some(match largest.strip_suffix(" - 1") {
            Some(length) if !length.contains(['(', ' ']) => length.to_owned(),
            _ => format!("{largest} + 1"),
        })
    };
    let lengths: Option<Vec<String>> = dimensions.iter().map(length).collect();
    lengths.filter(|lengths| !lengths.is_empty())
}

/// The largest or the least value of an expression, in terms of values that are known.
fn bound(
    expression: &Expr,
    around: &[Around],
    values: &BTreeSet<&str>,
    is_largest: bool,
) -> Option<String> {
    let same = |inner: &Expr| bound(inner, around, values, is_largest);
    let other = |inner: &Expr| bound(inner, around, values, !is_largest);
    let in_brackets = |inner: &Expr, text: String| match inner.kind {
        ExprKind::Binary(..) | ExprKind::Unary(..) => format!("({text})"),
        _ if text.contains(' ') => format!("({text})"),
        _ => text,
    };
    Some(match &expression.kind {
        ExprKind::Int(number) => number.to_string(),
        ExprKind::Name(name) => match around.iter().rposition(|(index, ..)| *index == name.text) {
            Some(k) => {
                let (_, low, high) = &around[k];
                bound(
                    if is_largest { high } else { low },
                    &around[..k],
                    values,
                    is_largest,
                )?
            }
            None if values.contains(name.text.as_str()) => name.text.clone(),
            None => return None,
        },
        ExprKind::Binary(operator, _, left, right) => {
            let right_text = match operator {
                BinaryOp::Add | BinaryOp::Multiply | BinaryOp::Power => same(right)?,
                BinaryOp::Subtract | BinaryOp::Divide => other(right)?,
                _ => return None,
            };
            let (one, two) = (
                in_brackets(left, same(left)?),
                in_brackets(right, right_text),
            );
            match operator {
                BinaryOp::Power => format!("{one}^{two}"),
                BinaryOp::Multiply | BinaryOp::Divide => {
                    format!("{one}{}{two}", operator::spelling(*operator))
                }
                _ => format!("{one} {} {two}", operator::spelling(*operator)),
            }
        }
        ExprKind::Call(function, arguments) if function.operator.is_none() => {
            let name = function.stem.as_str();
            let [argument] = arguments.as_slice() else {
                return None;
            };
            match (&argument.kind, name) {
                (ExprKind::WholeArray(array), "length") if values.contains(array.text.as_str()) => {
                    format!("length({}[])", array.text)
                }
                (_, "log" | "floor" | "ceil" | "sqrt") => format!("{name}({})", same(argument)?),
                _ => return None,
            }
        }
        _ => return None,
    })
}
