//! Synchronous blocks on the asynchronous machine.
//!
//! A step is executed as: everybody reads, a barrier, everybody computes and writes, a barrier.
//! With v = ⌈a/p⌉ processors of the program on each real one, k independent reads take
//! d + k·v − 1, a write takes d + v − 1 and an operator v. A read whose address needs another
//! read follows it in a run of its own. A step that reads nothing shared has no first barrier, one
//! that writes nothing no second.

use super::event::{Observer, Section, SectionKind};
use super::pram::{Machine, Stop};
use super::team::Inside;
use super::witness::Acting;

/// What a processor of the program does in a step.
struct Share {
    delay: u64,
    /// Independent reads, then those that need them, and so on.
    levels: Vec<u64>,
    locals: u64,
    writes: bool,
}

impl Share {
    /// The time of a real processor that does it for `count` processors of the program.
    fn time(&self, count: u64) -> u64 {
        if count == 0 {
            return 0;
        }
        let read: u64 = self
            .levels
            .iter()
            .map(|reads| self.delay + reads * count - 1)
            .fold(0, u64::saturating_add);
        let write = if self.writes {
            self.delay + count - 1
        } else {
            0
        };
        read.saturating_add(self.locals * count)
            .saturating_add(write)
    }
}

impl<O: Observer> Machine<'_, O> {
    /// Executes a step of synchronous blocks; groups side by side go through its phases together.
    pub(super) fn adapted_step(&mut self, acting: &[Acting<'_>]) -> Result<(), Stop> {
        let Some(asynchronous) = &self.configuration.asynchronous else {
            return Ok(());
        };
        let (mut active, mut width) = (0, 0);
        let mut share = Share {
            delay: asynchronous.delay,
            levels: Vec::new(),
            locals: 0,
            writes: false,
        };
        let mut first = None;
        let mut teams = Vec::new();
        for actor in acting {
            let team = &self.teams[actor.group.team.0 as usize];
            if team.inside != Inside::Synchronous {
                continue;
            }
            first = first.or(Some(actor));
            active += actor.group.lanes.len() as u64;
            if !teams.contains(&actor.group.team) {
                teams.push(actor.group.team);
                width += u64::from(team.width);
            }
            let kernel = actor
                .instruction
                .control
                .kernel()
                .expect("a step has a kernel");
            share.locals = share.locals.max(kernel.timeline.locals());
            share.writes |= kernel.timeline.writes();
            let levels = kernel.timeline.read_levels();
            share.levels.resize(share.levels.len().max(levels.len()), 0);
            for (most, reads) in share.levels.iter_mut().zip(levels) {
                *most = reads.max(*most);
            }
        }
        let Some(first) = first else { return Ok(()) };
        let processors = self.configuration.processors.unwrap_or(width);
        let span = first.instruction.span;
        let barrier = self.barrier_time(processors, span, &first.group)?;
        let (each, more) = (active / processors, active % processors);
        let paces = |range: std::ops::Range<u64>| {
            let seed = self.configuration.seed;
            range.map(move |processor| asynchronous.pace.of(processor, seed))
        };
        let (slow, fast) = (share.time(each + 1), share.time(each));
        let (time, work) = if asynchronous.pace == super::configuration::Pace::Uniform {
            let longest = if more > 0 { slow } else { fast };
            let (slow, fast) = (
                more.saturating_mul(slow),
                (processors - more).saturating_mul(fast),
            );
            (longest, slow.saturating_add(fast))
        } else {
            // Those who have nothing to do need not be looked at, however many they are.
            let busy = if fast > 0 { processors } else { more };
            let times = (paces(0..more).map(|pace| pace.saturating_mul(slow)))
                .chain(paces(more..busy).map(|pace| pace.saturating_mul(fast)));
            times.fold((0, 0), |(longest, sum), time| {
                (longest.max(time), time.saturating_add(sum))
            })
        };
        let barriers = u64::from(!share.levels.is_empty()) + u64::from(share.writes);
        self.observer.section(Section {
            kind: SectionKind::Adapted,
            number: 0,
            time,
            barrier: barriers * barrier,
            barriers,
            work,
            waiting: time.saturating_mul(processors).saturating_sub(work),
            slowest: None,
            extent: (span, span),
        });
        Ok(())
    }
}
