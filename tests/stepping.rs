//! Runs taken step by step, back to snapshots and forward again, against runs from the start.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use pram::cost::Ledger;
use pram::machine::run::{Run, Snapshot};
use pram::machine::view::View;
use pram::pipeline::{LoadedProgram, Request, load};
use pram::program::Constant;
use pram::source::Sources;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::cases::cases;
use crate::differential::generated::request;
use crate::differential::generator::{Generated, generate, generate_asynchronous};
use crate::differential::setting::{
    Setting, asynchronous, asynchronous_setting, synchronous_setting,
};
use crate::files::NoFiles;
use crate::reference::{Asynchronous, BarrierTime, Order, Turns};

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
        .map(|group| format!("{:?} at {:?}", group.processors, group.span))
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
    let mut run = loaded.begin(Ledger::default(), &interrupt);
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
        let mut fresh = loaded.begin(Ledger::default(), &interrupt);
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
    loaded: &LoadedProgram,
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

/// Processors side by side, of which some go step by step and others access by access.
const MIXED: &str = "program
    polje A[8] = 0, B[4] = 0;
    paralelno (za svaki i od 0 do 1)
        ako (i == 0) {
            paralelno asinkrono (za svaki j od 0 do 2)
                t = 1;
                t = t + j;
                A[j] = t;
                t = 5;
                A[j + 3] = t;
            kraj_paralelno
        } inace {
            B[0] = 1;
            B[1] = 2;
            B[2] = 3;
            B[3] = 4;
        }
    kraj_paralelno
    izlaz A[], B[];
kraj_programa
";

#[test]
fn a_pause_among_accesses_loses_no_group() {
    for turns in [Turns::Ascending, Turns::Descending, Turns::Lockstep] {
        let machine = Asynchronous {
            order: Order::Accesses(turns),
            ..asynchronous(2, BarrierTime::Constant(3))
        };
        let setting = Setting::asynchronous(machine, None);
        let generated = Generated {
            text: MIXED.to_owned(),
            n: None,
            ints: Default::default(),
            reals: Vec::new(),
        };
        let states =
            check(&generated, &setting).unwrap_or_else(|difference| panic!("{difference}"));
        assert!(states > 5, "{states}");
    }
}

/// What a view shows, against what the program says.
#[test]
fn a_view_shows_what_the_program_holds() {
    let text = "program
    polje A[3] = {7, 8, 9};
    polje M[2,2];
    globalno g = 4;
    x = 1.5;
    paralelno (za svaki i od 0 do 2)
        t = A[i] + i;
        A[i] = 2 * t;
        g = 0;
    kraj_paralelno
    izlaz A[], M[], g, x;
kraj_programa
";
    let request = Request {
        name: "view.pram".to_owned(),
        bytes: text.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: Setting::on("crcw").options(),
    };
    let loaded = load(&request, &mut Sources::default(), &NoFiles).expect("it is a program");
    let interrupt = AtomicBool::new(false);
    let mut run = loaded.begin(Ledger::default(), &interrupt);
    // g, x, t, and A: of the block's third statement nothing has happened yet.
    run.go_to(4);
    let view = run.view();
    let [whole, block] = view.teams()[..] else {
        panic!("sequential code, and a block");
    };
    let ints = |values: &[i64]| -> Vec<Option<Constant>> {
        values
            .iter()
            .map(|value| Some(Constant::Int(*value)))
            .collect()
    };
    let arrays: Vec<_> = (whole.arrays(0))
        .map(|array| {
            let cells: Vec<_> = (0..array.len()).map(|at| array.cell(at)).collect();
            (array.name, array.rank, array.dimensions(), cells)
        })
        .collect();
    let expected = [
        ("A", 1, vec![3], ints(&[14, 18, 22])),
        ("M", 2, vec![2, 2], vec![None; 4]),
        ("g", 0, vec![], ints(&[4])),
    ];
    assert_eq!(arrays, expected);
    let scalars: Vec<_> = whole
        .scalars(0)
        .filter(|(name, _)| !name.is_empty())
        .collect();
    assert_eq!(scalars, [("x", Some(Constant::Real(1.5)))]);
    assert_eq!((block.processors(), block.name(2).as_str()), (3, "i = 2"));
    let held: Vec<_> = block
        .scalars(2)
        .filter(|(name, _)| !name.is_empty())
        .collect();
    let int = |value| Some(Constant::Int(value));
    assert_eq!(held, [("i", int(2)), ("t", int(11))]);
    let groups = view.groups();
    let [group] = groups.as_slice() else {
        panic!("all stand at one statement");
    };
    assert_eq!(group.processors, 3);
    assert_eq!(group.indices, [("i".to_owned(), vec![0, 1, 2])]);
    let next = &text[group.span.start as usize..group.span.end as usize];
    assert_eq!(next, "g = 0");
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
    // Some of them end at a fault, after few steps.
    for _ in 0..60 {
        let (choices, synchronous, asynchronous) = (strategy.new_tree(&mut runner))
            .expect("there are values")
            .current();
        states[0] += check(&generate(&choices), &synchronous).expect("it is the same");
        states[1] +=
            check(&generate_asynchronous(&choices), &asynchronous).expect("it is the same");
    }
    assert!(states.iter().all(|states| *states > 400), "{states:?}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases("PROPTEST_CASES", 60),
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
