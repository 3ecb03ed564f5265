//! The backlog: steps that are counted and told, but not executed yet.
//!
//! Steps that surely go well as far as the access rules are concerned need not be executed before
//! the program goes on, as long as nothing asks for what they leave behind. Many of them together
//! are executed tile by tile (see [`super::tiling`]), every tile by one thread: cells stay in its
//! cache from step to step, and nobody waits for the others when a step is over.
//!
//! Values may still make them fail. Then the run ends at the earliest of these steps, and what
//! came after has not happened (see [`super::herald`]).

use super::event::Observer;
use super::fault::FaultKind;
use super::naming::Processor;
use super::passage::Passage;
use super::plan::{Cells, Plan, Reads};
use super::pram::{Machine, Stop};
use super::schedule::Group;
use super::share::{Column, Outcome};
use super::team::{ScalarColumn, TeamId};
use super::threads::Threads;
use super::tiling::{Access, Tiling};
use super::work::{Trouble, Work};
use crate::code::control::{Control, Instruction, Stride};
use crate::code::kernel::{Kernel, Op, Slot};
use crate::engine::tuning::Tuning;

/// More passages than this are not put off.
const MOST: usize = 64;

/// Passages that are put off, in their order.
#[derive(Debug)]
pub struct Backlog {
    passages: Vec<Passage>,
    /// Others, kept for their room.
    spare: Vec<Passage>,
    tiling: Tiling,
    steps: usize,
    /// Teams that are over but for the backlog.
    retired: Vec<TeamId>,
    has_failed: bool,
    tuning: Tuning,
}

impl Backlog {
    /// Nothing is put off.
    pub fn new(tuning: Tuning) -> Self {
        Self {
            passages: Vec::new(),
            spare: Vec::new(),
            tiling: Tiling::new(tuning),
            steps: 0,
            retired: Vec::new(),
            has_failed: false,
            tuning,
        }
    }

    /// Whether nothing is put off.
    pub fn is_empty(&self) -> bool {
        self.passages.is_empty()
    }

    /// Whether the run ended in steps that had been put off.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// A passage without content.
    pub fn blank(&mut self) -> Passage {
        self.spare.pop().unwrap_or_default()
    }

    /// A passage is not needed.
    pub fn give_back(&mut self, passage: Passage) {
        self.spare.push(passage);
    }

    /// Divides a passage that comes behind the others. Whether it can be put off as they are.
    pub fn admits(&mut self, passage: &mut Passage, accesses: &[Access]) -> bool {
        let cuts = if self.is_empty() {
            self.tiling.begin(accesses, &passage.lanes)
        } else if self.passages.len() < MOST {
            self.tiling.go_on(accesses, &passage.lanes)
        } else {
            None
        };
        let admits = cuts.is_some();
        passage.cuts = cuts.unwrap_or_default();
        admits
    }

    /// Puts a passage off. Gives the number of its first step.
    pub fn put_off(&mut self, mut passage: Passage) -> usize {
        let number = self.steps;
        passage.number = number;
        self.steps += passage.steps();
        self.passages.push(passage);
        number
    }

    /// A team is over; its place is free once nothing is put off.
    pub fn retire(&mut self, team: TeamId) {
        self.retired.push(team);
    }

    /// Whether a scalar is read or gets new values.
    pub fn touches_column(&self, team: TeamId, slot: Slot) -> bool {
        !self.is_empty() && self.tiling.touches_column(team, slot)
    }

    /// The scalars that get new values.
    fn written(&self) -> Vec<(TeamId, Slot)> {
        let kept = |passage: &Passage| {
            let (team, kept) = (passage.team, passage.kept.clone());
            kept.into_iter().map(move |(slot, _)| (team, slot))
        };
        let mut written: Vec<_> = self.passages.iter().flat_map(kept).collect();
        written.sort_unstable_by_key(|(team, slot)| (team.0, slot.0));
        written.dedup();
        written
    }

    /// Divides the backlog otherwise where its tiles are of no use: a single passage among the
    /// threads, and little not at all.
    fn divide(&mut self, threads: &Threads) {
        if let [passage] = self.passages.as_mut_slice() {
            let lanes = passage.lanes.len();
            let chunk = match passage.turns {
                0 | 1 => self.tuning.chunk_lanes,
                _ => 1,
            };
            let stretches = threads.share_work(lanes, chunk, lanes * passage.turns);
            passage.cuts.clear();
            passage.cuts.push(0);
            passage.cuts.extend(stretches.iter().map(|part| part.end));
        } else if self.passages.iter().map(Passage::executions).sum::<usize>()
            < self.tuning.min_executions_to_tile
        {
            for passage in &mut self.passages {
                passage.cuts.clear();
                passage.cuts.extend([0, passage.lanes.len()]);
            }
        }
    }

    fn clear(&mut self) {
        self.spare.append(&mut self.passages);
        self.steps = 0;
    }
}

