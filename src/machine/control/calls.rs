//! Calls: arguments and results.

use std::sync::Arc;

use crate::code::algorithm::ParameterPassing;
use crate::code::control::{CallResult, Instruction, Pc};
use crate::code::kernel::{ArrayRef, Kernel, Slot};
use crate::engine::handle::Handle;
use crate::engine::kernel::results::Results;
use crate::engine::lanes::column::Column;
use crate::engine::lanes::selection::{Lane, Selection};
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::lanes::team::{Ancestry, ArrayColumn, Team, TeamId};
use crate::machine::acting::Acting;
use crate::machine::event::FreeEvent;
use crate::machine::fault::FaultKind;
use crate::machine::groups::{CallResults, Group};
use crate::machine::names::TeamNames;
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::step_view::{PassedScalar, Passing, StepView, Variable};
use crate::program::{AlgorithmId, BlockId};
use crate::source::Span;

impl<'c> Machine<'_, 'c> {
    /// Calls an algorithm; the outputs are its scalar arguments.
    pub(crate) fn call(
        &mut self,
        group: Group,
        callee: AlgorithmId,
        arrays: &[ArrayRef],
        wanted: CallResult,
        outputs: &mut [Column],
        span: Span,
    ) -> Result<Option<Group>, EarlyStop> {
        let limit = self.configuration.limits.depth;
        let caller = &self.state.teams[group.team.0 as usize];
        if caller.depth >= limit {
            let algorithm = self.algorithm(callee).name.clone();
            return Err(self.fault(FaultKind::TooDeep { limit, algorithm }, span, &group));
        }
        let width = group.lanes.len() as u32;
        let is_whole = matches!(group.lanes, Selection::All(_));
        let mut scalars = Vec::with_capacity(outputs.len());
        for output in outputs {
            // The lanes of the call are renumbered if not all processors call.
            if !is_whole && output.shape.is_line() {
                output.write_out(&group.lanes);
            }
            let mut column = Column::UNWRITTEN;
            column.replace(output);
            scalars.push(column);
        }
        self.check_lane_memory(callee, BlockId(0), width, span, &group)?;
        let passed = arrays
            .iter()
            .map(|array| self.pass_array(&group, *array, span))
            .collect::<Result<Vec<_>, EarlyStop>>()?;
        let origin = match &group.lanes {
            lanes if width == 1 => Ancestry::One(lanes.at(0)),
            Selection::All(_) => Ancestry::Same,
            Selection::List(lanes) => Ancestry::Each(Arc::from(&lanes[..])),
        };
        let team = self.assemble(callee, BlockId(0), width, Some(group.team), origin);
        self.state.teams[team.0 as usize].called = Some(group.pc);
        if self.observer.is_detailed() {
            let caller = (group.team, group.lanes.at(0));
            self.report_passing(caller, callee, team, &scalars);
        }
        let (clock, next) = (group.clock, Pc(group.pc.0 + 1));
        let name = &self.code.algorithms[callee.index()].name;
        self.observer.free(|| FreeEvent::Called(name, width));
        let region = self
            .state
            .schedule
            .enter_call(group, next, team, CallResults::new(wanted));
        let inner = Group {
            team,
            lanes: Selection::All(width),
            pc: Pc(0),
            region,
            clock,
        };
        self.shared_scalars(&inner, span)?;
        let code = self.code;
        let mut scalars = scalars.into_iter();
        let mut passed = passed.into_iter();
        for parameter in &code.algorithms[callee.index()].parameters {
            match parameter {
                ParameterPassing::Scalar(slot, _) => {
                    let column = scalars.next().expect("one column per scalar argument");
                    self.set_scalar(team, *slot, column);
                }
                ParameterPassing::SharedScalar(slot, _) => {
                    let column = scalars.next().expect("one column per scalar argument");
                    let words: Vec<i64> = (0..width).map(|lane| column.of_lane(lane)).collect();
                    self.shared_parameter(&inner, *slot, &words, span)?;
                }
                ParameterPassing::Array(slot, _) => {
                    self.state.teams[team.0 as usize].arrays[slot.0 as usize] = passed.next();
                }
            }
        }
        Ok(Some(inner))
    }

    /// The handles of an array argument, one per processor of a group.
    fn pass_array(
        &self,
        group: &Group,
        array: ArrayRef,
        span: Span,
    ) -> Result<ArrayColumn, EarlyStop> {
        let first = self.handle(group, array, group.lanes.at(0), span)?;
        let team = &self.state.teams[group.team.0 as usize];
        let same = match array.up {
            0 => matches!(
                team.arrays[array.slot.0 as usize],
                Some(ArrayColumn::Uniform(_))
            ),
            _ => matches!(team.origin, Ancestry::One(_)),
        };
        if same || group.lanes.len() == 1 {
            return Ok(ArrayColumn::Uniform(first));
        }
        let handles = group
            .lanes
            .iter()
            .map(|lane| self.handle(group, array, lane, span));
        Ok(ArrayColumn::of_row(
            handles.collect::<Result<_, EarlyStop>>()?,
        ))
    }

    /// Processors return, with a scalar or without.
    pub(crate) fn keep_results(
        &mut self,
        group: &Group,
        kernel: Option<&Kernel>,
        outputs: &[Column],
    ) {
        let width = self.state.teams[group.team.0 as usize].width;
        let (Some(_), [output, ..]) = (kernel, outputs) else {
            return;
        };
        self.dataflow_of_return(group);
        let returned = self.state.schedule.returned(group.region);
        returned.words.resize(width as usize, 0);
        for (position, lane) in group.lanes.iter().enumerate() {
            returned.words[lane as usize] = output.at(&group.lanes, position);
        }
    }

    /// Reports to the observer which scalars are passed to a call.
    fn report_passing(
        &mut self,
        caller: (TeamId, Lane),
        callee: AlgorithmId,
        team: TeamId,
        scalars: &[Column],
    ) {
        let code = self.code;
        let algorithm = &code.algorithms[callee.index()];
        let Team { serial, width, .. } = self.state.teams[team.0 as usize];
        let parameters = algorithm.parameters.iter();
        // A shared scalar gets an argument, too, but is no scalar of the processors.
        let taking = parameters.filter_map(|parameter| match parameter {
            ParameterPassing::Scalar(slot, ty) => Some((Some(*slot), *ty)),
            ParameterPassing::SharedScalar(_, ty) => Some((None, *ty)),
            ParameterPassing::Array(..) => None,
        });
        let arguments = taking.zip(scalars).enumerate();
        let passed = arguments.filter_map(|(argument, ((slot, ty), column))| {
            let slot = slot?;
            Some(PassedScalar {
                name: algorithm.blocks[0].scalars[slot.0 as usize].name.as_str(),
                variable: Variable { team: serial, slot },
                ty,
                argument,
                words: (0..width).map(|lane| column.of_lane(lane)).collect(),
            })
        });
        let scalars = passed.collect();
        self.observer.passed(Passing { caller, scalars });
    }

    /// Reports to the observer what a group returns or passes without a step.
    pub(crate) fn report_transfer(
        &mut self,
        group: Group,
        instruction: &'c Instruction,
        results: Box<Results>,
    ) -> (Group, Box<Results>) {
        let acting = [Acting::new(group, instruction, results)];
        self.observer.transferred(&StepView {
            number: self.state.steps,
            acting: &acting,
            names: TeamNames {
                teams: &self.state.teams,
                code: self.code,
            },
            configuration: self.configuration,
            memory: &self.state.memory,
        });
        let [acting] = acting;
        (acting.group, acting.results)
    }

    /// Returns an array of the processors' own, which the caller then owns.
    pub(crate) fn keep_array(&mut self, group: &Group, slot: Slot) {
        let team = &self.state.teams[group.team.0 as usize];
        let Some(column) = &team.arrays[slot.0 as usize] else {
            return;
        };
        let returned = self.state.schedule.returned(group.region);
        returned
            .handles
            .resize(team.width as usize, Handle::default());
        for lane in group.lanes.iter() {
            returned.handles[lane as usize] = column.at(lane);
        }
        returned.slots.push(slot);
    }

    /// Ends a call: its results go where the caller wants them.
    pub(crate) fn hand_over(&mut self, callee: TeamId, returned: CallResults, caller: &Group) {
        match returned.wanted {
            CallResult::None => {}
            CallResult::Scalar(slot) => {
                let mut output = Column {
                    shape: RegisterShape::Unknown,
                    words: returned.words,
                };
                self.assign(caller, &[slot], std::slice::from_mut(&mut output));
                self.dataflow_of_result(callee, caller, slot);
            }
            CallResult::Array(slot, _) => {
                let from = &mut self.state.teams[callee.0 as usize];
                let (given, kept) = std::mem::take(&mut from.owned)
                    .into_iter()
                    .partition(|(slot, _)| returned.slots.contains(slot));
                from.owned = kept;
                self.bind(caller, slot, &returned.handles, given);
            }
        }
    }
}
