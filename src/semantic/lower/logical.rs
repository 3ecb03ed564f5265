//! `and`, `or` and conditions: the right side only where the left leaves the answer open.

use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Source};

use super::super::builtin::{self, Builtin};
use super::super::infer::Known;
use super::super::names::Callee;
use super::super::problem::{Needed, OperandOf, Problem};
use super::{Lowered, Lowering, Reported, Value};
use crate::program::{
    Charge, Constant, Conversion, Expr, ExprKind, Memory, Stmt, StmtKind, Target, Type,
};

impl Lowering<'_, '_> {
    pub(super) fn logical(
        &mut self,
        and: bool,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Lowered<Value> {
        let left = self.value(left);
        if self.elementwise.is_none() && self.calls(right) {
            return self.split(and, left?, right, span);
        }
        let (left, right) = (left, self.value(right));
        self.logical_values(and, left?, right?, span)
    }

    /// `and` or `or` of two values.
    pub(super) fn logical_values(
        &mut self,
        and: bool,
        left: Value,
        right: Value,
        span: Span,
    ) -> Lowered<Value> {
        let ty = logical_type(left.ty, right.ty);
        let (left, right) = (self.truth(left), self.truth(right));
        let (left, right) = (Box::new(left?), Box::new(right?));
        let kind = if and {
            ExprKind::And(left, right)
        } else {
            ExprKind::Or(left, right)
        };
        let bool = Expr {
            kind,
            ty: Type::Bool,
            span,
        };
        Ok(match ty {
            Some(Type::Bool) => Value { expr: bool, ty },
            _ => back_to_int(bool, ty),
        })
    }

    /// A call on the right of `and` or `or`: the left side is a test of its own, and the right
    /// side is evaluated only where it decides.
    pub(super) fn split(
        &mut self,
        and: bool,
        left: Value,
        right: &ast::Expr,
        span: Span,
    ) -> Lowered<Value> {
        let left_type = left.ty;
        let condition = self.truth(left);
        let result = self.temporary(Some(Type::Bool), span);
        let assign = |value: Expr, charge| StmtKind::Assign {
            target: Target::Scalar(result),
            update: None,
            value,
            charge,
        };
        let before = self.assigned.clone();
        let mut right_type = Err(Reported);
        let decides = self.separately(|this| {
            right_type = this.value(right).and_then(|value| {
                let ty = value.ty;
                let value = this.truth(value)?;
                this.push(assign(value, Charge::Step), right.span);
                Ok(ty)
            });
        });
        self.assigned = before;
        let open = Expr {
            kind: ExprKind::Constant(Constant::Bool(!and)),
            ty: Type::Bool,
            span,
        };
        let known = vec![Stmt {
            kind: assign(open, Charge::Free),
            span,
        }];
        let (then, otherwise) = if and {
            (decides, known)
        } else {
            (known, decides)
        };
        let ty = logical_type(left_type, right_type?);
        self.push(
            StmtKind::If {
                condition: condition?,
                charge: Charge::Step,
                then,
                otherwise,
            },
            span,
        );
        let value = self.read(result, span);
        Ok(match ty {
            Some(Type::Bool) => value,
            _ => back_to_int(value.expr, ty),
        })
    }

    /// Whether evaluating an expression calls an algorithm.
    pub(super) fn calls(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            Source::Call(name, arguments) => {
                let is_executed = matches!(
                    self.callee(name),
                    Some(
                        Callee::Routine(..)
                            | Callee::Builtin(Builtin::HasMessage | Builtin::Neighbour)
                    )
                ) || self.is_length_of_section(name, arguments)
                    || self.is_draw(name);
                is_executed || arguments.iter().any(|argument| self.calls(argument))
            }
            Source::Unary(_, operand) => self.calls(operand),
            Source::Binary(operator, _, left, right) => {
                *operator == ast::BinaryOp::Generic && self.is_user_operator()
                    || self.calls(left)
                    || self.calls(right)
            }
            Source::Element(_, parts) | Source::List(parts) => {
                parts.iter().any(|part| self.calls(part))
            }
            Source::Name(name) => {
                self.checker.machine.memory == Memory::Private
                    && self.meaning(name).is_none()
                    && builtin::named_processor(&name.text).is_some()
            }
            _ => false,
        }
    }

    /// A value as the condition of a test or an operand of `and`.
    pub(super) fn truth(&mut self, value: Value) -> Lowered<Expr> {
        match value.ty {
            Some(Type::Bool) => Ok(value.expr),
            None | Some(Type::Int) => Ok(match value.expr.kind {
                ExprKind::Convert(Conversion::BoolToInt, bool) => *bool,
                kind => {
                    let int = Expr { kind, ..value.expr };
                    Self::conversion(Conversion::IntToBool, int, Type::Bool)
                }
            }),
            Some(Type::Real) => self.report(Problem::Operand {
                what: OperandOf::Condition,
                needed: Needed::Truth,
                found: Type::Real,
                span: value.span(),
            }),
        }
    }
}

/// `and` of two ints is an int; of a bool and anything a bool.
fn logical_type(left: Known, right: Known) -> Known {
    match (left, right) {
        (Some(Type::Bool), _) | (_, Some(Type::Bool)) => Some(Type::Bool),
        (Some(_), Some(_)) => Some(Type::Int),
        _ => None,
    }
}

/// A bool that came of ints, as an int again.
pub(super) fn back_to_int(bool: Expr, ty: Known) -> Value {
    let span = bool.span;
    let kind = ExprKind::Convert(Conversion::BoolToInt, Box::new(bool));
    Value {
        expr: Expr {
            kind,
            ty: Type::Int,
            span,
        },
        ty,
    }
}
