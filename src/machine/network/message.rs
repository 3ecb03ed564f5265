//! What a message holds: gathered by its sender, taken apart by its receiver.

use super::fault::NetworkFault;
use smallvec::smallvec;

use super::payload::{Kinds, Payload, Words, count_of, fits, in_words, types};
use super::running::Running;
use crate::code::control::{Axis, Control, MessagePart};
use crate::code::kernel::ArrayRef;
use crate::engine::handle::Handle;
use crate::engine::scalar::reach::{OwnCells, Reach, Touch};
use crate::machine::event::Observer;
use crate::machine::fault::FaultKind;
use crate::machine::names::extent;
use crate::machine::pram::Stop;
use crate::network::Delivered;
use crate::program::{Constant, MOST_DIMENSIONS, Type};
use crate::source::Span;

/// Cells of an array in the order of rows: of each dimension a first index and how many.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cells {
    handle: Handle,
    taken: [(i64, i64); MOST_DIMENSIONS as usize],
}

impl Cells {
    fn count(&self) -> usize {
        let counts = self.taken.iter().map(|(_, count)| *count);
        counts.product::<i64>() as usize
    }

    pub(super) fn each(self) -> impl Iterator<Item = usize> {
        let base = i64::from(self.handle.base);
        let [_, second, third, fourth] = self.handle.lengths.map(i64::from);
        let [a, b, c, d] = self.taken.map(|(first, count)| first..first + count);
        a.flat_map(move |a| b.clone().map(move |b| a * second + b))
            .flat_map(move |ab| c.clone().map(move |c| ab * third + c))
            .flat_map(move |abc| d.clone().map(move |d| (base + abc * fourth + d) as usize))
    }
}

/// A part of a message with the bounds that it has now.
struct Bounded<'c> {
    part: &'c MessagePart,
    /// The word of a scalar; the subscripts and bounds of cells.
    outputs: Vec<i64>,
}

/// Gives each part its outputs; scalars of a receive have none.
fn bounded<'c>(parts: &'c [MessagePart], outputs: &[i64]) -> Vec<Bounded<'c>> {
    let mut rest = outputs;
    let mut bounded = Vec::with_capacity(parts.len());
    for part in parts {
        let count = match part {
            MessagePart::Scalar { slot, .. } => usize::from(slot.is_none()),
            MessagePart::Cells { axes, .. } => (axes.iter())
                .map(|axis| match axis {
                    Axis::At => 1,
                    Axis::Range => 2,
                    Axis::All => 0,
                })
                .sum(),
        };
        let (own, others) = rest.split_at(count);
        rest = others;
        bounded.push(Bounded {
            part,
            outputs: own.to_vec(),
        });
    }
    bounded
}

impl<O: Observer> Running<'_, '_, O> {
    /// The words of a message that the processor in hand sends.
    pub(super) fn gather(
        &mut self,
        items: &[MessagePart],
        outputs: &[i64],
        processor: u32,
    ) -> Result<Payload, Stop> {
        if let ([MessagePart::Scalar { ty, .. }], [word]) = (items, outputs) {
            return Ok(Payload {
                words: smallvec![*word],
                kinds: Kinds::One(*ty),
            });
        }
        let mut words = Words::new();
        let mut runs: Vec<(Type, usize)> = Vec::new();
        for Bounded { part, outputs } in bounded(items, outputs) {
            let before = words.len();
            let ty = match part {
                MessagePart::Scalar { ty, .. } => {
                    words.push(outputs[0]);
                    *ty
                }
                MessagePart::Cells {
                    array,
                    ty,
                    axes,
                    shared,
                    span,
                } => {
                    let cells = self.cells(*array, axes, &outputs, *span)?;
                    self.check_room(cells.count(), *span)?;
                    for cell in cells.each() {
                        if *shared {
                            self.check_own(cell, processor, Touch::Read, *span, |reach, cell| {
                                reach.reads(cell)
                            })?;
                        }
                        let word = self.machine.state.memory.read(cell);
                        let word = word.ok_or_else(|| self.unwritten(*array, cell, *span))?;
                        words.push(word);
                    }
                    *ty
                }
            };
            match runs.last_mut() {
                Some((last, count)) if *last == ty => *count += words.len() - before,
                _ => runs.push((ty, words.len() - before)),
            }
        }
        runs.retain(|(_, count)| *count > 0);
        let kinds = match runs.as_slice() {
            [(ty, _)] => Kinds::One(*ty),
            _ => Kinds::Several(runs),
        };
        Ok(Payload { words, kinds })
    }

