//! End words, closing braces, and what was never ended.

use super::Nest;
use super::frame::{Frame, Kind, Unended};
use crate::source::Span;
use crate::syntax::ast::{Stmt, StmtKind};
use crate::syntax::keyword;
use crate::syntax::piece::Construct;
use crate::syntax::problem::Problem;
use crate::syntax::spelling::Wrong;
use crate::syntax::vocabulary::Vocabulary;

impl Nest<'_> {
    pub(super) fn close_brace(&mut self, span: Span) {
        self.drop_waiting();
        let Some(level) = self
            .frames
            .iter()
            .rposition(|frame| matches!(frame.kind, Kind::Braces))
        else {
            let block = self
                .frames
                .last()
                .and_then(|frame| Some((frame.kind.construct()?, frame.opened)));
            self.problems.push(Problem::SurplusBrace { span, block });
            return;
        };
        self.close_down_to(level + 1, Some(span));
        let frame = self.frames.pop().expect("the brace's own frame");
        self.build_up_to(frame, span.end);
    }

    pub(super) fn end(&mut self, construct: Construct, span: Span, at: usize) {
        self.drop_waiting();
        if self.ends_begin_too(construct, span) {
            return;
        }
        let matching = self
            .frames
            .iter()
            .rposition(|frame| frame.kind.is_ended_by(construct));
        match matching {
            Some(level) => {
                self.close_down_to(level + 1, Some(span));
                self.note_unended(level, span, at);
                self.close_chain(span.end);
            }
            None => self.end_of_nothing(construct, span, at),
        }
    }

    /// Notes where the end word of the frame at this level is indented like a frame around it of the same
    /// construct: if that one has no end word, this one probably lacks its own.
    fn note_unended(&mut self, level: usize, end: Span, at: usize) {
        let frame = &self.frames[level];
        let construct = frame.kind.construct();
        let is_level = |outer: &Frame| {
            outer.kind.construct() == construct
                && self.text.starts_line(outer.at)
                && self.column(outer.at) == self.column(at)
        };
        let is_left = |at| self.text.starts_line(at) && self.column(at) < self.column(frame.at);
        if !self.text.starts_line(frame.at) || !is_left(at) {
            return;
        }
        let Some(outer) = self.frames[..level].iter().rposition(is_level) else {
            return;
        };
        let unended = self.unended(frame, Some(end));
        self.frames[outer].unended.get_or_insert(unended);
    }

    /// Where a frame should have ended: before its `inace`, if that is indented less than its head.
    fn unended(&self, frame: &Frame, before: Option<Span>) -> Unended {
        let word = frame.governs_from;
        let is_else = matches!(frame.kind, Kind::Otherwise { .. });
        let is_left = is_else
            && self.text.starts_line(word)
            && self.text.starts_line(frame.at)
            && self.column(word) < self.column(frame.at);
        let (after, before) = if is_left {
            let end = self.text.previous_end(word);
            (
                self.text.token_before(end),
                Some(self.text.token_span(word)),
            )
        } else {
            (self.before_here(), before)
        };
        Unended {
            opened: frame.opened,
            at: frame.at,
            after,
            before,
        }
    }

    /// An end word with a mistake ends what it was meant to end.
    pub(super) fn misspelt_end(&mut self, construct: Construct, instead: &'static str, span: Span) {
        let at = self.at;
        let written = self.text.token(at).to_owned();
        let behind = at + written.len();
        let next = self.text.next_token(behind);
        self.at = if self.text.token(next) == ";" {
            next + 1
        } else {
            behind
        };
        self.problems.push(Problem::Wrong {
            span,
            wrong: Wrong::MisspeltEnd { written, instead },
        });
        self.settle();
        self.drop_waiting();
        let open = (self.frames.iter()).any(|frame| frame.kind.construct() == Some(construct));
        if open {
            self.end(construct, span, at);
        }
    }

    /// Closes the innermost frame, and the `ako` whose chain it continues, up to this byte.
    pub(super) fn close_chain(&mut self, end: u32) {
        while let Some(frame) = self.frames.pop() {
            let more = frame.kind.continues();
            self.build_up_to(frame, end);
            if !more {
                break;
            }
        }
    }

    pub(super) fn end_of_nothing(&mut self, construct: Construct, end: Span, at: usize) {
        let written = self.word(at);
        let Some(frame) = self.frames.last() else {
            self.problems.push(Problem::SurplusEnd {
                end,
                written,
                construct,
                single: None,
            });
            return;
        };
        let single = match construct {
            Construct::If => frame.single_if,
            Construct::Repeat | Construct::ForDo | Construct::WhileDo => frame.single_loop,
            _ => None,
        };
        let open = frame.kind.construct();
        let (opened, opened_at) = (frame.opened, frame.at);
        let root_mistaken = matches!(construct, Construct::Algorithm | Construct::Program);
        match open {
            // `kraj_ako` where only a `paralelno` is open: the wrong word, unless an `ako` or a
            // loop of one statement just before explains it.
            Some(open) if single.is_none() && (!frame.kind.is_root() || root_mistaken) => {
                self.problems.push(Problem::WrongEnd {
                    construct: open,
                    opened,
                    opened_line: self.line(opened_at),
                    vocabulary: self.vocabulary(opened_at),
                    end,
                    written,
                });
                self.close_chain(end.end);
            }
            _ => {
                let single = single.map(|(span, at)| (span, self.line(at)));
                self.problems.push(Problem::SurplusEnd {
                    end,
                    written,
                    construct,
                    single,
                });
            }
        }
    }

    pub(super) fn vague_end(&mut self, span: Span) {
        self.drop_waiting();
        let written = self.word(self.here);
        let innermost = self.frames.last().and_then(|frame| frame.kind.construct());
        let of_root = ["algoritam", "program", "funkcije", "function"];
        let says_what = !matches!(written.as_str(), "kraj" | "end")
            && !of_root.iter().any(|word| written.ends_with(word));
        let of_branch = written.ends_with("inace") || written.ends_with("else");
        let single = self.frames.last().is_some_and(|frame| {
            // `end` stands no further left than the head of the loop to which it belongs.
            let is_below = |at| {
                self.column(self.here) >= self.column(at) && self.column(at) > self.column(frame.at)
            };
            let of_loop = (frame.single_loop).is_some_and(|(_, at)| says_what || is_below(at));
            of_loop || says_what && of_branch && frame.single_if.is_some()
        });
        let construct = innermost.filter(|_| !single);
        self.problems.push(Problem::Wrong {
            span,
            wrong: Wrong::VagueEnd { written, construct },
        });
        if construct.is_some() {
            self.close_chain(span.end);
        }
    }

    /// Closes what stands inside of frame `level - 1` and was not ended by the user.
    pub(super) fn close_down_to(&mut self, level: usize, before: Option<Span>) {
        while self.frames.len() > level {
            let frame = self.frames.pop().expect("counted");
            let after = self.before_here();
            match &frame.kind {
                Kind::Braces => self.problems.push(Problem::MissingBrace {
                    opened: frame.opened,
                    after,
                }),
                Kind::Begin => self.problems.push(Problem::UnendedBegin {
                    opened: frame.opened,
                    after,
                }),
                Kind::Decided { .. } | Kind::Algorithm { .. } | Kind::Stray => {}
                Kind::Single(_) | Kind::SingleElse { .. } => {
                    self.problems.push(Problem::NoStatement {
                        head: frame.opened,
                        after,
                    });
                }
                kind if kind.continues() || matches!(kind, Kind::Unreadable(_)) => {}
                kind => {
                    if let Some(construct) = kind.construct() {
                        let own = || self.unended(&frame, before);
                        let Unended {
                            opened,
                            at,
                            after,
                            before,
                        } = frame.unended.unwrap_or_else(own);
                        self.problems.push(Problem::MissingEnd {
                            construct,
                            opened,
                            opened_line: self.line(at),
                            vocabulary: self.vocabulary(at),
                            after,
                            before,
                            braces: matches!(
                                frame.body.first(),
                                Some(Stmt {
                                    kind: StmtKind::Block(_),
                                    ..
                                })
                            ),
                        });
                    }
                }
            }
            self.build(frame);
        }
    }

    /// An item begins, or the text ends.
    pub(super) fn close_all(&mut self, before: Option<Span>) {
        self.settle();
        self.close_down_to(0, before);
    }

    /// Closes everything without a word: what is wrong has been said.
    pub(super) fn give_up(&mut self) {
        while let Some(frame) = self.frames.pop() {
            self.build(frame);
        }
    }

    /// An end word as written, both halves of it.
    pub(super) fn word(&self, at: usize) -> String {
        let first = self.text.token(at);
        let behind = at + first.len();
        let hyphen = self.text.clean[behind..].starts_with('-');
        let (joint, rest) = if hyphen {
            ('-', behind + 1)
        } else {
            (' ', self.text.next_token(behind))
        };
        let split = matches!(first, "kraj" | "end") && !self.text.clean[at..rest].contains('\n');
        let second = if split { self.text.token(rest) } else { "" };
        if second.chars().all(char::is_alphabetic) && !second.is_empty() {
            format!("{first}{joint}{second}")
        } else {
            first.to_owned()
        }
    }

    /// The line of a place in the clean text, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.text.clean[..at]
            .bytes()
            .filter(|&byte| byte == b'\n')
            .count()
            + 1
    }

    /// The vocabulary of the keyword at a place; none for a word of both.
    pub(super) fn vocabulary(&self, at: usize) -> Option<Vocabulary> {
        let word = self.text.token(at);
        let row = keyword::find(word)?.keyword();
        match (row.croatian.contains(&word), row.english.contains(&word)) {
            (true, false) => Some(Vocabulary::Croatian),
            (false, true) => Some(Vocabulary::English),
            _ => None,
        }
    }
}
