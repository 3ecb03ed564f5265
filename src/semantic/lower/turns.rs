//! `tvrdnja prolaza <= e;`: a loop that makes no more turns. The bound is evaluated when the loop is
//! entered, each turn adds one to a counter of the execution of the loop, and an assertion compares
//! the two. All of that is free of charge.

use crate::source::Span;
use crate::syntax::ast;

use super::super::problem::{Needed, OperandOf, Place, Problem};
use super::super::rounds;
use super::{Lowered, Lowering, Reported};
use crate::program::{
    Asserted, BinaryOp, Builtin, Charge, Constant, Expr, ExprKind, ScalarId, StmtKind, Target, Type,
};

/// What counts the turns of one execution of a loop.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted {
    count: ScalarId,
    most: ScalarId,
}

impl Lowering<'_, '_> {
    /// Before a loop whose body begins with such a bound: its value, and a counter.
    pub(super) fn enter_claimed(&mut self, body: &[ast::Stmt]) {
        if let Some((claim, bound)) = ast::visit::claimed_turns(body)
            && let Ok(value) = self.bound_of_turns(bound)
        {
            let most = self.temporary(Some(Type::Int), bound.span);
            let count = self.temporary(Some(Type::Int), claim.span);
            self.set_free(most, None, value, claim.span);
            self.set_free(count, None, int(0, claim.span), claim.span);
            self.claimed.insert(claim.span, Counted { count, most });
        }
    }

    /// The largest whole number of turns that the bound allows.
    fn bound_of_turns(&mut self, bound: &ast::Expr) -> Lowered<Expr> {
        let mut value = Err(Reported);
        let calls = self.separately(|this| value = this.value(bound));
        let value = value?;
        if !calls.is_empty() || rounds::touches(&value.expr) {
            let (place, span) = (Place::TurnsOfData, bound.span);
            return self.report(Problem::Misplaced { place, span });
        }
        match value.ty {
            Some(Type::Bool) => self.report(Problem::Operand {
                what: OperandOf::IterationBound,
                needed: Needed::Number,
                found: Type::Bool,
                span: bound.span,
            }),
            Some(Type::Real) => Ok(Expr {
                span: bound.span,
                ty: Type::Int,
                kind: ExprKind::Builtin(Builtin::Floor, vec![value.expr]),
            }),
            None | Some(Type::Int) => Ok(value.expr),
        }
    }

    /// The bound itself, where each turn begins.
    pub(super) fn claimed_turn(&mut self, span: Span) {
        let Some(Counted { count, most }) = self.claimed.get(&span).copied() else {
            return;
        };
        self.set_free(count, Some(BinaryOp::Add), int(1, span), span);
        let [turns, bound] = [count, most].map(|id| scalar(id, span));
        let condition = Expr {
            kind: ExprKind::Binary(BinaryOp::LessEqual, Box::new(turns), Box::new(bound)),
            ty: Type::Bool,
            span,
        };
        let asserted = Asserted::Iterations { count, most };
        self.push(
            StmtKind::Assert {
                condition,
                asserted,
            },
            span,
        );
    }

    fn set_free(&mut self, id: ScalarId, update: Option<BinaryOp>, value: Expr, span: Span) {
        let target = Target::Scalar(id);
        let charge = Charge::Free;
        self.push(
            StmtKind::Assign {
                target,
                update,
                value,
                charge,
            },
            span,
        );
    }
}

fn scalar(id: ScalarId, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Scalar { id, checked: false },
        ty: Type::Int,
        span,
    }
}

fn int(value: i64, span: Span) -> Expr {
    super::expression::constant(Constant::Int(value), span).expr
}
