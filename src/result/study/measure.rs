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
    /// Units of time of the asynchronous PRAM.
    Apram,
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
    /// In units of time of the asynchronous PRAM; absent on a synchronous one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apram: Option<T>,
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
    /// The units that are counted on every machine, the coarsest first.
    pub const COUNTED: [Self; 3] = [Self::Rounds, Self::Steps, Self::Instructions];
    /// The units of the asynchronous PRAM, its own first.
    const ASYNCHRONOUS: [Self; 4] = [Self::Apram, Self::Rounds, Self::Steps, Self::Instructions];

    /// The units of a machine.
    pub fn of_machine(is_asynchronous: bool) -> &'static [Self] {
        if is_asynchronous {
            &Self::ASYNCHRONOUS
        } else {
            &Self::COUNTED
        }
    }

    /// In sentences, after "in": `rounds`, `units of time`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Apram => "units of time",
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
    /// The one for a unit of the machine that this is about.
    pub fn get(&self, unit: UnitName) -> &T {
        match unit {
            UnitName::Rounds => &self.rounds,
            UnitName::Steps => &self.steps,
            UnitName::Instructions => &self.instructions,
            UnitName::Apram => (self.apram.as_ref())
                .expect("units of time are asked for on an asynchronous machine only"),
        }
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, unit: UnitName) -> &mut T {
        match unit {
            UnitName::Rounds => &mut self.rounds,
            UnitName::Steps => &mut self.steps,
            UnitName::Instructions => &mut self.instructions,
            UnitName::Apram => (self.apram.as_mut())
                .expect("units of time are asked for on an asynchronous machine only"),
        }
    }

    /// One for each unit that is counted on every machine.
    pub fn from_fn(make: impl FnMut(UnitName) -> T) -> Self {
        Self::for_units(&UnitName::COUNTED, make)
    }

    /// One for each unit of a machine.
    pub fn for_units(units: &[UnitName], mut make: impl FnMut(UnitName) -> T) -> Self {
        Self {
            rounds: make(UnitName::Rounds),
            steps: make(UnitName::Steps),
            instructions: make(UnitName::Instructions),
            apram: (units.contains(&UnitName::Apram)).then(|| make(UnitName::Apram)),
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
