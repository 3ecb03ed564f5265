//! The parts of a run in progress: the state, which a snapshot copies, and the scratch memory, which
//! every step uses again.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::configuration::Configuration;
use super::groups::Group;
use super::index_range::IndexRange;
use super::regions::Schedule;
use super::spares::Spares;
use super::value::Value;
use crate::code::control::Pc;
use crate::engine::kernel::evaluate::Evaluator;
use crate::engine::lanes::selection::Lane;
use crate::engine::lanes::team::{Team, TeamId};
use crate::engine::memory::Memory;
use crate::engine::scalar::Interpreter;
use crate::machine::draws::Draws;
use crate::machine::network::state::NetworkState;
use crate::machine::orders::order::AccessOrder;
use crate::machine::orders::partial::Partial;
use crate::machine::orders::standing::PendingProcessor;
use crate::machine::rules::asynchronous_block::AsynchronousBlock;
use crate::machine::rules::disciplines::Disciplines;
use crate::machine::rules::exclusive::AccessComparison;
use crate::machine::rules::merged::Merged;
use crate::machine::rules::races::{Probe, Races};
use crate::machine::rules::record::AccessRecord;
use crate::machine::rules::violation::Violation;
use crate::machine::simt::fault::KernelRaces;
use crate::machine::simt::history::KernelHistory;
use crate::machine::simt::races::RaceStamps;
use crate::machine::steps::queue::NestQueue;
use crate::machine::time::clock::Clocks;
use crate::program::AlgorithmId;
use crate::source::Span;

/// Everything on which the rest of a run depends.
#[derive(Debug, Clone)]
pub struct State<'c> {
    /// Every team, by number.
    pub teams: Vec<Team>,
    /// Numbers of teams that have ended, for reuse.
    pub free_teams: Vec<u32>,
    /// The number of teams so far.
    pub assembled: u64,
    /// The cells.
    pub memory: Memory,
    /// The regions in which groups are.
    pub schedule: Schedule,
    /// Which accesses of a step have to be watched for the model.
    pub disciplines: Disciplines,
    /// Groups that have to be brought to their next step.
    pub waiting: Vec<Group>,
    pub steps: u64,
    /// Active processors so far, summed over the steps.
    pub work: u64,
    /// Executions of loop bodies so far.
    pub ticks: u64,
    /// How often a generator has filled arrays of a name that begin at a cell.
    pub generated: BTreeMap<(Box<str>, u32), u64>,
    /// How often processors have drawn random numbers.
    pub draws: Draws,
    /// Processors of all teams that have not ended.
    pub live_processors: u64,
    /// Bytes of what these hold.
    pub lane_bytes: u64,
    /// Bytes of inputs, outputs and printed lines.
    pub kept_bytes: u64,
    pub printed_bytes: u64,
    /// Printed lines that wait for those of other groups.
    pub kept_lines: Vec<KeptLine>,
    /// Results so far, by name.
    pub outputs: IndexMap<String, Value>,
    /// Illegal accesses that are reported.
    pub violations: Vec<Violation>,
    /// All illegal accesses, including those that are not reported.
    pub violation_count: u64,
    /// Concurrent accesses so far.
    pub merged: Merged,
    /// The clock of sequential code on an asynchronous machine.
    pub sequential: Clocks<'c>,
    /// The first and the last statement of sequential code executed since the last block.
    pub sequential_extent: Option<(Span, Span)>,
    /// The asynchronous blocks that are open, by their teams.
    pub blocks: BTreeMap<TeamId, AsynchronousBlock<'c>>,
    pub sections: u64,
    pub races: Races,
    /// The section and the cell whose accesses are to be recorded, if any.
    pub probe: Option<Probe>,
    /// Processors of asynchronous blocks that are executed access by access.
    pub standing: AccessOrder<Box<PendingProcessor<'c>>>,
    /// Whether the time of asynchronous blocks is counted.
    pub is_timed: bool,
    /// The record of the accesses of asynchronous blocks.
    pub record: AccessRecord,
    /// Of a GPU: accesses of kernels that meet another one and that nothing orders.
    pub kernel_races: KernelRaces,
    /// Of a GPU: what its warps issued, if that is recorded.
    pub kernel_history: Option<Box<KernelHistory>>,
    /// Of a multicomputer: its network.
    pub network: Option<Box<NetworkState>>,
    /// The interpreter of sequential code, once it is needed.
    pub sequential_code: Option<Box<Interpreter>>,
}

