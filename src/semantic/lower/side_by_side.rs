//! `paralelno { …; … }`: tasks side by side.
//!
//! A block whose hidden index is the number of the processor's task, from 1, and whose body is a tree
//! of branches that lead each processor to its task. Their tests are free, and halve the tasks, so that
//! the tree of many tasks is not deep.

use crate::source::Span;
use crate::syntax::ast::{self, ParallelHeader};

use super::Lowering;
use crate::program::{
    BinaryOp, BlockId, Charge, Class, Constant, Expr, ExprKind, Range, ScalarId, StmtKind, Type,
};

/// What messages call the index.
const INDEX: &str = "task";

impl<'a> Lowering<'a, '_> {
    /// The statements of a block's body: one after the other, or side by side.
    pub(super) fn body_of_block(
        &mut self,
        block: BlockId,
        parallel: &'a ast::Parallel,
        header: Span,
    ) {
        let ParallelHeader::SideBySide { lines } = &parallel.header else {
            self.statements(&parallel.body);
            return;
        };
        let index = self.temporary(Some(Type::Int), header);
        let scalar = &mut self.scalars[index.index()];
        INDEX.clone_into(&mut scalar.name);
        scalar.class = Class::Index;
        let described = &mut self.blocks[block.index()];
        described.indices = vec![index];
        described.task_lines.clone_from(lines);
        self.tasks(index, (1, &parallel.body), header);
    }

    /// The tasks from this number on, one of which the processor executes.
    fn tasks(&mut self, index: ScalarId, (first, tasks): (i64, &'a [ast::Stmt]), header: Span) {
        if tasks.len() < 2 {
            self.statements(tasks);
            return;
        }
        let (front, back) = tasks.split_at(tasks.len() / 2);
        let last = first + front.len() as i64 - 1;
        let [then, otherwise] = self.either(
            |this| this.tasks(index, (first, front), header),
            |this| this.tasks(index, (last + 1, back), header),
        );
        let number = ExprKind::Scalar {
            id: index,
            checked: false,
        };
        let left = Box::new(int(number, header));
        let right = Box::new(constant(last, header));
        let branch = StmtKind::If {
            condition: Expr {
                kind: ExprKind::Binary(BinaryOp::LessEqual, left, right),
                ty: Type::Bool,
                span: header,
            },
            charge: Charge::Free,
            then,
            otherwise,
        };
        self.push(branch, header);
    }
}

/// The number of each task, from 1.
pub(super) fn range(tasks: usize, header: Span) -> Range {
    Range {
        from: constant(1, header),
        to: constant(tasks as i64, header),
        step: None,
    }
}

fn constant(value: i64, span: Span) -> Expr {
    int(ExprKind::Constant(Constant::Int(value)), span)
}

fn int(kind: ExprKind, span: Span) -> Expr {
    Expr {
        kind,
        ty: Type::Int,
        span,
    }
}
