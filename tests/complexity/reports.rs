//! Whole reports on programs, as data.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use pram::diagnostic::{Code, Diagnostic};
use pram::pipeline::inputs::Assignment;
use pram::pipeline::report::{Progress, ReportRequest, create};
use pram::pipeline::{Options, Request};
use pram::report::complexity::{FailureReason, Formula, HeldOut, Report, Status};
use pram::source::Sources;
use pram::syntax::ast::Unit;
use pram::syntax::include::Files;

/// The programs of the repository.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, String> {
        std::fs::read(path).map_err(|error| error.to_string())
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}

pub fn file(name: &str) -> Request {
    let path = format!("{}/programs/{name}.pram", env!("CARGO_MANIFEST_DIR"));
    Request {
        bytes: std::fs::read(&path).expect("the program exists"),
        name: path,
        entry: None,
        assignments: Vec::new(),
        options: Options::default(),
    }
}

pub fn text(program: &str) -> Request {
    Request {
        name: "example.pram".to_owned(),
        bytes: program.as_bytes().to_vec(),
        entry: None,
        assignments: Vec::new(),
        options: Options::default(),
    }
}

pub fn request(program: Request, vary: &[&str]) -> ReportRequest {
    ReportRequest {
        programs: vec![program],
        vary: vary
            .iter()
            .map(|vary| {
                let (name, value) = vary.split_once('=').expect("NAME=SIZES");
                Assignment {
                    name: name.to_owned(),
                    value: value.to_owned(),
                }
            })
            .collect(),
        unit: Unit::Rounds,
        efficiency: None,
        sequential: None,
        repeat: 1,
        add_sizes: true,
        threads: Some(2),
    }
}

pub fn created(request: &ReportRequest) -> Result<Report, Vec<Diagnostic>> {
    create(
        request,
        &mut Sources::default(),
        &Disk,
        &AtomicBool::new(false),
        &|_| (),
    )
}

#[track_caller]
fn report(program: Request, vary: &[&str]) -> Report {
    created(&request(program, vary)).unwrap_or_else(|problems| panic!("{}", problems[0].message))
}

#[track_caller]
fn exact(formula: &Formula, text: &str, theta: &str) {
    assert_eq!(formula.formula.as_deref(), Some(text), "{formula:?}");
    assert_eq!(formula.status, Status::Exact);
    assert_eq!(formula.theta.as_deref(), Some(theta));
    assert!(formula.held_out.len() >= 2);
}

#[test]
fn print_for_now() {
    for (name, vary) in [
        ("prescan", &["n=2^2..2^9"][..]),
        ("reduction_p", &["n=16..200 step 23", "p=1,2,4,8"]),
        ("prescan_p", &["n=16..400 step 32"]),
        ("list_ranking", &["n=2^2..2^8"]),
        ("maximum", &["n=2^2..2^8"]),
        ("radix_sort", &["n=2^2..2^8"]),
    ] {
        let start = std::time::Instant::now();
        let report = report(file(name), vary);
        std::fs::write(
            format!("/tmp/report-{name}.json"),
            serde_json::to_string_pretty(&report).unwrap(),
        )
        .unwrap();
        println!("{name}: {:?}", start.elapsed());
    }
}
