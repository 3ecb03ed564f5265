//! Collective communication: a program for a multicomputer may call `emitiraj`, `svedi`, … without
//! defining them, and `ograda;` waits for all. They are algorithms of `programs/collectives/`, in the
//! version for the program's network; an algorithm of the program with such a name takes precedence.
//!
//! If the time of a barrier is given, `ograda;` is a rendezvous of all processors instead. A rendezvous
//! may also be requested before each call, which finds programs that rely on processors passing through
//! a collective before all others have reached it (the MPI standard leaves that open).

use std::collections::HashSet;
use std::path::Path;

use super::network::{Collectives, NetworkName};
use super::{MemoryFiles, shipped};
use crate::machine::fault::{Fault, FaultKind};
use crate::machine::network::fault::NetworkFault;
use crate::source::Sources;
use crate::syntax::ast::visit::{Visitor, bodies_mut, statements, walk_expression};
use crate::syntax::ast::{self, Expr, ExprKind, Item, Meeting, Stmt, StmtKind};
use crate::syntax::formatter::FunctionNames;
use crate::syntax::include::{Spliced, splice};
use crate::syntax::keyword::Concept;
use crate::syntax::vocabulary::Vocabularies;

/// The names of collectives, without the operator before it: in Croatian and in English.
const NAMES: [(&[&str], &str); 8] = [
    (&["emitiraj"], "broadcast"),
    (&["svedi"], "reduce"),
    (&["razdijeli"], "scatter"),
    (&["skupi"], "gather"),
    (&["svedi_svima"], "all_reduce"),
    (&["skupi_svima"], "all_gather"),
    (&["prefiks"], "prefix"),
    (&[BARRIER], "wait_for_all"),
];

/// The names of collective communication in both vocabularies.
pub fn translated_names() -> impl Iterator<Item = FunctionNames> {
    NAMES
        .into_iter()
        .map(|(croatian, english)| FunctionNames { croatian, english })
}

/// The algorithm that implements `ograda;`.
const BARRIER: &str = "pricekaj_sve";

/// The file whose algorithms use only the links of such a network.
fn file_for(network: NetworkName) -> &'static str {
    match network {
        NetworkName::Complete | NetworkName::Star | NetworkName::Bus | NetworkName::Built(_) => {
            "collectives/complete.pram"
        }
        // In a tree, the halves of a line are subtrees, and neighbours of a ring never share a link.
        NetworkName::Ring | NetworkName::Line | NetworkName::Tree => "collectives/ring.pram",
        NetworkName::Torus | NetworkName::Mesh => "collectives/mesh.pram",
        NetworkName::Hypercube => "collectives/hypercube.pram",
    }
}

/// Where all processors synchronise.
#[derive(Debug, Clone, Copy)]
pub(super) struct CollectiveSites {
    /// Whether barriers are meetings; otherwise they are calls of the library.
    pub barriers: bool,
    /// Whether calls of the library are.
    pub collectives: Collectives,
}

/// Adds to a program those algorithms of the library that it calls and does not define. Their texts are
/// added to the sources.
pub(super) fn add(
    file: &mut ast::File,
    network: NetworkName,
    meetings: CollectiveSites,
    sources: &mut Sources,
) {
    let defined: HashSet<String> = (file.items.iter())
        .filter_map(|item| match item {
            Item::Algorithm(algorithm) => Some(algorithm.name.stem.clone()),
            _ => None,
        })
        .collect();
    let mut search = Search {
        defined: &defined,
        is_missing: false,
    };
    for item in &mut file.items {
        match item {
            Item::Algorithm(ast::Algorithm { body, .. }) => {
                barriers_in(body, true, meetings);
                statements(&mut search, body);
                meet_before_calls(body, &defined, meetings);
            }
            Item::Program(ast::ProgramBlock { body, .. }) => {
                barriers_in(body, false, meetings);
                statements(&mut search, body);
                meet_before_calls(body, &defined, meetings);
            }
            _ => {}
        }
    }
    if !search.is_missing {
        return;
    }
    let path = Path::new(shipped::FOLDER).join(file_for(network));
    let text = shipped::text(&path).expect("the collectives are shipped");
    let library = sources.add(path.to_string_lossy(), text);
    let Spliced {
        file: spliced,
        diagnostics,
        ..
    } = splice(sources, library, &MemoryFiles::default());
    debug_assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut items: Vec<Item> = (spliced.items.into_iter())
        .filter(|item| match item {
            Item::Algorithm(algorithm) => !defined.contains(&algorithm.name.stem),
            _ => false,
        })
        .collect();
    for item in &mut items {
        if let Item::Algorithm(algorithm) = item {
            keep_buffers(&mut algorithm.body);
        }
    }
    // Before the program's own, as if it began with the inclusion.
    items.append(&mut file.items);
    *file = ast::File {
        items,
        vocabularies: spliced.vocabularies,
    };
}

