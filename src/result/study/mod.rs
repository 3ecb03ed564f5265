//! The complexity report as data: measured series, formulas, verdicts, claims, curves, anatomy.
//!
//! Every format shows these numbers and computes none of its own. All of it is plain data that
//! serialises to the JSON of `pram report`.

mod amount;
mod anatomy;
mod ended;
mod formula;
mod mean;
mod model;
mod network;
mod scaling;
mod series;
mod size;
mod verdict;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

pub use amount::Amount;
pub use anatomy::{
    AlgorithmShare, Anatomy, LineShare, ProfileEntry, SectionAnatomy, SectionShare, Share,
};
pub use formula::{
    FitError, FormulaStatus, FormulaTerm, GrowthAdvice, HeldOut, QuantityGrowth, RunnerUp,
    SequentialMeasure, SequentialSource, SizeRange,
};
pub use mean::Mean;
pub use model::{ModelFormula, ModelRow};
pub use network::{BusiestLink, Decomposed, DecomposedWork, NetworkRow};
pub use scaling::{
    Curve, CurvePoint, Isoefficiency, IsoefficiencyPoint, Optimum, Scaling, ScalingSource,
};
pub use series::{AsynchronousRow, FailedSize, FailureReason, Range, Row, Spread};
pub use size::{Size, SizeValue};
pub use verdict::{ClaimReport, OpenTrend, Ratio, Verdict, Verdicts};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::json::WarningJson;
use crate::machine::configuration::Branches;
use crate::machine::rules::model::Simultaneity;
use crate::quantity::{Measure, Per, Unit};
use crate::result::formulas::Formulas;
use crate::result::machine::MachineKind;
use crate::result::strip::ProcessorTimeline;

/// A report on one program, or on several.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram report --format json")]
pub struct Report {
    /// The first program.
    #[serde(flatten)]
    pub study: Study,
    /// The programs that it is compared with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Study>,
    /// Machines of the comparison on which nothing could be run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedMachine>,
    /// Where one program overtakes another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub crossings: Vec<Crossing>,
    /// What is legal in the programs or happened in their runs but is almost never intended, each once;
    /// empty with `--no-warnings`.
    pub warnings: Vec<WarningJson>,
    /// The same with full details.
    #[serde(skip)]
    pub diagnostics: Vec<Diagnostic>,
}

/// A machine of the comparison on which nothing could be run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RefusedMachine {
    /// The file as it was named on the command line.
    pub file: String,
    /// The machine: `hypercube`.
    pub machine: String,
    /// Why, in words.
    pub reason: String,
}

/// The report on one program.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Study {
    /// The file as it was named on the command line.
    pub file: String,
    /// The algorithm that was run, or `program`.
    pub entry: String,
    /// The machine it ran on.
    pub machine: MachineDescription,
    /// The text of the file.
    #[serde(skip)]
    pub text: String,
    /// The included files that take part in its time or work.
    #[serde(skip)]
    pub included: Vec<IncludedFile>,
    /// The weakest model on which every measured run is legal; absent on a multicomputer, with
    /// `--simultaneity access`, and if some run is legal on none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_on: Option<String>,
    /// The names that vary, in the order of `--vary`.
    pub varied: Vec<String>,
    /// The inputs that do not vary, as given.
    pub fixed: IndexMap<String, String>,
    /// The unit of verdicts, and of claims without a unit.
    pub unit: Unit,
    /// The reference of the speedup.
    pub sequential: SequentialMeasure,
    /// One row per size that reached its end, ascending.
    pub series: Vec<Row>,
    /// The sizes that did not run to their end.
    pub failed: Vec<FailedSize>,
    /// What follows from the program's text on a synchronous PRAM: formulas for every size, each
    /// compared with counted runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub derived: Option<Formulas>,
    /// The growth of T, W and C in each unit.
    pub formulas: Per<Measure, Per<Unit, QuantityGrowth>>,
    /// On a multicomputer, T and C by its parameters: one entry, or several if the coefficients change
    /// with parameters that vary.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decompositions: Vec<Decomposed>,
    /// The number of processors that the program asks for; absent if it is fixed or varies by `--vary`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processors: Option<QuantityGrowth>,
    /// The growth of what is counted besides T, W and C; absent where nothing is.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub counts: IndexMap<Measure, QuantityGrowth>,
    /// `--model-formula`: the user's formulas compared with the measurements.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<ModelFormula>,
    /// Whether the program is work- and cost-optimal.
    pub verdicts: Verdicts,
    /// The claims of the file.
    pub claims: Vec<ClaimReport>,
    /// Results for all p, in each unit.
    pub scaling: Per<Unit, Scaling>,
    /// How time and work are distributed, for the largest size that ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anatomy: Option<Anatomy>,
    /// On the asynchronous machine, how time is distributed over sections, for the largest size that
    /// ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sections: Option<SectionAnatomy>,
    /// On a multicomputer, the activity of its processors over time, for the largest size that ran.
    #[serde(skip)]
    pub timeline: Option<TimedRun>,
    /// Remarks, one sentence each: that W is used instead of SU, that counts depend on the data, that
    /// the sweep was interrupted.
    pub notes: Vec<String>,
    /// The sweep was interrupted; the report is about the sizes that ran before.
    pub interrupted: bool,
}

