//! Hand-made reports: reductions, whose counts have closed forms.

use indexmap::IndexMap;
use pram::machine::configuration::Branches;
use pram::machine::rules::model::Simultaneity;
use pram::quantity::{Measure, Per, Unit};
use pram::result::claim::Evidence;
use pram::result::claim::optimality::Optimality;
use pram::result::claim::sweep::{CountAndClaim, SweepEvidence, Undecided};
use pram::result::machine::MachineKind;
use pram::result::study::{
    AlgorithmShare, Amount, Anatomy, ClaimReport, Crossing, Curve, CurvePoint, FailedSize,
    FailureReason, FitError, FormulaStatus, FormulaTerm, GrowthAdvice, HeldOut, Isoefficiency,
    IsoefficiencyPoint, LineShare, MachineDescription, Optimum, ProfileEntry, QuantityGrowth,
    Ratio, Report, Row, RunnerUp, Scaling, ScalingSource, SequentialMeasure, SequentialSource,
    Share, Size, Study, Verdict, Verdicts,
};

use pram::syntax::ast::Relation;

pub fn size(n: i64) -> Size {
    IndexMap::from([("n".to_owned(), n.into())])
}

/// The profile of a reduction: half the processors on each level.
fn levels(n: i64, factor: u64) -> Vec<ProfileEntry> {
    (0..n.ilog2())
        .map(|level| ProfileEntry {
            active: 1 << level,
            time: factor,
        })
        .collect()
}

fn time_on(profile: &[ProfileEntry], p: u64) -> u64 {
    let times = profile
        .iter()
        .map(|entry| entry.active.div_ceil(p) * entry.time);
    times.sum()
}

fn work(profile: &[ProfileEntry]) -> u64 {
    profile.iter().map(|entry| entry.active * entry.time).sum()
}

/// What an instruction of each unit costs a reduction.
fn factor(unit: Unit) -> u64 {
    match unit {
        Unit::Rounds | Unit::Steps => 1,
        Unit::Instructions | Unit::Apram | Unit::Multicomputer | Unit::Gpu => 4,
    }
}

fn row(n: i64) -> Row {
    let p = n as u64 / 2;
    let profile = |unit| levels(n, factor(unit));
    let time = Per::each(&Unit::COUNTED, |unit| {
        Amount::from(time_on(&profile(unit), p))
    });
    let sequential = Per::each(&Unit::COUNTED, |unit| match unit {
        Unit::Rounds => Some(n as f64 - 1.0),
        Unit::Steps => Some(n as f64),
        _ => None,
    });
    let cost = Per::each(&Unit::COUNTED, |unit| {
        time.get(unit).times(p).expect("64 bits hold it")
    });
    Row {
        beside: IndexMap::new(),
        inputs: size(n),
        processors: p,
        speedup: Per::each(&Unit::COUNTED, |unit| {
            sequential.get(unit).map(|su| su / time.get(unit).real())
        }),
        efficiency: Per::each(&Unit::COUNTED, |unit| {
            sequential.get(unit).map(|su| su / cost.get(unit).real())
        }),
        counts: Per::each(&Measure::IN_UNITS, |measure| match measure {
            Measure::T => time.clone(),
            Measure::W => Per::each(&Unit::COUNTED, |unit| work(&profile(unit)).into()),
            _ => cost.clone(),
        }),
        sequential,
        apram: None,
        multicomputer: None,
        held_out: n == 32 || n == 2048,
        spread: None,
    }
}

pub fn found(formula: &str, theta: &str) -> QuantityGrowth {
    QuantityGrowth {
        formula: Some(formula.to_owned()),
        status: FormulaStatus::Found,
        held_out: vec![HeldOut::One(32.into()), HeldOut::One(2048.into())],
        theta: Some(theta.to_owned()),
        ..QuantityGrowth::unknown()
    }
}

fn fitted() -> QuantityGrowth {
    QuantityGrowth {
        formula: Some("3.07*n*log(n) + 12.5".to_owned()),
        status: FormulaStatus::Fitted,
        suggests: Some("n*log n".to_owned()),
        error: Some(FitError {
            cross_validated: 0.0213,
            largest: 0.0807,
        }),
        terms: vec![
            FormulaTerm {
                term: "n*log(n)".to_owned(),
                coefficient: 3.07,
                fraction: None,
                low: Some(2.98),
                high: Some(3.16),
            },
            FormulaTerm {
                term: "1".to_owned(),
                coefficient: 12.5,
                fraction: None,
                low: None,
                high: None,
            },
        ],
        runners_up: vec![RunnerUp {
            formula: "0.31*n^(3/2)".to_owned(),
            theta: "n^(3/2)".to_owned(),
            cross_validated: 0.118,
        }],
        ..QuantityGrowth::unknown()
    }
}

