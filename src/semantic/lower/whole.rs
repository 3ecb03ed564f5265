//! Whole arrays: `X[] = …`, declarations, temporaries; each becomes a block of its own.

use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Source};

use super::super::builtin::{self, Builtin};
use super::super::constant::{self, Nothing};
use super::super::infer::join;
use super::super::names::Callee;
use super::super::problem::Problem;
use super::super::program::{
    ArrayId, Block, BlockId, Class, Constant, Expr, ExprKind, Generator, Initial, Range, ScalarId,
    StmtKind, Type,
};
use super::super::{rounds, spelling};
use super::call::CallValue;
use super::{Elementwise, Lowered, Lowering, Reported, Value};

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
        let declares = self.scopes.arrays[target.index()].rank.is_none();
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

    /// `X[] = f(…)`: a fresh result is moved, another array is copied.
    fn assign_result(
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
        if !fresh {
            let lower = |this: &mut Self| this.element(source, value.span);
            return self.elementwise((target, at), length, None, Some(rank), span, lower);
        }
        self.same_rank(target, source, at, value.span)?;
        let element = self.element_type(source);
        self.join_element_checked(target, element, value.span)?;
        let element = self.element_type(target);
        self.join_element_checked(source, element, value.span)?;
        match length {
            Length::OfOperands => {
                let dimensions = self.dimensions_of(source, rank, value.span);
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
                self.push(StmtKind::SameLengths(both), span);
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
    fn elementwise(
        &mut self,
        (target, at): (ArrayId, Span),
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
        let rank = self.rank(target).ok_or(Reported)?;
        let (block, indices) = self.element_block(rank, span);
        let outer_block = std::mem::replace(&mut self.block, block);
        let outer = self.elementwise.replace(Elementwise {
            indices: indices.clone(),
            reversed: false,
            arrays: Vec::new(),
        });
        let mut stored = Err(Reported);
        let body = self.separately(|this| {
            stored = lower(this).and_then(|value| {
                let index = |&id: &ScalarId| Expr {
                    kind: ExprKind::Scalar { id, checked: false },
                    ty: Type::Int,
                    span: at,
                };
                let cell = this.cell(target, indices.iter().map(index).collect(), at);
                this.store(cell, operator, value, span)
            });
        });
        let used = std::mem::replace(&mut self.elementwise, outer);
        self.block = outer_block;
        stored?;
        let mut arrays = used.map_or_else(Vec::new, |used| used.arrays);
        if length == Length::Own {
            arrays.insert(0, (target, at));
        }
        let mut distinct: Vec<(ArrayId, Span)> = Vec::new();
        for (array, span) in arrays {
            if !distinct.iter().any(|(other, _)| *other == array) {
                distinct.push((array, span));
            }
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
            let dimensions = self.dimensions_of(first, rank, first_at);
            let initial = Initial::Unwritten;
            let allocate = StmtKind::Allocate {
                array: target,
                dimensions,
                initial,
            };
            if distinct.len() > 1 {
                self.push(StmtKind::SameLengths(distinct), span);
            }
            self.push(allocate, span);
        } else if distinct.len() > 1 {
            self.push(StmtKind::SameLengths(distinct), span);
        }
        let ranges = self.all_indices(first, rank, first_at);
        let round = rounds::is_round(&body);
        self.push(
            StmtKind::Parallel {
                block,
                ranges,
                body,
                round,
            },
            span,
        );
        Ok(())
    }

    /// A block of its own with one index per dimension.
    fn element_block(&mut self, rank: u8, span: Span) -> (BlockId, Vec<ScalarId>) {
        let block = BlockId(self.blocks.len() as u32);
        let parent = self.block;
        self.blocks.push(Block {
            parent: Some(parent),
            level: self.blocks[parent.index()].level + 1,
            native: false,
            span,
            indices: Vec::new(),
        });
        let names: &[&str] = if rank > 1 {
            &["row", "column"]
        } else {
            &["index"]
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

    fn all_indices(&self, array: ArrayId, rank: u8, span: Span) -> Vec<Range> {
        (0..rank)
            .map(|dimension| self.indices_of(array, (rank > 1).then_some(dimension), span))
            .collect()
    }

    fn dimensions_of(&self, array: ArrayId, rank: u8, span: Span) -> Vec<Expr> {
        (0..rank)
            .map(|dimension| {
                self.length(array, usize::from(dimension), usize::from(rank), span)
                    .expr
            })
            .collect()
    }

    /// The calls inside an elementwise expression go first, once each.
    fn hoist_calls(&mut self, expr: &ast::Expr) -> Lowered<()> {
        match &expr.kind {
            Source::Call(name, arguments) => match self.callee(name) {
                Some(Callee::Routine(routine, operator)) => {
                    let result = self.call(routine, operator, arguments, expr.span, true, None)?;
                    self.hoisted.insert(expr.span, result);
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
            _ => Ok(()),
        }
    }

    fn hoist_all(&mut self, parts: &[ast::Expr]) -> Lowered<()> {
        let parts: Vec<Lowered<()>> = parts.iter().map(|part| self.hoist_calls(part)).collect();
        parts.into_iter().collect()
    }

    /// Dimensions of an elementwise expression: those of its first whole array.
    fn rank_of(&self, expr: &ast::Expr) -> Option<u8> {
        match &expr.kind {
            Source::WholeArray(name) => self.rank(self.array(name).ok()?),
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
                Callee::Builtin(Builtin::Length) => None,
                Callee::Builtin(_) => arguments.iter().find_map(|part| self.rank_of(part)),
            },
            _ => None,
        }
    }

    /// A temporary array that holds a whole-array expression: one step.
    pub(super) fn temporary_of(&mut self, expr: &ast::Expr) -> Lowered<ArrayId> {
        let span = expr.span;
        if let Some(data) = self.data(expr) {
            let data = data?;
            let rank = data.rank().ok_or(Reported)?;
            let id = self.temporary_array(spelling::expression(expr), rank, span);
            self.assign_data(id, Length::OfOperands, data, span, span)?;
            return Ok(id);
        }
        self.hoist_calls(expr)?;
        let rank = self.rank_of(expr).ok_or(Reported)?;
        let id = self.temporary_array(spelling::expression(expr), rank, span);
        let lower = |this: &mut Self| this.value(expr);
        self.elementwise(
            (id, span),
            Length::OfOperands,
            None,
            Some(rank),
            span,
            lower,
        )?;
        Ok(id)
    }

    /// A temporary array with the elements of another: one step.
    pub(super) fn copy_of(&mut self, source: ArrayId, expr: &ast::Expr) -> Lowered<ArrayId> {
        let span = expr.span;
        let rank = self.rank(source).ok_or(Reported)?;
        let id = self.temporary_array(spelling::expression(expr), rank, span);
        let lower = |this: &mut Self| this.element(source, span);
        self.elementwise(
            (id, span),
            Length::OfOperands,
            None,
            Some(rank),
            span,
            lower,
        )?;
        Ok(id)
    }

    // Declarations and data.

    /// `polje A[n] = e`
    pub(super) fn declare_array(
        &mut self,
        name: &ast::Ident,
        dimensions: &[Option<ast::Expr>],
        initial: Option<&ast::Expr>,
        span: Span,
    ) -> Lowered<()> {
        let mut lengths = Vec::new();
        let mut open = false;
        for dimension in dimensions {
            match dimension {
                Some(length) => lengths.push(self.bound(length, "the length of an array")),
                None => open = true,
            }
        }
        let target = self.array(name);
        let lengths = lengths.into_iter().collect::<Lowered<Vec<Expr>>>()?;
        let target = target?;
        let at = name.span;
        if open {
            let Some(initial) = initial else {
                let name = name.text.clone();
                return self.report(Problem::DeclaredWithoutLength { name, span: at });
            };
            if let Some(data) = self.data(initial) {
                let length = Length::OfOperands;
                return self.assign_data(target, length, data?, initial.span, span);
            }
            if self.is_whole(initial)
                && let Source::Call(callee, _) = &initial.kind
                && let Some(Callee::Routine(..)) = self.callee(callee)
            {
                return self.assign_result(target, Length::OfOperands, initial, at, span);
            }
            self.hoist_calls(initial)?;
            let rank = self.rank_of(initial);
            let span = at.to(initial.span);
            let lower = |this: &mut Self| this.value(initial);
            return self.elementwise((target, at), Length::OfOperands, None, rank, span, lower);
        }
        let data = initial.and_then(|initial| self.data(initial)).transpose()?;
        let is_data = data.is_some();
        let held = match data {
            None => Initial::Unwritten,
            Some(Data::Generator(generator, arguments)) => {
                let ty = generated(generator, &arguments);
                self.join_element_checked(target, ty, at)?;
                self.note_written(target);
                let arguments = arguments.into_iter().map(|value| value.expr).collect();
                Initial::Generator(generator, arguments)
            }
            Some(Data::List { values, rank, .. }) => {
                let span = initial.map_or(at, |initial| initial.span);
                self.check_list_rank(target, rank, span)?;
                let values = self.typed_list(target, values)?;
                Initial::List(values)
            }
        };
        let allocate = StmtKind::Allocate {
            array: target,
            dimensions: lengths,
            initial: held,
        };
        self.push(allocate, span);
        let Some(initial) = initial.filter(|_| !is_data) else {
            return Ok(());
        };
        let span = at.to(initial.span);
        if self.is_whole(initial)
            && let Source::Call(callee, _) = &initial.kind
            && let Some(Callee::Routine(..)) = self.callee(callee)
        {
            return self.assign_result(target, Length::Own, initial, at, span);
        }
        self.hoist_calls(initial)?;
        let rank = self.rank_of(initial);
        let lower = |this: &mut Self| this.value(initial);
        self.elementwise((target, at), Length::Own, None, rank, span, lower)
    }

    /// A list or a generator: data, free of charge.
    fn data(&mut self, expr: &ast::Expr) -> Option<Lowered<Data>> {
        let (generator, arguments) = match &expr.kind {
            Source::List(values) => return Some(self.list(values, expr.span)),
            Source::Name(name) if self.meaning(&name.text).is_none() => {
                (builtin::generator_named(&name.text)?, &[][..])
            }
            Source::Call(name, arguments) => match self.callee(name)? {
                Callee::Builtin(Builtin::Generator(generator)) => (generator, &arguments[..]),
                _ => return None,
            },
            _ => return None,
        };
        let arguments: Vec<Lowered<Value>> = (arguments.iter())
            .map(|argument| {
                let value = self.value(argument)?;
                self.numeric(value, "generator")
            })
            .collect();
        let arguments = arguments.into_iter().collect::<Lowered<Vec<Value>>>();
        Some(arguments.map(|mut arguments| {
            if arguments.iter().any(|value| value.ty == Some(Type::Real)) {
                arguments = (arguments.into_iter())
                    .map(|value| {
                        let expr = Self::convert(value, Type::Real);
                        Value {
                            expr,
                            ty: Some(Type::Real),
                        }
                    })
                    .collect();
            }
            Data::Generator(generator, arguments)
        }))
    }

    fn list(&mut self, values: &[ast::Expr], span: Span) -> Lowered<Data> {
        let rows = values
            .iter()
            .filter(|value| matches!(value.kind, Source::List(_)))
            .count();
        if rows == 0 {
            let values = self.constants(values)?;
            let dimensions = vec![values.len()];
            return Ok(Data::List {
                values,
                rank: 1,
                dimensions,
            });
        }
        let mut all = Vec::new();
        let mut columns = None;
        for value in values {
            let Source::List(row) = &value.kind else {
                return self.report(Problem::UnevenList { span });
            };
            if *columns.get_or_insert(row.len()) != row.len() {
                return self.report(Problem::UnevenList { span: value.span });
            }
            all.extend(self.constants(row)?);
        }
        let dimensions = vec![values.len(), columns.unwrap_or(0)];
        Ok(Data::List {
            values: all,
            rank: 2,
            dimensions,
        })
    }

    fn constants(&mut self, values: &[ast::Expr]) -> Lowered<Vec<(Constant, Span)>> {
        let mut constants = Vec::new();
        let mut failed = false;
        for value in values {
            match constant::exact(value, &Nothing) {
                Ok(constant) => constants.push((constant, value.span)),
                Err(_) => {
                    failed = true;
                    self.checker
                        .problems
                        .report(Problem::NotConstant { span: value.span });
                }
            }
        }
        if failed { Err(Reported) } else { Ok(constants) }
    }

    fn check_list_rank(&mut self, target: ArrayId, rank: u8, span: Span) -> Lowered<()> {
        self.set_rank(target, rank);
        match self.rank(target) {
            Some(own) if own != rank => self.report(Problem::ListRank {
                name: self.arrays[target.index()].name.clone(),
                rank: own,
                given: rank,
                span,
            }),
            _ => Ok(()),
        }
    }

    /// The values of a list, in the type of the array's elements.
    fn typed_list(
        &mut self,
        target: ArrayId,
        values: Vec<(Constant, Span)>,
    ) -> Lowered<Vec<Constant>> {
        for (value, span) in &values {
            self.join_element_checked(target, Some(value.ty()), *span)?;
        }
        self.note_written(target);
        let ty = self.element_type(target);
        Ok(values
            .into_iter()
            .map(|(value, _)| match (value, ty) {
                (Constant::Int(int), Some(Type::Real)) => Constant::Real(int as f64),
                (value, _) => value,
            })
            .collect())
    }

    fn assign_data(
        &mut self,
        target: ArrayId,
        length: Length,
        data: Data,
        at: Span,
        span: Span,
    ) -> Lowered<()> {
        if let Some(rank) = data.rank() {
            self.check_list_rank(target, rank, at)?;
        }
        let rank = self.rank(target).ok_or(Reported)?;
        let dimensions = match (&data, length) {
            (Data::List { dimensions, .. }, _) => dimensions
                .iter()
                .map(|&length| super::expression::constant(Constant::Int(length as i64), at).expr)
                .collect(),
            (Data::Generator(..), Length::Own) => self.dimensions_of(target, rank, at),
            (Data::Generator(..), Length::OfOperands) => {
                let name = self.arrays[target.index()].name.clone();
                return self.report(Problem::DeclaredWithoutLength { name, span });
            }
        };
        let ty = match &data {
            Data::List { values, .. } => values
                .iter()
                .fold(None, |ty, (value, _)| join(ty, Some(value.ty()))),
            Data::Generator(generator, arguments) => generated(*generator, arguments),
        };
        self.join_element_checked(target, ty, at)?;
        // Into an array that is there already the data goes by way of a temporary.
        let made = match length {
            Length::OfOperands => target,
            Length::Own => {
                let made = self.temporary_array(self.arrays[target.index()].name.clone(), rank, at);
                let element = self.element_type(target);
                self.join_element(made, element, at);
                made
            }
        };
        let initial = match data {
            Data::List { values, .. } => Initial::List(self.typed_list(made, values)?),
            Data::Generator(generator, arguments) => {
                let arguments = arguments.into_iter().map(|value| value.expr).collect();
                Initial::Generator(generator, arguments)
            }
        };
        self.push(
            StmtKind::Allocate {
                array: made,
                dimensions,
                initial,
            },
            span,
        );
        self.note_written(target);
        if made != target {
            self.push(
                StmtKind::SameLengths(vec![(target, span), (made, at)]),
                span,
            );
            self.push(
                StmtKind::Move {
                    from: made,
                    to: target,
                },
                span,
            );
        }
        Ok(())
    }
}

/// What an array may hold at first.
enum Data {
    List {
        values: Vec<(Constant, Span)>,
        rank: u8,
        dimensions: Vec<usize>,
    },
    Generator(Generator, Vec<Value>),
}

impl Data {
    fn rank(&self) -> Option<u8> {
        match self {
            Self::List { rank, .. } => Some(*rank),
            Self::Generator(..) => None,
        }
    }
}

/// The type of what a generator makes.
fn generated(generator: Generator, arguments: &[Value]) -> Option<Type> {
    match generator {
        Generator::Random | Generator::Constant | Generator::Sorted if !arguments.is_empty() => {
            arguments.iter().fold(None, |ty, value| join(ty, value.ty))
        }
        _ => Some(Type::Int),
    }
}
