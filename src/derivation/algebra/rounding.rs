//! Rounded values, remainders, extremes and logarithms in normal form; substitution.

use super::facts::Facts;
use super::formula::{Atom, Base, Formula, Product, Symbol};
use super::nested_rounding::inner;
use crate::semantic::rational::Rational;

/// The most atoms of a formula that is rounded: nested rounded values could grow without limit.
const MOST_ROUNDED: usize = 200;
/// The largest denominator for which all residues are tried.
const LARGEST_MODULUS: i128 = 16;
/// The most combinations of residues that are tried.
const MOST_RESIDUES: usize = 4096;

impl Facts {
    /// Whether the value is an integer.
    pub fn is_whole(&self, formula: &Formula) -> bool {
        let rest = self.split(formula).1;
        rest.is_zero() || is_whole_by_residues(&rest)
    }

    /// The terms that are integers, and the other terms.
    fn split(&self, formula: &Formula) -> (Formula, Formula) {
        let mut parts = [Formula::default(), Formula::default()];
        for (product, value) in &formula.terms {
            let at = usize::from(!self.is_whole_term(product, *value));
            parts[at].terms.insert(product.clone(), *value);
        }
        let [whole, rest] = parts;
        (whole, rest)
    }

    fn is_whole_term(&self, product: &Product, value: Rational) -> bool {
        let mut bases: Vec<&Base> = product.exponent.keys().map(|(base, _)| base).collect();
        bases.dedup();
        let fits = |(atom, power): (&Atom, &i32)| {
            self.is_whole_atom(atom)
                && (*power > 0 || bases.iter().any(|base| **base == Base::Of(atom.clone())))
        };
        if !product.factors.iter().all(fits) {
            return false;
        }
        let mut divisor = value.denominator;
        for base in &bases {
            if let Base::Prime(prime) = base {
                while divisor % i128::from(*prime) == 0 {
                    divisor /= i128::from(*prime);
                }
            }
        }
        // Nested questions share the limit of the outer one.
        divisor == 1
            && (bases.iter()).all(|base| {
                (product.exponent_in(base, value))
                    .is_some_and(|exponent| self.is_nonnegative_within(&exponent))
            })
    }

    fn is_whole_atom(&self, atom: &Atom) -> bool {
        match atom {
            Atom::Greatest(parts) | Atom::Least(parts) => {
                parts.iter().all(|part| self.is_whole(part))
            }
            _ => atom.is_whole(),
        }
    }

    /// ⌊f⌋
    pub fn floor(&self, formula: &Formula) -> Option<Formula> {
        if formula.count_atoms() > MOST_ROUNDED {
            return None;
        }
        let (mut whole, mut rest) = self.split(formula);
        let constant = rest.constant_part();
        if constant != Rational::ZERO {
            let number = constant.floor();
            whole = whole.plus_number(number)?;
            rest = rest.plus_number(-number)?;
        }
        if let Some(number) = rest.as_fraction() {
            return whole.plus_number(number.floor());
        }
        if is_whole_by_residues(&rest) {
            return whole.plus(&rest);
        }
        let near = self.floor_of_logarithm(&rest);
        if let Some(found) = near.or_else(|| self.floor_of_root(&rest)) {
            return whole.plus(&found);
        }
        if rest.terms.keys().all(|product| !has_log(product)) {
            for number in [0, -1, 1] {
                let above = rest.plus_number(-number)?;
                let below = rest.times_number(-1)?.plus_number(number + 1)?;
                if self.is_nonnegative(&above) && self.is_positive(&below) {
                    return whole.plus_number(number);
                }
            }
        }
        let rounded = if is_negative(&rest) {
            self.ceil_atom(&rest.times_number(-1)?)?.times_number(-1)?
        } else {
            self.floor_atom(&rest)?
        };
        whole.plus(&rounded)
    }

    /// ⌈f⌉
    pub fn ceil(&self, formula: &Formula) -> Option<Formula> {
        self.floor(&formula.times_number(-1)?)?.times_number(-1)
    }

