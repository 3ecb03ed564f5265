//! Cells, numbers and values in a trace.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::value::ScalarJson;
use crate::program::Constant;
use crate::result::progression::{Progression, place_on_line};

/// Cells of an array and what they hold.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CellsJson {
    /// The array.
    pub array: usize,
    /// The cells, counted row by row.
    pub cells: NumbersJson,
    /// Their values; null for a cell that was never written.
    pub values: Vec<Option<WordJson>>,
}

/// Numbers in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum NumbersJson {
    /// An arithmetic progression: the first, from one to the next, how many.
    Line([i64; 3]),
    /// Any others.
    List {
        /// The numbers.
        list: Vec<i64>,
    },
}

/// A value. Ints that JavaScript cannot hold exactly and reals that JSON cannot write are strings.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum WordJson {
    /// As it is.
    Scalar(ScalarJson),
    /// In words.
    Text(String),
}

/// Numbers of a file are not trusted: nothing is made as large as they say.
impl NumbersJson {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Line([_, _, count]) => usize::try_from(*count).unwrap_or(0),
            Self::List { list } => list.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number at a place; none after the last one, or if it does not fit into 64 bits.
    pub fn at(&self, place: usize) -> Option<i64> {
        match self {
            Self::Line([from, step, _]) if place < self.len() => {
                let steps = i64::try_from(place).ok()?;
                from.checked_add(step.checked_mul(steps)?)
            }
            Self::Line(_) => None,
            Self::List { list } => list.get(place).copied(),
        }
    }

    /// The first place of a number. On a line it is computed, not searched for.
    pub fn place_of(&self, number: i64) -> Option<usize> {
        match self {
            Self::Line([from, step, _]) => {
                let place = place_on_line((*from, *step), number)?;
                (place < self.len()).then_some(place)
            }
            Self::List { list } => list.iter().position(|one| *one == number),
        }
    }

    /// All of them.
    pub fn list(&self) -> Vec<i64> {
        match self {
            Self::Line([from, step, count]) => (0..*count).map(|at| from + step * at).collect(),
            Self::List { list } => list.clone(),
        }
    }
}

impl From<&Progression> for NumbersJson {
    fn from(numbers: &Progression) -> Self {
        match numbers {
            Progression::Line { from, step, count } => Self::Line([*from, *step, *count as i64]),
            Progression::List(list) => Self::List { list: list.clone() },
        }
    }
}

impl fmt::Display for WordJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => write!(f, "{scalar}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// A value as it is written: `5`, `2.0`, `true`; `_` where nothing was written.
pub fn word_text(word: Option<&WordJson>) -> String {
    word.map_or_else(|| "_".to_owned(), WordJson::to_string)
}

/// Ints beyond this are no exact numbers in JavaScript.
const EXACT: i64 = 1 << 53;

/// A count: a number, or a string where JavaScript cannot hold it exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountJson(pub u128);

impl Serialize for CountJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(count) if count <= EXACT as u64 => serializer.serialize_u64(count),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl JsonSchema for CountJson {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A count: a number, or a string where JavaScript cannot hold it exactly.",
            "type": ["integer", "string"],
            "minimum": 0,
            "pattern": "^[0-9]+$",
        })
    }
}

impl From<Constant> for WordJson {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Int(value) if value.abs_diff(0) > EXACT as u64 => {
                Self::Text(value.to_string())
            }
            // A real is told as one: JavaScript would write 2.0 as 2.
            Constant::Real(value) => Self::Text(format!("{value:?}")),
            other => Self::Scalar(other.into()),
        }
    }
}
