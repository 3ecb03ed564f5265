//! Fits for counts without a closed form: the performance-model normal form Σ c·n^i·log^j n (Calotoiu et
//! al., SC 2013; here also j = −1), judged by how well it predicts sizes that were left out.
//!
//! Residuals are relative, so that small sizes count as much as large ones. Models are compared by their
//! mean relative error on left-out sizes (computed from the hat matrix, without fitting again), never by
//! R². A class is stated only if the next best model of another class is clearly worse.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::atom::{Atom, Function};
use super::growth;
use super::order::Growth;
use super::series::Series;
use super::term::Term;

/// A class is stated only if the error of other classes on left-out sizes is at least this many times
/// larger.
const CLEARLY: f64 = 2.0;
/// Among models with errors up to this factor of the best one, the one with the fewest terms is chosen.
const HARDLY: f64 = 1.25;
/// Errors below this are due to rounding: such models count as equally good.
const ROUNDING: f64 = 1e-12;
/// The number of other models that are reported.
const RUNNERS_UP: usize = 3;
/// The fewest sizes for each term, to avoid overfitting.
const SIZES_PER_TERM: usize = 4;
const CONFIDENCE: f64 = 0.95;

/// A fitted model.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The terms, the fastest growing first.
    pub terms: Vec<Coefficient>,
    /// The mean relative error on sizes that were left out one at a time.
    pub cross_validated: f64,
    /// The largest of these errors.
    pub largest: f64,
    /// The growth of the model.
    pub growth: Vec<Growth>,
    /// Whether models of other classes are clearly worse.
    pub is_clear: bool,
    /// The next best models, each of a different class.
    pub runners_up: Vec<Fit>,
}

/// A coefficient with its confidence interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Coefficient {
    /// The term that is multiplied by the coefficient.
    pub term: Term,
    /// The estimate.
    pub value: f64,
    /// Half the width of the 95 % confidence interval. None without a degree of freedom.
    pub margin: Option<f64>,
}

