//! What a passage finds written, and what it will have written.
//!
//! Both are settled when its statements are planned, in the order of the program: then nobody has
//! to look when they are executed, and nobody has to write down what was written. A statement that
//! would not find everything written is in no passage. Where only its execution tells which cells
//! it reads, it looks for itself. Then the passage is executed before the program goes on, and what
//! it writes is not written down beforehand where it may be seen.

use std::ops::Range;

use super::event::Observer;
use super::lanes::Lanes;
use super::passage::Passage;
use super::pram::Machine;
use super::reach::Reach;
use super::threads::Threads;
use crate::code::control::{Algorithm, Control};
use crate::code::kernel::{Kernel, Op, Reg};
use crate::engine::memory::{Memory, overlap};

impl<O: Observer> Machine<'_, O> {
    /// Settles what the next statement of a passage, planned before, reads. False where it may not
    /// find everything written, or may find it too early.
    pub(super) fn settle_reads(&mut self, passage: &mut Passage) -> bool {
        let algorithm = self.algorithm_of(passage);
        let at = passage.statements.len();
        let looking = std::mem::take(&mut passage.plans[at].looking);
        let mut on_its_own = Vec::new();
        for index in looking {
            let Some(address) = read_by(passage.kernel(algorithm, at), index) else {
                continue;
            };
            match passage.reach(at, address) {
                Some(reach) => {
                    let old = passage.written_before(algorithm, &reach);
                    if !old
                        .is_none_or(|old| is_written(&mut self.state.memory, &old, &passage.lanes))
                    {
                        return false;
                    }
                }
                None => on_its_own.push(index),
            }
        }
        if !on_its_own.is_empty() {
            self.state.memory.written.spell_out();
        }
        passage.plans[at].looking = on_its_own;
        if passage.looks_where_it_writes(algorithm) {
            passage.marks = passage.lanes.len() == 1;
            return passage.marks;
        }
        true
    }

    /// Writes down what a passage will have written.
    pub(super) fn pledge(&mut self, passage: &Passage) {
        if passage.marks {
            return;
        }
        let algorithm = self.algorithm_of(passage);
        for (_, reach) in passage.writes(algorithm, passage.statements.len()) {
            let (memory, lanes) = (&mut self.state.memory, &passage.lanes);
            write_down(memory, &reach, lanes, &self.scratch.evaluator.threads);
        }
    }
}

impl Passage {
    /// Where a statement's processors reach with the address in a register, in all turns; none
    /// where that is no line.
    fn reach(&self, statement: usize, address: Reg) -> Option<Reach> {
        let cells = self.plans[statement].cells(address);
        let turns = self.turns_of(statement);
        turns.reach(address, &cells, self.team, self.lanes.span())
    }

    /// What the first statements write along lines, with the number of the statement.
    fn writes<'a>(
        &'a self,
        algorithm: &'a Algorithm,
        statements: usize,
    ) -> impl Iterator<Item = (usize, Reach)> + 'a {
        let instructions = algorithm.instructions[self.pc.0 as usize..][..statements].iter();
        (instructions.enumerate()).filter_map(|(at, next)| match &next.control {
            Control::Write { kernel, .. } => Some((at, self.reach(at, kernel.outputs[0])?)),
            _ => None,
        })
    }

    /// The part of what the next statement reads that has to be written before the passage: what
    /// the same processor writes in it earlier does not. None where that is all of it.
    fn written_before(&self, algorithm: &Algorithm, read: &Reach) -> Option<Reach> {
        let next = self.statements.len();
        let mut writes = self.writes(algorithm, next + 1);
        let behind = writes.find_map(|(at, write)| {
            let behind = read.turns_behind(&write)?;
            // In the same turn an earlier statement has to write it.
            (behind > 0 || at < next).then_some(behind)
        });
        match behind {
            Some(0) => None,
            Some(turns) => Some(read.first(turns)),
            None => Some(*read),
        }
    }

    /// Whether one of its statements, the next one included, looks for itself where one of them
    /// writes along a line, be it before or behind it.
    fn looks_where_it_writes(&self, algorithm: &Algorithm) -> bool {
        let statements = self.statements.len() + 1;
        let span = self.lanes.span();
        let mut looks = (0..statements).flat_map(|at| {
            let (kernel, plan) = (self.kernel(algorithm, at), &self.plans[at]);
            let addresses = plan
                .looking
                .iter()
                .filter_map(|index| read_by(kernel, *index));
            addresses.map(|address| plan.cells(address).extent(span))
        });
        looks.any(|look| {
            let writes = self.writes(algorithm, statements);
            let mut extents = writes.map(|(_, write)| write.extent());
            extents.any(|write| overlap(&write, &look))
        })
    }
}

/// The register with the address of a read; none where the instruction is no read.
fn read_by(kernel: &Kernel, index: u32) -> Option<Reg> {
    match kernel.ops[index as usize] {
        Op::Read { address, .. } | Op::Peek { address, .. } => Some(address),
        _ => None,
    }
}

/// Whether all cells of an access were written.
fn is_written(memory: &mut Memory, reach: &Reach, lanes: &Lanes) -> bool {
    match reach.grid() {
        Some(grid) if memory.written.has_grid(grid, &reach.extent()) => true,
        Some(_) if lanes.are_even() => false,
        // It is no grid, or not every processor of the span is there.
        _ => cells(reach, lanes, 0..lanes.len()).all(|cell| memory.written.has(cell)),
    }
}

fn write_down(memory: &mut Memory, reach: &Reach, lanes: &Lanes, threads: &Threads) {
    let written = &mut memory.written;
    if written.is_complete(&reach.extent()) {
        return;
    }
    if let Some(grid) = reach.grid().filter(|_| lanes.are_even()) {
        return written.add_grid(grid, &reach.extent());
    }
    let work = lanes.len() * reach.turns() as usize;
    threads.run(threads.share_work(lanes.len(), 1, work), |positions| {
        let mut marker = written.marker();
        cells(reach, lanes, positions).for_each(|cell| marker.mark(cell));
        marker.end();
    });
    written.settle();
}

/// The cells of an access of the processors at some positions.
fn cells(reach: &Reach, lanes: &Lanes, positions: Range<usize>) -> impl Iterator<Item = usize> {
    positions.flat_map(move |position| {
        let lane = lanes.at(position);
        (0..reach.turns()).map(move |turn| reach.cell(lane, turn) as usize)
    })
}
