//! What each name of an algorithm means: index, private, control, shared, array.

use std::collections::HashMap;

use pram::syntax::ast::{
    Declarator, Expr, ExprKind, Parallel, ParallelHeader, Stmt, StmtKind, Storage, Target,
};

use super::definitions::{Callee, Definitions, expressions_of, visit_expression};

/// Whose processors hold a name: an algorithm's body or one of its blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    Body,
    /// A block, by its address in the syntax tree.
    Block(usize),
}

impl Owner {
    pub fn block(block: &Parallel) -> Self {
        Self::Block(std::ptr::from_ref(block) as usize)
    }
}

/// What a name means where it is owned. `shared`: its accesses count and are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entity {
    Scalar { shared: bool },
    Array { shared: bool },
}

/// The names of one algorithm or of the program.
#[derive(Debug, Default)]
pub struct Names<'a> {
    owned: HashMap<(Owner, &'a str), Entity>,
}

/// One place where a scalar is assigned or an array written, inside these blocks.
struct Write<'a> {
    chain: Vec<Owner>,
    name: &'a str,
    /// By processors of a block of their own: a whole-array statement.
    by_elements: bool,
    /// Of a declaration: whether it writes by elements depends on what this reads.
    initial: Option<&'a Expr>,
}

/// What one walk over the body collects before anything is decided.
#[derive(Default)]
struct Collected<'a> {
    scalar_writes: Vec<Write<'a>>,
    array_writes: Vec<Write<'a>>,
    whole_array_targets: Vec<(Vec<Owner>, &'a str)>,
}

