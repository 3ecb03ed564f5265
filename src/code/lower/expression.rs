//! Expressions to kernels: registers, costs, and value numbering.

use indexmap::IndexMap;

use crate::code::kernel::{ArrayRef, Kernel, Op, Reg, Slot};
use crate::code::operation::{self, Binary, BuiltinOperation, Swap};
use crate::code::parameters::MachineParameters;
use crate::code::slots::Slots;
use crate::code::timeline::{Tick, TimedSource, TimelineMoment};
use crate::program::{
    Algorithm, ArrayId, BinaryOp, BlockId, Builtin, Cell, Constant, Expr, ExprKind,
    MachineParameter, Reach, ScalarId, Type,
};
use crate::source::Span;

/// Whether shared reads in an expression count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadCharge {
    /// They are accesses: counted and checked.
    Counted,
    /// A read for output or an assertion (`ispisi`, `tvrdi`, `izlaz`), which is free.
    Looking,
}

/// Whether operators in an expression count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arithmetic {
    Counted,
    Subscript,
}

/// Builds one kernel.
pub struct KernelBuilder<'a> {
    algorithm: &'a Algorithm,
    slots: &'a Slots,
    machine: MachineParameters,
    block: BlockId,
    reading: ReadCharge,
    kernel: Kernel,
    /// Costs of the guarded sections under construction, innermost last; the first entry is the kernel's
    /// own.
    charges: Vec<(u32, u32)>,
    /// The sources of the value of each register.
    sources: Vec<Vec<TimedSource>>,
    /// The guarded sections around the current expression, innermost last.
    guards: Vec<u32>,
    /// Value numbering: the register of each value that is computed on every path to here. The keys are
    /// the instructions, with register 0 in place of their result.
    values: IndexMap<Op, Reg>,
}

impl<'a> KernelBuilder<'a> {
    /// A builder for code that the processors of `block` execute.
    pub fn new(
        algorithm: &'a Algorithm,
        slots: &'a Slots,
        machine: MachineParameters,
        block: BlockId,
        reading: ReadCharge,
    ) -> Self {
        Self {
            algorithm,
            slots,
            machine,
            block,
            reading,
            kernel: Kernel::default(),
            charges: vec![(0, 0)],
            sources: Vec::new(),
            guards: Vec::new(),
            values: IndexMap::new(),
        }
    }

    /// The finished kernel.
    pub fn finish(mut self) -> Kernel {
        let made_from = |reg: &Reg| self.sources[reg.0 as usize].clone();
        self.kernel.timeline.values = self.kernel.outputs.iter().map(made_from).collect();
        (self.kernel.instructions, self.kernel.reads) = self.charges[0];
        self.kernel.registers = self.sources.len() as u32;
        self.kernel
    }

    /// Adds an expression as the next output.
    pub fn output(&mut self, expr: &Expr) {
        let reg = self.expr(expr, Arithmetic::Counted);
        self.kernel.outputs.push(reg);
    }

    /// Adds an expression whose operators are free as the next output: a subscript or a place.
    pub fn place_output(&mut self, expr: &Expr) {
        let reg = self.expr(expr, Arithmetic::Subscript);
        self.kernel.outputs.push(reg);
    }

    /// Adds a constant as the next output.
    pub fn output_constant(&mut self, value: i64, span: Span) {
        let reg = self.constant(value, span);
        self.kernel.outputs.push(reg);
    }

    /// Adds `value`, or with an operator `scalar op value`, as the next output.
    pub fn scalar_update(&mut self, id: ScalarId, update: BinaryOp, value: &Expr, span: Span) {
        let ty = self.algorithm.scalars[id.index()].ty;
        let checked = self.algorithm.scalars[id.index()].tracked;
        let old = self.scalar(id, checked, span);
        let value = self.expr(value, Arithmetic::Counted);
        let new = self.operator(update, ty, old, value, Arithmetic::Counted, span);
        self.kernel.outputs.push(new);
    }

