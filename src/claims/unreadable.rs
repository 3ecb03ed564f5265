//! Errors in the claims of a file that do not depend on a run.

use super::expression::{self, ExpressionNames};
use crate::complexity::bounds::Rounding;
use crate::complexity::formula;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::Constant;
use crate::result::kinds::KINDS;
use crate::result::model::MachineModel;
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
            ClaimKind::Model(name) => found.extend(unknown_model(name)),
            ClaimKind::Exact { formula, .. } => {
                found.extend(expression::unreadable(formula, &names));
            }
            ClaimKind::Growth { formula, .. } => {
                let unreadable = expression::unreadable(formula, &names);
                let is_readable = unreadable.is_empty();
                found.extend(unreadable);
                found.extend(never_positive(formula).filter(|_| is_readable));
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
            let mut unreadable = expression::unreadable(formula, &names);
            // A name may get its value from `--vary`.
            unreadable.retain(|problem| {
                !problem
                    .notes
                    .iter()
                    .any(|it| it == expression::NAMES_OF_FORMULAS)
            });
            let is_readable = unreadable.is_empty();
            found.extend(unreadable);
            found.extend(never_positive(formula).filter(|_| is_readable));
        }
    }
    found
}

/// Adds the names of the machine. Their values do not matter: only names and notation are checked.
fn with_machine(mut names: ExpressionNames) -> ExpressionNames {
    names.add_processors(1);
    for name in KINDS.iter().flat_map(|row| row.own_numbers) {
        let entry = names.scalars.entry((*name).to_owned());
        entry.or_insert(Constant::Int(1));
    }
    names
}

/// Names in `T(n, m)` that no formula of a claim could contain.
fn unknown_sizes(claim: &Claim, names: &ExpressionNames) -> Vec<Diagnostic> {
    let known: Vec<&str> = names.scalars.keys().map(String::as_str).collect();
    let unknown = (claim.sizes.iter()).filter(|size| !known.contains(&size.text.as_str()));
    unknown
        .map(|size| {
            let name = &size.text;
            let message = format!("the claim is about `{name}`, and nothing here is called so");
            let diagnostic = Diagnostic::new(Code::Claim, message, size.span, "unknown here")
                .note(expression::NAMES_OF_FORMULAS)
                .note(format!("known are: {}", known.join(", ")));
            match did_you_mean(name, known.iter().copied()) {
                Some(meant) => diagnostic.help(format!("did you mean `{meant}`?")),
                None => diagnostic,
            }
        })
        .collect()
}

/// The error for a bound of which no time can be O( ): 0, or a negative one.
fn never_positive(formula: &Expr) -> Option<Diagnostic> {
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
    (!is_positive).then(|| {
        let message = "a claim about growth compares with what is never positive";
        Diagnostic::new(
            Code::Claim,
            message,
            formula.span,
            "0 or less for all sizes",
        )
        .help(
            "a class is one of a positive function: `O(1)` says that there is a constant bound, \
             `O(n)` a linear one",
        )
    })
}

fn unknown_model(name: &Ident) -> Option<Diagnostic> {
    let text = name.text.to_ascii_lowercase();
    if MachineModel::parse(&text).is_some() {
        return None;
    }
    let models = MachineModel::names();
    let message = format!(
        "a claim names the model `{}`, which does not exist",
        name.text
    );
    let diagnostic = Diagnostic::new(Code::Claim, message, name.span, "this name");
    let meant = did_you_mean(&text, models.iter().map(AsRef::as_ref));
    Some(match meant {
        Some(model) => diagnostic.help(format!("did you mean `{model}`?")),
        None => diagnostic.help(
            "the models are EREW, CREW, ERCW and CRCW; where writes may meet, a rule can be \
             named: `CRCW-common`, `ERCW-max`",
        ),
    })
}
