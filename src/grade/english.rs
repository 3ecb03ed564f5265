//! What an item says, in English.

use std::fmt::Write as _;

use super::exercise::Visibility;
use super::job::{FirstFailure, OutputAnswer, ProblemAnswer};
use super::outcome::{GradedItem, ItemVerdict, OutcomeStatus};
use super::points::Points;
use crate::pipeline::quantity::bytes_text;
use crate::present::text::value::counted;
use crate::source::shown_name;

/// A verdict in a word.
pub fn verdict(verdict: ItemVerdict) -> &'static str {
    match verdict {
        ItemVerdict::Passes => "passes",
        ItemVerdict::Derived => "derived",
        ItemVerdict::Measured => "measured",
        ItemVerdict::Growth => "growth",
        ItemVerdict::Proved => "proved",
        ItemVerdict::Observed => "observed",
        ItemVerdict::Open => "open",
        ItemVerdict::Fails => "fails",
        ItemVerdict::Refuted => "refuted",
        ItemVerdict::Fault => "fault",
        ItemVerdict::Illegal => "illegal",
        ItemVerdict::Limit => "limit",
        ItemVerdict::Missing => "missing",
        ItemVerdict::Unreadable => "unreadable",
        ItemVerdict::NotTried => "not tried",
    }
}

/// A verdict with its code: `fault E0403`.
pub fn category_of(found: ItemVerdict, code: Option<&str>) -> String {
    match code {
        Some(code) => format!("{} {code}", verdict(found)),
        None => verdict(found).to_owned(),
    }
}

/// How far a submission is graded, in a word.
pub fn status(status: OutcomeStatus) -> &'static str {
    match status {
        OutcomeStatus::Graded => "graded",
        OutcomeStatus::Open => "open",
        OutcomeStatus::Empty => "empty",
        OutcomeStatus::Unreadable => "unreadable",
        OutcomeStatus::Ungraded => "ungraded",
    }
}

/// A test passes.
pub(super) fn passes(runs: usize) -> String {
    format!("passes: {}", counted(runs as u64, "run"))
}

/// A run of a test goes wrong: with which inputs, and what happens.
pub(super) fn with_inputs(
    inputs: &[String],
    seed: Option<u64>,
    passed: Option<(usize, usize)>,
    what: &str,
) -> String {
    let mut text = if inputs.is_empty() {
        "With the judge's own inputs".to_owned()
    } else {
        format!("With {}", inputs.join(" "))
    };
    if let Some(seed) = seed {
        let _ = write!(text, " (--seed {seed})");
    }
    if let Some((passed, all)) = passed {
        let _ = write!(text, "; {passed} of {} passed", counted(all as u64, "run"));
    }
    format!("{text}: {what}")
}

/// What went wrong.
pub(super) fn problem(verdict: ItemVerdict, problem: &ProblemAnswer) -> String {
    let what = match verdict {
        ItemVerdict::Missing => "the judge cannot call the algorithm",
        ItemVerdict::Unreadable => "the file is no correct program",
        ItemVerdict::Limit => "a limit is reached",
        ItemVerdict::Illegal => "an access is illegal",
        ItemVerdict::Fails => "an assertion does not hold",
        _ => "the run ends with a fault",
    };
    format!("{what}:\n{}", problem.shown)
}

/// An output is not that of the reference.
pub(super) fn other_output(name: &str, own: Option<&OutputAnswer>, right: &OutputAnswer) -> String {
    match own {
        Some(own) => format!("`{name}` is {}, and {} is right", own.text, right.text),
        None => format!("there is no output `{name}`"),
    }
}

/// Where a claim fails: `n=3: claimed 2, measured 3`.
fn place(failure: &FirstFailure) -> String {
    let inputs: Vec<String> = failure
        .inputs
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let mut text = inputs.join(" ");
    if let (Some(claimed), Some(measured)) = (failure.claimed, failure.measured) {
        let _ = write!(text, ": claimed {claimed}, measured {measured}");
    }
    let mut parts = Vec::new();
    parts.extend(failure.step.map(|step| format!("step {step}")));
    parts.extend(failure.cell.as_ref().map(|cell| format!("cell {cell}")));
    if !failure.processors.is_empty() {
        parts.push(format!("processors {}", failure.processors.join("; ")));
    }
    if !parts.is_empty() {
        let separator = if text.is_empty() { "" } else { ": " };
        let _ = write!(text, "{separator}{}", parts.join(", "));
    }
    text
}

/// A claim about a cost.
pub(super) fn cost_claim(
    verdict: ItemVerdict,
    evidence: &str,
    failure: Option<&FirstFailure>,
) -> String {
    let what = match verdict {
        ItemVerdict::Derived => "It follows from the program's text",
        ItemVerdict::Measured => "It holds exactly at each of the sizes",
        ItemVerdict::Growth => "The sizes are consistent with it",
        ItemVerdict::Open => "The sizes do not decide it",
        _ => "It does not hold",
    };
    match failure {
        Some(failure) => format!("{what}: with {}\n{evidence}", place(failure)),
        None => format!("{what}: {evidence}"),
    }
}

