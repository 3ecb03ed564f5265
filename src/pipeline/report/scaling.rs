//! All p at once: curves, optima, isoefficiency.

use super::axes::Axes;
use super::growths::{Growths, Known, known, profile};
use crate::complexity::closed_form::ClosedForm;
use crate::complexity::order::Growth;
use crate::complexity::scaling::{amdahl, best, gustafson, karp_flatt, processors_of_curve};
use crate::complexity::series::{Point, Series};
use crate::complexity::term::Term;
use crate::cost::Profile;
use crate::pipeline::sweep::Measured;
use crate::report::complexity::{
    Curve, CurvePoint, Formula, Isoefficiency, IsoefficiencyPoint, Optimum, Row, Scaling,
    ScalingSource, SequentialSource, Size, UnitName,
};

/// Curves at most.
const CURVES: usize = 4;
/// Efficiencies that are always asked for.
const EFFICIENCIES: [f64; 3] = [0.5, 0.7, 0.9];
/// How far ψ1 is looked for where E(n,p) is known for every n.
const LARGEST_SIZE: i64 = 1 << 15;
/// Processors for which ψ1 is given where it is computed.
const MOST_PROCESSORS: u64 = 256;

/// What scaling is told from.
pub(super) struct Evidence<'a> {
    pub axes: &'a Axes,
    pub growths: &'a Growths,
    pub measured: &'a [Measured],
    /// In the order of `measured`.
    pub rows: &'a [Row],
    /// The program asks for `p` itself.
    pub uses_processors: bool,
    pub sequential: SequentialSource,
    pub efficiency: Option<f64>,
    /// On the asynchronous machine no profile of one run tells the time on other p.
    pub is_asynchronous: bool,
}

/// One size without p.
struct Group<'a> {
    /// The first of the varied names, or nothing where only p varies.
    at: Vec<i64>,
    /// Its runs, ascending in p.
    runs: Vec<(&'a Measured, &'a Row)>,
}

