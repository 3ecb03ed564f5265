//! Nothing is proved that a run refutes: of the machine access by access, and of the slow twin by
//! what it says of the whole run.

use std::cell::Cell;

use indexmap::IndexMap;
use pram::machine::configuration::Limits;
use pram::machine::rules::model::Simultaneity;
use pram::pipeline::machine::MachineModel;
use pram::pipeline::{Options, Tuning};
use pram::program::accesses::{Access, AccessKind, accesses};
use pram::proof::{Exclusivity, Findings};
use pram::result::check::Meeting;
use proptest::prelude::*;

use super::generator::{CELLS, generate};
use super::{Tried, try_out};
use crate::cases::cases;
use crate::reference::example::{ints, run_text};
use crate::reference::{Config, Datum, Value};

/// More steps than most of these programs take.
const MAX_STEPS: u64 = 5_000;

/// n, m and k.
const SIZES: [[i64; 3]; 7] = [
    [1, 1, 1],
    [2, 3, 0],
    [3, 2, 1],
    [4, 3, 2],
    [6, 4, 2],
    [5, 1, 3],
    [8, 2, 1],
];

fn cells(seed: u64) -> Vec<i64> {
    // Small numbers, many of them equal.
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    (0..CELLS)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695);
            (state >> 60) as i64 % 6
        })
        .collect()
}

fn run_one(text: &str, sizes: [i64; 3], model: &str, how: Simultaneity) -> Result<Tried, String> {
    let list = |seed: u64| {
        let cells: Vec<String> = cells(seed).iter().map(i64::to_string).collect();
        cells.join(",")
    };
    let inputs = [
        ("n", sizes[0].to_string()),
        ("m", sizes[1].to_string()),
        ("k", sizes[2].to_string()),
        ("A", list(sizes[0] as u64)),
        ("B", list(17)),
    ];
    let options = Options {
        model: MachineModel::parse(model),
        simultaneity: how,
        limits: Limits {
            steps: MAX_STEPS,
            ..Limits::default()
        },
        tuning: Tuning::TINY,
        ..Options::default()
    };
    try_out(text, &inputs, options)
}

/// That none of these accesses was proved not to meet anything.
fn contradicted(
    tried: &Tried,
    findings: &Findings,
    meetings: &[Meeting],
    claims: impl Fn(Exclusivity) -> bool,
) -> Result<(), String> {
    for meeting in meetings {
        for access in &meeting.accesses {
            if claims(findings.of(*access)) {
                let position = tried.sources.position(access.span);
                return Err(format!(
                    "proved, but {} is met in: {:?} of `{}` in line {}, {:?}, inputs {:?}",
                    meeting.cell,
                    access.kind,
                    tried.sources.text(access.span),
                    position.line,
                    meeting.processors,
                    tried.run.inputs
                ));
            }
        }
    }
    Ok(())
}

fn meetings(tried: &Tried) -> Vec<Meeting> {
    let nothing = IndexMap::new();
    (tried.run.violations.iter())
        .map(|violation| Meeting::of_violation(violation, &nothing))
        .collect()
}

/// What the proofs say of a whole program: reads exclusive, writes exclusive, writes common.
fn guaranteed(tried: &Tried, findings: &Findings, per_access: bool) -> [bool; 3] {
    let all = accesses(&tried.program);
    let of = |kind: AccessKind, holds: &dyn Fn(Exclusivity) -> bool| {
        (all.iter().filter(|access| access.kind == kind))
            .all(|access: &Access| holds(findings.of(*access)))
    };
    let exclusive = |one: Exclusivity| {
        if per_access {
            one.per_access
        } else {
            one.per_step
        }
    };
    [
        of(AccessKind::Read, &exclusive),
        of(AccessKind::Write, &exclusive),
        of(AccessKind::Write, &|one| one.common || exclusive(one)),
    ]
}

/// Every proof of a synchronous program, against runs of several sizes. Gives whether it was
/// proved EREW, proved CREW, and seen to break EREW.
pub fn synchronous(text: &str, with_twin: bool) -> Result<[bool; 3], String> {
    let mut account = [false; 3];
    // The types do not depend on the sizes, so neither does the proof.
    let findings = &run_one(text, SIZES[0], "erew", Simultaneity::Step)?.findings();
    for (round, sizes) in SIZES.into_iter().enumerate() {
        for how in [Simultaneity::Step, Simultaneity::Access] {
            let tried = run_one(text, sizes, "erew", how)?;
            let claims = |one: Exclusivity| match how {
                Simultaneity::Step => one.per_step,
                Simultaneity::Access => one.per_access,
            };
            let met = meetings(&tried);
            contradicted(&tried, findings, &met, claims)?;
            let [reads, writes, _] = guaranteed(&tried, findings, how == Simultaneity::Access);
            if how == Simultaneity::Step {
                account[0] |= reads && writes;
                account[1] |= writes;
                account[2] |= !met.is_empty();
                let common = run_one(text, sizes, "crcw-common", how)?;
                let met = meetings(&common);
                contradicted(&common, findings, &met, |one| one.common)?;
            }
        }
        if with_twin && round % 2 == 1 {
            agrees_with_the_twin(text, findings, sizes)?;
        }
    }
    Ok(account)
}

