//! Nests the pieces of a text with a stack: every end word meets its beginning here.

use super::ast::{
    Algorithm, AlgorithmName, Expr, File, Item, Parallel, Parameter, ProgramBlock, Stmt, StmtKind,
};
use super::keyword;
use super::parser::{self, Failure, Place};
use super::piece::{Construct, ForHead, Opening, Piece, Read};
use super::problem::{Found, Problem};
use super::recovery::{self, Begun};
use super::spelling::Wrong;
use super::text::Text;
use crate::source::Span;

/// How many blocks may be open at once: recursion over the tree is safe on any thread's stack.
const BLOCK_LIMIT: usize = 200;

/// After so many problems the rest of a text is hardly worth the reading.
const PROBLEM_LIMIT: usize = 50;

/// Who needs a `kraj_ako` where an `inace` is followed by an `ako (c) onda` in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ElseIf {
    /// One `kraj_ako` ends the whole chain.
    SharesEnd,
    /// Every `onda` has its own.
    OwnEnd,
}

/// Reads a whole text. Both ways to end a chain of `inace ako (c) onda` are in use; a file may be
/// written in either.
pub fn read_file(text: &Text, problems: &mut Vec<Problem>) -> File {
    let mut nest = Nest::new(text, ElseIf::SharesEnd);
    nest.read();
    if nest.has_chain && !nest.problems.is_empty() {
        let mut other = Nest::new(text, ElseIf::OwnEnd);
        other.read();
        if other.problems.is_empty() {
            nest = other;
        }
    }
    problems.append(&mut nest.problems);
    File { items: nest.items }
}

/// What is open.
#[derive(Debug)]
struct Frame {
    kind: Kind,
    /// Its head, and where that begins in the clean text.
    opened: Span,
    at: usize,
    body: Vec<Stmt>,
    /// The last statements of the body that took one statement where an end word was possible:
    /// an `ako` without `onda`, a loop without `ponovi`.
    single_if: Option<(Span, usize)>,
    single_loop: Option<(Span, usize)>,
}

#[derive(Debug)]
enum Kind {
    /// Ends at its end word, at the next item, or with the text.
    Algorithm {
        name: AlgorithmName,
        parameters: Vec<Parameter>,
    },
    Program,
    /// Statements outside of everything.
    Stray,
    /// Ends at its end word.
    Construct(Opening),
    /// The part of an `ako … onda` behind its `inace`.
    Otherwise {
        condition: Expr,
        then: Vec<Stmt>,
    },
    /// As [`Opening::IfThen`], on the line of an `inace` whose `kraj_ako` is also its own.
    ContinuedIf(Expr),
    ContinuedOtherwise {
        condition: Expr,
        then: Vec<Stmt>,
    },
    /// Waits for one statement.
    Single(Opening),
    SingleElse {
        condition: Expr,
        then: Vec<Stmt>,
    },
    /// An `ako` with its statement: an `inace` may follow.
    Decided {
        condition: Expr,
        then: Vec<Stmt>,
    },
    /// `{`
    Braces,
    /// A head that could not be read.
    Unreadable(Construct),
    UnreadableSingle,
}

impl Kind {
    /// What ends it, if an end word does.
    fn construct(&self) -> Option<Construct> {
        match self {
            Self::Algorithm { .. } => Some(Construct::Algorithm),
            Self::Program => Some(Construct::Program),
            Self::Construct(Opening::Parallel { .. }) => Some(Construct::Parallel),
            Self::Construct(
                Opening::RepeatFor(_) | Opening::RepeatWhile(_) | Opening::RepeatTimes(_),
            ) => Some(Construct::Repeat),
            Self::Construct(_)
            | Self::Otherwise { .. }
            | Self::ContinuedIf(_)
            | Self::ContinuedOtherwise { .. } => Some(Construct::If),
            Self::Unreadable(construct) => Some(*construct),
            _ => None,
        }
    }

    fn continues(&self) -> bool {
        matches!(self, Self::ContinuedIf(_) | Self::ContinuedOtherwise { .. })
    }

    fn is_root(&self) -> bool {
        matches!(
            self,
            Self::Algorithm { .. }
                | Self::Program
                | Self::Stray
                | Self::Unreadable(Construct::Algorithm)
        )
    }
}

struct Nest<'t> {
    text: &'t Text,
    problems: Vec<Problem>,
    items: Vec<Item>,
    frames: Vec<Frame>,
    /// Where reading goes on.
    at: usize,
    /// Where the piece that is being nested begins; the end of the text after the last one.
    here: usize,
    else_if: ElseIf,
    /// Where the last piece ended, if it was an `inace`.
    behind_else: Option<usize>,
    has_chain: bool,
    first_program: Option<Span>,
}

