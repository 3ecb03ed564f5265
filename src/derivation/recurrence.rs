//! Recurrences T(s) = a·T(s/2) + f(s) and T(s) = a·T(s−1) + f(s): their closed forms, which meet the
//! start and the recurrence.

use super::cost::{Cost, Induction, Line, Way};
use super::formula::{Formula, Symbol};
use super::walker::{Counted, Walker};

/// How the size falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Falls {
    ByHalf,
    ByOne,
}

/// T(s) = factor·T(previous) + own, in a symbol from the start on.
pub(super) struct Step {
    /// What the algorithm is called.
    pub name: String,
    pub symbol: Symbol,
    pub start: i128,
    /// At the start.
    pub first: Cost,
    pub factor: [u32; 2],
    pub own: Cost,
    pub lines: Vec<Line>,
}

impl Falls {
    /// The size for a value of the symbol.
    pub fn size(self, value: &Formula) -> Option<Formula> {
        match self {
            Self::ByHalf => value.power_of_two(),
            Self::ByOne => Some(value.clone()),
        }
    }
}

impl Walker<'_> {
    /// The solution for a value of the symbol, where it meets the start and the recurrence.
    pub(super) fn proved(&self, step: &Step, falls: Falls, end: &Formula) -> Option<(Cost, Way)> {
        let [low, high] = step.factor;
        let closed = |at: &Formula| {
            Some(Cost {
                lower: self.closed(step, low, (&step.first.lower, &step.own.lower), at)?,
                upper: self.closed(step, high, (&step.first.upper, &step.own.upper), at)?,
            })
        };
        let value = Formula::symbol(&step.symbol);
        let start = Formula::number(step.start);
        let before = value.plus_number(-1)?;
        let (now, earlier) = (closed(&value)?, closed(&before)?);
        let follows = |factor: u32, before: &Formula, own: &Formula| {
            before.times_number(factor.into())?.plus(own)
        };
        let is_proved = closed(&start)? == step.first
            && follows(low, &earlier.lower, &step.own.lower)? == now.lower
            && follows(high, &earlier.upper, &step.own.upper)? == now.upper;
        let way = Way::Recurrence(Box::new(Induction {
            name: letter(self.counted),
            start: falls.size(&start)?,
            first: step.first.upper.clone(),
            size: falls.size(&value)?,
            before: falls.size(&before)?,
            factor: high,
            own: step.own.upper.clone(),
            earlier: earlier.upper,
        }));
        is_proved.then_some((closed(end)?, way))
    }

    /// a^(x − start)·T(start) + Σ a^(x − y)·f(y) for y = start + 1 … x, with a power of two as a.
    fn closed(
        &self,
        step: &Step,
        factor: u32,
        (first, own): (&Formula, &Formula),
        at: &Formula,
    ) -> Option<Formula> {
        let rate = factor.is_power_of_two().then(|| factor.trailing_zeros())?;
        let power = |exponent: &Formula, sign: i128| {
            (exponent.times_number(sign * i128::from(rate))?).power_of_two()
        };
        let start = Formula::number(step.start);
        let scaled = own.times(&power(&Formula::symbol(&step.symbol), -1)?)?;
        let from = start.plus_number(1)?;
        let sum = self.facts.sum(&scaled, &step.symbol, &from, at)?;
        let first = first.times(&power(&start, -1)?)?;
        first.plus(&sum)?.times(&power(at, 1)?)
    }

    /// The most processors: those for the start, and those for each size up to the end.
    pub(super) fn most(&self, step: &Step, end: &Formula) -> Option<(Cost, Way)> {
        let from = Formula::number(step.start + 1);
        let greatest = |own: &Formula| self.facts.greatest_over(own, &step.symbol, &from, end);
        let cost = step.own.map(greatest)?.or_more(&step.first, &self.facts);
        let way = Way::Closed(cost.upper.clone());
        Some((cost, way))
    }
}

/// How measures are called in recurrences.
pub(super) fn letter(counted: Counted) -> &'static str {
    match counted {
        Counted::Time(_) | Counted::AsynchronousTime => "T",
        Counted::Work(_) | Counted::AsynchronousWork => "W",
        Counted::Processors => "p",
        Counted::Reads => "reads",
        Counted::Writes => "writes",
    }
}
