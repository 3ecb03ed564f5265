//! `exercise.toml` as it is written.

use indexmap::IndexMap;
use serde::Deserialize;
use toml::{Spanned, Value};

/// The file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawExercise {
    pub format: Spanned<String>,
    pub id: Spanned<String>,
    pub title: Spanned<RawTitle>,
    pub judge: Option<Spanned<String>>,
    pub files: Spanned<Vec<String>>,
    pub secret: Option<String>,
    pub rounding: Option<Spanned<f64>>,
    pub limits: Option<RawLimits>,
    pub late: Option<Spanned<RawLate>>,
    #[serde(default)]
    pub test: Vec<Spanned<RawTest>>,
    #[serde(default)]
    pub claim: Vec<Spanned<RawClaim>>,
    #[serde(default)]
    pub criterion: Vec<Spanned<RawCriterion>>,
}

/// A title, in one language or in several.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum RawTitle {
    One(String),
    Several(IndexMap<String, String>),
}

/// Limits, written as on the command line: `"10^6"`, `"256MiB"`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLimits {
    pub steps: Option<Spanned<Value>>,
    pub work: Option<Spanned<Value>>,
    pub memory: Option<Spanned<Value>>,
    pub output: Option<Spanned<Value>>,
    pub source: Option<Spanned<Value>>,
    pub processors: Option<Spanned<Value>>,
    pub cpu: Option<Spanned<Value>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLate {
    pub percent_per_day: u32,
    pub days: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTest {
    pub name: Spanned<String>,
    pub inputs: Option<Spanned<Vec<String>>>,
    pub repeat: Option<Spanned<u32>>,
    pub expect: Option<Spanned<String>>,
    pub points: Spanned<f64>,
    #[serde(default)]
    pub share: bool,
    pub visibility: Option<Spanned<String>>,
    pub gate: Option<Spanned<f64>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawClaim {
    pub text: Spanned<String>,
    pub name: Option<String>,
    pub sizes: Option<Spanned<String>>,
    pub points: Spanned<Value>,
    pub visibility: Option<Spanned<String>>,
    pub gate: Option<Spanned<f64>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCriterion {
    pub kind: Spanned<String>,
    pub name: Option<String>,
    pub points: Option<Spanned<f64>>,
    pub deny: Option<Spanned<Vec<String>>>,
    pub require: Option<Spanned<Vec<String>>>,
    pub forbid: Option<Spanned<Vec<String>>>,
    pub visibility: Option<Spanned<String>>,
    pub gate: Option<Spanned<f64>>,
}
