//! Claims that fail because a logarithm is no whole number say so.

use std::sync::atomic::AtomicBool;

use pram::pipeline::execute;
use pram::source::Sources;

use super::reports::{report, text};
use crate::files::Disk;

/// ⌈log n⌉ rounds.
fn halving(claim: &str) -> String {
    format!(
        "ulaz n = 10;\n{claim}\nprogram\n    globalno x = 0;\n    ponovi ceil(log n) puta\n        \
         x = x + 1;\n    kraj_ponovi\nkraj_programa\n"
    )
}

#[track_caller]
fn said(claim: &str) -> (Option<bool>, String) {
    let interrupt = AtomicBool::new(false);
    let request = text(&halving(claim));
    let executed = execute(&request, &mut Sources::default(), &Disk, &interrupt);
    let claim = executed.expect("it runs").run.claims.remove(0);
    (claim.holds, claim.evidence.to_string())
}

const WHY: &str =
    "log 10 is no whole number: n is no power of two (ceil(log n) is 4, floor(log n) is 3)";

#[test]
fn a_run_says_that_a_logarithm_is_no_whole_number() {
    for claim in [
        "tvrdnja T rounds = log n;",
        "tvrdnja T = 2*log n - 2;",
        "tvrdnja T rounds <= log n;",
        "tvrdnja T rounds = ceil(n/5) + log n;",
    ] {
        let (holds, evidence) = said(claim);
        assert_eq!(holds, Some(false), "{claim}");
        assert!(evidence.ends_with(WHY), "{claim}: {evidence}");
    }
    let (_, evidence) = said("tvrdnja T rounds = log(n + 2);");
    let why = "log 12 is no whole number: n + 2 is no power of two (ceil(log(n + 2)) is 4, \
               floor(log(n + 2)) is 3)";
    assert!(evidence.ends_with(why), "{evidence}");
}

/// Where it holds, where the logarithm is rounded, and where the formula is whole all the same.
#[test]
fn other_claims_say_nothing_of_logarithms() {
    for (claim, holds) in [
        ("tvrdnja T rounds = ceil(log n);", true),
        ("tvrdnja T rounds <= log n + 1;", true),
        ("tvrdnja T rounds = floor(log n);", false),
        ("tvrdnja T rounds = 2^log n;", false),
        ("tvrdnja T rounds = n/4;", false),
    ] {
        let (found, evidence) = said(claim);
        assert_eq!(found, Some(holds), "{claim}");
        assert!(!evidence.contains("whole number"), "{claim}: {evidence}");
    }
}

#[test]
fn a_report_says_that_a_logarithm_is_no_whole_number() {
    let report = report(text(&halving("tvrdnja T rounds = log n;")), &["n=8..20"]);
    let claim = &report.study.claims[0];
    assert_eq!(claim.holds, Some(false));
    let why = "log 9 is no whole number: n is no power of two (ceil(log n) is 4, \
               floor(log n) is 3)";
    assert!(
        claim.evidence.to_string().contains(why),
        "{}",
        claim.evidence
    );
}
