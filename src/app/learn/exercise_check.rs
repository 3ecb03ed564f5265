//! The lines of an exercise that an attempt has to keep.

use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// A line by which a program checks itself, in both vocabularies: an attempt may be written in either.
pub struct ExerciseCheck {
    croatian: String,
    english: String,
}

impl ExerciseCheck {
    /// The lines by which a program checks itself.
    pub fn all(text: impl Fn(Vocabulary) -> String) -> Vec<Self> {
        let of = |vocabulary: Vocabulary| {
            let words = vocabulary.words([Concept::Assert, Concept::Claim]);
            let text = text(vocabulary);
            let lines = text.lines().map(str::trim);
            let lines = lines.filter(|line| words.iter().any(|word| line.starts_with(word)));
            lines.map(str::to_owned).collect::<Vec<String>>()
        };
        let both = of(Vocabulary::Croatian)
            .into_iter()
            .zip(of(Vocabulary::English));
        both.map(|(croatian, english)| Self { croatian, english })
            .collect()
    }

    /// Whether it is about the result, and not about cost or model.
    pub fn is_of_result(&self) -> bool {
        (self.croatian).starts_with(Vocabulary::Croatian.word(Concept::Assert))
    }

    /// Whether a text holds it, in either vocabulary and however it is spaced.
    pub fn is_in(&self, text: &str) -> bool {
        holds(text, &self.croatian) || holds(text, &self.english)
    }

    /// The line in a vocabulary.
    pub fn line(self, vocabulary: Vocabulary) -> String {
        vocabulary.choose(self.croatian, self.english)
    }
}

/// Whether a text holds a check, however it is spaced.
fn holds(text: &str, check: &str) -> bool {
    let packed = |text: &str| -> String { text.split_whitespace().collect() };
    packed(text).contains(&packed(check))
}
