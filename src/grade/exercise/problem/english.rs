//! What is wrong with an exercise, in English.

use super::{ExerciseProblem, TomlText};
use crate::diagnostic::Words;
use crate::grade::exercise::{FILE, FORMAT, SUBMISSION};
use crate::pipeline::quantity::bytes_text;

/// Why a file cannot be read.
pub const NOT_THERE: &str = "it is not there";

/// A problem in words.
pub(super) fn words(problem: &ExerciseProblem) -> Words {
    match problem {
        ExerciseProblem::TooLarge(most) => {
            Words::message(format!("`{FILE}` is larger than {}", bytes_text(*most)))
        }
        ExerciseProblem::NoText => Words::message(format!("`{FILE}` is not UTF-8 text")),
        ExerciseProblem::Toml { message, written } => {
            let words = Words::message(message);
            match written {
                TomlText::Section(name) => words.help(format!(
                    "there may be several of them, so each begins with two brackets: `[[{name}]]`"
                )),
                TomlText::NoList(text) => words.help(format!("write a list: `[\"{text}\"]`")),
                TomlText::Other => words,
            }
        }
        ExerciseProblem::Format(format) => Words::message(format!("the format `{format}` is unknown"))
            .help(format!("this version of pram reads `{FORMAT}`")),
        ExerciseProblem::BadId(id) => Words::message(format!("`{id}` cannot be an id"))
            .help("an id has 1 to 64 small letters of English, digits and hyphens"),
        ExerciseProblem::NoTitle => Words::message("the exercise has no title")
            .help("write `title = \"Maximum\"`, or `title = { en = \"Maximum\", hr = \"Maksimum\" }`"),
        ExerciseProblem::NoFiles => Words::message("no file can be handed in")
            .help("name one: `files = [\"maximum.pram\"]`"),
        ExerciseProblem::BadFile(name) => Words::message(format!("`{name}` cannot be handed in"))
            .help("a file has a name without folders that ends with .pram"),
        ExerciseProblem::MissingFile(name, reason) => {
            Words::message(format!("`{name}` of the exercise cannot be read: {reason}"))
        }
        ExerciseProblem::NotIncluded(judge) => {
            Words::message(format!("`{judge}` does not include the submission"))
                .help(format!("begin it with `include \"{SUBMISSION}\";`"))
        }
        ExerciseProblem::BadProgram(message) => {
            Words::message(format!("the judge cannot be read: {message}"))
        }
        ExerciseProblem::DoubledName(name) => Words::message(format!("two items are called `{name}`"))
            .help("results have a column for each item, so each needs its own `name`"),
        ExerciseProblem::BadPoints => Words::message("this is no number of points")
            .help("points are at least 0 and at most 1,000,000, with at most three digits after the point"),
        ExerciseProblem::PointsKey { key, known } => {
            Words::message(format!("this claim has no points for `{key}`"))
                .help(format!("it has points for {}", listed(known)))
        }
        ExerciseProblem::NoItems => Words::message("nothing in this exercise gives points")
            .help("add a `[[test]]`, a `[[claim]]` or a `[[criterion]]`"),
        ExerciseProblem::Rounding => {
            Words::message("points cannot be rounded to multiples of this")
                .help("write a number above 0, such as `rounding = 0.5`")
        }
        ExerciseProblem::Late => Words::message("this lateness cannot be charged")
            .help("`percent_per_day` is at most 100, and `days` at least 1"),
        ExerciseProblem::BadLimit(name, reason) => {
            Words::message(format!("the limit `{name}` cannot be read: {reason}"))
        }
        ExerciseProblem::UnknownValue { value, known } => {
            Words::message(format!("`{value}` is not known here"))
                .help(format!("it can be {}", listed(known)))
        }
        ExerciseProblem::Runs { count: 0, .. } => Words::message("this test has no run")
            .help("without `inputs` the judge runs once, with its own inputs"),
        ExerciseProblem::Runs { count, most } => {
            Words::message(format!("this test has {count} runs, and at most {most} are possible"))
        }
        ExerciseProblem::BadInput(word) => Words::message(format!("`{word}` is no input"))
            .help("inputs are written as on the command line: \"n=8 A=random(0,9)\"; \"n=2..40\" is 39 runs"),
        ExerciseProblem::BadClaim(message) => {
            Words::message(format!("this claim cannot be read: {message}"))
                .help("it is written as in a program, without the keyword: \"T rounds <= ceil(log n)\"")
        }
        ExerciseProblem::NoSizes => Words::message("this claim needs sizes")
            .help("write them as `pram report --vary` takes them: `sizes = \"n=1..64\"`"),
        ExerciseProblem::SizesOfModel => Words::message("a claim about a model has no sizes")
            .note("it is proved for every size, or observed on the inputs of all tests")
            .help("remove `sizes`"),
        ExerciseProblem::BadSizes(reason) => {
            Words::message(format!("these sizes cannot be read: {reason}"))
                .help("write them as `pram report --vary` takes them: \"n=1..64\", \"n=2^2..2^10\"")
        }
        ExerciseProblem::ForeignKey(key, kind) => {
            Words::message(format!("a criterion of kind `{kind}` has no `{key}`"))
                .help("remove it")
        }
        ExerciseProblem::MissingKey(key, kind) => {
            Words::message(format!("a criterion of kind `{kind}` needs `{key}`"))
        }
        ExerciseProblem::NoWarning(code) => Words::message(format!("`{code}` is no code of a warning"))
            .help("`pram explain` lists all codes; those of warnings begin with W"),
        ExerciseProblem::NoConstruct(word) => {
            Words::message(format!("`{word}` is neither a keyword nor the name of an algorithm"))
                .help("name keywords such as `parallel` or `while`, and algorithms such as `+_prescan`")
        }
    }
}

/// `a`, `b` or `c`
fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
