//! The JSON of `pram run`: one stable object.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::asynchronous::{self, barrier_time};
use super::exploration::ExplorationJson;
use super::illegal_json::{IllegalJson, illegal};
use super::run::Run;
use super::violation;
use crate::diagnostic::Status;
use crate::diagnostic::json::{ErrorJson, WarningJson};
use crate::machine::configuration::{Branches, Configuration};
use crate::machine::model::{Legality, Simultaneity};
use crate::machine::value::Value;
use crate::machine::violation::{Access, Violation};
use crate::program::Constant;
use crate::source::Sources;
use crate::syntax::ast::{Measure, Unit};

/// A run.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram run --format json")]
pub struct RunJson {
    /// What ended the run early: a fault, a limit, an interruption. Absent when nothing did; an
    /// illegal access and a deadlock stand in `violations`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorJson>,
    /// The file as it was named on the command line.
    pub file: String,
    /// The algorithm that was run, or `program`.
    pub entry: String,
    /// The machine it ran on.
    pub machine: MachineJson,
    /// Inputs by name, in the order of their declaration.
    pub inputs: IndexMap<String, ValueJson>,
    /// Outputs by name; empty when the run ended early.
    pub outputs: IndexMap<String, ValueJson>,
    /// The lines that the program printed.
    pub printed: Vec<String>,
    /// What was counted, also of a run that ended early.
    pub cost: CostJson,
    /// The weakest models under which what happened is legal, observed on this input.
    pub legal_on: RunLegalityJson,
    /// What is illegal: accesses in synchronous steps, the first thousand of them; on the
    /// asynchronous machine the first two accesses that race in a section, and a deadlock.
    pub violations: Vec<IllegalJson>,
    /// How many illegal accesses there were, in steps and in sections; a deadlock counts as one.
    pub violation_count: u64,
    /// On the asynchronous machine, with `--explore`: whether other orders of execution end
    /// differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploration: Option<ExplorationJson>,
    /// The claims of the file.
    pub claims: Vec<ClaimJson>,
    /// What is legal but almost never meant; empty with `--no-warnings`.
    pub warnings: Vec<WarningJson>,
}

/// The machine of a run.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MachineJson {
    /// `pram`: synchronous; `apram`: asynchronous.
    pub kind: String,
    /// The access model: `erew`, `crcw-common`, …; on the asynchronous machine `apram` or
    /// `apram-cr`.
    pub model: String,
    /// `step` or `access`: which accesses count as simultaneous.
    pub simultaneity: String,
    /// `mimd` or `simd`: how the branches of an `ako` share the time.
    pub branches: String,
    /// How many processors it has: as fixed, or the most that the program asked for.
    pub processors: u64,
    /// Every random choice derives from it.
    pub seed: u64,
}

/// A scalar, an array, or a matrix as an array of rows; null for what was never written.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ValueJson {
    /// A scalar.
    Scalar(ScalarJson),
    /// An array.
    Array(Vec<Option<ScalarJson>>),
    /// An array of two dimensions, by rows.
    Matrix(Vec<Vec<Option<ScalarJson>>>),
}

/// An int, a real (always with a point or an exponent) or a bool.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ScalarJson {
    /// An int.
    Int(i64),
    /// A real.
    Real(f64),
    /// A bool.
    Bool(bool),
}

/// What a run costs.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CostJson {
    /// The p of cost = p·time.
    pub processors: u64,
    /// Executions of bodies that access shared memory.
    pub rounds: MeasuresJson,
    /// Statements.
    pub steps: MeasuresJson,
    /// Reads, operators, writes.
    pub instructions: MeasuresJson,
    /// Reads of shared memory.
    pub reads: u64,
    /// Writes to shared memory.
    pub writes: u64,
    /// The cost in the asynchronous machine's own units of time. Absent on a synchronous one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apram: Option<AsynchronousCostJson>,
}

