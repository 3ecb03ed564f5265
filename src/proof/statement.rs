//! Following statements.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::polynomial::{Polynomial, ProofAtom};
use super::record::AccessEffect;
use super::section::{OpenSection, SectionScope};
use super::state::{PartExtent, ProofArray, ProofValue};
use super::walker::{Timing, Walker};
use crate::program::visit::any_statement;
use crate::program::{
    ArrayId, BinaryOp, BlockId, Compared, Constant, Expr, ExprKind, Initial, Range, Reach,
    ReturnValue, ScalarId, Stmt, StmtKind, Target, Type,
};

impl<'p> Walker<'p> {
    /// Follows statements in order.
    pub fn statements(&mut self, statements: &'p [Stmt]) {
        for statement in statements {
            self.enter(|walker| walker.statement(statement));
        }
    }

    fn statement(&mut self, statement: &'p Stmt) {
        match &statement.kind {
            StmtKind::Assign {
                target,
                update,
                value,
                ..
            } => self.assign(target, *update, value),
            StmtKind::If {
                condition,
                then,
                otherwise,
                ..
            } => self.branch(condition, then, otherwise),
            StmtKind::For { .. } | StmtKind::While { .. } => self.repeat(statement),
            StmtKind::Parallel {
                block,
                ranges,
                body,
                ..
            } => self.parallel(*block, ranges, body),
            StmtKind::Call {
                algorithm,
                arguments,
                result,
            } => self.call(*algorithm, arguments, *result),
            StmtKind::Return(value) => self.give_back(value.as_ref()),
            StmtKind::Barrier(part) => {
                if let Some((from, to)) = part {
                    // It orders only some processors, so it is ignored here.
                    self.reading_step([from, to]);
                } else if self.section.is_some() && self.base > 0 {
                    // In an algorithm called by the block: which processors reach it is not followed.
                    self.give_up_section();
                } else {
                    self.barrier();
                }
            }
            // It orders only the items of a warp, and which these are depends on the machine.
            StmtKind::WarpBarrier => {}
            StmtKind::Atomic {
                cell,
                change,
                value,
                old,
            } => {
                self.atomic_step(cell, change.operands(value));
                if let Some(id) = old {
                    self.state.scalars.remove(id);
                }
            }
            StmtKind::Allocate {
                array,
                dimensions,
                initial,
            } => {
                let arguments: &[Expr] = match initial {
                    Initial::Generator(_, arguments) => arguments,
                    _ => &[],
                };
                self.reading_step(dimensions.iter().chain(arguments));
                let lengths: Vec<Polynomial> =
                    dimensions.iter().map(|length| self.whole(length)).collect();
                // Every question includes all assumptions, so duplicates are avoided.
                for length in &lengths {
                    let facts = &mut self.assumed.facts;
                    if length.as_constant().is_none() && !facts.contains(length) {
                        facts.push(length.clone());
                    }
                }
                let declared = &self.algorithm.arrays[array.index()];
                // A shared scalar is one cell, however often its declaration is executed.
                if declared.rank > 0 {
                    let mut site = self.site();
                    site.level = site.level.min(self.level_of_array(*array));
                    let known = ProofArray {
                        sites: Some(BTreeSet::from([site])),
                        dimensions: lengths,
                        extent: PartExtent::Whole,
                    };
                    self.state.arrays.insert(*array, known);
                }
            }
            StmtKind::View { view, of, axes } => self.view(*view, *of, axes),
            StmtKind::Draw { result: id, .. } | StmtKind::Forget(id) => {
                self.state.scalars.remove(id);
            }
            StmtKind::SameLengths { arrays, .. } => {
                self.same_lengths(arrays);
            }
            StmtKind::SameExtents(extents) => {
                self.reading_step(extents.iter().flat_map(|extent| &extent.lengths));
            }
            StmtKind::Distribute { .. } => {}
            // Proofs concern shared memory, which the multicomputer does not have.
            StmtKind::Settle(_)
            | StmtKind::Meet(_)
            | StmtKind::Send { .. }
            | StmtKind::Receive { .. }
            | StmtKind::Ask { .. } => {
                self.give_up_section();
            }
            StmtKind::Move { from, to } => {
                // Existing names of the array remain valid and denote the moved contents.
                let moved = self.array(*from);
                let mut known = self.array(*to);
                known.sites = match (known.sites, moved.sites) {
                    (Some(mut sites), Some(others)) => {
                        sites.extend(others);
                        Some(sites)
                    }
                    _ => None,
                };
                self.state.arrays.insert(*to, known);
            }
            StmtKind::Assert { condition, .. } => self.assume(condition, true),
            // They end the current path; the statements that join paths handle this.
            StmtKind::Break | StmtKind::Continue => {}
            // They only read free of charge.
            StmtKind::Print(_) | StmtKind::Output { .. } => {}
        }
    }

