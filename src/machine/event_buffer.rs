//! Delivers events to the observer in the order of the program, also where steps are deferred.
//!
//! While steps wait to be executed (see [`crate::machine::steps::queue`]), the program goes on; the
//! events of what it does meanwhile are held in a bounded buffer and delivered once those steps are
//! executed.

use super::event::{FreeEvent, Observer, Part, Section, Stretch};
use super::simt::counts::Launch;
use super::step_view::{Passing, StepView};
use crate::engine::kernel::job::ExecutedStretch;

/// The most events that are held back.
const MOST_HELD: usize = 1 << 10;

/// Passes events from the machine to its observer.
pub struct EventBuffer<'r> {
    observer: &'r mut dyn Observer,
    held: Vec<Held>,
    holds: bool,
    is_detailed: bool,
}

/// An event that is held back.
#[derive(Debug)]
enum Held {
    /// A deferred step, by its number among these. Its instructions are not counted yet.
    Deferred(usize, Part),
    /// Another event, after a deferred step.
    Report(Report),
}

/// An event that can happen while steps are deferred.
#[derive(Debug)]
enum Report {
    Round(u64, u64),
    Settled(u64),
    Section(Section),
    Block(u64),
    Printed(String),
}

impl<'r> EventBuffer<'r> {
    /// A buffer that holds nothing back.
    pub fn new(observer: &'r mut dyn Observer) -> Self {
        Self {
            is_detailed: observer.wants_detail(),
            observer,
            held: Vec::new(),
            holds: false,
        }
    }

    /// Whether the observer gets every step in detail.
    pub fn is_detailed(&self) -> bool {
        self.is_detailed
    }

    /// Records a deferred step; all events from now on are held back.
    pub fn defer(&mut self, number: usize, part: Part) {
        self.holds = true;
        self.held.push(Held::Deferred(number, part));
    }

    /// How many more events can be held back.
    pub fn room(&self) -> usize {
        MOST_HELD.saturating_sub(self.held.len())
    }

    /// The first `fine` deferred steps have been executed, with these counts. The events after them are
    /// delivered if no deferred step remains; otherwise they are dropped.
    pub fn run_deferred(&mut self, executed: &[ExecutedStretch], fine: usize) {
        self.holds = false;
        let mut held = std::mem::take(&mut self.held);
        for held in held.drain(..) {
            match held {
                Held::Deferred(number, _) if number >= fine => break,
                Held::Deferred(number, part) => self.observer.step(&[Part {
                    longest: executed[number].longest,
                    instructions: executed[number].instructions,
                    reads: executed[number].reads,
                    ..part
                }]),
                Held::Report(report) => self.deliver(report),
            }
        }
        self.held = held;
    }

    #[inline]
    fn report(&mut self, report: Report) {
        if self.holds {
            self.held.push(Held::Report(report));
        } else {
            self.deliver(report);
        }
    }

    #[inline]
    fn deliver(&mut self, report: Report) {
        match report {
            Report::Round(clock, active) => self.observer.round(clock, active),
            Report::Settled(clock) => self.observer.settled(clock),
            Report::Section(section) => self.observer.section(section),
            Report::Block(processors) => self.observer.block(processors),
            Report::Printed(line) => self.observer.printed(line),
        }
    }

    /// See [`Observer::ended`].
    pub fn ended(&mut self) {
        assert!(!self.holds, "a run ends when all its steps are over");
        self.observer.ended();
    }

    /// See [`Observer::step`].
    pub fn step(&mut self, parts: &[Part]) {
        assert!(!self.holds, "other steps wait for those put off");
        self.observer.step(parts);
    }

    /// See [`Observer::detail`].
    pub fn detail(&mut self, step: &StepView<'_>) {
        self.observer.detail(step);
    }

    /// See [`Observer::transferred`]. Only for observers of every step in detail.
    pub fn transferred(&mut self, group: &StepView<'_>) {
        self.observer.transferred(group);
    }

    /// See [`Observer::passed`]. Only for observers of every step in detail.
    pub fn passed(&mut self, call: Passing<'_>) {
        self.observer.passed(call);
    }

    /// See [`Observer::free`]. Delivered only to observers of every step in detail, for which no step is
    /// deferred.
    #[inline]
    pub fn free<'a>(&mut self, event: impl FnOnce() -> FreeEvent<'a>) {
        if self.is_detailed {
            self.observer.free(event());
        }
    }

    /// See [`Observer::stretch`].
    pub fn stretch(&mut self, stretch: Stretch<'_>) {
        assert!(!self.holds, "sequential code waits for the steps put off");
        self.observer.stretch(stretch);
    }

    /// See [`Observer::launch`].
    pub fn launch(&mut self, launch: Launch) {
        assert!(!self.holds, "a kernel waits for the steps put off");
        self.observer.launch(launch);
    }

    /// See [`Observer::round`].
    pub fn round(&mut self, clock: u64, active: u64) {
        self.report(Report::Round(clock, active));
    }

    /// See [`Observer::settled`].
    pub fn settled(&mut self, clock: u64) {
        self.report(Report::Settled(clock));
    }

    /// See [`Observer::section`].
    pub fn section(&mut self, section: Section) {
        self.report(Report::Section(section));
    }

    /// See [`Observer::block`].
    pub fn block(&mut self, processors: u64) {
        self.report(Report::Block(processors));
    }

    /// See [`Observer::printed`].
    pub fn printed(&mut self, line: String) {
        self.report(Report::Printed(line));
    }
}
