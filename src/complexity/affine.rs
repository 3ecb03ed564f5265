//! Closed forms of counts on the asynchronous machine, in which its times occur as in its rules: a
//! number of global accesses times d, a number of barriers times B, and the rest.
//!
//! Such a count is a + b·d + c·B, where a, b and c are counts in the other variables. Each of them is
//! searched separately, so that the form may have more terms than a search for the whole count could
//! cover. A size with too few times to determine a, b and c still gives one equation between them; it
//! decides between forms that agree everywhere else, as n and 2^⌈log n⌉ do on powers of two. A count
//! that is not affine in d or in B (such as a tree whose nodes have B children) is searched as a whole.

use indexmap::IndexMap;
use num_rational::Ratio;
use num_traits::{CheckedMul, CheckedSub};

use super::basis::{basis, trees};
use super::closed_form::ClosedForm;
use super::search::{Effort, alternatives};
use super::series::{Point, Series};
use super::term::Term;

/// The most sizes in the first search.
const MOST_SEARCHED: usize = 24;
/// Up to this many sizes, the second search uses all of them: one search on all sizes is faster than
/// many that are refuted one by one.
const ALL_SEARCHED: usize = 4 * MOST_SEARCHED;
/// The search is given up after this many refuted forms.
const MOST_REFUTED: usize = 16;
/// If only the times vary, this many counts beyond the number of coefficients have to agree.
const AGREEING: usize = 2;

/// The most likely form that reproduces the counts at these points of a series.
pub fn form(series: &Series, points: &[&Point]) -> Option<ClosedForm> {
    let varying = varying_times(series, points);
    let alone = varying.iter().map(|time| vec![*time]);
    let together = (varying.len() > 1).then(|| varying.clone());
    for times in together.into_iter().chain(alone) {
        let form = affine(series, points, &times);
        if form.is_some() {
            return form;
        }
    }
    let counts: Vec<_> = (points.iter())
        .map(|point| (point.at.as_slice(), i128::from(point.value)))
        .collect();
    searched(series, &counts, &[], &varying).into_iter().next()
}

/// The positions of the times that vary.
fn varying_times(series: &Series, points: &[&Point]) -> Vec<u8> {
    let sizes = series.variables.len() - series.times;
    let varies = |at: &usize| {
        points
            .windows(2)
            .any(|two| two[0].at[*at] != two[1].at[*at])
    };
    (sizes..series.variables.len())
        .filter(varies)
        .map(|at| at as u8)
        .collect()
}

/// Forms in which the given times may occur anywhere, the most likely first.
fn searched(
    series: &Series,
    counts: &[(&[i64], i128)],
    beside: &[&[i64]],
    times: &[u8],
) -> Vec<ClosedForm> {
    let variables = series.variables.len();
    let sizes = variables - series.times;
    let usual = basis(sizes, times);
    let found = reproducing(&usual, counts, beside, variables, Effort::USUAL);
    if !found.is_empty() || series.times == 0 {
        return found;
    }
    let trees = trees(sizes, series.times);
    reproducing(&trees, counts, beside, variables, Effort::LONG_FORMS)
}

/// Forms found on some of the counts that reproduce all of them. A count that refutes all forms found is
/// used in the next search.
fn reproducing(
    basis: &[Term],
    counts: &[(&[i64], i128)],
    beside: &[&[i64]],
    variables: usize,
    effort: Effort,
) -> Vec<ClosedForm> {
    let mut some = spread(counts);
    for _ in 0..MOST_REFUTED {
        let mut found = alternatives(basis, &some, beside, variables, effort);
        let refutes = |form: &ClosedForm, (at, count): &(&[i64], i128)| {
            form.exact(at) != Some(Ratio::from(*count))
        };
        let Some(likeliest) = found.first() else {
            break;
        };
        let refuting = counts.iter().find(|count| refutes(likeliest, count));
        found.retain(|form| !counts.iter().any(|count| refutes(form, count)));
        match refuting {
            Some(_) if found.is_empty() && counts.len() <= ALL_SEARCHED => some = counts.to_vec(),
            Some(refuting) if found.is_empty() => some.push(*refuting),
            _ => return found,
        }
    }
    Vec::new()
}

/// An evenly spread selection of the counts that includes the first and the last.
fn spread<'a>(counts: &[(&'a [i64], i128)]) -> Vec<(&'a [i64], i128)> {
    if counts.len() <= MOST_SEARCHED {
        return counts.to_vec();
    }
    let last = counts.len() - 1;
    (0..MOST_SEARCHED)
        .map(|at| counts[at * last / (MOST_SEARCHED - 1)])
        .collect()
}

