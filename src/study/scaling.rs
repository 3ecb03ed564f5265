//! All p at once: curves, optima, isoefficiency.

use super::axes::Axes;
use super::growths::{Growths, Known, known};
use super::seeds::of_seeds;
use crate::complexity::closed_form::ClosedForm;
use crate::complexity::order::Growth;
use crate::complexity::scaling::{
    Best, NEAR_LEAST, amdahl, best, gustafson, karp_flatt, processors_of_curve,
};
use crate::complexity::series::{Point, Series};
use crate::complexity::term::Term;
use crate::cost::Profile;
use crate::quantity::{Measure, Unit};
use crate::result::study::{
    Amount, Curve, CurvePoint, Optimum, QuantityGrowth, Row, Scaling, ScalingSource,
    SequentialSource, Size,
};
use crate::study::swept::Measured;

/// Curves at most.
const CURVES: usize = 4;
/// Sizes up to which all p ≤ n are gone through for the best one, where T(n,p) is a formula.
const MOST_TRIED: i64 = 1 << 12;

/// What scaling is judged by.
pub(super) struct Evidence<'a> {
    pub axes: &'a Axes,
    pub growths: &'a Growths,
    pub measured: &'a [Measured],
    /// Sizes that no table lists.
    pub beside: &'a [Measured],
    /// In the order of `measured`.
    pub rows: &'a [Row],
    /// The program asks for `p` itself.
    pub uses_processors: bool,
    pub sequential: SequentialSource,
    /// Seeds per size.
    pub repeats: u32,
    pub efficiency: Option<f64>,
    /// A profile of one run tells the time on other p: on synchronous machines only.
    pub has_profiles: bool,
}

/// One size without p.
pub(super) struct Group<'a> {
    /// The first of the varied names, or nothing where only p varies.
    pub at: Vec<i64>,
    /// Its runs, ascending in p.
    pub runs: Vec<(&'a Measured, &'a Row)>,
}

/// `p_t`, `T_min` and ψ3 as formulas.
type Formulas = [Option<QuantityGrowth>; 3];

