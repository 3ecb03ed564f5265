//! The commands of a debugger, as data.

use std::ops::RangeInclusive;

use crate::network::Decimal;
use crate::pipeline::machine::MachineModel;

use super::stops::unit;
pub use super::stops::{NumberRelation, StopCondition};
use crate::quantity::Unit;

#[derive(Debug, Clone, PartialEq)]
pub enum DebuggerCommand {
    /// This many steps forward.
    Next(u64),
    /// This many steps back.
    Back(u64),
    /// A command that only runs with steps have.
    OfSteps(OfSteps),
    /// To the next or the previous breakpoint, else to the end or the beginning.
    Continue(TravelDirection),
    /// To a place.
    Goto(JumpTarget),
    /// A new breakpoint, which stops only every k-th time.
    Break(StopCondition, u64),
    /// Lists breakpoints and watched values.
    Info,
    /// Removes a breakpoint or a watched value by its number, or all of them.
    Delete(Option<usize>),
    /// Shows a value at every stop: a cell or scalar, of a processor where one is named.
    Watch(String, Option<String>),
    /// The value of an expression now: of a processor where one is named.
    Print(String, Option<String>),
    /// What was printed until here.
    Printed,
    /// Shows the origin of the value of a cell.
    Why(String),
    /// Shows one processor at every stop; `None` ends that.
    Follow(Option<String>),
    /// Another picture.
    View(Picture),
    /// Writes a file of the run, or of these steps.
    Export(String, Option<RangeInclusive<u64>>),
    /// Shows the stop again.
    Look,
    /// Shows the source around the line.
    List,
    /// Says what the line does that is executed here.
    Explain,
    /// Says what can be said.
    Help,
    /// Ends.
    Quit,
}

/// A command for a run that has steps.
#[derive(Debug, Clone, PartialEq)]
pub enum OfSteps {
    /// The next or the previous moment inside a step.
    Access(TravelDirection),
    /// To the end of a round.
    Round(TravelDirection),
    /// To the end or the beginning of the call, block or loop iteration.
    Out(TravelDirection),
    /// From section to section of an asynchronous machine.
    Section(TravelDirection),
    /// Judges the run so far under another model.
    As(MachineModel),
}

/// The direction of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TravelDirection {
    /// On.
    Forward,
    Back,
}

/// The target of a jump.
#[derive(Debug, Clone, PartialEq)]
pub enum JumpTarget {
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
    /// To the next step that executes a line, searched from the beginning if none follows.
    Line(usize),
    /// To the first step or moment after which T, in a unit, has this value.
    Time(Unit, Decimal),
}

/// What can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Picture {
    /// Cells, edges from reads to writes.
    Network,
    Memory,
    /// All groups, and what each processor holds.
    Processors,
    /// Active processors over time.
    Time,
    /// Sections of an asynchronous machine.
    Sections,
    /// Segments of an access of a GPU.
    Segments,
    /// Banks of an access of a GPU.
    Banks,
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

/// An expression and the processor after its `for`, if there is one: `s` and `3` of `s for 3`.
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

impl Picture {
    /// Every picture.
    pub const ALL: [Self; 5] = [
        Self::Network,
        Self::Memory,
        Self::Processors,
        Self::Time,
        Self::Sections,
    ];

    /// Its name, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Memory => "memory",
            Self::Processors => "processors",
            Self::Time => "time",
            Self::Sections => "sections",
            Self::Segments => "segments",
            Self::Banks => "banks",
        }
    }
}

impl JumpTarget {
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
                Self::Time(unit(left.trim())?, amount(right.trim())?)
            }
            _ => match text.strip_suffix('%') {
                Some(part) => Self::Percent(whole(part).filter(|part| *part <= 100)?),
                None => Self::Step(whole(text)?),
            },
        })
    }

    /// The known forms `goto step 12`, `goto 50%` …, each as it is written after a word or an option.
    pub fn known(spelt: impl Fn(&str) -> String) -> String {
        let [others @ .., last] = PLACES.map(|place| format!("`{}`", spelt(place)));
        let asynchronous = spelt("T apram = 31");
        format!(
            "{} and {last} are known, on the asynchronous PRAM also `{asynchronous}`",
            others.join(", ")
        )
    }
}
