//! Nests the pieces of a text with a stack: every end word meets its beginning here.

mod building;
mod ending;
mod follower;
mod foreign;
mod frame;
mod listing;
mod outline;
mod recovery;
mod style;

pub use follower::{BoundElse, Follower, Follows};
pub use outline::{Placed, Stand};

use super::ast::{File, Item, Stmt, StmtKind};
use super::found::Found;
use super::keyword::{self, Concept};
use super::parser::{self, Token};
use super::piece::{Opening, Piece, Read};
use super::problem::Problem;
use super::size::Measure;
use super::spelling::Wrong;
use super::text::{self, Text};
use crate::source::Span;
use follower::Governed;
use frame::{Frame, Kind};
use style::{ChainEnds, Style};

/// How many blocks may be open at once: recursion over the tree is safe on any thread's stack.
const BLOCK_LIMIT: usize = 200;

/// After so many problems the rest of a text is hardly worth the reading.
const PROBLEM_LIMIT: usize = 30;

/// What a reader of a whole text wants of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Tree,
    /// The tokens of each piece, too.
    Tokens,
}

/// A text that is to be laid out.
#[derive(Debug, Default)]
pub struct Outline {
    /// Where each piece stands, with its tokens.
    pub pieces: Vec<(Placed, Vec<Token>)>,
    /// What they make.
    pub items: Vec<Item>,
    /// Every `inace` that could belong to several `ako`.
    pub elses: Vec<BoundElse>,
}

/// A text that was read.
#[derive(Debug, Default)]
pub struct Reading {
    /// Its tree.
    pub file: File,
    /// Every statement after one that a head of one statement governs.
    pub followers: Vec<Follower>,
    /// Every `inace` that could belong to several `ako`.
    pub elses: Vec<BoundElse>,
}

/// Reads a whole text.
pub fn read_file(text: &Text, problems: &mut Vec<Problem>) -> Reading {
    let mut nest = nested(text, Wanted::Tree);
    problems.append(&mut nest.problems);
    Reading {
        file: File {
            items: nest.items,
            ..File::default()
        },
        followers: nest.followers,
        elses: nest.elses,
    }
}

/// Where every piece of a text stands, with its tokens, and the items that they make; for who lays
/// it out. Where there are problems, it means nothing.
pub fn outline(text: &Text, problems: &mut Vec<Problem>) -> Outline {
    let mut nest = nested(text, Wanted::Tokens);
    problems.append(&mut nest.problems);
    Outline {
        pieces: nest.outline.into_iter().zip(nest.tokens).collect(),
        items: nest.items,
        elses: nest.elses,
    }
}

fn nested(text: &Text, wanted: Wanted) -> Nest<'_> {
    let mut nest = Nest::new(text, wanted);
    nest.read();
    nest
}

struct Nest<'t> {
    text: &'t Text,
    wanted: Wanted,
    problems: Vec<Problem>,
    items: Vec<Item>,
    frames: Vec<Frame>,
    /// Where reading goes on.
    at: usize,
    /// Where the piece that is being nested begins; the end of the text after the last one.
    here: usize,
    /// How many pieces were read.
    pieces: usize,
    /// How the body that is being read is written.
    style: Style,
    /// Where the last piece ended, if it was an `inace`.
    behind_else: Option<usize>,
    /// Where the last line number ended.
    behind_number: Option<usize>,
    first_program: Option<Span>,
    outline: Vec<Placed>,
    /// The tokens of each piece, where they are wanted.
    tokens: Vec<Vec<Token>>,
    /// The heads that got their one statement just before this piece.
    completed: Vec<Governed>,
    followers: Vec<Follower>,
    elses: Vec<BoundElse>,
}

impl<'t> Nest<'t> {
    fn new(text: &'t Text, wanted: Wanted) -> Self {
        Self {
            text,
            wanted,
            problems: Vec::new(),
            items: Vec::new(),
            frames: Vec::new(),
            at: 0,
            here: 0,
            pieces: 0,
            style: Style::OUTSIDE,
            behind_else: None,
            behind_number: None,
            first_program: None,
            outline: Vec::new(),
            tokens: Vec::new(),
            completed: Vec::new(),
            followers: Vec::new(),
            elses: Vec::new(),
        }
    }

