//! Synchronous blocks on the asynchronous machine.
//!
//! A step is executed as: everybody reads, a barrier, everybody computes and writes, a barrier.
//! With v = ⌈a/p⌉ processors of the program on each real one, k independent reads take
//! d + k·v − 1, a write takes d + v − 1 and an operator v. A read whose address needs another
//! read follows it in a run of its own. A step that reads nothing shared has no first barrier, one
//! that writes nothing no second.
//!
//! Where groups go side by side, or `and` and `or` skip something, processors do different things:
//! then each part of the step takes as long as its slowest processor.

use crate::engine::lanes::team::{Regime, TeamId};
use crate::machine::acting::Acting;
use crate::machine::event::{Observer, Section, SectionKind};
use crate::machine::pram::{Machine, Stop};
use crate::machine::ranks::in_order;

/// What one or several processors of the program do in a step.
#[derive(Debug, Clone, Default, PartialEq)]
struct Share {
    /// Independent reads, then those that need them, and so on.
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
    /// What a processor of the program does.
    fn of(actor: &Acting<'_>, position: usize) -> Self {
        let kernel = actor.instruction.control.kernel();
        let timeline = &kernel.expect("a step has a kernel").timeline;
        let passes = |guard| actor.results.came_through(guard, position);
        Self {
            levels: timeline.read_levels(passes),
            locals: timeline.locals(passes),
            writes: u64::from(timeline.writes()),
        }
    }

    /// The same, `count` times.
    fn times(&self, count: u64) -> Self {
        Self {
            levels: self
                .levels
                .iter()
                .map(|reads| reads.saturating_mul(count))
                .collect(),
            locals: self.locals.saturating_mul(count),
            writes: self.writes.saturating_mul(count),
        }
    }

    fn add(&mut self, other: &Self) {
        let depth = self.levels.len().max(other.levels.len());
        self.levels.resize(depth, 0);
        for (sum, reads) in self.levels.iter_mut().zip(&other.levels) {
            *sum += reads;
        }
        self.locals += other.locals;
        self.writes += other.writes;
    }

    /// How long a real processor takes for it.
    fn last(&self, delay: u64, pace: u64) -> Times {
        let run = |accesses: u64| match accesses {
            0 => 0,
            k => delay.saturating_add(k - 1),
        };
        let reading = self.levels.iter().map(|reads| run(*reads));
        let computing = self.locals.saturating_add(run(self.writes));
        // Times that do not fit stop at the largest number; the run then says so.
        Times {
            reading: reading.fold(0, u64::saturating_add).saturating_mul(pace),
            computing: computing.saturating_mul(pace),
        }
    }
}

/// The times of real processors, put together.
#[derive(Debug, Default)]
struct Account {
    longest: Times,
    work: u64,
}

impl Account {
    /// So many processors take these times.
    fn add(&mut self, times: Times, processors: u64) {
        if processors > 0 {
            self.longest.reading = self.longest.reading.max(times.reading);
            self.longest.computing = self.longest.computing.max(times.computing);
            let each = times.reading.saturating_add(times.computing);
            self.work = self.work.saturating_add(each.saturating_mul(processors));
        }
    }
}

impl<O: Observer> Machine<'_, O> {
    /// Executes a step of synchronous blocks; groups side by side go through its phases together.
    pub(crate) fn adapted_step(&mut self, acting: &[Acting<'_>]) -> Result<(), Stop> {
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
        let kernel = first.instruction.control.kernel();
        let alike = kernel.expect("a step has a kernel").timeline.guards == 0;
        let mut account = Account::default();
        let mut all = Share::of(first, 0);
        if synchronous.next().is_none() && alike {
            let uniform = asynchronous.pace == crate::machine::configuration::Pace::Uniform;
            for (processors, count) in [(0..more, each + 1), (more..processors, each)] {
                if count == 0 {
                    continue;
                }
                let share = all.times(count);
                if uniform {
                    let times = share.last(asynchronous.delay, 1);
                    account.add(times, processors.end - processors.start);
                } else {
                    for processor in processors {
                        let pace = self.configuration.pace(processor);
                        account.add(share.last(asynchronous.delay, pace), 1);
                    }
                }
            }
        } else {
            all = Share::default();
            let mut order = in_order(self.names(), acting)
                .into_iter()
                .filter(|(actor, _)| is_synchronous(&&acting[*actor]));
            for processor in 0..processors.min(active) {
                let count = each + u64::from(processor < more);
                let mut share = Share::default();
                for (actor, position) in order.by_ref().take(count as usize) {
                    share.add(&Share::of(&acting[actor], position));
                }
                let pace = self.configuration.pace(processor);
                account.add(share.last(asynchronous.delay, pace), 1);
                all.add(&share);
            }
        }
        let barriers = u64::from(!all.levels.is_empty()) + u64::from(all.writes > 0);
        let time = (account.longest.reading).saturating_add(account.longest.computing);
        self.observer.section(Section {
            kind: SectionKind::Adapted,
            number: 0,
            time,
            barrier: barriers.saturating_mul(barrier),
            barriers,
            work: account.work,
            waiting: time.saturating_mul(processors).saturating_sub(account.work),
            slowest: None,
            extent: (span, span),
        });
        Ok(())
    }

    /// The block in which the processors of a team are, also where they are in a call inside it.
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
