//! The values of a register for all processors of a group, if they are constant or affine in the lane.
//!
//! Most subscripts are equal for all processors or affine in the lane. Such a register is never computed
//! for each processor, and more is known about it: an affine function has its extremes at the first and
//! the last lane, so two evaluations decide whether an operation fails for any lane; and with a nonzero
//! stride no two processors have the same value.

use super::selection::{Chunk, Lane, LaneRange, Selection};
use crate::code::kernel::Slot;
use crate::code::operation::{Binary, Unary};
use crate::engine::arithmetic;
use crate::engine::words::Flagged;

/// The shape of a register's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegisterShape {
    /// The same value for all.
    Constant(i64),
    /// `from + stride · lane`; the stride is not 0.
    Sequence {
        /// Value of lane 0.
        from: i64,
        /// Difference from lane to lane.
        stride: i64,
    },
    /// The value of a scalar of the processors, as stored in its column.
    Held(Slot),
    /// The result of an earlier statement of the same sequence.
    Carried(u32),
    /// Unknown.
    Unknown,
}

/// What is known about a result before it is computed for each processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlook {
    /// It has this shape, and no processor fails.
    Known(RegisterShape),
    /// Some processor fails.
    Fails,
    /// Each processor has to compute its own value.
    Unknown,
}

impl RegisterShape {
    /// The value for a lane, if the shape determines it.
    pub fn at(self, lane: Lane) -> Option<i64> {
        match self {
            Self::Constant(value) => Some(value),
            Self::Sequence { from, stride } => {
                Some(from.wrapping_add(stride.wrapping_mul(i64::from(lane))))
            }
            Self::Held(_) | Self::Carried(_) | Self::Unknown => None,
        }
    }

    /// Whether the shape determines the value of every lane.
    pub fn is_known(self) -> bool {
        matches!(self, Self::Constant(_) | Self::Sequence { .. })
    }

    /// Whether the values change evenly from lane to lane.
    pub fn is_line(self) -> bool {
        matches!(self, Self::Sequence { .. })
    }

    /// Writes out the values of a sequence for a chunk.
    pub fn spread(self, lanes: &Selection, chunk: Chunk, out: &mut [i64]) {
        let Self::Sequence { from, stride } = self else {
            unreachable!("only sequences are spread")
        };
        let value = |lane: Lane| from.wrapping_add(stride.wrapping_mul(i64::from(lane)));
        let out = &mut out[..chunk.len];
        match lanes {
            // Sums are vectorized, products are not.
            Selection::All(_) => {
                let mut next = value(chunk.start as Lane);
                for out in out {
                    *out = next;
                    next = next.wrapping_add(stride);
                }
            }
            Selection::List(list) => {
                for (out, lane) in out.iter_mut().zip(&list[chunk.start..]) {
                    *out = value(*lane);
                }
            }
        }
    }

    /// Start and stride, if the values are affine.
    fn line(self) -> Option<(i128, i128)> {
        match self {
            Self::Constant(value) => Some((i128::from(value), 0)),
            Self::Sequence { from, stride } => Some((i128::from(from), i128::from(stride))),
            Self::Held(_) | Self::Carried(_) | Self::Unknown => None,
        }
    }

    /// The outlook of `from + stride · lane` as an int.
    pub fn of_line(from: i128, stride: i128, range: LaneRange) -> Outlook {
        let at = |lane: Lane| i64::try_from(from + stride * i128::from(lane));
        let (Ok(first), Ok(_)) = (at(range.first), at(range.last)) else {
            return Outlook::Fails;
        };
        if stride == 0 || range.is_single() {
            return Outlook::Known(Self::Constant(first));
        }
        match (i64::try_from(from), i64::try_from(stride)) {
            (Ok(from), Ok(stride)) => Outlook::Known(Self::Sequence { from, stride }),
            // Lane 0 is not active, and its value would not fit into an int.
            _ => Outlook::Unknown,
        }
    }
}

/// The outlook of a unary operation.
pub fn unary(operation: Unary, a: RegisterShape, range: LaneRange) -> Outlook {
    if let RegisterShape::Constant(a) = a {
        return for_all(arithmetic::unary_word(operation, a));
    }
    match (operation, a.line()) {
        (Unary::NegateInt, Some((from, stride))) => RegisterShape::of_line(-from, -stride, range),
        _ => Outlook::Unknown,
    }
}

