//! From measured sizes to formulas: series, findings, and the words for both.

use super::axes::Axes;
use super::cost::{fitted_product, form_of_processors};
use super::decomposition::Coefficients;
use super::seeds::known_of_seeds;
use crate::complexity::class::Class;
use crate::complexity::closed_form::ClosedForm;
use crate::complexity::finding::{CONFIRMATIONS, Deviation, Finding, Shortage, find};
use crate::complexity::fit::Fit;
use crate::complexity::order::Growth;
use crate::complexity::series::{Point, Series};
use crate::complexity::term::Term;
use crate::cost::{Cost, Profile};
use crate::result::study::{
    Advice, FitError, Formula, FormulaTerm, HeldOut, MeasureName, PerMeasure, PerUnit, RunnerUp,
    SizeValue, Status, UnitName,
};
use crate::study::swept::{Counted, Measured};
use crate::syntax::ast::Unit;

/// Sizes that an advice names.
const ADVISED: usize = 4;

/// A growth as it is shown, and as it can be computed with.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub formula: Formula,
    /// The form, where it is exact.
    pub form: Option<ClosedForm>,
    /// The model, where it is fitted.
    pub fit: Option<Fit>,
    /// The small sizes that do not follow the form.
    pub deviation: Option<Deviation>,
    /// What bounds prove of its growth in the varied names.
    pub class: Option<Class>,
}

/// Everything that is known of the growth of a program.
pub(super) struct Growths {
    pub measures: PerMeasure<PerUnit<Known>>,
    pub processors: Option<Known>,
    pub sequential: PerUnit<Option<Known>>,
}

impl Known {
    /// The growth in the varied names, where bounds from above and below meet.
    pub fn growth(&self) -> Option<&[Growth]> {
        self.class.as_ref()?.theta()
    }

    /// An exact formula in a sentence: `2*log(n) for n ≥ 2`; nothing where there is none.
    pub fn exactly(&self) -> Option<String> {
        self.form.as_ref()?;
        let formula = self.formula.formula.as_ref()?;
        Some(match self.formula.condition() {
            Some(condition) => format!("{formula} for {condition}"),
            None => formula.clone(),
        })
    }
}

impl Growths {
    /// As the report shows them.
    pub fn formulas(&self, units: &[UnitName]) -> PerMeasure<PerUnit<Formula>> {
        PerMeasure::from_fn(|measure| {
            let of = self.measures.get(measure);
            PerUnit::for_units(units, |unit| of.get(unit).formula.clone())
        })
    }
}

/// A measure of one run.
pub(super) fn value(cost: &Cost, processors: u64, measure: MeasureName, unit: UnitName) -> u64 {
    let (time, work) = match counted_unit(unit) {
        Some(unit) => (cost.time(unit, processors), cost.profile(unit).work),
        None if unit == UnitName::Multicomputer => exchanging(cost),
        None => asynchronous(cost),
    };
    match measure {
        MeasureName::T => time,
        MeasureName::W => work,
        MeasureName::C => time.saturating_mul(processors),
    }
}

/// The profile over active processors, which units of time have none of.
pub(super) fn profile(cost: &Cost, unit: UnitName) -> Option<&Profile> {
    counted_unit(unit).map(|unit| cost.profile(unit))
}

/// A unit in which the synchronous machine counts.
fn counted_unit(unit: UnitName) -> Option<Unit> {
    match unit {
        UnitName::Rounds => Some(Unit::Rounds),
        UnitName::Steps => Some(Unit::Steps),
        UnitName::Instructions => Some(Unit::Instructions),
        UnitName::Apram | UnitName::Multicomputer => None,
    }
}

/// Time and work on the asynchronous machine; a run without any section took none.
fn asynchronous(cost: &Cost) -> (u64, u64) {
    let cost = cost.asynchronous.as_ref();
    cost.map_or((0, 0), |cost| (cost.time, cost.work))
}

/// Time and work on a multicomputer.
fn exchanging(cost: &Cost) -> (u64, u64) {
    cost.network
        .map_or((0, 0), |times| (times.time, times.work))
}

