//! Where a value comes from: since when a program holds it, and the messages in front of that.

use std::fmt::Write as _;

use super::Exchange;
use crate::machine::network::history::Asks;
use crate::present::language::Language;
use crate::present::text::moment::{contents, noun, words_phrase};
use crate::session::command::whose;
use crate::session::source_text::line_of;

/// Messages of the chain that are named.
const DEPTH: usize = 8;

impl Exchange<'_> {
    /// Since when a program holds a value, and the messages that came in front of it.
    pub(super) fn why(&self, text: &str) -> String {
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
        let mut first = stop;
        while let Some(before) = self.moments.stop_before(first)
            && self.value_at(before, name) == Ok(value)
        {
            first = before;
        }
        let since = &self.moments.stops[first];
        let at = since.span.map_or_else(
            || "the end of the block".to_owned(),
            |span| line_of(self.sources, span),
        );
        let mut answer = format!(
            "{name} of {program} is {value}, first when it came to {at}, t = {}.\n",
            self.moments.decimal(since.time)
        );
        self.chain(first, &mut answer);
        answer
    }

    /// The last message that a program received in front of a stop, the last one that its sender
    /// received before it, and so on.
    fn chain(&self, stop: usize, answer: &mut String) {
        let mut behind = stop;
        for depth in 1..=DEPTH {
            let indent = "  ".repeat(depth);
            let Some((receive, message)) = self.last_receive(behind) else {
                let program = self.moments.stops[behind].program;
                let _ = writeln!(answer, "{indent}before that {program} had received nothing");
                return;
            };
            let message = &self.moments.messages[message];
            let line = self.moments.stops[receive].span;
            let line = line.map_or_else(String::new, |span| line_of(self.sources, span));
            let received = message.received.map_or_else(String::new, |time| {
                format!(" at t = {}", self.moments.decimal(time))
            });
            let sent = message.sent_at.map_or_else(String::new, |span| {
                format!(", {}", line_of(self.sources, span))
            });
            let _ = writeln!(
                answer,
                "{indent}before that {} received {} from {}{received} ({line}): {}; sent at t = {}{sent}",
                message.receiver,
                words_phrase(message, Language::English),
                message.sender,
                contents(message),
                self.moments.decimal(message.asked)
            );
            let mut stops = self.moments.stops_of(message.sender).iter();
            let sent_from = stops.find(|at| {
                let stop = &self.moments.stops[**at];
                stop.time == message.asked && matches!(stop.asks, Asks::Send { .. })
            });
            match sent_from {
                Some(at) => behind = *at,
                None => return,
            }
        }
        let _ = writeln!(answer, "{}and so on", "  ".repeat(DEPTH + 1));
    }

    /// The last stop of the same program in front of one at which it received, with the message.
    fn last_receive(&self, stop: usize) -> Option<(usize, usize)> {
        let mut at = stop;
        while let Some(before) = self.moments.stop_before(at) {
            let receives = matches!(
                self.moments.stops[before].asks,
                Asks::Receive { .. } | Asks::Take
            );
            if receives {
                return self.moments.of_stops[before].map(|message| (before, message));
            }
            at = before;
        }
        None
    }
}
