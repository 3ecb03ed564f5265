//! Expressions: where one value is needed, and where whole arrays may stand.

use crate::program::MOST_DIMENSIONS;
use crate::semantic::builtin::{self, Builtin};
use crate::semantic::names::Callee;
use crate::semantic::problem::{Place, Problem};
use crate::source::Span;
use crate::syntax::ast::{self, Expr, ExprKind, OperatorName};

use super::{Checker, Context};

impl Checker<'_, '_> {
    /// An expression of which one value is needed.
    pub(super) fn value(&mut self, expr: &Expr) {
        self.expression(expr, Context::Scalar);
    }

    pub(super) fn optional(&mut self, expr: Option<&Expr>) {
        if let Some(expr) = expr {
            self.value(expr);
        }
    }

    /// An array by name, or an expression, also one of whole arrays.
    pub(super) fn shown(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(_) | ExprKind::WholeArray(_) => self.named_or_value(expr),
            _ => self.expression(expr, Context::Elementwise),
        }
    }

    /// An array by name, or a value.
    pub(super) fn named_or_value(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) if self.array(name).is_some() => {
                self.must_hold_values(name, expr.span);
            }
            ExprKind::WholeArray(name) => self.must_be_array(name, expr.span),
            _ => self.value(expr),
        }
    }

    /// What may follow the `=` of a declaration: data, or an expression.
    pub(super) fn initial(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::List(_) => {}
            ExprKind::Name(name)
                if builtin::generator_named(&name.text).is_some()
                    && self.scopes.at(name).is_none() => {}
            ExprKind::Call(name, arguments)
                if matches!(
                    self.names.callee(name, None),
                    Some(Callee::Builtin(Builtin::Generator(_)))
                ) =>
            {
                self.builtin_arity(name, arguments.len(), expr.span);
                for argument in arguments {
                    self.value(argument);
                }
            }
            _ => self.expression(expr, Context::Elementwise),
        }
    }

    pub(super) fn expression(&mut self, expr: &Expr, context: Context) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) => {}
            ExprKind::Name(name) => self.scalar_name(name, context),
            ExprKind::WholeArray(name) => {
                self.must_be_array(name, expr.span);
                if context == Context::Scalar && self.array(name).is_some() {
                    self.problems.report(Problem::WholeArrayAsValue {
                        name: name.text.clone(),
                        span: expr.span,
                    });
                }
            }
            ExprKind::Element(name, subscripts) => self.element(name, subscripts, expr.span),
            ExprKind::Section(name, subscripts) => {
                self.section(name, subscripts, expr.span);
                if context == Context::Scalar && self.array(name).is_some() {
                    self.problems.report(Problem::SectionAsValue {
                        name: name.text.clone(),
                        span: expr.span,
                    });
                }
            }
            ExprKind::Call(name, arguments) => {
                self.call(name, arguments, expr.span, context, false);
            }
            ExprKind::Unary(_, operand) => self.expression(operand, context),
            ExprKind::Binary(operator, span, left, right) => {
                self.operator(Some(*operator), *span);
                self.expression(left, context);
                self.expression(right, context);
            }
            ExprKind::Neutral(operator) => {
                if *operator == OperatorName::Generic {
                    self.must_be_generic(expr.span);
                }
            }
            ExprKind::List(_) => {
                let place = Place::ListInExpression;
                let span = expr.span;
                self.problems.report(Problem::Misplaced { place, span });
            }
        }
    }

    pub(super) fn element(&mut self, name: &ast::Ident, subscripts: &[Expr], span: Span) {
        self.must_be_array(name, span);
        if let Some(rank) = self.array(name).and_then(|array| array.rank)
            && usize::from(rank) != subscripts.len()
            && rank <= MOST_DIMENSIONS
        {
            self.problems.report(Problem::WrongRank {
                name: name.text.clone(),
                rank,
                given: subscripts.len(),
                span,
            });
        }
        for subscript in subscripts {
            self.value(subscript);
        }
    }

    pub(super) fn operator(&mut self, operator: Option<ast::BinaryOp>, span: Span) {
        if operator == Some(ast::BinaryOp::Generic) {
            self.must_be_generic(span);
        }
    }

    pub(super) fn must_be_generic(&mut self, span: Span) {
        if !self.routine.is_generic() {
            let name = self.routine.name.clone();
            self.problems.report(Problem::NotGeneric { name, span });
        }
    }
}
