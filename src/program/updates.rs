//! Writes whose values come from what their cells held: `x += e`, `x = e + x`, `y = x; x = y + e`.
//!
//! Where several processors do that to one cell in one step, each continues from the old value, and
//! whatever the rule for concurrent writes is, the cell does not get what one after the other would
//! give.

use std::collections::{HashMap, HashSet};

use super::visit::{self, Visitor, walk_expression, walk_statement};
use super::{
    Algorithm, Argument, ArrayId, BinaryOp, Builtin, Cell, Destination, Expr, ExprKind, Parameter,
    Program, Reach, ScalarId, Stmt, StmtKind, Target,
};
use crate::source::Span;

/// A write whose value may come from what its cell held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Update {
    /// Whether the value reads the cell, written as the target is; else it may come from there through
    /// variables, other subscripts, calls, or the test on which the write depends.
    pub reads_target: bool,
    /// The operator that makes the new value of the old one and a part that does not read the cell:
    /// `x ⊕= e`, `x = e ⊕ x`. None where the value is made otherwise.
    pub operator: Option<BinaryOp>,
    /// Whether doing it twice is not doing it once: by `+`, not by `max`.
    pub accumulates: bool,
    /// The part, where it is written as one expression.
    pub part: Option<Span>,
}

impl Update {
    /// The rule for concurrent writes that combines the parts as the operator does, by its name:
    /// `sum`.
    pub fn rule(&self) -> Option<&'static str> {
        Some(match self.operator? {
            BinaryOp::Add => "sum",
            BinaryOp::Multiply => "prod",
            BinaryOp::BitXor | BinaryOp::NotEqual => "xor",
            BinaryOp::Max => "max",
            BinaryOp::Min => "min",
            BinaryOp::BitAnd | BinaryOp::BothTrue => "and",
            BinaryOp::BitOr | BinaryOp::EitherTrue => "or",
            _ => return None,
        })
    }

    /// The same of a write that other copies of its algorithm do, too.
    fn and(self, other: Self) -> Self {
        Self {
            reads_target: self.reads_target && other.reads_target,
            operator: self.operator.filter(|_| self.operator == other.operator),
            accumulates: self.accumulates && other.accumulates,
            part: self.part.filter(|_| self.part == other.part),
        }
    }
}

/// The updates of shared cells that a program holds, by the cell as written.
pub fn updates(program: &Program) -> HashMap<Span, Update> {
    let mut found: HashMap<Span, Update> = HashMap::new();
    let mut plain: HashSet<Span> = HashSet::new();
    for (number, algorithm) in program.algorithms.iter().enumerate() {
        let is_entry = number == program.entry.index();
        let mut finder = Finder {
            origins: Origins::of(algorithm, is_entry),
            tested: Vec::new(),
            writes: Vec::new(),
        };
        visit::statements(&mut finder, &algorithm.body);
        for (span, update) in finder.writes {
            match update {
                Some(update) => {
                    let known = found.entry(span).or_insert(update);
                    *known = known.and(update);
                }
                None => {
                    plain.insert(span);
                }
            }
        }
    }
    // Where one copy of an algorithm writes plainly, nothing is sure of the place.
    for (span, update) in &mut found {
        if plain.contains(span) {
            (update.reads_target, update.operator, update.accumulates) = (false, None, false);
        }
    }
    found
}

/// A variable of an algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Variable {
    Scalar(ScalarId),
    Array(ArrayId),
}

/// From which variables of an algorithm the values of others may come, whatever is executed in which
/// order.
struct Origins {
    /// By variable, those in its values.
    of: HashMap<Variable, HashSet<Variable>>,
    /// Scalars that a caller gives: they may come from any of its arrays.
    given: HashSet<ScalarId>,
    /// What the tests around a statement read: whether it is executed depends on that.
    tested: Vec<Vec<Variable>>,
}

impl Origins {
    fn of(algorithm: &Algorithm, is_entry: bool) -> Self {
        let parameters = algorithm.parameters.iter();
        let given = parameters.filter_map(|parameter| match parameter {
            Parameter::Scalar(id) if !is_entry => Some(*id),
            _ => None,
        });
        let mut origins = Self {
            of: HashMap::new(),
            given: given.collect(),
            tested: Vec::new(),
        };
        visit::statements(&mut origins, &algorithm.body);
        origins
    }

    fn add(&mut self, to: Variable, from: impl IntoIterator<Item = Variable>) {
        let of = self.of.entry(to).or_default();
        of.extend(from);
        of.extend(self.tested.iter().flatten());
    }

