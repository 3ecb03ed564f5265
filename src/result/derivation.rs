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
    /// T on the asynchronous PRAM.
    AsynchronousTime,
    /// W there.
    AsynchronousWork,
    /// C = p·T there.
    AsynchronousCost,
}

/// What was derived of a program.
#[derive(Debug, Clone)]
pub struct Derivation {
    /// The algorithm, or `program`.
    pub entry: String,
    /// Whether something was to be assumed of the sizes.
    pub is_assuming: bool,
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
    /// All measures of both machines, in the order in which they are shown.
    pub fn all() -> Vec<Self> {
        let units = [Unit::Rounds, Unit::Steps, Unit::Instructions];
        let mut all = Vec::new();
        all.extend(units.map(Self::Time));
        all.extend(units.map(Self::Work));
        all.extend(units.map(Self::Cost));
        all.extend([
            Self::AsynchronousTime,
            Self::AsynchronousWork,
            Self::AsynchronousCost,
        ]);
        all.extend([Self::Processors, Self::Reads, Self::Writes]);
        all
    }

    /// Whether it adds up over all processors and steps.
    pub fn is_sum(self) -> bool {
        matches!(
            self,
            Self::Work(_) | Self::AsynchronousWork | Self::Reads | Self::Writes
        )
    }

    /// Whether it is derived on the asynchronous PRAM, or else on the synchronous one.
    pub fn is_of(self, is_asynchronous: bool) -> bool {
        match self {
            Self::Processors => true,
            Self::AsynchronousTime | Self::AsynchronousWork | Self::AsynchronousCost => {
                is_asynchronous
            }
            _ => !is_asynchronous,
        }
    }

    /// Whether it is in the units of time of the asynchronous PRAM.
    pub fn is_asynchronous(self) -> bool {
        matches!(
            self,
            Self::AsynchronousTime | Self::AsynchronousWork | Self::AsynchronousCost
        )
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
            Self::Time(_) | Self::AsynchronousTime => "T",
            Self::Work(_) | Self::AsynchronousWork => "W",
            Self::Cost(_) | Self::AsynchronousCost => "C",
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
            Self::AsynchronousTime => Counted::AsynchronousTime,
            Self::AsynchronousWork => Counted::AsynchronousWork,
            Self::Cost(_) | Self::AsynchronousCost => return None,
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
