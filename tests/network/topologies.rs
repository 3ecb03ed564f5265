//! Topologies: measures against counts over the routes, numbers of links, neighbours, refusals.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use pram::network::{
    Grid, GridDirection, LinkEnd, LinkEnds, MAX_PROCESSORS, Topology, TopologyError, TopologyShape,
};

use super::script::topologies;
use super::twin_routes::route;

fn node(end: LinkEnd) -> u32 {
    match end {
        LinkEnd::Processor(number) => 2 * number,
        LinkEnd::Switch(number) => 2 * number + 1,
    }
}

/// All links that some route takes, by the nodes of the twin's routes.
fn edges(topology: &Topology) -> BTreeSet<(u32, u32)> {
    let p = topology.processors();
    let mut found = BTreeSet::new();
    for from in 0..p {
        for to in 0..p {
            for pair in route(topology, from, to).windows(2) {
                found.insert((pair[0].min(pair[1]), pair[0].max(pair[1])));
            }
        }
    }
    found
}

#[test]
fn routes_follow_the_links_that_they_name() {
    for topology in topologies() {
        let p = topology.processors();
        let mut names = BTreeMap::new();
        for from in 0..p {
            for to in 0..p {
                let nodes = route(&topology, from, to);
                let links: Vec<_> = topology.route(from, to).collect();
                assert_eq!(links.len(), nodes.len() - 1, "{topology:?} {from} {to}");
                assert_eq!(links.len() as u32, topology.route_length(from, to));
                assert_eq!(topology.is_directly_linked(from, to), links.len() == 1);
                for (link, pair) in links.iter().zip(nodes.windows(2)) {
                    match topology.ends(*link) {
                        LinkEnds::Bus => assert_eq!(*topology.shape(), TopologyShape::Bus),
                        LinkEnds::Between(one, other) => {
                            assert_eq!([node(one), node(other)], *pair, "{topology:?}");
                            let edge = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                            // One number for both directions, and one edge for each number.
                            let both = topology.undirected(*link);
                            assert_eq!(*names.entry(both).or_insert(edge), edge);
                            let back = match one {
                                LinkEnd::Processor(_) | LinkEnd::Switch(_) => (other, one),
                            };
                            assert_eq!(node(back.0), pair[1]);
                        }
                    }
                }
            }
        }
        let mut edges_named: Vec<_> = names.values().collect();
        edges_named.sort();
        let count = edges_named.len();
        edges_named.dedup();
        assert_eq!(
            edges_named.len(),
            count,
            "{topology:?}: two numbers for one link"
        );
    }
}

#[test]
fn measures_are_those_of_the_graph() {
    for topology in topologies() {
        let p = topology.processors();
        let edges = edges(&topology);
        if *topology.shape() == TopologyShape::Bus {
            assert_eq!(
                (topology.links(), topology.bisection_width()),
                (1, u64::from(p > 1))
            );
            assert_eq!(
                (topology.degree(), topology.diameter()),
                (u32::from(p > 1), u32::from(p > 1))
            );
            continue;
        }
        assert_eq!(topology.links(), edges.len() as u64, "{topology:?}");
        let mut neighbours: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (one, other) in &edges {
            neighbours.entry(*one).or_default().push(*other);
            neighbours.entry(*other).or_default().push(*one);
        }
        let degree = neighbours.values().map(Vec::len).max().unwrap_or(0);
        assert_eq!(topology.degree() as usize, degree, "{topology:?}");
        // Routes are shortest ways.
        let mut farthest = 0;
        for from in 0..p {
            let mut distance = BTreeMap::from([(2 * from, 0)]);
            let mut queue = VecDeque::from([2 * from]);
            while let Some(own) = queue.pop_front() {
                for next in neighbours.get(&own).into_iter().flatten() {
                    if !distance.contains_key(next) {
                        distance.insert(*next, distance[&own] + 1);
                        queue.push_back(*next);
                    }
                }
            }
            for to in 0..p {
                assert_eq!(topology.route_length(from, to), distance[&(2 * to)]);
                farthest = farthest.max(distance[&(2 * to)]);
            }
        }
        assert_eq!(topology.diameter(), farthest, "{topology:?}");
        if !matches!(topology.shape(), TopologyShape::Tree(_)) {
            assert_eq!(
                topology.bisection_width(),
                least_cut(p, &edges),
                "{topology:?}"
            );
        }
    }
    let sides = [[5, 3], [3, 5], [2, 7], [4, 4]];
    for sides in sides {
        for grid in [
            Topology::mesh(sides.to_vec()),
            Topology::torus(sides.to_vec()),
        ] {
            let grid = grid.unwrap();
            let least = least_cut(grid.processors(), &edges(&grid));
            assert_eq!(grid.bisection_width(), least, "{grid:?}");
        }
    }
}

/// The least number of edges between two halves, by trying all halves.
fn least_cut(p: u32, edges: &BTreeSet<(u32, u32)>) -> u64 {
    let halves = (0..1_u32 << p).filter(|half| half.count_ones() == p / 2);
    let cut = |half: u32| {
        let crossing = edges
            .iter()
            .filter(|(one, other)| (half >> (one / 2)) & 1 != (half >> (other / 2)) & 1);
        crossing.count() as u64
    };
    halves.map(cut).min().unwrap_or(0)
}

