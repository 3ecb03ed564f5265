//! Calls and results.

use std::collections::HashMap;

use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as Source};

use super::super::builtin::Builtin;
use super::super::infer::{ArgumentType, Key, ResultState};
use super::super::mentions::Binding;
use super::super::names::{Callee, Formal, Operator};
use super::super::problem::Problem;
use super::super::results::{self, ResultKind};
use super::{Given, Lowered, Lowering, Reported, Value};
use crate::program::{Argument, ArrayId, Destination, StmtKind, Type};

/// What a call gave.
#[derive(Debug, Clone)]
pub(super) enum CallValue {
    /// Nothing.
    Nothing,
    /// A scalar.
    Scalar(Value),
    /// An array.
    Array {
        /// Which.
        id: ArrayId,
        /// Nobody else knows it: it may be moved.
        fresh: bool,
    },
}

/// What is passed for one parameter.
enum Passed {
    Scalar(Value),
    Array {
        id: ArrayId,
        fresh: bool,
        span: Span,
    },
}

impl Lowering<'_, '_> {
    /// A call, before the statement that it stands in. `used` if its value is; `into` the array
    /// that a fresh result becomes.
    pub(super) fn call(
        &mut self,
        routine: usize,
        operator: Option<Operator>,
        arguments: &[ast::Expr],
        span: Span,
        used: bool,
        into: Option<ArrayId>,
    ) -> Lowered<CallValue> {
        let callee = &self.checker.names.routines[routine];
        if arguments.len() < callee.least_arguments() || arguments.len() > callee.formals.len() {
            for argument in arguments {
                let _: Lowered<Value> = self.value(argument);
            }
            return Err(Reported);
        }
        let mut passed = Vec::new();
        for (formal, argument) in callee.formals.iter().zip(arguments) {
            passed.push(if formal.dimensions.is_some() {
                let name = formal.name.text.as_str();
                self.array_argument(argument, (routine, name))
                    .and_then(|argument| self.fits(argument, formal, routine))
            } else {
                self.value(argument).map(Passed::Scalar)
            });
        }
        let mut passed = passed.into_iter().collect::<Lowered<Vec<Passed>>>()?;
        self.add_defaults(routine, &mut passed, span)?;
        self.call_with(routine, operator, &passed, span, used, into)
    }

    /// A call of a user's operator with values that are there already.
    pub(super) fn call_with_values(
        &mut self,
        routine: usize,
        values: Vec<Value>,
        span: Span,
    ) -> Lowered<CallValue> {
        let passed: Vec<Passed> = values.into_iter().map(Passed::Scalar).collect();
        self.call_with(routine, None, &passed, span, true, None)
    }

    fn fits(&mut self, argument: Passed, formal: &Formal<'_>, routine: usize) -> Lowered<Passed> {
        let dimensions = formal.dimensions;
        let scope = &self.checker.scopes[routine];
        let needed = match scope.at(formal.name) {
            Some(Binding::Array(parameter)) => scope.arrays[parameter.index()].rank,
            _ => None,
        };
        if let (Passed::Array { id, span, .. }, Some(dimensions)) = (&argument, dimensions)
            && let Some(rank) = self.rank(*id)
            && let Some(needed) =
                needed.or((dimensions.len() > 1).then_some(dimensions.len() as u8))
            && rank != needed
        {
            return self.report(Problem::ArgumentRank {
                callee: self.checker.names.routines[routine].name.clone(),
                array: self.arrays[id.index()].name.clone(),
                rank,
                needed: usize::from(needed),
                span: *span,
                definition: self.checker.names.routines[routine].header,
            });
        }
        Ok(argument)
    }

    /// Arguments that the call leaves out: defaults, and lengths of arrays.
    fn add_defaults(
        &mut self,
        routine: usize,
        passed: &mut Vec<Passed>,
        span: Span,
    ) -> Lowered<()> {
        let callee = &self.checker.names.routines[routine];
        for position in passed.len()..callee.formals.len() {
            let formal = callee.formals[position];
            let given: HashMap<String, Given> = (callee.formals.iter().zip(passed.iter()))
                .map(|(formal, argument)| {
                    let given = match argument {
                        Passed::Scalar(value) => Given::Scalar(value.clone()),
                        Passed::Array { id, .. } => Given::Array(*id),
                    };
                    (formal.name.text.clone(), given)
                })
                .collect();
            let argument = if let Some(default) = formal.default {
                if self.open_defaults.contains(&default.span) {
                    return self.report(Problem::EndlessDefault {
                        name: formal.name.text.clone(),
                        span: default.span,
                    });
                }
                self.open_defaults.push(default.span);
                let outer = self.given.replace(given);
                let argument = if formal.dimensions.is_some() {
                    self.array_argument(default, (routine, &formal.name.text))
                } else {
                    self.value(default).map(Passed::Scalar)
                };
                self.given = outer;
                self.open_defaults.pop();
                argument?
            } else {
                let (array, dimension) = callee.measured_by(&formal.name.text).ok_or(Reported)?;
                let rank = array.dimensions.map_or(1, <[_]>::len);
                match given.get(&array.name.text) {
                    Some(Given::Array(id)) => {
                        Passed::Scalar(Self::length(*id, dimension, rank, span))
                    }
                    _ => return Err(Reported),
                }
            };
            passed.push(argument);
        }
        Ok(())
    }

