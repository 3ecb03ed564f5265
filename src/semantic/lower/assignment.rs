//! Assignments of scalars and cells.

use crate::source::Span;
use crate::syntax::ast;

use super::super::names::Operator;
use super::super::problem::Problem;
use super::{Lowered, Lowering, Meaning, Reported, Value};
use crate::program::{
    ArrayId, AtomicChange, BinaryOp, Cell, Charge, ExprKind, Reach, ScalarClass, ScalarId,
    StmtKind, Target, Type,
};

impl Lowering<'_, '_> {
    pub(super) fn assign_name(
        &mut self,
        name: &ast::Ident,
        operator: Option<ast::BinaryOp>,
        value: &ast::Expr,
        span: Span,
    ) -> Lowered<()> {
        match self.meaning(name) {
            Some(Meaning::Scalar(id)) => self.assign_scalar(id, name, operator, value, span),
            Some(Meaning::SharedScalar(id)) => {
                let cell = self.cell(id, Vec::new(), name.span);
                self.assign_cell(Ok(cell), operator, value, span)
            }
            // An array; said where names are used.
            _ => Err(Reported),
        }
    }

    pub(super) fn assign_scalar(
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
            let class = info.map(|info| ScalarClass::Own(info.why));
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
        id: ArrayId,
        ty: Option<Type>,
        span: Span,
    ) -> Lowered<()> {
        let known = self.element_type(id);
        if excludes(known, ty) {
            let array = &self.arrays[id.index()];
            let (name, own_span) = (array.name.clone(), array.span);
            let info = self.scopes.arrays.get(id.index());
            let class = info
                .and_then(|info| info.why_shared)
                .map(ScalarClass::Shared);
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

    pub(super) fn assign_cell(
        &mut self,
        cell: Lowered<Cell>,
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
        cell: Cell,
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
}

impl Lowering<'_, '_> {
    /// `nedjeljivo A[i] += e kao staro`
    pub(super) fn atomic(&mut self, statement: &ast::Stmt) -> Lowered<()> {
        let span = statement.span;
        let ast::StmtKind::Atomic {
            target,
            change,
            value,
            old,
        } = &statement.kind
        else {
            return Ok(());
        };
        let cell = match target {
            ast::Target::Element(name, subscripts, at) => {
                self.subscripted(name, subscripts, *at)?
            }
            ast::Target::Name(name) => match self.meaning(name) {
                Some(Meaning::SharedScalar(id)) => self.cell(id, Vec::new(), name.span),
                _ => return self.report(Problem::no_atomic_cell(target.name().span)),
            },
            ast::Target::Section(..) | ast::Target::WholeArray(..) => {
                return self.report(Problem::no_atomic_cell(target.name().span));
            }
        };
        if cell.reach == Reach::Private {
            return self.report(Problem::no_atomic_cell(cell.span));
        }
        let array = cell.array;
        self.note_written(array);
        let value = self.value(value)?;
        let at = value.span();
        let ty = self.element_type(array);
        let read = Value::new(ExprKind::Cell(cell.clone()), ty, cell.span);
        let change = match change {
            ast::WrittenChange::Exchange => AtomicChange::Exchange,
            ast::WrittenChange::Max => AtomicChange::Update(BinaryOp::Max),
            ast::WrittenChange::Min => AtomicChange::Update(BinaryOp::Min),
            ast::WrittenChange::Update(
                ast::BinaryOp::Divide | ast::BinaryOp::Modulo | ast::BinaryOp::Power,
            ) => return self.report(Problem::no_atomic_operator(span)),
            ast::WrittenChange::Update(operator) => {
                let typed = self.typed(*operator, &read, &value, span)?;
                self.join_element_checked(array, typed.result, at)?;
                AtomicChange::Update(typed.operator)
            }
            ast::WrittenChange::Compare(condition) => {
                let expected = self.expected(condition, target)?;
                self.join_element_checked(array, expected.ty, condition.span)?;
                let to = self.element_type(array).unwrap_or(Type::Int);
                AtomicChange::Compare(Self::convert(expected, to))
            }
        };
        if !matches!(
            change,
            AtomicChange::Update(BinaryOp::Multiply | BinaryOp::Add | BinaryOp::Subtract)
        ) {
            self.join_element_checked(array, value.ty, at)?;
        }
        let ty = self.element_type(array);
        let value = Self::convert(value, ty.unwrap_or(Type::Int));
        let old = match old.as_ref().map(|old| (old, self.meaning(old))) {
            None => None,
            Some((old, Some(Meaning::Scalar(id)))) => {
                self.mark_assigned(id);
                self.join_checked(id, ty, old.span)?;
                Some(id)
            }
            Some((old, _)) => return self.report(Problem::no_atomic_cell(old.span)),
        };
        let atomic = StmtKind::Atomic {
            cell,
            change,
            value,
            old,
        };
        self.push(atomic, span);
        Ok(())
    }

    /// The value with which `nedjeljivo ako (A[i] == e) A[i] = f` compares the cell.
    fn expected(&mut self, condition: &ast::Expr, target: &ast::Target) -> Lowered<Value> {
        let ast::ExprKind::Binary(ast::BinaryOp::Equal, _, left, right) = &condition.kind else {
            return self.report(Problem::no_atomic_comparison(condition.span));
        };
        let is_cell = match &left.kind {
            ast::ExprKind::Element(name, _) | ast::ExprKind::Name(name) => {
                name.text == target.name().text
            }
            _ => false,
        };
        if !is_cell {
            return self.report(Problem::no_atomic_comparison(condition.span));
        }
        self.value(right)
    }
}

/// Whether a value of one type cannot go where values of the other are.
fn excludes(known: Option<Type>, new: Option<Type>) -> bool {
    match (known, new) {
        (Some(known), Some(new)) => (known == Type::Bool) != (new == Type::Bool),
        _ => false,
    }
}