/// A measure of one size with every seed, the first one first.
pub(super) fn values(
    measured: &Measured,
    fixed: bool,
    measure: MeasureName,
    unit: UnitName,
) -> Vec<u64> {
    let costs = std::iter::once(&measured.cost).chain(&measured.others);
    let processors = processors(measured, fixed).into_iter();
    (costs.zip(processors))
        .map(|(cost, own)| value(cost, own, measure, unit))
        .collect()
}

/// The processors of one size with every seed, the first one first.
pub(super) fn processors(measured: &Measured, fixed: bool) -> Vec<u64> {
    let own = |cost: &Cost| {
        if fixed || cost.network.is_some() {
            measured.processors
        } else {
            cost.processors()
        }
    };
    let others = measured.others.iter().map(own);
    std::iter::once(measured.processors).chain(others).collect()
}

/// What is known of every measure.
pub(super) fn growths(
    axes: &Axes,
    counted: Counted,
    repeats: u32,
    coefficients: &[Coefficients],
) -> Growths {
    let fixed = axes.varies_processors() || axes.fixed_processors.is_some();
    let processors = (!fixed).then(|| {
        let of = |one: &Measured| self::processors(one, fixed);
        known_of_seeds(axes, counted, repeats, of)
    });
    let of = |measure, unit| {
        let counted = counted.with_digits(axes.digits(unit));
        known_of_seeds(axes, counted, repeats, |one| {
            values(one, fixed, measure, unit)
        })
    };
    let series = |measure, unit| {
        let counted = counted.with_digits(axes.digits(unit));
        axes.series(counted, |one| values(one, fixed, measure, unit)[0])
    };
    let time = PerUnit::for_units(axes.units, |unit| {
        let by_parameters = coefficients.first().and_then(|first| {
            let series = series(MeasureName::T, unit);
            first.time(axes, &series, counted.measured)
        });
        by_parameters.unwrap_or_else(|| of(MeasureName::T, unit))
    });
    let work = PerUnit::for_units(axes.units, |unit| of(MeasureName::W, unit));
    let cost = PerUnit::for_units(axes.units, |unit| {
        let series = series(MeasureName::C, unit);
        let time = time.get(unit);
        product(axes, &series, time, processors.as_ref())
            .or_else(|| fitted_product(axes, &series, time, processors.as_ref()))
            .unwrap_or_else(|| of(MeasureName::C, unit))
    });
    Growths {
        measures: PerMeasure { time, work, cost },
        processors,
        sequential: PerUnit::for_units(axes.units, |_| None),
    }
}

/// C = p·T, where T and p are known exactly.
fn product(
    axes: &Axes,
    series: &Series,
    time: &Known,
    processors: Option<&Known>,
) -> Option<Known> {
    let count = series.variables.len();
    let form_of_p = form_of_processors(series, processors)?;
    let form = time.form.as_ref()?.times(&form_of_p, count)?;
    let deviation = |known: &Known| known.deviation.as_ref().map(|deviation| deviation.from);
    let from = deviation(time).max(processors.and_then(deviation));
    let agrees = |point: &Point| form.exact(&point.at) == Some(i128::from(point.value).into());
    let (followed, others): (Vec<&Point>, Vec<&Point>) = series
        .points
        .iter()
        .chain(&series.beside)
        .partition(|point| from.is_none_or(|from| point.at[0] >= from));
    if !followed.into_iter().all(agrees) {
        return None;
    }
    let mut confirmed = time.formula.held_out.clone();
    if let Some(processors) = processors {
        confirmed.retain(|size| processors.formula.held_out.contains(size));
    }
    // Then it is better found by itself.
    if confirmed.len() < CONFIRMATIONS {
        return None;
    }
    let deviating = others.into_iter().filter(|point| !agrees(point));
    let deviating: Vec<Vec<i64>> = deviating.map(|point| point.at.clone()).collect();
    let deviation = from
        .filter(|_| !deviating.is_empty())
        .map(|from| Deviation {
            from,
            sizes: deviating,
        });
    let mut known = exact(axes, series, form, deviation);
    known.formula.held_out = confirmed;
    Some(known)
}

