//! The words of a debugger's user, read.

use std::ops::RangeInclusive;

use crate::network::Decimal;
use crate::pipeline::machine::MachineModel;
use crate::pipeline::quantity;
use crate::present::text::visible::visible;

pub use super::stops::{Counted, Relation, Stop};
use super::stops::{counted, stop};

/// What a user can say.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// So many steps on.
    Next(u64),
    /// So many steps back.
    Back(u64),
    /// The next or the previous moment inside a step.
    Access(Direction),
    /// Until a round is over.
    Round(Direction),
    /// To the end or the beginning of the call, block or turn of a loop.
    Out(Direction),
    /// From section to section of an asynchronous machine.
    Section(Direction),
    /// To the next or the previous breakpoint, else to the end or the beginning.
    Continue(Direction),
    /// To a place.
    Goto(Place),
    /// A new breakpoint, which stops the k-th time only.
    Break(Stop, u64),
    /// Lists breakpoints and watched values.
    Info,
    /// Removes a breakpoint or a watched value by its number, or all of them.
    Delete(Option<usize>),
    /// Shows a value at every stop: a cell or scalar, of a processor where one is named.
    Watch(String, Option<String>),
    /// What was printed until here.
    Printed,
    /// From where the value of a cell comes.
    Why(String),
    /// Shows one processor at every stop; none where none is named.
    Follow(Option<String>),
    /// Another picture.
    View(Picture),
    /// Judges the run until here under another model.
    As(MachineModel),
    /// Writes a file of the run, or of these steps.
    Export(String, Option<RangeInclusive<u64>>),
    /// Shows the stop again.
    Look,
    /// Shows the source around the line.
    List,
    /// Says what can be said.
    Help,
    /// Ends.
    Quit,
}

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// On.
    Forward,
    /// Back.
    Back,
}

/// Where to go.
#[derive(Debug, Clone, PartialEq)]
pub enum Place {
    /// Before the first step.
    Start,
    /// To the last step.
    End,
    /// To a step.
    Step(u64),
    /// To this part of the run, in percent.
    Percent(u64),
    /// To the first step of a round.
    Round(u64),
    /// To the next step that executes a line, searched from the beginning where none follows.
    Line(usize),
    /// To the first step or moment behind which T, in a unit, is so much.
    Time(Counted, Decimal),
}

/// What can be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// Cells, edges from reads to writes.
    Network,
    /// All arrays.
    Memory,
    /// All groups, and what each processor holds.
    Processors,
    /// Active processors over time.
    Time,
    /// Sections of an asynchronous machine.
    Sections,
}

impl Command {
    /// Reads a line. Where it is no command, one sentence says what would be.
    pub fn read(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = split(line);
        let ends_early = matches!(word, "watch" | "w" | "break" | "B" | "why" | "y");
        if let (true, Some(what)) = (ends_early, rest.strip_suffix(" for")) {
            return Err(format!(
                "say whose behind `for`: `{word} {} for i = 3`",
                visible(what.trim())
            ));
        }
        let direction = |rest: &str| match rest {
            "" => Ok(Direction::Forward),
            "back" => Ok(Direction::Back),
            other => Err(format!(
                "`{word} {other}` is not known; `{word}` goes on and `{word} back` goes back"
            )),
        };
        let count = |rest: &str| match rest {
            "" => Ok(1),
            number => whole(number)
                .ok_or_else(|| format!("`{number}` is no number of steps; say `{word} 3`")),
        };
        Ok(match word {
            "" | "next" | "n" => Self::Next(count(rest)?),
            "back" | "b" => Self::Back(count(rest)?),
            "access" | "i" => Self::Access(direction(rest)?),
            "I" => Self::Access(Direction::Back),
            "round" | "r" => Self::Round(direction(rest)?),
            "R" => Self::Round(Direction::Back),
            "out" | "o" => Self::Out(direction(rest)?),
            "O" => Self::Out(Direction::Back),
            "section" | "s" => Self::Section(direction(rest)?),
            "S" => Self::Section(Direction::Back),
            "continue" | "c" if rest.is_empty() => Self::Continue(Direction::Forward),
            "reverse" | "C" if rest.is_empty() => Self::Continue(Direction::Back),
            "continue" | "c" | "reverse" | "C" => {
                return Err(format!(
                    "`{word}` goes to the next breakpoint of all and takes nothing behind it; which hit of \
                     one stops is said where it is set, as in `break 8 hit 3`"
                ));
            }
            "goto" | "g" => {
                let unknown = || {
                    let known = Place::known(|place| format!("goto {place}"));
                    match rest {
                        "" => known,
                        _ => format!("`{rest}` is no place in a run: {known}"),
                    }
                };
                Self::Goto(Place::read(rest).ok_or_else(unknown)?)
            }
            "break" | "B" => {
                let (stop, hits) = stop(rest)?;
                Self::Break(stop, hits)
            }
            "info" if rest.is_empty() => Self::Info,
            "printed" if rest.is_empty() => Self::Printed,
            "delete" if rest.is_empty() => Self::Delete(None),
            "delete" => {
                let number = rest.parse().ok();
                let number =
                    number.ok_or("`delete 2` removes what `info` lists as 2, `delete` all");
                Self::Delete(Some(number?))
            }
            "watch" | "w" => match (rest.split_once(" for "), rest) {
                (_, "") => {
                    return Err("say what to watch: `watch A[5]`, `watch x for i = 3`".into());
                }
                (Some((name, processor)), _) => {
                    Self::Watch(name.trim().to_owned(), Some(processor_name(processor)))
                }
                (None, name) => Self::Watch(name.to_owned(), None),
            },
            "why" | "y" if rest.is_empty() => return Err("say which cell: `why A[5]`".into()),
            "why" | "y" => Self::Why(rest.to_owned()),
            "follow" | "f" => Self::Follow((!rest.is_empty()).then(|| processor_name(rest))),
            "view" | "v" => Self::View(picture(rest)?),
            "as" | "M" => Self::As(model(rest)?),
            "export" | "e" => export(rest)?,
            "look" | "l" if rest.is_empty() => Self::Look,
            "list" if rest.is_empty() => Self::List,
            "help" | "?" | "h" if rest.is_empty() => Self::Help,
            "quit" | "q" | "exit" if rest.is_empty() => Self::Quit,
            "info" | "printed" | "look" | "l" | "list" | "help" | "?" | "h" | "quit" | "q"
            | "exit" => {
                return Err(format!("`{word}` takes nothing behind it"));
            }
            other => {
                let other: String = other.chars().filter(|c| !c.is_control()).take(40).collect();
                return Err(format!("`{other}` is no command; `help` lists them"));
            }
        })
    }
}

