//! Programs whose counts look like another class on most sizes: no claim of theirs gets a false
//! verdict, whatever the sizes are.

use pram::quantity::{Measure, Unit};
use pram::result::study::{FormulaStatus, Report};

use super::reports::{created, file, request, text};

/// Of the claims below in their order, which are true of passes + 1.
struct Worked {
    passes: &'static str,
    truth: [bool; 6],
}

const CLAIMS: &str = "
    tvrdnja T steps = O(1);
    tvrdnja T steps = O(log n);
    tvrdnja T steps = O(n);
    tvrdnja T steps = Omega(log n);
    tvrdnja T steps = Omega(n);
    tvrdnja T steps = Theta(1);
";
const CONSTANT: [bool; 6] = [true, true, true, false, false, true];
/// O(n), and again and again no more than a constant.
const UP_TO_N: [bool; 6] = [false, false, true, false, false, false];

const WORKED: [Worked; 10] = [
    Worked {
        passes: "ceil(log(n)/log(3))",
        truth: [false, true, true, true, false, false],
    },
    Worked {
        passes: "n*(n % 2) + 1",
        truth: UP_TO_N,
    },
    Worked {
        passes: "n*n/1000 + 50*n",
        truth: [false, false, false, true, true, false],
    },
    Worked {
        passes: "n*(n % 3) + 1",
        truth: UP_TO_N,
    },
    Worked {
        passes: "n - floor(sqrt(n))^2",
        truth: UP_TO_N,
    },
    Worked {
        passes: "floor(log(n + 1)) - floor(log(n))",
        truth: CONSTANT,
    },
    Worked {
        passes: "n % 7",
        truth: CONSTANT,
    },
    Worked {
        passes: "max(1, 64 - n)",
        truth: CONSTANT,
    },
    Worked {
        passes: "2^ceil(log(n)) - n",
        truth: UP_TO_N,
    },
    Worked {
        passes: "ceil(log(n)) - floor(log(n)) + 1",
        truth: CONSTANT,
    },
];

/// O(log n), and again and again no more than a constant.
const UP_TO_LOG: [bool; 6] = [false, true, true, false, false, false];
const LOGARITHMIC: [bool; 6] = [false, true, true, true, false, false];
const LINEAR: [bool; 6] = [false, false, true, true, true, false];

const HOSTILE: [Worked; 10] = [
    Worked {
        passes: "2*ceil(n/2) - n + floor(log(n)) + 1",
        truth: LOGARITHMIC,
    },
    // n where n mod 11 = 5.
    Worked {
        passes: "n*(1 - min(1, abs(n % 11 - 5))) + 1",
        truth: UP_TO_N,
    },
    // n where n = 2^k - 1, and where it is a square.
    Worked {
        passes: "n*(1 - min(1, abs(n + 1 - 2^floor(log(n + 1))))) + 1",
        truth: UP_TO_N,
    },
    Worked {
        passes: "n*(1 - min(1, n - floor(sqrt(n))^2)) + 1",
        truth: UP_TO_N,
    },
    Worked {
        passes: "n*(floor(log(n)) % 2) + 1",
        truth: UP_TO_N,
    },
    Worked {
        passes: "floor(log(n))*(n % 5) + 1",
        truth: UP_TO_LOG,
    },
    // Between n and 11n/6.
    Worked {
        passes: "n/6*5*min(1, n % 6) + n",
        truth: LINEAR,
    },
    // Between log n and 2·√n + log n.
    Worked {
        passes: "n - floor(sqrt(n))^2 + floor(log(n))",
        truth: [false, false, true, true, false, false],
    },
    Worked {
        passes: "min(n, 30) + n % 4",
        truth: CONSTANT,
    },
    Worked {
        passes: "n*(n % 2) + n*((n + 1) % 2)",
        truth: LINEAR,
    },
];

fn program(passes: &str) -> String {
    format!(
        "ulaz n = 16;
        {CLAIMS}
        algoritam prolazi(n)
            x = 0;
            za i = 1 do {passes}
                x = x + 1;
        kraj_algoritma"
    )
}

fn report_on(passes: &str, vary: &str, add_sizes: bool) -> Report {
    let mut asked = request(text(&program(passes)), &[vary]);
    asked.programs[0].entry = Some("prolazi".to_owned());
    asked.add_sizes = add_sizes;
    created(&asked).unwrap_or_else(|problems| panic!("{passes}: {}", problems[0].message))
}

fn holds(report: &Report) -> Vec<Option<bool>> {
    report
        .study
        .claims
        .iter()
        .map(|claim| claim.holds)
        .collect()
}

