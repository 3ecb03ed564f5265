//! Executes a fused statement in several iterations of a loop, one processor after the other.
//!
//! The cells that a processor accesses in all iterations are mostly adjacent, while those of
//! neighbouring processors are far apart: on the asynchronous machine each processor adds up its own
//! part. No processor touches a cell that another one writes in any iteration, so the result does not
//! depend on their order.

use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use super::fused::{Fused, FusedDestination, Fusion, combine};
use super::induction::Trips;
use super::line::{CellLine, ChunkSource, ChunkValues};
use crate::code::kernel::{Kernel, Op, Reg, Slot};
use crate::code::operation::Binary;
use crate::engine::kernel::job::KernelJob;
use crate::engine::kernel::kernel_run::Registers;
use crate::engine::lanes::selection::Chunk;

/// Lane-major order is used if there are more than this many times as many iterations as lanes.
const TRIPS_PER_LANE: usize = 4;

/// The result for a chunk.
pub enum LaneMajor {
    /// All processors have executed all iterations.
    Done,
    /// The first iteration in which a processor fails, and the first processor that fails in it, by its
    /// position in the chunk. Its values are in the column, if the statement fills one.
    Failed(usize, usize),
    /// Not applicable: the chunk has to be executed iteration by iteration.
    NotHere,
}

/// The source of values in all iterations.
#[derive(Clone, Copy)]
enum TripOperand<'a> {
    /// Cells, and their distance from one iteration to the next; or the same value in all iterations.
    Values(ChunkValues<'a>, i64),
    /// The result of each processor in the previous iteration; in the first iteration, these values.
    Before(&'a [i64]),
}

/// Executes a statement for a chunk of processors in all iterations. `own` is the scalar to which the
/// result is assigned, if there is one.
pub fn run(
    fused: Fused,
    registers: &Registers,
    job: &KernelJob<'_>,
    chunk: Chunk,
    trips: Trips<'_>,
    (destination, own): (FusedDestination<'_>, Option<Slot>),
) -> LaneMajor {
    let origins = (fused.sources).map(|source| origin(source, registers, job, chunk, trips, own));
    let [Some(a), Some(b)] = origins else {
        return LaneMajor::NotHere;
    };
    match destination {
        FusedDestination::Column(column) => into_column(fused, [a, b], job, column, chunk, trips),
        FusedDestination::Cells(address) => into_cells(fused, [a, b], job, address, chunk, trips),
    }
}

fn into_column(
    fused: Fused,
    [a, b]: [TripOperand<'_>; 2],
    job: &KernelJob<'_>,
    column: &mut [i64],
    chunk: Chunk,
    trips: Trips<'_>,
) -> LaneMajor {
    if !is_closer([a.gaps(), b.gaps(), None], chunk, trips) {
        return LaneMajor::NotHere;
    }
    let words = job.memory.words();
    each_lane(trips.count, chunk.len, |position, count| {
        // Only this processor reads it, so it need not be stored between iterations.
        let so_far = Cell::new(0);
        let fusion = match (a, b) {
            (TripOperand::Before(before), TripOperand::Values(b, by)) => {
                so_far.set(before[position]);
                fused.fold(words, &so_far, b.of_lane(position, by), true, count)
            }
            (TripOperand::Values(a, by), TripOperand::Before(before)) => {
                so_far.set(before[position]);
                fused.fold(words, &so_far, a.of_lane(position, by), false, count)
            }
            (TripOperand::Values(a, by), TripOperand::Values(b, by_b)) => {
                let values = [a.of_lane(position, by), b.of_lane(position, by_b)];
                fused.each(words, values, count, |_, value| so_far.set(value))
            }
            (TripOperand::Before(_), TripOperand::Before(_)) => Fusion::NotHere,
        };
        column[position] = so_far.get();
        fusion
    })
}

fn into_cells(
    fused: Fused,
    [a, b]: [TripOperand<'_>; 2],
    job: &KernelJob<'_>,
    address: Reg,
    chunk: Chunk,
    trips: Trips<'_>,
) -> LaneMajor {
    let (Some(line), TripOperand::Values(a, by_a), TripOperand::Values(b, by_b)) =
        (CellLine::of(job, address, chunk), a, b)
    else {
        return LaneMajor::NotHere;
    };
    let by = trips.advance(address);
    let gaps = [a.gaps(by_a), b.gaps(by_b), Some(line.gaps(by))];
    if !is_closer(gaps, chunk, trips) {
        return LaneMajor::NotHere;
    }
    let words = job.memory.words();
    each_lane(trips.count, chunk.len, |position, count| {
        let (a, b) = (a.of_lane(position, by_a), b.of_lane(position, by_b));
        let mut line = line.of_lane(position, by);
        if fused.operation.is_none() && line.copy(words, a, count) {
            return Fusion::Done;
        }
        fused.each(words, [a, b], count, |_, value| {
            line.next(words).store(value, Relaxed);
        })
    })
}

fn origin<'a>(
    source: ChunkSource,
    registers: &'a Registers,
    job: &KernelJob<'a>,
    chunk: Chunk,
    trips: Trips<'_>,
    own: Option<Slot>,
) -> Option<TripOperand<'a>> {
    let values = ChunkValues::of(source, registers, job, chunk)?;
    Some(match (source, values) {
        (ChunkSource::Register(reg), ChunkValues::Column(before))
            if own.is_some_and(|own| is_loaded(job.kernel, reg, own)) =>
        {
            TripOperand::Before(before)
        }
        (ChunkSource::Register(reg), ChunkValues::Uniform(_)) if trips.advance(reg) != 0 => {
            return None;
        }
        (ChunkSource::Register(_), values) => TripOperand::Values(values, 0),
        (ChunkSource::Cells(address), values) => {
            TripOperand::Values(values, trips.advance(address))
        }
    })
}

/// Whether a register contains the processor's own value of a scalar.
fn is_loaded(kernel: &Kernel, reg: Reg, own: Slot) -> bool {
    let loads =
        |op: &Op| matches!(*op, Op::Scalar { to, up: 0, slot, .. } if (to, slot) == (reg, own));
    kernel.ops.iter().any(loads)
}

/// Executes all iterations for each processor, up to the first iteration in which an earlier processor
/// failed.
fn each_lane(
    trips: usize,
    lanes: usize,
    mut lane: impl FnMut(usize, usize) -> Fusion,
) -> LaneMajor {
    let mut lane_major = LaneMajor::Done;
    let mut count = trips;
    for position in 0..lanes {
        match lane(position, count) {
            Fusion::Done => {}
            Fusion::Failed(trip) => (count, lane_major) = (trip, LaneMajor::Failed(trip, position)),
            // This depends only on the statement, so it is the same for all processors.
            Fusion::NotHere => return LaneMajor::NotHere,
        }
    }
    lane_major
}

/// Adds words to a sum, several trips at a time: most loops do this.
fn add_up(sum: &Cell<i64>, words: &[AtomicI64]) -> Fusion {
    let add = |sum: i64, word: &AtomicI64| sum.checked_add(word.load(Relaxed));
    let (mut so_far, mut trips) = (sum.get(), 0);
    for several in words.as_chunks::<8>().0 {
        let Some(next) = several.iter().try_fold(so_far, add) else {
            break;
        };
        (so_far, trips) = (next, trips + several.len());
    }
    // The remaining ones, or those up to the failing iteration.
    for word in &words[trips..] {
        let Some(next) = add(so_far, word) else {
            sum.set(so_far);
            return Fusion::Failed(trips);
        };
        (so_far, trips) = (next, trips + 1);
    }
    sum.set(so_far);
    Fusion::Done
}

/// Whether a processor's cells of consecutive iterations are closer together than those of neighbouring
/// processors, or there are few processors compared with iterations.
fn is_closer(gaps: [Option<[u64; 2]>; 3], chunk: Chunk, trips: Trips<'_>) -> bool {
    let all = |at: usize| {
        let gaps = gaps.iter().flatten().map(|gaps| gaps[at]);
        gaps.fold(0, u64::saturating_add)
    };
    all(1) < all(0) || chunk.len < trips.count / TRIPS_PER_LANE
}

impl TripOperand<'_> {
    fn gaps(&self) -> Option<[u64; 2]> {
        match self {
            Self::Values(values, by) => values.gaps(*by),
            Self::Before(_) => None,
        }
    }
}

impl ChunkValues<'_> {
    /// The distances from a processor's cell to that of the next processor, and to that of the next
    /// iteration.
    fn gaps(&self, by: i64) -> Option<[u64; 2]> {
        match self {
            Self::Line(line) => Some(line.gaps(by)),
            Self::Column(_) | Self::Uniform(_) => None,
        }
    }

    /// The values of the processor at a position, by iteration; its cells are `by` apart.
    fn of_lane(self, position: usize, by: i64) -> Self {
        match self {
            Self::Line(line) => Self::Line(line.of_lane(position, by)),
            Self::Column(values) => Self::Uniform(values[position]),
            Self::Uniform(value) => Self::Uniform(value),
        }
    }
}

