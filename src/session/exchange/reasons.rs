//! The origin of a value: since when a program holds it, the messages before that, and what it held
//! before.

use std::fmt::Write as _;

use super::Exchange;
use crate::language::Language;
use crate::machine::network::history::Asks;
use crate::present::text::moment::{contents, noun, words_phrase};
use crate::program::Constant;
use crate::session::command::whose;
use crate::session::source_text::line_of;

/// Messages of the chain that are named.
const DEPTH: usize = 8;
/// The number of successive values of a program that are listed.
const VALUES: usize = 8;

impl Exchange<'_> {
    /// Since when a program holds a value, and the messages that came before it.
    pub(super) fn reasons(&self, text: &str) -> String {
        let (name, Some(program)) = whose(text) else {
            return format!(
                "Say whose, as in `why {} for 3`: each {} holds its own.\n",
                super::stop::shortened(text, 40),
                noun(self.moments)
            );
        };
        let program = match self.program(program) {
            Ok(program) => program,
            Err(why) => return format!("{why}\n"),
        };
        let Some(stop) = self.moments.stop_of(program, self.time()) else {
            let noun = noun(self.moments);
            return format!("{noun} {program} has executed nothing yet.\n");
        };
        let value = match self.value_at(stop, name) {
            Ok(value) => value,
            Err(why) => return format!("{name} of {program}: {why}\n"),
        };
        self.history(name, (stop, value))
    }

    /// Since when a program holds a value, with the message that came before it; what it held before
    /// that, and so on.
    fn history(&self, name: &str, (mut stop, mut value): (usize, Constant)) -> String {
        let program = self.moments.stops[stop].program;
        let mut answer = String::new();
        for number in 0..VALUES {
            let mut first = stop;
            let mut before = self.moments.stop_before(first);
            while let Some(at) = before.filter(|at| self.value_at(*at, name) == Ok(value)) {
                first = at;
                before = self.moments.stop_before(first);
            }
            let since = &self.moments.stops[first];
            let held_first = since.held_first.as_deref().unwrap_or_default();
            let at_first = self.value_among(held_first, name);
            let at = since.span.map_or_else(
                || "the end of the block".to_owned(),
                |span| line_of(self.sources, span),
            );
            let since = self.moments.decimal(since.time);
            let _ = match number {
                0 => write!(answer, "{name} of {program} is {value}"),
                _ => write!(answer, "  before that {name} was {value}"),
            };
            if at_first == Ok(value) {
                answer.push_str(", as at the beginning of the block.\n");
                return answer;
            }
            let _ = writeln!(answer, ", first when it came to {at}, t = {since}.");
            let old = before.and_then(|before| Some((before, self.value_at(before, name).ok()?)));
            let received = before.and_then(|before| self.receipt_at(before));
            match (received, old) {
                (Some(received), _) => self.chain(received, number, &mut answer),
                (None, None) => match self.last_receive(first) {
                    Some(received) => self.chain(received, number, &mut answer),
                    None => {
                        nothing_received(program, usize::from(number > 0), &mut answer);
                    }
                },
                // It is computed from its old value and others that are held.
                (None, Some(_)) => {}
            }
            if let Some(old) = old {
                (stop, value) = old;
                continue;
            }
            if let Ok(old) = at_first {
                let _ = writeln!(
                    answer,
                    "  before that {name} was {old}, as at the beginning of the block."
                );
            }
            return answer;
        }
        let _ = writeln!(
            answer,
            "  and so on; `goto moment` and `why {name} for {program}` tell more"
        );
        answer
    }

    /// A message that a program received at a stop; for the first listed value also the last one that
    /// its sender received before it, and so on.
    fn chain(
        &self,
        (mut receive, mut message): (usize, usize),
        number: usize,
        answer: &mut String,
    ) {
        let deepest = if number == 0 { DEPTH } else { 1 };
        for depth in 1..=deepest {
            let indent = "  ".repeat(depth + usize::from(number > 0));
            let passage = &self.moments.messages[message];
            let line = self.moments.stops[receive].span;
            let line = line.map_or_else(String::new, |span| line_of(self.sources, span));
            let received = passage.received.map_or_else(String::new, |time| {
                format!(" at t = {}", self.moments.decimal(time))
            });
            let sent = passage.sent_at.map_or_else(String::new, |span| {
                format!(", {}", line_of(self.sources, span))
            });
            let _ = writeln!(
                answer,
                "{indent}before that {} received {} from {}{received} ({line}): {}; sent at t = {}{sent}",
                passage.receiver,
                words_phrase(passage, Language::English),
                passage.sender,
                contents(passage),
                self.moments.decimal(passage.asked)
            );
            let mut stops = self.moments.stops_of(passage.sender).iter();
            let sent_from = stops.find(|at| {
                let stop = &self.moments.stops[**at];
                stop.time == passage.asked && matches!(stop.asks, Asks::Send { .. })
            });
            let Some(behind) = sent_from.filter(|_| number == 0) else {
                return;
            };
            match self.last_receive(*behind) {
                Some(last) => (receive, message) = last,
                None => return nothing_received(passage.sender, depth, answer),
            }
        }
        if number == 0 {
            let _ = writeln!(answer, "{}and so on", "  ".repeat(DEPTH + 1));
        }
    }

    /// The message with words that a program received at a stop.
    fn receipt_at(&self, stop: usize) -> Option<(usize, usize)> {
        let asks = &self.moments.stops[stop].asks;
        let message = self.moments.of_stops[stop]
            .filter(|_| matches!(asks, Asks::Receive { .. } | Asks::Take))?;
        let has_words = self.moments.messages[message].count > 0;
        has_words.then_some((stop, message))
    }

    /// The last stop of the same program before a given one at which it received words, with the
    /// message.
    fn last_receive(&self, stop: usize) -> Option<(usize, usize)> {
        let stops = std::iter::successors(self.moments.stop_before(stop), |at| {
            self.moments.stop_before(*at)
        });
        stops.into_iter().find_map(|at| self.receipt_at(at))
    }
}

/// The remark that a program received nothing before.
fn nothing_received(program: u32, indent: usize, answer: &mut String) {
    let indent = "  ".repeat(indent + 1);
    let _ = writeln!(answer, "{indent}before that {program} had received nothing");
}
