//! Symbols that range over several values while a difference is examined. A fact about a symbol at its
//! actual value need not hold at the others.

use super::facts::{Facts, Learned};
use super::formula::{Atom, Base, Formula, Product, Symbol};
use crate::semantic::rational::Rational;

/// The values of a symbol for which something has to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::derivation) enum Values {
    /// From the lower bound to the actual value.
    UpToOwn,
    /// From the actual value to the upper bound.
    FromOwn,
    /// All values.
    All,
}

/// The direction in which a value changes when a symbol grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

impl Direction {
    fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }
}

impl Facts {
    /// Answers a question for several values of a symbol, using only facts that hold for all of them.
    pub(in crate::derivation) fn for_values<T>(
        &self,
        symbol: &Symbol,
        values: Values,
        ask: impl FnOnce() -> T,
    ) -> T {
        if (self.known.iter()).all(|fact| self.holds_for(fact, symbol, values)) {
            return ask();
        }
        let varied = (symbol.clone(), values);
        let state = self.state.get();
        self.state
            .set(self.state_with(Learned::Varied(varied.clone())));
        self.varied.borrow_mut().push(varied);
        let answer = ask();
        self.varied.borrow_mut().pop();
        self.state.set(state);
        answer
    }

    /// The known formulas that hold for all values over which symbols range.
    pub(in crate::derivation) fn usable(&self) -> Vec<&Formula> {
        let varied = self.varied.borrow();
        let fits = |fact: &&Formula| {
            (varied.iter()).all(|(symbol, values)| self.holds_for(fact, symbol, *values))
        };
        self.known.iter().filter(fits).collect()
    }

    /// Whether a fact about the actual value of a symbol holds for all these values. Facts about other
    /// symbols presuppose that their bounds contain a value: the existence of a d with 2 ≤ d ≤ k is
    /// known for the actual k, and not for a smaller one.
    fn holds_for(&self, fact: &Formula, symbol: &Symbol, values: Values) -> bool {
        let direction = match values {
            Values::UpToOwn => Some(Direction::Down),
            Values::FromOwn => Some(Direction::Up),
            Values::All => None,
        };
        let holds = |formula: &Formula, direction: Option<Direction>| {
            !formula.has(symbol)
                || direction.is_some_and(|direction| goes(formula, symbol, direction))
        };
        if !holds(fact, direction) {
            return false;
        }
        let others = self.with_bounds(fact.symbols().into_iter().collect());
        let mut bounds = others.iter().filter_map(|other| self.of(other));
        bounds.all(|bounded| {
            let widens = || {
                holds(&bounded.least, direction.map(Direction::opposite))
                    && bounded.most.iter().all(|most| holds(most, direction))
            };
            bounded.symbol == *symbol || widens()
        })
    }

    /// The last symbol of a formula that occurs in no bounds of the other symbols, directly or
    /// indirectly.
    pub(in crate::derivation) fn innermost(&self, formula: &Formula) -> Option<Symbol> {
        let symbols = formula.symbols();
        let is_free = |symbol: &&Symbol| {
            let others = symbols.iter().filter(|other| other != symbol);
            !self.with_bounds(others.cloned().collect()).contains(symbol)
        };
        symbols.iter().rev().find(is_free).cloned()
    }

    /// The symbols, and all symbols on which their bounds depend.
    fn with_bounds(&self, mut symbols: Vec<Symbol>) -> Vec<Symbol> {
        let mut at = 0;
        while let Some(symbol) = symbols.get(at) {
            at += 1;
            let Some(bounded) = self.of(symbol) else {
                continue;
            };
            for bound in [&bounded.least].into_iter().chain(&bounded.most) {
                for found in bound.symbols() {
                    if !symbols.contains(&found) {
                        symbols.push(found);
                    }
                }
            }
        }
        symbols
    }
}

/// Whether a formula provably changes in one direction, or stays equal, when a symbol grows.
fn goes(formula: &Formula, symbol: &Symbol, direction: Direction) -> bool {
    formula.terms.iter().all(|(product, coefficient)| {
        let direction = if *coefficient > Rational::ZERO {
            direction
        } else {
            direction.opposite()
        };
        !product.atoms().any(|atom| atom.has(symbol)) || product_goes(product, symbol, direction)
    })
}

fn product_goes(product: &Product, symbol: &Symbol, direction: Direction) -> bool {
    let (mut factors, mut exponent) = (product.factors.iter(), product.exponent.iter());
    match (
        factors.next(),
        exponent.next(),
        factors.next(),
        exponent.next(),
    ) {
        (Some((atom, 1)), None, None, None) => atom_goes(atom, symbol, direction),
        (None, Some(((Base::Prime(_), atom), count)), None, None) => {
            let direction = if *count > 0 {
                direction
            } else {
                direction.opposite()
            };
            atom_goes(atom, symbol, direction)
        }
        _ => false,
    }
}

fn atom_goes(atom: &Atom, symbol: &Symbol, direction: Direction) -> bool {
    match atom {
        Atom::Symbol(_) => direction == Direction::Up,
        Atom::Log(part) | Atom::Root(part) | Atom::Floor(part) | Atom::Ceil(part) => {
            goes(part, symbol, direction)
        }
        Atom::Greatest(parts) | Atom::Least(parts) => {
            parts.iter().all(|part| goes(part, symbol, direction))
        }
        Atom::Modulo(..) => false,
    }
}
