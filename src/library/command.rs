//! The command that asks for the same.

use super::{Inputs, Program, SweepRequest};
use crate::pipeline::inputs::InputValue;
use crate::result::advice::RunCommand;

/// Characters of a value that are written out.
const LONGEST_VALUE: usize = 80;

/// The words after `pram` of a command for this program with these inputs.
pub fn words(program: &Program, command: &str, inputs: &Inputs) -> Vec<String> {
    let mut words = vec![command.to_owned(), program.request.name.clone()];
    words.extend(inputs.0.iter().map(|input| match &input.value {
        InputValue::Text(text) => format!("{}={text}", input.name),
        InputValue::Value(value) => format!("{}={}", input.name, shortened(value.to_string())),
    }));
    if let Some(entry) = &program.request.entry {
        words.extend(["--entry".to_owned(), entry.clone()]);
    }
    for setting in &program.settings {
        words.extend(setting.option.words(&setting.value));
    }
    words
}

/// A value that is not too long; of another one, that it is left out.
fn shortened(value: String) -> String {
    if value.chars().nth(LONGEST_VALUE).is_none() {
        value
    } else {
        "…".to_owned()
    }
}

impl Program {
    /// The command that asks for the same, `command` being `run`, `check` or another one that takes a program
    /// and inputs, as it is typed.
    pub fn command(&self, command: &str, inputs: impl Into<Inputs>) -> String {
        let words = words(self, command, &inputs.into());
        RunCommand { words }.line()
    }

    /// The command of a report with this sweep, as it is typed; it names the sizes, and no other question of the
    /// sweep.
    pub fn report_command(&self, inputs: impl Into<Inputs>, sweep: &SweepRequest) -> String {
        let mut words = words(self, "report", &inputs.into());
        for varied in &sweep.vary.0 {
            words.extend([
                "--vary".to_owned(),
                format!("{}={}", varied.name, varied.value),
            ]);
        }
        RunCommand { words }.line()
    }
}
