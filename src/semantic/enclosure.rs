//! Formulas enclosed: the exact value where it is a fraction, else the two ends of an interval.
//!
//! A count is compared with a formula exactly. `2*log n` is whole at powers of two and n·log 3 is
//! irrational; a double alone tells neither from a neighbour that rounding has moved. Intervals
//! are rounded outwards, so that what lies outside of one is certainly different.

use std::cmp::Ordering;

use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Relation, UnaryOp};

use super::builtin::{self, Builtin};
use super::constant::{self, Lookup};
use super::rational::Rational;
use crate::program::{self, Constant};

/// Above this, a whole double may be the rounded value of a number that is not whole.
const LARGEST_WHOLE: f64 = (1_u64 << 53) as f64;
/// The largest exponent of a power that is computed exactly.
const LARGEST_EXPONENT: i128 = 126;
/// An interval of this width around a whole number is that number: an irrational one comes this
/// close to a whole one only by chance, and log(125)/log(5) does because it is 3.
const NARROW: f64 = 1e-6;
/// The relative width where nothing better is known.
const COARSE: f64 = 1e-9;

/// Between which numbers the value of a formula lies.
#[derive(Debug, Clone, Copy)]
pub struct Enclosure(Kind);

#[derive(Debug, Clone, Copy)]
enum Kind {
    Exact(Rational),
    Between(f64, f64),
}

/// Encloses a formula over the reals; `None` if it has no value.
pub fn enclose(expr: &Expr, names: &dyn Lookup) -> Option<Enclosure> {
    let value = constant::formula(expr, names).ok()?;
    let encloser = Encloser {
        names,
        reads_decimals: false,
    };
    let kind = encloser.value(expr).filter(Kind::is_finite);
    Some(Enclosure(kind.unwrap_or_else(|| {
        let width = COARSE * value.abs();
        Kind::Between(value - width, value + width)
    })))
}

/// The value of a formula that is a fraction, its real numbers being the decimals as which they are
/// written.
pub fn fraction(expr: &Expr, names: &dyn Lookup) -> Option<(i128, i128)> {
    let encloser = Encloser {
        names,
        reads_decimals: true,
    };
    let exact = encloser.value(expr)?.exact()?;
    Some((exact.numerator, exact.denominator))
}

impl Enclosure {
    /// The value, where it is known to be this whole number.
    pub fn whole(&self) -> Option<i128> {
        match self.0 {
            Kind::Exact(exact) if exact.denominator == 1 => Some(exact.numerator),
            Kind::Exact(_) | Kind::Between(..) => None,
        }
    }

    /// Whether a count is in this relation to the formula; `None` if the doubles of a
    /// formula that is no fraction cannot tell.
    pub fn compares(&self, measured: u128, relation: Relation) -> Option<bool> {
        let measured = i128::try_from(measured).ok()?;
        let (is_below, is_above) = match self.0 {
            Kind::Exact(exact) => {
                let order = order(measured, exact)?;
                return Some(match relation {
                    Relation::Equal => order == Ordering::Equal,
                    Relation::AtMost => order != Ordering::Greater,
                    Relation::AtLeast => order != Ordering::Less,
                });
            }
            Kind::Between(low, high) => (
                measured < low.ceil() as i128,
                (high.floor() as i128) < measured,
            ),
        };
        // Certainly below the formula, certainly above it, or not distinguishable from it.
        match (relation, is_below, is_above) {
            (Relation::Equal, true, _) | (Relation::Equal, _, true) => Some(false),
            (Relation::AtMost, true, _) | (Relation::AtLeast, _, true) => Some(true),
            (Relation::AtMost, _, true) | (Relation::AtLeast, true, _) => Some(false),
            _ => self.0.is_narrow().then_some(true),
        }
    }
}

/// How a count compares with a fraction.
fn order(measured: i128, exact: Rational) -> Option<Ordering> {
    let measured = measured.checked_mul(exact.denominator)?;
    Some(measured.cmp(&exact.numerator))
}

