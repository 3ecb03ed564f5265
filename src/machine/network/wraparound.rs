//! Sends to the next processor of a line or mesh, and from its end to the first one: without wrap-around
//! links that is the longest route.

use std::collections::HashMap;

use crate::network::{DimensionRoute, GridLink, Topology};
use crate::source::Span;

/// A message from one end of a line or mesh to the other, by a statement that otherwise sends to
/// neighbours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wraparound {
    /// The statement that sends.
    pub span: Span,
    /// The sender.
    pub sender: u32,
    /// The receiver.
    pub receiver: u32,
    /// The links between them.
    pub links: u32,
}

/// The bit of a statement that sends to processors which are neither neighbours nor at the other end;
/// above the bits of all directions.
const ELSEWHERE: u64 = 1 << 63;

/// The directions of the sends of a block so far.
#[derive(Debug, Default)]
pub(super) struct Directions {
    /// By statement, a bit for each direction in which it sent to a neighbour, and [`ELSEWHERE`].
    next: Vec<u64>,
    /// The first message from end to end of each statement and direction.
    around: HashMap<(u32, GridLink), (u32, u32)>,
}

impl Directions {
    /// Notes a message that a statement sends.
    pub fn note(&mut self, topology: &Topology, place: u32, sender: u32, receiver: u32) {
        let index = place as usize;
        if self.next.len() <= index {
            self.next.resize(index + 1, 0);
        }
        match topology.along(sender, receiver) {
            None => self.next[index] |= ELSEWHERE,
            Some(DimensionRoute::Next(way)) => self.next[index] |= 1 << way,
            Some(DimensionRoute::Around(way)) => {
                let first = self.around.entry((place, way));
                first.or_insert((sender, receiver));
            }
        }
    }

    /// The first statement all of whose messages go in one direction along a dimension, to the next
    /// processor or from end to end; with the sender and receiver of its first message from end to end.
    /// Messages in both directions are an exchange.
    pub fn around(&self) -> Option<(u32, (u32, u32))> {
        let both = self.around.iter().filter(|((place, way), _)| {
            let ways = self.next[*place as usize];
            let of_dimension = ways >> (way & !1) & 0b11;
            of_dimension == 1 << (way & 1) && ways & ELSEWHERE == 0
        });
        let first = both.min_by_key(|((place, way), _)| (*place, *way))?;
        Some((first.0.0, *first.1))
    }
}
