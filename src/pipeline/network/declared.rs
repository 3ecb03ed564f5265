//! The arguments of `stroj` that describe a network.

use super::{NetworkName, english};
use crate::claims::expression::{self, ExpressionNames};
use crate::diagnostic::Diagnostic;
use crate::network::{Decimal, DecimalError, Duplex, MAX_PROCESSORS, Ports, Routing, Sending};
use crate::pipeline::machine;
use crate::pipeline::machine_problem::MachineProblem;
use crate::pipeline::word::{self, OptionWord, word};
use crate::program::Constant;
use crate::syntax::ast;

/// The description of a network in a `stroj`.
pub(super) struct Declared<'f> {
    pub machine: Option<&'f ast::Machine>,
    pub names: &'f ExpressionNames,
}

pub const ROUTINGS: &[OptionWord<Routing>] = &[
    word(
        "cut_through",
        Some("prosljedi"),
        english::CUT_THROUGH,
        Routing::CutThrough,
    ),
    word(
        "store_and_forward",
        Some("pohrani"),
        english::STORE_AND_FORWARD,
        Routing::StoreAndForward,
    ),
];
pub const PORTS: &[OptionWord<Ports>] = &[
    word("one", Some("jedan"), english::ONE_PORT, Ports::One),
    word("all", Some("svi"), english::ALL_PORTS, Ports::All),
];
pub const DUPLEXES: &[OptionWord<Duplex>] = &[
    word("full", Some("puni"), english::FULL_DUPLEX, Duplex::Full),
    word("half", Some("polu"), english::HALF_DUPLEX, Duplex::Half),
];
pub const SENDINGS: &[OptionWord<Sending>] = &[
    word(
        "buffered",
        Some("spremnik"),
        english::BUFFERED,
        Sending::Buffered,
    ),
    word(
        "sync",
        Some("sinkrono"),
        english::SYNCHRONOUS,
        Sending::Synchronous,
    ),
];

/// The names of the times, and of the options in both vocabularies.
pub const TIMES: [&str; 5] = ["t_s", "t_w", "t_h", "t_c", "t_o"];
/// The time of a barrier, which is given in the same way on the asynchronous PRAM.
pub const BARRIER: &str = "B";
pub const OPTIONS: [[&str; 2]; 4] = [
    ["usmjeravanje", "routing"],
    ["portovi", "ports"],
    ["dupleks", "duplex"],
    ["slanje", "sending"],
];

/// The names of the options and their values in both vocabularies.
pub(super) fn translations() -> impl Iterator<Item = (Vec<&'static str>, &'static str)> {
    fn words<T>(
        words: &[OptionWord<T>],
    ) -> impl Iterator<Item = (Vec<&'static str>, &'static str)> {
        (words.iter()).map(|word| (word.croatian.into_iter().collect(), word.english))
    }
    let names = OPTIONS.map(|[croatian, english]| (vec![croatian], english));
    (names.into_iter())
        .chain(words(ROUTINGS))
        .chain(words(PORTS))
        .chain(words(DUPLEXES))
        .chain(words(SENDINGS))
}

pub(super) type DeclaredValue<T> = Result<T, Vec<Diagnostic>>;

/// The minimal size of a network: a hypercube of dimension 0 has one processor.
pub fn least_size(network: NetworkName) -> u32 {
    match network {
        NetworkName::Hypercube => 0,
        NetworkName::Complete
        | NetworkName::Ring
        | NetworkName::Line
        | NetworkName::Torus
        | NetworkName::Mesh
        | NetworkName::Tree
        | NetworkName::Star
        | NetworkName::Bus
        | NetworkName::Built(_) => 1,
    }
}

