//! Sums of orders of growth: the dominant parts, and which sum bounds another.

pub use super::order::Growth;

/// The parts of a sum that no other part dominates, without repetition; 1 if there are none.
pub fn leading(
    growths: impl IntoIterator<Item = Growth>,
    variables: usize,
    bounded: bool,
) -> Vec<Growth> {
    let mut kept: Vec<Growth> = Vec::new();
    for growth in growths {
        if kept.iter().any(|known| known.dominates(&growth, bounded)) {
            continue;
        }
        kept.retain(|known| !growth.dominates(known, bounded));
        kept.push(growth);
    }
    if kept.is_empty() {
        kept.push(Growth::one(variables));
    }
    kept
}

/// The class as an expression of the language: `n/p + log p`.
pub fn theta_text(leading: &[Growth], variables: &[String]) -> String {
    let texts: Vec<String> = leading
        .iter()
        .map(|growth| growth.text(variables))
        .collect();
    texts.join(" + ")
}

/// Whether every part of one sum is dominated by a part of the other, that is, one = O(other).
pub fn is_bounded_by(one: &[Growth], other: &[Growth], bounded: bool) -> bool {
    one.iter()
        .all(|part| other.iter().any(|bound| bound.dominates(part, bounded)))
}
