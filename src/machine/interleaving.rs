//! Interleavings: in which order the processors of an asynchronous block execute their sections.
//!
//! A legal section gives the same result under each of them. For an illegal one, two that end
//! differently prove that the pace matters. Adversarial ones come first: one processor far ahead
//! of all others, or far behind.

use std::fmt;

use super::lanes::{Lane, Lanes};

/// An order of execution, written as a token by which a run can be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Interleaving {
    /// All side by side.
    #[default]
    Lockstep,
    /// One after the other, the lowest number first.
    Ascending,
    /// One after the other, the highest number first.
    Descending,
    /// This one goes to its barrier before any other begins.
    Ahead(Lane),
    /// This one begins when all others are at their barrier.
    Behind(Lane),
    /// One statement of somebody, drawn from this seed, after the other.
    Random(u64),
}

/// Into how many groups the processors of a block are split at most.
const GROUPS: u32 = 256;

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

    /// The groups in which the processors of a block go.
    pub fn groups(self, width: u32) -> Vec<Lanes> {
        let without = |one: Lane| Lanes::listed((0..width).filter(|lane| *lane != one).collect());
        let groups = match self {
            Self::Lockstep => vec![Lanes::All(width)],
            Self::Ahead(one) | Self::Behind(one) if one < width => {
                vec![Lanes::listed(vec![one]), without(one)]
            }
            Self::Ahead(_) | Self::Behind(_) => vec![Lanes::All(width)],
            Self::Ascending | Self::Descending | Self::Random(_) => {
                let each = width.div_ceil(GROUPS.min(width)) as usize;
                let lanes: Vec<Lane> = (0..width).collect();
                lanes
                    .chunks(each)
                    .map(|chunk| Lanes::listed(chunk.to_vec()))
                    .collect()
            }
        };
        let whole = |lanes: Lanes| match lanes {
            Lanes::Some(list) if list.len() == width as usize => Lanes::All(width),
            other => other,
        };
        groups
            .into_iter()
            .filter(|lanes| !lanes.is_empty())
            .map(whole)
            .collect()
    }

    /// Which of several groups executes its next statement, by the numbers of their first
    /// processors and whether they hold the one that is ahead or behind; `moment` counts the
    /// choices so far.
    pub fn choose(self, firsts: &[(Lane, bool)], moment: u64) -> usize {
        let by = |better: fn(Lane, Lane) -> bool| {
            let mut best = 0;
            for (at, (first, _)) in firsts.iter().enumerate() {
                if better(*first, firsts[best].0) {
                    best = at;
                }
            }
            best
        };
        match self {
            Self::Lockstep | Self::Ascending => by(|a, b| a < b),
            Self::Descending => by(|a, b| a > b),
            Self::Ahead(_) => firsts.iter().position(|(_, marked)| *marked).unwrap_or(0),
            Self::Behind(_) => firsts.iter().position(|(_, marked)| !*marked).unwrap_or(0),
            Self::Random(seed) => {
                let mixed = super::commit::mix(seed ^ super::commit::mix(moment));
                let mut order: Vec<usize> = (0..firsts.len()).collect();
                order.sort_by_key(|at| firsts[*at].0);
                order[(mixed % firsts.len() as u64) as usize]
            }
        }
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
        }
    }
}