    /// Adds a cell and its new value as the next two outputs, and counts the write.
    pub fn cell_assignment(&mut self, cell: &Cell, update: Option<BinaryOp>, value: &Expr) {
        let address = self.address(cell);
        let value = match update {
            None => self.expr(value, Arithmetic::Counted),
            Some(op) => {
                let element = self.algorithm.arrays[cell.array.index()].element;
                let old = self.read(cell, address);
                let value = self.expr(value, Arithmetic::Counted);
                self.operator(op, element, old, value, Arithmetic::Counted, cell.span)
            }
        };
        if cell.reach == Reach::Shared {
            self.charge(1, 0);
            let made_from = self.sources[address.0 as usize].clone();
            self.moment(Tick::Write(made_from));
        }
        self.kernel.outputs.extend([address, value]);
    }

    fn charge(&mut self, instructions: u32, reads: u32) {
        let top = self
            .charges
            .last_mut()
            .expect("a kernel's own cost is always there");
        top.0 += instructions;
        top.1 += reads;
    }

    /// Adds an instruction with a new result register, unless an earlier one has the same result. Cells
    /// and scalars keep their values up to the end of the statement, and a processor that fails does so
    /// at the first instruction.
    fn emit(&mut self, span: Span, op: impl Fn(Reg) -> Op) -> Reg {
        let to = Reg(self.sources.len() as u32);
        let value = op(Reg(0));
        if value.is_repeatable() {
            let known = *self.values.entry(value).or_insert(to);
            if known != to {
                return known;
            }
        }
        let op = op(to);
        let sources = self.sources_of(&op);
        self.sources.push(sources);
        self.push(op, span);
        to
    }

    /// The sources of the result of an instruction.
    fn sources_of(&self, op: &Op) -> Vec<TimedSource> {
        let of = |reg: Reg| self.sources[reg.0 as usize].clone();
        let both = |a: Reg, b: Reg| {
            let mut sources = of(a);
            sources.extend(of(b).into_iter().filter(|source| !of(a).contains(source)));
            sources
        };
        match *op {
            Op::Scalar { up: 0, slot, .. } => vec![TimedSource::Scalar(slot)],
            Op::Unary { a, .. } => of(a),
            Op::Within { subscript, .. } => of(subscript),
            Op::Copy { from, .. } => of(from),
            Op::Binary { a, b, .. } => both(a, b),
            Op::Address { row, column, .. } => match (row, column) {
                (Some(row), Some(column)) => both(row, column),
                (row, column) => row.or(column).map(of).unwrap_or_default(),
            },
            Op::Read { ordinal, .. } => vec![TimedSource::Read(ordinal)],
            // An array further out existed before the block was opened; only the selected element
            // depends on the subscripts.
            Op::Peek { array, address, .. } => {
                let mut sources = of(address);
                if self.array(array).up == 0 {
                    sources.push(TimedSource::Array(self.slots.array(array)));
                }
                sources
            }
            Op::Constant { .. }
            | Op::Scalar { .. }
            | Op::Length { .. }
            | Op::Guard { .. }
            | Op::Charge { .. } => Vec::new(),
        }
    }

    fn moment(&mut self, tick: Tick) {
        let guard = self.guards.last().copied();
        self.kernel
            .timeline
            .moments
            .push(TimelineMoment { tick, guard });
    }

    fn push(&mut self, op: Op, span: Span) {
        self.kernel.ops.push(op);
        self.kernel.spans.push(span);
    }

    fn constant(&mut self, word: i64, span: Span) -> Reg {
        self.emit(span, |to| Op::Constant { to, word })
    }

    fn up(&self, block: BlockId) -> u32 {
        let level = |id: BlockId| self.algorithm.blocks[id.index()].level;
        level(self.block) - level(block)
    }

    fn array(&self, id: ArrayId) -> ArrayRef {
        let up = self.up(self.algorithm.arrays[id.index()].block);
        ArrayRef {
            up,
            slot: self.slots.array(id),
            id,
        }
    }

