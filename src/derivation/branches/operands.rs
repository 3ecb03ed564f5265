//! Operands of `and` and `or` that only some processors evaluate, where all processors take the same
//! side of the branch.

use super::branch::{BranchTest, Choice};
use crate::derivation::abstract_value::Truth;
use crate::derivation::charge::Operations;
use crate::derivation::obstacle::Obstacle;
use crate::derivation::walker::{Outcome, Walker};
use crate::program::{Expr, ExprKind};

impl Walker<'_> {
    /// The step that evaluates such a condition. It is split into groups by the first operand that
    /// differs between processors.
    pub(super) fn condition_by_operand(
        &mut self,
        condition: &Expr,
        taken: &Operations,
    ) -> Result<Outcome, Obstacle> {
        let span = condition.span;
        let Some(truth) = self.undecided_operand(condition)? else {
            return self.step(span, taken);
        };
        match self.index_sets(&truth, span) {
            Ok(Some(_)) if self.native.is_none() => {}
            Ok(_) | Err(Obstacle::Reason(..)) => return self.step(span, taken),
            Err(split) => return Err(split),
        }
        self.choose(&Choice {
            test: Some(BranchTest::Of(condition, Vec::new())),
            truth,
            sides: [&[], &[]],
            span,
        })
    }

    /// The first operand of `and` and `or` that sizes do not decide but indices may.
    fn undecided_operand(&mut self, condition: &Expr) -> Result<Option<Truth>, Obstacle> {
        let (ExprKind::And(left, right) | ExprKind::Or(left, right)) = &condition.kind else {
            let truth = self.evaluate(condition)?.truth();
            let truth = self.decided(truth);
            let is_open = matches!(truth, Truth::Nonnegative(_) | Truth::Zero(..));
            return Ok(is_open.then_some(truth));
        };
        match self.undecided_operand(left)? {
            Some(found) => Ok(Some(found)),
            None => self.undecided_operand(right),
        }
    }
}
