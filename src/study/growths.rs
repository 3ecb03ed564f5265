//! From measured sizes to formulas: series, findings, and the words for both.

use super::axes::Axes;
use super::cost::{fitted_product, form_of_processors};
use super::decomposition::Coefficients;
use super::option_problem::OptionProblem;
use super::seeds::known_of_seeds;
use crate::complexity::class::GrowthClass;
use crate::complexity::closed_form::ClosedForm;
use crate::complexity::finding::{Deviation, Finding, Here, Shortage, find};
use crate::complexity::fit::Fit;
use crate::complexity::identified::{FEWEST_NEW_ROWS, Missing};
use crate::complexity::order::Growth;
use crate::complexity::series::{Point, Series};
use crate::complexity::term::Term;
use crate::cost::Cost;
use crate::diagnostic::Diagnostic;
use crate::language::Voice;
use crate::quantity::{Key, Measure, Per, Quantity, Unit};
use crate::result::claim::sweep::{FormulaReach, KnownFormula as Shown};
use crate::result::run::Run;
use crate::result::study::{
    FitError, FormulaStatus, FormulaTerm, GrowthAdvice, HeldOut, QuantityGrowth, RunnerUp,
    SizeRange, SizeValue,
};
use crate::study::swept::{Counted, Measured};

/// Sizes that an advice names, if these reach far enough.
const ADVISED: usize = 4;
/// Doublings of the largest size that it looks at.
const MOST_DOUBLINGS: usize = 8;
/// Choices of the machine's times for which a coefficient has to be the same.
const FEWEST_CHOICES: usize = 3;

/// A growth as it is shown, and as it can be computed with.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub formula: QuantityGrowth,
    /// The form that was found, where no derived formula says otherwise.
    pub form: Option<ClosedForm>,
    /// The model, where it is fitted.
    pub fit: Option<Fit>,
    /// The small sizes that do not follow the form.
    pub deviation: Option<Deviation>,
    /// What is proved of its growth in the varied names, for all sizes that the program accepts.
    pub class: Option<GrowthClass>,
    /// Of a form that was found: its growth, if counts go on like this.
    pub likely: Option<GrowthClass>,
}

/// Everything that is known of the growth of a program.
pub(super) struct Growths {
    pub measures: Per<Measure, Per<Unit, Known>>,
    pub processors: Option<Known>,
    /// Of what is counted besides time, work and cost.
    pub counts: Vec<(Measure, Known)>,
    pub sequential: Per<Unit, Option<Known>>,
}

impl Known {
    /// What is known by its formula alone.
    pub fn of(formula: QuantityGrowth) -> Self {
        Self {
            formula,
            form: None,
            fit: None,
            deviation: None,
            class: None,
            likely: None,
        }
    }

    /// The growth in the varied names that is proved, where bounds from above and below meet.
    pub fn growth(&self) -> Option<&[Growth]> {
        self.class.as_ref()?.theta()
    }

    /// The same of what is proved, or else of the form that was found.
    pub fn likely_growth(&self) -> Option<&[Growth]> {
        self.class.as_ref().or(self.likely.as_ref())?.theta()
    }

    /// The form, where it is that of a derived formula too: it holds for sizes that did not run.
    pub fn derived_form(&self) -> Option<&ClosedForm> {
        (self.form.as_ref()).filter(|_| self.formula.status == FormulaStatus::Derived)
    }

    /// The formula as evidence shows it, with how far it is known; nothing where there is none.
    pub fn shown(&self, of: &str) -> Option<Shown> {
        let reach = match (&self.formula.holds_for, &self.formula.range) {
            (Some(inputs), _) => FormulaReach::DerivedFor(inputs.clone()),
            (None, Some(range)) => FormulaReach::FoundOn(range.text()),
            (None, None) => return None,
        };
        Some(Shown {
            of: of.to_owned(),
            formula: self.formula.formula.clone()?,
            reach,
        })
    }
}

impl Growths {
    /// What is known of a measure, in a unit if it has units.
    pub fn of(&self, measure: Measure, unit: Unit) -> &Known {
        match self.counts.iter().find(|(own, _)| *own == measure) {
            Some((_, known)) => known,
            None => self.measures.get(measure).get(unit),
        }
    }

