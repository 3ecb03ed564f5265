//! Groups of processors that execute the same statements: whether the steps of one group are always the
//! longer ones.

use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::cost::{CostBounds, CostLine, CostTerm, LineKind};
use crate::derivation::walker::Outcome;

/// The indices of the same loop in two groups.
type Pair = (Symbol, Symbol);

/// The time of two groups that execute the same statements and wait for each other in each of them: the
/// sum of the maxima. None if the iterations of a loop differ, since then each iteration has its own
/// maximum.
pub(super) fn longer_of_each(one: &Outcome, other: &Outcome, facts: &Facts) -> Option<CostBounds> {
    let is_complete = |of: &Outcome| {
        of.cost.is_exact()
            && total(&of.lines).as_ref() == Some(&of.cost)
            && of.lines.iter().all(|line| adds_up(line, facts))
    };
    if one.lines.len() != other.lines.len() || !is_complete(one) || !is_complete(other) {
        return None;
    }
    let mut pairs = one.lines.iter().zip(&other.lines);
    pairs.try_fold(CostBounds::default(), |sum, (a, b)| {
        sum.plus(&longer(a, b, facts)?)
    })
}

fn longer(a: &CostLine, b: &CostLine, facts: &Facts) -> Option<CostBounds> {
    let [one, other] = [a, b].map(std::slice::from_ref);
    if are_same(one, other, &mut Vec::new(), facts) {
        return Some(a.cost.clone());
    }
    let is_step = |line: &CostLine| line.inside.is_empty();
    let have_same_iterations =
        matches!((&a.way, &b.way), (CostTerm::Times(..), CostTerm::Times(..)))
            && are_same(&a.inside, &b.inside, &mut Vec::new(), facts);
    let is_longest = a.span == b.span && (is_step(a) && is_step(b) || have_same_iterations);
    is_longest.then(|| a.cost.or_more(&b.cost, facts))
}

fn total(lines: &[CostLine]) -> Option<CostBounds> {
    (lines.iter()).try_fold(CostBounds::default(), |total, line| total.plus(&line.cost))
}

/// Whether the lines inside account for the whole cost of a line: for groups, only the lines of one
/// group are kept.
fn adds_up(line: &CostLine, facts: &Facts) -> bool {
    if line.inside.is_empty() {
        return matches!(line.kind, LineKind::Step);
    }
    let cost = total(&line.inside).and_then(|iteration| match &line.way {
        CostTerm::Sum {
            index, low, high, ..
        } => iteration.map(|each| facts.sum(each, index, low, high)),
        CostTerm::Times(times, _) => iteration.map(|each| each.times(times)),
        CostTerm::Closed(_) | CostTerm::Plus(_) => Some(iteration),
        CostTerm::Recurrence(_) => None,
    });
    cost.as_ref() == Some(&line.cost) && line.inside.iter().all(|inner| adds_up(inner, facts))
}

fn are_same(one: &[CostLine], other: &[CostLine], indices: &mut Vec<Pair>, facts: &Facts) -> bool {
    let mut pairs = one.iter().zip(other);
    one.len() == other.len()
        && pairs.all(|(a, b)| {
            let known = indices.len();
            let are_same = a.span == b.span
                && is_same_cost(&a.cost, &b.cost, indices, facts)
                && are_same_iterations(&a.way, &b.way, indices, facts)
                && are_same(&a.inside, &b.inside, indices, facts);
            indices.truncate(known);
            are_same
        })
}

/// Whether two terms have equal numbers of iterations. Their indices are added as a pair.
fn are_same_iterations(
    one: &CostTerm,
    other: &CostTerm,
    indices: &mut Vec<Pair>,
    facts: &Facts,
) -> bool {
    match (one, other) {
        (
            CostTerm::Sum {
                index, low, high, ..
            },
            CostTerm::Sum {
                index: of,
                low: from,
                high: to,
                ..
            },
        ) => {
            let are_same = is_same(low, from, indices, facts) && is_same(high, to, indices, facts);
            indices.push((index.clone(), of.clone()));
            are_same
        }
        (CostTerm::Times(one, _), CostTerm::Times(other, _)) => is_same(one, other, indices, facts),
        (CostTerm::Closed(_), CostTerm::Closed(_)) | (CostTerm::Plus(_), CostTerm::Plus(_)) => true,
        _ => false,
    }
}

fn is_same_cost(one: &CostBounds, other: &CostBounds, indices: &[Pair], facts: &Facts) -> bool {
    is_same(&one.lower, &other.lower, indices, facts)
        && is_same(&one.upper, &other.upper, indices, facts)
}

fn is_same(one: &Formula, other: &Formula, indices: &[Pair], facts: &Facts) -> bool {
    let renamed = indices
        .iter()
        .try_fold(one.clone(), |formula, (index, of)| {
            facts.substitute(&formula, index, &Formula::symbol(of))
        });
    renamed.as_ref() == Some(other)
}
