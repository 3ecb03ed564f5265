//! Values of expressions at a stop.

use super::Dialogue;
use super::names::{Pause, Standing};
use super::stop::{WRITTEN, line_of_array};
use crate::present::text::step::value_text;
use crate::present::text::visible::visible;
use crate::session::expression;

/// Processors whose values are shown where each has its own.
const PROCESSORS: usize = 8;

impl Dialogue<'_> {
    /// `A[5] + 1 = 7`; of an array all cells that fit into a line; of what each processor has for itself the
    /// values of the first ones that take part in the step.
    pub(super) fn value_now(&self, text: &str, processor: Option<&str>) -> String {
        let chosen = processor.map(|name| self.chosen(name)).transpose();
        let chosen = match chosen {
            Ok(chosen) => chosen.map(|chosen| chosen.name),
            Err(why) => return format!("{why}\n"),
        };
        let pause = Pause {
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
        let behind = self.session.behind();
        let pause = self.pause();
        let acting = behind.acting.iter().flat_map(|(team, lanes)| {
            let team = behind.view.team(*team);
            lanes.iter().map(move |lane| Standing::new(pause, team, lane))
        });
        let values = acting.filter_map(|standing| {
            let value = expression::evaluated(&condition, &standing).ok()?;
            Some(format!("{} for {}", value_text(Some(value)), standing.name()))
        });
        let mut values: Vec<String> = values.take(PROCESSORS + 1).collect();
        if values.is_empty() {
            let (shown, example) = (visible(text), self.example());
            return format!("say of which processor: `print {shown} for {example}`\n");
        }
        if values.len() > PROCESSORS {
            values[PROCESSORS] = "…".to_owned();
        }
        format!("{} = {}\n", visible(text), values.join(", "))
    }
}
