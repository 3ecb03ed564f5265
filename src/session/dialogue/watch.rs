//! Values that are watched: cells, and scalars that processors hold.

use super::Dialogue;
use super::names::Pause;
use crate::machine::step_view::Variable;
use crate::machine::view::View;
use crate::present::text::step::value_text;
use crate::program::Constant;
use crate::semantic::constant::Lookup;
use crate::session::expression;
use crate::session::noted::Watched;
use crate::session::source_text::has_name;

impl Dialogue<'_> {
    pub(super) fn watch(&mut self, name: String, processor: Option<String>) -> String {
        let is_cell = processor.is_none();
        let watched = Watched {
            number: self.noted.next_number(),
            name,
            processor,
        };
        if let Some(whose) = &watched.processor
            && let Err(why) = self.known_index(whose)
        {
            return format!("{why}\n");
        }
        if let Some(whose) = watched.processor.clone()
            && !self.has_processor(&whose)
        {
            let name = watched.name.clone();
            self.noted.watched.push(watched);
            return format!(
                "Watched: {name} of {whose}, which is not there at this step; it is shown where it is.\n"
            );
        }
        let line = self.watched_line(&watched);
        // Of what is not there yet, only what never will be is refused.
        if is_cell && self.pause().scalar(&watched.name).is_none() {
            match self.pause().cell(&watched.name) {
                Ok(_) => {}
                Err(why) if self.may_come(&watched.name) => {
                    self.noted.watched.push(watched);
                    return format!("Watched once it is there: {why}.\n");
                }
                Err(_) => return format!("{line}\n"),
            }
        }
        self.noted.watched.push(watched);
        format!("{line}\n")
    }

    /// Whether a scalar or a cell that is not there may be there later: the program has the name, and no
    /// array of it is there.
    pub(super) fn may_come(&self, text: &str) -> bool {
        expression::names(text).is_ok_and(|names| {
            let is_there = |name: &String| self.pause().array(name).is_some();
            let is_named = |name: &String| has_name(self.sources, name);
            names.iter().all(is_named) && !names.iter().any(is_there)
        })
    }

    /// `A[5] = 9 (was 6)`
    pub(super) fn watched_line(&self, watched: &Watched) -> String {
        let value = |view: View<'_>| -> Result<Option<Constant>, String> {
            let pause = Pause {
                view,
                vocabulary: self.vocabulary,
            };
            match &watched.processor {
                Some(processor) => {
                    let own = own_scalar(view, &watched.name, processor);
                    let own = own.map(|(_, value)| value);
                    Ok(own.or_else(|| shared_scalar(view, &watched.name, processor)))
                }
                None => match pause.scalar(&watched.name) {
                    Some(value) => Ok(Some(value)),
                    None => pause
                        .cell(&watched.name)
                        .map(|cell| cell.array.cell(cell.place)),
                },
            }
        };
        let name = match &watched.processor {
            Some(processor) => format!("{} of {processor}", watched.name),
            None => watched.name.clone(),
        };
        match (value(self.session.now()), value(self.session.before())) {
            (Ok(now), Ok(before)) if now != before => {
                format!("{name} = {} (was {})", value_text(now), value_text(before))
            }
            (Ok(now), _) => format!("{name} = {}", value_text(now)),
            (Err(why), _) => format!("{name}: {why}"),
        }
    }
}

/// What a processor holds in a scalar of its own, that of its innermost call, and which one it is.
pub(super) fn own_scalar(
    view: View<'_>,
    name: &str,
    processor: &str,
) -> Option<(Variable, Constant)> {
    view.teams().into_iter().rev().find_map(|team| {
        let lane = (0..team.processors()).find(|lane| team.name(*lane) == processor)?;
        team.own(name, lane)
    })
}

/// What the processor's innermost call that has it holds in the shared scalar of this name.
fn shared_scalar(view: View<'_>, name: &str, processor: &str) -> Option<Constant> {
    view.teams().into_iter().rev().find_map(|team| {
        let lane = (0..team.processors()).find(|lane| team.name(*lane) == processor)?;
        let mut arrays = team.arrays(lane);
        arrays
            .find(|array| array.rank == 0 && array.name == name)?
            .cell(0)
    })
}