pub(super) fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// `12`, `2^10`
pub(super) fn whole(text: &str) -> Option<u64> {
    match text.split_once('^') {
        Some((base, power)) => base.parse::<u64>().ok()?.checked_pow(power.parse().ok()?),
        None => text.parse().ok(),
    }
}

/// `12`, `2^10`, `2.5`
fn amount(text: &str) -> Option<Decimal> {
    match whole(text) {
        Some(number) => Decimal::new(number.into(), 0).ok(),
        None => text.parse().ok(),
    }
}

/// `i=3,j=0` as processors are named: `i = 3, j = 0`.
pub fn processor_name(text: &str) -> String {
    let parts = text.split(',').map(|part| match part.split_once('=') {
        Some((name, value)) => format!("{} = {}", name.trim(), value.trim()),
        None => part.trim().to_owned(),
    });
    parts.collect::<Vec<String>>().join(", ")
}

/// An expression and the processor behind its `for`, if there is one: `s` and `3` of `s for 3`.
pub fn whose(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(" for ") {
        Some((what, whose)) => (what.trim(), Some(whose.trim())),
        None => (text.trim(), None),
    }
}

/// Places as they are written.
const PLACES: [&str; 8] = [
    "step 12",
    "50%",
    "line 10",
    "round 3",
    "T = 31",
    "T instructions = 100",
    "start",
    "end",
];

impl Place {
    /// The place that a text names.
    pub fn read(text: &str) -> Option<Self> {
        let (word, rest) = split(text);
        Some(match word {
            "start" => Self::Start,
            "end" => Self::End,
            "round" => Self::Round(whole(rest)?),
            "step" | "moment" => Self::Step(whole(rest)?),
            "line" => Self::Line(rest.parse().ok()?),
            _ if text.starts_with('T') => {
                let (left, right) = text[1..].split_once('=')?;
                Self::Time(counted(left.trim())?, amount(right.trim())?)
            }
            _ => match text.strip_suffix('%') {
                Some(part) => Self::Percent(whole(part).filter(|part| *part <= 100)?),
                None => Self::Step(whole(text)?),
            },
        })
    }

    /// `goto step 12`, `goto 50%` … are known, each as it is spelt behind a word or an option.
    pub fn known(spelt: impl Fn(&str) -> String) -> String {
        let [others @ .., last] = PLACES.map(|place| format!("`{}`", spelt(place)));
        let asynchronous = spelt("T apram = 31");
        format!(
            "{} and {last} are known, on the asynchronous PRAM also `{asynchronous}`",
            others.join(", ")
        )
    }
}

/// `step.svg`, `steps.svg 2..5`
fn export(text: &str) -> Result<Command, String> {
    let (file, steps) = match text.rsplit_once(char::is_whitespace) {
        Some((file, steps)) => (file.trim(), Some(quantity::steps(steps)?)),
        None => (text, None),
    };
    if file.is_empty() {
        return Err("say which file: `export step.svg`, `export steps.tex 2..5`".to_owned());
    }
    Ok(Command::Export(file.to_owned(), steps))
}

fn picture(text: &str) -> Result<Picture, String> {
    Ok(match text {
        "network" => Picture::Network,
        "memory" | "" => Picture::Memory,
        "processors" => Picture::Processors,
        "time" => Picture::Time,
        "sections" => Picture::Sections,
        _ => {
            return Err(
                "the views are `network`, `memory`, `processors`, `time` and `sections`".into(),
            );
        }
    })
}

fn model(text: &str) -> Result<MachineModel, String> {
    let model = MachineModel::parse(text);
    let model = model.filter(|model| !matches!(model, MachineModel::Multicomputer(_)));
    model.ok_or_else(|| {
        let said = match text {
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
