//! Reports that say no more than is known: programs whose growth is known, on sweeps that show little of it.

use pram::quantity::{Measure, Unit};
use pram::result::study::{FormulaStatus, OpenTrend, Report, Study};
use proptest::prelude::*;

use super::earned::Random;
use super::reports::{created, report, request, text};

/// A program that repeats one step of n processors so many times, with claims about that.
fn repeated(times: &str, claims: &str) -> String {
    format!(
        "stroj EREW;\nulaz n = 16;\nulaz K = {times};\nulaz A[n] = 1;\n{claims}\nprogram\n\
         ponovi K puta\nparalelno (za svaki i od 0 do n-1)\nA[i] = A[i] + 1;\n\
         kraj_paralelno\nkraj_ponovi\nizlaz A[];\nkraj_programa\n"
    )
}

/// The same in a loop that no derivation knows the number of iterations of: it counts x up to K, which
/// it reads from an array.
fn counted(times: &str, claims: &str) -> String {
    format!(
        "stroj CREW;\nulaz n = 16;\nulaz K = {times};\nulaz L[1] = konstanta(K);\nulaz A[n] = 1;\n{claims}\n\
         program\nx = 0;\ndok (x < L[0]) {{\nx = x + 1;\nparalelno (za svaki i od 0 do n-1)\n\
         A[i] = A[i] + 1;\nkraj_paralelno\n}}\nizlaz A[];\nkraj_programa\n"
    )
}

/// Growth of T in rounds as n^(a/2)·log^b n, and K by its formula in n.
const KNOWN: [(&str, (u32, u32)); 8] = [
    ("4", (0, 0)),
    ("floor(log(n)) + 1", (0, 1)),
    ("ceil(log(n)) + 2", (0, 1)),
    ("floor(sqrt(n))", (1, 0)),
    ("max(3, floor(log(n)) + 1)", (0, 1)),
    ("n/64 + 1", (2, 0)),
    ("floor(log(n))*floor(log(n)) + 1", (0, 2)),
    ("n", (2, 0)),
];

const CLAIMS: [(&str, (u32, u32)); 5] = [
    ("1", (0, 0)),
    ("log(n)", (0, 1)),
    ("log(n)^2", (0, 2)),
    ("sqrt(n)", (1, 0)),
    ("n", (2, 0)),
];

const SWEEPS: [&str; 8] = [
    "n=16..30",
    "n=16,18,20,30",
    "n=17..32",
    "n=49..63",
    "n=64..127 step 3",
    "n=2..14",
    "n=2^3..2^7",
    "n=10..60 step 5",
];

fn claims() -> String {
    let of = |(claimed, _): &(&str, (u32, u32))| {
        ["O", "Omega", "Theta"]
            .map(|bound| format!("tvrdnja T = {bound}({claimed});\n"))
            .concat()
    };
    CLAIMS.iter().map(of).collect()
}

/// Holds every verdict of a study to what is true; how many claims are decided.
fn decided(study: &Study, truth: (u32, u32), what: &str) -> usize {
    let mut decided = 0;
    for (at, claim) in study.claims.iter().enumerate() {
        let claimed = CLAIMS[at / 3].1;
        let holds = match at % 3 {
            0 => truth <= claimed,
            1 => truth >= claimed,
            _ => truth == claimed,
        };
        if let Some(said) = claim.holds {
            assert_eq!(said, holds, "{what}: {} {}", claim.claim, claim.evidence);
            assert_eq!(claim.trend, None);
            decided += 1;
        } else {
            assert!(claim.trend.is_some(), "{what}: {}", claim.claim);
        }
    }
    decided
}

fn swept(program: &str, sweep: &str) -> Report {
    report(text(program), &[sweep])
}

#[test]
fn no_verdict_on_a_program_that_repeats_a_step_is_false() {
    let mut random = Random(16);
    for (times, truth) in KNOWN {
        let sweep = random.of(&SWEEPS);
        for program in [repeated(times, &claims()), counted(times, &claims())] {
            let study = swept(&program, sweep).study;
            decided(&study, truth, &format!("K = {times} on {sweep}"));
            let time = study.formulas.get(Measure::T).get(Unit::Rounds);
            // Whatever was found and has a class has the right one.
            if let (FormulaStatus::Found, Some(theta)) = (time.status, &time.theta) {
                let class = CLAIMS.iter().find(|(_, class)| *class == truth);
                let class = class.expect("every growth is claimed").0;
                assert_eq!(
                    theta.replace(' ', ""),
                    class.replace(['(', ')'], ""),
                    "{times}"
                );
            }
            assert_ne!(
                (time.status, time.theta.as_deref()),
                (FormulaStatus::Found, Some("1"))
            );
        }
    }
}

/// Where K is given, no other name of the program changes it: T = K is Θ(1) for every n.
#[test]
fn what_is_derived_decides() {
    let study = swept(&repeated("4", &claims()), "n=16..30").study;
    assert_eq!(decided(&study, (0, 0), "K = 4"), CLAIMS.len() * 3);
    let time = study.formulas.get(Measure::T).get(Unit::Rounds);
    assert_eq!(
        (time.status, time.theta.as_deref()),
        (FormulaStatus::Derived, Some("1"))
    );
}

