//! Who goes on when: every processor runs by itself to its next step; then all take it together.
//!
//! A processor is a coroutine over the syntax tree. It stops at a *gate*: before a step, after
//! its share of the step, before it prints, or at a *join*, where it waits for the others of its
//! group (language.md, section 6). The scheduler polls whoever may go on, in processor order.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use pram::source::Span;

use super::access::{self, Deed, Meeting};
use super::cost::{Counts, Rounds};
use super::memory::{Cell as MemoryCell, Memory};
use super::value::{Code, Value};
use super::{Config, End, OnViolation, Printed};

/// A group of processors that go in lockstep: part `part` of construct `join`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Group {
    pub join: JoinId,
    pub part: u64,
}

pub type JoinId = usize;

/// The group of the one processor that runs sequential code.
pub const ROOT: Group = Group { join: 0, part: 0 };

/// The end of a construct at which the processors that entered it meet again.
#[derive(Debug, Default)]
struct Join {
    entered: usize,
    arrived: usize,
    released: bool,
    /// Of an `ako`: the line of rounds around it.
    splits: Option<Group>,
    /// Of a block: the processors opened, in order of their opening.
    opened: Vec<Vec<usize>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// May go on.
    Open,
    /// Before its share of a step.
    Step,
    /// Its share is done; the others' is not.
    Commit,
    /// Before it prints.
    Print,
    /// At the end of a construct.
    Join(JoinId),
}

/// A processor.
pub struct Processor {
    /// One number per block around it. Their lexicographic order is the processors' order.
    pub path: Vec<usize>,
    /// The values of its indices, outermost block first.
    pub indices: Vec<i64>,
    /// The block that opened it.
    block: JoinId,
    gate: Cell<Gate>,
    group: Cell<Group>,
    /// How many constructs its group has entered: all of the group agree.
    constructs: Cell<u64>,
    /// The branch whose rounds it takes part in.
    line: Cell<Group>,
}

/// Why a run ends before its end.
#[derive(Debug, Clone)]
pub enum Stop {
    Fault { code: Code, span: Span },
    Limit(Code),
}

pub type Task<'a> = Pin<Box<dyn Future<Output = Result<(), Stop>> + 'a>>;

/// Everything that the processors have in common.
pub struct Scheduler<'a> {
    pub config: Config,
    pub memory: RefCell<Memory>,
    pub printed: RefCell<Printed>,
    state: RefCell<State<'a>>,
}

