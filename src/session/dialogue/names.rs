//! Values of a run by their names in the program, for what a user asks at a pause.

use crate::engine::lanes::selection::Lane;
use crate::language::Voice;
use crate::machine::step_view::Variable;
use crate::machine::view::{ArrayView, TeamView, View};
use crate::program::Constant;
use crate::semantic::constant::Lookup;
use crate::session::expression::{self, StopNames};
use crate::syntax::ast::ExprKind;

/// The names at a pause: arrays and scalars of the program, then those of the open blocks and calls, as
/// their first processors see them. If a processor is named, what it holds comes first.
#[derive(Clone, Copy)]
pub struct PauseNames<'v> {
    /// The run.
    pub view: View<'v>,
    /// As in `i = 3`.
    pub processor: Option<&'v str>,
    /// That of the messages.
    pub voice: Voice,
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

impl<'v> PauseNames<'v> {
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

    /// The outermost block or call whose processors each own an array, one of which contains this cell.
    pub fn owner_of(self, cell: &NamedCell<'_>) -> Option<TeamView<'v>> {
        let mut teams = self.view.teams().into_iter();
        teams.find(|team| {
            let lane = match self.processor {
                Some(processor) => team.lane_of(processor),
                None => (team.processors() > 0).then_some(0),
            };
            let mut own = lane.into_iter().flat_map(|lane| team.own_arrays(lane));
            own.any(|array| array.has(cell.number()))
        })
    }

    /// The outermost block or call that has an array or shared scalar.
    pub fn team_of(self, name: &str) -> Option<TeamView<'v>> {
        let mut teams = self.view.teams().into_iter();
        teams.find(|team| team.arrays(0).any(|array| array.name == name))
    }

    /// The value of an expression; an error that says why there is none.
    pub fn value(self, text: &str) -> Result<Constant, String> {
        expression::value(text, &self)
    }

    /// The value of a formula, in which `/` is exact and `log` need not be an integer.
    pub fn formula(self, text: &str) -> Result<f64, String> {
        expression::formula(text, &self)
    }

