//! Whole arrays: `X[] = …`, declarations, temporaries; each becomes a block of its own.

use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Source};

use super::super::builtin::Builtin;
use super::super::infer::Known;
use super::super::names::Callee;
use super::super::problem::Problem;
use super::super::spelling;
use super::call::CallValue;
use super::one_by_one::Elements;
use super::section::{self, Section};
use super::{Elementwise, Lowered, Lowering, Reported, Value};
use crate::program::{
    ArrayId, Block, BlockId, Class, Compared, Expr, Extent, Initial, MOST_DIMENSIONS, Origin,
    Range, SameLength, ScalarId, StmtKind, Type,
};

/// How the target of an elementwise statement comes about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    /// It is there and has the length of the others.
    Own,
    /// It is made with the length of the others.
    OfOperands,
}

impl Lowering<'_, '_> {
    /// `X[] = e`, `X[] op= e`
    pub(super) fn whole_array(
        &mut self,
        name: &ast::Ident,
        at: Span,
        operator: Option<ast::BinaryOp>,
        value: &ast::Expr,
        span: Span,
    ) -> Lowered<()> {
        let Ok(target) = self.array(name) else {
            let _: Lowered<()> = self.hoist_calls(value);
            return Err(Reported);
        };
        let array = &self.scopes.arrays[target.index()];
        let declares = array.rank.is_none() && array.origin != Origin::Parameter;
        let length = if declares && operator.is_none() && !self.made.contains(&target) {
            self.made.insert(target);
            Length::OfOperands
        } else {
            Length::Own
        };
        if operator.is_none() {
            if let Some(data) = self.data(value) {
                return self.assign_data(target, length, data?, value.span, span);
            }
            if let Source::Call(callee, _) = &value.kind
                && let Some(Callee::Routine(..)) = self.callee(callee)
                && self.is_whole(value)
            {
                return self.assign_result(target, length, value, at, span);
            }
        }
        let bare = match &value.kind {
            // Said where names are checked: `X[] = A` lacks its brackets.
            Source::Name(name) => self.array(name).is_ok(),
            _ => false,
        };
        if bare {
            return Err(Reported);
        }
        self.hoist_calls(value)?;
        let lower = |this: &mut Self| this.value(value);
        let rank = self.rank_of(value);
        self.elementwise((target, at), length, operator, rank, span, lower)
    }

    /// `A[a do b] = e`, `A[a do b] op= e`
    pub(super) fn assign_section(
        &mut self,
        (name, subscripts, at): (&ast::Ident, &[ast::Subscript], Span),
        operator: Option<ast::BinaryOp>,
        value: &ast::Expr,
        span: Span,
    ) -> Lowered<()> {
        let target = self.section(name, subscripts, at);
        let hoisted = self.hoist_calls(value);
        let target = target?;
        hoisted?;
        let (rank, array) = (target.rank(), target.array);
        self.fill(
            (array, at),
            Some(&target),
            Length::Own,
            operator,
            Some(rank),
            span,
            |this| this.value(value),
        )
    }

    /// `X[] = f(…)`: a fresh result is moved, another array is copied.
    pub(super) fn assign_result(
        &mut self,
        target: ArrayId,
        length: Length,
        value: &ast::Expr,
        at: Span,
        span: Span,
    ) -> Lowered<()> {
        let into = (length == Length::OfOperands).then_some(target);
        let (source, fresh) = self.array_operand(value, into)?;
        if source == target {
            return Ok(());
        }
        let rank = self.rank(source).ok_or(Reported)?;
        if fresh {
            self.same_rank(target, source, at, value.span)?;
            let element = self.element_type(source);
            self.join_element_checked(target, element, value.span)?;
        }
        // Ints do not become reals by moving.
        if !fresh || self.element_type(source) != self.element_type(target) {
            let lower = |this: &mut Self| this.element(source, value.span);
            return self.elementwise((target, at), length, None, Some(rank), span, lower);
        }
        match length {
            Length::OfOperands => {
                let dimensions = Self::dimensions_of(source, rank, value.span);
                let initial = Initial::Unwritten;
                self.push(
                    StmtKind::Allocate {
                        array: target,
                        dimensions,
                        initial,
                    },
                    span,
                );
            }
            Length::Own => {
                let both = vec![(target, at), (source, value.span)];
                self.push(Self::one_shape(both), span);
            }
        }
        self.note_written(target);
        self.push(
            StmtKind::Move {
                from: source,
                to: target,
            },
            span,
        );
        Ok(())
    }

