//! Whether a program of a multicomputer relies on buffers, and whether its result depends on time.

use schemars::JsonSchema;
use serde::Serialize;

use super::run::Run;
use crate::source::Span;

/// Whether a program relies on buffered sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageVerdict {
    /// With buffered and with synchronous sends it ends alike.
    Safe,
    /// With buffered sends it reaches its end; with synchronous ones it does not, or has another result.
    ReliesOnBuffering,
    /// Even with buffered sends it does not reach its end.
    Wrong,
    /// A run was cut at a limit before that showed.
    Open,
}

/// Whether its result depends on time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Determinism {
    /// It does not: no processor receives from anyone or probes for a message, and no queue of a channel
    /// has two senders.
    Proved,
    /// All outcomes that were tried have the same result.
    Observed,
    /// Two outcomes end differently.
    Refuted,
}

/// The results of other outcomes of receives from anyone.
#[derive(Debug, Clone)]
pub struct MessageExploration {
    /// Outcomes that were tried.
    pub tried: u64,
    /// Whether all outcomes were tried.
    pub is_complete: bool,
    /// The first limit that excluded some.
    pub limit: Option<ExplorationLimit>,
    /// The first receive that could have taken another message.
    pub race: Option<MessageRace>,
    /// Two outcomes with different results, with the race from which on they differ.
    pub different: Option<Box<MessageDifference>>,
}

impl MessageExploration {
    /// Records that a limit excludes outcomes.
    pub fn stop_at(&mut self, limit: ExplorationLimit) {
        self.is_complete = false;
        self.limit.get_or_insert(limit);
    }
}

/// A limit that excludes outcomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExplorationLimit {
    /// This many outcomes are tried.
    Outcomes {
        /// The number of outcomes.
        limit: u64,
    },
    /// The memory of a run, also for the outcomes to be tried.
    Memory {
        /// Bytes.
        limit: u64,
    },
    /// The work of a run, for all outcomes together.
    Work {
        /// Instructions, messages, and candidates of receives from anyone.
        limit: u64,
    },
    /// A run reached a limit of its own.
    Run,
}

/// A receive from anyone that could have taken the message of another sender.
#[derive(Debug, Clone, PartialEq)]
pub struct MessageRace {
    /// The processor or task that receives.
    pub receiver: u32,
    /// Whether receiver and senders are tasks.
    pub is_of_tasks: bool,
    /// The receiving statement.
    pub span: Span,
    /// The sender whose message was taken and where it was sent, and another one.
    pub senders: [(u32, Span); 2],
}

impl MessageRace {
    /// The name of one of them: `3`, or `task 3`.
    pub fn named(&self, number: u32) -> String {
        if self.is_of_tasks {
            format!("task {number}")
        } else {
            number.to_string()
        }
    }
}

/// Two outcomes that end differently.
#[derive(Debug, Clone)]
pub struct MessageDifference {
    /// The receive from which on they differ.
    pub race: MessageRace,
    /// How each of them ends.
    pub runs: [Run; 2],
}

/// The result of a check of messages.
#[derive(Debug)]
pub struct CheckedMessages {
    /// The run with buffered sends.
    pub run: Run,
    /// The run with synchronous sends and collectives.
    pub synchronous: Run,
    /// Whether the program relies on buffers.
    pub verdict: MessageVerdict,
    /// Whether its result depends on time.
    pub determinism: Determinism,
    /// The results of other outcomes, if there are any.
    pub exploration: Option<MessageExploration>,
    /// Whether the program uses channels: the senders to a queue may depend on the inputs.
    pub has_channels: bool,
}
