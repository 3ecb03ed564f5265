//! The list of codes in English.

/// What is below the list.
pub(super) const HOW_TO_READ_ON: &str =
    "\n`pram explain CODE` explains a code, such as `pram explain E0501`.\n";

/// The heading of the codes that begin like this.
pub(super) fn group_title(group: &str) -> &'static str {
    match group {
        "E01" => "The text",
        "E02" => "Names",
        "E03" => "Types and shapes",
        "E04" => "Faults of a run",
        "E05" => "Illegal accesses and deadlocks",
        "E06" => "Limits",
        "E07" => "The command line and the inputs",
        "W01" => "Warnings: the text",
        "W02" => "Warnings: names and ranges",
        "W03" => "Warnings: types",
        "W05" => "Warnings: what happened in a run",
        _ => "Warnings: the command line",
    }
}
