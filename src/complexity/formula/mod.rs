//! Bounds of formulas that users write, in claims and as SU.

mod power;

use num_rational::Ratio;
use num_traits::CheckedDiv;

use super::bounds::{GrowthBounds, Number, Rounding};
use super::order::Growth;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

/// The meaning of the names in a formula.
#[derive(Debug, Clone, Copy)]
pub struct FormulaNames<'a> {
    /// Names that grow.
    pub variables: &'a [String],
    /// Names with a fixed value.
    pub constants: &'a [(String, i64)],
    /// Whether the second variable is at most the first.
    pub bounded: bool,
}

/// The bounds of a formula. None if it contains unsupported operations.
pub fn bounds(expression: &Expr, names: FormulaNames, rounding: Rounding) -> Option<GrowthBounds> {
    Reader { names, rounding }.bounds(expression)
}

struct Reader<'a> {
    names: FormulaNames<'a>,
    rounding: Rounding,
}

impl Reader<'_> {
    fn count(&self) -> usize {
        self.names.variables.len()
    }

    fn number(&self, value: Number) -> GrowthBounds {
        GrowthBounds::constant(value, value, self.count())
    }

    fn one(&self) -> Growth {
        Growth::one(self.count())
    }

    fn bounds(&self, expression: &Expr) -> Option<GrowthBounds> {
        match &expression.kind {
            ExprKind::Name(name) => {
                let names = &self.names;
                if let Some(at) = names.variables.iter().position(|known| *known == name.text) {
                    let mut growth = self.one();
                    growth.orders[at].power = 1.0;
                    return Some(GrowthBounds::of(growth));
                }
                let constant = names
                    .constants
                    .iter()
                    .find(|(known, _)| *known == name.text);
                let (_, value) = constant?;
                Some(self.number(i128::from(*value).into()))
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => self.bounds(operand)?.negated(),
            ExprKind::Binary(operator, _, left, right) => self.binary(*operator, left, right),
            ExprKind::Call(name, arguments) if name.operator.is_none() => {
                self.call(&name.stem, arguments)
            }
            ExprKind::Int(_) | ExprKind::Real(_) => Some(self.number(constant(expression)?)),
            _ => None,
        }
    }

    fn binary(&self, operator: BinaryOp, left: &Expr, right: &Expr) -> Option<GrowthBounds> {
        if operator == BinaryOp::Power {
            return self.power(left, right);
        }
        let (one, two) = (self.bounds(left)?, self.bounds(right)?);
        match operator {
            BinaryOp::Add => one.plus(two),
            BinaryOp::Subtract => one.plus(two.negated()?),
            BinaryOp::Multiply => one.times(&two),
            BinaryOp::Divide => one.times(&two.inverse()?),
            // 0 ≤ a mod b < b
            BinaryOp::Modulo if two.is_positive() => {
                two.times(&GrowthBounds::constant(0.into(), 1.into(), self.count()))
            }
            _ => None,
        }
    }

    fn call(&self, name: &str, arguments: &[Expr]) -> Option<GrowthBounds> {
        let (count, one) = (self.count(), Number::from(1));
        match (name, arguments) {
            ("ceil", [inner]) => self.bounds(inner)?.rounded_up(one, Rounding::Added, count),
            ("floor", [inner]) => {
                let inner = self.bounds(inner)?;
                let scales = self.rounding == Rounding::Scaled && self.is_at_least_one(&inner);
                let rounding = if scales {
                    Rounding::Scaled
                } else {
                    Rounding::Added
                };
                inner.rounded_down(one, rounding, count)
            }
            ("round", [inner]) => {
                let half = Number::new(1, 2);
                self.bounds(inner)?
                    .plus(GrowthBounds::constant(-half, half, count))
            }
            ("abs", [inner]) => self.bounds(inner).filter(GrowthBounds::is_positive),
            ("max", [first, others @ ..]) => {
                let mut most = self.bounds(first)?;
                for other in others {
                    most = larger(&most, &self.bounds(other)?)?;
                }
                Some(most)
            }
            ("min", [first, others @ ..]) => {
                let mut least = self.bounds(first)?;
                for other in others {
                    least = smaller(least, self.bounds(other)?)?;
                }
                Some(least)
            }
            ("sqrt", [inner]) => Self::real_power(&self.bounds(inner)?, Number::new(1, 2)),
            ("log", [inner]) => self.log(&self.bounds(inner)?),
            // ln x is log x·ln 2, where ln 2 is 0.693….
            ("ln", [inner]) => {
                let factor = GrowthBounds::constant(Number::new(2, 3), Number::new(7, 10), count);
                self.log(&self.bounds(inner)?)?.times(&factor)
            }
            _ => None,
        }
    }

    /// Whether the value is certainly at least 1 for all sizes.
    fn is_at_least_one(&self, bounds: &GrowthBounds) -> bool {
        let [part] = bounds.parts.as_slice() else {
            return false;
        };
        let grows = part
            .growth
            .orders
            .iter()
            .all(|order| order.direction() >= 0);
        let is_share = part.growth.orders.len() > 1
            && part.growth.orders[0].power >= -part.growth.orders[1].power;
        part.low >= 1.into() && (grows || self.names.bounded && is_share)
    }

    /// The logarithm of a sum of positive parts grows like the sum of their logarithms.
    fn log(&self, inner: &GrowthBounds) -> Option<GrowthBounds> {
        if !inner.is_positive() {
            return None;
        }
        let count = self.count();
        let one = Number::from(1);
        if let [part] = inner.parts.as_slice() {
            let log = |number: Number| near(approximate(number).log2());
            let ((low, _), (_, high)) = (log(part.low)?, log(part.high)?);
            let constant = GrowthBounds::constant(low, high, count);
            return log_of(&part.growth)?.plus(constant);
        }
        let share = Number::new(1, 2 * i128::try_from(inner.parts.len()).ok()?);
        let mut sum = GrowthBounds::default();
        for part in &inner.parts {
            if part.low <= 0.into() {
                return None;
            }
            let log = log_of(&part.growth)?;
            let is_growing = log.parts.iter().all(|part| part.low > 0.into());
            if !is_growing {
                return None;
            }
            sum = sum.plus(log.scaled(share, one + one)?)?;
        }
        // Constant parts contribute no logarithm.
        (!sum.parts.is_empty()).then_some(sum)
    }
}