#[test]
fn c21_measures_of_large_topologies() {
    let measures = |topology: Result<Topology, TopologyError>| {
        let topology = topology.unwrap();
        let (degree, diameter) = (topology.degree(), topology.diameter());
        (
            degree,
            diameter,
            topology.links(),
            topology.bisection_width(),
        )
    };
    for d in [4, 10] {
        let n = 1_u32 << d;
        let p = u64::from(n);
        assert_eq!(
            measures(Topology::complete(n)),
            (n - 1, 1, p * (p - 1) / 2, p * p / 4)
        );
        assert_eq!(measures(Topology::ring(n)), (2, n / 2, p, 2));
        assert_eq!(measures(Topology::line(n)), (2, n - 1, p - 1, 1));
        assert_eq!(measures(Topology::star(n)), (n - 1, 2, p - 1, p / 2));
        assert_eq!(measures(Topology::bus(n)), (1, 1, 1, 1));
        assert_eq!(
            measures(Topology::hypercube(d)),
            (d, d, p * u64::from(d) / 2, p / 2)
        );
        assert_eq!(measures(Topology::tree(n)), (3, 2 * d, 2 * p - 2, 1));
        let q = n.isqrt();
        let side = u64::from(q);
        assert_eq!(
            measures(Topology::square_mesh(n)),
            (4, 2 * (q - 1), 2 * side * (side - 1), side)
        );
        assert_eq!(measures(Topology::square_torus(n)), (4, q, 2 * p, 2 * side));
    }
}

#[test]
fn neighbours_by_direction() {
    use GridDirection::{Down, Left, Right, Up};
    let around = |topology: Result<Topology, TopologyError>, own| {
        let topology = topology.unwrap();
        [Left, Right, Up, Down].map(|direction| topology.towards(direction, own))
    };
    assert_eq!(around(Topology::ring(5), 0), [Some(4), Some(1), None, None]);
    assert_eq!(around(Topology::ring(5), 4), [Some(3), Some(0), None, None]);
    assert_eq!(around(Topology::line(5), 0), [None, Some(1), None, None]);
    assert_eq!(around(Topology::line(5), 4), [Some(3), None, None, None]);
    assert_eq!(
        around(Topology::mesh(vec![2, 3]), 0),
        [None, Some(1), None, Some(3)]
    );
    assert_eq!(
        around(Topology::mesh(vec![2, 3]), 5),
        [Some(4), None, Some(2), None]
    );
    let torus = || Topology::torus(vec![2, 3]);
    assert_eq!(around(torus(), 0), [Some(2), Some(1), Some(3), Some(3)]);
    assert_eq!(around(torus(), 5), [Some(4), Some(3), Some(2), Some(2)]);
    assert_eq!(around(Topology::ring(1), 0), [Some(0), Some(0), None, None]);
    assert_eq!(around(Topology::hypercube(3), 0), [None; 4]);
    let cube = Topology::hypercube(3).unwrap();
    assert_eq!(cube.neighbour(5, 1), Some(7));
    assert_eq!(cube.neighbour(5, 3), None);
    assert_eq!(Topology::ring(8).unwrap().neighbour(0, 0), None);
}

#[test]
fn what_cannot_be_is_refused() {
    use TopologyError::{NoPowerOfTwo, NoProcessor, NoSquare, TooManyProcessors};
    for none in [
        Topology::complete(0),
        Topology::ring(0),
        Topology::star(0),
        Topology::bus(0),
        Topology::tree(0),
        Topology::hypercube_of(0),
        Topology::square_mesh(0),
        Topology::mesh(vec![]),
        Topology::torus(vec![3, 0]),
    ] {
        assert_eq!(none, Err(NoProcessor));
    }
    for many in [
        Topology::complete(MAX_PROCESSORS + 1),
        Topology::hypercube(25),
        Topology::hypercube(200),
        Topology::torus(vec![1 << 16, 1 << 16]),
        Topology::mesh(vec![u32::MAX, 3]),
        Topology::tree(1 << 31),
    ] {
        assert_eq!(many, Err(TooManyProcessors));
    }
    let processors = 12;
    assert_eq!(Topology::tree(12), Err(NoPowerOfTwo { processors }));
    assert_eq!(Topology::hypercube_of(12), Err(NoPowerOfTwo { processors }));
    let grid = Grid::Mesh;
    let error = Topology::square_mesh(12).unwrap_err();
    assert_eq!(error, NoSquare { grid, processors });
    assert!(error.to_string().contains("12 processors form no square"));
    let grid = Grid::Torus;
    assert_eq!(
        Topology::square_torus(12),
        Err(NoSquare { grid, processors })
    );
    assert_eq!(Topology::square_mesh(16), Topology::mesh(vec![4, 4]));
    assert_eq!(
        Topology::ring(MAX_PROCESSORS).unwrap().diameter(),
        MAX_PROCESSORS / 2
    );
    assert_eq!(Topology::hypercube_of(16), Topology::hypercube(4));
}
