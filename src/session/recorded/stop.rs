//! What is said and shown at a stop of a trace.

use std::fmt::Write as _;

use super::stops::{Part, Shown};
use super::{Recorded, Trace};
use crate::present::text::moment::messages_so_far;
use crate::present::text::step::so_far;
use crate::present::text::value::counted;
use crate::present::text::visible::visible;
use crate::session::command::Picture;
use crate::session::conversation::{Room, Scene};
use crate::session::noted::Watched;
use crate::session::source_text::{listing, marked};
use crate::source::shown_name;

/// Lines of a stop below its sentence.
const STOP_LINES: usize = 5;
/// Of these, lines about single groups or events.
const GROUP_LINES: usize = 2;
/// Of these, lines about single processors.
const PROCESSOR_LINES: usize = 2;
/// Lines of memory at most.
const LINES: usize = 40;

impl Recorded {
    pub(super) fn stop_text(&self) -> String {
        let mut told = self.told().into_iter();
        let mut text = told.next().unwrap_or_default() + "\n";
        let mut lines: Vec<String> = told.collect();
        let more = lines.len().saturating_sub(GROUP_LINES);
        if more > 1 {
            lines.truncate(GROUP_LINES);
            lines.push(format!("… and {more} more groups"));
        }
        let printed = self.trace.printed(self.at).into_iter().take(2);
        let printed = printed.map(|line| format!("prints: {}", visible(&line)));
        let below: Vec<String> = printed
            .chain(self.noted.watched_in_line(|one| self.watched_line(one)))
            .chain([self.so_far()])
            .collect();
        if let Trace::Steps(trace) = &self.trace {
            lines.extend(trace.breach(self.at).map(|line| visible(&line)));
            let processors = trace.processor_lines(self.at, PROCESSOR_LINES);
            lines.extend(processors.iter().map(|line| visible(line)));
        }
        if self.at > 0 {
            let changed = self.shown_and_new(usize::MAX).0.into_iter();
            let new = changed.filter(|(_, is_new)| *is_new);
            lines.extend(new.map(|(line, _)| line).take(3));
        }
        lines.truncate(STOP_LINES - below.len());
        lines.extend(below);
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
        text
    }

    /// What was counted until behind the stop.
    fn so_far(&self) -> String {
        match &self.trace {
            Trace::Steps(trace) => {
                let cost = self.at.checked_sub(1).map(|at| &trace.steps[at].cost);
                let [rounds, steps, instructions] = cost.map_or([[0, 0]; 3], |cost| {
                    [cost.rounds, cost.steps, cost.instructions]
                });
                let mut text = so_far(
                    [rounds[0], steps[0], instructions[0]],
                    [rounds[1], steps[1], instructions[1]],
                );
                if let Some([time, work, sections]) = cost.and_then(|cost| cost.apram) {
                    let sections = counted(sections, "section");
                    let _ = write!(text, "; aPRAM T = {time}, W = {work}, {sections}");
                }
                text
            }
            Trace::Moments(trace) => messages_so_far(self.stands.messages(trace, self.at)),
        }
    }

    pub(super) fn sentence(&self) -> String {
        self.told().join("\n  ")
    }

    /// What happens at the stop: a sentence, and where it is several things a line for each.
    fn told(&self) -> Vec<String> {
        let length = self.trace.length();
        if self.at == 0 {
            let noun = self.trace.noun();
            return vec![format!(
                "Before the first {noun}; the trace tells {length}."
            )];
        }
        let left_out = match self.trace.left_out(self.at) {
            0 => String::new(),
            count => format!(" ({count} before it are left out of the trace)"),
        };
        let head = format!("{}{left_out}", self.trace.name(self.at));
        let parts = self.trace.parts(self.at);
        let mut texts: Vec<String> = parts.iter().map(|part| self.part_text(part)).collect();
        match texts.len() {
            0 => vec![format!("{head}.")],
            1 => vec![format!("{head}, {}.", texts.remove(0))],
            _ => std::iter::once(format!("{head}.")).chain(texts).collect(),
        }
    }

    pub(super) fn part_text(&self, part: &Part) -> String {
        let text = visible(&part.text);
        match &part.at {
            None => text,
            Some(at) => {
                let sources = &self.trace.common().sources;
                let file = match sources.get(at.source) {
                    Some(source) if at.source > 0 => format!("{}, ", shown_name(&source.name)),
                    _ => String::new(),
                };
                format!("{file}line {}, `{}`: {text}", at.line, visible(&at.text))
            }
        }
    }

    /// What is held now, and whether that is new.
    pub(super) fn shown(&self, most: usize) -> Vec<String> {
        let (shown, more) = self.shown_and_new(most);
        let mut lines: Vec<String> = shown.into_iter().map(|(line, _)| line).collect();
        if more > 0 {
            lines.push(format!("… and {more} more"));
        }
        lines
    }

