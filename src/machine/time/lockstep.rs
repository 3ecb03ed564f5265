//! Synchronous blocks on the asynchronous machine.
//!
//! A step is executed as: all read, a barrier, all compute and write, a barrier. With v = ⌈a/p⌉
//! processors of the program on each real one, k independent reads take d + k·v − 1, a write takes d + v
//! − 1 and an operator v. A read whose address depends on another read follows it in a run of its own. A
//! step that reads nothing shared has no first barrier, one that writes nothing no second.
//!
//! If several groups execute a step, or `and` and `or` skip something, processors do different things:
//! then each part of the step takes as long as its slowest processor. The time of a processor follows
//! from its group and the guarded sections that it executed, so it is computed once for all processors
//! that agree in these.

use super::waited;
use crate::code::timeline::Timeline;
use crate::engine::lanes::team::{Regime, TeamId};
use crate::engine::tuning::Tuning;
use crate::machine::acting::Acting;
use crate::machine::configuration::Pace;
use crate::machine::event::{Section, SectionKind};
use crate::machine::pram::{EarlyStop, Machine};
use crate::machine::ranks::in_order;

/// The operations of one or several processors of the program in a step.
#[derive(Debug, Clone, Default, PartialEq)]
struct Share {
    /// Independent reads, then those that depend on them, and so on.
    levels: Vec<u64>,
    locals: u64,
    writes: u64,
}

/// Times of the two parts of a step.
#[derive(Debug, Clone, Copy, Default)]
struct Times {
    reading: u64,
    computing: u64,
}

impl Share {
    /// The operations of a processor of the program that executes these guarded sections.
    fn of(timeline: &Timeline, passes: impl Fn(u32) -> bool) -> Self {
        Self {
            levels: timeline.read_levels(&passes),
            locals: timeline.locals(&passes),
            writes: u64::from(timeline.writes()),
        }
    }

    fn clear(&mut self) {
        self.levels.clear();
        (self.locals, self.writes) = (0, 0);
    }

    /// Adds the operations of another one, `count` times.
    fn add(&mut self, other: &Self, count: u64) {
        let depth = self.levels.len().max(other.levels.len());
        self.levels.resize(depth, 0);
        let add = |sum: &mut u64, more: u64| *sum = sum.saturating_add(more.saturating_mul(count));
        for (sum, reads) in self.levels.iter_mut().zip(&other.levels) {
            add(sum, *reads);
        }
        add(&mut self.locals, other.locals);
        add(&mut self.writes, other.writes);
    }

    /// The time that a real processor takes for it.
    fn last(&self, delay: u64, pace: u64) -> Times {
        let run = |accesses: u64| match accesses {
            0 => 0,
            k => delay.saturating_add(k - 1),
        };
        let reading = self.levels.iter().map(|reads| run(*reads));
        let computing = self.locals.saturating_add(run(self.writes));
        // Times that overflow become the largest number; the run then reports it.
        Times {
            reading: reading.fold(0, u64::saturating_add).saturating_mul(pace),
            computing: computing.saturating_mul(pace),
        }
    }
}

/// Processors of one group that executed the same guarded sections.
#[derive(Debug)]
struct Class {
    /// A number for these sections (see [`crate::engine::kernel::results::Results::ways`]).
    ways: u64,
    share: Share,
    /// The number of processors.
    count: u64,
}

/// The classes of the processors of a group.
enum Classes {
    /// The same for all.
    One(u32),
    /// By position.
    Each(Vec<u32>),
}

impl Classes {
    fn at(&self, position: usize) -> u32 {
        match self {
            Self::One(class) => *class,
            Self::Each(classes) => classes[position],
        }
    }

    /// Divides the processors of a group.
    fn of(actor: &Acting<'_>, classes: &mut Vec<Class>, tuning: Tuning) -> Self {
        let (timeline, results) = (&actor.instruction.kernel().timeline, &actor.results);
        let (first, lanes) = (classes.len(), actor.group.lanes.len());
        if timeline.guards == 0 {
            classes.push(Class {
                ways: 0,
                share: Share::of(timeline, |_| true),
                count: lanes as u64,
            });
            return Self::One(first as u32);
        }
        let class = |position| {
            let ways = results.ways(position, tuning);
            let known = classes[first..].iter().take(MOST_KNOWN);
            let at = known.clone().position(|class| class.ways == ways);
            let at = at.map_or(classes.len(), |at| first + at);
            if at == classes.len() {
                let passes = |guard| results.passes(ways, guard, tuning);
                let (share, count) = (Share::of(timeline, passes), 0);
                classes.push(Class { ways, share, count });
            }
            classes[at].count += 1;
            at as u32
        };
        Self::Each((0..lanes).map(class).collect())
    }
}

/// Classes of a group with which a processor is compared; beyond them, several classes may be the same.
const MOST_KNOWN: usize = 64;

/// The combined times of real processors.
#[derive(Debug, Default)]
struct Account {
    longest: Times,
    work: u64,
}

