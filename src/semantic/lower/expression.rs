//! Expressions: typed, with their calls before the statement.

use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Source, UnaryOp as SourceUnary};

use super::super::builtin::{self, Builtin};
use super::super::infer::join;
use super::super::names::Callee;
use super::super::operators;
use super::super::problem::{Needed, OperandOf, Problem};
use super::call::CallValue;
use super::logical::back_to_int;
use super::section;
use super::{Lowered, Lowering, Meaning, Reported, Value};
use crate::program::{
    self, ArrayId, Constant, Conversion, Expr, ExprKind, Generator, MOST_DIMENSIONS, Memory,
    ScalarId, Type, UnaryOp,
};

impl Lowering<'_, '_> {
    /// An expression of which one value is needed (in an elementwise one: per element).
    pub(super) fn value(&mut self, expr: &ast::Expr) -> Lowered<Value> {
        let span = expr.span;
        match &expr.kind {
            Source::Int(value) => Ok(constant(Constant::Int(*value), span)),
            Source::Real(value) => Ok(constant(Constant::Real(*value), span)),
            Source::Bool(value) => Ok(constant(Constant::Bool(*value), span)),
            Source::Name(name) => self.name(name),
            Source::WholeArray(name) => {
                let array = self.array(name)?;
                self.element(array, span)
            }
            Source::Element(name, subscripts) => {
                let cell = self.subscripted(name, subscripts, span)?;
                let ty = self.element_type(cell.array);
                Ok(Value::new(ExprKind::Cell(cell), ty, span))
            }
            Source::Call(name, arguments) => self.call_expression(name, arguments, span),
            Source::Unary(operator, operand) => {
                let operand = self.value(operand)?;
                self.unary(*operator, operand, span)
            }
            Source::Binary(ast::BinaryOp::And, _, left, right) => {
                self.logical(true, left, right, span)
            }
            Source::Binary(ast::BinaryOp::Or, _, left, right) => {
                self.logical(false, left, right, span)
            }
            Source::Binary(operator, at, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.binary(*operator, left?, right?, span, *at)
            }
            Source::Neutral(operator) => self.neutral(operator, span),
            Source::Section(..) => match self.sections.get(&span).cloned() {
                Some(section) => self.section_element(&section),
                None => Err(Reported),
            },
            Source::List(_) => Err(Reported),
        }
    }

    fn name(&mut self, name: &ast::Ident) -> Lowered<Value> {
        let span = name.span;
        match self.meaning(name) {
            Some(Meaning::Scalar(id)) => Ok(self.read(id, span)),
            Some(Meaning::SharedScalar(id)) => {
                let cell = self.cell(id, Vec::new(), span);
                Ok(Value::new(
                    ExprKind::Cell(cell),
                    self.element_type(id),
                    span,
                ))
            }
            Some(Meaning::Argument(value)) => Ok(value),
            Some(Meaning::Machine(parameter)) => {
                self.checker.note_machine(parameter, span);
                Ok(Value::new(
                    ExprKind::Machine(parameter),
                    Some(Type::Int),
                    span,
                ))
            }
            Some(Meaning::Array(_)) => Err(Reported),
            None => {
                if let Some(value) = builtin::constant(&name.text) {
                    return Ok(constant(value, span));
                }
                match builtin::named_processor(&name.text) {
                    Some(processor) if self.checker.machine.memory == Memory::Private => {
                        Ok(self.named_processor(processor, span))
                    }
                    _ => Err(Reported),
                }
            }
        }
    }

    /// `A[i]`, with its subscripts as ints.
    pub(super) fn subscripted(
        &mut self,
        name: &ast::Ident,
        subscripts: &[ast::Expr],
        span: Span,
    ) -> Lowered<program::Cell> {
        let array = self.array(name);
        let subscripts: Vec<Lowered<Expr>> = (subscripts.iter())
            .map(|subscript| {
                let value = self.value(subscript)?;
                self.subscript(value)
            })
            .collect();
        let subscripts = subscripts.into_iter().collect::<Lowered<Vec<Expr>>>()?;
        let array = array?;
        if let Some(rank) = self.rank(array)
            && usize::from(rank) != subscripts.len()
        {
            if rank > MOST_DIMENSIONS {
                // Its declaration is at fault.
                return Err(Reported);
            }
            return self.report(Problem::WrongRank {
                name: name.text.clone(),
                rank,
                given: subscripts.len(),
                span,
            });
        }
        Ok(self.cell(array, subscripts, span))
    }

