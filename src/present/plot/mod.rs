//! A plot as data: titled axes and named series, drawn as SVG, in the terminal or by pgfplots.

mod axis;
pub mod number;
pub mod pgf;
pub mod strip;
pub mod svg;
pub mod terminal;

use crate::language::Language;
use axis::Span;

/// What is to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// What it shows, in a few words.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// In the order of the legend.
    pub series: Vec<Series>,
}

/// An axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// What it measures, and in which unit: `T (rounds)`.
    pub label: String,
    /// How lengths on it grow.
    pub scale: Scale,
    /// Whether zero belongs to it, where it is linear.
    pub origin: Origin,
}

/// How lengths on an axis grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// By equal differences.
    Linear,
    /// By equal ratios; ticks are powers of two.
    Logarithmic,
}

/// Where a linear axis begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// At zero, so that heights compare as the values do.
    Zero,
    /// At the first value.
    Values,
}

/// Values under one name.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// How it is drawn.
    pub style: Style,
    /// The number of its mark and colour; without one, its place in the legend.
    pub sign: Option<usize>,
    /// (x, y), with x ascending.
    pub points: Vec<(f64, f64)>,
}

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Marked points joined by a line: what was measured.
    Measured,
    /// A line: what was computed from what was measured.
    Line,
    /// A dashed line: a formula or a bound, to compare with.
    Dashed,
    /// A filled area below.
    Area,
}

/// Ratio of the largest to the smallest value from which on a logarithmic axis reads better.
const WIDE_RATIO: f64 = 12.0;

impl Axis {
    /// A linear axis from zero on.
    pub fn from_zero(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            scale: Scale::Linear,
            origin: Origin::Zero,
        }
    }

    /// An axis from the first value on, logarithmic where the values span a wide range.
    pub fn fitting(label: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        Self {
            scale: Scale::fitting(values),
            label: label.into(),
            origin: Origin::Values,
        }
    }
}

/// Series in the order in which their lines end, the highest first; those whose points are all the same are one,
/// which has the names of all. Each keeps the sign of its place among all, so that it has the same one in other
/// plots of the same programs.
pub fn arranged(all: Vec<Series>) -> Vec<Series> {
    let mut groups: Vec<(Series, Vec<String>)> = Vec::new();
    for (place, series) in all.into_iter().enumerate() {
        let same = |(known, _): &&mut (Series, Vec<String>)| {
            known.points == series.points && !series.points.is_empty()
        };
        if let Some((_, names)) = groups.iter_mut().find(same) {
            names.push(series.name);
        } else {
            let names = vec![series.name.clone()];
            let sign = Some(place);
            groups.push((Series { sign, ..series }, names));
        }
    }
    let joined = groups.into_iter().map(|(series, names)| Series {
        name: Language::English.listed(&names),
        ..series
    });
    let mut arranged: Vec<Series> = joined.collect();
    let end = |series: &Series| {
        series
            .points
            .last()
            .map_or(f64::NEG_INFINITY, |point| point.1)
    };
    arranged.sort_by(|one, other| end(other).total_cmp(&end(one)));
    arranged
}

impl Scale {
    /// Logarithmic where all values are positive and span a wide range.
    pub fn fitting(values: impl IntoIterator<Item = f64>) -> Self {
        let (least, most) = values
            .into_iter()
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, 0.0_f64), |(least, most), value| {
                (least.min(value), most.max(value))
            });
        if least > 0.0 && most >= WIDE_RATIO * least {
            Self::Logarithmic
        } else {
            Self::Linear
        }
    }

    fn allows(self, value: f64) -> bool {
        value.is_finite() && (self == Self::Linear || value > 0.0)
    }
}

impl Plot {
    /// The points of a series that have a place on both axes.
    fn drawable<'plot>(&self, series: &'plot Series) -> impl Iterator<Item = (f64, f64)> + 'plot {
        let (x, y) = (self.x.scale, self.y.scale);
        let points = series.points.iter().copied();
        points.filter(move |point| x.allows(point.0) && y.allows(point.1))
    }

    /// The series with the numbers of their signs, in the order of the legend.
    fn signed(&self) -> impl DoubleEndedIterator<Item = (usize, &Series)> + ExactSizeIterator {
        let places = self.series.iter().enumerate();
        places.map(|(place, series)| (series.sign.unwrap_or(place), series))
    }

    /// Those that the legend names: a single one without a name needs no legend.
    fn named(&self) -> impl Iterator<Item = (usize, &Series)> {
        self.signed().filter(|(_, series)| !series.name.is_empty())
    }

    /// Whether there is nothing to see.
    pub fn is_empty(&self) -> bool {
        self.series
            .iter()
            .all(|series| self.drawable(series).next().is_none())
    }

    /// What both axes cover, with at most so many ticks each.
    fn spans(&self, x_ticks: usize, y_ticks: usize) -> (Span, Span) {
        let points = self.series.iter().flat_map(|series| self.drawable(series));
        let (x, y): (Vec<f64>, Vec<f64>) = points.unzip();
        (
            Span::new(&self.x, &x, x_ticks),
            Span::new(&self.y, &y, y_ticks),
        )
    }
}