impl Evidence<'_> {
    /// Scaling in a unit.
    pub fn scaling(&self, unit: UnitName) -> Scaling {
        let source = if !self.uses_processors && !self.is_asynchronous {
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
        let formula = |value: fn(&Optimum) -> u64| {
            (source == ScalingSource::Profile)
                .then(|| self.of_optima(&groups, &optima, value))
                .flatten()
        };
        let on_powers_of_two = self.on_powers_of_two(source, &groups, unit);
        let cost = self.cost_growth(on_powers_of_two.as_ref(), unit);
        Scaling {
            source,
            curves,
            fastest_processors: formula(|optimum| optimum.fastest_processors),
            least_time: formula(|optimum| optimum.least_time),
            fewest_processors: formula(|optimum| optimum.fewest_processors),
            isoefficiency: self.isoefficiency(source, &groups, unit),
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

    fn curve(&self, group: &Group, source: ScalingSource, unit: UnitName) -> Curve {
        let times = times(group, source, unit);
        let alone = times
            .iter()
            .find(|(p, _)| *p == 1)
            .map(|(_, time)| *time as f64);
        let serial_fraction = serial_fraction(group, source, unit);
        let sequential = group
            .runs
            .first()
            .and_then(|(_, row)| *row.sequential.get(unit));
        let points = times.into_iter().map(|(p, time)| {
            let cost = time.saturating_mul(p);
            let over = |below: u64| sequential.filter(|_| below > 0).map(|su| su / below as f64);
            let gain = alone.filter(|_| time > 0).map(|alone| alone / time as f64);
            CurvePoint {
                p,
                time,
                cost,
                speedup: over(time),
                efficiency: over(cost),
                amdahl: serial_fraction.map(|share| amdahl(share, p)),
                gustafson: serial_fraction.map(|share| gustafson(share, p)),
                karp_flatt: gain.and_then(|gain| karp_flatt(gain, p)),
            }
        });
        Curve {
            inputs: self.size(group),
            serial_fraction,
            points: points.collect(),
        }
    }

    fn optimum(&self, group: &Group, source: ScalingSource, unit: UnitName) -> Option<Optimum> {
        let serial_fraction = serial_fraction(group, source, unit);
        if source == ScalingSource::Profile {
            let best = best(profile(&group.runs.first()?.0.cost, unit)?);
            return Some(Optimum {
                inputs: self.size(group),
                fastest_processors: best.fastest_processors,
                least_time: best.least_time,
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
        let near = crate::complexity::scaling::NEAR_LEAST;
        Some(Optimum {
            inputs: self.size(group),
            fastest_processors: first_within(least_time)?,
            least_time,
            fewest_processors: first_within(least_time.saturating_mul(near))?,
            serial_fraction,
        })
    }

    /// The growth of a quantity of the optima in the one name that varies beside p.
    fn of_optima(
        &self,
        groups: &[Group],
        optima: &[Optimum],
        value: fn(&Optimum) -> u64,
    ) -> Option<Formula> {
        let name = self.axes.only_size()?;
        let mut axes = Axes::along(name);
        let tried = self.axes.tried.iter().filter(|tried| tried.name == *name);
        axes.tried = tried.cloned().collect();
        let points = groups.iter().zip(optima).map(|(group, optimum)| Point {
            at: group.at.clone(),
            value: value(optimum),
            held_out: group.runs.iter().all(|(one, _)| one.held_out),
        });
        let series = axes.series_of(points.collect());
        Some(known(&axes, &series, self.is_data_dependent()).formula)
    }

    /// Whether any run of a size differed from another.
    fn is_data_dependent(&self) -> bool {
        self.measured.iter().any(|one| {
            one.others
                .iter()
                .any(|other| other.instructions != one.cost.instructions)
        })
    }

    /// T(n,p) for sizes and processors that are powers of two, from the profiles; of runs, only
    /// where it is not known for all.
    fn on_powers_of_two(
        &self,
        source: ScalingSource,
        groups: &[Group],
        unit: UnitName,
    ) -> Option<Known> {
        let name = self.axes.only_size().filter(|name| *name != "p")?;
        let axes = Axes::along_with_processors(name);
        let points = match source {
            ScalingSource::Profile => points_of_profiles(groups, unit),
            _ if self.growths.measures.time.get(unit).form.is_some() => return None,
            _ => points_of_runs(groups, unit),
        };
        let series = axes.series_of(points);
        Some(known(&axes, &series, self.is_data_dependent())).filter(|known| known.form.is_some())
    }

    /// C(n,p) as a class in n and p.
    fn cost_growth(&self, on_powers_of_two: Option<&Known>, unit: UnitName) -> Option<Vec<Growth>> {
        if let Some(time) = on_powers_of_two {
            let axes = Axes::along_with_processors("n");
            let p = ClosedForm::new([(1.into(), Term::variable(1))], 2);
            let class = axes.class_of(&time.form.as_ref()?.times(&p, 2)?)?;
            return class.theta().map(<[Growth]>::to_vec);
        }
        let cost = self.growths.measures.cost.get(unit);
        let growth = cost.growth().map(<[Growth]>::to_vec);
        growth.filter(|_| self.axes.are_size_and_processors())
    }

    fn isoefficiency(
        &self,
        source: ScalingSource,
        groups: &[Group],
        unit: UnitName,
    ) -> Vec<Isoefficiency> {
        let mut efficiencies: Vec<f64> = EFFICIENCIES.to_vec();
        efficiencies.extend(self.efficiency);
        efficiencies.sort_by(f64::total_cmp);
        efficiencies.dedup();
        if self.axes.only_size().is_none() {
            return Vec::new();
        }
        let forms = self.forms(source, unit);
        efficiencies
            .into_iter()
            .map(|efficiency| match forms {
                Some((su, time)) => computed(self.axes, su, time, efficiency),
                None => looked_up(source, groups, efficiency, unit),
            })
            .collect()
    }

    /// SU(n) and T(n,p), where both are known exactly for every n and p.
    fn forms(&self, source: ScalingSource, unit: UnitName) -> Option<(&ClosedForm, &ClosedForm)> {
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
        let time = self.growths.measures.time.get(unit).form.as_ref()?;
        let su = match self.sequential {
            SequentialSource::Work => self.growths.measures.work.get(unit).form.as_ref()?,
            _ => self.growths.sequential.get(unit).as_ref()?.form.as_ref()?,
        };
        Some((su, time))
    }

    /// ψ1 as a class: the least n with C(n,p) = O(SU(n)), from each part
    /// n^i·p^j·log^a n·log^b p of C that SU = n^s·log^t n does not dominate.
    fn isoefficiency_theta(&self, cost: &[Growth], unit: UnitName) -> Option<String> {
        let su = match self.sequential {
            SequentialSource::Work => self.growths.measures.work.get(unit).growth()?,
            _ => self.growths.sequential.get(unit).as_ref()?.growth()?,
        };
        let [su] = su else { return None };
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
fn points_of_profiles(groups: &[Group], unit: UnitName) -> Vec<Point> {
    let mut points = Vec::new();
    for group in groups.iter().filter(|group| is_power(group.at[0])) {
        let first = group.runs.first();
        let Some(profile) = first.and_then(|(one, _)| profile(&one.cost, unit)) else {
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
fn points_of_runs(groups: &[Group], unit: UnitName) -> Vec<Point> {
    let mut points = Vec::new();
    for group in groups.iter().filter(|group| is_power(group.at[0])) {
        let powers = (group.runs.iter()).filter(|(one, _)| one.processors.is_power_of_two());
        points.extend(powers.map(|(one, row)| Point {
            at: vec![group.at[0], one.processors as i64],
            value: *row.time.get(unit),
            held_out: false,
        }));
    }
    points
}

fn is_power(size: i64) -> bool {
    size > 0 && size.count_ones() == 1
}

/// (p, T) of a size, from its profile or from its runs.
fn times(group: &Group, source: ScalingSource, unit: UnitName) -> Vec<(u64, u64)> {
    if source == ScalingSource::Profile {
        let Some((one, _)) = group.runs.first() else {
            return Vec::new();
        };
        let Some(profile) = profile(&one.cost, unit) else {
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
        .map(|(one, row)| (one.processors, *row.time.get(unit)))
        .collect()
}

fn profile_of<'a>(group: &Group<'a>, unit: UnitName, p: Option<u64>) -> Option<&'a Profile> {
    let run = group
        .runs
        .iter()
        .find(|(one, _)| p.is_none_or(|p| one.processors == p))?;
    profile(&run.0.cost, unit)
}

fn serial_fraction(group: &Group, source: ScalingSource, unit: UnitName) -> Option<f64> {
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

/// E(n,p), where T(n,p) is known.
fn efficiency_of(group: &Group, source: ScalingSource, unit: UnitName, p: u64) -> Option<f64> {
    let (_, row) = group.runs.first()?;
    let sequential = (*row.sequential.get(unit))?;
    let time = if source == ScalingSource::Profile {
        profile_of(group, unit, None)?.time_on(p)
    } else {
        let run = group.runs.iter().find(|(one, _)| one.processors == p)?;
        *run.1.time.get(unit)
    };
    (time > 0).then(|| sequential / (time as f64 * p as f64))
}

/// ψ1 among the sizes that ran.
fn looked_up(
    source: ScalingSource,
    groups: &[Group],
    efficiency: f64,
    unit: UnitName,
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
            // The largest size that is not efficient, and one more.
            let below = (p as i64..=LARGEST_SIZE).rev().find(|n| !reaches(n));
            let least = below.map_or(p as i64, |below| below + 1);
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
    let formula = known(&Axes::along("p"), &series, false).formula;
    Isoefficiency {
        efficiency,
        points,
        formula: Some(formula),
    }
}
