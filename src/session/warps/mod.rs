//! A run on a GPU in words: from instruction to instruction of its warps, forward and back. The run has been executed
//! before, and what its warps issued was recorded.

pub(super) mod english;
mod pictures;
mod state;
mod stop;
pub mod trace;

use std::ops::RangeInclusive;

use super::command::{JumpTarget, OfSteps, Picture, StopCondition, TravelDirection};
use super::commands::Debugger;
use super::conversation::{Scene, SessionSurroundings, SourceLine, Stops, ViewSize};
use super::noted::{Noted, stopped_by};
use super::source_text::{line_span, listing_around, marked};
use crate::machine::simt::configuration::Gpu;
use crate::machine::simt::history::{KernelHistory, TimedInstruction};
use crate::network::Decimal;
use crate::present::text::sparkline::sparkline;
use crate::quantity::Measure;
use crate::result::run::Run;
use crate::session::command::NumberRelation;
use crate::source::{FileId, Sources, Span, shown_name};

/// A run of warps, with its user.
pub struct Warps<'c> {
    history: &'c KernelHistory,
    gpu: Gpu,
    run: &'c Run,
    sources: &'c Sources,
    outside: Box<dyn SessionSurroundings + 'c>,
    noted: Noted,
    /// The warp that is shown at every stop, by number in the group.
    followed: Option<u32>,
    /// The instruction, from 1; 0 is before the first.
    at: usize,
}

impl<'c> Warps<'c> {
    /// Before the first instruction of a run.
    pub fn new(
        (run, history, gpu): (&'c Run, &'c KernelHistory, Gpu),
        sources: &'c Sources,
        outside: Box<dyn SessionSurroundings + 'c>,
    ) -> Self {
        Self {
            history,
            gpu,
            run,
            sources,
            outside,
            noted: Noted::default(),
            followed: None,
            at: 0,
        }
    }

    /// The current instruction; `None` before the first.
    fn instruction(&self) -> Option<&'c TimedInstruction> {
        self.history.instructions.get(self.at.checked_sub(1)?)
    }

    fn length(&self) -> usize {
        self.history.instructions.len()
    }

    /// The time of the current instruction.
    fn time(&self) -> u64 {
        self.instruction().map_or(0, |one| one.issued)
    }

    fn go_to_instruction(&mut self, instruction: usize) -> String {
        self.at = instruction.min(self.length());
        let stop = self.stop();
        if self.at < self.length() {
            return stop;
        }
        let how = match self.history.cut_at {
            Some(time) => english::cut(time),
            None if self.run.finished() => english::ENDS.to_owned(),
            None => english::BROKEN.to_owned(),
        };
        format!("{stop}{how}\n{}", self.outside.ending())
    }

    /// The range of a line of the program, if instructions are issued there.
    fn line(&self, line: usize) -> Result<Span, String> {
        let count = self.sources.get(FileId(0)).text.lines().count();
        let span = line_span(self.sources, FileId(0), line).filter(|_| line <= count);
        let span = span.ok_or_else(|| english::lines(count))?;
        let mut all = 1..=self.length();
        if all.any(|at| self.is_on(at, span)) {
            Ok(span)
        } else {
            Err(english::nothing_on(line))
        }
    }

    fn is_on(&self, at: usize, range: Span) -> bool {
        let span = self.history.instructions[at - 1].what.span;
        span.file == range.file && (range.start..range.end).contains(&span.start)
    }

    /// Whether a breakpoint stops at an instruction, from 1.
    fn stops_at(&self, at: usize, stop: &StopCondition) -> bool {
        match stop {
            StopCondition::Line(line) => self.line(*line).is_ok_and(|span| self.is_on(at, span)),
            StopCondition::Measure(_, _, relation, value) => {
                let time = whole(self.history.instructions[at - 1].issued);
                value.parse().is_ok_and(|value: Decimal| match relation {
                    NumberRelation::Above => time > value,
                    NumberRelation::AtLeast => time >= value,
                    NumberRelation::Equal => time == value,
                })
            }
            _ => false,
        }
    }
}

/// A time as a decimal number.
fn whole(time: u64) -> Decimal {
    Decimal::new(time.into(), 0).unwrap_or_default()
}

