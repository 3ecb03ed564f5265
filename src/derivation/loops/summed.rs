//! Scalars to which every iteration adds the value of others: `k = k + 1; s = s + k`.

use super::evolutions::{Assigned, Evolution, InvariantCheck};
use super::updates::Update;
use crate::derivation::abstract_value::AbstractValue;
use crate::derivation::algebra::formula::Formula;
use crate::derivation::walker::Walker;
use crate::program::visit::Visitor;
use crate::program::{BinaryOp, ScalarId};

impl Walker<'_> {
    /// The evolution of such a scalar, given those of others: Σ of the added values over the previous
    /// iterations.
    pub(super) fn summed_evolution(
        &mut self,
        update: &Update,
        others: &[(ScalarId, Evolution)],
        changed: &Assigned,
    ) -> Option<Evolution> {
        let sign = match (update.op, &update.more) {
            (BinaryOp::Add, None) => 1,
            (BinaryOp::Subtract, None) => -1,
            _ => return None,
        };
        let is_known = |id: &ScalarId| others.iter().any(|(other, _)| other == id);
        let mut looked = InvariantCheck {
            changed: &(
                (changed.0.iter().copied())
                    .filter(|id| !is_known(id))
                    .collect(),
                changed.1.clone(),
            ),
            is_fixed: true,
        };
        looked.expression(&update.operand);
        let Some(AbstractValue::Number(start)) =
            self.frame().scalars[update.scalar.index()].clone()
        else {
            return None;
        };
        if !looked.is_fixed {
            return None;
        }
        let saved = (self.frame().clone(), self.facts.clone());
        let (before, iteration) = (self.unbounded("t"), self.new_symbol("t"));
        for (id, evolution) in others {
            let value = evolution.at(&Formula::symbol(&before), &self.facts);
            let unknown = || AbstractValue::Unknown(self.scalar_name(*id));
            let value = value.map_or_else(unknown, AbstractValue::Number);
            self.frame_mut().scalars[id.index()] = Some(value);
        }
        let added = self.evaluate(&update.operand);
        let sum = match added {
            // Sums of fractions are rounded in each iteration.
            Ok(AbstractValue::Number(added)) if self.facts.is_whole(&added) => {
                let last = Formula::symbol(&iteration).plus_number(-1);
                last.and_then(|last| (self.facts).sum(&added, &before, &Formula::default(), &last))
            }
            _ => None,
        };
        (*self.frame_mut(), self.facts) = saved;
        let value = start.plus(&sum?.times_number(sign)?)?;
        Some(Evolution::Summed(iteration, value))
    }
}