    /// ⌊(x − 1)/s⌋ is ⌈x/s⌉ − 1 for integers x; ⌊(⌊x⌋ + w)/s⌋ is ⌊(x + w)/s⌋ for every x, and ⌊(⌈x⌉ +
    /// w)/s⌋ is ⌈(x + w − s + 1)/s⌉.
    fn floor_atom(&self, rest: &Formula) -> Option<Formula> {
        let atom = |formula: &Formula| Formula::atom(Atom::Floor(Box::new(formula.clone())));
        if let Some(found) = self.extreme_of(rest, |part| self.floor(part)) {
            return Some(found);
        }
        let Some((whole, unit, constant)) = self.over_unit(rest)? else {
            return Some(atom(rest));
        };
        match inner(&whole) {
            Some((Atom::Floor(part), others)) => {
                return self.floor(&others.plus(&part)?.over(&unit)?);
            }
            Some((Atom::Ceil(part), others)) => {
                let below = others.plus(&part)?.minus(&unit)?.plus_number(1)?;
                return self.ceil(&below.over(&unit)?);
            }
            _ => {}
        }
        let shift = match unit.as_whole() {
            Some(unit) if constant == unit - 1 => 0,
            _ if constant == -1 => -1,
            _ => return Some(atom(rest)),
        };
        let above = whole.plus_number(-constant)?.over(&unit)?;
        if is_power(&above) {
            return self.ceil(&above)?.plus_number(shift);
        }
        rounded(&above, Atom::Ceil, Atom::Floor)?.plus_number(shift)
    }

    /// ⌊max(a, b)⌋ is max(⌊a⌋, ⌊b⌋), and likewise for minima and ⌈ ⌉.
    fn extreme_of(
        &self,
        formula: &Formula,
        rounded: impl Fn(&Formula) -> Option<Formula>,
    ) -> Option<Formula> {
        let each = |parts: &[Formula]| parts.iter().map(&rounded).collect::<Option<Vec<_>>>();
        match formula.as_atom()? {
            Atom::Greatest(parts) => Some(self.greatest(each(parts)?)),
            Atom::Least(parts) => Some(self.least(each(parts)?)),
            _ => None,
        }
    }

    /// ⌈2^e⌉ is max(1, 2^e) for an integer e; ⌈(x + 1)/s⌉ is ⌊x/s⌋ + 1 for integers x; ⌈(⌈x⌉ + w)/s⌉ is
    /// ⌈(x + w)/s⌉ for every x, and ⌈(⌊x⌋ + w)/s⌉ is ⌊(x + w + s − 1)/s⌋.
    fn ceil_atom(&self, rest: &Formula) -> Option<Formula> {
        if let Some(found) = self.extreme_of(rest, |part| self.ceil(part)) {
            return Some(found);
        }
        if rest
            .exponent_of_two()
            .is_some_and(|power| power.is_plainly_whole())
        {
            return Some(one_or(
                vec![Formula::number(1), rest.clone()],
                Atom::Greatest,
            ));
        }
        let atom = |formula: &Formula| Formula::atom(Atom::Ceil(Box::new(formula.clone())));
        let Some((whole, unit, constant)) = self.over_unit(rest)? else {
            return Some(atom(rest));
        };
        match inner(&whole) {
            Some((Atom::Ceil(part), others)) => {
                return self.ceil(&others.plus(&part)?.over(&unit)?);
            }
            Some((Atom::Floor(part), others)) => {
                let above = others.plus(&part)?.plus(&unit)?.plus_number(-1)?;
                return self.floor(&above.over(&unit)?);
            }
            _ => {}
        }
        let shift = match unit.as_whole() {
            Some(unit) if constant == 1 - unit => 0,
            _ if constant == 1 => 1,
            _ => return Some(atom(rest)),
        };
        let below = whole.plus_number(-constant)?.over(&unit)?;
        if is_power(&below) {
            return self.floor(&below)?.plus_number(shift);
        }
        rounded(&below, Atom::Floor, Atom::Ceil)?.plus_number(shift)
    }

    /// Writes a formula as a quotient of integers: dividend, divisor, and the constant term of the
    /// dividend. The inner None means that it is no such quotient.
    #[allow(clippy::option_option, reason = "too large, or no quotient")]
    fn over_unit(&self, rest: &Formula) -> Option<Option<(Formula, Formula, i128)>> {
        let (mut product, mut number) = rest.denominator()?;
        let mut whole = rest.times_term(&product, number)?;
        // In (2^(k − d) − 1)/2^j = (2^k − 2^d)/2^(d + j) with d ≤ k, the factor 2^d cancels, which
        // leaves a constant in the dividend.
        let powers = product.exponent.clone();
        for (key, count) in powers.iter().filter(|_| powers.len() > 1) {
            let mut power = Product::default();
            power.exponent.insert(key.clone(), *count);
            let smaller = whole.times_term(&power.inverse(), Rational::ONE)?;
            if smaller.constant_part() != Rational::ZERO && self.is_whole(&smaller) {
                product.exponent.remove(key);
                whole = smaller;
            }
        }
        // Likewise for a number: (2^(k − d) − 2)/(2·2^j) with d < k.
        if !powers.is_empty() && number != Rational::ONE {
            let smaller = whole.times_term(&Product::default(), Rational::ONE.over(number)?)?;
            if smaller.constant_part() != Rational::ZERO && self.is_whole(&smaller) {
                number = Rational::ONE;
                whole = smaller;
            }
        }
        let constant = whole.constant_part();
        let unit = Formula::term(product, number);
        // log 3 is not an integer: ⌊(x − 1)/log 3⌋ + 1 is not ⌈x/log 3⌉.
        let fits = self.is_whole(&whole) && self.is_whole(&unit) && constant.is_whole();
        Some(fits.then_some((whole, unit, constant.numerator)))
    }

