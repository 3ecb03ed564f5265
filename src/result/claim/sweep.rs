//! The evidence over many sizes that a claim holds or does not, as data.

use super::NotWhole;
use crate::quantity::Measure;
use crate::result::study::{Amount, Size};
use crate::syntax::ast::Relation;

/// The evidence of runs of many sizes, or of a formula that follows from the program's text.
#[derive(Debug, Clone, PartialEq)]
pub enum SweepEvidence {
    /// A run is legal only on a stronger model: `CREW`.
    Needs(String),
    /// A run is legal on no model of the asynchronous PRAM.
    NeedsOtherMachine,
    /// A run ended with this illegal access, in words.
    IllegalAccess(String),
    /// This many runs are legal on the model.
    Legal(usize),
    /// The claim has no value at a size.
    NoValue {
        /// The first such size.
        at: Size,
        /// Why.
        reason: String,
        /// The number of other sizes without a value.
        others: usize,
    },
    /// It holds on every size.
    Holds {
        /// The number of sizes.
        sizes: usize,
        /// Whether that is on as many processors as the program asks for, where the runs had fewer.
        as_asked: bool,
        /// For a bound, where it is tightest.
        tightest: Option<CountAndClaim>,
    },
    /// It does not on some.
    Fails {
        /// The first of these.
        first: CountAndClaim,
        /// Why the claim's value is no integer there.
        not_whole: Option<NotWhole>,
        /// The number of sizes on which it fails.
        failing: usize,
        /// The number of all sizes.
        sizes: usize,
    },
    /// Rounding hides whether it holds.
    TooClose(CountAndClaim),
    /// A formula of the measure, which confirms it.
    Formula(KnownFormula),
    /// The class of a formula that was found, if the counts go on like this.
    LikelyClass {
        /// The formula.
        formula: KnownFormula,
        /// Whether that is on as many processors as the program asks for, where the runs had fewer.
        as_asked: bool,
        /// Its class: `Θ(n)`.
        class: String,
        /// Whether the claim holds for this class.
        holds: bool,
    },
    /// Why no class decides.
    Undecided(Undecided),
    /// The trend of ratios.
    Ratios(Ratios),
    /// A formula that follows from the program's text, for all sizes to which it applies.
    Derived(ProvedFormula),
    /// The same, with the claim holding for these sizes; and the evidence for others.
    DerivedForSome(ProvedFormula, Box<super::Evidence>),
    /// No formula was derived for the measure.
    NotDerived,
    /// The evidence of a run at this size: `n = 3, m = 3`.
    RunAt(String, Box<super::Evidence>),
}

/// The measured and the claimed value at a size.
#[derive(Debug, Clone, PartialEq)]
pub struct CountAndClaim {
    /// The measured value.
    pub measured: Amount,
    /// The claimed relation of the two.
    pub relation: Relation,
    /// The claimed value.
    pub claimed: f64,
    /// The size.
    pub at: Size,
}

/// A formula of a quantity in a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownFormula {
    /// The measure: `T`, `SU`.
    pub of: String,
    /// The formula.
    pub formula: String,
    /// The sizes for which it is known.
    pub reach: FormulaReach,
}

/// The sizes for which a formula is known.
#[derive(Debug, Clone, PartialEq)]
pub enum FormulaReach {
    /// It was derived for these inputs: `every n`.
    DerivedFor(String),
    /// It was found on these: `12 sizes n = 2 … 64`.
    FoundOn(String),
}

/// Why no class of a quantity decides.
#[derive(Debug, Clone, PartialEq)]
pub enum Undecided {
    /// Only a bound is proved: `W`, `O(n)`.
    OnlyBound(String, String),
    /// There is a formula; and why it has no class, if that is known.
    Formula(KnownFormula, Option<String>),
    /// There is no formula for this measure.
    NoFormula(String),
    /// The class of the claimed formula is not known.
    ClaimedClass,
    /// Neither class is at most the other.
    Classes,
    /// A derived formula; its class is given and does not decide, or is not known.
    Derived(ProvedFormula, Option<String>),
}

/// A formula that follows from the program's text, and what it implies for a claim.
#[derive(Debug, Clone, PartialEq)]
pub struct ProvedFormula {
    /// The measure.
    pub measure: Measure,
    /// The formula, or a lower bound.
    pub lower: String,
    /// An upper bound, if it differs from the lower one.
    pub upper: Option<String>,
    /// The inputs: `every n = 2^k, k ≥ 0`.
    pub holds_for: String,
    /// What follows for the claim.
    pub says: Vec<Says>,
}

/// What follows from a derived formula.
#[derive(Debug, Clone, PartialEq)]
pub enum Says {
    /// Its class, and the names that are constants in it.
    Class(String, Vec<String>),
    /// The limit of the ratio of the runs.
    Ratio(f64),
    /// The values that its names have in all runs: `p = 4`.
    With(Vec<(String, i128)>),
    /// The claim fails at a size to which the formula applies.
    FailsAt(Vec<(String, i128)>),
    /// The same, following another statement.
    AlsoFailsAt(Vec<(String, i128)>),
    /// Its p is an input, that of claims the number of processors.
    OfInputP,
    /// It is for a given number of processors.
    OfGivenP,
    /// It holds for these sizes; others are not decided.
    OthersOpen,
}

/// The trend of the ratios of measured and claimed values as sizes grow.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratios {
    /// The ratio: `measured/claimed`.
    pub name: String,
    /// Whether they are as the claim would have them.
    pub holds: Option<bool>,
    /// The ratios and their trend.
    pub shown: ShownRatios,
}

/// The trend of ratios.
#[derive(Debug, Clone, PartialEq)]
pub enum ShownRatios {
    /// Over one name: the trend, and the ratios of the first and the last size.
    AlongOne(Trend, Vec<(f64, Size)>),
    /// Over several: the directions that decide, from above, from below, or both.
    Decided(Vec<Vec<RatiosAlong>>),
    /// Why there is no trend.
    Open(Vec<OpenRatios>),
}

pub use crate::complexity::levelling::Trend;

/// The ratios along a direction.
#[derive(Debug, Clone, PartialEq)]
pub struct RatiosAlong {
    /// `n`, `n and p together`
    pub label: String,
    /// The trend of the ratios.
    pub trend: Trend,
    /// Whether the least ratios are meant, or the largest.
    pub is_least: bool,
    /// The first and the last size, and the ratio there.
    pub ends: Option<[(f64, f64); 2]>,
}

/// Why ratios along a direction have no trend.
#[derive(Debug, Clone, PartialEq)]
pub enum OpenRatios {
    /// Their trend is unclear.
    Unclear(RatiosAlong),
    /// The name is at most this one, so it cannot grow without bound.
    Bounded(RatiosAlong, String),
    /// The name has only this many values.
    TooFew(String, usize),
}
