//! Operators on the bits of whole numbers.

use super::walker::Walker;
use crate::derivation::algebra::formula::Formula;
use crate::program::BinaryOp;

impl Walker<'_> {
    /// `value op mask` for a bitwise operator, where the mask is 2^k − 1 (the lowest k bits) or 2^k (a
    /// single bit). None for other masks.
    pub(super) fn with_bits(
        &self,
        op: BinaryOp,
        value: &Formula,
        mask: &Formula,
    ) -> Option<Formula> {
        let modulus = mask.plus_number(1)?;
        let common = if modulus.exponent_of_two().is_some() {
            self.facts.remainder(value, &modulus)?
        } else {
            self.bit(value, mask)?.times(mask)?
        };
        match op {
            BinaryOp::BitAnd => Some(common),
            BinaryOp::BitOr => value.plus(mask)?.minus(&common),
            _ => value.plus(mask)?.minus(&common.times_number(2)?),
        }
    }

    /// The bit of a value at the position of a power of two, as 0 or 1.
    pub(super) fn bit(&self, value: &Formula, power: &Formula) -> Option<Formula> {
        (power.exponent_of_two().is_some() && self.facts.is_whole(power)).then_some(())?;
        let places = self.facts.quotient(value, power)?;
        self.facts.remainder(&places, &Formula::number(2))
    }
}
