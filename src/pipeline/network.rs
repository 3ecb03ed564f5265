//! The multicomputer of a run: its network and parameters, from the command line or from `stroj`.

use super::Options;
use super::expression::{self, Names};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::configuration::Multicomputer;
use crate::machine::network::record::Recording;
use crate::network::{
    self, Choices, Decimal, Duplex, Grid, Parameters, Ports, Routing, Sending, Topology,
    TopologyError,
};
use crate::program::Constant;
use crate::syntax::ast;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

/// How the processors of a multicomputer are linked, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkName {
    /// Each with every other.
    Complete,
    /// In a ring.
    Ring,
    /// In a line.
    Line,
    /// In a grid with links around.
    Torus,
    /// In a grid.
    Mesh,
    /// As the corners of a hypercube.
    Hypercube,
    /// As the leaves of a binary tree.
    Tree,
    /// All with processor 0.
    Star,
    /// By one link for all.
    Bus,
    /// Each with every other, with the times of a machine that was built.
    Built(&'static Built),
}

/// A machine that was built: each processor reaches every other in these times, in microseconds; a
/// word has 4 bytes.
///
/// Source: I. Foster, *Designing and Building Parallel Programs* (1995), table 3.1.
#[derive(Debug, PartialEq, Eq)]
pub struct Built {
    name: &'static str,
    start_up: &'static str,
    word: &'static str,
}

const BUILT: [Built; 8] = [
    built("sp2", "40", "0.11"),
    built("delta", "77", "0.54"),
    built("paragon", "121", "0.07"),
    built("cs-2", "87", "0.08"),
    built("ncube-2", "154", "2.4"),
    built("cm5", "82", "0.44"),
    built("ethernet", "1500", "5.0"),
    built("fddi", "1150", "1.1"),
];

const fn built(name: &'static str, start_up: &'static str, word: &'static str) -> Built {
    Built {
        name,
        start_up,
        word,
    }
}

/// The spellings of the networks, Croatian ones first.
const NETWORKS: [(NetworkName, &[&str]); 9] = [
    (
        NetworkName::Complete,
        &[
            "potpuni",
            "multiracunalo",
            "multiračunalo",
            "complete",
            "multicomputer",
        ],
    ),
    (NetworkName::Ring, &["prsten", "ring"]),
    (NetworkName::Line, &["lanac", "line"]),
    (NetworkName::Torus, &["torus"]),
    (NetworkName::Mesh, &["mreza", "mreža", "mesh"]),
    (NetworkName::Hypercube, &["hiperkocka", "hypercube"]),
    (NetworkName::Tree, &["stablo", "tree"]),
    (NetworkName::Star, &["zvijezda", "star"]),
    (NetworkName::Bus, &["sabirnica", "bus"]),
];

impl NetworkName {
    /// Reads `ring`, `prsten`, `paragon`, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let is_this = |(_, spellings): &&(Self, &[&str])| spellings.contains(&text.as_str());
        match NETWORKS.iter().find(is_this) {
            Some((name, _)) => Some(*name),
            None => (BUILT.iter().find(|built| built.name == text)).map(Self::Built),
        }
    }

    /// The names that [`NetworkName::parse`] reads, in English.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let networks = NETWORKS.iter();
        let networks = networks.filter_map(|(_, spellings)| spellings.last().copied());
        networks.chain(BUILT.iter().map(|built| built.name))
    }
}

impl std::fmt::Display for NetworkName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let spelling = match self {
            Self::Built(built) => built.name,
            name => (NETWORKS.iter().find(|(known, _)| known == name))
                .and_then(|(_, spellings)| spellings.last().copied())
                .unwrap_or_default(),
        };
        formatter.write_str(spelling)
    }
}

/// What the command line says of a network; the rest is as the file says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NetworkOptions {
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
    /// Whether messages are stored at each switch.
    pub routing: Option<Routing>,
    /// How many ports a processor has.
    pub ports: Option<Ports>,
    /// Whether a link works in both directions at once.
    pub duplex: Option<Duplex>,
    /// What a plain send does.
    pub sending: Option<Sending>,
    /// The most messages of a run.
    pub max_messages: Option<u64>,
    /// What is written down of the messages.
    pub recording: Recording,
    /// Which messages receives from anyone take, where this is not left to the machine.
    pub choices: Choices,
}

/// What a `stroj` says of its network.
struct Declared<'f> {
    machine: Option<&'f ast::Machine>,
    names: &'f Names,
}

