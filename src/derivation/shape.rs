//! The parts of a step, and steps of groups of processors that are executed at the same time.
//!
//! On the asynchronous machine a step of a synchronous block consists of: all processors read, a
//! barrier, all processors compute and write, a barrier. With v processors of the program on each real
//! one, k independent reads take d + k·v − 1, a write d + v − 1, an operator v; an access whose address
//! depends on a read follows that read. A barrier is omitted where nothing is read, or nothing is
//! written.

use std::collections::BTreeMap;

use super::cost::CostBounds;
use crate::derivation::algebra::facts::Facts;
use crate::derivation::algebra::formula::{Formula, Symbol};
use crate::derivation::asynchronous::clock::{Tick, ValueSource};

/// The cost of a step, by its parts.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct StepShape {
    /// The least and the most instructions.
    pub instructions: (i128, i128),
    /// The parts on the asynchronous machine, for a step of a synchronous block.
    pub phases: Phases,
    /// The number of active processors. None if it is unknown, or if processors are not scheduled.
    pub active: Option<CostBounds>,
    /// The cost of an activation of a recursive algorithm: the shape stands for all its steps.
    pub activation: Option<Symbol>,
    /// Whether possibly no processor executes the step.
    pub is_perhaps: bool,
}

/// The parts of a step on the asynchronous machine.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Phases {
    /// The time to read.
    reading: CostBounds,
    /// The time to compute and to write.
    computing: CostBounds,
    /// The least and the greatest number of barriers: after the reads, and after the writes.
    barriers: [(i128, i128); 2],
}

/// The least and the greatest number of executions.
type Times = (i128, i128);

/// The operations of one processor in a step.
#[derive(Debug, Default)]
struct StepAccesses {
    /// The number of reads by level: level 0 does not depend on other reads for its address, each
    /// further level depends on the one before.
    levels: Vec<Times>,
    locals: Times,
    writes: Times,
    /// The level of each read, and whether the read is certain.
    depths: BTreeMap<u32, (usize, bool)>,
}

impl StepAccesses {
    fn of(ticks: &[Tick]) -> Self {
        let mut accesses = Self::default();
        if ticks.is_empty() {
            accesses.locals = (1, 1);
        }
        accesses.add(ticks, true);
        accesses
    }

    fn add(&mut self, ticks: &[Tick], certain: bool) {
        let count = |times: &mut Times, certain: bool| {
            times.0 += i128::from(certain);
            times.1 += 1;
        };
        for tick in ticks {
            match tick {
                Tick::Local => count(&mut self.locals, certain),
                Tick::Write(_) => count(&mut self.writes, certain),
                Tick::Perhaps(skipped) => self.add(skipped, false),
                Tick::Read(number, address) => {
                    let needed = address.iter().filter_map(|source| match source {
                        ValueSource::Read(read) => self.depths.get(read).copied(),
                        ValueSource::Scalar(..) | ValueSource::Array(..) => None,
                    });
                    let (mut depth, mut is_certain) = (0, certain);
                    for (other, other_is_certain) in needed {
                        depth = depth.max(other + 1);
                        is_certain &= other_is_certain;
                    }
                    self.depths.insert(*number, (depth, is_certain));
                    if self.levels.len() <= depth {
                        self.levels.resize(depth + 1, (0, 0));
                    }
                    count(&mut self.levels[depth], is_certain);
                }
            }
        }
    }
}

impl Phases {
    /// The phases of a step in which each real processor acts for `each` processors of the program.
    pub fn of(ticks: &[Tick], each: &Formula, delay: &Formula) -> Option<Self> {
        let accesses = StepAccesses::of(ticks);
        let run = |count: i128| match count {
            0 => Some(Formula::default()),
            k => each.times_number(k)?.plus(delay)?.plus_number(-1),
        };
        let mut reading = CostBounds::default();
        for (least, most) in &accesses.levels {
            reading = reading.plus(&between(run(*least)?, run(*most)?))?;
        }
        let locals = between(
            each.times_number(accesses.locals.0)?,
            each.times_number(accesses.locals.1)?,
        );
        let writing = between(run(accesses.writes.0)?, run(accesses.writes.1)?);
        let reads = accesses.levels.iter().fold((0, 0), |(least, most), level| {
            (least + level.0, most + level.1)
        });
        let barrier = |(least, most): Times| (least.min(1), most.min(1));
        Some(Self {
            reading,
            computing: locals.plus(&writing)?,
            barriers: [barrier(reads), barrier(accesses.writes)],
        })
    }

    /// The work of a step of `active` processors of the program on `real` processors of the machine: 1
    /// for each computation and each access, and d − 1 more for each run of accesses of a real
    /// processor.
    pub fn work(
        ticks: &[Tick],
        active: &Formula,
        real: &Formula,
        delay: &Formula,
    ) -> Option<CostBounds> {
        let accesses = StepAccesses::of(ticks);
        let begun = delay.plus_number(-1)?.times(real)?;
        let run = |count: i128| match count {
            0 => Some(Formula::default()),
            k => active.times_number(k)?.plus(&begun),
        };
        let mut total = between(
            active.times_number(accesses.locals.0)?,
            active.times_number(accesses.locals.1)?,
        );
        for (least, most) in accesses.levels.iter().chain([&accesses.writes]) {
            total = total.plus(&between(run(*least)?, run(*most)?))?;
        }
        Some(total)
    }

