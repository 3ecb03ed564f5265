//! Loops: the number of their iterations, and their cost.

use std::collections::BTreeSet;

use super::carried::with_carried;
use super::evolutions::assigned;
use super::most_iterations::BoundedLoop;
use crate::derivation::cost::{CostBounds, CostLine, CostTerm, LineKind};
use crate::derivation::dependence::Unfollowed;

use super::parts::Iterations;
use crate::derivation::abstract_value::AbstractValue;
use crate::derivation::algebra::facts::Bounded;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::asynchronous::loop_start::LoopStart;
use crate::derivation::branches::leaving::{Construct, Leaves};
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{AbstractFrame, DerivedMeasure, Outcome, Walker, too_large};
use crate::program::{Expr, ScalarId, Stmt};
use crate::source::Span;

/// The deepest nesting of splits of one loop.
pub(in crate::derivation) const DEEPEST_SPLIT: u32 = 4;

/// The code of an iteration.
#[derive(Debug, Clone, Copy)]
pub(in crate::derivation) enum LoopCode<'b> {
    /// Statements; the flag tells whether an iteration is a round.
    Body(&'b [Stmt], bool),
    /// Statements in which a test holds that is counted elsewhere.
    While(LoopTest<'b>, bool),
    /// A test followed by statements.
    Tested(LoopTest<'b>, bool),
    /// A test only.
    Test(LoopTest<'b>),
}

impl<'b> LoopCode<'b> {
    /// The statements of an iteration.
    pub fn body(self) -> &'b [Stmt] {
        match self {
            Self::Body(body, _)
            | Self::While(LoopTest { body, .. }, _)
            | Self::Tested(LoopTest { body, .. }, _)
            | Self::Test(LoopTest { body, .. }) => body,
        }
    }
}

/// The test before each iteration of a loop.
#[derive(Debug, Clone, Copy)]
pub(in crate::derivation) struct LoopTest<'b> {
    /// The statements before the test: calls in the condition.
    pub prelude: &'b [Stmt],
    pub condition: &'b Expr,
    /// The statements that are executed if it holds.
    pub body: &'b [Stmt],
}

impl Walker<'_> {
    pub(in crate::derivation) fn count_loop(
        &mut self,
        variable: ScalarId,
        [from, to]: [&Expr; 2],
        step: Option<&Expr>,
        body: &[Stmt],
        round: bool,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let parts: Vec<&Expr> = [from, to].into_iter().chain(step).collect();
        let header = self.header(&parts, span)?;
        let bounds = if assigned(body).0.contains(&variable) {
            let name = self.scalar_name(variable);
            Err(Obstacle::reason(span, Reason::Iterations(name)))
        } else {
            self.bounds([from, to], step)
        };
        if let (Err(Obstacle::Reason(_, Reason::Iterations(_))), Some((claim, most))) =
            (&bounds, self.claimed_iterations(body))
        {
            let unknown = AbstractValue::Unknown(self.scalar_name(variable));
            self.frame_mut().scalars[variable.index()] = Some(unknown.clone());
            let claimed = BoundedLoop {
                claim: Some(claim),
                most,
                test: None,
                body,
                round,
                scalars: Vec::new(),
            };
            let outcome = self.loop_at_most(claimed, span)?;
            self.frame_mut().scalars[variable.index()] = Some(unknown);
            return self.one_after(header, outcome, span);
        }
        let [first, last, stride] = bounds?;
        let name = self.algorithm().scalars[variable.index()].name.clone();
        let name = if name.is_empty() {
            self.iteration_name().to_owned()
        } else {
            name
        };
        let (low, high, evolution) = self.range(&first, &last, &stride, span)?;
        let is_ascending = stride.as_whole() != Some(-1);
        let mut iterations = Iterations::new(name, [low, high], Vec::new(), is_ascending);
        let from = (iterations.first(), iterations.sign());
        let evolutions = self.evolutions(body, Some((variable, &evolution)), from);
        iterations.scalars.push((variable, evolution));
        iterations.scalars.extend(evolutions);
        let before = self.frame().clone();
        let mut outcome = self.iterations(&iterations, LoopCode::Body(body, round), span, 0)?;
        if outcome.leaves.is_never() {
            // The variable has the first value after the end of the range.
            self.leave(body, &iterations, &before, span)?;
        } else {
            self.unknown_from(body);
            let unknown = AbstractValue::Unknown(self.scalar_name(variable));
            self.frame_mut().scalars[variable.index()] = Some(unknown);
            outcome.leaves = outcome.leaves.ended(Construct::Loop);
        }
        outcome.cost = self.then(&header.cost, &outcome.cost, span)?;
        outcome.lines = [header.lines, outcome.lines].concat();
        if !header.cost.is_zero() {
            outcome.steps = None;
        }
        Ok(outcome)
    }

    /// Follows the iterations of a loop and splits them if necessary.
    pub(in crate::derivation) fn iterations(
        &mut self,
        iterations: &Iterations,
        inside: LoopCode<'_>,
        span: Span,
        depth: u32,
    ) -> Result<Outcome, Obstacle> {
        let place = (span, depth);
        let own_time = self.is_in_block() && self.counted.is_time();
        let differs = own_time && {
            let count = iterations.high.minus(&iterations.low);
            let count = count.ok_or_else(|| too_large(span))?;
            self.differs(&count) || self.differs(&iterations.low)
        };
        if differs {
            self.note_iterations([&iterations.low, &iterations.high], true, span)?;
            return match self.common_iterations(iterations, inside, span)? {
                Some(common) => self.iterations(&common, inside, span, depth),
                None => self.longest(iterations, inside, place),
            };
        }
        let low = &iterations.low;
        let Some(high) = self.not_below(low, &iterations.high, span)? else {
            return Ok(Outcome::nothing());
        };
        let before = self.frame().clone();
        let facts = self.facts.clone();
        let is_some = facts.is_at_most(low, &high);
        let start = LoopStart::of(self);
        let depends = self.is_in_block() && !own_time;
        let indices = self.indices.clone();
        let restrictions = self.restrictions.len();
        let symbol = if depends {
            let index = self.index(&iterations.name, [low, &high], false);
            let symbol = index.symbol.clone();
            self.indices.push(index);
            symbol
        } else {
            self.common_index(&iterations.name, low, &high)
        };
        let kept = match &iterations.own_last {
            Some(last) => self.keep_who_makes(last, &symbol, span),
            None => Ok(()),
        };
        let of_iteration = iterations.follow_others().then(|| self.facts.clone());
        let mut found = kept.and_then(|()| {
            self.if_certain(is_some, |this| {
                this.iteration(iterations, &symbol, inside, span)
            })
        });
        if let Ok(iteration) = &found {
            let differs = iteration.cost.has(&symbol);
            self.note_iterations([low, &high], differs, span)?;
        }
        let carried = match &found {
            Err(obstacle) if depth < DEEPEST_SPLIT => match of_iteration {
                Some(of_iteration) => {
                    // Facts at the place of the obstacle need not hold in the whole iteration.
                    self.facts = of_iteration;
                    self.carried_for(obstacle, iterations, &symbol, inside, &before)
                }
                None => Vec::new(),
            },
            _ => Vec::new(),
        };
        if !depends {
            self.loops.pop();
        }
        self.indices = indices;
        self.facts = facts;
        self.restrictions.truncate(restrictions);
        let created = start.created(self, found.is_ok(), span)?;
        let after = start.return_to(self);
        if !carried.is_empty() {
            let parts = iterations.split_start(&self.facts);
            let parts = parts.ok_or_else(|| too_large(span))?;
            return self.in_parts(
                with_carried(parts, carried, &before),
                inside,
                &before,
                place,
            );
        }
        if matches!(&found, Ok(iteration) if matches!(iteration.leaves, Leaves::Always(_))) {
            // The first iteration is the last one.
            let parts = iterations.split_first(&self.facts);
            let [first, _] = parts.ok_or_else(|| too_large(span))?;
            if !iterations.is_single && (first.high != iterations.high || first.low != *low) {
                *self.frame_mut() = before;
                let outcome = self.iterations(&first, inside, span, depth)?;
                return Ok(if is_some {
                    outcome
                } else {
                    outcome.left_perhaps()
                });
            }
            if !is_some {
                found = found.map(Outcome::left_perhaps);
            }
        }
        if found.is_ok() && self.keeps_clock() && after.clock != start.clock && *low != high {
            // The first iteration starts with another run of accesses than the others.
            let parts = iterations
                .split_first(&self.facts)
                .filter(|_| is_some && depth < 2);
            if let Some(parts) = parts {
                return self.in_parts(parts.to_vec(), inside, &before, place);
            }
            let either = start.clock.either(&after.clock);
            if either != start.clock {
                *self.frame_mut() = before;
                self.clock = either;
                return self.iterations(iterations, inside, span, depth);
            }
        }
        if found.is_ok() {
            let barriers = self.barriers != start.barriers;
            let differs = (high.minus(low)).is_some_and(|it| self.has_own_index(&it));
            if barriers && differs {
                let what = Unfollowed::ConditionalBarrier;
                return Err(Obstacle::reason(span, Reason::Unfollowed(what)));
            }
            let is_anywhere = is_some || self.is_somewhere_at_most(low, &high);
            start.ended(self, after, is_some, is_anywhere);
            self.defer_iterations(created, &symbol, [low, &high], span)?;
        }
        let found = found.map(|iteration| match iteration.leaves {
            Leaves::Perhaps(..) if *low != high && !iterations.is_single => iteration.perhaps(),
            Leaves::Never | Leaves::Perhaps(..) | Leaves::Always(_) => iteration,
        });
        let ended = match found {
            Ok(outcome) if !depends => self.summed(&outcome, &symbol, low, &high, span),
            found => found,
        };
        match ended {
            Err(obstacle) if depth < DEEPEST_SPLIT => {
                let iterations = Iterations {
                    high,
                    ..iterations.clone()
                };
                self.split_by(obstacle, &iterations, &symbol, inside, &before, place)
            }
            // No enclosing loop can be split instead.
            Err(Obstacle::Split(of, _) | Obstacle::Exit(of, _) | Obstacle::Residues(of, _))
                if of == symbol =>
            {
                Err(Obstacle::reason(span, Reason::Branch))
            }
            ended => ended,
        }
    }

    /// The symbol of the index of a loop whose iterations all enclosing processors execute: it is also
    /// known outside their ranges.
    fn common_index(&mut self, name: &str, low: &Formula, high: &Formula) -> Symbol {
        let symbol = self.bounded(name, low, high);
        self.loops.push(symbol.clone());
        for index in &mut self.indices {
            index.outside.bound(Bounded {
                symbol: symbol.clone(),
                least: low.clone(),
                most: Some(high.clone()),
            });
        }
        symbol
    }

    /// Records the symbols on which the number of iterations of an activation depends, and those on
    /// which the cost of iterations depends if it differs between iterations. Activations at the same
    /// time take the same steps only if these symbols have the same values.
    fn note_iterations(
        &mut self,
        [low, high]: [&Formula; 2],
        differs: bool,
        span: Span,
    ) -> Result<(), Obstacle> {
        let is_time = self.counted.is_time();
        if self.open_recursions.is_empty() || !is_time && self.counted != DerivedMeasure::Processors
        {
            return Ok(());
        }
        let count = high.minus(low).ok_or_else(|| too_large(span))?;
        let first = differs.then(|| low.symbols());
        let decisive = [count.symbols(), first.unwrap_or_default()];
        let decisive: BTreeSet<Symbol> = decisive.into_iter().flatten().collect();
        let mut differing_symbols = self.differing_symbols.iter().flatten();
        if is_time && differing_symbols.any(|symbol| decisive.contains(symbol)) {
            return Err(Obstacle::reason(span, Reason::Longest));
        }
        self.iteration_symbols.extend(decisive);
        Ok(())
    }

    /// Splits the iterations as the obstacle demands, and follows the parts one after another.
    fn split_by(
        &mut self,
        obstacle: Obstacle,
        iterations: &Iterations,
        symbol: &Symbol,
        inside: LoopCode<'_>,
        before: &AbstractFrame,
        (span, depth): (Span, u32),
    ) -> Result<Outcome, Obstacle> {
        match obstacle {
            // Iterations of processors that change at different indices would no longer coincide.
            Obstacle::Split(of, at)
                if of == *symbol && self.counted.is_time() && self.has_index(&at) =>
            {
                Err(Obstacle::reason(span, Reason::Branch))
            }
            Obstacle::Split(of, at) if of == *symbol => {
                let limit = iterations
                    .high
                    .plus_number(1)
                    .ok_or_else(|| too_large(span))?;
                self.ask_for_order(limit.minus(&at));
                let least = self.facts.least(vec![at, limit.clone()]);
                let mut at = self.facts.greatest(vec![iterations.low.clone(), least]);
                if at == iterations.low {
                    // A condition that holds at one index only changes again after it.
                    let next = at.plus_number(1).ok_or_else(|| too_large(span))?;
                    self.ask_for_order(limit.minus(&next));
                    at = self.facts.least(vec![next, limit]);
                }
                let last = at.plus_number(-1).ok_or_else(|| too_large(span))?;
                let mut parts = vec![iterations.clone(), iterations.clone()];
                parts[0].high = last;
                parts[1].low = at;
                if !iterations.is_ascending {
                    parts.reverse();
                }
                self.in_parts(parts, inside, before, (span, depth))
            }
            Obstacle::Exit(of, at) if of == *symbol => {
                self.frame_mut().clone_from(before);
                self.until_exit(iterations, at, inside, (span, depth))
            }
            Obstacle::Residues(of, modulus) if of == *symbol => {
                let parts = iterations.residues(modulus, &self.facts);
                let mut total = Outcome::nothing();
                let clock = self.clock.clone();
                for part in parts.ok_or_else(|| too_large(span))? {
                    self.frame_mut().clone_from(before);
                    let found = self.iterations(&part, inside, span, depth + 1)?;
                    total = self.one_after(total, found, span)?;
                    if self.keeps_clock() && self.clock != clock {
                        // The run of accesses at the start of an iteration comes from an iteration with
                        // another remainder.
                        return Err(Obstacle::Residues(of, modulus));
                    }
                }
                // Iterations with different remainders alternate: if one of them is the last one, some
                // of the others are not executed.
                if !total.leaves.is_never() {
                    self.exactness.is_coarse = true;
                    total = total.perhaps();
                }
                Ok(total)
            }
            other => Err(other),
        }
    }

    /// Follows parts of a loop in order, up to one that leaves the loop.
    fn in_parts(
        &mut self,
        parts: Vec<Iterations>,
        inside: LoopCode<'_>,
        before: &AbstractFrame,
        (span, depth): (Span, u32),
    ) -> Result<Outcome, Obstacle> {
        let mut total: Option<Outcome> = None;
        for part in parts {
            self.frame_mut().clone_from(before);
            let comes = (total.as_ref()).is_none_or(|total| total.leaves.is_never());
            let mut found = self.if_certain(comes, |this| {
                this.iterations(&part, inside, span, depth + 1)
            })?;
            let one = match total {
                None => found,
                Some(other) => {
                    if !other.leaves.is_never() {
                        found = found.perhaps();
                    }
                    self.one_after(other, found, span)?
                }
            };
            let is_left = matches!(one.leaves, Leaves::Always(_));
            total = Some(one);
            if is_left {
                break;
            }
        }
        Ok(total.unwrap_or_else(Outcome::nothing))
    }

    /// Σ over the iterations of the cost of one.
    fn summed(
        &mut self,
        iteration: &Outcome,
        symbol: &Symbol,
        low: &Formula,
        high: &Formula,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        if iteration.cost.is_zero() {
            return Ok(Outcome {
                lines: Vec::new(),
                ..iteration.clone()
            });
        }
        let cost = if self.counted == DerivedMeasure::Processors {
            let is_some = self.facts.is_at_most(low, high);
            let mut facts = self.facts.clone();
            if let (false, Some(count)) = (is_some, high.minus(low)) {
                facts.learn(count);
            }
            let most = self.most_of_iterations(&iteration.cost, symbol, [low, high], &facts);
            let most = most.ok_or_else(|| match self.no_sum_of(&iteration.cost, symbol, span) {
                Obstacle::Reason(..) => Obstacle::reason(span, Reason::Longest),
                split => split,
            })?;
            if is_some { most } else { most.or_nothing() }
        } else {
            self.loops.push(symbol.clone());
            let facts = self.facts.clone();
            let mut sum = |each| self.sum_over(each, &facts, symbol, [low, high], span);
            let lower = sum(&iteration.cost.lower);
            let upper = if iteration.cost.is_exact() {
                lower.clone()
            } else {
                sum(&iteration.cost.upper)
            };
            self.loops.pop();
            CostBounds {
                lower: lower?,
                upper: upper?,
            }
        };
        let inner = CostTerm::total(iteration.lines.iter().map(|line| line.way.clone()));
        let line = CostLine {
            span,
            way: match self.counted {
                DerivedMeasure::Processors => CostTerm::Closed(cost.upper.clone()),
                _ => CostTerm::Sum {
                    index: symbol.clone(),
                    low: low.clone(),
                    high: high.clone(),
                    inner: Box::new(inner),
                },
            },
            cost,
            inside: iteration.lines.clone(),
            kind: LineKind::Loop,
        };
        Ok(Outcome::of_line(line, iteration.leaves.clone(), None))
    }

    fn no_sum_of(&mut self, cost: &CostBounds, symbol: &Symbol, span: Span) -> Obstacle {
        self.loops.push(symbol.clone());
        let obstacle = self.no_sum(&cost.upper, span);
        self.loops.pop();
        obstacle
    }

    pub(in crate::derivation) fn one_after(
        &self,
        one: Outcome,
        other: Outcome,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        Ok(Outcome {
            cost: self.then(&one.cost, &other.cost, span)?,
            lines: [one.lines, other.lines].concat(),
            leaves: one.leaves.then(other.leaves),
            steps: None,
        })
    }
}
