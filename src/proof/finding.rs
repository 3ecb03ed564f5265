//! What was found out about each access of a program.

use std::collections::BTreeMap;

use crate::program::accesses::Access;

/// What holds of an access for every input and every size. Everything does until a question about
/// it stays open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
// Five statements that hold or do not, each for itself.
#[allow(clippy::struct_excessive_bools)]
pub struct Exclusivity {
    /// In a step, where all reads are one moment, no two processors meet in a cell through it.
    pub per_step: bool,
    /// The same where the k-th access of a processor meets only the k-th of the others.
    pub per_access: bool,
    /// All who write a cell together through it write the same value. True of every read.
    pub common: bool,
    /// In a section of the asynchronous machine it meets no access of another processor.
    pub per_section: bool,
    /// The same, where processors that only read may meet.
    pub per_section_of_writes: bool,
}

impl Exclusivity {
    /// Nothing left to ask.
    pub const PROVED: Self = Self {
        per_step: true,
        per_access: true,
        common: true,
        per_section: true,
        per_section_of_writes: true,
    };
    /// Nothing known.
    pub const OPEN: Self = Self {
        per_step: false,
        per_access: false,
        common: false,
        per_section: false,
        per_section_of_writes: false,
    };

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            per_step: self.per_step && other.per_step,
            per_access: self.per_access && other.per_access,
            common: self.common && other.common,
            per_section: self.per_section && other.per_section,
            per_section_of_writes: self.per_section_of_writes && other.per_section_of_writes,
        }
    }
}

/// What was found out, by access: a table that needs nothing else. Where an access is exclusive per
/// step, whoever executes the program need not watch it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    of: BTreeMap<Access, Exclusivity>,
    /// The proof was given up: nothing is known.
    given_up: bool,
}

impl Findings {
    /// What is known of an access; of one that was never come by, nothing.
    pub fn of(&self, access: Access) -> Exclusivity {
        if self.given_up {
            return Exclusivity::OPEN;
        }
        self.of.get(&access).copied().unwrap_or(Exclusivity::OPEN)
    }

    /// All accesses that were come by.
    pub fn all(&self) -> impl Iterator<Item = (Access, Exclusivity)> {
        (self.of.keys()).map(|access| (*access, self.of(*access)))
    }

    /// Notes that an access was come by.
    pub(super) fn see(&mut self, access: Access) {
        self.of.entry(access).or_insert(Exclusivity::PROVED);
    }

    /// Notes that no more than this holds of an access.
    pub(super) fn limit(&mut self, access: Access, to: Exclusivity) {
        let known = self.of.entry(access).or_insert(Exclusivity::PROVED);
        *known = known.and(to);
    }

    /// Notes that nothing is known.
    pub(super) fn give_up(&mut self) {
        self.given_up = true;
    }
}
