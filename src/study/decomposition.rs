//! T and W on a multicomputer by its parameters: one formula for each coefficient, and T, W and C from
//! them.

use indexmap::IndexMap;
use num_rational::Ratio;
use num_traits::CheckedMul;

use super::axes::Axes;
use super::cost::form_of_processors;
use super::growths::{Known, constant, found};
use super::seeds::{Seeds, of_seeds};
use crate::complexity::closed_form::ClosedForm;
use crate::complexity::combination;
use crate::complexity::finding::Deviation;
use crate::complexity::series::{Point, Series};
use crate::complexity::term::Term;
use crate::cost::Cost;
use crate::network::{Decimal, Parameters};
use crate::result::study::{Decomposed, DecomposedWork, HeldOut, SizeValue};
use crate::study::swept::{Counted, Measured};

/// Choices of the parameters that have coefficients of their own are listed up to this number.
const MOST_CHOICES: usize = 12;

/// What is the sum of parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sum {
    /// T, along one critical path.
    Time,
    /// W, of all processors.
    Work,
}

/// The coefficients of T or W, for some or all values of the parameters.
pub(super) struct Coefficients {
    /// For which values of those that vary; `None` if they are the same for all.
    values: Option<Vec<Vec<i64>>>,
    /// The axes without the parameters, in which they are formulas.
    axes: Axes,
    /// In the order of [`Parameters::NAMES`]; `None` if it is 0 at every size.
    known: [Option<Known>; 6],
}

impl Sum {
    /// How often each parameter enters it, with every seed.
    fn counts(self, one: &Measured) -> Vec<[u64; 6]> {
        let costs = std::iter::once(&one.cost).chain(&one.others);
        let count = |cost: &Cost| {
            let times = cost.network.unwrap_or_default();
            match self {
                Self::Time => times.path.counts(),
                Self::Work => times.work_counts.counts(),
            }
        };
        costs.map(count).collect()
    }
}

/// The coefficients of T or W over the sizes of a sweep: one set, or one for each choice of the
/// parameters where they change with these.
pub(super) fn coefficients(
    axes: &Axes,
    counted: Counted,
    repeats: u32,
    sum: Sum,
) -> Vec<Coefficients> {
    let sizes = axes.without_times();
    let width = sizes.varied.len();
    if !axes.is_multicomputer() {
        return Vec::new();
    }
    let all: Vec<&Measured> = counted.measured.iter().collect();
    let beside: Vec<&Measured> = counted.beside.iter().collect();
    if is_same_for_all(sum, (&all, &beside), width) {
        let known = known(sum, &sizes, (&all, &beside), (repeats, all.len()));
        return vec![Coefficients {
            values: None,
            axes: sizes,
            known,
        }];
    }
    let mut choices: IndexMap<&[i64], Vec<&Measured>> = IndexMap::new();
    for one in &all {
        choices.entry(&one.at[width..]).or_default().push(one);
    }
    // Sizes that were added lie beside the grid, each with parameters of its own.
    choices.retain(|_, ran| ran.iter().any(|one| !one.held_out));
    choices.sort_keys();
    let mut found: Vec<Coefficients> = Vec::new();
    for (values, ran) in choices {
        // It is shown with the values that it is about, and said of no others.
        let known = known(sum, &sizes, (&ran, &[]), (repeats, usize::MAX));
        match found.last_mut() {
            Some(last) if are_alike(&last.known, &known) => {
                last.values.get_or_insert_default().push(values.to_vec());
            }
            _ => found.push(Coefficients {
                values: Some(vec![values.to_vec()]),
                axes: sizes.clone(),
                known,
            }),
        }
    }
    found.truncate(MOST_CHOICES);
    found
}

/// Whether runs that differ in the parameters only have the same coefficients.
fn is_same_for_all(sum: Sum, (all, beside): (&[&Measured], &[&Measured]), width: usize) -> bool {
    let mut seen: IndexMap<&[i64], [u64; 6]> = IndexMap::new();
    all.iter().chain(beside).all(|one| {
        let own = sum.counts(one)[0];
        *seen.entry(&one.at[..width]).or_insert(own) == own
    })
}

