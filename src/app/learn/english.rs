//! What `pram learn` asks and explains.

use std::fmt::Write as _;

use crate::{ItemVerdict, ShownItem, ShownSubmission};

/// What can be typed.
pub const COMMANDS: &str = "Save the file to have it checked. hint, next, skip, list, reset, quit (or their \
                            first letters) or solution, then Enter.\n";
/// Asked before a solution is shown.
pub const REALLY: &str = "Really show a solution? `yes` shows it.\n";
/// Asked once for each folder.
pub const WHICH_VOCABULARY: &str = "Which keywords should the exercises have? Type `hr` for Croatian (paralelno) \
                                    or `en` for English (parallel), then Enter.\n";
/// Said after the last hint.
pub const NO_FURTHER_HINTS: &str =
    "There are no further hints; `solution` shows one that is right.\n";
/// Said where the next exercise is one before this one.
pub const FIRST_OPEN: &str = "That was the last one; this is the first that is still open.\n";
/// Said where nothing is left to do.
pub const ALL_SOLVED: &str = "All exercises are solved.\n";
/// Said where only this exercise is open.
pub const OTHERS_SOLVED: &str = "All the others are solved.\n";

/// What was found of an attempt: all items, then why the first one fails. A text that cannot be run fails all of
/// them, which is told once.
pub fn found(attempt: &ShownSubmission) -> String {
    let is_lost = |item: &&ShownItem| item.points < item.of || item.verdict.is_bad();
    let lost = attempt.items.iter().find(is_lost);
    let is_run =
        |item: &ShownItem| !matches!(item.verdict, ItemVerdict::Unreadable | ItemVerdict::Missing);
    let mut text = String::new();
    if lost.is_none_or(is_run) {
        for item in &attempt.items {
            let _ = writeln!(text, "{} {}", item.mark(), item.name);
        }
    }
    if let Some(lost) = lost {
        if is_run(lost) {
            let _ = writeln!(text, "\n{}:", lost.name);
        }
        let _ = writeln!(text, "{}\n", lost.text.trim_end());
    }
    text
}

/// An attempt does all that is asked.
pub fn solved(file: &str, solved: usize, all: usize) -> String {
    format!("✓ {file} is solved. {solved} of {all}. `next` continues.\n")
}

/// An attempt does not.
pub fn not_solved(file: &str) -> String {
    format!("✗ {file} is not solved yet.\n")
}

/// An exercise with its task; `path` is the file to edit.
pub fn task(number: usize, all: usize, file: &str, task: &str, path: &str) -> String {
    format!(
        "Exercise {number} of {all}: {file}\n\n{task}\n\nEdit {path}: the algorithm is checked, and the rest of the \
         file runs it.\n\n"
    )
}
