//! Follows a program with symbols in place of numbers, and adds up the cost by one measure.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::abstract_value::{AbstractValue, Truth};
use super::asynchronous::{AsynchronousBlock, Parameters};
use super::cost::{CostBounds, CostLine, CostTerm, LineKind};
use super::obstacle::{Helpful, Obstacle, Reason};
use super::recursion::OpenRecursion;
use super::shape::{StepShape, then_steps};
use crate::derivation::algebra::facts::{Bounded, Facts};
use crate::derivation::algebra::formula::{Formula, Symbol, SymbolMeaning};
use crate::derivation::asynchronous::clock::{Certainty, Clock};
use crate::derivation::branches::leaving::{Construct, Leaves};
use crate::derivation::dependence::{Dependence, Unfollowed};
use crate::derivation::loops::parts::Iterations;
use crate::program::{Algorithm, AlgorithmId, ArrayId, Program, ScalarId, Stmt};
use crate::quantity::Unit;
use crate::source::Span;

/// The measure that is derived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DerivedMeasure {
    /// Time on the machine.
    Time(Unit),
    /// The sum over all processors.
    Work(Unit),
    /// The largest number of active processors.
    Processors,
    /// Reads of shared memory.
    Reads,
    /// Writes of shared memory.
    Writes,
    /// Time on the asynchronous PRAM.
    AsynchronousTime,
    /// The sum of the times of the processors of the asynchronous PRAM.
    AsynchronousWork,
}

impl DerivedMeasure {
    /// Whether the measure is a time, and not a sum over processors.
    pub(super) fn is_time(self) -> bool {
        matches!(self, Self::Time(_) | Self::AsynchronousTime)
    }

    /// Whether the measure belongs to the asynchronous machine.
    pub(super) fn is_asynchronous(self) -> bool {
        matches!(self, Self::AsynchronousTime | Self::AsynchronousWork)
    }
}

/// The most statements that are followed.
const MOST_STATEMENTS: u32 = 20_000;

/// The abstract values of the scalars of an activation, and the lengths of its arrays.
#[derive(Debug, Clone)]
pub(super) struct AbstractFrame {
    pub algorithm: AlgorithmId,
    pub scalars: Vec<Option<AbstractValue>>,
    pub arrays: Vec<Option<Vec<Formula>>>,
}

impl AbstractFrame {
    /// The number that a scalar holds, if it is known.
    pub fn number(&self, id: ScalarId) -> Option<&Formula> {
        match &self.scalars[id.index()] {
            Some(AbstractValue::Number(value)) => Some(value),
            _ => None,
        }
    }
}

/// An index of the processors of a block, or of a loop that its processors execute.
#[derive(Debug, Clone)]
pub(super) struct IndexVariable {
    pub symbol: Symbol,
    pub low: Formula,
    pub high: Formula,
    /// Whether it numbers processors.
    pub is_processor: bool,
    /// Whether processors have different values of it at the same time: it numbers processors, or counts
    /// the iterations of each processor from its own first one.
    pub differs: bool,
    /// The facts outside: they do not assume that the range has a value.
    pub outside: Facts,
}

/// The cost and the control flow of statements.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub cost: CostBounds,
    pub lines: Vec<CostLine>,
    pub leaves: Leaves,
    /// The shape of each step, if the steps are the same for all processors.
    pub steps: Option<Vec<StepShape>>,
}

impl Outcome {
    pub fn nothing() -> Self {
        Self {
            cost: CostBounds::default(),
            lines: Vec::new(),
            leaves: Leaves::Never,
            steps: Some(Vec::new()),
        }
    }

    /// The outcome of a statement that leaves a construct.
    pub fn left(construct: Construct) -> Self {
        Self {
            leaves: Leaves::all(construct),
            ..Self::nothing()
        }
    }

    /// The outcome if it is unknown whether anything is left.
    pub fn left_perhaps(self) -> Self {
        Self {
            leaves: self.leaves.perhaps(),
            ..self
        }
    }

    /// The outcome of one step.
    pub fn of_step(cost: CostBounds, span: Span, shape: StepShape) -> Self {
        let line = CostLine {
            span,
            way: CostTerm::Closed(cost.upper.clone()),
            cost,
            inside: Vec::new(),
            kind: LineKind::Step,
        };
        Self::of_line(line, Leaves::Never, Some(vec![shape]))
    }

    /// The outcome for processors that may not exist.
    pub fn perhaps(self) -> Self {
        let steps = (self.steps).map(|steps| steps.into_iter().map(StepShape::perhaps).collect());
        Self {
            cost: self.cost.or_nothing(),
            lines: self.lines,
            leaves: self.leaves.perhaps(),
            steps,
        }
    }

