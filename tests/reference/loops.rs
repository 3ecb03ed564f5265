//! Branches and loops: groups of processors that part and meet again.

use pram::source::Span;
use pram::syntax::ast::{Expr, Ident, Stmt, StmtKind, Target};

use super::asynchronous::Run;
use super::call::Running;
use super::expression::{Execution, Reading, Ready, at};
use super::processor::{Gate, Group, JoinId, Outside, Stop};
use super::schedule::Scheduler;
use super::scope::Binding;
use super::statement::Flow;
use super::value::{self, Value};

/// A counting loop's progress.
pub struct Counter {
    pub next: Option<i64>,
    pub last: i64,
    pub stride: i64,
    /// The run of accesses that the bounds come from.
    pub run: Run,
}

impl Counter {
    fn holds(&self) -> Option<i64> {
        self.next.filter(|&next| {
            if self.stride > 0 {
                next <= self.last
            } else {
                next >= self.last
            }
        })
    }
}

/// How many turns one execution of a loop has begun, and how many its body claims at most.
struct Turns {
    begun: i64,
    claim: Option<(Span, i64)>,
}

impl Turns {
    fn begin(&mut self) -> Result<(), Stop> {
        self.begun += 1;
        match self.claim {
            Some((claim, most)) if self.begun > most => at(claim, Err(value::CLAIM_FAILED)),
            _ => Ok(()),
        }
    }
}

impl<'a> Execution<'a> {
    /// "`ako` splits the processors into two groups which go on at the same time; the shorter
    /// waits for the longer at the end of the `ako`."
    pub async fn branch(&self, truth: bool, body: &'a [Stmt]) -> Result<Flow, Stop> {
        let part = u64::from(!truth);
        let (join, outside) = self.enter_branch(part).await;
        let flow = self.statements(body).await?;
        self.end_branch((join, part), outside, flow).await
    }

    async fn enter_branch(&self, part: u64) -> (JoinId, Outside) {
        let scheduler = &self.machine.scheduler;
        let join = scheduler.enter(&self.processor, true);
        scheduler.take_turn(&self.processor, join, part).await;
        let outside = scheduler.go_into(&self.processor, Group { join, part });
        (join, outside)
    }

    async fn end_branch(
        &self,
        (join, part): (JoinId, u64),
        outside: Outside,
        flow: Flow,
    ) -> Result<Flow, Stop> {
        let scheduler = &self.machine.scheduler;
        Scheduler::come_out(&self.processor, outside);
        scheduler.leave_branch(join, part);
        // `vrati`, `prekini` and `nastavi` go on to the end of what they leave, and wait there.
        if let Flow::Normal = flow {
            scheduler.wait(&self.processor, Gate::Join(join)).await;
        }
        Ok(flow)
    }

    /// The processor executes one of several tasks, as if it came to it by `ako … inace ako …` without
    /// a test.
    pub fn task<'b>(&'b self, tasks: &'a [Stmt], number: usize) -> Running<'b, Flow>
    where
        'a: 'b,
    {
        Box::pin(async move {
            let (first, others) = tasks.split_at(1);
            match (number, others.is_empty()) {
                (0, true) => self.statements(first).await,
                (0, false) => self.branch(true, first).await,
                _ => {
                    let (join, outside) = self.enter_branch(1).await;
                    let flow = self.task(others, number - 1).await?;
                    self.end_branch((join, 1), outside, flow).await
                }
            }
        })
    }

    /// "A bound on turns is evaluated once, when the loop is entered; it is free of charge."
    async fn enter_turns(&self, body: &'a [Stmt]) -> Result<Turns, Stop> {
        let mut first = body;
        while let Some((statement, rest)) = first.split_first() {
            match &statement.kind {
                StmtKind::Empty => first = rest,
                StmtKind::Block(inside) => first = inside,
                StmtKind::ClaimTurns(bound) => {
                    let mut ready = Ready::new();
                    self.prepare(bound, &mut ready).await?;
                    let value = self.evaluate(bound, &mut Reading::instrument(&ready))?;
                    let most = match value {
                        Value::Real(real) => real.floor() as i64,
                        value => at(bound.span, value.bound())?,
                    };
                    let claim = Some((statement.span, most));
                    return Ok(Turns { begun: 0, claim });
                }
                _ => break,
            }
        }
        let (begun, claim) = (0, None);
        Ok(Turns { begun, claim })
    }

