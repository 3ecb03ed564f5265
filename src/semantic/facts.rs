//! What each block of a body says about each name: where it is assigned, declared, an index.

use indexmap::IndexMap;

use crate::source::Span;
use crate::syntax::ast::Storage;

use super::mentions::{Form, Mention, Mentions, Usage};
use super::problem::{Defined, Problem, Problems};
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
    /// `grupno x`
    pub group: Option<Span>,
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
            || self.group.is_some()
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

/// By name, in order of appearance.
pub(super) type BlockFacts = IndexMap<String, Facts>;

/// Collects the facts of a body from what it mentions, block by block.
pub(super) fn collect(mentions: &Mentions, problems: &mut Problems) -> Vec<BlockFacts> {
    let mut collector = Collector {
        mentions,
        facts: vec![BlockFacts::new(); mentions.blocks.len()],
        block: BlockId(0),
        problems,
    };
    for mention in &mentions.all {
        collector.block = mention.block;
        collector.mention(mention);
    }
    collector.lift_shared();
    collector.facts
}

/// The rank of a declaration; of one with too many dimensions, one more than there may be.
fn rank(dimensions: usize) -> u8 {
    u8::try_from(dimensions).map_or(MOST_DIMENSIONS + 1, |rank| rank.min(MOST_DIMENSIONS + 1))
}

struct Collector<'p> {
    mentions: &'p Mentions,
    facts: Vec<BlockFacts>,
    block: BlockId,
    problems: &'p mut Problems,
}

impl Collector<'_> {
    fn mention(&mut self, mention: &Mention) {
        let (name, span) = (&mention.name, mention.span);
        match (mention.usage, mention.form) {
            (Usage::Assigned | Usage::Updated, Form::Name) => {
                self.name(name).assigned.get_or_insert(span);
            }
            (Usage::Assigned | Usage::Updated, Form::WholeArray(span)) => {
                self.whole_array(name, span);
            }
            (Usage::Received, Form::Name) => self.received(name, span),
            (Usage::Counts, _) => {
                self.name(name).counts.get_or_insert(span);
            }
            (Usage::Index, _) => self.index(name, span),
            (
                Usage::Declared {
                    storage,
                    dimensions: Some(dimensions),
                    ..
                },
                _,
            ) => self.array(name, span, storage, dimensions),
            (Usage::Declared { storage, .. }, _) => self.scalar(name, span, storage),
            (Usage::Parameter { dimensions }, _) => self.parameter(name, span, dimensions),
            (Usage::Length, _) => {
                let facts = self.name(name);
                if facts.array.is_none() {
                    facts.parameter = true;
                    facts.assigned.get_or_insert(span);
                }
            }
            (
                Usage::Read
                | Usage::Passed
                | Usage::Called
                | Usage::Assigned
                | Usage::Updated
                | Usage::Received,
                _,
            ) => {}
        }
    }

    fn name(&mut self, name: &str) -> &mut Facts {
        let names = &mut self.facts[self.block.index()];
        names.entry(name.to_owned()).or_default()
    }

    fn parameter(&mut self, name: &str, span: Span, dimensions: Option<usize>) {
        let rank = match dimensions {
            // As many as it is given subscripts; where it is given none, as many as what is passed for
            // it has.
            Some(0) => self.mentions.rank(name),
            dimensions => dimensions.map(rank),
        };
        let facts = self.name(name);
        facts.parameter = true;
        match dimensions {
            None => facts.assigned = Some(span),
            Some(_) => {
                facts.array = Some(ArrayFacts {
                    span,
                    origin: Origin::Parameter,
                    rank,
                });
            }
        }
    }

    fn index(&mut self, name: &str, span: Span) {
        if let Some(first) = self.name(name).index.replace(span) {
            self.problems
                .defined_twice(Defined::Index, name, [first, span]);
        }
    }

    /// `primi x od j` assigns x, unless that is an array.
    fn received(&mut self, name: &str, span: Span) {
        if self.array_around(name).is_none() {
            self.name(name).assigned.get_or_insert(span);
        }
    }

    /// `X[] = …` declares X where nothing around it has.
    fn whole_array(&mut self, name: &str, span: Span) {
        let has_meaning = |facts: &Facts| facts.captures() || facts.assigned.is_some();
        if !self.around(name).any(has_meaning) {
            self.name(name).array = Some(ArrayFacts {
                span,
                origin: Origin::Declared,
                rank: None,
            });
        }
    }

    fn scalar(&mut self, name: &str, span: Span, storage: Storage) {
        match storage {
            Storage::Local => {
                self.name(name).local.get_or_insert(span);
            }
            Storage::Group => {
                self.name(name).group.get_or_insert(span);
            }
            Storage::Shared => {
                self.name(name).shared.get_or_insert(span);
            }
            Storage::Array | Storage::Channel => {
                self.problems.report(Problem::ArrayWithoutBrackets {
                    name: name.to_owned(),
                    span,
                });
                // Known as an array from here on, so that its uses are not blamed too.
                self.name(name).array.get_or_insert(ArrayFacts {
                    span,
                    origin: Origin::Declared,
                    rank: None,
                });
            }
        }
    }

    fn array(&mut self, name: &str, span: Span, storage: Storage, dimensions: usize) {
        if dimensions > usize::from(MOST_DIMENSIONS) {
            self.problems.report(Problem::TooManyDimensions {
                name: name.to_owned(),
                given: dimensions,
                span,
            });
        }
        let origin = match storage {
            Storage::Local => Origin::Local,
            Storage::Group => Origin::Group,
            Storage::Channel => Origin::Channel,
            Storage::Array | Storage::Shared => Origin::Declared,
        };
        if let Some(first) = self.array_around(name) {
            self.problems
                .defined_twice(Defined::Array, name, [first, span]);
            return;
        }
        self.name(name).array = Some(ArrayFacts {
            span,
            origin,
            rank: Some(rank(dimensions)),
        });
    }

    /// What this block and those around it say about a name, the innermost first.
    fn around(&self, name: &str) -> impl Iterator<Item = &Facts> {
        let blocks = self.mentions.around(self.block);
        blocks.filter_map(move |block| self.facts[block.index()].get(name))
    }

    /// Where a name already stands for an array in this block or one around it.
    fn array_around(&self, name: &str) -> Option<Span> {
        let array = self.around(name).find_map(|facts| facts.array);
        array.map(|array| array.span)
    }

    /// `globalno x` in a block declares a cell of the body: one for all processors.
    fn lift_shared(&mut self) {
        for position in 1..self.facts.len() {
            let declared: Vec<(String, Span)> = (self.facts[position].iter_mut())
                .filter_map(|(name, facts)| Some((name.clone(), facts.shared.take()?)))
                .collect();
            for (name, span) in declared {
                if let Some(local) = self.local_around(&name, BlockId(position as u32)) {
                    self.problems
                        .defined_twice(Defined::Variable, &name, [local, span]);
                    continue;
                }
                let body = &mut self.facts[0];
                body.entry(name).or_default().shared.get_or_insert(span);
            }
        }
    }

    /// Where a block, or one around it, declares a name as its processors' own.
    fn local_around(&self, name: &str, block: BlockId) -> Option<Span> {
        let blocks = self
            .mentions
            .around(block)
            .filter(|block| block.index() > 0);
        blocks
            .filter_map(|block| self.facts[block.index()].get(name))
            .find_map(|facts| facts.local)
    }
}
