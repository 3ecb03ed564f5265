//! Claims about growth in two variables where no formula decides.

use pram::quantity::{Measure, Unit};
use pram::result::study::{ClaimReport, FormulaStatus};

use super::reports::{created, request, text};

/// T steps = n·m - Σ ((i XOR i/2) mod 7) + 1, which is no sum of the terms that are searched, and has
/// no closed form that is derived.
const SCATTERED: &str = "
    ulaz n = 8;
    ulaz m = 16;
    tvrdnja T steps = O(n*m);
    tvrdnja T steps = Theta(n*m);
    tvrdnja T steps = Omega(n);
    tvrdnja T steps = O(n);
    tvrdnja T steps = O(m);
    tvrdnja T steps = Omega(n*m*sqrt(n));
    algoritam brojac(n, m)
        x = 0;
        za i = 1 do n
            za j = 1 do m - ((i XOR i/2) % 7)
                x = x + 1;
    kraj_algoritma
";

fn judged(vary: &[&str]) -> Vec<ClaimReport> {
    let mut asked = request(text(SCATTERED), vary);
    asked.programs[0].entry = Some("brojac".to_owned());
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
    report.study.claims
}

#[test]
fn ratios_must_level_off_along_both() {
    let claims = judged(&["n=2^3..2^8", "m=2^4..2^9"]);
    assert!(
        claims.iter().all(|claim| claim.holds.is_none()),
        "{claims:#?}"
    );
    for (claim, side) in claims.iter().zip([
        "with it",
        "with it",
        "with it",
        "against it",
        "against it",
        "against it",
    ]) {
        assert!(
            claim.evidence.to_string().contains(side),
            "{}",
            claim.evidence
        );
        assert!(
            claim
                .evidence
                .to_string()
                .contains("no formula for T is derived or found"),
            "{}",
            claim.evidence
        );
    }
    for claim in &claims[..2] {
        for part in ["along n", "along m"] {
            assert!(
                claim.evidence.to_string().contains(part),
                "{}",
                claim.evidence
            );
        }
    }
    // T/n grows with m, T/m with n.
    assert!(
        claims[3]
            .evidence
            .to_string()
            .contains("along m it keeps growing"),
        "{}",
        claims[3].evidence
    );
    assert!(
        claims[4]
            .evidence
            .to_string()
            .contains("along n it keeps growing"),
        "{}",
        claims[4].evidence
    );
}

#[test]
fn too_few_values_leave_a_claim_open_and_say_why() {
    let claims = judged(&["n=2^3..2^8", "m=16,32,64"]);
    assert_eq!(claims[0].holds, None);
    let evidence = claims[0].evidence.to_string();
    assert!(evidence.contains("shows neither"), "{evidence}");
    assert!(
        evidence.contains("m takes 3 values, and a trend shows on 5"),
        "{evidence}"
    );
}
