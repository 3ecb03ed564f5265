//! Random numbers that are drawn while the program runs: `slucajno(lo, hi)` in an expression. They are
//! drawn in front of the statement, each processor its own.

use crate::source::Span;
use crate::syntax::ast;

use super::super::builtin::Builtin;
use super::super::infer::join;
use super::super::names::Callee;
use super::super::rounds;
use super::{Lowered, Lowering, Reported, Value};
use crate::program::{self, Charge, Expr, ExprKind, Generator, Memory, StmtKind, Target, Type};

impl Lowering<'_, '_> {
    /// `slucajno(lo, hi)` as a value: reals if one of the bounds is real.
    pub(super) fn drawn(&mut self, arguments: &[ast::Expr], span: Span) -> Lowered<Value> {
        let [low, high] = arguments else {
            return Err(Reported);
        };
        let (low, high) = (self.value(low), self.value(high));
        let name = super::super::operators::function_name(program::Builtin::Random);
        let low = low.and_then(|low| self.numeric(low, name));
        let high = high.and_then(|high| self.numeric(high, name));
        let (low, high) = (low?, high?);
        let known = join(low.ty, high.ty);
        let ty = known.unwrap_or(Type::Int);
        let bounds = [low, high].map(|bound| Self::convert(bound, ty));
        let bounds = bounds.map(|bound| self.bound_of_draw(bound, ty));
        let result = self.temporary(known, span);
        self.push(StmtKind::Draw { bounds, result }, span);
        let drawn = Expr {
            kind: ExprKind::Scalar {
                id: result,
                checked: false,
            },
            ty,
            span,
        };
        let kind = ExprKind::Builtin(program::Builtin::Random, vec![drawn]);
        Ok(Value::new(kind, known, span))
    }

    /// A bound that reads shared memory is computed in a step of its own.
    fn bound_of_draw(&mut self, bound: Expr, ty: Type) -> Expr {
        let is_private = self.checker.machine.memory == Memory::Private;
        if is_private || !rounds::touches(&bound) {
            return bound;
        }
        let span = bound.span;
        let id = self.temporary(Some(ty), span);
        let kind = StmtKind::Assign {
            target: Target::Scalar(id),
            update: None,
            value: bound,
            charge: Charge::Step,
        };
        self.push(kind, span);
        Expr {
            kind: ExprKind::Scalar { id, checked: false },
            ty,
            span,
        }
    }

    /// Whether a call of this name draws a number.
    pub(super) fn is_draw(&self, name: &ast::AlgorithmName) -> bool {
        let random = Builtin::Generator(Generator::Random);
        matches!(self.callee(name), Some(Callee::Builtin(builtin)) if builtin == random)
    }
}
