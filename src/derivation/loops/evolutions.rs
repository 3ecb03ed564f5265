//! The evolution of scalars over the iterations of a loop, and the scalars and arrays that a loop
//! assigns.

use std::collections::BTreeSet;

use super::parts::Iterations;
use super::updates::{Update, own_updates};
use crate::derivation::abstract_value::AbstractValue;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Atom, Formula, Symbol, SymbolMeaning};
use crate::derivation::obstacle::Obstacle;
use crate::derivation::walker::{AbstractFrame, Walker, too_large};
use crate::program::visit::{self, Visitor, walk_expression, walk_statement};
use crate::program::{
    ArrayId, BinaryOp, Destination, Expr, ExprKind, ScalarId, Stmt, StmtKind, Target, Type,
};
use crate::source::Span;

/// The value of a scalar at the start of an iteration, by the index (scalar evolution).
#[derive(Debug, Clone)]
pub(in crate::derivation) enum Evolution {
    /// start + stride · index
    Linear(Formula, Formula),
    /// start · ratio^index + shift
    Growing(Formula, Formula, Formula),
    /// start / divisor^index, rounded, + shift
    Shrinking(Formula, Formula, Rounding, i128),
    /// A formula of the index, which the symbol stands for.
    Summed(Symbol, Formula),
    /// The value at the end of the previous iteration: a formula of that iteration's index (the symbol),
    /// and the distance to that index.
    Carried(Symbol, Formula, i128),
}

/// The direction in which a quotient is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::derivation) enum Rounding {
    Down,
    Up,
}

impl Evolution {
    /// The value for an index. None if it is too large, or is a rounded quotient of anything but a sum
    /// of sizes.
    pub fn at(&self, index: &Formula, facts: &Facts) -> Option<Formula> {
        match self {
            Self::Linear(start, stride) => start.plus(&stride.times(index)?),
            Self::Growing(start, ratio, shift) => start.times(&ratio.raised(index)?)?.plus(shift),
            Self::Shrinking(start, divisor, rounding, shift) => {
                let quotient = start.over(&divisor.raised(index)?)?;
                let value = match rounding {
                    Rounding::Down => facts.floor(&quotient)?,
                    Rounding::Up => facts.ceil(&quotient)?,
                };
                let is_plain = !value.rounds();
                (is_plain || is_sum_of_sizes(start, facts))
                    .then(|| value.plus_number(*shift))
                    .flatten()
            }
            Self::Summed(symbol, value) => facts.substitute(value, symbol, index),
            Self::Carried(symbol, left, back) => {
                facts.substitute(left, symbol, &index.plus_number(*back)?)
            }
        }
    }

    /// The value for an index, in rounded form even if it is an integer.
    pub fn rounded_at(&self, index: &Formula, facts: &Facts) -> Option<Formula> {
        match self {
            Self::Shrinking(start, divisor, rounding, shift) => {
                let quotient = Box::new(start.over(&divisor.raised(index)?)?);
                let rounded = match rounding {
                    Rounding::Down => Atom::Floor(quotient),
                    Rounding::Up => Atom::Ceil(quotient),
                };
                Formula::atom(rounded).plus_number(*shift)
            }
            _ => self.at(index, facts),
        }
    }

    /// Changes the index: the first iteration has the index `first` instead of 0, and `sign` is added
    /// from one iteration to the next.
    pub fn from(self, first: &Formula, sign: i128, facts: &Facts) -> Option<Self> {
        Some(match self {
            Self::Linear(start, stride) => {
                let stride = stride.times_number(sign)?;
                let start = start.minus(&stride.times(first)?)?;
                Self::Linear(start, stride)
            }
            Self::Growing(start, ratio, shift) => {
                let ratio = ratio.raised(&Formula::number(sign))?;
                Self::Growing(start.over(&ratio.raised(first)?)?, ratio, shift)
            }
            Self::Shrinking(start, divisor, rounding, shift) => {
                let divisor = divisor.raised(&Formula::number(sign))?;
                let start = start.times(&divisor.raised(first)?)?;
                Self::Shrinking(start, divisor, rounding, shift)
            }
            Self::Summed(symbol, value) => {
                let iteration = Formula::symbol(&symbol).minus(first)?.times_number(sign)?;
                let value = facts.substitute(&value, &symbol, &iteration)?;
                Self::Summed(symbol, value)
            }
            Self::Carried(..) => return None,
        })
    }

