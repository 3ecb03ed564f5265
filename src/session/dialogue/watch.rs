//! Values that are watched: cells, and scalars that processors hold.

use super::Dialogue;
use super::names::Pause;
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
            let processor = watched.processor.as_deref();
            let pause = Pause {
                view,
                processor,
                vocabulary: self.vocabulary,
            };
            if let Some(value) = pause.scalar(&watched.name) {
                return Ok(Some(value));
            }
            match pause.cell(&watched.name) {
                Ok(cell) => Ok(cell.array.cell(cell.place)),
                // A processor need not be there, or have it yet.
                Err(_) if processor.is_some() => Ok(None),
                Err(why) => Err(why),
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
