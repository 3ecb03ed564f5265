//! Moves of sessions over random programs, against the run as a whole.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use pram::machine::view::View;
use pram::pipeline::{LoadedProgram, Options, load};
use pram::program::Constant;
use pram::session::{Session, SessionArrival};
use pram::source::Sources;
use pram::trace::Step;
use proptest::prelude::*;

use super::never;
use crate::cases::cases;
use crate::differential::generated::request;
use crate::differential::generator::{Generated, generate, generate_asynchronous};
use crate::differential::setting::{Setting, asynchronous_setting, synchronous_setting};
use crate::files::NoFiles;

/// So many steps of a program are looked at.
const STEPS: u64 = 30;

/// Every cell that a processor of the first lanes sees, by its number.
fn cells(view: View<'_>) -> BTreeMap<u32, Option<Constant>> {
    let mut cells = BTreeMap::new();
    for team in view.teams() {
        for lane in 0..team.processors().min(9) {
            for array in team.arrays(lane) {
                let numbers = (array.base()..).zip(0..array.len());
                cells.extend(numbers.map(|(number, place)| (number, array.cell(place))));
            }
        }
    }
    cells
}

/// What a session shows at a step.
fn shown(session: &Session<'_>) -> String {
    let (step, cost) = (session.step(), session.cost());
    format!(
        "{} {:?} {step:#?} {cost:#?}",
        session.at(),
        cells(session.now())
    )
}

/// The values that a step reads are those in front of it, which are still there behind it where it does
/// not write, and those that it writes where no other processor writes are there behind it.
fn values_are_there(
    step: &Step,
    [before, behind]: [&BTreeMap<u32, Option<Constant>>; 2],
) -> Result<(), String> {
    for (_, site) in step.sites() {
        for access in 0..site.len() {
            let number = site.cells.at(access) as u32;
            let writers = (step.sites().filter(|(_, other)| other.writes))
                .flat_map(|(_, other)| other.cells.iter())
                .filter(|cell| *cell == i64::from(number));
            let held = match (site.writes, writers.count()) {
                (false, 0) | (true, 1) => behind.get(&number),
                // What is free in front of the step, such as the move of a result into an array, comes
                // between the two.
                (false, _) if step.free.is_empty() => before.get(&number),
                _ => continue,
            };
            // Arrays of processors beyond the first lanes are not listed.
            if let Some(held) = held
                && *held != site.value(access)
            {
                let cell = site.cell(access);
                return Err(format!(
                    "{cell}: {held:?} is there, {:?} is told",
                    site.value(access)
                ));
            }
        }
    }
    Ok(())
}

/// Goes forward to the end and back again, and jumps. Says how many steps there were.
fn check(generated: &Generated, setting: &Setting) -> Result<u64, String> {
    let request = request(generated, setting);
    let Ok(loaded) = load(&request, &mut Sources::default(), &NoFiles) else {
        return Ok(0);
    };
    let interrupt = never();
    let fails = |what: String| format!("{what}\n{setting:?}\n{}", generated.text);
    let mut session = Session::new(&loaded, &interrupt);
    let mut pictures = vec![shown(&session)];
    while session.at() < STEPS && session.forward(1) == SessionArrival::There {
        pictures.push(shown(&session));
        if session.is_broken() {
            break;
        }
        let (before, behind) = (cells(session.before()), cells(session.now()));
        if let Some(step) = session.step() {
            values_are_there(step, [&before, &behind]).map_err(fails)?;
        }
    }
    let last = session.at();
    // What is free behind the last step counts for it once it is known to be the last.
    if session.forward(1) == SessionArrival::End {
        pictures[last as usize] = shown(&session);
    }
    for (at, expected) in pictures.iter().enumerate().rev() {
        session.go_to(at as u64);
        let found = shown(&session);
        if found != *expected {
            return Err(fails(format!(
                "back at {at}: expected {expected}\nfound {found}"
            )));
        }
    }
    for jump in [last, last / 2, last, 1, last / 3] {
        session.go_to(jump);
        let (found, expected) = (shown(&session), &pictures[jump as usize]);
        if found != *expected {
            return Err(fails(format!(
                "jump to {jump}: expected {expected}\nfound {found}"
            )));
        }
    }
    same_end(&loaded, &mut session).map_err(fails)?;
    Ok(last)
}

/// The end of every session is that of the whole run.
fn same_end(loaded: &LoadedProgram, session: &mut Session<'_>) -> Result<(), String> {
    session.to_end();
    let whole = loaded.execute(&never());
    let (expected, found) = (
        format!("{:#?}", whole.cost),
        format!("{:#?}", session.cost()),
    );
    if expected == found {
        Ok(())
    } else {
        Err(format!("at the end: expected {expected}\nfound {found}"))
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases("PROPTEST_CASES", 40),
        max_shrink_iters: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn sessions_come_to_the_same_steps_on_every_way(
        choices in proptest::collection::vec(any::<u16>(), 0..300),
        setting in synchronous_setting(),
    ) {
        check(&generate(&choices), &setting).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn asynchronous_sessions_come_to_the_same_steps_on_every_way(
        choices in proptest::collection::vec(any::<u16>(), 0..300),
        setting in asynchronous_setting(),
    ) {
        // Single accesses in an order are no steps.
        if setting.options().interleaving.is_none() {
            check(&generate_asynchronous(&choices), &setting).map_err(TestCaseError::fail)?;
        }
    }
}

/// Ctrl-C stops a run without end where it is, and the session goes on from there.
#[test]
fn a_long_move_is_stopped_and_the_session_goes_on() {
    let text = "program
    array A[64] = 0;
    t = 0;
    while (t >= 0) {
        parallel (for each i from 0 to 63)
            A[i] = (A[i] + t) % 1000;
        end_parallel
        t = (t + 1) % 1000;
    }
end_program
";
    let request = super::request(text, &[], Options::default());
    let loaded = load(&request, &mut Sources::default(), &NoFiles).expect("it is a program");
    let interrupt = never();
    let mut session = Session::new(&loaded, &interrupt);
    let arrival = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            interrupt.store(true, Ordering::Relaxed);
        });
        session.to_end()
    });
    assert_eq!(arrival, SessionArrival::Interrupted);
    let here = session.at();
    assert!(here > 1 && session.step().is_some(), "{here}");
    assert_eq!(session.back(1), SessionArrival::There);
    assert_eq!(session.at(), here - 1);
    assert_eq!(session.forward(2), SessionArrival::There);
    assert_eq!(session.at(), here + 1);
}

/// A result that is moved into an array comes between two steps: the second reads what was moved.
#[test]
fn a_step_reads_what_was_moved_in_front_of_it() {
    let text = "input B[4] = constant(7);
algorithm twice(X[])
    array R[length(X)];
    R[] = X[] * 2;
    return R[];
end_algorithm
program
    B[] = twice(B[]);
    x = B[3];
    output x;
end_program
";
    let request = super::request(text, &[], Options::default());
    let loaded = load(&request, &mut Sources::default(), &NoFiles).expect("it is a program");
    let interrupt = never();
    let mut session = Session::new(&loaded, &interrupt);
    session.go_to(2);
    let step = session.step().expect("there is a second step");
    let read = step.sites().find(|(_, site)| !site.writes);
    let read = read.expect("it reads B[3]").1;
    assert_eq!(
        (read.cell(0), read.value(0)),
        ("B[3]".to_owned(), Some(Constant::Int(14)))
    );
}
