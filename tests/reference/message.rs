//! Messages: `posalji` and `primi`.

use pram::network::{Rendezvous, SendManner as NetworkManner};
use pram::source::Span;
use pram::syntax::ast::{Expr, ExprKind, Ident, Manner, Peer, Subscript, Target};

use super::expression::{Execution, Reading, Ready, at};
use super::memory::{Cell, StoreId};
use super::multicomputer::{Answer, Asked};
use super::processor::{Gate, Stop};
use super::scope::Binding;
use super::tasks::NO_PROCESSOR;
use super::value::{self, Type, Value};

/// "Wrong number of words or kind of value."
const WRONG_WORDS: &str = "E0509";

/// A place of a message, with the values in its brackets.
enum Place<'a> {
    Scalar(Cell, Span),
    Value(Value),
    /// All of an array.
    Whole(StoreId, Span),
    Element(StoreId, Vec<i64>, Span),
    Section(StoreId, &'a [Subscript], Vec<i64>, Span),
}

impl<'a> Execution<'a> {
    pub async fn send(
        &self,
        manner: Manner,
        items: &'a [Expr],
        to: &'a Peer,
        tag: Option<&'a Expr>,
        span: Span,
    ) -> Result<(), Stop> {
        let mut ready = Ready::new();
        let channel = self.channel(to);
        let named = channel.map_or(to.expressions(), |(_, subscripts, _)| subscripts);
        for part in named.iter().chain(tag) {
            self.prepare(part, &mut ready).await?;
        }
        for item in items {
            match &item.kind {
                ExprKind::Section(_, subscripts) => {
                    for part in subscripts.iter().flat_map(Subscript::expressions) {
                        self.prepare(part, &mut ready).await?;
                    }
                }
                _ => self.prepare(item, &mut ready).await?,
            }
        }
        // Destination and tag are free, the operators of items count.
        let mut free = Reading::new(&ready);
        let named = self.numbers(named, &mut free)?;
        let tag = self.numbers(tag.into_parts(), &mut free)?.first().copied();
        let mut reading = Reading::new(&ready);
        let mut places = Vec::new();
        for item in items {
            places.push(match &item.kind {
                ExprKind::Section(name, subscripts) => {
                    let values = self.bounds(subscripts, &mut free)?;
                    Place::Section(self.array(name)?, subscripts, values, item.span)
                }
                ExprKind::WholeArray(name) => Place::Whole(self.array(name)?, item.span),
                ExprKind::Name(name) if self.is_array(&name.text) => {
                    Place::Whole(self.array(name)?, item.span)
                }
                _ => Place::Value(self.evaluate(item, &mut reading)?),
            });
        }
        let (to, queue) = match channel {
            None => (self.peer(to, &named)?, None),
            Some((channel, _, span)) => {
                let (queue, reader) = self.queue(channel, &named, span)?;
                (Some(reader), Some(queue))
            }
        };
        let mut words = Vec::new();
        for place in places {
            match place {
                Place::Value(value) => words.push(value),
                other => {
                    for (cell, _) in self.cells(&other)? {
                        words.push(self.read(cell, span, &mut Reading::new(&Ready::new()))?);
                    }
                }
            }
        }
        self.pass(reading.operators);
        let to = to.ok_or(Stop::Limit("a send has a receiver"))?;
        let asked = match queue {
            // "A send into a queue ends at once."
            Some(queue) => Asked::Put { to, queue, words },
            None => Asked::Send {
                to,
                tag: tag.unwrap_or(0),
                manner: match manner {
                    Manner::Blocking => NetworkManner::Blocking,
                    Manner::Now => NetworkManner::Now,
                    Manner::Synchronous => NetworkManner::Synchronous,
                    Manner::Buffered => NetworkManner::Buffered,
                },
                words,
            },
        };
        self.await_network(asked, span).await;
        Ok(())
    }

