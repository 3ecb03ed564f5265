//! The result of analysing a series: a closed form that the sizes identify, one that only describes
//! them, a fit, or the sizes that are missing.
//!
//! A form is searched on some of the sizes and tested on the others, one after another. A size that
//! refutes it is added to the sizes of the search and cannot confirm later forms. A form counts as found
//! if the sizes identify it ([`super::identified`]) and the counts contain more information than the
//! form: a form with as many digits as the data it explains would be no explanation (minimum description
//! length; Rissanen 1978).
//!
//! If no form reproduces every count with less information than the counts, the smallest sizes may be
//! exceptions: a form of the other sizes then holds from some size on. It needs one more confirmation,
//! and has to explain the counts even when the exceptions are added to its information.

use std::collections::BTreeSet;

use super::affine;
use super::closed_form::ClosedForm;
use super::fit::{self, Fit};
use super::identified::{FEWEST_NEW_ROWS, Missing, missing, row};
use super::parts;
use super::series::{Point, Series};

/// The number of sizes that must confirm a form which describes only some sizes.
const CONFIRMATIONS: usize = 2;
/// At most one in this many sizes may deviate from a form that the others follow.
const DEVIATING_SHARE: usize = 4;
/// At most this many sizes may deviate.
const MOST_DEVIATING: usize = 4;
/// Forms with at most this many terms are not replaced by forms with exceptions.
const PLAIN_TERMS: usize = 2;
/// A form with exceptions has to hold at this many sizes.
const FEWEST_FOLLOWING: usize = 8;
/// The most sizes of a search; the others confirm.
const MOST_SEARCHED: usize = 24;
/// If sizes were added, some of the requested ones are held out if there are at least this many.
const FEWEST_SPARED: usize = 6;
/// The largest value of a variable is held out only if at least this many values remain.
const FEWEST_SEARCHED_VALUES: usize = 4;
/// The fewest sizes of a fit.
const FEWEST_FITTED: usize = 8;
/// The smallest ratio between the largest and the smallest size of a fit.
const LEAST_RANGE: f64 = 4.0;

/// The result of analysing a series.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A form that reproduces every count and that the sizes identify.
    Found {
        /// The form.
        form: ClosedForm,
        /// The sizes that were not used to find it and that confirm it.
        confirmed: Vec<Vec<i64>>,
        /// Small sizes at which it does not hold.
        deviation: Option<Deviation>,
    },
    /// A form that reproduces counts but only describes them.
    Here {
        /// The form.
        form: ClosedForm,
        /// The sizes that were not used to find it and that confirm it.
        confirmed: Vec<Vec<i64>>,
        /// Why it is only a description.
        why: Here,
    },
    /// No form reproduces the counts; this is the best fit.
    Fitted(Fit),
    /// There is too little data.
    Inconclusive(Shortage),
}

/// Why a form only describes some sizes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Here {
    /// The sizes do not identify it.
    Missing(Missing),
    /// The form fails at these added sizes.
    FailsAt(Vec<Vec<i64>>),
}

/// Small sizes at which a form does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviation {
    /// The size, in the first variable, from which on every count follows the form.
    pub from: i64,
    /// The sizes that deviate, all of them smaller.
    pub sizes: Vec<Vec<i64>>,
}

/// The data that is missing to describe growth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortage {
    /// There are too few sizes.
    Sizes,
    /// The sizes lie too close together.
    Range,
}

