//! Runs a kernel for all active processors of a group, chunk by chunk.
//!
//! A chunk is small enough that its registers stay in the processor's cache. Nothing here
//! changes a cell or a scalar: results are handed back, so a step can be evaluated again when
//! somebody wants to know more about it.

use super::arithmetic::{self, Operand, Outcome, Positions, fill};
use super::crew::{Chunk, Crew, each_handle, load_scalar};
use super::fault::FaultKind;
use super::memory::{Memory, Stamp};
use super::reading::{Readers, Reads, SiteLog};
use crate::code::kernel::{Kernel, Op, Reg};

/// Positions of a chunk.
const CHUNK: usize = 1024;

/// What a kernel gave.
#[derive(Debug, Default)]
pub struct Results {
    /// One column per output, one value per active processor.
    pub columns: Vec<Vec<i64>>,
    /// Most instructions that one processor executed.
    pub longest: u64,
    /// Instructions that all executed.
    pub instructions: u64,
    /// Reads of shared memory.
    pub reads: u64,
    /// For each guarded stretch of a kernel whose reads are logged, by position, 1 for who came
    /// through.
    through: Vec<Vec<u8>>,
}

impl Results {
    /// Whether the processor at a position came through a guarded stretch of the kernel.
    pub fn came_through(&self, guard: u32, position: usize) -> bool {
        self.through[guard as usize][position] == 1
    }

    /// A column for whoever needs one in passing, empty.
    pub fn scratch(&mut self) -> &mut Vec<i64> {
        if self.columns.is_empty() {
            self.columns.push(Vec::new());
        }
        self.columns[0].clear();
        &mut self.columns[0]
    }
}

/// The first failure: of the lowest processor, and of its accesses and operations the first.
#[derive(Debug)]
pub struct Failure {
    /// The processor, by its position in the group.
    pub position: usize,
    /// The instruction in the kernel.
    pub op: usize,
    /// Why.
    pub kind: Box<FaultKind>,
}

/// The registers, kept from kernel to kernel.
#[derive(Debug, Default)]
pub struct Evaluator {
    pub(super) columns: Vec<Vec<i64>>,
    /// Where a register holds one value for all.
    uniform: Vec<Option<i64>>,
    /// Instructions of the guarded stretches that a position came through.
    extra: Vec<u32>,
    /// Reads that a position has made.
    ordinals: Vec<u32>,
    extra_reads: u64,
    /// Whether it is to be kept who came through a guard: the clocks of the asynchronous machine
    /// ask for it.
    keeps_guards: bool,
    through: Vec<Vec<u8>>,
}

/// The instruction of a kernel that failed somewhere in a chunk.
struct FailedAt(usize);

impl Evaluator {
    /// An evaluator that keeps, or does not keep, who came through each guard.
    pub fn keeping_guards(keeps_guards: bool) -> Self {
        Self {
            keeps_guards,
            ..Self::default()
        }
    }

