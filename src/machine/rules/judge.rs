//! Judges a step with concurrent accesses: the cells, and whether they are legal.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::accesses::Accesses;
use super::conflict::{Conflict, ConflictCells, ConflictQuery};
use super::conflict_report::{self, Circumstances};
use super::disciplines::{Discipline, weakest};
use super::exclusive::AccessComparison;
use super::line_reads::LineReads;
use super::model::{Legality, Simultaneity};
use super::violation::Violation;
use crate::code::control::{Control, Instruction};
use crate::code::kernel::Op;
use crate::diagnostic::Code as DiagnosticCode;
use crate::engine::kernel::reads::{ReadLog, Readers, SiteLog};
use crate::engine::lanes::selection::Selection;
use crate::engine::tuning::SubscriptTests;
use crate::machine::acting::Acting;
use crate::machine::configuration::OnViolation;
use crate::machine::groups::Group;
use crate::machine::limits::Records;
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::ranks::Ranks;

/// Each step is judged under both.
const BOTH: [Simultaneity; 2] = [Simultaneity::Step, Simultaneity::Access];

/// How many violations are kept if the run continues.
const KEPT_VIOLATIONS: usize = 1000;

impl<'c> Machine<'_, 'c> {
    /// Records the reads of every group in this step; if a processor fails, those before its failure.
    pub(crate) fn log_reads(&mut self, acting: &mut [Acting<'c>]) -> Result<(), EarlyStop> {
        self.check_records(acting, Records::Judging)?;
        for actor in acting {
            if actor.failed {
                self.log_until_failure(actor);
            } else {
                self.complete_log(actor)?;
            }
        }
        Ok(())
    }

    /// Records the reads of a group of which a processor fails, of each processor until it fails; all of
    /// them if the index of its write fails. Each is evaluated separately, as all together fail at once.
    fn log_until_failure(&mut self, actor: &mut Acting<'c>) {
        let mut sites: BTreeMap<u32, SiteLog> = BTreeMap::new();
        for (position, lane) in (0..).zip(actor.group.lanes.iter()) {
            let group = Group {
                lanes: Selection::List(Arc::new(vec![lane].into())),
                ..actor.group.clone()
            };
            let mut log = ReadLog::default();
            let results = &mut actor.results;
            let outcome = self.evaluate(&group, actor.instruction, Some(&mut log), results);
            if outcome.is_err()
                && log.sites.is_empty()
                && let Some(instruction) = without_written_place(actor.instruction)
            {
                // It may fail for another reason.
                self.evaluate(&group, &instruction, Some(&mut log), results)
                    .ok();
            }
            for one in log.sites {
                let site = sites.entry(one.op).or_insert_with(|| SiteLog {
                    op: one.op,
                    cells: Vec::new(),
                    readers: Readers::Some(Vec::new()),
                });
                let Readers::Some(readers) = &mut site.readers else {
                    unreachable!("it was made with a list of readers")
                };
                readers.push((position, one.ordinal(0)));
                site.cells.extend(one.cells);
            }
        }
        actor.log.sites = sites.into_values().collect();
    }

    /// Records those reads of a group that are not recorded yet. If the analysis does not know their
    /// addresses, the step is evaluated again, on the same memory.
    fn complete_log(&mut self, actor: &mut Acting<'c>) -> Result<(), EarlyStop> {
        let kernel = actor.instruction.kernel();
        let (analysis, lanes) = (&actor.results.analysis, &actor.group.lanes);
        if actor.log.is_complete(kernel) || actor.log.plan(kernel, analysis, lanes) {
            return Ok(());
        }
        actor.log.sites.clear();
        let (log, results) = (Some(&mut actor.log), &mut actor.results);
        self.evaluate(&actor.group, actor.instruction, log, results)
    }

    fn circumstances(&self, simultaneity: Simultaneity, allowed_by: Legality) -> Circumstances {
        Circumstances {
            model: self.configuration.model,
            simultaneity,
            step: self.state.steps,
            allowed_by: allowed_by.with_result_of(self.configuration.model.write),
        }
    }

    /// Judges a step in which two processors read the same cell.
    pub(crate) fn judge_reads(&mut self, acting: &mut [Acting<'c>]) -> Result<(), EarlyStop> {
        let tests_subscripts = self.configuration.subscript_tests == SubscriptTests::On;
        let lines = tests_subscripts.then(|| LineReads::of(acting)).flatten();
        let ranks = Ranks::of(self.names(), acting);
        let conflicts = match lines {
            Some(lines) => BOTH.map(|simultaneity| lines.conflict(simultaneity)),
            None => self.read_conflicts(acting, &ranks)?,
        };
        let written = self.writes_met(acting, &ranks);
        let allowed_by = allowed_by(conflicts.each_ref().map(Option::is_some), &written);
        let names = self.names();
        let mut found = Vec::new();
        for (simultaneity, conflict) in BOTH.into_iter().zip(&conflicts) {
            let Some(conflict) = conflict else { continue };
            let circumstances = self.circumstances(simultaneity, allowed_by);
            let code = DiagnosticCode::ConcurrentRead;
            found.push((
                simultaneity,
                conflict_report::describe(conflict, code, circumstances, names, acting),
            ));
        }
        let illegal = self.record(Discipline::ExclusiveRead, found);
        self.end_if(illegal)
    }

    /// The conflicts of the reads of a step, per step and per access, found by inspecting each read.
    fn read_conflicts(
        &mut self,
        acting: &mut [Acting<'c>],
        ranks: &Ranks,
    ) -> Result<[Option<Conflict>; 2], EarlyStop> {
        self.log_reads(acting)?;
        let cells = self.state.memory.len() as usize;
        let conflict = |simultaneity| {
            let reads = Accesses::read(acting, ranks, simultaneity);
            ConflictCells::of(&reads, cells).shown(&reads, ConflictQuery::Conflict)
        };
        let by_step = conflict(Simultaneity::Step);
        let reads = Accesses::read(acting, ranks, Simultaneity::Step);
        let by_access = if reads.sites.len() == 1 {
            by_step.clone()
        } else {
            conflict(Simultaneity::Access)
        };
        Ok([by_step, by_access])
    }

    /// The cells that several processors are about to write.
    fn writes_met(&self, acting: &mut [Acting<'c>], ranks: &Ranks) -> ConflictCells {
        if !AccessComparison::default().writes(acting, SubscriptTests::On) {
            return ConflictCells::default();
        }
        let writes = acting.iter_mut().filter(|actor| actor.is_write());
        writes.for_each(Acting::write_out);
        let written = Accesses::written(acting, ranks, self.names());
        ConflictCells::of(&written, self.state.memory.len() as usize)
    }

    /// Keeps the violations of a discipline. Returns whether one is illegal.
    fn record(&mut self, discipline: Discipline, found: Vec<(Simultaneity, Violation)>) -> bool {
        let mut illegal = false;
        for (simultaneity, violation) in found {
            self.state
                .disciplines
                .record(discipline, simultaneity, &violation);
            if self.state.disciplines.demands(discipline)
                && self.configuration.simultaneity == simultaneity
            {
                illegal = true;
                self.state.violation_count += 1;
                if self.state.violations.len() < KEPT_VIOLATIONS {
                    self.state.violations.push(violation);
                }
            }
        }
        illegal
    }

    /// Ends the run at an illegal access, unless it is to continue.
    fn end_if(&self, illegal: bool) -> Result<(), EarlyStop> {
        if illegal && self.configuration.on_violation == OnViolation::Stop {
            return Err(EarlyStop::Violation);
        }
        Ok(())
    }

    /// Judges a step in which two processors write the same cell.
    pub(crate) fn judge_writes(
        &mut self,
        acting: &mut [Acting<'c>],
        ranks: &Ranks,
        exclusive: bool,
        common: bool,
    ) -> Result<(), EarlyStop> {
        self.log_reads(acting)?;
        // The second evaluation has produced new columns.
        acting.iter_mut().for_each(Acting::write_out);
        let (cells, names) = (self.state.memory.len() as usize, self.names());
        let read_met = BOTH.map(|simultaneity| {
            let reads = Accesses::read(acting, ranks, simultaneity);
            ConflictCells::of(&reads, cells).count(ConflictQuery::Conflict) > 0
        });
        let written = Accesses::written(acting, ranks, names);
        let met = ConflictCells::of(&written, cells);
        let allowed_by = allowed_by(read_met, &met);
        let found = |wanted, code| {
            let conflict = met.shown(&written, wanted)?;
            let found = BOTH.map(|simultaneity| {
                let circumstances = self.circumstances(simultaneity, allowed_by);
                let violation =
                    conflict_report::describe(&conflict, code, circumstances, names, acting);
                (simultaneity, violation)
            });
            Some(Vec::from(found))
        };
        let disagreement = (common)
            .then(|| found(ConflictQuery::Disagreement, DiagnosticCode::UncommonWrite))
            .flatten();
        let conflict = (exclusive)
            .then(|| found(ConflictQuery::Conflict, DiagnosticCode::ConcurrentWrite))
            .flatten();
        // Both are classified before one of them may end the run.
        let uncommon = self.record(Discipline::CommonWrite, disagreement.unwrap_or_default());
        let concurrent = self.record(Discipline::ExclusiveWrite, conflict.unwrap_or_default());
        self.end_if(uncommon || concurrent)
    }
}

/// The weakest models that allow a step with these concurrent reads, per step and per access, and
/// writes.
fn allowed_by([by_step, by_access]: [bool; 2], written: &ConflictCells) -> Legality {
    let met = written.count(ConflictQuery::Conflict) > 0;
    let disagreed = written.count(ConflictQuery::Disagreement) > 0;
    Legality {
        step: weakest(by_step, met, disagreed),
        access: weakest(by_access, met, disagreed),
    }
}

/// The same instruction, if it writes, without the bounds check of its target, and without the reads in
/// the target's subscripts.
fn without_written_place(instruction: &Instruction) -> Option<Instruction> {
    instruction.control.written_cell()?;
    let mut instruction = instruction.clone();
    if let Control::Write { kernel, .. } = &mut instruction.control {
        let place = kernel.outputs[0];
        for op in &mut kernel.ops {
            if let Op::Address { to, .. } = *op
                && to == place
            {
                *op = Op::Constant { to, word: 0 };
            } else if let Op::Read { to, address, .. } | Op::Peek { to, address, .. } = *op
                && address == place
            {
                *op = Op::Constant { to, word: 0 };
            }
        }
    }
    Some(instruction)
}
