//! Lengths of inputs: those that follow from an array, those in a declaration, and whether both agree.

use indexmap::IndexMap;

use super::binder::{Binder, InputOrigin, PROCESSORS};
use super::problem::{InputProblem, Part};
use super::{Formal, as_input_errors};
use crate::claims::expression::{self, ExpressionNames};
use crate::diagnostic::Diagnostic;
use crate::language::Voice;
use crate::machine::value::Value;
use crate::program::Constant;
use crate::source::Span;
use crate::syntax::ast;

/// The name of the length of an array that is declared without one.
pub(super) const USUAL_LENGTH: &str = "n";

/// Checks that arrays declared with the length `p` have as many elements as a machine has processors, if
/// its programs refer to that number.
pub fn check_processors(
    formals: &[Formal],
    lengths: &IndexMap<String, Value>,
    processors: u64,
    voice: Voice,
) -> Result<(), Vec<Diagnostic>> {
    let Some(Value::Scalar(Constant::Int(p))) = lengths.get(PROCESSORS) else {
        return Ok(());
    };
    let has_length_p = |formal: &&Formal| {
        let mut dimensions = formal.dimensions.iter().flatten().flatten();
        dimensions.any(|length| expression::names_in(length).contains(&PROCESSORS))
    };
    match formals.iter().find(has_length_p) {
        Some(formal) if u64::try_from(*p) != Ok(processors) => {
            let problem = InputProblem::OtherProcessors {
                formal,
                of_length: *p,
                processors,
            };
            Err(vec![problem.diagnostic(voice)])
        }
        _ => Ok(()),
    }
}