/// What a run costs on the asynchronous PRAM.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct AsynchronousCostJson {
    /// T: the slowest processor of every section, and the barriers.
    pub time: u64,
    /// W: the processors' own times together.
    pub work: u64,
    /// What they waited for slower ones, together.
    pub waiting: u64,
    /// How many barriers there were: each ends a section.
    pub sections: u64,
    /// Time of a global access.
    pub d: u64,
    /// Time of a barrier.
    #[serde(rename = "B")]
    pub barrier: Option<u64>,
}

/// The three measures in one unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct MeasuresJson {
    /// T: what passes on the machine.
    pub time: u64,
    /// W: what all processors did together.
    pub work: u64,
    /// C = p·T.
    pub cost: u64,
}

/// The weakest models that allow a run: per step and per access on a synchronous machine, per
/// section on the asynchronous one.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RunLegalityJson {
    /// On a synchronous machine.
    Synchronous(LegalityJson),
    /// On the asynchronous machine.
    Asynchronous {
        /// `apram`, `apram-cr`, or null where neither allows it.
        section: Option<String>,
    },
}

/// The weakest models of the synchronous PRAM that allow what happened.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LegalityJson {
    /// When all reads of a step are one moment, and all its writes another.
    pub step: String,
    /// When the k-th read of a processor meets only the k-th reads of the others.
    pub access: String,
}

/// An illegal access.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ViolationJson {
    /// `E0501`, `E0502` or `E0503`.
    pub code: String,
    /// What happened, in words.
    pub message: String,
    /// The model whose rule is broken.
    pub model: String,
    /// `step` or `access`: which accesses count as simultaneous.
    pub simultaneity: String,
    /// The step, from 1.
    pub step: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// The processors that met in the cell; the first few.
    pub processors: Vec<String>,
    /// How many met in it.
    pub processor_count: u64,
    /// How many cells of this step were met in.
    pub cells_in_step: u64,
    /// How many processors of this step took part in such a meeting.
    pub processors_in_step: u64,
    /// The accesses in the source.
    pub accesses: Vec<AccessJson>,
    /// The weakest models that allow this step.
    pub allowed_by: LegalityJson,
}

/// One of the accesses that met.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AccessJson {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The first processor that came this way.
    pub processor: String,
    /// Of a write, the value.
    pub value: Option<ScalarJson>,
}

/// A claim and what came out.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ClaimJson {
    /// The claim as written.
    pub claim: String,
    /// Whether it holds; null where one run cannot decide.
    pub holds: Option<bool>,
    /// What was claimed and what was measured.
    pub evidence: String,
}

impl RunJson {
    /// A run of a file.
    pub fn new(run: &Run, file: &str, sources: &Sources) -> Self {
        Self {
            error: (run.error.as_ref())
                .filter(|error| error.code.status() != Status::Access)
                .map(|error| ErrorJson::new(error, sources)),
            file: file.to_owned(),
            entry: run.entry.clone(),
            machine: MachineJson::new(&run.configuration, run.processors()),
            inputs: values(&run.inputs),
            outputs: values(&run.outputs),
            printed: run.printed.clone(),
            cost: CostJson::new(run),
            legal_on: RunLegalityJson::new(run),
            violations: illegal(run, sources),
            violation_count: run.illegal_count(),
            exploration: (run.exploration.as_ref())
                .map(|exploration| ExplorationJson::new(exploration, sources)),
            claims: run
                .claims
                .iter()
                .map(|outcome| ClaimJson {
                    claim: outcome.claim.clone(),
                    holds: outcome.holds,
                    evidence: outcome.evidence.clone(),
                })
                .collect(),
            warnings: WarningJson::all(&run.warnings, sources),
        }
    }
}

impl MachineJson {
    fn new(configuration: &Configuration, processors: u64) -> Self {
        let (kind, model) = match &configuration.asynchronous {
            Some(machine) => ("apram", asynchronous::model_name(machine).to_owned()),
            None => ("pram", configuration.model.to_string()),
        };
        Self {
            kind: kind.to_owned(),
            model,
            simultaneity: simultaneity_name(configuration.simultaneity).to_owned(),
            branches: match configuration.branches {
                Branches::Mimd => "mimd",
                Branches::Simd => "simd",
            }
            .to_owned(),
            processors,
            seed: configuration.seed,
        }
    }
}

