//! The iterations of a counting loop: if its body is straight-line code, and the same processors execute
//! it several times in the same way, all of that is one nest.
//!
//! Every iteration is counted as usual; but the analyses are made once, and a chunk of processors
//! executes all iterations while its cells are in the cache.

use crate::code::control::{Control, Instruction, Pc};
use crate::code::kernel::Slot;
use crate::engine::kernel::analysis::{AnalysisInput, Reads};
use crate::engine::lanes::selection::Selection;
use crate::engine::lanes::shape::RegisterShape;
use crate::engine::nest::dependence::Independence;
use crate::engine::nest::induction::LoopBody;
use crate::engine::nest::statements::{MOST_STATEMENTS, Nest, is_statement};
use crate::engine::nest::sweep::StatementOrder;
use crate::machine::groups::Group;
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::rules::section_accesses::Upcoming;
use crate::program::AlgorithmId;

/// A loop whose iterations could not be executed together this many times is not tried any more.
const MOST_REFUSALS: u32 = 8;

/// The trips of a loop that a group is about to execute.
#[derive(Debug, Clone, Copy)]
pub struct Ahead {
    /// The number of iterations, including the next one.
    pub trips: usize,
    /// Whether each is a round.
    pub has_round: bool,
    /// The number of statements of the body.
    statements: usize,
    variable: Slot,
    /// The variable in the next trip.
    first: RegisterShape,
    stride: i64,
}

impl Ahead {
    /// The variable in the last trip.
    fn last(&self) -> RegisterShape {
        let mut last = self.first;
        if let RegisterShape::Constant(from) | RegisterShape::Sequence { from, .. } = &mut last {
            *from = from.wrapping_add(self.stride.wrapping_mul(self.trips as i64 - 1));
        }
        last
    }
}

impl Machine<'_, '_> {
    /// The iterations that can be executed together, of the loop in whose body a group is, if that is
    /// worthwhile. Deferred steps are executed first if they leave no space for them.
    pub(crate) fn trips_ahead(&mut self, group: &Group) -> Result<Option<Ahead>, EarlyStop> {
        let Some(mut ahead) = self.loop_ahead(group) else {
            return Ok(None);
        };
        let lanes = group.lanes.len();
        let least = self.configuration.tuning.min_executions_to_join_trips;
        let is_worth_it = |trips: usize| trips > 1 && lanes.saturating_mul(trips) >= least;
        if !is_worth_it(ahead.trips) {
            return Ok(None);
        }
        // The events of an iteration are held back while its steps are deferred.
        let reports = ahead.statements + 2;
        if ahead.trips > self.observer.room() / reports {
            self.run_deferred()?;
        }
        ahead.trips = ahead.trips.min(self.observer.room() / reports);
        Ok(is_worth_it(ahead.trips).then_some(ahead))
    }

    /// The loop in whose body a group is at the first statement, if the body consists of statements only
    /// and its iterations may be executed together.
    fn loop_ahead(&self, group: &Group) -> Option<Ahead> {
        let instructions = self.instructions(group);
        let first = group.pc.0 as usize;
        let before = first.checked_sub(1)?;
        let has_round = matches!(instructions[before].control, Control::Round);
        let head = before.checked_sub(usize::from(has_round))?;
        let Control::CountTest { limit, stride, .. } = &instructions[head].control else {
            return None;
        };
        let body = instructions[first..].iter().take(MOST_STATEMENTS);
        let statements = body.take_while(|next| is_statement(next)).count();
        let end = instructions.get(first + statements..first + statements + 2)?;
        let [
            Control::Rejoin,
            Control::CountNext {
                variable,
                head: next,
                ..
            },
        ] = [&end[0].control, &end[1].control]
        else {
            return None;
        };
        // What comes before the test is executed between iterations.
        let has_prelude = next.0 as usize != head;
        if statements == 0
            || has_prelude
            || self.scratch.refusals.get(&self.place(group)) == Some(&MOST_REFUSALS)
        {
            return None;
        }
        let stride = self.stride(group, *stride)?;
        let value = self.shape_of(group, *variable)?;
        let trips = self.trips_left(group, value, *limit, stride)?;
        let trips = usize::try_from(trips).unwrap_or(usize::MAX);
        Some(Ahead {
            trips: trips.min(self.trips_within_limits(statements, group.lanes.len())),
            has_round,
            statements,
            variable: *variable,
            first: value,
            stride,
        })
    }

    fn place(&self, group: &Group) -> (AlgorithmId, Pc) {
        (self.team(group).algorithm, group.pc)
    }

