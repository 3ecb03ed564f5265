//! The sizes that are added to confirm formulas: of every residue modulo 2 … 12, and on both sides of
//! powers of two.
//!
//! The first ones lie between the smallest and the largest requested size. After these runs it is known
//! which sizes the program accepts, and missing ones are chosen among those: powers of two if the
//! program refuses all others, multiples of 8 if it requires these, and a few larger sizes of moderate
//! cost if the requested ones lie close together.

use std::collections::BTreeSet;

use super::residues::{MODULI, Powers, Tried, gain, pairs};

/// The most sizes added between the smallest and the largest.
pub const MOST_ADDED: usize = 24;
/// Primes beyond the tested residues of which some size is a multiple, since a count may treat multiples
/// specially.
const PRIMES: [i64; 6] = [13, 17, 19, 23, 29, 31];
/// The most sizes added once it is known what the program accepts.
const MOST_FURTHER: usize = 12;
/// How often the largest power is multiplied by its base.
const MOST_MULTIPLIED: usize = 2;
/// The same if n = 1 ran: it is an exception to many formulas, so its residue has to occur again.
const MOST_MULTIPLIED_FROM_ONE: usize = 4;
/// The most candidates that are examined.
const MOST_LOOKED_AT: usize = 1 << 14;
/// The number of starting points for candidates, evenly spaced on a logarithmic scale.
const PLACES: i32 = 12;
/// The most instructions of a size beyond the requested ones, by a cautious estimate.
const MOST_INSTRUCTIONS: f64 = 2e7;
/// The assumed growth of the number of instructions when the size is doubled.
const DOUBLED: f64 = 8.0;

/// Sizes between the smallest and the largest that cover every residue and lie next to powers of two:
/// powers of two alone cannot distinguish n from 2^⌈log n⌉, or odd sizes from even ones.
pub fn between(values: &[i64]) -> Vec<i64> {
    let (Some(low), Some(high)) = (values.first(), values.last()) else {
        return Vec::new();
    };
    if *low < 1 || high - low < 2 {
        return Vec::new();
    }
    let fits = |size: i64| size > *low && size < *high && !values.contains(&size);
    let mut added: BTreeSet<i64> = BTreeSet::new();
    // The largest power of two, and one halfway to the smallest size.
    let top = (high - 1).ilog2();
    let middle = top.midpoint(low.ilog2()).max(1);
    for exponent in [top, middle] {
        let power = 1_i64 << exponent;
        let beside = [power - 1, power + 1, power, power + power / 2];
        added.extend(beside.into_iter().filter(|size| fits(*size)));
    }
    // A square that is not a power of two.
    let root = ((*high as f64).sqrt() as i64 - 1) | 1;
    added.extend(Some(root * root).filter(|size| fits(*size)));
    for prime in PRIMES {
        let is_multiple = |size: &i64| size % prime == 0;
        if !values.iter().chain(&added).any(is_multiple) {
            added.extend(Some((high - 1) / prime * prime).filter(|size| fits(*size)));
        }
    }
    let mut met: BTreeSet<(i64, i64)> = added.iter().flat_map(|size| pairs(*size)).collect();
    let ratio = *high as f64 / *low as f64;
    // From the largest sizes to the smallest, repeatedly: small sizes may be exceptions.
    let mut fruitless = 0;
    for at in (0..PLACES).rev().cycle() {
        if added.len() >= MOST_ADDED || fruitless >= PLACES {
            break;
        }
        let near = (*low as f64 * ratio.powf(f64::from(at) / f64::from(PLACES))) as i64;
        let candidates = near..near.saturating_add(*MODULI.end());
        let candidates = candidates.filter(|size| fits(*size) && !added.contains(size));
        // The first of the best candidates.
        let best = candidates.rev().max_by_key(|size| gain(*size, &met));
        match best.filter(|size| gain(*size, &met) > 0) {
            Some(size) => {
                fruitless = 0;
                met.extend(pairs(size));
                added.insert(size);
            }
            None => fruitless += 1,
        }
    }
    added.into_iter().collect()
}

/// The results of the first sizes.
pub struct FirstRuns<'a> {
    /// For each name, the sizes that were tried. Names for which no sizes are wanted come last and are
    /// not included.
    pub tried: &'a [Tried],
    /// The largest requested size that ran.
    pub largest: &'a [i64],
    /// The instructions of its run.
    pub instructions: u64,
}

