//! The numbers of a program as formulas of symbols: under the assumption n = 3^k the number n is a power
//! with the symbol k in its exponent.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::cost::CostBounds;
use super::lengths::MeasuredLength;
use super::obstacle::Need;
use super::subject::Assumption;
use crate::derivation::algebra::facts::{AnswerCache, Bounded, Facts};
use crate::derivation::algebra::formula::{Formula, Radix, Symbol, SymbolMeaning};

/// The times of the asynchronous machine: their names in formulas and their least values.
const TIMES: [(&str, i128); 2] = [("d", 1), ("B", 0)];

/// Whether a name is that of a time of the asynchronous machine.
pub fn is_time(name: &str) -> bool {
    TIMES.iter().any(|(time, _)| *time == name)
}

/// The numbers that formulas are about: each name as a formula of symbols.
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    /// The formula of each name.
    pub by_name: BTreeMap<Arc<str>, Formula>,
    /// All symbols, with their least values.
    pub symbols: Vec<(Symbol, i128)>,
    /// Further facts about the symbols: formulas that are at least 0.
    pub known: Vec<Formula>,
    /// Lengths of inputs that are no formulas of names.
    pub measured: Vec<MeasuredLength>,
}

impl Numbers {
    /// The value of a symbol, given the values of all symbols in order.
    pub fn value_of(&self, symbol: &Symbol, values: &[i128]) -> Option<i128> {
        let at = self.symbols.iter().position(|(other, _)| other == symbol)?;
        values.get(at).copied()
    }

    /// The values of the names, given the values of the symbols. None if one is not an integer.
    pub fn at(&self, values: &[i128]) -> Option<Vec<(Arc<str>, i128)>> {
        let of = |symbol: &Symbol| self.value_of(symbol, values);
        let named = self.by_name.iter();
        named
            .map(|(name, formula)| Some((Arc::clone(name), formula.whole_at(&of)?)))
            .collect()
    }

    /// Whether a cost depends on these numbers only, and on no index of a processor or a loop.
    pub(super) fn cover(&self, cost: &CostBounds) -> bool {
        let is_covered = |symbol: &Symbol| self.symbols.iter().any(|(known, _)| known == symbol);
        let mut bounds = [&cost.lower, &cost.upper].into_iter();
        bounds.all(|bound| bound.symbols().iter().all(is_covered))
    }

    /// Each name as a formula of symbols under an assumption, including the times of the asynchronous
    /// machine. None if the assumption contradicts itself.
    pub fn new(names: &[Arc<str>], is_asynchronous: bool, assumption: &Assumption) -> Option<Self> {
        let mut all: Vec<(Arc<str>, i128)> = names
            .iter()
            .map(|name| (Arc::clone(name), assumption.least))
            .collect();
        if is_asynchronous {
            all.extend(TIMES.map(|(name, least)| (name.into(), least)));
        }
        for (name, least) in &mut all {
            let raised = assumption.raised.get(name).copied();
            *least = raised.unwrap_or(0).max(*least);
        }
        // Numbers on which others are based come first.
        all.sort_by_key(|(name, _)| {
            (assumption.needs.iter()).any(|need| need.builds_on_another(name))
        });
        let mut numbers = Self::default();
        for (name, least) in all {
            numbers.add(&name, least, &assumption.needs)?;
        }
        for need in &assumption.needs {
            if let Need::Compares(comparison) = need {
                let known = comparison.formula(&numbers.by_name)?;
                numbers.known.push(known);
            }
        }
        Some(numbers)
    }

