//! The exact search for the most likely closed form that reproduces every count.
//!
//! Sums of one, two, three … terms are tried. For each choice of terms, the linear system is solved by
//! elimination over a prime field, which is shared between choices with common first terms; the last
//! term then only has to be proportional to the remaining counts. Coefficients are reconstructed as
//! rationals, and every count is checked in rational arithmetic, so the result does not depend on
//! coincidences in the field.

use num_rational::Ratio;

use super::closed_form::ClosedForm;
use super::field::{self, Element};
use super::term::Term;

/// The limits of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The most terms of a form, including constants.
    pub terms: usize,
    /// The most choices of terms for each number of terms; to stay below it, the least likely terms are
    /// omitted.
    pub choices: usize,
}

impl Effort {
    /// For a basis of many terms.
    pub const USUAL: Self = Self {
        terms: 5,
        choices: 100_000,
    };
    /// For a basis of few terms of which forms contain many.
    pub const LONG_FORMS: Self = Self {
        terms: 6,
        choices: 400_000,
    };
}

/// The most forms that are returned if several agree on all counts.
const MOST_ALTERNATIVES: usize = 6;

/// Counts at sizes; parts of counts may be negative.
pub type SizedCounts<'a> = [(&'a [i64], i128)];

/// The most likely form with the fewest terms that reproduces all counts. The terms of the basis are in
/// the order of their likelihood. There are always at least two more counts than terms.
pub fn search(
    basis: &[Term],
    counts: &SizedCounts,
    variables: usize,
    effort: Effort,
) -> Option<ClosedForm> {
    let found = alternatives(basis, counts, &[], variables, effort);
    found.into_iter().next()
}

/// The forms with the fewest terms that reproduce all counts, the most likely first, up to
/// [`MOST_ALTERNATIVES`]. Terms must also have an exact value at the sizes `beside`. Two terms that
/// agree on the counts, such as `n` and `2^ceil(log(n))`, are both tried if those sizes distinguish
/// them.
pub fn alternatives(
    basis: &[Term],
    counts: &SizedCounts,
    beside: &[&[i64]],
    variables: usize,
    effort: Effort,
) -> Vec<ClosedForm> {
    let target: Vec<Element> = counts
        .iter()
        .map(|(_, count)| field::integer(*count))
        .collect();
    if target.iter().all(|count| *count == 0) {
        let zero = (counts.len() > 1).then(ClosedForm::default);
        return zero.into_iter().collect();
    }
    let columns = columns(basis, counts, beside);
    for terms in 1..=effort.terms.min(counts.len().saturating_sub(2)) {
        let considered = considered(columns.len(), terms, effort.choices);
        let mut search = Search {
            basis,
            counts,
            variables,
            chosen: Vec::new(),
            found: Vec::new(),
        };
        search.extend(&target, &columns[..considered], terms);
        if !search.found.is_empty() {
            return search.found;
        }
    }
    Vec::new()
}

/// The values of a term at the sizes, after elimination of the chosen terms.
#[derive(Clone)]
struct Column {
    /// The position of the term in the basis.
    term: usize,
    values: Vec<Element>,
}

impl Column {
    /// Subtracts the multiple of this column that makes the value at `place` 0, where the inverse of the
    /// column's own value is known. If that is the first place, it is omitted: it is 0 in all columns
    /// that are compared.
    fn eliminated<'a>(
        &'a self,
        values: &'a [Element],
        (place, inverse): (usize, Element),
    ) -> impl Iterator<Item = Element> + 'a {
        let factor = field::multiply(values[place], inverse);
        let from = usize::from(place == 0);
        let pairs = values[from..].iter().zip(&self.values[from..]);
        pairs.map(move |(value, own)| field::subtract(*value, field::multiply(factor, *own)))
    }
}

/// The terms that have exact values at all sizes. Of terms that differ only by a factor at these sizes,
/// the most likely one.
fn columns(basis: &[Term], counts: &SizedCounts, beside: &[&[i64]]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    let mut directions: Vec<Vec<Element>> = Vec::new();
    for (term, candidate) in basis.iter().enumerate() {
        let counted = counts.iter().map(|(at, _)| *at);
        let values: Option<Vec<Element>> = counted
            .chain(beside.iter().copied())
            .map(|at| field::rational(candidate.exact(at)?))
            .collect();
        let Some(mut values) = values else { continue };
        // A term that is 0 at all counts cannot contribute.
        let own = &values[..counts.len()];
        let Some(first) = own.iter().find(|value| **value != 0) else {
            continue;
        };
        let scale = field::inverse(*first);
        let direction: Vec<Element> = values
            .iter()
            .map(|value| field::multiply(*value, scale))
            .collect();
        if !directions.contains(&direction) {
            directions.push(direction);
            values.truncate(counts.len());
            columns.push(Column { term, values });
        }
    }
    columns
}

