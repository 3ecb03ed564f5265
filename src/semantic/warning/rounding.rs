//! Whole numbers that are rounded: `ceil(n)` of an int.

use std::collections::BTreeMap;

use crate::program::{
    Argument, BinaryOp, Builtin, Cell, Expr, ExprKind, Initial, OutputValue, PrintPart, Program,
    Range, ReturnValue, Stmt, StmtKind, Target, Type,
};
use crate::semantic::operators::function_name;
use crate::source::Span;

use super::Warning;

/// Looks at every rounding of a program and of what it does not reach. Where an algorithm is called
/// with ints and with reals, the rounding has its use.
pub(super) fn check<'p>(programs: impl Iterator<Item = &'p Program>) -> Vec<Warning> {
    let mut finder = Finder::default();
    for algorithm in programs.flat_map(|program| &program.algorithms) {
        finder.statements(&algorithm.body);
    }
    let rounded = finder.found.into_iter();
    rounded
        .filter(|(_, rounding)| rounding.is_of_int)
        .map(|(span, rounding)| Warning::RoundedInt {
            function: function_name(rounding.function),
            divides: rounding.divides,
            span,
        })
        .collect()
}

struct Rounding {
    function: Builtin,
    /// Of ints in every copy of the algorithm.
    is_of_int: bool,
    /// There is a division in the argument.
    divides: bool,
}

#[derive(Default)]
struct Finder {
    found: BTreeMap<Span, Rounding>,
}

impl Finder {
    fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(&statement.kind);
        }
    }

    fn statement(&mut self, statement: &StmtKind) {
        match statement {
            StmtKind::Assign { target, value, .. } => {
                if let Target::Cell(cell) = target {
                    self.cell(cell);
                }
                self.expression(value);
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expression(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StmtKind::For {
                from,
                to,
                step,
                body,
                ..
            } => {
                self.expressions([from, to].into_iter().chain(step));
                self.statements(body);
            }
            StmtKind::While {
                prelude,
                condition,
                body,
                update,
                ..
            } => {
                self.statements(prelude);
                self.expression(condition);
                self.statements(body);
                self.statements(update);
            }
            StmtKind::Parallel { ranges, body, .. } => {
                for Range { from, to, step } in ranges {
                    self.expressions([from, to].into_iter().chain(step));
                }
                self.statements(body);
            }
            StmtKind::Call { arguments, .. } => {
                for argument in arguments {
                    if let Argument::Scalar(value) = argument {
                        self.expression(value);
                    }
                }
            }
            StmtKind::Return(Some(ReturnValue::Scalar(value))) => self.expression(value),
            StmtKind::Barrier(Some((from, to))) => self.expressions([from, to]),
            StmtKind::Allocate {
                dimensions,
                initial,
                ..
            } => {
                self.expressions(dimensions);
                if let Initial::Generator(_, arguments) = initial {
                    self.expressions(arguments);
                }
            }
            StmtKind::Print(parts) => {
                for part in parts {
                    if let PrintPart::Value(value) = part {
                        self.expression(value);
                    }
                }
            }
            StmtKind::Assert { condition, .. } => self.expression(condition),
            StmtKind::Output {
                value: OutputValue::Scalar(value),
                ..
            } => self.expression(value),
            StmtKind::Output { .. }
            | StmtKind::Return(_)
            | StmtKind::Barrier(None)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Forget(_)
            | StmtKind::SameLengths { .. }
            | StmtKind::Move { .. } => {}
        }
    }

    fn expressions<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expr>) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    fn expression(&mut self, expression: &Expr) {
        match &expression.kind {
            ExprKind::Constant(_)
            | ExprKind::Scalar { .. }
            | ExprKind::Length(..)
            | ExprKind::Machine(_) => {}
            ExprKind::Cell(cell) => self.cell(cell),
            ExprKind::Unary(_, operand) | ExprKind::Convert(_, operand) => self.expression(operand),
            ExprKind::Binary(_, left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right) => self.expressions([&**left, &**right]),
            ExprKind::Builtin(function, arguments) => {
                if let (Builtin::Ceil | Builtin::Floor | Builtin::Round, [argument]) =
                    (function, arguments.as_slice())
                {
                    self.rounding(*function, argument, expression.span);
                }
                self.expressions(arguments);
            }
        }
    }

    fn rounding(&mut self, function: Builtin, argument: &Expr, span: Span) {
        let is_quotient = matches!(
            argument.kind,
            ExprKind::Binary(
                BinaryOp::Divide | BinaryOp::DivideUp | BinaryOp::DivideNearest,
                ..
            )
        );
        let is_of_int = argument.ty == Type::Int && !is_quotient;
        let known = self.found.entry(span).or_insert(Rounding {
            function,
            is_of_int,
            divides: divides(argument),
        });
        known.is_of_int &= is_of_int;
    }

    fn cell(&mut self, cell: &Cell) {
        self.expressions(&cell.subscripts);
    }
}

/// Whether there is a division in an expression.
fn divides(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Binary(operator, left, right) => {
            *operator == BinaryOp::Divide || divides(left) || divides(right)
        }
        ExprKind::And(left, right) | ExprKind::Or(left, right) => divides(left) || divides(right),
        ExprKind::Unary(_, operand) | ExprKind::Convert(_, operand) => divides(operand),
        ExprKind::Builtin(_, arguments) => arguments.iter().any(divides),
        ExprKind::Constant(_)
        | ExprKind::Scalar { .. }
        | ExprKind::Length(..)
        | ExprKind::Machine(_)
        | ExprKind::Cell(_) => false,
    }
}
