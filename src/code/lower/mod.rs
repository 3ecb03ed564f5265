//! Checked program to instruction code.

mod construct;
mod expression;
mod message;

use super::algorithm::{
    ArrayInfo, BlockLayout, CompiledAlgorithm, CompiledProgram, ParameterPassing, ScalarInfo,
};
use super::control::{
    Asserted, AtomicOp, CallResult, Control, Initial, Instruction, Pc, PrintPart,
};
use super::kernel::{ArrayRef, Kernel, Slot};
use super::operation;
use super::parameters::MachineParameters;
use super::slots::{Slots, assign_slots};
use crate::program::{
    self, Argument, ArrayId, BlockId, Charge, Compared, Destination, Expr, ExprKind, Meeting,
    OutputValue, Program, Reach, ReturnValue, Stmt, StmtKind, Target,
};
use crate::source::Span;
use expression::{KernelBuilder, ReadCharge, words};

/// Lowers a whole program.
pub fn lower(program: &Program, machine: MachineParameters) -> CompiledProgram {
    let algorithms = program
        .algorithms
        .iter()
        .map(|algorithm| Lowering::run(algorithm, machine))
        .collect();
    CompiledProgram {
        algorithms,
        entry: program.entry,
    }
}

struct Lowering<'a> {
    algorithm: &'a program::Algorithm,
    machine: MachineParameters,
    slots: Slots,
    blocks: Vec<BlockLayout>,
    code: Vec<Instruction>,
    /// The block whose processors execute the current statement.
    block: BlockId,
}

impl<'a> Lowering<'a> {
    fn run(algorithm: &'a program::Algorithm, machine: MachineParameters) -> CompiledAlgorithm {
        let (slots, blocks) = assign_slots(algorithm);
        let block = BlockId(0);
        let mut lowering = Self {
            algorithm,
            machine,
            slots,
            blocks,
            code: Vec::new(),
            block,
        };
        lowering.statements(&algorithm.body);
        lowering.push(Control::End, algorithm.span, Charge::Free);
        let parameters = algorithm
            .parameters
            .iter()
            .map(|parameter| match *parameter {
                program::Parameter::Scalar(id) => {
                    let ty = algorithm.scalars[id.index()].ty;
                    ParameterPassing::Scalar(lowering.slots.scalar(id), ty)
                }
                program::Parameter::SharedScalar(id, ty) => {
                    ParameterPassing::SharedScalar(lowering.slots.array(id), ty)
                }
                program::Parameter::Array(id) => {
                    ParameterPassing::Array(lowering.slots.array(id), id)
                }
            });
        let arrays = algorithm.arrays.iter().map(|array| ArrayInfo {
            name: array.name.clone(),
            element: array.element,
            rank: array.rank,
            why_shared: array.why_shared,
            is_channel: array.origin == program::Origin::Channel,
            is_local: array.origin == program::Origin::Local,
            is_group: array.origin == program::Origin::Group,
            part_of: None,
        });
        let mut arrays: Vec<ArrayInfo> = arrays.collect();
        for instruction in &lowering.code {
            if let Control::View { view, of, .. } = &instruction.control {
                arrays[view.index()].part_of = Some(*of);
            }
        }
        CompiledAlgorithm {
            name: algorithm.name.clone(),
            is_program: algorithm.is_program,
            span: algorithm.span,
            parameters: parameters.collect(),
            result: algorithm.result,
            blocks: lowering.blocks,
            arrays,
            instructions: lowering.code,
        }
    }

    fn here(&self) -> Pc {
        Pc(self.code.len() as u32)
    }

    fn push(&mut self, control: Control, span: Span, charge: Charge) -> usize {
        self.code.push(Instruction {
            control,
            span,
            charge,
        });
        self.code.len() - 1
    }

    /// Adds an instruction that is no step, and that will be patched.
    fn free(&mut self, control: Control, span: Span) -> usize {
        self.push(control, span, Charge::Free)
    }

    /// Adds an instruction that is no step.
    fn mark(&mut self, control: Control, span: Span) {
        self.free(control, span);
    }

