//! How far a long computation has come, for the user who waits for it.

use std::sync::atomic::{AtomicBool, Ordering};

/// How far a long work has come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// What is counted.
    pub parts: Parts,
    /// Parts that are over.
    pub done: u64,
    /// All parts; fewer may do.
    pub total: u64,
    /// The part of the whole effort that is over, from 0 to 1.
    pub share: f64,
}

impl Progress {
    /// Of parts that take about the same time.
    pub fn even(parts: Parts, done: u64, total: u64) -> Self {
        Self {
            parts,
            done,
            total,
            share: done as f64 / total.max(1) as f64,
        }
    }
}

/// The parts of a long work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parts {
    /// The sizes of a report.
    Sizes,
    /// The small sizes at which a check looks for illegal accesses.
    SmallSizes,
    /// Derived measures.
    Formulas,
    /// Orders of accesses that are tried.
    Orders,
    /// Choices of messages that are tried.
    Outcomes,
    /// The recorded steps of a run.
    Steps,
    /// Submissions of a class.
    Submissions,
}

/// Who waits for a long work: they may end it, and hear how far it has come.
#[derive(Clone, Copy)]
pub struct Watcher<'w> {
    /// Whether the work should end.
    pub interrupt: &'w AtomicBool,
    /// Hears how far it has come.
    pub hear: &'w dyn Fn(Progress),
}

impl Watcher<'_> {
    /// Whether the work should end.
    pub fn interrupts(self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Says how far the work has come.
    pub fn tell(self, progress: Progress) {
        (self.hear)(progress);
    }
}

/// A watcher that does not want to hear anything.
impl<'w> From<&'w AtomicBool> for Watcher<'w> {
    fn from(interrupt: &'w AtomicBool) -> Self {
        Self {
            interrupt,
            hear: &|_| {},
        }
    }
}
