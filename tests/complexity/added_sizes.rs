//! What sizes that the tool added decide: between forms that are one on the sizes asked for, and
//! where a formula holds on these only.

use pram::complexity::finding::{Finding, Here, find};
use pram::complexity::series::{Point, Series};
use pram::present::document::text as terminal;
use pram::present::layout::document;
use pram::present::tables;
use pram::quantity::{Measure, Unit};
use pram::result::study::{FormulaStatus, HeldOut, QuantityGrowth};

use super::closed_forms::evaluate;
use super::reports::{file, report, text};

/// A grid of n, d and B, and beside it a few sizes that were added with one d and one B each.
fn asynchronous(count: impl Fn(i64, i64, i64) -> i64) -> Series {
    let mut points = Vec::new();
    let mut add = |n: i64, d: i64, barrier: i64, held_out| {
        points.push(Point {
            at: vec![n, d, barrier],
            value: u64::try_from(count(n, d, barrier)).expect("a count"),
            held_out,
        });
    };
    for n in [16, 32, 64, 128, 256, 512] {
        for d in [2, 3, 5] {
            for barrier in [8, 16, 24] {
                add(n, d, barrier, false);
            }
        }
    }
    for (n, d, barrier) in [
        (24, 4, 9),
        (31, 4, 11),
        (33, 4, 12),
        (100, 4, 15),
        (300, 4, 17),
    ] {
        add(n, d, barrier, true);
    }
    points.sort_by(|one, two| one.at.cmp(&two.at));
    Series {
        variables: ["n", "d", "B"].map(str::to_owned).to_vec(),
        times: 2,
        second_is_bounded: false,
        points,
        ..Series::default()
    }
}

#[track_caller]
fn found(series: &Series) -> (String, usize) {
    match find(series, false) {
        Finding::Found {
            form, confirmed, ..
        } => (form.text(&series.variables), confirmed.len()),
        other => panic!("not exact: {other:?}"),
    }
}

fn ceiling_log(n: i64) -> i64 {
    (0..63)
        .find(|log| 1_i64 << log >= n)
        .expect("some power is as large")
}

#[test]
fn added_sizes_decide_between_roundings_of_products_with_times() {
    let series = asynchronous(|n, d, b| (d + b + 7) * ceiling_log(n) + d + b + 2);
    let (text, confirmed) = found(&series);
    for (n, d, b) in [(48, 7, 30), (1000, 2, 9), (17, 3, 3)] {
        let value = evaluate(&text, &series.variables, &[n, d, b]);
        let expected = (d + b + 7) * ceiling_log(n) + d + b + 2;
        assert!((value - expected as f64).abs() < 1e-9, "{text}");
    }
    assert!(confirmed >= 2);
    let floor = |n: i64| i64::from(n.ilog2());
    let series = asynchronous(|n, d, b| (2 * b + 1) * floor(n) + d * n + 3);
    let (text, _) = found(&series);
    let value = evaluate(&text, &series.variables, &[1000, 7, 30]);
    assert!((value - (61.0 * 9.0 + 7003.0)).abs() < 1e-9, "{text}");
    // The next power of two beside n itself, which are one on the grid.
    let series = asynchronous(|n, d, b| d * (1 << ceiling_log(n)) + b * n + n);
    let (text, _) = found(&series);
    let value = evaluate(&text, &series.variables, &[1000, 7, 30]);
    assert!((value - (7.0 * 1024.0 + 31_000.0)).abs() < 1e-9, "{text}");
}

/// More choice makes nothing exact that has no formula.
#[test]
fn counts_without_a_formula_stay_without_one_beside_times() {
    let series = asynchronous(|n, d, b| {
        let digits: i64 = n.to_string().bytes().map(i64::from).sum();
        digits * d + b * (n % 7) + n
    });
    assert!(!matches!(
        find(&series, false),
        Finding::Found { .. } | Finding::Here { .. }
    ));
}

