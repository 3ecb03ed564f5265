//! Residues: which kinds of sizes a formula has met.
//!
//! A count that is another one for every third size, or for odd ones, follows no formula that was
//! found on powers of two. So formulas are put to sizes of every residue modulo 2 … 12, and to
//! sizes beside powers of two; what a program refuses to run on is no size of its.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The moduli.
pub const MODULI: std::ops::RangeInclusive<i64> = 2..=12;
/// Bases whose powers are told from other sizes.
const BASES: std::ops::RangeInclusive<i64> = 2..=10;

/// So many powers that follow each other say something about the others.
const FEWEST_POWERS: i64 = 4;
/// Residues that a message names at most.
const MOST_NAMED: usize = 12;

/// The sizes of one name that were tried.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tried {
    /// The name.
    pub name: String,
    /// Where a run came to its end.
    pub ran: BTreeSet<i64>,
    /// Where none did.
    pub refused: BTreeSet<i64>,
}

/// What sizes have not met.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unmet {
    /// The name.
    pub name: String,
    /// All sizes are powers of this base, and the residues are those of their exponents.
    pub base: Option<i64>,
    /// A modulus, and the residues that no size has.
    pub residues: Vec<(i64, Vec<i64>)>,
    /// Too few powers, or some that deviate and none of their residues that follows.
    pub is_open: bool,
}

impl Tried {
    /// What the sizes from this one on have not met, of what the program accepts.
    pub fn unmet(&self, from: i64) -> Unmet {
        let followed: Vec<i64> = self.ran.range(from..).copied().collect();
        let base = base(&followed);
        let mut unmet = Unmet {
            name: self.name.clone(),
            ..Unmet::default()
        };
        let is_power = |base: i64| move |size: &i64| exponent(*size, base).is_some();
        let is_refused = base.is_some_and(|base| !self.refused.iter().all(is_power(base)));
        if let (Some(base), true) = (base, is_refused) {
            let exponents = followed.iter().filter_map(|size| exponent(*size, base));
            unmet.residues = missing(&exponents.collect::<Vec<_>>(), &[]);
            unmet.base = Some(base);
            // Of powers there are few. What deviates has to be met again, though.
            let deviating = self
                .ran
                .range(..from)
                .filter_map(|size| exponent(*size, base));
            let is_missing = |exponent: i64| {
                let mut all = unmet.residues.iter();
                all.any(|(modulus, residues)| residues.contains(&exponent.rem_euclid(*modulus)))
            };
            let is_few = unmet
                .residues
                .iter()
                .any(|(modulus, _)| *modulus <= FEWEST_POWERS);
            unmet.is_open = is_few || deviating.into_iter().any(is_missing);
        } else {
            let refused: Vec<i64> = self.refused.iter().copied().collect();
            unmet.residues = missing(&followed, &refused);
            unmet.is_open = !unmet.residues.is_empty();
        }
        unmet
    }

    /// The stride of the sizes that ran: all of them are equal modulo this.
    pub fn stride(&self) -> i64 {
        let first = self.ran.first().copied().unwrap_or(0);
        self.ran
            .iter()
            .fold(0, |stride, size| gcd(stride, size.saturating_sub(first)))
    }
}

impl Unmet {
    /// Whether a formula can be said to hold for all sizes that the program accepts.
    pub fn is_sure(&self) -> bool {
        !self.is_open
    }

    /// `modulo 2: 1; modulo 3: 0, 2`; of many the first, and how many more there are.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut named = 0;
        for (modulus, residues) in &self.residues {
            if named > 0 && named + residues.len() > MOST_NAMED {
                let all: usize = self.residues.iter().map(|(_, all)| all.len()).sum();
                let _ = write!(text, "; and {} more up to modulo 12", all - named);
                break;
            }
            named += residues.len();
            let residues: Vec<String> = residues.iter().map(i64::to_string).collect();
            let comma = if text.is_empty() { "" } else { "; " };
            let _ = write!(text, "{comma}modulo {modulus}: {}", residues.join(", "));
        }
        text
    }
}

/// Residues that none of the sizes has, by modulus, and none of those refused.
pub fn missing(sizes: &[i64], refused: &[i64]) -> Vec<(i64, Vec<i64>)> {
    let of = |modulus: i64| -> Vec<i64> {
        let all = || sizes.iter().chain(refused);
        let is_missing = |residue: &i64| !all().any(|size| size.rem_euclid(modulus) == *residue);
        (0..modulus).filter(is_missing).collect()
    };
    let moduli = MODULI.map(|modulus| (modulus, of(modulus)));
    moduli
        .filter(|(_, residues)| !residues.is_empty())
        .collect()
}

/// How many residues a size would add to those that are met.
pub fn gain(size: i64, met: &BTreeSet<(i64, i64)>) -> usize {
    pairs(size).filter(|pair| !met.contains(pair)).count()
}

/// A size's residues.
pub fn pairs(size: i64) -> impl Iterator<Item = (i64, i64)> {
    MODULI.map(move |modulus| (modulus, size.rem_euclid(modulus)))
}

/// The least base that all sizes are powers of.
fn base(sizes: &[i64]) -> Option<i64> {
    let all_powers = |base: &i64| sizes.iter().all(|size| exponent(*size, *base).is_some());
    (sizes.len() > 1).then(|| BASES.into_iter().find(all_powers))?
}

/// k where the size is base^k.
pub fn exponent(size: i64, base: i64) -> Option<i64> {
    let (mut power, mut exponent) = (1_i64, 0);
    while power < size {
        power = power.checked_mul(base)?;
        exponent += 1;
    }
    (power == size).then_some(exponent)
}

fn gcd(one: i64, two: i64) -> i64 {
    if two == 0 {
        one.abs()
    } else {
        gcd(two, one % two)
    }
}
