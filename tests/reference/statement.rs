//! Statements, one processor at a time.

use pram::syntax::ast::{Expr, Output, Stmt, StmtKind};

use super::call::Running;
use super::expression::{Execution, Prepared, Reading, Ready, at};
use super::loops::Counter;
use super::processor::Stop;
use super::value;

/// How a processor comes out of a statement.
#[derive(Debug, Clone, Copy)]
pub enum Flow {
    Normal,
    Break,
    Continue,
    Return(Option<Prepared>),
}

impl<'a> Execution<'a> {
    pub fn statements<'b>(&'b self, body: &'a [Stmt]) -> Running<'b, Flow>
    where
        'a: 'b,
    {
        Box::pin(async move {
            for statement in body {
                match self.statement(statement).await? {
                    Flow::Normal => {}
                    flow => return Ok(flow),
                }
            }
            Ok(Flow::Normal)
        })
    }

    pub fn statement<'b>(&'b self, statement: &'a Stmt) -> Running<'b, Flow>
    where
        'a: 'b,
    {
        Box::pin(async move {
            let mut ready = Ready::new();
            match &statement.kind {
                StmtKind::Assign {
                    target,
                    operator,
                    value,
                } => {
                    self.assign(target, *operator, value, statement.span)
                        .await?;
                }
                StmtKind::Declare {
                    storage,
                    declarators,
                } => {
                    for declarator in declarators {
                        self.declare(*storage, declarator).await?;
                    }
                }
                StmtKind::Parallel(block) => self.parallel(block, statement.span).await?,
                StmtKind::For {
                    variable,
                    from,
                    to,
                    step,
                    body,
                } => {
                    let range = [Some(from), Some(to), step.as_ref()];
                    return self.counting_loop(variable, range, body).await;
                }
                StmtKind::CFor {
                    initial,
                    condition,
                    update,
                    body,
                } => {
                    let update = update.as_deref();
                    return self
                        .c_loop(initial.as_deref(), condition.as_ref(), update, body)
                        .await;
                }
                StmtKind::While { condition, body } => {
                    return self.while_loop(condition, body).await;
                }
                StmtKind::Repeat { count, body } => {
                    self.prepare(count, &mut ready).await?;
                    let times = self.header(&[count], &ready).await?;
                    let last = at(count.span, times[0].0.bound())?;
                    let counter = Counter {
                        next: Some(1),
                        last,
                        stride: 1,
                        run: 0,
                    };
                    return self.count(counter, None, body).await;
                }
                StmtKind::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    self.prepare(condition, &mut ready).await?;
                    let truth = self.test_truth(condition, &ready).await?;
                    return self
                        .branch(truth, if truth { then } else { otherwise })
                        .await;
                }
                StmtKind::Return(value) => {
                    let value = match value {
                        Some(value) => Some(self.return_value(value).await?),
                        None => None,
                    };
                    return Ok(Flow::Return(value));
                }
                StmtKind::Break => return Ok(Flow::Break),
                StmtKind::Continue => return Ok(Flow::Continue),
                StmtKind::Print(parts) => self.print(parts).await?,
                StmtKind::Assert { condition, .. } => {
                    self.prepare(condition, &mut ready).await?;
                    let holds = self.evaluate(condition, &mut Reading::instrument(&ready))?;
                    if !at(condition.span, holds.truth())? {
                        return at(statement.span, Err(value::ASSERTION_FAILED));
                    }
                }
                // Its loop has evaluated it, and counts.
                StmtKind::ClaimTurns(_) => {}
                StmtKind::Output(outputs) => {
                    for Output { name, value } in outputs {
                        self.output(name.as_ref(), value).await?;
                    }
                }
                StmtKind::Call(call) => self.prepare(call, &mut ready).await?,
                StmtKind::Block(body) => return self.statements(body).await,
                StmtKind::Barrier(None) if self.network().is_some() => {
                    self.meet_at_barrier(statement.span).await?;
                }
                StmtKind::Barrier(part) => self.barrier(part.as_ref(), statement.span).await?,
                StmtKind::Meet(_) => unreachable!("nobody writes a meeting"),
                StmtKind::WarpBarrier | StmtKind::Atomic { .. } => {
                    unreachable!("kernels have a twin of their own")
                }
                StmtKind::Send {
                    manner,
                    items,
                    to,
                    tag,
                } => {
                    self.send(*manner, items, to, tag.as_ref(), statement.span)
                        .await?;
                }
                StmtKind::Receive {
                    targets,
                    from,
                    sender,
                    tag,
                } => {
                    self.receive(targets, from, sender.as_ref(), tag.as_ref(), statement.span)
                        .await?;
                }
                StmtKind::Empty => {}
            }
            Ok(Flow::Normal)
        })
    }

    pub async fn test_truth(&self, condition: &'a Expr, ready: &Ready) -> Result<bool, Stop> {
        self.step(ready, |reading| {
            let truth = self.evaluate(condition, reading)?.truth();
            Ok((at(condition.span, truth)?, None))
        })
        .await
    }
}
