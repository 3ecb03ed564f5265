//! Claims that bound a count, and counts compared exactly with formulas.

use std::sync::atomic::AtomicBool;

use pram::pipeline::execute;
use pram::quantity::{Measure, Unit};
use pram::source::Sources;

use super::reports::{created, request, text};
use crate::files::Disk;

/// T = W = n + 1 steps, and C as much on one processor.
fn counter(claims: &str) -> String {
    format!(
        "ulaz n = 8;\n{claims}\nalgoritam brojac(n)\nx = 0;\nza i = 1 do n\nx = x + i;\nvrati x;\n\
         kraj_algoritma\n"
    )
}

/// Whether each claim holds in one run, and why.
fn run(claims: &str, n: i64) -> Vec<(Option<bool>, String)> {
    let program = counter(claims).replace("n = 8", &format!("n = {n}"));
    let interrupt = AtomicBool::new(false);
    let executed = execute(&text(&program), &mut Sources::default(), &Disk, &interrupt);
    let claims = executed.expect("it runs").run.claims.into_iter();
    claims
        .map(|claim| (claim.holds, claim.evidence.to_string()))
        .collect()
}

#[test]
fn a_run_verifies_bounds_for_its_size() {
    let claims = "tvrdnja T steps <= n + 1; tvrdnja T steps <= 2*n + 1; tvrdnja W steps ≤ n;
         tvrdnja C steps >= n + 1; tvrdnja W steps ≥ n + 1.5; tvrdnja T steps >= sqrt(2)*n;
         tvrdnja T steps <= sqrt(2)*n; tvrdnja T <= 0;";
    let found = run(claims, 8);
    let said: Vec<(Option<bool>, &str)> = (found.iter())
        .map(|(holds, evidence)| (*holds, evidence.as_str()))
        .collect();
    let (yes, no) = (Some(true), Some(false));
    // n + 1 = 9; sqrt(2)·8 = 11.3….
    assert_eq!(said[0], (yes, "n + 1 = 9, measured 9 ≤ 9"));
    assert_eq!(said[1], (yes, "2*n + 1 = 17, measured 9 ≤ 17"));
    assert_eq!(said[2], (no, "n = 8, measured 9 > 8"));
    assert_eq!(said[3], (yes, "n + 1 = 9, measured 9 ≥ 9"));
    assert_eq!(said[4], (no, "n + 1.5 = 9.5, measured 9 < 9.5"));
    assert_eq!(said[5].0, no);
    assert_eq!(said[6].0, yes);
    // No body accesses shared memory: no rounds.
    assert_eq!(said[7], (yes, "claimed 0, measured 0 ≤ 0 in rounds"));
}

#[test]
fn a_report_verifies_bounds_at_every_size() {
    let claims = "tvrdnja T steps <= 2*n; tvrdnja T steps >= n + 1; tvrdnja W steps <= n + 20;
         tvrdnja T steps <= n + n/16;";
    let report = created(&request(text(&counter(claims)), &["n=2^2..2^6"])).expect("it runs");
    let claims = &report.study.claims;
    let holds: Vec<Option<bool>> = claims.iter().map(|claim| claim.holds).collect();
    // n + 1 <= n + n/16 from n = 16 on.
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(holds, [yes, yes, yes, no]);
    let evidence: Vec<String> = claims
        .iter()
        .map(|claim| claim.evidence.to_string())
        .collect();
    assert!(
        evidence[0].contains("tightest: measured 5 ≤ 8 at n = 4"),
        "{}",
        evidence[0]
    );
    assert!(
        evidence[1].contains("measured 5 ≥ 5 at n = 4"),
        "{}",
        evidence[1]
    );
    assert!(
        evidence[3].contains("measured 5 > 4.25 at n = 4"),
        "{}",
        evidence[3]
    );
    let first = claims[3].first_failure.as_ref().expect("it fails");
    assert_eq!(first["n"], 4.into());
    assert_eq!(claims[3].ratios.len(), report.study.series.len());
}

/// T = n + 1 <= 100 holds on all sizes up to 64, and fails from n = 100 on: the formula that is derived
/// refutes it. T <= 2·n fails for n = 0 only, which is smaller than the sizes that were asked for.
#[test]
fn a_derived_formula_refutes_a_bound_at_larger_sizes() {
    let claims = "tvrdnja T steps <= 100; tvrdnja T steps <= 2*n;";
    let report = created(&request(text(&counter(claims)), &["n=2^2..2^6"])).expect("it runs");
    let holds: Vec<Option<bool>> = report
        .study
        .claims
        .iter()
        .map(|claim| claim.holds)
        .collect();
    assert_eq!(holds, [Some(false), Some(true)]);
    let evidence = report.study.claims[0].evidence.to_string();
    assert!(evidence.contains("it fails at n = 128"), "{evidence}");
}