impl Kind {
    const fn whole(value: i128) -> Self {
        Self::Exact(Rational::whole(value))
    }

    /// A double that rounding has made of a number close to it.
    fn around(value: f64) -> Self {
        Self::Between(value, value).wider()
    }

    /// An exact double; a whole one is a fraction.
    fn double(value: f64) -> Self {
        if value.fract() == 0.0 && value.abs() < LARGEST_WHOLE {
            Self::whole(value as i128)
        } else {
            Self::Between(value, value)
        }
    }

    /// Rounded outwards by more than any function of the library errs.
    fn wider(self) -> Self {
        let Self::Between(low, high) = self else {
            return self;
        };
        let down = |value: f64| value.next_down().next_down();
        let up = |value: f64| value.next_up().next_up();
        Self::Between(down(low), up(high))
    }

    fn ends(self) -> (f64, f64) {
        match self {
            Self::Between(low, high) => (low, high),
            Self::Exact(exact) => {
                let value = exact.numerator as f64 / exact.denominator as f64;
                if exact.denominator == 1 && value.abs() < LARGEST_WHOLE {
                    return (value, value);
                }
                // Each of three roundings moves it by half a unit of the last place.
                match Self::around(value) {
                    Self::Between(low, high) => (low, high),
                    Self::Exact(_) => (value, value),
                }
            }
        }
    }

    fn exact(self) -> Option<Rational> {
        match self {
            Self::Exact(exact) => Some(exact),
            Self::Between(..) => None,
        }
    }

    /// The exact value where it is whole.
    fn exact_whole(self) -> Option<i128> {
        (self.exact().filter(|exact| exact.denominator == 1)).map(|exact| exact.numerator)
    }

    /// The shortest decimal number that is read as this double; `None` if it does not fit.
    fn decimal(value: f64) -> Option<Self> {
        let text = value.to_string();
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        let numerator: i128 = format!("{whole}{decimals}").parse().ok()?;
        let power = 10_i128.checked_pow(decimals.len() as u32)?;
        Rational::whole(numerator)
            .over(Rational::whole(power))
            .map(Self::Exact)
    }

    fn is_finite(&self) -> bool {
        let (low, high) = self.ends();
        low.is_finite() && high.is_finite()
    }

    fn is_narrow(self) -> bool {
        let (low, high) = self.ends();
        high - low < NARROW
    }

    /// The interval of a function that grows throughout.
    fn growing(self, function: impl Fn(f64) -> f64) -> Self {
        let (low, high) = self.ends();
        Self::Between(function(low), function(high)).wider()
    }

    /// The interval of all that corners span.
    fn spanned(corners: [f64; 4]) -> Self {
        let low = corners.into_iter().fold(f64::INFINITY, f64::min);
        let high = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Self::Between(low, high).wider()
    }

    fn plus(self, other: Self) -> Self {
        let minus = |number| Rational::ZERO.minus(number);
        let both = self.exact().zip(other.exact());
        if let Some(sum) = both.and_then(|(one, two)| one.minus(minus(two)?)) {
            return Self::Exact(sum);
        }
        let ((low, high), (other_low, other_high)) = (self.ends(), other.ends());
        Self::Between(low + other_low, high + other_high).wider()
    }

    fn negated(self) -> Self {
        if let Some(opposite) = self.exact().and_then(|exact| Rational::ZERO.minus(exact)) {
            return Self::Exact(opposite);
        }
        let (low, high) = self.ends();
        Self::Between(-high, -low)
    }

    fn times(self, other: Self) -> Self {
        let both = self.exact().zip(other.exact());
        if let Some(product) = both.and_then(|(one, two)| one.times(two)) {
            return Self::Exact(product);
        }
        self.corners(other, |one, two| one * two)
    }

