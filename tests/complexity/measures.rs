//! Speedup, efficiency, optimality, the best p, isoefficiency and anatomy, held to values worked
//! out by hand, and the figures of the textbook.

use pram::quantity::{Measure, Unit};
use pram::result::study::{FormulaStatus, LineShare, Mean, QuantityGrowth, Report};

use super::reports::{created, file, request, text};

fn report(asked: &pram::study::ReportRequest) -> Report {
    created(asked).unwrap_or_else(|problems| panic!("{}", problems[0].message))
}

#[track_caller]
fn near(value: Option<f64>, expected: f64) {
    let value = value.expect("it is known");
    assert!(
        (value - expected).abs() < 1e-12,
        "{value} instead of {expected}"
    );
}

/// A reduction of 8 elements has 4, 2 and 1 processors active in its three rounds, so
/// T(1) = 4 + 2 + 1 = 7, T(2) = 2 + 1 + 1 = 4, T(4) = T(8) = 3.
#[test]
fn speedup_and_efficiency_of_a_reduction_of_eight() {
    let mut asked = request(file("reduction"), &["n=8"]);
    asked.sequential = vec!["n-1".to_owned()];
    let study = report(&asked).study;
    let row = &study.series[0];
    assert_eq!(
        (
            row.processors,
            row.counts.get(Measure::T).get(Unit::Rounds).units
        ),
        (4, 3)
    );
    assert_eq!(
        (
            row.counts.get(Measure::W).get(Unit::Rounds).units,
            row.counts.get(Measure::C).get(Unit::Rounds).units
        ),
        (7, 12)
    );
    near(*row.speedup.get(Unit::Rounds), 7.0 / 3.0);
    near(*row.efficiency.get(Unit::Rounds), 7.0 / 12.0);
    let scaling = study.scaling.get(Unit::Rounds);
    let best = &scaling.optima[0];
    // T ≤ 2·T_min = 6 is reached on 2 processors; 1 of the 7 units passes with one active.
    assert_eq!(
        (
            best.fastest_processors,
            best.least_time.units,
            best.fewest_processors
        ),
        (4, 3, 2)
    );
    near(best.serial_fraction, 1.0 / 7.0);
    let points = &scaling.curves[0].points;
    let times: Vec<(u64, u64, u64)> = points
        .iter()
        .map(|point| (point.p, point.time.units, point.cost.units))
        .collect();
    assert_eq!(times, [(1, 7, 7), (2, 4, 8), (4, 3, 12), (8, 3, 24)]);
    // On 4 processors: Amdahl 1/(1/7 + 6/7/4) = 14/5, Gustafson 1/7 + 4·6/7 = 25/7, and of
    // the speedup 7/3 the serial fraction (3/7 − 1/4)/(1 − 1/4) = 5/21.
    let four = &points[2];
    near(four.speedup, 7.0 / 3.0);
    near(four.efficiency, 7.0 / 12.0);
    near(four.amdahl, 14.0 / 5.0);
    near(four.gustafson, 25.0 / 7.0);
    near(four.karp_flatt, 5.0 / 21.0);
    // On 2: (4/7 − 1/2)/(1 − 1/2) = 1/7, the fraction that the profile gives too.
    near(points[1].karp_flatt, 1.0 / 7.0);
    assert_eq!(points[0].karp_flatt, None);
}

/// On p processors, both powers of two, T(n,p) = n/p − 1 + log p, so with SU = n − 1
/// E(n,2) = (n−1)/n, E(n,4) = (n−1)/(n+4), E(n,8) = (n−1)/(n+16).
#[test]
fn the_least_size_that_keeps_processors_efficient() {
    let mut asked = request(file("reduction"), &["n=2^1..2^9"]);
    asked.sequential = vec!["n-1".to_owned()];
    let study = report(&asked).study;
    let scaling = study.scaling.get(Unit::Rounds);
    let on_powers = scaling.time_on_powers_of_two.as_ref().expect("it is exact");
    assert_eq!(on_powers.formula.as_deref(), Some("n/p + log(p) - 1"));
    assert_eq!(scaling.isoefficiency_theta.as_deref(), Some("p*log p"));
    // E(n,4) ≥ 1/2 from n = 6 on, which of the powers is 8; and so for the others.
    for (efficiency, expected) in [
        (0.5, [(1, 2), (2, 2), (4, 8), (8, 32)]),
        (0.7, [(1, 2), (2, 4), (4, 16), (8, 64)]),
        (0.9, [(1, 2), (2, 16), (4, 64), (8, 256)]),
    ] {
        let of = scaling.isoefficiency.iter();
        let one = of
            .clone()
            .find(|one| (one.efficiency - efficiency).abs() < 1e-9);
        let points = &one.expect("it is always given").points;
        let least: Vec<(u64, i64)> = points
            .iter()
            .take(4)
            .map(|point| (point.p, point.n.unwrap_or(0)))
            .collect();
        assert_eq!(least, expected, "E = {efficiency}");
    }
}

