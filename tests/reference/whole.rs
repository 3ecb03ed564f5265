//! Whole-array statements: one step of as many processors as there are elements.

use std::rc::Rc;

use pram::source::Span;
use pram::syntax::ast::{BinaryOp, Expr, ExprKind, Ident};

use super::expression::{Execution, Prepared, Reading, Ready, address, at};
use super::memory::{Cell, Store, StoreId};
use super::processor::{Gate, Stop};
use super::scope::Binding;
use super::value::{self, Type, Value};

impl<'a> Execution<'a> {
    /// The common dimensions of the whole arrays in an expression; none if there are none.
    /// "Lengths of all whole arrays of one statement must agree."
    pub fn whole_dimensions(
        &self,
        expression: &'a Expr,
        ready: &Ready,
    ) -> Result<Option<Vec<usize>>, Stop> {
        match ready.get(&address(expression)) {
            Some(Prepared::Scalar(..) | Prepared::Answer(_)) => return Ok(None),
            Some(Prepared::Array(store)) => return Ok(Some(self.dimensions(*store))),
            None => {}
        }
        let parts: Vec<&'a Expr> = match &expression.kind {
            ExprKind::WholeArray(name) => return Ok(Some(self.dimensions(self.array(name)?))),
            ExprKind::Name(name) if self.is_array(&name.text) => {
                return Ok(Some(self.dimensions(self.array(name)?)));
            }
            ExprKind::Unary(_, operand) => vec![operand],
            ExprKind::Binary(_, _, left, right) => vec![left, right],
            ExprKind::Call(name, _) if matches!(name.stem.as_str(), "duljina" | "length") => {
                Vec::new()
            }
            ExprKind::Call(_, arguments) => arguments.iter().collect(),
            _ => Vec::new(),
        };
        let mut common: Option<Vec<usize>> = None;
        for part in parts {
            let Some(dimensions) = self.whole_dimensions(part, ready)? else {
                continue;
            };
            match &common {
                Some(known) if *known != dimensions => {
                    return at(expression.span, Err(value::LENGTHS_DIFFER));
                }
                Some(_) => {}
                None => common = Some(dimensions),
            }
        }
        Ok(common)
    }

    pub fn create_array(
        &self,
        name: &str,
        ty: Type,
        dimensions: Vec<usize>,
        shared: bool,
    ) -> StoreId {
        let store = Store {
            name: name.to_owned(),
            ty,
            dimensions: Some(dimensions),
            shared,
        };
        let length = store.len();
        let array = self.machine.scheduler.memory.borrow_mut().create(store);
        // "Every `lokalno` array belongs to the processor."
        if let (Some(network), Some(number)) = (self.network(), self.number()) {
            let mut network = network.borrow_mut();
            let owners = vec![network.processor_of(number); length];
            network.owners.insert(array, owners);
        }
        array
    }

    /// The type of what a name holds.
    pub fn type_of(&self, name: &str) -> Type {
        let frame = &self.scope.frame;
        match frame.names.resolve(&self.scope.chain(), name) {
            Some((owner, _)) => frame.typing.variable(owner, name),
            None => Type::Unknown,
        }
    }

    /// `X[] = …`, `X[] op= …`
    pub async fn assign_whole(
        &self,
        name: &'a Ident,
        operator: Option<BinaryOp>,
        value: &'a Expr,
        span: Span,
    ) -> Result<(), Stop> {
        // Arrays made from here on are fresh: nobody knows them under another name.
        let known = self.machine.scheduler.memory.borrow().store_count();
        let mut ready = Ready::new();
        self.prepare(value, &mut ready).await?;
        let target = match self.scope.find(&name.text) {
            Some(Binding::Array(store)) => Some(store),
            _ => None,
        };
        let is_call = matches!(value.kind, ExprKind::Call(..));
        if let (None, true, Some(Prepared::Array(result))) =
            (operator, is_call, ready.get(&address(value)))
        {
            // An array that a call gives back to itself needs no copy.
            if target == Some(*result) {
                return Ok(());
            }
            if *result >= known {
                return self.move_array(name, target, *result, span);
            }
        }
        let dimensions = self.whole_dimensions(value, &ready)?;
        let target = match (target, dimensions) {
            (Some(target), Some(dimensions)) => {
                if self.dimensions(target) != dimensions {
                    return at(span, Err(value::LENGTHS_DIFFER));
                }
                target
            }
            // A scalar is broadcast.
            (Some(target), None) => target,
            (None, Some(dimensions)) => {
                let array =
                    self.create_array(&name.text, self.type_of(&name.text), dimensions, true);
                self.scope.bind_array(&name.text, array);
                array
            }
            (None, None) => return at(name.span, Err(value::NEVER_WRITTEN)),
        };
        self.each_element(target, operator, value, span, ready)
            .await
    }

    /// "Assigning a call's fresh result to an array moves it and costs nothing."
    fn move_array(
        &self,
        name: &'a Ident,
        target: Option<StoreId>,
        from: StoreId,
        span: Span,
    ) -> Result<(), Stop> {
        let dimensions = self.dimensions(from);
        let length = self.length(from);
        let target = match target {
            Some(target) if self.length(target) != length => {
                return at(span, Err(value::LENGTHS_DIFFER));
            }
            Some(target) => target,
            None => {
                let array =
                    self.create_array(&name.text, self.type_of(&name.text), dimensions, true);
                self.scope.bind_array(&name.text, array);
                array
            }
        };
        let mut memory = self.machine.scheduler.memory.borrow_mut();
        for position in 0..length {
            let cell = Cell {
                store: target,
                position,
            };
            match memory.get(Cell {
                store: from,
                position,
            }) {
                Some(value) => memory.set(cell, value),
                None => memory.forget(cell),
            }
        }
        Ok(())
    }

    /// An argument that is a whole-array expression is first made as a temporary array.
    pub async fn temporary(&self, argument: &'a Expr, ready: &Ready) -> Result<StoreId, Stop> {
        let Some(dimensions) = self.whole_dimensions(argument, ready)? else {
            return at(argument.span, Err(value::ILL_TYPED));
        };
        let ty = self.scope.frame.typing.expression(argument);
        let array = self.create_array("temporary", ty, dimensions, true);
        self.each_element(array, None, argument, argument.span, ready.clone())
            .await?;
        Ok(array)
    }

    /// "One synchronous step over all indices, as if written as a `paralelno`."
    pub async fn each_element(
        &self,
        target: StoreId,
        operator: Option<BinaryOp>,
        value: &'a Expr,
        span: Span,
        ready: Ready,
    ) -> Result<(), Stop> {
        let scheduler = &self.machine.scheduler;
        let ready = Rc::new(ready);
        if scheduler.network.is_some() {
            let new = |cell: Cell, reading: &mut Reading| {
                self.new_value(cell, operator, value, span, reading)
            };
            return self.each_element_alone(target, new, &ready, span);
        }
        let mut written_here = (*self.written_here).clone();
        written_here.insert(scheduler.memory.borrow().viewed(target));
        let written_here = Rc::new(written_here);
        if self.length(target) > 0 {
            self.check_nesting(span)?;
        }
        let join = scheduler.enter(&self.processor, false);
        for position in 0..self.length(target) {
            let (ready, written_here) = (Rc::clone(&ready), Rc::clone(&written_here));
            scheduler.open(
                &self.processor,
                join,
                position,
                &self.element_indices(target, position),
                false,
                |processor| {
                    let element = Self {
                        processor,
                        written_here,
                        ..self.clone()
                    };
                    let cell = Cell {
                        store: target,
                        position,
                    };
                    Box::pin(async move {
                        element.machine.scheduler.round(&element.processor);
                        element
                            .one_element(cell, operator, value, span, &ready)
                            .await?;
                        element.machine.scheduler.leave(join);
                        Ok(())
                    })
                },
            )?;
        }
        scheduler.leave(join);
        scheduler.wait(&self.processor, Gate::Join(join)).await;
        Ok(())
    }

    async fn one_element(
        &self,
        cell: Cell,
        operator: Option<BinaryOp>,
        value: &'a Expr,
        span: Span,
        ready: &Ready,
    ) -> Result<(), Stop> {
        self.step(ready, |reading: &mut Reading| {
            reading.element = Some(cell.position);
            let actual = self.machine.scheduler.memory.borrow().actual(cell);
            let cell = at(span, actual.ok_or(super::value::OUT_OF_BOUNDS))?;
            let new = self.new_value(cell, operator, value, span, reading)?;
            Ok(((), Some((cell, new, span))))
        })
        .await
    }

    fn new_value(
        &self,
        cell: Cell,
        operator: Option<BinaryOp>,
        value: &'a Expr,
        span: Span,
        reading: &mut Reading,
    ) -> Result<Value, Stop> {
        let old = match operator {
            Some(operator) => Some((operator, self.read(cell, span, reading)?)),
            None => None,
        };
        let new = self.evaluate(value, reading)?;
        match old {
            Some((operator, old)) => self.operate(operator, old, new, span, reading),
            None => Ok(new),
        }
    }

    /// The indices of the processor of an element: of a matrix the row and the column.
    fn element_indices(&self, array: StoreId, position: usize) -> Vec<i64> {
        let mut rest = position;
        let mut indices = Vec::new();
        for length in self.dimensions(array).iter().skip(1).rev() {
            indices.insert(0, (rest % length) as i64);
            rest /= length;
        }
        indices.insert(0, rest as i64);
        indices
    }
}
