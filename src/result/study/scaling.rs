//! All numbers of processors at once.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Amount, QuantityGrowth, Size};

/// Results for all p, in one unit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct Scaling {
    /// The origin of T(n,p) for all p.
    pub source: ScalingSource,
    /// Speedup, cost and efficiency over p for a few sizes, ascending.
    pub curves: Vec<Curve>,
    /// `p_t`, `T_min`, ψ3 and the serial fraction for every n.
    pub optima: Vec<Optimum>,
    /// `p_t` as a formula in n.
    pub fastest_processors: Option<QuantityGrowth>,
    /// `T_min` as a formula in n.
    pub least_time: Option<QuantityGrowth>,
    /// ψ3 as a formula in n.
    pub fewest_processors: Option<QuantityGrowth>,
    /// T(n,p) as a formula, for sizes and processors that are powers of two, found from the profiles;
    /// present only if it is exact. (If p varies, `formulas` has T(n,p).)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_on_powers_of_two: Option<QuantityGrowth>,
    /// ψ1 for each requested efficiency (0.5, 0.7, 0.9 and `--efficiency`), ascending.
    pub isoefficiency: Vec<Isoefficiency>,
    /// ψ1 as a class in p, the same for every efficiency: `p*log p`; null if T(n,p) is not known
    /// exactly.
    pub isoefficiency_theta: Option<String>,
}

/// The origin of the times for all p.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScalingSource {
    /// The profile of each single run, by Brent's principle: the program does not ask for p.
    Profile,
    /// One run per p: the program itself depends on p, and p varies.
    Runs,
    /// None: the program depends on p, and p does not vary (`--vary p=…` would help).
    #[default]
    Unknown,
}

/// The measures of one size over p.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Curve {
    /// The size (without p).
    pub inputs: Size,
    /// The serial fraction `f_s` that the Amdahl and Gustafson columns use.
    pub serial_fraction: Option<f64>,
    /// Ascending in p.
    pub points: Vec<CurvePoint>,
}

/// The measures of one size on p processors.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CurvePoint {
    /// p.
    pub p: u64,
    /// T(n,p).
    #[serde(rename = "T")]
    pub time: Amount,
    /// C = p·T.
    #[serde(rename = "C")]
    pub cost: Amount,
    /// S = SU/T.
    #[serde(rename = "S")]
    pub speedup: Option<f64>,
    /// E = SU/C.
    #[serde(rename = "E")]
    pub efficiency: Option<f64>,
    /// Amdahl's bound 1/(`f_s` + (1−`f_s`)/p) on the speedup T(1)/T(p).
    pub amdahl: Option<f64>,
    /// Gustafson's scaled speedup `f_s` + p(1−`f_s`).
    pub gustafson: Option<f64>,
    /// The serial fraction of Karp and Flatt, (1/s − 1/p)/(1 − 1/p) with s = T(1)/T(p); absent for p =
    /// 1.
    pub karp_flatt: Option<f64>,
}

impl CurvePoint {
    /// The measures that are no counts, in the order of every table.
    pub fn measures(&self) -> [Option<f64>; 5] {
        [
            self.speedup,
            self.efficiency,
            self.amdahl,
            self.gustafson,
            self.karp_flatt,
        ]
    }
}

/// The best of one size over all p.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Optimum {
    /// The size (without p).
    pub inputs: Size,
    /// `p_t`: the smallest p with the least time.
    pub fastest_processors: u64,
    /// `T_min`: that time.
    pub least_time: Amount,
    /// ψ3: the fewest processors with T ≤ 2·`T_min`.
    pub fewest_processors: u64,
    /// `f_s`: the share of T(1) with one active processor.
    pub serial_fraction: Option<f64>,
}

/// ψ1 for one efficiency.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Isoefficiency {
    /// E0.
    pub efficiency: f64,
    /// For each p the least n.
    pub points: Vec<IsoefficiencyPoint>,
    /// ψ1 as a formula in p.
    pub formula: Option<QuantityGrowth>,
}

/// The smallest n that keeps p processors efficient.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct IsoefficiencyPoint {
    /// p.
    pub p: u64,
    /// The smallest n with E ≥ E0 from there on among the sizes that are known; null if none is large
    /// enough.
    pub n: Option<i64>,
    /// Whether it was computed from exact formulas for every n, not only determined among the sizes run.
    pub computed: bool,
}
