//! A block on a multicomputer: each processor goes through the body by itself, with memory of its
//! own; the network says who goes on when.

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
use super::multicomputer::{Answer, Network, NetworkCost, Waiting};
use super::names::Owner;
use super::processor::{Gate, Processor, ROOT, Stop, Task};
use super::schedule::Scheduler;
use super::scope::Scope;
use super::value::Value;
use crate::network::twin::{Passed, TwinEnding, TwinSeen};

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

    /// The number of a processor of a multicomputer; none outside of blocks.
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
            if owners.map(|owners| owners[cell.position]) != Some(number) {
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
        if block.tasks.is_some() {
            return Err(Stop::Limit("tasks"));
        }
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
        let Some(count) = asked.filter(|&asked| asked <= available) else {
            return at(span, Err(TOO_FEW));
        };
        let mut tasks: Vec<(Rc<Processor>, Task<'a>)> = Vec::new();
        for number in 0..count {
            let indices = indices_of(number, ranges, &sizes);
            tasks.push(self.private_processor(block, number as u32, &indices));
        }
        {
            let mut network = network.borrow_mut();
            network.twin.begin_block(tasks.len());
            network.ranges = ranges.to_vec();
            network.sites = vec![Vec::new(); tasks.len()];
        }
        let mut faults: Vec<Option<Stop>> = vec![None; tasks.len()];
        let stopped = loop {
            loop {
                let Some(number) = network.borrow().twin.idle() else {
                    break;
                };
                self.let_go_on(number, &mut tasks[number as usize].1, &mut faults);
            }
            let passed = network.borrow_mut().twin.pass();
            match passed {
                Passed::Event => {}
                Passed::Fault(number) => break Some(number),
                Passed::Nothing => break None,
            }
        };
        self.print_lines();
        if let Some(number) = stopped {
            let stop = faults[number as usize].take();
            return Err(match stop.expect("it said what was wrong") {
                Stop::Fault { code, span } => Stop::Ended(Box::new(End::Fault {
                    code,
                    span,
                    processor: tasks[number as usize].0.indices.clone(),
                    step: 0,
                })),
                other => other,
            });
        }
        self.end_of_block()
    }

    fn private_processor(
        &self,
        block: &'a Parallel,
        number: u32,
        indices: &[i64],
    ) -> (Rc<Processor>, Task<'a>) {
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
            processor: Rc::clone(&processor),
            scope,
            written_here: Rc::new(HashSet::new()),
        };
        inside.bind_indices(block, indices);
        let task = Box::pin(async move { inside.statements(&block.body).await.map(drop) });
        (processor, task)
    }

    /// Lets a processor go on until it asks the network for something, ends, or faults.
    fn let_go_on(&self, number: u32, task: &mut Task<'a>, faults: &mut [Option<Stop>]) {
        let network = self.network().expect("a multicomputer has a network");
        {
            let mut network = network.borrow_mut();
            network.since = network.twin.moment(number).time;
            network.passed = 0;
            network.answer = match network.twin.seen(number).last() {
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
        let so_far = network.twin.scripts[number as usize].len();
        let operations = network.operations(number, stop.is_some(), so_far);
        faults[number as usize] = stop;
        network.twin.tell(&operations);
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
        let end = match network.twin.ending() {
            TwinEnding::Fine => return Ok(()),
            TwinEnding::Stopped(_) => unreachable!("a fault ended the block"),
            TwinEnding::Left(left) => {
                let site = |&(from, to, place): &(u32, u32, u32)| {
                    let site = network.site(from, place);
                    (from, to, site.words.len() as u64, site.span)
                };
                End::NeverReceived(left.iter().map(site).collect())
            }
            TwinEnding::Deadlock(stuck) => {
                let waiting = stuck.iter().map(|&(processor, place, awaits)| Waiting {
                    processor,
                    awaits,
                    span: network.site(processor, place).span,
                });
                End::MessageDeadlock(waiting.collect())
            }
        };
        Err(Stop::Ended(Box::new(end)))
    }
}