impl Fused {
    /// Combines the accumulated value of a processor with one value after another.
    fn fold(
        self,
        words: &[AtomicI64],
        so_far: &Cell<i64>,
        values: ChunkValues<'_>,
        is_left: bool,
        count: usize,
    ) -> Fusion {
        let Some(operation) = self.operation else {
            return Fusion::NotHere;
        };
        let own = || (so_far.get(), 0);
        let put = |_, value| so_far.set(value);
        match (values, is_left) {
            (ChunkValues::Line(line), true) if line.stride == 1 && operation == Binary::AddInt => {
                add_up(so_far, line.stretch(words, count))
            }
            (ChunkValues::Line(line), true) if line.stride == 1 => {
                let mut words = line.stretch(words, count).iter();
                let mut next = || words.next().map_or(0, |word| word.load(Relaxed));
                combine(operation, 0..count, |_| (own(), (next(), 0)), put)
            }
            (ChunkValues::Line(mut line), true) => {
                combine(operation, 0..count, |_| (own(), line.read(words)), put)
            }
            (ChunkValues::Line(mut line), false) => {
                combine(operation, 0..count, |_| (line.read(words), own()), put)
            }
            (ChunkValues::Column(_) | ChunkValues::Uniform(_), _) => Fusion::NotHere,
        }
    }
}