impl<O: Observer> Machine<'_, O> {
    /// Executes what was put off.
    pub(super) fn catch_up(&mut self) -> Result<(), Stop> {
        if self.scratch.backlog.is_empty() {
            return Ok(());
        }
        let tuning = self.configuration.tuning;
        let mut backlog = std::mem::replace(&mut self.scratch.backlog, Backlog::new(tuning));
        backlog.divide(&self.scratch.evaluator.threads);
        let mut columns: Vec<Column> = (backlog.written().into_iter())
            .map(|(team, slot)| self.take_words(team, slot))
            .collect();
        let works: Vec<Work<'_>> = (backlog.passages.iter())
            .map(|passage| {
                let crew = Self::crew(&self.state.teams, self.code, passage.team, &passage.lanes);
                Work {
                    passage,
                    crew,
                    memory: &self.state.memory,
                    interrupt: self.interrupt,
                    chunk: tuning.chunk_lanes,
                }
            })
            .collect();
        let Outcome { executed, trouble } = self.scratch.evaluator.work_off(&works, &mut columns);
        for Column { team, slot, words } in columns {
            self.state.teams[team.0 as usize].scalars[slot.0 as usize] = ScalarColumn::Words(words);
        }
        self.state.memory.written.settle();
        let (fine, stop) = match trouble {
            None => (backlog.steps, None),
            Some((at, trouble)) => {
                let (fine, stop) = self.stop_of(&backlog.passages[at], trouble);
                (fine, Some(stop))
            }
        };
        self.observer.catch_up(&executed, fine);
        for team in std::mem::take(&mut backlog.retired) {
            self.vacate(team);
        }
        backlog.clear();
        backlog.has_failed = stop.is_some();
        self.scratch.backlog = backlog;
        stop.map_or(Ok(()), Err)
    }

    fn take_words(&mut self, team: TeamId, slot: Slot) -> Column {
        let held = &mut self.state.teams[team.0 as usize];
        let words = held.scalars[slot.0 as usize].take_words(held.width);
        Column { team, slot, words }
    }

    /// Why the run ends in a passage, and how many of the steps put off are over.
    fn stop_of(&mut self, passage: &Passage, trouble: Trouble) -> (usize, Stop) {
        let algorithm = self.algorithm(self.state.teams[passage.team.0 as usize].algorithm);
        match trouble {
            Trouble::Failure(at, failure) => {
                let kernel = passage.kernel(algorithm, at % passage.statements.len());
                let span = kernel.spans[failure.op];
                let processor = Processor {
                    team: passage.team,
                    lane: passage.lanes.at(failure.position),
                };
                self.state.steps = passage.steps_before + at as u64 + 1;
                let stop = self.fault_of(*failure.kind, span, processor);
                (passage.number + at, stop)
            }
            Trouble::Interrupted => {
                let span = passage.instructions(algorithm)[0].span;
                let processor = Processor {
                    team: passage.team,
                    lane: passage.lanes.at(0),
                };
                self.state.steps = passage.steps_before;
                (0, self.fault_of(FaultKind::Interrupted, span, processor))
            }
        }
    }

    /// Whether a group can carry out a free instruction although steps are put off.
    pub(super) fn goes_ahead(&self, group: &Group, instruction: &Instruction) -> bool {
        let backlog = &self.scratch.backlog;
        let team = self.team(group);
        let is_free = |slot: &Slot| !backlog.touches_column(group.team, *slot);
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
            // What a team holds is kept for the backlog, so it must not be much.
            Control::Close => {
                let is_words = |column: &ScalarColumn| matches!(column, ScalarColumn::Words(_));
                team.owned.is_empty() && !team.scalars.iter().any(is_words)
            }
            _ => false,
        };
        let asks = |kernel: &Kernel| {
            kernel.read_addresses().next().is_some() || self.loads_what_comes(kernel, group.team, 0)
        };
        goes_ahead && self.observer.room() > 0 && !instruction.control.kernel().is_some_and(asks)
    }

    /// Whether a plan was made from what is still to come.
    pub(super) fn is_made_early(
        &self,
        kernel: &Kernel,
        plan: &Plan,
        group: &Group,
        reads: Reads,
    ) -> bool {
        let is_one = |address| matches!(plan.cells(address), Cells::One(_));
        let has_read = reads == Reads::Now && kernel.read_addresses().any(is_one);
        // What a single processor holds is taken for known.
        let out = u32::from(group.lanes.len() > 1);
        has_read || self.loads_what_comes(kernel, group.team, out)
    }

    /// Whether a kernel, if a team's processors evaluate it, loads a scalar that gets a new value in
    /// the backlog: one of theirs, or from so many blocks further out at least.
    fn loads_what_comes(&self, kernel: &Kernel, team: TeamId, out: u32) -> bool {
        let tiling = &self.scratch.backlog.tiling;
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
