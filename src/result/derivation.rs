//! What was derived of a program, and what counted runs say to it.

use std::sync::Arc;

use crate::derivation::{Cost, Counted, Found, Line, Without};
use crate::syntax::ast::Unit;

/// A measure of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// T
    Time(Unit),
    /// W
    Work(Unit),
    /// C = p·T
    Cost(Unit),
    /// p
    Processors,
    /// Reads of shared memory.
    Reads,
    /// Writes of shared memory.
    Writes,
}

/// What was derived of a program.
#[derive(Debug, Clone)]
pub struct Derivation {
    /// The algorithm, or `program`.
    pub entry: String,
    /// Each measure.
    pub measures: Vec<(Quantity, Derived)>,
}

/// What was derived for one measure.
#[derive(Debug, Clone)]
pub enum Derived {
    /// A formula or its bounds.
    Found(Box<Compared>),
    /// Nothing.
    None(Without),
}

/// What was found, and how it compares with counted runs.
#[derive(Debug, Clone)]
pub struct Compared {
    /// What was found.
    pub found: Found,
    /// At how many sizes it was compared.
    pub sizes: usize,
    /// A size at which it differs, which is a bug in the derivation.
    pub differs: Option<Vec<(Arc<str>, i128)>>,
}

impl Quantity {
    /// All measures, in the order in which they are shown.
    pub fn all() -> Vec<Self> {
        let units = [Unit::Rounds, Unit::Steps, Unit::Instructions];
        let mut all = Vec::new();
        all.extend(units.map(Self::Time));
        all.extend(units.map(Self::Work));
        all.extend(units.map(Self::Cost));
        all.extend([Self::Processors, Self::Reads, Self::Writes]);
        all
    }

    /// The unit that it is in.
    pub fn unit(self) -> Option<Unit> {
        match self {
            Self::Time(unit) | Self::Work(unit) | Self::Cost(unit) => Some(unit),
            _ => None,
        }
    }

    /// As it is written in formulas.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time(_) => "T",
            Self::Work(_) => "W",
            Self::Cost(_) => "C",
            Self::Processors => "p",
            Self::Reads => "reads",
            Self::Writes => "writes",
        }
    }

    /// What is counted for it; the cost is a product.
    pub fn counted(self) -> Option<Counted> {
        Some(match self {
            Self::Time(unit) => Counted::Time(unit),
            Self::Work(unit) => Counted::Work(unit),
            Self::Processors => Counted::Processors,
            Self::Reads => Counted::Reads,
            Self::Writes => Counted::Writes,
            Self::Cost(_) => return None,
        })
    }
}

impl Compared {
    /// The formula or its bounds.
    pub fn cost(&self) -> &Cost {
        &self.found.cost
    }

    /// The lines that it comes from.
    pub fn lines(&self) -> &[Line] {
        &self.found.lines
    }
}
