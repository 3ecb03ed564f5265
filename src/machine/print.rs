//! The lines that a program prints, in processor order also where several groups run.
//!
//! Between two steps a group runs alone. Its lines are kept until the others have reached the same step:
//! the first line of each processor since the last step comes first, then the second, and so on, each
//! time in processor order. If the processors of an asynchronous block are executed access by access,
//! the lines of a section are ordered in this way: they do not depend on the order of the accesses.

use std::fmt::{self, Write};

use super::groups::{Group, Lines};
use super::names::TeamProcessor;
use super::network::history::History;
use super::network::record::Recording;
use super::pram::{EarlyStop, Machine};
use super::state::KeptLine;
use crate::code::control::PrintPart;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::lane_view::LaneView;
use crate::program::Constant;
use crate::source::Span;

impl Machine<'_, '_> {
    /// Prints a line for each processor of a group.
    pub(crate) fn print(
        &mut self,
        group: &mut Group,
        parts: &[PrintPart],
        columns: &[Column],
        span: Span,
    ) -> Result<(), EarlyStop> {
        // Groups that wait at the end of a region print only after this one.
        let section = self.section_by_access(group);
        let alone = self.state.kept_lines.is_empty()
            && self.state.waiting.is_empty()
            && self.scratch.ready == 0
            && section.is_none();
        let moment = section.unwrap_or(self.state.steps);
        let ordinal = match group.clock.lines {
            Lines { step, count } if step == moment => count,
            _ => 0,
        };
        group.clock.lines = Lines {
            step: moment,
            count: ordinal + 1,
        };
        let group = &*group;
        for (position, lane) in group.lanes.iter().enumerate() {
            let line = self.line(group, position, parts, columns);
            self.count_line(line.as_ref().map(String::len), !alone, span, group)?;
            let text = line.unwrap_or_default();
            if alone {
                if let Some(history) = self.history() {
                    history.print_outside(&text);
                }
                self.observer.printed(text);
                continue;
            }
            let processor = TeamProcessor {
                team: group.team,
                lane,
            };
            let path = self.names().path(processor);
            self.state.kept_lines.push(KeptLine {
                ordinal,
                path,
                text,
            });
        }
        Ok(())
    }

    /// The history of a multicomputer's run, if it is recorded.
    fn history(&mut self) -> Option<&mut History> {
        let multicomputer = self.configuration.multicomputer()?;
        let is_wanted = multicomputer.recording == Recording::History;
        let network = self.state.network.as_mut().filter(|_| is_wanted)?;
        Some(network.record.history.get_or_insert_default())
    }

    /// The step at which the section of a group began, if the group is executed access by access.
    fn section_by_access(&self, group: &Group) -> Option<u64> {
        self.order_of_accesses()?;
        let block = self.native_block(group.team)?;
        let native = self.state.blocks.get(&block)?;
        Some(native.began_at)
    }

    /// Prints the kept lines, once every group has reached its next step.
    pub(crate) fn print_kept(&mut self) {
        let mut lines = std::mem::take(&mut self.state.kept_lines);
        lines.sort_by(|a, b| (a.ordinal, &a.path).cmp(&(b.ordinal, &b.path)));
        for line in lines {
            self.observer.printed(line.text);
        }
    }

    /// The line of a processor; `None` if it becomes longer than what may still be printed.
    fn line(
        &self,
        group: &Group,
        position: usize,
        parts: &[PrintPart],
        columns: &[Column],
    ) -> Option<String> {
        let mut line = PrintedLine::within(self.room_for_line());
        let mut values = columns.iter();
        for part in parts {
            match part {
                PrintPart::Text(text) => line.write_str(text).ok()?,
                PrintPart::Value(ty) => {
                    let word = values
                        .next()
                        .map_or(0, |value| value.at(&group.lanes, position));
                    write!(line, "{}", Constant::from_word(word, *ty)).ok()?;
                }
                PrintPart::Array(array, element) => {
                    let view = LaneView {
                        teams: &self.state.teams,
                        team: group.team,
                        lanes: &group.lanes,
                        algorithm: &self.code.algorithms[self.team(group).algorithm.index()],
                    };
                    if let Some(handle) = view.handle(*array, group.lanes.at(position)) {
                        let rank = view.algorithm.arrays[array.id.index()].rank;
                        let value = self.array_value(handle, rank, *element);
                        write!(line, "{value}").ok()?;
                    }
                }
            }
        }
        Some(line.text)
    }
}

/// A line that is cut as soon as it becomes too long, before it takes memory.
pub(crate) struct PrintedLine {
    /// The text so far.
    pub text: String,
    room: usize,
}

impl PrintedLine {
    /// An empty line that holds at most `room` bytes.
    pub fn within(room: usize) -> Self {
        let text = String::new();
        Self { text, room }
    }
}

impl Write for PrintedLine {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.text.len() + text.len() > self.room {
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        Ok(())
    }
}
