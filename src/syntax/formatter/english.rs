//! Why a file is not formatted, in English.

use crate::diagnostic::Words;

/// A file whose meaning would change.
pub(super) fn unlike(name: &str) -> Words {
    Words::message(format!(
        "`{name}` cannot be written this way without changing what it means"
    ))
    .note("a name in it would be read as a keyword, or this is an error in pram itself")
    .help("the file was left as it is; rename what is spelt like a keyword")
}
