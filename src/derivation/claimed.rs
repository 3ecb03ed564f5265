//! Compares claimed formulas with derived ones, at every size for which the formula was derived.

use std::rc::Rc;
use std::sync::Arc;

use super::cost::CostBounds;
use super::subject::DerivedCost;
use crate::derivation::Need;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Radix, Symbol, SymbolMeaning};
use crate::semantic::rational::Rational;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Relation, UnaryOp};

/// The highest power of a formula that is multiplied out.
const HIGHEST_POWER: i128 = 8;
/// The highest power of a number that is computed.
const HIGHEST_POWER_OF_NUMBER: i128 = 62;

/// A counterexample is searched among sizes up to this power of two.
const MOST_DOUBLINGS: i128 = 50;

/// The machine that a claim is about.
pub struct About<'a> {
    /// The value of a name that is fixed, such as an option of the machine.
    pub fixed: &'a dyn Fn(&str) -> Option<i128>,
    /// Whether the machine is asynchronous, which implies 2 ≤ d ≤ B.
    pub is_asynchronous: bool,
}

/// The verdict on a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClaimVerdict {
    /// It holds at every size for which the formula was derived.
    Holds,
    /// It fails at every such size.
    Fails,
    /// It fails at these sizes, listed by name.
    FailsAt(Vec<(Arc<str>, i128)>),
}

/// Decides whether a measure is equal to, at most, or at least the claimed formula. None if the formulas
/// do not decide it.
pub fn judge(
    found: &DerivedCost,
    relation: Relation,
    claimed: &Expr,
    about: &About<'_>,
) -> Option<ClaimVerdict> {
    let mut facts = found.numbers.facts(&Rc::default());
    for fact in &found.facts {
        facts.learn(fact.clone());
    }
    let claimed = Reader {
        found,
        facts: &facts,
    }
    .formula(claimed)?;
    let cost = &with_fixed(found, &facts, about)?;
    let above = |one: &Formula, other: &Formula| {
        (one.minus(other)).is_some_and(|difference| facts.is_positive(&difference))
    };
    let is_at_most = || facts.is_at_most(&cost.upper, &claimed);
    // Measures are nonnegative.
    let is_none = (claimed.as_fraction()).is_some_and(|number| number <= Rational::ZERO);
    let is_at_least = || is_none || facts.is_at_most(&claimed, &cost.lower);
    let is_above = || above(&cost.lower, &claimed);
    let is_below = || above(&claimed, &cost.upper);
    let (holds, fails) = match relation {
        Relation::Equal => (
            cost.is_exact() && cost.upper == claimed,
            is_above() || is_below(),
        ),
        Relation::AtMost => (is_at_most(), is_above()),
        Relation::AtLeast => (is_at_least(), is_below()),
    };
    match (holds, fails) {
        (true, _) => Some(ClaimVerdict::Holds),
        (_, true) => Some(ClaimVerdict::Fails),
        _ => fails_at(found, relation, &claimed, about).map(ClaimVerdict::FailsAt),
    }
}

/// The derived cost with fixed names replaced by their values. None if the formula does not hold at
/// these values.
fn with_fixed(found: &DerivedCost, facts: &Facts, about: &About<'_>) -> Option<CostBounds> {
    let mut cost = found.cost.clone();
    for (symbol, least) in &found.numbers.symbols {
        if (about.fixed)(&symbol.name).is_none() {
            continue;
        }
        let value = number(symbol, about.fixed)?;
        (value >= *least).then_some(())?;
        let value = Formula::number(value);
        cost = CostBounds {
            lower: facts.substitute(&cost.lower, symbol, &value)?,
            upper: facts.substitute(&cost.upper, symbol, &value)?,
        };
    }
    Some(cost)
}

/// Sizes at which a claim fails. Small ones are tried first: all numbers equal, or one of them larger
/// than the others.
fn fails_at(
    found: &DerivedCost,
    relation: Relation,
    claimed: &Formula,
    about: &About<'_>,
) -> Option<Vec<(Arc<str>, i128)>> {
    let symbols = &found.numbers.symbols;
    let tried = (0..=MOST_DOUBLINGS).flat_map(|doublings| {
        let one = (0..symbols.len()).map(Some);
        [None]
            .into_iter()
            .chain(one)
            .map(move |one| (doublings, one))
    });
    let sizes = tried.filter_map(|(doublings, one)| {
        let of = |symbol: &Symbol| {
            let at = symbols.iter().position(|(other, _)| other == symbol)?;
            let least = symbols[at].1;
            if (about.fixed)(&symbol.name).is_some() {
                let value = number(symbol, about.fixed)?;
                return (value >= least).then_some(value);
            }
            let grows = one.is_none_or(|one| one == at);
            Some(match &symbol.meaning {
                _ if !grows => least,
                SymbolMeaning::Logarithm(_) => least.max(doublings),
                SymbolMeaning::Itself | SymbolMeaning::Quotient(_) => least.max(1 << doublings),
            })
        };
        let is_met = |fact: &Formula| fact.at(&of).is_some_and(|value| value >= Rational::ZERO);
        let mut facts = found.facts.iter().chain(&found.numbers.known);
        if !facts.all(is_met) {
            return None;
        }
        let claimed = claimed.at(&of)?;
        let is_above = || {
            found
                .cost
                .lower
                .at(&of)
                .is_some_and(|least| least > claimed)
        };
        let is_below = || found.cost.upper.at(&of).is_some_and(|most| most < claimed);
        let fails = match relation {
            Relation::Equal => is_above() || is_below(),
            Relation::AtMost => is_above(),
            Relation::AtLeast => is_below(),
        };
        let size = |(name, value): (&Arc<str>, &Formula)| {
            let value = value.at(&of).filter(|value| value.is_whole())?;
            Some((Arc::clone(name), value.numerator))
        };
        let sizes: Option<Vec<_>> = found.numbers.by_name.iter().map(size).collect();
        sizes.filter(|_| fails)
    });
    let fits = |sizes: &Vec<(Arc<str>, i128)>| {
        let time = |name: &str| sizes.iter().find(|(other, _)| **other == *name);
        let is_machine = match (about.is_asynchronous, time("d"), time("B")) {
            (true, Some((_, delay)), Some((_, barrier))) => *delay >= 2 && delay <= barrier,
            _ => true,
        };
        is_machine && sizes.iter().all(|(_, size)| *size <= 1 << MOST_DOUBLINGS)
    };
    sizes.into_iter().find(fits)
}

