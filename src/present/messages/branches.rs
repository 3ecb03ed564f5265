//! Where two places of a program stand to each other.

use crate::source::{Sources, Span};
use crate::syntax::ast::visit::bodies;
use crate::syntax::ast::{Item, Stmt, StmtKind};
use crate::syntax::parse;

/// Whether two places stand in different branches of one `ako`: whoever comes to one of them does
/// not come to the other on the same way.
pub fn are_beside(one: Span, other: Span, sources: &Sources) -> bool {
    one.file == other.file && any_body(one, sources, &|body| divides(body, one, other))
}

/// Whether a place lies in the condition of a `dok`.
pub fn is_loop_condition(place: Span, sources: &Sources) -> bool {
    any_body(place, sources, &|body| has_loop_on(body, place))
}

/// Whether something is true of the statements of an algorithm in the file of a place.
fn any_body(place: Span, sources: &Sources, is_true: &dyn Fn(&[Stmt]) -> bool) -> bool {
    let (file, _) = parse(sources, place.file);
    let mut bodies = file.items.iter().map(|item| match item {
        Item::Algorithm(algorithm) => algorithm.body.as_slice(),
        Item::Program(program) => program.body.as_slice(),
        Item::Machine(_)
        | Item::Include(_)
        | Item::Input(_)
        | Item::Claim(_)
        | Item::Sequential(_)
        | Item::Neutral(_) => &[],
    });
    bodies.any(is_true)
}

/// Whether one of these statements, or one inside them, is a `dok` with the place in its condition.
fn has_loop_on(statements: &[Stmt], place: Span) -> bool {
    statements.iter().any(|statement| {
        let condition = match &statement.kind {
            StmtKind::While { condition, .. } => Some(condition.span),
            StmtKind::CFor { condition, .. } => condition.as_ref().map(|test| test.span),
            _ => None,
        };
        condition.is_some_and(|test| covers(test, place))
            || bodies(statement)
                .into_iter()
                .any(|body| has_loop_on(body, place))
    })
}

fn covers(whole: Span, part: Span) -> bool {
    whole.start <= part.start && part.end <= whole.end
}

/// Whether an `ako` among these statements, or inside them, has the places in different branches.
fn divides(statements: &[Stmt], one: Span, other: Span) -> bool {
    statements.iter().any(|statement| {
        let bodies = bodies(statement);
        let [first, second] = bodies;
        let parts = |one, other| holds(first, one) && holds(second, other);
        parts(one, other)
            || parts(other, one)
            || bodies.into_iter().any(|body| divides(body, one, other))
    })
}

/// Whether a place lies in one of these statements, or inside them.
fn holds(statements: &[Stmt], place: Span) -> bool {
    statements.iter().any(|statement| {
        covers(statement.span, place)
            || bodies(statement).into_iter().any(|body| holds(body, place))
    })
}
