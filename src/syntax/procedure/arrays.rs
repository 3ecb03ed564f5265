//! Which names of a procedure are arrays.

use std::collections::{HashMap, HashSet};

use super::{algorithms, called};
use crate::syntax::ast::visit::{
    Visitor, bodies_mut, expressions_mut, operands_mut, statements, walk_expression, walk_statement,
};
use crate::syntax::ast::{
    Algorithm, Expr, ExprKind, File, Ident, Item, Parameter, Stmt, StmtKind, Subscript, Target,
};

/// Writes the arrays of all procedures with their brackets.
pub(super) fn name(file: &mut File) {
    let arrays = arrays(file);
    for item in &mut file.items {
        if let Item::Algorithm(algorithm) = item
            && algorithm.form.is_listing()
            && let Some(names) = arrays.get(&algorithm.name.stem)
        {
            name_arrays(algorithm, names);
        }
    }
}

/// The names in a procedure that are arrays, with the number of their dimensions.
type Ranks = HashMap<String, usize>;

/// The arrays of each procedure, by its name: what it or another algorithm uses as one.
fn arrays(file: &File) -> HashMap<String, Ranks> {
    let parameters: HashMap<String, Vec<String>> = algorithms(file)
        .map(|algorithm| {
            let names = algorithm.parameters.iter();
            let names = names.map(|parameter| parameter.name.text.clone());
            (algorithm.name.stem.clone(), names.collect())
        })
        .collect();
    let mut arrays: HashMap<String, Ranks> = algorithms(file)
        .map(|algorithm| {
            let own = ranks(&algorithm.parameters, &algorithm.body);
            (algorithm.name.stem.clone(), own)
        })
        .collect();
    loop {
        let mut flow = Flow {
            parameters: &parameters,
            arrays: &arrays,
            own: None,
            found: Vec::new(),
        };
        for item in &file.items {
            match item {
                Item::Algorithm(algorithm) => {
                    let name = &algorithm.name;
                    flow.own = name.operator.is_none().then_some(&name.stem);
                    statements(&mut flow, &algorithm.body);
                }
                Item::Program(program) => {
                    flow.own = None;
                    statements(&mut flow, &program.body);
                }
                _ => {}
            }
        }
        let found = flow.found;
        let mut has_new = false;
        for (algorithm, name, rank) in found {
            if let Some(ranks) = arrays.get_mut(&algorithm)
                && !ranks.contains_key(&name)
            {
                ranks.insert(name, rank);
                has_new = true;
            }
        }
        if !has_new {
            break;
        }
    }
    let procedures: HashSet<&str> = algorithms(file)
        .filter(|algorithm| algorithm.form.is_listing())
        .map(|algorithm| algorithm.name.stem.as_str())
        .collect();
    arrays.retain(|name, _| procedures.contains(name.as_str()));
    arrays
}

/// The names that an algorithm declares or subscripts as arrays.
pub(super) fn declared(parameters: &[Parameter], body: &[Stmt]) -> HashSet<String> {
    ranks(parameters, body).into_keys().collect()
}

/// The same with the number of their dimensions.
fn ranks(parameters: &[Parameter], body: &[Stmt]) -> Ranks {
    let mut search = Subscripted::default();
    for parameter in parameters {
        if let Some(dimensions) = &parameter.dimensions {
            search
                .0
                .insert(parameter.name.text.clone(), dimensions.len());
        }
    }
    statements(&mut search, body);
    search.0
}

#[derive(Default)]
struct Subscripted(Ranks);

impl Subscripted {
    fn target(&mut self, target: &Target) {
        let rank = match target {
            Target::Name(_) => return,
            Target::Element(_, subscripts, _) => subscripts.len(),
            Target::Section(_, subscripts, _) => subscripts.len(),
            Target::WholeArray(..) => 1,
        };
        self.0.entry(target.name().text.clone()).or_insert(rank);
    }
}

impl Visitor for Subscripted {
    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign { target, .. } => self.target(target),
            StmtKind::Receive { targets, .. } => {
                for target in targets {
                    self.target(target);
                }
            }
            StmtKind::Declare { declarators, .. } => {
                for declarator in declarators {
                    if let Some(dimensions) = &declarator.dimensions {
                        let name = declarator.name.text.clone();
                        self.0.entry(name).or_insert(dimensions.len());
                    }
                }
            }
            _ => {}
        }
        walk_statement(self, statement);
    }

    fn expression(&mut self, expression: &Expr) {
        if let Some((name, rank)) = array_of(expression) {
            self.0.entry(name.text.clone()).or_insert(rank);
        }
        walk_expression(self, expression);
    }
}

