//! What breaks off a recorded run, what single processors of a step do, and which cells are marked.

use std::fmt::Write as _;

use super::cells::Cell;
use super::makers::{processor_of, value_at};
use super::steps::StepTrace;
use crate::machine::rules::model::Model;
use crate::present::json::trace_step::{GroupJson, MetJson, SiteJson, StepJson};
use crate::present::json::trace_values::word_text;
use crate::present::text::value::counted;

/// Processors that are named of those that meet in a cell.
const NAMED: usize = 3;
/// Accesses of a site that are looked at.
const ACCESSES: usize = 1 << 16;

impl StepTrace {
    /// What is forbidden in the step of a stop, or the fault by which it breaks off; or what breaks off the run
    /// behind it.
    pub fn breach(&self, stop: usize) -> Option<String> {
        let step = self.steps.get(stop.checked_sub(1)?)?;
        let problem = self.common.ending.problems.first();
        if !step.broken {
            let is_last = stop == self.steps.len() && !self.common.ending.succeeded;
            let problem = problem.filter(|_| is_last)?;
            let line = problem.line.map(|line| format!(", line {line}"));
            let (line, text) = (line.unwrap_or_default(), problem.text());
            return Some(format!("✗ behind this step{line}: {text}"));
        }
        let is_of_accesses = problem.is_none_or(|problem| problem.code.starts_with("E050"));
        let met = || {
            self.race_text()
                .or_else(|| self.conflict_text(stop, step))
                .filter(|_| is_of_accesses)
        };
        let text = met().or_else(|| Some(problem?.text()))?;
        Some(format!("✗ {text}"))
    }

    /// `S[1]: i = 0 reads it in step 3, i = 1 writes it in step 1, and no barrier lies between`
    fn race_text(&self) -> Option<String> {
        let race = self.race.as_ref()?;
        let accesses = race.accesses.iter().map(|access| {
            let does = if access.writes { "writes" } else { "reads" };
            format!("{} {does} it in step {}", access.processor, access.step)
        });
        let accesses: Vec<String> = accesses.collect();
        let accesses = accesses.join(", ");
        Some(format!(
            "{}: {accesses}, and no barrier lies between",
            race.cell
        ))
    }

    /// `A[1]: i = 0 reads 82, i = 1 reads 82; processors meet so in 6 cells`
    fn conflict_text(&self, stop: usize, step: &StepJson) -> Option<String> {
        let forbidden = self.forbidden(step);
        let met = *forbidden.first()?;
        let cell = self.cell_of(&met.cell, stop);
        let mut processors: Vec<String> = Vec::new();
        for (group, site) in sites(step).filter(|(_, site)| site.writes == met.writes) {
            let does = if met.writes { "writes" } else { "reads" };
            for access in cell.map_or_else(Vec::new, |cell| self.accesses_to(site, cell)) {
                let Some(position) = site.positions.at(access) else {
                    continue;
                };
                let value = value_at(site, access);
                let value = value.map_or_else(String::new, |value| format!(" {value}"));
                let text = format!("{} {does}{value}", processor_of(group, position));
                if processors.len() < NAMED && !processors.contains(&text) {
                    processors.push(text);
                }
            }
        }
        let more = met.count.saturating_sub(processors.len());
        if more > 0 {
            processors.push(format!("and {} more", counted(more as u64, "processor")));
        }
        let others = match forbidden.len() {
            1 => String::new(),
            many => format!("; processors meet so in {many} cells"),
        };
        Some(format!("{}: {}{others}", met.cell, processors.join(", ")))
    }

