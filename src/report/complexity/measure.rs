//! What is measured, and in which units.

use schemars::JsonSchema;
use serde::Serialize;

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
