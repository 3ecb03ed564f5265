//! Where time and work of one run go.

use schemars::JsonSchema;
use serde::Serialize;

use super::Size;
use crate::machine::event::SectionKind;
use crate::quantity::{Per, Unit};

/// Where time and work of one run go.
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
    /// Active processors over time (in steps): at most a few hundred entries, each the mean over
    /// equally many steps.
    pub parallelism: Vec<f64>,
    /// Time by active processors, for each unit: the profile from which all p follow.
    pub profile: Per<Unit, Vec<ProfileEntry>>,
}

/// Time that passed with so many processors active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProfileEntry {
    /// Active processors.
    pub active: u64,
    /// The time.
    pub time: u64,
}

/// What one algorithm takes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AlgorithmShare {
    /// Its name.
    pub algorithm: String,
    /// What it takes.
    #[serde(flatten)]
    pub share: Share,
}

/// What one line takes.
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
    /// What it takes.
    #[serde(flatten)]
    pub share: Share,
}

/// What a part of a program takes. Where groups go side by side, the time of a step belongs to
/// the group that takes longest.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, JsonSchema)]
pub struct Share {
    /// How often it was executed by some group of processors.
    pub executions: u64,
    /// Its steps on the critical path, on the processors of the run.
    pub time_steps: u64,
    /// Its instructions on the critical path.
    pub time_instructions: u64,
    /// Statements that all processors executed together.
    pub work_steps: u64,
    /// Instructions that they executed together.
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

/// Where the time of one run on the asynchronous machine goes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SectionAnatomy {
    /// The size of the run.
    pub inputs: Size,
    /// Its processors.
    pub processors: u64,
    /// By the lines between two barriers, in the order in which they were first executed.
    pub sections: Vec<SectionShare>,
}

/// What the sections of the same lines take together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SectionShare {
    /// `sequential`: outside of every block; `adapted step`: a statement of a synchronous block,
    /// with its barriers; `asynchronous`.
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
    /// The processors' own times together.
    pub work: u64,
    /// What they waited for the slowest, together.
    pub waiting: u64,
}