    fn scalar(&mut self, id: ScalarId, checked: bool, span: Span) -> Reg {
        let up = self.up(self.algorithm.scalars[id.index()].block);
        let slot: Slot = self.slots.scalar(id);
        self.emit(span, |to| Op::Scalar {
            to,
            up,
            slot,
            checked,
        })
    }

    fn expr(&mut self, expr: &Expr, arithmetic: Arithmetic) -> Reg {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Constant(constant) => self.constant(constant.word(), span),
            ExprKind::Scalar { id, checked } => self.scalar(*id, *checked, span),
            ExprKind::Cell(cell) => {
                let address = self.address(cell);
                self.read(cell, address)
            }
            ExprKind::Length(id, axis) => {
                let array = self.array(*id);
                self.count_operator(arithmetic);
                self.emit(span, |to| Op::Length {
                    to,
                    array,
                    axis: *axis,
                })
            }
            ExprKind::Machine(parameter) => {
                let value = match parameter {
                    MachineParameter::Processors => self.machine.processors,
                    MachineParameter::Delay => self.machine.delay,
                    MachineParameter::BarrierTime => self.machine.barrier,
                };
                self.constant(value, span)
            }
            ExprKind::Unary(op, operand) => {
                let a = self.expr(operand, arithmetic);
                self.count_operator(arithmetic);
                self.unary(operation::unary(*op, operand.ty), a, span)
            }
            ExprKind::Convert(conversion, operand) => {
                let a = self.expr(operand, arithmetic);
                self.unary(operation::conversion(*conversion), a, span)
            }
            ExprKind::Binary(op, left, right) => {
                let a = self.expr(left, arithmetic);
                let b = self.expr(right, arithmetic);
                self.operator(*op, left.ty, a, b, arithmetic, span)
            }
            ExprKind::And(left, right) => self.guarded(left, true, right, arithmetic, span),
            ExprKind::Or(left, right) => self.guarded(left, false, right, arithmetic, span),
            ExprKind::Builtin(function, operands) => {
                self.builtin(*function, operands, arithmetic, span)
            }
        }
    }

    fn count_operator(&mut self, arithmetic: Arithmetic) {
        if arithmetic == Arithmetic::Counted {
            self.charge(1, 0);
            self.kernel.timeline.local(self.guards.last().copied());
        }
    }

    fn unary(&mut self, operation: operation::Unary, a: Reg, span: Span) -> Reg {
        self.emit(span, |to| Op::Unary { operation, to, a })
    }

    fn binary(&mut self, operation: Binary, a: Reg, b: Reg, span: Span) -> Reg {
        self.emit(span, |to| Op::Binary {
            operation,
            to,
            a,
            b,
        })
    }

    fn operator(
        &mut self,
        op: BinaryOp,
        operand: Type,
        a: Reg,
        b: Reg,
        arithmetic: Arithmetic,
        span: Span,
    ) -> Reg {
        self.count_operator(arithmetic);
        match operation::binary(op, operand) {
            (operation, Swap::No) => self.binary(operation, a, b, span),
            (operation, Swap::Yes) => self.binary(operation, b, a, span),
        }
    }

    fn builtin(
        &mut self,
        function: Builtin,
        operands: &[Expr],
        arithmetic: Arithmetic,
        span: Span,
    ) -> Reg {
        let regs: Vec<Reg> = operands
            .iter()
            .map(|operand| self.expr(operand, arithmetic))
            .collect();
        self.count_operator(arithmetic);
        match operation::builtin(function, operands[0].ty) {
            BuiltinOperation::Identity => regs[0],
            BuiltinOperation::One(operation) => self.unary(operation, regs[0], span),
            BuiltinOperation::Chain(operation) => {
                let mut result = regs[0];
                for next in &regs[1..] {
                    result = self.binary(operation, result, *next, span);
                }
                result
            }
        }
    }

    /// `left and right`, `left or right`: evaluates the right side only where the left is `open`.
    fn guarded(
        &mut self,
        left: &Expr,
        open: bool,
        right: &Expr,
        arithmetic: Arithmetic,
        span: Span,
    ) -> Reg {
        let test = self.expr(left, arithmetic);
        self.count_operator(arithmetic);
        let result = self.emit(span, |to| Op::Copy { to, from: test });
        let guard = self.kernel.ops.len();
        let number = self.kernel.timeline.guards;
        self.push(
            Op::Guard {
                test,
                open,
                count: 0,
                number,
            },
            span,
        );
        self.push(
            Op::Charge {
                instructions: 0,
                reads: 0,
            },
            span,
        );
        self.charges.push((0, 0));
        self.guards.push(number);
        self.kernel.timeline.guards += 1;
        let values = self.values.len();
        let from = self.expr(right, arithmetic);
        let further = self.sources[from.0 as usize].clone();
        self.sources[result.0 as usize].extend(further);
        self.push(Op::Copy { to: result, from }, right.span);
        let (instructions, reads) = self.charges.pop().expect("pushed above");
        self.guards.pop();
        // Not all processors have executed these.
        self.values.truncate(values);
        let count = (self.kernel.ops.len() - guard - 1) as u32;
        self.kernel.ops[guard] = Op::Guard {
            test,
            open,
            count,
            number,
        };
        self.kernel.ops[guard + 1] = Op::Charge {
            instructions,
            reads,
        };
        self.kernel.varies |= instructions > 0;
        result
    }

    fn address(&mut self, cell: &Cell) -> Reg {
        let array = self.array(cell.array);
        let subscripts: Vec<Reg> = cell
            .subscripts
            .iter()
            .map(|subscript| self.expr(subscript, Arithmetic::Subscript))
            .collect();
        let (row, column) = match subscripts[..] {
            [] => (None, None),
            [row] => (Some(row), None),
            [row, column] => (Some(row), Some(column)),
            _ => (Some(self.element_number(cell, array, &subscripts)), None),
        };
        self.emit(cell.span, |to| Op::Address {
            to,
            array,
            row,
            column,
        })
    }

    /// The position in row-major order of an element of an array of more than two dimensions.
    fn element_number(&mut self, cell: &Cell, array: ArrayRef, subscripts: &[Reg]) -> Reg {
        let span = cell.span;
        let within: Vec<Reg> = (0..)
            .zip(subscripts)
            .map(|(axis, subscript)| {
                let subscript = *subscript;
                self.emit(span, |to| Op::Within {
                    to,
                    array,
                    axis,
                    subscript,
                })
            })
            .collect();
        let mut number = within[0];
        for (axis, subscript) in (0..).zip(within).skip(1) {
            let axis = Some(axis);
            let length = self.emit(span, |to| Op::Length { to, array, axis });
            let mut both = |operation, a, b| {
                self.emit(span, |to| Op::Binary {
                    operation,
                    to,
                    a,
                    b,
                })
            };
            let before = both(Binary::MultiplyInt, number, length);
            number = both(Binary::AddInt, before, subscript);
        }
        number
    }

    fn read(&mut self, cell: &Cell, address: Reg) -> Reg {
        let array = cell.array;
        if cell.reach == Reach::Private || self.reading == ReadCharge::Looking {
            return self.emit(cell.span, |to| Op::Peek { to, address, array });
        }
        self.charge(1, 1);
        let made_from = self.sources[address.0 as usize].clone();
        self.moment(Tick::Read(made_from));
        let ordinal = self.kernel.read_sites;
        self.kernel.read_sites += 1;
        self.emit(cell.span, |to| Op::Read {
            to,
            address,
            array,
            ordinal,
        })
    }

    /// Whether an expression needs a step of its own outside assignments and tests, that is, reads
    /// shared memory.
    pub fn reads_shared(&self) -> bool {
        self.kernel.read_sites > 0
    }

    /// Whether it contains an operator or a shared read.
    pub fn computes(&self) -> bool {
        self.charges[0].0 > 0 || self.kernel.varies
    }
}

/// The word of a constant list element.
pub fn words(list: &[Constant]) -> Vec<i64> {
    list.iter().map(|constant| constant.word()).collect()
}
