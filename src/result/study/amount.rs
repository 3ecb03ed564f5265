//! Counts and times without rounding: integers, or decimals if the parameters of a machine are decimals.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::network::Decimal;

/// A count, or a time that is a multiple of 10^-digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Amount {
    /// The multiple of the smallest unit.
    pub units: u64,
    /// The digits after the decimal point.
    pub digits: u32,
}

impl Amount {
    /// `units` multiples of 10^-digits.
    pub fn new(units: u64, digits: u32) -> Self {
        Self { units, digits }
    }

    /// A time of a network; `None` if it has more digits than 64 bits can hold.
    pub fn of(time: Decimal) -> Option<Self> {
        let digits = time.digits();
        let units = u64::try_from(time.scaled(digits)?).ok()?;
        Some(Self { units, digits })
    }

    /// The nearest real number.
    pub fn real(self) -> f64 {
        self.units as f64 / 10_f64.powi(self.digits as i32)
    }

    /// Compares two amounts.
    pub fn compare(self, other: Self) -> Ordering {
        // Both in the finer unit of the two. A product beyond the largest number is more than any amount
        // that is not multiplied, and one of the two is not.
        let digits = self.digits.max(other.digits);
        let own = |one: Self| {
            let factor = 10_u128.saturating_pow(digits - one.digits);
            u128::from(one.units).saturating_mul(factor)
        };
        own(self).cmp(&own(other))
    }

    /// The product with `factor`; `None` if its units exceed 64 bits.
    pub fn times(self, factor: u64) -> Option<Self> {
        Some(Self::new(self.units.checked_mul(factor)?, self.digits))
    }
}

impl From<u64> for Amount {
    fn from(count: u64) -> Self {
        Self::new(count, 0)
    }
}

impl fmt::Display for Amount {
    /// The exact value without exponent.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Decimal::new(self.units.into(), self.digits) {
            Ok(decimal) => decimal.fmt(formatter),
            Err(_) => self.real().fmt(formatter),
        }
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.digits == 0 {
            return serializer.serialize_u64(self.units);
        }
        let number = RawValue::from_string(self.to_string()).map_err(S::Error::custom)?;
        number.serialize(serializer)
    }
}

impl JsonSchema for Amount {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A count, or a time without rounding: a whole number on machines whose \
                            parameters are.",
            "type": "number",
            "minimum": 0
        })
    }
}
