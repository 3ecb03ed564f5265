//! The sizes of a sweep: what `--vary` asks for.

use super::option_problem::{BadSizes, NoSize, OptionProblem};
use crate::claims::expression::{self, ExpressionNames};
use crate::diagnostic::Diagnostic;
use crate::network::Decimal;
use crate::pipeline::inputs::Assignment;
use crate::program::Constant;
use crate::result::study::SizeValue;
use crate::source::Sources;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind};

/// Runs of one sweep.
pub const MOST_SIZES: usize = 4096;
/// Digits after the point that values have at most.
const MOST_DIGITS: u32 = 9;
/// Words between two bounds and their stride.
const STRIDE_WORDS: [&str; 2] = ["step", "korak"];

/// A name and the values it takes, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variation {
    /// The name.
    pub name: String,
    /// Its values, in units of 10^-digits.
    pub values: Vec<i64>,
    /// The digits of the values that follow the point: 0 where all are whole.
    pub digits: u32,
}

/// Reads `--vary NAME=SIZES`.
pub fn read(vary: &Assignment, sources: &mut Sources) -> Result<Variation, Vec<Diagnostic>> {
    let parts: Vec<Part> = (vary.value.to_string().split(','))
        .map(|part| Part::read(vary, part.trim(), sources))
        .collect::<Result<_, _>>()?;
    let numbers = || parts.iter().flat_map(Part::numbers);
    let digits = numbers().map(Decimal::digits).max().unwrap_or(0);
    if digits > MOST_DIGITS {
        let most = MOST_DIGITS;
        return Err(bad(vary, BadSizes::TooManyDigits { digits, most }));
    }
    let mut values = Vec::new();
    for part in &parts {
        values.extend(part.values(vary, digits)?);
        if values.len() > MOST_SIZES {
            return Err(bad(vary, BadSizes::TooMany { most: MOST_SIZES }));
        }
    }
    values.sort_unstable();
    values.dedup();
    if values.is_empty() {
        return Err(bad(vary, BadSizes::Empty));
    }
    Ok(Variation {
        name: vary.name.clone(),
        values,
        digits,
    })
}

/// A size, a whole number or a decimal.
#[derive(Debug, Clone, Copy)]
struct Number {
    /// The number is less than 0, and the decimal the same without its sign.
    is_negative: bool,
    decimal: Decimal,
    /// The base where it is written as a power.
    base: Option<i64>,
}

/// One size or one range.
enum Part {
    One(Number),
    /// From one bound to the other, each larger than the last by the stride; without one, by 1 in
    /// the last digit that either bound has.
    Stepped(Number, Number, Option<Number>),
    /// From one bound to the other, each a constant factor times the last.
    Powers(Number, Number, i64),
}

impl Part {
    fn read(vary: &Assignment, text: &str, sources: &mut Sources) -> Result<Self, Vec<Diagnostic>> {
        let Some((from, rest)) = text.split_once("..") else {
            // `4-10` is a number, and hardly meant as one.
            if let Some((from, to)) = text.split_once('-').filter(|(from, _)| !from.is_empty())
                && number(vary, text, sources)?.is_negative
            {
                let negative = BadSizes::Negative {
                    text: text.to_owned(),
                    bounds: [from.trim().to_owned(), to.trim().to_owned()],
                };
                return Err(bad(vary, negative));
            }
            return Ok(Self::One(number(vary, text, sources)?));
        };
        let rest = rest.trim_start_matches('.');
        let stride = STRIDE_WORDS
            .iter()
            .find_map(|word| rest.split_once(&format!(" {word} ")));
        let (to, stride) = match stride {
            Some((to, stride)) => (to, Some(stride.trim())),
            None => (rest, None),
        };
        let (from, to) = (number(vary, from, sources)?, number(vary, to, sources)?);
        if let Some(stride) = stride {
            let Some(factor) = stride.strip_prefix('*') else {
                let stride = number(vary, stride, sources)?;
                return Ok(Self::Stepped(from, to, Some(stride)));
            };
            let factor = number(vary, factor, sources)?;
            let whole = factor.units(0);
            let whole = whole.ok_or_else(|| bad(vary, BadSizes::Factor(factor.decimal)))?;
            return Ok(Self::Powers(from, to, whole));
        }
        Ok(match (from.base, to.base) {
            (Some(base), Some(same)) if base == same => Self::Powers(from, to, base),
            // The number 1 is the power 2^0 in every spelling.
            _ => Self::Stepped(from, to, None),
        })
    }

