//! What each block of a body says about each name: where it is assigned, declared, an index.

use std::collections::HashMap;

use indexmap::IndexMap;

use crate::source::Span;
use crate::syntax::ast::visit::{self, Visitor, walk_statement};
use crate::syntax::ast::{self, StmtKind, Storage};

use super::names::{Names, Routine};
use super::problem::{Problem, Problems};
use super::spelling;
use super::subscripted;
use crate::program::{BlockId, MOST_DIMENSIONS, Origin};

/// What one block itself (without the blocks inside it) says about one name.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// The first plain assignment, or the parameter.
    pub assigned: Option<Span>,
    /// The variable of a counting loop.
    pub counts: Option<Span>,
    /// `lokalno x`
    pub local: Option<Span>,
    /// `globalno x`, here or in a block inside: its one cell belongs to the body.
    pub shared: Option<Span>,
    /// The block's index.
    pub index: Option<Span>,
    /// An array.
    pub array: Option<ArrayFacts>,
    /// It is a parameter, or the length of one.
    pub parameter: bool,
}

impl Facts {
    /// Whether the name means something of this block's own here, whatever it means outside.
    pub fn captures(&self) -> bool {
        self.counts.is_some()
            || self.local.is_some()
            || self.shared.is_some()
            || self.index.is_some()
            || self.array.is_some()
    }

    /// The first place at which it gets a value.
    pub fn first_assigned(&self) -> Option<Span> {
        self.assigned.or(self.counts)
    }
}

/// An array of a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct ArrayFacts {
    /// Its declaration.
    pub span: Span,
    /// Which keyword.
    pub origin: Origin,
    /// Dimensions; unknown where `X[] = …` declares it.
    pub rank: Option<u8>,
}

/// A block and what it says.
#[derive(Debug)]
pub(super) struct BlockFacts {
    /// The block around it.
    pub parent: Option<BlockId>,
    /// Its header.
    pub span: Span,
    /// Its indices, in order.
    pub indices: Vec<ast::Ident>,
    /// Contains a barrier or is marked asynchronous.
    pub native: bool,
    /// By name, in order of appearance.
    pub names: IndexMap<String, Facts>,
}

/// Every block of a body.
pub(super) struct BodyFacts {
    /// Block 0 is the body itself.
    pub blocks: Vec<BlockFacts>,
    /// Blocks by the span of their header.
    pub block_at: HashMap<Span, BlockId>,
}

/// Collects the facts of a body.
pub(super) fn collect(
    routine: &Routine<'_>,
    names: &Names<'_>,
    problems: &mut Problems,
) -> BodyFacts {
    let mut collector = Collector {
        names,
        facts: BodyFacts {
            blocks: vec![BlockFacts {
                parent: None,
                span: routine.header,
                indices: Vec::new(),
                native: false,
                names: IndexMap::new(),
            }],
            block_at: HashMap::new(),
        },
        block: BlockId(0),
        problems,
    };
    for formal in &routine.formals {
        let name = formal.name;
        let facts = collector.name(&name.text);
        facts.parameter = true;
        match formal.dimensions {
            None => facts.assigned = Some(name.span),
            Some(dimensions) => {
                facts.array = Some(ArrayFacts {
                    span: name.span,
                    origin: Origin::Parameter,
                    rank: match dimensions {
                        // As many as it is given subscripts; where it is given none, as many as
                        // what is passed for it has.
                        [None] => subscripted::rank(routine.body, &name.text),
                        dimensions => Some(rank(dimensions)),
                    },
                });
            }
        }
    }
    for formal in &routine.formals {
        for dimension in formal.dimensions.unwrap_or_default() {
            if let Some(ast::Expr {
                kind: ast::ExprKind::Name(name),
                span,
            }) = dimension
            {
                let facts = collector.name(&name.text);
                if facts.array.is_none() {
                    facts.parameter = true;
                    facts.assigned.get_or_insert(*span);
                }
            }
        }
    }
    visit::statements(&mut collector, routine.body);
    collector.lift_shared();
    collector.facts
}

