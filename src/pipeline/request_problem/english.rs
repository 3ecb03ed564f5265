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
        RequestProblem::NoFormulas => {
            Words::message("formulas are derived for the PRAM and the asynchronous PRAM only").help(
                "a program without messages is derived with `--machine pram`; times of messages \
            are found by `pram report`",
            )
        }
        RequestProblem::KernelsNotShown => Words::message(
            "runs on a GPU are not shown step by step yet",
        )
        .help(
            "`pram run` shows what a kernel costs, `--lines` by line; a program without kernels is \
                 shown with `--machine pram`",
        ),
        RequestProblem::UnknownSize { name, known } => {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            Words::message(format!("`{name}` is no size of this program"))
                .help(format!("its sizes are {}", known.join(", ")))
        }
    }
}
