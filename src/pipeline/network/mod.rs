//! The multicomputer of a run: its network and parameters, from the command line or from `stroj`.

mod declared;
mod english;
mod times;
mod topology;

pub use crate::result::network_name::{Built, NetworkName};
pub(super) use declared::{
    BARRIER, DUPLEXES, OPTIONS, PORTS, ROUTINGS, SENDINGS, TIMES, least_size,
};
pub use topology::{declared_processors, topology};

use declared::{Declared, DeclaredValue};

use super::machine_problem::MachineProblem;
use super::{Limits, Options};
use crate::claims::expression::ExpressionNames;
use crate::machine::configuration::Multicomputer;
use crate::machine::network::record::Recording;
use crate::network::{self, Choices, Decimal, Duplex, Parameters, Ports, Routing, Sending};
use crate::syntax::ast;

/// Steps that each of many processors may execute.
const STEPS_OF_EACH: u64 = 1 << 12;

/// When processors that call a collective continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Collectives {
    /// When the algorithm lets them.
    #[default]
    Asynchronous,
    /// All of them wait first until everyone has arrived, which takes no additional time.
    Synchronous,
}

/// The options of a network on the command line; the file gives the others.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NetworkOptions {
    /// The sizes of the network that is given by name, as in brackets in a file: rows and columns of a
    /// grid, dimensions of a hypercube, the processors of any other. Empty if none are given.
    pub sizes: Vec<u32>,
    /// `t_s`: start-up of a message.
    pub t_s: Option<Decimal>,
    /// `t_w`: a word.
    pub t_w: Option<Decimal>,
    /// `t_h`: a link.
    pub t_h: Option<Decimal>,
    /// `t_c`: an instruction.
    pub t_c: Option<Decimal>,
    /// `t_o`: a call of a send or a receive.
    pub t_o: Option<Decimal>,
    /// Whether calls of collectives synchronise the processors.
    pub collectives: Collectives,
    /// Whether messages are stored at each switch.
    pub routing: Option<Routing>,
    /// The number of ports of a processor.
    pub ports: Option<Ports>,
    /// Whether a link works in both directions at once.
    pub duplex: Option<Duplex>,
    /// The behaviour of a plain send.
    pub sending: Option<Sending>,
    /// The most messages of a run.
    pub max_messages: Option<u64>,
    /// What is recorded of the messages.
    pub recording: Recording,
    /// Which messages receives from anyone take, where that is prescribed.
    pub choices: Choices,
}

/// The limit of the steps of all processors together: unless it is given, the default is raised so far
/// that each of many processors has some.
pub fn steps(options: &Options, processors: u32) -> u64 {
    let given = options.limits.steps;
    if given == Limits::default().steps {
        given.max(STEPS_OF_EACH * u64::from(processors))
    } else {
        given
    }
}

/// The words with which a file names a network and its options, in both vocabularies: Croatian ones,
/// with the preferred one first, and the English one.
pub fn translations() -> Vec<(Vec<&'static str>, &'static str)> {
    let options = declared::translations();
    let gpus = super::gpu::translations();
    NetworkName::translations()
        .chain(options)
        .chain(gpus)
        .collect()
}

/// Whether a `stroj` names a network.
pub fn is_network(machine: &ast::Machine) -> bool {
    NetworkName::parse(&machine.name.text).is_some()
}

/// Whether the time of a barrier is given; otherwise barriers consist of messages.
pub fn has_barriers(options: &Options, machine: Option<&ast::Machine>) -> bool {
    let declared = machine.filter(|machine| is_network(machine));
    let argument =
        declared.and_then(|machine| machine.arguments.iter().find(|one| one.is(BARRIER)));
    options.barrier.is_some() || argument.is_some()
}

/// The multicomputer from the command line, or else from the file; `barrier` is the time of a barrier.
pub fn multicomputer(
    name: NetworkName,
    options: &Options,
    machine: Option<&ast::Machine>,
    names: &ExpressionNames,
    barrier: Option<u64>,
) -> DeclaredValue<Multicomputer> {
    let topology = topology(name, options, machine, names)?;
    let given = machine.filter(|machine| is_network(machine));
    let declared = Declared {
        machine: given,
        names,
    };
    let own = &options.network;
    let barrier = barrier.filter(|_| has_barriers(options, machine));
    let barrier = barrier.and_then(|time| Decimal::new(time.into(), 0).ok());
    let parameters = Parameters {
        barrier,
        ..times::parameters(name, own, &declared)?
    };
    if let Err(error) = parameters.scaled() {
        let machine = given.map(|machine| machine.span);
        let problem = MachineProblem::TimesApart { error, machine };
        return Err(vec![problem.diagnostic(names.voice)]);
    }
    let [routing, ports, duplex, sending] = OPTIONS;
    let travel = network::Options {
        routing: own
            .routing
            .or(declared.option(routing, ROUTINGS)?)
            .unwrap_or_default(),
        ports: own
            .ports
            .or(declared.option(ports, PORTS)?)
            .unwrap_or_default(),
        duplex: own
            .duplex
            .or(declared.option(duplex, DUPLEXES)?)
            .unwrap_or_default(),
        sending: own
            .sending
            .or(declared.option(sending, SENDINGS)?)
            .unwrap_or_default(),
    };
    let processors = topology.processors();
    let usual = network::NetworkLimits::default();
    Ok(Multicomputer {
        topology,
        options: travel,
        parameters,
        unit: name.unit_of_time(),
        limits: network::NetworkLimits {
            messages: own.max_messages.unwrap_or(usual.messages),
            operations: steps(options, processors).min(options.limits.work),
        },
        recording: own.recording,
        choices: own.choices.clone(),
    })
}
