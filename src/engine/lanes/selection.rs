//! Some processors of a team, by their lanes.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// The number of a processor in its team; 32 bits, so a team has at most 2^32 processors.
pub type Lane = u32;

/// The range of the lanes of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneRange {
    /// The lowest.
    pub first: Lane,
    /// The highest.
    pub last: Lane,
    /// All differences between the lanes are multiples of this; 0 for a single lane.
    pub step: Lane,
}

impl LaneRange {
    /// Whether there is only one lane.
    pub fn is_single(self) -> bool {
        self.first == self.last
    }
}

/// A stretch of a selection.
#[derive(Clone, Copy)]
pub struct Chunk {
    /// The first position.
    pub start: usize,
    /// Number of positions.
    pub len: usize,
}

/// Some lanes of a team, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// All lanes 0 … n−1.
    All(u32),
    /// The listed ones.
    List(Arc<List>),
}

/// A list of lanes in ascending order.
#[derive(Debug, Default)]
pub struct List {
    /// The lanes, possibly followed by unused capacity.
    room: Vec<Lane>,
    count: usize,
    step: OnceLock<Lane>,
}

impl List {
    /// The greatest common divisor of the differences between the lanes; 0 for a single lane.
    pub fn step(&self) -> Lane {
        *self.step.get_or_init(|| {
            let mut step = 0;
            for pair in self.windows(2) {
                let distance = pair[1] - pair[0];
                if distance != step {
                    step = gcd(step, distance);
                }
                if step == 1 {
                    break;
                }
            }
            step
        })
    }
}

impl From<Vec<Lane>> for List {
    fn from(lanes: Vec<Lane>) -> Self {
        Self {
            count: lanes.len(),
            room: lanes,
            step: OnceLock::new(),
        }
    }
}

impl Deref for List {
    type Target = [Lane];

    fn deref(&self) -> &[Lane] {
        &self.room[..self.count]
    }
}

impl PartialEq for List {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for List {}

impl Default for Selection {
    fn default() -> Self {
        Self::none()
    }
}

fn gcd(a: Lane, b: Lane) -> Lane {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Selection {
    /// No lane.
    pub fn none() -> Self {
        Self::All(0)
    }

    /// Number of lanes.
    pub fn len(&self) -> usize {
        match self {
            Self::All(width) => *width as usize,
            Self::List(list) => list.len(),
        }
    }

    /// Whether the selection is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lane at a position.
    #[inline]
    pub fn at(&self, position: usize) -> Lane {
        match self {
            Self::All(_) => position as Lane,
            Self::List(list) => list[position],
        }
    }

    /// The first lane of a chunk, if its lanes are consecutive.
    pub fn neighbours(&self, chunk: Chunk) -> Option<Lane> {
        match self {
            Self::All(_) => Some(chunk.start as Lane),
            Self::List(list) => {
                let lanes = &list[chunk.start..chunk.start + chunk.len];
                let (first, last) = (*lanes.first()?, *lanes.last()?);
                ((last - first) as usize == chunk.len - 1).then_some(first)
            }
        }
    }

    /// The range of the lanes, of which there is at least one.
    pub fn range(&self) -> LaneRange {
        match self {
            Self::All(width) => LaneRange {
                first: 0,
                last: width - 1,
                step: Lane::from(*width > 1),
            },
            Self::List(list) => LaneRange {
                first: list[0],
                last: list[list.len() - 1],
                step: list.step(),
            },
        }
    }

    /// Whether consecutive lanes all have the same distance.
    pub fn are_even(&self) -> bool {
        match self {
            Self::All(_) => true,
            Self::List(list) => {
                let gaps = (list.len() - 1) as u64;
                u64::from(list[list.len() - 1] - list[0]) == u64::from(list.step()) * gaps
            }
        }
    }

    /// Whether both share one list, or are all lanes. The contents of different lists are not compared.
    pub fn is_same_list(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All(mine), Self::All(theirs)) => mine == theirs,
            (Self::List(mine), Self::List(theirs)) => Arc::ptr_eq(mine, theirs),
            _ => false,
        }
    }

