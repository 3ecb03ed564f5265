//! Nests: consecutive statements of one group that are executed in one pass over memory, all of them for
//! one chunk of processors before the next chunk.
//!
//! This is correct if no processor touches, in any of the statements, a cell that another one writes in
//! any of them, which follows from the subscripts (see [`super::dependence`]). A single statement may
//! also be executed in an order of processors in which each reads before others write (see
//! [`super::sweep`]). Every statement is nevertheless a step and counts as one; a fault is that of the
//! earliest step, and in it of the lowest processor.

use super::fused::Fused;
use super::induction::Trips;
use super::sweep::StatementOrder;
use super::tiling::{TileAccess, TilePlace};
use crate::code::algorithm::CompiledAlgorithm;
use crate::code::control::{Instruction, Pc};
use crate::code::effect::Effect;
use crate::code::kernel::{Kernel, Op, Reg, Slot};
use crate::engine::kernel::analysis::{Analysis, GroupCells};
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::lanes::team::TeamId;
use crate::program::Charge;

/// Statements that are executed together, and their processors. The allocation is reused.
///
/// They may be the body of a loop in several of its iterations.
#[derive(Debug, Default)]
pub struct Nest {
    /// The processors' team.
    pub team: TeamId,
    /// The processors.
    pub lanes: Selection,
    /// The position of its first statement; the others follow it.
    pub pc: Pc,
    /// One for each statement, possibly more: the analyses of the first iteration.
    pub analyses: Vec<Analysis>,
    /// The analyses of the last iteration, if there are several iterations.
    pub last_analyses: Vec<Analysis>,
    /// By statement and register, the increment from one iteration to the next. Empty for a single
    /// iteration.
    pub advances: Vec<Vec<i64>>,
    /// The number of iterations.
    pub trips: usize,
    /// The statements.
    pub statements: Vec<NestStatement>,
    /// The order in which the processors execute the statements.
    pub sweep: StatementOrder,
    /// Scalars that the statements assign, in order, with their shapes.
    pub carried: Vec<(Slot, RegisterShape)>,
    /// The scalars that receive carried values, with the number of the carried column.
    pub kept: Vec<(Slot, u32)>,
    /// Whether its only processor writes cells that it checks itself: it then marks cells when it writes
    /// them.
    pub marks: bool,
    /// The scalars that the statements load or assign processor by processor.
    pub columns: Vec<Slot>,
    /// The boundaries of the tiles, by position of processors: one more than there are tiles.
    pub cuts: Vec<usize>,
    /// Steps of the run before it.
    pub steps_before: u64,
    /// Steps deferred before it.
    pub number: usize,
}

/// One statement of a nest.
#[derive(Debug, Clone, Copy)]
pub struct NestStatement {
    /// The number of scalars that were assigned before it.
    pub carried: usize,
    /// The carried column that it fills.
    pub fills: Option<u32>,
    /// How it is executed in one loop, if possible.
    pub fused: Option<Fused>,
}

impl Nest {
    /// Starts a new nest at an instruction, for these lanes of a team and `trips` iterations.
    pub fn begin(&mut self, team: TeamId, lanes: &Selection, pc: Pc, trips: usize) {
        (self.team, self.pc, self.trips) = (team, pc, trips);
        (self.lanes, self.marks) = (lanes.clone(), false);
        self.sweep = StatementOrder::Any;
        self.statements.clear();
        self.carried.clear();
        self.advances.clear();
    }

    /// The analyses of the next statement, for the first and for the last iteration, and the shapes that
    /// the statements before it assign in the first.
    pub fn next_analyses(&mut self) -> (&mut Analysis, &mut Analysis, &[(Slot, RegisterShape)]) {
        let at = self.statements.len();
        for analyses in [&mut self.analyses, &mut self.last_analyses] {
            if analyses.len() == at {
                analyses.push(Analysis::default());
            }
        }
        (
            &mut self.analyses[at],
            &mut self.last_analyses[at],
            &self.carried,
        )
    }

    /// Adds the next statement, which has been analysed.
    pub fn add(&mut self, instruction: &Instruction) {
        let analysis = &self.analyses[self.statements.len()];
        let kernel = instruction.kernel();
        let value = kernel.outputs.last();
        let mut statement = NestStatement {
            carried: self.carried.len(),
            fills: None,
            fused: value.and_then(|value| Fused::of(kernel, analysis, *value)),
        };
        if let [slot] = instruction.control.assigned_scalars() {
            let shape = match analysis.shape(kernel.outputs[0]) {
                // The current value may change before it is loaded.
                RegisterShape::Unknown | RegisterShape::Held(_) => {
                    let column = self.filled() as u32;
                    statement.fills = Some(column);
                    RegisterShape::Carried(column)
                }
                shape => shape,
            };
            self.carried.push((*slot, shape));
        }
        self.statements.push(statement);
    }

