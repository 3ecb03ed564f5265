//! Why a block did not reach its end, with the statements of the program.

use super::fault::{NAMED, NetworkFault};
use super::left::LeftMessage;
use super::running::Running;
use super::waits::{Awaited, DeadlockReport, NetworkWait, WaitForm};
use crate::machine::fault::FaultKind;
use crate::machine::pram::EarlyStop;
use crate::network::{self, Awaits, BlockEnding, Cause, Rendezvous};
use crate::source::Span;

impl Running<'_, '_, '_> {
    /// The fault for which the block could not reach its end.
    pub(super) fn stop_of(&mut self, ending: BlockEnding<EarlyStop>, span: Span) -> EarlyStop {
        let mut calls = None;
        let (fault, span) = match ending {
            BlockEnding::Stopped(stop) => return stop,
            BlockEnding::Deadlock(deadlock) => {
                let deadlock = self.deadlock(&deadlock);
                let span = deadlock.waits.first().map_or(span, |wait| wait.span);
                (NetworkFault::Deadlock(deadlock), span)
            }
            BlockEnding::NeverReceived(left) => {
                let more = left.len().saturating_sub(NAMED);
                let first = left.first().zip(self.callers.as_ref());
                calls = first.and_then(|(left, callers)| callers.calls_to(left.place).cloned());
                let left: Vec<LeftMessage> = (left.iter().take(NAMED))
                    .map(|left| LeftMessage {
                        sender: left.sender,
                        receiver: left.receiver,
                        placed: self.tasks_on(left.sender, left.receiver),
                        queue: left.queue.map(|queue| self.queue_name(queue)),
                        words: left.words,
                        tag: (left.tag != 0).then_some(left.tag),
                        span: self.span_of(left.place),
                    })
                    .collect();
                let span = left.first().map_or(span, |left| left.span);
                let fault = NetworkFault::NeverReceived {
                    left,
                    more,
                    collective: None,
                };
                (fault, span)
            }
            BlockEnding::TooManyMessages => {
                let multicomputer = self.machine.configuration.multicomputer();
                let limit = multicomputer.map_or(0, |machine| machine.limits.messages);
                (NetworkFault::TooManyMessages { limit }, span)
            }
            BlockEnding::TooLong => {
                let limits = self.machine.configuration.limits;
                let fault = if limits.work < limits.steps {
                    NetworkFault::TooMuchWork { limit: limits.work }
                } else {
                    NetworkFault::TooLong {
                        limit: limits.steps,
                        is_free: self.instruction_time == 0,
                    }
                };
                (fault, span)
            }
            BlockEnding::Overflow => (NetworkFault::TimeOverflow, span),
        };
        // The calls shown are those of the first processor that waits.
        let waiting = match &fault {
            NetworkFault::Deadlock(deadlock) => deadlock.waits.first().map(|wait| wait.processor),
            _ => None,
        };
        let creator = self.creator.clone();
        let kind = FaultKind::Network(Box::new(fault));
        let mut stop = self.machine.fault(kind, span, &creator);
        let calls = waiting.map(|processor| self.trace_of(processor)).or(calls);
        if let (EarlyStop::Fault(fault), Some(calls)) = (&mut stop, calls) {
            fault.trace = calls;
        }
        stop
    }

    /// A call before which processors synchronise: `broadcast(…, 0)`.
    fn call_name(&self, procedure: u32, argument: Option<i64>) -> String {
        let name = self.procedures[procedure as usize];
        match argument {
            None => format!("{name}(…)"),
            Some(argument) => format!("{name}(…, {argument})"),
        }
    }

    /// The deadlock with the statements at which processors wait.
    fn deadlock(&self, deadlock: &network::Deadlock) -> DeadlockReport {
        let wait = |blocked: &network::Blocked| NetworkWait {
            processor: blocked.processor,
            placed: self.tasks_on(
                blocked.processor,
                blocked.awaited().unwrap_or(blocked.processor),
            ),
            queue: match blocked.awaits {
                Awaits::MessageInQueue { queue } => Some(self.queue_name(queue)),
                _ => None,
            },
            awaits: match blocked.awaits {
                Awaits::Message { from, .. } => Awaited::MessageOf(from),
                Awaits::MessageOfAnyone { .. } | Awaits::MessageInQueue { .. } => {
                    Awaited::MessageOfAny
                }
                Awaits::Reception { by, .. } => Awaited::ReceiptBy(by),
                Awaits::Meeting { missing, .. } => Awaited::ComingOf(missing),
            },
            call: match blocked.awaits {
                Awaits::Meeting {
                    meeting:
                        Rendezvous::Call {
                            procedure,
                            argument,
                        },
                    ..
                } => Some(self.call_name(procedure, argument)),
                _ => None,
            },
            tags: match blocked.awaits {
                Awaits::Message { tag, .. } | Awaits::MessageOfAnyone { tag } => {
                    tag.zip(blocked.other_tag)
                }
                Awaits::MessageInQueue { .. }
                | Awaits::Reception { .. }
                | Awaits::Meeting { .. } => None,
            },
            span: self.span_of(blocked.place),
        };
        let (form, waits) = match &deadlock.cause {
            Cause::Itself(blocked) => (WaitForm::Itself, vec![wait(blocked)]),
            Cause::Cycle(cycle) => (WaitForm::Ring, cycle.iter().map(wait).collect()),
            Cause::Ended(blocked) => (WaitForm::Ended, vec![wait(blocked)]),
            Cause::Knot { waiting, others } => {
                let all = std::iter::once(waiting).chain(others);
                (WaitForm::Knot, all.map(wait).collect())
            }
        };
        DeadlockReport {
            waits,
            form,
            is_hidden_by_buffers: None,
            collective: None,
        }
    }
}
