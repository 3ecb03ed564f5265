//! A completed run as data: its inputs, outputs, costs, and illegal accesses.

use indexmap::IndexMap;

use super::claim::ClaimOutcome;
use crate::cost::Cost;
use crate::diagnostic::{Diagnostic, Status};
use crate::language::Voice;
use crate::machine::configuration::{Configuration, OnViolation};
use crate::machine::network::fault::NetworkFault;
use crate::machine::network::record::NetworkRecord;
use crate::machine::network::wraparound::Wraparound;
use crate::machine::orders::interleaving::Interleaving;
use crate::machine::rules::merged::Merged;
use crate::machine::rules::model::{Legality, WriteRule};
use crate::machine::rules::races::{Race, RaceAccess};
use crate::machine::rules::violation::Violation;
use crate::machine::simt::fault::KernelRaces;
use crate::machine::simt::history::KernelHistory;
use crate::machine::time::deadlock::WaitReport;
use crate::machine::value::Value;
use crate::quantity::Quantity;
use crate::result::messages::MessageExploration;
use crate::result::network::NetworkCost;

/// A finished run, however it ended.
#[derive(Debug, Clone)]
pub struct Run {
    /// The name of the entry: `program`, `+_prescan`.
    pub entry: String,
    /// The configuration of the run.
    pub configuration: Configuration,
    /// The inputs: those that the file declares in its order, then other parameters of the entry, then
    /// the scalars that only the length of an array determines.
    pub inputs: IndexMap<String, Value>,
    /// The outputs, if the run reached its end.
    pub outputs: IndexMap<String, Value>,
    /// The printed lines.
    pub printed: Vec<String>,
    /// The costs (also if the run ended early).
    pub cost: Cost,
    /// The weakest models that allow what happened.
    pub legal_on: Legality,
    /// For each weaker model the first step that breaks it.
    pub breaks: Vec<Violation>,
    /// The first step in which the rule for concurrent writes stored something else than what one of the
    /// processors wrote: from then on another rule may have another result. `None` under exclusive,
    /// common and arbitrary writes.
    pub decided: Option<u64>,
    /// Illegal accesses: one with [`OnViolation::Stop`], each with [`OnViolation::Continue`] (the first
    /// thousand).
    pub violations: Vec<Violation>,
    /// The number of all violations.
    pub violation_count: u64,
    /// Legal concurrent writes, by their places in the source.
    pub merged: Merged,
    /// The first message from one end of a line or mesh to the other, where there is no link.
    pub wraparound: Option<Wraparound>,
    /// Warnings about the program and the run: what is legal, but almost never intended.
    pub warnings: Vec<Diagnostic>,
    /// On the asynchronous machine: the first illegal race.
    pub race: Option<Race>,
    /// On the asynchronous machine: the number of accesses that raced.
    pub race_counts: RaceCounts,
    /// On the asynchronous machine: the processors whose waiting for each other at barriers ended the
    /// run, each for the next, the last for the first.
    pub deadlock: Option<Vec<WaitReport>>,
    /// On a GPU: accesses of kernels that meet another one and that nothing orders, if the run goes on after
    /// such an access.
    pub kernel_races: KernelRaces,
    /// On a GPU: what its warps issued, if that is recorded.
    pub kernel_history: Option<Box<KernelHistory>>,
    /// On a multicomputer: its costs.
    pub network: Option<NetworkCost>,
    /// On a multicomputer: the record of its messages.
    pub record: Option<NetworkRecord>,
    /// On a multicomputer: the illegal action of its processors.
    pub network_fault: Option<NetworkFault>,
    /// On the asynchronous machine: the results of other orders of execution.
    pub exploration: Option<Exploration>,
    /// On a multicomputer: the results of other outcomes of receives from anyone.
    pub messages: Option<MessageExploration>,
    /// The exact claims that could be verified, with their results.
    pub claims: Vec<ClaimOutcome>,
    /// A fault, a limit, an interruption.
    pub error: Option<Diagnostic>,
}

/// The results of a program in several orders of execution.
#[derive(Debug, Clone, PartialEq)]
pub struct Exploration {
    /// The number of orders that were tried and reached their end.
    pub tried: u64,
    /// The number of orders that reached a limit.
    pub given_up: u64,
    /// Two that ended differently.
    pub different: Option<Difference>,
}

