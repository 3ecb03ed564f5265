//! Θ classes: of closed forms, and of formulas as users write them.

pub use super::order::Growth;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

/// What of a sum no other part of it dominates, without repetition; 1 for nothing.
pub fn leading(
    growths: impl IntoIterator<Item = Growth>,
    variables: usize,
    bounded: bool,
) -> Vec<Growth> {
    let mut kept: Vec<Growth> = Vec::new();
    for growth in growths {
        if kept.iter().any(|known| known.dominates(&growth, bounded)) {
            continue;
        }
        kept.retain(|known| !growth.dominates(known, bounded));
        kept.push(growth);
    }
    if kept.is_empty() {
        kept.push(Growth::one(variables));
    }
    kept
}

/// The class as an expression of the language: `n/p + log p`.
pub fn theta_text(leading: &[Growth], variables: &[String]) -> String {
    let texts: Vec<String> = leading
        .iter()
        .map(|growth| growth.text(variables))
        .collect();
    texts.join(" + ")
}

/// Whether every part of one sum is dominated by a part of the other: one = O(other).
pub fn is_bounded_by(one: &[Growth], other: &[Growth], bounded: bool) -> bool {
    one.iter()
        .all(|part| other.iter().any(|bound| bound.dominates(part, bounded)))
}

/// The growth of a formula as a user writes it, in which `constants` do not grow; none where it
/// is not of a kind that is known here, or where parts of it may cancel.
pub fn of_expression(
    expression: &Expr,
    variables: &[String],
    constants: &[String],
    bounded: bool,
) -> Option<Vec<Growth>> {
    let reader = Reader {
        variables,
        constants,
        bounded,
    };
    reader.growth(expression)
}

struct Reader<'a> {
    variables: &'a [String],
    constants: &'a [String],
    bounded: bool,
}

impl Reader<'_> {
    fn growth(&self, expression: &Expr) -> Option<Vec<Growth>> {
        let count = self.variables.len();
        match &expression.kind {
            ExprKind::Int(_) | ExprKind::Real(_) => Some(vec![Growth::one(count)]),
            ExprKind::Name(name) if self.constants.contains(&name.text) => {
                Some(vec![Growth::one(count)])
            }
            ExprKind::Name(name) => {
                let at = (self.variables.iter()).position(|known| *known == name.text)?;
                let mut growth = Growth::one(count);
                growth.orders[at].power = 1.0;
                Some(vec![growth])
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => self.growth(operand),
            ExprKind::Binary(operator, _, left, right) => self.binary(*operator, left, right),
            ExprKind::Call(name, arguments) if name.operator.is_none() => {
                self.call(&name.stem, arguments)
            }
            _ => None,
        }
    }

    fn binary(&self, operator: BinaryOp, left: &Expr, right: &Expr) -> Option<Vec<Growth>> {
        if operator == BinaryOp::Power {
            return self.power(left, right);
        }
        let (one, two) = (self.growth(left)?, self.growth(right)?);
        match operator {
            BinaryOp::Add => Some(self.leading(one.into_iter().chain(two))),
            BinaryOp::Subtract => {
                // n·log n − n: the larger side counts, unless both may cancel.
                let smaller = is_bounded_by(&two, &one, self.bounded)
                    && !is_bounded_by(&one, &two, self.bounded);
                smaller.then_some(one)
            }
            BinaryOp::Multiply => {
                let products = one
                    .iter()
                    .flat_map(|left| two.iter().map(|right| left.times(right)));
                Some(self.leading(products))
            }
            BinaryOp::Divide => match two.as_slice() {
                [below] => {
                    let below = below.to_the(-1.0);
                    Some(self.leading(one.iter().map(|above| above.times(&below))))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn power(&self, base: &Expr, exponent: &Expr) -> Option<Vec<Growth>> {
        if let Some(exponent) = constant(exponent) {
            return match self.growth(base)?.as_slice() {
                [base] => Some(vec![base.to_the(exponent)]),
                parts if exponent > 0.0 => {
                    let powers = parts.iter().map(|part| part.to_the(exponent));
                    Some(self.leading(powers))
                }
                _ => None,
            };
        }
        let base = constant(base).filter(|base| *base > 1.0)?;
        let mut growth = Growth::one(self.variables.len());
        match &exponent.kind {
            ExprKind::Name(name) => {
                let at = (self.variables.iter()).position(|known| *known == name.text)?;
                growth.orders[at].exponential = base.log2();
            }
            ExprKind::Call(name, arguments) => {
                let inner = match (name.stem.as_str(), arguments.as_slice()) {
                    ("log", [inner]) => inner,
                    ("ceil" | "floor", [rounded]) => match &rounded.kind {
                        ExprKind::Call(name, arguments) if name.stem == "log" => {
                            arguments.first()?
                        }
                        _ => return None,
                    },
                    _ => return None,
                };
                let ExprKind::Name(name) = &inner.kind else {
                    return None;
                };
                let at = (self.variables.iter()).position(|known| *known == name.text)?;
                growth.orders[at].power = base.log2();
            }
            _ => return None,
        }
        Some(vec![growth])
    }

    fn call(&self, name: &str, arguments: &[Expr]) -> Option<Vec<Growth>> {
        match (name, arguments) {
            ("ceil" | "floor" | "round" | "abs", [inner]) => self.growth(inner),
            ("max", arguments) => {
                let parts: Option<Vec<_>> =
                    arguments.iter().map(|part| self.growth(part)).collect();
                Some(self.leading(parts?.into_iter().flatten()))
            }
            ("sqrt", [inner]) => {
                let inner = self.growth(inner)?;
                Some(inner.iter().map(|part| part.to_the(0.5)).collect())
            }
            ("log", [inner]) => self.log(&self.growth(inner)?),
            _ => None,
        }
    }

    /// log of a sum grows as the log of its parts do together.
    fn log(&self, inner: &[Growth]) -> Option<Vec<Growth>> {
        let count = self.variables.len();
        let mut logs = Vec::new();
        for part in inner {
            if let [first, second] = part.orders.as_slice()
                && (first.power, second.power) == (1.0, -1.0)
                && first.log == 0.0
                && second.log == 0.0
            {
                let mut growth = Growth::one(count);
                growth.quotient_log = 1.0;
                logs.push(growth);
                continue;
            }
            for (at, order) in part.orders.iter().enumerate() {
                let mut growth = Growth::one(count);
                if order.exponential > 0.0 {
                    growth.orders[at].power = 1.0;
                } else if order.power > 0.0 {
                    growth.orders[at].log = 1.0;
                } else if order.power == 0.0 && order.log > 0.0 {
                    growth.orders[at].log_log = 1.0;
                } else if order.direction() != 0 {
                    return None;
                }
                logs.push(growth);
            }
        }
        Some(self.leading(logs))
    }

    fn leading(&self, growths: impl IntoIterator<Item = Growth>) -> Vec<Growth> {
        leading(growths, self.variables.len(), self.bounded)
    }
}

fn constant(expression: &Expr) -> Option<f64> {
    match &expression.kind {
        ExprKind::Int(value) => Some(*value as f64),
        ExprKind::Real(value) => Some(*value),
        ExprKind::Unary(UnaryOp::Negate, operand) => constant(operand).map(|value| -value),
        ExprKind::Binary(BinaryOp::Divide, _, left, right) => {
            Some(constant(left)? / constant(right)?)
        }
        _ => None,
    }
}
