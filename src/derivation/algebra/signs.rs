//! Proves signs of formulas from the facts about their atoms, one atom after another.
//!
//! A rounded value lies between the adjacent integers. For a symbol between bounds, the differences of
//! the formula show at which bound it is smallest. `false` only means that no proof was found.

use super::facts::{Facts, Least};
use super::formula::{Atom, Base, Formula, Product};
use super::shared::Shared;
use super::varied::Values;
use crate::semantic::rational::Rational;

/// The most formulas examined for one question.
const MOST_QUESTIONS: u32 = 100;
/// The most atoms of an intermediate formula: substituting bounds into bounds makes formulas grow.
const MOST_ATOMS: usize = 40;
/// The deepest nesting of questions.
pub(in crate::derivation) const DEEPEST: u32 = 14;

impl Facts {
    /// For an integer, > −1 suffices for ≥ 0.
    pub(in crate::derivation) fn holds(&self, formula: &Formula, least: Least) -> bool {
        if formula.rounds()
            && least == Least::Zero
            && let Some(next) = formula.plus_number(1)
            && self.is_whole(formula)
        {
            return self.deepens(&next, Least::Above);
        }
        self.deepens(formula, least)
    }

    /// Tries without known formulas first, then with one, then with two.
    fn deepens(&self, formula: &Formula, least: Least) -> bool {
        let within = self.asking.get();
        self.asking.set(within + 1);
        let answer = (0..=2).any(|uses| {
            self.uses.set(uses);
            self.questions.set(0);
            self.proves(formula, least, 0)
        });
        self.asking.set(within);
        self.uses.set(1);
        self.questions.set(0);
        answer
    }

    pub(in crate::derivation) fn proves(
        &self,
        formula: &Formula,
        least: Least,
        depth: u32,
    ) -> bool {
        // The sign of a number is known even after the limit of questions.
        if let Some(number) = formula.as_fraction() {
            return least.admits(number);
        }
        self.questions.set(self.questions.get() + 1);
        self.ask();
        if self.questions.get() > MOST_QUESTIONS || self.is_exhausted() || depth > DEEPEST {
            return false;
        }
        if depth > 0 && formula.count_atoms() > MOST_ATOMS {
            return false;
        }
        // Answers to partial questions are remembered.
        if depth > 0
            && let Some(known) = self.known_answer(formula, least)
        {
            return known;
        }
        if self.is_refuted(formula, least) {
            return false;
        }
        let answer = self.follows(formula, least, depth);
        if answer {
            self.remember(formula, least, true);
        }
        answer
    }

    /// Tries each proof rule.
    fn follows(&self, formula: &Formula, least: Least, depth: u32) -> bool {
        let Some(formula) = self.without_common_factor(formula) else {
            return false;
        };
        self.is_sum_of_positives(&formula, least)
            || self.follows_from_facts(&formula, least, depth)
            || self.by_power_of_logarithm(&formula, least, depth) == Some(true)
            || self.by_logarithms(&formula, least, depth) == Some(true)
            || self.by_square_of_root(&formula, least, depth) == Some(true)
            || self.by_order(&formula, least, depth)
            || self.by_atom(&formula, least, depth)
            || self.by_symbol(&formula, least, depth)
    }

    /// Whether an atom is visibly at least 0 or 1.
    fn is_atom_at_least(&self, atom: &Atom, number: i128) -> bool {
        match atom {
            Atom::Symbol(symbol) => self.of(symbol).is_some_and(|bounded| {
                let least = bounded.least.as_fraction();
                least.is_some_and(|least| least >= Rational::whole(number))
            }),
            Atom::Log(value) => {
                number <= 0 && self.is_at_least_one(value)
                    || number == 1
                        && (value.plus_number(-2))
                            .is_some_and(|rest| self.proves(&rest, Least::Zero, DEEPEST - 3))
            }
            Atom::Root(value) => {
                number <= 0
                    || (value.plus_number(-number * number))
                        .is_some_and(|rest| self.proves(&rest, Least::Zero, DEEPEST - 3))
            }
            Atom::Modulo(..) => number <= 0,
            Atom::Floor(part) | Atom::Ceil(part) if number <= 0 => {
                self.is_sum_of_positives(part, Least::Zero)
            }
            Atom::Floor(part) => number == 1 && self.reaches_one(part),
            Atom::Ceil(part) => number == 1 && self.is_sum_of_positives(part, Least::Above),
            Atom::Greatest(parts) => parts
                .iter()
                .any(|part| (part.as_whole()).is_some_and(|part| part >= number)),
            Atom::Least(parts) => parts
                .iter()
                .all(|part| (part.as_whole()).is_some_and(|part| part >= number)),
        }
    }

