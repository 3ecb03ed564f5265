//! What is wrong with a request, in English.

use super::RequestProblem;
use crate::diagnostic::Words;

/// A problem in words.
pub(super) fn words(problem: &RequestProblem) -> Words {
    match problem {
        RequestProblem::NoText { name, error } => {
            Words::message(format!("`{name}` cannot be read as a program: {error}"))
                .help("save the file as UTF-8")
        }
        RequestProblem::TimesTooLong => Words::message(
            "the times of this run are more than 64 bits can count",
        )
        .help("give smaller values to `--d`, `--B`, `--pace` or `-p`, or take a smaller input"),
        RequestProblem::NoFormulas => Words::message("no formulas are derived on a multicomputer")
            .help(
                "a program without messages is derived with `--machine pram`; times of messages \
            are found by `pram report`",
            ),
        RequestProblem::UnknownSize { name, known } => {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            Words::message(format!("`{name}` is no size of this program"))
                .help(format!("its sizes are {}", known.join(", ")))
        }
    }
}
