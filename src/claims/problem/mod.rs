//! What is wrong with the formulas and the models of claims, whatever runs.

mod english;
mod places;

use crate::diagnostic::{Diagnostic, Edit};
use crate::language::{Language, Voice};
use crate::source::Span;

/// What is wrong with a claim, or with an expression outside of a program.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ClaimProblem {
    /// `tvrdnja T(m) = m;` where nothing is called m.
    UnknownSize {
        /// The name.
        name: String,
        /// Its place.
        span: Span,
        /// What has a name.
        known: Vec<String>,
        /// The name that is probably meant.
        meant: Option<String>,
    },
    /// `tvrdnja T = O(0);`
    NeverPositive {
        /// The formula.
        span: Span,
    },
    /// `tvrdnja model = CREV;`
    UnknownModel {
        /// As written.
        name: String,
        /// Its place.
        span: Span,
        /// The model that is probably meant.
        meant: Option<String>,
    },
    /// A length that is no whole number.
    LengthNotWhole {
        /// The expression.
        span: Span,
        /// Its value; `None` if it is no number.
        value: Option<f64>,
    },
    /// A length that is negative.
    NegativeLength {
        /// The expression.
        span: Span,
        /// Its value.
        value: i64,
    },
}

impl ClaimProblem {
    /// The name that is probably meant.
    fn fix(&self) -> Option<Edit> {
        match self {
            Self::UnknownSize {
                name, span, meant, ..
            }
            | Self::UnknownModel { name, span, meant } => {
                Some(Edit::instead_of(name, *span, meant.as_ref()?))
            }
            Self::NeverPositive { .. }
            | Self::LengthNotWhole { .. }
            | Self::NegativeLength { .. } => None,
        }
    }

    /// The problem in words.
    pub fn diagnostic(&self, voice: Voice) -> Diagnostic {
        let words = match voice.language {
            Language::English | Language::Croatian => english::words(self),
        };
        (places::of(self).with(words)).fixed_by(self.fix(), voice)
    }
}

/// How the text that gives an input its value is named in messages about it.
pub(super) fn name_of_value(name: &str, voice: Voice) -> String {
    match voice.language {
        Language::English | Language::Croatian => english::name_of_value(name),
    }
}

/// The names that a claim may contain.
pub(super) fn names_of_formulas(voice: Voice) -> &'static str {
    match voice.language {
        Language::English | Language::Croatian => english::NAMES_OF_FORMULAS,
    }
}
