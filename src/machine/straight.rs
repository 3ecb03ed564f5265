//! Straight-line code in one pass over the memory: several steps for one chunk of processors
//! before the next.
//!
//! Consecutive statements may be executed processor by processor instead of step by step where no
//! processor touches, in any of them, a cell that another one writes in any of them: then nobody
//! can tell the difference. Whether it is so follows from the subscripts (see
//! [`super::exclusive`]). Every statement is a step all the same, and is counted as one; a fault
//! is that of the earliest step, and in it of the lowest processor.

use std::ops::Range;

use super::access::Watching;
use super::arithmetic::Operand;
use super::chunk::{Job, Notes, Registers};
use super::configuration::Proofs;
use super::crew::{Chunk, Crew};
use super::evaluate::{CHUNK, Evaluator, Executed, Failure, Output};
use super::event::{Observer, Part};
use super::exclusive;
use super::footprint::Coming;
use super::form::Form;
use super::memory::Memory;
use super::naming::Processor;
use super::plan::Plan;
use super::pram::{Machine, Stop};
use super::schedule::Group;
use super::target::{self, Target};
use super::team::ScalarColumn;
use crate::code::control::{Control, Instruction, Pc};
use crate::code::kernel::{Kernel, Slot};
use crate::semantic::program::Charge;

/// Fewer processors than this are not worth the preparation; in tests all are.
const LEAST: usize = if cfg!(debug_assertions) { 2 } else { 64 };
/// More statements than this are not taken together.
const MOST_STATEMENTS: usize = 16;

/// Statements that are taken together, kept from one to the next for their room.
#[derive(Debug, Default)]
pub struct Straight {
    plans: Vec<Plan>,
    statements: Vec<Statement>,
    /// Scalars that the statements assign, in their order, and what they hold then.
    carried: Vec<(Slot, Form)>,
}

/// One of them.
#[derive(Debug, Clone, Copy)]
struct Statement {
    pc: Pc,
    /// How many scalars were assigned before it.
    carried: usize,
    /// Which of the carried columns it fills.
    fills: Option<u32>,
}

/// The statements for the processors of a group.
#[derive(Clone, Copy)]
struct Work<'a> {
    instructions: &'a [Instruction],
    straight: &'a Prepared<'a>,
    crew: Crew<'a>,
    memory: &'a Memory,
}

/// What is known of the statements.
struct Prepared<'a> {
    plans: &'a [Plan],
    statements: &'a [Statement],
    carried: &'a [(Slot, Form)],
    /// The scalars that get what is carried, and which of the carried columns that is.
    kept: &'a [(Slot, u32)],
}

/// What one thread does.
struct Share<'a> {
    registers: &'a mut Registers,
    positions: Range<usize>,
    targets: Vec<Target<'a>>,
}

/// What one thread did.
struct Outcome {
    executed: Vec<Executed>,
    /// The statement that failed, and how.
    failure: Option<(usize, Failure)>,
}

impl<'c, O: Observer> Machine<'c, O> {
    /// Executes as many of a group's next statements as can be taken together. The group must be
    /// the only one. False, and nothing has been executed, if there are none.
    pub(super) fn go_straight(&mut self, group: &mut Group) -> Result<bool, Stop> {
        let block = self.native_block(group.team);
        if group.lanes.len() < LEAST
            || self.configuration.proofs == Proofs::Off
            || (self.configuration.asynchronous.is_some() && block.is_none())
        {
            return Ok(false);
        }
        let mut straight = std::mem::take(&mut self.straight);
        let result = self.go(group, &mut straight);
        self.straight = straight;
        result
    }

