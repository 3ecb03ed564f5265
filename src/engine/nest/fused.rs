//! Fused statements: reading, combining and writing in one loop, value by value.
//!
//! Most statements combine at most two values, from cells along a line or from scalars of the
//! processors, and store the result in cells along a line or in a scalar. No column is needed for
//! intermediate results.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use super::line::{CellLine, ChunkSource, ChunkValues};
use super::sweep::StatementOrder;
use crate::code::kernel::{Kernel, Op, Reg};
use crate::code::operation::Binary;
use crate::engine::kernel::analysis::Analysis;
use crate::engine::kernel::job::KernelJob;
use crate::engine::kernel::kernel_run::Registers;
use crate::engine::lanes::selection::Chunk;
use crate::engine::words::{Flagged, finite, flagged, real};

/// How a statement is executed in one loop.
#[derive(Debug, Clone, Copy)]
pub struct Fused {
    /// None if the first value is only copied.
    pub(crate) operation: Option<Binary>,
    /// The operands; the same one twice if the value is only copied.
    pub(crate) sources: [ChunkSource; 2],
    /// The number of instructions of the analysis that come first and load scalars.
    pub(crate) loads: usize,
}

/// The destination of values.
pub enum FusedDestination<'a> {
    /// The cells with the addresses in a register.
    Cells(Reg),
    /// A column.
    Column(&'a mut [i64]),
}

/// The result for a chunk.
#[derive(Debug, PartialEq, Eq)]
pub enum Fusion {
    /// All processors have executed the statement.
    Done,
    /// The processor at this position of the chunk is the first to fail.
    Failed(usize),
    /// Not applicable: the statement has to be executed instruction by instruction.
    NotHere,
}

impl Fused {
    /// Whether an analysed kernel with the result `value` can be executed in one loop.
    pub fn of(kernel: &Kernel, analysis: &Analysis, value: Reg) -> Option<Self> {
        if kernel.varies {
            return None;
        }
        let ops = analysis.list.iter().map(|at| kernel.ops[*at as usize]);
        let loads = (ops.clone().take_while(|op| op.loaded_scalar().is_some())).count();
        let mut ops = ops.skip(loads);
        let mut reads = Vec::new();
        let (operation, registers) = loop {
            match ops.next()? {
                Op::Read { to, address, .. } | Op::Peek { to, address, .. } => {
                    reads.push((to, address));
                    if to == value {
                        break (None, [to, to]);
                    }
                }
                Op::Binary {
                    operation,
                    to,
                    a,
                    b,
                } if to == value => break (Some(operation), [a, b]),
                Op::Constant { .. }
                | Op::Scalar { .. }
                | Op::Length { .. }
                | Op::Unary { .. }
                | Op::Binary { .. }
                | Op::Within { .. }
                | Op::Address { .. }
                | Op::Copy { .. }
                | Op::Guard { .. }
                | Op::Charge { .. } => return None,
            }
        };
        let is_used = |(to, _): &(Reg, Reg)| registers.contains(to);
        // Without reads, the columns of the registers are as fast.
        if reads.is_empty() || ops.next().is_some() || !reads.iter().all(is_used) {
            return None;
        }
        let source = |reg: Reg| match reads.iter().find(|(to, _)| *to == reg) {
            Some((_, address)) => {
                (analysis.shape(*address).is_known()).then_some(ChunkSource::Cells(*address))
            }
            None => (!analysis.shape(reg).is_line()).then_some(ChunkSource::Register(reg)),
        };
        Some(Self {
            operation,
            sources: [source(registers[0])?, source(registers[1])?],
            loads,
        })
    }

