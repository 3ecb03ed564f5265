//! Reports do not contradict themselves: T·p = C of means too, no verdict by an SU that is not known,
//! each quantity by its own formula.

use pram::complexity::fit::fit;
use pram::complexity::series::Series;
use pram::complexity::term::Term;
use pram::present::document::markdown::Drawings;
use pram::present::document::{html, latex, markdown, text as terminal};
use pram::present::layout::document;
use pram::present::tables;
use pram::quantity::{Measure, Unit};
use pram::result::study::{FormulaStatus, OpenTrend, QuantityGrowth, Report, Study};

use super::reports::{created, exact, file, report, request, text};

/// Two seeds in three give an odd sum of steps somewhere, so that most means are no whole numbers.
const WALK: &str = "
    ulaz n = 8;
    ulaz A[n] = slucajno(0, 999);
    algoritam walk(A[], n)
        polje B[n];
        paralelno (za svaki i od 0 do n-1)
            B[i] = A[i];
        kraj_paralelno
        k = 0;
        dok (k < n-1 and A[k] > 20) {
            k = k + 1;
        }
    kraj_algoritma
";

fn repeated(processors: Option<u64>) -> Report {
    let mut asked = request(text(WALK), &["n=2^4..2^9"]);
    asked.repeat = 3;
    asked.programs[0].options.processors = processors;
    created(&asked).expect("it runs")
}

/// `25/2`, `12.5` or `12` as numerator and denominator.
fn fraction(text: &str) -> (u128, u128) {
    let number = |digits: &str| digits.parse().expect("digits");
    if let Some((above, below)) = text.split_once('/') {
        return (number(above), number(below));
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    (
        number(&format!("{whole}{part}")),
        10_u128.pow(part.len() as u32),
    )
}

#[track_caller]
fn is_product(time: &str, processors: &str, cost: &str) {
    let (time, processors, cost) = (fraction(time), fraction(processors), fraction(cost));
    assert_eq!(
        time.0 * processors.0 * cost.1,
        cost.0 * time.1 * processors.1,
        "{time:?} · {processors:?} is not {cost:?}"
    );
}

#[test]
fn cost_is_p_times_the_mean_time_in_data() {
    let report = repeated(Some(4));
    let mut broken = 0;
    for row in &report.study.series {
        let spread = row.spread.as_ref().expect("it was repeated");
        for unit in Unit::COUNTED {
            let time = spread.counts.get(Measure::T).get(unit).average.fraction();
            let cost = spread.counts.get(Measure::C).get(unit).average.fraction();
            is_product(&time, &spread.processors.average.fraction(), &cost);
            broken += usize::from(time.contains('/'));
        }
    }
    assert!(broken > 0, "some mean is no whole number");
    let json = serde_json::to_value(&report).expect("plain data");
    let mut texts = 0;
    for row in json["series"].as_array().expect("rows") {
        let mean = |measure: &str| match &row["spread"][measure]["steps"]["average"] {
            serde_json::Value::String(text) => {
                assert!(text.contains('/'), "{text}");
                text.clone()
            }
            number => number.as_u64().expect("a whole number").to_string(),
        };
        is_product(&mean("T"), "4", &mean("C"));
        texts += usize::from(mean("T").contains('/'));
    }
    assert!(texts > 0);
    let series = tables::tables(&report).remove(0).text;
    let mut lines = series
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let titles = lines.next().expect("titles");
    let at = |name: &str| {
        let place = titles.iter().position(|title| *title == name);
        place.unwrap_or_else(|| panic!("{name} is a column"))
    };
    for cells in lines {
        for unit in Unit::COUNTED {
            let mean = |measure: &str| cells[at(&format!("{measure}_{}_average", unit.key()))];
            is_product(mean("T"), cells[at("p_average")], mean("C"));
        }
    }
}

/// The cells of a Markdown table with this title, the row of titles first.
fn markdown_table<'t>(text: &'t str, title: &str) -> Vec<Vec<&'t str>> {
    let mut lines = text
        .lines()
        .skip_while(|line| !line.contains(title))
        .skip(1);
    let table = lines
        .by_ref()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'));
    table
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn cost_is_p_times_the_mean_time_on_paper() {
    let report = repeated(Some(4));
    let document = document(&report);
    let (text, _) = markdown::render(&document, Drawings::Inside);
    let rows = markdown_table(&text, "over several seeds, in steps");
    let at = |name: &str| {
        let place = rows[0].iter().position(|title| *title == name);
        place.unwrap_or_else(|| panic!("{name} is a column: {:?}", rows[0]))
    };
    assert!(rows.len() > 6, "{rows:?}");
    for row in &rows[2..] {
        is_product(row[at("T mean")], row[at("p")], row[at("C mean")]);
    }
    // The other formats are made from the same cells.
    let last = rows.last().expect("rows");
    let mean = last[at("C mean")];
    let all = [
        terminal::render(&document, 400),
        html::render(&document),
        latex::render(&document),
    ];
    for written in all {
        assert!(written.contains(mean), "{mean} stands in each of them");
    }
}

