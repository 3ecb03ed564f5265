//! The processors of asynchronous blocks that stand before an access, in the order in which an
//! interleaving lets them make it.

use std::collections::BTreeMap;

use super::interleaving::Interleaving;
use crate::engine::lanes::selection::Lane;

/// A processor that stands before an access, as far as the order depends on it.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Its number in its block.
    pub number: Lane,
    /// How many accesses it has made; where processors meet at a barrier, the most count.
    pub accesses: u64,
    /// Its block, by the team's serial number.
    pub block: u64,
}

/// What processors are ordered by. The first two parts depend on the interleaving, the others tell
/// processors of equal rank apart.
type Key = (u64, u64, u64, Lane);

/// Those who stand before an access, each with what belongs to it.
#[derive(Debug, Clone)]
pub struct Order<T> {
    standing: BTreeMap<Key, T>,
    /// How many accesses were given away so far, or entries of a list of turns.
    moment: u64,
    /// The highest number so far.
    highest: Lane,
}

impl<T> Default for Order<T> {
    fn default() -> Self {
        Self {
            standing: BTreeMap::new(),
            moment: 0,
            highest: 0,
        }
    }
}

impl<T> Order<T> {
    /// One more.
    pub fn add(&mut self, interleaving: &Interleaving, place: Place, standing: T) {
        let Place {
            number,
            accesses,
            block,
        } = place;
        self.highest = self.highest.max(number);
        let (rank, then) = match interleaving {
            Interleaving::Lockstep => (0, accesses),
            Interleaving::Ahead(first) => (u64::from(number != *first), accesses),
            Interleaving::Behind(last) => (u64::from(number == *last), accesses),
            Interleaving::Ascending | Interleaving::Random(_) | Interleaving::Turns(_) => {
                (0, number.into())
            }
            Interleaving::Descending => (0, u64::MAX - u64::from(number)),
        };
        self.standing.insert((rank, then, block, number), standing);
    }

    /// The one who makes the next access.
    pub fn take(&mut self, interleaving: &Interleaving) -> Option<T> {
        let key = match interleaving {
            Interleaving::Random(seed) => {
                let mixed = crate::machine::rules::store::mix(
                    seed ^ crate::machine::rules::store::mix(self.moment),
                );
                self.moment += 1;
                let drawn = mixed % (u64::from(self.highest) + 1);
                self.at_or_behind(drawn)
            }
            Interleaving::Turns(list) => self.in_list(list),
            _ => None,
        };
        match key {
            Some(key) => self.standing.remove(&key),
            None => self.standing.pop_first().map(|(_, standing)| standing),
        }
    }

    /// The first whose number is this one or a higher one; none where there is no higher one.
    fn at_or_behind(&self, number: u64) -> Option<Key> {
        let from = (0, number, 0, 0);
        self.standing.range(from..).next().map(|(key, _)| *key)
    }

    /// The next in a list of those who stand here.
    fn in_list(&mut self, list: &[Lane]) -> Option<Key> {
        if self.standing.is_empty() {
            return None;
        }
        while let Some(number) = list.get(self.moment as usize) {
            self.moment += 1;
            let number = u64::from(*number);
            if let Some(key) = self.at_or_behind(number).filter(|key| key.1 == number) {
                return Some(key);
            }
        }
        None
    }
}