    /// Whether the values of variables may come from what an array held.
    fn reach(&self, mut waiting: Vec<Variable>, array: ArrayId) -> bool {
        let mut seen: HashSet<Variable> = waiting.iter().copied().collect();
        while let Some(variable) = waiting.pop() {
            match variable {
                Variable::Array(id) if id == array => return true,
                Variable::Scalar(id) if self.given.contains(&id) => return true,
                _ => {}
            }
            for next in self.of.get(&variable).into_iter().flatten() {
                if seen.insert(*next) {
                    waiting.push(*next);
                }
            }
        }
        false
    }
}

impl Visitor for Origins {
    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign { target, value, .. } => {
                let to = match target {
                    Target::Scalar(id) => Variable::Scalar(*id),
                    Target::Cell(cell) => Variable::Array(cell.array),
                };
                self.add(to, variables(value));
            }
            StmtKind::Call {
                arguments, result, ..
            } => {
                let passed: Vec<Variable> = arguments.iter().flat_map(passed).collect();
                let arrays = passed
                    .iter()
                    .filter(|one| matches!(one, Variable::Array(_)));
                let result = result.map(|result| match result {
                    Destination::Scalar(id) => Variable::Scalar(id),
                    Destination::Array(id) => Variable::Array(id),
                });
                for changed in arrays.copied().chain(result) {
                    self.add(changed, passed.iter().copied());
                }
            }
            StmtKind::View { view, of, .. } => {
                let [view, of] = [*view, *of].map(Variable::Array);
                self.add(view, [of]);
                self.add(of, [view]);
            }
            StmtKind::Move { from, to } => {
                self.add(Variable::Array(*to), [Variable::Array(*from)]);
            }
            _ => {}
        }
        let tested = tested(statement);
        let is_tested = tested.is_some();
        self.tested.extend(tested);
        walk_statement(self, statement);
        if is_tested {
            self.tested.pop();
        }
    }
}

/// What the test of a statement reads, if it has one.
fn tested(statement: &Stmt) -> Option<Vec<Variable>> {
    match &statement.kind {
        StmtKind::If { condition, .. } | StmtKind::While { condition, .. } => {
            Some(variables(condition))
        }
        _ => None,
    }
}

fn passed(argument: &Argument) -> Vec<Variable> {
    match argument {
        Argument::Scalar(value) => variables(value),
        Argument::Array(id) => vec![Variable::Array(*id)],
    }
}

/// The variables that a value is made of; those in subscripts only choose a cell, and count as well.
fn variables(value: &Expr) -> Vec<Variable> {
    struct Found(Vec<Variable>);

    impl Visitor for Found {
        fn expression(&mut self, expression: &Expr) {
            match &expression.kind {
                ExprKind::Scalar { id, .. } => self.0.push(Variable::Scalar(*id)),
                ExprKind::Cell(cell) => self.0.push(Variable::Array(cell.array)),
                _ => {}
            }
            walk_expression(self, expression);
        }
    }

    let mut found = Found(Vec::new());
    found.expression(value);
    found.0
}

/// Every write to shared memory, with how it updates its cell if it may.
struct Finder {
    origins: Origins,
    /// What the tests around a statement read.
    tested: Vec<Vec<Variable>>,
    writes: Vec<(Span, Option<Update>)>,
}

impl Visitor for Finder {
    fn statement(&mut self, statement: &Stmt) {
        if let StmtKind::Assign {
            target: Target::Cell(cell),
            update,
            value,
            ..
        } = &statement.kind
            && cell.reach == Reach::Shared
        {
            let mut from = variables(value);
            from.extend(self.tested.iter().flatten());
            let found = match update {
                Some(operator) => Some(direct(Some((*operator, Some(value.span))))),
                None if reads(value, cell) => Some(direct(divided(value, cell))),
                None if self.origins.reach(from, cell.array) => Some(Update {
                    reads_target: false,
                    operator: None,
                    accumulates: false,
                    part: None,
                }),
                None => None,
            };
            self.writes.push((cell.span, found));
        }
        let tested = tested(statement);
        let is_tested = tested.is_some();
        self.tested.extend(tested);
        walk_statement(self, statement);
        if is_tested {
            self.tested.pop();
        }
    }
}

/// An update that reads its target.
fn direct(divided: Option<(BinaryOp, Option<Span>)>) -> Update {
    let operator = divided.map(|(operator, _)| operator);
    Update {
        reads_target: true,
        operator,
        accumulates: operator.is_some_and(accumulates),
        part: divided.and_then(|(_, part)| part),
    }
}