    /// The processor in hand takes the message for which it has waited.
    pub(super) fn scatter(
        &mut self,
        program: u32,
        message: &Delivered<Payload>,
    ) -> Result<(), Stop> {
        let at = self.interpreter.frames.top().at;
        let routine = self.interpreter.program().routine(self.routine());
        let site = routine.site_at(at);
        let instruction = self.instruction(site);
        let Control::Receive {
            peers,
            has_tag,
            places,
            sender,
            ..
        } = &instruction.control
        else {
            unreachable!("a processor gets messages where it receives");
        };
        let payload = &message.payload;
        self.in_flight.received(payload);
        if let ([MessagePart::Scalar { slot, ty, .. }], [word], Kinds::One(kind)) =
            (places.as_slice(), payload.words.as_slice(), &payload.kinds)
            && let (Some(slot), true) = (slot, ty == kind)
        {
            if let Some(sender) = sender {
                self.interpreter.assign(*sender, message.sender.into());
            }
            self.interpreter.assign(*slot, *word);
            self.interpreter.proceed();
            return Ok(());
        }
        // Where the words go was settled before the sender was known.
        let outputs = self.outputs(site);
        if let Some(slot) = sender {
            self.interpreter.assign(*slot, message.sender.into());
        }
        let processor = self.placement.processor_of(program);
        let given = usize::from(*peers) + usize::from(*has_tag);
        let targets = bounded(places, &outputs[given..]);
        let mut wanted = Vec::with_capacity(targets.len());
        for Bounded { part, outputs } in &targets {
            wanted.push(match part {
                MessagePart::Scalar { ty, .. } => (*ty, 1, None),
                MessagePart::Cells {
                    array,
                    ty,
                    axes,
                    span,
                    ..
                } => {
                    let cells = self.cells(*array, axes, outputs, *span)?;
                    (*ty, cells.count(), Some(cells))
                }
            });
        }
        let wanted_runs = wanted.iter().map(|(ty, count, _)| (*ty, *count));
        if !fits(&payload.runs(), wanted_runs.clone()) {
            let fault = NetworkFault::Mismatch {
                sender: message.sender,
                receiver: program,
                placed: self.tasks_on(message.sender, program),
                has_other_types: count_of(payload.runs().into_iter())
                    == count_of(wanted_runs.clone()),
                sent: in_words(payload.runs().into_iter()),
                expected: in_words(wanted_runs),
                sent_at: self.span_of(message.place),
            };
            return Err(self.network_fault(fault));
        }
        let runs = payload.runs();
        let mut words = payload.words.iter().zip(types(&runs));
        for (Bounded { part, .. }, (ty, _, cells)) in targets.iter().zip(wanted) {
            let mut next = || {
                let (word, kind) = words.next().expect("the number of words fits");
                Constant::from_word(*word, kind).word_as(ty)
            };
            match (part, cells) {
                (MessagePart::Cells { shared, span, .. }, Some(cells)) => {
                    for cell in cells.each() {
                        if *shared {
                            self.check_own(cell, processor, Touch::Write, *span, |reach, cell| {
                                reach.writes(cell)
                            })?;
                        }
                        self.machine.state.memory.write(cell, next());
                    }
                }
                (MessagePart::Scalar { slot, .. }, _) => {
                    let word = next();
                    if let Some(slot) = slot {
                        self.interpreter.assign(*slot, word);
                    }
                }
                (MessagePart::Cells { .. }, None) => unreachable!("cells have bounds"),
            }
        }
        self.machine.state.memory.initialised.settle();
        self.interpreter.proceed();
        Ok(())
    }

    /// The cells that a part of an array takes: of each dimension the subscript, the section or all.
    pub(super) fn cells(
        &mut self,
        array: ArrayRef,
        axes: &[Axis],
        outputs: &[i64],
        span: Span,
    ) -> Result<Cells, Stop> {
        let routine = self.interpreter.program().routine(self.routine());
        let handle = self.interpreter.frames.array(routine.array(array));
        let info =
            &self.machine.code.algorithms[routine.algorithm.index()].arrays[array.id.index()];
        let name = || info.name.clone();
        let Some(handle) = handle else {
            let kind = FaultKind::NeverWritten {
                what: name(),
                array: None,
                class: None,
            };
            return Err(self.fault_at(kind, span));
        };
        let lengths = handle.dimensions(info.rank);
        let mut outputs = outputs.iter().copied();
        let mut next = || outputs.next().expect("every axis has its outputs");
        let mut ranges = Vec::with_capacity(2);
        let mut is_empty = false;
        for (axis, length) in axes.iter().zip(&lengths) {
            let length = *length as i64;
            let (from, to) = match axis {
                Axis::At => {
                    let at = next();
                    (at, at)
                }
                Axis::Range => (next(), next()),
                Axis::All => (0, length - 1),
            };
            if i128::from(to) < i128::from(from) - 1 {
                let kind = FaultKind::ReversedSection {
                    section: name(),
                    below: (i128::from(from) - 1 - i128::from(to)) as u64,
                };
                return Err(self.fault_at(kind, span));
            }
            // An empty section may lie anywhere.
            is_empty |= to < from;
            ranges.push((from, to, length));
        }
        if is_empty {
            return Ok(Cells {
                handle,
                taken: [(0, 0); MOST_DIMENSIONS as usize],
            });
        }
        let outside = (ranges.iter()).any(|(from, to, length)| *from < 0 || *to >= *length);
        if outside {
            let subscripts = ranges.iter().map(|(from, to, length)| {
                let beyond = if *from < 0 { from } else { to };
                let shown = if *beyond < 0 || beyond >= length {
                    beyond
                } else {
                    from
                };
                shown.to_string()
            });
            let kind = FaultKind::OutOfBounds {
                array: name(),
                id: array.id,
                subscripts: subscripts.collect::<Vec<_>>().join(","),
                extent: extent(handle, info.rank),
            };
            return Err(self.fault_at(kind, span));
        }
        let mut taken = [(0, 1); MOST_DIMENSIONS as usize];
        for (taken, (from, to, _)) in taken.iter_mut().zip(ranges) {
            *taken = (from, to - from + 1);
        }
        Ok(Cells { handle, taken })
    }

    fn check_own(
        &mut self,
        cell: usize,
        processor: u32,
        touch: Touch,
        span: Span,
        may: impl Fn(&mut OwnCells<'_>, usize) -> bool,
    ) -> Result<(), Stop> {
        let owners = &mut self.machine.state.network().owners;
        if may(&mut OwnCells { owners, processor }, cell) {
            return Ok(());
        }
        Err(self.foreign_at(cell as u32, processor, touch, span))
    }
}
