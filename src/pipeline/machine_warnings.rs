//! Warnings about the machine of a run.

use super::inputs::Assignment;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::value::Value;
use crate::present::text::asynchronous;
use crate::program::Constant;
use crate::result::run::Run;

/// Warnings about the processors and the times of a machine, given the inputs.
pub fn of_given(run: &Run, assignments: &[Assignment]) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    let given = assignments.iter().find(|given| given.name == "p");
    if let (Some(given), Some(processors)) = (given, run.configuration.processors)
        && run.inputs.get("p") != Some(&Value::Scalar(Constant::Int(processors as i64)))
    {
        let message = format!(
            "the input `p` is {}, as given by name, and the machine has {processors} processors",
            given.value
        );
        warnings.push(
            Diagnostic::without_place(Code::ProcessorsDiffer, message)
                .help("leave `p=…` away: `-p` gives its value to an input `p` that has no other"),
        );
    }
    if let Some(message) = asynchronous::range_warning(run) {
        warnings.push(Diagnostic::without_place(Code::TimesOutOfRange, message));
    }
    warnings
}