/// Best, average and worst are those of the single seeds.
#[test]
fn repeated_runs_spread_as_single_seeds_do() {
    let program = "
        ulaz n = 8;
        ulaz A[n] = slucajno(0, 9);
        program
            k = 0;
            dok (k < n-1 and A[k] > 1) {
                k = k + 1;
            }
        kraj_programa
    ";
    let mut asked = request(text(program), &["n=16,32"]);
    asked.add_sizes = false;
    asked.programs[0].options.seed = 5;
    asked.repeat = 4;
    let repeated = report(&asked).study;
    asked.repeat = 1;
    let times: Vec<u64> = (5..9)
        .map(|seed| {
            asked.programs[0].options.seed = seed;
            report(&asked).study.series[0]
                .counts
                .get(Measure::T)
                .get(Unit::Steps)
                .units
        })
        .collect();
    let row = &repeated.series[0];
    assert_eq!(row.counts.get(Measure::T).get(Unit::Steps).units, times[0]);
    let spread = row.spread.as_ref().expect("it was repeated");
    assert_eq!(spread.repeats, 4);
    let steps = spread.counts.get(Measure::T).get(Unit::Steps);
    assert_eq!(Some(&steps.best.units), times.iter().min());
    assert_eq!(Some(&steps.worst.units), times.iter().max());
    assert!(steps.best.units < steps.worst.units);
    assert_eq!(steps.average, Mean::of(&times));
}

const BRANCHES: &str = "stroj EREW;
ulaz n = 4;
algoritam grane(n)
    polje A[n];
    paralelno (za svaki i od 0 do n-1)
        ako (i < 1)
            A[i] = 1 + 2 * i + 3;
        inace
            A[i] = 5;
    kraj_paralelno
kraj_algoritma
";

/// The test is one operator for each of 4 processors. Then one does three operators and a write
/// while three others only write: the step takes 4, all of them the first branch's.
#[test]
fn every_line_has_its_share_of_the_critical_path() {
    let mut asked = request(text(BRANCHES), &["n=4"]);
    let anatomy = report(&asked).study.anatomy.expect("it ran");
    let shares = |lines: &[LineShare]| -> Vec<(usize, u64, u64, u64, u64)> {
        lines
            .iter()
            .map(|line| {
                let share = &line.share;
                (
                    line.line,
                    share.time_steps,
                    share.time_instructions,
                    share.work_steps,
                    share.work_instructions,
                )
            })
            .collect()
    };
    assert_eq!(
        shares(&anatomy.lines),
        [(6, 1, 1, 4, 4), (7, 1, 4, 1, 4), (9, 0, 0, 3, 3)]
    );
    for (line, time, work) in [
        (0, 1.0 / 5.0, 4.0 / 11.0),
        (1, 4.0 / 5.0, 4.0 / 11.0),
        (2, 0.0, 3.0 / 11.0),
    ] {
        near(Some(anatomy.lines[line].share.time_share), time);
        near(Some(anatomy.lines[line].share.work_share), work);
    }
    assert_eq!(anatomy.algorithms[0].algorithm, "grane");
    assert_eq!(anatomy.algorithms[0].share.time_instructions, 5);
    // On 2 processors each step of 4 takes two turns.
    asked.programs[0].options.processors = Some(2);
    let anatomy = report(&asked).study.anatomy.expect("it ran");
    assert_eq!(
        shares(&anatomy.lines),
        [(6, 2, 2, 4, 4), (7, 2, 8, 1, 4), (9, 0, 0, 3, 3)]
    );
}

