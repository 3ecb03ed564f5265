//! Measures of a topology: degree, diameter, number of links, bisection width.

use std::cmp::Reverse;

use super::{Topology, TopologyShape};

impl Topology {
    /// The largest number of links at a processor or switch.
    pub fn degree(&self) -> u32 {
        let p = self.processors;
        match &self.shape {
            TopologyShape::Complete | TopologyShape::Star => p - 1,
            TopologyShape::Ring => links_around(p),
            TopologyShape::Line => links_along(p),
            TopologyShape::Torus(sides) => sides.iter().map(|side| links_around(*side)).sum(),
            TopologyShape::Mesh(sides) => sides.iter().map(|side| links_along(*side)).sum(),
            TopologyShape::Hypercube(dimensions) => *dimensions,
            // The root has two links, each other switch three.
            TopologyShape::Tree(levels) => (levels + 1).min(3) * u32::from(*levels > 0),
            TopologyShape::Bus => u32::from(p > 1),
        }
    }

    /// The largest number of links of a route.
    pub fn diameter(&self) -> u32 {
        let p = self.processors;
        match &self.shape {
            TopologyShape::Complete | TopologyShape::Bus => u32::from(p > 1),
            TopologyShape::Star => (p - 1).min(2),
            TopologyShape::Ring => p / 2,
            TopologyShape::Line => p - 1,
            TopologyShape::Torus(sides) => sides.iter().map(|side| side / 2).sum(),
            TopologyShape::Mesh(sides) => sides.iter().map(|side| side - 1).sum(),
            TopologyShape::Hypercube(dimensions) => *dimensions,
            TopologyShape::Tree(levels) => 2 * levels,
        }
    }

    /// The number of links, with both directions counted as one.
    pub fn links(&self) -> u64 {
        let p = u64::from(self.processors);
        // Along one dimension a grid has p/side lines of links.
        let lines = |side: &u32| p / u64::from(*side);
        match &self.shape {
            TopologyShape::Complete => p * (p - 1) / 2,
            TopologyShape::Ring => cycle_links(self.processors),
            TopologyShape::Line | TopologyShape::Star => p - 1,
            TopologyShape::Torus(sides) => sides
                .iter()
                .map(|side| lines(side) * cycle_links(*side))
                .sum(),
            TopologyShape::Mesh(sides) => (sides.iter())
                .map(|side| lines(side) * u64::from(side - 1))
                .sum(),
            TopologyShape::Hypercube(dimensions) => p * u64::from(*dimensions) / 2,
            TopologyShape::Tree(_) => 2 * p - 2,
            TopologyShape::Bus => 1,
        }
    }

    /// The smallest number of links (both directions counted as one) between two halves of the
    /// processors, one of which may have one more.
    ///
    /// For grids this is the formula of K. Efe and G.-L. Feng, *A proof for bisection width of grids*
    /// (2007), and of products of cycles.
    pub fn bisection_width(&self) -> u64 {
        let p = u64::from(self.processors);
        match &self.shape {
            _ if p == 1 => 0,
            TopologyShape::Complete => (p / 2) * p.div_ceil(2),
            TopologyShape::Ring => grid_bisection(&[self.processors], Ends::Joined),
            TopologyShape::Torus(sides) => grid_bisection(sides, Ends::Joined),
            TopologyShape::Line => 1,
            TopologyShape::Mesh(sides) => grid_bisection(sides, Ends::Free),
            TopologyShape::Hypercube(_) | TopologyShape::Star => p / 2,
            TopologyShape::Tree(_) | TopologyShape::Bus => 1,
        }
    }
}

/// Links of a processor along a side with links around.
fn links_around(side: u32) -> u32 {
    (side - 1).min(2)
}

/// The most links of a processor along a side without links around.
fn links_along(side: u32) -> u32 {
    (side - 1).min(2)
}

/// Links of a side with wrap-around: of 2 processors one, of 1 none.
fn cycle_links(side: u32) -> u64 {
    match side {
        1 => 0,
        2 => 1,
        _ => u64::from(side),
    }
}

/// Whether the ends of the sides of a grid are linked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Joined,
    Free,
}

/// Cuts the longest side in the middle. If it is odd, its middle layer is cut along the next side, and
/// so on down to the first even side. A joined side of two has one link where others are cut twice, so
/// it counts as a side of four.
fn grid_bisection(sides: &[u32], ends: Ends) -> u64 {
    let weight = |side: &u32| match side {
        2 if ends == Ends::Joined => 4,
        side => *side,
    };
    let mut sides: Vec<u32> = sides.iter().copied().filter(|side| *side > 1).collect();
    sides.sort_by_key(|side| Reverse(weight(side)));
    let mut width = 0;
    for (position, side) in sides.iter().enumerate() {
        let layer: u64 = sides[position + 1..]
            .iter()
            .map(|side| u64::from(*side))
            .product();
        let cuts = if ends == Ends::Joined && *side > 2 {
            2
        } else {
            1
        };
        width += cuts * layer;
        if side % 2 == 0 {
            break;
        }
    }
    width
}
