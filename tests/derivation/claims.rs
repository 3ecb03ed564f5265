//! Claims that derived formulas decide in reports.

use std::sync::atomic::AtomicBool;

use pram::pipeline::inputs::Assignment;
use pram::pipeline::{Options, Request};
use pram::quantity::{Measure, Unit};
use pram::result::study::{ClaimReport, Report};
use pram::source::Sources;
use pram::study::{ReportRequest, create};

use crate::files::NoFiles;

/// A report on few sizes, so that nothing but the text decides much.
fn report(text: &str, sizes: &str) -> Report {
    let request = ReportRequest {
        programs: vec![Request {
            name: "example.pram".to_owned(),
            bytes: text.as_bytes().to_vec(),
            entry: None,
            assignments: Vec::new(),
            options: Options::default(),
        }],
        vary: vec![Assignment {
            name: "n".to_owned(),
            value: sizes.into(),
        }],
        unit: None,
        efficiency: None,
        sequential: Vec::new(),
        model_formulas: Vec::new(),
        repeat: 1,
        add_sizes: false,
        threads: Some(1),
    };
    let stopped = AtomicBool::new(false);
    create(
        &request,
        &mut Sources::default(),
        &NoFiles,
        &stopped,
        &|_| (),
    )
    .unwrap_or_else(|problems| panic!("{}", problems[0].message))
}

/// What becomes of a claim about a scan of n elements: T = ⌈log n⌉, W = n⌈log n⌉ − 2^⌈log n⌉ + 1 in
/// rounds, and p = n − 1.
fn judged(claim: &str, sizes: &str) -> ClaimReport {
    let text = format!(
        "machine CREW;\ninput n = 8;\ninput A[n] = random(0, 9);\nclaim {claim};\n\
         algorithm scan(A[], n)\nfor d = 0 to ceil(log n) - 1\n\
         parallel (for each i from 2^d to n-1)\nA[i] += A[i-2^d];\nend_parallel\nend_algorithm\n"
    );
    report(&text, sizes).study.claims.remove(0)
}

const EVERY: Option<&str> = Some("every n ≥ 1");

#[track_caller]
fn is(claim: &str, holds: Option<bool>, derived: Option<&str>) {
    let judged = judged(claim, "5,6,7");
    assert_eq!(judged.holds, holds, "{claim}: {}", judged.evidence);
    assert_eq!(
        judged.derived.as_deref(),
        derived,
        "{claim}: {}",
        judged.evidence
    );
}

#[test]
fn growth_is_decided_by_the_formula() {
    is("T = O(log n)", Some(true), EVERY);
    is("T = Theta(log n)", Some(true), EVERY);
    is("T = O(1)", Some(false), EVERY);
    is("T = Omega(n)", Some(false), EVERY);
    is("W = O(n log n)", Some(true), EVERY);
    // 2^(⌈log n⌉ + 1) is from 2n to 4n.
    is("W = O(2^(ceil(log n) + 1) * log n)", Some(true), EVERY);
    is("W = O(2^(ceil(log n) - 1))", Some(false), EVERY);
}

/// ⌈log n⌉ is less than log n + 1; n·⌈log n⌉ − 2^⌈log n⌉ + 1 is over 10^9 from some size on.
#[test]
fn bounds_are_decided_by_the_formula() {
    is("T <= log n + 1", Some(true), EVERY);
    is("T >= log n", Some(true), EVERY);
    // 2^26·26 − 2^26 + 1 = 1677721601, and for 2^25 it is 805306369; the sizes are 5 to 7.
    let of_sizes = judged("W <= 10^9", "5,6,7");
    assert_eq!(of_sizes.holds, Some(false));
    let evidence = of_sizes.evidence.to_string();
    assert!(
        evidence.contains(": it fails at n = 67108864; "),
        "{evidence}"
    );
}

#[test]
fn exact_claims_and_bounds_are_decided_by_the_formula() {
    is("T rounds = ceil(log n)", Some(true), EVERY);
    is("T instructions <= 5*ceil(log n)", Some(true), EVERY);
    is("W rounds <= n*ceil(log n)", Some(true), EVERY);
    is("T rounds >= ceil(log n)", Some(true), EVERY);
    is("T rounds = ceil(log n) + 1", Some(false), EVERY);
    // Right at these sizes alone: no formula says so.
    is("T rounds = 3", Some(true), None);
}

/// Where data decides between 1 and 2 steps, bounds are enough for what lies outside of them.
#[test]
fn bounds_decide_what_lies_outside_of_them() {
    let of = |claim: &str| {
        let text = format!(
            "machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 9);\nclaim {claim};\n\
             algorithm f(A[], n)\nparallel (for each i from 0 to n-1)\n\
             if (A[i] > 3) A[i] = 3;\nend_parallel\nend_algorithm\n"
        );
        let claim = report(&text, "5,6,7").study.claims.remove(0);
        (claim.holds, claim.derived.is_some())
    };
    assert_eq!(of("T steps <= 2"), (Some(true), true));
    assert_eq!(of("W steps >= n"), (Some(true), true));
    assert_eq!(of("W steps <= n - 1"), (Some(false), true));
    assert_eq!(of("W = Theta(n)"), (Some(true), true));
    // Some input takes n steps in all, another one 2n.
    assert!(!of("W steps = 2*n").1);
}

