//! Lower and upper bounds of formulas, as sums of monomials whose coefficients are intervals.
//!
//! ⌈x⌉ lies between x and x + 1, 2^⌈log n⌉ between n and 2n, a mod b between 0 and b. Equal monomials
//! are combined before a class is determined, so 2⌈n/2⌉ − n + ⌊log n⌋ + 1 lies between log n and log n +
//! 2. All bounds hold for sufficiently large sizes.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul};

use super::atom::{Atom, AtomArgument, Function};
use super::closed_form::ClosedForm;
use super::order::Growth;
use super::term::Term;
use super::tree::Tree;

/// Coefficients are exact until a class is determined.
pub type Number = Ratio<i128>;

/// Products with more parts than this are not computed.
const MOST_PARTS: usize = 64;

/// How the roundings of a formula are bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// ⌈x⌉ = x + \[0, 1\]: equal terms cancel.
    Added,
    /// ⌈x⌉ = \[1/2, 1\]·x + \[1/2, 1\], ⌊x⌋ = \[1/2, 1\]·x: positive values stay positive.
    Scaled,
}

/// The bounds Σ low·growth and Σ high·growth.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GrowthBounds {
    /// The parts, each monomial once.
    pub parts: Vec<BoundTerm>,
}

/// A monomial and the interval of its coefficient.
#[derive(Debug, Clone, PartialEq)]
pub struct BoundTerm {
    /// The monomial, which is positive.
    pub growth: Growth,
    /// The lower bound of its coefficient.
    pub low: Number,
    /// The upper bound of its coefficient.
    pub high: Number,
}

impl GrowthBounds {
    /// A monomial with a coefficient in an interval.
    pub fn between(growth: Growth, low: Number, high: Number) -> Self {
        let parts = vec![BoundTerm { growth, low, high }];
        Self { parts }
    }

    /// A monomial.
    pub fn of(growth: Growth) -> Self {
        Self::between(growth, 1.into(), 1.into())
    }

    /// A constant in an interval, for formulas in `variables` variables.
    pub fn constant(low: Number, high: Number, variables: usize) -> Self {
        Self::between(Growth::one(variables), low, high)
    }

    /// The sum. None if its coefficients are too large.
    pub fn plus(mut self, other: Self) -> Option<Self> {
        for part in other.parts {
            let known = (self.parts.iter_mut()).find(|known| known.growth == part.growth);
            match known {
                Some(known) => {
                    known.low = known.low.checked_add(&part.low)?;
                    known.high = known.high.checked_add(&part.high)?;
                }
                None => self.parts.push(part),
            }
        }
        let zero = Number::from(0);
        (self.parts).retain(|part| part.low != zero || part.high != zero);
        Some(self)
    }

    /// The negation.
    pub fn negated(self) -> Option<Self> {
        self.scaled((-1).into(), (-1).into())
    }

    /// The product with a number in an interval.
    pub fn scaled(self, low: Number, high: Number) -> Option<Self> {
        let parts = self.parts.into_iter().map(|part| {
            let (low, high) = product((part.low, part.high), (low, high))?;
            Some(BoundTerm { low, high, ..part })
        });
        Self::default().plus(Self {
            parts: parts.collect::<Option<_>>()?,
        })
    }

    /// The product. None if it is too large.
    pub fn times(&self, other: &Self) -> Option<Self> {
        if self.parts.len() * other.parts.len() > MOST_PARTS {
            return None;
        }
        let mut sum = Self::default();
        for one in &self.parts {
            for two in &other.parts {
                let (low, high) = product((one.low, one.high), (two.low, two.high))?;
                let growth = one.growth.times(&two.growth);
                sum = sum.plus(Self::between(growth, low, high))?;
            }
        }
        Some(sum)
    }

    /// A power with an integer exponent. A negative exponent requires a single positive monomial.
    pub fn to_the(&self, exponent: i32, variables: usize) -> Option<Self> {
        let base = if exponent < 0 {
            self.inverse()?
        } else {
            self.clone()
        };
        let one = Self::of(Growth::one(variables));
        (0..exponent.unsigned_abs()).try_fold(one, |power, _| power.times(&base))
    }

    /// The reciprocal of a single positive monomial.
    pub fn inverse(&self) -> Option<Self> {
        match self.parts.as_slice() {
            [part] if part.low > Number::from(0) => Some(Self::between(
                part.growth.to_the(-1.0),
                part.high.recip(),
                part.low.recip(),
            )),
            _ => None,
        }
    }

    /// Whether no coefficient may be negative.
    pub fn is_positive(&self) -> bool {
        let zero = Number::from(0);
        !self.parts.is_empty() && self.parts.iter().all(|part| part.low >= zero)
    }

