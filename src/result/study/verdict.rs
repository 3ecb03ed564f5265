//! What was judged, with its evidence: optimality and claims.

use crate::quantity::Unit;
use schemars::JsonSchema;
use serde::Serialize;

use super::Size;
use crate::result::claim::Evidence;

/// Optimality, in the unit of the study.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Verdicts {
    /// The unit in which they are judged.
    pub unit: Unit,
    /// W = O(SU).
    pub work_optimal: Verdict,
    /// C = O(SU).
    pub cost_optimal: Verdict,
    /// The largest number of processors, as a class, up to which the program stays cost-optimal:
    /// `n/log n`, from the curves over all p.
    pub cost_optimal_up_to: Option<String>,
    /// SU ≤ W ≤ C on every requested size; if not, SU is not the best sequential time.
    pub bounds_hold: Verdict,
}

/// An answer with its evidence.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Verdict {
    /// The answer; null if it is open.
    pub holds: Option<bool>,
    /// If the answer is open: what the sizes that ran suggest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trend: Option<OpenTrend>,
    /// Why, in one sentence: formulas compared, or the trend of the ratio.
    pub evidence: Evidence,
    /// The ratio that must level off, by size: W/SU, C/SU.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratios: Vec<Ratio>,
}

/// What the sizes that ran suggest about all sizes, which they cannot decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum OpenTrend {
    /// If the trend continues, it holds.
    #[serde(rename = "consistent with")]
    ConsistentWith,
    /// If the trend continues, it does not.
    #[serde(rename = "speaks against")]
    SpeaksAgainst,
    /// Neither shows.
    #[serde(rename = "unclear")]
    Unclear,
}

impl OpenTrend {
    /// Whether something is suggested to hold, not to hold, or neither.
    pub fn of(holds: Option<bool>) -> Self {
        match holds {
            Some(true) => Self::ConsistentWith,
            Some(false) => Self::SpeaksAgainst,
            None => Self::Unclear,
        }
    }
}

/// Measured and claimed value at one size.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Ratio {
    /// The size.
    pub inputs: Size,
    /// The measured value.
    pub measured: f64,
    /// The value with which it is compared.
    pub claimed: f64,
    /// measured / claimed; null if the claimed value is 0.
    pub ratio: Option<f64>,
}

/// A claim and its result over all sizes.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ClaimReport {
    /// The claim as written.
    pub claim: String,
    /// Its line, from 1.
    pub line: usize,
    /// The answer; null if it is open.
    pub holds: Option<bool>,
    /// For an open claim about growth: what the sizes that ran suggest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trend: Option<OpenTrend>,
    /// Why, in one sentence.
    pub evidence: Evidence,
    /// If the answer follows from the program's text: the inputs, `every n = 2^k, k ≥ 0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub derived: Option<String>,
    /// The unit in which it was judged; absent for a model.
    pub unit: Option<Unit>,
    /// For an exact claim or a bound: the first size at which it fails.
    pub first_failure: Option<Size>,
    /// Measured against claimed, by size.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratios: Vec<Ratio>,
}