    fn add(&mut self, name: &Arc<str>, least: i128, needs: &[Need]) -> Option<()> {
        let mut radix: Option<Radix> = None;
        let mut divisor = None;
        let mut least = least;
        // Comparisons give plain numbers a least value; for powers and multiples they become facts.
        let mut from = 0;
        for need in needs {
            match need {
                Need::Power(of, of_radix) if of == name => {
                    radix = Some(match radix {
                        Some(radix) => common_radix(&radix, of_radix)?,
                        None => of_radix.clone(),
                    });
                }
                // All powers of 0 are equal, and so are those of 1.
                Need::Power(_, Radix::Name(of)) if of == name => least = least.max(2),
                Need::Divides(of, by) if of == name => divisor = Some(by),
                Need::Compares(comparison) => {
                    let own = comparison.least().filter(|(of, _)| *of == name);
                    from = own.map_or(from, |(_, least)| least.max(from));
                }
                _ => {}
            }
        }
        let of = |meaning: SymbolMeaning| Symbol {
            id: self.symbols.len() as u32,
            name: Arc::clone(name),
            meaning,
        };
        let number_of = |radix: &Radix| match radix {
            Radix::Number(number) => Some(Formula::number((*number).into())),
            Radix::Name(name) => self.by_name.get(name).cloned(),
        };
        let (symbol, value, least) = match (radix, divisor) {
            (Some(radix), divisor) => {
                let base = number_of(&radix)?;
                let symbol = of(SymbolMeaning::Logarithm(radix));
                let value = base.raised(&Formula::symbol(&symbol))?;
                // A power that divides another power of the same base has no larger exponent.
                let divisor = divisor.and_then(number_of);
                let difference = divisor.and_then(|it| value.over(&it)?.exponent_of(&base));
                self.known.extend(difference);
                (symbol, value, least)
            }
            (None, Some(divisor)) => {
                let symbol = of(SymbolMeaning::Quotient(divisor.clone()));
                let value = Formula::symbol(&symbol).times(&number_of(divisor)?)?;
                let least = match divisor {
                    Radix::Number(_) => least,
                    Radix::Name(_) => least.max(1),
                };
                (symbol, value, least)
            }
            (None, None) => {
                let symbol = of(SymbolMeaning::Itself);
                let value = Formula::symbol(&symbol);
                (symbol, value, least.max(from))
            }
        };
        self.symbols.push((symbol, least));
        self.by_name.insert(Arc::clone(name), value);
        Some(())
    }

    /// Raises the least value of a plain number to `bound`.
    pub(super) fn raise(&mut self, name: &str, bound: i128) {
        let is_own = |(symbol, _): &&mut (Symbol, i128)| {
            *symbol.name == *name && symbol.meaning == SymbolMeaning::Itself
        };
        for (_, least) in self.symbols.iter_mut().filter(is_own) {
            *least = (*least).max(bound);
        }
    }

    /// The facts about the symbols.
    pub(super) fn facts(&self, memory: &Rc<AnswerCache>) -> Facts {
        let mut facts = Facts::with(memory);
        for (symbol, least) in &self.symbols {
            facts.bound(Bounded {
                symbol: symbol.clone(),
                least: Formula::number(*least),
                most: None,
            });
        }
        for known in &self.known {
            facts.learn(known.clone());
        }
        facts
    }
}

/// The base of numbers that are powers of both bases: 64 for 8 and 4. None if only 1 is a power of both.
fn common_radix(one: &Radix, other: &Radix) -> Option<Radix> {
    match (one, other) {
        (Radix::Number(a), Radix::Number(b)) => {
            let ((root, a), (other, b)) = (root(*a), root(*b));
            let common = (1..=b).find(|times| a * times % b == 0)? * a;
            (root == other).then_some(())?;
            Some(Radix::Number(root.checked_pow(common)?))
        }
        _ => (one == other).then(|| one.clone()),
    }
}

/// The smallest number of which `number` is a power, and the exponent.
pub fn root(number: u32) -> (u32, u32) {
    let exponent = |root: u32| {
        let power = |exponent: &u32| root.checked_pow(*exponent);
        (1..32).find(|exponent| power(exponent) == Some(number))
    };
    (2..number)
        .find_map(|root| Some((root, exponent(root)?)))
        .unwrap_or((number, 1))
}