/// Powers of two follow log n; whatever else takes 40 and more.
#[test]
fn a_formula_that_fails_on_added_sizes_is_exact_here() {
    let count = |n: i64| {
        if n.count_ones() == 1 {
            i64::from(n.ilog2())
        } else {
            40 + n % 11
        }
    };
    let point = |n: i64, held_out| Point {
        at: vec![n],
        value: count(n) as u64,
        held_out,
    };
    let asked = (3..=11).map(|log| point(1 << log, false));
    let added = [24, 33, 100, 300, 777].map(|n| point(n, true));
    let mut points: Vec<Point> = asked.chain(added).collect();
    points.sort_by_key(|point| point.at[0]);
    let series = Series {
        points,
        ..Series::in_one("n", [])
    };
    let Finding::Here {
        form,
        confirmed,
        why: Here::FailsAt(fails_at),
    } = find(&series, false)
    else {
        panic!("{:?}", find(&series, false))
    };
    assert_eq!(form.text(&series.variables), "log(n)");
    assert!(confirmed.len() >= 2);
    assert_eq!(fails_at, [[24], [33], [100], [300], [777]]);
}

/// A round for each level on powers of two, and n mod 7 rounds otherwise.
const POWERS: &str = "
    ulaz n = 8;
    algoritam potencije(n)
        polje B[n];
        k = n mod 7 + n mod 5 * (n mod 3);
        ako (2^ceil(log n) == n)
            k = ceil(log n);
        za j = 1 do k
            paralelno (za svaki i od 0 do n-1)
                B[i] = j;
            kraj_paralelno
    kraj_algoritma
";

fn report_of(program: &str) -> pram::result::study::Report {
    report(text(program), &["n=2^3..2^11"])
}

#[test]
fn a_report_says_where_a_formula_fails() {
    let report = report(text(POWERS), &["n=2^3..2^11"]);
    // It is derived for powers of two, and holds for no others.
    let time: &QuantityGrowth = report.study.formulas.get(Measure::T).get(Unit::Rounds);
    assert_eq!(time.status, FormulaStatus::Derived, "{time:?}");
    assert_eq!(time.formula.as_deref(), Some("log n"));
    assert_eq!(time.holds_for_all, Some(false));
    // Where the number of iterations is read from an array, nothing is derived.
    let read = POWERS
        .replace(
            "za j = 1 do k",
            "polje L[1]; L[0] = k; j = 0; dok (j < L[0]) { j = j + 1;",
        )
        .replace(
            "            kraj_paralelno\n    kraj_algoritma",
            "            kraj_paralelno } \n    kraj_algoritma",
        );
    let report = report_of(&read);
    let time: &QuantityGrowth = report.study.formulas.get(Measure::T).get(Unit::Rounds);
    assert_eq!(time.status, FormulaStatus::Here, "{time:?}");
    assert_eq!(time.formula.as_deref(), Some("log(n)"));
    assert_eq!(time.theta, None);
    assert!(
        // No power of two: where the formula is no whole number.
        (time.fails_at.iter())
            .all(|at| matches!(at, HeldOut::One(n) if n.real().log2().fract() > 0.0)),
        "{:?}",
        time.fails_at
    );
    let said = terminal::render(&document(&report), 400);
    assert!(said.contains("on some sizes only"), "{said}");
    assert!(said.contains("fails at n = "), "{said}");
    let json = serde_json::to_value(&report).expect("plain data");
    let formula = &json["formulas"]["T"]["rounds"];
    assert_eq!(formula["status"], "here");
    assert!(
        formula["fails_at"]
            .as_array()
            .is_some_and(|all| !all.is_empty())
    );
    let formulas = tables::tables(&report).remove(1).text;
    assert!(formulas.contains(",here,"));
}

/// Prescan refuses all sizes but powers of two, and nobody asked for these.
#[test]
fn added_sizes_that_fail_alike_are_one_line() {
    let report = report(file("prescan"), &["n=2^2..2^9"]);
    assert!(report.study.failed.len() >= 4);
    let said = terminal::render(&document(&report), 2000);
    let lines = said.lines().filter(|line| line.contains("did not run"));
    assert_eq!(lines.count(), 1, "{said}");
    assert!(!said.contains("sizes that did not run to their end"));
}
