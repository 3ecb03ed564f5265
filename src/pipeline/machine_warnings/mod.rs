//! Warnings about the machine of a run.

mod english;

use super::inputs::Assignment;
use crate::diagnostic::{Code, Diagnostic, Places, Words};
use crate::language::Language;
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
        let words = match Language::default() {
            Language::English | Language::Croatian => {
                english::processors_differ(&given.value.to_string(), processors)
            }
        };
        warnings.push(Places::nowhere(Code::ProcessorsDiffer).with(words));
    }
    if let Some(message) = asynchronous::range_warning(run) {
        let words = Words::message(message);
        warnings.push(Places::nowhere(Code::TimesOutOfRange).with(words));
    }
    warnings
}
