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
    /// With buffered sends it comes to its end, with synchronous ones not, or otherwise.
    ReliesOnBuffering,
    /// Even with buffered sends it does not come to its end.
    Wrong,
    /// A run was cut at a limit before that showed.
    Open,
}

/// Whether its result depends on time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Determinism {
    /// It does not: no processor receives from anyone or looks whether a message is there, and no
    /// queue of a channel has two senders.
    Proved,
    /// All outcomes that were tried end alike.
    Observed,
    /// Two outcomes end differently.
    Refuted,
}

/// What other outcomes of receives from anyone come to.
#[derive(Debug, Clone)]
pub struct MessageExploration {
    /// Outcomes that were tried.
    pub tried: u64,
    /// Whether these are all that there are.
    pub is_complete: bool,
    /// The first limit that left some out.
    pub limit: Option<ExplorationLimit>,
    /// The first receive of which another message could have been taken.
    pub race: Option<MessageRace>,
    /// Two outcomes that end differently, with the race from which on they differ.
    pub different: Option<Box<MessageDifference>>,
}

impl MessageExploration {
    /// Notes that a limit leaves outcomes out.
    pub fn stop_at(&mut self, limit: ExplorationLimit) {
        self.is_complete = false;
        self.limit.get_or_insert(limit);
    }
}

/// A limit that leaves outcomes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExplorationLimit {
    /// So many outcomes are tried.
    Outcomes {
        /// How many.
        limit: u64,
    },
    /// The memory of a run, for what waits to be tried as well.
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
    /// Who receives.
    pub receiver: u32,
    /// Whether that is a task, as those are that send.
    pub is_of_tasks: bool,
    /// Where.
    pub span: Span,
    /// The sender whose message was taken and where it was sent, and another.
    pub senders: [(u32, Span); 2],
}

impl MessageRace {
    /// One of them in words: `3`, or `task 3`.
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

/// What a check of messages found.
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
    /// What other outcomes come to, where there are any.
    pub exploration: Option<MessageExploration>,
    /// Whether messages go through channels: who sends into which queue may depend on the inputs.
    pub has_channels: bool,
}
