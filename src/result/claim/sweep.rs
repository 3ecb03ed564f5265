//! What shows over many sizes that a claim holds or does not, as data.

use crate::quantity::Measure;
use crate::result::study::{Amount, Size};
use crate::syntax::ast::Relation;

/// What runs of many sizes say, or a formula that follows from the program's text.
#[derive(Debug, Clone, PartialEq)]
pub enum SweepEvidence {
    /// A run is legal on a stronger model only: `CREW`.
    Needs(String),
    /// A run is legal on no model of the asynchronous PRAM.
    NeedsOtherMachine,
    /// A run ended with an illegal access, which is this one in words.
    IllegalAccess(String),
    /// So many runs are legal on the model.
    Legal(usize),
    /// The claim has no value at a size.
    NoValue {
        /// The first such size.
        at: Size,
        /// Why.
        reason: String,
        /// At how many others it has none.
        others: usize,
    },
    /// It holds on every size.
    Holds {
        /// How many they are.
        sizes: usize,
        /// Whether that is on as many processors as the program asks for, where the runs had fewer.
        as_asked: bool,
        /// Of a bound, where it is tightest.
        tightest: Option<CountAndClaim>,
    },
    /// It does not on some.
    Fails {
        /// The first of these.
        first: CountAndClaim,
        /// Why the claim comes to no whole number there.
        not_whole: Option<String>,
        /// On how many sizes it fails.
        failing: usize,
        /// Of how many.
        sizes: usize,
    },
    /// Rounding hides whether it holds.
    TooClose(CountAndClaim),
    /// A formula of the measure, which says the same.
    Formula(KnownFormula),
    /// The class of a formula that was found, if it goes on like this.
    LikelyClass {
        /// The formula.
        formula: KnownFormula,
        /// Whether that is on as many processors as the program asks for, where the runs had fewer.
        as_asked: bool,
        /// Its class: `Θ(n)`.
        class: String,
        /// Whether the claim holds of that.
        holds: bool,
    },
    /// Why no class decides.
    Undecided(Undecided),
    /// Where ratios go.
    Ratios(Ratios),
    /// A formula that follows from the program's text, for all sizes that it is about.
    Derived(ProvedFormula),
    /// The same, where the claim holds for these sizes; what is known of others.
    DerivedForSome(ProvedFormula, Box<super::Evidence>),
    /// No formula was derived for the measure.
    NotDerived,
    /// A run at this size says: `n = 3, m = 3`.
    RunAt(String, Box<super::Evidence>),
}

/// What was measured and what is claimed at a size.
#[derive(Debug, Clone, PartialEq)]
pub struct CountAndClaim {
    /// What was measured.
    pub measured: Amount,
    /// How it is claimed to stand to what is claimed.
    pub relation: Relation,
    /// What is claimed.
    pub claimed: f64,
    /// The size.
    pub at: Size,
}

/// A formula of a quantity in a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownFormula {
    /// What it is of: `T`, `SU`.
    pub of: String,
    /// The formula.
    pub formula: String,
    /// How far it is known.
    pub reach: FormulaReach,
}

/// For which sizes a formula is known.
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
    /// All that is proved is a bound: `W`, `O(n)`.
    OnlyBound(String, String),
    /// There is a formula; and why it has no class, where that can be said.
    Formula(KnownFormula, Option<String>),
    /// There is no formula for this.
    NoFormula(String),
    /// The class of what is claimed is not known.
    ClaimedClass,
    /// Neither class is at most the other.
    Classes,
    /// The formula that was derived; its class is this one and does not decide, or is not known.
    Derived(ProvedFormula, Option<String>),
}

/// A formula that follows from the program's text, and what it says to a claim.
#[derive(Debug, Clone, PartialEq)]
pub struct ProvedFormula {
    /// Of what.
    pub measure: Measure,
    /// The formula, or the one that it is at least.
    pub lower: String,
    /// Where the two differ, the one that it is at most.
    pub upper: Option<String>,
    /// For which inputs: `every n = 2^k, k ≥ 0`.
    pub holds_for: String,
    /// What that comes to.
    pub says: Vec<Says>,
}

/// What a derived formula says.
#[derive(Debug, Clone, PartialEq)]
pub enum Says {
    /// Its class, and the names that are constants in it.
    Class(String, Vec<String>),
    /// Where the ratio of the runs goes.
    Ratio(f64),
    /// Numbers that its names have in all runs: `p = 4`.
    With(Vec<(String, i128)>),
    /// The claim fails at a size, which the formula is about.
    FailsAt(Vec<(String, i128)>),
    /// The same, behind what was said.
    AlsoFailsAt(Vec<(String, i128)>),
    /// Its p is an input, that of claims the number of processors.
    OfInputP,
    /// It is for a number of processors that is given.
    OfGivenP,
    /// It holds for these sizes; others are open.
    OthersOpen,
}

/// Where the ratios of measured and claimed go as sizes grow.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratios {
    /// The ratio: `measured/claimed`.
    pub name: String,
    /// Whether they are as the claim would have them.
    pub holds: Option<bool>,
    /// What shows it.
    pub shown: ShownRatios,
}

/// What ratios show.
#[derive(Debug, Clone, PartialEq)]
pub enum ShownRatios {
    /// Over one name: the trend, and the ratios of the first and the last size.
    AlongOne(Trend, Vec<(f64, Size)>),
    /// Over several: the directions that decide, from above, from below, or both.
    Decided(Vec<Vec<RatiosAlong>>),
    /// Why nothing shows.
    Open(Vec<OpenRatios>),
}

pub use crate::complexity::levelling::Trend;

/// The ratios along a direction.
#[derive(Debug, Clone, PartialEq)]
pub struct RatiosAlong {
    /// `n`, `n and p together`
    pub label: String,
    /// Where they go.
    pub trend: Trend,
    /// Whether the least ratios are meant, or the largest.
    pub is_least: bool,
    /// The first and the last size, and the ratio there.
    pub ends: Option<[(f64, f64); 2]>,
}

/// Why ratios along a direction show nothing.
#[derive(Debug, Clone, PartialEq)]
pub enum OpenRatios {
    /// Their trend is unclear.
    Unclear(RatiosAlong),
    /// The name is at most this one, so it cannot grow without end.
    Bounded(RatiosAlong, String),
    /// The name takes so many values.
    TooFew(String, usize),
}
