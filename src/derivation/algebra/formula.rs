//! Formulas: sums of products of atoms with exact coefficients, and of powers with symbols in the
//! exponent.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};
use std::sync::Arc;

use super::shared::Shared;
use crate::semantic::rational::Rational;

/// The most terms of a formula; longer ones are treated as unknown.
const MOST_TERMS: usize = 120;
/// The largest numerator and denominator of a coefficient.
const LARGEST: i128 = 1 << 100;

/// An integer without a known value: an input, a parameter of the machine, an index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol {
    /// Unique and ascending: the bounds of a symbol contain only symbols with smaller ids.
    pub id: u32,
    /// The name that is shown.
    pub name: Arc<str>,
    /// How the symbol relates to the number of that name.
    pub meaning: SymbolMeaning,
}

/// How a symbol relates to the number it is printed as.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolMeaning {
    /// It is that number.
    Itself,
    /// That number is the radix to the power of the symbol.
    Logarithm(Radix),
    /// It is that number divided by another one.
    Quotient(Radix),
}

/// The base of a power, or the divisor of a multiple.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Radix {
    /// A number, at least 2.
    Number(u32),
    /// The number of this name.
    Name(Arc<str>),
}

impl Display for Radix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Name(name) => name.fmt(formatter),
        }
    }
}

/// The base of a power with symbols in the exponent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    /// A prime number.
    Prime(u32),
    /// A symbol that is at least 1.
    Of(Atom),
}

/// An indivisible part of a product.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// An integer.
    Symbol(Symbol),
    /// The logarithm to base 2.
    Log(Box<Formula>),
    /// The square root of a formula that is at least 0.
    Root(Box<Formula>),
    /// The formula rounded down.
    Floor(Box<Formula>),
    /// The formula rounded up.
    Ceil(Box<Formula>),
    /// The floored remainder of integers.
    Modulo(Box<Formula>, Box<Formula>),
    /// The maximum.
    Greatest(Vec<Formula>),
    /// The minimum.
    Least(Vec<Formula>),
}

/// A product of powers of atoms, and of bases raised to sums of integer atoms: 6^k is 2^k · 3^k.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Product {
    /// The exponents, without zeros.
    pub factors: Shared<Atom, i32>,
    /// For each base, the coefficient of each atom in its exponent.
    pub exponent: Shared<(Base, Atom), i32>,
}

/// The highest power of an atom, and the largest coefficient in an exponent.
const HIGHEST_POWER: u32 = 1 << 30;

/// A sum of products.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formula {
    /// The coefficients, without zeros.
    pub(crate) terms: Shared<Product, Rational>,
}

fn merge<K: Clone + Ord>(into: &mut Shared<K, i32>, other: &Shared<K, i32>, times: i32) {
    if into.is_empty() && times == 1 {
        *into = other.clone();
        return;
    }
    for (key, count) in other {
        let entry = into.entry(key.clone()).or_insert(0);
        *entry = entry.saturating_add(count.saturating_mul(times));
        if *entry == 0 {
            into.remove(key);
        }
    }
}

/// Raises exponents in `into` so that they cancel all negative ones in `from`.
fn raise<K: Clone + Ord>(into: &mut Shared<K, i32>, from: &Shared<K, i32>) {
    for (key, count) in from.iter().filter(|(_, count)| **count < 0) {
        let entry = into.entry(key.clone()).or_insert(0);
        *entry = (*entry).max(-count);
    }
}

impl Product {
    /// The product of two products.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut product = self.clone();
        merge(&mut product.factors, &other.factors, 1);
        merge(&mut product.exponent, &other.exponent, 1);
        product
    }

    /// Whether a power exceeds [`HIGHEST_POWER`].
    fn is_too_high(&self) -> bool {
        let mut counts = self.factors.values().chain(self.exponent.values());
        counts.any(|count| count.unsigned_abs() > HIGHEST_POWER)
    }

    /// The reciprocal.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut inverse = Self::default();
        merge(&mut inverse.factors, &self.factors, -1);
        merge(&mut inverse.exponent, &self.exponent, -1);
        inverse
    }

    /// Whether the product is 1.
    pub fn is_one(&self) -> bool {
        self.factors.is_empty() && self.exponent.is_empty()
    }

    /// All atoms of the product, including those in powers.
    pub fn atoms(&self) -> impl Iterator<Item = &Atom> {
        let bases = self.exponent.keys().filter_map(|(base, _)| match base {
            Base::Prime(_) => None,
            Base::Of(atom) => Some(atom),
        });
        let exponents = self.exponent.keys().map(|(_, atom)| atom);
        self.factors.keys().chain(exponents).chain(bases)
    }
}