/// The derivation knows the branch that no size took: T = n + 1 from n = 65536 on, for powers of two at
/// least.
#[test]
fn a_branch_beyond_the_sizes_is_known() {
    let program = "stroj EREW;\nulaz n = 16;\nulaz A[n] = 1;\ntvrdnja T = O(1);\ntvrdnja T rounds <= 1;\n\
        program\nparalelno (za svaki i od 0 do n-1)\nA[i] = A[i] + 1;\nkraj_paralelno\n\
        ako (n > 40000)\nza k = 1 do n\nparalelno (za svaki i od 0 do n-1)\nA[i] = A[i] + 1;\n\
        kraj_paralelno\nizlaz A[];\nkraj_programa\n";
    let study = swept(program, "n=2^3..2^9").study;
    let time = study.formulas.get(Measure::T).get(Unit::Rounds);
    assert_eq!(
        (time.status, time.theta.as_deref()),
        (FormulaStatus::Here, None),
        "{time:?}"
    );
    assert!(!time.fails_at.is_empty());
    let holds: Vec<_> = study.claims.iter().map(|claim| claim.holds).collect();
    assert_eq!(holds, [Some(false), Some(false)], "{:?}", study.claims);
}

/// log* n is 4 from 17 to 65536: no constant of any n that runs here.
#[test]
fn a_count_that_stays_the_same_has_no_class() {
    let program = "stroj EREW;\nulaz n = 16;\nulaz A[n] = 1;\ntvrdnja T = O(1);\ntvrdnja T = Theta(log n);\n\
        program\nx = n;\ndok (x > 1) {\nx = floor(log(x));\nparalelno (za svaki i od 0 do n-1)\n\
        A[i] = A[i] + 1;\nkraj_paralelno\n}\nizlaz A[];\nkraj_programa\n";
    let study = swept(program, "n=2^9..2^12").study;
    let time = study.formulas.get(Measure::T).get(Unit::Rounds);
    assert_eq!(time.theta, None, "{time:?}");
    assert!(study.claims.iter().all(|claim| claim.holds.is_none()));
    assert_eq!(study.claims[0].trend, Some(OpenTrend::ConsistentWith));
}

/// log n rounds on powers of two, and n on the others; n rounds on multiples of 13, and log n else.
#[test]
fn sizes_that_are_treated_apart_are_no_formula() {
    for (condition, sweep) in [
        ("2^floor(log(n)) == n", "n=2^3..2^9"),
        ("n mod 13 != 0", "n=2^3..2^9"),
    ] {
        let program = format!(
            "stroj EREW;\nulaz n = 16;\nulaz A[n] = 1;\ntvrdnja T = O(log n);\nprogram\nK = n;\n\
             ako ({condition})\nK = ceil(log(n));\nponovi K puta\n\
             paralelno (za svaki i od 0 do n-1)\nA[i] = A[i] + 1;\nkraj_paralelno\n\
             kraj_ponovi\nizlaz A[];\nkraj_programa\n"
        );
        let study = swept(&program, sweep).study;
        let time = study.formulas.get(Measure::T).get(Unit::Rounds);
        assert!(
            time.status != FormulaStatus::Found || time.theta.is_none(),
            "{condition}: {time:?}"
        );
        assert_ne!(study.claims[0].holds, Some(true), "{condition}");
    }
}

/// Draws differ from seed to seed: their means are rational, and no formula is found for them.
#[test]
fn means_of_draws_are_fitted_at_most() {
    let program = "stroj EREW;\nulaz n = 16;\nulaz A[n] = 1;\nprogram\nK = slucajno(1, 4);\nponovi K puta\n\
        paralelno (za svaki i od 0 do n-1)\nA[i] = A[i] + 1;\nkraj_paralelno\n\
        kraj_ponovi\nizlaz A[];\nkraj_programa\n";
    for repeat in [3, 4, 5] {
        let mut request = request(text(program), &["n=2^3..2^9"]);
        request.repeat = repeat;
        let study = created(&request)
            .unwrap_or_else(|problems| panic!("{problems:?}"))
            .study;
        for (_, formula) in study.formulas.iter() {
            let status = formula.get(Unit::Rounds).status;
            let is_weak = matches!(status, FormulaStatus::Fitted | FormulaStatus::Inconclusive);
            assert!(is_weak, "{repeat}: {status:?}");
        }
    }
}

/// A name that did not vary is in no formula that was found: ⌈n/4⌉, and not ⌈n/p⌉ or ⌈n/B⌉.
#[test]
fn what_did_not_vary_is_a_number() {
    let program = "ulaz n = 16;\nulaz A[n] = 1;\nulaz L[1] = 0;\nprogram\nx = L[0];\n\
        dok (x < 1) {\nx = x + 1;\nparalelno (za svaki i od 0 do n-1)\nA[i] = A[i] + 1;\n\
        kraj_paralelno\n}\nizlaz A[];\nkraj_programa\n";
    let mut program = text(program);
    program.options.processors = Some(4);
    let study = report(program, &["n=8..300 step 7"]).study;
    let time = study.formulas.get(Measure::T).get(Unit::Rounds);
    assert_eq!(time.formula.as_deref(), Some("ceil(n/4)"), "{time:?}");
    assert_eq!(time.status, FormulaStatus::Found);
}

proptest! {
    #![proptest_config(crate::cases::config(24))]

    /// Any of these counts on any short sweep: what is decided is right.
    #[test]
    fn no_verdict_on_a_short_sweep_is_false(
        which in 0..KNOWN.len(), from in 2..40_i64, count in 3..9_i64, stride in 1..7_i64,
    ) {
        let (times, truth) = KNOWN[which];
        let sweep = format!("n={from}..{} step {stride}", from + (count - 1) * stride);
        let study = swept(&counted(times, &claims()), &sweep).study;
        decided(&study, truth, &format!("K = {times} on {sweep}"));
        prop_assert!(study.formulas.get(Measure::T).get(Unit::Rounds).status != FormulaStatus::Derived);
    }
}
