//! A run on a multicomputer in words: from moment to moment, forward and back. The run has been executed
//! before; its history was recorded.

mod breaks;
mod names;
mod pictures;
mod reasons;
mod scene;
mod stop;
pub mod trace;

use std::ops::RangeInclusive;

use super::command::{JumpTarget, OfSteps, Picture, StopCondition, TravelDirection};
use super::commands::Debugger;
use super::conversation::{Scene, SessionSurroundings, Stops, ViewSize};
use super::expression;
use super::noted::{Noted, WatchedValue};
use super::source_text::{listing_around, unknown_name};
use crate::language::Voice;
use crate::present::text::moment::noun;
use crate::result::moments::{Moment, Moments};
use crate::result::run::Run;
use crate::result::strip::ProcessorTimeline;
use crate::source::Sources;

/// What holds of messages wherever they are sent.
const RULES: &str = "  A message takes t_s to start and t_w for each word, on the way also t_h for each link. A \
                     receive waits until its message has arrived. Every send and receive takes its processor t_o, \
                     every instruction t_c.";

/// A run of processors that exchange messages, with its user.
pub struct Exchange<'c> {
    moments: &'c Moments,
    timeline: Option<ProcessorTimeline>,
    /// Whether the run reached its end.
    has_finished: bool,
    sources: &'c Sources,
    voice: Voice,
    outside: Box<dyn SessionSurroundings + 'c>,
    noted: Noted,
    followed: Option<u32>,
    /// The moment, from 1; 0 is before the first.
    at: usize,
    room: LineRoom,
}

/// How long lines are.
struct LineRoom {
    /// Characters of a row.
    width: usize,
    /// The most characters of a line about one processor or message, which may take several rows.
    longest: usize,
}

impl<'c> Exchange<'c> {
    /// Before the first moment of a run.
    pub fn new(
        (run, moments): (&Run, &'c Moments),
        sources: &'c Sources,
        voice: Voice,
        outside: Box<dyn SessionSurroundings + 'c>,
    ) -> Self {
        Self {
            moments,
            timeline: moments.timeline(),
            has_finished: run.finished(),
            sources,
            voice,
            outside,
            noted: Noted::default(),
            followed: None,
            at: 0,
            room: LineRoom {
                width: 100,
                longest: 98,
            },
        }
    }

    /// The current moment; `None` before the first.
    fn moment(&self) -> Option<&Moment> {
        self.moments.moments.get(self.at.checked_sub(1)?)
    }

    /// Its time, in scaled units; -1 before the first, as all times are at least 0.
    fn time(&self) -> i128 {
        self.moment().map_or(-1, |moment| moment.time)
    }

    /// The number of moments.
    fn length(&self) -> usize {
        self.moments.moments.len()
    }

    /// Goes to a moment, or to the last one.
    fn go_to_moment(&mut self, moment: usize) -> String {
        self.go_to_saying(moment, "")
    }

    /// The same, with a remark on the move.
    fn go_to_saying(&mut self, moment: usize, said: &str) -> String {
        self.at = moment.min(self.length());
        let stop = self.stop();
        if self.at == self.length() {
            format!("{stop}{said}{}", self.end_of_run())
        } else {
            format!("{stop}{said}")
        }
    }

    fn end_of_run(&mut self) -> String {
        let how = match self.moments.cut_at {
            Some(time) => format!(
                "Nothing is written down from t = {} on: there is too much. What the whole run came to:",
                self.moments.decimal(time)
            ),
            None if self.has_finished => "The run ends here.".to_owned(),
            None => "The run cannot go on.".to_owned(),
        };
        format!("{how}\n{}", self.outside.ending())
    }

    fn seek(&mut self, place: &JumpTarget) -> String {
        match place {
            JumpTarget::Start => self.go_to_moment(0),
            JumpTarget::End => self.go_to_moment(self.length()),
            JumpTarget::Step(moment) => {
                let length = self.length() as u64;
                let said = if *moment > length {
                    format!("There is no moment {moment}: the last one is {length}.\n")
                } else {
                    String::new()
                };
                self.go_to_saying(usize::try_from(*moment).unwrap_or(usize::MAX), &said)
            }
            JumpTarget::Percent(part) => self.go_to_moment(self.length() * *part as usize / 100),
            JumpTarget::Round(_) => {
                "A multicomputer has no rounds; `goto T = 31` goes to a time.\n".to_owned()
            }
            JumpTarget::Time(_, time) => {
                let before = |moment: &Moment| self.moments.decimal(moment.time) < *time;
                let first = self.moments.moments.partition_point(before);
                self.go_to_moment(first + 1)
            }
            JumpTarget::Line(line) => match self.line_span(*line) {
                Err(why) => format!("{why}\n"),
                Ok(line_span) => {
                    let count = self.length();
                    let mut next = (self.at + 1..=count).chain(1..=self.at);
                    let found = next.find(|moment| self.executes(*moment, line_span));
                    match found {
                        Some(moment) => self.go_to_moment(moment),
                        None => format!("{}\n", self.nothing_on(*line)),
                    }
                }
            },
        }
    }

    fn watch_value(&mut self, name: String, processor: Option<String>) -> String {
        if let Some(whose) = &processor
            && let Err(why) = self.program(whose)
        {
            return format!("{why}\n");
        }
        let names = expression::names(&name);
        if let Err(why) = names.and_then(|names| unknown_name(self.sources, &names)) {
            return format!("{why}\n");
        }
        let number = self.noted.next_number();
        let watched = WatchedValue {
            number,
            name,
            processor,
        };
        let line = self.watched_line(&watched);
        self.noted.watched.push(watched);
        format!("Watching {line}.\n")
    }

    /// The source around the first statement of this moment.
    fn listing(&self) -> String {
        let mut spans = self.lines().into_iter().filter_map(|line| line.span);
        match spans.next() {
            Some(span) => listing_around(self.sources, span),
            None => "No statement is executed at this moment.\n".to_owned(),
        }
    }
}

impl Stops for Exchange<'_> {
    fn debugger(&self) -> Debugger {
        Debugger::Multicomputer
    }

