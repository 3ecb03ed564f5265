//! What a register holds for all processors of a group, where that can be said in one line.
//!
//! Most subscripts are the same for all processors or grow evenly from processor to processor.
//! Such a register is never computed processor by processor, and more can be said of it: a
//! function that is affine in the lane takes its extremes at the first and at the last lane, so
//! two evaluations decide whether it fails anywhere; and with a stride other than 0 no two
//! processors have the same value.

use super::lanes::Lane;
use crate::code::kernel::Slot;
use crate::code::operation::{Binary, Unary};
use crate::engine::arithmetic::{self, Operand, Outcome, Positions};

/// What a register holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The same for all.
    Uniform(i64),
    /// `from + stride · lane`; the stride is not 0.
    Affine {
        /// Value of lane 0.
        from: i64,
        /// Difference from lane to lane.
        stride: i64,
    },
    /// What a scalar of the processors holds, column by column as it lies there.
    Held(Slot),
    /// What an earlier statement of the same run of statements gave.
    Carried(u32),
    /// Nothing that can be said in one line.
    Varying,
}

/// What is known of a result before it is computed for each processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlook {
    /// It has this form, and nobody fails.
    Known(Form),
    /// Somebody fails.
    Fails,
    /// Each processor has to compute its own.
    Unknown,
}

/// Where the lanes of a group lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The lowest.
    pub first: Lane,
    /// The highest.
    pub last: Lane,
    /// All differences between them are multiples of this; 0 where there is one lane only.
    pub step: Lane,
}

impl Span {
    /// Whether there is one lane only.
    pub fn is_single(self) -> bool {
        self.first == self.last
    }
}

impl Form {
    /// The value for a lane, if the form tells.
    pub fn at(self, lane: Lane) -> Option<i64> {
        match self {
            Self::Uniform(value) => Some(value),
            Self::Affine { from, stride } => {
                Some(from.wrapping_add(stride.wrapping_mul(i64::from(lane))))
            }
            Self::Held(_) | Self::Carried(_) | Self::Varying => None,
        }
    }

    /// Whether it tells the value of every lane.
    pub fn is_told(self) -> bool {
        matches!(self, Self::Uniform(_) | Self::Affine { .. })
    }

    /// Whether the values grow from lane to lane.
    pub fn is_line(self) -> bool {
        matches!(self, Self::Affine { .. })
    }

    /// Start and stride, if the values are those of an affine function.
    fn line(self) -> Option<(i128, i128)> {
        match self {
            Self::Uniform(value) => Some((i128::from(value), 0)),
            Self::Affine { from, stride } => Some((i128::from(from), i128::from(stride))),
            Self::Held(_) | Self::Carried(_) | Self::Varying => None,
        }
    }

    /// The outlook of `from + stride · lane` as an int.
    pub fn of_line(from: i128, stride: i128, span: Span) -> Outlook {
        let at = |lane: Lane| i64::try_from(from + stride * i128::from(lane));
        let (Ok(first), Ok(_)) = (at(span.first), at(span.last)) else {
            return Outlook::Fails;
        };
        if stride == 0 || span.is_single() {
            return Outlook::Known(Self::Uniform(first));
        }
        match (i64::try_from(from), i64::try_from(stride)) {
            (Ok(from), Ok(stride)) => Outlook::Known(Self::Affine { from, stride }),
            // Lane 0 takes no part, and would have a value that no int holds.
            _ => Outlook::Unknown,
        }
    }
}

/// The outlook of an operation with one operand.
pub fn unary(operation: Unary, a: Form, span: Span) -> Outlook {
    if let Form::Uniform(_) = a {
        return for_all(|out| arithmetic::unary(operation, constant(a), out, Positions::Dense(1)));
    }
    match (operation, a.line()) {
        (Unary::NegateInt, Some((from, stride))) => Form::of_line(-from, -stride, span),
        _ => Outlook::Unknown,
    }
}

