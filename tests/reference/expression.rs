//! Values of expressions, with what it takes to get them: reads of shared memory and operators.

use std::cell::{Cell as Slot, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use pram::source::Span;
use pram::syntax::ast::{BinaryOp, Expr, ExprKind, Ident, OperatorName, Target};

use super::Machine;
use super::asynchronous::{Clock, Run};
use super::definitions::{Callee, Operator};
use super::memory::{Cell, StoreId};
use super::processor::{Processor, Stop};
use super::scope::{Binding, Scope};
use super::value::{self, Code, Type, Value, truth_as};

/// A processor at a place of the program.
#[derive(Clone)]
pub struct Execution<'a> {
    pub machine: Rc<Machine<'a>>,
    pub processor: Rc<Processor>,
    pub scope: Rc<Scope<'a>>,
    /// Private arrays of other processors that a block around this place writes: in here their
    /// accesses count as shared.
    pub written_here: Rc<HashSet<StoreId>>,
}

/// What was computed before the statement itself: results of calls, by the address of the
/// expression that they stand for.
pub type Ready = HashMap<usize, Prepared>;

#[derive(Debug, Clone, Copy)]
pub enum Prepared {
    /// With the run of accesses that it comes from.
    Scalar(Value, Run),
    Array(StoreId),
    /// What the network has answered; that was an instruction.
    Answer(bool),
}

pub fn address(expression: &Expr) -> usize {
    std::ptr::from_ref(expression) as usize
}

/// One evaluation in progress.
pub struct Reading<'r> {
    pub ready: &'r Ready,
    /// Inside a whole-array statement: which element.
    pub element: Option<usize>,
    /// Reads of shared memory, in order.
    pub reads: Vec<(Cell, Span)>,
    /// Where these are made one by one: what those gave that were made already. The evaluation
    /// stops at the next one.
    pub made: Option<&'r [Value]>,
    /// Looks on from outside: `tvrdi`, `ispisi`.
    pub is_instrument: bool,
    /// The read at which it stopped.
    pub stopped_at: Option<(Cell, Span)>,
    /// Operators and built-in functions outside of subscripts.
    pub operators: u64,
    /// Questions to the network, which have been counted when they were asked.
    pub answers: u64,
    /// For each read, how many reads of this statement one behind the other made its address.
    pub depths: Vec<usize>,
    /// What the value of the last expression was made from.
    pub origin: Origin,
    /// What the address of the target was made from.
    pub address: Origin,
    /// Whose time passes; nobody's where the evaluation is free.
    pub clock: Option<&'r RefCell<Clock>>,
    /// d, and the number of the last run of accesses.
    delay: u64,
    runs: Option<&'r Slot<Run>>,
    in_subscript: bool,
}

/// What a value was made from without any local instruction.
#[derive(Debug, Clone, Copy, Default)]
pub struct Origin {
    /// The latest run of accesses.
    pub run: Run,
    /// How many reads of this statement, one behind the other.
    depth: usize,
}

impl Origin {
    pub fn with(self, other: Self) -> Self {
        Self {
            run: self.run.max(other.run),
            depth: self.depth.max(other.depth),
        }
    }

    pub fn of_run(run: Run) -> Self {
        Self { run, depth: 0 }
    }
}

impl<'r> Reading<'r> {
    pub fn new(ready: &'r Ready) -> Self {
        Self {
            ready,
            element: None,
            reads: Vec::new(),
            made: None,
            is_instrument: false,
            stopped_at: None,
            operators: 0,
            answers: 0,
            depths: Vec::new(),
            origin: Origin::default(),
            address: Origin::default(),
            clock: None,
            delay: 0,
            runs: None,
            in_subscript: false,
        }
    }

    /// One of an instrument, which takes none.
    pub fn instrument(ready: &'r Ready) -> Self {
        Self {
            is_instrument: true,
            ..Self::new(ready)
        }
    }

