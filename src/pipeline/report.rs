//! The complexity report: sweeps over sizes and judges what was measured.

use std::sync::atomic::AtomicBool;

use super::inputs::Assignment;
use crate::diagnostic::Diagnostic;
use crate::report::complexity::Report;
use crate::source::Sources;
use crate::syntax::ast::Unit;
use crate::syntax::include::Files;

/// What a report is to be about.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportRequest {
    /// The programs: one, or several to be compared. Each has its own inputs and machine.
    pub programs: Vec<super::Request>,
    /// `--vary`: names and their sizes as written, `2^4..2^14`, `10..1000 step 90`, `8,16,32`.
    /// The name `p` varies the processors of the machine.
    pub vary: Vec<Assignment>,
    /// In which unit verdicts, and claims without a unit, are judged: lectures count in rounds.
    pub unit: Unit,
    /// `--efficiency`: an E0 beside 0.5, 0.7 and 0.9.
    pub efficiency: Option<f64>,
    /// `--sequential`: SU as a formula, in [`ReportRequest::unit`].
    pub sequential: Option<String>,
    /// `--repeat`: how many seeds each size is run with, at least 1.
    pub repeat: u32,
    /// Whether sizes are added to confirm formulas on.
    pub add_sizes: bool,
    /// Threads of the host; as many as it has where none are given.
    pub threads: Option<usize>,
}

/// How far a sweep has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Runs that are over.
    pub done: usize,
    /// All runs.
    pub total: usize,
}

/// Sweeps over the sizes and writes the report. `progress` is called, from any thread, whenever
/// a run is over. An interrupted sweep gives a report on the sizes that ran before.
pub fn create(
    request: &ReportRequest,
    sources: &mut Sources,
    files: &(dyn Files + Sync),
    interrupt: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Report, Vec<Diagnostic>> {
    let _ = (request, sources, files, interrupt, progress);
    Err(Vec::new())
}
