//! An exercise: its judge, its limits, and the items that give points.

mod items;
mod problem;
pub mod raw;
mod read;
mod sizes;

use indexmap::IndexMap;

use super::points::Points;
use crate::diagnostic::Code;
use crate::machine::configuration::Limits;
pub use problem::ExerciseProblem;
pub use read::{ExerciseFiles, LARGEST_EXERCISE, read, read_public};
pub use sizes::expanded;

/// The format that `exercise.toml` names.
pub const FORMAT: &str = "pram-exercise/1";
/// The name of the file.
pub const FILE: &str = "exercise.toml";
/// How the judge includes what was handed in.
pub const SUBMISSION: &str = "submission.pram";

/// An exercise, read and checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Exercise {
    /// Its name in results: `dz2-maximum`.
    pub id: String,
    /// Its title by language; `en` first if it is there.
    pub title: IndexMap<String, String>,
    /// The judge: its file's name and its text.
    pub judge: (String, String),
    /// The names under which the file may be handed in.
    pub files: Vec<String>,
    /// What all seeds are made from.
    pub secret: String,
    /// The total is rounded to multiples of this.
    pub rounding: Points,
    /// What a submission may use.
    pub limits: ExerciseLimits,
    /// What lateness costs.
    pub late: Option<Late>,
    /// What gives points, in the order of the file.
    pub items: Vec<ExerciseItem>,
}

/// An exercise with its files.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadedExercise {
    /// What it asks.
    pub exercise: Exercise,
    /// Its texts.
    pub files: ExerciseFiles,
}

/// What a submission may use. Steps, work, output and processors are counted and the same on every computer;
/// processor time only ends what hangs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExerciseLimits {
    /// Of each run.
    pub run: Limits,
    /// Bytes of a submission.
    pub source: u64,
    /// Seconds of processor time of the whole submission.
    pub cpu: u64,
}

/// What lateness costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Late {
    /// Per cent of the points that each begun day takes away.
    pub percent_per_day: u32,
    /// After this many days nothing is left.
    pub days: u32,
}

/// Something that gives points.
#[derive(Debug, Clone, PartialEq)]
pub struct ExerciseItem {
    /// Its name, which no other item has.
    pub name: String,
    /// The most points that it gives.
    pub points: Points,
    /// Who sees what it says.
    pub visibility: Visibility,
    /// If it fails, the total is at most this.
    pub gate: Option<Points>,
    /// What is asked.
    pub asks: ItemDemand,
}

/// Who sees what an item says.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Students see everything.
    #[default]
    Public,
    /// Students see everything after the deadline, and before it what they see of a hidden one.
    After,
    /// Students see its name, its points and its verdict.
    Hidden,
}

/// What an item asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum ItemDemand {
    /// Runs of the judge.
    Test(Test),
    /// A claim about T, W or C at sizes.
    Claim(CostClaim),
    /// A claim about the model.
    Model(ModelClaim),
    /// The file is laid out as `pram fmt` would.
    Layout,
    /// No warnings, or none of these.
    NoWarnings(Option<Vec<Code>>),
    /// Constructs and algorithms that have to be used, or must not be.
    Uses {
        /// Each has to be used.
        require: Vec<String>,
        /// None may be used.
        forbid: Vec<String>,
    },
    /// A person gives the points.
    Manual,
}

/// Runs of the judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    /// The inputs of each run, as on the command line.
    pub inputs: Vec<Vec<String>>,
    /// With how many seeds each is run.
    pub repeat: u32,
    /// What has to come out.
    pub expect: ExpectedResult,
    /// Whether each run that passes gives its share.
    pub share: bool,
}

/// What has to come out of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExpectedResult {
    /// The run ends and its assertions hold.
    #[default]
    Asserts,
    /// The same, and each output equals that of the reference.
    Reference,
}

/// A claim about a cost, with points by how sure it is.
#[derive(Debug, Clone, PartialEq)]
pub struct CostClaim {
    /// Without the keyword: `T rounds <= ceil(log n)`.
    pub text: String,
    /// The name that varies, and its values as `--vary` takes them.
    pub sizes: (String, String),
    /// The smallest and the largest of them.
    pub ends: [i64; 2],
    /// Whether it is about growth: `O(…)`, `Θ(…)`.
    pub is_growth: bool,
    /// Where it follows from the text for every size.
    pub derived: Points,
    /// Where it holds at each of the sizes.
    pub measured: Points,
    /// Where the trend of the sizes is consistent with it.
    pub growth: Points,
}

/// A claim about a model, with points by how sure it is.
#[derive(Debug, Clone, PartialEq)]
pub struct ModelClaim {
    /// Without the keyword: `model = EREW`.
    pub text: String,
    /// The model as it is written: `EREW`.
    pub model: String,
    /// Where it is proved for every input.
    pub proved: Points,
    /// Where it holds on every input of every test.
    pub observed: Points,
}

impl Exercise {
    /// The title in a language, or in the first one that there is.
    pub fn title(&self, language: &str) -> &str {
        let title = self
            .title
            .get(language)
            .or_else(|| self.title.values().next());
        title.map_or(&self.id, |title| title)
    }

    /// The points of all items.
    pub fn of(&self) -> Points {
        self.items.iter().map(|item| item.points).sum()
    }

    /// The same with those items alone that students see at any time.
    fn public(mut self) -> Self {
        self.items.retain(|item| {
            item.visibility == Visibility::Public && item.asks != ItemDemand::Manual
        });
        self
    }

    /// Whether outputs have to equal those of the reference.
    fn compares_outputs(&self) -> bool {
        let mut items = self.items.iter();
        items.any(|item| {
            matches!(&item.asks, ItemDemand::Test(test) if test.expect == ExpectedResult::Reference)
        })
    }
}
