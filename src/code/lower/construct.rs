//! Branches, loops and blocks: instructions that refer to one another.

use super::{Lowering, ReadCharge};
use crate::code::control::{Control, Pc, Stride};
use crate::program::{self, BlockId, Charge, Constant, Expr, ExprKind, Stmt, StmtKind};
use crate::source::Span;

impl Lowering<'_> {
    pub(super) fn branch(
        &mut self,
        (condition, charge): (&Expr, Charge),
        [then, otherwise]: [&[Stmt]; 2],
        span: Span,
    ) {
        let kernel = self.test(condition);
        let nowhere = Pc(0);
        let branch = Control::Branch {
            kernel,
            otherwise: nowhere,
            join: nowhere,
        };
        let at = self.push(branch, span, charge);
        self.statements(then);
        self.free(Control::Join, span);
        let other = self.here();
        if !otherwise.is_empty() {
            self.statements(otherwise);
            self.free(Control::Join, span);
        }
        let end = self.here();
        if let Control::Branch {
            otherwise, join, ..
        } = &mut self.code[at].control
        {
            (*otherwise, *join) = (other, end);
        }
    }

    /// The body of a loop between `EnterLoop` and the end, whose target is patched in.
    fn enter_loop(&mut self, span: Span) -> usize {
        self.free(
            Control::EnterLoop {
                rejoin: Pc(0),
                exit: Pc(0),
            },
            span,
        )
    }

    fn loop_body(&mut self, enter: usize, body: &[Stmt], round: bool, span: Span) {
        if round {
            self.free(Control::Round, span);
        }
        self.statements(body);
        let meeting = self.here();
        self.free(Control::Rejoin, span);
        if let Control::EnterLoop { rejoin, .. } = &mut self.code[enter].control {
            *rejoin = meeting;
        }
    }

    fn leave_loop(&mut self, enter: usize) {
        let behind = self.here();
        if let Control::EnterLoop { exit, .. } = &mut self.code[enter].control {
            *exit = behind;
        }
    }

    pub(super) fn count(&mut self, stmt: &Stmt) {
        let StmtKind::For {
            variable,
            from,
            to,
            step,
            prelude,
            body,
            round,
        } = &stmt.kind
        else {
            unreachable!("called for a counting loop only")
        };
        let span = stmt.span;
        let variable = self.slots.scalar(*variable);
        let limit = self.hidden();
        let mut exprs = vec![from, to];
        let mut slots = vec![variable, limit];
        let stride = match step.as_ref().map(|expr| (&expr.kind, expr)) {
            None => Stride::Constant(1),
            Some((ExprKind::Constant(Constant::Int(value)), _)) if *value != 0 => {
                Stride::Constant(*value)
            }
            Some((_, expr)) => {
                let slot = self.hidden();
                exprs.push(expr);
                slots.push(slot);
                Stride::Slot(slot)
            }
        };
        let (kernel, charge) = self.header(&exprs);
        self.push(Control::Assign { kernel, slots }, span, charge);
        if let Stride::Slot(slot) = stride {
            let span = step.as_ref().map_or(span, |expr| expr.span);
            self.free(Control::CheckStride(slot), span);
        }
        let enter = self.enter_loop(span);
        let head = self.here();
        self.statements(prelude);
        self.free(
            Control::CountTest {
                variable,
                limit,
                stride,
            },
            span,
        );
        self.loop_body(enter, body, *round, span);
        self.free(
            Control::CountNext {
                variable,
                stride,
                head,
            },
            span,
        );
        self.leave_loop(enter);
    }

    pub(super) fn repeat_while(&mut self, stmt: &Stmt) {
        let StmtKind::While {
            prelude,
            condition,
            charge,
            body,
            update,
            round,
        } = &stmt.kind
        else {
            unreachable!("called for a while loop only")
        };
        let span = stmt.span;
        let enter = self.enter_loop(span);
        let head = self.here();
        self.statements(prelude);
        let kernel = self.test(condition);
        self.push(Control::LoopTest { kernel }, condition.span, *charge);
        self.loop_body(enter, body, *round, span);
        self.statements(update);
        self.free(Control::Jump(head), span);
        self.leave_loop(enter);
    }

    pub(super) fn parallel(
        &mut self,
        block: BlockId,
        ranges: &[program::Range],
        body: &[Stmt],
        round: bool,
        span: Span,
    ) {
        let mut builder = self.builder(ReadCharge::Counted);
        for range in ranges {
            builder.output(&range.from);
            builder.output(&range.to);
            match &range.step {
                Some(step) => builder.output(step),
                None => builder.output_constant(1, range.from.span),
            }
        }
        let charge = if builder.reads_shared() {
            Charge::Step
        } else {
            Charge::Free
        };
        let kernel = builder.finish();
        let open = self.push(
            Control::Open {
                kernel,
                block,
                after: Pc(0),
            },
            span,
            charge,
        );
        let outer = std::mem::replace(&mut self.block, block);
        if round {
            self.free(Control::Round, span);
        }
        self.statements(body);
        self.free(Control::Close, span);
        self.block = outer;
        let end = self.here();
        if let Control::Open { after, .. } = &mut self.code[open].control {
            *after = end;
        }
    }
}