    fn read(&mut self) {
        loop {
            self.at = self.text.next_token(self.at);
            self.here = self.at;
            if self.at == self.text.clean.len() || self.problems.len() > PROBLEM_LIMIT {
                break;
            }
            if self.frames.len() > BLOCK_LIMIT {
                let span = self.text.token_span(self.at);
                self.problems.push(Problem::BlocksTooDeep {
                    span,
                    limit: BLOCK_LIMIT,
                });
                self.give_up();
                return;
            }
            if self.pieces == Measure::Pieces.limit() {
                self.exceed(Measure::Pieces, self.text.token_span(self.at));
                self.give_up();
                return;
            }
            self.pieces += 1;
            let place = self.place_of_pieces();
            let known = self.problems.len();
            let mut tokens = (self.wanted == Wanted::Tokens).then(Vec::new);
            let read = parser::read(
                self.text,
                self.at,
                place,
                &mut self.problems,
                tokens.as_mut(),
            );
            match read {
                // The layout numbers no lines.
                Ok(read) if matches!(read.piece, Piece::LineNumber) => self.line_number(&read),
                Ok(read) => {
                    self.tokens.extend(tokens);
                    self.accept(read, known);
                }
                Err(failure) => self.recover(failure),
            }
        }
        self.close_all(None);
        if let Some((measure, span)) = Measure::exceeded_by_items(&self.items) {
            self.exceed(measure, span);
        }
    }

    fn exceed(&mut self, measure: Measure, span: Span) {
        self.problems.push(Problem::TooMuch { span, measure });
    }

    /// Takes a piece; the problems from `known` on are its own.
    fn accept(&mut self, read: Read, known: usize) {
        let at = self.at;
        self.foreign_print(at, known);
        if read.unterminated {
            let next = self.text.next_token(read.end);
            let is_until = self.text.token(at) == "until" && self.repeat_until(at, read.end);
            if is_until || self.braces_of_other_languages(at, next) {
                return;
            }
            if let Some(failure) = self.values_in_braces(read.end, next) {
                self.recover(failure);
                return;
            }
            if let Some(failure) = self.foreign_head(at, read.end, next) {
                self.problems.truncate(known);
                self.recover(failure);
                return;
            }
            let found = Found::at(self.text, next);
            let is_numbered = self.behind_line_number(next).1 > next;
            let new_line = self.text.starts_line(next) && (is_numbered || found.begins_statement());
            if self.ends_with_line(next) {
                // No semicolon is expected.
            } else if new_line || found.ends_statement(self.text, next) {
                let after = self.text.token_before(read.end);
                self.problems.push(Problem::MissingSemicolon {
                    after,
                    comment: self.text.comment_behind(after),
                });
            } else if let Some(failure) = parser::explain_unterminated(self.text, at) {
                self.recover(failure);
                return;
            }
        }
        self.at = read.end;
        let behind_else = self.behind_else.take();
        self.nest(read, at, behind_else);
    }

    fn nest(&mut self, read: Read, at: usize, behind_else: Option<usize>) {
        let span = read.span;
        if let Some(measure) = Measure::exceeded_by(&read.piece) {
            self.exceed(measure, span);
        }
        if !matches!(read.piece, Piece::Else | Piece::ElseIf(_)) {
            self.settle();
        }
        self.close_by_layout(at);
        if self.is_empty_line(&read, at) {
            self.tokens.pop();
            self.behind_number = Some(read.end);
            return;
        }
        self.follow(&read.piece, at);
        let same_line = behind_else.is_some_and(|end| !self.text.clean[end..at].contains('\n'));
        let joined = self.note(&read, at, same_line);
        match read.piece {
            Piece::Items(items) => self.items_at(items, at, span),
            Piece::Algorithm {
                name,
                parameters,
                form,
            } => {
                self.close_all(Some(span));
                let kind = Kind::Algorithm {
                    name,
                    parameters,
                    form,
                };
                self.open(kind, span, at);
            }
            Piece::Program => {
                self.close_all(Some(span));
                match self.first_program {
                    Some(first) => self.problems.push(Problem::SecondProgram { span, first }),
                    None => self.first_program = Some(span),
                }
                self.open(Kind::Program, span, at);
            }
            Piece::Statement(mut statement) => {
                self.expect_body(at, span);
                statement.end = self.end_before(read.end);
                self.place(statement);
            }
            Piece::Open(opening) => {
                self.expect_body(at, span);
                self.open_construct(opening, span, at, same_line);
                self.join(joined);
            }
            Piece::OpenBrace => {
                self.expect_body(at, span);
                self.open(Kind::Braces, span, at);
                self.join(joined);
            }
            Piece::Begin => {
                self.expect_body(at, span);
                self.open(Kind::Begin, span, at);
                self.join(joined);
            }
            Piece::CloseBrace => self.close_brace(span),
            Piece::Else => self.otherwise(span, read.end),
            Piece::ElseIf(opening) => {
                let written = self.text.token(at).to_owned();
                let word = self.text.token_span(at);
                self.problems.push(Problem::Wrong {
                    span: word,
                    wrong: Wrong::ElseIf { written },
                });
                self.otherwise(span, read.end);
                self.behind_else = None;
                self.open_construct(opening, span, at, true);
            }
            Piece::End(construct) => self.end(construct, span, at),
            Piece::NamedEnd(name) => self.named_end(name, span),
            Piece::VagueEnd if self.ends_innermost(span) => {}
            Piece::VagueEnd => self.vague_end(span),
            Piece::LineNumber => unreachable!("no line number is nested"),
        }
    }

