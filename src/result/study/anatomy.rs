//! How time and work of one run are distributed.

use schemars::JsonSchema;
use serde::Serialize;

use super::Size;
use crate::machine::event::SectionKind;
use crate::quantity::{Per, Unit};

/// How time and work of one run are distributed.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Anatomy {
    /// The size of the run.
    pub inputs: Size,
    /// Its processors.
    pub processors: u64,
    /// By algorithm, the most time first.
    pub algorithms: Vec<AlgorithmShare>,
    /// By source line, in the order of the source.
    pub lines: Vec<LineShare>,
    /// Active processors over time (in steps): at most a few hundred entries, each the mean over the
    /// same number of steps.
    pub parallelism: Vec<f64>,
    /// Time by the number of active processors, for each unit: the profile from which the times for all
    /// p follow.
    pub profile: Per<Unit, Vec<ProfileEntry>>,
}

/// Time that passed with this number of active processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProfileEntry {
    /// Active processors.
    pub active: u64,
    /// The time.
    pub time: u64,
}

/// The share of one algorithm.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AlgorithmShare {
    /// Its name.
    pub algorithm: String,
    /// Its time and work.
    #[serde(flatten)]
    pub share: Share,
}

/// The share of one line.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LineShare {
    /// The algorithm that it belongs to.
    pub algorithm: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The statement's first line, trimmed.
    pub source: String,
    /// Its time and work.
    #[serde(flatten)]
    pub share: Share,
}

/// The time and work of a part of a program. If several groups execute a step, its time belongs to the
/// group that takes longest.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, JsonSchema)]
pub struct Share {
    /// How often it was executed by some group of processors.
    pub executions: u64,
    /// Its steps on the critical path, on the processors of the run.
    pub time_steps: u64,
    /// Its instructions on the critical path.
    pub time_instructions: u64,
    /// The sum over all processors of executed statements.
    pub work_steps: u64,
    /// The sum over all processors of executed instructions.
    pub work_instructions: u64,
    /// Reads of shared memory.
    pub reads: u64,
    /// Writes to shared memory.
    pub writes: u64,
    /// `time_instructions` as a part of the run's.
    pub time_share: f64,
    /// `work_instructions` as a part of the run's.
    pub work_share: f64,
}

/// How the time of one run on the asynchronous machine is distributed.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SectionAnatomy {
    /// The size of the run.
    pub inputs: Size,
    /// Its processors.
    pub processors: u64,
    /// By the lines between two barriers, in the order of their first execution.
    pub sections: Vec<SectionShare>,
}

/// The sum over the sections of the same lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SectionShare {
    /// `sequential`: outside every block; `adapted step`: a statement of a synchronous block, with its
    /// barriers; `asynchronous`.
    pub kind: SectionKind,
    /// The file.
    pub file: String,
    /// The first line executed.
    pub from_line: usize,
    /// The last line executed.
    pub to_line: usize,
    /// How often they were executed.
    pub executions: u64,
    /// The slowest processors' times.
    pub time: u64,
    /// The time of the barriers.
    pub barriers: u64,
    /// The sum of the processors' own times.
    pub work: u64,
    /// The sum of the times that they waited for the slowest.
    pub waiting: u64,
}
