//! The vocabulary of a file, in which messages about it speak.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::keyword::{self, Concept};
use super::text::Text;
use crate::diagnostic::Diagnostic;
use crate::language::{Language, Voice};
use crate::source::{FileId, Sources};

pub use crate::language::Vocabulary;

impl Vocabulary {
    /// The spelling to write of a keyword.
    pub fn word(self, concept: Concept) -> &'static str {
        let row = concept.keyword();
        self.choose(row.croatian[0], row.english[0])
    }

    /// The spellings to write of some keywords, to be named in a message.
    pub fn words<const N: usize>(self, concepts: [Concept; N]) -> [&'static str; N] {
        concepts.map(|concept| self.word(concept))
    }

    /// A keyword for a message: `` `receive` ``, and where this vocabulary writes another word, that
    /// after it: `` `receive` (`primi`) ``.
    pub fn named(self, keyword: &str) -> String {
        let own = keyword::find(keyword).map(Concept::keyword);
        let own = own.map(|row| self.choose(row.croatian, row.english));
        match own {
            Some(own) if !own.contains(&keyword) => format!("`{keyword}` (`{}`)", own[0]),
            _ => format!("`{keyword}`"),
        }
    }

    /// That of most keywords in a text; `None` if it has as many of either, or no keyword.
    pub(super) fn of(text: &Text) -> Option<Self> {
        static SIDES: LazyLock<HashMap<&str, Vocabulary>> = LazyLock::new(|| {
            let sides = keyword::KEYWORDS.iter().flat_map(|row| {
                let of_one =
                    |own: &'static [&'static str], other: &'static [&'static str], side| {
                        let own = own.iter().filter(|word| !other.contains(*word));
                        own.map(move |word| (*word, side))
                    };
                let croatian = of_one(row.croatian, row.english, Vocabulary::Croatian);
                croatian.chain(of_one(row.english, row.croatian, Vocabulary::English))
            });
            sides.collect()
        });
        let (mut croatian, mut english) = (0_usize, 0_usize);
        for word in text.words() {
            match SIDES.get(word) {
                Some(Self::Croatian) => croatian += 1,
                Some(Self::English) => english += 1,
                None => {}
            }
        }
        match croatian.cmp(&english) {
            std::cmp::Ordering::Less => Some(Self::English),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Self::Croatian),
        }
    }
}

/// A word to be named in a message, with its article: `a `barrier``, `an `ograda``.
pub fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} `{word}`")
}

/// The vocabulary of every file that takes part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabularies {
    main: Vocabulary,
    files: Vec<Vocabulary>,
    built_in: Vec<bool>,
}

impl Vocabularies {
    /// Each source's vocabulary is that of most of its keywords; where its keywords do not decide,
    /// that of the first source whose keywords do, which is the program, as what is read from the
    /// command line holds formulas without keywords; English where nothing decides. Of what is
    /// built in the user changes nothing: what is said of it is in the program's vocabulary.
    pub fn of(sources: &Sources) -> Self {
        let own: Vec<Option<Vocabulary>> = sources
            .iter()
            .map(|(file, source)| Vocabulary::of(&Text::new(file, &source.text).0))
            .collect();
        let main = own.iter().copied().flatten().next().unwrap_or_default();
        let built_in: Vec<bool> = (sources.iter())
            .map(|(_, source)| source.is_built_in())
            .collect();
        let files = (own.into_iter().zip(&built_in))
            .map(|(own, built_in)| own.filter(|_| !built_in).unwrap_or(main))
            .collect();
        Self {
            main,
            files,
            built_in,
        }
    }

    /// Whether a file is built in, and none of the user's.
    pub fn is_built_in(&self, file: FileId) -> bool {
        self.built_in.get(file.0 as usize).copied() == Some(true)
    }

    /// The program's vocabulary, for what lies outside of every file.
    pub fn main(&self) -> Vocabulary {
        self.main
    }

    /// The vocabulary of a file.
    pub fn at(&self, file: FileId) -> Vocabulary {
        let own = self.files.get(file.0 as usize).copied();
        own.unwrap_or(self.main)
    }

    /// How messages about a file are worded.
    pub fn voice(&self, file: FileId) -> Voice {
        Voice {
            language: Language::default(),
            vocabulary: self.at(file),
        }
    }

    /// How messages are worded that lie outside of every file.
    pub fn main_voice(&self) -> Voice {
        Voice {
            language: Language::default(),
            vocabulary: self.main(),
        }
    }

    /// Words a diagnostic in the voice of the file in which its place is.
    pub fn word(&self, wording: impl Fn(Voice) -> Diagnostic) -> Diagnostic {
        let main = self.main_voice();
        let diagnostic = wording(main);
        let place = diagnostic.primary.as_ref();
        match place.map(|label| self.voice(label.span.file)) {
            Some(voice) if voice != main => wording(voice),
            _ => diagnostic,
        }
    }
}
