//! Data of a multicomputer: the composition of its times, and the traffic on its links.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Amount, HeldOut, QuantityGrowth, Size};

/// Data of a multicomputer for one size.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct NetworkRow {
    /// `t_s`, `t_w`, `t_h`, `t_c` and `t_o` of this run.
    pub parameters: IndexMap<String, Amount>,
    /// How often each of them enters T, along one critical path.
    pub decomposition: IndexMap<String, u64>,
    /// The sum of the processors' computing times.
    pub computation: Amount,
    /// The sum of the times of sends for which their processors waited.
    pub communication: Amount,
    /// The sum of the times that the processors waited up to T.
    pub waiting: Amount,
    /// Messages sent.
    pub messages: u64,
    /// Words in them.
    pub words: u64,
    /// Words times the links that they passed.
    pub word_hops: u64,
    /// The link with the most words; null if no word passed a link.
    pub busiest_link: Option<BusiestLink>,
    /// Headers that found a link occupied.
    pub link_waits: u64,
    /// Receptions that found the in-port occupied, and messages that waited for an out-port.
    pub port_waits: u64,
    /// The most words that had arrived at a processor and were not yet received.
    pub largest_buffer: u64,
}

/// The link with the most words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BusiestLink {
    /// Its ends: `3 → 4`.
    pub link: String,
    /// The words.
    pub words: u64,
}

/// T and C as sums of the machine's parameters, each with its own coefficient.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Decomposed {
    /// If the coefficients change with parameters that vary: the values of these to which it applies,
    /// `t_s = 1 … 20`.
    #[serde(rename = "for", skip_serializing_if = "Option::is_none")]
    pub parameters: Option<String>,
    /// T, an expression of the language: `(t_s + 3*t_w)*(p - 1)`; null if a coefficient has no exact
    /// formula. Parameters that are 0 at every size are left out.
    #[serde(rename = "T")]
    pub time: Option<String>,
    /// C = p·T in the same way.
    #[serde(rename = "C")]
    pub cost: Option<String>,
    /// W in the same way, with its own coefficients; null if these change with parameters that vary, or
    /// one of them has no exact formula.
    #[serde(rename = "W")]
    pub work: Option<DecomposedWork>,
    /// The size from which on they hold, if not for small sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Size>,
    /// The sizes that confirmed every coefficient.
    pub held_out: Vec<HeldOut>,
    /// The coefficient of each parameter, unless it is 0 at every size.
    pub coefficients: IndexMap<String, QuantityGrowth>,
}

/// W as a sum of the machine's parameters: what all processors compute and send.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DecomposedWork {
    /// An expression of the language: `(t_s + 3*t_w)*p*(p - 1)`. Parameters that are 0 at every size are
    /// left out.
    pub formula: String,
    /// The size from which on it holds, if not for small sizes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Size>,
    /// The sizes that confirmed every coefficient.
    pub held_out: Vec<HeldOut>,
}

impl Decomposed {
    /// `7*t_s + 21*t_w` in the form of a table: `7 t_s + 21 t_w`, without parameters that are 0.
    pub fn of_row(row: &NetworkRow) -> String {
        let entering = (row.decomposition.iter()).filter(|(name, count)| {
            let time = row.parameters.get(*name).copied().unwrap_or_default();
            **count > 0 && time.units > 0
        });
        let terms: Vec<String> = entering
            .map(|(name, count)| match count {
                1 => name.clone(),
                count => format!("{count} {name}"),
            })
            .collect();
        if terms.is_empty() {
            return "0".to_owned();
        }
        terms.join(" + ")
    }
}
