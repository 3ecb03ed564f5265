//! `paralelno`.

use crate::source::Span;
use crate::syntax::ast::{self, ParallelHeader};

use super::super::mentions::Binding;
use super::super::problem::{OperandOf, Place, Problem};
use super::super::rounds;
use super::{Lowered, Lowering, Reported, side_by_side};
use crate::program::{
    ArrayId, BinaryOp, BlockId, Charge, Compared, Constant, Expr, ExprKind, Mapping, Range,
    SameLength, StmtKind, Target, Type,
};

impl<'a> Lowering<'a, '_> {
    pub(super) fn parallel(&mut self, parallel: &'a ast::Parallel, span: Span) -> Lowered<()> {
        let block = self.scopes.mentions.block_at[&span];
        let ranges = self.ranges(parallel, block, span);
        let kinds = parallel.range_kinds();
        let groups = kinds
            .iter()
            .filter(|kind| **kind == ast::KernelRange::Group);
        self.blocks[block.index()].kernel = (!kinds.is_empty()).then(|| groups.count() as u8);
        let outer = (self.block, self.assigned.clone());
        self.block = block;
        let body = self.separately(|this| {
            this.copy_from_outside(block);
            this.place_tasks(block, parallel.tasks.as_ref());
            this.body_of_block(block, parallel, span);
        });
        // A block assigns nothing of what is outside but shared cells.
        (self.block, self.assigned) = outer;
        let round = rounds::is_round(&body);
        let ranges = ranges?;
        if ranges.len() != self.blocks[block.index()].indices.len() {
            return Err(Reported);
        }
        self.push(
            StmtKind::Parallel {
                block,
                ranges,
                body,
                round,
            },
            span,
        );
        Ok(())
    }

    /// `zadaci … na f(i)`
    fn place_tasks(&mut self, block: BlockId, tasks: Option<&ast::Tasks>) {
        let Some(tasks) = tasks else {
            return;
        };
        let Some(mapping) = &tasks.mapping else {
            self.blocks[block.index()].tasks = Some(Mapping::Blocks);
            return;
        };
        self.blocks[block.index()].tasks = Some(Mapping::Stated);
        let Ok(processor) = self.bound(mapping, OperandOf::Processor) else {
            return;
        };
        if rounds::touches(&processor) {
            let (place, span) = (Place::CellInMapping, mapping.span);
            self.checker
                .problems
                .report(Problem::Misplaced { place, span });
            return;
        }
        let processor = self.kept_apart(processor);
        self.push(StmtKind::Settle(processor), mapping.span);
    }

    /// The scalars that a block's processors have copies of begin with the values outside.
    fn copy_from_outside(&mut self, block: BlockId) {
        let scopes = self.scopes;
        for (copy, outside) in &scopes.blocks[block.index()].copies {
            let span = self.scalars[copy.index()].span;
            let ty = self.scalar_type(*outside);
            self.join_scalar(*copy, ty, span);
            if self.may_be_unwritten(*outside) {
                continue;
            }
            let value = self.read(*outside, span);
            let to = self.scalar_type(*copy).unwrap_or(Type::Int);
            self.mark_assigned(*copy);
            let kind = StmtKind::Assign {
                target: Target::Scalar(*copy),
                update: None,
                value: Self::convert(value, to),
                charge: Charge::Free,
            };
            self.push(kind, span);
        }
    }

    fn ranges(
        &mut self,
        parallel: &ast::Parallel,
        block: BlockId,
        span: Span,
    ) -> Lowered<Vec<Range>> {
        match &parallel.header {
            ParallelHeader::Ranges(ranges) => {
                let ranges: Vec<Lowered<Range>> =
                    ranges.iter().map(|range| self.range(range)).collect();
                ranges.into_iter().collect()
            }
            ParallelHeader::IndicesOf { array: name, .. } => {
                let array = self.array(name)?;
                if let Some(rank @ 2..) = self.rank(array) {
                    return self.report(Problem::MatrixIndices {
                        rank,
                        name: name.text.clone(),
                        span: name.span,
                    });
                }
                Ok(vec![Self::indices_of(array, None, name.span)])
            }
            ParallelHeader::Indices(variable) => {
                let scopes = self.scopes;
                let outside = scopes.mentions.blocks[block.index()].parent;
                let mut arrays = Vec::new();
                for (mention, position, subscripts) in
                    scopes.mentions.subscripted(block, &variable.text)
                {
                    // An array made inside the block cannot say how many processors it has.
                    let known = outside.and_then(|block| scopes.find(block, &mention.name));
                    if let Some(known @ Binding::Array(array)) = known
                        && scopes.array(known).is_some()
                    {
                        arrays.push(Compared {
                            array,
                            dimension: (subscripts > 1).then_some(position as u8),
                            span: mention.span,
                        });
                    }
                }
                let Some(&first) = arrays.first() else {
                    return Err(Reported);
                };
                if arrays.len() > 1 {
                    let why = SameLength::Index(variable.text.clone());
                    self.push(StmtKind::SameLengths { arrays, why }, variable.span);
                }
                Ok(vec![Self::indices_of(
                    first.array,
                    first.dimension,
                    first.span,
                )])
            }
            ParallelHeader::SideBySide { lines } => {
                Ok(vec![side_by_side::range(lines.len(), span)])
            }
        }
    }

    fn range(&mut self, range: &ast::IndexRange) -> Lowered<Range> {
        let what = OperandOf::BlockBound;
        let (from, to) = (
            self.bound(&range.from, what.clone()),
            self.bound(&range.to, what),
        );
        let step = range.step.as_ref();
        let step = step
            .map(|step| self.bound(step, OperandOf::BlockStep))
            .transpose();
        let (from, to, step) = (from?, to?, step?);
        Ok(Range {
            from: self.kept_apart(from),
            to: self.kept_apart(to),
            step: step.map(|step| self.kept_apart(step)),
        })
    }

    /// 0 to the length of an array, minus one.
    pub(super) fn indices_of(array: ArrayId, dimension: Option<u8>, span: Span) -> Range {
        let int = |kind| Expr {
            kind,
            ty: Type::Int,
            span,
        };
        let one = int(ExprKind::Constant(Constant::Int(1)));
        let length = int(ExprKind::Length(array, dimension));
        let last = ExprKind::Binary(BinaryOp::Subtract, Box::new(length), Box::new(one));
        Range {
            from: int(ExprKind::Constant(Constant::Int(0))),
            to: int(last),
            step: None,
        }
    }
}
