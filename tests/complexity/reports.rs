//! Whole reports on programs, as data.

use std::sync::atomic::AtomicBool;

use pram::diagnostic::{Code, Diagnostic};
use pram::pipeline::inputs::Assignment;
use pram::pipeline::{Options, Request};
use pram::quantity::{Measure, Unit};
use pram::result::study::{
    FailureReason, FormulaStatus, Optimum, QuantityGrowth, Report, Row, Study,
};
use pram::source::Sources;
use pram::study::{ReportRequest, create};

use crate::collection;
use crate::files::Disk;

pub fn file(name: &str) -> Request {
    let path = format!("{}/programs/{name}.pram", env!("CARGO_MANIFEST_DIR"));
    Request {
        bytes: std::fs::read(&path).expect("the program exists"),
        name: path,
        entry: None,
        assignments: Vec::new(),
        options: Options::default(),
    }
}

pub fn text(program: &str) -> Request {
    Request {
        name: "example.pram".to_owned(),
        bytes: program.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: Options::default(),
    }
}

pub fn request(program: Request, vary: &[&str]) -> ReportRequest {
    ReportRequest {
        programs: vec![program],
        vary: vary
            .iter()
            .map(|vary| {
                let (name, value) = vary.split_once('=').expect("NAME=SIZES");
                Assignment {
                    name: name.to_owned(),
                    value: value.into(),
                }
            })
            .collect(),
        unit: None,
        efficiency: None,
        sequential: Vec::new(),
        model_formulas: Vec::new(),
        repeat: 1,
        add_sizes: true,
        threads: Some(2),
    }
}

pub fn created(request: &ReportRequest) -> Result<Report, Vec<Diagnostic>> {
    create(
        request,
        &mut Sources::default(),
        &Disk,
        &AtomicBool::new(false),
        &|_| (),
    )
}

#[track_caller]
pub fn report(program: Request, vary: &[&str]) -> Report {
    created(&request(program, vary)).unwrap_or_else(|problems| panic!("{}", problems[0].message))
}

/// The largest size that was asked for.
pub fn last_asked(study: &Study) -> &Row {
    let mut asked = study.series.iter().filter(|row| !row.held_out);
    asked.next_back().expect("sizes ran")
}

/// A formula is derived or found, and its class is this; a constant that was found has none.
#[track_caller]
pub fn exact(formula: &QuantityGrowth, text: &str, theta: &str) {
    let spelled = |text: &str| text.replace("log(n)", "log n").replace("log(p)", "log p");
    let own = formula.formula.as_deref().map(spelled);
    assert_eq!(own, Some(spelled(text)), "{formula:?}");
    let class = match formula.status {
        FormulaStatus::Derived => Some(theta),
        FormulaStatus::Found => {
            assert!(formula.held_out.len() >= 3, "{formula:?}");
            Some(theta).filter(|theta| *theta != "1")
        }
        other => panic!("{other:?}: {formula:?}"),
    };
    assert_eq!(formula.theta.as_deref(), class, "{formula:?}");
}