/// The words of an option, each with what it means.
type Words<T> = &'static [(&'static str, T)];

const ROUTINGS: Words<Routing> = &[
    ("prosljedi", Routing::CutThrough),
    ("cut_through", Routing::CutThrough),
    ("pohrani", Routing::StoreAndForward),
    ("store_and_forward", Routing::StoreAndForward),
];
const PORTS: Words<Ports> = &[
    ("jedan", Ports::One),
    ("one", Ports::One),
    ("svi", Ports::All),
    ("all", Ports::All),
];
const DUPLEXES: Words<Duplex> = &[
    ("puni", Duplex::Full),
    ("full", Duplex::Full),
    ("polu", Duplex::Half),
    ("half", Duplex::Half),
];
const SENDINGS: Words<Sending> = &[
    ("spremnik", Sending::Buffered),
    ("buffered", Sending::Buffered),
    ("sinkrono", Sending::Synchronous),
    ("sync", Sending::Synchronous),
];

/// The names of the times, and of the options in both vocabularies.
const TIMES: [&str; 5] = ["t_s", "t_w", "t_h", "t_c", "t_o"];
const OPTIONS: [[&str; 2]; 4] = [
    ["usmjeravanje", "routing"],
    ["portovi", "ports"],
    ["dupleks", "duplex"],
    ["slanje", "sending"],
];

type Found<T> = Result<T, Vec<Diagnostic>>;

impl Declared<'_> {
    fn argument(&self, names: &[&str]) -> Option<&ast::MachineArgument> {
        let arguments = self
            .machine
            .into_iter()
            .flat_map(|machine| &machine.arguments);
        let mut arguments = arguments;
        arguments.find(|argument| names.iter().any(|name| argument.is(name)))
    }

    /// The sizes without a name.
    fn sizes(&self) -> Found<Vec<u32>> {
        let arguments = self
            .machine
            .into_iter()
            .flat_map(|machine| &machine.arguments);
        let sizes = arguments.filter(|argument| argument.name.is_none());
        sizes.map(|size| self.whole(&size.value)).collect()
    }

    fn whole(&self, value: &ast::Expr) -> Found<u32> {
        let found = super::machine::whole(value, self.names)?;
        found
            .and_then(|found| u32::try_from(found).ok())
            .ok_or_else(|| {
                vec![Diagnostic::new(
                    Code::MachineName,
                    "the size of a network is a whole number, at least 1",
                    value.span,
                    "this is none",
                )]
            })
    }

    fn time(&self, name: &str) -> Found<Option<Decimal>> {
        let Some(argument) = self.argument(&[name]) else {
            return Ok(None);
        };
        let value = &argument.value;
        let text = match expression::evaluate(value, self.names)? {
            Constant::Int(int) => int.to_string(),
            Constant::Real(real) => real.to_string(),
            Constant::Bool(_) => String::new(),
        };
        match text.parse::<Decimal>() {
            Ok(time) => Ok(Some(time)),
            Err(error) => Err(vec![Diagnostic::new(
                Code::MachineName,
                format!("{name} {error}"),
                value.span,
                "a time is a number that is not negative",
            )]),
        }
    }

    fn option<T: Copy>(&self, names: [&str; 2], words: Words<T>) -> Found<Option<T>> {
        let Some(argument) = self.argument(&names) else {
            return Ok(None);
        };
        let written = match &argument.value.kind {
            ast::ExprKind::Name(name) => name.text.as_str(),
            _ => "",
        };
        let found = words.iter().find(|(word, _)| *word == written);
        found.map(|(_, option)| Some(*option)).ok_or_else(|| {
            let known: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            vec![
                Diagnostic::new(
                    Code::MachineName,
                    format!("`{}` has no such value", names[0]),
                    argument.value.span,
                    "this value",
                )
                .help(format!("the values are {}", known.join(", "))),
            ]
        })
    }

    /// Every argument is one that a network has.
    fn check(&self) -> Found<()> {
        let arguments = self
            .machine
            .into_iter()
            .flat_map(|machine| &machine.arguments);
        for name in arguments.filter_map(|argument| argument.name.as_ref()) {
            let text = name.text.as_str();
            let is_known =
                text == "p" || TIMES.contains(&text) || OPTIONS.as_flattened().contains(&text);
            if !is_known {
                return Err(vec![
                    Diagnostic::new(
                        Code::MachineName,
                        format!("a network has no parameter `{text}`"),
                        name.span,
                        "this parameter",
                    )
                    .help(format!(
                        "its parameters are p, {}, and {}",
                        TIMES.join(", "),
                        OPTIONS.map(|names| names.join(" (") + ")").join(", ")
                    )),
                ]);
            }
        }
        Ok(())
    }
}

