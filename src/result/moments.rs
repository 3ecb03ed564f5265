//! A run on a multicomputer, moment by moment: a moment is a time at which a message leaves, arrives or
//! is received, or a program begins to wait, prints or ends.

use std::collections::BTreeMap;

use super::passages::passages;
use super::run::Run;
use crate::machine::network::history::{Asks, Holding, ProgramStop, TimedLine};
use crate::network::{Activity, Decimal, Segment, SendManner, Sending, Units};
use crate::program::Constant;
use crate::result::strip::ProcessorTimeline;
use crate::source::Span;

/// The events of a run on a multicomputer, by time.
#[derive(Debug, Clone)]
pub struct Moments {
    units: Units,
    /// The number of programs: processors, or tasks.
    pub programs: u32,
    /// Whether some programs are tasks.
    pub is_of_tasks: bool,
    /// The messages in the order in which they were sent.
    pub messages: Vec<Passage>,
    /// The stops of the programs, in the order of time.
    pub stops: Vec<ProgramStop>,
    /// For each stop that sends or receives, the index of the message; `None` if none came.
    pub of_stops: Vec<Option<usize>>,
    /// The printed lines with their times and programs; without a program if printed outside blocks.
    pub lines: Vec<TimedLine>,
    /// The moments in the order of time.
    pub moments: Vec<Moment>,
    /// By program, the places of its stops.
    by_program: Vec<Vec<usize>>,
    /// By processor, then in the order of time; including the waits that never end.
    segments: Vec<Segment>,
    /// The time, in scaled units, from which nothing is recorded, as the record became too long.
    pub cut_at: Option<i128>,
    /// Whether the values that programs held are not recorded to the end.
    pub is_without_values: bool,
    /// Whether a plain send waits for its receiver.
    are_synchronous: bool,
}

/// A message in transit.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// The sender: a processor, or a task.
    pub sender: u32,
    /// The receiver.
    pub receiver: u32,
    /// The number of its words.
    pub count: u64,
    /// The first of them.
    pub words: Vec<Constant>,
    /// Its tag; 0 in a queue.
    pub tag: i64,
    /// Whether it is from one task to another of the same processor: then it takes no time and is not
    /// counted.
    pub is_local: bool,
    /// When its sender requested it, in scaled units.
    pub asked: i128,
    /// When it left, and when it arrived or will arrive; `None` if it never left.
    pub way: Option<[i128; 2]>,
    /// When it was received; `None` if no receive took it.
    pub received: Option<i128>,
    /// The statement that sends it.
    pub sent_at: Option<Span>,
    /// The statement that received it.
    pub received_at: Option<Span>,
}

/// A time with events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// When, in scaled units.
    pub time: i128,
    /// In the order of [`Event`]; first the messages that take no time.
    pub events: Vec<Event>,
}

/// An event at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// A message, by its place, is received.
    Receives(usize),
    /// A message arrives before it is received.
    Arrives(usize),
    /// A message leaves.
    Sends(usize),
    /// A program begins to wait at a stop, by its place.
    Waits(usize),
    /// A program reaches a rendezvous.
    Meets(usize),
    /// A line, by its place, is printed.
    Prints(usize),
    /// A program ends the run.
    Breaks(usize),
    /// A program has reached the end of its block.
    Ends(usize),
}

impl Moments {
    /// Takes the moments out of a run with a recorded history; `None` for a run on another machine. If
    /// no block was executed, nothing was recorded and nothing happened.
    pub fn take(run: &mut Run) -> Option<Self> {
        let multicomputer = run.configuration.multicomputer()?;
        let units = multicomputer.parameters.scaled().ok()?;
        let are_synchronous = multicomputer.options.sending == Sending::Synchronous;
        let mut record = run.record.take().unwrap_or_default();
        let history = record.history.take().unwrap_or_default();
        let (messages, of_stops) = passages(&record, &history.stops);
        let mut stops: Vec<(ProgramStop, Option<usize>)> =
            history.stops.into_iter().zip(of_stops).collect();
        stops.sort_by_key(|(stop, _)| (stop.time, stop.program));
        let (stops, of_stops): (Vec<ProgramStop>, Vec<Option<usize>>) = stops.into_iter().unzip();
        let programs = stops.iter().map(|stop| stop.program + 1).max().unwrap_or(0);
        let mut by_program: Vec<Vec<usize>> = vec![Vec::new(); programs as usize];
        for (at, stop) in stops.iter().enumerate() {
            by_program[stop.program as usize].push(at);
        }
        let mut segments = record.segments;
        segments.sort_by_key(|segment| (segment.processor, segment.from));
        let mut moments = Self {
            units,
            programs,
            is_of_tasks: record.is_of_tasks,
            messages,
            stops,
            of_stops,
            lines: history.lines,
            moments: Vec::new(),
            by_program,
            segments,
            cut_at: [record.cut_at, history.cut_at].into_iter().flatten().min(),
            is_without_values: history.is_without_values,
            are_synchronous,
        };
        moments.moments = moments.in_time();
        let endless = moments.endless_waits();
        moments.segments.extend(endless);
        (moments.segments).sort_by_key(|segment| (segment.processor, segment.from));
        Some(moments)
    }