/// A reduction for powers of two: what is proved for these says nothing of others, and a claim that
/// fails at one of these fails.
#[test]
fn a_formula_decides_for_its_assumption_only() {
    let of = |claim: &str| {
        let text = format!(
            "machine CREW;\ninput n = 8;\ninput A[n] = random(0, 9);\nclaim {claim};\n\
             algorithm f(A[], n)\nassert(2^ceil(log n) == n);\nfor d = 0 to log n - 1\n\
             parallel (for each i from 0 to n/2^(d+1) - 1)\nA[i] += 1;\nend_parallel\n\
             end_algorithm\n"
        );
        report(&text, "4,8,16").study.claims.remove(0)
    };
    let proved = of("T rounds = log n");
    assert_eq!(proved.holds, Some(true));
    assert_eq!(proved.derived.as_deref(), Some("every n = 2^k, k ≥ 0"));
    assert_eq!(of("W rounds = n").holds, Some(false));
    assert_eq!(of("W rounds = n - 1").holds, Some(true));
}

#[test]
fn reports_show_what_is_derived() {
    let text = "machine CREW;\ninput n = 8;\ninput A[n] = random(0, 9);\n\
        algorithm f(A[], n)\nwhile (A[0] > 0) A[0] -= 1;\nend_algorithm\n";
    let study = report(text, "5,6,7").study;
    let derived = study.derived.expect("a synchronous PRAM");
    let time = derived
        .get(Measure::T.in_unit(Unit::Rounds))
        .expect("it was asked for");
    assert_eq!(time.line, Some(5));
    assert!(time.formula.is_none() && time.lines.is_empty());
}

/// A number of turns that is whole at squares only: a formula is derived for some of these alone. That
/// nothing grows there proves nothing of the others; that something grows there refutes what is claimed of
/// all.
#[test]
fn a_formula_for_squares_proves_nothing_of_other_sizes() {
    let claimed = |turns: &str, claim: &str| {
        let text = format!(
            "input n = 16;\nclaim {claim};\nalgorithm count(n)\nx = 0;\nfor i = 1 to {turns}\nx = x + 1;\n\
             end_algorithm\n"
        );
        report(&text, "16,64,256").study.claims.remove(0)
    };
    let open = claimed("n*(sqrt(n) - floor(sqrt(n)))", "T steps = O(1)");
    assert_eq!(
        (open.derived.as_deref(), open.holds),
        (None, None),
        "{}",
        open.evidence
    );
    let turns = "n*(1 + floor(sqrt(n)) - sqrt(n))";
    let refuted = claimed(turns, "T steps = O(1)");
    assert_eq!(refuted.derived.as_deref(), Some("every n = 4^k, k ≥ 0"));
    assert_eq!(refuted.holds, Some(false), "{}", refuted.evidence);
}

/// log n + 2 turns of one step at most: what that proves is proved given the line of the bound.
#[test]
fn a_bound_on_turns_proves_claims_given_its_line() {
    let of = |claim: &str| {
        let text = format!(
            "machine CRCW;\ninput n = 8;\ninput A[n] = random(0, 2);\nclaim {claim};\n\
             algorithm f(A[], n)\nk = A[0];\nwhile (k > 0) {{\nclaim turns <= log n + 2;\n\
             k -= 1;\n}}\nend_algorithm\n"
        );
        let claim = report(&text, "5,6,7").study.claims.remove(0);
        (claim.holds, claim.derived)
    };
    let given = Some("every n ≥ 1; given line 8".to_owned());
    assert_eq!(of("T steps = O(log n)"), (Some(true), given.clone()));
    assert_eq!(of("T steps <= 2*log n + 6"), (Some(true), given.clone()));
    assert_eq!(of("T steps = Omega(n)"), (Some(false), given));
    // Neither bound says that it grows.
    assert_eq!(of("T steps = Omega(log n)").1, None);
}

/// At n = 1 the bound has no value: it is neither kept nor broken there, and the other sizes decide.
#[test]
fn sizes_at_which_a_claim_has_no_value_decide_nothing() {
    let of = |claim: &str, sizes: &str| {
        let text = format!(
            "machine CREW;\ninput n = 8;\ninput A[n] = iota;\nclaim {claim};\nalgorithm f(A[], n)\n\
             for i = 0 to n-1\nparallel (for each j from 0 to 0)\nA[j] = 1;\nend_parallel\n\
             end_algorithm\n"
        );
        let claim = report(&text, sizes).study.claims.remove(0);
        (claim.holds, claim.evidence.to_string())
    };
    let (holds, evidence) = of("T <= 4*n/log n + n", "1,2,4,8");
    assert_eq!(holds, Some(true), "{evidence}");
    let without = "it has no value at n = 1: division by zero";
    assert!(evidence.ends_with(without), "{evidence}");
    let (holds, evidence) = of("T <= n/log n", "1,2,4,8,16");
    // 4/log 4 = 2.
    assert_eq!(holds, Some(false), "{evidence}");
    let (holds, evidence) = of("T <= 4*n/log n + n", "1");
    assert_eq!(holds, None, "{evidence}");
    let (holds, evidence) = of("T = O(n/log n)", "1,2,4,8,16");
    assert_eq!(holds, Some(false), "{evidence}");
}

/// Where n > m the program takes n + 2 steps, else m³ + 2, however large n is: no O(n).
#[test]
fn a_formula_for_the_larger_size_proves_nothing_of_the_other() {
    let text = "machine CREW;\ninput n = 8;\ninput m = 5;\nclaim T steps = O(n);\nprogram\ns = 0;\nif (n > m) {\n\
        for k = 1 to n { s = 1; }\n} else {\nfor k = 1 to m*m*m { s = 1; }\n}\nend_program\n";
    let claim = report(text, "1,2,3,4,6,8").study.claims.remove(0);
    assert_ne!(claim.holds, Some(true), "{claim:?}");
}