/// The activity of the processors of a run over time.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedRun {
    /// The varied names.
    pub inputs: Size,
    /// The processors of the machine.
    pub processors: u64,
    /// The processors' activity.
    pub timeline: ProcessorTimeline,
}

/// The machine of a report.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MachineDescription {
    /// `pram`: synchronous; `apram`: asynchronous; `multicomputer`: processors that exchange messages.
    pub kind: MachineKind,
    /// The access model: `erew`, `crcw-common`, …; on the asynchronous machine `apram` or
    /// `apram-cr`.
    pub model: String,
    /// `step` or `access`: which accesses are simultaneous.
    pub simultaneity: Simultaneity,
    /// `mimd` or `simd`: how the branches of an `ako` share the time.
    pub branches: Branches,
    /// The number of processors; absent if it varies, or if each run has as many as the program asks
    /// for.
    pub processors: Option<u64>,
    /// d, the time of a global access; absent on a synchronous machine, and if it varies.
    #[serde(rename = "d", skip_serializing_if = "Option::is_none")]
    pub delay: Option<u64>,
    /// B, the time of a barrier, as it was given: `32`, `sqrt(p)`; absent on a synchronous machine, and
    /// if it varies.
    #[serde(rename = "B", skip_serializing_if = "Option::is_none")]
    pub barrier: Option<String>,
    /// The parameters of a multicomputer; absent on other machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkDescription>,
    /// Every random choice derives from it.
    pub seed: u64,
}

/// The network of a multicomputer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct NetworkDescription {
    /// Those of `t_s`, `t_w`, `t_h`, `t_c` and `t_o` that do not vary.
    pub parameters: IndexMap<String, Amount>,
    /// The options of the network that are not the defaults, in words: `store and forward`, `all ports`,
    /// `half duplex`, `synchronous sends`.
    pub travel: Vec<String>,
}

/// Where one program overtakes another.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Crossing {
    /// The measure.
    pub measure: Measure,
    /// The unit.
    pub unit: Unit,
    /// The one that is better below; 0 is the report's first program, 1 the first of `others`.
    pub better_below: usize,
    /// The one that is better from `at` on.
    pub better_from: usize,
    /// The size from which on it is better; if only measured sizes are known, the first of these.
    pub at: Size,
    /// It was computed from exact formulas, and is exact.
    pub computed: bool,
    /// The same in words.
    pub text: String,
}

/// A file that a program includes.
#[derive(Debug, Clone, PartialEq)]
pub struct IncludedFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Study {
    /// The units of this study, its own first.
    pub fn units(&self) -> &'static [Unit] {
        self.machine.kind.row().units
    }
}

impl MachineDescription {
    /// Whether it is an asynchronous PRAM.
    pub fn is_asynchronous(&self) -> bool {
        self.kind == MachineKind::Apram
    }

    /// The machine's parameters that do not vary: `d = 3, B = sqrt(p), p = 16`, `t_s = 100, t_w = 7`.
    /// Parameters of a network that are 0 by default are left out.
    pub fn parameters(&self) -> Option<String> {
        let of_network = self.network.iter().flat_map(|network| &network.parameters);
        let shown = of_network.filter(|(name, time)| {
            time.units > 0 || matches!(name.as_str(), "t_s" | "t_w" | "t_c")
        });
        let times: Vec<String> = shown
            .map(|(name, time)| format!("{name} = {time}"))
            .collect();
        let given = [
            ("d", self.delay.map(|delay| delay.to_string())),
            ("B", self.barrier.clone()),
            (
                "p",
                self.processors.map(|processors| processors.to_string()),
            ),
        ];
        let known: Vec<String> = (given.into_iter())
            .filter_map(|(name, value)| Some(format!("{name} = {}", value?)))
            .chain(times)
            .collect();
        (!known.is_empty()).then(|| known.join(", "))
    }
}

impl Report {
    /// Every program of the report, the first one first.
    pub fn studies(&self) -> impl Iterator<Item = &Study> {
        std::iter::once(&self.study).chain(&self.others)
    }
}
