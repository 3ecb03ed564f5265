//! What the library says itself, in English.

/// The answer of a debugger without a disk to a command that writes a file.
pub(super) const NO_FILES: &str =
    "Files are written by `pram debug` alone; `Program::replay` has the same as a value.\n";