    /// The bounds of a closed form in `variables` variables. `bounded` tells whether the second variable
    /// is at most the first.
    pub fn of_form(
        form: &ClosedForm,
        rounding: Rounding,
        variables: usize,
        bounded: bool,
    ) -> Option<Self> {
        let mut sum = Self::default();
        for (coefficient, term) in &form.terms {
            let term = Self::of_term(term, rounding, variables, bounded)?;
            sum = sum.plus(term.scaled(*coefficient, *coefficient)?)?;
        }
        Some(sum)
    }

    fn of_term(term: &Term, rounding: Rounding, variables: usize, bounded: bool) -> Option<Self> {
        let mut product = Self::of(Growth::one(variables));
        for (atom, exponent) in &term.factors {
            let atom = Self::of_atom(*atom, rounding, variables, bounded)?;
            product = product.times(&atom.to_the(*exponent, variables)?)?;
        }
        Some(product)
    }

    fn of_atom(atom: Atom, rounding: Rounding, variables: usize, bounded: bool) -> Option<Self> {
        let growth = Term::power(atom, 1).growth(variables);
        let exactly = Self::of(growth.clone());
        let is_variable = matches!(atom.argument, AtomArgument::Variable(_));
        let half = Number::new(1, 2);
        let (zero, one) = (Number::from(0), Number::from(1));
        let plus = |low, high| exactly.clone().plus(Self::constant(low, high, variables));
        if let AtomArgument::Tree(tree, ..) = atom.argument {
            return match (tree, atom.function) {
                (Tree::Height, Function::Identity) => Some(exactly),
                (Tree::Levels, Function::Identity) => exactly.rounded_up(one, rounding, variables),
                // The root has at least one child and at most as many as there are leaves.
                (Tree::Root, Function::Identity) => {
                    Self::between(growth, zero, one).plus(Self::constant(one, one, variables))
                }
                _ => None,
            };
        }
        match atom.function {
            Function::Identity
            | Function::Log
            | Function::LogLog
            | Function::Root
            | Function::ThreeToLog
            | Function::Exponential => Some(exactly),
            // Half an integer is rounded by at most 1/2; half a quotient by less than 1.
            Function::CeilingHalf | Function::FloorHalf => {
                let halved = exactly.clone().scaled(half, half)?;
                let most = if is_variable { half } else { one };
                match atom.function {
                    Function::CeilingHalf => halved.rounded_up(most, rounding, variables),
                    _ if !is_variable && !bounded => {
                        halved.rounded_down(one, Rounding::Added, variables)
                    }
                    _ => halved.rounded_down(most, rounding, variables),
                }
            }
            // log(n/p) is 0 for n = p, so it cannot be scaled.
            Function::CeilingLog | Function::CeilingLogLog if !is_variable => plus(zero, one),
            Function::FloorLog | Function::FloorLogLog if !is_variable => plus(-one, zero),
            Function::Ceiling
            | Function::CeilingLog
            | Function::CeilingLogLog
            | Function::CeilingRoot => exactly.rounded_up(one, rounding, variables),
            Function::Floor if !is_variable && !bounded => plus(-one, zero),
            Function::Floor | Function::FloorLog | Function::FloorLogLog | Function::FloorRoot => {
                exactly.rounded_down(one, rounding, variables)
            }
            // log(n − 1) > log n − 1/8 for n ≥ 13.
            Function::CeilingLogBefore if is_variable => plus(-Number::new(1, 8), one),
            Function::CeilingLogBefore => None,
            Function::NextTwoPower => exactly.scaled(one, 2.into()),
            Function::LastTwoPower => exactly.scaled(half, one),
        }
    }

    /// ⌈x⌉ < x + `most`.
    pub fn rounded_up(self, most: Number, rounding: Rounding, variables: usize) -> Option<Self> {
        let half = Number::new(1, 2);
        match rounding {
            Rounding::Scaled if self.is_positive() => {
                let rest = Self::constant(half, 1.into(), variables);
                self.scaled(half, 1.into())?.plus(rest)
            }
            _ => self.plus(Self::constant(0.into(), most, variables)),
        }
    }

    /// ⌊x⌋ > x − `most`.
    pub fn rounded_down(self, most: Number, rounding: Rounding, variables: usize) -> Option<Self> {
        match rounding {
            Rounding::Scaled if self.is_positive() => self.scaled(Number::new(1, 2), 1.into()),
            _ => self.plus(Self::constant(-most, 0.into(), variables)),
        }
    }
}

/// The interval of the products of two intervals.
fn product(one: (Number, Number), two: (Number, Number)) -> Option<(Number, Number)> {
    let corners = [
        one.0.checked_mul(&two.0)?,
        one.0.checked_mul(&two.1)?,
        one.1.checked_mul(&two.0)?,
        one.1.checked_mul(&two.1)?,
    ];
    let low = corners.into_iter().min()?;
    let high = corners.into_iter().max()?;
    Some((low, high))
}
