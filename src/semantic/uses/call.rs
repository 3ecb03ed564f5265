//! Calls: who is called, and with how many arguments.

use crate::program::{self, Generator};
use crate::semantic::builtin::{self, Builtin};
use crate::semantic::mentions::Binding;
use crate::semantic::names::{self, Callee, Operator};
use crate::semantic::problem::{Place, Problem, Suggestion, UnknownAlgorithm, Usage};
use crate::source::Span;
use crate::syntax::ast::{AlgorithmName, Expr, ExprKind, Ident, OperatorName};
use crate::syntax::{habit, keyword};

use super::{Checker, Context};

impl Checker<'_, '_> {
    pub(super) fn call(
        &mut self,
        name: &AlgorithmName,
        arguments: &[Expr],
        span: Span,
        context: Context,
        statement: bool,
    ) {
        if name.operator == Some(OperatorName::Generic) && !self.routine.is_generic() {
            self.must_be_generic(name.span);
            return self.arguments_of_unknown(arguments);
        }
        // Which operator a generic body is instantiated for is not known here: any will do.
        let own = Operator::Own(OperatorName::Plus);
        match self.names.callee(name, Some(&own)) {
            None if name.operator == Some(OperatorName::Generic)
                && self.names.has_generic(&name.stem) => {}
            None if statement && self.message_call(name, arguments, span) => {}
            None => self.unknown_algorithm(name, arguments),
            Some(Callee::Routine(callee, _)) => self.arguments(callee, arguments, span),
            Some(Callee::Builtin(builtin)) => {
                if statement {
                    self.problems.report(Problem::ValueUnused {
                        name: name.stem.clone(),
                        span,
                    });
                    return;
                }
                self.builtin(builtin, name, arguments, span, context);
            }
        }
    }

    pub(super) fn unknown_algorithm(&mut self, name: &AlgorithmName, arguments: &[Expr]) {
        let shown = names::display(name);
        if self.unknown.insert(shown.clone()) {
            let compared = if self.problems.are_many() {
                &[]
            } else {
                self.names.routines.as_slice()
            };
            let candidates = (compared.iter())
                .filter(|routine| routine.algorithm.is_some())
                .map(|routine| routine.name.as_str())
                .chain(builtin::TABLE.iter().flat_map(|row| row.names).copied());
            let meant = (self.names.hyphenated("", &shown))
                .or_else(|| names::did_you_mean(&shown, candidates));
            let is_own = |name: &str| compared.iter().any(|routine| routine.name == name);
            let suggestion = match meant {
                Some(name) => Some(match builtin::find(&name) {
                    Some(row) if !is_own(&name) => Suggestion::Builtin(row),
                    _ => Suggestion::Own(name),
                }),
                None => keyword::nearest(&shown)
                    .and_then(keyword::find)
                    .map(Suggestion::Keyword),
            };
            let neutral = shown
                .match_indices('_')
                .map(|(cut, _)| (&shown[..cut], &shown[cut + 1..]))
                .find(|(operator, stem)| {
                    self.names.exact(None, operator).is_some() && self.names.has_generic(stem)
                })
                .map(|(operator, _)| operator.to_owned());
            let mentioned = Ident {
                text: shown.clone(),
                span: name.span,
            };
            let is_number = matches!(self.scopes.at(&mentioned), Some(Binding::Scalar(_)));
            self.problems
                .report(Problem::UnknownAlgorithm(UnknownAlgorithm {
                    name: shown,
                    span: name.span,
                    suggestion,
                    neutral,
                    is_number,
                    memory: self.machine.memory,
                }));
        }
        // The arguments of a function of another language are written differently, too.
        if habit::call(&names::display(name)).is_none() {
            self.arguments_of_unknown(arguments);
        }
    }

    pub(super) fn arguments_of_unknown(&mut self, arguments: &[Expr]) {
        for argument in arguments {
            match &argument.kind {
                ExprKind::Name(name) if self.array(name).is_some() => {
                    self.must_hold_values(name, argument.span);
                }
                _ => self.expression(argument, Context::Elementwise),
            }
        }
    }