/// The rank of a declaration; of one with too many dimensions, one more than there may be.
fn rank(dimensions: &[Option<ast::Expr>]) -> u8 {
    u8::try_from(dimensions.len()).map_or(MOST_DIMENSIONS + 1, |rank| rank.min(MOST_DIMENSIONS + 1))
}

struct Collector<'p> {
    names: &'p Names<'p>,
    facts: BodyFacts,
    block: BlockId,
    problems: &'p mut Problems,
}

impl Visitor for Collector<'_> {
    fn statement(&mut self, statement: &ast::Stmt) {
        match &statement.kind {
            StmtKind::Assign { target, .. } => match target {
                ast::Target::Name(name) => {
                    self.name(&name.text).assigned.get_or_insert(name.span);
                }
                ast::Target::WholeArray(name, span) => self.whole_array(name, *span),
                ast::Target::Element(..) | ast::Target::Section(..) => {}
            },
            StmtKind::Declare {
                storage,
                declarators,
            } => {
                for declarator in declarators {
                    self.declarator(*storage, declarator);
                }
            }
            StmtKind::Parallel(parallel) => self.parallel(parallel, statement.span),
            StmtKind::For { variable, body, .. } => {
                self.name(&variable.text)
                    .counts
                    .get_or_insert(variable.span);
                visit::statements(self, body);
            }
            StmtKind::CFor {
                initial,
                update,
                body,
                ..
            } => {
                if let Some(initial) = initial {
                    match &initial.kind {
                        StmtKind::Assign {
                            target: ast::Target::Name(name),
                            operator: None,
                            ..
                        } => {
                            self.name(&name.text).counts.get_or_insert(name.span);
                        }
                        _ => self.statement(initial),
                    }
                }
                if let Some(update) = update {
                    self.statement(update);
                }
                visit::statements(self, body);
            }
            StmtKind::Receive {
                targets, sender, ..
            } => {
                let names = targets.iter().filter_map(|target| match target {
                    ast::Target::Name(name) => Some(name),
                    _ => None,
                });
                for name in names.chain(sender) {
                    self.received(name);
                }
            }
            // `recv(x, j)`, where no algorithm has that name.
            StmtKind::Call(call) => {
                if let ast::ExprKind::Call(name, arguments) = &call.kind
                    && self.names.callee(name, None).is_none()
                    && let Some(kind @ StmtKind::Receive { .. }) =
                        spelling::message_call(name, arguments)
                {
                    let span = statement.span;
                    self.statement(&ast::Stmt { kind, span });
                }
            }
            StmtKind::Barrier(_) => self.facts.blocks[self.block.index()].native = true,
            _ => walk_statement(self, statement),
        }
    }

    /// An expression declares nothing.
    fn expression(&mut self, _: &ast::Expr) {}
}

