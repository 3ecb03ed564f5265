//! The input of a derivation: a program with its inputs, and assumptions about them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use super::abstract_value::AbstractValue;
use super::asynchronous::Parameters;
use super::cost::{CostBounds, CostLine};
use super::numbers::{Numbers, is_time};
use super::obstacle::{Helpful, Need, Obstacle, Reason};
use super::walker::{AbstractFrame, DerivedMeasure, Divergence, Exactness, Outcome, Walker};
use crate::derivation::algebra::facts::AnswerCache;
use crate::derivation::algebra::formula::{Atom, Formula, Symbol};
use crate::derivation::asynchronous::clock::{Certainty, Clock};
use crate::derivation::recursion::descent::calls_itself;
use crate::program::visit::{self, Visitor, walk_statement};
use crate::program::{Parameter, Program, Stmt, Type};
use crate::semantic::rational::Rational;
use crate::source::Span;
use crate::syntax::ast;

/// The most numbers whose small values are enumerated together.
const MOST_TRIED: usize = 4;
/// The number of values tried for each, from its least value on.
const FIRST_SIZES: i128 = 6;

/// A program and the names of its inputs.
#[derive(Debug, Clone)]
pub struct Subject<'p> {
    /// The program.
    pub program: &'p Program,
    /// The inputs of its entry, in order.
    pub inputs: Vec<EntryInput>,
    /// Names that occur only in lengths.
    pub lengths: Vec<String>,
    /// The processors of the machine.
    pub processors: ProcessorCount,
    /// Whether the machine is the asynchronous PRAM, with d and B.
    pub is_asynchronous: bool,
    /// Whether the sides of a branch are executed one after the other.
    pub serial: bool,
    /// Answers about signs that are shared by all derivations of the program.
    pub memory: Rc<AnswerCache>,
}

/// The number of processors of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessorCount {
    /// As many as the program uses.
    AsAsked,
    /// Any number, with the name `p`.
    Any,
    /// This number, because an input of the program has the name `p`.
    Number(u64),
}

impl ProcessorCount {
    /// Their number, unless it is that of the program.
    fn formula(self, numbers: &Numbers) -> Option<Formula> {
        match self {
            Self::AsAsked => None,
            Self::Any => numbers.by_name.get("p").cloned(),
            Self::Number(number) => Some(Formula::number(number.into())),
        }
    }
}

/// An input of the entry.
#[derive(Debug, Clone)]
pub struct EntryInput {
    /// Its name.
    pub name: String,
    /// The lengths of an array, as far as they are declared.
    pub lengths: Option<Vec<Option<ast::Expr>>>,
}

/// Assumptions about the inputs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Assumption {
    /// The classes of numbers, such as powers of two.
    pub needs: Vec<Need>,
    /// The least value of every number; for a power, of its exponent.
    pub least: i128,
    /// Larger least values of single numbers.
    pub raised: BTreeMap<Arc<str>, i128>,
    /// Branches of which either side may be taken.
    pub open: Vec<Span>,
}

impl Assumption {
    /// The assumption that inputs belong to these classes.
    pub(super) fn of(needs: &[Need]) -> Self {
        Self {
            needs: needs.to_vec(),
            ..Self::default()
        }
    }

    /// The conjunction of two assumptions.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        let more = other.needs.iter().filter(|need| !self.needs.contains(need));
        both.needs.extend(more.cloned());
        both.least = both.least.max(other.least);
        for (name, least) in &other.raised {
            let known = both.raised.entry(Arc::clone(name)).or_default();
            *known = (*least).max(*known);
        }
        let more = other.open.iter().filter(|span| !self.open.contains(span));
        both.open.extend(more);
        both
    }
}

/// The derived cost for one measure.
#[derive(Debug, Clone)]
pub struct DerivedCost {
    /// The formula, or its bounds.
    pub cost: CostBounds,
    /// Its lines.
    pub lines: Vec<CostLine>,
    /// The assumption under which it holds.
    pub assumption: Assumption,
    /// The assertions of the program that are taken as given.
    pub given: Vec<Span>,
    /// The conditions of these assertions: formulas that are at least 0.
    pub facts: Vec<Formula>,
    /// The numbers in the formula.
    pub numbers: Numbers,
    /// The processors of the machine.
    pub processors: ProcessorCount,
    /// The names of the numbers on which control depends, or on whose least values the formula relies.
    pub used: BTreeSet<Arc<str>>,
    /// Whether the cost has two bounds because of conditions on sizes and indices, and not only because
    /// of data.
    pub is_coarse: bool,
}

