//! Breakpoints, and moves to them.

use std::collections::BTreeSet;

use super::Exchange;
use crate::machine::network::history::{Asks, Holding};
use crate::network::Decimal;
use crate::program::Constant;
use crate::quantity::{Measure, Unit};
use crate::result::moments::Event;
use crate::session::command::{NumberRelation, StopCondition, TravelDirection, whose};
use crate::session::expression;
use crate::session::noted::stopped_by;
use crate::session::source_text::{line_span, unknown_name};
use crate::source::{FileId, Span};

impl Exchange<'_> {
    pub(super) fn break_at(&mut self, stop: StopCondition, hits: u64) -> String {
        let stop = match stop {
            // A multicomputer has one unit of time.
            StopCondition::Measure(measure, Unit::Steps, relation, value) => {
                StopCondition::Measure(measure, Unit::Multicomputer, relation, value)
            }
            stop => stop,
        };
        match self.checked(&stop) {
            Ok(()) => self.noted.add(stop, hits, self.at as u64),
            Err(why) => format!("{why}\n"),
        }
    }

    /// Whether a breakpoint can exist at all; an error that says why not.
    fn checked(&self, stop: &StopCondition) -> Result<(), String> {
        match stop {
            StopCondition::Line(line) => {
                let span = self.line_span(*line)?;
                let mut moments = 1..=self.length();
                if moments.any(|moment| self.executes(moment, span)) {
                    Ok(())
                } else {
                    Err(self.nothing_on(*line))
                }
            }
            StopCondition::Write(text) => {
                unknown_name(self.sources, &expression::names(whole(whose(text).0))?)?;
                self.owner(text)
            }
            StopCondition::If(text) => {
                unknown_name(self.sources, &expression::names(whose(text).0)?)?;
                self.owner(text)
            }
            StopCondition::Send(Some(number)) | StopCondition::Receive(Some(number)) => {
                self.program(&number.to_string()).map(|_| ())
            }
            StopCondition::Send(None) | StopCondition::Receive(None) => Ok(()),
            StopCondition::Read(_) => Err("reads of what a processor holds itself are not written down; \
                                  `break write s for 3` stops where it changes"
                .to_owned()),
            StopCondition::Conflict => Err(
                "nothing is shared on a multicomputer, so there are no conflicts; `break receive 3` \
                 stops where processor 3 receives"
                    .to_owned(),
            ),
            StopCondition::Measure(Measure::T, Unit::Multicomputer, _, value) => {
                match value.parse::<Decimal>() {
                    Ok(_) => Ok(()),
                    Err(_) => Err("say a time as in `break T > 50`".to_owned()),
                }
            }
            StopCondition::Measure(..) | StopCondition::Processors(_) => Err(
                "here breakpoints are lines, `break send 3`, `break receive 3`, `break write s for 3`, \
                 `break if s > 3 for 2` and `break T > 50`"
                    .to_owned(),
            ),
        }
    }

    /// Whether the processor after ` for ` exists, if one is named.
    fn owner(&self, text: &str) -> Result<(), String> {
        match whose(text).1 {
            Some(program) => self.program(program).map(|_| ()),
            None => Ok(()),
        }
    }

    /// To the next or the previous breakpoint, else to the end or the beginning.
    pub(super) fn go_on_to_breakpoint(&mut self, direction: TravelDirection) -> String {
        let length = self.length();
        let from = self.noted.count_from(self.at as u64);
        let stops_at = |moment: usize, stop: &StopCondition| self.stops_at(moment, stop);
        let found = match direction {
            TravelDirection::Forward => self.noted.next_hit((from, self.at, length), stops_at),
            TravelDirection::Back => self.noted.previous_hit(self.at, stops_at),
        };
        match found {
            Some((moment, numbers)) => {
                format!("{}{}", stopped_by(&numbers), self.go_to_moment(moment))
            }
            None if direction == TravelDirection::Forward => self.go_to_moment(length),
            None => self.go_to_moment(0),
        }
    }

    /// Whether a breakpoint stops at a moment, counted from 1.
    fn stops_at(&self, moment: usize, stop: &StopCondition) -> bool {
        let events = &self.moments.moments[moment - 1].events;
        match stop {
            StopCondition::Line(line) => {
                let span = self.line_span(*line);
                span.is_ok_and(|span| self.executes(moment, span))
            }
            StopCondition::Send(number) => events.iter().any(|event| match event {
                Event::Sends(at) => {
                    number.is_none_or(|number| self.moments.messages[*at].sender == number)
                }
                _ => false,
            }),
            StopCondition::Receive(number) => events.iter().any(|event| match event {
                Event::Receives(at) => {
                    number.is_none_or(|number| self.moments.messages[*at].receiver == number)
                }
                _ => false,
            }),
            StopCondition::Write(text) => {
                let (name, program) = whose(text);
                let name = whole(name);
                self.reached_by(moment, program, |stop| self.is_changed_at(stop, name))
            }
            StopCondition::If(text) => {
                let (condition, program) = whose(text);
                self.reached_by(moment, program, |stop| {
                    self.value_at(stop, condition) == Ok(Constant::Bool(true))
                })
            }
            StopCondition::Measure(_, _, relation, value) => {
                value.parse().is_ok_and(|value: Decimal| {
                    let time = self.moments.decimal(self.moments.moments[moment - 1].time);
                    match relation {
                        NumberRelation::Above => time > value,
                        NumberRelation::AtLeast => time >= value,
                        NumberRelation::Equal => time == value,
                    }
                })
            }
            StopCondition::Read(_) | StopCondition::Conflict | StopCondition::Processors(_) => {
                false
            }
        }
    }

    /// Whether what a program holds under a name at a stop differs from the previous stop, or from the
    /// beginning of the block: a scalar, a cell, or cells of a whole array.
    fn is_changed_at(&self, stop: usize, name: &str) -> bool {
        let before = self.moments.held_before(stop);
        let now = &self.moments.stops[stop].holds;
        let cells = cells_of(now, name);
        if !cells.is_empty() {
            let old = cells_of(before, name);
            return cells.iter().any(|(place, value)| {
                let known = old.binary_search_by_key(place, |(old, _)| *old);
                *value != known.ok().and_then(|at| old[at].1)
            });
        }
        let before = self.value_among(before, name).ok();
        self.value_among(now, name)
            .is_ok_and(|now| before != Some(now))
    }

    /// Whether a condition holds at a stop of a program, or of any, between the previous moment and this
    /// one.
    fn reached_by(
        &self,
        moment: usize,
        program: Option<&str>,
        holds: impl Fn(usize) -> bool,
    ) -> bool {
        let number = program.and_then(|name| self.program(name).ok());
        let time = self.moments.moments[moment - 1].time;
        let before = moment
            .checked_sub(2)
            .map(|at| self.moments.moments[at].time);
        let stops = &self.moments.stops;
        let from = before.map_or(0, |before| {
            stops.partition_point(|stop| stop.time <= before)
        });
        let to = stops.partition_point(|stop| stop.time <= time);
        (from..to)
            .filter(|at| number.is_none_or(|number| stops[*at].program == number))
            .any(holds)
    }

    /// Whether a statement in a range sends, receives or begins to wait at a moment.
    pub(super) fn executes(&self, moment: usize, range: Span) -> bool {
        let is_inside =
            |span: Span| span.file == range.file && (range.start..range.end).contains(&span.start);
        self.executed_at(moment).any(is_inside)
    }

    /// The statements that send, receive or begin to wait at a moment, counted from 1.
    fn executed_at(&self, moment: usize) -> impl Iterator<Item = Span> {
        let events = self.moments.moments[moment - 1].events.iter();
        events.filter_map(|event| match event {
            Event::Sends(at) => self.moments.messages[*at].sent_at,
            Event::Receives(at) => self.moments.messages[*at].received_at,
            Event::Waits(at) | Event::Meets(at) | Event::Breaks(at) => {
                let stop = &self.moments.stops[*at];
                stop.span.filter(|_| stop.asks != Asks::End)
            }
            Event::Arrives(_) | Event::Prints(_) | Event::Ends(_) => None,
        })
    }

    /// The answer for a line that no moment executes, with one that some do.
    pub(super) fn nothing_on(&self, line: usize) -> String {
        let moments = 1..=self.length();
        let all = moments.flat_map(|moment| self.executed_at(moment));
        let own = all.filter(|span| span.file == FileId(0));
        let lines: BTreeSet<usize> = own.map(|span| self.sources.position(span).line).collect();
        let next = lines.range(line..).next();
        let other = match (next, lines.last()) {
            (Some(next), _) => format!("; the next line where that happens is {next}"),
            (None, Some(last)) => format!("; the last line where that happens is {last}"),
            (None, None) => String::new(),
        };
        format!("Nothing is sent or received on line {line}{other}.")
    }

    /// The range of a line of the program.
    pub(super) fn line_span(&self, line: usize) -> Result<Span, String> {
        let count = self.sources.get(FileId(0)).text.lines().count();
        line_span(self.sources, FileId(0), line)
            .filter(|_| line <= count)
            .ok_or_else(|| format!("the program has {count} lines"))
    }
}

/// The cells of the array of a name among what a program holds, with their positions and values.
fn cells_of(holds: &[Holding], name: &str) -> Vec<(usize, Option<Constant>)> {
    let arrays = holds.iter().filter(|held| held.name == name);
    let mut cells: Vec<(usize, Option<Constant>)> = arrays
        .filter_map(|held| Some((held.cells.as_ref()?.1, &held.values)))
        .flat_map(|(first, values)| (first..).zip(values.iter().copied()))
        .collect();
    cells.sort_unstable_by_key(|(place, _)| *place);
    cells
}

/// An array as its name: `X` of `X[]`.
fn whole(name: &str) -> &str {
    name.strip_suffix("[]").map_or(name, str::trim_end)
}
