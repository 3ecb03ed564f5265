//! Names that get a value and never give one, and built-in names that are variables unawares.

use std::collections::HashSet;

use crate::program::{Class, Origin};
use crate::semantic::builtin;
use crate::semantic::class::Scopes;
use crate::semantic::mentions::{Binding, Mention, Usage};
use crate::semantic::names::{Routine, did_you_mean};
use crate::semantic::subscript_in_name::cell_in_name;
use crate::syntax::ast::ExprKind;

use super::{NameKind, Warning};

/// Names that are shorter differ from each other by intention: `x1`, `x2`.
const SHORTEST_MISSPELT: usize = 4;

/// Looks at the names of a routine. The parameters of an entry are inputs.
pub(super) fn check(routine: &Routine<'_>, scopes: &Scopes, is_entry: bool) -> Vec<Warning> {
    let found = Found::among(scopes);
    let mut warnings = found.early(routine);
    warnings.extend(found.unread(routine, is_entry));
    warnings.extend(found.subscripted());
    warnings
}

/// What is done with the variables of a routine.
struct Found<'a> {
    scopes: &'a Scopes,
    read: HashSet<Binding>,
    /// Counters of loops, and what takes messages: who takes one need not look at it.
    counts: HashSet<Binding>,
    /// What has a value, or may have one.
    assigned: HashSet<Binding>,
    /// Scalars that are read before that.
    early: Vec<(Binding, &'a Mention)>,
}

impl<'a> Found<'a> {
    /// Goes through what a routine mentions in the order in which it is executed.
    fn among(scopes: &'a Scopes) -> Self {
        let mut found = Self {
            scopes,
            read: HashSet::new(),
            counts: HashSet::new(),
            assigned: HashSet::new(),
            early: Vec::new(),
        };
        for mention in scopes.mentions.parameters() {
            found.note(mention);
        }
        // Whatever a default reads, it does not read variables of the body.
        found.early.clear();
        for mention in scopes.mentions.executed() {
            found.note(mention);
        }
        found
    }

    fn note(&mut self, mention: &'a Mention) {
        let (usage, Some(binding)) = (mention.usage, mention.stands_for) else {
            return;
        };
        let is_looked_at = usage.reads() || usage == Usage::Updated;
        if is_looked_at && !self.assigned.contains(&binding) && self.is_plain(binding) {
            self.early.push((binding, mention));
        }
        if usage.reads() {
            self.read.insert(binding);
        }
        if matches!(usage, Usage::Counts | Usage::Received) {
            self.counts.insert(binding);
        }
        // An algorithm may write into an array that it is passed.
        let is_passed = usage == Usage::Passed && matches!(binding, Binding::Array(_));
        if usage.writes() || is_passed {
            self.assigned.insert(binding);
        }
    }

    /// Whether it is a scalar that only an assignment gives a value.
    fn is_plain(&self, binding: Binding) -> bool {
        match binding {
            Binding::Scalar(id) => self.scopes.scalars[id.index()].why.class() != Class::Index,
            Binding::Array(id) => self.scopes.arrays[id.index()].rank == Some(0),
        }
    }

    /// Reads of built-in names that are variables of this routine, before they have a value.
    fn early(&self, routine: &Routine<'_>) -> Vec<Warning> {
        let mut said: HashSet<Binding> = HashSet::new();
        let mut warnings = Vec::new();
        for (binding, Mention { name, span, .. }) in &self.early {
            let Some(meaning) = builtin::meaning(name) else {
                continue;
            };
            let is_formal = (routine.formals.iter()).any(|formal| formal.name.text == *name);
            if !is_formal && said.insert(*binding) {
                warnings.push(Warning::ReadUnassigned {
                    name: name.clone(),
                    meaning,
                    read: *span,
                    assigned: self.scopes.span(*binding),
                });
            }
        }
        warnings
    }

