//! Which processors go where at an `ako` and in a loop.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::code::control::{Pc, Stride};
use crate::code::kernel::Slot;
use crate::code::operation::Binary;
use crate::engine::kernel::results::Results;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::shape::{self, Outlook, RegisterShape, affine};
use crate::engine::lanes::team::Regime;
use crate::machine::configuration::Branches;
use crate::machine::event::FreeEvent;
use crate::machine::fault::FaultKind;
use crate::machine::groups::Group;
use crate::machine::names::TeamProcessor;
use crate::machine::pram::{EarlyStop, Machine};
use crate::source::Span;

impl Machine<'_, '_> {
    /// Divides a group at an `ako`.
    pub(crate) fn branch(
        &mut self,
        mut group: Group,
        results: &mut Results,
        otherwise: Pc,
        join: Pc,
    ) -> Group {
        let next = Pc(group.pc.0 + 1);
        let whole = std::mem::take(&mut group.lanes);
        let (yes, no) = results.divide(whole.clone());
        let known = &mut self.state.teams[group.team.0 as usize].shapes_of_parts;
        known.part(&whole, &yes);
        known.part(&whole, &no);
        if !yes.is_empty() && !no.is_empty() {
            let parts = [&yes, &no].map(|lanes| lanes.len() as u32);
            self.observer.free(|| FreeEvent::Parted(parts[0], parts[1]));
        }
        if otherwise == join {
            if yes.is_empty() {
                return Group {
                    lanes: no,
                    pc: join,
                    ..group
                };
            }
            let region = self.state.schedule.enter_branch(&group, whole, join, 1, no);
            return Group {
                lanes: yes,
                pc: next,
                region,
                ..group
            };
        }
        let (team, clock) = (group.team, group.clock);
        let pending = u32::from(!yes.is_empty()) + u32::from(!no.is_empty());
        let region =
            self.state
                .schedule
                .enter_branch(&group, whole, join, pending, Selection::none());
        let yes = Group {
            team,
            lanes: yes,
            pc: next,
            region,
            clock,
        };
        let no = Group {
            team,
            lanes: no,
            pc: otherwise,
            region,
            clock,
        };
        if no.lanes.is_empty() {
            return yes;
        }
        if yes.lanes.is_empty() {
            return no;
        }
        // Processors of an asynchronous block do not wait for each other at an `ako`.
        let branches = match self.state.teams[team.0 as usize].regime {
            Regime::Warp => Branches::Simd,
            Regime::Sequential | Regime::Synchronous | Regime::Sections(_) => {
                self.configuration.branches
            }
        };
        match branches {
            Branches::Simd if self.native_block(team).is_none() => {
                self.state.schedule.defer(region, no);
            }
            Branches::Mimd | Branches::Simd => self.state.waiting.push(no),
        }
        yes
    }

    /// The processors for which the loop's test holds stay in the loop; the others leave it.
    pub(crate) fn loop_test(&mut self, group: Group, results: &mut Results) -> Option<Group> {
        let sides = results.divide(group.lanes.clone());
        self.go_on_inside(group, sides)
    }

    fn go_on_inside(
        &mut self,
        mut group: Group,
        (stay, leave): (Selection, Selection),
    ) -> Option<Group> {
        let lanes = std::mem::take(&mut group.lanes);
        self.state.teams[group.team.0 as usize]
            .shapes_of_parts
            .part(&lanes, &stay);
        if !leave.is_empty() {
            self.state.schedule.leave_loop(group.region, leave);
        }
        if stay.is_empty() {
            return self.vanish(group);
        }
        (group.lanes, group.pc) = (stay, Pc(group.pc.0 + 1));
        Some(group)
    }

    /// The shape of a scalar over a group; `None` if its words form no sequence.
    pub(crate) fn shape_of(&self, group: &Group, slot: Slot) -> Option<RegisterShape> {
        self.team(group).line(slot.0 as usize, &group.lanes)
    }

    /// A loop's stride; `None` if it differs among the processors.
    pub(crate) fn stride(&self, group: &Group, stride: Stride) -> Option<i64> {
        match stride {
            Stride::Constant(value) => Some(value),
            Stride::Slot(slot) => match self.shape_of(group, slot)? {
                RegisterShape::Constant(value) => Some(value),
                _ => None,
            },
        }
    }

    /// The processors whose variable is still within its range stay in the loop; the others leave it.
    pub(crate) fn count_test(
        &mut self,
        group: Group,
        variable: Slot,
        limit: Slot,
        stride: Stride,
    ) -> Option<Group> {
        let sides = self.inside(&group, variable, limit, stride);
        self.go_on_inside(group, sides)
    }