/// Two orders that end differently.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The first order that was tried, and the first that ended differently.
    pub runs: [ExploredRun; 2],
    /// The accesses from which on they differ, if these are known.
    pub responsible: Option<Responsible>,
}

/// Two accesses to one cell; in one order the first one comes first, in the other the second.
#[derive(Debug, Clone, PartialEq)]
pub struct Responsible {
    /// The section.
    pub section: u64,
    /// The cell, such as `A[5]`.
    pub cell: String,
    /// As they come in the first order.
    pub accesses: [RaceAccess; 2],
}

/// A run in one order, and how it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct ExploredRun {
    /// The order: its token repeats the run.
    pub schedule: Interleaving,
    /// The outputs of the run.
    pub outputs: IndexMap<String, Value>,
    /// The lines that it printed.
    pub printed: Vec<String>,
    /// The fault that ended it, if one did.
    pub fault: Option<String>,
    /// The number of steps.
    pub steps: u64,
}

impl ExploredRun {
    /// Whether both have the same result.
    pub fn ends_like(&self, other: &Self) -> bool {
        (&self.outputs, &self.printed, &self.fault)
            == (&other.outputs, &other.printed, &other.fault)
    }
}

/// The number of accesses of asynchronous blocks that conflict with an access by another processor that
/// no barrier orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RaceCounts {
    /// Reads that conflict only with reads.
    pub of_reads: u64,
    /// The others.
    pub of_writes: u64,
}

impl Run {
    /// The processors of the machine: as fixed, or as many as the program asked for.
    pub fn processors(&self) -> u64 {
        self.configuration
            .processors
            .unwrap_or_else(|| self.cost.processors())
    }

    /// A quantity, on [`Run::processors`].
    pub fn count(&self, quantity: Quantity) -> u128 {
        self.cost.count(quantity, Some(self.processors()))
    }

    /// The number of illegal accesses, of synchronous steps and of asynchronous sections; a deadlock
    /// counts as one.
    pub fn illegal_count(&self) -> u64 {
        let is_concurrent_read = (self.configuration.asynchronous())
            .is_some_and(|asynchronous| asynchronous.concurrent_read);
        let reads = if is_concurrent_read {
            0
        } else {
            self.race_counts.of_reads
        };
        let deadlocks = u64::from(self.deadlock.is_some());
        let messages = u64::from(self.network_fault.is_some());
        self.kernel_races.count
            + self.violation_count
            + self.race_counts.of_writes
            + reads
            + deadlocks
            + messages
    }

    /// On the asynchronous machine: the weakest of its models that allows what happened in its sections
    /// and in the steps of adapted blocks; `None` if no model does.
    pub fn section_model(&self) -> Option<&'static str> {
        let RaceCounts {
            of_reads,
            of_writes,
        } = self.race_counts;
        let step = self.legal_on.step;
        if of_writes > 0 || step.write != WriteRule::Exclusive {
            None
        } else if of_reads > 0 || step.concurrent_read {
            Some("apram-cr")
        } else {
            Some("apram")
        }
    }

    /// Makes the race of a receive from anyone an illegal action of this run.
    pub fn forbid_race(&mut self, explored: &MessageExploration, voice: Voice) {
        let different = explored.different.as_ref().map(|different| &different.race);
        let Some(race) = different.or(explored.race.as_ref()) else {
            return;
        };
        let fault = NetworkFault::Race {
            receiver: race.receiver,
            is_of_tasks: race.is_of_tasks,
            senders: race.senders.map(|(sender, _)| sender),
            sent_at: race.senders.map(|(_, span)| span),
        };
        self.error = Some(fault.diagnostic(Some(race.span), voice));
        self.network_fault = Some(fault);
    }

    /// Whether the run reached its end, with or without illegal accesses before.
    pub fn finished(&self) -> bool {
        let stopped =
            self.illegal_count() > 0 && self.configuration.on_violation == OnViolation::Stop;
        self.error.is_none() && !stopped
    }

    /// Whether the run reached its end and violated no rule.
    pub fn succeeded(&self) -> bool {
        self.error.is_none() && self.illegal_count() == 0
    }

    /// The exit status, if it is not 0.
    pub fn status(&self) -> Option<Status> {
        if let Some(error) = &self.error {
            Some(error.code.status())
        } else if self.illegal_count() > 0 {
            Some(Status::Access)
        } else {
            let fails = self.claims.iter().any(|claim| claim.holds == Some(false));
            fails.then_some(Status::Program)
        }
    }
}
