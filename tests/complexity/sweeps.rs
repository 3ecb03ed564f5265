//! The sizes that a report runs: how they are written, which are refused, which fail.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use pram::diagnostic::{Code, Diagnostic};
use pram::pipeline::Request;
use pram::pipeline::progress::Progress;
use pram::quantity::{Measure, Unit};
use pram::result::study::{FailureReason, FormulaStatus};
use pram::source::Sources;
use pram::study::{ReportRequest, create};

use crate::files::Disk;

use super::reports::{DATA, LOOP, created, exact, file, report, request, text};

#[test]
fn one_size_decides_nothing_and_says_which_would() {
    let mut asked = request(text(LOOP), &["n=8"]);
    asked.add_sizes = false;
    let report = created(&asked).expect("it runs");
    // What is derived needs no sizes; p is not derived where nothing is parallel but for one processor.
    let derived = report.study.formulas.get(Measure::T).get(Unit::Steps);
    assert_eq!(derived.status, FormulaStatus::Derived);
    let read = LOOP.replace(
        "za i = 1 do n",
        "polje L[1]; L[0] = n; i = 0; dok (i < L[0]) { i = i + 1;",
    );
    let read = read.replace("x = x + i;", "x = x + i; }");
    let mut asked = request(text(&read), &["n=8"]);
    asked.add_sizes = false;
    let report = created(&asked).expect("it runs");
    let formula = report.study.formulas.get(Measure::T).get(Unit::Steps);
    assert_eq!(formula.status, FormulaStatus::Inconclusive);
    let advice = formula.advice.as_ref().expect("it says what to do");
    assert!(!advice.sizes.is_empty());
    let option = advice.option.as_deref().expect("one name varies");
    let (_, vary) = option.split_once("--vary ").expect("an option");
    let report = self::report(text(&read), &[vary]);
    assert_eq!(
        report
            .study
            .formulas
            .get(Measure::T)
            .get(Unit::Steps)
            .status,
        FormulaStatus::Found
    );
}

#[test]
fn sizes_that_fault_are_listed_and_the_others_count() {
    let program = "
        ulaz n = 8;
        program
            x = 100 / (n - 16);
            za i = 1 do n
                x = x + 1;
        kraj_programa
    ";
    let report = report(text(program), &["n=2^2..2^9"]);
    let failed = &report.study.failed;
    assert_eq!(failed.len(), 1);
    assert_eq!(
        (failed[0].inputs["n"], failed[0].reason),
        (16.into(), FailureReason::Fault)
    );
    assert_eq!(
        (failed[0].code.as_str(), failed[0].line),
        ("E0402", Some(4))
    );
    exact(
        report.study.formulas.get(Measure::T).get(Unit::Steps),
        "n + 1",
        "n",
    );
}

#[track_caller]
fn refused(program: Request, vary: &[&str]) -> Diagnostic {
    let problems = created(&request(program, vary)).expect_err("it cannot be reported on");
    problems.into_iter().next().expect("it says why")
}

#[test]
fn what_cannot_be_swept_is_refused_with_a_reason() {
    for (vary, part) in [
        ("n=2^4..2^70", "no size"),
        ("n=20..10", "gives no size"),
        ("n=1..100000000", "more than 4096"),
        ("n=1..9223372036854775807", "more than 4096"),
        ("n=8..64 step 0", "stride of 0"),
        ("n=apple", "no size"),
        ("n=", "no size"),
        ("n=1.5", "takes whole numbers only"),
        ("p=0,1,2", "0 processors"),
        ("n=0..64 step *2", "does not grow"),
    ] {
        let problem = refused(text(LOOP), &[vary]);
        assert_eq!(problem.code, Code::BadOption, "{vary}");
        assert!(
            problem.message.contains(part),
            "{vary}: {}",
            problem.message
        );
        assert!(!problem.help.is_empty(), "{vary}");
    }
    assert_eq!(refused(text(LOOP), &[]).code, Code::BadOption);
    assert_eq!(refused(text(LOOP), &["n=8", "n=9"]).code, Code::BadOption);
    assert_eq!(
        refused(text(LOOP), &["n=8", "m=9", "k=3"]).code,
        Code::BadOption
    );
    assert_eq!(refused(text(LOOP), &["m=8,16"]).code, Code::UnknownInput);
    let crowd = refused(text(LOOP), &["n=1..100", "p=1..100"]);
    assert!(crowd.message.contains("10000 sizes"), "{}", crowd.message);
}