struct State<'a> {
    tasks: Vec<(Rc<Processor>, Task<'a>)>,
    opened: Vec<(Rc<Processor>, Task<'a>)>,
    joins: Vec<Join>,
    by_place: HashMap<(Group, u64), JoinId>,
    /// Those that have not been released.
    open_joins: Vec<JoinId>,
    deeds: Vec<Deed>,
    rounds: Rounds,
    counts: Counts,
}

impl<'a> Scheduler<'a> {
    pub fn new(config: Config) -> Self {
        let state = State {
            tasks: Vec::new(),
            opened: Vec::new(),
            // The join of sequential code, which nobody waits at.
            joins: vec![Join {
                released: true,
                ..Join::default()
            }],
            by_place: HashMap::new(),
            open_joins: Vec::new(),
            deeds: Vec::new(),
            rounds: Rounds::default(),
            counts: Counts {
                asked: 1,
                ..Counts::default()
            },
        };
        Self {
            config,
            memory: RefCell::default(),
            printed: RefCell::default(),
            state: RefCell::new(state),
        }
    }

    pub fn counts(&self) -> Counts {
        let state = self.state.borrow();
        let mut counts = state.counts.clone();
        counts.rounds = state.rounds.total(ROOT);
        counts
    }

    /// The processor that runs sequential code.
    pub fn first_processor() -> Rc<Processor> {
        Rc::new(Processor {
            path: Vec::new(),
            indices: Vec::new(),
            block: 0,
            gate: Cell::new(Gate::Open),
            group: Cell::new(ROOT),
            constructs: Cell::new(0),
            line: Cell::new(ROOT),
        })
    }

    // ---- What processors ask for.

    /// Stops the processor until the scheduler lets it go on.
    pub async fn wait(&self, processor: &Processor, gate: Gate) {
        let mut stopped = false;
        std::future::poll_fn(|_| {
            if std::mem::replace(&mut stopped, true) {
                Poll::Ready(())
            } else {
                processor.gate.set(gate);
                Poll::Pending
            }
        })
        .await;
    }

    /// The processor's share of the current step.
    pub fn contribute(
        &self,
        processor: &Processor,
        reads: Vec<(MemoryCell, Span)>,
        write: Option<(MemoryCell, Value, Span)>,
        operators: u64,
    ) {
        let written = u64::from(write.is_some());
        // "No statement or test takes less than 1."
        let instructions = (reads.len() as u64 + operators + written).max(1);
        self.state.borrow_mut().deeds.push(Deed {
            path: processor.path.clone(),
            block: processor.block,
            indices: processor.indices.clone(),
            reads,
            write,
            instructions,
        });
    }

    /// The construct that the processor's group enters now; the same for all of the group.
    pub fn enter(&self, processor: &Processor, splits: bool) -> JoinId {
        let place = (processor.group.get(), processor.constructs.get());
        processor.constructs.set(place.1 + 1);
        let state = &mut *self.state.borrow_mut();
        let id = *state.by_place.entry(place).or_insert_with(|| {
            let splits = splits.then_some(processor.line.get());
            state.joins.push(Join {
                splits,
                ..Join::default()
            });
            state.open_joins.push(state.joins.len() - 1);
            state.joins.len() - 1
        });
        state.joins[id].entered += 1;
        id
    }

    /// The processor goes on in a part of a construct; says what to restore at its end.
    pub fn go_into(&self, processor: &Processor, group: Group) -> Inside {
        let outside = Inside {
            group: processor.group.replace(group),
            constructs: processor.constructs.replace(0),
            line: processor.line.get(),
        };
        if self.state.borrow().joins[group.join].splits.is_some() {
            processor.line.set(group);
        }
        outside
    }

    pub fn come_out(processor: &Processor, outside: Inside) {
        processor.group.set(outside.group);
        processor.constructs.set(outside.constructs);
        processor.line.set(outside.line);
    }

    /// The processor has left a construct. It need not wait there if it goes on to leave others.
    pub fn leave(&self, join: JoinId) {
        self.state.borrow_mut().joins[join].arrived += 1;
    }

    /// The processor is one of those that execute this group's body, and it is a round.
    pub fn round(&self, processor: &Processor) {
        let (line, body) = (processor.line.get(), processor.group.get());
        self.state.borrow_mut().rounds.join(line, body);
    }

    /// One more execution of a loop's body: these are limited even where no step is taken.
    pub fn iterate(&self) -> Result<(), Stop> {
        let counts = &mut self.state.borrow_mut().counts;
        counts.iterations += 1;
        if counts.iterations > self.config.max_steps {
            return Err(Stop::Limit("E0601"));
        }
        Ok(())
    }

    /// Opens one processor of a block. It has entered the block's join.
    pub fn open(
        &self,
        parent: &Processor,
        join: JoinId,
        number: usize,
        indices: &[i64],
        task: impl FnOnce(Rc<Processor>) -> Task<'a>,
    ) -> Result<(), Stop> {
        let processor = Rc::new(Processor {
            path: [parent.path.as_slice(), &[number]].concat(),
            indices: [parent.indices.as_slice(), indices].concat(),
            block: join,
            gate: Cell::new(Gate::Open),
            group: Cell::new(Group { join, part: 0 }),
            constructs: Cell::new(0),
            line: Cell::new(parent.line.get()),
        });
        let task = task(Rc::clone(&processor));
        let state = &mut *self.state.borrow_mut();
        let block = &mut state.joins[join];
        block.entered += 1;
        block.opened.push(processor.path.clone());
        // "The most processors that any block asked for", all sets of a nested one together.
        let asked = block.opened.len() as u64;
        state.counts.asked = state.counts.asked.max(asked);
        state.opened.push((processor, task));
        if asked > self.config.max_processors {
            return Err(Stop::Limit("E0603"));
        }
        Ok(())
    }

    // ---- The scheduler's own.

    /// Runs everything to the end.
    pub fn run(&self, first: Rc<Processor>, task: Task<'a>) -> End {
        self.state.borrow_mut().opened.push((first, task));
        let end = self.run_opened();
        let tasks = std::mem::take(&mut self.state.borrow_mut().tasks);
        drop(tasks);
        end
    }

    fn run_opened(&self) -> End {
        loop {
            if let Err(end) = self.advance() {
                return end;
            }
            if self.state.borrow().tasks.is_empty() {
                return End::Completed;
            }
            let printing = self.pass_gate(Gate::Print);
            match printing {
                Err(end) => return end,
                Ok(true) => continue,
                Ok(false) => {}
            }
            if let Err(end) = self.step() {
                return end;
            }
        }
    }

    /// Lets everyone go on to the next gate that only all together may pass.
    fn advance(&self) -> Result<(), End> {
        loop {
            self.admit_opened();
            if !self.pass_gate(Gate::Open)? && !self.release_joins() {
                return Ok(());
            }
        }
    }

    fn admit_opened(&self) {
        let state = &mut *self.state.borrow_mut();
        if !state.opened.is_empty() {
            state.tasks.append(&mut state.opened);
            state
                .tasks
                .sort_by(|(left, _), (right, _)| left.path.cmp(&right.path));
        }
    }

    /// Polls all who stand at this gate, in processor order. Says whether there were any.
    /// "Among several faults: that of the lowest-numbered processor."
    fn pass_gate(&self, gate: Gate) -> Result<bool, End> {
        let mut tasks = std::mem::take(&mut self.state.borrow_mut().tasks);
        let mut context = Context::from_waker(Waker::noop());
        let mut any = false;
        let mut first_stop = None;
        tasks.retain_mut(|(processor, task)| {
            if processor.gate.get() != gate {
                return true;
            }
            any = true;
            processor.gate.set(Gate::Open);
            match task.as_mut().poll(&mut context) {
                Poll::Pending => true,
                Poll::Ready(Ok(())) => false,
                Poll::Ready(Err(stop)) => {
                    first_stop.get_or_insert((stop, processor.indices.clone()));
                    false
                }
            }
        });
        self.state.borrow_mut().tasks = tasks;
        match first_stop {
            None => Ok(any),
            Some((Stop::Limit(code), _)) => Err(End::Limit { code }),
            Some((Stop::Fault { code, span }, processor)) => {
                let step = self.state.borrow().counts.step;
                Err(End::Fault {
                    code,
                    span,
                    processor,
                    step,
                })
            }
        }
    }

    /// Opens every join at which all have arrived.
    fn release_joins(&self) -> bool {
        let state = &mut *self.state.borrow_mut();
        let joins = &mut state.joins;
        let complete: Vec<JoinId> = state
            .open_joins
            .iter()
            .copied()
            .filter(|&id| joins[id].entered == joins[id].arrived)
            .collect();
        state
            .open_joins
            .retain(|&id| joins[id].entered != joins[id].arrived);
        // Inner constructs end first: their rounds go into the lines around them.
        for &join in complete.iter().rev() {
            joins[join].released = true;
            joins[join].opened = Vec::new();
            if let Some(line) = joins[join].splits {
                state
                    .rounds
                    .merge(line, [0, 1].map(|part| Group { join, part }));
            }
        }
        for (processor, _) in &state.tasks {
            if let Gate::Join(id) = processor.gate.get()
                && joins[id].released
            {
                processor.gate.set(Gate::Open);
            }
        }
        !complete.is_empty()
    }

    /// One step: all read and compute, then the accesses are judged, then all write.
    fn step(&self) -> Result<(), End> {
        {
            let counts = &mut self.state.borrow_mut().counts;
            counts.step += 1;
            if counts.step > self.config.max_steps {
                return Err(End::Limit { code: "E0601" });
            }
        }
        // A fault wins over a violation: it happened while reading and computing.
        let any = self.pass_gate(Gate::Step)?;
        assert!(any, "every processor waits for another");
        let deeds = std::mem::take(&mut self.state.borrow_mut().deeds);
        self.state.borrow_mut().counts.count(&deeds);
        self.judge(&deeds)?;
        self.commit(&deeds)?;
        self.pass_gate(Gate::Commit)?;
        Ok(())
    }

    fn judge(&self, deeds: &[Deed]) -> Result<(), End> {
        let illegal = access::violations(deeds, self.config.model, self.config.simultaneity);
        for Meeting {
            code,
            cell,
            processors,
        } in illegal
        {
            let counts = &mut self.state.borrow_mut().counts;
            let violation = End::Violation {
                code,
                step: counts.step,
                cell: self.memory.borrow().cell_name(cell),
                processors: processors
                    .iter()
                    .map(|&each| deeds[each].indices.clone())
                    .collect(),
            };
            if self.config.on_violation == OnViolation::Stop {
                return Err(violation);
            }
            counts.violations.push(violation);
        }
        Ok(())
    }

    /// A processor's 0-based number in its innermost block, all sets of it numbered through.
    fn number(&self, deed: &Deed) -> u64 {
        let opened = &self.state.borrow().joins[deed.block].opened;
        opened.iter().filter(|&path| *path < deed.path).count() as u64
    }

    fn commit(&self, deeds: &[Deed]) -> Result<(), End> {
        let step = self.state.borrow().counts.step;
        let mut memory = self.memory.borrow_mut();
        for (cell, value, _) in deeds.iter().filter_map(|deed| deed.write) {
            memory.set(cell, value);
        }
        let mut faults = Vec::new();
        for (meeting, _) in access::concurrent_writes(deeds) {
            let rule = self.config.model.write;
            let written = |&each: &usize| {
                let deed: &Deed = &deeds[each];
                deed.write.map(|(_, value, _)| (self.number(deed), value))
            };
            let writers = &meeting.processors;
            let written: Vec<(u64, Value)> = writers.iter().filter_map(written).collect();
            match access::resolve(rule, &written, self.config.seed, step) {
                Ok(value) => memory.set(meeting.cell, value),
                Err((writer, code)) => faults.push((writers[writer], code)),
            }
        }
        // "Among several faults of one step: that of the lowest-numbered processor."
        if let Some((writer, code)) = faults.into_iter().min() {
            let deed = &deeds[writer];
            return Err(End::Fault {
                code,
                span: deed.write.map(|(_, _, span)| span).unwrap_or_default(),
                processor: deed.indices.clone(),
                step,
            });
        }
        Ok(())
    }
}

/// Where a processor was before it went into a construct.
#[derive(Debug, Clone, Copy)]
pub struct Inside {
    group: Group,
    constructs: u64,
    line: Group,
}
