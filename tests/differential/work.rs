//! `--max-work` cuts exactly: what does the work W passes with the limit W, and not with one less.

use std::collections::BTreeSet;

use pram::diagnostic::Code;
use pram::pipeline::Run;
use pram::pipeline::inputs::Assignment;
use proptest::prelude::*;

use super::generated::request;
use super::generator::{generate, generate_asynchronous};
use super::read::Read;
use super::setting::{asynchronous_setting, synchronous_setting};
use super::ways::{PLAIN, WAYS, Way};
use crate::collection;

/// The run of a program with a limit on its work.
fn run(program: &Read, work: u64, way: Way) -> Option<Run> {
    let mut request = program.request.clone();
    request.options.limits.work = work;
    request.options = way.of(&request.options);
    program.run(&request)
}

fn code(run: &Run) -> Option<Code> {
    run.error.as_ref().map(|error| error.code)
}

/// What the limit must do to a run that came to its end without one; whether there is such a run.
fn cuts_exactly(program: &Read, way: Way) -> Result<bool, String> {
    let Some(free) = run(program, u64::MAX, way).filter(Run::finished) else {
        return Ok(false);
    };
    let work = free.cost.steps.work;
    let same = run(program, work, way).ok_or("refused with a limit")?;
    if (code(&same), &same.cost, &same.outputs) != (None, &free.cost, &free.outputs) {
        return Err(format!("{way:?}: with W = {work}: {:?}", same.error));
    }
    let Some(less) = work.checked_sub(1) else {
        return Ok(false);
    };
    let cut = run(program, less, way).ok_or("refused with a limit")?;
    if code(&cut) != Some(Code::TooMuchWork) || cut.cost.steps.work > less {
        return Err(format!(
            "{way:?}: with {less} of {work}: {:?} after {}",
            cut.error, cut.cost.steps.work
        ));
    }
    Ok(true)
}

fn shipped(path: &std::path::Path, n: &str) -> Read {
    let mut program = Read::file(path);
    program.request.assignments = vec![Assignment {
        name: "n".to_owned(),
        value: n.into(),
    }];
    program
}

#[test]
fn shipped_programs_are_cut_exactly() {
    let mut cut = 0;
    for path in collection::lectures() {
        for n in ["5", "64"] {
            for way in [PLAIN, WAYS[0], WAYS[1], WAYS[4]] {
                let is_cut = cuts_exactly(&shipped(&path, n), way);
                cut += usize::from(is_cut.unwrap_or_else(|why| panic!("{path:?} n={n} {why}")));
            }
        }
    }
    assert!(cut > 60, "only {cut} runs were cut");
}

/// Wherever the cut lies, in turns of a loop, among steps that were put off, or between them, it is
/// the one of the plain machine: behind the last step that fits.
#[test]
fn every_cut_is_that_of_the_plain_machine() {
    let mut path = collection::lectures();
    path.retain(|path| path.ends_with("prescan.pram"));
    let program = shipped(&path[0], "64");
    let whole = run(&program, u64::MAX, PLAIN).unwrap().cost.steps.work;
    // By the table of docs/machines.md for n a power of two: W = 4n - 3 steps.
    assert_eq!(whole, 4 * 64 - 3);
    let mut reached = BTreeSet::new();
    for work in 0..=whole {
        let expected = run(&program, work, PLAIN).unwrap();
        reached.insert(expected.cost.steps.work);
        // The work of the steps before the cut: the largest sum of steps that is no larger.
        assert_eq!(Some(&expected.cost.steps.work), reached.last());
        for way in [WAYS[0], WAYS[1], WAYS[4]] {
            let fast = run(&program, work, way).unwrap();
            let told = |run: &Run| (run.cost.clone(), run.error.clone());
            assert_eq!(told(&fast), told(&expected), "{way:?} with {work}");
        }
    }
    // Six levels up with 32, 16, … 1 processors, one assignment, six levels down of three
    // statements each: 25 steps, and the start.
    assert_eq!(reached.len(), 26);
    assert!(reached.is_superset(&[0, 32, 48, 56, 60, 62, 63, 64, 65, 66, 67, 69].into()));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_programs_are_cut_exactly(
        choices in proptest::collection::vec(any::<u16>(), 0..400),
        setting in synchronous_setting(),
    ) {
        // One that is refused has no work.
        if let Ok(program) = Read::new(request(&generate(&choices), &setting)) {
            cuts_exactly(&program, setting.way).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn random_asynchronous_programs_are_cut_exactly(
        choices in proptest::collection::vec(any::<u16>(), 0..500),
        setting in asynchronous_setting(),
    ) {
        // One that is refused has no work.
        if let Ok(program) = Read::new(request(&generate_asynchronous(&choices), &setting)) {
            cuts_exactly(&program, setting.way).map_err(TestCaseError::fail)?;
        }
    }
}
