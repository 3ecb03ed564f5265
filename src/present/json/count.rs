//! Counts, which may exceed what JavaScript holds exactly.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::trace::values::EXACT;

/// A count: a number, or a string where JavaScript cannot hold it exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountJson(pub u128);

impl Serialize for CountJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(count) if count <= EXACT as u64 => serializer.serialize_u64(count),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl JsonSchema for CountJson {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A count: a number, or a string where JavaScript cannot hold it exactly.",
            "type": ["integer", "string"],
            "minimum": 0,
            "pattern": "^[0-9]+$",
        })
    }
}