    /// One that takes time.
    pub fn timed(
        ready: &'r Ready,
        clock: &'r RefCell<Clock>,
        delay: u64,
        runs: &'r Slot<Run>,
    ) -> Self {
        Self {
            clock: Some(clock),
            delay,
            runs: Some(runs),
            ..Self::new(ready)
        }
    }

    /// "Subscript arithmetic is free."
    fn count_operator(&mut self) {
        if !self.in_subscript {
            self.operators += 1;
            self.local();
        }
    }

    pub fn local(&mut self) {
        if let Some(clock) = self.clock {
            clock.borrow_mut().local();
        }
    }

    /// Time of an access to the global memory; gives its run.
    pub fn access(&mut self, address: Origin) -> Run {
        let (Some(clock), Some(runs)) = (self.clock, self.runs) else {
            return 0;
        };
        let mut last = runs.get();
        let run = clock
            .borrow_mut()
            .access(address.run, self.delay, &mut last);
        runs.set(last);
        run
    }
}

/// Places a fault.
pub fn at<T>(span: Span, result: Result<T, Code>) -> Result<T, Stop> {
    result.map_err(|code| Stop::Fault { code, span })
}

impl<'a> Execution<'a> {
    pub fn is_shared(&self, store: StoreId) -> bool {
        let store = self.machine.scheduler.memory.borrow().viewed(store);
        self.memory_is_shared()
            && (self.machine.scheduler.memory.borrow().store(store).shared
                || self.written_here.contains(&store))
    }

    pub fn dimensions(&self, store: StoreId) -> Vec<usize> {
        let memory = self.machine.scheduler.memory.borrow();
        memory.store(store).dimensions.clone().unwrap_or_default()
    }

    pub fn length(&self, store: StoreId) -> usize {
        self.machine.scheduler.memory.borrow().store(store).len()
    }

    /// The array that a name means; one that no `polje` has made yet has no cells.
    pub fn array(&self, name: &Ident) -> Result<StoreId, Stop> {
        match self.scope.find(&name.text) {
            Some(Binding::Array(store)) => Ok(store),
            Some(Binding::FutureArray { .. }) => at(name.span, Err(value::NEVER_WRITTEN)),
            _ => at(name.span, Err(value::ILL_TYPED)),
        }
    }

    pub fn read(&self, cell: Cell, span: Span, reading: &mut Reading) -> Result<Value, Stop> {
        let address = reading.origin;
        self.may_read(cell, span, reading)?;
        let memory = self.machine.scheduler.memory.borrow();
        let mut value = memory.get(cell);
        if let (Some(made), true) = (reading.made, self.is_shared(cell.store)) {
            if let Some(before) = made.get(reading.reads.len()) {
                value = Some(*before);
            } else {
                reading.stopped_at = Some((cell, span));
                return at(span, Err(value::NEVER_WRITTEN));
            }
        }
        reading.origin = if self.is_shared(cell.store) {
            reading.reads.push((cell, span));
            reading.depths.push(address.depth);
            let run = reading.access(address);
            Origin {
                run,
                depth: address.depth + 1,
            }
        } else {
            address.with(Origin::of_run(memory.run(cell)))
        };
        at(span, value.ok_or(value::NEVER_WRITTEN))
    }

    /// The cell of `A[i]` or `M[i,j]`.
    pub fn element(
        &self,
        name: &Ident,
        subscripts: &'a [Expr],
        span: Span,
        reading: &mut Reading,
    ) -> Result<Cell, Stop> {
        let store = self.array(name)?;
        let dimensions = self.dimensions(store);
        let outside = std::mem::replace(&mut reading.in_subscript, true);
        let mut position = 0;
        let mut in_bounds = true;
        let mut origin = Origin::default();
        for (subscript, length) in subscripts.iter().zip(&dimensions) {
            let index = at(subscript.span, self.evaluate(subscript, reading)?.int())?;
            origin = origin.with(reading.origin);
            match usize::try_from(index) {
                Ok(index) if index < *length => position = position * length + index,
                _ => in_bounds = false,
            }
        }
        reading.in_subscript = outside;
        reading.origin = origin;
        if in_bounds {
            let cell = self
                .machine
                .scheduler
                .memory
                .borrow()
                .actual(Cell { store, position });
            Ok(cell.expect("a section that is passed lies in its array"))
        } else {
            at(span, Err(value::OUT_OF_BOUNDS))
        }
    }

