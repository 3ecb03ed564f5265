//! What is open while a text is read: one frame a construct.

use crate::source::Span;
use crate::syntax::ast::{
    AlgorithmName, Expr, Form, Parallel, ParallelHeader, Parameter, Stmt, StmtKind,
};
use crate::syntax::piece::{Construct, ForHead, Opening};
use crate::syntax::text::Text;

/// What is open.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) kind: Kind,
    /// Its head, and where that begins in the clean text.
    pub(super) opened: Span,
    pub(super) at: usize,
    /// Where the word begins that governs the statements: of an `inace`, that one.
    pub(super) governs_from: usize,
    /// Where the first of these statements begins.
    pub(super) body_at: Option<usize>,
    /// Where the second of them begins.
    pub(super) second_at: Option<usize>,
    pub(super) body: Vec<Stmt>,
    /// The last statements of the body that took one statement where an end word was possible:
    /// an `ako` without `onda`, a loop without `ponovi`.
    pub(super) single_if: Option<(Span, usize)>,
    pub(super) single_loop: Option<(Span, usize)>,
    /// The last statement of the body could not be read: an `inace` may have been its own.
    pub(super) unreadable_last: bool,
    /// A construct inside it whose end word is indented like this one.
    pub(super) unended: Option<Unended>,
    /// It goes on in the line of the frame around it: `{` after a head, `ako` after `inace`.
    pub(super) joined: bool,
    /// It has no end word: it ends before the first line that is not further in than its head.
    pub(super) ends_by_layout: bool,
}

/// A construct that seems to lack its end word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unended {
    /// Its head, and where that begins in the clean text.
    pub(super) opened: Span,
    pub(super) at: usize,
    /// What its end word should follow.
    pub(super) after: Span,
    /// What is outside of it.
    pub(super) before: Option<Span>,
}

#[derive(Debug)]
pub(super) enum Kind {
    /// Ends at its end word, at the next item, or with the text.
    Algorithm {
        name: AlgorithmName,
        parameters: Vec<Parameter>,
        form: Form,
    },
    Program,
    /// Statements outside of everything.
    Stray,
    /// Ends at its end word.
    Construct(Opening),
    /// The part of an `ako … onda` after its `inace`.
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
    /// `begin`
    Begin,
    /// A head that could not be read.
    Unreadable(Construct),
    UnreadableSingle,
}

impl Frame {
    /// A frame without statements yet.
    pub(super) fn new(kind: Kind, opened: Span, at: usize) -> Self {
        Self {
            kind,
            opened,
            at,
            governs_from: at,
            body_at: None,
            second_at: None,
            body: Vec::new(),
            single_if: None,
            single_loop: None,
            unreadable_last: false,
            unended: None,
            joined: false,
            ends_by_layout: false,
        }
    }
}

impl Kind {
    /// What ends it, if an end word does.
    pub(super) fn construct(&self) -> Option<Construct> {
        match self {
            Self::Algorithm { .. } => Some(Construct::Algorithm),
            Self::Program => Some(Construct::Program),
            Self::Construct(
                Opening::Parallel { .. } | Opening::Pardo(_) | Opening::SideBySide { .. },
            ) => Some(Construct::Parallel),
            Self::Construct(
                Opening::RepeatFor(_) | Opening::RepeatWhile(_) | Opening::RepeatTimes(_),
            ) => Some(Construct::Repeat),
            Self::Construct(Opening::ForDo(_)) => Some(Construct::ForDo),
            Self::Construct(Opening::WhileDo(_)) => Some(Construct::WhileDo),
            Self::Construct(_)
            | Self::Otherwise { .. }
            | Self::ContinuedIf(_)
            | Self::ContinuedOtherwise { .. } => Some(Construct::If),
            Self::Unreadable(construct) => Some(*construct),
            _ => None,
        }
    }

    /// Whether the end word of a construct ends this.
    pub(super) fn is_ended_by(&self, construct: Construct) -> bool {
        self.construct() == Some(construct) || self.is_pardo() && construct == Construct::ForDo
    }

    /// A block as other books write it, with several statements.
    pub(super) fn is_pardo(&self) -> bool {
        matches!(
            self,
            Self::Construct(Opening::Pardo(_) | Opening::SideBySide { is_pardo: true, .. })
        )
    }

    pub(super) fn continues(&self) -> bool {
        matches!(self, Self::ContinuedIf(_) | Self::ContinuedOtherwise { .. })
    }

    pub(super) fn is_root(&self) -> bool {
        matches!(
            self,
            Self::Algorithm { .. }
                | Self::Program
                | Self::Stray
                | Self::Unreadable(Construct::Algorithm)
        )
    }
}

/// The statement of a head with its body.
pub(super) fn statement(opening: Opening, body: Vec<Stmt>, text: &Text) -> StmtKind {
    match opening {
        Opening::Parallel {
            asynchronous,
            tasks,
            header,
        } => StmtKind::Parallel(Parallel {
            asynchronous,
            tasks,
            header,
            body,
        }),
        Opening::Pardo(header) => StmtKind::Parallel(Parallel {
            asynchronous: false,
            tasks: None,
            header,
            body,
        }),
        Opening::SideBySide { asynchronous, .. } => {
            let mut body = body;
            body.retain(|task| task.kind != StmtKind::Empty);
            let lines = body.iter().map(|task| text.line(task.span)).collect();
            StmtKind::Parallel(Parallel {
                asynchronous,
                tasks: None,
                header: ParallelHeader::SideBySide { lines },
                body,
            })
        }
        Opening::RepeatFor(head) | Opening::ForDo(head) | Opening::For(head) => match head {
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
        Opening::RepeatWhile(condition)
        | Opening::WhileDo(condition)
        | Opening::While(condition) => StmtKind::While { condition, body },
        Opening::RepeatTimes(count) => StmtKind::Repeat { count, body },
        Opening::IfThen(condition) | Opening::If(condition) => StmtKind::If {
            condition,
            then: body,
            otherwise: Vec::new(),
        },
    }
}
