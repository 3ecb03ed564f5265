//! Statements.

use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Source, StmtKind as SourceStmt, Storage};

use super::super::class::{ArrayInfo, ScalarInfo};
use super::super::names::{Callee, Operator};
use super::super::problem::Problem;
use super::super::program::{
    Charge, Constant, Expr, ExprKind, OutputValue, PrintPart, ScalarId, Stmt, StmtKind, Target,
    Type,
};
use super::super::rounds;
use super::{Lowered, Lowering, Meaning, Reported, Value};

impl Lowering<'_, '_> {
    pub(super) fn statements(&mut self, statements: &[ast::Stmt]) {
        for statement in statements {
            let outer = std::mem::replace(&mut self.statement, statement.span);
            // What is wrong with a statement is reported; the next one is looked at all the same.
            let _: Lowered<()> = self.statement(statement);
            self.statement = outer;
        }
    }

    fn statement(&mut self, statement: &ast::Stmt) -> Lowered<()> {
        let span = statement.span;
        match &statement.kind {
            SourceStmt::Assign {
                target,
                operator,
                value,
            } => match target {
                ast::Target::Name(name) => self.assign_name(name, *operator, value, span),
                ast::Target::Element(name, subscripts, at) => {
                    let cell = self.subscripted(name, subscripts, *at);
                    self.assign_cell(cell, *operator, value, span)
                }
                ast::Target::WholeArray(name, at) => {
                    self.whole_array(name, *at, *operator, value, span)
                }
            },
            SourceStmt::Declare {
                storage,
                declarators,
            } => {
                for declarator in declarators {
                    let _: Lowered<()> = self.declaration(*storage, declarator);
                }
                Ok(())
            }
            SourceStmt::Parallel(parallel) => self.parallel(parallel, span),
            SourceStmt::For {
                variable,
                from,
                to,
                step,
                body,
            } => self.counting(variable, from, to, step.as_ref(), body, span),
            SourceStmt::Repeat { count, body } => self.repeat(count, body, span),
            SourceStmt::While { condition, body } => {
                self.looping(Some(condition), body, Charge::Step, span, |_| {});
                Ok(())
            }
            SourceStmt::CFor {
                initial,
                condition,
                update,
                body,
            } => {
                self.c_style(
                    initial.as_deref(),
                    condition.as_ref(),
                    update.as_deref(),
                    body,
                    span,
                );
                Ok(())
            }
            SourceStmt::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(condition).and_then(|value| self.truth(value));
                let (before, made) = (self.assigned.clone(), self.made.clone());
                let then = self.separately(|this| this.statements(then));
                let after_then = std::mem::replace(&mut self.assigned, before);
                let made_then = std::mem::replace(&mut self.made, made);
                let otherwise = self.separately(|this| this.statements(otherwise));
                self.assigned = match (after_then, self.assigned.take()) {
                    (Some(one), Some(other)) => Some(&one & &other),
                    (one, other) => one.or(other),
                };
                self.made.extend(made_then);
                let condition = condition?;
                self.push(
                    StmtKind::If {
                        condition,
                        then,
                        otherwise,
                    },
                    span,
                );
                Ok(())
            }
            SourceStmt::Return(value) => {
                let result = self.give_back(value.as_ref(), span);
                self.assigned = None;
                result
            }
            SourceStmt::Break | SourceStmt::Continue => {
                let is_break = matches!(statement.kind, SourceStmt::Break);
                self.push(
                    if is_break {
                        StmtKind::Break
                    } else {
                        StmtKind::Continue
                    },
                    span,
                );
                self.assigned = None;
                Ok(())
            }
            SourceStmt::Barrier(range) => {
                let range = match range {
                    None => None,
                    Some((from, to)) => {
                        let what = "the range of a barrier";
                        let (from, to) = (self.bound(from, what), self.bound(to, what));
                        Some((from?, to?))
                    }
                };
                self.push(StmtKind::Barrier(range), span);
                Ok(())
            }
            SourceStmt::Print(parts) => self.print(parts, span),
            SourceStmt::Assert { condition, message } => {
                let condition = self.value(condition).and_then(|value| self.truth(value))?;
                let message = message.clone();
                self.push(StmtKind::Assert { condition, message }, span);
                Ok(())
            }
            SourceStmt::Output(values) => self.output(values, span),
            SourceStmt::Call(call) => self.call_statement(call),
            SourceStmt::Block(body) => {
                self.statements(body);
                Ok(())
            }
            SourceStmt::Empty => Ok(()),
        }
    }

    fn call_statement(&mut self, call: &ast::Expr) -> Lowered<()> {
        let Source::Call(name, arguments) = &call.kind else {
            return Err(Reported);
        };
        match self.callee(name) {
            Some(Callee::Routine(routine, operator)) => {
                self.call(routine, operator, arguments, call.span, false, None)?;
                Ok(())
            }
            _ => Err(Reported),
        }
    }

    // Assignments.

    fn assign_name(
        &mut self,
        name: &ast::Ident,
        operator: Option<ast::BinaryOp>,
        value: &ast::Expr,
        span: Span,
    ) -> Lowered<()> {
        match self.meaning(&name.text) {
            Some(Meaning::Scalar(id)) => self.assign_scalar(id, name, operator, value, span),
            Some(Meaning::SharedScalar(id)) => {
                let cell = self.cell(id, Vec::new(), name.span);
                self.assign_cell(Ok(cell), operator, value, span)
            }
            _ => {
                // The target is at fault already; the right side is looked at all the same.
                let _: Lowered<Value> = self.value(value);
                Err(Reported)
            }
        }
    }

    fn assign_scalar(
        &mut self,
        id: ScalarId,
        name: &ast::Ident,
        operator: Option<ast::BinaryOp>,
        value: &ast::Expr,
        span: Span,
    ) -> Lowered<()> {
        let target = Target::Scalar(id);
        let result = match operator {
            None => self.value(value),
            Some(operator) => {
                let read = self.read(id, name.span);
                let checked = matches!(read.expr.kind, ExprKind::Scalar { checked: true, .. });
                let operand = self.value(value)?;
                if !checked && self.is_one_operator(operator) {
                    let typed = self.typed(operator, &read, &operand, span)?;
                    self.join_checked(id, typed.result, value.span)?;
                    let ty = self.scalar_type(id).unwrap_or(Type::Int);
                    let value = Self::convert(operand, ty);
                    let update = Some(typed.operator);
                    let charge = Charge::Step;
                    self.push(
                        StmtKind::Assign {
                            target,
                            update,
                            value,
                            charge,
                        },
                        span,
                    );
                    return Ok(());
                }
                self.binary(operator, read, operand, span, span)
            }
        };
        // A scalar whose value is at fault counts as assigned: one mistake, one message.
        self.mark_assigned(id);
        let value = result?;
        self.join_checked(id, value.ty, value.span())?;
        let value = Self::convert(value, self.scalar_type(id).unwrap_or(Type::Int));
        let charge = Charge::Step;
        self.push(
            StmtKind::Assign {
                target,
                update: None,
                value,
                charge,
            },
            span,
        );
        Ok(())
    }

    /// Whether `op=` can be an update: `and`, `or` and a user's ⊕ are more than one operator.
    pub(super) fn is_one_operator(&self, operator: ast::BinaryOp) -> bool {
        match operator {
            ast::BinaryOp::And | ast::BinaryOp::Or => false,
            ast::BinaryOp::Generic => matches!(self.operator(), Some(Operator::Own(_))),
            _ => true,
        }
    }

    /// A scalar takes values of a type too, or cannot.
    pub(super) fn join_checked(
        &mut self,
        id: ScalarId,
        ty: Option<Type>,
        span: Span,
    ) -> Lowered<()> {
        let known = self.scalar_type(id);
        if excludes(known, ty) {
            let scalar = &self.scalars[id.index()];
            let (name, own_span) = (scalar.name.clone(), scalar.span);
            let info = self.scopes.scalars.get(id.index());
            let class = info.map(ScalarInfo::class_and_reason);
            let first = self
                .state()
                .scalars
                .get(id.index())
                .and_then(|(_, place)| *place);
            return self.report(Problem::Mixed {
                name,
                known: known.unwrap_or(Type::Int),
                known_at: first.unwrap_or(own_span),
                new: ty.unwrap_or(Type::Int),
                span,
                class,
            });
        }
        self.join_scalar(id, ty, span);
        Ok(())
    }

    /// The elements of an array take values of a type too, or cannot.
    pub(super) fn join_element_checked(
        &mut self,
        id: super::ArrayId,
        ty: Option<Type>,
        span: Span,
    ) -> Lowered<()> {
        let known = self.element_type(id);
        if excludes(known, ty) {
            let array = &self.arrays[id.index()];
            let (name, own_span) = (array.name.clone(), array.span);
            let info = self.scopes.arrays.get(id.index());
            let class = info
                .filter(|info| info.rank == Some(0))
                .map(ArrayInfo::class_and_reason);
            let first = self
                .state()
                .arrays
                .get(id.index())
                .and_then(|array| array.typed_at);
            return self.report(Problem::Mixed {
                name,
                known: known.unwrap_or(Type::Int),
                known_at: first.unwrap_or(own_span),
                new: ty.unwrap_or(Type::Int),
                span,
                class,
            });
        }
        self.join_element(id, ty, span);
        Ok(())
    }

    fn assign_cell(
        &mut self,
        cell: Lowered<super::Cell>,
        operator: Option<ast::BinaryOp>,
        value: &ast::Expr,
        span: Span,
    ) -> Lowered<()> {
        let value = self.value(value);
        let (cell, value) = (cell?, value?);
        self.store(cell, operator, value, span)
    }

    /// `cell op= value`
    pub(super) fn store(
        &mut self,
        cell: super::Cell,
        operator: Option<ast::BinaryOp>,
        value: Value,
        span: Span,
    ) -> Lowered<()> {
        let array = cell.array;
        self.note_written(array);
        let at = value.span();
        let (update, value) = match operator {
            None => (None, value),
            Some(operator) => {
                let ty = self.element_type(array);
                let read = Value::new(ExprKind::Cell(cell.clone()), ty, cell.span);
                if self.is_one_operator(operator) {
                    let typed = self.typed(operator, &read, &value, span)?;
                    self.join_element_checked(array, typed.result, at)?;
                    (Some(typed.operator), value)
                } else {
                    (None, self.binary(operator, read, value, span, span)?)
                }
            }
        };
        if update.is_none() {
            self.join_element_checked(array, value.ty, at)?;
        }
        let value = Self::convert(value, self.element_type(array).unwrap_or(Type::Int));
        let target = Target::Cell(cell);
        self.push(
            StmtKind::Assign {
                target,
                update,
                value,
                charge: Charge::Step,
            },
            span,
        );
        Ok(())
    }

    // Declarations.

    fn declaration(&mut self, storage: Storage, declarator: &ast::Declarator) -> Lowered<()> {
        let name = &declarator.name;
        match (&declarator.dimensions, &declarator.initial) {
            (Some(dimensions), initial) => {
                self.declare_array(name, dimensions, initial.as_ref(), name.span)
            }
            (None, Some(initial)) if storage != Storage::Array => {
                let span = name.span.to(initial.span);
                self.assign_name(name, None, initial, span)
            }
            (None, None) if storage == Storage::Local => {
                // A fresh, unwritten value each time: also in the next execution of a loop's body.
                if let (Some(Meaning::Scalar(id)), Some(assigned)) =
                    (self.meaning(&name.text), &mut self.assigned)
                {
                    assigned.remove(&id);
                }
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    // Loops.

    pub(super) fn bound(&mut self, expr: &ast::Expr, what: &str) -> Lowered<Expr> {
        let value = self.value(expr)?;
        self.whole_number(value, what)
    }

    fn counting(
        &mut self,
        variable: &ast::Ident,
        from: &ast::Expr,
        to: &ast::Expr,
        step: Option<&ast::Expr>,
        body: &[ast::Stmt],
        span: Span,
    ) -> Lowered<()> {
        let what = "a bound of a loop";
        let (from, to) = (self.bound(from, what), self.bound(to, what));
        let step = step
            .map(|step| self.bound(step, "the step of a loop"))
            .transpose();
        let meaning = self.meaning(&variable.text);
        let counter = match meaning {
            Some(Meaning::Scalar(id)) => {
                self.join_checked(id, Some(Type::Int), variable.span)?;
                self.mark_assigned(id);
                Ok(id)
            }
            _ => Err(Reported),
        };
        // A variable that is real elsewhere takes the value of a counter of its own.
        let id = counter?;
        let real = self.scalar_type(id) == Some(Type::Real);
        let counter = if real {
            self.temporary(Some(Type::Int), variable.span)
        } else {
            id
        };
        let after = self.assigned.clone();
        let body = self.separately(|this| {
            if real {
                let value = Self::convert(this.read(counter, variable.span), Type::Real);
                let target = Target::Scalar(id);
                let charge = Charge::Free;
                let kind = StmtKind::Assign {
                    target,
                    update: None,
                    value,
                    charge,
                };
                this.push(kind, variable.span);
            }
            this.statements(body);
        });
        self.assigned = after;
        let round = rounds::is_round(&body);
        let (from, to, step) = (from?, to?, step?);
        self.push(
            StmtKind::For {
                variable: counter,
                from,
                to,
                step,
                body,
                round,
            },
            span,
        );
        Ok(())
    }

    /// `ponovi k puta`
    fn repeat(&mut self, count: &ast::Expr, body: &[ast::Stmt], span: Span) -> Lowered<()> {
        let at = count.span;
        let to = self.bound(count, "a number of repetitions");
        let variable = self.temporary(Some(Type::Int), at);
        let after = self.assigned.clone();
        let body = self.separately(|this| this.statements(body));
        self.assigned = after;
        let round = rounds::is_round(&body);
        let from = super::expression::constant(Constant::Int(1), at).expr;
        self.push(
            StmtKind::For {
                variable,
                from,
                to: to?,
                step: None,
                body,
                round,
            },
            span,
        );
        Ok(())
    }

    /// A loop with a test: `dok`, and the C-style `za`. `update` runs after the body.
    fn looping(
        &mut self,
        condition: Option<&ast::Expr>,
        body: &[ast::Stmt],
        charge: Charge,
        span: Span,
        update: impl FnOnce(&mut Self),
    ) {
        let mut test = Err(Reported);
        let prelude = self.separately(|this| {
            test = match condition {
                Some(condition) => this.value(condition).and_then(|value| this.truth(value)),
                None => Ok(super::expression::constant(Constant::Bool(true), span).expr),
            };
        });
        let after = self.assigned.clone();
        let body = self.separately(|this| this.statements(body));
        // `nastavi` may come before anything that the body assigns.
        self.assigned.clone_from(&after);
        let update = self.separately(update);
        self.assigned = after;
        let Ok(condition) = test else { return };
        let round = rounds::is_round(&body) || charge == Charge::Step && rounds::is_round(&update);
        let kind = StmtKind::While {
            prelude,
            condition,
            charge,
            body,
            update,
            round,
        };
        self.push(kind, span);
    }

    /// `za (init; cond; update)`: free of charge where none of the three accesses shared memory.
    fn c_style(
        &mut self,
        initial: Option<&ast::Stmt>,
        condition: Option<&ast::Expr>,
        update: Option<&ast::Stmt>,
        body: &[ast::Stmt],
        span: Span,
    ) {
        let mut start = self.separately(|this| {
            if let Some(initial) = initial {
                this.statements(std::slice::from_ref(initial));
            }
        });
        let before = self.out.len();
        self.looping(condition, body, Charge::Step, span, |this| {
            if let Some(update) = update {
                this.statements(std::slice::from_ref(update));
            }
        });
        let mut loops = self.out.split_off(before);
        if let Some(Stmt {
            kind:
                StmtKind::While {
                    prelude,
                    condition,
                    charge,
                    body,
                    update,
                    round,
                },
            ..
        }) = loops.last_mut()
            && start.iter().chain(update.iter()).all(is_private_move)
            && prelude.is_empty()
            && !rounds::touches(condition)
        {
            *charge = Charge::Free;
            *round = rounds::is_round(body);
            for statement in start.iter_mut().chain(update.iter_mut()) {
                if let StmtKind::Assign { charge, .. } = &mut statement.kind {
                    *charge = Charge::Free;
                }
            }
        }
        self.out.append(&mut start);
        self.out.append(&mut loops);
    }

    // Instruments.

    fn print(&mut self, parts: &[ast::PrintPart], span: Span) -> Lowered<()> {
        let mut printed = Vec::new();
        for part in parts {
            printed.push(match part {
                ast::PrintPart::Text(text) => Ok(PrintPart::Text(text.clone())),
                ast::PrintPart::Value(value) => match self.named_array(value) {
                    Some(array) => Ok(PrintPart::Array(array)),
                    None => self.value(value).map(|value| PrintPart::Value(value.expr)),
                },
            });
        }
        let printed = printed.into_iter().collect::<Lowered<Vec<PrintPart>>>()?;
        self.push(StmtKind::Print(printed), span);
        Ok(())
    }

    fn output(&mut self, values: &[ast::Expr], span: Span) -> Lowered<()> {
        for value in values {
            let (Source::Name(name) | Source::WholeArray(name)) = &value.kind else {
                continue;
            };
            let output = match self.named_array(value) {
                Some(array) => OutputValue::Array(array),
                None => OutputValue::Scalar(self.value(value)?.expr),
            };
            let name = name.text.clone();
            self.push(
                StmtKind::Output {
                    name,
                    value: output,
                },
                span,
            );
        }
        Ok(())
    }

    /// The array that an expression names and nothing else.
    pub(super) fn named_array(&self, expr: &ast::Expr) -> Option<super::ArrayId> {
        match &expr.kind {
            Source::Name(name) | Source::WholeArray(name) => self.array(name).ok(),
            _ => None,
        }
    }
}

/// Whether a value of one type cannot go where values of the other are.
fn excludes(known: Option<Type>, new: Option<Type>) -> bool {
    match (known, new) {
        (Some(known), Some(new)) => (known == Type::Bool) != (new == Type::Bool),
        _ => false,
    }
}

fn is_private_move(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Assign { .. } => !rounds::is_round(std::slice::from_ref(statement)),
        _ => false,
    }
}
