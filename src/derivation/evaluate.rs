//! Expressions as formulas of symbols.

use super::abstract_value::{AbstractValue, Truth};
use super::obstacle::{Obstacle, Reason};
use super::reals::need_of_whole;
use super::walker::Walker;
use crate::derivation::algebra::formula::{Atom, Formula, Product};
use crate::derivation::dependence::Dependence;
use crate::program::{
    BinaryOp, Builtin, Constant, Conversion, Expr, ExprKind, MachineParameter, Type, UnaryOp,
};
use crate::semantic::rational::Rational;

impl Walker<'_> {
    /// The value, or an obstacle if the formula became too large.
    pub(super) fn fits<T>(&self, value: Option<T>, expr: &Expr) -> Result<T, Obstacle> {
        value.ok_or_else(|| Obstacle::reason(expr.span, Reason::TooLarge))
    }

    /// The abstract value of an expression.
    pub(super) fn evaluate(&mut self, expr: &Expr) -> Result<AbstractValue, Obstacle> {
        let value = match &expr.kind {
            ExprKind::Constant(constant) => constant_value(*constant),
            ExprKind::Scalar { id, .. } => {
                let known = self.frame().scalars[id.index()].clone();
                known.unwrap_or_else(|| AbstractValue::Unknown(self.scalar_name(*id)))
            }
            ExprKind::Cell(cell) => AbstractValue::Unknown(self.array_name(cell.array)),
            ExprKind::Length(array, axis) => match self.frame().arrays[array.index()].clone() {
                Some(lengths) => {
                    if let Some(axis) = axis {
                        AbstractValue::Number(lengths[usize::from(*axis)].clone())
                    } else {
                        let product = (lengths.iter())
                            .try_fold(Formula::number(1), |product, each| product.times(each));
                        AbstractValue::Number(self.fits(product, expr)?)
                    }
                }
                None => AbstractValue::Unknown(self.array_name(*array)),
            },
            ExprKind::Machine(parameter) => match self.machine_number(*parameter) {
                Some(number) => AbstractValue::Number(number),
                None => AbstractValue::Unknown(match parameter {
                    MachineParameter::Processors => "p".into(),
                    MachineParameter::Delay => "d".into(),
                    MachineParameter::BarrierTime => "B".into(),
                }),
            },
            ExprKind::Unary(op, operand) => {
                let operand = self.evaluate(operand)?;
                self.unary(*op, operand, expr)?
            }
            ExprKind::Binary(op, left, right) => {
                let (a, b) = (self.evaluate(left)?, self.evaluate(right)?);
                self.binary(*op, left.ty, &a, &b, expr)?
            }
            ExprKind::And(left, right) => {
                let (a, b) = (self.evaluate(left)?, self.evaluate(right)?);
                AbstractValue::Truth(both(self.decided(a.truth()), self.decided(b.truth())))
            }
            ExprKind::Or(left, right) => {
                let (a, b) = (self.evaluate(left)?, self.evaluate(right)?);
                AbstractValue::Truth(either(self.decided(a.truth()), self.decided(b.truth())))
            }
            ExprKind::Builtin(function, operands) => self.builtin(*function, operands, expr)?,
            ExprKind::Convert(conversion, operand) => {
                let operand = self.evaluate(operand)?;
                self.convert(*conversion, operand, expr)?
            }
        };
        Ok(value)
    }

    /// p, d or B, if the machine has it.
    pub(super) fn machine_number(&self, parameter: MachineParameter) -> Option<Formula> {
        let parameters = self.parameters.as_ref();
        match parameter {
            MachineParameter::Processors => self.processors.clone(),
            MachineParameter::Delay => Some(parameters?.delay.clone()),
            MachineParameter::BarrierTime => Some(parameters?.barrier.clone()),
        }
    }

    /// The formula of an expression of type int, or the reason why it is unknown.
    pub(super) fn number(&mut self, expr: &Expr) -> Result<Formula, Obstacle> {
        let value = self.evaluate(expr)?;
        value
            .number()
            .cloned()
            .map_err(|name| Obstacle::reason(expr.span, Reason::DependsOn(name)))
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        ty: Type,
        left: &AbstractValue,
        right: &AbstractValue,
        expr: &Expr,
    ) -> Result<AbstractValue, Obstacle> {
        if ty == Type::Bool {
            let (a, b) = (left.truth(), right.truth());
            return Ok(AbstractValue::Truth(match op {
                BinaryOp::BothTrue => both(a, b),
                BinaryOp::EitherTrue => either(a, b),
                _ => Truth::Unknown(Dependence::Truth),
            }));
        }
        let (a, b) = match (left.number(), right.number()) {
            (Ok(a), Ok(b)) => (a.clone(), b.clone()),
            (Err(name), _) | (_, Err(name)) => return Ok(AbstractValue::Unknown(name)),
        };
        if ty == Type::Real && self.is_rounded(op, &a, &b) {
            self.ask_for_whole([&a, &b]);
            return Ok(AbstractValue::Unknown(Dependence::RealOperation));
        }
        let is_quotient = matches!(
            op,
            BinaryOp::Divide | BinaryOp::DivideUp | BinaryOp::DivideNearest | BinaryOp::Modulo
        );
        if is_quotient && !self.facts.is_positive(&b) {
            self.ask_for_nonnegative(b.plus_number(-1));
        }
        let facts = &self.facts;
        let is_int = ty == Type::Int;
        let unknown = |on| Ok(AbstractValue::Unknown(on));
        let number = |value: Option<Formula>| {
            let value = self.fits(value, expr)?;
            Ok(AbstractValue::Number(value))
        };
        match op {
            BinaryOp::Add => number(a.plus(&b)),
            BinaryOp::Subtract => number(a.minus(&b)),
            BinaryOp::Multiply => number(a.times(&b)),
            BinaryOp::Divide if is_int => {
                let value = facts.quotient(&a, &b);
                Ok(self.rounded_share(value, &b))
            }
            BinaryOp::DivideUp => {
                let value = a.over(&b).and_then(|quotient| facts.ceil(&quotient));
                Ok(self.rounded_share(value, &b))
            }
            // Halves are rounded away from zero: for a ≥ 0 the result is ⌊(2a + b)/2b⌋.
            BinaryOp::DivideNearest if facts.is_nonnegative(&a) && facts.is_positive(&b) => {
                let above = a.times_number(2).and_then(|twice| twice.plus(&b));
                let parts = above.zip(b.times_number(2));
                match parts.and_then(|(above, below)| facts.quotient(&above, &below)) {
                    Some(value) => Ok(AbstractValue::Number(value)),
                    None => unknown(Dependence::Quotient),
                }
            }
            BinaryOp::DivideNearest => unknown(Dependence::Quotient),
            BinaryOp::Divide => match a.over(&b) {
                Some(value) if facts.is_positive(&b) => Ok(AbstractValue::Number(value)),
                _ => unknown(Dependence::RealQuotient),
            },
            BinaryOp::Modulo if is_int && facts.is_positive(&b) => match facts.remainder(&a, &b) {
                Some(value) => Ok(AbstractValue::Number(value)),
                None => unknown(Dependence::Remainder),
            },
            BinaryOp::Modulo => unknown(Dependence::Remainder),
            BinaryOp::Power => {
                if let Some(exponent) = b.as_whole() {
                    let most = if a.as_whole().is_some() { 62 } else { 12 };
                    let exponent = u32::try_from(exponent).ok().filter(|it| *it <= most);
                    return match exponent.and_then(|exponent| a.power(exponent)) {
                        Some(power) => Ok(AbstractValue::Number(power)),
                        None => unknown(Dependence::Power),
                    };
                }
                match a.raised(&b).filter(|_| facts.is_positive(&a)) {
                    Some(value) => Ok(AbstractValue::Number(value)),
                    None => unknown(Dependence::Power),
                }
            }
            BinaryOp::ShiftLeft => match b.power_of_two().and_then(|power| a.times(&power)) {
                Some(value) => Ok(AbstractValue::Number(value)),
                None => unknown(Dependence::Shift),
            },
            BinaryOp::ShiftRight => {
                let value = b
                    .power_of_two()
                    .and_then(|power| facts.quotient(&a, &power));
                value.map_or_else(
                    || unknown(Dependence::Shift),
                    |value| Ok(AbstractValue::Number(value)),
                )
            }
            BinaryOp::Max if is_int => Ok(AbstractValue::Number(facts.greatest(vec![a, b]))),
            BinaryOp::Min if is_int => Ok(AbstractValue::Number(facts.least(vec![a, b]))),
            BinaryOp::Max | BinaryOp::Min => unknown(Dependence::RealComparison),
            BinaryOp::Equal | BinaryOp::NotEqual => {
                let difference = self.fits(a.minus(&b), expr)?;
                Ok(AbstractValue::Truth(Truth::Zero(
                    difference,
                    op == BinaryOp::Equal,
                )))
            }
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
                let (above, below) = match op {
                    BinaryOp::Less | BinaryOp::LessEqual => (b, a),
                    _ => (a, b),
                };
                let strict = matches!(op, BinaryOp::Less | BinaryOp::Greater);
                let Some([above, below]) = self.whole_sides([above, below], strict) else {
                    return unknown(Dependence::RealComparison);
                };
                let shift = -i128::from(strict);
                let rest = above.minus(&below).and_then(|it| it.plus_number(shift));
                let rest = self.fits(rest, expr)?;
                Ok(AbstractValue::Truth(self.by_extremes(rest)))
            }
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                match self
                    .with_bits(op, &a, &b)
                    .or_else(|| self.with_bits(op, &b, &a))
                {
                    Some(value) => Ok(AbstractValue::Number(value)),
                    None => unknown(Dependence::Bits),
                }
            }
            BinaryOp::BothTrue | BinaryOp::EitherTrue => unknown(Dependence::Truth),
        }
    }

    /// The value of a rounded quotient, if the divisor is positive.
    fn rounded_share(&mut self, value: Option<Formula>, divisor: &Formula) -> AbstractValue {
        match value.filter(|_| self.facts.is_positive(divisor)) {
            Some(value) => {
                self.ask_for_shares(&value);
                AbstractValue::Number(value)
            }
            None => AbstractValue::Unknown(Dependence::Quotient),
        }
    }

    /// The condition `formula ≥ 0`, split where processors differ in a maximum or minimum: max(x, y) − z
    /// ≥ 0 if one of the differences is, z − max(x, y) ≥ 0 if both are.
    fn by_extremes(&self, formula: Formula) -> Truth {
        let differs = |atom: &Atom| self.indices.iter().any(|index| atom.has(&index.symbol));
        let extreme = formula.terms.iter().find_map(|(product, value)| {
            let term = Formula::term(product.clone(), Rational::ONE);
            let atom = term.as_atom().filter(|atom| differs(atom))?;
            let (parts, is_greatest) = match atom {
                Atom::Greatest(parts) => (parts, true),
                Atom::Least(parts) => (parts, false),
                _ => return None,
            };
            let join = if is_greatest == (*value > Rational::ZERO) {
                either
            } else {
                both
            };
            let with = |part: &Formula| {
                let difference = part.minus(&term)?;
                let shift = difference.times_term(&Product::default(), *value)?;
                Some(self.by_extremes(formula.plus(&shift)?))
            };
            let all = parts.iter().map(with).collect::<Option<Vec<Truth>>>()?;
            all.into_iter().reduce(join)
        });
        extreme.unwrap_or(Truth::Nonnegative(formula))
    }

    fn unary(
        &self,
        op: UnaryOp,
        operand: AbstractValue,
        expr: &Expr,
    ) -> Result<AbstractValue, Obstacle> {
        Ok(match (op, operand) {
            (_, AbstractValue::Unknown(name)) => AbstractValue::Unknown(name),
            (UnaryOp::Negate, AbstractValue::Number(value)) => {
                AbstractValue::Number(self.fits(value.times_number(-1), expr)?)
            }
            (UnaryOp::Not, AbstractValue::Truth(truth)) => {
                AbstractValue::Truth(self.fits(truth.not(), expr)?)
            }
            (UnaryOp::BitNot, AbstractValue::Number(value)) => {
                // In two's complement.
                let value = (value.times_number(-1)).and_then(|value| value.plus_number(-1));
                AbstractValue::Number(self.fits(value, expr)?)
            }
            (UnaryOp::Negate | UnaryOp::BitNot, AbstractValue::Truth(_))
            | (UnaryOp::Not, AbstractValue::Number(_)) => AbstractValue::Unknown(Dependence::Truth),
        })
    }

    fn builtin(
        &mut self,
        function: Builtin,
        operands: &[Expr],
        expr: &Expr,
    ) -> Result<AbstractValue, Obstacle> {
        let mut values = Vec::new();
        for operand in operands {
            match self.evaluate(operand)?.number() {
                Ok(value) => values.push(value.clone()),
                Err(name) => return Ok(AbstractValue::Unknown(name)),
            }
        }
        let facts = &self.facts;
        let first = values[0].clone();
        let is_int = operands[0].ty == Type::Int;
        let found = match function {
            Builtin::Min if is_int => Some(facts.least(values)),
            Builtin::Max if is_int => Some(facts.greatest(values)),
            Builtin::Abs if facts.is_nonnegative(&first) => Some(first),
            Builtin::Abs => {
                let negative = self.fits(first.times_number(-1), expr)?;
                let is_plain = is_int || facts.is_nonnegative(&negative);
                is_plain.then(|| facts.greatest(vec![first, negative]))
            }
            Builtin::Bit => {
                let power = values[1].power_of_two();
                power.and_then(|power| self.bit(&first, &power))
            }
            Builtin::Sqrt => self.square_root(&first),
            Builtin::Log if !facts.is_positive(&first) => {
                return Err(Obstacle::reason(expr.span, Reason::Empty));
            }
            // The machine rounds the logarithm of a root.
            Builtin::Log if !first.holds_root() => facts.log(&first),
            Builtin::Floor => facts.floor(&first),
            Builtin::Ceil => facts.ceil(&first),
            Builtin::Round if facts.is_whole(&first) => Some(first),
            _ => None,
        };
        if matches!(function, Builtin::Floor | Builtin::Ceil)
            && let Some(found) = &found
        {
            self.ask_for_shares(found);
        }
        Ok(found.map_or_else(
            || AbstractValue::Unknown(Dependence::Function),
            AbstractValue::Number,
        ))
    }

    fn convert(
        &self,
        conversion: Conversion,
        operand: AbstractValue,
        expr: &Expr,
    ) -> Result<AbstractValue, Obstacle> {
        Ok(match (conversion, operand) {
            (_, AbstractValue::Unknown(name)) => AbstractValue::Unknown(name),
            (Conversion::IntToReal, value) => value,
            (Conversion::WholeRealToInt, AbstractValue::Number(value)) => {
                if !self.facts.is_whole(&value) {
                    let mut needs = Vec::new();
                    value.collect(&mut |atom| needs.extend(need_of_whole(atom)));
                    return Err(match needs.pop() {
                        Some(need) => Obstacle::Need(need),
                        None => Obstacle::reason(expr.span, Reason::NotWhole),
                    });
                }
                AbstractValue::Number(value)
            }
            (Conversion::IntToBool, AbstractValue::Number(value)) => {
                AbstractValue::Truth(Truth::Zero(value, false))
            }
            (_, AbstractValue::Truth(_) | AbstractValue::Number(_)) => {
                AbstractValue::Unknown(Dependence::Truth)
            }
        })
    }

    /// Replaces a condition by `Known` if the facts decide it.
    pub(super) fn decided(&self, truth: Truth) -> Truth {
        match truth {
            Truth::Nonnegative(formula) => {
                if self.facts.is_nonnegative(&formula) {
                    return Truth::Known(true);
                }
                let below = (formula.times_number(-1)).and_then(|it| it.plus_number(-1));
                match below {
                    Some(below) if self.facts.is_nonnegative(&below) => Truth::Known(false),
                    _ => Truth::Nonnegative(formula),
                }
            }
            Truth::Zero(formula, is) => {
                if formula.is_zero() {
                    return Truth::Known(is);
                }
                let opposite = formula.times_number(-1);
                let opposite = opposite.unwrap_or_else(|| Formula::number(-1));
                if self.facts.is_positive(&formula) || self.facts.is_positive(&opposite) {
                    return Truth::Known(!is);
                }
                if self.facts.is_nonnegative(&formula) && self.facts.is_nonnegative(&opposite) {
                    return Truth::Known(is);
                }
                Truth::Zero(formula, is)
            }
            Truth::Both(left, right) => both(self.decided(*left), self.decided(*right)),
            Truth::Either(left, right) => either(self.decided(*left), self.decided(*right)),
            other => other,
        }
    }
}

pub(super) fn both(left: Truth, right: Truth) -> Truth {
    match (left, right) {
        (Truth::Known(false), _) | (_, Truth::Known(false)) => Truth::Known(false),
        (Truth::Known(true), other) | (other, Truth::Known(true)) => other,
        (left, right) => Truth::Both(Box::new(left), Box::new(right)),
    }
}

pub(super) fn either(left: Truth, right: Truth) -> Truth {
    match (left, right) {
        (Truth::Known(true), _) | (_, Truth::Known(true)) => Truth::Known(true),
        (Truth::Known(false), other) | (other, Truth::Known(false)) => other,
        (left, right) => Truth::Either(Box::new(left), Box::new(right)),
    }
}

fn constant_value(constant: Constant) -> AbstractValue {
    match constant {
        Constant::Int(value) => AbstractValue::Number(Formula::number(i128::from(value))),
        Constant::Bool(value) => AbstractValue::Truth(Truth::Known(value)),
        Constant::Real(value) if value.fract() == 0.0 && value.abs() < 1e15 => {
            AbstractValue::Number(Formula::number(value as i128))
        }
        Constant::Real(_) => AbstractValue::Unknown(Dependence::RealNumber),
    }
}
