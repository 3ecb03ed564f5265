//! What is measured, and in which units.

use schemars::JsonSchema;
use serde::Serialize;

use crate::result::derivation::Quantity;
use crate::syntax::ast::{Measure, Unit};

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
    /// Units of time of the asynchronous PRAM.
    Apram,
    /// Units of time of the multicomputer.
    Multicomputer,
}

/// Something for each unit of a machine. The first three are absent on a multicomputer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PerUnit<T> {
    /// In executions of bodies that access shared memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<T>,
    /// In statements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<T>,
    /// In reads, operators, writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<T>,
    /// In units of time of the asynchronous PRAM; absent on a synchronous one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apram: Option<T>,
    /// In units of time of the multicomputer; absent on other machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multicomputer: Option<T>,
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
    /// The units that are counted on every machine with a shared memory, the coarsest first.
    pub const COUNTED: [Self; 3] = [Self::Rounds, Self::Steps, Self::Instructions];

    /// In sentences, after "in": `rounds`, `units of time`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Apram | Self::Multicomputer => "units of time",
            counted => counted.key(),
        }
    }

    /// As data calls it: `rounds`, `apram`.
    pub fn key(self) -> &'static str {
        match self {
            Self::Rounds => "rounds",
            Self::Steps => "steps",
            Self::Instructions => "instructions",
            Self::Apram => "apram",
            Self::Multicomputer => "multicomputer",
        }
    }
}

impl<T> PerUnit<T> {
    /// The one for a unit of the machine that this is about.
    pub fn get(&self, unit: UnitName) -> &T {
        match unit {
            UnitName::Rounds => &self.rounds,
            UnitName::Steps => &self.steps,
            UnitName::Instructions => &self.instructions,
            UnitName::Apram => &self.apram,
            UnitName::Multicomputer => &self.multicomputer,
        }
        .as_ref()
        .expect("a unit is asked for only on a machine that counts in it")
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, unit: UnitName) -> &mut T {
        match unit {
            UnitName::Rounds => &mut self.rounds,
            UnitName::Steps => &mut self.steps,
            UnitName::Instructions => &mut self.instructions,
            UnitName::Apram => &mut self.apram,
            UnitName::Multicomputer => &mut self.multicomputer,
        }
        .as_mut()
        .expect("a unit is asked for only on a machine that counts in it")
    }

    /// One for each unit that is counted on every machine with a shared memory.
    pub fn from_fn(make: impl FnMut(UnitName) -> T) -> Self {
        Self::for_units(&UnitName::COUNTED, make)
    }

    /// One for each unit of a machine.
    pub fn for_units(units: &[UnitName], mut make: impl FnMut(UnitName) -> T) -> Self {
        let mut of = |unit| units.contains(&unit).then(|| make(unit));
        Self {
            rounds: of(UnitName::Rounds),
            steps: of(UnitName::Steps),
            instructions: of(UnitName::Instructions),
            apram: of(UnitName::Apram),
            multicomputer: of(UnitName::Multicomputer),
        }
    }
}

impl<T> PerMeasure<T> {
    /// The one for a measure.
    pub fn get(&self, measure: Measure) -> &T {
        match measure {
            Measure::T => &self.time,
            Measure::W => &self.work,
            Measure::C => &self.cost,
        }
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, measure: Measure) -> &mut T {
        match measure {
            Measure::T => &mut self.time,
            Measure::W => &mut self.work,
            Measure::C => &mut self.cost,
        }
    }

    /// One for each measure.
    pub fn from_fn(mut make: impl FnMut(Measure) -> T) -> Self {
        Self {
            time: make(Measure::T),
            work: make(Measure::W),
            cost: make(Measure::C),
        }
    }
}

impl Measure {
    /// The measure in a unit, as it is derived; on a multicomputer nothing is.
    pub fn quantity(self, unit: UnitName) -> Option<Quantity> {
        let counted = match unit {
            UnitName::Rounds => Unit::Rounds,
            UnitName::Steps => Unit::Steps,
            UnitName::Instructions => Unit::Instructions,
            UnitName::Apram => {
                return Some(match self {
                    Self::T => Quantity::AsynchronousTime,
                    Self::W => Quantity::AsynchronousWork,
                    Self::C => Quantity::AsynchronousCost,
                });
            }
            UnitName::Multicomputer => return None,
        };
        Some(match self {
            Self::T => Quantity::Time(counted),
            Self::W => Quantity::Work(counted),
            Self::C => Quantity::Cost(counted),
        })
    }
}
