//! Neighbours by direction on grids, by bit on hypercubes.

use super::{Shape, Topology};

/// A direction on a ring, line, mesh or torus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The number before, in the same row.
    Left,
    /// The number behind, in the same row.
    Right,
    /// The row before.
    Up,
    /// The row behind.
    Down,
}

impl Topology {
    /// The neighbour in a direction; none outside the grid, and on other shapes.
    pub fn towards(&self, direction: Direction, processor: u32) -> Option<u32> {
        let p = [self.processors];
        let (sides, is_closed) = match &self.shape {
            Shape::Ring => (&p[..], true),
            Shape::Line => (&p[..], false),
            Shape::Torus(sides) => (&sides[..], true),
            Shape::Mesh(sides) => (&sides[..], false),
            _ => return None,
        };
        let from_last = match direction {
            Direction::Left | Direction::Right => 1,
            Direction::Up | Direction::Down => 2,
        };
        let dimension = sides.len().checked_sub(from_last)?;
        let stride: u32 = sides[dimension + 1..].iter().product();
        let side = sides[dimension];
        let own = processor / stride % side;
        let next = match direction {
            Direction::Left | Direction::Up if own > 0 => own - 1,
            Direction::Left | Direction::Up => is_closed.then_some(side - 1)?,
            Direction::Right | Direction::Down if own + 1 < side => own + 1,
            Direction::Right | Direction::Down => is_closed.then_some(0)?,
        };
        Some(processor - own * stride + next * stride)
    }

    /// The processor whose number differs in this bit; none beyond the dimensions, and on other
    /// shapes than hypercubes.
    pub fn neighbour(&self, processor: u32, bit: u32) -> Option<u32> {
        match self.shape {
            Shape::Hypercube(dimensions) if bit < dimensions => Some(processor ^ (1 << bit)),
            _ => None,
        }
    }
}