    /// The total time with barriers.
    pub fn time(&self, barrier: &Formula) -> Option<CostBounds> {
        let [reads, writes] = self.barriers;
        let barriers = between(
            barrier.times_number(reads.0 + writes.0)?,
            barrier.times_number(reads.1 + writes.1)?,
        );
        self.reading.plus(&self.computing)?.plus(&barriers)
    }
}

impl StepShape {
    /// The steps of an activation with this cost.
    pub fn of_activation(cost: &Symbol) -> Self {
        Self {
            activation: Some(cost.clone()),
            ..Self::default()
        }
    }

    /// A step of one group and a step of another at the same time.
    fn beside(&self, other: &Self, facts: &Facts) -> Self {
        let most = |a: (i128, i128), b: (i128, i128)| (a.0.max(b.0), a.1.max(b.1));
        let (a, b) = (&self.phases, &other.phases);
        let active = self.active.as_ref().zip(other.active.as_ref());
        Self {
            activation: None,
            is_perhaps: self.is_perhaps && other.is_perhaps,
            active: active.and_then(|(one, other)| one.plus(other)),
            instructions: most(self.instructions, other.instructions),
            phases: Phases {
                reading: a.reading.or_more(&b.reading, facts),
                computing: a.computing.or_more(&b.computing, facts),
                barriers: [0, 1].map(|at| most(a.barriers[at], b.barriers[at])),
            },
        }
    }

    /// A step that may be skipped.
    pub fn perhaps(self) -> Self {
        let Phases {
            reading,
            computing,
            barriers,
        } = self.phases;
        Self {
            activation: self.activation,
            is_perhaps: true,
            active: self.active.map(CostBounds::or_nothing),
            instructions: (0, self.instructions.1),
            phases: Phases {
                reading: reading.or_nothing(),
                computing: computing.or_nothing(),
                barriers: barriers.map(|(_, most)| (0, most)),
            },
        }
    }

    /// A step of one of two groups, or of both at the same time.
    fn either(&self, other: &Self, facts: &Facts) -> Self {
        let (a, b) = (&self.phases, &other.phases);
        let least = |a: &Formula, b: &Formula| facts.least(vec![a.clone(), b.clone()]);
        let mut either = self.beside(other, facts);
        either.active = self.either_active(other);
        either.is_perhaps = self.is_perhaps || other.is_perhaps;
        either.instructions.0 = self.instructions.0.min(other.instructions.0);
        either.phases.reading.lower = least(&a.reading.lower, &b.reading.lower);
        either.phases.computing.lower = least(&a.computing.lower, &b.computing.lower);
        for (at, barriers) in either.phases.barriers.iter_mut().enumerate() {
            barriers.0 = a.barriers[at].0.min(b.barriers[at].0);
        }
        either
    }

    /// The number of active processors if each processor of one set executes one of two steps.
    fn either_active(&self, other: &Self) -> Option<CostBounds> {
        match (self.active.as_ref()?, other.active.as_ref()?) {
            (one, other) if one == other => Some(one.clone()),
            (one, none) | (none, one) if none.is_zero() => Some(one.clone().or_nothing()),
            _ => None,
        }
    }
}

/// The steps, if none of them stands for a whole activation.
pub(super) fn plain_steps(steps: Option<&Vec<StepShape>>) -> Option<&Vec<StepShape>> {
    steps.filter(|steps| steps.iter().all(|step| step.activation.is_none()))
}

/// The steps of consecutive parts. None if it is unknown how many steps precede the second part.
pub(super) fn then_steps(
    first: Option<Vec<StepShape>>,
    others: Option<Vec<StepShape>>,
) -> Option<Vec<StepShape>> {
    let (mut steps, others) = (first?, others?);
    if !others.is_empty() && steps.iter().any(|step| step.is_perhaps) {
        return None;
    }
    steps.extend(others);
    Some(steps)
}

/// The k-th step of one group at the same time as the k-th of the other.
pub(super) fn side_by_side(
    one: &[StepShape],
    other: &[StepShape],
    facts: &Facts,
) -> Vec<StepShape> {
    paired(one, other, |a, b| a.beside(b, facts))
}

/// The k-th step of one of two groups, or of both, where each processor of one set belongs to one of
/// them.
pub(super) fn either_side(one: &[StepShape], other: &[StepShape], facts: &Facts) -> Vec<StepShape> {
    paired(one, other, |a, b| a.either(b, facts))
}

fn paired(
    one: &[StepShape],
    other: &[StepShape],
    both: impl Fn(&StepShape, &StepShape) -> StepShape,
) -> Vec<StepShape> {
    let none = StepShape {
        active: Some(CostBounds::default()),
        is_perhaps: true,
        ..StepShape::default()
    };
    (0..one.len().max(other.len()))
        .map(|k| both(one.get(k).unwrap_or(&none), other.get(k).unwrap_or(&none)))
        .collect()
}

fn between(lower: Formula, upper: Formula) -> CostBounds {
    CostBounds { lower, upper }
}
