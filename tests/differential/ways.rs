//! Results, counts and messages are the same for every number of threads, and whether accesses
//! that cannot meet are looked at or not.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use pram::machine::model::Model;
use pram::pipeline::inputs::Assignment;
use pram::pipeline::machine::MachineModel;
use pram::pipeline::{OnViolation, Options, Proofs, Request, Run, execute};
use pram::source::Sources;

use super::programs::programs;
use crate::files::Disk;

/// All that a run tells, but for how it was done.
fn told(path: &Path, assignments: &[(&str, &str)], options: Options) -> Option<String> {
    let bytes = std::fs::read(path).expect("the program can be read");
    told_of(&path.display().to_string(), bytes, assignments, options)
}

/// The same of a program that is at hand.
pub fn told_of(
    name: &str,
    bytes: Vec<u8>,
    assignments: &[(&str, &str)],
    options: Options,
) -> Option<String> {
    let assignments = assignments.iter().map(|(name, value)| Assignment {
        name: (*name).to_owned(),
        value: (*value).to_owned(),
    });
    let request = Request {
        name: name.to_owned(),
        bytes,
        entry: None,
        assignments: assignments.collect(),
        options,
    };
    let mut sources = Sources::default();
    let executed = execute(&request, &mut sources, &Disk, &AtomicBool::new(false));
    let Run {
        inputs,
        outputs,
        printed,
        cost,
        legal_on,
        breaks,
        violations,
        violation_count,
        race,
        error,
        ..
    } = executed.ok()?.run;
    Some(format!(
        "{inputs:?} {outputs:?} {printed:?} {cost:?} {legal_on:?} {breaks:?} {violations:?} \
         {violation_count} {race:?} {error:?}"
    ))
}

/// How a run can be done: with how many threads, and with or without proofs.
pub const WAYS: [(usize, Proofs); 6] = [
    (1, Proofs::On),
    (1, Proofs::Off),
    (2, Proofs::On),
    (3, Proofs::Off),
    (4, Proofs::On),
    (7, Proofs::On),
];

/// A program tells the same in all ways; what it tells.
pub fn told_alike(source: &str, options: &Options) -> String {
    let run = |(threads, proofs): (usize, Proofs)| {
        let options = Options {
            threads: Some(threads),
            proofs,
            ..options.clone()
        };
        told_of("program.pram", source.as_bytes().to_vec(), &[], options).expect("it can be run")
    };
    let expected = run((1, Proofs::Off));
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
fn threads_and_proofs_change_nothing() {
    let mut compared = 0;
    let exclusive = MachineModel::Synchronous(Model::EREW);
    for path in programs() {
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
        for n in sizes {
            for (model, on_violation) in [
                (None, OnViolation::Stop),
                (Some(exclusive), OnViolation::Stop),
                (Some(exclusive), OnViolation::Continue),
            ] {
                if is_asynchronous && model.is_some() {
                    continue;
                }
                let run = |(threads, proofs): (usize, Proofs)| {
                    let options = Options {
                        threads: Some(threads),
                        proofs,
                        model,
                        on_violation,
                        ..Options::default()
                    };
                    told(&path, &[("n", n)], options)
                };
                let expected = run(WAYS[0]);
                for way in &WAYS[1..] {
                    assert_eq!(run(*way), expected, "{name} n={n} {model:?} {way:?}");
                    compared += usize::from(expected.is_some());
                }
            }
        }
    }
    assert!(compared > 500, "only {compared} runs were compared");
}
