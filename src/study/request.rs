//! What a report is to be about.

use crate::pipeline::Request;
use crate::pipeline::inputs::Assignment;
use crate::quantity::Unit;

/// What a report is to be about.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportRequest {
    /// The programs: one, or several to be compared. Each has its own inputs and machine.
    pub programs: Vec<Request>,
    /// `--vary`: names and their sizes as written, `2^4..2^14`, `10..1000 step 90`, `8,16,32`.
    /// The name `p` varies the processors of the machine.
    pub vary: Vec<Assignment>,
    /// In which unit verdicts, and claims without a unit, are judged; without one in rounds, as
    /// lectures count, and on the asynchronous machine in its units of time.
    pub unit: Option<Unit>,
    /// `--efficiency`: an E0 beside 0.5, 0.7 and 0.9.
    pub efficiency: Option<f64>,
    /// `--sequential`: SU as formulas, `n-1` in [`ReportRequest::unit`] or `steps = 2*n` in the
    /// one that it names.
    pub sequential: Vec<String>,
    /// `--model-formula`: formulas beside what is measured, `T = n/p + log p`.
    pub model_formulas: Vec<String>,
    /// `--repeat`: how many seeds each size is run with, at least 1.
    pub repeat: u32,
    /// Whether sizes are added to confirm formulas on.
    pub add_sizes: bool,
    /// Threads of the host; as many as it has where none are given.
    pub threads: Option<usize>,
}