/// A claim about a model is proved.
pub(super) fn proved(model: &str) -> String {
    format!("It is legal on {model} for every input.")
}

/// A claim about a model that runs and proofs do not decide.
pub(super) fn undecided(evidence: &str) -> String {
    format!("It is not decided: {evidence}")
}

/// A claim about a model was not refuted.
pub(super) fn observed(model: &str, runs: usize) -> String {
    let runs = counted(runs as u64, "run");
    format!(
        "It is not proved for every input that it is legal on {model}. It was legal there in {runs} of the tests."
    )
}

/// A run of a test, or the check, breaks the model.
pub(super) fn refuted(
    inputs: Option<&[String]>,
    evidence: &str,
    failure: Option<&FirstFailure>,
) -> String {
    let at = failure.map(place).unwrap_or_default();
    match inputs {
        Some(inputs) if at.is_empty() => format!("With {}: {evidence}", inputs.join(" ")),
        _ if at.is_empty() => evidence.to_owned(),
        _ => format!("With {at}: {evidence}"),
    }
}

/// A run of a hidden test breaks the model.
pub(super) fn refuted_in_hidden() -> String {
    "A run of a hidden test is not legal on this model.".to_owned()
}

/// A run did not reach its end, so the model was not observed on every input.
pub(super) fn not_observed(inputs: Option<&[String]>, problem: &ProblemAnswer) -> String {
    let run = match inputs {
        Some([]) => "the run with the judge's own inputs".to_owned(),
        Some(inputs) => format!("the run with {}", inputs.join(" ")),
        None => "a run of a hidden test".to_owned(),
    };
    format!(
        "It is neither proved nor observed on every input: {run} does not reach its end ({}).",
        problem.code
    )
}

/// The layout is another one.
pub(super) fn not_formatted() -> String {
    "`pram fmt` would lay the file out differently.".to_owned()
}

/// There are warnings.
pub(super) fn has_warnings(shown: &[&str]) -> String {
    format!("There are warnings.\n{}", shown.join("\n"))
}

/// A construct has to be used.
pub(super) fn word_missing(word: &str) -> String {
    format!("`{word}` has to be used.")
}

/// A construct must not be used.
pub(super) fn word_forbidden(word: &str) -> String {
    format!("`{word}` must not be used.")
}

/// A criterion is met.
pub(super) fn criterion_passes() -> String {
    "passes".to_owned()
}

/// A person has to give the points.
pub fn waits() -> String {
    "A person gives the points.".to_owned()
}

/// A person gave the points.
pub fn given_by_hand() -> String {
    "The points were given by a person.".to_owned()
}

/// An earlier item ended the work.
pub(super) fn not_tried() -> String {
    "It was not tried: an earlier item ended the work.".to_owned()
}

/// Items of a file that the judge does not use.
pub(super) fn unused(keyword: &str) -> String {
    format!("`{keyword}` of the file was not used: the judge has its own")
}

/// The submission is too large.
pub(super) fn too_large(bytes: u64, most: u64) -> String {
    format!(
        "It has {}, and at most {} are read.",
        bytes_text(bytes),
        bytes_text(most)
    )
}

/// A file of the submission cannot be read here.
pub(super) fn unread() -> &'static str {
    "It is not graded: a file or a folder cannot be read. A person has to look at it."
}

/// Nothing was handed in.
pub(super) fn empty() -> &'static str {
    "Nothing was handed in."
}

/// What a student reads of a hidden item.
pub fn hidden(item: &GradedItem) -> String {
    let when = match item.visibility {
        Visibility::After => "More is shown after the deadline.",
        Visibility::Hidden | Visibility::Public => "This item is hidden.",
    };
    format!(
        "{}. {when}",
        category_of(item.verdict, item.code.as_deref())
    )
}

/// A time of a roster that cannot be read.
pub(super) fn no_time(line: usize, text: &str) -> String {
    format!("line {line}: `{text}` is no time; it is written 2026-11-30T23:59")
}

/// A table without ids.
pub(super) fn no_ids() -> String {
    "its first line names no column `id`".to_owned()
}

/// A column of no criterion.
pub(super) fn no_criterion(name: &str, known: &[&str]) -> String {
    match known {
        [] => {
            format!("it has a column `{name}`, and the exercise has no criterion of kind `manual`")
        }
        known => format!(
            "it has a column `{name}`, and the criteria are {}",
            known.join(", ")
        ),
    }
}

/// An id that a table has twice.
pub(super) fn twice(line: usize, id: &str) -> String {
    format!("line {line}: `{}` is there already", shown_name(id))
}

/// Points that a person cannot give.
pub(super) fn no_points(line: usize, text: &str, most: Points) -> String {
    format!("line {line}: `{text}` is no number of points from 0 to {most}")
}

/// Why the total is less than the sum of the items.
pub(super) fn gate_closed(item: &str, most: Points, sum: Points) -> String {
    format!("`{item}` fails, so the total is at most {most} (the items have {sum} points)")
}

/// How late a submission is.
pub(super) fn late(days: u32, left: u32) -> String {
    let days = counted(days.into(), "day");
    format!("handed in {days} late: {left} per cent of the points count")
}