    fn at(&self) -> u64 {
        self.at as u64
    }

    fn is_at_end(&self) -> bool {
        self.at == self.length()
    }

    fn go_to_stop(&mut self, stop: u64) -> String {
        self.go_to_moment(usize::try_from(stop).unwrap_or(usize::MAX))
    }

    fn go_to(&mut self, place: &JumpTarget) -> String {
        self.seek(place)
    }

    fn breach(&mut self) -> String {
        let text = self.go_to_moment(self.length());
        if self.has_finished {
            format!("No deadlock and no fault was met: this is the end of the run.\n{text}")
        } else {
            text
        }
    }

    fn run_on(&mut self, direction: TravelDirection) -> String {
        self.go_on_to_breakpoint(direction)
    }

    fn add_breakpoint(&mut self, stop: StopCondition, hits: u64) -> String {
        self.break_at(stop, hits)
    }

    fn watch(&mut self, name: String, processor: Option<String>) -> String {
        self.watch_value(name, processor)
    }

    fn print(&self, expression: &str, processor: Option<&str>) -> String {
        let watched = WatchedValue {
            number: 0,
            name: expression.to_owned(),
            processor: processor.map(str::to_owned),
        };
        format!("{}\n", self.watched_line(&watched))
    }

    fn explain(&self) -> String {
        format!("{}.\n{RULES}\n", self.sentence().trim_end_matches('.'))
    }

    fn noted(&mut self) -> &mut Noted {
        &mut self.noted
    }

    fn printed_so_far(&self) -> Vec<String> {
        self.printed()
    }

    fn why(&mut self, value: &str) -> String {
        self.reasons(value)
    }

    fn follow(&mut self, processor: Option<String>) -> String {
        let noun = noun(self.moments);
        let Some(name) = processor else {
            self.followed = None;
            return format!("Following no {noun}.\n");
        };
        match self.program(&name) {
            Err(why) => format!("{why}\n"),
            Ok(number) => {
                self.followed = Some(number);
                format!("Following {noun} {number}.\n{}", self.stop())
            }
        }
    }

    fn picture(&mut self, picture: Picture) -> String {
        Exchange::picture(self, picture)
    }

    fn listing(&self) -> String {
        self.listing()
    }

    fn export(&mut self, file: &str, moments: Option<RangeInclusive<u64>>) -> String {
        let all = 1..=self.length() as u64;
        self.outside.export(file, moments.unwrap_or(all))
    }

    fn of_steps(&mut self, _: OfSteps) -> String {
        unreachable!("the table of commands refuses what only steps have")
    }

    fn stop(&self) -> String {
        self.stop()
    }

    fn scene(&mut self, room: ViewSize, picture: Option<Picture>) -> Scene {
        self.pieces(room, picture)
    }
}
