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

/// What stands beside a power: 2^k, 2^k − 1, 2^k + 1.
const OFFSETS: [i64; 3] = [0, -1, 1];
/// Beside powers, so many sizes show that they are meant.
const FEWEST_BESIDE: usize = 3;

/// So many powers that follow each other say something about the others.
pub const FEWEST_POWERS: i64 = 4;
/// How many times the largest size those are that are added above it.
const MOST_TIMES_LARGEST: i64 = 16;
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

/// Sizes base^k + offset: what has residues is k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Powers {
    /// From 2 on.
    pub base: i64,
    /// −1, 0 or 1.
    pub offset: i64,
}

impl Powers {
    /// Of what all these sizes are powers, the least base first.
    pub fn of(sizes: &[i64]) -> Option<Self> {
        let all = OFFSETS
            .into_iter()
            .flat_map(|offset| BASES.map(move |base| Self { base, offset }));
        let fewest = |offset| if offset == 0 { 2 } else { FEWEST_BESIDE };
        let mut fitting = all.filter(|powers| {
            sizes.len() >= fewest(powers.offset)
                && sizes.iter().all(|size| powers.exponent(*size).is_some())
        });
        fitting.next()
    }

    /// k of a size.
    pub fn exponent(self, size: i64) -> Option<i64> {
        let size = size.checked_sub(self.offset)?;
        let (mut power, mut exponent) = (1_i64, 0);
        while power < size {
            power = power.checked_mul(self.base)?;
            exponent += 1;
        }
        (power == size).then_some(exponent)
    }

    /// The size with this k.
    pub fn size(self, exponent: i64) -> Option<i64> {
        let power = self.base.checked_pow(u32::try_from(exponent).ok()?)?;
        power.checked_add(self.offset)
    }

    /// `2^k`, `3^k - 1`
    pub fn text(self) -> String {
        match self.offset {
            0 => format!("{}^k", self.base),
            1.. => format!("{}^k + {}", self.base, self.offset),
            _ => format!("{}^k - {}", self.base, -self.offset),
        }
    }
}

/// What sizes have not met.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unmet {
    /// The name.
    pub name: String,
    /// The program accepts these sizes only, and the residues are those of their k.
    pub powers: Option<Powers>,
    /// A modulus, and the residues that no size has.
    pub residues: Vec<(i64, Vec<i64>)>,
    /// Too few powers, or some that deviate and none of their residues that follows.
    pub is_open: bool,
}

impl Tried {
    /// What the sizes from this one on have not met, of what the program accepts.
    pub fn unmet(&self, from: i64) -> Unmet {
        let followed: Vec<i64> = self.ran.range(from..).copied().collect();
        let mut unmet = Unmet {
            name: self.name.clone(),
            ..Unmet::default()
        };
        if let Some(powers) = powers_alone(&followed, &self.refused) {
            let of = |size: &i64| powers.exponent(*size);
            let exponents: Vec<i64> = followed.iter().filter_map(of).collect();
            unmet.residues = missing(&exponents, &[]);
            unmet.powers = Some(powers);
            // Of powers there are few. What deviates has to be met again, though.
            let mut deviating = self.ran.range(..from).filter_map(of);
            let is_missing = |exponent: i64| {
                let mut all = unmet.residues.iter();
                all.any(|(modulus, residues)| residues.contains(&exponent.rem_euclid(*modulus)))
            };
            let is_few = unmet
                .residues
                .iter()
                .any(|(modulus, _)| *modulus <= FEWEST_POWERS);
            unmet.is_open = is_few || deviating.any(is_missing);
        } else {
            let refused: Vec<i64> = self.refused.iter().copied().collect();
            unmet.residues = missing(&followed, &refused);
            unmet.is_open = !unmet.residues.is_empty();
        }
        unmet
    }

    /// Values above the largest that ran, up to [`MOST_TIMES_LARGEST`] times as large: powers where only
    /// powers ran and others were refused, else doublings and values between them, as far apart from
    /// the others as those that ran.
    pub fn above(&self) -> Vec<i64> {
        let ran: Vec<i64> = self.ran.iter().copied().collect();
        let Some(largest) = ran.last().copied().filter(|largest| *largest > 0) else {
            return Vec::new();
        };
        let most = largest.saturating_mul(MOST_TIMES_LARGEST);
        if let Some(powers) = powers_alone(&ran, &self.refused) {
            let next = powers.exponent(largest).map_or(0, |exponent| exponent + 1);
            let above = (next..).map_while(|exponent| powers.size(exponent));
            return above.take_while(|size| *size <= most).collect();
        }
        let stride = self.stride().max(1);
        let doublings = std::iter::successors(Some(largest), |size| size.checked_mul(2));
        let wanted =
            doublings.flat_map(|size| [size.saturating_add(size / 2), size.saturating_mul(2)]);
        let on_lattice = wanted.map(|size| size - (size - largest) % stride);
        let mut above: Vec<i64> = on_lattice.take_while(|size| *size <= most).collect();
        above.retain(|size| *size > largest);
        above.dedup();
        above
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

    /// What has the residues: `n`; of powers, `k (n = 2^k)`.
    pub fn of_what(&self) -> String {
        match self.powers {
            Some(powers) => format!("k ({} = {})", self.name, powers.text()),
            None => self.name.clone(),
        }
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

/// Of what sizes are powers, where some others were refused: then these are all that there are.
pub fn powers_alone(ran: &[i64], refused: &BTreeSet<i64>) -> Option<Powers> {
    let powers = Powers::of(ran)?;
    let is_other = |size: &i64| powers.exponent(*size).is_none();
    refused.iter().any(is_other).then_some(powers)
}

fn gcd(one: i64, two: i64) -> i64 {
    if two == 0 {
        one.abs()
    } else {
        gcd(two, one % two)
    }
}
