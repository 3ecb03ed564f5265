//! Constructs of other languages that are told once, and passed over.

use super::Nest;
use super::frame::Kind;
use super::recovery;
use crate::syntax::ast::{Stmt, StmtKind};
use crate::syntax::habit;
use crate::syntax::keyword::{self, Concept};
use crate::syntax::parser::Failure;
use crate::syntax::piece::Construct;
use crate::syntax::problem::Problem;
use crate::syntax::spelling::Wrong;
use crate::syntax::text::is_word;

impl Nest<'_> {
    /// `switch (x) {`, `do {`: says what to write. The body of a `do` is read, that of a `switch` is
    /// not. The result is whether it is one of them.
    pub(super) fn braces_of_other_languages(&mut self, at: usize, next: usize) -> bool {
        let word = self.text.token(at);
        if !habit::opens_braces(word) || self.text.token(next) != "{" {
            return false;
        }
        let is_read = word == "do";
        self.problems.push(Problem::UnknownWord {
            span: self.text.token_span(at),
            word: word.to_owned(),
            keyword: None,
            habit: habit::word(word),
        });
        if is_read {
            self.at = next;
        } else {
            self.settle();
            self.pass_over(at);
            self.at = recovery::behind_braces(self.text, next);
        }
        true
    }

    /// `x := min{a, b}`: a statement that ends with a function, and a brace behind it.
    pub(super) fn values_in_braces(&self, end: usize, next: usize) -> Option<Failure> {
        let before = self.text.clean[..end].trim_end();
        let function = before.rsplit(|c| !is_word(c)).next()?;
        let problem = Problem::Wrong {
            span: self.text.token_span(next),
            wrong: Wrong::Braces {
                function: function.to_owned(),
            },
        };
        let is_it = matches!(function, "min" | "max") && self.text.token(next) == "{";
        is_it.then_some(Failure { problem, at: next })
    }

    /// `repeat … until c`: what stands between is read. The result is whether it is one of the two.
    pub(super) fn repeat_until(&mut self, at: usize, behind: usize) -> bool {
        let word = self.text.token(at);
        if keyword::find(word) == Some(Concept::Repeat)
            && let Some(until) = recovery::until(self.text, behind)
        {
            self.problems.push(Problem::RepeatUntil {
                span: self.text.token_span(at),
                until: self.text.token_span(until),
            });
            self.settle();
            self.open(
                Kind::Unreadable(Construct::Repeat),
                self.text.token_span(at),
                at,
            );
            self.at = behind;
            return true;
        }
        let is_open = (self.frames.iter())
            .any(|frame| matches!(frame.kind, Kind::Unreadable(Construct::Repeat)));
        if word != "until" || !is_open {
            return false;
        }
        self.settle();
        self.end(Construct::Repeat, self.text.token_span(at), at);
        self.at = recovery::after_simple(self.text, at, behind);
        true
    }

    fn pass_over(&mut self, at: usize) {
        if !self.frames.is_empty() {
            self.place(Stmt::simple(StmtKind::Empty, self.text.token_span(at)));
        }
    }
}
