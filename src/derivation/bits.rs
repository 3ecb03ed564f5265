//! Operators on the bits of whole numbers.

use super::walker::Walker;
use crate::derivation::algebra::formula::Formula;
use crate::program::BinaryOp;

impl Walker<'_> {
    /// What an operator makes of the bits of a value and those of a mask: 2^k − 1, which has the lowest k,
    /// or 2^k, which has one.
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

    /// The bit of a value that a power of two has, as 0 or 1.
    pub(super) fn bit(&self, value: &Formula, power: &Formula) -> Option<Formula> {
        (power.exponent_of_two().is_some() && self.facts.is_whole(power)).then_some(())?;
        let places = self.facts.quotient(value, power)?;
        self.facts.remainder(&places, &Formula::number(2))
    }
}
