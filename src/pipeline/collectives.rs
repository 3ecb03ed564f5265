//! Collective communication: a program for a multicomputer may call `emitiraj`, `svedi`, … without
//! defining them, and `ograda;` waits for all. They are algorithms of the library `programs/collectives/`, in the version for
//! the program's network; what the program defines itself under such a name stays.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::network::NetworkName;
use crate::source::Sources;
use crate::syntax::ast::visit::{Visitor, statements, walk_expression};
use crate::syntax::ast::{self, Expr, ExprKind, Item, Stmt, StmtKind};
use crate::syntax::include::{Files, Spliced, Unreadable, splice};

/// What a program calls, without the operator before it.
const NAMES: [&str; 16] = [
    "emitiraj",
    "svedi",
    "razdijeli",
    "skupi",
    "svedi_svima",
    "skupi_svima",
    "prefiks",
    "pricekaj_sve",
    "broadcast",
    "reduce",
    "scatter",
    "gather",
    "all_reduce",
    "all_gather",
    "prefix",
    "wait_for_all",
];

/// The algorithm that `ograda;` stands for.
const BARRIER: &str = "pricekaj_sve";

/// The folder of the library, as messages name it.
const FOLDER: &str = "<programs>/collectives";

/// The library: a file for each kind of network, and what they share.
const TEXTS: [(&str, &str); 5] = [
    (
        "chains.pram",
        include_str!("../../programs/collectives/chains.pram"),
    ),
    (
        "complete.pram",
        include_str!("../../programs/collectives/complete.pram"),
    ),
    (
        "hypercube.pram",
        include_str!("../../programs/collectives/hypercube.pram"),
    ),
    (
        "mesh.pram",
        include_str!("../../programs/collectives/mesh.pram"),
    ),
    (
        "ring.pram",
        include_str!("../../programs/collectives/ring.pram"),
    ),
];

/// The file whose algorithms keep to the links of such a network.
fn file_for(network: NetworkName) -> &'static str {
    match network {
        NetworkName::Complete | NetworkName::Star | NetworkName::Bus | NetworkName::Built(_) => {
            "complete.pram"
        }
        // In a tree, the halves of a line are subtrees, and neighbours of a ring take turns at no
        // link.
        NetworkName::Ring | NetworkName::Line | NetworkName::Tree => "ring.pram",
        NetworkName::Torus | NetworkName::Mesh => "mesh.pram",
        NetworkName::Hypercube => "hypercube.pram",
    }
}

/// Gives a program the algorithms of the library, where it calls one that it does not define.
/// Their texts are added to the sources.
pub(super) fn add(file: &mut ast::File, network: NetworkName, sources: &mut Sources) {
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
                barriers_to_calls(body, true);
                statements(&mut search, body);
            }
            Item::Program(ast::ProgramBlock { body, .. }) => {
                barriers_to_calls(body, false);
                statements(&mut search, body);
            }
            _ => {}
        }
    }
    if !search.is_missing {
        return;
    }
    let (name, text) = TEXTS
        .into_iter()
        .find(|(name, _)| *name == file_for(network))
        .unwrap_or(TEXTS[0]);
    let library = sources.add(format!("{FOLDER}/{name}"), text);
    let Spliced {
        file: spliced,
        diagnostics,
        ..
    } = splice(sources, library, &Library);
    debug_assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let mut items: Vec<Item> = (spliced.items.into_iter())
        .filter(|item| match item {
            Item::Algorithm(algorithm) => !defined.contains(&algorithm.name.stem),
            _ => false,
        })
        .collect();
    // Before the program's own, as if it began with the inclusion.
    items.append(&mut file.items);
    *file = ast::File {
        items,
        vocabularies: spliced.vocabularies,
    };
}

/// A barrier among processors that exchange messages is an algorithm of the library. Code that
/// prepares the run has none.
fn barriers_to_calls(statements: &mut [Stmt], is_in_block: bool) {
    for statement in statements {
        match &mut statement.kind {
            StmtKind::Barrier(None) if is_in_block => {
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
            StmtKind::If {
                then, otherwise, ..
            } => {
                barriers_to_calls(then, is_in_block);
                barriers_to_calls(otherwise, is_in_block);
            }
            StmtKind::Parallel(block) => barriers_to_calls(&mut block.body, true),
            StmtKind::For { body, .. }
            | StmtKind::CFor { body, .. }
            | StmtKind::While { body, .. }
            | StmtKind::Repeat { body, .. }
            | StmtKind::Block(body) => barriers_to_calls(body, is_in_block),
            StmtKind::Barrier(_)
            | StmtKind::Assign { .. }
            | StmtKind::Declare { .. }
            | StmtKind::Return(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Print(_)
            | StmtKind::Assert { .. }
            | StmtKind::Output(_)
            | StmtKind::Call(_)
            | StmtKind::Send { .. }
            | StmtKind::Receive { .. }
            | StmtKind::Empty => {}
        }
    }
}

/// Whether an algorithm of the library is called that the program does not define.
struct Search<'a> {
    defined: &'a HashSet<String>,
    is_missing: bool,
}

impl Visitor for Search<'_> {
    fn expression(&mut self, expression: &Expr) {
        if let ExprKind::Call(name, _) = &expression.kind {
            let stem = name.stem.as_str();
            self.is_missing |= NAMES.contains(&stem) && !self.defined.contains(stem);
        }
        walk_expression(self, expression);
    }
}

/// The texts of the library, for what they include.
struct Library;

impl Files for Library {
    fn read(&self, path: &Path, _: u64) -> Result<Vec<u8>, Unreadable> {
        let text = TEXTS.iter().find(|(name, _)| path.ends_with(name));
        text.map(|(_, text)| text.as_bytes().to_vec())
            .ok_or_else(|| Unreadable::Other("it is not part of the library".to_owned()))
    }

    fn identity(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}
