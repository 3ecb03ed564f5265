//! The scalar that a procedure changes for its caller.

use std::collections::{HashMap, HashSet};

use super::{algorithms, called};
use crate::syntax::ast::visit::{
    Visitor, bodies, bodies_mut, statements, walk_expression, walk_statement,
};
use crate::syntax::ast::{Expr, ExprKind, File, Form, Ident, Item, Stmt, StmtKind, Target};
use crate::syntax::problem::Problem;

/// Lets procedures return what they change, and calls assign it.
pub(super) fn hand_back(file: &mut File) -> Vec<Problem> {
    let (results, problems) = results(file);
    for item in &mut file.items {
        match item {
            Item::Algorithm(algorithm) => {
                assign_results(&mut algorithm.body, &results);
                if algorithm.form == Form::Procedure
                    && let Some(result) = results.get(&algorithm.name.stem)
                {
                    let name = algorithm.parameters[result.position].name.clone();
                    return_result(&mut algorithm.body, &name);
                    let result = StmtKind::Return(Some(value(&name)));
                    algorithm.body.push(Stmt::simple(result, algorithm.header));
                }
            }
            Item::Program(program) => assign_results(&mut program.body, &results),
            _ => {}
        }
    }
    problems
}

fn value(name: &Ident) -> Expr {
    Expr {
        kind: ExprKind::Name(name.clone()),
        span: name.span,
    }
}

/// What a procedure hands back.
struct Returned {
    /// The position of the parameter.
    position: usize,
    /// Whether the procedure assigns it before it reads it: then no call hands over a value.
    is_output: bool,
}

/// The parameter that each procedure hands back: a scalar that it changes, where a call gives it a
/// variable.
fn results(file: &File) -> (HashMap<String, Returned>, Vec<Problem>) {
    let mut changed: HashMap<&str, Vec<usize>> = HashMap::new();
    let procedures = || algorithms(file).filter(|algorithm| algorithm.form == Form::Procedure);
    loop {
        let mut has_new = false;
        for procedure in procedures() {
            let names = changes(&procedure.body, &changed);
            let positions: Vec<usize> = (procedure.parameters.iter().enumerate())
                .filter(|(_, parameter)| {
                    parameter.dimensions.is_none() && names.contains(&parameter.name.text)
                })
                .map(|(position, _)| position)
                .collect();
            if changed.get(procedure.name.stem.as_str()) != Some(&positions) {
                changed.insert(&procedure.name.stem, positions);
                has_new = true;
            }
        }
        if !has_new {
            break;
        }
    }
    let mut given = Given {
        changed: &changed,
        found: HashMap::new(),
    };
    for item in &file.items {
        match item {
            Item::Algorithm(algorithm) => statements(&mut given, &algorithm.body),
            Item::Program(program) => statements(&mut given, &program.body),
            _ => {}
        }
    }
    let mut problems = Vec::new();
    let mut results = HashMap::new();
    for procedure in procedures() {
        let name = &procedure.name.stem;
        match given.found.get(name).map_or(&[][..], Vec::as_slice) {
            [] => {}
            [only] => {
                let parameter = &procedure.parameters[*only].name.text;
                let returned = Returned {
                    position: *only,
                    is_output: first_use(&procedure.body, parameter) == Some(Use::Assigned),
                };
                results.insert(name.clone(), returned);
            }
            [first, second, ..] => {
                let [first, second] = [first, second].map(|at| &procedure.parameters[*at].name);
                problems.push(Problem::SeveralResults {
                    procedure: name.clone(),
                    first: first.clone(),
                    second: second.clone(),
                });
            }
        }
    }
    (results, problems)
}

/// The scalars that statements assign, receive, or let another procedure change.
fn changes(body: &[Stmt], changed: &HashMap<&str, Vec<usize>>) -> HashSet<String> {
    let mut names = HashSet::new();
    for statement in body {
        let mut note = |target: &Target| {
            if let Target::Name(name) = target {
                names.insert(name.text.clone());
            }
        };
        match &statement.kind {
            StmtKind::Assign { target, .. } => note(target),
            StmtKind::Receive {
                targets, sender, ..
            } => {
                targets.iter().for_each(note);
                names.extend(sender.iter().map(|sender| sender.text.clone()));
            }
            StmtKind::Call(call) => {
                if let Some((callee, arguments)) = called(call)
                    && let Some(positions) = changed.get(callee)
                {
                    for position in positions {
                        if let Some(ExprKind::Name(name)) =
                            arguments.get(*position).map(|argument| &argument.kind)
                        {
                            names.insert(name.text.clone());
                        }
                    }
                }
            }
            _ => {}
        }
        for inner in bodies(statement) {
            names.extend(changes(inner, changed));
        }
    }
    names
}

