//! Statements other than loops, blocks, branches and calls.

use super::abstract_value::{AbstractValue, Truth};
use super::charge::{Operations, computes, reads_shared};
use super::obstacle::{Need, Obstacle, Reason};
use super::walker::{DerivedMeasure, Outcome, Walker};
use crate::derivation::algebra::formula::{Atom, Formula, Radix};
use crate::derivation::asynchronous::clock::Certainty;
use crate::derivation::branches::leaving::{Construct, Leaves};
use crate::derivation::dependence::{Dependence, Unfollowed};
use crate::program::{
    ArrayId, Asserted, Axis, BinaryOp, Charge, Expr, Initial, ReturnValue, ScalarId, Stmt,
    StmtKind, Target,
};
use crate::quantity::Unit;
use crate::semantic::rational::Rational;
use crate::source::Span;

impl Walker<'_> {
    /// The cost of a statement.
    pub fn statement(&mut self, statement: &Stmt) -> Result<Outcome, Obstacle> {
        let span = statement.span;
        let unknown = |what| Err(Obstacle::reason(span, Reason::Unfollowed(what)));
        match &statement.kind {
            StmtKind::Assign {
                target,
                update,
                value,
                charge,
            } => {
                let taken = self.assignment(target, *update, value);
                if let Target::Scalar(id) = target {
                    let new = self.assigned_value(*id, *update, value)?;
                    self.frame_mut().scalars[id.index()] = Some(new);
                }
                let outcome = match charge {
                    Charge::Step => self.step(span, &taken)?,
                    Charge::Free => Outcome::nothing(),
                };
                self.keep(target, &taken.made_from);
                Ok(outcome)
            }
            StmtKind::If {
                condition,
                charge,
                then,
                otherwise,
            } => self.branch((condition, *charge), [then, otherwise], span),
            StmtKind::For {
                variable,
                from,
                to,
                step,
                prelude,
                body,
                round,
            } => {
                if !prelude.is_empty() {
                    return unknown(Unfollowed::SharedCounter);
                }
                self.count_loop(*variable, [from, to], step.as_ref(), body, *round, span)
            }
            StmtKind::While { .. } => self.while_loop(statement),
            StmtKind::Parallel { .. } => self.block(statement),
            StmtKind::Call {
                algorithm,
                arguments,
                result,
            } => self.call(*algorithm, arguments, *result, span),
            StmtKind::Return(value) => self.return_value(value.as_ref(), span),
            StmtKind::Allocate {
                array,
                dimensions,
                initial,
            } => {
                let parts: Vec<&Expr> = dimensions.iter().collect();
                let header = self.header(&parts, span)?;
                let mut lengths = Vec::new();
                for part in &parts {
                    lengths.push(match self.evaluate(part)?.number() {
                        Ok(length) => Some(length.clone()),
                        Err(_) => None,
                    });
                }
                if let (Initial::List(values), []) = (initial, parts.as_slice()) {
                    lengths.push(Some(Formula::number(values.len() as i128)));
                }
                self.frame_mut().arrays[array.index()] = lengths.into_iter().collect();
                Ok(header)
            }
            StmtKind::Draw { result, .. } => {
                let drawn = AbstractValue::Unknown(Dependence::Random);
                self.frame_mut().scalars[result.index()] = Some(drawn);
                Ok(Outcome::nothing())
            }
            StmtKind::Forget(id) => {
                self.frame_mut().scalars[id.index()] = None;
                Ok(Outcome::nothing())
            }
            // Used only by its loop, and only if the number of iterations depends on data.
            StmtKind::Assert {
                asserted: Asserted::Iterations { .. },
                ..
            } => Ok(Outcome::nothing()),
            StmtKind::Assert { condition, .. } => {
                let holds = self.evaluate(condition)?.truth();
                self.assume(holds, span)?;
                Ok(Outcome::nothing())
            }
            StmtKind::Move { from, to } => {
                let lengths = self.frame().arrays[from.index()].clone();
                self.frame_mut().arrays[to.index()] = lengths;
                let loaded = self.clock.holds(self.own_array(*from));
                self.clock.hold(self.own_array(*to), loaded);
                Ok(Outcome::nothing())
            }
            StmtKind::View { view, of, axes } => {
                if self.keeps_clock() && self.clock.holds(self.own_array(*of)) != Certainty::No {
                    return unknown(Unfollowed::PartJustRead);
                }
                let lengths = self.lengths_of_part(*of, axes)?;
                self.frame_mut().arrays[view.index()] = lengths;
                Ok(Outcome::nothing())
            }
            StmtKind::SameLengths { .. } | StmtKind::SameExtents(_) => Ok(Outcome::nothing()),
            StmtKind::Print(_) | StmtKind::Output { .. } => Ok(Outcome::nothing()),
            StmtKind::Break => Ok(Outcome::left(Construct::Loop)),
            StmtKind::Continue => Ok(Outcome::left(Construct::Turn)),
            StmtKind::Barrier(_) | StmtKind::WarpBarrier
                if self.counted == DerivedMeasure::Work(Unit::Gpu) =>
            {
                self.step(span, &Operations::default())
            }
            StmtKind::Barrier(part) => self.barrier(part.is_some(), span),
            StmtKind::Meet(_)
            | StmtKind::Distribute { .. }
            | StmtKind::Send { .. }
            | StmtKind::Receive { .. }
            | StmtKind::Settle(_)
            | StmtKind::Ask { .. } => unknown(Unfollowed::Messages),
            StmtKind::Atomic {
                cell,
                change,
                value,
                old,
            } => {
                let taken = self.atomic(cell, change.operands(value));
                if let Some(id) = old {
                    let kept = AbstractValue::Unknown(Dependence::OldValue);
                    self.frame_mut().scalars[id.index()] = Some(kept);
                }
                self.step(span, &taken)
            }
            StmtKind::WarpBarrier => unknown(Unfollowed::WarpBarriers),
        }
    }

    /// The abstract value of a scalar after an assignment.
    pub(super) fn assigned_value(
        &mut self,
        id: ScalarId,
        update: Option<BinaryOp>,
        value: &Expr,
    ) -> Result<AbstractValue, Obstacle> {
        let new = self.evaluate(value)?;
        let ty = self.algorithm().scalars[id.index()].ty;
        let old = self.frame().scalars[id.index()].clone();
        let new = match (update, old) {
            (None, _) => new,
            (Some(op), Some(old)) => self.binary(op, ty, &old, &new, value)?,
            (Some(_), None) => AbstractValue::Unknown(Dependence::Unwritten),
        };
        Ok(match new {
            AbstractValue::Truth(truth) => AbstractValue::Truth(self.decided(truth)),
            other => other,
        })
    }

    /// The lengths of a part of an array. None if one of them is not a formula.
    fn lengths_of_part(
        &mut self,
        of: ArrayId,
        axes: &[Axis],
    ) -> Result<Option<Vec<Formula>>, Obstacle> {
        let Some(whole) = self.frame().arrays[of.index()].clone() else {
            return Ok(None);
        };
        let mut lengths = Vec::new();
        for (axis, all) in axes.iter().zip(whole) {
            let length = match axis {
                Axis::At(_) => continue,
                Axis::All => Some(all),
                Axis::Range(from, to) => {
                    let (from, to) = (self.evaluate(from)?, self.evaluate(to)?);
                    match (from.number(), to.number()) {
                        (Ok(from), Ok(to)) => {
                            (to.minus(from)).and_then(|last| last.plus(&Formula::number(1)))
                        }
                        _ => None,
                    }
                }
            };
            lengths.push(length);
        }
        Ok(lengths.into_iter().collect())
    }

    /// The step of a header, such as the bounds of a range. It is free unless it reads shared memory.
    pub fn header(&mut self, parts: &[&Expr], span: Span) -> Result<Outcome, Obstacle> {
        if !parts.iter().any(|part| reads_shared(part)) {
            return Ok(Outcome::nothing());
        }
        let mut taken = Operations::default();
        for part in parts {
            taken.add(self.charge(part, true));
        }
        self.step(span, &taken)
    }

    fn return_value(
        &mut self,
        value: Option<&ReturnValue>,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let mut outcome = Outcome::nothing();
        if let Some(ReturnValue::Scalar(expr)) = value {
            let taken = self.charge(expr, true);
            if computes(expr) {
                outcome = self.step(span, &taken)?;
            }
            self.is_returned_loaded = self.clock.is_loaded(&taken.made_from);
        }
        self.returned = match value {
            Some(ReturnValue::Scalar(expr)) => Some(self.evaluate(expr)?),
            _ => None,
        };
        self.returned_array = match value {
            Some(ReturnValue::Array(array)) => self.frame().arrays[array.index()].clone(),
            _ => None,
        };
        outcome.leaves = Leaves::all(Construct::Call);
        Ok(outcome)
    }

    /// Records asserted facts as given, if every run reaches the assertion.
    fn give(&mut self, facts: impl IntoIterator<Item = Formula>, span: Span) {
        self.asserted += 1;
        if self.is_reached == Certainty::Yes {
            self.given.push(span);
            self.assumed.extend(facts);
        }
    }

    /// Continues under the condition of an assertion, since the run would have ended otherwise.
    fn assume(&mut self, truth: Truth, span: Span) -> Result<(), Obstacle> {
        match self.decided(truth) {
            Truth::Known(true) | Truth::Unknown(_) | Truth::Either(..) => Ok(()),
            Truth::Known(false) => Err(Obstacle::reason(
                span,
                Reason::Unfollowed(Unfollowed::NeverHolds),
            )),
            Truth::Both(left, right) => {
                self.assume(*left, span)?;
                self.assume(*right, span)
            }
            Truth::Nonnegative(formula) => {
                self.facts.learn(formula.clone());
                self.give([formula], span);
                Ok(())
            }
            Truth::Zero(formula, is) => match asked_of(&formula).filter(|_| is) {
                Some(need) => Err(Obstacle::Need(need)),
                None if is => {
                    let opposite = formula.times_number(-1);
                    let both = opposite.into_iter().chain([formula]);
                    for fact in both.clone() {
                        self.facts.learn(fact);
                    }
                    self.give(both, span);
                    Ok(())
                }
                None => Ok(()),
            },
        }
    }
}

