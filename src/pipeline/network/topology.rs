//! The topology of a run, and the errors if there is none.

use super::NetworkName;
use super::declared::{Declared, DeclaredValue};
use crate::claims::expression::ExpressionNames;
use crate::language::Voice;
use crate::network::{MAX_PROCESSORS, Topology, TopologyError};
use crate::pipeline::Options;
use crate::pipeline::machine_problem::MachineProblem;
use crate::syntax::ast;

/// The topology of a network: from the command line's number of processors, or else from the file's
/// number of processors or sizes.
pub fn topology(
    name: NetworkName,
    options: &Options,
    machine: Option<&ast::Machine>,
    names: &ExpressionNames,
) -> DeclaredValue<Topology> {
    let processors = options.processors;
    let own = machine.and_then(|machine| NetworkName::parse(&machine.name.text));
    if !options.network.sizes.is_empty() {
        if let Some(own) = own {
            Declared { machine, names }.check(own)?;
        }
        return of_sizes(name, &options.network.sizes, processors, names.voice);
    }
    let (sizes, declared) = extent(own, machine, names)?;
    let asked = processors.map(|p| u32::try_from(p).unwrap_or(u32::MAX));
    let Some(p) = asked.or(declared) else {
        return Err(vec![no_processors(machine).diagnostic(names.voice)]);
    };
    let has_own_sizes = !sizes.is_empty() && declared == Some(p);
    let is_grid = |name| matches!(name, NetworkName::Torus | NetworkName::Mesh);
    let made = match name {
        // The file's own rows and columns, if their product is the requested number of processors.
        NetworkName::Torus if own.is_some_and(is_grid) && has_own_sizes => Topology::torus(sizes),
        NetworkName::Mesh if own.is_some_and(is_grid) && has_own_sizes => Topology::mesh(sizes),
        _ if p > MAX_PROCESSORS => Err(TopologyError::TooManyProcessors),
        _ => of_processors(name, p),
    };
    let place = machine.filter(|_| own.is_some() && processors.is_none());
    let machine = place.map(|machine| machine.span);
    made.map_err(|error| {
        vec![MachineProblem::NoTopology { error, machine }.diagnostic(names.voice)]
    })
}

/// The topology with the sizes of the command line.
fn of_sizes(
    name: NetworkName,
    sizes: &[u32],
    processors: Option<u64>,
    voice: Voice,
) -> DeclaredValue<Topology> {
    let is_grid = matches!(name, NetworkName::Torus | NetworkName::Mesh);
    if let ([_, _, ..], false) = (sizes, is_grid) {
        let problem = MachineProblem::SeveralSizes {
            network: name,
            count: sizes.len(),
        };
        return Err(vec![problem.diagnostic(voice)]);
    }
    let made = match name {
        NetworkName::Torus => Topology::torus(sizes.to_vec()),
        NetworkName::Mesh => Topology::mesh(sizes.to_vec()),
        NetworkName::Hypercube => Topology::hypercube(sizes[0]),
        _ => of_processors(name, sizes[0]),
    };
    let machine = None;
    let topology = made
        .map_err(|error| vec![MachineProblem::NoTopology { error, machine }.diagnostic(voice)])?;
    let own = u64::from(topology.processors());
    match processors {
        Some(asked) if asked != own => {
            let problem = MachineProblem::OtherProcessors {
                of_sizes: own,
                asked,
                machine,
            };
            Err(vec![problem.diagnostic(voice)])
        }
        _ => Ok(topology),
    }
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

/// The processors of a file's network, which the program runs without; `None` if the file does not give
/// them.
pub fn declared_processors(
    machine: Option<&ast::Machine>,
    names: &ExpressionNames,
) -> DeclaredValue<Option<u64>> {
    let own = machine.and_then(|machine| NetworkName::parse(&machine.name.text));
    let (_, processors) = extent(own, machine, names)?;
    Ok(processors.map(u64::from))
}

/// The sizes of a file's network, and its number of processors by these or by its `p`.
fn extent(
    own: Option<NetworkName>,
    machine: Option<&ast::Machine>,
    names: &ExpressionNames,
) -> DeclaredValue<(Vec<u32>, Option<u32>)> {
    let declared = Declared { machine, names };
    let sizes = match own {
        Some(own) => {
            declared.check(own)?;
            declared.sizes_of(own)?
        }
        None => Vec::new(),
    };
    let named = match declared.argument(&["p"]) {
        Some(argument) => Some(declared.whole(&argument.value)?),
        None => None,
    };
    let of_sizes = match own {
        _ if sizes.is_empty() => None,
        Some(NetworkName::Hypercube) => Some(2_u32.checked_pow(sizes[0]).unwrap_or(u32::MAX)),
        _ => Some((sizes.iter()).fold(1_u32, |all, size| all.saturating_mul(*size))),
    };
    if let (Some(named), Some(of_sizes), Some(machine)) = (named, of_sizes, machine)
        && named != of_sizes
    {
        let problem = MachineProblem::OtherProcessors {
            of_sizes: of_sizes.into(),
            asked: named.into(),
            machine: Some(machine.span),
        };
        return Err(vec![problem.diagnostic(names.voice)]);
    }
    Ok((sizes, named.or(of_sizes)))
}

fn no_processors(machine: Option<&ast::Machine>) -> MachineProblem {
    let named = machine.map(|machine| machine.name.text.clone());
    MachineProblem::NoProcessors {
        machine: machine.map(|machine| machine.span),
        network: named.filter(|name| NetworkName::parse(name).is_some()),
    }
}
