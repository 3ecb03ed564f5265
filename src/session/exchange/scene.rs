//! A moment in pieces, for a screen that has a place for each.

use super::{Exchange, LineRoom};
use crate::present::text::sparkline::sparkline;
use crate::session::command::Picture;
use crate::session::conversation::{Scene, SourceLine, ViewSize};
use crate::session::source_text::marked;
use crate::source::{FileId, shown_name};

/// Rows of a line on a screen; of a longer one the end is cut.
const ROWS: usize = 4;

impl Exchange<'_> {
    pub(super) fn pieces(&mut self, room: ViewSize, picture: Option<Picture>) -> Scene {
        let width = room.width.max(40);
        self.room = LineRoom {
            width,
            longest: ROWS * width,
        };
        let (file, source, current) = self.source();
        let watched = self.noted.watched.iter();
        let now = self.time().max(0);
        let end = self.moments.decimal(self.moments.end());
        let mut cost = vec![format!("t = {} of {end}", self.moments.decimal(now))];
        let so_far = self.so_far();
        let counts = so_far.trim_start_matches("so far: ").split(", ");
        cost.extend(counts.map(str::to_owned));
        Scene {
            sentence: self.sentence(),
            file,
            source,
            current,
            memory: self.memory_lines(room.processors.max(4)),
            processors: self.standing_lines(room.processors),
            watched: watched.map(|one| self.watched_line(one)).collect(),
            picture: picture.map_or_else(String::new, |picture| self.picture(picture)),
            cost,
            timeline: self.timeline_until_now(room.timeline),
        }
    }

    /// How many processors compute or send, over time, so far.
    fn timeline_until_now(&self, width: usize) -> String {
        let all = sparkline(&self.moments.activity(width), width);
        let end = self.moments.end().max(1);
        let until = (self.time().max(0) * width as i128 / end) as usize;
        all.chars().take(until + 1).collect()
    }

    /// The program, with the lines of this moment marked, by letters if there are several.
    fn source(&self) -> (String, Vec<SourceLine>, Option<usize>) {
        let lines = self.lines();
        let spans: Vec<_> = lines.iter().filter_map(|line| line.span).collect();
        let file = spans.first().map_or(FileId(0), |span| span.file);
        let source = self.sources.get(file);
        let groups = spans
            .iter()
            .map(|span| (span.file == file).then(|| self.sources.position(*span).line));
        let groups: Vec<Option<usize>> = groups.collect();
        let (lines, current) = marked(source.text.lines(), &groups);
        (shown_name(&source.name).into_owned(), lines, current)
    }
}
