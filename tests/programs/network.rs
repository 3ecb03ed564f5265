//! The programs of the multicomputer: what they compute, what they cost, and what wrong ones come to.

mod claims;
mod collectives;
mod counts;
mod faulty;
mod results;
mod tasks;

use serde_json::Value;

use super::{Run, run};

/// Parameters of the machine under which claims are looked at, and what they are for.
const PARAMETERS: [[&str; 8]; 5] = [
    // The lectures' numbers, without and with instructions and headers.
    ["--ts", "100", "--tw", "7", "--th", "0", "--tc", "0"],
    ["--ts", "100", "--tw", "7", "--th", "0", "--tc", "1"],
    ["--ts", "100", "--tw", "7", "--th", "3", "--tc", "0"],
    // Decimals.
    ["--ts", "40", "--tw", "0.11", "--th", "1.5", "--tc", "0.3"],
    // Messages that take no longer than an instruction.
    ["--ts", "0", "--tw", "1", "--th", "0", "--tc", "1"],
];

/// Runs a program on p processors; inputs stand as on the command line, `m=3 n=8`.
fn on(name: &str, p: u64, inputs: &str, options: &[&str]) -> Run {
    let inputs: Vec<(&str, String)> = inputs
        .split_whitespace()
        .map(|input| input.split_once('=').expect("name=value"))
        .map(|(name, value)| (name, value.to_owned()))
        .collect();
    let p = p.to_string();
    let mut all = vec!["-p", &p];
    all.extend(options);
    run(name, &inputs, &all)
}

impl Run {
    /// What the multicomputer counted.
    #[track_caller]
    fn counted(&self, what: &str) -> &Value {
        let counted = &self.json["cost"]["multicomputer"][what];
        assert!(
            !counted.is_null(),
            "{what} of {}\n{}",
            self.command,
            self.stderr
        );
        counted
    }

    /// Every claim of the file was judged, and holds.
    #[track_caller]
    fn keeps_its_claims(self) -> Self {
        let run = self.succeeds();
        let claims = run.json["claims"].as_array().expect("a list");
        assert!(!claims.is_empty(), "{}", run.command);
        for claim in claims {
            assert_eq!(claim["holds"], true, "{}\n{claim}", run.command);
        }
        run
    }

    /// The run was refused, or broken off, with this code.
    #[track_caller]
    fn refuses(self, code: &str) {
        assert_eq!(self.json["error"]["code"], code, "{}", self.command);
    }

    /// An input or output that is an array of ints.
    #[track_caller]
    fn ints(&self, group: &str, name: &str) -> Vec<i64> {
        ints(&self.json[group][name])
    }

    /// An input or output that is a matrix of ints.
    #[track_caller]
    fn matrix(&self, group: &str, name: &str) -> Vec<Vec<i64>> {
        let rows = self.json[group][name].as_array().expect("rows");
        rows.iter().map(ints).collect()
    }
}

#[track_caller]
fn ints(values: &Value) -> Vec<i64> {
    let values = values.as_array().expect("an array");
    values.iter().map(|x| x.as_i64().expect("an int")).collect()
}
