//! Whole arrays whose elements are computed by an algorithm: an operator of the user's own.
//!
//! Where memory is shared, each element has a processor, and all of them call. Where each processor has
//! memory of its own, it computes all elements by itself: by a loop into a temporary array, as no
//! element is written before all are computed.

use crate::source::Span;

use super::super::rounds;
use super::section::{known, subtract};
use super::{Lowered, Lowering, Value};
use crate::program::{
    ArrayId, BlockId, Cell, Charge, Class, ExprKind, Initial, Memory, Range, ScalarId, Stmt,
    StmtKind, Target,
};

/// What a statement about whole arrays does for each element.
pub(super) struct Elements {
    /// The block that it is.
    pub block: BlockId,
    /// A range for each index.
    pub ranges: Vec<Range>,
    /// The last statement stores the element.
    pub body: Vec<Stmt>,
}

impl Lowering<'_, '_> {
    /// Executes a body for each element of an array; `cell` gives the element at some indices.
    pub(super) fn for_each_element(
        &mut self,
        elements: Elements,
        target: ArrayId,
        span: Span,
        cell: impl Fn(&Self, &[ScalarId]) -> Cell,
    ) -> Lowered<()> {
        let calls = |statement: &Stmt| matches!(statement.kind, StmtKind::Call { .. });
        let is_alone = self.checker.machine.memory == Memory::Private;
        if !is_alone || !elements.body.iter().any(calls) {
            self.push_block(elements, span);
            return Ok(());
        }
        let ranges = elements.ranges.clone();
        let staged = self.stage(elements, target, span);
        let rank = ranges.len() as u8;
        let (block, indices) = self.element_block(rank, span);
        let outer = std::mem::replace(&mut self.block, block);
        let mut stored = Ok(());
        let body = self.separately(|this| {
            let places = indices.iter().map(|index| known(*index, span));
            let element = ExprKind::Cell(this.cell(staged, places.collect(), span));
            let value = Value::new(element, this.element_type(staged), span);
            stored = this.store(cell(this, &indices), None, value, span);
        });
        self.block = outer;
        let elements = Elements {
            block,
            ranges,
            body,
        };
        self.push_block(elements, span);
        stored
    }

    fn push_block(&mut self, elements: Elements, span: Span) {
        let Elements {
            block,
            ranges,
            body,
        } = elements;
        let round = rounds::is_round(&body);
        let kind = StmtKind::Parallel {
            block,
            ranges,
            body,
            round,
        };
        self.push(kind, span);
    }

    /// Computes all elements into a temporary array. That is free: they are counted where they are written.
    fn stage(&mut self, elements: Elements, target: ArrayId, span: Span) -> ArrayId {
        let Elements {
            block,
            ranges,
            mut body,
        } = elements;
        // What the block holds becomes the processor's own, and no block is left.
        let indices = std::mem::take(&mut self.blocks[block.index()].indices);
        let inner = self
            .scalars
            .iter_mut()
            .filter(|scalar| scalar.block == block);
        inner.for_each(|scalar| scalar.block = self.block);
        for index in &indices {
            self.scalars[index.index()].class = Class::Temporary;
        }
        if self.blocks.len() == block.index() + 1 {
            self.blocks.pop();
        }
        let name = self.arrays[target.index()].name.clone();
        let staged = self.temporary_array(name, ranges.len() as u8, span);
        let ty = self.element_type(target);
        self.join_element(staged, ty, span);
        self.note_written(staged);
        // The ranges go from 0 to the last place.
        let lengths = ranges
            .iter()
            .map(|range| subtract(range.to.clone(), -1, span));
        let allocate = StmtKind::Allocate {
            array: staged,
            dimensions: lengths.collect(),
            initial: Initial::Unwritten,
        };
        self.push(allocate, span);
        let places = indices.iter().map(|index| known(*index, span));
        let element = self.cell(staged, places.collect(), span);
        if let Some(StmtKind::Assign { target, charge, .. }) =
            body.last_mut().map(|last| &mut last.kind)
        {
            (*target, *charge) = (Target::Cell(element), Charge::Free);
        }
        for (index, range) in indices.iter().zip(ranges).rev() {
            let round = rounds::is_round(&body);
            let Range { from, to, step } = range;
            let kind = StmtKind::For {
                variable: *index,
                from,
                to,
                step,
                prelude: Vec::new(),
                body,
                round,
            };
            body = self.separately(|this| this.push(kind, span));
        }
        self.out.extend(body);
        staged
    }
}