/// An exact form, as it is shown.
pub(super) fn exact(
    axes: &Axes,
    series: &Series,
    form: ClosedForm,
    deviation: Option<Deviation>,
) -> Known {
    let variables = &series.variables;
    let from = deviation.as_ref().map(|deviation| deviation.from);
    let (class, no_class) = match axes.earned(series, &form, from) {
        Ok(class) => (Some(class), None),
        Err(reason) => (None, Some(reason)),
    };
    let (theta, upper, lower) = axes.class_texts(class.as_ref());
    let Some(shown) = series.shown(&form) else {
        return unknown();
    };
    let terms = shown.terms.iter().map(|(coefficient, term)| FormulaTerm {
        term: term.text(variables),
        coefficient: *coefficient.numer() as f64 / *coefficient.denom() as f64,
        fraction: Some(coefficient.to_string()),
        low: None,
        high: None,
    });
    let deviating = deviation.iter().flat_map(|deviation| &deviation.sizes);
    Known {
        formula: Formula {
            formula: Some(shown.text(variables)),
            status: Status::Exact,
            theta,
            upper,
            lower,
            no_class,
            from: from.map(|from| axes.size(&[from])),
            deviating: deviating.map(|at| held_out(axes, at)).collect(),
            terms: terms.collect(),
            ..Formula::unknown()
        },
        form: Some(form),
        fit: None,
        deviation,
        class,
    }
}

/// Nothing is known of a quantity.
fn unknown() -> Known {
    Known {
        formula: Formula::unknown(),
        form: None,
        fit: None,
        deviation: None,
        class: None,
    }
}

/// What is known of a series.
pub(super) fn known(axes: &Axes, series: &Series, depends: bool) -> Known {
    let variables = &series.variables;
    match find(series, depends) {
        Finding::Exact {
            form,
            confirmed,
            deviation,
        } => {
            let mut known = exact(axes, series, form, deviation);
            known.formula.held_out = confirmed.iter().map(|at| held_out(axes, at)).collect();
            known
        }
        Finding::ExactHere {
            form,
            confirmed,
            fails_at,
        } => {
            let sizes = |all: &[Vec<i64>]| all.iter().map(|at| held_out(axes, at)).collect();
            let formula = Formula {
                status: Status::ExactHere,
                // Beside the sizes asked for it is known to fail, so that it has no class.
                theta: None,
                upper: None,
                lower: None,
                held_out: sizes(&confirmed),
                fails_at: sizes(&fails_at),
                ..exact(axes, series, form, None).formula
            };
            Known {
                formula,
                form: None,
                fit: None,
                deviation: None,
                class: None,
            }
        }
        Finding::Fitted(fit) => fitted(axes, series, &fit),
        Finding::Inconclusive {
            candidate,
            shortage,
        } => Known {
            formula: Formula {
                formula: (candidate.and_then(|form| series.shown(&form)))
                    .map(|form| form.text(variables)),
                advice: Some(advice(axes, series, shortage)),
                ..Formula::unknown()
            },
            form: None,
            fit: None,
            deviation: None,
            class: None,
        },
    }
}

/// A count that is the same at the one size there is.
pub(super) fn constant(count: u64) -> Known {
    let form = ClosedForm::new([(i128::from(count).into(), Term::one())], 0);
    Known {
        formula: Formula {
            formula: Some(form.text(&[])),
            status: Status::Exact,
            theta: Some("1".to_owned()),
            ..Formula::unknown()
        },
        form: Some(form),
        fit: None,
        deviation: None,
        class: None,
    }
}

/// What is known of a quantity that the user gives as a formula, whose class is read off it.
pub(super) fn given(
    axes: &Axes,
    series: Option<&Series>,
    text: &str,
    class: Option<Class>,
) -> Known {
    let found = series.map(|series| known(axes, series, false));
    let (theta, upper, lower) = axes.class_texts(class.as_ref());
    Known {
        formula: Formula {
            formula: Some(text.to_owned()),
            status: Status::Exact,
            theta,
            upper,
            lower,
            ..Formula::unknown()
        },
        form: found.and_then(|found| found.form),
        fit: None,
        deviation: None,
        class,
    }
}

