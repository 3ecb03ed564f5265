//! A block on a multicomputer: each processor, or task, goes through the body by itself, with
//! variables of its own; the network says who goes on when.

use std::cell::{Cell as Slot, RefCell};
use std::collections::HashSet;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use pram::source::Span;
use pram::syntax::ast::Parallel;

use super::End;
use super::access::Inside;
use super::asynchronous::Clock;
use super::block::{indices_of, range_length};
use super::expression::{Execution, Reading, Ready, at};
use super::memory::Cell;
use super::multicomputer::{Answer, Lost, Network, NetworkCost, Waiting};
use super::names::Owner;
use super::processor::{Gate, Processor, ROOT, Stop, Task};
use super::schedule::Scheduler;
use super::scope::Scope;
use super::value::Value;
use crate::network::twin::{Passed, Stuck, TwinEnding, TwinSeen};

/// A cell of another processor, or of none.
const FOREIGN: &str = "E0510";
/// More processors in a block than in the machine.
const TOO_FEW: &str = "E0511";

impl Scheduler<'_> {
    pub fn network_cost(&self) -> Option<NetworkCost> {
        Some(self.network.as_ref()?.borrow().cost())
    }
}

impl<'a> Execution<'a> {
    pub fn network(&self) -> Option<&RefCell<Network>> {
        self.machine.scheduler.network.as_ref()
    }

    /// The number of a processor of a multicomputer, or of a task; none outside of blocks.
    pub fn number(&self) -> Option<u32> {
        match self.processor.inside {
            Inside::Private(number) => Some(number),
            _ => None,
        }
    }

    /// Instructions take time in blocks; code outside of them prepares.
    pub fn pass(&self, instructions: u64) {
        if let (Some(network), Some(_)) = (self.network(), self.number()) {
            network.borrow_mut().passed += instructions;
        }
    }

    /// A statement or test: "operator or built-in 1, a statement without one 1, a test at least 1".
    pub fn private_step<T>(
        &self,
        ready: &Ready,
        work: impl Fn(&mut Reading) -> Result<(T, Option<(Cell, Value, Span)>), Stop>,
    ) -> Result<T, Stop> {
        let mut reading = Reading::new(ready);
        let (result, write) = work(&mut reading)?;
        if let Some((cell, value, span)) = write {
            self.write_own(cell, value, span)?;
        }
        // What the network was asked before has taken its time already.
        let all = (reading.operators + reading.answers).max(1);
        self.pass(all - reading.answers);
        Ok(result)
    }

    fn is_in_array(&self, cell: Cell) -> bool {
        let memory = self.machine.scheduler.memory.borrow();
        memory.store(cell.store).dimensions.is_some()
    }

    /// "A processor may touch only its own cells."
    fn may_touch(&self, cell: Cell, span: Span) -> Result<(), Stop> {
        if let (Some(network), Some(number)) = (self.network(), self.number())
            && self.is_in_array(cell)
        {
            let network = network.borrow();
            let owners = network.owners.get(&cell.store);
            let owner = owners.map(|owners| owners[cell.position]);
            if owner != Some(network.processor_of(number)) {
                return at(span, Err(FOREIGN));
            }
        }
        Ok(())
    }

    /// "Sequential code after a block may use what a block wrote only in `tvrdi`, `ispisi`,
    /// `izlaz`."
    pub fn may_read(&self, cell: Cell, span: Span, reading: &Reading) -> Result<(), Stop> {
        if let (Some(network), None, false) = (self.network(), self.number(), reading.is_instrument)
            && network.borrow().written.contains(&cell)
        {
            return at(span, Err(FOREIGN));
        }
        self.may_touch(cell, span)
    }

    pub fn write_own(&self, cell: Cell, value: Value, span: Span) -> Result<(), Stop> {
        self.may_touch(cell, span)?;
        if let (Some(network), true) = (self.network(), self.is_in_array(cell)) {
            let written = &mut network.borrow_mut().written;
            if self.number().is_some() {
                written.insert(cell);
            } else {
                written.remove(&cell);
            }
        }
        self.machine.scheduler.memory.borrow_mut().set(cell, value);
        Ok(())
    }