    /// Divides a group into the processors whose variable is within its range and the others.
    fn inside(
        &mut self,
        group: &Group,
        variable: Slot,
        limit: Slot,
        stride: Stride,
    ) -> (Selection, Selection) {
        let lanes = &group.lanes;
        if let (Some(value), Some(limit), Some(stride)) = (
            self.shape_of(group, variable),
            self.shape_of(group, limit),
            self.stride(group, stride),
        ) {
            let (low, high) = if stride > 0 {
                (value, limit)
            } else {
                (limit, value)
            };
            let holds = shape::binary(Binary::LessEqualInt, low, high, lanes.range());
            match holds {
                Outlook::Known(RegisterShape::Constant(0)) => {
                    return (Selection::none(), lanes.clone());
                }
                Outlook::Known(RegisterShape::Constant(_)) => {
                    return (lanes.clone(), Selection::none());
                }
                _ => {}
            }
        }
        let within = |value: i64, limit: i64, stride: i64| {
            if stride > 0 {
                value <= limit
            } else {
                value >= limit
            }
        };
        let (scalars, cells) = (
            &self.state.teams[group.team.0 as usize].scalars,
            self.state.memory.len(),
        );
        let (values, limits) = (&scalars[variable.0 as usize], &scalars[limit.0 as usize]);
        match (values.shape, limits.shape, stride) {
            // The values are a sequence, and each processor has its own limit.
            (
                RegisterShape::Sequence { from, stride: by },
                RegisterShape::Unknown,
                Stride::Constant(stride),
            ) => self.scratch.evaluator.divide(lanes, cells, |lane| {
                let value = affine(from, by, lane.into());
                within(value, limits.words[lane as usize], stride)
            }),
            _ => self.scratch.evaluator.divide(lanes, cells, |lane| {
                let stride = stride_of(scalars, stride, lane);
                within(values.of_lane(lane), limits.of_lane(lane), stride)
            }),
        }
    }

    /// Adds the stride to the loop's variable. Processors for which it would overflow leave the loop.
    pub(crate) fn count_on(
        &mut self,
        group: &mut Group,
        variable: Slot,
        stride: Stride,
        output: &mut Column,
    ) {
        if let (Some(value), Some(stride)) =
            (self.shape_of(group, variable), self.stride(group, stride))
            && let Outlook::Known(next) = shape::binary(
                Binary::AddInt,
                value,
                RegisterShape::Constant(stride),
                group.lanes.range(),
            )
        {
            output.shape = next;
            self.assign(group, &[variable], std::slice::from_mut(output));
            return;
        }
        let scalars = &self.team(group).scalars;
        let sum = |lane| {
            let value = scalars[variable.0 as usize].of_lane(lane);
            value.checked_add(stride_of(scalars, stride, lane))
        };
        let (lanes, threads) = (&group.lanes, &self.scratch.evaluator.threads);
        let somebody_leaves = AtomicBool::new(false);
        output.words.resize(lanes.len(), 0);
        threads.fill(&mut output.words, |position| {
            sum(lanes.at(position)).unwrap_or_else(|| {
                somebody_leaves.store(true, Relaxed);
                i64::MAX
            })
        });
        let leaving = somebody_leaves.into_inner().then(|| Column {
            shape: RegisterShape::Unknown,
            words: (lanes.iter().map(|lane| i64::from(sum(lane).is_none()))).collect(),
        });
        self.assign(group, &[variable], std::slice::from_mut(output));
        if let Some(leaving) = leaving {
            let lanes = std::mem::take(&mut group.lanes);
            let (leave, stay) = leaving.split(lanes);
            self.state.schedule.leave_loop(group.region, leave);
            group.lanes = stay;
        }
    }

    /// A loop with a stride of 0 would never end.
    pub(crate) fn check_stride(
        &self,
        group: &Group,
        slot: Slot,
        span: Span,
    ) -> Result<(), EarlyStop> {
        let mut lanes = group.lanes.iter();
        let Some(lane) = lanes.find(|lane| self.scalar(group, slot, *lane) == 0) else {
            return Ok(());
        };
        let processor = TeamProcessor {
            team: group.team,
            lane,
        };
        Err(self.fault_of(FaultKind::ZeroStride, span, processor))
    }
}

fn stride_of(scalars: &[Column], stride: Stride, lane: Lane) -> i64 {
    match stride {
        Stride::Constant(value) => value,
        Stride::Slot(slot) => scalars[slot.0 as usize].of_lane(lane),
    }
}
