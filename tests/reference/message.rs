//! Messages: `posalji`, `primi`, and what a processor asks its network.

use pram::network::{Manner as NetworkManner, Meeting, Shape};
use pram::source::Span;
use pram::syntax::ast::{Expr, ExprKind, Ident, Manner, Peer, Subscript, Target};

use super::block::range_length;
use super::expression::{Execution, Prepared, Reading, Ready, at};
use super::memory::{Cell, StoreId};
use super::multicomputer::{Answer, Asked};
use super::processor::{Gate, Stop};
use super::scope::Binding;
use super::value::{self, Type, Value};

/// "Wrong number of words or kind of value."
const WRONG_WORDS: &str = "E0509";
/// "No such processor/neighbour."
const NO_PROCESSOR: &str = "E0512";

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
        for part in to.expressions().iter().chain(tag) {
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
        let to_values = self.numbers(to.expressions(), &mut free)?;
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
        let to = self.peer(to, &to_values)?;
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
        let asked = Asked::Send {
            to: to.ok_or(Stop::Limit("a send has a receiver"))?,
            tag: tag.unwrap_or(0),
            manner: match manner {
                Manner::Blocking => NetworkManner::Blocking,
                Manner::Now => NetworkManner::Now,
                Manner::Synchronous => NetworkManner::Synchronous,
                Manner::Buffered => NetworkManner::Buffered,
            },
            words,
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
        for part in from.expressions().iter().chain(tag) {
            self.prepare(part, &mut ready).await?;
        }
        for part in targets.iter().flat_map(Target::expressions) {
            self.prepare(part, &mut ready).await?;
        }
        let mut free = Reading::new(&ready);
        let from_values = self.numbers(from.expressions(), &mut free)?;
        let tag = self.numbers(tag.into_parts(), &mut free)?.first().copied();
        let mut places = Vec::new();
        for target in targets {
            places.push(self.target_place(target, &mut free)?);
        }
        let from = self.peer(from, &from_values)?;
        let answer = self.await_network(Asked::Receive { from, tag }, span).await;
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

    /// All processors of the block wait for the last one.
    pub async fn meet_at_barrier(&self, span: Span) {
        self.await_network(Asked::Meet(Meeting::Barrier), span)
            .await;
    }

    async fn await_network(&self, asked: Asked, span: Span) -> Answer {
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

    /// A processor by its number, or by its indices in the block; none for anyone.
    fn peer(&self, peer: &'a Peer, values: &[i64]) -> Result<Option<u32>, Stop> {
        let network = self.network().expect("a multicomputer has a network");
        let network = network.borrow();
        let found = match peer {
            Peer::Anyone(_) => return Ok(None),
            Peer::Number(_) => u32::try_from(values[0])
                .ok()
                .filter(|number| *number < network.processors()),
            Peer::Indices(..) => {
                let mut number = Some(0);
                for (value, &range) in values.iter().zip(&network.ranges) {
                    let (first, _, step) = range;
                    let length = range_length(range);
                    let place = (0..length).find(|place| {
                        i128::from(first) + place * i128::from(step) == i128::from(*value)
                    });
                    number = number
                        .zip(place)
                        .map(|(number, place)| number * length + place);
                }
                number.map(|number| number as u32)
            }
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
                let mut position = 0;
                for (subscript, length) in subscripts.iter().zip(self.dimensions(*store)) {
                    let inside = usize::try_from(*subscript).ok();
                    let inside = inside.filter(|subscript| *subscript < length);
                    position = position * length + at(*span, inside.ok_or(value::OUT_OF_BOUNDS))?;
                }
                return Ok(vec![(
                    Cell {
                        store: *store,
                        position,
                    },
                    *span,
                )]);
            }
        };
        let cell = |position| {
            let cell = memory.borrow().actual(Cell { store, position });
            Ok((at(span, cell.ok_or(value::OUT_OF_BOUNDS))?, span))
        };
        (0..self.length(store)).map(cell).collect()
    }

    /// Whether this asks the network.
    pub fn is_question(&self, part: &Expr) -> bool {
        let questions = ["ima_poruke", "has_message", "susjed", "neighbour"];
        self.network().is_some()
            && matches!(&part.kind, ExprKind::Call(name, _) if questions.contains(&name.stem.as_str()))
    }

    /// `ima_poruke(j)`: "1 instruction". `susjed(k)`: a neighbour by its number.
    pub async fn ask(
        &self,
        call: &'a Expr,
        arguments: &'a [Expr],
        ready: &Ready,
    ) -> Result<Option<Prepared>, Stop> {
        let (ExprKind::Call(name, _), [argument], Some(network)) =
            (&call.kind, arguments, self.network())
        else {
            return Ok(None);
        };
        let mut free = Reading::new(ready);
        match name.stem.as_str() {
            "ima_poruke" | "has_message" => {
                let from = match &argument.kind {
                    ExprKind::Name(name)
                        if ["bilo_koga", "anyone"].contains(&name.text.as_str()) =>
                    {
                        None
                    }
                    _ => {
                        let number =
                            at(argument.span, self.evaluate(argument, &mut free)?.bound())?;
                        let found = u32::try_from(number).ok();
                        let p = network.borrow().processors();
                        let found = found.filter(|number| *number < p);
                        Some(at(argument.span, found.ok_or(NO_PROCESSOR))?)
                    }
                };
                self.pass(1);
                match self.await_network(Asked::Probe(from), call.span).await {
                    Answer::Found(found) => Ok(Some(Prepared::Answer(found))),
                    other => panic!("a question was asked, and not {other:?}"),
                }
            }
            "susjed" | "neighbour" => {
                let number = at(argument.span, self.evaluate(argument, &mut free)?.bound())?;
                let network = network.borrow();
                let own = self.number().ok_or(Stop::Limit("outside of a block"))?;
                let found = match network.twin.topology.shape() {
                    Shape::Hypercube(bits) if 0 <= number && number < i64::from(*bits) => {
                        Some(own ^ (1 << number))
                    }
                    _ => None,
                };
                let found = at(call.span, found.ok_or(NO_PROCESSOR))?;
                Ok(Some(Prepared::Scalar(Value::Int(found.into()), 0)))
            }
            _ => Ok(None),
        }
    }

    /// `lijevo`, `desno`, `gore`, `dolje`: "−1, +1 in the row, −1, +1 row"; `ja`.
    pub fn neighbour(&self, name: &str, span: Span) -> Result<Option<u32>, Stop> {
        if matches!(name, "ja" | "me") && self.network().is_some() {
            return Ok(self.number());
        }
        let (is_along_row, step) = match name {
            "lijevo" | "left" => (true, -1),
            "desno" | "right" => (true, 1),
            "gore" | "up" => (false, -1),
            "dolje" | "down" => (false, 1),
            _ => return Ok(None),
        };
        let (Some(network), Some(own)) = (self.network(), self.number()) else {
            return Ok(None);
        };
        let network = network.borrow();
        let p = i64::from(network.processors());
        let (rows, columns, is_closed) = match network.twin.topology.shape() {
            Shape::Ring => (1, p, true),
            Shape::Line => (1, p, false),
            Shape::Torus(sides) if sides.len() == 2 => {
                (i64::from(sides[0]), i64::from(sides[1]), true)
            }
            Shape::Mesh(sides) if sides.len() == 2 => {
                (i64::from(sides[0]), i64::from(sides[1]), false)
            }
            _ => return at(span, Err(NO_PROCESSOR)),
        };
        let is_grid = matches!(
            network.twin.topology.shape(),
            Shape::Torus(_) | Shape::Mesh(_)
        );
        let (mut row, mut column) = (i64::from(own) / columns, i64::from(own) % columns);
        if is_along_row {
            column += step;
        } else {
            row += step;
        }
        let mut inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        if is_closed && (is_along_row || is_grid) {
            row = (row + rows) % rows;
            column = (column + columns) % columns;
            inside = true;
        }
        let number = inside.then_some((row * columns + column) as u32);
        at(span, number.ok_or(NO_PROCESSOR)).map(Some)
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
