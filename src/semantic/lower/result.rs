//! `vrati`: what an algorithm gives back.

use crate::source::Span;
use crate::syntax::ast;

use super::super::infer::{Known, ResultState, join};
use super::super::mentions::Binding;
use super::super::problem::Problem;
use super::super::results::ResultKind;
use super::{Lowered, Lowering, Reported};
use crate::program::{ArrayId, ReturnValue, StmtKind, Type};

impl Lowering<'_, '_> {
    pub(super) fn give_back(&mut self, value: Option<&ast::Expr>, span: Span) -> Lowered<()> {
        let Some(expr) = value else {
            self.push(StmtKind::Return(None), span);
            return Ok(());
        };
        let is_array = self.named_array(expr).is_some() || self.is_whole(expr);
        let kind = self.checker.kinds[self.state().key.routine];
        if is_array != (kind == ResultKind::Array) {
            // Said where the kinds of results were found.
            return Err(Reported);
        }
        if !is_array {
            let value = self.value(expr)?;
            let ty = self.join_scalar_result(value.ty, expr.span)?;
            let value = Self::convert(value, ty.unwrap_or(Type::Int));
            self.push(StmtKind::Return(Some(ReturnValue::Scalar(value))), span);
            return Ok(());
        }
        let (id, _) = self.array_operand(expr, None)?;
        let parameter = self.parameter_position(id);
        let element = self.element_type(id);
        let rank = self.rank(id).ok_or(Reported)?;
        let joined = self.join_array_result(element, rank, parameter);
        let ResultState::Array {
            element: joined,
            parameter: None,
            ..
        } = joined
        else {
            // Always the same parameter: the caller has it already.
            self.push(StmtKind::Return(None), span);
            return Ok(());
        };
        let id = if parameter.is_some() || element != joined {
            self.copy_of(id, joined, expr)?
        } else {
            id
        };
        self.push(StmtKind::Return(Some(ReturnValue::Array(id))), span);
        Ok(())
    }

    pub(super) fn join_scalar_result(&mut self, ty: Known, span: Span) -> Lowered<Known> {
        let known = match self.state().result {
            ResultState::Scalar(known) => known,
            _ => None,
        };
        let excluded = known.is_some()
            && ty.is_some()
            && (known == Some(Type::Bool)) != (ty == Some(Type::Bool));
        if excluded {
            let name = self.routine.name.clone();
            return self.report(Problem::MixedResultTypes {
                name,
                known: known.unwrap_or(Type::Int),
                new: ty.unwrap_or(Type::Int),
                span,
            });
        }
        let joined = join(known, ty);
        self.set_result(ResultState::Scalar(joined));
        Ok(joined)
    }

    /// What the result is with this one among the others.
    pub(super) fn join_array_result(
        &mut self,
        element: Known,
        rank: u8,
        parameter: Option<usize>,
    ) -> ResultState {
        let joined = match self.state().result {
            ResultState::Array {
                element: known,
                rank,
                parameter: before,
            } => ResultState::Array {
                element: join(known, element),
                rank,
                parameter: before.filter(|_| before == parameter),
            },
            _ => ResultState::Array {
                element,
                rank,
                parameter,
            },
        };
        self.set_result(joined);
        joined
    }

    pub(super) fn set_result(&mut self, result: ResultState) {
        let instance = &mut self.checker.instances[self.instance];
        if instance.result != result {
            instance.result = result;
            self.checker.note_change();
        }
    }

    pub(super) fn parameter_position(&self, id: ArrayId) -> Option<usize> {
        self.routine.formals.iter().position(|formal| {
            formal.dimensions.is_some() && self.scopes.at(formal.name) == Some(Binding::Array(id))
        })
    }
}
