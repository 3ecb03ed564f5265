//! Facts about symbols, and the answers derived from them.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::formula::{Atom, Formula, Product, Symbol};
use super::logarithms::power_of_two_below;
use super::samples::Sample;
use super::varied::Values;
use crate::semantic::rational::Rational;

/// The most formulas examined for all questions about a program in one derivation.
const MOST_QUESTIONS_AT_ONCE: u32 = 12_000;
/// The most formulas examined for all measures and assumptions together.
const MOST_QUESTIONS_IN_ALL: u32 = 50_000;
/// The deepest nesting of questions: rounding in the course of an answer asks others.
const MOST_OPEN: u32 = 3;

/// A symbol with its inclusive bounds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bounded {
    /// The symbol.
    pub symbol: Symbol,
    /// The lower bound, included.
    pub least: Formula,
    /// The upper bound, if there is one.
    pub most: Option<Formula>,
}

/// Facts under which the sign of a formula is decided.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The symbols, in ascending order.
    pub bounds: Vec<Bounded>,
    /// Formulas that are at least 0.
    pub known: Vec<Formula>,
    /// The number of these facts in the memory.
    pub(in crate::derivation) state: Cell<u32>,
    /// The symbols that range over several values in the current question.
    pub(in crate::derivation) varied: RefCell<Vec<(Symbol, Values)>>,
    memory: Rc<AnswerCache>,
    /// The number of formulas examined for the current question.
    pub(in crate::derivation) questions: Cell<u32>,
    /// The number of nested questions that are open.
    pub(in crate::derivation) asking: Cell<u32>,
    /// How many known formulas may still be used for the current question.
    pub(in crate::derivation) uses: Cell<u32>,
    /// The ids of symbols on whose bounds some answer relies; shared by all facts about a program.
    relied_on: Rc<RefCell<BTreeSet<u32>>>,
}

/// Answers by facts: the measures of a program mostly ask the same questions.
#[derive(Debug, Default)]
pub struct AnswerCache {
    /// The number of each state: the earlier state and the fact added to it.
    states: RefCell<HashMap<(u32, Learned), u32>>,
    /// Answers by state and by whether the formula has to be positive.
    answers: RefCell<HashMap<(u32, bool), HashMap<Formula, bool>>>,
    /// By state: sizes that satisfy the facts.
    samples: RefCell<HashMap<u32, Rc<Vec<Sample>>>>,
    /// The number of formulas examined in the current derivation.
    asked: Cell<u32>,
    /// The number of formulas examined in earlier derivations.
    asked_before: Cell<u32>,
}

/// A fact that is added to others.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::derivation) enum Learned {
    /// A symbol lies between bounds.
    Bound(Bounded),
    /// A formula is not negative.
    Fact(Formula),
    /// A symbol ranges over several values.
    Varied((Symbol, Values)),
}

/// Whether a formula has to be at least 0 or above 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::derivation) enum Least {
    Zero,
    Above,
}

impl Least {
    /// Whether a number satisfies the bound.
    pub fn admits(self, number: Rational) -> bool {
        match self {
            Self::Zero => number >= Rational::ZERO,
            Self::Above => number > Rational::ZERO,
        }
    }
}

impl AnswerCache {
    /// Whether a limit on the number of examined formulas was reached.
    pub(in crate::derivation) fn is_exhausted(&self) -> bool {
        let asked = self.asked.get();
        asked > MOST_QUESTIONS_AT_ONCE || self.asked_before.get() + asked > MOST_QUESTIONS_IN_ALL
    }
}

impl Facts {
    /// Whether it is at least 0.
    pub fn is_nonnegative(&self, formula: &Formula) -> bool {
        self.answer(formula, Least::Zero)
    }

    /// Whether it is above 0.
    pub fn is_positive(&self, formula: &Formula) -> bool {
        self.answer(formula, Least::Above)
    }

    fn answer(&self, formula: &Formula, least: Least) -> bool {
        if let Some(number) = formula.as_fraction() {
            return least.admits(number);
        }
        let answer = self.known_answer(formula, least).unwrap_or_else(|| {
            if self.asking.get() >= MOST_OPEN {
                return false;
            }
            self.questions.set(0);
            let answer = self.holds(formula, least);
            if answer || !self.is_exhausted() {
                self.remember(formula, least, answer);
            }
            answer
        });
        if answer {
            self.rely_on(formula);
        }
        answer
    }

    /// Records that an answer relies on the bounds of the symbols of a formula, and on the symbols in
    /// these bounds.
    fn rely_on(&self, formula: &Formula) {
        formula.collect(&mut |atom| {
            if let Atom::Symbol(symbol) = atom
                && self.relied_on.borrow_mut().insert(symbol.id)
                && let Some(bounded) = self.of(symbol)
            {
                self.rely_on(&bounded.least);
                bounded.most.iter().for_each(|most| self.rely_on(most));
            }
        });
    }