#[test]
fn prescan_gets_the_formulas_of_the_lecture() {
    let report = report(file("prescan"), &["n=2^2..2^9"]);
    let study = &report.study;
    exact(
        study.formulas.get(Measure::T).get(Unit::Rounds),
        "2*log(n)",
        "log n",
    );
    exact(
        study.formulas.get(Measure::T).get(Unit::Steps),
        "4*log(n) + 1",
        "log n",
    );
    exact(
        study.formulas.get(Measure::T).get(Unit::Instructions),
        "10*log(n) + 1",
        "log n",
    );
    exact(
        study.formulas.get(Measure::W).get(Unit::Instructions),
        "10*n - 9",
        "n",
    );
    exact(
        study.formulas.get(Measure::C).get(Unit::Rounds),
        "n*log(n)",
        "n*log n",
    );
    exact(study.processors.as_ref().expect("not fixed"), "n/2", "n");
    assert!(study.claims.iter().all(|claim| claim.holds == Some(true)));
    assert_eq!(study.claims.len(), 6);
    assert_eq!(study.verdicts.work_optimal.holds, Some(true));
    assert_eq!(study.verdicts.cost_optimal.holds, Some(false));
    let up_to = study.verdicts.cost_optimal_up_to.as_deref();
    assert_eq!(up_to, Some("n/log n"));
    // Sizes between the powers were tried, and the program refuses them.
    let is_refused = |reason| reason == FailureReason::Rejected;
    assert!(
        study
            .failed
            .iter()
            .all(|size| size.held_out && is_refused(size.reason))
    );
    assert!(study.failed.len() >= 4);
    let last = last_asked(study);
    assert_eq!((last.inputs["n"], last.processors), (512.into(), 256));
    assert_eq!(
        (
            last.counts.get(Measure::T).get(Unit::Rounds).units,
            last.counts.get(Measure::W).get(Unit::Rounds).units,
            last.counts.get(Measure::C).get(Unit::Rounds).units
        ),
        (18, 1022, 4608)
    );
    assert_eq!(*last.sequential.get(Unit::Rounds), Some(512.0));
    let rounds = study.scaling.get(Unit::Rounds);
    assert_eq!(rounds.isoefficiency_theta.as_deref(), Some("p*log p"));
    let over_p = rounds.time_on_powers_of_two.as_ref().expect("it is exact");
    assert_eq!(over_p.formula.as_deref(), Some("2*n/p + 2*log(p) - 2"));
    let is_last = |optimum: &&Optimum| optimum.inputs == last.inputs;
    let optimum = rounds
        .optima
        .iter()
        .find(is_last)
        .expect("one for each size");
    assert_eq!(
        (optimum.fastest_processors, optimum.least_time.units),
        (256, 18)
    );
    let curve = rounds.curves.last().expect("the largest size has one");
    let alone = &curve.points[0];
    assert_eq!(
        (alone.p, alone.time.units, alone.karp_flatt),
        (1, 1022, None)
    );
    for point in &curve.points {
        assert_eq!(point.cost.units, point.time.units * point.p);
        let gain = 1022.0 / point.time.real();
        assert!(gain <= point.amdahl.expect("f_s is known") + 1e-9);
    }
}

#[test]
fn the_anatomy_accounts_for_every_step() {
    let report = report(file("radix_sort"), &["n=2^2..2^7"]);
    let last = last_asked(&report.study);
    let anatomy = report.study.anatomy.as_ref().expect("the largest size ran");
    assert_eq!(anatomy.inputs, last.inputs);
    let sum = |of: fn(&pram::result::study::Share) -> u64| -> u64 {
        anatomy.lines.iter().map(|line| of(&line.share)).sum()
    };
    assert_eq!(
        sum(|share| share.time_steps),
        last.counts.get(Measure::T).get(Unit::Steps).units
    );
    assert_eq!(
        sum(|share| share.time_instructions),
        last.counts.get(Measure::T).get(Unit::Instructions).units
    );
    assert_eq!(
        sum(|share| share.work_steps),
        last.counts.get(Measure::W).get(Unit::Steps).units
    );
    assert_eq!(
        sum(|share| share.work_instructions),
        last.counts.get(Measure::W).get(Unit::Instructions).units
    );
    let names: Vec<&str> = anatomy
        .algorithms
        .iter()
        .map(|row| row.algorithm.as_str())
        .collect();
    for name in ["+_prescan", "+_reduction", "split", "radix_sort"] {
        assert!(names.contains(&name), "{names:?}");
    }
}

#[test]
fn two_variables_give_the_formulas_of_shares() {
    let report = report(file("reduction_p"), &["p=1,2,4,8", "n=16..200 step 23"]);
    let study = &report.study;
    assert_eq!(study.varied, ["n", "p"]);
    let time = study.formulas.get(Measure::T);
    let rounds = time.get(Unit::Rounds);
    exact(rounds, "ceil(log p) + ceil(n/p)", "log p + n/p");
    exact(
        study.formulas.get(Measure::C).get(Unit::Rounds),
        "p*ceil(log p) + p*ceil(n/p)",
        "p*log p + n",
    );
    assert!(study.claims.iter().all(|claim| claim.holds == Some(true)));
    // No sequential algorithm is named.
    assert_eq!(study.verdicts.cost_optimal.holds, None);
    assert_eq!(study.verdicts.cost_optimal_up_to, None);
    let rounds = study.scaling.get(Unit::Rounds);
    assert_eq!(rounds.isoefficiency_theta.as_deref(), Some("p*log p"));
    let half = &rounds.isoefficiency[0];
    assert!((half.efficiency - 0.5).abs() < 1e-12);
    assert!(half.points.iter().all(|point| point.computed));
    // E(8, n) = (n + 7)/(8·(⌈n/8⌉ + 3)) is at least 1/2 from n = 13 on.
    let of_eight = half.points.iter().find(|point| point.p == 8);
    assert_eq!(of_eight.and_then(|point| point.n), Some(13));
}

