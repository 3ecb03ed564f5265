//! The classes of scalars, and why a scalar is in one, in words.
//!
//! Definition: the language, section 6; `semantic::class` decides.

use crate::source::Span;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

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

    fn reason(self, vocabulary: Vocabulary) -> String {
        match self {
            Self::Parameter => "a parameter or an input that no block assigns".to_owned(),
            Self::Sequential => "it is assigned in sequential code only".to_owned(),
            Self::Declared => {
                let local = vocabulary.word(Concept::Local);
                format!("it is declared `{local}`, so each processor has its own")
            }
            Self::Counts => {
                "the variable of a loop inside a block, so each processor has its own".to_owned()
            }
            Self::Inside => {
                "it is assigned only inside a block, so each processor has its own".to_owned()
            }
            Self::Copied => {
                "each processor has a copy of the one outside, and what it assigns stays in it"
                    .to_owned()
            }
            Self::Index => "the number of a processor of its block".to_owned(),
            Self::Temporary => "the program does not name it".to_owned(),
        }
    }
}

impl WhyShared {
    fn reason(self, vocabulary: Vocabulary) -> String {
        let [shared, local, parallel] =
            vocabulary.words([Concept::Shared, Concept::Local, Concept::Parallel]);
        match self {
            Self::Declared(_) => {
                format!("one cell in the global memory: it is declared `{shared}`")
            }
            Self::Assigned {
                owner: Owner::OuterBlock,
                by,
                ..
            } => {
                let declared = match by {
                    Outside::Declared => format!(", declared `{local}`"),
                    Outside::Assignment | Outside::Parameter => String::new(),
                };
                format!(
                    "one cell in the global memory for each processor of the outer block: it is \
                     private to those{declared}, and a block inside assigns it too"
                )
            }
            Self::Assigned {
                by: Outside::Parameter,
                ..
            } => format!(
                "one cell in the global memory: it is a parameter or an input, and a `{parallel}` \
                 assigns it too"
            ),
            Self::Assigned { .. } => format!(
                "one cell in the global memory: it is assigned both outside of every `{parallel}` \
                 and inside one"
            ),
        }
    }

    /// The places that make it shared, each with what is to be said there; the inside one last.
    pub fn places(self, name: &str, vocabulary: Vocabulary) -> Vec<(Span, String)> {
        let [shared, local] = vocabulary.words([Concept::Shared, Concept::Local]);
        match self {
            Self::Declared(span) => vec![(span, format!("`{name}` is declared `{shared}` here"))],
            Self::Assigned {
                outside,
                by,
                inside,
                owner,
            } => {
                let place = match owner {
                    Owner::Program => "outside",
                    Owner::OuterBlock => "in the outer block",
                };
                let outside_text = match by {
                    Outside::Assignment => format!("`{name}` is assigned {place} here"),
                    Outside::Parameter => format!("`{name}` is a parameter or an input"),
                    Outside::Declared => format!("`{name}` is declared `{local}` {place} here"),
                };
                let inside_text = format!("`{name}` is assigned inside here");
                vec![(outside, outside_text), (inside, inside_text)]
            }
        }
    }
}

impl ScalarClass {
    /// Which class the scalar of this name is in, and why, as a sentence.
    pub fn sentence(self, name: &str, vocabulary: Vocabulary) -> String {
        match self {
            Self::Own(why) => {
                let class = match why.class() {
                    Class::Control => "a control scalar",
                    Class::Private => "private",
                    Class::Index => "an index",
                    Class::Temporary => "a temporary",
                };
                format!("`{name}` is {class}: {}", why.reason(vocabulary))
            }
            Self::Shared(why) => {
                format!("`{name}` is a shared scalar, {}", why.reason(vocabulary))
            }
        }
    }
}