#[track_caller]
fn exact(formula: &QuantityGrowth, text: &str) {
    let is_known = matches!(
        formula.status,
        FormulaStatus::Derived | FormulaStatus::Found
    );
    assert!(is_known, "{formula:?}");
    assert_eq!(formula.formula.as_deref(), Some(text));
}

/// The sum of n numbers: 2⌈n/p⌉ − 1 for the numbers of one's own, two for each level of the tree.
#[test]
fn the_textbook_sum_on_p_processors() {
    let mut asked = request(file("sum_p"), &["n=32..256 step 32", "p=1,2,4,8,16,32"]);
    asked.unit = Some(Unit::Steps);
    let study = report(&asked).study;
    exact(
        study.formulas.get(Measure::T).get(Unit::Steps),
        "2*ceil(log p) + 2*ceil(n/p) - 1",
    );
    assert_eq!(
        study
            .formulas
            .get(Measure::C)
            .get(Unit::Steps)
            .theta
            .as_deref(),
        Some("p*log p + n")
    );
    assert_eq!(
        study
            .scaling
            .get(Unit::Steps)
            .isoefficiency_theta
            .as_deref(),
        Some("p*log p")
    );
    assert_eq!(
        study.verdicts.cost_optimal_up_to.as_deref(),
        Some("n/log n")
    );
    assert!(study.claims.iter().all(|claim| claim.holds == Some(true)));
    // E = n/(n + p·log p) but for what p steps less and SU = 2n − 1 make of it.
    for row in study
        .series
        .iter()
        .filter(|row| row.inputs["n"].real() % row.inputs["p"].real() == 0.0)
    {
        let (n, p) = (row.inputs["n"].real(), row.inputs["p"].real());
        let levels = p.log2().ceil();
        near(
            *row.efficiency.get(Unit::Steps),
            (2.0 * n - 1.0) / (2.0 * (n + p * levels) - p),
        );
    }
    // T(64,p) = 128/p + 2·log p − 1 is 15 for 16, and 13 for 32 and 64: p = n/2 is the best.
    let mut asked = request(file("sum_p"), &["n=64", "p=1,2,4,8,16,32,64"]);
    asked.unit = Some(Unit::Steps);
    let study = report(&asked).study;
    let best = &study.scaling.get(Unit::Steps).optima[0];
    assert_eq!((best.fastest_processors, best.least_time.units), (32, 13));
}

/// Row by row 4(n/p)·log p + 4n/p, column by column 4(n/p − 1) + 4·log p: a level of the tree is
/// two reads, an addition and a write.
#[test]
fn simulating_n_processors_row_by_row_and_column_by_column() {
    let mut asked = request(file("sum_by_rows"), &["n=2^6..2^10", "p=1,2,4,8,16"]);
    asked.programs.push(file("sum_by_columns"));
    asked.unit = Some(Unit::Instructions);
    let both = report(&asked);
    let (rows, columns) = (&both.study, &both.others[0]);
    exact(
        rows.formulas.get(Measure::T).get(Unit::Instructions),
        "4*n*log p/p + 4*n/p",
    );
    exact(
        columns.formulas.get(Measure::T).get(Unit::Instructions),
        "4*n/p + 4*log p - 4",
    );
    assert_eq!(
        rows.formulas
            .get(Measure::C)
            .get(Unit::Instructions)
            .theta
            .as_deref(),
        Some("n*log p")
    );
    assert_eq!(
        columns
            .formulas
            .get(Measure::C)
            .get(Unit::Instructions)
            .theta
            .as_deref(),
        Some("n + p*log p")
    );
    assert_eq!(rows.verdicts.cost_optimal.holds, Some(false));
    assert_eq!(
        rows.scaling.get(Unit::Instructions).isoefficiency_theta,
        None
    );
    assert_eq!(
        columns.verdicts.cost_optimal_up_to.as_deref(),
        Some("n/log n")
    );
    let names = [&rows.entry, &columns.entry];
    assert_eq!(names, ["sum_by_rows", "sum_by_columns"]);
    assert_eq!(rows.unit, Unit::Instructions);
}
