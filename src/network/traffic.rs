//! What the messages of a run load onto the network.

use super::hashing::NumberMap;
use super::topology::{Link, Topology};

/// The traffic of a run so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages that were sent.
    pub messages: u64,
    /// Words in them.
    pub words: u64,
    /// Words times the links of their routes.
    pub word_hops: u64,
    /// The link with the most words, and these; of several the one with the least number. With
    /// half duplex both directions count together. None if no word took a link.
    pub busiest_link: Option<(Link, u64)>,
    /// Headers that found a link taken.
    pub link_waits: u64,
    /// Receptions that found the in-port taken, and messages that waited for an out-port.
    pub port_waits: u64,
    /// The most words that had arrived at one processor and were not yet received.
    pub largest_buffer_words: u64,
}

/// The words that took each link.
#[derive(Clone, Debug)]
pub(super) enum LinkLoads {
    /// By number of the link, as long as each has fewer than 2^32 words.
    Few(Vec<u32>),
    /// By number of the link.
    Dense(Vec<u64>),
    /// Only links that were used, where a topology has too many.
    Sparse(NumberMap<u64>),
}

impl LinkLoads {
    pub fn new(topology: &Topology) -> Self {
        match topology.link_numbers() {
            Some(numbers) => Self::Few(vec![0; numbers]),
            None => Self::Sparse(NumberMap::default()),
        }
    }

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
            Self::Sparse(loads) => *loads.entry(link.0).or_default() += words,
        }
    }

    /// The link with the most words, and these.
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
            Self::Sparse(loads) => (loads.iter())
                .map(|(link, words)| (*link, *words))
                .fold(None, busier),
        };
        (best.filter(|(_, words)| *words > 0)).map(|(link, words)| (Link(link), words))
    }
}