fn inconclusive() -> QuantityGrowth {
    QuantityGrowth {
        advice: Some(GrowthAdvice {
            reason: "all sizes are powers of two, which cannot tell n from 2^ceil(log n)."
                .to_owned(),
            sizes: vec![size(24), size(100)],
            option: Some("--vary n=24,100".to_owned()),
        }),
        ..QuantityGrowth::unknown()
    }
}

fn curve(n: i64, unit: Unit) -> Curve {
    let profile = levels(n, factor(unit));
    let serial = 1.0 / (n as f64 - 1.0);
    let one = time_on(&profile, 1) as f64;
    let mut processors: Vec<u64> = Vec::new();
    let mut p = 1;
    while p <= n as u64 / 2 {
        processors.push(p);
        p *= 2;
    }
    let points = processors.into_iter().map(|p| {
        let time = time_on(&profile, p);
        let speedup = one / time as f64;
        let inverse = 1.0 / p as f64;
        CurvePoint {
            p,
            time: time.into(),
            cost: (p * time).into(),
            speedup: Some(speedup),
            efficiency: Some(speedup / p as f64),
            amdahl: Some(1.0 / (serial + (1.0 - serial) / p as f64)),
            gustafson: Some(serial + p as f64 * (1.0 - serial)),
            karp_flatt: (p > 1).then(|| (1.0 / speedup - inverse) / (1.0 - inverse)),
        }
    });
    Curve {
        inputs: size(n),
        serial_fraction: Some(serial),
        points: points.collect(),
    }
}

fn scaling(unit: Unit, sizes: &[i64]) -> Scaling {
    let optimum = |n: &i64| Optimum {
        inputs: size(*n),
        fastest_processors: *n as u64 / 2,
        least_time: (u64::from(n.ilog2()) * factor(unit)).into(),
        fewest_processors: *n as u64 / 8,
        serial_fraction: Some(1.0 / (*n as f64 - 1.0)),
    };
    let points = |scale: i64| {
        let point = |log: u32| IsoefficiencyPoint {
            p: 1 << log,
            n: (log < 9).then(|| (1 << log) * i64::from(log.max(1)) * scale),
            computed: true,
        };
        (0..10).map(point).collect()
    };
    Scaling {
        source: ScalingSource::Profile,
        curves: [sizes[0], sizes[sizes.len() / 2], sizes[sizes.len() - 1]]
            .map(|n| curve(n, unit))
            .to_vec(),
        optima: sizes.iter().map(optimum).collect(),
        fastest_processors: Some(found("n/2", "n")),
        least_time: Some(found("log(n)", "log n")),
        fewest_processors: Some(inconclusive()),
        time_on_powers_of_two: Some(found("n/p + log(p) - 1", "n/p + log p")),
        isoefficiency_theta: Some("p*log p".to_owned()),
        isoefficiency: vec![
            Isoefficiency {
                efficiency: 0.5,
                points: points(1),
                formula: Some(found("p*log(p)", "p*log p")),
            },
            Isoefficiency {
                efficiency: 0.9,
                points: points(9),
                formula: None,
            },
        ],
    }
}

fn share(part: u64, n: u64) -> Share {
    Share {
        executions: part,
        time_steps: part,
        time_instructions: 4 * part,
        work_steps: n - 1,
        work_instructions: 4 * (n - 1),
        reads: 2 * (n - 1),
        writes: n - 1,
        time_share: 1.0,
        work_share: 1.0,
    }
}

fn anatomy(n: i64) -> Anatomy {
    let share = share(u64::from(n.ilog2()), n as u64);
    Anatomy {
        inputs: size(n),
        processors: n as u64 / 2,
        algorithms: vec![AlgorithmShare {
            algorithm: "+_reduction".to_owned(),
            share,
        }],
        lines: vec![LineShare {
            algorithm: "+_reduction".to_owned(),
            file: "reduction.pram".to_owned(),
            line: 31,
            source: "A[i+2^(d+1)-1] ⊕= A[i+2^d-1];".to_owned(),
            share,
        }],
        parallelism: (0..n.ilog2())
            .rev()
            .map(|level| f64::from(1 << level))
            .collect(),
        profile: Per::each(&Unit::COUNTED, |unit| levels(n, factor(unit))),
    }
}

