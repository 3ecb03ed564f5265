//! `paralelno`: a processor for each index.

use std::collections::HashSet;
use std::rc::Rc;

use pram::source::Span;
use pram::syntax::ast::{Expr, ExprKind, Ident, Parallel, ParallelHeader, Stmt, StmtKind, Target};

use super::access::Inside;
use super::definitions::{expressions_of, visit_expression, visit_statements};
use super::expression::{Execution, Ready, at};
use super::loops::bounds;
use super::memory::StoreId;
use super::names::{Owner, index_names};
use super::processor::{Gate, Stop};
use super::scope::{Binding, Scope};
use super::value::{self, Value};

impl<'a> Execution<'a> {
    pub async fn parallel(&self, block: &'a Parallel, span: Span) -> Result<(), Stop> {
        let scheduler = &self.machine.scheduler;
        let ranges = self.block_ranges(block, span).await?;
        let sizes: Vec<i128> = ranges.iter().map(|&range| range_length(range)).collect();
        let is_empty = sizes.contains(&0);
        let product = (sizes.iter()).try_fold(1, |product: i128, &size| product.checked_mul(size));
        let processors = if is_empty { Some(0) } else { product };
        let limit = i128::from(scheduler.config.max_processors);
        let Some(processors) = processors.filter(|&processors| processors <= limit) else {
            return Err(Stop::Limit("E0603"));
        };
        if scheduler.network.is_some() {
            return self.private_block(block, &ranges, span);
        }
        let asynchronous = block.asynchronous || has_barrier(&block.body);
        if processors > 0 {
            self.check_nesting(span)?;
        }
        let written_here = Rc::new(self.written_in(block));
        let join = scheduler.enter(&self.processor, false);
        for number in 0..processors {
            let indices = indices_of(number, &ranges, &sizes);
            let written_here = Rc::clone(&written_here);
            scheduler.open(
                &self.processor,
                join,
                number as usize,
                &indices,
                asynchronous,
                |processor| {
                    let frame = Rc::clone(&self.scope.frame);
                    let outer = Some(Rc::clone(&self.scope));
                    let scope = Scope::new(Owner::block(block), frame, outer, &scheduler.memory);
                    let machine = Rc::clone(&self.machine);
                    let inside = Self {
                        machine,
                        processor,
                        scope,
                        written_here,
                    };
                    inside.bind_indices(block, &indices);
                    Box::pin(async move {
                        if inside.body_touches(&block.body) {
                            inside.machine.scheduler.round(&inside.processor);
                        }
                        match &block.header {
                            ParallelHeader::SideBySide { .. } => {
                                inside.task(&block.body, number as usize).await?
                            }
                            _ => inside.statements(&block.body).await?,
                        };
                        inside.machine.scheduler.leave(join);
                        Ok(())
                    })
                },
            )?;
        }
        scheduler.leave(join);
        scheduler.wait(&self.processor, Gate::Join(join)).await;
        Ok(())
    }

    /// A processor of an asynchronous block opens none.
    pub fn check_nesting(&self, span: Span) -> Result<(), Stop> {
        match self.processor.inside {
            Inside::Asynchronous(_) | Inside::Private(_) => at(span, Err("E0204")),
            _ => Ok(()),
        }
    }

    /// `ograda;`, `ograda(od a do b);`: nothing on the synchronous machine, which is always in
    /// step.
    pub async fn barrier(&self, part: Option<&'a (Expr, Expr)>, span: Span) -> Result<(), Stop> {
        let scheduler = &self.machine.scheduler;
        let mut ends = None;
        if let Some((from, to)) = part {
            let mut ready = Ready::new();
            self.prepare(from, &mut ready).await?;
            self.prepare(to, &mut ready).await?;
            let values = self.header(&[from, to], &ready).await?;
            let from = at(from.span, values[0].0.bound())?;
            let to = at(to.span, values[1].0.bound())?;
            ends = Some((from, to));
        }
        let Some((number, width)) = scheduler.place_in_block(&self.processor) else {
            return Ok(());
        };
        if let Some((from, to)) = ends
            && !(0 <= from && from <= number && number <= to && to < width)
        {
            return at(span, Err("E0414"));
        }
        scheduler.wait(&self.processor, Gate::Barrier(ends)).await;
        Ok(())
    }

    pub fn bind_indices(&self, block: &'a Parallel, indices: &[i64]) {
        for (name, &value) in index_names(&block.header).into_iter().zip(indices) {
            if let Some(Binding::Scalar { cell, .. }) = self.scope.find(name) {
                self.machine
                    .scheduler
                    .memory
                    .borrow_mut()
                    .set(cell, Value::Int(value));
            }
        }
    }