impl Binder<'_> {
    /// An array with content determines the scalars that only give its lengths.
    pub fn lengths_from_arrays(&mut self) {
        for (at, formal) in self.formals.iter().enumerate() {
            let InputOrigin::Content {
                value: Value::Array(array),
                ..
            } = &self.origins[at]
            else {
                continue;
            };
            let lengths = array.dimensions.clone();
            let rank = lengths.len();
            let declared = formal.dimensions.iter().flatten();
            for (axis, (declared, length)) in declared.zip(lengths).enumerate() {
                let Some(ast::ExprKind::Name(name)) = declared.as_ref().map(|expr| &expr.kind)
                else {
                    continue;
                };
                let Some(scalar) = self.position(&name.text) else {
                    continue;
                };
                match &self.origins[scalar] {
                    InputOrigin::Missing => {
                        self.origins[scalar] = InputOrigin::Length {
                            length,
                            array: formal.name.clone(),
                        };
                    }
                    InputOrigin::Length {
                        length: known,
                        array,
                    } if *known != length => {
                        let part = Part { rank, axis, length };
                        let problem = InputProblem::TwoLengths {
                            formal,
                            part,
                            scalar: &name.text,
                            known: *known,
                            by: array,
                        };
                        let problem = problem.diagnostic(self.names().voice);
                        // Lengths are determined again once the defaults are known.
                        if !self.diagnostics.contains(&problem) {
                            self.diagnostics.push(problem);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// If the entry has `A[n]` and the file `ulaz A[4]`, n is 4 unless something else gives it.
    pub fn lengths_from_declarations(&mut self) {
        for formal in self.formals {
            for (own, declared) in formal.dimensions.iter().flatten().zip(&formal.declared) {
                let Some(declared) = declared else { continue };
                let Some(scalar) = self.named(own.as_ref()) else {
                    continue;
                };
                let has_other =
                    self.values[scalar].is_some() || self.formals[scalar].fallback.is_some();
                let name = self.formals[scalar].name.as_str();
                let is_open = matches!(self.origins[scalar], InputOrigin::Missing) && !has_other;
                if is_open && !expression::names_in(declared).contains(&name) {
                    self.origins[scalar] = InputOrigin::Declared {
                        length: declared.clone(),
                        array: formal.name.clone(),
                    };
                }
            }
        }
    }

    /// The scalar that a length is the name of.
    fn named(&self, length: Option<&ast::Expr>) -> Option<usize> {
        match &length?.kind {
            ast::ExprKind::Name(name) => {
                let scalar = self.position(&name.text)?;
                (self.formals[scalar].dimensions.is_none()).then_some(scalar)
            }
            _ => None,
        }
    }

    /// The declared lengths of an array; an array parameter `A[]` without any has the length `n`, as in
    /// the lectures.
    pub fn declared_lengths(
        &self,
        formal: &Formal,
        span: Span,
    ) -> Result<Vec<usize>, Vec<Diagnostic>> {
        let names = self.names();
        let dimensions = formal.dimensions.iter().flatten();
        dimensions
            .map(|length| match length {
                Some(expr) => self.length(expr, names),
                None => match names.scalars.get(USUAL_LENGTH) {
                    Some(Constant::Int(n)) => usize::try_from(*n)
                        .map_err(|_| self.problem(&InputProblem::NegativeLength { formal, n: *n })),
                    _ => Err(self.problem(&InputProblem::NoLength { formal, span })),
                },
            })
            .collect()
    }

    /// The length that an expression gives. If it follows from values on the command line, the command
    /// line is at fault if there is no valid length.
    fn length(&self, expr: &ast::Expr, names: &ExpressionNames) -> Result<usize, Vec<Diagnostic>> {
        let is_given = |name: &str| self.position(name).is_some_and(|at| self.is_given(at));
        let follows = expression::names_in(expr).into_iter().any(is_given);
        expression::length(expr, names).map_err(|problems| {
            if follows {
                as_input_errors(problems)
            } else {
                problems
            }
        })
    }

    /// Every array must have the lengths that it is declared with.
    pub fn check_lengths(&mut self) {
        if !self.diagnostics.is_empty() {
            return;
        }
        let mut problems = Vec::new();
        for (at, formal) in self.formals.iter().enumerate() {
            let Some(Value::Array(array)) = &self.values[at] else {
                continue;
            };
            let declared = formal.dimensions.iter().flatten();
            for (axis, (declared, &length)) in declared.zip(&array.dimensions).enumerate() {
                let Some(expr) = declared else { continue };
                if let Some(problem) = self.declared_otherwise(at, axis, self.names()) {
                    problems.extend(self.problem(&problem));
                    continue;
                }
                match self.length(expr, self.names()) {
                    Ok(expected) if expected != length => {
                        let is_given = self.is_given(at)
                            || expression::names_in(expr).into_iter().any(|name| {
                                self.position(name).is_some_and(|at| self.is_given(at))
                            });
                        let scalar = match &expr.kind {
                            ast::ExprKind::Name(name) => Some(name.text.as_str()),
                            _ => None,
                        };
                        let rank = array.dimensions.len();
                        problems.extend(self.problem(&InputProblem::OtherLength {
                            formal,
                            part: Part { rank, axis, length },
                            declared: expected,
                            span: expr.span,
                            scalar: scalar.filter(|name| self.position(name).is_some()),
                            is_given,
                        }));
                    }
                    Ok(_) => {}
                    Err(diagnostics) => problems.extend(diagnostics),
                }
            }
        }
        self.diagnostics = problems;
    }
}

impl Binder<'_> {
    /// The error for two arrays that the entry declares with one length, and the file with two.
    fn declared_otherwise<'b>(
        &'b self,
        at: usize,
        axis: usize,
        names: &ExpressionNames,
    ) -> Option<InputProblem<'b>> {
        let formal = &self.formals[at];
        let declared = formal.declared.get(axis)?.as_ref()?;
        let own = formal.dimensions.as_ref()?[axis].as_ref();
        let scalar = self.named(own)?;
        let InputOrigin::Declared { array, .. } = &self.origins[scalar] else {
            return None;
        };
        let length = expression::length(declared, names).ok()?;
        let known = match names.scalars.get(&self.formals[scalar].name) {
            Some(Constant::Int(known)) if usize::try_from(*known) != Ok(length) => known,
            _ => return None,
        };
        let name = &self.formals[scalar].name;
        Some(InputProblem::DeclaredOtherwise {
            formal,
            length,
            span: declared.span,
            scalar: name,
            known: *known,
            by: array,
        })
    }
}
