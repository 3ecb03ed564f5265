//! Sequences of integers, stored as an arithmetic progression if they are one.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A sequence of integers. The subscripts of regular programs form arithmetic progressions, which take
/// constant memory.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Progression {
    /// `from`, `from + step`, …: `count` numbers.
    Line {
        /// The first.
        from: i64,
        /// The distance of consecutive numbers.
        step: i64,
        count: usize,
    },
    /// Any others; at least two.
    List(Vec<i64>),
}

impl Default for Progression {
    fn default() -> Self {
        Self::Line {
            from: 0,
            step: 0,
            count: 0,
        }
    }
}

impl Progression {
    pub fn len(&self) -> usize {
        match self {
            Self::Line { count, .. } => *count,
            Self::List(numbers) => numbers.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number at a position.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn at(&self, place: usize) -> i64 {
        match self {
            Self::Line { from, step, count } => {
                assert!(
                    place < *count,
                    "a progression has a number at each of its places"
                );
                // Products may overflow even if the numbers themselves do not.
                from.wrapping_add(step.wrapping_mul(place as i64))
            }
            Self::List(numbers) => numbers[place],
        }
    }

    /// The first place of a number.
    pub fn place_of(&self, number: i64) -> Option<usize> {
        match self {
            Self::Line { from, step, count } => {
                place_on_line((*from, *step), number).filter(|place| place < count)
            }
            Self::List(numbers) => numbers.iter().position(|one| *one == number),
        }
    }

    /// Bytes of the numbers that are listed.
    pub fn held_bytes(&self) -> usize {
        match self {
            Self::Line { .. } => 0,
            Self::List(numbers) => size_of_val(&numbers[..]),
        }
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        (0..self.len()).map(|place| self.at(place))
    }
}

impl Progression {
    /// Appends a number.
    pub fn push(&mut self, number: i64) {
        if let Self::List(numbers) = self {
            numbers.push(number);
        } else if !self.continues(number) {
            *self = Self::List(self.iter().chain([number]).collect());
        }
    }

    /// Appends a number to a progression if it remains one.
    fn continues(&mut self, number: i64) -> bool {
        let Self::Line { from, step, count } = self else {
            return false;
        };
        let last = from.wrapping_add(step.wrapping_mul(*count as i64 - 1));
        let gap = number.checked_sub(last);
        match (*count, gap) {
            (0, _) => *from = number,
            (1, Some(gap)) => *step = gap,
            (_, gap) if gap == Some(*step) => {}
            _ => return false,
        }
        *count += 1;
        true
    }
}

/// The first position of a number in the infinite progression `from`, `from + step`, ….
pub fn place_on_line((from, step): (i64, i64), number: i64) -> Option<usize> {
    let distance = i128::from(number) - i128::from(from);
    let place = match i128::from(step) {
        0 => (distance == 0).then_some(0),
        step => (distance % step == 0).then_some(distance / step),
    };
    usize::try_from(place?).ok()
}

/// `[from, step, count]`, or `{"list": […]}` if they are no progression.
impl Serialize for Progression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Line { from, step, count } => (from, step, count).serialize(serializer),
            Self::List(list) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("list", list)?;
                map.end()
            }
        }
    }
}

impl JsonSchema for Progression {
    fn schema_name() -> Cow<'static, str> {
        "Numbers".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let integer = || json_schema!({ "type": "integer", "format": "int64" });
        json_schema!({
            "description": "Numbers in order: an arithmetic progression, `[from, step, count]`, or a list.",
            "anyOf": [
                { "type": "array", "items": integer(), "minItems": 3, "maxItems": 3 },
                {
                    "type": "object",
                    "properties": { "list": { "type": "array", "items": integer() } },
                    "required": ["list"],
                },
            ],
        })
    }
}

impl FromIterator<i64> for Progression {
    fn from_iter<T: IntoIterator<Item = i64>>(numbers: T) -> Self {
        let mut numbers = numbers.into_iter();
        let mut line = Self::default();
        let first_off = numbers.by_ref().find(|number| !line.continues(*number));
        let Some(first_off) = first_off else {
            return line;
        };
        let mut list = Vec::with_capacity(line.len() + 1 + numbers.size_hint().0);
        list.extend(line.iter());
        list.push(first_off);
        list.extend(numbers);
        Self::List(list)
    }
}
