//! The abstract values of the variables of an algorithm at one point.

use std::collections::{BTreeMap, BTreeSet};

use super::polynomial::Polynomial;
use super::symbol::Symbols;
use crate::program::{ArrayId, ScalarId};

/// An abstract value, as a function of unknowns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ProofValue {
    /// An int.
    Whole(Polynomial),
    /// A real or a bool; processors that agree up to this level have the same value.
    Other(u32),
}

impl ProofValue {
    /// The level of the value: processors that agree in all blocks up to this level have the same value.
    pub fn level(&self, symbols: &Symbols) -> u32 {
        match self {
            Self::Whole(value) => symbols.level(value),
            Self::Other(level) => *level,
        }
    }

    /// The polynomial of an int.
    pub fn whole(&self) -> Option<&Polynomial> {
        match self {
            Self::Whole(value) => Some(value),
            Self::Other(_) => None,
        }
    }
}

/// A statement that creates arrays, reached by one path of calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct CreationSite {
    /// Its number.
    pub number: u32,
    /// The number of enclosing blocks: every processor of this level creates its own array.
    pub level: u32,
}

/// The abstract value of an array.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct ProofArray {
    /// The sites at which it may have been created. None if it may be any array.
    pub sites: Option<BTreeSet<CreationSite>>,
    /// Its lengths.
    pub dimensions: Vec<Polynomial>,
    /// Which part of the created array it is.
    pub extent: PartExtent,
}

/// Which part of the created array a name denotes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum PartExtent {
    /// All of it.
    Whole,
    /// The given part of each dimension.
    Part(Vec<DimensionPart>),
    /// An unknown part.
    Unknown,
}

/// The part of a dimension.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum DimensionPart {
    /// A single index.
    At(Polynomial),
    /// From this index on; the lengths of the part determine the end.
    From(Polynomial),
}

impl ProofArray {
    /// Whether this array of a processor may be the same as `other` of another processor, if the two
    /// processors agree below the level `differ` and differ at it.
    pub fn may_be(&self, other: &Self, differ: u32) -> bool {
        match (&self.sites, &other.sites) {
            (Some(own), Some(others)) => own.intersection(others).any(|site| site.level < differ),
            _ => true,
        }
    }
}

/// The abstract values of the variables of one algorithm.
#[derive(Debug, Clone, Default)]
pub(super) struct ProofState {
    /// Scalars; a missing one has an unknown value.
    pub scalars: BTreeMap<ScalarId, ProofValue>,
    /// Arrays; a missing one was not created yet.
    pub arrays: BTreeMap<ArrayId, ProofArray>,
}

impl ProofState {
    /// The state where two paths join. Processors that agree up to `level` take the same path.
    pub fn join(self, other: Self, level: u32, symbols: &mut Symbols) -> Self {
        let mut joined = Self::default();
        for (id, value) in self.scalars {
            let Some(second) = other.scalars.get(&id) else {
                continue;
            };
            let value = if value == *second {
                value
            } else {
                let level = level.max(value.level(symbols)).max(second.level(symbols));
                match value {
                    ProofValue::Whole(_) => {
                        ProofValue::Whole(Polynomial::atom(symbols.unknown(level)))
                    }
                    ProofValue::Other(_) => ProofValue::Other(level),
                }
            };
            joined.scalars.insert(id, value);
        }
        for (id, known) in self.arrays {
            let Some(second) = other.arrays.get(&id) else {
                // Created on one path only: a later use refers to this array, or is a fault.
                joined.arrays.insert(id, known);
                continue;
            };
            joined
                .arrays
                .insert(id, either(known, second, level, symbols));
        }
        for (id, known) in other.arrays {
            joined.arrays.entry(id).or_insert(known);
        }
        joined
    }
}

/// An array that is one of two. Processors that agree up to `level` have the same one.
pub(super) fn either(
    one: ProofArray,
    other: &ProofArray,
    level: u32,
    symbols: &mut Symbols,
) -> ProofArray {
    if one == *other {
        return one;
    }
    let sites = match (one.sites, &other.sites) {
        (Some(mut sites), Some(others)) => {
            sites.extend(others);
            Some(sites)
        }
        _ => None,
    };
    let dimensions = (one.dimensions.into_iter().zip(&other.dimensions))
        .map(|(own, other)| {
            if own == *other {
                own
            } else {
                let level = level.max(symbols.level(&own)).max(symbols.level(other));
                Polynomial::atom(symbols.unknown(level))
            }
        })
        .collect();
    let extent = if one.extent == other.extent {
        one.extent
    } else {
        PartExtent::Unknown
    };
    ProofArray {
        sites,
        dimensions,
        extent,
    }
}
