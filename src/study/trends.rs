//! Where ratios go as sizes grow, where no formula decides: whether measured/claimed levels off.
//!
//! Over one name the ratios are a series with a trend. Over several, O( ) says that the largest
//! ratio stays bounded whichever of them grows, and all of them together: so the largest ratio
//! (for Ω the least) is looked at for each value of each name, and along the diagonal of the grid.

use std::fmt::Write as _;

use crate::complexity::levelling::{self, FEWEST, trend};
use crate::result::study::{Ratio, Size, SizeValue, Trend};
use crate::syntax::ast::Growth as Bound;

/// The ratios of a sweep.
pub(super) struct Ratios<'a> {
    /// What they are called: `measured/claimed`.
    pub name: &'a str,
    /// The names that vary.
    pub varied: &'a [String],
    /// Ascending.
    pub by_size: &'a [Ratio],
    /// Sizes that lie beside the grid of those asked for.
    pub held_out: &'a [&'a Size],
    /// The second name is `p`, at most the first: at one n it cannot grow without end.
    pub second_is_bounded: bool,
}

/// The ratios along one direction.
struct Direction {
    /// `n`
    label: String,
    /// Ascending by size.
    points: Vec<(f64, f64)>,
    /// One size alone says nothing about where it leads.
    is_bounded: bool,
}

impl Ratios<'_> {
    /// What the ratios say of the bound. It is no verdict: what levels off on these sizes may grow
    /// on larger ones.
    pub fn seen(&self, bound: Bound) -> (Trend, String) {
        let (side, evidence) = self.lean(bound);
        let text = match side {
            Some(holds) => format!("{}: {evidence}", says(holds)),
            None => evidence,
        };
        (Trend::of(side), text)
    }

    /// Whether the ratios are as the bound would have them, and why.
    fn lean(&self, bound: Bound) -> (Option<bool>, String) {
        match (self.varied, bound) {
            ([only], _) => self.along_one(only, bound),
            (_, Bound::O) => self.over_grid(Side::Above),
            (_, Bound::Omega) => self.over_grid(Side::Below),
            (_, Bound::Theta) => {
                let (above, why_above) = self.over_grid(Side::Above);
                let (below, why_below) = self.over_grid(Side::Below);
                match (above, below) {
                    (Some(false), _) => (above, why_above),
                    (_, Some(false)) => (below, why_below),
                    (Some(true), Some(true)) => (above, format!("{why_above}; {why_below}")),
                    (None, _) => (above, why_above),
                    (_, None) => (below, why_below),
                }
            }
        }
    }

    fn along_one(&self, name: &str, bound: Bound) -> (Option<bool>, String) {
        let points = self.by_size.iter().filter_map(|one| {
            let size = *one.inputs.get(name)?;
            Some((size.real(), one.ratio?))
        });
        let trend = trend(&points.collect::<Vec<_>>());
        let holds = match (bound, trend) {
            (_, levelling::Trend::Levels)
            | (Bound::O, levelling::Trend::Falls | levelling::Trend::Sinks)
            | (Bound::Omega, levelling::Trend::Grows) => Some(true),
            (_, levelling::Trend::Grows | levelling::Trend::Falls) => Some(false),
            (_, levelling::Trend::Sinks | levelling::Trend::Unclear) => None,
        };
        let mut evidence = format!("{} {}", self.name, does(trend));
        let end = |at: &Ratio| Some(format!("{:.3} at {}", at.ratio?, size_text(&at.inputs)));
        let ends = match self.by_size {
            [] => Vec::new(),
            [only] => vec![end(only)],
            [first, .., last] => vec![end(first), end(last)],
        };
        if let Some(ends) = ends.into_iter().collect::<Option<Vec<_>>>()
            && !ends.is_empty()
        {
            let _ = write!(evidence, ": {}", ends.join(", "));
        }
        (holds, evidence)
    }

    fn over_grid(&self, side: Side) -> (Option<bool>, String) {
        let mut said = Vec::new();
        let mut open = Vec::new();
        let mut refuted = None;
        for direction in self.directions(side) {
            let trend = trend(&direction.points);
            let (away, back) = match side {
                Side::Above => (levelling::Trend::Grows, levelling::Trend::Falls),
                Side::Below => (levelling::Trend::Falls, levelling::Trend::Grows),
            };
            let text = direction.text(trend, side);
            let sinks = trend == levelling::Trend::Sinks && side == Side::Above;
            if trend == levelling::Trend::Levels || trend == back || sinks {
                said.push(text);
            } else if trend == away && !direction.is_bounded {
                refuted.get_or_insert(text);
            } else if trend == away {
                open.push(format!(
                    "{text}, where {} is at most {}; larger sizes on as many elements for each \
                     processor would decide",
                    direction.label, self.varied[0]
                ));
            } else if direction.points.len() < FEWEST {
                open.push(format!(
                    "{} takes {} values, and a trend shows on {FEWEST} at least",
                    direction.label,
                    direction.points.len()
                ));
            } else {
                open.push(text);
            }
        }
        let name = self.name;
        if let Some(text) = refuted {
            return (Some(false), format!("{name}: {text}"));
        }
        if open.is_empty() && !said.is_empty() {
            return (Some(true), format!("{name}: {}", said.join("; ")));
        }
        let reasons = if open.is_empty() {
            "no ratio has a value".to_owned()
        } else {
            open.join("; ")
        };
        (None, format!("{name} shows neither: {reasons}"))
    }

    /// Along each name, and along all of them together where the grid is long enough.
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

    /// From the smallest of all to the largest of all.
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

    fn word(self) -> &'static str {
        match self {
            Self::Above => "at most",
            Self::Below => "at least",
        }
    }
}

impl Direction {
    /// `along n it levels off, at most 1.95 at 16 and 2.03 at 4096`
    fn text(&self, trend: levelling::Trend, side: Side) -> String {
        let mut text = format!("along {} it {}", self.label, does(trend));
        if let [first, .., last] = self.points.as_slice() {
            let word = side.word();
            let _ = write!(
                text,
                ", {word} {:.3} at {} and {:.3} at {}",
                first.1, first.0, last.1, last.0
            );
        }
        text
    }
}

fn does(trend: levelling::Trend) -> &'static str {
    match trend {
        levelling::Trend::Falls => "falls",
        levelling::Trend::Sinks => "does not grow",
        levelling::Trend::Levels => "levels off",
        levelling::Trend::Grows => "keeps growing",
        levelling::Trend::Unclear => "does not show a clear trend",
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

/// Whether sizes speak for something or against it.
pub(super) fn says(holds: bool) -> &'static str {
    if holds {
        "consistent with it"
    } else {
        "these sizes speak against it"
    }
}

/// `n = 16, p = 4`
pub(super) fn size_text(size: &Size) -> String {
    let values = size.iter().map(|(name, value)| format!("{name} = {value}"));
    values.collect::<Vec<_>>().join(", ")
}