/// The outlook of an operation with two operands.
pub fn binary(operation: Binary, a: Form, b: Form, span: Span) -> Outlook {
    if let (Form::Uniform(_), Form::Uniform(_)) = (a, b) {
        let (a, b) = (constant(a), constant(b));
        return for_all(|out| arithmetic::binary(operation, a, b, out, Positions::Dense(1)));
    }
    let (Some((a, along_a)), Some((b, along_b))) = (a.line(), b.line()) else {
        return Outlook::Unknown;
    };
    match operation {
        Binary::AddInt => Form::of_line(a + b, along_a + along_b, span),
        Binary::SubtractInt => Form::of_line(a - b, along_a - along_b, span),
        Binary::MultiplyInt if along_a == 0 || along_b == 0 => {
            product((a, along_a), (b, along_b), span)
        }
        // Where the divisor divides the stride, every lane adds a whole number.
        Binary::DivideInt if along_b == 0 && b != 0 && along_a % b == 0 => {
            Form::of_line(floor_divide(a, b), along_a / b, span)
        }
        Binary::DivideUpInt if along_b == 0 && b != 0 && along_a % b == 0 => {
            Form::of_line(-floor_divide(-a, b), along_a / b, span)
        }
        Binary::ModuloInt if along_b == 0 && b != 0 && along_a % b == 0 => {
            Form::of_line(a - b * floor_divide(a, b), 0, span)
        }
        _ => by_order((a, along_a), (b, along_b), operation, span),
    }
}

/// The outlook of an operation on two lines that do not cross: which is the lower one decides.
fn by_order(
    (a, along_a): (i128, i128),
    (b, along_b): (i128, i128),
    operation: Binary,
    span: Span,
) -> Outlook {
    let at = |lane: Lane| (b - a) + (along_b - along_a) * i128::from(lane);
    let (first, last) = (at(span.first), at(span.last));
    let (low, high) = (first.min(last), first.max(last));
    // Below or equal for all; strictly below for all; and the other way round.
    let (up, above, down, below) = (low >= 0, low > 0, high <= 0, high < 0);
    let truth = |holds: bool| Outlook::Known(Form::Uniform(holds.into()));
    match operation {
        Binary::LessInt if above || down => truth(above),
        Binary::LessEqualInt if up || below => truth(up),
        Binary::EqualWord if above || below => truth(false),
        Binary::EqualWord if up && down => truth(true),
        Binary::NotEqualWord if above || below => truth(true),
        Binary::NotEqualWord if up && down => truth(false),
        Binary::MinInt if up => Form::of_line(a, along_a, span),
        Binary::MinInt if down => Form::of_line(b, along_b, span),
        Binary::MaxInt if up => Form::of_line(b, along_b, span),
        Binary::MaxInt if down => Form::of_line(a, along_a, span),
        _ => Outlook::Unknown,
    }
}

fn floor_divide(a: i128, b: i128) -> i128 {
    let quotient = a / b;
    quotient - i128::from(a % b != 0 && (a < 0) != (b < 0))
}

/// The product of two lines, one of them level.
fn product((a, along_a): (i128, i128), (b, along_b): (i128, i128), span: Span) -> Outlook {
    let (level, from, stride) = if along_a == 0 {
        (a, b, along_b)
    } else {
        (b, a, along_a)
    };
    match (level.checked_mul(from), level.checked_mul(stride)) {
        (Some(from), Some(stride)) if stride.unsigned_abs() < 1 << 64 => {
            Form::of_line(from, stride, span)
        }
        _ => Outlook::Unknown,
    }
}

/// An operand that is the same for all.
fn constant(form: Form) -> Operand<'static> {
    Operand::Uniform(form.at(0).expect("asked for uniform forms only"))
}

fn for_all(compute: impl FnOnce(&mut [i64]) -> Outcome) -> Outlook {
    let mut out = [0];
    match compute(&mut out) {
        Outcome::Fine => Outlook::Known(Form::Uniform(out[0])),
        Outcome::Failed => Outlook::Fails,
    }
}
