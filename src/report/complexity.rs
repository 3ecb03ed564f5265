//! The complexity report as data: measured series, formulas, verdicts, claims, curves, anatomy.
//!
//! Every format shows these numbers and computes none of its own. All of it is plain data that
//! serialises to the JSON of `pram report`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::syntax::ast::{Measure, Unit};

/// A size: the varied names and their values, `{"n": 16, "p": 4}`, in the order of `--vary`.
pub type Size = IndexMap<String, i64>;

/// A report on one program, or on several side by side.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram report --format json")]
pub struct Report {
    /// The first program.
    #[serde(flatten)]
    pub study: Study,
    /// The programs that it is compared with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Study>,
    /// Where one program overtakes another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub crossings: Vec<Crossing>,
}

/// What the report knows of one program.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Study {
    /// The file as it was named on the command line.
    pub file: String,
    /// The algorithm that was run, or `program`.
    pub entry: String,
    /// The machine it ran on.
    pub machine: MachineDescription,
    /// The names that vary, in the order of `--vary`.
    pub varied: Vec<String>,
    /// The inputs that stayed the same, as given.
    pub fixed: IndexMap<String, String>,
    /// The unit in which verdicts and claims without a unit are judged.
    pub unit: UnitName,
    /// What speedup is measured against.
    pub sequential: Sequential,
    /// One row per size that ran to its end, ascending.
    pub series: Vec<Row>,
    /// The sizes that did not run to their end.
    pub failed: Vec<FailedSize>,
    /// The growth of T, W and C in each unit.
    pub formulas: PerMeasure<PerUnit<Formula>>,
    /// How many processors the program asks for; absent where they are fixed or vary by `--vary`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub processors: Option<Formula>,
    /// Whether the program is work- and cost-optimal.
    pub verdicts: Verdicts,
    /// The claims of the file.
    pub claims: Vec<ClaimReport>,
    /// What holds for all p at once, in each unit.
    pub scaling: PerUnit<Scaling>,
    /// Where time and work go, for the largest size that ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anatomy: Option<Anatomy>,
    /// What the reader should know, one sentence each: that W stands in for SU, that counts depend
    /// on the data, that the sweep was interrupted.
    pub notes: Vec<String>,
    /// The sweep was interrupted; the report is about the sizes that ran before.
    pub interrupted: bool,
}

/// The machine of a report.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MachineDescription {
    /// `pram`: synchronous.
    pub kind: String,
    /// The access model: `erew`, `crcw-common`, …
    pub model: String,
    /// `step` or `access`: which accesses count as simultaneous.
    pub simultaneity: String,
    /// `mimd` or `simd`: how the branches of an `ako` share the time.
    pub branches: String,
    /// How many processors it has; absent where they vary, or where each run has as many as the
    /// program asks for.
    pub processors: Option<u64>,
    /// Every random choice derives from it.
    pub seed: u64,
}

/// A unit by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UnitName {
    /// Executions of bodies that access shared memory.
    Rounds,
    /// Statements.
    Steps,
    /// Reads, operators, writes.
    Instructions,
}

/// A measure by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum MeasureName {
    /// Time.
    T,
    /// Work.
    W,
    /// Cost.
    C,
}

/// Something for each unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct PerUnit<T> {
    /// In executions of bodies that access shared memory.
    pub rounds: T,
    /// In statements.
    pub steps: T,
    /// In reads, operators, writes.
    pub instructions: T,
}

/// Something for each measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct PerMeasure<T> {
    /// Time.
    #[serde(rename = "T")]
    pub time: T,
    /// Work.
    #[serde(rename = "W")]
    pub work: T,
    /// Cost, p·T.
    #[serde(rename = "C")]
    pub cost: T,
}

/// The measures of one size.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Row {
    /// The size.
    pub inputs: Size,
    /// The processors of this run: as fixed, or as many as the program asked for.
    pub processors: u64,
    /// T(n,p).
    #[serde(rename = "T")]
    pub time: PerUnit<u64>,
    /// W(n).
    #[serde(rename = "W")]
    pub work: PerUnit<u64>,
    /// C = p·T.
    #[serde(rename = "C")]
    pub cost: PerUnit<u64>,
    /// Time of the sequential algorithm; null in a unit in which it is not known.
    #[serde(rename = "SU")]
    pub sequential: PerUnit<Option<f64>>,
    /// S = SU/T.
    #[serde(rename = "S")]
    pub speedup: PerUnit<Option<f64>>,
    /// E = SU/C.
    #[serde(rename = "E")]
    pub efficiency: PerUnit<Option<f64>>,
    /// The size was added to confirm formulas; it took no part in finding them.
    pub held_out: bool,
    /// Over several seeds (`--repeat`): how far the counts spread. T, W and C of the row are then
    /// those of the first seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
}

