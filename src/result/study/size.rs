//! Sizes: the values of the names that vary.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A size: the varied names and their values, `{"n": 16, "t_w": 0.5}`, in the order of `--vary`.
pub type Size = IndexMap<String, SizeValue>;

/// A value of a name that varies: an integer, or a time of a machine as a decimal, without rounding.
///
/// Values are normalised: `units` ends in 0 only if `digits` is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SizeValue {
    units: i64,
    digits: u32,
}

impl SizeValue {
    /// `units` multiples of 10^-digits.
    pub fn new(units: i64, digits: u32) -> Self {
        let (mut units, mut digits) = (units, digits);
        while digits > 0 && units % 10 == 0 {
            units /= 10;
            digits -= 1;
        }
        Self { units, digits }
    }

    /// The multiple of 10^-digits that it is, if that is an integer that 64 bits can hold.
    pub fn scaled(self, digits: u32) -> Option<i64> {
        let missing = digits.checked_sub(self.digits)?;
        self.units.checked_mul(10_i64.checked_pow(missing)?)
    }

    /// The nearest real number.
    pub fn real(self) -> f64 {
        self.units as f64 / 10_f64.powi(self.digits as i32)
    }
}

impl From<i64> for SizeValue {
    fn from(value: i64) -> Self {
        Self::new(value, 0)
    }
}

impl Ord for SizeValue {
    fn cmp(&self, other: &Self) -> Ordering {
        // Both in the finer unit of the two, in which one of them is not multiplied: that the other may
        // saturate there does not change the order.
        let digits = self.digits.max(other.digits);
        let scaled = |one: &Self| {
            i128::from(one.units).saturating_mul(10_i128.saturating_pow(digits - one.digits))
        };
        scaled(self).cmp(&scaled(other))
    }
}

impl PartialOrd for SizeValue {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for SizeValue {
    /// The exact value without exponent.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.digits as usize;
        let mut text = format!("{:0>1$}", self.units.unsigned_abs(), width + 1);
        if width > 0 {
            text.insert(text.len() - width, '.');
        }
        formatter.pad_integral(self.units >= 0, "", &text)
    }
}

impl Serialize for SizeValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.digits == 0 {
            return serializer.serialize_i64(self.units);
        }
        let number = RawValue::from_string(self.to_string()).map_err(S::Error::custom)?;
        number.serialize(serializer)
    }
}

impl JsonSchema for SizeValue {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SizeValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number; a decimal only where a time of a multicomputer varies.",
            "type": "number"
        })
    }
}
