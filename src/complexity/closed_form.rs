//! Closed forms: sums of terms with rational coefficients.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul};

use super::order::Growth;
use super::term::Term;

/// The form Σ coefficient · term. Without terms it is 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClosedForm {
    /// Each term once, with a nonzero coefficient; the fastest growing first.
    pub terms: Vec<(Ratio<i128>, Term)>,
}

impl ClosedForm {
    /// The sum of the given terms in `variables` variables.
    pub fn new(terms: impl IntoIterator<Item = (Ratio<i128>, Term)>, variables: usize) -> Self {
        let mut sum: Vec<(Ratio<i128>, Term)> = Vec::new();
        for (coefficient, term) in terms {
            match sum.iter_mut().find(|(_, known)| *known == term) {
                Some((known, _)) => *known += coefficient,
                None => sum.push((coefficient, term)),
            }
        }
        sum.retain(|(coefficient, _)| *coefficient.numer() != 0);
        let growths: Vec<Growth> = sum.iter().map(|(_, term)| term.growth(variables)).collect();
        let mut ranked: Vec<_> = sum
            .into_iter()
            .zip(&growths)
            .map(|(summand, own)| {
                let above =
                    |other: &&Growth| other.dominates(own, true) && !own.dominates(other, true);
                let power = own.orders.first().map_or(0.0, |order| order.power);
                (growths.iter().filter(above).count(), power, summand)
            })
            .collect();
        ranked.sort_by(|one, two| {
            (one.0.cmp(&two.0))
                .then(two.1.total_cmp(&one.1))
                // `3*B*n - B` rather than `-B + 3*B*n`.
                .then((*one.2.0.numer() < 0).cmp(&(*two.2.0.numer() < 0)))
                .then_with(|| one.2.1.cmp(&two.2.1))
        });
        let sum = ranked.into_iter().map(|(_, _, summand)| summand).collect();
        Self { terms: sum }
    }

    /// The product. None if its coefficients are too large.
    pub fn times(&self, other: &Self, variables: usize) -> Option<Self> {
        let mut products = Vec::new();
        for (one, left) in &self.terms {
            for (two, right) in &other.terms {
                products.push((one.checked_mul(two)?, left.times(right)));
            }
        }
        Some(Self::new(products, variables))
    }

    /// The form divided by 10^digits. None if its coefficients become too large.
    pub fn with_digits(&self, digits: u32) -> Option<Self> {
        let below = Ratio::from(10_i128.checked_pow(digits)?);
        let divided = (self.terms.iter())
            .map(|(coefficient, term)| Some((coefficient.checked_div(&below)?, term.clone())));
        let terms = divided.collect::<Option<Vec<_>>>()?;
        Some(Self { terms })
    }

    /// The form in terms of variables that are given in units of 10^-digits: 10·x becomes x. None if a
    /// function other than a power is applied to such a variable, or if the coefficients become too
    /// large.
    pub fn in_units(&self, digits: &[u32]) -> Option<Self> {
        let terms = self.terms.iter().map(|(coefficient, term)| {
            let scaled = coefficient.checked_mul(&term.units(digits)?)?;
            Some((scaled, term.clone()))
        });
        let terms = terms.collect::<Option<Vec<_>>>()?;
        Some(Self { terms })
    }

    /// The value at a size. None if a term is irrational, undefined or too large.
    pub fn exact(&self, at: &[i64]) -> Option<Ratio<i128>> {
        self.terms
            .iter()
            .try_fold(Ratio::from(0), |sum: Ratio<i128>, (coefficient, term)| {
                sum.checked_add(&coefficient.checked_mul(&term.exact(at)?)?)
            })
    }

    /// The value at a size as a real number; it may be infinite or NaN.
    pub fn real(&self, at: &[f64]) -> f64 {
        self.terms
            .iter()
            .map(|(coefficient, term)| real(*coefficient) * term.real(at))
            .sum()
    }

    /// The spelling in the language: `2*log(n)`, `n*log(n) - n + 1`, `(log(n)^2 + log(n))/2`.
    pub fn text(&self, variables: &[String]) -> String {
        let denominators: Vec<i128> = self.terms.iter().map(|(c, _)| *c.denom()).collect();
        match denominators.as_slice() {
            [] => "0".to_owned(),
            [common, rest @ ..]
                if *common > 1 && !rest.is_empty() && rest.iter().all(|one| one == common) =>
            {
                let whole = |(c, term): &(Ratio<i128>, Term)| (c * common, term.clone());
                let terms: Vec<_> = self.terms.iter().map(whole).collect();
                format!("({})/{common}", sum_text(&terms, variables))
            }
            _ => sum_text(&self.terms, variables),
        }
    }

    /// A measure of how unlikely the form is: among forms that agree on all sizes, the one with the
    /// smallest weight is chosen.
    pub fn weight(&self) -> u32 {
        self.terms
            .iter()
            .map(|(coefficient, term)| 2 + term.weight() + bits(*coefficient))
            .sum()
    }
}

/// The information in a coefficient, in bits: 0 for 1.
fn bits(coefficient: Ratio<i128>) -> u32 {
    let numerator = coefficient.numer().unsigned_abs().max(1).ilog2();
    let denominator = coefficient.denom().unsigned_abs().ilog2();
    let negative = u32::from(*coefficient.numer() < 0);
    numerator + 2 * denominator + negative
}

pub(super) fn real(ratio: Ratio<i128>) -> f64 {
    *ratio.numer() as f64 / *ratio.denom() as f64
}

fn sum_text(terms: &[(Ratio<i128>, Term)], variables: &[String]) -> String {
    let mut text = String::new();
    for (coefficient, term) in terms {
        let negative = *coefficient.numer() < 0;
        text += match (text.is_empty(), negative) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let (numerator, denominator) = (coefficient.numer().unsigned_abs(), *coefficient.denom());
        let is_one = term.factors.is_empty();
        text += &match (numerator, is_one) {
            (_, true) => numerator.to_string(),
            (1, false) => term.text(variables),
            (_, false) => times(numerator, &term.text(variables)),
        };
        if denominator != 1 {
            text += "/";
            text += &denominator.to_string();
        }
    }
    text
}

/// `3*n`. For a term `1/n` the coefficient replaces the 1.
fn times(numerator: u128, term: &str) -> String {
    match term.strip_prefix("1/") {
        Some(below) => format!("{numerator}/{below}"),
        None => format!("{numerator}*{term}"),
    }
}