    /// One execution of a loop's body.
    async fn iteration(
        &self,
        body: &'a [Stmt],
        is_round: bool,
        turns: &mut Turns,
    ) -> Result<Flow, Stop> {
        let scheduler = &self.machine.scheduler;
        scheduler.iterate()?;
        let join = scheduler.enter(&self.processor, false);
        let outside = scheduler.go_into(&self.processor, Group { join, part: 0 });
        if is_round {
            scheduler.round(&self.processor);
        }
        turns.begin()?;
        let flow = self.statements(body).await?;
        Scheduler::come_out(&self.processor, outside);
        scheduler.leave(join);
        if let Flow::Normal | Flow::Continue = flow {
            scheduler.wait(&self.processor, Gate::Join(join)).await;
        }
        Ok(flow)
    }

    /// Whoever is done waits at the end of the loop, except to return.
    pub async fn end_loop(&self, join: usize, flow: Flow) -> Flow {
        self.machine.scheduler.leave(join);
        if let Flow::Return(_) = flow {
            return flow;
        }
        self.machine
            .scheduler
            .wait(&self.processor, Gate::Join(join))
            .await;
        Flow::Normal
    }

    pub async fn counting_loop(
        &self,
        variable: &'a Ident,
        range: [Option<&'a Expr>; 3],
        body: &'a [Stmt],
    ) -> Result<Flow, Stop> {
        let parts: Vec<&'a Expr> = range.into_iter().flatten().collect();
        let mut ready = Ready::new();
        for part in &parts {
            self.prepare(part, &mut ready).await?;
        }
        let ((first, last, stride), run) = self.range(&parts, &ready).await?;
        let counter = Counter {
            next: Some(first),
            last,
            stride,
            run,
        };
        self.count(counter, Some(variable), body).await
    }

    /// From, to and step, evaluated together.
    async fn range(
        &self,
        parts: &[&'a Expr],
        ready: &Ready,
    ) -> Result<((i64, i64, i64), Run), Stop> {
        let values = self.header(parts, ready).await?;
        bounds(parts, &values)
    }

    pub async fn count(
        &self,
        mut counter: Counter,
        variable: Option<&'a Ident>,
        body: &'a [Stmt],
    ) -> Result<Flow, Stop> {
        let scheduler = &self.machine.scheduler;
        let join = scheduler.enter(&self.processor, false);
        let outside = scheduler.go_into(&self.processor, Group { join, part: 0 });
        let mut turns = self.enter_turns(body).await?;
        let mut flow = Flow::Normal;
        loop {
            // After the loop its variable holds the first value beyond the end.
            self.set_loop_variable(variable, counter.next, counter.run)
                .await?;
            let Some(now) = counter.holds() else { break };
            flow = self
                .iteration(body, self.body_touches(body), &mut turns)
                .await?;
            if let Flow::Break | Flow::Return(_) = flow {
                break;
            }
            counter.next = now.checked_add(counter.stride);
        }
        Scheduler::come_out(&self.processor, outside);
        Ok(self.end_loop(join, flow).await)
    }

    /// "Each value of a shared scalar is a write, and a step."
    async fn set_loop_variable(
        &self,
        variable: Option<&'a Ident>,
        value: Option<i64>,
        run: Run,
    ) -> Result<(), Stop> {
        let (Some(variable), Some(value)) = (variable, value) else {
            return Ok(());
        };
        let Some(Binding::Scalar { cell, .. }) = self.scope.find(&variable.text) else {
            return Ok(());
        };
        let value = Value::Int(value);
        if self.is_shared(cell.store) {
            let write = |_: &mut Reading| Ok(((), Some((cell, value, variable.span))));
            return self.step(&Ready::new(), write).await;
        }
        let mut memory = self.machine.scheduler.memory.borrow_mut();
        memory.set(cell, value);
        memory.set_run(cell, run);
        Ok(())
    }

    pub async fn while_loop(&self, condition: &'a Expr, body: &'a [Stmt]) -> Result<Flow, Stop> {
        let scheduler = &self.machine.scheduler;
        let join = scheduler.enter(&self.processor, false);
        let outside = scheduler.go_into(&self.processor, Group { join, part: 0 });
        let mut turns = self.enter_turns(body).await?;
        let mut flow = Flow::Normal;
        loop {
            let mut ready = Ready::new();
            self.prepare(condition, &mut ready).await?;
            if !self.test_truth(condition, &ready).await? {
                break;
            }
            flow = self
                .iteration(body, self.body_touches(body), &mut turns)
                .await?;
            if let Flow::Break | Flow::Return(_) = flow {
                break;
            }
        }
        Scheduler::come_out(&self.processor, outside);
        Ok(self.end_loop(join, flow).await)
    }

    /// "Where none of the three touches shared memory, control is free. Otherwise init, every
    /// test and every update are steps as if written with `dok`."
    pub async fn c_loop(
        &self,
        initial: Option<&'a Stmt>,
        condition: Option<&'a Expr>,
        update: Option<&'a Stmt>,
        body: &'a [Stmt],
    ) -> Result<Flow, Stop> {
        let scheduler = &self.machine.scheduler;
        let free = !self.control_touches(initial, condition, update);
        self.control(initial, free).await?;
        let join = scheduler.enter(&self.processor, false);
        let outside = scheduler.go_into(&self.processor, Group { join, part: 0 });
        let mut turns = self.enter_turns(body).await?;
        let mut flow = Flow::Normal;
        loop {
            if let Some(condition) = condition {
                let mut ready = Ready::new();
                self.prepare(condition, &mut ready).await?;
                let truth = if free {
                    let value = self.evaluate(condition, &mut Reading::new(&ready))?;
                    at(condition.span, value.truth())?
                } else {
                    self.test_truth(condition, &ready).await?
                };
                if !truth {
                    break;
                }
            }
            let update_touches = update.is_some_and(|update| self.statement_touches(update));
            flow = self
                .iteration(body, update_touches || self.body_touches(body), &mut turns)
                .await?;
            if let Flow::Break | Flow::Return(_) = flow {
                break;
            }
            self.control(update, free).await?;
        }
        Scheduler::come_out(&self.processor, outside);
        Ok(self.end_loop(join, flow).await)
    }

    /// Init or update of a C-style loop.
    pub async fn control(&self, part: Option<&'a Stmt>, free: bool) -> Result<(), Stop> {
        let Some(part) = part else { return Ok(()) };
        let StmtKind::Assign {
            target: target @ Target::Name(_),
            operator,
            value,
        } = &part.kind
        else {
            self.statement(part).await?;
            return Ok(());
        };
        if !free {
            return self.assign(target, *operator, value, part.span).await;
        }
        let mut ready = Ready::new();
        self.prepare(value, &mut ready).await?;
        let mut reading = Reading::new(&ready);
        let (cell, place) = self.place(target, &mut reading)?;
        let mut new = self.evaluate(value, &mut reading)?;
        if let Some(operator) = operator {
            let origin = reading.origin;
            let old = self.read(cell, place, &mut reading)?;
            reading.origin = reading.origin.with(origin);
            new = self.operate(*operator, old, new, part.span, &mut reading)?;
        }
        let mut memory = self.machine.scheduler.memory.borrow_mut();
        memory.set(cell, new);
        memory.set_run(cell, reading.origin.run);
        Ok(())
    }
}

/// First, last and stride of a range, and the run of accesses that the first and the stride come
/// from. "Zero is a fault."
pub fn bounds(parts: &[&Expr], values: &[(Value, Run)]) -> Result<((i64, i64, i64), Run), Stop> {
    let mut found = [0, 0, 1];
    let mut latest = 0;
    for (place, (part, (value, run))) in parts.iter().zip(values).enumerate() {
        found[place] = at(part.span, value.bound())?;
        if place != 1 {
            latest = latest.max(*run);
        }
    }
    let [first, last, stride] = found;
    if stride == 0 {
        return at(parts[parts.len() - 1].span, Err(value::ZERO_STRIDE));
    }
    Ok(((first, last, stride), latest))
}
