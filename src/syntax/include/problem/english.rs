//! Why a file is not included, in English.

use super::FileProblem;
use crate::diagnostic::Words;
use crate::language::Language;
use crate::syntax::include::{EXTENSION, LARGEST_PROGRAM, NotIncluded};
use crate::syntax::keyword::Concept;

/// A problem in words.
pub(super) fn words(problem: &FileProblem) -> Words {
    match problem {
        FileProblem::TooDeep { most, .. } => Words::new(
            format!("more than {most} files include one another"),
            "this one is not read any more",
        )
        .help("include in one file what now includes itself step by step"),
        FileProblem::NotIncluded {
            path,
            why,
            meant,
            looked_for,
            ..
        } => {
            let words = Words::new(format!("`{path}` cannot be included"), reason(why));
            match (why, meant) {
                (_, Some(meant)) => words.help(format!("did you mean `{meant}`?")),
                (NotIncluded::Outside, None) => words
                    .note(
                        "these are the folder of the main file with all below it, and `programs/`",
                    )
                    .help("copy the file there, or name its folder with --include-dir"),
                (_, None) => words.note(format!(
                    "looked for as `{looked_for}`: the path is relative to the file that includes it"
                )),
            }
        }
        FileProblem::NoProgram { name, .. } => Words::new(
            format!("`{name}` cannot be included"),
            "it does not read as a program",
        )
        .note("no line of it is shown, since it may be private")
        .help(format!(
            "if it is meant to be a program, name it with `.{EXTENSION}` at its end, and see what \
             `pram check {name}` says"
        )),
        FileProblem::Cycle {
            path,
            by,
            is_direct,
            ..
        } => {
            let label = if *is_direct {
                "this is the file itself"
            } else {
                "this file is still being included …"
            };
            let words = Words::new(format!("`{path}` includes itself"), label);
            (by.iter())
                .fold(words, |words, (_, vocabulary)| {
                    let include = vocabulary.word(Concept::Include);
                    words.label(format!("… by way of this `{include}`"))
                })
                .help("take what both files need into a third, and include that in both")
        }
    }
}

fn reason(why: &NotIncluded) -> String {
    match why {
        NotIncluded::NotThere => "there is no such file".to_owned(),
        NotIncluded::Outside => {
            "it lies outside of the folders that programs are read from".to_owned()
        }
        NotIncluded::TooLarge => format!(
            "with this file the program is larger than {} MiB",
            LARGEST_PROGRAM >> 20
        ),
        NotIncluded::NotText(error) => error.to_string(),
        NotIncluded::Unreadable(reason) => reason.words(Language::English),
    }
}
