//! What the variables of an algorithm hold at one place of it, as far as that is known.

use std::collections::{BTreeMap, BTreeSet};

use super::polynomial::Polynomial;
use super::symbol::Symbols;
use crate::program::{ArrayId, ScalarId};

/// A value, as a function of what is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// An int.
    Whole(Polynomial),
    /// A real or a bool; processors that agree up to this level agree in it.
    Other(u32),
}

impl Value {
    /// Processors that agree up to this level of blocks agree in the value.
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

/// A place of the program, reached in one way, at which arrays are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Site {
    /// Which.
    pub number: u32,
    /// How many blocks are around it: every processor of this level makes one of its own.
    pub level: u32,
}

/// What is known of the array behind a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Known {
    /// It was made at one of these; none where it may be any array.
    pub sites: Option<BTreeSet<Site>>,
    /// Its lengths.
    pub dimensions: Vec<Polynomial>,
    /// What it is of the array that was made.
    pub extent: Extent,
}

/// What an array is of the one that was made.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Extent {
    /// All of it.
    Whole,
    /// What it takes of each dimension.
    Part(Vec<Place>),
    /// Any part of it.
    Unknown,
}

/// What a part of an array takes of a dimension.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// One place.
    At(Polynomial),
    /// From this place on, as far as the part's own lengths say.
    From(Polynomial),
}

impl Known {
    /// Whether this array of a processor may be that one of another, when the two processors
    /// differ at a level of blocks and agree below it.
    pub fn may_be(&self, other: &Self, differ: u32) -> bool {
        match (&self.sites, &other.sites) {
            (Some(own), Some(others)) => own.intersection(others).any(|site| site.level < differ),
            _ => true,
        }
    }
}

/// What the variables of one algorithm hold.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    /// Scalars; one that is missing holds anything.
    pub scalars: BTreeMap<ScalarId, Value>,
    /// Arrays; one that is missing was not made yet.
    pub arrays: BTreeMap<ArrayId, Known>,
}

impl State {
    /// What is known where two ways meet. Processors that agree up to `level` come by the same.
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
                    Value::Whole(_) => Value::Whole(Polynomial::atom(symbols.unknown(level))),
                    Value::Other(_) => Value::Other(level),
                }
            };
            joined.scalars.insert(id, value);
        }
        for (id, known) in self.arrays {
            let Some(second) = other.arrays.get(&id) else {
                // Made on one of the ways only: used behind them it is this one, or a fault.
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
pub(super) fn either(one: Known, other: &Known, level: u32, symbols: &mut Symbols) -> Known {
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
        Extent::Unknown
    };
    Known {
        sites,
        dimensions,
        extent,
    }
}
