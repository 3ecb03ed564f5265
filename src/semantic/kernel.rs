//! What a kernel may not contain, through its calls: decided on the checked program.

use super::KernelSupport;
use super::problem::{KernelPlace, Place, Problem, Problems};
use crate::program::visit::{self, Visitor, any_expression, walk_statement};
use crate::program::{AlgorithmId, BlockId, Expr, ExprKind, Origin, Program, Stmt, StmtKind};
use crate::source::Span;

/// Reports what no kernel of the program may contain, if the machine runs kernels.
pub(super) fn check(program: &Program, kernels: KernelSupport, problems: &mut Problems) {
    if kernels == KernelSupport::Lacks {
        return;
    }
    for (at, algorithm) in program.algorithms.iter().enumerate() {
        let mut walk = Walk {
            program,
            problems,
            algorithm: AlgorithmId(at as u32),
            kernel: None,
            calls: Vec::new(),
        };
        visit::statements(&mut walk, &algorithm.body);
    }
}

struct Walk<'p> {
    program: &'p Program,
    problems: &'p mut Problems,
    /// Whose statements are visited.
    algorithm: AlgorithmId,
    /// The kernel around.
    kernel: Option<BlockId>,
    /// In an algorithm that a kernel calls: the call in the kernel, and the algorithms around.
    calls: Vec<(Span, AlgorithmId)>,
}

impl Walk<'_> {
    fn report(&mut self, place: KernelPlace, span: Span) {
        // What an algorithm contains is reported at its call.
        let span = self.calls.first().map_or(span, |(call, _)| *call);
        let place = Place::Kernel(place);
        self.problems.report(Problem::Misplaced { place, span });
    }

    fn is_in_kernel(&self) -> bool {
        self.kernel.is_some() || !self.calls.is_empty()
    }

    /// The length of an array of an item or a group is known before the kernel begins.
    fn check_length(&mut self, length: &Expr) {
        let algorithm = &self.program.algorithms[self.algorithm.index()];
        let is_called = !self.calls.is_empty();
        let varies = |kind: &ExprKind| match kind {
            ExprKind::Cell(_) => true,
            ExprKind::Scalar { id, .. } => {
                is_called || algorithm.scalars[id.index()].block != BlockId(0)
            }
            ExprKind::Length(..) => is_called,
            _ => false,
        };
        if any_expression(length, &varies) {
            self.report(KernelPlace::Length, length.span);
        }
    }

    fn call(&mut self, callee: AlgorithmId, span: Span) {
        if callee == self.algorithm || self.calls.iter().any(|(_, around)| *around == callee) {
            self.report(KernelPlace::Recursive, span);
            return;
        }
        let outer = (self.algorithm, self.kernel.take());
        let first = self.calls.first().map_or(span, |(call, _)| *call);
        self.calls.push((first, self.algorithm));
        self.algorithm = callee;
        visit::statements(self, &self.program.algorithms[callee.index()].body);
        self.calls.pop();
        (self.algorithm, self.kernel) = outer;
    }
}

impl Visitor for Walk<'_> {
    fn statement(&mut self, statement: &Stmt) {
        let span = statement.span;
        let algorithm = &self.program.algorithms[self.algorithm.index()];
        match &statement.kind {
            StmtKind::Parallel { block, .. } if self.is_in_kernel() => {
                let place = if !self.calls.is_empty() {
                    KernelPlace::CallsBlock
                } else if algorithm.blocks[block.index()].elementwise {
                    KernelPlace::WholeArray
                } else {
                    KernelPlace::Nested
                };
                self.report(place, span);
            }
            StmtKind::Parallel { block, .. }
                if algorithm.blocks[block.index()].kernel.is_some() =>
            {
                self.kernel = Some(*block);
                walk_statement(self, statement);
                self.kernel = None;
            }
            StmtKind::Allocate {
                array, dimensions, ..
            } if self.is_in_kernel() => match algorithm.arrays[array.index()].origin {
                Origin::Group | Origin::Local => {
                    for length in dimensions {
                        self.check_length(length);
                    }
                }
                // Said where it is declared, unless it is in another algorithm.
                Origin::Declared if self.calls.is_empty() => {}
                Origin::Declared | Origin::Temporary | Origin::Parameter | Origin::Channel => {
                    let place = if self.calls.is_empty() {
                        KernelPlace::WholeArray
                    } else {
                        KernelPlace::CallsBlock
                    };
                    self.report(place, span);
                }
            },
            StmtKind::Call { algorithm, .. } if self.is_in_kernel() => self.call(*algorithm, span),
            _ => walk_statement(self, statement),
        }
    }
}