    /// The outcome of one line, which is omitted if its cost is 0.
    pub fn of_line(line: CostLine, leaves: Leaves, steps: Option<Vec<StepShape>>) -> Self {
        let cost = line.cost.clone();
        let lines = if cost.is_zero() {
            Vec::new()
        } else {
            vec![line]
        };
        Self {
            cost,
            lines,
            leaves,
            steps,
        }
    }
}

/// Why costs differ, or have two bounds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Exactness {
    /// The steps depend on data.
    pub varies: bool,
    /// A condition on sizes and indices could not be split exactly.
    pub is_coarse: bool,
}

/// How the active processors of a block diverge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Divergence {
    /// All are active in each step.
    None,
    /// Some are in a branch, or may have left.
    InGroups,
    /// They execute different numbers of iterations of a loop, and some have finished.
    InIterations,
}

pub(super) struct Walker<'p> {
    pub program: &'p Program,
    pub counted: DerivedMeasure,
    pub facts: Facts,
    /// The number of processors of the machine, if it is given.
    pub processors: Option<Formula>,
    pub frames: Vec<AbstractFrame>,
    /// The indices of the enclosing blocks and of the loops inside them, outermost first.
    pub indices: Vec<IndexVariable>,
    /// The enclosing loops of sequential code.
    pub loops: Vec<Symbol>,
    /// The assertions of the program that are taken as given.
    pub given: Vec<Span>,
    /// Their conditions: formulas that are at least 0.
    pub assumed: Vec<Formula>,
    pub next_symbol: u32,
    pub statements: u32,
    /// How the processors of the innermost block diverge here.
    pub divergence: Divergence,
    /// The blocks that are followed only for those enclosing processors for which they are nonempty.
    pub split_blocks: Vec<Span>,
    /// The number of blocks found that are nonempty only for some of the enclosing processors.
    pub asked_by_some: u32,
    /// The branches for which the bounds of the index are treated as separate conditions.
    pub between: Vec<Span>,
    /// Whether other groups of processors may act in the same steps as the group that is followed.
    pub accompanied: bool,
    /// The value of the last `vrati`.
    pub returned: Option<AbstractValue>,
    /// The lengths of the array that it returned.
    pub returned_array: Option<Vec<Formula>>,
    /// The recursive algorithms of which an activation is being followed.
    pub open_recursions: Vec<OpenRecursion>,
    /// Whether some processors may have returned earlier than others.
    pub may_have_returned: bool,
    /// In an activation that may run at the same time as others: the symbols in which these differ.
    pub differing_symbols: Option<Vec<Symbol>>,
    /// In an activation: the symbols on which numbers or costs of iterations depend.
    pub iteration_symbols: BTreeSet<Symbol>,
    /// The number of conditions of the program that were learned.
    pub asserted: u32,
    /// Whether every run reaches this point.
    pub is_reached: Certainty,
    /// Why costs differ, or have two bounds.
    pub exactness: Exactness,
    /// How often the times of diverging processors were compared.
    pub compared: u32,
    /// The names of the numbers on which bounds of loops and blocks depend.
    pub used: BTreeSet<Arc<str>>,
    /// Assumptions that may help to find a formula.
    pub helpful: Helpful,
    /// The conditions of the parts of index ranges that are followed: formulas that are at least 0 if
    /// and only if a processor exists.
    pub restrictions: Vec<Formula>,
    /// Conditions that hold for the processors whose test is counted.
    pub supposed: Vec<Truth>,
    /// The enclosing loops, each with its index.
    pub open_loops: Vec<(Symbol, Iterations)>,
    /// d and B of the asynchronous machine.
    pub parameters: Option<Parameters>,
    /// The clock of the processor that is followed on the asynchronous machine.
    pub clock: Clock,
    /// The enclosing asynchronous block.
    pub native: Option<AsynchronousBlock>,
    /// The number of reads numbered so far.
    pub reads: u32,
    /// The number of barriers of asynchronous blocks so far.
    pub barriers: u32,
    /// Whether the value of the last `vrati` was loaded in the current run of accesses.
    pub is_returned_loaded: Certainty,
    /// Whether the sides of a branch are executed one after the other.
    pub serial: bool,
    /// The branches of which either side may be taken.
    pub open: Vec<Span>,
}

/// Names of iteration indices, by preference.
const ITERATION_NAMES: [&str; 6] = ["t", "u", "v", "w", "r", "s"];