/// Analyses a series. For counts that depend on data, only a fit is tried.
pub fn find(series: &Series, depends_on_data: bool) -> Finding {
    if depends_on_data {
        return fitted(series);
    }
    let all: Vec<&Point> = series.points.iter().chain(&series.beside).collect();
    let mut here = None;
    let mut found = None;
    if let Some((form, confirmed)) = closed_form(series, &all) {
        let is_few = |missing: &Missing| matches!(missing, Missing::Confirmation | Missing::Beyond);
        let why = match why_here(series, &form, &all, &confirmed) {
            Some(missing) if is_few(&missing) => {
                confirmed_again(series, &form, &all).ok_or((missing, confirmed))
            }
            Some(missing) => Err((missing, confirmed)),
            None => Ok(confirmed),
        };
        match why {
            Ok(confirmed) => found = Some(Follows::everywhere(form, &confirmed)),
            Err((missing, confirmed)) => here = Some((form, sizes(&confirmed), missing)),
        }
    }
    let is_plain = |one: &Follows| one.form.terms.len() <= PLAIN_TERMS;
    if !found.as_ref().is_some_and(is_plain)
        && let Some(tail) = from_some_size_on(series, &all)
        && found.as_ref().is_none_or(|found| tail.bits < found.bits)
    {
        found = Some(tail);
    }
    if let Some(follows) = found {
        return Finding::Found {
            form: follows.form,
            confirmed: follows.confirmed,
            deviation: follows.deviation,
        };
    }
    let few = all.len() <= MOST_SEARCHED;
    let unconfirmed = || {
        let form = few.then(|| affine::form(series, &all)).flatten()?;
        Some((form, Vec::new(), Missing::Confirmation))
    };
    match here.or_else(unconfirmed) {
        Some((form, confirmed, missing)) => Finding::Here {
            form,
            confirmed,
            why: Here::Missing(missing),
        },
        None => on_sizes_asked_for(series).unwrap_or_else(|| fitted(series)),
    }
}

/// A form that is confirmed.
struct Follows {
    form: ClosedForm,
    confirmed: Vec<Vec<i64>>,
    deviation: Option<Deviation>,
    /// The information in the form and its exceptions, in bits.
    bits: f64,
}

impl Follows {
    fn everywhere(form: ClosedForm, confirmed: &[&Point]) -> Self {
        Self {
            bits: f64::from(form.weight()),
            form,
            confirmed: sizes(confirmed),
            deviation: None,
        }
    }
}

/// A form that reproduces the counts, and the points that confirm it.
fn closed_form<'a>(series: &Series, points: &[&'a Point]) -> Option<(ClosedForm, Vec<&'a Point>)> {
    let (mut found_on, mut held_out) = divide(points, series.times);
    loop {
        let form = affine::form(series, &found_on)?;
        let Some(at) = held_out.iter().position(|point| !agrees(&form, point)) else {
            return Some((form, held_out));
        };
        // Points that confirmed the refuted form may also confirm the next one.
        found_on.push(held_out.remove(at));
    }
}

/// Sizes that confirm a form which is also found on the other sizes alone: those of every third row of
/// its terms, and the largest. A size that refuted another form was used to find this one and cannot
/// confirm it, unless the form is found again without it.
fn confirmed_again<'a>(
    series: &Series,
    form: &ClosedForm,
    points: &[&'a Point],
) -> Option<Vec<&'a Point>> {
    let mut rows = Vec::new();
    for point in points {
        let row = row(form, point)?;
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    let largest = points.iter().map(|point| point.at.first()).max()?;
    let is_held_out = |point: &&&Point| {
        let place = row(form, point).and_then(|own| rows.iter().position(|row| *row == own));
        place.is_some_and(|place| place % 3 == 1) || point.at.first() == largest
    };
    let (held_out, searched): (Vec<&Point>, Vec<&Point>) =
        points.iter().partition(|point| is_held_out(point));
    let is_found = affine::form(series, &searched).as_ref() == Some(form);
    let is_identified = || why_here(series, form, points, &held_out).is_none();
    (is_found && is_identified()).then_some(held_out)
}

