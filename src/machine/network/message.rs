//! The contents of messages: gathered by the sender, scattered by the receiver.

use super::fault::NetworkFault;
use super::in_flight::Parcel;
use super::payload::{Payload, count_of, fits, joined};
use super::running::Running;
use crate::code::control::{Axis, Control, MessagePart};
use crate::code::kernel::ArrayRef;
use crate::engine::handle::Handle;
use crate::engine::scalar::reach::{CellReach, OwnCells, TouchKind};
use crate::machine::fault::FaultKind;
use crate::machine::fault::extent::ArrayExtent;
use crate::machine::pram::EarlyStop;
use crate::network::Delivered;
use crate::program::{MOST_DIMENSIONS, Type};
use crate::source::Span;
use smallvec::SmallVec;
use std::ops::Range;

/// A block of cells of an array: of each dimension the first index and the number of indices.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellBlock {
    handle: Handle,
    taken: [(i64, i64); MOST_DIMENSIONS as usize],
}

impl CellBlock {
    fn count(&self) -> usize {
        let counts = self.taken.iter().map(|(_, count)| *count);
        counts.product::<i64>() as usize
    }

    /// Its contiguous ranges of cells in row-major order, all of the same length.
    pub(super) fn stretches(self) -> impl Iterator<Item = Range<usize>> {
        let Self { handle, taken } = self;
        let lengths = handle.lengths.map(i64::from);
        // Dimensions after this one are taken whole.
        let inner = (1..lengths.len())
            .rev()
            .find(|axis| taken[*axis] != (0, lengths[*axis]))
            .unwrap_or(0);
        let inner_cells: i64 = lengths[inner + 1..].iter().product();
        let (first, count) = taken[inner];
        let outer = taken[..inner].iter().map(|(_, count)| count);
        (0..outer.product()).map(move |number| {
            let (mut rest, mut stride) = (number, inner_cells * lengths[inner]);
            let mut cell = i64::from(handle.base) + first * inner_cells;
            for (axis, (first, count)) in taken[..inner].iter().enumerate().rev() {
                cell += (first + rest % count) * stride;
                rest /= count;
                stride *= lengths[axis];
            }
            cell as usize..(cell + count * inner_cells) as usize
        })
    }

    /// The first of them.
    pub(super) fn first(self) -> Option<usize> {
        self.stretches().next().map(|stretch| stretch.start)
    }
}

/// Whether outputs of its statement say which cells a part of a message consists of.
pub(super) fn has_bounds(part: &MessagePart) -> bool {
    match part {
        MessagePart::Scalar { .. } => false,
        MessagePart::Cells { axes, .. } => axes.iter().any(|axis| *axis != Axis::All),
    }
}

/// Takes as many outputs as the axes of a part have subscripts and bounds.
fn take_outputs<'o>(axes: &[Axis], outputs: &mut &'o [i64]) -> &'o [i64] {
    let counts = axes.iter().map(|axis| match axis {
        Axis::At => 1,
        Axis::Range => 2,
        Axis::All => 0,
    });
    let (own, others) = outputs.split_at(counts.sum());
    *outputs = others;
    own
}

