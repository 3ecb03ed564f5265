//! The words that each link carried.

use super::hashing::NumberMap;
use super::topology::{Link, Topology};

/// Links of a node that are searched linearly.
pub const MOST_IN_ROW: usize = 32;

/// The words that each link carried.
#[derive(Clone, Debug)]
pub enum LinkLoads {
    /// By number of the link, as long as each has fewer than 2^32 words.
    Few(Vec<u32>),
    /// By number of the link.
    Dense(Vec<u64>),
    /// Only links that were used, if a topology has too many.
    Used(UsedLinks),
}

/// Links that were used, by node, as most nodes of a large network use few, and all nodes use theirs in
/// turn.
#[derive(Clone, Debug, Default)]
pub struct UsedLinks {
    /// By the node that they leave, the upper halves of the links used first, with their words.
    pub rows: Vec<Vec<(u32, u32)>>,
    /// By number, the words of the others, and those that overflow the counts of a row.
    others: NumberMap<u64>,
}

impl LinkLoads {
    /// No words yet on any link of this topology.
    pub fn new(topology: &Topology) -> Self {
        match topology.link_numbers() {
            Some(numbers) => Self::Few(vec![0; numbers]),
            None => Self::Used(UsedLinks::default()),
        }
    }

    /// Adds words to those of a link.
    #[inline]
    pub fn add(&mut self, link: Link, words: u64) {
        match self {
            Self::Few(loads) => {
                let load = &mut loads[link.0 as usize];
                let sum = u64::from(*load) + words;
                if let Ok(sum) = u32::try_from(sum) {
                    *load = sum;
                } else {
                    let mut loads: Vec<u64> = loads.iter().copied().map(u64::from).collect();
                    loads[link.0 as usize] = sum;
                    *self = Self::Dense(loads);
                }
            }
            Self::Dense(loads) => loads[link.0 as usize] += words,
            Self::Used(loads) => loads.add(link, words),
        }
    }

    /// The link with the most words, and their number; of several the one with the lowest number. `None`
    /// if no link carried a word.
    pub fn busiest(&self) -> Option<(Link, u64)> {
        let busier = |best: Option<(u64, u64)>, (link, words): (u64, u64)| match best {
            Some((other, most)) if most > words || (most == words && other < link) => best,
            _ => Some((link, words)),
        };
        let best = match self {
            Self::Few(loads) => {
                let loads = loads.iter().copied().map(u64::from);
                (0..).zip(loads).fold(None, busier)
            }
            Self::Dense(loads) => (0..).zip(loads.iter().copied()).fold(None, busier),
            Self::Used(loads) => loads.all().fold(None, busier),
        };
        (best.filter(|(_, words)| *words > 0)).map(|(link, words)| (Link(link), words))
    }
}

impl UsedLinks {
    /// Adds words to those of a link.
    pub fn add(&mut self, Link(link): Link, words: u64) {
        let (node, shift) = halves(link);
        if self.rows.len() <= node {
            self.rows.resize_with(node + 1, Vec::new);
        }
        let row = &mut self.rows[node];
        let known = row.iter().position(|(own, _)| *own == shift);
        let at = known.unwrap_or(row.len());
        if at == row.len() && at < MOST_IN_ROW {
            row.push((shift, 0));
        }
        let load = row.get(at).map_or(0, |(_, load)| u64::from(*load));
        match (row.get_mut(at), u32::try_from(load + words)) {
            (Some((_, load)), Ok(sum)) => *load = sum,
            _ => *self.others.entry(link).or_default() += words,
        }
    }

    /// Each link once or twice; the largest of its counts is the sum of its words.
    pub fn all(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let rows = self.rows.iter().zip(0_u64..).flat_map(|(row, node)| {
            (row.iter())
                .map(move |(shift, words)| (u64::from(*shift) << 32 | node, u64::from(*words)))
        });
        let others = (self.others.iter()).map(|(link, words)| (*link, words + self.in_row(*link)));
        rows.chain(others)
    }

    /// The words of a link that are in the row of its node.
    fn in_row(&self, link: u64) -> u64 {
        let (node, shift) = halves(link);
        let row = self.rows.get(node).map_or(&[][..], Vec::as_slice);
        let own = row.iter().find(|(own, _)| *own == shift);
        own.map_or(0, |(_, words)| u64::from(*words))
    }
}

/// The node that a link of a complete graph leaves, and the distance to its other end.
fn halves(link: u64) -> (usize, u32) {
    (link as u32 as usize, (link >> 32) as u32)
}
