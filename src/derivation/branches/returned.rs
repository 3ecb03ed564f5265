//! The value that an algorithm returns if branches return different values.

use super::leaving::Leaves;
use crate::derivation::abstract_value::{AbstractValue, Truth};
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::asynchronous::clock::Certainty;
use crate::derivation::dependence::Dependence;
use crate::derivation::obstacle::Obstacle;
use crate::derivation::walker::{Outcome, Walker};
use crate::program::{Stmt, StmtKind};

/// The value of a `vrati`.
pub(in crate::derivation) struct Returned {
    value: Option<AbstractValue>,
    lengths: Option<Vec<Formula>>,
    is_loaded: Certainty,
}

impl Walker<'_> {
    /// A processor that returns under a condition on data does not execute the following statements:
    /// `if (c) { …; return; } rest` is `if (c) { …; return; } else rest`, where both sides may contain
    /// recursive calls.
    pub(in crate::derivation) fn otherwise_rest(
        &mut self,
        statement: &Stmt,
        rest: &[Stmt],
    ) -> Result<Option<Outcome>, Obstacle> {
        let StmtKind::If {
            condition,
            charge,
            then,
            otherwise,
        } = &statement.kind
        else {
            return Ok(None);
        };
        let returns = matches!(
            then.last().map(|last| &last.kind),
            Some(StmtKind::Return(_))
        );
        if !returns || !otherwise.is_empty() || rest.is_empty() {
            return Ok(None);
        }
        if self.open_recursions.is_empty() || self.runs_concurrently() || self.native.is_some() {
            return Ok(None);
        }
        let truth = self.evaluate(condition)?.truth();
        if !matches!(self.decided(truth), Truth::Unknown(_)) {
            return Ok(None);
        }
        let sides = [then.as_slice(), rest];
        self.branch((condition, *charge), sides, statement.span)
            .map(Some)
    }

    /// The value that the last side returned, if it returned.
    pub(in crate::derivation) fn take_returned(&mut self, leaves: &Leaves) -> Option<Returned> {
        let returned = Returned {
            value: self.returned.take(),
            lengths: self.returned_array.take(),
            is_loaded: self.is_returned_loaded,
        };
        (!leaves.is_never()).then_some(returned)
    }

    /// After a branch, the returned value is known if all sides return the same one.
    pub(in crate::derivation) fn set_returned(&mut self, sides: Vec<Returned>) {
        let common = sides.into_iter().reduce(|one, other| Returned {
            value: if one.value == other.value {
                one.value
            } else {
                Some(AbstractValue::Unknown(Dependence::Call))
            },
            lengths: one
                .lengths
                .filter(|lengths| Some(lengths) == other.lengths.as_ref()),
            is_loaded: one.is_loaded.either(other.is_loaded),
        });
        if let Some(common) = common {
            self.returned = common.value;
            self.returned_array = common.lengths;
            self.is_returned_loaded = common.is_loaded;
        }
    }

    /// Makes the returned value unknown if it depends on a symbol whose meaning changes.
    pub(in crate::derivation) fn forget_returned(&mut self, symbol: &Symbol) {
        let depends = match &self.returned {
            Some(AbstractValue::Number(number)) => number.has(symbol),
            Some(AbstractValue::Truth(truth)) => truth.symbols().contains(symbol),
            Some(AbstractValue::Unknown(_)) | None => false,
        };
        if depends {
            self.returned = Some(AbstractValue::Unknown(symbol.name.clone().into()));
        }
        let lengths = self.returned_array.take();
        self.returned_array = lengths.filter(|all| !all.iter().any(|it| it.has(symbol)));
    }
}