/// What is guaranteed, against what the slow twin sees.
fn agrees_with_the_twin(text: &str, findings: &Findings, sizes: [i64; 3]) -> Result<(), String> {
    let tried = run_one(text, sizes, "crcw", Simultaneity::Step)?;
    let mut inputs: IndexMap<String, Datum> = ["n", "m", "k"]
        .into_iter()
        .zip(sizes)
        .map(|(name, size)| (name.to_owned(), Datum::Scalar(Some(Value::Int(size)))))
        .collect();
    inputs.insert("A".to_owned(), ints(cells(sizes[0] as u64)));
    inputs.insert("B".to_owned(), ints(cells(17)));
    let config = Config {
        max_steps: MAX_STEPS,
        ..Config::default()
    };
    let seen = run_text(text, &inputs, &config).legal_on;
    for (model, per_access) in [(seen.0, false), (seen.1, true)] {
        let [reads, writes, common] = guaranteed(&tried, findings, per_access);
        let wrong = reads && model.starts_with("cr")
            || writes && model[2..] != *"ew"
            || common && model.ends_with("arbitrary");
        if wrong {
            return Err(format!(
                "the twin needs {model} (per access: {per_access}) with {sizes:?}, and proved are \
                 reads {reads}, writes {writes}, common {common}"
            ));
        }
    }
    Ok(())
}

/// Every proof of a program of asynchronous blocks, against its races. Gives whether it was proved
/// for apram, for apram-cr, and seen to race.
pub fn asynchronous(text: &str) -> Result<[bool; 3], String> {
    let mut account = [false; 3];
    let nothing = IndexMap::new();
    let findings = &run_one(text, SIZES[0], "apram", Simultaneity::Step)?.findings();
    for sizes in SIZES {
        for (model, at) in [("apram", 0), ("apram-cr", 1)] {
            let tried = run_one(text, sizes, model, Simultaneity::Step)?;
            let claims = |one: Exclusivity| match at {
                0 => one.per_section,
                _ => one.per_section_of_writes,
            };
            let race: Vec<Meeting> = (tried.run.race.iter())
                .map(|race| Meeting::of_race(race, &nothing))
                .collect();
            contradicted(&tried, findings, &race, claims)?;
            contradicted(&tried, findings, &meetings(&tried), |one| one.per_step)?;
            let proved =
                (accesses(&tried.program).iter()).all(|access| claims(findings.of(*access)));
            account[at] |= proved;
            account[2] |= tried.run.illegal_count() > 0;
            if proved && tried.run.race.is_some() {
                return Err(format!("a race in a proved program: {:?}", tried.run.race));
            }
        }
    }
    Ok(account)
}

thread_local! {
    /// Programs, and what was said of them: for `a_proof_is_never_refuted_*`, with
    /// `--nocapture`.
    static ACCOUNT: Cell<[u32; 4]> = const { Cell::new([0; 4]) };
}

fn count(account: [bool; 3], of: &str) {
    let mut counts = ACCOUNT.get();
    counts[0] += 1;
    for (count, holds) in counts[1..].iter_mut().zip(account) {
        *count += u32::from(holds);
    }
    ACCOUNT.set(counts);
    if counts[0].is_multiple_of(500) {
        let [all, first, second, broken] = counts;
        println!("{of}: of {all} programs {first} proved, {second} with readers, {broken} broken");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases("PROPTEST_CASES", 150),
        max_shrink_iters: 3000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_proof_is_never_refuted_by_a_synchronous_run(
        choices in proptest::collection::vec(any::<u16>(), 0..160),
    ) {
        let text = generate(&choices, false);
        match synchronous(&text, true) {
            Ok(account) => count(account, "synchronous"),
            Err(problem) => return Err(TestCaseError::fail(format!("{problem}\n{text}"))),
        }
    }

    #[test]
    fn a_proof_is_never_refuted_by_an_asynchronous_run(
        choices in proptest::collection::vec(any::<u16>(), 0..160),
    ) {
        let text = generate(&choices, true);
        match asynchronous(&text) {
            Ok(account) => count(account, "asynchronous"),
            Err(problem) => return Err(TestCaseError::fail(format!("{problem}\n{text}"))),
        }
    }
}

/// What the tests above would say of a proof that is none.
#[test]
fn a_wrong_proof_would_be_noticed() {
    let text = format!(
        "ulaz n = 4, m = 3, k = 2;
ulaz A[{CELLS}], B[{CELLS}];
program
    paralelno (za svaki i od 0 do n-1)
        A[i / 2] = B[0];
    kraj_paralelno
kraj_programa"
    );
    let tried = run_one(&text, SIZES[3], "erew", Simultaneity::Step).expect("it runs");
    let findings = tried.findings();
    let met = meetings(&tried);
    let wrong = contradicted(&tried, &findings, &met, |_| true);
    assert!(wrong.is_err_and(|problem| problem.contains("proved, but")));
    assert_eq!(
        contradicted(&tried, &findings, &met, |one| one.per_step),
        Ok(())
    );
}