    fn assign(&mut self, target: &'p Target, update: Option<BinaryOp>, value: &'p Expr) {
        match target {
            Target::Scalar(id) => {
                self.reading_step([value]);
                let new = match update {
                    None => self.value(value),
                    Some(operator) => self.updated(*id, operator, value),
                };
                let is_int = self.algorithm.scalars[id.index()].ty == Type::Int;
                let new = match new {
                    ProofValue::Other(level) if is_int => self.unknown(level),
                    other => other,
                };
                self.state.scalars.insert(*id, new);
            }
            Target::Cell(cell) => {
                let stored = (update.is_none())
                    .then(|| self.common_value(value))
                    .flatten();
                let effect = stored.map_or(AccessEffect::Any, AccessEffect::Stores);
                if cell.reach == Reach::Private {
                    self.reading_step(cell.subscripts.iter().chain([value]));
                } else {
                    self.writing_step(cell, update.is_some(), value, effect);
                }
            }
        }
    }

    fn updated(&mut self, id: ScalarId, operator: BinaryOp, value: &Expr) -> ProofValue {
        let old = self.scalar(id);
        let new = self.value(value);
        let level = old.level(&self.symbols).max(new.level(&self.symbols));
        let whole = match (&old, &new) {
            (ProofValue::Whole(old), ProofValue::Whole(new)) => self.binary(operator, old, new),
            _ => None,
        };
        whole.map_or(ProofValue::Other(level), ProofValue::Whole)
    }

    /// The stored value, if it is the same for all processors.
    fn common_value(&mut self, value: &Expr) -> Option<Polynomial> {
        if let ExprKind::Constant(constant) = &value.kind
            && !matches!(constant, Constant::Int(_))
        {
            return Some(Polynomial::constant(i128::from(constant.word())));
        }
        let value = self.value(value);
        let whole = value.whole()?;
        (self.symbols.level(whole) == 0).then(|| whole.clone())
    }

    fn same_lengths(&mut self, arrays: &[Compared<ArrayId>]) {
        let Some((first, rest)) = arrays.split_first() else {
            return;
        };
        let first = self.lengths(first);
        for other in rest {
            for (own, others) in first.iter().zip(&self.lengths(other)) {
                if own != others {
                    self.assumed.zero.extend(own.minus(others));
                }
            }
        }
    }

    fn lengths(&mut self, compared: &Compared<ArrayId>) -> Vec<Polynomial> {
        let lengths = self.array(compared.array).dimensions;
        match compared.dimension {
            None => lengths,
            Some(dimension) => lengths.into_iter().skip(dimension.into()).take(1).collect(),
        }
    }

    fn branch(&mut self, condition: &'p Expr, then: &'p [Stmt], otherwise: &'p [Stmt]) {
        self.reading_step([condition]);
        let level = self.level_of(condition);
        let barriers = self.section.is_some() && (has_barrier(then) || has_barrier(otherwise));
        if barriers && level > self.shared_level() {
            self.give_up_section();
        }
        let holds = self.assumptions(condition, true);
        let fails = self.assumptions(condition, false);
        let before = self.state.clone();
        let fork = self.fork().filter(|_| barriers);
        let diverges = self.level > 0 && level > 0 && self.section.is_none();
        self.divergence += u32::from(diverges);
        let start = self.beside.len();
        let mark = self.assumed.mark();
        self.assumed.extend(holds.clone());
        self.statements(then);
        self.assumed.back_to(mark);
        let middle = self.beside.len();
        let after_then = std::mem::replace(&mut self.state, before);
        let end_of_then = fork.and_then(|fork| self.turn(&fork));
        self.assumed.extend(fails.clone());
        self.statements(otherwise);
        self.assumed.back_to(mark);
        if let Some(end) = end_of_then {
            self.rejoin(&end);
        }
        if diverges {
            self.meet_beside(start, middle, level);
            self.divergence -= 1;
            if self.divergence == 0 {
                self.beside.clear();
            }
        }
        let after_otherwise = std::mem::take(&mut self.state);
        // Processors that left in one branch are not here.
        match (ends(then), ends(otherwise)) {
            (true, false) => {
                self.state = after_otherwise;
                self.assumed.extend(fails);
            }
            (false, true) => {
                self.state = after_then;
                self.assumed.extend(holds);
            }
            _ => self.state = after_then.join(after_otherwise, level, &mut self.symbols),
        }
    }

    /// Simultaneous branches: any step of one may coincide with any step of the other.
    fn meet_beside(&mut self, start: usize, middle: usize, level: u32) {
        let (then, otherwise) = self.beside[start..].split_at(middle - start);
        let (then, otherwise) = (then.to_vec(), otherwise.to_vec());
        for one in &then {
            for other in &otherwise {
                self.meet_in_step(one, other, level);
            }
        }
    }