/// Sizes that the program probably accepts, with residues that no size has yet.
pub fn further(outcome: &FirstRuns) -> Vec<Vec<i64>> {
    let mut sizes: Vec<Vec<i64>> = Vec::new();
    for (place, tried) in outcome.tried.iter().enumerate() {
        let wanted = outcome.wanted(place, tried);
        for value in wanted {
            let mut size = outcome.largest.to_vec();
            size[place] = value;
            // Keeps the number of processors at most the number of elements, or vice versa.
            let other = 1 - place.min(1);
            if let Some(partner) = outcome.partner(other, place, value) {
                size[other] = partner;
            }
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
    }
    sizes
}

/// Sizes above the largest: doublings of the largest value of each name, and values in between, of the
/// class that the program probably accepts; the smallest first.
pub fn above(outcome: &FirstRuns) -> Vec<Vec<i64>> {
    let mut sizes: Vec<Vec<i64>> = Vec::new();
    let names: Vec<Vec<i64>> = (outcome.tried.iter()).map(Tried::above).collect();
    let most = names.iter().map(Vec::len).max().unwrap_or(0);
    for at in 0..most {
        for (place, values) in names.iter().enumerate() {
            if let Some(value) = values.get(at) {
                let mut size = outcome.largest.to_vec();
                size[place] = *value;
                sizes.push(size);
            }
        }
    }
    sizes
}

impl FirstRuns<'_> {
    /// Values of one name that would cover missing residues.
    fn wanted(&self, place: usize, tried: &Tried) -> Vec<i64> {
        let unmet = tried.unmet(i64::MIN);
        let several = self.tried.len() > 1;
        match unmet.powers {
            // The exponents are what has residues.
            Some(_) if several => Vec::new(),
            Some(powers) => self.powers(tried, powers),
            None => self.on_lattice(place, tried),
        }
    }

    /// Powers below the sizes that ran, and above them while they are cheap, until the exponents have
    /// every residue; the residue of the exponent 0 has to occur twice.
    fn powers(&self, tried: &Tried, powers: Powers) -> Vec<i64> {
        let of = |size: &i64| powers.exponent(*size);
        let known: BTreeSet<i64> = tried.ran.iter().filter_map(of).collect();
        let (Some(least), Some(most)) = (known.first(), known.last()) else {
            return Vec::new();
        };
        let others = known.iter().filter(|exponent| **exponent > 0).count();
        let is_done = |more: usize| others + more >= *MODULI.end() as usize;
        let is_new = |size: &i64| !tried.ran.contains(size) && !tried.refused.contains(size);
        let mut wanted = Vec::new();
        for exponent in (1..*least).rev() {
            if is_done(wanted.len()) {
                break;
            }
            wanted.extend(powers.size(exponent).filter(is_new));
        }
        let most_multiplied = match known.first() {
            Some(0) => MOST_MULTIPLIED_FROM_ONE,
            _ => MOST_MULTIPLIED,
        };
        for exponent in (most + 1..).take(most_multiplied) {
            let next = powers.size(exponent);
            let next = next.filter(|next| self.is_cheap(0, *next));
            let Some(next) = next.filter(|_| !is_done(wanted.len())) else {
                break;
            };
            wanted.extend(Some(next).filter(is_new));
        }
        wanted
    }

    /// Sizes at multiples of the common distance of those that ran.
    fn on_lattice(&self, place: usize, tried: &Tried) -> Vec<i64> {
        let stride = tried.stride();
        let (Some(low), Some(high)) = (tried.ran.first(), tried.ran.last()) else {
            return Vec::new();
        };
        if stride < 1 || *low < 1 {
            return Vec::new();
        }
        let mut met: BTreeSet<(i64, i64)> =
            tried.ran.iter().flat_map(|size| pairs(*size)).collect();
        // With a stride of 1, the program does not accept a residue that was refused.
        if stride == 1 {
            met.extend(tried.refused.iter().flat_map(|size| pairs(*size)));
        }
        let last = high.saturating_add(stride.saturating_mul(*MODULI.end()));
        let at = |from: i64, step: i64| from.checked_add(stride.checked_mul(step)?);
        let inside = (0..)
            .map_while(|step| at(*low, step))
            .take_while(|size| *size < *high);
        let outside = (1..)
            .map_while(|step| at(*high, step))
            .take_while(|size| *size <= last);
        let inside: Vec<i64> = inside.take(MOST_LOOKED_AT).collect();
        let outside: Vec<i64> = outside.filter(|size| self.is_cheap(place, *size)).collect();
        let mut wanted = Vec::new();
        for candidates in [inside, outside] {
            while wanted.len() < MOST_FURTHER {
                let open = candidates
                    .iter()
                    .filter(|size| !tried.ran.contains(size) && !tried.refused.contains(size));
                let Some(best) = open.max_by_key(|size| gain(**size, &met)) else {
                    break;
                };
                if gain(*best, &met) == 0 {
                    break;
                }
                met.extend(pairs(*best));
                wanted.push(*best);
            }
        }
        wanted
    }

    /// Whether a larger size is cheap enough, assuming that doubling the size takes at most eight times
    /// as many instructions.
    fn is_cheap(&self, place: usize, size: i64) -> bool {
        let ratio = size as f64 / self.largest[place].max(1) as f64;
        let doublings = ratio.max(1.0).log2();
        self.instructions as f64 * DOUBLED.powf(doublings) <= MOST_INSTRUCTIONS
    }

    /// The value of the other name at the size whose value is nearest to this one.
    fn partner(&self, other: usize, place: usize, value: i64) -> Option<i64> {
        let others = &self.tried.get(other).filter(|_| other != place)?.ran;
        let own = &self.tried[place].ran;
        let rank = own.range(..value).count() * others.len() / own.len().max(1);
        others
            .iter()
            .nth(rank.min(others.len().saturating_sub(1)))
            .copied()
    }
}
