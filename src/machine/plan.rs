//! What can be said of a kernel for a group before any processor runs it.
//!
//! Each register gets a [`Form`]. What all processors have in common is computed here, once, and
//! so are the subscripts that grow evenly; only the rest is left to be run chunk by chunk. For
//! one processor nothing is left.

use std::ops::Range;

use super::crew::{Crew, Seen, seen};
use super::form::{self, Form, Outlook, Span};
use super::lanes::Lanes;
use crate::code::kernel::{ArrayRef, Kernel, Op, Reg, Slot};
use crate::engine::memory::{Cell, Memory};

/// The plan of a kernel for a group.
#[derive(Debug, Default, Clone)]
pub struct Plan {
    /// By register.
    pub forms: Vec<Form>,
    /// The instructions that are left to each processor, in order.
    pub list: Vec<u32>,
    /// Registers of known form of which some of these want every value.
    pub spread: Vec<Reg>,
    /// The reads of shared memory, in order.
    pub sites: Vec<Site>,
    /// Instructions of guarded stretches that all come through.
    pub extra: u32,
    /// Reads among them.
    pub extra_reads: u32,
    /// The guarded stretches that all come through.
    pub through: Vec<u32>,
    /// The instructions that may read what was never written.
    pub looking: Vec<u32>,
    /// Where the addresses of unknown form can lie.
    extents: Vec<(Reg, Range<Cell>)>,
}

/// What a plan is made with, besides what the processors hold.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    /// The scalars that earlier statements of the same run of statements have assigned, and what
    /// they hold.
    pub carried: &'a [(Slot, Form)],
    /// When a cell is read that all of them read.
    pub reads: Reads,
}

impl Given<'_> {
    /// Nothing else.
    pub const NOTHING: Self = Self {
        carried: &[],
        reads: Reads::Now,
    };
}

/// When a cell is read that is the same for all processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// When the plan is made.
    Now,
    /// When the statement is executed: it is in turns.
    InTurn,
}

/// A read instruction.
#[derive(Debug, Clone)]
pub struct Site {
    /// The instruction in the kernel.
    pub op: u32,
    /// Which read of the statement it is, where nothing is skipped before it.
    pub ordinal: u32,
    /// What it reads.
    pub cells: Cells,
}

/// The cells that the processors of a group touch by one access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells {
    /// All the same.
    One(i64),
    /// `from + stride · lane`, one each.
    Line {
        /// That of lane 0.
        from: i64,
        /// Difference from lane to lane, not 0.
        stride: i64,
    },
    /// Some of these.
    Within(Range<Cell>),
}

/// Somebody fails, and only going through the processors one by one tells who.
#[derive(Debug)]
pub struct SomebodyFails;

impl Cells {
    /// A stretch that holds them all.
    pub fn extent(&self, span: Span) -> Range<Cell> {
        let at = |from: i64, stride: i64, lane| (from + stride * i64::from(lane)) as Cell;
        match *self {
            Self::One(cell) => cell as Cell..cell as Cell + 1,
            Self::Line { from, stride } => {
                let ends = [at(from, stride, span.first), at(from, stride, span.last)];
                ends[0].min(ends[1])..ends[0].max(ends[1]) + 1
            }
            Self::Within(ref extent) => extent.clone(),
        }
    }
}

impl Plan {
    /// Makes the plan of a kernel.
    pub fn make(
        &mut self,
        kernel: &Kernel,
        crew: Crew<'_>,
        memory: &Memory,
        given: Given<'_>,
    ) -> Result<(), SomebodyFails> {
        self.clear(kernel);
        let mut planner = Planner {
            plan: self,
            kernel,
            crew,
            memory,
            given,
            span: crew.lanes.span(),
        };
        planner.stretch(0..kernel.ops.len(), Way::Open)?;
        self.find_spread(kernel);
        Ok(())
    }

