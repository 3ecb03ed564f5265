//! The lengths of input arrays: formulas of the sizes, or separate numbers if the declaration gives no
//! such formula.

use super::numbers::Numbers;
use super::subject::Assumption;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Symbol, SymbolMeaning};
use crate::program::Builtin;
use crate::semantic::function_named;
use crate::syntax::ast;

/// A length that no formula of the sizes gives. It is a number of its own, measured in a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasuredLength {
    /// Its symbol.
    pub symbol: Symbol,
    /// The input whose length it is.
    pub input: String,
    /// The dimension.
    pub axis: usize,
}

impl Numbers {
    /// The length of an input along a dimension.
    pub(super) fn length(
        &mut self,
        (input, axis): (&str, usize),
        written: Option<&ast::Expr>,
        assumption: &Assumption,
        facts: &Facts,
    ) -> Formula {
        let length = written.and_then(|written| self.whole(written, facts));
        length.unwrap_or_else(|| {
            let symbol = Symbol {
                id: self.symbols.len() as u32,
                name: format!("length({input})").into(),
                meaning: SymbolMeaning::Itself,
            };
            let raised = assumption.raised.get(&symbol.name).copied();
            let least = assumption.least.max(raised.unwrap_or(0));
            self.symbols.push((symbol.clone(), least));
            self.measured.push(MeasuredLength {
                symbol: symbol.clone(),
                input: input.to_owned(),
                axis,
            });
            Formula::symbol(&symbol)
        })
    }

    /// An integer expression of a declaration, where `/` rounds down.
    fn whole(&self, written: &ast::Expr, facts: &Facts) -> Option<Formula> {
        match &written.kind {
            ast::ExprKind::Name(name) => self.by_name.get(name.text.as_str()).cloned(),
            ast::ExprKind::Int(value) => Some(Formula::number(i128::from(*value))),
            ast::ExprKind::Binary(op, _, left, right) => {
                let (left, right) = (self.whole(left, facts)?, self.whole(right, facts)?);
                match op {
                    ast::BinaryOp::Add => left.plus(&right),
                    ast::BinaryOp::Subtract => left.minus(&right),
                    ast::BinaryOp::Multiply => left.times(&right),
                    ast::BinaryOp::Divide => facts.quotient(&left, &right),
                    ast::BinaryOp::Power => match right.as_whole() {
                        Some(power) => left.power(u32::try_from(power).ok()?),
                        None => left
                            .as_whole()
                            .filter(|base| *base > 0)
                            .and(left.raised(&right)),
                    },
                    _ => None,
                }
            }
            ast::ExprKind::Call(name, arguments) if name.operator.is_none() => {
                let function = function_named(&name.stem)?;
                let all = || {
                    let all = arguments.iter().map(|argument| self.whole(argument, facts));
                    all.collect::<Option<Vec<_>>>()
                };
                match (function, arguments.as_slice()) {
                    (Builtin::Min, _) => Some(facts.least(all()?)),
                    (Builtin::Max, _) => Some(facts.greatest(all()?)),
                    (Builtin::Floor, [argument]) => facts.floor(&self.real(argument, facts)?),
                    (Builtin::Ceil, [argument]) => facts.ceil(&self.real(argument, facts)?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The operand of a rounding function: a quotient, which need not be an integer.
    fn real(&self, written: &ast::Expr, facts: &Facts) -> Option<Formula> {
        match &written.kind {
            ast::ExprKind::Binary(ast::BinaryOp::Divide, _, left, right) => {
                (self.whole(left, facts)?).over(&self.whole(right, facts)?)
            }
            _ => self.whole(written, facts),
        }
    }
}