    /// Executes the statement for a chunk of processors, in descending order if the sweep requires it.
    /// The scalars were loaded before.
    pub fn run(
        self,
        registers: &Registers,
        job: &KernelJob<'_>,
        chunk: Chunk,
        sweep: StatementOrder,
        destination: FusedDestination<'_>,
    ) -> Fusion {
        let [Some(a), Some(b)] = self
            .sources
            .map(|source| ChunkValues::of(source, registers, job, chunk))
        else {
            return Fusion::NotHere;
        };
        let (words, count) = (job.memory.words(), chunk.len);
        let to = match &destination {
            FusedDestination::Cells(address) => CellLine::of(job, *address, chunk),
            FusedDestination::Column(_) => None,
        };
        if let (Some(to), ChunkValues::Line(a), ChunkValues::Line(b)) = (to, a, b)
            && to.stride as i64 > 0
            && (a.stride, b.stride) == (to.stride, to.stride)
        {
            let stretches = [a, b, to].map(|line| line.stretch(words, count));
            return abreast(self.operation, stretches, to.stride, sweep);
        }
        match (destination, to, sweep) {
            (FusedDestination::Column(column), ..) => {
                let mut places = column[..count].iter_mut();
                self.each(words, [a, b], count, |_, value| {
                    if let Some(place) = places.next() {
                        *place = value;
                    }
                })
            }
            (
                FusedDestination::Cells(_),
                Some(mut to),
                StatementOrder::Any | StatementOrder::Up,
            ) => self.each(words, [a, b], count, |_, value| {
                to.next(words).store(value, Relaxed);
            }),
            (FusedDestination::Cells(_), Some(to), StatementOrder::Down) => {
                let [Some(a), Some(b)] = [a, b].map(|values| values.reversed(count)) else {
                    return Fusion::NotHere;
                };
                let mut to = to.reversed(count);
                match self.each(words, [a, b], count, |_, value| {
                    to.next(words).store(value, Relaxed);
                }) {
                    Fusion::Failed(behind) => Fusion::Failed(count - 1 - behind),
                    fusion => fusion,
                }
            }
            (FusedDestination::Cells(_), None, _) => Fusion::NotHere,
        }
    }

    /// Takes `count` values from lines of the memory's words and from columns.
    pub fn each(
        self,
        words: &[AtomicI64],
        [a, b]: [ChunkValues<'_>; 2],
        count: usize,
        put: impl FnMut(usize, i64),
    ) -> Fusion {
        let Some(operation) = self.operation else {
            return match a {
                ChunkValues::Line(mut line) => each(0..count, |_| line.read(words), put),
                ChunkValues::Column(_) | ChunkValues::Uniform(_) => Fusion::NotHere,
            };
        };
        match (a, b) {
            (ChunkValues::Line(mut a), ChunkValues::Line(mut b)) => {
                combine(operation, 0..count, |_| (a.read(words), b.read(words)), put)
            }
            (ChunkValues::Line(mut a), ChunkValues::Column(b)) => {
                let mut b = b.iter().copied();
                combine(operation, 0..count, |_| (a.read(words), next(&mut b)), put)
            }
            (ChunkValues::Column(a), ChunkValues::Line(mut b)) => {
                let mut a = a.iter().copied();
                combine(operation, 0..count, |_| (next(&mut a), b.read(words)), put)
            }
            (ChunkValues::Line(mut a), ChunkValues::Uniform(b)) => {
                combine(operation, 0..count, |_| (a.read(words), (b, 0)), put)
            }
            (ChunkValues::Uniform(a), ChunkValues::Line(mut b)) => {
                combine(operation, 0..count, |_| ((a, 0), b.read(words)), put)
            }
            // Rare, or there is nothing to read.
            _ => Fusion::NotHere,
        }
    }
}

#[inline]
fn next(values: &mut impl Iterator<Item = i64>) -> Flagged {
    (values.next().unwrap_or(0), 0)
}

/// Processes position by position. Returns the position at which a processor fails.
#[inline]
fn each(
    places: impl Iterator<Item = usize>,
    mut value: impl FnMut(usize) -> Flagged,
    mut put: impl FnMut(usize, i64),
) -> Fusion {
    for place in places {
        let (value, flag) = value(place);
        if flag < 0 {
            return Fusion::Failed(place);
        }
        put(place, value);
    }
    Fusion::Done
}

/// The positions of processors in ranges of lines with one stride, in either direction. A position is
/// compared with the length of the ranges here, so no bounds checks are needed.
struct Places {
    next: usize,
    stride: usize,
    length: usize,
}

impl Iterator for Places {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let place = self.next;
        self.next = place.wrapping_add(self.stride);
        (place < self.length).then_some(place)
    }
}

