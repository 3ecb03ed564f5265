//! No formula of a random program differs from a counted run.
//!
//! `DERIVATIONS=5000 cargo test derivation::random` tries more of them.

use pram::result::derivation::{Derived, Quantity};

use super::{derived, generator};
use crate::files::NoFiles;

/// Programs that are tried where nothing else is said.
const USUAL_COUNT: u64 = 120;

#[test]
fn formulas_of_random_programs_are_right() {
    let count = std::env::var("DERIVATIONS")
        .ok()
        .and_then(|count| count.parse().ok());
    let first: u64 = (std::env::var("DERIVATIONS_FROM").ok())
        .and_then(|first| first.parse().ok())
        .unwrap_or(0);
    let (mut found, mut all, mut sizes) = (0, 0, 0);
    let mut wrong = Vec::new();
    for seed in first..first + count.unwrap_or(USUAL_COUNT) {
        let text = generator::program(seed);
        let (derivation, _) = derived("random.pram", &text, &Quantity::all(), &NoFiles)
            .unwrap_or_else(|problems| panic!("seed {seed}: {problems}\n{text}"));
        for (quantity, derived) in &derivation.measures {
            all += 1;
            if let Derived::Found(compared) = derived {
                found += 1;
                sizes += compared.sizes;
                if let Some(numbers) = &compared.differs {
                    wrong.push(format!("seed {seed}, {quantity:?} for {numbers:?}\n{text}"));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        2 * found > all,
        "only {found} of {all} formulas were derived"
    );
    assert!(
        sizes > 5 * found,
        "{found} formulas were compared at {sizes} sizes only"
    );
}
