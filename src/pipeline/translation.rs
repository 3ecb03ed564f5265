//! The names that programs and pages are translated with: those of functions, networks and processors.

use super::{collectives, network};
use crate::semantic;
use crate::syntax::formatter::Translation;
use crate::syntax::vocabulary::Vocabulary;

/// The translation into a vocabulary; `defined` are the names that included files define.
pub fn translation(
    vocabulary: Vocabulary,
    defined: impl IntoIterator<Item = String>,
) -> Translation {
    Translation {
        vocabulary,
        functions: (semantic::translated_names().into_iter())
            .chain(collectives::translated_names())
            .collect(),
        machines: network::translations(),
        processors: semantic::processor_names(),
        defined: defined.into_iter().collect(),
    }
}
