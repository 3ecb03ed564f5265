//! Values of a run by their names in the program, for what a user asks at a pause.

use crate::engine::lanes::selection::Lane;
use crate::machine::step_view::Variable;
use crate::machine::view::{ArrayView, TeamView, View};
use crate::program::Constant;
use crate::semantic::constant::Lookup;
use crate::session::expression::{self, Elements};
use crate::syntax::ast::ExprKind;
use crate::syntax::vocabulary::Vocabulary;

/// The names that stand for something at a pause: arrays and scalars of the program, then those of
/// the blocks and calls that are open, as their first processors see them. Where a processor is named,
/// what it holds for itself comes first.
#[derive(Clone, Copy)]
pub struct Pause<'v> {
    /// The run.
    pub view: View<'v>,
    /// As in `i = 3`.
    pub processor: Option<&'v str>,
    /// That of the messages.
    pub vocabulary: Vocabulary,
}

/// A cell that a user named.
pub struct NamedCell<'v> {
    /// The array or shared scalar.
    pub array: ArrayView<'v>,
    /// The place in it, counted row by row.
    pub place: usize,
}

impl NamedCell<'_> {
    /// Its number in memory.
    pub fn number(&self) -> u32 {
        self.array.base() + self.place as u32
    }
}

impl<'v> Pause<'v> {
    /// An array or shared scalar.
    pub fn array(self, name: &str) -> Option<ArrayView<'v>> {
        let own = self.processor.and_then(|processor| {
            held_by(self.view, processor, |team, lane| {
                team.arrays(lane).find(|array| array.name == name)
            })
        });
        if own.is_some() {
            return own;
        }
        let mut teams = self.view.teams().into_iter();
        teams.find_map(|team| team.arrays(0).find(|array| array.name == name))
    }

    /// The value of an expression; words for why there is none.
    pub fn value(self, text: &str) -> Result<Constant, String> {
        expression::value(text, &self)
    }

    /// The value of a formula, in which `/` is exact and `log` need not be whole.
    pub fn formula(self, text: &str) -> Result<f64, String> {
        expression::formula(text, &self)
    }

    /// The cell of which a user writes `A[5]`, `M[2,3]` or `x`.
    pub fn cell(self, text: &str) -> Result<NamedCell<'v>, String> {
        let (name, subscripts) = match expression::read(text)?.kind {
            ExprKind::Name(name) => (name.text, Vec::new()),
            ExprKind::Element(name, subscripts) => (name.text, subscripts),
            _ => return Err(format!("`{text}` is no cell; write it as in `A[5]`")),
        };
        let array = self.array(&name).ok_or_else(|| match self.scalar(&name) {
            Some(_) => format!(
                "`{name}` is no cell of shared memory: whoever holds it has its own, as in `why {name} for \
                 i = 3`"
            ),
            None => format!(
                "there is no array or shared scalar `{name}` at this step; `view memory` lists them"
            ),
        })?;
        let mut places = Vec::new();
        for subscript in subscripts {
            places.push(expression::subscript(subscript, &self)?);
        }
        if places.is_empty() && array.rank > 0 {
            return Err(format!(
                "`{name}` is an array: say which cell, as in `{name}[0]`"
            ));
        }
        if places.len() != usize::from(array.rank) {
            return Err(format!(
                "`{name}` has another number of dimensions than `{text}`"
            ));
        }
        let place = array.place(&places).ok_or_else(|| {
            let lengths = array.dimensions();
            let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
            let length = lengths.join("×");
            format!("`{text}` is outside of `{name}`, which has {length} elements, counted from 0")
        })?;
        Ok(NamedCell { array, place })
    }
}

/// What a processor, in its innermost call that has it, answers.
fn held_by<'v, T>(
    view: View<'v>,
    processor: &str,
    ask: impl Fn(TeamView<'v>, Lane) -> Option<T>,
) -> Option<T> {
    view.teams().into_iter().rev().find_map(|team| {
        let lane = (0..team.processors()).find(|lane| team.name(*lane) == processor)?;
        ask(team, lane)
    })
}

/// What a processor holds in a scalar of its own, that of its innermost call, and which one it is.
pub(super) fn own_scalar(
    view: View<'_>,
    name: &str,
    processor: &str,
) -> Option<(Variable, Constant)> {
    held_by(view, processor, |team, lane| team.own(name, lane))
}

impl Elements for Pause<'_> {
    fn element(&self, array: &str, places: &[i64]) -> Result<Constant, String> {
        let found = self.array(array);
        let found = found.ok_or_else(|| format!("there is no array `{array}` here"))?;
        let value = found.place(places).and_then(|place| found.cell(place));
        value.ok_or_else(|| format!("that cell of `{array}` holds nothing"))
    }
}

impl Lookup for Pause<'_> {
    fn scalar(&self, name: &str) -> Option<Constant> {
        let own = (self.processor).and_then(|processor| own_scalar(self.view, name, processor));
        if let Some((_, value)) = own {
            return Some(value);
        }
        let shared = self.array(name).filter(|array| array.rank == 0);
        shared.and_then(|array| array.cell(0)).or_else(|| {
            let mut teams = self.view.teams().into_iter();
            teams.find_map(|team| {
                let mut scalars = team.scalars(0).filter(|_| team.processors() == 1);
                scalars.find(|(known, _)| *known == name)?.1
            })
        })
    }

    fn length(&self, name: &str, dimension: Option<u8>) -> Option<i64> {
        let array = self.array(name)?;
        let length = match dimension {
            None => array.len(),
            Some(dimension) => *array.dimensions().get(usize::from(dimension))?,
        };
        Some(length as i64)
    }

    fn vocabulary(&self) -> Vocabulary {
        self.vocabulary
    }
}