impl Running<'_, '_, '_> {
    /// Gathers the words of a message that the current processor sends.
    pub(super) fn gather(
        &mut self,
        items: &[MessagePart],
        mut outputs: &[i64],
        processor: u32,
    ) -> Result<Payload, EarlyStop> {
        let mut payload = Payload::default();
        for part in items {
            match part {
                MessagePart::Scalar { ty, .. } => {
                    let (word, others) = outputs.split_first().expect("a scalar has a word");
                    outputs = others;
                    payload.words.push(*word);
                    payload.end_run(*ty);
                }
                MessagePart::Cells {
                    array,
                    ty,
                    axes,
                    shared,
                    span,
                } => {
                    let own = take_outputs(axes, &mut outputs);
                    let cells = self.cells(*array, axes, own, *span)?;
                    self.check_room(cells.count(), *span)?;
                    for cell in cells.stretches().flatten() {
                        if *shared {
                            self.check_own(cell, processor, TouchKind::Read, *span)?;
                        }
                        let word = self.machine.state.memory.read(cell);
                        let word = word.ok_or_else(|| self.unwritten(*array, cell, *span))?;
                        payload.words.push(word);
                    }
                    payload.end_run(*ty);
                }
            }
        }
        Ok(payload)
    }

    /// Scatters the message for which the current processor has waited to its variables.
    pub(super) fn scatter(
        &mut self,
        program: u32,
        message: &Delivered<Parcel>,
    ) -> Result<(), EarlyStop> {
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
        let payload = self.in_flight.received(message.payload);
        // The destinations were determined before the sender was known.
        let outputs = if places.iter().any(has_bounds) {
            self.outputs(site)
        } else {
            SmallVec::new()
        };
        if let Some(slot) = sender {
            self.interpreter.assign(*slot, message.sender.into());
        }
        // Most messages are one word, for a scalar.
        if let ([MessagePart::Scalar { slot, ty, .. }], [(sent, 1)]) =
            (places.as_slice(), payload.runs.as_slice())
            && sent == ty
        {
            if let Some(slot) = slot {
                self.interpreter.assign(*slot, payload.words[0]);
            }
            self.interpreter.proceed();
            return Ok(());
        }
        let before = usize::from(*peers) + usize::from(*has_tag);
        let mut rest = outputs.get(before..).unwrap_or_default();
        let mut wanted: SmallVec<[(Type, usize); 4]> = SmallVec::new();
        let mut sections: SmallVec<[CellBlock; 1]> = SmallVec::new();
        for part in places {
            wanted.push(match part {
                MessagePart::Scalar { ty, .. } => (*ty, 1),
                MessagePart::Cells {
                    array,
                    ty,
                    axes,
                    span,
                    ..
                } => {
                    let own = take_outputs(axes, &mut rest);
                    let cells = self.cells(*array, axes, own, *span)?;
                    sections.push(cells);
                    (*ty, cells.count())
                }
            });
        }
        let wanted_runs = wanted.iter().copied();
        if !fits(&payload.runs, wanted_runs.clone()) {
            let sent = payload.runs.iter().copied();
            let fault = NetworkFault::Mismatch {
                sender: message.sender,
                receiver: program,
                placed: self.tasks_on(message.sender, program),
                has_other_types: payload.words.len() == count_of(wanted_runs.clone()),
                sent: joined(sent),
                expected: joined(wanted_runs),
                sent_at: self.span_of(message.place),
            };
            return Err(self.network_fault(fault));
        }
        let words = payload.words_as(wanted_runs);
        let mut words = words.as_ref();
        let mut take = |count: usize| {
            let (own, others) = words.split_at(count);
            words = others;
            own
        };
        let processor = self.placement.processor_of(program);
        let mut sections = sections.into_iter();
        for part in places {
            match part {
                MessagePart::Cells { shared, span, .. } => {
                    let cells = sections.next().expect("cells have bounds");
                    for stretch in cells.stretches() {
                        if *shared {
                            for cell in stretch.clone() {
                                self.check_own(cell, processor, TouchKind::Write, *span)?;
                            }
                        }
                        let own = take(stretch.len());
                        self.machine.state.memory.write_row(stretch.start, own);
                    }
                }
                MessagePart::Scalar { slot, .. } => {
                    let word = take(1)[0];
                    if let Some(slot) = slot {
                        self.interpreter.assign(*slot, word);
                    }
                }
            }
        }
        self.machine.state.memory.initialised.settle();
        self.interpreter.proceed();
        Ok(())
    }

    /// The cells of a part of an array: of each dimension the subscript, the section or all.
    pub(super) fn cells(
        &mut self,
        array: ArrayRef,
        axes: &[Axis],
        outputs: &[i64],
        span: Span,
    ) -> Result<CellBlock, EarlyStop> {
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
        let mut outputs = outputs.iter().copied();
        let mut next = || outputs.next().expect("every axis has its outputs");
        let mut taken = [(0, 1); MOST_DIMENSIONS as usize];
        let (mut is_empty, mut is_outside) = (false, false);
        for (axis, (taken, length)) in axes.iter().zip(taken.iter_mut().zip(handle.lengths)) {
            let length = i64::from(length);
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
            is_empty |= to < from;
            is_outside |= from < 0 || to >= length;
            // If it is outside the array, this value does not matter.
            *taken = (from, to.wrapping_sub(from).wrapping_add(1));
        }
        // An empty section may be anywhere.
        if is_empty {
            taken = [(0, 0); MOST_DIMENSIONS as usize];
        } else if is_outside {
            let subscripts = taken.iter().zip(handle.lengths).take(axes.len());
            let subscripts = subscripts.map(|((from, count), length)| {
                let last = from.wrapping_add(*count).wrapping_sub(1);
                let beyond = if *from < 0 { *from } else { last };
                let shown = if beyond < 0 || beyond >= i64::from(length) {
                    beyond
                } else {
                    *from
                };
                shown.to_string()
            });
            let kind = FaultKind::OutOfBounds {
                array: name(),
                id: array.id,
                subscripts: subscripts.collect::<Vec<_>>().join(","),
                extent: ArrayExtent::of(handle, info.rank),
                computed_from: Vec::new(),
            };
            return Err(self.fault_at(kind, span));
        }
        Ok(CellBlock { handle, taken })
    }

    fn check_own(
        &mut self,
        cell: usize,
        processor: u32,
        touch: TouchKind,
        span: Span,
    ) -> Result<(), EarlyStop> {
        let owners = &mut self.machine.state.network().owners;
        let mut reach = OwnCells { owners, processor };
        let may = match touch {
            TouchKind::Read => reach.reads(cell),
            TouchKind::Write => reach.writes(cell),
        };
        if may {
            return Ok(());
        }
        Err(self.foreign_at(cell as u32, processor, touch, span))
    }
}