    fn subscript(&mut self, value: Value) -> Lowered<Expr> {
        match value.ty {
            None | Some(Type::Int) => Ok(value.expr),
            Some(Type::Real) => self.report(Problem::RealSubscript { span: value.span() }),
            Some(Type::Bool) => self.report(Problem::Operand {
                what: OperandOf::Subscript,
                needed: Needed::Int,
                found: Type::Bool,
                span: value.span(),
            }),
        }
    }

    /// The element of a whole array that is this processor's turn.
    pub(super) fn element(&mut self, array: ArrayId, span: Span) -> Lowered<Value> {
        let Some(rank) = self.rank(array) else {
            return Err(Reported);
        };
        let Some(elementwise) = &mut self.elementwise else {
            return Err(Reported);
        };
        elementwise.arrays.push((array, span));
        let (indices, reversed) = (elementwise.indices.clone(), elementwise.reversed);
        if usize::from(rank) != indices.len() {
            let (other, other_span) = match elementwise.arrays[0] {
                (only, _) if only == array => elementwise.target,
                first => first,
            };
            return self.ranks_differ(array, span, other, other_span);
        }
        let subscripts = indices
            .iter()
            .enumerate()
            .map(|(position, index)| {
                let length = Self::length(array, position, indices.len(), span).expr;
                Self::element_place(length, *index, reversed, span)
            })
            .collect();
        let ty = self.element_type(array);
        let cell = self.cell(array, subscripts, span);
        Ok(Value::new(ExprKind::Cell(cell), ty, span))
    }

    pub(super) fn ranks_differ<T>(
        &mut self,
        array: ArrayId,
        span: Span,
        other: ArrayId,
        other_span: Span,
    ) -> Lowered<T> {
        self.report(Problem::RanksDiffer {
            name: self.arrays[array.index()].name.clone(),
            other: self.arrays[other.index()].name.clone(),
            span,
            other_span,
        })
    }

    /// The place of this processor's element along a dimension of this length: the index itself,
    /// or counted from the end.
    pub(super) fn element_place(length: Expr, index: ScalarId, reversed: bool, span: Span) -> Expr {
        let index = section::known(index, span);
        if reversed {
            section::difference(section::subtract(length, 1, span), index, span)
        } else {
            index
        }
    }