fn are_alike(one: &[Option<Known>; 6], other: &[Option<Known>; 6]) -> bool {
    let text = |known: &Option<Known>| known.as_ref().map(|known| known.formula.formula.clone());
    one.iter()
        .zip(other)
        .all(|(one, other)| text(one) == text(other))
}

/// Every coefficient, over the sizes without the parameters.
fn known(
    sum: Sum,
    axes: &Axes,
    ran: (&[&Measured], &[&Measured]),
    (repeats, choices): (u32, usize),
) -> [Option<Known>; 6] {
    let (all, beside) = ran;
    let at = |one: &Measured| axes.at(&one.at[..axes.varied.len()]);
    std::array::from_fn(|which| {
        let values = |one: &Measured| -> Vec<u64> {
            (sum.counts(one).iter())
                .map(|counts| counts[which])
                .collect()
        };
        let mut points: IndexMap<Vec<i64>, (Vec<u64>, bool)> = IndexMap::new();
        for one in all {
            let (_, held_out) = points.entry(at(one)).or_insert_with(|| (values(one), true));
            *held_out &= one.held_out;
        }
        let points: Vec<_> = (points.into_iter())
            .map(|(at, (values, held_out))| (at, values, held_out))
            .collect();
        let others: Vec<_> = beside
            .iter()
            .map(|one| (at(one), values(one), true))
            .collect();
        let mut counted = points.iter().chain(&others);
        if counted.all(|(_, values, _)| values.iter().all(|count| *count == 0)) {
            return None;
        }
        Some(match points.as_slice() {
            // Only parameters vary, and the coefficient does not.
            [(_, values, _)] if axes.varied.is_empty() && others.is_empty() => {
                constant(values[0], choices)
            }
            _ => likelier(axes, repeats, points, others),
        })
    })
}

/// What is known of a count; or of its product with one of [`factors`], where that is an exact form
/// with less to say.
fn likelier(axes: &Axes, repeats: u32, points: Vec<Seeds>, beside: Vec<Seeds>) -> Known {
    let of_products: Vec<(Known, u32)> = factors(axes)
        .iter()
        .filter_map(|factor| of_product(axes, repeats, (&points, &beside), factor))
        .collect();
    let own = of_seeds(axes, repeats, 0, points, beside);
    let weight = own.form.as_ref().map_or(u32::MAX, ClosedForm::weight);
    let least = of_products.into_iter().min_by_key(|(_, weight)| *weight);
    match least {
        Some((known, least)) if least < weight => known,
        _ => own,
    }
}

/// What a count is multiplied with before it is searched for: p, since 2n³ of 2n³/p is what all
/// processors do together; and 1/n and p/n, since the search knows n² beside p, and no n³.
fn factors(axes: &Axes) -> Vec<Term> {
    let variables = axes.variables();
    let p = variables.iter().position(|name| name == "p");
    let n = variables.iter().position(|name| name != "p");
    let term = |at: usize| Term::variable(at as u8);
    let p = p.map(term);
    let below = n.map(|at| Term::one().over(&term(at)));
    let both = p
        .as_ref()
        .zip(below.as_ref())
        .map(|(p, below)| p.times(below));
    [p, below, both].into_iter().flatten().collect()
}

/// The quotient of the exact form of count·factor and the factor, and the weight of the former.
fn of_product(
    axes: &Axes,
    repeats: u32,
    (points, beside): (&[Seeds], &[Seeds]),
    factor: &Term,
) -> Option<(Known, u32)> {
    let product = |(at, values, held_out): &Seeds| {
        let times = factor.exact(at)?;
        let values = values.iter().map(|value| {
            let product = times.checked_mul(&i128::from(*value).into())?;
            let is_count = product.is_integer();
            is_count.then(|| u64::try_from(product.to_integer()).ok())?
        });
        Some((at.clone(), values.collect::<Option<Vec<u64>>>()?, *held_out))
    };
    let products = |all: &[Seeds]| all.iter().map(product).collect::<Option<Vec<Seeds>>>();
    let product = of_seeds(axes, repeats, 0, products(points)?, products(beside)?);
    let form = product.form?;
    let terms = form.terms.iter();
    let quotient = terms.map(|(number, term)| (*number, term.over(factor)));
    let quotient = ClosedForm::new(quotient, axes.variables().len());
    let point = |(at, values, held_out): &Seeds| Point {
        at: at.clone(),
        value: values[0],
        held_out: *held_out,
    };
    let series = Series {
        beside: beside.iter().map(point).collect(),
        ..axes.series_of(points.iter().map(point).collect())
    };
    let mut known = found(axes, &series, quotient, product.deviation);
    known.formula.held_out = product.formula.held_out;
    Some((known, form.weight()))
}

