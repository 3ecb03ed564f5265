//! A step: all read, all compute, all write.
//!
//! Every group evaluates its kernel on the memory before the step, and its reads are marked where they
//! may conflict with others; then faults are judged, then concurrent reads, then concurrent writes; then
//! the writes are executed.

use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::shape::RegisterShape;
use crate::machine::acting::Acting;
use crate::machine::event::Part;
use crate::machine::limits::Records;
use crate::machine::names::TeamNames;
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::ranks::Ranks;
use crate::machine::rules::accesses::Accesses;
use crate::machine::rules::conflict::{ConflictCells, ConflictQuery};
use crate::machine::rules::disciplines::{Discipline, Disciplines};
use crate::machine::rules::model::Simultaneity;
use crate::machine::rules::{exclusive, merged, resolve, store};
use crate::machine::simt::adapted;
use crate::machine::step_view::StepView;

impl<'c> Machine<'_, 'c> {
    /// All groups execute one step together.
    pub(crate) fn step(&mut self, acting: &mut [Acting<'c>]) -> Result<(), EarlyStop> {
        self.print_kept();
        let (group, span) = (&acting[0].group, acting[0].instruction.span);
        self.check_time(group, span)?;
        self.state.steps += 1;
        let active = acting.iter().map(|actor| actor.group.lanes.len() as u64);
        self.count_work(active.sum(), group, span)?;
        self.settle_rounds(acting);
        self.number(acting);
        let met_reading = self.read_phase(acting)?;
        if self.observer.is_detailed() {
            self.report_in_detail(acting)?;
        }
        if met_reading {
            self.judge_reads(acting)?;
        }
        if acting.iter().any(Acting::is_write) {
            self.write_phase(acting)?;
        }
        self.report(acting);
        Ok(())
    }

    /// Reports an incomplete step, so that the user sees what ended it.
    fn report_incomplete(&mut self, acting: &mut [Acting<'c>]) {
        if self.observer.is_detailed() {
            // The fault is reported even if there is no memory to record its accesses.
            self.report_in_detail(acting).ok();
        }
    }

    /// Reports what all processors have read and are about to write.
    fn report_in_detail(&mut self, acting: &mut [Acting<'c>]) -> Result<(), EarlyStop> {
        self.log_reads(acting)?;
        let writes = acting
            .iter_mut()
            .filter(|actor| actor.is_write() && !actor.failed);
        writes.for_each(Acting::write_out);
        self.observer.detail(&StepView {
            number: self.state.steps,
            acting,
            names: TeamNames {
                teams: &self.state.teams,
                code: self.code,
            },
            configuration: self.configuration,
            memory: &self.state.memory,
        });
        Ok(())
    }

    /// Reports the rounds that every group has completed.
    fn settle_rounds(&mut self, acting: &[Acting<'c>]) {
        // On an asynchronous machine others may wait at a barrier.
        if acting.len() > 1 && !self.configuration.is_asynchronous() {
            let clocks = acting.iter().map(|actor| actor.group.clock.rounds);
            self.observer.settled(clocks.min().unwrap_or(0));
        }
    }

    /// Gives every processor of the step a number of its own.
    fn number(&self, acting: &mut [Acting<'c>]) {
        if acting.len() == 1 {
            acting[0].first = 0;
            return;
        }
        acting.sort_by_key(|actor| actor.group.team);
        let mut next = 0;
        for at in 0..acting.len() {
            let team = acting[at].group.team;
            if at > 0 && acting[at - 1].group.team == team {
                acting[at].first = acting[at - 1].first;
            } else {
                acting[at].first = next;
                next += self.state.teams[team.0 as usize].width;
            }
        }
    }

    /// All processors read and compute. Returns whether two processors read the same cell.
    fn read_phase(&mut self, acting: &mut [Acting<'c>]) -> Result<bool, EarlyStop> {
        for actor in acting.iter_mut() {
            let view = Self::view(
                &self.state.teams,
                self.code,
                actor.group.team,
                &actor.group.lanes,
            );
            let kernel = actor.instruction.kernel();
            actor.results.analyse(kernel, view, &self.state.memory);
        }
        let looks = |actor: &Acting<'_>| !actor.results.analysis.looking.is_empty();
        if acting.iter().any(looks) {
            self.state.memory.initialised.spell_out();
        }
        self.enter_accesses(acting);
        let watch = self.scratch.comparison.reads(
            acting,
            self.state.disciplines.reads(),
            self.configuration.subscript_tests,
        );
        let mut met = watch == exclusive::ReadCheck::Met;
        if let exclusive::ReadCheck::Marked(moments) = watch {
            self.scratch
                .evaluator
                .begin_marking(moments, self.state.memory.len());
        }
        if watch == exclusive::ReadCheck::Logged {
            self.check_records(acting, Records::Log)?;
        }
        // What an observer needs of every step is noted during its evaluation, if memory permits; which
        // guarded sections were executed is found by a separate evaluation.
        let has_room_to_note =
            self.observer.is_detailed() && self.check_records(acting, Records::Judging).is_ok();
        let mut faults: Vec<(Vec<Lane>, EarlyStop)> = Vec::new();
        let is_launched = self.configuration.gpu().is_some() && adapted::is_of_block(self, acting);
        for actor in acting.iter_mut() {
            let is_logged = match actor.native {
                Some(_) => actor.stamped,
                None => watch == exclusive::ReadCheck::Logged || is_launched,
            };
            let Acting {
                group,
                instruction,
                results,
                log,
                ..
            } = actor;
            log.sites.clear();
            if is_logged {
                results.analysis.leave_all(instruction.kernel());
                results.marks.clear();
            }
            let is_noted = is_logged || has_room_to_note && !instruction.kernel().varies;
            match self.run_kernel(group, instruction, is_noted.then_some(log), results) {
                Ok(met_here) => met |= met_here,
                Err((processor, fault)) => {
                    actor.failed = true;
                    faults.push((self.names().path(processor), fault));
                }
            }
        }
        // Of several faults that of the lowest processor counts.
        if let Some((_, fault)) = faults.into_iter().min_by(|(a, _), (b, _)| a.cmp(b)) {
            self.report_incomplete(acting);
            return Err(fault);
        }
        if self.configuration.is_asynchronous()
            && let Err(stop) = self.asynchronous_step(acting)
        {
            self.report_incomplete(acting);
            return Err(stop);
        }
        if watch == exclusive::ReadCheck::Logged {
            met = self.met_in(acting);
        }
        Ok(met)
    }

    /// Whether two processors read the same cell, by the recorded reads.
    fn met_in(&self, acting: &[Acting<'c>]) -> bool {
        let simultaneity = exclusive::watched(self.state.disciplines.reads());
        let ranks = Ranks::of(self.names(), acting);
        let reads = Accesses::read(acting, &ranks, simultaneity);
        ConflictCells::of(&reads, self.state.memory.len() as usize).count(ConflictQuery::Conflict)
            > 0
    }

    /// All processors write.
    fn write_phase(&mut self, acting: &mut [Acting<'c>]) -> Result<(), EarlyStop> {
        if !self.meets_writing(acting) {
            store::store_all(
                &self.state.memory,
                acting,
                self.names(),
                &self.scratch.evaluator.threads,
            );
            self.state.memory.initialised.settle();
            return Ok(());
        }
        self.check_records(acting, Records::Writes)?;
        for actor in acting.iter_mut() {
            actor.write_out();
        }
        let wanted = |watch: &Disciplines, discipline| {
            watch.holds(discipline, Simultaneity::Step) || watch.demands(discipline)
        };
        let names = TeamNames {
            teams: &self.state.teams,
            code: self.code,
        };
        let judge_exclusive = wanted(&self.state.disciplines, Discipline::ExclusiveWrite);
        let judge_common = wanted(&self.state.disciplines, Discipline::CommonWrite)
            && store::disagree(&mut self.state.memory, acting, names);
        if judge_exclusive || judge_common {
            let ranks = Ranks::of(names, acting);
            self.judge_writes(acting, &ranks, judge_exclusive, judge_common)?;
        }
        let names = TeamNames {
            teams: &self.state.teams,
            code: self.code,
        };
        let combined = resolve::resolve(
            &mut self.state.memory,
            acting,
            self.configuration,
            self.state.steps,
            names,
        );
        match combined {
            Ok(notes) => {
                if self.state.disciplines.awaits_decision()
                    && store::is_replaced(&self.state.memory, acting, names)
                {
                    self.state.disciplines.decide(self.state.steps);
                }
                let places = (&mut self.state.memory, names);
                merged::add(
                    &mut self.state.merged,
                    &notes,
                    acting,
                    places,
                    self.state.steps,
                );
                Ok(())
            }
            Err(failure) => Err(self.fault_of(*failure.kind, failure.span, failure.processor)),
        }
    }

    /// Whether two processors write the same cell.
    fn meets_writing(&mut self, acting: &[Acting<'c>]) -> bool {
        let comparison = &mut self.scratch.comparison;
        if !comparison.writes(acting, self.configuration.subscript_tests) {
            return false;
        }
        self.scratch
            .evaluator
            .begin_marking(1, self.state.memory.len());
        let presence = self.scratch.evaluator.presence();
        // Once one concurrent write is found, the others need not be: the contents of cells are decided
        // cell by cell.
        comparison.marked().any(|group| {
            let actor = &acting[group];
            let (lanes, cells) = (&actor.group.lanes, &actor.results.outputs[0]);
            let mut touch = |cell: i64| presence.touch(cell as usize);
            match (cells.shape, lanes) {
                (RegisterShape::Sequence { from, stride }, Selection::All(width)) => {
                    presence.touch_line(from as usize, stride, *width as usize)
                }
                (RegisterShape::Unknown, _) => cells.words.iter().any(|cell| touch(*cell)),
                _ => (0..lanes.len()).any(|position| touch(cells.at(lanes, position))),
            }
        })
    }

    /// Reports the step to the observer.
    fn report(&mut self, acting: &[Acting<'c>]) {
        if let Some(gpu) = self.configuration.gpu()
            && adapted::is_of_block(self, acting)
        {
            let (launch, record) = adapted::launch(self, acting, gpu);
            if let (Some(history), Some(record)) = (&mut self.state.kernel_history, record) {
                let about = (launch.span, true, launch.items);
                history.add(gpu, record, about, |group| group.to_string());
            }
            self.observer.launch(launch);
            return;
        }
        let part = |actor: &Acting<'c>| {
            let active = actor.group.lanes.len() as u64;
            let writes = actor.is_shared_write();
            Part {
                span: actor.instruction.span,
                active,
                longest: actor.results.executed.longest,
                instructions: actor.results.executed.instructions,
                reads: actor.results.executed.reads,
                writes: if writes { active } else { 0 },
            }
        };
        if let [actor] = acting {
            self.observer.step(&[part(actor)]);
        } else {
            let parts: Vec<Part> = acting.iter().map(part).collect();
            self.observer.step(&parts);
        }
    }
}