#[test]
fn ranges_read_as_they_are_written() {
    let sizes = |vary: &str| -> Vec<i64> {
        let mut asked = request(text(LOOP), &[vary]);
        asked.add_sizes = false;
        let report = created(&asked).expect("it runs");
        report
            .study
            .series
            .iter()
            .filter_map(|row| row.inputs["n"].scaled(0))
            .collect()
    };
    assert_eq!(sizes("n=2^2..2^5"), [4, 8, 16, 32]);
    assert_eq!(sizes("n=3^1..3^3"), [3, 9, 27]);
    assert_eq!(sizes("n=10..40 step 15"), [10, 25, 40]);
    assert_eq!(sizes("n=10..40 korak 15"), [10, 25, 40]);
    assert_eq!(sizes("n=5..40 step *2"), [5, 10, 20, 40]);
    assert_eq!(sizes("n=3..6"), [3, 4, 5, 6]);
    assert_eq!(sizes("n=32, 8,16,8"), [8, 16, 32]);
    assert_eq!(sizes("n=7,2^4..2^5"), [7, 16, 32]);
}

#[test]
fn a_sweep_can_be_interrupted_and_shows_how_far_it_is() {
    let asked = request(text(LOOP), &["n=2^2..2^9"]);
    let done = AtomicUsize::new(0);
    let count = |progress: Progress| {
        assert!(progress.done <= progress.total);
        done.fetch_add(1, Ordering::Relaxed);
    };
    let interrupt = AtomicBool::new(false);
    let sources = &mut Sources::default();
    let report = create(&asked, sources, &Disk, &interrupt, &count).expect("it runs");
    let study = &report.study;
    // A size above the largest that takes more than what is left is no failure of the program.
    let done = done.into_inner();
    let listed = study.series.len() + study.failed.len();
    assert!((listed..=listed + 1).contains(&done), "{done} and {listed}");
    let interrupt = AtomicBool::new(true);
    let problems = create(&asked, sources, &Disk, &interrupt, &|_| ()).expect_err("nothing ran");
    assert_eq!(problems[0].code, Code::Interrupted);
    // In the middle: what ran is reported.
    let interrupt = AtomicBool::new(false);
    let after_three = |progress: Progress| {
        if progress.done == 3 {
            interrupt.store(true, Ordering::Relaxed);
        }
    };
    let report = create(&asked, sources, &Disk, &interrupt, &after_three).expect("three ran");
    assert!(report.study.interrupted);
    assert!(report.study.series.len() >= 3);
    // The run that the anatomy is of was interrupted too.
    assert_eq!(report.study.anatomy, None);
    let said = |part: &str| report.study.notes.iter().any(|note| note.contains(part));
    assert!(said("the sizes that ran before") && said("anatomy"));
}

#[test]
fn threads_and_repetition_change_no_number() {
    let mut asked = request(file("maximum"), &["n=2^2..2^7"]);
    let written = |asked: &ReportRequest| {
        let report = created(asked).expect("it runs");
        serde_json::to_string(&report).expect("plain data")
    };
    let one = written(&asked);
    asked.threads = Some(5);
    assert_eq!(one, written(&asked));
}

#[test]
fn memory_that_one_thread_may_not_have_is_given_to_the_size_alone() {
    let mut asked = request(text(DATA), &["n=2^4..2^14"]);
    asked.add_sizes = false;
    asked.threads = Some(8);
    asked.programs[0].options.limits.memory = 1_000_000;
    let report = created(&asked).expect("it runs");
    assert_eq!(report.study.series.len(), 11);
    assert!(report.study.failed.is_empty());
}