    /// The numbers that it consists of.
    fn numbers(&self) -> impl Iterator<Item = Decimal> {
        let (one, two, three) = match self {
            Self::One(one) => (one, None, None),
            Self::Stepped(from, to, stride) => (from, Some(to), stride.as_ref()),
            Self::Powers(from, to, _) => (from, Some(to), None),
        };
        let all = std::iter::once(one).chain(two).chain(three);
        all.map(|number| number.decimal)
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// The sizes in units of 10^-digits.
    fn values(&self, vary: &Assignment, digits: u32) -> Result<Vec<i64>, Vec<Diagnostic>> {
        let units = |number: &Number| {
            let units = number.units(digits);
            units.ok_or_else(|| bad(vary, BadSizes::TooLarge(number.decimal)))
        };
        match self {
            Self::One(one) => Ok(vec![units(one)?]),
            Self::Powers(from, to, factor) => powers(vary, units(from)?, units(to)?, *factor),
            Self::Stepped(from, to, stride) => {
                let own = from.decimal.digits().max(to.decimal.digits());
                let stride = match stride {
                    Some(stride) => units(stride)?,
                    None => 10_i64.checked_pow(digits - own).unwrap_or(i64::MAX),
                };
                if stride < 1 {
                    let stride = SizeValue::new(stride, digits);
                    return Err(bad(vary, BadSizes::Stride(stride)));
                }
                Ok(stepped(units(from)?, units(to)?, stride))
            }
        }
    }
}

impl Number {
    /// In units of 10^-digits.
    fn units(&self, digits: u32) -> Option<i64> {
        let units = i64::try_from(self.decimal.scaled(digits)?).ok()?;
        Some(if self.is_negative { -units } else { units })
    }
}

/// From one bound to the other, one more than may be run at most.
fn stepped(from: i64, to: i64, stride: i64) -> Vec<i64> {
    std::iter::successors(Some(from), |size| size.checked_add(stride))
        .take_while(|size| *size <= to)
        .take(MOST_SIZES + 1)
        .collect()
}

fn powers(vary: &Assignment, from: i64, to: i64, factor: i64) -> Result<Vec<i64>, Vec<Diagnostic>> {
    if factor < 2 || from < 1 {
        return Err(bad(vary, BadSizes::DoesNotGrow));
    }
    let sizes = std::iter::successors(Some(from), |size| size.checked_mul(factor));
    Ok(sizes.take_while(|size| *size <= to).collect())
}

/// A number: a decimal as it is written, else a formula whose value is whole.
fn number(vary: &Assignment, text: &str, sources: &mut Sources) -> Result<Number, Vec<Diagnostic>> {
    let text = text.trim();
    if let Ok(decimal) = text.parse::<Decimal>() {
        return Ok(Number {
            is_negative: false,
            decimal,
            base: None,
        });
    }
    let no_size = |why| {
        let text = text.to_owned();
        bad(vary, BadSizes::NoSize { text, why })
    };
    let expression = expression::parse(text, &vary.name, sources).map_err(|_| no_size(None))?;
    let value =
        expression::evaluate(&expression, &ExpressionNames::default()).map_err(|problems| {
            let reason = problems.into_iter().next();
            no_size(reason.map(|problem| NoSize::NoValue(problem.message)))
        })?;
    let value = match value {
        Constant::Int(value) => value,
        Constant::Real(value) if value.fract() == 0.0 && value.abs() < 2_f64.powi(62) => {
            value as i64
        }
        _ => return Err(no_size(None)),
    };
    let size = i128::from(value.unsigned_abs());
    Ok(Number {
        is_negative: value < 0,
        decimal: Decimal::new(size, 0).map_err(|error| no_size(Some(NoSize::NoDecimal(error))))?,
        base: base(&expression),
    })
}

fn base(expression: &Expr) -> Option<i64> {
    match &expression.kind {
        ExprKind::Binary(BinaryOp::Power, _, base, _) => match base.kind {
            ExprKind::Int(base) if base > 1 => Some(base),
            _ => None,
        },
        _ => None,
    }
}

fn bad(vary: &Assignment, why: BadSizes) -> Vec<Diagnostic> {
    let vary = vary.clone();
    OptionProblem::BadSizes { vary, why }.refused()
}
