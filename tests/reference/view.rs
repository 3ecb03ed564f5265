//! Sections of arrays, `A[a do b]`, `M[r, a do b]`, `M[i, ]`: views of the cells that they show.

use pram::source::Span;
use pram::syntax::ast::{BinaryOp, Expr, Ident, Subscript};

use super::expression::{Execution, Ready, at};
use super::memory::{Cell, StoreId};
use super::processor::Stop;
use super::value;

impl<'a> Execution<'a> {
    /// "Ranged dimensions count in order, single subscripts drop out"; bounds are free.
    pub async fn view(
        &self,
        name: &'a Ident,
        subscripts: &'a [Subscript],
        ready: &mut Ready,
    ) -> Result<StoreId, Stop> {
        let parts: Vec<&'a Expr> = subscripts.iter().flat_map(Subscript::expressions).collect();
        for part in &parts {
            self.prepare(part, ready).await?;
        }
        let store = self.array(name)?;
        let mut values = Vec::new();
        for ((value, _), part) in self.header(&parts, ready).await?.into_iter().zip(&parts) {
            values.push(at(part.span, value.bound())?);
        }
        self.view_of(store, name.span, subscripts, &values)
    }

    /// The same with the values of what stands in the brackets.
    pub fn view_of(
        &self,
        store: StoreId,
        span: Span,
        subscripts: &'a [Subscript],
        values: &[i64],
    ) -> Result<StoreId, Stop> {
        let mut values = values.iter().copied();
        let mut next = || values.next().expect("each has its value");
        let dimensions = self.dimensions(store);
        // Of each dimension the places, and the lengths of those with a range.
        let mut places: Vec<Vec<i64>> = Vec::new();
        let mut lengths = Vec::new();
        for (subscript, length) in subscripts.iter().zip(&dimensions) {
            let (first, last) = match subscript {
                Subscript::At(_) => {
                    places.push(vec![next()]);
                    continue;
                }
                Subscript::Range { from, to } => {
                    let first = from.as_ref().map_or(0, |_| next());
                    let last = to.as_ref().map_or(*length as i64 - 1, |_| next());
                    (first, last)
                }
            };
            // "A section whose end is start − 1 is empty."
            if i128::from(last) < i128::from(first) - 1 {
                return at(span, Err(value::OUT_OF_BOUNDS));
            }
            let range: Vec<i64> = (first..=last).collect();
            lengths.push(range.len());
            places.push(range);
        }
        let mut cells = vec![Some(0)];
        for (places, &length) in places.iter().zip(&dimensions) {
            let mut further = Vec::new();
            for cell in cells {
                for &place in places {
                    let inside = usize::try_from(place).ok().filter(|place| *place < length);
                    further.push(match (cell, inside) {
                        (Some(cell), Some(place)) => Some(cell * length + place),
                        _ => None,
                    });
                }
            }
            cells = further;
        }
        let mut memory = self.machine.scheduler.memory.borrow_mut();
        let cell = |position: usize| memory.actual(Cell { store, position });
        let cells = cells
            .into_iter()
            .map(|position| position.and_then(cell))
            .collect();
        let whole = memory.viewed(store);
        Ok(memory.create_view(whole, lengths, cells))
    }

    /// `A[a do b] = …`, `M[i, ] op= …`
    pub async fn assign_section(
        &self,
        (name, subscripts, place): (&'a Ident, &'a [Subscript], Span),
        operator: Option<BinaryOp>,
        value: &'a Expr,
        span: Span,
    ) -> Result<(), Stop> {
        let mut ready = Ready::new();
        let target = self.view(name, subscripts, &mut ready).await?;
        self.prepare(value, &mut ready).await?;
        if let Some(dimensions) = self.whole_dimensions(value, &ready)?
            && dimensions != self.dimensions(target)
        {
            return at(place, Err(super::value::LENGTHS_DIFFER));
        }
        self.each_element(target, operator, value, span, ready)
            .await
    }
}
