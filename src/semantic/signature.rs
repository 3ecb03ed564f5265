//! What a run begins with: the entry and its inputs.

use crate::diagnostic::Diagnostic;
use crate::language::Voice;
use crate::source::Span;
use crate::syntax::ast::{self, OperatorName};

use super::names::{self, Names, Operator};
use super::problem::{Problem, Problems};
use crate::program::MOST_DIMENSIONS;

/// The entry of a run and what it is given.
#[derive(Debug, Clone, PartialEq)]
pub struct Signature {
    /// As users know it: `program`, `+_prescan`.
    pub name: String,
    /// The inputs, in order.
    pub inputs: Vec<Input>,
    /// Names that only give the length of an array (`n` of `A[n]` where `n` is no input itself):
    /// a value given for one fixes that length.
    pub lengths: Vec<ast::Ident>,
    /// How messages about the main file are worded.
    pub voice: Voice,
    pub(super) entry: EntryPoint,
}

/// Which routine it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum EntryPoint {
    Program,
    Algorithm {
        operator: Option<OperatorName>,
        stem: String,
        of: Option<EntryOperator>,
    },
}

/// The operator that a generic entry is run with.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum EntryOperator {
    Own(OperatorName),
    User(String),
}

/// An input of the entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// Its name.
    pub name: ast::Ident,
    /// None for a scalar; one entry per dimension of an array, with its length where one is
    /// written.
    pub dimensions: Option<Vec<Option<ast::Expr>>>,
    /// Its value where none is given: an expression, a generator or a list.
    pub default: Option<ast::Expr>,
    /// Its declaration.
    pub span: Span,
}

/// Finds the entry: the one named, else the program, else the last algorithm.
pub fn signature(file: &ast::File, entry: Option<&str>) -> Result<Signature, Vec<Diagnostic>> {
    let mut problems = Problems::new(&file.vocabularies);
    let names = Names::collect(file, &mut problems);
    let found = match entry {
        Some(name) => named(&names, name),
        None => default(&names),
    };
    let (routine, operator) = match found {
        Ok(found) => found,
        Err(problem) => {
            problems.report(problem);
            return problems.or(()).and_then(|()| Err(Vec::new()));
        }
    };
    let name = names.instance_name(routine, operator.as_ref());
    let routine = &names.routines[routine];
    let inputs: Vec<Input> = (routine.formals.iter())
        .map(|formal| {
            // A parameter takes the default of the input of the same name.
            let input = names.inputs.get(formal.name.text.as_str());
            let default = formal.default.or_else(|| input?.default.as_ref());
            Input {
                name: formal.name.clone(),
                dimensions: formal.dimensions.map(<[_]>::to_vec),
                default: default.cloned(),
                span: match (routine.algorithm, input) {
                    (None, Some(input)) => input.span,
                    _ => formal.name.span,
                },
            }
        })
        .collect();
    let ranks = inputs.iter().filter_map(|input| input.dimensions.as_ref());
    if ranks.map(Vec::len).max() > Some(usize::from(MOST_DIMENSIONS)) {
        // No value fits such an input: its declaration is to blame, and not the value.
        return problems.or(()).and_then(|()| Err(Vec::new()));
    }
    let mut lengths: Vec<ast::Ident> = Vec::new();
    for dimension in inputs
        .iter()
        .flat_map(|input| input.dimensions.iter().flatten())
        .flatten()
    {
        if let ast::ExprKind::Name(name) = &dimension.kind
            && !inputs.iter().any(|input| input.name.text == name.text)
            && !lengths.iter().any(|length| length.text == name.text)
        {
            lengths.push(name.clone());
        }
    }
    let entry = match routine.algorithm {
        None => EntryPoint::Program,
        Some(algorithm) => EntryPoint::Algorithm {
            operator: algorithm.operator.clone(),
            stem: algorithm.stem.clone(),
            of: operator.map(|operator| match operator {
                Operator::Own(own) => EntryOperator::Own(own),
                Operator::User(user) => EntryOperator::User(names.routines[user].name.clone()),
            }),
        },
    };
    Ok(Signature {
        name,
        inputs,
        lengths,
        voice: file.vocabularies.main_voice(),
        entry,
    })
}

type Found = Result<(usize, Option<Operator>), Problem>;

fn default(names: &Names<'_>) -> Found {
    if let Some(program) = names.program {
        return Ok((program, None));
    }
    let last = names
        .routines
        .len()
        .checked_sub(1)
        .ok_or(Problem::NothingToRun)?;
    Ok((last, default_operator(names, last)))
}

/// A generic algorithm that is run without an operator is run with `+`.
fn default_operator(names: &Names<'_>, routine: usize) -> Option<Operator> {
    names.routines[routine]
        .is_generic()
        .then_some(Operator::Own(OperatorName::Plus))
}

/// The entry of this name: `program`, `prescan`, `+_prescan`, `max-par`, `⊕_prescan`.
fn named(names: &Names<'_>, name: &str) -> Found {
    if let (Some(program), "program") = (names.program, name) {
        return Ok((program, None));
    }
    let wanted = parse(name);
    if let Some(names::Callee::Routine(routine, operator)) = names.callee(&wanted, None) {
        return Ok((routine, operator));
    }
    // `⊕_prescan`, and `prescan` where only the generic one has that name.
    if matches!(wanted.operator, None | Some(OperatorName::Generic))
        && let Some(routine) = names.exact(Some(&OperatorName::Generic), &wanted.stem)
    {
        return Ok((routine, default_operator(names, routine)));
    }
    let known: Vec<String> = names
        .routines
        .iter()
        .map(|routine| routine.name.clone())
        .collect();
    Err(Problem::UnknownEntry {
        name: name.to_owned(),
        suggestion: names::did_you_mean(name, known.iter().map(String::as_str)),
        known,
    })
}

fn parse(name: &str) -> ast::AlgorithmName {
    const OPERATORS: [(&str, OperatorName); 9] = [
        ("⊕", OperatorName::Generic),
        ("@", OperatorName::Generic),
        ("+", OperatorName::Plus),
        ("*", OperatorName::Times),
        ("max", OperatorName::Max),
        ("min", OperatorName::Min),
        ("and", OperatorName::And),
        ("or", OperatorName::Or),
        ("xor", OperatorName::Xor),
    ];
    let split = OPERATORS.iter().find_map(|(symbol, operator)| {
        let stem = name.strip_prefix(symbol)?.strip_prefix(['_', '-'])?;
        Some((operator.clone(), stem.to_owned()))
    });
    let (operator, stem) = match split {
        Some((operator, stem)) => (Some(operator), stem),
        None => (None, name.to_owned()),
    };
    ast::AlgorithmName {
        operator,
        stem,
        span: Span::default(),
    }
}
