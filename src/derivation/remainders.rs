//! Sums of rounded values over all remainders: ⌊x/m⌋ + ⌊(x + 1)/m⌋ + … + ⌊(x + m − 1)/m⌋ is x for every
//! integer x (Hermite's identity).

use std::collections::BTreeMap;

use crate::derivation::algebra::formula::{Atom, Formula, Product};
use crate::semantic::rational::Rational;

/// Values with larger divisors are not examined.
const LARGEST_MODULUS: i128 = 16;

/// The common parts of the rounded values of one sum.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    modulus: i128,
    /// x, without its constant.
    above: Formula,
    /// The factor of the rounded value.
    outside: Product,
}

/// ⌊(x + r)/m⌋ as it occurs in a formula: `atom` − `more`.
struct Member {
    atom: Atom,
    more: i128,
    coefficient: Rational,
}

/// An equal formula in which x replaces the sum of rounded values, if that leaves fewer terms.
pub(super) fn over_all_remainders(formula: &Formula) -> Option<Formula> {
    let mut groups: BTreeMap<Group, BTreeMap<i128, Member>> = BTreeMap::new();
    for (product, coefficient) in &formula.terms {
        if let Some((group, remainder, atom, more)) = member(product) {
            let coefficient = *coefficient;
            let member = Member {
                atom,
                more,
                coefficient,
            };
            let members = groups.entry(group).or_default();
            members.entry(remainder).or_insert(member);
        }
    }
    let mut plain = formula.clone();
    for (group, members) in groups {
        let nothing = group.nothing(&members)?;
        let mut coefficients: Vec<Rational> =
            members.values().map(|member| member.coefficient).collect();
        coefficients.sort_unstable();
        coefficients.dedup();
        for coefficient in coefficients {
            let written = plain.plus(&nothing.times_term(&group.outside, coefficient)?)?;
            if written.terms.len() < plain.terms.len() {
                plain = written;
            }
        }
    }
    Some(plain)
}

impl Group {
    /// x − Σ ⌊(x + r)/m⌋ for r = 0 … m − 1, which is 0.
    fn nothing(&self, members: &BTreeMap<i128, Member>) -> Option<Formula> {
        let mut nothing = self.above.clone();
        for remainder in 0..self.modulus {
            let rounded = if let Some(member) = members.get(&remainder) {
                Formula::atom(member.atom.clone()).plus_number(-member.more)?
            } else {
                let modulus = Formula::number(self.modulus);
                let part = self.above.plus_number(remainder)?.over(&modulus)?;
                Formula::atom(Atom::Floor(Box::new(part)))
            };
            nothing = nothing.minus(&rounded)?;
        }
        Some(nothing)
    }
}

/// Analyses a product with one rounded value: its group, the remainder r, the atom, and how much the
/// atom exceeds ⌊(x + r)/m⌋.
fn member(product: &Product) -> Option<(Group, i128, Atom, i128)> {
    let is_rounded = |atom: &&Atom| matches!(atom, Atom::Floor(_) | Atom::Ceil(_));
    let mut rounded = product.factors.keys().filter(is_rounded);
    let (atom, None) = (rounded.next()?, rounded.next()) else {
        return None;
    };
    let (Atom::Floor(part) | Atom::Ceil(part)) = atom else {
        return None;
    };
    let mut outside = product.clone();
    if outside.factors.remove(atom) != Some(1) {
        return None;
    }
    let (below, number) = part.denominator()?;
    let modulus = number.numerator;
    if below != Product::default() || !(2..=LARGEST_MODULUS).contains(&modulus) {
        return None;
    }
    let above = part.times_number(modulus)?;
    if !above.is_plainly_whole() {
        return None;
    }
    let constant = above.constant_part().numerator;
    let above = above.plus_number(-constant)?;
    let added = match atom {
        Atom::Ceil(_) => constant + modulus - 1,
        _ => constant,
    };
    let group = Group {
        modulus,
        above,
        outside,
    };
    let (remainder, more) = (added.rem_euclid(modulus), added.div_euclid(modulus));
    Some((group, remainder, atom.clone(), more))
}