    /// As the report shows them.
    pub fn formulas(&self, units: &[Unit]) -> Per<Measure, Per<Unit, QuantityGrowth>> {
        Per::each(&Measure::IN_UNITS, |measure| {
            let of = self.measures.get(measure);
            Per::each(units, |unit| of.get(unit).formula.clone())
        })
    }
}

/// A measure of one run.
pub(super) fn value(cost: &Cost, processors: u64, measure: Measure, unit: Unit) -> u64 {
    let count = cost.count(measure.in_unit(unit), Some(processors));
    u64::try_from(count).expect("a run whose cost exceeds 64 bits is no measurement")
}

/// Whether the measures of a run, added up over this many seeds, may exceed the 64 bits of a series.
pub(super) fn is_beyond_series(run: &Run, seeds: u32) -> bool {
    let cost = &run.cost;
    // Claims without p are about as many processors as the program asks for.
    let sizes = [run.processors(), cost.processors()];
    let mut costs = (sizes.into_iter()).flat_map(|processors| {
        let units = Unit::KEYS.iter().copied();
        units.map(move |unit| cost.count(Measure::C.in_unit(unit), Some(processors)))
    });
    // What they do is at most what they cost.
    let largest = u128::from(u64::MAX / u64::from(seeds.max(1)));
    costs.any(|cost| cost > largest)
}

pub(super) fn beyond_series() -> Diagnostic {
    OptionProblem::CostTooLarge.diagnostic(Voice::default())
}

/// A measure of one size with every seed, the first one first.
pub(super) fn values(measured: &Measured, fixed: bool, measure: Measure, unit: Unit) -> Vec<u64> {
    let costs = std::iter::once(&measured.cost).chain(&measured.others);
    let processors = processors(measured, fixed).into_iter();
    (costs.zip(processors))
        .map(|(cost, own)| value(cost, own, measure, unit))
        .collect()
}