    /// The cells of a step in which processors meet although the rules of the run forbid it: of readers, or else
    /// of writers.
    fn forbidden<'s>(&self, step: &'s StepJson) -> Vec<&'s MetJson> {
        let machine = &self.common.machine;
        // Within a section of the asynchronous machine the rules are those of these models.
        let model = match machine.model.as_str() {
            "apram" => Some(Model::EREW),
            "apram-cr" => Some(Model::CREW),
            model => Model::parse(model),
        };
        let Some(model) = model else {
            return Vec::new();
        };
        let is_forbidden = |met: &&MetJson| {
            let at_once = met.writes || met.at_once || machine.simultaneity != "access";
            at_once && model.forbids(met.writes, met.agree)
        };
        let of = |writes: bool| {
            let met = step.met.iter().filter(|met| met.writes == writes);
            met.filter(is_forbidden).collect::<Vec<&MetJson>>()
        };
        let read = of(false);
        if read.is_empty() { of(true) } else { read }
    }

    /// The cells that the step of a stop writes; of one that breaks off, those in which processors meet although
    /// the rules forbid it.
    pub fn marked(&self, stop: usize) -> Vec<Cell> {
        let Some(step) = stop.checked_sub(1).and_then(|at| self.steps.get(at)) else {
            return Vec::new();
        };
        if step.broken {
            let raced = self.race.iter().map(|race| race.cell.as_str());
            let met = self
                .forbidden(step)
                .into_iter()
                .map(|met| met.cell.as_str());
            let cells = raced.chain(met).filter_map(|name| self.cell_of(name, stop));
            return cells.collect();
        }
        let written = sites(step).filter(|(_, site)| site.writes);
        let cells = written.flat_map(|(_, site)| {
            let accesses = (0..site.cells.len()).take(ACCESSES);
            accesses.filter_map(|access| Some((site.array?, site.cells.at(access)?)))
        });
        cells.collect()
    }

    /// A cell by the name under which the trace tells that processors meet in it: `T[0] (i = 3)` where each
    /// has its own.
    fn cell_of(&self, name: &str, stop: usize) -> Option<Cell> {
        let name = match name.split_once(" (") {
            Some((cell, owner)) => format!("{cell} for {}", owner.trim_end_matches(')')),
            None => name.to_owned(),
        };
        self.cell(&name, stop).ok()
    }

    /// The accesses of a site to a cell.
    fn accesses_to(&self, site: &SiteJson, cell: Cell) -> Vec<usize> {
        let place = site.array.and_then(|array| self.place_in(cell, array));
        let accesses = (0..site.cells.len()).take(ACCESSES);
        let own = accesses.filter(|access| place.is_some() && site.cells.at(*access) == place);
        own.collect()
    }

    /// What the first processors of the step of a stop do, where it has one group of several.
    pub fn processor_lines(&self, stop: usize, most: usize) -> Vec<String> {
        let Some(step) = stop.checked_sub(1).and_then(|at| self.steps.get(at)) else {
            return Vec::new();
        };
        let [group] = &step.groups[..] else {
            return Vec::new();
        };
        if group.processors < 2 {
            return Vec::new();
        }
        let positions = (0..group.processors).take(most);
        let lines = positions.map(|position| self.processor_line(group, position as i64));
        let mut lines: Vec<String> = lines.collect::<Option<_>>().unwrap_or_default();
        let more = (group.processors - lines.len()) as u64;
        if let Some(last) = lines.last_mut().filter(|_| more > 0) {
            let _ = write!(last, "  … and {}", counted(more, "other processor"));
        }
        lines
    }

    /// `i = 2: reads A[4] = 7, A[5] = 1; writes A[5] = 8`; none where that is not told.
    fn processor_line(&self, group: &GroupJson, position: i64) -> Option<String> {
        let does = |writes: bool| {
            let sites = group.sites.iter().filter(|site| site.writes == writes);
            let told = sites.filter_map(|site| {
                let access = site.positions.place_of(position)?;
                let name = self.cell_name((site.array?, site.cells.at(access)?));
                Some(match value_at(site, access) {
                    Some(value) => format!("{name} = {value}"),
                    None => name,
                })
            });
            told.collect::<Vec<String>>().join(", ")
        };
        let (read, written) = (does(false), does(true));
        let mut parts = Vec::new();
        if !read.is_empty() {
            parts.push(format!("reads {read}"));
        }
        if !written.is_empty() {
            parts.push(format!("writes {written}"));
        }
        for assigned in group.assigned.iter().filter(|one| !one.name.is_empty()) {
            let value = usize::try_from(position).ok();
            let value = value.and_then(|position| assigned.values.get(position))?;
            parts.push(format!("{} = {}", assigned.name, word_text(value.as_ref())));
        }
        let name = processor_of(group, position);
        (!parts.is_empty() && !name.is_empty()).then(|| format!("{name}: {}", parts.join("; ")))
    }
}

/// The accesses of a step with their groups.
fn sites(step: &StepJson) -> impl Iterator<Item = (&GroupJson, &SiteJson)> {
    let groups = step.groups.iter();
    groups.flat_map(|group| group.sites.iter().map(move |site| (group, site)))
}