    /// The floored quotient of integers.
    pub fn quotient(&self, value: &Formula, divisor: &Formula) -> Option<Formula> {
        if let Some(quotient) = value.over(divisor) {
            return self.floor(&quotient);
        }
        // If the divisor is a sum: only if the value is smaller than the divisor.
        let below = divisor.minus(value)?;
        (self.is_nonnegative(value) && self.is_positive(&below)).then(Formula::default)
    }

    /// The floored remainder of integers.
    pub fn remainder(&self, value: &Formula, divisor: &Formula) -> Option<Formula> {
        let quotient = self.quotient(value, divisor)?;
        if !quotient.rounds() {
            return value.minus(&quotient.times(divisor)?);
        }
        // Multiples of the divisor do not change the remainder.
        let mut value = value.clone();
        if let Some(quotient) = value.over(divisor) {
            let rest = self.split(&quotient).1;
            let number = rest.constant_part().floor();
            value = rest.plus_number(-number)?.times(divisor)?;
        }
        let parts = (Box::new(value), Box::new(divisor.clone()));
        Some(Formula::atom(Atom::Modulo(parts.0, parts.1)))
    }

    /// The maximum.
    pub fn greatest(&self, values: Vec<Formula>) -> Formula {
        let mut left = Vec::new();
        for value in values {
            match value.as_atom() {
                Some(Atom::Greatest(parts)) => left.extend(parts.clone()),
                _ => left.push(value),
            }
        }
        let left = self.undominated(left, |a, b| self.is_at_most(a, b));
        one_or(left, Atom::Greatest)
    }

    /// The minimum.
    pub fn least(&self, values: Vec<Formula>) -> Formula {
        let left = self.undominated(values, |a, b| self.is_at_most(b, a));
        one_or(left, Atom::Least)
    }

    fn undominated(
        &self,
        values: Vec<Formula>,
        is_covered: impl Fn(&Formula, &Formula) -> bool,
    ) -> Vec<Formula> {
        let mut left: Vec<Formula> = Vec::new();
        for value in values {
            if left.iter().any(|other| is_covered(&value, other)) {
                continue;
            }
            left.retain(|other| !is_covered(other, &value));
            left.push(value);
        }
        left.sort();
        left
    }

    /// Substitutes a formula for a symbol.
    pub fn substitute(
        &self,
        formula: &Formula,
        symbol: &Symbol,
        value: &Formula,
    ) -> Option<Formula> {
        if !formula.has(symbol) {
            return Some(formula.clone());
        }
        let mut changed = formula.clone();
        let mut same = Formula::default();
        changed.terms.retain(|product, coefficient| {
            let changes = product.atoms().any(|atom| atom.has(symbol));
            if !changes {
                same.terms.insert(product.clone(), *coefficient);
            }
            changes
        });
        let changed = changed.with_atoms(&|atom| self.substitute_atom(atom, symbol, value))?;
        same.plus(&changed)
    }

    fn substitute_atom(&self, atom: &Atom, symbol: &Symbol, value: &Formula) -> Option<Formula> {
        if !atom.has(symbol) {
            return Some(Formula::atom(atom.clone()));
        }
        let within = |part: &Formula| self.substitute(part, symbol, value);
        let all = |parts: &[Formula]| parts.iter().map(within).collect::<Option<Vec<_>>>();
        match atom {
            Atom::Symbol(_) => Some(value.clone()),
            Atom::Log(part) => self.log(&within(part)?),
            Atom::Root(part) => self.root(&within(part)?),
            Atom::Floor(part) => self.floor_within(&within(part)?),
            Atom::Ceil(part) => {
                let below = within(part)?.times_number(-1)?;
                self.floor_within(&below)?.times_number(-1)
            }
            Atom::Modulo(left, right) => {
                let (mut left, right) = (within(left)?, within(right)?);
                // Multiples of the divisor do not change the remainder.
                left.terms.retain(|product, value| {
                    let quotient = Formula::term(product.clone(), *value).over(&right);
                    !quotient.is_some_and(|quotient| quotient.is_plainly_whole())
                });
                Some(Formula::atom(Atom::Modulo(left.into(), right.into())))
            }
            Atom::Greatest(parts) => Some(one_or(all(parts)?, Atom::Greatest)),
            Atom::Least(parts) => Some(one_or(all(parts)?, Atom::Least)),
        }
    }