    /// Whether some answer relies on the bounds of a symbol.
    pub fn is_relied_on(&self, symbol: &Symbol) -> bool {
        self.relied_on.borrow().contains(&symbol.id)
    }

    /// The remembered answer under these facts.
    pub(in crate::derivation) fn known_answer(
        &self,
        formula: &Formula,
        least: Least,
    ) -> Option<bool> {
        let answers = self.memory.answers.borrow();
        let of = answers.get(&(self.state.get(), least == Least::Above))?;
        of.get(formula).copied()
    }

    /// Remembers an answer under these facts.
    pub(in crate::derivation) fn remember(&self, formula: &Formula, least: Least, answer: bool) {
        let mut answers = self.memory.answers.borrow_mut();
        let of = answers.entry((self.state.get(), least == Least::Above));
        of.or_default().insert(formula.clone(), answer);
    }

    /// No facts; answers are kept in `memory`.
    pub fn with(memory: &Rc<AnswerCache>) -> Self {
        let before = memory.asked_before.get() + memory.asked.replace(0);
        memory.asked_before.set(before);
        Self {
            memory: Rc::clone(memory),
            ..Self::default()
        }
    }

    /// The samples remembered for these facts, or those that `find` finds.
    pub(in crate::derivation) fn remembered_samples(
        &self,
        find: impl FnOnce() -> Vec<Sample>,
    ) -> Rc<Vec<Sample>> {
        let known = self.memory.samples.borrow().get(&self.state.get()).cloned();
        known.unwrap_or_else(|| {
            let found = Rc::new(find());
            let mut samples = self.memory.samples.borrow_mut();
            samples.insert(self.state.get(), Rc::clone(&found));
            found
        })
    }

    /// Counts an examined formula.
    pub(in crate::derivation) fn ask(&self) {
        self.memory.asked.set(self.memory.asked.get() + 1);
    }

    /// Whether a limit on the number of examined formulas was reached.
    pub(in crate::derivation) fn is_exhausted(&self) -> bool {
        self.memory.is_exhausted()
    }

    fn differ(&mut self, learned: Learned) {
        self.state.set(self.state_with(learned));
    }

    /// The number of the state in which a fact is added to these.
    pub(in crate::derivation) fn state_with(&self, learned: Learned) -> u32 {
        let mut states = self.memory.states.borrow_mut();
        let next = states.len() as u32 + 1;
        *states.entry((self.state.get(), learned)).or_insert(next)
    }

    /// Adds a symbol with its bounds.
    pub fn bound(&mut self, bounded: Bounded) {
        self.differ(Learned::Bound(bounded.clone()));
        self.bounds.push(bounded);
    }

    /// Replaces the bounds of a symbol.
    pub fn rebound(&mut self, symbol: &Symbol, low: &Formula, high: &Formula) {
        let between = Bounded {
            symbol: symbol.clone(),
            least: low.clone(),
            most: Some(high.clone()),
        };
        self.differ(Learned::Bound(between.clone()));
        if self.is_relied_on(symbol) {
            self.rely_on(low);
            self.rely_on(high);
        }
        for bounded in &mut self.bounds {
            if bounded.symbol == *symbol {
                *bounded = between.clone();
            }
        }
    }

    /// These facts after a change of variable: the old value of `symbol` is `value`, a formula of its
    /// new value, which has the given bounds.
    pub fn renamed(
        &self,
        symbol: &Symbol,
        value: &Formula,
        [low, high]: [&Formula; 2],
    ) -> Option<Self> {
        let within = |formula: &Formula| self.substitute(formula, symbol, value);
        let mut facts = Self {
            memory: Rc::clone(&self.memory),
            relied_on: Rc::clone(&self.relied_on),
            ..Self::default()
        };
        for bounded in &self.bounds {
            let (least, most) = if bounded.symbol == *symbol {
                (low.clone(), Some(high.clone()))
            } else {
                let most = bounded.most.as_ref().map(within);
                (
                    within(&bounded.least)?,
                    most.map_or(Some(None), |most| most.map(Some))?,
                )
            };
            facts.bound(Bounded {
                symbol: bounded.symbol.clone(),
                least,
                most,
            });
        }
        for fact in &self.known {
            facts.learn(within(fact)?);
        }
        Some(facts)
    }

