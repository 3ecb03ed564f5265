//! The parts of a stop, for a screen that has a place for each.

use super::Dialogue;
use super::pictures::arrays_of;
use super::stop::{WRITTEN, line_of_array};
use crate::present::text::sparkline::sparkline;
use crate::present::text::step::processor_lines;
use crate::present::text::value::counted;
use crate::present::text::visible::visible;
use crate::quantity::{Measure, Unit};
use crate::session::command::Picture;
use crate::session::conversation::{Scene, SourceLine, ViewSize};
use crate::session::source_text::marked;
use crate::source::shown_name;

impl Dialogue<'_> {
    /// The stop in pieces that fit into the room, with this picture.
    pub(super) fn pieces(&mut self, room: ViewSize, picture: Option<Picture>) -> Scene {
        self.width = room.width;
        self.picture_lines = Some(room.picture);
        let (file, source, current) = self.source();
        let processors = self.session.step().map_or_else(Vec::new, |step| {
            let mut lines: Vec<String> = self.breach_line().into_iter().collect();
            lines.extend(self.absent_line(step));
            let left = room.processors.saturating_sub(lines.len());
            lines.extend(processor_lines(step, self.followed.as_deref(), left));
            lines
        });
        let printed = self.session.printed().into_iter();
        let printed = printed.map(|line| format!("prints: {}", visible(&line)));
        let watched = (self.noted.watched.iter())
            .map(|watched| self.watched_line(watched))
            .chain(printed)
            .collect();
        Scene {
            sentence: self.sentence(),
            file,
            source,
            current,
            memory: self.memory_around(),
            processors,
            watched,
            cost: self.cost_lines(),
            timeline: sparkline(&self.session.cost().parallelism, room.timeline),
            picture: picture.map_or_else(String::new, |picture| self.picture(picture)),
        }
    }

    /// The source of the step's first group, with its lines marked.
    fn source(&self) -> (String, Vec<SourceLine>, Option<usize>) {
        let groups = self.session.step().map_or(&[][..], |step| &step.groups);
        let file = groups.first().map(|group| group.statement.file);
        let file = file.or_else(|| self.sources.files().next());
        let Some(file) = file else {
            return (String::new(), Vec::new(), None);
        };
        let source = self.sources.get(file);
        let marks = groups.iter().map(|group| {
            let line = || self.sources.position(group.statement).line;
            (group.statement.file == file).then(line)
        });
        let marks: Vec<Option<usize>> = marks.collect();
        let (lines, current) = marked(source.text.lines(), &marks);
        (shown_name(&source.name).into_owned(), lines, current)
    }

    /// The arrays that the step writes, before and after it, then the others. A step that fails writes
    /// nothing: in its arrays the cells with conflicts are marked.
    fn memory_around(&self) -> Vec<String> {
        let step = self.session.step();
        let (marked, sign) =
            step.map_or_else(|| (Vec::new(), WRITTEN), |step| self.marked_places(step));
        let before = arrays_of(self.session.before());
        let (arrays, more) = arrays_of(self.session.now());
        let (mut changed, mut others) = (Vec::new(), Vec::new());
        let width = self.width - 8;
        for (array, whose) in arrays {
            let base = i64::from(array.base());
            let Some((_, places)) = marked.iter().find(|(marked, _)| *marked == base) else {
                others.push(format!(
                    "{}{whose}",
                    line_of_array(array, (&[], sign), width)
                ));
                continue;
            };
            let line = |array| line_of_array(array, (places.as_slice(), sign), width);
            if self.session.is_broken() {
                changed.push(format!("before  {}{whose}", line(array)));
                continue;
            }
            let known = before.0.iter().find(|(old, _)| old.base() == array.base());
            if let Some((old, _)) = known {
                changed.push(format!("before  {}", line(*old)));
            }
            changed.push(format!("after   {}{whose}", line(array)));
        }
        changed.extend(others);
        if more > 0 {
            changed.push(format!("… and {}", counted(more as u64, "more array")));
        }
        changed
    }

    fn cost_lines(&self) -> Vec<String> {
        let cost = self.session.cost();
        let mut rows = vec![["so far", "T", "W"].map(str::to_owned)];
        rows.extend(Unit::COUNTED.map(|unit| {
            let of =
                |measure: Measure| cost.count(measure.in_unit(unit), self.session.processors());
            [
                unit.name().to_owned(),
                of(Measure::T).to_string(),
                of(Measure::W).to_string(),
            ]
        }));
        if let Some(counted) = &cost.asynchronous {
            let (time, work) = (counted.time.to_string(), counted.work.to_string());
            rows.push(["asynchronous".to_owned(), time, work]);
            let sections = counted.sections.to_string();
            rows.push(["sections".to_owned(), sections, String::new()]);
        }
        // No wider than the numbers: the pane may be narrow.
        let width = |column: usize, least: usize| {
            let lengths = rows.iter().map(|row| row[column].len());
            lengths.max().unwrap_or(0).max(least)
        };
        let (time, work) = (width(1, 8), width(2, 10));
        let lines = rows
            .iter()
            .map(|[name, t, w]| format!("{name:<12} {t:>time$} {w:>work$}"));
        lines.map(|line| line.trim_end().to_owned()).collect()
    }
}
