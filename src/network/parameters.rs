//! The parameters of the cost model, and the integers to which they are scaled.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::decimal::Decimal;

/// The parameters of the cost model, all in one unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameters {
    /// Start-up time of a message.
    pub t_s: Decimal,
    /// Time of a word on a link or in a port.
    pub t_w: Decimal,
    /// Time of a header at a link.
    pub t_h: Decimal,
    /// Time of an instruction.
    pub t_c: Decimal,
    /// Time that each call of a send or receive takes on its processor.
    pub t_o: Decimal,
    /// `B`, the time of a barrier, if it is given; otherwise barriers are messages.
    pub barrier: Option<Decimal>,
}

/// Why parameters cannot be scaled to integers.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ParametersError {
    /// No power of ten makes all of them integers of 128 bits.
    #[error("the parameters differ by too many orders of magnitude to be held exactly")]
    TooManyDigits,
}

impl Parameters {
    /// The names of the parameters in formulas.
    pub const NAMES: [&str; 6] = ["t_s", "t_w", "t_h", "t_c", "t_o", "B"];

    /// Those of them that no other machine has.
    pub const OF_MESSAGES: [&str; 5] = ["t_s", "t_w", "t_h", "t_c", "t_o"];

    fn values(&self) -> [Decimal; 6] {
        let barrier = self.barrier.unwrap_or_default();
        [self.t_s, self.t_w, self.t_h, self.t_c, self.t_o, barrier]
    }

    /// Each with its name in formulas; parameters that are not given are 0.
    pub fn by_name(&self) -> [(&'static str, Decimal); 6] {
        let values = self.values();
        std::array::from_fn(|at| (Self::NAMES[at], values[at]))
    }

    /// Those that the machine has, each with its name in formulas: `B` only if it is given.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, Decimal)> {
        let count = Self::NAMES.len() - usize::from(self.barrier.is_none());
        self.by_name().into_iter().take(count)
    }

    /// The parameters, scaled to integers by the smallest power of ten that does so.
    pub fn scaled(&self) -> Result<Units, ParametersError> {
        let all = self.values();
        let digits = all.iter().map(|number| number.digits()).max().unwrap_or(0);
        let scaled =
            |number: Decimal| (number.scaled(digits)).ok_or(ParametersError::TooManyDigits);
        Ok(Units {
            t_s: scaled(self.t_s)?,
            t_w: scaled(self.t_w)?,
            t_h: scaled(self.t_h)?,
            t_c: scaled(self.t_c)?,
            t_o: scaled(self.t_o)?,
            barrier: scaled(self.barrier.unwrap_or_default())?,
            digits,
        })
    }
}

/// The parameters as integers: each times `10^digits`. All times are multiples of this unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Units {
    /// Start-up time of a message.
    pub t_s: i128,
    /// Time of a word on a link or in a port.
    pub t_w: i128,
    /// Time of a header at a link.
    pub t_h: i128,
    /// Time of an instruction.
    pub t_c: i128,
    /// Time that each call of a send or receive takes on its processor.
    pub t_o: i128,
    /// Time of a barrier.
    pub barrier: i128,
    /// The exponent of the power of ten by which all were multiplied.
    pub digits: u32,
}

impl Units {
    /// A time in scaled units as a decimal number.
    pub fn decimal(&self, time: i128) -> Decimal {
        Decimal::new(time, self.digits).expect("times are not negative and have at most 38 digits")
    }
}

/// A time or a count that exceeds its range.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("a time or a count is too large to be held exactly")]
pub struct Overflow;
