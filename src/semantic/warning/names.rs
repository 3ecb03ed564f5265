//! Names that get a value and never give one, and built-in names that are variables unawares.

use std::collections::HashSet;

use crate::program::{BlockId, Class, Origin};
use crate::semantic::builtin;
use crate::semantic::class::{Binding, Scopes};
use crate::semantic::names::Routine;
use crate::semantic::subscript_in_name::cell_in_name;
use crate::source::Span;
use crate::syntax::ast::visit::{self, Visitor, walk_expression, walk_statement};
use crate::syntax::ast::{self, Expr, ExprKind, ParallelHeader, Stmt, StmtKind, Target};
use crate::syntax::vocabulary::{Vocabularies, Vocabulary};

use super::{NameKind, Warning};

/// Looks at the names of a routine. The parameters of an entry are inputs.
pub(super) fn check(
    routine: &Routine<'_>,
    scopes: &Scopes,
    is_entry: bool,
    vocabularies: &Vocabularies,
) -> Vec<Warning> {
    let mut reader = Reader {
        scopes,
        block: BlockId(0),
        read: HashSet::new(),
        counts: HashSet::new(),
        assigned: HashSet::new(),
        early: Vec::new(),
    };
    for formal in &routine.formals {
        for dimension in formal.dimensions.unwrap_or_default().iter().flatten() {
            reader.expression(dimension);
        }
        reader.optional(formal.default);
    }
    // What is passed for a scalar is its value; an array is assigned where the body writes it.
    for formal in &routine.formals {
        if formal.dimensions.is_none() {
            reader.assign(formal.name);
        }
        for dimension in formal.dimensions.unwrap_or_default().iter().flatten() {
            if let ExprKind::Name(name) = &dimension.kind {
                reader.assign(name);
            }
        }
    }
    reader.early.clear();
    visit::statements(&mut reader, routine.body);
    let mut warnings = reader.early(routine, vocabularies);
    warnings.extend(reader.unread(routine, is_entry));
    warnings.extend(reader.subscripted());
    warnings
}

/// Goes through a routine in the order in which it is executed, as far as that is its own.
struct Reader<'a> {
    scopes: &'a Scopes,
    block: BlockId,
    read: HashSet<BindingKey>,
    /// Counters of loops.
    counts: HashSet<BindingKey>,
    /// What has a value, or may have one.
    assigned: HashSet<BindingKey>,
    /// Scalars that are read before that.
    early: Vec<(BindingKey, ast::Ident)>,
}

/// What a name stands for: whether it is an array (or a shared scalar), and its number.
type BindingKey = (bool, usize);

fn key(binding: Binding) -> BindingKey {
    match binding {
        Binding::Scalar(id) => (false, id.index()),
        Binding::Array(id) => (true, id.index()),
    }
}

impl Visitor for Reader<'_> {
    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign {
                target,
                operator,
                value,
            } => {
                self.expression(value);
                match target {
                    Target::Name(name) | Target::WholeArray(name, _) => {
                        if operator.is_some() {
                            self.note_early(name);
                        }
                        self.assign(name);
                    }
                    Target::Element(name, subscripts, _) => {
                        self.expressions(subscripts);
                        self.assign(name);
                    }
                    Target::Section(name, ..) => {
                        self.expressions(target.expressions());
                        self.assign(name);
                    }
                }
            }
            StmtKind::Declare { declarators, .. } => {
                for declarator in declarators {
                    self.expressions(declarator.dimensions.iter().flatten().flatten());
                    self.optional(declarator.initial.as_ref());
                    if declarator.initial.is_some() {
                        self.assign(&declarator.name);
                    }
                }
            }
            StmtKind::Receive {
                targets,
                from,
                sender,
                tag,
            } => {
                self.expressions(targets.iter().flat_map(Target::expressions));
                self.expressions(from.expressions().iter().chain(tag));
                // Who takes a message need not look at it.
                let names = targets.iter().map(Target::name);
                names.chain(sender).for_each(|name| self.count(name));
            }
            StmtKind::Parallel(parallel) => self.parallel(parallel, statement.span),
            StmtKind::For {
                variable,
                from,
                to,
                step,
                body,
            } => {
                self.expressions([from, to].into_iter().chain(step));
                self.count(variable);
                visit::statements(self, body);
            }
            StmtKind::CFor {
                initial,
                condition,
                update,
                body,
            } => {
                if let Some(initial) = initial {
                    self.statement(initial);
                    if let StmtKind::Assign {
                        target: Target::Name(name),
                        ..
                    } = &initial.kind
                    {
                        self.count(name);
                    }
                }
                self.optional(condition.as_ref());
                visit::statements(self, body);
                if let Some(update) = update {
                    self.statement(update);
                }
            }
            _ => walk_statement(self, statement),
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) | ExprKind::WholeArray(name) => self.read(name),
            ExprKind::Element(name, subscripts) => {
                self.expressions(subscripts);
                self.read(name);
            }
            ExprKind::Section(name, _) => {
                walk_expression(self, expr);
                self.read(name);
            }
            ExprKind::Call(_, arguments) => {
                self.expressions(arguments);
                // An algorithm may write into what it is passed.
                for argument in arguments {
                    if let ExprKind::WholeArray(name) | ExprKind::Name(name) = &argument.kind {
                        self.assign_array(name);
                    }
                }
            }
            _ => walk_expression(self, expr),
        }
    }
}