impl Collector<'_> {
    fn name(&mut self, name: &str) -> &mut Facts {
        let names = &mut self.facts.blocks[self.block.index()].names;
        names.entry(name.to_owned()).or_default()
    }

    /// `primi x od j` assigns x, unless that is an array.
    fn received(&mut self, name: &ast::Ident) {
        if self.array_around(&name.text).is_none() {
            self.name(&name.text).assigned.get_or_insert(name.span);
        }
    }

    /// `X[] = …` declares X where nothing around it has.
    fn whole_array(&mut self, name: &ast::Ident, span: Span) {
        let mut block = Some(self.block);
        while let Some(id) = block {
            let facts = &self.facts.blocks[id.index()];
            if facts
                .names
                .get(&name.text)
                .is_some_and(|facts| facts.captures() || facts.assigned.is_some())
            {
                return;
            }
            block = facts.parent;
        }
        self.name(&name.text).array = Some(ArrayFacts {
            span,
            origin: Origin::Declared,
            rank: None,
        });
    }

    fn declarator(&mut self, storage: Storage, declarator: &ast::Declarator) {
        let name = &declarator.name;
        let Some(dimensions) = &declarator.dimensions else {
            match storage {
                Storage::Local => self.name(&name.text).local.get_or_insert(name.span),
                Storage::Shared => self.name(&name.text).shared.get_or_insert(name.span),
                Storage::Array | Storage::Channel => {
                    let name = name.clone();
                    self.problems.report(Problem::ArrayWithoutBrackets {
                        name: name.text.clone(),
                        span: name.span,
                    });
                    // Known as an array from here on, so that its uses are not blamed too.
                    &mut self
                        .name(&name.text)
                        .array
                        .get_or_insert(ArrayFacts {
                            span: name.span,
                            origin: Origin::Declared,
                            rank: None,
                        })
                        .span
                }
            };
            return;
        };
        if dimensions.len() > usize::from(MOST_DIMENSIONS) {
            self.problems.report(Problem::TooManyDimensions {
                name: name.text.clone(),
                given: dimensions.len(),
                span: name.span,
            });
        }
        let origin = match storage {
            Storage::Local => Origin::Local,
            Storage::Channel => Origin::Channel,
            Storage::Array | Storage::Shared => Origin::Declared,
        };
        if let Some(first) = self.array_around(&name.text) {
            self.problems.report(Problem::DefinedTwice {
                what: "array",
                name: name.text.clone(),
                first,
                second: name.span,
            });
            return;
        }
        self.name(&name.text).array = Some(ArrayFacts {
            span: name.span,
            origin,
            rank: Some(rank(dimensions)),
        });
    }

    /// Where a name already stands for an array in this block or one around it.
    fn array_around(&self, name: &str) -> Option<Span> {
        let mut block = Some(self.block);
        while let Some(id) = block {
            let facts = &self.facts.blocks[id.index()];
            if let Some(array) = facts.names.get(name).and_then(|facts| facts.array) {
                return Some(array.span);
            }
            block = facts.parent;
        }
        None
    }

    /// `globalno x` in a block declares a cell of the body: one for all processors.
    fn lift_shared(&mut self) {
        for position in 1..self.facts.blocks.len() {
            let declared: Vec<(String, Span)> = (self.facts.blocks[position].names.iter_mut())
                .filter_map(|(name, facts)| Some((name.clone(), facts.shared.take()?)))
                .collect();
            for (name, span) in declared {
                if let Some(local) = self.local_around(&name, position) {
                    self.problems.report(Problem::DefinedTwice {
                        what: "variable",
                        name,
                        first: local,
                        second: span,
                    });
                    continue;
                }
                let body = &mut self.facts.blocks[0].names;
                body.entry(name).or_default().shared.get_or_insert(span);
            }
        }
    }

    /// Where a block, or one around it, declares a name as its processors' own.
    fn local_around(&self, name: &str, position: usize) -> Option<Span> {
        let mut block = Some(BlockId(position as u32));
        while let Some(id) = block.filter(|id| id.index() > 0) {
            let facts = &self.facts.blocks[id.index()];
            if let Some(local) = facts.names.get(name).and_then(|facts| facts.local) {
                return Some(local);
            }
            block = facts.parent;
        }
        None
    }

    fn parallel(&mut self, parallel: &ast::Parallel, span: Span) {
        let outer = self.block;
        let id = BlockId(self.facts.blocks.len() as u32);
        let indices: Vec<ast::Ident> = match &parallel.header {
            ast::ParallelHeader::Ranges(ranges) => {
                ranges.iter().map(|range| range.variable.clone()).collect()
            }
            ast::ParallelHeader::Indices(variable)
            | ast::ParallelHeader::IndicesOf { variable, .. } => vec![variable.clone()],
            ast::ParallelHeader::SideBySide { .. } => Vec::new(),
        };
        self.facts.block_at.insert(span, id);
        self.facts.blocks.push(BlockFacts {
            parent: Some(outer),
            span,
            indices: indices.clone(),
            native: parallel.asynchronous,
            names: IndexMap::new(),
        });
        self.block = id;
        for index in &indices {
            let facts = self.name(&index.text);
            if let Some(first) = facts.index.replace(index.span) {
                self.problems.report(Problem::DefinedTwice {
                    what: "index",
                    name: index.text.clone(),
                    first,
                    second: index.span,
                });
            }
        }
        visit::statements(self, &parallel.body);
        self.block = outer;
    }
}
