//! The GPU: counts and times of kernels, what is illegal in them, and where they may be.
//!
//! The counts of small programs are worked out by hand in `docs/gpu.md`; the rest is decided by a naive
//! [`twin`], which is written from the definitions and shares nothing with the machine.

mod errors;
mod formulas;
mod kernel;
mod random;
mod rows;
mod time;
mod twin;

use std::process::Command;

use serde_json::Value;

/// One run of `pram run --format json`.
struct Ran {
    status: i32,
    json: Value,
    stderr: String,
}

/// Runs a file with these words.
fn run(file: &str, words: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pram"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
        .args(["run", file])
        .args(words)
        .args(["--format", "json"]);
    let output = command.output().expect("the binary runs");
    let stdout = String::from_utf8(output.stdout).expect("output is UTF-8");
    let stderr = String::from_utf8(output.stderr).expect("output is UTF-8");
    Ran {
        status: output.status.code().expect("no signal ended the run"),
        json: serde_json::from_str(&stdout)
            .unwrap_or_else(|error| panic!("{file} {words:?}: {error}\n{stdout}{stderr}")),
        stderr,
    }
}

impl Ran {
    /// A count of its kernels.
    fn count(&self, name: &str) -> u64 {
        let cost = &self.json["cost"]["gpu"];
        cost[name]
            .as_u64()
            .unwrap_or_else(|| panic!("no {name} in {cost}"))
    }
}