/// Why there is no formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoFormula {
    /// Where the derivation stops.
    pub span: Span,
    /// The reason.
    pub reason: Reason,
}

impl DerivedCost {
    /// Whether the given facts hold for these values of the symbols.
    pub fn holds_at(&self, values: &[i128]) -> bool {
        let of = |symbol: &Symbol| self.numbers.value_of(symbol, values);
        let mut given = self.facts.iter().map(|fact| fact.at(&of));
        given.all(|value| value.is_none_or(|value| value >= Rational::ZERO))
    }

    /// Whether the given facts hold for more than one size, judged by small ones: after
    /// `assert(2^k == n + 1)`, n = 2^k allows only n = 1.
    pub(super) fn holds_for_several(&self) -> bool {
        let symbols = &self.numbers.symbols;
        if self.facts.is_empty() || symbols.len() > MOST_TRIED {
            return true;
        }
        let tries = FIRST_SIZES.pow(symbols.len() as u32);
        let fits = |number: &i128| {
            let value_of = |symbol: &Symbol| {
                let at = symbols.iter().position(|(other, _)| other == symbol)?;
                Some(symbols[at].1 + number / FIRST_SIZES.pow(at as u32) % FIRST_SIZES)
            };
            let mut values = self.facts.iter().map(|fact| fact.at(&value_of));
            values.all(|value| value.is_none_or(|value| value >= Rational::ZERO))
        };
        (0..tries).filter(fits).nth(1).is_some()
    }
}

