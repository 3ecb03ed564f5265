//! The topology of a run, and the errors if there is none.

use super::NetworkName;
use super::declared::{Declared, DeclaredValue, one_size};
use crate::claims::expression::ExpressionNames;
use crate::diagnostic::{Code, Diagnostic};
use crate::network::{Grid, MAX_PROCESSORS, Topology, TopologyError};
use crate::pipeline::Options;
use crate::syntax::ast;
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabulary;

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
        return of_sizes(name, &options.network.sizes, processors, names.vocabulary);
    }
    let (sizes, declared) = extent(own, machine, names)?;
    let asked = processors.map(|p| u32::try_from(p).unwrap_or(u32::MAX));
    let Some(p) = asked.or(declared) else {
        return Err(vec![no_processors(machine, names.vocabulary)]);
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
    made.map_err(|error| vec![unmakeable(&error, place, names.vocabulary)])
}

/// The topology with the sizes of the command line.
fn of_sizes(
    name: NetworkName,
    sizes: &[u32],
    processors: Option<u64>,
    vocabulary: Vocabulary,
) -> DeclaredValue<Topology> {
    let is_grid = matches!(name, NetworkName::Torus | NetworkName::Mesh);
    if let ([_, _, ..], false) = (sizes, is_grid) {
        let message = format!("`--machine {name}` is given {} sizes", sizes.len());
        let problem = Diagnostic::without_place(Code::BadOption, message);
        return Err(vec![problem.help(format!(
            "{}; `mesh:2x8` and `torus:2x3x4` have a size for each dimension",
            one_size(name)
        ))]);
    }
    let made = match name {
        NetworkName::Torus => Topology::torus(sizes.to_vec()),
        NetworkName::Mesh => Topology::mesh(sizes.to_vec()),
        NetworkName::Hypercube => Topology::hypercube(sizes[0]),
        _ => of_processors(name, sizes[0]),
    };
    let topology = made.map_err(|error| vec![unmakeable(&error, None, vocabulary)])?;
    let own = u64::from(topology.processors());
    match processors {
        Some(asked) if asked != own => {
            let message = format!("the network has {own} processors, and p is {asked}");
            let problem = Diagnostic::without_place(Code::BadOption, message);
            Err(vec![problem.help("give the sizes alone, or p alone")])
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
                 `{word} {name}({rows}, {columns}, t_s = 100, t_w = 7);`, or on the command line, \
                 `--machine {}:{rows}x{columns}`, or {} or {} processors",
                grid_name(grid),
                side * side,
                (side + 1) * (side + 1)
            ))
        }
        TopologyError::NoProcessor | TopologyError::TooManyProcessors => diagnostic,
    }
}

/// The network of a grid, as the command line calls it.
fn grid_name(grid: Grid) -> NetworkName {
    match grid {
        Grid::Mesh => NetworkName::Mesh,
        Grid::Torus => NetworkName::Torus,
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
        let message =
            format!("the sizes of this network make {of_sizes} processors, and p is {named}");
        let problem = Diagnostic::new(Code::MachineName, message, machine.span, "this machine");
        return Err(vec![problem.help("give the sizes alone, or p alone")]);
    }
    Ok((sizes, named.or(of_sizes)))
}

fn no_processors(machine: Option<&ast::Machine>, vocabulary: Vocabulary) -> Diagnostic {
    let message = "nothing says how many processors the network has";
    let diagnostic = match machine {
        Some(machine) => Diagnostic::new(Code::NoProcessors, message, machine.span, ""),
        None => Diagnostic::without_place(Code::NoProcessors, message),
    };
    let word = vocabulary.word(Concept::Machine);
    let ring = vocabulary.choose("prsten", "ring");
    let named = machine.map(|machine| machine.name.text.as_str());
    let network = named.filter(|name| NetworkName::parse(name).is_some());
    let network = network.unwrap_or(ring);
    diagnostic.help(format!(
        "give `-p 16` on the command line, or `{word} {network}(p = 16, t_s = 100, t_w = 7);` in \
         the file"
    ))
}
