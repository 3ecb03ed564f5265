//! Pictures in text: the memory, the processors, the time.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::Dialogue;
use super::processor::TASK;
use super::stop::{WRITTEN, line_of_array, whose};
use crate::engine::lanes::selection::Lane;
use crate::language::Language;
use crate::machine::stands::{GroupView, Stand};
use crate::machine::view::{ArrayView, TeamView, View};
use crate::present::text::processors::which;
use crate::present::text::sparkline::sparkline;
use crate::present::text::step::{statement, value_text};
use crate::session::command::Picture;
use crate::session::warps::english::NO_WARPS;
use crate::trace::Index;

/// Arrays, groups and processors that are listed before the rest is only counted.
const LISTED: usize = 20;

impl Dialogue<'_> {
    pub(super) fn picture(&mut self, picture: Picture) -> String {
        match picture {
            Picture::Network => self.network(),
            Picture::Memory => self.memory(),
            Picture::Processors => self.processors(),
            Picture::Time => self.time(),
            Picture::Sections => self.sections(),
            Picture::Segments | Picture::Banks => format!("{NO_WARPS}\n"),
        }
    }

    /// Every array and shared scalar.
    fn memory(&self) -> String {
        let mut text = String::new();
        let (arrays, more) = arrays_of(self.session.now());
        for (array, whose) in arrays {
            let line = line_of_array(array, (&[], WRITTEN), self.width);
            let _ = writeln!(text, "{line}{whose}");
        }
        if more > 0 {
            let _ = writeln!(text, "… and {more} more arrays");
        }
        if text.is_empty() {
            text.push_str("There are no arrays and no shared scalars.\n");
        }
        text
    }

    /// The position of every group, and what its processors hold.
    fn processors(&self) -> String {
        let view = self.session.now();
        let mut text = String::new();
        for group in view.groups() {
            let names = names_of(&group);
            let line = self.line_of(group.span);
            let at = statement(self.sources, group.span);
            let _ = match group.stand {
                Stand::Next => writeln!(text, "next for {names}: {line}, `{at}`"),
                Stand::Behind => writeln!(text, "at the end of `{at}`, {line}: {names}"),
                Stand::WaitBehind => {
                    writeln!(text, "waiting at the end of `{at}`, {line}: {names}")
                }
                Stand::WaitAt => writeln!(text, "waiting at `{at}`, {line}: {names}"),
                Stand::WaitForBranch => {
                    writeln!(
                        text,
                        "waiting for the other branch of `{at}`, {line}: {names}"
                    )
                }
            };
        }
        for team in view.teams() {
            let shown = team.processors().min(LISTED as u32);
            for lane in 0..shown {
                // The number of a task is its name.
                let is_told = |name: &str| !name.is_empty() && name != TASK;
                let scalars = team.scalars(lane).filter(|(name, _)| is_told(name));
                let scalars =
                    scalars.map(|(name, value)| format!("{name} = {}", value_text(value)));
                let arrays = team.own_arrays(lane).filter(|array| !array.is_empty());
                let arrays =
                    arrays.map(|array| line_of_array(array, (&[], WRITTEN), self.width / 2));
                let holds: Vec<String> = scalars.chain(arrays).collect();
                if holds.is_empty() {
                    continue;
                }
                let _ = writeln!(text, "{}: {}", holder(team, lane), holds.join(", "));
            }
            if team.processors() > shown {
                let _ = writeln!(text, "… and {} more processors", team.processors() - shown);
            }
        }
        if text.is_empty() {
            text.push_str("No processor is there any more.\n");
        }
        text
    }

    /// Active processors so far.
    fn time(&self) -> String {
        let cost = self.session.cost();
        let bars = sparkline(&cost.parallelism, 60);
        format!("active processors  {bars}\n{}\n", self.cost_line())
    }
}

/// `3 processors, i = 0 to i = 2`; of sequential code the program.
fn names_of(group: &GroupView) -> String {
    let indices = group.indices.iter().map(|(name, values)| Index {
        name: name.clone(),
        values: values.iter().copied().collect(),
    });
    let indices: Vec<Index> = indices.collect();
    let is_of_tasks = indices.last().is_some_and(|index| index.name == TASK);
    let which = which(&indices, Language::English);
    match group.processors {
        1 if which.is_empty() => "the program".to_owned(),
        1 => which,
        many if is_of_tasks => format!("{many} tasks, {which}"),
        many => format!("{many} processors, {which}"),
    }
}

/// `i = 3`, in a call `i = 3, in total at depth 2`; for sequential code the algorithm.
fn holder(team: TeamView<'_>, lane: Lane) -> String {
    let call = match (team.depth(), team.algorithm()) {
        (0, _) => None,
        (1, name) => Some(name.to_owned()),
        (depth, name) => Some(format!("{name} at depth {depth}")),
    };
    match (team.name(lane).as_str(), call) {
        ("", Some(call)) => call,
        ("", None) => team.algorithm().to_owned(),
        (name, Some(call)) => format!("{name}, in {call}"),
        (name, None) => name.to_owned(),
    }
}

/// The first arrays and shared scalars, each with its owner, and how many more there are.
pub(super) fn arrays_of(view: View<'_>) -> (Vec<(ArrayView<'_>, String)>, usize) {
    let mut known = HashSet::new();
    let mut arrays = Vec::new();
    for team in view.teams() {
        for lane in 0..team.processors().min(LISTED as u32) {
            for array in team.arrays(lane).filter(|array| !array.is_empty()) {
                if !known.insert(array.base()) || known.len() > LISTED {
                    continue;
                }
                arrays.push((array, whose(team, lane)));
            }
        }
    }
    (arrays, known.len().saturating_sub(LISTED))
}
