//! The result of a proof: properties of each access of a program.

use std::collections::BTreeMap;

use crate::program::accesses::Access;

/// Properties of an access that hold for every input and every size. They are assumed to hold until a
/// proof fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
// Five independent properties.
#[allow(clippy::struct_excessive_bools)]
pub struct Exclusivity {
    /// Within a step, in which all reads are simultaneous, no two processors access the same cell
    /// through it.
    pub per_step: bool,
    /// As `per_step`, where the k-th access of a processor can only coincide with the k-th of others.
    pub per_access: bool,
    /// All processors that write the same cell through it write the same value. True for every read.
    pub common: bool,
    /// Within a section of the asynchronous machine, it shares no cell with an access of another
    /// processor.
    pub per_section: bool,
    /// As `per_section`, except that several processors may read the same cell.
    pub per_section_of_writes: bool,
}

impl Exclusivity {
    /// All properties hold.
    pub const PROVED: Self = Self {
        per_step: true,
        per_access: true,
        common: true,
        per_section: true,
        per_section_of_writes: true,
    };
    /// No property is known.
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

/// The properties of all accesses. An access that is exclusive per step need not be checked during
/// execution.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    of: BTreeMap<Access, Exclusivity>,
    /// Whether the proof was given up, so that nothing is known.
    given_up: bool,
}

impl Findings {
    /// The properties of an access; none if it was never reached.
    pub fn of(&self, access: Access) -> Exclusivity {
        if self.given_up {
            return Exclusivity::OPEN;
        }
        self.of.get(&access).copied().unwrap_or(Exclusivity::OPEN)
    }

    /// All accesses that were reached.
    pub fn all(&self) -> impl Iterator<Item = (Access, Exclusivity)> {
        (self.of.keys()).map(|access| (*access, self.of(*access)))
    }

    /// Records that an access was reached.
    pub(super) fn see(&mut self, access: Access) {
        self.of.entry(access).or_insert(Exclusivity::PROVED);
    }

    /// Restricts the properties of an access.
    pub(super) fn limit(&mut self, access: Access, to: Exclusivity) {
        let known = self.of.entry(access).or_insert(Exclusivity::PROVED);
        *known = known.and(to);
    }

    /// Records that nothing is known.
    pub(super) fn give_up(&mut self) {
        self.given_up = true;
    }
}