impl Evidence<'_> {
    /// Scaling in a unit.
    pub fn scaling(&self, unit: Unit) -> Scaling {
        let source = if !self.uses_processors && self.has_profiles {
            ScalingSource::Profile
        } else if self.axes.varies_processors() {
            ScalingSource::Runs
        } else {
            return Scaling::default();
        };
        let groups = self.groups();
        let curves = chosen(&groups)
            .map(|group| self.curve(group, source, unit))
            .collect();
        let optima: Vec<Optimum> = groups
            .iter()
            .filter_map(|group| self.optimum(group, source, unit))
            .collect();
        let [fastest_processors, least_time, fewest_processors] = match source {
            ScalingSource::Profile => self.of_profiles(&groups, unit),
            _ => self.of_time(&groups, unit).unwrap_or_default(),
        };
        let on_powers_of_two = self.on_powers_of_two(source, &groups, unit);
        let cost = self.cost_growth(on_powers_of_two.as_ref(), unit);
        Scaling {
            source,
            curves,
            fastest_processors,
            least_time,
            fewest_processors,
            isoefficiency: self.isoefficiency(source, &groups, on_powers_of_two.as_ref(), unit),
            isoefficiency_theta: cost.and_then(|cost| self.isoefficiency_theta(&cost, unit)),
            time_on_powers_of_two: on_powers_of_two.map(|known| known.formula),
            optima,
        }
    }

    fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group> = Vec::new();
        for (one, row) in self.measured.iter().zip(self.rows) {
            let at = self.axes.without_processors(&one.at);
            match groups.iter_mut().find(|group| group.at == at) {
                Some(group) => group.runs.push((one, row)),
                None => groups.push(Group {
                    at,
                    runs: vec![(one, row)],
                }),
            }
        }
        groups
    }

    fn size(&self, group: &Group) -> Size {
        self.axes.size_without_processors(&group.at)
    }

    fn curve(&self, group: &Group, source: ScalingSource, unit: Unit) -> Curve {
        let times = times(group, source, unit);
        let alone = times
            .iter()
            .find(|(p, _)| *p == 1)
            .map(|(_, time)| *time as f64);
        let serial_fraction = serial_fraction(group, source, unit);
        let points = times.into_iter().filter_map(|(p, time)| {
            let sequential = sequential_of(group, source, unit, p);
            let time = Amount::new(time, self.axes.digits(unit));
            let cost = time.times(p)?;
            let over = |below: Amount| {
                let below = below.real();
                sequential.filter(|_| below > 0.0).map(|su| su / below)
            };
            let gain = alone
                .filter(|_| time.units > 0)
                .map(|alone| alone / time.units as f64);
            Some(CurvePoint {
                p,
                time,
                cost,
                speedup: over(time),
                efficiency: over(cost),
                amdahl: serial_fraction.map(|share| amdahl(share, p)),
                gustafson: serial_fraction.map(|share| gustafson(share, p)),
                karp_flatt: gain.and_then(|gain| karp_flatt(gain, p)),
            })
        });
        Curve {
            inputs: self.size(group),
            serial_fraction,
            points: points.collect(),
        }
    }

    fn optimum(&self, group: &Group, source: ScalingSource, unit: Unit) -> Option<Optimum> {
        let serial_fraction = serial_fraction(group, source, unit);
        if source == ScalingSource::Profile {
            let best = best(group.runs.first()?.0.cost.profile(unit)?);
            return Some(Optimum {
                inputs: self.size(group),
                fastest_processors: best.fastest_processors,
                least_time: best.least_time.into(),
                fewest_processors: best.fewest_processors,
                serial_fraction,
            });
        }
        let times = times(group, source, unit);
        let least_time = times.iter().map(|(_, time)| *time).min()?;
        let first_within = |bound: u64| {
            let within = times.iter().find(|(_, time)| *time <= bound);
            within.map(|(p, _)| *p)
        };
        Some(Optimum {
            inputs: self.size(group),
            fastest_processors: first_within(least_time)?,
            least_time: Amount::new(least_time, self.axes.digits(unit)),
            fewest_processors: first_within(least_time.saturating_mul(NEAR_LEAST))?,
            serial_fraction,
        })
    }

    /// `p_t`, `T_min` and ψ3 of the profiles, each on its own: one may be the same with every seed where
    /// another depends on the data.
    fn of_profiles(&self, groups: &[Group], unit: Unit) -> Formulas {
        let Some(axes) = self.axes.beside_processors() else {
            return Formulas::default();
        };
        // Of runs with different p at one size the first says it all.
        let beside = if self.axes.varies_processors() {
            &[]
        } else {
            self.beside
        };
        let of = |value: fn(&Best) -> u64| {
            let values = |one: &Measured| {
                let costs = std::iter::once(&one.cost).chain(&one.others);
                let values = costs.map(|cost| Some(value(&best(cost.profile(unit)?))));
                values.collect::<Option<Vec<u64>>>()
            };
            let points = groups.iter().map(|group| {
                let (first, _) = group.runs.first()?;
                let held_out = group.runs.iter().all(|(one, _)| one.held_out);
                Some((group.at.clone(), values(first)?, held_out))
            });
            let beside = (beside.iter()).map(|one| Some((one.at.clone(), values(one)?, true)));
            let points = points.collect::<Option<Vec<_>>>()?;
            let beside = beside.collect::<Option<Vec<_>>>()?;
            Some(of_seeds(&axes, self.repeats, 0, points, beside).formula)
        };
        [
            of(|best| best.fastest_processors),
            of(|best| best.least_time),
            of(|best| best.fewest_processors),
        ]
    }

    /// The same from T(n,p), where that is derived: over all p ≤ n, or the powers of two among them
    /// where no other p ran.
    fn of_time(&self, groups: &[Group], unit: Unit) -> Option<Formulas> {
        // On a network nothing says that p is at most n.
        if !self.axes.are_size_and_processors() || self.axes.is_multicomputer() {
            return None;
        }
        let form = self
            .growths
            .measures
            .get(Measure::T)
            .get(unit)
            .derived_form()?;
        let powers_only = (self.measured.iter()).all(|one| one.processors.is_power_of_two());
        let mut optima = Vec::new();
        for group in groups {
            let size = group.at[0];
            if size < 1 || !powers_only && size > MOST_TRIED {
                return None;
            }
            let mut times: Vec<(u64, u64)> = Vec::new();
            for p in (1..=size as u64).filter(|p| !powers_only || p.is_power_of_two()) {
                let time = form.exact(&self.axes.at(&[size, p as i64]))?;
                // Where it is no whole number T(n,p) is something else.
                let time = time.is_integer().then(|| time.to_integer())?;
                times.push((p, u64::try_from(time).ok()?));
            }
            let least_time = times.iter().map(|(_, time)| *time).min()?;
            let first_within = |bound: u64| times.iter().find(|(_, time)| *time <= bound);
            let (fastest, _) = first_within(least_time)?;
            let (fewest, _) = first_within(least_time.saturating_mul(NEAR_LEAST))?;
            let held_out = group.runs.iter().all(|(one, _)| one.held_out);
            optima.push((group.at.clone(), held_out, [*fastest, least_time, *fewest]));
        }
        let axes = self.axes.beside_processors()?;
        Some([0, 1, 2].map(|which| {
            let points = optima.iter().map(|(at, held_out, values)| Point {
                at: at.clone(),
                value: values[which],
                held_out: *held_out,
            });
            let series = axes.series_of(points.collect());
            Some(known(&axes, &series, false).formula)
        }))
    }

    /// Whether the profile of a run differs between seeds.
    fn is_data_dependent(&self, unit: Unit) -> bool {
        self.measured.iter().any(|one| {
            let own = one.cost.profile(unit);
            (one.others.iter()).any(|other| other.profile(unit) != own)
        })
    }

    /// T(n,p) for sizes and processors that are powers of two, from the profiles; of runs, only
    /// where it is not known for all.
    fn on_powers_of_two(
        &self,
        source: ScalingSource,
        groups: &[Group],
        unit: Unit,
    ) -> Option<Known> {
        let name = self.axes.only_size().filter(|name| *name != "p")?;
        let axes = Axes::along_with_processors(name);
        let points = match source {
            ScalingSource::Profile => points_of_profiles(groups, unit),
            _ if self
                .growths
                .measures
                .get(Measure::T)
                .get(unit)
                .form
                .is_some() =>
            {
                return None;
            }
            _ => points_of_runs(groups, unit),
        };
        let series = Series {
            digits: self.axes.digits(unit),
            ..axes.series_of(points)
        };
        Some(known(&axes, &series, self.is_data_dependent(unit)))
            .filter(|known| known.form.is_some())
    }

    /// C(n,p) as a class in n and p.
    fn cost_growth(&self, on_powers_of_two: Option<&Known>, unit: Unit) -> Option<Vec<Growth>> {
        if let Some(time) = on_powers_of_two {
            let axes = Axes::along_with_processors("n");
            let p = ClosedForm::new([(1.into(), Term::variable(1))], 2);
            let class = axes.class_of(&time.form.as_ref()?.times(&p, 2)?)?;
            return class.theta().map(<[Growth]>::to_vec);
        }
        let cost = self.growths.measures.get(Measure::C).get(unit);
        let growth = cost.likely_growth().map(<[Growth]>::to_vec);
        growth.filter(|_| self.axes.are_size_and_processors())
    }
}

