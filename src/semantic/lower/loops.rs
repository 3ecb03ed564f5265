//! Loops: counting ones, and those with a test.

use crate::source::Span;
use crate::syntax::ast;

use super::super::rounds;
use super::{Lowered, Lowering, Meaning, Reported};
use crate::program::{Charge, Constant, Expr, ScalarId, Stmt, StmtKind, Target, Type};
use crate::semantic::problem::OperandOf;

impl<'a> Lowering<'a, '_> {
    pub(super) fn bound(&mut self, expr: &ast::Expr, what: OperandOf) -> Lowered<Expr> {
        let value = self.value(expr)?;
        self.whole_number(value, what)
    }

    pub(super) fn counting(
        &mut self,
        variable: &ast::Ident,
        from: &ast::Expr,
        to: &ast::Expr,
        step: Option<&ast::Expr>,
        body: &'a [ast::Stmt],
        span: Span,
    ) -> Lowered<()> {
        let what = OperandOf::LoopBound;
        let (from, to) = (self.bound(from, what.clone()), self.bound(to, what));
        let step = step
            .map(|step| self.bound(step, OperandOf::LoopStep))
            .transpose();
        self.enter_claimed(body);
        let (counter, prelude) = self.counter(variable)?;
        let after = self.assigned.clone();
        let body = self.separately(|this| this.statements(body));
        self.assigned = after;
        let round = rounds::is_round(&body);
        let (from, to, step) = (from?, to?, step?);
        self.push(
            StmtKind::For {
                variable: counter,
                from,
                to,
                step,
                prelude,
                body,
                round,
            },
            span,
        );
        Ok(())
    }

    /// What counts a loop. A variable that is real elsewhere, or a shared cell, takes each value of a
    /// counter of its own: free of charge, or in a step.
    fn counter(&mut self, variable: &ast::Ident) -> Lowered<(ScalarId, Vec<Stmt>)> {
        let span = variable.span;
        match self.meaning(variable) {
            Some(Meaning::Scalar(id)) => {
                self.join_checked(id, Some(Type::Int), span)?;
                self.mark_assigned(id);
                if self.scalar_type(id) != Some(Type::Real) {
                    return Ok((id, Vec::new()));
                }
                let counter = self.temporary(Some(Type::Int), span);
                let assign = StmtKind::Assign {
                    target: Target::Scalar(id),
                    update: None,
                    value: Self::convert(self.read(counter, span), Type::Real),
                    charge: Charge::Free,
                };
                Ok((counter, self.separately(|this| this.push(assign, span))))
            }
            Some(Meaning::SharedScalar(array)) => {
                let counter = self.temporary(Some(Type::Int), span);
                let mut stored = Ok(());
                let prelude = self.separately(|this| {
                    let cell = this.cell(array, Vec::new(), span);
                    let value = this.read(counter, span);
                    stored = this.store(cell, None, value, span);
                });
                stored?;
                Ok((counter, prelude))
            }
            _ => Err(Reported),
        }
    }

    /// `ponovi k puta`
    pub(super) fn repeat(
        &mut self,
        count: &ast::Expr,
        body: &'a [ast::Stmt],
        span: Span,
    ) -> Lowered<()> {
        let at = count.span;
        let to = self.bound(count, OperandOf::Repetitions);
        self.enter_claimed(body);
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
                prelude: Vec::new(),
                body,
                round,
            },
            span,
        );
        Ok(())
    }

    /// A loop with a test: `dok`, and the C-style `za`. `update` runs after the body.
    pub(super) fn looping(
        &mut self,
        condition: Option<&ast::Expr>,
        body: &'a [ast::Stmt],
        charge: Charge,
        span: Span,
        update: impl FnOnce(&mut Self),
    ) {
        self.enter_claimed(body);
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
    pub(super) fn c_style(
        &mut self,
        initial: Option<&'a ast::Stmt>,
        condition: Option<&ast::Expr>,
        update: Option<&'a ast::Stmt>,
        body: &'a [ast::Stmt],
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
}

fn is_private_move(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Assign { .. } => !rounds::is_round(std::slice::from_ref(statement)),
        _ => false,
    }
}
