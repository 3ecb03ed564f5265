//! What was measured: one row per size, and the sizes that did not run to their end.

use crate::quantity::{Measure, Per, Unit};
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
    /// Time of the sequential algorithm; null in a unit in which it is not known.
    #[serde(rename = "SU")]
    pub sequential: Per<Unit, Option<f64>>,
    /// S = SU/T.
    #[serde(rename = "S")]
    pub speedup: Per<Unit, Option<f64>>,
    /// E = SU/C.
    #[serde(rename = "E")]
    pub efficiency: Per<Unit, Option<f64>>,
    /// What else the asynchronous machine counted; absent on a synchronous one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apram: Option<AsynchronousRow>,
    /// What else a multicomputer counted; absent on other machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multicomputer: Option<NetworkRow>,
    /// The size was added to confirm formulas; it took no part in finding them.
    pub held_out: bool,
    /// Over several seeds (`--repeat`): how far the counts spread. T, W and C of the row are then
    /// those of the first seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
}

/// What only the asynchronous machine has, of one size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AsynchronousRow {
    /// d of this run.
    #[serde(rename = "d")]
    pub delay: u64,
    /// B of this run, on all its processors.
    #[serde(rename = "B")]
    pub barrier: u64,
    /// What processors waited for each other at barriers, together.
    pub waiting: u64,
    /// How many barriers there were: each ends a section.
    pub sections: u64,
}

/// How far counts of one size spread over several seeds.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Spread {
    /// How many seeds.
    pub repeats: u32,
    /// Of the processors, which a program may ask for by its data; where they differ the mean of C
    /// is that of p·T, not the product of the means.
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
    /// The code under which `pram explain` knows more, such as `E0409`.
    pub code: String,
    /// What happened.
    pub message: String,
    /// The file in which it happened; absent where it lies outside every file.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
    /// Why.
    pub reason: FailureReason,
    /// The size was added by the tool to confirm formulas; the user did not ask for it.
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
