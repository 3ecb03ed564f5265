//! The language of sentences and the vocabulary of keywords: both are chosen, and neither follows from the other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A language of sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema, Deserialize)]
pub enum Language {
    /// `en`
    #[default]
    #[serde(rename = "en")]
    English,
    /// `hr`
    #[serde(rename = "hr")]
    Croatian,
}

impl From<Vocabulary> for Language {
    fn from(vocabulary: Vocabulary) -> Self {
        vocabulary.choose(Self::Croatian, Self::English)
    }
}

impl Language {
    /// Its code, as pages name it.
    pub fn code(self) -> &'static str {
        self.choose("en", "hr")
    }

    /// `a`, `a and b`, `a, b and c`
    pub fn listed<T: AsRef<str>>(self, parts: &[T]) -> String {
        joined(parts, self.choose(" and ", " i "))
    }

    /// `a`, `a or b`, `a, b or c`
    pub fn alternatives<T: AsRef<str>>(self, parts: &[T]) -> String {
        joined(parts, self.choose(" or ", " ili "))
    }

    /// What belongs to this language.
    pub fn choose<T>(self, english: T, croatian: T) -> T {
        match self {
            Self::English => english,
            Self::Croatian => croatian,
        }
    }
}

/// A vocabulary to write keywords in. (`syntax` has its words.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Vocabulary {
    /// `paralelno`, `ponovi`, `vrati`
    Croatian,
    /// `parallel`, `repeat`, `return`; also where no file decides
    #[default]
    English,
}

impl Vocabulary {
    /// What belongs to this vocabulary.
    pub fn choose<T>(self, croatian: T, english: T) -> T {
        match self {
            Self::Croatian => croatian,
            Self::English => english,
        }
    }
}

/// Parts with commas, and another text before the last.
fn joined<T: AsRef<str>>(parts: &[T], before_last: &str) -> String {
    let mut text = String::new();
    for (place, part) in parts.iter().enumerate() {
        text.push_str(match place {
            0 => "",
            place if place + 1 == parts.len() => before_last,
            _ => ", ",
        });
        text.push_str(part.as_ref());
    }
    text
}

/// How a message is worded: the language of its sentences, and the vocabulary in which it names keywords.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Voice {
    /// The language of its sentences.
    pub language: Language,
    /// The vocabulary of the keywords in them.
    pub vocabulary: Vocabulary,
}

impl Voice {
    /// English sentences with the keywords of a vocabulary.
    pub fn english(vocabulary: Vocabulary) -> Self {
        Self {
            language: Language::English,
            vocabulary,
        }
    }
}