    pub async fn receive(
        &self,
        targets: &'a [Target],
        from: &'a Peer,
        sender: Option<&'a Ident>,
        tag: Option<&'a Expr>,
        span: Span,
    ) -> Result<(), Stop> {
        let mut ready = Ready::new();
        let channel = self.channel(from);
        let named = channel.map_or(from.expressions(), |(_, subscripts, _)| subscripts);
        for part in named.iter().chain(tag) {
            self.prepare(part, &mut ready).await?;
        }
        for part in targets.iter().flat_map(Target::expressions) {
            self.prepare(part, &mut ready).await?;
        }
        let mut free = Reading::new(&ready);
        let named = self.numbers(named, &mut free)?;
        let tag = self.numbers(tag.into_parts(), &mut free)?.first().copied();
        let mut places = Vec::new();
        for target in targets {
            places.push(self.target_place(target, &mut free)?);
        }
        let asked = match channel {
            None => {
                let from = self.peer(from, &named)?;
                Asked::Receive { from, tag }
            }
            Some((channel, _, span)) => Asked::Take(self.own_queue(channel, &named, span)?),
        };
        let answer = self.await_network(asked, span).await;
        let Answer::Message { sender: who, words } = answer else {
            panic!("a receive waits for a message");
        };
        if let Some(name) = sender
            && let Some(Binding::Scalar { cell, .. }) = self.scope.find(&name.text)
        {
            self.write_own(cell, Value::Int(who.into()), name.span)?;
        }
        let mut cells = Vec::new();
        for place in &places {
            cells.extend(self.cells(place)?);
        }
        let fits = |(cell, word): (&(Cell, Span), &Value)| {
            let memory = self.machine.scheduler.memory.borrow();
            match (memory.store(cell.0.store).ty, word.ty()) {
                (Type::Unknown, _) | (Type::Real, Type::Int) => true,
                (wanted, given) => wanted == given,
            }
        };
        if cells.len() != words.len() || !cells.iter().zip(&words).all(fits) {
            return at(span, Err(WRONG_WORDS));
        }
        for ((cell, place), word) in cells.into_iter().zip(words) {
            self.write_own(cell, word, place)?;
        }
        Ok(())
    }

    /// All processors of the block wait for the last one. "In a block of tasks there is no barrier."
    pub async fn meet_at_barrier(&self, span: Span) -> Result<(), Stop> {
        self.only_of_processors(span)?;
        self.await_network(Asked::Meet(Rendezvous::Barrier), span)
            .await;
        Ok(())
    }

    /// "Neighbours in the network, `ja`, and collective communication belong to processors, and are
    /// errors in a block of tasks."
    pub fn only_of_processors(&self, span: Span) -> Result<(), Stop> {
        match self.network() {
            Some(network) if network.borrow().is_of_tasks() => at(span, Err(NO_PROCESSOR)),
            _ => Ok(()),
        }
    }

    pub async fn await_network(&self, asked: Asked, span: Span) -> Answer {
        let network = self.network().expect("a multicomputer has a network");
        network.borrow_mut().asked = Some((asked, span));
        let scheduler = &self.machine.scheduler;
        scheduler.wait(&self.processor, Gate::Message).await;
        network.borrow().answer.clone()
    }

    fn numbers(&self, parts: &'a [Expr], free: &mut Reading) -> Result<Vec<i64>, Stop> {
        let number = |part: &'a Expr| at(part.span, self.evaluate(part, free)?.bound());
        parts.iter().map(number).collect()
    }

    fn bounds(&self, parts: &'a [Subscript], free: &mut Reading) -> Result<Vec<i64>, Stop> {
        let parts = parts.iter().flat_map(Subscript::expressions);
        let number = |part: &'a Expr| at(part.span, self.evaluate(part, free)?.bound());
        parts.map(number).collect()
    }

    /// A processor or task by its number, or by its indices in the block; none for anyone.
    fn peer(&self, peer: &'a Peer, values: &[i64]) -> Result<Option<u32>, Stop> {
        let network = self.network().expect("a multicomputer has a network");
        let network = network.borrow();
        let found = match peer {
            Peer::Anyone(_) => return Ok(None),
            Peer::Number(_) => network.with_number(values[0]),
            Peer::Indices(..) => network.with_indices(values),
        };
        at(peer.span(), found.ok_or(NO_PROCESSOR)).map(Some)
    }

