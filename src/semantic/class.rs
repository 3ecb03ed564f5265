//! Which scalar is a control scalar, a private, an index or shared, and why.
//!
//! Definition (the language, section 6): a *control* scalar is assigned only in sequential code; a
//! *private* one is first assigned inside a block, or declared `lokalno`; a *shared* one is
//! assigned both outside and inside, or declared `globalno`. The variable of a counting loop
//! inside a block is private to it. A private that a nested block assigns becomes one shared cell
//! per processor of its block.

use indexmap::{IndexMap, IndexSet};

use crate::source::Span;
use crate::syntax::ast::Ident;

use super::facts::{self, ArrayFacts, BlockFacts, Facts};
use super::mentions::{Binding, Mention, Mentions, Usage};
use super::names::Names;
use super::problem::{Defined, Elsewhere, ElsewhereKind, Problem, Problems};
use crate::program::{
    ArrayId, BlockId, Class, Memory, Origin, Outside, Owner, ScalarClass, ScalarId, WhyOwn,
    WhyShared,
};

/// A scalar that is not shared.
#[derive(Debug, Clone)]
pub(super) struct ScalarInfo {
    /// As written.
    pub name: String,
    /// Whose processors hold one each.
    pub block: BlockId,
    /// The place that determines its class.
    pub span: Span,
    /// Its class, and why.
    pub why: WhyOwn,
}

/// An array or a shared scalar.
#[derive(Debug, Clone)]
pub(super) struct ArrayInfo {
    /// As written.
    pub name: String,
    /// Whose processors hold one each.
    pub block: BlockId,
    /// Where it comes from.
    pub origin: Origin,
    /// Dimensions, 0 for a shared scalar; unknown where `X[] = …` declares it.
    pub rank: Option<u8>,
    /// The declaration.
    pub span: Span,
    /// Of a shared scalar: what makes it shared.
    pub why_shared: Option<WhyShared>,
}

/// The names that begin to mean something in a block.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    /// Its indices.
    pub indices: Vec<ScalarId>,
    /// Its own names.
    names: IndexMap<String, Binding>,
    /// Scalars that begin with the values of others, which lie outside.
    pub copies: Vec<(ScalarId, ScalarId)>,
}

/// Every name of a body resolved.
pub(super) struct Scopes {
    /// Every mention of a name, with its meaning.
    pub mentions: Mentions,
    /// By block; block 0 is the body itself.
    pub blocks: Vec<Scope>,
    /// Scalars that are not shared.
    pub scalars: Vec<ScalarInfo>,
    /// Arrays and shared scalars.
    pub arrays: Vec<ArrayInfo>,
}

impl Scopes {
    /// Classifies every name of a body.
    ///
    /// Where processors exchange messages nothing is shared: each has a copy of what it assigns.
    pub fn of(number: usize, names: &Names<'_>, memory: Memory, problems: &mut Problems) -> Self {
        let mentions = Mentions::of(&names.routines[number], names);
        let facts = facts::collect(&mentions, problems);
        let mut children = vec![Vec::new(); facts.len()];
        for (position, block) in mentions.blocks.iter().enumerate() {
            if let Some(parent) = block.parent {
                children[parent.index()].push(BlockId(position as u32));
            }
        }
        let names = facts.iter().flat_map(|names| names.keys().cloned());
        let names: IndexSet<String> = names.collect();
        let scopes = Self {
            blocks: vec![Scope::default(); facts.len()],
            mentions,
            scalars: Vec::new(),
            arrays: Vec::new(),
        };
        let mut classifier = Classifier {
            facts,
            children,
            scopes,
            memory,
            problems,
        };
        for name in &names {
            classifier.place(name, BlockId(0), false);
        }
        classifier.finish()
    }

    /// The meaning of the name at a place.
    pub fn at(&self, name: &Ident) -> Option<Binding> {
        self.mentions.at(name)?.stands_for
    }