/// How far counts of one size spread over several seeds.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Spread {
    /// How many seeds.
    pub repeats: u32,
    /// Of T.
    #[serde(rename = "T")]
    pub time: PerUnit<Range>,
    /// Of W.
    #[serde(rename = "W")]
    pub work: PerUnit<Range>,
    /// Of C.
    #[serde(rename = "C")]
    pub cost: PerUnit<Range>,
}

/// Best, average and worst.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, JsonSchema)]
pub struct Range {
    /// The least.
    pub best: u64,
    /// The mean.
    pub average: f64,
    /// The most.
    pub worst: u64,
}

/// A size that did not run to its end.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FailedSize {
    /// The size.
    pub inputs: Size,
    /// The code under which `pram explain` knows more, such as `E0409`.
    pub code: String,
    /// What happened.
    pub message: String,
    /// The file in which it happened; absent where it lies outside every file.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// Why.
    pub reason: FailureReason,
    /// The size was added by the tool to confirm formulas; the user did not ask for it.
    pub held_out: bool,
}

/// Why a size did not run to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FailureReason {
    /// A `tvrdi` of the program excludes this size.
    Rejected,
    /// The program faults on this size.
    Fault,
    /// An access that the model does not allow.
    IllegalAccess,
    /// A limit was reached.
    Limit,
    /// An input does not fit.
    Input,
}

/// What speedup and optimality are measured against.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Sequential {
    /// Where SU comes from.
    pub source: SequentialSource,
    /// The name of the algorithm, or the formula as given; absent for work.
    pub name: Option<String>,
    /// The growth of SU in each unit; absent in a unit in which it is not known.
    pub formulas: PerUnit<Option<Formula>>,
}

/// Where SU comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SequentialSource {
    /// The file's `slijedno` algorithm was run on one processor.
    Algorithm,
    /// `--sequential`.
    Formula,
    /// W stands in.
    Work,
}

/// How sure a formula is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Reproduces every measured value, and sizes that took no part in finding it confirm it.
    Exact,
    /// The best of the fitted terms, with its error.
    Fitted,
    /// Too little is known; the advice says which sizes would decide.
    Inconclusive,
}

/// The growth of one quantity.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Formula {
    /// An expression of the language: `2*log(n)`; null where nothing can be said.
    pub formula: Option<String>,
    /// How sure it is.
    pub status: Status,
    /// The sizes that took no part in finding it and confirmed it; a number where one name varies.
    pub held_out: Vec<HeldOut>,
    /// The class without Θ( ): `log n`, `n/p + log p`, `1`; null where it is not known.
    pub theta: Option<String>,
    /// Of an exact formula that some small sizes do not follow: it holds from this size on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Size>,
    /// The small sizes that do not follow it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deviating: Vec<HeldOut>,
    /// Of a fit: how far it is off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<FitError>,
    /// Its terms with their coefficients; absent for a candidate that nothing confirms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<FormulaTerm>,
    /// Of a fit: the next best.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runners_up: Vec<RunnerUp>,
    /// Sizes to add.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<Advice>,
}

/// A size that confirmed a formula, or that deviates from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum HeldOut {
    /// The value of the one name that varies.
    One(i64),
    /// Where several vary.
    Several(Size),
}

/// How far a fit is off.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct FitError {
    /// Mean relative error on sizes that were left out of the fit, one after the other
    /// (0.02 is 2 %).
    pub cross_validated: f64,
    /// The largest relative error on a size that was left out.
    pub largest: f64,
}

/// A term of a formula.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FormulaTerm {
    /// An expression of the language: `n*log(n)`, `1`.
    pub term: String,
    /// Its coefficient.
    pub coefficient: f64,
    /// The same without rounding, of an exact formula: `10`, `1/2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<String>,
    /// The lower end of its 95 % confidence interval (Student's t); null for an exact formula,
    /// and with too few sizes.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// A fit that came close.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RunnerUp {
    /// An expression of the language.
    pub formula: String,
    /// Its class.
    pub theta: String,
    /// Mean relative error on sizes that were left out.
    pub cross_validated: f64,
}

/// What would decide.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Advice {
    /// Why the sizes are not enough, one sentence.
    pub reason: String,
    /// Sizes to add.
    pub sizes: Vec<Size>,
    /// The same as an option: `--vary n=24,48,100`; absent where there are none to name.
    pub option: Option<String>,
}

