//! A run for a debugger: step by step, forward and back.
//!
//! A session is at a step. It holds the run before that step, on the fast paths, and the run after it,
//! which executed the step separately and recorded it in full. A move back restores a snapshot and goes
//! forward from there.

mod approach;
pub mod command;
pub mod commands;
pub mod conversation;
pub mod dialogue;
pub mod exchange;
mod expression;
mod line;
mod noted;
pub mod open;
mod problem;
mod question;
mod recent;
mod recorder;
pub mod recording;
mod records;
pub mod replay;
mod search;
mod snapshots;
mod source_text;
mod stops;
mod survey;
pub mod trace;
pub mod warps;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::cost::{Cost, Ledger};
use crate::machine::configuration::Configuration;
use crate::machine::fault::Fault;
use crate::machine::rules::model::{Model, Simultaneity};
use crate::machine::run::Run;
use crate::machine::view::View;
use crate::pipeline::LoadedProgram;
use crate::trace::Step;

use recent::Recent;
use recorder::Recorder;
use snapshots::Snapshots;

/// The most bytes of snapshots and recent stops, even if the limit of the run's own memory is higher.
const MOST_BYTES: u64 = 256 << 20;

/// How many of the processors whose values a rule combines are named with what they read.
const MERGED_WRITERS: usize = 4;

/// The origin of a value for which a processor drew a random number.
const DRAWN: &str = "a number drawn at random";

/// A run of a program that can be moved forward and back.
pub struct Session<'c> {
    configuration: &'c Configuration,
    interrupt: &'c AtomicBool,
    /// The run before the current step.
    before: Run<'c, Ledger>,
    /// The run after it.
    after: Run<'c, Recorder>,
    snapshots: Snapshots<'c>,
    /// The stops around it that were seen.
    recent: Recent<'c>,
    at: u64,
    /// The number of steps of the run, once it is known.
    length: Option<u64>,
    /// The costs of the whole run, once they are known.
    whole: Option<Ledger>,
    /// The fault by which it ends, once it is known.
    ending: Option<Box<Fault>>,
}

/// Where a move ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionArrival {
    /// At its target.
    There,
    /// At the end of the run, which is before the target.
    End,
    /// Where it was when Ctrl-C was pressed.
    Interrupted,
}

impl<'c> Session<'c> {
    /// Before the first step of a program. Ctrl-C, which sets `interrupt`, stops a move where it is.
    pub fn new(loaded: &'c LoadedProgram, interrupt: &'c AtomicBool) -> Self {
        let before = loaded.begin(Ledger::default(), interrupt);
        let after = loaded.begin(Recorder::default(), interrupt);
        // Both together within a quarter of what the run may use.
        let room = (loaded.configuration().limits.memory / 4).min(MOST_BYTES);
        let snapshots = Snapshots::new(&before, room / 2);
        let length = before.has_ended().then_some(0);
        let ending = before.fault().cloned().map(Box::new);
        Self {
            configuration: loaded.configuration(),
            interrupt,
            before,
            after,
            snapshots,
            recent: Recent::new(room / 2),
            at: 0,
            length,
            whole: None,
            ending,
        }
    }

    /// The current step; 0 is before the first.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// The number of steps of the run; known once the session has been at the end.
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// Whether the current step ends the run, by an illegal access, a fault or a limit.
    pub fn is_broken(&self) -> bool {
        self.after.has_ended()
    }

    /// The fault by which the current step fails.
    pub fn fault(&self) -> Option<&Fault> {
        self.after.fault()
    }

    /// The fault by which the run ends after the current step, in what takes no step: such as a barrier
    /// that some processors do not reach.
    pub fn fault_behind(&self) -> Option<&Fault> {
        let is_here = self.length == Some(self.at) && !self.is_broken();
        self.ending.as_deref().filter(|_| is_here)
    }

    /// The current step; `None` before the first, and for a step that a limit stopped before anything
    /// was executed.
    pub fn step(&self) -> Option<&Step> {
        let step = self.after.observer().step.as_ref();
        step.filter(|step| step.number == self.at)
    }

