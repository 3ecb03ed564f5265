//! Formulas in two names: the pairs of residues that occur.
//!
//! n·((n + p) mod 2) + 1 is 1 wherever n and p are both even or both odd, although each of them alone
//! has every residue there. Twelve consecutive n with each of twelve consecutive p have every pair of
//! residues modulo 2 … 12. If p has to divide n, the quotient n/p takes the place of n; for powers,
//! residues of the exponents are considered, and fewer of them.

use std::collections::BTreeSet;

use super::residues::{FEWEST_POWERS, MODULI, Powers, powers_alone};

/// Values of the two names.
pub type Pair = [i64; 2];

/// A pair of residues that no size has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnmetPair {
    /// `n mod 3 = 1 and p mod 2 = 0`
    pub text: String,
}

/// The pairs that were tried.
#[derive(Debug, Clone, Default)]
pub struct Pairs {
    /// Sizes at which a run completed.
    pub ran: BTreeSet<Pair>,
    /// Sizes at which no run completed.
    pub refused: BTreeSet<Pair>,
    /// Whether the second value is at most the first.
    pub second_is_bounded: bool,
}

/// How the values of pairs are interpreted.
struct View {
    /// Whether the first value is divided by the second.
    divides: bool,
    /// Whether a value is a power, and of which form.
    powers: [Option<Powers>; 2],
}

impl Pairs {
    /// Sizes that together have every pair of residues, of the class that the program accepts. The first
    /// name takes at least the value `least`.
    pub fn block(&self, least: i64) -> Vec<Pair> {
        let view = self.view();
        let seen: Vec<Pair> = self.ran.iter().filter_map(|at| view.seen(*at)).collect();
        let first_of = |place: usize| seen.iter().map(|at| at[place]).min();
        let (Some(one), Some(two)) = (first_of(0), first_of(1)) else {
            return Vec::new();
        };
        let seconds = consecutive(view.powers[1], two, i64::MIN);
        let above = match (self.second_is_bounded, view.divides) {
            (true, false) => seconds.last().copied().unwrap_or(1),
            _ => 1,
        };
        let least = if view.divides { one } else { one.min(least) };
        let firsts = consecutive(view.powers[0], least, above);
        let pairs = seconds.iter().flat_map(|second| {
            let of = |first: &i64| view.size([*first, *second]);
            firsts.iter().filter_map(of)
        });
        pairs.collect()
    }

    /// The first pair of residues that no size has, although each of them occurs alone and the program
    /// does not refuse the pair.
    pub fn unmet(&self, names: [&str; 2]) -> Option<UnmetPair> {
        let view = self.view();
        let met: Vec<Pair> = self.ran.iter().filter_map(|at| view.of(*at)).collect();
        // Sizes with fewer elements than processors are refused for that reason, and not for their
        // residues.
        let is_size = |at: &&Pair| !self.second_is_bounded || at[0] >= at[1];
        let refused = self.refused.iter().filter(is_size);
        let refused: Vec<Pair> = refused.filter_map(|at| view.of(*at)).collect();
        let moduli = |place: usize| match view.powers[place] {
            Some(_) => *MODULI.start()..=FEWEST_POWERS,
            None => MODULI,
        };
        for one in moduli(0) {
            for two in moduli(1) {
                let residues = |at: &Pair| [at[0].rem_euclid(one), at[1].rem_euclid(two)];
                let known: BTreeSet<Pair> = met.iter().chain(&refused).map(residues).collect();
                let ran: BTreeSet<Pair> = met.iter().map(residues).collect();
                let alone = |place: usize| ran.iter().map(move |at| at[place]);
                let seconds: BTreeSet<i64> = alone(1).collect();
                for first in alone(0).collect::<BTreeSet<i64>>() {
                    let is_missing = |second: &&i64| !known.contains(&[first, **second]);
                    if let Some(second) = seconds.iter().find(is_missing) {
                        let first = view.text(names, 0, one, first);
                        let second = view.text(names, 1, two, *second);
                        let text = format!("{first} and {second}");
                        return Some(UnmetPair { text });
                    }
                }
            }
        }
        None
    }

    fn view(&self) -> View {
        let values = |place: usize| -> Vec<i64> {
            let values: BTreeSet<i64> = self.ran.iter().map(|at| at[place]).collect();
            values.into_iter().collect()
        };
        let powers = [0, 1].map(|place| {
            let ran = values(place);
            let refused = self.refused.iter().map(|at| at[place]);
            powers_alone(&ran, &refused.filter(|size| !ran.contains(size)).collect())
        });
        let is_multiple = |at: &Pair| at[1] > 0 && at[0] % at[1] == 0;
        let divides = powers[0].is_none()
            && self.ran.iter().all(is_multiple)
            && self.ran.iter().any(|at| at[1] > 1)
            && (self.refused.iter()).any(|at| at[1] > 0 && at[0] > at[1] && !is_multiple(at));
        View { divides, powers }
    }
}

impl View {
    /// The values that vary independently.
    fn seen(&self, at: Pair) -> Option<Pair> {
        let [first, second] = at;
        if self.divides {
            let is_multiple = second > 0 && first % second == 0;
            return is_multiple.then(|| [first / second, second]);
        }
        Some(at)
    }

    /// The size with these values.
    fn size(&self, [first, second]: Pair) -> Option<Pair> {
        let first = if self.divides {
            first.checked_mul(second)?
        } else {
            first
        };
        Some([first, second])
    }

    /// The values whose residues are considered.
    fn of(&self, at: Pair) -> Option<Pair> {
        let seen = self.seen(at)?;
        let of = |place: usize| match self.powers[place] {
            Some(powers) => powers.exponent(seen[place]),
            None => Some(seen[place]),
        };
        Some([of(0)?, of(1)?])
    }

    /// `log p mod 2 = 1`
    fn text(&self, names: [&str; 2], place: usize, modulus: i64, residue: i64) -> String {
        let name = names[place];
        match self.powers[place] {
            Some(Powers { base: 2, offset: 0 }) => format!("log {name} mod {modulus} = {residue}"),
            Some(powers) => {
                let powers = powers.text();
                format!("k mod {modulus} = {residue} in {name} = {powers}")
            }
            None if self.divides && place == 0 => {
                format!("{name}/{} mod {modulus} = {residue}", names[1])
            }
            None => format!("{name} mod {modulus} = {residue}"),
        }
    }
}

/// Consecutive values that have every residue, starting at `least` and not below `above`.
fn consecutive(powers: Option<Powers>, least: i64, above: i64) -> Vec<i64> {
    match powers {
        None => (least.max(above)..).take(*MODULI.end() as usize).collect(),
        Some(powers) => (0..i64::from(i64::BITS))
            .map_while(|exponent| powers.size(exponent))
            .filter(|size| *size >= least.max(above))
            .take(FEWEST_POWERS as usize)
            .collect(),
    }
}