/// The array that an expression names with brackets, and how many subscripts it has.
fn array_of(expression: &Expr) -> Option<(&Ident, usize)> {
    match &expression.kind {
        ExprKind::Element(name, subscripts) => Some((name, subscripts.len())),
        ExprKind::Section(name, subscripts) => Some((name, subscripts.len())),
        ExprKind::WholeArray(name) => Some((name, 1)),
        _ => None,
    }
}

/// Follows arrays through assignments and calls.
struct Flow<'a> {
    parameters: &'a HashMap<String, Vec<String>>,
    arrays: &'a HashMap<String, Ranks>,
    /// The algorithm that is gone through; none for the program.
    own: Option<&'a str>,
    /// An algorithm, a name in it, and the dimensions of that.
    found: Vec<(String, String, usize)>,
}

impl Flow<'_> {
    /// How many dimensions a name has in the algorithm that is gone through; none of a scalar.
    fn rank(&self, name: &str) -> Option<usize> {
        self.arrays.get(self.own?)?.get(name).copied()
    }

    fn note(&mut self, algorithm: &str, name: &str, rank: usize) {
        let found = (algorithm.to_owned(), name.to_owned(), rank);
        self.found.push(found);
    }

    /// The dimensions of the arrays whose cells an expression computes with.
    fn rank_of(&self, value: &Expr) -> Option<usize> {
        match &value.kind {
            ExprKind::Name(name) => self.rank(&name.text),
            ExprKind::WholeArray(name) => self.rank(&name.text).or(Some(1)),
            ExprKind::Unary(_, operand) => self.rank_of(operand),
            ExprKind::Binary(_, _, left, right) => {
                self.rank_of(left).or_else(|| self.rank_of(right))
            }
            _ => None,
        }
    }
}

impl Visitor for Flow<'_> {
    fn statement(&mut self, statement: &Stmt) {
        if let StmtKind::Assign { target, value, .. } = &statement.kind
            && let Target::Name(name) = target
            && let Some(rank) = self.rank_of(value)
            && let Some(own) = self.own
        {
            self.note(own, &name.text, rank);
        }
        walk_statement(self, statement);
    }

    fn expression(&mut self, expression: &Expr) {
        if let Some((callee, arguments)) = called(expression)
            && let Some(parameters) = self.parameters.get(callee)
        {
            let ranks = &self.arrays[callee];
            for (argument, parameter) in arguments.iter().zip(parameters) {
                let given = match &argument.kind {
                    ExprKind::Section(_, subscripts) => Some(
                        (subscripts.iter())
                            .filter(|one| matches!(one, Subscript::Range { .. }))
                            .count(),
                    ),
                    _ => self.rank_of(argument),
                };
                match (&argument.kind, given, ranks.get(parameter)) {
                    (_, Some(rank), None) => self.note(callee, parameter, rank),
                    (ExprKind::Name(name), None, Some(rank)) => {
                        if let Some(own) = self.own {
                            self.note(own, &name.text, *rank);
                        }
                    }
                    _ => {}
                }
            }
        }
        walk_expression(self, expression);
    }
}

/// Writes the arrays of a procedure with their brackets.
fn name_arrays(procedure: &mut Algorithm, arrays: &Ranks) {
    for parameter in &mut procedure.parameters {
        if let Some(rank) = arrays.get(&parameter.name.text) {
            (parameter.dimensions).get_or_insert_with(|| vec![None; *rank]);
        }
    }
    name_arrays_in(&mut procedure.body, arrays);
}

fn name_arrays_in(body: &mut [Stmt], arrays: &Ranks) {
    for statement in body {
        for expression in expressions_mut(statement) {
            name_arrays_of(expression, arrays);
        }
        let whole = |target: &mut Target| {
            if let Target::Name(name) = target
                && arrays.contains_key(&name.text)
            {
                *target = Target::WholeArray(name.clone(), name.span);
            }
        };
        match &mut statement.kind {
            StmtKind::Assign { target, .. } => whole(target),
            StmtKind::Receive { targets, .. } => targets.iter_mut().for_each(whole),
            _ => {}
        }
        for inner in bodies_mut(statement) {
            name_arrays_in(inner, arrays);
        }
    }
}

fn name_arrays_of(expression: &mut Expr, arrays: &Ranks) {
    if let ExprKind::Name(name) = &expression.kind
        && arrays.contains_key(&name.text)
    {
        expression.kind = ExprKind::WholeArray(name.clone());
    }
    for inner in operands_mut(expression) {
        name_arrays_of(inner, arrays);
    }
}