    /// Whether a sender waits until the receiver takes part; otherwise the message is buffered.
    pub fn waits_for_receiver(&self, manner: SendManner) -> bool {
        match manner {
            SendManner::Synchronous => true,
            SendManner::Blocking => self.are_synchronous,
            SendManner::Now | SendManner::Buffered => false,
        }
    }

    /// All events until the run ends, those of the same time together.
    fn in_time(&self) -> Vec<Moment> {
        let mut events: Vec<(i128, Event)> = Vec::new();
        for (at, message) in self.messages.iter().enumerate() {
            let Some([start, arrival]) = message.way else {
                continue;
            };
            events.push((start, Event::Sends(at)));
            if let Some(received) = message.received {
                events.push((received, Event::Receives(at)));
            }
            if message.received != Some(arrival) {
                events.push((arrival, Event::Arrives(at)));
            }
        }
        for (at, stop) in self.stops.iter().enumerate() {
            let time = stop.time;
            match &stop.asks {
                Asks::Receive { .. } | Asks::Take => {
                    let got = self.of_stops[at].and_then(|message| self.messages[message].received);
                    if got.is_none_or(|got| got > time) {
                        events.push((time, Event::Waits(at)));
                    }
                }
                Asks::Send { manner, .. } => {
                    let way = self.of_stops[at].and_then(|message| self.messages[message].way);
                    let starts_later = |[start, _]: [i128; 2]| start > time + self.units.t_o;
                    if self.waits_for_receiver(*manner) && way.is_none_or(starts_later) {
                        events.push((time, Event::Waits(at)));
                    }
                }
                Asks::Meet(_) => events.push((time, Event::Meets(at))),
                Asks::Probe => {}
                Asks::Stop => events.push((time, Event::Breaks(at))),
                Asks::End => events.push((time, Event::Ends(at))),
            }
        }
        for (at, line) in self.lines.iter().enumerate() {
            // Output of code outside blocks is no moment: it takes no time.
            if line.processor.is_some() {
                events.push((line.time, Event::Prints(at)));
            }
        }
        let breaks = self.stops.iter().filter(|stop| stop.asks == Asks::Stop);
        let broken_at = breaks.map(|stop| stop.time).min();
        events.retain(|(time, _)| {
            self.cut_at.is_none_or(|cut| *time < cut) && broken_at.is_none_or(|last| *time <= last)
        });
        // A message that takes no time leaves before it is received.
        let instant = |event: &Event| match event {
            Event::Sends(at) => self.messages[*at].way.is_some_and(|way| way[0] == way[1]),
            _ => false,
        };
        events.sort_unstable_by_key(|(time, event)| (*time, !instant(event), *event));
        let mut moments: Vec<Moment> = Vec::new();
        for (time, event) in events {
            match moments.last_mut() {
                Some(last) if last.time == time => last.events.push(event),
                _ => moments.push(Moment {
                    time,
                    events: vec![event],
                }),
            }
        }
        moments
    }

    /// A time in the machine's unit.
    pub fn decimal(&self, time: i128) -> Decimal {
        self.units.decimal(time)
    }

    /// The time of the last event.
    pub fn end(&self) -> i128 {
        let segments = self.segments.iter().map(|segment| segment.to);
        let moments = self.moments.iter().map(|moment| moment.time);
        segments.chain(moments).max().unwrap_or(0)
    }

    /// The time line; `None` if no time passes.
    pub fn timeline(&self) -> Option<ProcessorTimeline> {
        ProcessorTimeline::new(&self.segments, &self.units)
    }