/// The logarithm of a monomial; an empty sum for 1.
fn log_of(growth: &Growth) -> Option<GrowthBounds> {
    let count = growth.orders.len();
    if growth.quotient_log != 0.0 {
        return None;
    }
    let mut sum = GrowthBounds::default();
    let add = |sum: GrowthBounds, own: Growth, exponent: f64| {
        let (low, high) = near(exponent)?;
        sum.plus(GrowthBounds::between(own, low, high))
    };
    if let [first, second, ..] = growth.orders.as_slice()
        && (first.power, second.power) == (1.0, -1.0)
        && (first.log, second.log) == (0.0, 0.0)
    {
        let mut own = Growth::one(count);
        own.quotient_log = 1.0;
        return Some(GrowthBounds::of(own));
    }
    for (at, order) in growth.orders.iter().enumerate() {
        let own = |set: fn(&mut super::order::Order)| {
            let mut own = Growth::one(count);
            set(&mut own.orders[at]);
            own
        };
        if order.log_log != 0.0 {
            return None;
        }
        for (exponent, own) in [
            (order.exponential, own(|order| order.power = 1.0)),
            (order.power, own(|order| order.log = 1.0)),
            (order.log, own(|order| order.log_log = 1.0)),
        ] {
            if exponent != 0.0 {
                sum = add(sum, own, exponent)?;
            }
        }
    }
    Some(sum)
}

/// Bounds of the maximum of two sums, one of which is positive: at most the positive parts of both, at
/// least half of their sum, or the positive one.
fn larger(one: &GrowthBounds, two: &GrowthBounds) -> Option<GrowthBounds> {
    let zero = Number::from(0);
    let half = Number::new(1, 2);
    let without = |bounds: &GrowthBounds, of: fn(Number, Number) -> Number| {
        let mut bounds = bounds.clone();
        for part in &mut bounds.parts {
            (part.low, part.high) = (of(part.low, part.high), part.high.max(0.into()));
        }
        bounds
    };
    match (one.is_positive(), two.is_positive()) {
        (true, true) => one.clone().plus(two.clone()).map(|mut sum| {
            for part in &mut sum.parts {
                part.low *= half;
            }
            sum
        }),
        (true, false) => one.clone().plus(without(two, |_, _| 0.into())),
        (false, true) => two.clone().plus(without(one, |_, _| 0.into())),
        (false, false) => None,
    }
    .map(|mut sum| {
        sum.parts
            .retain(|part| part.low != zero || part.high != zero);
        sum
    })
}

/// The minimum of two sums, if one outgrows the other or both are multiples of the same monomial.
fn smaller(one: GrowthBounds, two: GrowthBounds) -> Option<GrowthBounds> {
    if outgrows(&two, &one) {
        return Some(one);
    }
    if outgrows(&one, &two) {
        return Some(two);
    }
    match (one.parts.as_slice(), two.parts.as_slice()) {
        ([one], [two]) if one.growth == two.growth => Some(GrowthBounds::between(
            one.growth.clone(),
            one.low.min(two.low),
            one.high.min(two.high),
        )),
        _ => None,
    }
}

/// Whether a sum is certainly larger than another one once all variables are large enough.
fn outgrows(large: &GrowthBounds, small: &GrowthBounds) -> bool {
    let is_beyond = |one: &Growth, other: &Growth| {
        let ratio = one.times(&other.to_the(-1.0));
        let mut directions = ratio.orders.iter().map(|order| order.direction());
        one.dominates(other, false) && directions.any(|direction| direction > 0)
    };
    let mut growing = large.parts.iter().filter(|part| part.low > 0.into());
    large.is_positive()
        && growing.any(|part| {
            let mut others = small.parts.iter();
            others.all(|other| is_beyond(&part.growth, &other.growth))
        })
}

/// The value of an expression without names.
fn constant(expression: &Expr) -> Option<Number> {
    match &expression.kind {
        ExprKind::Int(value) => Some(i128::from(*value).into()),
        // A decimal is a binary fraction, as in its evaluation.
        ExprKind::Real(value) => Ratio::approximate_float(*value),
        ExprKind::Unary(UnaryOp::Negate, operand) => constant(operand).map(|value| -value),
        ExprKind::Binary(BinaryOp::Divide, _, left, right) => {
            let below = constant(right).filter(|below| *below != 0.into())?;
            constant(left)?.checked_div(&below)
        }
        _ => None,
    }
}

fn approximate(number: Number) -> f64 {
    *number.numer() as f64 / *number.denom() as f64
}

/// An interval that contains a real number despite rounding.
fn near(value: f64) -> Option<(Number, Number)> {
    const PARTS: f64 = 1e9;
    if value.fract() == 0.0 && value.abs() < 1e15 {
        let whole = Number::from(value as i128);
        return Some((whole, whole));
    }
    let scaled = value * PARTS;
    let part = |number: f64| Number::new(number as i128, PARTS as i128);
    (scaled.abs() < 1e15).then(|| (part(scaled.floor() - 1.0), part(scaled.ceil() + 1.0)))
}
