//! What `pram grade` says, in English.

use super::GradeProblem;
use crate::diagnostic::Words;
use crate::grade::exercise::FILE;
use crate::present::text::value::counted;
use crate::source::shown_name;

/// The walls by name.
pub(super) const LIMITS: &str = "limits of memory and time";
pub(super) const LANDLOCK: &str = "Landlock";
pub(super) const CALLS: &str = "the filter of system calls";
/// Why Landlock is no wall.
#[cfg(target_os = "linux")]
pub(super) const NOT_ENFORCED: &str = "the kernel does not enforce it";
/// Who waits for results.
pub(super) const GRADING: &str = "grading";

/// A wall that is missing.
pub(super) fn no_wall(name: &str, reason: &str) -> String {
    format!("without {name}: {reason}")
}

/// Systems other than Linux.
#[cfg(not(target_os = "linux"))]
pub(super) fn no_sandbox() -> String {
    "without a sandbox: this system has none that pram uses".to_owned()
}

/// A problem in words.
pub(super) fn words(problem: &GradeProblem) -> Words {
    match problem {
        GradeProblem::NoFolder { folder, what } => {
            Words::message(format!("`{}` is no folder of {what}", shown_name(folder)))
        }
        GradeProblem::NoExercise { folder } => {
            Words::message(format!("`{}` has no `{FILE}`", shown_name(folder)))
                .help("an exercise is a folder with this file, a judge and a reference; docs/course.md shows one")
        }
        GradeProblem::OtherResults { folder, reason } => {
            Words::message(format!("`{}` holds other results: {reason}", shown_name(folder)))
                .help("name another folder, or one that does not exist yet; a result that is damaged is made again by `pram grade`")
        }
        GradeProblem::NoSandbox(reason) => {
            Words::message(format!("submissions would run {reason}"))
                .note("`pram grade` runs each submission in a process that can open no file, reach no network and start no program")
                .help("use --sandbox best to grade with the walls that this system has; every result then says what was missing")
        }
        GradeProblem::NotStarted(reason) => {
            Words::message(format!("no worker can be started: {reason}"))
        }
        GradeProblem::ReferenceFails { item, text } => Words::message(format!(
            "the reference does not get all points of `{item}`, so nothing is graded"
        ))
        .note(text.trim_end())
        .help("`pram grade test EXERCISE` shows all items"),
        GradeProblem::BadList { name, reason } => {
            Words::message(format!("`{}` cannot be used: {reason}", shown_name(name)))
        }
        GradeProblem::NoSubmission { id } => Words::message(format!("no submission is called `{id}`")),
        GradeProblem::NeedsWorksheet => {
            Words::message("the format moodle fills in a grading worksheet, and none is given")
                .help("download it from the assignment in Moodle, and name it with --worksheet")
        }
        GradeProblem::NeedsFolder => {
            Words::message("the format gradescope has a file for each submission, and there are several")
                .help("name a folder for them with --output, or one submission with --only")
        }
    }
}

/// Something in the folder of submissions that is none.
pub(super) fn not_taken(name: &str, kind: NotTaken) -> String {
    let name = shown_name(name);
    match kind {
        NotTaken::Link => format!("`{name}` is a link, which is not followed"),
        NotTaken::Special => format!("`{name}` is no ordinary file and was not read"),
        NotTaken::TooDeep => format!("`{name}` lies too deep and was not read"),
        NotTaken::Archive => format!("`{name}` is an archive; unpack it first"),
        NotTaken::Other => format!("`{name}` is no program and no folder"),
        NotTaken::Unreadable => format!("`{name}` cannot be read"),
    }
}

/// Why something is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotTaken {
    Link,
    Special,
    TooDeep,
    Archive,
    Other,
    Unreadable,
}

/// A file with another name than the exercise wants.
pub(super) fn other_name(name: &str, wanted: &str) -> String {
    format!("`{}` was taken for `{wanted}`", shown_name(name))
}

/// Several programs, none with the name that the exercise wants.
pub(super) fn no_such_name(count: usize, wanted: &str) -> String {
    format!(
        "none of {} is called `{wanted}`",
        counted(count as u64, "program")
    )
}

/// A worker ended early twice.
pub(super) fn ended_early(reason: &str) -> String {
    format!(
        "This submission is not graded: its process ended early, twice ({reason}). A person has to look at it."
    )
}