impl Fit {
    /// The spelling in the language: `1.03*n*log(n) + 17.2`.
    pub fn text(&self, variables: &[String]) -> String {
        let mut text = String::new();
        for Coefficient { term, value, .. } in &self.terms {
            text += match (text.is_empty(), *value < 0.0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text += &number(value.abs());
            if !term.factors.is_empty() {
                text += "*";
                text += &term.text(variables);
            }
        }
        text
    }

    /// The model of the counts multiplied by factor·term; relative errors do not change.
    #[must_use]
    pub fn times(mut self, factor: f64, term: &Term, variables: usize, bounded: bool) -> Self {
        for one in &mut self.terms {
            one.term = one.term.times(term);
            one.value *= factor;
            one.margin = one.margin.map(|margin| margin * factor);
        }
        let growths = self.terms.iter().map(|one| one.term.growth(variables));
        self.growth = growth::leading(growths, variables, bounded);
        let runners_up = self.runners_up.into_iter();
        self.runners_up = runners_up
            .map(|other| other.times(factor, term, variables, bounded))
            .collect();
        self
    }

    /// The value at a size.
    pub fn real(&self, at: &[f64]) -> f64 {
        self.terms
            .iter()
            .map(|coefficient| coefficient.value * coefficient.term.real(at))
            .sum()
    }
}

/// A number with four significant digits.
fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = 3 - value.log10().floor() as i32;
    if digits <= 0 {
        format!("{value:.0}")
    } else {
        let text = format!("{value:.*}", digits.unsigned_abs() as usize);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// The model that predicts left-out sizes best. None if there are too few sizes.
pub fn fit(series: &Series) -> Option<Fit> {
    let variables = series.variables.len();
    let rows: Vec<(Vec<f64>, f64)> = series
        .points
        .iter()
        .map(|point| (series.real(&point.at), point.value as f64))
        .collect();
    let varying: Vec<u8> = (0..variables)
        .filter(|at| {
            (rows.windows(2)).any(|two| two[0].0[*at].to_bits() != two[1].0[*at].to_bits())
        })
        .map(|at| at as u8)
        .collect();
    let terms: Vec<Term> = candidates(&varying)
        .into_iter()
        .filter(|term| rows.iter().all(|(at, _)| term.real(at).is_finite()))
        .collect();
    let one = Term::one();
    let mut models: Vec<Fit> = Vec::new();
    let mut consider = |terms: &[&Term]| {
        models.extend(least_squares(terms, &rows, series));
    };
    consider(&[&one]);
    for (at, first) in terms.iter().enumerate() {
        consider(&[first]);
        consider(&[first, &one]);
        for second in &terms[at + 1..] {
            consider(&[first, second, &one]);
        }
    }
    models.sort_by(|one, two| one.cross_validated.total_cmp(&two.cross_validated));
    let bound = models.first()?.cross_validated * HARDLY + ROUNDING;
    let close = models
        .iter()
        .take_while(|model| model.cross_validated <= bound);
    let best = close.min_by_key(|model| model.terms.len())?.clone();
    let bounded = series.second_is_bounded;
    let is_same = |one: &Fit, two: &Fit| {
        growth::is_bounded_by(&one.growth, &two.growth, bounded)
            && growth::is_bounded_by(&two.growth, &one.growth, bounded)
    };
    let mut runners_up: Vec<Fit> = Vec::new();
    for model in models {
        if runners_up.len() == RUNNERS_UP {
            break;
        }
        if !is_same(&model, &best) && !runners_up.iter().any(|known| is_same(known, &model)) {
            runners_up.push(model);
        }
    }
    let is_clear = runners_up
        .first()
        .is_none_or(|next| next.cross_validated >= best.cross_validated * CLEARLY);
    Some(Fit {
        is_clear,
        runners_up,
        ..best
    })
}

/// Terms in the variables at these positions.
fn candidates(varying: &[u8]) -> Vec<Term> {
    let of = |function, variable| Term::power(Atom::of(function, variable), 1);
    let normal = |variable: u8, most: i32| {
        let log = of(Function::Log, variable);
        let root = of(Function::Root, variable);
        let mut terms = Vec::new();
        for halves in 0..=most {
            let whole = match halves / 2 {
                0 => Term::one(),
                power => Term::power(Atom::of(Function::Identity, variable), power),
            };
            let power = if halves % 2 == 1 {
                whole.times(&root)
            } else {
                whole
            };
            terms.push(power.clone());
            if halves >= 2 {
                let per_log = Term::power(Atom::of(Function::Log, variable), -1);
                terms.push(power.times(&per_log));
            }
            terms.push(power.times(&log));
            terms.push(power.times(&log).times(&log));
        }
        terms
    };
    let (n, others) = match varying {
        [] => return Vec::new(),
        [only] => {
            let mut terms = normal(*only, 6);
            terms.push(of(Function::LogLog, *only));
            terms.push(of(Function::Exponential, *only));
            terms.retain(|term| !term.factors.is_empty());
            return terms;
        }
        [first, others @ ..] => (*first, others),
    };
    let mut terms = Vec::new();
    for other in others {
        let per_p = Term::power(Atom::of(Function::Identity, *other), -1);
        let (p, log) = (of(Function::Identity, *other), of(Function::Log, *other));
        let of_p: Vec<Term> = [Term::one(), p, log]
            .into_iter()
            .flat_map(|term| [term.times(&per_p), term])
            .collect();
        for n in normal(n, 4) {
            for p in &of_p {
                let product = n.times(p);
                if !product.factors.is_empty() && !terms.contains(&product) {
                    terms.push(product);
                }
            }
        }
    }
    terms
}

/// Least squares of relative residuals by Gram–Schmidt. None if the terms are linearly dependent, there
/// are too few sizes, or the fastest growing term has a negative coefficient.
fn least_squares(terms: &[&Term], rows: &[(Vec<f64>, f64)], series: &Series) -> Option<Fit> {
    let (count, width) = (rows.len(), terms.len());
    if count < SIZES_PER_TERM * width {
        return None;
    }
    // The columns of the design matrix. Each row is divided by its count, or by 1 if that is 0.
    let design: Vec<Vec<f64>> = terms
        .iter()
        .map(|term| {
            rows.iter()
                .map(|(at, value)| term.real(at) / value.max(1.0))
                .collect()
        })
        .collect();
    let targets: Vec<f64> = rows.iter().map(|(_, value)| value.min(1.0)).collect();
    let (orthonormal, triangle) = gram_schmidt(&design)?;
    let projections: Vec<f64> = orthonormal
        .iter()
        .map(|q| q.iter().zip(&targets).map(|(q, target)| q * target).sum())
        .collect();
    let values = back_substitute(&triangle, &projections);
    let residuals: Vec<f64> = (0..count)
        .map(|row| {
            let fitted: f64 = (values.iter().zip(&design))
                .map(|(value, column)| value * column[row])
                .sum();
            targets[row] - fitted
        })
        .collect();
    let mut left_out = Vec::with_capacity(count);
    for (row, residual) in residuals.iter().enumerate() {
        let leverage: f64 = orthonormal.iter().map(|q| q[row] * q[row]).sum();
        if leverage > 1.0 - 1e-9 {
            return None;
        }
        left_out.push((residual / (1.0 - leverage)).abs());
    }
    let margins = margins(&triangle, &residuals);
    let variables = series.variables.len();
    let mut coefficients: Vec<Coefficient> = terms
        .iter()
        .zip(values)
        .zip(margins)
        .map(|((term, value), margin)| Coefficient {
            term: (*term).clone(),
            value,
            margin,
        })
        .collect();
    let bounded = series.second_is_bounded;
    coefficients.sort_by_key(|one| {
        let growth = one.term.growth(variables);
        let above = terms
            .iter()
            .filter(|other| !growth.dominates(&other.growth(variables), bounded))
            .count();
        (above, one.term.clone())
    });
    if coefficients.first()?.value <= 0.0 {
        return None;
    }
    let growth = growth::leading(
        terms.iter().map(|term| term.growth(variables)),
        variables,
        bounded,
    );
    Some(Fit {
        cross_validated: left_out.iter().sum::<f64>() / count as f64,
        largest: left_out.iter().copied().fold(0.0, f64::max),
        terms: coefficients,
        growth,
        is_clear: false,
        runners_up: Vec::new(),
    })
}

type Columns = Vec<Vec<f64>>;

/// Orthonormal columns, and the triangular matrix by which they give the design matrix.
fn gram_schmidt(design: &[Vec<f64>]) -> Option<(Columns, Columns)> {
    let mut orthonormal: Columns = Vec::new();
    let mut triangle = vec![vec![0.0; design.len()]; design.len()];
    for (at, column) in design.iter().enumerate() {
        let mut rest = column.clone();
        let length = norm(column);
        // Two passes are enough: the second one removes the rounding errors of the first.
        for _ in 0..2 {
            for (before, q) in orthonormal.iter().enumerate() {
                let share: f64 = q.iter().zip(&rest).map(|(q, value)| q * value).sum();
                triangle[before][at] += share;
                for (value, q) in rest.iter_mut().zip(q) {
                    *value -= share * q;
                }
            }
        }
        let left = norm(&rest);
        if !left.is_finite() || left <= length * 1e-9 {
            return None;
        }
        triangle[at][at] = left;
        orthonormal.push(rest.into_iter().map(|value| value / left).collect());
    }
    Some((orthonormal, triangle))
}

fn norm(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum::<f64>().sqrt()
}

/// Solves triangle · x = right.
fn back_substitute(triangle: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let mut solution = right.to_vec();
    for row in (0..right.len()).rev() {
        let known: f64 = (row + 1..right.len())
            .map(|column| triangle[row][column] * solution[column])
            .sum();
        solution[row] = (solution[row] - known) / triangle[row][row];
    }
    solution
}

/// Half the width of each coefficient's confidence interval.
fn margins(triangle: &[Vec<f64>], residuals: &[f64]) -> Vec<Option<f64>> {
    let width = triangle.len();
    let freedom = residuals.len() as f64 - width as f64;
    let Ok(distribution) = StudentsT::new(0.0, 1.0, freedom) else {
        return vec![None; width];
    };
    let quantile = distribution.inverse_cdf(0.5 + CONFIDENCE / 2.0);
    let variance = residuals.iter().map(|one| one * one).sum::<f64>() / freedom;
    // Rows of the inverse of the triangular matrix: its columns solve triangle · x = unit vector.
    let inverse: Columns = (0..width)
        .map(|unit| {
            let right: Vec<f64> = (0..width)
                .map(|at| f64::from(u8::from(at == unit)))
                .collect();
            back_substitute(triangle, &right)
        })
        .collect();
    (0..width)
        .map(|at| {
            let spread: f64 = inverse.iter().map(|column| column[at] * column[at]).sum();
            Some(quantile * (variance * spread).sqrt())
        })
        .collect()
}
