//! The timeline of a statement for a processor of the asynchronous PRAM: local instructions and global
//! accesses in their order, and which access needs the value of which other one for its address.

use super::kernel::Slot;

/// The times of one execution of a kernel.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Timeline {
    /// In the order of evaluation.
    pub moments: Vec<TimelineMoment>,
    /// The sources of each output.
    pub values: Vec<Vec<TimedSource>>,
    /// The number of guarded sections of the kernel.
    pub guards: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TimelineMoment {
    /// What takes time.
    pub tick: Tick,
    /// The innermost guarded section that contains it, by its number in the kernel.
    pub guard: Option<u32>,
}

/// What takes time.
#[derive(Debug, Clone, PartialEq)]
pub enum Tick {
    /// This many local instructions.
    Local(u64),
    /// A read of global memory, with the sources of its address.
    Read(Vec<TimedSource>),
    /// A write to global memory, with the sources of its address.
    Write(Vec<TimedSource>),
}

/// The source of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimedSource {
    /// A scalar of the processor.
    Scalar(Slot),
    /// An array of the processor, represented by the element stored last.
    Array(Slot),
    /// The k-th read of this kernel.
    Read(u32),
}

impl Timeline {
    /// Adds a local instruction.
    pub fn local(&mut self, guard: Option<u32>) {
        if let Some(TimelineMoment {
            tick: Tick::Local(count),
            guard: last,
        }) = self.moments.last_mut()
            && *last == guard
        {
            *count += 1;
            return;
        }
        self.moments.push(TimelineMoment {
            tick: Tick::Local(1),
            guard,
        });
    }

    /// The number of reads at each depth of dependence: those of depth 0 need no other read for their
    /// address. `passes` says which guarded sections are executed.
    pub fn read_levels(&self, passes: impl Fn(u32) -> bool) -> Vec<u64> {
        let mut depths: Vec<usize> = Vec::new();
        let mut levels = Vec::new();
        for moment in &self.moments {
            let Tick::Read(address) = &moment.tick else {
                continue;
            };
            if !moment.guard.is_none_or(&passes) {
                depths.push(0);
                continue;
            }
            let needs = address.iter().filter_map(|source| match source {
                TimedSource::Read(read) => Some(depths[*read as usize] + 1),
                TimedSource::Scalar(_) | TimedSource::Array(_) => None,
            });
            let depth = needs.max().unwrap_or(0);
            depths.push(depth);
            if levels.len() <= depth {
                levels.resize(depth + 1, 0);
            }
            levels[depth] += 1;
        }
        levels
    }

    /// The number of local instructions; a statement takes at least one.
    pub fn locals(&self, passes: impl Fn(u32) -> bool) -> u64 {
        if self.moments.is_empty() {
            return 1;
        }
        let local = |moment: &TimelineMoment| match moment.tick {
            Tick::Local(count) if moment.guard.is_none_or(&passes) => count,
            Tick::Local(_) | Tick::Read(_) | Tick::Write(_) => 0,
        };
        self.moments.iter().map(local).sum()
    }

    /// Whether it ends with a write to global memory.
    pub fn writes(&self) -> bool {
        self.moments
            .iter()
            .any(|moment| matches!(moment.tick, Tick::Write(_)))
    }
}