    /// The number of iterations left for all processors of a group, including the next one.
    fn trips_left(
        &self,
        group: &Group,
        value: RegisterShape,
        limit: Slot,
        stride: i64,
    ) -> Option<i128> {
        let trips = |lane, limit: i64| {
            let way = i128::from(limit) - i128::from(value.at(lane)?);
            // In the direction of the limit both are positive: for negative numbers the quotient is
            // rounded up.
            let forward = i128::from(stride.signum());
            Some((forward * way).div_euclid(i128::from(stride.unsigned_abs())) + 1)
        };
        let lanes: &Selection = &group.lanes;
        if let Some(limit) = self.shape_of(group, limit) {
            let span = lanes.range();
            let ends = [span.first, span.last].map(|lane| trips(lane, limit.at(lane)?));
            return Some(ends[0]?.min(ends[1]?));
        }
        let limits = &self.team(group).scalars[limit.0 as usize];
        let all = lanes.iter().map(|lane| trips(lane, limits.of_lane(lane)));
        all.min().flatten()
    }

    /// Prepares iterations of a loop; returns false if they cannot be executed together. A loop that is
    /// refused too often is not tried any more.
    pub(crate) fn take_trips(
        &mut self,
        group: &Group,
        ahead: Ahead,
        nest: &mut Nest,
    ) -> Result<bool, EarlyStop> {
        let place = self.place(group);
        let is_taken = self.prepare_trips(group, ahead, nest)?;
        if is_taken {
            self.scratch.refusals.swap_remove(&place);
        } else {
            *self.scratch.refusals.entry(place).or_default() += 1;
        }
        Ok(is_taken)
    }

    fn prepare_trips(
        &mut self,
        group: &Group,
        ahead: Ahead,
        nest: &mut Nest,
    ) -> Result<bool, EarlyStop> {
        let instructions = &self.instructions(group)[group.pc.0 as usize..][..ahead.statements];
        nest.begin(group.team, &group.lanes, group.pc, ahead.trips);
        let mut body = LoopBody::new(ahead.variable, instructions);
        let team = self.team(group);
        let lacks = |slot: &Slot| {
            let mut lanes = group.lanes.iter();
            !lanes.all(|lane| team.has_written(slot.0 as usize, lane))
        };
        if body.carried_over.iter().any(lacks) {
            return Ok(false);
        }
        // Each processor loads its own value, iteration by iteration.
        let own = |slot: &Slot| match group.lanes {
            Selection::All(_) => (*slot, RegisterShape::Held(*slot)),
            Selection::List(_) => (*slot, RegisterShape::Unknown),
        };
        nest.carried.push((ahead.variable, ahead.first));
        nest.carried.extend(body.carried_over.iter().map(own));
        let mut last_carried = vec![(ahead.variable, ahead.last())];
        last_carried.extend(body.carried_over.iter().map(own));
        for (at, instruction) in instructions.iter().enumerate() {
            let kernel = instruction.kernel();
            let (analysis, last_analysis, carried) = nest.next_analyses();
            let given = |carried| AnalysisInput {
                carried,
                reads: Reads::InTrip,
            };
            if !self.analyse_after_deferred(group, kernel, analysis, given(carried))?
                || !self.analyse_after_deferred(
                    group,
                    kernel,
                    last_analysis,
                    given(&last_carried),
                )?
            {
                return Ok(false);
            }
            let analyses = [&*analysis, &*last_analysis];
            let Some((advances, inductions)) = body.advances(kernel, analyses, ahead.trips) else {
                return Ok(false);
            };
            nest.advances.push(advances);
            if !self.settle_reads(nest) {
                return Ok(false);
            }
            nest.add(instruction);
            if let [slot] = instruction.control.assigned_scalars() {
                let output = kernel.outputs[0];
                let last = nest.last_analyses[at].shape(output);
                last_carried.extend(
                    nest.carried
                        .last()
                        .map(|(slot, shape)| (*slot, if shape.is_known() { last } else { *shape })),
                );
                body.assigns(*slot, inductions[output.0 as usize]);
            }
        }
        if !body.is_closed(&last_carried) || !self.is_apart_in_trips(group, nest, instructions) {
            return Ok(false);
        }
        nest.carried = last_carried;
        Ok(true)
    }

    /// Whether no processor accesses, in any iteration, what another one writes in any iteration; if so
    /// in an asynchronous block, the accesses are recorded.
    fn is_apart_in_trips(
        &mut self,
        group: &Group,
        nest: &Nest,
        instructions: &[Instruction],
    ) -> bool {
        let block = self.native_block(group.team);
        let watching = self.watching_reads(block);
        let mut together = Independence::new(group.team, group.lanes.range());
        let mut upcoming = Vec::new();
        for (at, instruction) in instructions.iter().enumerate() {
            let (kernel, analysis) = (instruction.kernel(), &nest.analyses[at]);
            let trips = nest.trips_of(at);
            let admitted =
                together.admits((kernel, analysis), trips, &instruction.control, watching);
            if admitted != Some(StatementOrder::Any) {
                return false;
            }
            upcoming.push(Upcoming {
                group,
                kernel,
                analysis,
                trips,
                writes: instruction.control.writes_shared(),
            });
        }
        block.is_none_or(|block| self.take_in(block, &upcoming))
    }
}