    fn builder(&self, reading: ReadCharge) -> KernelBuilder<'_> {
        KernelBuilder::new(
            self.algorithm,
            &self.slots,
            self.machine,
            self.block,
            reading,
        )
    }

    /// A kernel of several outputs which is free unless it reads shared memory.
    fn header(&self, exprs: &[&Expr]) -> (Kernel, Charge) {
        let mut builder = self.builder(ReadCharge::Counted);
        for expr in exprs {
            builder.output(expr);
        }
        let charge = if builder.reads_shared() {
            Charge::Step
        } else {
            Charge::Free
        };
        (builder.finish(), charge)
    }

    fn test(&self, condition: &Expr) -> Kernel {
        self.header(&[condition]).0
    }

    fn instrument(&self, exprs: &[&Expr]) -> Kernel {
        let mut builder = self.builder(ReadCharge::Looking);
        for expr in exprs {
            builder.output(expr);
        }
        builder.finish()
    }

    fn array(&self, id: ArrayId) -> ArrayRef {
        let level = |block: BlockId| self.algorithm.blocks[block.index()].level;
        let up = level(self.block) - level(self.algorithm.arrays[id.index()].block);
        ArrayRef {
            up,
            slot: self.slots.array(id),
            id,
        }
    }

    /// A scalar of the current block that is not in the source: the counter of a loop.
    fn hidden(&mut self) -> Slot {
        let scalars = &mut self.blocks[self.block.index()].scalars;
        scalars.push(ScalarInfo {
            name: String::new(),
            ty: program::Type::Int,
            tracked: false,
            why: program::WhyOwn::Temporary,
        });
        Slot(scalars.len() as u32 - 1)
    }

    fn statements(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Assign {
                target,
                update,
                value,
                charge,
            } => {
                self.assign(target, *update, value, *charge, span);
            }
            StmtKind::If {
                condition,
                charge,
                then,
                otherwise,
            } => {
                self.branch((condition, *charge), [then, otherwise], span);
            }
            StmtKind::For { .. } => self.count(stmt),
            StmtKind::While { .. } => self.repeat_while(stmt),
            StmtKind::Parallel {
                block,
                ranges,
                body,
                round,
            } => {
                self.parallel(*block, ranges, body, *round, span);
            }
            StmtKind::Call {
                algorithm,
                arguments,
                result,
            } => {
                self.call(*algorithm, arguments, *result, span);
            }
            StmtKind::Return(value) => self.return_value(value.as_ref(), span),
            StmtKind::Break => self.mark(Control::Break, span),
            StmtKind::Continue => self.mark(Control::Continue, span),
            StmtKind::Barrier(part) => {
                let part = part.as_ref().map(|(from, to)| self.header(&[from, to]));
                let charge = part.as_ref().map_or(Charge::Free, |(_, charge)| *charge);
                let kernel = part.map(|(kernel, _)| kernel);
                self.push(Control::Barrier { kernel }, span, charge);
            }
            StmtKind::WarpBarrier => self.mark(Control::WarpBarrier, span),
            StmtKind::Atomic {
                cell,
                change,
                value,
                old,
            } => self.atomic(cell, change, value, *old, span),
            StmtKind::Allocate {
                array,
                dimensions,
                initial,
            } => {
                self.allocate(*array, dimensions, initial, span);
            }
            // If every use is known to be written, no use is checked.
            StmtKind::Forget(id) if !self.algorithm.scalars[id.index()].tracked => {}
            StmtKind::Forget(id) => self.mark(Control::Forget(self.slots.scalar(*id)), span),
            StmtKind::SameLengths { arrays, why } => {
                let why = why.clone();
                let arrays = arrays
                    .iter()
                    .map(|compared| Compared {
                        array: self.array(compared.array),
                        dimension: compared.dimension,
                        span: compared.span,
                    })
                    .collect();
                self.free(Control::SameLengths { arrays, why }, span);
            }
            StmtKind::SameExtents(extents) => self.same_extents(extents, span),
            StmtKind::Distribute {
                array,
                distribution,
            } => self.distribute(*array, distribution, span),
            StmtKind::Send {
                manner,
                items,
                to,
                channel,
                tag,
            } => self.send(*manner, items, (to, *channel), tag.as_ref(), span),
            StmtKind::Receive {
                places,
                from,
                channel,
                sender,
                tag,
            } => self.receive(
                places,
                (from.as_deref().unwrap_or_default(), *channel),
                *sender,
                tag.as_ref(),
                span,
            ),
            StmtKind::Settle(processor) => {
                let kernel = self.instrument(&[processor]);
                self.mark(Control::Settle { kernel }, span);
            }
            StmtKind::Meet(meeting) => {
                let (procedure, argument) = match meeting {
                    Meeting::Barrier => (None, None),
                    Meeting::Call(name, argument) => (Some(name.clone()), argument.as_ref()),
                };
                let argument: Vec<&Expr> = argument.into_iter().collect();
                let kernel = self.instrument(&argument);
                self.mark(Control::Meet { procedure, kernel }, span);
            }
            StmtKind::Ask { question, result } => self.ask(question, *result, span),
            StmtKind::Draw { bounds, result } => {
                let [low, high] = bounds;
                let control = Control::Draw {
                    kernel: self.header(&[low, high]).0,
                    slot: self.slots.scalar(*result),
                    ty: low.ty,
                };
                self.mark(control, span);
            }
            StmtKind::Move { from, to } => {
                let from = self.slots.array(*from);
                let to = self.array(*to);
                self.free(Control::Move { from, to }, span);
            }
            StmtKind::View { view, of, axes } => self.view(*view, *of, axes, span),
            StmtKind::Print(parts) => self.print(parts, span),
            StmtKind::Assert {
                condition,
                asserted,
            } => self.assert(condition, asserted, span),
            StmtKind::Output { name, value } => {
                let name = name.clone();
                let control = match value {
                    OutputValue::Scalar(expr) => {
                        let kernel = self.instrument(&[expr]);
                        Control::OutputScalar {
                            kernel,
                            name,
                            ty: expr.ty,
                        }
                    }
                    OutputValue::Array(id) => Control::OutputArray {
                        array: self.array(*id),
                        name,
                    },
                };
                self.free(control, span);
            }
        }
    }

    fn assign(
        &mut self,
        target: &Target,
        update: Option<program::BinaryOp>,
        value: &Expr,
        charge: Charge,
        span: Span,
    ) {
        let mut builder = self.builder(ReadCharge::Counted);
        let control = match target {
            Target::Scalar(id) => {
                match update {
                    None => builder.output(value),
                    Some(op) => builder.scalar_update(*id, op, value, span),
                }
                let slots = vec![self.slots.scalar(*id)];
                Control::Assign {
                    kernel: builder.finish(),
                    slots,
                }
            }
            Target::Cell(cell) => {
                builder.cell_assignment(cell, update, value);
                let shared = cell.reach == Reach::Shared;
                let kernel = builder.finish();
                Control::Write {
                    kernel,
                    array: self.array(cell.array),
                    span: cell.span,
                    shared,
                }
            }
        };
        self.push(control, span, charge);
    }

    fn atomic(
        &mut self,
        cell: &program::Cell,
        change: &program::AtomicChange,
        value: &Expr,
        old: Option<program::ScalarId>,
        span: Span,
    ) {
        let element = self.algorithm.arrays[cell.array.index()].element;
        let mut builder = self.builder(ReadCharge::Counted);
        builder.cell_assignment(cell, None, value);
        let change = match change {
            program::AtomicChange::Exchange => AtomicOp::Exchange,
            // The operators that may be written are not exchanged with their operands.
            program::AtomicChange::Update(operator) => {
                AtomicOp::Update(operation::binary(*operator, element).0)
            }
            program::AtomicChange::Compare(expected) => {
                builder.output(expected);
                AtomicOp::Compare(element)
            }
        };
        let control = Control::Atomic {
            kernel: builder.finish(),
            change,
            array: self.array(cell.array),
            span: cell.span,
            old: old.map(|old| self.slots.scalar(old)),
        };
        self.push(control, span, Charge::Step);
    }

    fn call(
        &mut self,
        algorithm: program::AlgorithmId,
        arguments: &[Argument],
        result: Option<Destination>,
        span: Span,
    ) {
        let mut scalars = Vec::new();
        let mut arrays = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Scalar(expr) => scalars.push(expr),
                Argument::Array(id) => arrays.push(self.array(*id)),
            }
        }
        let (kernel, charge) = self.header(&scalars);
        let result = match result {
            None => CallResult::None,
            Some(Destination::Scalar(id)) => CallResult::Scalar(self.slots.scalar(id)),
            Some(Destination::Array(id)) => CallResult::Array(self.slots.array(id), id),
        };
        self.push(
            Control::Call {
                kernel,
                algorithm,
                arrays,
                result,
            },
            span,
            charge,
        );
    }

    fn return_value(&mut self, value: Option<&ReturnValue>, span: Span) {
        if self.block != BlockId(0) {
            self.free(Control::Leave, span);
            return;
        }
        match value {
            None => self.mark(Control::Return { kernel: None }, span),
            Some(ReturnValue::Array(id)) => {
                self.mark(Control::ReturnArray(self.slots.array(*id)), span);
            }
            Some(ReturnValue::Scalar(expr)) => {
                let mut builder = self.builder(ReadCharge::Counted);
                builder.output(expr);
                let charge = if builder.computes() {
                    Charge::Step
                } else {
                    Charge::Free
                };
                let kernel = Some(builder.finish());
                self.push(Control::Return { kernel }, span, charge);
            }
        }
    }

    fn allocate(
        &mut self,
        array: ArrayId,
        dimensions: &[Expr],
        initial: &program::Initial,
        span: Span,
    ) {
        let mut exprs: Vec<&Expr> = dimensions.iter().collect();
        let initial = match initial {
            program::Initial::Unwritten => Initial::Unwritten,
            program::Initial::List(list) => Initial::List(words(list)),
            program::Initial::Generator(generator, arguments) => {
                exprs.extend(arguments);
                let arguments = arguments.iter().map(|argument| argument.ty).collect();
                Initial::Generator {
                    generator: *generator,
                    arguments,
                }
            }
        };
        let (kernel, charge) = self.header(&exprs);
        let slot = self.slots.array(array);
        self.push(
            Control::Allocate {
                kernel,
                slot,
                array,
                initial,
            },
            span,
            charge,
        );
    }

    fn assert(&mut self, condition: &Expr, asserted: &program::Asserted, span: Span) {
        let (kernel, asserted) = match asserted {
            program::Asserted::Said(message) => {
                let sides = condition.compared();
                let shown = sides.iter().map(|side| (side.span, side.ty)).collect();
                let outputs: Vec<&Expr> = [condition].into_iter().chain(sides).collect();
                let asserted = Asserted::Said {
                    message: message.clone(),
                    sides: shown,
                };
                (self.instrument(&outputs), asserted)
            }
            program::Asserted::Iterations { count, most } => {
                let [count, most] = [*count, *most].map(|id| Expr {
                    kind: ExprKind::Scalar { id, checked: false },
                    ty: program::Type::Int,
                    span,
                });
                (
                    self.instrument(&[condition, &count, &most]),
                    Asserted::Iterations,
                )
            }
        };
        self.free(Control::Assert { kernel, asserted }, span);
    }

    fn print(&mut self, parts: &[program::PrintPart], span: Span) {
        let mut exprs = Vec::new();
        let parts = parts.iter().map(|part| match part {
            program::PrintPart::Text(text) => PrintPart::Text(text.clone()),
            program::PrintPart::Value(expr) => {
                exprs.push(expr);
                PrintPart::Value(expr.ty)
            }
            program::PrintPart::Array(id) => {
                let element = self.algorithm.arrays[id.index()].element;
                PrintPart::Array(self.array(*id), element)
            }
        });
        let parts = parts.collect();
        let kernel = self.instrument(&exprs);
        self.free(Control::Print { kernel, parts }, span);
    }
}