fn ratios(sizes: &[i64], ratio: impl Fn(f64) -> f64) -> Vec<Ratio> {
    let one = |n: &i64| {
        let claimed = (*n as f64).log2();
        let measured = claimed * ratio(*n as f64);
        Ratio {
            inputs: size(*n),
            measured,
            claimed,
            ratio: Some(measured / claimed),
        }
    };
    sizes.iter().map(one).collect()
}

fn verdicts(sizes: &[i64]) -> Verdicts {
    Verdicts {
        unit: Unit::Rounds,
        work_optimal: Verdict {
            holds: Some(true),
            trend: None,
            evidence: classes(Measure::W, "n", true),
            ratios: ratios(sizes, |_| 1.0),
        },
        cost_optimal: Verdict {
            holds: Some(false),
            trend: None,
            evidence: classes(Measure::C, "n log n", false),
            ratios: ratios(sizes, |n| n / 2.0 * n.log2() / (n - 1.0)),
        },
        cost_optimal_up_to: Some("n/log n".to_owned()),
        bounds_hold: Verdict {
            holds: None,
            trend: None,
            evidence: Optimality::UnknownIn(Unit::Rounds).into(),
            ratios: Vec::new(),
        },
    }
}

/// The class of a measure, and that of a best sequential algorithm.
fn classes(measure: Measure, own: &str, is_at_most: bool) -> Evidence {
    let classes = Optimality::Classes {
        measure,
        own: format!("Θ({own})"),
        sequential: "Θ(n)".to_owned(),
        is_at_most,
        is_derived: false,
    };
    classes.into()
}

fn claims(sizes: &[i64]) -> Vec<ClaimReport> {
    vec![
        ClaimReport {
            claim: "T = O(log n)".to_owned(),
            line: 14,
            holds: Some(true),
            trend: None,
            evidence: SweepEvidence::Undecided(Undecided::NoFormula("T".to_owned())).into(),
            derived: None,
            unit: Some(Unit::Rounds),
            first_failure: None,
            ratios: ratios(sizes, |n| 1.0 + 2.0 / n),
        },
        ClaimReport {
            claim: "W rounds = n".to_owned(),
            line: 16,
            holds: Some(false),
            trend: None,
            evidence: SweepEvidence::Fails {
                first: CountAndClaim {
                    measured: Amount::new(15, 0),
                    relation: Relation::Equal,
                    claimed: 16.0,
                    at: size(16),
                },
                not_whole: None,
                failing: sizes.len(),
                sizes: sizes.len(),
            }
            .into(),
            derived: None,
            unit: Some(Unit::Rounds),
            first_failure: Some(size(16)),
            ratios: ratios(sizes, |n| (n - 1.0) / n),
        },
        ClaimReport {
            claim: "model = EREW".to_owned(),
            line: 18,
            holds: None,
            trend: None,
            evidence: SweepEvidence::Legal(sizes.len()).into(),
            derived: None,
            unit: None,
            first_failure: None,
            ratios: Vec::new(),
        },
    ]
}

fn formulas() -> Per<Measure, Per<Unit, QuantityGrowth>> {
    Per::each(&Measure::IN_UNITS, |measure| {
        Per::each(&Unit::COUNTED, |unit| match (measure, unit) {
            (Measure::T, Unit::Rounds | Unit::Steps) => found("log(n)", "log n"),
            (Measure::T, _) => found("4*log(n)", "log n"),
            (Measure::W, Unit::Rounds) => found("n - 1", "n"),
            (Measure::W, Unit::Steps) => fitted(),
            (Measure::C, Unit::Rounds) => found("n/2*log(n)", "n*log n"),
            (Measure::C, Unit::Steps) => found("2^ceil(log n)*ceil(n/p) - sqrt(n)/3", "n*log n"),
            _ => inconclusive(),
        })
    })
}

/// What the file holds, roughly: a comment, an awkward character, and code.
const TEXT: &str = "// Reduction: combines all elements of A with ⊕. More of it.
// Idea: a tree.

stroj EREW;
tvrdnja T = O(log n);   # 50 % & <more> `_`
";

