//! What `pram learn` asks and explains.

/// What can be typed.
pub const COMMANDS: &str = "Save the file to have it checked. hint, next, skip, list, reset, quit (or their \
                            first letters) or solution, then Enter.\n";
/// Asked before a solution is shown.
pub const REALLY: &str = "Really show a solution? `yes` shows it.\n";
/// Asked once for each folder.
pub const WHICH_VOCABULARY: &str = "Which keywords should the exercises have? Type `hr` for Croatian (paralelno) \
                                    or `en` for English (parallel), then Enter.\n";
