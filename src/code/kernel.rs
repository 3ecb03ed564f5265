//! Kernels: straight-line code over columns, one value per active processor.

use std::collections::BTreeSet;

use super::operation::{Binary, Unary};
use super::timeline::Timeline;
use crate::program::ArrayId;
use crate::source::Span;

/// A register of a kernel: a column for one chunk of processors, or one value for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reg(pub u32);

/// The index of a scalar or an array among those that each processor of a block holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u32);

/// An array as seen from a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ArrayRef {
    /// How many blocks further out it belongs.
    pub up: u32,
    /// Its slot there.
    pub slot: Slot,
    /// Its row in the algorithm's table, for names.
    pub id: ArrayId,
}

/// One instruction of a kernel. It is executed at every active position of the chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Op {
    /// `to ← word`
    Constant {
        /// Result.
        to: Reg,
        /// The word.
        word: i64,
    },
    /// `to ← scalar`
    Scalar {
        /// Result.
        to: Reg,
        /// How many blocks further out the scalar belongs.
        up: u32,
        /// Its slot there.
        slot: Slot,
        /// Whether it fails if the scalar was never written.
        checked: bool,
    },
    /// `to ← length of array`
    Length {
        /// Result.
        to: Reg,
        /// The array.
        array: ArrayRef,
        /// All elements, or the length along a dimension.
        axis: Option<u8>,
    },
    /// `to ← operation a`
    Unary {
        operation: Unary,
        /// Result.
        to: Reg,
        /// Operand.
        a: Reg,
    },
    /// `to ← a operation b`
    Binary {
        operation: Binary,
        /// Result.
        to: Reg,
        /// Left operand.
        a: Reg,
        /// Right operand.
        b: Reg,
    },
    /// `to ← subscript`; fails if it is outside the array along a dimension. The checks of one access
    /// are adjacent, one for each dimension.
    Within {
        /// Result.
        to: Reg,
        /// The array.
        array: ArrayRef,
        /// The dimension.
        axis: u8,
        /// Operand.
        subscript: Reg,
    },
    /// `to ← cell number of array[row, column]`; fails outside the array.
    Address {
        /// Result.
        to: Reg,
        /// The array.
        array: ArrayRef,
        /// First subscript of a table; else the position of the element in row-major order; `None` for a
        /// shared scalar.
        row: Option<Reg>,
        /// Second subscript of a table.
        column: Option<Reg>,
    },
    /// `to ← memory[address]`: an access to shared memory.
    Read {
        /// Result.
        to: Reg,
        /// Cell number.
        address: Reg,
        /// The array that is read, for names.
        array: ArrayId,
        /// The number of this read in the statement, from 0, if nothing is skipped before it.
        ordinal: u32,
    },
    /// `to ← memory[address]`: neither counted nor checked against the model.
    Peek {
        /// Result.
        to: Reg,
        /// Cell number.
        address: Reg,
        /// The array that is read, for names.
        array: ArrayId,
    },
    /// `to ← from`
    Copy {
        /// Result.
        to: Reg,
        /// Operand.
        from: Reg,
    },
    /// The next `count` instructions are executed only where `test` is `open`.
    Guard {
        /// Truth value.
        test: Reg,
        /// The value of the test with which the section is executed.
        open: bool,
        /// The number of guarded instructions.
        count: u32,
        /// The number of the guarded section in the kernel.
        number: u32,
    },
    /// Charges the processors that reach it for the guarded instructions.
    Charge {
        /// Instructions.
        instructions: u32,
        /// Reads of shared memory among them.
        reads: u32,
    },
}

/// A kernel.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Kernel {
    /// The code, in the order of evaluation of the source.
    pub ops: Vec<Op>,
    /// Parallel to `ops`: the source of each instruction.
    pub spans: Vec<Span>,
    /// The number of registers.
    pub registers: u32,
    /// The registers of its results, in order.
    pub outputs: Vec<Reg>,
    /// Instructions that every processor executes (the unit of cost), before the minimum of 1; including
    /// a write at the end.
    pub instructions: u32,
    /// Reads of shared memory that every processor makes.
    pub reads: u32,
    /// Whether guards make the number of instructions differ among processors.
    pub varies: bool,
    /// Its times on the asynchronous machine.
    pub timeline: Timeline,
    /// Read instructions in the code, including guarded ones.
    pub read_sites: u32,
}