    /// Leaves everything to each processor: for who wants to know which instruction of which
    /// processor fails, or every read in its place.
    pub fn leave_all(&mut self, kernel: &Kernel) {
        self.clear(kernel);
        self.list.extend(0..kernel.ops.len() as u32);
        self.looking.extend(0..kernel.ops.len() as u32);
    }

    fn clear(&mut self, kernel: &Kernel) {
        self.forms.clear();
        self.forms.resize(kernel.registers as usize, Form::Varying);
        self.list.clear();
        self.spread.clear();
        self.sites.clear();
        self.extents.clear();
        self.looking.clear();
        self.through.clear();
        (self.extra, self.extra_reads) = (0, 0);
    }

    /// What a register holds.
    pub fn form(&self, reg: Reg) -> Form {
        self.forms[reg.0 as usize]
    }

    /// Whether the forms of a kernel's outputs tell all their values.
    pub fn tells_outputs(&self, kernel: &Kernel) -> bool {
        let mut outputs = kernel.outputs.iter();
        outputs.all(|reg| self.form(*reg).is_told())
    }

    /// The cells with the addresses in a register.
    pub fn cells(&self, address: Reg) -> Cells {
        match self.form(address) {
            Form::Uniform(cell) => Cells::One(cell),
            Form::Affine { from, stride } => Cells::Line { from, stride },
            Form::Held(_) | Form::Carried(_) | Form::Varying => {
                let extent = self.extents.iter().find(|(reg, _)| *reg == address);
                Cells::Within(extent.map_or(0..Cell::MAX, |(_, extent)| extent.clone()))
            }
        }
    }

    /// The registers with the addresses of the reads of shared memory, and which read of the
    /// statement each is.
    pub fn read_sites<'a>(&'a self, kernel: &'a Kernel) -> impl Iterator<Item = (Reg, u32)> + 'a {
        let site = |site: &Site| match kernel.ops[site.op as usize] {
            Op::Read { address, .. } => Some((address, site.ordinal)),
            _ => None,
        };
        self.sites.iter().filter_map(site)
    }

    /// Whether another plan of the same kernel leaves the same to each processor.
    pub fn is_alike(&self, other: &Self) -> bool {
        (&self.list, &self.spread, &self.looking) == (&other.list, &other.spread, &other.looking)
            && (&self.through, &self.extents) == (&other.through, &other.extents)
            && (self.extra, self.extra_reads) == (other.extra, other.extra_reads)
    }

    /// What it tells becomes that of so many turns later, from each of which to the next the
    /// registers hold so much more.
    pub fn advance(&mut self, advances: &[i64], turns: usize) {
        for (form, advance) in self.forms.iter_mut().zip(advances) {
            if let Form::Uniform(from) | Form::Affine { from, .. } = form {
                *from = from.wrapping_add(advance.wrapping_mul(turns as i64));
            }
        }
    }

    /// Whether an instruction of the list is done already: in a guarded stretch it stands there
    /// all the same.
    pub fn is_known(&self, op: &Op) -> bool {
        op.result().is_some_and(|to| self.form(to) != Form::Varying)
    }

    /// Finds the lines that some instruction wants value by value.
    fn find_spread(&mut self, kernel: &Kernel) {
        for at in &self.list {
            let op = &kernel.ops[*at as usize];
            let operands = match *op {
                Op::Unary { a, .. } => [Some(a), None],
                Op::Binary { a, b, .. } => [Some(a), Some(b)],
                Op::Address { row, column, .. } => [row, column],
                Op::Copy { from, .. } => [Some(from), None],
                Op::Guard { test, .. } => [Some(test), None],
                // These go along the line.
                Op::Read { .. } | Op::Peek { .. } => [None, None],
                Op::Constant { .. } | Op::Scalar { .. } | Op::Length { .. } | Op::Charge { .. } => {
                    [None, None]
                }
            };
            for reg in operands.into_iter().flatten() {
                let is_line = matches!(self.forms[reg.0 as usize], Form::Affine { .. });
                if is_line && !self.spread.contains(&reg) {
                    self.spread.push(reg);
                }
            }
        }
    }
}

