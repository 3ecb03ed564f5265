//! Loops with a test before each turn, where one scalar that grows evenly, doubles or is
//! halved decides.

use super::claimed_turns::Claimed;
use super::formula::{Atom, Formula, Product, Symbol};
use super::leaving::{Construct, Leaves, skips_turns};
use super::obstacle::{Obstacle, Reason};
use super::parts::Turns;
use super::turns::Inside;
use super::walker::{Outcome, Walker, too_large};
use super::worth::{Truth, Worth};
use crate::program::{Charge, Stmt, StmtKind};
use crate::semantic::rational::Rational;

impl Walker<'_> {
    /// A loop with a test before each turn, where one scalar that grows evenly or doubles decides.
    pub(super) fn while_loop(&mut self, statement: &Stmt) -> Result<Outcome, Obstacle> {
        let StmtKind::While {
            prelude,
            condition,
            charge,
            body,
            update,
            round,
        } = &statement.kind
        else {
            return Ok(Outcome::nothing());
        };
        let span = condition.span;
        if !update.is_empty() && skips_turns(body) {
            let what = "going on to the next turn of a loop with an update";
            return Err(Obstacle::reason(statement.span, Reason::Statement(what)));
        }
        let all: Vec<Stmt> = body.iter().chain(update).cloned().collect();
        let before = self.frame().clone();
        let scalars = self.courses(&all, &Formula::default(), 1);
        let name = "t";
        let saved = self.facts.clone();
        self.unknown_from(&all);
        let symbol = self.unbounded(name);
        for (id, course) in &scalars {
            let value = course.rounded_at(&Formula::symbol(&symbol), &self.facts);
            self.frame_mut().scalars[id.index()] = value.map(Worth::Number);
        }
        let truth = self.evaluate(condition)?.truth();
        *self.frame_mut() = before.clone();
        self.facts = saved;
        let depends = match &truth {
            Truth::Unknown(name) => std::sync::Arc::clone(name),
            _ => "values that change in it".into(),
        };
        let count = match &truth {
            Truth::Nonnegative(formula) if prelude.is_empty() => self.turns_while(formula, &symbol),
            _ => None,
        };
        let reason = match truth {
            Truth::Nonnegative(_) if prelude.is_empty() => Reason::Empty,
            _ => Reason::Turns(depends),
        };
        let Some(count) = count else {
            return match self.turns_claimed(body) {
                Some((claim, most)) if prelude.is_empty() => {
                    let claimed = Claimed {
                        claim,
                        most,
                        test: (*charge == Charge::Step).then_some(condition),
                        body: &all,
                        round: *round,
                        scalars,
                    };
                    self.claimed_loop(claimed, statement.span)
                }
                _ => Err(Obstacle::reason(span, reason)),
            };
        };
        let high = count.plus_number(-1).ok_or_else(|| too_large(span))?;
        let turns = Turns {
            name: name.to_owned(),
            low: Formula::default(),
            high,
            scalars,
            is_ascending: true,
        };
        let is_tested = *charge == Charge::Step && self.keeps_clock();
        let inside = if is_tested {
            Inside::Tested(condition, &all, *round)
        } else {
            Inside::Body(&all, *round)
        };
        let mut outcome = self.turns(&turns, inside, statement.span, 0)?;
        let leaves = std::mem::replace(&mut outcome.leaves, Leaves::Never);
        if is_tested {
            let last = self.test(condition, span)?;
            outcome = self.one_after(outcome, last, span)?;
        } else if *charge == Charge::Step {
            let tests = Turns {
                high: count.clone(),
                ..turns.clone()
            };
            // The test is evaluated once more than the body.
            let before = self.frame().clone();
            let tests = self.turns(&tests, Inside::Test(condition), span, 0)?;
            *self.frame_mut() = before;
            outcome = self.one_after(tests, outcome, span)?;
        }
        if leaves.is_never() {
            self.leave(&all, &turns, &before, span)?;
            return Ok(outcome);
        }
        self.unknown_from(&all);
        outcome = outcome.perhaps();
        outcome.leaves = leaves.perhaps().ended(Construct::Loop);
        Ok(outcome)
    }

    /// How often a condition f(t) ≥ 0 holds from t = 0 on, where f falls.
    fn turns_while(&self, formula: &Formula, symbol: &Symbol) -> Option<Formula> {
        let own = Atom::Symbol(symbol.clone());
        let mut rest = Formula::default();
        let mut moving: Option<(i32, Formula)> = None;
        let mut linear = None;
        for (product, value) in &without_floor(formula, symbol)?.terms {
            let mut product = product.clone();
            let power = product.factors.remove(&own);
            let rate = product.exponent.remove(&own);
            if product.atoms().any(|atom| atom.has(symbol)) {
                return None;
            }
            let part = Formula::term(product, *value);
            match (power, rate) {
                (None, None) => rest = rest.plus(&part)?,
                (Some(1), None) if linear.is_none() => linear = Some(part),
                (None, Some(rate)) => {
                    let (other, sum) = moving.unwrap_or((rate, Formula::default()));
                    (other == rate).then_some(())?;
                    moving = Some((rate, sum.plus(&part)?));
                }
                _ => return None,
            }
        }
        let facts = &self.facts;
        let at_least_none = |count: Formula| {
            if facts.is_nonnegative(&count) {
                count
            } else {
                facts.greatest(vec![Formula::default(), count])
            }
        };
        match (linear, moving) {
            // rest − a·t ≥ 0
            (Some(slope), None) => {
                let fall = slope.times_number(-1)?;
                (facts.is_positive(&fall)).then_some(())?;
                let count = facts.floor(&rest.over(&fall)?)?.plus_number(1)?;
                Some(at_least_none(count))
            }
            // rest − b·2^(et) ≥ 0, up to t = log(rest/b)/e
            (None, Some((rate, factor))) if rate > 0 => {
                let factor = factor.times_number(-1)?;
                factor.exponent_of_two()?;
                let share = Rational::ONE.over(Rational::whole(i128::from(rate)))?;
                let log = |value: &Formula| {
                    let quotient = value.over(&factor)?;
                    facts.log(&quotient)?.times_term(&Product::default(), share)
                };
                let count = match rest.exponent_of_two() {
                    Some(_) => facts.floor(&log(&rest)?)?.plus_number(1)?,
                    None => facts.ceil(&log(&rest.plus_number(1)?)?)?,
                };
                let starts = rest.plus_number(1)?;
                (facts.is_positive(&starts)).then_some(())?;
                Some(at_least_none(count))
            }
            // b·2^(−et) − rest ≥ 0, up to t = log(b/rest)/e
            (None, Some((rate, factor))) => {
                let least = rest.times_number(-1)?;
                (facts.is_positive(&factor)).then_some(())?;
                (facts.is_positive(&least)).then_some(())?;
                let is_power = |it: &Formula| it.exponent_of_two().is_some();
                (rate == -1 || is_power(&factor) && is_power(&least)).then_some(())?;
                let share = Rational::ONE.over(Rational::whole(i128::from(-rate)))?;
                let log = facts.log(&factor.over(&least)?)?;
                let count = facts.floor(&log.times_term(&Product::default(), share)?)?;
                Some(at_least_none(count.plus_number(1)?))
            }
            _ => None,
        }
    }
}

/// ⌊x⌋ + r ≥ 0 says x + r ≥ 0, where r is whole: one rounded value in which the symbol is.
fn without_floor(formula: &Formula, symbol: &Symbol) -> Option<Formula> {
    let mut plain = Formula::default();
    let (mut found, mut is_whole) = (None, true);
    for (product, value) in &formula.terms {
        let part = Formula::term(product.clone(), *value);
        match part.as_atom() {
            Some(Atom::Floor(inside)) if inside.has(symbol) && found.is_none() => {
                found = Some((**inside).clone());
            }
            _ => {
                is_whole &= part.is_plainly_whole();
                plain = plain.plus(&part)?;
            }
        }
    }
    match found {
        None => Some(plain),
        Some(inside) if is_whole => plain.plus(&inside),
        Some(_) => None,
    }
}
