//! Neighbours by direction on grids, by bit on hypercubes.

use super::{Topology, TopologyShape};

/// A direction on a ring, line, mesh or torus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GridDirection {
    /// To the previous processor in the same row.
    Left,
    /// To the next processor in the same row.
    Right,
    /// The row before.
    Up,
    /// To the next row.
    Down,
}

impl Topology {
    /// The neighbour in a direction; `None` outside the grid, and on other shapes.
    pub fn towards(&self, direction: GridDirection, processor: u32) -> Option<u32> {
        let p = [self.processors];
        let (sides, is_closed) = match &self.shape {
            TopologyShape::Ring => (&p[..], true),
            TopologyShape::Line => (&p[..], false),
            TopologyShape::Torus(sides) => (&sides[..], true),
            TopologyShape::Mesh(sides) => (&sides[..], false),
            _ => return None,
        };
        let from_last = match direction {
            GridDirection::Left | GridDirection::Right => 1,
            GridDirection::Up | GridDirection::Down => 2,
        };
        let dimension = sides.len().checked_sub(from_last)?;
        let stride: u32 = sides[dimension + 1..].iter().product();
        let side = sides[dimension];
        let own = processor / stride % side;
        let next = match direction {
            GridDirection::Left | GridDirection::Up if own > 0 => own - 1,
            GridDirection::Left | GridDirection::Up => is_closed.then_some(side - 1)?,
            GridDirection::Right | GridDirection::Down if own + 1 < side => own + 1,
            GridDirection::Right | GridDirection::Down => is_closed.then_some(0)?,
        };
        Some(processor - own * stride + next * stride)
    }

    /// The processor whose number differs in this bit; `None` beyond the dimensions, and on other shapes
    /// than hypercubes.
    pub fn neighbour(&self, processor: u32, bit: u32) -> Option<u32> {
        match self.shape {
            TopologyShape::Hypercube(dimensions) if bit < dimensions => {
                Some(processor ^ (1 << bit))
            }
            _ => None,
        }
    }
}