    /// An argument for an array parameter: an array by name, a call's result, or a temporary.
    fn array_argument(
        &mut self,
        argument: &ast::Expr,
        parameter: (usize, &str),
    ) -> Lowered<Passed> {
        let span = argument.span;
        if let Source::Name(_) | Source::WholeArray(_) = &argument.kind {
            let id = self.named_array(argument).ok_or(Reported)?;
            return Ok(Passed::Array {
                id,
                fresh: false,
                span,
            });
        }
        if !self.is_whole(argument) {
            let callee = &self.checker.names.routines[parameter.0];
            return self.report(Problem::ScalarArgument {
                callee: callee.name.clone(),
                parameter: parameter.1.to_owned(),
                span,
                definition: callee.header,
            });
        }
        let (id, fresh) = self.array_operand(argument, None)?;
        Ok(Passed::Array { id, fresh, span })
    }

    /// An expression that gives an array, as an array; and whether it is fresh.
    pub(super) fn array_operand(
        &mut self,
        expr: &ast::Expr,
        into: Option<ArrayId>,
    ) -> Lowered<(ArrayId, bool)> {
        if let Some(id) = self.named_array(expr) {
            return Ok((id, false));
        }
        if let Source::Section(name, subscripts) = &expr.kind {
            return Ok((self.view(name, subscripts, expr.span)?, false));
        }
        if let Source::Call(name, arguments) = &expr.kind
            && let Some(Callee::Routine(routine, operator)) = self.callee(name)
        {
            return match self.call(routine, operator, arguments, expr.span, true, into)? {
                CallValue::Array { id, fresh } => Ok((id, fresh)),
                CallValue::Scalar(_) | CallValue::Nothing => Err(Reported),
            };
        }
        let id = self.temporary_of(expr)?;
        Ok((id, true))
    }