impl Account {
    /// Adds the times of `processors` processors that take the same.
    fn add(&mut self, times: Times, processors: u64) {
        if processors > 0 {
            self.longest.reading = self.longest.reading.max(times.reading);
            self.longest.computing = self.longest.computing.max(times.computing);
            let each = times.reading.saturating_add(times.computing);
            self.work = self.work.saturating_add(each.saturating_mul(processors));
        }
    }
}

impl Machine<'_, '_> {
    /// Executes a step of synchronous blocks; several groups go through its phases together.
    pub(crate) fn adapted_step(&mut self, acting: &[Acting<'_>]) -> Result<(), EarlyStop> {
        let Some(asynchronous) = self.configuration.asynchronous() else {
            return Ok(());
        };
        let is_synchronous = |actor: &&Acting<'_>| {
            self.state.teams[actor.group.team.0 as usize].regime == Regime::Synchronous
        };
        let mut synchronous = acting.iter().filter(is_synchronous);
        let Some(first) = synchronous.next() else {
            return Ok(());
        };
        let (mut blocks, mut width, mut active) = (Vec::new(), 0, 0);
        for actor in acting.iter().filter(is_synchronous) {
            active += actor.group.lanes.len() as u64;
            let block = self.block_around(actor.group.team);
            if !blocks.contains(&block) {
                blocks.push(block);
                width += u64::from(self.state.teams[block.0 as usize].width);
            }
        }
        let processors = self.configuration.processors.unwrap_or(width);
        let span = first.instruction.span;
        let barrier = self.barrier_time(processors, span, &first.group)?;

        let (each, more) = (active / processors, active % processors);
        let tuning = self.configuration.tuning;
        let mut classes = Vec::new();
        let groups: Vec<Option<Classes>> = (acting.iter())
            .map(|actor| {
                let is_one = is_synchronous(&actor);
                is_one.then(|| Classes::of(actor, &mut classes, tuning))
            })
            .collect();
        let mut account = Account::default();
        let mut sum = Share::default();
        let uniform = asynchronous.pace == Pace::Uniform;
        if uniform && (classes.len() == 1 || active <= processors) {
            // The assignment to real processors makes no difference.
            for class in &classes {
                let (each, more) = match classes.as_slice() {
                    [_] => (each, more),
                    _ => (0, class.count),
                };
                for (real, count) in [(more, each + 1), (processors - more, each)] {
                    sum.clear();
                    sum.add(&class.share, count);
                    if count > 0 {
                        account.add(sum.last(asynchronous.delay, 1), real);
                    }
                }
            }
        } else {
            let order = self.classes_in_order(acting, &groups, active);
            let mut order = order.iter();
            for processor in 0..processors.min(active) {
                let count = each + u64::from(processor < more);
                sum.clear();
                for class in order.by_ref().take(count as usize) {
                    sum.add(&classes[*class as usize].share, 1);
                }
                let pace = self.configuration.pace(processor);
                account.add(sum.last(asynchronous.delay, pace), 1);
            }
        }
        let reads = classes.iter().any(|class| !class.share.levels.is_empty());
        let writes = classes.iter().any(|class| class.share.writes > 0);
        let barriers = u64::from(reads) + u64::from(writes);
        let time = (account.longest.reading).saturating_add(account.longest.computing);
        self.observer.section(Section {
            kind: SectionKind::Adapted,
            number: 0,
            time,
            barrier: barriers.saturating_mul(barrier),
            barriers,
            work: account.work,
            waiting: waited(time, processors, account.work),
            slowest: None,
            extent: (span, span),
        });
        Ok(())
    }

    /// The classes of the active processors, in processor order.
    fn classes_in_order(
        &self,
        acting: &[Acting<'_>],
        groups: &[Option<Classes>],
        active: u64,
    ) -> Vec<u32> {
        let pairs = || acting.iter().zip(groups);
        let pairs = || pairs().filter_map(|(actor, classes)| Some((actor, classes.as_ref()?)));
        if let [(_, Classes::One(class))] = pairs().collect::<Vec<_>>()[..] {
            return vec![*class; active as usize];
        }
        let mut teams = pairs().map(|(actor, _)| actor.group.team);
        let first = teams.next();
        if !teams.all(|team| Some(team) == first) {
            let order = in_order(self.names(), acting).into_iter();
            let class =
                |(group, position): (usize, usize)| Some(groups[group].as_ref()?.at(position));
            return order.filter_map(class).collect();
        }
        let width = first.map_or(0, |team| self.state.teams[team.0 as usize].width);
        let mut by_lane = vec![None; width as usize];
        for (actor, classes) in pairs() {
            for (position, lane) in actor.group.lanes.iter().enumerate() {
                by_lane[lane as usize] = Some(classes.at(position));
            }
        }
        by_lane.into_iter().flatten().collect()
    }

    /// The block in which the processors of a team are, possibly through calls inside it.
    fn block_around(&self, mut team: TeamId) -> TeamId {
        loop {
            let inner = &self.state.teams[team.0 as usize];
            match inner.creator {
                Some(creator) if inner.block.0 == 0 => team = creator,
                _ => return team,
            }
        }
    }
}
