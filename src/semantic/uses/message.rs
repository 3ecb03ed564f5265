//! Messages, sections and distributions: their names, and where they may stand.

use crate::program::Memory;
use crate::semantic::problem::{Place, Problem};
use crate::semantic::spelling;
use crate::source::Span;
use crate::syntax::ast::{
    self, AlgorithmName, Distributed, Expr, ExprKind, Stmt, StmtKind, Subscript, Target,
};

use super::Checker;

impl Checker<'_, '_> {
    /// `posalji`, `primi`
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
            StmtKind::Send { items, to, tag, .. } => {
                for item in items {
                    self.item(item);
                }
                self.peer(to, tag.as_ref());
            }
            StmtKind::Receive {
                targets, from, tag, ..
            } => {
                for target in targets {
                    match target {
                        Target::Name(_) => {}
                        target => {
                            self.target(target);
                        }
                    }
                }
                self.peer(from, tag.as_ref());
            }
            _ => {}
        }
    }

    /// Whether processors exchange messages; says so where they do not.
    pub(super) fn must_exchange_messages(&mut self, span: Span) -> bool {
        let is_private = self.memory == Memory::Private;
        if !is_private {
            let place = Place::MessageInSharedMemory;
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

    fn peer(&mut self, peer: &ast::Peer, tag: Option<&Expr>) {
        for expr in peer.expressions() {
            self.value(expr);
        }
        self.optional(tag);
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
        self.message(&Stmt { kind, span });
        true
    }

    pub(super) fn section(&mut self, name: &ast::Ident, subscripts: &[Subscript], span: Span) {
        self.must_be_array(name, span);
        if let Some(Some(rank)) = self.array(name)
            && usize::from(rank) != subscripts.len()
        {
            self.problems.report(Problem::WrongRank {
                name: name.text.clone(),
                rank,
                given: subscripts.len(),
                span,
            });
        }
        for expr in subscripts.iter().flat_map(Subscript::expressions) {
            self.value(expr);
        }
    }

    /// `po blokovima`, `na j`
    pub(super) fn distribution(&mut self, distribution: Option<&Distributed>) {
        let Some(Distributed { kind, span }) = distribution else {
            return;
        };
        if self.blocks > 0 {
            self.problems.report(Problem::Misplaced {
                place: Place::DistributedInBlock,
                span: *span,
            });
        }
        self.optional(kind.expression());
    }
}
