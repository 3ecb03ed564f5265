//! Which texts contain an access to shared memory: what makes a body a round, and a header a step.

use pram::syntax::ast::{
    BinaryOp, Expr, ExprKind, ParallelHeader, PrintPart, Stmt, StmtKind, Target,
};

use super::definitions::visit_expression;
use super::expression::{Execution, Ready, address};
use super::names::is_data;
use super::scope::Binding;

impl<'a> Execution<'a> {
    /// Whether accesses to the memory are counted and checked: not where each processor has its own.
    pub fn memory_is_shared(&self) -> bool {
        self.machine.scheduler.network.is_none()
    }

    fn array_is_shared(&self, name: &str) -> bool {
        self.memory_is_shared()
            && match self.scope.find(name) {
                Some(Binding::Array(store)) => self.is_shared(store),
                Some(Binding::FutureArray { shared }) => shared,
                _ => false,
            }
    }

    fn scalar_is_shared(&self, name: &str) -> bool {
        self.memory_is_shared()
            && matches!(
                self.scope.find(name),
                Some(Binding::Scalar { shared: true, .. })
            )
    }

    pub fn is_array(&self, name: &str) -> bool {
        matches!(
            self.scope.find(name),
            Some(Binding::Array(_) | Binding::FutureArray { .. })
        )
    }

    /// Whether what is still to be evaluated reads shared memory: results of calls are at hand.
    pub fn reads_shared(&self, expression: &'a Expr, ready: &Ready) -> bool {
        if ready.contains_key(&address(expression)) {
            return false;
        }
        match &expression.kind {
            ExprKind::Name(name) => self.scalar_is_shared(&name.text),
            ExprKind::Element(name, subscripts) => {
                self.array_is_shared(&name.text)
                    || subscripts.iter().any(|each| self.reads_shared(each, ready))
            }
            ExprKind::Unary(_, operand) => self.reads_shared(operand, ready),
            ExprKind::Binary(_, _, left, right) => {
                self.reads_shared(left, ready) || self.reads_shared(right, ready)
            }
            ExprKind::Call(_, arguments) => {
                arguments.iter().any(|each| self.reads_shared(each, ready))
            }
            _ => false,
        }
    }

    /// "A scalar e that calls no algorithm and reads no shared memory": first contents, free.
    pub fn is_first_value(&self, initial: &'a Expr) -> bool {
        let mut calls = false;
        visit_expression(initial, &mut |part| {
            calls |= match &part.kind {
                ExprKind::Call(..) => self.callee(part).is_some(),
                ExprKind::Binary(BinaryOp::Generic, ..) => self.user_operator().is_some(),
                _ => false,
            };
        });
        !calls && !self.is_whole(initial) && !self.reads_shared(initial, &Ready::new())
    }

    /// Whether there is an operator or a built-in function outside of subscripts.
    pub fn has_operator(expression: &'a Expr, ready: &Ready) -> bool {
        !ready.contains_key(&address(expression))
            && matches!(
                expression.kind,
                ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Call(..)
            )
    }

    /// Whether an expression denotes a whole array: one element for each index.
    pub fn is_whole(&self, expression: &'a Expr) -> bool {
        match &expression.kind {
            ExprKind::WholeArray(_) | ExprKind::Section(..) => true,
            ExprKind::Name(name) => self.is_array(&name.text),
            ExprKind::Unary(_, operand) => self.is_whole(operand),
            ExprKind::Binary(_, _, left, right) => self.is_whole(left) || self.is_whole(right),
            ExprKind::Call(name, arguments) => match self.callee(expression) {
                Some((number, _)) => self.machine.definitions.result_is_array(number) == Some(true),
                None if matches!(name.stem.as_str(), "duljina" | "length") => false,
                None => arguments.iter().any(|each| self.is_whole(each)),
            },
            _ => false,
        }
    }

    /// Whether evaluating this accesses shared memory, calls' scalar arguments included; what the
    /// callees do, and whole-array steps, are bodies of their own.
    fn touches(&self, expression: &'a Expr) -> bool {
        match &expression.kind {
            ExprKind::Call(_, arguments) => arguments.iter().any(|each| {
                if self.is_whole(each) {
                    self.arguments_touch(each)
                } else {
                    self.touches(each)
                }
            }),
            ExprKind::Unary(_, operand) => self.touches(operand),
            ExprKind::Binary(_, _, left, right) => self.touches(left) || self.touches(right),
            ExprKind::Element(name, subscripts) => {
                self.array_is_shared(&name.text) || subscripts.iter().any(|each| self.touches(each))
            }
            _ => self.reads_shared(expression, &Ready::new()),
        }
    }

    /// In a whole-array expression, only the scalar arguments of its calls are the body's own.
    fn arguments_touch(&self, whole: &'a Expr) -> bool {
        match &whole.kind {
            ExprKind::Call(..) if self.callee(whole).is_some() => self.touches(whole),
            ExprKind::Call(_, parts) => parts.iter().any(|each| self.arguments_touch(each)),
            ExprKind::Unary(_, operand) => self.arguments_touch(operand),
            ExprKind::Binary(_, _, left, right) => {
                self.arguments_touch(left) || self.arguments_touch(right)
            }
            _ => false,
        }
    }

