//! Warnings about the machine of a run, in English.

use crate::diagnostic::Words;

/// An input p and a machine with another number of processors.
pub(super) fn processors_differ(given: &str, processors: u64) -> Words {
    Words::message(format!(
        "the input `p` is {given}, as given by name, and the machine has {processors} processors"
    ))
    .help("remove `p=…`: `-p` also gives its value to an input `p` that has no other")
}