    /// Whether a formula is at least 0, asked within another question, whose limit it shares.
    pub(in crate::derivation) fn is_nonnegative_within(&self, formula: &Formula) -> bool {
        if self.asking.get() == 0 {
            self.questions.set(0);
        }
        let answer = self.proves(formula, Least::Zero, super::signs::DEEPEST / 2);
        if answer {
            self.rely_on(formula);
        }
        answer
    }

    /// Whether one is at most the other.
    pub fn is_at_most(&self, left: &Formula, right: &Formula) -> bool {
        (right.minus(left)).is_some_and(|difference| self.is_nonnegative(&difference))
    }

    /// Learns that a formula is at least 0.
    pub fn learn(&mut self, fact: Formula) {
        self.differ(Learned::Fact(fact.clone()));
        // ⌈log v⌉ ≥ 1 implies v ≥ 2.
        if let Some(Atom::Ceil(part)) = fact.plus_number(1).as_ref().and_then(Formula::as_atom)
            && let Some(Atom::Log(value)) = part.as_atom()
            && value.is_plainly_whole()
            && let Some(rest) = value.plus_number(-2)
        {
            self.learn(rest);
        }
        if let Some(implied) = below_root(&fact).or_else(|| between_powers(&fact)) {
            self.learn(implied);
        }
        let mut rest = fact.clone();
        let constant = rest.terms.remove(&Product::default());
        self.bound_exponent(&rest, constant.unwrap_or(Rational::ZERO));
        // x − c ≥ 0 is a lower bound of x.
        if let Some(symbol) = rest.as_symbol()
            && let Some(bounded) = self.bounds.iter_mut().find(|it| it.symbol == *symbol)
            && let Some(least) = bounded.least.as_fraction()
        {
            let constant = constant.unwrap_or(Rational::ZERO);
            if let Some(bound) = Rational::ZERO.minus(constant)
                && bound > least
            {
                bounded.least = Formula::fraction(bound);
            }
            return;
        }
        if rest.as_fraction().is_none() {
            self.known.push(fact);
        }
    }

    /// For positive f, c − f·2^x ≥ 0 is an upper bound of x.
    fn bound_exponent(&mut self, power: &Formula, constant: Rational) {
        let most = power.as_term().and_then(|(product, factor)| {
            if !factor.numerator.is_negative() {
                return None;
            }
            let share = constant.over(Rational::ZERO.minus(factor)?)?;
            let symbol = Formula::term(product.clone(), Rational::ONE).exponent_of_two()?;
            let most = power_of_two_below(&Formula::fraction(share))?;
            Some((symbol.as_symbol()?.clone(), most))
        });
        let Some((symbol, most)) = most else {
            return;
        };
        let bounds = self.bounds.iter_mut();
        for bounded in bounds.filter(|bounded| bounded.symbol == symbol) {
            bounded.most.get_or_insert_with(|| most.clone());
        }
    }

    /// The bounds of a symbol.
    pub fn of(&self, symbol: &Symbol) -> Option<&Bounded> {
        self.bounds
            .iter()
            .rev()
            .find(|bounded| bounded.symbol == *symbol)
    }
}

/// For powers of two u and v, the exponent of v if the fact is u·(v − 1) ≥ 0: 2^k ≥ 2^j implies k ≥ j.
fn between_powers(fact: &Formula) -> Option<Formula> {
    let mut terms = fact
        .terms
        .iter()
        .map(|(product, value)| (product.clone(), *value));
    let (Some(one), Some(other), None) = (terms.next(), terms.next(), terms.next()) else {
        return None;
    };
    let (more, less) = if one.1 > other.1 {
        (one, other)
    } else {
        (other, one)
    };
    let less = Formula::term(less.0, Rational::ZERO.minus(less.1)?);
    less.exponent_of_two()?;
    Formula::term(more.0, more.1).over(&less)?.exponent_of_two()
}

/// For an integer v and positive c, ⌊√v⌋ ≥ c implies v − c² ≥ 0, and ⌈√v⌉ ≥ c implies v − (c − 1)² − 1 ≥
/// 0.
fn below_root(fact: &Formula) -> Option<Formula> {
    let least = Rational::ZERO.minus(fact.constant_part())?;
    let rounded = fact.minus(&Formula::fraction(fact.constant_part()))?;
    let (part, is_up) = match rounded.as_atom()? {
        Atom::Floor(part) => (part, false),
        Atom::Ceil(part) => (part, true),
        _ => return None,
    };
    let Atom::Root(value) = part.as_atom()? else {
        return None;
    };
    let is_bound = least.is_whole() && least > Rational::ZERO && value.is_plainly_whole();
    let number = is_bound.then_some(least.numerator - i128::from(is_up))?;
    value.plus_number(-number.checked_mul(number)? - i128::from(is_up))
}
