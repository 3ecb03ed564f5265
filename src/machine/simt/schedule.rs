//! The time of a launch: groups come to units, and their warps issue instructions.
//!
//! Each unit issues one instruction in each unit of time, that of the next ready warp in the cyclic order in
//! which its warps were placed. A warp that reads, writes or executes an atomic waits for the memory: group
//! memory, of which each unit has one, serves one pass in a unit of time; global memory, of which there is one,
//! begins q transactions. Groups are asked for in the order of their numbers, when a unit has room for them.

use std::collections::VecDeque;

use super::configuration::Gpu;
use super::counts::Bounds;

/// An instruction that a warp issues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Issued {
    /// An operator, or a barrier of the warp.
    Operator,
    /// An access of group memory, with its passes.
    Group(u32),
    /// An access of global memory, with its transactions.
    Global(u32),
    /// A barrier of the group.
    Barrier,
}

/// The instructions of a warp.
pub type WarpStream = Vec<Issued>;

/// What a launch took, and the bounds of its time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timed {
    /// Without `t_k`.
    pub time: u64,
    pub bounds: Bounds,
}

/// When an instruction is issued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IssueTime {
    /// The group, the warp of the group, and the instruction of the warp, by number.
    pub group: u32,
    pub warp: u32,
    pub at: usize,
    pub unit: u32,
    pub issued: u64,
    /// When the warp is ready again; `None` for a barrier, after which the last warp of the group decides.
    pub ready: Option<u64>,
}

/// The time of a launch whose units hold `resident` groups; `next` gives the warps of the next group, and `note`
/// hears of every instruction.
pub fn time<E>(
    gpu: &Gpu,
    resident: u64,
    mut next: impl FnMut() -> Result<Option<Vec<WarpStream>>, E>,
    mut note: impl FnMut(IssueTime),
) -> Result<Timed, E> {
    let mut memory = GlobalMemory::default();
    let mut timed = Timed::default();
    // A launch of few groups does not need all units.
    let mut units: Vec<Unit> = Vec::new();
    let mut is_over = false;
    let mut groups = 0;
    'placing: for _ in 0..resident {
        for unit in 0..gpu.units as usize {
            let Some(group) = next()? else {
                is_over = true;
                break 'placing;
            };
            note_bounds(gpu, &group, &mut timed.bounds);
            if unit == units.len() {
                units.push(Unit::default());
            }
            units[unit].place(group, groups, 0);
            groups += 1;
        }
    }
    let mut transactions = 0;
    let mut now = 0;
    loop {
        for (number, unit) in (0..).zip(&mut units) {
            if unit.event > now {
                continue;
            }
            // A group without instructions ends when it is placed.
            loop {
                let freed = unit.end_groups(now);
                if freed == 0 || is_over {
                    break;
                }
                for _ in 0..freed {
                    let Some(group) = next()? else {
                        is_over = true;
                        break;
                    };
                    note_bounds(gpu, &group, &mut timed.bounds);
                    unit.place(group, groups, now);
                    groups += 1;
                }
            }
            let note = |time| {
                note(IssueTime {
                    unit: number,
                    ..time
                });
            };
            transactions += unit.issue(gpu, now, &mut memory, note);
        }
        let events = units.iter().map(|unit| unit.event);
        let soonest = events.min().unwrap_or(u64::MAX);
        if soonest == u64::MAX {
            break;
        }
        now = soonest;
    }
    timed.time = units.iter().map(|unit| unit.last_end).max().unwrap_or(0);
    timed.bounds.issue = units.iter().map(|unit| unit.issued).max().unwrap_or(0);
    timed.bounds.memory = u64::div_ceil(transactions, gpu.channels);
    Ok(timed)
}

/// The longest time that one of these warps would take alone.
fn note_bounds(gpu: &Gpu, group: &[WarpStream], bounds: &mut Bounds) {
    let alone = |issued: &Issued| match issued {
        Issued::Operator | Issued::Barrier => 1,
        Issued::Group(passes) => u64::from(*passes) + gpu.group_latency - 1,
        Issued::Global(transactions) => {
            u64::from(*transactions).div_ceil(gpu.channels) + gpu.global_latency - 1
        }
    };
    let times = group.iter().map(|warp| warp.iter().map(alone).sum());
    bounds.warp = bounds.warp.max(times.max().unwrap_or(0));
}

/// Global memory: F, q times the time from which it is free.
#[derive(Debug, Default)]
struct GlobalMemory {
    free: u64,
}

/// A warp in a unit.
#[derive(Debug)]
struct ResidentWarp {
    stream: WarpStream,
    /// The next instruction.
    at: usize,
    /// The time from which it is ready; `None` at a barrier.
    ready: Option<u64>,
    /// Its group, by its number in the launch, and its number in the group.
    group: u32,
    number: u32,
    /// The barriers that it has issued.
    barriers: usize,
}

impl ResidentWarp {
    fn is_over(&self) -> bool {
        self.at == self.stream.len()
    }
}

