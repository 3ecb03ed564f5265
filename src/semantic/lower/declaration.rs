//! Declarations of arrays, and the data that they begin with.

use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Source};

use super::super::builtin::{self, Builtin};
use super::super::constant::{self, Nothing};
use super::super::infer::join;
use super::super::names::Callee;
use super::super::problem::{OperandOf, Problem};
use super::super::rounds;
use super::whole::Length;
use super::{Lowered, Lowering, Reported, Value};
use crate::program::{ArrayId, Constant, Expr, Generator, Initial, StmtKind, Type};

impl Lowering<'_, '_> {
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
                Some(length) => lengths.push(self.bound(length, OperandOf::ArrayLength)),
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
        let data = initial
            .and_then(|initial| self.data(initial).or_else(|| self.first_value(initial)))
            .transpose()?;
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
    pub(super) fn data(&mut self, expr: &ast::Expr) -> Option<Lowered<Data>> {
        let (generator, arguments) = match &expr.kind {
            Source::List(values) => return Some(self.list(values, expr.span)),
            Source::Name(name) if self.meaning(name).is_none() => {
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
                if generator == Generator::Constant {
                    return Ok(value);
                }
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

    /// One value for all cells, given like an input: a scalar that calls no algorithm and reads no
    /// shared memory.
    fn first_value(&mut self, expr: &ast::Expr) -> Option<Lowered<Data>> {
        if self.is_whole(expr) || self.calls(expr) {
            return None;
        }
        match self.value(expr) {
            Ok(value) if rounds::touches(&value.expr) => None,
            value => Some(value.map(|value| Data::Generator(Generator::Constant, vec![value]))),
        }
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
        let mut inner: Option<Vec<usize>> = None;
        for value in values {
            let Source::List(row) = &value.kind else {
                return self.report(Problem::UnevenList { span });
            };
            let Data::List {
                values, dimensions, ..
            } = self.list(row, value.span)?
            else {
                return Err(Reported);
            };
            if *inner.get_or_insert_with(|| dimensions.clone()) != dimensions {
                return self.report(Problem::UnevenList { span: value.span });
            }
            all.extend(values);
        }
        let mut dimensions = vec![values.len()];
        dimensions.extend(inner.unwrap_or_default());
        Ok(Data::List {
            values: all,
            rank: u8::try_from(dimensions.len()).unwrap_or(u8::MAX),
            dimensions,
        })
    }

    fn constants(&mut self, values: &[ast::Expr]) -> Lowered<Vec<(Constant, Span)>> {
        let mut constants = Vec::new();
        let mut failed = false;
        for value in values {
            if let Ok(constant) = constant::exact(value, &Nothing::default()) {
                constants.push((constant, value.span));
            } else {
                failed = true;
                let span = value.span;
                self.checker.problems.report(Problem::NotConstant { span });
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

    pub(super) fn assign_data(
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
            (Data::Generator(..), Length::Own) => Self::dimensions_of(target, rank, at),
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
            self.push(Self::one_shape(vec![(target, span), (made, at)]), span);
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
pub(super) enum Data {
    List {
        values: Vec<(Constant, Span)>,
        rank: u8,
        dimensions: Vec<usize>,
    },
    Generator(Generator, Vec<Value>),
}

impl Data {
    pub(super) fn rank(&self) -> Option<u8> {
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