    /// The evolution over every `modulus`-th iteration, from the one with the index `remainder` on.
    pub fn thinned(&self, modulus: i128, remainder: i128, facts: &Facts) -> Option<Self> {
        let (remainder, modulus_of) = (Formula::number(remainder), Formula::number(modulus));
        Some(match self {
            Self::Linear(_, stride) => {
                Self::Linear(self.at(&remainder, facts)?, stride.times_number(modulus)?)
            }
            Self::Growing(_, ratio, shift) => {
                let start = self.at(&remainder, facts)?.minus(shift)?;
                Self::Growing(start, ratio.raised(&modulus_of)?, shift.clone())
            }
            Self::Shrinking(start, divisor, rounding, shift) => Self::Shrinking(
                start.over(&divisor.raised(&remainder)?)?,
                divisor.raised(&modulus_of)?,
                *rounding,
                *shift,
            ),
            Self::Summed(symbol, value) => {
                let iteration = Formula::symbol(symbol).times_number(modulus)?;
                let value = facts.substitute(value, symbol, &iteration.plus(&remainder)?)?;
                Self::Summed(symbol.clone(), value)
            }
            Self::Carried(symbol, left, back) => {
                // The iteration before the next iteration of the thinned loop, in terms of all
                // iterations.
                let next = Formula::symbol(symbol).plus_number(-back)?;
                let before = (next.times_number(modulus)?)
                    .plus(&remainder)?
                    .plus_number(*back)?;
                let left = facts.substitute(left, symbol, &before)?;
                Self::Carried(symbol.clone(), left, *back)
            }
        })
    }
}

/// Whether repeated rounding of this integer can be expressed. It cannot for powers, whose exponents
/// would have no bound, nor for a multiple of a size's quotient, which is divided like the size itself.
fn is_sum_of_sizes(formula: &Formula, facts: &Facts) -> bool {
    let is_multiple = formula.terms.len() == 1 && formula.as_symbol().is_none();
    let symbols = formula.symbols();
    let mut kinds = symbols.iter().map(|symbol| &symbol.meaning);
    kinds.all(|meaning| match meaning {
        SymbolMeaning::Itself => true,
        SymbolMeaning::Quotient(_) => !is_multiple,
        SymbolMeaning::Logarithm(_) => false,
    }) && formula.as_whole().is_none()
        && facts.is_whole(formula)
}

impl Walker<'_> {
    /// The scalars that every iteration changes once and in the same way, whatever happens in it. Given
    /// are the index of the first iteration and its increment; the loop variable is a function of this
    /// index.
    pub(in crate::derivation) fn evolutions(
        &mut self,
        body: &[Stmt],
        variable: Option<(ScalarId, &Evolution)>,
        (first, sign): (&Formula, i128),
    ) -> Vec<(ScalarId, Evolution)> {
        let mut changed = assigned(body);
        changed.0.extend(variable.map(|(id, _)| id));
        let updates = own_updates(body);
        let mut evolutions: Vec<(ScalarId, Evolution)> = Vec::new();
        for update in &updates {
            if let Some(evolution) = self.evolution(update, &changed) {
                evolutions.push((update.scalar, evolution));
            }
        }
        let counted = variable.and_then(|(id, evolution)| {
            let iteration = self.new_symbol("t");
            let index = Formula::symbol(&iteration)
                .times_number(sign)?
                .plus(first)?;
            Some((
                id,
                Evolution::Summed(iteration, evolution.at(&index, &self.facts)?),
            ))
        });
        let mut others = evolutions.clone();
        others.extend(counted);
        for update in &updates {
            let is_known = evolutions.iter().any(|(known, _)| *known == update.scalar);
            if !is_known && let Some(evolution) = self.summed_evolution(update, &others, &changed) {
                evolutions.push((update.scalar, evolution));
            }
        }
        let from = |(id, evolution): (ScalarId, Evolution)| {
            Some((id, evolution.from(first, sign, &self.facts)?))
        };
        evolutions.into_iter().filter_map(from).collect()
    }

    fn evolution(&mut self, update: &Update, changed: &Assigned) -> Option<Evolution> {
        let id = update.scalar;
        let Some(AbstractValue::Number(start)) = self.frame().scalars[id.index()].clone() else {
            return None;
        };
        let operand = self.invariant(&update.operand, changed)?;
        let is_int = self.algorithm().scalars[id.index()].ty == Type::Int;
        let is_positive = || self.facts.is_positive(&operand);
        Some(match update.op {
            BinaryOp::Add => Evolution::Linear(start, operand),
            BinaryOp::Subtract => Evolution::Linear(start, operand.times_number(-1)?),
            BinaryOp::Multiply if is_positive() => {
                let shift = match &update.more {
                    None => Formula::default(),
                    Some((sign, more)) => {
                        let more = self.invariant(more, changed)?;
                        let sign = if *sign == BinaryOp::Subtract { 1 } else { -1 };
                        // x + c/(r − 1) is multiplied by r in each iteration.
                        let rest = operand.plus_number(-1)?;
                        let shift = more.times_number(sign)?.over(&rest)?;
                        self.facts.is_whole(&shift).then_some(shift)?
                    }
                };
                Evolution::Growing(start.minus(&shift)?, operand, shift)
            }
            BinaryOp::Divide if is_int && is_positive() => {
                let base = i128::from(update.base);
                Evolution::Shrinking(start.plus_number(-base)?, operand, Rounding::Down, base)
            }
            BinaryOp::DivideUp if is_int && is_positive() => {
                Evolution::Shrinking(start, operand, Rounding::Up, 0)
            }
            _ => return None,
        })
    }

    /// The integer value of an expression, if it is the same in every iteration.
    fn invariant(&mut self, operand: &Expr, changed: &Assigned) -> Option<Formula> {
        let mut looked = InvariantCheck {
            changed,
            is_fixed: true,
        };
        looked.expression(operand);
        if !looked.is_fixed {
            return None;
        }
        match self.evaluate(operand).ok()? {
            AbstractValue::Number(value) if self.facts.is_whole(&value) => Some(value),
            _ => None,
        }
    }

    /// Sets the state at the start of an iteration: of the scalars that the body assigns, only those
    /// with an evolution are known.
    pub(in crate::derivation) fn begin_iteration(
        &mut self,
        iterations: &Iterations,
        index: &Formula,
        body: &[Stmt],
    ) {
        self.unknown_from(body);
        self.set_scalars(iterations, index);
    }

    fn set_scalars(&mut self, iterations: &Iterations, index: &Formula) {
        for (id, evolution) in &iterations.scalars {
            let value = evolution.at(index, &self.facts);
            if let Evolution::Shrinking(start, divisor, ..) = evolution
                && value.as_ref().is_none_or(Formula::rounds)
            {
                self.ask_for_power(start, divisor);
            }
            let unknown = || AbstractValue::Unknown(self.scalar_name(*id));
            let value = value.map_or_else(unknown, AbstractValue::Number);
            self.frame_mut().scalars[id.index()] = Some(value);
        }
    }

    /// Makes all scalars unknown that a body assigns: the state at the start of any iteration but the
    /// first.
    pub(in crate::derivation) fn unknown_from(&mut self, body: &[Stmt]) {
        for id in assigned(body).0 {
            let name = self.scalar_name(id);
            self.frame_mut().scalars[id.index()] = Some(AbstractValue::Unknown(name));
        }
    }

    /// Sets the state after a loop: assigned scalars are unknown, except those with an evolution and
    /// those known at the end of the last iteration.
    pub(in crate::derivation) fn leave(
        &mut self,
        body: &[Stmt],
        iterations: &Iterations,
        before: &AbstractFrame,
        span: Span,
    ) -> Result<(), Obstacle> {
        let left = self.values_after_last(iterations, before, body);
        self.unknown_from(body);
        for (id, value) in left {
            self.frame_mut().scalars[id.index()] = Some(AbstractValue::Number(value));
        }
        let (low, high) = (&iterations.low, &iterations.high);
        let high_or_none = self.not_below(low, high, span)?;
        let fits = |end: Option<Formula>| end.ok_or_else(|| too_large(span));
        let end = match high_or_none {
            // One after the last index; there are as many iterations as indices from `low` to `some`.
            Some(some) if iterations.is_ascending => fits(some.plus_number(1))?,
            Some(some) => fits(
                some.minus(low)
                    .and_then(|it| high.minus(&it)?.plus_number(-1)),
            )?,
            None => iterations.first().clone(),
        };
        self.set_scalars(iterations, &end);
        Ok(())
    }
}

