//! Parts of arrays whose cells are adjacent: views, which are used like arrays.

use super::handle::Handle;
use crate::code::control::Axis;

/// The part of a dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// A single index.
    At(i64),
    /// A range with both ends included.
    Range(i64, i64),
    /// The whole dimension.
    All,
}

/// Why a part does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPart {
    /// A range ends further below its start than an empty one.
    Reversed {
        /// By how much.
        below: u64,
    },
    /// An index is outside the array.
    Outside,
}

/// Assigns subscripts or bounds to every axis, in order.
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

/// A part of an array with a dimension for each of `places`. After the first place that is not a single
/// index, all dimensions are taken whole, so the cells are adjacent. An empty part may be anywhere.
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
        // If something is outside the array, the offset is not used.
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
