//! Values that are watched or printed: cells, scalars that processors hold, expressions.

use super::Dialogue;
use super::names::{PauseNames, PausedProcessor};
use super::stop::{WRITTEN, line_of_array};
use crate::machine::view::View;
use crate::present::text::step::value_text;
use crate::present::text::visible::visible;
use crate::program::Constant;
use crate::semantic::constant::Lookup;
use crate::session::expression;
use crate::session::noted::WatchedValue;
use crate::session::source_text::has_name;
use crate::syntax::ast::{Expr, ExprKind};

/// Processors whose values are printed where each has its own.
const PROCESSORS: usize = 8;

impl Dialogue<'_> {
    pub(super) fn watch_value(&mut self, name: String, processor: Option<String>) -> String {
        let is_cell = processor.is_none();
        let chosen = processor.map(|whose| self.chosen(&whose)).transpose();
        let chosen = match chosen {
            Ok(chosen) => chosen,
            Err(why) => return format!("{why}\n"),
        };
        let is_absent = chosen.as_ref().is_some_and(|chosen| !chosen.is_there);
        let processor = chosen.map(|chosen| chosen.name);
        let watched = WatchedValue {
            number: self.noted.next_number(),
            name,
            processor,
        };
        if let Some(whose) = watched.processor.clone().filter(|_| is_absent) {
            let name = watched.name.clone();
            self.noted.watched.push(watched);
            return format!(
                "Watched: {name} of {whose}, which is not there at this step; it is shown wherever it \
                 is, if it ever is.\n"
            );
        }
        if is_cell
            && let Ok(cell) = self.pause().cell(&watched.name)
            && self.pause().owner_of(&cell).is_some()
        {
            return format!(
                "`{}` is each processor's own: say whose, as in `watch {} for {}`\n",
                cell.array.name,
                visible(&watched.name),
                self.example()
            );
        }
        let line = self.watched_line(&watched);
        // Of names that do not exist yet, only those are rejected that never will.
        if is_cell && self.pause().scalar(&watched.name).is_none() {
            match self.pause().cell(&watched.name) {
                Ok(_) => {}
                Err(why) => match self.may_come(&watched.name) {
                    Ok(true) => {
                        self.noted.watched.push(watched);
                        return format!("Watched once it is there: {why}.\n");
                    }
                    Ok(false) => return format!("{line}\n"),
                    Err(never) => return format!("{never}\n"),
                },
            }
        }
        self.noted.watched.push(watched);
        format!("{line}\n")
    }

    /// Whether a scalar or a cell that does not exist may exist later: the program has the name, and
    /// currently no array of it. An error if a cell with such subscripts never will.
    fn may_come(&self, text: &str) -> Result<bool, String> {
        let Ok(names) = expression::names(text) else {
            return Ok(false);
        };
        let is_there = |name: &String| self.pause().array(name).is_some();
        let is_named = |name: &String| has_name(self.sources, name);
        if names.is_empty() || !names.iter().all(is_named) || names.iter().any(is_there) {
            return Ok(false);
        }
        if let ExprKind::Element(name, subscripts) = expression::read(text)?.kind {
            self.may_be_declared(text, &name.text, Some(&subscripts))?;
        }
        Ok(true)
    }

    /// Whether arrays of a name that does not exist now are declared in the program, with as many
    /// dimensions as there are subscripts, none of which is negative; an error that says why not.
    pub(super) fn may_be_declared(
        &self,
        text: &str,
        name: &str,
        subscripts: Option<&Vec<Expr>>,
    ) -> Result<(), String> {
        let (text, name) = (visible(text), visible(name));
        let ranks = self.session.now().ranks_of(&name);
        let Some(rank) = ranks.first() else {
            let what = self.pause().cell(&text).err();
            return Err(what.unwrap_or_else(|| format!("there is no array `{name}`")));
        };
        let Some(subscripts) = subscripts else {
            return Ok(());
        };
        let count = subscripts.len();
        if !ranks.iter().any(|rank| usize::from(*rank) == count) {
            let zeros = vec!["0"; usize::from(*rank)].join(",");
            return Err(match rank {
                0 => format!("`{name}` is a shared scalar: say `{name}`, without subscripts"),
                1 => format!("`{name}` has one subscript, not {count}: say `{name}[0]`"),
                rank => {
                    format!("`{name}` has {rank} subscripts, not {count}: say `{name}[{zeros}]`")
                }
            });
        }
        let value = |one: &Expr| expression::subscript(one.clone(), &self.pause()).ok();
        let negative = subscripts.iter().filter_map(value).find(|one| *one < 0);
        match negative {
            Some(negative) => Err(format!(
                "`{text}` has the subscript {negative}, and they are counted from 0: say `{name}[0]`"
            )),
            None => Ok(()),
        }
    }

    /// `A[5] = 9 (was 6)`
    pub(super) fn watched_line(&self, watched: &WatchedValue) -> String {
        let value = |view: View<'_>| -> Result<Option<Constant>, String> {
            let processor = watched.processor.as_deref();
            let pause = PauseNames {
                view,
                processor,
                voice: self.voice,
            };
            if let Some(value) = pause.scalar(&watched.name) {
                return Ok(Some(value));
            }
            match pause.cell(&watched.name) {
                Ok(cell) => Ok(cell.array.cell(cell.place)),
                // A processor need not exist, or have it yet.
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

    /// `A[5] + 1 = 7`; of an array all cells that fit into a line; of what each processor has for itself the
    /// values of the first ones that take part in the step.
    pub(super) fn value_now(&self, text: &str, processor: Option<&str>) -> String {
        let chosen = processor.map(|name| self.chosen(name)).transpose();
        let chosen = match chosen {
            Ok(chosen) => chosen.map(|chosen| chosen.name),
            Err(why) => return format!("{why}\n"),
        };
        let pause = PauseNames {
            processor: chosen.as_deref(),
            ..self.pause()
        };
        let shown = visible(text);
        let name = text.strip_suffix("[]").unwrap_or(text).trim();
        if let Some(array) = pause.array(name).filter(|array| array.rank > 0) {
            return format!("{}\n", line_of_array(array, (&[], WRITTEN), self.width));
        }
        let view = self.session.now();
        let is_own = |names: Vec<String>| names.iter().any(|name| view.is_own(name));
        if chosen.is_none() && expression::names(text).is_ok_and(is_own) {
            return self.values_of_each(text);
        }
        match pause.value(text) {
            Ok(value) => format!("{shown} = {}\n", value_text(Some(value))),
            Err(why) => format!("{why}\n"),
        }
    }

    /// `x = 3 for i = 0, 5 for i = 1`
    fn values_of_each(&self, text: &str) -> String {
        let condition = match expression::read(text) {
            Ok(condition) => condition,
            Err(why) => return format!("{why}\n"),
        };
        let after = self.session.after();
        let pause = self.pause();
        let acting = after.acting.iter().flat_map(|(team, lanes)| {
            let team = after.view.team(*team);
            lanes
                .iter()
                .map(move |lane| PausedProcessor::new(pause, team, lane))
        });
        let values = acting.filter_map(|standing| {
            let value = expression::evaluated(&condition, &standing).ok()?;
            Some(format!(
                "{} for {}",
                value_text(Some(value)),
                standing.name()
            ))
        });
        let mut values: Vec<String> = values.take(PROCESSORS + 1).collect();
        if values.is_empty() {
            let (shown, example) = (visible(text), self.example());
            return format!("say of which processor: `print {shown} for {example}`\n");
        }
        if values.len() > PROCESSORS {
            "…".clone_into(&mut values[PROCESSORS]);
        }
        format!("{} = {}\n", visible(text), values.join(", "))
    }
}