    /// The waits of processors that never continue, until the end of the run. Of tasks on one processor,
    /// the first that waits: it computes nothing from then on.
    fn endless_waits(&self) -> Vec<Segment> {
        if self.cut_at.is_some() {
            return Vec::new();
        }
        let last = self.by_program.iter().filter_map(|stops| stops.last());
        let mut since: BTreeMap<u32, i128> = BTreeMap::new();
        for at in last {
            let stop = &self.stops[*at];
            let message = self.of_stops[*at].map(|at| &self.messages[at]);
            let is_answered = match stop.asks {
                Asks::Receive { .. } | Asks::Take => {
                    message.is_some_and(|message| message.received.is_some())
                }
                Asks::Send { manner, .. } => {
                    let has_left = message.is_some_and(|message| message.way.is_some());
                    has_left || !self.waits_for_receiver(manner)
                }
                Asks::Meet(_) => false,
                Asks::Probe | Asks::Stop | Asks::End => true,
            };
            if !is_answered {
                let first = since.entry(stop.processor).or_insert(stop.time);
                *first = stop.time.min(*first);
            }
        }
        let to = self.end();
        let waits = since.into_iter().map(|(processor, since)| {
            let own = self.segments.iter();
            let own = own.filter(|segment| segment.processor == processor);
            let busy = own.map(|segment| segment.to).max().unwrap_or(0);
            Segment {
                processor,
                activity: Activity::Wait,
                from: busy.max(since),
                to,
            }
        });
        waits.filter(|wait| wait.from < wait.to).collect()
    }

    /// The activity of each processor, by processor, then in the order of time.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The index of the stop at which a program is at a time; `None` before its first.
    pub fn stop_of(&self, program: u32, time: i128) -> Option<usize> {
        let stops = self.by_program.get(program as usize)?;
        let after = stops.partition_point(|at| self.stops[*at].time <= time);
        after.checked_sub(1).map(|last| stops[last])
    }

    /// The previous stop of the same program.
    pub fn stop_before(&self, stop: usize) -> Option<usize> {
        let stops = &self.by_program[self.stops[stop].program as usize];
        let place = stops.partition_point(|at| *at < stop);
        place.checked_sub(1).map(|before| stops[before])
    }

    /// What the program of a stop held at its previous stop, or at the beginning of the block.
    pub fn held_before(&self, stop: usize) -> &[Holding] {
        match &self.stops[stop].held_first {
            Some(held) => held,
            None => (self.stop_before(stop)).map_or(&[], |before| &self.stops[before].holds),
        }
    }

    /// The indices of all stops of a program.
    pub fn stops_of(&self, program: u32) -> &[usize] {
        self.by_program
            .get(program as usize)
            .map_or(&[], Vec::as_slice)
    }

    /// The activity of a processor at a time; `None` before its first and after its last statement.
    pub fn doing(&self, processor: u32, time: i128) -> Option<Activity> {
        let key = |segment: &Segment| (segment.processor, segment.from);
        let after = (self.segments).partition_point(|segment| key(segment) <= (processor, time));
        let segment = &self.segments[after.checked_sub(1)?];
        (segment.processor == processor && time < segment.to).then_some(segment.activity)
    }

    /// The messages in transit at a time.
    pub fn under_way(&self, time: i128) -> impl Iterator<Item = (usize, &Passage)> {
        let is_under_way = move |way: [i128; 2]| way[0] <= time && time < way[1];
        (self.messages.iter().enumerate())
            .filter(move |(_, message)| message.way.is_some_and(is_under_way))
    }

    /// The messages that have arrived by a time and are not received yet, in the order of arrival.
    pub fn waiting(&self, time: i128) -> Vec<(usize, &Passage)> {
        let is_there = |message: &Passage| {
            message.way.is_some_and(|[_, arrival]| arrival <= time)
                && message.received.is_none_or(|received| time < received)
        };
        let mut waiting: Vec<(usize, &Passage)> = (self.messages.iter().enumerate())
            .filter(|(_, message)| is_there(message))
            .collect();
        waiting.sort_by_key(|(at, message)| (message.way.map(|way| way[1]), *at));
        waiting
    }

    /// The average number of processors that compute or send, in each of `count` equal parts of the
    /// whole time.
    pub fn activity(&self, count: usize) -> Vec<f64> {
        let part = self.end().max(1) as f64 / count.max(1) as f64;
        let mut active = vec![0.0; count];
        let segments = self.segments.iter();
        for segment in segments.filter(|segment| segment.activity != Activity::Wait) {
            let (from, to) = (segment.from as f64 / part, segment.to as f64 / part);
            let columns = (from as usize).min(count)..(to.ceil() as usize).min(count);
            for column in columns {
                let within = to.min(column as f64 + 1.0) - from.max(column as f64);
                active[column] += within.max(0.0);
            }
        }
        active
    }
}