/// A number of things of one size with every seed, the first one first.
fn counts(measured: &Measured, quantity: Quantity) -> Vec<u64> {
    let costs = std::iter::once(&measured.cost).chain(&measured.others);
    let counts = costs.map(|cost| cost.count(quantity, None));
    counts
        .map(|count| u64::try_from(count).unwrap_or(u64::MAX))
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
    // Those of a GPU are k·w, whatever the program asks for.
    let is_asked_for = !fixed && !axes.units.contains(&Unit::Gpu);
    let processors = is_asked_for.then(|| {
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
    let time = Per::each(axes.units, |unit| {
        let by_parameters = coefficients.first().and_then(|first| {
            let series = series(Measure::T, unit);
            first.time(axes, &series, counted.measured)
        });
        by_parameters.unwrap_or_else(|| of(Measure::T, unit))
    });
    let cost = |unit| {
        let series = series(Measure::C, unit);
        let time = time.get(unit);
        product(axes, &series, time, processors.as_ref())
            .or_else(|| fitted_product(axes, &series, time, processors.as_ref()))
            .unwrap_or_else(|| of(Measure::C, unit))
    };
    let measures = Per::each(&Measure::IN_UNITS, |measure| match measure {
        Measure::T => time.clone(),
        Measure::C => Per::each(axes.units, cost),
        measure => Per::each(axes.units, |unit| of(measure, unit)),
    });
    let counts = Measure::beside(axes.units).iter().map(|measure| {
        let known = known_of_seeds(axes, counted, repeats, |one| {
            counts(one, Quantity::number_of(*measure))
        });
        (*measure, known)
    });
    Growths {
        counts: counts.collect(),
        measures,
        processors,
        sequential: Per::each(axes.units, |_| None),
    }
}

/// C = p·T, where forms of T and p are found.
fn product(
    axes: &Axes,
    series: &Series,
    time: &Known,
    processors: Option<&Known>,
) -> Option<Known> {
    let count = series.variables.len();
    let form_of_p = form_of_processors(axes, processors)?;
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
    // Then it is better found alone.
    if confirmed.len() < FEWEST_NEW_ROWS {
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
    let mut known = found(axes, series, form, deviation);
    known.formula.held_out = confirmed;
    Some(known)
}

/// A form that was found, as it is shown.
pub(super) fn found(
    axes: &Axes,
    series: &Series,
    form: ClosedForm,
    deviation: Option<Deviation>,
) -> Known {
    let from = deviation.as_ref().map(|deviation| deviation.from);
    let (class, no_class) = match axes.earned(series, &form, from) {
        Ok(class) => (Some(class), None),
        Err(reason) => (None, Some(reason)),
    };
    let (theta, upper, lower) = axes.class_texts(class.as_ref());
    let Some(described) = described(series, &form) else {
        return Known::of(QuantityGrowth::unknown());
    };
    let points = series.points.iter().chain(&series.beside);
    let followed = points.filter(|point| from.is_none_or(|from| point.at[0] >= from));
    let followed: Vec<Vec<i64>> = followed.map(|point| axes.varied_of(&point.at)).collect();
    let deviating = deviation.iter().flat_map(|deviation| &deviation.sizes);
    Known {
        formula: QuantityGrowth {
            status: FormulaStatus::Found,
            range: size_range(axes, &followed),
            theta,
            upper,
            lower,
            no_class,
            from: from.map(|from| axes.size(&[from])),
            deviating: deviating.map(|at| held_out(axes, at)).collect(),
            ..described
        },
        form: Some(form),
        fit: None,
        deviation,
        class: None,
        likely: class,
    }
}

/// A form with its terms; `None` if its coefficients do not stay small enough.
fn described(series: &Series, form: &ClosedForm) -> Option<QuantityGrowth> {
    let variables = &series.variables;
    let shown = series.shown(form)?;
    let terms = shown.terms.iter().map(|(coefficient, term)| FormulaTerm {
        term: term.text(variables),
        coefficient: *coefficient.numer() as f64 / *coefficient.denom() as f64,
        fraction: Some(coefficient.to_string()),
        low: None,
        high: None,
    });
    Some(QuantityGrowth {
        formula: Some(shown.text(variables)),
        terms: terms.collect(),
        ..QuantityGrowth::unknown()
    })
}

/// From the least to the largest value of each name that varies.
fn size_range(axes: &Axes, sizes: &[Vec<i64>]) -> Option<SizeRange> {
    let first = sizes.first()?;
    let extreme = |choose: fn(i64, i64) -> i64| -> Vec<i64> {
        let of = |place| sizes.iter().map(move |size: &Vec<i64>| size[place]);
        (0..first.len())
            .filter_map(|place| of(place).reduce(choose))
            .collect()
    };
    Some(SizeRange {
        sizes: sizes.len(),
        least: axes.size(&extreme(i64::min)),
        most: axes.size(&extreme(i64::max)),
    })
}

/// What is known of a series.
pub(super) fn known(axes: &Axes, series: &Series, depends: bool) -> Known {
    let sizes = |all: &[Vec<i64>]| all.iter().map(|at| held_out(axes, at)).collect();
    match find(series, depends) {
        Finding::Found {
            form,
            confirmed,
            deviation,
        } => {
            let mut known = found(axes, series, form, deviation);
            known.formula.held_out = sizes(&confirmed);
            known
        }
        Finding::Here {
            form,
            confirmed,
            why,
        } => {
            let (missing, fails_at) = match why {
                Here::Missing(missing) => (Some(missing), Vec::new()),
                Here::FailsAt(fails_at) => (None, sizes(&fails_at)),
            };
            let Some(described) = described(series, &form) else {
                return Known::of(QuantityGrowth::unknown());
            };
            Known::of(QuantityGrowth {
                status: FormulaStatus::Here,
                held_out: sizes(&confirmed),
                missing: missing.as_ref().map(|it| it.text(&series.variables)),
                fails_at,
                advice: missing.map(|missing| {
                    let reason = format!(
                        "a formula reproduces these counts, but {}",
                        missing.text(&series.variables)
                    );
                    let least = match missing {
                        Missing::Range { variable: 0, least } => Some(least),
                        _ => None,
                    };
                    advice(axes, series, reason, least)
                }),
                ..described
            })
        }
        Finding::Fitted(fit) => fitted(axes, series, &fit),
        Finding::Inconclusive(shortage) => {
            let reason = match shortage {
                Shortage::Sizes => "there are too few sizes to tell how this grows",
                Shortage::Range => "the sizes lie too close together to tell how this grows",
            };
            Known::of(QuantityGrowth {
                advice: Some(advice(axes, series, reason.to_owned(), None)),
                ..QuantityGrowth::unknown()
            })
        }
    }
}

/// A coefficient that is the same for so many choices of the machine's times, which are all that
/// varies.
pub(super) fn constant(count: u64, choices: usize) -> Known {
    let form = ClosedForm::new([(i128::from(count).into(), Term::one())], 0);
    let formula = QuantityGrowth {
        formula: Some(form.text(&[])),
        ..QuantityGrowth::unknown()
    };
    if choices < FEWEST_CHOICES {
        let missing =
            format!("the parameters take {choices} values, and have to take {FEWEST_CHOICES}");
        return Known::of(QuantityGrowth {
            status: FormulaStatus::Here,
            missing: Some(missing),
            ..formula
        });
    }
    Known {
        form: Some(form),
        ..Known::of(QuantityGrowth {
            status: FormulaStatus::Found,
            ..formula
        })
    }
}

/// What is known of a quantity that the user gives as a formula, whose class is read off it.
pub(super) fn given(
    axes: &Axes,
    series: Option<&Series>,
    text: &str,
    class: Option<GrowthClass>,
) -> Known {
    let found = series.map(|series| known(axes, series, false));
    let (theta, upper, lower) = axes.class_texts(class.as_ref());
    Known {
        form: found.and_then(|found| found.form),
        class,
        ..Known::of(QuantityGrowth {
            formula: Some(text.to_owned()),
            status: FormulaStatus::Derived,
            theta,
            upper,
            lower,
            ..QuantityGrowth::unknown()
        })
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
        fit: Some(fit.clone()),
        ..Known::of(QuantityGrowth {
            formula: Some(shown.text(variables)),
            status: FormulaStatus::Fitted,
            suggests: fit.is_clear.then(|| theta(fit)),
            error: Some(FitError {
                cross_validated: fit.cross_validated,
                largest: fit.largest,
            }),
            terms: terms.collect(),
            runners_up: runners_up.collect(),
            ..QuantityGrowth::unknown()
        })
    }
}

/// The fit of the amounts that the counts of a series represent.
fn with_digits(series: &Series, fit: &Fit) -> Fit {
    let (factor, count) = (0.1_f64.powi(series.digits as i32), series.variables.len());
    match series.digits {
        0 => fit.clone(),
        _ => (fit.clone()).times(factor, &Term::one(), count, series.second_is_bounded),
    }
}

/// Which sizes would decide, for this reason; they reach this one at least.
fn advice(axes: &Axes, series: &Series, reason: String, least: Option<i64>) -> GrowthAdvice {
    let ran: Vec<Vec<i64>> = (series.points.iter())
        .map(|point| axes.varied_of(&point.at))
        .collect();
    let known: Vec<i64> = ran.iter().filter_map(|at| at.first().copied()).collect();
    let largest = known.iter().copied().max().unwrap_or(8).max(4);
    let powers_only = known.iter().all(|size| size.count_ones() == 1);
    let doubled = std::iter::successors(Some(largest), |size| size.checked_mul(2));
    let candidates = doubled.skip(1).take(MOST_DOUBLINGS).flat_map(|size| {
        let between = (!powers_only).then_some(size / 4 * 3);
        [between, Some(size)].into_iter().flatten()
    });
    let mut sizes: Vec<i64> = Vec::new();
    for candidate in candidates {
        let reached = sizes.last().copied().max(known.iter().max().copied());
        let is_enough = least.is_none_or(|least| reached >= Some(least));
        if sizes.len() >= ADVISED && is_enough {
            break;
        }
        if !known.contains(&candidate) {
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
    GrowthAdvice {
        reason,
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
