//! Every mention of a name in a routine: where it is, how the name is used there, and what it means.
//!
//! One walk over the tree makes the list. Classes of scalars, checks, lowering and warnings read it; it is
//! also what an outline, a debugger or an editor needs to say what a name at a place is.

mod walk;

use std::collections::HashMap;
use std::ops::Range;

use crate::program::{ArrayId, BlockId, ScalarId};
use crate::source::Span;
use crate::syntax::ast::{Ident, Storage};

use super::names::{Names, Routine};

/// A name at a place of a routine.
#[derive(Debug)]
pub(super) struct Mention {
    /// The name.
    pub name: String,
    /// Its place.
    pub span: Span,
    /// The innermost block around it.
    pub block: BlockId,
    /// How its value is used.
    pub usage: Usage,
    /// Of how much of it.
    pub form: Form,
    /// Where it is all of a subscript: the mention of the array, and the position among its subscripts.
    pub subscript: Option<(usize, usize)>,
    /// What it means; `None` for a name that the routine does not define.
    pub stands_for: Option<Binding>,
}

/// What a name means at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Binding {
    /// A control scalar, private or index.
    Scalar(ScalarId),
    /// An array, or (rank 0) a shared scalar.
    Array(ArrayId),
}

/// How a mention uses the value of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Usage {
    /// Its value is read.
    Read,
    /// It is an argument of a call: read, and where it is an array, perhaps written.
    Passed,
    /// `x = …`
    Assigned,
    /// `x += …`
    Updated,
    /// It is the variable of a counting loop.
    Counts,
    /// `primi x od j kao x`: it takes a word of a message or the sender's number.
    Received,
    /// It is an index of the block.
    Index,
    /// `polje x[n] = …`
    Declared {
        /// Which keyword.
        storage: Storage,
        /// How many dimensions are written; none of a scalar.
        dimensions: Option<usize>,
        /// Whether it begins with a value.
        has_value: bool,
    },
    /// It is a parameter, or an input of the program.
    Parameter {
        /// How many dimensions are written, 0 where it has as many as what is passed; none of a scalar.
        dimensions: Option<usize>,
    },
    /// It is the length of an array parameter: `A[n]`.
    Length,
    /// It is the name of an algorithm or a function in a call.
    Called,
}

impl Usage {
    /// Whether the value is read for its own sake: that of `x += 1` is read to be changed.
    pub fn reads(self) -> bool {
        matches!(self, Self::Read | Self::Passed | Self::Length)
    }

    /// Whether it has a value afterwards, whatever it is.
    pub fn writes(self) -> bool {
        match self {
            Self::Assigned | Self::Updated | Self::Counts | Self::Received | Self::Length => true,
            Self::Declared { has_value, .. } => has_value,
            Self::Parameter { dimensions } => dimensions.is_none(),
            Self::Read | Self::Passed | Self::Index | Self::Called => false,
        }
    }
}

/// How much of an array a mention covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `x`: all of it.
    Name,
    /// `A[]`, with its place.
    WholeArray(Span),
    /// `A[i, j]`, with the number of subscripts.
    Element(usize),
    /// `A[a do b]`, with the number of subscripts.
    Section(usize),
}

/// A `paralelno` block, or the body of the routine.
#[derive(Debug)]
pub(super) struct MentionBlock {
    /// The block around it.
    pub parent: Option<BlockId>,
    /// Its header.
    pub span: Span,
    /// Contains a barrier or is marked asynchronous.
    pub native: bool,
    /// A kernel, whose barriers are those of its groups.
    pub is_kernel: bool,
    /// What is mentioned inside: its indices and the mapping of its tasks too.
    pub mentions: Range<usize>,
}

/// Every mention in a routine.
#[derive(Debug)]
pub(super) struct Mentions {
    /// Those of the parameters, then those of the body in the order of the text.
    pub all: Vec<Mention>,
    /// The same in the order of execution, as far as that is the routine's own.
    executed: Vec<usize>,
    /// The blocks in the order of the text; block 0 is the body itself.
    pub blocks: Vec<MentionBlock>,
    /// Blocks by the span of their header.
    pub block_at: HashMap<Span, BlockId>,
    /// Mentions by their place: several where a listing was rewritten, as by `(a, b) = (b, a)`.
    at: HashMap<Span, Vec<usize>>,
}

impl Mentions {
    /// Goes through a routine.
    pub fn of(routine: &Routine<'_>, names: &Names<'_>) -> Self {
        walk::walk(routine, names)
    }

    /// The mention that a name of the tree is.
    pub fn at(&self, name: &Ident) -> Option<&Mention> {
        let at_its_place = self.at.get(&name.span).into_iter().flatten();
        let mut mentions = at_its_place.map(|&number| &self.all[number]);
        let mention = mentions.find(|mention| mention.name == name.text);
        debug_assert!(mention.is_some(), "the walk meets every name: {name:?}");
        mention
    }

    /// A block and those around it, the innermost first.
    pub fn around(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        let parent = |block: &BlockId| self.blocks[block.index()].parent;
        std::iter::successors(Some(block), parent)
    }

    /// The parameters, and what their lengths and defaults mention.
    pub fn parameters(&self) -> &[Mention] {
        &self.all[..self.blocks[0].mentions.start]
    }

    /// What the body mentions, in the order of execution: right sides before what is assigned, bounds
    /// before what counts, bodies of loops before updates.
    pub fn executed(&self) -> impl Iterator<Item = &Mention> {
        let body = &self.executed[self.blocks[0].mentions.clone()];
        body.iter().map(|&number| &self.all[number])
    }

    /// The arrays that a block subscripts with plain `index`, each with the position of that subscript
    /// and their number, in the order of the text; each array and position once.
    pub fn subscripted(&self, block: BlockId, index: &str) -> Vec<(&Mention, usize, usize)> {
        let mut found: Vec<(&Mention, usize, usize)> = Vec::new();
        for mention in &self.all[self.blocks[block.index()].mentions.clone()] {
            let Some((array, position)) = mention.subscript.filter(|_| mention.name == index)
            else {
                continue;
            };
            let array = &self.all[array];
            let is_known = |(other, at, _): &(&Mention, usize, usize)| {
                other.name == array.name && *at == position
            };
            if let Form::Element(subscripts) = array.form
                && !found.iter().any(is_known)
            {
                found.push((array, position, subscripts));
            }
        }
        found
    }

    /// How many subscripts the body gives a name where it first has some.
    pub fn rank(&self, name: &str) -> Option<u8> {
        let body = &self.all[self.blocks[0].mentions.clone()];
        let subscripts = body.iter().filter(|mention| mention.name == name);
        let mut subscripts = subscripts.filter_map(|mention| match mention.form {
            Form::Element(subscripts) | Form::Section(subscripts) => Some(subscripts),
            Form::Name | Form::WholeArray(_) => None,
        });
        subscripts.next().and_then(|found| u8::try_from(found).ok())
    }
}
