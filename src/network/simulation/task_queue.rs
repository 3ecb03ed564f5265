//! Tasks of one processor run one at a time: which of them continues when another one waits or has
//! ended.
//!
//! A processor executes one task until that has to wait or has ended. Then the task continues that
//! was ready first, that is, at the arrival of what it waits for; tasks that have not begun are ready
//! from the beginning of the block on. Of several, the one with the lowest number continues. If no
//! task is ready, the processor waits for the next arrival. A switch between tasks takes no time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::network::ending::BlockEnding;
use crate::network::mail::MailSlot;
use crate::network::observer::Activity;
use crate::network::placement::Placement;
use crate::network::processors::{ProcessorPrograms, Reply};

use super::block::{BlockSimulation, Receiving, TaskState};

/// The time from which a task is ready, and its number.
type ReadyTask = (i128, u32);

/// The tasks of a processor.
#[derive(Default)]
pub(super) struct TaskQueue {
    /// Those that have not begun, the next one last.
    to_begin: Vec<ReadyTask>,
    /// Those that have begun, wait no more, and are not being executed.
    ready: BinaryHeap<Reverse<ReadyTask>>,
    /// The one that is being executed.
    current: Option<u32>,
    /// Whether there is an event at which the next one is selected.
    is_called: bool,
}

impl TaskQueue {
    /// The queue of each processor; empty if each has one program.
    pub fn of(placement: &Placement, processors: u32, clock: impl Fn(u32) -> i128) -> Vec<Self> {
        let Placement::Tasks(placed) = placement else {
            return Vec::new();
        };
        let mut queues: Vec<Self> = (0..processors).map(|_| Self::default()).collect();
        for (task, processor) in placed.iter().enumerate().rev() {
            let ready = (clock(*processor), task as u32);
            queues[*processor as usize].to_begin.push(ready);
        }
        queues
    }

    /// The task that continues next.
    fn next(&mut self) -> Option<u32> {
        let ready = self.ready.peek().map(|Reverse(ready)| *ready);
        match (self.to_begin.last().copied(), ready) {
            (Some(first), ready) if ready.is_none_or(|ready| first < ready) => {
                self.to_begin.pop().map(|(_, task)| task)
            }
            _ => self.ready.pop().map(|Reverse((_, task))| task),
        }
    }
}

impl<P: ProcessorPrograms> BlockSimulation<'_, P> {
    /// Lets each processor select its first task.
    pub fn begin_tasks(&mut self) {
        for processor in 0..self.task_queues.len() as u32 {
            if !self.task_queues[processor as usize].to_begin.is_empty() {
                self.call(
                    processor,
                    self.network.accounts[processor as usize].clock.time,
                );
            }
        }
    }

    /// The program that a processor executes; `None` if it has to select a task.
    pub fn current(&self, processor: u32) -> Option<u32> {
        match self.placement {
            Placement::Processors(_) => Some(processor),
            Placement::Tasks(_) => self.task_queues[processor as usize].current,
        }
    }

    /// A program waits or has ended at this time: its processor chooses another task.
    pub fn give_way(&mut self, program: u32, time: i128) {
        if self.placement.is_of_tasks() {
            let processor = self.processor_of(program);
            self.task_queues[processor as usize].current = None;
            self.call(processor, time);
        }
    }

    /// A processor chooses a task at this time.
    fn call(&mut self, processor: u32, time: i128) {
        self.task_queues[processor as usize].is_called = true;
        self.push_operation(processor, time);
    }

    /// What a task waited for has arrived.
    fn make_ready(&mut self, task: u32) {
        let processor = self.processor_of(task);
        let now = self.queue.now();
        let queue = &mut self.task_queues[processor as usize];
        queue.ready.push(Reverse((now, task)));
        if queue.current.is_none() && !queue.is_called {
            self.call(processor, now);
        }
    }

    /// A task's receive has its message, which it takes when it runs next.
    pub fn make_taker(&mut self, task: u32, slot: MailSlot, receiving: Receiving) {
        self.states[task as usize] = TaskState::Taking(slot, receiving);
        self.make_ready(task);
    }

    /// A task's synchronous message has arrived.
    pub fn make_released(&mut self, task: u32, slot: MailSlot) {
        let arrival = self.mail.get(slot).transit.clock;
        self.states[task as usize] = TaskState::Released(arrival);
        self.make_ready(task);
    }

    /// A processor that executes no task continues with one of its tasks, if any is ready.
    pub fn choose(&mut self, processor: u32) -> Result<(), BlockEnding<P::Stop>> {
        let queue = &mut self.task_queues[processor as usize];
        queue.is_called = false;
        let Some(task) = queue.next() else {
            return Ok(());
        };
        queue.current = Some(task);
        match std::mem::replace(&mut self.states[task as usize], TaskState::Ended) {
            TaskState::NotBegun => self.advance(task, Reply::Nothing),
            TaskState::Taking(slot, receiving) => self.take(task, slot, receiving),
            TaskState::Released(arrival) => {
                let account = &mut self.network.accounts[processor as usize];
                let before = account.clock.time;
                account.clock = account.clock.later(arrival);
                let clock = account.clock.time;
                self.show_segment(processor, Activity::Wait, before, clock);
                self.advance(task, Reply::Nothing)
            }
            TaskState::Requesting(_)
            | TaskState::Receiving(_)
            | TaskState::Sending(_)
            | TaskState::Meeting(..)
            | TaskState::Ended => {
                unreachable!("a task that is not ready does not run")
            }
        }
    }
}
