//! Scalars that carry a value from one iteration to the next, such as `d` in `d = q - 1; q = q / 2;`.
//! Their values are known from the second iteration on, so the first iteration is split off, and after
//! the loop.

use super::evolutions::{Evolution, assigned};
use super::iterations::{LoopCode, LoopTest};
use super::parts::Iterations;
use crate::derivation::abstract_value::AbstractValue;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::branches::leaving::is_left_early;
use crate::derivation::obstacle::{Obstacle, Reason};
use crate::derivation::walker::{AbstractFrame, Walker};
use crate::program::{ScalarId, Stmt, StmtKind, Target};

impl Walker<'_> {
    /// The scalars whose value at the end of an iteration is a formula of its index, if the obstacle may
    /// be due to one of them.
    pub(in crate::derivation) fn carried_for(
        &mut self,
        obstacle: &Obstacle,
        iterations: &Iterations,
        symbol: &Symbol,
        inside: LoopCode<'_>,
        before: &AbstractFrame,
    ) -> Vec<(ScalarId, Evolution)> {
        let (LoopCode::Body(body, _)
        | LoopCode::While(LoopTest { body, .. }, _)
        | LoopCode::Tested(LoopTest { body, .. }, _)) = inside
        else {
            return Vec::new();
        };
        if !matches!(
            obstacle,
            Obstacle::Reason(_, Reason::DependsOn(_) | Reason::Iterations(_))
        ) {
            return Vec::new();
        }
        let left = self.left_by(iterations, &Formula::symbol(symbol), before, body);
        let carried = |left| Evolution::Carried(symbol.clone(), left, -iterations.sign());
        left.into_iter()
            .map(|(id, left)| (id, carried(left)))
            .collect()
    }

    /// The values of scalars after the last iteration, if there is an iteration.
    pub(in crate::derivation) fn values_after_last(
        &mut self,
        iterations: &Iterations,
        before: &AbstractFrame,
        body: &[Stmt],
    ) -> Vec<(ScalarId, Formula)> {
        if self.facts.is_at_most(&iterations.low, &iterations.high) {
            self.left_by(iterations, iterations.last(), before, body)
        } else {
            Vec::new()
        }
    }

    /// Scalars without a known evolution whose value at the end of an iteration is known.
    fn left_by(
        &mut self,
        iterations: &Iterations,
        index: &Formula,
        before: &AbstractFrame,
        body: &[Stmt],
    ) -> Vec<(ScalarId, Formula)> {
        if is_left_early(body) {
            return Vec::new();
        }
        let saved = std::mem::replace(self.frame_mut(), before.clone());
        self.begin_iteration(iterations, index, body);
        for statement in body {
            let StmtKind::Assign {
                target: Target::Scalar(id),
                update,
                value,
                ..
            } = &statement.kind
            else {
                self.unknown_from(std::slice::from_ref(statement));
                continue;
            };
            let new = self.assigned_value(*id, *update, value);
            let new = new.unwrap_or_else(|_| AbstractValue::Unknown(self.scalar_name(*id)));
            self.frame_mut().scalars[id.index()] = Some(new);
        }
        let after = std::mem::replace(self.frame_mut(), saved);
        let is_known = |id: &ScalarId| iterations.scalars.iter().any(|(known, _)| known == id);
        let found = assigned(body).0.into_iter().filter(|id| !is_known(id));
        found
            .filter_map(|id| match &after.scalars[id.index()] {
                Some(AbstractValue::Number(left)) => Some((id, left.clone())),
                _ => None,
            })
            .collect()
    }
}

/// Splits off the iteration that starts with the values from before the loop.
pub(in crate::derivation) fn with_carried(
    [mut first, mut others]: [Iterations; 2],
    carried: Vec<(ScalarId, Evolution)>,
    before: &AbstractFrame,
) -> Vec<Iterations> {
    for (id, _) in &carried {
        if let Some(AbstractValue::Number(start)) = &before.scalars[id.index()] {
            let stays = Evolution::Linear(start.clone(), Formula::default());
            first.scalars.push((*id, stays));
        }
    }
    others.scalars.extend(carried);
    vec![first, others]
}
