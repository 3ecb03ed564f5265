//! Quotients of ints whose fraction is lost where it seems to be meant: `1/n`, `(i/n)*2.0`.
//!
//! `/` of two ints is floored. A quotient is reported in three cases, in none of which a floored one has
//! a use:
//!
//! * both operands are constants, and it is 0: `1/2`;
//! * 1 is divided by what is no constant: it is 1 for the divisor 1, and for all larger ones 0;
//! * it is a factor of a real product, and the divisor is no constant. Who takes a row number from the
//!   number of a cell also takes the rest, `k mod m`, and means a floored quotient: where the
//!   algorithm has the rest of the same two operands, nothing is said.
//!
//! Where an algorithm is called with ints and with reals, the quotient has its use.

use std::collections::{BTreeMap, HashSet};

use super::{LostFraction, Warning};
use crate::program::visit::{self, Visitor, walk_expression};
use crate::program::{BinaryOp, Constant, Conversion, Expr, ExprKind, Program, Type};
use crate::source::{Sources, Span};

/// Looks at every quotient of a program and of what it does not reach.
pub(super) fn check<'p>(
    programs: impl Iterator<Item = &'p Program>,
    sources: &Sources,
) -> Vec<Warning> {
    let mut found: BTreeMap<Span, Option<LostFraction>> = BTreeMap::new();
    for algorithm in programs.flat_map(|program| &program.algorithms) {
        let mut finder = Finder {
            sources,
            quotients: Vec::new(),
            factors: BTreeMap::new(),
            rests: HashSet::new(),
        };
        visit::statements(&mut finder, &algorithm.body);
        for quotient in &finder.quotients {
            let why = finder.lost_fraction(quotient);
            let known = found.entry(quotient.span).or_insert_with(|| why.clone());
            // In another copy of the algorithm it is of reals, or has a use.
            if why.is_none() {
                *known = None;
            }
        }
    }
    (found.into_iter())
        .filter_map(|(span, why)| Some(Warning::LostFraction { span, why: why? }))
        .collect()
}

/// A quotient.
struct Quotient {
    span: Span,
    is_of_ints: bool,
    /// The operands, as far as they are constants.
    values: [Option<i64>; 2],
    /// The operands as written.
    written: [String; 2],
}

struct Finder<'s> {
    sources: &'s Sources,
    quotients: Vec<Quotient>,
    /// The quotients that are factors of real products, and these.
    factors: BTreeMap<Span, Span>,
    /// The operands, as written, of which the rest is taken.
    rests: HashSet<[String; 2]>,
}

impl Visitor for Finder<'_> {
    fn expression(&mut self, expression: &Expr) {
        if let ExprKind::Binary(operator, left, right) = &expression.kind {
            let written = [left, right].map(|operand| self.written(operand.span));
            match operator {
                BinaryOp::Divide => self.quotients.push(Quotient {
                    span: expression.span,
                    is_of_ints: expression.ty == Type::Int,
                    values: [left, right].map(|operand| constant(operand)),
                    written,
                }),
                BinaryOp::Modulo => {
                    self.rests.insert(written);
                }
                BinaryOp::Multiply => {
                    for factor in [left, right] {
                        if let ExprKind::Convert(Conversion::IntToReal, quotient) = &factor.kind {
                            self.factors.insert(quotient.span, expression.span);
                        }
                    }
                }
                _ => {}
            }
        }
        walk_expression(self, expression);
    }
}

impl Finder<'_> {
    /// An expression as written, without blanks and the brackets around it.
    fn written(&self, span: Span) -> String {
        let mut text: String = self.sources.text(span).split_whitespace().collect();
        while let Some(inside) = text
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'))
            && !inside.contains(['(', ')'])
        {
            text = inside.to_owned();
        }
        text
    }

    fn lost_fraction(&self, quotient: &Quotient) -> Option<LostFraction> {
        if !quotient.is_of_ints {
            return None;
        }
        match quotient.values {
            [Some(dividend), Some(divisor)] => {
                (0 < dividend && dividend < divisor).then_some(LostFraction::AlwaysZero)
            }
            [Some(1), None] => Some(LostFraction::OneOver {
                divisor: quotient.written[1].clone(),
            }),
            [_, None] if !self.rests.contains(&quotient.written) => {
                let product = *self.factors.get(&quotient.span)?;
                Some(LostFraction::FactorOfReal { product })
            }
            _ => None,
        }
    }
}

/// The value of an int literal.
fn constant(expression: &Expr) -> Option<i64> {
    match expression.kind {
        ExprKind::Constant(Constant::Int(value)) => Some(value),
        _ => None,
    }
}
