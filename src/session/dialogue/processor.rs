//! Processors by the names that users write: `i = 3`, `i = 3, j = 0`, `task = 2`.

use super::Dialogue;
use crate::language::Language;
use crate::present::text::visible::visible;
use crate::session::source_text::has_name;

/// Tasks are numbered from 1 by an index that the program does not name.
pub(super) const TASK: &str = "task";

/// A processor that a user has named.
pub(super) struct Chosen {
    /// Its name, the indices in the order of the blocks.
    pub name: String,
    /// Whether it exists in the step or after it.
    pub is_there: bool,
}

/// The indices of some processors, outermost first: their names, and the values of one of them.
type Indices = Vec<(String, i64)>;

impl Dialogue<'_> {
    /// The processor with the name that a user writes; an error if there never is one.
    pub(super) fn chosen(&self, name: &str) -> Result<Chosen, String> {
        let given = self.given_indices(name)?;
        let around = self.indices_around();
        let is_among = |all: &Indices| {
            let mut own = given.iter();
            own.all(|(index, _)| all.iter().any(|(known, _)| known == index))
        };
        let is_whole = |all: &&Indices| all.len() == given.len() && is_among(all);
        let declared = self.session.now().declared_indices();
        let whole = around.iter().find(is_whole);
        let Some(order) = whole.or_else(|| declared.iter().find(is_whole)) else {
            let is_part = |all: &&Indices| all.len() > given.len() && is_among(all);
            return match around.iter().chain(&declared).find(is_part) {
                Some(all) => Err(whole_name(&given, all)),
                // In nested blocks, and in calls, it has the indices of several.
                None => Ok(self.present(joined(&given))),
            };
        };
        let ordered = order.iter().filter_map(|(index, _)| {
            let mut own = given.iter();
            own.find(|(known, _)| known == index).cloned()
        });
        let chosen = self.present(joined(&ordered.collect::<Indices>()));
        match (&given[..], self.session.now().most_tasks()) {
            ([(index, number)], 1..) if index == TASK && !chosen.is_there => {
                self.known_task(*number)?;
                Ok(chosen)
            }
            _ => Ok(chosen),
        }
    }

    fn present(&self, name: String) -> Chosen {
        Chosen {
            is_there: self.has_processor(&name),
            name,
        }
    }

    /// Whether some tasks side by side have this number; words for why not.
    fn known_task(&self, number: i64) -> Result<(), String> {
        let most = self.session.now().most_tasks() as i64;
        if (1..=most).contains(&number) {
            return Ok(());
        }
        Err(format!(
            "There is no task {number}: tasks have the numbers 1 to {most}, as in `task = {most}`."
        ))
    }

    /// The indices and values that a user writes; an error if they name no processor.
    fn given_indices(&self, name: &str) -> Result<Indices, String> {
        let mut given = Indices::new();
        for part in name.split(',').map(str::trim) {
            let (index, value) = match part.split_once('=') {
                Some((index, value)) => (index.trim(), value.trim()),
                // A task may be named by its number only.
                None => match part.strip_prefix(TASK).map_or(part, str::trim) {
                    number if self.session.now().most_tasks() > 0 => (TASK, number),
                    _ => (part, ""),
                },
            };
            let is_known = index == TASK || has_name(self.sources, index);
            if !is_known || (value.is_empty() && index.parse::<i64>().is_ok()) {
                return Err(format!(
                    "No processor has an index `{}`; say which one as in `{}`.",
                    visible(index),
                    self.example()
                ));
            }
            match value.parse() {
                Ok(value) => given.push((index.to_owned(), value)),
                Err(_) => {
                    return Err(format!(
                        "`{}` is the number of no processor; say which one as in `{}`.",
                        visible(if value.is_empty() { part } else { value }),
                        self.example()
                    ));
                }
            }
        }
        Ok(given)
    }

    /// The name of some processor.
    pub(super) fn example(&self) -> String {
        let around = self.indices_around();
        let there = around.iter().rev().find(|indices| !indices.is_empty());
        let declared = self.session.now().declared_indices();
        let known = there.or_else(|| declared.first());
        known.map_or_else(|| "i = 3".to_owned(), joined)
    }

    /// The indices of the processors that exist in the step or after it, with the values of the first of
    /// each block.
    fn indices_around(&self) -> Vec<Indices> {
        let step = self.session.step().into_iter();
        let groups = step.flat_map(|step| &step.groups);
        let of_groups = groups.map(|group| {
            let indices = group.indices.iter();
            let indices = indices.map(|index| (index.name.clone(), index.values.at(0)));
            indices.collect::<Indices>()
        });
        let teams = self.session.now().teams().into_iter();
        let of_teams = teams.filter(|team| team.processors() > 0).map(|team| {
            let indices = team.indices(0).into_iter();
            indices
                .map(|(name, value)| (name.to_owned(), value))
                .collect()
        });
        // Processors of whole-array statements have no names.
        let is_named = |indices: &Indices| indices.iter().all(|(name, _)| !name.is_empty());
        of_groups.chain(of_teams).filter(is_named).collect()
    }

    /// Whether a processor with this name exists in the step or after it.
    fn has_processor(&self, name: &str) -> bool {
        let step = self.session.step().into_iter();
        let mut groups = step.flat_map(|step| &step.groups);
        groups.any(|group| group.position_of(name).is_some())
            || (self.session.now().teams().into_iter()).any(|team| team.lane_of(name).is_some())
    }
}

/// Whether a processor with this name is a task.
pub(super) fn is_task(name: &str) -> bool {
    let last = name.rsplit(", ").next();
    last.is_some_and(|last| last.split(" = ").next() == Some(TASK))
}

/// `processor i = 3`, `task = 2`: a task is named without a noun.
pub(super) fn with_noun(name: &str) -> String {
    if is_task(name) {
        name.to_owned()
    } else {
        format!("processor {name}")
    }
}

/// The error that processors with some of these indices have further ones, with an example of a full
/// name.
fn whole_name(given: &Indices, all: &Indices) -> String {
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let example = all.iter().map(|(name, value)| {
        let mut own = given.iter();
        let own = own.find(|(known, _)| known == name);
        (name.clone(), own.map_or(*value, |(_, value)| *value))
    });
    let example = joined(&example.collect::<Indices>());
    format!(
        "`{}` names no single processor: those of this block have the indices {}; say `{example}`.",
        joined(given),
        Language::English.listed(&names)
    )
}

/// `i = 2, j = 0`
fn joined(indices: &Indices) -> String {
    let parts = indices
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    parts.collect::<Vec<String>>().join(", ")
}