impl Subject<'_> {
    /// The number of statements of the program.
    pub(super) fn statements(&self) -> usize {
        struct Count(usize);
        impl Visitor for Count {
            fn statement(&mut self, statement: &Stmt) {
                self.0 += 1;
                walk_statement(self, statement);
            }
        }
        let mut count = Count(0);
        for algorithm in &self.program.algorithms {
            visit::statements(&mut count, &algorithm.body);
        }
        count.0
    }

    /// The names of all numbers that may occur in formulas.
    pub fn names(&self) -> Vec<Arc<str>> {
        let entry = &self.program.algorithms[self.program.entry.index()];
        let mut names: Vec<Arc<str>> = Vec::new();
        let add = |name: &str, names: &mut Vec<Arc<str>>| {
            if !names.iter().any(|other| **other == *name) {
                names.push(name.into());
            }
        };
        if self.processors == ProcessorCount::Any {
            add("p", &mut names);
        }
        for (input, parameter) in self.inputs.iter().zip(&entry.parameters) {
            if let Parameter::Scalar(id) = parameter
                && entry.scalars[id.index()].ty == Type::Int
            {
                add(&input.name, &mut names);
            }
        }
        for name in &self.lengths {
            add(name, &mut names);
        }
        names
    }

    /// Follows the program under an assumption. Further assumptions that may help are added to
    /// `helpful`.
    pub(super) fn follow(
        &self,
        counted: DerivedMeasure,
        assumption: &Assumption,
        helpful: &mut Helpful,
    ) -> Result<DerivedCost, Obstacle> {
        let entry = &self.program.algorithms[self.program.entry.index()];
        let mut inputs = self.inputs.iter();
        let is_of_machine = |input: &&EntryInput| is_time(&input.name);
        if let Some(input) = inputs.find(|input| self.is_asynchronous && is_of_machine(input)) {
            let name = input.name.as_str().into();
            return Err(Obstacle::reason(entry.span, Reason::NameOfMachine(name)));
        }
        let numbers = Numbers::new(&self.names(), self.is_asynchronous, assumption);
        let mut numbers = numbers.ok_or_else(|| Obstacle::reason(entry.span, Reason::NotWhole))?;
        if self.processors == ProcessorCount::Any {
            // A machine has at least one processor.
            numbers.raise("p", 1);
        }
        let named = numbers.facts(&self.memory);
        let mut frame = AbstractFrame {
            algorithm: self.program.entry,
            scalars: vec![None; entry.scalars.len()],
            arrays: vec![None; entry.arrays.len()],
        };
        for (input, parameter) in self.inputs.iter().zip(&entry.parameters) {
            match parameter {
                Parameter::Scalar(id) => {
                    let known = numbers.by_name.get(input.name.as_str());
                    frame.scalars[id.index()] = Some(match known {
                        Some(formula) => AbstractValue::Number(formula.clone()),
                        None => AbstractValue::Unknown(input.name.as_str().into()),
                    });
                }
                Parameter::SharedScalar(id, _) => frame.arrays[id.index()] = Some(Vec::new()),
                Parameter::Array(id) => {
                    let rank = usize::from(entry.arrays[id.index()].rank);
                    let lengths = input.lengths.clone().unwrap_or_default();
                    let mut found = Vec::new();
                    for axis in 0..rank {
                        let written = lengths.get(axis).and_then(Option::as_ref);
                        let place = (input.name.as_str(), axis);
                        found.push(numbers.length(place, written, assumption, &named));
                    }
                    frame.arrays[id.index()] = Some(found);
                }
            }
        }
        let mut facts = numbers.facts(&self.memory);
        let processors = self.processors.formula(&numbers);
        if let Some(positive) = processors.as_ref().and_then(|it| it.plus_number(-1)) {
            facts.learn(positive);
        }
        let next_symbol = numbers.symbols.len() as u32;
        let outside = facts.clone();
        let mut walker = Walker {
            program: self.program,
            counted,
            facts,
            processors,
            frames: vec![frame.clone()],
            indices: Vec::new(),
            loops: Vec::new(),
            given: Vec::new(),
            assumed: Vec::new(),
            next_symbol,
            statements: 0,
            divergence: Divergence::None,
            split_blocks: Vec::new(),
            between: Vec::new(),
            asked_by_some: 0,
            accompanied: false,
            returned: None,
            returned_array: None,
            open_recursions: Vec::new(),
            may_have_returned: false,
            differing_symbols: None,
            asserted: 0,
            iteration_symbols: BTreeSet::new(),
            is_reached: Certainty::Yes,
            exactness: Exactness::default(),
            compared: 0,
            used: BTreeSet::new(),
            helpful: std::mem::take(helpful),
            restrictions: Vec::new(),
            supposed: Vec::new(),
            open_loops: Vec::new(),
            parameters: self.is_asynchronous.then(|| Parameters {
                delay: numbers.by_name.get("d").cloned().unwrap_or_default(),
                barrier: numbers.by_name.get("B").cloned().unwrap_or_default(),
            }),
            clock: Clock::default(),
            native: None,
            reads: 0,
            barriers: 0,
            is_returned_loaded: Certainty::No,
            serial: self.serial,
            open: assumption.open.clone(),
        };
        let outcome = if calls_itself(entry, self.program.entry) {
            walker.recursive(&frame, entry.span)
        } else {
            walker.body(&entry.body)
        };
        *helpful = std::mem::take(&mut walker.helpful);
        let Outcome {
            mut cost, lines, ..
        } = outcome?;
        if counted == DerivedMeasure::Processors {
            cost = match &walker.processors {
                Some(processors) => CostBounds::exactly(processors.clone()),
                None => cost.or_more(&CostBounds::exactly(Formula::number(1)), &walker.facts),
            };
        }
        // Facts that were learned inside blocks and loops do not hold if these are not entered.
        walker.facts = outside;
        for fact in &walker.assumed {
            walker.facts.learn(fact.clone());
        }
        if !numbers.cover(&cost) {
            return Err(Obstacle::reason(entry.span, Reason::Longest));
        }
        if !walker.facts.are_defined(&cost) {
            return Err(Obstacle::reason(entry.span, Reason::Empty));
        }
        let lower = walker.plainer(&cost.lower);
        let upper = if cost.is_exact() {
            lower.clone()
        } else {
            walker.plainer(&cost.upper)
        };
        let cost = CostBounds { lower, upper };
        let relied_on = (numbers.symbols.iter())
            .filter(|(symbol, _)| walker.facts.is_relied_on(symbol))
            .map(|(symbol, _)| Arc::clone(&symbol.name));
        walker.used.extend(relied_on);
        Ok(DerivedCost {
            cost,
            lines: lines
                .iter()
                .map(|line| walker.facts.plainer_line(line))
                .collect(),
            assumption: assumption.clone(),
            given: walker.given,
            facts: [walker.assumed, numbers.known.clone()].concat(),
            numbers,
            processors: self.processors,
            used: walker.used,
            is_coarse: walker.exactness.is_coarse,
        })
    }
}

/// The weighted number of rounded values and extremes in a formula.
pub(super) fn roughness(formula: &Formula) -> usize {
    let mut count = 0;
    formula.collect(&mut |atom| {
        count += usize::from(matches!(atom, Atom::Greatest(_) | Atom::Least(_))) * 10;
        count += usize::from(!matches!(atom, Atom::Symbol(_)));
    });
    count
}
