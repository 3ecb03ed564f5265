//! What a submission earned, as results are kept and as `--format json` writes them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::exercise::Visibility;
use super::job::FirstFailure;
use super::points::Points;

/// The format of results.
pub const FORMAT: &str = "pram-grade/1";

/// The result of a submission. It depends on the exercise, the version of pram and the files alone: lateness and
/// points that a person gives come later.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "a result of pram grade")]
pub struct GradeOutcome {
    /// `pram-grade/1`
    pub format: String,
    /// The first 32 digits of a SHA-256 over the exercise, the version of pram and the files.
    pub key: String,
    /// The version of pram.
    pub pram: String,
    /// The id of the exercise.
    pub exercise: String,
    /// How far it is graded.
    pub status: OutcomeStatus,
    /// The points, rounded.
    pub points: Points,
    /// The most points.
    pub of: Points,
    /// Points of items that are not decided; they are not among `points`.
    pub open: Points,
    /// What else there is to say.
    pub notes: Vec<String>,
    /// What was handed in.
    pub files: Vec<OutcomeFile>,
    /// What each item gave.
    pub items: Vec<GradedItem>,
    /// What all runs used.
    pub used: RunTotals,
    /// SHA-256 of the text formatted and without comments: equal for texts that differ in nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
}

/// How far a submission is graded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeStatus {
    /// Every item has its points.
    Graded,
    /// Some items are not decided, or wait for a person.
    Open,
    /// Nothing was handed in.
    Empty,
    /// No text of a program was handed in.
    Unreadable,
    /// A worker ended early twice: somebody has to look at it.
    Ungraded,
}

/// A file that was handed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutcomeFile {
    /// Its name.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// How many bytes it has.
    pub bytes: u64,
}

/// What the runs used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunTotals {
    /// Work, in steps.
    pub work: u64,
    /// Steps.
    pub steps: u64,
}

/// What an item gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GradedItem {
    /// Its name.
    pub name: String,
    /// What kind of item it is.
    pub kind: GradedKind,
    /// How it was decided.
    pub verdict: ItemVerdict,
    /// The code of what went wrong, for `pram explain`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The points; those of an open item are 0 and not final.
    pub points: Points,
    /// The most points.
    pub of: Points,
    /// Who sees the rest.
    pub visibility: Visibility,
    /// If it fails, the total is at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<Points>,
    /// How many runs of a test passed, and of how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<[usize; 2]>,
    /// Where it fails first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_failure: Option<FirstFailure>,
    /// What a student reads who may see the item.
    pub student: String,
    /// What a teacher reads.
    pub teacher: String,
}

/// What kind of item it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GradedKind {
    /// Runs of the judge.
    Test,
    /// A claim about a cost or a model.
    Claim,
    /// A criterion that the program decides.
    Criterion,
    /// A person decides.
    Manual,
}

/// How an item was decided.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ItemVerdict {
    /// A test or a criterion passes.
    Passes,
    /// A claim follows from the program's text for every size.
    Derived,
    /// A claim holds exactly at each size.
    Measured,
    /// The trend of the sizes is consistent with a claim about growth.
    Growth,
    /// A claim about the model is proved for every input.
    Proved,
    /// It holds on every input of every test.
    Observed,
    /// It is not decided.
    Open,
    /// A test, a claim or a criterion fails.
    Fails,
    /// A claim about the model is refuted.
    Refuted,
    /// A run ends with a fault.
    Fault,
    /// A run accesses what its model forbids.
    Illegal,
    /// A run reaches a limit.
    Limit,
    /// The algorithm is not there.
    Missing,
    /// The file cannot be read as a program.
    Unreadable,
    /// An earlier item ended the work.
    NotTried,
}

impl ItemVerdict {
    /// Whether it gives points.
    pub fn is_good(self) -> bool {
        use ItemVerdict::{Derived, Growth, Measured, Observed, Passes, Proved};
        matches!(
            self,
            Passes | Derived | Measured | Growth | Proved | Observed
        )
    }

    /// Whether it is decided and gives nothing, or less.
    pub fn is_bad(self) -> bool {
        !self.is_good() && !matches!(self, Self::Open | Self::NotTried)
    }
}

impl GradedItem {
    /// Whether its gate closes: it fails, and for a claim, that is what was shown. A run that ends early shows
    /// nothing about a claim.
    pub fn closes_gate(&self) -> bool {
        match self.kind {
            GradedKind::Claim => matches!(self.verdict, ItemVerdict::Fails | ItemVerdict::Refuted),
            GradedKind::Test | GradedKind::Criterion | GradedKind::Manual => self.verdict.is_bad(),
        }
    }
}

impl GradeOutcome {
    /// The total: the sum, no more than each closed gate allows, less what lateness costs, rounded once.
    pub fn total(items: &[GradedItem], lateness: Points, rounding: Points) -> Points {
        let sum: Points = items.iter().map(|item| item.points).sum();
        let gates = items.iter().filter(|item| item.closes_gate());
        let capped = gates.filter_map(|item| item.gate).fold(sum, Points::min);
        capped.times(lateness).rounded(rounding)
    }

    /// The points that are not decided.
    pub fn open(items: &[GradedItem]) -> Points {
        let open = items
            .iter()
            .filter(|item| item.verdict == ItemVerdict::Open);
        open.map(|item| item.of).sum()
    }
}