impl Declared<'_> {
    fn arguments(&self) -> impl Iterator<Item = &ast::MachineArgument> {
        let machine = self.machine.into_iter();
        machine.flat_map(|machine| &machine.arguments)
    }

    /// The argument with one of these names.
    pub fn argument(&self, names: &[&str]) -> Option<&ast::MachineArgument> {
        self.arguments()
            .find(|argument| names.iter().any(|name| argument.is(name)))
    }

    /// The sizes without a name: rows and columns of a grid, dimensions of a hypercube, the processors
    /// of any other network.
    pub fn sizes_of(&self, network: NetworkName) -> DeclaredValue<Vec<u32>> {
        let sizes: Vec<&ast::MachineArgument> = (self.arguments())
            .filter(|argument| argument.name.is_none())
            .collect();
        let is_grid = matches!(network, NetworkName::Torus | NetworkName::Mesh);
        if let [_, second, ..] = sizes.as_slice()
            && !is_grid
        {
            let span = second.value.span;
            let problem = MachineProblem::SecondSize { network, span };
            return Err(vec![problem.diagnostic(self.names.voice)]);
        }
        let least = least_size(network);
        (sizes.iter())
            .map(|size| self.at_least(least, &size.value))
            .collect()
    }

    /// An integer, at least 1.
    pub fn whole(&self, value: &ast::Expr) -> DeclaredValue<u32> {
        self.at_least(1, value)
    }

    fn at_least(&self, least: u32, value: &ast::Expr) -> DeclaredValue<u32> {
        let found = machine::whole_at_least(least.into(), value, self.names)?;
        let size = found.and_then(|found| u32::try_from(found).ok());
        size.filter(|size| *size <= MAX_PROCESSORS).ok_or_else(|| {
            let problem = MachineProblem::BadSize {
                span: value.span,
                least,
                is_too_large: found.is_some(),
            };
            vec![problem.diagnostic(self.names.voice)]
        })
    }

    /// The time of this name.
    pub fn time(&self, name: &str) -> DeclaredValue<Option<Decimal>> {
        let Some(argument) = self.argument(&[name]) else {
            return Ok(None);
        };
        let value = &argument.value;
        let constant = expression::evaluate(value, self.names)?;
        let fraction = expression::fraction(value, self.names);
        let time = match (constant, fraction) {
            (Constant::Bool(_), _) => Err(DecimalError::Malformed),
            (_, Some((above, below))) => Decimal::quotient(above, below),
            (Constant::Real(real), None) if matches!(value.kind, ast::ExprKind::Real(_)) => {
                real.to_string().parse()
            }
            _ => Err(DecimalError::Endless),
        };
        time.map(Some).map_err(|error| {
            let problem = MachineProblem::BadTime {
                name: name.to_owned(),
                error,
                span: value.span,
            };
            vec![problem.diagnostic(self.names.voice)]
        })
    }

    /// The option of these names, by its words.
    pub fn option<T: Copy>(
        &self,
        names: [&str; 2],
        words: &[OptionWord<T>],
    ) -> DeclaredValue<Option<T>> {
        let Some(argument) = self.argument(&names) else {
            return Ok(None);
        };
        let written = match &argument.value.kind {
            ast::ExprKind::Name(name) => name.text.as_str(),
            _ => "",
        };
        word::read(words, written).map(Some).ok_or_else(|| {
            let vocabulary = self.names.voice.vocabulary;
            let known = (words.iter())
                .map(|word| vocabulary.choose(word.croatian.unwrap_or(word.english), word.english));
            let name = argument.name.as_ref().map_or(names[0], |name| &name.text);
            let problem = MachineProblem::UnknownValue {
                name: name.to_owned(),
                span: argument.value.span,
                known: known.collect(),
            };
            vec![problem.diagnostic(self.names.voice)]
        })
    }

    /// Checks that this network has every argument.
    pub fn check(&self, network: NetworkName) -> DeclaredValue<()> {
        for name in self
            .arguments()
            .filter_map(|argument| argument.name.as_ref())
        {
            let text = name.text.as_str();
            let is_known = ["p", BARRIER].contains(&text)
                || TIMES.contains(&text)
                || OPTIONS.as_flattened().contains(&text);
            if !is_known {
                let problem = MachineProblem::UnknownNetworkParameter {
                    name: text.to_owned(),
                    span: name.span,
                    network,
                };
                return Err(vec![problem.diagnostic(self.names.voice)]);
            }
        }
        Ok(())
    }
}
