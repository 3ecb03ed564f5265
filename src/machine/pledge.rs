//! What a passage finds written, and what it will have written.
//!
//! Both are settled when its statements are planned, in the order of the program: then nobody has
//! to look when they are executed, and nobody has to write down what was written. A statement that
//! would not find everything written is in no passage. Where only its execution tells which cells
//! it reads, it looks for itself; nothing that it may see is written down too early.

use std::ops::Range;

use super::event::Observer;
use super::lanes::Lanes;
use super::memory::Memory;
use super::passage::Passage;
use super::pram::Machine;
use super::reach::Reach;
use super::threads::Threads;
use crate::code::control::{Algorithm, Control};
use crate::code::kernel::{Op, Reg};

impl<O: Observer> Machine<'_, O> {
    /// Whether the next statement of a passage, planned before, finds everything written that it
    /// reads.
    pub(super) fn finds_all(&mut self, passage: &mut Passage) -> bool {
        let at = passage.statements.len();
        let looking = std::mem::take(&mut passage.plans[at].looking);
        if looking.is_empty() {
            return !passage.is_seen_early(self.algorithm_of(passage));
        }
        let algorithm = self.algorithm_of(passage);
        let kernel = passage.kernel(algorithm, at);
        let mut on_its_own = Vec::new();
        for index in looking {
            let (Op::Read { address, .. } | Op::Peek { address, .. }) = kernel.ops[index as usize]
            else {
                continue;
            };
            let Some(reach) = passage.reach(at, address) else {
                on_its_own.push(index);
                continue;
            };
            // The processor itself has just written it, in the same turn.
            let is_new = passage.writes(algorithm, at).any(|write| write == reach);
            if !is_new && !is_written(&mut self.memory, &reach, &passage.lanes) {
                return false;
            }
        }
        if !on_its_own.is_empty() {
            self.memory.written.spell_out();
        }
        passage.plans[at].looking = on_its_own;
        !passage.is_seen_early(algorithm)
    }

    /// Writes down what a passage will have written.
    pub(super) fn pledge(&mut self, passage: &Passage) {
        let algorithm = self.algorithm_of(passage);
        for reach in passage.writes(algorithm, passage.statements.len()) {
            write_down(
                &mut self.memory,
                &reach,
                &passage.lanes,
                &self.evaluator.threads,
            );
        }
    }
}

impl Passage {
    /// Where a statement's processors reach with the address in a register, in all turns; none
    /// where that is no line.
    fn reach(&self, statement: usize, address: Reg) -> Option<Reach> {
        let cells = self.plans[statement].cells(address);
        let reach = Reach::of(&cells, self.team, self.lanes.span())?;
        Some(self.turns_of(statement).reach(reach, address))
    }

    /// What the first statements write along lines.
    fn writes<'a>(
        &'a self,
        algorithm: &'a Algorithm,
        statements: usize,
    ) -> impl Iterator<Item = Reach> + 'a {
        let instructions = algorithm.instructions[self.pc.0 as usize..][..statements].iter();
        (instructions.enumerate()).filter_map(|(at, next)| match &next.control {
            Control::Write { kernel, .. } => self.reach(at, kernel.outputs[0]),
            _ => None,
        })
    }

    /// Whether one of the statements, the next one included, looks for itself where one of them
    /// writes along a line.
    fn is_seen_early(&self, algorithm: &Algorithm) -> bool {
        let statements = self.statements.len() + 1;
        let span = self.lanes.span();
        (0..statements).any(|at| {
            let (kernel, plan) = (self.kernel(algorithm, at), &self.plans[at]);
            plan.looking
                .iter()
                .any(|index| match kernel.ops[*index as usize] {
                    Op::Read { address, .. } | Op::Peek { address, .. } => {
                        let look = plan.cells(address).extent(span);
                        let mut writes = self
                            .writes(algorithm, statements)
                            .map(|write| write.extent());
                        writes.any(|write| write.start < look.end && look.start < write.end)
                    }
                    _ => false,
                })
        })
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