/// As many processors as the first element says: p and T differ from seed to seed, and the mean of
/// p·T is not the product of the means. So p stands there with its own range.
#[test]
fn processors_that_differ_between_seeds_have_a_range_of_their_own() {
    let program = "
        ulaz n = 8;
        ulaz k = slucajno(1, n);
        program
            polje B[n];
            paralelno (za svaki i od 0 do k-1)
                B[i] = i;
            kraj_paralelno
        kraj_programa
    ";
    let mut asked = request(text(program), &["n=2^4..2^9"]);
    asked.repeat = 3;
    let Ok(report) = created(&asked) else {
        panic!("it runs")
    };
    let spread = |study: &Study| study.series[5].spread.clone().expect("it was repeated");
    let processors = spread(&report.study).processors;
    assert!(processors.best.units < processors.worst.units);
    let (text, _) = markdown::render(&document(&report), Drawings::Inside);
    let rows = markdown_table(&text, "over several seeds, in steps");
    assert!(rows[0].contains(&"p mean"), "{:?}", rows[0]);
}

/// The least squares of the means are those of the sums divided by their number.
#[test]
fn a_fit_of_sums_is_the_fit_of_means() {
    let noise = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3];
    let sum = |at: usize| 7 * (1_u64 << (at + 4)) + noise[at] * (1 << at);
    let sums = Series::in_one("n", (0..10).map(|at| (1 << (at + 4), 3 * sum(at) + 1)));
    let of_sums = fit(&sums).expect("enough sizes");
    let of_means = of_sums.clone().times(1.0 / 3.0, &Term::one(), 1, false);
    assert!((of_means.cross_validated - of_sums.cross_validated).abs() < 1e-12);
    for n in [16.0, 100.0, 5000.0] {
        let (sum, mean) = (of_sums.real(&[n]), of_means.real(&[n]));
        assert!((mean * 3.0 - sum).abs() < 1e-9 * sum.abs());
    }
}

/// T rounds = 1 with one seed and 2 with another: the claim fails, whichever comes first.
#[test]
fn an_exact_claim_is_about_every_seed() {
    let program = |claim: u32| {
        format!(
            "ulaz n = 8;
             ulaz k = slucajno(1, 2);
             tvrdnja T rounds = {claim};
             algoritam proba(n, k)
                 polje B[n];
                 za j = 1 do k
                     paralelno (za svaki i od 0 do n-1)
                         B[i] = j;
                     kraj_paralelno
             kraj_algoritma"
        )
    };
    for claim in [1, 2] {
        let mut asked = request(text(&program(claim)), &["n=8,16,32"]);
        asked.repeat = 12;
        let study = created(&asked).expect("it runs").study;
        let spread = study.series[0].spread.as_ref().expect("repeated");
        let range = spread.counts.get(Measure::T).get(Unit::Rounds);
        assert_eq!(
            (range.best.units, range.worst.units),
            (1, 2),
            "both occur in twelve seeds"
        );
        assert_eq!(study.claims[0].holds, Some(false), "{:?}", study.claims[0]);
    }
}

