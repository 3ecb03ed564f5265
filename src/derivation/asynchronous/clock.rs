//! The clock of one processor of the asynchronous PRAM, followed with symbols.
//!
//! A local instruction takes 1, a run of k consecutive accesses d + k − 1: an access goes on with the
//! run that is open, unless its address was made from what this run has loaded. Which run is open is
//! known, or it is known that both may be: then an access takes from 1 to d.

use std::collections::BTreeMap;

use crate::derivation::algebra::formula::Formula;
use crate::derivation::cost::Cost;

/// Whether something is so.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::derivation) enum Sure {
    /// It is not.
    #[default]
    No,
    /// It depends on data, or on which of several ways were gone.
    Perhaps,
    /// It is.
    Yes,
}

impl Sure {
    /// Behind two ways of which either may have been gone.
    pub fn either(self, other: Self) -> Self {
        if self == other { self } else { Self::Perhaps }
    }
}

/// What holds a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::derivation) enum Source {
    /// A scalar of a call, by the call's depth.
    Scalar(usize, usize),
    /// An array of a call that is the processor's own, whichever of its elements.
    Array(usize, usize),
    /// What was read within the statement.
    Read(u32),
}

/// What takes time in a statement, in the order of evaluation.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::derivation) enum Tick {
    /// A local instruction.
    Local,
    /// A read of shared memory under this number, and what its address is made from.
    Read(u32, Vec<Source>),
    /// A write to shared memory, and what its address is made from.
    Write(Vec<Source>),
    /// What `and` or `or` may skip.
    Perhaps(Vec<Self>),
}

/// The run of accesses that a processor is in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::derivation) struct Clock {
    /// Whether there is one.
    open: Sure,
    /// What holds a value that it has loaded, surely or perhaps.
    loaded: BTreeMap<Source, Sure>,
}

impl Clock {
    /// Whether the next access begins a run in any case.
    pub fn is_closed(&self) -> bool {
        self.open == Sure::No
    }

    /// Whether a value that is made from these was loaded in the run.
    pub fn is_loaded(&self, made_from: &[Source]) -> Sure {
        let each = made_from.iter().map(|source| self.holds(*source));
        each.max().unwrap_or_default()
    }

    /// Whether something holds what was loaded in the run.
    pub fn holds(&self, source: Source) -> Sure {
        self.loaded.get(&source).copied().unwrap_or_default()
    }

    /// Something holds what was loaded in the run, or not.
    pub fn hold(&mut self, source: Source, is_loaded: Sure) {
        if is_loaded == Sure::No {
            self.loaded.remove(&source);
        } else {
            self.loaded.insert(source, is_loaded);
        }
    }

    /// A value that is made from these goes into a scalar.
    pub fn set(&mut self, scalar: Source, made_from: &[Source]) {
        let is_loaded = self.is_loaded(made_from);
        self.hold(scalar, is_loaded);
    }

    /// A value that is made from these goes into an element of an array.
    pub fn set_element(&mut self, array: Source, made_from: &[Source]) {
        let is_loaded = self.is_loaded(made_from).max(self.holds(array));
        self.hold(array, is_loaded);
    }

    /// The statement is over.
    pub fn end_statement(&mut self) {
        (self.loaded).retain(|source, _| !matches!(source, Source::Read(_)));
    }

    /// Behind two ways of which either may have been gone.
    #[must_use]
    pub fn either(&self, other: &Self) -> Self {
        let mut both = Self {
            open: self.open.either(other.open),
            loaded: BTreeMap::new(),
        };
        for source in self.loaded.keys().chain(other.loaded.keys()) {
            both.hold(*source, self.holds(*source).either(other.holds(*source)));
        }
        both
    }

    /// Time of a statement; none where a formula becomes too large.
    pub fn execute(&mut self, ticks: &[Tick], delay: &Formula) -> Option<Cost> {
        if ticks.is_empty() {
            *self = Self::default();
            return Some(Cost::exactly(Formula::number(1)));
        }
        let mut total = Cost::default();
        for tick in ticks {
            let cost = match tick {
                Tick::Local => {
                    *self = Self::default();
                    Cost::exactly(Formula::number(1))
                }
                Tick::Read(number, address) => {
                    let cost = self.access(address, delay);
                    self.hold(Source::Read(*number), Sure::Yes);
                    cost
                }
                Tick::Write(address) => self.access(address, delay),
                Tick::Perhaps(skipped) => {
                    let mut gone = self.clone();
                    let cost = gone.execute(skipped, delay)?;
                    *self = self.either(&gone);
                    cost.or_nothing()
                }
            };
            total = total.plus(&cost)?;
        }
        Some(total)
    }

    fn access(&mut self, address: &[Source], delay: &Formula) -> Cost {
        let one = Formula::number(1);
        match (self.open, self.is_loaded(address)) {
            (Sure::Yes, Sure::No) => Cost::exactly(one),
            (Sure::No, _) | (_, Sure::Yes) => {
                *self = Self {
                    open: Sure::Yes,
                    loaded: BTreeMap::new(),
                };
                Cost::exactly(delay.clone())
            }
            _ => {
                self.open = Sure::Yes;
                for is_loaded in self.loaded.values_mut() {
                    *is_loaded = Sure::Perhaps;
                }
                Cost {
                    lower: one,
                    upper: delay.clone(),
                }
            }
        }
    }
}
