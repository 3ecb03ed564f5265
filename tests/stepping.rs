//! Runs taken step by step, back to snapshots and forward again, against runs from the start.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use pram::cost::Ledger;
use pram::machine::run::{Run, Snapshot};
use pram::machine::view::View;
use pram::pipeline::{Loaded, load};
use pram::source::Sources;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::differential::generated::{given, request};
use crate::differential::generator::{Generated, generate, generate_asynchronous};
use crate::differential::setting::{Setting, asynchronous_setting, synchronous_setting};
use crate::files::NoFiles;

/// So many steps of a program are looked at.
const STEPS: u64 = 40;
/// So many processors of a team are looked at.
const LANES: u32 = 9;

/// Everything that a view tells, and what was counted.
fn picture(view: View<'_>, ledger: &Ledger) -> String {
    let mut picture = format!("{} steps\n", view.steps());
    for team in view.teams() {
        let _ = writeln!(picture, "{} by {}", team.algorithm(), team.processors());
        for lane in 0..team.processors().min(LANES) {
            let _ = writeln!(picture, "  {}", team.name(lane));
            for (name, value) in team.scalars(lane).filter(|(name, _)| !name.is_empty()) {
                let _ = writeln!(picture, "    {name} = {value:?}");
            }
            for array in team.arrays(lane) {
                let cells: Vec<_> = (0..array.len()).map(|at| array.cell(at)).collect();
                let _ = writeln!(
                    picture,
                    "    {} {:?} {cells:?}",
                    array.name,
                    array.dimensions()
                );
            }
        }
    }
    let mut groups: Vec<String> = view
        .groups()
        .into_iter()
        .map(|group| format!("{:?} at {:?}", group.processors, group.next))
        .collect();
    groups.sort();
    let _ = writeln!(picture, "{}", groups.join("\n"));
    let _ = writeln!(picture, "{:?}", ledger.clone().finish());
    picture
}

fn picture_of(run: &Run<'_, Ledger>) -> String {
    picture(run.view(), run.observer())
}

/// Goes through a program step by step, and comes to the same states in other ways. Says how many
/// states it looked at.
fn check(generated: &Generated, setting: &Setting) -> Result<usize, String> {
    let request = request(generated, setting);
    let mut sources = Sources::default();
    let Ok(loaded) = load(&request, &mut sources, &NoFiles) else {
        return Ok(0);
    };
    let interrupt = AtomicBool::new(false);
    let fails = |what: &str, expected: &str, found: &str| {
        let text = &generated.text;
        format!("{what}\n{setting:?}\nexpected {expected}\nfound {found}\n{text}")
    };
    // Forward, with a snapshot in front of every third step.
    let mut run = loaded.begin(&interrupt);
    let mut pictures: Vec<(u64, String)> = Vec::new();
    let mut snapshots: Vec<Snapshot<'_, Ledger>> = Vec::new();
    while !run.has_ended() && run.steps() < STEPS {
        if pictures.len().is_multiple_of(3) {
            snapshots.push(run.snapshot());
        }
        pictures.push((run.steps(), picture_of(&run)));
        run.step();
    }
    // Back: to the last snapshot before a step, and forward from there.
    for (at, (steps, expected)) in pictures.iter().enumerate().rev() {
        run.restore(snapshots[at / 3].clone());
        run.go_to(*steps);
        let found = picture_of(&run);
        if found != *expected {
            return Err(fails("from a snapshot", expected, &found));
        }
    }
    // From the start, without stopping on the way.
    for (steps, expected) in pictures.iter().step_by(4) {
        let mut fresh = loaded.begin(&interrupt);
        fresh.go_to(*steps);
        let found = picture_of(&fresh);
        if found != *expected {
            return Err(fails("from the start", expected, &found));
        }
    }
    // To the end, from the middle.
    if let Some(snapshot) = snapshots.get(snapshots.len() / 2) {
        run.restore(snapshot.clone());
    }
    run.to_end();
    same_end(&loaded, run, &interrupt)
        .map_err(|(expected, found)| fails("at the end", &expected, &found))?;
    Ok(pictures.len())
}

fn same_end(
    loaded: &Loaded,
    run: Run<'_, Ledger>,
    interrupt: &AtomicBool,
) -> Result<(), (String, String)> {
    let (ending, ledger) = run.finish();
    let (cost, printed) = ledger.finish();
    let whole = loaded.execute(interrupt);
    let expected = format!("{:#?}", (whole.ending, whole.cost, whole.printed));
    let found = format!("{:#?}", (ending, cost, printed));
    if expected == found {
        Ok(())
    } else {
        Err((expected, found))
    }
}

/// A comparison of programs that take no steps would tell nothing.
#[test]
fn random_programs_are_looked_at_in_many_steps() {
    let mut runner = TestRunner::deterministic();
    let strategy = (
        proptest::collection::vec(any::<u16>(), 0..300),
        synchronous_setting(),
        asynchronous_setting(),
    );
    let mut states = [0, 0];
    for _ in 0..40 {
        let (choices, synchronous, asynchronous) = (strategy.new_tree(&mut runner))
            .expect("there are values")
            .current();
        states[0] += check(&generate(&choices), &synchronous).expect("it is the same");
        states[1] +=
            check(&generate_asynchronous(&choices), &asynchronous).expect("it is the same");
    }
    assert!(states.iter().all(|states| *states > 40 * 10), "{states:?}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: given("PROPTEST_CASES", 60),
        max_shrink_iters: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn steps_forward_and_back_come_to_the_same_states(
        choices in proptest::collection::vec(any::<u16>(), 0..300),
        setting in synchronous_setting(),
    ) {
        check(&generate(&choices), &setting).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn asynchronous_steps_forward_and_back_come_to_the_same_states(
        choices in proptest::collection::vec(any::<u16>(), 0..300),
        setting in asynchronous_setting(),
    ) {
        check(&generate_asynchronous(&choices), &setting).map_err(TestCaseError::fail)?;
    }
}
