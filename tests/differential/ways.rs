//! Results, counts and messages are the same for every number of threads, whether accesses that
//! cannot meet are looked at or not, and from whatever size on which fast path is taken.

use pram::machine::rules::model::Model;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::machine::MachineModel;
use pram::pipeline::{OnViolation, Options, Request, Run, SubscriptTests, Tuning};
use proptest::prelude::*;

use super::read::Read;
use crate::collection;

/// All that a run tells, but for how it was done.
fn told(program: &Read, assignments: &[(&str, &str)], options: Options) -> Option<String> {
    let assignments = assignments.iter().map(|(name, value)| Assignment {
        name: (*name).to_owned(),
        value: (*value).into(),
    });
    let run = program.run(&Request {
        assignments: assignments.collect(),
        options,
        ..program.request.clone()
    });
    let Run {
        inputs,
        outputs,
        printed,
        cost,
        legal_on,
        breaks,
        decided,
        violations,
        violation_count,
        race,
        error,
        ..
    } = run?;
    Some(format!(
        "{inputs:?} {outputs:?} {printed:?} {cost:?} {legal_on:?} {breaks:?} {decided:?} {violations:?} \
         {violation_count} {race:?} {error:?}"
    ))
}

/// How a run can be done: what changes nothing but the time.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    threads: usize,
    subscript_tests: SubscriptTests,
    tuning: Tuning,
}

impl Way {
    const fn new(threads: usize, subscript_tests: SubscriptTests, tuning: Tuning) -> Self {
        Self {
            threads,
            subscript_tests,
            tuning,
        }
    }

    /// These options, gone about in this way.
    pub fn of(self, options: &Options) -> Options {
        Options {
            threads: Some(self.threads),
            subscript_tests: self.subscript_tests,
            tuning: self.tuning,
            ..options.clone()
        }
    }
}

/// The way with the fewest short cuts: every access is looked at, one statement at a time.
pub const PLAIN: Way = Way::new(1, SubscriptTests::Off, Tuning::PLAIN);

/// Every value of each property, and those together that have to do with each other.
pub const WAYS: [Way; 9] = [
    Way::new(1, SubscriptTests::On, Tuning::TINY),
    Way::new(1, SubscriptTests::On, Tuning::SHIPPED),
    Way::new(1, SubscriptTests::On, Tuning::PLAIN),
    Way::new(3, SubscriptTests::Off, Tuning::TINY),
    Way::new(4, SubscriptTests::On, Tuning::TINY),
    Way::new(1, SubscriptTests::Off, Tuning::SHIPPED),
    Way::new(2, SubscriptTests::On, Tuning::TINY),
    Way::new(2, SubscriptTests::On, Tuning::SHIPPED),
    Way::new(7, SubscriptTests::On, Tuning::TINY),
];

/// Any way; oftenest one that is full of short cuts.
pub fn ways() -> impl Strategy<Value = Way> {
    let subscript_tests =
        prop_oneof![2 => Just(SubscriptTests::On), 1 => Just(SubscriptTests::Off)];
    let tuning = prop_oneof![
        4 => Just(Tuning::TINY),
        2 => Just(Tuning::SHIPPED),
        1 => Just(Tuning::PLAIN),
    ];
    let ways = (1..5usize, subscript_tests, tuning);
    ways.prop_map(|(threads, subscript_tests, tuning)| Way::new(threads, subscript_tests, tuning))
}

/// A program tells the same in all ways; what it tells.
pub fn told_alike(source: &str, options: &Options) -> String {
    let program = Read::new(Request {
        name: "program.pram".to_owned(),
        bytes: source.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: Options::default(),
    });
    let program = program.expect("it is a program");
    let run = |way: Way| told(&program, &[], way.of(options)).expect("it can be run");
    let expected = run(PLAIN);
    for way in WAYS {
        assert_eq!(run(way), expected, "{way:?}\n{source}");
    }
    expected
}

/// The same, and these fragments are in it.
pub fn check(source: &str, options: &Options, fragments: &[&str]) {
    let told = told_alike(source, options);
    for fragment in fragments {
        assert!(told.contains(fragment), "{fragment} in {told}\n{source}");
    }
}

#[test]
fn threads_subscript_tests_and_tuning_change_nothing() {
    let mut compared = 0;
    let exclusive = MachineModel::Synchronous(Model::EREW);
    for path in collection::lectures() {
        let name = path
            .file_stem()
            .map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let is_asynchronous = name.starts_with("apram");
        let large = [
            "prescan",
            "list_ranking",
            "one_sweep_scan",
            "split",
            "collatz",
        ];
        let sizes: &[&str] = if large.contains(&name.as_str()) {
            &["1", "5", "16", "33", "1024"]
        } else {
            &["1", "5", "16", "33"]
        };
        let program = Read::file(&path);
        for n in sizes {
            for (model, on_violation) in [
                (None, OnViolation::Stop),
                (Some(exclusive), OnViolation::Stop),
                (Some(exclusive), OnViolation::Continue),
            ] {
                if is_asynchronous && model.is_some() {
                    continue;
                }
                let options = Options {
                    model,
                    on_violation,
                    ..Options::default()
                };
                let run = |way: Way| told(&program, &[("n", n)], way.of(&options));
                let expected = run(PLAIN);
                for way in WAYS {
                    assert_eq!(run(way), expected, "{name} n={n} {model:?} {way:?}");
                    compared += usize::from(expected.is_some());
                }
            }
        }
    }
    assert!(compared > 500, "only {compared} runs were compared");
}
