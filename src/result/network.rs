//! The cost of a run on a multicomputer, as data.

use serde::{Deserialize, Serialize};

use crate::network::{
    Decimal, Decomposition, Duplex, Link, LinkEnd, LinkEnds, Options, Ports, Routing, Sending,
    Simulation, Topology, TopologyShape, Traffic,
};

/// The cost of a run on a multicomputer, in the machine's unit of time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NetworkCost {
    /// T: the latest clock.
    pub time: Decimal,
    /// How often each parameter enters T, along one critical path.
    pub path: Decomposition,
    /// `ΣT_R`: instructions, and the overhead of calls.
    pub computation: Decimal,
    /// `ΣT_K`: sends that their processor waited for.
    pub communication: Decimal,
    /// `ΣT_C`: all the remaining time up to T.
    pub waiting: Decimal,
    /// `W = ΣT_R + ΣT_K`
    pub work: Decimal,
    /// How often each parameter enters W.
    pub work_counts: Decomposition,
    /// C = p T
    pub cost: Decimal,
    /// Messages, words, links.
    pub traffic: Traffic,
    /// The ends of the busiest link, as text, and its words.
    pub busiest: Option<(String, u64)>,
    /// Whether two senders put messages into one queue of a channel: the order in which these are taken
    /// may depend on time.
    pub has_shared_queue: bool,
    /// Of each processor: computation, communication, clock at its end.
    pub processors: Vec<[Decimal; 3]>,
}

impl NetworkCost {
    /// The cost according to the clocks of a network; `None` if a sum overflows.
    pub fn new(simulation: &Simulation) -> Option<Self> {
        let topology = simulation.topology();
        let units = simulation.units();
        let shown = |time: i128| units.decimal(time);
        let latest = simulation.latest_clock();
        let p = topology.processors();
        let computation = simulation.total_computing().ok()?;
        let communication = simulation.total_sending().ok()?;
        let traffic = simulation.traffic();
        let each = (0..p).map(|processor| {
            [
                shown(simulation.computing(processor)),
                shown(simulation.sending(processor)),
                shown(simulation.clock(processor).time),
            ]
        });
        let link = |(link, words): (Link, u64)| (name_of(topology, link), words);
        Some(Self {
            time: shown(latest.time),
            path: latest.path,
            computation: shown(computation),
            communication: shown(communication),
            waiting: shown(simulation.total_waiting().ok()?),
            work: shown(computation.checked_add(communication)?),
            work_counts: simulation.work(),
            cost: shown(latest.time.checked_mul(p.into())?),
            busiest: traffic.busiest_link.map(link),
            traffic,
            has_shared_queue: simulation.has_shared_queue(),
            processors: each.collect(),
        })
    }
}

/// The name of a link for users: `3 → 4`.
fn name_of(topology: &Topology, link: Link) -> String {
    let end = |end: LinkEnd| match end {
        LinkEnd::Processor(number) => number.to_string(),
        LinkEnd::Switch(number) => format!("switch {number}"),
    };
    match topology.ends(link) {
        LinkEnds::Bus => "the bus".to_owned(),
        LinkEnds::Between(from, to) => format!("{} → {}", end(from), end(to)),
    }
}

/// The shape of a network in English, without its size: `ring`.
pub fn shape_name(topology: &Topology) -> &'static str {
    match topology.shape() {
        TopologyShape::Complete => "complete",
        TopologyShape::Ring => "ring",
        TopologyShape::Line => "line",
        TopologyShape::Torus(_) => "torus",
        TopologyShape::Mesh(_) => "mesh",
        TopologyShape::Hypercube(_) => "hypercube",
        TopologyShape::Tree(_) => "tree",
        TopologyShape::Star => "star",
        TopologyShape::Bus => "bus",
    }
}

/// The options of the network that are not the defaults: `store and forward`, `all ports`.
pub fn unusual_travel(options: &Options) -> Vec<String> {
    let all = [
        (
            options.routing == Routing::StoreAndForward,
            "store and forward",
        ),
        (options.ports == Ports::All, "all ports"),
        (options.duplex == Duplex::Half, "half duplex"),
        (options.sending == Sending::Synchronous, "synchronous sends"),
    ];
    let unusual = all.into_iter().filter(|(is_so, _)| *is_so);
    unusual.map(|(_, name)| name.to_owned()).collect()
}

/// A network as a file spells it in English: `ring(8)`, `torus(4, 4)`.
pub fn network_name(topology: &Topology) -> String {
    let p = topology.processors();
    let sizes = |sides: &[u32]| {
        let sides: Vec<String> = sides.iter().map(u32::to_string).collect();
        sides.join(", ")
    };
    let name = shape_name(topology);
    match topology.shape() {
        TopologyShape::Torus(sides) | TopologyShape::Mesh(sides) => {
            format!("{name}({})", sizes(sides))
        }
        TopologyShape::Hypercube(dimensions) => format!("{name}({dimensions})"),
        _ => format!("{name}({p})"),
    }
}
