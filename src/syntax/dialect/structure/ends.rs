//! `begin`, end words, `else`, and the tests at the end of loops.

use super::super::interpretation::Interpretation;
use super::{Frame, Nesting};
use crate::syntax::dialect::open::{Misfit, Open};
use crate::syntax::dialect::statements;
use crate::syntax::dialect::words::{Ends, Word, end_length, is_of_listing};

impl Nesting<'_, '_> {
    pub(super) fn begin(&mut self) -> Result<(), Misfit> {
        let (at, column) = (self.token(self.at), self.column(self.at));
        let top = self.frames.last_mut().ok_or(Misfit)?;
        if top.begun.is_none() && !top.has_body {
            top.begun = Some(column);
            self.listing.put(at, "");
        } else {
            self.pop_by_layout();
            if let Some(top) = self.frames.last_mut() {
                top.has_body = true;
            }
            self.listing.put(at, "{");
            let mut frame = Frame::new(Open::Block, column, " }");
            frame.begun = Some(column);
            self.frames.push(frame);
            self.last = Some(at);
        }
        self.at += 1;
        Ok(())
    }

    /// An end word. The result is whether the listing ends with it.
    pub(super) fn end(&mut self, ends: Ends) -> Result<bool, Misfit> {
        let at = self.token(self.at);
        let begins = self.begins_line(self.at);
        let column = self.column(self.at);
        let length = end_length(self.listing, at).map_or(1, |(length, _)| length);
        let is_else = length == 2 && self.listing.word(at + 1) == "else" && {
            let next = self.at + 2;
            next < self.list.len() && self.line(next) == self.line(self.at)
        };
        // `end OTHER`
        let is_word = matches!(self.listing.word(at).as_str(), "end" | "kraj");
        let ended = self.listing.text(at + 1).to_lowercase();
        let is_other = (self.name.as_ref()).is_some_and(|name| *name != ended);
        if ends == Ends::Listing && is_word && is_other && !is_of_listing(&ended) {
            return Err(Misfit);
        }
        let (ends, length) = if is_else {
            (Ends::Any, 1)
        } else {
            (ends, length)
        };
        let mut behind = self.at + length;
        while behind < self.list.len()
            && self.line(behind) == self.line(self.at)
            && (matches!(
                self.listing.text(self.list[behind]),
                "." | ";" | "□" | "■" | ","
            ) || ends == Ends::Listing)
        {
            behind += 1;
        }
        let used: Vec<usize> = self.list[self.at..behind].to_vec();
        for token in used {
            self.listing.put(token, "");
        }
        self.at = behind;
        if ends == Ends::Listing {
            return Ok(true);
        }
        if begins && self.by_layout {
            while let Some(top) = self.frames.last() {
                let is_inside = top.column > column && top.begun.is_none_or(|begun| begun > column);
                if top.open == Open::Listing || !is_inside || top.chained == Some(column) {
                    break;
                }
                // `end` below a `begin` that is further in than its head.
                self.close()?;
            }
        }
        let Some(level) = self.ended(ends, begins.then_some(column)) else {
            return if ends == Ends::Any
                && self
                    .frames
                    .iter()
                    .all(|frame| frame.open == Open::Listing || !begins || frame.column >= column)
            {
                Ok(true)
            } else {
                Err(Misfit)
            };
        };
        if level == 0 {
            return Ok(true);
        }
        self.close_above(level)?;
        let frame = self.close()?;
        let is_branch = matches!(frame.open, Open::If | Open::Else);
        let mut chained = frame
            .chained
            .filter(|outer| is_branch && begins && *outer == column && frame.column != column);
        while let Some(outer) = chained {
            let parent = self.close()?;
            chained = parent
                .chained
                .filter(|own| *own == outer && parent.open == Open::Else);
        }
        self.closed = (frame.open == Open::If).then_some(frame);
        Ok(false)
    }