/// How a worker ended.
pub(super) fn killed(signal: Option<i32>, code: Option<i32>) -> String {
    match (signal, code) {
        (Some(24), _) => "it used too much processor time".to_owned(),
        (Some(signal), _) => format!("signal {signal}"),
        (None, Some(code)) => format!("exit status {code}"),
        (None, None) => "its answer cannot be read".to_owned(),
    }
}

/// A worker took too long by the clock.
pub(super) fn too_slow() -> String {
    "it took too long".to_owned()
}

/// A worker answered too much.
pub(super) fn too_much() -> String {
    "its answer is too large".to_owned()
}

/// What a shard did.
pub(super) fn shard(shard: &str, done: usize, all: usize) -> String {
    format!("shard {shard}: {done} of {}\n", counted(all as u64, "unit"))
}

/// How many there are of what, after grading.
pub(super) fn graded(new: usize, kept: usize, folder: &str) -> String {
    let kept = match kept {
        0 => String::new(),
        kept => format!(", {kept} unchanged"),
    };
    format!(
        "{} graded{kept}; the results are in {folder}\n",
        counted(new as u64, "submission")
    )
}

/// Some submissions have no result.
pub(super) fn ungraded(count: usize) -> String {
    let are = if count == 1 { "is" } else { "are" };
    format!(
        "{} {are} ungraded; --again failed tries again\n",
        counted(count as u64, "submission")
    )
}

/// Grading was interrupted.
pub(super) fn interrupted(done: usize, all: usize) -> String {
    format!(
        "interrupted after {done} of {}; the same command continues\n",
        counted(all as u64, "submission")
    )
}

/// An example that does not get what it says.
pub(super) fn example_differs(name: &str, points: &str, wanted: &str) -> String {
    format!("✗ {name}: {points} points, and its first line says {wanted}\n")
}

/// An example whose item does not fail.
pub(super) fn example_passes(name: &str, item: &str) -> String {
    format!("✗ {name}: `{item}` does not fail, and a comment says that it does\n")
}

/// A line `// fails:` about no item.
pub(super) fn no_such_item(name: &str, item: &str) -> String {
    format!("✗ {name}: the exercise has no item `{item}`\n")
}

/// An example without its first line.
pub(super) fn no_expectation(name: &str) -> String {
    format!("✗ {name}: its first line does not say `// grade: POINTS of POINTS`\n")
}

/// An example or the reference does what it says.
pub(super) fn as_said(name: &str, points: &str, of: &str) -> String {
    format!("✓ {name}: {points} of {of}\n")
}

/// The reference does not get all points.
pub(super) fn reference_loses(points: &str, of: &str) -> String {
    format!("✗ reference.pram: {points} of {of}\n")
}

/// An item that no example fails.
pub(super) fn never_fails(item: &str) -> String {
    format!("warning: no example fails `{item}`\n")
}

/// A hidden test that says the same as the public ones.
pub(super) fn implied(item: &str) -> String {
    format!(
        "warning: `{item}` is hidden and fails only for examples that a public item fails, too\n"
    )
}

/// The reference uses much of a limit.
pub(super) fn near_limit(what: &str, used: u64, limit: u64) -> String {
    format!(
        "warning: the reference uses {used} {what} in a run, more than half of the limit {limit}\n"
    )
}

/// Results of another exercise.
pub(super) fn of_other_exercise(id: &str) -> String {
    format!("those of the exercise `{}`", shown_name(id))
}

/// Results in another format.
pub(super) fn of_other_format(format: &str) -> String {
    format!("they have the format `{}`", shown_name(format))
}

/// A folder without an exercise.
pub(super) fn no_exercise(file: &str) -> String {
    format!("it has no `{file}`")
}

/// A file that is no result.
pub(super) fn no_result(path: &str) -> String {
    format!("`{path}` is damaged, or of another version of pram")
}

/// A result that is not of the exercise as it is now.
pub(super) fn of_earlier_version() -> String {
    "graded with an earlier version of the exercise".to_owned()
}

/// Files that were written into a folder.
pub(super) fn wrote(count: usize, folder: &str) -> String {
    format!("wrote {} into {folder}\n", counted(count as u64, "file"))
}
