//! Numbers in the forms that options accept: `1024`, `2^20`, `4GiB`.

use std::ops::RangeInclusive;

use crate::claims::expression::{self, ExpressionNames};
use crate::network::Decimal;
use crate::pipeline::value_problem::ValueProblem;
use crate::program::Constant;
use crate::source::Sources;

/// Units of memory and the bytes in one.
const MEMORY_UNITS: [(&str, u64); 13] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("K", 1 << 10),
    ("M", 1 << 20),
    ("G", 1 << 30),
    ("T", 1 << 40),
    ("B", 1),
];

/// Sums of longer times of accesses would not be exact.
const LONGEST_DELAY: u64 = 1_000_000_000;

/// A non-negative integer, written as an expression of the language.
pub fn whole(text: &str) -> Result<u64, ValueProblem> {
    if let Ok(value) = text.parse::<u64>() {
        return Ok(value);
    }
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ValueProblem::TooLong(text.to_owned()));
    }
    let mut sources = Sources::default();
    let not_one = || ValueProblem::NotWhole(text.to_owned());
    let expression = expression::parse(text, "option", &mut sources).map_err(|_| not_one())?;
    let constant =
        expression::evaluate(&expression, &ExpressionNames::default()).map_err(|diagnostics| {
            diagnostics
                .into_iter()
                .next()
                .map_or_else(not_one, |first| ValueProblem::Expression(first.message))
        })?;
    match constant {
        Constant::Int(value) => u64::try_from(value).map_err(|_| ValueProblem::Negative(value)),
        Constant::Real(value) if value >= 0.0 && value.fract() == 0.0 && value < 2_f64.powi(63) => {
            Ok(value as u64)
        }
        _ => Err(not_one()),
    }
}

/// A time of a network: a number that is not negative, exactly.
pub fn time(text: &str) -> Result<Decimal, ValueProblem> {
    let time = text.trim().parse::<Decimal>();
    time.map_err(ValueProblem::Time)
}

/// A number of processors of a machine.
pub fn processors(text: &str) -> Result<u64, ValueProblem> {
    match whole(text)? {
        0 => Err(ValueProblem::NoProcessor),
        // `p` is an int in programs and in claims.
        processors if i64::try_from(processors).is_err() => {
            Err(ValueProblem::TooMuch(i64::MAX as u64))
        }
        processors => Ok(processors),
    }
}

/// The time of a global access.
pub fn delay(text: &str) -> Result<u64, ValueProblem> {
    match whole(text)? {
        0 => Err(ValueProblem::NoDelay),
        delay if delay > LONGEST_DELAY => Err(ValueProblem::TooMuch(LONGEST_DELAY)),
        delay => Ok(delay),
    }
}

/// The maximum depth of calls.
pub fn depth(text: &str) -> Result<u32, ValueProblem> {
    u32::try_from(whole(text)?).map_err(|_| ValueProblem::TooMuch(u32::MAX.into()))
}

/// The number of threads of this computer.
pub fn threads(text: &str) -> Result<usize, ValueProblem> {
    match whole(text)? {
        0 => Err(ValueProblem::NoThread),
        threads => usize::try_from(threads).map_err(|_| ValueProblem::TooMuch(usize::MAX as u64)),
    }
}

/// A number of bytes, with a unit of memory or without.
pub fn bytes(text: &str) -> Result<u64, ValueProblem> {
    let text = text.trim();
    let unit = MEMORY_UNITS.iter().find(|(unit, _)| {
        text.len() > unit.len()
            && text.is_char_boundary(text.len() - unit.len())
            && text[text.len() - unit.len()..].eq_ignore_ascii_case(unit)
    });
    let Some((unit, bytes)) = unit else {
        return whole(text);
    };
    let number = text[..text.len() - unit.len()].trim_end();
    if let Ok(decimal) = number.parse::<f64>()
        && number.contains('.')
    {
        let total = decimal * *bytes as f64;
        return if (0.0..1e18).contains(&total) {
            Ok(total as u64)
        } else {
            Err(ValueProblem::Memory {
                text: text.to_owned(),
                is_number: true,
            })
        };
    }
    whole(number)
        .map_err(|_| ValueProblem::Memory {
            text: text.to_owned(),
            is_number: false,
        })?
        .checked_mul(*bytes)
        .ok_or_else(|| ValueProblem::MemoryTooLong(text.to_owned()))
}

/// A number of bytes in the largest binary unit that leaves it at least 1: `8 TiB`, `1.5 KiB`.
pub fn bytes_text(bytes: u64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut amount = bytes as f64;
    let mut unit = "bytes";
    for larger in units {
        if amount < 1024.0 {
            break;
        }
        amount /= 1024.0;
        unit = larger;
    }
    let rounded = (amount * 10.0).round() / 10.0;
    format!("{rounded} {unit}")
}

/// Cells of an array, numbered in row-major order: `A[100 to 163]`, `A[100 do 163]`, `A[100..163]`,
/// `A[5]`.
pub fn cells(text: &str) -> Result<QuantityCells, ValueProblem> {
    let read = || {
        let (array, rest) = text.trim().split_once('[')?;
        let inside = rest.strip_suffix(']')?;
        let ends = [" to ", " do ", ".."];
        let ends = ends.iter().find_map(|between| inside.split_once(between));
        let (first, last) = ends.unwrap_or((inside, inside));
        let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        let array = array.trim().to_owned();
        (!array.is_empty() && first <= last).then_some(QuantityCells { array, first, last })
    };
    read().ok_or_else(|| ValueProblem::Cells(text.to_owned()))
}

/// Cells of the arrays of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuantityCells {
    /// The name.
    pub array: String,
    /// The first cell, counted row by row.
    pub first: usize,
    pub last: usize,
}

/// Steps: `3`, `2..5`.
pub fn steps(text: &str) -> Result<RangeInclusive<u64>, ValueProblem> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err(ValueProblem::Steps(text.to_owned())),
    }
}
