//! How much of a run was recorded, in words.

use crate::language::Language;
use crate::present::agreeing::{MESSAGE, MOMENT, STEP};
use crate::present::json::recorded::RecordedJson;
use crate::present::text::warp;
use crate::trace::Tier;

impl RecordedJson {
    /// How much was recorded, in words: `13 steps, all accesses and values`.
    pub fn extent(&self, language: Language) -> String {
        match self {
            Self::Steps(trace) => {
                let missing = match trace.length - trace.steps.len() as u64 {
                    0 => String::new(),
                    missing => language.choose(
                        format!(", {missing} in the middle left out"),
                        format!(", bez {missing} u sredini"),
                    ),
                };
                let steps = STEP.counted(trace.length, language);
                format!("{steps}, {}{missing}", detail(trace.tier, language))
            }
            Self::Moments(trace) => {
                let values = if trace.has_values {
                    language.choose("all values", "sve vrijednosti")
                } else {
                    language.choose("no values", "bez vrijednosti")
                };
                let cut = if trace.cut_at.is_some() {
                    language.choose(", the end left out", ", bez kraja")
                } else {
                    ""
                };
                let moments = MOMENT.counted(trace.moments.len() as u64, language);
                let messages = MESSAGE.counted(trace.messages.len() as u64, language);
                format!("{moments}, {messages}, {values}{cut}")
            }
            Self::Warps(trace) => {
                warp::extent(trace.instructions.len() as u64, trace.cut_at, language)
            }
        }
    }
}

/// How much of each step is included, in words.
fn detail(tier: Tier, language: Language) -> &'static str {
    match tier {
        Tier::Full => language.choose("all accesses and values", "svi pristupi i vrijednosti"),
        Tier::Window => language.choose(
            "values of some cells of each array only",
            "samo vrijednosti nekih ćelija svakog polja",
        ),
        Tier::Shape => language.choose(
            "patterns of accesses, no values",
            "uzorci pristupa, bez vrijednosti",
        ),
    }
}
