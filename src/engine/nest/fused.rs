//! Fused statements: reading, combining and writing in one loop, value by value.
//!
//! Most statements combine at most two values, from cells along a line or from what the processors
//! hold, and put the result into cells along a line or into a scalar. Nothing of it needs to lie in
//! a column of a register meanwhile.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use super::line::{Line, Source, Values};
use super::sweep::Sweep;
use crate::code::kernel::{Kernel, Op, Reg};
use crate::code::operation::Binary;
use crate::engine::kernel::analysis::Analysis;
use crate::engine::kernel::job::Job;
use crate::engine::kernel::kernel_run::Registers;
use crate::engine::lanes::selection::Chunk;
use crate::engine::words::{Flagged, finite, flagged, real};

/// How a statement goes in one loop.
#[derive(Debug, Clone, Copy)]
pub struct Fused {
    /// None where the first value is only moved.
    pub(crate) operation: Option<Binary>,
    /// Its operands; twice the same where the value is only moved.
    pub(crate) sources: [Source; 2],
    /// How many instructions of the analysis come first, which load scalars one by one.
    pub(crate) loads: usize,
}

/// Where values go.
pub enum Destination<'a> {
    /// The cells with the addresses in a register.
    Cells(Reg),
    /// A column.
    Column(&'a mut [i64]),
}

/// What became of a chunk.
#[derive(Debug, PartialEq, Eq)]
pub enum Fusion {
    /// All processors have done the statement.
    Done,
    /// The processor at this position of the chunk is the first to fail.
    Failed(usize),
    /// Nothing: the statement has to be taken instruction by instruction.
    NotHere,
}