    /// Whether a value is at least 1; for a logarithm, whether its argument is at least the base.
    fn reaches_one(&self, part: &Formula) -> bool {
        match part.as_logarithm() {
            Some((base, value)) => (base.as_whole()).is_some_and(|base| self.reaches(value, base)),
            None => self.reaches(part, 1),
        }
    }

    /// Whether a value is visibly at least a number.
    fn reaches(&self, value: &Formula, number: i128) -> bool {
        if let Some(symbol) = value.as_symbol() {
            return self.is_atom_at_least(&Atom::Symbol(symbol.clone()), number);
        }
        (value.plus_number(-number))
            .is_some_and(|rest| self.proves(&rest, Least::Zero, DEEPEST - 3))
    }

    /// Divides by the positive common factors of all terms and, among powers of different bases with the
    /// same exponent, by the slowest one: 3^k − 2^k has the sign of (3/2)^k − 1.
    fn without_common_factor(&self, formula: &Formula) -> Option<Formula> {
        let mut terms = formula.terms.keys();
        let mut common = terms.next()?.clone();
        for term in terms {
            lower(&mut common.factors, &term.factors);
            lower(&mut common.exponent, &term.exponent);
        }
        common
            .factors
            .retain(|atom, _| self.is_atom_at_least(atom, 1));
        common
            .exponent
            .retain(|(base, _), _| self.is_base_positive(base));
        let formula = formula.times_term(&common.inverse(), Rational::ONE)?;
        let bases = || formula.terms.keys().flat_map(|term| term.exponent.keys());
        let Some((_, atom)) = bases().find(|(base, atom)| {
            matches!(base, Base::Prime(_))
                && bases().any(|(other, same)| same == atom && other != base)
        }) else {
            return Some(formula);
        };
        let ratios = formula.terms.keys().map(|term| {
            let mut rest = term.clone();
            let ratio = rest.take_ratio(atom)?.as_fraction()?;
            Some((ratio, term))
        });
        let ratios = ratios.collect::<Option<Vec<_>>>();
        let slowest = ratios.and_then(|of| of.into_iter().min_by_key(|(ratio, _)| *ratio));
        let Some((_, slowest)) = slowest else {
            return Some(formula);
        };
        let mut power = Product::default();
        for (key, count) in slowest.exponent.iter().filter(|((_, of), _)| of == atom) {
            power.exponent.insert(key.clone(), -count);
        }
        formula.times_term(&power, Rational::ONE)
    }

    fn is_base_positive(&self, base: &Base) -> bool {
        match base {
            Base::Prime(_) => true,
            Base::Of(atom) => self.is_atom_at_least(atom, 1),
        }
    }

    fn is_sum_of_positives(&self, formula: &Formula, least: Least) -> bool {
        let fits = |(product, value): (&Product, &Rational), number| {
            *value >= Rational::ZERO
                && (product.exponent.keys()).all(|(base, _)| self.is_base_positive(base))
                && (product.factors.iter()).all(|(atom, power)| {
                    (power % 2 == 0 && number == 0)
                        || self.is_atom_at_least(atom, if *power < 0 { 1 } else { number })
                })
        };
        formula.terms.iter().all(|term| fits(term, 0))
            && (least == Least::Zero || formula.terms.iter().any(|term| fits(term, 1)))
    }

    /// Subtracts a multiple of a known formula that cancels a negative term.
    fn follows_from_facts(&self, formula: &Formula, least: Least, depth: u32) -> bool {
        let uses = self.uses.get();
        if uses == 0 {
            return false;
        }
        self.uses.set(uses - 1);
        let answer = self.follows_from_a_fact(formula, least, depth);
        self.uses.set(uses);
        answer
    }

    fn follows_from_a_fact(&self, formula: &Formula, least: Least, depth: u32) -> bool {
        let negative = |(product, value): (&Product, &Rational)| {
            (*value < Rational::ZERO).then(|| product.clone())
        };
        let terms: Vec<Product> = formula.terms.iter().filter_map(negative).collect();
        self.usable().into_iter().any(|fact| {
            terms.iter().any(|product| {
                let rest = (|| {
                    let own = *formula.terms.get(product)?;
                    let given = *fact.terms.get(product)?;
                    let times = own.over(given).filter(|times| *times > Rational::ZERO)?;
                    formula.minus(&fact.times_term(&Product::default(), times)?)
                })();
                rest.is_some_and(|rest| self.proves(&rest, least, depth + 1))
            })
        })
    }

