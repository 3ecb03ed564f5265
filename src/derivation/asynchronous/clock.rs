//! The clock of one processor of the asynchronous PRAM, followed with symbols.
//!
//! A local instruction takes 1, a run of k consecutive accesses d + k − 1. An access continues the open
//! run, unless its address was computed from a value loaded in this run. If it is unknown whether a run
//! is open, an access takes from 1 to d.

use std::collections::BTreeMap;

use crate::derivation::algebra::formula::Formula;
use crate::derivation::cost::CostBounds;

/// Three-valued truth: a fact that may depend on data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::derivation) enum Certainty {
    /// It does not hold.
    #[default]
    No,
    /// It depends on data, or on the path taken.
    Perhaps,
    /// It holds.
    Yes,
}

impl Certainty {
    /// The value after two paths, either of which may have been taken.
    pub fn either(self, other: Self) -> Self {
        if self == other { self } else { Self::Perhaps }
    }
}

/// The holder of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::derivation) enum ValueSource {
    /// A scalar of an activation, by the depth of the call.
    Scalar(usize, usize),
    /// A private array of an activation; its elements are not distinguished.
    Array(usize, usize),
    /// A value that was read in the current statement.
    Read(u32),
}

/// A timed event of a statement, in the order of evaluation.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::derivation) enum Tick {
    /// A local instruction.
    Local,
    /// A read of shared memory with its number, and the sources of its address.
    Read(u32, Vec<ValueSource>),
    /// A write to shared memory, and the sources of its address.
    Write(Vec<ValueSource>),
    /// Ticks that `and` or `or` may skip.
    Perhaps(Vec<Self>),
}

/// The current run of accesses of a processor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::derivation) struct Clock {
    /// Whether a run is open.
    open: Certainty,
    /// The holders of values that were loaded in the run.
    loaded: BTreeMap<ValueSource, Certainty>,
}

impl Clock {
    /// Whether the next access starts a new run in any case.
    pub fn is_closed(&self) -> bool {
        self.open == Certainty::No
    }

    /// Whether a value computed from these sources was loaded in the run.
    pub fn is_loaded(&self, made_from: &[ValueSource]) -> Certainty {
        let each = made_from.iter().map(|source| self.holds(*source));
        each.max().unwrap_or_default()
    }

    /// Whether the source holds a value loaded in the run.
    pub fn holds(&self, source: ValueSource) -> Certainty {
        self.loaded.get(&source).copied().unwrap_or_default()
    }

    /// Records whether the source holds a value loaded in the run.
    pub fn hold(&mut self, source: ValueSource, is_loaded: Certainty) {
        if is_loaded == Certainty::No {
            self.loaded.remove(&source);
        } else {
            self.loaded.insert(source, is_loaded);
        }
    }

    /// Assigns a value computed from these sources to a scalar.
    pub fn set(&mut self, scalar: ValueSource, made_from: &[ValueSource]) {
        let is_loaded = self.is_loaded(made_from);
        self.hold(scalar, is_loaded);
    }

    /// Assigns a value computed from these sources to an element of an array.
    pub fn set_element(&mut self, array: ValueSource, made_from: &[ValueSource]) {
        let is_loaded = self.is_loaded(made_from).max(self.holds(array));
        self.hold(array, is_loaded);
    }

    /// Ends the statement.
    pub fn end_statement(&mut self) {
        (self.loaded).retain(|source, _| !matches!(source, ValueSource::Read(_)));
    }

    /// The state after two paths, either of which may have been taken.
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

    /// The time of a statement. None if a formula becomes too large.
    pub fn execute(&mut self, ticks: &[Tick], delay: &Formula) -> Option<CostBounds> {
        if ticks.is_empty() {
            *self = Self::default();
            return Some(CostBounds::exactly(Formula::number(1)));
        }
        let mut total = CostBounds::default();
        for tick in ticks {
            let cost = match tick {
                Tick::Local => {
                    *self = Self::default();
                    CostBounds::exactly(Formula::number(1))
                }
                Tick::Read(number, address) => {
                    let cost = self.access(address, delay);
                    self.hold(ValueSource::Read(*number), Certainty::Yes);
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

    fn access(&mut self, address: &[ValueSource], delay: &Formula) -> CostBounds {
        let one = Formula::number(1);
        match (self.open, self.is_loaded(address)) {
            (Certainty::Yes, Certainty::No) => CostBounds::exactly(one),
            (Certainty::No, _) | (_, Certainty::Yes) => {
                *self = Self {
                    open: Certainty::Yes,
                    loaded: BTreeMap::new(),
                };
                CostBounds::exactly(delay.clone())
            }
            _ => {
                self.open = Certainty::Yes;
                for is_loaded in self.loaded.values_mut() {
                    *is_loaded = Certainty::Perhaps;
                }
                CostBounds {
                    lower: one,
                    upper: delay.clone(),
                }
            }
        }
    }
}
