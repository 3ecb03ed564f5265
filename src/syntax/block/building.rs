//! Frames that are complete become statements and items.

use super::Nest;
use super::frame::{Frame, Kind, statement};
use crate::source::Span;
use crate::syntax::ast::{Algorithm, Item, ProgramBlock, Stmt, StmtKind};
use crate::syntax::piece::{Construct, Opening};
use crate::syntax::problem::Problem;

impl Nest<'_> {
    /// The innermost frame has its one statement, which ends here.
    pub(super) fn complete(&mut self, end: u32) {
        let frame = self.frames.pop().expect("a frame waits for its statement");
        self.govern(&frame);
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
        let unreadable = matches!(frame.kind, Kind::UnreadableSingle);
        self.build_up_to(frame, end);
        if unreadable && let Some(parent) = self.frames.last_mut() {
            parent.unreadable_last = true;
        }
    }

    /// No `inace` came.
    pub(super) fn settle(&mut self) {
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

    /// Turns a complete frame into its statement or item, which ends with what was read last.
    pub(super) fn build(&mut self, frame: Frame) {
        let end = self.end_before(self.here);
        self.build_up_to(frame, end);
    }

    /// The same, up to this byte at least.
    pub(super) fn build_up_to(&mut self, frame: Frame, end: u32) {
        let Frame {
            kind, opened, body, ..
        } = frame;
        let last = body.last().map_or(opened.end, |last| last.end);
        let end = end.max(last);
        let kind = match kind {
            Kind::Algorithm {
                name,
                parameters,
                form,
            } => {
                self.items.push(Item::Algorithm(Algorithm {
                    name,
                    parameters,
                    body,
                    header: opened,
                    end,
                    form,
                }));
                return;
            }
            Kind::Program => {
                self.items.push(Item::Program(ProgramBlock {
                    body,
                    header: opened,
                    end,
                }));
                return;
            }
            Kind::Stray | Kind::Unreadable(Construct::Algorithm) => return,
            Kind::Construct(opening) | Kind::Single(opening) => statement(opening, body, self.text),
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
            Kind::Braces | Kind::Begin | Kind::Unreadable(_) | Kind::UnreadableSingle => {
                StmtKind::Block(body)
            }
        };
        self.place(Stmt::compound(kind, opened, end));
    }

    pub(super) fn otherwise(&mut self, span: Span, end: usize) {
        // A loop over an `ako` of one statement is complete where its `inace` could come.
        self.behind_else = Some(end);
        self.drop_waiting();
        self.bind_else();
        let Some(mut frame) = self.frames.pop() else {
            self.problems.push(Problem::StrayElse { span });
            return;
        };
        let then = std::mem::take(&mut frame.body);
        frame.kind = match frame.kind {
            Kind::Decided { condition, then } => {
                (frame.governs_from, frame.body_at) = (self.here, None);
                Kind::SingleElse { condition, then }
            }
            Kind::Construct(Opening::IfThen(condition)) => {
                (frame.governs_from, frame.body_at) = (self.here, None);
                Kind::Otherwise { condition, then }
            }
            Kind::ContinuedIf(condition) => {
                (frame.governs_from, frame.body_at) = (self.here, None);
                Kind::ContinuedOtherwise { condition, then }
            }
            kind => {
                // It belongs to nothing, unless to something that could not be read.
                let excused = frame.unreadable_last;
                let unreadable = matches!(kind, Kind::Unreadable(Construct::If));
                let (opened, at) = (frame.opened, frame.at);
                self.frames.push(Frame {
                    kind,
                    body: then,
                    ..frame
                });
                if excused {
                    self.open(Kind::UnreadableSingle, opened, at);
                } else if !unreadable {
                    self.problems.push(Problem::StrayElse { span });
                }
                return;
            }
        };
        self.frames.push(frame);
    }

    /// Heads that still wait for their statement where none can come any more.
    pub(super) fn drop_waiting(&mut self) {
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
}
