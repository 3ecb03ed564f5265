//! Follows a program with symbols in place of numbers, and adds up what one measure counts.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::asynchronous::{Native, Parameters};
use super::cost::{Cost, Kind, Line, Way};
use super::obstacle::{Helpful, Obstacle, Reason};
use super::recursion::Recurrence;
use super::shape::{Shape, then_steps};
use super::worth::{Truth, Worth};
use crate::derivation::algebra::facts::{Bounded, Facts};
use crate::derivation::algebra::formula::{Formula, Stands, Symbol};
use crate::derivation::asynchronous::clock::{Clock, Sure};
use crate::derivation::branches::leaving::{Construct, Leaves};
use crate::derivation::loops::parts::Turns;
use crate::program::{Algorithm, AlgorithmId, ArrayId, Program, ScalarId, Stmt};
use crate::quantity::Unit;
use crate::source::Span;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counted {
    /// What passes on the machine.
    Time(Unit),
    /// What all processors do together.
    Work(Unit),
    /// The most processors.
    Processors,
    /// Reads of shared memory.
    Reads,
    /// Writes of shared memory.
    Writes,
    /// Time on the asynchronous PRAM.
    AsynchronousTime,
    /// What the processors of the asynchronous PRAM spend themselves.
    AsynchronousWork,
}

impl Counted {
    /// Whether it is what passes, and not a sum over processors.
    pub(super) fn is_time(self) -> bool {
        matches!(self, Self::Time(_) | Self::AsynchronousTime)
    }

    /// Whether it is of the asynchronous machine.
    pub(super) fn is_asynchronous(self) -> bool {
        matches!(self, Self::AsynchronousTime | Self::AsynchronousWork)
    }
}

/// How many statements are followed.
const MOST_STATEMENTS: u32 = 20_000;

/// What a call knows of its scalars and the lengths of its arrays.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub algorithm: AlgorithmId,
    pub scalars: Vec<Option<Worth>>,
    pub arrays: Vec<Option<Vec<Formula>>>,
}

impl Frame {
    /// The number that a scalar holds, if it is known.
    pub fn number(&self, id: ScalarId) -> Option<&Formula> {
        match &self.scalars[id.index()] {
            Some(Worth::Number(value)) => Some(value),
            _ => None,
        }
    }
}

/// An index of the processors of a block, or of the turns that each of them makes.
#[derive(Debug, Clone)]
pub(super) struct Index {
    pub symbol: Symbol,
    pub low: Formula,
    pub high: Formula,
    /// It numbers processors.
    pub is_processor: bool,
    /// At one time not all processors have the same value of it: it numbers them, or turns of which each of
    /// them makes its own first one.
    pub differs: bool,
    /// What is known whether or not it has any value: between its bounds there may be nothing.
    pub outside: Facts,
}

/// What statements cost.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub cost: Cost,
    pub lines: Vec<Line>,
    pub leaves: Leaves,
    /// What each step takes, where these are the same for everyone.
    pub steps: Option<Vec<Shape>>,
}

impl Outcome {
    pub fn nothing() -> Self {
        Self {
            cost: Cost::default(),
            lines: Vec::new(),
            leaves: Leaves::Never,
            steps: Some(Vec::new()),
        }
    }

    /// Of a statement that leaves something.
    pub fn left(construct: Construct) -> Self {
        Self {
            leaves: Leaves::all(construct),
            ..Self::nothing()
        }
    }

    /// The same, where it is not known whether anything is left.
    pub fn left_perhaps(self) -> Self {
        Self {
            leaves: self.leaves.perhaps(),
            ..self
        }
    }

    /// Of one step.
    pub fn of_step(cost: Cost, span: Span, shape: Shape) -> Self {
        let line = Line {
            span,
            way: Way::Closed(cost.upper.clone()),
            cost,
            inside: Vec::new(),
            kind: Kind::Step,
        };
        Self::of_line(line, Leaves::Never, Some(vec![shape]))
    }

    /// The same, or nothing: of processors that perhaps are not there.
    pub fn perhaps(self) -> Self {
        let steps = (self.steps).map(|steps| steps.into_iter().map(Shape::perhaps).collect());
        Self {
            cost: self.cost.or_nothing(),
            lines: self.lines,
            leaves: self.leaves.perhaps(),
            steps,
        }
    }

    /// Of one line, which is left away where it costs nothing.
    pub fn of_line(line: Line, leaves: Leaves, steps: Option<Vec<Shape>>) -> Self {
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

/// What was met that makes costs differ, or be known between bounds only.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Exactness {
    /// The steps that are taken depend on data.
    pub varies: bool,
    /// A condition on sizes and indices was not told apart exactly.
    pub is_coarse: bool,
}

/// How the processors of a block differ in what they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Apart {
    /// All are active in each step.
    No,
    /// Some of them are in a branch, or may have left.
    InGroups,
    /// They make different turns of a loop, and some have ended them.
    InTurns,
}