pub(super) fn held_out(axes: &Axes, at: &[i64]) -> HeldOut {
    let at = axes.varied_of(at);
    match at.as_slice() {
        [_] => HeldOut::One(axes.size(&at)[0]),
        several => HeldOut::Several(axes.size(several)),
    }
}

pub(super) fn fitted(axes: &Axes, series: &Series, fit: &Fit) -> Known {
    let variables = &series.variables;
    let shown = with_digits(series, fit);
    let theta = |fit: &Fit| axes.theta_text(&axes.in_varied(fit.growth.clone()));
    let terms = shown.terms.iter().map(|one| FormulaTerm {
        term: one.term.text(variables),
        coefficient: one.value,
        fraction: None,
        low: one.margin.map(|margin| one.value - margin),
        high: one.margin.map(|margin| one.value + margin),
    });
    let runners_up = shown.runners_up.iter().map(|other| RunnerUp {
        formula: other.text(variables),
        theta: theta(other),
        cross_validated: other.cross_validated,
    });
    Known {
        formula: Formula {
            formula: Some(shown.text(variables)),
            status: Status::Fitted,
            suggests: fit.is_clear.then(|| theta(fit)),
            error: Some(FitError {
                cross_validated: fit.cross_validated,
                largest: fit.largest,
            }),
            terms: terms.collect(),
            runners_up: runners_up.collect(),
            ..Formula::unknown()
        },
        form: None,
        fit: Some(fit.clone()),
        deviation: None,
        class: None,
    }
}

/// The fit of the amounts that the counts of a series stand for.
fn with_digits(series: &Series, fit: &Fit) -> Fit {
    let (factor, count) = (0.1_f64.powi(series.digits as i32), series.variables.len());
    match series.digits {
        0 => fit.clone(),
        _ => (fit.clone()).times(factor, &Term::one(), count, series.second_is_bounded),
    }
}

/// Which sizes would decide.
fn advice(axes: &Axes, series: &Series, shortage: Shortage) -> Advice {
    let reason = match shortage {
        Shortage::Sizes => "there are too few sizes to tell how this grows",
        Shortage::Range => "the sizes lie too close together to tell how this grows",
        Shortage::Confirmation => {
            "a formula reproduces these sizes, but too few others are left to confirm it"
        }
    };
    let ran: Vec<Vec<i64>> = (series.points.iter())
        .map(|point| axes.varied_of(&point.at))
        .collect();
    let known: Vec<i64> = ran.iter().filter_map(|at| at.first().copied()).collect();
    let largest = known.iter().copied().max().unwrap_or(8).max(4);
    let powers_only = known.iter().all(|size| size.count_ones() == 1);
    let doubled = std::iter::successors(Some(largest), |size| size.checked_mul(2));
    let candidates = doubled.skip(1).take(ADVISED).flat_map(|size| {
        let between = (!powers_only).then_some(size / 4 * 3);
        [Some(size), between].into_iter().flatten()
    });
    let mut sizes: Vec<i64> = Vec::new();
    for candidate in candidates {
        if sizes.len() < ADVISED && !known.contains(&candidate) {
            sizes.push(candidate);
        }
    }
    let others = ran.last().map(|at| at[1..].to_vec());
    // The other names keep the sizes that they were given.
    let option = axes.varied.first().map(|name| {
        let mut all: Vec<i64> = known.iter().chain(&sizes).copied().collect();
        all.sort_unstable();
        all.dedup();
        let named = |size: &i64| SizeValue::new(*size, axes.decimals[0]).to_string();
        let all: Vec<String> = all.iter().map(named).collect();
        format!("--vary {name}={}", all.join(","))
    });
    Advice {
        reason: reason.to_owned(),
        sizes: sizes
            .into_iter()
            .map(|size| {
                let rest = others.iter().flatten().copied();
                let at: Vec<i64> = std::iter::once(size).chain(rest).collect();
                axes.size(&at)
            })
            .collect(),
        option,
    }
}