/// The assumption under which a formula such as 2^⌈log n⌉ − n or n mod p is 0.
fn asked_of(formula: &Formula) -> Option<Need> {
    let mut needs = Vec::new();
    for product in formula.terms.keys() {
        for (_, atom) in product.exponent.keys() {
            if let Atom::Ceil(part) | Atom::Floor(part) = atom
                && let Some(Atom::Log(value)) = part.as_atom()
                && let Some(symbol) = value.as_symbol()
            {
                needs.push(Need::power_of_two(&symbol.name));
            }
        }
    }
    if let Some((product, _)) = formula.as_term()
        && let Some((Atom::Modulo(value, divisor), 1)) = product.factors.iter().next()
        && let Some(value) = value.as_symbol()
    {
        let by = divisor.symbols();
        let plain = divisor.as_symbol().is_some() || divisor.exponent_of_two().is_some();
        let number = divisor.as_whole().and_then(|it| u32::try_from(it).ok());
        let radix = match (number, by.first()) {
            (Some(number), _) => Some(Radix::Number(number)),
            (None, Some(by)) if plain => Some(Radix::Name(by.name.clone())),
            _ => None,
        };
        needs.extend(radix.map(|radix| Need::Divides(value.name.clone(), radix)));
    }
    let plain =
        (formula.terms.values()).all(|value| [Rational::ONE, Rational::whole(-1)].contains(value));
    needs.into_iter().next().filter(|_| plain)
}