    /// The number of carried columns that the statements fill.
    pub fn filled(&self) -> usize {
        let statements = self.statements.iter();
        statements
            .filter(|statement| statement.fills.is_some())
            .count()
    }

    /// The trips of a statement.
    pub fn trips_of(&self, statement: usize) -> Trips<'_> {
        let advances = self.advances.get(statement);
        Trips {
            count: self.trips,
            advances: advances.map_or(&[], Vec::as_slice),
        }
    }

    /// The assigned scalars, with their final shapes.
    pub fn held(&self) -> impl Iterator<Item = (Slot, RegisterShape)> + Clone {
        let carried = &self.carried;
        let last = move |(at, (slot, shape)): (usize, &(Slot, RegisterShape))| {
            let mut later = carried[at + 1..].iter();
            (!later.any(|(assigned, _)| assigned == slot)).then_some((*slot, *shape))
        };
        carried.iter().enumerate().filter_map(last)
    }

    /// The number of steps.
    pub fn steps(&self) -> usize {
        self.statements.len() * self.trips
    }

    /// The total number of executions of statements by processors.
    pub fn executions(&self) -> usize {
        self.steps() * self.lanes.len()
    }

    /// The distance of the cells of an access between the first and the last iteration.
    fn drift(&self, statement: usize, address: Reg) -> i64 {
        self.trips_of(statement).advance(address) * (self.trips as i64 - 1)
    }

    /// Its statements in the code.
    pub fn instructions<'c>(&self, algorithm: &'c CompiledAlgorithm) -> &'c [Instruction] {
        &algorithm.instructions[self.pc.0 as usize..][..self.statements.len()]
    }

    /// The kernel of a statement.
    pub fn kernel<'c>(&self, algorithm: &'c CompiledAlgorithm, statement: usize) -> &'c Kernel {
        let instruction = &algorithm.instructions[self.pc.0 as usize + statement];
        let kernel = instruction.control.kernel();
        kernel.expect("assignments and writes have kernels")
    }

    /// The accesses of the statements. None if they need more than the processors' own scalars and the
    /// memory, check for written cells, or require an order.
    pub fn accesses(&mut self, algorithm: &CompiledAlgorithm) -> Option<Vec<TileAccess>> {
        let mut accesses = Vec::new();
        self.columns.clear();
        (self.columns).extend(self.kept.iter().map(|(slot, _)| *slot));
        for (at, statement) in self.statements.iter().enumerate() {
            let (kernel, analysis) = (self.kernel(algorithm, at), &self.analyses[at]);
            if !analysis.looking.is_empty() {
                return None;
            }
            let access = |address: Reg, is_write: bool| TileAccess {
                place: TilePlace::Memory,
                cells: analysis.cells(address),
                drift: self.drift(at, address),
                is_write,
            };
            accesses.extend(
                kernel
                    .read_addresses()
                    .map(|address| access(address, false)),
            );
            let written = self.instructions(algorithm)[at].control.written_cell();
            accesses.extend(written.map(|cell| access(cell.address, true)));
            let carried = &self.carried[..statement.carried];
            let is_carried = |slot: Slot| carried.iter().any(|(assigned, _)| *assigned == slot);
            for op in &kernel.ops {
                let Op::Scalar {
                    to,
                    up,
                    slot,
                    checked,
                } = *op
                else {
                    continue;
                };
                if analysis.shape(to).is_known() || (up == 0 && is_carried(slot)) {
                    continue;
                }
                // Enclosing values, and whether a scalar was assigned, may change before the statement
                // is executed.
                if up > 0 || checked {
                    return None;
                }
                self.columns.push(slot);
            }
        }
        accesses.extend(
            self.columns
                .iter()
                .enumerate()
                .map(|(at, slot)| TileAccess {
                    place: TilePlace::Column(self.team, *slot),
                    cells: GroupCells::Line { from: 0, stride: 1 },
                    drift: 0,
                    is_write: at < self.kept.len(),
                }),
        );
        (self.sweep == StatementOrder::Any).then_some(accesses)
    }
}

/// The most statements of a nest.
pub const MOST_STATEMENTS: usize = 16;

/// Whether an instruction is a statement that can join a nest.
pub fn is_statement(instruction: &Instruction) -> bool {
    let is_one = match instruction.control.effect() {
        Effect::Assigns(slots) => slots.len() == 1,
        Effect::Writes(_) => true,
        Effect::Divides | Effect::HandsOver | Effect::Nothing => false,
    };
    is_one && instruction.charge == Charge::Step
}