impl<'a> Names<'a> {
    /// `given` are the parameters or inputs: names, and whether they are arrays.
    pub fn new(definitions: &Definitions<'a>, given: &[(&'a str, bool)], body: &'a [Stmt]) -> Self {
        let mut names = Self::default();
        for &(name, is_array) in given {
            // An array from outside is in the global memory; a scalar is control until assigned
            // inside a block.
            let entity = if is_array {
                Entity::Array { shared: true }
            } else {
                Entity::Scalar { shared: false }
            };
            names.owned.insert((Owner::Body, name), entity);
        }
        let mut collected = Collected::default();
        names.walk(definitions, body, &[Owner::Body], &mut collected);
        names.declare_whole_arrays(&collected);
        names.place_scalars(&collected);
        names.share(definitions, &collected);
        names
    }

    /// What a name means inside these blocks, outermost first, and who owns it.
    pub fn resolve(&self, chain: &[Owner], name: &str) -> Option<(Owner, Entity)> {
        let mut inside_out = chain.iter().rev();
        inside_out.find_map(|&owner| {
            self.owned
                .get(&(owner, name))
                .map(|&entity| (owner, entity))
        })
    }

    /// Everything that one owner holds.
    pub fn of(&self, owner: Owner) -> impl Iterator<Item = (&'a str, Entity)> {
        let here = self
            .owned
            .iter()
            .filter(move |((each, _), _)| *each == owner);
        here.map(|(&(_, name), &entity)| (name, entity))
    }

    pub fn get(&self, owner: Owner, name: &str) -> Option<Entity> {
        self.owned.get(&(owner, name)).copied()
    }

    fn walk(
        &mut self,
        definitions: &Definitions<'a>,
        body: &'a [Stmt],
        chain: &[Owner],
        collected: &mut Collected<'a>,
    ) {
        let here = chain[chain.len() - 1];
        for statement in body {
            collected.passed_arrays(definitions, statement, chain);
            match &statement.kind {
                StmtKind::Assign { target, value, .. } => {
                    collected.target(definitions, target, value, chain);
                }
                StmtKind::Declare {
                    storage,
                    declarators,
                } => {
                    for declarator in declarators {
                        let name = declarator.name.text.as_str();
                        let is_array =
                            declarator.dimensions.is_some() || *storage == Storage::Array;
                        match storage {
                            Storage::Array | Storage::Shared | Storage::Channel if is_array => {
                                self.owned
                                    .insert((here, name), Entity::Array { shared: true });
                            }
                            Storage::Local if is_array => {
                                self.owned
                                    .insert((here, name), Entity::Array { shared: false });
                                if declarator.initial.is_some() {
                                    collected
                                        .array_writes
                                        .push(Write::elements(chain, name, declarator));
                                }
                            }
                            // "declared `lokalno x` in a block: private to that block"
                            Storage::Local => {
                                self.owned
                                    .insert((here, name), Entity::Scalar { shared: false });
                            }
                            // "shared: … declared `globalno`"
                            _ => {
                                self.owned
                                    .insert((Owner::Body, name), Entity::Scalar { shared: true });
                            }
                        }
                        if !is_array && declarator.initial.is_some() {
                            collected.scalar_writes.push(Write::one(chain, name));
                        }
                    }
                }
                StmtKind::Receive {
                    targets, sender, ..
                } => {
                    for target in targets {
                        if let Target::Name(name) = target {
                            collected.scalar_writes.push(Write::one(chain, &name.text));
                        }
                    }
                    if let Some(name) = sender {
                        collected.scalar_writes.push(Write::one(chain, &name.text));
                    }
                }
                StmtKind::Parallel(block) => {
                    let owner = Owner::block(block);
                    for index in index_names(&block.header) {
                        self.owned
                            .insert((owner, index), Entity::Scalar { shared: false });
                    }
                    let inner: Vec<Owner> = chain.iter().copied().chain([owner]).collect();
                    self.walk(definitions, &block.body, &inner, collected);
                }
                StmtKind::For { variable, body, .. } => {
                    self.walk_loop_variable(&variable.text, chain, collected);
                    self.walk(definitions, body, chain, collected);
                }
                StmtKind::CFor {
                    initial,
                    update,
                    body,
                    ..
                } => {
                    for part in [initial, update].into_iter().flatten() {
                        if let (
                            true,
                            StmtKind::Assign {
                                target: Target::Name(name),
                                ..
                            },
                        ) = (initial.as_ref() == Some(part), &part.kind)
                        {
                            self.walk_loop_variable(&name.text, chain, collected);
                        }
                        self.walk(definitions, std::slice::from_ref(part), chain, collected);
                    }
                    self.walk(definitions, body, chain, collected);
                }
                StmtKind::While { body, .. }
                | StmtKind::Repeat { body, .. }
                | StmtKind::Block(body) => self.walk(definitions, body, chain, collected),
                StmtKind::If {
                    then, otherwise, ..
                } => {
                    self.walk(definitions, then, chain, collected);
                    self.walk(definitions, otherwise, chain, collected);
                }
                _ => {}
            }
        }
    }

    /// "The variable of a counting loop that stands inside a block is private to that block; in
    /// sequential code it is an ordinary control scalar."
    fn walk_loop_variable(
        &mut self,
        name: &'a str,
        chain: &[Owner],
        collected: &mut Collected<'a>,
    ) {
        match chain[chain.len() - 1] {
            Owner::Body => collected.scalar_writes.push(Write::one(chain, name)),
            block @ Owner::Block(_) => {
                self.owned
                    .insert((block, name), Entity::Scalar { shared: false });
            }
        }
    }

    /// "Where no `X` exists yet, `X[] = expr` declares one."
    fn declare_whole_arrays(&mut self, collected: &Collected<'a>) {
        for (chain, name) in &collected.whole_array_targets {
            if self.resolve(chain, name).is_none() {
                let here = chain[chain.len() - 1];
                self.owned
                    .insert((here, name), Entity::Array { shared: true });
            }
        }
    }

    /// Assigned outside every block: the body's. Assigned only inside blocks: private to the
    /// outermost block that assigns it itself, separately per block.
    fn place_scalars(&mut self, collected: &Collected<'a>) {
        let mut writes: Vec<&Write> = collected.scalar_writes.iter().collect();
        writes.sort_by_key(|write| write.chain.len());
        for write in writes {
            if self.resolve(&write.chain, write.name).is_none() {
                self.owned
                    .insert((write.here(), write.name), Entity::Scalar { shared: false });
            }
        }
    }

    /// Assigned by the owner and in a block inside: shared.
    fn share(&mut self, definitions: &Definitions<'a>, collected: &Collected<'a>) {
        for write in &collected.scalar_writes {
            if let Some((owner, Entity::Scalar { .. })) = self.resolve(&write.chain, write.name)
                && owner != write.here()
            {
                self.owned
                    .insert((owner, write.name), Entity::Scalar { shared: true });
            }
        }
        // What is found to be shared may make another initialiser a whole-array statement.
        for _ in 0..=collected.array_writes.len() {
            for write in &collected.array_writes {
                if let Some((owner, Entity::Array { .. })) = self.resolve(&write.chain, write.name)
                    && (owner != write.here()
                        || write.by_elements
                        || write.initial.is_some_and(|initial| {
                            self.is_computed(definitions, &write.chain, initial)
                        }))
                {
                    self.owned
                        .insert((owner, write.name), Entity::Array { shared: true });
                }
            }
        }
    }

    /// Whether an initialiser stands for whole arrays, calls an algorithm or reads shared memory.
    fn is_computed(
        &self,
        definitions: &Definitions<'a>,
        chain: &[Owner],
        initial: &'a Expr,
    ) -> bool {
        let mut computed = false;
        visit_expression(initial, &mut |part| {
            computed |= match &part.kind {
                ExprKind::WholeArray(_) => true,
                ExprKind::Name(name) => {
                    let meaning = self.resolve(chain, &name.text);
                    matches!(meaning, Some((_, Entity::Scalar { shared: true })))
                }
                ExprKind::Element(name, _) => {
                    let meaning = self.resolve(chain, &name.text);
                    matches!(meaning, Some((_, Entity::Array { shared: true })))
                }
                ExprKind::Call(name, _) => {
                    matches!(definitions.resolve(name, None), Callee::Algorithm(..))
                }
                _ => false,
            };
        });
        computed
    }
}

