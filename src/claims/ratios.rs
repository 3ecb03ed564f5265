//! The trend of ratios as sizes grow, if no formula decides: whether measured/claimed levels off.
//!
//! Over one name the ratios are a series with a trend. Over several, O( ) says that the largest ratio
//! stays bounded whichever of them grows, and all of them together: so the largest ratio (for Ω the
//! smallest) is considered for each value of each name, and along the diagonal of the grid.

use crate::complexity::levelling::{FEWEST, Trend, trend};
use crate::result::claim::sweep::{OpenRatios, Ratios, RatiosAlong, ShownRatios};
use crate::result::study::{Ratio, Size, SizeValue};
use crate::syntax::ast::Growth as Bound;

/// The ratios of a sweep.
pub struct RatiosOf<'a> {
    /// Their name: `measured/claimed`.
    pub name: &'a str,
    /// The names that vary.
    pub varied: &'a [String],
    /// Ascending.
    pub by_size: &'a [Ratio],
    /// Sizes outside the requested grid.
    pub held_out: &'a [&'a Size],
    /// Whether the second name is `p`, which is at most the first: for one n it cannot grow without
    /// bound.
    pub second_is_bounded: bool,
}

struct Direction {
    /// `n`
    label: String,
    /// Ascending by size.
    points: Vec<(f64, f64)>,
    /// A single size says nothing about a trend.
    is_bounded: bool,
}