    fn open(&mut self, kind: Kind, opened: Span, at: usize) {
        if kind.is_root() {
            self.style = Style::of(&kind, self.text, at);
        }
        self.frames.push(Frame::new(kind, opened, at));
    }

    fn open_construct(&mut self, opening: Opening, span: Span, at: usize, behind_else: bool) {
        if matches!(opening, Opening::SideBySide { .. }) && self.goes_on_behind_loop(at) {
            self.problems.pop_if(|problem| problem.is_surplus_do());
            self.problems.push(Problem::Wrong {
                span,
                wrong: Wrong::TasksBehindLoop,
            });
        }
        let begins_with_in = self.text.token(at) == "in";
        if matches!(opening, Opening::Pardo(_)) && begins_with_in && self.goes_on_behind_loop(at) {
            self.problems.push(Problem::Wrong {
                span,
                wrong: Wrong::ParallelBehindLoop,
            });
        }
        let kind = match opening {
            Opening::For(_) | Opening::While(_) | Opening::If(_) => Kind::Single(opening),
            Opening::Pardo(_) if self.one_statement_follows() => Kind::Single(opening),
            Opening::SideBySide { .. } if self.braces_end_tasks() => Kind::Single(opening),
            Opening::IfThen(condition) if behind_else && self.in_else_of_end_word() => {
                match self.style.chain {
                    ChainEnds::One => Kind::ContinuedIf(condition),
                    ChainEnds::Each => Kind::Construct(Opening::IfThen(condition)),
                }
            }
            _ => Kind::Construct(opening),
        };
        let ends_by_layout = kind.is_pardo() && self.ends_by_layout(&kind, at);
        self.open(kind, span, at);
        if let Some(frame) = self.frames.last_mut() {
            frame.ends_by_layout = ends_by_layout;
        }
    }

    fn in_else_of_end_word(&self) -> bool {
        matches!(
            self.frames.last().map(|frame| &frame.kind),
            Some(Kind::Otherwise { .. } | Kind::ContinuedOtherwise { .. })
        )
    }

    /// Makes sure that there is a body for a statement.
    fn expect_body(&mut self, at: usize, span: Span) {
        if self.frames.is_empty() {
            self.problems.push(Problem::StatementOutside { span });
            self.open(Kind::Stray, span, at);
        }
    }

    fn items_at(&mut self, items: Vec<Item>, at: usize, span: Span) {
        match self.frames.first() {
            Some(Frame {
                kind: Kind::Program,
                opened,
                ..
            }) => {
                let written = self.text.token(at).to_owned();
                self.problems.push(Problem::ItemInside {
                    span,
                    written,
                    root: (Concept::Program, *opened),
                });
            }
            Some(Frame {
                kind: Kind::Algorithm { .. },
                opened,
                ..
            }) if self.algorithm_ends_behind(at) => {
                let written = self.text.token(at).to_owned();
                self.problems.push(Problem::ItemInside {
                    span,
                    written,
                    root: (Concept::Algorithm, *opened),
                });
            }
            _ => self.close_all(Some(span)),
        }
        self.items.extend(items);
    }

    /// Whether the end word of an algorithm comes next, before other algorithms and the program begin.
    fn algorithm_ends_behind(&self, at: usize) -> bool {
        let root = text::words(&self.text.clean[at..]).find_map(|word| {
            let concept = keyword::find(word)?;
            let is_root = matches!(
                concept,
                Concept::Algorithm | Concept::EndAlgorithm | Concept::Program
            );
            is_root.then_some(concept)
        });
        root == Some(Concept::EndAlgorithm)
    }

    /// Puts a complete statement where it belongs.
    fn place(&mut self, statement: Stmt) {
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        match top.kind {
            Kind::Single(_) | Kind::SingleElse { .. } | Kind::UnreadableSingle => {
                let end = statement.end;
                top.body = match statement.kind {
                    StmtKind::Block(body) => body,
                    kind => vec![Stmt { kind, ..statement }],
                };
                self.complete(end);
            }
            _ => {
                top.unreadable_last = false;
                top.body.push(statement);
            }
        }
    }

    /// The last token before the piece that was just read.
    fn before_here(&self) -> Span {
        let end = self.text.previous_end(self.here);
        self.text.token_before(end)
    }

    /// One past the user's last byte before a place in the clean text.
    fn end_before(&self, at: usize) -> u32 {
        let end = self.text.previous_end(at);
        self.text.token_before(end).end
    }
}
