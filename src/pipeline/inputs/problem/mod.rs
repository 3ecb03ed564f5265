//! What is wrong with the inputs of a run.

mod english;
mod places;

use super::Formal;
use super::array_text::ArrayTextError;
use crate::diagnostic::Diagnostic;
use crate::language::{Language, Voice};
use crate::machine::generator::GeneratorError;
use crate::source::Span;
use crate::syntax::include::Unreadable;

/// What is wrong with an input.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum InputProblem<'f> {
    /// `n=3 n=4`
    GivenTwice { name: &'f str },
    /// `m=3` for a program without an input m.
    Unknown {
        name: &'f str,
        value: &'f str,
        known: Vec<&'f str>,
        /// The input that is probably meant.
        meant: Option<String>,
    },
    /// An input without a value.
    Missing {
        formal: &'f Formal,
        /// A value that a scalar could have.
        example: usize,
    },
    /// An input whose value needs others, which have none.
    Waits {
        name: &'f str,
        /// The value.
        span: Span,
        needed: Vec<&'f str>,
    },
    /// A word where a value is wanted, which names none.
    Word {
        name: &'f str,
        word: &'f str,
        span: Span,
    },
    /// Several values for a scalar.
    SeveralValues { formal: &'f Formal },
    /// An array for a scalar.
    IsScalar { formal: &'f Formal },
    /// `A=@`
    NoFile { name: &'f str },
    /// A file that cannot be read.
    Unreadable {
        name: &'f str,
        /// The file, as it is shown.
        path: String,
        reason: Unreadable,
    },
    /// What is no array, or does not fit.
    BadArray {
        formal: &'f Formal,
        error: ArrayTextError,
        /// The file that it stands in, as it is shown.
        path: Option<String>,
    },
    /// A list that does not fit.
    BadList {
        name: &'f str,
        error: ArrayTextError,
        /// The list.
        span: Span,
    },
    /// A generator that cannot produce a value.
    BadGenerator {
        name: &'f str,
        error: GeneratorError,
        /// The generator.
        span: Span,
    },
    /// A value with which an array cannot be filled.
    BadFilling {
        formal: &'f Formal,
        error: GeneratorError,
    },
    /// Memory within the limit that the system refuses.
    MemoryRefused {
        formal: &'f Formal,
        /// Bytes of all inputs so far.
        bytes: u64,
    },
    /// More memory than the limit.
    TooMuchMemory {
        formal: &'f Formal,
        lengths: &'f [usize],
        /// Bytes of all inputs so far; `None` if these are more than 64 bits can count.
        bytes: Option<u64>,
        limit: u64,
    },
    /// An array that the file declares with another number of dimensions, and gives a value.
    OtherRank {
        formal: &'f Formal,
        /// The input of the file.
        declared: Span,
        /// The number of its dimensions.
        other: u64,
        /// That of the entry.
        own: u64,
    },
    /// An array whose length makes p another number than the machine has processors.
    OtherProcessors {
        formal: &'f Formal,
        /// By its length.
        of_length: i64,
        processors: u64,
    },
    /// Two arrays, or two dimensions of one, that give one scalar two values.
    TwoLengths {
        formal: &'f Formal,
        part: Part,
        scalar: &'f str,
        /// Its other value.
        known: usize,
        /// The array that gives it.
        by: &'f str,
    },
    /// An array with the length n, which is negative.
    NegativeLength { formal: &'f Formal, n: i64 },
    /// An array without a length, for a generator that fills any.
    NoLength {
        formal: &'f Formal,
        /// The generator.
        span: Span,
    },
    /// An array that has another length than it is declared with.
    OtherLength {
        formal: &'f Formal,
        part: Part,
        /// What it is declared with.
        declared: usize,
        /// Where.
        span: Span,
        /// The scalar that is that length.
        scalar: Option<&'f str>,
        /// Whether the command line gives one of both.
        is_given: bool,
    },
    /// Two arrays that the entry declares with one length, and the file with two.
    DeclaredOtherwise {
        formal: &'f Formal,
        /// In the file.
        length: usize,
        /// Where.
        span: Span,
        /// The length in the entry.
        scalar: &'f str,
        /// Its value.
        known: i64,
        /// The array that gives it.
        by: &'f str,
    },
}

/// The length of an array along one of its dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// How many dimensions it has.
    pub rank: usize,
    /// Which of them.
    pub axis: usize,
    /// Its length.
    pub length: usize,
}

impl InputProblem<'_> {
    /// The problem in words.
    pub fn diagnostic(&self, voice: Voice) -> Diagnostic {
        let words = match voice.language {
            Language::English | Language::Croatian => english::words(self, voice.vocabulary),
        };
        places::of(self).with(words)
    }
}