/// How instructions are come to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// All processors come to them.
    Open,
    /// Those whom a guard lets through, and nobody knows yet who that is.
    Guarded,
}

struct Planner<'a> {
    plan: &'a mut Plan,
    kernel: &'a Kernel,
    crew: Crew<'a>,
    memory: &'a Memory,
    given: Given<'a>,
    span: Span,
}

impl Planner<'_> {
    fn stretch(&mut self, range: Range<usize>, way: Way) -> Result<(), SomebodyFails> {
        let mut at = range.start;
        while at < range.end {
            let index = at;
            at += 1;
            match self.kernel.ops[index] {
                Op::Guard {
                    test,
                    open,
                    count,
                    number,
                } => {
                    let inside = at..at + count as usize;
                    at = inside.end;
                    if let (Form::Uniform(value), Way::Open) = (self.plan.form(test), way) {
                        if (value != 0) == open {
                            self.plan.through.push(number);
                            self.stretch(inside, Way::Open)?;
                        }
                    } else {
                        self.plan.list.push(index as u32);
                        self.stretch(inside, Way::Guarded)?;
                    }
                }
                Op::Charge {
                    instructions,
                    reads,
                } => {
                    if way == Way::Open {
                        self.plan.extra += instructions;
                        self.plan.extra_reads += reads;
                    } else {
                        self.plan.list.push(index as u32);
                    }
                }
                op => self.instruction(index, op, way)?,
            }
        }
        Ok(())
    }

    fn instruction(&mut self, index: usize, op: Op, way: Way) -> Result<(), SomebodyFails> {
        let to = op.result().expect("guards and charges are handled above");
        let outlook = self.outlook(op, way);
        if let Op::Read { address, .. } | Op::Peek { address, .. } = op {
            let cells = self.plan.cells(address);
            if !self.memory.written.is_complete(&cells.extent(self.span)) {
                self.plan.looking.push(index as u32);
            }
            if let Op::Read { ordinal, .. } = op {
                self.plan.sites.push(Site {
                    op: index as u32,
                    ordinal,
                    cells,
                });
            }
        }
        let form = match (outlook, way) {
            (Outlook::Known(form), _) => form,
            (Outlook::Fails, Way::Open) => return Err(SomebodyFails),
            // Perhaps the guard keeps those away who would fail.
            (Outlook::Fails, Way::Guarded) | (Outlook::Unknown, _) => Form::Varying,
        };
        self.plan.forms[to.0 as usize] = form;
        if form == Form::Varying || way == Way::Guarded {
            self.plan.list.push(index as u32);
        }
        Ok(())
    }

    fn outlook(&mut self, op: Op, way: Way) -> Outlook {
        let form = |reg: Reg| self.plan.form(reg);
        match op {
            Op::Constant { word, .. } => Outlook::Known(Form::Uniform(word)),
            Op::Unary { operation, a, .. } => form::unary(operation, form(a), self.span),
            Op::Binary {
                operation, a, b, ..
            } => form::binary(operation, form(a), form(b), self.span),
            // The other copy into the same register is guarded.
            Op::Copy { .. } if way == Way::Guarded => Outlook::Unknown,
            Op::Copy { from, .. } => match form(from) {
                Form::Uniform(value) => Outlook::Known(Form::Uniform(value)),
                _ => Outlook::Unknown,
            },
            Op::Scalar {
                up, slot, checked, ..
            } => self.scalar(up, slot, checked),
            Op::Length { array, axis, .. } => match self.handle(array) {
                Seen::Alike(handle) | Seen::Row(handle, _) => {
                    Outlook::Known(Form::Uniform(handle.length(axis)))
                }
                Seen::Nothing => Outlook::Fails,
                Seen::Each => Outlook::Unknown,
            },
            Op::Address {
                to,
                array,
                row,
                column,
            } => self.address(to, array, row, column),
            Op::Read { address, .. } | Op::Peek { address, .. } => match (form(address), way) {
                (Form::Uniform(cell), Way::Open) if self.given.reads == Reads::Now => {
                    match self.memory.read(cell as usize) {
                        Some(word) => Outlook::Known(Form::Uniform(word)),
                        None => Outlook::Fails,
                    }
                }
                _ => Outlook::Unknown,
            },
            Op::Guard { .. } | Op::Charge { .. } => unreachable!("these have no result"),
        }
    }

    fn scalar(&self, up: u32, slot: Slot, checked: bool) -> Outlook {
        let at = slot.0 as usize;
        if up > 0 {
            if !self.crew.has_one_origin() {
                return Outlook::Unknown;
            }
            let (team, lane) = self.crew.ancestor(self.span.first, up);
            if checked && !team.has_written(at, lane) {
                return Outlook::Fails;
            }
            return Outlook::Known(Form::Uniform(team.scalars[at].at(lane)));
        }
        if let Some((_, form)) = (self.given.carried)
            .iter()
            .rev()
            .find(|(carried, _)| *carried == slot)
        {
            return Outlook::Known(*form);
        }
        let team = self.crew.own();
        if checked && team.scalars_written[at].is_some() {
            if !self.span.is_single() {
                return Outlook::Unknown;
            }
            if !team.has_written(at, self.span.first) {
                return Outlook::Fails;
            }
        }
        match (team.line(at, self.crew.lanes), self.crew.lanes) {
            (Some(form), _) => Outlook::Known(form),
            (None, Lanes::All(_)) => Outlook::Known(Form::Held(slot)),
            (None, Lanes::Some(_)) => Outlook::Unknown,
        }
    }

    fn handle(&self, array: ArrayRef) -> Seen {
        if self.span.is_single() {
            let handle = self.crew.handle(array, self.span.first);
            return handle.map_or(Seen::Nothing, Seen::Alike);
        }
        seen(self.crew, array)
    }

    fn address(
        &mut self,
        to: Reg,
        array: ArrayRef,
        row: Option<Reg>,
        column: Option<Reg>,
    ) -> Outlook {
        let (handle, apart) = match self.handle(array) {
            Seen::Alike(handle) => (handle, 0),
            Seen::Row(first, apart) => (first, apart),
            Seen::Nothing => return Outlook::Fails,
            Seen::Each => return Outlook::Unknown,
        };
        let base = |lane| handle.base + apart * lane;
        let extent = base(self.span.first)..base(self.span.last) + handle.cells() as Cell;
        let form = |reg: Option<Reg>| reg.map_or(Form::Uniform(0), |reg| self.plan.form(reg));
        let (row, column) = (form(row), form(column));
        let ends = [self.span.first, self.span.last];
        let inside = |form: Form, bound: u32| {
            ends.iter().all(|lane| {
                let at = form.at(*lane);
                at.is_some_and(|at| (at as u64) < u64::from(bound))
            })
        };
        for (form, bound) in [(row, handle.rows), (column, handle.columns)] {
            if form.at(0).is_none() {
                self.plan.extents.push((to, extent));
                return Outlook::Unknown;
            }
            if !inside(form, bound) {
                // Of use where a guard stands before it.
                self.plan.extents.push((to, extent));
                return Outlook::Fails;
            }
        }
        let along = |form: Form| match form {
            Form::Affine { from, stride } => (i128::from(from), i128::from(stride)),
            form => (i128::from(form.at(0).unwrap_or(0)), 0),
        };
        let ((row, by_row), (column, by_column)) = (along(row), along(column));
        let width = i128::from(handle.columns);
        let from = i128::from(handle.base) + row * width + column;
        let stride = i128::from(apart) + by_row * width + by_column;
        Form::of_line(from, stride, self.span)
    }
}
