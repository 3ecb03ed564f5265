//! Values of expressions, with what it takes to get them: reads of shared memory and operators.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use pram::source::Span;
use pram::syntax::ast::{BinaryOp, Expr, ExprKind, Ident, OperatorName, Target};

use super::Machine;
use super::definitions::{Callee, Operator};
use super::memory::{Cell, StoreId};
use super::schedule::{Processor, Stop};
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
    Scalar(Value),
    Array(StoreId),
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
    /// Operators and built-in functions outside of subscripts.
    pub operators: u64,
    in_subscript: bool,
}

impl<'r> Reading<'r> {
    pub fn new(ready: &'r Ready) -> Self {
        Self {
            ready,
            element: None,
            reads: Vec::new(),
            operators: 0,
            in_subscript: false,
        }
    }

    /// "Subscript arithmetic is free."
    fn count_operator(&mut self) {
        self.operators += u64::from(!self.in_subscript);
    }
}

/// Places a fault.
pub fn at<T>(span: Span, result: Result<T, Code>) -> Result<T, Stop> {
    result.map_err(|code| Stop::Fault { code, span })
}

impl<'a> Execution<'a> {
    pub fn is_shared(&self, store: StoreId) -> bool {
        self.machine.scheduler.memory.borrow().store(store).shared
            || self.written_here.contains(&store)
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
        if self.is_shared(cell.store) {
            reading.reads.push((cell, span));
        }
        let value = self.machine.scheduler.memory.borrow().get(cell);
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
        for (subscript, length) in subscripts.iter().zip(&dimensions) {
            let index = at(subscript.span, self.evaluate(subscript, reading)?.int())?;
            match usize::try_from(index) {
                Ok(index) if index < *length => position = position * length + index,
                _ => in_bounds = false,
            }
        }
        reading.in_subscript = outside;
        if in_bounds {
            Ok(Cell { store, position })
        } else {
            at(span, Err(value::OUT_OF_BOUNDS))
        }
    }

    /// The cell that an assignment to one scalar or element writes.
    pub fn place(&self, target: &'a Target, reading: &mut Reading) -> Result<(Cell, Span), Stop> {
        match target {
            Target::Name(name) => match self.scope.find(&name.text) {
                Some(Binding::Scalar { cell, .. }) => Ok((cell, name.span)),
                _ => at(name.span, Err(value::ILL_TYPED)),
            },
            Target::Element(name, subscripts, span) => {
                Ok((self.element(name, subscripts, *span, reading)?, *span))
            }
            Target::WholeArray(_, span) => at(*span, Err(value::ILL_TYPED)),
        }
    }

    /// The value of an expression all of whose calls have been made.
    pub fn evaluate(&self, expression: &'a Expr, reading: &mut Reading) -> Result<Value, Stop> {
        let span = expression.span;
        match reading.ready.get(&address(expression)) {
            Some(Prepared::Scalar(value)) => return Ok(*value),
            Some(Prepared::Array(store)) => return self.whole_element(*store, span, reading),
            None => {}
        }
        match &expression.kind {
            ExprKind::Int(value) => Ok(Value::Int(*value)),
            ExprKind::Real(value) => Ok(Value::Real(*value)),
            ExprKind::Bool(value) => Ok(Value::Bool(*value)),
            ExprKind::Name(name) => match self.scope.find(&name.text) {
                Some(Binding::Scalar { cell, .. }) => self.read(cell, span, reading),
                Some(_) => self.whole_element(self.array(name)?, span, reading),
                None => match self.machine.scheduler.config.processors {
                    Some(processors) if name.text == "p" => Ok(Value::Int(processors as i64)),
                    _ => at(span, Err(value::ILL_TYPED)),
                },
            },
            ExprKind::WholeArray(name) => self.whole_element(self.array(name)?, span, reading),
            ExprKind::Element(name, subscripts) => {
                let cell = self.element(name, subscripts, span, reading)?;
                self.read(cell, span, reading)
            }
            ExprKind::Unary(operator, operand) => {
                reading.count_operator();
                let operand = self.evaluate(operand, reading)?;
                at(span, value::unary(*operator, operand))
            }
            ExprKind::Binary(operator @ (BinaryOp::And | BinaryOp::Or), _, left, right) => {
                reading.count_operator();
                let operand = self.evaluate(left, reading)?;
                let mut truth = at(left.span, operand.truth())?;
                // "Evaluate their right side only where the left leaves the answer open."
                if truth == (*operator == BinaryOp::And) {
                    let operand = self.evaluate(right, reading)?;
                    truth = at(right.span, operand.truth())?;
                }
                Ok(truth_as(
                    truth,
                    self.scope.frame.typing.expression(expression),
                ))
            }
            ExprKind::Binary(operator, _, left, right) => {
                let left = self.evaluate(left, reading)?;
                let right = self.evaluate(right, reading)?;
                self.operate(*operator, left, right, span, reading)
            }
            ExprKind::Neutral(name) => self.neutral(name, expression),
            ExprKind::Call(name, arguments) => {
                self.builtin(&name.stem, arguments, expression, reading)
            }
            ExprKind::List(_) => at(span, Err(value::ILL_TYPED)),
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
            Some(position) => self.read(Cell { store, position }, span, reading),
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
                reading.count_operator();
                let dimensions = self
                    .whole_dimensions(array, reading.ready)?
                    .unwrap_or_default();
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
            _ => {
                reading.count_operator();
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.evaluate(argument, reading)?);
                }
                at(expression.span, value::builtin(name, &values))
            }
        }
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
