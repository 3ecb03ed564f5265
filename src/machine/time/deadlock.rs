//! Deadlock: which barriers of an asynchronous block wait for each other when no processor can continue.
//!
//! A barrier waits for those of its processors that have not arrived. If these wait at other barriers,
//! and so on until one waits for a processor at the first, all of them wait for each other. Two that do
//! so are shown.

use std::collections::BTreeMap;

use super::parts::{Parked, ProcessorPart};
use crate::engine::lanes::selection::Lane;
use crate::source::Span;

/// How many waiting processors a message names.
pub(crate) const NAMED: usize = 8;

/// The processors that wait, by the part that synchronises at their barrier (`None`: all): each with the
/// number of its group among the waiting ones.
pub type WaitingLanes = BTreeMap<Option<ProcessorPart>, Vec<(Lane, usize)>>;

pub struct Barriers {
    barriers: Vec<Barrier>,
    /// By processor, where it waits.
    at: Vec<Option<Stand>>,
}

struct Barrier {
    /// The part that synchronises there; `None`: all.
    part: Option<ProcessorPart>,
    /// The processors that must arrive.
    members: ProcessorPart,
    /// The number of the group of the first processor that has arrived.
    parked: usize,
}

/// Where a processor waits.
#[derive(Debug, Clone, Copy)]
struct Stand {
    barrier: usize,
    /// The number of its group among the waiting ones.
    parked: usize,
}

/// A processor that waits for another, as messages name it.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitReport {
    /// The processor that waits.
    pub processor: String,
    pub waits_for: String,
    /// The first and the last number of the processors that synchronise at the barrier; `None`: all.
    pub part: Option<(Lane, Lane)>,
    /// The barrier in the source.
    pub span: Span,
}

/// A processor that waits for another.
#[derive(Debug, Clone, Copy)]
pub struct Waits {
    /// The processor that waits.
    pub processor: Lane,
    /// The part that synchronises at its barrier; `None`: all.
    pub part: Option<ProcessorPart>,
    /// The number of its group among the waiting ones.
    pub parked: usize,
    pub waits_for: Lane,
}

impl Barriers {
    /// The barriers of the groups that wait in a block of `width` processors.
    pub fn new(parked: &[&Parked], width: u32) -> Self {
        let mut here: WaitingLanes = BTreeMap::new();
        for (number, parked) in parked.iter().enumerate() {
            for (position, lane) in parked.group.lanes.iter().enumerate() {
                let part = parked.each.get(position).copied();
                // Of several parts, some may have passed their barrier already.
                if part.is_none_or(|part| parked.parts.contains_key(&part)) {
                    here.entry(part).or_default().push((lane, number));
                }
            }
        }
        Self::of(here, width)
    }

    /// The barriers of the processors that wait in a block of `width` processors.
    pub fn of(here: WaitingLanes, width: u32) -> Self {
        let mut at = vec![None; width as usize];
        let mut barriers = Vec::new();
        for (part, there) in here {
            let barrier = barriers.len();
            for &(lane, parked) in &there {
                at[lane as usize] = Some(Stand { barrier, parked });
            }
            let all = ProcessorPart {
                from: 0,
                to: width - 1,
            };
            let first = there.iter().min();
            barriers.push(Barrier {
                part,
                members: part.unwrap_or(all),
                parked: first.map_or(0, |(_, parked)| *parked),
            });
        }
        Self { barriers, at }
    }

    /// The barrier at which a processor waits, if it does.
    fn barrier_of(&self, lane: Lane) -> Option<usize> {
        self.at[lane as usize].map(|stand| stand.barrier)
    }