impl<'t> Nest<'t> {
    fn new(text: &'t Text, else_if: ElseIf) -> Self {
        Self {
            text,
            problems: Vec::new(),
            items: Vec::new(),
            frames: Vec::new(),
            at: 0,
            here: 0,
            else_if,
            behind_else: None,
            has_chain: false,
            first_program: None,
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
            let place = if self.frames.is_empty() {
                Place::Top
            } else {
                Place::Body
            };
            match parser::read(self.text, self.at, place, &mut self.problems) {
                Ok(read) => self.accept(read),
                Err(failure) => self.recover(failure),
            }
        }
        self.close_all(None);
    }

    fn accept(&mut self, read: Read) {
        let at = self.at;
        if read.unterminated {
            let next = self.text.next_token(read.end);
            let found = Found::at(self.text, next);
            let new_line =
                self.text.starts_line(next) && matches!(found, Found::Word(_) | Found::Keyword(_));
            if new_line || found.ends_statement(self.text, next) {
                self.problems.push(Problem::MissingSemicolon {
                    after: self.text.token_before(read.end),
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
        if !matches!(read.piece, Piece::Else | Piece::ElseIf(_)) {
            self.settle();
        }
        match read.piece {
            Piece::Items(items) => self.items_at(items, at, span),
            Piece::Algorithm { name, parameters } => {
                self.close_all(Some(span));
                self.open(Kind::Algorithm { name, parameters }, span, at);
            }
            Piece::Program => {
                self.close_all(Some(span));
                match self.first_program {
                    Some(first) => self.problems.push(Problem::SecondProgram { span, first }),
                    None => self.first_program = Some(span),
                }
                self.open(Kind::Program, span, at);
            }
            Piece::Statement(statement) => {
                self.expect_body(at, span);
                self.place(statement);
            }
            Piece::Open(opening) => {
                self.expect_body(at, span);
                let same_line =
                    behind_else.is_some_and(|end| !self.text.clean[end..at].contains('\n'));
                self.open_construct(opening, span, at, same_line);
            }
            Piece::OpenBrace => {
                self.expect_body(at, span);
                self.open(Kind::Braces, span, at);
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
            Piece::VagueEnd => self.vague_end(span),
        }
    }

    fn open(&mut self, kind: Kind, opened: Span, at: usize) {
        self.frames.push(Frame {
            kind,
            opened,
            at,
            body: Vec::new(),
            single_if: None,
            single_loop: None,
        });
    }

    fn open_construct(&mut self, opening: Opening, span: Span, at: usize, behind_else: bool) {
        let kind = match opening {
            Opening::For(_) | Opening::While(_) | Opening::If(_) => Kind::Single(opening),
            Opening::IfThen(condition) if behind_else && self.in_else_of_end_word() => {
                self.has_chain = true;
                match self.else_if {
                    ElseIf::SharesEnd => Kind::ContinuedIf(condition),
                    ElseIf::OwnEnd => Kind::Construct(Opening::IfThen(condition)),
                }
            }
            _ => Kind::Construct(opening),
        };
        self.open(kind, span, at);
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
                    program: *opened,
                });
            }
            _ => self.close_all(Some(span)),
        }
        self.items.extend(items);
    }

    /// Puts a complete statement where it belongs.
    fn place(&mut self, statement: Stmt) {
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        match top.kind {
            Kind::Single(_) | Kind::SingleElse { .. } | Kind::UnreadableSingle => {
                top.body = match statement.kind {
                    StmtKind::Block(body) => body,
                    kind => vec![Stmt {
                        kind,
                        span: statement.span,
                    }],
                };
                self.complete();
            }
            _ => top.body.push(statement),
        }
    }

    /// The innermost frame has its one statement.
    fn complete(&mut self) {
        let frame = self.frames.pop().expect("a frame waits for its statement");
        if let Kind::Single(Opening::If(condition)) = frame.kind {
            let kind = Kind::Decided {
                condition,
                then: frame.body,
            };
            self.frames.push(Frame {
                kind,
                body: Vec::new(),
                ..frame
            });
            return;
        }
        let single = (frame.opened, frame.at);
        if matches!(frame.kind, Kind::Single(_))
            && let Some(parent) = self.frames.last_mut()
        {
            parent.single_loop = Some(single);
        }
        self.build(frame);
    }

    /// No `inace` came.
    fn settle(&mut self) {
        while let Some(frame) = self
            .frames
            .pop_if(|frame| matches!(frame.kind, Kind::Decided { .. }))
        {
            if let Some(parent) = self.frames.last_mut() {
                parent.single_if = Some((frame.opened, frame.at));
            }
            self.build(frame);
        }
    }

    /// Turns a complete frame into its statement or item.
    fn build(&mut self, frame: Frame) {
        let Frame {
            kind, opened, body, ..
        } = frame;
        let kind = match kind {
            Kind::Algorithm { name, parameters } => {
                self.items.push(Item::Algorithm(Algorithm {
                    name,
                    parameters,
                    body,
                    header: opened,
                }));
                return;
            }
            Kind::Program => {
                self.items.push(Item::Program(ProgramBlock {
                    body,
                    header: opened,
                }));
                return;
            }
            Kind::Stray | Kind::Unreadable(Construct::Algorithm) => return,
            Kind::Construct(opening) | Kind::Single(opening) => statement(opening, body),
            Kind::ContinuedIf(condition) => StmtKind::If {
                condition,
                then: body,
                otherwise: Vec::new(),
            },
            Kind::Otherwise { condition, then }
            | Kind::ContinuedOtherwise { condition, then }
            | Kind::SingleElse { condition, then } => StmtKind::If {
                condition,
                then,
                otherwise: body,
            },
            Kind::Decided { condition, then } => StmtKind::If {
                condition,
                then,
                otherwise: Vec::new(),
            },
            Kind::Braces | Kind::Unreadable(_) | Kind::UnreadableSingle => StmtKind::Block(body),
        };
        self.place(Stmt { kind, span: opened });
    }

    fn otherwise(&mut self, span: Span, end: usize) {
        // A loop over an `ako` of one statement is complete where its `inace` could come.
        self.behind_else = Some(end);
        self.drop_waiting();
        let Some(frame) = self.frames.pop() else {
            self.problems.push(Problem::StrayElse { span });
            return;
        };
        let Frame {
            kind,
            opened,
            at,
            body,
            ..
        } = frame;
        let kind = match kind {
            Kind::Decided { condition, then } => Kind::SingleElse { condition, then },
            Kind::Construct(Opening::IfThen(condition)) => Kind::Otherwise {
                condition,
                then: body,
            },
            Kind::ContinuedIf(condition) => Kind::ContinuedOtherwise {
                condition,
                then: body,
            },
            Kind::Unreadable(Construct::If) => {
                self.frames.push(Frame {
                    kind,
                    body,
                    ..frame_of(opened, at)
                });
                return;
            }
            kind => {
                self.frames.push(Frame {
                    kind,
                    body,
                    ..frame_of(opened, at)
                });
                self.problems.push(Problem::StrayElse { span });
                return;
            }
        };
        self.frames.push(Frame {
            kind,
            ..frame_of(opened, at)
        });
    }

    /// Heads that still wait for their statement where none can come any more.
    fn drop_waiting(&mut self) {
        while let Some(frame) = self.frames.pop_if(|frame| {
            matches!(
                frame.kind,
                Kind::Single(_) | Kind::SingleElse { .. } | Kind::UnreadableSingle
            )
        }) {
            if !matches!(frame.kind, Kind::UnreadableSingle) {
                self.problems.push(Problem::NoStatement {
                    head: frame.opened,
                    after: self.before_here(),
                });
            }
            self.build(frame);
            self.settle();
        }
    }

    /// The last token before the piece that was just read.
    fn before_here(&self) -> Span {
        let end = self.text.previous_end(self.here);
        self.text.token_before(end)
    }
}

impl Nest<'_> {
    fn close_brace(&mut self, span: Span) {
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
        self.build(frame);
    }

