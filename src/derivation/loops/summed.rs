//! Scalars to which every iteration adds the value of others: `k = k + 1; s = s + k`.

use super::courses::{Assigned, Course, Fixed};
use super::updates::Update;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::walker::Walker;
use crate::derivation::worth::Worth;
use crate::program::visit::Visitor;
use crate::program::{BinaryOp, ScalarId};

impl Walker<'_> {
    /// The evolution of such a scalar, given those of others: Σ of the added values over the previous
    /// iterations.
    pub(super) fn summed_course(
        &mut self,
        update: &Update,
        others: &[(ScalarId, Course)],
        changed: &Assigned,
    ) -> Option<Course> {
        let sign = match (update.op, &update.more) {
            (BinaryOp::Add, None) => 1,
            (BinaryOp::Subtract, None) => -1,
            _ => return None,
        };
        let is_known = |id: &ScalarId| others.iter().any(|(other, _)| other == id);
        let mut looked = Fixed {
            changed: &(
                (changed.0.iter().copied())
                    .filter(|id| !is_known(id))
                    .collect(),
                changed.1.clone(),
            ),
            is_fixed: true,
        };
        looked.expression(&update.operand);
        let Some(Worth::Number(start)) = self.frame().scalars[update.scalar.index()].clone() else {
            return None;
        };
        if !looked.is_fixed {
            return None;
        }
        let saved = (self.frame().clone(), self.facts.clone());
        let (before, turn) = (self.unbounded("t"), self.new_symbol("t"));
        for (id, course) in others {
            let value = course.at(&Formula::symbol(&before), &self.facts);
            let unknown = || Worth::Unknown(self.scalar_name(*id));
            let value = value.map_or_else(unknown, Worth::Number);
            self.frame_mut().scalars[id.index()] = Some(value);
        }
        let added = self.evaluate(&update.operand);
        let sum = match added {
            // Sums of fractions are rounded in each iteration.
            Ok(Worth::Number(added)) if self.facts.is_whole(&added) => {
                let last = Formula::symbol(&turn).plus_number(-1);
                last.and_then(|last| (self.facts).sum(&added, &before, &Formula::default(), &last))
            }
            _ => None,
        };
        (*self.frame_mut(), self.facts) = saved;
        let value = start.plus(&sum?.times_number(sign)?)?;
        Some(Course::Summed(turn, value))
    }
}
