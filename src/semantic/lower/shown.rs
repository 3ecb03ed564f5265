//! What a program shows: `ispisi` and `izlaz`. They look from outside, so what they show of whole
//! arrays is computed free of charge, element by element.

use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Source};

use super::super::spelling;
use super::call::CallValue;
use super::section;
use super::{Elementwise, Lowered, Lowering, Reported};
use crate::program::{
    ArrayId, Cell, Charge, Expr, Extent, Initial, OutputValue, PrintPart, Range, Reach, ScalarId,
    Stmt, StmtKind, Target, Type,
};

/// A value whose calls are done already.
enum Shown<'a> {
    /// An array that is there.
    Array(ArrayId),
    /// Whole arrays inside of an expression.
    Elements(&'a ast::Expr),
    /// One value.
    Value(Expr),
}

impl<'a> Lowering<'a, '_> {
    pub(super) fn print(&mut self, parts: &'a [ast::PrintPart], span: Span) -> Lowered<()> {
        // All calls come first: what is shown is what they leave behind.
        let shown: Vec<Lowered<Option<Shown<'a>>>> = (parts.iter())
            .map(|part| match part {
                ast::PrintPart::Text(_) => Ok(None),
                ast::PrintPart::Value(value) => self.shown(value).map(Some),
            })
            .collect();
        let shown = shown.into_iter().collect::<Lowered<Vec<_>>>()?;
        let mut printed = Vec::new();
        for (part, shown) in parts.iter().zip(shown) {
            printed.push(match (part, shown) {
                (_, Some(Shown::Array(array))) => PrintPart::Array(array),
                (_, Some(Shown::Elements(value))) => PrintPart::Array(self.looked_at(value)?),
                (_, Some(Shown::Value(value))) => PrintPart::Value(value),
                (ast::PrintPart::Text(text), None) => PrintPart::Text(text.clone()),
                (ast::PrintPart::Value(_), None) => return Err(Reported),
            });
        }
        self.push(StmtKind::Print(printed), span);
        Ok(())
    }

    pub(super) fn output(&mut self, outputs: &'a [ast::Output], span: Span) -> Lowered<()> {
        for ast::Output { name, value } in outputs {
            let name = match (name, &value.kind) {
                (Some(name), _) | (None, Source::Name(name) | Source::WholeArray(name)) => {
                    name.text.clone()
                }
                (None, _) => {
                    let vocabularies = self.checker.problems.vocabularies();
                    spelling::expression(value, vocabularies.at(value.span.file))
                }
            };
            let value = match self.shown(value)? {
                Shown::Array(array) => OutputValue::Array(array),
                Shown::Elements(value) => OutputValue::Array(self.looked_at(value)?),
                Shown::Value(value) => OutputValue::Scalar(value),
            };
            self.push(StmtKind::Output { name, value }, span);
        }
        Ok(())
    }

    /// Executes the calls in a value that is shown.
    fn shown(&mut self, value: &'a ast::Expr) -> Lowered<Shown<'a>> {
        if let Some(array) = self.named_array(value) {
            return Ok(Shown::Array(array));
        }
        if !self.is_whole(value) {
            return Ok(Shown::Value(self.value(value)?.expr));
        }
        self.hoist_calls(value)?;
        Ok(match self.hoisted.get(&value.span) {
            Some(CallValue::Array { id, .. }) => Shown::Array(*id),
            _ => Shown::Elements(value),
        })
    }

    /// A temporary array with the elements of an expression, as an instrument sees them.
    fn looked_at(&mut self, value: &ast::Expr) -> Lowered<ArrayId> {
        let span = value.span;
        let rank = self.rank_of(value).ok_or(Reported)?;
        let target = self.temporary_array(self.spelt(value), rank, span);
        let indices: Vec<ScalarId> = (0..rank)
            .map(|_| self.temporary(Some(Type::Int), span))
            .collect();
        let outer = self.elementwise.replace(Elementwise {
            indices: indices.clone(),
            reversed: false,
            looking: true,
            arrays: Vec::new(),
            sections: Vec::new(),
            target: (target, span),
        });
        let mut stored = Err(Reported);
        let mut body = self.separately(|this| {
            stored = this.value(value).map(|value| {
                this.join_element(target, value.ty, span);
                let cell = Cell {
                    array: target,
                    subscripts: indices.iter().map(|id| section::known(*id, span)).collect(),
                    reach: Reach::Private,
                    span,
                };
                let kind = StmtKind::Assign {
                    target: Target::Cell(cell),
                    update: None,
                    value: value.expr,
                    charge: Charge::Free,
                };
                this.push(kind, span);
            });
        });
        let used = std::mem::replace(&mut self.elementwise, outer);
        stored?;
        let lengths = self.lengths_of(used, rank, span)?;
        let allocate = StmtKind::Allocate {
            array: target,
            dimensions: lengths.clone(),
            initial: Initial::Unwritten,
        };
        self.push(allocate, span);
        for (variable, range) in indices
            .into_iter()
            .zip(section::ranges(&lengths, span))
            .rev()
        {
            body = vec![turns(variable, range, body, span)];
        }
        self.out.append(&mut body);
        Ok(target)
    }

    /// The lengths of an elementwise expression, once all its operands are known to have them.
    fn lengths_of(
        &mut self,
        used: Option<Elementwise>,
        rank: u8,
        span: Span,
    ) -> Lowered<Vec<Expr>> {
        let Elementwise {
            mut arrays,
            sections,
            ..
        } = used.ok_or(Reported)?;
        let mut met = Vec::new();
        arrays.retain(|(array, _)| {
            !met.contains(array) && {
                met.push(*array);
                true
            }
        });
        let extent = |(array, span): &(ArrayId, Span)| Extent {
            name: self.arrays[array.index()].name.clone(),
            span: *span,
            lengths: Self::dimensions_of(*array, rank, *span),
        };
        if sections.is_empty() {
            let (first, at) = *arrays.first().ok_or(Reported)?;
            if arrays.len() > 1 {
                self.push(Self::one_shape(arrays), span);
            }
            return Ok(Self::dimensions_of(first, rank, at));
        }
        let extents: Vec<Extent> = arrays.iter().map(extent).chain(sections).collect();
        let lengths = extents[0].lengths.clone();
        self.push(StmtKind::SameExtents(extents), span);
        Ok(lengths)
    }
}

fn turns(variable: ScalarId, range: Range, body: Vec<Stmt>, span: Span) -> Stmt {
    let Range { from, to, step } = range;
    let kind = StmtKind::For {
        variable,
        from,
        to,
        step,
        prelude: Vec::new(),
        body,
        round: false,
    };
    Stmt { kind, span }
}