/// A form that holds for all but the smallest sizes, if only one quantity grows.
fn from_some_size_on(series: &Series, points: &[&Point]) -> Option<Follows> {
    let spared = (points.len() / DEVIATING_SHARE).min(MOST_DEVIATING);
    let following = points.get(spared..)?;
    let grows_alone = |point: &&Point| point.at.get(1..) == points[0].at.get(1..);
    if spared == 0 || following.len() < FEWEST_FOLLOWING || !points.iter().all(grows_alone) {
        return None;
    }
    let (form, mut confirmed) = closed_form(series, following)?;
    let first = points
        .iter()
        .rposition(|point| !agrees(&form, point))
        .map_or(0, |last| last + 1);
    // Spared sizes that follow the form were not used to find it.
    confirmed.extend(points[first..].iter().take(spared.saturating_sub(first)));
    confirmed.sort_by(|one, two| one.at.cmp(&two.at));
    let deviating: Vec<&Point> = points[..first]
        .iter()
        .copied()
        .filter(|point| !agrees(&form, point))
        .collect();
    let from = *points[first].at.first()?;
    let is_sufficient = confirmed.len() > FEWEST_NEW_ROWS
        && is_explained(&points[first..], &deviating, &form)
        && missing(&form, series, &points[first..], &sizes(&confirmed)).is_none()
        && (deviating.is_empty() || !is_slow_growth(&points[first..], from));
    is_sufficient.then(|| Follows {
        bits: f64::from(form.weight()) + paid(&deviating, points.len()),
        form,
        confirmed: sizes(&confirmed),
        deviation: (!deviating.is_empty()).then(|| Deviation {
            from,
            sizes: sizes(&deviating),
        }),
    })
}

/// A form of the requested sizes only, if added sizes refute it.
fn on_sizes_asked_for(series: &Series) -> Option<Finding> {
    let (added, asked): (Vec<&Point>, Vec<&Point>) =
        (series.points.iter().chain(&series.beside)).partition(|point| point.held_out);
    if added.is_empty() {
        return None;
    }
    let (form, mut confirmed) = closed_form(series, &asked)?;
    if confirmed.len() < CONFIRMATIONS || !is_more_than_counts(series, &form, &asked) {
        return None;
    }
    let (following, failing): (Vec<&Point>, Vec<&Point>) =
        added.into_iter().partition(|point| agrees(&form, point));
    confirmed.extend(following);
    confirmed.sort_by(|one, two| one.at.cmp(&two.at));
    (!failing.is_empty()).then(|| Finding::Here {
        form,
        confirmed: sizes(&confirmed),
        why: Here::FailsAt(sizes(&failing)),
    })
}

/// Why a form that reproduces the counts at all these points only describes them. None if it is
/// identified.
fn why_here(
    series: &Series,
    form: &ClosedForm,
    all: &[&Point],
    confirmed: &[&Point],
) -> Option<Missing> {
    if !is_more_than_counts(series, form, all) {
        return Some(Missing::Explanation);
    }
    missing(form, series, all, &sizes(confirmed))
}

/// Whether a form that reproduces the counts contains less information than they do.
fn is_more_than_counts(series: &Series, form: &ClosedForm, all: &[&Point]) -> bool {
    let sizes = series.variables.len() - series.times;
    is_explained(all, &[], form) && parts::are_met(form, sizes, all)
}

/// Whether the counts contain more information than the form and its exceptions.
fn is_explained(points: &[&Point], exceptions: &[&Point], form: &ClosedForm) -> bool {
    let values = points.iter().map(|point| point.value);
    let (Some(least), Some(most)) = (values.clone().min(), values.max()) else {
        return false;
    };
    if least == most {
        return true;
    }
    let bits = ((most - least) as f64 + 1.0).log2() * points.len() as f64;
    bits >= f64::from(form.weight()) + paid(exceptions, points.len())
}

/// The information in exceptions, in bits: each count, and its position among the sizes.
fn paid(exceptions: &[&Point], sizes: usize) -> f64 {
    exceptions
        .iter()
        .map(|point| (point.value as f64 + 1.0).log2() + (sizes as f64).log2())
        .sum()
}

/// Whether counts that are constant from some size on may still grow slowly: log log n or log* n become
/// visible only at sizes far beyond n².
fn is_slow_growth(points: &[&Point], from: i64) -> bool {
    let is_constant = points.windows(2).all(|pair| pair[0].value == pair[1].value);
    let largest = points.last().map_or(0, |point| point.at[0]);
    is_constant && (largest.max(1) as f64).log2() < from as f64
}

