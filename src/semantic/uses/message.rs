//! Messages, sections and distributions: their names, and where they may stand.

use crate::program::{Memory, Origin};
use crate::semantic::problem::{Place, Problem};
use crate::semantic::spelling;
use crate::source::Span;
use crate::syntax::ast::{
    self, AlgorithmName, Distributed, Expr, ExprKind, Stmt, StmtKind, Subscript, Target,
};

use super::Checker;

impl Checker<'_, '_> {
    /// `posalji`, `primi`, and where all meet.
    pub(super) fn message(&mut self, statement: &Stmt) {
        let span = statement.span;
        if !self.must_exchange_messages(span) {
            return;
        }
        // An algorithm may be called inside of a block.
        if self.blocks == 0 && self.routine.algorithm.is_none() {
            let place = Place::MessageOutside;
            self.problems.report(Problem::Misplaced { place, span });
        }
        match &statement.kind {
            StmtKind::Send {
                manner,
                items,
                to,
                tag,
            } => {
                for item in items {
                    self.item(item);
                }
                let is_channel = self.peer(to, tag.as_ref());
                if is_channel && *manner == ast::Manner::Synchronous {
                    let place = Place::SynchronousChannel;
                    self.problems.report(Problem::Misplaced { place, span });
                }
            }
            StmtKind::Receive {
                targets, from, tag, ..
            } => {
                for target in targets {
                    match target {
                        Target::Name(name) => self.must_hold_values(name, name.span),
                        target => {
                            self.target(target);
                        }
                    }
                }
                self.peer(from, tag.as_ref());
            }
            StmtKind::Meet(ast::Meeting::Call(_, Some(argument))) => {
                self.value(argument);
            }
            _ => {}
        }
    }

    /// Whether processors exchange messages; says so where they do not.
    pub(super) fn must_exchange_messages(&mut self, span: Span) -> bool {
        let is_private = self.machine.memory == Memory::Private;
        if !is_private {
            let place = Place::MessageInSharedMemory(self.machine.names_network);
            self.problems.report(Problem::Misplaced { place, span });
        }
        is_private
    }

    /// A scalar, a whole array or a section.
    fn item(&mut self, item: &Expr) {
        match &item.kind {
            ExprKind::Section(name, subscripts) => self.section(name, subscripts, item.span),
            _ => self.named_or_value(item),
        }
    }

    /// The other side of a message; whether it is a channel.
    fn peer(&mut self, peer: &ast::Peer, tag: Option<&Expr>) -> bool {
        self.optional(tag);
        let channel = match peer {
            ast::Peer::Number(number) => self.queue(number),
            ast::Peer::Indices(..) | ast::Peer::Anyone(_) => false,
        };
        if channel {
            if let Some(tag) = tag {
                let (place, span) = (Place::TagOfChannel, tag.span);
                self.problems.report(Problem::Misplaced { place, span });
            }
        } else {
            for expr in peer.expressions() {
                self.value(expr);
            }
        }
        channel
    }

    /// Whether a receiver or sender is a queue of a channel, which is checked then.
    fn queue(&mut self, expr: &Expr) -> bool {
        let (name, subscripts) = match &expr.kind {
            ExprKind::Element(name, subscripts) => (name, Some(subscripts)),
            ExprKind::Name(name) | ExprKind::WholeArray(name) | ExprKind::Section(name, _) => {
                (name, None)
            }
            _ => return false,
        };
        if !self.is_channel(name) {
            return false;
        }
        let Some(subscripts) = subscripts else {
            let (place, span) = (Place::ChannelWithoutQueue, expr.span);
            self.problems.report(Problem::Misplaced { place, span });
            return true;
        };
        self.must_have_rank(name, subscripts.len(), expr.span);
        for subscript in subscripts {
            self.value(subscript);
        }
        true
    }

    /// `kanal K[n]`
    pub(super) fn channel_declaration(&mut self, span: Span) {
        let place = match self.machine.memory {
            Memory::Shared => Place::ChannelInSharedMemory(self.machine.names_network),
            Memory::Private if self.blocks > 0 => Place::ChannelInBlock,
            Memory::Private => return,
        };
        self.problems.report(Problem::Misplaced { place, span });
    }

    fn is_channel(&self, name: &ast::Ident) -> bool {
        let array = self.array(name);
        array.is_some_and(|array| array.origin == Origin::Channel)
    }

    /// An array that is no channel, where it is used as an array.
    pub(super) fn must_hold_values(&mut self, name: &ast::Ident, span: Span) {
        if self.is_channel(name) {
            let place = Place::ChannelAsArray;
            self.problems.report(Problem::Misplaced { place, span });
        }
    }

    fn must_have_rank(&mut self, name: &ast::Ident, given: usize, span: Span) {
        if let Some(rank) = self.array(name).and_then(|array| array.rank)
            && usize::from(rank) != given
        {
            self.problems.report(Problem::WrongRank {
                name: name.text.clone(),
                rank,
                given,
                span,
            });
        }
    }

    /// Whether a call of an unknown name is a message as lectures write it.
    pub(super) fn message_call(
        &mut self,
        name: &AlgorithmName,
        arguments: &[Expr],
        span: Span,
    ) -> bool {
        let Some(kind) = spelling::message_call(name, arguments) else {
            return false;
        };
        self.message(&Stmt::simple(kind, span));
        true
    }

    pub(super) fn section(&mut self, name: &ast::Ident, subscripts: &[Subscript], span: Span) {
        self.must_be_array(name, span);
        self.must_have_rank(name, subscripts.len(), span);
        for expr in subscripts.iter().flat_map(Subscript::expressions) {
            self.value(expr);
        }
    }

    /// `po blokovima`, `na j`, after an array or a scalar.
    pub(super) fn distribution(&mut self, distribution: Option<&Distributed>, is_array: bool) {
        let Some(Distributed { kind, span }) = distribution else {
            return;
        };
        let place = match (self.blocks > 0, is_array) {
            (true, _) => Some(Place::DistributedInBlock),
            (false, false) => Some(Place::DistributedScalar),
            (false, true) => None,
        };
        if let Some(place) = place {
            let span = *span;
            self.problems.report(Problem::Misplaced { place, span });
        }
        self.optional(kind.expression());
    }
}