/// Optimality, in the unit of the study.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Verdicts {
    /// The unit in which they are judged.
    pub unit: UnitName,
    /// W = O(SU).
    pub work_optimal: Verdict,
    /// C = O(SU).
    pub cost_optimal: Verdict,
    /// The most processors, as a class, up to which the program stays cost-optimal:
    /// `n/log n`, from the curves over all p.
    pub cost_optimal_up_to: Option<String>,
    /// SU ≤ W ≤ C on every size; where not, SU is not the best sequential time.
    pub bounds_hold: Verdict,
}

/// An answer with its evidence.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Verdict {
    /// The answer; null where the sizes cannot decide.
    pub holds: Option<bool>,
    /// Why, one sentence: formulas compared, or where the ratio goes.
    pub evidence: String,
    /// The ratio that must level off, by size: W/SU, C/SU.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratios: Vec<Ratio>,
}

/// Measured and claimed at one size.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Ratio {
    /// The size.
    pub inputs: Size,
    /// The measured value.
    pub measured: f64,
    /// What it is compared with.
    pub claimed: f64,
    /// measured / claimed; null where nothing was claimed (0).
    pub ratio: Option<f64>,
}

/// A claim and what came out over all sizes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ClaimReport {
    /// The claim as written.
    pub claim: String,
    /// Its line, from 1.
    pub line: usize,
    /// The answer; null where the sizes cannot decide.
    pub holds: Option<bool>,
    /// Why, one sentence.
    pub evidence: String,
    /// The unit in which it was judged; absent for a model.
    pub unit: Option<UnitName>,
    /// Of an exact claim: the first size at which it fails.
    pub first_failure: Option<Size>,
    /// Measured against claimed, by size.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratios: Vec<Ratio>,
}

/// What holds for all p at once, in one unit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct Scaling {
    /// Where T(n,p) for all p comes from.
    pub source: ScalingSource,
    /// Speedup, cost and efficiency over p for a few sizes, ascending.
    pub curves: Vec<Curve>,
    /// `p_t`, `T_min`, ψ3 and the serial fraction for every n.
    pub optima: Vec<Optimum>,
    /// `p_t` as a formula in n.
    pub fastest_processors: Option<Formula>,
    /// `T_min` as a formula in n.
    pub least_time: Option<Formula>,
    /// ψ3 as a formula in n.
    pub fewest_processors: Option<Formula>,
    /// T(n,p) as a formula, for sizes and processors that are powers of two, found on the
    /// profiles; present only where it is exact. (Where p varies, `formulas` has T(n,p).)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_on_powers_of_two: Option<Formula>,
    /// ψ1 for each efficiency asked for (0.5, 0.7, 0.9 and `--efficiency`), ascending.
    pub isoefficiency: Vec<Isoefficiency>,
    /// ψ1 as a class in p, the same for every efficiency: `p*log p`; null where T(n,p) is not
    /// known exactly.
    pub isoefficiency_theta: Option<String>,
}

/// Where the times for all p come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScalingSource {
    /// From the profile of each single run, by Brent's principle: the program does not ask for p.
    Profile,
    /// From one run per p: the program itself depends on p, and p varies.
    Runs,
    /// Nowhere: the program depends on p, and p does not vary (`--vary p=…` would help).
    #[default]
    Unknown,
}

/// The measures of one size over p.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Curve {
    /// The size (without p).
    pub inputs: Size,
    /// The serial fraction `f_s` that the Amdahl and Gustafson columns use.
    pub serial_fraction: Option<f64>,
    /// Ascending in p.
    pub points: Vec<CurvePoint>,
}

/// The measures of one size on p processors.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CurvePoint {
    /// p.
    pub p: u64,
    /// T(n,p).
    #[serde(rename = "T")]
    pub time: u64,
    /// C = p·T.
    #[serde(rename = "C")]
    pub cost: u64,
    /// S = SU/T.
    #[serde(rename = "S")]
    pub speedup: Option<f64>,
    /// E = SU/C.
    #[serde(rename = "E")]
    pub efficiency: Option<f64>,
    /// Amdahl's bound 1/(`f_s` + (1−`f_s`)/p) on the speedup T(1)/T(p).
    pub amdahl: Option<f64>,
    /// Gustafson's scaled speedup `f_s` + p(1−`f_s`).
    pub gustafson: Option<f64>,
    /// The serial fraction of Karp and Flatt, (1/s − 1/p)/(1 − 1/p) with s = T(1)/T(p); absent
    /// for p = 1.
    pub karp_flatt: Option<f64>,
}

