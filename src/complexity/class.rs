//! Classes that bounds prove: O from above, Ω from below, Θ where the two meet.

use super::bounds::{Bounds, Rounding};
use super::closed_form::{self, ClosedForm};
use super::growth::{is_bounded_by, leading};
use super::order::Growth;
use super::region::{Region, exceeds, stays_positive};
use crate::syntax::ast::Growth as Bound;

/// A quantity f, from some size on.
#[derive(Debug, Clone, PartialEq)]
pub struct Class {
    /// f = O of the sum of these.
    pub upper: Vec<Growth>,
    /// f = Ω of the sum of these; none where nothing is known from below.
    pub lower: Option<Vec<Growth>>,
    /// Where sizes can lie.
    pub region: Region,
}

/// A monomial with the least and the most that its coefficient can be.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// The monomial.
    pub growth: Growth,
    /// The least.
    pub low: f64,
    /// The most.
    pub high: f64,
}

/// The parts of bounds, as real numbers.
pub fn weighed(bounds: &Bounds) -> Vec<Weighed> {
    let parts = bounds.parts.iter();
    parts
        .map(|part| Weighed {
            growth: part.growth.clone(),
            low: closed_form::real(part.low),
            high: closed_form::real(part.high),
        })
        .collect()
}

impl Class {
    /// The class of what lies between these parts with roundings added, and between those with
    /// roundings scaled. None where it turns negative or falls below 1, so that it cannot be a
    /// count for sizes that are large enough.
    pub fn of(
        added: &[Weighed],
        scaled: &[Weighed],
        variables: usize,
        region: Region,
    ) -> Option<Self> {
        let bounded = region == Region::Triangle;
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

    /// The class of a closed form whose variables all grow; none as above.
    pub fn of_form(form: &ClosedForm, variables: usize, region: Region) -> Option<Self> {
        let of = |rounding| {
            let bounds = Bounds::of_form(form, rounding, variables, region == Region::Triangle);
            bounds.map(|bounds| weighed(&bounds))
        };
        let (added, scaled) = (of(Rounding::Added)?, of(Rounding::Scaled)?);
        Self::of(&added, &scaled, variables, region)
    }

    /// The class of this sum itself, whatever its coefficients.
    pub fn exactly(growths: Vec<Growth>, region: Region) -> Self {
        Self {
            lower: Some(growths.clone()),
            upper: growths,
            region,
        }
    }

    /// Θ, where the bounds meet.
    pub fn theta(&self) -> Option<&[Growth]> {
        let lower = self.lower.as_deref()?;
        let bounded = self.region == Region::Triangle;
        is_bounded_by(&self.upper, lower, bounded).then_some(&self.upper)
    }

    /// Whether this = O(other); none where the bounds do not decide it.
    pub fn is_at_most(&self, other: &Self) -> Option<bool> {
        let bounded = self.region == Region::Triangle;
        let below = other.lower.as_deref();
        if below.is_some_and(|below| is_bounded_by(&self.upper, below, bounded)) {
            return Some(true);
        }
        let own = self.lower.as_deref()?;
        exceeds(own, &other.upper, self.region).then_some(false)
    }

    /// Whether this is O, Ω or Θ of the other; none where the bounds do not decide it.
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

/// What a sum is at least: the parts with positive coefficients, if those with negative ones take
/// no more than a share of them away.
fn from_below(parts: &[Weighed], variables: usize, region: Region) -> Option<Vec<Growth>> {
    let lows: Vec<(f64, Growth)> = (parts.iter())
        .filter(|part| part.low != 0.0)
        .map(|part| (part.low, part.growth.clone()))
        .collect();
    if !stays_positive(&lows, region) {
        return None;
    }
    let positive = lows.into_iter().filter(|(low, _)| *low > 0.0);
    let growths = positive.map(|(_, growth)| growth);
    Some(leading(growths, variables, region == Region::Triangle))
}
