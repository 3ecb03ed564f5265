//! Tasks: on which processors they are, and the queues through which they talk. Who of a processor's
//! tasks goes on is said by their slow twin, and in blocks of processors by that of the network.

use std::task::{Context, Poll, Waker};

use pram::source::Span;
use pram::syntax::ast::{Expr, ExprKind, Ident, Peer, Tasks};

use super::block::range_length;
use super::distribution::strip;
use super::expression::{Execution, Reading, Ready, at};
use super::memory::{Cell, StoreId};
use super::multicomputer::Network;
use super::private_block::fault_of;
use super::processor::Stop;
use super::scope::Binding;
use crate::network::script::Op;
use crate::network::twin::{Passed, TwinEnding, TwinSeen};

/// "No such processor/neighbour."
pub(super) const NO_PROCESSOR: &str = "E0512";
/// "task i alone takes messages from `K[i]`"; the code is that of cells of another processor.
const FOREIGN_QUEUE: &str = "E0510";

impl Network {
    /// A block of processors, or of tasks on these.
    pub fn begin_block(
        &mut self,
        programs: usize,
        places: Option<Vec<u32>>,
        ranges: &[(i64, i64, i64)],
    ) {
        match &places {
            None => self.twin.net.begin_block(programs),
            Some(places) => self.twin.begin_block(places),
        }
        self.places = places;
        self.ranges = ranges.to_vec();
        self.sites = vec![Vec::new(); programs];
    }

    pub fn is_of_tasks(&self) -> bool {
        self.places.is_some()
    }

    /// How many processors or tasks a number may name.
    fn numbers(&self) -> u32 {
        match &self.places {
            None => self.processors(),
            Some(places) => places.len() as u32,
        }
    }

    /// The processor of a task; a processor is its own.
    pub fn processor_of(&self, program: u32) -> u32 {
        match &self.places {
            None => program,
            Some(places) => places[program as usize],
        }
    }

    pub fn clock(&self, program: u32) -> i128 {
        self.twin.net.moment(self.processor_of(program)).time
    }

    /// A processor or task that goes on now.
    pub fn idle(&self) -> Option<u32> {
        match self.places {
            None => self.twin.net.idle(),
            Some(_) => self.twin.idle(),
        }
    }

    pub fn tell(&mut self, operations: &[Op]) {
        match self.places {
            None => self.twin.net.tell(operations),
            Some(_) => self.twin.tell(operations),
        }
    }

    /// How many operations a processor or task has been told.
    pub fn told(&self, program: u32) -> usize {
        let scripts = match self.places {
            None => &self.twin.net.scripts,
            Some(_) => &self.twin.scripts,
        };
        scripts[program as usize].len()
    }

    pub fn last_seen(&self, program: u32) -> Option<&TwinSeen> {
        match self.places {
            None => self.twin.net.seen(program).last(),
            Some(_) => self.twin.seen(program).last(),
        }
    }

    pub fn pass(&mut self) -> Passed {
        match self.places {
            None => self.twin.net.pass(),
            Some(_) => self.twin.pass(),
        }
    }

    pub fn ending(&self) -> TwinEnding {
        match self.places {
            None => self.twin.net.ending(),
            Some(_) => self.twin.ending(),
        }
    }

    /// "A processor by its number", or a task.
    pub fn with_number(&self, number: i64) -> Option<u32> {
        let number = u32::try_from(number).ok();
        number.filter(|number| *number < self.numbers())
    }

    /// The processor or task with these indices in the block.
    pub fn with_indices(&self, indices: &[i64]) -> Option<u32> {
        if indices.len() != self.ranges.len() {
            return None;
        }
        let mut number = 0;
        for (value, &range) in indices.iter().zip(&self.ranges) {
            let (first, _, step) = range;
            let length = range_length(range);
            let place = (0..length)
                .find(|place| i128::from(first) + place * i128::from(step) == i128::from(*value));
            number = number * length + place?;
        }
        Some(number as u32)
    }

    /// The number of a queue.
    pub fn queue(&mut self, cell: Cell) -> u32 {
        let known = self.queues.iter().position(|known| *known == cell);
        let number = known.unwrap_or_else(|| {
            self.queues.push(cell);
            self.queues.len() - 1
        });
        number as u32
    }
}

impl<'a> Execution<'a> {
    /// The processors of tasks that have not begun.
    pub fn place_tasks(&self, tasks: &'a Tasks, programs: &[Self]) -> Result<Vec<u32>, Stop> {
        let network = self.network().expect("a multicomputer has a network");
        let p = network.borrow().processors();
        let Some(mapping) = &tasks.mapping else {
            // "Without `na`, processor j has the tasks that have the cells of an array `po
            // blokovima`."
            let owner = |task| strip(task, programs.len(), p as usize) as u32;
            return Ok((0..programs.len()).map(owner).collect());
        };
        let place = |program: &Self| {
            let place = program.placed_on(mapping, p);
            place.map_err(|stop| fault_of(stop, &program.processor.indices))
        };
        programs.iter().map(place).collect()
    }

    /// The processor on which this task wants to be; to say so is free.
    fn placed_on(&self, mapping: &'a Expr, p: u32) -> Result<u32, Stop> {
        let mut number = Box::pin(async {
            let mut ready = Ready::new();
            self.prepare(mapping, &mut ready).await?;
            let value = self.evaluate(mapping, &mut Reading::new(&ready))?;
            at(mapping.span, value.bound())
        });
        let mut context = Context::from_waker(Waker::noop());
        let Poll::Ready(number) = number.as_mut().poll(&mut context) else {
            return Err(Stop::Limit("a mapping waits"));
        };
        let number = u32::try_from(number?).ok();
        at(
            mapping.span,
            number.filter(|number| *number < p).ok_or(NO_PROCESSOR),
        )
    }

    /// The channel and the subscripts, where a peer is a queue.
    pub fn channel(&self, peer: &'a Peer) -> Option<(StoreId, &'a [Expr], Span)> {
        let Peer::Number(Expr {
            kind: ExprKind::Element(Ident { text, .. }, subscripts),
            span,
        }) = peer
        else {
            return None;
        };
        match self.scope.find(text) {
            Some(Binding::Array(store)) if self.is_channel(store) => {
                Some((store, subscripts, *span))
            }
            _ => None,
        }
    }

    fn is_channel(&self, store: StoreId) -> bool {
        let network = self.network();
        network.is_some_and(|network| network.borrow().channels.contains(&store))
    }

    /// A queue and who takes messages from it: of one subscript the processor or task with this
    /// number, else that with these indices. The contract speaks of one subscript alone; that several
    /// are indices is as in `prema (r, s)`.
    pub fn queue(
        &self,
        channel: StoreId,
        subscripts: &[i64],
        span: Span,
    ) -> Result<(u32, u32), Stop> {
        let cell = self.cell_at(channel, subscripts, span)?;
        let network = self.network().expect("a multicomputer has a network");
        let mut network = network.borrow_mut();
        let reader = match subscripts {
            [number] => network.with_number(*number),
            indices => network.with_indices(indices),
        };
        Ok((network.queue(cell), at(span, reader.ok_or(NO_PROCESSOR))?))
    }

    /// The number of a queue from which this processor or task takes.
    pub fn own_queue(&self, channel: StoreId, subscripts: &[i64], span: Span) -> Result<u32, Stop> {
        let (queue, reader) = self.queue(channel, subscripts, span)?;
        if self.number() == Some(reader) {
            return Ok(queue);
        }
        at(span, Err(FOREIGN_QUEUE))
    }
}
