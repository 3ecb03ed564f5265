//! Classes that follow from bounds: O from the upper bound, Ω from the lower one, Θ if they agree.

use super::bounds::{GrowthBounds, Rounding};
use super::closed_form::{self, ClosedForm};
use super::growth::{is_bounded_by, leading};
use super::order::Growth;
use super::region::{SizeRegion, exceeds, stays_positive};
use crate::syntax::ast::Growth as Bound;

/// The class of a quantity f, for sufficiently large sizes.
#[derive(Debug, Clone, PartialEq)]
pub struct GrowthClass {
    /// f = O of the sum of these.
    pub upper: Vec<Growth>,
    /// f = Ω of the sum of these. None if no lower bound is known.
    pub lower: Option<Vec<Growth>>,
    /// The set of sizes that is considered.
    pub region: SizeRegion,
}

/// A monomial with the bounds of its coefficient.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// The monomial.
    pub growth: Growth,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The parts of bounds, with coefficients as real numbers.
pub fn weighed(bounds: &GrowthBounds) -> Vec<Weighed> {
    let parts = bounds.parts.iter();
    parts
        .map(|part| Weighed {
            growth: part.growth.clone(),
            low: closed_form::real(part.low),
            high: closed_form::real(part.high),
        })
        .collect()
}

impl GrowthClass {
    /// The class of a quantity, given its bounds with roundings added and its bounds with roundings
    /// scaled. None if it becomes negative or falls below 1, so that it cannot be a count for large
    /// sizes.
    pub fn of(
        added: &[Weighed],
        scaled: &[Weighed],
        variables: usize,
        region: SizeRegion,
    ) -> Option<Self> {
        let bounded = region == SizeRegion::Triangle;
        if added.is_empty() {
            return Some(Self {
                upper: vec![Growth::one(variables)],
                lower: None,
                region,
            });
        }
        let above = added.iter().filter(|part| part.high > 0.0);
        let above: Vec<&Weighed> = above.collect();
        let most: f64 = above.iter().map(|part| part.high).sum();
        let upper = leading(
            above.iter().map(|part| part.growth.clone()),
            variables,
            bounded,
        );
        let one = [Growth::one(variables)];
        let is_constant = is_bounded_by(&upper, &one, bounded);
        let vanishes =
            above.is_empty() || exceeds(&one, &upper, region) || is_constant && most < 1.0;
        if vanishes || !most.is_finite() {
            return None;
        }
        let lower = [added, scaled]
            .into_iter()
            .find_map(|parts| from_below(parts, variables, region));
        Some(Self {
            upper,
            lower,
            region,
        })
    }

    /// The class of a closed form in which all variables grow. None as in [`Self::of`].
    pub fn of_form(form: &ClosedForm, variables: usize, region: SizeRegion) -> Option<Self> {
        let of = |rounding| {
            let bounds =
                GrowthBounds::of_form(form, rounding, variables, region == SizeRegion::Triangle);
            bounds.map(|bounds| weighed(&bounds))
        };
        let (added, scaled) = (of(Rounding::Added)?, of(Rounding::Scaled)?);
        Self::of(&added, &scaled, variables, region)
    }

    /// The class of a sum, regardless of its coefficients.
    pub fn exactly(growths: Vec<Growth>, region: SizeRegion) -> Self {
        Self {
            lower: Some(growths.clone()),
            upper: growths,
            region,
        }
    }

    /// The terms of Θ, if the bounds agree.
    pub fn theta(&self) -> Option<&[Growth]> {
        let lower = self.lower.as_deref()?;
        let bounded = self.region == SizeRegion::Triangle;
        is_bounded_by(&self.upper, lower, bounded).then_some(&self.upper)
    }

    /// Whether this is O(other). None if the bounds do not decide it.
    pub fn is_at_most(&self, other: &Self) -> Option<bool> {
        let bounded = self.region == SizeRegion::Triangle;
        let below = other.lower.as_deref();
        if below.is_some_and(|below| is_bounded_by(&self.upper, below, bounded)) {
            return Some(true);
        }
        let own = self.lower.as_deref()?;
        exceeds(own, &other.upper, self.region).then_some(false)
    }

    /// Whether this is O, Ω or Θ of the other class. None if the bounds do not decide it.
    pub fn is(&self, bound: Bound, other: &Self) -> Option<bool> {
        let above = || self.is_at_most(other);
        let below = || other.is_at_most(self);
        match bound {
            Bound::O => above(),
            Bound::Omega => below(),
            Bound::Theta => match (above(), below()) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
        }
    }
}

/// The lower bound of a sum: the parts with positive coefficients, if the negative ones cancel at most a
/// constant share of them.
fn from_below(parts: &[Weighed], variables: usize, region: SizeRegion) -> Option<Vec<Growth>> {
    let lows: Vec<(f64, Growth)> = (parts.iter())
        .filter(|part| part.low != 0.0)
        .map(|part| (part.low, part.growth.clone()))
        .collect();
    if !stays_positive(&lows, region) {
        return None;
    }
    let positive = lows.into_iter().filter(|(low, _)| *low > 0.0);
    let growths = positive.map(|(_, growth)| growth);
    Some(leading(growths, variables, region == SizeRegion::Triangle))
}