    /// `None` if the divisor may be 0.
    fn over(self, other: Self) -> Option<Self> {
        let both = self.exact().zip(other.exact());
        if let Some(quotient) = both.and_then(|(one, two)| one.over(two)) {
            return Some(Self::Exact(quotient));
        }
        let (low, high) = other.ends();
        (low > 0.0 || high < 0.0).then(|| self.corners(other, |one, two| one / two))
    }

    fn corners(self, other: Self, function: impl Fn(f64, f64) -> f64) -> Self {
        let ((a, b), (c, d)) = (self.ends(), other.ends());
        Self::spanned([
            function(a, c),
            function(a, d),
            function(b, c),
            function(b, d),
        ])
    }

    /// `None` if the base is not positive and the power is no product.
    fn to_the(self, exponent: Self) -> Option<Self> {
        if let Some((base, exponent)) = self.exact().zip(exponent.exact_whole())
            && (-LARGEST_EXPONENT..=LARGEST_EXPONENT).contains(&exponent)
            && let Some(product) =
                (0..exponent.abs()).try_fold(Rational::ONE, |product, _| product.times(base))
        {
            if exponent >= 0 {
                return Some(Self::Exact(product));
            }
            return Rational::ONE.over(product).map(Self::Exact);
        }
        let (low, _) = self.ends();
        (low > 0.0).then(|| self.corners(exponent, f64::powf))
    }

    /// `None` if the argument may be 0 or less.
    fn log(self) -> Option<Self> {
        if let Some(exact) = self.exact()
            && let Some(above) = exponent_of_two(exact.numerator)
            && let Some(below) = exponent_of_two(exact.denominator)
        {
            return Some(Self::whole(above - below));
        }
        (self.ends().0 > 0.0).then(|| self.growing(f64::log2))
    }

    /// `None` if the argument may be less than 0.
    fn sqrt(self) -> Option<Self> {
        if let Some(exact) = self.exact()
            && let Some(above) = whole_root(exact.numerator)
            && let Some(below) = whole_root(exact.denominator)
        {
            return Rational::whole(above)
                .over(Rational::whole(below))
                .map(Self::Exact);
        }
        (self.ends().0 >= 0.0).then(|| self.growing(f64::sqrt))
    }

    /// `floor`, `ceil` and `round`; what is whole but for rounding is whole.
    fn rounded(self, function: program::Builtin) -> Self {
        use program::Builtin::{Ceil, Floor};
        if let Some(exact) = self.exact() {
            let (above, below) = (exact.numerator, exact.denominator);
            let floor = above.div_euclid(below);
            let rest = above.rem_euclid(below);
            let up = match function {
                Floor => false,
                Ceil => rest > 0,
                // Halves go away from zero.
                _ => rest > below - rest || rest == below - rest && above > 0,
            };
            return Self::whole(floor + i128::from(up));
        }
        let (low, high) = self.ends();
        let nearest = f64::midpoint(low, high).round();
        if low <= nearest && nearest <= high && self.is_narrow() {
            return Self::double(nearest);
        }
        let round = |value: f64| match function {
            Floor => value.floor(),
            Ceil => value.ceil(),
            _ => value.round(),
        };
        let (low, high) = (round(low), round(high));
        // Both ends are whole.
        if high - low < 1.0 {
            Self::double(low)
        } else {
            Self::Between(low, high)
        }
    }

    fn smaller(self, other: Self) -> Self {
        if let Some((one, two)) = self.exact().zip(other.exact())
            && let Some(is_below) = one.is_below(two)
        {
            return Self::Exact(if is_below { one } else { two });
        }
        let ((low, high), (other_low, other_high)) = (self.ends(), other.ends());
        Self::Between(low.min(other_low), high.min(other_high))
    }

    fn larger(self, other: Self) -> Self {
        self.negated().smaller(other.negated()).negated()
    }

    fn modulo(self, other: Self) -> Option<Self> {
        let quotient = self.over(other)?.rounded(program::Builtin::Floor);
        quotient.exact_whole()?;
        Some(self.plus(other.times(quotient).negated()))
    }
}

