//! Calls, and everything else that happens before a statement itself.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use pram::source::Span;
use pram::syntax::ast::{BinaryOp, Expr, ExprKind, StmtKind};

use super::asynchronous::Run;
use super::definitions::{Operator, visit_expression, visit_statements};
use super::expression::{Execution, Origin, Prepared, Reading, Ready, address, at};
use super::memory::Cell;
use super::names::Owner;
use super::processor::{Gate, Group, Stop};
use super::schedule::Scheduler;
use super::scope::{Binding, Frame, Scope};
use super::statement::Flow;
use super::types::Instance;
use super::value::{self, Value};

pub type Running<'b, T> = Pin<Box<dyn Future<Output = Result<T, Stop>> + 'b>>;

/// What a parameter gets.
#[derive(Clone, Copy)]
enum Passed<'a> {
    Array(super::memory::StoreId),
    /// To be evaluated by the caller, or an input that is a value already.
    Scalar(&'a Expr),
    Value(Value, Run),
    /// The default, or the length of an array.
    Nothing,
}

impl<'a> Execution<'a> {
    /// The processor takes a step: `work` reads and computes, and says what it writes into shared
    /// memory. What it writes into its own memory nobody else sees, so it writes that at once.
    pub async fn step<T>(
        &self,
        ready: &Ready,
        work: impl Fn(&mut Reading) -> Result<(T, Option<(Cell, Value, Span)>), Stop>,
    ) -> Result<T, Stop> {
        let scheduler = &self.machine.scheduler;
        if scheduler.network.is_some() {
            return self.private_step(ready, work);
        }
        let by_access = scheduler.goes_by_access(&self.processor);
        let mut made = Vec::new();
        if by_access {
            made = self.one_by_one(ready, &work).await?;
        } else {
            scheduler.wait(&self.processor, Gate::Step).await;
        }
        let mut reading = match &scheduler.config.asynchronous {
            Some(machine) => {
                Reading::timed(ready, &self.processor.clock, machine.delay, &scheduler.runs)
            }
            None => Reading::new(ready),
        };
        reading.made = by_access.then_some(made.as_slice());
        let (result, mut write) = work(&mut reading)?;
        let origin = reading.origin;
        if let Some((cell, value, span)) = write {
            if self.is_shared(cell.store) {
                let held = scheduler.memory.borrow().as_held(cell, value);
                write = Some((cell, held, span));
                reading.access(reading.address);
            } else {
                let mut memory = scheduler.memory.borrow_mut();
                memory.set(cell, value);
                memory.set_run(cell, origin.run);
                write = None;
            }
        }
        if reading.reads.is_empty() && reading.operators == 0 && write.is_none() {
            reading.local();
        }
        let Reading {
            reads,
            operators,
            depths,
            ..
        } = reading;
        scheduler.contribute(&self.processor, reads, write, operators, depths);
        if !by_access {
            scheduler.wait(&self.processor, Gate::Commit).await;
        }
        Ok(result)
    }

    /// The accesses of a step, each when it is the processor's turn. Before each, the evaluation
    /// begins anew, and takes for the reads before it what they gave. Gives what all reads gave.
    async fn one_by_one<T>(
        &self,
        ready: &Ready,
        work: &impl Fn(&mut Reading) -> Result<(T, Option<(Cell, Value, Span)>), Stop>,
    ) -> Result<Vec<Value>, Stop> {
        let scheduler = &self.machine.scheduler;
        scheduler.set_paces();
        let mut made: Vec<Value> = Vec::new();
        loop {
            let mut reading = Reading::new(ready);
            reading.made = Some(&made);
            let done = work(&mut reading);
            if let Some((cell, span)) = reading.stopped_at {
                scheduler.wait(&self.processor, Gate::Step).await;
                let value = scheduler.memory.borrow().get(cell);
                made.push(at(span, value.ok_or(value::NEVER_WRITTEN))?);
                scheduler.access(&self.processor, cell, span, false);
                continue;
            }
            let (_, write) = done?;
            if let Some((cell, value, span)) = write
                && self.is_shared(cell.store)
            {
                scheduler.wait(&self.processor, Gate::Step).await;
                scheduler.access(&self.processor, cell, span, true);
                scheduler.memory.borrow_mut().set(cell, value);
            }
            return Ok(made);
        }
    }

    /// A step that only finds out a value: a test, a header that reads shared memory.
    pub async fn test(&self, expression: &'a Expr, ready: &Ready) -> Result<(Value, Run), Stop> {
        self.step(ready, |reading| {
            let value = self.evaluate(expression, reading)?;
            Ok(((value, reading.origin.run), None))
        })
        .await
    }