    /// The array that the name at a place means.
    pub fn array_at(&self, name: &Ident) -> Option<&ArrayInfo> {
        self.array(self.at(name)?)
    }

    /// The array that this is, if it is no scalar.
    pub fn array(&self, binding: Binding) -> Option<&ArrayInfo> {
        let Binding::Array(id) = binding else {
            return None;
        };
        Some(&self.arrays[id.index()]).filter(|array| array.rank != Some(0))
    }

    /// The scalars that are not shared, each with its variable.
    pub fn scalars(&self) -> impl Iterator<Item = (Binding, &ScalarInfo)> {
        let scalars = self.scalars.iter().enumerate();
        scalars.map(|(number, scalar)| (Binding::Scalar(ScalarId(number as u32)), scalar))
    }

    /// The same of arrays and shared scalars.
    pub fn arrays(&self) -> impl Iterator<Item = (Binding, &ArrayInfo)> {
        let arrays = self.arrays.iter().enumerate();
        arrays.map(|(number, array)| (Binding::Array(ArrayId(number as u32)), array))
    }

    /// The place that determines a class.
    pub fn span(&self, binding: Binding) -> Span {
        match binding {
            Binding::Scalar(id) => self.scalars[id.index()].span,
            Binding::Array(id) => self.arrays[id.index()].span,
        }
    }

    /// The class of a scalar; none of an array.
    pub fn class(&self, binding: Binding) -> Option<ScalarClass> {
        match binding {
            Binding::Scalar(id) => Some(ScalarClass::Own(self.scalars[id.index()].why)),
            Binding::Array(id) => self.arrays[id.index()].why_shared.map(ScalarClass::Shared),
        }
    }

    /// What a name would mean in a block, mentioned there or not.
    pub fn find(&self, block: BlockId, name: &str) -> Option<Binding> {
        let mut blocks = self.mentions.around(block);
        blocks.find_map(|block| self.blocks[block.index()].names.get(name).copied())
    }

    /// Every name visible in a block, for suggestions.
    pub fn visible(&self, block: BlockId) -> Vec<&str> {
        let blocks = self.mentions.around(block);
        let names = blocks.flat_map(|block| self.blocks[block.index()].names.keys());
        names.map(String::as_str).collect()
    }

    /// A block in which a name means something, although it means nothing where it was used.
    pub fn elsewhere(&self, name: &str) -> Option<Elsewhere> {
        let mut blocks = self.blocks.iter().zip(&self.mentions.blocks);
        blocks.find_map(|(scope, block)| {
            let &binding = scope.names.get(name)?;
            let kind = match self.class(binding) {
                Some(ScalarClass::Own(why)) if why.class() == Class::Index => ElsewhereKind::Index,
                Some(class) => ElsewhereKind::Scalar(class),
                None => ElsewhereKind::Array,
            };
            Some(Elsewhere {
                span: self.span(binding),
                header: block.span,
                kind,
            })
        })
    }
}

struct Classifier<'p> {
    facts: Vec<BlockFacts>,
    children: Vec<Vec<BlockId>>,
    scopes: Scopes,
    memory: Memory,
    problems: &'p mut Problems,
}

