//! The cost of a run on a multicomputer: time and work as integers, and the composition of the time.

use serde::{Deserialize, Serialize};

use crate::network::Decomposition;

/// Time and work of a run on a multicomputer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkTimes {
    /// T, in 10^-digits of the machine's unit of time.
    pub time: u64,
    /// W, in the same unit.
    pub work: u64,
    /// The digits after the decimal point.
    pub digits: u32,
    /// How often each parameter enters T.
    pub path: Decomposition,
    /// How often each parameter enters W.
    pub work_counts: Decomposition,
}

impl NetworkTimes {
    /// The same in units of 10^-digits; `None` if these are larger than its own, or if the counts exceed
    /// 64 bits.
    pub fn with_digits(self, digits: u32) -> Option<Self> {
        let factor = 10_u64.checked_pow(digits.checked_sub(self.digits)?)?;
        Some(Self {
            time: self.time.checked_mul(factor)?,
            work: self.work.checked_mul(factor)?,
            digits,
            ..self
        })
    }
}