    /// Evaluates what is controlled for free. "If the expression reads shared memory it is one
    /// step of its own", all expressions of one header together.
    pub async fn header(
        &self,
        expressions: &[&'a Expr],
        ready: &Ready,
    ) -> Result<Vec<(Value, Run)>, Stop> {
        let evaluate = |reading: &mut Reading| -> Result<Vec<(Value, Run)>, Stop> {
            let each = |each: &&'a Expr| {
                let value = self.evaluate(each, reading)?;
                Ok((value, reading.origin.run))
            };
            expressions.iter().map(each).collect()
        };
        if expressions
            .iter()
            .any(|each| self.reads_shared(each, ready))
        {
            self.step(ready, |reading| Ok((evaluate(reading)?, None)))
                .await
        } else {
            evaluate(&mut Reading::new(ready))
        }
    }

    pub fn contains_call(&self, expression: &'a Expr) -> bool {
        let mut found = false;
        visit_expression(expression, &mut |part| {
            let generic = matches!(part.kind, ExprKind::Binary(BinaryOp::Generic, ..));
            found |= self.callee(part).is_some()
                || is_length_of_section(part)
                || (generic && self.user_operator().is_some())
                || self.is_question(part);
        });
        found
    }

    /// "Calls inside an expression are executed before the statement itself, left to right."
    pub fn prepare<'b>(&'b self, expression: &'a Expr, ready: &'b mut Ready) -> Running<'b, ()>
    where
        'a: 'b,
    {
        Box::pin(async move {
            match &expression.kind {
                ExprKind::Call(_, arguments) => {
                    if let Some((number, operator)) = self.callee(expression) {
                        let result = self
                            .call(number, operator, arguments, expression.span)
                            .await?;
                        if let Some(result) = result {
                            ready.insert(address(expression), result);
                        }
                        return Ok(());
                    }
                    for argument in arguments {
                        self.prepare(argument, ready).await?;
                    }
                    if let Some(answer) = self.ask(expression, arguments, ready).await? {
                        ready.insert(address(expression), answer);
                    }
                }
                ExprKind::Binary(operator @ (BinaryOp::And | BinaryOp::Or), _, left, right)
                    if self.contains_call(right) =>
                {
                    self.split(*operator, expression, left, right, ready)
                        .await?;
                }
                ExprKind::Binary(operator, _, left, right) => {
                    self.prepare(left, ready).await?;
                    self.prepare(right, ready).await?;
                    if let (BinaryOp::Generic, Some(f)) = (operator, self.user_operator()) {
                        let values = self.header(&[left, right], ready).await?;
                        let (result, run) = self.apply(f, values, expression.span).await?;
                        ready.insert(address(expression), Prepared::Scalar(result, run));
                    }
                }
                ExprKind::Unary(_, operand) => self.prepare(operand, ready).await?,
                ExprKind::Element(_, subscripts) => {
                    for subscript in subscripts {
                        self.prepare(subscript, ready).await?;
                    }
                }
                ExprKind::Section(name, subscripts) => {
                    let view = self.view(name, subscripts, ready).await?;
                    ready.insert(address(expression), Prepared::Array(view));
                }
                _ => {}
            }
            Ok(())
        })
    }

    /// "A call in the right side of `and`/`or` splits the statement: the left side is first a
    /// test (a step), then the right is evaluated only where needed into a private."
    async fn split(
        &self,
        operator: BinaryOp,
        expression: &'a Expr,
        left: &'a Expr,
        right: &'a Expr,
        ready: &mut Ready,
    ) -> Result<(), Stop> {
        let scheduler = &self.machine.scheduler;
        self.prepare(left, ready).await?;
        let mut truth = at(left.span, self.test(left, ready).await?.0.truth())?;
        let join = scheduler.enter(&self.processor, false);
        if truth == (operator == BinaryOp::And) {
            let outside = scheduler.go_into(&self.processor, Group { join, part: 0 });
            self.prepare(right, ready).await?;
            truth = at(right.span, self.test(right, ready).await?.0.truth())?;
            Scheduler::come_out(&self.processor, outside);
        }
        scheduler.leave(join);
        scheduler.wait(&self.processor, Gate::Join(join)).await;
        let ty = self.scope.frame.typing.expression(expression);
        ready.insert(
            address(expression),
            Prepared::Scalar(value::truth_as(truth, ty), 0),
        );
        Ok(())
    }

    /// Calls an algorithm with what stands between the brackets.
    pub fn call<'b>(
        &'b self,
        number: usize,
        operator: Option<Operator>,
        arguments: &'a [Expr],
        span: Span,
    ) -> Running<'b, Option<Prepared>>
    where
        'a: 'b,
    {
        Box::pin(async move {
            let parameters = &self.machine.definitions.algorithms[number].parameters;
            let mut ready = Ready::new();
            for argument in arguments {
                self.prepare(argument, &mut ready).await?;
            }
            let mut passed = Vec::new();
            for (position, parameter) in parameters.iter().enumerate() {
                passed.push(match arguments.get(position) {
                    None => Passed::Nothing,
                    Some(argument) if parameter.dimensions.is_some() => {
                        Passed::Array(self.array_argument(argument, &ready).await?)
                    }
                    Some(argument) => Passed::Scalar(argument),
                });
            }
            self.enter_algorithm(number, operator, passed, &ready, span)
                .await
        })
    }

    /// "`A[]` or `A`: by reference. A whole-array expression other than that: a temporary array."
    async fn array_argument(
        &self,
        argument: &'a Expr,
        ready: &Ready,
    ) -> Result<super::memory::StoreId, Stop> {
        if let Some(Prepared::Array(store)) = ready.get(&address(argument)) {
            if !self.machine.scheduler.memory.borrow().lies_inside(*store) {
                return at(argument.span, Err(value::OUT_OF_BOUNDS));
            }
            return Ok(*store);
        }
        match &argument.kind {
            ExprKind::WholeArray(name) | ExprKind::Name(name) => self.array(name),
            _ => self.temporary(argument, ready).await,
        }
    }

    /// f(a, b) where ⊕ is the user's f.
    pub async fn apply(
        &self,
        f: usize,
        values: Vec<(Value, Run)>,
        span: Span,
    ) -> Result<(Value, Run), Stop> {
        let value = |(value, run)| Passed::Value(value, run);
        let passed = values.into_iter().map(value).collect();
        let result = self
            .enter_algorithm(f, None, passed, &Ready::new(), span)
            .await?;
        match result {
            Some(Prepared::Scalar(value, run)) => Ok((value, run)),
            _ => at(span, Err(value::NO_RESULT)),
        }
    }

    /// Runs the entry on inputs.
    pub async fn enter_with(
        &self,
        number: usize,
        operator: Option<Operator>,
        inputs: Vec<Option<Prepared>>,
        span: Span,
    ) -> Result<Option<Prepared>, Stop> {
        let passed = inputs
            .into_iter()
            .map(|input| match input {
                Some(Prepared::Array(store)) => Passed::Array(store),
                Some(Prepared::Scalar(value, run)) => Passed::Value(value, run),
                Some(Prepared::Answer(found)) => Passed::Value(Value::Bool(found), 0),
                None => Passed::Nothing,
            })
            .collect();
        self.enter_algorithm(number, operator, passed, &Ready::new(), span)
            .await
    }

    async fn enter_algorithm(
        &self,
        number: usize,
        operator: Option<Operator>,
        passed: Vec<Passed<'a>>,
        ready: &Ready,
        span: Span,
    ) -> Result<Option<Prepared>, Stop> {
        let scheduler = &self.machine.scheduler;
        let algorithm = self.machine.definitions.algorithms[number];
        let depth = self.scope.frame.depth + 1;
        if depth > scheduler.config.max_depth {
            return Err(Stop::Limit("E0604"));
        }
        let given = passed
            .iter()
            .map(|each| match each {
                Passed::Array(store) => Some(scheduler.memory.borrow().store(*store).ty),
                Passed::Scalar(expression) => Some(self.scope.frame.typing.expression(expression)),
                Passed::Value(value, _) => Some(value.ty()),
                Passed::Nothing => None,
            })
            .collect();
        let instance = Instance {
            body: Some(number),
            operator: operator.clone(),
            given,
        };
        let (names, typing) = {
            let mut types = self.machine.types.borrow_mut();
            (types.names(Some(number)), types.of(&instance))
        };
        let frame = Rc::new(Frame {
            names,
            typing,
            operator,
            depth,
        });
        let inside = Self {
            scope: Scope::new(Owner::Body, frame, None, &scheduler.memory),
            ..self.clone()
        };
        inside.bind_arrays(number, &passed);
        self.bind_scalars(&inside, number, &passed, ready).await?;

        let join = scheduler.enter(&self.processor, false);
        let outside = scheduler.go_into(&self.processor, Group { join, part: 0 });
        let flow = inside.statements(&algorithm.body).await?;
        Scheduler::come_out(&self.processor, outside);
        scheduler.leave(join);
        scheduler.wait(&self.processor, Gate::Join(join)).await;
        inside.result(number, flow, span)
    }

    /// Arrays by reference; `A[n]` binds n where it is no parameter that was given.
    fn bind_arrays(&self, number: usize, passed: &[Passed<'a>]) {
        let parameters = &self.machine.definitions.algorithms[number].parameters;
        for (parameter, each) in parameters.iter().zip(passed) {
            let Passed::Array(store) = *each else {
                continue;
            };
            self.scope.bind_array(&parameter.name.text, store);
            let lengths = parameter
                .dimensions
                .iter()
                .flatten()
                .zip(self.dimensions(store));
            for (length, value) in lengths {
                if let Some(Expr {
                    kind: ExprKind::Name(name),
                    ..
                }) = length
                    && let Some(Binding::Scalar { cell, .. }) = self.scope.find(&name.text)
                {
                    let mut memory = self.machine.scheduler.memory.borrow_mut();
                    if memory.get(cell).is_none() {
                        memory.set(cell, Value::Int(value as i64));
                    }
                }
            }
        }
    }

    /// Scalars by value, all of one call together; defaults are evaluated inside.
    async fn bind_scalars(
        &self,
        inside: &Self,
        number: usize,
        passed: &[Passed<'a>],
        ready: &Ready,
    ) -> Result<(), Stop> {
        let parameters = &self.machine.definitions.algorithms[number].parameters;
        let bind = |reading: &mut Reading| -> Result<(), Stop> {
            for (parameter, each) in parameters.iter().zip(passed) {
                let Some(Binding::Scalar { cell, .. }) = inside.scope.find(&parameter.name.text)
                else {
                    continue;
                };
                let value = match (*each, &parameter.default) {
                    (Passed::Scalar(expression), _) => self.evaluate(expression, reading)?,
                    (Passed::Value(value, run), _) => {
                        reading.origin = Origin::of_run(run);
                        value
                    }
                    (_, Some(default)) => inside.evaluate(default, reading)?,
                    (_, None) => continue,
                };
                let mut memory = self.machine.scheduler.memory.borrow_mut();
                memory.set(cell, value);
                memory.set_run(cell, reading.origin.run);
            }
            Ok(())
        };
        let reads = parameters.iter().zip(passed).any(|(parameter, each)| {
            match (*each, &parameter.default) {
                (Passed::Scalar(expression), _) => self.reads_shared(expression, ready),
                (Passed::Nothing, Some(default)) => inside.reads_shared(default, ready),
                _ => false,
            }
        });
        if reads {
            self.step(ready, |reading| Ok((bind(reading)?, None))).await
        } else {
            bind(&mut Reading::new(ready))
        }
    }

    /// What `vrati` gave; without any `vrati` of a value, the first array parameter.
    fn result(&self, number: usize, flow: Flow, span: Span) -> Result<Option<Prepared>, Stop> {
        match flow {
            Flow::Return(Some(Prepared::Scalar(value, run))) => {
                let ty = self.scope.frame.typing.result();
                return Ok(Some(Prepared::Scalar(value.into_type(ty), run)));
            }
            Flow::Return(Some(array)) => return Ok(Some(array)),
            _ => {}
        }
        let algorithm = self.machine.definitions.algorithms[number];
        let mut returns_value = false;
        visit_statements(&algorithm.body, &mut |statement| {
            returns_value |= matches!(statement.kind, StmtKind::Return(Some(_)));
        });
        if returns_value {
            return at(span, Err(value::NO_RESULT));
        }
        let mut arrays = algorithm
            .parameters
            .iter()
            .filter(|each| each.dimensions.is_some());
        let first = arrays
            .next()
            .map(|first| self.array(&first.name))
            .transpose()?;
        Ok(first.map(Prepared::Array))
    }
}

/// The length of a section is looked at before the statement, as a call is.
fn is_length_of_section(expression: &Expr) -> bool {
    match &expression.kind {
        ExprKind::Call(name, arguments) => {
            let is_length = matches!(name.stem.as_str(), "duljina" | "length");
            let first = arguments.first();
            is_length && first.is_some_and(|first| matches!(first.kind, ExprKind::Section(..)))
        }
        _ => false,
    }
}