/// Whether a formula holds only for a class of sizes, such as powers of two, or where one size is larger
/// than another.
pub fn is_narrowed(found: &DerivedCost) -> bool {
    let mut symbols = found.numbers.symbols.iter();
    symbols.any(|(symbol, _)| symbol.meaning != SymbolMeaning::Itself) || is_compared(found)
}

/// Whether a formula holds only where one size is larger than another.
pub fn is_compared(found: &DerivedCost) -> bool {
    let mut needs = found.assumption.needs.iter();
    needs.any(|need| matches!(need, Need::Compares(it) if it.least().is_none()))
}

/// Whether a formula holds only for sizes above this one.
pub fn begins_above(found: &DerivedCost, size: i128) -> bool {
    let mut symbols = found.numbers.symbols.iter();
    symbols.any(|(symbol, least)| match &symbol.meaning {
        SymbolMeaning::Itself => *least > size,
        SymbolMeaning::Logarithm(Radix::Number(radix)) => {
            let exponent = u32::try_from(*least).unwrap_or(0);
            i128::from(*radix)
                .checked_pow(exponent)
                .is_none_or(|least| least > size)
        }
        SymbolMeaning::Logarithm(Radix::Name(_)) | SymbolMeaning::Quotient(_) => false,
    })
}

/// Whether sizes belong to the class that a formula assumes, such as powers of two. The least values are
/// not checked.
pub fn is_of_kind(found: &DerivedCost, size: &dyn Fn(&str) -> Option<i128>) -> bool {
    let mut symbols = found.numbers.symbols.iter();
    symbols.all(|(symbol, _)| number(symbol, size).is_some())
}

/// Whether a formula holds at these sizes.
pub fn applies(found: &DerivedCost, size: &dyn Fn(&str) -> Option<i128>) -> bool {
    let of = |symbol: &Symbol| number(symbol, size);
    let symbols = found.numbers.symbols.iter();
    let mut fits = symbols.map(|(symbol, least)| of(symbol).is_some_and(|value| value >= *least));
    fits.all(|fits| fits)
        && (found.facts.iter()).all(|fact| fact.at(&of).is_none_or(|it| it >= Rational::ZERO))
}

/// The value of an exact measure at these sizes. None if the formula does not hold there, is not exact,
/// or the value is too large.
pub(crate) fn value(found: &DerivedCost, size: &dyn Fn(&str) -> Option<i128>) -> Option<Rational> {
    let [_, upper] = bounds(found, size).filter(|_| found.cost.is_exact())?;
    Some(upper)
}

/// The least and the greatest value of a measure at these sizes. None if the formula does not hold
/// there, or a value is too large.
pub(crate) fn bounds(
    found: &DerivedCost,
    size: &dyn Fn(&str) -> Option<i128>,
) -> Option<[Rational; 2]> {
    if !applies(found, size) {
        return None;
    }
    let at = |formula: &Formula| formula.at(&|symbol| number(symbol, size));
    Some([at(&found.cost.lower)?, at(&found.cost.upper)?])
}

/// The value of a symbol at these sizes; None if the size is not of its form, such as a power of two.
fn number(symbol: &Symbol, size: &dyn Fn(&str) -> Option<i128>) -> Option<i128> {
    let radix = |radix: &Radix| match radix {
        Radix::Number(number) => Some(i128::from(*number)),
        Radix::Name(name) => size(name),
    };
    let value =
        size(&symbol.name).filter(|value| *value > 0 || symbol.meaning == SymbolMeaning::Itself)?;
    match &symbol.meaning {
        SymbolMeaning::Itself => Some(value),
        SymbolMeaning::Logarithm(of) => logarithm(value, radix(of)?),
        SymbolMeaning::Quotient(by) => {
            let by = radix(by).filter(|by| *by > 0)?;
            (value % by == 0).then_some(value / by)
        }
    }
}

/// The exponent, if the value is a power of the radix.
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

/// Translates expressions of claims, in which `/` divides reals.
struct Reader<'a> {
    found: &'a DerivedCost,
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

    /// For a power such as 3^k the result is k·log 3, so that a division by log 3 cancels.
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
            let highest = match base.as_fraction() {
                Some(_) => HIGHEST_POWER_OF_NUMBER,
                None => HIGHEST_POWER,
            };
            let exponent = (0..=highest).contains(&exponent).then_some(exponent)?;
            return base.power(u32::try_from(exponent).ok()?);
        }
        if *exponent == Formula::fraction(Rational::HALF) && self.facts.is_nonnegative(base) {
            return self.facts.root(base);
        }
        (self.facts.is_positive(base)).then(|| base.raised(exponent))?
    }
}
