//! Parts of arrays that are passed as arrays: an access to a part is an access to a cell of the original
//! array.

use super::polynomial::Polynomial;
use super::state::{DimensionPart, PartExtent, ProofArray};
use super::walker::Walker;
use crate::program::{ArrayId, Axis};

impl<'p> Walker<'p> {
    /// Binds a name to a part of an array.
    pub fn view(&mut self, view: ArrayId, of: ArrayId, axes: &'p [Axis]) {
        let whole = self.array(of);
        let mut places = Vec::with_capacity(axes.len());
        let mut dimensions = Vec::new();
        for (axis, length) in axes.iter().zip(&whole.dimensions) {
            places.push(match axis {
                Axis::At(at) => DimensionPart::At(self.whole(at)),
                Axis::Range(from, to) => {
                    let (from, to) = (self.whole(from), self.whole(to));
                    let length = to.minus(&from).and_then(|last| last.plus_number(1));
                    let length = length.unwrap_or_else(|| self.unknown_whole());
                    // A range that ends earlier is a fault.
                    if length.as_constant().is_none() && !self.assumed.facts.contains(&length) {
                        self.assumed.facts.push(length.clone());
                    }
                    dimensions.push(length);
                    DimensionPart::From(from)
                }
                Axis::All => {
                    dimensions.push(length.clone());
                    DimensionPart::From(Polynomial::constant(0))
                }
            });
        }
        let extent = match whole.extent {
            PartExtent::Whole => PartExtent::Part(places),
            PartExtent::Part(outer) => PartExtent::Part(self.inside(outer, places)),
            PartExtent::Unknown => PartExtent::Unknown,
        };
        let known = ProofArray {
            sites: whole.sites,
            dimensions,
            extent,
        };
        self.state.arrays.insert(view, known);
    }

    /// The position of a part of a part in the original array.
    fn inside(
        &mut self,
        outer: Vec<DimensionPart>,
        inner: Vec<DimensionPart>,
    ) -> Vec<DimensionPart> {
        let mut inner = inner.into_iter();
        let places = outer.into_iter().map(|place| match place {
            DimensionPart::At(_) => place,
            DimensionPart::From(from) => match inner.next() {
                Some(DimensionPart::At(at)) => DimensionPart::At(self.sum(&from, &at)),
                Some(DimensionPart::From(at)) => DimensionPart::From(self.sum(&from, &at)),
                None => DimensionPart::From(from),
            },
        });
        places.collect()
    }

    /// The subscripts of a cell in the original array, and the facts that the cell lies inside its part.
    /// An access outside it is a fault.
    pub fn of_whole(
        &mut self,
        array: &ProofArray,
        subscripts: Vec<Polynomial>,
    ) -> (Vec<Polynomial>, Vec<Polynomial>) {
        let PartExtent::Part(places) = &array.extent else {
            return (subscripts, Vec::new());
        };
        let mut facts = Vec::new();
        for (subscript, length) in subscripts.iter().zip(&array.dimensions) {
            facts.push(subscript.clone());
            facts.extend(
                length
                    .minus(subscript)
                    .and_then(|left| left.plus_number(-1)),
            );
        }
        let mut subscripts = subscripts.into_iter();
        let cell = places.iter().map(|place| match place {
            DimensionPart::At(at) => at.clone(),
            DimensionPart::From(from) => match subscripts.next() {
                Some(subscript) => self.sum(from, &subscript),
                None => from.clone(),
            },
        });
        (cell.collect(), facts)
    }

    fn sum(&mut self, one: &Polynomial, other: &Polynomial) -> Polynomial {
        one.plus(other).unwrap_or_else(|| self.unknown_whole())
    }

    /// An unknown int.
    fn unknown_whole(&mut self) -> Polynomial {
        Polynomial::atom(self.symbols.unknown(self.level))
    }
}