    /// ⌊x⌋ − ⌊y⌋ and ⌈x⌉ − ⌈y⌉ are at least 0 if x − y is, so it suffices to prove the rest.
    fn by_order(&self, formula: &Formula, least: Least, depth: u32) -> bool {
        let alone = formula.terms.iter().filter_map(|(product, value)| {
            let term = Formula::term(product.clone(), Rational::ONE);
            let (part, is_floor) = match term.as_atom()? {
                Atom::Floor(part) => (part.clone(), true),
                Atom::Ceil(part) => (part.clone(), false),
                _ => return None,
            };
            Some((product, *value, part, is_floor))
        });
        let alone: Vec<_> = alone.collect();
        let mut pairs = alone
            .iter()
            .flat_map(|one| alone.iter().map(move |other| (one, other)));
        pairs.any(|((above, more, x, one), (below, fewer, y, other))| {
            let is_pair =
                one == other && *more > Rational::ZERO && more.plus(*fewer) == Some(Rational::ZERO);
            if !is_pair {
                return false;
            }
            let mut rest = formula.clone();
            rest.terms.remove(*above);
            rest.terms.remove(*below);
            // ⌊2y⌋ − ⌊y⌋ = ⌊y + 1/2⌋ and ⌈2y⌉ − ⌈y⌉ = ⌈y − 1/2⌉ (Hermite)
            if y.times_number(2).as_ref() == Some(&**x) {
                let half = Formula::fraction(Rational::HALF);
                let single = if *one {
                    y.plus(&half).map(|part| Atom::Floor(Box::new(part)))
                } else {
                    y.minus(&half).map(|part| Atom::Ceil(Box::new(part)))
                };
                let single = single.and_then(|atom| {
                    let single = Formula::atom(atom);
                    rest.plus(&single.times_term(&Product::default(), *more)?)
                });
                if single.is_some_and(|single| self.proves(&single, least, depth + 1)) {
                    return true;
                }
            }
            (x.minus(y)).is_some_and(|gap| self.proves(&gap, Least::Zero, depth + 2))
                && self.proves(&rest, least, depth + 1)
        })
    }

    /// Replaces a rounded value, a remainder or a logarithm by its bounds, or a maximum or minimum by
    /// its operands.
    fn by_atom(&self, formula: &Formula, least: Least, depth: u32) -> bool {
        let mut factors = formula.terms.keys().flat_map(|term| term.factors.keys());
        let Some(atom) = factors.rfind(|atom| atom.as_symbol().is_none()) else {
            return false;
        };
        let Some(parts) = formula.by_power(atom) else {
            return false;
        };
        let zero = Formula::default();
        if parts.keys().any(|power| !(0..=1).contains(power)) {
            return false;
        }
        let rest = parts.get(&0).unwrap_or(&zero);
        let Some(linear) = parts.get(&1) else {
            return false;
        };
        let with = |bound: &Formula| {
            let formula = linear.times(bound).and_then(|product| product.plus(rest));
            formula.is_some_and(|formula| self.proves(&formula, least, depth + 1))
        };
        let (lower, upper) = match atom {
            Atom::Greatest(values) => {
                if values.iter().all(with) {
                    return true;
                }
                (values.clone(), Vec::new())
            }
            Atom::Least(values) => {
                if values.iter().all(with) {
                    return true;
                }
                (Vec::new(), values.clone())
            }
            _ => self.around(atom),
        };
        let grows = self.proves(linear, Least::Zero, depth + 2);
        if grows {
            return lower.iter().any(with);
        }
        let decreases = linear
            .times_number(-1)
            .is_some_and(|it| self.proves(&it, Least::Zero, depth + 2));
        decreases && upper.iter().any(with)
    }

