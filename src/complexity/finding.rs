//! What can be said about a series: an exact closed form, a fit, or which sizes are missing.
//!
//! A form is searched on some of the sizes and then put to the others, one after the other. A
//! size that refutes it joins those on which the search goes on, and can confirm nothing any
//! more. What is called exact has been confirmed by at least two sizes that never took part, and
//! the counts say more than the form does: a form with as many digits as the data it explains
//! would be no explanation (minimum description length; Rissanen 1978).
//!
//! Where no form reproduces every count, or only one with more to say than that, the smallest
//! sizes may be the exception: a form of the others is then exact from some size on. It has to be
//! confirmed once more often, and to explain its counts even after the exceptions are paid for.

use super::affine;
use super::closed_form::ClosedForm;
use super::fit::{self, Fit};
use super::parts;
use super::series::{Point, Series};

/// Sizes that must confirm a form.
pub const CONFIRMATIONS: usize = 2;
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
/// Fewer sizes than this are not worth a fit.
const FEWEST_FITTED: usize = 8;
/// The largest size is to be this many times the smallest before a fit says anything.
const LEAST_RANGE: f64 = 4.0;

/// What can be said about a series.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A form that reproduces every count.
    Exact {
        /// The form.
        form: ClosedForm,
        /// The sizes that confirmed it.
        confirmed: Vec<Vec<i64>>,
        /// Small sizes that do not follow it.
        deviation: Option<Deviation>,
    },
    /// A form that reproduces every count asked for, and fails at sizes that were added.
    ExactHere {
        /// The form.
        form: ClosedForm,
        /// The sizes that confirmed it.
        confirmed: Vec<Vec<i64>>,
        /// The added sizes that do not follow it.
        fails_at: Vec<Vec<i64>>,
    },
    /// No form does; this comes closest.
    Fitted(Fit),
    /// Too little is known.
    Inconclusive {
        /// A form that reproduces what there is, and that nothing confirmed.
        candidate: Option<ClosedForm>,
        /// What is missing.
        shortage: Shortage,
    },
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
    /// A form was found, but nothing is left to confirm it.
    Confirmation,
}

/// Examines a series. Counts that depend on the data are never called exact.
pub fn find(series: &Series, depends_on_data: bool) -> Finding {
    if depends_on_data {
        return fitted(series);
    }
    let all: Vec<&Point> = series.points.iter().chain(&series.beside).collect();
    let everywhere = closed_form(series, &all);
    let mut unconfirmed = None;
    let mut exact = None;
    if let Some((form, confirmed)) = everywhere {
        if is_confirmed(series, &form, &all, &confirmed) {
            exact = Some(Follows::everywhere(form, &confirmed));
        } else {
            unconfirmed = Some(form);
        }
    }
    let is_plain = |one: &Follows| one.form.terms.len() <= PLAIN_TERMS;
    if !exact.as_ref().is_some_and(is_plain)
        && let Some(tail) = from_some_size_on(series, &all)
        && exact.as_ref().is_none_or(|exact| tail.bits < exact.bits)
    {
        exact = Some(tail);
    }
    if let Some(follows) = exact {
        return Finding::Exact {
            form: follows.form,
            confirmed: follows.confirmed,
            deviation: follows.deviation,
        };
    }
    let few = all.len() <= MOST_SEARCHED;
    let candidate = unconfirmed.or_else(|| few.then(|| affine::form(series, &all)).flatten());
    match candidate {
        Some(form) => Finding::Inconclusive {
            candidate: Some(form),
            shortage: Shortage::Confirmation,
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
    let is_sure = confirmed.len() > CONFIRMATIONS
        && is_explained(&points[first..], &deviating, &form)
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

/// A form of the sizes asked for alone, as sure as one of all sizes has to be, where added sizes
/// refute it.
fn on_sizes_asked_for(series: &Series) -> Option<Finding> {
    let (added, asked): (Vec<&Point>, Vec<&Point>) =
        (series.points.iter().chain(&series.beside)).partition(|point| point.held_out);
    if added.is_empty() {
        return None;
    }
    let (form, mut confirmed) = closed_form(series, &asked)?;
    if !is_confirmed(series, &form, &asked, &confirmed) {
        return None;
    }
    let (following, failing): (Vec<&Point>, Vec<&Point>) =
        added.into_iter().partition(|point| agrees(&form, point));
    confirmed.extend(following);
    confirmed.sort_by(|one, two| one.at.cmp(&two.at));
    (!failing.is_empty()).then(|| Finding::ExactHere {
        form,
        confirmed: sizes(&confirmed),
        fails_at: sizes(&failing),
    })
}

/// Whether a form that gives the counts at all these points is more than a description of them.
fn is_confirmed(series: &Series, form: &ClosedForm, all: &[&Point], confirmed: &[&Point]) -> bool {
    let sizes = series.variables.len() - series.times;
    confirmed.len() >= CONFIRMATIONS
        && is_explained(all, &[], form)
        && parts::are_met(form, sizes, all)
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

/// The sizes to search on, and those to confirm with: what was added for that, or else some of
/// the sizes asked for, never the first or the last.
fn divide<'a>(points: &[&'a Point], times: usize) -> (Vec<&'a Point>, Vec<&'a Point>) {
    let (added, mut asked): (Vec<&Point>, Vec<&Point>) =
        points.iter().partition(|point| point.held_out);
    let mut held_out = added;
    // More would not make the search surer, only slower.
    let searched = if held_out.len() > CONFIRMATIONS {
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
        return (asked, held_out);
    }
    if held_out.len() > CONFIRMATIONS && asked.len() > 2 {
        return (asked, held_out);
    }
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
    (asked, held_out)
}

fn agrees(form: &ClosedForm, point: &Point) -> bool {
    form.exact(&point.at) == Some(i128::from(point.value).into())
}

fn fitted(series: &Series) -> Finding {
    let inconclusive = |shortage| Finding::Inconclusive {
        candidate: None,
        shortage,
    };
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