pub(super) struct Walker<'p> {
    pub program: &'p Program,
    pub counted: Counted,
    pub facts: Facts,
    /// The processors of the machine, where they are given.
    pub processors: Option<Formula>,
    pub frames: Vec<Frame>,
    /// Those of the blocks around, and of the loops inside of these, from the outside in.
    pub indices: Vec<Index>,
    /// The loops around in sequential code.
    pub loops: Vec<Symbol>,
    /// The statements whose conditions are taken as given.
    pub given: Vec<Span>,
    /// What they say: formulas that are at least 0.
    pub assumed: Vec<Formula>,
    pub next_symbol: u32,
    pub statements: u32,
    /// How the processors of the innermost block differ here.
    pub apart: Apart,
    /// The blocks that are followed only for those of the processors around for which they have
    /// processors.
    pub split_blocks: Vec<Span>,
    /// How many blocks were met that have processors only for some of those around them.
    pub asked_by_some: u32,
    /// The branches that are followed with the bounds of their index as conditions of their own.
    pub between: Vec<Span>,
    /// Other groups of its processors may act in the same steps as those that are followed here.
    pub accompanied: bool,
    /// What the last `vrati` gave.
    pub returned: Option<Worth>,
    /// The lengths of the array that it gave.
    pub returned_array: Option<Vec<Formula>>,
    /// The algorithms that call themselves, while one of their activations is followed.
    pub recurrences: Vec<Recurrence>,
    /// Some return perhaps earlier than others.
    pub unsure: bool,
    /// In an activation that may be one of several at the same time: the symbols in which these differ.
    pub company: Option<Vec<Symbol>>,
    /// In an activation: the symbols on which the numbers of turns depend, or what the turns take.
    pub turned_by: BTreeSet<Symbol>,
    /// How many conditions of the program were learned.
    pub asserted: u32,
    /// Whether every run comes here, or perhaps only some.
    pub is_reached: Sure,
    /// What makes costs differ, or be known between bounds only.
    pub exactness: Exactness,
    /// How often the time of processors that differ was compared.
    pub compared: u32,
    /// The names of numbers that bounds of loops and blocks depend on.
    pub used: BTreeSet<Arc<str>>,
    /// What to assume may help, where there is no formula otherwise.
    pub helpful: Helpful,
    /// Of the parts of indices that are followed: formulas that are at least 0 where there is a processor.
    pub restrictions: Vec<Formula>,
    /// What holds for those whose test is counted.
    pub supposed: Vec<Truth>,
    /// The loops around, each with the index of its turn.
    pub open_loops: Vec<(Symbol, Turns)>,
    /// d and B of the asynchronous machine.
    pub parameters: Option<Parameters>,
    /// Of the processor that is followed on the asynchronous machine.
    pub clock: Clock,
    /// The asynchronous block around.
    pub native: Option<Native>,
    /// How many reads have a number.
    pub reads: u32,
    /// How many barriers of asynchronous blocks there were.
    pub barriers: u32,
    /// Whether the last `vrati` gave what was loaded in the run of accesses that is open.
    pub is_returned_loaded: Sure,
    /// Whether the sides of a branch are executed one after the other.
    pub serial: bool,
    /// The branches of which it is left open which side is taken.
    pub open: Vec<Span>,
}

/// What turns are called, the first choice first.
const NAMES_OF_TURNS: [&str; 6] = ["t", "u", "v", "w", "r", "s"];