    fn call_expression(
        &mut self,
        name: &ast::AlgorithmName,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Lowered<Value> {
        match self.callee(name) {
            Some(Callee::Routine(routine, operator)) => {
                let hoisted = self
                    .hoisted
                    .get(&span)
                    .filter(|_| self.elementwise.is_some());
                let result = match hoisted {
                    Some(result) => result.clone(),
                    None => self.call(routine, operator, arguments, span, true, None)?,
                };
                match result {
                    CallValue::Scalar(value) => Ok(value),
                    CallValue::Array { id, .. } if self.elementwise.is_some() => {
                        self.element(id, span)
                    }
                    CallValue::Array { .. } => {
                        let name = self.checker.names.routines[routine].name.clone();
                        self.report(Problem::ArrayResultAsValue { name, span })
                    }
                    CallValue::Nothing => Err(Reported),
                }
            }
            Some(Callee::Builtin(Builtin::Function(function))) => {
                let sources = arguments;
                let arguments: Vec<Lowered<Value>> = arguments
                    .iter()
                    .map(|argument| self.value(argument))
                    .collect();
                let arguments = arguments.into_iter().collect::<Lowered<Vec<Value>>>()?;
                let arguments = exactly_divided(function, sources, arguments);
                self.function(function, arguments, span)
            }
            Some(Callee::Builtin(Builtin::Length)) => {
                let hoisted = self.hoisted.get(&span);
                match hoisted.filter(|_| self.elementwise.is_some()) {
                    Some(CallValue::Scalar(length)) => Ok(length.clone()),
                    _ => self.array_length(arguments, span),
                }
            }
            Some(Callee::Builtin(Builtin::Reverse)) => self.reverse(arguments),
            Some(Callee::Builtin(Builtin::HasMessage)) => {
                let [from] = arguments else {
                    return Err(Reported);
                };
                self.has_message(from, span)
            }
            Some(Callee::Builtin(Builtin::Neighbour)) => {
                let [dimension] = arguments else {
                    return Err(Reported);
                };
                self.neighbour_along(dimension, span)
            }
            Some(Callee::Builtin(Builtin::Generator(Generator::Random))) => {
                self.drawn(arguments, span)
            }
            Some(Callee::Builtin(Builtin::Generator(_))) | None => Err(Reported),
        }
    }

    /// Whether this is the length of a section, which is looked at before its statement.
    pub(super) fn is_length_of_section(
        &self,
        name: &ast::AlgorithmName,
        arguments: &[ast::Expr],
    ) -> bool {
        let is_length = matches!(self.callee(name), Some(Callee::Builtin(Builtin::Length)));
        let first = arguments.first();
        is_length && first.is_some_and(|first| matches!(first.kind, Source::Section(..)))
    }

    /// `duljina(A[])`, `duljina(M, 0)`, `duljina(A[a do b])`
    pub(super) fn array_length(&mut self, arguments: &[ast::Expr], span: Span) -> Lowered<Value> {
        let first = arguments.first().ok_or(Reported)?;
        let array = match &first.kind {
            Source::Name(name) | Source::WholeArray(name) => self.array(name)?,
            Source::Section(name, subscripts) => self.view(name, subscripts, first.span)?,
            _ => return Err(Reported),
        };
        let dimension = match arguments
            .get(1)
            .map(|argument| (&argument.kind, argument.span))
        {
            None => None,
            Some((Source::Int(dimension @ 0..=3), _)) => Some(*dimension as u8),
            Some((_, span)) => return self.report(Problem::BadDimension { rank: None, span }),
        };
        let rank = self.rank(array);
        if let (Some(dimension), Some(rank)) = (dimension, rank)
            && dimension >= rank
        {
            return self.report(Problem::BadDimension {
                rank: Some(rank),
                span: arguments[1].span,
            });
        }
        let dimension = dimension.filter(|_| rank != Some(1));
        let kind = ExprKind::Length(array, dimension);
        Ok(Value::new(kind, Some(Type::Int), span))
    }

    /// `unatrag(X[])`
    fn reverse(&mut self, arguments: &[ast::Expr]) -> Lowered<Value> {
        let argument = arguments.first().ok_or(Reported)?;
        let Some(elementwise) = &mut self.elementwise else {
            return Err(Reported);
        };
        if elementwise.indices.len() > 1 {
            return self.report(Problem::ReversedMatrix {
                span: argument.span,
            });
        }
        elementwise.reversed = !elementwise.reversed;
        let value = match &argument.kind {
            Source::Name(name) => self
                .array(name)
                .and_then(|id| self.element(id, argument.span)),
            _ => self.value(argument),
        };
        if let Some(elementwise) = &mut self.elementwise {
            elementwise.reversed = !elementwise.reversed;
        }
        value
    }

    pub(super) fn unary(
        &mut self,
        operator: SourceUnary,
        operand: Value,
        span: Span,
    ) -> Lowered<Value> {
        let at = operand.span();
        match operator {
            SourceUnary::Negate => {
                let operand = self.numeric(operand, "-")?;
                let ty = operand.ty;
                let kind = ExprKind::Unary(UnaryOp::Negate, Box::new(operand.expr));
                Ok(Value::new(kind, ty, span))
            }
            SourceUnary::Not => {
                let ty = operand.ty;
                let operand = self.truth(operand)?;
                let kind = ExprKind::Unary(UnaryOp::Not, Box::new(operand));
                Ok(match ty {
                    Some(Type::Bool) => Value::new(kind, Some(Type::Bool), span),
                    _ => back_to_int(
                        Expr {
                            kind,
                            ty: Type::Bool,
                            span,
                        },
                        ty,
                    ),
                })
            }
            SourceUnary::BitNot => match operand.ty {
                None | Some(Type::Int) => {
                    let kind = ExprKind::Unary(UnaryOp::BitNot, Box::new(operand.expr));
                    Ok(Value::new(kind, Some(Type::Int), span))
                }
                Some(found) => self.report(Problem::Operand {
                    what: OperandOf::Code("NOT".to_owned()),
                    needed: Needed::Int,
                    found,
                    span: at,
                }),
            },
        }
    }

    /// A value as a bound, a count or a length.
    pub(super) fn whole_number(&mut self, value: Value, what: OperandOf) -> Lowered<Expr> {
        match value.ty {
            None | Some(Type::Int) => Ok(value.expr),
            Some(Type::Real) => Ok(Self::conversion(
                Conversion::WholeRealToInt,
                value.expr,
                Type::Int,
            )),
            Some(Type::Bool) => self.report(Problem::Operand {
                what,
                needed: Needed::Int,
                found: Type::Bool,
                span: value.span(),
            }),
        }
    }

    /// An operand that must be a number.
    pub(super) fn numeric(&mut self, value: Value, operator: &str) -> Lowered<Value> {
        if value.ty == Some(Type::Bool) {
            return self.report(Problem::Operand {
                what: OperandOf::Code(operator.to_owned()),
                needed: Needed::Number,
                found: Type::Bool,
                span: value.span(),
            });
        }
        Ok(value)
    }

    /// A built-in function of values.
    fn function(
        &mut self,
        function: program::Builtin,
        arguments: Vec<Value>,
        span: Span,
    ) -> Lowered<Value> {
        use program::Builtin as Function;
        let name = operators::function_name(function);
        let arguments: Vec<Lowered<Value>> = arguments
            .into_iter()
            .map(|argument| self.numeric(argument, name))
            .collect();
        let arguments = arguments.into_iter().collect::<Lowered<Vec<Value>>>()?;
        let all = arguments
            .iter()
            .fold(None, |ty, argument| join(ty, argument.ty));
        let (operands, result) = match function {
            Function::Min | Function::Max | Function::Abs | Function::Random => (all, all),
            Function::Sqrt
            | Function::Log
            | Function::Ln
            | Function::Exp
            | Function::Sin
            | Function::Cos
            | Function::Tan => (Some(Type::Real), Some(Type::Real)),
            Function::Floor | Function::Ceil | Function::Round => (all, Some(Type::Int)),
            Function::Bit => {
                if let Some(real) = arguments.iter().find(|value| value.ty == Some(Type::Real)) {
                    return self.report(Problem::Operand {
                        what: OperandOf::Code("bit".to_owned()),
                        needed: Needed::Int,
                        found: Type::Real,
                        span: real.span(),
                    });
                }
                (Some(Type::Int), Some(Type::Int))
            }
        };
        let operands = operands.unwrap_or(Type::Int);
        let arguments = arguments
            .into_iter()
            .map(|value| Self::convert(value, operands))
            .collect();
        Ok(Value::new(
            ExprKind::Builtin(function, arguments),
            result,
            span,
        ))
    }
}

/// The quotient of ints that stands directly inside `ceil` or `round` is rounded once, by them.
fn exactly_divided(
    function: program::Builtin,
    sources: &[ast::Expr],
    mut arguments: Vec<Value>,
) -> Vec<Value> {
    if let [source] = sources
        && let Source::Binary(ast::BinaryOp::Divide, ..) = source.kind
        && let [argument] = &mut arguments[..]
        && let ExprKind::Binary(operator, left, _) = &mut argument.expr.kind
        && left.ty == Type::Int
    {
        *operator = operators::rounded_division(function).unwrap_or(*operator);
    }
    arguments
}

/// A literal.
pub(super) fn constant(value: Constant, span: Span) -> Value {
    Value::new(ExprKind::Constant(value), Some(value.ty()), span)
}
