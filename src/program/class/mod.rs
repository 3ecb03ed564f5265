//! The classes of scalars, and why a scalar is in one.
//!
//! Definition: the language, section 6; `semantic::class` decides.

mod english;

use crate::language::{Language, Voice};
use crate::source::Span;

/// Which of the scalars that are not shared this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Assigned only in sequential code; every processor knows it.
    Control,
    /// One per processor of its block.
    Private,
    /// The number of a processor, from the block's header.
    Index,
    /// Made by the compiler: results of calls, loop limits.
    Temporary,
}

/// Why a scalar is not shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WhyOwn {
    /// Control: a parameter or an input that no block assigns.
    Parameter,
    /// Control: assigned in sequential code only.
    Sequential,
    /// Private: declared `lokalno`.
    Declared,
    /// Private: the variable of a counting loop inside a block.
    Counts,
    /// Private: assigned inside one block only.
    Inside,
    /// Private: a copy of a scalar outside, on a machine without shared memory.
    Copied,
    /// An index.
    Index,
    /// Made by the compiler.
    Temporary,
}

/// What makes a scalar shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyShared {
    /// It is declared `globalno` here.
    Declared(Span),
    /// It has a value outside of a block, and is assigned inside.
    Assigned {
        /// Where it gets its value outside.
        outside: Span,
        /// How it gets it there.
        by: Outside,
        /// The assignment in a block inside.
        inside: Span,
        /// Whose variable it is.
        owner: Owner,
    },
}

/// How a shared scalar gets its value outside of the block that assigns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// By an assignment.
    Assignment,
    /// It is a parameter or an input.
    Parameter,
    /// It is declared `lokalno` in an outer block.
    Declared,
}

/// Whose processors a variable belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// There is one: it was made in sequential code.
    Program,
    /// There is one for each processor of an outer block.
    OuterBlock,
}

/// The class of a scalar of the source, and why it is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarClass {
    /// Control, private or an index.
    Own(WhyOwn),
    /// Shared.
    Shared(WhyShared),
}

impl WhyOwn {
    /// The class.
    pub fn class(self) -> Class {
        match self {
            Self::Parameter | Self::Sequential => Class::Control,
            Self::Declared | Self::Counts | Self::Inside | Self::Copied => Class::Private,
            Self::Index => Class::Index,
            Self::Temporary => Class::Temporary,
        }
    }
}

impl WhyShared {
    /// The places that make it shared; the inside one last.
    pub fn places(self) -> Vec<Span> {
        match self {
            Self::Declared(span) => vec![span],
            Self::Assigned {
                outside, inside, ..
            } => vec![outside, inside],
        }
    }

    /// What is to be said at each of these places.
    pub fn labels(self, name: &str, voice: Voice) -> Vec<String> {
        match voice.language {
            Language::English | Language::Croatian => english::labels(self, name, voice.vocabulary),
        }
    }
}

impl ScalarClass {
    /// Which class the scalar of this name is in, and why, as a sentence.
    pub fn sentence(self, name: &str, voice: Voice) -> String {
        match voice.language {
            Language::English | Language::Croatian => {
                english::sentence(self, name, voice.vocabulary)
            }
        }
    }
}