    fn parallel(&mut self, block: BlockId, ranges: &'p [Range], body: &'p [Stmt]) {
        let headers = ranges
            .iter()
            .flat_map(|range| [&range.from, &range.to].into_iter().chain(&range.step));
        self.reading_step(headers);
        let declared = &self.algorithm.blocks[block.index()];
        let kernel = declared.kernel;
        let native = self.timing == Timing::Asynchronous && declared.native;
        if self.section.is_some() || native && self.level > 0 {
            // A fault, or simultaneous sections of several blocks: nothing is proved about these.
            self.unknown_body(body);
            return;
        }
        let inside = self.variables();
        for id in &inside[block.index()].scalars {
            self.state.scalars.remove(id);
        }
        for id in &inside[block.index()].arrays {
            self.state.arrays.remove(id);
        }
        let mark = self.assumed.mark();
        let outer = (self.level, self.counters.len());
        // The indices of groups and those of items are a level each.
        let (of_groups, of_items) = ranges.split_at(kernel.map_or(0, usize::from));
        let mut values = Vec::new();
        let mut level = self.level;
        for ranges in [of_groups, of_items]
            .into_iter()
            .skip(usize::from(kernel.is_none()))
        {
            level += 1;
            let mut counters: Vec<ProofAtom> = Vec::new();
            for range in ranges {
                let counter = self.symbols.unknown(level);
                counters.push(counter);
                values.push(self.counted(counter, range));
            }
            self.counters.push(Rc::from(counters));
        }
        for (index, value) in declared.indices.iter().zip(values) {
            self.state.scalars.insert(*index, value);
        }
        self.level = level;
        self.make_shared_scalars(block);
        if native || kernel.is_some() {
            let scope = |differ| SectionScope {
                differ,
                is_of_kernel: kernel.is_some(),
            };
            let launch = kernel.map(|_| OpenSection::new(scope(level - 1), None));
            self.section = Some(OpenSection::new(scope(level), launch));
            if has_part_barrier(body) {
                self.give_up_section();
            }
        }
        self.statements(body);
        self.section = None;
        self.counters.truncate(outer.1);
        self.level = outer.0;
        self.assumed.back_to(mark);
    }

    /// The value at a position of a range, with its facts.
    fn counted(&mut self, counter: ProofAtom, range: &Range) -> ProofValue {
        let from = self.whole(&range.from);
        let to = self.whole(&range.to);
        let step = match &range.step {
            Some(step) => self.whole(step),
            None => Polynomial::constant(1),
        };
        let level = self.symbols.level(&Polynomial::atom(counter));
        match self.position(counter, &from, &to, &step) {
            Some(value) => ProofValue::Whole(value),
            None => self.unknown(level),
        }
    }

    /// from + step·counter, with the facts of a range.
    pub fn position(
        &mut self,
        counter: ProofAtom,
        from: &Polynomial,
        to: &Polynomial,
        step: &Polynomial,
    ) -> Option<Polynomial> {
        let counter = Polynomial::atom(counter);
        self.assumed.facts.push(counter.clone());
        let value = from.plus(&step.times(&counter)?)?;
        if step.as_constant().is_none() {
            self.assumed.nonzero.push(step.clone());
        }
        if self.holds(&step.plus_number(-1)?) {
            self.assumed.facts.extend(to.minus(&value));
        } else if self.holds(&step.times_number(-1)?.plus_number(-1)?) {
            self.assumed.facts.extend(value.minus(to));
        }
        Some(value)
    }

    fn give_back(&mut self, value: Option<&'p ReturnValue>) {
        match value {
            None => {}
            Some(ReturnValue::Scalar(expr)) => {
                self.reading_step([expr]);
                let value = self.value(expr);
                self.result = Some(value);
            }
            Some(ReturnValue::Array(id)) => {
                let known = self.array(*id);
                self.returned.push(known);
            }
        }
    }

    /// Gives up the proof, because the accesses of a section cannot be determined.
    pub fn give_up_section(&mut self) {
        self.findings.give_up();
    }
}

/// Whether the statements contain a barrier of all processors.
pub(super) fn has_barrier(body: &[Stmt]) -> bool {
    any_statement(body, &|kind| matches!(kind, StmtKind::Barrier(None)))
}

fn has_part_barrier(body: &[Stmt]) -> bool {
    any_statement(body, &|kind| matches!(kind, StmtKind::Barrier(Some(_))))
}

/// Whether a path may leave these statements before their end.
pub(super) fn has_exit(body: &[Stmt]) -> bool {
    any_statement(body, &|kind| {
        matches!(
            kind,
            StmtKind::Break | StmtKind::Continue | StmtKind::Return(_)
        )
    })
}

/// Whether no path reaches the end of these statements.
fn ends(body: &[Stmt]) -> bool {
    matches!(
        body.last().map(|last| &last.kind),
        Some(StmtKind::Break | StmtKind::Continue | StmtKind::Return(_))
    )
}