    /// The arrays around a block whose accesses in it count as shared: those that it writes.
    pub fn written_in(&self, block: &'a Parallel) -> HashSet<StoreId> {
        let mut written = (*self.written_here).clone();
        for name in self.machine.definitions.written_names(&block.body) {
            if let Some(Binding::Array(store)) = self.scope.find(name) {
                written.insert(store);
            }
        }
        written
    }

    pub async fn block_ranges(
        &self,
        block: &'a Parallel,
        span: Span,
    ) -> Result<Vec<(i64, i64, i64)>, Stop> {
        match &block.header {
            ParallelHeader::Ranges(ranges) => {
                let mut ready = Ready::new();
                let mut parts = Vec::new();
                for range in ranges {
                    parts.extend([&range.from, &range.to].into_iter().chain(&range.step));
                }
                for part in &parts {
                    self.prepare(part, &mut ready).await?;
                }
                // All ranges of a header together.
                let values = self.header(&parts, &ready).await?;
                let mut found = Vec::new();
                let mut from = 0;
                for range in ranges {
                    let to = from + 2 + usize::from(range.step.is_some());
                    found.push(bounds(&parts[from..to], &values[from..to])?.0);
                    from = to;
                }
                Ok(found)
            }
            ParallelHeader::Indices(variable) => {
                let length = self.subscripted_length(variable, &block.body, span)?;
                Ok(vec![(0, length as i64 - 1, 1)])
            }
            // "With k tasks it is a block of k processors."
            ParallelHeader::SideBySide { .. } => Ok(vec![(1, block.body.len() as i64, 1)]),
            ParallelHeader::IndicesOf { array, .. } => {
                let dimensions = self.dimensions(self.array(array)?);
                Ok(vec![(0, dimensions[0] as i64 - 1, 1)])
            }
        }
    }

    /// "The common length of the arrays that the body subscripts with plain i."
    pub fn subscripted_length(
        &self,
        variable: &Ident,
        body: &'a [Stmt],
        span: Span,
    ) -> Result<usize, Stop> {
        let mut subscripted: Vec<(&'a Ident, &'a [Expr])> = Vec::new();
        visit_statements(body, &mut |statement| {
            if let StmtKind::Assign {
                target: Target::Element(name, parts, _),
                ..
            } = &statement.kind
            {
                subscripted.push((name, parts));
            }
            for expression in expressions_of(statement) {
                visit_expression(expression, &mut |part| {
                    if let ExprKind::Element(name, parts) = &part.kind {
                        subscripted.push((name, parts));
                    }
                });
            }
        });
        let mut common = None;
        for (name, parts) in subscripted {
            let Some(Binding::Array(store)) = self.scope.find(&name.text) else {
                continue;
            };
            for (part, length) in parts.iter().zip(self.dimensions(store)) {
                let plain =
                    matches!(&part.kind, ExprKind::Name(name) if name.text == variable.text);
                if plain && *common.get_or_insert(length) != length {
                    return at(span, Err(value::LENGTHS_DIFFER));
                }
            }
        }
        at(span, common.ok_or(value::ILL_TYPED))
    }
}

/// Whether a block contains `ograda`, outside of the blocks inside it.
fn has_barrier(body: &[Stmt]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StmtKind::Barrier(_) => true,
        StmtKind::If {
            then, otherwise, ..
        } => has_barrier(then) || has_barrier(otherwise),
        StmtKind::For { body, .. }
        | StmtKind::CFor { body, .. }
        | StmtKind::While { body, .. }
        | StmtKind::Repeat { body, .. }
        | StmtKind::Block(body) => has_barrier(body),
        _ => false,
    })
}

pub fn range_length((first, last, stride): (i64, i64, i64)) -> i128 {
    let distance = i128::from(last) - i128::from(first);
    let stride = i128::from(stride);
    if distance * stride.signum() < 0 {
        0
    } else {
        distance / stride + 1
    }
}

/// The indices of a processor: the first range is the slowest.
pub fn indices_of(number: i128, ranges: &[(i64, i64, i64)], sizes: &[i128]) -> Vec<i64> {
    let mut rest = number;
    let mut indices = Vec::new();
    for (&(first, _, stride), &size) in ranges.iter().zip(sizes).rev() {
        indices.push((i128::from(first) + rest % size * i128::from(stride)) as i64);
        rest /= size;
    }
    indices.reverse();
    indices
}