/// SU of a size, or what stands in for it; W on p processors may depend on p.
pub(super) fn sequential_of(
    group: &Group,
    source: ScalingSource,
    unit: Unit,
    p: u64,
) -> Option<f64> {
    let mut runs = group.runs.iter();
    let (_, row) = match source {
        ScalingSource::Runs => runs.find(|(one, _)| one.processors == p)?,
        _ => runs.next()?,
    };
    *row.sequential.get(unit)
}

/// A few groups that were asked for, the first and the last among them.
fn chosen<'g, 'a>(groups: &'g [Group<'a>]) -> impl Iterator<Item = &'g Group<'a>> {
    let asked: Vec<&Group> = groups
        .iter()
        .filter(|group| group.runs.iter().any(|(one, _)| !one.held_out))
        .collect();
    let last = asked.len().saturating_sub(1);
    let count = CURVES.min(asked.len());
    (0..count).map(move |at| asked[at * last / (count - 1).max(1)])
}

/// T(n,p) of the sizes that are powers of two, on all p that are, from their profiles.
fn points_of_profiles(groups: &[Group], unit: Unit) -> Vec<Point> {
    let mut points = Vec::new();
    for group in groups.iter().filter(|group| is_power(group.at[0])) {
        let first = group.runs.first();
        let Some(profile) = first.and_then(|(one, _)| one.cost.profile(unit)) else {
            continue;
        };
        let most = best(profile)
            .fastest_processors
            .min(group.at[0].unsigned_abs());
        let powers = std::iter::successors(Some(1_u64), |p| p.checked_mul(2));
        for p in powers.take_while(|p| *p <= most) {
            points.push(Point {
                at: vec![group.at[0], p as i64],
                value: profile.time_on(p),
                held_out: false,
            });
        }
    }
    points
}

/// T(n,p) of the runs whose n and p are powers of two.
fn points_of_runs(groups: &[Group], unit: Unit) -> Vec<Point> {
    let mut points = Vec::new();
    for group in groups.iter().filter(|group| is_power(group.at[0])) {
        let powers = (group.runs.iter()).filter(|(one, _)| one.processors.is_power_of_two());
        points.extend(powers.map(|(one, row)| Point {
            at: vec![group.at[0], one.processors as i64],
            value: row.counts.get(Measure::T).get(unit).units,
            held_out: false,
        }));
    }
    points
}

pub(super) fn is_power(size: i64) -> bool {
    size > 0 && size.count_ones() == 1
}

/// (p, T) of a size, from its profile or from its runs.
pub(super) fn times(group: &Group, source: ScalingSource, unit: Unit) -> Vec<(u64, u64)> {
    if source == ScalingSource::Profile {
        let Some((one, _)) = group.runs.first() else {
            return Vec::new();
        };
        let Some(profile) = one.cost.profile(unit) else {
            return Vec::new();
        };
        return processors_of_curve(&best(profile))
            .into_iter()
            .map(|p| (p, profile.time_on(p)))
            .collect();
    }
    group
        .runs
        .iter()
        .map(|(one, row)| (one.processors, row.counts.get(Measure::T).get(unit).units))
        .collect()
}

pub(super) fn profile_of<'a>(group: &Group<'a>, unit: Unit, p: Option<u64>) -> Option<&'a Profile> {
    let run = group
        .runs
        .iter()
        .find(|(one, _)| p.is_none_or(|p| one.processors == p))?;
    run.0.cost.profile(unit)
}

fn serial_fraction(group: &Group, source: ScalingSource, unit: Unit) -> Option<f64> {
    let profile = match source {
        ScalingSource::Profile => profile_of(group, unit, None)?,
        _ => profile_of(
            group,
            unit,
            group.runs.iter().map(|(one, _)| one.processors).max(),
        )?,
    };
    best(profile).serial_fraction
}
