//! What happens goes to the observer in its order, also where steps are put off.
//!
//! While steps wait to be executed (see [`super::backlog`]), the program goes on; what it does
//! meanwhile is held back and told once those steps are over.

use super::evaluate::Executed;
use super::event::{Observer, Part, Section};

/// More than this is not held back.
const MOST_HELD: usize = 1 << 10;

/// Stands between the machine and its observer.
pub struct Herald<'o, O> {
    observer: &'o mut O,
    held: Vec<Report>,
    holds: bool,
}

enum Report {
    /// A step that was put off, by its number among these. What it took is not known yet.
    PutOff(usize, Part),
    Round(u64, u64),
    Settled(u64),
    Section(Section),
    Block(u64),
    Printed(String),
}

impl<'o, O: Observer> Herald<'o, O> {
    /// Nothing is held back.
    pub fn new(observer: &'o mut O) -> Self {
        Self {
            observer,
            held: Vec::new(),
            holds: false,
        }
    }

    /// A step was put off, so all that comes now is held back.
    pub fn put_off(&mut self, number: usize, part: Part) {
        self.holds = true;
        self.held.push(Report::PutOff(number, part));
    }

    /// Whether more can be held back.
    pub fn has_room(&self) -> bool {
        self.held.len() < MOST_HELD
    }

    /// The first `fine` steps that were put off are over, and took this. What came after these is
    /// told if there were no more; else it has not happened.
    pub fn catch_up(&mut self, executed: &[Executed], fine: usize) {
        self.holds = false;
        let mut held = std::mem::take(&mut self.held);
        for report in held.drain(..) {
            match report {
                Report::PutOff(number, _) if number >= fine => break,
                Report::PutOff(number, part) => self.observer.step(&[Part {
                    longest: executed[number].longest,
                    instructions: executed[number].instructions,
                    reads: executed[number].reads,
                    ..part
                }]),
                Report::Round(clock, active) => self.observer.round(clock, active),
                Report::Settled(clock) => self.observer.settled(clock),
                Report::Section(section) => self.observer.section(section),
                Report::Block(processors) => self.observer.block(processors),
                Report::Printed(line) => self.observer.printed(line),
            }
        }
        self.held = held;
    }

    /// See [`Observer::begun`].
    pub fn begun(&mut self) {
        self.observer.begun();
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

    /// See [`Observer::round`].
    pub fn round(&mut self, clock: u64, active: u64) {
        if self.holds {
            self.held.push(Report::Round(clock, active));
        } else {
            self.observer.round(clock, active);
        }
    }

    /// See [`Observer::settled`].
    pub fn settled(&mut self, clock: u64) {
        if self.holds {
            self.held.push(Report::Settled(clock));
        } else {
            self.observer.settled(clock);
        }
    }

    /// See [`Observer::section`].
    pub fn section(&mut self, section: Section) {
        if self.holds {
            self.held.push(Report::Section(section));
        } else {
            self.observer.section(section);
        }
    }

    /// See [`Observer::block`].
    pub fn block(&mut self, processors: u64) {
        if self.holds {
            self.held.push(Report::Block(processors));
        } else {
            self.observer.block(processors);
        }
    }

    /// See [`Observer::printed`].
    pub fn printed(&mut self, line: String) {
        if self.holds {
            self.held.push(Report::Printed(line));
        } else {
            self.observer.printed(line);
        }
    }
}