    /// The cell that an assignment to one scalar or element writes.
    pub fn place(&self, target: &'a Target, reading: &mut Reading) -> Result<(Cell, Span), Stop> {
        reading.origin = Origin::default();
        let place = match target {
            Target::Name(name) => match self.scope.find(&name.text) {
                Some(Binding::Scalar { cell, .. }) => Ok((cell, name.span)),
                _ => at(name.span, Err(value::ILL_TYPED)),
            },
            Target::Element(name, subscripts, span) => {
                Ok((self.element(name, subscripts, *span, reading)?, *span))
            }
            Target::Section(.., span) | Target::WholeArray(_, span) => {
                at(*span, Err(value::ILL_TYPED))
            }
        };
        reading.address = reading.origin;
        place
    }

    /// The value of an expression all of whose calls have been made.
    pub fn evaluate(&self, expression: &'a Expr, reading: &mut Reading) -> Result<Value, Stop> {
        let span = expression.span;
        match reading.ready.get(&address(expression)) {
            Some(Prepared::Scalar(value, run)) => {
                reading.origin = Origin::of_run(*run);
                return Ok(*value);
            }
            Some(Prepared::Array(store)) => return self.whole_element(*store, span, reading),
            Some(Prepared::Answer(found)) => {
                reading.answers += u64::from(!reading.in_subscript);
                return Ok(Value::Bool(*found));
            }
            None => {}
        }
        reading.origin = Origin::default();
        match &expression.kind {
            ExprKind::Int(value) => Ok(Value::Int(*value)),
            ExprKind::Real(value) => Ok(Value::Real(*value)),
            ExprKind::Bool(value) => Ok(Value::Bool(*value)),
            ExprKind::Name(name) => match self.scope.find(&name.text) {
                Some(Binding::Scalar { cell, .. }) => self.read(cell, span, reading),
                Some(_) => self.whole_element(self.array(name)?, span, reading),
                None => match self.neighbour(&name.text, span)? {
                    Some(neighbour) => Ok(Value::Int(neighbour.into())),
                    None => at(span, self.machine_name(&name.text).ok_or(value::ILL_TYPED)),
                },
            },
            ExprKind::WholeArray(name) => self.whole_element(self.array(name)?, span, reading),
            ExprKind::Element(name, subscripts) => {
                let cell = self.element(name, subscripts, span, reading)?;
                self.read(cell, span, reading)
            }
            ExprKind::Unary(operator, operand) => {
                let operand = self.evaluate(operand, reading)?;
                reading.count_operator();
                at(span, value::unary(*operator, operand))
            }
            ExprKind::Binary(operator @ (BinaryOp::And | BinaryOp::Or), _, left, right) => {
                let operand = self.evaluate(left, reading)?;
                // The operator decides whether there is more to evaluate.
                reading.count_operator();
                let mut truth = at(left.span, operand.truth())?;
                let origin = reading.origin;
                // "Evaluate their right side only where the left leaves the answer open."
                if truth == (*operator == BinaryOp::And) {
                    let operand = self.evaluate(right, reading)?;
                    truth = at(right.span, operand.truth())?;
                    reading.origin = reading.origin.with(origin);
                }
                Ok(truth_as(
                    truth,
                    self.scope.frame.typing.expression(expression),
                ))
            }
            ExprKind::Binary(operator, _, left, right) => {
                let left = self.evaluate(left, reading)?;
                let origin = reading.origin;
                let right = self.evaluate(right, reading)?;
                reading.origin = reading.origin.with(origin);
                self.operate(*operator, left, right, span, reading)
            }
            ExprKind::Neutral(name) => self.neutral(name, expression),
            ExprKind::Call(name, arguments) => {
                self.builtin(&name.stem, arguments, expression, reading)
            }
            ExprKind::Section(..) | ExprKind::List(_) => at(span, Err(value::ILL_TYPED)),
        }
    }

