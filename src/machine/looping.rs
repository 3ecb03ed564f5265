//! Loops: who is still inside, and what the variables of counting loops hold.

use super::evaluate::{Output, Results};
use super::event::Observer;
use super::fault::FaultKind;
use super::form::{self, Form, Outlook};
use super::lanes::{Lane, Lanes};
use super::naming::Processor;
use super::pram::{Machine, Stop};
use super::schedule::Group;
use crate::code::control::{Pc, Stride};
use crate::code::kernel::Slot;
use crate::code::operation::Binary;
use crate::source::Span;

impl<O: Observer> Machine<'_, O> {
    /// Those for whom the loop's test holds go on; the others leave the loop.
    pub(super) fn loop_test(
        &mut self,
        mut group: Group,
        (stay, leave): (Lanes, Lanes),
    ) -> Option<Group> {
        let known = &mut self.teams[group.team.0 as usize].known;
        known.part(&group.lanes, &stay);
        if !leave.is_empty() {
            self.schedule.leave_loop(group.region, leave);
        }
        if stay.is_empty() {
            return self.vanish(group);
        }
        (group.lanes, group.pc) = (stay, Pc(group.pc.0 + 1));
        Some(group)
    }

    fn form_of(&self, group: &Group, slot: Slot) -> Option<Form> {
        self.team(group).line(slot.0 as usize, &group.lanes)
    }

    /// A loop's stride, if it is the same for all.
    fn stride(&self, group: &Group, stride: Stride) -> Option<i64> {
        match stride {
            Stride::Constant(value) => Some(value),
            Stride::Slot(slot) => match self.form_of(group, slot)? {
                Form::Uniform(value) => Some(value),
                _ => None,
            },
        }
    }

    fn stride_of(&self, group: &Group, stride: Stride, lane: Lane) -> i64 {
        match stride {
            Stride::Constant(value) => value,
            Stride::Slot(slot) => self.scalar(group, slot, lane),
        }
    }

    /// Those who are still inside the range of their loop, and the others.
    pub(super) fn still_inside(
        &self,
        group: &Group,
        variable: Slot,
        limit: Slot,
        stride: Stride,
        results: &mut Results,
    ) -> (Lanes, Lanes) {
        let inside = results.scratch();
        self.inside(group, variable, limit, stride, inside);
        group.lanes.clone().split(inside)
    }

    /// Which processors are still inside their range.
    fn inside(
        &self,
        group: &Group,
        variable: Slot,
        limit: Slot,
        stride: Stride,
        output: &mut Output,
    ) {
        let within = |value: i64, limit: i64, stride: i64| {
            i64::from(if stride > 0 {
                value <= limit
            } else {
                value >= limit
            })
        };
        let span = group.lanes.span();
        if let (Some(value), Some(limit), Some(stride)) = (
            self.form_of(group, variable),
            self.form_of(group, limit),
            self.stride(group, stride),
        ) {
            let (low, high) = if stride > 0 {
                (value, limit)
            } else {
                (limit, value)
            };
            if let Outlook::Known(form) = form::binary(Binary::LessEqualInt, low, high, span) {
                output.form = form;
                return;
            }
        }
        output.column.extend(group.lanes.iter().map(|lane| {
            let value = self.scalar(group, variable, lane);
            let limit = self.scalar(group, limit, lane);
            within(value, limit, self.stride_of(group, stride, lane))
        }));
    }

    /// Adds the stride to the loop's variable. Who would pass the largest int leaves the loop.
    pub(super) fn count_on(
        &mut self,
        group: &mut Group,
        variable: Slot,
        stride: Stride,
        output: &mut Output,
    ) {
        if let (Some(value), Some(stride)) =
            (self.form_of(group, variable), self.stride(group, stride))
            && let Outlook::Known(next) = form::binary(
                Binary::AddInt,
                value,
                Form::Uniform(stride),
                group.lanes.span(),
            )
        {
            output.form = next;
            self.assign(group, &[variable], std::slice::from_mut(output));
            return;
        }
        let sum = |machine: &Self, lane| {
            let value = machine.scalar(group, variable, lane);
            value.checked_add(machine.stride_of(group, stride, lane))
        };
        let mut leaving = Output::default();
        for lane in group.lanes.iter() {
            let next = sum(self, lane);
            leaving.column.push(i64::from(next.is_none()));
            output.column.push(next.unwrap_or(i64::MAX));
        }
        self.assign(group, &[variable], std::slice::from_mut(output));
        if leaving.column.contains(&1) {
            let lanes = std::mem::replace(&mut group.lanes, Lanes::none());
            let (leave, stay) = lanes.split(&leaving);
            self.schedule.leave_loop(group.region, leave);
            group.lanes = stay;
        }
    }

    /// A loop with a stride of 0 would never end.
    pub(super) fn check_stride(&self, group: &Group, slot: Slot, span: Span) -> Result<(), Stop> {
        let mut lanes = group.lanes.iter();
        let Some(lane) = lanes.find(|lane| self.scalar(group, slot, *lane) == 0) else {
            return Ok(());
        };
        let processor = Processor {
            team: group.team,
            lane,
        };
        Err(self.fault_of(FaultKind::ZeroStride, span, processor))
    }
}
