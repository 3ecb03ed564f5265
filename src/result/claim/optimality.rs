//! The evidence that a program is work- or cost-optimal or is not, as data.

use super::sweep::{Ratios, Undecided};
use crate::quantity::{Measure, Unit};
use crate::result::study::Size;

/// The evidence of a verdict on optimality.
#[derive(Debug, Clone, PartialEq)]
pub enum Optimality {
    /// SU is not known: this word of the file's vocabulary would name an algorithm.
    NoSequential(String),
    /// The algorithm that the file names could not be run; why.
    SequentialNotRun(String),
    /// SU is not known in this unit.
    UnknownIn(Unit),
    /// W ≤ C on every size; and why no more is known.
    WorkAtMostCost(Box<Self>),
    /// Classes of a measure and of SU, both derived, or found if the counts go on like this.
    Classes {
        /// The measure.
        measure: Measure,
        /// Its class.
        own: String,
        /// That of SU.
        sequential: String,
        /// Whether the first is at most the second.
        is_at_most: bool,
        /// Whether both were derived.
        is_derived: bool,
    },
    /// No class decides; why, and what the ratios say.
    Ratios(Undecided, Ratios),
    /// Some SU > W or W > C.
    Broken(ShownCounts),
    /// SU ≤ W ≤ C on every requested size.
    InOrder,
    /// W ≤ C on every requested size, and SU is not known in this unit.
    InOrderWithoutSequential,
    /// In another unit some SU > W or W > C.
    BrokenIn(Unit, ShownCounts),
    /// The program is cost-optimal up to a number of processors of this class.
    UpTo(String),
}

/// The counts at a size, as they are shown.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownCounts {
    /// The size.
    pub at: Size,
    /// SU.
    pub sequential: String,
    /// W.
    pub work: String,
    /// C.
    pub cost: String,
}
