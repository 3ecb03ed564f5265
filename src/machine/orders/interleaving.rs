//! Interleavings: the orders in which the processors of an asynchronous block access the global memory.
//!
//! Between two accesses a processor touches only its own memory. So the orders of the accesses, one at a
//! time, cover everything that the paces of the processors can cause. A legal section gives the same
//! result under each of them. For an illegal one, two interleavings with different results prove that
//! the pace matters. Adversarial ones come first: all in lockstep, one processor far ahead of all
//! others, or far behind them.

use std::fmt;

use crate::engine::lanes::selection::Lane;

/// An order of the accesses, written as a token with which a run can be repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Interleaving {
    /// The first access of every processor, then the second of every processor, and so on, each time in
    /// ascending order of the processors.
    Lockstep,
    /// One processor after the other up to its barrier, in ascending order.
    Ascending,
    /// One processor after the other up to its barrier, in descending order.
    Descending,
    /// This one reaches its barrier before any other begins; the others run in lockstep.
    Ahead(Lane),
    /// This one begins when all others, in lockstep, have reached their barrier.
    Behind(Lane),
    /// One access at a time, of a processor drawn from this seed.
    Random(u64),
    /// One access of each of these in this order; a processor that cannot make one is skipped. The rest
    /// is executed in ascending order.
    Turns(Vec<Lane>),
}

impl Interleaving {
    /// Reads a token.
    pub fn parse(token: &str) -> Option<Self> {
        Some(match token.split_once(':') {
            None => match token {
                "lockstep" => Self::Lockstep,
                "ascending" => Self::Ascending,
                "descending" => Self::Descending,
                _ => return None,
            },
            Some(("ahead", number)) => Self::Ahead(number.parse().ok()?),
            Some(("behind", number)) => Self::Behind(number.parse().ok()?),
            Some(("random", seed)) => Self::Random(seed.parse().ok()?),
            Some(("turns", list)) => {
                let numbers = list.split(',').map(|number| number.trim().parse().ok());
                Self::Turns(numbers.collect::<Option<_>>()?)
            }
            Some(_) => return None,
        })
    }

    /// The first `count` to try on blocks of up to `processors`.
    pub fn to_explore(count: u64, processors: u64, seed: u64) -> impl Iterator<Item = Self> {
        let last = u32::try_from(processors.saturating_sub(1)).unwrap_or(u32::MAX);
        let mut chosen = vec![0, last, last / 2, 1];
        chosen.retain(|lane| *lane <= last);
        let mut seen = Vec::new();
        chosen.retain(|lane| {
            let new = !seen.contains(lane);
            seen.push(*lane);
            new
        });
        let adversarial = [Self::Lockstep, Self::Ascending, Self::Descending]
            .into_iter()
            .chain(chosen.clone().into_iter().map(Self::Ahead))
            .chain(chosen.into_iter().map(Self::Behind));
        let random = (0..).map(move |number| Self::Random(seed.wrapping_add(number)));
        adversarial.chain(random).take(count as usize)
    }
}

impl fmt::Display for Interleaving {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lockstep => formatter.write_str("lockstep"),
            Self::Ascending => formatter.write_str("ascending"),
            Self::Descending => formatter.write_str("descending"),
            Self::Ahead(lane) => write!(formatter, "ahead:{lane}"),
            Self::Behind(lane) => write!(formatter, "behind:{lane}"),
            Self::Random(seed) => write!(formatter, "random:{seed}"),
            Self::Turns(list) => {
                let numbers: Vec<String> = list.iter().map(Lane::to_string).collect();
                write!(formatter, "turns:{}", numbers.join(","))
            }
        }
    }
}