/// The operator that joins the cell with the rest of a value, and the rest where it is one expression.
fn divided(value: &Expr, cell: &Cell) -> Option<(BinaryOp, Option<Span>)> {
    let (operator, sides) = match &value.kind {
        ExprKind::Convert(_, inner) => return divided(inner, cell),
        ExprKind::Binary(operator, left, right) => (*operator, [&**left, &**right]),
        ExprKind::Builtin(builtin, arguments) => match (builtin, arguments.as_slice()) {
            (Builtin::Max, [left, right]) => (BinaryOp::Max, [left, right]),
            (Builtin::Min, [left, right]) => (BinaryOp::Min, [left, right]),
            _ => return None,
        },
        ExprKind::And(left, right) => (BinaryOp::BothTrue, [&**left, &**right]),
        ExprKind::Or(left, right) => (BinaryOp::EitherTrue, [&**left, &**right]),
        _ => return None,
    };
    let [left, right] = sides;
    let (with, rest) = match (reads(left, cell), reads(right, cell)) {
        (true, false) => (left, right),
        (false, true) => (right, left),
        _ => return None,
    };
    if is_cell(with, cell) {
        return Some((operator, Some(rest.span)));
    }
    match divided(with, cell) {
        // `x + a + b` is `(x + a) + b`.
        Some((inner, _)) if inner == operator && is_associative(operator) => Some((operator, None)),
        _ => None,
    }
}

/// Whether an operator makes something else of a value each time.
fn accumulates(operator: BinaryOp) -> bool {
    match operator {
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::DivideUp
        | BinaryOp::DivideNearest
        | BinaryOp::Power
        | BinaryOp::BitXor
        | BinaryOp::NotEqual
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight => true,
        BinaryOp::Modulo
        | BinaryOp::Equal
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::Max
        | BinaryOp::Min
        | BinaryOp::BothTrue
        | BinaryOp::EitherTrue => false,
    }
}

fn is_associative(operator: BinaryOp) -> bool {
    matches!(
        operator,
        BinaryOp::Add
            | BinaryOp::Multiply
            | BinaryOp::BitXor
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::Max
            | BinaryOp::Min
            | BinaryOp::BothTrue
            | BinaryOp::EitherTrue
    )
}

/// Whether a value reads a cell that is written like this one.
fn reads(value: &Expr, cell: &Cell) -> bool {
    struct Reads<'c> {
        cell: &'c Cell,
        found: bool,
    }

    impl Visitor for Reads<'_> {
        fn expression(&mut self, expression: &Expr) {
            self.found |= is_cell(expression, self.cell);
            walk_expression(self, expression);
        }
    }

    let mut reads = Reads { cell, found: false };
    reads.expression(value);
    reads.found
}

fn is_cell(expression: &Expr, cell: &Cell) -> bool {
    match &expression.kind {
        ExprKind::Convert(_, inner) => is_cell(inner, cell),
        ExprKind::Cell(other) => {
            other.array == cell.array && alike_all(&other.subscripts, &cell.subscripts)
        }
        _ => false,
    }
}

fn alike_all(ones: &[Expr], others: &[Expr]) -> bool {
    ones.len() == others.len()
        && ones
            .iter()
            .zip(others)
            .all(|(one, other)| alike(one, other))
}

/// Whether two expressions are the same.
fn alike(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Constant(one), ExprKind::Constant(other)) => one == other,
        (ExprKind::Scalar { id, .. }, ExprKind::Scalar { id: other, .. }) => id == other,
        (ExprKind::Cell(_), ExprKind::Cell(cell)) => is_cell(one, cell),
        (ExprKind::Length(array, axis), ExprKind::Length(other, other_axis)) => {
            (array, axis) == (other, other_axis)
        }
        (ExprKind::Machine(one), ExprKind::Machine(other)) => one == other,
        (ExprKind::Unary(operator, one), ExprKind::Unary(other_operator, other)) => {
            operator == other_operator && alike(one, other)
        }
        (ExprKind::Binary(operator, a, b), ExprKind::Binary(other, c, d)) => {
            operator == other && alike(a, c) && alike(b, d)
        }
        (ExprKind::And(a, b), ExprKind::And(c, d)) | (ExprKind::Or(a, b), ExprKind::Or(c, d)) => {
            alike(a, c) && alike(b, d)
        }
        (ExprKind::Builtin(builtin, ones), ExprKind::Builtin(other, others)) => {
            builtin == other && alike_all(ones, others)
        }
        (ExprKind::Convert(_, one), ExprKind::Convert(_, other)) => alike(one, other),
        _ => false,
    }
}