    /// Runs a kernel for a group.
    pub fn run(
        &mut self,
        kernel: &Kernel,
        crew: Crew<'_>,
        memory: &mut Memory,
        reads: &mut Reads<'_>,
        results: &mut Results,
    ) -> Result<(), Failure> {
        let total = crew.lanes.len();
        self.prepare(kernel, total.min(CHUNK));
        if self.keeps_guards {
            let guards = kernel.timeline.guards as usize;
            self.through.resize_with(guards, Vec::new);
            for kept in &mut self.through[..guards] {
                kept.clear();
                kept.resize(total, 0);
            }
        }
        results.columns.resize_with(kernel.outputs.len(), Vec::new);
        for column in &mut results.columns {
            column.clear();
            column.reserve(total);
        }
        let base = u64::from(kernel.instructions);
        (results.longest, results.instructions) = (base.max(1), base.max(1) * total as u64);
        results.reads = u64::from(kernel.reads) * total as u64;
        if kernel.varies {
            (results.longest, results.instructions) = (1, 0);
        }

        let hoisted = crew.has_one_origin() || crew.own().block.0 == 0;
        let everything: Vec<u32>;
        let varying = if hoisted {
            let one = Chunk { start: 0, len: 1 };
            if self.hoist(kernel, crew, memory, one).is_err() {
                return Err(self.explain(kernel, crew, memory, one));
            }
            &kernel.varying
        } else {
            everything = (0..kernel.ops.len() as u32).collect();
            &everything
        };
        for start in (0..total).step_by(CHUNK) {
            let chunk = Chunk {
                start,
                len: CHUNK.min(total - start),
            };
            if kernel.varies {
                self.extra[..chunk.len].fill(0);
                self.ordinals[..chunk.len].fill(0);
            }
            let dense = Positions::Dense(chunk.len);
            if self
                .execute(kernel, varying, crew, memory, reads, chunk, dense)
                .is_err()
            {
                return Err(self.explain(kernel, crew, memory, chunk));
            }
            for (column, reg) in results.columns.iter_mut().zip(&kernel.outputs) {
                match self.operand(*reg) {
                    Operand::Column(values) => column.extend_from_slice(&values[..chunk.len]),
                    Operand::Uniform(value) => column.resize(column.len() + chunk.len, value),
                }
            }
            if kernel.varies {
                for extra in &self.extra[..chunk.len] {
                    let own = (base + u64::from(*extra)).max(1);
                    results.longest = results.longest.max(own);
                    results.instructions += own;
                }
            }
        }
        results.reads += self.extra_reads;
        std::mem::swap(&mut results.through, &mut self.through);
        Ok(())
    }

    fn prepare(&mut self, kernel: &Kernel, chunk: usize) {
        let registers = kernel.registers as usize;
        if self.columns.len() < registers {
            self.columns.resize_with(registers, Vec::new);
        }
        for column in &mut self.columns[..registers] {
            if column.len() < chunk {
                column.resize(chunk, 0);
            }
        }
        self.uniform.clear();
        self.uniform.resize(registers, None);
        self.extra_reads = 0;
        if kernel.varies && self.extra.len() < chunk {
            self.extra.resize(chunk, 0);
            self.ordinals.resize(chunk, 0);
        }
    }