#[test]
fn processors_that_are_fixed_stay_in_the_formula() {
    let report = report(file("prescan_p"), &["n=16..400 step 32"]);
    let study = &report.study;
    exact(
        study.formulas.get(Measure::T).get(Unit::Rounds),
        "2*log p + 2*ceil(n/p)",
        "n",
    );
    assert_eq!(study.machine.processors, Some(4));
    assert!(study.notes.iter().any(|note| note.contains("--vary p=")));
}

/// T depends on where the first small number stands.
pub const DATA: &str = "
    ulaz n = 8;
    ulaz A[n] = slucajno(0, 999);
    program
        k = 0;
        dok (k < n-1 and A[k] > 20) {
            k = k + 1;
        }
        ispisi k;
    kraj_programa
";

#[test]
fn counts_that_depend_on_the_data_are_never_exact() {
    let mut asked = request(text(DATA), &["n=2^4..2^12"]);
    asked.repeat = 5;
    let report = created(&asked).expect("it runs");
    let study = &report.study;
    assert_ne!(
        study.formulas.get(Measure::T).get(Unit::Steps).status,
        FormulaStatus::Found
    );
    let spread = study.series[8].spread.as_ref().expect("it was repeated");
    assert_eq!(spread.repeats, 5);
    let steps = spread.counts.get(Measure::T).get(Unit::Steps);
    assert!(steps.best.units < steps.worst.units);
    let average = steps.average.real();
    assert!(steps.best.real() <= average && average <= steps.worst.real());
    assert!(
        study
            .notes
            .iter()
            .any(|note| note.contains("depend on the data"))
    );
    // Without repeats another seed is tried on two sizes.
    asked.repeat = 1;
    let report = created(&asked).expect("it runs");
    assert_ne!(
        report
            .study
            .formulas
            .get(Measure::T)
            .get(Unit::Steps)
            .status,
        FormulaStatus::Found
    );
}

/// T = n + 1 steps: one assignment, and one in each execution of the body.
pub const LOOP: &str = "
    ulaz n = 8;
    tvrdnja T steps = n;
    tvrdnja T steps = n + 1;
    tvrdnja T steps = O(log n);
    tvrdnja T steps = Theta(n);
    tvrdnja W steps = Omega(log n);
    tvrdnja T steps = m;
    algoritam brojac(n)
        x = 0;
        za i = 1 do n
            x = x + i;
        vrati x;
    kraj_algoritma
";

#[test]
fn claims_are_refuted_with_the_first_size() {
    let report = report(text(LOOP), &["n=2^2..2^9"]);
    let claims = &report.study.claims;
    exact(
        report.study.formulas.get(Measure::T).get(Unit::Steps),
        "n + 1",
        "n",
    );
    let holds: Vec<Option<bool>> = claims.iter().map(|claim| claim.holds).collect();
    assert_eq!(
        holds,
        [
            Some(false),
            Some(true),
            Some(false),
            Some(true),
            Some(true),
            None
        ]
    );
    let failure = claims[0].first_failure.as_ref().expect("it fails");
    assert_eq!(failure["n"], 4.into());
    assert!(
        claims[0].evidence.to_string().contains("n + 1"),
        "{}",
        claims[0].evidence
    );
    assert!(
        claims[5].evidence.to_string().contains('m'),
        "{}",
        claims[5].evidence
    );
    assert_eq!(claims[0].ratios.len(), report.study.series.len());
}

#[test]
fn a_formula_stands_for_the_sequential_time() {
    let mut asked = request(file("reduction"), &["n=2^3..2^9"]);
    asked.sequential = vec!["n-1".to_owned()];
    asked.efficiency = Some(0.6);
    let report = created(&asked).expect("it runs");
    let last = last_asked(&report.study);
    assert_eq!(*last.sequential.get(Unit::Rounds), Some(511.0));
    assert_eq!(*last.sequential.get(Unit::Steps), None);
    assert_eq!(
        report.study.sequential.name.as_deref(),
        Some("rounds = n-1")
    );
    assert_eq!(*last.speedup.get(Unit::Rounds), Some(511.0 / 9.0));
    assert_eq!(report.study.verdicts.work_optimal.holds, Some(true));
    let asked_for = report.study.scaling.get(Unit::Rounds).isoefficiency.iter();
    let efficiencies: Vec<f64> = asked_for.map(|one| one.efficiency).collect();
    assert_eq!(efficiencies, [0.5, 0.6, 0.7, 0.9]);
    asked.sequential = vec!["n-1+unknown".to_owned()];
    assert!(created(&asked).is_err());
    asked.sequential = vec!["n-".to_owned()];
    assert_eq!(
        created(&asked).expect_err("no formula")[0].code,
        Code::BadOption
    );
    asked.efficiency = Some(1.5);
    assert_eq!(
        created(&asked).expect_err("too much")[0].code,
        Code::BadOption
    );
}

