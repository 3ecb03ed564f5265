//! Small sizes that satisfy the facts. A formula that is false at one of them need not be proved.

use std::rc::Rc;

use super::facts::{Facts, Least};
use super::formula::{Formula, Symbol};
use crate::semantic::rational::Rational;

/// The most samples that are kept.
const MOST_SAMPLES: usize = 6;
/// The most candidates that are tried.
const MOST_TRIES: usize = 40;

/// The value of each symbol, in ascending order of ids.
#[derive(Debug, Clone, Default)]
pub(in crate::derivation) struct Sample(Vec<(u32, i128)>);

impl Sample {
    fn of(&self, symbol: &Symbol) -> Option<i128> {
        let at = self
            .0
            .binary_search_by_key(&symbol.id, |(id, _)| *id)
            .ok()?;
        Some(self.0[at].1)
    }

    /// The value of a formula. None if it is undefined or not rational.
    fn value(&self, formula: &Formula) -> Option<Rational> {
        formula.at(&|symbol| self.of(symbol))
    }
}

impl Facts {
    /// Whether a formula violates the bound at one of the samples.
    pub(in crate::derivation) fn is_refuted(&self, formula: &Formula, least: Least) -> bool {
        let samples = self.samples();
        samples.iter().any(|sample| {
            sample
                .value(formula)
                .is_some_and(|value| !least.admits(value))
        })
    }

    fn samples(&self) -> Rc<Vec<Sample>> {
        self.remembered_samples(|| {
            let tries = (0..MOST_TRIES).filter_map(|number| self.sample(number));
            tries.take(MOST_SAMPLES).collect()
        })
    }

    /// A sample that satisfies all facts. `number` selects values between the bounds of each symbol.
    fn sample(&self, number: usize) -> Option<Sample> {
        let mut sample = Sample::default();
        for (at, bounded) in self.bounds.iter().enumerate() {
            let low = sample.value(&bounded.least)?.ceil()?;
            let high = match &bounded.most {
                Some(most) => Some(sample.value(most)?.floor()),
                None => None,
            };
            let value = match ((number + at) % 5, high) {
                (0, _) => low,
                (1, Some(high)) => high,
                (2, Some(high)) => (low + high).div_euclid(2),
                _ => low + (number * (at + 1) % 7) as i128,
            };
            if value < low || high.is_some_and(|high| value > high) {
                return None;
            }
            sample.0.push((bounded.symbol.id, value));
        }
        sample.0.sort_unstable();
        let fits = |fact: &Formula| {
            sample
                .value(fact)
                .is_some_and(|value| value >= Rational::ZERO)
        };
        self.known.iter().all(fits).then_some(sample)
    }
}
