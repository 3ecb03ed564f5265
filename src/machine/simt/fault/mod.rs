//! What goes wrong in a kernel only: races, barriers that not all items reach, groups that do not fit.

mod english;

use super::counts::ExceededLimit;
use crate::diagnostic::{Code, Places, Words};
use crate::source::Span;
use crate::syntax::vocabulary::Vocabulary;

/// What went wrong in a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KernelFault {
    /// Two accesses of one cell that nothing orders.
    Race(Box<KernelRace>),
    /// A barrier that not all items of a group reach.
    Barrier {
        /// The items that come to it.
        reached: u64,
        /// The items that should: those that did not leave by `vrati`.
        of: u64,
        group: String,
        /// Where others are: another barrier, or the header of the kernel, whose end they have reached.
        others: Span,
    },
    /// A group that a unit cannot hold.
    DoesNotFit {
        limit: ExceededLimit,
        items: u64,
        /// What a group needs.
        needed: u64,
        /// What there is.
        most: u64,
        /// The most items of a group that fits.
        largest: u64,
    },
    /// Groups without items.
    NoItems,
    /// What only a kernel contains, outside of one.
    Outside,
}

/// Two accesses of one cell that nothing orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelRace {
    /// The cell as users name it.
    pub cell: String,
    /// The group of both, or `None` if each is of another.
    pub group: Option<String>,
    /// The accesses, in the order of execution.
    pub accesses: [RacingAccess; 2],
}

/// The races of a run that goes on after them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KernelRaces {
    /// The number of racing accesses.
    pub count: u64,
    /// The first race of each pair of places in the source, at most [`KEPT_RACES`].
    pub found: Vec<KernelRace>,
}

/// The races of a run that are kept.
const KEPT_RACES: usize = 100;

impl KernelRaces {
    /// Adds a race.
    pub fn add(&mut self, race: KernelRace) {
        self.count += 1;
        let places = |race: &KernelRace| race.accesses.each_ref().map(|one| (one.span, one.kind));
        let is_new = || (self.found.iter()).all(|known| places(known) != places(&race));
        if self.found.len() < KEPT_RACES && is_new() {
            self.found.push(race);
        }
    }
}

/// An access of a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RacingAccess {
    /// The item, or the group, as users name it: `t = 3`.
    pub who: String,
    pub span: Span,
    pub kind: RacingKind,
}

/// What an access of a race does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RacingKind {
    Read,
    Write,
    Atomic,
}

impl KernelFault {
    /// The row of the catalogue.
    pub fn code(&self) -> Code {
        match self {
            Self::Race(race) if race.group.is_some() => Code::GroupRace,
            Self::Race(_) => Code::RaceOfGroups,
            Self::Barrier { .. } => Code::PartialBarrier,
            Self::DoesNotFit { .. } | Self::NoItems => Code::GroupTooLarge,
            Self::Outside => Code::Misplaced,
        }
    }

    /// Its places, the one of the fault first.
    pub fn places(&self, span: Span) -> Places {
        let at = Places::at(self.code(), span);
        match self {
            Self::Race(race) => {
                let first = race.accesses[0].span;
                at.and((first != span).then_some(first))
            }
            Self::Barrier { others, .. } => at.and([*others]),
            Self::DoesNotFit { .. } | Self::NoItems | Self::Outside => at,
        }
    }

    /// The message, in one sentence.
    pub fn message(&self, vocabulary: Vocabulary) -> String {
        english::message(self, vocabulary)
    }

    /// The fault in words.
    pub fn words(&self, vocabulary: Vocabulary) -> Words {
        english::words(self, vocabulary)
    }
}
