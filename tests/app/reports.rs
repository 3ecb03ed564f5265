//! Runs, violations and checks as text and as JSON.

use indexmap::IndexMap;
use pram::SubscriptTests;
use pram::cost::{Cost, Profile};
use pram::diagnostic::Code;
use pram::diagnostic::render::render_all;
use pram::machine::configuration::{
    Branches, Configuration, ConfiguredMachine, Limits, OnViolation,
};
use pram::machine::rules::merged::Merged;
use pram::machine::rules::model::{Legality, Model, Simultaneity, WriteRule};
use pram::machine::rules::violation::{ViolatingAccess, Violation};
use pram::machine::trace::CallTrace;
use pram::machine::value::{ArrayValue, Value};
use pram::pipeline::Tuning;
use pram::present::json::run::RunJson;
use pram::present::messages::violation;
use pram::present::text;
use pram::present::text::shown::Shown;
use pram::present::text::sparkline::sparkline;
use pram::present::text::value::lines;
use pram::program::{Constant, Outside, Owner, Type, WhyShared};
use pram::result::advice::{Advice, RunCommand, Trial, TrialEnding};
use pram::result::claim::{ClaimOutcome, Evidence, Measured};
use pram::result::run::{RaceCounts, Run};
use pram::source::{FileId, Sources, Span};
use pram::syntax::ast::Relation;
use pram::syntax::vocabulary::Vocabularies;

use super::plain;

fn ints(words: Vec<i64>) -> Value {
    Value::Array(ArrayValue {
        element: Type::Int,
        dimensions: vec![words.len()],
        words,
        written: Vec::new(),
    })
}

fn legality(step: Model, access: Model) -> Legality {
    Legality { step, access }
}

fn profile(entries: &[(u64, u64)]) -> Profile {
    Profile {
        time_by_active: entries.iter().copied().collect(),
        work: entries.iter().map(|(active, time)| active * time).sum(),
    }
}

/// A prescan of eight elements, as the contract counts it.
fn prescan() -> Run {
    Run {
        entry: "+_prescan".to_owned(),
        configuration: Configuration {
            model: Model::EREW,
            simultaneity: Simultaneity::Step,
            branches: Branches::Mimd,
            processors: None,
            seed: 0,
            on_violation: OnViolation::Stop,
            threads: 1,
            subscript_tests: SubscriptTests::On,
            tuning: Tuning::SHIPPED,
            limits: Limits::default(),
            kind: ConfiguredMachine::Synchronous,
        },
        inputs: IndexMap::from([
            ("n".to_owned(), Value::Scalar(Constant::Int(8))),
            ("A".to_owned(), ints(vec![3, 1, 7, 0, 4, 1, 6, 3])),
        ]),
        outputs: IndexMap::from([("A".to_owned(), ints(vec![0, 3, 4, 11, 11, 15, 16, 22]))]),
        printed: vec!["level 0".to_owned()],
        cost: Cost {
            rounds: profile(&[(1, 2), (2, 2), (4, 2)]),
            steps: profile(&[(1, 5), (2, 4), (4, 4)]),
            instructions: profile(&[(1, 11), (2, 10), (4, 10)]),
            reads: 35,
            writes: 22,
            asked: 4,
            asynchronous: None,
            gpu: None,
            network: None,
            parallelism: vec![
                4.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 4.0, 4.0, 4.0,
            ],
        },
        legal_on: legality(Model::EREW, Model::EREW),
        breaks: Vec::new(),
        decided: None,
        violations: Vec::new(),
        violation_count: 0,
        merged: Merged::new(),
        warnings: Vec::new(),
        race: None,
        deadlock: None,
        kernel_races: pram::machine::simt::fault::KernelRaces::default(),
        kernel_history: None,
        network: None,
        record: None,
        wraparound: None,
        network_fault: None,
        exploration: None,
        messages: None,
        race_counts: RaceCounts::default(),
        claims: vec![
            claim("T rounds = 2*log n", Some(true), measured("2*log n", 6, 6)),
            claim("W steps = n", Some(false), measured("n", 8, 29)),
            claim("T = O(log n)", None, Evidence::Growth),
        ],
        error: None,
    }
}