impl Atom {
    /// The symbol, if the atom is one.
    pub fn as_symbol(&self) -> Option<&Symbol> {
        match self {
            Self::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// Whether the value is always an integer.
    pub fn is_whole(&self) -> bool {
        match self {
            Self::Symbol(_) | Self::Floor(_) | Self::Ceil(_) | Self::Modulo(..) => true,
            Self::Log(_) | Self::Root(_) => false,
            Self::Greatest(parts) | Self::Least(parts) => {
                parts.iter().all(Formula::is_plainly_whole)
            }
        }
    }

    /// The operands.
    pub fn parts(&self) -> Vec<&Formula> {
        match self {
            Self::Symbol(_) => Vec::new(),
            Self::Log(part) | Self::Root(part) | Self::Floor(part) | Self::Ceil(part) => {
                vec![part]
            }
            Self::Modulo(left, right) => vec![left, right],
            Self::Greatest(parts) | Self::Least(parts) => parts.iter().collect(),
        }
    }

    /// Whether the atom contains a symbol.
    pub fn has(&self, symbol: &Symbol) -> bool {
        self.as_symbol() == Some(symbol) || self.parts().iter().any(|part| part.has(symbol))
    }
}

impl Formula {
    /// A number.
    pub fn number(value: i128) -> Self {
        Self::fraction(Rational::whole(value))
    }

    /// A fraction.
    pub(crate) fn fraction(value: Rational) -> Self {
        Self::term(Product::default(), value)
    }

    /// A product with its coefficient.
    pub(crate) fn term(product: Product, coefficient: Rational) -> Self {
        let mut terms = Shared::default();
        if coefficient != Rational::ZERO {
            terms.insert(product, coefficient);
        }
        Self { terms }
    }

    /// An atom.
    pub fn atom(atom: Atom) -> Self {
        let product = Product {
            factors: Shared::from([(atom, 1)]),
            ..Product::default()
        };
        Self::term(product, Rational::ONE)
    }

    /// A symbol.
    pub fn symbol(symbol: &Symbol) -> Self {
        Self::atom(Atom::Symbol(symbol.clone()))
    }

    /// The number, if the formula is one.
    pub(crate) fn as_fraction(&self) -> Option<Rational> {
        match self.terms.len() {
            0 => Some(Rational::ZERO),
            1 => self.terms.get(&Product::default()).copied(),
            _ => None,
        }
    }

    /// The integer, if the formula is one.
    pub fn as_whole(&self) -> Option<i128> {
        let fraction = self.as_fraction().filter(|value| value.is_whole())?;
        Some(fraction.numerator)
    }

    /// The only term, if there is just one.
    pub(crate) fn as_term(&self) -> Option<(&Product, Rational)> {
        let mut terms = self.terms.iter();
        match (terms.next(), terms.next()) {
            (Some((product, coefficient)), None) => Some((product, *coefficient)),
            _ => None,
        }
    }

    /// The symbol, if the formula is one.
    pub fn as_symbol(&self) -> Option<&Symbol> {
        let (product, coefficient) = self.as_term()?;
        let mut factors = product.factors.iter();
        match (factors.next(), factors.next()) {
            (Some((atom, 1)), None)
                if coefficient == Rational::ONE && product.exponent.is_empty() =>
            {
                atom.as_symbol()
            }
            _ => None,
        }
    }

    /// Whether the formula is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether integer coefficients and integer atoms alone make the value an integer; powers with
    /// symbols in the exponent are not examined.
    pub fn is_plainly_whole(&self) -> bool {
        self.terms.iter().all(|(product, coefficient)| {
            coefficient.is_whole()
                && product.exponent.is_empty()
                && (product.factors.iter()).all(|(atom, power)| *power > 0 && atom.is_whole())
        })
    }

    /// Whether the formula contains rounded values.
    pub(crate) fn rounds(&self) -> bool {
        let mut rounds = false;
        self.collect(&mut |atom| rounds |= matches!(atom, Atom::Floor(_) | Atom::Ceil(_)));
        rounds
    }

    /// The constant term.
    pub(crate) fn constant_part(&self) -> Rational {
        (self.terms.get(&Product::default()).copied()).unwrap_or(Rational::ZERO)
    }

    /// Whether the formula contains a symbol.
    pub fn has(&self, symbol: &Symbol) -> bool {
        (self.terms.keys()).any(|product| product.atoms().any(|atom| atom.has(symbol)))
    }

    /// All symbols, including those inside atoms.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let mut found = BTreeSet::new();
        self.collect(&mut |atom| {
            found.extend(atom.as_symbol().cloned());
        });
        found
    }

    /// The number of atoms, including those inside atoms.
    pub(in crate::derivation) fn count_atoms(&self) -> usize {
        let mut count = 0;
        self.collect(&mut |_| count += 1);
        count
    }

    /// Whether the formula is a polynomial in symbols.
    pub fn is_polynomial(&self) -> bool {
        self.terms.keys().all(|product| {
            let mut factors = product.factors.iter();
            product.exponent.is_empty()
                && factors.all(|(atom, power)| matches!(atom, Atom::Symbol(_)) && *power > 0)
        })
    }

    /// All divisors, including those inside atoms.
    pub(in crate::derivation) fn divisors(&self) -> Vec<Self> {
        let of = |formula: &Self| -> Vec<Self> {
            let factors = formula.terms.keys().flat_map(|product| &product.factors);
            let below = factors.filter(|(_, power)| **power < 0);
            below.map(|(atom, _)| Self::atom(atom.clone())).collect()
        };
        let mut found = of(self);
        self.collect(&mut |atom| {
            found.extend(atom.parts().into_iter().flat_map(of));
        });
        found
    }

    /// Calls `see` with every atom, including those inside atoms.
    pub fn collect(&self, see: &mut dyn FnMut(&Atom)) {
        for product in self.terms.keys() {
            for atom in product.atoms() {
                see(atom);
                for part in atom.parts() {
                    part.collect(see);
                }
            }
        }
    }

    fn tidy(mut self) -> Option<Self> {
        if self.terms.values().any(|value| *value == Rational::ZERO) {
            self.terms.retain(|_, value| *value != Rational::ZERO);
        }
        let fits = self.terms.len() <= MOST_TERMS
            && (self.terms.values()).all(|value| {
                value.numerator.unsigned_abs() <= LARGEST.unsigned_abs()
                    && value.denominator <= LARGEST
            });
        fits.then_some(self)
    }

    /// The sum. None if it is too large.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        self.clone().with(other)
    }

