//! Points: exact fractions, so that a third of a point three times is one point.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use num_rational::Ratio;
use num_traits::{FromPrimitive, Signed, ToPrimitive, Zero};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Points are written with at most three digits after the point.
const UNITS: f64 = 1000.0;
/// No item and no exercise has more.
const MOST: f64 = 1_000_000.0;

/// A number of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Points(Ratio<i64>);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(Ratio::new_raw(0, 1));

    /// The points that a teacher wrote; none if they are below 0, too many, or have more than three digits
    /// after the point.
    pub fn written(number: f64) -> Option<Self> {
        let units = number * UNITS;
        let is_whole = (units - units.round()).abs() < 1e-6;
        let is_fine = (0.0..=MOST).contains(&number) && is_whole;
        is_fine.then(|| Self(Ratio::new(units.round() as i64, UNITS as i64)))
    }

    /// This part of them: 2 of 3 runs.
    #[must_use]
    pub fn share(self, part: usize, of: usize) -> Self {
        Self(self.0 * Ratio::new(part as i64, of.max(1) as i64))
    }

    /// All of them.
    pub const WHOLE: Self = Self(Ratio::new_raw(1, 1));

    /// So many per cent of one.
    pub fn per_cent(percent: u32) -> Self {
        Self(Ratio::new(percent.into(), 100))
    }

    /// This part of them, such as what lateness leaves.
    #[must_use]
    pub fn times(self, part: Self) -> Self {
        Self(self.0 * part.0)
    }

    /// The nearest multiple of a step; halves go up.
    #[must_use]
    pub fn rounded(self, step: Self) -> Self {
        if step.0.is_zero() {
            return self;
        }
        let steps = self.0 / step.0 + Ratio::new(1, 2);
        Self(steps.floor() * step.0)
    }

    /// The number as results show it.
    pub fn number(self) -> f64 {
        self.0.to_f64().unwrap_or_default()
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    /// At most four digits after the point, without zeros at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.4}", self.number());
        f.pad(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_integer() {
            serializer.serialize_i64(self.0.to_integer())
        } else {
            serializer.serialize_f64(self.number())
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    /// The simplest fraction with this nearest number: a third that was written is read as a third.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let is_fine = number.abs() <= MOST;
        let read = Ratio::from_f64(number).filter(|ratio| is_fine && !ratio.is_negative());
        read.map(Self)
            .ok_or_else(|| serde::de::Error::custom("points"))
    }
}

impl JsonSchema for Points {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Points".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        f64::json_schema(generator)
    }
}
