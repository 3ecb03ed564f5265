//! The queue: steps that are counted and told, but not executed yet.
//!
//! Steps that surely go well as far as the access rules are concerned need not be executed before
//! the program goes on, as long as nothing asks for what they leave behind. Many of them together
//! are executed tile by tile (see [`crate::engine::nest::tiling`]), every tile by one thread: cells stay in its
//! cache from step to step, and nobody waits for the others when a step is over.
//!
//! Values may still make them fail. Then the run ends at the earliest of these steps, and what
//! came after has not happened (see [`super::herald`]).

use crate::machine::event::Observer;
use crate::machine::fault::FaultKind;
use crate::machine::names::Processor;
use crate::engine::nest::statements::Nest;
use crate::engine::kernel::analysis::{Analysis, Cells, Reads};
use crate::machine::pram::{Machine, Stop};
use crate::machine::control::groups::Group;
use crate::engine::nest::shares::{Outcome, ScalarWords};
use crate::engine::lanes::column::Column;
use crate::engine::lanes::team::TeamId;
use crate::engine::threads::Threads;
use crate::engine::nest::tiling::{Access, Tiling};
use crate::engine::nest::nest_run::{Trouble, Work};
use crate::code::control::{Control, Instruction, Stride};
use crate::code::kernel::{Kernel, Op, Slot};
use crate::engine::tuning::Tuning;

/// More nests than this are not deferred.
const MOST: usize = 64;

/// Nests that are deferred, in their order.
#[derive(Debug)]
pub struct Queue {
    nests: Vec<Nest>,
    /// Others, kept for their room.
    spare: Vec<Nest>,
    tiling: Tiling,
    steps: usize,
    /// Teams that are over but for the queue.
    retired: Vec<TeamId>,
    has_failed: bool,
    tuning: Tuning,
}

impl Queue {
    /// Nothing is deferred.
    pub fn new(tuning: Tuning) -> Self {
        Self {
            nests: Vec::new(),
            spare: Vec::new(),
            tiling: Tiling::new(tuning),
            steps: 0,
            retired: Vec::new(),
            has_failed: false,
            tuning,
        }
    }

    /// Whether nothing is deferred.
    pub fn is_empty(&self) -> bool {
        self.nests.is_empty()
    }

    /// Whether the run ended in steps that had been deferred.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// A nest without content.
    pub fn blank(&mut self) -> Nest {
        self.spare.pop().unwrap_or_default()
    }

    /// A nest is not needed.
    pub fn give_back(&mut self, nest: Nest) {
        self.spare.push(nest);
    }

    /// Divides a nest that comes behind the others. Whether it can be deferred as they are.
    pub fn admits(&mut self, nest: &mut Nest, accesses: &[Access]) -> bool {
        let cuts = if self.is_empty() {
            self.tiling.begin(accesses, &nest.lanes)
        } else if self.nests.len() < MOST {
            self.tiling.go_on(accesses, &nest.lanes)
        } else {
            None
        };
        let admits = cuts.is_some();
        nest.cuts = cuts.unwrap_or_default();
        admits
    }

    /// Puts a nest off. Gives the number of its first step.
    pub fn defer(&mut self, mut nest: Nest) -> usize {
        let number = self.steps;
        nest.number = number;
        self.steps += nest.steps();
        self.nests.push(nest);
        number
    }

    /// A team is over; its place is free once nothing is deferred.
    pub fn retire(&mut self, team: TeamId) {
        self.retired.push(team);
    }

    /// Whether a scalar is read or gets new values.
    pub fn touches_column(&self, team: TeamId, slot: Slot) -> bool {
        !self.is_empty() && self.tiling.touches_column(team, slot)
    }

    /// The scalars that get new values.
    fn written(&self) -> Vec<(TeamId, Slot)> {
        let kept = |nest: &Nest| {
            let (team, kept) = (nest.team, nest.kept.clone());
            kept.into_iter().map(move |(slot, _)| (team, slot))
        };
        let mut written: Vec<_> = self.nests.iter().flat_map(kept).collect();
        written.sort_unstable_by_key(|(team, slot)| (team.0, slot.0));
        written.dedup();
        written
    }

    /// Divides the queue otherwise where its tiles are of no use: a single nest among the
    /// threads, and little not at all.
    fn divide(&mut self, threads: &Threads) {
        if let [nest] = self.nests.as_mut_slice() {
            let lanes = nest.lanes.len();
            let chunk = match nest.trips {
                0 | 1 => self.tuning.chunk_lanes,
                _ => 1,
            };
            let stretches = threads.share_work(lanes, chunk, lanes * nest.trips);
            nest.cuts.clear();
            nest.cuts.push(0);
            nest.cuts.extend(stretches.iter().map(|part| part.end));
        } else if self.nests.iter().map(Nest::executions).sum::<usize>()
            < self.tuning.min_executions_to_tile
        {
            for nest in &mut self.nests {
                nest.cuts.clear();
                nest.cuts.extend([0, nest.lanes.len()]);
            }
        }
    }

    fn clear(&mut self) {
        self.spare.append(&mut self.nests);
        self.steps = 0;
    }
}