    fn same_rank(
        &mut self,
        target: ArrayId,
        source: ArrayId,
        at: Span,
        source_at: Span,
    ) -> Lowered<()> {
        let rank = self.rank(source).ok_or(Reported)?;
        self.set_rank(target, rank);
        if self.rank(target) == Some(rank) {
            return Ok(());
        }
        self.report(Problem::RanksDiffer {
            name: self.arrays[target.index()].name.clone(),
            other: self.arrays[source.index()].name.clone(),
            span: at,
            other_span: source_at,
        })
    }

    /// One synchronous step over all elements of the target.
    pub(super) fn elementwise(
        &mut self,
        target: (ArrayId, Span),
        length: Length,
        operator: Option<ast::BinaryOp>,
        rank: Option<u8>,
        span: Span,
        lower: impl FnOnce(&mut Self) -> Lowered<Value>,
    ) -> Lowered<()> {
        self.fill(target, None, length, operator, rank, span, lower)
    }

    /// The same where the target may be a section.
    #[expect(clippy::too_many_arguments, reason = "one statement has these parts")]
    fn fill(
        &mut self,
        (target, at): (ArrayId, Span),
        section: Option<&Section>,
        length: Length,
        operator: Option<ast::BinaryOp>,
        rank: Option<u8>,
        span: Span,
        lower: impl FnOnce(&mut Self) -> Lowered<Value>,
    ) -> Lowered<()> {
        if length == Length::OfOperands {
            let Some(rank) = rank else {
                return self.report(Problem::NoLength {
                    name: self.arrays[target.index()].name.clone(),
                    span: at,
                });
            };
            self.set_rank(target, rank);
        }
        let rank = match section {
            Some(section) => section.rank(),
            None => self.rank(target).ok_or(Reported)?,
        };
        let (block, indices) = self.element_block(rank, span);
        let outer_block = std::mem::replace(&mut self.block, block);
        let outer = self.elementwise.replace(Elementwise {
            indices: indices.clone(),
            reversed: false,
            looking: false,
            arrays: Vec::new(),
            sections: Vec::new(),
            target: (target, at),
        });
        let mut stored = Err(Reported);
        let cell = |this: &Self, indices: &[ScalarId]| {
            let places = indices.iter().map(|index| section::known(*index, at));
            match section {
                Some(section) => this.section_cell(section, places),
                None => this.cell(target, places.collect(), at),
            }
        };
        let body = self.separately(|this| {
            stored = lower(this).and_then(|value| {
                let cell = cell(this, &indices);
                this.store(cell, operator, value, span)
            });
        });
        let used = std::mem::replace(&mut self.elementwise, outer);
        self.block = outer_block;
        stored?;
        let (mut arrays, mut sections) =
            used.map_or_else(Default::default, |used| (used.arrays, used.sections));
        match section {
            Some(section) => sections.insert(0, section.extent()),
            None if length == Length::Own => arrays.insert(0, (target, at)),
            None => {}
        }
        let mut distinct: Vec<(ArrayId, Span)> = Vec::new();
        for (array, span) in arrays {
            if !distinct.iter().any(|(other, _)| *other == array) {
                distinct.push((array, span));
            }
        }
        if !sections.is_empty() {
            let made = (length == Length::OfOperands).then_some(target);
            let ranges = self.same_extents(&distinct, sections, (made, at), rank, span)?;
            let elements = Elements {
                block,
                ranges: section.map_or(ranges, Section::ranges),
                body,
            };
            return self.for_each_element(elements, target, span, cell);
        }
        let Some(&(first, first_at)) = distinct.first() else {
            return Err(Reported);
        };
        if length == Length::OfOperands {
            if let Some(&(_, at)) = distinct.iter().find(|(array, _)| *array == target) {
                return self.report(Problem::NotYetMade {
                    name: self.arrays[target.index()].name.clone(),
                    span: at,
                });
            }
            let dimensions = Self::dimensions_of(first, rank, first_at);
            let initial = Initial::Unwritten;
            let allocate = StmtKind::Allocate {
                array: target,
                dimensions,
                initial,
            };
            if distinct.len() > 1 {
                self.push(Self::one_shape(distinct), span);
            }
            self.push(allocate, span);
        } else if distinct.len() > 1 {
            self.push(Self::one_shape(distinct), span);
        }
        let elements = Elements {
            block,
            ranges: Self::all_indices(first, rank, first_at),
            body,
        };
        self.for_each_element(elements, target, span, cell)
    }