    fn go(&mut self, group: &mut Group, straight: &mut Straight) -> Result<bool, Stop> {
        self.prepare(group, straight);
        let count = straight.statements.len();
        let limit = self.configuration.limits.steps;
        if count == 0 || limit.saturating_sub(self.steps) < count as u64 {
            return Ok(false);
        }
        let instructions = self.instructions(group);
        self.print_kept();
        self.check_time(group, instructions[group.pc.0 as usize].span)?;
        let behind = Pc(group.pc.0 + count as u32);
        let is_last = matches!(instructions[behind.0 as usize].control, Control::Close);
        // At the end of a block its processors are gone, and so is what they hold.
        let held = straight.held().filter(|_| !is_last);
        let kept: Vec<(Slot, u32)> = (held.clone())
            .filter_map(|(slot, form)| match form {
                Form::Carried(column) => Some((slot, column)),
                _ => None,
            })
            .collect();
        let told: Vec<(Slot, Form)> = held.filter(|(_, form)| form.is_told()).collect();
        let mut words = self.take_words(group, &kept);
        let prepared = Prepared {
            plans: &straight.plans,
            statements: &straight.statements,
            carried: &straight.carried,
            kept: &kept,
        };
        let work = Work {
            instructions,
            straight: &prepared,
            crew: Self::crew(&self.teams, self.code, group),
            memory: &self.memory,
        };
        let Outcome { executed, failure } = self.evaluator.run_straight(work, &mut words);
        self.put_words(group, &kept, words);
        self.memory.settle();
        let fine = failure.as_ref().map_or(count, |(at, _)| *at);
        let block = self.native_block(group.team);
        for (statement, executed) in straight.statements.iter().zip(&executed).take(fine) {
            self.steps += 1;
            let instruction = &instructions[statement.pc.0 as usize];
            if let Some(block) = block {
                self.pass_time(block, group, instruction, |_| 0, |_, _| true);
            }
            self.report_statement(instruction, group, *executed);
        }
        if let Some((at, failure)) = failure {
            self.steps += 1;
            let kernel = kernel_at(instructions, &straight.statements[at]);
            let processor = Processor {
                team: group.team,
                lane: group.lanes.at(failure.position),
            };
            return Err(self.fault_of(*failure.kind, kernel.spans[failure.op], processor));
        }
        for (slot, form) in told {
            let column = Vec::new();
            self.assign(group, &[slot], &mut [Output { form, column }]);
        }
        group.pc = behind;
        Ok(true)
    }

    fn instructions(&self, group: &Group) -> &'c [Instruction] {
        let algorithm = self.teams[group.team.0 as usize].algorithm;
        &self.code.algorithms[algorithm.index()].instructions
    }

    /// Finds out which of the next statements can be taken together.
    fn prepare(&mut self, group: &Group, straight: &mut Straight) {
        let instructions = self.instructions(group);
        let block = self.native_block(group.team);
        // The reads of a section are watched as a whole.
        let watching = match block {
            Some(_) => Watching::Nothing,
            None => self.watch.reads(),
        };
        let mut together = exclusive::Together::new(group.team, group.lanes.span());
        straight.statements.clear();
        straight.carried.clear();
        let mut filled = 0;
        for (pc, instruction) in instructions.iter().enumerate().skip(group.pc.0 as usize) {
            let count = straight.statements.len();
            let (Control::Assign { kernel, .. } | Control::Write { kernel, .. }) =
                &instruction.control
            else {
                break;
            };
            if instruction.charge != Charge::Step || count == MOST_STATEMENTS {
                break;
            }
            if straight.plans.len() == count {
                straight.plans.push(Plan::default());
            }
            let plan = &mut straight.plans[count];
            let crew = Self::crew(&self.teams, self.code, group);
            if plan
                .make(kernel, crew, &self.memory, &straight.carried)
                .is_err()
                || !together.admits(kernel, plan, &instruction.control, watching)
            {
                break;
            }
            if let Some(block) = block {
                let coming = Coming {
                    group,
                    kernel,
                    plan,
                    writes: matches!(instruction.control, Control::Write { shared: true, .. }),
                };
                if kernel.timeline.guards > 0 || !self.take_in(block, &[coming]) {
                    break;
                }
            }
            let carried = straight.carried.len();
            let mut fills = None;
            if let Control::Assign { slots, .. } = &instruction.control {
                let [slot] = slots.as_slice() else { break };
                let form = match plan.form(kernel.outputs[0]) {
                    // What is held now may change before somebody asks for it.
                    Form::Varying | Form::Held(_) => {
                        fills = Some(filled);
                        filled += 1;
                        Form::Carried(filled - 1)
                    }
                    form => form,
                };
                straight.carried.push((*slot, form));
            }
            straight.statements.push(Statement {
                pc: Pc(pc as u32),
                carried,
                fills,
            });
        }
    }

    fn report_statement(&mut self, instruction: &Instruction, group: &Group, executed: Executed) {
        let active = group.lanes.len() as u64;
        let writes = matches!(instruction.control, Control::Write { shared: true, .. });
        self.observer.step(&[Part {
            span: instruction.span,
            active,
            longest: executed.longest,
            instructions: executed.instructions,
            reads: executed.reads,
            writes: if writes { active } else { 0 },
        }]);
    }

    /// The words of scalars that get what is carried, for as long as the statements run.
    fn take_words(&mut self, group: &Group, kept: &[(Slot, u32)]) -> Vec<Vec<i64>> {
        let team = &mut self.teams[group.team.0 as usize];
        let scalars = &mut team.scalars;
        kept.iter()
            .map(|(slot, _)| scalars[slot.0 as usize].take_words(team.width))
            .collect()
    }

    fn put_words(&mut self, group: &Group, kept: &[(Slot, u32)], words: Vec<Vec<i64>>) {
        for ((slot, _), words) in kept.iter().zip(words) {
            let team = &mut self.teams[group.team.0 as usize];
            team.scalars[slot.0 as usize] = ScalarColumn::Words(words);
            self.note_written(group, &[*slot]);
        }
    }
}