/// Combines the cells of two lines into those of a third one, all with the same stride; without an
/// operation it copies the first line.
fn abreast(
    operation: Option<Binary>,
    [a, b, to]: [&[AtomicI64]; 3],
    stride: usize,
    sweep: StatementOrder,
) -> Fusion {
    let length = to.len();
    let (a, b) = (&a[..length], &b[..length]);
    let places = match sweep {
        StatementOrder::Any | StatementOrder::Up => Places {
            next: 0,
            stride,
            length,
        },
        StatementOrder::Down => Places {
            next: length - 1,
            stride: stride.wrapping_neg(),
            length,
        },
    };
    let read = |cell: &AtomicI64| (cell.load(Relaxed), 0);
    let put = |place: usize, value| to[place].store(value, Relaxed);
    let fusion = match operation {
        Some(operation) => {
            let pair = |place: usize| (read(&a[place]), read(&b[place]));
            combine(operation, places, pair, put)
        }
        None => each(places, |place| read(&a[place]), put),
    };
    match fusion {
        Fusion::Failed(place) => Fusion::Failed(place / stride),
        fusion => fusion,
    }
}

/// Combines pairs of values by position.
#[inline]
pub fn combine(
    operation: Binary,
    places: impl Iterator<Item = usize>,
    mut pair: impl FnMut(usize) -> (Flagged, Flagged),
    put: impl FnMut(usize, i64),
) -> Fusion {
    macro_rules! each {
        ($f:expr) => {{
            let f = $f;
            each(
                places,
                |place| {
                    let ((a, a_flag), (b, b_flag)) = pair(place);
                    let (value, flag) = f(a, b);
                    (value, flag | a_flag | b_flag)
                },
                put,
            )
        }};
    }
    match operation {
        // `words::add` computes the overflow so that columns are vectorized; for single values the
        // overflow flag of the host is faster.
        Binary::AddInt => each!(|a: i64, b| flagged(a.overflowing_add(b))),
        Binary::SubtractInt => each!(|a: i64, b| flagged(a.overflowing_sub(b))),
        Binary::MultiplyInt => each!(|a: i64, b| flagged(a.overflowing_mul(b))),
        Binary::AddReal => each!(|a, b| finite(real(a) + real(b))),
        Binary::SubtractReal => each!(|a, b| finite(real(a) - real(b))),
        Binary::MultiplyReal => each!(|a, b| finite(real(a) * real(b))),
        Binary::MaxInt => each!(|a: i64, b: i64| (a.max(b), 0)),
        Binary::MinInt => each!(|a: i64, b: i64| (a.min(b), 0)),
        // Statements with these are computed column by column.
        Binary::DivideInt
        | Binary::DivideUpInt
        | Binary::DivideNearestInt
        | Binary::ModuloInt
        | Binary::PowerInt
        | Binary::DivideReal
        | Binary::ModuloReal
        | Binary::PowerReal
        | Binary::EqualWord
        | Binary::NotEqualWord
        | Binary::LessInt
        | Binary::LessEqualInt
        | Binary::EqualReal
        | Binary::NotEqualReal
        | Binary::LessReal
        | Binary::LessEqualReal
        | Binary::And
        | Binary::Or
        | Binary::Xor
        | Binary::ShiftLeft
        | Binary::ShiftRight
        | Binary::MaxReal
        | Binary::MinReal
        | Binary::BothTrueInt
        | Binary::EitherTrueInt
        | Binary::Bit => Fusion::NotHere,
    }
}
