//! Tasks: the processors on which they run, and the queues of the channels by which they communicate.

use std::rc::Rc;

use super::distribution::strip;
use super::fault::NetworkFault;
use super::processors::Halt;
use super::running::Running;
use crate::code::control::Axis;
use crate::code::kernel::ArrayRef;
use crate::machine::fault::FaultKind;
use crate::machine::names::name_cell;
use crate::machine::pram::EarlyStop;
use crate::network::{NetworkRequest, Placement};
use crate::program::Mapping;
use crate::source::Span;

/// A queue of a channel.
pub(super) struct ChannelQueue {
    /// The only task or processor that takes messages from it.
    pub reader: u32,
    /// Its number, which is that of the cell that represents it.
    pub number: u32,
}

/// The placement of processors, or of tasks before their processors are known.
pub(super) fn unsettled(mapping: Option<Mapping>, count: u32) -> Placement {
    match mapping {
        None => Placement::Processors(count),
        Some(_) => Placement::Tasks(vec![0; count as usize]),
    }
}

impl Running<'_, '_, '_> {
    /// The processor of each task.
    pub(super) fn place_tasks(&mut self, mapping: Mapping) -> Result<Placement, EarlyStop> {
        let count = self.placement.count();
        let p = self.topology.processors();
        let processors: Result<Vec<u32>, EarlyStop> = match mapping {
            Mapping::Blocks => Ok((0..count)
                .map(|task| strip(task as usize, count as usize, p))
                .collect()),
            Mapping::Stated => (0..count).map(|task| self.place_task(task)).collect(),
        };
        Ok(Placement::Tasks(processors?))
    }

    /// Executes a task up to the evaluation of its processor's number, which takes no time.
    fn place_task(&mut self, task: u32) -> Result<u32, EarlyStop> {
        self.take_up(task);
        let mut instructions = 0;
        let placed = match self.go_on(task, 0, &mut instructions) {
            Halt::Placed(number) => {
                let processors = self.topology.processors();
                let found = u32::try_from(number).ok();
                found.filter(|found| *found < processors).ok_or_else(|| {
                    self.network_fault(NetworkFault::NoSuchPlace {
                        task,
                        number,
                        processors,
                    })
                })
            }
            Halt::Request(NetworkRequest::Stop(stop)) => Err(stop),
            Halt::Request(_) => Err(self.network_fault(NetworkFault::Unsupported)),
        };
        if placed.is_ok() {
            self.interpreter.proceed();
        }
        placed
    }

    /// The processor of a task; `None` if programs are not tasks.
    pub(super) fn task_on(&self, program: u32) -> Option<u32> {
        match &*self.placement {
            Placement::Processors(_) => None,
            Placement::Tasks(processors) => processors.get(program as usize).copied(),
        }
    }

    /// The processors of two tasks.
    pub(super) fn tasks_on(&self, one: u32, other: u32) -> Option<[u32; 2]> {
        self.task_on(one).zip(self.task_on(other)).map(Into::into)
    }

    /// Places the programs on these processors.
    pub(super) fn settle(&mut self, placement: Placement) -> Rc<Placement> {
        self.placement = Rc::new(placement);
        Rc::clone(&self.placement)
    }

    /// The queue of a channel with these subscripts.
    pub(super) fn queue(
        &mut self,
        channel: ArrayRef,
        subscripts: &[i64],
        span: Span,
    ) -> Result<ChannelQueue, EarlyStop> {
        let axes = vec![Axis::At; subscripts.len()];
        let cells = self.cells(channel, &axes, subscripts, span)?;
        let cell = cells.first().expect("subscripts name a cell");
        Ok(ChannelQueue {
            reader: self.peer(subscripts)?,
            number: cell as u32,
        })
    }

    /// The queue from which a task takes a message, which must be its own.
    pub(super) fn own_queue(
        &mut self,
        program: u32,
        channel: ArrayRef,
        subscripts: &[i64],
        span: Span,
    ) -> Result<u32, EarlyStop> {
        let ChannelQueue { reader, number } = self.queue(channel, subscripts, span)?;
        if reader == program {
            return Ok(number);
        }
        let fault = NetworkFault::ForeignQueue {
            queue: self.queue_name(number),
            reader,
            program,
            placed: self.tasks_on(reader, program),
        };
        Err(self.fault_at(FaultKind::Network(Box::new(fault)), span))
    }

    /// A queue as the program names it.
    pub(super) fn queue_name(&self, number: u32) -> String {
        let team = self.machine.team(&self.creator);
        let algorithm = &self.machine.code.algorithms[team.algorithm.index()];
        let arrays = &algorithm.blocks[team.block.index()].arrays;
        let named = team.arrays.iter().zip(arrays).find_map(|(column, id)| {
            let handle = column.as_ref()?.at(0);
            let info = &algorithm.arrays[id.index()];
            let cells = handle.base..handle.base + handle.cells() as u32;
            (cells.contains(&number)).then(|| name_cell(&info.name, info.rank, handle, number))
        });
        named.unwrap_or_else(|| "a channel".to_owned())
    }
}