/// The first seed draws what it draws; some other one draws more steps than fewest, fewer than most.
#[test]
fn a_bound_is_held_against_every_seed() {
    let program = |claim: &str| {
        format!(
            "ulaz n = 8;\nulaz A[n] = slucajno(0, 99);\n{claim}\nalgoritam brojac(A[], n)\nx = 0;\n\
             za i = 0 do A[0]\nx = x + i;\nvrati x;\nkraj_algoritma\n"
        )
    };
    let judged = |claim: &str| {
        let mut asked = request(text(&program(claim)), &["n=1,2,3,4,5,6,7,8"]);
        asked.repeat = 9;
        created(&asked).expect("it runs").study
    };
    let study = judged("");
    let (mut best, mut worst) = (u64::MAX, 0);
    for row in &study.series {
        let spread = row.spread.as_ref().expect("seeds differ");
        let steps = spread.counts.get(Measure::T).get(Unit::Steps);
        (best, worst) = (best.min(steps.best.units), worst.max(steps.worst.units));
    }
    let holds = |claim: &str| judged(claim).claims[0].holds;
    assert_eq!(holds(&format!("tvrdnja T steps <= {worst};")), Some(true));
    assert_eq!(
        holds(&format!("tvrdnja T steps <= {worst} - 1;")),
        Some(false)
    );
    assert_eq!(holds(&format!("tvrdnja T steps >= {best};")), Some(true));
    assert_eq!(
        holds(&format!("tvrdnja T steps >= {best} + 1;")),
        Some(false)
    );
}

#[test]
fn rounding_neither_breaks_nor_makes_a_claim() {
    // T steps = n + 1 for all of these; each formula is n + 1 by calculation.
    let equal = [
        "n + log(2^20) - 19",
        "n + log(125)/log(5) - 2",
        "n + sqrt(2)*sqrt(2) - 1",
        "n + 0.1 + 0.2 + 0.7",
        "(n/3 + 1/3)*3",
        "2^log(n) + 1",
        "n + 1 + 10^15/7 - 10^15/7",
        "n + round(5/2) - 2",
    ];
    for formula in equal {
        for relation in ["=", "<=", ">="] {
            let found = run(&format!("tvrdnja T steps {relation} {formula};"), 6);
            assert_eq!(
                found[0].0,
                Some(true),
                "{relation} {formula}: {}",
                found[0].1
            );
        }
    }
    // A fraction beside n + 1 is another number, however close.
    for (formula, above) in [
        ("n + 1 + 1/10^17", true),
        ("n + 1 - 1/10^17", false),
        ("(n + 1)*(10^15 + 1)/10^15", true),
        ("(n + 1)*(10^15 - 1)/10^15", false),
    ] {
        let claims = format!(
            "tvrdnja T steps = {formula}; tvrdnja T steps <= {formula}; \
             tvrdnja T steps >= {formula};"
        );
        let holds: Vec<Option<bool>> = run(&claims, 6).into_iter().map(|one| one.0).collect();
        assert_eq!(holds, [Some(false), Some(above), Some(!above)], "{formula}");
    }
}

/// 9·10^9 + 1 is not 9·10^9: the comparison is exact, not relative.
#[test]
fn large_counts_are_compared_exactly() {
    // T = n + 1 steps, and C = p·T.
    let claims = "tvrdnja C steps = (n + 1)*p; tvrdnja C steps = (n + 1)*p + 1;
         tvrdnja C steps <= (n + 1)*p - 1; tvrdnja C steps >= (n + 1)*p + 1;";
    let mut request = text(&counter(claims));
    request.options.processors = Some(1_000_000_000);
    let interrupt = AtomicBool::new(false);
    let executed = execute(&request, &mut Sources::default(), &Disk, &interrupt);
    let claims = executed.expect("it runs").run.claims;
    let holds: Vec<Option<bool>> = claims.iter().map(|claim| claim.holds).collect();
    let (yes, no) = (Some(true), Some(false));
    assert_eq!(holds, [yes, no, no, no], "{claims:?}");
}

/// The example of the language's page: one file, one meaning of ceil(n/2).
#[test]
fn ceil_means_the_same_in_a_program_and_in_its_claim() {
    let program = "ulaz n = 7;\ntvrdnja T steps = ceil(n/2);\ntvrdnja W steps = round(n/4) + 2;\n\
                   program\nza i = 1 do ceil(n/2)\nx = round((i + 0)/2);\nkraj_programa\n";
    let interrupt = AtomicBool::new(false);
    let executed = execute(&text(program), &mut Sources::default(), &Disk, &interrupt);
    let run = executed.expect("it runs").run;
    let holds: Vec<Option<bool>> = run.claims.iter().map(|claim| claim.holds).collect();
    // ⌈7/2⌉ = 4 turns of one step; 7/4 = 1.75 is 2, and 2 + 2 = 4.
    assert_eq!(holds, [Some(true), Some(true)], "{:?}", run.claims);
}