/// The outlook of an operation with two operands.
pub fn binary(operation: Binary, a: RegisterShape, b: RegisterShape, range: LaneRange) -> Outlook {
    if let (RegisterShape::Constant(a), RegisterShape::Constant(b)) = (a, b) {
        return for_all(arithmetic::binary_word(operation, a, b));
    }
    let (Some((a, along_a)), Some((b, along_b))) = (a.line(), b.line()) else {
        return Outlook::Unknown;
    };
    match operation {
        Binary::AddInt => RegisterShape::of_line(a + b, along_a + along_b, range),
        Binary::SubtractInt => RegisterShape::of_line(a - b, along_a - along_b, range),
        Binary::MultiplyInt if along_a == 0 || along_b == 0 => {
            product((a, along_a), (b, along_b), range)
        }
        // If the divisor divides the stride, every lane adds an integer.
        Binary::DivideInt if along_b == 0 && b != 0 && along_a % b == 0 => {
            RegisterShape::of_line(floor_divide(a, b), along_a / b, range)
        }
        Binary::DivideUpInt if along_b == 0 && b != 0 && along_a % b == 0 => {
            RegisterShape::of_line(-floor_divide(-a, b), along_a / b, range)
        }
        Binary::ModuloInt if along_b == 0 && b != 0 && along_a % b == 0 => {
            RegisterShape::of_line(a - b * floor_divide(a, b), 0, range)
        }
        _ => by_order((a, along_a), (b, along_b), operation, range),
    }
}

/// The outlook of an operation on two lines that do not cross: it depends on which one is lower.
fn by_order(
    (a, along_a): (i128, i128),
    (b, along_b): (i128, i128),
    operation: Binary,
    range: LaneRange,
) -> Outlook {
    let at = |lane: Lane| (b - a) + (along_b - along_a) * i128::from(lane);
    let (first, last) = (at(range.first), at(range.last));
    let (low, high) = (first.min(last), first.max(last));
    // For all lanes: a ≤ b, a < b, a ≥ b, a > b.
    let (up, above, down, below) = (low >= 0, low > 0, high <= 0, high < 0);
    let truth = |holds: bool| Outlook::Known(RegisterShape::Constant(holds.into()));
    match operation {
        Binary::LessInt if above || down => truth(above),
        Binary::LessEqualInt if up || below => truth(up),
        Binary::EqualWord if above || below => truth(false),
        Binary::EqualWord if up && down => truth(true),
        Binary::NotEqualWord if above || below => truth(true),
        Binary::NotEqualWord if up && down => truth(false),
        Binary::MinInt if up => RegisterShape::of_line(a, along_a, range),
        Binary::MinInt if down => RegisterShape::of_line(b, along_b, range),
        Binary::MaxInt if up => RegisterShape::of_line(b, along_b, range),
        Binary::MaxInt if down => RegisterShape::of_line(a, along_a, range),
        _ => Outlook::Unknown,
    }
}

fn floor_divide(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    quotient - i128::from(a % b != 0 && (a < 0) != (b < 0))
}

/// The product of two lines, one of which is constant.
fn product((a, along_a): (i128, i128), (b, along_b): (i128, i128), range: LaneRange) -> Outlook {
    let (level, from, stride) = if along_a == 0 {
        (a, b, along_b)
    } else {
        (b, a, along_a)
    };
    match (level.checked_mul(from), level.checked_mul(stride)) {
        (Some(from), Some(stride)) if stride.unsigned_abs() < 1 << 64 => {
            RegisterShape::of_line(from, stride, range)
        }
        _ => Outlook::Unknown,
    }
}

/// The outlook of a result that is the same for all.
fn for_all((value, flag): Flagged) -> Outlook {
    if flag < 0 {
        Outlook::Fails
    } else {
        Outlook::Known(RegisterShape::Constant(value))
    }
}

/// The value at a position of an arithmetic progression. It is between the ends of its range, so
/// intermediate results that wrap around are corrected.
pub fn affine(from: i64, stride: i64, at: i64) -> i64 {
    from.wrapping_add(stride.wrapping_mul(at))
}
