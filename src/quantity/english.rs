//! What measures and units are, in words.

use super::{Measure, Row, Unit};

/// All measures.
pub(super) const MEASURES: [Row; 13] = [
    row(Measure::T, "T", "time", "Time."),
    row(Measure::W, "W", "work", "Work."),
    row(Measure::C, "C", "cost", "Cost, p·T."),
    row(Measure::Processors, "p", "processors", "Processors."),
    row(Measure::Reads, "reads", "reads", "Reads of shared memory."),
    row(
        Measure::Writes,
        "writes",
        "writes",
        "Writes of shared memory.",
    ),
    row(
        Measure::Issued,
        "issued",
        "issued instructions",
        "Instructions that the warps of a GPU issue.",
    ),
    row(
        Measure::Transactions,
        "transactions",
        "transactions",
        "Transactions of a GPU's global memory.",
    ),
    row(
        Measure::Passes,
        "passes",
        "passes",
        "Passes of a GPU's group memory.",
    ),
    row(
        Measure::Conflicts,
        "conflicts",
        "conflicts",
        "Conflicts in the banks of a GPU's group memory.",
    ),
    row(
        Measure::Atomics,
        "atomics",
        "atomics",
        "Lanes that execute an atomic.",
    ),
    row(
        Measure::Divergent,
        "divergent",
        "divergent branches",
        "Times at which the items of a warp part ways.",
    ),
    row(
        Measure::Launches,
        "launches",
        "launches",
        "Launches of kernels.",
    ),
];

const fn row(measure: Measure, name: &'static str, noun: &'static str, about: &'static str) -> Row {
    Row {
        measure,
        name,
        noun,
        about,
    }
}

/// What a unit is.
pub fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Rounds => "In executions of bodies that access shared memory.",
        Unit::Steps => "In statements.",
        Unit::Instructions => "In reads, operators, writes.",
        Unit::Apram => "In units of time of the asynchronous PRAM; absent on a synchronous one.",
        Unit::Multicomputer => "In units of time of the multicomputer; absent on other machines.",
        Unit::Gpu => "In units of time of a GPU; absent on other machines.",
    }
}