fn measured(formula: &str, claimed: u64, measured: u64) -> Evidence {
    Evidence::Measured(Box::new(Measured {
        formula: Some(formula.to_owned()),
        claimed: claimed.to_string(),
        measured: measured.to_string(),
        relation: Relation::Equal,
        holds: Some(claimed == measured),
        unit: None,
        asked: None,
        not_whole: None,
    }))
}

fn claim(text: &str, holds: Option<bool>, evidence: Evidence) -> ClaimOutcome {
    ClaimOutcome {
        claim: text.to_owned(),
        span: Span::default(),
        holds,
        evidence,
    }
}

#[test]
fn a_run_as_text() {
    insta::assert_snapshot!(plain(&text::run::render(
        &prescan(),
        "prescan.pram",
        Shown::at_width(80)
    )));
}

#[test]
fn a_run_on_fewer_processors_as_text() {
    let mut run = prescan();
    run.configuration.processors = Some(2);
    run.configuration.model = Model::UNRESTRICTED;
    run.configuration.simultaneity = Simultaneity::Access;
    run.configuration.seed = 7;
    run.legal_on = legality(Model::CREW, Model::EREW);
    run.claims.clear();
    run.violation_count = 3;
    run.configuration.on_violation = OnViolation::Continue;
    run.cost.parallelism.clear();
    insta::assert_snapshot!(plain(&text::run::render(
        &run,
        "prescan.pram",
        Shown::at_width(80)
    )));
}

#[test]
fn a_run_as_json() {
    let json = RunJson::new(&prescan(), "prescan.pram", &Sources::default());
    insta::assert_json_snapshot!(json);
}

#[test]
fn values_as_text() {
    let grid = ints((0..100).map(|at| at * at).collect());
    let long = ints((0..5000).collect());
    let unwritten = Value::Array(ArrayValue {
        element: Type::Real,
        dimensions: vec![3],
        words: vec![
            Constant::Real(1.0).word(),
            0,
            Constant::Real(-2.5e300).word(),
        ],
        written: vec![true, false, true],
    });
    let matrix = Value::Array(ArrayValue {
        element: Type::Int,
        dimensions: vec![2, 3],
        words: vec![1, 2, 3, -40, 5, 6],
        written: Vec::new(),
    });
    let tall = Value::Array(ArrayValue {
        element: Type::Bool,
        dimensions: vec![1000, 2],
        words: (0..2000).map(|at| at % 2).collect(),
        written: Vec::new(),
    });
    let empty = ints(Vec::new());
    let texts = [&grid, &long, &unwritten, &matrix, &tall, &empty]
        .map(|value| lines("A", value, Shown::at_width(72)).join("\n"));
    insta::assert_snapshot!(texts.join("\n\n"));
}

#[test]
fn a_sparkline_shows_means_from_low_to_high() {
    assert_eq!(sparkline(&[8.0, 4.0, 2.0, 1.0], 10), "█▄▂▁");
    assert_eq!(sparkline(&[1.0, 3.0, 8.0, 8.0], 2), "▂█");
    assert_eq!(sparkline(&[0.0, 0.0], 10), "▁▁");
    assert_eq!(sparkline(&[], 10), "");
}

const RACE: &str = "\
ulaz A[n];
program
    s = 0;
    paralelno (za svaki i od 0 do n-1)
        s += A[i];
        A[i] = A[i/2] + A[(i+1)/2];
    kraj_paralelno
    izlaz s;
kraj_programa
";

fn race() -> (Sources, FileId) {
    let mut sources = Sources::default();
    let file = sources.add("utrka.pram", RACE);
    (sources, file)
}

fn at(file: FileId, words: &str) -> Span {
    let start = RACE.find(words).expect("the words occur") as u32;
    Span {
        file,
        start,
        end: start + words.len() as u32,
    }
}

