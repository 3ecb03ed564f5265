//! How both are told to run.

use pram::machine::configuration::{Branches as MachineBranches, Pace};
use pram::machine::orders::interleaving::Interleaving;
use pram::machine::rules::model::Simultaneity as MachineSimultaneity;
use pram::pipeline::machine::MachineModel;
use pram::pipeline::{Limits, OnViolation as MachineOnViolation, Options};
use proptest::prelude::*;

use super::ways::{WAYS, Way, ways};
use crate::reference::{
    Asynchronous, BarrierTime, Branches, Config, Model, OnViolation, Order, Simultaneity, Turns,
};

/// More steps than any of the generated programs takes, except by an endless loop.
const MAX_STEPS: u64 = 50_000;

#[derive(Debug, Clone)]
pub struct Setting {
    /// None: what the file says.
    pub model: Option<&'static str>,
    pub simultaneity: Simultaneity,
    pub branches: Branches,
    pub processors: Option<u64>,
    pub seed: u64,
    pub on_violation: OnViolation,
    /// On an asynchronous machine.
    pub asynchronous: Option<Asynchronous>,
    /// How the machine goes about it, of which the twin knows nothing.
    pub way: Way,
}

/// Every model of the synchronous machine.
pub const MODELS: [&str; 22] = [
    "erew",
    "crew",
    "ercw-common",
    "ercw-arbitrary",
    "ercw-priority",
    "ercw-sum",
    "ercw-prod",
    "ercw-max",
    "ercw-min",
    "ercw-and",
    "ercw-or",
    "ercw-xor",
    "crcw-common",
    "crcw-arbitrary",
    "crcw-priority",
    "crcw-sum",
    "crcw-prod",
    "crcw-max",
    "crcw-min",
    "crcw-and",
    "crcw-or",
    "crcw-xor",
];

/// A machine with these parameters.
pub fn asynchronous(delay: u64, barrier: BarrierTime) -> Asynchronous {
    Asynchronous {
        delay,
        barrier,
        concurrent_read: false,
        paces: Vec::new(),
        order: Order::Lockstep,
    }
}

impl Setting {
    /// With nothing special but the model.
    pub fn on(model: &'static str) -> Self {
        Self {
            model: Some(model),
            simultaneity: Simultaneity::Step,
            branches: Branches::Mimd,
            processors: None,
            seed: 1,
            on_violation: OnViolation::Stop,
            asynchronous: None,
            way: WAYS[4],
        }
    }

    /// On an asynchronous machine.
    pub fn asynchronous(machine: Asynchronous, processors: Option<u64>) -> Self {
        Self {
            processors,
            asynchronous: Some(machine),
            ..Self::on("erew")
        }
    }

    /// As the twin is told.
    pub fn config(&self) -> Config {
        let model = match &self.asynchronous {
            Some(machine) if machine.concurrent_read => "crew",
            Some(_) => "erew",
            None => self.model.unwrap_or("erew"),
        };
        Config {
            model: Model::parse(model).expect("a model"),
            simultaneity: self.simultaneity,
            branches: self.branches,
            asynchronous: self.asynchronous.clone(),
            processors: self.processors,
            seed: self.seed,
            on_violation: self.on_violation,
            max_steps: MAX_STEPS,
            ..Config::default()
        }
    }