impl Walker<'_> {
    pub fn frame(&self) -> &AbstractFrame {
        self.frames
            .last()
            .expect("the entry's frame is always there")
    }

    pub fn frame_mut(&mut self) -> &mut AbstractFrame {
        self.frames
            .last_mut()
            .expect("the entry's frame is always there")
    }

    pub fn algorithm(&self) -> &Algorithm {
        &self.program.algorithms[self.frame().algorithm.index()]
    }

    /// What a value depends on that depends on an array.
    pub fn array_name(&self, array: ArrayId) -> Dependence {
        self.algorithm().arrays[array.index()].name.as_str().into()
    }

    /// The same of a scalar.
    pub fn scalar_name(&self, scalar: ScalarId) -> Dependence {
        match self.algorithm().scalars[scalar.index()].name.as_str() {
            "" => Dependence::Call,
            name => name.into(),
        }
    }

    pub fn is_in_block(&self) -> bool {
        self.indices.iter().any(|index| index.is_processor)
    }

    /// Whether others may take the other side of a branch at the same time, so that both wait for each
    /// other after it.
    pub fn runs_concurrently(&self) -> bool {
        self.is_in_block() || self.differing_symbols.is_some() && self.counted.is_time()
    }

    /// The facts for comparing totals over processors. A total must also be correct where no processor
    /// exists, so facts that assume one are not used.
    pub fn facts_of_totals(&self) -> &Facts {
        match self.indices.first() {
            Some(outermost) if !self.counted.is_time() => &outermost.outside,
            _ => &self.facts,
        }
    }

    /// A name, not yet in use here, for the iterations of a loop without a variable.
    pub fn iteration_name(&self) -> &'static str {
        let is_taken = |name: &&str| (self.facts.bounds.iter()).any(|it| *it.symbol.name == **name);
        let mut free = ITERATION_NAMES.into_iter().filter(|name| !is_taken(name));
        free.next().unwrap_or(ITERATION_NAMES[0])
    }

    /// A new symbol without known bounds.
    pub fn new_symbol(&mut self, name: &str) -> Symbol {
        let symbol = Symbol {
            id: self.next_symbol,
            name: name.into(),
            meaning: SymbolMeaning::Itself,
        };
        self.next_symbol += 1;
        symbol
    }

    /// A new symbol between bounds, which hold until earlier facts are restored.
    pub fn bounded(&mut self, name: &str, low: &Formula, high: &Formula) -> Symbol {
        let symbol = self.new_symbol(name);
        self.facts.bound(Bounded {
            symbol: symbol.clone(),
            least: low.clone(),
            most: Some(high.clone()),
        });
        if let Some(count) = high.minus(low) {
            let used = count.symbols().into_iter().map(|symbol| symbol.name);
            self.used.extend(used);
            self.facts.learn(count);
        }
        symbol
    }

    /// A new index between bounds.
    pub fn index(
        &mut self,
        name: &str,
        [low, high]: [&Formula; 2],
        is_processor: bool,
    ) -> IndexVariable {
        IndexVariable {
            outside: self.facts.clone(),
            symbol: self.bounded(name, low, high),
            low: low.clone(),
            high: high.clone(),
            is_processor,
            differs: is_processor,
        }
    }

    /// Whether the value of a formula differs between processors at the same time.
    pub fn differs(&self, formula: &Formula) -> bool {
        (self.indices.iter()).any(|index| index.differs && formula.has(&index.symbol))
    }

    /// Whether a formula depends on an index of processors or of their loops.
    pub fn has_index(&self, formula: &Formula) -> bool {
        self.indices.iter().any(|index| formula.has(&index.symbol))
    }

    /// Changes the bounds of an index, also in the facts of inner indices.
    pub fn rebound_index(&mut self, at: usize, low: &Formula, high: &Formula) {
        let symbol = self.indices[at].symbol.clone();
        self.facts.rebound(&symbol, low, high);
        for index in &mut self.indices[at + 1..] {
            index.outside.rebound(&symbol, low, high);
        }
        (self.indices[at].low, self.indices[at].high) = (low.clone(), high.clone());
    }

    /// The indices from `at` on, reordered so that this one is the innermost. None if inner bounds
    /// depend on it.
    pub fn innermost_last(&self, at: usize) -> Option<Vec<IndexVariable>> {
        let mut moved = self.indices[at].clone();
        let mut found = Vec::new();
        for inner in &self.indices[at + 1..] {
            if inner.low.has(&moved.symbol) || inner.high.has(&moved.symbol) {
                return None;
            }
            found.push(IndexVariable {
                outside: moved.outside.clone(),
                ..inner.clone()
            });
            moved.outside.bound(Bounded {
                symbol: inner.symbol.clone(),
                least: inner.low.clone(),
                most: Some(inner.high.clone()),
            });
        }
        found.push(moved);
        Some(found)
    }

    /// A new symbol that is at least 0.
    pub fn unbounded(&mut self, name: &str) -> Symbol {
        let symbol = self.new_symbol(name);
        self.facts.bound(Bounded {
            symbol: symbol.clone(),
            least: Formula::default(),
            most: None,
        });
        symbol
    }

    /// The cost of consecutive statements: the sum, or for processors the maximum.
    pub fn then(
        &self,
        first: &CostBounds,
        second: &CostBounds,
        span: Span,
    ) -> Result<CostBounds, Obstacle> {
        if self.counted == DerivedMeasure::Processors {
            return Ok(first.or_more(second, &self.facts));
        }
        first.plus(second).ok_or_else(|| too_large(span))
    }

    /// Statements in order.
    pub fn body(&mut self, body: &[Stmt]) -> Result<Outcome, Obstacle> {
        let is_reached = self.is_reached;
        let mut of_all = None;
        let found = self.statements_of(body, &mut of_all);
        if let Some(facts) = of_all {
            self.facts = facts;
        }
        self.is_reached = is_reached;
        found
    }

    /// Follows code that not every run reaches.
    pub fn perhaps<T>(&mut self, follow: impl FnOnce(&mut Self) -> T) -> T {
        self.if_certain(false, follow)
    }

    /// Follows code that every run reaches if and only if `comes` holds.
    pub fn if_certain<T>(&mut self, comes: bool, follow: impl FnOnce(&mut Self) -> T) -> T {
        let is_reached = self.is_reached;
        if !comes {
            self.is_reached = Certainty::Perhaps;
        }
        let found = follow(self);
        self.is_reached = is_reached;
        found
    }

    /// Follows statements in order. `of_all` receives the facts at the point where the first processors
    /// may leave: assertions after it do not hold for those that left.
    fn statements_of(
        &mut self,
        body: &[Stmt],
        of_all: &mut Option<Facts>,
    ) -> Result<Outcome, Obstacle> {
        let mut total = Outcome::nothing();
        for (at, statement) in body.iter().enumerate() {
            if !total.leaves.is_never() {
                self.is_reached = Certainty::Perhaps;
            }
            self.statements += 1;
            if self.statements > MOST_STATEMENTS {
                return Err(Obstacle::reason(statement.span, Reason::Effort));
            }
            if let Some(sides) = self.otherwise_rest(statement, &body[at + 1..])? {
                self.may_have_returned |= matches!(sides.leaves, Leaves::Perhaps(..));
                return self.in_order(total, sides, statement.span);
            }
            let mut found = if self.may_exit_after(&body[..at], &total.leaves) {
                self.statement(statement)?
            } else {
                self.of_some(|this| this.statement(statement))?
            };
            self.may_have_returned |= matches!(found.leaves, Leaves::Perhaps(..));
            self.defer(&mut found, statement.span)?;
            if !total.leaves.is_never() {
                if self.native.is_some() {
                    let what = Unfollowed::LeavesAsynchronousBlock;
                    return Err(Obstacle::reason(statement.span, Reason::Unfollowed(what)));
                }
                found = found.perhaps();
                if !found.cost.is_zero() {
                    found.steps = None;
                }
            }
            total = self.in_order(total, found, statement.span)?;
            if of_all.is_none() && !total.leaves.is_never() {
                *of_all = Some(self.facts.clone());
            }
            let stay = match &total.leaves {
                Leaves::Always(_) => break,
                Leaves::Perhaps(_, Some(stay)) => stay.clone(),
                Leaves::Never | Leaves::Perhaps(_, None) => continue,
            };
            let rest = self.stayed(&stay, &body[at + 1..], statement.span)?;
            return self.in_order(total, rest, statement.span);
        }
        Ok(total)
    }

    /// The outcome of consecutive statements.
    fn in_order(&self, one: Outcome, other: Outcome, span: Span) -> Result<Outcome, Obstacle> {
        let mut total = one;
        total.cost = self.then(&total.cost, &other.cost, span)?;
        total.lines.extend(other.lines);
        total.leaves = total.leaves.then(other.leaves);
        total.steps = then_steps(total.steps, other.steps);
        Ok(total)
    }
}

pub(super) fn too_large(span: Span) -> Obstacle {
    Obstacle::reason(span, Reason::TooLarge)
}
