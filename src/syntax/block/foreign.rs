//! Constructs of other languages: each is reported once and skipped.

use super::Nest;
use super::frame::Kind;
use super::recovery;
use crate::syntax::ast::{Stmt, StmtKind};
use crate::syntax::habit::{self, Habit};
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

    /// `x := min{a, b}`: a statement that ends with a function, and a brace after it.
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

    /// `whlie (c) {`, `int main() {`: what is read as a call or a declaration, and a brace or a bracket says that it
    /// is the head of something.
    pub(super) fn foreign_head(&self, at: usize, end: usize, next: usize) -> Option<Failure> {
        use Concept::{For, If, Parallel, Repeat, While};
        let is_name = |c: char| !is_word(c);
        let last = self.text.clean[..end].trim_end().rsplit(is_name).next()?;
        let (word, begin) = match self.text.token(next) {
            "(" if last == "main" => (last, self.text.previous_end(end) - last.len()),
            "{" => (self.text.token(at), at),
            _ => return None,
        };
        let is_call = || self.text.token(self.text.next_token(at + word.len())) == "(";
        let habit = habit::word(word).filter(|habit| *habit == Habit::Main || is_call());
        let opens = |near: &&str| {
            matches!(
                keyword::find(near),
                Some(If | For | While | Repeat | Parallel)
            )
        };
        let near =
            keyword::nearest(word).filter(|near| habit.is_none() && is_call() && opens(near));
        let problem = Problem::UnknownWord {
            span: self.text.token_span(begin),
            word: word.to_owned(),
            keyword: near,
            habit: habit.clone(),
        };
        (near.is_some() || habit.is_some()).then_some(Failure { problem, at: next })
    }

    /// `printf("…", x)`: names the function of the language in the place of what is wrong with the text.
    pub(super) fn foreign_print(&mut self, at: usize, known: usize) {
        let is_text = |problem: &Problem| matches!(problem, Problem::StringAsValue { .. });
        if !self.problems[known..].iter().any(is_text) {
            return;
        }
        let word = self.text.token(at);
        let name = match self.text.last_of_path(at + word.len()) {
            "" => word,
            name => name,
        };
        if let Some(habit) = habit::call(name).filter(|habit| *habit == Habit::Print) {
            let problem = Problem::UnknownWord {
                span: self.text.token_span(at),
                word: word.to_owned(),
                keyword: None,
                habit: Some(habit),
            };
            self.problems.truncate(known);
            self.problems.push(problem);
        }
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
