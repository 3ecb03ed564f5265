//! The command that asks for the same.

use super::{Inputs, Program, SweepRequest};
use crate::machine::value::Value;
use crate::pipeline::inputs::{Assignment, InputValue};
use crate::result::advice::RunCommand;

/// Elements of a value that are written out.
const MOST_ELEMENTS: usize = 32;

/// The words after `pram` of a command for this program with these inputs.
pub fn words(program: &Program, command: &str, inputs: &[Assignment]) -> Vec<String> {
    let mut words = vec![command.to_owned(), program.request.name.clone()];
    words.extend(inputs.iter().map(|input| match &input.value {
        InputValue::Value(value) if is_long(value) => format!("{}=…", input.name),
        value => format!("{}={value}", input.name),
    }));
    if let Some(entry) = &program.request.entry {
        words.extend(["--entry".to_owned(), entry.clone()]);
    }
    for setting in &program.settings {
        words.extend(setting.option.words(&setting.value));
    }
    words
}

/// Whether a value is left out.
fn is_long(value: &Value) -> bool {
    matches!(value, Value::Array(array) if array.len() > MOST_ELEMENTS)
}

impl Program {
    /// The command that asks for the same, `command` being `run`, `check` or another one that takes a program
    /// and inputs, as it is typed.
    pub fn command(&self, command: &str, inputs: impl Into<Inputs>) -> String {
        let words = words(self, command, &inputs.into().0);
        RunCommand { words }.line()
    }

    /// The command of a report with this sweep, as it is typed; it names the sizes, and no other question of the
    /// sweep.
    pub fn report_command(&self, inputs: impl Into<Inputs>, sweep: &SweepRequest) -> String {
        let mut words = words(self, "report", &inputs.into().0);
        for varied in &sweep.vary.0 {
            words.extend([
                "--vary".to_owned(),
                format!("{}={}", varied.name, varied.value),
            ]);
        }
        RunCommand { words }.line()
    }
}
