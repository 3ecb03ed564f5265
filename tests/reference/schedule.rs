//! Who goes on when: every processor runs by itself to its next step; then all take it together.
//!
//! The scheduler polls whoever may go on, in processor order.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use pram::source::Span;

use super::access::{Deed, Inside};
use super::asynchronous::{Account, Clock, Order, Run};
use super::cost::{Counts, Rounds};
use super::memory::{Cell as MemoryCell, Memory};
use super::multicomputer::Network;
use super::processor::{Gate, Group, Join, JoinId, Outside, Processor, ROOT, Stop, Task};
use super::section::{Native, Race};
use super::value::Value;
use super::{Branches, Config, End, Printed};

/// Everything that the processors have in common.
pub struct Scheduler<'a> {
    pub config: Config,
    pub memory: RefCell<Memory>,
    pub printed: RefCell<Printed>,
    /// How many runs of accesses there were.
    pub runs: Cell<Run>,
    /// On a multicomputer: clocks, links, owners of cells.
    pub network: Option<RefCell<Network>>,
    pub(super) state: RefCell<State<'a>>,
}

pub(super) struct State<'a> {
    pub(super) tasks: Vec<(Rc<Processor>, Task<'a>)>,
    pub(super) opened: Vec<(Rc<Processor>, Task<'a>)>,
    pub(super) joins: Vec<Join>,
    pub(super) by_place: HashMap<(Group, u64), JoinId>,
    /// Those that have not been released.
    pub(super) open_joins: Vec<JoinId>,
    pub(super) deeds: Vec<Deed>,
    pub(super) rounds: Rounds,
    pub(super) counts: Counts,
    /// Asynchronous blocks that are being executed.
    pub(super) natives: BTreeMap<JoinId, Native>,
    /// How many sections of such blocks there were.
    pub(super) sections: u64,
    pub(super) account: Account,
    pub(super) races: Vec<Race>,
    /// How much of a list of turns is used up.
    pub(super) turns_used: usize,
    /// An illegal access with which the run ends.
    pub(super) ended: Option<End>,
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
            natives: BTreeMap::new(),
            sections: 0,
            account: Account::default(),
            races: Vec::new(),
            turns_used: 0,
            ended: None,
        };
        Self {
            network: config
                .multicomputer
                .as_ref()
                .map(|machine| RefCell::new(Network::new(machine))),
            config,
            memory: RefCell::default(),
            printed: RefCell::default(),
            runs: Cell::default(),
            state: RefCell::new(state),
        }
    }

    pub fn counts(&self) -> Counts {
        let state = self.state.borrow();
        let mut counts = state.counts.clone();
        counts.rounds = state.rounds.total(ROOT);
        counts
    }

    /// What the run has cost on the asynchronous machine, and all races of its sections.
    pub fn account(&self, first: &Processor) -> (Account, Vec<Race>) {
        let state = self.state.borrow();
        let mut account = state.account;
        account.alone(first.clock.borrow().own);
        (account, state.races.clone())
    }

    /// The processor that runs sequential code.
    pub fn first_processor(config: &Config) -> Rc<Processor> {
        Rc::new(Processor {
            inside: Inside::Sequential,
            clock: RefCell::new(clock(config, 0)),
            path: Vec::new(),
            indices: Vec::new(),
            block: 0,
            gate: Cell::new(Gate::Open),
            group: Cell::new(ROOT),
            constructs: Cell::new(0),
            line: Cell::new(ROOT),
            accesses: Cell::new(0),
        })
    }

    // ---- What processors ask for.

    /// Stops the processor until the scheduler lets it go on.
    pub async fn wait(&self, processor: &Processor, gate: Gate) {
        // On a multicomputer a processor waits for messages only.
        if self.network.is_some() && gate != Gate::Message {
            return;
        }
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
        depths: Vec<usize>,
    ) {
        let written = u64::from(write.is_some());
        // "No statement or test takes less than 1."
        let instructions = (reads.len() as u64 + operators + written).max(1);
        let deed = Deed {
            path: processor.path.clone(),
            block: processor.block,
            indices: processor.indices.clone(),
            reads,
            write,
            instructions,
            depths,
            operators,
            inside: processor.inside,
        };
        if self.goes_by_access(processor) {
            self.complete(&deed);
        } else {
            self.state.borrow_mut().deeds.push(deed);
        }
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

    /// The processor goes into a branch of an `ako`. "`--branches simd` runs one branch after the
    /// other"; processors of an asynchronous block do not know of each other.
    pub async fn take_turn(&self, processor: &Processor, join: JoinId, part: u64) {
        let serial = self.one_after_the_other(processor);
        self.state.borrow_mut().joins[join].serial = serial;
        if part == 0 {
            self.state.borrow_mut().joins[join].first_branch.0 += 1;
        } else if serial {
            self.wait(processor, Gate::Turn(join)).await;
        }
    }

    fn one_after_the_other(&self, processor: &Processor) -> bool {
        let asynchronous = matches!(processor.inside, Inside::Asynchronous(_));
        self.config.branches == Branches::Simd && !asynchronous
    }

    pub fn leave_branch(&self, join: JoinId, part: u64) {
        if part == 0 {
            self.state.borrow_mut().joins[join].first_branch.1 += 1;
        }
        self.leave(join);
    }

    /// The processor goes on in a part of a construct; says what to restore at its end.
    pub fn go_into(&self, processor: &Processor, group: Group) -> Outside {
        let outside = Outside {
            group: processor.group.replace(group),
            constructs: processor.constructs.replace(0),
            line: processor.line.get(),
        };
        if self.state.borrow().joins[group.join].splits.is_some() {
            processor.line.set(group);
        }
        outside
    }

    pub fn come_out(processor: &Processor, outside: Outside) {
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
        asynchronous: bool,
        task: impl FnOnce(Rc<Processor>) -> Task<'a>,
    ) -> Result<(), Stop> {
        let native = asynchronous && self.config.asynchronous.is_some();
        // Nothing of a sequential processor's run of accesses goes on behind a block.
        parent.clock.borrow_mut().end_run();
        let order = self
            .config
            .asynchronous
            .as_ref()
            .map(|machine| &machine.order);
        let apart = native && order != Some(&Order::Lockstep);
        let (mut part, mut line) = (0, parent.line.get());
        if apart {
            let block = &mut self.state.borrow_mut().joins[join];
            block.splits = Some(line);
            part = block.opened.len() as u64;
            line = Group { join, part };
        }
        let processor = Rc::new(Processor {
            inside: if native {
                Inside::Asynchronous(join)
            } else {
                Inside::Synchronous
            },
            clock: RefCell::new(clock(&self.config, 0)),
            path: [parent.path.as_slice(), &[number]].concat(),
            indices: [parent.indices.as_slice(), indices].concat(),
            block: join,
            gate: Cell::new(Gate::Open),
            group: Cell::new(Group { join, part }),
            constructs: Cell::new(0),
            line: Cell::new(line),
            accesses: Cell::new(0),
        });
        let task = task(Rc::clone(&processor));
        let state = &mut *self.state.borrow_mut();
        if native {
            let sections = state.sections;
            let native = state
                .natives
                .entry(join)
                .or_insert_with(|| Native::new(sections));
            native.processors.push(Rc::clone(&processor));
        }
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
            if let Some(end) = self.is_stuck() {
                return end;
            }
            let printing = self.pass_gate(Gate::Print, None);
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
            if self.pass_gate(Gate::Open, None)? || self.release_joins() {
                continue;
            }
            if !self.release_barriers() {
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
    fn pass_gate(&self, gate: Gate, only: Option<&Processor>) -> Result<bool, End> {
        let mut tasks = std::mem::take(&mut self.state.borrow_mut().tasks);
        let mut context = Context::from_waker(Waker::noop());
        let mut any = false;
        let mut first_stop = None;
        tasks.retain_mut(|(processor, task)| {
            let chosen = only.is_none_or(|only| only.path == processor.path);
            if processor.gate.get() != gate || !chosen {
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
            Some((Stop::Ended(end), _)) => Err(*end),
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

    /// One step: all read and compute, then the accesses are judged, then all write.
    fn step(&self) -> Result<(), End> {
        // A fault wins over a violation: it happened while reading and computing.
        self.set_paces();
        let turn = self.whose_turn();
        {
            let counts = &mut self.state.borrow_mut().counts;
            // Under an order a step is one statement, counted when its processor is through with it.
            counts.step += u64::from(turn.is_none());
            if counts.step > self.config.max_steps {
                return Err(End::Limit { code: "E0601" });
            }
        }
        let passed = self.pass_gate(Gate::Step, turn.as_deref());
        if let Some(end) = self.state.borrow_mut().ended.take() {
            return Err(end);
        }
        let any = passed?;
        assert!(any, "every processor waits for another");
        let deeds = std::mem::take(&mut self.state.borrow_mut().deeds);
        if deeds.is_empty() {
            // An access in the midst of a statement.
            return Ok(());
        }
        self.state.borrow_mut().counts.count(&deeds);
        self.judge_sections(&deeds)?;
        self.adapt(&deeds);
        let (asynchronous, others): (Vec<Deed>, Vec<Deed>) = deeds
            .into_iter()
            .partition(|deed| matches!(deed.inside, Inside::Asynchronous(_)));
        self.judge(&others)?;
        self.commit(&others)?;
        for (cell, value, _) in asynchronous.iter().filter_map(|deed| deed.write) {
            self.memory.borrow_mut().set(cell, value);
        }
        self.pass_gate(Gate::Commit, None)?;
        Ok(())
    }
}

/// A processor's clock at 0.
fn clock(config: &Config, processor: u64) -> Clock {
    let machine = config.asynchronous.as_ref();
    Clock::new(machine.map_or(1, |machine| machine.pace(processor)))
}