impl Coefficients {
    /// The coefficients of what costs anything at any size, by their place among the parameters.
    fn entering(&self, measured: &[Measured]) -> Vec<(usize, &Known)> {
        let is_free = |which: usize| {
            let networks = measured.iter().filter_map(|one| one.network.as_ref());
            let mut times = networks.map(|network| network.parameters.by_name()[which].1);
            times.all(|time| time == Decimal::default())
        };
        let all = self.known.iter().enumerate();
        all.filter_map(|(which, known)| Some((which, known.as_ref()?)))
            .filter(|(which, _)| !is_free(*which))
            .collect()
    }

    /// T as a formula in numbers, where every coefficient is exact and the same for all values of
    /// the parameters that vary; `series` are the counts, which it has to give.
    pub fn time(&self, axes: &Axes, series: &Series, measured: &[Measured]) -> Option<Known> {
        if self.values.is_some() {
            return None;
        }
        let variables = series.variables.len();
        let entering = self.entering(measured);
        let mut terms = Vec::new();
        for (which, known) in &entering {
            let time = parameter(axes, measured, series.digits, *which)?;
            terms.extend(known.form.as_ref()?.times(&time, variables)?.terms);
        }
        let form = ClosedForm::new(terms, variables);
        let deviation = deviation(&entering);
        let from = deviation.as_ref().map(|deviation| deviation.from);
        let agrees = |point: &Point| form.exact(&point.at) == Some(i128::from(point.value).into());
        let follows = |point: &Point| from.is_none_or(|from| point.at[0] >= from);
        let mut points = series.points.iter().chain(&series.beside);
        if !points.all(|point| !follows(point) || agrees(point)) {
            return None;
        }
        let mut known = found(axes, series, form, deviation);
        known.formula.held_out = confirmed(&entering);
        Some(known)
    }

    /// The form of each coefficient beside its parameter, where all are exact.
    fn forms(&self, measured: &[Measured]) -> Option<Vec<(&'static str, ClosedForm)>> {
        let entering = self.entering(measured);
        let forms = entering.iter();
        forms
            .map(|(which, known)| Some((Parameters::NAMES[*which], known.form.clone()?)))
            .collect()
    }

    /// The sum by the parameters, where it is the same for all values of those that vary.
    fn sum(&self, axes: &Axes, measured: &[Measured]) -> Option<DecomposedWork> {
        let forms = self.forms(measured).filter(|_| self.values.is_none())?;
        let entering = self.entering(measured);
        Some(DecomposedWork {
            formula: combination::text(&forms, &self.axes.variables()),
            from: deviation(&entering).map(|deviation| axes.size(&[deviation.from])),
            held_out: confirmed(&entering),
        })
    }

    /// As the report shows them, beside those of W.
    pub fn shown(
        &self,
        axes: &Axes,
        measured: &[Measured],
        processors: Option<&Known>,
        work: &[Self],
    ) -> Decomposed {
        let variables = self.axes.variables();
        let entering = self.entering(measured);
        let forms = self.forms(measured);
        let times_p = |forms: &Vec<(&'static str, ClosedForm)>| {
            let p = self.processors(axes, processors)?;
            let product = |(name, form): &(&'static str, ClosedForm)| {
                Some((*name, form.times(&p, variables.len())?))
            };
            forms.iter().map(product).collect::<Option<Vec<_>>>()
        };
        let cost = forms.as_ref().and_then(times_p);
        let from = deviation(&entering).map(|deviation| self.axes.size(&[deviation.from]));
        let named = self.known.iter().zip(Parameters::NAMES);
        Decomposed {
            parameters: (self.values.as_ref()).map(|values| values_text(axes, values)),
            time: forms.map(|forms| combination::text(&forms, &variables)),
            work: work.first().and_then(|work| work.sum(axes, measured)),
            cost: cost.map(|forms| combination::text(&forms, &variables)),
            from,
            held_out: confirmed(&entering),
            coefficients: named
                .filter_map(|(known, name)| {
                    Some((name.to_owned(), known.as_ref()?.formula.clone()))
                })
                .collect(),
        }
    }