    /// Whether an expression gives an array.
    pub(super) fn is_whole(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            Source::WholeArray(_) | Source::Section(..) | Source::List(_) => true,
            Source::Unary(_, operand) => self.is_whole(operand),
            Source::Binary(_, _, left, right) => self.is_whole(left) || self.is_whole(right),
            Source::Call(name, arguments) => match self.callee(name) {
                Some(Callee::Routine(routine, _)) => {
                    let kind = self.checker.kinds[routine];
                    results::gives_array(self.checker.names, routine, kind) == Some(true)
                }
                Some(Callee::Builtin(Builtin::Function(_))) => {
                    arguments.iter().any(|argument| self.is_whole(argument))
                }
                Some(Callee::Builtin(Builtin::Reverse)) => true,
                _ => false,
            },
            _ => false,
        }
    }

    fn call_with(
        &mut self,
        routine: usize,
        operator: Option<Operator>,
        passed: &[Passed],
        span: Span,
        used: bool,
        into: Option<ArrayId>,
    ) -> Lowered<CallValue> {
        let formals = &self.checker.names.routines[routine].formals;
        let types = passed
            .iter()
            .enumerate()
            .map(|(position, argument)| match argument {
                Passed::Scalar(value) => ArgumentType::Scalar(value.ty),
                Passed::Array { id, .. } => {
                    let formal = formals.get(position);
                    let is_open = formal.is_some_and(Formal::is_open);
                    ArgumentType::Array {
                        element: self.element_type(*id),
                        local: self.is_local(*id),
                        rank: if is_open { self.rank(*id) } else { None },
                    }
                }
            })
            .collect();
        let key = Key {
            routine,
            operator,
            arguments: types,
        };
        let instance = self.checker.instance(key, span).ok_or(Reported)?;
        let arguments: Vec<Lowered<Argument>> = (passed.iter().enumerate())
            .map(|(position, argument)| self.argument(routine, instance, position, argument))
            .collect();
        let arguments = arguments.into_iter().collect::<Lowered<Vec<Argument>>>()?;
        let (result, value) = self.result_of(routine, instance, passed, span, used, into)?;
        let algorithm = self.checker.algorithm(instance);
        self.push(
            StmtKind::Call {
                algorithm,
                arguments,
                result,
            },
            span,
        );
        Ok(value)
    }

    /// One argument, of the type that the instance has come to give its parameter.
    fn argument(
        &mut self,
        routine: usize,
        instance: usize,
        position: usize,
        argument: &Passed,
    ) -> Lowered<Argument> {
        let callee = &self.checker.names.routines[routine];
        let scopes = &self.checker.scopes[routine];
        let Some(formal) = callee.formals.get(position) else {
            return Err(Reported);
        };
        let binding = scopes.at(formal.name).ok_or(Reported)?;
        let state = &self.checker.instances[instance];
        match (argument, binding) {
            (Passed::Scalar(value), Binding::Scalar(id)) => {
                let ty = state.scalars[id.index()].0;
                let value = value.clone();
                Ok(Argument::Scalar(Self::convert(
                    value,
                    ty.unwrap_or(Type::Int),
                )))
            }
            (Passed::Scalar(value), Binding::Array(id)) => {
                let ty = state.arrays[id.index()].element;
                let value = value.clone();
                Ok(Argument::Scalar(Self::convert(
                    value,
                    ty.unwrap_or(Type::Int),
                )))
            }
            (Passed::Array { id, span, .. }, Binding::Array(parameter)) => {
                let (element, written) = {
                    let parameter = &state.arrays[parameter.index()];
                    (parameter.element, parameter.written)
                };
                self.join_element_checked(*id, element, *span)?;
                let owner = self.viewed(*id);
                let inside = self.block != self.arrays[owner.index()].block;
                if written && (inside || !self.is_noted_written(owner)) {
                    self.note_written(owner);
                }
                Ok(Argument::Array(*id))
            }
            (Passed::Array { .. }, Binding::Scalar(_)) => Err(Reported),
        }
    }

    fn is_noted_written(&self, id: ArrayId) -> bool {
        self.state()
            .arrays
            .get(id.index())
            .is_none_or(|array| array.written)
    }

    /// Where the result of a call goes, and the value of the call.
    fn result_of(
        &mut self,
        routine: usize,
        instance: usize,
        passed: &[Passed],
        span: Span,
        used: bool,
        into: Option<ArrayId>,
    ) -> Lowered<(Option<Destination>, CallValue)> {
        if !used {
            return Ok((None, CallValue::Nothing));
        }
        let state = self.checker.instances[instance].result;
        match (self.checker.kinds[routine], state) {
            (ResultKind::Nothing, _) => {
                let first = passed.iter().find_map(|argument| match argument {
                    Passed::Array { id, fresh, .. } => Some((*id, *fresh)),
                    Passed::Scalar(_) => None,
                });
                if let Some((id, fresh)) = first {
                    return Ok((None, CallValue::Array { id, fresh }));
                }
                let callee = &self.checker.names.routines[routine];
                let (name, definition) = (callee.name.clone(), callee.header);
                if let Some(returned) = results::first_return(self.checker.names, routine) {
                    return self.report(if results::is_endless(self.checker.names, routine) {
                        Problem::EndlessResult {
                            name,
                            span,
                            returned,
                        }
                    } else {
                        Problem::ReturnsNothing {
                            name,
                            span,
                            returned,
                        }
                    });
                }
                self.report(Problem::NoValue {
                    name,
                    span,
                    definition,
                })
            }
            (ResultKind::Scalar, ResultState::Scalar(ty)) => {
                let id = self.temporary(ty, span);
                let value = self.read(id, span);
                Ok((Some(Destination::Scalar(id)), CallValue::Scalar(value)))
            }
            (ResultKind::Scalar, _) => {
                // Not known yet: the callee has not been lowered once.
                let id = self.temporary(None, span);
                let value = self.read(id, span);
                Ok((Some(Destination::Scalar(id)), CallValue::Scalar(value)))
            }
            (
                ResultKind::Array,
                ResultState::Array {
                    parameter: Some(position),
                    ..
                },
            ) => match passed.get(position) {
                Some(Passed::Array { id, fresh, .. }) => Ok((
                    None,
                    CallValue::Array {
                        id: *id,
                        fresh: *fresh,
                    },
                )),
                _ => Err(Reported),
            },
            (
                ResultKind::Array,
                ResultState::Array {
                    element,
                    rank,
                    parameter: None,
                },
            ) => {
                if let Some(id) = into {
                    self.set_rank(id, rank);
                    self.join_element_checked(id, element, span)?;
                }
                // Ints do not become reals by moving: an array of reals gets a copy.
                let fits = |id: &ArrayId| {
                    self.element_type(*id) == element && self.rank(*id) == Some(rank)
                };
                let id = into.filter(fits).unwrap_or_else(|| {
                    let name = self.checker.names.routines[routine].name.clone();
                    let id = self.temporary_array(format!("{name}(…)"), rank, span);
                    self.join_element(id, element, span);
                    id
                });
                Ok((
                    Some(Destination::Array(id)),
                    CallValue::Array { id, fresh: true },
                ))
            }
            (ResultKind::Array, _) => Err(Reported),
        }
    }
}
