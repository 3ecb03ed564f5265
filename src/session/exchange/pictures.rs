//! Pictures of a moment: messages, what processors hold, what they do, the time line.

use std::fmt::Write as _;

use super::Exchange;
use super::stop::shortened;
use crate::language::Language;
use crate::present::plot::strip::terminal::{LEGEND, drawing};
use crate::present::text::moment::{contents, holding_text, noun, words_phrase};
use crate::present::text::value::counted;
use crate::result::moments::Passage;
use crate::session::command::Picture;
use crate::session::source_text::line_of;

/// Lines of a picture at most.
const LINES: usize = 32;

impl Exchange<'_> {
    pub(super) fn picture(&self, picture: Picture) -> String {
        match picture {
            Picture::Network => self.network(),
            Picture::Memory => self.memory(),
            Picture::Processors => self.processors(),
            Picture::Time => self.strip(),
            Picture::Sections | Picture::Segments | Picture::Banks => {
                "A multicomputer has no sections; `view time` shows what its processors did when.\n"
                    .to_owned()
            }
        }
    }

    /// Messages in transit, and those that have arrived and wait.
    fn network(&self) -> String {
        let time = self.time();
        let under_way = self.moments.under_way(time).map(|(_, message)| {
            let arrival = message.way.map_or(0, |way| way[1]);
            format!(
                "{}, arrives at t = {}",
                self.passage(message),
                self.moments.decimal(arrival)
            )
        });
        let mut text = block(
            "On their way:",
            under_way.collect(),
            "No message is on its way.",
        );
        let there = self.moments.waiting(time).into_iter().map(|(_, message)| {
            let arrival = message.way.map_or(0, |way| way[1]);
            format!(
                "{}, there since t = {}",
                self.passage(message),
                self.moments.decimal(arrival)
            )
        });
        text.push_str(&block(
            "Arrived, and waiting for a receive:",
            there.collect(),
            "No message waits for its receiver.",
        ));
        text
    }

    /// `0 → 4  3 words: 5 6 7, left at t = 10 (line 8)`
    fn passage(&self, message: &Passage) -> String {
        let mut text = format!(
            "{} → {}  {}",
            message.sender,
            message.receiver,
            words_phrase(message, Language::English)
        );
        let words = contents(message);
        if !words.is_empty() {
            let _ = write!(text, ": {words}");
        }
        let mut origin = String::new();
        if let Some([start, _]) = message.way {
            let _ = write!(origin, ", left at t = {}", self.moments.decimal(start));
        }
        if let Some(span) = message.sent_at {
            let _ = write!(origin, " ({})", line_of(self.sources, span));
        }
        // Of a long message the words are cut, not its origin.
        let room = self
            .room
            .longest
            .saturating_sub(26 + origin.chars().count());
        shortened(&text, room.max(20)) + &origin
    }

    fn memory(&self) -> String {
        block(
            "What each held when it came to where it is:",
            self.memory_lines(LINES),
            "Nothing is held yet.",
        )
    }

    pub(super) fn memory_lines(&self, most: usize) -> Vec<String> {
        let time = self.time();
        let mut lines: Vec<String> = (0..self.moments.programs)
            .take(most)
            .filter_map(|program| {
                let stop = self.moments.stop_of(program, time)?;
                let holds = &self.moments.stops[stop].holds;
                let texts: Vec<String> = holds.iter().map(holding_text).collect();
                let line = format!("{program}: {}", texts.join(", "));
                (!texts.is_empty()).then(|| shortened(&line, self.room.longest))
            })
            .collect();
        self.say_others(most, &mut lines);
        lines
    }

    fn processors(&self) -> String {
        block("", self.standing_lines(LINES), "There are no processors.")
    }

    /// The followed program comes first.
    pub(super) fn standing_lines(&self, most: usize) -> Vec<String> {
        let others = (0..self.moments.programs).filter(|one| Some(*one) != self.followed);
        let all = self.followed.into_iter().chain(others);
        let mut lines: Vec<String> = all.take(most).map(|one| self.standing_line(one)).collect();
        self.say_others(most, &mut lines);
        lines
    }

    fn say_others(&self, most: usize, lines: &mut Vec<String>) {
        let more = (self.moments.programs as usize).saturating_sub(most);
        if more > 0 {
            let more = counted(more as u64, &format!("more {}", noun(self.moments)));
            lines.push(format!("… and {more}"));
        }
    }

    /// What each processor has done so far.
    fn strip(&self) -> String {
        let Some(timeline) = &self.timeline else {
            return "No time passes in this run.\n".to_owned();
        };
        let now = timeline.until(self.time());
        let rows = anstream::adapter::strip_str(&drawing(&now, self.room.width)).to_string();
        if rows.is_empty() {
            return "Nothing was done yet.\n".to_owned();
        }
        let time = self.moments.decimal(self.time().max(0));
        format!("Up to t = {time} of {}: {LEGEND}\n{rows}", timeline.time)
    }
}

/// Lines under a header; a sentence if there are none.
fn block(head: &str, mut lines: Vec<String>, none: &str) -> String {
    if lines.is_empty() {
        return format!("{none}\n");
    }
    let more = lines.len().saturating_sub(LINES + 1);
    if more > 0 {
        lines.truncate(LINES);
        lines.push(format!("… and {more} more"));
    }
    let mut text = String::new();
    if !head.is_empty() {
        let _ = writeln!(text, "{head}");
    }
    for line in lines {
        let _ = writeln!(text, "  {line}");
    }
    text
}
