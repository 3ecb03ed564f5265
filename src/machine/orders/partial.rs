//! A statement of one processor, executed from one access of the global memory to the next.

use smallvec::SmallVec;

use crate::code::kernel::{Kernel, Op, Reg};
use crate::engine::arithmetic::{self, Operand, OperationOutcome, Positions};
use crate::engine::cells::Cell;
use crate::engine::handle::Handle;
use crate::engine::kernel::job::ExecutedStretch;
use crate::engine::kernel::results::Results;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::lane_view::LaneView;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::memory::Memory;

/// The position of a processor in a kernel, and its registers.
#[derive(Debug, Default, Clone)]
pub struct Partial {
    /// By register. Stored inline for most kernels, so that a processor that is resumed is found in
    /// fewer cache lines.
    words: SmallVec<[i64; 8]>,
    /// The next instruction of the kernel.
    at: usize,
    /// For each guarded section, 1 if it was executed.
    through: SmallVec<[u8; 8]>,
    /// Instructions and reads of the guarded sections that were executed.
    extra: (u64, u64),
    ordinal: u32,
}

/// An instruction of the kernel that failed.
#[derive(Debug)]
pub struct FailedInstruction(pub usize);

impl Partial {
    /// Before the first instruction of a kernel.
    pub fn begin(&mut self, kernel: &Kernel) {
        self.words.clear();
        self.words.resize(kernel.registers as usize, 0);
        self.through.clear();
        self.through.resize(kernel.timeline.guards as usize, 0);
        (self.at, self.extra, self.ordinal) = (0, (0, 0), 0);
    }

    /// The word of a register.
    pub fn word(&self, reg: Reg) -> i64 {
        self.words[reg.0 as usize]
    }

    /// The number of the next read in the statement.
    pub fn ordinal(&self) -> u32 {
        self.ordinal
    }

    /// Continues to the next read of the global memory. Returns the index of that instruction, or `None`
    /// at the end of the kernel.
    pub fn go_on(
        &mut self,
        kernel: &Kernel,
        view: LaneView<'_>,
        memory: &Memory,
    ) -> Result<Option<usize>, FailedInstruction> {
        while let Some(op) = kernel.ops.get(self.at) {
            if let Op::Read { .. } = op {
                return Ok(Some(self.at));
            }
            let at = self.at;
            self.at += 1;
            if self.execute(op, view, memory) == OperationOutcome::Failed {
                return Err(FailedInstruction(at));
            }
        }
        Ok(None)
    }

    /// The cell of the next read.
    pub fn address(&self, kernel: &Kernel, op: usize) -> Cell {
        let address = kernel.ops[op].address();
        self.word(address.expect("it stands before a read")) as Cell
    }

    /// Executes the next read.
    pub fn read(&mut self, kernel: &Kernel, memory: &Memory) -> Result<(), FailedInstruction> {
        let at = self.at;
        let Op::Read { to, address, .. } = kernel.ops[at] else {
            unreachable!("it stands before a read")
        };
        self.at += 1;
        self.ordinal += 1;
        let cell = self.word(address) as usize;
        match memory.read(cell) {
            Some(word) => {
                self.words[to.0 as usize] = word;
                Ok(())
            }
            None => Err(FailedInstruction(at)),
        }
    }

    /// The result of a read that it has executed.
    pub fn word_read(&self, kernel: &Kernel, op: usize) -> i64 {
        let result = kernel.ops[op].result();
        self.word(result.expect("a read has a result"))
    }

    fn execute(&mut self, op: &Op, view: LaneView<'_>, memory: &Memory) -> OperationOutcome {
        let lane = view.lanes.at(0);
        let one = Positions::Dense(1);
        let (to, word) = match *op {
            Op::Constant { to, word } => (to, Some(word)),
            Op::Copy { to, from } => (to, Some(self.word(from))),
            Op::Scalar {
                to,
                up,
                slot,
                checked,
            } => {
                let (team, lane) = view.ancestor(lane, up);
                let slot = slot.0 as usize;
                let has_value = !checked || team.has_written(slot, lane);
                (to, has_value.then(|| team.scalars[slot].of_lane(lane)))
            }
            Op::Length { to, array, axis } => {
                let handle = view.handle(array, lane);
                (to, handle.map(|handle| handle.length(axis)))
            }
            Op::Unary { operation, to, a } => {
                let a = Operand::Constant(self.word(a));
                let out = &mut self.words[to.0 as usize..][..1];
                return arithmetic::unary(operation, a, out, one);
            }
            Op::Binary {
                operation,
                to,
                a,
                b,
            } => {
                let (a, b) = (self.word(a), self.word(b));
                let (a, b) = (Operand::Constant(a), Operand::Constant(b));
                let out = &mut self.words[to.0 as usize..][..1];
                return arithmetic::binary(operation, a, b, out, one);
            }
            Op::Address {
                to,
                array,
                row,
                column,
            } => {
                let row = row.map_or(0, |reg| self.word(reg));
                let column = column.map(|reg| self.word(reg));
                let cell = |handle: Handle| match column {
                    None => handle.cell(row),
                    Some(column) => handle.cell_at(row, column),
                };
                (to, view.handle(array, lane).and_then(cell))
            }
            Op::Within {
                to,
                array,
                axis,
                subscript,
            } => {
                let at = self.word(subscript);
                let handle = view.handle(array, lane);
                let inside = handle.filter(|handle| handle.has(axis, at));
                (to, inside.map(|_| at))
            }
            Op::Peek { to, address, .. } => (to, memory.read(self.word(address) as usize)),
            Op::Guard {
                test,
                open,
                count,
                number,
            } => {
                if (self.word(test) != 0) == open {
                    self.through[number as usize] = 1;
                } else {
                    self.at += count as usize;
                }
                return OperationOutcome::Fine;
            }
            Op::Charge {
                instructions,
                reads,
            } => {
                self.extra.0 += u64::from(instructions);
                self.extra.1 += u64::from(reads);
                return OperationOutcome::Fine;
            }
            Op::Read { .. } => unreachable!("reads are made one by one"),
        };
        match word {
            Some(word) => {
                self.words[to.0 as usize] = word;
                OperationOutcome::Fine
            }
            None => OperationOutcome::Failed,
        }
    }

    /// The results of the kernel, for the effect of its instruction.
    pub fn finish(&mut self, kernel: &Kernel, results: &mut Results) {
        let outputs = &mut results.outputs;
        outputs.resize_with(kernel.outputs.len(), Column::default);
        for (output, reg) in outputs.iter_mut().zip(&kernel.outputs) {
            output.shape = RegisterShape::Unknown;
            output.words.clear();
            output.words.push(self.words[reg.0 as usize]);
        }
        let passed = self.through.iter().map(|through| vec![*through]);
        results.begin_single(passed);
        let instructions = (u64::from(kernel.instructions) + self.extra.0).max(1);
        results.executed = ExecutedStretch {
            longest: instructions,
            instructions,
            reads: u64::from(kernel.reads) + self.extra.1,
        };
    }

    /// The registers.
    pub fn words(&self) -> &[i64] {
        &self.words
    }
}
