//! The JSON of `pram replay` on a multicomputer: every message of a run and what each processor did
//! and held, moment by moment. It is a `pram-trace/2` too; its machine's kind tells it apart.

use schemars::JsonSchema;
use serde::Serialize;

use super::network::DecimalJson;
use super::trace::{HeadJson, OutcomeJson};
use crate::trace::{Place, Word};

/// A run on a multicomputer, moment by moment.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "pram replay, of a multicomputer")]
pub struct MomentsJson {
    /// What all traces begin with; the machine's kind is `multicomputer`.
    #[serde(flatten)]
    pub head: HeadJson,
    /// `processor` or `task`: what sends and receives.
    pub noun: &'static str,
    /// How many of these there are.
    pub programs: u32,
    /// Whether the values that they hold and those in messages are included.
    pub has_values: bool,
    /// The last time at which anything happens.
    pub end: DecimalJson,
    /// The time from which on nothing is included, because there is too much. Absent if all is included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_at: Option<DecimalJson>,
    /// Statements of the source; their positions in this list are their numbers below.
    pub places: Vec<Place>,
    /// The messages in the order in which they were sent.
    pub messages: Vec<MessageJson>,
    /// Where the programs of the processors or tasks stood, in the order of time.
    pub stops: Vec<StopJson>,
    /// What each processor did when, by processor, then in the order of time.
    pub activities: Vec<ActivityJson>,
    /// The lines that were printed, in the order of time.
    pub printed: Vec<PrintedJson>,
    /// The moments: times at which something happens.
    pub moments: Vec<MomentJson>,
    /// How the run ended.
    pub ending: MomentsEndingJson,
}

/// A message.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MessageJson {
    /// Who sends it.
    pub sender: u32,
    /// Who is to receive it.
    pub receiver: u32,
    /// How many words it has.
    pub words: u64,
    /// The first of them; absent where values are not told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Word>,
    /// Its tag; 0 without one.
    pub tag: i64,
    /// Whether it stays on one processor, so that it takes no time and is not counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub local: bool,
    /// The processors that its route passes between those two, in their order; in a tree its switches,
    /// each by its number with the processors counted first: the root is p + 1, below switch p + v are
    /// p + 2v and p + 2v + 1. Absent where one link leads there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub via: Vec<u32>,
    /// When it left; null where it never did.
    pub start: Option<DecimalJson>,
    /// When it arrived or would have; null where it never left.
    pub arrival: Option<DecimalJson>,
    /// When its receiver had it; null where no receive took it.
    pub received: Option<DecimalJson>,
    /// The statement that sends it, by its number among the places.
    pub sent_at: Option<usize>,
    /// The statement that received it.
    pub received_at: Option<usize>,
}

/// Where a program stood until its next stop.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct StopJson {
    /// The program.
    pub program: u32,
    /// Its processor.
    pub processor: u32,
    /// When it came there.
    pub time: DecimalJson,
    /// The statement; null at the end of its block.
    pub at: Option<usize>,
    /// What it asks for.
    pub asks: AskedJson,
    /// The receiver of its message, or the sender that its receive names; null without one.
    pub partner: Option<u32>,
    /// The message that it sends or receives, by its place; null where none came.
    pub message: Option<usize>,
    /// What it held when it came there; absent where values are not told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<HeldJson>,
}

/// What a program asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AskedJson {
    /// To send.
    Send,
    /// To receive from one sender.
    Receive,
    /// To receive from anyone, or out of its queue.
    ReceiveAny,
    /// Whether there is a message.
    Probe,
    /// To meet all others at a barrier, or to make a call with them.
    Meet,
    /// It breaks off the run.
    Stop,
    /// Nothing: it is done.
    End,
}

/// A scalar, or neighbouring cells of an array.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct HeldJson {
    /// `s`, `A[4]`, `A[4] to A[7]`.
    pub name: String,
    /// The values, the first ones of many; null for a cell that was never written.
    pub values: Vec<Option<Word>>,
    /// How many values there are.
    pub count: usize,
}

/// What a processor did from one time to another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct ActivityJson {
    /// The processor.
    pub processor: u32,
    /// `compute`, `send` or `wait`.
    pub does: &'static str,
    /// Beginning.
    pub from: DecimalJson,
    /// End.
    pub to: DecimalJson,
}

/// A printed line.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PrintedJson {
    /// When.
    pub time: DecimalJson,
    /// The program that printed it; null for code outside of blocks.
    pub program: Option<u32>,
    /// The line.
    pub text: String,
}

/// A time at which something happens.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MomentJson {
    /// When.
    pub time: DecimalJson,
    /// What, in words.
    pub lines: Vec<MomentLineJson>,
}

/// What some programs do at one statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MomentLineJson {
    /// The statement, where there is one.
    pub at: Option<usize>,
    /// What they do.
    pub text: String,
    /// Whether it breaks off the run.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub breaks: bool,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MomentsEndingJson {
    /// Whether it came to its end, and what was wrong.
    #[serde(flatten)]
    pub outcome: OutcomeJson,
    /// T with its decomposition, W and C; null where a sum is too large.
    pub cost: Option<MomentsCostJson>,
}

/// What the run took, in the machine's unit of time.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MomentsCostJson {
    /// T: the latest clock.
    pub time: DecimalJson,
    /// T along one critical path: `3 t_s + 3 t_w`.
    pub path: String,
    /// W: what the processors computed and sent, together.
    pub work: DecimalJson,
    /// C = p·T
    pub cost: DecimalJson,
}