/// The number of most likely columns among which terms are chosen.
fn considered(columns: usize, terms: usize, most: usize) -> usize {
    let choices = |from: usize| {
        (0..terms).fold(1_usize, |product, k| {
            product.saturating_mul(from.saturating_sub(k)) / (k + 1)
        })
    };
    (0..=columns)
        .rev()
        .find(|from| choices(*from) <= most)
        .unwrap_or(0)
}

struct Search<'a> {
    basis: &'a [Term],
    counts: &'a SizedCounts<'a>,
    variables: usize,
    chosen: Vec<usize>,
    /// The correct forms, the most likely first.
    found: Vec<ClosedForm>,
}

impl Search<'_> {
    /// Chooses the remaining terms of a form. `target` contains the counts after elimination of the
    /// chosen terms.
    fn extend(&mut self, target: &[Element], columns: &[Column], remaining: usize) {
        if remaining == 1 {
            for column in columns {
                if is_proportional(target, column.values.iter().copied()) {
                    self.take(column);
                }
            }
            return;
        }
        for (at, column) in columns.iter().enumerate() {
            let Some(pivot) = column.values.iter().position(|value| *value != 0) else {
                continue;
            };
            let scale = field::inverse(column.values[pivot]);
            let target: Vec<Element> = column.eliminated(target, (pivot, scale)).collect();
            let others = &columns[at + 1..];
            self.chosen.push(column.term);
            if remaining == 2 {
                // Almost every last term is refuted by its first few values, so the others are computed
                // lazily.
                for other in others {
                    if is_proportional(&target, column.eliminated(&other.values, (pivot, scale))) {
                        self.take(other);
                    }
                }
            } else {
                let rest = others.iter().map(|other| Column {
                    term: other.term,
                    values: column.eliminated(&other.values, (pivot, scale)).collect(),
                });
                let rest: Vec<Column> = rest.collect();
                self.extend(&target, &rest, remaining - 1);
            }
            self.chosen.pop();
        }
    }

    /// Tries the chosen terms with this last one.
    fn take(&mut self, last: &Column) {
        self.chosen.push(last.term);
        self.consider();
        self.chosen.pop();
    }

    /// Solves for the coefficients and keeps the form if it is correct and among the most likely.
    fn consider(&mut self) {
        let Some(form) = self.solve() else { return };
        let agrees = self
            .counts
            .iter()
            .all(|(at, count)| form.exact(at) == Some(Ratio::from(*count)));
        if agrees {
            let weight = form.weight();
            let place = self.found.partition_point(|one| one.weight() <= weight);
            self.found.insert(place, form);
            self.found.truncate(MOST_ALTERNATIVES);
        }
    }

    fn solve(&self) -> Option<ClosedForm> {
        let width = self.chosen.len();
        let mut rows: Vec<Vec<Element>> = Vec::new();
        for (at, count) in self.counts {
            let mut row: Vec<Element> = Vec::with_capacity(width + 1);
            for term in &self.chosen {
                row.push(field::rational(self.basis[*term].exact(at)?)?);
            }
            row.push(field::integer(*count));
            rows.push(row);
        }
        for column in 0..width {
            let pivot = (column..rows.len()).find(|row| rows[*row][column] != 0)?;
            rows.swap(column, pivot);
            let scale = field::inverse(rows[column][column]);
            for value in &mut rows[column] {
                *value = field::multiply(*value, scale);
            }
            let own = rows[column].clone();
            for (at, row) in rows.iter_mut().enumerate() {
                let factor = row[column];
                if at != column && factor != 0 {
                    for (value, own) in row.iter_mut().zip(&own) {
                        *value = field::subtract(*value, field::multiply(factor, *own));
                    }
                }
            }
        }
        let terms: Option<Vec<(Ratio<i128>, Term)>> = self
            .chosen
            .iter()
            .zip(&rows)
            .map(|(term, row)| Some((field::reconstruct(row[width])?, self.basis[*term].clone())))
            .collect();
        Some(ClosedForm::new(terms?, self.variables))
    }
}

/// Whether target = c · values for some c ≠ 0.
fn is_proportional(target: &[Element], values: impl Iterator<Item = Element>) -> bool {
    let mut first = None;
    for (target, value) in target.iter().zip(values) {
        let is_met = match first {
            Some((left, own)) => field::multiply(*target, own) == field::multiply(value, left),
            None if value == 0 => *target == 0,
            None => {
                first = Some((*target, value));
                *target != 0
            }
        };
        if !is_met {
            return false;
        }
    }
    first.is_some()
}
