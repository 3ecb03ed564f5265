//! What the algorithms in `programs/` must compute and cost, derived without the engine.
//!
//! Results come from naive sequential Rust. Costs come from an [`account`] that goes through
//! the listing statement by statement, and the closed forms beside it must agree with it.

mod account;
mod arithmetic;
mod asynchronous;
mod blocks;
mod compared;
mod exercises;
mod graphs;
mod library;
mod lists;
mod loops;
mod matrices;
mod network;
mod reductions;
mod scans;
mod sorting;
mod sorts;
mod table;
mod trees;

use std::fmt::Debug;
use std::process::Command;

use account::Cost;
use serde_json::{Value, json};

use crate::collection;

/// Sizes that every program takes.
const POWERS_OF_TWO: [u64; 8] = [1, 2, 4, 8, 16, 32, 64, 1024];
/// Sizes for the programs that take any n.
const ANY_SIZE: [u64; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 31, 33, 100, 1024];

/// One run of `pram run --format json`.
struct Run {
    /// The command line, for messages.
    command: String,
    /// The exit status.
    status: i32,
    /// The JSON object on standard output.
    json: Value,
    /// What went to standard error.
    stderr: String,
}

/// Runs `programs/NAME.pram` with the inputs and options.
fn run(name: &str, inputs: &[(&str, String)], options: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.arg("run").arg(format!("programs/{name}.pram"));
    command.args(
        inputs
            .iter()
            .map(|(input, value)| format!("{input}={value}")),
    );
    command.args(["--format", "json"]).args(options);
    let output = command.output().expect("the binary runs");
    let stdout = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    Run {
        command: format!("{command:?}").chars().take(300).collect(),
        status: output.status.code().expect("no signal ended the run"),
        json: serde_json::from_str(&stdout).unwrap_or(Value::Null),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Run {
    /// The run must have ended well, so no claim of the file was refuted.
    #[track_caller]
    fn succeeds(self) -> Self {
        self.ends(0)
    }

    /// The run must have ended with this exit status.
    #[track_caller]
    fn ends(self, status: i32) -> Self {
        assert_eq!(
            self.status, status,
            "{}\n{}\n{}",
            self.command, self.json, self.stderr
        );
        self
    }

    /// An output must have this value.
    #[track_caller]
    fn gives<T: Into<Value> + Clone + Debug>(self, output: &str, expected: T) -> Self {
        assert_eq!(
            self.json["outputs"][output],
            expected.into(),
            "{output} of {}",
            self.command
        );
        self
    }

    /// The costs must be exactly these, on as many processors as the program asks for.
    #[track_caller]
    fn costs(self, expected: &Cost) -> Self {
        let p = expected.processors();
        self.costs_on(p, expected)
    }

    /// The costs must be exactly these on p processors.
    #[track_caller]
    fn costs_on(self, p: u64, expected: &Cost) -> Self {
        assert_eq!(
            self.json["cost"],
            expected.on(p),
            "cost of {}",
            self.command
        );
        self
    }

    /// The weakest models on which the run is legal, per step and per access.
    #[track_caller]
    fn legal_on(self, step: &str, access: &str) -> Self {
        let expected = json!({"step": step, "access": access});
        assert_eq!(self.json["legal_on"], expected, "{}", self.command);
        self
    }
}

/// `n` numbers from 0 to `bound - 1`, the same on every run.
fn numbers(n: u64, bound: i64) -> Vec<i64> {
    let mut state = n.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ bound.unsigned_abs();
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(state >> 33).unwrap().rem_euclid(bound)
    };
    (0..n).map(|_| next()).collect()
}

/// An array as the command line takes it.
fn list(values: &[i64]) -> String {
    values
        .iter()
        .map(i64::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

/// The inputs of most programs: n and A.
fn inputs(a: &[i64]) -> [(&'static str, String); 2] {
    [("n", a.len().to_string()), ("A", list(a))]
}

/// ⌈log n⌉ for n ≥ 1.
fn log(n: u64) -> u64 {
    u64::from(n.next_power_of_two().ilog2())
}

#[test]
fn every_program_runs_without_arguments() {
    for path in collection::programs() {
        let name = collection::name(&path);
        // What the wrong ones come to is said beside them.
        if name.starts_with("faulty/") || collection::is_unfinished(&path) {
            continue;
        }
        let run = run(&name, &[], &[]).succeeds();
        assert_eq!(run.json["violations"], json!([]), "{}", run.command);
    }
}
