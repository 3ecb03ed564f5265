//! Undecided conditions on sizes: the assumptions that would decide them.

use crate::derivation::abstract_value::Truth;
use crate::derivation::algebra::formula::{Atom, Formula, Radix, Symbol, SymbolMeaning};
use crate::derivation::comparison::Comparison;
use crate::derivation::obstacle::Need;
use crate::derivation::walker::Walker;
use crate::semantic::rational::Rational;

/// The last change of a condition is searched up to this value of the symbol.
const LAST_LOOKED_AT: i128 = 1100;
/// The number of values after the last change that have to be examined.
const STAYS_FOR: i128 = 8;

impl Walker<'_> {
    /// Suggests assumptions that may decide a condition: a least value of a size, a comparison of sizes,
    /// or that a size is a multiple of a modulus in the condition.
    pub(in crate::derivation) fn ask_for_sizes(&mut self, truth: &Truth) {
        let (Truth::Nonnegative(formula) | Truth::Zero(formula, _)) = truth else {
            return;
        };
        formula.collect(&mut |atom| {
            if let Atom::Modulo(part, modulus) = atom
                && let Some(modulus) = modulus.as_whole().filter(|modulus| *modulus > 1)
                && let Ok(modulus) = u32::try_from(modulus)
                && let Some(symbol) = only_symbol(part)
                && symbol.meaning == SymbolMeaning::Itself
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

    /// Suggests to assume that quotients of a size by the number of processors, such as ⌈n/p⌉ and ⌊(n −
    /// 1 − i)/p⌋, are integers.
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
                symbol.meaning == SymbolMeaning::Itself
                    && bounded.is_some_and(|it| it.most.is_none())
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

    /// Suggests assumptions that may give a sum a closed form: that the operand of a maximum or minimum
    /// that contains the index, as in max(0, n − i), is the extreme one for all values of the index.
    pub(in crate::derivation) fn ask_for_extremes(
        &mut self,
        value: &Formula,
        symbol: &Symbol,
        [low, high]: [&Formula; 2],
    ) {
        let mut gaps = Vec::new();
        let mut crossings = Vec::new();
        value.collect(&mut |atom| {
            let (parts, is_greatest) = match atom {
                Atom::Greatest(parts) => (parts, true),
                Atom::Least(parts) => (parts, false),
                _ => return,
            };
            crossings.extend(self.facts.crossing_gaps(parts, symbol, [low, high]));
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
        for gap in crossings.into_iter().flatten() {
            if let Some(comparison) = Comparison::of_formula(&gap) {
                self.helpful.need(Need::Compares(comparison));
            }
        }
    }

    /// Suggests assumptions that may give the maximum of a formula with extremes: that the crossings lie
    /// within the range.
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

    /// Suggests assumptions under which a formula is at least 0 for the first or the last processors.
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

    /// Suggests assumptions under which a change lies within a range in every iteration of the enclosing
    /// loops: that `remaining`, the rest of the range after the change, is at least 0.
    pub(in crate::derivation) fn ask_for_order(&mut self, remaining: Option<Formula>) {
        let gap = remaining.filter(|gap| !self.facts.is_nonnegative(gap));
        let least = gap.and_then(|gap| {
            self.loops.iter().rev().try_fold(gap, |gap, symbol| {
                let bounded = self.facts.of(symbol)?;
                self.least_over(&gap, symbol, [&bounded.least, bounded.most.as_ref()?])
            })
        });
        self.ask_for_nonnegative(least);
    }

    /// Suggests to assume that a formula is at least 0, if it depends on sizes only.
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

    /// The minimum of a formula over a symbol between bounds.
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

/// The symbol of a formula with a single symbol.
fn only_symbol(formula: &Formula) -> Option<Symbol> {
    let mut symbols = formula.symbols();
    let symbol = symbols.pop_first()?;
    symbols.is_empty().then_some(symbol)
}

/// The value of the symbol from which on the condition keeps its truth value, as far as values are
/// examined.
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
        // For small values a logarithm is undefined, and powers become too large.
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
