//! Costs between bounds, and the lines of a derivation.

use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::source::Span;

/// What something costs: exactly, where both are the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cost {
    /// At least.
    pub lower: Formula,
    /// At most.
    pub upper: Formula,
}

impl Cost {
    /// An exact cost.
    pub fn exactly(formula: Formula) -> Self {
        Self {
            lower: formula.clone(),
            upper: formula,
        }
    }

    /// Whether both bounds are the same.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// Whether it is nothing.
    pub fn is_zero(&self) -> bool {
        self.upper.is_zero()
    }

    /// Whether a symbol is in it.
    pub fn has(&self, symbol: &Symbol) -> bool {
        self.lower.has(symbol) || self.upper.has(symbol)
    }

    /// Both bounds by a function that does not fall.
    pub fn map(&self, of: impl Fn(&Formula) -> Option<Formula>) -> Option<Self> {
        let lower = of(&self.lower)?;
        let upper = if self.is_exact() {
            lower.clone()
        } else {
            of(&self.upper)?
        };
        Some(Self { lower, upper })
    }

    /// The sum.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        Some(Self {
            lower: self.lower.plus(&other.lower)?,
            upper: self.upper.plus(&other.upper)?,
        })
    }

    /// The greater one.
    #[must_use]
    pub fn or_more(&self, other: &Self, facts: &Facts) -> Self {
        let greatest = |a: &Formula, b: &Formula| facts.greatest(vec![a.clone(), b.clone()]);
        Self {
            lower: greatest(&self.lower, &other.lower),
            upper: greatest(&self.upper, &other.upper),
        }
    }

    /// Anything from nothing to this.
    #[must_use]
    pub fn or_nothing(self) -> Self {
        Self {
            lower: Formula::default(),
            upper: self.upper,
        }
    }
}

/// How a cost comes about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    /// It is this.
    Closed(Formula),
    /// A sum over the turns of a loop.
    Sum {
        /// The index.
        index: Symbol,
        /// From here.
        low: Formula,
        /// To here.
        high: Formula,
        /// Of this.
        inner: Box<Self>,
    },
    /// So often this.
    Times(Formula, Box<Self>),
    /// One after the other.
    Plus(Vec<Self>),
    /// By calls of itself.
    Recurrence(Box<Induction>),
}

/// A recurrence, and its solution by induction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Induction {
    /// How the measure is called.
    pub name: &'static str,
    /// The least size.
    pub start: Formula,
    /// What that costs.
    pub first: Formula,
    /// Any larger size.
    pub size: Formula,
    /// The size of the calls for it.
    pub before: Formula,
    /// How many calls that are.
    pub factor: u32,
    /// What it costs besides.
    pub own: Formula,
    /// The solution for the smaller size.
    pub earlier: Formula,
}

impl Way {
    /// One after the other, plain numbers added up.
    pub fn total(ways: impl IntoIterator<Item = Self>) -> Self {
        let mut closed = Formula::default();
        let mut others = Vec::new();
        for way in ways {
            match way {
                Self::Closed(formula) => match closed.plus(&formula) {
                    Some(sum) => closed = sum,
                    None => others.push(Self::Closed(formula)),
                },
                Self::Plus(parts) => others.extend(parts),
                other => others.push(other),
            }
        }
        if others.is_empty() {
            return Self::Closed(closed);
        }
        if !closed.is_zero() {
            others.push(Self::Closed(closed));
        }
        match others.len() {
            1 => others.swap_remove(0),
            _ => Self::Plus(others),
        }
    }
}

/// What a statement of the source costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The statement, or its header.
    pub span: Span,
    /// What it costs in all.
    pub cost: Cost,
    /// How that comes about.
    pub way: Way,
    /// What stands inside of it, where it is no plain statement.
    pub inside: Vec<Self>,
    /// What it is.
    pub kind: Kind,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A plain statement, a test, or one execution of a body.
    Step,
    /// A loop.
    Loop,
    /// A block of processors.
    Block,
    /// An asynchronous block, of sections.
    Sections,
    /// A call.
    Call,
    /// A branch.
    Branch,
}