/// A group in a unit.
#[derive(Debug)]
struct ResidentGroup {
    number: u32,
    /// Its warps that have not ended.
    warps: usize,
    /// For each barrier, the warps that come to it and have not issued it.
    barriers: Vec<usize>,
}

#[derive(Debug, Default)]
struct Unit {
    groups: Vec<ResidentGroup>,
    /// In the order in which they were placed; the one after the last that issued comes first.
    warps: VecDeque<ResidentWarp>,
    /// The time from which its group memory is free.
    group_memory_free: u64,
    issued: u64,
    /// When the last warp ended.
    last_end: u64,
    /// The next time at which something happens.
    event: u64,
    /// Where new warps are placed: after the one that was placed last.
    append: usize,
}

impl Unit {
    /// Appends the warps of a group to the cyclic order.
    fn place(&mut self, group: Vec<WarpStream>, number: u32, now: u64) {
        let is_barrier = |issued: &&Issued| **issued == Issued::Barrier;
        let counts: Vec<usize> = (group.iter())
            .map(|warp| warp.iter().filter(is_barrier).count())
            .collect();
        let most = counts.iter().max().copied().unwrap_or(0);
        let comers = |barrier: usize| counts.iter().filter(|count| **count > barrier).count();
        self.groups.push(ResidentGroup {
            number,
            warps: group.len(),
            barriers: (0..most).map(comers).collect(),
        });
        for (warp, stream) in (0..).zip(group) {
            let warp = ResidentWarp {
                stream,
                at: 0,
                ready: Some(now),
                group: number,
                number: warp,
                barriers: 0,
            };
            self.warps.insert(self.append, warp);
            self.append += 1;
        }
        self.event = now;
    }

    /// Ends the warps that would be ready now and have nothing left. Returns how many groups ended.
    fn end_groups(&mut self, now: u64) -> usize {
        let before = self.groups.len();
        let mut at = 0;
        while at < self.warps.len() {
            let warp = &self.warps[at];
            if !(warp.is_over() && warp.ready.is_some_and(|ready| ready <= now)) {
                at += 1;
                continue;
            }
            self.last_end = self.last_end.max(warp.ready.unwrap_or(now));
            let group = warp.group;
            self.warps.remove(at);
            if at < self.append {
                self.append -= 1;
            }
            if let Some(group) = self.groups.iter_mut().find(|own| own.number == group) {
                group.warps -= 1;
            }
        }
        self.groups.retain(|group| group.warps > 0);
        before - self.groups.len()
    }

    /// Issues the instruction of the next ready warp. Returns its transactions.
    fn issue(
        &mut self,
        gpu: &Gpu,
        now: u64,
        memory: &mut GlobalMemory,
        mut note: impl FnMut(IssueTime),
    ) -> u64 {
        let is_ready =
            |warp: &ResidentWarp| !warp.is_over() && warp.ready.is_some_and(|ready| ready <= now);
        let mut transactions = 0;
        if let Some(at) = self.warps.iter().position(is_ready) {
            let place = self.warps[at].at;
            transactions = self.issue_of(at, gpu, now, memory);
            let warp = &self.warps[at];
            let is_barrier = warp.stream[place] == Issued::Barrier;
            note(IssueTime {
                group: warp.group,
                warp: warp.number,
                at: place,
                unit: 0,
                issued: now,
                ready: warp.ready.filter(|_| !is_barrier),
            });
            // The next warp in the cyclic order comes first.
            self.warps.rotate_left(at + 1);
            let count = self.warps.len();
            self.append = (self.append + count - (at + 1)) % count;
        }
        let again = self.warps.iter().filter_map(|warp| warp.ready).min();
        self.event = again.map_or(u64::MAX, |ready| ready.max(now + 1));
        transactions
    }

    fn issue_of(&mut self, at: usize, gpu: &Gpu, now: u64, memory: &mut GlobalMemory) -> u64 {
        self.issued += 1;
        let warp = &mut self.warps[at];
        let instruction = warp.stream[warp.at];
        warp.at += 1;
        match instruction {
            Issued::Operator => warp.ready = Some(now + 1),
            Issued::Group(passes) => {
                let begin = now.max(self.group_memory_free);
                self.group_memory_free = begin + u64::from(passes);
                warp.ready = Some(self.group_memory_free + gpu.group_latency - 1);
            }
            Issued::Global(transactions) => {
                memory.free = memory.free.max(gpu.channels * now) + u64::from(transactions);
                let served = memory.free.div_ceil(gpu.channels);
                warp.ready = Some(served + gpu.global_latency - 1);
                return transactions.into();
            }
            Issued::Barrier => {
                warp.ready = None;
                let (number, barrier) = (warp.group, warp.barriers);
                warp.barriers += 1;
                let group = self.groups.iter_mut().find(|group| group.number == number);
                let left = &mut group.expect("the group of a warp is resident").barriers[barrier];
                *left -= 1;
                if *left == 0 {
                    let waiting = self.warps.iter_mut();
                    for warp in waiting.filter(|warp| warp.group == number && warp.ready.is_none())
                    {
                        warp.ready = Some(now + 1);
                    }
                }
            }
        }
        0
    }
}
