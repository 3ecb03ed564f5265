//! On which multicomputer both run a program.

use pram::network::{
    Decimal, Duplex, Options as Travel, Ports, Routing, Sending, Topology, TopologyShape,
};
use pram::pipeline::network::NetworkOptions;
use pram::pipeline::{Limits, Options, Tuning};
use proptest::prelude::*;

use crate::network::script::topologies;
use crate::reference::{Config, Multicomputer};

/// A network with its parameters.
#[derive(Debug, Clone)]
pub struct Setting {
    pub topology: Topology,
    pub travel: Travel,
    /// `t_s`, `t_w`, `t_h`, `t_c`, `t_o`, times 10 to the power of `digits`.
    pub times: [u32; 5],
    pub digits: u32,
    /// Whether the parameters stand in the file, and not on the command line.
    pub is_declared: bool,
    /// Whether blocks of few processors, too, are tried in lock step.
    pub tries_lock_step: bool,
}

/// The time of a barrier.
const BARRIER: u32 = 50;
const NAMES: [&str; 5] = ["t_s", "t_w", "t_h", "t_c", "t_o"];

impl Setting {
    pub fn processors(&self) -> u32 {
        self.topology.processors()
    }

    fn time(&self, which: usize) -> Decimal {
        Decimal::new(self.times[which].into(), self.digits).expect("it is not negative")
    }

    /// The `stroj` of the file.
    pub fn declaration(&self) -> String {
        let p = self.processors();
        let sides = |sides: &[u32]| {
            let sides: Vec<String> = sides.iter().map(u32::to_string).collect();
            sides.join(", ")
        };
        let (name, sizes) = match self.topology.shape() {
            TopologyShape::Complete => ("potpuni", format!("p = {p}")),
            TopologyShape::Ring => ("prsten", format!("p = {p}")),
            TopologyShape::Line => ("lanac", format!("p = {p}")),
            TopologyShape::Torus(each) => ("torus", sides(each)),
            TopologyShape::Mesh(each) => ("mreza", sides(each)),
            TopologyShape::Hypercube(dimensions) if *dimensions > 0 => {
                ("hiperkocka", dimensions.to_string())
            }
            TopologyShape::Hypercube(_) => ("hiperkocka", "p = 1".to_owned()),
            TopologyShape::Tree(_) => ("stablo", format!("p = {p}")),
            TopologyShape::Star => ("zvijezda", format!("p = {p}")),
            TopologyShape::Bus => ("sabirnica", format!("p = {p}")),
        };
        let mut parts = vec![sizes];
        if self.is_declared {
            for (which, name) in NAMES.iter().enumerate() {
                parts.push(format!("{name} = {}", self.time(which)));
            }
            parts.push(format!("B = {BARRIER}"));
            let Travel {
                routing,
                ports,
                duplex,
                sending,
            } = self.travel;
            if routing == Routing::StoreAndForward {
                parts.push("usmjeravanje = pohrani".to_owned());
            }
            if ports == Ports::All {
                parts.push("portovi = svi".to_owned());
            }
            if duplex == Duplex::Half {
                parts.push("dupleks = polu".to_owned());
            }
            if sending == Sending::Synchronous {
                parts.push("slanje = sinkrono".to_owned());
            }
        }
        format!("stroj {name}({});", parts.join(", "))
    }

    /// As the machine is told.
    pub fn options(&self) -> Options {
        let mut network = NetworkOptions::default();
        if !self.is_declared {
            let [t_s, t_w, t_h, t_c, t_o] = [0, 1, 2, 3, 4].map(|which| Some(self.time(which)));
            network = NetworkOptions {
                t_s,
                t_w,
                t_h,
                t_c,
                t_o,
                routing: Some(self.travel.routing),
                ports: Some(self.travel.ports),
                duplex: Some(self.travel.duplex),
                sending: Some(self.travel.sending),
                ..NetworkOptions::default()
            };
        }
        Options {
            network,
            barrier: (!self.is_declared).then(|| BARRIER.to_string()),
            tuning: if self.tries_lock_step {
                Tuning::TINY
            } else {
                Tuning::PLAIN
            },
            limits: Limits {
                steps: 1_000_000,
                ..Limits::default()
            },
            ..Options::default()
        }
    }

    /// As the twin is told.
    pub fn config(&self) -> Config {
        Config {
            multicomputer: Some(Multicomputer {
                topology: self.topology.clone(),
                options: self.travel,
                times: self.times,
                barrier: BARRIER * 10_u32.pow(self.digits),
            }),
            ..Config::default()
        }
    }

    /// A time that the twin has counted.
    pub fn decimal(&self, time: i128) -> Decimal {
        Decimal::new(time, self.digits).expect("a time is not negative")
    }
}

/// Any network.
pub fn setting() -> impl Strategy<Value = Setting> {
    let times = prop_oneof![
        3 => Just([100, 7, 0, 1, 0]),
        2 => Just([100, 7, 3, 1, 0]),
        1 => Just([1, 1, 0, 1, 0]),
        1 => Just([100, 7, 0, 0, 0]),
        1 => Just([0, 0, 0, 0, 0]),
        3 => [0..6u32, 0..4u32, 0..3u32, 0..3u32, 0..3u32],
        1 => [0..2000u32, 0..100u32, 0..9u32, 0..30u32, 0..15u32],
    ];
    let travel =
        [0..3u8, 0..3u8, 0..3u8, 0..4u8].prop_map(|[routing, ports, duplex, sending]| Travel {
            routing: if routing == 2 {
                Routing::StoreAndForward
            } else {
                Routing::CutThrough
            },
            ports: if ports == 2 { Ports::All } else { Ports::One },
            duplex: if duplex == 2 {
                Duplex::Half
            } else {
                Duplex::Full
            },
            sending: if sending == 3 {
                Sending::Synchronous
            } else {
                Sending::Buffered
            },
        });
    let topology = proptest::sample::select(topologies());
    let flags = [any::<bool>(), any::<bool>()];
    (topology, travel, times, 0..3u32, flags).prop_map(
        |(topology, travel, times, digits, [is_declared, tries_lock_step])| Setting {
            topology,
            travel,
            times,
            digits,
            is_declared,
            tries_lock_step,
        },
    )
}