impl Straight {
    /// The scalars that were assigned, and what they hold in the end.
    fn held(&self) -> impl Iterator<Item = (Slot, Form)> + Clone {
        let carried = &self.carried;
        let last = move |(at, (slot, form)): (usize, &(Slot, Form))| {
            let mut later = carried[at + 1..].iter();
            (!later.any(|(assigned, _)| assigned == slot)).then_some((*slot, *form))
        };
        carried.iter().enumerate().filter_map(last)
    }
}

fn kernel_at<'c>(instructions: &'c [Instruction], statement: &Statement) -> &'c Kernel {
    let kernel = instructions[statement.pc.0 as usize].control.kernel();
    kernel.expect("assignments and writes have kernels")
}

impl Evaluator {
    /// Executes statements, for stretches of processors side by side. The words are those of the
    /// scalars that get what is carried.
    fn run_straight(&mut self, work: Work<'_>, words: &mut [Vec<i64>]) -> Outcome {
        let lanes = work.crew.lanes;
        let stretches = self.threads.share(lanes.len(), CHUNK);
        self.make_registers(stretches.len(), work.memory.len());
        let mut targets: Vec<_> = (work.straight.kept.iter().zip(words))
            .map(|((slot, _), words)| target::divide(*slot, words, lanes, &stretches))
            .collect();
        let shares = (self.registers.iter_mut().zip(&stretches))
            .map(|(registers, positions)| Share {
                registers,
                positions: positions.clone(),
                targets: targets.iter_mut().filter_map(Iterator::next).collect(),
            })
            .collect();
        let outcomes = self.threads.run(shares, |share| work.run(share));
        let merged = outcomes.into_iter().reduce(Outcome::and);
        merged.expect("there is one thread at least")
    }
}

impl Outcome {
    fn and(mut self, other: Self) -> Self {
        for (mine, theirs) in self.executed.iter_mut().zip(other.executed) {
            *mine = mine.and(theirs);
        }
        // Of the same statement the failure of the lower processor counts, which is the first.
        self.failure = match (self.failure, other.failure) {
            (Some(mine), Some(theirs)) => Some(if theirs.0 < mine.0 { theirs } else { mine }),
            (mine, theirs) => mine.or(theirs),
        };
        self
    }
}

impl Work<'_> {
    fn job<'a>(&'a self, at: usize, targets: &'a [Target<'a>]) -> Job<'a> {
        let statement = &self.straight.statements[at];
        Job {
            kernel: kernel_at(self.instructions, statement),
            plan: &self.straight.plans[at],
            marks: &[],
            crew: self.crew,
            memory: self.memory,
            carried: &self.straight.carried[..statement.carried],
            targets,
        }
    }

    /// Executes the statements for a stretch of processors, chunk by chunk.
    fn run(&self, share: Share<'_>) -> Outcome {
        let Share {
            registers,
            positions,
            mut targets,
        } = share;
        let mut count = self.straight.statements.len();
        let mut executed = vec![Executed::default(); count];
        let mut failure: Option<(usize, Failure)> = None;
        let filled = self.straight.statements.iter();
        let filled = filled.filter(|statement| statement.fills.is_some()).count();
        for at in 0..count {
            registers.prepare(self.job(at, &[]).kernel, CHUNK.min(positions.len()));
        }
        registers.carry(filled, CHUNK.min(positions.len()));
        for start in positions.clone().step_by(CHUNK) {
            let chunk = Chunk {
                start,
                len: CHUNK.min(positions.end - start),
            };
            registers.carried_from = start;
            for (at, executed) in executed.iter_mut().enumerate().take(count) {
                let job = self.job(at, &targets);
                if registers
                    .execute(&job, &mut Notes::default(), chunk)
                    .is_err()
                {
                    // Other processors may have failed in an earlier step still.
                    failure = Some((at, registers.explain(&job, chunk)));
                    count = at;
                    break;
                }
                *executed = executed.and(registers.executed(&job, chunk));
                let statement = &self.straight.statements[at];
                match (
                    &self.instructions[statement.pc.0 as usize].control,
                    statement.fills,
                ) {
                    (Control::Write { .. }, _) => registers.store(&job, chunk),
                    (_, Some(column)) => registers.fill_carried(&job, column, chunk),
                    _ => {}
                }
            }
            for (target, (_, column)) in targets.iter_mut().zip(self.straight.kept) {
                let values = &registers.carried[*column as usize];
                target.put(self.crew.lanes, chunk, Operand::Column(values));
            }
        }
        Outcome { executed, failure }
    }
}