#[test]
fn a_formula_names_its_unit_and_is_held_to_what_it_claims() {
    let mut asked = request(file("reduction"), &["n=2^3..2^9"]);
    asked.sequential = ["n-1", "instructions=4*n-4", "steps = n*log n"]
        .map(str::to_owned)
        .to_vec();
    let study = created(&asked).expect("it runs").study;
    let last = last_asked(&study);
    let su = &last.sequential;
    assert_eq!(
        Unit::COUNTED.map(|unit| *su.get(unit)),
        [Some(511.0), Some(4608.0), Some(2044.0)]
    );
    // W = n - 1 steps: an algorithm of n·log n steps is not the best.
    let bounds = &study.verdicts.bounds_hold;
    assert_eq!(bounds.holds, Some(true));
    assert!(
        bounds
            .evidence
            .to_string()
            .contains("not so in steps: at n = 8 SU = 24, W = 7"),
        "{}",
        bounds.evidence
    );
    let theta = |unit| {
        let formula = study
            .sequential
            .formulas
            .get(unit)
            .as_ref()
            .expect("it is given");
        formula.theta.clone()
    };
    assert_eq!(theta(Unit::Steps).as_deref(), Some("n*log n"));
    assert_eq!(theta(Unit::Instructions).as_deref(), Some("n"));
    asked.unit = Some(Unit::Steps);
    asked.sequential = vec!["n*log n".to_owned()];
    let study = created(&asked).expect("it runs").study;
    assert_eq!(study.verdicts.bounds_hold.holds, Some(false));
    let evidence = study.verdicts.bounds_hold.evidence.to_string();
    assert!(
        evidence.starts_with("at n = 8 SU = 24, W = 7, C = 12: "),
        "{evidence}"
    );
    // A time that is no whole number between powers of two still has a class.
    let mut asked = request(file("reduction_any_n"), &["n=2^3..2^9"]);
    asked.sequential = vec!["n*log n".to_owned()];
    let study = created(&asked).expect("it runs").study;
    let cost = &study.verdicts.cost_optimal;
    assert_eq!(
        (cost.holds, cost.evidence.to_string().as_str()),
        (Some(true), "derived: C = Θ(n*log n), and SU = Θ(n*log n)")
    );
    for (formulas, part) in [
        (&["step = n"][..], "`step` is no unit"),
        (&["n", "rounds = n"], "twice in rounds"),
        (&["n - 100"], "is -92 at n = 8"),
        (&["m"], "names `m`"),
    ] {
        asked.sequential = formulas.iter().map(|text| (*text).to_owned()).collect();
        let problems = created(&asked).expect_err("it is no SU");
        assert_eq!(problems[0].code, Code::BadOption);
        assert!(
            problems[0].message.contains(part),
            "{}",
            problems[0].message
        );
    }
}

#[test]
fn several_programs_are_compared_where_one_overtakes_the_other() {
    let quadratic = "
        ulaz n = 8;
        algoritam sporo(n)
            x = 0;
            za i = 1 do n
                za j = 1 do n
                    x = x + 1;
        kraj_algoritma
    ";
    let linear = "
        ulaz n = 8;
        algoritam brzo(n)
            x = 0;
            za i = 1 do 20*n
                x = x + 1;
        kraj_algoritma
    ";
    let mut asked = request(text(quadratic), &["n=2^2..2^7"]);
    asked.programs.push(text(linear));
    let report = created(&asked).expect("both run");
    assert_eq!(report.studies().count(), 2);
    let crossing = (report.crossings.iter())
        .find(|crossing| crossing.measure.name() == "T" && crossing.unit.name() == "steps")
        .expect("the linear one overtakes");
    assert_eq!((crossing.better_below, crossing.better_from), (0, 1));
    assert!(crossing.at["n"] >= 21.into());
}

