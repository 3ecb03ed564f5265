//! Statements, one processor at a time.

use std::rc::Rc;

use pram::source::Span;
use pram::syntax::ast::{
    BinaryOp, Declarator, Expr, ExprKind, Ident, Parallel, ParallelHeader, PrintPart, Stmt,
    StmtKind, Storage, Target,
};

use super::Datum;
use super::call::Running;
use super::definitions::{expressions_of, visit_expression, visit_statements};
use super::expression::{Execution, Prepared, Reading, Ready, address, at};
use super::memory::{Cell, StoreId};
use super::names::{Owner, is_data};
use super::schedule::{Gate, Group, Scheduler, Stop};
use super::scope::{Binding, Scope};
use super::value::{self, Value};

/// How a processor comes out of a statement.
#[derive(Debug, Clone, Copy)]
pub enum Flow {
    Normal,
    Break,
    Continue,
    Return(Option<Prepared>),
}

/// A counting loop's progress.
struct Counter {
    next: Option<i64>,
    last: i64,
    stride: i64,
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

    fn statement<'b>(&'b self, statement: &'a Stmt) -> Running<'b, Flow>
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
                    let last = at(count.span, times[0].bound())?;
                    let counter = Counter {
                        next: Some(1),
                        last,
                        stride: 1,
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
                    let holds = self.evaluate(condition, &mut Reading::new(&ready))?;
                    if !at(condition.span, holds.truth())? {
                        return at(statement.span, Err(value::ASSERTION_FAILED));
                    }
                }
                StmtKind::Output(values) => {
                    for value in values {
                        self.output(value)?;
                    }
                }
                StmtKind::Call(call) => self.prepare(call, &mut ready).await?,
                StmtKind::Block(body) => return self.statements(body).await,
                // The synchronous machine is always in step.
                StmtKind::Barrier(_) | StmtKind::Empty => {}
            }
            Ok(Flow::Normal)
        })
    }

    async fn test_truth(&self, condition: &'a Expr, ready: &Ready) -> Result<bool, Stop> {
        self.step(ready, |reading| {
            let truth = self.evaluate(condition, reading)?.truth();
            Ok((at(condition.span, truth)?, None))
        })
        .await
    }

    // ---- Assignments and declarations.

    async fn assign(
        &self,
        target: &'a Target,
        operator: Option<BinaryOp>,
        value: &'a Expr,
        span: Span,
    ) -> Result<(), Stop> {
        match target {
            Target::WholeArray(name, _) => {
                return self.assign_whole(name, operator, value, span).await;
            }
            Target::Name(name) if self.is_array(&name.text) => {
                return self.assign_whole(name, operator, value, span).await;
            }
            _ => {}
        }
        let mut ready = Ready::new();
        if let Target::Element(_, subscripts, _) = target {
            for subscript in subscripts {
                self.prepare(subscript, &mut ready).await?;
            }
        }
        self.prepare(value, &mut ready).await?;
        if let (Some(BinaryOp::Generic), Some(f)) = (operator, self.user_operator()) {
            return self.assign_by_call(f, target, value, span, &ready).await;
        }
        self.step(&ready, |reading| {
            // Left to right: target subscripts, the read of `op=`, the right side.
            let (cell, place) = self.place(target, reading)?;
            let old = match operator {
                Some(operator) => Some((operator, self.read(cell, place, reading)?)),
                None => None,
            };
            let mut new = self.evaluate(value, reading)?;
            if let Some((operator, old)) = old {
                new = self.operate(operator, old, new, span, reading)?;
            }
            Ok(((), Some((cell, new, place))))
        })
        .await
    }

    /// `x ⊕= e` where ⊕ is the user's f: `x = f(x, e)`.
    async fn assign_by_call(
        &self,
        f: usize,
        target: &'a Target,
        value: &'a Expr,
        span: Span,
        ready: &Ready,
    ) -> Result<(), Stop> {
        let arguments = |reading: &mut Reading| -> Result<Vec<Value>, Stop> {
            let (cell, place) = self.place(target, reading)?;
            let old = self.read(cell, place, reading)?;
            Ok(vec![old, self.evaluate(value, reading)?])
        };
        let reads = match target {
            Target::Name(name) => match self.scope.find(&name.text) {
                Some(Binding::Scalar { shared, .. }) => shared,
                _ => false,
            },
            Target::Element(name, subscripts, _) => {
                self.is_shared(self.array(name)?)
                    || subscripts.iter().any(|each| self.reads_shared(each, ready))
            }
            Target::WholeArray(..) => true,
        };
        let values = if reads || self.reads_shared(value, ready) {
            self.step(ready, |reading| Ok((arguments(reading)?, None)))
                .await?
        } else {
            arguments(&mut Reading::new(ready))?
        };
        let new = self.apply(f, values, span).await?;
        self.step(ready, |reading| {
            let (cell, place) = self.place(target, reading)?;
            Ok(((), Some((cell, new, place))))
        })
        .await
    }

    async fn declare(&self, storage: Storage, declarator: &'a Declarator) -> Result<(), Stop> {
        let name = &declarator.name;
        if !self.is_array(&name.text) {
            match (&declarator.initial, self.scope.find(&name.text)) {
                (Some(initial), Some(Binding::Scalar { .. })) => {
                    let mut ready = Ready::new();
                    self.prepare(initial, &mut ready).await?;
                    return self
                        .step(&ready, |reading| {
                            let Some(Binding::Scalar { cell, .. }) = self.scope.find(&name.text)
                            else {
                                return at(name.span, Err(value::ILL_TYPED));
                            };
                            let new = self.evaluate(initial, reading)?;
                            Ok(((), Some((cell, new, name.span))))
                        })
                        .await;
                }
                // Declared anew: unwritten again.
                (None, Some(Binding::Scalar { cell, .. })) if storage == Storage::Local => {
                    self.machine.scheduler.memory.borrow_mut().forget(cell);
                }
                _ => {}
            }
            return Ok(());
        }
        let lengths: Vec<&'a Expr> = declarator.dimensions.iter().flatten().flatten().collect();
        let mut ready = Ready::new();
        for length in &lengths {
            self.prepare(length, &mut ready).await?;
        }
        let mut dimensions = Vec::new();
        for (value, length) in self
            .header(&lengths, &ready)
            .await?
            .into_iter()
            .zip(&lengths)
        {
            let value = at(length.span, value.bound())?;
            dimensions.push(at(
                length.span,
                usize::try_from(value).map_err(|_| value::BAD_LENGTH),
            )?);
        }
        if dimensions.is_empty() {
            return self.declare_by_initial(declarator).await;
        }
        let array = self.declare_array(name, storage, dimensions);
        match &declarator.initial {
            Some(initial) if is_data(initial) => self.fill(array, initial),
            Some(initial) => self.assign_whole(name, None, initial, name.span).await,
            None => Ok(()),
        }
    }

    /// `polje X[] = …`: as long as what it holds.
    async fn declare_by_initial(&self, declarator: &'a Declarator) -> Result<(), Stop> {
        let name = &declarator.name;
        match &declarator.initial {
            Some(Expr {
                kind: ExprKind::List(parts),
                ..
            }) => {
                let array = self.declare_array(name, Storage::Array, vec![parts.len()]);
                self.fill(array, declarator.initial.as_ref().expect("just seen"))
            }
            Some(initial) => self.assign_whole(name, None, initial, name.span).await,
            None => at(name.span, Err(value::ILL_TYPED)),
        }
    }

    fn declare_array(&self, name: &'a Ident, storage: Storage, dimensions: Vec<usize>) -> StoreId {
        let declared = self.scope.frame.names.get(self.scope.owner, &name.text);
        let shared = storage != Storage::Local
            || declared == Some(super::names::Entity::Array { shared: true });
        let array = self.create_array(&name.text, self.type_of(&name.text), dimensions, shared);
        self.scope.bind_array(&name.text, array);
        array
    }

    /// Data is free.
    fn fill(&self, array: StoreId, data: &'a Expr) -> Result<(), Stop> {
        let length = self.length(array);
        let evaluate = |part| self.evaluate(part, &mut Reading::new(&Ready::new()));
        let values: Vec<Value> = match &data.kind {
            ExprKind::List(parts) => parts.iter().map(evaluate).collect::<Result<_, _>>()?,
            ExprKind::Call(name, arguments) => match (name.stem.as_str(), arguments.as_slice()) {
                ("iota", _) => (0..length as i64).map(Value::Int).collect(),
                ("konstanta" | "constant", [constant]) => vec![evaluate(constant)?; length],
                // Random data is the machine's own affair.
                _ => return at(data.span, Err(value::ILL_TYPED)),
            },
            _ => return at(data.span, Err(value::ILL_TYPED)),
        };
        if values.len() != length {
            return at(data.span, Err(value::LENGTHS_DIFFER));
        }
        let mut memory = self.machine.scheduler.memory.borrow_mut();
        for (position, value) in values.into_iter().enumerate() {
            memory.set(
                Cell {
                    store: array,
                    position,
                },
                value,
            );
        }
        Ok(())
    }

    // ---- Branches and loops.

    /// "`ako` splits the processors into two groups which go on at the same time; the shorter
    /// waits for the longer at the end of the `ako`."
    async fn branch(&self, truth: bool, body: &'a [Stmt]) -> Result<Flow, Stop> {
        let scheduler = &self.machine.scheduler;
        let join = scheduler.enter(&self.processor, true);
        let part = u64::from(!truth);
        let outside = scheduler.go_into(&self.processor, Group { join, part });
        let flow = self.statements(body).await?;
        Scheduler::come_out(&self.processor, outside);
        scheduler.leave(join);
        // `vrati`, `prekini` and `nastavi` go on to the end of what they leave, and wait there.
        if let Flow::Normal = flow {
            scheduler.wait(&self.processor, Gate::Join(join)).await;
        }
        Ok(flow)
    }

    /// One execution of a loop's body.
    async fn iteration(&self, body: &'a [Stmt], is_round: bool) -> Result<Flow, Stop> {
        let scheduler = &self.machine.scheduler;
        scheduler.iterate()?;
        let join = scheduler.enter(&self.processor, false);
        let outside = scheduler.go_into(&self.processor, Group { join, part: 0 });
        if is_round {
            scheduler.round(&self.processor);
        }
        let flow = self.statements(body).await?;
        Scheduler::come_out(&self.processor, outside);
        scheduler.leave(join);
        if let Flow::Normal | Flow::Continue = flow {
            scheduler.wait(&self.processor, Gate::Join(join)).await;
        }
        Ok(flow)
    }

    /// Whoever is done waits at the end of the loop, except to return.
    async fn end_loop(&self, join: usize, flow: Flow) -> Flow {
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

    async fn counting_loop(
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
        let (first, last, stride) = self.range(&parts, &ready).await?;
        let counter = Counter {
            next: Some(first),
            last,
            stride,
        };
        self.count(counter, Some(variable), body).await
    }

    /// From, to and step, evaluated together.
    async fn range(&self, parts: &[&'a Expr], ready: &Ready) -> Result<(i64, i64, i64), Stop> {
        let values = self.header(parts, ready).await?;
        bounds(parts, &values)
    }

    async fn count(
        &self,
        mut counter: Counter,
        variable: Option<&'a Ident>,
        body: &'a [Stmt],
    ) -> Result<Flow, Stop> {
        let scheduler = &self.machine.scheduler;
        let join = scheduler.enter(&self.processor, false);
        let outside = scheduler.go_into(&self.processor, Group { join, part: 0 });
        let mut flow = Flow::Normal;
        loop {
            // After the loop its variable holds the first value beyond the end.
            self.set_loop_variable(variable, counter.next);
            let Some(now) = counter.holds() else { break };
            flow = self.iteration(body, self.body_touches(body)).await?;
            if let Flow::Break | Flow::Return(_) = flow {
                break;
            }
            counter.next = now.checked_add(counter.stride);
        }
        Scheduler::come_out(&self.processor, outside);
        Ok(self.end_loop(join, flow).await)
    }

    fn set_loop_variable(&self, variable: Option<&'a Ident>, value: Option<i64>) {
        if let (Some(variable), Some(value)) = (variable, value)
            && let Some(Binding::Scalar { cell, .. }) = self.scope.find(&variable.text)
        {
            self.machine
                .scheduler
                .memory
                .borrow_mut()
                .set(cell, Value::Int(value));
        }
    }

    async fn while_loop(&self, condition: &'a Expr, body: &'a [Stmt]) -> Result<Flow, Stop> {
        let scheduler = &self.machine.scheduler;
        let join = scheduler.enter(&self.processor, false);
        let outside = scheduler.go_into(&self.processor, Group { join, part: 0 });
        let mut flow = Flow::Normal;
        loop {
            let mut ready = Ready::new();
            self.prepare(condition, &mut ready).await?;
            if !self.test_truth(condition, &ready).await? {
                break;
            }
            flow = self.iteration(body, self.body_touches(body)).await?;
            if let Flow::Break | Flow::Return(_) = flow {
                break;
            }
        }
        Scheduler::come_out(&self.processor, outside);
        Ok(self.end_loop(join, flow).await)
    }

    /// "Where none of the three touches shared memory, control is free. Otherwise init, every
    /// test and every update are steps as if written with `dok`."
    async fn c_loop(
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
                .iteration(body, update_touches || self.body_touches(body))
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
    async fn control(&self, part: Option<&'a Stmt>, free: bool) -> Result<(), Stop> {
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
            let old = self.read(cell, place, &mut reading)?;
            new = self.operate(*operator, old, new, part.span, &mut reading)?;
        }
        self.machine.scheduler.memory.borrow_mut().set(cell, new);
        Ok(())
    }

    // ---- Blocks.

    async fn parallel(&self, block: &'a Parallel, span: Span) -> Result<(), Stop> {
        let scheduler = &self.machine.scheduler;
        let ranges = self.block_ranges(block, span).await?;
        let sizes: Vec<i128> = ranges.iter().map(|&range| range_length(range)).collect();
        let processors: i128 = sizes.iter().product();
        if processors > i128::from(scheduler.config.max_processors) {
            return Err(Stop::Limit("E0603"));
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
                        inside.statements(&block.body).await?;
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

    fn bind_indices(&self, block: &'a Parallel, indices: &[i64]) {
        for (name, &value) in super::names::index_names(&block.header)
            .into_iter()
            .zip(indices)
        {
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
    fn written_in(&self, block: &'a Parallel) -> std::collections::HashSet<StoreId> {
        let mut written = (*self.written_here).clone();
        for name in self.machine.definitions.written_names(&block.body) {
            if let Some(Binding::Array(store)) = self.scope.find(name) {
                written.insert(store);
            }
        }
        written
    }

    async fn block_ranges(
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
                    found.push(bounds(&parts[from..to], &values[from..to])?);
                    from = to;
                }
                Ok(found)
            }
            ParallelHeader::Indices(variable) => {
                let length = self.subscripted_length(variable, &block.body, span)?;
                Ok(vec![(0, length as i64 - 1, 1)])
            }
            ParallelHeader::IndicesOf { array, .. } => {
                let dimensions = self.dimensions(self.array(array)?);
                Ok(vec![(0, dimensions[0] as i64 - 1, 1)])
            }
        }
    }

    /// "The common length of the arrays that the body subscripts with plain i."
    fn subscripted_length(
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

    // ---- Results and instruments.

    async fn return_value(&self, value: &'a Expr) -> Result<Prepared, Stop> {
        let mut ready = Ready::new();
        self.prepare(value, &mut ready).await?;
        if let Some(result) = ready.get(&address(value)) {
            return Ok(*result);
        }
        if self.is_whole(value) {
            return Ok(Prepared::Array(match &value.kind {
                ExprKind::WholeArray(name) | ExprKind::Name(name) => self.array(name)?,
                _ => self.temporary(value, &ready).await?,
            }));
        }
        // "One step if e holds a shared read or an operator/built-in."
        let is_step = self.has_operator(value, &ready) || self.reads_shared(value, &ready);
        Ok(Prepared::Scalar(if is_step {
            self.test(value, &ready).await?
        } else {
            self.evaluate(value, &mut Reading::new(&ready))?
        }))
    }

    async fn print(&self, parts: &'a [PrintPart]) -> Result<(), Stop> {
        let mut ready = Ready::new();
        for part in parts {
            if let PrintPart::Value(value) = part {
                self.prepare(value, &mut ready).await?;
            }
        }
        self.machine
            .scheduler
            .wait(&self.processor, Gate::Print)
            .await;
        let mut line = String::new();
        for part in parts {
            match part {
                PrintPart::Text(text) => line.push_str(text),
                PrintPart::Value(value) if self.is_whole(value) => {
                    let dimensions = self.whole_dimensions(value, &ready)?.unwrap_or_default();
                    let mut cells = Vec::new();
                    for element in 0..dimensions.iter().product() {
                        let mut reading = Reading::new(&ready);
                        reading.element = Some(element);
                        cells.push(shown(self.evaluate(value, &mut reading)?));
                    }
                    line.push_str(&format!("[{}]", cells.join(", ")));
                }
                PrintPart::Value(value) => {
                    line.push_str(&shown(self.evaluate(value, &mut Reading::new(&ready))?));
                }
            }
        }
        self.machine.scheduler.printed.borrow_mut().push(line);
        Ok(())
    }

    /// What is recorded under a name; cells that were never written too.
    fn output(&self, value: &'a Expr) -> Result<(), Stop> {
        let (ExprKind::Name(name) | ExprKind::WholeArray(name)) = &value.kind else {
            return at(value.span, Err(value::ILL_TYPED));
        };
        let datum = match self.scope.find(&name.text) {
            Some(Binding::Scalar { cell, .. }) => {
                Datum::Scalar(self.machine.scheduler.memory.borrow().get(cell))
            }
            _ => self.datum(self.array(name)?),
        };
        self.machine
            .outputs
            .borrow_mut()
            .insert(name.text.clone(), datum);
        Ok(())
    }

    pub fn datum(&self, store: StoreId) -> Datum {
        let memory = self.machine.scheduler.memory.borrow();
        let cell = |position| memory.get(Cell { store, position });
        let cells = (0..memory.store(store).len()).map(cell).collect();
        let dimensions = memory.store(store).dimensions.clone().unwrap_or_default();
        Datum::Array { dimensions, cells }
    }
}

/// First, last and stride of a range. "Zero is a fault."
fn bounds(parts: &[&Expr], values: &[Value]) -> Result<(i64, i64, i64), Stop> {
    let mut found = [0, 0, 1];
    for (place, (part, value)) in parts.iter().zip(values).enumerate() {
        found[place] = at(part.span, value.bound())?;
    }
    let [first, last, stride] = found;
    if stride == 0 {
        return at(parts[parts.len() - 1].span, Err(value::ZERO_STRIDE));
    }
    Ok((first, last, stride))
}

fn range_length((first, last, stride): (i64, i64, i64)) -> i128 {
    let distance = i128::from(last) - i128::from(first);
    let stride = i128::from(stride);
    if distance * stride.signum() < 0 {
        0
    } else {
        distance / stride + 1
    }
}

/// The indices of a processor: the first range is the slowest.
fn indices_of(number: i128, ranges: &[(i64, i64, i64)], sizes: &[i128]) -> Vec<i64> {
    let mut rest = number;
    let mut indices = Vec::new();
    for (&(first, _, stride), &size) in ranges.iter().zip(sizes).rev() {
        indices.push((i128::from(first) + rest % size * i128::from(stride)) as i64);
        rest /= size;
    }
    indices.reverse();
    indices
}

fn shown(value: Value) -> String {
    match value {
        Value::Int(value) => value.to_string(),
        Value::Real(value) => format!("{value:?}"),
        Value::Bool(value) => value.to_string(),
    }
}
