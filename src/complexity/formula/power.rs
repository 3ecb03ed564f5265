//! Powers in formulas: of numbers, of growing quantities, and with logarithms in the exponent.

use num_traits::{CheckedDiv, CheckedMul};

use super::{Reader, approximate, constant, near};
use crate::complexity::bounds::{GrowthBounds, Number};
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};

/// The highest integer power that is expanded.
const HIGHEST_POWER: u32 = 64;

impl Reader<'_> {
    /// A power. None if it is not supported.
    pub(super) fn power(&self, base: &Expr, exponent: &Expr) -> Option<GrowthBounds> {
        if let Some(exponent) = constant(exponent) {
            let base = self.bounds(base)?;
            if exponent.is_integer() {
                let exponent = i32::try_from(*exponent.numer()).ok()?;
                return (exponent.unsigned_abs() <= HIGHEST_POWER)
                    .then(|| base.to_the(exponent, self.count()))?;
            }
            return Self::real_power(&base, exponent);
        }
        // b^(e ± k) = b^e·b^(±k)
        if let ExprKind::Binary(operator @ (BinaryOp::Add | BinaryOp::Subtract), _, rest, shift) =
            &exponent.kind
            && let Some(shift) = constant(shift).filter(Number::is_integer)
        {
            let shift = i32::try_from(*shift.numer()).ok()?;
            let shift = (shift.unsigned_abs() <= HIGHEST_POWER).then_some(shift)?;
            let signed = match operator {
                BinaryOp::Add => shift,
                _ => shift.checked_neg()?,
            };
            let factor = self.bounds(base)?.to_the(signed, self.count());
            return self.power(base, rest)?.times(&factor?);
        }
        let mut growth = self.one();
        let place = |expression: &Expr| match &expression.kind {
            ExprKind::Name(name) => {
                (self.names.variables.iter()).position(|known| *known == name.text)
            }
            _ => None,
        };
        if let (Some(at), Some(power)) = (place(base), log_of_constant(exponent)) {
            growth.orders[at].power = power;
            return Some(GrowthBounds::of(growth));
        }
        let base = constant(base).filter(|base| *base > 1.into())?;
        let log = approximate(base).log2();
        if let Some(at) = place(exponent) {
            growth.orders[at].exponential = log;
            return Some(GrowthBounds::of(growth));
        }
        let ExprKind::Call(name, arguments) = &exponent.kind else {
            return None;
        };
        let (low, high, of) = match (name.stem.as_str(), arguments.as_slice()) {
            ("log", [of]) => (1.into(), 1.into(), of),
            ("ceil" | "floor", [rounded]) => {
                let ExprKind::Call(inner, arguments) = &rounded.kind else {
                    return None;
                };
                let (true, [of]) = (inner.stem == "log", arguments.as_slice()) else {
                    return None;
                };
                match name.stem.as_str() {
                    "ceil" => (1.into(), base, of),
                    _ => (base.recip(), 1.into(), of),
                }
            }
            _ => return None,
        };
        growth.orders[place(of)?].power = log;
        Some(GrowthBounds::between(growth, low, high))
    }

    /// A power with a positive noninteger exponent. For a sum of k positive parts it lies between the
    /// sum of the powers of the parts divided by k, and that sum times k to the exponent rounded up.
    pub(super) fn real_power(base: &GrowthBounds, exponent: Number) -> Option<GrowthBounds> {
        let zero = Number::from(0);
        if !base.is_positive() || exponent <= zero {
            return None;
        }
        let real = approximate(exponent);
        let count = i128::try_from(base.parts.len()).ok()?;
        let whole = u32::try_from(exponent.ceil().to_integer()).ok()?;
        let most = count.checked_pow(whole)?;
        let mut sum = GrowthBounds::default();
        for part in &base.parts {
            let growth = part.growth.to_the(real);
            let power = |bound: Number| near(approximate(bound).powf(real));
            let ((low, _), (_, high)) = (power(part.low)?, power(part.high)?);
            let low = low.checked_div(&count.into())?;
            let high = high.checked_mul(&most.into())?;
            let part = GrowthBounds::between(growth, low, high);
            sum = sum.plus(part)?;
        }
        Some(sum)
    }
}

/// The logarithm of a number above 1 in an exponent: `n^(log 3)` is `3^(log n)`.
fn log_of_constant(exponent: &Expr) -> Option<f64> {
    let ExprKind::Call(name, arguments) = &exponent.kind else {
        return None;
    };
    match (name.stem.as_str(), arguments.as_slice()) {
        ("log", [of]) => {
            let of = constant(of).filter(|of| *of > 1.into())?;
            Some(approximate(of).log2())
        }
        _ => None,
    }
}
