//! The numbers of links, and what they link.
//!
//! | shape | number of a directed link |
//! |---|---|
//! | complete | `(j - i mod 2^32) * 2^32 + i` |
//! | ring, line, torus, mesh of k dimensions | `(i * k + dimension) * 2 + direction` of the processor it leaves |
//! | hypercube of p processors | `bit * p + i` of the processor it leaves |
//! | tree | `v * 2 + direction` of the lower node, numbered as in a heap |
//! | star | `i * 2 + direction` of the outer processor |
//! | bus | 0 |
//!
//! On complete graphs and hypercubes, processors that send in turn along one shift or dimension use
//! successive numbers, which lie side by side in the tables.

use serde::{Deserialize, Serialize};

use super::{Topology, TopologyShape};

/// A direction of a link: upwards in the coordinate, or towards the root or centre.
pub(super) const UP: u64 = 0;
/// The other direction.
pub(super) const DOWN: u64 = 1;

/// The number of a directed link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Link(pub u64);

/// What is at an end of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkEnd {
    /// A processor, by its number.
    Processor(u32),
    /// A switch of a tree: the root is 1, below `v` are `2v` and `2v + 1`.
    Switch(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkEnds {
    /// It leads from one end to the other.
    Between(LinkEnd, LinkEnd),
    /// The bus, which all share.
    Bus,
}

impl Topology {
    /// An upper bound of the numbers of links; `None` if there are too many for a table by link.
    pub(in crate::network) fn link_numbers(&self) -> Option<usize> {
        let p = self.processors as usize;
        match &self.shape {
            TopologyShape::Complete => None,
            TopologyShape::Ring | TopologyShape::Line | TopologyShape::Star => Some(2 * p),
            TopologyShape::Torus(sides) | TopologyShape::Mesh(sides) => {
                p.checked_mul(2 * sides.len())
            }
            TopologyShape::Hypercube(dimensions) => Some(p * *dimensions as usize),
            TopologyShape::Tree(_) => Some(4 * p),
            TopologyShape::Bus => Some(1),
        }
    }

    /// The link that represents both directions of a link.
    pub fn undirected(&self, link: Link) -> Link {
        let Link(number) = link;
        match &self.shape {
            TopologyShape::Bus => link,
            TopologyShape::Tree(_) | TopologyShape::Star => Link(number & !1),
            TopologyShape::Hypercube(dimensions) => Link(number & !(1 << (number >> dimensions))),
            TopologyShape::Complete
            | TopologyShape::Ring
            | TopologyShape::Line
            | TopologyShape::Torus(_)
            | TopologyShape::Mesh(_) => match self.ends(link) {
                LinkEnds::Between(LinkEnd::Processor(from), LinkEnd::Processor(to)) => {
                    let (back, _) = (self.next_link(to, from)).expect("a link has two ends");
                    link.min(back)
                }
                _ => link,
            },
        }
    }

    /// The ends of a link.
    pub fn ends(&self, link: Link) -> LinkEnds {
        let Link(number) = link;
        let p = self.processors;
        let processor = LinkEnd::Processor;
        let (from, to) = match &self.shape {
            TopologyShape::Bus => return LinkEnds::Bus,
            TopologyShape::Complete => {
                let (shift, from) = ((number >> 32) as u32, number as u32);
                (processor(from), processor(from.wrapping_add(shift)))
            }
            TopologyShape::Ring | TopologyShape::Line => grid_ends(&[p], number),
            TopologyShape::Torus(sides) | TopologyShape::Mesh(sides) => grid_ends(sides, number),
            TopologyShape::Hypercube(dimensions) => {
                let (from, bit) = (number as u32 & (p - 1), number >> dimensions);
                (processor(from), processor(from ^ (1 << bit)))
            }
            TopologyShape::Tree(_) => {
                let lower = (number / 2) as u32;
                let below = if lower >= p {
                    processor(lower - p)
                } else {
                    LinkEnd::Switch(lower)
                };
                directed(number, below, LinkEnd::Switch(lower / 2))
            }
            TopologyShape::Star => directed(number, processor((number / 2) as u32), processor(0)),
        };
        LinkEnds::Between(from, to)
    }
}

/// The two ends in the order of the link's direction.
fn directed(number: u64, lower: LinkEnd, upper: LinkEnd) -> (LinkEnd, LinkEnd) {
    if number % 2 == UP {
        (lower, upper)
    } else {
        (upper, lower)
    }
}

/// The ends of a link of a grid, with wrap-around at the end of a side.
fn grid_ends(sides: &[u32], number: u64) -> (LinkEnd, LinkEnd) {
    let (place, direction) = (number / 2, number % 2);
    let (from, dimension) = (place / sides.len() as u64, place % sides.len() as u64);
    let (from, dimension) = (from as u32, dimension as usize);
    let stride: u32 = sides[dimension + 1..].iter().product();
    let side = sides[dimension];
    let own = from / stride % side;
    let next = match direction {
        UP => (own + 1) % side,
        _ => (own + side - 1) % side,
    };
    let to = from - own * stride + next * stride;
    (LinkEnd::Processor(from), LinkEnd::Processor(to))
}
