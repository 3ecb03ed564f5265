//! Conditions on sizes alone that are not decided: what to assume of the sizes would decide them.

use crate::derivation::algebra::formula::{Atom, Formula, Radix, Stands, Symbol};
use crate::derivation::comparison::Comparison;
use crate::derivation::obstacle::Need;
use crate::derivation::walker::Walker;
use crate::derivation::worth::Truth;
use crate::semantic::rational::Rational;

/// Up to this value of a symbol it is looked for the last one at which a condition changes.
const LAST_LOOKED_AT: i128 = 1100;
/// For how many values behind the last change a condition has to stay.
const STAYS_FOR: i128 = 8;

impl Walker<'_> {
    /// Notes what may decide a condition: that a size is not below some value or another size, or is a
    /// multiple of the modulus of which the condition holds a remainder.
    pub(in crate::derivation) fn ask_for_sizes(&mut self, truth: &Truth) {
        let (Truth::Nonnegative(formula) | Truth::Zero(formula, _)) = truth else {
            return;
        };
        formula.collect(&mut |atom| {
            if let Atom::Modulo(part, modulus) = atom
                && let Some(modulus) = modulus.as_whole().filter(|modulus| *modulus > 1)
                && let Ok(modulus) = u32::try_from(modulus)
                && let Some(symbol) = only_symbol(part)
                && symbol.stands == Stands::Itself
            {
                let need = Need::Divides(symbol.name.clone(), Radix::Number(modulus));
                self.helpful.need(need);
            }
        });
        if matches!(truth, Truth::Nonnegative(_))
            && let Some(comparison) = Comparison::of_formula(formula)
        {
            self.helpful.need(Need::Compares(comparison));
        }
        if let Some(symbol) = only_symbol(formula)
            && let Some(least) = stays_from(truth, formula, &symbol)
        {
            self.helpful.least(&symbol.name, least);
        }
    }

    /// Notes that shares of a size, such as ⌈n/p⌉ and ⌊(n − 1 − i)/p⌋, may have to be whole.
    pub(in crate::derivation) fn ask_for_shares(&mut self, value: &Formula) {
        let mut parts = Vec::new();
        value.collect(&mut |atom| {
            if let Atom::Floor(part) | Atom::Ceil(part) = atom {
                parts.push((**part).clone());
            }
        });
        for part in parts {
            let is_input = |symbol: &Symbol| {
                let bounded = self.facts.of(symbol);
                symbol.stands == Stands::Itself && bounded.is_some_and(|it| it.most.is_none())
            };
            let inputs: Vec<Symbol> = part.symbols().into_iter().filter(is_input).collect();
            let divisors = part.divisors();
            let (divided, by): (Vec<Symbol>, Vec<Symbol>) = (inputs.into_iter())
                .partition(|symbol| !divisors.contains(&Formula::symbol(symbol)));
            if let ([size], [by]) = (divided.as_slice(), by.as_slice()) {
                let by = Radix::Name(by.name.clone());
                self.helpful.need(Need::Divides(size.name.clone(), by));
            }
        }
    }

    /// Notes what may give a sum a closed form: that of several values of which one is the greatest or least,
    /// such as 0 and n − i, that with the index is so for all its values.
    pub(in crate::derivation) fn ask_for_extremes(
        &mut self,
        value: &Formula,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
    ) {
        let mut gaps = Vec::new();
        let mut turning = Vec::new();
        value.collect(&mut |atom| {
            let (parts, is_greatest) = match atom {
                Atom::Greatest(parts) => (parts, true),
                Atom::Least(parts) => (parts, false),
                _ => return,
            };
            turning.extend(self.facts.turning_gaps(parts, symbol, [low, high]));
            for part in parts.iter().filter(|part| part.has(symbol)) {
                let others = parts.iter().filter(|other| *other != part);
                gaps.extend(others.filter_map(|other| {
                    if is_greatest {
                        part.minus(other)
                    } else {
                        other.minus(part)
                    }
                }));
            }
        });
        for gap in gaps {
            let least = self.least_over(&gap, symbol, [low, high]);
            self.ask_for_nonnegative(least);
        }
        for gap in turning.into_iter().flatten() {
            if let Some(comparison) = Comparison::of_formula(&gap) {
                self.helpful.need(Need::Compares(comparison));
            }
        }
    }

    /// Notes what may tell the greatest value of a formula with extremes: that they change within the range.
    pub(in crate::derivation) fn ask_for_bends(
        &mut self,
        value: &Formula,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
    ) {
        for bend in self.facts.bends(value, symbol).into_iter().flatten() {
            for gap in [bend.minus(low), high.minus(&bend)] {
                let gap = gap.filter(|gap| !self.facts.is_nonnegative(gap));
                self.ask_for_nonnegative(gap);
            }
        }
    }

    /// Notes what may tell that a formula is not negative for the first or the last processors.
    pub(in crate::derivation) fn ask_at_ends(&mut self, formula: &Formula) {
        for is_last in [false, true] {
            let mut processors = self.indices.iter().rev().filter(|index| index.is_processor);
            let at_end = processors.try_fold(formula.clone(), |formula, index| {
                let end = if is_last { &index.high } else { &index.low };
                self.facts.substitute(&formula, &index.symbol, end)
            });
            if let Some(at_end) = at_end {
                self.ask_for_sizes(&Truth::Nonnegative(at_end));
            }
        }
    }

    /// Notes what may tell that something changes within a range in every turn of the loops around:
    /// that this, what of the range lies behind the change, is not negative.
    pub(in crate::derivation) fn ask_for_order(&mut self, behind: Option<Formula>) {
        let gap = behind.filter(|gap| !self.facts.is_nonnegative(gap));
        let least = gap.and_then(|gap| {
            self.loops.iter().rev().try_fold(gap, |gap, symbol| {
                let bounded = self.facts.of(symbol)?;
                self.least_over(&gap, symbol, [&bounded.least, bounded.most.as_ref()?])
            })
        });
        self.ask_for_nonnegative(least);
    }

    /// Notes that it may help that a formula of sizes alone is not negative.
    pub(in crate::derivation) fn ask_for_nonnegative(&mut self, formula: Option<Formula>) {
        let is_of_sizes = |formula: &Formula| {
            let mut indices = self.indices.iter().map(|index| &index.symbol);
            !indices.any(|index| formula.has(index))
                && !self.loops.iter().any(|symbol| formula.has(symbol))
        };
        if let Some(formula) = formula.filter(is_of_sizes) {
            self.ask_for_sizes(&Truth::Nonnegative(formula));
        }
    }

    /// The least value of a formula for a symbol between bounds.
    fn least_over(
        &self,
        formula: &Formula,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
    ) -> Option<Formula> {
        let opposite = formula.times_number(-1)?;
        let most = (self.facts).greatest_over(&opposite, symbol, low, high)?;
        most.times_number(-1)
    }
}

/// The symbol of a formula that has only one.
fn only_symbol(formula: &Formula) -> Option<Symbol> {
    let mut symbols = formula.symbols();
    let symbol = symbols.pop_first()?;
    symbols.is_empty().then_some(symbol)
}

/// From which value of its symbol on a condition holds, or does not hold, as far as it is looked for.
fn stays_from(truth: &Truth, formula: &Formula, symbol: &Symbol) -> Option<i128> {
    let holds = |value: i128| {
        let found = formula.at(&|of| (of == symbol).then_some(value))?;
        Some(match truth {
            Truth::Zero(_, is) => (found == Rational::ZERO) == *is,
            _ => found >= Rational::ZERO,
        })
    };
    let mut since = 0;
    let mut last = None;
    let mut end = 0;
    for value in 0..LAST_LOOKED_AT {
        let now = holds(value);
        // Of small values a logarithm has none, and powers become too large.
        if now.is_none() && last.is_some() {
            break;
        }
        if now != last {
            since = value;
            last = now;
        }
        end = value;
    }
    (last.is_some() && end - since >= STAYS_FOR).then_some(since)
}
