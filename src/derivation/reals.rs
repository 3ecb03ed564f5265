//! Real numbers: results that the machine rounds are not treated as exact.

use super::obstacle::Need;
use super::walker::Walker;
use crate::derivation::algebra::formula::{Atom, Base, Formula};
use crate::program::BinaryOp;

impl Walker<'_> {
    /// Whether the machine may round the result in a way that matters. One rounded operand and an exact
    /// one keep a value that is not an integer on its side of the next integer.
    pub(super) fn is_rounded(&self, op: BinaryOp, left: &Formula, right: &Formula) -> bool {
        let exact = [left, right].map(|side| self.is_exact(side));
        let is_root = |side: &Formula| {
            let mut is_root = false;
            side.collect(&mut |atom| is_root |= matches!(atom, Atom::Root(_) | Atom::Log(_)));
            is_root
        };
        match op {
            BinaryOp::Add | BinaryOp::Subtract => exact == [false, false],
            BinaryOp::Multiply => match exact {
                [true, true] => false,
                [false, false] => true,
                [true, false] => left.exponent_of_two().is_none() && !is_root(right),
                [false, true] => right.exponent_of_two().is_none() && !is_root(left),
            },
            // For integers, the floor of the rounded quotient is correct, but its fraction is not.
            BinaryOp::Divide => {
                right.exponent_of_two().is_none()
                    && !(self.facts.is_whole(left) && right.as_whole().is_some())
            }
            BinaryOp::Equal | BinaryOp::NotEqual => exact != [true, true],
            BinaryOp::Power => !exact[0] && right.as_whole() != Some(1),
            _ => false,
        }
    }

    /// Whether the machine represents a value exactly: an integer over a power of two.
    fn is_exact(&self, value: &Formula) -> bool {
        let is_dyadic = value.terms.iter().all(|(product, coefficient)| {
            coefficient.denominator.count_ones() == 1
                && (product.exponent.keys()).all(|(base, _)| *base == Base::TWO)
                && (product.factors.iter()).all(|(atom, power)| *power > 0 && atom.is_whole())
        });
        is_dyadic || self.facts.is_whole(value)
    }

    /// Suggests to assume that sizes are powers whose logarithms and roots are integers.
    pub(super) fn ask_for_whole(&mut self, values: [&Formula; 2]) {
        let mut needs = Vec::new();
        for value in values {
            value.collect(&mut |atom| needs.extend(need_of_whole(atom)));
        }
        for need in needs {
            self.helpful.need(need);
        }
    }

    /// The square root of an integer. Suggests to assume a power of four, whose root is an integer.
    pub(super) fn square_root(&mut self, value: &Formula) -> Option<Formula> {
        if !self.facts.is_nonnegative(value) || !self.facts.is_whole(value) {
            return None;
        }
        if let Some(symbol) = value.symbols().first() {
            self.helpful.need(Need::power_of_four(&symbol.name));
        }
        self.facts.root(value)
    }

    /// The sides of `above ≥ below` or `above > below` as integers: for an integer x, x ≤ √v is x ≤
    /// ⌊√v⌋, and x < √v is x < ⌈√v⌉.
    pub(super) fn whole_sides(&self, sides: [Formula; 2], strict: bool) -> Option<[Formula; 2]> {
        let are_whole = [0, 1].map(|at| self.facts.is_whole(&sides[at]));
        let is_root = |side: &Formula| matches!(side.as_atom(), Some(Atom::Root(_)));
        let [above, below] = sides;
        match are_whole {
            [true, true] => Some([above, below]),
            [false, true] if is_root(&above) => {
                let bound = if strict {
                    self.facts.ceil(&above)
                } else {
                    self.facts.floor(&above)
                };
                Some([bound?, below])
            }
            [true, false] if is_root(&below) => {
                let bound = if strict {
                    self.facts.floor(&below)
                } else {
                    self.facts.ceil(&below)
                };
                Some([above, bound?])
            }
            _ => None,
        }
    }
}

/// The assumption under which a logarithm or a root is an integer.
pub(super) fn need_of_whole(atom: &Atom) -> Option<Need> {
    match atom {
        Atom::Log(part) => Some(Need::power_of_two(&part.as_symbol()?.name)),
        Atom::Root(part) => Some(Need::power_of_four(&part.symbols().first()?.name)),
        _ => None,
    }
}

impl Formula {
    /// Whether the formula contains a square root.
    pub(super) fn holds_root(&self) -> bool {
        let mut holds = false;
        self.collect(&mut |atom| holds |= matches!(atom, Atom::Root(_)));
        holds
    }
}
