//! How a chunk of processors accesses cells: reading, marking, logging, writing.

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use super::analysis::GroupCells;
use super::job::KernelJob;
use super::kernel_run::Registers;
use super::reads::{ReadLog, Readers, SiteLog};
use crate::code::kernel::Reg;
use crate::engine::arithmetic::{Operand, OperationOutcome, Positions};
use crate::engine::lanes::selection::{Chunk, Lane, Selection};
use crate::engine::lanes::shape::RegisterShape;

impl Registers {
    /// Reads the cells with the addresses in a register.
    pub(crate) fn read(
        &mut self,
        job: &KernelJob<'_>,
        index: usize,
        to: Reg,
        address: Reg,
        chunk: Chunk,
        positions: Positions<'_>,
    ) -> OperationOutcome {
        let looking = job.analysis.looking.contains(&(index as u32));
        let memory = job.memory;
        let words = memory.words();
        let shape = job.analysis.shape(address);
        let lanes = job.view.lanes;
        match (shape, positions) {
            (RegisterShape::Sequence { from, stride }, Positions::Dense(n)) if !looking => {
                let out = &mut self.columns[to.0 as usize][..n];
                match lanes {
                    Selection::List(list) if lanes.neighbours(chunk).is_none() => {
                        let list = &list[chunk.start..chunk.start + n];
                        read_lanes(words, (from, stride), list, out);
                    }
                    Selection::All(_) | Selection::List(_) => {
                        let first = from + stride * i64::from(lanes.at(chunk.start));
                        read_line(words, first as usize, stride, out);
                    }
                }
                return OperationOutcome::Fine;
            }
            // In a short loop, more cells are fetched at the same time.
            (RegisterShape::Unknown, Positions::Dense(n)) if !looking => {
                return self.produce(to, |this, out| {
                    let cells = &this.columns[address.0 as usize][..n];
                    for (out, cell) in out.iter_mut().zip(cells) {
                        *out = words[*cell as usize].load(Relaxed);
                    }
                    OperationOutcome::Fine
                });
            }
            _ => {}
        }
        self.produce(to, |this, out| {
            let mut fine = true;
            this.along(job, address, chunk, positions, |position, cell| {
                if looking {
                    fine &= memory.initialised.has(cell);
                }
                out[position] = words[cell].load(Relaxed);
            });
            if fine {
                OperationOutcome::Fine
            } else {
                OperationOutcome::Failed
            }
        })
    }

    /// Accesses the cells whose addresses are in a register.
    #[inline]
    fn along(
        &self,
        job: &KernelJob<'_>,
        address: Reg,
        chunk: Chunk,
        positions: Positions<'_>,
        mut each: impl FnMut(usize, usize),
    ) {
        match (job.analysis.shape(address), positions) {
            (RegisterShape::Sequence { from, stride }, Positions::Dense(n)) => match job.view.lanes
            {
                Selection::All(_) => {
                    let mut cell = (from + stride * chunk.start as i64) as usize;
                    for position in 0..n {
                        each(position, cell);
                        cell = cell.wrapping_add(stride as usize);
                    }
                }
                Selection::List(list) => {
                    for (position, lane) in list[chunk.start..chunk.start + n].iter().enumerate() {
                        each(position, (from + stride * i64::from(*lane)) as usize);
                    }
                }
            },
            (RegisterShape::Sequence { from, stride }, Positions::Sparse(list)) => {
                for position in list {
                    let lane = job.view.lanes.at(chunk.start + *position as usize);
                    each(
                        *position as usize,
                        (from + stride * i64::from(lane)) as usize,
                    );
                }
            }
            (_, Positions::Dense(n)) => match self.operand(job, address, chunk) {
                Operand::Flat(cells) => {
                    for (position, cell) in cells[..n].iter().enumerate() {
                        each(position, *cell as usize);
                    }
                }
                Operand::Constant(cell) => {
                    (0..n).for_each(|position| each(position, cell as usize));
                }
            },
            (_, Positions::Sparse(list)) => {
                let cells = self.operand(job, address, chunk);
                for position in list {
                    each(*position as usize, cells.at(*position as usize) as usize);
                }
            }
        }
    }

    /// Marks the cells of a read, if required.
    pub(crate) fn mark(
        &mut self,
        job: &KernelJob<'_>,
        index: usize,
        address: Reg,
        chunk: Chunk,
        positions: Positions<'_>,
    ) {
        let sites = &job.analysis.sites;
        let Some(at) = sites.iter().position(|site| site.op as usize == index) else {
            return;
        };
        let Some(moment) = job.marks.get(at).copied().flatten() else {
            return;
        };
        // A processor may read a cell twice in the same moment.
        let own: Vec<Reg> = (0..at)
            .filter(|before| job.marks[*before] == Some(moment))
            .filter_map(|before| job.kernel.ops[sites[before].op as usize].address())
            .collect();
        let lanes = job.view.lanes;
        let shape = job.analysis.shape(address);
        // Two lines with the same stride share the cells of all processors, or of none.
        let is_parallel = |reg: &Reg| match (shape, job.analysis.shape(*reg)) {
            (
                RegisterShape::Sequence { stride, .. },
                RegisterShape::Sequence { stride: other, .. },
            ) => stride == other,
            _ => false,
        };
        let is_again = |reg: &Reg| shape.is_line() && job.analysis.shape(*reg) == shape;
        if own.iter().any(is_again) {
            return;
        }
        let separate = own.into_iter().filter(|reg| !is_parallel(reg));
        let own: Vec<(RegisterShape, &[i64])> = separate
            .map(|reg| (job.analysis.shape(reg), &self.columns[reg.0 as usize][..]))
            .collect();
        let mut presence = std::mem::take(&mut self.presences[moment as usize]);
        let mut met = false;
        let was_here = |position: usize, cell: usize| {
            let lane = lanes.at(chunk.start + position);
            own.iter().any(|(shape, column)| {
                let other = shape.at(lane).unwrap_or_else(|| column[position]);
                other as usize == cell
            })
        };
        let neighbours = lanes.neighbours(chunk);
        if let (true, RegisterShape::Sequence { from, stride }, Some(lane), Positions::Dense(n)) =
            (own.is_empty(), shape, neighbours, positions)
        {
            let first = (from + stride * i64::from(lane)) as usize;
            met = presence.touch_line(first, stride, n);
        } else if let (true, RegisterShape::Unknown, Positions::Dense(n)) =
            (own.is_empty(), shape, positions)
        {
            met = presence.touch_each(&self.columns[address.0 as usize][..n]);
        } else if own.is_empty() {
            self.along(job, address, chunk, positions, |_, cell| {
                met |= presence.touch(cell);
            });
        } else {
            self.along(job, address, chunk, positions, |position, cell| {
                met |= !was_here(position, cell) && presence.touch(cell);
            });
        }
        self.presences[moment as usize] = presence;
        self.met |= met;
    }