const ALONE: &str = "
    ulaz n = 8;
    algoritam alone(n)
        polje B[n];
        paralelno (za svaki i od 0 do n-1)
            B[i] = i;
        kraj_paralelno
    kraj_algoritma
";

#[test]
fn where_w_stands_in_for_su_nothing_is_judged_by_it() {
    let report = report(text(ALONE), &["n=2^3..2^9"]);
    let verdicts = &report.study.verdicts;
    assert_eq!(verdicts.cost_optimal_up_to, None);
    for verdict in [
        &verdicts.work_optimal,
        &verdicts.cost_optimal,
        &verdicts.bounds_hold,
    ] {
        assert_eq!(verdict.holds, None, "{verdict:?}");
        assert!(verdict.ratios.is_empty());
        for way in ["slijedno", "--sequential"] {
            assert!(
                verdict.evidence.to_string().contains(way),
                "{}",
                verdict.evidence
            );
        }
    }
    let document = document(&report);
    let (markdown, _) = markdown::render(&document, Drawings::Inside);
    for written in [
        terminal::render(&document, 100),
        html::render(&document),
        latex::render(&document),
        markdown,
    ] {
        for claimed in [
            "Speedup over p",
            "Efficiency over p",
            "C/SU",
            "E ≥ 0.5",
            "ost-optimal on as",
        ] {
            assert!(!written.contains(claimed), "{claimed} in {written}");
        }
    }
    // With an SU everything is judged again.
    let mut asked = request(text(ALONE), &["n=2^3..2^9"]);
    asked.sequential = vec!["n".to_owned()];
    let verdicts = created(&asked).expect("it runs").study.verdicts;
    assert_eq!(verdicts.cost_optimal.holds, Some(true));
    assert_eq!(verdicts.bounds_hold.holds, Some(true));
}

/// n processors in one round, then a walk of random length on one: `p_t` = n whatever the data is,
/// though `T_min` is different with every seed.
#[test]
fn the_best_p_is_exact_where_the_least_time_is_not() {
    let mut asked = request(text(WALK), &["n=2^4..2^11"]);
    asked.unit = Some(Unit::Steps);
    for repeat in [1, 3] {
        asked.repeat = repeat;
        let study = created(&asked).expect("it runs").study;
        let scaling = study.scaling.get(Unit::Steps);
        let fastest = scaling
            .fastest_processors
            .as_ref()
            .expect("one name varies");
        exact(fastest, "n", "n");
        let least = scaling.least_time.as_ref().expect("one name varies");
        assert_ne!(least.status, FormulaStatus::Found);
    }
}

/// In two sizes: n·m processors in one round.
#[test]
fn the_best_p_is_a_formula_in_two_sizes() {
    let program = "
        ulaz n = 8;
        ulaz m = 8;
        algoritam dva(n, m)
            polje B[n*m];
            paralelno (za svaki i od 0 do n*m-1)
                B[i] = i;
            kraj_paralelno
        kraj_algoritma
    ";
    let report = report(text(program), &["n=2,4,8,16,32,64", "m=2,4,8,16,32,64"]);
    let scaling = report.study.scaling.get(Unit::Rounds);
    let fastest = scaling.fastest_processors.as_ref().expect("sizes vary");
    exact(fastest, "n*m", "n*m");
    exact(scaling.least_time.as_ref().expect("sizes vary"), "1", "1");
}

