//! The asynchronous PRAM: what it costs and what it forbids, derived without the engine.
//!
//! Times come from an [`account`] that goes through the listing section by section; the closed
//! forms beside it must agree with it.

mod account;
mod adapted;
mod deadlocks;
mod exploration;
mod growth;
mod options;
mod races;
mod reports;
mod sections;
mod trees;

use std::io::Write;
use std::process::{Command, Stdio};

use account::Account;
use serde_json::{Value, json};

/// One run of `pram … --format json`.
struct Ran {
    /// The exit status.
    status: i32,
    /// The JSON object on standard output.
    json: Value,
    /// What went to standard error.
    stderr: String,
}

/// Runs `pram` with these words; `-` among them reads the text.
pub fn pram(text: &str, words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words);
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut input = child.stdin.take().expect("a pipe was asked for");
    // Who does not read its input may have ended already.
    let _ = input.write_all(text.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("the binary runs");
    (
        output.status.code().expect("no signal ended the run"),
        String::from_utf8(output.stdout).expect("output is UTF-8"),
        String::from_utf8(output.stderr).expect("output is UTF-8"),
    )
}

fn ran(text: &str, words: &[&str]) -> Ran {
    let words: Vec<&str> = words.iter().copied().chain(["--format", "json"]).collect();
    let (status, stdout, stderr) = pram(text, &words);
    Ran {
        status,
        json: serde_json::from_str(&stdout)
            .unwrap_or_else(|error| panic!("{words:?}: {error}\n{stdout}{stderr}")),
        stderr,
    }
}

/// Runs `programs/NAME.pram` with these words.
fn program(name: &str, words: &[&str]) -> Ran {
    let file = format!("programs/{name}.pram");
    ran("", &[&["run", file.as_str()], words].concat())
}

/// Runs a text with d and B, and further words.
fn text(text: &str, d: u64, b: u64, words: &[&str]) -> Ran {
    let (d, b) = (d.to_string(), b.to_string());
    let given = [
        "run",
        "-",
        "--machine",
        "apram",
        "--d",
        d.as_str(),
        "--B",
        b.as_str(),
    ];
    ran(text, &[&given, words].concat())
}

impl Ran {
    /// The run must have ended with this exit status.
    #[track_caller]
    fn ends(self, status: i32) -> Self {
        assert_eq!(self.status, status, "{}\n{}", self.json, self.stderr);
        self
    }

    /// The run must have ended well, and have cost this.
    #[track_caller]
    fn costs(self, account: &Account) -> Self {
        let ran = self.ends(0);
        let apram = &ran.json["cost"]["apram"];
        let counted = ["time", "work", "waiting", "sections"].map(|name| &apram[name]);
        let expected = [
            account.time,
            account.work,
            account.waiting,
            account.sections,
        ]
        .map(Value::from);
        assert_eq!(counted, expected.each_ref(), "{apram} for {account:?}");
        ran
    }

    /// The weakest model of the asynchronous machine.
    #[track_caller]
    fn legal_on(self, model: Option<&str>) -> Self {
        assert_eq!(self.json["legal_on"], json!({"section": model}));
        self
    }
}
