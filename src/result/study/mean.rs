//! Means over several seeds, without rounding: T·p = C holds for them as for each run.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// The most decimals with which a mean is written; one with more is written as a fraction.
const MOST_DECIMALS: u32 = 4;

/// A mean of counts, as a fraction in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mean {
    numerator: u128,
    denominator: u128,
}

impl Mean {
    /// The mean of these values; 0 if there are none.
    pub fn of(values: &[u64]) -> Self {
        let numerator: u128 = values.iter().map(|value| u128::from(*value)).sum();
        let denominator = values.len().max(1) as u128;
        let divisor = greatest_divisor(numerator, denominator);
        Self {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        }
    }

    /// The mean of amounts given in units of 10^-digits.
    pub fn of_units(values: &[u64], digits: u32) -> Self {
        let whole = Self::of(values);
        let denominator = whole
            .denominator
            .saturating_mul(10_u128.saturating_pow(digits));
        let divisor = greatest_divisor(whole.numerator, denominator);
        Self {
            numerator: whole.numerator / divisor,
            denominator: denominator / divisor,
        }
    }

    /// The nearest real number.
    pub fn real(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// As data has it: `12`, `25/2`.
    pub fn fraction(self) -> String {
        match self.denominator {
            1 => self.numerator.to_string(),
            below => format!("{}/{below}", self.numerator),
        }
    }

    /// The number as text: `12`, `12.5`, and if decimals would have to be rounded `37/3`.
    pub fn text(self) -> String {
        for decimals in 1..=MOST_DECIMALS {
            let scale = 10_u128.pow(decimals);
            if self.denominator > 1 && scale.is_multiple_of(self.denominator) {
                let (whole, part) = (
                    self.numerator / self.denominator,
                    self.numerator % self.denominator * (scale / self.denominator),
                );
                return format!("{whole}.{part:0width$}", width = decimals as usize);
            }
        }
        self.fraction()
    }
}

impl Default for Mean {
    fn default() -> Self {
        Self::of(&[])
    }
}

impl Serialize for Mean {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.numerator) {
            Ok(whole) if self.denominator == 1 => serializer.serialize_u64(whole),
            _ => serializer.serialize_str(&self.fraction()),
        }
    }
}

impl JsonSchema for Mean {
    fn schema_name() -> Cow<'static, str> {
        "Mean".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A mean without rounding: a number where it is whole, else a fraction in \
                            lowest terms, \"25/2\".",
            "anyOf": [
                {"type": "integer", "minimum": 0},
                {"type": "string", "pattern": "^[0-9]+/[0-9]+$"}
            ]
        })
    }
}

fn greatest_divisor(one: u128, other: u128) -> u128 {
    if other == 0 {
        one
    } else {
        greatest_divisor(other, one % other)
    }
}