    /// Names that are never read.
    fn unread(&self, routine: &Routine<'_>, is_entry: bool) -> Vec<Warning> {
        let formals: HashSet<&str> = (routine.formals.iter())
            .map(|formal| formal.name.text.as_str())
            .collect();
        let is_formal = |name: &str| formals.contains(name);
        let is_measured = |name: &str| routine.measured_by(name).is_some();
        let unread = |binding: Binding, name: &str| {
            let counts = self.read.contains(&binding) || self.counts.contains(&binding);
            let is_input = is_entry && (is_formal(name) || is_measured(name));
            !(counts || is_input || is_measured(name) || name.starts_with('_'))
        };
        let scalars = (self.scopes.scalars())
            .filter(|(binding, scalar)| {
                matches!(scalar.why.class(), Class::Control | Class::Private)
                    && unread(*binding, &scalar.name)
            })
            .map(|(_, scalar)| {
                let kind = if is_formal(&scalar.name) {
                    NameKind::Parameter
                } else {
                    NameKind::Variable
                };
                (scalar.name.clone(), scalar.span, kind)
            });
        let arrays = (self.scopes.arrays())
            .filter(|(binding, array)| unread(*binding, &array.name))
            .filter_map(|(binding, array)| {
                let is_parameter = array.origin == Origin::Parameter && is_formal(&array.name);
                // What is written into an array that was passed in is there for the caller.
                let is_for_caller = is_parameter
                    && (self.assigned.contains(&binding) || has_length(routine, &array.name));
                let kind = match (is_parameter, array.rank) {
                    (true, _) => NameKind::Parameter,
                    (false, Some(0)) => NameKind::Variable,
                    (false, _) => NameKind::Array,
                };
                (!is_for_caller || array.rank == Some(0))
                    .then(|| (array.name.clone(), array.span, kind))
            });
        (scalars.chain(arrays))
            .map(|(name, span, kind)| Warning::NeverRead {
                meant: (kind == NameKind::Variable)
                    .then(|| self.misspelt(&name))
                    .flatten(),
                name,
                span,
                kind,
            })
            .collect()
    }

    /// The variable that a longer name, which nothing reads, is probably a misspelling of.
    fn misspelt(&self, name: &str) -> Option<String> {
        let read = (self.scopes.scalars()).filter(|(binding, _)| self.read.contains(binding));
        let names = read.map(|(_, scalar)| scalar.name.as_str());
        let is_long = name.len() >= SHORTEST_MISSPELT;
        is_long.then(|| did_you_mean(name, names)).flatten()
    }

    /// Variables that are called like an array with an index or a counter after it.
    fn subscripted(&self) -> Vec<Warning> {
        let is_index = |name: &str| {
            self.scopes.scalars().any(|(binding, scalar)| {
                scalar.name == name
                    && (scalar.why.class() == Class::Index || self.counts.contains(&binding))
            })
        };
        let array = |name: &str| (self.scopes.arrays.iter()).find(|array| array.name == name);
        let is_array = |name: &str| array(name).is_some_and(|array| array.rank != Some(0));
        let scalars = self.scopes.scalars.iter();
        scalars
            .filter(|scalar| scalar.why.class() != Class::Index)
            .filter_map(|scalar| {
                let (of, subscripts) = cell_in_name(&scalar.name, is_array, is_index)?;
                Some(Warning::SubscriptInName {
                    name: scalar.name.clone(),
                    cell: format!("{of}[{subscripts}]"),
                    span: scalar.span,
                    array: array(of)?.span,
                })
            })
            .collect()
    }
}

/// Whether the length of an array parameter has a name, which may be all that is wanted of it.
fn has_length(routine: &Routine<'_>, array: &str) -> bool {
    let mut formals = routine.formals.iter();
    let formal = formals.find(|formal| formal.name.text == array);
    let dimensions = formal.and_then(|formal| formal.dimensions);
    let mut written = dimensions.unwrap_or_default().iter().flatten();
    written.any(|dimension| matches!(dimension.kind, ExprKind::Name(_)))
}
