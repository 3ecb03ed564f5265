//! Programs that accept powers only, or sizes beside powers: their residues are those of k.

use pram::quantity::{Measure, Unit};
use pram::result::study::{QuantityGrowth, Report};

use super::reports::{created, exact, file, report, request, text};

/// `passes` rounds, for sizes that `accepts` lets through.
fn program(accepts: &str, passes: &str) -> String {
    format!(
        "ulaz n = 8;
        tvrdnja T = O(log n);
        tvrdnja T = Θ(1);
        algoritam prolazi(n)
            globalno x = 0;
            {accepts}
            k = {passes};
            ponovi k puta
                x = x + 1;
            kraj_ponovi
        kraj_algoritma"
    )
}

/// Sets `m` to the least power of a base that is at least n − offset, and wants it to be that.
fn only_powers(base: i64, offset: i64) -> String {
    format!(
        "m = 1; e = 0;
         dok (m < n - ({offset})) {{ m = m*{base}; e = e + 1; }}
         tvrdi(m == n - ({offset}));"
    )
}

fn powers(base: i64, offset: i64, exponents: std::ops::RangeInclusive<u32>) -> String {
    let sizes = exponents.map(|k| (base.pow(k) + offset).to_string());
    format!("n={}", sizes.collect::<Vec<_>>().join(","))
}

fn over(accepts: &str, passes: &str, vary: &str) -> Report {
    report(text(&program(accepts, passes)), &[vary])
}

fn rounds(report: &Report) -> &QuantityGrowth {
    report.study.formulas.get(Measure::T).get(Unit::Rounds)
}

/// T = 2·log n − 1 but for n = 1, where it is 0: the residue of 0 modulo 12 is met again at 2^12.
#[test]
fn an_exception_at_one_takes_no_class_away() {
    let report = report(file("inclusive_scan"), &["n=2^0..2^10"]);
    exact(rounds(&report), "2*log(n) - 1", "log n");
    let from = rounds(&report).from.as_ref().expect("not at 1");
    assert_eq!(from["n"], 2.into());
    // The formula that is derived begins at 2, and n = 1 was asked for; it decides the claim all the same.
    let holds = |at: usize| report.study.claims[at].holds;
    assert_eq!(holds(0), Some(true));
    assert_ne!(report.study.verdicts.cost_optimal.holds, Some(true));
}

/// Depths of trees with three children, and of heaps: sizes 3^k, 2^k − 1 and 2^k + 1.
#[test]
fn sizes_beside_powers_have_exponents_too() {
    for (base, offset) in [(3, 0), (2, -1), (2, 1)] {
        let vary = powers(base, offset, 1..=8);
        let report = over(&only_powers(base, offset), "3", &vary);
        let time = rounds(&report);
        assert_eq!(time.theta.as_deref(), Some("1"), "{vary}: {time:?}");
        let exponents = report.study.series.len();
        assert!(exponents >= 10, "{vary}: {exponents}");
    }
}

/// Two rounds, and n where k mod 4 = 3, which none of the sizes asked for is.
#[test]
fn residues_of_exponents_beside_powers_are_looked_for() {
    for (base, offset) in [(2, 0), (3, 0), (2, -1), (2, 1)] {
        let passes = "2; ako (e mod 4 == 3) k = n";
        let vary = powers(base, offset, 4..=6);
        let report = over(&only_powers(base, offset), passes, &vary);
        assert_eq!(rounds(&report).theta, None, "{vary}: {:?}", rounds(&report));
        for claim in &report.study.claims {
            assert_eq!(claim.holds, None, "{vary}: {claim:?}");
        }
    }
}

/// What is missing is said of k.
#[test]
fn residues_of_powers_are_said_to_be_those_of_k() {
    let vary = powers(2, 0, 4..=6);
    let accepts = only_powers(2, 0) + " tvrdi(n >= 16); tvrdi(n <= 64);";
    let report = over(&accepts, "3", &vary);
    let why = rounds(&report).no_class.as_deref();
    assert!(why.is_none_or(|why| why.contains("k (n = 2^k)")), "{why:?}");
    let notes = report.study.notes.join("\n");
    assert!(notes.contains("no size n = 2^k ran where k has"), "{notes}");
}

/// n processors where n is odd, and one where it is even: on powers of two alone, one.
#[test]
fn optima_have_no_class_from_powers_of_two_alone() {
    let wide = "ulaz n = 8;
        algoritam siroko(n)
            polje A[n];
            m = n*(n mod 2) + 1;
            paralelno (za svaki i od 0 do m-1)
                A[i mod n] = 1;
            kraj_paralelno
        kraj_algoritma";
    // One cell may be written by two: the last of m processors meets the first.
    let wide = wide.replace("ulaz n = 8;", "stroj CRCW;\nulaz n = 8;");
    let mut asked = request(text(&wide), &["n=2^3..2^10"]);
    asked.add_sizes = false;
    let alone = created(&asked).expect("it runs");
    let scaling = alone.study.scaling.get(Unit::Rounds);
    for formula in [
        &scaling.fastest_processors,
        &scaling.least_time,
        &scaling.fewest_processors,
    ] {
        let formula = formula.as_ref().expect("there is a formula");
        assert_eq!(formula.theta, None, "{formula:?}");
        let why = formula.no_class.as_ref().or(formula.missing.as_ref());
        assert!(why.is_some(), "{formula:?}");
    }
    // With sizes between there is no formula for p_t any more.
    asked.add_sizes = true;
    let among_others = created(&asked).expect("it runs");
    let fastest = among_others
        .study
        .scaling
        .get(Unit::Rounds)
        .fastest_processors
        .as_ref();
    assert_eq!(fastest.and_then(|formula| formula.theta.as_deref()), None);
    // A quantity that is the same for all these sizes may grow on others.
    let least = among_others
        .study
        .scaling
        .get(Unit::Rounds)
        .least_time
        .as_ref();
    let least = least.expect("there is a formula");
    assert_eq!((least.formula.as_deref(), &least.theta), (Some("1"), &None));
}
