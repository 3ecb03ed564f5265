//! Words that are no command line, in English.

use crate::app::problem::{Mistake, NoSuchOption};
use crate::diagnostic::Words;
use crate::source::shown_name;

/// A mistake in words.
pub fn words(mistake: &Mistake) -> Words {
    match mistake {
        Mistake::Unknown {
            command,
            written,
            instead,
        } => {
            let shown = shown_name(written);
            let words = Words::message(if written.starts_with('-') {
                format!("`{command}` has no option `{shown}`")
            } else {
                format!("`{command}` takes no `{shown}`")
            });
            words.help(match instead {
                NoSuchOption::Meant(meant) => format!("did you mean `--{meant}`?"),
                NoSuchOption::Input(assignment) => {
                    format!("inputs have no dashes: `{assignment}`")
                }
                NoSuchOption::Unknown => format!("`{command} --help` lists its options"),
            })
        }
        Mistake::NoValue {
            option,
            written,
            choices,
        } => {
            let words = Words::message(format!("`{option}` needs a value"));
            match (choices.as_slice(), written) {
                ([], None) => words,
                ([], Some(written)) => words.help(format!("it is written `{written}`")),
                (choices, _) => words.help(one_of(choices)),
            }
        }
        Mistake::NoChoice {
            option,
            value,
            choices,
            meant,
        } => {
            let words = Words::message(refused(option, value));
            words.help(match meant {
                Some(meant) => format!("did you mean `{option} {meant}`?"),
                None => one_of(choices),
            })
        }
        Mistake::WrongValue {
            option,
            value,
            reason,
        } => Words::message(format!("{}: {reason}", refused(option, value))),
        Mistake::ValueOfFlag { option } => {
            Words::message(format!("`{option}` takes no value")).help(format!("write `{option}`"))
        }
        Mistake::Incomplete {
            command,
            needed,
            usage,
        } => Words::message(format!("`{command}` needs {}", needed.join(" and ")))
            .help(format!("it is written `{usage}`")),
        Mistake::Twice { option } => Words::message(format!("`{option}` is given more than once"))
            .help("leave out one of them"),
        Mistake::Excluded { option, others } => {
            Words::message(format!("`{option}` excludes `{}`", others.join("` and `")))
                .help("leave out one of them")
        }
        Mistake::IsProgram { word, command } => {
            Words::message(format!("`{}` is no command", shown_name(word)))
                .help(format!("`{command}` runs a program"))
        }
        Mistake::NoCommand { word, meant } => {
            let words = Words::message(format!("there is no command `{}`", shown_name(word)));
            words.help(match meant {
                Some(meant) => format!("did you mean `pram {meant}`?"),
                None => "`pram --help` lists the commands".to_owned(),
            })
        }
        Mistake::Other { line } => Words::message(line),
    }
}

fn refused(option: &str, value: &str) -> String {
    format!("`{option}` does not take `{}`", shown_name(value))
}

fn one_of(choices: &[String]) -> String {
    format!("it is one of {}", choices.join(", "))
}
