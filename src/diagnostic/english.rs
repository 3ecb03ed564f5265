//! What is said of any problem, in English.

use super::Edit;

/// What an edit does.
pub(super) fn title(edit: &Edit) -> String {
    let Edit { span, replacement } = edit;
    let replacement = replacement.trim();
    if replacement.is_empty() {
        "delete it".to_owned()
    } else if span.start == span.end {
        format!("insert `{replacement}`")
    } else {
        format!("write `{replacement}`")
    }
}

/// Who met a problem and when; whether it waits there.
pub(super) fn circumstances(
    processor: Option<&str>,
    step: Option<u64>,
    waits: bool,
) -> Option<String> {
    match (processor, step) {
        (Some(processor), Some(step)) if waits => Some(format!(
            "the processor {processor} waits there, in step {step}"
        )),
        (Some(processor), Some(step)) => Some(format!(
            "it happened to processor {processor} in step {step}"
        )),
        (Some(processor), None) => Some(format!("it happened to processor {processor}")),
        (None, Some(step)) => Some(format!("it happened in step {step}")),
        (None, None) => None,
    }
}

/// The commands that explain the codes of some problems.
pub(super) fn read_on(commands: &[String]) -> String {
    match commands {
        [] => String::new(),
        [one] => format!("More about this: {one}\n"),
        several => format!("More about these: {}\n", several.join(", ")),
    }
}