    fn operand(&self, reg: Reg) -> Operand<'_> {
        match self.uniform[reg.0 as usize] {
            Some(value) => Operand::Uniform(value),
            None => Operand::Column(&self.columns[reg.0 as usize]),
        }
    }

    /// Computes what is the same for all.
    fn hoist(
        &mut self,
        kernel: &Kernel,
        crew: Crew<'_>,
        memory: &mut Memory,
        one: Chunk,
    ) -> Result<(), FailedAt> {
        for position in &kernel.uniform {
            let list = [*position];
            let dense = Positions::Dense(1);
            self.execute(
                kernel,
                &list,
                crew,
                memory,
                &mut Reads::Unchecked,
                one,
                dense,
            )?;
            if let Some(to) = result_register(&kernel.ops[*position as usize]) {
                self.uniform[to.0 as usize] = Some(self.columns[to.0 as usize][0]);
            }
        }
        Ok(())
    }

    /// Finds the lowest processor of a chunk that fails, going through it one by one.
    fn explain(
        &mut self,
        kernel: &Kernel,
        crew: Crew<'_>,
        memory: &mut Memory,
        chunk: Chunk,
    ) -> Failure {
        let list: Vec<u32> = (0..kernel.ops.len() as u32).collect();
        self.uniform.fill(None);
        for position in chunk.start..chunk.start + chunk.len {
            let one = Chunk {
                start: position,
                len: 1,
            };
            let dense = Positions::Dense(1);
            let run = self.execute(
                kernel,
                &list,
                crew,
                memory,
                &mut Reads::Unchecked,
                one,
                dense,
            );
            if let Err(FailedAt(op)) = run {
                let kind = Box::new(self.cause(kernel, op, crew, crew.lanes.at(position)));
                return Failure { position, op, kind };
            }
        }
        unreachable!("a chunk fails only where one of its processors does")
    }

    /// Runs the instructions at these places of the kernel.
    #[expect(clippy::too_many_arguments, reason = "the state of one evaluation")]
    fn execute(
        &mut self,
        kernel: &Kernel,
        list: &[u32],
        crew: Crew<'_>,
        memory: &mut Memory,
        reads: &mut Reads<'_>,
        chunk: Chunk,
        positions: Positions<'_>,
    ) -> Result<(), FailedAt> {
        let mut at = 0;
        while at < list.len() {
            let index = list[at] as usize;
            at += 1;
            let outcome = match kernel.ops[index] {
                Op::Guard {
                    test,
                    open,
                    count,
                    number,
                } => {
                    let inside = &list[at..at + count as usize];
                    at += count as usize;
                    let through = self.passing(test, open, positions);
                    if self.keeps_guards {
                        let kept = &mut self.through[number as usize];
                        for position in &through {
                            kept[chunk.start + *position as usize] = 1;
                        }
                    }
                    if !through.is_empty() {
                        let through = Positions::Sparse(&through);
                        self.execute(kernel, inside, crew, memory, reads, chunk, through)?;
                    }
                    Outcome::Fine
                }
                Op::Charge {
                    instructions,
                    reads,
                } => {
                    self.charge(instructions, reads, kernel.varies, positions);
                    Outcome::Fine
                }
                Op::Constant { to, word } => self.produce(to, |_, out| {
                    fill(out, positions, |_| word);
                    Outcome::Fine
                }),
                Op::Copy { to, from } => self.produce(to, |this, out| {
                    let from = this.operand(from);
                    fill(out, positions, |position| from.at(position));
                    Outcome::Fine
                }),
                Op::Unary { operation, to, a } => self.produce(to, |this, out| {
                    arithmetic::unary(operation, this.operand(a), out, positions)
                }),
                Op::Binary {
                    operation,
                    to,
                    a,
                    b,
                } => self.produce(to, |this, out| {
                    arithmetic::binary(operation, this.operand(a), this.operand(b), out, positions)
                }),
                Op::Scalar {
                    to,
                    up,
                    slot,
                    checked,
                } => self.produce(to, |_, out| {
                    load_scalar(crew, up, slot, checked, chunk, out, positions)
                }),
                Op::Length { to, array, axis } => self.produce(to, |_, out| {
                    each_handle(crew, array, chunk, out, positions, |handle, _| {
                        let length = match axis {
                            None => handle.cells() as i64,
                            Some(0) => i64::from(handle.rows),
                            Some(_) => i64::from(handle.columns),
                        };
                        (length, true)
                    })
                }),
                Op::Address {
                    to,
                    array,
                    row,
                    column,
                } => self.produce(to, |this, out| {
                    let row = row.map_or(Operand::Uniform(0), |reg| this.operand(reg));
                    let column = column.map_or(Operand::Uniform(0), |reg| this.operand(reg));
                    each_handle(crew, array, chunk, out, positions, |handle, position| {
                        let (row, column) = (row.at(position), column.at(position));
                        let inside = (row as u64) < u64::from(handle.rows)
                            && (column as u64) < u64::from(handle.columns);
                        let offset = row
                            .wrapping_mul(i64::from(handle.columns))
                            .wrapping_add(column);
                        (i64::from(handle.base).wrapping_add(offset), inside)
                    })
                }),
                Op::Peek { to, address, .. } => self.produce(to, |this, out| {
                    let address = this.operand(address);
                    let mut written = 1;
                    fill(out, positions, |position| {
                        let cell = address.at(position) as usize;
                        written &= memory.written[cell];
                        memory.words[cell]
                    });
                    if written == 0 {
                        Outcome::Failed
                    } else {
                        Outcome::Fine
                    }
                }),
                Op::Read {
                    to,
                    address,
                    ordinal,
                    ..
                } => {
                    let site = ReadSite {
                        address,
                        ordinal,
                        op: index as u32,
                    };
                    self.read(
                        to,
                        site,
                        kernel.varies,
                        crew,
                        memory,
                        reads,
                        chunk,
                        positions,
                    )
                }
            };
            if outcome == Outcome::Failed {
                return Err(FailedAt(index));
            }
        }
        Ok(())
    }

    /// Computes a column from the others.
    fn produce(&mut self, to: Reg, compute: impl FnOnce(&Self, &mut [i64]) -> Outcome) -> Outcome {
        let mut out = std::mem::take(&mut self.columns[to.0 as usize]);
        let outcome = compute(self, &mut out);
        self.columns[to.0 as usize] = out;
        outcome
    }

    /// The positions at which the way through a guard is open.
    fn passing(&self, test: Reg, open: bool, positions: Positions<'_>) -> Vec<u32> {
        let test = self.operand(test);
        let passes = |position: &u32| (test.at(*position as usize) != 0) == open;
        match positions {
            Positions::Dense(n) => (0..n as u32).filter(passes).collect(),
            Positions::Sparse(list) => list.iter().copied().filter(passes).collect(),
        }
    }

    fn charge(&mut self, instructions: u32, reads: u32, varies: bool, positions: Positions<'_>) {
        let Positions::Sparse(list) = positions else {
            unreachable!("guarded instructions act at listed positions")
        };
        if varies {
            for position in list {
                self.extra[*position as usize] += instructions;
            }
            self.extra_reads += u64::from(reads) * list.len() as u64;
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one evaluation")]
    fn read(
        &mut self,
        to: Reg,
        site: ReadSite,
        varies: bool,
        crew: Crew<'_>,
        memory: &mut Memory,
        reads: &mut Reads<'_>,
        chunk: Chunk,
        positions: Positions<'_>,
    ) -> Outcome {
        let mut ordinals = std::mem::take(&mut self.ordinals);
        let outcome = self.produce(to, |this, out| {
            let address = this.operand(site.address);
            let mut written = 1;
            let check = memory.has_unwritten();
            let Memory {
                words,
                written: were,
                readers,
                ..
            } = memory;
            match reads {
                Reads::Unchecked => fill(out, positions, |position| {
                    let cell = address.at(position) as usize;
                    if check {
                        written &= were[cell];
                    }
                    words[cell]
                }),
                Reads::Stamped { epoch, first, met } => {
                    let mut meeting = false;
                    fill(out, positions, |position| {
                        let cell = address.at(position) as usize;
                        let processor = *first + crew.lanes.at(chunk.start + position);
                        let stamp = Stamp {
                            epoch: *epoch,
                            processor,
                        };
                        let last = std::mem::replace(&mut readers[cell], stamp);
                        meeting |= last.epoch == *epoch && last.processor != processor;
                        if check {
                            written &= were[cell];
                        }
                        words[cell]
                    });
                    **met |= meeting;
                }
                Reads::Logged(log) => {
                    let readers = || {
                        if varies {
                            Readers::Some(Vec::new())
                        } else {
                            Readers::All(site.ordinal)
                        }
                    };
                    let SiteLog { cells, readers, .. } = log.site(site.op, readers);
                    fill(out, positions, |position| {
                        let cell = address.at(position) as usize;
                        cells.push(cell as u32);
                        if let Readers::Some(list) = readers {
                            list.push(((chunk.start + position) as u32, ordinals[position]));
                            ordinals[position] += 1;
                        }
                        if check {
                            written &= were[cell];
                        }
                        words[cell]
                    });
                }
            }
            if written == 0 {
                Outcome::Failed
            } else {
                Outcome::Fine
            }
        });
        self.ordinals = ordinals;
        outcome
    }
}

#[derive(Clone, Copy)]
struct ReadSite {
    address: Reg,
    ordinal: u32,
    op: u32,
}

fn result_register(op: &Op) -> Option<Reg> {
    match *op {
        Op::Constant { to, .. }
        | Op::Scalar { to, .. }
        | Op::Length { to, .. }
        | Op::Unary { to, .. }
        | Op::Binary { to, .. }
        | Op::Address { to, .. }
        | Op::Read { to, .. }
        | Op::Peek { to, .. }
        | Op::Copy { to, .. } => Some(to),
        Op::Guard { .. } | Op::Charge { .. } => None,
    }
}