fn access(span: Span, processor: &str, value: Option<i64>) -> ViolatingAccess {
    ViolatingAccess {
        span,
        processor: processor.to_owned(),
        value: value.map(Constant::Int),
    }
}

fn shared_scalar(file: FileId) -> Violation {
    Violation {
        code: Code::ConcurrentRead,
        model: Model::EREW,
        simultaneity: Simultaneity::Step,
        step: 2,
        cell: "s".to_owned(),
        accesses: vec![access(at(file, "s +="), "i = 0", None)],
        processors: ["i = 0", "i = 1", "i = 2", "i = 3"]
            .map(String::from)
            .to_vec(),
        indices: vec![vec![0], vec![1], vec![2], vec![3]],
        processor_count: 1024,
        cells_in_step: 1,
        processors_in_step: 1024,
        allowed_by: legality(Model::UNRESTRICTED, Model::UNRESTRICTED),
        why_shared: Some(WhyShared::Assigned {
            outside: at(file, "s = 0"),
            by: Outside::Assignment,
            inside: at(file, "s +="),
            owner: Owner::Program,
        }),
        trace: CallTrace::default(),
    }
}

fn two_sites(file: FileId) -> Violation {
    Violation {
        code: Code::ConcurrentRead,
        cell: "A[1]".to_owned(),
        step: 3,
        accesses: vec![
            access(at(file, "A[(i+1)/2]"), "i = 1", None),
            access(at(file, "A[i/2]"), "i = 2", None),
        ],
        processors: ["i = 1", "i = 2", "i = 3"].map(String::from).to_vec(),
        indices: vec![vec![1], vec![2], vec![3]],
        processor_count: 3,
        cells_in_step: 4,
        processors_in_step: 8,
        allowed_by: legality(Model::CREW, Model::EREW),
        why_shared: None,
        ..shared_scalar(file)
    }
}

fn writes(file: FileId) -> Violation {
    Violation {
        code: Code::UncommonWrite,
        model: Model {
            concurrent_read: true,
            write: WriteRule::Common,
        },
        cell: "M[0,2]".to_owned(),
        accesses: vec![
            access(at(file, "s +="), "i = 0, j = 1", Some(3)),
            access(at(file, "s +="), "i = 1, j = 1", Some(4)),
        ],
        processors: ["i = 0, j = 1", "i = 1, j = 1"].map(String::from).to_vec(),
        indices: vec![vec![0, 1], vec![1, 1]],
        processor_count: 2,
        why_shared: None,
        ..shared_scalar(file)
    }
}

fn advice(model: Model, by_access: bool) -> Advice {
    let words = [
        "run",
        "utrka.pram",
        "n=1024",
        "A=random(0,99)",
        "--model",
        "erew",
    ]
    .map(String::from)
    .to_vec();
    Advice {
        command: RunCommand { words },
        asynchronous: false,
        model: Some(Trial {
            options: vec![("--model", model.to_string())],
            model: Some(model),
            ending: TrialEnding::Legal,
        }),
        lost: None,
        by_access,
        wider_race: None,
    }
}

#[test]
fn violations_name_both_parties_the_rule_and_a_way_out() {
    let (sources, file) = race();
    let diagnostics = [shared_scalar(file), two_sites(file), writes(file)].map(|violation| {
        let by_access = violation.allowed_by.access == Model::EREW;
        let advice = advice(violation.allowed_by.step, by_access);
        violation::diagnostic(&violation, Some(&advice), &Vocabularies::of(&sources))
    });
    insta::assert_snapshot!(plain(&render_all(&diagnostics, &sources)));
}

#[test]
fn violations_at_the_same_places_are_folded() {
    let (sources, file) = race();
    let mut many: Vec<Violation> = (2..40)
        .map(|step| Violation {
            step,
            ..two_sites(file)
        })
        .collect();
    many.insert(1, shared_scalar(file));
    let diagnostics = violation::folded(&many, None, &Vocabularies::of(&sources));
    insta::assert_snapshot!(plain(&render_all(&diagnostics, &sources)));
}
