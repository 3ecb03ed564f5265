//! Events: the only window on a run.
//!
//! A machine tells its observer what happens and knows nothing of who listens. An observer that
//! ignores an event costs nothing: the calls are resolved at compile time.

use crate::source::Span;

/// What one group of processors did in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The statement.
    pub span: Span,
    /// How many processors executed it.
    pub active: u64,
    /// Most instructions that one of them executed.
    pub longest: u64,
    /// Instructions that they executed together.
    pub instructions: u64,
    /// Reads of shared memory.
    pub reads: u64,
    /// Writes to shared memory.
    pub writes: u64,
}

/// Listens to a run.
pub trait Observer {
    /// A step is over: what each group did in it. The groups went side by side.
    fn step(&mut self, parts: &[Part]) {
        let _ = parts;
    }

    /// `active` processors begin to execute a body that accesses shared memory, as their
    /// `clock`-th round (from 0). Groups side by side have clocks of their own.
    fn round(&mut self, clock: u64, active: u64) {
        let _ = (clock, active);
    }

    /// No group is behind this clock any more.
    fn settled(&mut self, clock: u64) {
        let _ = clock;
    }

    /// A block asked for so many processors, all its sets together.
    fn block(&mut self, processors: u64) {
        let _ = processors;
    }

    /// A line was printed.
    fn printed(&mut self, line: String) {
        drop(line);
    }
}
