//! Measured values as series over one of the names that vary.

use indexmap::IndexMap;

use crate::present::plot::{Series, Style};
use crate::result::study::Size;

/// Series that a plot shows without confusing.
const MOST_SERIES: usize = 6;

/// One series for each combination of the other names, called by it; the ends and some between
/// where there are many.
pub fn series<'a>(
    x: &str,
    values: impl IntoIterator<Item = (&'a Size, f64)>,
    name: &str,
) -> Vec<Series> {
    let mut groups: IndexMap<String, Vec<(f64, f64)>> = IndexMap::new();
    for (size, value) in values {
        let Some(at) = size.get(x) else {
            continue;
        };
        let others: Vec<String> = size
            .iter()
            .filter(|(other, _)| *other != x)
            .map(|(other, value)| format!("{other} = {value}"))
            .collect();
        let points = groups.entry(others.join(", ")).or_default();
        points.push((at.real(), value));
    }
    let all = groups.into_iter().map(|(others, mut points)| {
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        Series {
            name: match (name.is_empty(), others.is_empty()) {
                (true, _) => others,
                (false, true) => name.to_owned(),
                (false, false) => format!("{name}, {others}"),
            },
            style: Style::Measured,
            sign: None,
            points,
        }
    });
    some(all.collect())
}

/// All of them, or the ends and some between.
pub fn some<T>(all: Vec<T>) -> Vec<T> {
    let last = all.len().saturating_sub(1);
    if last < MOST_SERIES {
        return all;
    }
    let chosen: Vec<usize> = (0..MOST_SERIES)
        .map(|index| index * last / (MOST_SERIES - 1))
        .collect();
    all.into_iter()
        .enumerate()
        .filter(|(index, _)| chosen.contains(index))
        .map(|(_, one)| one)
        .collect()
}

/// All values along the axis to the right.
pub fn across(series: &[Series]) -> impl Iterator<Item = f64> + '_ {
    series
        .iter()
        .flat_map(|series| series.points.iter().map(|point| point.0))
}

/// All values along the axis upwards.
pub fn up(series: &[Series]) -> impl Iterator<Item = f64> + '_ {
    series
        .iter()
        .flat_map(|series| series.points.iter().map(|point| point.1))
}
