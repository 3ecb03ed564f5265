//! Messages from one end of a grid without wrap-around links to the other.

use super::{Topology, TopologyShape};

/// A direction along a grid: twice the number of its dimension among those of three or more processors,
/// plus one if upwards. There are at most 15 such dimensions.
pub type GridLink = u8;

/// The route of a message along one dimension of a grid without wrap-around links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DimensionRoute {
    /// To the next processor in this direction.
    Next(GridLink),
    /// From the last processor to the first one in this direction, as if there were a link.
    Around(GridLink),
}

impl Topology {
    /// The route of a message between two processors of a line or mesh. `None` if it uses several
    /// dimensions or none, goes further than to the next processor but not from end to end, or if the
    /// ends are neighbours anyway.
    pub fn along(&self, from: u32, to: u32) -> Option<DimensionRoute> {
        let p = [self.processors];
        let sides = match &self.shape {
            TopologyShape::Line => &p[..],
            TopologyShape::Mesh(sides) => &sides[..],
            _ => return None,
        };
        let (mut from, mut to) = (from, to);
        let mut along = None;
        let mut dimension: GridLink = 0;
        for &side in sides.iter().rev() {
            let (own, other) = (from % side, to % side);
            (from, to) = (from / side, to / side);
            if own != other {
                let way = |is_upwards: bool| 2 * dimension + GridLink::from(is_upwards);
                let found = match own.abs_diff(other) {
                    _ if side == 2 => return None,
                    1 => DimensionRoute::Next(way(own < other)),
                    distance if distance == side - 1 => DimensionRoute::Around(way(other < own)),
                    _ => return None,
                };
                if along.replace(found).is_some() {
                    return None;
                }
            }
            dimension += GridLink::from(side > 2);
        }
        along
    }
}
