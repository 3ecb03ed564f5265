//! Isoefficiency ψ1(p): the least n that keeps p processors efficient.
//!
//! Where SU(n) and T(n,p) are derived it is computed. Where a form of T(n,p) is found for powers of two,
//! E ≥ E0 is solved for n. Elsewhere it is looked up among the sizes that ran.

use super::axes::Axes;
use super::growths::{self, Known, known};
use super::scaling::{Evidence, Group, is_power, profile_of, sequential_of, times};
use crate::complexity::closed_form::ClosedForm;
use crate::complexity::order::Growth;
use crate::complexity::series::Series;
use crate::complexity::term::Term;
use crate::complexity::threshold::least_size;
use crate::quantity::{Measure, Unit};
use crate::result::study::{
    HeldOut, Isoefficiency, IsoefficiencyPoint, QuantityGrowth, ScalingSource, SequentialSource,
};

/// Efficiencies that are always asked for.
const EFFICIENCIES: [f64; 3] = [0.5, 0.7, 0.9];
/// How far ψ1 is looked for where E(n,p) is known for every n.
const LARGEST_SIZE: i64 = 1 << 15;
/// Processors for which ψ1 is given where it is computed.
const MOST_PROCESSORS: u64 = 256;
/// Points that have to agree with a solution for ψ1.
const FEWEST_AGREEING: usize = 3;

/// The sizes that ran, in a unit.
struct Points<'p, 'g> {
    source: ScalingSource,
    groups: &'p [Group<'g>],
    unit: Unit,
}

impl Evidence<'_> {
    /// ψ1 for each efficiency that is asked for.
    pub(super) fn isoefficiency(
        &self,
        source: ScalingSource,
        groups: &[Group],
        on_powers_of_two: Option<&Known>,
        unit: Unit,
    ) -> Vec<Isoefficiency> {
        let mut efficiencies: Vec<f64> = EFFICIENCIES.to_vec();
        efficiencies.extend(self.efficiency);
        efficiencies.sort_by(f64::total_cmp);
        efficiencies.dedup();
        if self.axes.only_size().is_none() {
            return Vec::new();
        }
        let forms = self.forms(source, unit);
        // W may depend on p: then it is no SU(n), and no equation is solved for n.
        let on_powers_of_two = on_powers_of_two.filter(|_| is_of_size(groups, unit));
        efficiencies
            .into_iter()
            .map(|efficiency| {
                if let Some((su, time)) = forms {
                    return computed(self.axes, su, time, efficiency);
                }
                let mut found = looked_up(source, groups, efficiency, unit);
                found.formula = on_powers_of_two.and_then(|time| {
                    let points = Points {
                        source,
                        groups,
                        unit,
                    };
                    self.solved(time, &found, &points)
                });
                found
            })
            .collect()
    }

    /// SU(n) and T(n,p), where both are derived.
    fn forms(&self, source: ScalingSource, unit: Unit) -> Option<(&ClosedForm, &ClosedForm)> {
        if source != ScalingSource::Runs || !self.axes.are_size_and_processors() {
            return None;
        }
        // What was only seen on powers of two says nothing about the sizes between them.
        let seen = |at: usize| {
            let sizes = self.measured.iter().map(move |one| one.at[at]);
            sizes.into_iter().any(|size| size.count_ones() != 1)
        };
        if !seen(0) {
            return None;
        }
        let time = self
            .growths
            .measures
            .get(Measure::T)
            .get(unit)
            .derived_form()?;
        Some((self.sequential(unit)?.derived_form()?, time))
    }

    /// SU, or W where it stands in.
    fn sequential(&self, unit: Unit) -> Option<&Known> {
        match self.sequential {
            SequentialSource::Work => Some(self.growths.measures.get(Measure::W).get(unit)),
            _ => self.growths.sequential.get(unit).as_ref(),
        }
    }

    /// E ≥ E0 solved for n, from T(n,p) on powers of two; it must agree with E at every such size
    /// that ran.
    fn solved(
        &self,
        time: &Known,
        found: &Isoefficiency,
        points: &Points,
    ) -> Option<QuantityGrowth> {
        let p = ClosedForm::new([(1.into(), Term::variable(1))], 2);
        let cost = time.form.as_ref()?.times(&p, 2)?;
        let su = self.sequential(points.unit)?.form.as_ref()?;
        let form = least_size(su, &cost, found.efficiency)?;
        let mut agreeing = Vec::new();
        for point in found
            .points
            .iter()
            .filter(|point| point.p.is_power_of_two())
        {
            let least = form.exact(&[point.p as i64])?;
            for group in points.groups.iter().filter(|group| is_power(group.at[0])) {
                let reached = efficiency_of(group, points.source, points.unit, point.p);
                let expected = least <= i128::from(group.at[0]).into();
                if reached.is_some_and(|reached| (reached >= found.efficiency) != expected) {
                    return None;
                }
            }
            if point.n.is_some() {
                agreeing.push(HeldOut::One((point.p as i64).into()));
            }
        }
        if agreeing.len() < FEWEST_AGREEING {
            return None;
        }
        let axes = Axes::along_processors();
        let mut formula = growths::found(&axes, &axes.series_of(Vec::new()), form, None).formula;
        formula.held_out = agreeing;
        Some(formula)
    }

    /// ψ1 as a class: the least n with C(n,p) = O(SU(n)), from each part
    /// n^i·p^j·log^a n·log^b p of C that SU = n^s·log^t n does not dominate.
    pub(super) fn isoefficiency_theta(&self, cost: &[Growth], unit: Unit) -> Option<String> {
        let [su] = self.sequential(unit)?.likely_growth()? else {
            return None;
        };
        let one = Growth::one(1).orders[0];
        if su.orders[1..].iter().any(|order| *order != one) {
            return None;
        }
        let su = su.orders[0];
        let mut most = Growth::one(1);
        most.orders[0].power = 1.0;
        for part in cost {
            let (own, of_p) = (part.orders[0], part.orders[1]);
            let is_simple = own.exponential == 0.0
                && own.log_log == 0.0
                && of_p.log_log == 0.0
                && part.quotient_log == 0.0;
            let room = su.power - own.power;
            let is_covered = room == 0.0 && of_p.power <= 0.0 && own.log + of_p.log <= su.log;
            if is_covered {
                continue;
            }
            if !is_simple || room <= 0.0 {
                return None;
            }
            let mut bound = Growth::one(1);
            bound.orders[0].power = of_p.power / room;
            bound.orders[0].log = (of_p.log - (su.log - own.log)) / room;
            if bound.dominates(&most, false) {
                most = bound;
            }
        }
        Some(most.text(&["p".to_owned()]))
    }
}

