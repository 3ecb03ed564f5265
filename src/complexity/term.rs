//! Terms: products of powers of atoms.

use num_rational::Ratio;
use num_traits::CheckedMul;

use super::atom::{Atom, AtomArgument, Function};
use super::order::Growth;
use super::tree::Tree;

/// A product of powers of atoms; 1 if there are none.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Term {
    /// Each atom once, sorted, with a nonzero exponent.
    pub factors: Vec<(Atom, i32)>,
}

impl Term {
    /// 1
    pub fn one() -> Self {
        Self::default()
    }

    /// A power of an atom.
    pub fn power(atom: Atom, exponent: i32) -> Self {
        Self {
            factors: vec![(atom, exponent)],
        }
    }

    /// A variable.
    pub fn variable(variable: u8) -> Self {
        Self::power(Atom::of(Function::Identity, variable), 1)
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut factors = self.factors.clone();
        for (atom, exponent) in &other.factors {
            match factors.iter_mut().find(|(known, _)| known == atom) {
                Some((_, sum)) => *sum += exponent,
                None => factors.push((*atom, *exponent)),
            }
        }
        factors.retain(|(_, exponent)| *exponent != 0);
        factors.sort_unstable();
        Self { factors }
    }

    /// The quotient.
    #[must_use]
    pub fn over(&self, other: &Self) -> Self {
        let below = other.factors.iter();
        let below = below.map(|(atom, exponent)| (*atom, -exponent)).collect();
        self.times(&Self { factors: below })
    }

    /// The product of powers that divides both: n for n² and n·log n, 1/p for n/p and 1/p.
    #[must_use]
    pub fn common(&self, other: &Self) -> Self {
        let own = self.factors.iter().filter_map(|(atom, one)| {
            let (_, two) = other.factors.iter().find(|(known, _)| known == atom)?;
            let least = one.abs().min(two.abs());
            (one.signum() == two.signum()).then_some((*atom, one.signum() * least))
        });
        Self {
            factors: own.collect(),
        }
    }

    /// The value at a size. None if it is irrational, undefined or too large.
    pub fn exact(&self, at: &[i64]) -> Option<Ratio<i128>> {
        let mut product = Ratio::from(1);
        for (atom, exponent) in &self.factors {
            let value = atom.exact(at)?;
            let value = if *exponent < 0 {
                (*value.numer() != 0).then(|| value.recip())?
            } else {
                value
            };
            for _ in 0..exponent.abs() {
                product = product.checked_mul(&value)?;
            }
        }
        Some(product)
    }

    /// The factor by which the value grows if these variables are in units of 10^-digits. None if a
    /// function other than a power is applied to one of them.
    pub fn units(&self, digits: &[u32]) -> Option<Ratio<i128>> {
        let of = |variable: u8| digits.get(usize::from(variable)).copied().unwrap_or(0);
        let mut product = Ratio::from(1);
        for (atom, exponent) in &self.factors {
            let units = match (atom.argument, atom.function) {
                (AtomArgument::Variable(variable), Function::Identity) => of(variable),
                (AtomArgument::Variable(variable), _) => (of(variable) == 0).then_some(0)?,
                (AtomArgument::Quotient(one, other) | AtomArgument::Tree(_, one, other), _) => {
                    (of(one) == 0 && of(other) == 0).then_some(0)?
                }
            };
            let units = exponent.unsigned_abs().checked_mul(units)?;
            let power = Ratio::from(10_i128.checked_pow(units)?);
            let power = if *exponent < 0 { power.recip() } else { power };
            product = product.checked_mul(&power)?;
        }
        Some(product)
    }

    /// The value at a size as a real number.
    pub fn real(&self, at: &[f64]) -> f64 {
        self.factors
            .iter()
            .map(|(atom, exponent)| atom.real(at).powi(*exponent))
            .product()
    }

    /// The growth of the product.
    pub fn growth(&self, variables: usize) -> Growth {
        let mut growth = Growth::one(variables);
        for (atom, exponent) in &self.factors {
            let order = atom.order().to_the(f64::from(*exponent));
            match atom.argument {
                AtomArgument::Variable(variable) => {
                    let own = &mut growth.orders[usize::from(variable)];
                    *own = own.times(order);
                }
                AtomArgument::Quotient(over, under) => {
                    growth.orders[usize::from(over)].power += order.power;
                    growth.orders[usize::from(under)].power -= order.power;
                    growth.quotient_log += order.log;
                }
                // For a root this is only an upper bound; see [`Term::is_bounded_only`].
                AtomArgument::Tree(Tree::Root, _, children) => {
                    growth.orders[usize::from(children)].power += order.power;
                }
                AtomArgument::Tree(Tree::Height | Tree::Levels, leaves, children) => {
                    growth.orders[usize::from(leaves)].log += order.power;
                    growth.orders[usize::from(children)].log -= order.power;
                }
            }
        }
        growth
    }

    /// Whether the growth is only an upper bound: the root of a tree has between 1 and all children.
    pub fn is_bounded_only(&self) -> bool {
        let is_root =
            |(atom, _): &(Atom, i32)| matches!(atom.argument, AtomArgument::Tree(Tree::Root, ..));
        self.factors.iter().any(is_root)
    }

    /// A measure of how unlikely the term is in a formula.
    pub fn weight(&self) -> u32 {
        let factors = self
            .factors
            .iter()
            .map(|(atom, exponent)| atom.weight() + exponent.unsigned_abs() - 1);
        // A quotient counts 1 more than its parts.
        let below = self.factors.iter().any(|(_, exponent)| *exponent < 0);
        factors.sum::<u32>() + u32::from(below)
    }

    /// The spelling in the language: `n/p*log(p)`; `1` without factors.
    pub fn text(&self, variables: &[String]) -> String {
        let powers = |sign: i32| {
            self.factors
                .iter()
                .filter(move |(_, exponent)| exponent.signum() == sign)
                .map(|(atom, exponent)| {
                    let base = atom.text(variables);
                    match exponent.abs() {
                        1 => base,
                        power if atom.is_power() => format!("({base})^{power}"),
                        power => format!("{base}^{power}"),
                    }
                })
        };
        let below = powers(-1).fold(String::new(), |text, power| text + "/" + &power);
        let above: Vec<String> = powers(1).collect();
        match above.split_first() {
            None => format!("1{below}"),
            // The dividend comes first: `n/p*log(p)`.
            Some((first, rest)) => rest.iter().fold(format!("{first}{below}"), |text, next| {
                format!("{text}*{next}")
            }),
        }
    }
}
