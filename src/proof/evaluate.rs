//! Expressions as polynomials, and conditions as assumptions.

use super::polynomial::Polynomial;
use super::state::ProofValue;
use super::walker::{Assumptions, Walker};
use crate::program::{BinaryOp, Builtin, Constant, Conversion, Expr, ExprKind, Type, UnaryOp};

/// The highest power that is expanded into a product.
const LARGEST_PRODUCT: i128 = 4;

impl Walker<'_> {
    /// The abstract value of an expression.
    pub fn value(&mut self, expr: &Expr) -> ProofValue {
        match self.known(expr) {
            Some(value) => value,
            None => self.opaque(expr),
        }
    }

    /// The value of an int expression.
    pub fn whole(&mut self, expr: &Expr) -> Polynomial {
        match self.value(expr) {
            ProofValue::Whole(value) => value,
            ProofValue::Other(level) => Polynomial::atom(self.symbols.unknown(level)),
        }
    }

    /// The level of an expression: processors that agree in all blocks up to this level have the same
    /// value.
    pub fn level_of(&mut self, expr: &Expr) -> u32 {
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Machine(_) => 0,
            ExprKind::Scalar { id, .. } => self.scalar(*id).level(&self.symbols),
            ExprKind::Cell(_) => self.level,
            ExprKind::Length(..) => {
                let value = self.value(expr);
                value.level(&self.symbols)
            }
            ExprKind::Unary(_, operand) | ExprKind::Convert(_, operand) => self.level_of(operand),
            ExprKind::Binary(_, left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right) => self.level_of(left).max(self.level_of(right)),
            ExprKind::Builtin(_, arguments) => (arguments.iter())
                .map(|argument| self.level_of(argument))
                .max()
                .unwrap_or(0),
        }
    }

    /// An unknown value with the level of an expression.
    fn opaque(&mut self, expr: &Expr) -> ProofValue {
        let level = self.level_of(expr);
        if expr.ty == Type::Int {
            self.unknown(level)
        } else {
            ProofValue::Other(level)
        }
    }

    fn known(&mut self, expr: &Expr) -> Option<ProofValue> {
        if expr.ty != Type::Int {
            return None;
        }
        let whole = match &expr.kind {
            ExprKind::Constant(Constant::Int(value)) => Polynomial::constant(i128::from(*value)),
            ExprKind::Scalar { id, .. } => return Some(self.scalar(*id)),
            ExprKind::Machine(parameter) => self.machine(*parameter),
            ExprKind::Length(array, dimension) => {
                let dimensions = self.array(*array).dimensions;
                match dimension {
                    Some(dimension) => dimensions.get(usize::from(*dimension))?.clone(),
                    None => (dimensions.iter())
                        .try_fold(Polynomial::constant(1), |product, length| {
                            product.times(length)
                        })?,
                }
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => self.whole(operand).times_number(-1)?,
            ExprKind::Unary(UnaryOp::BitNot, operand) => {
                self.whole(operand).times_number(-1)?.plus_number(-1)?
            }
            ExprKind::Binary(operator, left, right) if left.ty == Type::Int => {
                let left = self.whole(left);
                let right = self.whole(right);
                self.binary(*operator, &left, &right)?
            }
            ExprKind::Builtin(builtin, arguments) => {
                if arguments.iter().any(|argument| argument.ty != Type::Int) {
                    return None;
                }
                let values: Vec<Polynomial> = (arguments.iter())
                    .map(|argument| self.whole(argument))
                    .collect();
                self.builtin(*builtin, values)?
            }
            _ => return None,
        };
        Some(ProofValue::Whole(whole))
    }

    /// A binary operator on two ints.
    pub fn binary(
        &mut self,
        operator: BinaryOp,
        left: &Polynomial,
        right: &Polynomial,
    ) -> Option<Polynomial> {
        match operator {
            BinaryOp::Add => left.plus(right),
            BinaryOp::Subtract => left.minus(right),
            BinaryOp::Multiply => left.times(right),
            BinaryOp::Divide => self.symbols.quotient(left, right),
            BinaryOp::DivideUp => self.quotient_up(left, right),
            BinaryOp::DivideNearest => self.quotient_nearest(left, right),
            BinaryOp::Modulo => {
                let quotient = self.symbols.quotient(left, right)?;
                left.minus(&quotient.times(right)?)
            }
            BinaryOp::Power => self.power(left, right),
            BinaryOp::ShiftLeft => {
                let power = self.power(&Polynomial::constant(2), right)?;
                left.times(&power)
            }
            BinaryOp::ShiftRight => {
                let power = self.power(&Polynomial::constant(2), right)?;
                self.symbols.quotient(left, &power)
            }
            BinaryOp::BitAnd => {
                // The lowest bits are a remainder.
                let modulus = right.as_constant()?.checked_add(1)?;
                let is_mask = modulus > 0 && modulus & (modulus - 1) == 0;
                is_mask.then_some(())?;
                self.binary(BinaryOp::Modulo, left, &Polynomial::constant(modulus))
            }
            BinaryOp::Max => Some(self.symbols.greatest(vec![left.clone(), right.clone()])),
            BinaryOp::Min => Some(self.symbols.least(vec![left.clone(), right.clone()])),
            _ => None,
        }
    }

    /// ⌈a/b⌉ is ⌊(a + b − 1)/b⌋ for positive b, and −⌊−a/b⌋ for any b.
    fn quotient_up(&mut self, value: &Polynomial, divisor: &Polynomial) -> Option<Polynomial> {
        match divisor.as_constant() {
            Some(positive) if positive > 0 => {
                let value = value.plus_number(positive - 1)?;
                self.symbols.quotient(&value, divisor)
            }
            _ => {
                let opposite = value.times_number(-1)?;
                self.symbols.quotient(&opposite, divisor)?.times_number(-1)
            }
        }
    }

    /// a/b rounded to the nearest int is ⌊(2a + b)/2b⌋ for a ≥ 0 and b > 0, where halves are rounded up.
    fn quotient_nearest(&mut self, value: &Polynomial, divisor: &Polynomial) -> Option<Polynomial> {
        divisor.as_constant().filter(|divisor| *divisor > 0)?;
        self.holds(value).then_some(())?;
        let value = value.times_number(2)?.plus(divisor)?;
        self.symbols.quotient(&value, &divisor.times_number(2)?)
    }

    fn power(&mut self, base: &Polynomial, exponent: &Polynomial) -> Option<Polynomial> {
        if let Some(exponent) = exponent.as_constant()
            && (0..=LARGEST_PRODUCT).contains(&exponent)
        {
            return (0..exponent)
                .try_fold(Polynomial::constant(1), |product, _| product.times(base));
        }
        let base = base.as_constant().filter(|base| *base >= 2)?;
        let more = exponent.constant_part();
        let less = exponent.plus_number(-more)?;
        // 2^(d+1) is 2·2^d only if d ≥ 0.
        if more > 0 && less.as_constant().is_none() && self.holds(&less) {
            let factor = base.checked_pow(u32::try_from(more).ok()?)?;
            return self.symbols.power(base, &less)?.times_number(factor);
        }
        self.symbols.power(base, exponent)
    }

    fn builtin(&mut self, builtin: Builtin, values: Vec<Polynomial>) -> Option<Polynomial> {
        match (builtin, values.as_slice()) {
            (Builtin::Min, _) => Some(self.symbols.least(values)),
            (Builtin::Max, _) => Some(self.symbols.greatest(values)),
            (Builtin::Abs, [value]) => {
                let opposite = value.times_number(-1)?;
                Some(self.symbols.greatest(vec![value.clone(), opposite]))
            }
            (Builtin::Floor | Builtin::Ceil | Builtin::Round, [value]) => Some(value.clone()),
            (Builtin::Bit, [value, place]) => {
                let power = self.power(&Polynomial::constant(2), place)?;
                let shifted = self.symbols.quotient(value, &power)?;
                self.binary(BinaryOp::Modulo, &shifted, &Polynomial::constant(2))
            }
            _ => None,
        }
    }

    /// The assumptions that follow from the value of a condition.
    pub fn assumptions(&mut self, condition: &Expr, holds: bool) -> Assumptions {
        let mut assumptions = Assumptions::default();
        self.assume_into(condition, holds, &mut assumptions);
        assumptions
    }

    /// Assumes the value of a condition.
    pub fn assume(&mut self, condition: &Expr, holds: bool) {
        let assumptions = self.assumptions(condition, holds);
        self.assumed.extend(assumptions);
    }

    fn assume_into(&mut self, condition: &Expr, holds: bool, into: &mut Assumptions) {
        match &condition.kind {
            ExprKind::Constant(Constant::Bool(value)) if *value != holds => {
                into.facts.push(Polynomial::constant(-1));
            }
            ExprKind::Unary(UnaryOp::Not, operand) => self.assume_into(operand, !holds, into),
            ExprKind::And(left, right) | ExprKind::Binary(BinaryOp::BothTrue, left, right)
                if holds && left.ty == Type::Bool =>
            {
                self.assume_into(left, true, into);
                self.assume_into(right, true, into);
            }
            ExprKind::Or(left, right) | ExprKind::Binary(BinaryOp::EitherTrue, left, right)
                if !holds && left.ty == Type::Bool =>
            {
                self.assume_into(left, false, into);
                self.assume_into(right, false, into);
            }
            ExprKind::Binary(operator, left, right) if left.ty == Type::Int => {
                let left = self.whole(left);
                let right = self.whole(right);
                let Some(difference) = right.minus(&left) else {
                    return;
                };
                compare(*operator, holds, &difference, into);
            }
            ExprKind::Convert(Conversion::IntToBool, operand) => {
                let value = self.whole(operand);
                into.zero.extend(value.plus_number(-i128::from(holds)));
            }
            _ => {}
        }
    }
}

/// Adds the assumption of a comparison, given the right side minus the left side.
fn compare(operator: BinaryOp, holds: bool, difference: &Polynomial, into: &mut Assumptions) {
    let less = |strict: i128| difference.plus_number(-strict);
    let greater = |strict: i128| difference.times_number(-1)?.plus_number(-strict);
    match (operator, holds) {
        (BinaryOp::Equal, true) | (BinaryOp::NotEqual, false) => into.zero.push(difference.clone()),
        (BinaryOp::NotEqual, true) | (BinaryOp::Equal, false) => {
            into.nonzero.push(difference.clone());
        }
        (BinaryOp::Less, true) | (BinaryOp::GreaterEqual, false) => into.facts.extend(less(1)),
        (BinaryOp::LessEqual, true) | (BinaryOp::Greater, false) => into.facts.extend(less(0)),
        (BinaryOp::Greater, true) | (BinaryOp::LessEqual, false) => into.facts.extend(greater(1)),
        (BinaryOp::GreaterEqual, true) | (BinaryOp::Less, false) => into.facts.extend(greater(0)),
        _ => {}
    }
}