    /// The first lines of that, each with whether it is new, and how many more there are.
    fn shown_and_new(&self, most: usize) -> (Vec<(String, bool)>, usize) {
        let now: Vec<(Shown, bool)> = match &self.trace {
            Trace::Steps(trace) => self.held.shown(trace, self.at),
            Trace::Moments(trace) => self.stands.shown(trace, self.at).collect(),
        };
        let line = |(shown, is_new): &(Shown, bool)| {
            if shown.is_list {
                let more = if shown.has_more { ", …" } else { "" };
                return format!("{} = [{}{more}]", shown.name, shown.values.join(", "));
            }
            let is_marked = shown
                .values
                .iter()
                .any(|value| value.starts_with(['*', '✗']));
            let mark = if self.at > 0 && *is_new && !is_marked {
                "*"
            } else {
                ""
            };
            let more = if shown.has_more { " …" } else { "" };
            format!("{mark}{} = {}{more}", shown.name, shown.values.join(" "))
        };
        let lines = now.iter().take(most);
        let lines = lines.map(|one| (visible(&line(one)), one.1));
        (lines.collect(), now.len().saturating_sub(most))
    }

    pub(super) fn memory(&self) -> String {
        let lines = self.shown(LINES);
        if lines.is_empty() {
            return "Nothing is held yet, or the trace holds no values.\n".to_owned();
        }
        lines
            .iter()
            .fold(String::new(), |text, line| text + line + "\n")
    }

    pub(super) fn watched_line(&self, watched: &Watched) -> String {
        let (name, at) = (&watched.name, self.at);
        let of = |stop: usize| match &self.trace {
            Trace::Steps(trace) => {
                let cell = match &watched.processor {
                    Some(whose) => trace.cell(&format!("{name} for {whose}"), stop)?,
                    None => trace.cell(name, stop)?,
                };
                if !trace.is_live(stop, cell.0) {
                    return Err("not there at this step".to_owned());
                }
                let value = if stop == at {
                    self.held.value(cell)
                } else {
                    self.held.value_before(cell)
                };
                let value = value.map(str::to_owned);
                value.ok_or_else(|| "not in the trace".to_owned())
            }
            Trace::Moments(trace) => {
                let whose = watched.processor.as_deref().unwrap_or("0");
                let whose = whose.rsplit('=').next().unwrap_or(whose).trim();
                let program = whose.parse().ok();
                let value = program
                    .and_then(|program| self.stands.value(trace, stop, (program, name.as_str())));
                value.ok_or_else(|| "not held there".to_owned())
            }
        };
        let name = match &watched.processor {
            Some(processor) => format!("{name} of {processor}"),
            None => name.clone(),
        };
        match (of(at), of(at.saturating_sub(1))) {
            (Ok(now), Ok(old)) if now != old => format!("{name} = {now} (was {old})"),
            (Ok(now), _) => format!("{name} = {now}"),
            (Err(why), _) => format!("{name}: {why}"),
        }
    }

    /// The place of the statement of this stop: text and line.
    pub(super) fn current(&self) -> Option<(usize, usize)> {
        let parts = self.at.checked_sub(1).map(|_| self.trace.parts(self.at))?;
        let at = parts.into_iter().find_map(|part| part.at)?;
        Some((at.source, at.line))
    }

    pub(super) fn listing(&self) -> String {
        let Some((source, current)) = self.current() else {
            return "No statement is executed here.\n".to_owned();
        };
        let Some(source) = self.trace.common().sources.get(source) else {
            return "The trace does not hold this text.\n".to_owned();
        };
        listing(source.lines.iter().map(String::as_str), current)
    }

    /// What breaks off the run here, and what single processors do; where that is not told, what groups do.
    fn processors(&self, parts: &[Part], most: usize) -> Vec<String> {
        let (breach, single) = match &self.trace {
            Trace::Steps(trace) => (trace.breach(self.at), trace.processor_lines(self.at, most)),
            Trace::Moments(_) => (None, Vec::new()),
        };
        let lines = breach.iter().chain(&single).map(|line| visible(line));
        let mut lines: Vec<String> = lines.collect();
        if single.is_empty() {
            lines.extend(parts.iter().map(|part| self.part_text(part)));
        }
        lines
    }

    pub(super) fn pieces(&self, room: Room, picture: Option<Picture>) -> Scene {
        let parts = self.at.checked_sub(1).map(|_| self.trace.parts(self.at));
        let parts = parts.unwrap_or_default();
        let places: Vec<_> = parts.iter().filter_map(|part| part.at.clone()).collect();
        let source = places.first().map_or(0, |at| at.source);
        let text = self.trace.common().sources.get(source);
        let lines = text.map_or(&[][..], |text| &text.lines);
        let groups = places
            .iter()
            .map(|at| (at.source == source).then_some(at.line));
        let groups: Vec<Option<usize>> = groups.collect();
        let (lines, current) = marked(lines.iter().map(String::as_str), &groups);
        let watched = self.noted.watched.iter().map(|one| self.watched_line(one));
        let printed = self.trace.printed(self.at).into_iter();
        Scene {
            sentence: self.sentence(),
            file: text.map_or_else(String::new, |text| shown_name(&text.name).into_owned()),
            source: lines,
            current,
            memory: self.shown(room.processors.max(8)),
            processors: self.processors(&parts, room.processors),
            watched: watched
                .chain(printed.map(|line| format!("prints: {}", visible(&line))))
                .collect(),
            picture: picture.map_or_else(String::new, |picture| match picture {
                Picture::Memory => self.memory(),
                _ => self.listing(),
            }),
            cost: vec![self.so_far()],
            timeline: String::new(),
        }
    }
}
