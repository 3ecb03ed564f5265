//! Which cells a nest reads are written, and which it writes.
//!
//! Both are settled when its statements are analysed, in program order, so that their execution
//! neither checks the flags of [`crate::engine::initialised`] nor sets them. A statement that may
//! read an unwritten cell is in no nest. Where the cells that it reads are known only when it is
//! executed (a gather), it checks them itself: then the nest is not deferred, and the cells that it
//! writes are not marked beforehand where the gather may read them.

use std::ops::Range;

use super::access_relation::AccessRelation;
use super::statements::Nest;
use crate::code::algorithm::CompiledAlgorithm;
use crate::code::kernel::Reg;
use crate::engine::cells::overlap;
use crate::engine::lanes::selection::Selection;
use crate::engine::memory::Memory;
use crate::engine::threads::Threads;

impl Nest {
    /// Where a statement's processors reach with the address in a register, in all trips; none
    /// where that is no line.
    pub fn relation(&self, statement: usize, address: Reg) -> Option<AccessRelation> {
        let cells = self.analyses[statement].cells(address);
        let trips = self.trips_of(statement);
        trips.relation(address, &cells, self.team, self.lanes.range())
    }

    /// What the first statements write along lines, with the number of the statement.
    pub fn writes<'a>(
        &'a self,
        algorithm: &'a CompiledAlgorithm,
        statements: usize,
    ) -> impl Iterator<Item = (usize, AccessRelation)> + 'a {
        let instructions = algorithm.instructions[self.pc.0 as usize..][..statements].iter();
        (instructions.enumerate()).filter_map(|(at, next)| {
            let cell = next.control.written_cell()?;
            Some((at, self.relation(at, cell.address)?))
        })
    }

    /// The part of what the next statement reads that has to be written before the nest: what
    /// the same processor writes in it earlier does not. None where that is all of it.
    pub fn written_before(
        &self,
        algorithm: &CompiledAlgorithm,
        read: &AccessRelation,
    ) -> Option<AccessRelation> {
        let next = self.statements.len();
        let mut writes = self.writes(algorithm, next + 1);
        let behind = writes.find_map(|(at, write)| {
            let behind = read.trips_behind(&write)?;
            // In the same trip an earlier statement has to write it.
            (behind > 0 || at < next).then_some(behind)
        });
        match behind {
            Some(0) => None,
            Some(trips) => Some(read.first(trips)),
            None => Some(*read),
        }
    }

    /// Whether one of its statements, the next one included, itself checks cells for being written
    /// that one of them, an earlier or a later one, writes along a line.
    pub fn looks_where_it_writes(&self, algorithm: &CompiledAlgorithm) -> bool {
        let statements = self.statements.len() + 1;
        let span = self.lanes.range();
        let mut looks = (0..statements).flat_map(|at| {
            let (kernel, analysis) = (self.kernel(algorithm, at), &self.analyses[at]);
            let read = |index: &u32| kernel.ops[*index as usize].address();
            let addresses = analysis.looking.iter().filter_map(read);
            addresses.map(|address| analysis.cells(address).extent(span))
        });
        looks.any(|look| {
            let writes = self.writes(algorithm, statements);
            let mut extents = writes.map(|(_, write)| write.extent());
            extents.any(|write| overlap(&write, &look))
        })
    }
}

/// Whether all cells of an access were written.
pub fn is_written(memory: &mut Memory, relation: &AccessRelation, lanes: &Selection) -> bool {
    match relation.set() {
        Some(set) if memory.initialised.has_set(set, &relation.extent()) => true,
        Some(_) if lanes.are_even() => false,
        // It is no strided set, or not every processor of the span is there.
        _ => cells(relation, lanes, 0..lanes.len()).all(|cell| memory.initialised.has(cell)),
    }
}

/// Marks the cells of an access as written.
pub fn write_down(
    memory: &mut Memory,
    relation: &AccessRelation,
    lanes: &Selection,
    threads: &Threads,
) {
    let written = &mut memory.initialised;
    if written.is_complete(&relation.extent()) {
        return;
    }
    if let Some(set) = relation.set().filter(|_| lanes.are_even()) {
        return written.add_set(set, &relation.extent());
    }
    let work = lanes.len() * relation.trips() as usize;
    threads.run(threads.share_work(lanes.len(), 1, work), |positions| {
        let mut marker = written.marker();
        cells(relation, lanes, positions).for_each(|cell| marker.mark(cell));
        marker.end();
    });
    written.settle();
}

/// The cells of an access of the processors at some positions.
fn cells(
    relation: &AccessRelation,
    lanes: &Selection,
    positions: Range<usize>,
) -> impl Iterator<Item = usize> {
    positions.flat_map(move |position| {
        let lane = lanes.at(position);
        (0..relation.trips()).map(move |trip| relation.cell(lane, trip) as usize)
    })
}
