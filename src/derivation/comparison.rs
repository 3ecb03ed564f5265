//! Comparisons of sizes, such as `n > m`: assumed where a branch or a range depends on which size is
//! larger.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use crate::derivation::algebra::formula::{Formula, Radix, SymbolMeaning};
use crate::semantic::rational::Rational;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

/// A linear inequality in the numbers of the program: Σ `times`·number + `constant` ≥ 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The coefficient of each number; never 0.
    times: BTreeMap<Arc<str>, i128>,
    constant: i128,
}

impl Comparison {
    /// The comparison `formula ≥ 0`. None if the formula is not linear in at least two numbers.
    pub(in crate::derivation) fn of_formula(formula: &Formula) -> Option<Self> {
        if let Some(found) = Self::of_exponents(formula) {
            return Some(found);
        }
        let mut found = Self::default();
        for (product, value) in &formula.terms {
            let term = Formula::term(product.clone(), *value);
            if let Some(constant) = term.as_whole() {
                found.constant = constant;
                continue;
            }
            let one = Formula::term(product.clone(), Rational::ONE);
            let symbol = one.as_symbol()?;
            if symbol.meaning != SymbolMeaning::Itself {
                return None;
            }
            let times = (value.denominator == 1).then_some(value.numerator)?;
            found.times.insert(Arc::clone(&symbol.name), times);
        }
        (found.times.len() > 1).then_some(found)
    }

    /// For n = r^k and m = r^j, the inequality k − j + c ≥ 0 is r^c·n ≥ m.
    fn of_exponents(formula: &Formula) -> Option<Self> {
        let constant = formula.constant_part();
        let mut rest = formula.plus(&Formula::fraction(Rational::ZERO.minus(constant)?))?;
        let shift = constant.is_whole().then_some(constant.numerator)?;
        let mut radix = None;
        let mut found = Self::default();
        for symbol in rest.symbols() {
            let SymbolMeaning::Logarithm(Radix::Number(of)) = symbol.meaning else {
                return None;
            };
            (*radix.get_or_insert(of) == of).then_some(())?;
            let own = Formula::symbol(&symbol);
            let (sign, without) = [1, -1].into_iter().find_map(|sign| {
                let without = rest.minus(&own.times_number(sign)?)?;
                (!without.has(&symbol)).then_some((sign, without))
            })?;
            rest = without;
            let power = i128::from(of).checked_pow(u32::try_from(shift * sign).unwrap_or(0))?;
            found.times.insert(Arc::clone(&symbol.name), sign * power);
        }
        let signs: Vec<i128> = found.times.values().map(|times| times.signum()).collect();
        let compares = rest.is_zero() && (signs == [1, -1] || signs == [-1, 1]);
        compares.then_some(found)
    }

    /// A comparison as a user writes it: `n > m`, `2*m <= n + 1`. None for any other expression.
    pub fn of_expression(expression: &Expr) -> Option<Self> {
        let ExprKind::Binary(op, _, left, right) = &expression.kind else {
            return None;
        };
        let (less, more, least) = match op {
            BinaryOp::GreaterEqual => (right, left, 0),
            BinaryOp::Greater => (right, left, 1),
            BinaryOp::LessEqual => (left, right, 0),
            BinaryOp::Less => (left, right, 1),
            _ => return None,
        };
        let mut found = Self {
            constant: -least,
            ..Self::default()
        };
        found.add(more, 1)?;
        found.add(less, -1)?;
        found.times.retain(|_, times| *times != 0);
        (!found.times.is_empty()).then_some(found)
    }

