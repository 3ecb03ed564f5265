//! Operators of two values, ⊕ among them.

use crate::source::Span;
use crate::syntax::ast::{self, OperatorName};

use super::super::constant::{self, Nothing};
use super::super::names::{self, Operator};
use super::super::operators::{self, Typed, Unfit};
use super::super::problem::Problem;
use super::super::spelling;
use super::call::CallValue;
use super::{Lowered, Lowering, Reported, Value};
use crate::program::{ExprKind, Type};

impl Lowering<'_, '_> {
    /// `left op right`; `at` is the operator's place.
    pub(super) fn binary(
        &mut self,
        operator: ast::BinaryOp,
        left: Value,
        right: Value,
        span: Span,
        at: Span,
    ) -> Lowered<Value> {
        match operator {
            ast::BinaryOp::And => self.logical_values(true, left, right, span),
            ast::BinaryOp::Or => self.logical_values(false, left, right, span),
            _ => {
                if operator == ast::BinaryOp::Generic
                    && let Some(&Operator::User(routine)) = self.operator()
                {
                    return self.user_operator(routine, left, right, span);
                }
                let typed = self.typed(operator, &left, &right, at)?;
                Ok(Self::combine(&typed, left, right, span))
            }
        }
    }

    /// Types an operator, or says what is wrong with its operands.
    pub(super) fn typed(
        &mut self,
        operator: ast::BinaryOp,
        left: &Value,
        right: &Value,
        at: Span,
    ) -> Lowered<Typed> {
        let (typed, symbol) = match (operator, self.operator()) {
            (ast::BinaryOp::Generic, Some(Operator::Own(own))) => (
                operators::typed_own(own, left.ty, right.ty),
                names::symbol(own),
            ),
            (ast::BinaryOp::Generic, _) => return Err(Reported),
            _ => (
                operators::typed(operator, left.ty, right.ty),
                spelling::symbol(operator),
            ),
        };
        typed.or_else(
            |Unfit {
                 right: blame_right,
                 needed,
             }| {
                let operand = if blame_right { right } else { left };
                self.report(Problem::Operator {
                    symbol,
                    needed,
                    left: left.ty,
                    right: right.ty,
                    operand: operand.span(),
                    operator: at,
                })
            },
        )
    }

    fn combine(typed: &Typed, left: Value, right: Value, span: Span) -> Value {
        let operands = typed.operands.unwrap_or(Type::Int);
        let (left, right) = (
            Self::convert(left, operands),
            Self::convert(right, operands),
        );
        let kind = ExprKind::Binary(typed.operator, Box::new(left), Box::new(right));
        Value::new(kind, typed.result, span)
    }

    pub(super) fn is_user_operator(&self) -> bool {
        matches!(self.operator(), Some(Operator::User(_)))
    }

    /// ⊕ is an algorithm of the user's: a call.
    pub(super) fn user_operator(
        &mut self,
        routine: usize,
        left: Value,
        right: Value,
        span: Span,
    ) -> Lowered<Value> {
        match self.call_with_values(routine, vec![left, right], span)? {
            CallValue::Scalar(value) => Ok(value),
            CallValue::Array { .. } | CallValue::Nothing => Err(Reported),
        }
    }

    /// `neutralni(⊕)`
    pub(super) fn neutral(&mut self, operator: &OperatorName, span: Span) -> Lowered<Value> {
        let own = match (operator, self.operator()) {
            (OperatorName::Generic, Some(Operator::User(routine))) => {
                let names = self.checker.names;
                let name = names.routines[*routine].name.as_str();
                let neutral = names.neutrals.get(name).ok_or(Reported)?;
                let value =
                    constant::exact(&neutral.value, &Nothing::default()).map_err(|_| Reported)?;
                return Ok(super::expression::constant(value, span));
            }
            (OperatorName::Generic, None) => return Err(Reported),
            (OperatorName::Generic, Some(Operator::Own(own))) | (own, _) => own.clone(),
        };
        let of_bools = matches!(
            own,
            OperatorName::And | OperatorName::Or | OperatorName::Xor
        );
        let ty = match self.first_array_parameter() {
            Some(Type::Real) if !of_bools => Type::Real,
            Some(Type::Bool) if of_bools => Type::Bool,
            _ => Type::Int,
        };
        let value = operators::neutral(&own, ty);
        Ok(Value::new(ExprKind::Constant(value), Some(ty), span))
    }

    fn first_array_parameter(&self) -> Option<Type> {
        let formal = self
            .routine
            .formals
            .iter()
            .find(|formal| formal.dimensions.is_some())?;
        match self.scopes.at(formal.name)? {
            super::Binding::Array(id) => self.element_type(id),
            super::Binding::Scalar(_) => None,
        }
    }
}
