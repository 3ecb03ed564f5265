//! `exercise.toml` as it is written.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use toml::{Spanned, Value};

/// The file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "exercise.toml of pram grade")]
pub struct RawExercise {
    /// `pram-exercise/1`
    #[schemars(with = "String")]
    pub format: Spanned<String>,
    /// The name of the exercise in results: small letters, digits, hyphens.
    #[schemars(with = "String")]
    pub id: Spanned<String>,
    /// A title, or one for each language.
    #[schemars(with = "RawTitle")]
    pub title: Spanned<RawTitle>,
    /// The judge; `judge.pram` without it.
    #[schemars(with = "Option<String>")]
    pub judge: Option<Spanned<String>>,
    /// The names under which the program may be handed in.
    #[schemars(with = "Vec<String>")]
    pub files: Spanned<Vec<String>>,
    /// What all seeds are made from; students do not know it.
    pub secret: Option<String>,
    /// The total is rounded to multiples of this.
    #[schemars(with = "Option<f64>")]
    pub rounding: Option<Spanned<f64>>,
    /// What a submission may use.
    pub limits: Option<RawLimits>,
    /// What lateness costs.
    #[schemars(with = "Option<RawLate>")]
    pub late: Option<Spanned<RawLate>>,
    /// Runs of the judge.
    #[serde(default)]
    #[schemars(with = "Vec<RawTest>")]
    pub test: Vec<Spanned<RawTest>>,
    /// Claims about costs and models.
    #[serde(default)]
    #[schemars(with = "Vec<RawClaim>")]
    pub claim: Vec<Spanned<RawClaim>>,
    /// What the text is like.
    #[serde(default)]
    #[schemars(with = "Vec<RawCriterion>")]
    pub criterion: Vec<Spanned<RawCriterion>>,
}

/// A title, in one language or in several.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RawTitle {
    /// In one language.
    One(String),
    /// By language.
    Several(IndexMap<String, String>),
}

/// Limits, written as on the command line: `"10^6"`, `"256MiB"`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawLimits {
    /// Steps of a run.
    #[schemars(with = "Option<serde_json::Value>")]
    pub steps: Option<Spanned<Value>>,
    /// Work of a run.
    #[schemars(with = "Option<serde_json::Value>")]
    pub work: Option<Spanned<Value>>,
    /// Bytes of memory of a run.
    #[schemars(with = "Option<serde_json::Value>")]
    pub memory: Option<Spanned<Value>>,
    /// Bytes that a run prints.
    #[schemars(with = "Option<serde_json::Value>")]
    pub output: Option<Spanned<Value>>,
    /// Bytes of a submission.
    #[schemars(with = "Option<serde_json::Value>")]
    pub source: Option<Spanned<Value>>,
    /// Processors of a block.
    #[schemars(with = "Option<serde_json::Value>")]
    pub processors: Option<Spanned<Value>>,
    /// Seconds of processor time of a submission.
    #[schemars(with = "Option<serde_json::Value>")]
    pub cpu: Option<Spanned<Value>>,
}

/// What lateness costs.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawLate {
    /// Per cent of the points that each begun day takes away.
    pub percent_per_day: u32,
    /// After this many days nothing is left.
    pub days: u32,
}

/// A test.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawTest {
    /// The name of the item.
    #[schemars(with = "String")]
    pub name: Spanned<String>,
    /// The inputs of each run, as on the command line; `n=2..40` is 39 runs.
    #[schemars(with = "Option<Vec<String>>")]
    pub inputs: Option<Spanned<Vec<String>>>,
    /// With how many seeds each is run.
    #[schemars(with = "Option<u32>")]
    pub repeat: Option<Spanned<u32>>,
    /// `asserts`, or `reference`: each output equals that of the reference.
    #[schemars(with = "Option<String>")]
    pub expect: Option<Spanned<String>>,
    /// The points.
    #[schemars(with = "f64")]
    pub points: Spanned<f64>,
    /// Whether each run that passes gives its share.
    #[serde(default)]
    pub share: bool,
    /// `public`, `after` (the deadline) or `hidden`.
    #[schemars(with = "Option<String>")]
    pub visibility: Option<Spanned<String>>,
    /// If the item fails, the total is at most this.
    #[schemars(with = "Option<f64>")]
    pub gate: Option<Spanned<f64>>,
}

/// A claim.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawClaim {
    /// The claim, without the keyword.
    #[schemars(with = "String")]
    pub text: Spanned<String>,
    /// The name of the item.
    pub name: Option<String>,
    /// The sizes, as `--vary` takes them.
    #[schemars(with = "Option<String>")]
    pub sizes: Option<Spanned<String>>,
    /// The points.
    #[schemars(with = "serde_json::Value")]
    pub points: Spanned<Value>,
    /// `public`, `after` (the deadline) or `hidden`.
    #[schemars(with = "Option<String>")]
    pub visibility: Option<Spanned<String>>,
    /// If the item fails, the total is at most this.
    #[schemars(with = "Option<f64>")]
    pub gate: Option<Spanned<f64>>,
}

/// A criterion.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawCriterion {
    /// `format`, `no-warnings`, `uses` or `manual`.
    #[schemars(with = "String")]
    pub kind: Spanned<String>,
    /// The name of the item.
    pub name: Option<String>,
    /// The points.
    #[schemars(with = "Option<f64>")]
    pub points: Option<Spanned<f64>>,
    /// The warnings that fail; all without it.
    #[schemars(with = "Option<Vec<String>>")]
    pub deny: Option<Spanned<Vec<String>>>,
    /// Keywords and algorithms that have to be used.
    #[schemars(with = "Option<Vec<String>>")]
    pub require: Option<Spanned<Vec<String>>>,
    /// Keywords and algorithms that must not be used.
    #[schemars(with = "Option<Vec<String>>")]
    pub forbid: Option<Spanned<Vec<String>>>,
    /// `public`, `after` (the deadline) or `hidden`.
    #[schemars(with = "Option<String>")]
    pub visibility: Option<Spanned<String>>,
    /// If the item fails, the total is at most this.
    #[schemars(with = "Option<f64>")]
    pub gate: Option<Spanned<f64>>,
}