/// The topology of a network: of the command line's number of processors, else of the sizes that
/// the file gives.
pub fn topology(
    name: NetworkName,
    processors: Option<u64>,
    machine: Option<&ast::Machine>,
    names: &Names,
) -> Found<Topology> {
    let declared = Declared { machine, names };
    let own = machine.and_then(|machine| NetworkName::parse(&machine.name.text));
    let named = declared.argument(&["p"]);
    let p = match (processors, named) {
        (Some(processors), _) => Some(u32::try_from(processors).unwrap_or(u32::MAX)),
        (None, Some(argument)) => Some(declared.whole(&argument.value)?),
        (None, None) => None,
    };
    let sizes = if own.is_some() {
        declared.sizes()?
    } else {
        Vec::new()
    };
    let is_grid = |name| matches!(name, Some(NetworkName::Torus | NetworkName::Mesh));
    let made = match p {
        Some(p) => of_processors(name, p),
        None if sizes.is_empty() => return Err(vec![no_processors(machine, names.vocabulary)]),
        None if is_grid(Some(name)) && is_grid(own) => match name {
            NetworkName::Torus => Topology::torus(sizes),
            _ => Topology::mesh(sizes),
        },
        None if own == Some(NetworkName::Hypercube) => {
            Topology::hypercube(sizes[0]).and_then(|cube| of_processors(name, cube.processors()))
        }
        None => {
            let all = sizes
                .iter()
                .try_fold(1_u32, |all, size| all.checked_mul(*size));
            of_processors(name, all.unwrap_or(u32::MAX))
        }
    };
    let place = machine.filter(|_| own.is_some() && processors.is_none());
    made.map_err(|error| vec![unmakeable(&error, place, names.vocabulary)])
}

fn of_processors(name: NetworkName, p: u32) -> Result<Topology, TopologyError> {
    match name {
        NetworkName::Complete | NetworkName::Built(_) => Topology::complete(p),
        NetworkName::Ring => Topology::ring(p),
        NetworkName::Line => Topology::line(p),
        NetworkName::Torus => Topology::square_torus(p),
        NetworkName::Mesh => Topology::square_mesh(p),
        NetworkName::Hypercube => Topology::hypercube_of(p),
        NetworkName::Tree => Topology::tree(p),
        NetworkName::Star => Topology::star(p),
        NetworkName::Bus => Topology::bus(p),
    }
}

fn unmakeable(
    error: &TopologyError,
    machine: Option<&ast::Machine>,
    vocabulary: Vocabulary,
) -> Diagnostic {
    let message = format!("there is no such network: {error}");
    let diagnostic = match machine {
        Some(machine) => Diagnostic::new(Code::MachineName, message, machine.span, "this machine"),
        None => Diagnostic::without_place(Code::MachineName, message),
    };
    match *error {
        TopologyError::NoPowerOfTwo { processors } => {
            let above = processors.next_power_of_two();
            let below = above / 2;
            diagnostic.help(format!(
                "hypercubes and trees have 1, 2, 4, 8, … processors: try {below} or {above}"
            ))
        }
        TopologyError::NoSquare { grid, processors } => {
            let name = match grid {
                Grid::Mesh => vocabulary.choose("mreza", "mesh"),
                Grid::Torus => "torus",
            };
            let word = vocabulary.word(Concept::Machine);
            let rows = (1..=processors.isqrt())
                .rev()
                .find(|rows| processors.is_multiple_of(*rows));
            let rows = rows.unwrap_or(1);
            let columns = processors / rows;
            let side = processors.isqrt();
            diagnostic.help(format!(
                "give rows and columns in the file, as in \
                 `{word} {name}({rows}, {columns}, t_s = 100, t_w = 7);`, or {} or {} processors",
                side * side,
                (side + 1) * (side + 1)
            ))
        }
        TopologyError::NoProcessor | TopologyError::TooManyProcessors => diagnostic,
    }
}

