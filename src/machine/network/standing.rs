//! Processors of a multicomputer as members of teams: to name them, to create their arrays, to print,
//! and to report faults.

use super::fault::NetworkFault;
use super::running::Running;
use crate::code::algorithm::ArrayInfo;
use crate::code::control::{Initial, Pc, PrintPart};
use crate::code::kernel::{ArrayRef, Slot};
use crate::engine::handle::Handle;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::team::Ancestry;
use crate::engine::scalar::reach::TouchKind;
use crate::machine::fault::{FaultKind, MemoryUse};
use crate::machine::generator;
use crate::machine::groups::Group;
use crate::machine::names::{TeamProcessor, name_cell};
use crate::machine::pram::EarlyStop;
use crate::machine::print::PrintedLine;
use crate::machine::trace::CallTrace;
use crate::program::{ArrayId, BlockId, Constant, Generator, Type};
use crate::source::Span;
use std::fmt::Write;

/// How many steps the machine may execute until it finds the fault.
const MOST_STEPS_TO_FAULT: usize = 16;

impl Running<'_, '_, '_> {
    /// Creates teams for the calls of the current processor.
    fn teams(&mut self) -> Group {
        let mut team = self.creator.team;
        for number in 0..self.interpreter.frames.depth() {
            let held = self.interpreter.held(number);
            let block = if number == 0 {
                self.block.1
            } else {
                BlockId(0)
            };
            let machine = &mut *self.machine;
            let origin = Ancestry::One(0);
            let inner = machine.assemble(held.algorithm, block, 1, Some(team), origin);
            machine.fill_team(inner, &held);
            // The cells stay with the frame.
            machine.state.teams[inner.0 as usize].owned.clear();
            if number > 0 {
                let caller = self.interpreter.held(number - 1);
                self.machine.state.teams[inner.0 as usize].called = Some(caller.pc);
            } else {
                machine.state.live_processors += 1;
            }
            team = inner;
        }
        Group {
            team,
            lanes: Selection::All(1),
            ..self.creator.clone()
        }
    }

    /// Removes these teams.
    fn dissolve(&mut self, group: &Group) {
        let mut team = group.team;
        while team != self.creator.team {
            let around = self.machine.state.teams[team.0 as usize].creator;
            self.machine.dissolve(team);
            team = around.expect("the creator of the block is around its processors");
        }
    }

    /// The calls in progress of a processor.
    pub(super) fn trace_of(&mut self, processor: u32) -> CallTrace {
        self.take_up(processor);
        self.trace()
    }

    /// The calls in progress of the current processor.
    pub(super) fn trace(&mut self) -> CallTrace {
        let group = self.teams();
        let standing = TeamProcessor {
            team: group.team,
            lane: 0,
        };
        let trace = self.machine.names().trace(standing, None);
        self.dissolve(&group);
        trace
    }

    /// A fault of the current processor.
    pub(super) fn fault_at(&mut self, kind: FaultKind, span: Span) -> EarlyStop {
        let group = self.teams();
        let stop = self.machine.fault(kind, span, &group);
        self.dissolve(&group);
        stop
    }

    /// A fault of the network at the statement of the current processor.
    pub(super) fn network_fault(&mut self, fault: NetworkFault) -> EarlyStop {
        let span = self.span();
        self.fault_at(FaultKind::Network(Box::new(fault)), span)
    }

    /// The fault that the machine finds where the interpreter could not continue.
    pub(super) fn fault(&mut self) -> EarlyStop {
        let (algorithm, block) = self.block;
        let open = self.creator.pc;
        let machine = &mut *self.machine;
        let origin = Ancestry::One(0);
        let team = machine.assemble(algorithm, block, 1, Some(self.creator.team), origin);
        machine.state.live_processors += 1;
        let after = Pc(open.0 + 1);
        let region = (machine.state.schedule).enter_block(self.creator.clone(), after, team, 1);
        let group = Group {
            team,
            lanes: Selection::All(1),
            pc: after,
            region,
            clock: self.creator.clock,
        };
        let group = machine.leave_frames(&group, &self.interpreter);
        let (group_team, lanes) = (group.team, group.lanes.clone());
        let span = self.span();
        let machine = &mut *self.machine;
        machine.state.waiting.push(group);
        let mut ready = Vec::new();
        for _ in 0..MOST_STEPS_TO_FAULT {
            match machine.go_on(&mut ready) {
                Err(stop) => return stop,
                Ok(true) => {}
                Ok(false) => break,
            }
        }
        // The interpreter cannot execute it for one processor, although the machine could.
        let kind = FaultKind::Network(Box::new(NetworkFault::Unsupported));
        let group = Group {
            team: group_team,
            lanes,
            ..self.creator.clone()
        };
        machine.fault(kind, span, &group)
    }

    /// The fault of the current processor that would access a cell it does not own.
    pub(super) fn foreign(&mut self, cell: u32, processor: u32, touch: TouchKind) -> EarlyStop {
        let span = self.span();
        self.foreign_at(cell, processor, touch, span)
    }

    pub(super) fn foreign_at(
        &mut self,
        cell: u32,
        processor: u32,
        touch: TouchKind,
        span: Span,
    ) -> EarlyStop {
        let owner = self.machine.state.network().owners.of(cell as usize);
        let cell = self.cell_name(cell);
        let fault = NetworkFault::ForeignCell {
            cell,
            owner,
            processor,
            touch,
            is_of_tasks: self.placement.is_of_tasks(),
        };
        self.fault_at(FaultKind::Network(Box::new(fault)), span)
    }

    /// A cell as the current processor names it.
    fn cell_name(&self, cell: u32) -> String {
        let routine = self.interpreter.program().routine(self.routine());
        let algorithm = &self.machine.code.algorithms[routine.algorithm.index()];
        let outside = routine.outside.is_some().then_some(BlockId(0));
        for (up, block) in std::iter::once(routine.block).chain(outside).enumerate() {
            for (slot, id) in algorithm.blocks[block.index()].arrays.iter().enumerate() {
                let array = ArrayRef {
                    up: up as u32,
                    slot: Slot(slot as u32),
                    id: *id,
                };
                let handle = self.interpreter.frames.array(routine.array(array));
                let info = &algorithm.arrays[id.index()];
                if let Some(handle) = handle.filter(|handle| contains(*handle, cell)) {
                    return name_cell(&info.name, info.rank, handle, cell);
                }
            }
        }
        "a cell".to_owned()
    }

    /// A cell that is sent was never written.
    pub(super) fn unwritten(&mut self, array: ArrayRef, cell: usize, span: Span) -> EarlyStop {
        let kind = FaultKind::NeverWritten {
            what: self.cell_name(cell as u32),
            array: Some(array.id),
            class: None,
        };
        self.fault_at(kind, span)
    }

    /// Fails if the words of a message would exceed the memory limit.
    pub(super) fn check_room(&mut self, words: usize, span: Span) -> Result<(), EarlyStop> {
        // Short messages are part of what a processor holds.
        if words < 1 << 16 {
            return Ok(());
        }
        let bytes = 8 * words as u128;
        let creator = self.creator.clone();
        (self.machine).check_memory(bytes, || MemoryUse::Message, span, &creator)
    }

    /// The current processor draws its next number, between the outputs of a kernel.
    pub(super) fn draw(
        &mut self,
        slot: Slot,
        ty: Type,
        site: u32,
        program: u32,
    ) -> Result<(), EarlyStop> {
        let bounds = self.outputs(site);
        let bounds: Vec<Constant> = (bounds.iter())
            .map(|word| Constant::from_word(*word, ty))
            .collect();
        let machine = &mut *self.machine;
        // The step of the run depends on the times of messages: each processor counts its own draws.
        let seed = machine.configuration.seed;
        let seed = machine.state.draws.seed(seed, None, &[program as Lane]);
        let value =
            generator::generate(Generator::Random, &bounds, &[1], seed).map_err(|error| {
                let span = self.span();
                self.fault_at(FaultKind::Generator { error }, span)
            })?;
        self.interpreter.assign(slot, value.words[0]);
        self.interpreter.proceed();
        Ok(())
    }

    /// A line that the current processor prints.
    pub(super) fn line(
        &mut self,
        parts: &[PrintPart],
        outputs: &[i64],
        span: Span,
    ) -> Result<String, EarlyStop> {
        let mut line = PrintedLine::within(self.machine.room_for_line());
        let written = self.write_line(&mut line, parts, outputs);
        let length = written.is_ok().then_some(line.text.len());
        let creator = self.creator.clone();
        self.machine.count_line(length, true, span, &creator)?;
        Ok(line.text)
    }

    fn write_line(
        &self,
        line: &mut PrintedLine,
        parts: &[PrintPart],
        outputs: &[i64],
    ) -> std::fmt::Result {
        let routine = self.interpreter.program().routine(self.routine());
        let algorithm = &self.machine.code.algorithms[routine.algorithm.index()];
        let mut values = outputs.iter();
        for part in parts {
            match part {
                PrintPart::Text(text) => line.write_str(text)?,
                PrintPart::Value(ty) => {
                    let word = values.next().copied().unwrap_or(0);
                    write!(line, "{}", Constant::from_word(word, *ty))?;
                }
                PrintPart::Array(array, element) => {
                    let handle = self.interpreter.frames.array(routine.array(*array));
                    let rank = algorithm.arrays[array.id.index()].rank;
                    if let Some(handle) = handle {
                        write!(line, "{}", self.machine.array_value(handle, rank, *element))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// An array of the algorithm that the current processor executes.
    fn array_info(&self, array: ArrayId) -> &ArrayInfo {
        let routine = self.interpreter.program().routine(self.routine());
        let algorithm = &self.machine.code.algorithms[routine.algorithm.index()];
        &algorithm.arrays[array.index()]
    }

    /// The name of an array of that algorithm.
    pub(super) fn array_name(&self, array: ArrayId) -> String {
        self.array_info(array).name.clone()
    }

    /// A new array of the current processor, filled by a generator; the outputs are its lengths and the
    /// generator's arguments.
    pub(super) fn allocate(
        &mut self,
        slot: Slot,
        array: ArrayId,
        initial: &Initial,
        outputs: &[i64],
        processor: u32,
        span: Span,
    ) -> Result<(), EarlyStop> {
        if self.array_info(array).is_channel {
            let channel = self.array_name(array);
            return Err(self.network_fault(NetworkFault::ChannelOfOne { channel }));
        }
        let group = self.teams();
        let columns: Vec<Column> = outputs.iter().map(|word| Column::constant(*word)).collect();
        let made = self
            .machine
            .allocate(&group, slot, array, initial, &columns, span);
        made?;
        let state = &mut *self.machine.state;
        let team = &mut state.teams[group.team.0 as usize];
        let made = team.arrays[slot.0 as usize].as_ref();
        let handle = made.expect("the array was made").at(0);
        let owned = std::mem::take(&mut team.owned);
        let regions: Vec<_> = owned.into_iter().map(|(_, region)| region).collect();
        (self.interpreter.frames).replace(slot, handle, &regions, &mut state.memory);
        for region in regions {
            state.network().owners.each(region, |_| processor);
        }
        self.dissolve(&group);
        Ok(())
    }
}

fn contains(handle: Handle, cell: u32) -> bool {
    (handle.base..handle.base + handle.cells() as u32).contains(&cell)
}