/// A form a + Σ b·t over the given times t, where a and each b are forms in the other variables.
fn affine(series: &Series, points: &[&Point], times: &[u8]) -> Option<ClosedForm> {
    let variables = series.variables.len();
    let others = |point: &Point| -> Vec<i64> {
        let values = point.at.iter().enumerate();
        values
            .filter(|(at, _)| !times.contains(&(*at as u8)))
            .map(|(_, value)| *value)
            .collect()
    };
    let mut groups: IndexMap<Vec<i64>, Vec<&Point>> = IndexMap::new();
    for point in points {
        groups.entry(others(point)).or_default().push(point);
    }
    let mut coefficients: Vec<(&[i64], Vec<i128>)> = Vec::new();
    let mut beside: Vec<&[i64]> = Vec::new();
    for group in groups.values() {
        match solved(group, times) {
            Solved::Affine(found) => coefficients.push((&group[0].at, found)),
            Solved::TooFew => beside.push(&group[0].at),
            Solved::NotAffine => return None,
        }
    }
    let factors = std::iter::once(Term::one()).chain(times.iter().map(|at| Term::variable(*at)));
    let agrees = |form: &ClosedForm| {
        let mut points = points.iter();
        points.all(|point| form.exact(&point.at) == Some(Ratio::from(i128::from(point.value))))
    };
    if groups.len() == 1 {
        let (_, found) = coefficients.pop()?;
        if points.len() < found.len() + AGREEING {
            return None;
        }
        let terms = found.into_iter().map(Ratio::from).zip(factors);
        Some(ClosedForm::new(terms, variables)).filter(agrees)
    } else {
        let rest: Vec<u8> = (varying_times(series, points).into_iter())
            .filter(|time| !times.contains(time))
            .collect();
        let mut sums = vec![ClosedForm::default()];
        for (place, factor) in factors.enumerate() {
            let counts: Vec<(&[i64], i128)> = coefficients
                .iter()
                .map(|(at, found)| (*at, found[place]))
                .collect();
            let parts = searched(series, &counts, &beside, &rest);
            let products = |sum: &ClosedForm, part: &ClosedForm| {
                let own = part.terms.iter();
                let own = own.map(|(number, term)| (*number, term.times(&factor)));
                ClosedForm::new(sum.terms.iter().cloned().chain(own), variables)
            };
            sums = (sums.iter())
                .flat_map(|sum| parts.iter().map(move |part| products(sum, part)))
                .collect();
        }
        sums.sort_by_key(ClosedForm::weight);
        sums.into_iter().find(agrees)
    }
}

/// The coefficients at one choice of the other variables.
enum Solved {
    /// The count is affine with these coefficients, the constant first.
    Affine(Vec<i128>),
    /// There are too few counts to determine the coefficients.
    TooFew,
    /// The count is not affine, or not with integer coefficients.
    NotAffine,
}

fn solved(group: &[&Point], times: &[u8]) -> Solved {
    let width = times.len() + 1;
    let row = |point: &Point| -> Vec<Ratio<i128>> {
        let values = times
            .iter()
            .map(|at| i128::from(point.at[usize::from(*at)]));
        std::iter::once(1)
            .chain(values)
            .chain([i128::from(point.value)])
            .map(Ratio::from)
            .collect()
    };
    let mut rows: Vec<Vec<Ratio<i128>>> = group.iter().map(|point| row(point)).collect();
    for column in 0..width {
        let is_pivot = |at: &usize| *rows[*at][column].numer() != 0;
        let Some(pivot) = (column..rows.len()).find(is_pivot) else {
            return Solved::TooFew;
        };
        rows.swap(column, pivot);
        let own = rows[column].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            let factor = row[column] / own[column];
            if at == column || *factor.numer() == 0 {
                continue;
            }
            for (value, own) in row.iter_mut().zip(&own) {
                let less = factor.checked_mul(own);
                let Some(left) = less.and_then(|less| value.checked_sub(&less)) else {
                    return Solved::NotAffine;
                };
                *value = left;
            }
        }
    }
    let is_met = |row: &Vec<Ratio<i128>>| *row[width].numer() == 0;
    if !rows[width..].iter().all(is_met) {
        return Solved::NotAffine;
    }
    let mut found = Vec::new();
    for (column, row) in rows[..width].iter().enumerate() {
        let value = row[width] / row[column];
        if !value.is_integer() {
            return Solved::NotAffine;
        }
        found.push(value.to_integer());
    }
    Solved::Affine(found)
}