    /// Executes a block from its beginning to its end.
    pub fn private_block(
        &self,
        block: &'a Parallel,
        ranges: &[(i64, i64, i64)],
        span: Span,
    ) -> Result<(), Stop> {
        self.check_nesting(span)?;
        let network = self.network().expect("a multicomputer has a network");
        let sizes: Vec<i128> = ranges.iter().map(|&range| range_length(range)).collect();
        let asked = if sizes.contains(&0) {
            Some(0)
        } else {
            sizes
                .iter()
                .try_fold(1_i128, |all, &size| all.checked_mul(size))
        };
        let available = i128::from(network.borrow().processors());
        let fits = |asked: &i128| block.tasks.is_some() || *asked <= available;
        let Some(count) = asked.filter(fits) else {
            return at(span, Err(TOO_FEW));
        };
        // Tasks have no place before they say it, and are tasks already.
        network.borrow_mut().places = (block.tasks.as_ref()).map(|_| vec![0; count as usize]);
        let programs: Vec<Self> = (0..count)
            .map(|number| {
                let indices = indices_of(number, ranges, &sizes);
                self.private_program(block, number as u32, &indices)
            })
            .collect();
        let places = match &block.tasks {
            None => None,
            Some(tasks) => Some(self.place_tasks(tasks, &programs)?),
        };
        network
            .borrow_mut()
            .begin_block(programs.len(), places, ranges);
        let indices: Vec<Vec<i64>> = (programs.iter())
            .map(|program| program.processor.indices.clone())
            .collect();
        let mut running: Vec<Task<'a>> = programs
            .into_iter()
            .map(|program| -> Task<'a> {
                Box::pin(async move { program.statements(&block.body).await.map(drop) })
            })
            .collect();
        let mut faults: Vec<Option<Stop>> = vec![None; running.len()];
        let stopped = loop {
            loop {
                let Some(number) = network.borrow().idle() else {
                    break;
                };
                self.let_go_on(number, &mut running[number as usize], &mut faults);
            }
            let passed = network.borrow_mut().pass();
            match passed {
                Passed::Event => {}
                Passed::Fault(number) => break Some(number),
                Passed::Nothing => break None,
            }
        };
        self.print_lines();
        if let Some(number) = stopped {
            let stop = faults[number as usize].take();
            let stop = stop.expect("it said what was wrong");
            return Err(fault_of(stop, &indices[number as usize]));
        }
        self.end_of_block()
    }

    /// What a processor or task of a block is before it begins.
    fn private_program(&self, block: &'a Parallel, number: u32, indices: &[i64]) -> Self {
        let memory = &self.machine.scheduler.memory;
        let frame = Rc::clone(&self.scope.frame);
        let outer = Some(Rc::clone(&self.scope));
        let scope = Scope::new(Owner::block(block), frame, outer, memory);
        scope.copy_scalars(memory);
        let processor = Rc::new(Processor {
            path: vec![number as usize],
            indices: indices.to_vec(),
            block: 0,
            gate: Slot::new(Gate::Open),
            group: Slot::new(ROOT),
            constructs: Slot::new(0),
            line: Slot::new(ROOT),
            inside: Inside::Private(number),
            clock: RefCell::new(Clock::new(1)),
            accesses: Slot::new(0),
        });
        let inside = Self {
            machine: Rc::clone(&self.machine),
            processor,
            scope,
            written_here: Rc::new(HashSet::new()),
        };
        inside.bind_indices(block, indices);
        inside
    }

    /// Lets a processor or task go on until it asks the network for something, ends, or faults.
    fn let_go_on(&self, number: u32, task: &mut Task<'a>, faults: &mut [Option<Stop>]) {
        let network = self.network().expect("a multicomputer has a network");
        {
            let mut network = network.borrow_mut();
            network.since = network.clock(number);
            network.passed = 0;
            network.answer = match network.last_seen(number) {
                Some(&TwinSeen::Message { sender, place, .. }) => Answer::Message {
                    sender,
                    words: network.site(sender, place).words.clone(),
                },
                Some(&TwinSeen::Found(found)) => Answer::Found(found),
                _ => Answer::GoOn,
            };
        }
        let mut context = Context::from_waker(Waker::noop());
        let stop = match task.as_mut().poll(&mut context) {
            Poll::Pending | Poll::Ready(Ok(())) => None,
            Poll::Ready(Err(stop)) => Some(stop),
        };
        let mut network = network.borrow_mut();
        let operations = network.operations(number, stop.is_some());
        faults[number as usize] = stop;
        network.tell(&operations);
    }

    fn print_lines(&self) {
        let network = self.network().expect("a multicomputer has a network");
        let mut lines = std::mem::take(&mut network.borrow_mut().lines);
        lines.sort_by_key(|(time, number, _)| (*time, *number));
        let lines = lines.into_iter().map(|(_, _, line)| line);
        self.machine.scheduler.printed.borrow_mut().extend(lines);
    }

    fn end_of_block(&self) -> Result<(), Stop> {
        let network = self.network().expect("a multicomputer has a network");
        let network = network.borrow();
        let memory = self.machine.scheduler.memory.borrow();
        let name = |queue: u32| memory.cell_name(network.queues[queue as usize]);
        let end = match network.ending() {
            TwinEnding::Fine => return Ok(()),
            TwinEnding::Stopped(_) => unreachable!("a fault ended the block"),
            TwinEnding::Left(left) => {
                let lost = left.iter().map(|&(sender, receiver, place)| {
                    let site = network.site(sender, place);
                    Lost {
                        sender,
                        receiver,
                        words: site.words.len() as u64,
                        queue: site.queue.map(name),
                        span: site.span,
                    }
                });
                End::NeverReceived(lost.collect())
            }
            TwinEnding::Deadlock(stuck) => {
                let waiting = stuck.iter().map(|&(processor, place, awaits)| Waiting {
                    processor,
                    awaits,
                    queue: match awaits {
                        Stuck::Queue(queue) => Some(name(queue)),
                        _ => None,
                    },
                    span: network.site(processor, place).span,
                });
                End::MessageDeadlock(waiting.collect())
            }
        };
        Err(Stop::Ended(Box::new(end)))
    }
}

/// A fault of the processor or task with these indices.
pub(super) fn fault_of(stop: Stop, indices: &[i64]) -> Stop {
    match stop {
        Stop::Fault { code, span } => Stop::Ended(Box::new(End::Fault {
            code,
            span,
            processor: indices.to_vec(),
            step: 0,
        })),
        other => other,
    }
}