    /// Memory and processors before the step.
    pub fn before(&self) -> View<'_> {
        self.before.view()
    }

    /// Memory and processors after the step; before its writes if it failed.
    pub fn now(&self) -> View<'_> {
        self.after.view()
    }

    /// The costs up to the end of the step.
    pub fn cost(&self) -> Cost {
        self.ledger().cost()
    }

    /// The costs up to the beginning of the step, and up to its end, without the free instructions after
    /// it.
    pub fn costs_around(&self) -> [Cost; 2] {
        let after = &self.after.observer().ledger;
        [self.before.observer().cost(), after.cost()]
    }

    /// The costs and the printed lines up to the end of the step; after the last step, including the
    /// free instructions there, such as the end of a section.
    fn ledger(&self) -> &Ledger {
        let whole = self.whole.as_ref().filter(|_| self.length == Some(self.at));
        whole.unwrap_or(&self.after.observer().ledger)
    }

    /// The approximate number of bytes that the run holds after the step.
    pub fn held_bytes(&self) -> u64 {
        self.after.held_bytes()
    }

    /// The rules of the run.
    pub fn model(&self) -> (Model, Simultaneity) {
        (self.configuration.model, self.configuration.simultaneity)
    }

    /// The number of processors of the machine, if it is given.
    pub fn processors(&self) -> Option<u64> {
        self.configuration.processors
    }

    pub fn is_asynchronous(&self) -> bool {
        self.configuration.is_asynchronous()
    }

    /// The number of rounds begun up to the end of the step.
    pub fn rounds_begun(&self) -> u64 {
        self.after.observer().ledger.rounds_begun()
    }

    /// Whether the step writes the cell of this number.
    pub fn writes(&self, cell: u32) -> bool {
        let mut sites = self.step().into_iter().flat_map(Step::sites);
        sites.any(|(_, site)| {
            site.writes && site.cells.iter().any(|written| written == i64::from(cell))
        })
    }

    /// The number of nested rounds that are open after the step, that is, not completed by some group.
    pub fn rounds_open(&self) -> usize {
        if self.step().is_some() {
            self.now().rounds_open()
        } else {
            0
        }
    }

    /// All lines printed up to the end of the step.
    pub fn printed_so_far(&self) -> Vec<String> {
        self.ledger().printed.clone().into_vec()
    }

    /// The lines that the current step printed; for a run without steps all.
    pub fn printed(&self) -> Vec<String> {
        let before = match self.at {
            0 => 0,
            _ => self.before.observer().printed.len(),
        };
        self.ledger().printed.after(before).cloned().collect()
    }

    /// Goes to a step, or to the end if that comes first.
    pub fn go_to(&mut self, step: u64) -> SessionArrival {
        let target = step.min(self.length.unwrap_or(u64::MAX));
        if self.turn_back(target) || self.turn_on(target) {
            return if target < step {
                SessionArrival::End
            } else {
                SessionArrival::There
            };
        }
        let in_front = target.saturating_sub(1);
        if !self.follow(in_front) {
            self.bring_before(in_front);
        }
        if self.was_interrupted() {
            // From the middle of a step the run cannot continue: the last snapshot is close.
            let here = self.snapshots.before(self.before.steps()).steps();
            self.go_to(here + 1);
            return SessionArrival::Interrupted;
        }
        if self.before.has_ended() {
            let end = self.before.steps();
            self.length = Some(end);
            self.ending = self.before.fault().cloned().map(Box::new);
            self.whole = Some(self.before.observer().clone());
            if end == 0 {
                return SessionArrival::End;
            }
            self.go_to(end);
            return SessionArrival::End;
        }
        if target == 0 || self.after.has_ended() || self.after.steps() != in_front {
            let snapshot = self.before.snapshot();
            self.after
                .restore(snapshot.observed_by(Recorder::counting_from));
        }
        self.after.observer_mut().begin_step();
        self.after.go_to(target);
        if self.was_interrupted() {
            self.go_to(in_front);
            return SessionArrival::Interrupted;
        }
        if self.after.steps() < target {
            self.length = Some(in_front);
            self.ending = self.after.fault().cloned().map(Box::new);
            self.whole = Some(self.after.observer().ledger.clone());
            self.go_to(in_front);
            return SessionArrival::End;
        }
        self.at = self.after.steps();
        self.complete();
        if self.after.has_ended() {
            self.length = Some(self.at);
            self.whole = Some(self.after.observer().ledger.clone());
        }
        if self.at < step {
            SessionArrival::End
        } else {
            SessionArrival::There
        }
    }

    /// Goes back to the previous step, if it is among the recent ones.
    fn turn_back(&mut self, target: u64) -> bool {
        if target == 0 || target.checked_add(1) != Some(self.at) || !self.is_in_step() {
            return false;
        }
        let Some((state, record)) = self.recent.take(target - 1, target) else {
            return false;
        };
        let is_kept = !self.after.has_ended();
        let here = self.after.observer_mut().take_record().filter(|_| is_kept);
        let bytes = self.after.held_bytes();
        let front = self.before.exchange(state);
        let after = front.observed_by(|ledger| Recorder::resumed(ledger, record));
        let left = self.after.exchange(after);
        if let Some(here) = here {
            self.recent.keep_record(self.at, here);
            let left = left.observed_by(|recorder| recorder.ledger);
            self.recent.keep_state(self.at, left, bytes);
        }
        self.at = target;
        true
    }

    /// Goes to the next step, if it is among the recent ones.
    fn turn_on(&mut self, target: u64) -> bool {
        if self.at == 0 || target != self.at + 1 || !self.is_in_step() {
            return false;
        }
        let Some((state, record)) = self.recent.take(target, target) else {
            return false;
        };
        let bytes = self.before.held_bytes();
        if let Some(here) = self.after.observer_mut().take_record() {
            self.recent.keep_record(self.at, here);
        }
        let after = state.observed_by(|ledger| Recorder::resumed(ledger, record));
        let here = self.after.exchange(after);
        let front = here.observed_by(|recorder| recorder.ledger);
        let left = self.before.exchange(front);
        self.recent.keep_state(self.at - 1, left, bytes);
        self.at = target;
        true
    }

    /// Whether the two runs are directly before and after the current step.
    fn is_in_step(&self) -> bool {
        self.before.steps() + 1 == self.at
            && (self.after.steps() == self.at || self.after.has_ended())
    }

    /// Moves forward by a step: the run before becomes a copy of the run after, and its old state is
    /// kept. Returns false if another step is requested, or if memory is so large that executing a step
    /// takes less time than copying it.
    fn follow(&mut self, in_front: u64) -> bool {
        let bytes = self.after.held_bytes();
        let is_next = self.at > 0 && in_front == self.at && self.is_in_step();
        if !is_next || self.after.has_ended() || !self.recent.fits(bytes) {
            return false;
        }
        if let Some(here) = self.after.observer_mut().take_record() {
            self.recent.keep_record(self.at, here);
        }
        let here = self.after.snapshot();
        let left = self
            .before
            .exchange(here.observed_by(|recorder| recorder.ledger));
        self.recent.keep_state(self.at - 1, left, bytes);
        self.snapshots.keep_if_useful(&self.before, in_front);
        true
    }

    /// Adds to the record of the step the values that its processors assigned to scalars of their own.
    fn complete(&mut self) {
        if self.after.has_ended() {
            return;
        }
        let mut recorder = std::mem::take(self.after.observer_mut());
        let view = self.after.view();
        recorder.complete(|processor, slot| view.scalar(processor, slot));
        *self.after.observer_mut() = recorder;
    }

    /// Goes forward by a number of steps.
    pub fn forward(&mut self, steps: u64) -> SessionArrival {
        self.go_to(self.at.saturating_add(steps))
    }

    /// Goes back by a number of steps.
    pub fn back(&mut self, steps: u64) -> SessionArrival {
        self.go_to(self.at.saturating_sub(steps))
    }

    /// Goes to the end.
    pub fn to_end(&mut self) -> SessionArrival {
        self.go_to(u64::MAX)
    }

    /// Whether Ctrl-C was pressed since the last question.
    fn was_interrupted(&self) -> bool {
        self.interrupt.swap(false, Ordering::Relaxed)
    }
}
