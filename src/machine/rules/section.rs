//! Sections: what the processors of an asynchronous block do between two barriers.
//!
//! Every processor has its own pace, so within a section nothing orders the accesses of two processors.
//! They are stamped with the section instead of the step: two conflicting accesses of a cell in one
//! section are a race. A section ends when all processors of the block have reached a barrier; it lasts
//! as long as its slowest processor.

use std::collections::BTreeMap;

use super::asynchronous_block::{AsynchronousBlock, BlockProgress};
use super::races::SectionAccess;
use super::section_accesses::SectionAccesses;
use crate::code::control::{Control, Instruction};
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::team::{Regime, TeamId};
use crate::engine::tuning::SubscriptTests;
use crate::machine::acting::Acting;
use crate::machine::event::{Section, SectionKind};
use crate::machine::fault::FaultKind;
use crate::machine::groups::Group;
use crate::machine::limits::Records;
use crate::machine::names::TeamProcessor;
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::time::clock::Clocks;
use crate::machine::time::passed_parts::PassedParts;
use crate::machine::time::pipeline::execution;
use crate::source::Span;

impl<'c> Machine<'_, 'c> {
    /// Fails if a processor of an asynchronous block opens a block.
    pub(crate) fn check_native(&self, opener: &Group, span: Span) -> Result<(), EarlyStop> {
        match self.native_block(opener.team) {
            Some(_) => Err(self.fault(FaultKind::NestedInNative, span, opener)),
            None => Ok(()),
        }
    }

    /// The time of a barrier.
    pub(crate) fn barrier_time(
        &self,
        processors: u64,
        span: Span,
        group: &Group,
    ) -> Result<u64, EarlyStop> {
        let asynchronous = self.configuration.asynchronous();
        let time = asynchronous.and_then(|asynchronous| asynchronous.barrier.time(processors));
        time.ok_or_else(|| self.fault(FaultKind::NoBarrierTime { processors }, span, group))
    }

    /// An asynchronous block begins its first section.
    pub(crate) fn begin_native(&mut self, group: &Group, span: Span) -> Result<(), EarlyStop> {
        let team = group.team;
        let width = self.state.teams[team.0 as usize].width;
        let processors = self.configuration.processors.unwrap_or(u64::from(width));
        let epoch = self.state.memory.next_epoch();
        let in_parts = self.has_barriers_of_parts(team);
        let subscript_tests = self.configuration.subscript_tests == SubscriptTests::On;
        let by_access = self.order_of_accesses().is_some();
        let is_alone = self.state.blocks.is_empty();
        if !is_alone {
            self.stamp_all(true);
        }
        let native = AsynchronousBlock {
            barrier: self.barrier_time(processors, span, group)?,
            clocks: Clocks::new(
                width,
                self.configuration.paces(width),
                self.configuration.tuning,
            ),
            parked: BTreeMap::new(),
            arrivals: 0,
            parked_for_all: 0,
            parked_in_parts: BTreeMap::new(),
            began: epoch,
            began_at: self.state.steps,
            epoch,
            passed: PassedParts::default(),
            in_parts,
            unstamped: (is_alone && !in_parts && subscript_tests && !by_access)
                .then(|| SectionAccesses::new(self.configuration.tuning)),
            many: BTreeMap::new(),
            reader_count: 0,
            section: self.next_section(),
            // Its end is a barrier also if nothing is executed.
            at_barrier: false,
            extent: None,
            span,
            progress: if by_access {
                vec![BlockProgress::default(); width as usize]
            } else {
                Vec::new()
            },
        };
        self.state.blocks.insert(team, native);
        self.state.teams[team.0 as usize].regime = Regime::Sections(team);
        Ok(())
    }

    fn has_barriers_of_parts(&self, team: TeamId) -> bool {
        let algorithm = &self.code.algorithms[self.state.teams[team.0 as usize].algorithm.index()];
        let of_part = |control: &Control| matches!(control, Control::Barrier { kernel: Some(_) });
        algorithm
            .instructions
            .iter()
            .any(|instruction| of_part(&instruction.control))
    }

    fn next_section(&mut self) -> u64 {
        self.state.sections += 1;
        self.state.sections
    }

    /// The asynchronous block that the processors of a team are in.
    pub(crate) fn native_block(&self, team: TeamId) -> Option<TeamId> {
        match self.state.teams[team.0 as usize].regime {
            Regime::Sections(block) => Some(block),
            Regime::Sequential | Regime::Synchronous | Regime::Warp => None,
        }
    }

    /// A processor's number in the block `block` that it is in.
    pub(crate) fn number_in(&self, block: TeamId, processor: TeamProcessor) -> Lane {
        let (mut team, mut lane) = (processor.team, processor.lane);
        while team != block {
            let inner = &self.state.teams[team.0 as usize];
            lane = inner.origin.of(lane);
            team = inner.creator.expect("the team is inside the block");
        }
        lane
    }

    /// The numbers of a group's processors in the block `block` that they are in.
    pub(crate) fn numbers_in(&self, block: TeamId, group: &Group) -> Selection {
        if self.is_numbered_as(block, group.team) {
            return group.lanes.clone();
        }
        let team = group.team;
        let number = |lane| self.number_in(block, TeamProcessor { team, lane });
        Selection::listed(group.lanes.iter().map(number).collect())
    }

    /// The asynchronous machine executes a step: time passes, and accesses of asynchronous blocks are
    /// checked for races with those of their section.
    pub(crate) fn asynchronous_step(&mut self, acting: &mut [Acting<'c>]) -> Result<(), EarlyStop> {
        if acting.iter().any(|actor| actor.stamped) {
            self.check_records(acting, Records::Sections)?;
        }
        let tuning = self.configuration.tuning;
        let mut accesses = Vec::new();
        for actor in acting.iter_mut() {
            match self.state.teams[actor.group.team.0 as usize].regime {
                Regime::Sections(block) => {
                    let results = &actor.results;
                    self.pass_time(
                        block,
                        &actor.group,
                        (std::slice::from_ref(actor.instruction), 1),
                        |position| results.ways(position, tuning),
                        |ways, guard| results.passes(ways, guard, tuning),
                    );
                    if actor.stamped {
                        actor.write_out();
                        self.gather(block, actor, &mut accesses);
                    }
                }
                Regime::Sequential => self.sequential_step(actor),
                Regime::Synchronous | Regime::Warp => {}
            }
        }
        // In the order of this run: all reads, then all writes, each in the order of the processors.
        let order = |access: &SectionAccess| (access.word.is_some(), access.number, access.ordinal);
        if !accesses.is_sorted_by_key(order) {
            accesses.sort_by_key(order);
        }
        for access in accesses {
            self.judge_access(access)?;
        }
        self.adapted_step(acting)
    }

    /// The processors of a group of an asynchronous block execute instructions one after the other,
    /// `iterations` times: time passes. `ways` and `passes` say which of them executed the guarded sections
    /// of the kernels (see [`Clocks::pass`]).
    pub(crate) fn pass_time(
        &mut self,
        block: TeamId,
        group: &Group,
        (instructions, iterations): (&'c [Instruction], usize),
        ways: impl Fn(usize) -> u64,
        passes: impl Fn(u64, u32) -> bool,
    ) {
        let Some(asynchronous) = self.configuration.asynchronous() else {
            return;
        };
        let (Some(first), Some(last)) = (instructions.first(), instructions.last()) else {
            return;
        };
        if self.state.is_timed {
            let numbers = self.numbers_in(block, group);
            let (delay, team) = (asynchronous.delay, self.serial(group.team));
            let iteration = instructions.iter();
            let iteration = iteration.map(|instruction| execution(instruction, delay, team));
            let executions = (0..iterations).flat_map(|_| iteration.clone());
            let native = self.state.blocks.get_mut(&block);
            let native = native.expect("the block is asynchronous");
            native.clocks.pass(&numbers, &executions, ways, passes);
        }
        let native = self.state.blocks.get_mut(&block);
        let native = native.expect("the block is asynchronous");
        let first = native.extent.map_or(first.span, |(first, _)| first);
        native.extent = Some((first, last.span));
        native.at_barrier = false;
    }

    /// The time of sequential code: one processor works, and there are no barriers.
    fn sequential_step(&mut self, actor: &Acting<'c>) {
        let Some(asynchronous) = self.configuration.asynchronous() else {
            return;
        };
        let team = self.serial(actor.group.team);
        let executions = std::iter::once(execution(actor.instruction, asynchronous.delay, team));
        let results = &actor.results;
        let tuning = self.configuration.tuning;
        let ways = |position| results.ways(position, tuning);
        (self.state.sequential).pass(&Selection::All(1), &executions, ways, |ways, guard| {
            results.passes(ways, guard, tuning)
        });
        let span = actor.instruction.span;
        let first = self
            .state
            .sequential_extent
            .map_or(span, |(first, _)| first);
        self.state.sequential_extent = Some((first, span));
    }

    /// Ends the current stretch of sequential code, as a section without a barrier.
    pub(crate) fn end_sequential(&mut self) {
        let Some(extent) = self.state.sequential_extent.take() else {
            return;
        };
        let time = self.state.sequential.tally(1).longest;
        self.state.sequential.restart();
        self.observer.section(Section {
            kind: SectionKind::Sequential,
            number: 0,
            time,
            barrier: 0,
            barriers: 0,
            work: time,
            waiting: 0,
            slowest: None,
            extent,
        });
    }
}