impl Op {
    /// The register that it defines.
    pub fn result(&self) -> Option<Reg> {
        match *self {
            Self::Constant { to, .. }
            | Self::Scalar { to, .. }
            | Self::Length { to, .. }
            | Self::Unary { to, .. }
            | Self::Binary { to, .. }
            | Self::Within { to, .. }
            | Self::Address { to, .. }
            | Self::Read { to, .. }
            | Self::Peek { to, .. }
            | Self::Copy { to, .. } => Some(to),
            Self::Guard { .. } | Self::Charge { .. } => None,
        }
    }

    /// Whether a second instance of this instruction later in the kernel has the same result, and fails
    /// only if this one does. That is not so for an access with its address, nor for the subscripts of
    /// one access, which are adjacent; and a register that is copied to gets two values.
    pub fn is_repeatable(&self) -> bool {
        match self {
            Self::Constant { .. }
            | Self::Scalar { .. }
            | Self::Length { .. }
            | Self::Unary { .. }
            | Self::Binary { .. } => true,
            Self::Within { .. }
            | Self::Address { .. }
            | Self::Read { .. }
            | Self::Peek { .. }
            | Self::Copy { .. }
            | Self::Guard { .. }
            | Self::Charge { .. } => false,
        }
    }

    /// The registers of its operands.
    fn operands(&self) -> [Option<Reg>; 2] {
        match *self {
            Self::Unary { a, .. } => [Some(a), None],
            Self::Binary { a, b, .. } => [Some(a), Some(b)],
            Self::Within { subscript, .. } => [Some(subscript), None],
            Self::Address { row, column, .. } => [row, column],
            Self::Read { address, .. } | Self::Peek { address, .. } => [Some(address), None],
            Self::Copy { from, .. } => [Some(from), None],
            Self::Constant { .. }
            | Self::Scalar { .. }
            | Self::Length { .. }
            | Self::Guard { .. }
            | Self::Charge { .. } => [None, None],
        }
    }

    /// The register with the number of the cell that it reads, possibly of a private array.
    pub fn address(&self) -> Option<Reg> {
        match *self {
            Self::Read { address, .. } | Self::Peek { address, .. } => Some(address),
            Self::Constant { .. }
            | Self::Scalar { .. }
            | Self::Length { .. }
            | Self::Unary { .. }
            | Self::Binary { .. }
            | Self::Within { .. }
            | Self::Address { .. }
            | Self::Copy { .. }
            | Self::Guard { .. }
            | Self::Charge { .. } => None,
        }
    }

    /// The scalar that it loads: how many blocks further out that belongs, and its slot there.
    pub fn loaded_scalar(&self) -> Option<(u32, Slot)> {
        match *self {
            Self::Scalar { up, slot, .. } => Some((up, slot)),
            Self::Constant { .. }
            | Self::Length { .. }
            | Self::Unary { .. }
            | Self::Binary { .. }
            | Self::Within { .. }
            | Self::Address { .. }
            | Self::Read { .. }
            | Self::Peek { .. }
            | Self::Copy { .. }
            | Self::Guard { .. }
            | Self::Charge { .. } => None,
        }
    }
}

impl Kernel {
    /// The indices of the instructions from which a register is computed, including the tests of guards.
    pub fn computing(&self, register: Reg) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut wanted = vec![register];
        while let Some(register) = wanted.pop() {
            let ops = self.ops.iter().enumerate();
            for (at, op) in ops.filter(|(_, op)| op.result() == Some(register)) {
                if found.insert(at) {
                    wanted.extend(op.operands().into_iter().flatten());
                    wanted.extend(self.tests_around(at));
                }
            }
        }
        found
    }

    /// The truth values that guard an instruction.
    fn tests_around(&self, at: usize) -> impl Iterator<Item = Reg> {
        let before = self.ops[..at].iter().enumerate();
        before.filter_map(move |(guard, op)| {
            let Op::Guard { test, count, .. } = op else {
                return None;
            };
            (at <= guard + *count as usize).then_some(*test)
        })
    }

    /// The registers with the addresses of reads, including those of private arrays.
    pub fn read_addresses(&self) -> impl Iterator<Item = Reg> + '_ {
        self.ops.iter().filter_map(Op::address)
    }

    /// Whether it loads this scalar of the processor.
    pub fn loads(&self, slot: Slot) -> bool {
        self.ops
            .iter()
            .any(|op| op.loaded_scalar() == Some((0, slot)))
    }

    /// The array of the address in a register.
    pub fn array_at(&self, address: Reg) -> ArrayRef {
        let found = self.ops.iter().find_map(|op| {
            if let Op::Address { to, array, .. } = op {
                (*to == address).then_some(*array)
            } else {
                None
            }
        });
        found.expect("an address comes from an address instruction")
    }
}
