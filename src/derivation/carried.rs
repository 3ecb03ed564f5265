//! Scalars with which a turn begins as the turn before it has left them, such as `d` in
//! `d = q - 1; q = q / 2;`: known from the second turn on, so that the first is told apart.

use super::courses::{Course, assigned};
use super::facts::Facts;
use super::formula::{Formula, Symbol};
use super::obstacle::{Obstacle, Reason};
use super::turns::{Inside, Turns};
use super::walker::{Frame, Walker};
use super::worth::Worth;
use crate::program::{ScalarId, Stmt, StmtKind, Target};

impl Walker<'_> {
    /// The scalars that a turn leaves with formulas of its index, if what it stops at may be one of
    /// them.
    pub(super) fn carried_for(
        &mut self,
        obstacle: &Obstacle,
        turns: &Turns,
        symbol: &Symbol,
        inside: Inside<'_>,
        before: &Frame,
    ) -> Vec<(ScalarId, Course)> {
        let (Inside::Body(body, _) | Inside::Tested(_, body, _)) = inside else {
            return Vec::new();
        };
        match obstacle {
            Obstacle::Reason(_, Reason::DependsOn(_) | Reason::Turns(_)) if turns.is_ascending => {
                *self.frame_mut() = before.clone();
                self.carried(turns, symbol, body)
            }
            _ => Vec::new(),
        }
    }

    fn carried(
        &mut self,
        turns: &Turns,
        symbol: &Symbol,
        body: &[Stmt],
    ) -> Vec<(ScalarId, Course)> {
        self.begin_turn(turns, symbol, body);
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
            let new = self.assigned_worth(*id, *update, value);
            let new = new.unwrap_or_else(|_| Worth::Unknown(self.scalar_name(*id)));
            self.frame_mut().scalars[id.index()] = Some(new);
        }
        let is_known = |id: &ScalarId| turns.scalars.iter().any(|(known, _)| known == id);
        let found = assigned(body).0.into_iter().filter(|id| !is_known(id));
        found
            .filter_map(|id| match &self.frame().scalars[id.index()] {
                Some(Worth::Number(left)) => {
                    Some((id, Course::Carried(symbol.clone(), left.clone())))
                }
                _ => None,
            })
            .collect()
    }
}

/// The first turn, if there is any, which begins with what was there before the loop, and all others.
pub(super) fn first_apart(
    turns: &Turns,
    carried: Vec<(ScalarId, Course)>,
    before: &Frame,
    facts: &Facts,
) -> Option<Vec<Turns>> {
    let mut parts = vec![turns.clone(), turns.clone()];
    parts[0].high = facts.least(vec![turns.low.clone(), turns.high.clone()]);
    parts[1].low = turns.low.plus_number(1)?;
    for (id, _) in &carried {
        if let Some(Worth::Number(start)) = &before.scalars[id.index()] {
            let stays = Course::Linear(start.clone(), Formula::default());
            parts[0].scalars.push((*id, stays));
        }
    }
    parts[1].scalars.extend(carried);
    Some(parts)
}
