//! Who waits for whom: at the end of a construct, at a barrier, for a turn; and what that costs on
//! the asynchronous machine, where accesses between two barriers may race.

use std::collections::BTreeSet;
use std::rc::Rc;

use pram::source::Span;

use super::access::{Deed, Inside};
use super::adapted;
use super::asynchronous::{Order, shares};
use super::memory::Cell as MemoryCell;
use super::processor::{Gate, Group, JoinId, Processor};
use super::schedule::Scheduler;
use super::section::{Race, RaceAccess};
use super::{End, OnViolation};

impl Scheduler<'_> {
    /// Opens every join at which all have arrived.
    pub(super) fn release_joins(&self) -> bool {
        let state = &mut *self.state.borrow_mut();
        let joins = &mut state.joins;
        let complete: Vec<JoinId> = state
            .open_joins
            .iter()
            .copied()
            .filter(|&id| joins[id].entered == joins[id].arrived)
            .collect();
        state
            .open_joins
            .retain(|&id| joins[id].entered != joins[id].arrived);
        // Inner constructs end first: their rounds go into the lines around them.
        for &join in complete.iter().rev() {
            joins[join].released = true;
            let opened = std::mem::take(&mut joins[join].opened).len() as u64;
            if let Some(line) = joins[join].splits {
                let branches = (0..opened.max(2)).map(|part| Group { join, part });
                let branches: Vec<Group> = branches.collect();
                if joins[join].serial {
                    state.rounds.append(line, &branches);
                } else {
                    state.rounds.merge(line, &branches);
                }
            }
            if let (Some(mut native), Some(machine)) =
                (state.natives.remove(&join), &self.config.asynchronous)
            {
                // "The end of a `paralelno` is always a barrier, and costs nothing more where the
                // last thing executed was an `ograda`."
                if native.something {
                    native.end_section(machine, self.config.processors, &mut state.account);
                }
                state.sections = native.section - 1;
            }
        }
        let mut any = !complete.is_empty();
        for (processor, _) in &state.tasks {
            let goes_on = match processor.gate.get() {
                Gate::Join(id) => joins[id].released,
                Gate::Turn(id) => joins[id].first_branch.0 == joins[id].first_branch.1,
                _ => false,
            };
            if goes_on {
                processor.gate.set(Gate::Open);
                any = true;
            }
        }
        any
    }

    /// Lets those go on for whose barrier all have come.
    pub(super) fn release_barriers(&self) -> bool {
        let state = &mut *self.state.borrow_mut();
        let Some(machine) = &self.config.asynchronous else {
            return false;
        };
        let waits = |each: &Rc<Processor>| matches!(each.gate.get(), Gate::Barrier(_));
        let mut any = false;
        for native in state.natives.values_mut() {
            if !native.processors.iter().any(waits) {
                continue;
            }
            let processors = native.numbered();
            let at = |processor: &Processor| match processor.gate.get() {
                Gate::Barrier(part) => Some(part),
                _ => None,
            };
            if processors.iter().all(|each| at(each) == Some(None)) {
                native.end_section(machine, self.config.processors, &mut state.account);
                level(&processors);
                any = true;
                for processor in &processors {
                    processor.gate.set(Gate::Open);
                }
                continue;
            }
            let parts: BTreeSet<(i64, i64)> =
                processors.iter().filter_map(|each| at(each)?).collect();
            for part in parts {
                let members = &processors[part.0 as usize..=part.1 as usize];
                if members.iter().all(|each| at(each) == Some(Some(part))) {
                    native.meet(members, machine.barrier.of(members.len() as u64));
                    level(members);
                    any = true;
                    for processor in members {
                        processor.gate.set(Gate::Open);
                    }
                }
            }
        }
        any
    }

    /// "A barrier that some processors never reach is an error that names them"; "a ring of partial
    /// barriers is the deadlock it is". None while somebody can go on; nobody is named where
    /// barriers of a part are in play.
    pub(super) fn is_stuck(&self) -> Option<End> {
        let state = self.state.borrow();
        let can_go_on = |(processor, _): &(Rc<Processor>, _)| {
            matches!(processor.gate.get(), Gate::Step | Gate::Print)
        };
        if state.tasks.iter().any(can_go_on) {
            return None;
        }
        let native = state.natives.values().next();
        let native = native.expect("outside of asynchronous blocks nobody waits for ever");
        let numbered = native.numbered();
        let gates: Vec<Gate> = numbered.iter().map(|each| each.gate.get()).collect();
        if wait_for_each_other(&gates) {
            return Some(End::Deadlock);
        }
        let mut absent = Vec::new();
        if !gates
            .iter()
            .any(|gate| matches!(gate, Gate::Barrier(Some(_))))
        {
            let missing = numbered.iter();
            let missing = missing.filter(|each| each.gate.get() != Gate::Barrier(None));
            absent = missing.map(|each| each.indices.clone()).collect();
        }
        Some(End::Unreached { absent })
    }

    /// A processor's number in its asynchronous block, and how many processors that has.
    pub fn place_in_block(&self, processor: &Processor) -> Option<(i64, i64)> {
        let Inside::Asynchronous(block) = processor.inside else {
            return None;
        };
        let state = self.state.borrow();
        let processors = state.natives.get(&block)?.numbered();
        let number = processors
            .iter()
            .position(|each| each.path == processor.path)?;
        Some((number as i64, processors.len() as i64))
    }

    /// The paces of asynchronous processors are those of the real processors that execute them.
    pub(super) fn set_paces(&self) {
        let state = &mut *self.state.borrow_mut();
        let Some(machine) = &self.config.asynchronous else {
            return;
        };
        for native in state.natives.values_mut().filter(|native| !native.paced) {
            native.paced = true;
            let processors = native.numbered();
            let real = self.config.processors.unwrap_or(processors.len() as u64);
            let shares = shares(processors.len(), real.min(processors.len() as u64));
            for (real, share) in shares.into_iter().enumerate() {
                for processor in &processors[share] {
                    processor.clock.borrow_mut().pace = machine.pace(real as u64);
                }
            }
        }
    }

    /// Of the asynchronous processors that are ready, the one whose turn it is; all, where they go
    /// side by side.
    pub(super) fn whose_turn(&self) -> Option<Rc<Processor>> {
        let Order::Accesses(turns) = &self.config.asynchronous.as_ref()?.order else {
            return None;
        };
        let state = &mut *self.state.borrow_mut();
        let mut ready: Vec<(usize, Rc<Processor>)> = Vec::new();
        for native in state.natives.values() {
            let numbered = native.numbered().into_iter().enumerate();
            ready.extend(numbered.filter(|(_, each)| each.gate.get() == Gate::Step));
        }
        if ready.is_empty() {
            return None;
        }
        let places = ready
            .iter()
            .map(|(number, each)| (*number, each.accesses.get()));
        let places: Vec<(usize, u64)> = places.collect();
        let chosen = turns.choose(&places, &mut state.turns_used);
        Some(Rc::clone(&ready[chosen].1))
    }

    /// Whether a processor goes on access by access.
    pub fn goes_by_access(&self, processor: &Processor) -> bool {
        let machine = self.config.asynchronous.as_ref();
        let by_access = machine.is_some_and(|each| matches!(each.order, Order::Accesses(_)));
        by_access && matches!(processor.inside, Inside::Asynchronous(_))
    }

    /// A processor has made an access; it is held against the others of its section.
    pub fn access(&self, processor: &Processor, cell: MemoryCell, span: Span, writes: bool) {
        processor.accesses.set(processor.accesses.get() + 1);
        let Inside::Asynchronous(block) = processor.inside else {
            return;
        };
        let access = RaceAccess {
            processor: processor.indices.clone(),
            writes,
            span,
        };
        if let Err(end) = self.judge_access(block, &processor.path, cell, access) {
            self.state.borrow_mut().ended.get_or_insert(end);
        }
    }

    /// A processor that goes access by access is through with a statement.
    pub fn complete(&self, deed: &Deed) {
        let state = &mut *self.state.borrow_mut();
        state.counts.step += 1;
        state.counts.count(std::slice::from_ref(deed));
        if let Inside::Asynchronous(block) = deed.inside
            && let Some(native) = state.natives.get_mut(&block)
        {
            native.something = true;
        }
    }

    fn judge_access(
        &self,
        block: JoinId,
        path: &Vec<usize>,
        cell: MemoryCell,
        access: RaceAccess,
    ) -> Result<(), End> {
        let state = &mut *self.state.borrow_mut();
        let (Some(native), Some(machine)) =
            (state.natives.get_mut(&block), &self.config.asynchronous)
        else {
            return Ok(());
        };
        let Some(earlier) = native.access(path, cell, access.clone()) else {
            return Ok(());
        };
        let race = Race {
            section: native.section,
            cell: self.memory.borrow().cell_name(cell),
            earlier,
            later: access,
        };
        let legal = race.only_reads() && machine.concurrent_read;
        state.races.push(race.clone());
        if !legal && self.config.on_violation == OnViolation::Stop {
            return Err(End::Race(race));
        }
        Ok(())
    }

    /// Accesses of asynchronous blocks are held against those of their section: in the order of
    /// the processors, what they read, then what they write.
    pub(super) fn judge_sections(&self, deeds: &[Deed]) -> Result<(), End> {
        let mut accesses: Vec<(JoinId, &Deed, MemoryCell, RaceAccess)> = Vec::new();
        let native = deeds.iter().filter_map(|deed| match deed.inside {
            Inside::Asynchronous(block) => Some((block, deed)),
            _ => None,
        });
        let access = |deed: &Deed, span, writes| RaceAccess {
            processor: deed.indices.clone(),
            writes,
            span,
        };
        for (block, deed) in native.clone() {
            for &(cell, span) in &deed.reads {
                accesses.push((block, deed, cell, access(deed, span, false)));
            }
        }
        for (block, deed) in native.clone() {
            if let Some((cell, _, span)) = deed.write {
                accesses.push((block, deed, cell, access(deed, span, true)));
            }
        }
        for (block, _) in native {
            if let Some(native) = self.state.borrow_mut().natives.get_mut(&block) {
                native.something = true;
            }
        }
        for (block, deed, cell, access) in accesses {
            self.judge_access(block, &deed.path, cell, access)?;
        }
        Ok(())
    }

    /// Time of a step of synchronous blocks.
    pub(super) fn adapt(&self, deeds: &[Deed]) {
        let Some(machine) = &self.config.asynchronous else {
            return;
        };
        let synchronous = deeds
            .iter()
            .filter(|deed| deed.inside == Inside::Synchronous);
        let synchronous: Vec<&Deed> = synchronous.collect();
        if synchronous.is_empty() {
            return;
        }
        let state = &mut *self.state.borrow_mut();
        // Without `-p`, everyone of the blocks at work is a processor.
        let blocks: BTreeSet<JoinId> = synchronous.iter().map(|deed| deed.block).collect();
        let asked = blocks
            .iter()
            .map(|block| state.joins[*block].opened.len() as u64);
        let real = self.config.processors.unwrap_or(asked.sum());
        adapted::statement(&synchronous, real, machine, &mut state.account);
    }
}

/// These meet at a barrier: none of them is ahead of the others.
fn level(members: &[Rc<Processor>]) {
    let most = members.iter().map(|each| each.accesses.get()).max();
    for each in members {
        each.accesses.set(most.unwrap_or(0));
    }
}

/// Whether some of the processors that wait at barriers wait for each other: who waits only for
/// such as wait at none is left out, then who waits only for those, until all that remain wait for
/// one that remains.
fn wait_for_each_other(gates: &[Gate]) -> bool {
    let waits_for = |one: usize, other: usize| {
        let Gate::Barrier(part) = gates[one] else {
            return false;
        };
        let (from, to) = part.unwrap_or((0, gates.len() as i64 - 1));
        (from..=to).contains(&(other as i64)) && gates[other] != gates[one]
    };
    let mut remaining: Vec<usize> = (0..gates.len())
        .filter(|each| matches!(gates[*each], Gate::Barrier(_)))
        .collect();
    loop {
        let before = remaining.clone();
        let waits = |one: &usize| before.iter().any(|other| waits_for(*one, *other));
        remaining.retain(waits);
        if remaining.len() == before.len() {
            return !remaining.is_empty();
        }
    }
}
