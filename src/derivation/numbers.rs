//! The numbers that formulas are about, as formulas of symbols: under the assumption n = 3^k the
//! number n is a power with the symbol k in its exponent.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::cost::Cost;
use super::lengths::Measured;
use super::obstacle::Need;
use super::subject::Assumption;
use crate::derivation::algebra::facts::{Bounded, Facts, Memory};
use crate::derivation::algebra::formula::{Formula, Radix, Stands, Symbol};

/// What the times of the asynchronous machine are called in formulas, and their least values.
const TIMES: [(&str, i128); 2] = [("d", 1), ("B", 0)];

/// Whether this is what a time of the asynchronous machine is called.
pub fn is_time(name: &str) -> bool {
    TIMES.iter().any(|(time, _)| *time == name)
}

/// The numbers that formulas are about: each name as a formula of symbols.
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    /// By name.
    pub by_name: BTreeMap<Arc<str>, Formula>,
    /// The symbols, with the least values.
    pub symbols: Vec<(Symbol, i128)>,
    /// What is known of them beside that: formulas that are at least 0.
    pub known: Vec<Formula>,
    /// The symbols that are lengths of inputs which no name tells.
    pub measured: Vec<Measured>,
}

impl Numbers {
    /// The value of a symbol among those of all of them, in order.
    pub fn value_of(&self, symbol: &Symbol, values: &[i128]) -> Option<i128> {
        let at = self.symbols.iter().position(|(other, _)| other == symbol)?;
        values.get(at).copied()
    }

    /// What the names are worth for values of the symbols; none where that is no whole number.
    pub fn at(&self, values: &[i128]) -> Option<Vec<(Arc<str>, i128)>> {
        let of = |symbol: &Symbol| self.value_of(symbol, values);
        let named = self.by_name.iter();
        named
            .map(|(name, formula)| Some((Arc::clone(name), formula.whole_at(&of)?)))
            .collect()
    }

    /// Whether a cost depends on these numbers alone, and on no index of processors or turns.
    pub(super) fn cover(&self, cost: &Cost) -> bool {
        let is_covered = |symbol: &Symbol| self.symbols.iter().any(|(known, _)| known == symbol);
        let mut bounds = [&cost.lower, &cost.upper].into_iter();
        bounds.all(|bound| bound.symbols().iter().all(is_covered))
    }

    /// Each name as a formula of symbols, under an assumption; those of the asynchronous machine
    /// too. None where the assumption contradicts itself.
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
        // What another number is a power or a multiple of comes before it.
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
        // The least value that comparisons give to a plain number; of powers and multiples they are facts.
        let mut from = 0;
        for need in needs {
            match need {
                Need::Power(of, of_radix) if of == name => {
                    radix = Some(match radix {
                        Some(radix) => common_radix(&radix, of_radix)?,
                        None => of_radix.clone(),
                    });
                }
                // Of 0 and 1 the powers are all the same.
                Need::Power(_, Radix::Name(of)) if of == name => least = least.max(2),
                Need::Divides(of, by) if of == name => divisor = Some(by),
                Need::Compares(comparison) => {
                    let own = comparison.least().filter(|(of, _)| *of == name);
                    from = own.map_or(from, |(_, least)| least.max(from));
                }
                _ => {}
            }
        }
        let of = |stands: Stands| Symbol {
            id: self.symbols.len() as u32,
            name: Arc::clone(name),
            stands,
        };
        let number_of = |radix: &Radix| match radix {
            Radix::Number(number) => Some(Formula::number((*number).into())),
            Radix::Name(name) => self.by_name.get(name).cloned(),
        };
        let (symbol, value, least) = match (radix, divisor) {
            (Some(radix), divisor) => {
                let base = number_of(&radix)?;
                let symbol = of(Stands::Logarithm(radix));
                let value = base.raised(&Formula::symbol(&symbol))?;
                // A power that divides another one of the same number has no larger exponent.
                let divisor = divisor.and_then(number_of);
                let difference = divisor.and_then(|it| value.over(&it)?.exponent_of(&base));
                self.known.extend(difference);
                (symbol, value, least)
            }
            (None, Some(divisor)) => {
                let symbol = of(Stands::Quotient(divisor.clone()));
                let value = Formula::symbol(&symbol).times(&number_of(divisor)?)?;
                let least = match divisor {
                    Radix::Number(_) => least,
                    Radix::Name(_) => least.max(1),
                };
                (symbol, value, least)
            }
            (None, None) => {
                let symbol = of(Stands::Itself);
                let value = Formula::symbol(&symbol);
                (symbol, value, least.max(from))
            }
        };
        self.symbols.push((symbol, least));
        self.by_name.insert(Arc::clone(name), value);
        Some(())
    }

    /// A plain number is at least this.
    pub(super) fn raise(&mut self, name: &str, bound: i128) {
        let is_own = |(symbol, _): &&mut (Symbol, i128)| {
            *symbol.name == *name && symbol.stands == Stands::Itself
        };
        for (_, least) in self.symbols.iter_mut().filter(is_own) {
            *least = (*least).max(bound);
        }
    }

    /// What is known of the symbols themselves.
    pub(super) fn facts(&self, memory: &Rc<Memory>) -> Facts {
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

/// What a number is a power of that is one of both: 8 and 4 have 64. None where only 1 is.
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

/// The least number of which one is a power, and the exponent.
pub fn root(number: u32) -> (u32, u32) {
    let exponent = |root: u32| {
        let power = |exponent: &u32| root.checked_pow(*exponent);
        (1..32).find(|exponent| power(exponent) == Some(number))
    };
    (2..number)
        .find_map(|root| Some((root, exponent(root)?)))
        .unwrap_or((number, 1))
}