/// k where a number is 2^k.
fn exponent_of_two(number: i128) -> Option<i128> {
    (number > 0 && number & (number - 1) == 0).then(|| i128::from(number.trailing_zeros()))
}

/// The root of a square.
fn whole_root(number: i128) -> Option<i128> {
    let root = number.checked_isqrt()?;
    (root * root == number).then_some(root)
}

struct Encloser<'n> {
    names: &'n dyn Lookup,
    /// Whether a double was read from a decimal number, which it approximates.
    reads_decimals: bool,
}

impl Encloser<'_> {
    /// `None` if nothing better than the double is known.
    fn value(&self, expr: &Expr) -> Option<Kind> {
        match &expr.kind {
            ExprKind::Int(value) => Some(Kind::whole(i128::from(*value))),
            ExprKind::Real(value) if self.reads_decimals => Kind::decimal(*value),
            // Written in decimals, which a double seldom meets.
            ExprKind::Real(value) => Some(match Kind::double(*value) {
                Kind::Between(..) => Kind::around(*value),
                exact @ Kind::Exact(_) => exact,
            }),
            ExprKind::Name(name) => match self.names.scalar(&name.text) {
                Some(Constant::Int(value)) => Some(Kind::whole(i128::from(value))),
                Some(Constant::Real(value)) if self.reads_decimals => Kind::decimal(value),
                Some(Constant::Real(value)) => Some(Kind::double(value)),
                Some(Constant::Bool(_)) | None => self.double(expr).map(Kind::around),
            },
            ExprKind::Unary(UnaryOp::Negate, operand) => Some(self.value(operand)?.negated()),
            ExprKind::Binary(operator, _, left, right) => self.binary(expr, *operator, left, right),
            ExprKind::Call(name, arguments) => match builtin::find(&name.stem)?.builtin {
                Builtin::Function(function) => self.call(expr, function, arguments),
                Builtin::Length
                | Builtin::Reverse
                | Builtin::HasMessage
                | Builtin::Neighbour
                | Builtin::Generator(_) => None,
            },
            // Truth values are exact.
            _ => self.double(expr).map(Kind::double),
        }
    }

    fn binary(&self, expr: &Expr, operator: BinaryOp, left: &Expr, right: &Expr) -> Option<Kind> {
        let both = || Some((self.value(left)?, self.value(right)?));
        match operator {
            BinaryOp::Add => both().map(|(left, right)| left.plus(right)),
            BinaryOp::Subtract => both().map(|(left, right)| left.plus(right.negated())),
            BinaryOp::Multiply => both().map(|(left, right)| left.times(right)),
            BinaryOp::Divide => both().and_then(|(left, right)| left.over(right)),
            BinaryOp::Power => both().and_then(|(left, right)| left.to_the(right)),
            BinaryOp::Modulo => both().and_then(|(left, right)| left.modulo(right)),
            _ => self.double(expr).map(Kind::double),
        }
    }

    fn call(&self, expr: &Expr, function: program::Builtin, arguments: &[Expr]) -> Option<Kind> {
        use program::Builtin as Function;
        let values: Option<Vec<Kind>> = arguments.iter().map(|part| self.value(part)).collect();
        match (function, values?.as_slice()) {
            (Function::Log, [value]) => value.log(),
            (Function::Sqrt, [value]) => value.sqrt(),
            (Function::Floor | Function::Ceil | Function::Round, [value]) => {
                Some(value.rounded(function))
            }
            (Function::Abs, [value]) => Some(value.larger(value.negated())),
            (Function::Min, values) => values.iter().copied().reduce(Kind::smaller),
            (Function::Max, values) => values.iter().copied().reduce(Kind::larger),
            // Of exact arguments, the double is as good as the library.
            (_, values) if values.iter().all(|value| value.exact().is_some()) => {
                self.double(expr).map(|value| Kind::around(value).wider())
            }
            _ => None,
        }
    }

    fn double(&self, expr: &Expr) -> Option<f64> {
        constant::formula(expr, self.names).ok()
    }
}