    /// One operator on two values; also that of `op=`.
    pub fn operate(
        &self,
        operator: BinaryOp,
        left: Value,
        right: Value,
        span: Span,
        reading: &mut Reading,
    ) -> Result<Value, Stop> {
        reading.count_operator();
        let result = match operator {
            BinaryOp::And => both(left, right, |left, right| left && right),
            BinaryOp::Or => both(left, right, |left, right| left || right),
            BinaryOp::Generic => match &self.scope.frame.operator {
                Some(Operator::Known(operator)) => generic(operator, left, right),
                _ => Err(value::ILL_TYPED),
            },
            _ => value::binary(operator, left, right),
        };
        at(span, result)
    }

    fn whole_element(
        &self,
        store: StoreId,
        span: Span,
        reading: &mut Reading,
    ) -> Result<Value, Stop> {
        match reading.element {
            Some(position) => {
                reading.origin = Origin::default();
                let memory = &self.machine.scheduler.memory;
                let cell = memory.borrow().actual(Cell { store, position });
                self.read(at(span, cell.ok_or(value::OUT_OF_BOUNDS))?, span, reading)
            }
            None => at(span, Err(value::ILL_TYPED)),
        }
    }

    fn neutral(&self, name: &OperatorName, expression: &'a Expr) -> Result<Value, Stop> {
        let operator = match name {
            OperatorName::Generic => self.scope.frame.operator.clone(),
            known => Some(Operator::Known(known.clone())),
        };
        let ty = self.scope.frame.typing.expression(expression);
        let logical = |truth: bool| Value::Bool(truth);
        let value = match operator {
            Some(Operator::User(f)) => {
                let definitions = &self.machine.definitions;
                let neutral = definitions.neutrals[definitions.algorithms[f].name.stem.as_str()];
                return self.evaluate(&neutral.value, &mut Reading::new(&Ready::new()));
            }
            Some(Operator::Known(operator)) => match (operator, ty) {
                (OperatorName::Plus, _) => Value::Int(0),
                (OperatorName::Times, _) => Value::Int(1),
                (OperatorName::Max, Type::Real) => Value::Real(f64::NEG_INFINITY),
                (OperatorName::Max, _) => Value::Int(i64::MIN),
                (OperatorName::Min, Type::Real) => Value::Real(f64::INFINITY),
                (OperatorName::Min, _) => Value::Int(i64::MAX),
                (OperatorName::And, Type::Bool) => logical(true),
                (OperatorName::And, _) => Value::Int(1),
                (OperatorName::Or | OperatorName::Xor, Type::Bool) => logical(false),
                (OperatorName::Or | OperatorName::Xor, _) => Value::Int(0),
                (OperatorName::Generic, _) => return at(expression.span, Err(value::ILL_TYPED)),
            },
            None => return at(expression.span, Err(value::ILL_TYPED)),
        };
        Ok(value.into_type(ty))
    }

