//! Costs with a lower and an upper bound, and the lines of a derivation.

use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::source::Span;

/// A cost between two bounds; it is exact if they are equal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CostBounds {
    /// The lower bound.
    pub lower: Formula,
    /// The upper bound.
    pub upper: Formula,
}

impl CostBounds {
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

    /// Whether the cost is 0.
    pub fn is_zero(&self) -> bool {
        self.upper.is_zero()
    }

    /// Whether a bound contains a symbol.
    pub fn has(&self, symbol: &Symbol) -> bool {
        self.lower.has(symbol) || self.upper.has(symbol)
    }

    /// Applies a monotone function to both bounds.
    pub fn map(&self, of: impl Fn(&Formula) -> Option<Formula>) -> Option<Self> {
        let lower = of(&self.lower)?;
        let upper = if self.is_exact() {
            lower.clone()
        } else {
            of(&self.upper)?
        };
        Some(Self { lower, upper })
    }

    /// The sum of two costs.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        Some(Self {
            lower: self.lower.plus(&other.lower)?,
            upper: self.upper.plus(&other.upper)?,
        })
    }

    /// The maximum of two costs.
    #[must_use]
    pub fn or_more(&self, other: &Self, facts: &Facts) -> Self {
        let greatest = |a: &Formula, b: &Formula| facts.greatest(vec![a.clone(), b.clone()]);
        Self {
            lower: greatest(&self.lower, &other.lower),
            upper: greatest(&self.upper, &other.upper),
        }
    }

    /// The cost of something that may be skipped: from 0 to this cost.
    #[must_use]
    pub fn or_nothing(self) -> Self {
        Self {
            lower: Formula::default(),
            upper: self.upper,
        }
    }
}

/// The structure of a cost before it is simplified: the terms that a derivation shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CostTerm {
    /// A closed formula.
    Closed(Formula),
    /// A sum over the iterations of a loop.
    Sum {
        /// The summation index.
        index: Symbol,
        /// Its first value.
        low: Formula,
        /// Its last value.
        high: Formula,
        /// The summand.
        inner: Box<Self>,
    },
    /// A cost multiplied by a number of executions.
    Times(Formula, Box<Self>),
    /// The sum of costs of consecutive statements.
    Plus(Vec<Self>),
    /// The solution of a recurrence.
    Recurrence(Box<SolvedRecurrence>),
}

/// A recurrence and its solution, which was proved by induction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedRecurrence {
    /// The name of the measure, such as T.
    pub name: &'static str,
    /// The smallest size.
    pub start: Formula,
    /// The cost at the smallest size.
    pub first: Formula,
    /// Any larger size.
    pub size: Formula,
    /// The size of the recursive calls.
    pub before: Formula,
    /// The number of recursive calls.
    pub factor: u32,
    /// The cost outside the recursive calls.
    pub own: Formula,
    /// The solution at the smaller size.
    pub earlier: Formula,
}

impl CostTerm {
    /// The sum of consecutive costs, in which closed formulas are added up.
    pub fn total(descents: impl IntoIterator<Item = Self>) -> Self {
        let mut closed = Formula::default();
        let mut others = Vec::new();
        for way in descents {
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

/// A line of a derivation: the cost of one statement of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostLine {
    /// The statement, or its header.
    pub span: Span,
    /// Its total cost.
    pub cost: CostBounds,
    /// The structure of that cost.
    pub way: CostTerm,
    /// The lines of the statements inside it; empty for a plain statement.
    pub inside: Vec<Self>,
    /// What kind of statement it is.
    pub kind: LineKind,
}

/// The kind of statement that a line of a derivation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// A plain statement, a test, or one execution of a body.
    Step,
    /// A loop.
    Loop,
    /// A block of processors.
    Block,
    /// An asynchronous block, which consists of sections.
    Sections,
    /// A call.
    Call,
    /// A branch.
    Branch,
}