    /// p as a form.
    fn processors(&self, axes: &Axes, processors: Option<&Known>) -> Option<ClosedForm> {
        if let Some(p) = axes.fixed_processors {
            let count = self.axes.variables().len();
            return Some(ClosedForm::new(
                [(i128::from(p).into(), Term::one())],
                count,
            ));
        }
        form_of_processors(&self.axes, processors)
    }
}

/// A parameter as a form: a variable where it varies, else how many of the least units it has.
fn parameter(axes: &Axes, measured: &[Measured], digits: u32, which: usize) -> Option<ClosedForm> {
    let variables = axes.variables();
    let place = axes.place_of_parameter(which);
    let term = place.map_or_else(Term::one, |at| Term::variable(at as u8));
    let number = if let Some(at) = place {
        let below = axes.series_of(Vec::new()).decimals[at];
        Ratio::new(10_i128.checked_pow(digits)?, 10_i128.checked_pow(below)?)
    } else {
        let value = |one: &Measured| {
            let parameters = &one.network.as_ref()?.parameters;
            parameters.by_name()[which].1.scaled(digits)
        };
        let first = value(measured.first()?)?;
        let is_same = |one: &Measured| value(one) == Some(first);
        Ratio::from(measured.iter().all(is_same).then_some(first)?)
    };
    Some(ClosedForm::new([(number, term)], variables.len()))
}

/// The small sizes that do not follow one of the coefficients.
fn deviation(entering: &[(usize, &Known)]) -> Option<Deviation> {
    let all = entering.iter();
    let deviations: Vec<&Deviation> = all
        .filter_map(|(_, known)| known.deviation.as_ref())
        .collect();
    let from = deviations.iter().map(|deviation| deviation.from).max()?;
    let mut sizes: Vec<Vec<i64>> = Vec::new();
    for size in deviations.iter().flat_map(|deviation| &deviation.sizes) {
        if !sizes.contains(size) {
            sizes.push(size.clone());
        }
    }
    Some(Deviation { from, sizes })
}

/// The sizes that confirmed every coefficient.
fn confirmed(entering: &[(usize, &Known)]) -> Vec<HeldOut> {
    let mut all = entering.iter().map(|(_, known)| &known.formula.held_out);
    let mut confirmed = all.next().cloned().unwrap_or_default();
    for others in all {
        confirmed.retain(|size| others.contains(size));
    }
    confirmed
}

/// `t_s = 1 … 20`, `(t_s, t_w) = (1, 7), (2, 7)`
fn values_text(axes: &Axes, values: &[Vec<i64>]) -> String {
    let width = values.first().map_or(0, Vec::len);
    let sizes = axes.varied.len() - width;
    let names = &axes.varied[sizes..];
    let one = |values: &Vec<i64>| {
        let values = values.iter().zip(&axes.decimals[sizes..]);
        let values: Vec<String> = values
            .map(|(value, digits)| SizeValue::new(*value, *digits).to_string())
            .collect();
        match values.as_slice() {
            [only] => only.clone(),
            several => format!("({})", several.join(", ")),
        }
    };
    let name = match names {
        [only] => only.clone(),
        several => format!("({})", several.join(", ")),
    };
    match values {
        [first, _, .., last] => format!("{name} = {} … {}", one(first), one(last)),
        few => {
            let few: Vec<String> = few.iter().map(one).collect();
            format!("{name} = {}", few.join(", "))
        }
    }
}
