//! Binds the inputs of a run: from the command line, from files, from lengths, from defaults.

pub mod array_text;
mod assignment;
mod binder;
mod given;
mod lengths;
pub mod plain_csv;
mod problem;
pub mod rows;
mod value;

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use crate::claims::expression;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::Voice;
use crate::machine::value::Value;
use crate::semantic::{Input, Signature};
use crate::source::{Sources, Span};
use crate::syntax::ast;
use crate::syntax::include::Files;
pub use assignment::{Assignment, InputValue};
use binder::{Binder, PROCESSORS};
pub(super) use lengths::check_processors;

/// An input of the entry, or a name that only gives the length of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Formal {
    /// Its name.
    pub name: String,
    /// Its declaration.
    pub span: Span,
    /// `None` for a scalar; one entry per dimension, with the length if one is written.
    pub dimensions: Option<Vec<Option<ast::Expr>>>,
    /// For an array, the declared lengths of the file's input of the same name, as far as they are
    /// meaningful for the entry.
    pub declared: Vec<Option<ast::Expr>>,
    /// For an array, the file's input of the same name if that has another number of dimensions.
    pub other_rank: Option<ast::Input>,
    /// Its value if none is given.
    pub default: Option<ast::Expr>,
    /// Its value if the default needs an array whose length needs this very value: the default of the
    /// file's input of the same name.
    pub fallback: Option<ast::Expr>,
}

/// The inputs of an entry. An array parameter without lengths has those of the file's input of the same
/// name; the file's scalars in these are included.
pub fn formals(signature: &Signature, file: &ast::File) -> Vec<Formal> {
    let mut declarations: HashMap<&str, &ast::Input> = HashMap::new();
    for item in &file.items {
        if let ast::Item::Input(input) = item {
            declarations.entry(&input.name.text).or_insert(input);
        }
    }
    let declared = |name: &str| declarations.get(name).copied();
    let has_rank = |input: &Input, one: &ast::Input| {
        let ranks = input.dimensions.as_ref().zip(one.dimensions.as_ref());
        ranks.map(|(own, other)| own.len() == other.len())
    };
    let same = |input: &Input| {
        let same = declared(&input.name.text)?;
        let dimensions = same.dimensions.as_ref();
        dimensions.filter(|_| has_rank(input, same) == Some(true))
    };
    let inputs = signature.inputs.iter().map(|input| &input.name);
    let mut known: HashSet<&str> = (inputs.chain(&signature.lengths))
        .map(|name| name.text.as_str())
        .collect();
    let mut lengths: Vec<&ast::Ident> = signature.lengths.iter().collect();
    for input in &signature.inputs {
        let own = input.dimensions.iter().flatten();
        let open = own.zip(same(input).into_iter().flatten());
        let open = open.filter_map(|(own, same)| same.as_ref().filter(|_| own.is_none()));
        for name in open.flat_map(expression::names_in) {
            let scalar = declared(name).filter(|input| input.dimensions.is_none());
            if let Some(scalar) = scalar
                && known.insert(name)
            {
                lengths.push(&scalar.name);
            }
        }
    }
    let is_known = |name: &str| known.contains(name);
    let inputs = signature.inputs.iter().map(|input| {
        let mut dimensions = input.dimensions.clone();
        let mut lengths = Vec::new();
        if let (Some(own), Some(same)) = (&mut dimensions, same(input)) {
            let fits = |expr: &&ast::Expr| expression::names_in(expr).into_iter().all(is_known);
            lengths.extend((same.iter()).map(|length| length.as_ref().filter(fits).cloned()));
            for (own, declared) in own.iter_mut().zip(&lengths) {
                if own.is_none() {
                    own.clone_from(declared);
                }
            }
        }
        Formal {
            name: input.name.text.clone(),
            span: input.span,
            dimensions,
            declared: lengths,
            other_rank: declared(&input.name.text)
                .filter(|one| has_rank(input, one) == Some(false))
                .cloned(),
            default: input.default.clone(),
            fallback: declared(&input.name.text).and_then(|declared| declared.default.clone()),
        }
    });
    let lengths = lengths.into_iter().map(|length| Formal {
        name: length.text.clone(),
        span: length.span,
        dimensions: None,
        declared: Vec::new(),
        other_rank: None,
        default: None,
        fallback: declared(&length.text).and_then(|declared| declared.default.clone()),
    });
    inputs.chain(lengths).collect()
}

/// The environment of inputs besides their assignments.
pub struct InputSurroundings<'a> {
    /// Where `@file` is read.
    pub files: &'a dyn Files,
    /// The seed of generators.
    pub seed: u64,
    /// The limit in bytes of all inputs together.
    pub memory: u64,
    /// The number of processors of the machine, if it is fixed: the name `p`.
    pub processors: Option<u64>,
    /// How messages are worded.
    pub voice: Voice,
}

/// A value for every input, in the order of their declaration.
pub fn bind(
    formals: &[Formal],
    assignments: &[Assignment],
    surroundings: &InputSurroundings,
    sources: &mut Sources,
) -> Result<IndexMap<String, Value>, Vec<Diagnostic>> {
    let mut binder = Binder::new(formals, surroundings);
    binder.assign(assignments, sources);
    binder.lengths_from_arrays();
    binder.defaults();
    binder.lengths_from_arrays();
    binder.processors();
    binder.lengths_from_declarations();
    binder.evaluate();
    binder.check_lengths();
    binder.finish()
}

/// Sorts inputs into the order in which they are shown: as the file declares them with `ulaz`, then the
/// parameters of the entry that no `ulaz` names.
pub fn in_file_order(inputs: &mut IndexMap<String, Value>, file: &ast::File) {
    let mut declared: HashMap<&str, usize> = HashMap::new();
    for (at, item) in file.items.iter().enumerate() {
        if let ast::Item::Input(input) = item {
            declared.entry(input.name.text.as_str()).or_insert(at);
        }
    }
    inputs.sort_by_cached_key(|name, _| {
        let position = declared.get(name.as_str());
        position.copied().unwrap_or(file.items.len())
    });
}

/// Turns errors in values from the command line into errors of the command line.
fn as_input_errors(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for diagnostic in &mut diagnostics {
        if diagnostic.code != Code::TooMuchMemory {
            diagnostic.code = Code::BadInput;
        }
    }
    diagnostics
}