/// Sets the name of the collective, as the program writes it, in which a processor waits, or has sent a
/// message that is never received: both are in algorithms of the library.
pub(super) fn name_in(fault: &mut Fault, vocabularies: &Vocabularies) {
    for call in &mut fault.trace.calls {
        // The call that represents `ograda;` is shorter than the name of the algorithm.
        let length = (call.span.end - call.span.start) as usize;
        if call.callee == BARRIER && length < BARRIER.len() {
            let vocabulary = vocabularies.at(call.span.file);
            vocabulary
                .word(Concept::Barrier)
                .clone_into(&mut call.callee);
        }
    }
    let FaultKind::Network(network) = &mut fault.kind else {
        return;
    };
    let (place, collective) = match network.as_mut() {
        NetworkFault::Deadlock(deadlock) => {
            let wait = deadlock.waits.first();
            (wait.map(|wait| wait.span), &mut deadlock.collective)
        }
        NetworkFault::NeverReceived {
            left, collective, ..
        } => (left.first().map(|left| left.span), collective),
        _ => return,
    };
    if place.is_some_and(|place| vocabularies.is_built_in(place.file)) {
        let mut calls = fault.trace.calls.iter();
        let own = calls.find(|call| !vocabularies.is_built_in(call.span.file));
        *collective = own.map(|call| call.callee.clone());
    }
}

/// Replaces barriers among processors that exchange messages by a rendezvous or an algorithm of the
/// library. Code that prepares the run has none.
fn barriers_in(statements: &mut [Stmt], is_in_block: bool, meetings: CollectiveSites) {
    for statement in statements {
        let is_barrier = is_in_block && matches!(statement.kind, StmtKind::Barrier(None));
        if is_barrier && meetings.barriers {
            statement.kind = StmtKind::Meet(Meeting::Barrier);
        } else if is_barrier {
            let name = ast::AlgorithmName {
                operator: None,
                stem: BARRIER.to_owned(),
                span: statement.span,
            };
            statement.kind = StmtKind::Call(Expr {
                kind: ExprKind::Call(name, Vec::new()),
                span: statement.span,
            });
        }
        let is_in_block = is_in_block || matches!(statement.kind, StmtKind::Parallel(_));
        for body in bodies_mut(statement) {
            barriers_in(body, is_in_block, meetings);
        }
    }
}

/// Makes the library use buffered sends on every machine. Whether a program relies on buffers concerns
/// its own messages: by the MPI standard, collectives must work without any.
fn keep_buffers(statements: &mut [Stmt]) {
    for statement in statements {
        if let StmtKind::Send { manner, .. } = &mut statement.kind
            && *manner == ast::Manner::Blocking
        {
            *manner = ast::Manner::Buffered;
        }
        for body in bodies_mut(statement) {
            keep_buffers(body);
        }
    }
}

/// Inserts a rendezvous before each call of the library, if requested.
fn meet_before_calls(
    statements: &mut [Stmt],
    defined: &HashSet<String>,
    meetings: CollectiveSites,
) {
    if meetings.collectives == Collectives::Asynchronous {
        return;
    }
    for statement in statements {
        if let StmtKind::Call(call) = &statement.kind
            && let ExprKind::Call(name, arguments) = &call.kind
            && is_of_library(name, defined)
        {
            let is_scalar = |argument: &&Expr| !matches!(argument.kind, ExprKind::WholeArray(_));
            let scalar = arguments.iter().find(is_scalar).cloned();
            let span = statement.span;
            let meeting = Stmt::simple(StmtKind::Meet(Meeting::Call(name.clone(), scalar)), span);
            let call = std::mem::replace(&mut statement.kind, StmtKind::Empty);
            statement.kind = StmtKind::Block(vec![meeting, Stmt::simple(call, span)]);
            continue;
        }
        for body in bodies_mut(statement) {
            meet_before_calls(body, defined, meetings);
        }
    }
}

/// Whether this is called from the library.
fn is_of_library(name: &ast::AlgorithmName, defined: &HashSet<String>) -> bool {
    let stem = name.stem.as_str();
    let mut names = NAMES.iter();
    let is_named = names.any(|(croatian, english)| croatian.contains(&stem) || *english == stem);
    is_named && !defined.contains(stem)
}

/// Whether an algorithm of the library is called that the program does not define.
struct Search<'a> {
    defined: &'a HashSet<String>,
    is_missing: bool,
}

impl Visitor for Search<'_> {
    fn expression(&mut self, expression: &Expr) {
        if let ExprKind::Call(name, _) = &expression.kind {
            self.is_missing |= is_of_library(name, self.defined);
        }
        walk_expression(self, expression);
    }
}