/// Whether SU, or what stands in for it, is the same on every p.
fn is_of_size(groups: &[Group], unit: Unit) -> bool {
    groups.iter().all(|group| {
        let mut values = group.runs.iter().map(|(_, row)| *row.sequential.get(unit));
        let first = values.next();
        first.is_none_or(|first| values.all(|value| value == first))
    })
}

/// E(n,p), where T(n,p) is known.
fn efficiency_of(group: &Group, source: ScalingSource, unit: Unit, p: u64) -> Option<f64> {
    let sequential = sequential_of(group, source, unit, p)?;
    let time = if source == ScalingSource::Profile {
        profile_of(group, unit, None)?.time_on(p) as f64
    } else {
        let run = group.runs.iter().find(|(one, _)| one.processors == p)?;
        run.1.counts.get(Measure::T).get(unit).real()
    };
    (time > 0.0).then(|| sequential / (time * p as f64))
}

/// ψ1 among the sizes that ran.
fn looked_up(
    source: ScalingSource,
    groups: &[Group],
    efficiency: f64,
    unit: Unit,
) -> Isoefficiency {
    let mut processors: Vec<u64> = groups
        .iter()
        .flat_map(|group| times(group, source, unit))
        .map(|(p, _)| p)
        .filter(|p| source == ScalingSource::Runs || p.is_power_of_two())
        .collect();
    processors.sort_unstable();
    processors.dedup();
    let mut points: Vec<IsoefficiencyPoint> = Vec::new();
    for p in processors {
        let mut least = None;
        // From the largest down, as long as it is efficient.
        for group in groups.iter().rev() {
            let Some(reached) = efficiency_of(group, source, unit, p) else {
                continue;
            };
            if reached < efficiency {
                break;
            }
            least = Some(group.at[0]);
        }
        points.push(IsoefficiencyPoint {
            p,
            n: least,
            computed: false,
        });
        // More processors need a larger n still.
        if least.is_none() {
            break;
        }
    }
    Isoefficiency {
        efficiency,
        points,
        formula: None,
    }
}

/// ψ1 from forms that hold for every n.
fn computed(axes: &Axes, su: &ClosedForm, time: &ClosedForm, efficiency: f64) -> Isoefficiency {
    let powers = std::iter::successors(Some(1_u64), |p| p.checked_mul(2));
    let points: Vec<IsoefficiencyPoint> = powers
        .take_while(|p| *p <= MOST_PROCESSORS)
        .map(|p| {
            let reaches = |n: &i64| {
                let at: Vec<f64> = (axes.at(&[*n, p as i64]).into_iter())
                    .map(|value| value as f64)
                    .collect();
                su.real(&at) >= efficiency * p as f64 * time.real(&at)
            };
            // The largest size that is not efficient, and one more. In a shared memory p processors
            // have p elements at least; on a network the size may be that of a message.
            let first = if axes.is_multicomputer() { 1 } else { p as i64 };
            let below = (first..=LARGEST_SIZE).rev().find(|n| !reaches(n));
            let least = below.map_or(first, |below| below + 1);
            IsoefficiencyPoint {
                p,
                n: (least <= LARGEST_SIZE / 2).then_some(least),
                computed: true,
            }
        })
        .collect();
    let known_points = points
        .iter()
        .filter_map(|point| Some((point.p as i64, u64::try_from(point.n?).ok()?)));
    let series = Series::in_one("p", known_points);
    let formula = known(&Axes::along_processors(), &series, false).formula;
    Isoefficiency {
        efficiency,
        points,
        formula: Some(formula),
    }
}
