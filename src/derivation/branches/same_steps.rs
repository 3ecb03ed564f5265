//! Groups of processors that follow the same statements: whether the steps of the one take as long as those of
//! the other.

use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::cost::{Cost, Line, Way};
use crate::derivation::walker::Outcome;

/// The index of a loop of one group, and that of the same loop of the other one.
type Pair = (Symbol, Symbol);

/// Whether two groups that follow the same statements take equally long for each of them in each turn, so that
/// they do at the same time what one of them does.
pub(super) fn take_same_steps(one: &Outcome, other: &Outcome, facts: &Facts) -> bool {
    one.cost.is_exact()
        && one.cost == other.cost
        && are_same(&one.lines, &other.lines, &mut Vec::new(), facts)
}

fn are_same(one: &[Line], other: &[Line], indices: &mut Vec<Pair>, facts: &Facts) -> bool {
    let mut pairs = one.iter().zip(other);
    one.len() == other.len()
        && pairs.all(|(a, b)| {
            let known = indices.len();
            let are_same = a.span == b.span
                && is_same_cost(&a.cost, &b.cost, indices, facts)
                && are_same_turns(&a.way, &b.way, indices, facts)
                && are_same(&a.inside, &b.inside, indices, facts);
            indices.truncate(known);
            are_same
        })
}

/// Whether two ways are over as many turns, whose indices are then a pair.
fn are_same_turns(one: &Way, other: &Way, indices: &mut Vec<Pair>, facts: &Facts) -> bool {
    match (one, other) {
        (
            Way::Sum {
                index, low, high, ..
            },
            Way::Sum {
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
        (Way::Times(one, _), Way::Times(other, _)) => is_same(one, other, indices, facts),
        (Way::Closed(_), Way::Closed(_)) | (Way::Plus(_), Way::Plus(_)) => true,
        _ => false,
    }
}

fn is_same_cost(one: &Cost, other: &Cost, indices: &[Pair], facts: &Facts) -> bool {
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