    /// The lengths of whole arrays and sections have to agree; an array that the statement makes gets
    /// them. Gives the indices of the elements.
    fn same_extents(
        &mut self,
        arrays: &[(ArrayId, Span)],
        sections: Vec<Extent>,
        (made, at): (Option<ArrayId>, Span),
        rank: u8,
        span: Span,
    ) -> Lowered<Vec<Range>> {
        if let Some((made, at)) = arrays.iter().find(|(array, _)| Some(*array) == made) {
            return self.report(Problem::NotYetMade {
                name: self.arrays[made.index()].name.clone(),
                span: *at,
            });
        }
        let whole = arrays.iter().map(|(array, span)| Extent {
            name: self.arrays[array.index()].name.clone(),
            span: *span,
            lengths: Self::dimensions_of(*array, rank, *span),
        });
        let extents: Vec<Extent> = whole.chain(sections).collect();
        let lengths = extents[0].lengths.clone();
        self.push(StmtKind::SameExtents(extents), span);
        if let Some(array) = made {
            let kind = StmtKind::Allocate {
                array,
                dimensions: lengths.clone(),
                initial: Initial::Unwritten,
            };
            self.push(kind, span);
        }
        Ok(section::ranges(&lengths, at))
    }

    /// A block of its own with one index per dimension.
    pub(super) fn element_block(&mut self, rank: u8, span: Span) -> (BlockId, Vec<ScalarId>) {
        let block = BlockId(self.blocks.len() as u32);
        let parent = self.block;
        self.blocks.push(Block {
            parent: Some(parent),
            level: self.blocks[parent.index()].level + 1,
            native: false,
            kernel: None,
            tasks: None,
            task_lines: Vec::new(),
            elementwise: true,
            span,
            indices: Vec::new(),
        });
        // More dimensions than an array may have were reported where it is declared.
        let rank = usize::from(rank.min(MOST_DIMENSIONS));
        let names: &[&str] = match rank {
            1 => &["index"],
            2 => &["row", "column"],
            _ => &["first", "second", "third", "fourth"][..rank],
        };
        let indices: Vec<ScalarId> = names
            .iter()
            .map(|name| {
                let id = self.temporary(Some(Type::Int), span);
                let scalar = &mut self.scalars[id.index()];
                (*name).clone_into(&mut scalar.name);
                scalar.class = Class::Index;
                scalar.block = block;
                id
            })
            .collect();
        self.blocks[block.index()].indices.clone_from(&indices);
        (block, indices)
    }

    fn all_indices(array: ArrayId, rank: u8, span: Span) -> Vec<Range> {
        (0..rank)
            .map(|dimension| Self::indices_of(array, (rank > 1).then_some(dimension), span))
            .collect()
    }

    /// The whole arrays of one statement have one shape.
    pub(super) fn one_shape(arrays: Vec<(ArrayId, Span)>) -> StmtKind {
        let whole = |(array, span)| Compared {
            array,
            dimension: None,
            span,
        };
        StmtKind::SameLengths {
            arrays: arrays.into_iter().map(whole).collect(),
            why: SameLength::Whole,
        }
    }

    pub(super) fn dimensions_of(array: ArrayId, rank: u8, span: Span) -> Vec<Expr> {
        (0..rank)
            .map(|dimension| {
                Self::length(array, usize::from(dimension), usize::from(rank), span).expr
            })
            .collect()
    }

