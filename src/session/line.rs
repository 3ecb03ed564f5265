//! Parsing of a line: what may follow the word of a command.

use super::command::{
    DebuggerCommand, JumpTarget, OfSteps, Picture, TravelDirection, processor_name, split, whole,
};
use super::stops;
use crate::pipeline::machine::MachineModel;
use crate::pipeline::quantity;
use crate::present::text::visible::visible;

/// A line of the user: its first word, and the rest.
#[derive(Clone, Copy)]
pub(super) struct UserLine<'l> {
    pub(super) word: &'l str,
    rest: &'l str,
}

/// A command, or why the line is none.
type Read = Result<DebuggerCommand, String>;

impl<'l> UserLine<'l> {
    pub(super) fn new(line: &'l str) -> Self {
        let (word, rest) = split(line.trim());
        Self { word, rest }
    }

    /// The error if no command has its word.
    pub(super) fn unknown(self) -> String {
        let word = self.word.chars().filter(|c| !c.is_control());
        let word: String = word.take(40).collect();
        format!("`{word}` is no command; `help` lists them")
    }

    /// Refuses anything after the word.
    pub(super) fn alone(self) -> Result<(), String> {
        match self.rest {
            "" => Ok(()),
            _ => Err(format!("`{}` takes nothing after it", self.word)),
        }
    }

    /// `3`, or nothing for 1.
    pub(super) fn count(self) -> Result<u64, String> {
        let Self { word, rest } = self;
        match rest {
            "" => Ok(1),
            number => whole(number)
                .ok_or_else(|| format!("`{number}` is no number of steps; say `{word} 3`")),
        }
    }

    /// `back`, or nothing for forward; short forms in capitals go back by themselves.
    pub(super) fn direction(self) -> Result<TravelDirection, String> {
        let Self { word, rest } = self;
        match rest {
            _ if word.starts_with(char::is_uppercase) => {
                self.alone().map(|()| TravelDirection::Back)
            }
            "" => Ok(TravelDirection::Forward),
            "back" => Ok(TravelDirection::Back),
            other => Err(format!(
                "`{word} {other}` is not known; `{word}` goes forward and `{word} back` goes back"
            )),
        }
    }

    /// The rest; an error if it ends with a `for` without a processor.
    fn complete(self) -> Result<&'l str, String> {
        match self.rest.strip_suffix(" for") {
            Some(what) => Err(format!(
                "say whose behind `for`: `{} {} for i = 3`",
                self.word,
                visible(what.trim())
            )),
            None => Ok(self.rest),
        }
    }
}

pub(super) fn go_on(line: UserLine<'_>) -> Read {
    run_on(line, TravelDirection::Forward)
}

pub(super) fn reverse(line: UserLine<'_>) -> Read {
    run_on(line, TravelDirection::Back)
}

fn run_on(line: UserLine<'_>, direction: TravelDirection) -> Read {
    match line.rest {
        "" => Ok(DebuggerCommand::Continue(direction)),
        _ => Err(format!(
            "`{}` goes to the next breakpoint of all and takes nothing after it; which hit of \
             one stops is said where it is set, as in `break 8 hit 3`",
            line.word
        )),
    }
}

/// `step 12`
pub(super) fn goto(line: UserLine<'_>) -> Read {
    let unknown = || {
        let known = JumpTarget::known(|place| format!("goto {place}"));
        match line.rest {
            "" => known,
            place => format!("`{place}` is no place in a run: {known}"),
        }
    };
    let place = JumpTarget::read(line.rest);
    place.map(DebuggerCommand::Goto).ok_or_else(unknown)
}

/// `8`, `write A[5] hit 3`
pub(super) fn stop(line: UserLine<'_>) -> Read {
    let (stop, hits) = stops::stop(line.complete()?)?;
    Ok(DebuggerCommand::Break(stop, hits))
}

/// `1`, or nothing for all.
pub(super) fn delete(line: UserLine<'_>) -> Read {
    match (line.rest, line.rest.parse()) {
        ("", _) => Ok(DebuggerCommand::Delete(None)),
        (_, Ok(number)) => Ok(DebuggerCommand::Delete(Some(number))),
        _ => Err("`delete 2` removes what `info` lists as 2, `delete` all".to_owned()),
    }
}

/// `x for i = 3`
pub(super) fn watch(line: UserLine<'_>) -> Read {
    of_processor(
        line,
        "say what to watch: `watch A[5]`, `watch x for i = 3`",
        DebuggerCommand::Watch,
    )
}

/// `A[5] + 1`, `x for i = 3`
pub(super) fn print(line: UserLine<'_>) -> Read {
    of_processor(
        line,
        "say what to print: `print A[5]`, `print x for i = 3`",
        DebuggerCommand::Print,
    )
}

/// A text, and the processor after its `for`.
fn of_processor(
    line: UserLine<'_>,
    nothing: &str,
    command: fn(String, Option<String>) -> DebuggerCommand,
) -> Read {
    match line.complete()? {
        "" => Err(nothing.to_owned()),
        what => Ok(match what.split_once(" for ") {
            Some((name, processor)) => {
                command(name.trim().to_owned(), Some(processor_name(processor)))
            }
            None => command(what.to_owned(), None),
        }),
    }
}

/// `A[5]`
pub(super) fn why(line: UserLine<'_>) -> Read {
    match line.complete()? {
        "" => Err("say which cell: `why A[5]`".to_owned()),
        cell => Ok(DebuggerCommand::Why(cell.to_owned())),
    }
}

/// `i = 3`, or nothing for no processor.
pub(super) fn follow(line: UserLine<'_>) -> DebuggerCommand {
    DebuggerCommand::Follow((!line.rest.is_empty()).then(|| processor_name(line.rest)))
}

/// `network`, or nothing for the memory.
pub(super) fn view(line: UserLine<'_>) -> Read {
    let picture = match line.rest {
        "" => Some(Picture::Memory),
        name => Picture::ALL.into_iter().find(|one| one.name() == name),
    };
    picture.map(DebuggerCommand::View).ok_or_else(|| {
        let [names @ .., last] = Picture::ALL.map(|one| format!("`{}`", one.name()));
        format!("the views are {} and {last}", names.join(", "))
    })
}

/// `crcw-common`
pub(super) fn judged_as(line: UserLine<'_>) -> Read {
    let model = MachineModel::parse(line.rest);
    let model = model.filter(|model| !matches!(model, MachineModel::Multicomputer(_)));
    let command = model.map(|model| DebuggerCommand::OfSteps(OfSteps::As(model)));
    command.ok_or_else(|| {
        let said = match line.rest {
            "" => "say by which model".to_owned(),
            text => format!("there is no model `{text}`"),
        };
        format!(
            "{said}: `as erew`, `as crew`, `as ercw` or `as crcw`, the last two also with a rule \
             (`as crcw-common`), on the asynchronous PRAM `as apram` or `as apram-cr`; the run \
             until here is judged by it"
        )
    })
}

/// `step.svg`, `steps.svg 2..5`
pub(super) fn export(line: UserLine<'_>) -> Read {
    let (file, steps) = match line.rest.rsplit_once(char::is_whitespace) {
        Some((file, steps)) => (
            file.trim(),
            Some(quantity::steps(steps).map_err(|problem| problem.to_string())?),
        ),
        None => (line.rest, None),
    };
    match file {
        "" => Err("say which file: `export step.svg`, `export steps.tex 2..5`".to_owned()),
        file => Ok(DebuggerCommand::Export(file.to_owned(), steps)),
    }
}
