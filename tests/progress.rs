//! Long work says how far it has come, in order and never beyond its end, and can be ended in between.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

use pram::language::Language;
use pram::pipeline::progress::{Parts, Progress, Watcher};
use pram::pipeline::{Options, Request, check, derive, execute, messages};
use pram::quantity::Quantity;
use pram::session::replay::{RecordingManner, record};
use pram::source::Sources;

use crate::files::NoFiles;

/// Neither of its accesses is proved to be legal: the check looks at small sizes.
const SHIFT: &str = "stroj EREW;\nulaz n = 8;\nulaz A[n] = iota;\ntvrdnja T rounds = 1;\nprogram\n\
    paralelno (za svaki i od 0 do n-1)\nA[(5*i) % n] = i;\nkraj_paralelno\nkraj_programa\n";
const ASYNCHRONOUS: &str = "stroj apram(d = 3, B = 8);\nprogram\npolje A[4];\n\
    paralelno asinkrono (za svaki i od 0 do 3)\nA[i] = i;\nkraj_paralelno\nizlaz A[];\nkraj_programa\n";
/// Processor 0 receives three values in any order: six outcomes.
const FROM_ANYONE: &str = "stroj prsten(p = 4, t_s = 1, t_w = 1);\nprogram\n\
    paralelno (za svaki procesor i, i = 0, ..., 3)\nako (i == 0)\n\
    za k = 1 do 3 { primi x od bilo_koga; }\ninace\nposalji i prema 0;\nkraj_paralelno\nkraj_programa\n";

fn request(text: &str, explore: u64) -> Request {
    Request {
        name: "given.pram".to_owned(),
        bytes: text.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: Options {
            explore,
            ..Options::default()
        },
    }
}

/// What work says while it goes on.
fn heard(work: impl FnOnce(&mut Sources, Watcher<'_>)) -> Vec<Progress> {
    let heard = RefCell::new(Vec::new());
    let interrupt = AtomicBool::new(false);
    let watcher = Watcher {
        interrupt: &interrupt,
        hear: &|progress| heard.borrow_mut().push(progress),
    };
    work(&mut Sources::default(), watcher);
    let heard = heard.into_inner();
    for progress in &heard {
        assert!(progress.done <= progress.total, "{progress:?}");
        assert!((0.0..=1.0).contains(&progress.share), "{progress:?}");
    }
    for pair in heard.windows(2) {
        let [one, next] = pair else { unreachable!() };
        assert!(one.parts != next.parts || one.done <= next.done, "{pair:?}");
    }
    heard
}

/// The kinds of parts in the order in which they come.
fn kinds(heard: &[Progress]) -> Vec<Parts> {
    let mut kinds: Vec<Parts> = heard.iter().map(|progress| progress.parts).collect();
    kinds.dedup();
    kinds
}

#[test]
fn a_check_tries_sizes_and_derives_formulas() {
    let heard = heard(|sources, watcher| {
        check::check(&request(SHIFT, 0), sources, &NoFiles, watcher).expect("it runs");
    });
    assert_eq!(kinds(&heard), [Parts::SmallSizes, Parts::Formulas]);
}

#[test]
fn a_derivation_counts_its_formulas() {
    let all = Quantity::all();
    let heard = heard(|sources, watcher| {
        let request = request(SHIFT, 0);
        derive::derive(&request, &all, &[], sources, &NoFiles, watcher).expect("it is derived");
    });
    assert_eq!(kinds(&heard), [Parts::Formulas]);
    let done: Vec<u64> = heard.iter().map(|progress| progress.done).collect();
    let each: Vec<u64> = (0..heard[0].total).collect();
    assert_eq!(done, each);
}

#[test]
fn orders_and_outcomes_are_counted() {
    let explored = |text, count| {
        heard(|sources, watcher| {
            execute(&request(text, count), sources, &NoFiles, watcher).expect("it runs");
        })
    };
    let orders = explored(ASYNCHRONOUS, 7);
    assert_eq!(kinds(&orders), [Parts::Orders]);
    assert!(orders.iter().all(|progress| progress.total == 7));
    assert_eq!(orders.len(), 7);
    let outcomes = explored(FROM_ANYONE, 100);
    assert_eq!(kinds(&outcomes), [Parts::Outcomes]);
    assert_eq!((outcomes.len(), outcomes[0].total), (6, 100));
    let checked = heard(|sources, watcher| {
        messages::check(&request(FROM_ANYONE, 0), sources, &NoFiles, watcher).expect("it runs");
    });
    assert_eq!((kinds(&checked), checked.len()), (vec![Parts::Outcomes], 6));
}

#[test]
fn recorded_steps_are_counted_up_to_the_last() {
    let heard = heard(|sources, watcher| {
        let manner = RecordingManner {
            bytes: 1 << 20,
            language: Language::English,
            cells: Vec::new(),
            words: Vec::new(),
        };
        record(&request(SHIFT, 0), sources, &NoFiles, watcher, manner).expect("it runs");
    });
    assert_eq!(kinds(&heard), [Parts::Steps]);
    let last = heard.last().expect("it has steps");
    assert_eq!((last.done, last.share), (last.total, 1.0));
}

#[test]
fn work_that_is_ended_keeps_what_is_over() {
    let interrupt = AtomicBool::new(false);
    let watcher = Watcher {
        interrupt: &interrupt,
        hear: &|progress| interrupt.store(progress.done == 2, Ordering::Relaxed),
    };
    let request = request(ASYNCHRONOUS, 50);
    let executed = execute(&request, &mut Sources::default(), &NoFiles, watcher).expect("it runs");
    let exploration = executed.run.exploration.expect("it was asked for");
    // The order that was begun is given up, and is none of the two.
    assert_eq!(exploration.tried, 2);
}