    /// Lower and upper bounds of an atom.
    fn around(&self, atom: &Atom) -> (Vec<Formula>, Vec<Formula>) {
        let fit = |bounds: Vec<Option<Formula>>| bounds.into_iter().flatten().collect();
        match atom {
            Atom::Floor(part) => {
                let gap = self.gap(part);
                let of_gap = gap.and_then(|gap| part.minus(&gap));
                let of_symbol = part
                    .as_logarithm()
                    .filter(|(_, of)| of.as_symbol().is_some());
                let one =
                    (of_symbol.is_some() && self.reaches_one(part)).then(|| Formula::number(1));
                (fit(vec![one, of_gap]), vec![(**part).clone()])
            }
            Atom::Ceil(part) => {
                let log = part.as_term().is_some_and(|(product, _)| {
                    (product.factors.keys()).any(|atom| matches!(atom, Atom::Log(_)))
                });
                if log {
                    return self.around_logarithm(part);
                }
                let upper = self.gap(part).and_then(|gap| part.plus(&gap));
                // For an integer v, ⌈√v⌉ is also at most v.
                let radicand = match part.as_atom() {
                    Some(Atom::Root(value)) if self.is_whole(value) => Some((**value).clone()),
                    _ => None,
                };
                // For v ≥ 2 it is at least 2.
                let from_two = (radicand.as_ref())
                    .and_then(|value| value.plus_number(-2))
                    .is_some_and(|rest| self.proves(&rest, Least::Zero, DEEPEST - 3));
                let two = from_two.then(|| Formula::number(2));
                (
                    fit(vec![Some((**part).clone()), two]),
                    fit(vec![radicand, upper]),
                )
            }
            Atom::Modulo(_, divisor) => {
                let upper = divisor.plus_number(-1);
                (vec![Formula::default()], fit(vec![upper]))
            }
            Atom::Log(value) => {
                let one = self.reaches(value, 2).then(|| Formula::number(1));
                let lower = self.is_at_least_one(value).then(Formula::default);
                let below = -i128::from(self.is_whole(value));
                let upper = value.plus_number(below);
                (fit(vec![one, lower]), fit(vec![upper]))
            }
            // √v is at most (v + 1)/2; for v = 0 and v ≥ 1 it is at most v.
            Atom::Root(value) => {
                let rest = value.plus_number(-1);
                let from_one =
                    rest.is_some_and(|rest| self.proves(&rest, Least::Zero, DEEPEST - 3));
                let upper = from_one || self.is_whole(value);
                let lower = Formula::number(i128::from(from_one));
                let middle = (value.plus_number(1))
                    .and_then(|next| next.times_term(&Product::default(), Rational::HALF));
                let upper = vec![middle, upper.then(|| (**value).clone())];
                (vec![lower], fit(upper))
            }
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// The largest distance of a quotient from the adjacent integer: 1 − 1/s for an integer divided by
    /// s, otherwise 1.
    fn gap(&self, part: &Formula) -> Option<Formula> {
        let (product, number) = part.denominator()?;
        let whole = part.times_term(&product, number)?;
        let one = Formula::number(1);
        if !self.is_whole(&whole) {
            return Some(one);
        }
        let unit = one.over(&Formula::term(product, number))?;
        one.minus(&unit)
    }

    /// Examines the differences in the innermost symbol: if they have one sign, or decrease, the minimum
    /// is at an end of the range.
    fn by_symbol(&self, formula: &Formula, least: Least, depth: u32) -> bool {
        let Some(symbol) = &self.innermost(formula) else {
            return false;
        };
        let Some(bounded) = self.of(symbol) else {
            return false;
        };
        let at = |value: &Formula| self.substitute(formula, symbol, value);
        let ends_at = |value: &Formula| {
            at(value).is_some_and(|formula| self.proves(&formula, least, depth + 1))
        };
        let next = |formula: &Formula| {
            let next = Formula::symbol(symbol).plus_number(1)?;
            self.substitute(formula, symbol, &next)?.minus(formula)
        };
        let rises = || {
            self.for_values(symbol, Values::UpToOwn, || {
                let difference = next(formula);
                difference.is_some_and(|up| self.proves(&up, Least::Zero, depth + 2))
            })
        };
        let Some(most) = &bounded.most else {
            return rises() && ends_at(&bounded.least);
        };
        if let Some(slope) = next(formula).filter(|slope| !slope.has(symbol)) {
            // A linear function has its minimum at an end; this is also correct if the range is empty.
            let decreases = |slope: Formula| {
                let fall = slope.times_number(-1);
                fall.is_some_and(|fall| self.proves(&fall, Least::Zero, depth + 2))
            };
            return if self.proves(&slope, Least::Zero, depth + 2) {
                ends_at(&bounded.least)
            } else if decreases(slope) {
                ends_at(most)
            } else {
                ends_at(&bounded.least) && ends_at(most)
            };
        }
        let bends_down = self.for_values(symbol, Values::All, || {
            let second = next(formula).and_then(|difference| next(&difference)?.times_number(-1));
            second.is_some_and(|second| self.proves(&second, Least::Zero, depth + 3))
        });
        if bends_down {
            return ends_at(&bounded.least) && ends_at(most);
        }
        if rises() {
            return ends_at(&bounded.least);
        }
        let decreases = self.for_values(symbol, Values::FromOwn, || {
            let down = next(formula).and_then(|difference| difference.times_number(-1));
            down.is_some_and(|down| self.proves(&down, Least::Zero, depth + 2))
        });
        decreases && ends_at(most)
    }
}

/// The smaller of the two powers for each key.
fn lower<K: Clone + Ord>(common: &mut Shared<K, i32>, other: &Shared<K, i32>) {
    for (key, count) in other {
        let own = common.get(key).copied().unwrap_or(0);
        common.insert(key.clone(), own.min(*count));
    }
    for (key, count) in &mut *common {
        *count = (*count).min(other.get(key).copied().unwrap_or(0));
    }
    common.retain(|_, count| *count != 0);
}
