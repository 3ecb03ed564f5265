//! The JSON of `pram replay` on a GPU: every instruction that warps issued, in the order of time. It is a
//! `pram-trace/2` too; its machine's kind tells it apart.

use schemars::JsonSchema;
use serde::Serialize;

use super::trace::{HeadJson, OutcomeJson};
use crate::trace::{Place, Word};

/// A run on a GPU, instruction by instruction.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram replay, of a GPU")]
pub struct WarpsJson {
    /// What all traces begin with; the machine's kind is `gpu`.
    #[serde(flatten)]
    pub head: HeadJson,
    /// w, s and b: items of a warp, words of a segment, banks.
    pub width: u64,
    pub segment: u64,
    pub banks: u64,
    /// The time from which on nothing is told, because there is too much. Absent where all is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_at: Option<u64>,
    /// Statements of the source; their positions in this list are their numbers below.
    pub places: Vec<Place>,
    /// The launches of kernels, and the steps of other blocks.
    pub launches: Vec<WarpLaunchJson>,
    /// In the order of time, those of one time in the order of units.
    pub instructions: Vec<InstructionJson>,
    /// The lines that the run printed.
    pub printed: Vec<String>,
    /// How the run ended.
    pub ending: WarpsEndingJson,
}

/// A launch.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct WarpLaunchJson {
    /// The header of the kernel, or the statement of a step.
    pub at: usize,
    /// Whether it is a step of a block that is no kernel.
    pub adapted: bool,
    /// The name of each group: the values of its indices.
    pub groups: Vec<String>,
    /// Items of a group.
    pub items: u64,
    /// When it begins, `t_k` included, and when it ends.
    pub from: u64,
    pub to: u64,
}

/// An instruction of a warp.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct InstructionJson {
    /// The launch, the group, the warp of the group, and the unit, by number.
    pub launch: u32,
    pub group: u32,
    pub warp: u32,
    pub unit: u32,
    /// When it is issued, and when the warp is ready again.
    pub time: u64,
    pub ready: u64,
    /// The statement.
    pub at: usize,
    /// The active lanes, ascending.
    pub lanes: Vec<u8>,
    /// `compute`, `barrier`, `warp_barrier`, `read`, `write` or `atomic`.
    pub does: &'static str,
    /// `global` or `group`: the memory of an access.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<&'static str>,
    /// Transactions of global memory, or passes of group memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub served: Option<u32>,
    /// The cells of an access, in the order of the lanes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<LaneCellJson>,
    /// What it does, in words.
    pub text: String,
}

/// The cell that a lane accesses.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LaneCellJson {
    pub lane: u8,
    /// As users name it.
    pub cell: String,
    /// Its place from the beginning of its array; in group memory, from that of the memory.
    pub place: u64,
    /// What is read or written; null for an atomic.
    pub value: Option<Word>,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct WarpsEndingJson {
    /// Whether it came to its end, and what was wrong.
    #[serde(flatten)]
    pub outcome: OutcomeJson,
    /// T, W and C.
    pub cost: [u64; 3],
}
