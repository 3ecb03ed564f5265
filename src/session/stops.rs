//! Breakpoints as a user writes them.

use super::command::{split, whole};
use crate::present::text::visible::visible;
use crate::quantity::{Measure, Unit};

/// Where to stop.
#[derive(Debug, Clone, PartialEq)]
pub enum StopCondition {
    /// Where a statement of this line is executed.
    Line(usize),
    /// Where a cell is written.
    Write(String),
    /// Where a cell is read.
    Read(String),
    /// At a conflict that the model of the run forbids.
    Conflict,
    /// Where this holds after a step.
    If(String),
    /// Where a measure in a unit compares with the value of an expression in this way.
    Measure(Measure, Unit, NumberRelation, String),
    /// Where more processors than this are active.
    Processors(u64),
    /// Where a processor sends a message, or a given one.
    Send(Option<u32>),
    /// Where a processor receives a message, or a given one.
    Receive(Option<u32>),
}

/// How numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberRelation {
    /// `>`
    Above,
    /// `>=`
    AtLeast,
    /// `==`
    Equal,
}

impl StopCondition {
    /// Whether it stops wherever a condition holds, which may be at many successive stops.
    pub fn is_condition(&self) -> bool {
        match self {
            Self::If(_) | Self::Measure(..) | Self::Processors(_) => true,
            Self::Line(_)
            | Self::Write(_)
            | Self::Read(_)
            | Self::Conflict
            | Self::Send(_)
            | Self::Receive(_) => false,
        }
    }

    /// The condition in words.
    pub fn text(&self) -> String {
        let whose = |processor: &Option<u32>| match processor {
            Some(number) => format!("{number}"),
            None => "a processor".to_owned(),
        };
        match self {
            Self::Line(line) => format!("where line {line} is executed"),
            Self::Write(cell) => format!("where {cell} is written"),
            Self::Read(cell) => format!("where {cell} is read"),
            Self::Conflict => "where the model forbids an access".to_owned(),
            Self::If(condition) => format!("where {condition}"),
            Self::Measure(measure, unit, relation, value) => {
                let sign = match relation {
                    NumberRelation::Above => ">",
                    NumberRelation::AtLeast => ">=",
                    NumberRelation::Equal => "==",
                };
                // As it is typed: a multicomputer has one unit only, which is not named.
                let unit = match unit {
                    Unit::Multicomputer => String::new(),
                    named => format!(" {}", named.key()),
                };
                format!("where {}{unit} {sign} {value}", measure.name())
            }
            Self::Processors(limit) => format!("where more than {limit} processors are active"),
            Self::Send(processor) => format!("where {} sends", whose(processor)),
            Self::Receive(processor) => format!("where {} receives", whose(processor)),
        }
    }
}

/// The unit of a measure by its name; steps if none is named.
pub fn unit(name: &str) -> Option<Unit> {
    match name {
        "" | "steps" | "koraka" => Some(Unit::Steps),
        "rounds" | "rundi" => Some(Unit::Rounds),
        "instructions" | "instrukcija" => Some(Unit::Instructions),
        "apram" | "aPRAM" | "time" | "vremena" => Some(Unit::Apram),
        _ => None,
    }
}

/// Where to stop, and at which hit.
pub fn stop(text: &str) -> Result<(StopCondition, u64), String> {
    const KNOWN: &str = "`break 8`, `break write A[5]`, `break read A[5]`, `break conflict`, \
                         `break if A[5] > 3`, `break T steps > 2*log n`, `break T apram > 20`, \
                         `break processors > 100`, `break send 3` and `break receive 3` are known; `hit 3` after one stops the third time";
    let known = || KNOWN.to_owned();
    if let Some(counted) = text.strip_suffix(" hit").filter(|text| is_whole(text)) {
        return Err(no_hit(counted, ""));
    }
    let (text, hits) = match text.rsplit_once(" hit ") {
        Some((text, hits)) => {
            let number = whole(hits.trim()).filter(|hits| *hits > 0);
            (text.trim(), number.ok_or_else(|| no_hit(text, hits))?)
        }
        None => (text, 1),
    };
    let (word, rest) = split(text);
    let stop = match word {
        "line" => StopCondition::Line(rest.parse().map_err(|_| known())?),
        "write" if !rest.is_empty() => StopCondition::Write(rest.to_owned()),
        "read" if !rest.is_empty() => StopCondition::Read(rest.to_owned()),
        "conflict" => StopCondition::Conflict,
        "send" | "receive" => {
            let number = match rest {
                "" => None,
                number => Some(number.parse().map_err(|_| known())?),
            };
            if word == "send" {
                StopCondition::Send(number)
            } else {
                StopCondition::Receive(number)
            }
        }
        "if" if !rest.is_empty() => StopCondition::If(rest.to_owned()),
        "processors" => {
            let limit = rest.strip_prefix('>').and_then(|limit| whole(limit.trim()));
            StopCondition::Processors(limit.ok_or_else(known)?)
        }
        "T" | "W" | "C" => measured(word, rest).ok_or_else(known)?,
        _ => StopCondition::Line(word.parse().map_err(|_| known())?),
    };
    Ok((stop, hits))
}

/// Whether this is a condition to stop, so that a `hit` after it is no name: it is one in `write hit`
/// and in `if x > hit`.
fn is_whole(text: &str) -> bool {
    let ends_so = |last: char| last.is_alphanumeric() || matches!(last, '_' | ']' | ')');
    text.trim_end().ends_with(ends_so) && stop(text).is_ok()
}

/// The error for a `hit` that is not counted from 1.
fn no_hit(text: &str, hits: &str) -> String {
    let wrong = match hits.trim() {
        "" => "say which hit".to_owned(),
        hits => format!(
            "there is no hit `{}`: they are counted from 1",
            visible(hits)
        ),
    };
    let text = visible(text.trim());
    format!("{wrong}; `break {text} hit 3` stops the third time, the sixth, and so on")
}

/// `steps > 2*log n`
fn measured(measure: &str, rest: &str) -> Option<StopCondition> {
    let measure = match measure {
        "T" => Measure::T,
        "W" => Measure::W,
        _ => Measure::C,
    };
    let at = rest.find(['>', '='])?;
    let (name, comparison) = rest.split_at(at);
    let relations = [
        (">=", NumberRelation::AtLeast),
        ("==", NumberRelation::Equal),
        (">", NumberRelation::Above),
        ("=", NumberRelation::Equal),
    ];
    let (relation, value) = relations
        .into_iter()
        .find_map(|(sign, relation)| Some((relation, comparison.strip_prefix(sign)?)))?;
    let value = value.trim();
    (!value.is_empty()).then_some(())?;
    Some(StopCondition::Measure(
        measure,
        unit(name.trim())?,
        relation,
        value.to_owned(),
    ))
}