impl RatiosOf<'_> {
    /// What the ratios say of the bound. It is no verdict: what levels off on these sizes may grow on
    /// larger ones.
    pub fn seen(&self, bound: Bound) -> Ratios {
        match (self.varied, bound) {
            ([only], _) => self.along_one(only, bound),
            (_, Bound::O) => self.over_grid(Side::Above),
            (_, Bound::Omega) => self.over_grid(Side::Below),
            (_, Bound::Theta) => {
                let mut above = self.over_grid(Side::Above);
                let below = self.over_grid(Side::Below);
                match (above.holds, below.holds) {
                    (Some(true), Some(true)) => {
                        if let (ShownRatios::Decided(all), ShownRatios::Decided(others)) =
                            (&mut above.shown, below.shown)
                        {
                            all.extend(others);
                        }
                        above
                    }
                    (Some(false), _) | (None, None | Some(true)) => above,
                    (_, Some(false)) | (Some(true), None) => below,
                }
            }
        }
    }

    fn along_one(&self, name: &str, bound: Bound) -> Ratios {
        let points = self.by_size.iter().filter_map(|one| {
            let size = *one.inputs.get(name)?;
            Some((size.real(), one.ratio?))
        });
        let trend = trend(&points.collect::<Vec<_>>());
        let holds = match (bound, trend) {
            (_, Trend::Levels)
            | (Bound::O, Trend::Falls | Trend::Sinks)
            | (Bound::Omega, Trend::Grows) => Some(true),
            (_, Trend::Grows | Trend::Falls) => Some(false),
            (_, Trend::Sinks | Trend::Unclear) => None,
        };
        let end = |at: &Ratio| Some((at.ratio?, at.inputs.clone()));
        let ends = match self.by_size {
            [] => Vec::new(),
            [only] => vec![end(only)],
            [first, .., last] => vec![end(first), end(last)],
        };
        let ends: Option<Vec<_>> = ends.into_iter().collect();
        self.ratios_with(
            holds,
            ShownRatios::AlongOne(trend, ends.unwrap_or_default()),
        )
    }

    fn ratios_with(&self, holds: Option<bool>, shown: ShownRatios) -> Ratios {
        Ratios {
            name: self.name.to_owned(),
            holds,
            shown,
        }
    }

    fn over_grid(&self, side: Side) -> Ratios {
        let mut said = Vec::new();
        let mut open = Vec::new();
        let mut refuted = None;
        for direction in self.directions(side) {
            let trend = trend(&direction.points);
            let (away, back) = match side {
                Side::Above => (Trend::Grows, Trend::Falls),
                Side::Below => (Trend::Falls, Trend::Grows),
            };
            let along = direction.along(trend, side);
            let sinks = trend == Trend::Sinks && side == Side::Above;
            if trend == Trend::Levels || trend == back || sinks {
                said.push(along);
            } else if trend == away && !direction.is_bounded {
                refuted.get_or_insert(along);
            } else if trend == away {
                open.push(OpenRatios::Bounded(along, self.varied[0].clone()));
            } else if direction.points.len() < FEWEST {
                open.push(OpenRatios::TooFew(direction.label, direction.points.len()));
            } else {
                open.push(OpenRatios::Unclear(along));
            }
        }
        if let Some(along) = refuted {
            return self.ratios_with(Some(false), ShownRatios::Decided(vec![vec![along]]));
        }
        if open.is_empty() && !said.is_empty() {
            return self.ratios_with(Some(true), ShownRatios::Decided(vec![said]));
        }
        self.ratios_with(None, ShownRatios::Open(open))
    }

    /// Along each name, and along all of them together if the grid is long enough.
    fn directions(&self, side: Side) -> Vec<Direction> {
        let grid: Vec<&Ratio> = (self.by_size.iter())
            .filter(|one| !self.held_out.contains(&&one.inputs))
            .collect();
        let mut directions = Vec::new();
        for (place, name) in self.varied.iter().enumerate() {
            let mut points: Vec<(f64, f64)> = Vec::new();
            for value in values(&grid, name) {
                let there = grid
                    .iter()
                    .filter(|one| one.inputs.get(name) == Some(&value));
                if let Some(outermost) = side.outermost(there.filter_map(|one| one.ratio)) {
                    points.push((value.real(), outermost));
                }
            }
            directions.push(Direction {
                label: name.clone(),
                points,
                is_bounded: place == 1 && self.second_is_bounded,
            });
        }
        let together = self.diagonal(&grid);
        if together.len() >= FEWEST {
            directions.push(Direction {
                label: format!("{} together", self.varied.join(" and ")),
                points: together,
                is_bounded: false,
            });
        }
        directions
    }

    /// From the smallest values of all to the largest of all.
    fn diagonal(&self, grid: &[&Ratio]) -> Vec<(f64, f64)> {
        let axes: Vec<Vec<SizeValue>> = (self.varied.iter())
            .map(|name| values(grid, name))
            .collect();
        let longest = axes.iter().map(Vec::len).max().unwrap_or(0);
        let on_diagonal = (0..longest).filter_map(|at| {
            let size: Vec<SizeValue> = (axes.iter())
                .map(|values| values[at * (values.len() - 1) / (longest - 1).max(1)])
                .collect();
            let is_there = |one: &&&Ratio| one.inputs.values().eq(size.iter());
            let ratio = grid.iter().find(is_there)?.ratio?;
            Some((size[0].real(), ratio))
        });
        on_diagonal.collect()
    }
}

/// From which side a ratio is bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

impl Side {
    fn outermost(self, ratios: impl Iterator<Item = f64>) -> Option<f64> {
        match self {
            Self::Above => ratios.reduce(f64::max),
            Self::Below => ratios.reduce(f64::min),
        }
    }
}

impl Direction {
    fn along(&self, trend: Trend, side: Side) -> RatiosAlong {
        RatiosAlong {
            label: self.label.clone(),
            trend,
            is_least: side == Side::Below,
            ends: match self.points.as_slice() {
                [first, .., last] => Some([*first, *last]),
                _ => None,
            },
        }
    }
}

/// The values of a name, ascending.
fn values(ratios: &[&Ratio], name: &str) -> Vec<SizeValue> {
    let mut values: Vec<SizeValue> = (ratios.iter())
        .filter_map(|one| one.inputs.get(name).copied())
        .collect();
    values.sort_unstable();
    values.dedup();
    values
}
