//! Judging a step in which processors met: in which cells, and is it legal?

use super::access::{Discipline, weakest};
use super::budget::Records;
use super::commit;
use super::configuration::OnViolation;
use super::event::Observer;
use super::model::{Legality, Simultaneity};
use super::pram::{Machine, Stop, kernel_of};
use super::reading::ReadLog;
use super::violation::Violation;
use super::witness::{self, Acting, Circumstances, Ranks};
use crate::diagnostic::Code as DiagnosticCode;

/// How many violations are kept when the run goes on.
const KEPT_VIOLATIONS: usize = 1000;

impl<'c, O: Observer> Machine<'c, O> {
    /// The reads of a step, written down: it is evaluated again, on the same memory.
    fn read_again(&mut self, acting: &mut [Acting<'c>]) -> Result<Vec<ReadLog>, Stop> {
        self.check_records(acting, Records::Judging)?;
        let mut logs = Vec::new();
        for actor in acting.iter_mut() {
            let mut log = ReadLog::default();
            // Sections are judged by themselves; and who read nothing may have gone on already.
            let reads = kernel_of(actor.instruction).read_sites > 0;
            if actor.native.is_some() || (actor.results.is_kept && !reads) {
                logs.push(log);
                continue;
            }
            let Acting {
                group,
                instruction,
                results,
                ..
            } = actor;
            self.evaluate(group, instruction, Some(&mut log), results)?;
            logs.push(log);
        }
        Ok(logs)
    }

    fn circumstances(&self, simultaneity: Simultaneity, allowed_by: Legality) -> Circumstances {
        Circumstances {
            model: self.configuration.model,
            simultaneity,
            step: self.steps,
            allowed_by: allowed_by.with_result_of(self.configuration.model.write),
        }
    }

    /// Two processors met while reading: in which cells, and is it legal?
    pub(super) fn judge_reads(&mut self, acting: &mut [Acting<'c>]) -> Result<(), Stop> {
        let logs = self.read_again(acting)?;
        let cast = self.cast();
        let ranks = Ranks::of(cast, acting);
        let at = |simultaneity| witness::meeting(witness::reads(&logs, &ranks, simultaneity));
        let meetings = [
            (Simultaneity::Step, at(Simultaneity::Step)),
            (Simultaneity::Access, at(Simultaneity::Access)),
        ];
        let (write, common) = commit::disciplines(acting, &ranks, cast);
        let allowed_by = Legality {
            step: weakest(meetings[0].1.is_some(), write, common),
            access: weakest(meetings[1].1.is_some(), write, common),
        };
        let mut found = Vec::new();
        for (simultaneity, meeting) in &meetings {
            let Some(meeting) = meeting else { continue };
            let circumstances = self.circumstances(*simultaneity, allowed_by);
            let code = DiagnosticCode::ConcurrentRead;
            found.push((
                *simultaneity,
                witness::describe(meeting, code, circumstances, cast, acting),
            ));
        }
        self.record(Discipline::ExclusiveRead, found)
    }

    /// Keeps what broke a discipline; ends the run where that is illegal.
    fn record(
        &mut self,
        discipline: Discipline,
        found: Vec<(Simultaneity, Violation)>,
    ) -> Result<(), Stop> {
        let mut illegal = false;
        for (simultaneity, violation) in found {
            self.watch.record(discipline, simultaneity, &violation);
            if self.watch.demands(discipline) && self.configuration.simultaneity == simultaneity {
                illegal = true;
                self.violation_count += 1;
                if self.violations.len() < KEPT_VIOLATIONS {
                    self.violations.push(violation);
                }
            }
        }
        if illegal && self.configuration.on_violation == OnViolation::Stop {
            return Err(Stop::Violation);
        }
        Ok(())
    }

    /// Two processors met while writing: in which cells, with which values, and is it legal?
    pub(super) fn judge_writes(
        &mut self,
        acting: &mut [Acting<'c>],
        ranks: &Ranks,
        exclusive: bool,
        common: bool,
    ) -> Result<(), Stop> {
        let logs = self.read_again(acting)?;
        let read_met = |simultaneity| witness::meets(witness::reads(&logs, ranks, simultaneity));
        let (write_met, disagreed) = commit::disciplines(acting, ranks, self.cast());
        let allowed_by = Legality {
            step: weakest(read_met(Simultaneity::Step), write_met, disagreed),
            access: weakest(read_met(Simultaneity::Access), write_met, disagreed),
        };
        let mut report = |discipline, code, disagreeing: bool| {
            let cast = self.cast();
            let counts =
                |run: &[witness::Touch]| !disagreeing || witness::disagree(acting, run, cast);
            let Some(meeting) = witness::meeting_that(witness::writes(acting, ranks), counts)
            else {
                return Ok(());
            };
            let found = [Simultaneity::Step, Simultaneity::Access].map(|simultaneity| {
                let circumstances = self.circumstances(simultaneity, allowed_by);
                let cast = self.cast();
                (
                    simultaneity,
                    witness::describe(&meeting, code, circumstances, cast, acting),
                )
            });
            self.record(discipline, found.into())
        };
        if common {
            // Classified before the exclusive rule may end the run.
            report(Discipline::CommonWrite, DiagnosticCode::UncommonWrite, true)?;
        }
        if exclusive {
            report(
                Discipline::ExclusiveWrite,
                DiagnosticCode::ConcurrentWrite,
                false,
            )?;
        }
        Ok(())
    }
}