impl CostJson {
    fn new(run: &Run) -> Self {
        let measures = |unit| MeasuresJson {
            time: run.measure(Measure::T, unit),
            work: run.measure(Measure::W, unit),
            cost: run.measure(Measure::C, unit),
        };
        Self {
            processors: run.processors(),
            rounds: measures(Unit::Rounds),
            steps: measures(Unit::Steps),
            instructions: measures(Unit::Instructions),
            reads: run.cost.reads,
            writes: run.cost.writes,
            apram: AsynchronousCostJson::new(run),
        }
    }
}

impl AsynchronousCostJson {
    fn new(run: &Run) -> Option<Self> {
        let machine = run.configuration.asynchronous.as_ref()?;
        let cost = run.cost.asynchronous.clone().unwrap_or_default();
        Some(Self {
            time: cost.time,
            work: cost.work,
            waiting: cost.waiting,
            sections: cost.sections,
            d: machine.delay,
            barrier: barrier_time(run, machine),
        })
    }
}

impl RunLegalityJson {
    /// What a run is legal on.
    pub(super) fn new(run: &Run) -> Self {
        match run.configuration.asynchronous {
            None => Self::Synchronous(run.legal_on.into()),
            Some(_) => Self::Asynchronous {
                section: run.section_model().map(str::to_owned),
            },
        }
    }
}

impl ViolationJson {
    /// One illegal access.
    pub(super) fn new(violation: &Violation, sources: &Sources) -> Self {
        Self {
            code: violation.code.id().to_owned(),
            message: violation::title(violation),
            model: violation.model.to_string(),
            simultaneity: simultaneity_name(violation.simultaneity).to_owned(),
            step: violation.step,
            cell: violation.cell.clone(),
            processors: violation.processors.clone(),
            processor_count: violation.processor_count,
            cells_in_step: violation.cells_in_step,
            processors_in_step: violation.processors_in_step,
            accesses: violation
                .accesses
                .iter()
                .map(|access| AccessJson::new(access, sources))
                .collect(),
            allowed_by: violation.allowed_by.into(),
        }
    }
}

impl AccessJson {
    fn new(access: &Access, sources: &Sources) -> Self {
        let position = sources.position(access.span);
        Self {
            file: sources.get(access.span.file).name.clone(),
            line: position.line,
            column: position.column,
            processor: access.processor.clone(),
            value: access.value.map(ScalarJson::from),
        }
    }
}

impl From<Legality> for LegalityJson {
    fn from(legality: Legality) -> Self {
        Self {
            step: legality.step.to_string(),
            access: legality.access.to_string(),
        }
    }
}

impl From<Constant> for ScalarJson {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Int(value) => Self::Int(value),
            Constant::Real(value) => Self::Real(value),
            Constant::Bool(value) => Self::Bool(value),
        }
    }
}

impl From<&Value> for ValueJson {
    fn from(value: &Value) -> Self {
        match value {
            Value::Scalar(constant) => Self::Scalar((*constant).into()),
            Value::Array(array) => {
                let elements = |range: std::ops::Range<usize>| {
                    range
                        .map(|position| array.get(position).map(ScalarJson::from))
                        .collect()
                };
                match array.dimensions.as_slice() {
                    &[rows, columns] => Self::Matrix(
                        (0..rows)
                            .map(|row| elements(row * columns..(row + 1) * columns))
                            .collect(),
                    ),
                    _ => Self::Array(elements(0..array.len())),
                }
            }
        }
    }
}

/// As the command line spells it.
pub(super) fn simultaneity_name(simultaneity: Simultaneity) -> &'static str {
    match simultaneity {
        Simultaneity::Step => "step",
        Simultaneity::Access => "access",
    }
}

fn values(values: &IndexMap<String, Value>) -> IndexMap<String, ValueJson> {
    values
        .iter()
        .map(|(name, value)| (name.clone(), ValueJson::from(value)))
        .collect()
}