/// A study of the reduction at the sizes.
pub fn study(sizes: &[i64]) -> Study {
    Study {
        file: "reduction.pram".to_owned(),
        entry: "program".to_owned(),
        machine: MachineDescription {
            kind: MachineKind::Pram,
            model: "erew".to_owned(),
            simultaneity: Simultaneity::Step,
            branches: Branches::Mimd,
            processors: None,
            delay: None,
            barrier: None,
            network: None,
            seed: 0,
        },
        text: TEXT.to_owned(),
        included: Vec::new(),
        legal_on: Some("erew".to_owned()),
        varied: vec!["n".to_owned()],
        fixed: IndexMap::from([("A".to_owned(), "slucajno(0, 99)".to_owned())]),
        unit: Unit::Rounds,
        sequential: SequentialMeasure {
            not_run: None,
            source: SequentialSource::Algorithm,
            name: Some("zbroj_slijedno".to_owned()),
            formulas: Per::each(&Unit::COUNTED, |unit| match unit {
                Unit::Rounds => Some(found("n - 1", "n")),
                Unit::Steps => Some(found("n", "n")),
                _ => None,
            }),
        },
        series: sizes.iter().map(|n| row(*n)).collect(),
        failed: vec![FailedSize {
            inputs: size(100),
            code: "E0409".to_owned(),
            message: "reduction: n must be a power of two".to_owned(),
            file: Some("reduction.pram".to_owned()),
            line: Some(27),
            reason: FailureReason::Rejected,
            held_out: true,
        }],
        derived: None,
        formulas: formulas(),
        processors: Some(found("n/2", "n")),
        counts: IndexMap::new(),
        decompositions: Vec::new(),
        models: Vec::new(),
        verdicts: verdicts(sizes),
        claims: claims(sizes),
        scaling: Per::each(&Unit::COUNTED, |unit| scaling(unit, sizes)),
        anatomy: sizes.last().map(|n| anatomy(*n)),
        sections: None,
        timeline: None,
        notes: vec![
            "SU in instructions is not known: zbroj_slijedno does not touch shared memory."
                .to_owned(),
        ],
        interrupted: false,
    }
}

/// n = 16, 32, …, 16384.
pub fn powers() -> Vec<i64> {
    (4..=14).map(|log| 1 << log).collect()
}

/// A report on one program.
pub fn report() -> Report {
    Report {
        study: study(&powers()),
        others: Vec::new(),
        refused: Vec::new(),
        crossings: Vec::new(),
        warnings: Vec::new(),
        diagnostics: Vec::new(),
    }
}

/// A report on two programs whose names hold every awkward character.
pub fn comparison() -> Report {
    let mut other = study(&powers()[..6]);
    other.file = String::from("čudni_put/50% & <više> $x^2$ \"z\" [3] `|`\\.pram");
    other.entry = String::from("⊕_zbroj#1~");
    for row in &mut other.series {
        let time = row.inputs["n"].scaled(0).expect("a whole size") as u64 / 16;
        *row.counts.get_mut(Measure::T).get_mut(Unit::Rounds) = time.into();
    }
    Report {
        study: study(&powers()),
        others: vec![other],
        refused: Vec::new(),
        crossings: vec![Crossing {
            measure: Measure::T,
            unit: Unit::Rounds,
            better_below: 1,
            better_from: 0,
            at: size(128),
            computed: false,
            text: "T in rounds: from n = 128 on program takes less than ⊕_zbroj#1~.".to_owned(),
        }],
        warnings: Vec::new(),
        diagnostics: Vec::new(),
    }
}

/// A report on a sweep in which no size ran to its end.
pub fn empty() -> Report {
    let mut study = study(&powers());
    study.series.clear();
    study.claims.clear();
    study.anatomy = None;
    study.processors = None;
    study.formulas = Per::each(&Measure::IN_UNITS, |_| {
        Per::each(&Unit::COUNTED, |_| inconclusive())
    });
    study.scaling = Per::each(&Unit::COUNTED, |_| Scaling::default());
    study.verdicts = Verdicts {
        work_optimal: nothing(),
        cost_optimal: nothing(),
        bounds_hold: nothing(),
        cost_optimal_up_to: None,
        unit: Unit::Rounds,
    };
    study.interrupted = true;
    study.notes = vec!["The sweep was interrupted before a size had run.".to_owned()];
    Report {
        study,
        others: Vec::new(),
        refused: Vec::new(),
        crossings: Vec::new(),
        warnings: Vec::new(),
        diagnostics: Vec::new(),
    }
}

fn nothing() -> Verdict {
    Verdict {
        holds: None,
        trend: None,
        evidence: Evidence::Unfinished,
        ratios: Vec::new(),
    }
}