fn no_processors(machine: Option<&ast::Machine>, vocabulary: Vocabulary) -> Diagnostic {
    let message = "nothing says how many processors the network has";
    let diagnostic = match machine {
        Some(machine) => Diagnostic::new(Code::NoProcessors, message, machine.span, ""),
        None => Diagnostic::without_place(Code::NoProcessors, message),
    };
    let word = vocabulary.word(Concept::Machine);
    let ring = vocabulary.choose("prsten", "ring");
    diagnostic.help(format!(
        "give `-p 8` on the command line, or `{word} {ring}(p = 8, t_s = 100, t_w = 7);` in the file"
    ))
}

/// The multicomputer: what the command line says, else what the file says.
pub fn multicomputer(
    name: NetworkName,
    options: &Options,
    machine: Option<&ast::Machine>,
    names: &Names,
) -> Found<Multicomputer> {
    let is_network = machine.and_then(|machine| NetworkName::parse(&machine.name.text));
    let topology = topology(name, options.processors, machine, names)?;
    let given = machine.filter(|_| is_network.is_some());
    let declared = Declared {
        machine: given,
        names,
    };
    declared.check()?;
    let own = &options.network;
    let [t_s, t_w, t_h, t_c, t_o] = TIMES;
    let time = |option: Option<Decimal>, name: &str| match option {
        Some(time) => Ok(Some(time)),
        None => declared.time(name),
    };
    // A built machine has its times: one that the command line asks for before those of the file,
    // one that the file names where the file says nothing else.
    let built = |network: Option<NetworkName>, text: fn(&Built) -> &'static str| match network {
        Some(NetworkName::Built(built)) => text(built).parse::<Decimal>().ok(),
        _ => None,
    };
    let asked = Some(name).filter(|_| is_network != Some(name));
    let time_or_built = |option: Option<Decimal>, name: &str, text: fn(&Built) -> &'static str| {
        let given = time(option.or(built(asked, text)), name)?;
        Ok::<_, Vec<Diagnostic>>(given.or_else(|| built(is_network, text)))
    };
    let start_up = time_or_built(own.t_s, t_s, |built| built.start_up)?;
    let word = time_or_built(own.t_w, t_w, |built| built.word)?;
    let instruction = time(own.t_c, t_c)?;
    let missing: Vec<&str> = [(start_up.is_none(), t_s), (word.is_none(), t_w)]
        .iter()
        .filter_map(|(is_missing, name)| is_missing.then_some(*name))
        .collect();
    let (Some(start_up), Some(word)) = (start_up, word) else {
        return Err(vec![missing_times(&missing, given, names.vocabulary)]);
    };
    let one = Decimal::new(1, 0).map_err(|_| Vec::new())?;
    let parameters = Parameters {
        t_s: start_up,
        t_w: word,
        t_h: time(own.t_h, t_h)?.unwrap_or_default(),
        t_c: instruction.unwrap_or(one),
        t_o: time(own.t_o, t_o)?.unwrap_or_default(),
    };
    if let Err(error) = parameters.scaled() {
        let message = error.to_string();
        return Err(vec![match given {
            Some(machine) => Diagnostic::new(Code::MachineName, message, machine.span, ""),
            None => Diagnostic::without_place(Code::BadOption, message),
        }]);
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
    let usual = network::Limits::default();
    Ok(Multicomputer {
        topology,
        options: travel,
        parameters,
        limits: network::Limits {
            messages: own.max_messages.unwrap_or(usual.messages),
            operations: options.limits.steps,
        },
        recording: own.recording,
        choices: own.choices.clone(),
    })
}

fn missing_times(
    missing: &[&str],
    machine: Option<&ast::Machine>,
    vocabulary: Vocabulary,
) -> Diagnostic {
    let meaning = |name: &str| match name {
        "t_s" => "t_s, the start-up time of a message,",
        _ => "t_w, the time of a word,",
    };
    let listed: Vec<&str> = missing.iter().map(|name| meaning(name)).collect();
    let are = if listed.len() == 1 { "is" } else { "are" };
    let message = format!(
        "a network needs its times: {} {are} not given",
        listed.join(" and ")
    );
    let diagnostic = match machine {
        Some(machine) => Diagnostic::new(Code::MachineName, message, machine.span, "this machine"),
        None => Diagnostic::without_place(Code::BadOption, message),
    };
    let flags: Vec<String> = missing
        .iter()
        .map(|name| format!("--{} 100", name.replace('_', "")))
        .collect();
    let word = vocabulary.word(Concept::Machine);
    let ring = vocabulary.choose("prsten", "ring");
    diagnostic.help(format!(
        "give `{}` on the command line, or `{word} {ring}(p = 8, t_s = 100, t_w = 7);` in the file",
        flags.join(" ")
    ))
}
