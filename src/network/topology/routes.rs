//! Routes: the links that a message takes, one after the other.
//!
//! On all topologies the next link follows from where a message is and where it goes, so a message in
//! the network carries the number of a node rather than a list of links.

use super::links::{DOWN, Link, UP};
use super::{Topology, TopologyShape};

/// A node of the network: processors first, then switches.
pub(in crate::network) type Node = u32;

impl Topology {
    /// The links of the route from one processor to another; none to itself.
    pub fn route(&self, from: u32, to: u32) -> impl Iterator<Item = Link> {
        let mut node = from;
        std::iter::from_fn(move || {
            let (link, next) = self.next_link(node, to)?;
            node = next;
            Some(link)
        })
    }

    /// The link that a message at this node takes towards a processor, and the following node; `None` if
    /// it is there.
    pub(in crate::network) fn next_link(&self, node: Node, to: u32) -> Option<(Link, Node)> {
        if node == to {
            return None;
        }
        let p = self.processors;
        Some(match &self.shape {
            TopologyShape::Complete => (complete_link(node, to), to),
            TopologyShape::Bus => (Link(0), to),
            TopologyShape::Ring => {
                let step = step_around(node, to, p);
                (grid_link(node, 1, 0, step), stepped(node, step, p))
            }
            TopologyShape::Line => {
                let step = step_straight(node, to);
                (grid_link(node, 1, 0, step), stepped(node, step, p))
            }
            TopologyShape::Torus(sides) => next_on_grid(sides, node, to, step_around),
            TopologyShape::Mesh(sides) => {
                next_on_grid(sides, node, to, |own, to, _| step_straight(own, to))
            }
            TopologyShape::Hypercube(dimensions) => {
                let bit = (node ^ to).trailing_zeros();
                let link = u64::from(bit) << dimensions | u64::from(node);
                (Link(link), node ^ (1 << bit))
            }
            TopologyShape::Tree(_) => next_in_tree(p, node, to),
            TopologyShape::Star if node == 0 => (Link(u64::from(to) * 2 + DOWN), to),
            TopologyShape::Star => (Link(u64::from(node) * 2 + UP), 0),
        })
    }

    /// The processors and switches that the route passes between two processors; switch `v` of a tree of
    /// `p` processors is `p + v`.
    pub fn nodes_between(&self, from: u32, to: u32) -> Vec<u32> {
        let nodes = std::iter::successors(Some(from), |node| Some(self.next_link(*node, to)?.1));
        nodes.skip(1).take_while(|node| *node != to).collect()
    }

    /// The number of links of a route.
    pub fn route_length(&self, from: u32, to: u32) -> u32 {
        let p = self.processors;
        match &self.shape {
            _ if from == to => 0,
            TopologyShape::Complete | TopologyShape::Bus => 1,
            TopologyShape::Ring => distance_around(from, to, p),
            TopologyShape::Line => from.abs_diff(to),
            TopologyShape::Torus(sides) => grid_distance(sides, from, to, distance_around),
            TopologyShape::Mesh(sides) => {
                grid_distance(sides, from, to, |own, to, _| own.abs_diff(to))
            }
            TopologyShape::Hypercube(_) => (from ^ to).count_ones(),
            TopologyShape::Tree(_) => 2 * (u32::BITS - (from ^ to).leading_zeros()),
            TopologyShape::Star if from == 0 || to == 0 => 1,
            TopologyShape::Star => 2,
        }
    }

    /// Whether one link leads from one processor to the other.
    pub fn is_directly_linked(&self, from: u32, to: u32) -> bool {
        self.route_length(from, to) == 1
    }
}

/// Successive for a shift, as used by regular algorithms.
fn complete_link(from: u32, to: u32) -> Link {
    Link(u64::from(to.wrapping_sub(from)) << 32 | u64::from(from))
}

/// A step along one dimension of a grid.
#[derive(Clone, Copy)]
enum Step {
    Up,
    Down,
}

/// The first step of the shorter way around; of two equal ones the one upwards.
fn step_around(own: u32, to: u32, side: u32) -> Step {
    let upwards = if to > own { to - own } else { to + side - own };
    if upwards <= side - upwards {
        Step::Up
    } else {
        Step::Down
    }
}

fn step_straight(own: u32, to: u32) -> Step {
    if to > own { Step::Up } else { Step::Down }
}

fn distance_around(own: u32, to: u32, side: u32) -> u32 {
    let direct = own.abs_diff(to);
    direct.min(side - direct)
}

/// The coordinate after a step.
fn stepped(own: u32, step: Step, side: u32) -> u32 {
    match step {
        Step::Up if own + 1 == side => 0,
        Step::Up => own + 1,
        Step::Down if own == 0 => side - 1,
        Step::Down => own - 1,
    }
}

/// The link that leaves a node of a grid along a dimension.
fn grid_link(node: Node, dimensions: usize, dimension: usize, step: Step) -> Link {
    let direction = match step {
        Step::Up => UP,
        Step::Down => DOWN,
    };
    Link((u64::from(node) * dimensions as u64 + dimension as u64) * 2 + direction)
}

/// The route follows the last dimension in which node and destination differ.
fn next_on_grid(
    sides: &[u32],
    node: Node,
    to: u32,
    step: impl Fn(u32, u32, u32) -> Step,
) -> (Link, Node) {
    let (mut own_rest, mut to_rest, mut stride) = (node, to, 1);
    for (dimension, side) in sides.iter().enumerate().rev() {
        let (own, goal) = (own_rest % side, to_rest % side);
        if own != goal {
            let step = step(own, goal, *side);
            let next = node - own * stride + stepped(own, step, *side) * stride;
            return (grid_link(node, sides.len(), dimension, step), next);
        }
        own_rest /= side;
        to_rest /= side;
        stride *= side;
    }
    unreachable!("two different processors of a grid differ in a coordinate")
}

fn grid_distance(
    sides: &[u32],
    from: u32,
    to: u32,
    distance: impl Fn(u32, u32, u32) -> u32,
) -> u32 {
    let (mut from, mut to, mut sum) = (from, to, 0);
    for side in sides.iter().rev() {
        sum += distance(from % side, to % side, *side);
        from /= side;
        to /= side;
    }
    sum
}

/// The number of a tree's node in heap order: the root is 1, the children of `v` are `2v` and `2v + 1`,
/// leaf `i` of `p` is `p + i`. As a [`Node`], switch `v` is `p + v`.
fn next_in_tree(p: u32, node: Node, to: u32) -> (Link, Node) {
    let own = if node < p { p + node } else { node - p };
    let goal = p + to;
    let levels_below = own.leading_zeros() - goal.leading_zeros();
    let is_above_goal = goal >> levels_below == own;
    let (link, next) = if is_above_goal {
        let child = goal >> (levels_below - 1);
        (Link(u64::from(child) * 2 + DOWN), child)
    } else {
        (Link(u64::from(own) * 2 + UP), own / 2)
    };
    (link, if next >= p { next - p } else { next + p })
}