    /// Whether what is executed before a statement, because calls stand in it, accesses shared
    /// memory: the arguments of calls, and the sides of an `and` or `or` whose right one calls.
    fn preparation_touches(&self, expression: &'a Expr) -> bool {
        match &expression.kind {
            ExprKind::Call(_, arguments) => match self.callee(expression) {
                Some(_) => self.touches(expression),
                None => arguments.iter().any(|each| self.preparation_touches(each)),
            },
            ExprKind::Binary(operator, _, left, right) => {
                let is_split = match operator {
                    BinaryOp::And | BinaryOp::Or => self.contains_call(right),
                    BinaryOp::Generic => self.user_operator().is_some(),
                    _ => false,
                };
                if is_split {
                    self.touches(left) || self.touches(right)
                } else {
                    self.preparation_touches(left) || self.preparation_touches(right)
                }
            }
            ExprKind::Unary(_, operand) => self.preparation_touches(operand),
            ExprKind::Element(_, subscripts) => {
                subscripts.iter().any(|each| self.preparation_touches(each))
            }
            _ => false,
        }
    }

    /// "If that body itself (its statements and `ako` branches, not a loop, block or call inside
    /// it) contains an access to shared memory."
    pub fn body_touches(&self, body: &'a [Stmt]) -> bool {
        body.iter()
            .any(|statement| self.statement_touches(statement))
    }

    pub fn statement_touches(&self, statement: &'a Stmt) -> bool {
        match &statement.kind {
            StmtKind::Assign {
                target,
                operator,
                value,
            } => match target {
                Target::Name(name) if !self.is_array(&name.text) => {
                    self.scalar_is_shared(&name.text) || self.touches(value)
                }
                Target::Element(name, subscripts, _) => {
                    self.array_is_shared(&name.text)
                        || subscripts.iter().any(|each| self.touches(each))
                        || self.touches(value)
                }
                _ if *operator == Some(BinaryOp::Generic) => false,
                _ => self.arguments_touch(value),
            },
            StmtKind::Declare { declarators, .. } => declarators.iter().any(|declarator| {
                let name = &declarator.name.text;
                let mut lengths = declarator.dimensions.iter().flatten().flatten();
                lengths.any(|length| self.touches(length))
                    || declarator.initial.as_ref().is_some_and(|initial| {
                        if self.is_array(name) {
                            !is_data(initial) && self.arguments_touch(initial)
                        } else {
                            self.scalar_is_shared(name) || self.touches(initial)
                        }
                    })
            }),
            // Headers are evaluated by the body around them.
            StmtKind::Parallel(block) => match &block.header {
                ParallelHeader::Ranges(ranges) => ranges.iter().any(|range| {
                    let mut parts = [&range.from, &range.to].into_iter().chain(&range.step);
                    parts.any(|part| self.touches(part))
                }),
                ParallelHeader::Indices(_)
                | ParallelHeader::IndicesOf { .. }
                | ParallelHeader::SideBySide { .. } => false,
            },
            StmtKind::For {
                variable,
                from,
                to,
                step,
                ..
            } => {
                let mut bounds = [from, to].into_iter().chain(step);
                self.scalar_is_shared(&variable.text) || bounds.any(|part| self.touches(part))
            }
            StmtKind::Repeat { count, .. } => self.touches(count),
            StmtKind::CFor { initial, .. } => initial
                .as_ref()
                .is_some_and(|initial| self.statement_touches(initial)),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => self.touches(condition) || self.body_touches(then) || self.body_touches(otherwise),
            StmtKind::Return(Some(value)) if self.is_whole(value) => self.arguments_touch(value),
            StmtKind::Return(Some(value)) | StmtKind::Call(value) => self.touches(value),
            StmtKind::Block(body) => self.body_touches(body),
            // Instruments are excluded; the calls in them, and what is split off for these, are not.
            StmtKind::Assert { condition, .. } | StmtKind::ClaimTurns(condition) => {
                self.preparation_touches(condition)
            }
            StmtKind::Print(parts) => parts.iter().any(|part| match part {
                PrintPart::Value(value) => self.preparation_touches(value),
                PrintPart::Text(_) => false,
            }),
            StmtKind::Output(outputs) => outputs
                .iter()
                .any(|output| self.preparation_touches(&output.value)),
            StmtKind::Barrier(Some((from, to))) => self.touches(from) || self.touches(to),
            // "The test of an inner `dok` belongs to neither."
            StmtKind::While { .. }
            | StmtKind::Return(None)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Barrier(None)
            | StmtKind::Meet(_)
            | StmtKind::WarpBarrier
            | StmtKind::Atomic { .. }
            | StmtKind::Send { .. }
            | StmtKind::Receive { .. }
            | StmtKind::Empty => false,
        }
    }

    /// "C-style `za`: where none of the three touches shared memory, control is free."
    pub fn control_touches(
        &self,
        initial: Option<&'a Stmt>,
        condition: Option<&'a Expr>,
        update: Option<&'a Stmt>,
    ) -> bool {
        initial.is_some_and(|each| self.statement_touches(each))
            || condition.is_some_and(|each| self.touches(each))
            || update.is_some_and(|each| self.statement_touches(each))
    }
}