impl Fused {
    /// Whether a analysed kernel, whose result is `value`, goes in one loop.
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
        // Where nothing is read the columns of the registers serve as well.
        if reads.is_empty() || ops.next().is_some() || !reads.iter().all(is_used) {
            return None;
        }
        let source = |reg: Reg| match reads.iter().find(|(to, _)| *to == reg) {
            Some((_, address)) => {
                (analysis.shape(*address).is_known()).then_some(Source::Cells(*address))
            }
            None => (!analysis.shape(reg).is_line()).then_some(Source::Register(reg)),
        };
        Some(Self {
            operation,
            sources: [source(registers[0])?, source(registers[1])?],
            loads,
        })
    }

    /// Does the statement for a chunk of processors, from its last one on where the sweep descends;
    /// the scalars have been loaded.
    pub fn run(
        self,
        registers: &Registers,
        job: &Job<'_>,
        chunk: Chunk,
        sweep: Sweep,
        destination: Destination<'_>,
    ) -> Fusion {
        let [Some(a), Some(b)] = self
            .sources
            .map(|source| Values::of(source, registers, job, chunk))
        else {
            return Fusion::NotHere;
        };
        if let (Destination::Cells(address), Values::Line(a), Values::Line(b)) =
            (&destination, a, b)
            && let Some(line) = Line::of(job, *address, chunk)
            && let (Some(operation), [1, 1, 1]) =
                (self.operation, [a, b, line].map(|line| line.stride))
        {
            let lines = [a, b, line].map(|line| line.neighbours(chunk.len));
            return side_by_side(operation, lines, sweep);
        }
        match (destination, sweep) {
            (Destination::Column(column), _) => {
                let mut places = column[..chunk.len].iter_mut();
                self.each(a, b, chunk.len, |_, value| {
                    if let Some(place) = places.next() {
                        *place = value;
                    }
                })
            }
            (Destination::Cells(address), Sweep::Any | Sweep::Up) => {
                let Some(mut line) = Line::of(job, address, chunk) else {
                    return Fusion::NotHere;
                };
                self.each(a, b, chunk.len, |_, value| {
                    line.next().store(value, Relaxed);
                })
            }
            (Destination::Cells(address), Sweep::Down) => {
                let line = Line::of(job, address, chunk);
                let reversed = [a, b].map(|values| values.reversed(chunk.len));
                let (Some(line), [Some(a), Some(b)]) = (line, reversed) else {
                    return Fusion::NotHere;
                };
                let mut line = line.reversed(chunk.len);
                match self.each(a, b, chunk.len, |_, value| {
                    line.next().store(value, Relaxed);
                }) {
                    Fusion::Failed(behind) => Fusion::Failed(chunk.len - 1 - behind),
                    fusion => fusion,
                }
            }
        }
    }

    /// Takes so many values.
    pub fn each(
        self,
        a: Values<'_>,
        b: Values<'_>,
        count: usize,
        put: impl FnMut(usize, i64),
    ) -> Fusion {
        let Some(operation) = self.operation else {
            return match a {
                Values::Line(mut line) => each(count, |_| line.read(), put),
                Values::Column(_) | Values::Uniform(_) => Fusion::NotHere,
            };
        };
        match (a, b) {
            (Values::Line(mut a), Values::Line(mut b)) => {
                combine(operation, count, |_| (a.read(), b.read()), put)
            }
            (Values::Line(mut a), Values::Column(b)) => {
                let mut b = b.iter().copied();
                combine(operation, count, |_| (a.read(), next(&mut b)), put)
            }
            (Values::Column(a), Values::Line(mut b)) => {
                let mut a = a.iter().copied();
                combine(operation, count, |_| (next(&mut a), b.read()), put)
            }
            (Values::Line(mut a), Values::Uniform(b)) => {
                combine(operation, count, |_| (a.read(), (b, 0)), put)
            }
            (Values::Uniform(a), Values::Line(mut b)) => {
                combine(operation, count, |_| ((a, 0), b.read()), put)
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

#[inline]
fn each(
    count: usize,
    mut value: impl FnMut(usize) -> Flagged,
    mut put: impl FnMut(usize, i64),
) -> Fusion {
    for position in 0..count {
        let (value, flag) = value(position);
        if flag < 0 {
            return Fusion::Failed(position);
        }
        put(position, value);
    }
    Fusion::Done
}

/// Combines the cells of two stretches into those of a third one.
fn side_by_side(operation: Binary, [a, b, to]: [&[AtomicI64]; 3], sweep: Sweep) -> Fusion {
    let count = to.len();
    let (a, b) = (&a[..count], &b[..count]);
    let pair = |at: usize| ((a[at].load(Relaxed), 0), (b[at].load(Relaxed), 0));
    if sweep != Sweep::Down {
        return combine(operation, count, pair, |at, value| {
            to[at].store(value, Relaxed);
        });
    }
    let above = |position: usize| count - 1 - position;
    let put = |position, value| to[above(position)].store(value, Relaxed);
    match combine(operation, count, |position| pair(above(position)), put) {
        Fusion::Failed(behind) => Fusion::Failed(above(behind)),
        fusion => fusion,
    }
}

/// Combines so many pairs of values, which come and go by their number.
#[inline]
pub fn combine(
    operation: Binary,
    count: usize,
    mut pair: impl FnMut(usize) -> (Flagged, Flagged),
    put: impl FnMut(usize, i64),
) -> Fusion {
    macro_rules! each {
        ($f:expr) => {{
            let f = $f;
            each(
                count,
                |position| {
                    let ((a, a_flag), (b, b_flag)) = pair(position);
                    let (value, flag) = f(a, b);
                    (value, flag | a_flag | b_flag)
                },
                put,
            )
        }};
    }
    match operation {
        // One value after the other, the processor's own overflow flag is quicker than what
        // `words::add` computes for columns.
        Binary::AddInt => each!(|a: i64, b| flagged(a.overflowing_add(b))),
        Binary::SubtractInt => each!(|a: i64, b| flagged(a.overflowing_sub(b))),
        Binary::MultiplyInt => each!(|a: i64, b| flagged(a.overflowing_mul(b))),
        Binary::AddReal => each!(|a, b| finite(real(a) + real(b))),
        Binary::SubtractReal => each!(|a, b| finite(real(a) - real(b))),
        Binary::MultiplyReal => each!(|a, b| finite(real(a) * real(b))),
        Binary::MaxInt => each!(|a: i64, b: i64| (a.max(b), 0)),
        Binary::MinInt => each!(|a: i64, b: i64| (a.min(b), 0)),
        // There are no such loops for the others.
        _ => Fusion::NotHere,
    }
}