/// T(n,p) = 2⌈n/p⌉ + 2⌈log p⌉ − 1 on p = 2^k. With L = ⌈log n⌉, k = L − 1 gives 2·2 + 2(L−1) − 1,
/// no k less: k = L gives the same, k = L − 2 has ⌈n/p⌉ ≥ 3. So `T_min` = 2⌈log n⌉ + 1; `p_t` is n/2
/// for powers of two, and n/3 rounded up to one where n ≤ 3·2^(L−2), as 24 is.
#[test]
fn the_least_time_of_a_program_that_asks_for_p_comes_from_its_formula() {
    let mut asked = request(file("sum_p"), &["n=2^4..2^10", "p=1,2,4,8,16"]);
    asked.unit = Some(Unit::Steps);
    let study = created(&asked).expect("it runs").study;
    exact(
        study.formulas.get(Measure::T).get(Unit::Steps),
        "2*ceil(log p) + 2*ceil(n/p) - 1",
        "log p + n/p",
    );
    let scaling = study.scaling.get(Unit::Steps);
    let least = scaling.least_time.as_ref().expect("T(n,p) is exact");
    exact(least, "2*ceil(log(n)) + 1", "log n");
}

/// Reduction on powers of two: C = p·T = n − p + p·log p, SU = n − 1. E ≥ 1/2 where
/// n − 1 ≥ (n − p + p·log p)/2, that is n ≥ p·log p − p + 2; and so for 7/10.
#[test]
fn isoefficiency_is_solved_where_time_is_linear_in_the_size() {
    let mut asked = request(file("reduction"), &["n=2^1..2^9"]);
    asked.sequential = vec!["n-1".to_owned()];
    let study = created(&asked).expect("it runs").study;
    let all = &study.scaling.get(Unit::Rounds).isoefficiency;
    let half = all[0].formula.as_ref().expect("it is solved");
    exact(half, "p*log(p) - p + 2", "p*log p");
    let more = all[1].formula.as_ref().expect("it is solved");
    exact(more, "(7*p*log(p) - 7*p + 10)/3", "p*log p");
}

/// List ranking takes ⌈log n⌉ + 1 rounds on n processors. On 4 a claim without p is still about n of
/// them, whether it is exact or one of growth.
#[test]
fn claims_without_p_are_about_the_processors_that_the_program_asks_for() {
    let mut asked = request(file("list_ranking"), &["n=2^3..2^9"]);
    asked.programs[0].options.processors = Some(4);
    let study = created(&asked).expect("it runs").study;
    let growth = &study.claims[0];
    // A formula with p is derived, and none on as many processors as the program asks for.
    assert_eq!(
        (growth.holds, growth.trend),
        (None, Some(OpenTrend::ConsistentWith))
    );
    for claim in &study.claims[1..] {
        assert_eq!(claim.holds, Some(true), "{claim:?}");
    }
    assert_eq!(growth.claim, "T = O(log n)");
    let said = "on as many processors as the program asks for";
    assert!(
        growth.evidence.to_string().contains(said),
        "{}",
        growth.evidence
    );
}

/// Where T is fitted and the program asks for n processors, the fit of C is n times that of T.
#[test]
fn the_fit_of_cost_is_p_times_that_of_time() {
    let mut asked = request(text(WALK), &["n=2^4..2^11"]);
    asked.repeat = 3;
    let study = created(&asked).expect("it runs").study;
    let (time, cost) = (
        study.formulas.get(Measure::T).get(Unit::Steps),
        study.formulas.get(Measure::C).get(Unit::Steps),
    );
    assert_eq!(
        (time.status, cost.status),
        (FormulaStatus::Fitted, FormulaStatus::Fitted)
    );
    assert_eq!(
        study.processors.as_ref().and_then(|p| p.formula.as_deref()),
        Some("n")
    );
    let value = |formula: &QuantityGrowth, n: i64| {
        let text = formula.formula.as_deref().expect("a fit");
        super::closed_forms::evaluate(text, &["n".to_owned()], &[n])
    };
    for n in [16, 100, 2048] {
        let product = value(time, n) * n as f64;
        assert!((value(cost, n) - product).abs() < 1e-2 * product.abs());
    }
}