    /// Logs the reads of an instruction.
    pub(crate) fn log(
        &mut self,
        job: &KernelJob<'_>,
        log: &mut ReadLog,
        (index, ordinal, address): (usize, u32, Reg),
        chunk: Chunk,
        positions: Positions<'_>,
    ) {
        let varies = job.kernel.varies;
        let room = if varies { 0 } else { job.view.lanes.len() };
        let readers = || {
            if varies {
                Readers::Some(Vec::new())
            } else {
                Readers::All(ordinal)
            }
        };
        let mut ordinals = std::mem::take(&mut self.ordinals);
        let SiteLog { cells, readers, .. } = log.site(index as u32, room, readers);
        self.along(job, address, chunk, positions, |position, cell| {
            cells.push(cell as u32);
            if let Readers::Some(list) = readers {
                list.push(((chunk.start + position) as u32, ordinals[position]));
                ordinals[position] += 1;
            }
        });
        self.ordinals = ordinals;
    }

    /// Writes the outputs of a kernel: cells and values.
    pub fn store(&self, job: &KernelJob<'_>, chunk: Chunk) {
        let [address, value] = job.kernel.outputs.as_slice() else {
            unreachable!("a write has a cell and a value")
        };
        let shape = job.analysis.shape(*value);
        if let (GroupCells::Within(extent), Operand::Flat(cells)) = (
            job.analysis.cells(*address),
            self.operand(job, *address, chunk),
        ) {
            // For a single processor there are no concurrent accesses.
            let value = |position| {
                let known = shape.at(job.view.lanes.at(chunk.start + position));
                known.unwrap_or_else(|| self.operand(job, *value, chunk).at(position))
            };
            let cells = cells[..chunk.len].iter().map(|cell| *cell as usize);
            return (job.memory).store(extent, cells, (0..chunk.len).map(value));
        }
        match (shape, self.operand(job, *value, chunk)) {
            (RegisterShape::Sequence { .. }, _) => {
                let lanes = job.view.lanes;
                store(job, *address, chunk, |position| {
                    shape.at(lanes.at(chunk.start + position)).unwrap_or(0)
                });
            }
            (_, Operand::Constant(value)) => store(job, *address, chunk, |_| value),
            (_, Operand::Flat(values)) => {
                let values = &values[..chunk.len];
                store(job, *address, chunk, |position| values[position]);
            }
        }
    }
}

/// Reads cells along a line.
fn read_line(words: &[AtomicI64], first: usize, stride: i64, out: &mut [i64]) {
    if stride == 1 {
        for (out, word) in out.iter_mut().zip(&words[first..]) {
            *out = word.load(Relaxed);
        }
        return;
    }
    let mut cell = first;
    for out in out {
        *out = words[cell].load(Relaxed);
        cell = cell.wrapping_add(stride as usize);
    }
}

/// Reads the cells of some lanes along a line.
fn read_lanes(words: &[AtomicI64], (from, stride): (i64, i64), lanes: &[Lane], out: &mut [i64]) {
    for (out, lane) in out.iter_mut().zip(lanes) {
        *out = words[(from + stride * i64::from(*lane)) as usize].load(Relaxed);
    }
}

/// Writes the processors' values into cells along a line.
#[inline]
fn store(job: &KernelJob<'_>, address: Reg, chunk: Chunk, value: impl Fn(usize) -> i64) {
    let lanes = job.view.lanes;
    let cells = job.analysis.cells(address);
    let (from, stride) = match cells {
        GroupCells::Line { from, stride } => (from, stride),
        // Also for a single processor.
        GroupCells::One(cell) => (cell, 0),
        GroupCells::Within(_) => unreachable!("processors that do not meet write along a line"),
    };
    match lanes {
        Selection::All(_) => {
            let first = (from + stride * chunk.start as i64) as usize;
            job.memory
                .store_line(first, stride, (0..chunk.len).map(value));
        }
        Selection::List(list) => {
            let words = job.memory.words();
            for (position, lane) in list[chunk.start..chunk.start + chunk.len]
                .iter()
                .enumerate()
            {
                let cell = from + stride * i64::from(*lane);
                words[cell as usize].store(value(position), Relaxed);
            }
        }
    }
}