/// On the sizes that the help of `pram report` shows.
#[test]
fn the_claims_of_every_program_hold_in_its_report() {
    let mut reported = 0;
    for path in collection::lectures() {
        let name = path.file_stem().and_then(|name| name.to_str());
        let Some(name) = name.filter(|name| !name.starts_with("apram_")) else {
            continue;
        };
        let size = match name {
            "allocation" | "matrix_vector" => "m",
            _ => "n",
        };
        // With 16 elements merge sort is not yet faster than sorting by neighbours.
        let smallest = if name == "odd_even_transposition" {
            5
        } else {
            4
        };
        let vary = format!("{size}=2^{smallest}..2^10");
        let report = created(&request(file(name), &[&vary]))
            .unwrap_or_else(|problems| panic!("{name}: {}", problems[0].message));
        reported += 1;
        let claims = &report.study.claims;
        assert!(
            claims.iter().any(|claim| claim.claim.starts_with("T ")),
            "{name}"
        );
        assert!(
            claims.iter().any(|claim| claim.claim.starts_with("model")),
            "{name}"
        );
        for claim in claims {
            let said = format!("{name}: {}: {}", claim.claim, claim.evidence);
            // A class needs an exact formula, which searches and quicksorts have none of.
            let is_open = claim.holds.is_none() && claim.claim.contains("= O(");
            let is_consistent = claim.evidence.to_string().contains("consistent with it");
            assert!(
                claim.holds == Some(true) || is_open && is_consistent,
                "{said}"
            );
        }
        let bounds = &report.study.verdicts.bounds_hold;
        // Without a sequential algorithm nothing that involves SU is judged.
        let is_open =
            bounds.holds.is_none() && bounds.evidence.to_string().contains("SU is not known");
        let holds = bounds.holds == Some(true) || is_open;
        assert!(holds, "{name}: {}", bounds.evidence);
    }
    assert!(reported > 17);
}

/// All processors send m words p − 1 times: W = C at every size, so that W/C is 1 whatever p is, also
/// where W, which stands in for a sequential time, depends on p.
#[test]
fn work_that_depends_on_processors_stands_for_no_other_number_of_them() {
    let program = "machine ring(p = 4, t_s = 100, t_w = 7, t_c = 0);\ninput m = 3;\nprogram\n\
        parallel (for each processor i, i = 0, ..., p-1)\nlocal X[m] = i;\nfor k = 1 to p-1 {\n\
        send X[] to right;\nreceive X[] from left;\n}\nend_parallel\nend_program\n";
    let mut asked = request(text(program), &["p=2..6", "m=1..4"]);
    asked.add_sizes = false;
    let report = created(&asked).expect("it runs");
    let scaling = report.study.scaling.get(Unit::Multicomputer);
    let points = scaling.curves.iter().flat_map(|curve| &curve.points);
    let efficiencies: Vec<Option<f64>> = points.map(|point| point.efficiency).collect();
    assert!(efficiencies.len() > 10);
    assert!(
        efficiencies.iter().all(|it| *it == Some(1.0)),
        "{efficiencies:?}"
    );
    for isoefficiency in &scaling.isoefficiency {
        let formula = isoefficiency.formula.as_ref();
        assert!(
            formula.is_none_or(|it| it.formula.as_deref() == Some("1")),
            "{formula:?}"
        );
        for point in &isoefficiency.points {
            assert_eq!(point.n, Some(1), "p = {}", point.p);
        }
    }
}

/// What is derived from the text is min(20, n) rounds, which no size up to 16 shows: the formula that
/// describes these is none for others, the first of which is 21, and the claim holds.
#[test]
fn a_formula_that_the_text_refutes_is_one_for_these_sizes_only() {
    let limited = "machine EREW;\ninput n = 8;\ninput A[n] = random(0, 9);\nclaim T = O(1);\n\
        claim W = O(n);\nprogram\nfor k = 1 to min(n, 20)\n\
        parallel (for each i from 0 to n-1)\nA[i] += k;\nend_parallel\noutput A[];\n\
        end_program\n";
    let study = report(text(limited), &["n=2^1..2^4"]).study;
    let time = study.formulas.get(Measure::T).get(Unit::Rounds);
    assert_eq!(time.formula.as_deref(), Some("min(20, n)"));
    assert_eq!(
        (time.status, time.theta.as_deref()),
        (FormulaStatus::Derived, Some("1"))
    );
    assert!(study.claims.iter().all(|claim| claim.holds == Some(true)));
    // p = n is so for every n.
    let processors = study.processors.expect("not fixed");
    assert_eq!(processors.status, FormulaStatus::Derived);
}

/// A second input that stays the same: min(n, 5) is 5 for every size from 5 on.
#[test]
fn an_input_that_stays_bounds_what_is_derived() {
    let bounded = "machine EREW;\ninput n = 8;\ninput m = 5;\ninput A[n] = random(0, 9);\nprogram\n\
        parallel (for each i from 0 to min(n, m) - 1)\nA[i] *= 2;\nend_parallel\noutput A[];\n\
        end_program\n";
    let study = report(text(bounded), &["n=3..12"]).study;
    let work = study.formulas.get(Measure::W).get(Unit::Rounds);
    assert_eq!(work.status, FormulaStatus::Derived);
    assert_eq!(work.theta.as_deref(), Some("1"));
}