/// The scalars and arrays that statements assign.
pub(in crate::derivation) type Assigned = (BTreeSet<ScalarId>, Vec<ArrayId>);

/// The scalars to which statements assign values, and the arrays whose lengths they change.
pub(in crate::derivation) fn assigned(body: &[Stmt]) -> Assigned {
    let mut collector = Collector::default();
    visit::statements(&mut collector, body);
    (collector.scalars.into_iter().collect(), collector.arrays)
}

/// Checks that an expression contains no cell and nothing that an iteration changes.
pub(super) struct InvariantCheck<'a> {
    pub changed: &'a Assigned,
    pub is_fixed: bool,
}

impl Visitor for InvariantCheck<'_> {
    fn expression(&mut self, expression: &Expr) {
        self.is_fixed &= match &expression.kind {
            ExprKind::Scalar { id, .. } => !self.changed.0.contains(id),
            ExprKind::Length(array, _) => !self.changed.1.contains(array),
            ExprKind::Cell(_) => false,
            _ => true,
        };
        walk_expression(self, expression);
    }
}

#[derive(Default)]
struct Collector {
    scalars: Vec<ScalarId>,
    arrays: Vec<ArrayId>,
}

impl Visitor for Collector {
    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Assign {
                target: Target::Scalar(id),
                ..
            }
            | StmtKind::For { variable: id, .. }
            | StmtKind::Draw { result: id, .. }
            | StmtKind::Forget(id) => self.scalars.push(*id),
            StmtKind::Call {
                result: Some(Destination::Scalar(id)),
                ..
            } => self.scalars.push(*id),
            StmtKind::Call {
                result: Some(Destination::Array(array)),
                ..
            }
            | StmtKind::Allocate { array, .. }
            | StmtKind::View { view: array, .. }
            | StmtKind::Move { to: array, .. } => self.arrays.push(*array),
            _ => {}
        }
        walk_statement(self, statement);
    }
}