    /// Every lane in order.
    pub fn iter(&self) -> impl Iterator<Item = Lane> + '_ {
        (0..self.len()).map(|position| self.at(position))
    }

    /// A single lane of a team of this width.
    pub fn one(lane: Lane, width: u32) -> Self {
        Self::these(vec![lane], width)
    }

    /// The lanes of a list, ascending, of a team of this width.
    pub fn these(list: Vec<Lane>, width: u32) -> Self {
        if list.len() == width as usize {
            Self::All(width)
        } else {
            Self::listed(list)
        }
    }

    /// The lanes of a list, ascending.
    pub fn listed(list: Vec<Lane>) -> Self {
        Self::List(Arc::new(list.into()))
    }

    /// The first `count` lanes of a buffer, in ascending order. The buffer keeps its length, so reusing
    /// it clears nothing.
    pub fn in_room(room: Vec<Lane>, count: usize) -> Self {
        let step = OnceLock::new();
        Self::List(Arc::new(List { room, count, step }))
    }

    /// The union of two disjoint selections. `width` is that of the team.
    #[must_use]
    pub fn union(self, other: Self, width: u32) -> Self {
        match (self, other) {
            (mine, other) if mine.is_empty() => other,
            (mine, other) if other.is_empty() => mine,
            (Self::All(n), _) | (_, Self::All(n)) => Self::All(n),
            (Self::List(mine), Self::List(theirs)) => Self::these(merge(&mine, &theirs), width),
        }
    }
}

/// The most lists whose allocation is kept: those of the two sides of one test.
const MOST_SPARE: usize = 2;

/// Lanes that arrive group by group.
#[derive(Debug, Default, Clone)]
pub struct Gathering {
    parts: Vec<Selection>,
}

impl Gathering {
    /// Adds lanes that are disjoint from the others.
    pub fn add(&mut self, lanes: Selection) {
        if !lanes.is_empty() {
            self.parts.push(lanes);
        }
    }

    /// Whether no lanes have arrived.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The lanes that have arrived, in order of arrival.
    pub fn lanes(&self) -> impl Iterator<Item = Lane> + '_ {
        self.parts.iter().flat_map(Selection::iter)
    }

    /// All lanes that have arrived, at the end of a construct that `whole` had entered. The allocations
    /// of their lists are kept in `spare`, unless another selection shares them.
    pub fn end(mut self, whole: &Selection, width: u32, spare: &mut Vec<Vec<Lane>>) -> Selection {
        if self.parts.iter().map(Selection::len).sum::<usize>() < whole.len() {
            return self.take(whole, width);
        }
        for part in self.parts {
            if let Selection::List(list) = part
                && spare.len() < MOST_SPARE
                && let Some(list) = Arc::into_inner(list)
            {
                spare.push(list.room);
            }
        }
        whole.clone()
    }

    /// All lanes that have arrived. Only lanes of `whole` can arrive; if all of these have, sorting is
    /// not necessary. `width` is that of the team.
    pub fn take(&mut self, whole: &Selection, width: u32) -> Selection {
        let mut parts = std::mem::take(&mut self.parts);
        if parts.iter().map(Selection::len).sum::<usize>() == whole.len() {
            return whole.clone();
        }
        if parts.len() <= 2 {
            let last = parts.pop().unwrap_or_else(Selection::none);
            return match parts.pop() {
                Some(first) => first.union(last, width),
                None => last,
            };
        }
        let mut all: Vec<Lane> = parts.iter().flat_map(Selection::iter).collect();
        all.sort_unstable();
        Selection::these(all, width)
    }
}

fn merge(a: &[Lane], b: &[Lane]) -> Vec<Lane> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] < b[j] {
            merged.push(a[i]);
            i += 1;
        } else {
            merged.push(b[j]);
            j += 1;
        }
    }
    merged.extend_from_slice(&a[i..]);
    merged.extend_from_slice(&b[j..]);
    merged
}
