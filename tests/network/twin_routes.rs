//! Routes of the slow twin: lists of nodes, found by coordinates, bits and parents.

use pram::network::{Topology, TopologyShape};

/// The nodes of the route from one processor to another, both included. Processors have even
/// numbers, switches odd ones.
pub fn route(topology: &Topology, from: u32, to: u32) -> Vec<u32> {
    let p = topology.processors();
    let nodes = match topology.shape() {
        TopologyShape::Complete | TopologyShape::Bus if from == to => vec![from],
        TopologyShape::Complete | TopologyShape::Bus => vec![from, to],
        TopologyShape::Ring => grid(&[p], true, from, to),
        TopologyShape::Line => grid(&[p], false, from, to),
        TopologyShape::Torus(sides) => grid(sides, true, from, to),
        TopologyShape::Mesh(sides) => grid(sides, false, from, to),
        TopologyShape::Hypercube(dimensions) => {
            let mut nodes = vec![from];
            for bit in 0..*dimensions {
                let own = *nodes.last().unwrap();
                if (own ^ to) & (1 << bit) != 0 {
                    nodes.push(own ^ (1 << bit));
                }
            }
            nodes
        }
        TopologyShape::Star => {
            let mut nodes = vec![from, 0, to];
            nodes.dedup();
            if from == to { vec![from] } else { nodes }
        }
        TopologyShape::Tree(_) => return tree(p, from, to),
    };
    nodes.into_iter().map(|node| 2 * node).collect()
}

fn coordinates(sides: &[u32], mut number: u32) -> Vec<u32> {
    let mut found = vec![0; sides.len()];
    for dimension in (0..sides.len()).rev() {
        found[dimension] = number % sides[dimension];
        number /= sides[dimension];
    }
    found
}

fn number(sides: &[u32], coordinates: &[u32]) -> u32 {
    let mut number = 0;
    for (side, own) in sides.iter().zip(coordinates) {
        number = number * side + own;
    }
    number
}

fn grid(sides: &[u32], is_closed: bool, from: u32, to: u32) -> Vec<u32> {
    let mut own = coordinates(sides, from);
    let goal = coordinates(sides, to);
    let mut nodes = vec![from];
    for dimension in (0..sides.len()).rev() {
        let side = sides[dimension];
        let (mut upwards, mut downwards) = (0, 0);
        while (own[dimension] + upwards) % side != goal[dimension] {
            upwards += 1;
        }
        while (goal[dimension] + downwards) % side != own[dimension] {
            downwards += 1;
        }
        let goes_up = if is_closed {
            upwards <= downwards
        } else {
            goal[dimension] > own[dimension]
        };
        while own[dimension] != goal[dimension] {
            own[dimension] = if goes_up {
                (own[dimension] + 1) % side
            } else {
                (own[dimension] + side - 1) % side
            };
            nodes.push(number(sides, &own));
        }
    }
    nodes
}

/// Up from both leaves until they meet.
fn tree(p: u32, from: u32, to: u32) -> Vec<u32> {
    let (mut left, mut right) = (vec![p + from], vec![p + to]);
    while left.last() != right.last() {
        left.push(left.last().unwrap() / 2);
        right.push(right.last().unwrap() / 2);
    }
    right.pop();
    right.reverse();
    left.extend(right);
    let node = |heap: u32| {
        if heap >= p {
            2 * (heap - p)
        } else {
            2 * heap + 1
        }
    };
    left.into_iter().map(node).collect()
}
