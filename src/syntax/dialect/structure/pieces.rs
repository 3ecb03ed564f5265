//! Heads and simple statements.

use super::super::interpretation::Interpretation;
use super::{Frame, Nesting};
use crate::syntax::dialect::open::{Misfit, Open};
use crate::syntax::dialect::words::Word;
use crate::syntax::dialect::{loops, statements};
use crate::syntax::keyword::Concept;
use crate::syntax::token::Kind;

/// Whether a word is a small number as a Roman wrote it.
fn is_roman(word: &str) -> bool {
    matches!(word, "i" | "ii" | "iii" | "iv" | "v" | "vi")
}

impl Nesting<'_, '_> {
    /// A head or a simple statement.
    pub(super) fn piece(&mut self, word: Option<Word>) -> Result<(), Misfit> {
        let begins = self.begins_line(self.at);
        if let Some(top) = self.frames.last_mut() {
            // The plain reading takes the first statement only.
            self.listing.is_silent |= begins && top.is_bare && top.has_body && top.begun.is_none();
            if begins && top.open != Open::Listing && !top.has_body && top.begun.is_none() {
                self.listing
                    .note(self.list[self.at], Interpretation::BodiesByIndentation);
            }
            if top.begun.is_none() && top.open != Open::Listing {
                if top.is_in_line && top.has_body {
                    self.listing
                        .note(self.list[self.at], Interpretation::BodyInLineOfHead);
                }
                top.is_in_line |= !top.has_body && !begins;
            }
            top.has_body = true;
        }
        let column = self.column(self.at);
        match word {
            Some(
                Word::For | Word::ForAll | Word::ParFor | Word::Pardo | Word::Parallel | Word::In,
            ) => {
                let end = self.line_end(self.at);
                let head = loops::head(self.listing, &self.list, self.at..end)?;
                self.last = Some(head.last);
                self.at = head.behind;
                let mut frame = Frame::new(head.open, column, &head.close);
                frame.is_bare = head.is_bare;
                self.frames.push(frame);
                self.pass_do();
            }
            Some(Word::While) => {
                let frame = self.head_of_while(column)?;
                self.frames.push(frame);
                self.pass_do();
            }
            Some(Word::If) => {
                let frame = self.condition_of_if(self.at + 1, self.at)?;
                self.frames.push(frame);
            }
            Some(Word::Repeat) => self.repeat(column)?,
            Some(Word::Do) => {
                let at = self.token(self.at);
                self.listing
                    .set(at, "while (true) {", Interpretation::RepeatUntil);
                self.last = Some(at);
                self.frames.push(Frame::new(Open::Repeat, column, " }"));
                self.at += 1;
            }
            _ => self.simple()?,
        }
        Ok(())
    }

    /// Passes over the `do` with which the line of a body begins.
    pub(super) fn pass_do(&mut self) {
        if self.at < self.list.len()
            && Word::of(self.listing, self.token(self.at)) == Some(Word::Do)
        {
            let at = self.token(self.at);
            self.listing.put(at, "");
            self.at += 1;
        }
    }

    /// `repeat`, `repeat k times`
    pub(super) fn repeat(&mut self, column: usize) -> Result<(), Misfit> {
        let at = self.token(self.at);
        let end = self.line_end(self.at);
        let times = (self.at + 1..end)
            .find(|&k| self.listing.concept(self.list[k]) == Some(Concept::Times));
        let next = (self.at + 1 < end)
            .then(|| Word::of(self.listing, self.list[self.at + 1]))
            .flatten();
        if let Some(times) = times {
            self.frames
                .push(Frame::new(Open::Times, column, " end_repeat"));
            self.last = Some(self.list[times]);
            self.at = times + 1;
        } else if matches!(next, Some(Word::For | Word::While)) {
            // `ponovi za …` of the language.
            self.listing.put(at, "");
            self.at += 1;
            self.piece(next)?;
            if let Some(top) = self.frames.last_mut() {
                top.column = column;
            }
            return Ok(());
        } else {
            self.listing
                .set(at, "while (true) {", Interpretation::RepeatUntil);
            self.last = Some(at);
            self.frames.push(Frame::new(Open::Repeat, column, " }"));
            self.at += 1;
        }
        Ok(())
    }

