//! What can be said about a series: a closed form that the sizes identify, one that is no more than
//! a description of them, a fit, or which sizes are missing.
//!
//! A form is searched on some of the sizes and then put to the others, one after the other. A
//! size that refutes it joins those on which the search goes on, and can confirm nothing any
//! more. What is called found is identified by its sizes ([`super::identified`]), and the counts
//! say more than the form does: a form with as many digits as the data it explains would be no
//! explanation (minimum description length; Rissanen 1978).
//!
//! Where no form reproduces every count, or only one with more to say than that, the smallest
//! sizes may be the exception: a form of the others then holds from some size on. It has to be
//! confirmed once more often, and to explain its counts even after the exceptions are paid for.

use std::collections::BTreeSet;

use super::affine;
use super::closed_form::ClosedForm;
use super::fit::{self, Fit};
use super::identified::{FEWEST_NEW_ROWS, Missing, missing, row};
use super::parts;
use super::series::{Point, Series};

/// Sizes that must confirm a form which describes some sizes only.
const CONFIRMATIONS: usize = 2;
/// Of the sizes, one in so many may deviate from a form that the others follow.
const DEVIATING_SHARE: usize = 4;
/// And so many at most.
const MOST_DEVIATING: usize = 4;
/// A form of so few terms is as short as one with exceptions.
const PLAIN_TERMS: usize = 2;
/// Fewer sizes than this follow nothing that others deviate from.
const FEWEST_FOLLOWING: usize = 8;
/// Sizes that are searched on at most; the others confirm.
const MOST_SEARCHED: usize = 24;
/// Beside added sizes, some of those asked for confirm where there are so many.
const FEWEST_SPARED: usize = 6;
/// Values of a variable to search on; only where there are as many the largest is held out.
const FEWEST_SEARCHED_VALUES: usize = 4;
/// Fewer sizes than this are not worth a fit.
const FEWEST_FITTED: usize = 8;
/// The largest size is to be this many times the smallest before a fit says anything.
const LEAST_RANGE: f64 = 4.0;

/// What can be said about a series.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A form that reproduces every count, and that the sizes identify.
    Found {
        /// The form.
        form: ClosedForm,
        /// The sizes that took no part in finding it, and confirmed it.
        confirmed: Vec<Vec<i64>>,
        /// Small sizes that do not follow it.
        deviation: Option<Deviation>,
    },
    /// A form that reproduces counts, and is no more than a description of them.
    Here {
        /// The form.
        form: ClosedForm,
        /// The sizes that took no part in finding it, and confirmed it.
        confirmed: Vec<Vec<i64>>,
        /// Why it is no more.
        why: Here,
    },
    /// No form does; this comes closest.
    Fitted(Fit),
    /// Too little is known.
    Inconclusive(Shortage),
}

/// Why a form is a description of some sizes only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Here {
    /// The sizes do not identify it.
    Missing(Missing),
    /// These added sizes do not follow it.
    FailsAt(Vec<Vec<i64>>),
}

/// The small sizes that do not follow a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deviation {
    /// The first size from which on every count follows it, in the first variable.
    pub from: i64,
    /// The sizes that do not, all of them below.
    pub sizes: Vec<Vec<i64>>,
}

/// What is missing to tell how a quantity grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortage {
    /// There are too few sizes.
    Sizes,
    /// The sizes lie too close together.
    Range,
}

/// Examines a series. Counts that depend on the data are fitted at most.
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

/// A form that counts follow, for sure.
struct Follows {
    form: ClosedForm,
    confirmed: Vec<Vec<i64>>,
    deviation: Option<Deviation>,
    /// How much it takes to say the form and its exceptions.
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

/// A form that reproduces the counts, and those that confirmed it.
fn closed_form<'a>(series: &Series, points: &[&'a Point]) -> Option<(ClosedForm, Vec<&'a Point>)> {
    let (mut found_on, mut held_out) = divide(points, series.times);
    loop {
        let form = affine::form(series, &found_on)?;
        let Some(at) = held_out.iter().position(|point| !agrees(&form, point)) else {
            return Some((form, held_out));
        };
        // What confirmed the refuted form may confirm the next one.
        found_on.push(held_out.remove(at));
    }
}

/// Sizes that confirm a form which the others alone lead to: those of every third row of its terms, and
/// the largest. A size that refuted another form took part in finding this one, and cannot confirm it
/// any more; here it may.
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

/// A form that all but the smallest sizes follow, where only one quantity grows.
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
    // Spared sizes that follow the form took no part in finding it.
    confirmed.extend(points[first..].iter().take(spared.saturating_sub(first)));
    confirmed.sort_by(|one, two| one.at.cmp(&two.at));
    let deviating: Vec<&Point> = points[..first]
        .iter()
        .copied()
        .filter(|point| !agrees(&form, point))
        .collect();
    let from = *points[first].at.first()?;
    let is_sure = confirmed.len() > FEWEST_NEW_ROWS
        && is_explained(&points[first..], &deviating, &form)
        && missing(&form, series, &points[first..], &sizes(&confirmed)).is_none()
        && (deviating.is_empty() || !is_slow_growth(&points[first..], from));
    is_sure.then(|| Follows {
        bits: f64::from(form.weight()) + paid(&deviating, points.len()),
        form,
        confirmed: sizes(&confirmed),
        deviation: (!deviating.is_empty()).then(|| Deviation {
            from,
            sizes: sizes(&deviating),
        }),
    })
}

/// A form of the sizes asked for alone, where added sizes refute it.
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

/// Why a form that gives the counts at all these points is no more than a description of them; none
/// where it is.
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

/// Whether a form that gives the counts at all these points says less than they do.
fn is_more_than_counts(series: &Series, form: &ClosedForm, all: &[&Point]) -> bool {
    let sizes = series.variables.len() - series.times;
    is_explained(all, &[], form) && parts::are_met(form, sizes, all)
}

/// Whether the counts hold more than the form and its exceptions do.
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

/// What exceptions cost: each count, and which of the sizes it is.
fn paid(exceptions: &[&Point], sizes: usize) -> f64 {
    exceptions
        .iter()
        .map(|point| (point.value as f64 + 1.0).log2() + (sizes as f64).log2())
        .sum()
}

/// Whether counts that stay the same from a size on may grow all the same: log log n or log* n
/// need more than n to the power of two to show it.
fn is_slow_growth(points: &[&Point], from: i64) -> bool {
    let is_constant = points.windows(2).all(|pair| pair[0].value == pair[1].value);
    let largest = points.last().map_or(0, |point| point.at[0]);
    is_constant && (largest.max(1) as f64).log2() < from as f64
}

fn sizes(points: &[&Point]) -> Vec<Vec<i64>> {
    points.iter().map(|point| point.at.clone()).collect()
}

/// The sizes to search on, and those to confirm with: what was added for that, and some of the sizes
/// asked for, never the first: between powers of two ⌊log n⌋ has no new value. One of those to confirm
/// with is the largest of all.
fn divide<'a>(points: &[&'a Point], times: usize) -> (Vec<&'a Point>, Vec<&'a Point>) {
    let (added, mut asked): (Vec<&Point>, Vec<&Point>) =
        points.iter().partition(|point| point.held_out);
    let mut held_out = added;
    let is_enough = held_out.len() >= FEWEST_NEW_ROWS && asked.len() > 2;
    // More would not make the search surer, only slower.
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
            // Of d and B, most combinations are needed to tell their parts from one another.
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

/// Holds out the searched sizes with the largest value of the first variable that varies, where no
/// size to confirm with is larger and enough others are left.
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