impl State<'_> {
    /// The network of a multicomputer.
    pub fn network(&mut self) -> &mut NetworkState {
        self.network
            .as_mut()
            .expect("only a multicomputer has a network")
    }

    /// Bytes in use.
    pub fn held_bytes(&self) -> u128 {
        u128::from(self.memory.bytes_with(0))
            + u128::from(self.lane_bytes)
            + u128::from(self.kept_bytes)
    }

    /// Before the first step.
    pub fn new(configuration: &Configuration) -> Self {
        Self {
            teams: Vec::new(),
            free_teams: Vec::new(),
            assembled: 0,
            memory: Memory::new(configuration.tuning),
            schedule: Schedule::default(),
            disciplines: Disciplines::new(configuration.model, configuration.simultaneity),
            waiting: Vec::new(),
            steps: 0,
            work: 0,
            ticks: 0,
            generated: BTreeMap::new(),
            draws: Draws::default(),
            live_processors: 0,
            lane_bytes: 0,
            kept_bytes: 0,
            printed_bytes: 0,
            kept_lines: Vec::new(),
            outputs: IndexMap::new(),
            violations: Vec::new(),
            violation_count: 0,
            merged: Merged::new(),
            sequential: Clocks::new(1, configuration.paces(1), configuration.tuning),
            sequential_extent: None,
            blocks: BTreeMap::new(),
            sections: 0,
            races: Races::default(),
            probe: None,
            standing: AccessOrder::default(),
            is_timed: true,
            record: AccessRecord::default(),
            kernel_races: KernelRaces::default(),
            kernel_history: (configuration.gpu()).and_then(|gpu| gpu.records.then(Box::default)),
            network: (configuration.multicomputer())
                .map(|multicomputer| Box::new(NetworkState::new(multicomputer))),
            sequential_code: None,
        }
    }
}

/// What is computed again in every step, kept to save allocations, and what is deferred. No step is
/// deferred while a run pauses.
pub struct Scratch {
    /// Executes kernels.
    pub evaluator: Evaluator,
    /// Compares the accesses of a step.
    pub comparison: AccessComparison,
    /// The index ranges of the processors that open a block.
    pub ranges: Vec<IndexRange>,
    /// Steps that are not executed yet.
    pub queue: NestQueue,
    /// How many times the iterations of a loop, with its body at this place, could not be executed
    /// together.
    pub refusals: IndexMap<(AlgorithmId, Pc), u32>,
    /// The number of groups that have reached their next step already.
    pub ready: usize,
    /// The loops and branches around an instruction, the innermost first.
    pub heads: Vec<Pc>,
    /// Results and columns not in use.
    pub spare_results: Spares,
    /// Partly executed kernels not in use.
    pub spare_partials: Vec<Partial>,
    /// Lists of processors for branches, kept for reuse.
    pub spare_lists: Vec<Vec<Lane>>,
    /// The accesses of a kernel.
    pub races: RaceStamps,
}

impl Scratch {
    /// Before the first step.
    pub fn new(configuration: &Configuration) -> Self {
        Self {
            evaluator: Evaluator::new(
                configuration.is_asynchronous() || configuration.gpu().is_some(),
                configuration.threads,
                configuration.tuning,
            ),
            comparison: AccessComparison::default(),
            ranges: Vec::new(),
            queue: NestQueue::new(configuration.tuning),
            refusals: IndexMap::new(),
            ready: 0,
            heads: Vec::new(),
            spare_results: Spares::default(),
            spare_partials: Vec::new(),
            spare_lists: Vec::new(),
            races: RaceStamps::default(),
        }
    }
}

/// A line that waits for those of other groups.
#[derive(Debug, Clone)]
pub struct KeptLine {
    /// The number of lines that its processors had printed since the last step.
    pub ordinal: u64,
    /// The processor that printed it, by its numbers in the blocks around it, which define the order.
    pub path: Vec<Lane>,
    /// The line.
    pub text: String,
}