    pub(super) fn head_of_while(&mut self, column: usize) -> Result<Frame, Misfit> {
        let end = self.line_end(self.at);
        let stop = (self.at + 1..end)
            .find(|&k| Word::of(self.listing, self.list[k]) == Some(Word::Do))
            .or_else(|| self.colon(self.at + 1, end))
            .unwrap_or_else(|| self.before_brace(end));
        let last = self.condition(self.at + 1, stop)?;
        let keyword = self.token(self.at);
        self.listing.put(keyword, "while");
        self.listing.after(last, " {");
        self.last = Some(last);
        let mut frame = Frame::new(Open::While, column, " }");
        frame.is_bare = stop == end;
        self.at = stop;
        if stop < end && self.listing.is(self.list[stop], ":") {
            let colon = self.list[stop];
            self.listing.put(colon, "");
            self.at += 1;
        }
        Ok(frame)
    }

    /// The colon after a condition: `if c: s`
    fn colon(&self, from: usize, end: usize) -> Option<usize> {
        let mut depth = 0_i32;
        (from..end).find(|&k| {
            match self.listing.text(self.list[k]) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            depth == 0 && self.listing.is(self.list[k], ":")
        })
    }

    /// The end of a head: before the brace that ends its line.
    fn before_brace(&self, end: usize) -> usize {
        let is_brace = end > 0 && self.listing.is(self.list[end - 1], "{");
        end - usize::from(is_brace)
    }

    /// The condition from `from` up to `stop`, in brackets. The result is its last token.
    pub(super) fn condition(&mut self, from: usize, stop: usize) -> Result<usize, Misfit> {
        let mut end = stop;
        while end > from && matches!(self.listing.text(self.list[end - 1]), "," | ":") {
            let comma = self.list[end - 1];
            self.listing.put(comma, "");
            end -= 1;
        }
        if end <= from {
            return Err(Misfit);
        }
        if self.listing.word(self.list[from]) == "je" && end > from + 1 {
            let surplus = self.list[from];
            self.listing.put(surplus, "");
            return self.condition(from + 1, end);
        }
        let tokens = self.list[from..end].to_vec();
        statements::condition(self.listing, &tokens);
        let (first, last) = (tokens[0], tokens[tokens.len() - 1]);
        self.listing.tokens[first].before.insert(0, '(');
        self.listing.after(last, ")");
        Ok(last)
    }

    /// The condition of an `if` with what is after it; `keyword` is its place.
    pub(super) fn condition_of_if(&mut self, from: usize, keyword: usize) -> Result<Frame, Misfit> {
        if from >= self.list.len() {
            return Err(Misfit);
        }
        let end = self.line_end(from);
        let is_then = |k: &usize| Word::of(self.listing, self.list[*k]) == Some(Word::Then);
        let then = (from..end)
            .find(is_then)
            .or_else(|| self.colon(from, end))
            .or_else(|| (end < self.list.len()).then_some(end).filter(is_then));
        let bracket = (self.listing.is(self.list[from], "("))
            .then(|| {
                self.listing
                    .closing(self.list[from], self.list[end - 1] + 1)
            })
            .flatten()
            .and_then(|close| self.list.binary_search(&close).ok());
        let stop = then
            .or(bracket.map(|close| close + 1).filter(|next| *next < end))
            .unwrap_or_else(|| self.before_brace(end));
        let column = self.column(keyword);
        let last = self.condition(from, stop)?;
        if Word::of(self.listing, self.list[keyword]) == Some(Word::If) {
            let at = self.list[keyword];
            self.listing.put(at, "if");
        }
        self.at = stop;
        if then == Some(stop) {
            let at = self.list[stop];
            self.listing.put(at, "{");
            self.last = Some(at);
            self.at += 1;
        } else {
            self.listing.after(last, " {");
            self.last = Some(last);
        }
        let mut frame = Frame::new(Open::If, column, " }");
        frame.is_bare = then != Some(stop);
        Ok(frame)
    }