    /// The cell that a user writes as `A[5]`, `M[2,3]` or `x`.
    pub fn cell(self, text: &str) -> Result<NamedCell<'v>, String> {
        let (name, subscripts) = match expression::read(text)?.kind {
            ExprKind::Name(name) => (name.text, Vec::new()),
            ExprKind::Element(name, subscripts) => (name.text, subscripts),
            _ => return Err(format!("`{text}` is no cell; write it as in `A[5]`")),
        };
        let array = self.array(&name).ok_or_else(|| match self.scalar(&name) {
            Some(_) => format!(
                "`{name}` is no cell of shared memory: each processor has its own, as in `why {name} for \
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
            return Err(no_single_cell(&name, array.rank));
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

/// The result of a query to a processor in its innermost call that has one.
fn held_by<'v, T>(
    view: View<'v>,
    processor: &str,
    ask: impl Fn(TeamView<'v>, Lane) -> Option<T>,
) -> Option<T> {
    view.teams().into_iter().rev().find_map(|team| {
        let lane = team.lane_of(processor)?;
        ask(team, lane)
    })
}

/// The value of a scalar of a processor's own, in its innermost call, and which scalar it is.
pub(super) fn own_scalar(
    view: View<'_>,
    name: &str,
    processor: &str,
) -> Option<(Variable, Constant)> {
    held_by(view, processor, |team, lane| team.own(name, lane))
}

/// A processor at a pause: what it holds comes first, from its innermost block or call outwards, then
/// what all see.
#[derive(Clone, Copy)]
pub(super) struct PausedProcessor<'v> {
    pause: PauseNames<'v>,
    team: TeamView<'v>,
    lane: Lane,
}

impl<'v> PausedProcessor<'v> {
    pub(super) fn new(pause: PauseNames<'v>, team: TeamView<'v>, lane: Lane) -> Self {
        Self { pause, team, lane }
    }

    /// As users name it.
    pub(super) fn name(self) -> String {
        self.team.name(self.lane)
    }

    /// The values of its indices, outermost first.
    pub(super) fn indices(self) -> Vec<i64> {
        let indices = self.team.indices(self.lane).into_iter();
        indices.map(|(_, value)| value).collect()
    }

    /// The value of a scalar that it holds or sees.
    pub(super) fn value_of(self, name: &str) -> Option<Constant> {
        self.scalar(name)
    }

    /// The result of a query to it as a member of a block or call around it, the innermost that has one.
    fn first<T>(self, ask: impl Fn(TeamView<'v>, Lane) -> Option<T>) -> Option<T> {
        self.around().find_map(|(team, lane)| ask(team, lane))
    }

    /// The value of a scalar that it sees: in its innermost block or call, or in blocks around that in
    /// the same call.
    fn seen(self, name: &str) -> Option<Constant> {
        let mut is_inside = true;
        let mut around = self.around().take_while(|(team, _)| {
            let is_seen = is_inside;
            is_inside &= !team.is_call();
            is_seen
        });
        around.find_map(|(team, lane)| team.own(name, lane).map(|(_, value)| value))
    }

    /// An array or shared scalar that it sees.
    pub(super) fn array(self, name: &str) -> Option<ArrayView<'v>> {
        let own = |team: TeamView<'v>, lane| team.arrays(lane).find(|array| array.name == name);
        self.first(own).or_else(|| self.pause.array(name))
    }

    /// The outermost block or call around it in which it owns an array with a given cell, and its lane
    /// there.
    pub(super) fn owner_of(self, cell: u32) -> Option<(TeamView<'v>, Lane)> {
        let has = |(team, lane): &(TeamView<'v>, Lane)| {
            team.own_arrays(*lane).any(|array| array.has(cell))
        };
        self.around().filter(has).last()
    }

    /// The blocks and calls around it, innermost first, and its lanes there.
    fn around(self) -> impl Iterator<Item = (TeamView<'v>, Lane)> {
        let inner = Some((self.team, self.lane));
        std::iter::successors(inner, |(team, lane)| team.around(*lane))
    }
}

impl StopNames for PausedProcessor<'_> {
    fn element(&self, array: &str, places: &[i64]) -> Result<Constant, String> {
        element(self.array(array), array, places)
    }
}

impl Lookup for PausedProcessor<'_> {
    fn scalar(&self, name: &str) -> Option<Constant> {
        let own = self.first(|team, lane| {
            let shared = || {
                let array = team.arrays(lane).find(|array| array.name == name)?;
                (array.rank == 0).then(|| array.cell(0))?
            };
            let own = team.own(name, lane).map(|(_, value)| value);
            own.or_else(shared)
        });
        own.or_else(|| self.pause.scalar(name))
    }

    fn length(&self, name: &str, dimension: Option<u8>) -> Option<i64> {
        length(self.array(name)?, dimension)
    }

    fn voice(&self) -> Voice {
        self.pause.voice
    }
}

/// The value of a cell of an array; an error that says why there is none.
fn element(found: Option<ArrayView<'_>>, array: &str, places: &[i64]) -> Result<Constant, String> {
    let found = found.ok_or_else(|| format!("there is no array `{array}` here"))?;
    let value = found.place(places).and_then(|place| found.cell(place));
    value.ok_or_else(|| format!("that cell of `{array}` holds nothing"))
}

/// The length of an array, or along one of its dimensions.
fn length(array: ArrayView<'_>, dimension: Option<u8>) -> Option<i64> {
    let length = match dimension {
        None => array.len(),
        Some(dimension) => *array.dimensions().get(usize::from(dimension))?,
    };
    Some(length as i64)
}

impl StopNames for PauseNames<'_> {
    fn element(&self, array: &str, places: &[i64]) -> Result<Constant, String> {
        element(self.array(array), array, places)
    }
}

impl Lookup for PauseNames<'_> {
    fn scalar(&self, name: &str) -> Option<Constant> {
        let shared = self.array(name).filter(|array| array.rank == 0);
        let shared = shared.and_then(|array| array.cell(0));
        if let Some(processor) = self.processor {
            let own = own_scalar(self.view, name, processor).map(|(_, value)| value);
            let seen = || {
                let (team, lane) = held_by(self.view, processor, |team, lane| Some((team, lane)))?;
                PausedProcessor::new(*self, team, lane).seen(name)
            };
            return own.or_else(seen).or(shared);
        }
        shared.or_else(|| {
            let mut teams = self.view.teams().into_iter();
            teams.find_map(|team| {
                let mut scalars = team.scalars(0).filter(|_| team.processors() == 1);
                scalars.find(|(known, _)| *known == name)?.1
            })
        })
    }

    fn length(&self, name: &str, dimension: Option<u8>) -> Option<i64> {
        length(self.array(name)?, dimension)
    }

    fn voice(&self) -> Voice {
        self.voice
    }
}

/// The error for an array where a cell is needed.
pub(super) fn no_single_cell(array: &str, rank: u8) -> String {
    let zeros = vec!["0"; usize::from(rank)].join(",");
    format!("`{array}` is an array: say which cell, as in `{array}[{zeros}]`")
}