/// Sizes, and whether others are added.
type Sizes = (&'static str, bool);

#[test]
fn no_verdict_on_a_worked_case_is_false() {
    let sizes = [
        ("n=2^4..2^10", true),
        ("n=2^4..2^10", false),
        ("n=2^2..2^8", true),
        ("n=16..64", true),
        ("n=10..1000 step 90", true),
        ("n=16..640 step 16", false),
    ];
    no_verdict_is_false(&WORKED, &sizes);
}

#[test]
fn no_verdict_on_a_hostile_case_is_false() {
    let sizes = [
        ("n=2^0..2^8", true),
        ("n=16..64", true),
        ("n=10..1000 step 90", true),
    ];
    no_verdict_is_false(&HOSTILE, &sizes);
}

fn no_verdict_is_false(cases: &[Worked], sizes: &[Sizes]) {
    for Worked { passes, truth } in cases {
        for (vary, add_sizes) in sizes {
            let report = report_on(passes, vary, *add_sizes);
            for (claim, truth) in report.study.claims.iter().zip(truth) {
                let is_false = claim.holds.is_some_and(|holds| holds != *truth);
                assert!(!is_false, "{passes} on {vary}: {claim:#?}");
                if claim.holds.is_none() {
                    assert!(
                        claim.trend.is_some(),
                        "{passes} on {vary}: {}",
                        claim.evidence
                    );
                }
            }
        }
    }
}

#[test]
fn powers_of_two_alone_earn_no_class_where_other_sizes_were_not_tried() {
    let report = report_on("n*(n % 2) + 1", "n=2^4..2^10", false);
    let steps = report.study.formulas.get(Measure::T).get(Unit::Steps);
    // What is derived has another value at every odd size: n + 2.
    assert_eq!(
        (steps.status, steps.formula.as_deref()),
        (FormulaStatus::Derived, Some("n*(n mod 2) + 2"))
    );
    assert_eq!(
        (steps.theta.as_deref(), steps.upper.as_deref()),
        (None, Some("n"))
    );
    // T = n·(n mod 2) + 2 is derived, so that O(n) is known.
    assert_eq!(holds(&report), [None, None, Some(true), None, None, None]);
}

/// T(n) = T(n/2) + 2·n, as both halves are sorted side by side and one processor copies n elements
/// there and back: 4·n − 4 for powers of two. Other sizes have no formula.
#[test]
fn a_class_for_some_sizes_is_told_and_decides_nothing() {
    let report = created(&request(file("merge_sort_tasks"), &["n=2^2..2^6"])).expect("it runs");
    let claim = &report.study.claims[0];
    assert_eq!((claim.claim.as_str(), claim.holds), ("T = O(n)", None));
    let told = "derived: T = 4·n − 4 for every n = 2^k, k ≥ 0, which is Θ(n): it holds for these \
                sizes; for others: derived: T = 4*n - 4 for every n = 2^k, k ≥ 0";
    assert!(
        claim.evidence.to_string().starts_with(told),
        "{}",
        claim.evidence
    );
}

/// Of 2·n − 2 − log n elements that are added, n − 1 are added in the file that is included.
#[test]
fn included_files_that_work_are_kept() {
    let report = created(&request(file("inclusive_scan"), &["n=2^2..2^6"])).expect("it runs");
    let [included] = report.study.included.as_slice() else {
        panic!("{:?}", report.study.included);
    };
    assert!(included.name.ends_with("/reduction.pram"));
    let lines = report.study.anatomy.expect("it ran").lines;
    let there = lines.iter().filter(|line| line.file == included.name);
    let share: f64 = there.map(|line| line.share.work_share).sum();
    assert!((share - 63.0 / 120.0).abs() < 1e-9, "{share}");
}

#[test]
fn bounds_that_differ_are_two_classes() {
    // 2^⌈log n⌉ − n + 1 is 1 at powers of two, and n − 1 just above them.
    let report = report_on("2^ceil(log(n)) - n", "n=2^4..2^10", true);
    let steps = report.study.formulas.get(Measure::T).get(Unit::Steps);
    assert_eq!(steps.status, FormulaStatus::Derived);
    assert_eq!(
        (steps.theta.as_deref(), steps.upper.as_deref()),
        (None, Some("n"))
    );
    assert_eq!(steps.lower.as_deref(), Some("1"));
    assert_eq!(holds(&report), [None, None, Some(true), None, None, None]);
    // ⌈log n⌉ − ⌊log n⌋ + 2 is 2 or 3.
    let report = report_on("ceil(log(n)) - floor(log(n)) + 1", "n=2^4..2^10", true);
    let steps = report.study.formulas.get(Measure::T).get(Unit::Steps);
    assert_eq!(
        (steps.status, steps.theta.as_deref()),
        (FormulaStatus::Derived, Some("1"))
    );
    assert_eq!(holds(&report), CONSTANT.map(Some));
}

#[test]
fn a_formula_that_ends_is_one_for_these_sizes_only() {
    let report = report_on("max(1, 2000 - n)", "n=2^4..2^10", true);
    let steps = report.study.formulas.get(Measure::T).get(Unit::Steps);
    // 2001 - n gives every count and would turn negative; what is derived does not.
    assert_eq!(
        (steps.status, steps.theta.as_deref()),
        (FormulaStatus::Derived, Some("1"))
    );
    // What is derived goes on behind the end: max(1, 2000 - n) + 1, which is constant.
    assert_eq!(holds(&report), CONSTANT.map(Some));
}

#[test]
fn classes_of_what_is_never_positive_are_refused() {
    for formula in ["0", "-n", "-1", "2*n - 2*n", "0*n", "-log n"] {
        let claim = format!("ulaz n = 8; tvrdnja T = O({formula}); program x = n; kraj_programa");
        let problems = created(&request(text(&claim), &["n=8..16"])).expect_err("it is refused");
        assert!(
            problems[0].message.contains("never positive"),
            "{formula}: {problems:?}"
        );
    }
    for formula in ["1", "n", "n - 4", "n*log n - n", "2^n", "max(1, 64 - n)"] {
        let claim = format!("ulaz n = 8; tvrdnja T = O({formula}); program x = n; kraj_programa");
        let report = created(&request(text(&claim), &["n=8..16"]));
        assert!(report.is_ok(), "{formula}");
    }
}

/// Held-out sizes have every remainder modulo 2 … 12, and lie beside powers of two.
#[test]
fn held_out_sizes_meet_every_residue() {
    let report = report_on("n", "n=2^4..2^10", true);
    let added: Vec<i64> = report
        .study
        .series
        .iter()
        .filter(|row| row.held_out)
        .filter_map(|row| row.inputs["n"].scaled(0))
        .collect();
    for modulus in 2..=12 {
        for residue in 0..modulus {
            assert!(
                added.iter().any(|n| n % modulus == residue),
                "{residue} mod {modulus}: {added:?}"
            );
        }
    }
    for offset in [-1, 1] {
        assert!(
            added
                .iter()
                .any(|n| ((n + offset) as u64).is_power_of_two()),
            "{added:?}"
        );
    }
    assert!(
        report
            .study
            .notes
            .iter()
            .all(|note| !note.contains("remainders"))
    );
}

#[test]
fn remainders_that_were_not_met_are_named() {
    // Multiples of 8 only: their remainders modulo 3, 5, 7 and 11 are met.
    let only = "ulaz n = 16; tvrdnja T steps = O(n);
        algoritam prolazi(n) tvrdi(n % 8 == 0); x = 0; za i = 1 do n x = x + 1; kraj_algoritma";
    let report = created(&request(text(only), &["n=16..160 step 16"])).expect("it runs");
    let ran: Vec<i64> = report
        .study
        .series
        .iter()
        .filter_map(|row| row.inputs["n"].scaled(0))
        .collect();
    for modulus in [3, 5, 7, 11] {
        for residue in 0..modulus {
            assert!(
                ran.iter().any(|n| n % modulus == residue),
                "{residue} mod {modulus}: {ran:?}"
            );
        }
    }
    let report = report_on("n", "n=2^4..2^10", false);
    let note = report
        .study
        .notes
        .iter()
        .find(|note| note.contains("remainders"));
    assert!(
        note.is_some_and(|note| note.contains("modulo 2: 1")),
        "{note:?}"
    );
}

/// One round up to n = 32 and two beyond, on a machine whose trees have 32 children: that is
/// ⌈log n/log B⌉ on these sizes, and says no more than whether n > 32.
#[test]
fn a_term_of_two_values_earns_no_class() {
    let program = "stroj apram(d = 3, B = 32, p = 4);
        ulaz n = 64;
        tvrdnja T rounds = O(1);
        tvrdnja T rounds = Θ(log n);
        algoritam prolazi(n)
            globalno x = 0;
            k = 1;
            ako (n > 32) k = 2;
            ponovi k puta
                x = x + 1;
            kraj_ponovi
        kraj_algoritma";
    let report = created(&request(text(program), &["n=2^4..2^9"])).expect("it runs");
    let rounds = report.study.formulas.get(Measure::T).get(Unit::Rounds);
    assert_eq!(rounds.theta, None, "{rounds:?}");
    assert_eq!(holds(&report), [None; 2]);
}