impl Reader<'_> {
    /// Reads of built-in names that are variables of this routine, before they have a value.
    fn early(&self, routine: &Routine<'_>, vocabularies: &Vocabularies) -> Vec<Warning> {
        let mut said: HashSet<BindingKey> = HashSet::new();
        let mut warnings = Vec::new();
        for (key, name) in &self.early {
            let Some(meaning) = built_in(&name.text, vocabularies.at(name.span.file)) else {
                continue;
            };
            let is_formal = (routine.formals.iter()).any(|formal| formal.name.text == name.text);
            if !is_formal && said.insert(*key) {
                warnings.push(Warning::ReadUnassigned {
                    name: name.text.clone(),
                    meaning,
                    read: name.span,
                    assigned: self.span(*key),
                });
            }
        }
        warnings
    }

    fn span(&self, (is_array, number): BindingKey) -> Span {
        if is_array {
            self.scopes.arrays[number].span
        } else {
            self.scopes.scalars[number].span
        }
    }

    /// Names that are never read.
    fn unread(&self, routine: &Routine<'_>, is_entry: bool) -> Vec<Warning> {
        let formals: HashSet<&str> = (routine.formals.iter())
            .map(|formal| formal.name.text.as_str())
            .collect();
        let is_formal = |name: &str| formals.contains(name);
        let is_measured = |name: &str| routine.measured_by(name).is_some();
        let unread = |key: BindingKey, name: &str| {
            let counts = self.read.contains(&key) || self.counts.contains(&key);
            let is_input = is_entry && (is_formal(name) || is_measured(name));
            !(counts || is_input || is_measured(name) || name.starts_with('_'))
        };
        let scalars = self.scopes.scalars.iter().enumerate();
        let scalars = scalars
            .filter(|(number, scalar)| {
                matches!(scalar.why.class(), Class::Control | Class::Private)
                    && unread((false, *number), &scalar.name)
            })
            .map(|(_, scalar)| {
                let kind = if is_formal(&scalar.name) {
                    NameKind::Parameter
                } else {
                    NameKind::Variable
                };
                (scalar.name.clone(), scalar.span, kind)
            });
        let arrays = self.scopes.arrays.iter().enumerate();
        let arrays = arrays
            .filter(|(number, array)| unread((true, *number), &array.name))
            .filter_map(|(number, array)| {
                let is_parameter = array.origin == Origin::Parameter && is_formal(&array.name);
                // What is written into an array that was passed in is there for the caller.
                let is_for_caller = is_parameter
                    && (self.assigned.contains(&(true, number))
                        || self.gives_length(routine, &array.name));
                let kind = match (is_parameter, array.rank) {
                    (true, _) => NameKind::Parameter,
                    (false, Some(0)) => NameKind::Variable,
                    (false, _) => NameKind::Array,
                };
                (!is_for_caller || array.rank == Some(0))
                    .then(|| (array.name.clone(), array.span, kind))
            });
        (scalars.chain(arrays))
            .map(|(name, span, kind)| Warning::NeverRead { name, span, kind })
            .collect()
    }

    /// Variables that are called like an array with an index or a counter behind it.
    fn subscripted(&self) -> Vec<Warning> {
        let scalars = || self.scopes.scalars.iter().enumerate();
        let is_index = |name: &str| {
            scalars().any(|(number, scalar)| {
                scalar.name == name
                    && (scalar.why.class() == Class::Index
                        || self.counts.contains(&(false, number)))
            })
        };
        let array = |name: &str| (self.scopes.arrays.iter()).find(|array| array.name == name);
        let is_array = |name: &str| array(name).is_some_and(|array| array.rank != Some(0));
        scalars()
            .filter(|(_, scalar)| scalar.why.class() != Class::Index)
            .filter_map(|(_, scalar)| {
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

    /// Whether the length of an array parameter has a name that is read.
    fn gives_length(&self, routine: &Routine<'_>, array: &str) -> bool {
        let formal = (routine.formals.iter()).find(|formal| formal.name.text == array);
        let dimensions = formal
            .and_then(|formal| formal.dimensions)
            .unwrap_or_default();
        dimensions.iter().flatten().any(|dimension| {
            matches!(&dimension.kind, ExprKind::Name(name)
                if self.find(name).is_some_and(|key| self.read.contains(&key)))
        })
    }

    fn find(&self, name: &ast::Ident) -> Option<BindingKey> {
        self.scopes.find(self.block, &name.text).map(key)
    }

    fn read(&mut self, name: &ast::Ident) {
        let Some(key) = self.find(name) else { return };
        self.read.insert(key);
        self.note_early(name);
    }

    fn note_early(&mut self, name: &ast::Ident) {
        if let Some(key) = self.find(name)
            && !self.assigned.contains(&key)
            && self.is_plain(key)
        {
            self.early.push((key, name.clone()));
        }
    }

    /// Whether it is a scalar that only an assignment gives a value.
    fn is_plain(&self, (is_array, number): BindingKey) -> bool {
        if is_array {
            self.scopes.arrays[number].rank == Some(0)
        } else {
            self.scopes.scalars[number].why.class() != Class::Index
        }
    }

    fn assign(&mut self, name: &ast::Ident) {
        if let Some(key) = self.find(name) {
            self.assigned.insert(key);
        }
    }

    fn count(&mut self, variable: &ast::Ident) {
        if let Some(key) = self.find(variable) {
            self.counts.insert(key);
            self.assigned.insert(key);
        }
    }

    fn parallel(&mut self, parallel: &ast::Parallel, span: Span) {
        match &parallel.header {
            ParallelHeader::Ranges(ranges) => {
                for range in ranges {
                    self.expressions([&range.from, &range.to].into_iter().chain(&range.step));
                }
            }
            ParallelHeader::Indices(_) | ParallelHeader::SideBySide { .. } => {}
            ParallelHeader::IndicesOf { array, .. } => self.read(array),
        }
        let outer = self.block;
        if let Some(block) = self.scopes.block_at.get(&span) {
            self.block = *block;
        }
        let tasks = parallel.tasks.as_ref();
        self.expressions(tasks.and_then(|tasks| tasks.mapping.as_ref()));
        visit::statements(self, &parallel.body);
        self.block = outer;
    }

    fn optional(&mut self, expr: Option<&Expr>) {
        if let Some(expr) = expr {
            self.expression(expr);
        }
    }

    fn expressions<'e>(&mut self, expressions: impl IntoIterator<Item = &'e Expr>) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    fn assign_array(&mut self, name: &ast::Ident) {
        if let Some(key @ (true, _)) = self.find(name) {
            self.assigned.insert(key);
        }
    }
}

/// What a name means where no program binds it.
fn built_in(name: &str, vocabulary: Vocabulary) -> Option<String> {
    let functions =
        builtin::find(name).map(|row| format!("the function `{}`", row.usage(vocabulary)));
    builtin::meaning(name).map(str::to_owned).or(functions)
}
