//! A share of the work: `--shard 3/16` does units 3, 19, 35, … of a plan.

use std::fmt;
use std::str::FromStr;

use super::english;

/// The most shards of a plan.
pub const MOST: u32 = 10_000;

/// Shard K of M; K counts from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// K
    pub index: u32,
    /// M, at least 1.
    pub count: u32,
}

impl Shard {
    /// The only shard of a plan that is not divided.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Whether a unit of the plan belongs to it. Units count from 0.
    pub fn has(self, unit: usize) -> bool {
        unit % self.count as usize == self.index as usize
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (index, count) = text.split_once('/')?;
            Some((index.trim().parse().ok()?, count.trim().parse().ok()?))
        };
        let (index, count) = read().ok_or_else(english::no_shard)?;
        if !(1..=MOST).contains(&count) {
            return Err(english::shard_count(MOST));
        }
        let shard = Self { index, count };
        if index < count {
            Ok(shard)
        } else {
            Err(english::shard_index(index, count))
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}