/// How a scalar is used first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It is assigned on every way.
    Assigned,
    /// It is read, or it may be.
    Read,
}

/// How statements use a scalar first, if they name it.
fn first_use(body: &[Stmt], name: &str) -> Option<Use> {
    body.iter().find_map(|statement| {
        let mut mentions = Mentions {
            name,
            count: 0,
            returns: false,
        };
        mentions.statement(statement);
        if mentions.count == 0 {
            // A processor that leaves here returns what it was given.
            return mentions.returns.then_some(Use::Read);
        }
        let is_it = |target: &Target| matches!(target, Target::Name(one) if one.text == name);
        let is_assigned = match &statement.kind {
            StmtKind::Assign {
                target,
                operator: None,
                ..
            } => is_it(target) && mentions.count == 1,
            StmtKind::Receive { targets, .. } => targets.iter().any(is_it) && mentions.count == 1,
            StmtKind::Block(inner) => return first_use(inner, name),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                let is_assigned = |side| first_use(side, name) == Some(Use::Assigned);
                !is_read(condition, name) && is_assigned(then) && is_assigned(otherwise)
            }
            _ => false,
        };
        Some(if is_assigned {
            Use::Assigned
        } else {
            Use::Read
        })
    })
}

/// Whether an expression reads a scalar.
fn is_read(expression: &Expr, name: &str) -> bool {
    let mut mentions = Mentions {
        name,
        count: 0,
        returns: false,
    };
    mentions.expression(expression);
    mentions.count > 0
}

/// How often statements name a scalar.
struct Mentions<'a> {
    name: &'a str,
    count: usize,
    returns: bool,
}

impl Visitor for Mentions<'_> {
    fn statement(&mut self, statement: &Stmt) {
        let targets = match &statement.kind {
            StmtKind::Assign { target, .. } => std::slice::from_ref(target),
            StmtKind::Receive { targets, .. } => targets,
            _ => &[],
        };
        let is_it = |target: &&Target| matches!(target, Target::Name(one) if one.text == self.name);
        self.count += targets.iter().filter(is_it).count();
        self.returns |= matches!(statement.kind, StmtKind::Return(_));
        walk_statement(self, statement);
    }

    fn expression(&mut self, expression: &Expr) {
        if matches!(&expression.kind, ExprKind::Name(one) if one.text == self.name) {
            self.count += 1;
        }
        walk_expression(self, expression);
    }
}

/// Which of the scalars that procedures change are given variables.
struct Given<'a> {
    changed: &'a HashMap<&'a str, Vec<usize>>,
    found: HashMap<String, Vec<usize>>,
}

impl Visitor for Given<'_> {
    fn statement(&mut self, statement: &Stmt) {
        if let StmtKind::Call(call) = &statement.kind
            && let Some((callee, arguments)) = called(call)
            && let Some(positions) = self.changed.get(callee)
        {
            for position in positions {
                let argument = arguments.get(*position);
                if argument.and_then(variable).is_some() {
                    let found = self.found.entry(callee.to_owned()).or_default();
                    if !found.contains(position) {
                        found.push(*position);
                    }
                }
            }
        }
        walk_statement(self, statement);
    }
}

/// What an argument lets a procedure change.
fn variable(argument: &Expr) -> Option<Target> {
    match &argument.kind {
        ExprKind::Name(name) => Some(Target::Name(name.clone())),
        ExprKind::Element(name, subscripts) => Some(Target::Element(
            name.clone(),
            subscripts.clone(),
            argument.span,
        )),
        _ => None,
    }
}

/// A call whose procedure changes a variable assigns it.
fn assign_results(body: &mut [Stmt], results: &HashMap<String, Returned>) {
    for statement in body {
        if let StmtKind::Call(call) = &statement.kind
            && let Some((callee, arguments)) = called(call)
            && let Some(result) = results.get(callee)
            && let Some(target) = arguments.get(result.position).and_then(variable)
        {
            let mut value = call.clone();
            if result.is_output
                && let Target::Name(_) = target
                && let ExprKind::Call(_, arguments) = &mut value.kind
            {
                arguments[result.position].kind = ExprKind::Int(0);
            }
            statement.kind = StmtKind::Assign {
                target,
                operator: None,
                value,
            };
        }
        for inner in bodies_mut(statement) {
            assign_results(inner, results);
        }
    }
}

/// A return of a procedure returns what it hands back. In a block it only ends a processor's part.
fn return_result(body: &mut [Stmt], result: &Ident) {
    for statement in body {
        match &mut statement.kind {
            StmtKind::Return(returned @ None) => *returned = Some(value(result)),
            StmtKind::Parallel(_) => continue,
            _ => {}
        }
        for inner in bodies_mut(statement) {
            return_result(inner, result);
        }
    }
}
