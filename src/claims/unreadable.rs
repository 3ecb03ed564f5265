//! Errors in the claims of a file that do not depend on a run.

use super::expression::{self, ExpressionNames};
use super::problem::ClaimProblem;
use crate::complexity::bounds::Rounding;
use crate::complexity::formula;
use crate::diagnostic::Diagnostic;
use crate::language::Voice;
use crate::program::Constant;
use crate::result::kinds::{KINDS, RunForm};
use crate::result::model::MachineModel;
use crate::semantic::constant::Lookup as _;
use crate::semantic::did_you_mean;
use crate::syntax::ast::{Claim, ClaimKind, Expr, Ident};

/// Errors in claims that no run could verify: undeclared names, and texts that are no formulas. `names`
/// are the inputs of the entry.
pub fn unreadable(claims: &[&Claim], names: ExpressionNames) -> Vec<Diagnostic> {
    let names = with_machine(names);
    let mut found = Vec::new();
    for claim in claims {
        found.extend(unknown_sizes(claim, &names));
        match &claim.kind {
            ClaimKind::Model(name) => found.extend(unknown_model(name, names.voice)),
            ClaimKind::Exact { formula, .. } => {
                found.extend(expression::unreadable(formula, &names));
            }
            ClaimKind::Growth { formula, .. } => {
                let unreadable = expression::unreadable(formula, &names);
                let is_readable = unreadable.is_empty();
                found.extend(unreadable);
                found.extend(never_positive(formula, names.voice).filter(|_| is_readable));
            }
        }
    }
    found
}

/// Errors in claims that do not depend on the sizes: they are about no class, or contain undeclared
/// names. `names` are the inputs of the entry.
pub fn without_class(claims: &[&Claim], names: ExpressionNames) -> Vec<Diagnostic> {
    let names = with_machine(names);
    let mut found = Vec::new();
    for claim in claims {
        found.extend(unknown_sizes(claim, &names));
        if let ClaimKind::Growth { formula, .. } = &claim.kind {
            let unreadable = expression::unreadable_beside_names(formula, &names);
            let is_readable = unreadable.is_empty();
            found.extend(unreadable);
            found.extend(never_positive(formula, names.voice).filter(|_| is_readable));
        }
    }
    found
}

/// Adds the names of the machine. Their values do not matter: only names and notation are checked.
fn with_machine(mut names: ExpressionNames) -> ExpressionNames {
    names.add_processors(1);
    for row in KINDS {
        for name in row.own_numbers {
            let is_named = names.scalars.contains_key(*name);
            if row.form == RunForm::Launches && !is_named {
                names.unlisted.push((*name).to_owned());
            }
            let entry = names.scalars.entry((*name).to_owned());
            entry.or_insert(Constant::Int(1));
        }
    }
    names
}

/// Names in `T(n, m)` that no formula of a claim could contain.
fn unknown_sizes(claim: &Claim, names: &ExpressionNames) -> Vec<Diagnostic> {
    let known = names.names();
    let unknown = (claim.sizes.iter()).filter(|size| !names.scalars.contains_key(&size.text));
    unknown
        .map(|size| {
            let problem = ClaimProblem::UnknownSize {
                name: size.text.clone(),
                span: size.span,
                known: known.clone(),
                meant: did_you_mean(&size.text, known.iter().map(String::as_str)),
            };
            problem.diagnostic(names.voice)
        })
        .collect()
}

/// The error for a bound of which no time can be O( ): 0, or a negative one.
fn never_positive(formula: &Expr, voice: Voice) -> Option<Diagnostic> {
    let mut names: Vec<String> = Vec::new();
    for name in expression::names_in(formula) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    let variables = formula::FormulaNames {
        variables: &names,
        constants: &[],
        bounded: false,
    };
    let bounds = formula::bounds(formula, variables, Rounding::Added)?;
    let is_positive = bounds.parts.iter().any(|part| part.high > 0.into());
    let problem = ClaimProblem::NeverPositive { span: formula.span };
    (!is_positive).then(|| problem.diagnostic(voice))
}

fn unknown_model(name: &Ident, voice: Voice) -> Option<Diagnostic> {
    if MachineModel::parse(&name.text).is_some() {
        return None;
    }
    let problem = ClaimProblem::UnknownModel {
        name: name.text.clone(),
        span: name.span,
        meant: MachineModel::like(&name.text),
    };
    Some(problem.diagnostic(voice))
}
