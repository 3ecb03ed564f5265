//! Quantities over several seeds: the count where all seeds agree, else the mean, which is not
//! rounded before a model is fitted to it.

use super::axes::Axes;
use super::growths::{Known, fitted, known};
use crate::complexity::finding::{Finding, find};
use crate::complexity::series::{Point, Series};
use crate::complexity::term::Term;
use crate::study::swept::{Counted, Measured};

/// What is known of a quantity with these values for each size, one a seed: of the first seed where
/// all seeds agree, else of the mean.
pub(super) fn known_of_seeds(
    axes: &Axes,
    counted: Counted,
    repeats: u32,
    values: impl Fn(&Measured) -> Vec<u64>,
) -> Known {
    let value = |one: &Measured| {
        let at = axes.at(&one.at);
        (at, values(one), one.held_out)
    };
    let points = counted.measured.iter().map(value).collect();
    let beside = counted.beside.iter().map(value).collect();
    of_seeds(axes, repeats, counted.digits, points, beside)
}

/// Where, the values of all seeds, and whether the size was added.
pub(super) type Seeds = (Vec<i64>, Vec<u64>, bool);

/// The same of points, and of those beside them.
pub(super) fn of_seeds(
    axes: &Axes,
    repeats: u32,
    digits: u32,
    points: Vec<Seeds>,
    beside: Vec<Seeds>,
) -> Known {
    let differs = |values: &Vec<u64>| values.iter().any(|value| *value != values[0]);
    let mut all = points.iter().chain(&beside);
    let depends = all.any(|(_, values, _)| differs(values));
    let has_means = depends && repeats > 1;
    let point = |(at, values, held_out): Seeds| Point {
        at,
        // The sum is whole, where the mean would have to be rounded.
        value: if has_means {
            values
                .iter()
                .map(|value| u128::from(*value))
                .sum::<u128>()
                .try_into()
                .expect("a run is no measurement where its measures times the seeds exceed 64 bits")
        } else {
            values[0]
        },
        held_out,
    };
    let series = Series {
        beside: beside.into_iter().map(point).collect(),
        digits,
        ..axes.series_of(points.into_iter().map(point).collect())
    };
    if !has_means {
        return known(axes, &series, depends);
    }
    match find(&series, true) {
        Finding::Fitted(fit) => {
            let (factor, bounded) = (1.0 / f64::from(repeats), series.second_is_bounded);
            let mean = fit.times(factor, &Term::one(), series.variables.len(), bounded);
            fitted(axes, &series, &mean)
        }
        _ => known(axes, &series, true),
    }
}
