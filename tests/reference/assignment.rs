//! Assignments and declarations.

use pram::source::Span;
use pram::syntax::ast::{BinaryOp, Declarator, Expr, ExprKind, Ident, Storage, Target};

use super::asynchronous::Run;
use super::expression::{Execution, Origin, Reading, Ready, at};
use super::memory::{Cell, StoreId};
use super::names::{Entity, is_data};
use super::processor::Stop;
use super::scope::Binding;
use super::value::{self, Value};

impl<'a> Execution<'a> {
    pub async fn assign(
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
            Target::Section(name, subscripts, place) => {
                return self
                    .assign_section((name, subscripts, *place), operator, value, span)
                    .await;
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
            let old_origin = old.map(|_| reading.origin);
            let mut new = self.evaluate(value, reading)?;
            if let (Some((operator, old)), Some(origin)) = (old, old_origin) {
                reading.origin = reading.origin.with(origin);
                new = self.operate(operator, old, new, span, reading)?;
            }
            Ok(((), Some((cell, new, place))))
        })
        .await
    }

    /// `x ⊕= e` where ⊕ is the user's f: `x = f(x, e)`.
    pub async fn assign_by_call(
        &self,
        f: usize,
        target: &'a Target,
        value: &'a Expr,
        span: Span,
        ready: &Ready,
    ) -> Result<(), Stop> {
        let arguments = |reading: &mut Reading| -> Result<Vec<(Value, Run)>, Stop> {
            let (cell, place) = self.place(target, reading)?;
            let old = self.read(cell, place, reading)?;
            let old = (old, reading.origin.run);
            let value = self.evaluate(value, reading)?;
            Ok(vec![old, (value, reading.origin.run)])
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
            Target::Section(..) | Target::WholeArray(..) => true,
        };
        let values = if reads || self.reads_shared(value, ready) {
            self.step(ready, |reading| Ok((arguments(reading)?, None)))
                .await?
        } else {
            arguments(&mut Reading::new(ready))?
        };
        let (new, run) = self.apply(f, values, span).await?;
        self.step(ready, |reading| {
            let (cell, place) = self.place(target, reading)?;
            reading.origin = Origin::of_run(run);
            Ok(((), Some((cell, new, place))))
        })
        .await
    }

    pub async fn declare(&self, storage: Storage, declarator: &'a Declarator) -> Result<(), Stop> {
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
        for ((value, _), length) in self
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
        if let (Some(network), Storage::Channel) = (self.network(), storage) {
            network.borrow_mut().channels.insert(array);
        }
        self.distribute(array, declarator.distribution.as_ref())?;
        match &declarator.initial {
            Some(initial) if is_data(initial) || self.is_first_value(initial) => {
                self.fill(array, initial)
            }
            Some(initial) => self.assign_whole(name, None, initial, name.span).await,
            None => Ok(()),
        }
    }

    /// `polje X[] = …`: as long as what it holds.
    pub async fn declare_by_initial(&self, declarator: &'a Declarator) -> Result<(), Stop> {
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

    pub fn declare_array(
        &self,
        name: &'a Ident,
        storage: Storage,
        dimensions: Vec<usize>,
    ) -> StoreId {
        let declared = self.scope.frame.names.get(self.scope.owner, &name.text);
        let shared = storage != Storage::Local || declared == Some(Entity::Array { shared: true });
        let array = self.create_array(&name.text, self.type_of(&name.text), dimensions, shared);
        self.scope.bind_array(&name.text, array);
        array
    }

    /// Data is free.
    pub fn fill(&self, array: StoreId, data: &'a Expr) -> Result<(), Stop> {
        let length = self.length(array);
        let evaluate = |part| self.evaluate(part, &mut Reading::new(&Ready::new()));
        let values: Vec<Value> = match &data.kind {
            ExprKind::List(_) => items(data).map(evaluate).collect::<Result<_, _>>()?,
            ExprKind::Call(name, arguments) => match (name.stem.as_str(), arguments.as_slice()) {
                ("iota", _) => (0..length as i64).map(Value::Int).collect(),
                ("konstanta" | "constant", [constant]) => vec![evaluate(constant)?; length],
                // Random data is the machine's own affair.
                _ if is_data(data) => return at(data.span, Err(value::ILL_TYPED)),
                _ => vec![evaluate(data)?; length],
            },
            // "A scalar e … is evaluated once."
            _ => vec![evaluate(data)?; length],
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
}

/// The values of a list, or of a list of rows, in their order.
fn items(data: &Expr) -> Box<dyn Iterator<Item = &Expr> + '_> {
    match &data.kind {
        ExprKind::List(parts) => Box::new(parts.iter().flat_map(items)),
        _ => Box::new(std::iter::once(data)),
    }
}
