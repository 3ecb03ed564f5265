//! A run as data: the actions of each step, every access with its value, conflicts, and changes.
//!
//! A [`Step`] of a session and one of a file are the same type. A session represents places of the
//! source as spans; in a file each is a number in the list of [`Place`]s, and of long steps only a part
//! is kept ([`Tier`]).

pub mod array;
pub mod bucket;
pub mod cut;
pub mod group;
pub mod makers;
pub mod progression;
pub mod site;
pub mod step;
pub mod values;

use schemars::JsonSchema;
use serde::Serialize;

pub use array::{Array, Cells};
pub use group::{Assigned, Group, Index, Passed, Returned, Scalar, Used};
pub use progression::Progression;
pub use site::{Site, cell_name, subscripts};
pub use step::{Free, Met, Step, TracedStep};
pub use values::{Values, Word};

/// The level of detail of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// All accesses and all values.
    Full,
    /// Values and accesses of some cells of each array, the first ones or those that were requested, and
    /// accesses to cells with conflicts; for the others only their number.
    Window,
    /// Patterns of accesses and counts, no values.
    Shape,
}

/// A place in the source: a statement, or an access in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// The text, by its number.
    pub source: usize,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The statement in one line.
    pub text: String,
    /// What the statement computes, in short: `+`, `max`, `2 * ·`. Absent for accesses, and for
    /// statements that copy or assign nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
}