    /// ⌊f⌋ without questions about signs, for formulas that only serve to answer such a question.
    fn floor_within(&self, formula: &Formula) -> Option<Formula> {
        let mut whole = Formula::default();
        let mut rest = Formula::default();
        for (product, value) in &formula.terms {
            let is_whole = Formula::term(product.clone(), *value).is_plainly_whole();
            let part = if is_whole { &mut whole } else { &mut rest };
            part.terms.insert(product.clone(), *value);
        }
        let number = rest.constant_part().floor();
        whole = whole.plus_number(number)?;
        rest = rest.plus_number(-number)?;
        if let Some(number) = rest.as_fraction() {
            return whole.plus_number(number.floor());
        }
        let rounded = if is_negative(&rest) {
            self.ceil_atom(&rest.times_number(-1)?)?.times_number(-1)?
        } else {
            self.floor_atom(&rest)?
        };
        whole.plus(&rounded)
    }
}

impl Formula {
    /// The atom, if the formula is one.
    pub fn as_atom(&self) -> Option<&Atom> {
        let (product, coefficient) = self.as_term()?;
        let mut factors = product.factors.iter();
        match (factors.next(), factors.next()) {
            (Some((atom, 1)), None)
                if coefficient == Rational::ONE && product.exponent.is_empty() =>
            {
                Some(atom)
            }
            _ => None,
        }
    }
}

fn one_or(mut values: Vec<Formula>, atom: impl Fn(Vec<Formula>) -> Atom) -> Formula {
    values.sort();
    values.dedup();
    match (values.len(), values.pop()) {
        (1, Some(value)) => value,
        (_, last) => {
            values.extend(last);
            Formula::atom(atom(values))
        }
    }
}

/// Whether the last term in the order of terms is negative; a constant is the first one.
fn is_negative(formula: &Formula) -> bool {
    let last = formula.terms.iter().next_back();
    last.is_some_and(|(_, value)| *value < Rational::ZERO)
}

/// A rounded value. A negative formula is expressed by its opposite, rounded the other way.
fn rounded(
    formula: &Formula,
    way: fn(Box<Formula>) -> Atom,
    other_way: fn(Box<Formula>) -> Atom,
) -> Option<Formula> {
    if is_negative(formula) {
        let opposite = formula.times_number(-1)?;
        return Formula::atom(other_way(Box::new(opposite))).times_number(-1);
    }
    Some(Formula::atom(way(Box::new(formula.clone()))))
}

/// Whether the formula is ± a power of two, which is rounded by rules of its own.
fn is_power(formula: &Formula) -> bool {
    let opposite = formula.times_number(-1);
    [Some(formula.clone()), opposite]
        .into_iter()
        .flatten()
        .any(|it| it.exponent_of_two().is_some())
}

fn has_log(product: &Product) -> bool {
    (product.factors.keys()).any(|atom| matches!(atom, Atom::Log(_)))
}

/// Whether a polynomial with rational coefficients is an integer for all integer values of its atoms.
/// This depends only on their residues modulo the denominator.
fn is_whole_by_residues(formula: &Formula) -> bool {
    let plain = formula.terms.keys().all(|product| {
        product.exponent.is_empty()
            && (product.factors.iter()).all(|(atom, power)| *power > 0 && atom.is_whole())
    });
    if !plain {
        return false;
    }
    let Some((_, modulus)) = formula.denominator() else {
        return false;
    };
    let modulus = modulus.numerator;
    let mut atoms: Vec<&Atom> = (formula.terms.keys())
        .flat_map(|product| product.factors.keys())
        .collect();
    atoms.sort();
    atoms.dedup();
    if !(1..=LARGEST_MODULUS).contains(&modulus) {
        return false;
    }
    let Some(count) = (modulus as usize)
        .checked_pow(atoms.len() as u32)
        .filter(|count| *count <= MOST_RESIDUES)
    else {
        return false;
    };
    (0..count).all(|combination| {
        let residue = |atom: &Atom| {
            let at = atoms.iter().position(|other| *other == atom).unwrap_or(0);
            (combination / (modulus as usize).pow(at as u32)) as i128 % modulus
        };
        let mut sum = Rational::ZERO;
        for (product, value) in &formula.terms {
            let mut term = *value;
            for (atom, power) in &product.factors {
                for _ in 0..*power {
                    match term.times(Rational::whole(residue(atom))) {
                        Some(product) => term = product,
                        None => return false,
                    }
                }
            }
            match sum.plus(term) {
                Some(total) => sum = total,
                None => return false,
            }
        }
        sum.is_whole()
    })
}