impl<O: Observer> Machine<'_, O> {
    /// Executes what was deferred.
    pub(crate) fn run_deferred(&mut self) -> Result<(), Stop> {
        if self.scratch.queue.is_empty() {
            return Ok(());
        }
        let tuning = self.configuration.tuning;
        let mut queue = std::mem::replace(&mut self.scratch.queue, Queue::new(tuning));
        queue.divide(&self.scratch.evaluator.threads);
        let mut columns: Vec<ScalarWords> = (queue.written().into_iter())
            .map(|(team, slot)| self.take_words(team, slot))
            .collect();
        let works: Vec<Work<'_>> = (queue.nests.iter())
            .map(|nest| {
                let view = Self::view(&self.state.teams, self.code, nest.team, &nest.lanes);
                Work {
                    nest,
                    view,
                    memory: &self.state.memory,
                    interrupt: self.interrupt,
                    chunk: tuning.chunk_lanes,
                }
            })
            .collect();
        let Outcome { executed, trouble } = self.scratch.evaluator.work_off(&works, &mut columns);
        for ScalarWords { team, slot, words } in columns {
            self.state.teams[team.0 as usize].scalars[slot.0 as usize] = Column::flat(words);
        }
        self.state.memory.initialised.settle();
        let (fine, stop) = match trouble {
            None => (queue.steps, None),
            Some((at, trouble)) => {
                let (fine, stop) = self.stop_of(&queue.nests[at], trouble);
                (fine, Some(stop))
            }
        };
        self.observer.run_deferred(&executed, fine);
        for team in std::mem::take(&mut queue.retired) {
            self.vacate(team);
        }
        queue.clear();
        queue.has_failed = stop.is_some();
        self.scratch.queue = queue;
        stop.map_or(Ok(()), Err)
    }

    fn take_words(&mut self, team: TeamId, slot: Slot) -> ScalarWords {
        let held = &mut self.state.teams[team.0 as usize];
        let words = held.scalars[slot.0 as usize].take_words(held.width);
        ScalarWords { team, slot, words }
    }

    /// Why the run ends in a nest, and how many of the steps deferred are over.
    fn stop_of(&mut self, nest: &Nest, trouble: Trouble) -> (usize, Stop) {
        let algorithm = self.algorithm_of(nest);
        match trouble {
            Trouble::Failure(at, failure) => {
                let kernel = nest.kernel(algorithm, at % nest.statements.len());
                let processor = Processor {
                    team: nest.team,
                    lane: nest.lanes.at(failure.position),
                };
                self.state.steps = nest.steps_before + at as u64 + 1;
                let stop = self.fault_in_kernel(kernel, processor, &failure);
                (nest.number + at, stop)
            }
            Trouble::Interrupted => {
                let span = nest.instructions(algorithm)[0].span;
                let processor = Processor {
                    team: nest.team,
                    lane: nest.lanes.at(0),
                };
                self.state.steps = nest.steps_before;
                (0, self.fault_of(FaultKind::Interrupted, span, processor))
            }
        }
    }

    /// Whether a group can carry out a free instruction although steps are deferred.
    pub(crate) fn goes_ahead(&self, group: &Group, instruction: &Instruction) -> bool {
        let queue = &self.scratch.queue;
        let team = self.team(group);
        let is_free = |slot: &Slot| !queue.touches_column(group.team, *slot);
        let stride_is_free = |stride: &Stride| match stride {
            Stride::Constant(_) => true,
            Stride::Slot(slot) => is_free(slot),
        };
        let goes_ahead = match &instruction.control {
            Control::Jump(_)
            | Control::Round
            | Control::EnterLoop { .. }
            | Control::Rejoin
            | Control::Join
            | Control::Branch { .. }
            | Control::LoopTest { .. }
            | Control::Open { .. }
            | Control::Barrier { kernel: None } => true,
            Control::Assign { slots, .. } => slots.iter().all(is_free),
            Control::CountTest {
                variable,
                limit,
                stride,
            } => is_free(variable) && is_free(limit) && stride_is_free(stride),
            Control::CountNext {
                variable, stride, ..
            } => is_free(variable) && stride_is_free(stride),
            // What a team holds is kept for the queue, so it must not be much.
            Control::Close => {
                let is_words = |column: &Column| !column.shape.is_known();
                team.owned.is_empty() && !team.scalars.iter().any(is_words)
            }
            _ => false,
        };
        let asks = |kernel: &Kernel| {
            kernel.read_addresses().next().is_some() || self.loads_what_comes(kernel, group.team, 0)
        };
        goes_ahead && self.observer.room() > 0 && !instruction.control.kernel().is_some_and(asks)
    }

    /// Whether an analysis was made from what is still to come.
    pub(crate) fn is_made_early(
        &self,
        kernel: &Kernel,
        analysis: &Analysis,
        group: &Group,
        reads: Reads,
    ) -> bool {
        let is_one = |address| matches!(analysis.cells(address), Cells::One(_));
        let has_read = reads == Reads::Now && kernel.read_addresses().any(is_one);
        // What a single processor holds is taken for known.
        let out = u32::from(group.lanes.len() > 1);
        has_read || self.loads_what_comes(kernel, group.team, out)
    }

    /// Whether a kernel, if a team's processors evaluate it, loads a scalar that gets a new value in
    /// the queue: one of theirs, or from so many blocks further out at least.
    fn loads_what_comes(&self, kernel: &Kernel, team: TeamId, out: u32) -> bool {
        let tiling = &self.scratch.queue.tiling;
        let outer = |team: TeamId| self.state.teams[team.0 as usize].creator;
        tiling.writes_columns()
            && kernel.ops.iter().any(|op| match *op {
                Op::Scalar { up, slot, .. } if up >= out => {
                    let holder = (0..up).try_fold(team, |team, _| outer(team));
                    holder.is_none_or(|holder| tiling.writes_column(holder, slot))
                }
                _ => false,
            })
    }
}
