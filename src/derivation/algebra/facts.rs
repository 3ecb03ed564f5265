//! What is known of symbols, and what was found to follow from it.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use super::formula::{Atom, Formula, Product, Symbol};
use super::logarithms::power_of_two_below;
use super::samples::Sample;
use super::varied::Values;
use crate::semantic::rational::Rational;

/// How many formulas may be looked at for all questions about a program while it is followed once.
const MOST_QUESTIONS_AT_ONCE: u32 = 12_000;
/// The same for all measures and under all assumptions.
const MOST_QUESTIONS_IN_ALL: u32 = 50_000;
/// How many questions may be open at once: what is rounded on the way to an answer asks others.
const MOST_OPEN: u32 = 3;

/// A symbol and the formulas between which it lies, both included.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bounded {
    /// The symbol.
    pub symbol: Symbol,
    /// The least that it may be.
    pub least: Formula,
    /// The most that it may be; none where there is no bound.
    pub most: Option<Formula>,
}

/// What is known where a formula is asked about.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The symbols, ascending.
    pub bounds: Vec<Bounded>,
    /// Formulas that are not negative.
    pub known: Vec<Formula>,
    /// Which facts these are in the memory.
    pub(in crate::derivation) state: Cell<u32>,
    /// The symbols that stand for several values in the question that is being answered.
    pub(in crate::derivation) varied: RefCell<Vec<(Symbol, Values)>>,
    memory: Rc<Memory>,
    /// How many were asked for the last question.
    pub(in crate::derivation) questions: Cell<u32>,
    /// How many questions about signs are open: on the way to the answer of one others are asked.
    pub(in crate::derivation) asking: Cell<u32>,
    /// How many known formulas may be used on the way.
    pub(in crate::derivation) uses: Cell<u32>,
    /// The symbols on whose bounds some answer rests, by number; of all facts about a program.
    relied_on: Rc<RefCell<BTreeSet<u32>>>,
}

/// What was found out under which facts: the measures of a program ask mostly the same.
#[derive(Debug, Default)]
pub struct Memory {
    /// Facts are numbered: what was known before, and what was learned.
    states: RefCell<HashMap<(u32, Learned), u32>>,
    /// By facts, and by whether it is to be above 0.
    answers: RefCell<HashMap<(u32, bool), HashMap<Formula, bool>>>,
    /// By facts: sizes that fit them.
    samples: RefCell<HashMap<u32, Rc<Vec<Sample>>>>,
    /// How many formulas were looked at since the program is followed.
    asked: Cell<u32>,
    /// How many were looked at before.
    asked_before: Cell<u32>,
}

/// What facts differ by.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::derivation) enum Learned {
    /// A symbol lies between bounds.
    Bound(Bounded),
    /// A formula is not negative.
    Fact(Formula),
    /// A symbol stands for several values.
    Varied((Symbol, Values)),
}

/// Whether a formula is to be above 0 or may be 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::derivation) enum Least {
    Zero,
    Above,
}

impl Least {
    /// Whether a number is that large.
    pub fn admits(self, number: Rational) -> bool {
        match self {
            Self::Zero => number >= Rational::ZERO,
            Self::Above => number > Rational::ZERO,
        }
    }
}

impl Memory {
    /// Whether a limit on formulas whose sign is asked for was reached.
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

    /// An answer rests on the bounds of the symbols of a formula, and on what these bounds hold.
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

    /// Whether some answer rests on the bounds of a symbol.
    pub fn is_relied_on(&self, symbol: &Symbol) -> bool {
        self.relied_on.borrow().contains(&symbol.id)
    }

    /// What was answered before under these facts.
    pub(in crate::derivation) fn known_answer(
        &self,
        formula: &Formula,
        least: Least,
    ) -> Option<bool> {
        let answers = self.memory.answers.borrow();
        let of = answers.get(&(self.state.get(), least == Least::Above))?;
        of.get(formula).copied()
    }

    /// Keeps an answer under these facts.
    pub(in crate::derivation) fn remember(&self, formula: &Formula, least: Least, answer: bool) {
        let mut answers = self.memory.answers.borrow_mut();
        let of = answers.entry((self.state.get(), least == Least::Above));
        of.or_default().insert(formula.clone(), answer);
    }

    /// Nothing is known yet; what is found out is remembered for others.
    pub fn with(memory: &Rc<Memory>) -> Self {
        let before = memory.asked_before.get() + memory.asked.replace(0);
        memory.asked_before.set(before);
        Self {
            memory: Rc::clone(memory),
            ..Self::default()
        }
    }

    /// The samples that were found for these facts before, or those that are found now.
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

    /// Counts a formula whose sign is asked for.
    pub(in crate::derivation) fn ask(&self) {
        self.memory.asked.set(self.memory.asked.get() + 1);
    }

    /// Whether the limit on formulas whose sign is asked for is reached.
    pub(in crate::derivation) fn is_exhausted(&self) -> bool {
        self.memory.is_exhausted()
    }

    fn differ(&mut self, learned: Learned) {
        self.state.set(self.state_with(learned));
    }

    /// The number of these facts with another one.
    pub(in crate::derivation) fn state_with(&self, learned: Learned) -> u32 {
        let mut states = self.memory.states.borrow_mut();
        let next = states.len() as u32 + 1;
        *states.entry((self.state.get(), learned)).or_insert(next)
    }

    /// A symbol lies between bounds.
    pub fn bound(&mut self, bounded: Bounded) {
        self.differ(Learned::Bound(bounded.clone()));
        self.bounds.push(bounded);
    }

    /// A symbol lies between other bounds than before.
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

    /// The same, where a symbol means another number, between these bounds: what it was before is a
    /// formula of that.
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

    /// The same inside of another question, whose number of further ones it shares.
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

    /// A formula is not negative.
    pub fn learn(&mut self, fact: Formula) {
        self.differ(Learned::Fact(fact.clone()));
        // ⌈log v⌉ ≥ 1 says v ≥ 2.
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
        // x − c ≥ 0 is a bound of x.
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

    /// c − f·2^x ≥ 0 for a positive f is a bound of x.
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

    /// What is known of a symbol.
    pub fn of(&self, symbol: &Symbol) -> Option<&Bounded> {
        self.bounds
            .iter()
            .rev()
            .find(|bounded| bounded.symbol == *symbol)
    }
}

/// The exponent of v where u·(v − 1) ≥ 0 and both are powers of two: 2^k ≥ 2^j says k ≥ j.
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

/// ⌊√v⌋ ≥ c says v − c² ≥ 0, and ⌈√v⌉ ≥ c says v − (c − 1)² − 1 ≥ 0, of whole v and positive c.
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
