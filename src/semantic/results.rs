//! Which algorithms give a scalar, which an array, which nothing: known without types.

use crate::source::Span;
use crate::syntax::ast::visit::bodies;
use crate::syntax::ast::{Expr, ExprKind, OperatorName, Stmt, StmtKind};

use super::builtin::Builtin;
use super::class::Scopes;
use super::names::{Callee, Names, Operator};
use super::problem::{Problem, Problems};

/// What kind of result a call gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultKind {
    /// No `vrati` with a value; used as a value, a call gives its first array parameter.
    Nothing,
    /// A scalar.
    Scalar,
    /// An array.
    Array,
}

/// The kinds of all routines: a fixpoint, because one may give what another gives.
pub(super) fn kinds(
    names: &Names<'_>,
    scopes: &[Scopes],
    problems: &mut Problems,
) -> Vec<ResultKind> {
    let routines = names.routines.iter();
    let returns: Vec<Vec<&Expr>> = routines.map(|routine| results(routine.body)).collect();
    let mut kinds: Vec<Option<ResultKind>> = (returns.iter())
        .map(|returns| returns.is_empty().then_some(ResultKind::Nothing))
        .collect();
    loop {
        let mut changed = false;
        for routine in 0..kinds.len() {
            if kinds[routine].is_some() {
                continue;
            }
            let view = View {
                names,
                scopes: &scopes[routine],
                kinds: &kinds,
            };
            let known = returns[routine]
                .iter()
                .find_map(|value| view.is_array(value));
            if let Some(array) = known {
                kinds[routine] = Some(if array {
                    ResultKind::Array
                } else {
                    ResultKind::Scalar
                });
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    for (routine, scopes) in scopes.iter().enumerate() {
        let view = View {
            names,
            scopes,
            kinds: &kinds,
        };
        let place = |array: bool| -> Option<Span> {
            let value = returns[routine]
                .iter()
                .find(|value| view.is_array(value) == Some(array))?;
            Some(value.span)
        };
        if let (Some(array), Some(scalar)) = (place(true), place(false)) {
            let name = names.routines[routine].name.clone();
            problems.report(Problem::MixedResults {
                name,
                array,
                scalar,
            });
        }
    }
    kinds
        .into_iter()
        .map(|kind| kind.unwrap_or(ResultKind::Nothing))
        .collect()
}

/// Every value that a body gives back. One inside a block is an error of its own, and says what
/// was meant only where there is no other: the caller is not to blame.
fn results(body: &[Stmt]) -> Vec<&Expr> {
    let mut sequential = Vec::new();
    let mut misplaced = Vec::new();
    collect(body, &mut sequential, &mut misplaced);
    if sequential.is_empty() {
        sequential = misplaced;
    }
    sequential
}

fn collect<'s>(body: &'s [Stmt], returns: &mut Vec<&'s Expr>, in_blocks: &mut Vec<&'s Expr>) {
    for statement in body {
        match &statement.kind {
            StmtKind::Return(Some(value)) => returns.push(value),
            StmtKind::Parallel(parallel) => {
                let mut inside = Vec::new();
                collect(&parallel.body, &mut inside, in_blocks);
                in_blocks.append(&mut inside);
            }
            _ => {
                for body in bodies(statement) {
                    collect(body, returns, in_blocks);
                }
            }
        }
    }
}

struct View<'v> {
    names: &'v Names<'v>,
    scopes: &'v Scopes,
    kinds: &'v [Option<ResultKind>],
}

impl View<'_> {
    /// Whether an expression gives an array; unknown while a call in it is.
    fn is_array(&self, expr: &Expr) -> Option<bool> {
        match &expr.kind {
            ExprKind::Name(name) => Some(self.scopes.array_at(name).is_some()),
            ExprKind::WholeArray(_) | ExprKind::Section(..) | ExprKind::List(_) => Some(true),
            ExprKind::Unary(_, operand) => self.is_array(operand),
            ExprKind::Binary(_, _, left, right) => self.any(&[left, right]),
            ExprKind::Call(name, arguments) => {
                let own = Operator::Own(OperatorName::Plus);
                match self.names.callee(name, Some(&own)) {
                    Some(Callee::Routine(routine, _)) => {
                        gives_array(self.names, routine, self.kinds[routine]?)
                    }
                    Some(Callee::Builtin(Builtin::Function(_))) => {
                        self.any(&arguments.iter().collect::<Vec<_>>())
                    }
                    Some(Callee::Builtin(Builtin::Reverse)) => Some(true),
                    Some(Callee::Builtin(_)) => Some(false),
                    None => None,
                }
            }
            ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bool(_)
            | ExprKind::Element(..)
            | ExprKind::Neutral(_) => Some(false),
        }
    }

    fn any(&self, parts: &[&Expr]) -> Option<bool> {
        let parts: Vec<Option<bool>> = parts.iter().map(|part| self.is_array(part)).collect();
        if parts.contains(&Some(true)) {
            Some(true)
        } else if parts.contains(&None) {
            None
        } else {
            Some(false)
        }
    }
}

/// The first `vrati` with a value.
pub(super) fn first_return(names: &Names<'_>, routine: usize) -> Option<Span> {
    let mut returns = Vec::new();
    collect(names.routines[routine].body, &mut returns, &mut Vec::new());
    returns.first().map(|value| value.span)
}

/// Whether what a routine gives leads to a call of the routine itself.
pub(super) fn is_endless(names: &Names<'_>, routine: usize) -> bool {
    let mut reached = vec![false; names.routines.len()];
    let mut waiting = vec![routine];
    while let Some(next) = waiting.pop() {
        let mut returns = Vec::new();
        collect(names.routines[next].body, &mut returns, &mut Vec::new());
        let mut called = Vec::new();
        for value in returns {
            calls(names, value, &mut called);
        }
        for callee in called {
            if !std::mem::replace(&mut reached[callee], true) {
                waiting.push(callee);
            }
        }
    }
    reached[routine]
}

/// The routines that an expression calls for its value.
fn calls(names: &Names<'_>, expr: &Expr, called: &mut Vec<usize>) {
    match &expr.kind {
        ExprKind::Unary(_, operand) => calls(names, operand, called),
        ExprKind::Binary(_, _, left, right) => {
            calls(names, left, called);
            calls(names, right, called);
        }
        ExprKind::Call(name, arguments) => {
            let own = Operator::Own(OperatorName::Plus);
            match names.callee(name, Some(&own)) {
                Some(Callee::Routine(routine, _)) => called.push(routine),
                _ => arguments
                    .iter()
                    .for_each(|argument| calls(names, argument, called)),
            }
        }
        _ => {}
    }
}

/// Whether a call used as a value gives an array; `None` if it gives no value.
pub(super) fn gives_array(names: &Names<'_>, routine: usize, kind: ResultKind) -> Option<bool> {
    match kind {
        ResultKind::Scalar => Some(false),
        ResultKind::Array => Some(true),
        ResultKind::Nothing => {
            let formals = &names.routines[routine].formals;
            formals
                .iter()
                .any(|formal| formal.dimensions.is_some())
                .then_some(true)
        }
    }
}
