//! Arrays that a call changes in place while its result is kept under another name, and that are
//! read afterwards: `B[] = +_prescan(A[])` leaves the prefixes in `A` too. Inputs that a procedure
//! changes, and that are read afterwards.

use std::collections::HashMap;

use crate::semantic::class::Scopes;
use crate::semantic::mentions::{Mentions, Usage};
use crate::semantic::names::{Callee, Names, Operator, Routine};
use crate::semantic::results::ResultKind;
use crate::source::Span;
use crate::syntax::ast::visit::{self, Visitor, operands, walk_expression, walk_statement};
use crate::syntax::ast::{Expr, ExprKind, Ident, OperatorName, Stmt, StmtKind, Target};

use super::Warning;

/// Looks at the statements of a routine in the order of the text; `kinds` says what each of the
/// routines gives.
pub(super) fn check(
    routine: &Routine<'_>,
    names: &Names<'_>,
    scopes: &[Scopes],
    kinds: &[ResultKind],
) -> Vec<Warning> {
    let mut finder = Finder {
        names,
        scopes,
        kinds,
        changed: HashMap::new(),
        is_program: routine.algorithm.is_none(),
        changed_inputs: HashMap::new(),
        warnings: Vec::new(),
    };
    visit::statements(&mut finder, routine.body);
    finder.warnings
}

/// A call that has changed an array.
struct Change {
    /// The call.
    call: Span,
    /// The name of the algorithm, as the call writes it.
    algorithm: Span,
    /// The array that keeps the result.
    kept: String,
}

struct Finder<'a> {
    names: &'a Names<'a>,
    scopes: &'a [Scopes],
    kinds: &'a [ResultKind],
    /// Arrays that are not what they were.
    changed: HashMap<String, Change>,
    /// Whether the inputs are known here.
    is_program: bool,
    /// Inputs that are not what they were: the call and the name of the procedure in it.
    changed_inputs: HashMap<String, [Span; 2]>,
    warnings: Vec<Warning>,
}

impl Visitor for Finder<'_> {
    fn statement(&mut self, statement: &Stmt) {
        walk_statement(self, statement);
        match &statement.kind {
            StmtKind::Assign { target, value, .. } => {
                // Who writes to it again means it.
                self.changed.remove(&target.name().text);
                self.changed_inputs.remove(&target.name().text);
                self.note(value, target.name());
                // A call by itself that assigns is one of a procedure, by reference.
                if statement.span == value.span
                    && let (Target::Name(name), ExprKind::Call(procedure, _)) =
                        (target, &value.kind)
                    && self.is_program
                    && self.names.inputs.contains_key(name.text.as_str())
                {
                    let call = [value.span, procedure.span];
                    self.changed_inputs.insert(name.text.clone(), call);
                }
            }
            StmtKind::Declare { declarators, .. } => {
                for declarator in declarators {
                    self.changed.remove(&declarator.name.text);
                    if let Some(initial) = &declarator.initial {
                        self.note(initial, &declarator.name);
                    }
                }
            }
            _ => {}
        }
    }

    fn expression(&mut self, expression: &Expr) {
        if let ExprKind::Name(name) = &expression.kind
            && let Some([call, procedure]) = self.changed_inputs.remove(&name.text)
        {
            self.warnings.push(Warning::ChangedInput {
                input: name.text.clone(),
                read: expression.span,
                call,
                procedure,
            });
        }
        let array = match &expression.kind {
            ExprKind::Name(name)
            | ExprKind::WholeArray(name)
            | ExprKind::Element(name, _)
            | ExprKind::Section(name, _) => Some(name),
            _ => None,
        };
        if let Some(array) = array
            && let Some(change) = self.changed.remove(&array.text)
        {
            self.warnings.push(Warning::ChangedInPlace {
                array: array.text.clone(),
                kept: change.kept,
                read: expression.span,
                call: change.call,
                algorithm: change.algorithm,
            });
        }
        walk_expression(self, expression);
    }
}

impl Finder<'_> {
    /// Notes the arrays that the calls in a value change, where the value is kept elsewhere.
    fn note(&mut self, value: &Expr, kept: &Ident) {
        if let ExprKind::Call(algorithm, _) = &value.kind
            && let Some(array) = self.changed_by(value)
            && array.text != kept.text
        {
            let change = Change {
                call: value.span,
                algorithm: algorithm.span,
                kept: kept.text.clone(),
            };
            self.changed.insert(array.text.clone(), change);
        }
        for operand in operands(value) {
            self.note(operand, kept);
        }
    }

    /// The array that a call is given, changes and gives as its value.
    fn changed_by<'e>(&self, call: &'e Expr) -> Option<&'e Ident> {
        let ExprKind::Call(algorithm, arguments) = &call.kind else {
            return None;
        };
        let own = Operator::Own(OperatorName::Plus);
        let Callee::Routine(routine, _) = self.names.callee(algorithm, Some(&own))? else {
            return None;
        };
        let gives_first = self.kinds[routine] == ResultKind::Nothing;
        let mentions = &self.scopes[routine].mentions;
        let routine = &self.names.routines[routine];
        let first = (routine.formals.iter()).position(|formal| formal.dimensions.is_some())?;
        let (ExprKind::Name(argument) | ExprKind::WholeArray(argument)) =
            &arguments.get(first)?.kind
        else {
            return None;
        };
        let changes = gives_first && changes(mentions, &routine.formals[first].name.text);
        changes.then_some(argument)
    }
}

/// Whether a routine assigns to an array, or hands it to an algorithm.
fn changes(mentions: &Mentions, array: &str) -> bool {
    let mut mentions = mentions.all.iter().filter(|mention| mention.name == array);
    mentions.any(|mention| {
        matches!(
            mention.usage,
            Usage::Assigned | Usage::Updated | Usage::Received | Usage::Passed
        )
    })
}