    /// The calls inside an elementwise expression go first, once each.
    pub(super) fn hoist_calls(&mut self, expr: &ast::Expr) -> Lowered<()> {
        match &expr.kind {
            Source::Call(name, arguments) => match self.callee(name) {
                Some(Callee::Routine(routine, operator)) => {
                    let result = self.call(routine, operator, arguments, expr.span, true, None)?;
                    self.hoisted.insert(expr.span, result);
                    Ok(())
                }
                Some(Callee::Builtin(_)) if self.is_length_of_section(name, arguments) => {
                    let length = self.array_length(arguments, expr.span)?;
                    self.hoisted.insert(expr.span, CallValue::Scalar(length));
                    Ok(())
                }
                Some(Callee::Builtin(_)) => self.hoist_all(arguments),
                None => self.hoist_all(arguments).and(Err(Reported)),
            },
            Source::Unary(_, operand) => self.hoist_calls(operand),
            Source::Binary(_, _, left, right) => {
                let (left, right) = (self.hoist_calls(left), self.hoist_calls(right));
                left.and(right)
            }
            Source::Element(_, subscripts) => self.hoist_all(subscripts),
            Source::Section(name, subscripts) => {
                let section = self.section(name, subscripts, expr.span)?;
                self.sections.insert(expr.span, section);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn hoist_all(&mut self, parts: &[ast::Expr]) -> Lowered<()> {
        let parts: Vec<Lowered<()>> = parts.iter().map(|part| self.hoist_calls(part)).collect();
        parts.into_iter().collect()
    }

    /// Dimensions of an elementwise expression: those of its first whole array.
    pub(super) fn rank_of(&self, expr: &ast::Expr) -> Option<u8> {
        match &expr.kind {
            Source::WholeArray(name) => self.rank(self.array(name).ok()?),
            Source::Section(..) => self.sections.get(&expr.span).map(Section::rank),
            Source::Unary(_, operand) => self.rank_of(operand),
            Source::Binary(_, _, left, right) => self.rank_of(left).or_else(|| self.rank_of(right)),
            Source::Call(name, arguments) => match self.callee(name)? {
                Callee::Routine(..) => match self.hoisted.get(&expr.span)? {
                    CallValue::Array { id, .. } => self.rank(*id),
                    _ => None,
                },
                Callee::Builtin(Builtin::Reverse) => match &arguments.first()?.kind {
                    Source::Name(name) => self.rank(self.array(name).ok()?),
                    _ => self.rank_of(&arguments[0]),
                },
                Callee::Builtin(Builtin::Length | Builtin::HasMessage | Builtin::Neighbour) => None,
                Callee::Builtin(_) => arguments.iter().find_map(|part| self.rank_of(part)),
            },
            _ => None,
        }
    }

    /// What messages call the array that holds a whole-array expression.
    pub(super) fn spelt(&self, expr: &ast::Expr) -> String {
        let vocabularies = self.checker.problems.vocabularies();
        spelling::expression(expr, vocabularies.at(expr.span.file))
    }

    /// A temporary array that holds a whole-array expression: one step.
    pub(super) fn temporary_of(&mut self, expr: &ast::Expr) -> Lowered<ArrayId> {
        let span = expr.span;
        if let Some(data) = self.data(expr) {
            let data = data?;
            let rank = data.rank().ok_or(Reported)?;
            let id = self.temporary_array(self.spelt(expr), rank, span);
            self.assign_data(id, Length::OfOperands, data, span, span)?;
            return Ok(id);
        }
        self.hoist_calls(expr)?;
        let rank = self.rank_of(expr).ok_or(Reported)?;
        let id = self.temporary_array(self.spelt(expr), rank, span);
        self.filled(id, rank, span, |this| this.value(expr))
    }

    /// A temporary array with the elements of another, converted where that must be: one step.
    pub(super) fn copy_of(
        &mut self,
        source: ArrayId,
        element: Known,
        expr: &ast::Expr,
    ) -> Lowered<ArrayId> {
        let span = expr.span;
        let rank = self.rank(source).ok_or(Reported)?;
        let id = self.temporary_array(self.spelt(expr), rank, span.after());
        self.join_element_checked(id, element, span)?;
        self.filled(id, rank, span, |this| this.element(source, span))
    }

    /// A temporary array, filled element by element in one step.
    fn filled(
        &mut self,
        id: ArrayId,
        rank: u8,
        span: Span,
        lower: impl FnOnce(&mut Self) -> Lowered<Value>,
    ) -> Lowered<ArrayId> {
        let length = Length::OfOperands;
        self.elementwise((id, span), length, None, Some(rank), span, lower)?;
        Ok(id)
    }
}
