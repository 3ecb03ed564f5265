//! Blocks of processors, and calls.

use super::abstract_value::{AbstractValue, Truth};
use super::cost::{CostBounds, CostLine, CostTerm, LineKind};
use super::obstacle::{Obstacle, Reason};
use super::shape::then_steps;
use super::walker::{AbstractFrame, DerivedMeasure, Outcome, Walker, too_large};
use crate::derivation::algebra::formula::Formula;
use crate::derivation::asynchronous::clock::{Certainty, Clock, ValueSource};
use crate::derivation::branches::leaving::Leaves;
use crate::derivation::dependence::Unfollowed;
use crate::derivation::recursion::descent::calls_itself;
use crate::program::{AlgorithmId, Argument, Destination, Expr, Parameter, Stmt, StmtKind};
use crate::source::Span;

impl Walker<'_> {
    pub(super) fn block(&mut self, statement: &Stmt) -> Result<Outcome, Obstacle> {
        let StmtKind::Parallel {
            block,
            ranges,
            body,
            round,
        } = &statement.kind
        else {
            unreachable!("only blocks are followed as such")
        };
        let (block, round, span) = (*block, *round, statement.span);
        let mut parts: Vec<&Expr> = Vec::new();
        for range in ranges {
            parts.extend([&range.from, &range.to].into_iter().chain(&range.step));
        }
        let is_split = self.split_blocks.contains(&span);
        let header = if is_split {
            Outcome::nothing()
        } else {
            self.header(&parts, span)?
        };
        let names = self.algorithm().blocks[block.index()].indices.clone();
        let is_native =
            self.counted.is_asynchronous() && self.algorithm().blocks[block.index()].native;
        if self.native.is_some() || (is_native && self.is_in_block()) {
            let what = Unfollowed::MixedBlocks;
            return Err(Obstacle::reason(span, Reason::Unfollowed(what)));
        }
        let mut found = Vec::new();
        for (range, id) in ranges.iter().zip(&names) {
            let first = self.processors_of(&range.from)?;
            let last = self.processors_of(&range.to)?;
            let step = match &range.step {
                Some(step) => self.processors_of(step)?,
                None => Formula::number(1),
            };
            let (low, high, start, stride) = self.range_of(&first, &last, &step, span)?;
            let difference = if self.facts.is_positive(&step) {
                last.minus(&first)
            } else {
                first.minus(&last)
            };
            let difference = difference.ok_or_else(|| too_large(span))?;
            found.push((*id, [low, high], [start, stride], difference));
        }
        let facts = self.facts.clone();
        let depth = self.indices.len();
        let unchanged = self.frame().clone();
        for (at, scalar) in self.algorithm().scalars.clone().iter().enumerate() {
            if scalar.block == block {
                self.frame_mut().scalars[at] = None;
            }
        }
        let (mut is_empty, mut is_perhaps_empty, mut is_some) = (false, false, true);
        for (id, [low, high], [start, stride], difference) in found {
            let opposite = difference.times_number(-1);
            if opposite.is_some_and(|opposite| facts.is_positive(&opposite)) {
                is_empty = true;
                break;
            }
            let wants_one = self.counted.is_time() || self.counted == DerivedMeasure::Processors;
            if wants_one && !self.facts.is_nonnegative(&difference) {
                self.facts = facts;
                self.indices.truncate(depth);
                *self.frame_mut() = unchanged;
                let obstacle = self.perhaps_empty(&difference, span);
                if is_split || obstacle != Obstacle::reason(span, Reason::Empty) {
                    return Err(obstacle);
                }
                return self.block_of_some(statement, header, difference);
            }
            let Some(high) = self.not_below(&low, &high, span)? else {
                is_empty = true;
                break;
            };
            is_some &= self.facts.is_nonnegative(&difference);
            is_perhaps_empty |= self.keeps_clock() && !is_some;
            let name = self.algorithm().scalars[id.index()].name.clone();
            let index = self.index(&name, [&low, &high], true);
            let value = stride
                .times(&Formula::symbol(&index.symbol))
                .and_then(|way| start.plus(&way));
            let value = value.ok_or_else(|| too_large(span))?;
            self.frame_mut().scalars[id.index()] = Some(AbstractValue::Number(value));
            self.indices.push(index);
        }
        let clock = self.clock.clone();
        let inside = if is_empty {
            Ok(Outcome::nothing())
        } else if is_native {
            self.if_certain(is_some, |this| this.sections(body, depth, span))
        } else {
            self.if_certain(is_some, |this| this.inside(body, round, span))
        };
        self.indices.truncate(depth);
        self.facts = facts;
        *self.frame_mut() = unchanged;
        // After a block, the processor of sequential code starts a new run of accesses.
        self.clock = if is_empty || is_perhaps_empty {
            clock.either(&Clock::default())
        } else {
            Clock::default()
        };
        let inside = inside?;
        if !inside.leaves.is_never() && depth > 0 {
            let what = Unfollowed::LeavesInnerBlock;
            return Err(Obstacle::reason(span, Reason::Unfollowed(what)));
        }
        let cost = self.then(&header.cost, &inside.cost, span)?;
        let lines = if inside.cost.is_zero() {
            header.lines
        } else {
            let way = CostTerm::total(inside.lines.iter().map(|line| line.way.clone()));
            let way = match self.counted {
                DerivedMeasure::Processors => CostTerm::Closed(inside.cost.upper.clone()),
                _ => way,
            };
            let line = CostLine {
                span,
                cost: inside.cost,
                way,
                inside: inside.lines,
                kind: if is_native {
                    LineKind::Sections
                } else {
                    LineKind::Block
                },
            };
            [header.lines, vec![line]].concat()
        };
        Ok(Outcome {
            cost,
            lines,
            leaves: Leaves::Never,
            steps: None,
        })
    }

    /// A block inside a block that is nonempty only for those enclosing processors at whose indices
    /// `difference` is at least 0.
    fn block_of_some(
        &mut self,
        block: &Stmt,
        header: Outcome,
        difference: Formula,
    ) -> Result<Outcome, Obstacle> {
        let span = block.span;
        let truth = self.decided(Truth::Nonnegative(difference));
        let Some(sets) = self.index_sets(&truth, span)? else {
            return Err(Obstacle::reason(span, Reason::Empty));
        };
        let clock = self.clock.clone();
        self.asked_by_some += 1;
        self.split_blocks.push(span);
        let found = self.stayed(&sets[0], std::slice::from_ref(block), span);
        self.split_blocks.pop();
        // The other enclosing processors do nothing.
        self.clock = self.clock.either(&clock);
        let mut found = found?;
        found.cost = self.then(&header.cost, &found.cost, span)?;
        found.lines = [header.lines, found.lines].concat();
        (found.leaves, found.steps) = (Leaves::Never, None);
        Ok(found)
    }

    fn processors_of(&mut self, expr: &Expr) -> Result<Formula, Obstacle> {
        self.number(expr)
    }

    fn inside(&mut self, body: &[Stmt], round: bool, span: Span) -> Result<Outcome, Obstacle> {
        let asked = match self.counted {
            DerivedMeasure::Processors => CostBounds::exactly(self.active(span)?),
            _ => CostBounds::default(),
        };
        let own = self.round(round, span)?;
        let mut outcome = self.body(body)?;
        if !own.is_zero() {
            let line = CostLine {
                span,
                way: CostTerm::Closed(own.upper.clone()),
                cost: own.clone(),
                inside: Vec::new(),
                kind: LineKind::Step,
            };
            outcome.lines.insert(0, line);
        }
        outcome.cost = self.then(&own, &outcome.cost, span)?;
        outcome.cost = self.then(&asked, &outcome.cost, span)?;
        Ok(outcome)
    }

    pub(super) fn call(
        &mut self,
        algorithm: AlgorithmId,
        arguments: &[Argument],
        result: Option<Destination>,
        span: Span,
    ) -> Result<Outcome, Obstacle> {
        let called = &self.program.algorithms[algorithm.index()];
        let scalars: Vec<&Expr> = (arguments.iter())
            .filter_map(|argument| match argument {
                Argument::Scalar(expr) => Some(expr),
                Argument::Array(_) => None,
            })
            .collect();
        let header = self.header(&scalars, span)?;
        let mut frame = AbstractFrame {
            algorithm,
            scalars: vec![None; called.scalars.len()],
            arrays: vec![None; called.arrays.len()],
        };
        let depth = self.frames.len();
        let mut own_arrays = Vec::new();
        for (parameter, argument) in called.parameters.iter().zip(arguments) {
            match (parameter, argument) {
                (Parameter::Scalar(id), Argument::Scalar(expr)) => {
                    frame.scalars[id.index()] = Some(self.evaluate(expr)?);
                    if self.keeps_clock() {
                        let made_from = self.charge(expr, true).made_from;
                        let parameter = ValueSource::Scalar(depth + 1, id.index());
                        self.clock.set(parameter, &made_from);
                    }
                }
                (Parameter::SharedScalar(id, _), _) => {
                    frame.arrays[id.index()] = Some(Vec::new());
                }
                (Parameter::Array(id), Argument::Array(own)) => {
                    frame.arrays[id.index()].clone_from(&self.frame().arrays[own.index()]);
                    let (inside, outside) = (
                        ValueSource::Array(depth + 1, id.index()),
                        ValueSource::Array(depth, own.index()),
                    );
                    self.clock.hold(inside, self.clock.holds(outside));
                    own_arrays.push((inside, outside));
                }
                _ => {}
            }
        }
        let may_have_returned = std::mem::replace(&mut self.may_have_returned, false);
        (self.returned, self.returned_array) = (None, None);
        self.is_returned_loaded = Certainty::No;
        let is_open = self.frames.iter().any(|frame| frame.algorithm == algorithm);
        // Recursive calls are listed in the line of the outermost call.
        let has_row = is_open || calls_itself(called, algorithm);
        let inside = if is_open && !self.ends_below_start(algorithm) {
            self.again(algorithm, arguments, span)
        } else if !is_open && calls_itself(called, algorithm) {
            self.recursive(&frame, span)
        } else {
            self.frames.push(frame);
            let inside = self.body(&called.body);
            self.frames.pop();
            inside
        };
        let may_have_returned = std::mem::replace(&mut self.may_have_returned, may_have_returned);
        let inside = inside?;
        let (returned, lengths) = (self.returned.take(), self.returned_array.take());
        for (inside, outside) in own_arrays {
            let loaded = self.clock.holds(inside).max(self.clock.holds(outside));
            self.clock.hold(outside, loaded);
        }
        match result {
            Some(Destination::Scalar(id)) => {
                if self.keeps_clock() {
                    let loaded = match self.is_returned_loaded {
                        Certainty::Yes if may_have_returned => Certainty::Perhaps,
                        loaded => loaded,
                    };
                    self.clock
                        .hold(ValueSource::Scalar(depth, id.index()), loaded);
                }
                let value = match (returned, may_have_returned) {
                    (Some(value), false) => value,
                    _ => AbstractValue::Unknown(called.name.as_str().into()),
                };
                self.frame_mut().scalars[id.index()] = Some(value);
            }
            Some(Destination::Array(id)) => {
                self.frame_mut().arrays[id.index()] = lengths.filter(|_| !may_have_returned);
            }
            None => {}
        }
        let cost = self.then(&header.cost, &inside.cost, span)?;
        let line = CostLine {
            span,
            way: CostTerm::total(inside.lines.iter().map(|line| line.way.clone())),
            cost: inside.cost.clone(),
            inside: inside.lines,
            kind: LineKind::Call,
        };
        let lines = if inside.cost.is_zero() {
            header.lines
        } else if has_row {
            [header.lines, line.inside].concat()
        } else {
            [header.lines, vec![line]].concat()
        };
        let steps = then_steps(header.steps, inside.steps);
        Ok(Outcome {
            cost,
            lines,
            leaves: Leaves::Never,
            steps,
        })
    }
}