    /// Two processors that wait for each other at different barriers, if any processors wait for each
    /// other in a cycle: the lower one first.
    ///
    /// The processors of a barrier have consecutive numbers, so every cycle contains a cycle of two. In
    /// a longer one let m be the highest number, u the one before it, which waits for m, and z the one
    /// after it, for which m waits. If z ≤ u, m's barrier is u's too, and these two wait for each other.
    /// Otherwise u's barrier is z's too: if z waits at the same one as u, z and m wait for each other;
    /// if not, u waits for z, and the cycle without m is a shorter one.
    ///
    /// Of two barriers that wait for each other, take a processor v at one, and of those at the other
    /// the next one below it, u: no processor between them waits at u's barrier.
    pub fn ring(&self) -> Option<[Waits; 2]> {
        let mut next = vec![u32::MAX; self.at.len()];
        let mut last = vec![u32::MAX; self.barriers.len()];
        for lane in (0..self.at.len()).rev() {
            if let Some(stand) = self.at[lane] {
                next[lane] = std::mem::replace(&mut last[stand.barrier], lane as Lane);
            }
        }
        let begins = self
            .at
            .iter()
            .map(|stand| stand.map_or(u32::MAX, |stand| self.barriers[stand.barrier].members.from));
        let begins = Least::of(begins);
        (0..self.at.len() as Lane).find_map(|low| {
            let barrier = &self.barriers[self.barrier_of(low)?];
            let end = barrier.members.to.min(next[low as usize] - 1);
            let high = begins.first_at_most(low, low + 1, end)?;
            Some([self.waits(low, high)?, self.waits(high, low)?])
        })
    }

    fn waits(&self, processor: Lane, waits_for: Lane) -> Option<Waits> {
        let stand = self.at[processor as usize]?;
        Some(Waits {
            processor,
            part: self.barriers[stand.barrier].part,
            parked: stand.parked,
            waits_for,
        })
    }

    /// If no barriers wait for each other, one of them waits for processors that are at none: the number
    /// of a group that has arrived, and the processors for which it waits.
    pub fn never_reached(&self) -> (usize, Vec<Lane>) {
        // How many of the processors before each one wait nowhere.
        let mut elsewhere = vec![0];
        for stand in &self.at {
            elsewhere.push(elsewhere[elsewhere.len() - 1] + u32::from(stand.is_none()));
        }
        let waits_in_vain = |barrier: &Barrier| {
            let ProcessorPart { from, to } = barrier.members;
            elsewhere[to as usize + 1] > elsewhere[from as usize]
        };
        let number = self.barriers.iter().position(waits_in_vain);
        let number = number.expect("somebody waits for a processor that waits at no barrier");
        let Barrier {
            members, parked, ..
        } = self.barriers[number];
        let absent =
            (members.from..=members.to).filter(|lane| self.barrier_of(*lane) != Some(number));
        (parked, absent.collect())
    }
}

/// A segment tree for the minima of ranges of a list of numbers.
struct Least {
    /// The root is at 1, the children of `at` at `2·at` and `2·at + 1`.
    tree: Vec<u32>,
    leaves: u32,
}

impl Least {
    fn of(numbers: impl ExactSizeIterator<Item = u32>) -> Self {
        let leaves = numbers.len().next_power_of_two();
        let mut tree = vec![u32::MAX; leaves];
        tree.extend(numbers);
        tree.resize(2 * leaves, u32::MAX);
        for at in (1..leaves).rev() {
            tree[at] = tree[2 * at].min(tree[2 * at + 1]);
        }
        let leaves = leaves as u32;
        Self { tree, leaves }
    }

    /// The first index in a range whose number is at most `most`.
    fn first_at_most(&self, most: u32, from: u32, to: u32) -> Option<u32> {
        let mut waiting = vec![(1, 0, self.leaves)];
        while let Some((at, start, length)) = waiting.pop() {
            if start > to || start + length <= from || self.tree[at] > most {
                continue;
            }
            if length == 1 {
                return Some(start);
            }
            let half = length / 2;
            waiting.push((2 * at + 1, start + half, half));
            waiting.push((2 * at, start, half));
        }
        None
    }
}

/// The places at which the first of them wait, each with its number in the ring, from 1.
pub(crate) fn by_place(waits: &[WaitReport]) -> Vec<(Span, Vec<(usize, &WaitReport)>)> {
    let mut places: Vec<(Span, Vec<(usize, &WaitReport)>)> = Vec::new();
    for (number, wait) in (1..).zip(waits.iter().take(NAMED)) {
        match places.iter_mut().find(|(span, _)| *span == wait.span) {
            Some((_, known)) => known.push((number, wait)),
            None => places.push((wait.span, vec![(number, wait)])),
        }
    }
    places
}