    fn target_place(&self, target: &'a Target, free: &mut Reading) -> Result<Place<'a>, Stop> {
        Ok(match target {
            Target::Name(name) => match self.scope.find(&name.text) {
                Some(Binding::Scalar { cell, .. }) => Place::Scalar(cell, name.span),
                _ => Place::Whole(self.array(name)?, name.span),
            },
            Target::WholeArray(name, span) => Place::Whole(self.array(name)?, *span),
            Target::Element(name, parts, span) => {
                Place::Element(self.array(name)?, self.numbers(parts, free)?, *span)
            }
            Target::Section(name, parts, span) => {
                Place::Section(self.array(name)?, parts, self.bounds(parts, free)?, *span)
            }
        })
    }

    /// The cells of a place, in the order of rows.
    fn cells(&self, place: &Place<'a>) -> Result<Vec<(Cell, Span)>, Stop> {
        let memory = &self.machine.scheduler.memory;
        let (store, span) = match place {
            Place::Value(_) => return Ok(Vec::new()),
            Place::Scalar(cell, span) => return Ok(vec![(*cell, *span)]),
            Place::Whole(store, span) => (*store, *span),
            Place::Section(store, parts, values, span) => {
                (self.view_of(*store, *span, parts, values)?, *span)
            }
            Place::Element(store, subscripts, span) => {
                return Ok(vec![(self.cell_at(*store, subscripts, *span)?, *span)]);
            }
        };
        let cell = |position| {
            let cell = memory.borrow().actual(Cell { store, position });
            Ok((at(span, cell.ok_or(value::OUT_OF_BOUNDS))?, span))
        };
        (0..self.length(store)).map(cell).collect()
    }

    /// The cell with these subscripts.
    pub(super) fn cell_at(
        &self,
        store: StoreId,
        subscripts: &[i64],
        span: Span,
    ) -> Result<Cell, Stop> {
        let mut position = 0;
        for (subscript, length) in subscripts.iter().zip(self.dimensions(store)) {
            let inside = usize::try_from(*subscript).ok();
            let inside = inside.filter(|subscript| *subscript < length);
            position = position * length + at(span, inside.ok_or(value::OUT_OF_BOUNDS))?;
        }
        Ok(Cell { store, position })
    }

    /// A line that a processor prints, or code outside of blocks.
    pub fn print_line(&self, line: String) {
        match (self.network(), self.number()) {
            (Some(network), Some(number)) => {
                let mut network = network.borrow_mut();
                let now = network.now();
                network.lines.push((now, number, line));
            }
            _ => self.machine.scheduler.printed.borrow_mut().push(line),
        }
    }

    /// A statement about n elements in private memory: "max(n, operators)". The right side is read
    /// first.
    pub fn each_element_alone(
        &self,
        target: StoreId,
        compute: impl Fn(Cell, &mut Reading) -> Result<Value, Stop>,
        ready: &Ready,
        span: Span,
    ) -> Result<(), Stop> {
        let count = self.length(target);
        let mut operators = 0;
        let mut new = Vec::new();
        for position in 0..count {
            let cell = Cell {
                store: target,
                position,
            };
            let actual = self.machine.scheduler.memory.borrow().actual(cell);
            let mut reading = Reading::new(ready);
            reading.element = Some(position);
            let value = match actual {
                Some(actual) => compute(actual, &mut reading)?,
                None => return at(span, Err(value::OUT_OF_BOUNDS)),
            };
            operators += reading.operators;
            new.extend(actual.map(|actual| (actual, value)));
        }
        for (cell, value) in new {
            self.write_own(cell, value, span)?;
        }
        self.pass(operators.max(count as u64));
        Ok(())
    }
}

/// An expression that may be missing, as a slice.
trait IntoParts<'a> {
    fn into_parts(self) -> &'a [Expr];
}

impl<'a> IntoParts<'a> for Option<&'a Expr> {
    fn into_parts(self) -> &'a [Expr] {
        self.map_or(&[], std::slice::from_ref)
    }
}