    /// The frame that an end word ends.
    pub(super) fn ended(&self, ends: Ends, column: Option<usize>) -> Option<usize> {
        let fits = |frame: &Frame| match ends {
            Ends::Any => frame.begun.is_some(),
            Ends::For => matches!(frame.open, Open::For | Open::Parallel),
            Ends::Parallel => frame.open == Open::Parallel,
            Ends::While => frame.open == Open::While,
            Ends::Loop => matches!(
                frame.open,
                Open::For | Open::Parallel | Open::While | Open::Times
            ),
            Ends::If => matches!(frame.open, Open::If | Open::Else),
            Ends::Else => frame.open == Open::Else,
            Ends::Repeat => {
                matches!(
                    frame.open,
                    Open::Repeat | Open::Times | Open::For | Open::While
                )
            }
            Ends::Listing => frame.open == Open::Listing,
        };
        let at_column = |frame: &Frame| {
            column.is_some_and(|column| {
                frame.column == column && frame.open != Open::Listing
                    || frame.begun == Some(column)
                    || frame.chained == Some(column)
            })
        };
        let find = |test: &dyn Fn(&Frame) -> bool| self.frames.iter().rposition(test);
        let at_its_column = || (ends == Ends::Any).then(|| find(&at_column)).flatten();
        find(&|frame| fits(frame) && at_column(frame))
            .or_else(at_its_column)
            .or_else(|| find(&fits))
            .or_else(|| {
                (ends == Ends::Any)
                    .then(|| self.frames.len() - 1)
                    .filter(|level| *level > 0)
            })
    }

    pub(super) fn otherwise(&mut self, closed: Option<Frame>) -> Result<(), Misfit> {
        let at = self.token(self.at);
        let begins = self.begins_line(self.at);
        let column = self.column(self.at);
        let own = Word::of(self.listing, at) == Some(Word::ElseIf);
        let (frame, text) = if let Some(frame) = closed {
            (frame, "else {")
        } else {
            let fits = |frame: &Frame| {
                frame.open == Open::If
                    && (!begins
                        || !self.by_layout
                        || frame.column <= column
                        || frame.chained.is_some_and(|outer| outer <= column))
            };
            let level = self.frames.iter().rposition(fits).ok_or(Misfit)?;
            self.close_above(level)?;
            self.end_tasks();
            let frame = self.frames.pop().ok_or(Misfit)?;
            if !frame.has_body || frame.begun.is_some() {
                return Err(Misfit);
            }
            (frame, "} else {")
        };
        self.listing.put(at, text);
        let outer = if begins {
            column.min(frame.column)
        } else {
            frame.column
        };
        let mut otherwise = Frame::new(Open::Else, outer.min(frame.column), " }");
        otherwise.chained = frame.chained;
        self.last = Some(at);
        self.frames.push(otherwise);
        self.at += 1;
        if self.at < self.list.len() && self.listing.is(self.list[self.at], ":") {
            let colon = self.list[self.at];
            self.listing.put(colon, "");
            self.at += 1;
        }
        let next_is_if = self.at < self.list.len()
            && self.line(self.at) == self.line(self.at - 1)
            && Word::of(self.listing, self.token(self.at)) == Some(Word::If);
        if own || next_is_if {
            self.listing.note(at, Interpretation::ElseIf);
            if let Some(top) = self.frames.last_mut() {
                top.has_body = true;
            }
            let from = if own {
                self.listing.after(at, " if");
                self.at
            } else {
                self.at + 1
            };
            let mut frame = self.condition_of_if(from, self.at)?;
            frame.chained = Some(if begins { column } else { outer });
            self.frames.push(frame);
        }
        Ok(())
    }

    /// Whether the `while` here ends a `do` or a `repeat`.
    pub(super) fn ends_repeat(&self) -> bool {
        let column = self.column(self.at);
        let open = self
            .frames
            .iter()
            .rev()
            .find(|frame| frame.open == Open::Repeat);
        self.begins_line(self.at)
            && open.is_some_and(|frame| frame.column == column && frame.has_body)
    }

    /// `until c`, `while c` at the end of a loop.
    pub(super) fn until(&mut self) -> Result<(), Misfit> {
        let at = self.token(self.at);
        let is_until = Word::of(self.listing, at) == Some(Word::Until);
        let level = self
            .frames
            .iter()
            .rposition(|frame| frame.open == Open::Repeat)
            .ok_or(Misfit)?;
        self.close_above(level)?;
        self.end_tasks();
        let frame = self.frames.pop().ok_or(Misfit)?;
        let end = self.line_end(self.at);
        let mut last = end;
        while last > self.at + 1 && matches!(self.listing.text(self.list[last - 1]), ";" | ".") {
            let surplus = self.list[last - 1];
            self.listing.put(surplus, "");
            last -= 1;
        }
        if last == self.at + 1 || !frame.has_body {
            return Err(Misfit);
        }
        statements::condition(self.listing, &self.list[self.at + 1..last]);
        let to = self.list[last - 1];
        self.listing.set(
            at,
            if is_until { "if (" } else { "if (not (" },
            Interpretation::RepeatUntil,
        );
        self.listing.after(
            to,
            if is_until {
                ") break; }"
            } else {
                ")) break; }"
            },
        );
        self.last = Some(to);
        self.at = end;
        Ok(())
    }
}
