//! Sequences of values, such as those that the accesses at one place of the source read.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::Progression;
use crate::program::{Constant, Type};

/// Ints beyond this are no exact numbers in JavaScript.
pub const EXACT: i64 = 1 << 53;

/// Values of one type. Some may be missing: unwritten cells have none.
#[derive(Debug, Clone, PartialEq)]
pub struct Values {
    /// Their type.
    pub ty: Type,
    /// The values as words, 0 for missing ones.
    pub words: Progression,
    /// The positions of missing values, ascending.
    pub missing: Vec<usize>,
}

impl Values {
    /// These values, as words of a type.
    pub fn of_words(ty: Type, words: impl IntoIterator<Item = Option<i64>>) -> Self {
        let mut missing = Vec::new();
        let words = words.into_iter().enumerate().map(|(place, word)| {
            word.unwrap_or_else(|| {
                missing.push(place);
                0
            })
        });
        Self {
            ty,
            words: words.collect(),
            missing,
        }
    }

    /// These values, all of one type.
    pub fn of(ty: Type, values: impl IntoIterator<Item = Option<Constant>>) -> Self {
        let values = values.into_iter();
        Self::of_words(ty, values.map(|value| Some(value?.word_as(ty))))
    }

    /// The number of values, including missing ones.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The value at a position; `None` if it is missing.
    ///
    /// # Panics
    ///
    /// Beyond the last position.
    pub fn at(&self, place: usize) -> Option<Constant> {
        let word = self.words.at(place);
        let is_there = self.missing.binary_search(&place).is_err();
        is_there.then(|| Constant::from_word(word, self.ty))
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = Option<Constant>> + '_ {
        (0..self.len()).map(|place| self.at(place))
    }

    /// Bytes of the lists.
    pub fn held_bytes(&self) -> usize {
        self.words.held_bytes() + size_of_val(&self.missing[..])
    }
}

/// A list: null for a missing value, the others as [`Word`]s.
impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|value| value.map(Word)))
    }
}

impl JsonSchema for Values {
    fn schema_name() -> Cow<'static, str> {
        "Values".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let word = generator.subschema_for::<Option<Word>>();
        json_schema!({
            "description": "Values in order; null for a cell that was never written.",
            "type": "array",
            "items": word,
        })
    }
}

/// A value. Ints that JavaScript cannot hold exactly and reals, which it would write without a point,
/// are strings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Word(pub Constant);

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Constant::Int(value) if value.abs_diff(0) > EXACT as u64 => {
                serializer.collect_str(&value)
            }
            Constant::Int(value) => serializer.serialize_i64(value),
            Constant::Real(_) => serializer.collect_str(self),
            Constant::Bool(value) => serializer.serialize_bool(value),
        }
    }
}

/// As the language writes it: `5`, `2.0`, `true`.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Constant::Int(value) => write!(f, "{value}"),
            Constant::Real(value) => write!(f, "{value:?}"),
            Constant::Bool(value) => write!(f, "{value}"),
        }
    }
}

impl JsonSchema for Word {
    fn schema_name() -> Cow<'static, str> {
        "Word".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A value. Ints that JavaScript cannot hold exactly and reals are texts.",
            "type": ["integer", "boolean", "string"],
        })
    }
}