    /// The sum, reusing the first operand.
    pub(super) fn with(mut self, other: &Self) -> Option<Self> {
        if self.is_zero() {
            return other.clone().tidy();
        }
        if !other.is_zero() {
            let terms = &mut *self.terms;
            for (product, value) in &other.terms {
                let entry = terms.entry(product.clone()).or_insert(Rational::ZERO);
                *entry = entry.plus(*value)?;
            }
        }
        self.tidy()
    }

    /// The difference. None if it is too large.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times_number(-1)?)
    }

    /// The sum with a number.
    pub fn plus_number(&self, value: i128) -> Option<Self> {
        self.plus(&Self::number(value))
    }

    /// The product with a number.
    pub fn times_number(&self, factor: i128) -> Option<Self> {
        self.times_term(&Product::default(), Rational::whole(factor))
    }

    /// The product with a term.
    pub(crate) fn times_term(&self, product: &Product, coefficient: Rational) -> Option<Self> {
        let is_plain = |own: &Product| !own.is_too_high() && !own.holds_square_of_root();
        if product.is_one() && coefficient == Rational::ONE && self.terms.keys().all(is_plain) {
            return self.clone().tidy();
        }
        let mut found = BTreeMap::new();
        let mut squared = Self::default();
        for (own, value) in &self.terms {
            let mut product = own.times(product);
            if product.is_too_high() {
                return None;
            }
            let squares = product.take_squares_of_roots();
            let value = value.times(coefficient)?;
            if squares.is_empty() {
                found.insert(product, value);
                continue;
            }
            let mut factors = squares.into_iter();
            let part = factors.try_fold(Self::term(product, value), |part, (square, power)| {
                part.times(&square.power(power)?)
            })?;
            squared = squared.with(&part)?;
        }
        let terms = Shared::from(found);
        Self { terms }.tidy()?.with(&squared)
    }

    /// The product. None if it is too large.
    pub fn times(&self, other: &Self) -> Option<Self> {
        if let Some((product, coefficient)) = self.as_term() {
            return other.times_term(product, coefficient);
        }
        let mut sum = Self::default();
        for (product, coefficient) in &other.terms {
            sum = sum.with(&self.times_term(product, *coefficient)?)?;
        }
        Some(sum)
    }

    /// The quotient by a formula of one term. None if it has more terms, or is 0.
    pub fn over(&self, other: &Self) -> Option<Self> {
        if self == other && !self.is_zero() {
            return Some(Self::number(1));
        }
        let (product, coefficient) = other.as_term()?;
        self.times_term(&product.inverse(), Rational::ONE.over(coefficient)?)
    }

    /// A power with a nonnegative integer exponent.
    pub fn power(&self, exponent: u32) -> Option<Self> {
        if exponent == 1 {
            return self.times_term(&Product::default(), Rational::ONE);
        }
        (0..exponent).try_fold(Self::number(1), |product, _| product.times(self))
    }

    /// The coefficients by powers of an atom. Terms that contain the atom inside another atom or in an
    /// exponent keep it in their coefficient.
    pub fn by_power(&self, atom: &Atom) -> Option<BTreeMap<i32, Self>> {
        let mut parts: BTreeMap<i32, Self> = BTreeMap::new();
        for (product, value) in &self.terms {
            let mut rest = product.clone();
            let power = rest.factors.remove(atom).unwrap_or(0);
            let part = Self::term(rest, *value);
            let entry = parts.entry(power).or_default();
            *entry = entry.plus(&part)?;
        }
        Some(parts)
    }

    /// The smallest factor that makes all coefficients integers and all powers nonnegative.
    pub(crate) fn denominator(&self) -> Option<(Product, Rational)> {
        let mut number: i128 = 1;
        let mut product = Product::default();
        for (term, value) in &self.terms {
            let divisor = crate::semantic::rational::gcd(number, value.denominator).max(1);
            number = number.checked_mul(value.denominator / divisor)?;
            raise(&mut product.factors, &term.factors);
            raise(&mut product.exponent, &term.exponent);
        }
        Some((product, Rational::whole(number)))
    }
}
