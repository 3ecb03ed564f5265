//! What `pram learn` asks and explains.

/// What can be typed.
pub const COMMANDS: &str = "Save the file to have it checked. hint, next, skip, list, reset, quit (or their \
                            first letters) or solution, then Enter.\n";
/// Asked before a solution is shown.
pub const REALLY: &str = "Really show a solution? `yes` shows it.\n";
/// Asked once for each folder.
pub const WHICH_VOCABULARY: &str = "Which keywords should the exercises have? Type `hr` for Croatian (paralelno) \
                                    or `en` for English (parallel), then Enter.\n";
/// Said after the last hint.
pub const NO_FURTHER_HINTS: &str =
    "There are no further hints; `solution` shows one that is right.\n";
/// Said where the next exercise is one before this one.
pub const FIRST_OPEN: &str = "That was the last one; this is the first that is still open.\n";
/// Said where nothing is left to do.
pub const ALL_SOLVED: &str = "All exercises are solved.\n";
/// Said where only this exercise is open.
pub const OTHERS_SOLVED: &str = "All the others are solved.\n";