    /// The variable that a statement assigns whose first token is `at`.
    pub(super) fn target(&self, at: usize) -> Option<String> {
        let assigns = matches!(self.listing.text(at + 1), "=" | ":=" | "←");
        assigns.then(|| self.listing.text(at).to_owned())
    }

    /// The variables that are assigned from here up to the next `sync`.
    pub(super) fn awaited(&self, from: usize) -> Vec<String> {
        let rest =
            (from..self.list.len()).take_while(|&k| self.listing.word(self.list[k]) != "sync");
        rest.filter(|&k| self.begins_line(k))
            .filter_map(|k| self.target(self.list[k]))
            .collect()
    }

    /// A simple statement, up to its semicolon or the end of its line.
    pub(super) fn simple(&mut self) -> Result<(), Misfit> {
        let end = self.line_end(self.at);
        let mut stop = self.at;
        let mut depth = 0_i32;
        while stop < end {
            let at = self.list[stop];
            let text = self.listing.text(at);
            let is_closed = depth == 0;
            let word = (stop > self.at && self.listing.tokens[at].kind == Kind::Word
                || text == "}")
                .then(|| Word::of(self.listing, at))
                .flatten();
            if is_closed
                && (text == ";" || matches!(word, Some(Word::Else | Word::End(_) | Word::Until)))
            {
                break;
            }
            match text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            stop += 1;
        }
        let mut tokens = self.list[self.at..stop].to_vec();
        if let [open, number, close, next, ..] = tokens[..]
            && self.listing.is(open, "(")
            && self.listing.is(close, ")")
            && self.listing.tokens[next].kind == Kind::Word
            && is_roman(&self.listing.word(number))
        {
            for at in tokens.drain(..3) {
                self.listing.set(at, "", Interpretation::RomanNumbers);
            }
        }
        while let Some(mark) =
            tokens.pop_if(|at| matches!(self.listing.text(*at), "." | "□" | "■" | "$"))
        {
            self.listing.put(mark, "");
        }
        let has_semicolon = stop < end && self.listing.is(self.list[stop], ";");
        self.at = stop + usize::from(has_semicolon);
        let Some((&first, &last)) = tokens.first().zip(tokens.last()) else {
            if has_semicolon {
                let at = self.list[stop];
                self.listing.put(at, "");
            }
            return if has_semicolon { Ok(()) } else { Err(Misfit) };
        };
        let word = self.listing.word(first);
        if word == "sync" && tokens.len() == 1 {
            self.listing.set(first, "", Interpretation::SpawnAndSync);
            if has_semicolon {
                let at = self.list[stop];
                self.listing.put(at, "");
            }
            self.end_tasks();
            return Ok(());
        }
        let spawn = tokens
            .iter()
            .copied()
            .find(|&at| self.listing.word(at) == "spawn");
        let is_quinn = spawn == Some(first) && self.listing.is(first + 1, "(");
        if let Some(spawn) = spawn.filter(|_| !is_quinn) {
            let top = self.frames.last_mut().ok_or(Misfit)?;
            if top.has_rest {
                return Err(Misfit);
            }
            if !std::mem::replace(&mut top.spawned, true) {
                let shared = self.awaited(self.at);
                let names: Vec<String> = [first]
                    .into_iter()
                    .filter_map(|at| self.target(at))
                    .chain(shared)
                    .collect();
                let declared = match names.as_slice() {
                    [] => String::new(),
                    names => format!("shared {}; ", names.join(", ")),
                };
                self.listing
                    .before(first, &format!("{declared}parallel {{ "));
            }
            self.listing.set(spawn, "", Interpretation::SpawnAndSync);
        } else if let Some(top) = self.frames.last_mut()
            && top.spawned
            && !std::mem::replace(&mut top.has_rest, true)
        {
            self.listing.before(first, "{ ");
        }
        statements::statement(self.listing, &tokens);
        let mut end = last;
        if has_semicolon {
            end = self.list[stop];
        } else {
            self.listing.after(last, ";");
        }
        self.last = Some(end);
        Ok(())
    }
}
