//! Residues: the classes of sizes at which a formula was tested.
//!
//! A count that differs for every third size, or for odd sizes, follows no formula that was found on
//! powers of two. Formulas are therefore tested on sizes of every residue modulo 2 … 12, and on sizes
//! next to powers of two. Sizes that a program refuses do not count.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The moduli.
pub const MODULI: std::ops::RangeInclusive<i64> = 2..=12;
/// Bases whose powers are recognised.
const BASES: std::ops::RangeInclusive<i64> = 2..=10;

/// Offsets from a power: 2^k, 2^k − 1, 2^k + 1.
const OFFSETS: [i64; 3] = [0, -1, 1];
/// The fewest sizes that are recognised as powers plus an offset.
const FEWEST_BESIDE: usize = 3;

/// The fewest consecutive powers that say something about the others.
pub const FEWEST_POWERS: i64 = 4;
/// Sizes that are added above the largest are at most this many times as large.
const MOST_TIMES_LARGEST: i64 = 16;
/// The most residues that a message lists.
const MOST_NAMED: usize = 12;

/// The sizes of one name that were tried.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tried {
    /// The name.
    pub name: String,
    /// Sizes at which a run completed.
    pub ran: BTreeSet<i64>,
    /// Sizes at which no run completed.
    pub refused: BTreeSet<i64>,
}

/// Sizes of the form base^k + offset. Residues are those of k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Powers {
    /// The base, at least 2.
    pub base: i64,
    /// −1, 0 or 1.
    pub offset: i64,
}

impl Powers {
    /// The form of which all these sizes are, with the smallest possible base.
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

    /// The exponent k of a size.
    pub fn exponent(self, size: i64) -> Option<i64> {
        let size = size.checked_sub(self.offset)?;
        let (mut power, mut exponent) = (1_i64, 0);
        while power < size {
            power = power.checked_mul(self.base)?;
            exponent += 1;
        }
        (power == size).then_some(exponent)
    }

    /// The size with the exponent k.
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

/// Residues that no size has.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unmet {
    /// The name.
    pub name: String,
    /// Set if the program only accepts sizes of this form; the residues are then those of the exponent.
    pub powers: Option<Powers>,
    /// For each modulus, the residues that no size has.
    pub residues: Vec<(i64, Vec<i64>)>,
    /// Whether the sizes are insufficient: too few powers, or a deviating one whose residue does not
    /// occur again.
    pub is_open: bool,
}

impl Tried {
    /// The residues missing among the sizes from `from` on, out of those that the program accepts.
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
            // There are few powers, so residues may be missing, but the residue of a deviating size has
            // to occur again.
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

    /// Values above the largest that ran, up to [`MOST_TIMES_LARGEST`] times as large. If only powers
    /// ran and others were refused: powers; otherwise doublings and values between them, at multiples of
    /// the stride of those that ran.
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

    /// The stride of the sizes that ran: they are all equal modulo this.
    pub fn stride(&self) -> i64 {
        let first = self.ran.first().copied().unwrap_or(0);
        self.ran
            .iter()
            .fold(0, |stride, size| gcd(stride, size.saturating_sub(first)))
    }
}

impl Unmet {
    /// Whether the sizes suffice to state that a formula holds for all sizes that the program accepts.
    pub fn is_sufficient(&self) -> bool {
        !self.is_open
    }

    /// The quantity whose residues are meant: `n`; for powers, `k (n = 2^k)`.
    pub fn of_what(&self) -> String {
        match self.powers {
            Some(powers) => format!("k ({} = {})", self.name, powers.text()),
            None => self.name.clone(),
        }
    }

    /// `modulo 2: 1; modulo 3: 0, 2`; if there are many, the first ones and the number of others.
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

/// For each modulus, the residues that no size has and no refused size either.
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

/// The number of residues that a size would add.
pub fn gain(size: i64, met: &BTreeSet<(i64, i64)>) -> usize {
    pairs(size).filter(|pair| !met.contains(pair)).count()
}

/// The residues of a size.
pub fn pairs(size: i64) -> impl Iterator<Item = (i64, i64)> {
    MODULI.map(move |modulus| (modulus, size.rem_euclid(modulus)))
}

/// The form of which the sizes are powers, if some other sizes were refused: then the program accepts no
/// others.
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
