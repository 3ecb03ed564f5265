//! What is wrong with an exercise.

mod english;

use crate::diagnostic::{Code, Diagnostic, Places};
use crate::language::{Language, Voice};
use crate::source::Span;

pub(super) use english::NOT_THERE;

/// What is wrong with `exercise.toml`, or with a file that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExerciseProblem {
    /// The file has more bytes than this.
    TooLarge(u64),
    /// It is not UTF-8.
    NoText,
    /// It is no TOML, has a key that is unknown or missing, or a value of another type.
    Toml {
        /// What the reader of TOML says.
        message: String,
        /// What is written there.
        written: TomlText,
    },
    /// `format` names another format.
    Format(String),
    /// `id` has characters that it may not have, or too many.
    BadId(String),
    /// There is no title.
    NoTitle,
    /// `files` names no file.
    NoFiles,
    /// A name in `files` that is no name of a program.
    BadFile(String),
    /// A file of the exercise that is not there or cannot be read: its name, and why.
    MissingFile(String, String),
    /// The judge does not include what was handed in.
    NotIncluded(String),
    /// The program of the judge cannot be read.
    BadProgram(String),
    /// Two items have one name.
    DoubledName(String),
    /// Points that are below 0, too many, or have too many digits.
    BadPoints,
    /// A key of points that this kind of claim does not have.
    PointsKey {
        /// The key.
        key: String,
        /// Those that it has.
        known: &'static [&'static str],
    },
    /// Nothing gives points.
    NoItems,
    /// Rounding to multiples of nothing.
    Rounding,
    /// More than 100 per cent a day, or no day.
    Late,
    /// A limit that cannot be read, and why.
    BadLimit(&'static str, String),
    /// A value that is none of those that a key may have.
    UnknownValue {
        /// As written.
        value: String,
        /// What it may be.
        known: &'static [&'static str],
    },
    /// A test without a run, or with too many.
    Runs {
        /// How many runs there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// Words that are no inputs.
    BadInput(String),
    /// A claim that the language does not have.
    BadClaim(String),
    /// A claim about a cost without sizes.
    NoSizes,
    /// Sizes of a claim about a model.
    SizesOfModel,
    /// Sizes that cannot be read, and why.
    BadSizes(String),
    /// A key that this kind of criterion does not have.
    ForeignKey(&'static str, String),
    /// A criterion without points, or without its name.
    MissingKey(&'static str, String),
    /// A code that is no warning.
    NoWarning(String),
    /// A word that is neither a keyword nor the name of an algorithm.
    NoConstruct(String),
}

/// The keys whose values are lists of texts.
const LISTS: [&str; 5] = ["inputs", "files", "deny", "require", "forbid"];

/// What is written where the file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TomlText {
    /// `[test]`: the name.
    Section(String),
    /// `inputs = "n=1..20"`, where a list is expected: the text.
    NoList(String),
    /// Something else.
    Other,
}

impl TomlText {
    /// What a part of the file is, given the text before it.
    pub fn of(before: &str, part: &str) -> Self {
        let key = before.lines().last().unwrap_or_default();
        let is_list =
            (key.trim_end().strip_suffix('=')).is_some_and(|key| LISTS.contains(&key.trim()));
        let part = part.lines().next().unwrap_or_default().trim();
        let inside = |open, close| part.strip_prefix(open)?.strip_suffix(close);
        match (inside('[', ']'), inside('"', '"')) {
            (Some(name), _) if name.chars().all(char::is_alphabetic) => {
                Self::Section(name.to_owned())
            }
            (_, Some(text)) if is_list => Self::NoList(text.to_owned()),
            _ => Self::Other,
        }
    }
}

impl ExerciseProblem {
    /// The problem in words; it is in `exercise.toml` at a place, or about the file as a whole.
    pub fn diagnostic(&self, span: Option<Span>) -> Diagnostic {
        let words = match Voice::default().language {
            Language::English | Language::Croatian => english::words(self),
        };
        match span {
            Some(span) => Places::at(Code::Exercise, span).with(words.label("")),
            None => Places::nowhere(Code::Exercise).with(words),
        }
    }
}
