//! How a quantity grows: formulas, and how sure they are.

use crate::quantity::{Per, Unit};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Size, SizeValue};

/// The growth of one quantity.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct QuantityGrowth {
    /// An expression of the language: `2*log(n)`; null if none is known.
    pub formula: Option<String>,
    /// How sure it is.
    pub status: FormulaStatus,
    /// For a derived formula: the inputs for which it holds, `every n = 2^k, k ≥ 0`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds_for: Option<String>,
    /// For a derived formula: whether these are all inputs that the program accepts, from some size on,
    /// according to the sizes that the report added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds_for_all: Option<bool>,
    /// For a derived formula: the number of sizes at which it was compared with counted runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<usize>,
    /// Of a formula that was found: the sizes that follow it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<SizeRange>,
    /// The sizes that were not used to find it and confirmed it; a number if one name varies.
    pub held_out: Vec<HeldOut>,
    /// The class without Θ( ): `log n`, `n/p + log p`, `1`; null if it is not known. It is proved for a
    /// derived formula; for one that was found it is the class if the counts go on like this.
    pub theta: Option<String>,
    /// If upper and lower bounds differ: the class of the upper bound O( ).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<String>,
    /// And that of the lower bound Ω( ); absent if none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<String>,
    /// For a formula that was found and has no class: why, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_class: Option<String>,
    /// For a fit that is clearly better than those of other classes: its class, which the sizes suggest
    /// and do not prove.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggests: Option<String>,
    /// For a formula that was found and does not hold for some small sizes: the size from which on it
    /// holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Size>,
    /// The small sizes that do not follow it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deviating: Vec<HeldOut>,
    /// For a formula that holds only for these sizes: what is missing for more, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// Or else the sizes at which it fails.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fails_at: Vec<HeldOut>,
    /// For a fit: its error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<FitError>,
    /// Its terms with their coefficients; absent for a candidate that nothing confirms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<FormulaTerm>,
    /// Of a fit: the next best.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runners_up: Vec<RunnerUp>,
    /// Sizes to add.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<GrowthAdvice>,
}

/// How sure a formula is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FormulaStatus {
    /// It follows from the program's text, or was given.
    Derived,
    /// It reproduces every count, and the sizes identify it. It says nothing about larger sizes.
    Found,
    /// It reproduces the counts, but only describes them: the sizes do not identify it, or it fails at
    /// sizes that were added.
    Here,
    /// The best of the fitted terms, with its error.
    Fitted,
    /// Too little is known; the advice says which sizes would decide.
    Inconclusive,
}

/// The sizes that follow a formula.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SizeRange {
    /// The number of sizes.
    pub sizes: usize,
    /// The least value of each name.
    pub least: Size,
    /// The largest value of each name.
    pub most: Size,
}

/// A size that confirmed a formula, or that deviates from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum HeldOut {
    /// The value of the only name that varies.
    One(SizeValue),
    /// If several vary.
    Several(Size),
}

/// The error of a fit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct FitError {
    /// Mean relative error on sizes that were left out of the fit, one after the other (0.02 is 2 %).
    pub cross_validated: f64,
    /// The largest relative error on a size that was left out.
    pub largest: f64,
}

/// A term of a formula.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FormulaTerm {
    /// An expression of the language: `n*log(n)`, `1`.
    pub term: String,
    /// Its coefficient.
    pub coefficient: f64,
    /// The same without rounding, for an exact formula: `10`, `1/2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<String>,
    /// The lower end of its 95 % confidence interval (Student's t); null for an exact formula, and with
    /// too few sizes.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// A fit that came close.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RunnerUp {
    /// An expression of the language.
    pub formula: String,
    /// Its class.
    pub theta: String,
    /// Mean relative error on sizes that were left out.
    pub cross_validated: f64,
}

/// Sizes that would decide.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct GrowthAdvice {
    /// Why the sizes are not enough, in one sentence.
    pub reason: String,
    /// Sizes to add.
    pub sizes: Vec<Size>,
    /// The same as an option: `--vary n=24,48,100`; absent if there are none.
    pub option: Option<String>,
}

/// The reference of speedup and optimality.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SequentialMeasure {
    /// The origin of SU.
    pub source: SequentialSource,
    /// The name of the algorithm, or the formula as given; absent for work.
    pub name: Option<String>,
    /// Why the algorithm that the file names could not be run on the inputs of the program, in words:
    /// absent if it ran, and if none is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_run: Option<String>,
    /// The growth of SU in each unit; absent in a unit in which it is not known.
    pub formulas: Per<Unit, Option<QuantityGrowth>>,
}

/// The origin of SU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SequentialSource {
    /// The file's `slijedno` algorithm was run on one processor.
    Algorithm,
    /// `--sequential`.
    Formula,
    /// W is used instead.
    Work,
}

impl SequentialMeasure {
    /// Whether there is an SU; otherwise W is used instead, and nothing is judged by it.
    pub fn is_known(&self) -> bool {
        self.source != SequentialSource::Work
    }
}

impl QuantityGrowth {
    /// Nothing is known, and there is no advice.
    pub fn unknown() -> Self {
        Self {
            formula: None,
            status: FormulaStatus::Inconclusive,
            holds_for: None,
            holds_for_all: None,
            compared: None,
            range: None,
            held_out: Vec::new(),
            theta: None,
            upper: None,
            lower: None,
            no_class: None,
            suggests: None,
            from: None,
            deviating: Vec::new(),
            missing: None,
            fails_at: Vec::new(),
            error: None,
            terms: Vec::new(),
            runners_up: Vec::new(),
            advice: None,
        }
    }

    /// The sizes for which it holds, if not all that ran: `n ≥ 2`, `the sizes asked for`.
    pub fn condition(&self) -> Option<String> {
        if self.status == FormulaStatus::Here && !self.fails_at.is_empty() {
            return Some("the sizes asked for".to_owned());
        }
        let from = self.from.as_ref()?;
        let bounds = from.iter().map(|(name, value)| format!("{name} ≥ {value}"));
        Some(bounds.collect::<Vec<_>>().join(", "))
    }

    /// Whether it is known for every size that the program accepts, from some size on.
    pub fn is_for_all(&self) -> bool {
        self.status == FormulaStatus::Derived && self.holds_for_all != Some(false)
    }
}

impl SizeRange {
    /// `24 sizes n = 2 … 1024`, `30 sizes, n = 2 … 64, p = 1 … 16`
    pub fn text(&self) -> String {
        let names = self.least.iter().zip(self.most.values());
        let names: Vec<String> = names
            .map(|((name, least), most)| {
                if least == most {
                    format!("{name} = {least}")
                } else {
                    format!("{name} = {least} … {most}")
                }
            })
            .collect();
        let comma = if names.len() > 1 { "," } else { "" };
        let sizes = if self.sizes == 1 { "size" } else { "sizes" };
        format!("{} {sizes}{comma} {}", self.sizes, names.join(", "))
    }
}
