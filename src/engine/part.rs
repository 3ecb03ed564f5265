//! Parts of arrays whose cells lie side by side: views, which are arrays like others.

use super::handle::Handle;
use crate::code::control::Axis;

/// What a part takes of one dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// One place.
    At(i64),
    /// From the first to the second, both included.
    Range(i64, i64),
    /// All.
    All,
}

/// Why there is no such part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPart {
    /// A range ends further below its start than an empty one.
    Reversed {
        /// How much further.
        below: u64,
    },
    /// Something lies outside of the array.
    Outside,
}

/// Gives every axis its subscripts or bounds, from first to last.
pub fn taken(axes: &[Axis], mut outputs: impl Iterator<Item = i64>) -> Vec<Taken> {
    let mut next = || outputs.next().expect("every axis has its outputs");
    axes.iter()
        .map(|axis| match axis {
            Axis::At => Taken::At(next()),
            Axis::Range => Taken::Range(next(), next()),
            Axis::All => Taken::All,
        })
        .collect()
}

/// A part of an array that has a dimension for each of `places`. Behind the first place that is no
/// single one all are taken whole, so its cells lie side by side. An empty part may lie anywhere.
pub fn part(handle: Handle, places: &[Taken]) -> Result<Handle, NoPart> {
    let lengths = handle.dimensions(places.len() as u8);
    let mut counts = Vec::with_capacity(places.len());
    let mut offset: i128 = 0;
    let mut is_empty = false;
    let mut is_outside = false;
    for (place, length) in places.iter().zip(&lengths) {
        let length = *length as i64;
        let (from, to) = match *place {
            Taken::At(at) => (at, at),
            Taken::Range(from, to) => (from, to),
            Taken::All => (0, length - 1),
        };
        let count = i128::from(to) - i128::from(from) + 1;
        if count < 0 {
            let below = count.unsigned_abs() as u64;
            return Err(NoPart::Reversed { below });
        }
        is_empty |= count == 0;
        is_outside |= count > 0 && (from < 0 || to >= length);
        // Where something lies outside, it is not used.
        offset = offset.wrapping_mul(length.into()).wrapping_add(from.into());
        if !matches!(place, Taken::At(_)) {
            counts.push(count as u32);
        }
    }
    if is_outside && !is_empty {
        return Err(NoPart::Outside);
    }
    let base = if is_empty { 0 } else { offset as u32 };
    Ok(Handle::of_dimensions(handle.base + base, &counts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Handle {
        Handle::of_dimensions(100, &[3, 4])
    }

    #[test]
    fn a_part_of_a_row_is_a_vector() {
        // Row 2 begins at 100 + 2·4, its element 1 is one further.
        let found = part(table(), &[Taken::At(2), Taken::Range(1, 3)]);
        assert_eq!(found, Ok(Handle::of_dimensions(109, &[3])));
    }

    #[test]
    fn some_rows_are_a_table() {
        let found = part(table(), &[Taken::Range(1, 2), Taken::All]);
        assert_eq!(found, Ok(Handle::of_dimensions(104, &[2, 4])));
    }

    #[test]
    fn a_part_of_an_array_of_three_dimensions() {
        // 2×3×4: layer 1 begins at 100 + 12, its row 2 another 8 further.
        let space = Handle::of_dimensions(100, &[2, 3, 4]);
        let layer = part(space, &[Taken::At(1), Taken::All, Taken::All]);
        assert_eq!(layer, Ok(Handle::of_dimensions(112, &[3, 4])));
        let row = part(space, &[Taken::At(1), Taken::At(2), Taken::Range(1, 2)]);
        assert_eq!(row, Ok(Handle::of_dimensions(121, &[2])));
        let outside = part(space, &[Taken::At(1), Taken::At(3), Taken::All]);
        assert_eq!(outside, Err(NoPart::Outside));
    }

    #[test]
    fn empty_parts_lie_anywhere_and_reversed_ones_nowhere() {
        let vector = Handle::of_dimensions(100, &[4]);
        let of = |from, to| part(vector, &[Taken::Range(from, to)]);
        assert_eq!(of(4, 3).map(Handle::cells), Ok(0));
        assert_eq!(of(0, -1).map(Handle::cells), Ok(0));
        assert_eq!(of(3, 4), Err(NoPart::Outside));
        assert_eq!(of(-1, 2), Err(NoPart::Outside));
        assert_eq!(of(3, 0), Err(NoPart::Reversed { below: 2 }));
        assert!(of(i64::MAX, i64::MIN).is_err());
    }
}