    pub(super) fn arguments(&mut self, callee: usize, arguments: &[Expr], span: Span) {
        let routine = &self.names.routines[callee];
        let (least, most) = (routine.least_arguments(), routine.formals.len());
        if arguments.len() < least || arguments.len() > most {
            self.problems.report(Problem::WrongArgumentCount {
                name: routine.name.clone(),
                usage: Usage::Algorithm(format!("{}({})", routine.name, routine.parameter_list())),
                given: arguments.len(),
                least,
                most,
                span,
                definition: Some(routine.header),
            });
            return self.arguments_of_unknown(arguments);
        }
        if self.are_swapped(callee, arguments) {
            return self.problems.report(Problem::SwappedArguments {
                name: routine.name.clone(),
                usage: format!("{}({})", routine.name, routine.parameter_list()),
                span,
                definition: routine.header,
            });
        }
        for (formal, argument) in routine.formals.iter().zip(arguments) {
            let mentions = &self.all_scopes[callee].mentions;
            let is_subscripted = || mentions.rank(&formal.name.text).is_some();
            match &argument.kind {
                // Where the algorithm uses its parameter as an array, that is reported there.
                ExprKind::Name(name)
                    if formal.dimensions.is_none()
                        && self.array(name).is_some()
                        && is_subscripted() => {}
                _ if formal.dimensions.is_none() => self.value(argument),
                ExprKind::Name(name) => self.must_be_array(name, argument.span),
                ExprKind::List(_) => {}
                _ => self.expression(argument, Context::Elementwise),
            }
        }
    }

    /// Whether an array is given for a scalar and a scalar for an array, as many of one as of the other.
    fn are_swapped(&self, callee: usize, arguments: &[Expr]) -> bool {
        let routine = &self.names.routines[callee];
        let (mut arrays, mut scalars) = (0, 0);
        for (formal, argument) in routine.formals.iter().zip(arguments) {
            match (&argument.kind, formal.dimensions) {
                (ExprKind::WholeArray(name), None) if self.array(name).is_some() => arrays += 1,
                (ExprKind::Name(name), Some(_))
                    if matches!(self.scopes.at(name), Some(Binding::Scalar(_))) =>
                {
                    scalars += 1;
                }
                (ExprKind::Int(_), Some(_)) => scalars += 1,
                _ => {}
            }
        }
        arrays > 0 && arrays == scalars
    }

    pub(super) fn builtin_arity(&mut self, name: &AlgorithmName, given: usize, span: Span) -> bool {
        let Some(row) = builtin::find(&name.stem) else {
            return true;
        };
        let (least, most) = row.arity;
        let fits = (least..=most).contains(&given);
        if !fits {
            self.problems.report(Problem::WrongArgumentCount {
                name: name.stem.clone(),
                usage: Usage::Builtin(row),
                given,
                least,
                most,
                span,
                definition: None,
            });
        }
        fits
    }

    /// The array that is the only argument of a function that needs several: `max(A)`.
    fn array_as_operands(&self, builtin: Builtin, arguments: &[Expr]) -> Option<String> {
        let Builtin::Function(program::Builtin::Max | program::Builtin::Min) = builtin else {
            return None;
        };
        match arguments {
            [
                Expr {
                    kind: ExprKind::Name(name) | ExprKind::WholeArray(name),
                    ..
                },
            ] => self.array(name).map(|_| name.text.clone()),
            _ => None,
        }
    }

    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        name: &AlgorithmName,
        arguments: &[Expr],
        span: Span,
        context: Context,
    ) {
        if let Some(array) = self.array_as_operands(builtin, arguments) {
            let (name, memory) = (name.stem.clone(), self.machine.memory);
            return self.problems.report(Problem::ArrayAsOperands {
                name,
                array,
                span,
                memory,
            });
        }
        if !self.builtin_arity(name, arguments.len(), span) {
            return self.arguments_of_unknown(arguments);
        }
        match builtin {
            Builtin::Function(_) => {
                for argument in arguments {
                    self.expression(argument, context);
                }
            }
            Builtin::Length => match &arguments[0].kind {
                ExprKind::Name(name) | ExprKind::WholeArray(name) => {
                    self.must_be_array(name, arguments[0].span);
                }
                ExprKind::Section(..) => self.expression(&arguments[0], Context::Elementwise),
                _ => self.problems.report(Problem::Misplaced {
                    place: Place::LengthOfExpression,
                    span: arguments[0].span,
                }),
            },
            Builtin::Reverse => {
                if context == Context::Scalar {
                    let place = Place::ReverseOutside;
                    self.problems.report(Problem::Misplaced { place, span });
                } else if let ExprKind::Name(name) = &arguments[0].kind {
                    self.must_be_array(name, arguments[0].span);
                } else {
                    self.expression(&arguments[0], context);
                }
            }
            Builtin::HasMessage | Builtin::Neighbour => {
                self.must_exchange_messages(span);
                match &arguments[0].kind {
                    ExprKind::Name(name)
                        if builtin == Builtin::HasMessage
                            && builtin::is_anyone(&name.text)
                            && self.scopes.at(name).is_none() => {}
                    _ => self.value(&arguments[0]),
                }
            }
            Builtin::Generator(Generator::Random) => {
                for argument in arguments {
                    self.value(argument);
                }
            }
            Builtin::Generator(_) => {
                let place = Place::GeneratorInExpression;
                self.problems.report(Problem::Misplaced { place, span });
            }
        }
    }
}
