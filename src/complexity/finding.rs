//! What can be said about a series: an exact closed form, a fit, or which sizes are missing.
//!
//! A form is searched on some of the sizes and then put to the others, one after the other. A
//! size that refutes it joins those on which the search goes on, and can confirm nothing any
//! more. What is called exact has been confirmed by at least two sizes that never took part, and
//! the counts say more than the form does: a form with as many digits as the data it explains
//! would be no explanation (minimum description length; Rissanen 1978).

use super::affine;
use super::closed_form::ClosedForm;
use super::fit::{self, Fit};
use super::series::{Point, Series};

/// Sizes that must confirm a form.
const CONFIRMATIONS: usize = 2;
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
    if !depends_on_data {
        let (mut found_on, held_out) = divide(series);
        let mut held_out = held_out.into_iter();
        let mut refuted = true;
        while refuted {
            refuted = false;
            let Some(form) = affine::form(series, &found_on) else {
                break;
            };
            let mut confirmed = Vec::new();
            for point in held_out.by_ref() {
                if agrees(&form, point) {
                    confirmed.push(point);
                    continue;
                }
                found_on.push(point);
                refuted = true;
                break;
            }
            if refuted {
                // What confirmed the refuted form may confirm the next one.
                held_out = confirmed
                    .into_iter()
                    .chain(held_out)
                    .collect::<Vec<_>>()
                    .into_iter();
                continue;
            }
            return judge(series, form, &confirmed);
        }
        let all: Vec<&Point> = series.points.iter().collect();
        let few = all.len() <= MOST_SEARCHED;
        if let Some(form) = few.then(|| affine::form(series, &all)).flatten() {
            return Finding::Inconclusive {
                candidate: Some(form),
                shortage: Shortage::Confirmation,
            };
        }
    }
    fitted(series)
}

fn judge(series: &Series, form: ClosedForm, confirmed: &[&Point]) -> Finding {
    if confirmed.len() < CONFIRMATIONS || !is_explained(series, &form) {
        return Finding::Inconclusive {
            candidate: Some(form),
            shortage: Shortage::Confirmation,
        };
    }
    Finding::Exact {
        form,
        confirmed: confirmed.iter().map(|point| point.at.clone()).collect(),
    }
}

/// Whether the counts hold more than the form does.
fn is_explained(series: &Series, form: &ClosedForm) -> bool {
    let values = series.points.iter().map(|point| point.value);
    let (Some(least), Some(most)) = (values.clone().min(), values.max()) else {
        return false;
    };
    if least == most {
        return true;
    }
    let bits = ((most - least) as f64 + 1.0).log2() * series.points.len() as f64;
    bits >= f64::from(form.weight())
}

/// The sizes to search on, and those to confirm with: what was added for that, or else some of
/// the sizes asked for, never the first or the last.
fn divide(series: &Series) -> (Vec<&Point>, Vec<&Point>) {
    let (added, mut asked): (Vec<&Point>, Vec<&Point>) =
        series.points.iter().partition(|point| point.held_out);
    let mut held_out = added;
    // More would not make the search surer, only slower.
    let searched = if held_out.len() > CONFIRMATIONS {
        MOST_SEARCHED
    } else {
        MOST_SEARCHED.min(asked.len() / 3 * 2)
    };
    if asked.len() > MOST_SEARCHED && series.times == 0 {
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
        12.. if series.times > 0 => 6,
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