    fn end(&mut self, construct: Construct, span: Span, at: usize) {
        self.drop_waiting();
        let matching = self
            .frames
            .iter()
            .rposition(|frame| frame.kind.construct() == Some(construct));
        match matching {
            Some(level) => {
                self.close_down_to(level + 1, Some(span));
                self.close_chain();
            }
            None => self.end_of_nothing(construct, span, at),
        }
    }

    /// Closes the innermost frame, and the `ako` whose chain it continues.
    fn close_chain(&mut self) {
        while let Some(frame) = self.frames.pop() {
            let more = frame.kind.continues();
            self.build(frame);
            if !more {
                break;
            }
        }
    }

    fn end_of_nothing(&mut self, construct: Construct, end: Span, at: usize) {
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
            Construct::Repeat => frame.single_loop,
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
                    english: self.english(opened_at),
                    end,
                    written,
                });
                self.close_chain();
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

    fn vague_end(&mut self, span: Span) {
        self.drop_waiting();
        let written = self.word(self.here);
        let innermost = self.frames.last().and_then(|frame| frame.kind.construct());
        let says_what = written.contains(['_', ' '])
            && !written.ends_with("algoritam")
            && !written.ends_with("program");
        let single = says_what
            && self
                .frames
                .last()
                .is_some_and(|frame| frame.single_loop.is_some());
        let construct = innermost.filter(|_| !single);
        self.problems.push(Problem::Wrong {
            span,
            wrong: Wrong::VagueEnd { written, construct },
        });
        if construct.is_some() {
            self.close_chain();
        }
    }

    /// Closes what stands inside of frame `level - 1` and was not ended by the user.
    fn close_down_to(&mut self, level: usize, before: Option<Span>) {
        while self.frames.len() > level {
            let frame = self.frames.pop().expect("counted");
            let after = self.before_here();
            match &frame.kind {
                Kind::Braces => self.problems.push(Problem::MissingBrace {
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
                        self.problems.push(Problem::MissingEnd {
                            construct,
                            opened: frame.opened,
                            opened_line: self.line(frame.at),
                            english: self.english(frame.at),
                            after,
                            before,
                        });
                    }
                }
            }
            self.build(frame);
        }
    }

    /// An item begins, or the text ends.
    fn close_all(&mut self, before: Option<Span>) {
        self.settle();
        self.close_down_to(0, before);
    }

    /// Closes everything without a word: what is wrong has been said.
    fn give_up(&mut self) {
        while let Some(frame) = self.frames.pop() {
            self.build(frame);
        }
    }

    fn recover(&mut self, failure: Failure) {
        let at = self.at;
        let span = self.text.token_span(at);
        self.problems.push(failure.problem);
        self.behind_else = None;
        let begun = recovery::begun(self.text, at);
        if begun == Begun::Simple {
            self.at = recovery::after_simple(self.text, at, failure.at);
            // A head in front of it has its statement, even though that is unreadable.
            self.settle();
            if !self.frames.is_empty() {
                self.place_unreadable(span);
            }
            return;
        }
        self.settle();
        self.at = recovery::after_head(self.text, at, failure.at);
        match begun {
            Begun::Construct(Construct::Algorithm) => {
                self.close_all(Some(span));
                self.open(Kind::Unreadable(Construct::Algorithm), span, at);
            }
            Begun::Construct(construct) => self.open(Kind::Unreadable(construct), span, at),
            _ => self.open(Kind::UnreadableSingle, span, at),
        }
    }

    fn place_unreadable(&mut self, span: Span) {
        let waits = matches!(
            self.frames.last().map(|frame| &frame.kind),
            Some(Kind::Single(_) | Kind::SingleElse { .. } | Kind::UnreadableSingle)
        );
        if waits {
            self.place(Stmt {
                kind: StmtKind::Empty,
                span,
            });
        }
    }

    /// An end word as written, both halves of it.
    fn word(&self, at: usize) -> String {
        let first = self.text.token(at);
        let rest = self.text.next_token(at + first.len());
        let split = matches!(first, "kraj" | "end") && !self.text.clean[at..rest].contains('\n');
        let second = if split { self.text.token(rest) } else { "" };
        if second.chars().all(char::is_alphabetic) && !second.is_empty() {
            format!("{first} {second}")
        } else {
            first.to_owned()
        }
    }

    /// The line of a place in the clean text, from 1.
    fn line(&self, at: usize) -> usize {
        self.text.clean[..at]
            .bytes()
            .filter(|&byte| byte == b'\n')
            .count()
            + 1
    }

    /// Whether the keyword at a place is English; for words of both vocabularies, whether the file
    /// is.
    fn english(&self, at: usize) -> bool {
        let word = self.text.token(at);
        match keyword::find(word).map(keyword::Concept::keyword) {
            Some(row) if row.croatian.contains(&word) && row.english.contains(&word) => {
                !["algoritam", "paralelno", "kraj_", "izlaz", "ulaz"]
                    .iter()
                    .any(|word| self.text.clean.contains(word))
            }
            Some(row) => row.english.contains(&word),
            None => false,
        }
    }
}

fn frame_of(opened: Span, at: usize) -> Frame {
    Frame {
        kind: Kind::Braces,
        opened,
        at,
        body: Vec::new(),
        single_if: None,
        single_loop: None,
    }
}

/// The statement of a head with its body.
fn statement(opening: Opening, body: Vec<Stmt>) -> StmtKind {
    match opening {
        Opening::Parallel {
            asynchronous,
            header,
        } => StmtKind::Parallel(Parallel {
            asynchronous,
            header,
            body,
        }),
        Opening::RepeatFor(head) | Opening::For(head) => match head {
            ForHead::Range(range) => StmtKind::For {
                variable: range.variable,
                from: range.from,
                to: range.to,
                step: range.step,
                body,
            },
            ForHead::Three {
                initial,
                condition,
                update,
            } => StmtKind::CFor {
                initial,
                condition,
                update,
                body,
            },
        },
        Opening::RepeatWhile(condition) | Opening::While(condition) => {
            StmtKind::While { condition, body }
        }
        Opening::RepeatTimes(count) => StmtKind::Repeat { count, body },
        Opening::IfThen(condition) | Opening::If(condition) => StmtKind::If {
            condition,
            then: body,
            otherwise: Vec::new(),
        },
    }
}