impl Classifier<'_> {
    /// Gives a name its meaning in a block and in those inside; `known` where a block around has.
    fn place(&mut self, name: &str, block: BlockId, known: bool) {
        let facts = self.facts[block.index()].get(name).cloned();
        let mut known = known;
        if let Some(facts) = facts {
            let assigned = facts.first_assigned().is_some();
            if facts.captures() || assigned && !known {
                self.declare(name, block, &facts);
                known = true;
            } else if let (Some(span), Memory::Private) = (facts.assigned, self.memory) {
                self.copy(name, block, span);
            }
        }
        for child in self.children[block.index()].clone() {
            self.place(name, child, known);
        }
    }

    /// Gives each processor of a block a copy of a scalar outside of it.
    fn copy(&mut self, name: &str, block: BlockId, span: Span) {
        let outside = self.scopes.mentions.blocks[block.index()].parent;
        let outside = outside.and_then(|outside| self.scopes.find(outside, name));
        if let Some(Binding::Scalar(outside)) = outside {
            let copy = ScalarId(self.scopes.scalars.len() as u32);
            self.scalar(name, block, span, WhyOwn::Copied);
            self.scopes.blocks[block.index()]
                .copies
                .push((copy, outside));
        }
    }

    /// Makes the variable that a name means in a block.
    fn declare(&mut self, name: &str, block: BlockId, facts: &Facts) {
        let nested = match self.memory {
            Memory::Shared => self.assigned_inside(name, block),
            Memory::Private => None,
        };
        if let Some(array) = facts.array {
            self.array(name, block, facts, array);
        } else if let Some(index) = facts.index {
            if let Some(assignment) = facts.first_assigned().or(facts.local).or(nested) {
                self.problems.report(Problem::AssignedIndex {
                    name: name.to_owned(),
                    index,
                    assignment,
                });
            }
            self.scalar(name, block, index, WhyOwn::Index);
        } else if let Some(span) = facts.shared {
            self.shared_counter(name, block, facts, WhyShared::Declared(span));
            self.shared(name, block, span, WhyShared::Declared(span));
        } else if let Some(span) = facts.group {
            self.shared_counter(name, block, facts, WhyShared::Declared(span));
            self.shared_as(
                name,
                block,
                (span, WhyShared::Declared(span)),
                Origin::Group,
            );
        } else if let Some(span) = facts.local {
            if let Some(inside) = nested {
                let outside = (span, Outside::Declared);
                self.cell_of_private(name, block, facts, outside, inside);
            } else {
                self.scalar(name, block, span, WhyOwn::Declared);
            }
        } else {
            let span = facts
                .first_assigned()
                .expect("a name without a declaration is assigned");
            match (nested, block.index()) {
                (Some(inside), _) => {
                    let by = if facts.parameter {
                        Outside::Parameter
                    } else {
                        Outside::Assignment
                    };
                    self.cell_of_private(name, block, facts, (span, by), inside);
                }
                (None, 0) => {
                    let why = if facts.parameter {
                        WhyOwn::Parameter
                    } else {
                        WhyOwn::Sequential
                    };
                    self.scalar(name, block, span, why);
                }
                (None, _) => {
                    if let (Some(counter), Some(shared)) =
                        (facts.counts, self.declared_shared(name, block))
                    {
                        self.problems.report(Problem::SharedCounter {
                            name: name.to_owned(),
                            counter,
                            why: WhyShared::Declared(shared),
                        });
                    }
                    let why = if facts.counts.is_some() {
                        WhyOwn::Counts
                    } else {
                        WhyOwn::Inside
                    };
                    self.scalar(name, block, span, why);
                }
            }
        }
    }

    fn array(&mut self, name: &str, block: BlockId, facts: &Facts, array: ArrayFacts) {
        // Assignments to an array's name are found where names are used.
        let parameter = facts.assigned.filter(|_| facts.parameter);
        if array.origin != Origin::Parameter
            && let Some(first) = parameter
        {
            self.problems
                .defined_twice(Defined::Name, name, [first, array.span]);
            return self.bind_array(name, block, array);
        }
        let scalar = parameter
            .or(facts.counts)
            .or(facts.local)
            .or(facts.shared)
            .or(facts.index);
        if let Some(scalar) = scalar {
            self.problems.report(Problem::ArrayAsScalar {
                name: name.to_owned(),
                array: array.span,
                scalar,
            });
        }
        self.bind_array(name, block, array);
    }

    fn bind_array(&mut self, name: &str, block: BlockId, array: ArrayFacts) {
        let id = ArrayId(self.scopes.arrays.len() as u32);
        self.scopes.arrays.push(ArrayInfo {
            name: name.to_owned(),
            block,
            origin: array.origin,
            rank: array.rank,
            span: array.span,
            why_shared: None,
        });
        self.bind(name, block, Binding::Array(id));
    }

    /// A scalar of `block` that a block inside assigns too: shared.
    fn cell_of_private(
        &mut self,
        name: &str,
        block: BlockId,
        facts: &Facts,
        (outside, by): (Span, Outside),
        inside: Span,
    ) {
        let owner = match block.index() {
            0 => Owner::Program,
            _ => Owner::OuterBlock,
        };
        let why = WhyShared::Assigned {
            outside,
            by,
            inside,
            owner,
        };
        self.shared_counter(name, block, facts, why);
        self.shared(name, block, outside, why);
    }

    /// A loop inside a block cannot count with a shared scalar: all processors would count in one
    /// cell.
    fn shared_counter(&mut self, name: &str, block: BlockId, facts: &Facts, why: WhyShared) {
        if let (Some(counter), false) = (facts.counts, block.index() == 0) {
            self.problems.report(Problem::SharedCounter {
                name: name.to_owned(),
                counter,
                why,
            });
        }
    }

    fn scalar(&mut self, name: &str, block: BlockId, span: Span, why: WhyOwn) {
        let id = ScalarId(self.scopes.scalars.len() as u32);
        self.scopes.scalars.push(ScalarInfo {
            name: name.to_owned(),
            block,
            span,
            why,
        });
        self.bind(name, block, Binding::Scalar(id));
    }

    fn shared(&mut self, name: &str, block: BlockId, span: Span, why: WhyShared) {
        let parameter = self.facts[block.index()][name].parameter;
        let origin = if parameter {
            Origin::Parameter
        } else {
            Origin::Declared
        };
        self.shared_as(name, block, (span, why), origin);
    }

    fn shared_as(
        &mut self,
        name: &str,
        block: BlockId,
        (span, why): (Span, WhyShared),
        origin: Origin,
    ) {
        let id = ArrayId(self.scopes.arrays.len() as u32);
        self.scopes.arrays.push(ArrayInfo {
            name: name.to_owned(),
            block,
            origin,
            rank: Some(0),
            span,
            why_shared: Some(why),
        });
        self.bind(name, block, Binding::Array(id));
    }

    fn bind(&mut self, name: &str, block: BlockId, binding: Binding) {
        self.scopes.blocks[block.index()]
            .names
            .insert(name.to_owned(), binding);
    }

    /// The first assignment in a block inside, where the name still means the same there.
    fn assigned_inside(&self, name: &str, block: BlockId) -> Option<Span> {
        self.children[block.index()].iter().find_map(|&child| {
            let facts = self.facts[child.index()].get(name);
            if facts.is_some_and(Facts::captures) {
                return None;
            }
            facts
                .and_then(|facts| facts.assigned)
                .or_else(|| self.assigned_inside(name, child))
        })
    }

    /// Where a block around declares the name `globalno`.
    fn declared_shared(&self, name: &str, block: BlockId) -> Option<Span> {
        let around = self.scopes.mentions.around(block).skip(1);
        let mut facts = around.filter_map(|block| self.facts[block.index()].get(name));
        facts.find(|facts| facts.captures())?.shared
    }

    fn finish(mut self) -> Scopes {
        for number in 0..self.scopes.mentions.all.len() {
            let Mention {
                name, block, usage, ..
            } = &self.scopes.mentions.all[number];
            let (block, usage) = (*block, *usage);
            let found = self.scopes.find(block, name);
            self.scopes.mentions.all[number].stands_for = found;
            if let (Usage::Index, Some(Binding::Scalar(id))) = (usage, found) {
                self.scopes.blocks[block.index()].indices.push(id);
            }
        }
        self.scopes
    }
}