impl Stops for Warps<'_> {
    fn debugger(&self) -> Debugger {
        Debugger::Gpu
    }

    fn at(&self) -> u64 {
        self.at as u64
    }

    fn is_at_end(&self) -> bool {
        self.at == self.length()
    }

    fn go_to_stop(&mut self, stop: u64) -> String {
        self.go_to_instruction(usize::try_from(stop).unwrap_or(usize::MAX))
    }

    fn go_to(&mut self, place: &JumpTarget) -> String {
        let target = match place {
            JumpTarget::Start => 0,
            JumpTarget::End => self.length(),
            JumpTarget::Step(step) => usize::try_from(*step).unwrap_or(usize::MAX),
            JumpTarget::Percent(part) => self.length() * *part as usize / 100,
            JumpTarget::Round(_) => {
                return format!("{}\n", english::NO_ROUNDS);
            }
            JumpTarget::Time(_, time) => {
                let instructions = &self.history.instructions;
                instructions.partition_point(|one| whole(one.issued) < *time) + 1
            }
            JumpTarget::Line(line) => match self.line(*line) {
                Err(why) => return format!("{why}\n"),
                Ok(span) => {
                    let mut next = (self.at + 1..=self.length()).chain(1..=self.at);
                    next.find(|at| self.is_on(*at, span)).unwrap_or(self.at)
                }
            },
        };
        self.go_to_instruction(target)
    }

    fn breach(&mut self) -> String {
        let text = self.go_to_instruction(self.length());
        if self.run.finished() {
            format!("{}\n{text}", english::NO_RACE)
        } else {
            text
        }
    }

    fn run_on(&mut self, direction: TravelDirection) -> String {
        let length = self.length();
        let from = self.noted.count_from(self.at as u64);
        let stops_at = |at: usize, stop: &StopCondition| self.stops_at(at, stop);
        let found = match direction {
            TravelDirection::Forward => self.noted.next_hit((from, self.at, length), stops_at),
            TravelDirection::Back => self.noted.previous_hit(self.at, stops_at),
        };
        match (found, direction) {
            (Some((at, numbers)), _) => {
                format!("{}{}", stopped_by(&numbers), self.go_to_instruction(at))
            }
            (None, TravelDirection::Forward) => self.go_to_instruction(length),
            (None, TravelDirection::Back) => self.go_to_instruction(0),
        }
    }

    fn add_breakpoint(&mut self, stop: StopCondition, hits: u64) -> String {
        let checked = match &stop {
            StopCondition::Line(line) => self.line(*line).map(|_| ()),
            StopCondition::Measure(Measure::T, _, _, value) if value.parse::<Decimal>().is_ok() => {
                Ok(())
            }
            _ => Err(english::BREAKPOINTS.to_owned()),
        };
        match checked {
            Ok(()) => self.noted.add(stop, hits, self.at as u64),
            Err(why) => format!("{why}\n"),
        }
    }

    fn watch(&mut self, _: String, _: Option<String>) -> String {
        format!("{}\n", english::NO_VALUES)
    }

    fn print(&self, _: &str, _: Option<&str>) -> String {
        format!("{}\n", english::NO_VALUES)
    }

    fn explain(&self) -> String {
        format!("{}\n{}\n", self.sentence(), english::RULES)
    }

    fn noted(&mut self) -> &mut Noted {
        &mut self.noted
    }

    fn printed_so_far(&self) -> Vec<String> {
        // When a line was printed is not recorded.
        if self.is_at_end() {
            self.run.printed.clone()
        } else {
            Vec::new()
        }
    }

    fn why(&mut self, _: &str) -> String {
        format!("{}\n", english::NO_VALUES)
    }

    fn follow(&mut self, warp: Option<String>) -> String {
        let Some(warp) = warp else {
            self.followed = None;
            return format!("{}\n", english::FOLLOWS_NONE);
        };
        let most = self.history.instructions.iter().map(|one| one.warp).max();
        match warp.parse::<u32>() {
            Ok(number) if most.is_some_and(|most| number <= most) => {
                self.followed = Some(number);
                format!("{}\n{}", english::follows(number), self.stop())
            }
            _ => match most {
                Some(most) => {
                    format!("{}\n", english::which_warp(most))
                }
                None => format!("{}\n", english::NOTHING_AT_ALL),
            },
        }
    }

    fn picture(&mut self, picture: Picture) -> String {
        self.drawn(picture, usize::MAX)
    }

    fn listing(&self) -> String {
        match self.instruction() {
            Some(one) => listing_around(self.sources, one.what.span),
            None => format!("{}\n", english::NOTHING_YET),
        }
    }

    fn export(&mut self, file: &str, instructions: Option<RangeInclusive<u64>>) -> String {
        let all = 1..=self.length() as u64;
        self.outside.export(file, instructions.unwrap_or(all))
    }

    fn of_steps(&mut self, _: OfSteps) -> String {
        unreachable!("the table of commands refuses what only steps have")
    }

    fn stop(&self) -> String {
        self.described()
    }

    fn scene(&mut self, room: ViewSize, picture: Option<Picture>) -> Scene {
        let span = self.instruction().map(|one| one.what.span);
        let file = span.map_or(FileId(0), |span| span.file);
        let source = self.sources.get(file);
        let groups: Vec<Option<usize>> = span
            .iter()
            .map(|span| Some(self.sources.position(*span).line))
            .collect();
        let (lines, current): (Vec<SourceLine>, _) = marked(source.text.lines(), &groups);
        let lines_of = |text: String| text.lines().map(str::to_owned).collect::<Vec<String>>();
        Scene {
            sentence: self.sentence(),
            file: shown_name(&source.name).into_owned(),
            source: lines,
            current,
            memory: lines_of(self.cells()),
            processors: lines_of(self.warps(room.processors)),
            watched: Vec::new(),
            picture: picture.map_or_else(String::new, |picture| self.drawn(picture, room.picture)),
            cost: self.cost_lines(),
            timeline: sparkline(&self.issued_over_time(room.timeline), room.timeline),
        }
    }
}