/// The best of one size over all p.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Optimum {
    /// The size (without p).
    pub inputs: Size,
    /// `p_t`: the smallest p with the least time.
    pub fastest_processors: u64,
    /// `T_min`: that time.
    pub least_time: u64,
    /// ψ3: the fewest processors with T ≤ 2·`T_min`.
    pub fewest_processors: u64,
    /// `f_s`: the share of T(1) that passes with one processor active.
    pub serial_fraction: Option<f64>,
}

/// ψ1 for one efficiency.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Isoefficiency {
    /// E0.
    pub efficiency: f64,
    /// For each p the least n.
    pub points: Vec<IsoefficiencyPoint>,
    /// ψ1 as a formula in p.
    pub formula: Option<Formula>,
}

/// The least n that keeps p processors efficient.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct IsoefficiencyPoint {
    /// p.
    pub p: u64,
    /// The least n with E ≥ E0 from there on among the sizes that are known; null where none is
    /// enough.
    pub n: Option<i64>,
    /// It was computed from exact formulas for every n, not only looked up among the sizes run.
    pub computed: bool,
}

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
    pub profile: PerUnit<Vec<ProfileEntry>>,
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

/// Where one program overtakes another.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Crossing {
    /// The measure.
    pub measure: MeasureName,
    /// The unit.
    pub unit: UnitName,
    /// The one that is better below; 0 is the report's first program, 1 the first of `others`.
    pub better_below: usize,
    /// The one that is better from `at` on.
    pub better_from: usize,
    /// The size from which on it is; where it comes from measured sizes only, the first of these.
    pub at: Size,
    /// It was computed from exact formulas, and is exact.
    pub computed: bool,
    /// The same in words.
    pub text: String,
}

impl From<Unit> for UnitName {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Rounds => Self::Rounds,
            Unit::Steps => Self::Steps,
            Unit::Instructions => Self::Instructions,
        }
    }
}

impl UnitName {
    /// Every unit, the coarsest first.
    pub const ALL: [Self; 3] = [Self::Rounds, Self::Steps, Self::Instructions];

    /// As written: `rounds`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rounds => "rounds",
            Self::Steps => "steps",
            Self::Instructions => "instructions",
        }
    }
}

impl From<Measure> for MeasureName {
    fn from(measure: Measure) -> Self {
        match measure {
            Measure::T => Self::T,
            Measure::W => Self::W,
            Measure::C => Self::C,
        }
    }
}

impl MeasureName {
    /// Every measure.
    pub const ALL: [Self; 3] = [Self::T, Self::W, Self::C];

    /// As written: `T`.
    pub fn name(self) -> &'static str {
        match self {
            Self::T => "T",
            Self::W => "W",
            Self::C => "C",
        }
    }
}

impl Formula {
    /// `n ≥ 2`, where small sizes do not follow it.
    pub fn condition(&self) -> Option<String> {
        let from = self.from.as_ref()?;
        let bounds = from.iter().map(|(name, value)| format!("{name} ≥ {value}"));
        Some(bounds.collect::<Vec<_>>().join(", "))
    }
}

impl<T> PerUnit<T> {
    /// The one for a unit.
    pub fn get(&self, unit: UnitName) -> &T {
        match unit {
            UnitName::Rounds => &self.rounds,
            UnitName::Steps => &self.steps,
            UnitName::Instructions => &self.instructions,
        }
    }

    /// One for each unit.
    pub fn from_fn(mut make: impl FnMut(UnitName) -> T) -> Self {
        Self {
            rounds: make(UnitName::Rounds),
            steps: make(UnitName::Steps),
            instructions: make(UnitName::Instructions),
        }
    }
}

impl<T> PerMeasure<T> {
    /// The one for a measure.
    pub fn get(&self, measure: MeasureName) -> &T {
        match measure {
            MeasureName::T => &self.time,
            MeasureName::W => &self.work,
            MeasureName::C => &self.cost,
        }
    }

    /// One for each measure.
    pub fn from_fn(mut make: impl FnMut(MeasureName) -> T) -> Self {
        Self {
            time: make(MeasureName::T),
            work: make(MeasureName::W),
            cost: make(MeasureName::C),
        }
    }
}

impl Report {
    /// Every program of the report, the first one first.
    pub fn studies(&self) -> impl Iterator<Item = &Study> {
        std::iter::once(&self.study).chain(&self.others)
    }
}
