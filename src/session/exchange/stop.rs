//! The description of a moment.

use std::fmt::Write as _;

use super::Exchange;
use crate::language::Language;
use crate::machine::network::history::{Asks, Holding, TimedLine};
use crate::network::{Activity, Rendezvous};
use crate::present::text::moment::{MomentLine, holding_text, messages_so_far, moment_lines, noun};
use crate::present::text::step::statement;
use crate::present::text::visible::visible;
use crate::result::moments::Event;
use crate::session::noted::WatchedValue;
use crate::session::source_text::line_of;

/// The lines below the sentence, including those of watched values, without that of the waiting programs
/// and the last one.
const TOLD: usize = 3;
/// Messages or programs that one line names.
const NAMED: usize = 4;

impl Exchange<'_> {
    /// What happens at this moment, a line for each statement.
    pub(super) fn lines(&self) -> Vec<MomentLine> {
        self.moment().map_or_else(Vec::new, |moment| {
            moment_lines(self.moments, moment, Language::English)
        })
    }

    /// The description of the stop: a sentence, and details below it.
    pub(super) fn stop(&self) -> String {
        let mut description = self.description().into_iter();
        let mut text = description.next().unwrap_or_default() + "\n";
        let mut lines: Vec<String> = description.collect();
        let watched = self.noted.watched_in_line(|one| self.watched_line(one));
        let most = TOLD - usize::from(watched.is_some());
        if lines.len() > most {
            // Violations of a rule are shown in any case.
            let mut places: Vec<usize> = (0..lines.len()).collect();
            let of_moment = self.lines();
            places.sort_by_key(|at| !of_moment[*at].is_breach);
            let more = lines.len() - (most - 1);
            let hidden = || places[most - 1..].iter().map(|at| &of_moment[*at]);
            let word = match (
                hidden().any(|line| line.is_printed),
                hidden().any(|line| !line.is_printed),
            ) {
                (true, false) => "`printed` shows what was printed",
                (true, true) => "`printed` shows what was printed, `view processors` where each is",
                (false, _) => "`view processors` shows where each is, `view network` the messages",
            };
            lines = places[..most - 1]
                .iter()
                .map(|at| std::mem::take(&mut lines[*at]))
                .collect();
            lines.push(format!("… and {more} more; {word}"));
        }
        if self.at > 0 {
            lines.extend(self.followed.map(|number| self.standing_line(number)));
            lines.extend(self.received_lines());
            lines.truncate(most);
            lines.extend(self.waiting_line());
        }
        lines.extend(watched);
        lines.push(self.so_far());
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
        text
    }

    /// What happens at this moment: a sentence, and for several events a line each.
    pub(super) fn sentence(&self) -> String {
        self.description().join("\n  ")
    }

    fn description(&self) -> Vec<String> {
        let length = self.length();
        let Some(moment) = self.moment() else {
            return vec![format!("Before the first moment of {length}.")];
        };
        let lines = self.lines();
        // If no processor can continue, the run fails at the last moment.
        let is_stuck = self.at == length && !self.has_finished && self.moments.cut_at.is_none();
        let breach = if is_stuck || lines.iter().any(|line| line.is_breach) {
            " ✗"
        } else {
            ""
        };
        let time = self.moments.decimal(moment.time);
        let mut parts = lines.iter().map(|line| match line.span {
            None => visible(&line.text),
            Some(span) => {
                let code = statement(self.sources, span);
                let place = line_of(self.sources, span);
                format!("{place}, `{code}`: {}", visible(&line.text))
            }
        });
        let head = format!("Moment {} of {length}{breach}, t = {time}", self.at);
        match lines.len() {
            1 => vec![format!("{head}, {}.", parts.next().unwrap_or_default())],
            _ => std::iter::once(format!("{head}.")).chain(parts).collect(),
        }
    }

    /// The lines printed up to this moment, each with the program that printed it.
    pub(super) fn printed(&self) -> Vec<String> {
        // What code before the first block prints is there before the first moment.
        let time = |line: &TimedLine| match line.processor {
            None if line.time == 0 => -1,
            _ => line.time,
        };
        let now = self.time();
        let lines = self.moments.lines.iter().filter(|line| time(line) <= now);
        let name = noun(self.moments);
        let lines = lines.map(|line| match line.processor {
            Some(processor) => format!("{name} {processor}: {}", line.text),
            None => line.text.clone(),
        });
        lines.collect()
    }

    /// What the programs hold that have received at this moment, once they have reached their next
    /// statement with messages.
    fn received_lines(&self) -> Vec<String> {
        let Some(moment) = self.moment() else {
            return Vec::new();
        };
        let receivers = moment.events.iter().filter_map(|event| match event {
            Event::Receives(at) => Some(self.moments.messages[*at].receiver),
            _ => None,
        });
        let lines = receivers.take(2).filter_map(|program| {
            let stop = self.moments.stop_of(program, moment.time)?;
            let next = self
                .moments
                .stops_of(program)
                .iter()
                .find(|at| **at > stop)?;
            let next = &self.moments.stops[*next];
            let before = &self.moments.stops[stop].holds;
            // Names persist during a call: if one is missing, the other stop is in another call.
            let stays = |held: &Holding| next.holds.iter().any(|it| it.name == held.name);
            if !before.iter().all(stays) {
                return None;
            }
            let changed = next.holds.iter().filter(|held| !before.contains(held));
            let mut texts: Vec<String> = changed.take(NAMED + 1).map(holding_text).collect();
            if texts.len() > NAMED {
                texts.truncate(NAMED);
                texts.push("…".to_owned());
            }
            let time = self.moments.decimal(next.time);
            (!texts.is_empty()).then(|| {
                format!(
                    "{} {program} then makes {}, up to t = {time}",
                    noun(self.moments),
                    texts.join(", ")
                )
            })
        });
        lines.collect()
    }

    /// The waiting programs, and for what they wait.
    fn waiting_line(&self) -> Option<String> {
        let time = self.time();
        let waiting = (0..self.moments.programs).filter_map(|program| {
            let stop = self.moments.stop_of(program, time)?;
            let message = self.moments.of_stops[stop].map(|at| &self.moments.messages[at]);
            match &self.moments.stops[stop].asks {
                Asks::Receive { from } => {
                    let received = message.and_then(|message| message.received);
                    let whom = from.map_or_else(|| "anyone".to_owned(), |from| from.to_string());
                    received
                        .is_none_or(|received| received > time)
                        .then(|| format!("{program} for {whom}"))
                }
                Asks::Take => {
                    let received = message.and_then(|message| message.received);
                    received
                        .is_none_or(|received| received > time)
                        .then(|| format!("{program} at its queue"))
                }
                Asks::Send { to, manner, .. } if self.moments.waits_for_receiver(*manner) => {
                    let way = message.and_then(|message| message.way);
                    way.is_none_or(|[start, _]| start > time)
                        .then(|| format!("{program} until {to} receives"))
                }
                Asks::Send { .. } | Asks::Probe | Asks::Meet(_) | Asks::Stop | Asks::End => None,
            }
        });
        let waiting: Vec<String> = waiting.collect();
        let more = waiting.len().saturating_sub(NAMED);
        (!waiting.is_empty()).then(|| {
            let mut text = format!("waiting: {}", waiting[..waiting.len() - more].join(", "));
            if more > 0 {
                let _ = write!(text, ", … and {more} more");
            }
            text
        })
    }

    /// The messages so far.
    pub(super) fn so_far(&self) -> String {
        let time = self.time();
        let has_left = |start: i128| start <= time;
        let sent = self.moments.messages.iter();
        let sent = sent.filter(|message| message.way.is_some_and(|way| has_left(way[0])));
        let under_way = self.moments.under_way(time).count();
        let there = self.moments.waiting(time).len();
        let sent = sent.count();
        messages_so_far([sent, sent - under_way, sent - under_way - there])
    }

    /// A program and what it does: `3 waits since t = 4 for a message of 2 (line 9); s = 5, x = 0`.
    pub(super) fn standing_line(&self, program: u32) -> String {
        let time = self.time();
        let (name, moments) = (noun(self.moments), self.moments);
        let Some(at) = moments.stop_of(program, time) else {
            return format!("{name} {program} is at its beginning");
        };
        let stop = &moments.stops[at];
        let since = moments.decimal(stop.time);
        let message = moments.of_stops[at].map(|at| &moments.messages[at]);
        let is_over = match &stop.asks {
            Asks::Receive { .. } | Asks::Take => message
                .and_then(|message| message.received)
                .is_some_and(|received| received <= time),
            // Its processor may be busy with another task.
            Asks::Send { .. } if moments.is_of_tasks => message
                .and_then(|message| message.way)
                .is_some_and(|[start, _]| start < time),
            Asks::Send { .. } => moments.doing(stop.processor, time) == Some(Activity::Compute),
            Asks::Meet(_) => moments.doing(stop.processor, time) == Some(Activity::Compute),
            Asks::Probe => true,
            Asks::Stop | Asks::End => false,
        };
        let does = match &stop.asks {
            Asks::End => format!("is done since t = {since}"),
            Asks::Stop => "broke off the run".to_owned(),
            _ if is_over => "computes, after".to_owned(),
            Asks::Send { to, .. } => format!("sends to {to} since t = {since},"),
            Asks::Receive { from: Some(from) } => {
                format!("waits since t = {since} for a message of {from},")
            }
            Asks::Receive { from: None } | Asks::Take => {
                format!("waits since t = {since} for a message,")
            }
            Asks::Meet(Rendezvous::Barrier) => format!("waits since t = {since} at the barrier,"),
            Asks::Meet(Rendezvous::Call { .. }) => {
                format!("waits since t = {since} for all others to make this call,")
            }
            Asks::Probe => format!("asks for a message since t = {since},"),
        };
        let place = (stop.span).map_or_else(String::new, |span| {
            format!(" {}", line_of(self.sources, span))
        });
        let mut text = format!("{name} {program}");
        if moments.is_of_tasks {
            let _ = write!(text, " (on processor {})", stop.processor);
        }
        let _ = write!(text, " {does}{place}");
        let holds: Vec<String> = stop.holds.iter().map(holding_text).collect();
        if !holds.is_empty() {
            let there = if is_over { "came there with " } else { "" };
            let _ = write!(text, "; {there}{}", holds.join(", "));
        }
        shortened(&text, self.room.longest)
    }

    /// `s of 3 = 5 (was 2)`; for all if no processor is named.
    pub(super) fn watched_line(&self, watched: &WatchedValue) -> String {
        let Some(whose) = &watched.processor else {
            let values = (0..self.moments.programs).map(|program| {
                let value = self.value(program, &watched.name, self.time());
                let value = value.map_or_else(|_| "_".to_owned(), |value| value.to_string());
                format!("{program}: {value}")
            });
            let values: Vec<String> = values.collect();
            let text = format!("{} of {}", watched.name, values.join(", "));
            return shortened(&text, self.room.longest);
        };
        let program = match self.program(whose) {
            Ok(program) => program,
            Err(why) => return why,
        };
        let name = format!("{} of {program}", watched.name);
        let before = self
            .at
            .checked_sub(2)
            .map_or(-1, |at| self.moments.moments[at].time);
        let old = self.value(program, &watched.name, before);
        match self.value(program, &watched.name, self.time()) {
            Err(why) => format!("{name}: {why}"),
            Ok(value) => match old {
                Ok(old) if old != value => format!("{name} = {value} (was {old})"),
                _ => format!("{name} = {value}"),
            },
        }
    }
}

/// A text cut to a number of characters.
pub(super) fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(2)).collect();
    short.push_str(" …");
    short
}