    fn builtin(
        &self,
        name: &str,
        arguments: &'a [Expr],
        expression: &'a Expr,
        reading: &mut Reading,
    ) -> Result<Value, Stop> {
        match (name, arguments) {
            ("duljina" | "length", [array, which @ ..]) => {
                let dimensions = self
                    .whole_dimensions(array, reading.ready)?
                    .unwrap_or_default();
                reading.count_operator();
                let length = match which {
                    [] => dimensions.iter().product(),
                    [which, ..] => {
                        let which = at(which.span, self.evaluate(which, reading)?.int())?;
                        dimensions.get(which as usize).copied().unwrap_or(1)
                    }
                };
                Ok(Value::Int(length as i64))
            }
            // "An index view without cost."
            ("unatrag" | "reverse", [array]) => {
                let dimensions = self
                    .whole_dimensions(array, reading.ready)?
                    .unwrap_or_default();
                let length: usize = dimensions.iter().product();
                let element = reading.element;
                reading.element = element.map(|position| length - 1 - position);
                let value = self.evaluate(array, reading);
                reading.element = element;
                value
            }
            // "`ceil(a/b)`, `floor(a/b)` and `round(a/b)` of ints are exact"; two operators.
            (
                "floor" | "ceil" | "round",
                [
                    Expr {
                        kind: ExprKind::Binary(BinaryOp::Divide, _, left, right),
                        span,
                        ..
                    },
                ],
            ) => {
                let left = self.evaluate(left, reading)?;
                let origin = reading.origin;
                let right = self.evaluate(right, reading)?;
                reading.origin = reading.origin.with(origin);
                reading.count_operator();
                reading.count_operator();
                if let (Value::Int(left), Value::Int(right)) = (left, right) {
                    return at(*span, value::rounded_quotient(name, left, right));
                }
                let quotient = at(*span, value::binary(BinaryOp::Divide, left, right))?;
                at(expression.span, value::builtin(name, &[quotient]))
            }
            _ => {
                let mut values = Vec::new();
                let mut origin = Origin::default();
                for argument in arguments {
                    values.push(self.evaluate(argument, reading)?);
                    origin = origin.with(reading.origin);
                }
                reading.origin = origin;
                reading.count_operator();
                at(expression.span, value::builtin(name, &values))
            }
        }
    }

    /// "Predefined read-only names, unless the program binds them itself."
    fn machine_name(&self, name: &str) -> Option<Value> {
        let config = &self.machine.scheduler.config;
        let mut times = config.named_times.iter();
        let value = match name {
            "p" => config.processors?,
            "pi" => return Some(Value::Real(std::f64::consts::PI)),
            _ => times.find(|(known, _)| *known == name)?.1?,
        };
        Some(Value::Int(value as i64))
    }

    /// The algorithm that a call means; none for built-in functions.
    pub fn callee(&self, call: &Expr) -> Option<(usize, Option<Operator>)> {
        let ExprKind::Call(name, _) = &call.kind else {
            return None;
        };
        match self
            .machine
            .definitions
            .resolve(name, self.scope.frame.operator.as_ref())
        {
            Callee::Algorithm(number, operator) => Some((number, operator)),
            Callee::Builtin => None,
        }
    }

    /// The two-argument algorithm that ⊕ stands for, if it is one.
    pub fn user_operator(&self) -> Option<usize> {
        match self.scope.frame.operator {
            Some(Operator::User(f)) => Some(f),
            _ => None,
        }
    }
}

fn both(left: Value, right: Value, decide: fn(bool, bool) -> bool) -> Result<Value, Code> {
    let ty = super::types::logical(left.ty(), right.ty());
    Ok(truth_as(decide(left.truth()?, right.truth()?), ty))
}

/// ⊕ where it is a built-in operator. "`and`/`or` evaluate both sides; `xor`: bitwise on ints,
/// != on bools."
fn generic(operator: &OperatorName, left: Value, right: Value) -> Result<Value, Code> {
    match operator {
        OperatorName::Plus => value::binary(BinaryOp::Add, left, right),
        OperatorName::Times => value::binary(BinaryOp::Multiply, left, right),
        OperatorName::Max => value::extreme(true, left, right),
        OperatorName::Min => value::extreme(false, left, right),
        OperatorName::And => both(left, right, |left, right| left && right),
        OperatorName::Or => both(left, right, |left, right| left || right),
        OperatorName::Xor => match (left, right) {
            (Value::Bool(left), Value::Bool(right)) => Ok(Value::Bool(left != right)),
            _ => value::binary(BinaryOp::BitXor, left, right),
        },
        OperatorName::Generic => Err(value::ILL_TYPED),
    }
}
