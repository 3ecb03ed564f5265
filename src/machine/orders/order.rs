//! The processors of asynchronous blocks that are before an access, in the order in which an
//! interleaving lets them make it.

use std::cmp::Reverse;

use super::interleaving::Interleaving;
use super::numbers::Numbers;
use crate::engine::lanes::selection::Lane;
use crate::machine::rules::store::mix;

/// A processor that is before an access, as far as the order depends on it.
#[derive(Debug, Clone, Copy)]
pub struct OrderedProcessor {
    /// Its number in its block.
    pub number: Lane,
    /// The accesses it has made; processors that meet at a barrier take over the maximum.
    pub accesses: u64,
    /// Its block, by the team's serial number.
    pub block: u64,
    /// The number of processors of the block.
    pub width: usize,
}

/// What the interleaving compares before the numbers of the processors: whether one comes after all
/// others, and how many accesses it has made.
type Rank = (bool, u64);

/// The processors that are before an access, each with a value of its own.
#[derive(Debug, Clone)]
pub struct AccessOrder<T> {
    /// By block. Usually there is one.
    lines: Vec<Line<T>>,
    /// The accesses drawn so far, or the entries used of a list of processors.
    moment: u64,
    /// The highest number so far.
    highest: Lane,
}

#[derive(Debug, Clone)]
struct Line<T> {
    block: u64,
    /// By number.
    standing: Vec<Option<T>>,
    /// Their numbers, by rank, in descending order. Few ranks occur at a time.
    ranks: Vec<(Rank, Numbers)>,
    /// An empty set of numbers, kept for the next rank.
    spare: Option<Numbers>,
}

impl<T> Default for AccessOrder<T> {
    fn default() -> Self {
        Self {
            lines: Vec::new(),
            moment: 0,
            highest: 0,
        }
    }
}

impl<T> AccessOrder<T> {
    /// Adds a processor.
    pub fn add(&mut self, interleaving: &Interleaving, place: OrderedProcessor, standing: T) {
        let OrderedProcessor { number, block, .. } = place;
        self.highest = self.highest.max(number);
        let found = self.lines.iter().position(|line| line.block == block);
        let at = found.unwrap_or_else(|| {
            self.lines.retain(|line| !line.is_empty());
            self.lines.push(Line::new(block, place.width));
            self.lines.len() - 1
        });
        self.lines[at].add(rank(interleaving, place), number as usize, standing);
    }

    /// Takes out the processor that makes the next access.
    pub fn take(&mut self, interleaving: &Interleaving) -> Option<T> {
        match interleaving {
            Interleaving::Random(seed) => {
                let mixed = mix(seed ^ mix(self.moment));
                self.moment += 1;
                let drawn = mixed % (u64::from(self.highest) + 1);
                self.take_from(drawn as usize)
            }
            Interleaving::Turns(list) => self.take_in_list(list),
            Interleaving::Descending => self.take_least(|line| {
                let number = line.numbers()?.last()?;
                Some((Reverse(number), number))
            }),
            Interleaving::Lockstep | Interleaving::Ahead(_) | Interleaving::Behind(_) => {
                self.take_least(|line| Some((line.ranks.last()?.0, line.at_or_after(0)?)))
            }
            Interleaving::Ascending => self.take_from(0),
        }
    }

    /// Each block offers one of its processors, with a key: takes out the one with the smallest key, of
    /// equal ones that of the block opened first.
    fn take_least<K: Ord>(&mut self, offer: impl Fn(&Line<T>) -> Option<(K, usize)>) -> Option<T> {
        let offers = self.lines.iter().enumerate().filter_map(|(at, line)| {
            let (key, number) = offer(line)?;
            Some(((key, line.block), number, at))
        });
        let (_, number, at) = offers.min_by(|(a, ..), (b, ..)| a.cmp(b))?;
        self.lines[at].take_out(number)
    }

    /// Takes out the first processor whose number is at least this one; if there is none, the first.
    fn take_from(&mut self, number: usize) -> Option<T> {
        let from =
            |number: usize| move |line: &Line<T>| line.at_or_after(number).map(|at| (at, at));
        let taken = self.take_least(from(number));
        taken.or_else(|| self.take_least(from(0)))
    }

    /// Takes out the processor that is next in the list, of those before an access; after the end of the
    /// list, the one with the lowest number.
    fn take_in_list(&mut self, list: &[Lane]) -> Option<T> {
        if self.lines.iter().all(Line::is_empty) {
            return None;
        }
        while let Some(number) = list.get(self.moment as usize) {
            self.moment += 1;
            let number = *number as usize;
            let stands = |line: &Line<T>| {
                let stands = line.at_or_after(number) == Some(number);
                stands.then_some(((), number))
            };
            if let Some(taken) = self.take_least(stands) {
                return Some(taken);
            }
        }
        self.take_from(0)
    }
}

fn rank(interleaving: &Interleaving, place: OrderedProcessor) -> Rank {
    let OrderedProcessor {
        number, accesses, ..
    } = place;
    match interleaving {
        Interleaving::Lockstep => (false, accesses),
        Interleaving::Ahead(first) => (number != *first, accesses),
        Interleaving::Behind(last) => (number == *last, accesses),
        Interleaving::Ascending
        | Interleaving::Descending
        | Interleaving::Random(_)
        | Interleaving::Turns(_) => (false, 0),
    }
}

impl<T> Line<T> {
    fn new(block: u64, width: usize) -> Self {
        Self {
            block,
            standing: (0..width).map(|_| None).collect(),
            ranks: Vec::new(),
            spare: None,
        }
    }

    fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    fn add(&mut self, rank: Rank, number: usize, standing: T) {
        let place = self.ranks.binary_search_by(|(other, _)| rank.cmp(other));
        let at = place.unwrap_or_else(|at| {
            let width = self.standing.len();
            let numbers = self.spare.take().unwrap_or_else(|| Numbers::below(width));
            self.ranks.insert(at, (rank, numbers));
            at
        });
        self.ranks[at].1.insert(number);
        self.standing[number] = Some(standing);
    }

    /// The numbers of the least rank.
    fn numbers(&self) -> Option<&Numbers> {
        self.ranks.last().map(|(_, numbers)| numbers)
    }

    /// The first of the lowest rank whose number is not less than this one.
    fn at_or_after(&self, number: usize) -> Option<usize> {
        self.numbers()?.at_or_after(number)
    }

    /// Takes out one of the lowest rank.
    fn take_out(&mut self, number: usize) -> Option<T> {
        let (_, numbers) = self.ranks.last_mut()?;
        numbers.remove(number);
        if numbers.is_empty() {
            self.spare = self.ranks.pop().map(|(_, numbers)| numbers);
        }
        self.standing[number].take()
    }
}