impl<'a> Collected<'a> {
    fn target(
        &mut self,
        definitions: &Definitions<'a>,
        target: &'a Target,
        value: &'a Expr,
        chain: &[Owner],
    ) {
        match target {
            Target::Element(name, ..) => {
                self.array_writes.push(Write::one(chain, &name.text));
            }
            Target::Section(name, ..) => {
                let mut write = Write::one(chain, &name.text);
                write.by_elements = true;
                self.array_writes.push(write);
            }
            Target::WholeArray(name, _) => {
                self.whole_array_targets.push((chain.to_vec(), &name.text));
                let mut write = Write::one(chain, &name.text);
                write.by_elements = true;
                self.array_writes.push(write);
            }
            Target::Name(name) => {
                if gives_array(definitions, value) {
                    self.whole_array_targets.push((chain.to_vec(), &name.text));
                } else {
                    self.scalar_writes.push(Write::one(chain, &name.text));
                }
            }
        }
    }

    /// Arrays that are passed to what writes them.
    fn passed_arrays(
        &mut self,
        definitions: &Definitions<'a>,
        statement: &'a Stmt,
        chain: &[Owner],
    ) {
        for expression in expressions_of(statement) {
            visit_expression(expression, &mut |part| {
                let ExprKind::Call(name, arguments) = &part.kind else {
                    return;
                };
                for (position, argument) in arguments.iter().enumerate() {
                    if let ExprKind::Name(array) | ExprKind::WholeArray(array) = &argument.kind
                        && definitions.call_writes(name, position)
                    {
                        self.array_writes.push(Write::one(chain, &array.text));
                    }
                }
            });
        }
    }
}

impl<'a> Write<'a> {
    fn one(chain: &[Owner], name: &'a str) -> Self {
        Self {
            chain: chain.to_vec(),
            name,
            by_elements: false,
            initial: None,
        }
    }

    /// An initialiser that is computed from shared memory or by a call is a whole-array
    /// statement; first contents are not.
    fn elements(chain: &[Owner], name: &'a str, declarator: &'a Declarator) -> Self {
        let initial = declarator.initial.as_ref();
        Self {
            initial: initial.filter(|initial| !is_data(initial)),
            ..Self::one(chain, name)
        }
    }

    fn here(&self) -> Owner {
        self.chain[self.chain.len() - 1]
    }
}

/// "A list or a generator as initialiser is data: free."
pub fn is_data(initial: &Expr) -> bool {
    match &initial.kind {
        ExprKind::List(_) => true,
        ExprKind::Call(name, _) => name.operator.is_none() && is_generator(&name.stem),
        _ => false,
    }
}

fn is_generator(name: &str) -> bool {
    [
        "slucajno",
        "slučajno",
        "random",
        "permutacija",
        "permutation",
        "iota",
        "lista",
        "list",
        "stablo",
        "tree",
        "sortirano",
        "sorted",
        "konstanta",
        "constant",
    ]
    .contains(&name)
}

/// Whether the right side of `x = …` is a call that gives an array.
pub fn gives_array(definitions: &Definitions, value: &Expr) -> bool {
    match &value.kind {
        ExprKind::WholeArray(_) => true,
        ExprKind::Call(name, _) => definitions.call_gives_array(name),
        _ => false,
    }
}

/// The indices that a block's header binds.
pub fn index_names(header: &ParallelHeader) -> Vec<&str> {
    match header {
        ParallelHeader::Ranges(ranges) => ranges
            .iter()
            .map(|range| range.variable.text.as_str())
            .collect(),
        ParallelHeader::Indices(variable) | ParallelHeader::IndicesOf { variable, .. } => {
            vec![&variable.text]
        }
        ParallelHeader::SideBySide { .. } => Vec::new(),
    }
}
