//! Random programs, each run by the machine and by the twin under a random model.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use indexmap::IndexMap;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::{Request, execute};
use pram::source::Sources;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::generator::{Generated, generate, generate_asynchronous};
use super::observed::{Ending, Observed};
use super::setting::{Setting, asynchronous_setting, synchronous_setting};
use crate::cases::{cases, number};
use crate::files::NoFiles;
use crate::reference::example::run_text;
use crate::reference::{Asynchronous, Datum, Order, Value};

pub fn twin(generated: &Generated, setting: &Setting) -> Observed {
    let array = |cells: Vec<Value>| Datum::Array {
        dimensions: vec![cells.len()],
        cells: cells.into_iter().map(Some).collect(),
    };
    let ints = |values: &[i64]| array(values.iter().map(|&each| Value::Int(each)).collect());
    let reals = array(
        generated
            .reals
            .iter()
            .map(|&each| Value::Real(each))
            .collect(),
    );
    let mut inputs: IndexMap<String, Datum> = [
        ("A", ints(&generated.ints[0])),
        ("B", ints(&generated.ints[1])),
        ("C", reals),
    ]
    .map(|(name, datum)| (name.to_owned(), datum))
    .into();
    if let Some(n) = generated.n {
        inputs.insert("n".to_owned(), Datum::Scalar(Some(Value::Int(n as i64))));
    }
    let outcome = run_text(&generated.text, &inputs, &setting.config());
    Observed::of_twin(&outcome, setting.asynchronous.is_some())
}

pub fn request(generated: &Generated, setting: &Setting) -> Request {
    let list = |values: Vec<String>| values.join(",");
    let ints = |values: &[i64]| list(values.iter().map(i64::to_string).collect());
    let reals = list(
        generated
            .reals
            .iter()
            .map(|each| format!("{each:?}"))
            .collect(),
    );
    let assignment = |name: &str, value: &str| Assignment {
        name: name.to_owned(),
        value: value.into(),
    };
    let inputs = [
        ("A", ints(&generated.ints[0])),
        ("B", ints(&generated.ints[1])),
        ("C", reals),
    ];
    // A case may have no inputs.
    let given = inputs.iter().filter(|(_, value)| !value.is_empty());
    let mut assignments: Vec<Assignment> =
        given.map(|(name, value)| assignment(name, value)).collect();
    assignments.extend(generated.n.map(|n| assignment("n", &n.to_string())));
    Request {
        name: "generated.pram".to_owned(),
        bytes: generated.text.clone().into_bytes(),
        entry: None,
        assignments,
        options: setting.options(),
    }
}

pub fn machine(generated: &Generated, setting: &Setting) -> Observed {
    let executed = execute(
        &request(generated, setting),
        &mut Sources::default(),
        &NoFiles,
        &AtomicBool::new(false),
    );
    Observed::of_machine(&executed.map(|executed| executed.run))
}

/// Runs both; says what differs.
pub fn agree(generated: &Generated, setting: &Setting) -> Result<(), String> {
    let twin_told = twin(generated, setting);
    let machine = machine(generated, setting)
        .comparable(setting)
        .naming_as_many_as(&twin_told);
    let other_order = setting.asynchronous.as_ref().and_then(|asynchronous| {
        // "A legal section gives the same result whatever the pace."
        let legal = twin_told.is_legal();
        (legal && asynchronous.order != Order::Lockstep).then(|| {
            let lockstep = Asynchronous {
                order: Order::Lockstep,
                ..asynchronous.clone()
            };
            let lockstep = Setting {
                asynchronous: Some(lockstep),
                ..setting.clone()
            };
            twin(generated, &lockstep).comparable(setting)
        })
    });
    let twin = twin_told.comparable(setting);
    if machine == twin && other_order.as_ref().is_none_or(|other| *other == twin) {
        return Ok(());
    }
    let Generated {
        text,
        n,
        ints: [a, b],
        reals: c,
    } = generated;
    Err(format!(
        "{setting:?}\n{}{}on n={n:?} A={a:?} B={b:?} C={c:?}\n{text}",
        differences("machine", &machine, "twin", &twin),
        other_order.map_or_else(String::new, |other| {
            differences("in lockstep", &other, "twin", &twin)
        }),
    ))
}

/// The lines in which two differ.
fn differences(left: &str, one: &Observed, right: &str, other: &Observed) -> String {
    if one.ending != other.ending || one.first_race != other.first_race {
        let ending =
            |observed: &Observed| format!("{:?} {:?}", observed.ending, observed.first_race);
        return format!("{left}: {}\n{right}: {}\n", ending(one), ending(other));
    }
    let (one, other) = (format!("{one:#?}"), format!("{other:#?}"));
    let only = |name: &str, mine: &str, theirs: &str| -> String {
        let theirs: Vec<&str> = theirs.lines().collect();
        let lines = mine.lines().filter(|line| !theirs.contains(line));
        let lines: Vec<String> = lines.map(|line| format!("{name}: {line}\n")).collect();
        lines.concat()
    };
    only(left, &one, &other) + &only(right, &other, &one)
}

/// What becomes of many random programs: a comparison of programs that all end at once, or never
/// meet, would tell nothing.
#[test]
fn random_asynchronous_programs_end_in_every_way() {
    let mut ways: BTreeMap<&str, usize> = BTreeMap::new();
    let mut runner = TestRunner::deterministic();
    let strategy = (
        proptest::collection::vec(any::<u16>(), 0..500),
        asynchronous_setting(),
    );
    for _ in 0..600 {
        let (choices, setting) = strategy
            .new_tree(&mut runner)
            .expect("there are values")
            .current();
        let observed = machine(&generate_asynchronous(&choices), &setting);
        let way = match observed.ending {
            Ending::Completed => "completed",
            Ending::Race(_) => "race",
            Ending::Violation { .. } => "violation",
            Ending::Fault { .. } => "fault",
            Ending::Unreached { .. } => "barrier never reached",
            Ending::Deadlock => "deadlock",
            Ending::Limit { .. } => "limit",
            Ending::Refused(_) => "refused",
        };
        *ways.entry(way).or_default() += 1;
    }
    for (way, least) in [
        ("completed", 100),
        ("race", 20),
        ("violation", 10),
        ("fault", 3),
        ("barrier never reached", 1),
    ] {
        assert!(
            ways.get(way).is_some_and(|count| *count >= least),
            "{ways:?}"
        );
    }
    assert_eq!(ways.get("refused"), None, "{ways:?}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases("PROPTEST_CASES", 300),
        max_shrink_iters: number("PROPTEST_MAX_SHRINK_ITERS").unwrap_or(2000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_machine_agrees_with_its_twin(
        choices in proptest::collection::vec(any::<u16>(), 0..400),
        setting in synchronous_setting(),
    ) {
        let generated = generate(&choices);
        agree(&generated, &setting).map_err(TestCaseError::fail)?;
    }
    #[test]
    fn the_machine_agrees_with_its_twin_on_asynchronous_programs(
        choices in proptest::collection::vec(any::<u16>(), 0..500),
        setting in asynchronous_setting(),
    ) {
        let generated = generate_asynchronous(&choices);
        agree(&generated, &setting).map_err(TestCaseError::fail)?;
    }
}