fn sizes(points: &[&Point]) -> Vec<Vec<i64>> {
    points.iter().map(|point| point.at.clone()).collect()
}

/// Divides the points into those for the search and those for confirmation: the sizes added for that
/// purpose, and some of the requested ones, but never the first: between powers of two ⌊log n⌋ has no
/// new value. The largest size is among those for confirmation.
fn divide<'a>(points: &[&'a Point], times: usize) -> (Vec<&'a Point>, Vec<&'a Point>) {
    let (added, mut asked): (Vec<&Point>, Vec<&Point>) =
        points.iter().partition(|point| point.held_out);
    let mut held_out = added;
    let is_enough = held_out.len() >= FEWEST_NEW_ROWS && asked.len() > 2;
    // More sizes would slow down the search without making it more reliable.
    let searched = if is_enough {
        MOST_SEARCHED
    } else {
        MOST_SEARCHED.min(asked.len() / 3 * 2)
    };
    if asked.len() > MOST_SEARCHED && times == 0 {
        let all = std::mem::take(&mut asked);
        let last = all.len() - 1;
        for (at, point) in all.into_iter().enumerate() {
            if at == asked.len() * last / (searched - 1) {
                asked.push(point);
            } else {
                held_out.push(point);
            }
        }
    } else if !is_enough || asked.len() >= FEWEST_SPARED {
        let last = asked.len().saturating_sub(1);
        let mut at = 0;
        let every = match asked.len() {
            0..6 => 2,
            // With d and B, most combinations are needed to separate their coefficients.
            12.. if times > 0 => 6,
            _ => 3,
        };
        asked.retain(|point| {
            let kept = at % every != 1 || at == last;
            at += 1;
            if !kept {
                held_out.push(point);
            }
            kept
        });
    }
    hold_out_largest(&mut asked, &mut held_out);
    (asked, held_out)
}

/// Holds out the searched sizes with the largest value of the first varying variable, unless a size for
/// confirmation is already larger or too few others would remain.
fn hold_out_largest<'a>(searched: &mut Vec<&'a Point>, held_out: &mut Vec<&'a Point>) {
    let width = searched.first().map_or(0, |point| point.at.len());
    let values = |variable: usize| -> BTreeSet<i64> {
        searched.iter().map(|point| point.at[variable]).collect()
    };
    let Some(variable) = (0..width).find(|variable| values(*variable).len() > 1) else {
        return;
    };
    let values = values(variable);
    let largest = values.last().copied();
    let is_beyond = |point: &&Point| {
        (0..width).any(|variable| {
            searched
                .iter()
                .all(|other| other.at[variable] < point.at[variable])
        })
    };
    if values.len() < FEWEST_SEARCHED_VALUES || held_out.iter().any(is_beyond) {
        return;
    }
    searched.retain(|point| {
        let is_kept = Some(point.at[variable]) != largest;
        if !is_kept {
            held_out.push(point);
        }
        is_kept
    });
    held_out.sort_by(|one, two| one.at.cmp(&two.at));
}

fn agrees(form: &ClosedForm, point: &Point) -> bool {
    form.exact(&point.at) == Some(i128::from(point.value).into())
}

fn fitted(series: &Series) -> Finding {
    let inconclusive = Finding::Inconclusive;
    if series.points.len() < FEWEST_FITTED {
        return inconclusive(Shortage::Sizes);
    }
    let range = (0..series.variables.len()).map(|variable| {
        let values = series.points.iter().map(|point| point.at[variable]);
        let least = values.clone().min().unwrap_or(1).max(1);
        values.max().unwrap_or(1) as f64 / least as f64
    });
    if range.fold(1.0, f64::max) < LEAST_RANGE {
        return inconclusive(Shortage::Range);
    }
    match fit::fit(series) {
        Some(fit) => Finding::Fitted(fit),
        None => inconclusive(Shortage::Sizes),
    }
}
