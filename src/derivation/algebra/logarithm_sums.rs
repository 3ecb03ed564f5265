//! Sums of rounded logarithms, which are constant between two powers of the base.

use super::facts::Facts;
use super::formula::{Formula, Symbol};

impl Facts {
    /// Σ of ⌊log v⌋ or ⌈log v⌉ to an integer base b, for v = x + c or v = c − x with an integer c, over
    /// `low` ≤ x < `limit`.
    ///
    /// For y from 1 to m the sum of ⌊log y⌋ is (m + 1)·⌊log m⌋ − (b^(⌊log m⌋ + 1) − b)/(b − 1), and that
    /// of ⌈log y⌉ is m·⌈log m⌉ − (b^⌈log m⌉ − 1)/(b − 1).
    pub(in crate::derivation) fn sum_of_logarithms(
        &self,
        part: &Formula,
        is_floor: bool,
        symbol: &Symbol,
        [low, limit]: [&Formula; 2],
    ) -> Option<Formula> {
        let (base, value) = part.as_logarithm()?;
        (base.as_whole()? >= 2).then_some(())?;
        let at = |place: &Formula| self.substitute(value, symbol, place);
        let step = at(&Formula::symbol(symbol).plus_number(1)?)?.minus(value)?;
        let last = limit.plus_number(-1)?;
        let [from, to] = match step.as_whole()? {
            1 => [at(low)?, at(&last)?],
            -1 => [at(&last)?, at(low)?],
            _ => return None,
        };
        (self.is_whole(&from) && self.is_whole(&to)).then_some(())?;
        let up_to = |end: &Formula| {
            (self.is_positive(end)).then_some(())?;
            let log = self.log_to(&base, end)?;
            let log = if is_floor {
                self.floor(&log)?
            } else {
                self.ceil(&log)?
            };
            let powers = base.raised(&log)?;
            let (count, levels) = if is_floor {
                (end.plus_number(1)?, powers.times(&base)?.minus(&base)?)
            } else {
                (end.clone(), powers.plus_number(-1)?)
            };
            count
                .times(&log)?
                .minus(&levels.over(&base.plus_number(-1)?)?)
        };
        let before = from.plus_number(-1)?;
        if before.is_zero() {
            return up_to(&to);
        }
        up_to(&to)?.minus(&up_to(&before)?)
    }
}