    /// Adds an expression, multiplied by `times`.
    fn add(&mut self, expression: &Expr, times: i128) -> Option<()> {
        match &expression.kind {
            ExprKind::Int(value) => {
                let value = i128::from(*value).checked_mul(times)?;
                self.constant = self.constant.checked_add(value)?;
            }
            ExprKind::Name(name) => {
                let all = self.times.entry(name.text.as_str().into()).or_default();
                *all = all.checked_add(times)?;
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => self.add(operand, times.checked_neg()?)?,
            ExprKind::Binary(BinaryOp::Add, _, left, right) => {
                self.add(left, times)?;
                self.add(right, times)?;
            }
            ExprKind::Binary(BinaryOp::Subtract, _, left, right) => {
                self.add(left, times)?;
                self.add(right, times.checked_neg()?)?;
            }
            ExprKind::Binary(BinaryOp::Multiply, _, left, right) => match (&left.kind, &right.kind)
            {
                (ExprKind::Int(factor), _) => {
                    self.add(right, times.checked_mul(i128::from(*factor))?)?;
                }
                (_, ExprKind::Int(factor)) => {
                    self.add(left, times.checked_mul(i128::from(*factor))?)?;
                }
                _ => return None,
            },
            _ => return None,
        }
        Some(())
    }

    /// The number and its lower bound, if the comparison is about a single number and bounds it from
    /// below.
    pub(crate) fn least(&self) -> Option<(&Arc<str>, i128)> {
        let mut names = self.times.iter();
        match (names.next(), names.next()) {
            (Some((name, times)), None) if *times > 0 => {
                let least = -self.constant.div_euclid(*times);
                Some((name, least))
            }
            _ => None,
        }
    }

    /// Whether no numbers ≥ 0 satisfy all comparisons. Only single comparisons and sums of two are
    /// examined, so `false` proves nothing.
    pub fn are_impossible(all: &[&Self]) -> bool {
        let is_impossible =
            |one: &Self| one.constant < 0 && one.times.values().all(|times| *times < 0);
        all.iter().enumerate().any(|(at, one)| {
            let with = |other: &&Self| one.plus(other).is_some_and(|sum| is_impossible(&sum));
            is_impossible(one) || all[at + 1..].iter().any(with)
        })
    }

    /// The sum of two comparisons, which follows from them. None if a coefficient is too large.
    fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant)?;
        for (name, times) in &other.times {
            let own = sum.times.entry(Arc::clone(name)).or_default();
            *own = own.checked_add(*times)?;
        }
        sum.times.retain(|_, times| *times != 0);
        Some(sum)
    }

    /// The names that are compared.
    pub fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.times.keys()
    }

    /// The left side of `… ≥ 0`, with a formula for each name. None if a name has no formula.
    pub(in crate::derivation) fn formula(
        &self,
        by_name: &BTreeMap<Arc<str>, Formula>,
    ) -> Option<Formula> {
        let constant = Formula::number(self.constant);
        (self.times.iter()).try_fold(constant, |sum, (name, times)| {
            sum.plus(&by_name.get(name)?.times_number(*times)?)
        })
    }
}

impl Display for Comparison {
    /// `n > m`, `n ≥ 2·m + 3`
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let side = |sign: i128, constant: i128| {
            let of_side = self
                .times
                .iter()
                .filter(|(_, times)| times.signum() == sign);
            let mut parts: Vec<String> = of_side
                .map(|(name, times)| match times.unsigned_abs() {
                    1 => name.to_string(),
                    factor => format!("{factor}·{name}"),
                })
                .collect();
            if constant > 0 || parts.is_empty() {
                parts.push(constant.to_string());
            }
            parts.join(" + ")
        };
        let single = self.times.iter().next().filter(|_| self.times.len() == 1);
        match single {
            Some((name, 1)) => return write!(formatter, "{name} ≥ {}", -self.constant),
            Some((name, -1)) => return write!(formatter, "{name} ≤ {}", self.constant),
            _ => {}
        }
        // For integers a ≥ b + 1 is a > b.
        let (relation, constant) = if self.constant < 0 {
            (">", self.constant + 1)
        } else {
            ("≥", self.constant)
        };
        let (left, right) = (side(1, constant), side(-1, -constant));
        write!(formatter, "{left} {relation} {right}")
    }
}
