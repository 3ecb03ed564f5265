//! What users claim, beside what was derived: which of the two is larger, at every size for which
//! the formula was derived.

use std::rc::Rc;

use super::subject::Found;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Radix, Stands, Symbol};
use crate::semantic::rational::Rational;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Relation, UnaryOp};

/// The highest power that is multiplied out.
const HIGHEST_POWER: i128 = 8;

/// Whether a measure is, is at most or is at least what is claimed: at every size for which it was
/// derived, or at none of them; nothing where that is not known.
pub fn holds(found: &Found, relation: Relation, claimed: &Expr) -> Option<bool> {
    let mut facts = found.numbers.facts(&Rc::default());
    for fact in &found.facts {
        facts.learn(fact.clone());
    }
    let claimed = Reader {
        found,
        facts: &facts,
    }
    .formula(claimed)?;
    let cost = &found.cost;
    let above = |one: &Formula, other: &Formula| {
        (one.minus(other)).is_some_and(|difference| facts.is_positive(&difference))
    };
    let at_most = facts.is_at_most(&cost.upper, &claimed);
    let at_least = facts.is_at_most(&claimed, &cost.lower);
    let is_above = above(&cost.lower, &claimed);
    let is_below = above(&claimed, &cost.upper);
    let (holds, fails) = match relation {
        Relation::Equal => (
            cost.is_exact() && cost.upper == claimed,
            is_above || is_below,
        ),
        Relation::AtMost => (at_most, is_above),
        Relation::AtLeast => (at_least, is_below),
    };
    match (holds, fails) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// Whether a formula holds for sizes of a kind only, such as powers of two.
pub fn is_narrowed(found: &Found) -> bool {
    let mut symbols = found.numbers.symbols.iter();
    symbols.any(|(symbol, _)| symbol.stands != Stands::Itself)
}

/// Whether a formula holds for these sizes: they are as it assumes.
pub fn applies(found: &Found, size: &dyn Fn(&str) -> Option<i128>) -> bool {
    let of = |symbol: &Symbol| number(symbol, size);
    let symbols = found.numbers.symbols.iter();
    let mut fits = symbols.map(|(symbol, least)| of(symbol).is_some_and(|value| value >= *least));
    fits.all(|fits| fits)
        && (found.facts.iter()).all(|fact| fact.at(&of).is_none_or(|it| it >= Rational::ZERO))
}

/// The formula of an exact measure at these sizes; none where it does not hold for them, or is not
/// exact or too large there.
pub(crate) fn value(found: &Found, size: &dyn Fn(&str) -> Option<i128>) -> Option<Rational> {
    if !found.cost.is_exact() || !applies(found, size) {
        return None;
    }
    found.cost.upper.at(&|symbol| number(symbol, size))
}

/// What a symbol of a formula is for these sizes.
fn number(symbol: &Symbol, size: &dyn Fn(&str) -> Option<i128>) -> Option<i128> {
    let radix = |radix: &Radix| match radix {
        Radix::Number(number) => Some(i128::from(*number)),
        Radix::Name(name) => size(name),
    };
    let value = size(&symbol.name).filter(|value| *value > 0 || symbol.stands == Stands::Itself)?;
    match &symbol.stands {
        Stands::Itself => Some(value),
        Stands::Logarithm(of) => logarithm(value, radix(of)?),
        Stands::Quotient(by) => {
            let by = radix(by).filter(|by| *by > 0)?;
            (value % by == 0).then_some(value / by)
        }
    }
}

/// The exponent of a number that is a power of a radix.
fn logarithm(value: i128, radix: i128) -> Option<i128> {
    (radix >= 2).then_some(())?;
    let mut rest = value;
    let mut exponent = 0;
    while rest % radix == 0 {
        rest /= radix;
        exponent += 1;
    }
    (rest == 1).then_some(exponent)
}

/// Expressions of claims, in which `/` is of reals.
struct Reader<'a> {
    found: &'a Found,
    facts: &'a Facts,
}

impl Reader<'_> {
    fn formula(&self, expr: &Expr) -> Option<Formula> {
        match &expr.kind {
            ExprKind::Int(value) => Some(Formula::number(i128::from(*value))),
            ExprKind::Name(name) => self.found.numbers.by_name.get(name.text.as_str()).cloned(),
            ExprKind::Unary(UnaryOp::Negate, operand) => self.formula(operand)?.times_number(-1),
            ExprKind::Binary(operator, _, left, right) => {
                let (left, right) = (self.formula(left)?, self.formula(right)?);
                match operator {
                    BinaryOp::Add => left.plus(&right),
                    BinaryOp::Subtract => left.minus(&right),
                    BinaryOp::Multiply => left.times(&right),
                    BinaryOp::Divide if self.facts.is_positive(&right) => left.over(&right),
                    BinaryOp::Power => self.power(&left, &right),
                    _ => None,
                }
            }
            ExprKind::Call(name, arguments) if name.operator.is_none() => {
                let of: Option<Vec<Formula>> =
                    arguments.iter().map(|part| self.formula(part)).collect();
                let of = of?;
                match (name.stem.as_str(), of.as_slice()) {
                    ("ceil", [of]) => self.facts.ceil(of),
                    ("floor", [of]) => self.facts.floor(of),
                    ("log", [of]) if self.facts.is_positive(of) => self.log(of),
                    ("sqrt", [of]) => self.power(of, &Formula::fraction(Rational::HALF)),
                    ("max", [_, ..]) => Some(self.facts.greatest(of)),
                    ("min", [_, ..]) => Some(self.facts.least(of)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The logarithm of 3^k is k·log 3, which log 3 may divide.
    fn log(&self, of: &Formula) -> Option<Formula> {
        if let Some((product, Rational::ONE)) = of.as_term()
            && product.factors.is_empty()
            && let Some((base, _)) = product.exponent.keys().next()
            && let Some(base) = base.raised(&Formula::number(1))
            && let Some(exponent) = of.exponent_of(&base)
        {
            return self.facts.log(&base)?.times(&exponent);
        }
        self.facts.log(of)
    }

    fn power(&self, base: &Formula, exponent: &Formula) -> Option<Formula> {
        if let Some(exponent) = exponent.as_whole() {
            let exponent = (0..=HIGHEST_POWER)
                .contains(&exponent)
                .then_some(exponent)?;
            return base.power(u32::try_from(exponent).ok()?);
        }
        (self.facts.is_positive(base)).then(|| base.raised(exponent))?
    }
}