impl Walker<'_> {
    pub fn frame(&self) -> &Frame {
        self.frames
            .last()
            .expect("the entry's frame is always there")
    }

    pub fn frame_mut(&mut self) -> &mut Frame {
        self.frames
            .last_mut()
            .expect("the entry's frame is always there")
    }

    pub fn algorithm(&self) -> &Algorithm {
        &self.program.algorithms[self.frame().algorithm.index()]
    }

    pub fn array_name(&self, array: ArrayId) -> Arc<str> {
        self.algorithm().arrays[array.index()].name.as_str().into()
    }

    /// The name of a scalar, for reasons.
    pub fn scalar_name(&self, scalar: ScalarId) -> Arc<str> {
        match self.algorithm().scalars[scalar.index()].name.as_str() {
            "" => "the result of a call".into(),
            name => name.into(),
        }
    }

    pub fn is_in_block(&self) -> bool {
        self.indices.iter().any(|index| index.is_processor)
    }

    /// Whether others may take another side of a branch at the same time, and wait for each other behind it.
    pub fn has_company(&self) -> bool {
        self.is_in_block() || self.company.is_some() && self.counted.is_time()
    }

    /// What is known where totals over processors are compared: they have to be right where there is
    /// no processor, so that what follows from there being one does not count.
    pub fn facts_of_totals(&self) -> &Facts {
        match self.indices.first() {
            Some(outermost) if !self.counted.is_time() => &outermost.outside,
            _ => &self.facts,
        }
    }

    /// A name for the turns of a loop whose variable has none: another one than those that are known here.
    pub fn name_of_turns(&self) -> &'static str {
        let is_taken = |name: &&str| (self.facts.bounds.iter()).any(|it| *it.symbol.name == **name);
        let mut free = NAMES_OF_TURNS.into_iter().filter(|name| !is_taken(name));
        free.next().unwrap_or(NAMES_OF_TURNS[0])
    }

    /// A new symbol, of which nothing is known.
    pub fn new_symbol(&mut self, name: &str) -> Symbol {
        let symbol = Symbol {
            id: self.next_symbol,
            name: name.into(),
            stands: Stands::Itself,
        };
        self.next_symbol += 1;
        symbol
    }

    /// A new symbol between bounds. They hold until the facts of before are restored.
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
    pub fn index(&mut self, name: &str, [low, high]: [&Formula; 2], is_processor: bool) -> Index {
        Index {
            outside: self.facts.clone(),
            symbol: self.bounded(name, low, high),
            low: low.clone(),
            high: high.clone(),
            is_processor,
            differs: is_processor,
        }
    }

    /// Whether a formula is not worth the same for all processors at one time.
    pub fn differs(&self, formula: &Formula) -> bool {
        (self.indices.iter()).any(|index| index.differs && formula.has(&index.symbol))
    }

    /// Whether a formula depends on an index of processors, or of turns that they make.
    pub fn has_index(&self, formula: &Formula) -> bool {
        self.indices.iter().any(|index| formula.has(&index.symbol))
    }

    /// An index has other bounds from here on, also for those inside of it.
    pub fn rebound_index(&mut self, at: usize, low: &Formula, high: &Formula) {
        let symbol = self.indices[at].symbol.clone();
        self.facts.rebound(&symbol, low, high);
        for index in &mut self.indices[at + 1..] {
            index.outside.rebound(&symbol, low, high);
        }
        (self.indices[at].low, self.indices[at].high) = (low.clone(), high.clone());
    }

    /// The indices from one on with that as the innermost one; none where others depend on it.
    pub fn innermost_last(&self, at: usize) -> Option<Vec<Index>> {
        let mut moved = self.indices[at].clone();
        let mut found = Vec::new();
        for inner in &self.indices[at + 1..] {
            if inner.low.has(&moved.symbol) || inner.high.has(&moved.symbol) {
                return None;
            }
            found.push(Index {
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

    /// A new symbol that is not negative.
    pub fn unbounded(&mut self, name: &str) -> Symbol {
        let symbol = self.new_symbol(name);
        self.facts.bound(Bounded {
            symbol: symbol.clone(),
            least: Formula::default(),
            most: None,
        });
        symbol
    }

    /// Both, one after the other; of processors the most.
    pub fn then(&self, first: &Cost, second: &Cost, span: Span) -> Result<Cost, Obstacle> {
        if self.counted == Counted::Processors {
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

    /// What is done where not every run comes to it.
    pub fn perhaps<T>(&mut self, follow: impl FnOnce(&mut Self) -> T) -> T {
        self.if_sure(false, follow)
    }

    /// What is done where every run comes to it only if this holds.
    pub fn if_sure<T>(&mut self, comes: bool, follow: impl FnOnce(&mut Self) -> T) -> T {
        let is_reached = self.is_reached;
        if !comes {
            self.is_reached = Sure::Perhaps;
        }
        let found = follow(self);
        self.is_reached = is_reached;
        found
    }

    /// Statements in order. What is known where the first processors leave is kept: what is asserted behind that
    /// does not hold for these.
    fn statements_of(
        &mut self,
        body: &[Stmt],
        of_all: &mut Option<Facts>,
    ) -> Result<Outcome, Obstacle> {
        let mut total = Outcome::nothing();
        for (at, statement) in body.iter().enumerate() {
            if !total.leaves.is_never() {
                self.is_reached = Sure::Perhaps;
            }
            self.statements += 1;
            if self.statements > MOST_STATEMENTS {
                return Err(Obstacle::reason(statement.span, Reason::Effort));
            }
            if let Some(sides) = self.otherwise_rest(statement, &body[at + 1..])? {
                self.unsure |= matches!(sides.leaves, Leaves::Perhaps(..));
                return self.in_order(total, sides, statement.span);
            }
            let mut found = if self.may_exit_behind(&body[..at], &total.leaves) {
                self.statement(statement)?
            } else {
                self.of_some(|this| this.statement(statement))?
            };
            self.unsure |= matches!(found.leaves, Leaves::Perhaps(..));
            self.put_off(&mut found, statement.span)?;
            if !total.leaves.is_never() {
                if self.native.is_some() {
                    let what = "leaving an asynchronous block early";
                    return Err(Obstacle::reason(statement.span, Reason::Statement(what)));
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

    /// One after the other.
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
