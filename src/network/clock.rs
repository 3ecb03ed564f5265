//! Times with their decomposition: a time, and how often each parameter enters it along one critical
//! path.

use serde::{Deserialize, Serialize};

use super::parameters::{Overflow, Units};

/// How often each parameter enters a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decomposition {
    /// Start-ups of messages.
    pub t_s: u64,
    /// Words on links and in ports.
    pub t_w: u64,
    /// Headers at links.
    pub t_h: u64,
    /// Instructions.
    pub t_c: u64,
    /// Calls of sends and receives.
    pub t_o: u64,
    /// Barriers.
    pub barriers: u64,
}

impl Decomposition {
    /// Each count, in the order of [`super::Parameters::by_name`].
    pub fn counts(&self) -> [u64; 6] {
        let Self {
            t_s,
            t_w,
            t_h,
            t_c,
            t_o,
            barriers,
        } = *self;
        [t_s, t_w, t_h, t_c, t_o, barriers]
    }

    /// The time of which this is the decomposition.
    pub fn time(&self, units: &Units) -> Result<i128, Overflow> {
        let terms = [
            (self.t_s, units.t_s),
            (self.t_w, units.t_w),
            (self.t_h, units.t_h),
            (self.t_c, units.t_c),
            (self.t_o, units.t_o),
            (self.barriers, units.barrier),
        ];
        (terms.iter()).try_fold(0, |sum, (count, unit)| sum_of(sum, product(*count, *unit)?))
    }
}

/// A time in scaled units, with its decomposition along the critical path that leads to it.
///
/// Invariant: the decomposition times the parameters is the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time in scaled units, at least 0.
    pub time: i128,
    /// How often each parameter enters it.
    pub path: Decomposition,
}

impl Clock {
    /// The later of two times; if equal, this one.
    #[must_use]
    pub fn later(self, other: Self) -> Self {
        if other.time > self.time { other } else { self }
    }

    /// The clock after this many instructions.
    pub(super) fn computed(mut self, instructions: u64, units: &Units) -> Result<Self, Overflow> {
        self.time = sum_of(self.time, product(instructions, units.t_c)?)?;
        self.path.t_c = count_of(self.path.t_c, instructions)?;
        Ok(self)
    }

    /// After the overhead of a call.
    pub(super) fn called(mut self, units: &Units) -> Result<Self, Overflow> {
        self.time = sum_of(self.time, units.t_o)?;
        self.path.t_o = count_of(self.path.t_o, 1)?;
        Ok(self)
    }

    /// After a barrier.
    pub(super) fn met(mut self, units: &Units) -> Result<Self, Overflow> {
        self.time = sum_of(self.time, units.barrier)?;
        self.path.barriers = count_of(self.path.barriers, 1)?;
        Ok(self)
    }

    /// The clock after the start-up of a message.
    pub(super) fn started(mut self, units: &Units) -> Result<Self, Overflow> {
        self.time = sum_of(self.time, units.t_s)?;
        self.path.t_s = count_of(self.path.t_s, 1)?;
        Ok(self)
    }

    /// The clock after this many words on a link or in a port.
    pub(super) fn carried(mut self, words: u64, units: &Units) -> Result<Self, Overflow> {
        self.time = sum_of(self.time, product(words, units.t_w)?)?;
        self.path.t_w = count_of(self.path.t_w, words)?;
        Ok(self)
    }

    /// After a header at a link.
    pub(super) fn hopped(mut self, units: &Units) -> Result<Self, Overflow> {
        self.time = sum_of(self.time, units.t_h)?;
        self.path.t_h = count_of(self.path.t_h, 1)?;
        Ok(self)
    }
}

/// The sum of two counts.
#[inline]
pub(super) fn count_of(own: u64, more: u64) -> Result<u64, Overflow> {
    own.checked_add(more).ok_or(Overflow)
}

/// The sum of two times.
pub(super) fn sum_of(own: i128, more: i128) -> Result<i128, Overflow> {
    own.checked_add(more).ok_or(Overflow)
}

/// A multiple of a parameter.
pub(super) fn product(count: u64, unit: i128) -> Result<i128, Overflow> {
    // Nearly all parameters have 64 bits, for which the product is one machine instruction.
    if let Ok(unit) = u64::try_from(unit) {
        let product = u128::from(count) * u128::from(unit);
        return i128::try_from(product).map_err(|_| Overflow);
    }
    unit.checked_mul(i128::from(count)).ok_or(Overflow)
}
