//! The measurements: one row per size, and the sizes that did not reach their end.

use crate::quantity::{Measure, Per, Unit};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Amount, Mean, NetworkRow, Size};

/// The measures of one size.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Row {
    /// The size.
    pub inputs: Size,
    /// The processors of this run: as fixed, or as many as the program asked for.
    pub processors: u64,
    /// T(n,p), W(n) and C = p·T.
    #[serde(flatten)]
    pub counts: Per<Measure, Per<Unit, Amount>>,
    /// What is counted besides: on a GPU issued instructions, transactions and the like. Absent where nothing is.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub beside: IndexMap<Measure, u64>,
    /// Time of the sequential algorithm; null in a unit in which it is not known.
    #[serde(rename = "SU")]
    pub sequential: Per<Unit, Option<f64>>,
    /// S = SU/T.
    #[serde(rename = "S")]
    pub speedup: Per<Unit, Option<f64>>,
    /// E = SU/C.
    #[serde(rename = "E")]
    pub efficiency: Per<Unit, Option<f64>>,
    /// Further counts of the asynchronous machine; absent on a synchronous one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apram: Option<AsynchronousRow>,
    /// Further counts of a multicomputer; absent on other machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multicomputer: Option<NetworkRow>,
    /// Whether the size was added to confirm formulas and not used to find them.
    pub held_out: bool,
    /// With several seeds (`--repeat`): the spread of the counts. T, W and C of the row are then those
    /// of the first seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
}

/// Further counts of the asynchronous machine for one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AsynchronousRow {
    /// d of this run.
    #[serde(rename = "d")]
    pub delay: u64,
    /// B of this run, for all its processors.
    #[serde(rename = "B")]
    pub barrier: u64,
    /// The sum of the times that processors waited for each other at barriers.
    pub waiting: u64,
    /// The number of barriers: each ends a section.
    pub sections: u64,
}

/// The spread of the counts of one size over several seeds.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Spread {
    /// The number of seeds.
    pub repeats: u32,
    /// The spread of the number of processors, which a program may choose by its data; if it differs,
    /// the mean of C is that of p·T, not the product of the means.
    pub processors: Range,
    /// Of T, W and C.
    #[serde(flatten)]
    pub counts: Per<Measure, Per<Unit, Range>>,
}

/// Best, average and worst.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, JsonSchema)]
pub struct Range {
    /// The least.
    pub best: Amount,
    /// The mean, without rounding.
    pub average: Mean,
    /// The most.
    pub worst: Amount,
}

/// A size that did not run to its end.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FailedSize {
    /// The size.
    pub inputs: Size,
    /// The code for `pram explain`, such as `E0409`.
    pub code: String,
    /// The message.
    pub message: String,
    /// The file in which it happened; absent if it is outside every file.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// Why.
    pub reason: FailureReason,
    /// Whether the size was added by the tool to confirm formulas, not requested by the user.
    pub held_out: bool,
}

/// Why a size did not run to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FailureReason {
    /// A `tvrdi` of the program excludes this size.
    Rejected,
    /// The network does not exist with this number of processors.
    Refused,
    /// The program faults on this size.
    Fault,
    /// An access that the model does not allow.
    IllegalAccess,
    /// A limit was reached.
    Limit,
    /// An input does not fit.
    Input,
}
