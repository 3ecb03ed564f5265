//! The sections of an asynchronous block: what may be accessed between two barriers.

use std::rc::Rc;

use super::record::Record;
use super::walker::Walker;

/// What is accessed since the last barrier, on any way to where the walk is.
#[derive(Debug, Clone, Default)]
pub(super) struct Section {
    open: Vec<Rc<Record>>,
    /// For every loop with barriers around: what is accessed in it before its first barrier.
    heads: Vec<Head>,
}

#[derive(Debug, Clone, Default)]
struct Head {
    records: Vec<Rc<Record>>,
    /// A barrier lies on every way to where the walk is.
    closed: bool,
}

/// What was known at the beginning of one of several ways.
pub(super) struct Fork {
    open: Vec<Rc<Record>>,
    closed: Vec<bool>,
}

impl Section {
    fn fork(&self) -> Fork {
        Fork {
            open: self.open.clone(),
            closed: self.heads.iter().map(|head| head.closed).collect(),
        }
    }

    /// Goes the other way from a fork, and gives what is known at the end of this one.
    fn turn(&mut self, fork: &Fork) -> Fork {
        let end = self.fork();
        self.open.clone_from(&fork.open);
        for (head, closed) in self.heads.iter_mut().zip(&fork.closed) {
            head.closed = *closed;
        }
        end
    }

    /// Two ways meet.
    fn meet(&mut self, other: &Fork) {
        for record in &other.open {
            if !self.open.iter().any(|known| Rc::ptr_eq(known, record)) {
                self.open.push(record.clone());
            }
        }
        for (head, closed) in self.heads.iter_mut().zip(&other.closed) {
            head.closed &= closed;
        }
    }
}

impl Walker<'_> {
    /// An access in a section.
    pub fn enter_section(&mut self, record: &Rc<Record>) {
        let Some(section) = &mut self.section else {
            return;
        };
        section.open.push(record.clone());
        for head in section.heads.iter_mut().filter(|head| !head.closed) {
            head.records.push(record.clone());
        }
        for other in section.open.clone() {
            self.meet_in_section(record, &other, None);
        }
    }

    /// A barrier of all.
    pub fn barrier(&mut self) {
        if let Some(section) = &mut self.section
            && self.recording
        {
            section.open.clear();
            for head in &mut section.heads {
                head.closed = true;
            }
        }
    }

    /// Where ways begin of which all processors go the same.
    pub fn fork(&self) -> Option<Fork> {
        self.section.as_ref().map(Section::fork)
    }

    /// Goes the other way from a fork.
    pub fn turn(&mut self, fork: &Fork) -> Option<Fork> {
        self.section.as_mut().map(|section| section.turn(fork))
    }

    /// The two ways from a fork meet.
    pub fn rejoin(&mut self, other: &Fork) {
        if let Some(section) = &mut self.section {
            section.meet(other);
        }
    }

    /// The body of a loop with barriers begins.
    pub fn enter_loop_of_barriers(&mut self) {
        if let Some(section) = &mut self.section {
            section.heads.push(Head::default());
        }
    }

    /// The body of a loop with barriers is over: its end and its beginning lie in one section, in
    /// different iterations. `since` tells the unknowns that were made in the loop.
    pub fn leave_loop_of_barriers(&mut self, since: u32) {
        let Some(section) = &mut self.section else {
            return;
        };
        let Some(head) = section.heads.pop() else {
            return;
        };
        for earlier in section.open.clone() {
            for later in &head.records {
                self.meet_in_section(&earlier, later, Some(since));
            }
        }
    }
}