    /// As the machine is told.
    pub fn options(&self) -> Options {
        let machine = self.asynchronous.as_ref();
        let model = match machine {
            Some(machine) => Some(MachineModel::Asynchronous {
                concurrent_read: machine.concurrent_read,
            }),
            None => self
                .model
                .map(|model| MachineModel::parse(model).expect("a model")),
        };
        let options = Options {
            model,
            delay: machine.map(|machine| machine.delay),
            barrier: machine.map(|machine| machine.barrier.text()),
            pace: match machine.map(|machine| machine.paces.as_slice()) {
                None | Some([]) => Pace::Uniform,
                Some(paces) => Pace::List(paces.to_vec()),
            },
            interleaving: match machine.map(|machine| &machine.order) {
                None | Some(Order::Lockstep | Order::Apart) => None,
                Some(Order::Accesses(turns)) => {
                    Some(Interleaving::parse(&turns.token()).expect("an order"))
                }
            },
            simultaneity: match self.simultaneity {
                Simultaneity::Step => MachineSimultaneity::Step,
                Simultaneity::Access => MachineSimultaneity::Access,
            },
            branches: match self.branches {
                Branches::Mimd => MachineBranches::Mimd,
                Branches::Simd => MachineBranches::Simd,
            },
            processors: self.processors,
            seed: self.seed,
            on_violation: match self.on_violation {
                OnViolation::Stop => MachineOnViolation::Stop,
                OnViolation::Continue => MachineOnViolation::Continue,
            },
            limits: Limits {
                steps: MAX_STEPS,
                ..Limits::default()
            },
            ..Options::default()
        };
        self.way.of(&options)
    }
}

/// Any setting of the synchronous machine, oftenest one on which nothing is illegal.
pub fn synchronous_setting() -> impl Strategy<Value = Setting> {
    let model = prop_oneof![
        Just("crcw-arbitrary"),
        proptest::sample::select(&MODELS[..])
    ];
    let settings = (
        model,
        any::<[bool; 2]>(),
        0..6u64,
        0..100u64,
        0..4u8,
        ways(),
    );
    settings.prop_map(
        |(model, [access, simd], processors, seed, continues, way)| Setting {
            simultaneity: if access {
                Simultaneity::Access
            } else {
                Simultaneity::Step
            },
            branches: if simd { Branches::Simd } else { Branches::Mimd },
            processors: (processors > 3).then(|| processors - 2),
            seed,
            on_violation: on_violation(continues == 3),
            way,
            ..Setting::on(model)
        },
    )
}

/// Any setting of the asynchronous machine.
pub fn asynchronous_setting() -> impl Strategy<Value = Setting> {
    let turns = prop_oneof![
        1 => Just(Turns::Lockstep),
        1 => Just(Turns::Ascending),
        1 => Just(Turns::Descending),
        1 => (0..5usize).prop_map(Turns::Ahead),
        1 => (0..5usize).prop_map(Turns::Behind),
        3 => proptest::collection::vec(0..5usize, 1..60).prop_map(Turns::Listed),
    ];
    let order = prop_oneof![
        1 => Just(Order::Lockstep),
        1 => turns.prop_map(Order::Accesses),
    ];
    let paces = proptest::collection::vec(1..5u64, 0..4);
    let paces = prop_oneof![2 => Just(Vec::new()), 1 => paces];
    (
        0..6u64,
        0..9u64,
        0..3u8,
        any::<[bool; 2]>(),
        order,
        paces,
        0..12u64,
        0..5u8,
        ways(),
    )
        .prop_map(
            |(
                delay,
                more,
                formula,
                [concurrent_read, simd],
                order,
                paces,
                processors,
                continues,
                way,
            )| {
                let processors = (processors > 3).then(|| processors - 2);
                let barrier = match (formula, processors) {
                    (1, Some(_)) => BarrierTime::Root,
                    (2, Some(_)) => BarrierTime::Above(more),
                    _ => BarrierTime::Constant(more),
                };
                let machine = Asynchronous {
                    delay: delay + 1,
                    barrier,
                    concurrent_read,
                    paces,
                    order,
                };
                Setting {
                    branches: if simd { Branches::Simd } else { Branches::Mimd },
                    on_violation: on_violation(continues == 4),
                    way,
                    ..Setting::asynchronous(machine, processors)
                }
            },
        )
}

fn on_violation(continues: bool) -> OnViolation {
    if continues {
        OnViolation::Continue
    } else {
        OnViolation::Stop
    }
}
